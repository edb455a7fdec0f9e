// What is kept of a list while its page is closed, with a network and a clock that belong to the test.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LiveList } from "../arrange.js";
import "../src/generated/rare-messages.js";
import "../src/placing.js";
import { userOf } from "../src/storage.js";
import { Feed, flat, order } from "./support/feed.mjs";
import { errorOf, settled, wired } from "./support/wire.mjs";

/** A storage as browsers have it, or with no more than what is needed. */
function storage(isWhole = true) {
  const map = new Map();
  const whole = {
    map,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => map.set(key, value),
    removeItem: (key) => map.delete(key),
  };
  if (!isWhole) delete whole.removeItem;
  return whole;
}

/** Everything that is stored, as one text that can be searched. */
const content = ({ map }) => [...map.values()].filter((text) => text).map((text) => {
  const { content } = JSON.parse(text);
  return typeof content === "string" ? atob(content) : JSON.stringify(content);
}).join();

/** A page that shows a list, which the server has sent. */
async function page(options, connecting = {}, sections = flat("a", "b", "c", "d")) {
  const wire = wired({ sendsTokenInClear: true, ...connecting });
  const list = new LiveList(wire.client, "board", options);
  const events = [];
  for (const name of ["change", "refused", "end"]) list.on(name, (event) => events.push([name, event]));
  await import("../src/storage.js");
  await import("../src/tokens.js");
  await settled();
  const result = { ...wire, list, events };
  if (!sections) return result;
  await wire.peers[0].welcome();
  const open = wire.peers[0].opens.find(({ method }) => method.endsWith("/Subscribe"));
  const feed = new Feed(wire.peers[0], open);
  await feed.page(1, sections);
  await wire.clock.advance(1000);
  return { ...result, feed };
}

/** Ends a page as a browser does: nothing is said to anybody. */
function leave({ list, client }) {
  list.close();
  client.close();
}

const applies = (peer) => peer.opens.filter(({ method }) => method.endsWith("/Apply"));

test("a move of a view's row is made by the next page as the one before had asked for it", async () => {
  const place = storage();
  const rows = flat("a", "b").map((section) => ({
    ...section, items: section.items.map((row) => ({ ...row, origin: { collection: "board", section: "", item: row.id } })),
  }));
  const first = await page({ storage: place }, {}, rows);
  const { requestId } = first.list.move("b", { first: true }, { allow: ["sort_fields"] });
  leave(first);
  const second = await page({ storage: place }, {}, null);
  assert.equal(order(second.list.sections), ":ba");
  await second.peers[0].welcome();
  const { request } = second.peers[0].opens.find(({ method }) => method.endsWith("/Place"));
  assert.deepEqual([request.requestId, request.allow, [...request.seen]], [requestId, ["sort_fields"], [1, 1]]);
  assert.deepEqual([request.name, request.rows, request.previous, request.next], ["board", ["b"], "", "a"]);
  leave(second);
});

test("a list that is stored for one user is neither shown to another one nor kept", async () => {
  const jwt = (sub, exp) => ["{}", { iss: "us", sub, exp }].map((part) => btoa(JSON.stringify(part))).join(".") + ".sign";
  const pairs = [
    [{ token: "ann's" }, { token: "bob's" }],
    [{ token: "ann's" }, {}],
    [{}, { token: "bob's" }],
    [{ token: jwt("ann", 1) }, { token: jwt("bob", 1) }],
    [{ token: async () => "ann's" }, { token: () => "bob's" }],
    [{}, {}, { storageUser: "ann" }, { storageUser: "bob" }],
  ];
  for (const isWhole of [true, false]) {
    for (const [first, second, firstOptions, secondOptions] of pairs) {
      const place = storage(isWhole);
      const secret = await page({ storage: place, ...firstOptions }, first, flat("secret"));
      secret.list.move("secret", { first: true });
      leave(secret);
      assert.match(content(place), /secret/);
      const other = await page({ storage: place, ...secondOptions }, second, null);
      const what = JSON.stringify(second);
      assert.ok(!other.list.isLoaded, what);
      assert.ok(!other.list.hasPendingMoves, what);
      assert.doesNotMatch(content(place), /secret/, what);
      leave(other);
    }
  }
});

test("a list is there again for the same user, also with the next token of an issuer", async () => {
  const jwt = (exp) => ["{}", { iss: "us", sub: "ann", exp }].map((part) => btoa(JSON.stringify(part))).join(".") + ".s";
  for (const [first, second] of [["ann's", "ann's"], [jwt(1), jwt(2)], [jwt(1), async () => jwt(3)]]) {
    const place = storage();
    leave(await page({ storage: place }, { token: first }, flat("own")));
    const again = await page({ storage: place }, { token: second }, null);
    assert.equal(order(again.list.sections), ":own");
    leave(again);
  }
});

test("no token can be read from what is stored", async () => {
  const place = storage();
  const token = "a secret of some length";
  leave(await page({ storage: place }, { token }));
  for (const text of place.map.values()) assert.ok(!text.includes(token) && !text.includes(btoa(token)));
  assert.match(await userOf(token), /^[0-9a-f]{1,16}$/);
  assert.equal(await userOf(""), "");
});

test("a list whose user nobody names is not read, and one that may not be seen any more is not kept", async () => {
  const place = storage();
  const fail = () => { throw new Error("no network"); };
  leave(await page({ storage: place }, { token: "ann's" }));
  const unknown = await page({ storage: place }, { token: fail }, null);
  assert.ok(!unknown.list.isLoaded);
  leave(unknown);

  for (const [status, isKept] of [[5, false], [7, false], [14, true]]) {
    leave(await page({ storage: place }, { token: "ann's" }));
    const again = await page({ storage: place, reconnectionAttempts: 0 }, { token: "ann's" }, null);
    await again.peers[0].welcome();
    await again.peers[0].refuse(again.peers[0].opens[0], status, { message: "no", processed: "done" });
    await settled();
    assert.equal(place.map.size > 0, isKept, String(status));
    leave(again);
  }
});

test("moves that were not answered are shown and made by the next page, with their request ids", async () => {
  const place = storage();
  const first = await page({ storage: place });
  await first.peers[0].lose();
  const moves = [first.list.move("d", { first: true }), first.list.move(["a", "b"], { after: "c" })];
  const ids = moves.map(({ requestId }) => requestId);
  first.list.moveSections("", { last: true });
  leave(first);

  const second = await page({ storage: place }, {}, null);
  assert.equal(order(second.list.sections), ":dcab");
  assert.ok(second.list.hasPendingMoves);
  await second.peers[0].welcome();
  const [peer] = second.peers;
  assert.deepEqual(applies(peer).map(({ request }) => request.requestId), [ids[0]]);
  await peer.answer(applies(peer)[0], "ApplyResponse", { version: 2 });
  assert.deepEqual(applies(peer).map(({ request }) => request.requestId), ids);
  assert.deepEqual(applies(peer)[1].request.operations[0].moveItems.items.map(({ id }) => id), ["a", "b"]);
  leave(second);

  // The first of them has its answer: only the second one is still to be made.
  const third = await page({ storage: place }, {}, null);
  await third.peers[0].welcome();
  assert.deepEqual(applies(third.peers[0]).map(({ request }) => request.requestId), [ids[1]]);
  await third.peers[0].answer(applies(third.peers[0])[0], "ApplyResponse", { version: 3 });
  assert.doesNotMatch([...place.map.keys()].join(), /moves/);
  leave(third);
});

test("moves are kept although there is no room for the list", async () => {
  const place = storage();
  const { setItem } = place;
  place.setItem = (key, value) => {
    if (!key.endsWith("moves")) throw new Error("quota");
    setItem(key, value);
  };
  const first = await page({ storage: place });
  first.list.move("d", { first: true });
  leave(first);
  const second = await page({ storage: place }, {}, null);
  assert.ok(!second.list.isLoaded);
  await second.peers[0].welcome();
  const open = second.peers[0].opens.find(({ method }) => method.endsWith("/Subscribe"));
  await new Feed(second.peers[0], open).page(1, flat("a", "b", "c", "d"));
  assert.equal(order(second.list.sections), ":dabc");
  leave(second);
});

test("a move of the page before that is refused is undone, told and not made again", async () => {
  const place = storage();
  const first = await page({ storage: place });
  await first.peers[0].lose();
  const { requestId } = first.list.move("d", { first: true });
  leave(first);
  const second = await page({ storage: place }, {}, null);
  await second.peers[0].welcome();
  await second.peers[0].refuse(applies(second.peers[0])[0], 5, { message: "gone", processed: "not_started" });
  assert.equal(order(second.list.sections), ":abcd");
  const [name, { requestId: told }] = second.events.at(-1);
  assert.deepEqual([name, told], ["refused", requestId]);
  leave(second);
  const third = await page({ storage: place }, {}, null);
  assert.ok(!third.list.hasPendingMoves);
  leave(third);
});

test("a move that meets the end of a token is made by the next page", async () => {
  const place = storage();
  const first = await page({ storage: place, storageUser: "ann" }, { token: "old" });
  first.list.move("d", { first: true });
  await settled();
  await first.peers[0].goAway(16, 2, { message: "the token has expired" });
  await first.peers[0].lose();
  await settled();
  assert.deepEqual(first.events.map(([name]) => name).filter((name) => name === "refused"), []);
  leave(first);
  const second = await page({ storage: place, storageUser: "ann" }, { token: "new" }, null);
  assert.equal(order(second.list.sections), ":dabc");
  leave(second);
});

test("two pages of a user keep their moves beside each other", async () => {
  const place = storage();
  const one = await page({ storage: place }, { random: () => 0.1 });
  const two = await page({ storage: place }, { random: () => 0.2 });
  for (const { peers } of [one, two]) await peers[0].lose();
  one.list.move("d", { first: true });
  two.list.move("a", { last: true });
  for (const wire of [one, two]) leave(wire);
  const third = await page({ storage: place }, {}, null);
  assert.equal(order(third.list.sections), ":dbca");
  leave(third);
});

test("what is no move is not made, and more moves than are kept do no harm", async () => {
  const place = storage();
  leave(await page({ storage: place }));
  const [key] = place.map.keys();
  for (const content of [5, [5], [{ requestId: 7 }], [{ requestId: "YQ==", ids: ["a"], to: { middle: true } }]]) {
    place.map.set(`${key} moves`, JSON.stringify({ user: "", content }));
    const other = await page({ storage: place }, {}, null);
    assert.ok(other.list.isLoaded && !other.list.hasPendingMoves, JSON.stringify(content));
    leave(other);
  }
  place.map.delete(`${key} moves`);
  const many = await page({ storage: place });
  await many.peers[0].lose();
  for (let count = 0; count < 1002; count++) many.list.move(count % 2 ? "a" : "d", { first: true });
  assert.equal(JSON.parse(place.map.get(`${key} moves`)).content.length, 1000);
  leave(many);
});
