// Knocks: what allows one, my melds as the server arranges them, and the knocker's.

import { html } from "../../vendor/preact-htm.js";
import { shortOf, shorts } from "../lib/cards.js";
import { t } from "../lib/texts.js";
import { Row } from "../ui.js";

/** What a knocker has shown. */
export function Knocked({ knock, nameAt }) {
  return html`<section class="melds" aria-labelledby="knock-title">
    <h2 id="knock-title">${t("knock.title", { name: nameAt(knock.seat), n: knock.points })}</h2>
    <div class="laid">
      ${knock.melds.map((cards, at) => html`<${Row} key=${at} cards=${cards} />`)}
      ${knock.rest.length > 0 && html`<${Row} cards=${knock.rest} label=${t("result.left")} />`}
    </div>
  </section>`;
}

/** With how many points left this deal may be knocked, and whether it counts double; nothing where neither is a rule. */
export function Stakes({ session }) {
  const { knock_limit: limit, doubled } = session.view;
  const upcard = session.rule("knocking.limit_by") === "upcard";
  const said = [
    limit !== null && upcard && t("stakes.upcard"),
    limit !== null && (limit ? t("stakes.limit", { n: limit }) : t("stakes.nothing_left")),
    doubled && t("stakes.doubled"),
  ].filter(Boolean);
  return said.length > 0 && html`<p class="stakes">${said.join(" ")}</p>`;
}

/**
 * How many points my hand leaves: while a card is to be thrown, what it leaves without the chosen card, or without the
 * one that is best thrown.
 */
function leftText(found, thrown, throwing) {
  if (!throwing || !found.deadwood_points) return t("arranged.left", { n: found.deadwood_points });
  const one = thrown && found.discards.find(({ card }) => card === thrown);
  if (one) return t("arranged.without", { card: shortOf(one.card), n: one.deadwood_points });
  const best = found.discards.reduce((least, each) => (each.deadwood_points < least.deadwood_points ? each : least), found.discards[0]);
  return best ? t("arranged.best", { card: shortOf(best.card), n: best.deadwood_points }) : t("arranged.left", { n: found.deadwood_points });
}

/** The melds of my hand, and what it leaves. `thrown`: the card that I have chosen alone. */
export function Arranged({ found, thrown, throwing }) {
  if (!found) return null;
  return html`<section class="arranged" aria-label=${t("arranged.title")}>
    ${found.melds.map((cards, at) => html`<${Row} key=${at} cards=${cards} />`)}
    <span>${leftText(found, thrown, throwing)}</span>
  </section>`;
}

/** Whether I may knock now, and with which cards thrown; nothing where there are no knocks. */
export function knockText(session) {
  const knocks = session.moves("knock");
  const thrown = knocks.map((move) => move.discard).filter(Boolean);
  if (!knocks.length) return session.idle && session.view.knock_limit !== null && !session.view.knock ? t("knock.not_yet") : "";
  const whole = knocks.length > thrown.length && t("knock.whole");
  return [whole, thrown.length > 0 && t("knock.with", { cards: shorts(thrown) })].filter(Boolean).join(" ");
}
