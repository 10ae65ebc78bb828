// The events of one game as they happen: a stream read with fetch (EventSource sends no headers), and polling where no
// stream can be had. Only one tab of a browser streams, the one last looked at; the others poll.

import { get, headersFor, url, uuid } from "./api.js";

const SILENCE_MS = 40_000; // the server says something every 15 s
const WAITS_MS = [500, 1000, 2000, 4000, 8000, 15_000];
const POLL_MS = 2000;
const POLL_HIDDEN_MS = 10_000;

/**
 * Follows a game from event `after` on. `onEvent` gets each event once, in order, and between them `{online}`: the seats
 * that are there. `onState` gets "live", "polling" or "offline". Returns a function that ends it.
 */
export function follow({ game, token, after, onEvent, onState }) {
  const me = uuid();
  const tabs = "BroadcastChannel" in window ? new BroadcastChannel("meldhouse.stream") : null;
  let last = after;
  let ended = false;
  let streaming = !document.hidden;
  let stream = null;
  let wake = () => {};

  const sleep = (ms) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  function take() {
    if (document.hidden || ended) return;
    tabs?.postMessage(me);
    if (streaming) return;
    streaming = true;
    wake();
  }

  function give() {
    streaming = false;
    stream?.abort();
  }

  if (tabs) tabs.onmessage = (message) => message.data !== me && give();
  const looked = () => (document.hidden ? give() : take());
  document.addEventListener("visibilitychange", looked);
  window.addEventListener("focus", take);
  const back = () => { stream?.abort(); wake(); };
  window.addEventListener("online", back);
  take();

  /** One look at what has happened, without a stream. Returns whether an answer came. */
  async function poll() {
    try {
      const { data } = await get(`games/${game}/events?after=${last}`, { token });
      for (const event of data.events) tellEvent(event, event.seq);
      tellEvent({ online: data.online }, null);
      return true;
    } catch {
      return false; // the loop below asks again, later and later
    }
  }

  function tellEvent(event, number) {
    if (number !== null) last = number;
    if (!ended) onEvent(event);
  }

  /** Reads one stream to its end. Returns whether anything was heard. */
  async function read() {
    stream = new AbortController();
    let timer = setTimeout(() => stream.abort(), SILENCE_MS);
    let heard = false;
    try {
      const answer = await fetch(url(`games/${game}/events`), {
        headers: headersFor(token, { Accept: "text/event-stream", "Last-Event-ID": String(last) }),
        cache: "no-store", credentials: "omit", signal: stream.signal,
      });
      if (!answer.ok || !answer.body) return false;
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return heard;
        if (!heard) {
          heard = true;
          onState("live");
        }
        clearTimeout(timer);
        timer = setTimeout(() => stream.abort(), SILENCE_MS);
        const blocks = (rest + value.replace(/\r/g, "")).split("\n\n");
        rest = blocks.pop();
        blocks.forEach(tell);
      }
    } catch {
      return heard; // cut, silent, given to another tab, or no server: what to do next is the same
    } finally {
      clearTimeout(timer);
      stream = null;
    }
  }

  function tell(block) {
    const data = block.split("\n").filter((line) => line.startsWith("data:")).map((line) => line.slice(5).trim());
    if (!data.length) return;
    const id = /^id: *(\d+)$/m.exec(block);
    tellEvent(JSON.parse(data.join("\n")), id ? Number(id[1]) : null);
  }

  async function run() {
    let failures = 0;
    while (!ended) {
      if (streaming && (await read())) failures = 0;
      if (ended) return;
      // Between two streams, and where another tab has it, asking keeps the table true.
      const answered = await poll();
      failures = answered ? Math.min(failures, 3) : failures;
      onState(answered ? "polling" : "offline");
      if (streaming || !answered) {
        await sleep(WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] * (0.8 + 0.4 * Math.random()));
        failures += 1;
      } else {
        await sleep(document.hidden ? POLL_HIDDEN_MS : POLL_MS);
      }
    }
  }

  run();
  return () => {
    ended = true;
    stream?.abort();
    tabs?.close();
    document.removeEventListener("visibilitychange", looked);
    window.removeEventListener("focus", take);
    window.removeEventListener("online", back);
    wake();
  };
}
