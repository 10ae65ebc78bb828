// Rules sheets: pages of the API, each in a tab of its own.

import { get, url } from "./api.js";
import { currentLanguage } from "./texts.js";

const asked = (path) => `${path}/rules?language=${currentLanguage()}`;

/** The address of a variant's rules in the page's language. */
export const rulesOf = (variant) => url(asked(`variants/${encodeURIComponent(variant)}`));

/** Opens the rules of a game, which only its players may see: a link would not carry the token. Throws Problem. */
export async function openRules(game, token) {
  // The tab is opened at once: later the browser would not take it for what was clicked.
  const tab = window.open("", "_blank");
  try {
    const { data } = await get(asked(`games/${game}`), { token, kind: "text/html" });
    // The page has no address of its own here, so its stylesheet needs a whole one.
    const page = data.replace('rel="stylesheet" href="/', `rel="stylesheet" href="${location.origin}/`);
    (tab ?? window).location = URL.createObjectURL(new Blob([page], { type: "text/html" }));
  } catch (error) {
    tab?.close();
    throw error;
  }
}
