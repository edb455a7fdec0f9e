import type { ArrangeError, Element as Item, LiveList, PlaceEffect, Section } from "./arrange.js";

export interface SortableOptions {
  /** Shows an item in its row, which is empty or shows the item as it was. When left out: the field `title`, or the id. */
  renderItem?(row: HTMLElement, item: Item): void;
  /** Shows a section in its heading. When left out: the field `title`, or the id. */
  renderSection?(heading: HTMLElement, section: Section): void;
  /** What an item is called when it is announced. When left out: the field `title`, or the id. */
  label?(item: Item): string;
  /** The only section to show, without a heading. When left out: all. */
  section?: string;
  /** The part of a row by which it is dragged, as a selector. When left out: the whole row. */
  handle?: string;
  /** How long a finger rests on a row, in milliseconds, before it drags; until then it scrolls. 250 when left out. */
  restMs?: number;
  /**
   * Up to so many items all rows are in the page, 100 when left out; of a longer list only those that are seen, and some
   * around them. `Infinity`: always all.
   */
  mostRows?: number;
  /** What is announced to users of screen readers. When left out: English. */
  texts?: Partial<SortableTexts>;
  /**
   * Asked where a drop in a view takes more than a place there, such as another section of the list: whether these effects
   * are wanted. Where it is left out, or answers false, the row goes back, and `onRefused` is told.
   */
  onEffects?(effects: readonly PlaceEffect[], item: Item, error: ArrangeError): boolean | Promise<boolean>;
  /** Told of moves that can't be made. */
  onRefused?(error: ArrangeError): void;
}

export interface SortableTexts {
  /** Describes each row to who can't see it: how to move it. */
  instructions: string;
  lifted(label: string, position: number, count: number): string;
  moved(label: string, position: number, count: number, section: string): string;
  dropped(label: string, position: number, count: number, section: string): string;
  cancelled(label: string): string;
  refused(label: string, reason: string): string;
}

/**
 * Shows a list or a view in an element, and moves its items as they are dragged: with a mouse, a finger, a pen, or with the
 * keyboard (Space lifts a row and drops it, arrows move it, Escape puts it back). While somebody drags, changes of others
 * wait.
 *
 * Each section is a `section` with a heading and an `ol`, each item an `li` with the attribute `data-id`. The row that is
 * dragged has the attribute `data-dragged`, one whose move the server does not have yet `data-pending`. Of a long list, `li`
 * without `data-id` stand for the rows that are not in the page. The list is shown at most once for each frame, also in a
 * shadow tree and in what scrolls by itself. What `renderItem` and the other functions throw is reported as an error of the
 * page.
 *
 * @returns what detaches it, and empties the element
 */
export function attachSortable(list: LiveList, element: HTMLElement, options?: SortableOptions): () => void;
