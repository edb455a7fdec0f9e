// Rows of views of outlines: how deep they are, which go along with others, and below which row a drop goes.

/** How far a row is indented for each level, in pixels; as in items.css. */
export const INDENT = 24;

/** How deep a row is; 0 where its view does not show what is below what. */
export function depthOf(item) {
  return item?.origin?.depth ?? 0;
}

/** The ids of the rows that are below some of these, and go along with them. */
export function rowsBelow(rows, ids) {
  const wanted = new Set(ids);
  const below = [];
  let depth = 0;
  for (const item of rows) {
    const own = depthOf(item);
    if (depth > 0 && own > depth) below.push(item.id);
    else depth = wanted.has(item.id) ? own : 0;
  }
  return below;
}

/** Rows with those that go along with them, in the order in which they move. */
export function blockOf(rows, ids) {
  return ids.flatMap((id) => [id, ...rowsBelow(rows, [id])]);
}

/**
 * How deep a drop between two rows goes that is wanted at a depth, and below which row: { depth, parent }, where the parent ""
 * is the top of the section. Null where the rows have no depths, or the one above is not there.
 */
export function placeInTree(rows, index, wanted) {
  const [above, below] = [depthOf(rows[index - 1]), depthOf(rows[index])];
  if (wanted === 0 || (above === 0 && index > 0) || (below === 0 && index < rows.length)) return null;
  const depth = Math.max(below || 1, Math.min(wanted, above + 1));
  if (depth === 1) return { depth, parent: "" };
  const parent = rows.slice(0, index).findLast((item) => depthOf(item) < depth);
  return parent && depthOf(parent) === depth - 1 ? { depth, parent: parent.id } : null;
}
