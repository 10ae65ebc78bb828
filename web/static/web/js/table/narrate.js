// Events in words. What is hidden from this seat never came here.

import { shortOf, shorts } from "../lib/cards.js";
import { hasText, t } from "../lib/texts.js";

/** A sentence about a seat: `key.me` where it is mine, else `key.other` with its name; null where there is none. */
function told(key, seat, ctx, data = {}) {
  const mine = ctx.me === seat && seat !== null;
  const full = `${key}.${mine ? "me" : "other"}`;
  if (hasText(full)) return t(full, { ...data, name: ctx.nameAt(seat) });
  return hasText(key) ? t(key, { ...data, name: ctx.nameAt(seat) }) : null;
}

function placed(placement, seat, ctx) {
  switch (placement.kind) {
    case "meld":
      return told("log.meld", seat, ctx, { cards: shorts(placement.cards) });
    case "add":
      return told("log.add", seat, ctx, { cards: shorts(placement.cards) });
    case "swap":
      return told("log.swap", seat, ctx, { card: shortOf(placement.card) });
    default:
      return told("log.rebuild", seat, ctx, { cards: placement.into.map(shorts).join(" | ") });
  }
}

function moved(event, ctx) {
  const { kind, seat } = event;
  const effects = event.effects ?? [];
  switch (kind) {
    case "draw_stock": {
      const drawn = effects.find((effect) => effect.kind === "drawn" && effect.seat === seat);
      return [drawn ? t("log.drew", { cards: shorts(drawn.cards) }) : told("log.draw_stock", seat, ctx)];
    }
    case "take_discard": {
      const taken = effects.find((effect) => effect.kind === "taken"); // not told by events of older games
      return [taken ? told("log.took", seat, ctx, { card: shortOf(taken.card) }) : told("log.take_discard", seat, ctx)];
    }
    case "lay":
      return event.placements.map((placement) => placed(placement, seat, ctx));
    case "discard":
      return [told("log.discard", seat, ctx, { card: shortOf(event.card) })];
    case "knock": {
      const points = effects.find((effect) => effect.kind === "knocked")?.points ?? 0;
      return [told(event.discard ? "log.knock" : "log.knock_whole", seat, ctx, { n: points, card: event.discard ? shortOf(event.discard) : "" })];
    }
    case "dealt":
      return [told("log.dealt", event.dealer ?? effects.find((each) => each.kind === "deal")?.dealer, ctx)];
    default:
      return [told(`log.${kind}`, seat, ctx, { given: event.name ?? "" })];
  }
}

function brought(effect, ctx) {
  switch (effect.kind) {
    case "renewed":
      return t(`log.renewed.${effect.how === "shuffle" ? "shuffle" : "flip"}`);
    case "claimed":
      return told("log.claimed", effect.seat, ctx, { card: shortOf(effect.card), n: effect.penalty_count });
    case "opening_failed":
      return t("log.opening_failed", { needed: effect.needed, got: effect.got });
    case "deal_over":
      return howOver(effect, ctx);
    case "seat_out":
      return told("log.seat_out", effect.seat, ctx, { n: effect.total });
    case "rebought":
      return told("log.rebought", effect.seat, ctx, { n: effect.total });
    case "match_over":
      return effect.winners.length === 1
        ? told("log.match_over", effect.winners[0], ctx)
        : t("log.match_shared", { names: effect.winners.map(ctx.nameAt).join(", ") });
    default:
      return null;
  }
}

/**
 * How a deal ended, in one sentence. `result` is a result of the view, or the effect that says the same; `gain` what a
 * knock brought and why, where that is known.
 */
export function howOver(result, ctx, gain = result.gain) {
  const sentence = result.winner === null || result.winner === undefined
    ? t(`over.${result.how}`)
    : told(gain && hasText(`gain.${gain.why}.me`) ? `gain.${gain.why}` : `over.${result.how}`, result.winner, ctx)
      ?? told("over.out", result.winner, ctx);
  return result.double && result.winner !== null ? `${sentence} ${t("over.double")}` : sentence;
}

/** The sentences of an event; none for what needs no words. `ctx`: `{me, nameAt}`. */
export function narrate(event, ctx) {
  const lines = [...moved(event, ctx), ...(event.effects ?? []).map((effect) => brought(effect, ctx))];
  return lines.filter(Boolean);
}
