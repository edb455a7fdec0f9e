// Edits before the server has answered them: what they make of a list, and how they are sent.
import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

register("./hooks.mjs", import.meta.url);
const page = new URL("../../../Sources/Console/Page/", import.meta.url);
const load = (name) => import(new URL(name, page).href);

const { applied, headsWith, Misfit, transactions, windowWith } = await load("board/model.js");
const { Outbox } = await load("board/outbox.js");
const { Pace } = await load("board/flip.js");
const { parse, stringify } = await load("shared/kept.js");
const { arrange, ascending } = await load("shared/order.js");
const { ArrangeError, Double, Timestamp } = await import("/client/arrange.js");

const SEED = Number(process.env.ARRANGE_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
console.log(`seed ${SEED}`);

function generator(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function list(random) {
  return [0, 1, 2].map((s) => ({
    id: `s${s}`,
    fields: { title: `${s}` },
    contentVersion: 1,
    items: Array.from({ length: random(6) }, (_, i) => ({ id: `${s}.${i}`, fields: { n: BigInt(i) }, contentVersion: 1 })),
  }));
}

function pick(random, elements, number) {
  const rest = [...elements];
  return Array.from({ length: Math.min(number, rest.length) }, () => rest.splice(random(rest.length), 1)[0]);
}

/** An operation that fits a list. */
function operation(random, sections, name) {
  const items = sections.flatMap((section) => section.items);
  const some = pick(random, items, 1 + random(3));
  const section = sections[random(sections.length)];
  const rest = section.items.filter((item) => !some.includes(item));
  const anchor = rest[random(rest.length || 1)]?.id;
  const to = anchor === undefined || random(3) === 0
    ? (random(2) === 0 ? { first: true } : { last: true })
    : random(2) === 0 ? { after: anchor } : { before: anchor };
  const others = sections.filter((each) => each !== section);
  const ids = some.map(({ id }) => ({ id }));
  const kinds = [
    () => ({ insertItems: { items: [{ id: name, fields: {} }], section: section.id, to } }),
    () => ({ insertSections: { sections: [{ id: name, fields: {} }], to: { after: section.id } } }),
    () => ({ updateSections: { sections: [{ id: section.id, set: { x: name }, remove: ["title"] }] } }),
    () => ({ moveSections: { sections: [{ id: section.id }], to: others[0] ? { after: others[0].id } : { last: true } } }),
    ...(sections.length > 1 ? [() => ({ removeSections: { sections: [{ id: section.id }] } })] : []),
    ...(some.length === 0 ? [] : [
      () => ({ moveItems: { items: ids, section: section.id, to } }),
      () => ({ moveItems: { items: ids, section: section.id, to } }),
      () => ({ removeItems: { items: ids } }),
      () => ({ updateItems: { items: ids.map(({ id }) => ({ id, set: { title: name }, remove: ["n"] })) } }),
      () => ({ updateItems: { items: ids.map(({ id }) => ({ id, set: { y: name }, replaceAll: true })) } }),
    ]),
  ];
  return kinds[random(kinds.length)]();
}

const shape = (sections) => sections.map(({ id, fields, items }) => [id, fields, items.map((item) => [item.id, item.fields])]);

test("operations in several transactions lead to the same list", () => {
  const random = generator(SEED);
  for (let round = 0; round < 2000; round += 1) {
    const before = list(random);
    let now = before;
    const operations = [];
    for (let step = 1 + random(5); step > 0; step -= 1) {
      const next = operation(random, now, `new${step}`);
      operations.push(next);
      now = applied(now, [next]);
    }
    assert.deepEqual(shape(applied(before, transactions(operations).flat())), shape(now), `round ${round}`);
    assert.deepEqual(shape(applied(now, [{ undo: {} }])), shape(now), "what an undo does the server knows alone");
  }
});

test("operations without a place or an element do not fit", () => {
  const sections = [{ id: "s", fields: {}, items: [{ id: "a", fields: {} }] }];
  for (const each of [
    { moveItems: { items: [{ id: "b" }], section: "s", to: { last: true } } },
    { moveItems: { items: [{ id: "a" }], section: "t", to: { last: true } } },
    { insertItems: { items: [{ id: "a", fields: {} }], section: "s", to: { last: true } } },
    { insertItems: { items: [{ id: "b", fields: {} }], section: "s", to: { after: "x" } } },
    { removeSections: { sections: [{ id: "s" }], onlyIfEmpty: true } },
    { removeItems: { items: [{ id: "a" }, { id: "b" }] } },
  ]) assert.throws(() => applied(sections, [each]), Misfit, JSON.stringify(each));
});

test("large edits are made in transactions that fit a frame", () => {
  for (const [number, fields] of [[60, { text: "x".repeat(20_000) }], [19_000, { title: "small" }]]) {
    const items = Array.from({ length: number }, (_, index) => ({ id: `i${index}`, fields }));
    const sections = [{ id: "s", fields: {}, items: [] }];
    const parts = transactions([{ insertItems: { items, section: "s", to: { first: true } } }]);
    assert.ok(parts.length > 1);
    for (const part of parts) {
      const size = part.flatMap((each) => Object.values(each)).flatMap((each) => each.items);
      assert.ok(size.length <= 5000);
      assert.ok(size.reduce((sum, each) => sum + JSON.stringify(each).length, 0) < 1024 * 1024);
    }
    assert.deepEqual(shape(parts.reduce(applied, sections)), shape([{ ...sections[0], items }]));
  }
});

test("a window with edits is the part of the list with them", () => {
  const random = generator(SEED);
  for (let round = 0; round < 1000; round += 1) {
    const before = list(random);
    const items = before.flatMap((section) => section.items.map((item) => [item.id, { item, section: section.id }]));
    const next = operation(random, before, "new");
    const known = new Map(items);
    for (const item of next.insertItems?.items ?? []) known.set(item.id, { item, section: next.insertItems.section });
    const now = applied(before, [next]);
    const edits = [{ operations: [next] }];
    const heads = headsWith(before.map(({ items: all, ...head }) => ({ ...head, count: all.length })), edits, known);
    assert.deepEqual(heads.map(({ id, count }) => [id, count]), now.map(({ id, items: all }) => [id, all.length]), `round ${round}`);
    for (const section of now) {
      const { items: rows = [] } = before.find(({ id }) => id === section.id) ?? {};
      const shown = windowWith(section.id, { start: 0, rows, count: rows.length }, edits, known);
      assert.deepEqual(shown.rows.map(({ id }) => id), section.items.map(({ id }) => id), `round ${round}`);
    }
  }
});

// Sending

/** An outbox whose server is played by the test: `calls` has what was sent, with functions that answer. */
function outbox() {
  const calls = [];
  let number = 0;
  const box = new Outbox("list", {
    send: (operations, options) => new Promise((resolve, reject) => calls.push({ operations, ...options, resolve, reject })),
    pause: () => Promise.resolve(),
    newRequestId: () => Uint8Array.of((number += 1)),
  });
  return { box, calls };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const move = (id) => [{ moveItems: { items: [{ id }], section: "s", to: { last: true } } }];
const update = (id, title, ifContentVersion) => [{ updateItems: { items: [{ id, set: { title }, remove: [], ifContentVersion }] } }];

test("edits whose outcome is not known are sent again with their request id", async () => {
  const { box, calls } = outbox();
  const edit = box.add(move("a"));
  await turn();
  for (const code of ["UNAVAILABLE", "DEADLINE_EXCEEDED"]) {
    calls.at(-1).reject(new ArrangeError(code, "lost"));
    await turn();
    await turn();
  }
  assert.equal(calls.length, 3);
  assert.deepEqual(new Set(calls.map(({ requestId }) => String(requestId))), new Set(["1"]));
  calls.at(-1).resolve({ version: 5, changed: true });
  assert.equal((await edit.answer).version, 5);
  assert.equal(edit.version, 5);
  assert.deepEqual(box.edits, []);
});

test("moves that wait go together, and one that is refused does not take others along", async () => {
  const { box, calls } = outbox();
  const edits = [box.add(move("a"))];
  const happened = [];
  box.onChange(({ type, edits: some }) => type === "refused" && happened.push(...some));
  await turn();
  edits.push(...["b", "c", "d"].map((id) => box.add(move(id))));
  calls[0].resolve({ version: 2, changed: true });
  await turn();
  assert.equal(calls[1].operations.length, 3);
  calls[1].reject(new ArrangeError("NOT_FOUND", "c is not there"));
  await turn();
  for (const [index, outcome] of [[2, true], [3, false], [4, true]]) {
    assert.equal(calls[index].operations.length, 1);
    if (outcome) calls[index].resolve({ version: index + 1, changed: true });
    else calls[index].reject(new ArrangeError("NOT_FOUND", "c is not there"));
    await turn();
  }
  const outcomes = await Promise.allSettled(edits.map(({ answer }) => answer));
  assert.deepEqual(outcomes.map(({ status }) => status), ["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  assert.deepEqual(happened, [edits[2]]);
  assert.equal(new Set(calls.map(({ requestId }) => String(requestId))).size, 5);
});

test("each other edit is a transaction, so that it is undone by itself", async () => {
  const { box, calls } = outbox();
  const happened = [];
  box.onChange(({ type, edits: some }) => type === "refused" && happened.push(...some));
  const edits = ["a", "b", "c"].map((id) => box.add(update(id, "new")));
  edits.push(box.add([{ undo: {} }]));
  await turn();
  for (const [index, outcome] of [true, false, true, true].entries()) {
    assert.equal(calls.length, index + 1);
    if (outcome) calls[index].resolve({ version: index + 1, changed: true });
    else calls[index].reject(new ArrangeError("NOT_FOUND", "b is not there"));
    await turn();
  }
  const outcomes = await Promise.allSettled(edits.map(({ answer }) => answer));
  assert.deepEqual(outcomes.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  assert.deepEqual(happened, [edits[1]]);
  assert.equal(new Set(calls.map(({ requestId }) => String(requestId))).size, 4);
  assert.deepEqual(calls.at(-1).operations, [{ undo: {} }]);
});

test("steps of several edits have one group, and all are on the stack of the tab", async () => {
  const { box, calls } = outbox();
  const group = Uint8Array.of(7);
  box.add(move("a"), { group });
  box.add(move("b"), { group });
  box.add(move("c"));
  for (const index of [0, 1, 2]) {
    await turn();
    calls[index].resolve({ version: index + 1, changed: true });
  }
  await turn();
  assert.deepEqual(calls.map((call) => call.group), [group, group, undefined]);
  assert.equal(calls[0].stack.length, 8);
  assert.equal(new Set(calls.map(({ stack }) => String(stack))).size, 1);
});

test("edits of one element follow each other by the content versions that this page led to", async () => {
  const { box, calls } = outbox();
  const version = box.newVersion();
  const answer = async (number) => {
    await turn();
    const call = calls.at(-1);
    call.resolve({ version: number, changed: true });
    await turn();
    return Object.values(call.operations[0])[0].items[0].ifContentVersion;
  };
  box.add([{ insertItems: { items: [{ id: "a", fields: {}, contentVersion: version }], section: "s", to: { last: true } } }]);
  box.add(update("a", "one", version));
  box.add(update("a", "two", version));
  assert.equal(await answer(7), undefined);
  assert.equal(calls[0].operations[0].insertItems.items[0].contentVersion, undefined);
  assert.equal(await answer(9), 7);
  assert.equal(await answer(11), 9);
  assert.equal(box.latest("a", version), 11);
});

test("what is kept over a reload comes back as it was", () => {
  const value = { edits: [{ a: 5n, b: new Timestamp(7n), c: new Double(1), d: Uint8Array.of(1, 2), e: null, f: ["x", true, 0.5] }] };
  assert.deepEqual(parse(stringify(value)), value);
});

// What is on the page

/** An element with children, as much of one as is needed. It counts the moves. */
function parent(names) {
  const children = names.map((name) => ({ name }));
  const element = {
    children,
    moves: [],
    insertBefore(node, next) {
      element.moves.push(node.name);
      if (children.includes(node)) children.splice(children.indexOf(node), 1);
      children.splice(next === null ? children.length : children.indexOf(next), 0, node);
    },
  };
  return element;
}

test("rows come into an order with the fewest moves, and without moving one that is typed in", () => {
  const random = generator(SEED);
  for (let round = 0; round < 500; round += 1) {
    const element = parent(Array.from({ length: random(9) }, (_, index) => `${index}`));
    const wanted = pick(random, element.children, element.children.length);
    const still = random(2) === 0 ? null : wanted[random(wanted.length || 1)] ?? null;
    const places = wanted.map((node) => element.children.indexOf(node));
    arrange(element, wanted, still);
    assert.deepEqual(element.children, wanted);
    if (still) assert.ok(!element.moves.includes(still.name));
    else assert.equal(element.moves.length, wanted.length - ascending(places).length);
  }
});

test("with many changes nothing moves", () => {
  const pace = new Pace();
  const allowed = (from, by) => Array.from({ length: 60 }, (_, index) => pace.allows(from + index * by)).filter(Boolean).length;
  assert.equal(allowed(0, 16), 4);
  assert.equal(allowed(100_000, 500), 60);
});
