// The kept history of a list: its commits, the list as it was at any of their versions, and what takes a commit back.

import { notify, showFailure } from "../shared/dialogs.js";
import { announce, button, debounce, fill, h } from "../shared/dom.js";
import { authorName, count, dateOf, moment, quoted } from "../shared/format.js";
import { inWords, server } from "../shared/service.js";
import { inverse, Timeline } from "../shared/timeline.js";
import { titleOf } from "../shared/values.js";
import { describeCommit, sectionsOf } from "../board/describe.js";
import { Source } from "../board/source.js";

/** The commits that are read at a time, and the most that one goes back. */
const PAGE = 200;
const FARTHEST = 5000;
/** The commits that are listed at first. */
const LISTED = 50;

export function openHistory(page) {
  const panel = new HistoryPanel(page);
  panel.load();
  return {
    element: panel.element,
    changed: debounce(150, () => panel.load()),
    close: () => panel.leave(),
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
    this.older = button({ icon: "back", label: "One version back", kind: "quiet", onclick: () => this.go(this.at - 1) });
    this.newer = button(
      { icon: "back", label: "One version forward", kind: "quiet flipped", onclick: () => this.go(this.at + 1) },
    );
    this.list = h("ol", { class: "entries", "aria-label": "Commits" });
    this.more = button({ text: "Show older commits", onclick: () => ((this.listed += LISTED), this.show()) });
    this.element = h(
      "div",
      { class: "block" },
      h(
        "div",
        { class: "slider" },
        this.label,
        h("div", { class: "slider-row" }, this.older, this.range, this.newer),
        this.back,
      ),
      this.list,
      this.more,
    );
  }

  /** The version that the board shows. */
  get at() {
    return this.shown ?? this.newest;
  }

  /** Reads the commits that are new. */
  async load() {
    try {
      const { oldestKept, version } = await server().history(this.page.name, { from: Number.MAX_SAFE_INTEGER, limit: 1 });
      this.oldest = Math.max(oldestKept - 1, version - FARTHEST, 0);
      this.newest = version;
      await this.need(Math.max(this.oldest, version - this.listed));
      this.show();
    } catch (error) {
      showFailure(this.list, { message: inWords(error) }, () => this.load());
    }
  }

  /** Reads all commits behind a version that are not here yet. */
  async need(version) {
    let from = version + 1;
    while (from <= this.newest) {
      if (this.commits.has(from)) {
        from += 1;
        continue;
      }
      const { commits } = await server().history(this.page.name, { from, to: this.newest, limit: PAGE });
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
      this.source.base.flatMap((section) => [section, ...section.items]).map((element) => [element.id, titleOf(element)]),
    );
    this.range.min = String(this.oldest);
    this.range.max = String(this.newest);
    this.range.value = String(this.at);
    this.range.setAttribute("aria-valuetext", `version ${this.at} of ${this.newest}`);
    const shown = this.commits.get(this.at);
    const time = shown ? `, ${moment(dateOf(shown.timeUs))}` : "";
    this.label.textContent = this.shown === null
      ? `Version ${count(this.newest)}: now`
      : `Version ${count(this.at)} of ${count(this.newest)}${time}`;
    this.back.hidden = this.shown === null;
    this.older.disabled = this.at <= this.oldest;
    this.newer.disabled = this.at >= this.newest;
    const first = Math.max(this.oldest, this.newest - this.listed);
    const entries = [];
    const order = this.source.base.map((section) => titleOf(section));
    for (let version = this.newest; version > first; version -= 1) {
      const commit = this.commits.get(version);
      if (commit) entries.push(this.entry(commit, titles, sectionsOf(commit, order, titles)));
    }
    fill(
      this.list,
      entries.length > 0
        ? entries
        : h("li", { class: "entry", text: "No commits are kept: the list is new, or older ones were trimmed." }),
    );
    this.more.hidden = first <= this.oldest;
  }

  entry(commit, titles, places) {
    const isShown = commit.version === this.at;
    const date = dateOf(commit.timeUs);
    return h(
      "li",
      { class: isShown ? "entry current" : "entry", "aria-current": isShown ? "true" : null },
      h(
        "div",
        { class: "entry-head" },
        h("strong", { text: `Version ${count(commit.version)}` }),
        h("span", { text: isOwn(commit) ? "by you" : `by ${authorName(commit.author)}` }),
        h("time", { datetime: date.toISOString(), text: moment(date) }),
      ),
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
        commit.changes.length > 0 && this.source.isWritable
          ? button(
            {
              icon: "undo",
              text: "Put back",
              "aria-label": `Put back what version ${commit.version} changed`,
              onclick: () => this.putBack(commit),
            },
          )
          : null,
      ),
    );
  }

  // Other versions

  /** The list as it was at a version. */
  async timeline(version) {
    await this.need(version);
    // The list can move on while commits are read.
    const timeline = new Timeline(this.source.base);
    const newest = this.source.version;
    if (newest > this.newest) {
      this.newest = newest;
      await this.need(version);
    }
    for (let each = newest; each > version; each -= 1) {
      const commit = this.commits.get(each);
      if (!commit) throw new Error(`Version ${each} is no longer kept.`);
      timeline.undo(commit);
    }
    return timeline;
  }

  async go(version) {
    const wanted = Math.max(this.oldest, Math.min(version, this.newest));
    this.wanted = wanted;
    try {
      await this.need(wanted);
      if (this.wanted !== wanted) return;
      if (wanted === this.newest) {
        this.leave();
      } else {
        const timeline = await this.timeline(wanted);
        if (this.wanted !== wanted) return;
        this.shown = wanted;
        if (this.past) this.past.become(timeline.sections, wanted);
        else {
          this.past = new PastSource(this.source, timeline.sections, wanted);
          this.page.showBoard(this.past);
        }
        const banner = document.getElementById("banner");
        const title = this.page.title.textContent;
        banner.textContent = `You are looking at version ${count(wanted)} of ${quoted(title)}. It can’t be edited.`;
        banner.hidden = false;
      }
      this.show();
    } catch (error) {
      notify(inWords(error), { kind: "error" });
    }
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
      const before = await this.timeline(commit.version - 1);
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

/** An earlier version of a list. It does not change by itself, and can't be edited. */
class PastSource extends Source {
  isWhole = true;

  constructor(source, sections, version) {
    super(source.target, source.info, source.permissions);
    this.set(sections, version);
  }

  get isEditable() {
    return false;
  }

  set(sections, version) {
    this.list = sections;
    this.pastVersion = version;
    this.version = version;
    this.sections = sections.map(({ id, fields, items }) => ({ id, fields, count: items.length }));
  }

  /** Shows another version; what is in both slides to its place. */
  become(sections, version) {
    this.set(sections, version);
    this.tell({ kind: "list", marks: new Map(), lines: [] });
  }

  window(column, { start, size }) {
    const items = this.list.find(({ id }) => id === column.id)?.items ?? [];
    const first = Math.max(0, Math.min(start, items.length - size));
    return { start: first, rows: items.slice(first, first + size) };
  }

  locate() {
    return null;
  }

  ids(sectionId) {
    return this.list.find(({ id }) => id === sectionId)?.items.map(({ id }) => id) ?? [];
  }
}
