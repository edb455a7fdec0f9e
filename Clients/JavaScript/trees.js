// Outlines: lists whose items can have children, the batches that change them, and what is collapsed in them.

export { compose } from "./src/tree-compose.js";
export { Folding } from "./src/tree-folding.js";
export { TreeList } from "./src/tree-list.js";
