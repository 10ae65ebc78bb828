// The page's own words. One JSON file per language; sentences about rules come from the server.

import { recall, keep } from "./store.js";

export const LANGUAGES = { en: "English", de: "Deutsch", nl: "Nederlands" };

let language = "en";
let words = {};

/** The language kept from an earlier visit, else the first of the browser's that we speak, else English. */
export function preferredLanguage() {
  const wished = [recall("language"), ...(navigator.languages ?? [navigator.language])];
  const known = wished.map((tag) => String(tag ?? "").slice(0, 2).toLowerCase());
  return known.find((tag) => tag in LANGUAGES) ?? "en";
}

export const currentLanguage = () => language;

/** Loads a language and makes it the page's. Throws TypeError when the file cannot be had. */
export async function setLanguage(tag, base) {
  const answer = await fetch(`${base}${tag}.json`, { cache: "no-cache" });
  if (!answer.ok) throw new TypeError(`no texts: ${answer.status}`);
  words = await answer.json();
  language = tag;
  keep("language", tag);
  document.documentElement.lang = tag;
}

export const hasText = (key) => key in words;

/** The sentence of a key; `{name}` is filled from `data`, and `key.one` is taken where `data.n` is 1. */
export function t(key, data = {}) {
  const chosen = data.n === 1 && `${key}.one` in words ? `${key}.one` : key;
  const sentence = words[chosen] ?? key;
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in data ? number(data[name]) : whole));
}

/** A number with a real minus sign; anything else as it is. */
export const number = (value) => (typeof value === "number" ? String(value).replace("-", "−") : String(value));

/** "a, b and c" in the page's language. */
export function list(parts) {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(parts);
}
