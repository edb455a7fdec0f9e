import type { Destination, ElementUpdate, Init, LocalMove, NewElement, Operation, UndoResponse } from "./arrange.js";
import { LiveList } from "./arrange.js";

export interface LocalUndo extends LocalMove {
  /**
   * What the server did: `kept` says what it left since others have changed it, and whose it is. Rejected if it refuses.
   * Settled only while the list is open.
   */
  readonly answer: Promise<UndoResponse>;
}

export interface LocalEdit extends LocalMove {
  /** What is inserted, changed or removed. */
  readonly ids: readonly string[];
}

/**
 * A list on a screen in which items are inserted, edited and removed at once, as others are moved.
 *
 * A change is shown, reported as `change` and sent; the server's own list takes its place without a further report. If the
 * server refuses it, it is undone in one batch, and reported as `refused`. Changes are made in the order in which they were
 * made here. With a `storage`, those that the server has not answered are made by the next page.
 *
 * Everything throws where the server would refuse, and where the list is a view: `client.apply` changes what that shows.
 */
export class EditableList extends LiveList {
  /** Inserts items: at the end of the default section, unless it is said where. Ids that are left out are made here. */
  insert(items: NewItem | readonly NewItem[], to?: Destination): LocalEdit;
  /** Sets fields of items, or removes some: `update("write", { set: { done: true }, remove: ["due"] })`. */
  update(items: string | readonly string[], change: Omit<Init<ElementUpdate>, "id">): LocalEdit;
  remove(items: string | readonly string[]): LocalEdit;
  /**
   * Makes several changes in one transaction: all or none. Operations can insert, move, update and remove items and
   * sections; others are refused, and made with `apply`, which shows them when the server has them.
   */
  edit(operations: readonly Init<Operation>[]): LocalEdit;

  /**
   * Undoes the newest step of the `stack` in the options, which the server chooses and does, behind the changes that wait.
   * If the newest change of this list has made the step, the list without it is shown at once: a guess, since the list does
   * not tell all of what others did. Where the server does something else, the list changes to that in one batch. Other
   * steps, such as those of before a reload, and those of more than 500 elements, are shown when the server has undone them.
   * An undo is not kept in a `storage`.
   */
  undo(): LocalUndo;
  /** Makes again what was undone last, likewise. */
  redo(): LocalUndo;
  /** Whether there is a step to undo; undefined until a change was made here, or the server has undone one. See `steps`. */
  readonly canUndo: boolean | undefined;
  /** Whether there is a step to make again. */
  readonly canRedo: boolean | undefined;
}

export type NewItem = Init<NewElement>;
