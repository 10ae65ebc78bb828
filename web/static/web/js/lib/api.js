// Calls of the public API. Every refusal becomes a `Problem` with the server's own sentence.

import { currentLanguage, t } from "./texts.js";

const BASE = "/api/v1/";
const JSON_KIND = "application/json";

export class Problem extends Error {
  /** `status` is 0 where no answer came. `body` has the numbers of the refusal. */
  constructor(status, body) {
    super(body.detail ?? t("problem.unknown", { status }));
    this.status = status;
    this.code = body.code ?? "unknown";
    this.body = body;
  }

  /** The sentence, and those of the single faults where they say more. */
  get sentence() {
    const faults = (this.body.errors ?? []).map((fault) => fault.detail).filter((detail) => detail !== this.message);
    return [this.message, ...faults].join(" ");
  }
}

/** A UUID; `crypto.randomUUID` is missing on plain-http addresses other than localhost. */
export function uuid() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

export function headersFor(token, more = {}) {
  const headers = { "Accept-Language": currentLanguage(), ...more };
  if (token) headers.Authorization = `Bearer ${token}`;
  return headers;
}

export const url = (path) => BASE + path;

/** One call. Returns `{status, data, etag}`; `data` is null for 304, a text for a `kind` other than JSON. Throws Problem. */
export async function call(method, path, { token, body, match, known, signal, kind = JSON_KIND } = {}) {
  const headers = headersFor(token, { Accept: kind });
  if (match) headers["If-Match"] = match;
  if (known) headers["If-None-Match"] = known;
  if (method === "POST") headers["Idempotency-Key"] = uuid();
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(url(path), {
      method, headers, signal, cache: "no-store", credentials: "omit",
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, { code: "offline", detail: t("problem.offline") });
  }
  if (answer.status === 304) return { status: 304, data: null, etag: known };
  const data = answer.ok && kind !== JSON_KIND ? await answer.text() : await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Problem(answer.status, data);
  return { status: answer.status, data, etag: answer.headers.get("ETag") };
}

export const get = (path, how) => call("GET", path, how);
export const post = (path, body, how) => call("POST", path, { ...how, body });

/** All entries of a list, page after page, `most` pages at the most. */
export async function pages(path, entries, { token, most = 6 } = {}) {
  const found = [];
  let next = null;
  let first = null;
  for (let page = 0; page < most; page += 1) {
    const mark = path.includes("?") ? "&" : "?";
    const { data } = await get(next ? `${path}${mark}cursor=${encodeURIComponent(next)}` : path, { token });
    first ??= data;
    found.push(...data[entries]);
    next = data.next;
    if (!next) break;
  }
  return { ...first, [entries]: found };
}
