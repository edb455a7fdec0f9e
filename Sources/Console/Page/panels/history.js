// The kept history of a list: its commits, the list as it was at any of their versions, and what takes a commit back.

import { notify, openMenu, showFailure } from "../shared/dialogs.js";
import { announce, button, debounce, fill, h } from "../shared/dom.js";
import { fillEntries } from "../shared/entries.js";
import { authorName, count, dateOf, moment, quoted } from "../shared/format.js";
import { inWords, server } from "../shared/service.js";
import { titleOf } from "../shared/values.js";
import { describeCommit, sectionsOf } from "../board/describe.js";
import { inverse } from "./inverse.js";
import { pastSource, sectionsAt } from "./past.js";
import { nameVersion, NamedVersions } from "./versions.js";

/** The commits that are read at a time. */
const PAGE = 200;
/** The commits that are listed at first. */
const LISTED = 50;

export function openHistory(page) {
  const panel = new HistoryPanel(page);
  panel.load();
  return {
    element: panel.element,
    changed: debounce(150, () => panel.load()),
    close: () => panel.close(),
  };
}

class HistoryPanel {
  constructor(page) {
    this.page = page;
    this.source = page.source;
    this.commits = new Map();
    this.listed = LISTED;
    this.shown = null;
    this.range = h("input", { type: "range", step: "1", "aria-label": "Version" });
    this.range.addEventListener("input", () => this.go(Number(this.range.value)));
    this.label = h("span", { class: "small" });
    this.back = button({ text: "Back to now", kind: "primary", onclick: () => this.go(this.newest) });
    this.older = button({ icon: "back", label: "One version back", kind: "quiet", onclick: () => this.go(this.aim - 1) });
    this.newer = button(
      { icon: "back", label: "One version forward", kind: "quiet flipped", onclick: () => this.go(this.aim + 1) },
    );
    this.list = h("ol", { class: "entries", "aria-label": "Commits" });
    this.more = button({ text: "Show older commits", onclick: () => ((this.listed += LISTED), this.load()) });
    this.named = new NamedVersions(this);
    this.about = h("div", { class: "group" });
    this.element = h(
      "div",
      { class: "block" },
      h(
        "div",
        { class: "slider" },
        this.label,
        h("div", { class: "slider-row" }, this.older, this.range, this.newer),
        this.about,
        this.back,
      ),
      this.named.element,
      this.list,
      this.more,
    );
  }

  /** The sections of the list as the server has it, with their items if the list is held as a whole. */
  get sections() {
    return this.source.isWhole ? this.source.base : this.source.serverSections;
  }

  /** The version that the board shows. */
  get at() {
    return this.shown ?? this.newest;
  }

  /** The version that it will show, once that is read. */
  get aim() {
    return this.wanted ?? this.at;
  }

  /** Reads the commits that are new. */
  async load() {
    try {
      const { oldestKept, version } = await server().history(this.page.name, { from: Number.MAX_SAFE_INTEGER, limit: 1 });
      this.oldest = Math.max(oldestKept - 1, 0);
      this.newest = version;
      await this.need(Math.max(this.oldest, version - this.listed));
      this.show();
      await this.named.load();
    } catch (error) {
      showFailure(this.list, { message: inWords(error) }, () => this.load());
    }
  }

  /** Reads the commits behind a version up to another one that are not here yet. */
  async need(version, last = this.newest) {
    let from = version + 1;
    while (from <= last) {
      if (this.commits.has(from)) {
        from += 1;
        continue;
      }
      const { commits } = await server().history(this.page.name, { from, to: last, limit: PAGE });
      if (commits.length === 0) return;
      for (const commit of commits) this.commits.set(commit.version, await this.whole(commit));
      from = commits.at(-1).version + 1;
    }
  }

  /** A commit with all its changes, also where it comes in parts. */
  async whole(commit) {
    while (commit.changeCount > commit.changes.length) {
      const { commits } = await server().history(this.page.name, {
        from: commit.version,
        to: commit.version,
        fromChange: commit.changes.length,
      });
      if (!commits[0] || commits[0].changes.length === 0) break;
      commit.changes.push(...commits[0].changes);
    }
    return commit;
  }

  show() {
    const titles = new Map(
      this.sections.flatMap((section) => [section, ...section.items ?? []]).map((element) => [element.id, titleOf(element)]),
    );
    this.range.min = String(this.oldest);
    this.range.max = String(this.newest);
    this.range.value = String(this.aim);
    this.range.setAttribute("aria-valuetext", `version ${this.at} of ${this.newest}`);
    const shown = this.commits.get(this.at);
    const time = shown ? `, ${moment(dateOf(shown.timeUs))}` : "";
    this.label.textContent = this.shown === null
      ? `Version ${count(this.newest)}: now`
      : `Version ${count(this.at)} of ${count(this.newest)}${time}`;
    this.back.hidden = this.shown === null;
    this.showAbout();
    this.older.disabled = this.at <= this.oldest;
    this.newer.disabled = this.at >= this.newest;
    const first = Math.max(this.oldest, this.newest - this.listed);
    const entries = [];
    const order = this.sections.map((section) => titleOf(section));
    for (let version = this.newest; version > first; version -= 1) {
      const commit = this.commits.get(version);
      if (commit) entries.push(this.entry(commit, titles, sectionsOf(commit, order, titles)));
    }
    fillEntries(
      this.list,
      entries.length > 0
        ? entries
        : h("li", { class: "entry", text: "No commits are kept: the list is new, or older ones were trimmed." }),
    );
    this.more.hidden = first <= this.oldest;
  }

  /** What can be done with the version that is shown. It is made anew only for another one, so that it keeps the focus. */
  showAbout() {
    const { at, shown } = this;
    if (this.aboutVersion === at) return;
    this.aboutVersion = at;
    const { isWritable } = this.source;
    fill(
      this.about,
      isWritable ? button({ icon: "add", text: "Name it…", onclick: () => this.name(at) }) : null,
      button({ icon: "columns", text: "Compare…", onclick: () => this.compare(shown === null ? Math.max(this.oldest, at - 1) : at) }),
      isWritable && shown !== null
        ? button({ icon: "undo", text: "Go back to it…", onclick: () => this.restore({ version: at }) })
        : null,
    );
  }

  async name(version) {
    if (await nameVersion(this.page.name, version, this.named.names)) await this.named.load();
  }

  async compare(from, to) {
    const { openComparison } = await import("./compare.js");
    await openComparison(this.page, { from, to, names: this.named.names.map(({ name }) => name) });
  }

  async restore(to) {
    const { openRestore } = await import("./restore.js");
    await openRestore(this.page, to, () => this.leave());
  }

  openMenu(anchor, { version }) {
    const { isWritable } = this.source;
    openMenu(anchor, [
      { icon: "columns", text: "Compare with now…", onclick: () => this.compare(version) },
      version > this.oldest
        ? { icon: "columns", text: "Compare with the one before…", onclick: () => this.compare(version - 1, version) }
        : undefined,
      isWritable ? { icon: "add", text: "Name it…", onclick: () => this.name(version) } : undefined,
      isWritable && version < this.newest
        ? { icon: "undo", text: "Go back to it…", onclick: () => this.restore({ version }) }
        : undefined,
    ].filter((entry) => entry !== undefined));
  }

  entry(commit, titles, places) {
    const isShown = commit.version === this.at;
    const menu = button(
      { icon: "more", label: `Menu of version ${commit.version}`, kind: "quiet menu-button", "aria-haspopup": "menu" },
    );
    menu.addEventListener("click", () => this.openMenu(menu, commit));
    const date = dateOf(commit.timeUs);
    return h(
      "li",
      {
        class: isShown ? "entry current" : "entry",
        "aria-current": isShown ? "true" : null,
        data: { name: `version ${commit.version}` },
      },
      h(
        "div",
        { class: "entry-head" },
        h("strong", { text: `Version ${count(commit.version)}` }),
        h("span", { text: isOwn(commit) ? "by you" : `by ${authorName(commit.author)}` }),
        h("time", { datetime: date.toISOString(), text: moment(date) }),
      ),
      this.named.of(commit.version).map((name) => h("span", { class: "tag", text: name })),
      h("ul", {}, describeCommit(commit, titles, places).map((text) => h("li", { text }))),
      h(
        "div",
        { class: "group" },
        button(
          {
            icon: "view",
            text: "Look",
            "aria-label": `Look at version ${commit.version}`,
            onclick: () => this.go(commit.version),
          },
        ),
        commit.changes.length > 0 && this.source.isWritable && this.source.isWhole && !this.source.isOutline
          ? button(
            {
              icon: "undo",
              text: "Put back",
              "aria-label": `Put back what version ${commit.version} changed`,
              onclick: () => this.putBack(commit),
            },
          )
          : null,
        menu,
      ),
    );
  }

  // Other versions

  /** Shows a version; of several that are asked for meanwhile, the last one. */
  async go(version) {
    this.wanted = Math.max(this.oldest, Math.min(version, this.newest));
    if (this.isGoing) return;
    this.isGoing = true;
    try {
      let wanted;
      do {
        wanted = this.wanted;
        if (wanted === this.newest) this.leave();
        else await this.showPast(wanted);
        this.show();
      } while (this.wanted !== wanted && !this.isClosed);
    } catch (error) {
      notify(inWords(error), { kind: "error" });
    }
    this.wanted = undefined;
    this.isGoing = false;
  }

  /** Shows an earlier version on the board. */
  async showPast(version) {
    const past = this.past ?? await (this.source.past?.(version) ?? pastSource(this.source, version));
    if (past === this.past) await past.become(version);
    await this.need(version - 1, version);
    if (this.isClosed) return;
    this.shown = version;
    if (!this.past) {
      this.past = past;
      this.page.showBoard(past);
    }
    const banner = document.getElementById("banner");
    const title = this.page.title.textContent;
    banner.textContent = `You are looking at version ${count(version)} of ${quoted(title)}. It can’t be edited.`;
    banner.hidden = false;
  }

  close() {
    this.isClosed = true;
    this.leave();
  }

  /** Shows the list as it is now. */
  leave() {
    document.getElementById("banner").hidden = true;
    this.shown = null;
    if (this.past) {
      this.past = null;
      if (!this.page.isClosed) this.page.showBoard(this.source);
    }
  }

  /** Makes a new commit that takes another one back. */
  async putBack(commit) {
    try {
      const before = await sectionsAt(this.page.name, commit.version - 1);
      const operations = inverse(commit, before, this.source.list);
      if (operations.length === 0) {
        announce("There is nothing to put back.");
        return;
      }
      this.leave();
      this.page.actions.perform(operations, `Put back what version ${count(commit.version)} changed.`);
    } catch (error) {
      notify(inWords(error), { kind: "error" });
    }
  }
}

/** Whether this page made a commit: its request ids begin in their own way. */
function isOwn({ requestId }) {
  return requestId.length > 0 && server().requestPrefix.every((byte, index) => requestId[index] === byte);
}
