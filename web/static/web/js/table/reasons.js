// Why something at the table cannot be done now, in words; "" where nothing is known to stand against it.

import { t } from "../lib/texts.js";

/** Why it is not my time to play cards. */
function notNow({ view, myTurn }) {
  if (!myTurn) return t("why.turn");
  return ["draw", "offer", "last_draw"].includes(view.phase) ? t("why.draw_first") : "";
}

/** Why no card is drawn from the stock. */
export const whyNoStock = ({ view, myTurn }) => t(!myTurn ? "why.turn" : view.phase === "play" ? "why.no_draw" : "why.no_stock");

/** Why the discard is not taken. */
export const whyNoPile = ({ view, myTurn }) => t(!myTurn ? "why.turn" : view.phase === "play" ? "why.no_draw" : "why.no_take");

/** Why these cards are not laid; `at`: whether at melds of the table. */
export function whyNoLay(session, cards, at = false) {
  const { view, me } = session;
  if (notNow(session)) return notNow(session);
  if (me.obligations.some(({ kind }) => kind === "no_lay")) return t("duty.no_lay");
  if (session.early) return t("why.early", { n: session.rule("laying.from_lap") });
  if (at && !view.melds.length) return t("melds.none");
  return cards.length ? "" : t("why.choose");
}

/** Why no card is thrown. */
export function whyNoDiscard(session, cards) {
  return notNow(session) || (cards.length === 1 ? "" : t("why.choose_one"));
}
