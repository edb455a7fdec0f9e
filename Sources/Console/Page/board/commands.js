// What clicks and keys on a board do.

import { notify, openDialog, openMenu, showProblem } from "../shared/dialogs.js";
import { announce, button, fill, h, isInControl } from "../shared/dom.js";
import { counted, quoted } from "../shared/format.js";
import { inWords } from "../shared/service.js";
import { titleField, titleOf } from "../shared/values.js";
import { setUpDragging } from "./drag.js";
import { addItems, editRow, FieldForm } from "./editing.js";
import { setUpKeyboard, showKeys } from "./keyboard.js";

/** Connects a page's board with pointer, keyboard and buttons. */
export function setUpCommands(page) {
  const { board, actions } = page;
  const commands = new Commands(board, actions);
  setUpDragging(board, actions);
  setUpKeyboard(board, actions, commands, page.abort.signal);
  board.element.addEventListener("click", (event) => commands.clicked(event));
  board.element.addEventListener("dblclick", (event) => {
    const row = event.target.closest(".row");
    if (row && board.isWritable && !isInControl(event.target)) commands.edit(row);
  });
  board.element.addEventListener("contextmenu", (event) => commands.openItemMenu(event));
  board.onselection = () => {
    commands.showSelection();
    page.table?.showSelection();
  };
  restoreDrafts(board, actions);
  addEventListener(
    "keydown",
    (event) => {
      if (page.board !== board || event.defaultPrevented || document.querySelector("dialog")) return;
      if (event.target.matches?.("input:not([type=checkbox], [type=range]), textarea, select")) return;
      const command = (event.ctrlKey || event.metaKey) && board.isEditable ? event.key.toLowerCase() : "";
      if (command === "y" || (command === "z" && event.shiftKey)) actions.redo();
      else if (command === "z") actions.undo();
      else if (event.key === "?") showKeys();
      else if (event.key === "/") page.finder.open();
      else return;
      event.preventDefault();
    },
    { signal: page.abort.signal },
  );
}

/** Opens the forms again in which something was typed and not saved. */
function restoreDrafts(board, actions) {
  if (!board.isWritable) return;
  const open = (row) => {
    const draft = board.drafts.get(`item ${row.dataset.id}`);
    if (draft) editRow(board, actions, row, { draft });
  };
  board.onrow = open;
  for (const column of board.columns.values()) {
    for (const row of column.nodes.values()) open(row);
    const text = board.drafts.get(`add ${column.id}`);
    if (text) addItems(board, actions, column, text);
  }
}

class Commands {
  constructor(board, actions) {
    this.board = board;
    this.actions = actions;
  }

  clicked(event) {
    const control = event.target.closest("[data-action]");
    const row = event.target.closest(".row");
    const column = this.board.columnOf(event.target);
    switch (control?.dataset.action) {
      case "edit":
        this.edit(row);
        return;
      case "done":
        event.preventDefault();
        this.toggleDone(row);
        return;
      case "add-item":
        this.addItem(column);
        return;
      case "add-section":
        this.addSection();
        return;
      case "section-menu":
        this.openSectionMenu(control, column);
        return;
      case "keys":
        showKeys();
        return;
      default:
        if (row && !isInControl(event.target)) this.choose(event, row);
        else if (!control && !row && event.target.closest(".columns")) this.board.clearSelection();
    }
  }

  /** A click selects: alone, with Ctrl in addition, with Shift up to here. */
  choose(event, row) {
    const { board } = this;
    const { id } = row.dataset;
    if (!board.isEditable || row.classList.contains("editing")) return;
    const anchor = board.anchor;
    if (event.shiftKey && anchor && board.row(anchor)) {
      const { rows } = board.columnOf(row);
      const from = rows.findIndex((item) => item.id === anchor);
      const to = rows.findIndex((item) => item.id === id);
      if (from >= 0) board.select(rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((item) => item.id));
    } else if (event.ctrlKey || event.metaKey || event.pointerType === "touch") {
      board.select([id], !board.selection.has(id));
      board.anchor = id;
    } else {
      const isAlone = board.selection.size === 1 && board.selection.has(id);
      board.clearSelection();
      if (!isAlone) board.select([id]);
      board.anchor = id;
    }
    board.focusItem(id);
  }

  edit(row) {
    return editRow(this.board, this.actions, row);
  }

  toggleDone(row) {
    const { item } = row;
    if (typeof item.fields.done !== "boolean") return false;
    const done = !item.fields.done;
    this.actions.editItem(item, { done }, { silent: true });
    announce(done ? "Done" : "Not done");
    return true;
  }

  /** The menu of the item below the mouse, or of the one with the focus. Fingers that rest on an item drag it. */
  openItemMenu(event) {
    const row = event.target.closest(".row");
    if (!row || isInControl(event.target) || row.classList.contains("editing") || event.pointerType === "touch") return;
    if (this.board.lift) return;
    event.preventDefault();
    this.board.focusItem(row.dataset.id);
    const isMouse = event.pointerType === "mouse" || event.clientX > 0 || event.clientY > 0;
    this.openMenuOf(row, isMouse ? { x: event.clientX, y: event.clientY } : undefined);
  }

  /** Opens the menu of an item, below its row where no point is given. */
  async openMenuOf(row, point) {
    const { openItemMenu } = await import("./item-menu.js");
    const { target } = this.board.source;
    openItemMenu({ board: this.board, commands: this, list: typeof target === "string" ? target : null }, row, point);
  }

  addItem(column) {
    return addItems(this.board, this.actions, column);
  }

  addSection() {
    openDialog({
      title: "Add section",
      body: h(
        "div",
        { class: "field" },
        h("label", { for: "section-title", text: "Title" }),
        h("input", { id: "section-title", name: "title", type: "text", required: true, maxlength: "4000", autofocus: true }),
      ),
      submit: "Add section",
      onsubmit: (data) => {
        const title = data.get("title").trim();
        if (title === "") throw new Error("Give the section a title, such as “To do”.");
        this.actions.addSection(title);
      },
    });
    return true;
  }

  // Sections

  openSectionMenu(control, column) {
    const order = this.board.ordered;
    const at = order.indexOf(column);
    const to = (index) => {
      const others = order.filter((each) => each !== column);
      this.actions.moveSection(column.id, { after: others[index - 1]?.id ?? null, before: others[index]?.id ?? null });
    };
    const isRows = this.board.layout === "rows";
    openMenu(control, [
      this.board.isWritable
        ? { icon: "edit", text: "Edit section…", onclick: () => this.editSection(column) }
        : undefined,
      at > 0 ? { icon: "move", text: isRows ? "Move up" : "Move left", onclick: () => to(at - 1) } : undefined,
      at < order.length - 1
        ? { icon: "move", text: isRows ? "Move down" : "Move right", onclick: () => to(at + 1) }
        : undefined,
      {
        icon: "check",
        text: "Select all items",
        onclick: () => this.board.select(
          this.board.source.isWhole ? this.board.source.ids(column.id) : column.rows.map(({ id }) => id),
        ),
      },
      ...(this.board.isWritable
        ? [null, { icon: "remove", text: "Remove section…", danger: true, onclick: () => this.removeSection(column) }]
        : []),
    ].filter((entry) => entry !== undefined));
  }

  /** `draft`: goes on from what was typed in the fields, which the server has not taken, and says why. */
  editSection(column, draft, why) {
    const { section } = column;
    const form = new FieldForm(section.fields, titleField(section) ?? "title");
    const key = `section ${column.id}`;
    const typed = draft ?? this.board.drafts.get(key);
    if (typed) form.restore(typed);
    for (const type of ["input", "change", "click"]) {
      form.element.addEventListener(type, () => this.board.drafts.set(key, form.state()));
    }
    if (why) showProblem(form.problem, why);
    openDialog({
      title: `Edit ${column.title}`,
      body: [
        form.element,
        button({ icon: "add", text: "Field", onclick: () => form.add() }),
        "item_limit" in section.fields
          ? null
          : button({ icon: "add", text: "Limit", onclick: () => form.add("item_limit", 1) }),
      ],
      submit: "Save",
      ondismiss: () => this.board.drafts.set(key, undefined),
      onsubmit: () => {
        const changes = form.changes();
        if (Object.keys(changes).length === 0) return;
        const saved = form.state();
        this.actions.editSection(section, changes, (error) => {
          const text = error.code === "ABORTED"
            ? "Somebody else changed this in the meantime. Save again to have it as it is here, or cancel."
            : inWords(error);
          const now = this.board.columns.get(column.id);
          if (now && !document.querySelector("dialog")) this.editSection(now, saved, text);
          else notify(`${quoted(column.title)} was not saved. ${text} You had typed: ${form.typed()}`, { kind: "error", isKept: true });
        });
      },
    });
  }

  removeSection(column) {
    openDialog({
      title: `Remove ${column.title}?`,
      body: h("p", {
        text: column.section.count === 0
          ? "The section is empty."
          : `Its ${counted(column.section.count, "item")} will be removed, too. That can be undone.`,
      }),
      submit: "Remove section",
      danger: true,
      onsubmit: () => this.actions.removeSection(column.id),
    });
  }

  // The selection

  showSelection() {
    const { board, actions } = this;
    const number = board.selection.size;
    board.tools.hidden = number === 0;
    board.hint.hidden = number > 0;
    if (number === 0 || board.lift) return;
    fill(
      board.tools,
      h("strong", { class: "selection-count", text: `${number} selected` }),
      button({ icon: "move", text: "Move to…", onclick: () => this.moveSelection() }),
      board.isWritable ? button({ icon: "edit", text: "Edit…", onclick: () => this.editSelection() }) : null,
      board.isWritable ? button({ icon: "export", text: "Send to…", onclick: () => this.sendSelection() }) : null,
      board.isWritable
        ? button({
          icon: "remove",
          text: "Remove",
          onclick: () => actions.removeItems(board.group(board.selection.values().next().value)),
        })
        : null,
      button({ text: "Clear", kind: "quiet", onclick: () => board.clearSelection() }),
    );
  }

  async sendSelection() {
    const ids = this.board.group(this.board.selection.values().next().value);
    const { openSending } = await import("./sending.js");
    openSending(this.actions, ids);
  }

  /** Opens the form for the fields of all selected items, as far as the page has them. */
  async editSelection() {
    const { board, actions } = this;
    const ids = board.group(board.selection.values().next().value);
    const items = ids.map((id) => board.source.locate?.(id)?.item ?? board.item(id)).filter(Boolean);
    const { openBulk } = await import("./bulk.js");
    openBulk(actions, items);
  }

  moveSelection() {
    this.moveItems(this.board.group(this.board.selection.values().next().value));
  }

  moveItems(ids) {
    const { board, actions } = this;
    const section = h(
      "select",
      { name: "section", id: "move-section", autofocus: true },
      board.ordered.map((column) => h("option", { value: column.id, text: column.title })),
    );
    const place = h(
      "select",
      { name: "place", id: "move-place" },
      h("option", { value: "last", text: "At the end" }),
      h("option", { value: "first", text: "At the start" }),
    );
    openDialog({
      title: `Move ${actions.naming(ids)}`,
      body: [
        h("div", { class: "field" }, h("label", { for: "move-section", text: "To section" }), section),
        h("div", { class: "field" }, h("label", { for: "move-place", text: "Place" }), place),
      ],
      submit: "Move",
      onsubmit: () => {
        actions.moveItems(ids, { section: section.value, [place.value]: true });
        board.clearSelection();
      },
    });
  }
}
