// A friend's way to the table: a name, and in.

import { html, useState } from "../vendor/preact-htm.js";
import { go, toGame } from "./go.js";
import { Problem, post } from "./lib/api.js";
import { keep, keepSeat, recall, seatIn } from "./lib/store.js";
import { t } from "./lib/texts.js";
import { Button } from "./ui.js";

export function Join({ id, invite }) {
  const [name, setName] = useState(recall("name", ""));
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  if (seatIn(id)?.token) {
    go(toGame(id));
    return null;
  }
  const join = async (event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFault("");
    try {
      const { data } = await post(`games/${id}/join`, invite ? { name, invite } : { name });
      keep("name", name);
      keepSeat(id, { token: data.token, seat: data.seat, variant: data.game.variant });
      go(toGame(id));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      setFault(error.sentence);
      setBusy(false);
    }
  };
  return html`<main class="plain">
    <h1>${t("join.title")}</h1>
    <p>${t("join.text")}</p>
    <form onSubmit=${join}>
      <label class="field" for="name"><span>${t("your_name")}</span>
        <input id="name" type="text" maxlength="40" required autocomplete="nickname" value=${name}
          onInput=${(event) => setName(event.target.value)} /></label>
      <button type="submit" class="button main" aria-disabled=${busy ? "true" : undefined}>${t("join.do")}</button>
    </form>
    <p class="fault" role="status">${fault}</p>
    <p><${Button} kind="quiet" onClick=${() => go("#/")}>${t("to_start")}<//></p>
  </main>`;
}
