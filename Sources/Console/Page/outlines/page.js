// The page of an outline: its head, the tree, and what is said below it.

import { attachTree } from "/client/tree-view.js";
import { Folding } from "/client/src/tree-folding.js";
import { LiveOutline } from "/client/src/tree-live.js";
import { emptyState, notify, openKeys, openMenu, signInButton } from "../shared/dialogs.js";
import { button, fill, h } from "../shared/dom.js";
import { copyText, linkTo } from "../shared/clipboard.js";
import { count, counted, quoted } from "../shared/format.js";
import { provideCommands } from "../shared/palette.js";
import { server, token } from "../shared/service.js";
import { descriptionOf, kindOf, titleOf } from "../shared/values.js";
import { matcher } from "../board/finding.js";
import { Edits } from "./edits.js";
import { foldingOf, storeFolding } from "./folds.js";
import { showRow } from "./row.js";
import { Steps } from "./steps.js";

/** The largest outline that is held as a whole, in items. Of a larger one, what is below an item comes as it is expanded. */
const LARGEST_WHOLE = 20000;
/** The height of a row, and how far children are indented, in pixels; on narrow screens less. */
const ROW_HEIGHT = 36;
const INDENT = 22;
const NARROW_INDENT = 14;
const NARROW = "(max-width: 600px)";
/** The most items of the outline in the palette. */
const MOST_FOUND = 20;

const HELP = [
  [["↑", "↓", "Home", "End"], "Go to another item"],
  [["→"], "Expand, or go to the first item below"],
  [["←"], "Collapse, or go to the item above"],
  [["Alt ↑", "Alt ↓"], "Move the item up or down"],
  [["Alt →", "Alt ←"], "Move the item below the one before it, or out of the one above"],
  [["Space"], "Select or deselect the item"],
  [["Enter"], "Edit the item"],
  [["D"], "Mark as done, where the item has the field “done”"],
  [["N"], "Add an item after it"],
  [["Shift N"], "Add an item below it"],
  [["Delete"], "Remove the item, or all selected ones, with what is below"],
  [["Shift F10"], "Open the menu of the item"],
  [["Ctrl Z"], "Undo the last change of your own"],
  [["Ctrl Shift Z", "Ctrl Y"], "Redo what was undone last"],
  [["Ctrl K"], "Go to a list or an item, or do something"],
  [["?"], "Show these keys"],
];

export class OutlinePage {
  /** `known` is what is known of the outline: { info, permissions }. `ended` is called where it is followed no more. */
  constructor(place, name, { info, permissions }, ended) {
    this.place = place;
    this.name = name;
    this.info = info;
    this.may = (permission) => permissions?.has(permission) ?? true;
    this.isWritable = this.may("write");
    this.isMovable = this.isWritable || this.may("move");
    this.ended = ended;
    this.isLarge = info.itemCount > LARGEST_WHOLE;
    this.abort = new AbortController();
  }

  /** Shows the outline, and an item of it if one is given. */
  async open(item) {
    const folding = this.isLarge ? new Folding({ lazy: true }) : undefined;
    const outline = new LiveOutline(server(), this.name, { folding });
    this.outline = outline;
    this.list = outline.list;
    await outline.loaded;
    if (this.isClosed) return;
    outline.on("end", ({ error }) => this.ended(error));
    if (this.isLarge) await this.expandSections();
    if (this.isClosed) return;
    this.steps = new Steps(this.name, (id) => this.nameOf(id));
    this.edits = new Edits(this.list, this.steps, (added) => this.closed(added));
    this.build();
    outline.on("change", () => {
      this.show();
      this.side?.changed();
    });
    if (item !== undefined) this.reveal(item);
  }

  /** Of an outline that is not held as a whole, the items at the top of its sections are. */
  expandSections() {
    return new Promise((resolve) => {
      const stop = this.outline.on("change", ({ type }) => type === "reload" && (stop(), resolve()));
      this.outline.fold(new Folding({ lazy: true, sections: this.list.sections.map(({ id }) => id) }));
    });
  }

  close() {
    this.isClosed = true;
    this.abort.abort();
    this.side?.close();
    this.withdraw?.();
    this.past?.view.detach();
    this.view?.detach();
    this.outline?.close();
  }

  build() {
    this.title = h("h1");
    this.about = h("p", { class: "list-about" });
    this.facts = h("p", { class: "list-facts" });
    const menu = button({ icon: "more", label: "Menu of the list", kind: "quiet list-menu", "aria-haspopup": "menu" });
    menu.addEventListener("click", () => openMenu(menu, this.entries()));
    const back = h("a", { class: "button button-icon quiet", href: "#/", "aria-label": "All lists", title: "All lists" });
    back.append(button({ icon: "back", label: "" }).firstElementChild);
    this.box = h("div", { class: "tree" });
    this.empty = h("div", { class: "tree-empty" });
    this.foot = h(
      "footer",
      { class: "board-foot" },
      h("span", { class: "board-hint" }, this.hint()),
      this.isWritable ? button({ icon: "add", text: "Add item", onclick: () => this.add() }) : null,
    );
    this.board = h("div", { class: "board outline" }, this.box, this.empty, this.foot);
    const undo = { icon: "undo", label: "Undo last change", kind: "quiet wide-only", onclick: () => this.steps.undo() };
    const redo = { icon: "redo", label: "Redo last change", kind: "quiet wide-only", onclick: () => this.steps.redo() };
    this.undoButtons = this.isMovable ? [button(undo), button(redo)] : [];
    this.panelButtons = this.panels().map(([text, icon]) => (
      button({ icon, text, kind: "wide-only", "aria-pressed": "false", onclick: () => this.togglePanel(text) })
    ));
    this.element = h(
      "div",
      { class: "list-page" },
      h(
        "header",
        { class: "list-head" },
        back,
        h("div", { class: "list-name" }, this.title, this.about, this.facts),
        h("div", { class: "group" }, this.undoButtons, this.panelButtons, menu),
      ),
      this.board,
    );
    fill(this.place, this.element);
    this.view = this.attach(this.list, this.box, this.isWritable, this.isMovable);
    this.box.addEventListener("arrange-move", ({ detail }) => this.edits.move(detail));
    this.box.addEventListener("arrange-fold", ({ detail }) => this.folded(detail));
    this.box.addEventListener("click", (event) => this.clicked(event));
    this.box.addEventListener("dblclick", (event) => this.isWritable && !controlOf(event) && this.edit(this.nodeOf(event)));
    this.box.addEventListener("contextmenu", (event) => this.openMenuAt(event));
    this.box.addEventListener("keydown", (event) => this.pressed(event));
    addEventListener("keydown", (event) => this.pressedAnywhere(event), { signal: this.abort.signal });
    this.withdraw = provideCommands((typed) => this.commands(typed));
    this.showTitle();
    this.show();
  }

  attach(list, box, isWritable, isMovable) {
    return attachTree(list, box, {
      rowHeight: ROW_HEIGHT,
      indent: matchMedia(NARROW).matches ? NARROW_INDENT : INDENT,
      folding: foldingOf(this.name),
      isMovable,
      label: (node) => quoted(titleOf(node.element)),
      renderRow: (row, node, isOpen) => showRow(row, node, isOpen, isWritable),
    });
  }

  hint() {
    if (!this.isMovable) return ["You may look at this outline, but not change it. ", token() ? null : signInButton()];
    return [
      h("span", { class: "for-mouse", text: "Drag items, or press Alt and an arrow, to move them with what is below. " }),
      h("span", { class: "for-touch", text: "Hold an item to drag it. " }),
      h("button", { type: "button", class: "link", text: "All keys: ?", onclick: () => this.showKeys() }),
    ];
  }

  showKeys() {
    openKeys("The keys work when an item has the focus: Tab leads there.", HELP);
  }

  // Showing

  show() {
    const isEmpty = this.list.sections.every(({ descendants }) => descendants === 0);
    // A tree without items is none; sections that are empty are to be seen where there are several.
    const hasNothing = isEmpty && this.list.sections.length < 2;
    this.box.hidden = hasNothing || this.past !== undefined;
    this.view.update();
    fill(this.empty, hasNothing && !this.past ? this.emptyState() : null);
    this.showFacts();
    if (this.awaited !== undefined && this.list.find(this.awaited)) this.reveal(this.awaited);
  }

  /** Shows an earlier version, which can't be edited, or without one the outline again. */
  showPast(past) {
    this.past?.view.detach();
    this.past?.box.remove();
    this.past = past && { box: h("div", { class: "tree", "aria-label": "An earlier version" }) };
    if (past) {
      this.board.prepend(this.past.box);
      this.past.view = this.attach(past.list, this.past.box, false, false);
      past.onchange = () => this.past?.view.update();
    }
    this.foot.hidden = past !== undefined;
    for (const control of this.undoButtons) control.disabled = past !== undefined;
    this.show();
  }

  /** What an element is called, as far as that is known here. */
  nameOf(id) {
    const node = this.list.find(id) ?? this.list.section(id);
    return node ? titleOf(node.element) : id;
  }

  emptyState() {
    return this.isWritable
      ? emptyState(
        "Nothing in it yet",
        "An outline has items, and items can have items below them.",
        button({ icon: "add", text: "Add the first item", kind: "primary", onclick: () => this.add() }),
      )
      : emptyState("Nothing to show", "There are no items in this outline.");
  }

  showTitle() {
    this.title.textContent = titleOf({ id: this.name, fields: this.info.fields });
    this.about.textContent = descriptionOf(this.info);
    this.about.hidden = this.about.textContent === "";
    this.box.setAttribute("aria-label", this.title.textContent);
    document.title = `${this.title.textContent} – Arrange`;
  }

  showFacts() {
    const { sections } = this.list;
    const items = sections.reduce((sum, { descendants }) => sum + descendants, 0);
    const facts = [
      "outline", this.info.strategy, counted(sections.length, "section"), counted(items, "item"),
      `version ${count(this.outline.version)}`,
    ];
    fill(this.facts, facts.map((text) => h("span", { text })));
  }

  /** Brings an item on the screen, with the focus; one that was added, once it is there. */
  reveal(id) {
    this.awaited = this.list.find(id) ? undefined : id;
    if (this.awaited === undefined) this.view.reveal(id);
  }

  /** A form was closed. What it was about may be gone, and the focus with it. */
  closed(added) {
    if (this.isClosed) return;
    if (added !== undefined) this.reveal(added);
    else if (document.activeElement === document.body) this.view.focus();
  }

  /** Something was collapsed or expanded. What is below it may not have been loaded. */
  folded({ id, isItem }) {
    const node = isItem ? this.list.find(id) : this.list.section(id);
    if (node?.folded) this.outline.fold(this.list.folding.toggling(node));
    storeFolding(this.name, this.view.folding);
  }

  fold(folding) {
    this.view.folding = folding;
    storeFolding(this.name, folding);
  }

  // What is pointed at, and pressed

  /** The node of the row that an event is about. */
  nodeOf({ target }) {
    const row = target.closest("[role=treeitem]");
    if (!row) return undefined;
    return row.dataset.id === undefined ? this.list.section(row.dataset.section) : this.list.find(row.dataset.id);
  }

  clicked(event) {
    const node = this.nodeOf(event);
    const action = controlOf(event)?.dataset.action;
    if (!node || !action) return;
    if (action === "done") this.edits.setDone(node, controlOf(event).checked);
    else {
      const { left, bottom } = controlOf(event).getBoundingClientRect();
      this.openMenuOf(node, event.target, { x: left, y: bottom });
    }
  }

  openMenuAt(event) {
    const node = this.nodeOf(event);
    if (!node || event.pointerType === "touch") return;
    event.preventDefault();
    this.openMenuOf(node, event.target, { x: event.clientX, y: event.clientY });
  }

  /** Opens the menu of a node, at a point of the screen or below the row that something is in. */
  openMenuOf(node, target, point) {
    const row = target.closest("[role=treeitem]");
    const { left, bottom } = row.getBoundingClientRect();
    openMenu(row, this.entriesOf(node), point ?? { x: left, y: bottom });
  }

  pressed(event) {
    const node = this.nodeOf(event);
    if (!node || event.target.role !== "treeitem" || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "?") this.showKeys();
    else if (key === "contextmenu" || (key === "f10" && event.shiftKey)) this.openMenuOf(node, event.target);
    else if (!this.isWritable) return;
    else if (key === "enter") this.edit(node);
    else if (key === "n" && (event.shiftKey || !node.isItem)) this.edits.addBelow(node);
    else if (key === "n") this.edits.addAfter(node);
    else if (key === "d" && isBox(node)) this.edits.setDone(node, !node.element.fields.done);
    else if (key === "delete") this.remove(node);
    else return;
    event.preventDefault();
  }

  pressedAnywhere(event) {
    if (!(event.ctrlKey || event.metaKey) || event.defaultPrevented || !this.isMovable || this.past) return;
    if (document.querySelector("dialog") || event.target.matches?.("input:not([type=checkbox]), textarea, select")) return;
    const key = event.key.toLowerCase();
    if (key === "y" || (key === "z" && event.shiftKey)) this.steps.redo();
    else if (key === "z") this.steps.undo();
    else return;
    event.preventDefault();
  }

  // What can be done

  /** The panels that can stand beside the outline: titles with their icons. */
  panels() {
    return this.may("history") ? [["History", "history"], ["Bin", "remove"]] : [];
  }

  async togglePanel(title) {
    try {
      const { Side } = await import("./side.js");
      if (this.isClosed) return;
      this.side ??= new Side(this);
      await this.side.toggle(title);
    } catch (error) {
      notify(`${title} can’t be shown: ${error.message}`, { kind: "error" });
    }
  }

  edit(node) {
    if (node) this.edits.edit(node);
  }

  /** At the end of the last section. */
  add() {
    const section = this.list.sections.at(-1);
    if (section) this.edits.addBelow(section);
    else this.edits.add("to the outline", {});
  }

  /** A node, or all that is selected if it is. */
  remove(node) {
    const { selected } = this.view;
    const nodes = node.isItem && selected.includes(node.id) ? selected.flatMap((id) => this.list.find(id) ?? []) : [node];
    this.edits.remove(nodes);
  }

  /** The menu of an item or a section. */
  entriesOf(node) {
    const { isItem, id, element } = node;
    const go = (text, way) => ({ icon: "move", text, onclick: () => this.view.move(id, way) });
    return [
      ...(this.isWritable
        ? [
          { icon: "edit", text: "Edit…", onclick: () => this.edit(node) },
          isItem ? { icon: "add", text: "Add item after it…", onclick: () => this.edits.addAfter(node) } : undefined,
          { icon: "add", text: isItem ? "Add item below it…" : "Add item…", onclick: () => this.edits.addBelow(node) },
          isBox(node) ? this.doneEntry(node) : undefined,
        ]
        : []),
      ...(this.isMovable && isItem
        ? [go("Move up", "up"), go("Move down", "down"), go("Move in", "in"), go("Move out", "out")]
        : []),
      isItem
        ? { icon: "link", text: "Copy link", onclick: () => copyText(linkTo(this.name, id), "the link to the item") }
        : undefined,
      { icon: "key", text: "Copy id", onclick: () => copyText(element.id, `the id ${element.id}`) },
      ...(this.isWritable
        ? [null, { icon: "remove", text: "Remove…", danger: true, onclick: () => this.remove(node) }]
        : []),
    ].filter((entry) => entry !== undefined);
  }

  doneEntry(node) {
    const { done } = node.element.fields;
    const text = done ? "Mark as not done" : "Mark as done";
    return { icon: "check", text, onclick: () => this.edits.setDone(node, !done) };
  }

  /** The menu of the outline as a whole. */
  entries() {
    const sections = () => this.list.sections.map(({ id }) => id);
    return [
      { icon: "rows", text: "Collapse all", onclick: () => this.fold(new Folding({ lazy: true, sections: sections() })) },
      { icon: "rows", text: "Expand all", onclick: () => this.fold(new Folding()) },
      this.isWritable ? { icon: "add", text: "Add section…", onclick: () => this.edits.addSection() } : undefined,
      ...(this.isMovable
        ? [
          { icon: "undo", text: "Undo last change", onclick: () => this.steps.undo() },
          { icon: "redo", text: "Redo", onclick: () => this.steps.redo() },
        ]
        : []),
      ...this.panels().map(([text, icon]) => ({ icon, text, onclick: () => this.togglePanel(text) })),
      this.may("manage") ? { icon: "edit", text: "Title and description…", onclick: () => this.rename() } : undefined,
      this.may("manage") ? { icon: "people", text: "Who follows", onclick: () => this.openFollowers() } : undefined,
      { icon: "link", text: "Copy link", onclick: () => copyText(linkTo(this.name), "the link to the list") },
      { icon: "help", text: "Keyboard", onclick: () => this.showKeys() },
    ].filter((entry) => entry !== undefined);
  }

  async rename() {
    const { openRename } = await import("../lists/rename.js");
    openRename(this.info, (info) => {
      this.info = info;
      this.showTitle();
    });
  }

  async openFollowers() {
    try {
      const { openFollowers } = await import("../lists/commands.js");
      openFollowers(this.info);
    } catch (error) {
      notify(`The followers can’t be shown: ${error.message}`, { kind: "error" });
    }
  }

  /** What the palette offers here: the menu of the outline, and its items with what was typed. */
  commands(typed) {
    const entries = this.entries().map(({ icon, text, onclick }) => ({ icon, text, hint: "this outline", run: onclick }));
    const isFound = typed.trim() === "" ? null : matcher(typed);
    if (!isFound) return entries;
    const found = [];
    for (const node of this.list.rows()) {
      if (found.length === MOST_FOUND) break;
      if (node.isItem && isFound(node.element)) found.push(node);
    }
    return [...entries, ...found.map(({ id, element }) => (
      { icon: "move", text: titleOf(element), hint: `item ${typed}`, run: () => this.reveal(id) }
    ))];
  }
}

const controlOf = ({ target }) => target.closest("[data-action], [data-toggle]");

const isBox = ({ isItem, element }) => isItem && kindOf(element.fields.done) === "bool";
