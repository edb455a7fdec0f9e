// Batches: how they are applied, and how they are found.

import assert from "node:assert/strict";
import { test } from "node:test";
import { applyBatch } from "../arrange.js";
import { decode, encode } from "../src/codec.js";
import { diff } from "../src/diff.js";
import { applyByHand, changeCount, edited, emptyBatch, randomList, shown } from "./support/lists.mjs";
import { seeded } from "./support/random.mjs";

/** Random lists that are edited. */
const LISTS = 3000;
const EDITS = 5;

test("a batch between two lists leads from one to the other, however it is applied", seeded((random) => {
  for (let count = 0; count < LISTS; count++) {
    let list = randomList(random);
    for (let step = 0; step < EDITS; step++) {
      const before = shown(list);
      const next = edited(random, list);
      const found = diff(list, next);
      const batch = found ?? emptyBatch(list);
      // As it comes from the server, with all that a decoder fills in.
      const received = decode("ChangeBatch", encode("ChangeBatch", batch));
      assert.deepEqual(shown(applyByHand(list, batch)), shown(next));
      assert.deepEqual(shown(applyBatch(list, received)), shown(next));
      assert.deepEqual(shown(list), before, "the list before is as it was");
      assert.equal(found === undefined, JSON.stringify(before) === JSON.stringify(shown(next)));
      list = next;
    }
  }
}));

test("large batches, which are applied in another way, lead to the same", seeded((random) => {
  for (let count = 0; count < 50; count++) {
    const list = randomList(random, 4, 60);
    const next = edited(random, list, 60);
    assert.deepEqual(shown(applyBatch(list, diff(list, next) ?? emptyBatch(list))), shown(next));
  }
}));

/** The fewest items that have to move so that a list gets another order: all but the longest ascent. */
function fewestMoves(order) {
  let best = 0;
  for (let mask = 0; mask < 1 << order.length; mask++) {
    const kept = order.filter((_, index) => mask & (1 << index));
    if (kept.every((number, index) => index === 0 || number > kept[index - 1])) best = Math.max(best, kept.length);
  }
  return order.length - best;
}

test("as few elements move as possible", seeded((random) => {
  for (let count = 0; count < 300; count++) {
    const items = Array.from({ length: random.below(9) }, (_, index) => ({ id: `${index}`, fields: {} }));
    const order = random.shuffled(items.map((_, index) => index));
    const next = order.map((index) => items[index]);
    const [before, after] = [items, next].map((own) => [{ id: "", fields: {}, items: own }]);
    const batch = diff(before, after) ?? emptyBatch(before);
    assert.equal(batch.itemMoves.length / 4, fewestMoves(order), `${order}`);
    assert.equal(changeCount(batch), batch.itemMoves.length / 4);
    const sections = items.map((item) => ({ ...item, items: [] }));
    const sorted = order.map((index) => sections[index]);
    assert.equal((diff(sections, sorted)?.sectionMoves.length ?? 0) / 2, fewestMoves(order));
  }
}));

test("what did not change is shared with the list before", () => {
  const list = [
    { id: "a", fields: {}, items: [{ id: "1", fields: {} }] },
    { id: "b", fields: {}, items: [{ id: "2", fields: {} }] },
  ];
  const next = [list[0], { ...list[1], items: [] }];
  const result = applyBatch(list, diff(list, next));
  assert.equal(result[0], list[0]);
  assert.notEqual(result[1], list[1]);
});

test("order keys of a batch reach their elements", () => {
  const list = [{ id: "a", fields: {}, key: Uint8Array.of(1), items: [{ id: "1", fields: {}, key: Uint8Array.of(2) }] }];
  const keys = { keyedSections: [0], sectionKeys: [Uint8Array.of(3)], keyedItems: [0, 0], itemKeys: [Uint8Array.of(4)] };
  const batch = { ...emptyBatch(list), ...keys };
  const [section] = applyBatch(list, batch);
  assert.deepEqual([[...section.key], [...section.items[0].key], [...list[0].key]], [[3], [4], [1]]);
});

const list = [
  { id: "a", fields: {}, items: ["1", "2", "3"].map((id) => ({ id, fields: {} })) },
  { id: "b", fields: {}, items: [] },
];
const item = { id: "new", fields: {} };
const misfits = {
  "the size before is another one": { before: { sections: 2, items: 4 } },
  "the size after is another one": { after: { sections: 2, items: 4 } },
  "a section is not there": { sectionDeletes: [2] },
  "a section is removed twice": { sectionDeletes: [1, 1] },
  "an item is not there": { itemDeletes: [0, 3] },
  "an item is removed twice": { itemDeletes: [0, 1, 0, 1], after: { sections: 2, items: 1 } },
  "an item is removed and moved": { itemDeletes: [0, 1], itemMoves: [0, 1, 1, 0], after: { sections: 2, items: 2 } },
  "an item is of a section that goes": {
    sectionDeletes: [0], itemDeletes: [0, 0], after: { sections: 1, items: 0 },
  },
  "a place is beyond the end": { itemMoves: [0, 0, 1, 1] },
  "two items come to one place": { itemMoves: [0, 0, 1, 0, 0, 1, 1, 0] },
  "an inserted item has no place": { itemInserts: [{ item }], after: { sections: 2, items: 4 } },
  "an inserted item has no content": { itemInserts: [{ at: { section: 0, item: 0 } }], after: { sections: 2, items: 4 } },
  "an inserted section has no content": { sectionInserts: [{ at: 0, items: [] }], after: { sections: 3, items: 3 } },
  "a run is longer than the list": {
    sectionInserts: [{
      at: 0, section: { id: "n", fields: {} }, items: [{ items: [], keptFrom: { section: 0, item: 2 }, kept: 2 }],
    }],
    after: { sections: 3, items: 5 },
  },
  "an updated item is not there": { itemUpdates: [{ at: { section: 1, item: 0 }, item }] },
  "an updated section is not there": { sectionUpdates: [{ at: 2, section: item }] },
  "an update has no content": { itemUpdates: [{ at: { section: 0, item: 0 } }] },
  "a key is missing": { keyedSections: [0] },
  "a keyed item is not there": { keyedItems: [1, 0], itemKeys: [new Uint8Array(1)] },
};

for (const [what, changes] of Object.entries(misfits)) {
  test(`refuses a batch of which ${what}`, () => {
    const before = JSON.stringify(list);
    assert.throws(() => applyBatch(list, { ...emptyBatch(list), ...changes }), { code: "INTERNAL" });
    assert.equal(JSON.stringify(list), before);
  });
}

test("a damaged batch is refused or leads to a list of the size that it says", seeded((random) => {
  const spots = ["sectionDeletes", "sectionMoves", "itemDeletes", "itemMoves"];
  for (let count = 0; count < 5000; count++) {
    const before = randomList(random);
    const batch = diff(before, edited(random, before)) ?? emptyBatch(before);
    const numbers = batch[random.pick(spots)];
    if (numbers.length === 0) continue;
    numbers[random.below(numbers.length)] = random.below(6);
    try {
      const after = applyBatch(before, batch);
      assert.equal(after.length, batch.after.sections);
      assert.equal(after.reduce((size, section) => size + section.items.length, 0), batch.after.items);
    } catch (error) {
      assert.equal(error.code, "INTERNAL", String(error.stack));
    }
  }
}));
