// A list on a screen.

import { isTransient } from "./call.js";
import { coreOf } from "./client.js";
import { encode } from "./codec.js";
import { diff } from "./diff.js";
import { added, callOut, cancelled, failedPrecondition, loaded } from "./errors.js";
import { applyBatch } from "./fold.js";
import { changed, gapOf, operationsOf, pathOf } from "./moves.js";
import { updates } from "./updates.js";

/** @typedef {import("../arrange").Section} Section */
/** @typedef {import("./errors").ArrangeError} ArrangeError */

/** The longest time, in milliseconds, that a move without effect is shown. */
const PROGRESS_MS = 500;

/** The shortest time between two batches, in milliseconds: no screen shows more. */
const FRAME_MS = 16;

/** The most changes of a batch: reading the whole list again takes longer, and meanwhile more changes come. */
const MOST_CHANGES = 2000;

export class LiveList {
  /**
   * The server's list.
   *
   * @type {readonly Section[]}
   */
  #base = [];
  /**
   * The list with moves; the server's own where there are none.
   *
   * @type {readonly Section[]}
   */
  #shown = this.#base;
  /** @type {import("./moves").Move[]} */
  #moves = [];
  /**
   * Those that have to be sent, in their order.
   *
   * @type {import("./moves").Move[]}
   */
  #unsent = [];
  #isSending = false;
  /** @type {number | undefined} */
  #version;
  #epoch = 0n;
  /** @type {import("./generated/types").WindowPlace | undefined} */
  #window;
  /** @type {Uint8Array | undefined} */
  #token;
  #pauses = 0;
  #wake = () => {};
  #isClosed = false;
  /** @type {ReturnType<typeof updates> | undefined} */
  #updates;
  /** @type {Set<{ name: string, listener: (event: any) => void }>} */
  #listeners = new Set();
  #forget = () => {};
  /** @type {import("./storage").Copy | undefined} */
  #copy;
  #abort = new AbortController();
  /** @type {(error?: unknown) => void} */
  #settle = () => {};

  /**
   * @param {import("../arrange").Client} client
   * @param {import("../arrange").Source} source
   * @param {import("../arrange").LiveListOptions} [options]
   */
  constructor(client, source, options = {}) {
    this.client = client;
    this.source = source;
    this.options = options;
    this.core = coreOf(client);
    /** @type {Promise<void>} */
    this.loaded = new Promise((resolve, reject) => {
      this.#settle = (error) => (error ? reject(error) : resolve());
    });
    // Who does not wait for it is told by the event "end".
    this.loaded.catch(() => {});
    let isLost = false;
    this.#forget = client.onState((state, error) => {
      if (state === (isLost ? "connected" : "disconnected")) {
        isLost = !isLost;
        this.tell("connection", { state, error });
      }
    });
    this.#follow();
  }

  get sections() {
    return this.#shown;
  }

  get isLoaded() {
    return this.#version !== undefined;
  }

  get version() {
    return this.#version;
  }

  get window() {
    return this.#window;
  }

  get hasPendingMoves() {
    return this.#moves.length > 0;
  }

  /** @param {string} id */
  isPending(id) {
    return this.#moves.some(({ ids }) => ids.includes(id));
  }

  /** @param {string} id */
  path(id) {
    return pathOf(this.#shown, id);
  }

  // Events

  /**
   * @param {string} name
   * @param {(event: any) => void} listener
   */
  on(name, listener) {
    return added(this.#listeners, { name, listener });
  }

  /**
   * Reports an event. For what is made of this class.
   *
   * @param {string} name
   * @param {object} event
   */
  tell(name, event) {
    for (const entry of [...this.#listeners]) if (entry.name === name) callOut(entry.listener, event);
  }

  // Following

  async #follow() {
    const { storage, storageKey, storageUser, stack, ...options } = this.options;
    /** @type {import("./storage").Stored | undefined} */
    let stored;
    if (storage) {
      // Where it can't be loaded, or it is not known whose list it is, that comes from the server and is not stored.
      this.#copy = await import("./storage.js").then(({ open }) => open(this)).catch(() => undefined);
      if (this.#isClosed) return;
      this.#moves = this.#copy?.moves ?? [];
      this.#unsent = [...this.#moves];
      stored = this.#copy?.list;
      if (stored) this.#take({ ...stored, type: "list", reason: "stored", ownRequestIds: [] });
      this.#send();
    }
    this.#updates = updates(
      this.core, this.source,
      {
        shortestIntervalMs: FRAME_MS, reloadThreshold: MOST_CHANGES, ...options, progressIntervalMs: PROGRESS_MS,
        resumeToken: stored?.resumeToken,
      },
      this.isLoaded,
      async (update) => {
        while (this.#pauses && !this.#isClosed) {
          await /** @type {Promise<void>} */ (new Promise((resolve) => (this.#wake = resolve)));
        }
        return this.#isClosed || this.#take(update);
      },
    );
    try {
      for await (const update of this.#updates) this.#copy?.saveSoon({ ...update, sections: this.#base });
    } catch (error) {
      this.#end(/** @type {ArrangeError} */ (error));
    }
  }

  /**
   * @param {any} update one of the server, or a list that was stored
   * @returns {boolean} false if it does not fit
   */
  #take(update) {
    const { type, version, epoch, ownRequestIds, authors } = update;
    const isShown = this.#shown === this.#base;
    if (type === "list") {
      // Versions of another history say nothing about moves.
      if (this.isLoaded && (epoch !== this.#epoch || update.reason === "epoch_changed")) this.#moves = [];
      this.#base = update.sections;
    } else if (epoch !== this.#epoch) {
      return false;
    } else if (type === "batch") {
      if (update.from !== this.#version) return false;
      try {
        this.#base = applyBatch(this.#base, update.batch);
      } catch {
        return false;
      }
    }
    // Progress that only confirms a resume token may be older than an answer that came before it.
    const news = type !== "progress" || version !== this.#version ? type : "";
    this.#version = version;
    this.#window = update.window;
    this.#epoch = epoch;
    this.#token = update.resumeToken;
    this.#drop(ownRequestIds, news);
    if (type === "list") {
      this.#shown = this.#replayed();
      this.#settle();
      this.tell("change", { type: "reload", reason: update.reason });
    } else if (!isShown) {
      this.#show({ authors, ownRequestIds });
    } else {
      this.#shown = this.#base;
      if (type === "batch") this.tell("change", { type, batch: update.batch, authors, ownRequestIds });
    }
    return true;
  }

  /**
   * Drops the moves that the server's list has.
   *
   * @param {readonly Uint8Array[]} [own] request ids that came with it
   * @param {string} [type] of the update, if it has news
   */
  #drop(own = [], type = "") {
    const ids = own.map(String);
    const before = this.#moves.length;
    this.#moves = this.#moves.filter(
      ({ requestId, version = Infinity, until }) => version > (this.#version ?? 0) && !ids.includes(String(requestId)) &&
        !until?.includes(type),
    );
    if (before !== this.#moves.length) this.tell("pending", {});
  }

  /** The server's list with the moves. */
  #replayed() {
    let sections = this.#base;
    for (const move of this.#moves) {
      try {
        sections = changed(sections, move);
      } catch {
        // One that the server would refuse by now is shown as if it were.
      }
    }
    return sections;
  }

  /**
   * Shows the server's list with the moves, and tells what is different from what was shown.
   *
   * @param {object} [notes]
   */
  #show(notes = { authors: [], ownRequestIds: [] }) {
    const before = this.#shown;
    this.#shown = this.#replayed();
    const batch = diff(before, this.#shown);
    if (batch) this.tell("change", { type: "batch", batch, ...notes });
  }

  /** @param {ArrangeError} [error] */
  #end(error) {
    if (this.#isClosed) return;
    this.#settle(error);
    this.close();
    this.#copy?.ended(error);
    this.tell("end", { error });
  }

  close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#forget();
    this.#updates?.return();
    this.#wake();
    this.#abort.abort();
    this.#copy?.flush();
    this.#settle(cancelled());
  }

  pause() {
    this.#pauses++;
  }

  resume() {
    if (this.#pauses && --this.#pauses === 0) this.#wake();
  }

  // Changing

  get #isView() {
    return typeof this.source !== "string" || this.#shown.some(({ items }) => items.some(({ origin }) => origin?.item));
  }

  /** @param {boolean} isView */
  #collection(isView) {
    if (typeof this.source === "string" && !isView) return this.source;
    throw failedPrecondition("a view can't be changed, except that its rows can be moved");
  }

  /**
   * @param {string | readonly string[]} items
   * @param {import("../arrange").Destination} to
   * @param {import("../arrange").PlaceOptions} [options]
   */
  move(items, to, options) {
    return this.stage({ ids: [items].flat(), to }, options);
  }

  /**
   * @param {string | readonly string[]} sections
   * @param {import("../arrange").Destination} to
   */
  moveSections(sections, to) {
    return this.stage({ ofSections: true, ids: [sections].flat(), to });
  }

  /**
   * Shows a change at once, and sends it. For what is made of this class.
   *
   * @param {Omit<import("./moves").Move, "requestId">} change
   * @param {import("../arrange").PlaceOptions} [options]
   */
  stage(change, options) {
    if (!this.isLoaded || this.#isClosed) throw failedPrecondition("the list is not there");
    const isView = this.#isView;
    if (change.edit || change.ofSections) this.#collection(isView);
    /** @type {import("./moves").Move} */
    const move = { requestId: this.client.newRequestId(), stack: this.options.stack, ...change };
    encode("ApplyRequest", { operations: operationsOf(move) });
    const sections = changed(this.#shown, move);
    const batch = diff(this.#shown, sections);
    if (batch || change.send) {
      if (isView) move.place = { ...gapOf(sections, move.ids), ...options, seen: this.#token };
      this.#shown = sections;
      this.#moves.push(move);
      this.#unsent.push(move);
      if (!move.send) this.#copy?.keep(move);
      this.tell("pending", {});
      // Who moves something shows it already.
      if (move.edit && batch) this.tell("change", { type: "batch", batch, authors: [], ownRequestIds: [move.requestId] });
      if (!this.#isSending) this.#send();
    }
    return { requestId: move.requestId, batch };
  }

  /**
   * Makes a move, and notes what it is shown until.
   *
   * @param {import("./moves").Move} move
   */
  async #make(move) {
    const { requestId, place, stack } = move;
    if (place) await (await loaded(import("./placing.js"))).placeRows(this, move);
    else {
      const send = move.send ?? (() => this.client.apply(this.#collection(false), operationsOf(move), { requestId, stack }));
      move.version = (await send(requestId)).version;
    }
  }

  /** Sends moves one after the other, so that they arrive in the order in which they were made. */
  async #send() {
    this.#isSending = true;
    while (!this.#isClosed && this.#unsent.length) {
      const move = this.#unsent[0];
      const { requestId, ids: items, to, operations } = move;
      /** @type {ArrangeError | undefined} */
      let refusal;
      try {
        await this.#make(move);
      } catch (caught) {
        const error = /** @type {ArrangeError} */ (caught);
        if (isTransient(error) || error.code === "DEADLINE_EXCEEDED") {
          // The request id makes it safe to send it until its outcome is known.
          await this.core.sleep(this.core.retry.maximumBackoffMs, this.#abort.signal).catch(() => {});
          continue;
        }
        // A client that ends refuses nothing, nor does the end of a token: the next page makes the move.
        if (this.core.state === "closed" || error.code === "UNAUTHENTICATED") break;
        refusal = error;
        move.version = 0;
      }
      this.#unsent.shift();
      this.#copy?.forget(move);
      if (this.#isClosed) break;
      this.#drop();
      this.#show();
      if (refusal) {
        this.tell("refused", { requestId, error: refusal, items, to, operations, allow: move.allow ?? [] });
      }
    }
    this.#isSending = false;
  }

  /**
   * @param {readonly any[]} operations
   * @param {any} [options]
   */
  async apply(operations, options) {
    return this.client.apply(this.#collection(false), operations, options);
  }
}
