// How long there is still time for an answer.

import { html, useEffect, useState } from "../../vendor/preact-htm.js";
import { t } from "../lib/texts.js";

const LONG_S = 120;

/** The seconds that this seat has left, counted from when the view came; null where nothing presses. */
function secondsLeft(session) {
  const seat = session.view.seats.find((each) => each.seat === session.me?.seat);
  if (seat?.time_left_s === null || seat?.time_left_s === undefined) return null;
  return Math.max(0, Math.ceil(seat.time_left_s - (performance.now() - session.shownAt) / 1000));
}

export function Clock({ session }) {
  const [, tick] = useState(0);
  const left = secondsLeft(session);
  const shown = left !== null && left <= LONG_S;
  useEffect(() => {
    if (!shown) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 500);
    return () => clearInterval(timer);
  }, [shown]);
  return shown ? html`<span class="clock">${t("clock", { n: left })}</span>` : null;
}
