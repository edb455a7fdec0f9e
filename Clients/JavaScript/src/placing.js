// Rows of views, as a server places them.

import { isTransient } from "./call.js";
import { sourceFields } from "./updates.js";

/**
 * Places the rows of a move, and notes what it is shown until.
 *
 * @param {import("./live").LiveList} list
 * @param {import("./moves").Move} move
 */
export async function placeRows(list, move) {
  const { client, source } = list;
  const { requestId, place, stack } = move;
  const { collection: name = "", view } = sourceFields(source);
  // A whole list that comes before the answer does not say whether it has the rows.
  move.unwatch ??= list.on("change", ({ type }) => (move.mayBeInList ||= type === "reload"));
  try {
    const { applied } = await client.placeRows({ name, view, ...place, requestId, stack });
    // A view has versions of its own. Where nothing was written, it has what it had.
    move.unwatch();
    if (!applied.length || move.mayBeInList) move.version = 0;
    else move.until = ["list", "progress", ...(applied[0].collection ? [] : ["batch"])];
  } catch (error) {
    const refusal = /** @type {any} */ (error);
    // Where it is not known whether it was made, it is made again.
    if (!isTransient(refusal) && refusal.code !== "DEADLINE_EXCEEDED") move.unwatch();
    const allow = effectsToAllow(refusal, place);
    if (allow.length) move.allow = allow;
    throw error;
  }
}

/**
 * The effects to allow where a view's rows are placed again after a refusal; empty where none would do.
 *
 * @param {import("./errors").ArrangeError} error
 * @param {import("./moves").Move["place"]} place
 * @returns {import("./generated/types").PlaceEffect[]}
 */
export function effectsToAllow({ field = "" }, place) {
  const missing = /^allow\[(.+)\]$/.exec(field)?.[1].replace("sort", "sort_fields").split(",");
  return missing ? /** @type {any} */ ([...(place?.allow ?? []), ...missing]) : [];
}
