// What the server says of cards before they are played: asked as soon as the choosing pauses.

import { useEffect, useState } from "../../vendor/preact-htm.js";
import { Problem } from "../lib/api.js";
import { t } from "../lib/texts.js";

const PAUSE_MS = 200;

/** The answer to a question that `key` stands for, null until it is there; `ask(signal)` is called anew when it changes. */
function useAnswer(key, ask) {
  const [answer, setAnswer] = useState(null);
  useEffect(() => {
    setAnswer(null);
    if (!key) return undefined;
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      const found = await ask(asking.signal);
      if (!asking.signal.aborted) setAnswer(found);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [key]);
  return answer;
}

/** What cards would be as a meld. */
export const useVerdict = (session, cards) =>
  useAnswer(cards.length < 3 ? "" : cards.join(" "), (signal) => session.verdict(cards, signal));

/** What a lay of these placements would bring: see `Session.trial`. */
export const useTrial = (session, placements) =>
  useAnswer(placements.length ? `${session.view.version} ${JSON.stringify(placements)}` : "", (signal) => session.trial(placements, signal));

/** The melds that a hand holds, where they stay in the hand. */
export const useArrangement = (session, hand) =>
  useAnswer(hand.join(" "), (signal) => session.arrangement(hand, signal));

/** A verdict in words. */
export function verdictText(verdict) {
  if (!verdict) return "";
  return verdict.valid ? t(`verdict.${verdict.kind}`, { n: verdict.points }) : verdict.detail;
}

/** What is set aside, in words: its points against those needed, or why it cannot be laid so. */
export function trialText(trial, opening) {
  if (!trial) return "";
  const refused = trial instanceof Problem;
  if (refused && trial.code !== "opening_too_low") return trial.sentence;
  const points = refused ? trial.body.got : trial.opening_points;
  return opening.needed ? t("tray.of", { n: points, needed: opening.needed }) : t("tray.fits");
}
