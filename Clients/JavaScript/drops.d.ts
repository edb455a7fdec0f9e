// From what a drag library says about a drop to the place of a move, for `LiveList.move` and `useMove`. The place is beside
// another item, so that it holds although others change the list meanwhile. `sections` is the list that was shown.

import type { Destination, Section } from "./arrange.js";

/**
 * Where items go that were dropped at an index of a section, which is counted without them: SortableJS
 * (`newDraggableIndex`), @hello-pangea/dnd (`destination.index`).
 */
export function toIndex(
  sections: readonly Section[],
  items: string | readonly string[],
  section: string,
  index: number,
): Destination;

/**
 * Where an item goes that was dropped on another one, whose index it takes, or on a section, whose last it becomes: dnd-kit
 * (`active.id`, `over.id`). Undefined where neither is there any more.
 */
export function onto(sections: readonly Section[], item: string, over: string): Destination | undefined;

/**
 * Where an item is in the ids of a section as they are after the drop: svelte-dnd-action (`detail.items`). Undefined where
 * the item is not among them.
 */
export function inOrder(section: string, order: readonly string[], item: string): Destination | undefined;
