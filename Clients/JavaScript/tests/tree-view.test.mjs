// Outlines in a page: where what is dropped goes, and what a reader and the owner of the page see.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { gapBetween, moveTo, step, topmost } from "../src/tree-drop.js";
import { TreeList } from "../trees.js";
import { CHROMIUM, serve, startBrowser } from "./support/browser.mjs";
import { randomness, seeded } from "./support/random.mjs";
import { naiveBatch, randomTree, received, rowsOf, sectionsOf, walk } from "./support/trees.mjs";

/** The rows of a list of which nothing is collapsed. */
const visible = (list) => [...list.rows()].map((node) => ({ node, depth: node.depth, isOpen: true }));

/** Makes a move in a plain tree. */
function perform(tree, { ids, section, parent, after: anchor }) {
  const moved = ids.map((id) => {
    const { node, parent: home } = [...walk(tree)].find((each) => each.node.id === id);
    home.children.splice(home.children.indexOf(node), 1);
    return node;
  });
  const home = [...walk(tree)].find(({ node }) => node.id === (parent || section)).node;
  home.children.splice(home.children.findIndex(({ id }) => id === anchor) + 1, 0, ...moved);
}

test("what is dropped between two rows is there, on the level that was chosen", seeded((random) => {
  for (let count = 0; count < 400; count++) {
    const tree = randomTree(random, 2 + random.below(10));
    const list = new TreeList(sectionsOf(tree));
    const rows = visible(list);
    const { node } = random.pick(rows.filter((row) => row.node.isItem));
    const below = new Set([node, ...[...list.rows()].filter((each) => {
      for (let above = each.parent; above; above = above.parent) if (above === node) return true;
      return false;
    })]);
    for (let index = 0; index <= rows.length; index++) {
      for (let depth = 0; depth < 6; depth++) {
        const gap = gapBetween(rows, index, depth);
        if (!gap) {
          assert.equal(index, 0);
          continue;
        }
        const move = moveTo([node], gap);
        const copy = structuredClone(tree);
        if (move) perform(copy, move);
        else if (below.has(gap.parent)) continue;
        // The rows that do not move are before and behind it as they were.
        const now = rowsOf(copy);
        const expected = rows.slice(0, index).filter((row) => !below.has(row.node)).length;
        assert.equal(now.findIndex(([id]) => id === node.id), expected, `${index} ${depth}`);
        assert.equal(now[expected][2], gap.depth);
        const isPossible = index < rows.length && rows[index].depth <= depth && depth <= rows[index - 1]?.depth;
        if (isPossible && depth > 0) assert.equal(gap.depth, depth);
      }
    }
  }
}));

test("several items go together, without those below others", () => {
  const root = randomTree(randomness(1), 0);
  root.children = [{ id: "s", n: 0, children: ["a", "b", "c"].map((id) => ({ id, n: 0, children: [] })) }];
  root.children[0].children[0].children = [{ id: "x", n: 0, children: [] }];
  const list = new TreeList(sectionsOf(root));
  const [a, x, b, c] = ["a", "x", "b", "c"].map((id) => list.find(id));
  const nodes = topmost(list.rows(), new Set([c, x, a]));
  assert.deepEqual(nodes, [a, c]);
  const move = { ids: ["a", "c"], section: "s" };
  assert.deepEqual(moveTo(nodes, { parent: b, after: undefined }), { ...move, parent: "b", after: undefined });
  assert.deepEqual(moveTo(nodes, { parent: list.section("s"), after: c }), { ...move, parent: "", after: "b" });
  assert.equal(moveTo(nodes, { parent: x, after: undefined }), undefined, "below itself");
  assert.equal(moveTo([b], { parent: list.section("s"), after: b }), undefined, "where it is");
  assert.equal(moveTo([b], { parent: list.section("s"), after: a }), undefined, "where it is");
  assert.deepEqual(step(b, "in"), { parent: a, after: x });
  assert.deepEqual(step(x, "out"), { parent: list.section("s"), after: a });
  assert.deepEqual(step(c, "up"), { parent: list.section("s"), after: a });
  assert.deepEqual(step(a, "down"), { parent: list.section("s"), after: b });
  for (const [node, way] of [[a, "up"], [c, "down"], [a, "in"], [a, "out"]]) assert.equal(step(node, way), undefined);
});

const PAGE = `<!doctype html><meta charset="utf-8"><title>Outline</title>
<div id="tree" aria-label="Plan"></div>
<script type="module" nonce="page">
  import { TreeList } from "/trees.js";
  import { attachTree } from "/tree-view.js";
  const box = document.querySelector("#tree");
  Object.assign(box.style, { height: "400px", width: "300px", overflow: "auto" });
  window.open = (sections, options) => {
    window.view?.detach();
    window.moves = [];
    window.folds = [];
    window.tree = new TreeList(sections);
    window.view = attachTree(tree, box, options);
    box.scrollTop = 0;
  };
  box.addEventListener("arrange-move", ({ detail }) => moves.push(detail));
  box.addEventListener("arrange-fold", ({ detail }) => folds.push(detail));
  window.isReady = true;
</script>`;

describe("an outline in a page", { timeout: 300_000, skip: !CHROMIUM || !globalThis.WebSocket }, () => {
  let site, browser, tab, plain;
  before(async () => {
    site = await serve();
    site.page = PAGE;
    browser = await startBrowser();
    tab = await browser.open(site.origin);
    await tab.until("window.isReady");
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  /** Shows an outline of a text such as `a(b)c`. */
  async function open(text, options = {}) {
    plain = { id: "", n: 0, children: [{ id: "s", n: 0, children: [] }] };
    const above = [plain.children[0]];
    for (const letter of text) {
      if (letter === "(") above.push(above.at(-1).children.at(-1));
      else if (letter === ")") above.pop();
      else above.at(-1).children.push({ id: letter, n: 0, children: [] });
    }
    await tab.value(`open(${JSON.stringify(sectionsOf(plain))}, ${JSON.stringify(options)})`);
  }

  const frames = () => tab.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))");

  /** The rows in the page: ids, with a level each. */
  async function shown() {
    await frames();
    return tab.value(`[...document.querySelectorAll("[role=treeitem]")]
      .map((row) => row.dataset.id + row.getAttribute("aria-level")).join(" ")`);
  }

  const focused = () => tab.value("document.activeElement.dataset.id ?? ''");

  /** Does what the owner of the page does with its moves: it sends them, and gets a batch. */
  async function move() {
    const moves = await tab.value("moves.splice(0)");
    for (const each of moves) {
      const next = structuredClone(plain);
      perform(next, each);
      const batch = received(naiveBatch(randomness(1), plain, next));
      plain = next;
      const text = JSON.stringify(batch, (_, value) => (typeof value === "bigint" ? 0 : value));
      await tab.value(`tree.apply(${text}); view.update()`);
    }
    assert.deepEqual(tab.errors, []);
    return moves;
  }

  async function drag(from, to, fraction, x) {
    const [start, end] = [await tab.place(`[data-id=${from}]`), await tab.place(`[data-id=${to}]`, fraction)];
    end.x = x ?? end.x;
    await tab.mouse("mousePressed", start);
    for (let part = 1; part <= 4; part++) {
      const [x, y] = [start.x + ((end.x - start.x) * part) / 4, start.y + ((end.y - start.y) * part) / 4];
      await tab.mouse("mouseMoved", { x, y });
    }
    return end;
  }

  test("readers of the page know the tree", async () => {
    await open("a(b(c)d)e");
    assert.equal(await shown(), "a1 b2 c3 d2 e1");
    assert.deepEqual(await tab.value(`[...document.querySelectorAll("[role=treeitem]")].map((row) =>
      ["posinset", "setsize", "expanded"].map((name) => row.getAttribute("aria-" + name)).join())`),
    ["1,2,true", "1,2,true", "1,1,", "2,2,", "2,2,"]);
    const attributes = '["role", "aria-label"].map((name) => document.querySelector("#tree").getAttribute(name))';
    assert.deepEqual(await tab.value(attributes), ["tree", "Plan"]);
    const reached = `[...document.querySelectorAll("[tabindex='0']")].map((row) => row.dataset.id)`;
    assert.deepEqual(await tab.value(reached), ["a"]);
  });

  test("arrows go through it, fold and unfold", async () => {
    await open("a(b(c)d)e");
    await tab.value('view.focus("a")');
    for (const [key, expected] of [
      ["ArrowDown", "b"], ["ArrowRight", "c"], ["ArrowLeft", "b"], ["ArrowLeft", "b"], ["ArrowDown", "d"], ["End", "e"],
      ["ArrowDown", "e"], ["Home", "a"], ["ArrowUp", "a"],
    ]) {
      await tab.key(key);
      assert.equal(await focused(), expected, key);
    }
    assert.equal(await shown(), "a1 b2 d2 e1");
    assert.deepEqual(await tab.value("folds"), [{ id: "b", isItem: true, isCollapsed: true }]);
    await tab.value('view.focus("d")');
    await tab.key("ArrowLeft");
    await tab.key("ArrowLeft");
    assert.equal(await shown(), "a1 e1");
    await tab.key("ArrowRight");
    assert.equal(await shown(), "a1 b2 d2 e1");
    await tab.mouse("mousePressed", await tab.place("[data-id=b] [data-toggle]"));
    await tab.mouse("mouseReleased", await tab.place("[data-id=b] [data-toggle]"));
    assert.equal(await shown(), "a1 b2 c3 d2 e1");
    assert.equal(await focused(), "b");
  });

  test("Alt and arrows move items, and the focus stays on them", async () => {
    await open("a(b)cd");
    await tab.value('view.focus("c")');
    for (const [key, expected, rows] of [
      ["ArrowRight", { ids: ["c"], section: "s", parent: "a", after: "b" }, "a1 b2 c2 d1"],
      ["ArrowUp", { ids: ["c"], section: "s", parent: "a" }, "a1 c2 b2 d1"],
      ["ArrowDown", { ids: ["c"], section: "s", parent: "a", after: "b" }, "a1 b2 c2 d1"],
      ["ArrowLeft", { ids: ["c"], section: "s", parent: "", after: "a" }, "a1 b2 c1 d1"],
    ]) {
      await tab.key(key, 1);
      assert.deepEqual(await move(), [expected], key);
      assert.equal(await shown(), rows);
      assert.equal(await focused(), "c");
    }
    await tab.key("ArrowLeft", 1);
    assert.deepEqual(await move(), []);
    assert.match(await tab.value('document.querySelector("[role=status]").textContent'), /c can't move/);
    await tab.value("view.detach(); delete window.view");
    await open("ab", { indentsWithTab: true });
    await tab.value('view.focus("b")');
    await tab.key("Tab");
    assert.deepEqual(await move(), [{ ids: ["b"], section: "s", parent: "a" }]);
    await tab.key("Tab", 8);
    assert.deepEqual(await move(), [{ ids: ["b"], section: "s", parent: "", after: "a" }]);
  });

  test("with the mouse onto an item, between two, and to another level", async () => {
    await open("a(b)cd");
    await tab.mouse("mouseReleased", await drag("d", "a", 0.5));
    assert.deepEqual(await move(), [{ ids: ["d"], section: "s", parent: "a", after: "b" }]);
    assert.equal(await shown(), "a1 b2 d2 c1");
    await tab.mouse("mouseReleased", await drag("c", "b", 0.1));
    assert.deepEqual(await move(), [{ ids: ["c"], section: "s", parent: "a" }]);
    assert.equal(await shown(), "a1 c2 b2 d2");
    // Behind the last row there are two levels; which one is chosen by the distance from the edge.
    const { x } = await tab.place("[data-id=a] [data-toggle]");
    await tab.mouse("mouseReleased", await drag("c", "d", 0.9, x));
    assert.deepEqual(await move(), [{ ids: ["c"], section: "s", parent: "", after: "a" }]);
    assert.equal(await shown(), "a1 b2 d2 c1");
    // Below itself, and Escape.
    await tab.mouse("mouseReleased", await drag("a", "b", 0.5));
    const end = await drag("c", "a", 0.5);
    assert.equal(await tab.value('document.querySelector("[data-drop-below]").dataset.id'), "a");
    await tab.key("Escape");
    await tab.mouse("mouseReleased", end);
    assert.deepEqual(await move(), []);
    assert.equal(await tab.value('document.querySelectorAll("[data-drop-below], [data-dragged]").length'), 0);
  });

  test("what is selected moves together", async () => {
    await open("a(b)cde");
    await tab.value('view.focus("b")');
    for (const key of [" ", "ArrowUp", " ", "ArrowDown", "ArrowDown", "ArrowDown", " "]) await tab.key(key);
    assert.deepEqual(await tab.value("view.selected"), ["a", "d"]);
    await tab.mouse("mouseReleased", await drag("d", "e", 0.5));
    assert.deepEqual(await move(), [{ ids: ["a", "d"], section: "s", parent: "e" }]);
    assert.equal(await shown(), "c1 e1 a2 b3 d2");
  });

  test("a finger that moves at once scrolls", async () => {
    await open("abc");
    await tab.command("Emulation.setTouchEmulationEnabled", { enabled: true });
    const [start, end] = [await tab.place("[data-id=c]"), await tab.place("[data-id=a]")];
    await tab.touch("touchStart", start);
    await tab.touch("touchMove", end);
    await tab.touch("touchEnd");
    assert.deepEqual(await move(), []);
  });

  test("a finger that rests drags", async () => {
    await open("abc");
    await tab.command("Emulation.setTouchEmulationEnabled", { enabled: true });
    const [start, end] = [await tab.place("[data-id=b]"), await tab.place("[data-id=c]")];
    await tab.touch("touchStart", start);
    await tab.until('document.querySelector("[data-dragged]")');
    for (let part = 1; part <= 4; part++) {
      await tab.touch("touchMove", { x: start.x, y: start.y + ((end.y - start.y) * part) / 4 });
    }
    await tab.until('document.querySelector("[data-drop-below]")');
    await tab.touch("touchEnd");
    await tab.until("moves.length");
    assert.deepEqual(await move(), [{ ids: ["b"], section: "s", parent: "c" }]);
  });

  test("of 100,000 nodes those on the screen are in the page", async () => {
    await tab.value(`open([{
      id: "s", fields: {}, items: Array.from({ length: 100_000 }, (_, at) => ({ id: "i" + at, fields: {} })),
      depths: Array.from({ length: 100_000 }, (_, at) => (at % 10 ? 2 : 1)),
    }])`);
    const count = () => tab.value('document.querySelectorAll("[role=treeitem]").length');
    assert.ok((await count()) < 30);
    await tab.value('view.focus("i0")');
    await tab.key("End");
    assert.equal(await focused(), "i99999");
    await tab.value('document.querySelector("#tree").scrollTop = 32 * 50_000');
    await frames();
    assert.ok((await count()) < 30);
    assert.ok(await tab.value('!!document.querySelector("[data-id=i50000]")'));
    assert.equal(await focused(), "i99999", "the row with the focus stays in the page");
    await tab.key("ArrowUp");
    assert.equal(await focused(), "i99998");
    assert.ok((await count()) < 30);
    await tab.key("ArrowLeft");
    await tab.key("ArrowLeft");
    assert.equal(await tab.value("view.folding.items.length"), 1);
  });

  test("an item is revealed, and everything is collapsed, by whoever owns the page", async () => {
    await open("a(b(c)d)e");
    const folding = 'new Folding({ lazy: true, sections: ["s"] })';
    await tab.value(`import("/trees.js").then(({ Folding }) => (view.folding = ${folding}))`);
    assert.equal(await shown(), "a1 e1");
    await tab.value('view.reveal("c")');
    assert.equal(await shown(), "a1 b2 c3 d2 e1");
    assert.equal(await focused(), "c");
    const folds = await tab.value("folds");
    assert.deepEqual(folds.map(({ id, isCollapsed }) => [id, isCollapsed]), [["b", false], ["a", false]]);
    await tab.value('view.move("d", "up")');
    assert.deepEqual(await move(), [{ ids: ["d"], section: "s", parent: "a" }]);
    assert.equal(await shown(), "a1 d2 b2 c3 e1");
  });

  test("where nothing can be moved, it is read and folded", async () => {
    await open("a(b)c", { isMovable: false });
    await tab.value('view.focus("b")');
    await tab.key("ArrowLeft", 1);
    await tab.mouse("mouseReleased", await drag("c", "a", 0.5));
    assert.deepEqual(await move(), []);
    assert.equal(await tab.value('document.querySelector("[role=status]").textContent'), "");
    await tab.key("ArrowUp");
    assert.equal(await focused(), "b");
  });

  test("rows are filled when what they show is another", async () => {
    await open("a(b)c");
    await tab.value(`(() => {
      view.detach();
      window.filled = [];
      const renderRow = (row, node, isOpen) => {
        filled.push(node.id + node.descendants + isOpen);
        row.textContent = node.id;
      };
      import("/tree-view.js").then(({ attachTree }) => {
        window.view = attachTree(tree, document.querySelector("#tree"), { renderRow });
      });
    })()`);
    await tab.until("filled.length === 3");
    await tab.value('filled.length = 0; view.focus("c")');
    await tab.key("ArrowRight", 1);
    await move();
    await frames();
    assert.deepEqual(await tab.value("filled.splice(0)"), ["a2true"]);
    await tab.value('view.focus("a")');
    await tab.key("ArrowLeft");
    assert.deepEqual(await tab.value("filled.splice(0)"), ["a2false"]);
  });

  test("when all of an outline comes again, the focus and what is selected stay with their ids", async () => {
    await open("a(b)cd");
    await tab.value('view.focus("c")');
    await tab.key(" ");
    await drag("b", "d", 0.5);
    plain = { id: "", n: 0, children: [{ id: "s", n: 0, children: [] }] };
    for (const id of ["x", "d", "c", "b"]) plain.children[0].children.push({ id, n: 0, children: [] });
    await tab.value(`import("/trees.js").then(({ TreeList }) => {
      tree.replace(new TreeList(${JSON.stringify(sectionsOf(plain))}));
      view.update();
    })`);
    assert.equal(await shown(), "x1 d1 c1 b1");
    assert.equal(await focused(), "b");
    assert.deepEqual(await tab.value("view.selected"), ["c"]);
    // What is dragged goes on.
    const end = await tab.place("[data-id=c]");
    await tab.mouse("mouseMoved", end);
    await tab.mouse("mouseReleased", end);
    assert.deepEqual(await move(), [{ ids: ["b"], section: "s", parent: "c" }]);
  });

  test("what a subscription has collapsed asks for it", async () => {
    await tab.value(`open([{
      id: "s", fields: {}, items: [{ id: "a", fields: {} }], depths: [1], counts: [{ row: 0, children: 2, descendants: 5 }],
    }])`);
    await tab.value('view.focus("a")');
    await tab.key("ArrowRight");
    assert.deepEqual(await tab.value("folds"), [{ id: "a", isItem: true, isCollapsed: false }]);
    assert.equal(await tab.value('document.querySelector("[data-id=a]").getAttribute("aria-expanded")'), "false");
    await tab.value("view.detach()");
    assert.equal(await tab.value('document.querySelector("#tree").childElementCount'), 0);
    assert.deepEqual(tab.errors, []);
  });
});
