// Subscriptions to outlines, with a network and a clock that belong to the test.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Folding, LiveOutline, outlineUpdates } from "../trees.js";
import { EPOCH, Feed, flat, item, token } from "./support/feed.mjs";
import { seeded } from "./support/random.mjs";
import { edited, naiveBatch, randomTree, rowsOf, sectionsOf, sizeOf } from "./support/trees.mjs";
import { errorOf, reported, settled, wired } from "./support/wire.mjs";

/** The server's side of a subscription to an outline. */
class OutlineFeed extends Feed {
  /** A page of runs, `{ id, items, depths }` with what else they have; the whole of a plain tree when given one. */
  outline(version, tree, { page = 0, last = true, reason = "first", size, sections, ...rest } = {}) {
    const runs = sections ?? sectionsOf(tree);
    return this.send({
      version,
      resumeToken: last ? token(version) : undefined,
      snapshot: {
        reason, page, last, size: size ?? sizeOf(tree),
        sections: runs.map(({ id, fields = {}, items, depths, index, firstItem = 0, hidden = [] }, place) => {
          return { index: index ?? place, section: { id, fields }, firstItem, items, depths, hidden };
        }),
      },
      ...rest,
    });
  }

  tree(from, version, batch, rest = {}) {
    const commits = Math.max(0, version - from);
    return this.send({ version, resumeToken: token(version), tree: { ...batch, fromVersion: from, commits }, ...rest });
  }
}

/** The feed of the newest call, on a connection that the server greets. */
async function nextFeed({ clock, peers }) {
  await clock.advance(3000);
  await peers.at(-1).welcome();
  return feedOf(peers.at(-1));
}

const feedOf = (peer, call = -1) => new OutlineFeed(peer, peer.opens.at(call));

async function subscribed(options) {
  const wire = wired();
  const updates = outlineUpdates(wire.client, "plan", options);
  const first = updates.next();
  await settled();
  await wire.peers[0].welcome();
  return { ...wire, updates, first, feed: feedOf(wire.peers[0]) };
}

/** A plain tree of one section, `a(bc)d`. */
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

/** A batch that changes nothing of a plain tree. */
const nothing = (tree) => ({ before: sizeOf(tree), after: sizeOf(tree) });

/** A batch that adds an item at the top. */
const adding = (tree, id) => {
  const { sections, items } = sizeOf(tree);
  const inserts = [{ list: 0, at: 0, rows: [item(id, { n: 0 })], depths: [0] }];
  return { before: { sections, items }, after: { sections, items: items + 1 }, inserts };
};

test("a subscription is an outline, batches and progress", seeded(async (random) => {
  const folding = new Folding({ items: ["x", "y"], sections: ["z"] });
  const options = { folding, nameAuthors: true, reloadThreshold: 9, shortestIntervalMs: 2 };
  const { updates, first, feed } = await subscribed(options);
  const { request } = feed.open;
  assert.deepEqual([request.collection, request.profile, request.reloadThreshold], ["plan", "tree", 9]);
  assert.deepEqual(request.folding, { lazy: false, items: ["x", "y"], sections: ["z"] });
  assert.deepEqual([request.shortestIntervalUs, request.nameAuthors, request.ownRequestPrefix.length], [2000, true, 8]);
  let tree = randomTree(random, 30);
  await feed.outline(1, tree);
  const { value: whole } = await first;
  assert.deepEqual([whole.type, whole.reason, whole.version, whole.epoch], ["outline", "first", 1, EPOCH]);
  assert.deepEqual([...whole.resumeToken], [1, 1]);
  const { list } = whole;
  assert.deepEqual(list.folding.items, ["x", "y"]);
  for (let version = 2; version < 40; version += 2) {
    const next = edited(random, tree);
    const notes = { ownRequestIds: [Uint8Array.of(9)], authors: [{ principal: "ann", commits: 2 }] };
    await feed.tree(version - 1, version + 1, naiveBatch(random, tree, next), notes);
    const { value } = await updates.next();
    assert.deepEqual([value.type, value.from, value.version, value.commits], ["batch", version - 1, version + 1, 2]);
    assert.deepEqual([[...value.ownRequestIds[0]], value.authors[0].principal], [[9], "ann"]);
    list.apply(value.batch);
    assert.deepEqual(rowsOf(list), rowsOf(next));
    tree = next;
  }
  await feed.progress(50);
  assert.deepEqual((await updates.next()).value.type, "progress");
  // The server passes over versions at which nothing visible changed.
  await feed.tree(52, 53, nothing(tree));
  const { value: last } = await updates.next();
  assert.deepEqual([last.from, last.version], [50, 53]);
}));

test("nothing is said of a folding that collapses nothing", async () => {
  const { feed, updates } = await subscribed({ folding: new Folding() });
  assert.equal(feed.open.request.folding, undefined);
  updates.return();
  const lazy = await subscribed({ folding: new Folding({ lazy: true }) });
  assert.deepEqual(lazy.feed.open.request.folding, { lazy: true, items: [], sections: [] });
});

test("pages are one outline, wherever they are cut, and page 0 begins again", seeded(async (random) => {
  const { first, feed, updates } = await subscribed();
  let next = first;
  for (let version = 1; version < 40; version++) {
    const tree = randomTree(random, random.below(30));
    const pages = [[]];
    for (const [index, { items, depths, ...section }] of sectionsOf(tree).entries()) {
      for (let at = 0, end; at === 0 || at < items.length; at = end) {
        end = Math.min(items.length, at + 1 + random.below(8));
        const run = { ...section, index, firstItem: at, items: items.slice(at, end), depths: depths.slice(at, end) };
        pages.at(-1).push(run);
        if (random.chance(0.5)) pages.push([]);
        if (items.length === 0) break;
      }
    }
    const options = { reason: "too_many_changes", size: sizeOf(tree) };
    if (random.chance(0.3)) await feed.outline(version, undefined, { ...options, sections: pages[0], last: false });
    for (const [page, sections] of pages.entries()) {
      const last = page === pages.length - 1;
      await feed.outline(version, undefined, { ...options, sections, page, last });
      // The reader takes pages only as it reads.
      if (!last && page % 2) await settled();
    }
    const { value } = await next;
    assert.deepEqual([value.reason, value.version], ["too_many_changes", version]);
    assert.deepEqual(rowsOf(value.list), rowsOf(tree));
    next = updates.next();
    await settled();
  }
}));

test("what is below collapsed rows is counted", async () => {
  const { first, feed, updates } = await subscribed({ folding: new Folding({ items: ["a", "d"], sections: ["t"] }) });
  const size = { sections: 2, items: 3 };
  const hidden = (row, children, descendants) => [{ row, children, descendants }];
  await feed.outline(1, undefined, {
    size, last: false, sections: [{ id: "s", items: [item("a"), item("b")], depths: [1, 1], hidden: hidden(0, 2, 5) }],
  });
  await feed.outline(1, undefined, {
    size, page: 1,
    sections: [
      { id: "s", index: 0, firstItem: 2, items: [item("d")], depths: [2], hidden: hidden(0, 1, 1) },
      { id: "t", index: 1, items: [], depths: [], hidden: hidden(-1, 3, 4) },
    ],
  });
  const { value: { list } } = await first;
  const counts = [...list.rows()].map(({ id, childCount, descendants }) => [id, childCount, descendants]);
  assert.deepEqual(counts, [["s", 2, 9], ["a", 2, 5], ["b", 1, 2], ["d", 1, 1], ["t", 3, 4]]);
  await feed.tree(1, 2, { before: size, after: size, counts: [{ list: -1, at: 1, children: 0, descendants: 0 }] });
  list.apply((await updates.next()).value.batch);
  assert.equal(list.section("t").folded, undefined);
});

test("after a lost connection it goes on where it was, also in the middle of a snapshot", async () => {
  const wire = await subscribed();
  const { updates, first, feed } = wire;
  const tree = drawn("a(b)");
  await feed.outline(4, undefined, { sections: [], size: sizeOf(tree), last: false });
  await feed.peer.lose();
  const second = await nextFeed(wire);
  assert.equal(second.open.request.resumeToken.length, 0);
  await second.outline(4, tree);
  const { value: { list } } = await first;
  const next = updates.next();
  await settled();
  await second.peer.lose();
  const third = await nextFeed(wire);
  assert.deepEqual([...third.open.request.resumeToken], [1, 4]);
  assert.equal(third.open.request.profile, "tree");
  await third.tree(4, 9, adding(tree, "c"));
  const { value } = await next;
  assert.deepEqual([value.from, value.version], [4, 9]);
  list.apply(value.batch);
  assert.deepEqual([...list.rows()].map(({ id }) => id), ["s", "c", "a", "b"]);
});

test("it goes on from the token of an earlier reader", async () => {
  const { feed, first } = await subscribed({ resumeToken: token(4) });
  assert.deepEqual([...feed.open.request.resumeToken], [1, 4]);
  await feed.tree(3, 5, nothing(drawn("a")));
  const { value } = await first;
  assert.deepEqual([value.type, value.from, value.version], ["batch", 3, 5]);
});

test("a snapshot that a lost connection cut off is forgotten", async () => {
  const wire = await subscribed();
  await wire.feed.outline(4, tree);
  await wire.first;
  const next = wire.updates.next();
  await wire.feed.outline(9, undefined, { sections: [], size: one, last: false });
  await wire.feed.peer.lose();
  const second = await nextFeed(wire);
  await second.tree(4, 5, nothing(tree));
  const { value } = await next;
  assert.deepEqual([value.type, value.from], ["batch", 4]);
});

const tree = drawn("a(b)");
const run = { id: "s", items: [item("a")], depths: [1] };
const one = { sections: 1, items: 1 };

/** What does not follow the outline `a(b)` at version 4, of which the items `a` and the sections `t` are collapsed. */
const misfits = {
  "is of another epoch": (feed) => feed.progress(5, { epoch: 8n }),
  "is of an older version": (feed) => feed.progress(3),
  "has no token": (feed) => feed.progress(5, { resumeToken: undefined }),
  "has no content": (feed) => feed.send({ version: 5, resumeToken: token(5) }),
  "is a batch of another epoch": (feed) => feed.tree(4, 5, nothing(tree), { epoch: 8n }),
  "is a batch before the version": (feed) => feed.tree(3, 5, nothing(tree)),
  "is a batch from behind its version": (feed) => feed.tree(6, 5, nothing(tree)),
  "is a batch without a token": (feed) => feed.tree(4, 5, nothing(tree), { resumeToken: undefined }),
  "is a batch for another size": (feed) => feed.tree(4, 5, nothing(drawn("a"))),
  "is a batch without a size": (feed) => feed.tree(4, 5, { after: sizeOf(tree) }),
  "is an outline without a token": (feed) => feed.outline(5, tree, { resumeToken: undefined }),
  "is an outline of another size": (feed) => feed.outline(5, tree, { size: one }),
  "is an outline without a size": (feed) => feed.send({
    version: 5, resumeToken: token(5), snapshot: { reason: "first", last: true },
  }),
  "is a page in the middle": (feed) => feed.outline(5, tree, { page: 1 }),
  "leaves out a page": async (feed) => {
    await feed.outline(5, undefined, { size: one, sections: [run], last: false });
    await feed.outline(5, undefined, { size: one, sections: [], page: 2 });
  },
  "has a page of another version": async (feed) => {
    await feed.outline(5, undefined, { size: one, sections: [run], last: false });
    await feed.outline(6, undefined, { size: one, sections: [], page: 1 });
  },
  "has a page of another epoch": async (feed) => {
    await feed.outline(5, undefined, { size: one, sections: [run], last: false });
    await feed.outline(5, undefined, { size: one, sections: [], page: 1, epoch: 8n });
  },
  "has a page with another size": async (feed) => {
    await feed.outline(5, undefined, { size: one, sections: [], last: false });
    await feed.outline(5, undefined, { size: sizeOf(tree), sections: [run], page: 1 });
  },
  "has a page with another reason": async (feed) => {
    await feed.outline(5, undefined, { size: one, sections: [run], last: false });
    await feed.outline(5, undefined, { size: one, sections: [], page: 1, reason: "too_large" });
  },
  "is a batch between pages": async (feed) => {
    await feed.outline(5, undefined, { size: one, sections: [run], last: false });
    await feed.tree(5, 5, nothing(tree));
  },
  "is progress between pages": async (feed) => {
    await feed.outline(5, undefined, { size: one, sections: [run], last: false });
    await feed.progress(5);
  },
  "leaves out a section": (feed) => feed.outline(5, undefined, { size: one, sections: [{ ...run, index: 1 }] }),
  "leaves out items": (feed) => feed.outline(5, undefined, { size: one, sections: [{ ...run, firstItem: 1 }] }),
  "goes on with another section": async (feed) => {
    const size = { sections: 1, items: 2 };
    await feed.outline(5, undefined, { size, sections: [run], last: false });
    await feed.outline(5, undefined, { size, sections: [{ ...run, id: "t", firstItem: 1, items: [item("c")] }], page: 1 });
  },
  "goes back to a section": (feed) => feed.outline(5, undefined, {
    size: { sections: 2, items: 2 },
    sections: [run, { id: "t", items: [], depths: [] }, { ...run, index: 0, firstItem: 1, items: [item("c")] }],
  }),
  "goes on with a section of another index": async (feed) => {
    const size = { sections: 1, items: 2 };
    await feed.outline(5, undefined, { size, sections: [run], last: false });
    await feed.outline(5, undefined, { size, sections: [{ ...run, index: 2, firstItem: 1, items: [item("c")] }], page: 1 });
  },
  "has the depths of a page on another": async (feed) => {
    const size = { sections: 1, items: 2 };
    await feed.outline(5, undefined, { size, sections: [{ ...run, depths: [] }], last: false });
    await feed.outline(5, undefined, {
      size, sections: [{ ...run, firstItem: 1, items: [item("c")], depths: [1, 1] }], page: 1,
    });
  },
  "has too few depths": (feed) => feed.outline(5, undefined, { size: one, sections: [{ ...run, depths: [] }] }),
  "has too many depths": (feed) => feed.outline(5, undefined, { size: one, sections: [{ ...run, depths: [1, 1] }] }),
  "has an item at the depth of sections": (feed) => feed.outline(5, undefined, {
    size: one, sections: [{ ...run, depths: [0] }],
  }),
  "has an item without a parent": (feed) => feed.outline(5, undefined, { size: one, sections: [{ ...run, depths: [2] }] }),
  "has an item twice": (feed) => feed.outline(5, undefined, {
    size: { sections: 1, items: 2 }, sections: [{ ...run, items: [item("a"), item("a")], depths: [1, 1] }],
  }),
  "counts what is below a row of another page": async (feed) => {
    const size = { sections: 1, items: 2 };
    const counted = { ...run, items: [item("c")], hidden: [{ row: 1, children: 1, descendants: 1 }] };
    await feed.outline(5, undefined, { size, sections: [counted], last: false });
    await feed.outline(5, undefined, { size, sections: [{ ...run, firstItem: 1 }], page: 1 });
  },
  "counts what is below something before the section": (feed) => feed.outline(5, undefined, {
    size: { sections: 1, items: 0 },
    sections: [{ id: "t", items: [], depths: [], hidden: [{ row: -2, children: 1, descendants: 1 }] }],
  }),
  "counts what is below an expanded section": (feed) => feed.outline(5, undefined, {
    size: { sections: 1, items: 0 },
    sections: [{ id: "s", items: [], depths: [], hidden: [{ row: -1, children: 1, descendants: 1 }] }],
  }),
  "counts what is below an expanded item": (feed) => feed.outline(5, undefined, {
    size: { sections: 1, items: 2 },
    sections: [
      { ...run, items: [item("a"), item("b")], depths: [1, 1], hidden: [{ row: 1, children: 1, descendants: 1 }] },
    ],
  }),
  "counts fewer children than none": (feed) => feed.outline(5, undefined, {
    size: one, sections: [{ ...run, hidden: [{ row: 0, children: -1, descendants: 1 }] }],
  }),
  "counts fewer items than none": (feed) => feed.outline(5, undefined, {
    size: one, sections: [{ ...run, hidden: [{ row: 0, children: 1, descendants: -1 }] }],
  }),
  "shows what is below something collapsed": (feed) => feed.outline(5, tree, {
    sections: [{ ...sectionsOf(tree)[0], hidden: [{ row: 0, children: 1, descendants: 1 }] }],
  }),
};

for (const [what, send] of Object.entries(misfits)) {
  test(`an update that ${what} leads to the whole outline`, async () => {
    const folding = new Folding({ items: ["a"], sections: ["t"] });
    const { first, feed, updates, peers } = await subscribed({ folding });
    await feed.outline(4, tree);
    assert.equal((await first).value.type, "outline");
    const next = updates.next();
    await settled();
    await send(feed);
    assert.equal(feed.peer.of(6).length, 1, "the stream is cancelled");
    const again = feedOf(peers[0]);
    const { request } = again.open;
    assert.deepEqual([request.resumeToken.length, request.profile, request.folding.items], [0, "tree", ["a"]]);
    await again.outline(2, drawn("c"));
    const { value } = await next;
    assert.deepEqual([value.type, value.version, rowsOf(value.list).length], ["outline", 2, 2]);
  });
}

test("after a reopening a batch begins at the token", async () => {
  const wire = await subscribed();
  await wire.feed.outline(4, tree);
  await wire.first;
  const next = wire.updates.next();
  await settled();
  await wire.feed.peer.lose();
  const second = await nextFeed(wire);
  await second.tree(5, 6, nothing(tree));
  const third = feedOf(second.peer);
  assert.equal(third.open.request.resumeToken.length, 0);
  await third.outline(6, tree);
  assert.equal((await next).value.type, "outline");
});

test("what is asked for anew has nothing to do with what was before", async () => {
  const { first, feed, updates, peers } = await subscribed();
  await feed.outline(4, tree);
  await first;
  const next = updates.next();
  await settled();
  await feed.progress(3);
  await feedOf(peers[0]).progress(2, { epoch: 9n });
  assert.equal((await next).value.version, 2);
});

test("a server whose updates never fit is an error", async () => {
  const { first, feed, updates, peers } = await subscribed();
  let next = first;
  for (let count = 0; count < 4; count++) {
    const own = count ? new OutlineFeed(peers[0], peers[0].opens[count]) : feed;
    // Only a batch says that the outline can be followed.
    await own.outline(4, tree);
    await next;
    next = updates.next();
    next.catch(() => {});
    await settled();
    await own.progress(3);
  }
  assert.equal((await errorOf(next)).code, "INTERNAL");
  assert.equal((await updates.next()).done, true);
});

test("a batch of a flat list is an error", async () => {
  const { first, feed } = await subscribed();
  const failed = errorOf(first);
  await feed.batch(4, 5, flat("a"), flat());
  const error = await failed;
  assert.deepEqual([error.code, /no outline/.test(error.message)], ["FAILED_PRECONDITION", true]);
});

test("a collection that is no outline is an error, and nothing is tried again", async () => {
  const { first, feed, peers } = await subscribed();
  const failed = errorOf(first);
  await feed.peer.refuse(feed.open, 9, { message: "the collection is no outline" });
  assert.equal((await failed).code, "FAILED_PRECONDITION");
  assert.equal(peers[0].opens.length, 1);
});

// Live outlines

/** A live outline that has come. */
async function live(options) {
  const wire = wired();
  const outline = new LiveOutline(wire.client, "plan", options);
  const events = [];
  for (const name of ["change", "end"]) outline.on(name, (event) => events.push({ name, ...event }));
  await settled();
  await wire.peers[0].welcome();
  const feed = feedOf(wire.peers[0]);
  await feed.outline(1, tree);
  await outline.loaded;
  return { ...wire, outline, events, feed };
}

test("a live outline has what the server has, and says what changes", seeded(async (random, context) => {
  const failures = reported(context);
  const { outline, events, feed } = await live();
  const { list } = outline;
  outline.on("change", () => {
    throw new Error("of the page");
  });
  assert.deepEqual(events, [{ name: "change", type: "reload", reason: "first" }]);
  let now = tree;
  for (let version = 2; version < 30; version++) {
    const next = edited(random, now);
    const batch = naiveBatch(random, now, next);
    await feed.tree(version - 1, version, batch);
    assert.deepEqual([rowsOf(list), outline.version], [rowsOf(next), version]);
    const { changed, ...event } = events.at(-1);
    assert.deepEqual([event.type, event.batch.commits], ["batch", 1]);
    assert.equal(changed.length, batch.updates.length + batch.sectionUpdates.length);
    now = next;
  }
  const count = events.length;
  await feed.progress(31);
  assert.deepEqual([outline.version, events.length, outline.list], [31, count, list]);
  await feed.outline(32, drawn("c"), { reason: "too_many_changes" });
  assert.deepEqual([rowsOf(list).length, events.at(-1).reason], [2, "too_many_changes"]);
  assert.equal(failures.length, 29);
}));

test("a batch that does not fit a live outline leads to the whole of it", async () => {
  const { outline, events, feed, peers } = await live();
  await feed.tree(1, 2, { ...nothing(tree), deletes: [0, 7] });
  const again = feedOf(peers[0]);
  assert.equal(again.open.request.resumeToken.length, 0);
  assert.deepEqual(rowsOf(outline.list), rowsOf(tree));
  await again.outline(2, drawn("c"));
  assert.deepEqual([outline.version, events.at(-1).type, rowsOf(outline.list).length], [2, "reload", 2]);
});

test("a live outline is followed with another folding", async () => {
  const { outline, feed, peers } = await live();
  const { list } = outline;
  // What comes of the old stream at the same time counts no more.
  const sent = feed.tree(1, 9, adding(tree, "c"));
  outline.fold(new Folding({ items: ["a"] }));
  await sent;
  assert.equal(feed.peer.of(6).length, 1);
  const second = feedOf(peers[0]);
  assert.deepEqual(second.open.request.folding.items, ["a"]);
  assert.deepEqual([outline.version, list.rowCount, list.folding.items], [1, 3, []]);
  await second.outline(2, undefined, {
    size: one, reason: "view_changed", sections: [{ ...run, hidden: [{ row: 0, children: 1, descendants: 1 }] }],
  });
  assert.deepEqual([outline.version, list.rowCount, list.find("a").folded.descendants], [2, 2, 1]);
  assert.deepEqual(list.folding.items, ["a"]);
});

test("a live outline ends with its collection, or when it is closed", async () => {
  const { outline, events, feed } = await live();
  await feed.peer.refuse(feed.open, 5, { message: "gone" });
  assert.deepEqual([events.at(-1).name, events.at(-1).error.code], ["end", "NOT_FOUND"]);
  outline.fold(new Folding());
  assert.equal(feed.peer.opens.length, 1);

  const closed = await live();
  closed.outline.close();
  await settled();
  assert.equal(closed.feed.peer.of(6).length, 1);
  closed.outline.fold(new Folding());
  assert.deepEqual([closed.events.length, closed.feed.peer.opens.length], [1, 1]);

  const wire = wired();
  const missing = new LiveOutline(wire.client, "plan");
  const failed = errorOf(missing.loaded);
  await settled();
  await wire.peers[0].welcome();
  await wire.peers[0].refuse(wire.peers[0].opens[0], 9, { message: "no outline" });
  assert.equal((await failed).code, "FAILED_PRECONDITION");
});
