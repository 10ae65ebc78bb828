// What I can do with the cards I have chosen.

import { html } from "../../vendor/preact-htm.js";
import { t } from "../lib/texts.js";
import { Button, Row } from "../ui.js";
import { knockText } from "./knock.js";
import { whyNoDiscard, whyNoLay } from "./reasons.js";
import { trialText, useTrial, useVerdict, verdictText } from "./verdicts.js";

function Part({ part, at, melds, onDrop }) {
  const { placement, from } = part;
  const number = melds.findIndex((meld) => meld.id === placement.meld) + 1;
  return html`<li>
    ${placement.kind !== "meld" && html`<small>${t(`tray.${placement.kind}`, { n: number })}</small>`}
    <${Row} cards=${from} />
    <${Button} kind="quiet" onClick=${() => onDrop(at)} aria-label=${t("tray.drop", { n: at + 1 })}>✕<//>
  </li>`;
}

/** All that is set aside, the melds taken apart with it, and what it would be worth. */
function Tray({ session, mine, said, onWhy }) {
  const { view } = session;
  const trial = useTrial(session, mine.parts.map(({ placement }) => placement));
  const text = trialText(trial, view.me.opening);
  const short = trial?.code === "opening_too_low";
  return html`<section class="tray" aria-labelledby="tray-title">
    <h3 id="tray-title">${t(mine.bench ? "tray.rebuilt" : "tray.title")}</h3>
    ${mine.aside.length > 0 && html`<ul>${mine.aside.map((part, at) => html`<${Part} key=${at} part=${part} at=${at} melds=${view.melds} onDrop=${mine.act.drop} />`)}</ul>`}
    <p>${text === said ? "" : text}</p>
    <${Button} kind="main" off=${session.busy || !mine.laying || short} why=${short ? text : ""} onWhy=${onWhy}
      onClick=${mine.act.layAll}>${t("tray.lay")}<//>
  </section>`;
}

/** `said`: what stands above the hand, which is not said a second time here; `onWhy` says something there. */
export function Controls({ session, mine, concealed, said, onWhy }) {
  const { view, busy } = session;
  const { cards, act, bench, laying, throwing } = mine;
  const verdict = useVerdict(session, session.myTurn && !concealed ? cards : []);
  const knocks = session.moves("knock");
  const has = (kind) => session.moves(kind).length > 0;
  // Within a turn a discard that is refused says what is still owed; after the last draw there may be none at all.
  const discarding = throwing && (view.phase === "play" || has("discard"));
  const off = (possible) => busy || !possible;
  const lays = { why: whyNoLay(session, cards), onWhy };
  const laysOff = { why: whyNoLay(session, cards, true), onWhy };
  const throws = { why: whyNoDiscard(session, cards), onWhy };
  const knocking = knocks.some((move) => (cards.length ? cards.length === 1 && move.discard === cards[0] : !move.discard));
  const asking = view.phase === "claims" || view.phase === "offer";
  const about = throwing ? verdictText(verdict) || knockText(session) : "";
  return html`<section class="controls" aria-label=${t("controls")}>
    <p class="verdict">${about === said ? "" : about}</p>
    ${mine.parts.length > 0 && html`<${Tray} session=${session} mine=${mine} said=${said} onWhy=${onWhy} />`}
    <div class="buttons">
      ${!asking && html`
        ${!concealed && !bench && html`
          <${Button} kind=${verdict?.valid && laying ? "main" : ""} off=${off(laying && cards.length)} ...${lays} onClick=${act.meld}>${t("do.meld")}<//>
          ${mine.gathers && html`<${Button} off=${off(cards.length)} ...${lays} onClick=${act.gather}>${t("do.gather")}<//>`}
          <${Button} off=${off(laying && session.idle && cards.length && view.melds.length)} ...${laysOff} onClick=${act.layOff}>${t("do.lay_off")}<//>
          ${act.swap && html`<${Button} off=${busy} onClick=${act.swap}>${t("do.swap")}<//>`}`}
        ${act.rebuild && html`<${Button} off=${busy} onClick=${act.rebuild}>${t("do.rebuild")}<//>`}
        <${Button} kind="main" off=${off(discarding && cards.length === 1)} ...${throws} onClick=${act.discard}>${t("do.discard")}<//>
        ${knocks.length > 0 && html`<${Button} off=${off(knocking)} why=${knockText(session)} onWhy=${onWhy} onClick=${act.knock}>${t("do.knock")}<//>`}
        ${has("take_back") && html`<${Button} kind="quiet" off=${busy} onClick=${act.takeBack}>${t("do.take_back")}<//>`}`}
      ${has("pass") && view.phase !== "claims" && html`<${Button} off=${busy} onClick=${() => act.pass()}>${t("do.pass")}<//>`}
      ${cards.length > 0 && html`<${Button} kind="quiet" onClick=${act.clear}>${t("do.clear")}<//>`}
    </div>
  </section>`;
}
