// Dragging in a real browser: what the page shows is what the server has.

import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { connect } from "../arrange.js";
import { CHROMIUM, serve, startBrowser } from "./support/browser.mjs";
import { startServer } from "./support/server.mjs";

/**
 * A page that shows a list, with options of `attachSortable` as the text of a program, and what is done with the element
 * before. `source` is the list, as a text of a program, too.
 */
const page = (url, options, before = "", source = '"board"') => `<!doctype html><meta charset="utf-8"><title>Lists</title>
<div id="lists"></div>
<script type="module" nonce="page">
  import { connect, LiveList } from "/arrange.js";
  import { attachSortable } from "/sortable.js";
  const client = connect("${url}");
  window.list = new LiveList(client, ${source});
  window.refusals = [];
  let element = document.querySelector("#lists");
  ${before}
  window.root = element.getRootNode();
  window.detach = attachSortable(list, element, {
    onRefused: ({ code }) => refusals.push(code), ${options}
  });
</script>`;

describe("dragging in a page", { timeout: 300_000, skip: !CHROMIUM || !globalThis.WebSocket }, () => {
  let site, server, browser, client, tab;
  before(async () => {
    site = await serve();
    server = await startServer({ args: ["--http", "127.0.0.1:0", "--http-origins", site.origin] });
    client = connect(server.url);
    browser = await startBrowser();
  });
  after(async () => {
    await client?.close();
    await browser?.close();
    await server?.stop();
    await site?.close();
  });
  beforeEach(() => open());

  /** A board with two sections, and a page that shows it. */
  async function open(options = "", before = "", items = 0, source = undefined) {
    await client.delete("board").catch(() => {});
    await client.create("board");
    for (let from = 0; from < items; from += 1000) {
      const some = Array.from({ length: Math.min(1000, items - from) }, (_, index) => ({ id: `i${from + index}` }));
      await client.apply("board", [{ insertItems: { items: some } }]);
    }
    if (!items) await client.apply("board", [
      { insertSections: { sections: [{ id: "todo", fields: { title: "To do" } }, { id: "done" }, { id: "none" }] } },
      { insertItems: { section: "todo", items: [..."abcd"].map((id) => ({ id, fields: { title: `Card ${id}` } })) } },
      { insertItems: { section: "done", items: [{ id: "x" }, { id: "y" }] } },
    ]);
    site.page = page(`ws://127.0.0.1:${server.httpPort}/arrange`, options, before, source);
    tab = await browser.open(site.origin);
    await tab.until(`window.list?.isLoaded && (${source !== undefined} || root.querySelector("li"))`);
  }

  const SHOWN = `[...root.querySelectorAll("ol")]
    .map((ol) => ol.dataset.section + ":" + [...ol.children].map((li) => li.dataset.id).join("")).join(" ")`;
  // What changed is shown with the next frame.
  const shown = () => tab.value(`new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(${SHOWN})));
  })`);
  const said = () => tab.value('document.querySelector("[role=status]").textContent');

  /** The order that the server has, once the page has no moves that it does not have. */
  async function stored() {
    await tab.until("!list.hasPendingMoves");
    const { sections } = await client.fetch("board");
    return sections.map(({ section, items }) => `${section.id}:${items.map(({ id }) => id).join("")}`).join(" ");
  }

  async function assertOrder(order) {
    assert.equal(await shown(), order);
    assert.equal(await stored(), order);
    assert.deepEqual(tab.errors, []);
  }

  /** Drags with the mouse, in some steps. */
  async function drag(from, to, fraction) {
    const [start, end] = [await tab.place(from), await tab.place(to, fraction)];
    await tab.mouse("mousePressed", start);
    for (let step = 1; step <= 4; step++) {
      const [x, y] = [start.x + ((end.x - start.x) * step) / 4, start.y + ((end.y - start.y) * step) / 4];
      await tab.mouse("mouseMoved", { x, y });
    }
    return end;
  }

  test("the list is shown, with what readers of it need", async () => {
    await assertOrder("todo:abcd done:xy none:");
    assert.equal(await tab.value('document.querySelector("h3").textContent'), "To do");
    assert.equal(await tab.value('document.querySelector("li").textContent'), "Card a");
    const described = 'document.getElementById(document.querySelector("li").getAttribute("aria-describedby")).textContent';
    assert.match(await tab.value(described), /Press Space/);
  });

  test("with the mouse, down, up, to another section, and to an empty one", async () => {
    await tab.mouse("mouseReleased", await drag('[data-id="a"]', '[data-id="c"]', 0.9));
    await assertOrder("todo:bcad done:xy none:");
    await tab.mouse("mouseReleased", await drag('[data-id="d"]', '[data-id="b"]', 0.1));
    await assertOrder("todo:dbca done:xy none:");
    await tab.mouse("mouseReleased", await drag('[data-id="c"]', '[data-id="y"]', 0.1));
    await assertOrder("todo:dba done:xcy none:");
    await tab.mouse("mouseReleased", await drag('[data-id="x"]', "section:last-child h3"));
    await assertOrder("todo:dba done:cy none:x");
  });

  test("a click moves nothing, and Escape puts back", async () => {
    const place = await tab.place('[data-id="b"]');
    await tab.mouse("mousePressed", place);
    await tab.mouse("mouseMoved", { x: place.x + 2, y: place.y });
    await tab.mouse("mouseReleased", place);
    await assertOrder("todo:abcd done:xy none:");
    const end = await drag('[data-id="a"]', '[data-id="d"]', 0.9);
    assert.equal(await shown(), "todo:bcda done:xy none:");
    await tab.key("Escape");
    await tab.mouse("mouseReleased", end);
    await assertOrder("todo:abcd done:xy none:");
  });

  test("what others do waits while somebody drags", async () => {
    const end = await drag('[data-id="a"]', '[data-id="b"]', 0.9);
    await client.apply("board", [
      { removeItems: { items: [{ id: "c" }] } },
      { insertItems: { section: "todo", items: [{ id: "n" }], to: { first: true } } },
    ]);
    await client.apply("board", [{ moveItems: { items: [{ id: "x" }], to: { last: true } } }]);
    await tab.value("new Promise((resolve) => setTimeout(resolve, 200))");
    assert.equal(await shown(), "todo:bacd done:xy none:");
    await tab.mouse("mouseReleased", end);
    await tab.until("list.version >= 4");
    await assertOrder("todo:nbad done:yx none:");
  });

  test("with a finger: a swipe does not lift", async () => {
    // However slow the machine is, the finger moves before the time is over.
    await open("restMs: 1e9");
    await tab.command("Emulation.setTouchEmulationEnabled", { enabled: true });
    const [start, end] = [await tab.place('[data-id="a"]'), await tab.place('[data-id="c"]', 0.9)];
    await tab.touch("touchStart", start);
    await tab.touch("touchMove", end);
    await tab.touch("touchEnd");
    await assertOrder("todo:abcd done:xy none:");
  });

  test("with a finger: a rest lifts", async () => {
    await tab.command("Emulation.setTouchEmulationEnabled", { enabled: true });
    const [start, end] = [await tab.place('[data-id="a"]'), await tab.place('[data-id="c"]', 0.9)];
    await tab.touch("touchStart", start);
    await tab.until('document.querySelector("[data-dragged]")');
    for (let step = 1; step <= 4; step++) {
      await tab.touch("touchMove", { x: start.x, y: start.y + ((end.y - start.y) * step) / 4 });
    }
    await tab.touch("touchEnd");
    await assertOrder("todo:bcad done:xy none:");
  });

  test("a finger that scrolls already is let go", async () => {
    await tab.mouse("mousePressed", await tab.place('[data-id="a"]'));
    await tab.mouse("mouseMoved", await tab.place('[data-id="b"]'));
    const isPrevented = (cancelable) => tab.value(`(() => {
      const event = new Event("touchmove", { bubbles: true, cancelable: ${cancelable} });
      const { preventDefault } = event;
      let isCalled = false;
      event.preventDefault = () => {
        isCalled = true;
        preventDefault.call(event);
      };
      document.querySelector("li").dispatchEvent(event);
      return isCalled;
    })()`);
    assert.equal(await isPrevented(true), true);
    assert.equal(await isPrevented(false), false);
    await tab.key("Escape");
  });

  test("with keys alone: lifted, moved, dropped and put back, and each step is said", async () => {
    await tab.value('document.querySelector("[data-id=a]").focus()');
    await tab.key("ArrowDown");
    assert.equal(await tab.value("document.activeElement.dataset.id"), "b");
    await tab.key(" ");
    assert.equal(await said(), "Card b lifted, position 2 of 4.");
    await tab.key("ArrowDown");
    assert.equal(await said(), "Card b, position 3 of 4 in To do.");
    await tab.key("ArrowUp");
    await tab.key("ArrowUp");
    await tab.key(" ");
    assert.equal(await said(), "Card b dropped at position 1 of 4 in To do.");
    await assertOrder("todo:bacd done:xy none:");
    assert.equal(await tab.value("document.activeElement.dataset.id"), "b");
    await tab.key(" ");
    await tab.key("ArrowRight");
    await tab.key(" ");
    await assertOrder("todo:acd done:bxy none:");
    await tab.key(" ");
    await tab.key("ArrowRight");
    await tab.key("ArrowUp");
    await tab.key("ArrowDown");
    assert.equal(await shown(), "todo:acd done:xy none:b");
    await tab.key("Escape");
    assert.equal(await said(), "Card b put back.");
    await assertOrder("todo:acd done:bxy none:");
    await tab.key(" ");
    await tab.key("ArrowUp");
    assert.equal(await shown(), "todo:acdb done:xy none:");
    await tab.value("document.activeElement.blur()");
    await assertOrder("todo:acd done:bxy none:");
  });

  test("changes of others are shown, and the focus stays where it is", async () => {
    await tab.value('document.querySelector("[data-id=d]").focus()');
    await client.apply("board", [
      { moveItems: { items: [{ id: "d" }], section: "done", to: { first: true } } },
      { updateItems: { items: [{ id: "a", set: { title: "Other" } }] } },
      { updateSections: { sections: [{ id: "todo", set: { title: "Later" } }] } },
      { moveSections: { sections: [{ id: "none" }], to: { first: true } } },
    ]);
    await tab.until("list.version >= 2");
    await assertOrder("none: todo:abc done:dxy");
    assert.equal(await tab.value("document.activeElement.dataset.id"), "d");
    assert.equal(await tab.value('document.querySelector("[data-id=a]").textContent'), "Other");
    const heading = 'document.querySelector("[data-section=todo]").previousElementSibling.textContent';
    assert.equal(await tab.value(heading), "Later");
    await client.apply("board", [{ removeSections: { sections: [{ id: "todo" }] } }]);
    await tab.until("list.version >= 3");
    await assertOrder("none: done:dxy");
  });

  test("a move that the server refuses is put back and said", async () => {
    const end = await drag('[data-id="a"]', '[data-id="c"]', 0.9);
    await client.apply("board", [{ removeItems: { items: [{ id: "a" }] } }]);
    await tab.mouse("mouseReleased", end);
    await tab.until("refusals.length");
    await tab.until("list.version >= 2");
    await assertOrder("todo:bcd done:xy none:");
    assert.deepEqual(await tab.value("refusals"), ["NOT_FOUND"]);
    assert.match(await said(), /Card a could not be moved/);
  });

  test("in a shadow tree", async () => {
    await open("", `
      element = element.attachShadow({ mode: "open" }).appendChild(document.createElement("div"));`);
    const place = (id, fraction) => tab.value(`(() => {
      const { left, top, width, height } = root.querySelector('[data-id="${id}"]').getBoundingClientRect();
      return { x: left + width / 2, y: top + height * ${fraction} };
    })()`);
    await tab.mouse("mousePressed", await place("a", 0.5));
    await tab.mouse("mouseMoved", await place("b", 0.5));
    await tab.mouse("mouseMoved", await place("c", 0.9));
    await tab.mouse("mouseReleased", await place("c", 0.9));
    await assertOrder("todo:bcad done:xy none:");
    await tab.value("root.querySelector('[data-id=d]').focus()");
    await tab.key(" ");
    await tab.key("ArrowUp");
    await tab.key(" ");
    await assertOrder("todo:bcda done:xy none:");
    assert.equal(await tab.value("root.activeElement.dataset.id"), "d");
  });

  test("what scrolls by itself is scrolled at its edges, and does not snap back meanwhile", async () => {
    await open("", `
      Object.assign(element.style, { height: "120px", width: "200px", overflow: "auto", scrollSnapType: "both mandatory" });
      const style = new CSSStyleSheet();
      style.replaceSync("#lists { display: flex } section { flex: 0 0 180px; scroll-snap-align: start }");
      document.adoptedStyleSheets = [style];`);
    const start = await tab.place('[data-id="a"]');
    await tab.mouse("mousePressed", start);
    await tab.mouse("mouseMoved", { x: start.x, y: start.y + 10 });
    await tab.mouse("mouseMoved", { x: 205, y: 60 });
    await tab.until('document.querySelector("#lists").scrollLeft > 300');
    assert.equal(await tab.value('document.querySelector("#lists").style.scrollSnapType'), "none");
    await tab.mouse("mouseMoved", { x: 100, y: 60 });
    await tab.mouse("mouseReleased", { x: 100, y: 60 });
    assert.equal(await tab.value('document.querySelector("#lists").style.scrollSnapType'), "both mandatory");
    assert.doesNotMatch(await stored(), /todo:a/);
    assert.deepEqual(tab.errors, []);
  });

  test("a second finger does not take the row along, and two fingers lift nothing", async () => {
    await tab.command("Emulation.setTouchEmulationEnabled", { enabled: true });
    const [start, end] = [await tab.place('[data-id="a"]'), await tab.place('[data-id="b"]', 0.9)];
    const other = { x: start.x, y: (await tab.place('[data-id="y"]')).y, id: 2 };
    await tab.touch("touchStart", { ...start, id: 1 });
    await tab.until('document.querySelector("[data-dragged]")');
    await tab.touch("touchMove", { x: start.x, y: end.y - 3, id: 1 });
    await tab.touch("touchMove", { x: start.x, y: end.y, id: 1 });
    await tab.touch("touchStart", { x: start.x, y: end.y, id: 1 }, other);
    await tab.touch("touchMove", { x: start.x, y: end.y, id: 1 }, { ...other, y: other.y - 5 });
    assert.equal(await shown(), "todo:bacd done:xy none:");
    await tab.touch("touchEnd");
    await assertOrder("todo:bacd done:xy none:");
  });

  test("a button that is released where nobody sees it puts the row back", async () => {
    await drag('[data-id="a"]', '[data-id="c"]', 0.9);
    assert.equal(await shown(), "todo:bcad done:xy none:");
    const { x, y } = await tab.place('[data-id="y"]');
    await tab.command("Input.dispatchMouseEvent", { type: "mouseMoved", x, y, button: "none", buttons: 0 });
    await assertOrder("todo:abcd done:xy none:");
    assert.equal(await tab.value('document.querySelector("[data-dragged]")'), null);
    await tab.mouse("mouseReleased", { x, y });
    await assertOrder("todo:abcd done:xy none:");
  });

  test("Space that is held down lifts once", async () => {
    await tab.value('document.querySelector("[data-id=b]").focus()');
    const held = { key: " ", code: "Space", windowsVirtualKeyCode: 32 };
    await tab.command("Input.dispatchKeyEvent", { type: "keyDown", ...held });
    for (let count = 0; count < 3; count++) {
      await tab.command("Input.dispatchKeyEvent", { type: "keyDown", autoRepeat: true, ...held });
      assert.equal(await said(), "Card b lifted, position 2 of 4.");
    }
    await tab.command("Input.dispatchKeyEvent", { type: "keyUp", ...held });
    await tab.key("ArrowDown");
    await tab.key(" ");
    await assertOrder("todo:acbd done:xy none:");
  });

  test("a drag is no click, also where the row comes back to its place", async () => {
    await tab.value(`window.clicks = [];
      document.addEventListener("click", ({ target }) => clicks.push(target.closest("li")?.dataset.id ?? ""))`);
    const start = await tab.place('[data-id="a"]');
    const points = [await tab.place('[data-id="b"]', 0.9), await tab.place('[data-id="a"]', 0.2)];
    await tab.mouse("mousePressed", start);
    for (const point of points) await tab.mouse("mouseMoved", point);
    await tab.mouse("mouseReleased", points[1]);
    await assertOrder("todo:abcd done:xy none:");
    assert.deepEqual(await tab.value("clicks"), []);
    await tab.mouse("mousePressed", start);
    await tab.mouse("mouseReleased", start);
    assert.deepEqual(await tab.value("clicks"), ["a"]);
  });

  test("a function of the page that fails spoils no other row, and no drag", async () => {
    await open(`renderItem(row, { id }) {
      if (id === "b") throw new Error("no row for b");
      row.textContent = id;
    }, label() { throw new Error("no label"); }`);
    await tab.mouse("mouseReleased", await drag('[data-id="a"]', '[data-id="d"]', 0.9));
    assert.equal(await shown(), "todo:bcda done:xy none:");
    assert.equal(await stored(), "todo:bcda done:xy none:");
    assert.equal(await tab.value('document.querySelector("[data-id=d]").textContent'), "d");
    assert.ok(tab.errors.length > 0 && tab.errors.every((error) => /no row for b|no label/.test(error)), String(tab.errors));
  });

  test("in a view, where rows are hidden and grouped, and with an effect that somebody agrees to or not", async () => {
    const text = 'board group owner declare "ann", "bob" where not done sort due';
    const { view } = await client.parseView({ text });
    await client.defineView("mine", view);
    const options = "onEffects: (effects) => (asked.push(effects.join()), agrees)";
    await open(options, "window.asked = []; window.agrees = false;", 0, '"mine"');
    const fields = { a: ["ann", 1], b: ["ann", 2, true], c: ["ann", 3], d: ["bob", 1], x: ["bob", 1], y: ["bob", 5] };
    const items = Object.entries(fields).map(([id, [owner, due, done = false]]) => ({ id, set: { owner, due, done } }));
    await client.apply("board", [{ updateItems: { items } }]);
    await tab.until(`list.sections.length === 2 && list.sections[1].items.length === 3`);
    assert.equal(await shown(), "=ann:ac =bob:dxy");
    const field = async (id, name) => (await client.fetch("board", { around: { item: id } })).sections
      .flatMap(({ items }) => items).find((item) => item.id === id).fields[name];

    // To another group: the owner is written, and it goes behind the row that is due at the same time.
    await tab.mouse("mouseReleased", await drag('[data-id="a"]', '[data-id="d"]', 0.1));
    await tab.until("!list.hasPendingMoves && !root.querySelector('[data-pending]')");
    assert.equal(await shown(), "=ann:c =bob:daxy");
    assert.deepEqual([await field("a", "owner"), await field("a", "due"), await stored()], [
      "bob", 1, "todo:bcda done:xy none:",
    ]);

    // Behind what is due later, and in a later section: it goes back unless somebody agrees.
    await tab.mouse("mouseReleased", await drag('[data-id="a"]', '[data-id="y"]', 0.9));
    await tab.until("asked.length === 1 && !list.hasPendingMoves && refusals.length === 1");
    assert.equal(await shown(), "=ann:c =bob:daxy");
    await tab.value("agrees = true");
    await tab.mouse("mouseReleased", await drag('[data-id="a"]', '[data-id="y"]', 0.9));
    await tab.until("asked.length === 2 && !list.hasPendingMoves");
    assert.equal(await shown(), "=ann:c =bob:dxya");
    assert.deepEqual(await tab.value("[asked, refusals]"), [Array(2).fill("section,sort_fields"), ["FAILED_PRECONDITION"]]);
    assert.deepEqual([await field("a", "due"), await stored()], [5, "todo:bcd done:xya none:"]);
    assert.deepEqual(tab.errors, []);
    await client.deleteView("mine");
  });

  test("of a long list, only what is seen is in the page, also at its end and while it is dragged", async () => {
    await open("", "", 5000);
    const count = () => tab.value('document.querySelectorAll("li[data-id]").length');
    assert.ok((await count()) < 300, String(await count()));
    assert.equal(await tab.value('document.querySelector("[data-id=i3]").getAttribute("aria-posinset")'), "4");
    assert.equal(await tab.value('document.querySelector("[data-id=i3]").getAttribute("aria-setsize")'), "5000");
    await tab.value("scrollTo(0, document.documentElement.scrollHeight)");
    await tab.until(`document.querySelector("[data-id=i4999]")?.getBoundingClientRect().bottom <= innerHeight + 40`);
    assert.ok((await count()) < 300, String(await count()));
    await tab.mouse("mouseReleased", await drag('[data-id="i4990"]', '[data-id="i4993"]', 0.9));
    await tab.until("!list.hasPendingMoves");
    const { sections } = await client.fetch("board", { section: { section: "", start: 4989, end: 4995 } });
    assert.deepEqual(sections[0].items.map(({ id }) => id), ["i4989", "i4991", "i4992", "i4993", "i4990", "i4994"]);
    // From there to the beginning: the row that is dragged stays in the page.
    await tab.value('document.querySelector("[data-id=i4990]").focus({ preventScroll: true })');
    await tab.key(" ");
    await tab.value("scrollTo(0, 0)");
    await tab.until('document.querySelector("[data-id=i0]")');
    assert.equal(await tab.value("document.activeElement.dataset.id"), "i4990");
    await tab.key("ArrowUp");
    await tab.key(" ");
    await tab.until("!list.hasPendingMoves");
    const { sections: after } = await client.fetch("board", { section: { section: "", start: 4991, end: 4994 } });
    assert.deepEqual(after[0].items.map(({ id }) => id), ["i4992", "i4990", "i4993"]);
    assert.deepEqual(tab.errors, []);
  });

  test("what is seen of a long list stays where it is while others insert before it", async () => {
    await open("", "", 2000);
    await tab.value("scrollTo(0, 20000)");
    await tab.until('[...document.querySelectorAll("li[data-id]")].some((row) => row.getBoundingClientRect().top > 100)');
    const find = `[...document.querySelectorAll("li[data-id]")].find((row) => row.getBoundingClientRect().top > 100)`;
    const [id, top] = await tab.value(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
      const row = ${find};
      resolve([row.dataset.id, row.getBoundingClientRect().top]);
    })))`);
    const items = Array.from({ length: 300 }, (_, index) => ({ id: `n${index}` }));
    await client.apply("board", [{ insertItems: { items, to: { first: true } } }]);
    await tab.until("list.version >= 3");
    await shown();
    const now = await tab.value(`document.querySelector('[data-id="${id}"]').getBoundingClientRect().top`);
    assert.ok(Math.abs(now - top) < 2, `${id} went from ${top} to ${now}`);
  });

  test("however many changes come, the list is shown once for each frame", async () => {
    await open("", "", 1000);
    await tab.value(`window.frames = 0;
      window.shows = 0;
      (function count() { frames++; requestAnimationFrame(count); })();
      new MutationObserver(() => shows++).observe(document.querySelector("#lists"), { childList: true, subtree: true });`);
    for (let round = 0; round < 10; round++) {
      await Promise.all(Array.from({ length: 50 }, (_, index) => {
        const items = [{ id: `i${(round * 7 + index * 13) % 1000}` }];
        return client.apply("board", [{ moveItems: { items, to: { first: true } } }]);
      }));
    }
    const { version } = await client.get("board");
    await tab.until(`list.version >= ${version}`);
    await shown();
    const [frames, shows] = await tab.value("[frames, shows]");
    assert.ok(shows > 0 && shows <= 2 * frames, `${shows} times in ${frames} frames`);
  });

  test("one section alone, rows of one's own, and a handle", async () => {
    await open(`section: "todo", handle: ".grip", renderItem(row, item) {
      row.replaceChildren(Object.assign(document.createElement("b"), { className: "grip", textContent: "::" }), item.id);
    }`);
    assert.equal(await shown(), "todo:abcd");
    const start = await tab.place('[data-id="a"]');
    await tab.mouse("mousePressed", start);
    await tab.mouse("mouseMoved", await tab.place('[data-id="c"]', 0.9));
    await tab.mouse("mouseReleased", start);
    assert.equal(await shown(), "todo:abcd");
    await tab.mouse("mouseReleased", await drag('[data-id="a"] .grip', '[data-id="c"]', 0.9));
    assert.equal(await shown(), "todo:bcad");
    assert.equal(await stored(), "todo:bcad done:xy none:");
    await tab.value("detach()");
    assert.equal(await tab.value('document.querySelector("#lists").childElementCount'), 0);
  });
});
