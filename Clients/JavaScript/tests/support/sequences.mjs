// Random transactions: after each, the list that was folded from batches is the server's own.

import assert from "node:assert/strict";
import { applyBatch } from "../../arrange.js";
import { shown } from "./lists.mjs";
import { randomness, SEED } from "./random.mjs";

/** Collections that are changed at the same time. */
const WORKERS = 16;

/** Transactions that a sequence follows. */
const STEPS = 4;

/** The most elements of a list: beyond it, more is removed. */
const MOST_ITEMS = 40;

/** What is followed of a collection: itself, or a view of it. */
function sourceOf(random, collection) {
  if (random.chance(0.5)) return collection;
  const query = { collection };
  const layout = random.below(3);
  if (layout === 0) query.ownSections = true;
  if (layout === 1) query.flat = { id: "all" };
  if (layout === 2) query.grouped = { field: "n", order: random.pick(["ascending", "descending", "best_item"]) };
  if (random.chance(0.4)) {
    query.filter = { steps: [{ comparison: { field: "n", operator: random.pick(["less", "not_equal"]), value: 2 } }] };
  }
  if (random.chance(0.4)) query.sort = [{ field: "n", direction: random.pick(["ascending", "descending"]) }];
  if (random.chance(0.3)) query.cap = 1 + random.below(4);
  const fixed = { fixed: { section: { id: "menu" }, items: [{ id: "new", fields: { title: "New" } }] } };
  return { parts: random.chance(0.3) ? [fixed, { query }] : [{ query }] };
}

function placement(random, ids) {
  const kind = random.below(5);
  if (kind < 2 && ids.length) return { [kind ? "before" : "after"]: random.pick(ids), ifAnchorMissing: "last" };
  if (kind === 2) return { at: random.below(3), ifAnchorMissing: "first" };
  return random.chance(0.5) ? { first: true } : { last: true };
}

/** An operation that suits a list, mostly. */
function operation(random, list, newId) {
  const sections = list.map(({ id }) => id);
  const items = list.flatMap(({ items }) => items.map(({ id }) => id));
  const some = (ids) => random.shuffled(ids).slice(0, 1 + random.below(3)).map((id) => ({ id }));
  const fields = () => ({ n: random.below(4) });
  const kind = random.below(items.length > MOST_ITEMS ? 4 : 12);
  if (kind === 0 && items.length) return { removeItems: { items: some(items) } };
  if (kind === 1 && sections.length) return { removeSections: { sections: some(sections) } };
  if (kind === 2 && sections.length) return { moveSections: { sections: some(sections), to: placement(random, sections) } };
  if (kind === 3 && sections.length) {
    return { updateSections: { sections: some(sections).map((one) => ({ ...one, set: fields() })) } };
  }
  if (kind < 6 && items.length) {
    return { moveItems: { items: some(items), section: random.pick(sections), to: placement(random, items) } };
  }
  if (kind < 8 && items.length) return { updateItems: { items: some(items).map((one) => ({ ...one, set: fields() })) } };
  const elements = () => Array.from({ length: 1 + random.below(3) }, () => ({ id: newId(), fields: fields() }));
  if (kind === 8 || !sections.length) return { insertSections: { sections: elements(), to: placement(random, sections) } };
  const chosen = random.pick(list);
  if (kind === 9 && chosen.items.length) {
    return { reorderItems: { section: chosen.id, items: random.shuffled(chosen.items.map(({ id }) => id)) } };
  }
  return { insertItems: { items: elements(), section: chosen.id, to: placement(random, items) } };
}

/** The whole list as the server has it, and its version. */
async function fetched(client, source) {
  const list = [];
  let version = 0;
  for await (const page of client.pages(source)) {
    version = page.collection.version;
    for (const { index, section, items } of page.sections) {
      list[index] ??= { ...section, items: [] };
      list[index].items.push(...items);
    }
  }
  return { list, version };
}

async function follow(client, collection, random, numbers) {
  const source = sourceOf(random, collection);
  const profile = random.pick(["exact", "uikit"]);
  const options = { profile, progressIntervalMs: 1, reloadThreshold: random.pick([3, 100, 1000]) };
  let updates = client.updates(source, options);
  let list = [];
  let last = { version: -1 };
  let changes = 0;
  for (let step = 0; step <= STEPS; step++) {
    if (step > 0) {
      // Several transactions come as one batch, sometimes to a subscription that was away.
      const isAway = random.chance(0.2);
      if (isAway) await updates.return();
      for (let count = 1 + random.below(3); count > 0; count--) {
        const { list: whole } = await fetched(client, collection);
        const operations = Array.from({ length: 1 + random.below(3) }, () => operation(random, whole, numbers));
        try {
          await client.apply(collection, operations);
        } catch (error) {
          const isExpected = ["NOT_FOUND", "INVALID_ARGUMENT", "OUT_OF_RANGE", "ALREADY_EXISTS"].includes(error.code);
          if (!isExpected) throw error;
        }
      }
      if (isAway) updates = client.updates(source, { ...options, resumeToken: last.resumeToken });
    }
    const { list: wanted, version } = await fetched(client, source);
    while (last.version < version) {
      const { value, done } = await updates.next();
      assert.ok(!done);
      last = value;
      if (value.type === "list") list = value.sections;
      if (value.type === "batch") list = applyBatch(list, value.batch);
      if (value.type !== "progress") changes++;
    }
    assert.equal(last.version, version);
    assert.deepEqual(shown(list), shown(wanted));
  }
  await updates.return();
  return changes;
}

/** Follows so many subscriptions, each for some transactions. How many lists and batches came. */
export async function followed(client, sequences) {
  let left = sequences;
  let changes = 0;
  await Promise.all(Array.from({ length: WORKERS }, async (_, worker) => {
    const collection = `list ${worker}`;
    const random = randomness(SEED + worker);
    let number = 0;
    await client.create(collection, { strategy: random.pick(["lexorank", "fractional", "dense"]) });
    await client.apply(collection, [{ insertSections: { sections: [{ id: "first" }] } }]);
    while (left-- > 0) {
      const made = await follow(client, collection, random, () => `${worker}.${number++}`);
      changes += made;
    }
  }));
  return changes;
}
