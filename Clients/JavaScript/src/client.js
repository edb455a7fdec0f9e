// The client: a method for each call.

import { Core } from "./core.js";
import { added } from "./errors.js";
import { sourceFields, Stream, updates } from "./updates.js";

/**
 * @param {string} [url]
 * @param {import("../arrange").ConnectOptions} [options]
 */
export function connect(url, options) {
  return new Client(url, options);
}

/**
 * What a client consists of, for other parts of this library.
 *
 * @type {(client: any) => Core}
 */
export let coreOf;

/** @typedef {any} Options those of a call, with the fields of its request: arrange.d.ts has the types */

export class Client {
  /** @type {Core} */
  #core;

  static {
    coreOf = (client) => client.#core;
  }

  /**
   * @param {string} [url]
   * @param {import("../arrange").ConnectOptions} [options]
   */
  constructor(url, options = {}) {
    this.#core = new Core(url, options);
  }

  get state() {
    return this.#core.state;
  }

  get error() {
    return this.#core.error;
  }

  get requestPrefix() {
    return this.#core.prefix;
  }

  /** @param {import("../arrange").StateListener} listener */
  onState(listener) {
    return added(this.#core.listeners, listener);
  }

  newRequestId() {
    return this.#core.requestId();
  }

  close() {
    return this.#core.close();
  }

  /**
   * @param {string} method
   * @param {Options} options
   * @param {number | undefined} first the most attempts until the first message, and `later` after each
   * @param {number} later
   */
  #stream(method, { signal, ...request } = {}, first, later) {
    return new Stream(this.#core, method, request, { first, later, signal });
  }

  /** @param {Options} [options] */
  ping(options) {
    return this.#core.call("", options);
  }

  // Collections

  /**
   * @param {string} name
   * @param {Options} [options]
   */
  create(name, options) {
    return this.#core.call("Collections/Create", { ...options, name });
  }

  /**
   * @param {string} name
   * @param {Options} [options]
   */
  get(name, options) {
    return this.#core.call("Collections/Get", { ...options, name });
  }

  /** @param {Options} [options] */
  collections(options) {
    return this.#core.call("Collections/List", options);
  }

  /**
   * @param {string} name
   * @param {Options} options
   */
  update(name, options) {
    return this.#core.call("Collections/Update", { ...options, name });
  }

  /**
   * @param {string} name
   * @param {Options} [options]
   */
  delete(name, options) {
    return this.#core.call("Collections/Delete", { ...options, name });
  }

  /**
   * @param {string} collection
   * @param {readonly any[]} operations
   * @param {Options} [options]
   */
  apply(collection, operations, options) {
    return this.#core.call("Collections/Apply", { requestId: this.newRequestId(), ...options, collection, operations });
  }

  /**
   * @param {import("../arrange").Source} source
   * @param {Options} [options]
   */
  fetch(source, options) {
    return this.#core.call("Collections/Fetch", { ...options, ...sourceFields(source) });
  }

  /**
   * @param {import("../arrange").Source} source
   * @param {Options} [options]
   */
  async *pages(source, options) {
    /** @type {Uint8Array | undefined} */
    let pageToken;
    do {
      /** @type {import("./generated/types").FetchResponse} */
      const page = await this.fetch(source, { ...options, pageToken });
      yield page;
      pageToken = page.nextPageToken;
    } while (pageToken.length);
  }

  /**
   * @param {string} collection
   * @param {Options} [options]
   */
  history(collection, options) {
    return this.#core.call("Collections/History", { ...options, collection });
  }

  /**
   * @param {string} collection
   * @param {string} strategy
   * @param {Options} [options]
   */
  changeStrategy(collection, strategy, options) {
    return this.#core.call("Collections/ChangeStrategy", { ...options, collection, strategy });
  }

  /**
   * @param {string} collection
   * @param {Options} [options]
   */
  rotateKeys(collection, options) {
    return this.#core.call("Collections/RotateKeys", { ...options, collection });
  }

  /**
   * @param {string} collection
   * @param {readonly any[]} [operations]
   * @param {Options} [options]
   */
  explain(collection, operations, options) {
    return this.#core.call("Collections/Explain", { ...options, collection, operations });
  }

  /**
   * @param {string} collection
   * @param {Options} [options]
   */
  verifyKeys(collection, options) {
    return this.#core.call("Collections/VerifyKeys", { ...options, collection });
  }

  // Subscriptions

  /**
   * @param {import("../arrange").Source} source
   * @param {import("../arrange").UpdateOptions} [options]
   */
  updates(source, options = {}) {
    return updates(this.#core, source, options);
  }

  /**
   * @param {string} [collection]
   * @param {Options} [options]
   */
  followers(collection, options) {
    return this.#core.call("Changes/Followers", { ...options, collection });
  }

  // Views

  /**
   * @param {string} name
   * @param {any} view
   * @param {Options} [options]
   */
  defineView(name, view, options) {
    return this.#core.call("Views/Define", { ...options, name, view });
  }

  /**
   * @param {string} name
   * @param {Options} [options]
   */
  view(name, options) {
    return this.#core.call("Views/Get", { ...options, name });
  }

  /** @param {Options} [options] */
  views(options) {
    return this.#core.call("Views/List", options);
  }

  /**
   * @param {string} name
   * @param {Options} [options]
   */
  deleteView(name, options) {
    return this.#core.call("Views/Delete", { ...options, name });
  }

  // The server

  /** @param {Options} [options] */
  strategies(options) {
    return this.#core.call("Strategies/List", options);
  }

  /** @param {Options} [options] */
  serverInfo(options) {
    return this.#core.call("Server/Info", options);
  }

  /** @param {Options} [options] */
  health(options) {
    return this.#core.call("Health/Check", options);
  }

  /** @param {Options} [options] */
  watchHealth(options) {
    return this.#stream("Health/Watch", options, undefined, Infinity);
  }

  /** @param {Options} [options] */
  backup(options) {
    // Pieces of two backups do not fit together, so that it is not begun again.
    return this.#stream("Server/Backup", options, 1, 1);
  }

  /**
   * @param {string} [plan]
   * @param {Options} [options]
   */
  compare(plan, options) {
    return this.#stream("Server/Compare", { ...options, plan }, 1, 1);
  }

  /** @param {Options} [options] */
  describe(options) {
    return this.#core.call("Reflection/Describe", options);
  }
}
