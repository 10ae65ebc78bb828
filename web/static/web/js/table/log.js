// What has happened, in words, newest first.

import { html } from "../../vendor/preact-htm.js";
import { t } from "../lib/texts.js";
import { narrate } from "./narrate.js";

const LINES = 60;

export function Log({ events, ctx }) {
  const lines = events.flatMap((event) => narrate(event, ctx).map((text, at) => ({ key: `${event.seq}.${at}`, text })));
  return html`<details class="panel log" open=${window.matchMedia("(min-width: 60rem)").matches}>
    <summary>${t("log.title")}</summary>
    <div class="lines" role="group" tabindex="0" aria-label=${t("log.title")}>
      <ol>${lines.slice(-LINES).reverse().map(({ key, text }) => html`<li key=${key}>${text}</li>`)}</ol>
    </div>
  </details>`;
}
