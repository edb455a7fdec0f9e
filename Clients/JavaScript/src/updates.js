// Streams: messages with credit, over lost connections, and the updates of a list.

import { Call, retrying } from "./call.js";
import { encode } from "./codec.js";
import { ArrangeError, cancelled, noPast, onAbort } from "./errors.js";
import { hasSize } from "./fold.js";

/** @typedef {import("./generated/types").SubscribeResponse} SubscribeResponse */

/** How many messages the server may send ahead of the reader. */
const WINDOW = 2;

/** How often in succession the whole list is asked for since updates do not fit. */
const MOST_BEGINNINGS = 3;

/**
 * The messages of a server stream, as an iterator. It gets credit as they are consumed, and is opened again when the
 * connection is lost. Calls of `next` follow each other; `return` does not wait for them.
 *
 * @template Message
 * @template [T=Message]
 */
export class Stream {
  /** Whether no message came since it was opened. */
  isFresh = true;
  #isEnded = false;
  #consumed = 0;
  /**
   * Never more than the credit.
   *
   * @type {Uint8Array[]}
   */
  #queue = [];
  /** @type {Call | undefined} */
  #call;
  /**
   * How the call ended.
   *
   * @type {{ failure?: import("./call").Failure } | undefined}
   */
  #end;
  #wake = () => {};
  #abort = new AbortController();
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** @type {ReturnType<typeof retrying>} */
  #retry;
  /** @type {import("./core").Method | undefined} */
  #method;

  /**
   * @param {import("./core").Core} core
   * @param {string} method
   * @param {any} request the request with which it is opened the next time
   * @param {{ first?: number, later?: number, signal?: AbortSignal }} options the most attempts until the first message,
   * and after each
   * @param {(message: Message) => T | undefined | Promise<T | undefined>} [convert] what to deliver of a message; undefined:
   * wait for the next one
   */
  constructor(core, method, request, { first, later, signal }, convert) {
    this.core = core;
    this.name = method;
    this.request = request;
    this.later = later;
    this.signal = signal;
    this.isResumable = !!convert;
    this.convert = convert ?? ((/** @type {any} */ message) => message);
    this.#retry = retrying(core, true, Infinity, first);
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  /** @returns {Promise<IteratorResult<T>>} */
  next() {
    const result = this.#last.then(() => this.#next());
    this.#last = result.catch(() => {});
    return result;
  }

  /** @returns {Promise<IteratorResult<T>>} */
  async return() {
    this.#isEnded = true;
    this.restart();
    this.#abort.abort();
    this.#wake();
    return { value: undefined, done: true };
  }

  /** @returns {Promise<IteratorResult<T>>} */
  async #next() {
    const { signal, core } = this;
    const stop = onAbort(signal, () => this.return());
    try {
      while (!this.#isEnded && !signal?.aborted) {
        const method = (this.#method ??= await core.method(this.name, this.request));
        const call = this.#open(method);
        if (!this.#queue.length && !this.#end) {
          await /** @type {Promise<void>} */ (new Promise((resolve) => (this.#wake = resolve)));
        }
        const body = this.#queue.shift();
        if (body) {
          call.grant(++this.#consumed + WINDOW);
          this.#retry = retrying(core, true, Infinity, this.later);
          const value = await this.convert(core.read(method, body));
          this.isFresh &&= this.#call !== call;
          if (value) return { value, done: false };
        } else if (this.#end) {
          const { failure } = this.#end;
          this.restart();
          if (!failure) break;
          await core.sleep(this.#retry(failure), this.#abort.signal);
        }
      }
    } catch (error) {
      if (!this.#isEnded) {
        this.return();
        throw error;
      }
    } finally {
      stop();
    }
    if (signal?.aborted) throw cancelled(signal);
    return this.return();
  }

  /** @param {import("./core").Method} method */
  #open(method) {
    if (this.#call) return this.#call;
    this.isFresh = true;
    this.#consumed = 0;
    this.#queue = [];
    this.#end = undefined;
    const call = new Call(this.core, method, encode(method.request, this.request), Infinity);
    call.credit = WINDOW;
    call.isResumable = this.isResumable;
    call.receive = (body) => {
      this.#queue.push(body);
      this.#wake();
    };
    call.ended = (failure) => {
      if (this.#call !== call) return;
      this.#end = { failure };
      this.#wake();
    };
    this.#call = call;
    this.core.submit(call);
    return call;
  }

  /** Cancels what is open; the next message comes from a new one. */
  restart() {
    const call = this.#call;
    this.#call = undefined;
    call?.giveUp();
  }
}

/**
 * A name or a view, as the fields of a request.
 *
 * @param {import("../arrange").Source} source
 * @returns {{ collection?: string, view?: import("../arrange").Init<import("./generated/types").View> }}
 */
export function sourceFields(source) {
  return typeof source === "string" ? { collection: source } : { view: source };
}

/**
 * Reads a message of a subscription: `isFresh`, whether it is the first one since the stream was opened, and `last`, the one
 * before it, unless the list is asked for anew. Returns the update that is complete with the message, or false where that
 * does not fit.
 *
 * @template Update
 * @typedef {(message: SubscribeResponse, isFresh: boolean, last?: SubscribeResponse) => Update | undefined | false} Reader
 */

/**
 * What is asked for, also by those who follow outlines.
 *
 * @typedef {Omit<import("../arrange").UpdateOptions, "profile"> & {
 *   profile?: import("../arrange").BatchProfile,
 *   folding?: import("../arrange").Init<import("./generated/types").Folding>,
 * }} SubscribeOptions
 */

/**
 * The updates of a list. Pages are joined, and a batch has to follow the update before.
 *
 * @param {import("./core").Core} core
 * @param {import("../arrange").Source} source
 * @param {import("../arrange").UpdateOptions} options
 * @param {boolean} [isResumed] whether the reader had updates before
 * @param {(update: import("../arrange").ListUpdate) => Promise<boolean>} [accept] whether an update fits the reader's list
 */
export function updates(core, source, options, isResumed, accept) {
  /** @type {import("./fold").OwnSection[]} */
  let sections = [];
  let nextPage = 0;

  /** @type {Reader<import("../arrange").ListUpdate>} */
  const read = ({ snapshot, batch, progress, ...notes }, isFresh, last) => {
    const { version, epoch, resumeToken } = notes;
    if (isFresh) nextPage = 0;
    if (snapshot) {
      const { page, reason, size } = snapshot;
      if (page === 0) sections = [];
      else if (page !== nextPage || last?.version !== version || last.epoch !== epoch) return false;
      nextPage = page + 1;
      for (const { index, section, firstItem, items } of snapshot.sections) {
        if (index === sections.length && section) sections.push({ ...section, items: [] });
        const list = sections[index]?.items;
        if (index !== sections.length - 1 || list.length !== firstItem) return false;
        for (const item of items) list.push(item);
      }
      if (!snapshot.last) return undefined;
      if (options.at && reason === "first") throw noPast();
      nextPage = 0;
      return resumeToken.length > 0 && hasSize(sections, size) && { ...notes, type: "list", sections, reason };
    }
    if (nextPage || !(batch ?? progress) || !resumeToken.length) return false;
    if (last && (epoch !== last.epoch || version < last.version)) return false;
    if (!batch) return { ...notes, type: "progress" };
    const { fromVersion, commits } = batch;
    const from = last?.version ?? fromVersion;
    // The server passes over versions at which nothing visible changed, but a stream that is opened begins at its token.
    if (fromVersion > version || fromVersion < from || (isFresh && fromVersion > from)) return false;
    return { ...notes, type: "batch", batch, from, commits };
  };
  return following(core, source, options, read, isResumed, accept);
}

/**
 * The updates that are read from the messages of a subscription. Where one does not fit, it begins again.
 *
 * @template {{ readonly type: string, readonly resumeToken: Uint8Array }} Update
 * @param {import("./core").Core} core
 * @param {import("../arrange").Source} source
 * @param {SubscribeOptions} options
 * @param {Reader<Update>} read
 * @param {boolean} [isResumed] whether the reader had updates before
 * @param {(update: Update) => Promise<boolean>} [accept] whether an update fits the reader's list
 */
export function following(core, source, options, read, isResumed, accept) {
  const { shortestIntervalMs = 0, progressIntervalMs = 0, reconnectionAttempts = Infinity, signal, ...rest } = options;
  /** @type {import("../arrange").Init<import("./generated/types").SubscribeRequest>} */
  const request = {
    ownRequestPrefix: core.prefix,
    ...rest,
    ...sourceFields(source),
    shortestIntervalUs: shortestIntervalMs * 1000,
    progressIntervalUs: progressIntervalMs * 1000,
  };
  // The loss of the connection counts as the first failure.
  const later = reconnectionAttempts + 1;
  /** How often in succession the whole list was asked for. */
  let beginnings = 0;
  /** @type {SubscribeResponse | undefined} */
  let last;

  /** @type {Stream<SubscribeResponse, Update>} */
  const stream = new Stream(
    core, "Changes/Subscribe", request, { first: isResumed ? later : undefined, later, signal },
    async (message) => {
      const update = read(message, stream.isFresh, last);
      last = message;
      if (update === undefined) return update;
      if (update && (!accept || (await accept(update)))) {
        if (update.type === "batch") beginnings = 0;
        stream.request = { ...request, resumeToken: update.resumeToken };
        return update;
      }
      if (++beginnings > MOST_BEGINNINGS) {
        throw new ArrangeError("INTERNAL", "the batch does not fit the list");
      }
      stream.request = { ...request, resumeToken: undefined };
      last = undefined;
      stream.restart();
      return undefined;
    },
  );
  return stream;
}
