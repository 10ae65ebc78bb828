// Open public tables, and the games that this browser has a seat in.

import { html, useEffect, useState } from "../../vendor/preact-htm.js";
import { inviteLink, toGame } from "../go.js";
import { Problem, get } from "../lib/api.js";
import { forgetSeat, myGames, seatIn } from "../lib/store.js";
import { currentLanguage, t } from "../lib/texts.js";
import { Button } from "../ui.js";

const EVERY_MS = 8000;

const namesAt = (table) => (table.seats ?? []).map((seat) => seat.name ?? (seat.bot ? t("bot") : null)).filter(Boolean);

const whenText = (at) =>
  new Date(at).toLocaleString(currentLanguage(), { dateStyle: "short", timeStyle: "short" });

function OpenTable({ table }) {
  const { title } = table;
  const free = (table.seats ?? []).some((seat) => !seat.name && !seat.bot);
  const mine = Boolean(seatIn(table.id)?.token);
  const href = mine || !free || table.status !== "open" ? toGame(table.id) : inviteLink(table.id);
  const verb = mine ? "lobby.back" : free && table.status === "open" ? "lobby.join" : "lobby.watch";
  return html`<li>
    <span><strong>${title}</strong> <small>${namesAt(table).join(", ")}</small></span>
    <a class="button" href=${href}>${t(verb)}<span class="unseen"> ${title}</span></a>
  </li>`;
}

export function Lobby({ variants }) {
  const [tables, setTables] = useState(null);
  const [mine, setMine] = useState(myGames());
  // A game keeps the name that its rules had when it was opened, whatever the variant is called now.
  const titleOf = (game) => game.titles?.[currentLanguage()] ?? variants.find(({ id }) => id === game.variant)?.title ?? game.variant;
  useEffect(() => {
    const look = async () => {
      if (document.hidden) return;
      try {
        setTables((await get("lobby")).data.results);
      } catch (error) {
        if (!(error instanceof Problem)) throw error; // the next look may succeed; the form says what is wrong
      }
    };
    look();
    const timer = setInterval(look, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const forget = (id) => {
    forgetSeat(id);
    setMine(myGames());
  };
  return html`<div class="side">
    ${mine.length > 0 && html`<section class="panel" aria-labelledby="mine-title">
      <h2 id="mine-title">${t("lobby.mine")}</h2>
      <ul class="tables">
        ${mine.slice(0, 8).map((game) => html`<li key=${game.id}>
          <span><strong>${titleOf(game)}</strong>
            ${game.at && html`<small>${whenText(game.at)}</small>`}</span>
          <span class="buttons">
            <a class="button" href=${toGame(game.id)}>${t("lobby.back")}<span class="unseen"> ${titleOf(game)}</span></a>
            <${Button} kind="quiet" onClick=${() => forget(game.id)} aria-label=${t("lobby.forget", { title: titleOf(game) })}>✕<//>
          </span>
        </li>`)}
      </ul>
    </section>`}
    <section class="panel" aria-labelledby="lobby-title">
      <h2 id="lobby-title">${t("lobby.title")}</h2>
      ${tables && tables.length === 0 && html`<p>${t("lobby.none")}</p>`}
      <ul class="tables">
        ${(tables ?? []).map((table) => html`<${OpenTable} key=${table.id} table=${table} />`)}
      </ul>
    </section>
  </div>`;
}
