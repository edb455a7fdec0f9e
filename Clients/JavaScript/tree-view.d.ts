// An outline in a page. It shows a `TreeList`.

import type { Folding, TreeList, TreeNode } from "./trees.js";

export interface TreeViewOptions {
  /** The height of each row, in pixels; 32 when left out. */
  rowHeight?: number;
  /** How far what is one level deeper is indented, in pixels; 20 when left out. */
  indent?: number;
  /** Whether sections have rows; when left out, if there is more than one. */
  sections?: boolean;
  /** What is collapsed at first. */
  folding?: Folding;
  /**
   * Fills a row, again when the fields of its element are others, how much is below it, or whether that is shown. When left
   * out, with the field `title`, or the id.
   */
  renderRow?: (row: HTMLElement, node: TreeNode, isOpen: boolean) => void;
  /** What a node is called where it is spoken of. */
  label?: (node: TreeNode) => string;
  /** Whether items can be moved; they can when left out. */
  isMovable?: boolean;
  /** Whether Tab and Shift+Tab move an item in and out; then they don't leave the tree. */
  indentsWithTab?: boolean;
  texts?: Partial<TreeViewTexts>;
}

/** What is said about an outline; in English when left out. */
export interface TreeViewTexts {
  /** `parent` is empty for the top of a section without a name. */
  moved(label: string, parent: string): string;
  unmovable(label: string): string;
}

/** A row that is not hidden below a collapsed one. */
export interface VisibleRow {
  readonly node: TreeNode;
  readonly depth: number;
  /** Among its siblings, from 1. */
  readonly position: number;
  /** How many siblings there are, with itself. */
  readonly count: number;
  /** Whether it is not collapsed. */
  readonly isOpen: boolean;
}

/** Where items are to go: the `detail` of the event `arrange-move`. */
export interface TreeMove {
  /** In the order in which they are shown; none is below another one. */
  readonly ids: readonly string[];
  /** The id of the section in which they will be. */
  readonly section: string;
  /** The id of the item that becomes their parent; empty for the top of the section. */
  readonly parent: string;
  /** The id of the sibling behind which they go; undefined if they are the first. */
  readonly after: string | undefined;
}

/** What was collapsed or expanded: the `detail` of the event `arrange-fold`. */
export interface TreeFold {
  readonly id: string;
  readonly isItem: boolean;
  readonly isCollapsed: boolean;
}

export interface TreeView {
  /** Shows what has changed in the list, with the next frame. To be called when a batch was applied. */
  update(): void;
  /** What is collapsed. */
  folding: Folding;
  /** The ids of the selected items and sections, without those below others. */
  readonly selected: readonly string[];
  /** Puts the focus on an item, if it is not hidden; without an id, on the row that had it last, or its neighbour. */
  focus(id?: string): void;
  /** Expands what is above an item, and puts the focus on it. */
  reveal(id: string): void;
  /** Reports a move of an item, as Alt and an arrow do. */
  move(id: string, way: "up" | "down" | "in" | "out"): void;
  /** Ends the view, and empties the element. */
  detach(): void;
}

/**
 * Shows an outline in an element that scrolls, as a tree by the rules of WAI-ARIA. Only rows on the screen are in the page,
 * with a few around them and the one that has the focus.
 *
 * Arrows go from row to row, expand and collapse; Home and End go to the first and the last one; Space selects. Items move
 * by mouse, pen or finger, between rows or onto one, whose last child they become, and with Alt and the arrows: up, down, in
 * and out. Nothing is moved by the view itself: it dispatches the event `arrange-move`, and shows the list as it is after
 * `update`. A node that a subscription has collapsed has no children here: `arrange-fold` is then the wish to expand it.
 *
 * A row has the attribute `data-id`, or `data-section`; while it is dragged `data-dragged`, and `data-drop-below` while
 * something would become its child. An element with `data-drop` is where something would go between two rows: give it a
 * height and a colour.
 */
export function attachTree(tree: TreeList, element: HTMLElement, options?: TreeViewOptions): TreeView;
