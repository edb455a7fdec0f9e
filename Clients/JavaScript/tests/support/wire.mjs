// A network without a network: the test is the server, and moves the clock.

import { connect } from "../../arrange.js";
import { decode, encode } from "../../src/codec.js";
import { FrameDecoder } from "../../src/frames.js";

/** A time that passes when the test says so. */
export class ManualClock {
  #now = 0;
  #timers = new Set();

  now() {
    return this.#now;
  }

  /** How many timers there are. */
  get waiting() {
    return this.#timers.size;
  }

  setTimeout(callback, ms) {
    const timer = { callback, at: this.#now + ms };
    this.#timers.add(timer);
    return timer;
  }

  clearTimeout(timer) {
    this.#timers.delete(timer);
  }

  /** Lets time pass, with what happens meanwhile. */
  async advance(ms) {
    const end = this.#now + ms;
    await settled();
    for (;;) {
      const next = [...this.#timers].sort((a, b) => a.at - b.at)[0];
      if (!next || next.at > end) break;
      this.#timers.delete(next);
      this.#now = next.at;
      next.callback();
      await settled();
    }
    this.#now = end;
  }
}

/** Waits until nothing happens any more without the network. */
export async function settled() {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** The server's side of a connection. */
export class Peer {
  frames = [];
  isClosed = false;
  #decoder = new FrameDecoder();

  constructor(handlers) {
    this.handlers = handlers;
    this.transport = {
      send: (bytes) => this.#decoder.push(bytes, (frame) => this.frames.push(frame)),
      close: () => (this.isClosed = true),
    };
  }

  /** The connection is open, and greets. */
  async welcome(fields = {}) {
    this.handlers.opened();
    await settled();
    const body = encode("Welcome", { version: 1, serverId: "test", largestFrame: 1048576, ...fields });
    return this.send({ type: 2, body });
  }

  /** Sends a frame, after what came before. */
  send(frame) {
    this.handlers.data(encode("Frame", frame, true));
    return settled();
  }

  /** Ends a call well. */
  answer(open, name, message) {
    return this.send({ type: 5, stream: open.stream, body: encode(name, message) });
  }

  /** Ends a call with a status. */
  refuse(open, status, fields = {}) {
    return this.send({ type: 5, stream: open.stream, status, body: encode("Status", fields) });
  }

  goAway(status, sequence, fields = {}) {
    return this.send({ type: 10, status, sequence, body: encode("Status", fields) });
  }

  /** The connection is lost. */
  lose(error) {
    this.handlers.closed(error);
    return settled();
  }

  /** The frames of a type that came so far. */
  of(type) {
    return this.frames.filter((frame) => frame.type === type);
  }

  /** The calls that came so far, with their requests. */
  get opens() {
    return this.of(3).map((frame) => ({ ...frame, request: decode(REQUESTS[frame.method.split("/")[1]], frame.body) }));
  }
}

const REQUESTS = {
  Create: "CreateCollectionRequest", Get: "GetCollectionRequest", Apply: "ApplyRequest", Subscribe: "SubscribeRequest",
  Place: "PlaceRowsRequest", Undo: "UndoRequest",
};

/** A client with a clock of its own, whose connections the test serves. */
export function wired(options = {}) {
  const clock = new ManualClock();
  const peers = [];
  const states = [];
  const client = connect("arrange://test", {
    clock,
    random: () => 0.5,
    transport: (handlers) => {
      peers.push(new Peer(handlers));
      return peers.at(-1).transport;
    },
    ...options,
  });
  client.onState((state) => states.push(state));
  return { client, clock, peers, states };
}

/** The error of a promise; fails when there is none. */
export async function errorOf(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("it did not fail");
}

/** The messages of the exceptions of listeners, which are reported as those of the page. */
export function reported(context) {
  const failures = [];
  const { queueMicrotask } = globalThis;
  context.after(() => (globalThis.queueMicrotask = queueMicrotask));
  globalThis.queueMicrotask = (callback) => queueMicrotask(() => {
    try {
      callback();
    } catch (error) {
      failures.push(error.message);
    }
  });
  return failures;
}
