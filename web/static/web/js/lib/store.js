// What this browser keeps: choices, and the tokens of its seats. One key per game, so that tabs do not undo each other.

const PREFIX = "meldhouse.";
const GAME = `${PREFIX}game.`;
const fallback = new Map();

function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return fallback.get(key) ?? null; // storage is forbidden: the page works until it is reloaded
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    fallback.set(key, value);
  }
}

function parsed(text, otherwise) {
  if (text === null) return otherwise;
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}

export const recall = (name, otherwise = null) => parsed(read(PREFIX + name), otherwise);
export const keep = (name, value) => write(PREFIX + name, JSON.stringify(value));

/** What is kept of a game: `{token, seat, variant, titles (by language), invite, host, order, at}`, or null. */
export const seatIn = (game) => parsed(read(GAME + game), null);

export function keepSeat(game, changes) {
  write(GAME + game, JSON.stringify({ at: Date.now(), ...seatIn(game), ...changes }));
}

export function forgetSeat(game) {
  fallback.delete(GAME + game);
  try {
    localStorage.removeItem(GAME + game);
  } catch {
    // nothing was stored
  }
}

/** The games with a seat of this browser, newest first. */
export function myGames() {
  let keys = [...fallback.keys()];
  try {
    keys = [...keys, ...Object.keys(localStorage)];
  } catch {
    // only what this page itself remembers
  }
  return keys
    .filter((key) => key.startsWith(GAME))
    .map((key) => ({ id: key.slice(GAME.length), ...parsed(read(key), {}) }))
    .filter((game) => game.token)
    .sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
}
