// The stock and the discard pile: drawn from by click, and discarded on.

import { html } from "../../vendor/preact-htm.js";
import { nameOf } from "../lib/cards.js";
import { t } from "../lib/texts.js";
import { Face } from "../ui.js";

/** `whyNot`: why nothing can be drawn from either, in words; `onWhy` tells it to whoever presses it all the same. */
export function Piles({ view, canDraw, canTake, canDiscard, onDraw, onTake, onDiscard, whyNot, onWhy }) {
  const top = view.discard.at(-1);
  const taking = canTake || !canDiscard;
  const live = canTake || canDiscard;
  const pileName = [
    t(taking ? "pile.take" : "pile.discard"),
    top ? t("pile.top", { card: nameOf(top) }) : t("pile.empty"),
    t("cards", { n: view.discard_count }),
  ].join(", ");
  return html`<section class="piles" aria-label=${t("piles")}>
    <div class="pile">
      <button type="button" class=${`spot${canDraw ? " live" : ""}`} aria-disabled=${canDraw ? undefined : "true"}
        aria-label=${`${t("stock.draw")}, ${t("cards", { n: view.stock_count })}`} title=${canDraw ? undefined : whyNot.stock}
        onClick=${() => (canDraw ? onDraw() : onWhy(whyNot.stock))}>
        ${view.stock_count ? html`<span class="card back" aria-hidden="true"></span>` : html`<span class="card none" aria-hidden="true"></span>`}
      </button>
      <span class="count" aria-hidden="true">${t("stock.name")} · ${view.stock_count}</span>
    </div>
    <div class="pile">
      <button type="button" class=${`spot${live ? " live" : ""}`} aria-disabled=${live ? undefined : "true"} aria-label=${pileName}
        title=${live ? undefined : whyNot.pile} onClick=${() => (canTake ? onTake() : canDiscard ? onDiscard() : onWhy(whyNot.pile))}>
        ${top ? html`<${Face} card=${top} />` : html`<span class="card none" aria-hidden="true"></span>`}
      </button>
      <span class="count" aria-hidden="true">${t("pile.name")} · ${view.discard_count}</span>
    </div>
  </section>`;
}
