// For where WebSockets are blocked: frames of the client become calls in JSON and streams of events, which any proxy
// lets through.

import { decode, encode, learn, wordsOf } from "./src/codec.js";
import { CODES } from "./src/errors.js";
import {
  CANCEL, CREDIT, DATA, END, FrameDecoder, GOAWAY, HELLO, LARGEST_FRAME, OPEN, PING, PONG, WELCOME,
} from "./src/frames.js";
import { SCHEMA } from "./src/generated/rare-messages.js";
import { fromBase64, fromJSON, toJSON } from "./src/json.js";
import { webSocket } from "./src/transport.js";

/** How long a WebSocket may take to open, in milliseconds. */
const PATIENCE_MS = 2_500;

/** How long no WebSocket is tried after one that did not open, in milliseconds. */
const WITHOUT_MS = 600_000;

/** The longest time that is sent with a call, in seconds. */
const LONGEST_SECONDS = 3_600;

/** What WELCOME says: the version of the wire, and calls at a time. Browsers hold further ones back by themselves. */
const VERSION = 1;
const MOST_CALLS = 64;

/** The numbers of statuses. */
const CANCELLED = CODES.indexOf("CANCELLED");
const UNKNOWN = CODES.indexOf("UNKNOWN");
const UNAVAILABLE = CODES.indexOf("UNAVAILABLE");
const UNAUTHENTICATED = CODES.indexOf("UNAUTHENTICATED");

/** @typedef {import("./arrange").TransportHandlers} Handlers */

/**
 * @param {import("./events").EventStreamOptions} [options]
 * @returns {import("./arrange").TransportFactory}
 */
export function eventStreams({
  WebSocket = globalThis.WebSocket, fetch = globalThis.fetch.bind(globalThis), patienceMs = PATIENCE_MS,
} = {}) {
  let triedAgainAt = 0;
  return (handlers, url) => {
    const { opened, data, closed } = handlers;
    /** @type {import("./arrange").Transport | undefined} */
    let current;
    let isOver = false;
    const useHTTP = () => {
      if (isOver || current instanceof CallsOverHTTP) return;
      const blocked = /** @type {import("./arrange").Transport | undefined} */ (current);
      current = new CallsOverHTTP(url.replace(/^ws/, "http"), handlers, fetch, () => {
        triedAgainAt = Date.now() + WITHOUT_MS;
      });
      blocked?.close();
    };
    if (!WebSocket || Date.now() < triedAgainAt) {
      useHTTP();
    } else {
      const timer = setTimeout(useHTTP, patienceMs);
      let isOpen = false;
      const socket = webSocket(url, WebSocket)({
        opened() {
          clearTimeout(timer);
          if (current !== socket) return;
          isOpen = true;
          opened();
        },
        data(bytes) {
          if (current === socket) data(bytes);
        },
        closed(error) {
          clearTimeout(timer);
          if (current !== socket) return;
          if (isOpen || isOver) closed(error);
          else useHTTP();
        },
      }, url);
      current = /** @type {import("./arrange").Transport} */ (socket);
    }
    return {
      send: (bytes) => current?.send(bytes),
      close() {
        isOver = true;
        current?.close();
      },
    };
  };
}

/** The error of a call that the server has answered with a problem. */
class Problem extends Error {
  /** @param {any} content */
  constructor(content) {
    super(content.detail ?? content.title);
    this.content = content;
  }
}

/** The server's end of a connection, which makes its calls over HTTP. */
class CallsOverHTTP {
  #frames = new FrameDecoder();
  #token = "";
  #isOver = false;
  /**
   * Resolves when the greeting was answered, before which nothing else is.
   *
   * @type {Promise<unknown> | undefined}
   */
  #greeting;
  /**
   * The calls that are open, by their streams.
   *
   * @type {Map<number, { credit: number, sent: number, more: () => void, abort: AbortController }>}
   */
  #calls = new Map();

  /**
   * @param {string} url
   * @param {Handlers} handlers
   * @param {typeof globalThis.fetch} fetch
   * @param {() => void} welcomed
   */
  constructor(url, handlers, fetch, welcomed) {
    this.base = new URL("/v1/", url);
    this.handlers = handlers;
    this.fetch = fetch;
    this.welcomed = welcomed;
    learn(SCHEMA);
    queueMicrotask(() => this.#isOver || handlers.opened());
  }

  /** @param {Uint8Array} bytes */
  send(bytes) {
    if (!this.#isOver) this.#frames.push(bytes, (frame) => this.#receive(frame));
  }

  close() {
    this.#end();
  }

  /** @param {import("./arrange").TransportError} [error] */
  #end(error) {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const { abort, more } of this.#calls.values()) {
      abort.abort();
      more();
    }
    // Later, as that of a socket.
    queueMicrotask(() => this.handlers.closed(error));
  }

  /** @param {import("./arrange").Init<import("./src/generated/types").Frame>} frame */
  #answer(frame) {
    if (!this.#isOver) this.handlers.data(encode("Frame", frame, true));
  }

  /** @param {import("./src/generated/types").Frame} frame */
  #receive(frame) {
    const { type, stream, sequence, credit } = frame;
    const call = this.#calls.get(stream);
    if (type === HELLO) {
      this.#token = decode("Hello", frame.body).token;
      this.#greeting = this.#greet();
    } else if (type === OPEN) {
      // The bytes are those of the decoder.
      this.#open({ ...frame, body: frame.body.slice() });
    } else if (type === CREDIT && call) {
      call.credit = credit;
      call.more();
    } else if (type === CANCEL && call) {
      call.abort.abort();
      this.#finish(stream, CANCELLED, { message: "the call was cancelled" });
      call.more();
    } else if (type === PING) {
      this.#ping(sequence);
    }
  }

  async #greet() {
    try {
      const info = await (await this.#request("Server/Info", "{}")).json();
      this.welcomed();
      const body = encode("Welcome", {
        version: VERSION, serverId: info.server_id, largestFrame: LARGEST_FRAME, mostCalls: MOST_CALLS,
      });
      this.#answer({ type: WELCOME, body });
    } catch (error) {
      if (!(error instanceof Problem)) return this.#failed(error);
      const status = error.content.code === "UNAUTHENTICATED" ? UNAUTHENTICATED : UNAVAILABLE;
      this.#answer({ type: GOAWAY, status, body: encode("Status", { message: error.message }) });
    }
    return undefined;
  }

  /** @param {number | bigint} sequence */
  async #ping(sequence) {
    try {
      await this.#greeting;
      await (await this.#request("Health/Check", "{}")).text();
      this.#answer({ type: PONG, sequence });
    } catch (error) {
      this.#failed(error);
    }
  }

  /**
   * A request to a method by its name. Fails with a `Problem`, or where there is no answer.
   *
   * @param {string} method
   * @param {string} body
   * @param {AbortSignal} [signal]
   * @param {number} [timeoutUs]
   */
  async #request(method, body, signal, timeoutUs = 0) {
    /** @type {Record<string, string>} */
    const headers = { "Content-Type": "application/json" };
    if (this.#token) headers.Authorization = `Bearer ${this.#token}`;
    const seconds = timeoutUs / 1e6;
    if (seconds && seconds <= LONGEST_SECONDS) headers["Request-Timeout"] = String(seconds);
    const { fetch } = this;
    const answer = await fetch(new URL(method, this.base), { method: "POST", body, headers, signal, cache: "no-store" });
    if (answer.ok) return answer;
    const isProblem = answer.headers.get("content-type")?.startsWith("application/problem+json");
    throw isProblem ? new Problem(await answer.json()) : new Error(`HTTP ${answer.status}`);
  }

  /** @param {import("./src/generated/types").Frame} frame */
  async #open({ stream, method, body, timeoutUs, credit }) {
    const name = method.slice(method.indexOf(".v1.") + ".v1.".length);
    const [request, response, kind] = /** @type {any[]} */ (wordsOf(`/${name}`));
    const call = { credit, sent: 0, more: () => {}, abort: new AbortController() };
    this.#calls.set(stream, call);
    try {
      await this.#greeting;
      if (!this.#calls.has(stream) || this.#isOver) return;
      const json = toJSON(request, decode(request, body));
      const answer = await this.#request(name, json, call.abort.signal, timeoutUs);
      if (kind !== "stream") {
        this.#finish(stream, 0, undefined, encode(response, fromJSON(response, JSON.parse((await answer.text()) || "{}"))));
        return;
      }
      for await (const { event, data } of events(/** @type {ReadableStream} */ (answer.body))) {
        if (event === "end") {
          if (data.code) throw new Problem(data);
          break;
        }
        // What is not read waits at the server, where it becomes one message with what follows.
        while (call.sent >= call.credit && this.#calls.has(stream) && !this.#isOver) {
          await new Promise((resolve) => (call.more = () => resolve(undefined)));
        }
        if (!this.#calls.has(stream)) return;
        this.#answer({ type: DATA, stream, sequence: ++call.sent, body: encode(response, fromJSON(response, data)) });
      }
      // A stream without an end has lost its connection.
      if (this.#calls.has(stream)) this.#finish(stream, 0);
    } catch (error) {
      if (!this.#calls.has(stream) || this.#isOver) return;
      if (!(error instanceof Problem)) {
        this.#failed(error);
        return;
      }
      const { code, detail, field, reason, resume_token: token, retry_after_ms: retryAfterMs, processed } = error.content;
      const text = (/** @type {string} */ value) => new TextEncoder().encode(value);
      const details = [];
      if (field) details.push({ name: "field", value: text(field) });
      if (reason) details.push({ name: "reason", value: text(reason) });
      if (token) details.push({ name: "resume_token", value: fromBase64(token) });
      const number = CODES.indexOf(code);
      const problem = { message: detail, details, retryAfterMs: retryAfterMs ?? 0, processed };
      this.#finish(stream, number < 0 ? UNKNOWN : number, problem);
    }
  }

  /**
   * @param {number} stream
   * @param {number} status
   * @param {any} [problem]
   * @param {Uint8Array} [body]
   */
  #finish(stream, status, problem, body) {
    if (!this.#calls.delete(stream)) return;
    this.#answer({ type: END, stream, status, body: problem ? encode("Status", problem) : body });
  }

  /** @param {unknown} error */
  #failed(error) {
    this.#end({ message: String(/** @type {any} */ (error)?.message ?? error) });
  }
}

/**
 * The events of a stream, without those that have no data.
 *
 * @param {ReadableStream<Uint8Array>} body
 */
async function* events(body) {
  const reader = body.pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new Error("the stream was cut off");
      text += value;
      for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
        /** @type {Record<string, string>} */
        const event = {};
        for (const line of text.slice(0, end).split("\n")) {
          const colon = line.indexOf(":");
          if (colon > 0) event[line.slice(0, colon)] = line.slice(colon + 2);
        }
        if (event.data) yield { event: event.event, data: JSON.parse(event.data) };
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
