// The page of all lists: collections and views.

import { emptyState, openMenu, showFailure, signInButton } from "../shared/dialogs.js";
import { button, fill, h } from "../shared/dom.js";
import { fillEntries } from "../shared/entries.js";
import { count, dateOf, moment, quoted } from "../shared/format.js";
import { inWords, needsToken, permissionsOn, server } from "../shared/service.js";
import { descriptionOf, titleOf } from "../shared/values.js";
import { createList, deleteList, exportList, openFollowers, watchDrops } from "./commands.js";
import { openRename } from "./rename.js";

/** How often the page asks for the lists, in milliseconds: the protocol has no subscription to their names. */
const INTERVAL = 3000;
/** The most lists that are shown; beyond it the page asks for a part of a name. */
const MOST_LISTS = 500;
/** The most views that are read for their sizes. */
const MOST_VIEWS = 24;

/** Shows all lists in an element. Returns a function that closes it. */
export function show(place) {
  const page = new ListsPage(place);
  page.start();
  return () => page.close();
}

class ListsPage {
  constructor(place) {
    this.place = place;
    this.filter = "";
    this.shown = "";
    this.sizes = new Map();
    this.followers = new Map();
    /** What the caller may do with lists, by their names; undefined: everything. */
    this.permissions = new Map();
    this.abort = new AbortController();
    this.list = h("ul", { class: "lists" });
    this.state = h("div");
    this.search = h("input", { type: "search", "aria-label": "Find a list", placeholder: "Find a list" });
    this.search.addEventListener("input", () => {
      this.filter = this.search.value.trim().toLowerCase();
      this.show();
    });
    this.searchBox = h("div", { class: "search", hidden: true }, this.search);
    this.tools = h(
      "div",
      { class: "group" },
      button({ icon: "import", text: "Import file", onclick: () => this.file.click() }),
      button({ icon: "view", text: "New view", onclick: () => (location.hash = "#/new-view") }),
      button({ icon: "add", text: "New list", kind: "primary", onclick: () => createList() }),
    );
    this.file = h("input", { type: "file", hidden: true, accept: ".csv,.tsv,.json,.jsonl,.ndjson,.md,.markdown,.txt" });
    this.file.addEventListener("change", () => {
      this.importer.read(this.file.files[0]);
      this.file.value = "";
    });
  }

  start() {
    const head = h(
      "header",
      { class: "page-head" },
      h("h1", { text: "Lists" }),
      this.searchBox,
      this.tools,
      this.file,
    );
    fill(this.place, h("div", { class: "page" }, head, this.state, this.list));
    fill(this.state, h("p", { class: "loading", text: "Loading…" }));
    this.importer = watchDrops(this.abort.signal);
    document.title = "Lists – Arrange";
    this.load();
    this.timer = setInterval(() => document.visibilityState === "visible" && this.load(), INTERVAL);
    addEventListener("focus", () => this.load(), { signal: this.abort.signal });
    addEventListener("lists-changed", () => this.load(), { signal: this.abort.signal });
  }

  close() {
    clearInterval(this.timer);
    this.abort.abort();
  }

  async load() {
    if (this.isLoading) return;
    this.isLoading = true;
    try {
      const lists = [];
      let pageToken;
      do {
        const page = await server().collections({ pageToken, pageSize: 500 });
        lists.push(...page.collections);
        pageToken = page.nextPageToken;
      } while (pageToken.length > 0 && lists.length < MOST_LISTS);
      this.isCut = pageToken.length > 0;
      const { counts } = await server().followers("", { limit: 1 }).catch(() => ({ counts: [] }));
      this.followers = new Map(counts.map(({ collection, followers }) => [collection, followers]));
      this.lists = lists;
      this.needsToken = lists.length === 0 && await needsToken();
      this.tools.hidden = this.needsToken;
      if (this.abort.signal.aborted) return;
      this.show();
      this.permissions = await permissionsOn(lists.map(({ name }) => name)).catch(() => new Map());
      await this.readSizes(lists.filter((info) => info.isView && !info.problem).slice(0, MOST_VIEWS));
    } catch (error) {
      if (!this.lists && !this.abort.signal.aborted) showFailure(this.state, { message: inWords(error) }, () => this.load());
    } finally {
      this.isLoading = false;
    }
  }

  /** The list of names has no sizes of views; those on the page are read one by one. */
  async readSizes(views) {
    for (const { name } of views) {
      if (this.sizes.has(name) || this.abort.signal.aborted) continue;
      try {
        const { collection } = await server().fetch(name, { pageSize: 1 });
        this.sizes.set(name, collection);
      } catch (error) {
        this.sizes.set(name, { problem: inWords(error) });
      }
    }
    if (!this.abort.signal.aborted) this.show();
  }

  show() {
    const found = this.lists.filter(
      (info) => `${info.name} ${titleOf({ id: info.name, fields: info.fields })}`.toLowerCase().includes(this.filter),
    );
    const signature = JSON.stringify(
      found.map(
        (info) => [
          info.name,
          info.version,
          info.itemCount,
          info.sectionCount,
          info.strategy,
          info.problem,
          titleOf({ id: info.name, fields: info.fields }),
          descriptionOf(info),
          this.sizes.get(info.name)?.itemCount,
          this.followers.get(info.name),
        ],
      ),
    ) + this.filter + this.needsToken;
    if (signature === this.shown) return;
    this.shown = signature;
    this.searchBox.hidden = this.lists.length < 8 && this.filter === "";
    this.showState(found);
    fillEntries(this.list, found.map((info) => this.card(info)));
  }

  showState(found) {
    if (this.needsToken) {
      fill(
        this.state,
        emptyState(
          "Sign in to see lists",
          "This server shows its lists to those who have a token. Who runs it gives one out.",
          signInButton(),
        ),
      );
    } else if (this.lists.length === 0) {
      fill(
        this.state,
        emptyState(
          "No lists yet",
          "Make a list, or drop a file on this page: CSV, JSON, Markdown, plain text or a board export of Trello.",
          button({ icon: "add", text: "New list", kind: "primary", onclick: () => createList() }),
          button({ icon: "import", text: "Import file", onclick: () => this.file.click() }),
        ),
      );
    } else if (found.length === 0) fill(
      this.state,
      emptyState("Nothing found", `No list has ${quoted(this.filter)} in its name or title.`),
    );
    else {
      fill(
        this.state,
        this.isCut
          ? h(
            "p",
            { class: "hint", text: `The first ${count(MOST_LISTS)} lists. The command arrange list shows all of them.` },
          )
          : "",
      );
    }
  }

  card(info) {
    const title = titleOf({ id: info.name, fields: info.fields });
    const size = info.isView ? this.sizes.get(info.name) : info;
    const problem = info.problem || size?.problem;
    const followers = this.followers.get(info.name);
    const fact = (term, text) => h("div", {}, h("dt", { text: term }), h("dd", { text }));
    const menu = button({ icon: "more", label: `Menu of ${title}`, kind: "quiet menu-button", "aria-haspopup": "menu" });
    menu.addEventListener("click", () => this.openMenu(menu, info));
    return h(
      "li",
      { class: "list-card", data: { name: info.name } },
      h("h2", {}, h("a", { href: `#/list/${encodeURIComponent(info.name)}`, text: title })),
      menu,
      h(
        "div",
        { class: "tags" },
        info.outline ? h("span", { class: "tag", text: "outline" }) : null,
        h("span", { class: "tag", text: info.isView ? "view" : info.strategy }),
        title === info.name ? null : h("span", { class: "tag mono", text: info.name }),
        problem ? h("span", { class: "tag broken", text: "can’t be shown" }) : null,
      ),
      descriptionOf(info) === "" ? null : h("p", { class: "small card-about", text: descriptionOf(info) }),
      problem
        ? h("p", { class: "small muted", text: problem })
        : h(
            "dl",
            { class: "facts" },
            size
              ? [
                fact(size.sectionCount === 1 ? "section" : "sections", count(size.sectionCount)),
                fact(size.itemCount === 1 ? "item" : "items", count(size.itemCount)),
              ]
              : null,
            info.isView ? null : fact("version", count(info.version)),
            followers ? fact(followers === 1 ? "follower" : "followers", count(followers)) : null,
            info.isView ? null : fact("made", moment(dateOf(info.createdAtUs)).split(",").slice(0, 2).join(",")),
          ),
    );
  }

  /** Offers what the caller may do with a list. */
  openMenu(anchor, info) {
    const may = (permission) => this.permissions?.get(info.name)?.has(permission) ?? true;
    const text = info.isView ? "Delete view…" : "Delete list…";
    const ending = { icon: "remove", text, danger: true, onclick: () => deleteList(info) };
    openMenu(anchor, [
      (info.isView && !may("manage")) || info.outline ? undefined : info.isView
        ? { icon: "edit", text: "Edit view", onclick: () => (location.hash = `#/view/${encodeURIComponent(info.name)}`) }
        : {
          icon: "view",
          text: "New view of it",
          onclick: () => (location.hash = `#/new-view?of=${encodeURIComponent(info.name)}`),
        },
      may("manage") ? { icon: "people", text: "Who follows", onclick: () => openFollowers(info) } : undefined,
      may("manage") && !info.isView
        ? { icon: "edit", text: "Title and description…", onclick: () => openRename(info, () => this.load()) }
        : undefined,
      { icon: "export", text: "Export as JSON lines", onclick: () => exportList(info.name, "jsonl") },
      { icon: "export", text: "Export as CSV", onclick: () => exportList(info.name, "csv") },
      ...(may("delete") ? [null, ending] : []),
    ].filter((entry) => entry !== undefined));
  }
}
