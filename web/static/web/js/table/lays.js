// Laying: what goes onto the table, also several melds at once, and which reading is meant where there are two.
// A part of a lay that is set aside is `{placement, from}`: `from` are the cards of the hand that it uses.

import { isJoker, plain, rankOf, sameCards, standsFor, without } from "../lib/cards.js";

/** The melds that take all of these cards at once, as the list of legal moves has it. */
export function fitting(session, cards) {
  const takes = session.placements("add").filter((placement) => sameCards(placement.cards, cards));
  return new Set(takes.map((placement) => placement.meld));
}

/** The melds whose joker this card frees, as the list of legal moves has it. */
export function swapping(session, cards) {
  if (cards.length !== 1) return new Set();
  const frees = session.placements("swap").filter((placement) => placement.card === cards[0]);
  return new Set(frees.map((placement) => placement.meld));
}

/** The melds that have a joker in the place of this card: what the eye sees, whether it is legal or not. */
export function standingIn(melds, cards) {
  const [card] = cards;
  if (cards.length !== 1 || isJoker(card)) return new Set();
  const has = (meld) => meld.cards.some((each) => [card, rankOf(card)].includes(standsFor(each)));
  return new Set(melds.filter(has).map((meld) => meld.id));
}

/** The lays of the list that put melds together anew. */
export const rebuilds = (session) =>
  session.moves("lay").filter((move) => move.placements.some((placement) => placement.kind === "rebuild"));

/**
 * Placements with one of them written as in `choice`, a whole meld in which each joker says what it stands for; null
 * where `choice` belongs to none of them.
 */
export function rewritten(placements, choice, melds) {
  const meant = (cards) => sameCards(choice, cards) && cards.join() !== choice.join();
  for (const [at, placement] of placements.entries()) {
    if (placement.kind === "meld" && meant(placement.cards)) {
      return placements.with(at, { ...placement, cards: choice });
    }
    const part = placement.kind === "rebuild" ? placement.into.findIndex(meant) : -1;
    if (part >= 0) return placements.with(at, { ...placement, into: placement.into.with(part, choice) });
    const meld = placement.kind === "add" && melds.find((each) => each.id === placement.meld);
    if (meld && sameCards(choice, [...meld.cards, ...placement.cards])) {
      const cards = without(choice, meld.cards);
      if (sameCards(cards, placement.cards)) return placements.with(at, { ...placement, cards });
    }
  }
  return null;
}

/** The jokers that these parts bring into the hand. */
const freed = (parts) => parts.filter(({ placement }) => placement.kind === "swap").map(() => "X");

/** The cards that are in the hand when these parts are set aside. */
export const leftIn = (hand, parts) => without([...hand, ...freed(parts)], parts.flatMap(({ from }) => from.map(plain)));

/** The parts that hand and table still allow to be set aside. */
export function stillAside(parts, hand, melds) {
  const known = (id) => id.startsWith("new:") || melds.some((meld) => meld.id === id);
  let kept = parts.filter(({ placement }) => [placement.meld, ...(placement.melds ?? [])].filter(Boolean).every(known));
  const fits = (some) => leftIn(hand, some).length === hand.length + freed(some).length - some.flatMap(({ from }) => from).length;
  while (!fits(kept)) kept = kept.slice(0, -1);
  return kept;
}

/** What is taken apart, as a part of a lay; null while nothing of the hand goes into it. */
export function rebuildOf(bench) {
  const from = bench.groups.flat().filter(({ home }) => home === "hand").map(({ card }) => card);
  if (!from.length) return null;
  const into = bench.groups.map((group) => group.map(({ card }) => plain(card)));
  return { placement: { kind: "rebuild", melds: bench.melds, into }, from };
}
