// Who sits at the table: hands as numbers, scores, dealer, turn.

import { html } from "../../vendor/preact-htm.js";
import { hasText, t } from "../lib/texts.js";

// What a seat that is due is said to do, where it is not simply its turn.
const DUE = { claims: "seat.asked", between: "seat.unready" };

const inWords = (key, otherwise) => (hasText(key) ? t(key) : otherwise);

function Seat({ seat, view, name, mine, opening }) {
  const acts = view.to_act.includes(seat.seat);
  const marks = [
    seat.bot && inWords(`level.${seat.bot}`, seat.bot),
    view.dealer === seat.seat && view.status !== "open" && t("seat.dealer"),
    seat.opened && view.phase !== "between" && view.status === "playing" && opening && t("seat.opened"),
    seat.state !== "playing" && inWords(`seat.${seat.state}`, seat.state),
    !seat.bot && !mine && seat.name && !seat.online && t("seat.away"),
  ].filter(Boolean);
  return html`<li class=${`seat${acts ? " acts" : ""}${mine ? " mine" : ""}`}>
    <span class="who"><strong>${name}</strong>${acts && html`<span class="turn"> ${t(DUE[view.phase] ?? "seat.acts")}</span>`}</span>
    ${marks.length > 0 && html`<small>${marks.join(" · ")}</small>`}
    ${view.status !== "open" && html`<span class="numbers">
      <span>${t("cards", { n: seat.hand_count })}</span>
      <span class="score">${t("points", { n: seat.score })}</span>
      ${seat.rating !== null && seat.rating !== undefined && html`<span>${t("rating", { n: seat.rating })}</span>`}
      ${seat.chips !== null && seat.chips !== undefined && html`<span>${t("chips", { n: seat.chips })}</span>`}
    </span>`}
  </li>`;
}

export function Seats({ view, nameAt, opening }) {
  return html`<section aria-label=${t("seats.title")}><ul class="seats-list">
    ${view.seats.map((seat) => html`<${Seat} key=${seat.seat} seat=${seat} view=${view} name=${nameAt(seat.seat)}
      mine=${view.me?.seat === seat.seat} opening=${opening} />`)}
  </ul></section>`;
}
