// Melds of the table taken apart and put together anew, with cards of the hand. Whether it holds the server says.

import { html, useState } from "../../vendor/preact-htm.js";
import { nameOf } from "../lib/cards.js";
import { t } from "../lib/texts.js";
import { Button, Face } from "../ui.js";
import { useVerdict, verdictText } from "./verdicts.js";

/** A bench is `{melds, groups}`: ids of the melds on it, and its cards in groups, each `{card, home}`. */
export const EMPTY = { melds: [], groups: [] };

/** The bench with a meld on it, or without it and all its cards. */
export function toggled(bench, meld) {
  if (!bench.melds.includes(meld.id)) {
    const group = meld.cards.map((card) => ({ card, home: meld.id }));
    return { melds: [...bench.melds, meld.id], groups: [...bench.groups, group] };
  }
  const groups = bench.groups.map((group) => group.filter(({ home }) => home !== meld.id));
  return { melds: bench.melds.filter((id) => id !== meld.id), groups: groups.filter((group) => group.length) };
}

/** The bench with the picked cards of it and these cards of the hand in group `to`; one more than there are is a new one. */
const bringing = (bench, to, picked, cards) => {
  const moved = bench.groups.flatMap((group, at) => group.filter((_, place) => picked.has(`${at}.${place}`)));
  const groups = bench.groups.map((group, at) => group.filter((_, place) => !picked.has(`${at}.${place}`)));
  const added = [...moved, ...cards.map((card) => ({ card, home: "hand" }))];
  if (to === groups.length) groups.push(added);
  else groups[to] = [...groups[to], ...added];
  return { ...bench, groups: groups.filter((group) => group.length) };
};

function Group({ session, group, number, picked, onPick, onBring, moving }) {
  const verdict = useVerdict(session, group.map(({ card }) => card));
  return html`<li class="group">
    <div class="cards" role="group" aria-label=${t("bench.group", { n: number })}>
      ${group.map(({ card, home }, at) => html`<button type="button" key=${at} class=${`held${picked(at) ? " chosen" : ""}${home === "hand" ? " fresh" : ""}`}
        aria-pressed=${picked(at) ? "true" : "false"} aria-label=${nameOf(card)} onClick=${() => onPick(at)}><${Face} card=${card} /></button>`)}
    </div>
    <span class="verdict">${group.length < 3 ? t("bench.short") : verdictText(verdict)}</span>
    ${moving && html`<${Button} kind="quiet" onClick=${onBring}>${t("bench.here")}<span class="unseen"> (${t("bench.group", { n: number })})</span><//>`}
  </li>`;
}

export function Bench({ session, bench, cards, onChange, onCancel, onSuggest }) {
  const [picked, setPicked] = useState(new Set());
  const pick = (key) => {
    const next = new Set(picked);
    if (!next.delete(key)) next.add(key);
    setPicked(next);
  };
  const change = (next) => {
    setPicked(new Set());
    onChange(next);
  };
  const bring = (to) => change(bringing(bench, to, picked, cards));
  const mine = bench.groups.some((group, at) => group.some(({ home }, place) => home === "hand" && picked.has(`${at}.${place}`)));
  const back = () => {
    const groups = bench.groups.map((group, at) => group.filter(({ home }, place) => home !== "hand" || !picked.has(`${at}.${place}`)));
    change({ ...bench, groups: groups.filter((group) => group.length) });
  };
  const moving = picked.size + cards.length > 0;
  return html`<section class="tray bench" aria-labelledby="bench-title">
    <h3 id="bench-title" tabindex="-1">${t("bench.title")}</h3>
    <p class="hint">${t(bench.melds.length ? "bench.how" : "bench.pick")}</p>
    <ol>${bench.groups.map((group, at) => html`<${Group} key=${at} session=${session} group=${group} number=${at + 1} moving=${moving}
      picked=${(place) => picked.has(`${at}.${place}`)} onPick=${(place) => pick(`${at}.${place}`)} onBring=${() => bring(at)} />`)}</ol>
    <div class="buttons">
      <${Button} off=${!moving || !bench.melds.length} onClick=${() => bring(bench.groups.length)}>${t("bench.new_group")}<//>
      ${mine && html`<${Button} onClick=${back}>${t("bench.back")}<//>`}
      ${onSuggest && html`<${Button} onClick=${onSuggest}>${t("bench.suggest")}<//>`}
      <${Button} kind="quiet" onClick=${onCancel}>${t("bench.cancel")}<//>
    </div>
  </section>`;
}
