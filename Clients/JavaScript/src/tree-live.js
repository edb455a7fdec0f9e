// An outline on a screen that follows the server's.

import { coreOf } from "./client.js";
import { added, callOut, cancelled } from "./errors.js";
import { TreeList } from "./tree-list.js";
import { outlineUpdates } from "./tree-updates.js";

/** The shortest time between two batches, in milliseconds: no screen shows more. */
const FRAME_MS = 16;

/** The most changes of a batch: reading the whole outline again takes longer, and meanwhile more changes come. */
const MOST_CHANGES = 2000;

export class LiveOutline {
  list = new TreeList();
  /** @type {number | undefined} */
  version;
  #core;
  #name;
  #options;
  /** @type {ReturnType<typeof outlineUpdates> | undefined} */
  #updates;
  /** @type {Set<{ name: string, listener: (event: any) => void }>} */
  #listeners = new Set();
  /** @type {(error?: unknown) => void} */
  #settle = () => {};

  /**
   * @param {import("../arrange").Client} client
   * @param {string} name
   * @param {Omit<import("../trees").OutlineOptions, "at" | "playTo" | "resumeToken" | "signal">} [options]
   */
  constructor(client, name, options = {}) {
    this.#core = coreOf(client);
    this.#name = name;
    this.#options = { shortestIntervalMs: FRAME_MS, reloadThreshold: MOST_CHANGES, ...options };
    /** @type {Promise<void>} */
    this.loaded = new Promise((resolve, reject) => {
      this.#settle = (error) => (error ? reject(error) : resolve());
    });
    // Who does not wait for it is told by the event "end".
    this.loaded.catch(() => {});
    this.#follow();
  }

  /**
   * @param {string} name
   * @param {(event: any) => void} listener
   */
  on(name, listener) {
    return added(this.#listeners, { name, listener });
  }

  /** @param {import("../trees").Folding} folding */
  fold(folding) {
    this.#options = { ...this.#options, folding };
    if (!this.#updates) return;
    this.#updates.return();
    this.#follow(true);
  }

  /** @param {boolean} [isResumed] */
  async #follow(isResumed) {
    const isCurrent = () => this.#updates === stream;
    const accept = async (/** @type {any} */ update) => !isCurrent() || this.#take(update);
    const stream = outlineUpdates(this.#core, this.#name, this.#options, isResumed, accept);
    this.#updates = stream;
    try {
      while (!(await stream.next()).done);
      if (isCurrent()) this.#end();
    } catch (error) {
      this.#end(/** @type {import("./errors").ArrangeError} */ (error));
    }
  }

  /**
   * @param {any} update
   * @returns {boolean} false if it does not fit
   */
  #take(update) {
    const { type, version, authors, ownRequestIds } = update;
    /** @type {object | undefined} */
    let event;
    if (type === "outline") {
      this.list.replace(update.list);
      event = { type: "reload", reason: update.reason };
    } else if (type === "batch") {
      try {
        event = { type, batch: update.batch, changed: this.list.apply(update.batch), authors, ownRequestIds };
      } catch {
        return false;
      }
    }
    this.version = version;
    this.#settle();
    if (event) this.#tell("change", event);
    return true;
  }

  /**
   * @param {string} name
   * @param {object} event
   */
  #tell(name, event) {
    for (const entry of [...this.#listeners]) if (entry.name === name) callOut(entry.listener, event);
  }

  /** @param {import("./errors").ArrangeError} [error] */
  #end(error) {
    this.#settle(error);
    this.close();
    this.#tell("end", { error });
  }

  close() {
    this.#updates?.return();
    this.#updates = undefined;
    this.#settle(cancelled());
  }
}
