// Outlines: what the first schema does not know is loaded when it is used.

import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "../arrange.js";
import { eventStreams } from "../events.js";
import { Folding, LiveOutline, outlineUpdates } from "../trees.js";
import { fetched, operation, rowsOfList, visible } from "./support/outlines.mjs";
import { seeded } from "./support/random.mjs";
import { startServer } from "./support/server.mjs";
import { errorOf } from "./support/wire.mjs";

/** Outlines that are changed and followed, and how often each is. */
const OUTLINES = 6;
const STEPS = 60;

/** The most items of an outline: beyond it, more is removed. */
const MOST_ITEMS = 60;

test("an outline is made, changed and read", async () => {
  const server = await startServer();
  const client = connect(server.url);
  try {
    const info = await client.create("plan", { outline: { maxDepth: 3 } });
    assert.equal(info.outline.maxDepth, 3);
    await client.apply("plan", [
      { insertItems: { items: [{ id: "a" }, { id: "b" }] } },
      { insertItems: { items: [{ id: "c" }], parent: "a" } },
    ]);
    const moved = await client.apply("plan", [
      { moveItems: { items: [{ id: "a" }, { id: "b" }], parent: "c", ifCycle: "skip" } },
    ]);
    const [a, b] = moved.operations[0].elements;
    assert.deepEqual([a.skipped, b.skipped, b.parent, b.item.item], [true, false, "c", 0]);
    const page = await client.fetch("plan");
    assert.deepEqual(page.sections[0].items.map(({ id, depth }) => [id, depth]), [["a", 1], ["c", 2], ["b", 3]]);
    await assert.rejects(client.apply("plan", [{ removeItems: { items: [{ id: "a" }] } }]), {
      code: "FAILED_PRECONDITION", reason: "has_children", field: "operations[0].remove_items.descendants",
    });
    await client.apply("plan", [{ removeItems: { items: [{ id: "a" }], descendants: "promote" } }]);
  } finally {
    await client.close();
    await server.stop();
  }
});

/** What somebody has of an outline who follows it. */
class Follower {
  version = -1;
  kinds = new Set();

  constructor(client, name, options) {
    Object.assign(this, { client, name, options });
    this.updates = outlineUpdates(client, name, options);
  }

  async reach(version) {
    while (this.version < version) {
      const { value, done } = await this.updates.next();
      assert.ok(!done);
      if (value.type === "outline") this.list = value.list;
      if (value.type === "batch") this.list.apply(value.batch);
      this.version = value.version;
      this.token = value.resumeToken;
      this.kinds.add(value.type);
    }
  }

  /** Goes on from the token; with another folding it gets the whole outline. */
  resume(folding = this.options.folding) {
    this.updates.return();
    this.options = { ...this.options, folding };
    this.updates = outlineUpdates(this.client, this.name, { ...this.options, resumeToken: this.token });
  }
}

test("an outline is followed, also after flat lists were", { timeout: 60_000 }, async () => {
  const server = await startServer({ args: ["--http", "127.0.0.1:0"] });
  const client = connect(server.url);
  const overHTTP = connect(`ws://127.0.0.1:${server.httpPort}/arrange`, {
    transport: eventStreams({ WebSocket: null }),
  });
  try {
    await client.create("board");
    const flat = client.updates("board");
    assert.equal((await flat.next()).value.type, "list");
    assert.equal((await errorOf(outlineUpdates(client, "board").next())).code, "FAILED_PRECONDITION");
    await client.create("plan", { outline: {} });
    assert.equal((await errorOf(client.updates("plan").next())).code, "FAILED_PRECONDITION");
    const folding = new Folding({ items: ["a"] });
    const followers = [
      new Follower(client, "plan", {}), new Follower(client, "plan", { folding }),
      new Follower(overHTTP, "plan", { folding: new Folding({ lazy: true, sections: [""] }) }),
    ];
    const { version } = await client.apply("plan", [
      { insertItems: { items: [{ id: "a" }, { id: "b" }] } },
      { insertItems: { items: [{ id: "c" }], parent: "a" } },
    ]);
    for (const follower of followers) await follower.reach(version);
    const shown = () => followers.map(({ list }) => [...list.rows()].map(({ id, depth }) => `${id}${depth}`).join(" "));
    assert.deepEqual(shown(), ["0 a1 c2 b1", "0 a1 b1", "0 a1 b1"]);
    assert.deepEqual(followers[2].list.find("a").folded, { children: 1, descendants: 1 });
    const moved = await client.apply("plan", [{ moveItems: { items: [{ id: "b" }], parent: "c" } }]);
    for (const follower of followers) await follower.reach(moved.version);
    assert.deepEqual(shown(), ["0 a1 c2 b3", "0 a1", "0 a1"]);
    assert.equal(followers[1].list.find("a").descendants, 2);
    assert.deepEqual(followers.map(({ kinds }) => [...kinds].join()), Array(3).fill("outline,batch"));
    await client.apply("board", [{ insertItems: { items: [{ id: "x" }] } }]);
    assert.equal((await flat.next()).value.type, "batch");

    const live = new LiveOutline(client, "plan");
    await live.loaded;
    const next = () => new Promise((resolve) => {
      const end = live.on("change", (event) => end(resolve(event)));
    });
    const [, event] = await Promise.all([client.apply("plan", [{ removeItems: { items: [{ id: "b" }] } }]), next()]);
    assert.deepEqual([event.type, live.list.rowCount], ["batch", 3]);
    live.fold(folding);
    assert.equal((await next()).type, "reload");
    assert.deepEqual([live.list.rowCount, live.list.find("a").descendants], [2, 1]);
    const ended = new Promise((resolve) => live.on("end", resolve));
    await client.delete("plan");
    assert.equal((await ended).error.code, "NOT_FOUND");
  } finally {
    await overHTTP.close();
    await client.close();
    await server.stop();
  }
});

test("random edits are followed, with and without foldings", { timeout: 300_000 }, seeded(async (random) => {
  const server = await startServer();
  const client = connect(server.url);
  const kinds = new Set();
  try {
    for (let outline = 0; outline < OUTLINES; outline++) {
      const name = `plan ${outline}`;
      await client.create(name, { outline: { maxDepth: 8 }, strategy: random.pick(["lexorank", "fractional", "dense"]) });
      await client.apply(name, [{ insertSections: { sections: [{ id: "first" }] } }]);
      let number = 0;
      const newId = () => `i${number++}`;
      // Ids come and go, and so what is folded is not always there.
      const someIds = () => Array.from({ length: 40 }, () => `i${random.below(80)}`);
      const randomFolding = (lazy) => new Folding({ lazy, items: someIds(), sections: ["first"].slice(random.below(2)) });
      const followers = [undefined, randomFolding(false), randomFolding(true)].map((folding, index) =>
        new Follower(client, name, { folding, reloadThreshold: index ? 1000 : random.pick([2, 1000]) }));
      for (let step = 0; step < STEPS; step++) {
        const { sections } = await fetched(client, name);
        const operations = Array.from({ length: 1 + random.below(2) }, () => operation(random, sections, newId, MOST_ITEMS));
        try {
          await client.apply(name, operations);
        } catch (error) {
          const expected = ["NOT_FOUND", "INVALID_ARGUMENT", "FAILED_PRECONDITION", "OUT_OF_RANGE", "ALREADY_EXISTS"];
          assert.ok(expected.includes(error.code), error.stack);
        }
        // Several transactions come as one batch.
        if (random.chance(0.3)) continue;
        if (random.chance(0.1)) random.pick(followers).resume();
        if (random.chance(0.1)) followers[1].resume(randomFolding(false));
        const now = await fetched(client, name);
        for (const follower of followers) {
          await follower.reach(now.version);
          assert.deepEqual(rowsOfList(follower.list), visible(now.sections, follower.list.folding));
          for (const kind of follower.kinds) kinds.add(kind);
        }
      }
      for (const { updates } of followers) updates.return();
    }
    assert.deepEqual([...kinds].sort(), ["batch", "outline", "progress"]);
  } finally {
    await client.close();
    await server.stop();
  }
}));
