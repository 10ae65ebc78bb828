// The chips: what went into the pot and out of it, deal by deal.

import { html } from "../../vendor/preact-htm.js";
import { number, t } from "../lib/texts.js";

/** The entries of one deal and kind, summed by seat: `[{deal, kind, chips: {seat: n}}]`, in their order. */
function lines(entries) {
  const found = [];
  for (const { deal, kind, seat, chips } of entries) {
    let line = found.find((each) => each.deal === deal && each.kind === kind);
    if (!line) found.push((line = { deal, kind, chips: {} }));
    line.chips[seat] = (line.chips[seat] ?? 0) + chips;
  }
  return found;
}

const signed = (chips) => (chips === undefined ? "–" : (chips > 0 ? "+" : "") + number(chips));

export function Ledger({ view, ctx, open }) {
  return html`<details class="ledger" open=${open}>
    <summary>${t("ledger.title", { n: view.ledger.pot })}</summary>
    <div class="scroll"><table class="result">
      <thead><tr><th scope="col">${t("result.deal")}</th><th scope="col" class="shown">${t("ledger.what")}</th>
        ${view.seats.map((seat) => html`<th scope="col" key=${seat.seat}>${ctx.nameAt(seat.seat)}</th>`)}</tr></thead>
      <tbody>
        ${lines(view.ledger.entries).map((line) => html`<tr key=${`${line.deal} ${line.kind}`}>
          <th scope="row">${line.deal}</th><td class="shown">${t(`ledger.${line.kind}`)}</td>
          ${view.seats.map((seat) => html`<td key=${seat.seat}>${signed(line.chips[seat.seat])}</td>`)}</tr>`)}
        <tr class="won"><th scope="row" colspan="2">${t("ledger.balance")}</th>
          ${view.seats.map((seat) => html`<td key=${seat.seat}><strong>${signed(seat.chips)}</strong></td>`)}</tr>
      </tbody>
    </table></div>
  </details>`;
}
