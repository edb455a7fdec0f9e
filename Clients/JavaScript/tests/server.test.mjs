// The client with a real server: all calls, restarts, and all ways to connect.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import {
  createSink, deleteSink, pauseSink, replaySink, resumeSink, serverAccess, serverLog, sink, sinks, sinkStatus, testSink,
  updateSink,
} from "../admin.js";
import { applyBatch, connect, Double, LiveList, Timestamp } from "../arrange.js";
import { startServer } from "./support/server.mjs";
import { TestWebSocket } from "./support/websocket.mjs";
import { errorOf } from "./support/wire.mjs";

/** The ids of a list, of an update or of a page. */
const order = (sections) => sections
  .map(({ id, section, items }) => `${id ?? section.id}:${items.map((item) => item.id).join("")}`)
  .join(" ");

/** Waits until something holds; a test that waits for ever is ended by its time limit. */
async function until(holds) {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe("a server", { timeout: 120_000 }, () => {
  let server;
  let client;
  before(async () => {
    server = await startServer();
    client = connect(server.url);
  });
  after(async () => {
    await client.close();
    await server.stop();
  });

  test("collections: made, read, changed, listed, removed", async () => {
    const made = await client.create("made", { strategy: "lexorank", fields: { title: "Made", n: 1 } });
    assert.deepEqual([made.name, made.strategy, made.version, typeof made.epoch], ["made", "lexorank", 0, "bigint"]);
    assert.equal((await client.update("made", { set: { n: 2 }, remove: ["title"] })).fields.n, 2);
    assert.deepEqual({ ...(await client.get("made")).fields }, { n: 2 });
    const names = [];
    let pageToken;
    do {
      const page = await client.collections({ pageSize: 1, pageToken });
      names.push(...page.collections.map(({ name }) => name));
      pageToken = page.nextPageToken;
    } while (pageToken.length);
    assert.ok(names.includes("made"));
    assert.equal((await errorOf(client.create("made"))).code, "ALREADY_EXISTS");
    await client.delete("made");
    assert.equal((await errorOf(client.get("made"))).code, "NOT_FOUND");
  });

  test("content: written, read in pages, with its history and what it takes", async () => {
    const fields = { text: "ä\n", wide: 2n ** 62n, one: new Double(1), half: 0.5, none: null, yes: true };
    const time = new Timestamp(1_700_000_000_000_001);
    await client.create("content", { strategy: "lexorank" });
    const result = await client.apply("content", [
      { insertSections: { sections: [{ id: "s" }] } },
      { insertItems: { items: [{ id: "a", fields: { ...fields, time, bytes: Uint8Array.of(0, 255) } }], section: "s" } },
      { insertItems: { items: Array.from({ length: 50 }, (_, index) => ({ id: `${index}` })), section: "s" } },
    ]);
    assert.deepEqual([result.version, result.changed, result.operations[1].elements[0].item.section], [1, true, 0]);
    const items = [];
    for await (const { sections } of client.pages("content", { pageSize: 20 })) items.push(...sections[0].items);
    assert.equal(items.length, 51);
    assert.deepEqual({ ...items[0].fields }, { ...fields, one: 1, time, bytes: Uint8Array.of(0, 255) });
    const page = await client.fetch("content", { around: { item: "10", before: 1, after: 1 } });
    assert.equal(order(page.sections), "s:91011");

    const history = await client.history("content", { from: 1 });
    assert.equal(history.commits[0].changes[0].kind, "section_inserted");
    const plan = await client.explain("content", [{ moveItems: { items: [{ id: "a" }], to: { last: true } } }]);
    assert.equal(plan.writes[0].reason, "moved");
    assert.equal((await client.verifyKeys("content")).problemCount, 0);
    assert.equal((await client.changeStrategy("content", "fractional")).strategy, "fractional");
    await client.changeStrategy("content", "lexorank");
    assert.ok((await client.rotateKeys("content", { limit: 10 })).remaining > 0);

    const { version, history: id } = await client.apply("content", [{ removeItems: { items: [{ id: "a" }] } }]);
    const edit = [{ updateItems: { items: [{ id: "1", set: { n: 1 } }] } }];
    assert.equal((await errorOf(client.apply("content", edit, { ifVersion: version - 1 }))).code, "ABORTED");
    assert.equal((await errorOf(client.apply("content", edit, { ifVersion: version, ifHistory: id + 1n }))).code, "ABORTED");
    assert.ok((await client.apply("content", edit, { ifVersion: version, ifHistory: id })).changed);

    const requestId = client.newRequestId();
    const first = await client.apply("content", [{ insertItems: { items: [{}] } }], { requestId });
    const second = await client.apply("content", [{ insertItems: { items: [{}] } }], { requestId });
    assert.deepEqual([second.replayed, second.version], [true, first.version]);
    const error = await errorOf(client.apply("content", [{ moveItems: { items: [{ id: "none" }] } }]));
    assert.deepEqual([error.field, error.processed], ["operations[0].move_items.items[0].id", "not_started"]);
  });

  test("undo: the own steps, and what others have changed since is kept", async () => {
    const [stack, group, other] = [1, 2, 3].map((byte) => new Uint8Array([byte]));
    await client.create("undone");
    await client.apply("undone", [{ insertItems: { items: [{ id: "a" }, { id: "b" }] } }], { stack });
    await client.apply("undone", [{ moveItems: { items: [{ id: "b" }], to: { first: true } } }], { stack, group });
    const set = (n) => [{ updateItems: { items: [{ id: "a", set: { n } }] } }];
    await client.apply("undone", set(1), { stack, group });
    await client.apply("undone", set(2), { stack: other });
    const dry = await client.undo("undone", stack, { dryRun: true });
    assert.deepEqual([dry.undoes, dry.changed, dry.canUndo], [[2, 3], true, true]);
    const { version, undone, kept } = await client.undo("undone", stack, { expect: 3 });
    assert.equal(version, 5);
    assert.deepEqual(undone.map(({ id, kind }) => [id, kind]), [["b", "item_moved"]]);
    assert.deepEqual(kept.map(({ id, field, reason, by, byVersion }) => [id, field, reason, by, byVersion]), [
      ["a", "n", "changed", "anonymous", 4],
    ]);
    assert.equal(order((await client.fetch("undone")).sections), ":ab");
    const again = await client.undo("undone", stack, { redo: true });
    assert.deepEqual([again.undoes, again.canRedo], [[5], false]);
    assert.equal(order((await client.fetch("undone")).sections), ":ba");
    const { commits } = await client.history("undone", { from: 5 });
    assert.deepEqual(commits.map(({ undoes, redo }) => [undoes, redo]), [[[2, 3], false], [[5], true]]);
    assert.ok((await client.serverInfo()).features.includes("undo"));
    await client.delete("undone");
  });

  test("what administrators read of the server", async () => {
    assert.ok((await serverAccess(client)).unrestricted);
    const { lines, last, serverId } = await serverLog(client, { limit: 1 });
    assert.deepEqual([lines.length, lines[0].number], [1, last]);
    assert.deepEqual((await serverLog(client, { after: last, severity: "critical" })).lines, []);
    assert.ok(serverId);
  });

  test("sinks: created, changed, paused, tested, removed", async () => {
    const settings = { url: "http://10.0.0.1/", collections: ["none/**"], secrets: ["env:NO_SUCH_KEY"] };
    const made = await createSink(client, "hooks", settings, { paused: true });
    assert.deepEqual([made.name, made.paused, made.settings.mode], ["hooks", true, "merged"]);
    assert.equal((await sink(client, "hooks")).settings.url, settings.url);
    assert.equal((await updateSink(client, "hooks", { ...settings, mode: "commits" })).settings.mode, "commits");
    assert.deepEqual([(await resumeSink(client, "hooks")).paused, (await pauseSink(client, "hooks")).paused], [false, true]);
    assert.deepEqual((await sinks(client, { containing: "hook" })).sinks.map(({ name }) => name), ["hooks"]);
    assert.deepEqual((await testSink(client, "hooks")).delivered, false);
    assert.equal((await sinkStatus(client, "hooks")).collectionCount, 0);
    await client.create("other");
    assert.equal((await errorOf(replaySink(client, "hooks", "other"))).code, "NOT_FOUND");
    const ofView = { url: settings.url, secrets: settings.secrets, view: "no-view" };
    assert.equal((await errorOf(createSink(client, "views", ofView))).code, "NOT_FOUND");
    await client.delete("other");
    const postgres = { connection: "env:NO_SUCH_DATABASE", schema: "lists", moves: true };
    const mirror = await createSink(client, "mirror", { postgres, collections: ["none/**"] }, { paused: true });
    assert.deepEqual({ ...mirror.settings.postgres }, postgres);
    assert.equal((await errorOf(updateSink(client, "mirror", { ...settings, postgres }))).code, "INVALID_ARGUMENT");
    assert.deepEqual((await testSink(client, "mirror")).delivered, false);
    await deleteSink(client, "mirror");
    await deleteSink(client, "hooks");
    assert.equal((await errorOf(sink(client, "hooks"))).code, "NOT_FOUND");
  });

  test("views: defined, read, removed", async () => {
    await client.create("tasks");
    await client.apply("tasks", [{ insertItems: { items: [
      { id: "a", fields: { done: true } }, { id: "b", fields: { done: false } },
    ] } }]);
    const step = { comparison: { field: "done", operator: "equal", value: false } };
    const view = { parts: [{ query: { collection: "tasks", ownSections: true, filter: { steps: [step] } } }] };
    assert.equal(order((await client.fetch(view)).sections), ":b");
    await client.defineView("open", view);
    const stored = await client.view("open");
    assert.equal(stored.definition.parts[0].query.filter.steps[0].comparison.value, false);
    // What was read can be written.
    await client.defineView("open", stored.definition);
    assert.deepEqual((await client.views()).views.map(({ name }) => name), ["open"]);
    const { sections } = await client.fetch("open");
    const origin = { collection: "tasks", section: "", item: "b", depth: 0, context: false };
    assert.deepEqual(sections[0].items[0].origin, origin);
    for await (const update of client.updates(view)) {
      assert.equal(order(update.sections), ":b");
      break;
    }
    const { effects, applied } = await client.placeRows({ name: "open", rows: ["b"], section: "", dryRun: true });
    assert.deepEqual([effects[0].row, applied], ["b", []]);
    const { text } = await client.parseView({ view: stored.definition });
    assert.equal(text, "tasks where done = false\n");
    const { located } = await client.parseView({ text, locate: "view.parts[0].query.filter" });
    assert.deepEqual(located, { line: 1, column: 7 });
    const wrong = await client.parseView({ text: "tasks where" });
    assert.deepEqual([wrong.view, wrong.error.place], [undefined, { line: 1, column: 12 }]);
    await client.deleteView("open");
    assert.equal((await errorOf(client.view("open"))).code, "NOT_FOUND");
  });

  test("an order of one's own", async () => {
    await client.create("ordered");
    await client.apply("ordered", [{ insertItems: { items: [{ id: "a" }, { id: "b" }, { id: "c" }] } }]);
    await client.createOverlay("ordered", "mine");
    const view = {
      parts: [{ query: { collection: "ordered", ownSections: true, overlay: { name: "mine", own: true } } }],
    };
    const placed = await client.placeRows({ view, rows: ["c"], section: "", previous: "a", next: "b" });
    assert.equal(placed.overlay, "mine");
    assert.equal(order((await client.fetch(view)).sections), ":acb");
    assert.equal(order((await client.fetch("ordered")).sections), ":abc");
    const { info, entries } = await client.overlay("ordered", "mine");
    assert.deepEqual([info.entries, entries[0].item, entries[0].predecessors], [1, "c", ["a"]]);
    assert.equal((await client.resetOverlay("ordered", "mine", { all: true })).entries, 0);
    assert.equal((await client.overlays("ordered")).overlays.length, 1);
    await client.deleteOverlay("ordered", "mine");
    assert.equal((await errorOf(client.overlay("ordered", "mine"))).code, "NOT_FOUND");
  });

  test("time: earlier versions, names, going back, the bin", async () => {
    await client.create("diary");
    for (const id of ["a", "b", "c"]) await client.apply("diary", [{ insertItems: { items: [{ id }] } }]);
    await client.apply("diary", [{ moveItems: { items: [{ id: "c" }], to: { first: true } } }]);
    const past = await client.fetch("diary", { at: { version: 2 } });
    assert.deepEqual([order(past.sections), past.past, past.collection.version], [":ab", true, 2]);
    const { batch, fromVersion } = await client.diff("diary", { version: 3 }, { version: 4 });
    assert.deepEqual([fromVersion, batch.itemMoves], [3, [0, 2, 0, 0]]);
    await client.setVersion("diary", "early", { version: 1 });
    const seen = [];
    for await (const update of client.updates("diary", { at: { name: "early" }, playTo: { version: 3 } })) {
      seen.push([update.version, update.type === "list" ? update.reason : update.type]);
    }
    assert.deepEqual(seen, [[1, "past"], [2, "batch"], [3, "batch"]]);
    const stack = new TextEncoder().encode("tab");
    assert.equal((await client.restore("diary", { name: "early" }, { stack })).version, 5);
    assert.equal((await client.undo("diary", stack)).version, 6);
    assert.equal(order((await client.fetch("diary")).sections), ":cab");
    assert.equal((await client.undo("diary", stack, { redo: true })).version, 7);
    const { elements } = await client.bin("diary");
    assert.deepEqual(elements.map(({ id, removedBy }) => id + removedBy), ["c7", "b7", "c5", "b5"]);
    await client.putBack("diary", elements.slice(0, 2).map(({ id, removedBy }) => ({ id, removedBy })));
    assert.equal(order((await client.fetch("diary")).sections), ":cab");
    assert.equal((await client.versions("diary")).versions[0].name, "early");
    await client.deleteVersion("diary", "early");
    assert.equal((await client.emptyBin("diary")).oldestKept, 9);
    assert.equal((await errorOf(client.fetch("diary", { at: { version: 8 } }))).code, "OUT_OF_RANGE");
    assert.equal((await errorOf(client.erase("diary", ["nothing"]))).code, "NOT_FOUND");
    await client.setVersion("diary", "late");
    assert.equal((await errorOf(client.erase("diary", ["c"]))).code, "FAILED_PRECONDITION");
    const erasure = await client.erase("diary", ["c"], { deleteNames: true });
    assert.deepEqual(
      [erasure.removed, erasure.oldestKept, erasure.deletedNames, erasure.files, erasure.otherNodes],
      [["c"], 10, ["late"], "clean", false],
    );
  });

  test("the server: strategies, limits, health, backup, protocol", async () => {
    const { strategies } = await client.strategies();
    assert.ok(strategies.some(({ name, keyForm }) => name === "lexorank" && keyForm === "stored"));
    assert.equal((await client.serverInfo()).limits.operationsPerTransaction, 10_000);
    assert.equal((await client.health()).status, "serving");
    assert.equal((await errorOf(client.health({ service: "none" }))).code, "NOT_FOUND");
    for await (const { status } of client.watchHealth()) {
      assert.equal(status, "serving");
      break;
    }
    let size = 0;
    for await (const { data } of client.backup()) size += data.length;
    await client.create("followed");
    const seen = client.updates("followed");
    await seen.next();
    const { followers, counts } = await client.followers("followed", { limit: 1 });
    assert.deepEqual(counts, [{ collection: "followed", followers: 1 }]);
    assert.deepEqual([followers[0].principal, followers[0].client], ["anonymous", "arrange-javascript"]);
    await seen.return();
    const pieces = [];
    const plan = "seeds: 1\nrepeats: 1\nstrategies: [dense]\nworkloads: [{ kind: append, items: 10, operations: 20 }]";
    for await (const { report } of client.compare(plan)) pieces.push(report);
    assert.equal(JSON.parse(Buffer.concat(pieces).toString()).workloads[0].results[0].figures.operations, 20);
    await assert.rejects(client.compare("x: 1").next(), { code: "INVALID_ARGUMENT", field: "plan" });
    assert.ok(size > 0);
    assert.ok((await client.describe()).fileDescriptorSet.length > 1000);
    await client.ping();
  });

  test("a slow reader gets what it missed as one batch", async () => {
    await client.create("slow");
    const updates = client.updates("slow", { reloadThreshold: 1000 });
    let { sections } = (await updates.next()).value;
    for (let count = 0; count < 300; count++) {
      await client.apply("slow", [{ insertItems: { items: [{ id: `${count}` }] } }]);
    }
    let batches = 0;
    let version = 0;
    while (version < 300) {
      const { value } = await updates.next();
      sections = value.sections ?? applyBatch(sections, value.batch);
      version = value.version;
      batches++;
    }
    assert.ok(batches <= 4, `${batches} batches`);
    assert.equal(sections[0].items.length, 300);
    await updates.return();
  });

  test("a hundred calls at a time on one connection", async () => {
    await client.create("busy");
    const names = Array.from({ length: 1000 }, (_, index) => `${index}`);
    await Promise.all(names.map((id) => client.apply("busy", [{ insertItems: { items: [{ id }] } }])));
    assert.equal((await client.get("busy")).itemCount, 1000);
  });

  test("a live list and its moves outlive the server's restarts", async () => {
    await client.create("live");
    const ids = [..."abcdef"];
    await client.apply("live", [{ insertItems: { items: ids.map((id) => ({ id })) } }]);
    const list = new LiveList(client, "live");
    const states = [];
    list.on("connection", ({ state }) => states.push(state));
    await list.loaded;
    await server.kill();
    await until(() => client.state === "disconnected");
    list.move("f", { first: true });
    list.move("a", { last: true });
    assert.equal(order(list.sections), ":fbcdea");
    await server.start();
    await until(() => !list.hasPendingMoves);
    assert.equal(order((await client.fetch("live")).sections), ":fbcdea");
    const drained = server.drain();
    await until(() => client.state === "disconnected");
    await drained;
    await server.start();
    await client.apply("live", [{ removeItems: { items: [{ id: "b" }] } }]);
    await until(() => order(list.sections) === ":fcdea");
    list.close();
    assert.deepEqual(states.slice(0, 2), ["disconnected", "connected"]);
  });

  test("two live lists that move at the same time end alike", async () => {
    await client.create("both");
    await client.apply("both", [{ insertItems: { items: Array.from({ length: 20 }, (_, id) => ({ id: `${id}` })) } }]);
    const other = connect(server.url);
    const lists = [new LiveList(client, "both"), new LiveList(other, "both")];
    await Promise.all(lists.map(({ loaded }) => loaded));
    for (let count = 0; count < 60; count++) {
      const list = lists[count % 2];
      list.move(`${(count * 7) % 20}`, count % 3 ? { before: `${(count * 7 + 3) % 20}` } : { at: count % 20 });
      if (count % 5 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await until(() => lists.every((list) => !list.hasPendingMoves));
    const { collection, sections } = await client.fetch("both");
    await until(() => lists.every((list) => list.version >= collection.version));
    for (const list of lists) {
      assert.equal(order(list.sections), order(sections));
      list.close();
    }
    await other.close();
  });
});

test("an address that is none is refused at once", () => {
  for (const url of ["127.0.0.1:7411", "ftp://host", "arrange", "", undefined]) {
    assert.throws(() => connect(url), { code: "INVALID_ARGUMENT", field: "url" }, String(url));
  }
  for (const url of ["arrange://host.example", "ws://host.example/arrange"]) {
    assert.throws(() => connect(url, { token: "secret", WebSocket: class {} }), { field: "token" }, url);
    connect(url, { token: "secret", sendsTokenInClear: true, WebSocket: class {} });
  }
  connect("wss://host.example/arrange", { token: "secret", WebSocket: class {} });
  connect("arrange://[::1]:7411", { token: "secret" });
  connect("arranges://host.example", { token: "secret" });
});

test("a port where nobody listens is said to be one", async () => {
  const client = connect("arrange://127.0.0.1:1", { retry: { maximumAttempts: 1 } });
  assert.match((await errorOf(client.get("board"))).message, /cannot reach 127\.0\.0\.1:1: connection refused/);
  const nowhere = connect("arrange://nowhere.invalid", { retry: { maximumAttempts: 1 } });
  assert.match((await errorOf(nowhere.get("board"))).message, /cannot resolve the host/);
});

test("a service of which only one node is there", { timeout: 60_000 }, async () => {
  const server = await startServer();
  const client = connect(["arrange://127.0.0.1:1", "unix:/nowhere", server.url], { startsAtFirst: true });
  try {
    await client.create("board");
    const list = new LiveList(client, "board");
    await list.loaded;
    await server.kill();
    await until(() => client.state === "disconnected");
    await server.start();
    await client.apply("board", [{ insertItems: { items: [{ id: "a" }] } }]);
    await until(() => order(list.sections) === ":a");
    list.close();
    await server.kill();
    const { message } = await errorOf(client.get("board", { timeoutMs: 200 }));
    assert.match(message, /cannot reach/);
  } finally {
    await client.close();
    await server.stop();
  }
});

test("Unix sockets", { timeout: 60_000 }, async () => {
  const directory = await mkdtemp(join(tmpdir(), "arrange-socket-"));
  const path = join(directory, "socket");
  const server = await startServer({ listen: [`unix:${path}`] });
  const client = connect(`unix:${path}`);
  try {
    assert.equal((await client.create("board")).name, "board");
  } finally {
    await client.close();
    await server.stop();
    await rm(directory, { recursive: true });
  }
});

test("TLS: the certificate of the server has to be one that is trusted", { timeout: 60_000 }, async () => {
  const directory = await mkdtemp(join(tmpdir(), "arrange-tls-"));
  const [cert, key] = [join(directory, "cert.pem"), join(directory, "key.pem")];
  execFileSync("openssl", [
    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", cert,
  ], { stdio: "ignore" });
  const server = await startServer({ scheme: "tls:", args: ["--tls-certificate", cert, "--tls-key", key] });
  const url = `arranges://127.0.0.1:${server.port}`;
  const trusting = connect(url, { tls: { ca: await readFile(cert) } });
  const careful = connect(url);
  try {
    assert.equal((await trusting.create("board")).name, "board");
    const { code, message } = await errorOf(careful.get("board"));
    assert.equal(code, "UNAVAILABLE");
    assert.match(message, /self-signed certificate/);
  } finally {
    await trusting.close();
    await careful.close();
    await server.stop();
    await rm(directory, { recursive: true });
  }
});

describe("WebSocket", { timeout: 120_000 }, () => {
  let server;
  before(async () => (server = await startServer({ args: ["--http", "127.0.0.1:0"] })));
  after(() => server.stop());

  for (const [messages, fragments] of [[1, 1], [3, 1], [1, 3], [4, 2]]) {
    test(`what is sent in ${messages} messages of ${fragments} fragments`, async () => {
      Object.assign(TestWebSocket, { messages, fragments });
      const client = connect(`ws://127.0.0.1:${server.httpPort}/arrange`, { WebSocket: TestWebSocket });
      const name = `${messages} ${fragments}`;
      await client.create(name, { fields: { text: "x".repeat(60_000) } });
      const list = new LiveList(client, name);
      await list.loaded;
      const items = Array.from({ length: 40 }, (_, index) => ({ id: `${index}`, fields: { text: "y".repeat(5000) } }));
      await client.apply(name, [{ insertItems: { items } }]);
      await until(() => list.sections[0]?.items.length === 40);
      list.move("39", { first: true });
      await until(() => !list.hasPendingMoves);
      assert.equal((await client.fetch(name)).sections[0].items[0].id, "39");
      list.close();
      await client.close();
    });
  }

  test("the WebSocket that Node has", { skip: !globalThis.WebSocket }, async () => {
    const client = connect(`ws://127.0.0.1:${server.httpPort}/arrange`);
    const { name } = await client.create("global");
    assert.equal((await client.get(name)).version, 0);
    await client.close();
  });

  test("where there is no WebSocket, that is said at once", { skip: globalThis.WebSocket }, () => {
    assert.throws(() => connect("ws://127.0.0.1/arrange"), { code: "INVALID_ARGUMENT", field: "url" });
  });

  test("a page of another origin is refused", async () => {
    TestWebSocket.headers = { Origin: "https://elsewhere.example" };
    const url = `ws://127.0.0.1:${server.httpPort}/arrange`;
    const client = connect(url, { WebSocket: TestWebSocket, retry: { maximumAttempts: 1 } });
    assert.match((await errorOf(client.get("board"))).message, /cannot reach 127\.0\.0\.1:\d+: HTTP 403/);
    TestWebSocket.headers = {};
  });
});
