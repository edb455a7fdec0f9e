import type { Destination, LiveList, LocalMove, PlaceOptions, Section } from "./arrange.js";

/**
 * Moves rows of a view of an outline, with the rows below them, at once, and sends the move: `list.move` shows the named
 * rows alone in the gap until the answer. How deep rows are then shown comes with the answer.
 *
 *     moveRows(list, "write", { after: "edit" }, { parent: "chapter" });
 *
 * `options.parent` is the row below which they go, and "" the top of the section. Without it they stay below what they
 * are below, if the gap permits that, and otherwise go beside a neighbour. For rows of flat collections it does what
 * `list.move` does.
 */
export function moveRows(
  list: LiveList,
  rows: string | readonly string[],
  to: Destination,
  options?: PlaceOptions,
): LocalMove;

/** Rows with those below them, in the order in which they are moved, and the ids that have to be named. */
export function withRowsBelow(
  sections: readonly Section[],
  rows: readonly string[],
): { readonly ids: readonly string[]; readonly named: readonly string[] };
