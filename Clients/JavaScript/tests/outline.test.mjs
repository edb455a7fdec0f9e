// Outlines: what the first schema does not know is loaded when it is used.

import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "../arrange.js";
import { startServer } from "./support/server.mjs";

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
