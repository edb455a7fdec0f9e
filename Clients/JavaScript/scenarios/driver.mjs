// Carries out the commands of Clients/scenarios with this library: see the README there.

import { createInterface } from "node:readline";
import { applyBatch, ArrangeError, connect, Double, LiveList, Timestamp } from "../arrange.js";
import { TestWebSocket } from "../tests/support/websocket.mjs";

/** A command that can't be understood. */
class DriverError extends Error {}

const clients = new Map();
const streams = new Map();
const lists = new Map();
/** What cancels the commands that wait, by their ids. */
const waiting = new Map();
/** Called when a state or a report has come. */
const watchers = new Set();

function found(map, name) {
  const value = map.get(name);
  if (!value) throw new DriverError(`there is no ${name}`);
  return value;
}

/** Waits until a condition holds; it is looked at after each event. */
function until(holds) {
  if (holds()) return undefined;
  return new Promise((resolve) => {
    const watcher = () => {
      if (!holds()) return;
      watchers.delete(watcher);
      resolve();
    };
    watchers.add(watcher);
  });
}

function notify() {
  for (const watcher of [...watchers]) watcher();
}

// Values: from JSON

const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));

function value(json) {
  if (json === null || typeof json !== "object") return json;
  const [[kind, content]] = Object.entries(json);
  if (kind === "int") return BigInt(content);
  if (kind === "double") return new Double(content);
  if (kind === "bytes") return bytes(content);
  if (kind === "timestamp") return new Timestamp(BigInt(content));
  throw new DriverError(`there is no value of the kind ${kind}`);
}

function fields(json) {
  return json && Object.fromEntries(Object.entries(json).map(([name, one]) => [name, value(one)]));
}

const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** A message of the protocol with the names that it has in this library. */
function message(json) {
  if (Array.isArray(json)) return json.map(message);
  if (json === null || typeof json !== "object") return json;
  return Object.fromEntries(Object.entries(json).map(([name, one]) => {
    if (name === "fields" && !Array.isArray(one)) return ["fields", fields(one)];
    if (name === "set") return ["set", fields(one)];
    if (name === "if_missing") return ["ifAnchorMissing", one];
    return [camel(name), message(one)];
  }));
}

/** The message `View` in the JSON of protobuf: lists of fields and values have another form here. */
function view(json) {
  if (Array.isArray(json)) return json.map(view);
  if (json === null || typeof json !== "object") return json;
  return Object.fromEntries(Object.entries(json).map(([name, one]) => {
    if (name === "fields" && one[0]?.name !== undefined) {
      return ["fields", Object.fromEntries(one.map((field) => [field.name, protobufValue(field)]))];
    }
    if (name === "value") return ["value", protobufValue(one)];
    if (name === "values" || name === "declared") return [name, one.map(protobufValue)];
    if (typeof one === "string" && ENUMS.test(one)) return [camel(name), one.replace(ENUMS, "").toLowerCase()];
    if (typeof one === "string" && INTEGERS.has(name)) return [camel(name), Number(one)];
    return [camel(name), view(one)];
  }));
}

/** Integers, which the JSON of protobuf may have as text. */
const INTEGERS = new Set(["cap", "start", "end", "before", "after", "all_of", "any_of"]);

/** The beginnings of the names of enums in views. */
const ENUMS = /^(VIEW_RIGHTS|GROUP_ORDER|SORT_DIRECTION|MISSING_VALUES|COMPARISON_OPERATOR)_/;

function protobufValue(json) {
  if ("bool_value" in json) return json.bool_value;
  if ("int_value" in json) return BigInt(json.int_value);
  if ("double_value" in json) return new Double(json.double_value);
  if ("string_value" in json) return json.string_value;
  if ("bytes_value" in json) return bytes(json.bytes_value);
  if ("timestamp_us" in json) return new Timestamp(BigInt(json.timestamp_us));
  return null;
}

function source(command) {
  return command.view ? view(command.view.definition) : command.collection;
}

// Values: to JSON

const base64 = (content) => Buffer.from(content).toString("base64");

function valueJSON(content) {
  if (typeof content === "bigint" || Number.isSafeInteger(content)) return { int: String(content) };
  if (typeof content === "number") return { double: content };
  if (content instanceof Uint8Array) return { bytes: base64(content) };
  if (content instanceof Timestamp) return { timestamp: String(content.microseconds) };
  return content;
}

function fieldsJSON(content) {
  return Object.fromEntries(Object.entries(content).map(([name, one]) => [name, valueJSON(one)]));
}

function elementJSON({ id, fields: content, contentVersion, key, origin }) {
  const json = { id, fields: fieldsJSON(content), content_version: contentVersion };
  if (key.length) json.key = base64(key);
  if (origin) {
    json.origin = { collection: origin.collection };
    if (origin.item) json.origin.item = origin.item;
  }
  return json;
}

function listJSON(sections) {
  return { sections: sections.map((section) => ({ ...elementJSON(section), items: section.items.map(elementJSON) })) };
}

function errorJSON(error) {
  if (!(error instanceof ArrangeError)) {
    return { code: error instanceof DriverError ? "DRIVER" : "UNKNOWN", message: String(error.stack ?? error) };
  }
  const { code, message: text, field, processed, retryAfterMs } = error;
  const json = { code, message: text, processed };
  if (field) json.field = field;
  if (retryAfterMs) json.retry_after_ms = retryAfterMs;
  return json;
}

function infoJSON({ name, strategy, version, sectionCount, itemCount, fields: content }) {
  return { name, strategy, version, section_count: sectionCount, item_count: itemCount, fields: fieldsJSON(content) };
}

function placedJSON({ id, item, section }) {
  if (item) return { id, at: [item.section, item.item] };
  return section === undefined ? { id } : { id, at: [section] };
}

function changeCount(batch) {
  return (
    batch.sectionDeletes.length + batch.sectionInserts.length + batch.sectionMoves.length / 2 +
    batch.sectionUpdates.length + batch.itemDeletes.length / 2 + batch.itemInserts.length +
    batch.itemMoves.length / 4 + batch.itemUpdates.length
  );
}

// Commands

const commands = {
  hello: () => ({ library: "javascript" }),

  connect(command) {
    const client = connect(command.server.includes("://") ? command.server : `arrange://${command.server}`, {
      token: command.token,
      callTimeoutMs: command.call_timeout_ms,
      connectTimeoutMs: command.connect_timeout_ms,
      // Node 20 has WebSocket only where it is asked for.
      WebSocket: globalThis.WebSocket ?? TestWebSocket,
      retry: Object.fromEntries(Object.entries({
        maximumAttempts: command.attempts, initialBackoffMs: command.backoff_ms, maximumBackoffMs: command.max_backoff_ms,
      }).filter(([, number]) => number !== undefined)),
    });
    const entry = { client, seen: [client.state] };
    client.onState((state) => {
      entry.seen.push(state);
      notify();
    });
    clients.set(command.client, entry);
    return {};
  },

  states(command) {
    const { client, seen } = found(clients, command.client);
    return { now: client.state, seen };
  },

  async await_state(command) {
    const { seen } = found(clients, command.client);
    await until(() => seen.indexOf(command.state, command.after) >= 0);
    return commands.states(command);
  },

  async close(command) {
    await found(clients, command.client).client.close();
    return {};
  },

  // Calls

  create: async ({ client, collection, strategy, fields: content }, signal) => {
    return infoJSON(await client.create(collection, { strategy, fields: fields(content), signal }));
  },
  info: async ({ client, collection }, signal) => infoJSON(await client.get(collection, { signal })),
  delete: async ({ client, collection }, signal) => {
    await client.delete(collection, { signal });
    return {};
  },

  async collections({ client, page_size: pageSize }, signal) {
    const names = [];
    let pageToken;
    do {
      const page = await client.collections({ pageSize, pageToken, signal });
      names.push(...page.collections.map(({ name }) => name));
      pageToken = page.nextPageToken;
    } while (pageToken.length);
    return { names };
  },

  async apply({ client, collection, operations, if_version: ifVersion, request_id: requestId }, signal) {
    const options = { ifVersion, signal };
    if (requestId !== undefined) options.requestId = bytes(requestId);
    const result = await client.apply(collection, message(operations), options);
    return {
      version: result.version, changed: result.changed, repeated: result.replayed,
      operations: result.operations.map(({ elements }) => elements.map(placedJSON)),
    };
  },

  async fetch(command, signal) {
    const sections = [];
    let pages = 0;
    let version = 0;
    for await (const page of command.client.pages(source(command), { pageSize: command.page_size, signal })) {
      pages++;
      version = page.collection.version;
      for (const { index, section, items } of page.sections) {
        sections[index] ??= { ...section, items: [] };
        sections[index].items.push(...items);
      }
    }
    return { ...listJSON(sections), version, pages };
  },

  async history({ client, collection, from, to, limit }, signal) {
    const { version, commits } = await client.history(collection, { from, to, limit, signal });
    return {
      version,
      commits: commits.map((commit) => {
        return { version: commit.version, request_id: base64(commit.requestId), changes: commit.changes.length };
      }),
    };
  },

  define_view: async ({ client, name, view: { definition } }, signal) => {
    await client.defineView(name, view(definition), { signal });
    return {};
  },
  delete_view: async ({ client, name }, signal) => {
    await client.deleteView(name, { signal });
    return {};
  },
  strategies: async ({ client }, signal) => {
    return { names: (await client.strategies({ signal })).strategies.map(({ name }) => name) };
  },
  server_info: async ({ client }, signal) => ({ version: (await client.serverInfo({ signal })).version }),
  ping: async ({ client }, signal) => {
    await client.ping({ signal });
    return {};
  },
  cancel({ command }) {
    waiting.get(command)?.abort();
    return {};
  },

  // Updates

  open(command) {
    const { options: given = {}, token, list_of: listOf } = command;
    const controller = new AbortController();
    const options = {
      profile: given.profile, reloadThreshold: given.reload_threshold, shortestIntervalMs: given.shortest_interval_ms,
      largestBatchBytes: given.largest_batch_bytes, orderKeys: given.keys, progressIntervalMs: given.progress_interval_ms,
      nameAuthors: given.authors, reconnectionAttempts: given.reconnection_attempts, signal: controller.signal,
    };
    if (given.own_request_prefix !== undefined) options.ownRequestPrefix = bytes(given.own_request_prefix);
    if (token !== undefined) options.resumeToken = bytes(token);
    const updates = command.client.updates(source(command), options);
    const sections = listOf === undefined ? [] : found(streams, listOf).sections;
    streams.set(command.stream, { updates, sections, controller });
    return {};
  },

  async take(command, signal) {
    const stream = found(streams, command.stream);
    signal.addEventListener("abort", () => stream.controller.abort());
    const { value: update, done } = await stream.updates.next();
    if (done) return { update: "end" };
    const { type, version, epoch, resumeToken } = update;
    const json = { update: type, version, epoch: String(epoch), token: base64(resumeToken) };
    if (type === "list") {
      stream.sections = update.sections;
      json.reason = update.reason;
    } else if (type === "batch") {
      try {
        stream.sections = applyBatch(stream.sections, update.batch);
      } catch (error) {
        stream.updates.return();
        return { failed: { code: "FOLD", message: error.message } };
      }
      const { from, commits, batch, ownRequestIds, authors } = update;
      Object.assign(json, { from, commits, changes: changeCount(batch), own: ownRequestIds.map(base64), authors });
    }
    if (command.list) json.list = listJSON(stream.sections);
    return json;
  },

  async end(command) {
    await found(streams, command.stream).updates.return();
    return {};
  },

  // Live lists

  follow(command) {
    const list = new LiveList(command.client, source(command));
    const entry = { list, screen: [], reports: [], ended: undefined };
    const report = (json) => {
      entry.reports.push(json);
      notify();
    };
    list.on("change", (change) => {
      entry.screen = change.type === "batch" ? applyBatch(entry.screen, change.batch) : list.sections;
      report({ kind: change.type === "batch" ? "changes" : "reload" });
    });
    list.on("connection", ({ state }) => report({ kind: state }));
    list.on("refused", ({ requestId, error }) => {
      report({ kind: "refused", request_id: base64(requestId), error: errorJSON(error) });
    });
    list.on("end", ({ error }) => {
      entry.ended = error;
      if (error) report({ kind: "ended" });
    });
    lists.set(command.list, entry);
    return {};
  },

  move(command) {
    const entry = found(lists, command.list);
    const to = { ...message(command.to ?? {}) };
    if (command.section !== undefined) to.section = command.section;
    const { requestId, batch } = entry.list.move(command.items, to);
    if (batch) entry.screen = applyBatch(entry.screen, batch);
    return { changed: batch !== undefined, request_id: base64(requestId) };
  },

  async settle(command) {
    const { list } = found(lists, command.list);
    // That a move has arrived may be no change, and then there is no event.
    while (!list.isLoaded || list.version < (command.version ?? 0) || list.hasPendingMoves) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return commands.look(command);
  },

  async await_report(command) {
    const { reports } = found(lists, command.list);
    await until(() => reports.some(({ kind }, index) => kind === command.kind && index >= command.after));
    return commands.look(command);
  },

  look(command) {
    const { list, screen, reports, ended } = found(lists, command.list);
    return {
      loaded: list.isLoaded, version: list.version ?? 0, pending: list.hasPendingMoves,
      list: listJSON(list.sections), screen: listJSON(screen), reports, ...(ended && { ended: errorJSON(ended) }),
    };
  },

  unfollow(command) {
    found(lists, command.list).list.close();
    return {};
  },

  async quit() {
    for (const { list } of lists.values()) list.close();
    await Promise.all([...clients.values()].map(({ client }) => client.close()));
    return {};
  },
};

/** How often a list is looked at that is to settle, in milliseconds. */
const POLL_MS = 2;

/** Commands that have no client, or make one. */
const WITHOUT_CLIENT = new Set(["hello", "connect", "states", "await_state", "close", "cancel", "quit"]);

function answer(reply) {
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}

async function carryOut(command) {
  const { id, do: verb } = command;
  const controller = new AbortController();
  waiting.set(id, controller);
  try {
    if (!Object.hasOwn(commands, verb)) throw new DriverError(`there is no command "${verb}"`);
    const isCall = !WITHOUT_CLIENT.has(verb) && command.client !== undefined;
    const all = isCall ? { ...command, client: found(clients, command.client).client } : command;
    const result = await commands[verb](all, controller.signal);
    answer(result.failed ? { id, error: result.failed } : { id, ok: result });
  } catch (error) {
    answer({ id, error: errorJSON(error) });
  } finally {
    waiting.delete(id);
  }
  if (verb === "quit") process.exit();
}

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  let command;
  try {
    command = JSON.parse(line);
  } catch {
    answer({ id: 0, error: { code: "DRIVER", message: "a line is no JSON" } });
    return;
  }
  carryOut(command);
});
lines.on("close", () => process.exit());
