// The bin of a list: what was removed and is not there again, as far as the history is kept.

import { emptyState, notify, openDialog } from "../shared/dialogs.js";
import { button, debounce, fill, h } from "../shared/dom.js";
import { fillEntries } from "../shared/entries.js";
import { authorName, counted, dateOf, moment, quoted } from "../shared/format.js";
import { inWords, server } from "../shared/service.js";
import { titleOf } from "../shared/values.js";

/** The elements that are read at a time. */
const PAGE = 100;

export function openBin(page) {
  const panel = new BinPanel(page);
  panel.load();
  return { element: panel.element, changed: debounce(150, () => panel.load()) };
}

class BinPanel {
  elements = [];

  constructor(page) {
    this.page = page;
    this.source = page.source;
    this.state = h("div");
    this.list = h("ol", { class: "entries", "aria-label": "Removed" });
    this.more = button({ text: "Show older ones", onclick: () => this.load(true) });
    this.emptying = this.source.may("manage")
      ? button({ icon: "remove", text: "Empty the bin…", kind: "danger", onclick: () => this.empty() })
      : null;
    const hint = h("p", { class: "hint", text: "What was removed, the newest first. It stays here as long as the history is kept." });
    this.element = h("div", { class: "block" }, hint, this.state, this.list, this.more, this.emptying);
  }

  /** Reads the bin: from the start, or what follows. */
  async load(isMore = false) {
    try {
      const pageToken = isMore ? this.next : undefined;
      const { elements, nextPageToken } = await server().bin(this.source.target, { pageSize: PAGE, pageToken });
      this.elements = isMore ? [...this.elements, ...elements] : elements;
      this.next = nextPageToken;
      fill(this.state, this.elements.length === 0 ? emptyState("The bin is empty", "What is removed from the list comes here.") : "");
    } catch (error) {
      fill(this.state, h("p", { class: "problem", text: inWords(error) }));
    }
    this.show();
  }

  show() {
    this.more.hidden = !this.next?.length;
    if (this.emptying) this.emptying.hidden = this.elements.length === 0;
    fillEntries(this.list, this.elements.map((element) => this.entry(element)));
  }

  entry(element) {
    const { id, isSection, items, removedAtUs, removedBy, author, section } = element;
    const date = dateOf(removedAtUs);
    const title = titleOf(element);
    const head = this.source.sections.find(({ id }) => id === section);
    const from = element.parent ? this.called(element.parent) : head ? titleOf(head) : "a section that is gone";
    const including = items > 0 ? ` with ${counted(items, "item")} below` : "";
    const where = isSection ? `section with ${counted(items, "item")}` : `from ${from}${including}`;
    return h(
      "li",
      { class: "entry", data: { name: `${isSection ? "section" : "item"} ${id} ${removedBy}` } },
      h(
        "div",
        { class: "entry-head" },
        h("strong", { text: title }),
        h("span", { text: where }),
        h("time", { datetime: date.toISOString(), text: moment(date) }),
      ),
      h("span", { class: "muted", text: `removed by ${authorName(author)}` }),
      this.source.isWritable
        ? h("div", { class: "group" }, button({
          icon: "undo",
          text: "Put back",
          "aria-label": `Put back ${title}`,
          onclick: () => this.putBack(element),
        }))
        : null,
    );
  }

  /** What an item of an outline is called that another one was below. */
  called(parent) {
    const item = this.source.item(parent) ?? this.elements.find(({ isSection, id }) => !isSection && id === parent);
    return item ? titleOf(item) : parent;
  }

  /** What an item comes back with: its section, or the items that it was below, if they were removed as well. */
  ownersOf(element) {
    const owners = [];
    for (let next = element; next && !next.isSection;) {
      const { section, parent } = next;
      if (parent ? this.source.item(parent) : this.source.sections.some(({ id }) => id === section)) break;
      const isOwner = ({ isSection, id }) => (parent ? !isSection && id === parent : isSection && id === section);
      next = this.elements.find(isOwner);
      if (next) owners.unshift(next);
    }
    return owners;
  }

  /** Puts an element back; an item whose section was removed as well comes with its section. */
  async putBack(element) {
    const owners = this.ownersOf(element);
    const elements = [...owners, element].map(({ id, isSection, removedBy }) => ({ id, isSection, removedBy }));
    const named = owners.map((owner) => `${owner.isSection ? "its section " : ""}${quoted(titleOf(owner))}`);
    const also = named.length > 0 ? `, with ${named.join(" and ")}` : "";
    try {
      await this.page.actions.ask({ putBack: { elements } }, `Put back ${quoted(titleOf(element))}${also}.`);
      await this.load();
    } catch (error) {
      notify(`${quoted(titleOf(element))} was not put back: ${inWords(error)}`, { kind: "error" });
    }
  }

  empty() {
    openDialog({
      title: "Empty the bin?",
      body: [
        h("p", { text: "What was removed from the list is gone for good, for everybody." }),
        h("p", {
          text:
            "The whole history up to now goes with it: earlier versions can’t be looked at any more, and what was done before " +
            "can’t be undone. Backups that were made before still have it.",
        }),
      ],
      submit: "Empty the bin",
      danger: true,
      onsubmit: async () => {
        try {
          await server().emptyBin(this.source.target);
        } catch (error) {
          throw new Error(inWords(error));
        }
        notify("The bin is empty.");
        await this.load();
      },
    });
  }
}
