// One game as this browser's seat sees it: the view, what may be done, what has happened. Components listen to it.

import { Problem, get, pages, post } from "./api.js";
import { follow } from "./live.js";
import { keepSeat, seatIn } from "./store.js";
import { currentLanguage, t } from "./texts.js";

const LOG_LINES = 150;

/** A view in which the seats of `online`, and the bots, are there. */
const attended = (view, online) => ({
  ...view,
  seats: view.seats.map((seat) => ({ ...seat, online: seat.bot !== null || online.includes(seat.seat) })),
});

export class Session {
  /** `changed()` is called whenever something is to be shown anew; `heard(event)` for each event since the page opened. */
  constructor(id, { changed, heard, noted }) {
    Object.assign(this, { id, changed, heard, noted });
    this.token = seatIn(id)?.token ?? null;
    this.view = null;
    this.shownAt = 0; // when the view came, for what it says of time
    this.title = null; // what the game's rules were called when it was opened, in the page's language
    this.rules = null; // the game's profile: which controls make sense; whether a move is legal the server says
    this.etag = null;
    this.legal = [];
    this.legalFor = null;
    this.events = [];
    this.connection = "live";
    this.busy = false;
    this.fault = null; // why there is nothing to show
    this.refreshing = null;
    this.online = null; // the seats that were last said to be there; null where nobody says it
    this.stop = () => {};
  }

  async open() {
    await Promise.all([this.refresh(), this.askRules()]);
    if (!this.view || this.closed) return;
    const opened = this.view.version;
    this.stop = follow({
      game: this.id,
      token: this.token,
      after: Math.max(0, opened - LOG_LINES),
      onEvent: (event) => this.take(event, event.seq > opened),
      onState: (state) => {
        if (state === this.connection) return;
        this.connection = state;
        if (state === "offline") this.online = null;
        this.refresh();
      },
    });
  }

  close() {
    this.closed = true;
    this.stop();
  }

  get me() {
    return this.view?.me ?? null;
  }

  get myTurn() {
    return this.me !== null && this.view.to_act.includes(this.me.seat);
  }

  /** Whether nothing is on its way, and what may be done is known. */
  get idle() {
    return !this.busy && (!this.myTurn || this.legalFor === this.view.version);
  }

  /** Whether the seat on turn may not lay yet (`laying.from_lap`). */
  get early() {
    return this.view.lap < (this.rule("laying.from_lap") ?? 1);
  }

  /** The legal moves of a kind. */
  moves(kind) {
    return this.legal.filter((move) => move.kind === kind);
  }

  /** The single placements of a kind that the list of legal moves has. */
  placements(kind) {
    return this.moves("lay").filter((move) => move.placements.length === 1 && move.placements[0].kind === kind)
      .map((move) => move.placements[0]);
  }

  take(event, news) {
    if (event.online) return this.meet(event.online);
    if (event.seq) this.events = [...this.events, event].slice(-LOG_LINES);
    if (news) this.heard(event);
    if ((event.seq ?? Infinity) > (this.view?.version ?? 0)) this.refresh();
    this.changed();
  }

  /** Takes who is there. A view cannot tell: one whose ETag holds is not sent again only because somebody came. */
  meet(online) {
    if (String(online) === String(this.online)) return;
    this.online = online;
    if (this.view) this.view = attended(this.view, online);
    this.changed();
  }

  /** Fetches the view if it has changed. Calls made while one is on its way are answered by one more. */
  async refresh() {
    if (this.refreshing) {
      this.again = true;
      return this.refreshing;
    }
    this.refreshing = this.fetchView().finally(() => {
      this.refreshing = null;
    });
    await this.refreshing;
    if (this.again) {
      this.again = false;
      await this.refresh();
    }
  }

  async fetchView() {
    try {
      const answer = await get(`games/${this.id}`, { token: this.token, known: this.etag });
      if (answer.data) this.show(answer.data, answer.etag);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (!this.view) this.fault = error;
    }
    if (this.view) await this.askLegal();
    this.changed();
  }

  /** Takes a view unless a newer one is there already. */
  show(view, etag) {
    if (this.view && view.version < this.view.version) return;
    if (view.version !== this.view?.version) this.legal = [];
    this.view = this.online ? attended(view, this.online) : view;
    this.shownAt = performance.now();
    this.etag = etag;
    this.fault = null;
    this.changed();
  }

  /** Fetches the game's rules. Without them the page shows the controls that every game has. */
  async askRules() {
    try {
      const { data } = await get(`games/${this.id}/profile`, { token: this.token });
      this.rules = data.profile;
      this.title = data.title;
      if (this.token) keepSeat(this.id, { titles: { ...seatIn(this.id)?.titles, [currentLanguage()]: data.title } });
      this.changed();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }

  /** A field of the rules, as "section.field"; null while they are not known. */
  rule(path) {
    const [section, field] = path.split(".");
    return this.rules?.[section]?.[field] ?? null;
  }

  /** Fetches what this seat may do, once per version. Where no answer comes, the next event or connection asks again. */
  async askLegal() {
    const { version } = this.view;
    if (!this.myTurn || this.legalFor === version) return;
    try {
      const found = await pages(`games/${this.id}/legal-moves?limit=500`, "moves", { token: this.token });
      if (found.version !== this.view.version) return;
      this.legal = found.moves;
      this.legalFor = version;
      this.changed();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }

  /** Plays moves of this seat. Returns true, or the Problem; while one answer is awaited nothing else is sent. */
  async play(...moves) {
    return this.once(async () => {
      const answer = await post(`games/${this.id}/moves`, { moves }, { token: this.token, match: this.etag });
      this.show(answer.data, answer.etag);
    }).then(async (result) => {
      if (result === true) await this.askLegal();
      return result;
    });
  }

  /** Another call on this table, `start` for one. */
  async ask(path, body) {
    return this.once(async () => {
      await post(`games/${this.id}/${path}`, body, { token: this.token });
      await this.refresh();
    });
  }

  async once(work) {
    if (this.busy) return false;
    this.busy = true;
    this.changed();
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status === 412) this.noted(t("problem.moved_on"));
      else if (error.code !== "ambiguous_meld") this.noted(error.sentence, true);
      if (error.status === 412 || error.status === 0) await this.refresh();
      return error;
    } finally {
      this.busy = false;
      this.changed();
    }
  }

  /** What cards would be as a meld, in the server's words; null where nothing can be said. */
  async verdict(cards, signal) {
    try {
      return (await post(`games/${this.id}/check-meld`, { cards }, { token: this.token, signal })).data;
    } catch (error) {
      if (error instanceof Problem || error.name === "AbortError") return null;
      throw error;
    }
  }

  /** What a lay would bring, without playing it: `{opening_points, ...}` or the Problem; null where no answer came. */
  async trial(placements, signal) {
    try {
      const moves = [{ kind: "lay", placements }];
      return (await post(`games/${this.id}/moves?dry_run=true`, { moves }, { token: this.token, match: this.etag, signal })).data;
    } catch (error) {
      if (error.name === "AbortError") return null;
      if (!(error instanceof Problem)) throw error;
      return error.status === 409 || error.status === 422 ? error : null;
    }
  }

  /** The melds of a hand that leave the fewest points; null where no answer came. */
  async arrangement(hand, signal) {
    try {
      const asked = { hand, goal: "deadwood" };
      return (await post(`games/${this.id}/analyse`, asked, { token: this.token, signal })).data;
    } catch (error) {
      if (error instanceof Problem || error.name === "AbortError") return null;
      throw error;
    }
  }

  keep(changes) {
    keepSeat(this.id, changes);
  }
}
