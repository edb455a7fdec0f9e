// One connection: which frames may be sent and received, and which calls are open on it.

import { decode, encode } from "./codec.js";
import { ArrangeError, closed, received } from "./errors.js";
import {
  CANCEL, CREDIT, DATA, END, FRAME_OVERHEAD, FrameDecoder, GOAWAY, HELLO, IGNORE_IF_UNKNOWN, joined, LARGEST_FRAME,
  LARGEST_FRAME_EVER, OPEN, PING, PONG, WELCOME,
} from "./frames.js";

/** The number of the code with which a violation is answered. */
const INVALID_ARGUMENT = 3;

/** "ARRG" on the wire. */
const MAGIC = 0x47525241;

/** The version of the wire that this client speaks. */
const WIRE_VERSION = 1;

/** Milliseconds of silence after which PING is sent. */
const KEEPALIVE_MS = 30_000;

/** Milliseconds of further silence after which the connection is given up. */
const KEEPALIVE_TIMEOUT_MS = 10_000;

/** The most unary calls and streams that are open at once until WELCOME says otherwise. */
const MOST_CALLS = 256;
const MOST_STREAMS = 4096;

/** The most bytes of requests that were not answered yet. One call is always sent. */
const MOST_OPEN_BYTES = 4194304;

/** The highest stream id. */
const LAST_STREAM = 0xffffffff;

/** Why a server may not be reached: browsers do not tell pages. */
const UNREACHED = "is arranged running? in a page: is its origin in --http-origins, the path /arrange?";

/** The states of a connection, in their order. */
const OPENING = 0;
const OPEN_FOR_CALLS = 1;
const LEAVING = 2;
const CLOSED = 3;

/**
 * How a connection ended.
 *
 * @typedef {object} Ending
 * @property {ArrangeError} error for those whose calls were not answered
 * @property {boolean} isHarmless whether the next connection is likely to succeed
 * @property {boolean} [isSilent] whether the server did not answer in time, and would not the next time
 * @property {boolean} [isLast] whether none of the servers did
 */

export class Connection {
  /** @type {import("./generated/types").Welcome | undefined} */
  welcome;
  #state = OPENING;
  /**
   * Calls by their streams until END, and PINGs by their negative numbers. Those that are done were given up.
   *
   * @type {Map<number, import("./call").Call>}
   */
  #calls = new Map();
  #frames = new FrameDecoder();
  #lastStream = 0;
  #lastPing = 0;
  /** The highest stream that the server accepted, after GOAWAY. */
  #accepted = LAST_STREAM;
  /** How many unary calls and streams are open, and the bytes of the former. */
  #unary = 0;
  #streams = 0;
  #bytes = 0;
  /** @type {Uint8Array[]} */
  #output = [];
  #lastHeard = 0;
  /** @type {unknown} */
  #timer;
  /**
   * Why there are no more calls.
   *
   * @type {Ending | undefined}
   */
  #ending;
  /** @type {import("../arrange").Transport | undefined} */
  #transport;
  /** @type {Uint8Array | undefined} */
  #hello;

  /**
   * When the next token is asked for.
   *
   * @type {unknown}
   */
  renewal;

  /**
   * @param {import("./core").Core} core
   * @param {ReturnType<typeof import("./transport").target>} target
   */
  constructor(core, target) {
    this.core = core;
    this.target = target;
  }

  /** Whether calls can be opened. */
  get isReady() {
    return this.#state === OPEN_FOR_CALLS;
  }

  async start() {
    const { clientId, clientName, clock, connectTimeoutMs, isRenewing, largestFrame, token } = this.core;
    const { address, href, open } = this.target;
    this.#timer = clock.setTimeout(() => {
      this.#close(
        this.#state === OPENING
          ? unavailable(`cannot reach ${address}: no answer within ${connectTimeoutMs} ms`)
          : { ...unavailable(`what answers at ${address} does not greet; is it arranged?`), isSilent: true },
      );
    }, connectTimeoutMs);
    const closed = (/** @type {import("../arrange").TransportError | undefined} */ failure) => {
      const text = this.#state === OPENING ? `cannot reach ${address}` : `lost the connection to ${address}`;
      const reason = failure?.message || (this.#state === OPENING ? UNREACHED : "is arranged running?");
      this.#close(this.#ending ?? { ...unavailable(`${text}: ${reason}`), isHarmless: !failure?.isPermanent });
    };
    try {
      this.#hello = encode("Hello", {
        magic: MAGIC, versionMin: WIRE_VERSION, versionMax: WIRE_VERSION, clientName, clientId, largestFrame,
        token: isRenewing ? await (await import("./tokens.js")).tokenFor(this) : token,
      });
      this.#transport = await open({ opened: () => this.#greet(), data: (bytes) => this.#take(bytes), closed }, href);
      if (this.#state === CLOSED) this.#transport.close();
      // One that opens at once is there only now.
      this.#flush();
    } catch (error) {
      // What gives tokens is often a server, too, which may be there the next time.
      closed({ message: String(error), isPermanent: !isRenewing });
    }
  }

  #greet() {
    if (this.#state === CLOSED) return;
    this.#state = OPEN_FOR_CALLS;
    this.#frames.limit = this.core.largestFrame;
    this.#send({ type: HELLO, body: this.#hello });
    this.core.changed();
  }

  /** @param {import("../arrange").Init<import("./generated/types").Frame>} frame */
  #send(frame) {
    if (this.#state === CLOSED) return;
    // Everything that is sent in one turn goes together.
    if (this.#output.push(encode("Frame", frame, true)) === 1) queueMicrotask(() => this.#flush());
  }

  #flush() {
    if (!this.#transport || !this.#output.length || this.#state === CLOSED) return;
    this.#transport.send(joined(this.#output));
    this.#output = [];
  }

  // Calls

  /**
   * Sends a call.
   *
   * @param {import("./call").Call} call
   * @returns {boolean} false if there is no room for it at the moment
   */
  open(call) {
    const { method, body } = call;
    if (!method) {
      const sequence = ++this.#lastPing;
      this.#calls.set(-sequence, call);
      call.sent(this, -sequence);
      this.#send({ type: PING, sequence });
      return true;
    }
    const { welcome } = this;
    const limit = (welcome?.largestFrame || LARGEST_FRAME) - FRAME_OVERHEAD;
    let refusal;
    if (body.length > limit) {
      // WELCOME may allow larger frames.
      if (!welcome && body.length < LARGEST_FRAME_EVER) return false;
      refusal = `more than ${limit} bytes; divide it`;
    } else if (method.isStream && this.#streams >= (welcome?.mostSubscriptions || MOST_STREAMS)) {
      refusal = "too many subscriptions; end some";
    }
    if (refusal) {
      call.finish({ error: new ArrangeError("RESOURCE_EXHAUSTED", refusal), isFinal: true });
      return true;
    }
    const isFull =
      this.#unary >= (welcome?.mostCalls || MOST_CALLS) || (this.#unary && this.#bytes + body.length > MOST_OPEN_BYTES);
    if (!method.isStream && isFull) return false;
    this.#count(call, 1);
    const stream = ++this.#lastStream;
    this.#calls.set(stream, call);
    call.sent(this, stream);
    const left = call.deadline - this.core.clock.now();
    const timeoutUs = left < Infinity ? Math.max(1, Math.round(left * 1000)) : 0;
    this.#send({ type: OPEN, stream, method: method.name, timeoutUs, credit: call.credit, body });
    if (stream === LAST_STREAM) this.#leave(unavailable("no more streams"));
    return true;
  }

  /**
   * @param {import("./call").Call} call
   * @param {1 | -1} change
   */
  #count({ method, body }, change) {
    if (method?.isStream) {
      this.#streams += change;
    } else {
      this.#unary += change;
      this.#bytes += change * body.length;
    }
  }

  /**
   * The caller has given up.
   *
   * @param {number} stream
   */
  cancel(stream) {
    if (stream > 0) this.#send({ type: CANCEL, stream });
    else this.#calls.delete(stream);
    this.#closeIfDone();
  }

  /**
   * The caller has room for more.
   *
   * @param {number} stream
   * @param {number} credit
   */
  grant(stream, credit) {
    this.#send({ type: CREDIT, stream, credit });
  }

  /**
   * The client is being closed, or another connection takes the place of this one: unary calls finish, and streams end, or
   * go on there where they can.
   *
   * @param {boolean} [isReplaced]
   */
  leave(isReplaced) {
    const ending = unavailable(isReplaced ? "the connection was replaced" : closed().message);
    for (const call of this.#calls.values()) {
      if (isReplaced ? call.isResumable : call.method?.isStream) {
        call.giveUp(isReplaced ? ending.error : closed(), isReplaced ? { attempts: 0 } : undefined);
      }
    }
    if (this.#state === OPENING) return this.#close(ending);
    this.#send({ type: GOAWAY, body: encode("Status", { message: ending.error.message }) });
    return this.#leave(ending);
  }

  /**
   * Takes no more calls, and closes the connection once nobody waits for an open one.
   *
   * @param {Ending} ending
   */
  #leave(ending) {
    if (this.#state === CLOSED) return;
    this.#state = LEAVING;
    this.#ending = ending;
    this.core.left(this, ending);
    this.#closeIfDone();
  }

  #closeIfDone() {
    if (this.#state !== LEAVING || !this.#ending || [...this.#calls.values()].some((call) => !call.isDone)) return;
    this.#flush();
    this.#close(this.#ending);
  }

  /** @param {Ending} ending */
  #close(ending) {
    if (this.#state === CLOSED) return;
    this.#state = CLOSED;
    const { core } = this;
    core.clock.clearTimeout(this.#timer);
    core.clock.clearTimeout(this.renewal);
    this.#transport?.close();
    core.left(this, ending);
    for (const call of this.#calls.values()) call.lost(ending, "unknown");
    core.closed(this);
  }

  // What comes from the server

  /** @param {Uint8Array} bytes */
  #take(bytes) {
    this.#lastHeard = this.core.clock.now();
    try {
      this.#frames.push(bytes, (frame) => {
        if (this.#state !== CLOSED) this.#receive(frame);
      });
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      const text = `what answers at ${this.target.address} does not keep the protocol: ${message}; is it arranged?`;
      this.#send({
        type: GOAWAY,
        status: INVALID_ARGUMENT,
        body: encode("Status", { message }),
      });
      this.#flush();
      this.#close({ error: new ArrangeError("INTERNAL", text), isHarmless: false });
    }
  }

  /** @param {import("./generated/types").Frame} frame */
  #receive(frame) {
    const { type, stream, sequence, status, body } = frame;
    if (type === GOAWAY) {
      this.#goingAway(frame);
    } else if (!this.welcome !== (type === WELCOME)) {
      throw new Error("no WELCOME, or two");
    } else if (type === WELCOME) {
      this.#welcomed(decode("Welcome", body));
    } else if (type === PING) {
      this.#send({ type: PONG, sequence });
    } else if (type === DATA || type === END || type === PONG) {
      const key = type === PONG ? -Number(sequence) : stream;
      const call = this.#calls.get(key);
      // The client's own PINGs are no calls, and a server that sent GOAWAY still refuses what was sent to it before.
      if (!call && (type === PONG || (type === END && stream > this.#accepted))) return;
      if (!call) throw new Error(`there is no stream ${stream}`);
      if (type === DATA) {
        if (sequence !== ++call.received || call.received > call.credit) {
          throw new Error("DATA was not asked for");
        }
        if (!call.isDone) call.receive(body);
      } else {
        // If the status can't be read, the connection ends, and the call with it.
        const failure = status ? { error: received(status, decode("Status", body)) } : undefined;
        this.#calls.delete(key);
        if (type === END) this.#count(call, -1);
        if (!failure && !call.isDone && !call.method?.isStream) call.receive(body);
        call.finish(failure);
        this.core.changed();
        this.#closeIfDone();
      }
    } else if (!(frame.flags & IGNORE_IF_UNKNOWN)) {
      throw new Error(`a frame has the type ${type}`);
    }
  }

  /** @param {import("./generated/types").Welcome} welcome */
  #welcomed(welcome) {
    if (welcome.version !== WIRE_VERSION) throw new Error("WELCOME is of another version");
    this.welcome = welcome;
    this.core.clock.clearTimeout(this.#timer);
    // The server is looked for at least as often as it looks for the client.
    const ms = Math.min(KEEPALIVE_MS, welcome.keepaliveMs || KEEPALIVE_MS);
    this.#watch(0, ms, Math.min(KEEPALIVE_TIMEOUT_MS, welcome.keepaliveTimeoutMs || KEEPALIVE_TIMEOUT_MS));
    this.core.welcomed(this);
  }

  /**
   * Looks after a time whether the server was silent.
   *
   * @param {number} after
   * @param {number} ms of silence after which it is asked
   * @param {number} timeoutMs of further silence
   */
  #watch(after, ms, timeoutMs) {
    const { clock } = this.core;
    this.#timer = clock.setTimeout(() => {
      const asked = clock.now();
      const silence = asked - this.#lastHeard;
      if (silence < ms) return this.#watch(ms - silence, ms, timeoutMs);
      this.#send({ type: PING, sequence: ++this.#lastPing });
      this.#timer = clock.setTimeout(() => {
        if (this.#lastHeard >= asked) this.#watch(0, ms, timeoutMs);
        else this.#close(unavailable(`no answer from ${this.target.address}`));
      }, timeoutMs);
      return undefined;
    }, after);
  }

  /** @param {import("./generated/types").Frame} frame */
  #goingAway({ status, sequence, body }) {
    const error = received(status, decode("Status", body));
    const isToken = error.code === "UNAUTHENTICATED";
    // A token that expired is followed by the next one; if that is refused, too, asking again does not help.
    const isFollowed = isToken && this.core.isRenewing && (!!this.welcome || !this.core.refusals++);
    const isHarmless = isFollowed || /^(OK|UNAVAILABLE|DEADLINE_EXCEEDED)$/.test(error.code);
    if (isHarmless) error.code = "UNAVAILABLE";
    error.message = `the server at ${this.target.address} ended the connection: ${error.message}`;
    if (isToken) error.message += "; check the token";
    this.#accepted = Number(sequence);
    /** @type {Ending} */
    const ending = { error, isHarmless };
    const refused = [];
    for (const [stream, call] of this.#calls) {
      if (stream <= this.#accepted) continue;
      this.#calls.delete(stream);
      refused.push(call);
    }
    this.#leave(ending);
    for (const call of refused) call.lost(ending, "not_started");
  }
}

/**
 * @param {string} text
 * @returns {Ending}
 */
function unavailable(text) {
  return { error: new ArrangeError("UNAVAILABLE", text), isHarmless: true };
}
