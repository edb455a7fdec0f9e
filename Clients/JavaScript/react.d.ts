// Hooks for React 18 or later. A list is followed once for each client, however many components show it, and no longer
// than one of them does.

import type {
  ArrangeError, Client, Destination, LiveList, LiveListOptions, LocalMove, Options, PlaceOptions, RefusedMove, Section,
  Source, UndoResponse, WindowPlace,
} from "./arrange.js";

export interface ArrangeProps {
  /** The client of all hooks inside; that of the `Arrange` around it when left out. Who makes it closes it. */
  client?: Client;
  /** The list or view of the hooks inside that name none. */
  source?: Source;
  /** How lists inside are followed; that of the `Arrange` around it when left out. What follows a list first counts. */
  options?: ListOptions;
  children?: any;
}

/** Says which client the hooks inside use, and which list where they name none. */
export function Arrange(props: ArrangeProps): any;

/** A list as it is shown: another object when something is different, with the same sections and items where nothing is. */
export interface ListView<List extends LiveList = LiveList> {
  /** With changes that the server has not answered yet. */
  readonly sections: readonly Section[];
  /** Whether the list has come. */
  readonly isLoaded: boolean;
  /** The version of the server's list. */
  readonly version: number | undefined;
  /** Where the window of a view is. */
  readonly window: WindowPlace | undefined;
  /** Why the server can't be reached at the moment. The list stays, and can be moved in. */
  readonly offline: ArrangeError | undefined;
  /** Why the list is not followed any more, such as that there is none. */
  readonly error: ArrangeError | undefined;
  /** Whether an item was moved, or changed otherwise, and the server's list does not have that yet. */
  isPending(id: string): boolean;
  /** What it is the view of; undefined until the component is mounted. */
  readonly list: List | undefined;
}

export interface ListOptions extends LiveListOptions {
  /** The class of lists, such as `EditableList`; `LiveList` when left out. */
  List?: typeof LiveList;
}

/**
 * A list or a view, live: that of the `Arrange` around it when left out. It is followed once for all components that show
 * it, from when the first one is mounted until shortly after the last one was unmounted.
 */
export function useList<List extends LiveList = LiveList>(source?: Source): ListView<List>;

export interface MoveOptions {
  /**
   * Told when the server refuses a move that was made with this hook, which was undone before; also of moves that the page
   * before had made.
   */
  onRefused?(refused: RefusedMove): void;
}

/**
 * A function that moves items at once and sends the move, as `LiveList.move` does. It is the same as long as the list is.
 */
export function useMove(
  source?: Source,
  options?: MoveOptions,
): (items: string | readonly string[], to: Destination, options?: PlaceOptions) => LocalMove;

export interface Undoing {
  /**
   * Takes back the newest step of the stack that `options` of the `Arrange` around it name, and nothing that others did
   * since: `kept` says what, and `canUndo` whether there are more. Changes that were not sent yet are made before.
   */
  undo(options?: UndoOptions): Promise<UndoResponse>;
  /** Makes the newest step again that was undone. */
  redo(options?: UndoOptions): Promise<UndoResponse>;
}

export type UndoOptions = Options<"UndoRequest", "collection" | "stack" | "redo">;

/** Functions that undo what was made in a list of this page, or of others with the same stack. A view has no steps. */
export function useUndo(source?: string): Undoing;
