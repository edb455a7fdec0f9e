// The connections of a client, and the calls that wait for one.

import { backoff, Call, retrying } from "./call.js";
import { decode, encode, learn, wordsOf } from "./codec.js";
import { Connection } from "./connection.js";
import { ArrangeError, callOut, cancelled, closed, invalid, loaded, onAbort } from "./errors.js";
import { LARGEST_FRAME } from "./frames.js";
import { target } from "./transport.js";

/** The most calls that wait for a connection, or for room on it. */
const MOST_WAITING = 65536;

/** The longest time of a timer, in milliseconds: a longer one would be over at once. */
const MOST_TIMER_MS = 2 ** 31 - 1;

/** Bytes of a request id; the first half is the same for all of a client. */
const REQUEST_ID_BYTES = 16;

/** @type {import("../arrange").Clock} */
const CLOCK = {
  now: () => performance.now(),
  setTimeout: (callback, ms) => setTimeout(callback, Math.min(ms, MOST_TIMER_MS)),
  clearTimeout: (timer) => clearTimeout(/** @type {any} */ (timer)),
};

/**
 * @typedef {object} Method
 * @property {string} name
 * @property {import("./codec").MessageName} request
 * @property {import("./codec").MessageName} response
 * @property {boolean} isRepeatable whether it can be called again without doing anything twice
 * @property {boolean} isStream
 * @property {Uint8Array} body the request
 */

export class Core {
  /** @type {import("../arrange").ConnectionState} */
  state = "idle";
  /** @type {ArrangeError | undefined} */
  error;
  /** @type {Set<import("../arrange").StateListener>} */
  listeners = new Set();
  /**
   * The connection that takes new calls.
   *
   * @type {Connection | undefined}
   */
  #current;
  /**
   * All connections, also those on which calls only end.
   *
   * @type {Set<Connection>}
   */
  #connections = new Set();
  /** @type {Call[]} */
  #waiting = [];
  /** The index of the address of the newest connection, or of the next one. */
  #target;
  /**
   * How connections to other addresses ended since all of them were tried, the newest first.
   *
   * @type {import("./connection").Ending[]}
   */
  #failures = [];
  /**
   * The next token, which was asked for before the one that is used expires.
   *
   * @type {string | undefined}
   */
  nextToken;
  /** How many tokens in succession were refused. */
  refusals = 0;
  /** The number of the attempt to connect that is under way, or for which there is a pause; 0: none. */
  #attempt = 0;
  /** @type {unknown} */
  #pause;
  /** Is called when the last connection of a closed client has ended. */
  #reportClosed = () => {};
  /** @type {Promise<void> | undefined} */
  #closing;

  /**
   * @param {string | readonly string[] | undefined} url
   * @param {import("../arrange").ConnectOptions} options
   */
  constructor(url, options) {
    // Commas are between addresses, and may be in them.
    const [first, ...others] = [url].flat().flatMap((text) => text?.split(/,(?=[a-z]+:)/));
    this.targets = [first, ...others].map((one) => target(one, options));
    /** The name of the service: all of its addresses. */
    this.address = String(this.targets.map(({ address }) => address));
    this.clock = options.clock ?? CLOCK;
    this.random = options.random ?? Math.random;
    this.#target = options.startsAtFirst ? 0 : Math.floor(this.random() * this.targets.length);
    this.retry = { maximumAttempts: 20, initialBackoffMs: 50, maximumBackoffMs: 2000, jitter: 0.5, ...options.retry };
    this.callTimeoutMs = options.callTimeoutMs ?? 30_000;
    this.connectTimeoutMs = options.connectTimeoutMs ?? 5_000;
    this.clientName = options.clientName ?? "arrange-javascript";
    /** @type {any} */
    this.token = options.token;
    /** Whether there is a next token when one expires. */
    this.isRenewing = typeof this.token === "function";
    this.largestFrame = options.largestFrame ?? LARGEST_FRAME;
    this.lastId = new Uint8Array(REQUEST_ID_BYTES);
    if (options.random) this.lastId = this.lastId.map(() => this.random() * 256);
    else crypto.getRandomValues(this.lastId);
    /** What the request ids of the client begin with. */
    this.prefix = this.lastId.slice(0, REQUEST_ID_BYTES / 2);
    this.clientId = [...this.prefix].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  /** A request id that nobody has: bytes that all of the client have, and a number that begins at a random one. */
  requestId() {
    const id = this.lastId;
    for (let index = REQUEST_ID_BYTES; index-- > REQUEST_ID_BYTES / 2 && ++id[index] > 255; );
    return id.slice();
  }

  /**
   * @param {string} name
   * @param {any} content of the request
   * @returns {Promise<Method>}
   */
  async method(name, content) {
    /** @type {any} */
    let words = wordsOf("/" + name);
    let body;
    try {
      body = encode(words[0], words[0] && content);
    } catch {
      // What few programs use is loaded when it is used: most methods, and some of what requests can have.
      const { SCHEMA } = await loaded(import("./generated/rare-messages.js"));
      learn(SCHEMA);
      words = wordsOf("/" + name);
      body = encode(words[0], content);
    }
    const [request, response, kind] = words;
    // A call that is made once may do something twice if it is made twice.
    const [isRepeatable, isStream] = [kind !== "once", kind === "stream"];
    return /** @type {any} */ ({ name: `arrange.v1.${name}`, request, response, isRepeatable, isStream, body });
  }

  // Calls

  /**
   * Makes a unary call, and makes it again where that can't do anything twice and may help.
   *
   * @param {string} name the method; empty: PING
   * @param {any} [options] with the fields of the request
   * @returns {Promise<any>}
   */
  async call(name, options) {
    const { timeoutMs = this.callTimeoutMs, signal, ...request } = options ?? {};
    // What is no number differs from its amount, too.
    if (timeoutMs !== Math.abs(timeoutMs)) throw invalid("timeoutMs: it has to be a number from 0", "timeoutMs");
    const method = name ? await this.method(name, request) : undefined;
    const body = method ? method.body : new Uint8Array(0);
    // Who would wait for longer than any timer waits without a deadline.
    const deadline = timeoutMs > MOST_TIMER_MS ? Infinity : this.clock.now() + timeoutMs;
    const retry = retrying(this, !method || method.isRepeatable, deadline);
    for (;;) {
      const call = new Call(this, method, body, deadline);
      const expire = () => {
        // Without a connection, what happened to the last one says more.
        const reason = this.error ? `: ${this.error.message}` : "";
        call.giveUp(new ArrangeError("DEADLINE_EXCEEDED", `no answer in time${reason}`));
      };
      /** @type {Uint8Array | undefined} */
      let answer;
      call.receive = (bytes) => (answer = bytes);
      let stop = () => {};
      /** @type {import("./call").Failure | undefined} */
      const failure = await new Promise((resolve) => {
        call.ended = resolve;
        if (deadline < Infinity) {
          call.timer = this.clock.setTimeout(expire, Math.max(0, deadline - this.clock.now()));
        }
        // Which gives up at once where it is aborted already.
        stop = onAbort(signal, () => call.giveUp(cancelled(signal)));
        this.submit(call);
      });
      stop();
      if (!failure) return method && this.read(method, /** @type {any} */ (answer));
      await this.sleep(retry(failure), signal);
    }
  }

  /**
   * Reads an answer.
   *
   * @param {Method} method
   * @param {Uint8Array} body
   * @returns {any}
   */
  read(method, body) {
    try {
      return decode(method.response, body);
    } catch (error) {
      if (error instanceof ArrangeError) error.processed = "done";
      throw error;
    }
  }

  /**
   * @param {number} ms
   * @param {AbortSignal} [signal]
   * @returns {Promise<void>}
   */
  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      const timer = this.clock.setTimeout(() => {
        stop();
        resolve();
      }, ms);
      const stop = onAbort(signal, () => {
        this.clock.clearTimeout(timer);
        reject(cancelled(signal));
      });
    });
  }

  /**
   * Sends a call, or has it wait.
   *
   * @param {Call} call
   */
  submit(call) {
    if (call.isDone) return;
    const isFull = this.#waiting.length >= MOST_WAITING;
    const error = this.state === "closed" ? closed() : isFull && new ArrangeError("RESOURCE_EXHAUSTED", "too many calls");
    if (error) return call.finish({ error, isFinal: true });
    this.#waiting.push(call);
    if (this.#waiting.length === 1 || !this.#current) this.changed();
  }

  /** There may be room for calls that wait, or nobody who connects for them. */
  changed() {
    let count = 0;
    while (this.#current?.isReady && count < this.#waiting.length) {
      const call = this.#waiting[count];
      if (!call.isDone && !this.#current.open(call)) break;
      count++;
    }
    if (count) this.#waiting.splice(0, count);
    if (!this.#current && !this.#attempt) this.#connect(1);
  }

  /** @param {import("./call").Failure} failure */
  #failWaiting(failure) {
    for (const call of this.#waiting.splice(0)) call.finish(failure);
  }

  // Connections

  /**
   * Connects if a call waits.
   *
   * @param {number} attempt
   */
  #connect(attempt) {
    this.#waiting = this.#waiting.filter((call) => !call.isDone);
    this.#attempt = this.#waiting.length && this.state !== "closed" ? attempt : 0;
    if (!this.#attempt) return;
    if (this.state === "idle") this.#become("connecting");
    // A listener may have closed the client.
    if (this.state === "closed") return;
    this.#current = this.connection();
    this.#current.start();
  }

  /** A new connection, to be started. It becomes the one for new calls once the server has greeted. */
  connection() {
    const connection = new Connection(this, this.targets[this.#target]);
    this.#connections.add(connection);
    return connection;
  }

  /**
   * A server has greeted.
   *
   * @param {Connection} connection
   */
  welcomed(connection) {
    if (!connection.isReady) return;
    const before = this.#current;
    this.#current = connection;
    this.clock.clearTimeout(this.#pause);
    this.#attempt = this.refusals = 0;
    this.#failures = [];
    this.#become("connected");
    if (before !== connection) before?.leave(true);
    this.changed();
  }

  /**
   * A connection takes no more calls.
   *
   * @param {Connection} connection
   * @param {import("./connection").Ending} ending
   */
  left(connection, ending) {
    if (this.#current !== connection) return;
    this.#current = undefined;
    if (this.state === "closed") return;
    this.#become("disconnected", ending.error);
    const attempt = this.#attempt;
    const { length } = this.targets;
    // A server that ended a connection, or can't be reached, is likely to be gone.
    this.#target = (this.#target + 1) % length;
    if (connection.welcome) {
      this.#attempt = 0;
      return;
    }
    const failures = [ending, ...this.#failures];
    if (failures.length < length) {
      this.#failures = failures;
      this.#connect(attempt);
      return;
    }
    this.#failures = [];
    const { maximumAttempts } = this.retry;
    if (attempt < maximumAttempts && failures.some((one) => one.isHarmless && !one.isSilent)) {
      // All calls share the attempts and the pauses between them, so that a server that comes back is not overrun.
      this.#pause = this.clock.setTimeout(() => this.#connect(attempt + 1), backoff(this, attempt));
      return;
    }
    this.#attempt = 0;
    ending.isLast = ending.isSilent;
    // That one can't be reached says less than whatever else is wrong.
    const { error } = failures.find((one) => one.error.code !== "UNAVAILABLE") ?? ending;
    if (length > 1) error.message = `none of the ${length} servers can be used; the last one: ${error.message}`;
    this.#failWaiting({ error, isFinal: !failures.some((one) => one.isHarmless), attempts: maximumAttempts });
  }

  /**
   * A connection was closed.
   *
   * @param {Connection} connection
   */
  closed(connection) {
    this.#connections.delete(connection);
    this.changed();
    if (!this.#connections.size) this.#reportClosed();
  }

  close() {
    return (this.#closing ??= new Promise((resolve) => {
      this.#reportClosed = resolve;
      this.#become("closed");
      this.clock.clearTimeout(this.#pause);
      this.#failWaiting({ error: closed(), isFinal: true });
      for (const connection of this.#connections) connection.leave();
      if (!this.#connections.size) resolve();
    }));
  }

  /**
   * @param {import("../arrange").ConnectionState} state
   * @param {ArrangeError} [error]
   */
  #become(state, error) {
    this.error = error;
    // An attempt that fails like the one before is no news.
    if (this.state === state) return;
    this.state = state;
    for (const listener of [...this.listeners]) callOut(listener, state, error);
  }
}
