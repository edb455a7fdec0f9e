// Calls and connections, with a network and a clock that belong to the test.

import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { connect } from "../arrange.js";
import { retrying } from "../src/call.js";
import { decode, encode } from "../src/codec.js";
import { ArrangeError } from "../src/errors.js";
import { FrameDecoder } from "../src/frames.js";
import { seeded } from "./support/random.mjs";
import { errorOf, reported, settled, wired } from "./support/wire.mjs";

// What is loaded when it is first used takes a time that nothing here waits for.
await import("../src/generated/rare-messages.js");

const INFO = { name: "board", strategy: "lexorank" };

/** A client with a connection that has greeted, and one call on it. */
async function called(method = "get", options = {}) {
  const wire = wired(options);
  const result = wire.client[method]("board");
  result.catch(() => {});
  await settled();
  const [peer] = wire.peers;
  await peer.welcome();
  return { ...wire, peer, result, open: peer.opens[0] };
}

test("a call follows HELLO without waiting, and gets its answer", async () => {
  const { client, peers, states } = wired({ token: "secret", sendsTokenInClear: true });
  const result = client.create("board", { strategy: "lexorank", fields: { title: "Board" }, timeoutMs: 1000 });
  await settled();
  peers[0].handlers.opened();
  await settled();
  const [hello, open] = peers[0].frames;
  assert.deepEqual(peers[0].frames.map(({ type }) => type), [1, 3]);
  const { magic, token, versionMin, clientId } = decode("Hello", hello.body);
  assert.deepEqual([magic, token, versionMin, clientId.length], [0x47525241, "secret", 1, 16]);
  assert.equal(open.method, "arrange.v1.Collections/Create");
  assert.equal(open.timeoutUs, 1_000_000);
  const request = decode("CreateCollectionRequest", open.body);
  assert.deepEqual([request.name, request.strategy, request.fields.title], ["board", "lexorank", "Board"]);
  await peers[0].send({ type: 2, body: encode("Welcome", { version: 1 }) });
  await peers[0].answer(open, "CollectionInfo", INFO);
  assert.equal((await result).name, "board");
  assert.deepEqual(states, ["connecting", "connected"]);
  await client.close();
  assert.equal(peers[0].of(10).length, 1);
  assert.ok(peers[0].isClosed);
});

test("an error has the code, the field, and whether the call took effect", async () => {
  const { peer, open, result } = await called();
  await peer.refuse(open, 5, {
    message: "no such list", processed: "not_started",
    details: [
      { name: "field", value: new TextEncoder().encode("name") },
      { name: "reason", value: new TextEncoder().encode("gone") },
    ],
  });
  const { code, message, field, reason, processed } = await errorOf(result);
  assert.deepEqual([code, message, field, reason, processed], ["NOT_FOUND", "no such list", "name", "gone", "not_started"]);
});

test("an answer that can't be read is an error after the fact", async () => {
  const { peer, open, result } = await called();
  await peer.send({ type: 5, stream: open.stream, body: Uint8Array.of(1) });
  const { code, processed } = await errorOf(result);
  assert.deepEqual([code, processed], ["INTERNAL", "done"]);
});

test("at its deadline a call is cancelled, and its late answer does no harm", async () => {
  const { client, clock, peer, open, result } = await called("get", { callTimeoutMs: 5000 });
  await clock.advance(5000);
  const { code, processed } = await errorOf(result);
  assert.deepEqual([code, processed], ["DEADLINE_EXCEEDED", "unknown"]);
  assert.deepEqual(peer.of(6).map(({ stream }) => stream), [open.stream]);
  await peer.refuse(open, 4);
  assert.equal(client.state, "connected");
});

test("a call that could not be sent in time was not started", async () => {
  const { client, clock } = wired({ connectTimeoutMs: 60_000 });
  const failed = errorOf(client.get("board", { timeoutMs: 100 }));
  await clock.advance(100);
  const { code, processed } = await failed;
  assert.deepEqual([code, processed], ["DEADLINE_EXCEEDED", "not_started"]);
});

test("a call whose time ends between attempts to connect says why there is no connection", async () => {
  const { client, clock, peers } = wired({ retry: { initialBackoffMs: 1000 } });
  const failed = errorOf(client.get("board", { timeoutMs: 100 }));
  await settled();
  await peers[0].lose({ message: "connection refused" });
  await clock.advance(100);
  const { code, message } = await failed;
  assert.equal(code, "DEADLINE_EXCEEDED");
  assert.match(message, /cannot reach test: connection refused/);
});

test("a call without an end has no timer, and one with a long time none that is over at once", async (context) => {
  const waits = [];
  context.mock.method(globalThis, "setTimeout", (callback, ms) => waits.push(ms));
  const { client, peers } = wired({ clock: undefined });
  for (const timeoutMs of [Infinity, 2 ** 31, Number.MAX_VALUE]) client.get("board", { timeoutMs }).catch(() => {});
  const last = client.get("board", { timeoutMs: 2 ** 31 - 1 });
  await settled();
  await peers[0].welcome({ keepaliveMs: 30_000 });
  assert.deepEqual(peers[0].opens.map(({ timeoutUs }) => timeoutUs > 0), [false, false, false, true]);
  await peers[0].answer(peers[0].opens[3], "CollectionInfo", INFO);
  assert.equal((await last).name, "board");
  // Those to connect, of the last call, and to look for the server.
  assert.equal(waits.length, 3);
  assert.ok(waits.every((ms) => ms < 2 ** 31), String(waits));
});

test("a pause that is longer than any timer does not end at once", async (context) => {
  const waits = [];
  context.mock.method(globalThis, "setTimeout", (callback, ms) => waits.push(ms));
  const { client, peers } = wired({ clock: undefined });
  client.get("board", { timeoutMs: Infinity }).catch(() => {});
  await settled();
  await peers[0].welcome();
  await peers[0].refuse(peers[0].opens[0], 8, { retryAfterMs: 2 ** 40, processed: "not_started" });
  assert.equal(waits.at(-1), 2 ** 31 - 1);
  assert.equal(peers[0].opens.length, 1);
});

test("a time that is none is refused before anything is sent", async () => {
  const { client, peers } = wired();
  for (const timeoutMs of [NaN, -1, -Infinity, "5", "soon", null]) {
    const { code, field } = await errorOf(client.get("board", { timeoutMs }));
    assert.deepEqual([code, field], ["INVALID_ARGUMENT", "timeoutMs"], String(timeoutMs));
  }
  assert.equal(peers.length, 0);
});

test("a call whose status can't be read fails with the connection", async () => {
  const { client, peer, open, result } = await called();
  const failed = [errorOf(result), errorOf(client.get("other"))];
  await settled();
  await peer.send({ type: 5, stream: open.stream, status: 5, body: Uint8Array.of(0xff) });
  for (const { code, processed } of await Promise.all(failed)) {
    assert.deepEqual([code, processed], ["INTERNAL", "unknown"]);
  }
  assert.ok(peer.isClosed);
});

test("a signal cancels a call, also before it is sent", async () => {
  const { client, peers } = wired();
  const controller = new AbortController();
  const failed = errorOf(client.get("board", { signal: controller.signal }));
  await settled();
  await peers[0].welcome();
  controller.abort();
  const error = await failed;
  assert.deepEqual([error.code, error.processed], ["CANCELLED", "unknown"]);
  await settled();
  assert.equal(peers[0].of(6).length, 1);
  const early = await errorOf(client.get("board", { signal: controller.signal }));
  assert.deepEqual([early.code, early.processed], ["CANCELLED", "not_started"]);
  assert.equal(peers[0].opens.length, 1);
});

test("after a lost connection a read is made again, and a transaction with its request id", async () => {
  const { client, clock, peers } = wired();
  const read = client.get("board");
  const write = client.apply("board", [{ insertItems: { items: [{ id: "a" }] } }]);
  await settled();
  await peers[0].welcome();
  await peers[0].lose();
  await clock.advance(100);
  await peers[1].welcome();
  const [get, apply] = peers[1].opens;
  assert.equal(get.request.name, "board");
  assert.deepEqual(apply.request.requestId, peers[0].opens[1].request.requestId);
  assert.equal(apply.request.requestId.length, 16);
  await peers[1].answer(get, "CollectionInfo", INFO);
  await peers[1].answer(apply, "ApplyResponse", { version: 7 });
  assert.deepEqual([(await read).name, (await write).version], ["board", 7]);
});

test("after a lost connection a call that may have taken effect is not made again", async () => {
  const { peer, clock, peers, result } = await called("create");
  await peer.lose();
  const { code, processed } = await errorOf(result);
  await clock.advance(10_000);
  assert.deepEqual([code, processed, peers.length], ["UNAVAILABLE", "unknown", 1]);
});

test("what a server that stops did not start goes to the next one, whatever it is", async () => {
  const { client, clock, peers } = wired();
  const [first, second] = [client.create("a"), client.create("b")];
  await settled();
  await peers[0].welcome();
  const [one, two] = peers[0].opens;
  await peers[0].goAway(14, one.stream, { message: "stopping" });
  await clock.advance(0);
  assert.deepEqual(peers[1].frames, []);
  await peers[1].welcome();
  assert.deepEqual(peers[1].opens.map(({ request }) => request.name), ["b"]);
  assert.ok(!peers[0].isClosed);
  await peers[0].refuse(two, 14);
  await peers[0].answer(one, "CollectionInfo", { name: "a" });
  assert.ok(peers[0].isClosed);
  await peers[1].answer(peers[1].opens[0], "CollectionInfo", { name: "b" });
  assert.deepEqual([(await first).name, (await second).name], ["a", "b"]);
});

test("a refused connection is an error at once", async () => {
  const { client, clock, peers } = wired({ token: "wrong", sendsTokenInClear: true });
  const failed = errorOf(client.get("board"));
  await settled();
  peers[0].handlers.opened();
  await settled();
  await peers[0].goAway(16, 0, { message: "no such token" });
  await peers[0].lose();
  await clock.advance(10_000);
  const { code, message } = await failed;
  assert.equal(code, "UNAUTHENTICATED");
  assert.match(message, /no such token; check the token/);
  assert.equal(peers.length, 1);
});

test("a server that has too much to do is asked again when it says", async () => {
  const { peer, clock, open, result } = await called();
  await peer.refuse(open, 8, { message: "too much", retryAfterMs: 700, processed: "not_started" });
  await clock.advance(699);
  assert.equal(peer.opens.length, 1);
  await clock.advance(1);
  await peer.refuse(peer.opens[1], 8, { message: "never", processed: "not_started" });
  assert.equal((await errorOf(result)).message, "never");
});

test("attempts to connect have pauses that grow, and end", async () => {
  const { client, clock, peers, states } = wired({ retry: { maximumAttempts: 4, initialBackoffMs: 100, jitter: 0.5 } });
  const failed = [errorOf(client.get("board")), errorOf(client.create("board"))];
  // With a random number of one half, a pause has three quarters of its full length.
  await settled();
  for (const pause of [75, 150, 300, undefined]) {
    const count = peers.length;
    await peers.at(-1).lose({ message: "connection refused" });
    if (!pause) break;
    await clock.advance(pause - 1);
    assert.equal(peers.length, count);
    await clock.advance(1);
    assert.equal(peers.length, count + 1, `after ${pause} ms`);
  }
  for (const error of await Promise.all(failed)) {
    assert.deepEqual([error.code, error.processed], ["UNAVAILABLE", "not_started"]);
    assert.match(error.message, /cannot reach test: connection refused/);
  }
  assert.deepEqual(states, ["connecting", "disconnected"]);
  const again = client.get("board");
  await settled();
  await peers[4].welcome();
  await peers[4].answer(peers[4].opens[0], "CollectionInfo", INFO);
  assert.equal((await again).name, "board");
  assert.deepEqual(states, ["connecting", "disconnected", "connected"]);
});

test("a server that can't be reached in time, or is silent, is an error", async () => {
  const { client, clock, peers } = wired({ connectTimeoutMs: 1000, retry: { maximumAttempts: 1 } });
  const unreached = errorOf(client.get("board"));
  await clock.advance(1000);
  assert.match((await unreached).message, /no answer within 1000 ms/);
  const silent = errorOf(client.get("board"));
  await settled();
  peers[1].handlers.opened();
  await clock.advance(1000);
  assert.match((await silent).message, /does not greet; is it arranged/);
});

test("an error that no further attempt can change is final", async () => {
  const { client, clock, peers } = wired();
  const failed = errorOf(client.get("board"));
  await settled();
  await peers[0].lose({ message: "self-signed certificate", isPermanent: true });
  await clock.advance(10_000);
  assert.match((await failed).message, /self-signed certificate/);
  assert.equal(peers.length, 1);
});

test("where nobody says why a server can't be reached, what a page needs is named", async () => {
  const { client, peers } = wired({ retry: { maximumAttempts: 1 } });
  const failed = errorOf(client.get("board"));
  await settled();
  await peers[0].lose({ message: "" });
  const { message } = await failed;
  for (const part of ["cannot reach test: is arranged running?", "--http-origins", "/arrange"]) {
    assert.ok(message.includes(part), message);
  }
});

test("a connection that is open at once loses nothing", async () => {
  const sent = [];
  const client = connect("arrange://test", {
    transport: ({ opened }) => {
      opened();
      return { send: (bytes) => sent.push(bytes), close() {} };
    },
  });
  client.get("board").catch(() => {});
  await settled();
  const frames = [];
  for (const bytes of sent) new FrameDecoder().push(bytes, ({ type }) => frames.push(type));
  assert.deepEqual(frames, [1, 3]);
});

test("nothing is sent over a WebSocket that is closing", async () => {
  const sockets = [];
  class Socket {
    static OPEN = 1;
    OPEN = 1;
    readyState = 0;
    sent = 0;
    constructor() {
      sockets.push(this);
    }
    send() {
      this.sent++;
    }
    close() {}
  }
  const client = connect("ws://test/arrange", { WebSocket: Socket, retry: { maximumAttempts: 1 } });
  const failed = errorOf(client.get("board"));
  await settled();
  const [socket] = sockets;
  socket.readyState = 1;
  socket.onopen();
  await settled();
  assert.equal(socket.sent, 1);
  socket.onmessage({ data: encode("Frame", { type: 2, body: encode("Welcome", { version: 1 }) }, true).buffer });
  socket.readyState = 2;
  const other = errorOf(client.get("other"));
  await settled();
  assert.equal(socket.sent, 1);
  socket.onclose({ reason: "the proxy restarts" });
  for (const error of [await failed, await other]) assert.match(error.message, /the proxy restarts/);
  await client.close();
});

test("a page is told to use WebSocket", (context) => {
  context.after(() => delete globalThis.location);
  globalThis.location = { href: "https://host.example/lists" };
  for (const url of ["arrange://host:7411", "arranges://host", "unix:/socket"]) {
    assert.throws(() => connect(url), { code: "INVALID_ARGUMENT", field: "url", message: /use ws:/ }, url);
  }
  connect("/arrange", { WebSocket: class {} });
});

const violations = {
  "no WELCOME at first": [{ type: 5, stream: 1 }, false],
  "WELCOME twice": [{ type: 2, body: encode("Welcome", { version: 1 }) }],
  "another version": [{ type: 2, body: encode("Welcome", { version: 2 }) }, false],
  "END of a stream that is not open": [{ type: 5, stream: 9 }],
  "DATA of a stream that is not open": [{ type: 4, stream: 9, sequence: 1 }],
  "DATA of a unary call": [{ type: 4, stream: 1, sequence: 1 }],
  "a frame that only clients send": [{ type: 3, stream: 1 }],
  "an unknown frame": [{ type: 99 }],
};

for (const [what, [frame, isWelcomed = true]] of Object.entries(violations)) {
  test(`${what} ends the connection`, async () => {
    const { client, peers } = wired();
    const failed = errorOf(client.get("board"));
    await settled();
    if (isWelcomed) await peers[0].welcome();
    else peers[0].handlers.opened();
    await settled();
    await peers[0].send(frame);
    const { code, message } = await failed;
    assert.equal(code, "INTERNAL");
    assert.match(message, /what answers at test does not keep the protocol: .*; is it arranged\?/);
    assert.equal(peers[0].of(10).length, 1);
    assert.ok(peers[0].isClosed);
  });
}

test("an unknown frame that may be ignored is ignored", async () => {
  const { peer, open, result } = await called();
  await peer.send({ type: 99, flags: 1 });
  await peer.answer(open, "CollectionInfo", INFO);
  assert.equal((await result).name, "board");
});

test("a frame beyond the limit ends the connection before it has come", async () => {
  const { peer, result } = await called();
  peer.handlers.data(Uint8Array.of(0xff, 0xff, 0x7f));
  assert.match((await errorOf(result)).message, /larger than 1048576 bytes/);
});

test("frames come in pieces of any size, and several at once", seeded(async (random) => {
  const { client, peers } = wired();
  const results = Array.from({ length: 20 }, (_, index) => client.get(`list ${index}`));
  await settled();
  const [peer] = peers;
  peer.handlers.opened();
  await settled();
  const frames = [encode("Frame", { type: 2, body: encode("Welcome", { version: 1 }) }, true)];
  for (const { stream, request } of peer.opens) {
    const body = encode("CollectionInfo", { name: request.name, problem: "x".repeat(random.below(40_000)) });
    frames.push(encode("Frame", { type: 5, stream, body }, true));
  }
  const bytes = Buffer.concat(frames);
  for (let at = 0; at < bytes.length; ) {
    const length = random.chance(0.5) ? 1 + random.below(3) : 1 + random.below(60_000);
    peer.handlers.data(new Uint8Array(bytes.subarray(at, at + length)));
    at += length;
  }
  const names = (await Promise.all(results)).map(({ name }) => name);
  assert.deepEqual(names, results.map((_, index) => `list ${index}`));
}));

test("random bytes end the connection or are a greeting, and nothing else", seeded(async (random) => {
  for (let count = 0; count < 300; count++) {
    const { client, clock, peers } = wired({ retry: { maximumAttempts: 1 } });
    const result = client.get("board", { timeoutMs: 1000 });
    result.catch(() => {});
    await settled();
    if (random.chance(0.5)) await peers[0].welcome();
    else peers[0].handlers.opened();
    await settled();
    for (let pieces = 1 + random.below(4); pieces > 0; pieces--) {
      peers[0].handlers.data(Uint8Array.from({ length: random.below(40) }, () => random.below(256)));
    }
    await clock.advance(100_000);
    await errorOf(result);
  }
}));

test("a silent server is asked, and given up without an answer", async () => {
  const { client, clock, peer, open, result } = await called();
  await peer.answer(open, "CollectionInfo", INFO);
  await result;
  await clock.advance(30_000);
  assert.equal(peer.of(8).length, 1);
  await peer.send({ type: 9, sequence: peer.of(8)[0].sequence });
  await clock.advance(39_000);
  assert.equal(peer.of(8).length, 2);
  assert.equal(client.state, "connected");
  await clock.advance(10_000);
  assert.equal(client.state, "disconnected");
  assert.match(client.error.message, /no answer from/);
});

test("a server is looked for as often as it looks for its clients", async () => {
  const { client, clock, peers } = wired();
  client.get("board").catch(() => {});
  await settled();
  await peers[0].welcome({ keepaliveMs: 1000, keepaliveTimeoutMs: 500 });
  await clock.advance(1499);
  assert.equal(client.state, "connected");
  assert.equal(peers[0].of(8).length, 1);
  await clock.advance(1);
  assert.equal(client.state, "disconnected");
});

test("PING is answered with its own number, however large it is", async () => {
  const { peer } = await called();
  await peer.send({ type: 8, sequence: 7 });
  await peer.send({ type: 8, sequence: -1n });
  assert.deepEqual(peer.of(9).map(({ sequence }) => sequence), [7, -1]);
  const [, last] = peer.of(9);
  // -1 and 18446744073709551615 are the same bytes.
  assert.equal(last.sequence, -1);
});

test("ping waits for its PONG, and fails with the connection", async () => {
  const { client, peer } = await called();
  const answered = client.ping();
  await settled();
  await peer.send({ type: 9, sequence: peer.of(8)[0].sequence });
  await answered;
  const failed = errorOf(client.ping({ timeoutMs: 10 }));
  await settled();
  await peer.lose();
  assert.equal((await failed).code, "UNAVAILABLE");
});

test("calls beyond the server's limits wait for others to end", async () => {
  const { client, peers } = wired();
  const results = Array.from({ length: 6 }, (_, index) => client.get(`${index}`));
  await settled();
  await peers[0].welcome({ mostCalls: 4 });
  // The first ones were sent when the limit was not known yet.
  assert.equal(peers[0].opens.length, 6);
  results.push(client.get("6"));
  await settled();
  assert.equal(peers[0].opens.length, 6);
  for (const open of peers[0].opens.slice(0, 3)) await peers[0].answer(open, "CollectionInfo", INFO);
  assert.equal(peers[0].opens.length, 7);
});

test("the bytes of open requests are bounded", async () => {
  const { client, peers } = wired();
  const large = [{ insertItems: { items: [{ fields: { text: "x".repeat(1_000_000) } }] } }];
  for (let count = 0; count < 8; count++) client.apply("board", large).catch(() => {});
  await settled();
  await peers[0].welcome();
  assert.equal(peers[0].opens.length, 4);
  await peers[0].answer(peers[0].opens[0], "ApplyResponse", {});
  assert.equal(peers[0].opens.length, 5);
});

test("a request beyond the server's largest frame is refused before it is sent", async () => {
  const { client, peer, open } = await called();
  await peer.answer(open, "CollectionInfo", INFO);
  const large = [{ insertItems: { items: [{ fields: { text: "x".repeat(2_000_000) } }] } }];
  const { code, message } = await errorOf(client.apply("board", large));
  assert.equal(code, "RESOURCE_EXHAUSTED");
  assert.match(message, /divide it/);
});

test("a client that is closed ends its calls, and takes none", async () => {
  const { client, peer, open, result, states } = await called();
  const closed = client.close();
  await settled();
  assert.ok(!peer.isClosed);
  assert.equal(peer.of(10).length, 1);
  await peer.answer(open, "CollectionInfo", INFO);
  assert.equal((await result).name, "board");
  await closed;
  assert.ok(peer.isClosed);
  assert.match((await errorOf(client.get("board"))).message, /the client was closed/);
  assert.equal(states.at(-1), "closed");
});

test("a client that is closed waits for no call that its caller has given up", async () => {
  const { client, clock, peer } = await called("get", { callTimeoutMs: 5000 });
  await clock.advance(5000);
  await client.close();
  assert.ok(peer.isClosed);

  const other = await called();
  const controller = new AbortController();
  const cancelled = errorOf(other.client.get("other", { signal: controller.signal }));
  await settled();
  const closed = other.client.close();
  await other.peer.answer(other.open, "CollectionInfo", INFO);
  assert.ok(!other.peer.isClosed);
  controller.abort();
  assert.equal((await cancelled).code, "CANCELLED");
  await closed;
  assert.equal(other.peer.of(6).length, 1);
  assert.ok(other.peer.isClosed);
});

test("request ids share a beginning, and never come twice", () => {
  const { client } = wired({ random: () => 0.999 });
  const ids = Array.from({ length: 600 }, () => String(client.newRequestId()));
  assert.equal(new Set(ids).size, 600);
  assert.ok(ids.every((id) => id.startsWith(`${client.requestPrefix},`)));
});

test("an attempt that was not started says nothing of earlier ones", () => {
  const core = { clock: { now: () => 0 }, retry: { initialBackoffMs: 1, maximumBackoffMs: 1, jitter: 0 }, random: () => 0 };
  const outcome = (/** @type {string} */ code, isFinal = true) => {
    const next = retrying(/** @type {any} */ (core), true, Infinity, 9);
    const fail = (/** @type {any} */ name, /** @type {any} */ processed, /** @type {boolean} */ isFinal) =>
      next({ error: new ArrangeError(name, "why", { processed }), isFinal });
    assert.equal(fail("UNAVAILABLE", "unknown", false), 1);
    assert.equal(fail("UNAVAILABLE", "not_started", false), 1);
    try {
      fail(code, "not_started", isFinal);
    } catch (error) {
      return /** @type {ArrangeError} */ (error).processed;
    }
    return "";
  };
  for (const code of ["UNAVAILABLE", "DEADLINE_EXCEEDED", "CANCELLED"]) assert.equal(outcome(code), "unknown", code);
  assert.equal(outcome("DEADLINE_EXCEEDED", false), "unknown");
  // The server has answered the request: the earlier attempt did nothing.
  assert.equal(outcome("INVALID_ARGUMENT", false), "not_started");
});

test("a state listener that fails, in whichever state, stops neither calls nor connections", async (context) => {
  const failures = reported(context);
  const { client, clock, peers } = wired();
  const heard = [];
  client.onState((state) => { throw new Error(state); });
  client.onState((state) => heard.push(state));
  const first = client.get("board");
  await settled();
  await peers[0].welcome();
  await peers[0].answer(peers[0].opens[0], "CollectionInfo", INFO);
  assert.equal((await first).name, "board");
  const second = client.get("board");
  await settled();
  await peers[0].lose();
  await clock.advance(100);
  await peers[1].welcome();
  await peers[1].answer(peers[1].opens[0], "CollectionInfo", INFO);
  assert.equal((await second).name, "board");
  await client.close();
  assert.deepEqual(heard, ["connecting", "connected", "disconnected", "connected", "closed"]);
  assert.deepEqual(failures, heard);
});

for (const [index, when] of ["connecting", "connected", "disconnected"].entries()) {
  test(`a client that its listener closes when it is ${when} has no connection left`, async () => {
    const { client, clock, peers } = wired();
    client.onState((state) => state === when && client.close());
    const result = client.get("board").catch(() => {});
    await settled();
    if (index > 0) await peers[0].welcome();
    if (index > 1) await peers[0].lose();
    if (index === 1) await peers[0].answer(peers[0].opens[0], "CollectionInfo", INFO);
    await clock.advance(10_000);
    await result;
    await client.close();
    assert.deepEqual([client.state, peers.length], ["closed", index ? 1 : 0]);
  });
}

test("a signal has one listener however many calls and streams have it, and none when they are over", async () => {
  const { client, peers } = wired();
  const { signal } = new AbortController();
  const calls = Array.from({ length: 20 }, () => client.get("board", { signal }));
  const streams = Array.from({ length: 20 }, () => client.updates("board", { signal }));
  for (const stream of streams) stream.next();
  await settled();
  assert.equal(getEventListeners(signal, "abort").length, 1);
  await peers[0].welcome();
  for (const open of peers[0].opens.slice(0, 20)) await peers[0].answer(open, "CollectionInfo", INFO);
  await Promise.all(calls);
  assert.equal(getEventListeners(signal, "abort").length, 1);
  for (const stream of streams) await stream.return();
  await settled();
  assert.equal(getEventListeners(signal, "abort").length, 0);
});

test("what a signal ends has the name that fetch gives it, and leaves no timer", async () => {
  const { client, clock } = wired();
  const aborted = await errorOf(client.get("board", { signal: AbortSignal.abort() }));
  assert.deepEqual([aborted.name, aborted.code], ["AbortError", "CANCELLED"]);
  assert.equal(clock.waiting, 0);
  assert.ok(aborted instanceof ArrangeError);
  assert.equal((await errorOf(client.updates("board", { signal: AbortSignal.abort() }).next())).name, "AbortError");
  const late = new AbortController();
  const failed = errorOf(client.get("board", { signal: late.signal }));
  await settled();
  late.abort(new DOMException("too late", "TimeoutError"));
  assert.equal((await failed).name, "TimeoutError");
});
