// Outlines: batches that are applied, checked, composed and rendered, and what is collapsed.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { compose, Folding, TreeList } from "../trees.js";
import { seeded } from "./support/random.mjs";
import {
  edited, naiveBatch, OutlineView, randomTree, received, rowsOf, RowView, sectionsOf, sizeOf, walk,
} from "./support/trees.mjs";

/** Random trees, and cases of the model. */
const TREES = 500;
const CASES = 1000;

const idsOf = (rows) => rows.map(([id, , depth]) => [id, depth]);

/** Everything that a list says of itself is true. */
function checkList(list) {
  const rows = [...list.rows()];
  assert.deepEqual(list.size, { sections: list.sections.length, items: rows.length - list.sections.length });
  assert.equal(list.rowCount, rows.length);
  assert.equal(list.rowAt(rows.length), undefined);
  assert.equal(list.rowAt(-1), undefined);
  const below = new Map(rows.map((node) => [node, { shown: 0, descendants: node.folded?.descendants ?? 0 }]));
  for (const [row, node] of rows.entries()) {
    assert.equal(list.rowAt(row), node);
    assert.equal(list.rowOf(node), row);
    assert.equal(node.isItem ? list.find(node.id) : list.section(node.id), node);
    assert.equal(node.parent.children[node.index], node);
    assert.equal(node.depth, node.isItem ? node.parent.depth + 1 : 0);
    for (let each = node.parent; below.has(each); each = each.parent) {
      below.get(each).shown++;
      below.get(each).descendants += 1 + (node.folded?.descendants ?? 0);
    }
  }
  for (const [node, { shown, descendants }] of below) {
    assert.deepEqual([node.shown, node.descendants], [shown, descendants]);
  }
}

/** Applies a batch in all ways. */
function applied(list, batch) {
  const before = rowsOf(list);
  const [view, rows] = [new OutlineView(idsOf(before)), new RowView(idsOf(before))];
  list.check(batch);
  const [calls, changes] = [list.calls(batch), list.rowChanges(batch)];
  for (const call of calls) view.perform(call);
  for (const change of changes) rows.perform(change);
  assert.deepEqual(rowsOf(list), before, "nothing has changed yet");
  const count = batch.sectionDeletes.length + batch.sectionInserts.length + batch.sectionMoves.length / 2 +
    batch.deletes.length / 2 + batch.inserts.length + batch.moves.length / 4;
  assert.deepEqual([calls.length, changes.length], [count, count], "there is one call for each change");
  const changed = list.apply(batch);
  checkList(list);
  assert.deepEqual(view.rows, idsOf(rowsOf(list)));
  assert.deepEqual(rows.rows, idsOf(rowsOf(list)));
  return changed;
}

test("a batch leads from one tree to another, however it is applied", seeded((random) => {
  for (let count = 0; count < TREES; count++) {
    let tree = randomTree(random, random.below(20));
    const list = new TreeList(sectionsOf(tree));
    checkList(list);
    for (let step = 0; step < 4; step++) {
      const next = edited(random, tree);
      const batch = naiveBatch(random, tree, next);
      const copy = list.copy();
      const changed = applied(list, received(batch));
      assert.deepEqual(rowsOf(list), rowsOf(next));
      assert.deepEqual(rowsOf(copy), rowsOf(tree), "a copy shares nothing that changes");
      assert.deepEqual(
        changed.map(({ id }) => id),
        [...batch.sectionUpdates.map(({ section }) => section.id), ...batch.updates.map(({ item }) => item.id)],
      );
      tree = next;
    }
  }
}));

test("so do batches of many siblings", seeded((random) => {
  const item = (id) => ({ id, n: 0, children: [] });
  const items = (prefix, count) => Array.from({ length: count }, (_, index) => item(`${prefix}${index}`));
  const tree = { id: "", n: 0, children: [{ id: "s", n: 0, children: items("a", 900) }] };
  tree.children[0].children[random.below(900)].children = items("b", 20);
  const next = structuredClone(tree);
  const [section] = next.children;
  section.children.push(...section.children.splice(100, 60).reverse());
  section.children.splice(random.below(900), 0, ...items("c", 700));
  section.children.splice(random.below(1000), 30);
  const list = new TreeList(sectionsOf(tree));
  applied(list, received(naiveBatch(random, tree, next)));
  assert.deepEqual(rowsOf(list), rowsOf(next));
}));

test("nodes stay the same objects, wherever they move", seeded((random) => {
  for (let count = 0; count < 100; count++) {
    const tree = randomTree(random, 12);
    const list = new TreeList(sectionsOf(tree));
    const nodes = new Map([...list.rows()].map((node) => [node.id, node]));
    const next = edited(random, tree);
    list.apply(received(naiveBatch(random, tree, next)));
    for (const node of list.rows()) if (nodes.has(node.id)) assert.equal(node, nodes.get(node.id));
  }
}));

test("batches are composed, in any grouping", seeded((random) => {
  for (let count = 0; count < TREES; count++) {
    const trees = [randomTree(random, random.below(16))];
    for (let step = 0; step < 3; step++) trees.push(edited(random, trees[step]));
    const batches = [0, 1, 2].map((step) => received(naiveBatch(random, trees[step], trees[step + 1])));
    const left = compose(compose(batches[0], batches[1]), batches[2]);
    const list = new TreeList(sectionsOf(trees[0]));
    applied(list, left);
    assert.deepEqual(rowsOf(list), rowsOf(trees[3]));
    const right = compose(batches[0], compose(batches[1], batches[2]));
    assert.deepEqual(right, left);
    assert.equal(left.commits, 3);
    assert.deepEqual(received(left), received(right));
  }
}));

test("a batch for another list, or with anything wrong, changes nothing", seeded((random) => {
  let refused = 0;
  for (let count = 0; count < TREES; count++) {
    const tree = randomTree(random, 3 + random.below(10));
    const batch = naiveBatch(random, tree, edited(random, tree, 6));
    const numbers = ["sectionDeletes", "sectionMoves", "sectionsUnmoved", "deletes", "moves", "unmoved"];
    const objects = ["owners", "sectionInserts", "inserts", "updates", "sectionUpdates"].flatMap((name) => batch[name]);
    const change = () => random.pick([-2, -1, 1, 2]);
    if (random.chance(0.2)) batch[random.pick(["before", "after"])].items += change();
    else if (random.chance(0.5)) {
      const list = batch[random.pick(numbers)];
      if (list.length) list[random.below(list.length)] += change();
    } else if (objects.length) {
      const one = random.pick(objects);
      const names = Object.keys(one).filter((name) => typeof one[name] === "number");
      if (one.depths && random.chance(0.3)) one.depths[random.below(one.depths.length)] += change();
      else if (one.rows && random.chance(0.3)) one.rows.push({ id: "another", fields: {} });
      else one[random.pick(names)] += change();
    }
    try {
      const following = received(naiveBatch(random, tree, edited(random, tree)));
      compose(received(batch), { ...following, before: batch.after });
      compose({ ...following, after: batch.before }, received(batch));
    } catch (error) {
      assert.equal(error.code, "INTERNAL", error.stack);
    }
    const list = new TreeList(sectionsOf(tree));
    try {
      list.apply(received(batch));
      checkList(list);
      assert.deepEqual(list.size, batch.after);
    } catch (error) {
      assert.equal(error.code, "INTERNAL", error.stack);
      assert.deepEqual(rowsOf(list), rowsOf(tree));
      checkList(list);
      refused++;
    }
  }
  assert.ok(refused > TREES / 2, `${refused}`);
}));

/** An outline of a text such as `a(b)c`, in one section. */
function drawn(text) {
  const root = { id: "", n: 0, children: [{ id: "s", n: 0, children: [] }] };
  const above = [root.children[0]];
  for (const letter of text) {
    if (letter === "(") above.push(above.at(-1).children.at(-1));
    else if (letter === ")") above.pop();
    else above.at(-1).children.push({ id: letter, n: 0, children: [] });
  }
  return root;
}

/** The batch from `a(b)c` with some lists. */
function byHand(lists) {
  const owners = [
    { id: "a", oldList: 0, oldAt: 0, newList: 0, newAt: 0 },
    { id: "b", oldList: 1, oldAt: 0, newList: 1, newAt: 0 },
  ];
  const size = { sections: 1, items: 3 };
  return received({ before: size, after: size, owners, ...lists });
}

test("what is wrong is named", () => {
  const row = (id) => ({ id, fields: {} });
  const more = { after: { sections: 1, items: 4 } };
  for (const [message, lists] of [
    ["another size", { before: { sections: 1, items: 4 } }],
    ["a is elsewhere", { owners: [{ id: "a", oldList: 0, oldAt: 1, newList: 0, newAt: 0 }] }],
    ["a comes elsewhere", { owners: [{ id: "a", oldList: 0, oldAt: 0, newList: 0, newAt: 1 }] }],
    ["a comes elsewhere", { owners: [{ id: "a", oldList: 0, oldAt: 0, newList: -1, newAt: -1 }] }],
    ["a list was not there", { deletes: [2, 0] }],
    ["named twice", { deletes: [0, 1, 0, 1] }],
    ["nothing was at", { deletes: [0, 2] }],
    ["no index", { deletes: [0] }],
    ["a list is not there", { moves: [0, 0, 1, 1], owners: [{ id: "a", oldList: 0, oldAt: 0, newList: -1, newAt: -1 }] }],
    ["below itself", { moves: [0, 0, 3, 0] }],
    ["below something that is deleted", { deletes: [0, 0], moves: [0, 1, 1, 0] }],
    ["deleted below something", { deletes: [0, 0, 1, 0] }],
    ["inserted below something", {
      after: { sections: 1, items: 5 },
      owners: [{ id: "x", oldList: -1, oldAt: -1, newList: 0, newAt: 2 }],
      inserts: [{ list: 0, at: 2, rows: [row("x")], depths: [0] }, { list: 1, at: 0, rows: [row("y")], depths: [0] }],
    }],
    ["inserted twice", {
      ...more, inserts: [{ list: 0, at: 2, rows: [row("x"), row("x")], depths: [0, 1] }],
    }],
    ["there already", { ...more, inserts: [{ list: 0, at: 2, rows: [row("b")], depths: [0] }] }],
    ["no parent", { ...more, inserts: [{ list: 0, at: 2, rows: [row("x")], depths: [1] }] }],
    ["no parent", { ...more, inserts: [{ list: 0, at: 2, rows: [row("x"), row("y")], depths: [0, 0] }] }],
    ["no parent", { ...more, inserts: [{ list: 0, at: 2 }] }],
    ["does not fit", { ...more, inserts: [{ list: 0, at: 3, rows: [row("x")], depths: [0] }] }],
    ["among items", { moves: [-1, 0, 0, 0] }],
    ["among items", { moves: [0, 1, -1, 1] }],
    ["among items", { deletes: [-1, 0] }],
    ["among items", { deletes: [-2, 0] }],
    ["among items", { deletes: [-3, 0] }],
    ["does not stay", { unmoved: [0, 0, 0, 1] }],
    ["a section does not stay", {
      owners: [], after: { sections: 2, items: 3 }, sectionsUnmoved: [0, 0],
      sectionInserts: [{ at: 0, rows: [row("t")], depths: [0] }],
    }],
    ["something else", { updates: [{ list: 0, at: 0, item: row("c") }] }],
    ["something else", { updates: [{ list: 0, at: 0, item: row("a") }, { list: 0, at: 0, item: row("a") }] }],
    ["counts are wrong", { counts: [{ list: 0, at: 1, children: 2, descendants: 1 }] }],
    ["nothing is at a position", { counts: [{ list: 0, at: 2, children: 1, descendants: 1 }] }],
    ["keys", { keyed: [0, 0] }],
    ["nothing is at a position", { updates: [{ list: 1, at: 1, item: row("a") }] }],
    ["sizes do not add up", { deletes: [0, 1] }],
  ]) {
    const list = new TreeList(sectionsOf(drawn("a(b)c")));
    assert.throws(() => list.apply(byHand(lists)), (error) => {
      assert.equal(error.code, "INTERNAL", error.stack);
      assert.ok(error.message.includes(message), `${error.message}, not ${message}`);
      return true;
    });
    assert.deepEqual(rowsOf(list), rowsOf(drawn("a(b)c")));
  }
});

test("keys and placements come to items and sections", () => {
  const list = new TreeList(sectionsOf(drawn("a(b)c")));
  const [one, two] = [new Uint8Array([1]), new Uint8Array([2])];
  const updates = [{ list: 1, at: 0, item: { id: "b", fields: { n: 3 } } }];
  list.apply(byHand({ keyed: [-1, 0, 1, 0], keys: [one, two], placements: [5, 6], updates }));
  const [s, b] = [list.section("s").element, list.find("b").element];
  assert.deepEqual([s.key, s.placementVersion, b.key, b.placementVersion, b.fields.n], [one, 5, two, 6, 3]);
});

test("composition keeps the newest content, and the oldest hash", () => {
  const item = (id, n) => ({ id, fields: { n } });
  const first = byHand({
    after: { sections: 1, items: 4 },
    updates: [
      { list: 0, at: 0, item: item("a", 1), fieldsBefore: 11n }, { list: 1, at: 0, item: item("b", 1), fieldsBefore: 12n },
    ],
    inserts: [{ list: 0, at: 2, rows: [item("x", 1)], depths: [0] }],
    keyed: [0, 1], keys: [new Uint8Array([1])], placements: [4],
    counts: [{ list: 0, at: 1, children: 1, descendants: 2 }],
  });
  const second = received({
    before: { sections: 1, items: 4 },
    after: { sections: 1, items: 3 },
    owners: [{ id: "a", oldList: 0, oldAt: 0, newList: 0, newAt: 0 }],
    deletes: [1, 0],
    updates: [
      { list: 0, at: 0, item: item("a", 2), fieldsBefore: 13n }, { list: 0, at: 2, item: item("x", 2), fieldsBefore: 14n },
    ],
    keyed: [0, 2], keys: [new Uint8Array([2])], placements: [5],
  });
  const both = compose(first, second);
  const updates = both.updates.map(({ at, item: { id, fields }, fieldsBefore }) => [at, id, fields.n, fieldsBefore]);
  assert.deepEqual(updates, [[0, "a", 2, 11n]]);
  const { id, fields, key, placementVersion } = both.inserts[0].rows[0];
  assert.deepEqual([id, fields.n, key, placementVersion], ["x", 2, new Uint8Array([2]), 5]);
  assert.deepEqual([both.keyed, both.keys, both.placements], [[0, 1], [new Uint8Array([1])], [4]]);
  assert.deepEqual(both.counts, [{ list: 0, at: 1, children: 1, descendants: 2 }]);
  assert.throws(() => compose(first, first), { code: "INVALID_ARGUMENT" });
});

test("an id that is used again has another list of children", seeded((random) => {
  const trees = ["a(b)c", "cb", "ca(b)"].map(drawn);
  const [first, second] = [0, 1].map((step) => received(naiveBatch(random, trees[step], trees[step + 1])));
  const list = new TreeList(sectionsOf(trees[0]));
  list.apply(compose(first, second));
  assert.deepEqual(rowsOf(list), rowsOf(trees[2]));
  checkList(list);
}));

test("a subtree that moves is one change, however large it is", () => {
  const items = 10_000;
  const rows = Array.from({ length: items }, (_, index) => ({ id: `${index}`, fields: {} }));
  const row = (id) => ({ id, fields: {} });
  const list = new TreeList([
    { ...row("s"), items: [row("a"), row("b"), ...rows, row("c")], depths: [1, 2, ...rows.map(() => 3), 1] },
  ]);
  const size = { sections: 1, items: items + 3 };
  const batch = received({
    before: size, after: size, moves: [1, 0, 0, 2],
    owners: [{ id: "a", oldList: 0, oldAt: 0, newList: 0, newAt: 0 }],
  });
  assert.deepEqual(list.rowChanges(batch), [{ kind: "move", at: 2, count: items + 1, to: 3, deeper: -1 }]);
  list.apply(batch);
  assert.equal(list.rowAt(4).id, "0");
  assert.equal(list.find("9999").depth, 2);
  checkList(list);
});

test("a folding is a value", () => {
  const folding = new Folding({ items: ["a"], sections: ["s"] });
  const [a, b, s] = [{ id: "a", isItem: true }, { id: "b", isItem: true }, { id: "s", isItem: false }];
  assert.deepEqual([a, b, s].map((node) => folding.hides(node)), [true, false, true]);
  const next = folding.toggling(a).toggling(b).toggling(s);
  assert.deepEqual([next.items, next.sections, folding.items], [["b"], [], ["a"]]);
  assert.deepEqual(next.toggled(folding), { toggledItems: ["b", "a"], toggledSections: ["s"] });
  const lazy = new Folding({ lazy: true, items: ["a"] });
  assert.deepEqual([a, b, s].map((node) => lazy.hides(node)), [false, true, true]);
  assert.throws(() => lazy.toggled(folding), { code: "INVALID_ARGUMENT" });
  const tooMany = Array.from({ length: 10_001 }, (_, id) => `${id}`);
  assert.throws(() => new Folding({ items: tooMany }), { code: "INVALID_ARGUMENT" });
});

// The cases of Tests/Enumeration, an independent model.

const sectionsOfCase = (sections, counts = []) =>
  sections.map(({ id, rows }) => ({
    id,
    fields: {},
    items: rows.map(([item]) => ({ id: item, fields: {} })),
    depths: rows.map(([, depth]) => depth),
    counts: counts.flatMap(({ item, section, ...count }) => {
      const row = rows.findIndex(([each]) => each === item);
      return section === id || row >= 0 ? [{ row, ...count }] : [];
    }),
  }));

const rowsOfCase = (sections) => sections.flatMap(({ id, rows }) => [[id, 0], ...rows]);

/** A rendering as the model writes it. */
const plain = (calls) =>
  calls.map((call) => (call.rows ? { ...call, rows: call.rows.map(({ element: { id }, depth }) => [id, depth]) } : call));

const script = new URL("../../../Tests/Enumeration/outlining.py", import.meta.url).pathname;
const hasPython = spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 11))"]).status === 0;

test("the model has the same results", { skip: !hasPython && "there is no Python 3.11" }, seeded((random) => {
  const seed = random.below(2 ** 30);
  const { status, stdout, stderr } = spawnSync("python3", [script, "json", "--cases", `${CASES}`, "--seed", `${seed}`], {
    maxBuffer: 2 ** 30, encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  let exact = 0;
  const cases = stdout.trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(cases.length, CASES);
  for (const { number, versions, first, second, composed, calls, ranges, folded } of cases) {
    const where = `case ${number}`;
    const list = new TreeList(sectionsOfCase(versions[0]));
    assert.deepEqual(plain(list.calls(received(first))), calls, where);
    assert.deepEqual(plain(list.rowChanges(received(first))), ranges, where);
    for (const [step, batch] of [first, second].entries()) {
      applied(list, received(batch));
      assert.deepEqual(idsOf(rowsOf(list)), rowsOfCase(versions[step + 1]), where);
    }
    const made = compose(received(first), received(second));
    const once = new TreeList(sectionsOfCase(versions[0]));
    // Where an id is used again that was deleted, it is there twice while calls are made.
    if (composed) applied(once, made);
    else once.apply(made);
    checkList(once);
    assert.deepEqual(idsOf(rowsOf(once)), rowsOfCase(versions[2]), where);
    if (composed) assert.deepEqual(received(made), received(composed), where);
    exact += composed ? 1 : 0;

    // Somebody who has collapsed some of it, and then something else.
    const [before, after] = [new Folding(folded.before), new Folding(folded.after)];
    const seen = new TreeList(sectionsOfCase(folded.versions[0], folded.counts[0]), before);
    const isSame = before.lazy === after.lazy;
    const shown = isSame ? seen : new TreeList(sectionsOfCase(folded.versions[0], folded.counts[0]), after);
    if (isSame) shown.folding = after;
    applied(shown, received(folded.batch));
    assert.deepEqual(idsOf(rowsOf(shown)), rowsOfCase(folded.versions[1]), where);
    if (!isSame) continue;
    const counted = [...shown.rows()].filter((node) => node.folded);
    const counts = counted.map(({ id, isItem, folded: count }) => [isItem, id, count.children, count.descendants]);
    const expected = folded.counts[1].map(({ item, section, children, descendants }) =>
      [item !== undefined, item ?? section, children, descendants]);
    assert.deepEqual(new Set(counts.map(String)), new Set(expected.map(String)), where);
    for (const { id, isItem, descendants } of shown.rows()) {
      const [rows, index] = isItem
        ? versions[1].map(({ rows: each }) => [each, each.findIndex(([row]) => row === id)]).find((each) => each[1] >= 0)
        : [versions[1].find((section) => section.id === id).rows, -1];
      const depth = rows[index]?.[1] ?? 0;
      const end = rows.findIndex((row, place) => place > index && row[1] <= depth);
      assert.equal(descendants, (end < 0 ? rows.length : end) - index - 1, where);
    }
  }
  assert.ok(exact > CASES / 2);
}));

test("sizes are those of plain trees", () => {
  const tree = drawn("a(b(c))d");
  assert.deepEqual(new TreeList(sectionsOf(tree)).size, sizeOf(tree));
  assert.equal([...walk(tree)].length, 5);
});
