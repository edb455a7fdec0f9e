// Why a call, or the client as a whole, did not succeed.

/** The canonical gRPC codes, by their numbers. */
export const CODES = (
  "OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED " +
  "RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS " +
  "UNAUTHENTICATED"
).split(" ");

/**
 * The error of every function of this library.
 */
export class ArrangeError extends Error {
  /**
   * @param {import("../arrange").StatusCode} code
   * @param {string} message
   * @param {Partial<import("../arrange").ErrorDetails>} details
   */
  constructor(code, message, { field, reason, processed = "not_started", retryAfterMs = 0, resumeToken } = {}) {
    super(message);
    this.name = "ArrangeError";
    this.code = code;
    this.field = field;
    this.reason = reason;
    this.processed = processed;
    this.retryAfterMs = retryAfterMs;
    this.resumeToken = resumeToken;
  }
}

/**
 * An error of the caller: nothing was sent.
 *
 * @param {string} message
 * @param {string} [field]
 */
export function invalid(message, field) {
  return new ArrangeError("INVALID_ARGUMENT", message, { field });
}

/** The error for a server that shows the newest version where an earlier one was asked for. */
export const noPast = () => new ArrangeError("UNIMPLEMENTED", "the server can't read earlier versions", { field: "at" });

/**
 * The error that a server sent.
 *
 * @param {number} status the number of the code
 * @param {import("./generated/types").Status} body
 */
export function received(status, { message, details, retryAfterMs, processed }) {
  const value = (/** @type {string} */ name) => details.find((detail) => detail.name === name)?.value;
  const text = (/** @type {string} */ name) => value(name) && new TextDecoder().decode(value(name));
  const code = /** @type {import("../arrange").StatusCode} */ (CODES[status] ?? "UNKNOWN");
  return new ArrangeError(code, message, {
    field: text("field"), reason: text("reason"), resumeToken: value("resume_token"), retryAfterMs, processed,
  });
}

/**
 * The error of a call whose caller has given up. Its name is that of the error with which `fetch` would fail.
 *
 * @param {AbortSignal} [signal]
 */
export function cancelled(signal) {
  const error = new ArrangeError("CANCELLED", "the call was cancelled");
  error.name = signal?.reason?.name ?? "AbortError";
  return error;
}

/**
 * Adds a value to a set.
 *
 * @template T
 * @param {Set<T>} set
 * @param {T} value
 * @returns {() => void} what takes it out again
 */
export function added(set, value) {
  set.add(value);
  return () => void set.delete(value);
}

/**
 * Calls a function of the page. Its exceptions are the page's own, and are reported like any other error of it: they must
 * not end what the library is doing.
 *
 * @template {unknown[]} Values
 * @param {(...values: Values) => void} callback
 * @param {Values} values
 */
export function callOut(callback, ...values) {
  try {
    callback(...values);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

/**
 * What is to be called when a signal is aborted: its only listener, since Node warns of more than ten.
 *
 * @type {WeakMap<AbortSignal, Set<() => void> & { handleEvent?(): void }>}
 */
const waiting = new WeakMap();

/**
 * Calls a function when a signal is aborted; at once where it is.
 *
 * @param {AbortSignal | undefined} signal
 * @param {() => void} callback
 * @returns {() => void} what ends that
 */
export function onAbort(signal, callback) {
  if (!signal) return () => {};
  /** @type {Set<() => void> & { handleEvent?(): void }} */
  const all = waiting.get(signal) ?? new Set();
  all.handleEvent = () => all.forEach((one) => one());
  waiting.set(signal, all.add(callback));
  signal.addEventListener("abort", /** @type {any} */ (all));
  if (signal.aborted) callback();
  return () => {
    all.delete(callback);
    if (!all.size) signal.removeEventListener("abort", /** @type {any} */ (all));
  };
}

/**
 * The error of what can't be done as things are.
 *
 * @param {string} message
 */
export function failedPrecondition(message) {
  return new ArrangeError("FAILED_PRECONDITION", message);
}

/**
 * A module that is loaded when it is used, which may succeed later.
 *
 * @template T
 * @param {Promise<T>} module
 */
export function loaded(module) {
  return module.catch((error) => {
    throw new ArrangeError("UNAVAILABLE", String(error));
  });
}

/** The error of every use of a client after its end. */
export function closed() {
  return failedPrecondition("the client was closed");
}
