// The form that opens a table. What can be chosen comes from the list of variants.

import { html, useState } from "../../vendor/preact-htm.js";
import { go, toGame } from "../go.js";
import { Problem, post } from "../lib/api.js";
import { keep, keepSeat, recall } from "../lib/store.js";
import { rulesOf } from "../lib/sheets.js";
import { t } from "../lib/texts.js";
import { Select } from "../ui.js";
import { Options, changedOptions } from "./options.js";

const LEVELS = ["easy", "medium", "hard"];
const ME = "me";
const FRIEND = "friend";

/** The seats a table has when it is first looked at: me and one bot. */
const firstSeats = (count) => Array.from({ length: count }, (_, at) => (at ? "medium" : ME));

const seatBody = (who, name) => (who === ME ? { name } : who === FRIEND ? {} : { bot: who });

/** Minutes as the catalogue has them: a number, or from and to. */
function minutesText(minutes) {
  if (minutes === null || minutes === undefined) return null;
  return t("minutes", { n: Array.isArray(minutes) ? minutes.join("–") : minutes });
}

function difficultyText(difficulty) {
  return difficulty ? t(`difficulty.${difficulty}`) : null;
}

function VariantChoice({ variant, chosen, onChoose }) {
  const { min, max } = variant.players;
  const facts = [
    min === max ? t("players", { n: min }) : t("players", { n: `${min}–${max}` }),
    minutesText(variant.minutes),
    difficultyText(variant.difficulty),
  ];
  return html`<label class=${`variant${chosen ? " chosen" : ""}`}>
    <input type="radio" name="variant" value=${variant.id} checked=${chosen} onChange=${() => onChoose(variant)} />
    <span class="about">
      <strong>${variant.title}</strong>
      <span class="summary">${variant.summary}</span>
      <small>${facts.filter(Boolean).join(" · ")}</small>
    </span>
  </label>`;
}

function Seats({ seats, variant, onChange }) {
  const resize = (text) => {
    const count = Number(text);
    const kept = seats.slice(0, count);
    while (kept.length < count) kept.push("medium");
    onChange(kept.includes(ME) ? kept : [ME, ...kept.slice(1)]);
  };
  // Exactly one seat is mine: choosing it elsewhere moves me, and the old seat gets what the new one had.
  const put = (at, who) => {
    const changed = [...seats];
    const old = seats.indexOf(ME);
    if (who === ME) changed[old] = seats[at];
    else if (at === old) changed[(at + 1) % seats.length] = ME;
    changed[at] = who;
    onChange(changed);
  };
  const { min, max } = variant.players;
  const counts = Array.from({ length: max - min + 1 }, (_, more) => String(min + more));
  const choices = [
    [ME, t("seat.me")],
    ...LEVELS.map((level) => [level, t("seat.bot", { level: t(`level.${level}`) })]),
    [FRIEND, t("seat.friend")],
  ];
  return html`<fieldset class="seats">
    <legend>${t("start.seats")}</legend>
    <${Select} id="seat-count" label=${t("start.seat_count")} value=${String(seats.length)}
      options=${counts.map((count) => [count, count])} onChange=${resize} />
    ${seats.map((who, at) => html`<${Select} key=${at} id=${`seat-${at}`} label=${t("seat.number", { n: at + 1 })}
      value=${who} options=${choices} onChange=${(chosen) => put(at, chosen)} />`)}
    ${seats.includes(FRIEND) && html`<p class="hint">${t("start.friend_hint")}</p>`}
  </fieldset>`;
}

export function NewTable({ variants }) {
  const kept = variants.find((variant) => variant.id === recall("variant")) ?? variants[0];
  const [variant, setVariant] = useState(kept);
  const [seats, setSeats] = useState(firstSeats(kept?.players.min ?? 2));
  const [options, setOptions] = useState({});
  const [name, setName] = useState(recall("name", ""));
  const [visibility, setVisibility] = useState("private");
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  if (!variant) return html`<p>${t("start.no_variants")}</p>`;

  const choose = (chosen) => {
    setVariant(chosen);
    setOptions({});
    const { min, max } = chosen.players;
    if (seats.length < min || seats.length > max) setSeats(firstSeats(min));
  };

  const open = async (event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFault("");
    keep("name", name);
    keep("variant", variant.id);
    try {
      const { data } = await post("games", {
        variant: variant.id,
        options: changedOptions(variant, options),
        seats: seats.map((who) => seatBody(who, name)),
        visibility,
      });
      const [mine] = data.tokens;
      keepSeat(data.game.id, {
        token: mine.token, seat: mine.seat, invite: data.invite, host: true, variant: variant.id,
      });
      go(toGame(data.game.id));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      setFault(error.sentence);
      setBusy(false);
    }
  };

  return html`<form class="panel new-table" onSubmit=${open} aria-labelledby="new-title">
    <h2 id="new-title">${t("start.new")}</h2>
    <label class="field" for="name"><span>${t("your_name")}</span>
      <input id="name" type="text" maxlength="40" required autocomplete="nickname" value=${name}
        onInput=${(event) => setName(event.target.value)} /></label>
    <fieldset class="variants">
      <legend>${t("start.variant")}</legend>
      ${variants.map((each) => html`<${VariantChoice} key=${each.id} variant=${each} chosen=${each.id === variant.id}
        onChoose=${choose} />`)}
    </fieldset>
    <p><a class="button" href=${rulesOf(variant.id)} target="_blank" rel="noopener">${t("rules.of", { title: variant.title })}</a></p>
    <${Seats} seats=${seats} variant=${variant} onChange=${setSeats} />
    <${Options} variant=${variant} values=${options} onChange=${setOptions} />
    <${Select} id="visibility" label=${t("start.visibility")} value=${visibility} onChange=${setVisibility}
      options=${[["private", t("start.private")], ["public", t("start.public")]]} />
    <p class="fault" role="status">${fault}</p>
    <button type="submit" class="button main" aria-disabled=${busy ? "true" : undefined}>${t("start.open")}</button>
  </form>`;
}
