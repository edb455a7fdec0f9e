// A service with several addresses, with a network and a clock that belong to the test.

import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "../arrange.js";
import { errorOf, ManualClock, Peer, settled } from "./support/wire.mjs";

// What is loaded when it is first used takes a time that nothing here waits for.
await import("../src/generated/rare-messages.js");

const INFO = { name: "board", strategy: "lexorank" };
const NAMES = ["a", "b", "c"];

/**
 * WebSockets of which the test has the other end. The hosts in `gone` refuse connections.
 */
function network(gone = new Set()) {
  const peers = [];
  class Socket {
    static OPEN = 1;
    OPEN = 1;
    readyState = 1;
    constructor(url) {
      const peer = new Peer({
        opened: () => this.onopen(),
        data: (bytes) => this.onmessage({ data: bytes.slice().buffer }),
        closed: (error) => this.onclose({ reason: error?.message ?? "" }),
      });
      peer.host = new URL(url).hostname;
      this.peer = peer;
      peers.push(peer);
      if (gone.has(peer.host)) queueMicrotask(() => peer.lose({ message: "connection refused" }));
    }
    send(bytes) {
      this.peer.transport.send(bytes);
    }
    close() {
      this.peer.transport.close();
    }
  }
  return { peers, Socket, hosts: () => peers.map(({ host }) => host).join("") };
}

/** A client of three nodes that begins at the first one. */
function threeNodes({ gone, ...options } = {}) {
  const { peers, Socket, hosts } = network(gone);
  const clock = new ManualClock();
  const states = [];
  const client = connect(NAMES.map((name) => `ws://${name}/arrange`), {
    WebSocket: Socket, clock, random: () => 0.5, startsAtFirst: true, retry: { initialBackoffMs: 100, jitter: 0 },
    ...options,
  });
  client.onState((state) => states.push(state));
  return { client, clock, peers, states, hosts };
}

async function answered(peer, result) {
  await peer.welcome();
  await peer.answer(peer.opens.at(-1), "CollectionInfo", INFO);
  assert.equal((await result).name, "board");
}

test("the next node is tried at once", async () => {
  const { client, peers, hosts } = threeNodes({ gone: new Set("ab") });
  const result = client.get("board");
  await settled();
  assert.equal(hosts(), "abc");
  await answered(peers[2], result);
});

test("a pause follows the last node, and nodes that all refuse are explained", async () => {
  const { client, clock, states, hosts } = threeNodes({ gone: new Set("abc"), retry: { maximumAttempts: 4, jitter: 0 } });
  const failed = errorOf(client.get("board"));
  await settled();
  assert.equal(hosts(), "abc");
  await clock.advance(49);
  assert.equal(hosts(), "abc");
  await clock.advance(1);
  assert.equal(hosts(), "abcabc");
  await clock.advance(10_000);
  const { code, message } = await failed;
  assert.equal(hosts(), "abcabcabcabc");
  assert.equal(code, "UNAVAILABLE");
  assert.equal(message, "none of the 3 servers can be used; the last one: cannot reach c: connection refused");
  assert.deepEqual(states, ["connecting", "disconnected"]);
});

test("a lost node is followed by the next, and reads that were in progress go on there", async () => {
  const { client, clock, peers, hosts } = threeNodes();
  const result = client.get("board");
  await settled();
  await peers[0].welcome();
  await peers[0].lose();
  await clock.advance(100);
  assert.equal(hosts(), "ab");
  await answered(peers[1], result);
});

test("a node that drains hands its calls to the next, also before it has greeted", async () => {
  const { client, peers, hosts } = threeNodes();
  const results = [client.get("one"), client.get("two")];
  await settled();
  await peers[0].welcome();
  const [one, two] = peers[0].opens;
  await peers[0].goAway(14, one.stream, { message: "stopping" });
  assert.equal(hosts(), "ab");
  peers[1].handlers.opened();
  await settled();
  await peers[1].goAway(14, 0, { message: "stopping" });
  assert.equal(hosts(), "abc");
  await answered(peers[2], results[1]);
  assert.equal(peers[2].opens[0].request.name, "two");
  await peers[0].answer(one, "CollectionInfo", { name: "one" });
  assert.equal((await results[0]).name, "one");
  await peers[0].refuse(two, 14);
});

test("a silent node is followed by the next, and nodes that are all silent are given up", async () => {
  const { client, clock, peers, hosts } = threeNodes({ connectTimeoutMs: 1000 });
  const result = client.get("board");
  await settled();
  peers[0].handlers.opened();
  await clock.advance(1100);
  assert.equal(hosts(), "ab");
  await answered(peers[1], result);

  const silent = threeNodes({ connectTimeoutMs: 1000 });
  const failed = errorOf(silent.client.get("board", { timeoutMs: 60_000 }));
  await settled();
  for (let turn = 0; turn < 3; turn++) {
    silent.peers[turn].handlers.opened();
    // With the pause before the call is made again.
    await silent.clock.advance(1000 + 100 * 2 ** turn);
  }
  assert.equal(silent.hosts(), "abc");
  assert.match((await failed).message, /^none of the 3 servers can be used; the last one: what answers at c does not greet/);
});

for (const areOthersGone of [true, false]) {
  test(`a wrong token is told ${areOthersGone ? "although other nodes are gone" : "when all nodes refuse it"}`, async () => {
    const { client, peers, hosts } = threeNodes({
      gone: new Set(areOthersGone ? "bc" : ""), token: "wrong", sendsTokenInClear: true, retry: { maximumAttempts: 1 },
    });
    // One that the first node was sent is answered by its refusal.
    const sent = errorOf(client.get("board"));
    await settled();
    // A frame that is too large until a server has greeted waits.
    const text = "x".repeat(1_100_000);
    const waiting = errorOf(client.apply("board", [{ insertItems: { items: [{ fields: { text } }] } }]));
    await settled();
    for (let index = 0; index < (areOthersGone ? 1 : 3); index++) {
      peers[index].handlers.opened();
      await settled();
      await peers[index].goAway(16, 0, { message: "no such token" });
    }
    assert.equal(hosts(), "abc");
    for (const error of [await sent, await waiting]) {
      assert.equal(error.code, "UNAUTHENTICATED");
      assert.match(error.message, /check the token/);
    }
  });
}

test("clients are spread over the nodes", async () => {
  const first = new Set();
  for (let seed = 0; seed < 30; seed++) {
    const { client, hosts } = threeNodes({ startsAtFirst: false, random: () => seed / 30 });
    client.get("board").catch(() => {});
    await settled();
    first.add(hosts());
  }
  assert.deepEqual([...first], NAMES);
});

test("nothing is tried for nobody: a round ends when no call waits, and the next one is a whole one", async () => {
  const gone = new Set("abc");
  const { client, clock, hosts } = threeNodes({ gone });
  const first = errorOf(client.get("board", { timeoutMs: 10 }));
  await clock.advance(10_000);
  assert.equal((await first).code, "DEADLINE_EXCEEDED");
  assert.equal(hosts(), "abc");
  const again = errorOf(client.get("board", { timeoutMs: 10 }));
  await clock.advance(10);
  await again;
  assert.equal(hosts(), "abcabc");
});

test("addresses are a list, or a text with commas between them; commas in them are theirs", async () => {
  const transport = () => ({ send() {}, close() {} });
  for (const url of [["ws://a/x", "ws://b/x"], "ws://a/x,ws://b/x", "arrange://a,unix:/b,c", ["arrange://a"]]) {
    await connect(url, { transport }).close();
  }
  const tried = [];
  const { Socket } = network();
  class Named extends Socket {
    constructor(url) {
      tried.push(url);
      super(url);
    }
  }
  const client = connect("ws://a/x,y,wss://b/x", { WebSocket: Named, startsAtFirst: true, retry: { maximumAttempts: 1 } });
  const failed = client.get("board").catch(() => {});
  await settled();
  assert.deepEqual(tried, ["ws://a/x,y"]);
  await client.close();
  await failed;
  for (const url of [[], ["ws://a", "ftp://b"], "ws://a,ftp://b", ["ws://a", "b"]]) {
    assert.throws(() => connect(url, { WebSocket: Socket }), { code: "INVALID_ARGUMENT", field: "url" }, String(url));
  }
  const far = ["ws://127.0.0.1/arrange", "ws://far.example/arrange"];
  assert.throws(() => connect(far, { WebSocket: Socket, token: "secret" }), { code: "INVALID_ARGUMENT", field: "token" });
});
