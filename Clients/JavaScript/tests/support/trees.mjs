// Outlines as plain objects, what is done to them in the simplest way, and views that stop at what is illegal.

import assert from "node:assert/strict";
import { decode, encode, learn } from "../../src/codec.js";
import { SCHEMA } from "../../src/generated/rare-messages.js";

learn(SCHEMA);

/** A batch as it comes from a server, with all that a decoder fills in. */
export function received(batch) {
  return decode("TreeBatch", encode("TreeBatch", batch));
}

/** A plain node: `{ id, n, children }`. The root has the sections. */
function node(id, n = 0) {
  return { id, n, children: [] };
}

/** All nodes below one, each before its children, with their parents and depths. */
export function* walk(of, depth = 0) {
  for (const [index, child] of of.children.entries()) {
    yield { node: child, parent: of, index, depth };
    yield* walk(child, depth + 1);
  }
}

let number = 0;

export function randomTree(random, items) {
  const root = node("");
  const homes = [];
  for (let count = random.below(4); count >= 0; count--) put(random, root, (homes[homes.length] = node(`s${number++}`)));
  for (let count = 0; count < items; count++) put(random, random.pick(homes), (homes[homes.length] = node(`i${number++}`)));
  return root;
}

function put(random, parent, child) {
  parent.children.splice(random.below(parent.children.length + 1), 0, child);
}

/** Another tree that is made of one by some edits. */
export function edited(random, before, edits = random.below(7)) {
  const root = structuredClone(before);
  for (; edits > 0; edits--) {
    const kind = random.below(12);
    const homes = [...walk(root)].map((each) => each.node);
    const items = [...walk(root)].filter(({ depth }) => depth > 0);
    const sections = [...walk(root)].filter(({ depth }) => depth === 0);
    const one = random.pick(kind < 2 ? sections : items);
    if (kind === 0) put(random, root, node(`s${number++}`));
    else if (kind < 4 && homes.length) put(random, random.pick(homes), node(`i${number++}`));
    if (kind === 0 || kind === 2 || kind === 3 || !one) continue;
    const siblings = one.parent.children;
    if (kind === 4) {
      one.node.n++;
      continue;
    }
    const at = siblings.indexOf(one.node);
    siblings.splice(at, 1, ...(kind === 5 ? one.node.children : []));
    if (kind === 1 && random.chance(0.5)) put(random, root, one.node);
    if (kind > 6) {
      const below = new Set([...walk(one.node)].map((each) => each.node));
      put(random, random.pick(homes.filter((home) => home !== one.node && !below.has(home))), one.node);
    }
  }
  return root;
}

const element = ({ id, n }) => ({ id, fields: { n } });

/** The positions of all nodes by their ids. */
function spots(root) {
  return new Map([...walk(root)].map((each) => [each.node.id, each]));
}

/**
 * The batch between two trees, found by comparing all siblings with all others. Not as few move as possible: in each list
 * those stay that are behind all that stay before them.
 */
export function naiveBatch(random, old, now) {
  const [was, is] = [spots(old), spots(now)];
  const stays = new Set();
  for (const { node: home } of [{ node: old }, ...walk(old)]) {
    const after = home.id ? is.get(home.id)?.node : now;
    let last = -1;
    for (const { id } of home.children) {
      const index = after?.children.findIndex((each) => each.id === id) ?? -1;
      if (index > last) stays.add(id), (last = index);
    }
  }
  const isNamed = new Set([...stays].filter(() => random.chance(0.3)));
  const deletes = [...walk(old)].filter(({ node: { id }, parent }) => !is.has(id) && (!parent.id || is.has(parent.id)));
  const inserts = [...walk(now)].filter(({ node: { id }, parent }) => !was.has(id) && (!parent.id || was.has(parent.id)));
  const both = [...walk(now)].filter(({ node: { id } }) => was.has(id));
  const moves = both.filter(({ node: { id } }) => !stays.has(id));
  const unmoved = both.filter(({ node: { id } }) => isNamed.has(id));
  const updates = both.filter(({ node: { id, n } }) => was.get(id).node.n !== n);
  const owners = new Set();
  const own = (places, { parent }) => {
    for (let each = places.get(parent.id); each?.depth > 0; each = places.get(each.parent.id)) owners.add(each.node.id);
  };
  for (const each of [...deletes, ...[...moves, ...unmoved].map(({ node: { id } }) => was.get(id))]) own(was, each);
  for (const each of [...inserts, ...moves, ...unmoved, ...updates]) own(is, each);
  const order = [...walk(now), ...walk(old)].map(({ node: { id } }) => id).filter((id) => owners.has(id));
  const ids = [...new Set(order)];
  const position = (places, root, id) => {
    const each = places.get(id);
    if (!each) return [-1, -1];
    if (each.depth === 0) return [-1, each.index];
    const { parent } = each;
    return [each.depth === 1 ? 2 * root.children.indexOf(parent) : 2 * ids.indexOf(parent.id) + 1, each.index];
  };
  const from = ({ node: { id } }) => position(was, old, id);
  const to = ({ node: { id } }) => position(is, now, id);
  const isSection = ({ depth }) => depth === 0;
  const isItem = ({ depth }) => depth > 0;
  const insert = (each) => {
    const [list, at] = to(each);
    const rows = [{ node: each.node, depth: 0 }, ...newBelow(each.node, was)];
    return { list, at, rows: rows.map(({ node: row }) => element(row)), depths: rows.map(({ depth }) => depth) };
  };
  return {
    fromVersion: 7,
    commits: 1,
    before: sizeOf(old),
    after: sizeOf(now),
    owners: ids.map((id) => {
      const [[oldList, oldAt], [newList, newAt]] = [position(was, old, id), position(is, now, id)];
      return { id, oldList, oldAt, newList, newAt };
    }),
    sectionDeletes: deletes.filter(isSection).map(({ index }) => index),
    sectionInserts: inserts.filter(isSection).map(insert),
    sectionMoves: moves.filter(isSection).flatMap((each) => [from(each)[1], each.index]),
    sectionUpdates: updates.filter(isSection).map(({ node: each, index }) => ({ at: index, section: element(each) })),
    sectionsUnmoved: unmoved.filter(isSection).flatMap((each) => [from(each)[1], each.index]),
    deletes: deletes.filter(isItem).flatMap(from),
    inserts: inserts.filter(isItem).map(insert),
    moves: moves.filter(isItem).flatMap((each) => [...from(each), ...to(each)]),
    updates: updates.filter(isItem).map((each) => ({ list: to(each)[0], at: each.index, item: element(each.node) })),
    unmoved: unmoved.filter(isItem).flatMap((each) => [...from(each), ...to(each)]),
  };
}

function newBelow(of, was, depth = 1) {
  return of.children
    .filter(({ id }) => !was.has(id))
    .flatMap((child) => [{ node: child, depth }, ...newBelow(child, was, depth + 1)]);
}

export function sizeOf(root) {
  return { sections: root.children.length, items: [...walk(root)].length - root.children.length };
}

/** The sections of a plain tree as a `TreeList` takes them. */
export function sectionsOf(root) {
  return root.children.map((section) => {
    const rows = [...walk(section)];
    return { ...element(section), items: rows.map((row) => element(row.node)), depths: rows.map(({ depth }) => depth + 1) };
  });
}

/** The rows of a plain tree, or of a `TreeList`. */
export function rowsOf(tree) {
  if ("children" in tree) return [...walk(tree)].map(({ node: { id, n }, depth }) => [id, n, depth]);
  return [...tree.rows()].map(({ element: { id, fields }, depth }) => [id, fields.n, depth]);
}

// Views. They know ids only.

/** A view of an outline that asks for each index to be legal at its turn, and for a subtree to stay one. */
export class OutlineView {
  constructor(rows) {
    this.root = { id: undefined, children: [] };
    this.nodes = new Map();
    this.#give({ at: 0 }, this.#grow(rows));
  }

  /** The key of a node: items and sections can have the same ids. */
  #list({ section, item }) {
    const isRoot = section === undefined && item === undefined;
    const list = isRoot ? this.root : this.nodes.get(item === undefined ? `s ${section}` : `i ${item}`);
    assert.ok(list, `there is no list ${section} ${item}`);
    return list;
  }

  #grow(rows, isBelowRoot = true) {
    const tops = [];
    const above = [];
    for (const [id, depth] of rows) {
      const key = `${isBelowRoot && depth === 0 ? "s" : "i"} ${id}`;
      assert.ok(!this.nodes.has(key), `${key} is there already`);
      assert.ok(depth <= above.length, `${id} has no parent`);
      const each = { id, key, children: [] };
      this.nodes.set(key, each);
      above.length = depth;
      (above[depth - 1]?.children ?? tops).push(each);
      above.push(each);
    }
    return tops;
  }

  #give(place, nodes) {
    const list = this.#list(place);
    assert.ok(place.at >= 0 && place.at <= list.children.length, `there is no place ${place.at}`);
    list.children.splice(place.at, 0, ...nodes);
  }

  #take(place) {
    const list = this.#list(place);
    assert.ok(place.at >= 0 && place.at < list.children.length, `there is nothing at ${place.at}`);
    return list.children.splice(place.at, 1)[0];
  }

  perform({ kind, from, to, rows }) {
    if (kind === "insert") {
      assert.equal(rows[0].depth, 0);
      const isSection = to.section === undefined && to.item === undefined;
      const grown = this.#grow(rows.map(({ element: { id }, depth }) => [id, depth]), isSection);
      assert.equal(grown.length, 1, "an insert has two nodes at the top");
      this.#give(to, grown);
      return;
    }
    const taken = this.#take(from);
    const below = [taken, ...[...walk(taken)].map((each) => each.node)];
    if (kind === "move") {
      assert.ok(!below.includes(this.#list(to)), `${taken.id} would be below itself`);
      this.#give(to, [taken]);
    } else {
      for (const { key } of below) this.nodes.delete(key);
    }
  }

  get rows() {
    return [...walk(this.root)].map(({ node: { id }, depth }) => [id, depth]);
  }
}

/** A virtual list of rows that asks for each change to be one of whole subtrees. */
export class RowView {
  constructor(rows) {
    this.rows = rows;
  }

  #take(at, count) {
    const taken = this.rows.slice(at, at + count);
    const depth = taken[0]?.[1];
    assert.ok(at >= 0 && count > 0 && taken.length === count, `there are no ${count} rows at ${at}`);
    assert.ok(taken.slice(1).every((row) => row[1] > depth), `the ${count} rows at ${at} are not one subtree`);
    assert.ok(!(this.rows[at + count]?.[1] > depth), `the ${count} rows at ${at} are not a whole subtree`);
    this.rows.splice(at, count);
    return taken;
  }

  #put(at, rows) {
    assert.ok(at >= 0 && at <= this.rows.length, `there is no row ${at}`);
    const above = at ? this.rows[at - 1][1] : -1;
    assert.ok(rows[0][1] >= 0 && rows[0][1] <= above + 1, `a row at ${at} would have no parent`);
    assert.ok(!(this.rows[at]?.[1] > rows[0][1]), `the row at ${at} would be below another one`);
    this.rows.splice(at, 0, ...rows);
  }

  perform({ kind, at, count, to, deeper, rows }) {
    if (kind === "insert") this.#put(at, rows.map(({ element: { id }, depth }) => [id, depth]));
    else {
      const taken = this.#take(at, count);
      if (kind === "move") this.#put(to, taken.map(([id, depth]) => [id, depth + deeper]));
    }
  }
}
