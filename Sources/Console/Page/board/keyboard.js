// The board with the keyboard: going about, selecting, lifting and dropping.

import { openKeys } from "../shared/dialogs.js";
import { announce } from "../shared/dom.js";
import { counted } from "../shared/format.js";
import { titleOf } from "../shared/values.js";
import { Lift } from "./lift.js";

/** What the keys do, for the help. */
const HELP = [
  [["↑", "↓", "←", "→"], "Go to another item"],
  [["Home", "End"], "Go to the first or last item that is shown"],
  [["Space"], "Lift the item, or all selected ones; arrows, Home and End move, Space drops, Escape cancels"],
  [["X"], "Select or deselect the item"],
  [["Shift ↑", "Shift ↓"], "Extend the selection"],
  [["Ctrl A"], "Select all items of the section that are shown"],
  [["Enter"], "Edit the item"],
  [["D"], "Mark as done, where the item has the field “done”"],
  [["N"], "Add an item to the section"],
  [["Delete"], "Remove the item, or all selected ones"],
  [["Ctrl Z"], "Undo the last change of your own"],
  [["Ctrl Shift Z"], "Make it again"],
  [["Shift F10"], "Open the menu of the item, with its link and its id"],
  [["/"], "Find on the board"],
  [["Ctrl K"], "Go to a list or an item, or do something"],
  [["Escape"], "Cancel, or clear the selection"],
  [["?"], "Show these keys"],
];

/** Opens the list of keys. */
export function showKeys() {
  openKeys("The keys work when an item has the focus: Tab leads there. Sections move in the same way from their grips.", HELP);
}

export function setUpKeyboard(board, actions, commands, signal) {
  const keys = new Keys(board, actions, commands);
  // Where the row with the focus has gone away, the keys come to the page.
  const isBusy = () => keys.lift || keys.waiting;
  addEventListener("keydown", (event) => isBusy() && event.target === document.body && keys.pressed(event), { signal });
  board.element.addEventListener("keydown", (event) => keys.pressed(event));
  board.list.addEventListener("focusout", () => keys.left());
}

class Keys {
  constructor(board, actions, commands) {
    this.board = board;
    this.actions = actions;
    this.commands = commands;
    this.lift = null;
    this.steps = Promise.resolve();
    /** The keys that were pressed while other rows come; null where none are on their way. */
    this.waiting = null;
  }

  pressed(event) {
    if (event.defaultPrevented || event.isComposing) return;
    const handled = this.wait(event) || (this.lift ? this.pressedLifted(event) : this.pressedIdle(event));
    if (handled) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** Keeps a key for later if other rows are on their way: it is meant for what they show. */
  wait({ key, code, repeat, shiftKey, ctrlKey, metaKey, altKey, target }) {
    const isTyped = target.closest?.("input, textarea, select, [contenteditable]");
    if (!this.waiting || ctrlKey || metaKey || altKey || isTyped) return false;
    this.waiting.push({ key, code, repeat, shiftKey, bubbles: true, cancelable: true });
    return true;
  }

  /** Goes on when other rows have come, and then takes the keys that were pressed meanwhile. */
  async whenShown(rows, goOn) {
    this.waiting ??= [];
    await rows;
    const keys = this.waiting;
    this.waiting = null;
    goOn();
    // The first ones may have to wait again, and the others behind them.
    for (const key of keys) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", key));
  }

  /** Where the focus leaves the board, what is lifted is put back. */
  left() {
    setTimeout(() => {
      if (this.lift && !this.board.list.contains(document.activeElement) && document.activeElement !== document.body) {
        this.cancel();
      }
    });
  }

  // Not lifted

  pressedIdle(event) {
    const { target, key } = event;
    const section = target.closest("[data-action=lift-section]");
    if (section) return this.pressedSection(event, section.closest(".column").column);
    const row = target.closest(".row");
    if (!row || target !== row) return false;
    if (key === "?" || event.altKey) return false;
    return this.pressedRow(event, row);
  }

  pressedRow(event, row) {
    const { key, shiftKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const { id } = row.dataset;
    const { board } = this;
    if (isCommand && key.toLowerCase() === "a") {
      const { rows } = board.columnOf(row);
      board.select(rows.map((item) => item.id));
      announce(`${counted(board.selection.size, "item")} selected`);
      return true;
    }
    if (isCommand) return false;
    switch (key) {
      case "ArrowUp":
      case "ArrowDown":
        return this.step(row, key === "ArrowUp" ? -1 : 1, shiftKey);
      case "ArrowLeft":
      case "ArrowRight":
        return this.cross(row, key === "ArrowLeft" ? -1 : 1);
      case "Home":
      case "End": {
        const { rows } = board.columnOf(row);
        return board.focusItem(rows.at(key === "Home" ? 0 : -1).id);
      }
      case "Enter":
      case "e":
      case "F2":
        return board.isWritable && this.commands.edit(row);
      case "Escape":
        board.clearSelection();
        return true;
      case "F10":
        if (shiftKey) this.commands.openMenuOf(row);
        return shiftKey;
      default:
        return board.isEditable && this.change(key, id, row, event.repeat);
    }
  }

  change(key, id, row, isRepeated) {
    const { board } = this;
    switch (key) {
      case " ":
        if (isRepeated) return true;
        this.begin("items", board.group(id), row);
        return true;
      case "x": {
        board.select([id], !board.selection.has(id));
        announce(
          `${board.selection.has(id) ? "Selected" : "Deselected"}. ${counted(board.selection.size, "item")} selected`,
        );
        return true;
      }
      default:
        return board.isWritable && this.write(key, id, row);
    }
  }

  write(key, id, row) {
    const { board, actions } = this;
    switch (key) {
      case "d":
        return this.commands.toggleDone(row);
      case "n":
        return this.commands.addItem(board.columnOf(row));
      case "Delete":
      case "Backspace":
        actions.removeItems(board.group(id));
        return true;
      default:
        return false;
    }
  }

  /** Goes to the next item. Steps wait for each other, since the next window may have to come from the server. */
  step(row, by, isExtending) {
    this.steps = this.steps.then(() => this.stepFrom(document.activeElement?.closest(".row") ?? row, by, isExtending));
    return true;
  }

  async stepFrom(row, by, isExtending) {
    const column = this.board.columnOf(row);
    if (!column) return;
    const { id } = row.dataset;
    const at = () => column.rows.findIndex((item) => item.id === id) + by;
    if (!column.rows[at()] && column.start + at() >= 0 && column.start + at() < column.count) {
      await column.shift(Math.max(0, column.start + by * Math.floor(column.size / 2)));
    }
    const next = column.rows[at()];
    if (!next) return;
    if (isExtending) this.board.select([id, next.id]);
    this.board.focusItem(next.id);
  }

  cross(row, by) {
    const columns = this.board.ordered;
    const here = columns.indexOf(this.board.columnOf(row));
    const top = row.getBoundingClientRect().top;
    for (let at = here + by; columns[at]; at += by) {
      columns[at].element.scrollIntoView({ block: "nearest", inline: "nearest" });
      const { rows, nodes } = columns[at];
      if (rows.length === 0) continue;
      const distance = ({ id }) => Math.abs(nodes.get(id).getBoundingClientRect().top - top);
      const nearest = this.board.layout === "columns" ? [...rows].sort((a, b) => distance(a) - distance(b))[0] : rows[0];
      return this.board.focusItem(nearest.id);
    }
    return true;
  }

  // Sections

  pressedSection(event, column) {
    if (event.key !== " " && event.key !== "Enter") return false;
    if (event.repeat) return true;
    this.begin("section", [column.id], column.element);
    return true;
  }

  // Lifted

  begin(kind, ids, element) {
    this.focused = document.activeElement;
    this.lift = new Lift(this.board, this.actions, kind, ids);
    this.board.keys.hidden = false;
    if (kind === "items") {
      const column = this.board.columnOf(element);
      const before = column.rows.slice(0, column.rows.findIndex(({ id }) => id === element.dataset.id));
      this.lift.aim(column, before.filter(({ id }) => !this.lift.lifted.has(id)).length);
    } else {
      const order = this.board.ordered.map(({ id }) => id);
      this.lift.aimSection(order[order.indexOf(ids[0]) + 1] ?? null);
    }
    const item = kind === "items" ? this.board.item(ids[0]) : this.board.columns.get(ids[0]).section;
    const name = ids.length === 1 ? titleOf(item ?? { id: ids[0], fields: {} }) : counted(ids.length, "item");
    const levels = this.lift.target?.depth ? " Shift with the left and right arrows goes less and more deep." : "";
    announce(`Lifted ${name}, ${this.lift.place}. Arrows move, Space drops, Escape cancels.${levels}`);
  }

  pressedLifted({ key, repeat, shiftKey }) {
    if (this.board.lift !== this.lift) this.lift = null;
    if (!this.lift) return false;
    const by = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[key];
    if (key === "Escape" || key === "Tab") this.cancel();
    // A key that is held is pressed once.
    else if ((key === " " || key === "Enter") && repeat) return true;
    else if (key === " " || key === "Enter") this.drop();
    else if (key === "Home" || key === "End") this.moveToEnd(key === "Home");
    else if (by === undefined) return key.length === 1;
    else if (this.lift.kind === "section") this.moveSection(by);
    else if (key === "ArrowUp" || key === "ArrowDown") this.moveBy(by);
    else if (shiftKey && this.lift.target?.depth) this.deepen(by);
    else this.moveAcross(by);
    return true;
  }

  deepen(by) {
    this.lift.deepen(by);
    this.reveal();
  }

  moveBy(by) {
    const { lift } = this;
    const { column } = lift;
    const wanted = lift.target.index + by;
    const end = column.start + column.rows.length;
    if ((wanted < 0 && column.start > 0) || (wanted > lift.rowsOf(column).length && end < column.count)) {
      const { before, after } = lift.target;
      this.whenShown(column.shift(Math.max(0, column.start + by * Math.floor(column.size / 2))), () => {
        const rows = lift.rowsOf(column);
        const at = before ? rows.findIndex(({ id }) => id === before) : rows.findIndex(({ id }) => id === after) + 1;
        this.aim(lift, at + by);
      });
    } else this.aim(lift, wanted);
  }

  /** To the start or the end: of the section, or of all sections. */
  moveToEnd(isStart) {
    const { lift } = this;
    const { column } = lift;
    if (lift.kind === "section") {
      const others = this.board.ordered.filter(({ id }) => !lift.lifted.has(id));
      lift.aimSection(isStart ? others[0]?.id ?? null : null);
      return this.reveal();
    }
    const aim = () => this.aim(lift, isStart ? 0 : lift.rowsOf(column).length);
    const isShown = isStart ? column.start === 0 : column.start + column.rows.length >= column.count;
    return isShown ? aim() : this.whenShown(column.shift(isStart ? 0 : Math.max(0, column.count - column.size)), aim);
  }

  /** Aims at a row of the same column, unless the lift has ended while rows were on their way. */
  aim(lift, index) {
    if (this.lift !== lift || this.board.lift !== lift) return;
    lift.paint();
    lift.aim(lift.column, index);
    this.reveal();
  }

  moveAcross(by) {
    const columns = this.board.ordered;
    const next = columns[columns.indexOf(this.lift.column) + by];
    if (!next) return;
    next.element.scrollIntoView({ block: "nearest", inline: "nearest" });
    const top = this.lift.marker.getBoundingClientRect().top;
    const rows = this.lift.rowsOf(next);
    const index = rows.findIndex(({ id }) => {
      const place = next.nodes.get(id).getBoundingClientRect();
      return place.top + place.height / 2 > top;
    });
    this.lift.aim(next, this.board.layout === "columns" ? (index < 0 ? rows.length : index) : by > 0 ? 0 : rows.length);
    this.reveal();
  }

  moveSection(by) {
    const others = this.board.ordered.filter(({ id }) => !this.lift.lifted.has(id));
    const index = Math.max(0, Math.min(others.length, this.lift.target.index + by));
    this.lift.aimSection(others[index]?.id ?? null);
    this.reveal();
  }

  reveal() {
    this.lift.marker.scrollIntoView({ block: "nearest", inline: "nearest" });
    announce(this.lift.place);
  }

  drop() {
    const { lift } = this;
    this.lift = null;
    const { place } = lift;
    lift.drop();
    // Its row may have gone away, with the focus, while it was on its way.
    if (document.activeElement === document.body) this.board.focusItem(lift.ids[0]);
    announce(`Dropped at ${place}.`);
  }

  cancel() {
    const { lift } = this;
    this.lift = null;
    lift.cancel();
    this.focused?.focus?.({ preventScroll: true });
  }
}
