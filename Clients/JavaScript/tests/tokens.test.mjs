// Tokens that a function gives, with a network and a clock that belong to the test.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LiveList } from "../arrange.js";
import { decode, encode } from "../src/codec.js";
import { Feed, flat, order } from "./support/feed.mjs";
import { errorOf, settled, wired } from "./support/wire.mjs";

// What is loaded when it is first used takes a time that nothing here waits for.
await import("../src/generated/rare-messages.js");
await import("../src/tokens.js");

const INFO = { name: "board", strategy: "lexorank" };

const tokenOf = (peer) => decode("Hello", peer.of(1)[0].body).token;

test("a function gives a token for each connection, and the next one when it has ended", async () => {
  const tokens = ["first", "second", "third", "fourth"];
  const { client, clock, peers } = wired({ token: async () => tokens.shift(), sendsTokenInClear: true });
  const first = client.get("board");
  await settled();
  await peers[0].welcome();
  assert.equal(tokenOf(peers[0]), "first");
  await peers[0].goAway(16, 1, { message: "the token has expired" });
  await peers[0].answer(peers[0].opens[0], "CollectionInfo", INFO);
  await first;
  const second = client.get("board");
  await settled();
  await peers[1].welcome();
  assert.equal(tokenOf(peers[1]), "second");
  await peers[1].answer(peers[1].opens[0], "CollectionInfo", INFO);
  await second;
  await peers[1].lose();
  // One that is refused at the greeting may have expired on its way; the next one would be refused again.
  const failed = errorOf(client.get("board"));
  await settled();
  await settled();
  for (const [index, token] of ["third", "fourth"].entries()) {
    peers[2 + index].handlers.opened();
    await settled();
    assert.equal(tokenOf(peers[2 + index]), token);
    await peers[2 + index].goAway(16, 0, { message: "no such token" });
    await clock.advance(100);
  }
  assert.equal((await failed).code, "UNAUTHENTICATED");
  assert.equal(peers.length, 4);
});

test("a token that expired on its way is followed by the next one, as often as a server greets in between", async () => {
  const tokens = ["old", "new", "old again", "new again"];
  const { client, clock, peers } = wired({ token: () => tokens.shift(), sendsTokenInClear: true });
  for (const turn of [0, 2]) {
    const result = client.get("board");
    await settled();
    peers[turn].handlers.opened();
    await settled();
    await peers[turn].goAway(16, 0, { message: "the token has expired" });
    await clock.advance(100);
    await peers[turn + 1].welcome();
    await peers[turn + 1].answer(peers[turn + 1].opens[0], "CollectionInfo", INFO);
    assert.equal((await result).name, "board");
    await peers[turn + 1].lose();
  }
  assert.deepEqual(peers.map(tokenOf), ["old", "new", "old again", "new again"]);
});

test("a function that can't give a token is called again, and one that gives something else is an error", async () => {
  let calls = 0;
  const token = () => {
    if (++calls < 3) throw new Error("nobody signed in");
    return "late";
  };
  const { client, clock, peers } = wired({ token, sendsTokenInClear: true });
  const result = client.get("board");
  await clock.advance(1000);
  assert.match(client.error.message, /cannot reach test: Error: nobody signed in/);
  await peers[0].welcome();
  assert.deepEqual([calls, tokenOf(peers[0])], [3, "late"]);
  await peers[0].answer(peers[0].opens[0], "CollectionInfo", INFO);
  assert.equal((await result).name, "board");

  const other = wired({ token: 5, sendsTokenInClear: true });
  assert.match((await errorOf(other.client.get("board"))).message, /token: it has to be a string/);
});

/** A JWT that expires after some seconds from now, in numbers of its own. */
let number = 0;
const jwt = (seconds) => {
  const claims = { exp: Date.now() / 1000 + seconds, jti: ++number };
  return ["{}", JSON.stringify(claims)].map((part) => btoa(part).replace(/=+$/, "")).join(".") + ".signature";
};

/** Lets time pass, in which servers answer PING. The time of tokens passes as well. */
async function pass({ clock, peers }, ms) {
  for (let left = ms; left > 0; left -= 1000) {
    await clock.advance(Math.min(left, 1000));
    for (const peer of peers.filter(({ isClosed }) => !isClosed)) {
      peer.asked ??= 0;
      for (const { sequence } of peer.of(8).slice(peer.asked)) await peer.send({ type: 9, sequence });
      peer.asked = peer.of(8).length;
    }
  }
}

/** A client whose clock also says when tokens expire. */
function timed(context, options) {
  const wire = wired({ sendsTokenInClear: true, ...options });
  context.mock.method(Date, "now", () => wire.clock.now());
  return wire;
}

/** A client of somebody who follows a list, and the feed of it. */
async function following(context, token) {
  const wire = timed(context, { token });
  const list = new LiveList(wire.client, "board");
  await settled();
  await wire.peers[0].welcome();
  const feed = new Feed(wire.peers[0], wire.peers[0].opens[0]);
  await feed.page(1, flat("a"));
  return { ...wire, list, feed };
}

/** The open streams of a peer. */
const streams = (peer) => peer.opens.filter(({ method }) => method.endsWith("/Subscribe"));

test("before a JWT expires, a connection with the next one takes the place of the one before", async (context) => {
  const asked = [];
  const wire = await following(context, async () => (asked.push(0), jwt(100)));
  const { client, clock, peers, states, list, feed } = wire;
  const slow = client.create("slow", { timeoutMs: Infinity });
  await settled();
  await pass(wire, 69_000);
  assert.equal(peers.length, 1);
  await pass(wire, 2000);
  assert.equal(peers.length, 2);
  // As long as no server has greeted, everything goes on where it is.
  await feed.batch(1, 2, flat("a"), flat("a", "b"));
  assert.equal(order(list.sections), ":ab");
  assert.ok(!peers[0].isClosed);
  await peers[1].welcome();
  assert.notEqual(tokenOf(peers[0]), tokenOf(peers[1]));
  await clock.advance(100);
  const [again] = streams(peers[1]);
  assert.deepEqual([...again.request.resumeToken], [1, 2]);
  // What can't be repeated is answered where it was sent.
  assert.deepEqual([peers[0].of(10).length, peers[0].isClosed], [1, false]);
  await peers[0].answer(peers[0].opens.find(({ method }) => method.endsWith("/Create")), "CollectionInfo", { name: "slow" });
  assert.equal((await slow).name, "slow");
  assert.ok(peers[0].isClosed);
  await new Feed(peers[1], again).batch(2, 3, flat("a", "b"), flat("b"));
  assert.equal(order(list.sections), ":b");
  assert.deepEqual(states, ["connecting", "connected"]);
  list.close();
  await client.close();
  // Nothing is asked any more.
  const { length } = asked;
  await clock.advance(1_000_000);
  assert.deepEqual([asked.length, peers.length], [length, 2]);
});

test("a function that gives the same token again, or none, is asked until it expires, and at its end", async (context) => {
  let answer;
  let calls = 0;
  const wire = await following(context, () => {
    if (!calls++) answer = jwt(100);
    if (!answer) throw new Error("nobody signed in");
    return answer;
  });
  const { clock, client, list, peers, states } = wire;
  await pass(wire, 71_000);
  assert.equal(calls, 2);
  answer = undefined;
  await pass(wire, 60_000);
  assert.ok(calls > 4 && calls < 12, `${calls} calls`);
  assert.equal(peers.length, 1);
  answer = jwt(100);
  await peers[0].goAway(16, 1, { message: "the token has expired" });
  await peers[0].lose();
  await clock.advance(3000);
  await peers.at(-1).welcome();
  assert.equal(tokenOf(peers.at(-1)), answer);
  assert.deepEqual(states, ["connecting", "connected", "disconnected", "connected"]);
  list.close();
  await client.close();
});

test("a next connection that fails leaves the one before as it is", async (context) => {
  const wire = await following(context, () => jwt(100));
  const { clock, client, list, feed, peers, states } = wire;
  await pass(wire, 71_000);
  await peers[1].lose({ message: "connection refused" });
  await feed.batch(1, 2, flat("a"), flat("a", "b"));
  assert.equal(order(list.sections), ":ab");
  await pass(wire, 16_000);
  assert.ok(peers.length > 2, "it is tried again");
  await peers.at(-1).welcome();
  await clock.advance(100);
  assert.equal(streams(peers.at(-1)).length, 1);
  assert.deepEqual(states, ["connecting", "connected"]);
  list.close();
  await client.close();
});

test("a backup is not begun again by the next token, and a list that may not reconnect goes on", async (context) => {
  const wire = timed(context, { token: () => jwt(100) });
  const { client, clock, peers } = wire;
  const backup = client.backup();
  const updates = client.updates("board", { reconnectionAttempts: 0 });
  const [piece, first] = [backup.next(), updates.next()];
  await settled();
  await peers[0].welcome();
  const open = (method) => peers[0].of(3).find((frame) => frame.method.endsWith(method));
  const data = (sequence) => ({
    type: 4, stream: open("/Backup").stream, sequence, body: encode("BackupResponse", { data: Uint8Array.of(sequence) }),
  });
  await peers[0].send(data(1));
  await new Feed(peers[0], open("/Subscribe")).page(1, flat("a"));
  assert.deepEqual([[...(await piece).value.data], (await first).value.type], [[1], "list"]);
  const rest = [backup.next(), updates.next()];
  await settled();
  await pass(wire, 71_000);
  await peers[1].welcome();
  await clock.advance(100);
  assert.deepEqual(peers[1].of(3).map(({ method }) => method), ["arrange.v1.Changes/Subscribe"]);
  await peers[0].send(data(2));
  await new Feed(peers[1], peers[1].of(3)[0]).progress(2);
  assert.deepEqual([[...(await rest[0]).value.data], (await rest[1]).value.version], [[2], 2]);
  await Promise.all([backup.return(), updates.return()]);
  await client.close();
});

test("a client that is closed while it connects with the next token has no connection left", async (context) => {
  const wire = await following(context, () => jwt(100));
  const { client, peers, list } = wire;
  await pass(wire, 71_000);
  assert.equal(peers.length, 2);
  list.close();
  await client.close();
  assert.ok(peers.every(({ isClosed }) => isClosed));
});
