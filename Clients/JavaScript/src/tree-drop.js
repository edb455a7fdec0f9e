// Where something goes in an outline that is dropped between two rows or on one, or moved by a key.

/** @typedef {import("../trees").TreeNode} TreeNode */
/** @typedef {import("../tree-view").VisibleRow} VisibleRow */

/**
 * A place: a parent, which is an item or a section, and the child that it is behind; undefined if it is the first.
 *
 * @typedef {{ parent: TreeNode, after: TreeNode | undefined }} Gap
 */

/**
 * The place between two rows.
 *
 * @param {readonly VisibleRow[]} rows
 * @param {number} index of the row behind the place
 * @param {number} depth the one that is wanted, where the place can be on several levels
 * @returns {(Gap & { depth: number }) | undefined}
 */
export function gapBetween(rows, index, depth) {
  const [previous, next] = [rows[index - 1], rows[index]];
  if (!previous) {
    const parent = next?.node.isItem ? next.node.parent : undefined;
    return parent && { parent, after: undefined, depth: 1 };
  }
  const deepest = previous.isOpen ? previous.depth + 1 : previous.depth;
  const wanted = Math.min(Math.max(depth, next?.depth ?? 1, 1), deepest);
  // Behind a section that is collapsed there is none.
  if (wanted < 1) return undefined;
  if (wanted > previous.depth) return { parent: previous.node, after: undefined, depth: wanted };
  let after = previous.node;
  for (let above = previous.depth; above > wanted && after.parent; above--) after = after.parent;
  return after.parent && { parent: after.parent, after, depth: wanted };
}

/**
 * The place at the end of what is below a node.
 *
 * @param {TreeNode} parent
 * @returns {Gap}
 */
export function endOf(parent) {
  return { parent, after: parent.children[parent.children.length - 1] };
}

/**
 * What moves if some nodes are chosen: without those that are below others, in the order in which they are shown.
 *
 * @param {Iterable<TreeNode>} rows all of them
 * @param {ReadonlySet<TreeNode>} chosen
 */
export function topmost(rows, chosen) {
  /** @type {TreeNode[]} */
  const top = [];
  for (const node of rows) if (chosen.has(node) && !isBelow(node.parent, chosen)) top.push(node);
  return top;
}

/**
 * Whether a node is one of some, or below one.
 *
 * @param {TreeNode | undefined} node
 * @param {ReadonlySet<TreeNode>} others
 */
function isBelow(node, others) {
  for (; node; node = node.parent) if (others.has(node)) return true;
  return false;
}

/**
 * The move of some nodes to a place; undefined if they are there, or would be below themselves.
 *
 * @param {readonly TreeNode[]} nodes in the order in which they are shown
 * @param {Gap} gap
 * @returns {import("../tree-view").TreeMove | undefined}
 */
export function moveTo(nodes, { parent, after }) {
  const moved = new Set(nodes);
  if (!nodes.length || isBelow(parent, moved)) return undefined;
  const { children } = parent;
  // The anchor is one that stays.
  let index = after ? children.indexOf(after) : -1;
  while (index >= 0 && moved.has(children[index])) index--;
  const isThere = nodes.every((node, place) => children[index + 1 + place] === node);
  if (isThere) return undefined;
  let section = parent;
  while (section.isItem && section.parent) section = section.parent;
  return {
    ids: nodes.map(({ id }) => id), section: section.id, parent: parent.isItem ? parent.id : "", after: children[index]?.id,
  };
}

/**
 * Where a node goes that is moved by a key: up or down among its siblings, below the sibling before it, or behind its
 * parent.
 *
 * @param {TreeNode} node
 * @param {"up" | "down" | "in" | "out"} way
 * @returns {Gap | undefined}
 */
export function step(node, way) {
  const { parent, index } = node;
  if (!parent) return undefined;
  const { children } = parent;
  if (way === "out") return parent.isItem && parent.parent ? { parent: parent.parent, after: parent } : undefined;
  if (way === "in") return index > 0 ? endOf(children[index - 1]) : undefined;
  if (way === "up") return index > 0 ? { parent, after: children[index - 2] } : undefined;
  return index + 1 < children.length ? { parent, after: children[index + 1] } : undefined;
}
