// Calls over HTTP and streams of events, with a real server, where WebSockets do not open.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { connect, Double, LiveList, Timestamp } from "../arrange.js";
import { EditableList } from "../edits.js";
import { eventStreams } from "../events.js";
import { decode, encode } from "../src/codec.js";
import { fromJSON, toJSON } from "../src/json.js";
import { CHROMIUM, serve, startBrowser } from "./support/browser.mjs";
import { SEED, seeded } from "./support/random.mjs";
import { followed } from "./support/sequences.mjs";
import { startServer } from "./support/server.mjs";
import { TestWebSocket } from "./support/websocket.mjs";
import { errorOf } from "./support/wire.mjs";

/** How many random subscriptions are followed. */
const SEQUENCES = Math.ceil(Number(process.env.SEQUENCES ?? 400) / 16);

/** A WebSocket that a proxy refuses. */
class Refused {
  static tried = 0;
  OPEN = 1;
  readyState = 0;
  onclose = () => {};

  constructor() {
    Refused.tried++;
    setImmediate(() => this.onclose({ reason: "" }));
  }

  close() {}
}

/** One of which nothing is heard. */
class Silent extends Refused {
  constructor() {
    super();
    this.onclose = () => {};
    Object.defineProperty(this, "onclose", { set() {}, get: () => () => {} });
  }
}

/** Waits until something holds; a test that waits for ever is ended by its time limit. */
async function until(holds) {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const order = ({ sections }) => sections.flatMap(({ items }) => items.map(({ id }) => id)).join("");

describe("without WebSockets", { timeout: 120_000 }, () => {
  let server;
  let client;
  const url = () => `ws://127.0.0.1:${server.httpPort}/arrange`;
  before(async () => {
    server = await startServer({ args: ["--http", "127.0.0.1:0"] });
    client = connect(url(), { transport: eventStreams({ WebSocket: Refused }) });
  });
  after(async () => {
    await client.close();
    await server.stop();
  });

  test("calls are as with them", async () => {
    const fields = {
      "a \"b\"": "", text: "ä\n", no: null, yes: true, large: 2n ** 62n, half: 0.5, one: new Double(1),
      when: new Timestamp(1234567),
      early: new Timestamp(-62_135_596_800_000_000n), raw: Uint8Array.of(0, 255),
    };
    const made = await client.create("calls", { fields });
    assert.deepEqual({ ...made.fields }, { ...fields, one: 1 });
    assert.equal(typeof made.epoch, "bigint");
    const requestId = Uint8Array.of(1, 2, 255);
    const operations = [{ insertItems: { items: [{ id: "a" }, { id: "b", fields }] } }];
    const result = await client.apply("calls", operations, { requestId });
    assert.deepEqual([result.version, result.replayed], [1, false]);
    assert.equal((await client.apply("calls", operations, { requestId })).replayed, true);
    const ifVersion = await errorOf(client.apply("calls", operations, { ifVersion: 7 }));
    assert.deepEqual([ifVersion.code, ifVersion.processed], ["ABORTED", "not_started"]);
    const nowhere = await errorOf(client.apply("calls", [{ moveItems: { items: [{ id: "x" }], to: { first: true } } }]));
    assert.deepEqual([nowhere.code, nowhere.field], ["NOT_FOUND", "operations[0].move_items.items[0].id"]);
    assert.deepEqual(order(await pages(client, "calls")), "ab");
    const { commits } = await client.history("calls");
    assert.deepEqual([...commits[0].requestId], [1, 2, 255]);
    await client.ping();
    assert.equal((await errorOf(client.get("none"))).code, "NOT_FOUND");
    assert.equal(client.state, "connected");
  });

  test("a list follows the server, and is edited at once", async () => {
    await client.create("board");
    await client.apply("board", [{ insertItems: { items: [{ id: "a" }, { id: "b" }, { id: "c" }] } }]);
    const list = new EditableList(client, "board");
    const other = new LiveList(client, "board");
    await Promise.all([list.loaded, other.loaded]);
    list.move("c", { first: true });
    list.insert({ id: "d" }, { last: true });
    assert.equal(order(list), "cabd");
    await until(() => order(other) === "cabd" && !list.hasPendingMoves);
    await client.apply("board", [{ removeItems: { items: [{ id: "a" }] } }]);
    await until(() => order(list) === "cbd" && order(other) === "cbd");
    list.close();
    other.close();
  });

  test("a list goes on over the end of the server", async () => {
    await client.create("lasting");
    const list = new LiveList(client, "lasting");
    await list.loaded;
    await server.kill();
    await server.start();
    await client.apply("lasting", [{ insertItems: { items: [{ id: "a" }] } }]);
    await until(() => order(list) === "a");
    list.close();
  });

  test("a list that is deleted ends, and a call that is cancelled", async () => {
    await client.create("deleted");
    const updates = client.updates("deleted");
    await updates.next();
    await client.delete("deleted");
    assert.equal((await errorOf(updates.next())).code, "NOT_FOUND");
    const cancelling = new AbortController();
    const waiting = errorOf(client.apply("board", [], { signal: cancelling.signal }));
    cancelling.abort();
    assert.equal((await waiting).code, "CANCELLED");
  });

  test("WebSockets are used where they open, and not tried again at once where they do not", async () => {
    const before = Refused.tried;
    const again = connect(url(), { transport: eventStreams({ WebSocket: Refused }) });
    await again.ping();
    const { tried } = Refused;
    assert.ok(tried > before);
    await server.kill();
    await server.start();
    await again.ping();
    await again.close();
    assert.equal(Refused.tried, tried);
    let requests = 0;
    const open = connect(url(), {
      transport: eventStreams({ WebSocket: TestWebSocket, fetch: () => requests++ }),
    });
    await open.ping();
    await open.close();
    assert.equal(requests, 0);
    const silent = connect(url(), { transport: eventStreams({ WebSocket: Silent, patienceMs: 10 }) });
    await silent.ping();
    await silent.close();
  });

  test("nothing that answers is said as always", async () => {
    const nobody = connect("ws://127.0.0.1:1/arrange", {
      transport: eventStreams({ WebSocket: Refused }), retry: { maximumAttempts: 1 },
    });
    const error = await errorOf(nobody.ping());
    assert.deepEqual([error.code, error.message.includes("127.0.0.1:1")], ["UNAVAILABLE", true]);
    await nobody.close();
  });

  test(`${SEQUENCES} random sequences are folded to the server's list`, { timeout: 300_000 }, seeded(async () => {
    const changes = await followed(client, SEQUENCES);
    console.log(`${SEQUENCES} sequences over HTTP, ${changes} lists and batches (SEED=${SEED})`);
  }));
});

test("a token is sent with each request, and a wrong one is refused", { timeout: 60_000 }, async () => {
  const directory = await mkdtemp(join(tmpdir(), "arrange-events-"));
  const sha256 = createHash("sha256").update("let-me-in-0123456789").digest("hex");
  const access = join(directory, "access.yaml");
  await writeFile(access, JSON.stringify({ principals: { ann: { roles: ["admin"], tokens: [{ sha256 }] } } }));
  const server = await startServer({ args: ["--http", "127.0.0.1:0", "--access", access] });
  const url = `ws://127.0.0.1:${server.httpPort}/arrange`;
  const connected = (token) => connect(url, { token, transport: eventStreams({ WebSocket: Refused }) });
  const [right, wrong] = [connected("let-me-in-0123456789"), connected("wrong-0123456789")];
  try {
    await right.create("board");
    assert.equal((await errorOf(wrong.get("board"))).code, "UNAUTHENTICATED");
  } finally {
    await Promise.all([right.close(), wrong.close()]);
    await server.stop();
    await rm(directory, { recursive: true });
  }
});

const inBrowser = { skip: CHROMIUM ? false : "there is no Chromium", timeout: 60_000 };
test("a page of another origin follows a list", inBrowser, async () => {
  const site = await serve();
  const server = await startServer({ args: ["--http", "127.0.0.1:0", "--http-origins", site.origin] });
  const browser = await startBrowser();
  const client = connect(server.url);
  try {
    await client.create("board");
    site.page = `<script type="module" nonce="page">
      import { connect, LiveList } from "./arrange.js";
      import { eventStreams } from "./events.js";
      const transport = eventStreams({ WebSocket: null });
      const list = new LiveList(connect("ws://127.0.0.1:${server.httpPort}/arrange", { transport }), "board");
      globalThis.order = () => list.sections.flatMap(({ items }) => items.map(({ id }) => id)).join("");
      await list.loaded;
      globalThis.move = () => list.move("b", { first: true });
      globalThis.isReady = true;
    </script>`;
    const page = await browser.open(site.origin);
    await page.until("globalThis.isReady");
    await client.apply("board", [{ insertItems: { items: [{ id: "a" }, { id: "b" }] } }]);
    await page.until("order() === 'ab'");
    await page.value("move()");
    const moved = async () => order(await pages(client, "board")) === "ba";
    while (!(await moved())) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual(page.errors, []);
  } finally {
    await client.close();
    await browser.close();
    await server.stop();
    await site.close();
  }
});

test("messages are the same after a way through JSON", () => {
  const request = {
    collection: "a", requestId: Uint8Array.of(255), ifVersion: 0, ifHistory: 2n ** 64n - 1n,
    operations: [
      { moveItems: { items: [{ id: "a", ifSection: "" }], section: "", to: { at: 0, ifAnchorMissing: "last" } } },
      { updateItems: { items: [{ id: "a", set: { n: 1, d: new Double(2) }, remove: ["x"], replaceAll: true }] } },
    ],
  };
  const bytes = encode("ApplyRequest", request);
  const json = toJSON("ApplyRequest", decode("ApplyRequest", bytes));
  assert.match(json, /"if_history":"f{16}"/);
  // JSON of this platform does not tell a double without a fraction from an integer.
  const { set } = request.operations[1].updateItems.items[0];
  set.d = 2;
  const back = encode("ApplyRequest", fromJSON("ApplyRequest", JSON.parse(json)));
  assert.deepEqual(decode("ApplyRequest", back), decode("ApplyRequest", encode("ApplyRequest", request)));
});

/** The whole list. */
async function pages(client, name) {
  const sections = [];
  for await (const page of client.pages(name)) sections.push(...page.sections);
  return { sections };
}
