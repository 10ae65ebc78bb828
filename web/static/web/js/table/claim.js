// The open card asked for out of turn: yes, no, or not for a while.

import { html } from "../../vendor/preact-htm.js";
import { nameOf } from "../lib/cards.js";
import { hasText, t } from "../lib/texts.js";
import { Button, Face } from "../ui.js";
import { Clock } from "./clock.js";

/** What a claim is called where it is made this way. */
const verb = (mode) => (hasText(`claim.do.${mode}`) ? `claim.do.${mode}` : "claim.do");

export function ClaimPrompt({ session, onClaim, onPass }) {
  const { view } = session;
  const busy = session.busy || !session.moves("claim").length;
  const ahead = session.moves("pass").map((move) => move.until ?? null).filter(Boolean);
  return html`<section class="claim" aria-labelledby="claim-title">
    <span role="img" aria-label=${nameOf(view.claim.card)}><${Face} card=${view.claim.card} /></span>
    <div class="about">
      <h3 id="claim-title" tabindex="-1">${t("claim.title", { card: nameOf(view.claim.card) })} <${Clock} session=${session} /></h3>
      <p>${t(view.claim.penalty ? "claim.penalty" : "claim.free", { n: view.claim.penalty })}</p>
      <div class="buttons">
        <${Button} kind="main" off=${busy} onClick=${onClaim}>${t(verb(session.rule("claims.mode")))}<//>
        <${Button} off=${busy} onClick=${() => onPass()}>${t("do.pass")}<//>
        ${ahead.map((until) => html`<${Button} key=${until} kind="quiet" off=${busy} onClick=${() => onPass(until)}>${t(`claim.until.${until}`)}<//>`)}
      </div>
    </div>
  </section>`;
}
