// Drops as drag libraries tell of them: where items go, also in a page with SortableJS.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { connect } from "../arrange.js";
import { inOrder, onto, toIndex } from "../drops.js";
import { changed, pathOf } from "../src/moves.js";
import { CHROMIUM, serve, startBrowser } from "./support/browser.mjs";
import { order } from "./support/feed.mjs";
import { edited, randomList } from "./support/lists.mjs";
import { seeded } from "./support/random.mjs";
import { startServer } from "./support/server.mjs";

const SORTABLE = "/usr/share/javascript/sortable/Sortable.min.js";

/** The list after a move, as the server makes it. */
const moved = (list, ids, to) => changed(list, { requestId: new Uint8Array(0), ids: [ids].flat(), to });
const idsOf = (list) => list.map(({ id, items }) => [id, items.map((item) => item.id)]);

/** A list in which a section and an item can be chosen. */
function filled(random) {
  for (;;) {
    const list = randomList(random);
    if (list.some(({ items }) => items.length)) return list;
  }
}

test("items that are dropped at an index, or an order, are there", seeded((random) => {
  for (let count = 0; count < 2000; count++) {
    const list = filled(random);
    const all = list.flatMap(({ items }) => items.map(({ id }) => id));
    const ids = random.shuffled(all).slice(0, 1 + random.below(3));
    const target = random.pick(list);
    const wanted = list.map(({ id, items }) => [id, items.map((item) => item.id).filter((one) => !ids.includes(one))]);
    const [, rest] = wanted[list.indexOf(target)];
    const index = random.below(rest.length + 1);
    rest.splice(index, 0, ...ids);
    assert.deepEqual(idsOf(moved(list, ids, toIndex(list, ids, target.id, index))), wanted);
    if (ids.length === 1) assert.deepEqual(idsOf(moved(list, ids, inOrder(target.id, rest, ids[0]))), wanted);
  }
}));

test("an item that is dropped on another one takes its index, and on a section its end", seeded((random) => {
  for (let count = 0; count < 2000; count++) {
    const list = filled(random);
    const all = list.flatMap(({ items }) => items.map(({ id }) => id));
    const [item, over] = [random.pick(all), random.pick(all)];
    const result = moved(list, item, onto(list, item, over));
    assert.deepEqual(pathOf(result, item), pathOf(list, over));
    const section = random.pick(list);
    const last = moved(list, item, onto(list, item, section.id)).find(({ id }) => id === section.id).items.at(-1);
    assert.equal(last.id, item);
  }
}));

test("a drop that was computed from what was shown fits whatever others have made of it", seeded((random) => {
  for (let count = 0; count < 1000; count++) {
    const list = filled(random);
    const item = random.pick(list.flatMap(({ items }) => items)).id;
    const target = random.pick(list);
    const to = toIndex(list, item, target.id, random.below(target.items.length + 1));
    const now = edited(random, list);
    const isThere = now.some(({ items }) => items.some(({ id }) => id === item)) && now.some(({ id }) => id === target.id);
    const anchor = now.find(({ items }) => items.some(({ id }) => id === to.after));
    if (!isThere || (anchor && anchor.id !== target.id) || to.after === item) continue;
    const items = moved(now, item, to).find(({ id }) => id === target.id).items.map(({ id }) => id);
    const index = items.indexOf(item);
    if (to.first) assert.equal(index, 0);
    else if (anchor) assert.equal(items[index - 1], to.after);
    else assert.equal(index, items.length - 1);
  }
}));

test("what is not there any more is no place", () => {
  const list = [{ id: "s", items: [{ id: "a" }] }];
  assert.deepEqual(
    [onto(list, "a", "gone"), inOrder("s", ["b"], "a"), toIndex(list, "a", "s", 99), toIndex(list, "a", "new", 0)],
    [undefined, undefined, { section: "s", first: true }, { section: "new", first: true }],
  );
});

const page = (url) => `<!doctype html><meta charset="utf-8"><title>Lists</title><link rel="icon" href="data:,">
<div id="board"></div>
<script src="/javascript/Sortable.min.js"></script>
<script type="module" nonce="page">
  import { connect, LiveList } from "/arrange.js";
  import { toIndex } from "/drops.js";
  const list = window.list = new LiveList(connect("${url}"), "board");
  const board = document.querySelector("#board");
  function show() {
    board.replaceChildren(...list.sections.map(({ id, items }) => {
      const ol = document.createElement("ol");
      ol.dataset.section = id;
      ol.append(...items.map((item) => Object.assign(document.createElement("li"), { textContent: item.id })));
      for (const li of ol.children) li.dataset.id = li.textContent;
      new Sortable(ol, {
        group: "board", forceFallback: true, fallbackTolerance: 3,
        onStart: () => list.pause(),
        onEnd({ item, to, newDraggableIndex }) {
          const { id } = item.dataset;
          list.move(id, toIndex(list.sections, id, to.dataset.section, newDraggableIndex));
          list.resume();
          show();
        },
      });
      return ol;
    }));
  }
  list.on("change", show);
</script>`;

const SKIP = !CHROMIUM || !globalThis.WebSocket || !existsSync(SORTABLE);

describe("SortableJS", { timeout: 120_000, skip: SKIP }, () => {
  let site, server, browser, client, tab;
  before(async () => {
    site = await serve(undefined, ["/javascript/", "/usr/share/javascript/sortable"]);
    site.policy = undefined;
    server = await startServer({ args: ["--http", "127.0.0.1:0", "--http-origins", site.origin] });
    client = connect(server.url);
    browser = await startBrowser();
    await client.create("board");
    await client.apply("board", [
      { insertSections: { sections: [{ id: "s" }, { id: "t" }] } },
      { insertItems: { section: "s", items: [..."abcd"].map((id) => ({ id })) } },
      { insertItems: { section: "t", items: [{ id: "x" }, { id: "y" }] } },
    ]);
    site.page = page(`ws://127.0.0.1:${server.httpPort}/arrange`);
    tab = await browser.open(site.origin);
    await tab.until('document.querySelector("li")');
  });
  after(async () => {
    await client?.close();
    await browser?.close();
    await server?.stop();
    await site?.close();
  });

  async function stored() {
    const { sections } = await client.fetch("board");
    return order(sections.map(({ section, items }) => ({ ...section, items })));
  }

  test("what is shown after a drop is what the server has, within a list and between two", async () => {
    const drags = [["a", "c", 0.9], ["d", "a", 0.1], ["b", "y", 0.9], ["x", "c", 0.1], ["c", "c", 0.5]];
    for (const [from, to, fraction] of drags) {
      const [start, end] = [await tab.place(`[data-id=${from}]`), await tab.place(`[data-id=${to}]`, fraction)];
      await tab.mouse("mousePressed", start);
      for (let step = 1; step <= 8; step++) {
        const [x, y] = [start.x + ((end.x - start.x) * step) / 8, start.y + ((end.y - start.y) * step) / 8];
        await tab.mouse("mouseMoved", { x, y });
        await tab.value("new Promise((resolve) => requestAnimationFrame(resolve))");
      }
      await tab.mouse("mouseReleased", end);
      await tab.until("!list.hasPendingMoves");
      const shown = await tab.value(`[...document.querySelectorAll("ol")]
        .map((ol) => ol.dataset.section + ":" + [...ol.children].map((li) => li.dataset.id).join("")).join(" ")`);
      assert.equal(shown, await stored(), `${from} to ${to}`);
    }
    assert.notEqual(await stored(), "s:abcd t:xy");
    assert.deepEqual(tab.errors, []);
  });
});
