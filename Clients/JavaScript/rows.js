// Rows of views of outlines, which move with the rows below them.

/** @type {typeof import("./rows").withRowsBelow} */
export function withRowsBelow(sections, rows) {
  /** @type {Map<string, string[]>} */
  const below = new Map();
  for (const id of rows) {
    for (const { items } of sections) {
      const index = items.findIndex((item) => item.id === id);
      const depth = items[index]?.origin?.depth;
      if (!depth) continue;
      let end = index + 1;
      while (end < items.length && (items[end].origin?.depth ?? 0) > depth) end += 1;
      below.set(id, items.slice(index + 1, end).map((item) => item.id));
    }
  }
  const along = new Set([...below.values()].flat());
  const named = rows.filter((id) => !along.has(id));
  return { ids: named.flatMap((id) => [id, ...(below.get(id) ?? [])]), named };
}

/** @type {typeof import("./rows").moveRows} */
export function moveRows(list, rows, to, options = {}) {
  const { ids, named } = withRowsBelow(list.sections, [rows].flat());
  const how = { ...options, rows: named };
  const local = list.move(ids, to, how);
  if (local.batch || options.parent === undefined) return local;
  // It goes below another row without a change of its place, which `move` would not send.
  const change = { ids, to, send: () => Promise.reject(new Error("rows of a view are placed")) };
  return /** @type {any} */ (list).stage(change, how);
}
