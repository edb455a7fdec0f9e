// The edits of a list that were made in this tab and that the server has not answered yet.
//
// They are sent one after the other, in the order in which they were made. One whose outcome is not known is sent again with
// its request id until it is known. They outlive the page of the list, and a reload.

import { keep, kept, keptNames } from "../shared/kept.js";
import { notify } from "../shared/dialogs.js";
import { inWords, server, whenSignedIn } from "../shared/service.js";
import { stackOfTab } from "../shared/stack.js";
import { elementsOf, isAsked } from "./model.js";

const KEPT = "edits.";
/** How long to wait before an edit is sent again whose outcome is not known, in milliseconds. */
const PAUSE = 1000;
/** The most operations of moves that wait and are sent as one transaction. */
const MOST_TOGETHER = 500;
/** How often a restarted page shows what it had typed, in characters of one field. */
const LONGEST_VALUE = 2000;

const outboxes = new Map();

/** The outbox of a list. */
export function outboxOf(list) {
  if (!outboxes.has(list)) outboxes.set(list, new Outbox(list));
  return outboxes.get(list);
}

/** Goes on sending what a page left when it was reloaded. */
export function resumeOutboxes() {
  for (const list of keptNames(KEPT)) outboxOf(list);
}

export class Outbox {
  /** What is being sent: a request id, and the edits whose operations it carries. */
  sending = null;
  isRunning = false;
  listeners = new Set();
  /** The content versions to which this page alone led elements, by the id and the content version before. */
  followers = new Map();
  added = 0;

  /** - send: makes a transaction; pause: waits before it is tried again. Tests have their own. */
  constructor(list, { send, pause, newRequestId } = {}) {
    this.list = list;
    this.newRequestId = newRequestId ?? (() => server().newRequestId());
    this.send = send ?? ((operations, options) => sent(list, operations, options));
    this.pause = pause ?? (() => new Promise((resolve) => setTimeout(resolve, PAUSE)));
    const stored = kept(KEPT + list);
    this.edits = editsOf(stored);
    for (const [key, version] of stored?.followers ?? []) this.followers.set(key, version);
    if (stored?.sending) {
      const { requestId, operations } = stored.sending;
      this.sending = { requestId, operations, edits: [this.edits[0]] };
      this.edits[0].request = String(requestId);
    }
    if (this.edits.length > 0) this.run();
  }

  /** Calls a function with what happens: { type, edits, ... }. Returns a function that ends this. */
  onChange(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  tell(change) {
    this.keep();
    for (const listener of [...this.listeners]) listener(change);
  }

  keep() {
    const { edits, sending } = this;
    keep(KEPT + this.list, edits.length === 0 ? undefined : {
      edits: edits.map(({ operations, group }) => ({ operations, group })),
      followers: [...this.followers],
      sending: sending
        ? { requestId: sending.requestId, operations: sending.operations, number: sending.edits.length }
        : undefined,
    });
  }

  /**
   * Adds operations as one transaction. Returns the edit; its `answer` is a promise of { version, changed }, or fails with
   * why the server refused it. Edits with the same group are undone in one step.
   */
  add(operations, { group } = {}) {
    const edit = { operations, group };
    edit.answer = new Promise((resolve, reject) => Object.assign(edit, { resolve, reject }));
    // Who does not ask for it is told by the listeners.
    edit.answer.catch(() => {});
    this.edits.push(edit);
    this.tell({ type: "added", edits: [edit] });
    this.run();
    return edit;
  }

  async run() {
    if (this.isRunning) return;
    this.isRunning = true;
    while (this.edits.length > 0) {
      if (!this.sending) {
        this.sending = this.next();
        this.tell({ type: "sent", ...this.sending });
      }
      const { requestId, operations, edits } = this.sending;
      try {
        const answer = await this.send(operations, { requestId, stack: stackOfTab(), group: edits[0].group });
        this.answered(edits, operations, answer);
      } catch (error) {
        if (isUnknown(error)) await this.again(error);
        else this.refused(edits, error);
      }
    }
    this.isRunning = false;
  }

  /**
   * The next transaction: an edit, or several that wait and only move, and so do not depend on their answers. It is one step that
   * can be undone.
   */
  next() {
    const edits = [this.edits[0]];
    let { length } = edits[0].operations;
    while (!edits[0].isAlone && edits.every(onlyMoves)) {
      const edit = this.edits[edits.length];
      if (!edit || !onlyMoves(edit) || length + edit.operations.length > MOST_TOGETHER) break;
      edits.push(edit);
      length += edit.operations.length;
    }
    const operations = edits.flatMap((edit) => edit.operations).map((operation) => this.resolved(operation));
    const requestId = this.newRequestId();
    for (const edit of edits) edit.request = String(requestId);
    return { requestId, operations, edits };
  }

  /** Waits until it can be tried again. */
  async again(error) {
    this.error = error;
    if (error.code === "UNAUTHENTICATED") await whenSignedIn();
    else await this.pause();
  }

  answered(edits, operations, answer) {
    this.error = null;
    if (answer.changed && edits.length === 1) {
      for (const [index, operation] of operations.entries()) this.lead(operation, edits[0].operations[index], answer.version);
    }
    this.take(edits);
    for (const edit of edits) edit.version = answer.version;
    this.tell({ type: "answered", edits, answer });
    for (const edit of edits) edit.resolve?.(answer);
  }

  refused(edits, error) {
    this.error = null;
    const [edit, ...others] = edits;
    if (others.length > 0) {
      // Nothing of it was done. Each edit by itself shows which one it was.
      this.sending = null;
      for (const each of edits) each.isAlone = true;
      return;
    }
    this.take(edits);
    this.tell({ type: "refused", edits, error });
    if (edit.reject) edit.reject(error);
    else notify(`A change of before the reload was not made: ${inWords(error)} ${typedIn(edit)}`, { kind: "error", isKept: true });
  }

  take(edits) {
    this.sending = null;
    this.edits = this.edits.slice(edits.length);
  }

  // Content versions

  /** An operation as it is sent: with the content versions that elements have now if nobody else changed them. */
  resolved(operation) {
    if (isAsked(operation)) return operation;
    const [[kind, content]] = Object.entries(operation);
    const name = content.items ? "items" : "sections";
    const elements = content[name].map(({ contentVersion, ...element }) => {
      const { ifContentVersion, ...plain } = element;
      if (ifContentVersion === undefined) return plain;
      const latest = this.latest(element.id, ifContentVersion);
      // What was never added is not there: the server says so.
      return latest < 0 ? plain : { ...plain, ifContentVersion: latest };
    });
    return { [kind]: { ...content, [name]: elements } };
  }

  /** Remembers to which content version an operation led what it changed or added. */
  lead({ updateItems, updateSections, insertItems, insertSections }, before, version) {
    for (const { id, ifContentVersion } of updateItems?.items ?? updateSections?.sections ?? []) {
      if (ifContentVersion !== undefined) this.followers.set(`${id}@${ifContentVersion}`, version);
    }
    if (!insertItems && !insertSections) return;
    for (const { id, contentVersion } of elementsOf(before)) {
      if (contentVersion !== undefined) this.followers.set(`${id}@${contentVersion}`, version);
    }
  }

  /** The content version to which this page alone has led an element since another one. */
  latest(id, version) {
    let latest = version;
    for (;;) {
      const next = this.followers.get(`${id}@${latest}`);
      if (next === undefined || next === latest) return latest;
      latest = next;
    }
  }

  /** A content version for an element that is not on the server yet. */
  newVersion() {
    this.added += 1;
    return -this.added;
  }
}

/** The edits that a tab has kept, of which those that were sent together are one. Before version 0.5.0 they were operations alone. */
function editsOf({ edits = [], sending } = {}) {
  const all = edits.map((edit) => (Array.isArray(edit) ? { operations: edit } : edit));
  const [first, ...others] = all.splice(0, sending?.number ?? 0);
  return first ? [{ ...first, operations: [first, ...others].flatMap(({ operations }) => operations) }, ...all] : all;
}

/** Whether an edit moves things in its list and is a step by itself. */
function onlyMoves({ operations, group }) {
  return !group && operations.every(({ moveItems, moveSections }) => moveItems || moveSections);
}

/**
 * Sends operations: as a transaction of the list, of several lists, or, for rows of a view, to be placed; or has a step undone, the
 * list taken back to a version, or what was removed put back.
 * Returns the answer with the `version` from which on the list has them.
 */
async function sent(list, operations, options) {
  const [{ placeItems, transferItems, undo, restore, putBack }] = operations;
  const { requestId, stack } = options;
  if (restore) return server().restore(list, restore.to, { keep: restore.keep, ifVersion: restore.ifVersion, requestId, stack });
  if (putBack) return server().putBack(list, putBack.elements, { requestId, stack });
  if (undo) {
    const { collection = list, ...request } = undo;
    const answer = await server().undo(collection, stack, { ...request, requestId });
    return collection === list ? answer : ofView(answer, answer.changed ? [answer] : []);
  }
  if (placeItems) {
    const answer = await server().placeRows({ ...placingRequest(list, placeItems), ...options });
    return ofView(answer, answer.applied);
  }
  if (!transferItems) return server().apply(list, operations, options);
  const { collections } = await server().transact([{ collection: list, transferItems }], options);
  return { version: collections.find(({ name }) => name === list)?.version ?? 0, changed: true };
}

/** The versions of a view are not those of its lists: what was written comes with the next batch that has the request id. */
function ofView(answer, written) {
  return { ...answer, version: written.length > 0 && !written[0].replayed ? Infinity : 0 };
}

/** The request that places rows of a view. */
export function placingRequest(name, { items, section, previous, next, parent, seen, allow }) {
  return { name, rows: items.map(({ id }) => id), section, previous, next, parent, seen, allow };
}

/** Whether an edit may have been made, or may be made later. */
function isUnknown({ code, retryAfterMs }) {
  return ["UNAVAILABLE", "DEADLINE_EXCEEDED", "UNAUTHENTICATED", "CANCELLED"].includes(code)
    || (code === "RESOURCE_EXHAUSTED" && retryAfterMs > 0);
}

/** The texts of an edit, for a notice. */
function typedIn({ operations }) {
  const texts = operations.flatMap(elementsOf)
    .flatMap(({ fields, set }) => Object.entries(fields ?? set ?? {}))
    .filter(([, value]) => typeof value === "string");
  const shown = texts.map(([name, text]) => `${name} “${text.slice(0, LONGEST_VALUE)}”`);
  return shown.length > 0 ? `It had ${shown.join(", ")}.` : "";
}
