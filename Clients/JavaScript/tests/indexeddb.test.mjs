// A storage in IndexedDB, in Chromium.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { connect } from "../arrange.js";
import { CHROMIUM, serve, startBrowser } from "./support/browser.mjs";
import { startServer } from "./support/server.mjs";

const PAGE = (port) => `<script type="module" nonce="page">
  import { connect } from "./arrange.js";
  import { EditableList } from "./edits.js";
  import { openStorage } from "./indexeddb.js";
  globalThis.storage = await openStorage();
  globalThis.list = new EditableList(connect("ws://127.0.0.1:${port}/arrange"), "board", { storage });
  globalThis.order = () => list.sections.flatMap(({ items }) => items.map(({ id }) => id)).join("");
  await list.loaded;
  globalThis.isReady = true;
</script>`;

describe("a storage in IndexedDB", { skip: CHROMIUM ? false : "there is no Chromium", timeout: 60_000 }, () => {
  test("keeps a list and what was not answered over a reload, and is shared by pages", async () => {
    const site = await serve();
    const server = await startServer({ args: ["--http", "127.0.0.1:0", "--http-origins", site.origin] });
    const { httpPort } = server;
    const browser = await startBrowser();
    try {
      let client = connect(server.url);
      await client.create("board");
      await client.apply("board", [{ insertItems: { items: [{ id: "a" }, { id: "b" }] } }]);
      await client.close();
      site.page = PAGE(httpPort);
      const page = await browser.open(site.origin);
      await page.until("globalThis.isReady && order() === 'ab'");
      await page.value("list.move('b', { first: true }), 0");
      await page.until("!list.hasPendingMoves");
      // The list itself is stored a second after it has changed.
      await page.until(`storage.getItem("arrange 127.0.0.1:${httpPort} board")`);
      await server.kill();
      await page.value("list.insert({ id: 'c', fields: { title: 'C' } }, { last: true }), 0");
      const other = await browser.open(site.origin);
      await other.until("globalThis.isReady && order() === 'bac'");
      await page.value("storage.setItem('told', 'now')");
      await other.until("storage.getItem('told') === 'now'");
      await other.value("storage.removeItem('told')");
      await page.until("storage.getItem('told') === null");
      await page.command("Page.reload");
      await page.until("globalThis.isReady && order() === 'bac'");
      await server.start();
      client = connect(server.url);
      const items = async () => (await client.fetch("board")).sections.flatMap((part) => part.items.map(({ id }) => id));
      while ((await items()).join("") !== "bac") await new Promise((resolve) => setTimeout(resolve, 20));
      await client.close();
    } finally {
      await browser.close();
      await server.stop();
      await site.close();
    }
  });
});
