// Outlines: lists whose items can have children, the batches that change them, and what is collapsed in them.

import { coreOf } from "./src/client.js";
import { outlineUpdates as updatesOf } from "./src/tree-updates.js";

export { compose } from "./src/tree-compose.js";
export { Folding } from "./src/tree-folding.js";
export { TreeList } from "./src/tree-list.js";
export { LiveOutline } from "./src/tree-live.js";

/**
 * @param {import("./arrange").Client} client
 * @param {string} name
 * @param {import("./trees").OutlineOptions} [options]
 */
export function outlineUpdates(client, name, options = {}) {
  return updatesOf(coreOf(client), name, options);
}
