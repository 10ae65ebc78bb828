// The table itself: its parts in their places.

import { html } from "../../vendor/preact-htm.js";
import { go, toGame } from "../go.js";
import { Problem, post } from "../lib/api.js";
import { shortOf } from "../lib/cards.js";
import { openRules } from "../lib/sheets.js";
import { keepSeat } from "../lib/store.js";
import { hasText, t } from "../lib/texts.js";
import { Button, Dialog } from "../ui.js";
import { Bench } from "./bench.js";
import { ClaimPrompt } from "./claim.js";
import { Clock } from "./clock.js";
import { Controls } from "./controls.js";
import { useFirstFocus, useFocusOnTurn, useKeptFocus } from "./focus.js";
import { Hand } from "./hand.js";
import { Arranged, Knocked, Stakes } from "./knock.js";
import { Log } from "./log.js";
import { Melds } from "./melds.js";
import { Piles } from "./piles.js";
import { usePlaying } from "./playing.js";
import { whyNoPile, whyNoStock } from "./reasons.js";
import { Results } from "./results.js";
import { Seats } from "./seats.js";
import { useArrangement } from "./verdicts.js";
import { Waiting } from "./waiting.js";

/** The same table once more: my seat, the bots, and free seats where other people sat. */
async function playAgain(session) {
  const { view } = session;
  const seats = view.seats.map((seat) => {
    if (seat.seat === view.me.seat) return { name: seat.name };
    return seat.bot ? { bot: seat.bot } : {};
  });
  const { data } = await post("games", { variant: view.variant, options: view.options, seats });
  const [mine] = data.tokens;
  keepSeat(data.game.id, { token: mine.token, seat: mine.seat, invite: data.invite, host: true, variant: view.variant });
  go(toGame(data.game.id));
}

/** What I owe in this turn, in words. */
function dutiesOf(session) {
  const { me } = session;
  const duties = me.obligations
    .filter((each) => hasText(`duty.${each.kind}`))
    .map((each) => t(`duty.${each.kind}`, { card: each.card ? shortOf(each.card) : "", n: each.jokers ?? 1 }));
  const { needed } = me.opening;
  if (needed <= 0 || me.obligations.some((each) => each.kind === "no_lay")) return duties;
  const every = session.rule("opening.applies") === "every_lay";
  return [t(every ? "duty.every_lay" : "duty.opening", { n: needed }), ...duties];
}

function Heading({ session, onRules }) {
  const { view, me, connection } = session;
  const outAt = session.rule("match.out_at");
  const facts = [
    view.status !== "open" && t(view.deals_total ? "table.deal_of" : "table.deal", { n: view.deal, total: view.deals_total }),
    view.target && t("table.target", { n: view.target }),
    view.status === "open" && view.deals_total && t("table.deals", { n: view.deals_total }),
    outAt && t("table.out_at", { n: outAt }),
    view.ledger && t("table.pot", { n: view.ledger.pot }),
    !me && t("table.watching"),
  ];
  return html`<div class="top">
    <h1>${session.title ?? view.variant}</h1>
    <small>${facts.filter(Boolean).join(" · ")}</small>
    <${Button} kind="rules" onClick=${onRules}>${t("rules.here")}<//>
    ${connection !== "live" && html`<small class="connection">${t(`connection.${connection}`)}</small>`}
  </div>`;
}

/** My hand, what I can do with it, and what presses. */
function MySide({ session, mine, said, onWhy }) {
  const { view, me } = session;
  const concealed = session.rule("laying.mode") === "concealed";
  const arrangement = useArrangement(session, concealed ? me.hand : []);
  const { act } = mine;
  return html`
    ${dutiesOf(session).map((duty) => html`<p class="duty" key=${duty}>${duty}</p>`)}
    ${mine.bench && html`<${Bench} session=${session} bench=${mine.bench} cards=${mine.cards} onChange=${act.setBench}
      onCancel=${act.stopBench} onSuggest=${act.suggest} />`}
    <${Hand} cards=${mine.shown} chosen=${mine.chosen} fresh=${me.drawn} onToggle=${mine.toggle} onOrder=${mine.reorder}
      melds=${arrangement && [...arrangement.melds.flat(), ...arrangement.deadwood]} />
    ${concealed && html`<${Arranged} found=${arrangement} thrown=${mine.cards.length === 1 ? mine.cards[0] : null}
      throwing=${mine.throwing} />`}
    <${Controls} session=${session} mine=${mine} concealed=${concealed} said=${said} onWhy=${onWhy} />`;
}

export function Board({ session, ctx, prompt, note, setNote }) {
  const { view, me } = session;
  const mine = usePlaying({ session, ctx, setNote });
  useKeptFocus();
  useFirstFocus();
  useFocusOnTurn(session.myTurn && view.status === "playing", session.idle);
  const { act, question } = mine;
  const trying = (what) => async () => {
    try {
      await what();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      setNote({ text: error.sentence, bad: true });
    }
  };
  // A reason holds for the table as it is: it goes when the table changes.
  const onWhy = (text) => setNote({ text, bad: false, version: view.version });
  const shownNote = (note.version ?? view.version) === view.version ? note : { text: "", bad: false };
  const again = trying(() => playAgain(session));
  const rules = trying(() => openRules(session.id, session.token));

  const pausing = view.phase === "between" || view.status === "finished" || view.status === "aborted";
  const sittingOut = me !== null && view.seats[me.seat].state === "sitting_out";
  const claiming = session.myTurn && view.phase === "claims";
  const can = (kind) => !session.busy && session.moves(kind).length > 0;
  return html`
    <${Heading} session=${session} onRules=${rules} />
    <${Seats} view=${view} nameAt=${ctx.nameAt} opening=${session.rule("opening.min_points") > 0} />
    <div class="middle">
      ${view.status === "open" && html`<${Waiting} session=${session} />`}
      ${pausing && html`<${Results} session=${session} ctx=${ctx} act=${act} onAgain=${me && again} />`}
      ${!pausing && view.status === "playing" && html`<div class="felt">
        <${Piles} view=${view} canDraw=${can("draw_stock")} canTake=${can("take_discard")}
          canDiscard=${can("discard") && mine.cards.length === 1} onDraw=${() => act.play({ kind: "draw_stock" })}
          onTake=${() => act.play({ kind: "take_discard" })} onDiscard=${act.discard}
          whyNot=${session.busy || !me ? {} : { stock: whyNoStock(session), pile: whyNoPile(session) }} onWhy=${(why) => why && onWhy(why)} />
        ${session.rule("laying.mode") !== "concealed" && html`<${Melds} view=${view} nameAt=${ctx.nameAt} bench=${mine.bench}
          target=${mine.laying && (mine.cards.length > 0 || mine.bench !== null)} fitting=${new Set([...mine.fits, ...mine.frees])}
          onPick=${mine.pickMeld} />`}
        ${view.knock && html`<${Knocked} knock=${view.knock} nameAt=${ctx.nameAt} />`}
        ${!view.knock && html`<${Stakes} session=${session} />`}
      </div>`}
    </div>
    <div class="my-side">
      ${view.status === "playing" && !claiming && html`<p tabindex="-1" class=${`prompt${session.myTurn ? " due" : ""}`}>${prompt} <${Clock} session=${session} /></p>`}
      <p class=${`note${shownNote.bad ? " fault" : ""}`} role="status">${shownNote.text}</p>
      ${claiming && html`<${ClaimPrompt} session=${session} onClaim=${act.claim} onPass=${act.pass} />`}
      ${me && view.status === "playing" && !pausing && (sittingOut
        ? html`<p class="hint">${t("sitting_out")}</p>`
        : html`<${MySide} session=${session} mine=${mine} said=${shownNote.text} onWhy=${onWhy} />`)}
    </div>
    <${Log} events=${session.events} ctx=${ctx} />
    ${question && html`<${Dialog} key=${question.title} title=${question.title} onClose=${() => mine.answer()}>
      <div class="choices">${question.choices.map(({ label, show, pick }, at) => html`<${Button} key=${at}
        aria-label=${label} onClick=${() => mine.answer(pick)}>${show}<//>`)}</div>
    <//>`}`;
}
