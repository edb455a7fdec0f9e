// Rows of views of outlines, which move with the rows below them.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { connect, LiveList } from "../arrange.js";
import { moveRows, withRowsBelow } from "../rows.js";
import { startServer } from "./support/server.mjs";

const row = (id, depth) => ({ id, fields: {}, origin: { collection: "plan", section: "", item: id, depth } });

test("what is below a row goes along, whether it is named or not", () => {
  const sections = [{ id: "", fields: {}, items: [row("a", 1), row("x", 2), row("y", 3), row("b", 1)] }];
  assert.deepEqual(withRowsBelow(sections, ["a"]), { ids: ["a", "x", "y"], named: ["a"] });
  assert.deepEqual(withRowsBelow(sections, ["b", "y", "x"]), { ids: ["b", "x", "y"], named: ["b", "x"] });
  // Of flat lists nothing is below anything.
  const flat = [{ id: "", fields: {}, items: [row("a", 0), { id: "b", fields: {} }] }];
  assert.deepEqual(withRowsBelow(flat, ["b", "a", "gone"]), { ids: ["b", "a", "gone"], named: ["b", "a", "gone"] });
});

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

  test("places the rows, and says how deep they are", async () => {
    await client.create("plan", { outline: {} });
    await client.apply("plan", [
      { insertItems: { items: ["a", "b", "c"].map((id) => ({ id })) } },
      { insertItems: { items: [{ id: "x" }], parent: "a" } },
    ]);
    const { view } = await client.parseView({ text: "plan" });
    const list = new LiveList(client, view);
    await list.loaded;
    const shown = () => list.sections[0].items.map(({ id, origin }) => `${id}${origin.depth}`).join(" ");
    assert.equal(shown(), "a1 x2 b1 c1");
    const local = moveRows(list, "a", { after: "c" });
    assert.ok(local.batch);
    assert.equal(shown(), "b1 c1 a1 x2");
    moveRows(list, "c", { after: "b" }, { parent: "b" });
    const refused = [];
    list.on("refused", (refusal) => refused.push(refusal));
    while (list.hasPendingMoves || shown() !== "b1 c2 a1 x2") await new Promise((resolve) => setTimeout(resolve, 5));
    moveRows(list, "a", { last: true }, { parent: "x" });
    while (!refused.length) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(refused[0].error.reason, "below_itself");
    assert.equal(shown(), "b1 c2 a1 x2");
    list.close();
  });
});
