// The client: a method for each call.

import { Core } from "./core.js";
import { CALLS } from "./generated/calls.js";
import { added, noPast } from "./errors.js";
import { sourceFields, Stream, updates } from "./updates.js";

/**
 * @param {string | readonly string[]} [url]
 * @param {import("../arrange").ConnectOptions} [options]
 * @returns {import("../arrange").Client}
 */
export function connect(url, options) {
  return /** @type {any} */ (new Client(url, options));
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
   * @param {string | readonly string[]} [url]
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

  /** @param {Options} [options] */
  ping(options) {
    return this.#core.call("", options);
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
   * @param {readonly any[]} steps
   * @param {Options} [options]
   */
  transact(steps, options) {
    return this.#core.call("Collections/Transact", { requestId: this.newRequestId(), ...options, steps });
  }

  /**
   * @param {string} collection
   * @param {Uint8Array} stack
   * @param {Options} [options]
   */
  undo(collection, stack, options) {
    return this.#core.call("Collections/Undo", { requestId: this.newRequestId(), ...options, collection, stack });
  }

  /**
   * @param {import("../arrange").Source} source
   * @param {Options} [options]
   */
  async fetch(source, options) {
    const page = await this.#core.call("Collections/Fetch", { ...options, ...sourceFields(source) });
    if (options?.at && !page.past) throw noPast();
    return page;
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
   * @param {import("../arrange").Source} source
   * @param {import("../arrange").UpdateOptions} [options]
   */
  updates(source, options = {}) {
    return updates(this.#core, source, options);
  }
}

// The calls of which the table tells everything. A stream that can't go on where it was is not begun again after its first
// message.
for (const line of CALLS.split("\n")) {
  const [method, name, ...fields] = line.split(" ");
  const isStream = name < "A";
  const attempts = name < "+" ? 1 : undefined;
  /** @type {any} */ (Client.prototype)[isStream ? name.slice(1) : name] = function (/** @type {any[]} */ ...given) {
    /** @type {Options} */
    const { signal, ...request } = { ...given[fields.length] };
    fields.forEach((field, index) => (request[field] = given[index]));
    return isStream
      ? new Stream(coreOf(this), method, request, { first: attempts, later: attempts ?? Infinity, signal })
      : coreOf(this).call(method, { signal, ...request });
  };
}
