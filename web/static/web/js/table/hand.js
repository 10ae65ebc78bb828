// My hand: chosen by click or keyboard, sorted by suit, by rank, or by dragging.

import { html, useRef, useState } from "../../vendor/preact-htm.js";
import { ORDERS, nameOf, plain } from "../lib/cards.js";
import { t } from "../lib/texts.js";
import { Button, Face } from "../ui.js";

const DRAG_PX = 8;

/** Cards with a key that tells copies apart: the second KS of a hand is "KS#1". */
export function keyed(cards) {
  const seen = {};
  return cards.map((card) => {
    const copy = seen[card] ?? 0;
    seen[card] = copy + 1;
    return { card, key: `${card}#${copy}` };
  });
}

export function Hand({ cards, chosen, fresh, melds, onToggle, onOrder }) {
  const box = useRef(null);
  const drag = useRef(null);
  const dragged = useRef(false);
  const [lifted, setLifted] = useState(null);
  const [current, setCurrent] = useState(0);
  const hand = keyed(cards);
  const at = Math.min(current, hand.length - 1);

  const focus = (index) => {
    setCurrent(index);
    box.current.querySelectorAll("button.held")[index]?.focus();
  };
  const move = (from, to) => {
    if (to < 0 || to >= hand.length || from === to) return;
    const order = [...hand];
    order.splice(to, 0, ...order.splice(from, 1));
    onOrder(order.map((held) => held.card));
  };

  const keys = (event, index) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const edge = { Home: 0, End: hand.length - 1 }[event.key];
    const to = step ? index + step : edge;
    if (to === undefined || to < 0 || to >= hand.length) return;
    event.preventDefault();
    if (event.shiftKey) {
      move(index, to);
      setCurrent(to);
      requestAnimationFrame(() => focus(to));
    } else focus(to);
  };

  // A drag begins only after a few pixels, so that a tap stays a tap; from then on the cards follow the pointer.
  const down = (event) => {
    dragged.current = false;
    const held = event.target.closest("button.held");
    if (held && event.isPrimary && event.button === 0) {
      drag.current = { key: held.dataset.key, x: event.clientX, y: event.clientY, on: false };
    }
  };
  const dragTo = (event) => {
    const moving = drag.current;
    if (!moving) return;
    if (!moving.on) {
      if (Math.hypot(event.clientX - moving.x, event.clientY - moving.y) < DRAG_PX) return;
      moving.on = true;
      dragged.current = true;
      box.current.setPointerCapture(event.pointerId);
      setLifted(moving.key);
    }
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("button.held");
    if (!over || over.dataset.key === moving.key || !box.current.contains(over)) return;
    const place = over.getBoundingClientRect();
    const from = hand.findIndex((held) => held.key === moving.key);
    const to = hand.findIndex((held) => held.key === over.dataset.key);
    // Only past the middle of the other card: else cards of unequal width would change places for ever.
    if (to > from ? event.clientX < place.left + place.width / 3 : event.clientX > place.right - place.width / 3) return;
    move(from, to);
  };
  const up = () => {
    drag.current = null;
    setLifted(null);
  };
  const click = (key) => {
    if (dragged.current) dragged.current = false;
    else onToggle(key);
  };

  return html`<section class="hand" aria-labelledby="hand-title">
    <div class="hand-head">
      <h2 id="hand-title">${t("hand.title", { n: cards.length })}</h2>
      <div class="sorts" role="group" aria-label=${t("hand.sort")}>
        ${Object.keys(ORDERS).map((order) => html`<${Button} key=${order} kind="quiet"
          onClick=${() => onOrder([...cards].sort(ORDERS[order]))}>${t(`hand.by_${order}`)}<//>`)}
        ${melds && html`<${Button} kind="quiet" onClick=${() => onOrder(melds.map(plain))}>${t("hand.by_meld")}<//>`}
      </div>
    </div>
    <div class="cards" ref=${box} role="group" aria-label=${t("hand.help")}
      onPointerDown=${down} onPointerMove=${dragTo} onPointerUp=${up} onPointerCancel=${up}>
      ${hand.map(({ card, key }, index) => {
        const isNew = fresh.includes(card) && !hand.slice(index + 1).some((held) => held.card === card);
        return html`<button key=${key} type="button" data-key=${key} data-card=${card}
          class=${`held${chosen.has(key) ? " chosen" : ""}${isNew ? " fresh" : ""}${lifted === key ? " lifted" : ""}`}
          aria-pressed=${chosen.has(key) ? "true" : "false"}
          aria-label=${isNew ? t("card.fresh", { card: nameOf(card) }) : nameOf(card)}
          tabindex=${index === at ? 0 : -1} onFocus=${() => setCurrent(index)} onKeyDown=${(event) => keys(event, index)}
          onClick=${() => click(key)}><${Face} card=${card} /></button>`;
      })}
    </div>
  </section>`;
}
