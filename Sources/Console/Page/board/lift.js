// What is lifted, where it would go, and what the drop does. The pointer and the keyboard both use it.

import { announce, h } from "../shared/dom.js";
import { count } from "../shared/format.js";
import { titleOf } from "../shared/values.js";
import { makePreview } from "./explain.js";
import { depthOf, INDENT, placeInTree, rowsBelow } from "./tree-rows.js";

/** Something lifted: items or a section. */
export class Lift {
  /** - kind: "items" or "section"; ids: in the order in which they come to stand. */
  constructor(board, actions, kind, ids) {
    this.board = board;
    this.actions = actions;
    this.kind = kind;
    // In a view of an outline the rows below others go along with them.
    const along = kind === "items" ? board.ordered.flatMap(({ rows }) => rowsBelow(rows, ids)) : [];
    this.ids = ids.filter((id) => !along.includes(id));
    this.lifted = new Set([...ids, ...along]);
    /** How deep the rows are wanted; 0 where the view does not show that. */
    this.depth = kind === "items" ? depthOf(board.item(this.ids[0])) : 0;
    this.target = null;
    this.column = null;
    this.marker = h("div", { class: "marker" });
    this.preview = makePreview(board, (operations) => actions.explain(operations));
    board.lift = this;
    // Rows that come meanwhile are shown as lifted, too.
    board.onrender = () => this.paint();
    document.documentElement.classList.add("dragging");
    this.paint();
  }

  /** Shows what is lifted as such, also in rows that have come since. */
  paint() {
    for (const id of this.lifted) {
      const element = this.kind === "items" ? this.board.row(id) : this.board.columns.get(id)?.element;
      element?.classList.add("lifted");
    }
  }

  /** The rows of a column among which the items can go. */
  rowsOf(column) {
    return column.rows.filter(({ id }) => !this.lifted.has(id));
  }

  /**
   * Sets where the items would go: before the row with an index among `rowsOf`, or at the end.
   */
  aim(column, index) {
    if (column.isCollapsed) this.board.collapse(column, false, false);
    const rows = this.rowsOf(column);
    const at = Math.max(0, Math.min(index, rows.length));
    const after = rows[at - 1]?.id ?? null;
    const before = rows[at]?.id ?? null;
    const tree = placeInTree(rows, at, this.depth);
    const changed = this.column !== column || this.target?.after !== after || this.target?.before !== before
      || this.target?.parent !== tree?.parent;
    if (this.column !== column) {
      this.board.thaw();
      this.column?.element.classList.remove("target");
      this.column = column;
      // From now on the column stays as it is.
      this.seen = this.board.source.token;
      column.element.classList.add("target");
    }
    this.target = { section: column.id, after, before, index: at, seen: this.seen, ...tree };
    this.placeMarker(column, after, before);
    this.marker.style.marginInlineStart = tree ? `${(tree.depth - 1) * INDENT}px` : "";
    if (changed) this.preview.show(() => this.actions.movingItems(this.ids, this.target));
    return changed;
  }

  /** Goes so many levels deeper, as far as the rows around the gap permit that. */
  deepen(by) {
    if (!this.target?.depth) return;
    this.depth = Math.max(1, this.target.depth + by);
    this.aim(this.column, this.target.index);
  }

  placeMarker(column, after, before) {
    const next = before && column.nodes.get(before);
    const last = after && column.nodes.get(after);
    const top = next ? next.offsetTop - 4 : last ? last.offsetTop + last.offsetHeight + 4 : 4;
    if (this.marker.parentElement !== column.scroller) column.scroller.append(this.marker);
    this.marker.style.top = `${Math.max(2, top)}px`;
  }

  /** Sets where the section would go: before another one, or at the end where it is null. */
  aimSection(before) {
    const others = this.board.ordered.filter(({ id }) => !this.lifted.has(id));
    const at = before === null ? others.length : others.findIndex(({ id }) => id === before);
    const changed = this.target?.index !== at;
    this.target = { after: others[at - 1]?.id ?? null, before, index: at };
    const isUpright = this.board.layout === "columns";
    const next = others[at]?.element;
    const last = others[at - 1]?.element;
    if (this.marker.parentElement !== this.board.list) this.board.list.append(this.marker);
    this.marker.classList.toggle("upright", isUpright);
    if (isUpright) {
      this.marker.style.left = `${next ? next.offsetLeft - 6 : last ? last.offsetLeft + last.offsetWidth + 6 : 8}px`;
    } else this.marker.style.top = `${next ? next.offsetTop - 6 : last ? last.offsetTop + last.offsetHeight + 6 : 4}px`;
    if (changed) this.preview.show(() => this.actions.movingSection(this.ids[0], this.target));
    return changed;
  }

  /** Where the target is, in words. */
  get place() {
    if (this.kind === "section") return `position ${this.target.index + 1} of ${this.board.ordered.length}`;
    const { column } = this;
    const before = column.rows.slice(0, column.rows.findIndex(({ id }) => id === this.target.before) >>> 0);
    const lifted = before.filter(({ id }) => this.lifted.has(id)).length;
    const index = this.target.before === null ? this.rowsOf(column).length : before.length - lifted;
    const { parent } = this.target;
    const below = parent ? `, below ${titleOf(this.board.item(parent) ?? { id: parent, fields: {} })}` : "";
    return `position ${count(column.start + index + 1)} in ${column.title}${below}`;
  }

  /** Carries the move out. */
  drop() {
    const { target, kind, ids } = this;
    if (!target) return this.cancel();
    if (kind === "items") this.board.landing = new Set(ids);
    this.end();
    if (kind === "items") this.actions.moveItems(ids, target);
    else this.actions.moveSection(ids[0], target);
    return undefined;
  }

  cancel() {
    this.end();
    announce("Cancelled. Nothing was moved.");
  }

  end() {
    this.board.thaw();
    this.column?.element.classList.remove("target");
    this.marker.remove();
    this.preview.hide();
    this.board.keys.hidden = true;
    document.documentElement.classList.remove("dragging");
    for (const element of this.board.list.querySelectorAll(".lifted")) element.classList.remove("lifted");
    this.board.lift = null;
    this.board.onrender = null;
  }
}
