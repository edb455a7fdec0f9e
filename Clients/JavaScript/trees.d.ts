// Outlines: lists whose items can have children, how they are followed, and what they are shown with.

import type {
  ArrangeError, Client, CommitAuthor, Element, Folding as FoldingMessage, SnapshotReason, TreeBatch, UpdateOptions,
} from "./arrange.js";

export interface OutlineOptions extends Omit<UpdateOptions, "profile"> {
  /** What is collapsed: of what is below it only counts come. Nothing is when left out. */
  folding?: Folding;
}

/** The next step of an outline; all is as in `ListUpdate`. */
export type OutlineUpdate = {
  /** The version of the outline with the update. */
  readonly version: number;
  /** The random id of the collection's history. */
  readonly epoch: bigint;
  /** With what to go on after the update with the same folding, also in another program. */
  readonly resumeToken: Uint8Array;
  /** The request ids of the client's own transactions that a batch contains. */
  readonly ownRequestIds: readonly Uint8Array[];
  readonly authors: readonly CommitAuthor[];
} & (
  /** What is shown of the whole outline: a list that belongs to the reader. */
  | { readonly type: "outline"; readonly list: TreeList; readonly reason: SnapshotReason }
  /** What changed since the update before. */
  | { readonly type: "batch"; readonly batch: TreeBatch; readonly from: number; readonly commits: number }
  | { readonly type: "progress" }
);

/**
 * Follows an outline: what is shown of it, and then its changes. All is as with `client.updates`; a token of another folding
 * leads to the whole outline. Fails with FAILED_PRECONDITION if the collection is no outline.
 */
export function outlineUpdates(
  client: Client,
  name: string,
  options?: OutlineOptions,
): AsyncIterableIterator<OutlineUpdate>;

export interface OutlineEvents {
  /** The list changed, or all of it came again: its nodes are then others. */
  change:
    | {
        readonly type: "batch";
        readonly batch: TreeBatch;
        /** The nodes whose elements or counts are others. */
        readonly changed: readonly TreeNode[];
        readonly authors: readonly CommitAuthor[];
        readonly ownRequestIds: readonly Uint8Array[];
      }
    | { readonly type: "reload"; readonly reason: SnapshotReason };
  /** The outline is not followed any more. */
  end: { readonly error: ArrangeError | undefined };
}

/** An outline that follows the server's, and says what changes. */
export class LiveOutline {
  constructor(client: Client, name: string, options?: Omit<OutlineOptions, "at" | "playTo" | "resumeToken" | "signal">);
  /** What is shown: always the same object. It must not be changed. */
  readonly list: TreeList;
  /** The version of the list; undefined before it has come. */
  readonly version: number | undefined;
  /** Settled when the list has come; rejected if it can't. */
  readonly loaded: Promise<void>;
  /** Returns what ends it. */
  on<Name extends keyof OutlineEvents>(name: Name, listener: (event: OutlineEvents[Name]) => void): () => void;
  /** Follows the outline with something else collapsed. The list stays as it is until that has come. */
  fold(folding: Folding): void;
  /** Follows the outline no more. */
  close(): void;
}

/** A section with its items in the order in which they are shown, each before its children. */
export interface TreeSection extends Element {
  readonly items: readonly Element[];
  /** The depth of each item, from 1. */
  readonly depths: readonly number[];
  /** What is below collapsed items, by their indices in `items`; -1 is the section. */
  readonly counts?: readonly { readonly row: number; readonly children: number; readonly descendants: number }[];
}

/**
 * A section or an item of an outline. It is the same object as long as it is in its list; its properties change with the
 * list. A node that was removed has no meaning any more.
 */
export interface TreeNode {
  readonly element: Element;
  readonly id: string;
  /** Whether it is an item, and no section. */
  readonly isItem: boolean;
  /** The item or the section that it is below. That of a section is the root, which is no node to be shown. */
  readonly parent: TreeNode | undefined;
  /** Nothing, if it is collapsed. */
  readonly children: readonly TreeNode[];
  /** 0 for a section, 1 for an item at the top of it. Takes as long as it has ancestors. */
  readonly depth: number;
  /** Its index among its siblings. Takes as long as there are siblings before it. */
  readonly index: number;
  /** How many rows are below it: without what is below collapsed items. */
  readonly shown: number;
  /** How many items are below it, whether they are shown or not. */
  readonly descendants: number;
  /** How many children it has, whether they are shown or not. */
  readonly childCount: number;
  /** What is below it while it is collapsed; undefined if nothing is. */
  readonly folded: { readonly children: number; readonly descendants: number } | undefined;
}

/** An outline on a screen. Batches change it in place; take a `copy` of what has to stay. */
export class TreeList {
  /** Throws an `ArrangeError` with the code INTERNAL if depths are wrong, or an id is there twice. O(n). */
  constructor(sections?: readonly TreeSection[], folding?: Folding);

  readonly sections: readonly TreeNode[];
  /** The number of sections, and of items that are shown. */
  readonly size: { readonly sections: number; readonly items: number };

  /** The item with an id. */
  find(id: string): TreeNode | undefined;
  /** The section with an id. */
  section(id: string): TreeNode | undefined;

  /** The number of rows: sections, and items that are shown. */
  readonly rowCount: number;
  /** All rows in their order. The list must not change meanwhile. */
  rows(): IterableIterator<TreeNode>;
  /** The row with an index, as fast as there are siblings before each of its ancestors. */
  rowAt(row: number): TreeNode | undefined;
  /** The index of a row, likewise. */
  rowOf(node: TreeNode): number;

  /**
   * What is collapsed. To be set before a batch is applied that leads to another folding: it shows what was expanded and
   * takes away what was collapsed. A subscription with another folding begins with the whole outline.
   */
  folding: Folding;

  copy(): TreeList;

  /** Becomes another list, which has to be used no more: its nodes are now those of this one. */
  replace(list: TreeList): void;

  /** Throws an `ArrangeError` with the code INTERNAL if a batch does not fit this list, or contradicts itself. */
  check(batch: TreeBatch): void;

  /**
   * Applies a batch, in O(k d) for k changes of nodes with d ancestors, and as much as a copy of each list of siblings that
   * changes. Returns the nodes whose elements or counts are others. Throws like `check`; then nothing has changed.
   */
  apply(batch: TreeBatch): TreeNode[];

  /**
   * A batch as calls for a view of an outline, one for each change. They are made one after the other: each index is that of
   * its turn. No node is ever below itself. Throws like `check`. To be called before the batch is applied. A call takes as
   * long as a search for its node among its siblings, and for each node above it.
   */
  calls(batch: TreeBatch): TreeCall[];

  /** A batch as changes of rows, for a list that only knows rows with depths: a subtree is one range. Else like `calls`. */
  rowChanges(batch: TreeBatch): RowChange[];
}

/** An index among the children of an item, at the top of a section, or, with neither, among the sections. */
export interface TreePlace {
  readonly section?: string;
  readonly item?: string;
  readonly at: number;
}

export interface TreeRow {
  readonly element: Element;
  readonly depth: number;
}

export type TreeCall =
  /** New nodes: the first of them with the depth 0, and what comes with it. */
  | { readonly kind: "insert"; readonly to: TreePlace; readonly rows: readonly TreeRow[] }
  /** A node moves with all that is below it. The index of its new place counts without it. */
  | { readonly kind: "move"; readonly from: TreePlace; readonly to: TreePlace }
  /** A node goes with all that is below it. */
  | { readonly kind: "remove"; readonly from: TreePlace };

export type RowChange =
  /** New rows, with their depths in the list. */
  | { readonly kind: "insert"; readonly at: number; readonly rows: readonly TreeRow[] }
  /** `count` rows from `at` move, are from `to` afterwards, and become deeper by `deeper`. */
  | { readonly kind: "move"; readonly at: number; readonly count: number; readonly to: number; readonly deeper: number }
  /** `count` rows from `at` go. */
  | { readonly kind: "remove"; readonly at: number; readonly count: number };

/**
 * Two batches that follow each other as one. It is the one that leads at once from the first version to the last, except
 * that an id which the first deletes and the second inserts stays deleted and inserted, and is there twice while the calls
 * of the batch are made; and that an update stays which leads back to the fields before. Throws an `ArrangeError` if the
 * batches do not follow each other.
 */
export function compose(first: TreeBatch, second: TreeBatch): TreeBatch;

/** What is collapsed in an outline: a value, which does not change. */
export class Folding {
  /**
   * With `lazy`, the nodes named are expanded, and all others are collapsed; otherwise those named are collapsed. At most
   * 10,000 ids.
   */
  constructor(nodes?: { lazy?: boolean; items?: Iterable<string>; sections?: Iterable<string> });

  readonly lazy: FoldingMessage["lazy"];
  readonly items: FoldingMessage["items"];
  readonly sections: FoldingMessage["sections"];

  /** Whether a node is collapsed. */
  hides(node: Pick<TreeNode, "id" | "isItem">): boolean;

  /** The folding with which a node that is collapsed is expanded, and the other way round. */
  toggling(node: Pick<TreeNode, "id" | "isItem">): Folding;

  /** The ids of what is collapsed here or in another folding, but not in both. Throws if only one of them is lazy. */
  toggled(before: Folding): { toggledItems: string[]; toggledSections: string[] };
}
