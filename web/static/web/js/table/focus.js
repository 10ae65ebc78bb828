// The keyboard's place at the table: kept when what had it goes away.

import { useEffect, useLayoutEffect, useRef } from "../../vendor/preact-htm.js";

/** Where one goes on, the most pressing first: a question, the end of a deal, the melds taken apart, the cards. */
const PLACES = ["#claim-title", "#results-title", "#bench-title", "button.held[tabindex='0']"];

/** What a turn begins with: a question, the piles that can be drawn from, else the cards. */
const BEGINNINGS = ["#claim-title", ".spot.live", "button.held[tabindex='0']"];

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

/** Gives the focus to whose turn it is when a table is opened and nothing has it: else the keyboard would begin anywhere. */
export function useFirstFocus() {
  useEffect(() => {
    if (document.activeElement === document.body) document.querySelector(".prompt")?.focus({ preventScroll: true });
  }, []);
}

/**
 * Gives the focus to what a turn begins with when it comes (`mine`, and what may be done is `known`), from where nothing can
 * be done: the page, whose turn it was, or a button that is off. Nobody is taken from a place of his own.
 */
export function useFocusOnTurn(mine, known) {
  const waiting = useRef(!mine);
  useEffect(() => {
    if (!mine) waiting.current = true;
    if (!mine || !known || !waiting.current) return;
    waiting.current = false;
    const { activeElement: now } = document;
    if (now !== document.body && !now.matches(".prompt, [aria-disabled='true']")) return;
    BEGINNINGS.map((place) => document.querySelector(place)).find(Boolean)?.focus({ preventScroll: true });
  }, [mine, known]);
}
