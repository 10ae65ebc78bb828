// The keyboard's place at the table: kept when what had it goes away.

import { useEffect, useLayoutEffect, useRef } from "../../vendor/preact-htm.js";

/** Where one goes on, the most pressing first: a question, the end of a deal, the melds taken apart, the cards. */
const PLACES = ["#claim-title", "#results-title", "#bench-title", "button.held[tabindex='0']"];

/**
 * Gives the focus to the most pressing place when the button that had it is no longer on the page, as after a discard that
 * opens a claim, or an answer to one: else the tab key would begin at the top of the page again.
 */
export function useKeptFocus() {
  const last = useRef(null);
  useEffect(() => {
    const took = (event) => {
      last.current = event.target;
    };
    document.addEventListener("focusin", took);
    return () => document.removeEventListener("focusin", took);
  }, []);
  useLayoutEffect(() => {
    if (!last.current || last.current.isConnected || document.activeElement !== document.body) return;
    last.current = null;
    PLACES.map((place) => document.querySelector(place)).find(Boolean)?.focus({ preventScroll: true });
  });
}
