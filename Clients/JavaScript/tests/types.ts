// Programs as people write them, for the type checker. That the library is as it is declared is checked at the end.

import { createElement } from "react";
import * as declared from "../arrange";
import { applyBatch, ArrangeError, connect, Double, LiveList, Section, Timestamp } from "../arrange";
import { onto } from "../drops";
import { EditableList } from "../edits";
import { Arrange, useList, useMove, useUndo } from "../react";
import { attachSortable } from "../sortable";
import * as client from "../src/client.js";
import * as codec from "../src/codec.js";
import * as errors from "../src/errors.js";
import * as fold from "../src/fold.js";
import * as live from "../src/live.js";

export async function service(token: string): Promise<void> {
  const arrange = connect("wss://lists.example.org/arrange", { token, retry: { maximumAttempts: 3 } });
  const { epoch } = await arrange.create("board", { strategy: "lexorank", fields: { title: "Board", one: new Double(1) } });
  const wide: bigint = epoch;
  try {
    const { version, operations } = await arrange.apply("board", [
      { insertItems: { items: [{ id: "a", fields: { due: new Date(), wide } }], section: "todo", to: { first: true } } },
      { moveItems: { items: [{ id: "b" }], to: { before: "a", ifAnchorMissing: "last" } } },
    ], { ifVersion: 7, timeoutMs: 1000 });
    operations[0]?.elements[0]?.item?.section.toFixed(version);
  } catch (error) {
    if (error instanceof ArrangeError && error.code === "ABORTED") console.log(error.field);
  }
  let sections: readonly Section[] = [];
  const step = { comparison: { field: "done", operator: "equal", value: false } } as const;
  const view = { parts: [{ query: { collection: "board", ownSections: true, filter: { steps: [step] } } }] };
  for await (const update of arrange.updates(view, { nameAuthors: true })) {
    if (update.type === "list") sections = update.sections;
    if (update.type === "batch") sections = applyBatch(sections, update.batch);
    const due = sections[0]?.items[0]?.fields.due;
    if (due instanceof Timestamp) due.toDate();
  }
  for await (const page of arrange.pages("board", { section: { section: "todo" } })) page.sections[0]?.items[0]?.id;
}

export function page(): () => void {
  const list = new LiveList(connect(), "board", { storage: localStorage });
  list.on("change", (change) => {
    if (change.type === "batch") change.batch.itemMoves.forEach((index) => index.toFixed());
    else change.reason.length.toFixed();
  });
  list.on("refused", ({ error, items, to, allow }) => error.code && allow.length > 0 && list.move(items, to, { allow }));
  list.move(["a", "b"], { section: "done", after: "c" }).batch?.itemMoves;
  // @ts-expect-error There is no such place.
  list.move("a", { middle: true });
  // @ts-expect-error There is no such operation.
  list.apply([{ moveItem: {} }]);
  return attachSortable(list, document.body, { renderItem: (row, item) => (row.textContent = item.id) });
}

export function Board(): unknown {
  const { sections, isPending, error, list } = useList<EditableList>("board");
  const move = useMove(undefined, { onRefused: ({ error: { code } }) => code.length });
  // @ts-expect-error There is no such place.
  move("a", { middle: true });
  list?.insert({ fields: { title: "New", due: new Date() } }, { section: "todo", first: true }).ids[0]?.length;
  list?.update(["a"], { set: { done: true }, remove: ["due"] }).batch?.itemUpdates;
  list?.edit([{ removeItems: { items: [{ id: "a" }] } }, { removeSections: { sections: [{ id: "s" }] } }]);
  // @ts-expect-error There is no such change.
  list?.update("a", { fields: {} });
  const { undo, redo } = useUndo();
  undo({ dryRun: true }).then(({ kept, canUndo }) => (canUndo && kept[0]?.id ? redo() : undefined));
  const over = onto(sections, "a", "b");
  if (over) move("a", over);
  const up = () => move(["a"], { first: true, section: sections[0].id }).requestId;
  return error ? error.message : createElement("ul", { onClick: up }, sections.map(({ id }) => isPending(id) && id));
}

export const shownBoard: unknown = createElement(Arrange, {
  client: connect(), source: "board", options: { storage: localStorage, stack: Uint8Array.of(1), List: EditableList },
});

export const asDeclared: {
  connect: typeof declared.connect;
  Double: typeof declared.Double;
  Timestamp: typeof declared.Timestamp;
  ArrangeError: typeof declared.ArrangeError;
  applyBatch: typeof declared.applyBatch;
  LiveList: typeof declared.LiveList;
} = {
  connect: client.connect,
  Double: codec.Double,
  Timestamp: codec.Timestamp,
  ArrangeError: errors.ArrangeError as typeof declared.ArrangeError,
  applyBatch: fold.applyBatch,
  LiveList: live.LiveList as unknown as typeof declared.LiveList,
};
