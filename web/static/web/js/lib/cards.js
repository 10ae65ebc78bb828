// Cards in their text form: "KS", "X", and in melds "X:7H" or "X:9" for a joker and what it stands for.

import { hasText, t } from "./texts.js";

const RANKS = "A23456789TJQK";
const SUITS = "SHDC";

export const isJoker = (card) => card.startsWith("X");

/** The card as it was in the hand: a joker without what it stands for. */
export const plain = (card) => (isJoker(card) ? "X" : card);

export const rankOf = (card) => card[0];
export const suitOf = (card) => card[1];

/** The rank as it is printed on a card: "10", and the letters of the language's country. */
export const rankText = (rank) => (hasText(`index.${rank}`) ? t(`index.${rank}`) : rank);

/** What a joker of a meld stands for: "7H", "9", or "" where nothing is said. */
export const standsFor = (card) => (isJoker(card) ? card.slice(2) : "");

/** A card in words. */
export function nameOf(card) {
  if (!isJoker(card)) return t("card.name", { rank: t(`rank.${rankOf(card)}`), suit: t(`suit.${suitOf(card)}`) });
  const as = standsFor(card);
  if (!as) return t("card.joker");
  return t("card.joker_as", { card: as.length === 1 ? t(`rank.${as}`) : nameOf(as) });
}

/** A card in signs, for log lines: "K♠". */
export function shortOf(card) {
  if (isJoker(card)) {
    const as = standsFor(card);
    return as ? `${t("card.joker")} (${as.length === 1 ? rankText(as) : shortOf(as)})` : t("card.joker");
  }
  return rankText(rankOf(card)) + "♠♥♦♣"[SUITS.indexOf(suitOf(card))];
}

export const shorts = (cards) => cards.map(shortOf).join(" ");

const place = (card, first, second) => (isJoker(card) ? 999 : first(card) * 20 + second(card));
const bySuit = (card) => "SHCD".indexOf(suitOf(card)); // black and red in turn
const byRank = (card) => RANKS.indexOf(rankOf(card));

export const ORDERS = {
  suit: (a, b) => place(a, bySuit, byRank) - place(b, bySuit, byRank),
  rank: (a, b) => place(a, byRank, bySuit) - place(b, byRank, bySuit),
};

/** Whether two lists hold the same cards, in whatever order, jokers without what they stand for. */
export function sameCards(some, others) {
  const line = (cards) => cards.map(plain).sort().join(" ");
  return line(some) === line(others);
}

/** The cards of `whole` that are not in `part`, each as often as it is there. */
export function without(whole, part) {
  const left = [...part];
  return whole.filter((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** The cards of a hand in the order kept for it; new ones at the end. */
export function arranged(hand, order) {
  const left = [...hand];
  const known = order.filter((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return [...known, ...left];
}
