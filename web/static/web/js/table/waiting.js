// The table before the first deal: the link for friends, and the host's start.

import { html, useRef, useState } from "../../vendor/preact-htm.js";
import { inviteLink } from "../go.js";
import { seatIn } from "../lib/store.js";
import { t } from "../lib/texts.js";
import { Button } from "../ui.js";

function Link({ link }) {
  const box = useRef(null);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    box.current.select();
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      setCopied(document.execCommand("copy")); // plain-http addresses have no clipboard
    }
  };
  return html`<div class="invite">
    <label class="field" for="invite"><span>${t("wait.link")}</span>
      <input id="invite" type="text" readonly value=${link} ref=${box} onFocus=${() => box.current.select()} /></label>
    <${Button} onClick=${copy}>${t("wait.copy")}<//>
    <span role="status">${copied ? t("wait.copied") : ""}</span>
  </div>`;
}

export function Waiting({ session }) {
  const kept = seatIn(session.id);
  return html`<section class="panel wait" aria-labelledby="wait-title">
    <h2 id="wait-title">${t("wait.title")}</h2>
    ${kept?.host && html`<${Link} link=${inviteLink(session.id, kept.invite)} />
      <${Button} kind="main" off=${session.busy} onClick=${() => session.ask("start", {})}>${t("wait.start")}<//>
      <p class="hint">${t("wait.start_hint")}</p>`}
    ${!kept?.host && html`<p>${t("wait.host")}</p>`}
  </section>`;
}
