// The page of a list: its head, the board, and the panel beside it.

import { emptyState, notify, showFailure, signInButton } from "../shared/dialogs.js";
import { announce, button, fill, h, loadStyle } from "../shared/dom.js";
import { count, counted, quoted } from "../shared/format.js";
import { inWords, isMissing, needsToken, server, token } from "../shared/service.js";
import { descriptionOf, titleOf } from "../shared/values.js";
import { provideCommands } from "../shared/palette.js";
import { Actions } from "./actions.js";
import { Board } from "./board.js";
import { setUpCommands } from "./commands.js";
import { Finder } from "./finder.js";
import { matcher } from "./finding.js";
import { listEntries, openListMenu } from "./list-menu.js";
import { describeSource, openSource } from "./open.js";
import { PANELS } from "../panels/panels.js";

const LAYOUT = "arrange.layout";
/** How often the followers are counted, in milliseconds: the protocol has no subscription to them. */
const INTERVAL = 5000;
/** The most items of the list in the palette. */
const MOST_FOUND = 20;
/** How often the facts and the panel are shown anew, in milliseconds. */
const FACTS_INTERVAL = 100;

/** Shows a list in an element, and there an item if one is given. Returns a function that closes it. */
export function show(place, name, item) {
  const page = new ListPage(place, name, item);
  page.open();
  return () => page.close();
}

export class ListPage {
  constructor(place, name, item) {
    this.place = place;
    this.name = name;
    this.item = item;
    this.log = [];
    this.unseen = 0;
    /** Changes that are not shown yet beside the board, and the timer for it. */
    this.changes = [];
    this.showing = null;
    this.abort = new AbortController();
  }

  async open() {
    fill(this.place, h("p", { class: "loading", text: "Loading…" }));
    try {
      const known = await describeSource(this.name);
      if (known.info.outline) {
        await this.openOutline(known);
        return;
      }
      const source = await openSource(this.name, known);
      const Kind = source.isView ? (await import("./placing.js")).Placing : Actions;
      if (this.isClosed) {
        source.close();
        return;
      }
      this.source = source;
      this.actions = new Kind(source);
      this.build();
      if (this.item !== undefined) await this.reveal(this.item);
    } catch (error) {
      if (this.isClosed) return;
      this.failed(error);
    }
  }

  /** Shows an outline, which has a page of another kind, in the same place. */
  async openOutline(known) {
    const [{ OutlinePage }] = await Promise.all([import("../outlines/page.js"), loadStyle("outline")]);
    if (this.isClosed) return;
    this.outline = new OutlinePage(this.place, this.name, known, (error) => this.ended(error));
    await this.outline.open(this.item);
  }

  async failed(error) {
    const isKept = isMissing(error) && await needsToken().catch(() => false);
    if (error.code === "UNAUTHENTICATED") {
      fill(this.place, emptyState("Sign in to see this list", inWords(error), signInButton()));
      return;
    }
    if (!isMissing(error)) {
      showFailure(this.place, { message: inWords(error) }, () => this.open());
      return;
    }
    fill(
      this.place,
      emptyState(
        `There is no list ${quoted(this.name)}`,
        isKept
          ? "It may be one that the server shows to those who have signed in alone. Sign in: the connection state at the top right."
          : `It may have been deleted, or has another name${token() ? ", or your token does not permit to read it" : ""}.`,
        h("a", { class: "button primary", href: "#/", text: "All lists" }),
      ),
    );
  }

  close() {
    this.isClosed = true;
    clearInterval(this.counting);
    clearTimeout(this.showing);
    this.withdraw?.();
    this.table?.close();
    this.finder?.leave();
    this.abort.abort();
    this.panel?.close?.();
    this.board?.close();
    this.source?.close();
    this.outline?.close();
  }

  build() {
    const { source } = this;
    this.title = h("h1");
    this.about = h("p", { class: "list-about" });
    this.facts = h("p", { class: "list-facts" });
    this.finder = new Finder(this);
    this.findButton = button({ icon: "search", label: "Find", kind: "quiet", onclick: () => this.finder.open() });
    this.menu = button({ icon: "more", label: "Menu of the list", kind: "quiet list-menu", "aria-haspopup": "menu" });
    this.menu.addEventListener("click", () => openListMenu(this.menu, this));
    this.undoButtons = source.isEditable
      ? [
        button({ icon: "undo", label: "Undo last change", kind: "quiet wide-only", onclick: () => this.actions.undo() }),
        button({ icon: "redo", label: "Redo last change", kind: "quiet wide-only", onclick: () => this.actions.redo() }),
      ]
      : [];
    this.layoutButton = button(
      { icon: "rows", label: "Show sections below each other", kind: "quiet", onclick: () => this.switchLayout() },
    );
    this.panelButtons = PANELS.filter((panel) => panel.suits(source)).map((panel) => {
      const control = button(
        { icon: panel.icon, text: panel.title, "aria-pressed": "false", onclick: () => this.togglePanel(panel) },
      );
      control.panel = panel;
      control.classList.toggle("wide-only", panel.isMinor ?? false);
      return control;
    });
    this.head = h(
      "header",
      { class: "list-head" },
      h("a", { class: "button button-icon quiet", href: "#/", "aria-label": "All lists", title: "All lists" }),
      h("div", { class: "list-name" }, this.title, this.about, this.facts),
      h("div", { class: "group" }, this.undoButtons, this.panelButtons, this.findButton, this.layoutButton, this.menu),
      this.finder.element,
    );
    this.head.firstElementChild.append(button({ icon: "back", label: "" }).firstElementChild);
    this.side = h("aside", { class: "panel", hidden: true });
    this.page = h("div", { class: "list-page" }, this.head);
    this.showBoard(source);
    this.page.append(this.side);
    fill(this.place, this.page);
    this.showTitle();
    this.withdraw = provideCommands((typed) => this.commands(typed));
    source.onChange((change) => this.changed(change));
    this.setLayout(storedLayout());
    this.showFacts();
    clearInterval(this.counting);
    this.counting = setInterval(() => document.visibilityState === "visible" && this.countFollowers(), INTERVAL);
    this.countFollowers();
  }

  /** Shows how many follow the list. Who may not manage it is told of none, not even of this page. */
  async countFollowers() {
    const { counts } = await server().followers(this.name, { limit: 1 }).catch(() => ({ counts: [] }));
    const followers = counts[0]?.followers;
    if (this.isClosed || followers === this.followers) return;
    this.followers = followers;
    this.showFacts();
  }

  showTitle() {
    const { info } = this.source;
    this.title.textContent = titleOf({ id: this.name, fields: info.fields });
    this.about.textContent = descriptionOf(info);
    this.about.hidden = this.about.textContent === "";
    document.title = `${this.title.textContent} – Arrange`;
  }

  async rename() {
    const { openRename } = await import("../lists/rename.js");
    openRename(this.source.info, (info) => {
      this.source.info = info;
      this.showTitle();
    });
  }

  /** What the palette offers here: the menu of the list, and its items with what was typed. */
  commands(typed) {
    const entries = listEntries(this).map(({ icon, text, onclick }) => ({ icon, text, hint: "this list", run: onclick }));
    const filter = typed.trim() === "" || !this.source.isWhole ? null : matcher(typed);
    if (!filter) return entries;
    const items = this.source.list.flatMap((section) => section.items.filter(filter).map((item) => ({ item, section })));
    const found = items.slice(0, MOST_FOUND).map(({ item, section }) => (
      { icon: "move", text: titleOf(item), hint: `item in ${titleOf(section)} ${typed}`, run: () => this.reveal(item.id) }
    ));
    return [...entries, ...found];
  }

  /** Brings an item on the screen, with the focus. */
  async reveal(id) {
    if (this.table) this.toggleTable();
    if (this.finder.isOpen) this.finder.close();
    const { source } = this;
    if (this.board.source !== source) return;
    const place = source.isWhole ? source.locate(id) : await source.placeOf(id).catch(() => null);
    if (place) await this.board.reveal(id, place);
    else notify(`There is no item ${quoted(id)} in this list any more.`, { kind: "error" });
  }

  /** Opens the choice of how items look. */
  async openLook() {
    const { openLookDialog } = await import("./look-dialog.js");
    const rows = [...this.board.columns.values()].flatMap((column) => column.rows);
    const items = this.source.isWhole ? this.source.list.flatMap((section) => section.items) : rows;
    openLookDialog(this.name, this.title.textContent, items, (look) => {
      this.board.setLook(look);
      this.table?.show();
    });
  }

  /** Shows the list as a table in place of the board, or as a board again. */
  async toggleTable() {
    if (this.table) {
      this.table.close();
      this.table = null;
      this.board.list.hidden = false;
      this.board.share();
      return;
    }
    const [{ Table }] = await Promise.all([import("./table.js"), ...["table", "figures"].map(loadStyle)]);
    if (this.isClosed || this.table || this.board.source !== this.source) return;
    this.table = new Table(this);
    this.board.list.hidden = true;
    this.board.list.before(this.table.element);
  }

  /** Shows a board of a source: that of the list, or that of an earlier version. `hint`: what is said below it. */
  showBoard(source, hint = this.hint(source)) {
    const before = this.board;
    if (this.table) {
      this.table.close();
      this.table = null;
    }
    this.board = new Board(source, { layout: before?.layout ?? storedLayout(), hint });
    this.actions.board = this.board;
    setUpCommands(this);
    // What is not the list itself is not edited, and so nothing of it is undone.
    for (const control of this.undoButtons) control.disabled = source !== this.source;
    if (before) {
      before.close();
      before.element.replaceWith(this.board.element);
    } else this.page.append(this.board.element);
    this.showEmpty();
    if (before) this.finder.apply();
  }

  hint(source) {
    if (source.isCollection && source.pastVersion === undefined && !source.isEditable) {
      return ["You may look at this list, but not change it. ", token() ? null : signInButton()];
    }
    if (!source.isEditable) {
      return source.pastVersion === undefined
        ? "A view: it shows other lists, and is not edited here."
        : "An earlier version. It can’t be edited.";
    }
    if (source.isView) {
      return [
        "A view. Drag rows to where they belong in it: this line then says what that does. ",
        h("button", { type: "button", class: "link", "data-action": "keys", text: "All keys: ?" }),
      ];
    }
    return [
      h("span", { class: "for-mouse", text: "Drag items, or press Space on one, to move them; Ctrl and a click select several. " }),
      h("span", { class: "for-touch", text: "Hold an item to drag it; tap to select. " }),
      h("button", { type: "button", class: "link", "data-action": "keys", text: "All keys: ?" }),
    ];
  }

  changed(change) {
    if (change.kind === "ended") {
      this.ended(change.error);
      return;
    }
    if (change.kind === "batch" && !change.isOwn && this.panel?.panel !== PANELS[0]) this.unseen += 1;
    if (change.kind === "batch" || change.kind === "list") {
      this.log.unshift({ ...change, time: new Date() });
      this.log.length = Math.min(this.log.length, 100);
    }
    this.showEmpty();
    this.changes.push(change);
    this.showing ??= setTimeout(() => this.showChanges(), FACTS_INTERVAL);
  }

  /** Shows what is beside the board. That need not keep pace with it. */
  showChanges() {
    this.showing = null;
    const changes = this.changes.splice(0);
    if (this.isClosed) return;
    this.showFacts();
    if (this.finder.isOpen && this.source.isWhole) this.finder.show();
    this.showUnseen(this.unseen);
    for (const change of changes.slice(-1)) this.panel?.changed?.(change);
  }

  /** Says on the button of the changes how many have come that nobody has looked at there. */
  showUnseen(number) {
    this.unseen = number;
    const control = this.panelButtons[0];
    control.querySelector(".badge")?.remove();
    if (number > 0) control.append(h("b", { class: "badge", text: number > 99 ? "99+" : String(number) }));
    control.setAttribute("aria-label", number > 0 ? `Changes, ${number} new` : "Changes");
  }

  ended(error) {
    this.close();
    this.failed(error);
    if (isMissing(error)) announce("The list was deleted.");
  }

  showFacts() {
    const { source } = this;
    const facts = [
      source.info.isView ? "view" : source.info.strategy,
      counted(source.sections.length, "section"),
      counted(source.itemCount, "item"),
      ...(this.followers ? [counted(this.followers, "follower")] : []),
      ...(source.unsavedCount > 0 ? [`${counted(source.unsavedCount, "change")} not saved yet`] : []),
      `version ${count(source.version)}`,
    ];
    fill(this.facts, facts.map((text) => h("span", { text })));
  }

  showEmpty() {
    const { board } = this;
    const isEmpty = board.source.sections.length === 0;
    board.element.querySelector(".board-empty")?.remove();
    board.list.hidden = isEmpty;
    if (!isEmpty) return;
    const state = board.isWritable
      ? emptyState(
          "No sections yet",
          "A list has sections, and sections have items. Add a section, then put items into it.",
          button({ icon: "add", text: "Add section", kind: "primary", "data-action": "add-section" }),
        )
      : emptyState("Nothing to show", "There are no sections in this list.");
    state.classList.add("board-empty");
    board.element.prepend(state);
  }

  // Layout and panels

  switchLayout() {
    const layout = this.board.layout === "columns" ? "rows" : "columns";
    try {
      localStorage.setItem(LAYOUT, layout);
    } catch {
      // Without storage the layout lasts as long as the page.
    }
    this.setLayout(layout);
  }

  setLayout(layout) {
    this.board.setLayout(layout);
    const isRows = layout === "rows";
    const label = isRows ? "Show sections side by side" : "Show sections below each other";
    this.layoutButton.setAttribute("aria-label", label);
    this.layoutButton.title = label;
    fill(this.layoutButton, button({ icon: isRows ? "columns" : "rows", label }).firstElementChild);
  }

  async togglePanel(panel) {
    const isOpen = this.panel?.panel === panel;
    this.closePanel();
    if (isOpen) return;
    let made;
    try {
      await Promise.all(["panels", "figures"].map(loadStyle));
      made = await panel.open(this);
    } catch (error) {
      notify(`${panel.title} can’t be shown: ${error.message}`, { kind: "error" });
      return;
    }
    if (this.panel || this.isClosed) {
      made.close?.();
      return;
    }
    made.panel = panel;
    this.panel = made;
    if (panel === PANELS[0]) this.showUnseen(0);
    this.side.hidden = false;
    this.side.setAttribute("aria-label", panel.title);
    fill(
      this.side,
      h(
        "header",
        { class: "panel-head" },
        h("h2", { text: panel.title }),
        button({ icon: "close", label: `Close ${panel.title}`, kind: "quiet", onclick: () => this.closePanel(true) }),
      ),
      h("div", { class: "panel-body", tabindex: "0", role: "region", "aria-label": panel.title }, made.element),
    );
    this.page.classList.add("with-panel");
    for (const control of this.panelButtons) control.setAttribute("aria-pressed", String(control.panel === panel));
  }

  closePanel(restores = false) {
    if (!this.panel) return;
    const { panel } = this.panel;
    this.panel.close?.();
    this.panel = null;
    this.side.hidden = true;
    this.page.classList.remove("with-panel");
    for (const control of this.panelButtons) {
      control.setAttribute("aria-pressed", "false");
      if (restores && control.panel === panel) control.focus();
    }
  }
}

function storedLayout() {
  try {
    return localStorage.getItem(LAYOUT) === "rows" ? "rows" : "columns";
  } catch {
    return "columns";
  }
}
