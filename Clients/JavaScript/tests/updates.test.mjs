// Subscriptions and live lists, with a network and a clock that belong to the test.

import assert from "node:assert/strict";
import { test } from "node:test";
import { applyBatch, LiveList } from "../arrange.js";
import { encode } from "../src/codec.js";
import "../src/generated/rare-messages.js";
import "../src/placing.js";
import { EPOCH, Feed, flat, item, order, token } from "./support/feed.mjs";
import { errorOf, reported, settled, wired } from "./support/wire.mjs";

/** A client that subscribes; `feed` is the server's side of it. */
async function subscribed(options) {
  const wire = wired();
  const updates = wire.client.updates("board", options);
  const first = updates.next();
  await settled();
  await wire.peers[0].welcome();
  return { ...wire, updates, first, feed: new Feed(wire.peers[0], wire.peers[0].opens[0]) };
}

/** The feed of the last connection that the client opened. */
async function nextFeed({ clock, peers }) {
  await clock.advance(3000);
  await peers.at(-1).welcome();
  return new Feed(peers.at(-1), peers.at(-1).opens.at(-1));
}

test("a subscription is a list, batches and progress, in the order of their versions", async () => {
  const { updates, first, feed } = await subscribed({ nameAuthors: true, reloadThreshold: 0, progressIntervalMs: 500 });
  const { request } = feed.open;
  assert.deepEqual([request.collection, request.nameAuthors, request.reloadThreshold], ["board", true, 0]);
  assert.deepEqual([request.progressIntervalUs, request.ownRequestPrefix.length], [500_000, 8]);
  await feed.page(1, flat("a", "b"));
  const { value: list } = await first;
  assert.equal(list.type, "list");
  assert.deepEqual([list.reason, list.version, list.epoch], ["first", 1, EPOCH]);
  const notes = { ownRequestIds: [Uint8Array.of(9)], authors: [{ principal: "ann", commits: 2 }] };
  await feed.batch(1, 3, flat("a", "b"), flat("b", "a"), notes);
  const { value: batch } = await updates.next();
  assert.deepEqual([batch.type, batch.from, batch.version, batch.commits], ["batch", 1, 3, 2]);
  assert.deepEqual([...batch.ownRequestIds[0]], [9]);
  assert.equal(batch.authors[0].principal, "ann");
  assert.deepEqual(applyBatch(list.sections, batch.batch)[0].items.map(({ id }) => id), ["b", "a"]);
  await feed.progress(5);
  assert.deepEqual((await updates.next()).value.version, 5);
  await feed.batch(6, 7, flat("b", "a"), flat("b"));
  const { value: last } = await updates.next();
  assert.deepEqual([last.from, last.version], [5, 7]);
});

test("a reader that does not read gets no more than two messages ahead", async () => {
  const { updates, first, feed } = await subscribed();
  assert.equal(feed.credit, 2);
  await feed.page(1, flat("a"));
  await first;
  await settled();
  assert.equal(feed.credit, 3);
  await feed.progress(2);
  await feed.progress(3);
  assert.equal(feed.credit, 3);
  await updates.next();
  assert.equal(feed.credit, 4);
});

test("messages beyond the credit are a violation", async () => {
  const { first, feed, client, clock } = await subscribed();
  await feed.page(1, flat("a"));
  await first;
  await settled();
  for (let version = 2; version < 6; version++) await feed.progress(version);
  await clock.advance(0);
  assert.match(client.error.message, /was not asked for/);
});

test("after a lost connection it goes on where it was", async () => {
  const wire = await subscribed();
  const { updates, first, feed } = wire;
  await feed.page(4, flat("a"));
  await first;
  const next = updates.next();
  await settled();
  await feed.peer.lose();
  const second = await nextFeed(wire);
  assert.deepEqual([...second.open.request.resumeToken], [1, 4]);
  await second.batch(4, 9, flat("a"), flat("a", "b"));
  assert.deepEqual([(await next).value.from, (await next).value.version], [4, 9]);
});

test("messages that were read before the connection was lost are not lost", async () => {
  const wire = await subscribed();
  const { updates, first, feed } = wire;
  await feed.page(4, flat("a"));
  await feed.progress(5);
  await feed.peer.lose();
  await first;
  assert.equal((await updates.next()).value.version, 5);
  const next = updates.next();
  const second = await nextFeed(wire);
  assert.deepEqual([...second.open.request.resumeToken], [1, 5]);
  await second.progress(6);
  assert.equal((await next).value.version, 6);
});

test("the end of a server that stops leads to the next one, with the token", async () => {
  const wire = await subscribed();
  const { updates, first, feed } = wire;
  await feed.page(4, flat("a"));
  await first;
  const next = updates.next();
  await settled();
  await feed.peer.goAway(14, feed.open.stream, { message: "stopping" });
  await feed.peer.refuse(feed.open, 14, { message: "stopping" });
  const second = await nextFeed(wire);
  assert.deepEqual([...second.open.request.resumeToken], [1, 4]);
  await second.progress(5);
  assert.equal((await next).value.version, 5);
});

test("it is tried again for as long as it takes, or as often as was asked for", async () => {
  const wire = await subscribed();
  await wire.feed.page(1, flat("a"));
  await wire.first;
  const next = wire.updates.next();
  await settled();
  await wire.feed.peer.lose();
  for (let attempt = 0; attempt < 40; attempt++) {
    await wire.clock.advance(3000);
    await wire.peers.at(-1).lose({ message: "connection refused" });
  }
  const second = await nextFeed(wire);
  await second.progress(2);
  assert.equal((await next).value.version, 2);

  const limited = await subscribed({ reconnectionAttempts: 1 });
  await limited.feed.page(1, flat("a"));
  await limited.first;
  const failed = errorOf(limited.updates.next());
  await limited.feed.peer.lose();
  // Each attempt to subscribe again is one round of attempts to connect.
  for (let attempt = 0; attempt < 20; attempt++) {
    await limited.clock.advance(3000);
    await limited.peers.at(-1).lose({ message: "connection refused" });
  }
  assert.equal((await failed).code, "UNAVAILABLE");
});

test("pages are one list, and page 0 begins again", async () => {
  const { first, feed, updates } = await subscribed();
  const size = { sections: 2, items: 3 };
  await feed.page(1, [{ id: "s", fields: {}, items: [item("old")] }], { last: false, size });
  await feed.page(2, [{ id: "s", fields: {}, items: [item("a")] }], { last: false, size });
  await feed.page(2, [
    { id: "s", fields: {}, items: [item("b")], firstItem: 1 }, { id: "t", fields: {}, items: [item("c")], index: 1 },
  ].map((section, index) => ({ index, ...section })), { page: 1, size });
  const { value } = await first;
  assert.equal(order(value.sections), "s:ab t:c");
  updates.return();
});

const misfits = {
  "is of another epoch": (feed) => feed.progress(5, { epoch: 8n }),
  "is of an older version": (feed) => feed.progress(3),
  "begins before the version": (feed) => feed.batch(3, 5, flat("a"), flat("a")),
  "has no token": (feed) => feed.progress(5, { resumeToken: undefined }),
  "has no content": (feed) => feed.send({ version: 5, resumeToken: token(5) }),
  "is a page in the middle": (feed) => feed.page(5, flat("a"), { page: 1 }),
  "is a list of another size": (feed) => feed.page(5, flat("a"), { size: { sections: 1, items: 2 } }),
};

for (const [what, send] of Object.entries(misfits)) {
  test(`an update that ${what} leads to the whole list`, async () => {
    const { first, feed, updates, peers } = await subscribed();
    await feed.page(4, flat("a"));
    await first;
    const next = updates.next();
    await settled();
    await send(feed);
    assert.equal(feed.peer.of(6).length, 1);
    const again = new Feed(peers[0], peers[0].opens[1]);
    assert.equal(again.open.request.resumeToken.length, 0);
    await again.page(5, flat("b"));
    const { value } = await next;
    assert.deepEqual([value.type, value.version], ["list", 5]);
  });
}

test("a server whose updates never fit is an error", async () => {
  const { first, feed, updates, peers } = await subscribed();
  await feed.page(4, flat("a"));
  await first;
  const failed = errorOf(updates.next());
  await settled();
  await feed.progress(3);
  for (let count = 1; count < 4; count++) {
    await new Feed(peers[0], peers[0].opens[count]).send({ version: 9, resumeToken: token(9) });
  }
  assert.match((await failed).message, /the batch does not fit the list/);
  assert.equal((await updates.next()).done, true);
});

test("leaving the loop, or a signal, ends the subscription", async () => {
  const left = await subscribed();
  left.updates.return();
  assert.equal((await left.first).done, true);
  await settled();
  assert.equal(left.feed.peer.of(6).length, 1);

  const controller = new AbortController();
  const aborted = await subscribed({ signal: controller.signal });
  controller.abort();
  assert.equal((await errorOf(aborted.first)).code, "CANCELLED");
  await settled();
  assert.equal(aborted.feed.peer.of(6).length, 1);
});

test("a refusal of the server ends it", async () => {
  const { first, feed, updates } = await subscribed();
  await feed.peer.refuse(feed.open, 5, { message: "deleted" });
  assert.equal((await errorOf(first)).code, "NOT_FOUND");
  assert.equal((await updates.next()).done, true);
});

test("calls of next that do not wait for each other get one update each", async () => {
  const { first, feed, updates } = await subscribed();
  const [second, third] = [updates.next(), updates.next()];
  await feed.page(1, flat("a"));
  await feed.progress(2);
  await settled();
  await feed.progress(3);
  const versions = (await Promise.all([first, second, third])).map(({ value }) => value.version);
  assert.deepEqual(versions, [1, 2, 3]);
});

// Live lists.

/** A live list that has its first version. */
async function live(sections = flat("a", "b", "c", "d"), options = {}) {
  const wire = wired();
  const list = new LiveList(wire.client, "board", options);
  const events = [];
  for (const name of ["change", "connection", "refused", "end"]) list.on(name, (event) => events.push([name, event]));
  await import("../src/storage.js");
  await settled();
  const [peer] = wire.peers;
  await peer.welcome();
  const feed = new Feed(peer, peer.opens[0]);
  await feed.page(1, sections);
  events.length = 0;
  // What a list view shows, which follows the events and the moves that were made.
  return { ...wire, list, events, peer, feed };
}

/** Answers the next transaction that was not answered yet. */
async function answer(peer, version) {
  const applies = peer.opens.filter(({ method }) => method.endsWith("/Apply"));
  const open = applies.at(-1);
  await peer.answer(open, "ApplyResponse", { version, changed: true });
  return open;
}

test("a move is shown at once, and not reported when the server has it", async () => {
  const { list, events, feed, peer } = await live();
  const { batch, requestId } = list.move("d", { before: "a" });
  assert.deepEqual([...batch.itemMoves], [0, 3, 0, 0]);
  assert.equal(order(list.sections), ":dabc");
  await settled();
  assert.deepEqual(peer.opens[1].request.operations[0].moveItems.items[0].id, "d");
  assert.deepEqual(peer.opens[1].request.requestId, requestId);
  assert.ok(list.hasPendingMoves);
  await feed.batch(1, 2, flat("a", "b", "c", "d"), flat("d", "a", "b", "c"), { ownRequestIds: [requestId] });
  assert.equal(order(list.sections), ":dabc");
  assert.deepEqual(events, []);
  assert.ok(!list.hasPendingMoves);
  await answer(peer, 2);
  assert.deepEqual(events, []);
});

test("the answer may come before the batch", async () => {
  const { list, events, feed, peer } = await live();
  list.move("d", { first: true });
  await settled();
  await answer(peer, 2);
  assert.ok(list.hasPendingMoves);
  await feed.batch(1, 2, flat("a", "b", "c", "d"), flat("d", "a", "b", "c"));
  assert.ok(!list.hasPendingMoves);
  assert.deepEqual(events, []);
});

test("of changes of others, only theirs are reported, at the places that are shown", async () => {
  const { list, events, feed } = await live();
  const { requestId } = list.move("d", { first: true });
  await settled();
  await feed.batch(1, 3, flat("a", "b", "c", "d"), flat("d", "a", "x", "b", "c"), { ownRequestIds: [requestId] });
  assert.equal(events.length, 1);
  const [[name, { type, batch, ownRequestIds }]] = events;
  assert.deepEqual([name, type, ownRequestIds.length], ["change", "batch", 1]);
  assert.deepEqual([batch.itemMoves, batch.itemInserts.map(({ at }) => at)], [[], [{ section: 0, item: 2 }]]);
  assert.equal(order(list.sections), ":daxbc");
});

test("changes of others while a move is pending keep the move on top of them", async () => {
  const { list, events, feed, peer } = await live();
  list.move("a", { after: "c" });
  await settled();
  await feed.batch(1, 2, flat("a", "b", "c", "d"), flat("x", "a", "b", "c", "d"));
  assert.equal(order(list.sections), ":xbcad");
  assert.deepEqual(events.map(([, { batch }]) => [batch.itemMoves, batch.itemInserts.length]), [[[], 1]]);
  await answer(peer, 3);
  await feed.batch(2, 3, flat("x", "a", "b", "c", "d"), flat("x", "b", "c", "a", "d"));
  assert.equal(events.length, 1);
});

test("a move that is refused is undone, and then told", async () => {
  const { list, events, peer } = await live();
  const { requestId } = list.move("d", { first: true });
  await settled();
  await peer.refuse(peer.opens[1], 7, { message: "read only", processed: "not_started" });
  assert.equal(order(list.sections), ":abcd");
  assert.deepEqual(events.map(([name]) => name), ["change", "refused"]);
  assert.deepEqual(events[0][1].batch.itemMoves, [0, 0, 0, 3]);
  assert.deepEqual([events[1][1].requestId, events[1][1].error.code], [requestId, "PERMISSION_DENIED"]);
});

test("moves are sent one after the other, with places beside other items", async () => {
  const { list, peer } = await live();
  list.move(["a", "b"], { last: true });
  list.move("c", { at: 1 });
  assert.equal(order(list.sections), ":dcab");
  await settled();
  assert.equal(peer.opens.length, 2);
  await answer(peer, 2);
  assert.equal(peer.opens.length, 3);
  assert.deepEqual(peer.opens[2].request.operations[0].moveItems.to.at, 1);
});

test("a move whose answer was lost is sent again with its request id", async () => {
  const wire = await live();
  const { list, events, peers } = wire;
  const { requestId } = list.move("d", { first: true });
  await settled();
  await peers[0].lose();
  assert.equal(order(list.sections), ":dabc");
  await wire.clock.advance(200);
  await peers[1].welcome();
  await wire.clock.advance(3000);
  const opens = peers[1].opens;
  const apply = opens.find(({ method }) => method.endsWith("/Apply"));
  assert.deepEqual(apply.request.requestId, requestId);
  const subscribe = opens.find(({ method }) => method.endsWith("/Subscribe"));
  const [before, after] = [flat("a", "b", "c", "d"), flat("d", "a", "b", "c")];
  await new Feed(peers[1], subscribe).batch(1, 2, before, after, { ownRequestIds: [requestId] });
  await peers[1].answer(apply, "ApplyResponse", { version: 2, replayed: true });
  assert.deepEqual(events.map(([name, { state }]) => `${name} ${state}`), [
    "connection disconnected", "connection connected",
  ]);
  assert.ok(!list.hasPendingMoves);
});

test("moves that can't be are refused at once", async () => {
  const { list } = await live([...flat("a", "b"), { id: "s", fields: {}, items: [] }]);
  const refusals = [
    [["nobody"], {}, "NOT_FOUND"],
    [["a"], { section: "none" }, "NOT_FOUND"],
    [["a"], { before: "nobody" }, "NOT_FOUND"],
    [["a"], { before: "b", section: "s" }, "NOT_FOUND"],
    [["a", "a"], {}, "INVALID_ARGUMENT"],
    [[], {}, "INVALID_ARGUMENT"],
    [["a"], { at: 2 }, "OUT_OF_RANGE"],
    [["a"], { at: -1 }, "OUT_OF_RANGE"],
    [["a"], { middle: true }, "INVALID_ARGUMENT"],
  ];
  for (const [ids, to, code] of refusals) assert.throws(() => list.move(ids, to), { code }, `${ids} ${JSON.stringify(to)}`);
  assert.equal(order(list.sections), ":ab s:");
  assert.equal(list.move("a", { before: "nobody", ifAnchorMissing: "last" }).batch.itemMoves.length, 4);
  assert.equal(list.move("a", {}).batch, undefined);
  assert.equal(list.move("b", { after: "nobody", ifAnchorMissing: "first", section: "s" }).batch.itemMoves.length, 4);
  assert.equal(order(list.sections), ":a s:b");
});

test("sections move in the same way", async () => {
  const { list, events, feed, peer } = await live([...flat("a"), { id: "s", fields: {}, items: [] }]);
  const { batch, requestId } = list.moveSections("s", { first: true });
  assert.deepEqual([...batch.sectionMoves], [1, 0]);
  await settled();
  assert.equal(peer.opens[1].request.operations[0].moveSections.sections[0].id, "s");
  const [before, after] = [[...flat("a"), { id: "s", fields: {}, items: [] }], list.sections];
  await feed.batch(1, 2, before, after, { ownRequestIds: [requestId] });
  assert.deepEqual(events, []);
});

// Live lists of views.

/** A row of a view, and a view with sections of such rows. */
const row = (id) => ({ ...item(id), origin: { collection: "board", section: "", item: id } });
const view = (...sections) => sections.map(([id, ...rows]) => ({ id, fields: {}, items: rows.map(row) }));
const ABCD = view(["x", "a", "b"], ["y", "c", "d"], ["z"]);

/** The calls of a peer that place rows. */
const places = (peer) => peer.opens.filter(({ method }) => method.endsWith("/Place"));

/** The answer of a server that wrote something in a collection. */
const written = { applied: [{ collection: "board", version: 9 }] };

test("a row of a view is shown in the gap at once, and placed where it was seen", async () => {
  const { list, events, feed, peer } = await live(ABCD);
  let told = 0;
  list.on("pending", () => told++);
  const { batch, requestId } = list.move(["d", "a"], { section: "x", after: "b" }, { allow: ["section"] });
  assert.equal(order(list.sections), "x:bda y:c z:");
  assert.equal(batch.itemMoves.length, 8);
  assert.deepEqual(["a", "b"].map((id) => list.isPending(id)), [true, false]);
  await settled();
  const [{ request }] = places(peer);
  assert.deepEqual([request.name, request.rows, request.section], ["board", ["d", "a"], "x"]);
  assert.deepEqual([request.previous, request.next, [...request.seen]], ["b", "", [1, 1]]);
  assert.deepEqual([request.allow, request.requestId], [["section"], requestId]);
  await peer.answer(places(peer)[0], "PlaceRowsResponse", written);
  // What others do before the batch comes does not take it back.
  await feed.batch(1, 2, ABCD, view(["x", "a", "b"], ["y", "n", "c", "d"], ["z"]));
  assert.equal(order(list.sections), "x:bda y:nc z:");
  assert.ok(list.isPending("d"));
  const [before, after] = [["x", "a", "b"], ["x", "b", "d", "a"]];
  await feed.batch(
    2, 3, view(before, ["y", "n", "c", "d"], ["z"]), view(after, ["y", "n", "c"], ["z"]), { ownRequestIds: [requestId] },
  );
  assert.equal(order(list.sections), "x:bda y:nc z:");
  assert.deepEqual(events.map(([name, { batch: { itemMoves, itemInserts } }]) => [name, itemMoves, itemInserts.length]), [
    ["change", [], 1],
  ]);
  assert.deepEqual([list.hasPendingMoves, told], [false, 2]);
});

test("a row of a view goes back in one batch where it takes more, with the effects that would do", async () => {
  const { list, events, peer } = await live(ABCD);
  const { requestId } = list.move("a", { section: "z" }, { allow: ["collection"] });
  await settled();
  const [{ request }] = places(peer);
  assert.deepEqual([request.section, request.previous, request.next], ["z", "", ""]);
  const field = { name: "field", value: new TextEncoder().encode("allow[section,sort]") };
  await peer.refuse(places(peer)[0], 9, { message: "it takes another section", details: [field] });
  assert.equal(order(list.sections), "x:ab y:cd z:");
  const [[change, { batch }], [refused, refusal]] = events;
  assert.deepEqual([change, batch.itemMoves, refused, events.length], ["change", [2, 0, 0, 0], "refused", 2]);
  assert.deepEqual([refusal.requestId, refusal.error.field], [requestId, "allow[section,sort]"]);
  assert.deepEqual(refusal.allow, ["collection", "section", "sort_fields"]);
  list.move(refusal.items, refusal.to, { allow: refusal.allow });
  assert.equal(order(list.sections), "x:b y:cd z:a");
  await settled();
  assert.deepEqual(places(peer)[1].request.allow, ["collection", "section", "sort_fields"]);
  await peer.refuse(places(peer)[1], 7, { message: "read only" });
  assert.deepEqual(events.at(-1)[1].allow, []);
  assert.ok(!list.hasPendingMoves);
});

test("a row of a view that is placed where the view does not change is pending until progress, or not at all", async () => {
  const { list, events, feed, peer } = await live(ABCD);
  list.move("b", { before: "a" });
  await settled();
  await peer.answer(places(peer)[0], "PlaceRowsResponse", written);
  assert.ok(list.isPending("b"));
  await feed.progress(2);
  assert.equal(order(list.sections), "x:ab y:cd z:");
  assert.equal(events.length, 1);
  list.move("b", { before: "a" });
  await settled();
  await peer.answer(places(peer)[1], "PlaceRowsResponse", {});
  assert.ok(!list.hasPendingMoves);
  assert.equal(order(list.sections), "x:ab y:cd z:");
  // Where nobody is told whose a change is, the next one has it.
  list.move("b", { before: "a" });
  await settled();
  await peer.answer(places(peer)[2], "PlaceRowsResponse", { applied: [{ version: 3 }] });
  await feed.batch(2, 3, ABCD, view(["x", "b", "a"], ["y", "c", "d"], ["z"]));
  assert.ok(!list.hasPendingMoves);
  assert.equal(order(list.sections), "x:ba y:cd z:");
  assert.equal(events.length, 2);
});

test("progress that only confirms a token settles no placement; a whole list before the answer does", async () => {
  const { list, events, feed, peer } = await live(ABCD);
  list.move("b", { before: "a" });
  await settled();
  await peer.answer(places(peer)[0], "PlaceRowsResponse", written);
  await feed.progress(1);
  assert.ok(list.isPending("b"));
  assert.deepEqual([order(list.sections), events.length], ["x:ba y:cd z:", 0]);
  await feed.progress(2);
  list.move("c", { after: "d" });
  await settled();
  await feed.page(4, view(["x", "a", "b"], ["y", "d", "c"], ["z"]), { reason: "too_many_changes" });
  assert.ok(list.isPending("c"));
  await peer.answer(places(peer)[1], "PlaceRowsResponse", written);
  assert.ok(!list.hasPendingMoves);
  assert.equal(order(list.sections), "x:ab y:dc z:");
});

test("nothing else of a view is changed", async () => {
  const { list, peer } = await live(ABCD);
  assert.throws(() => list.moveSections("z", { first: true }), { code: "FAILED_PRECONDITION" });
  assert.throws(() => list.move("a", { after: "nobody" }), { code: "NOT_FOUND" });
  assert.equal(list.move("a", { before: "b" }).batch, undefined);
  await settled();
  assert.equal(peer.opens.length, 1);
});

test("a list that is paused does not change, except by moves", async () => {
  const { list, events, feed } = await live();
  list.pause();
  await feed.batch(1, 2, flat("a", "b", "c", "d"), flat("a", "b", "c"));
  await feed.batch(2, 3, flat("a", "b", "c"), flat("b", "c"));
  assert.equal(order(list.sections), ":abcd");
  assert.equal(feed.credit, 4);
  list.move("c", { first: true });
  assert.equal(order(list.sections), ":cabd");
  list.resume();
  await settled();
  assert.equal(order(list.sections), ":cb");
  assert.equal(events.filter(([name]) => name === "change").length, 2);
});

test("a batch that does not fit leads to the whole list", async () => {
  const { list, events, feed, peer } = await live();
  await feed.batch(1, 2, flat("x"), flat("x", "y"));
  const again = new Feed(peer, peer.opens[1]);
  assert.equal(again.open.request.resumeToken.length, 0);
  await again.page(3, flat("n"));
  assert.equal(order(list.sections), ":n");
  assert.deepEqual(events.map(([, { type, reason }]) => [type, reason]), [["reload", "first"]]);
});

test("a list of another history drops the moves that were made in the old one", async () => {
  const { list, feed, peer } = await live();
  list.move("d", { first: true });
  await settled();
  await answer(peer, 99);
  await feed.page(2, flat("a", "d"), { epoch: 8n, reason: "epoch_changed" });
  assert.equal(order(list.sections), ":ad");
  assert.ok(!list.hasPendingMoves);
});

test("a list that is stored is there at once the next time, and goes on from its token", async () => {
  const stored = new Map();
  const storage = { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value) };
  const first = await live(flat("a", "ü"), { storage, storageKey: "key" });
  await first.clock.advance(1000);
  assert.equal(stored.size, 1);
  first.list.close();

  const second = wired();
  const list = new LiveList(second.client, "board", { storage, storageKey: "key" });
  await list.loaded;
  assert.deepEqual([order(list.sections), list.version], [":aü", 1]);
  await settled();
  await second.peers[0].welcome();
  const feed = new Feed(second.peers[0], second.peers[0].opens[0]);
  assert.deepEqual([...feed.open.request.resumeToken], [1, 1]);
  await feed.batch(1, 2, flat("a", "ü"), flat("ü"));
  assert.equal(order(list.sections), ":ü");

  const notes = encode("SubscribeResponse", { version: 3, epoch: EPOCH, resumeToken: token(3) });
  for (const text of ["no list", btoa(String.fromCharCode(...notes))]) {
    stored.set("key", text);
    const other = new LiveList(wired().client, "board", { storage, storageKey: "key" });
    await settled();
    assert.ok(!other.isLoaded, text);
  }
  const full = { getItem: () => null, setItem: () => { throw new Error("quota"); } };
  const third = await live(flat("a"), { storage: full });
  await third.clock.advance(1000);
  assert.ok(third.list.isLoaded);
});

test("a list whose storage may not be read comes from the server", async () => {
  const fail = () => { throw new Error("denied"); };
  const { list } = await live(flat("a"), { storage: { getItem: fail, setItem: fail } });
  await list.loaded;
  assert.equal(order(list.sections), ":a");
});

test("a list that can't come says so, and one that is closed changes no more", async () => {
  const { client, peers } = wired();
  const list = new LiveList(client, "board");
  const ends = [];
  list.on("end", ({ error }) => ends.push(error.code));
  const failed = errorOf(list.loaded);
  await settled();
  await peers[0].welcome();
  await peers[0].refuse(peers[0].opens[0], 5, { message: "no such list" });
  assert.equal((await failed).code, "NOT_FOUND");
  assert.deepEqual(ends, ["NOT_FOUND"]);
  assert.throws(() => list.move("a", {}), { code: "FAILED_PRECONDITION" });

  const other = await live();
  other.list.close();
  await settled();
  assert.equal(other.peer.of(6).length, 1);
  assert.deepEqual(other.events, []);
  assert.equal(order(other.list.sections), ":abcd");
});

test("a listener that is removed hears no more, and one that fails stops nothing", async (context) => {
  const { list, feed } = await live();
  const heard = [];
  const failures = reported(context);
  const forget = list.on("change", () => heard.push("first"));
  list.on("change", () => { throw new Error("a listener failed"); });
  list.on("change", () => heard.push("last"));
  await feed.batch(1, 2, flat("a", "b", "c", "d"), flat("a", "b", "c"));
  forget();
  await settled();
  assert.deepEqual([heard, failures], [["first", "last"], ["a listener failed"]]);
});
