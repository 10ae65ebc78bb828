// The end of a deal and of the match: who scored what, with the hands as they were.

import { html, useEffect, useRef } from "../../vendor/preact-htm.js";
import { plain, without } from "../lib/cards.js";
import { number, t } from "../lib/texts.js";
import { Button, Row } from "../ui.js";
import { Ledger } from "./ledger.js";
import { howOver } from "./narrate.js";

const rated = (view) => view.seats.some((seat) => seat.rating !== null);

/** The last effect of a kind that was heard. */
const lastOf = (events, kind) => events.flatMap((event) => event.effects ?? []).filter((effect) => effect.kind === kind).at(-1);

/** What was heard of the end of this deal, or nothing: its `seats` say how the hands lay, its `gain` what a knock brought. */
function ending(events) {
  const dealt = events.findLastIndex((event) => event.kind === "dealt");
  return lastOf(events.slice(dealt + 1), "deal_over") ?? {};
}

/** Cards under what they are; the picture's own name says it to those who hear the page. */
function Named({ cards, label }) {
  return html`<span class="loose"><small aria-hidden="true">${label}</small><${Row} cards=${cards} label=${label} /></span>`;
}

/** What a knock brought, as a sum: the difference of what is left, the bonus, and whether all of it counts double. */
function Gain({ gain }) {
  const { why, difference, bonus, factor } = gain;
  const parts = [t("gain.difference", { n: difference }), bonus > 0 && t(`gain.bonus.${why}`, { n: bonus })].filter(Boolean);
  if (parts.length === 1 && factor === 1) return null;
  const sum = parts.join(" + ");
  const whole = factor === 1 ? sum : `${parts.length > 1 ? `(${sum})` : sum} × ${factor}`;
  return html`<p class="gain">${whole} = <strong>${t("points", { n: (difference + bonus) * factor })}</strong></p>`;
}

/** A hand as it was: its melds, what was laid off on others', and apart from that what was left. */
function ShownHand({ hand, as }) {
  if (!hand?.length) return "–";
  const joined = as ? without(hand, [...as.melds.flat().map(plain), ...as.rest]) : [];
  if (!as?.melds.length && !joined.length) return html`<${Row} cards=${hand} />`;
  return html`<span class="laid">
    ${as.melds.map((cards, at) => html`<${Row} key=${at} cards=${cards} />`)}
    ${joined.length > 0 && html`<${Named} cards=${joined} label=${t("result.laid_off")} />`}
    ${as.rest.length > 0 && html`<${Named} cards=${as.rest} label=${t("result.left")} />`}
  </span>`;
}

function DealTable({ view, result, ctx, lay, withRating }) {
  const ratings = [["rating", (line) => line.rating], ["list", (line) => view.seats[line.seat].list_result]];
  const columns = [["left", (line) => line.deadwood], ["points", (line) => line.points], ...(withRating ? ratings : [])];
  return html`<div class="scroll"><table class="result dealt">
    <thead><tr>
      <th scope="col">${t("result.player")}</th><th scope="col" class="shown">${t("result.hand")}</th>
      ${columns.map(([name]) => html`<th scope="col" key=${name}>${t(`result.${name}`)}</th>`)}<th scope="col">${t("result.total")}</th>
    </tr></thead>
    <tbody>
      ${result.seats.map((line) => html`<tr key=${line.seat} class=${line.seat === result.winner ? "won" : ""}>
        <th scope="row">${ctx.nameAt(line.seat)}</th>
        <td class="shown"><${ShownHand} hand=${line.hand} as=${lay[line.seat]} /></td>
        ${columns.map(([name, of]) => html`<td key=${name} data-name=${t(`result.${name}`)}>${number(of(line) ?? "–")}</td>`)}
        <td data-name=${t("result.total")}><strong>${number(line.total)}</strong></td>
      </tr>`)}
    </tbody>
  </table></div>`;
}

/** Points of a seat in a deal, and its rating points where deals are rated. */
function lineText(line) {
  if (!line) return "–";
  return line.rating === null ? number(line.points ?? "–") : t("result.rated", { n: line.points ?? 0, rating: line.rating });
}

/** The lines of the bonuses that the end of the match brought, each `[name, by seat]`. */
function bonusLines(view, bonuses = []) {
  const of = (seat, name) => bonuses.find((each) => each.seat === seat)?.[name];
  const lines = [["boxes", number], ["game", number], ["factor", (factor) => (factor > 1 ? `× ${factor}` : "–")]];
  return lines
    .filter(([name]) => bonuses.some((each) => each[name] > (name === "factor" ? 1 : 0)))
    .map(([name, text]) => [name, view.seats.map(({ seat }) => text(of(seat, name) ?? (name === "factor" ? 1 : 0)))]);
}

function MatchTable({ view, ctx, withRating, bonuses }) {
  return html`<div class="scroll"><table class="result">
    <caption>${t("result.course")}</caption>
    <thead><tr><th scope="col">${t("result.deal")}</th>
      ${view.seats.map((seat) => html`<th scope="col" key=${seat.seat}>${ctx.nameAt(seat.seat)}</th>`)}</tr></thead>
    <tbody>
      ${view.results.map((result) => html`<tr key=${result.deal}><th scope="row">${result.deal}</th>
        ${view.seats.map((seat) => html`<td key=${seat.seat}>${lineText(result.seats.find((line) => line.seat === seat.seat))}</td>`)}</tr>`)}
      ${bonusLines(view, bonuses).map(([name, texts]) => html`<tr key=${name}><th scope="row">${t(`bonus.${name}`)}</th>
        ${texts.map((text, at) => html`<td key=${at}>${text}</td>`)}</tr>`)}
      <tr class=${withRating ? "" : "won"}><th scope="row">${t("result.total")}</th>
        ${view.seats.map((seat) => html`<td key=${seat.seat}><strong>${withRating ? t("result.rated", { n: seat.score, rating: seat.rating }) : number(seat.score)}</strong></td>`)}</tr>
      ${withRating && html`<tr class="won list"><th scope="row">${t("result.list")}</th>
        ${view.seats.map((seat) => html`<td key=${seat.seat}><strong>${number(seat.list_result)}</strong></td>`)}</tr>`}
    </tbody>
  </table></div>`;
}

function headline(view, ctx) {
  if (view.status === "aborted") return t("end.aborted");
  if (view.winners.length > 1) return t("end.shared", { names: view.winners.map(ctx.nameAt).join(", ") });
  if (view.winner === null) return t("end.none");
  return view.winner === ctx.me ? t("end.me") : t("end.other", { name: ctx.nameAt(view.winner) });
}

/** What is to be answered between two deals: a buy-back, or that one is ready. */
function Next({ session, ctx, act }) {
  const { view, busy, me } = session;
  const rebuy = session.moves("rebuy").length > 0 ? me.rebuy : null;
  const waiting = view.to_act.filter((seat) => seat !== ctx.me).map(ctx.nameAt);
  if (rebuy) {
    return html`<section class="rebuy" aria-labelledby="rebuy-title">
      <h3 id="rebuy-title">${t("rebuy.title")}</h3>
      <p>${t("rebuy.text", { fee: rebuy.fee, n: rebuy.new_score, score: view.seats[me.seat].score })}</p>
      <div class="buttons">
        <${Button} kind="main" off=${busy} onClick=${() => act.play({ kind: "rebuy" })}>${t("rebuy.do", { fee: rebuy.fee })}<//>
        <${Button} off=${busy} onClick=${() => act.play({ kind: "decline" })}>${t("rebuy.decline")}<//>
      </div>
    </section>`;
  }
  if (session.moves("ready").length) return html`<${Button} kind="main" off=${busy} onClick=${() => act.play({ kind: "ready" })}>${t("result.next")}<//>`;
  return waiting.length > 0 && html`<p>${t("result.waiting", { names: waiting.join(", ") })}</p>`;
}

export function Results({ session, ctx, act, onAgain }) {
  const { view } = session;
  const title = useRef(null);
  const over = view.status === "finished" || view.status === "aborted";
  const result = view.results.at(-1);
  const withRating = rated(view);
  const heard = ending(session.events, result);
  const lay = Object.fromEntries((heard.seats ?? []).map((line) => [line.seat, line]));
  useEffect(() => title.current?.focus(), [over, result?.deal]);
  return html`<section class="panel results" aria-labelledby="results-title">
    <h2 id="results-title" tabindex="-1" ref=${title}>
      ${over ? headline(view, ctx) : t("result.title", { n: result?.deal ?? view.deal })}</h2>
    ${result && html`<p>${howOver(result, ctx, heard.gain)}</p>
      ${heard.gain && html`<${Gain} gain=${heard.gain} />`}
      <${DealTable} view=${view} result=${result} ctx=${ctx} lay=${lay} withRating=${withRating} />`}
    ${over && view.results.length > 0 && html`<${MatchTable} view=${view} ctx=${ctx} withRating=${withRating}
      bonuses=${lastOf(session.events, "match_over")?.bonuses} />`}
    ${withRating && html`<p class="hint">${t("result.list_how", { factor: session.rule("rating.factor") ?? "?" })}</p>`}
    ${view.ledger && html`<${Ledger} view=${view} ctx=${ctx} open=${over} />`}
    <div class="buttons">
      ${!over && html`<${Next} session=${session} ctx=${ctx} act=${act} />`}
      ${over && onAgain && html`<${Button} kind="main" off=${session.busy} onClick=${onAgain}>${t("end.again")}<//>`}
      ${over && html`<a class="button" href="#/">${t("to_start")}</a>`}
    </div>
  </section>`;
}
