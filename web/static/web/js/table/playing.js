// What I have chosen and set aside, and the moves that clicks make of it.

import { html, useState } from "../../vendor/preact-htm.js";
import { arranged } from "../lib/cards.js";
import { seatIn } from "../lib/store.js";
import { t } from "../lib/texts.js";
import { Row } from "../ui.js";
import { EMPTY, toggled } from "./bench.js";
import { keyed } from "./hand.js";
import { fitting, leftIn, rebuildOf, rebuilds, rewritten, standingIn, stillAside, swapping } from "./lays.js";
import { MeldCards, meldName } from "./melds.js";

const same = (some, others) => some.length === others.length && some.every((each, at) => each === others[at]);

/** The state of my side of the table: `{shown, chosen, cards, aside, bench, question, act, ...}`. */
export function usePlaying({ session, ctx, setNote }) {
  const { view, me } = session;
  const [order, setOrder] = useState(seatIn(session.id)?.order ?? []);
  const [chosen, setChosen] = useState(new Set());
  const [tray, setTray] = useState([]);
  const [table, setBench] = useState(null);
  const [question, setQuestion] = useState(null);

  // What is set aside stays so only as long as hand and table still have it.
  const whole = me ? arranged(me.hand, order) : [];
  const built = table && rebuildOf(table);
  const parts = stillAside(built ? [...tray, built] : tray, whole, view.melds);
  const bench = table && table.melds.every((id) => view.melds.some((meld) => meld.id === id)) && (!built || parts.includes(built)) ? table : null;
  const aside = parts.filter((part) => part !== built);
  const shown = leftIn(whole, parts);
  const cards = keyed(shown).filter(({ key }) => chosen.has(key)).map(({ card }) => card);

  const locked = me?.obligations.some((duty) => duty.kind === "no_lay") ?? false;
  const throwing = session.myTurn && ["play", "last_play"].includes(view.phase);
  const laying = session.myTurn && view.phase === "play" && !session.busy && !locked && !session.early;
  // Together where a lay has to be worth something, and where something lies ready already.
  const needed = me?.opening.needed ?? 0;
  const gathers = laying && !bench && (aside.length > 0 || needed > 0);
  const fits = fitting(session, cards);
  const frees = gathers ? new Set([...swapping(session, cards), ...standingIn(view.melds, cards)]) : swapping(session, cards);

  // A refusal speaks of what was chosen and set aside then: it goes as soon as either changes.
  const hush = () => setNote({ text: "", bad: false });
  const clear = () => {
    hush();
    setChosen(new Set());
  };
  const reorder = (changed) => {
    const next = [...changed, ...parts.flatMap(({ from }) => from)];
    if (same(next, order)) return;
    setOrder(next);
    session.keep({ order: next });
  };
  const toggle = (key) => {
    hush();
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  };
  const changeBench = (next) => {
    hush();
    setBench(next);
  };
  const ask = (title, choices) => setQuestion({ title, choices });
  const answer = (pick) => {
    setQuestion(null);
    pick?.();
  };
  const play = async (move) => {
    hush();
    const sent = chosen;
    const result = await session.play(move);
    // What was chosen while the answer was on its way stays chosen.
    if (result === true) setChosen((now) => new Set([...now].filter((key) => !sent.has(key))));
    return result;
  };
  const lay = async (placements) => {
    const result = await play({ kind: "lay", placements });
    if (result === true) {
      setTray([]);
      setBench(null);
    }
    const choices = result?.code === "ambiguous_meld" ? (result.body.choices ?? []) : [];
    const ways = choices.map((choice) => [choice, rewritten(placements, choice, view.melds)]).filter(([, way]) => way);
    if (ways.length) {
      ask(t("ask.reading"), ways.map(([choice, way]) => ({ show: html`<${Row} cards=${choice} />`, pick: () => lay(way) })));
    } else if (result?.code === "ambiguous_meld") setNote({ text: result.sentence, bad: true });
  };
  const put = (placement, from) => {
    setTray([...aside, { placement, from }]);
    clear();
  };
  const putOrLay = (placement, from) => {
    if (aside.length) put(placement, from);
    else lay([placement]);
  };
  const addTo = (meld) => putOrLay({ kind: "add", meld: meld.id, cards }, cards);
  // A swap that the list does not have may still do as a part of a whole lay.
  const swapAt = (meld) => {
    const placement = { kind: "swap", meld: meld.id, card: cards[0] };
    if (swapping(session, cards).has(meld.id)) putOrLay(placement, cards);
    else put(placement, cards);
  };
  const askMeld = (title, melds, pick) =>
    ask(title, melds.map((meld) => ({
      label: meldName(meld, ctx.nameAt(meld.owner)), show: html`<${MeldCards} meld=${meld} />`, pick: () => pick(meld),
    })));
  const pickMeld = (meld) => {
    if (bench) changeBench(toggled(bench, meld));
    else if (!frees.has(meld.id)) addTo(meld);
    else if (!fits.has(meld.id) && swapping(session, cards).has(meld.id)) swapAt(meld);
    else {
      ask(t("ask.add_or_swap"), [
        { show: t("do.lay_off"), pick: () => addTo(meld) },
        { show: t("do.swap"), pick: () => swapAt(meld) },
      ]);
    }
  };

  const among = (ids) => view.melds.filter((meld) => ids.has(meld.id));
  const rebuilding = laying && view.melds.length > 0 && (session.rule("laying.rearrange") ?? "none") !== "none";
  const suggested = rebuilding ? rebuilds(session) : [];
  const act = {
    clear,
    play,
    meld: () => lay([...aside.map(({ placement }) => placement), { kind: "meld", cards }]),
    gather: async () => {
      const found = await session.verdict(cards);
      if (found && !found.valid && found.code !== "ambiguous_meld") setNote({ text: found.detail, bad: true });
      else put({ kind: "meld", cards }, cards);
    },
    drop: (at) => {
      hush();
      setTray(aside.filter((_, each) => each !== at));
    },
    layAll: () => lay(parts.map(({ placement }) => placement)),
    layOff: () => {
      const takers = fits.size ? among(fits) : view.melds;
      if (takers.length === 1) addTo(takers[0]);
      else askMeld(t(fits.size ? "ask.meld" : "ask.meld_anyway"), takers, addTo);
    },
    swap: laying && frees.size > 0 && (() => (frees.size === 1 ? swapAt(among(frees)[0]) : askMeld(t("ask.swap"), among(frees), swapAt))),
    rebuild: rebuilding && !bench && (() => changeBench(EMPTY)),
    setBench: (next) => {
      changeBench(next);
      clear();
    },
    stopBench: () => changeBench(null),
    suggest: suggested.length > 0 && (() =>
      ask(t("ask.rebuild"), suggested.map((move) => ({
        show: html`<span class="laid">${move.placements.flatMap((each) => each.into ?? [each.cards]).map((meld, at) =>
          html`<${Row} key=${at} cards=${meld} />`)}</span>`,
        pick: () => lay(move.placements),
      })))),
    discard: () => play({ kind: "discard", card: cards[0] }),
    knock: () => play(cards.length ? { kind: "knock", discard: cards[0] } : { kind: "knock" }),
    takeBack: () => play({ kind: "take_back" }),
    claim: () => play({ kind: "claim" }),
    pass: (until) => play(until ? { kind: "pass", until } : { kind: "pass" }),
  };
  return { shown, chosen, cards, aside, parts, bench, laying, throwing, gathers, fits, frees, question, toggle, reorder, answer, pickMeld, act };
}
