// The hooks for React in a real browser: what is shown, and what is followed.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { after, before, beforeEach, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { connect } from "../arrange.js";
import { CHROMIUM, serve, startBrowser } from "./support/browser.mjs";
import { startServer } from "./support/server.mjs";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const REACT = "/usr/share/nodejs/react-dom/umd/react-dom.development.js";

/** A page with a program in StrictMode; what it shows is what `show` is given. */
const page = (url, program) => `<!doctype html><meta charset="utf-8"><title>Lists</title><link rel="icon" href="data:,">
<div id="root"></div>
<script type="importmap" nonce="page">{ "imports": {
  "react": "/Examples/react/react.js",
  "@arrange/client": "/Clients/JavaScript/arrange.js", "@arrange/client/react": "/Clients/JavaScript/react.js"
} }</script>
<script src="/node_modules/react/umd/react.development.js"></script>
<script src="/node_modules/react-dom/umd/react-dom.development.js"></script>
<script type="module" nonce="page">
  import { connect, LiveList } from "@arrange/client";
  import { Arrange, useList, useMove, useUndo } from "@arrange/client/react";
  import { createElement as h, memo, StrictMode, useEffect, useState } from "react";
  const { createRoot, flushSync } = ReactDOM;
  window.client = connect("${url}");
  const root = createRoot(document.querySelector("#root"));
  const stack = Uint8Array.of(1);
  // At once, as a click would.
  window.show = (...children) => {
    const options = { List: window.Counted, stack };
    flushSync(() => root.render(h(StrictMode, null, h(Arrange, { client, options }, ...children))));
  };
  window.text = () => document.querySelector("#root").textContent;
  ${program}
  window.isReady = true;
</script>`;

const SKIP = !CHROMIUM || !globalThis.WebSocket || !existsSync(REACT);

describe("React", { timeout: 300_000, skip: SKIP }, () => {
  let site, server, browser, client, tab, url;
  before(async () => {
    site = await serve(ROOT);
    server = await startServer({ args: ["--http", "127.0.0.1:0", "--http-origins", site.origin] });
    url = `ws://127.0.0.1:${server.httpPort}/arrange`;
    client = connect(server.url);
    browser = await startBrowser();
  });
  after(async () => {
    await client?.close();
    await browser?.close();
    await server?.stop();
    await site?.close();
  });
  beforeEach(async () => {
    await client.delete("board").catch(() => {});
    await client.create("board");
    await client.apply("board", [
      { insertSections: { sections: [{ id: "todo", fields: { title: "To do" } }, { id: "done" }] } },
      { insertItems: { section: "todo", items: [..."abc"].map((id) => ({ id, fields: { title: `Card ${id}` } })) } },
      { insertItems: { section: "done", items: [{ id: "x" }] } },
    ]);
  });

  async function open(program) {
    site.policy = "default-src 'self'; script-src 'self' 'nonce-page'; connect-src *; img-src data:";
    site.page = page(url, program);
    tab = await browser.open(site.origin);
    await tab.until("window.isReady");
  }

  /** How many streams the server has for the list. */
  const followers = async (name = "board") => (await client.followers(name)).counts[0]?.followers ?? 0;

  async function untilFollowed(count) {
    while ((await followers()) !== count) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** The order that the server has. */
  async function stored() {
    const { sections } = await client.fetch("board");
    return sections.map(({ section, items }) => `${section.id}:${items.map(({ id }) => id).join("")}`).join(" ");
  }

  const LIST = `
    window.renders = {};
    const Item = memo(({ item }) => {
      renders[item.id] = (renders[item.id] ?? 0) + 1;
      return item.id;
    });
    window.followed = [0, 0];
    window.Counted = class extends LiveList {
      constructor(...given) {
        super(...given);
        followed[0]++;
      }
      close() {
        super.close();
        followed[1]++;
      }
    };
    window.List = ({ source = "board" }) => {
      const { sections, error } = useList(source);
      return h("p", null, error?.code ?? sections.map(({ id, items }) => h("span", { key: id },
        id + ":", items.map((item) => h(Item, { key: item.id, item })), " ")));
    };
    window.h = h;
    const view = () => ({ parts: [{ query: { collection: "board", ownSections: true } }] });`;

  test("a list is followed once, however many components show it, however often they are mounted", async () => {
    await open(LIST);
    await tab.value("show(h(List), h(List), h(List))");
    await tab.until('text() === "todo:abc done:x ".repeat(3)');
    await untilFollowed(1);
    // Unmounted and mounted again, which StrictMode does each time as well.
    for (let count = 0; count < 50; count++) {
      await tab.value("show()");
      await tab.value(`show(...Array.from({ length: ${1 + (count % 3)} }, (_, key) => h(List, { key: key + ${count} })))`);
    }
    await tab.until('text() === "todo:abc done:x ".repeat(2)');
    assert.equal(await followers(), 1);
    // No snapshot is gone while another component shows the list.
    assert.doesNotMatch(await tab.value("text()"), /undefined/);
    await tab.value("show()");
    await untilFollowed(0);
    await tab.value("show(h(List))");
    await tab.until('text() === "todo:abc done:x "');
    await untilFollowed(1);
    await tab.value("show()");
    await untilFollowed(0);
    assert.deepEqual(tab.errors, []);
  });

  test("a view that is written anew each time is followed once", async () => {
    await open(`${LIST}
      window.View = () => {
        const [count, setCount] = useState(0);
        window.again = () => setCount(count + 1);
        return [count, " ", h(List, { key: 0, source: view() })];
      };`);
    await tab.value("show(h(View))");
    await tab.until('text() === "0 todo:abc done:x "');
    for (let count = 0; count < 20; count++) await tab.value("ReactDOM.flushSync(() => again())");
    assert.equal(await tab.value("text()"), "20 todo:abc done:x ");
    assert.deepEqual(await tab.value("followed"), [1, 0]);
    await tab.value("show()");
    await tab.until("followed[1] === 1");
    assert.deepEqual(tab.errors, []);
  });

  test("what did not change is not shown again", async () => {
    await open(LIST);
    await tab.value("show(h(List))");
    await tab.until("renders.x");
    await tab.value("renders = {}");
    await client.apply("board", [{ updateItems: { items: [{ id: "b", set: { title: "Other" } }] } }]);
    await tab.until("renders.b");
    assert.deepEqual(await tab.value("Object.keys(renders)"), ["b"]);
    await tab.value("renders = {}");
    await client.apply("board", [{ moveItems: { items: [{ id: "a" }], to: { last: true } } }]);
    await tab.until('text() === "todo:bca done:x "');
    assert.deepEqual(await tab.value("Object.keys(renders)"), []);
  });

  test("items move at once, and only who moved hears of a refusal", async () => {
    await open(`${LIST}
      window.told = [];
      window.moves = {};
      window.Mover = ({ name }) => {
        const [, again] = useState(0);
        const move = useMove("board", { onRefused: ({ error }) => told.push(name + " " + error.code) });
        useEffect(() => again(1), []);
        (moves[name] ??= new Set()).add(move);
        return null;
      };
      window.move = (name, ...given) => [...moves[name]].at(-1)(...given);
      window.moveNow = (...given) => (ReactDOM.flushSync(() => move(...given)), text());`);
    await tab.value('show(h(List), h(Mover, { name: "one" }), h(Mover, { name: "two" }))');
    await tab.until('text() === "todo:abc done:x "');
    assert.equal(await tab.value('moveNow("one", "a", { last: true })'), "todo:bca done:x ");
    assert.equal(await tab.value('moveNow("two", "b", { section: "done", first: true })'), "todo:ca done:bx ");
    while ((await stored()) !== "todo:ca done:bx") await new Promise((resolve) => setTimeout(resolve, 10));
    await assert.rejects(tab.value('move("one", "nobody", { last: true })'), /is not there/);
    // The server refuses what is not there any more: the page has not heard of that.
    await tab.value("client.apply = () => Promise.reject(Object.assign(new Error('gone'), { code: 'NOT_FOUND' }))");
    assert.equal(await tab.value('moveNow("two", "c", { last: true })'), "todo:ac done:bx ");
    await tab.until("told.length");
    await tab.until('text() === "todo:ca done:bx "');
    assert.deepEqual(await tab.value("told"), ["two NOT_FOUND"]);
    // In StrictMode a component is shown twice before it is mounted; from then on the function is the same.
    assert.ok((await tab.value("moves.one.size")) <= 2);
    await tab.value("show()");
    await untilFollowed(0);
    assert.deepEqual(tab.errors, []);
  });

  test("what was made here is undone, also where it was not sent yet, and nothing that others did", async () => {
    await open(`${LIST}
      window.Undoer = () => {
        window.undoing = useUndo("board");
        window.move = useMove("board");
        return null;
      };`);
    await tab.value("show(h(List), h(Undoer))");
    await tab.until('text() === "todo:abc done:x "');
    await tab.value('move("a", { last: true }); move("b", { section: "done", first: true })');
    const undo = (what) => tab.value(`undoing.${what}()
      .then(({ changed, canUndo, canRedo }) => [changed, canUndo, canRedo])`);
    assert.deepEqual(await undo("undo"), [true, true, true]);
    await tab.until('text() === "todo:bca done:x "');
    await client.apply("board", [{ moveItems: { items: [{ id: "x" }], section: "todo", to: { first: true } } }]);
    assert.deepEqual(await undo("undo"), [true, false, true]);
    await tab.until('text() === "todo:xabc done: "');
    assert.deepEqual(await undo("redo"), [true, true, true]);
    await tab.until('text() === "todo:xbca done: "');
    assert.deepEqual(tab.errors, []);
  });

  test("a list that is not there says so, and is followed when it is shown again", async () => {
    await open(LIST);
    await tab.value('show(h(List, { source: "later" }))');
    await tab.until('text() === "NOT_FOUND"');
    await client.create("later");
    await client.apply("later", [{ insertItems: { items: [{ id: "a" }] } }]);
    await tab.value('show(h(List, { source: "later" }), h(List, { source: "later", key: 2 }))');
    await tab.until('text() === ":a :a "');
    assert.equal(await followers("later"), 1);
    assert.deepEqual(tab.errors, []);
  });

  test("without an Arrange around them, hooks say what is missing", async () => {
    await open(`${LIST} const say = console.error; console.error = () => {};
      window.lost = (() => {
        try {
          flushSync(() => createRoot(document.createElement("div")).render(h(List)));
        } catch ({ message }) {
          return message;
        } finally {
          console.error = say;
        }
      })();`);
    assert.match(await tab.value("lost"), /put an <Arrange client=/);
  });

  describe("the example", () => {
    const shown = () => tab.value(`[...document.querySelectorAll("section")].map((section) => {
      return section.dataset.section + ":" + [...section.querySelectorAll("li")].map((li) => li.dataset.id).join("");
    }).join(" ")`);

    async function assertOrder(order) {
      assert.equal(await shown(), order);
      while ((await stored()) !== order) await new Promise((resolve) => setTimeout(resolve, 10));
    }

    beforeEach(async () => {
      site.policy = undefined;
      site.page = (await readFile(`${ROOT}/Examples/react/index.html`, "utf8"))
        .replace("<title>", '<link rel="icon" href="data:,"><title>');
      tab = await browser.open(`${site.origin}/Examples/react/?server=${encodeURIComponent(url)}&list=board`);
      await tab.until('document.querySelector("li")');
    });

    test("it is live, and cards move with keys", async () => {
      assert.equal(await shown(), "todo:abc done:x");
      await client.apply("board", [{ updateItems: { items: [{ id: "b", set: { title: "Other" } }] } }]);
      await tab.until('document.querySelector("[data-id=b]").textContent === "Other"');
      const key = (id, name) => tab.value(`document.querySelector("[data-id=${id}]").dispatchEvent(
        new KeyboardEvent("keydown", { key: "${name}", altKey: true, bubbles: true }))`);
      await key("a", "ArrowDown");
      await assertOrder("todo:bac done:x");
      await key("c", "ArrowUp");
      await assertOrder("todo:bca done:x");
      await key("b", "ArrowRight");
      await assertOrder("todo:ca done:xb");
      await key("x", "ArrowLeft");
      await key("x", "ArrowLeft");
      await assertOrder("todo:cax done:b");
      assert.deepEqual(tab.errors, []);
    });

    test("cards are dragged with a mouse, to a card and to the end of a section", async () => {
      const drag = async (from, to) => tab.dragAndDrop(await tab.place(from), await tab.place(to));
      await drag("[data-id=c]", "[data-id=a]");
      await tab.until('document.querySelector("li").dataset.id === "c"');
      await assertOrder("todo:cab done:x");
      await drag("[data-id=a]", "[data-section=done] h2");
      await tab.until('document.querySelector("[data-section=done] [data-id=a]")');
      await assertOrder("todo:cb done:xa");
      assert.deepEqual(tab.errors, []);
    });

    test("what keeps it from showing is said", async () => {
      await client.delete("board");
      await tab.until('document.querySelector("[role=status]").textContent');
      assert.match(await tab.value('document.querySelector("[role=status]").textContent'), /board/);
    });
  });
});
