// Lists in which items are inserted, edited and removed at once, with a network and a clock that belong to the test, and
// random ones with a real server.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { applyBatch, connect, Double, LiveList, Timestamp } from "../arrange.js";
import { EditableList } from "../edits.js";
import "../src/generated/rare-messages.js";
import "../src/storage.js";
import { Feed, flat, item, order } from "./support/feed.mjs";
import { shown } from "./support/lists.mjs";
import { randomness, SEED, seeded } from "./support/random.mjs";
import { startServer } from "./support/server.mjs";
import { settled, wired } from "./support/wire.mjs";

/** How many random changes are made with a real server. */
const CHANGES = Number(process.env.CHANGES ?? 400);

/** The most items of a list: beyond it, some are removed. */
const MOST_ITEMS = 40;

/** A list on a screen, which the server has sent, and what it reports. */
async function live(sections = flat("a", "b", "c"), options = {}, connecting = {}, List = EditableList) {
  const wire = wired(connecting);
  const list = new List(wire.client, "board", options);
  const events = [];
  for (const name of ["change", "refused", "end"]) list.on(name, (event) => events.push([name, event]));
  await settled();
  const [peer] = wire.peers;
  if (!sections) return { ...wire, list, events, peer };
  await peer.welcome();
  const feed = new Feed(peer, peer.opens.find(({ method }) => method.endsWith("/Subscribe")));
  await feed.page(1, sections);
  events.length = 0;
  return { ...wire, list, events, feed, peer };
}

/** A value as a text, also one with large numbers in it. */
const told = (value) => JSON.stringify(value, (_, part) => (typeof part === "bigint" ? `${part}` : part));

const applies = (peer) => peer.opens.filter(({ method }) => method.endsWith("/Apply"));
const title = (list, id) => list.sections.flatMap(({ items }) => items).find((item) => item.id === id)?.fields.title;

test("an item is inserted at once, with an id of its own, and not reported again", async () => {
  const { list, events, feed, peer } = await live();
  const { ids, requestId, batch } = list.insert({ fields: { title: "New", due: new Date(5) } }, { before: "b" });
  assert.match(ids[0], /^[0-9a-f]{32}$/);
  assert.equal(order(list.sections), `:a${ids[0]}bc`);
  assert.deepEqual(list.sections[0].items[1].fields.due, new Timestamp(5000));
  assert.deepEqual(batch.itemInserts.map(({ at }) => at), [{ section: 0, item: 1 }]);
  assert.deepEqual(events.map(([name, { type, batch: reported }]) => [name, type, reported === batch]), [
    ["change", "batch", true],
  ]);
  assert.ok(list.isPending(ids[0]) && list.hasPendingMoves);
  await settled();
  const [{ request }] = applies(peer);
  assert.deepEqual(request.operations[0].insertItems.items.map(({ id }) => id), ids);
  assert.deepEqual(request.requestId, requestId);
  const after = [{ ...flat()[0], items: list.sections[0].items.map((item) => ({ ...item, contentVersion: 2 })) }];
  await feed.batch(1, 2, flat("a", "b", "c"), after, { ownRequestIds: [requestId] });
  await peer.answer(applies(peer)[0], "ApplyResponse", { version: 2 });
  assert.equal(order(list.sections), `:a${ids[0]}bc`);
  assert.equal(list.sections[0].items[1].contentVersion, 2);
  assert.ok(!list.hasPendingMoves);
  assert.equal(events.length, 1);
  assert.equal(new Set(list.insert([{}, {}, {}]).ids).size, 3);
});

test("fields are set and removed at once, and items removed", async () => {
  const sections = [{ id: "", fields: {}, items: [{ id: "a", fields: { n: 1, title: "Old" } }, { id: "b", fields: {} }] }];
  const { list, events } = await live(sections);
  list.update("a", { set: { title: "New", b: new Double(1) }, remove: ["n"] });
  assert.deepEqual({ ...list.sections[0].items[0].fields }, { b: 1, title: "New" });
  list.update(["a", "b"], { set: { z: 1 }, replaceAll: true });
  assert.deepEqual(list.sections[0].items.map(({ fields }) => ({ ...fields })), [{ z: 1 }, { z: 1 }]);
  assert.equal(list.update("a", { set: { z: 1 } }).batch, undefined);
  list.remove(["a"]);
  assert.equal(order(list.sections), ":b");
  assert.deepEqual(events.map(([, { batch }]) => [batch.itemUpdates.length, batch.itemDeletes]), [
    [1, []], [2, []], [0, [0, 0]],
  ]);
});

test("a change that is refused is undone in one batch, under the changes that follow it", async () => {
  const { list, events, peer } = await live();
  const operations = [
    { insertItems: { items: [{ id: "n" }], to: { first: true } } }, { removeItems: { items: [{ id: "b" }] } },
    { updateItems: { items: [{ id: "a", set: { title: "Mine" } }] } },
    { moveItems: { items: [{ id: "c" }], to: { at: 1 } } },
  ];
  const { requestId, ids } = list.edit(operations);
  assert.deepEqual([ids, order(list.sections)], [["n", "b", "a", "c"], ":nca"]);
  list.insert({ id: "later" });
  await settled();
  events.length = 0;
  await peer.refuse(applies(peer)[0], 9, { message: "the section is full", processed: "not_started" });
  assert.deepEqual([order(list.sections), title(list, "a")], [":abclater", undefined]);
  const [[change, { batch }], [refused, refusal], ...others] = events;
  assert.deepEqual([change, refused, others], ["change", "refused", []]);
  assert.deepEqual([batch.itemDeletes.length, batch.itemInserts.length, batch.itemUpdates.length], [2, 1, 1]);
  assert.deepEqual([refusal.requestId, refusal.error.code, refusal.items], [requestId, "FAILED_PRECONDITION", ids]);
  assert.deepEqual([refusal.to, refusal.allow, refusal.operations], [{}, [], operations]);
  assert.ok(!list.isPending("a") && list.isPending("later"));
});

test("what others do meanwhile stays, and changes are shown on top of it", async () => {
  const { list, events, feed } = await live();
  list.update("b", { set: { title: "Mine" } });
  list.remove("c");
  list.insert({ id: "n" }, { after: "a" });
  await settled();
  events.length = 0;
  const changed = { id: "b", fields: { title: "Theirs", n: 1 } };
  const others = [{ id: "", fields: {}, items: [changed, ...flat("x", "a", "c")[0].items] }];
  await feed.batch(1, 2, flat("a", "b", "c"), others);
  assert.equal(order(list.sections), ":bxan");
  assert.equal(title(list, "b"), "Mine");
  assert.equal(list.sections[0].items[0].fields.n, 1);
  assert.equal(events.length, 1);
  // Where somebody else has removed it, there is nothing to show: the server refuses it.
  await feed.batch(2, 3, others, flat("x", "a"));
  assert.equal(order(list.sections), ":xan");
});

test("changes and moves are made in the order in which they were made here, one after the other", async () => {
  const { list, peer } = await live();
  list.insert({ id: "n" });
  list.move("n", { first: true });
  list.update("n", { set: { title: "N" } });
  list.remove("n");
  for (const kind of ["insertItems", "moveItems", "updateItems", "removeItems"]) {
    await settled();
    const { request } = applies(peer).at(-1);
    assert.ok(request.operations[0][kind], kind);
    await peer.answer(applies(peer).at(-1), "ApplyResponse", { version: 2 });
  }
  assert.equal(applies(peer).length, 4);
  assert.equal(order(list.sections), ":abc");
});

test("what the server would refuse is refused at once, and nothing of it is shown", async () => {
  const { list, events } = await live([...flat("a", "b"), { id: "s", fields: {}, items: [] }]);
  const refusals = [
    [{ insertItems: { items: [{ id: "a" }] } }, "ALREADY_EXISTS"],
    [{ insertItems: { items: [{ id: "n" }, { id: "n" }] } }, "INVALID_ARGUMENT"],
    [{ insertItems: { items: [] } }, "INVALID_ARGUMENT"],
    [{ insertItems: { items: [{}], to: { ifAnchorMissing: "last" } } }, "INVALID_ARGUMENT"],
    [{ insertItems: { items: [{}], section: "none" } }, "NOT_FOUND"],
    [{ insertItems: { items: [{}], to: { before: "nobody" } } }, "NOT_FOUND"],
    [{ insertItems: { items: [{}], to: { at: 3 } } }, "OUT_OF_RANGE"],
    [{ insertItems: { items: [{ fields: { list: [] } }] } }, "INVALID_ARGUMENT"],
    [{ insertSections: { sections: [{ id: "s" }] } }, "ALREADY_EXISTS"],
    [{ updateItems: { items: [{ id: "nobody" }] } }, "NOT_FOUND"],
    [{ updateItems: { items: [{ id: "a" }, { id: "a" }] } }, "INVALID_ARGUMENT"],
    [{ updateSections: { sections: [{ id: "none" }] } }, "NOT_FOUND"],
    [{ removeItems: { items: [{ id: "nobody" }] } }, "NOT_FOUND"],
    [{ removeSections: { sections: [{ id: "" }], onlyIfEmpty: true } }, "FAILED_PRECONDITION"],
    [{ moveSections: { sections: [{ id: "none" }] } }, "NOT_FOUND"],
    [{ reorderItems: { section: "", items: ["b", "a"] } }, "INVALID_ARGUMENT"],
    [{ wrong: {} }, "INVALID_ARGUMENT"],
    [{}, "INVALID_ARGUMENT"],
  ];
  for (const [operation, code] of refusals) {
    const all = [{ removeItems: { items: [{ id: "b" }] } }, operation];
    assert.throws(() => list.edit(all), { code, name: "ArrangeError" }, JSON.stringify(operation));
  }
  assert.deepEqual([order(list.sections), events, list.hasPendingMoves], [":ab s:", [], false]);
  const view = await live([{ ...flat()[0], items: [{ id: "r", fields: {}, origin: { collection: "x", item: "r" } }] }]);
  assert.throws(() => view.list.remove("r"), { code: "FAILED_PRECONDITION" });
  assert.throws(() => view.list.insert({}), { code: "FAILED_PRECONDITION" });
});

/** A storage as browsers have it. */
function storage() {
  const map = new Map();
  return {
    map,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => map.set(key, value),
    removeItem: (key) => map.delete(key),
  };
}

for (const List of [EditableList, LiveList]) {
  test(`changes that were not answered are shown and made by the next page, byte for byte (${List.name})`, async () => {
    const place = storage();
    const stack = Uint8Array.of(9, 200);
    const first = await live(undefined, { storage: place, stack });
    await first.clock.advance(1000);
    await first.peer.lose();
    const fields = {
      time: new Timestamp(2n ** 60n), date: new Date(7), one: new Double(1), zero: new Double(-0), wide: 2n ** 62n,
      text: "ü", bytes: Uint8Array.of(0, 255), none: null, yes: true, no: undefined, infinite: Infinity, nan: NaN,
      $: "own", half: 0.5,
    };
    const { requestId } = first.list.insert({ id: "n", fields }, { first: true });
    first.list.remove("a");
    first.list.move("c", { before: "b" });
    const made = order(first.list.sections);
    first.list.close();
    first.client.close();

    const second = await live(null, { storage: place }, {}, List);
    assert.equal(order(second.list.sections), made);
    assert.deepEqual(second.list.sections[0].items[0].fields.time, new Timestamp(2n ** 60n));
    assert.ok(second.list.isPending("a"));
    await second.peer.welcome();
    const requests = [];
    for (let version = 2; version < 5; version++) {
      requests.push(applies(second.peer).at(-1));
      await second.peer.answer(requests.at(-1), "ApplyResponse", { version });
    }
    assert.deepEqual(requests[0].request.requestId, requestId);
    const kinds = requests.map(({ request: { operations: [operation] } }) => {
      return Object.keys(operation).filter((kind) => operation[kind]);
    });
    assert.deepEqual(kinds, [["insertItems"], ["removeItems"], ["moveItems"]]);
    second.list.close();
    second.client.close();

    // What a page makes that stays open is the same request.
    const open = await live(undefined, { stack });
    assert.deepEqual(requests.map(({ request }) => request.stack), [stack, stack, stack]);
    open.list.insert({ id: "n", fields }, { first: true });
    await settled();
    assert.deepEqual([...applies(open.peer)[0].body], [...requests[0].body]);
    open.list.close();
  });
}

test("a change of the page before that is refused is undone and told, and what is no change is not made", async () => {
  const place = storage();
  const first = await live(undefined, { storage: place });
  await first.clock.advance(1000);
  await first.peer.lose();
  const { requestId } = first.list.remove("b");
  first.list.close();
  first.client.close();
  const key = [...place.map.keys()].find((one) => one.endsWith("moves"));
  const { user, content } = JSON.parse(place.map.get(key));
  for (const edits of ["5", "[5]", '[{"reorderItems":{}}]', "no JSON", '[{"insertItems":{"items":[{"id":7}]}}]']) {
    const other = storage();
    for (const [name, text] of place.map) other.map.set(name, text);
    other.map.set(key, JSON.stringify({ user, content: [{ ...content[0], edits }] }));
    const page = await live(null, { storage: other });
    assert.ok(page.list.isLoaded && !page.list.hasPendingMoves, edits);
    page.list.close();
  }
  const second = await live(null, { storage: place });
  assert.equal(order(second.list.sections), ":ac");
  await second.peer.welcome();
  await second.peer.refuse(applies(second.peer)[0], 5, { message: "gone", processed: "not_started" });
  assert.equal(order(second.list.sections), ":abc");
  assert.deepEqual(second.events.at(-1)[1].requestId, requestId);
  assert.doesNotMatch([...place.map.keys()].join(), /moves/);
  second.list.close();
});

/** A random change of a list, mostly one that can be made. */
function change(random, list, newId) {
  const { sections } = list;
  const items = sections.flatMap((section) => section.items.map(({ id }) => id));
  const some = (ids) => random.shuffled(ids).slice(0, 1 + random.below(3));
  const fields = () => {
    const chosen = random.shuffled(["n", "ä", "Z", "é\u{1F600}", "\uFFFD", "7"]).slice(0, random.below(4));
    const value = () => random.pick([1, 0.5, null, "x", new Double(2), new Date(9), 2n ** 60n]);
    return Object.fromEntries(chosen.map((name) => [name, value()]));
  };
  const place = () => random.pick([
    undefined, {}, { first: true }, { last: true }, { at: random.below(3) }, { before: random.pick(items) },
    { after: random.pick(items) }, { before: "nobody", ifAnchorMissing: random.pick(["first", "last"]) },
  ]);
  const section = () => random.pick(["", undefined, ...sections.map(({ id }) => id)]);
  const elements = () => Array.from({ length: 1 + random.below(2) }, () => ({ id: newId(), fields: fields() }));
  const named = (ids) => some(ids).map((id) => ({ id }));
  const updates = (ids) => named(ids).map((one) => ({
    ...one, set: fields(), remove: random.chance(0.3) ? ["n", "none"] : [], replaceAll: random.chance(0.2),
  }));
  const ids = sections.map(({ id }) => id);
  const toSection = () => random.pick([undefined, { first: true }, { at: 0 }, { after: random.pick(ids) }]);
  return random.pick([
    () => ({ insertItems: { items: elements(), section: section(), to: place() } }),
    () => ({ insertItems: { items: elements() } }),
    () => ({ moveItems: { items: named(items), section: section(), to: place() } }),
    () => ({ updateItems: { items: updates(items) } }),
    () => ({ updateItems: { items: updates(items) } }),
    () => ({ removeItems: { items: named(items) } }),
    () => ({ insertSections: { sections: elements(), to: toSection() } }),
    () => ({ moveSections: { sections: named(ids), to: toSection() } }),
    () => ({ updateSections: { sections: updates(ids) } }),
    () => ({ removeSections: { sections: named(ids).slice(0, 1), onlyIfEmpty: random.chance(0.7) } }),
  ])();
}

const STACK = Uint8Array.of(7);
const undos = (peer) => peer.opens.filter(({ method }) => method.endsWith("/Undo"));

/** A list with a stack, in which something was made that the server has. */
async function stepped(make, sections = flat("a", "b", "c")) {
  const all = await live(sections, { stack: STACK });
  const { requestId } = make(all.list);
  await settled();
  const after = all.list.sections;
  await all.feed.batch(1, 2, sections, after, { ownRequestIds: [requestId] });
  await all.peer.answer(applies(all.peer)[0], "ApplyResponse", { version: 2, changed: true });
  all.events.length = 0;
  return { ...all, after };
}

test("an undo is shown at once, sent once with the stack, and not reported again", async () => {
  const { list, events, feed, peer, after } = await stepped((made) => made.move("c", { first: true }));
  const steps = [];
  list.on("steps", (event) => steps.push(event));
  assert.deepEqual([list.canUndo, list.canRedo, order(list.sections)], [true, false, ":cab"]);
  const { batch, answer } = list.undo();
  assert.equal(order(list.sections), ":abc");
  assert.deepEqual([...batch.itemMoves], [0, 0, 0, 2]);
  assert.deepEqual(events.map(([name, { batch: reported }]) => [name, reported === batch]), [["change", true]]);
  await settled();
  const [open, ...others] = undos(peer);
  assert.deepEqual([others, [...open.request.stack], open.request.redo], [[], [...STACK], false]);
  const undone = [{ kind: "item_moved", id: "c" }];
  await feed.batch(2, 3, after, flat("a", "b", "c"), { ownRequestIds: [open.request.requestId] });
  await peer.answer(open, "UndoResponse", { version: 3, changed: true, undone, canRedo: true });
  assert.deepEqual((await answer).undone.map(({ id }) => id), ["c"]);
  assert.deepEqual([steps, list.canUndo], [[{ canUndo: false, canRedo: true }], false]);
  assert.deepEqual([list.hasPendingMoves, events.length], [false, 1]);
  list.redo();
  assert.equal(order(list.sections), ":cab");
  await settled();
  assert.equal(undos(peer)[1].request.redo, true);
});

test("where the server leaves something, the list changes to that in one batch", async () => {
  const { list, events, feed, peer, after } = await stepped((made) => made.insert({ id: "n" }));
  const { answer } = list.undo();
  assert.equal(order(list.sections), ":abc");
  await settled();
  const [open] = undos(peer);
  const kept = [{ kind: "item_inserted", id: "n", reason: "placed", by: "ann", byVersion: 2 }];
  await peer.answer(open, "UndoResponse", { version: 2, changed: false, kept, keptCount: 1 });
  assert.equal(order(list.sections), ":abcn");
  assert.equal(events.length, 2);
  assert.deepEqual(events[1][1].batch.itemInserts.map(({ at }) => at.item), [3]);
  assert.equal((await answer).kept[0].by, "ann");
  await feed.progress(2);
  assert.deepEqual([shown(list.sections), events.length], [shown(after), 2]);
});

test("an undo that is refused goes back in one batch, and can be made again", async () => {
  const { list, events, peer } = await stepped((made) => made.remove("b"));
  const { answer, requestId } = list.undo();
  assert.equal(order(list.sections), ":abc");
  await settled();
  await peer.refuse(undos(peer)[0], 11, { message: "the step is too long ago", processed: "not_started" });
  await assert.rejects(answer, { code: "OUT_OF_RANGE" });
  assert.equal(order(list.sections), ":ac");
  assert.deepEqual(events.map(([name]) => name), ["change", "change", "refused"]);
  assert.deepEqual(events[2][1].requestId, requestId);
  list.undo();
  assert.equal(order(list.sections), ":abc");
});

test("what others seem to have changed is not undone", async () => {
  const sections = [
    { id: "s", fields: {}, items: [item("a", { n: 1, m: 1 }), item("b")] }, { id: "t", fields: {}, items: [] },
  ];
  const operations = [
    { updateItems: { items: [{ id: "a", set: { n: 2, m: 2 } }] } },
    { moveItems: { items: [{ id: "b" }], section: "t", to: { last: true } } },
    { insertItems: { items: [{ id: "c" }], section: "s", to: { last: true } } },
  ];
  const { list, feed, after } = await stepped((made) => made.edit(operations), sections);
  const changed = after.map((section) => ({ ...section, items: section.items.map((one) => {
    return { ...one, fields: one.id === "a" ? { n: 3, m: 2 } : one.id === "c" ? { title: "Theirs" } : one.fields };
  }) }));
  await feed.batch(2, 3, after, changed);
  list.undo();
  assert.equal(order(list.sections), "s:abc t:");
  assert.deepEqual(list.sections[0].items.map(({ fields }) => ({ ...fields })), [{ n: 3, m: 1 }, {}, { title: "Theirs" }]);
});

test("steps of before are undone by the server, and shown when it has done it", async () => {
  const { list, events, peer, feed } = await live(flat("a", "b"), { stack: STACK });
  assert.deepEqual([list.canUndo, list.canRedo], [undefined, undefined]);
  const { batch } = list.undo();
  assert.deepEqual([batch, events, list.hasPendingMoves], [undefined, [], true]);
  await settled();
  const [open] = undos(peer);
  await feed.batch(1, 2, flat("a", "b"), flat("a", "b", "c"), { ownRequestIds: [open.request.requestId] });
  const undone = [{ kind: "item_removed", id: "c" }];
  await peer.answer(open, "UndoResponse", { version: 2, changed: true, undone, canUndo: true });
  assert.deepEqual([order(list.sections), events.length, list.canUndo, list.canRedo], [":abc", 1, true, false]);
  const without = await live(flat("a"));
  assert.throws(() => without.list.undo(), { code: "FAILED_PRECONDITION" });
});

describe("with a server", { timeout: 300_000 }, () => {
  test(`${CHANGES} random changes of two people: reports lead to what is shown, and both end alike`, seeded(async () => {
    const server = await startServer();
    const clients = [connect(server.url), connect(server.url)];
    const random = randomness(SEED);
    await clients[0].create("board");
    await clients[0].apply("board", [{ insertSections: { sections: [{ id: "s" }, { id: "t" }] } }]);
    const lists = clients.map((client) => new EditableList(client, "board"));
    const screens = [];
    const counts = { made: 0, refusedHere: 0, refused: 0 };
    lists.forEach((list, index) => {
      list.on("change", (event) => {
        screens[index] = event.type === "batch" ? applyBatch(screens[index] ?? [], event.batch) : list.sections;
        assert.deepEqual(shown(screens[index]), shown(list.sections));
      });
      list.on("refused", () => counts.refused++);
    });
    await Promise.all(lists.map(({ loaded }) => loaded));
    let number = 0;
    for (let turn = 0; turn < CHANGES; turn++) {
      const list = random.pick(lists);
      const items = list.sections.flatMap((section) => section.items);
      try {
        if (items.length > MOST_ITEMS) list.remove(random.shuffled(items).slice(0, MOST_ITEMS / 2).map(({ id }) => id));
        list.edit(Array.from({ length: 1 + random.below(2) }, () => change(random, list, () => `${number++}`)));
        counts.made++;
      } catch (error) {
        if (error.name !== "ArrangeError") throw error;
        counts.refusedHere++;
      }
      if (random.chance(0.3)) await new Promise((resolve) => setTimeout(resolve, random.below(4)));
    }
    const settledLists = () => lists.every(({ hasPendingMoves }) => !hasPendingMoves);
    while (!settledLists()) await new Promise((resolve) => setTimeout(resolve, 10));
    const { collection, sections } = await clients[0].fetch("board", { pageSize: 5000 });
    const wanted = sections.map(({ section, items }) => ({ ...section, items }));
    for (const [index, list] of lists.entries()) {
      while (list.version < collection.version) await new Promise((resolve) => setTimeout(resolve, 10));
      assert.deepEqual(shown(list.sections), shown(wanted));
      assert.deepEqual(shown(screens[index]), shown(wanted));
      list.close();
    }
    assert.ok(counts.made > CHANGES / 3, JSON.stringify(counts));
    await Promise.all(clients.map((client) => client.close()));
    await server.stop();
  }));

  test("a list alone foresees what the server does: nothing else is shown later, or refused", seeded(async () => {
    const server = await startServer();
    const client = connect(server.url);
    const random = randomness(SEED + 1);
    await client.create("board");
    const list = new EditableList(client, "board");
    await list.loaded;
    const reports = [];
    list.on("change", (event) => reports.push(event));
    list.on("refused", (event) => reports.push(event));
    let number = 0;
    let made = 0;
    for (let turn = 0; turn < CHANGES / 4; turn++) {
      const operations = Array.from({ length: 1 + random.below(3) }, () => change(random, list, () => `${number++}`));
      reports.length = 0;
      let isMade;
      try {
        isMade = list.edit(operations).batch;
      } catch (error) {
        if (error.name !== "ArrangeError") throw error;
        // The server refuses it as well.
        await assert.rejects(client.apply("board", operations), { name: "ArrangeError" }, told(operations));
        continue;
      }
      if (!isMade) continue;
      made++;
      const before = list.sections;
      while (list.hasPendingMoves) await new Promise((resolve) => setTimeout(resolve, 1));
      assert.deepEqual(shown(list.sections), shown(before), told(operations));
      assert.equal(reports.length, 1, told([operations, reports[1]?.error?.message]));
    }
    assert.ok(made > CHANGES / 12, `${made} changes`);
    list.close();
    await client.close();
    await server.stop();
  }));

  test("a list alone foresees what undo and redo do: nothing else is shown later", seeded(async () => {
    const server = await startServer();
    const client = connect(server.url);
    const random = randomness(SEED + 2);
    await client.create("board");
    const list = new EditableList(client, "board", { stack: STACK });
    await list.loaded;
    const reports = [];
    list.on("change", (event) => reports.push(event));
    list.on("refused", (event) => reports.push(event));
    let number = 0;
    const counts = { undone: 0, redone: 0 };
    const sent = async () => {
      while (list.hasPendingMoves) await new Promise((resolve) => setTimeout(resolve, 1));
    };
    for (let turn = 0; turn < CHANGES / 8; turn++) {
      for (let made = 0; made < 3;) {
        try {
          const operations = Array.from({ length: 1 + random.below(3) }, () => change(random, list, () => `${number++}`));
          if (list.edit(operations).batch) made++;
        } catch (error) {
          if (error.name !== "ArrangeError") throw error;
        }
      }
      await sent();
      for (const redo of [false, false, true, false, true, true]) {
        const before = told(shown(list.sections));
        reports.length = 0;
        const { answer, batch } = redo ? list.redo() : list.undo();
        const guess = told(shown(list.sections));
        const { changed, keptCount, undone } = await answer;
        await sent();
        assert.equal(keptCount, 0);
        assert.equal(told(shown(list.sections)), guess, told([redo, undone, before]));
        assert.equal(reports.length, batch ? 1 : 0);
        if (changed) counts[redo ? "redone" : "undone"]++;
      }
    }
    assert.ok(counts.undone > CHANGES / 10 && counts.redone > CHANGES / 10, JSON.stringify(counts));
    list.close();
    await client.close();
    await server.stop();
  }));

  test("lists of several people come to what the server has, whatever they undo", seeded(async () => {
    const server = await startServer();
    const clients = [connect(server.url), connect(server.url)];
    const random = randomness(SEED + 3);
    await clients[0].create("board");
    await clients[0].apply("board", [{ insertSections: { sections: [{ id: "s" }, { id: "t" }] } }]);
    const lists = clients.map((client, index) => new EditableList(client, "board", { stack: Uint8Array.of(index) }));
    await Promise.all(lists.map(({ loaded }) => loaded));
    const screens = lists.map(({ sections }) => sections);
    const counts = { undone: 0, kept: 0 };
    lists.forEach((list, index) => list.on("change", (event) => {
      screens[index] = event.type === "batch" ? applyBatch(screens[index], event.batch) : list.sections;
      assert.deepEqual(shown(screens[index]), shown(list.sections));
    }));
    let number = 0;
    for (let turn = 0; turn < CHANGES; turn++) {
      const list = random.pick(lists);
      try {
        if (random.chance(0.4)) {
          const { answer } = random.chance(0.7) ? list.undo() : list.redo();
          answer.then(({ changed, keptCount }) => {
            counts.undone += changed ? 1 : 0;
            counts.kept += keptCount;
          }, () => {});
        } else list.edit([change(random, list, () => `${number++}`)]);
      } catch (error) {
        if (error.name !== "ArrangeError") throw error;
      }
      if (random.chance(0.3)) await new Promise((resolve) => setTimeout(resolve, random.below(4)));
    }
    while (lists.some(({ hasPendingMoves }) => hasPendingMoves)) await new Promise((resolve) => setTimeout(resolve, 10));
    const { collection, sections } = await clients[0].fetch("board", { pageSize: 5000 });
    const wanted = sections.map(({ section, items }) => ({ ...section, items }));
    for (const [index, list] of lists.entries()) {
      while (list.version < collection.version) await new Promise((resolve) => setTimeout(resolve, 10));
      assert.deepEqual(shown(list.sections), shown(wanted));
      assert.deepEqual(shown(screens[index]), shown(wanted));
      list.close();
    }
    assert.ok(counts.undone > CHANGES / 20 && counts.kept > 0, JSON.stringify(counts));
    await Promise.all(clients.map((client) => client.close()));
    await server.stop();
  }));
});
