// One attempt to get an answer from the server, and the decision whether there is another one.

import { ArrangeError, cancelled } from "./errors.js";

/** How often a call is sent to the next server at once, where the one before did not start it. */
const MOST_REFUSALS = 3;

/**
 * @typedef {object} Failure
 * @property {ArrangeError} error for the caller, unless there is another attempt
 * @property {boolean} [isFinal] whether another attempt is pointless
 * @property {number} [attempts] for how many attempts it stands
 */

/** A call. It ends once, with `ended`. */
export class Call {
  /** Whether it is a stream that goes on where it was on another connection. */
  isResumable = false;
  /** How many DATA frames came, and how many may. */
  received = 0;
  credit = 0;
  isDone = false;
  #refusals = 0;
  /** @type {import("./connection").Connection | undefined} */
  #connection;
  #stream = 0;
  /** @type {unknown} */
  timer;

  /**
   * @param {import("./core").Core} core
   * @param {import("./core").Method | undefined} method undefined for PING
   * @param {Uint8Array} body
   * @param {number} deadline the time, by the clock, at which the caller gives up
   */
  constructor(core, method, body, deadline) {
    this.core = core;
    this.method = method;
    this.body = body;
    this.deadline = deadline;
  }

  /**
   * The answer to a unary call, or what a stream delivers.
   *
   * @param {Uint8Array} body
   */
  receive(body) {}

  /**
   * The call is over.
   *
   * @param {Failure} [failure]
   */
  ended(failure) {}

  /**
   * @param {import("./connection").Connection} connection
   * @param {number} stream
   */
  sent(connection, stream) {
    this.#connection = connection;
    this.#stream = stream;
  }

  /**
   * There is no answer any more.
   *
   * @param {import("./connection").Ending} ending
   * @param {import("./generated/types").Processed} processed
   */
  lost({ error, isHarmless, isLast }, processed) {
    this.#connection = undefined;
    if (processed === "not_started" && isHarmless && this.#refusals++ < MOST_REFUSALS) {
      this.core.submit(this);
    } else {
      const own = new ArrangeError(error.code, error.message, { ...error, processed });
      this.finish({ error: own, attempts: isLast ? this.core.retry.maximumAttempts : 1 });
    }
  }

  /** @param {number} credit */
  grant(credit) {
    this.credit = credit;
    this.#connection?.grant(this.#stream, credit);
  }

  /**
   * The caller has given up.
   *
   * @param {ArrangeError} error
   * @param {Partial<Failure>} [failure]
   */
  giveUp(error = cancelled(), failure = { isFinal: true }) {
    const connection = this.#connection;
    if (connection) error.processed = "unknown";
    this.finish({ error, ...failure });
    connection?.cancel(this.#stream);
  }

  /** @param {Failure} [failure] */
  finish(failure) {
    if (this.isDone) return;
    this.isDone = true;
    this.#connection = undefined;
    this.core.clock.clearTimeout(this.timer);
    this.ended(failure);
  }
}

/**
 * Decides whether a call is made again: a function that takes each failure, and either throws the error or gives the
 * milliseconds until the next attempt.
 *
 * @param {import("./core").Core} core
 * @param {boolean} isRepeatable
 * @param {number} deadline
 * @param {number} [maximumAttempts]
 */
export function retrying(core, isRepeatable, deadline, maximumAttempts = core.retry.maximumAttempts) {
  let made = 0;
  // Whether an earlier attempt may have taken effect.
  let isUncertain = false;
  return (/** @type {Failure} */ { error, isFinal, attempts = 1 }) => {
    made += attempts;
    const isUnstarted = error.processed === "not_started";
    const ms = Math.max(error.retryAfterMs, backoff(core, made));
    const isTried =
      !isFinal && isTransient(error) && (isUnstarted || (isRepeatable && error.processed === "unknown"));
    // An error with a reason helps more than a deadline that is certain to be missed.
    if (isTried && made < maximumAttempts && core.clock.now() + ms < deadline) {
      isUncertain ||= !isUnstarted;
      return ms;
    }
    // Unless the server has answered the request itself, the last attempt says nothing of those before.
    if (isUncertain && isUnstarted && (isTried || isFinal || error.code[0] === "D")) error.processed = "unknown";
    throw error;
  };
}

/**
 * Whether the same may succeed later.
 *
 * @param {ArrangeError} error
 */
export function isTransient({ code, retryAfterMs }) {
  return code === "UNAVAILABLE" || (code === "RESOURCE_EXHAUSTED" && retryAfterMs > 0);
}

/**
 * The pause after so many failed attempts, in milliseconds: twice as long each time, a part of it random.
 *
 * @param {import("./core").Core} core
 * @param {number} attempts
 */
export function backoff({ retry: { initialBackoffMs, maximumBackoffMs, jitter }, random }, attempts) {
  return Math.min(initialBackoffMs * 2 ** (attempts - 1), maximumBackoffMs) * (1 - jitter * random());
}
