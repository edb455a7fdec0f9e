// A program that has installed the package, with a real server: every file that it needs has to be in the package.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { connect, LiveList } from "@arrange/client";
import { eventStreams } from "@arrange/client/events";
import { Arrange, useList } from "@arrange/client/react";
import { withRowsBelow } from "@arrange/client/rows";
import * as sortable from "@arrange/client/sortable";
import * as treeView from "@arrange/client/tree-view";
import { TreeList } from "@arrange/client/trees";
import { createElement } from "react";
import { renderToString } from "react-dom/server";

const place = import.meta.resolve("@arrange/client/package.json");
const { name, version, license, private: isPrivate } = JSON.parse(await readFile(new URL(place), "utf8"));
assert.deepEqual([name, license, isPrivate], ["@arrange/client", "Apache-2.0", undefined]);
assert.match(version, /^\d+\.\d+\.\d+$/);
assert.notEqual(version, "0.0.0");
assert.match(await readFile(new URL("LICENSE", place), "utf8"), /Apache License/);
assert.doesNotMatch(await readFile(new URL("README.md", place), "utf8"), /\]\(\.\./);
assert.equal(typeof sortable.attachSortable, "function");
assert.deepEqual(withRowsBelow([], ["a"]), { ids: ["a"], named: ["a"] });
assert.equal(new TreeList().rowCount, 0);
assert.equal(typeof treeView.attachTree, "function");

// A page that a server renders shows lists when they have come to the browser.
const Count = () => createElement("p", null, useList().sections.length);
const page = createElement(Arrange, { client: connect("arrange://127.0.0.1"), source: "board" }, createElement(Count));
assert.equal(renderToString(page), "<p>0</p>");

const { startServer } = await import(process.env.SUPPORT);
const server = await startServer({ args: ["--http", "127.0.0.1:0"] });
// A token from a function, a storage and a view take the modules that are loaded when they are used.
const stored = new Map();
const storage = {
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, value) => void stored.set(key, value),
  removeItem: (key) => void stored.delete(key),
};
const client = connect([server.url], { token: async () => undefined });
try {
  await client.create("board");
  await client.apply("board", [{ insertItems: { items: [{ id: "a", fields: { n: 1 } }, { id: "b", fields: { n: 2 } }] } }]);
  const view = { parts: [{ query: { collection: "board", ownSections: true, sort: [{ field: "n" }] } }] };
  await client.defineView("ordered", view);
  const list = new LiveList(client, "ordered", { storage });
  await list.loaded;
  list.move("b", { first: true }, { allow: ["sort_fields"] });
  while (list.hasPendingMoves) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual(list.sections[0].items.map(({ id }) => id), ["b", "a"]);
  list.close();
  assert.ok(stored.size > 0);
  const overHTTP = connect(`ws://127.0.0.1:${server.httpPort}/arrange`, { transport: eventStreams() });
  assert.equal((await overHTTP.get("board")).itemCount, 2);
  await overHTTP.close();
  console.log(`${name} ${version} works where it was installed`);
} finally {
  await client.close();
  await server.stop();
}
