// The page: which part of it is shown, its language, and what it says aloud.

import { html, render, useLayoutEffect, useState } from "../vendor/preact-htm.js";
import { Join } from "./join.js";
import { keep, recall } from "./lib/store.js";
import { LANGUAGES, currentLanguage, preferredLanguage, setLanguage, t } from "./lib/texts.js";
import { Start } from "./start/start.js";
import { Table } from "./table/table.js";
import { Select } from "./ui.js";

const root = document.getElementById("app");
const BASE = root.dataset.texts;

/** `#/game/ID`, `#/join/ID/INVITE`, or the start. */
function placeNow() {
  const [page, id, invite] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  return { page: id ? page : "start", id, invite };
}

function setFourColours(on) {
  document.documentElement.classList.toggle("four-colours", on);
}

function Bar({ language, onLanguage }) {
  const [four, setFour] = useState(recall("fourColours", false));
  const change = (event) => {
    setFour(event.target.checked);
    keep("fourColours", event.target.checked);
    setFourColours(event.target.checked);
  };
  return html`<header class="bar">
    <a class="home" href="#/">Meldhouse</a>
    <label class="check"><input type="checkbox" checked=${four} onChange=${change} /> ${t("four_colours")}</label>
    <${Select} id="language" label=${t("language")} hidden value=${language} options=${Object.entries(LANGUAGES)}
      onChange=${onLanguage} />
  </header>`;
}

function App() {
  const [place, setPlace] = useState(placeNow());
  const [language, setShown] = useState(currentLanguage());
  // A layout effect runs within the first drawing: no change of the address falls between it and listening.
  useLayoutEffect(() => {
    const moved = () => {
      setPlace(placeNow());
      window.scrollTo(0, 0);
    };
    window.addEventListener("hashchange", moved);
    return () => window.removeEventListener("hashchange", moved);
  }, []);
  const change = async (tag) => {
    await setLanguage(tag, BASE);
    setShown(tag);
  };
  const pages = { game: Table, join: Join };
  const Page = pages[place.page] ?? Start;
  return html`<${Bar} language=${language} onLanguage=${change} />
    <${Page} key=${`${place.page}/${place.id}/${language}`} ...${place} language=${language} />`;
}

setFourColours(recall("fourColours", false));
await setLanguage(preferredLanguage(), BASE);
root.replaceChildren();
render(html`<${App} />`, root);
