// Small parts that every page uses.

import { html, useEffect, useRef } from "../vendor/preact-htm.js";
import { isJoker, nameOf, rankOf, rankText, standsFor, suitOf } from "./lib/cards.js";
import { t } from "./lib/texts.js";

const SUIT_PATHS = {
  S: "M12 2C9 7 3 10 3 15a4.5 4.5 0 0 0 7.6 3.3C10.4 20 9.6 21.2 8 22h8c-1.6-.8-2.4-2-2.6-3.7A4.5 4.5 0 0 0 21 15c0-5-6-8-9-13z",
  H: "M12 21.5C6 16.5 2.5 13 2.5 8.7A5 5 0 0 1 12 6.3a5 5 0 0 1 9.5 2.4c0 4.3-3.5 7.8-9.5 12.8z",
  D: "M12 1.5 19.5 12 12 22.5 4.5 12z",
  C: "M12 2a4.6 4.6 0 0 0-4.2 6.5A4.7 4.7 0 1 0 10.7 16c-.1 2.5-.9 4.8-2.7 6h8c-1.8-1.2-2.6-3.5-2.7-6a4.7 4.7 0 1 0 2.9-7.5A4.6 4.6 0 0 0 12 2z",
};
const STAR = "M12 1.8l3 6.7 7.2.8-5.4 4.9 1.5 7.2-6.3-3.7-6.3 3.7 1.5-7.2L1.8 9.3l7.2-.8z";

export function Suit({ suit }) {
  return html`<svg class="suit" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${SUIT_PATHS[suit]} /></svg>`;
}

/** The face of a card: a picture, so even its rank is no text; its name is given by whatever holds it. */
export function Face({ card, small = false }) {
  const size = small ? " small" : "";
  if (isJoker(card)) {
    const as = standsFor(card);
    return html`<span class=${`card joker${size}`} aria-hidden="true">
      <span class="corner"><span class="rank" data-rank=${as ? rankText(as[0]) : "★"}></span>${as.length > 1 && html`<${Suit} suit=${as[1]} />`}</span>
      <svg class="pip" viewBox="0 0 24 24" focusable="false"><path d=${STAR} /></svg>
    </span>`;
  }
  return html`<span class=${`card suit-${suitOf(card)}${size}`} aria-hidden="true">
    <span class="corner"><span class="rank" data-rank=${rankText(rankOf(card))}></span><${Suit} suit=${suitOf(card)} /></span>
    <span class="pip"><${Suit} suit=${suitOf(card)} /></span>
  </span>`;
}

/** Cards side by side, overlapping, as one picture with all their names. */
export function Row({ cards, label }) {
  const names = cards.map(nameOf).join(", ");
  return html`<span class="row" role="img" aria-label=${label ? `${label}: ${names}` : names}>
    ${cards.map((card, at) => html`<${Face} key=${at} card=${card} small />`)}
  </span>`;
}

/**
 * A button that stays in the tab order when it can do nothing now, so that the keyboard's place is not lost.
 * `off` makes it inert; then `why` says the reason, and whoever presses it all the same has it told (`onWhy`).
 */
export function Button({ off = false, why = "", onWhy, onClick, kind = "", children, ...rest }) {
  const reason = (off && why) || undefined;
  return html`<button type="button" class=${`button ${kind}`} aria-disabled=${off ? "true" : undefined} title=${reason}
    onClick=${(event) => (off ? reason && onWhy?.(reason) : onClick(event))} ...${rest}>${children}</button>`;
}

/** A modal question. `onClose` is called however it is left. */
export function Dialog({ title, onClose, children }) {
  const box = useRef(null);
  useEffect(() => {
    const dialog = box.current;
    const before = document.activeElement;
    dialog.showModal();
    return () => {
      if (dialog.open) dialog.close();
      if (before?.isConnected) before.focus();
    };
  }, []);
  return html`<dialog ref=${box} aria-labelledby="dialog-title" onClose=${onClose}>
    <h2 id="dialog-title">${title}</h2>
    ${children}
    <div class="buttons"><${Button} kind="quiet" onClick=${() => box.current.close()}>${t("cancel")}<//></div>
  </dialog>`;
}

/** A choice among few: `options` are `[value, label]`. */
export function Select({ label, value, options, onChange, id, hidden = false }) {
  return html`<label class="field" for=${id}>
    <span class=${hidden ? "unseen" : ""}>${label}</span>
    <select id=${id} value=${value} onChange=${(event) => onChange(event.target.value)}>
      ${options.map(([key, text]) => html`<option key=${key} value=${key} selected=${key === value}>${text}</option>`)}
    </select>
  </label>`;
}
