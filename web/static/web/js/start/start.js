// The start: a new table, the open ones, and those this browser plays at.

import { html, useEffect, useState } from "../../vendor/preact-htm.js";
import { Problem, pages } from "../lib/api.js";
import { t } from "../lib/texts.js";
import { Lobby } from "./lobby.js";
import { NewTable } from "./new_table.js";

const EASE = ["easy", "medium", "hard"];
const steepness = ({ difficulty }) => (EASE.includes(difficulty) ? EASE.indexOf(difficulty) : EASE.length);

/** The easiest first: it is the one that is chosen for whoever comes for the first time. */
const easiestFirst = (variants) => [...variants].sort((a, b) => steepness(a) - steepness(b));

export function Start() {
  const [variants, setVariants] = useState(null);
  const [fault, setFault] = useState("");
  const load = () => {
    setFault("");
    pages("variants?limit=100", "results")
      .then((found) => setVariants(easiestFirst(found.results)))
      .catch((error) => {
        if (!(error instanceof Problem)) throw error;
        setFault(error.sentence);
      });
  };
  useEffect(load, []);
  useEffect(() => {
    document.title = "Meldhouse";
  }, []);
  return html`<main class="start">
    <h1>${t("start.title")}</h1>
    <p class="fault" role="status">${fault}</p>
    ${fault && html`<button type="button" class="button" onClick=${load}>${t("again")}</button>`}
    ${variants && html`<div class="columns">
      <${NewTable} variants=${variants} />
      <${Lobby} variants=${variants} />
    </div>`}
  </main>`;
}
