// Dragging in a real browser: what the page shows is what the server has.

import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { connect } from "../arrange.js";
import { CHROMIUM, serve, startBrowser } from "./support/browser.mjs";
import { startServer } from "./support/server.mjs";

const page = (url, options) => `<!doctype html><meta charset="utf-8"><title>Lists</title>
<div id="lists"></div>
<script type="module" nonce="page">
  import { connect, LiveList } from "/arrange.js";
  import { attachSortable } from "/sortable.js";
  const client = connect("${url}");
  window.list = new LiveList(client, "board");
  window.refusals = [];
  window.detach = attachSortable(list, document.querySelector("#lists"), {
    onRefused: ({ code }) => refusals.push(code), ${options}
  });
</script>`;

describe("dragging in a page", { timeout: 180_000, skip: !CHROMIUM || !globalThis.WebSocket }, () => {
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
  async function open(options = "") {
    await client.delete("board").catch(() => {});
    await client.create("board");
    await client.apply("board", [
      { insertSections: { sections: [{ id: "todo", fields: { title: "To do" } }, { id: "done" }, { id: "none" }] } },
      { insertItems: { section: "todo", items: [..."abcd"].map((id) => ({ id, fields: { title: `Card ${id}` } })) } },
      { insertItems: { section: "done", items: [{ id: "x" }, { id: "y" }] } },
    ]);
    site.page = page(`ws://127.0.0.1:${server.httpPort}/arrange`, options);
    tab = await browser.open(site.origin);
    await tab.until('window.list?.isLoaded && document.querySelector("li")');
  }

  const SHOWN = `[...document.querySelectorAll("ol")]
    .map((ol) => ol.dataset.section + ":" + [...ol.children].map((li) => li.dataset.id).join("")).join(" ")`;
  const shown = () => tab.value(SHOWN);
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
