// The melds on the table, by owner. While cards are chosen each is a button that they can be laid off at; while melds
// are taken apart, one that puts it on the bench.

import { html } from "../../vendor/preact-htm.js";
import { nameOf } from "../lib/cards.js";
import { t } from "../lib/texts.js";
import { Face } from "../ui.js";

/** A meld in words: "Run of Anna: 4 of hearts, 5 of hearts, 6 of hearts". */
export function meldName(meld, owner) {
  return `${t(`meld.${meld.kind}`, { name: owner })}: ${meld.cards.map(nameOf).join(", ")}`;
}

export function MeldCards({ meld }) {
  return html`<span class="row" aria-hidden="true">
    ${meld.cards.map((card, at) => html`<${Face} key=${at} card=${card} small />`)}
  </span>`;
}

function Meld({ meld, owner, target, bench, fits, onPick }) {
  const name = meldName(meld, owner);
  if (!target) return html`<span class="meld" role="img" aria-label=${name}><${MeldCards} meld=${meld} /></span>`;
  const on = bench?.melds.includes(meld.id) ?? fits;
  const label = bench ? "meld.rebuild" : fits ? "meld.lay_off_fits" : "meld.lay_off";
  return html`<button type="button" class=${`meld target${on ? " fits" : ""}`} onClick=${() => onPick(meld)}
    aria-pressed=${bench ? String(on) : undefined} aria-label=${t(label, { meld: name })}><${MeldCards} meld=${meld} /></button>`;
}

export function Melds({ view, nameAt, target, bench, fitting, onPick }) {
  const owners = view.seats.filter((seat) => view.melds.some((meld) => meld.owner === seat.seat));
  return html`<section class="melds" aria-labelledby="melds-title">
    <h2 id="melds-title" class=${owners.length ? "" : "unseen"}>${t("melds.title")}</h2>
    ${!owners.length && html`<p class="hint">${t("melds.none")}</p>`}
    ${owners.map(({ seat }) => html`<div class="owned" key=${seat}>
      <h3>${nameAt(seat)}</h3>
      <div class="laid">
        ${view.melds.filter((meld) => meld.owner === seat).map((meld) => html`<${Meld} key=${meld.id} meld=${meld}
          owner=${nameAt(seat)} target=${target} bench=${bench} fits=${fitting.has(meld.id)} onPick=${onPick} />`)}
      </div>
    </div>`)}
  </section>`;
}
