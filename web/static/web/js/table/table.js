// One game: the table as its view shows it, and what I do there. No rule is known here; the server judges every move.

import { html, useEffect, useRef, useState } from "../../vendor/preact-htm.js";
import { Session } from "../lib/session.js";
import { hasText, t } from "../lib/texts.js";
import { Board } from "./board.js";
import { narrate } from "./narrate.js";

const QUIET_MS = 400;

/** The names of the seats: "You" for mine. */
const namer = (view) => (seat) => {
  const found = view?.seats.find((each) => each.seat === seat);
  if (!found) return "?";
  return view.me?.seat === seat ? t("seat.you", { name: found.name }) : (found.name ?? t("wait.free"));
};

/** Whose turn it is and what is to be done, in words. */
function prompt(session, nameAt) {
  const { view } = session;
  if (view.status === "open") return t("wait.title");
  if (view.status !== "playing") return t(`status.${view.status}`);
  const mine = view.me && view.to_act.includes(view.me.seat);
  if (mine && view.phase === "play" && session.rule("laying.mode") === "concealed") {
    return t(session.moves("knock").length ? "turn.me.play_knock" : "turn.me.play_concealed");
  }
  if (mine && view.phase === "play" && session.early) return t("turn.me.play_early", { n: session.rule("laying.from_lap") });
  if (mine && view.phase === "draw" && session.idle && !session.moves("take_discard").length) return t("turn.me.draw_stock");
  // With nobody having knocked, the last discard may only be knocked with.
  if (mine && !view.knock && view.phase === "last_draw" && session.idle && !session.moves("take_discard").length) {
    return t("turn.me.last_draw_no_knock");
  }
  if (mine && !view.knock && hasText(`turn.me.${view.phase}_to_knock`)) return t(`turn.me.${view.phase}_to_knock`);
  if (mine) return t(hasText(`turn.me.${view.phase}`) ? `turn.me.${view.phase}` : "turn.me");
  const names = view.to_act.map(nameAt).join(", ");
  return names ? t(`turn.other.${hasText(`turn.other.${view.phase}`) ? view.phase : "any"}`, { name: names }) : "";
}

/** What I have shown in vain, in words; null where nothing of the kind happened. */
function failed(event, me) {
  const effect = event.seat === me && event.effects?.find((each) => each.kind === "opening_failed");
  return effect ? t("note.opening_failed", { needed: effect.needed, got: effect.got }) : null;
}

function useSession(id) {
  const [, draw] = useState(0);
  const [note, setNote] = useState({ text: "", bad: false });
  const [said, setSaid] = useState("");
  const held = useRef(null);
  useEffect(() => {
    let alive = true;
    let heard = [];
    let timer = null;
    const session = new Session(id, {
      changed: () => alive && draw((count) => count + 1),
      noted: (text, bad = false) => alive && setNote({ text, bad }),
      // Events come in bursts, as many as bots are quick: they are said together, and then whose turn it is.
      heard: (event) => {
        heard.push(event);
        const vain = failed(event, session.me?.seat);
        if (vain) setNote({ text: vain, bad: true });
        clearTimeout(timer);
        timer = setTimeout(async () => {
          await session.refresh();
          if (!alive || !session.view) return;
          const nameAt = namer(session.view);
          const others = heard.filter((each) => each.seat !== session.me?.seat || each.effects?.length > 1);
          heard = [];
          const ctx = { me: session.me?.seat ?? null, nameAt };
          setSaid([...others.flatMap((each) => narrate(each, ctx)), prompt(session, nameAt)].join(" "));
        }, QUIET_MS);
      },
    });
    held.current = session;
    draw((count) => count + 1);
    session.open();
    return () => {
      alive = false;
      clearTimeout(timer);
      session.close();
    };
  }, [id]);
  return { session: held.current, note, setNote, said };
}

export function Table({ id }) {
  const { session, note, setNote, said } = useSession(id);
  const view = session?.view;
  const mine = session?.myTurn && view.status === "playing";
  useEffect(() => {
    document.title = mine ? `● ${t("turn.me")} – Meldhouse` : "Meldhouse";
  }, [mine]);
  const voice = html`<div class="unseen" aria-live="polite">${said}</div>`;
  if (session?.fault) {
    return html`<main class="plain"><h1>${t("table.none")}</h1><p class="fault" role="status">${session.fault.sentence}</p>
      <p><a class="button" href="#/">${t("to_start")}</a></p></main>`;
  }
  if (!view) return html`<main class="plain"><p role="status">${t("loading")}</p></main>`;
  const nameAt = namer(view);
  const ctx = { me: view.me?.seat ?? null, nameAt };
  return html`<main class="game" data-idle=${String(session.idle)}>${voice}<${Board} session=${session} ctx=${ctx} prompt=${prompt(session, nameAt)}
    note=${note} setNote=${setNote} /></main>`;
}
