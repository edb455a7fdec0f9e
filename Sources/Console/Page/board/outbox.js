// The edits of a list that were made in this tab and that the server has not answered yet.
//
// They are sent one after the other, in the order in which they were made. One whose outcome is not known is sent again with
// its request id until it is known. They outlive the page of the list, and a reload.

import { keep, kept, keptNames } from "../shared/kept.js";
import { notify } from "../shared/dialogs.js";
import { inWords, server, whenSignedIn } from "../shared/service.js";

const KEPT = "edits.";
/** How long to wait before an edit is sent again whose outcome is not known, in milliseconds. */
const PAUSE = 1000;
/** The most operations that are sent as one transaction, of several edits that wait. */
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
    this.send = send ?? ((operations, options) => server().apply(list, operations, options));
    this.pause = pause ?? (() => new Promise((resolve) => setTimeout(resolve, PAUSE)));
    const stored = kept(KEPT + list);
    this.edits = (stored?.edits ?? []).map((operations) => ({ operations }));
    for (const [key, version] of stored?.followers ?? []) this.followers.set(key, version);
    if (stored?.sending) {
      const { requestId, number, operations } = stored.sending;
      this.sending = { requestId, operations, edits: this.edits.slice(0, number) };
      for (const edit of this.sending.edits) edit.request = String(requestId);
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
      edits: edits.map(({ operations }) => operations),
      followers: [...this.followers],
      sending: sending
        ? { requestId: sending.requestId, operations: sending.operations, number: sending.edits.length }
        : undefined,
    });
  }

  /**
   * Adds operations as one transaction. Returns the edit; its `answer` is a promise of { version, changed }, or fails with
   * why the server refused it. `ready` is called, and waited for, before it is sent.
   */
  add(operations, { ready } = {}) {
    const edit = { operations, ready };
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
      await this.edits[0].ready?.();
      if (!this.sending) {
        this.sending = this.next();
        this.tell({ type: "sent", ...this.sending });
      }
      const { requestId, operations, edits } = this.sending;
      try {
        const answer = await this.send(operations, { requestId });
        this.answered(edits, operations, answer);
      } catch (error) {
        if (isUnknown(error)) await this.again(error);
        else this.refused(edits, error);
      }
    }
    this.isRunning = false;
  }

  /** The next transaction: an edit, or several that only move and so do not depend on their answers. */
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
    if (answer.changed) {
      for (const [index, operation] of operations.entries()) this.lead(operation, edits, index, answer.version);
    }
    this.take(edits);
    for (const edit of edits) edit.version = answer.version;
    this.tell({ type: "answered", edits, answer });
    for (const edit of edits) edit.resolve?.(answer);
  }

  refused(edits, error) {
    this.error = null;
    if (edits.length > 1) {
      // Nothing of it was done. Each edit by itself shows which one it was.
      this.sending = null;
      for (const edit of edits) edit.isAlone = true;
      return;
    }
    this.take(edits);
    this.tell({ type: "refused", edits, error });
    if (edits[0].reject) edits[0].reject(error);
    else notify(`A change of before the reload was not made: ${inWords(error)} ${typedIn(edits[0])}`, { kind: "error", isKept: true });
  }

  take(edits) {
    this.sending = null;
    this.edits = this.edits.filter((edit) => !edits.includes(edit));
  }

  // Content versions

  /** An operation as it is sent: with the content versions that elements have now if nobody else changed them. */
  resolved(operation) {
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

  /** Remembers to which content version an operation led what it changed or brought back. */
  lead({ updateItems, updateSections, insertItems, insertSections }, edits, index, version) {
    for (const { id, ifContentVersion } of updateItems?.items ?? updateSections?.sections ?? []) {
      if (ifContentVersion !== undefined) this.followers.set(`${id}@${ifContentVersion}`, version);
    }
    // Several edits in one transaction only move; so these are the operations of the first one.
    const [before] = Object.values(edits[0].operations[index] ?? {});
    if (!insertItems && !insertSections) return;
    for (const { id, contentVersion } of before.items ?? before.sections) {
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

/** Whether an edit only moves. */
function onlyMoves({ operations, ready }) {
  return !ready && operations.every(({ moveItems, moveSections }) => moveItems ?? moveSections);
}

/** Whether an edit may have been made, or may be made later. */
function isUnknown({ code, retryAfterMs }) {
  return ["UNAVAILABLE", "DEADLINE_EXCEEDED", "UNAUTHENTICATED", "CANCELLED"].includes(code)
    || (code === "RESOURCE_EXHAUSTED" && retryAfterMs > 0);
}

/** The texts of an edit, for a notice. */
function typedIn({ operations }) {
  const texts = operations.flatMap((operation) => Object.values(operation))
    .flatMap(({ items, sections }) => items ?? sections)
    .flatMap(({ fields, set }) => Object.entries(fields ?? set ?? {}))
    .filter(([, value]) => typeof value === "string");
  const shown = texts.map(([name, text]) => `${name} “${text.slice(0, LONGEST_VALUE)}”`);
  return shown.length > 0 ? `It had ${shown.join(", ")}.` : "";
}
