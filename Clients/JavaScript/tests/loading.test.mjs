// Modules that are loaded when they are used, and can't be loaded the first time.

import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";
import { connect, LiveList } from "../arrange.js";

// Refuses the first import of each of them, as a browser does that is offline for a moment.
const hooks = `
  const met = new Set();
  export function resolve(specifier, context, next) {
    const isMet = !/(storage|rare-messages|tcp|tokens|placing)\\.js$/.test(specifier) || met.has(specifier);
    met.add(specifier);
    if (!isMet) throw new Error(specifier + " can't be loaded");
    return next(specifier, context);
  }`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

const transport = () => ({ send() {}, close() {} });

test("a call whose description can't be loaded fails as calls do, and the next one loads it", async () => {
  const client = connect("arrange://test", { transport });
  await assert.rejects(client.serverInfo(), { name: "ArrangeError", code: "UNAVAILABLE", processed: "not_started" });
  const late = client.serverInfo({ timeoutMs: 1 });
  await assert.rejects(late, { code: "DEADLINE_EXCEEDED" });
  await client.close();
});

test("a list whose storage can't be loaded comes from the server", async () => {
  const reads = [];
  const storage = { getItem: (key) => reads.push(key) && null, setItem() {} };
  const opened = [];
  const client = connect("arrange://test", { transport: (handlers) => opened.push(handlers) && transport() });
  const first = new LiveList(client, "board", { storage });
  while (opened.length === 0) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(reads, []);
  const second = new LiveList(client, "board", { storage });
  while (reads.length === 0) await new Promise((resolve) => setImmediate(resolve));
  first.close();
  second.close();
  await client.close();
});

test("a token whose module can't be loaded is asked for again", async () => {
  const opened = [];
  const client = connect("arrange://test", {
    token: () => "late", sendsTokenInClear: true, retry: { initialBackoffMs: 1 },
    transport: (handlers) => opened.push(handlers) && transport(),
  });
  const states = [];
  client.onState((state, error) => states.push([state, error?.message]));
  const call = client.get("board").catch(() => {});
  while (opened.length === 0) await new Promise((resolve) => setImmediate(resolve));
  assert.match(states[1].join(), /^disconnected,.*tokens\.js can't be loaded/);
  await client.close();
  await call;
});

test("a connection whose module can't be loaded is an error", async () => {
  const client = connect("arrange://127.0.0.1:1", { retry: { maximumAttempts: 1 } });
  await assert.rejects(client.ping(), { code: "UNAVAILABLE", message: /tcp\.js can't be loaded/ });
  await client.close();
});
