// The versions of a list that have names, which keep them readable.

import { labelled, notify, openDialog, openMenu } from "../shared/dialogs.js";
import { button, h } from "../shared/dom.js";
import { fillEntries } from "../shared/entries.js";
import { authorName, count, dateOf, moment, quoted } from "../shared/format.js";
import { inWords, server } from "../shared/service.js";

/** The longest name of a version, in bytes. */
const LONGEST_NAME = 128;

/** Asks for a name of a version, and sets it. Returns whether it was set. */
export function nameVersion(list, version, names) {
  const input = h("input", { name: "name", type: "text", maxlength: String(LONGEST_NAME), autocomplete: "off", autofocus: true });
  const dialog = openDialog({
    title: `Name version ${count(version)}`,
    body: [labelled(
      "Name",
      input,
      "Such as “before the meeting”. The version stays readable as long as it has a name, and the commits since take space.",
    )],
    submit: "Set the name",
    onsubmit: async (data) => {
      const name = data.get("name").trim();
      if (name === "") throw new Error("Give the version a name, such as “before the meeting”.");
      if (/^\d+$/.test(name)) throw new Error("A name can’t be a number: that is a version already. Add a word.");
      const other = names.find((each) => each.name === name);
      if (other && other.version !== version && dialog.isWarned !== name) {
        dialog.isWarned = name;
        throw new Error(`${quoted(name)} is the name of version ${count(other.version)}. Set it again to have it name this one.`);
      }
      await server().setVersion(list, name, { version }).catch(asWords);
      notify(`Version ${count(version)} is called ${quoted(name)} now.`);
    },
  });
  return dialog.closed;
}

function asWords(error) {
  throw new Error(inWords(error));
}

/** The versions with names of a list, beside its history. */
export class NamedVersions {
  names = [];
  list = h("ol", { class: "entries", "aria-label": "Versions with names" });
  element = h("section", { class: "block", hidden: true }, h("h3", { text: "Versions with names" }), this.list);

  /** - panel: the history, whose `go`, `compare` and `restore` the entries use. */
  constructor(panel) {
    this.panel = panel;
  }

  /** Reads the names. A server that knows none has none. */
  async load() {
    const { source } = this.panel;
    const { versions } = await server().versions(source.target).catch(() => ({ versions: [] }));
    const isSame = JSON.stringify(versions) === JSON.stringify(this.names);
    if (isSame) return;
    this.names = versions;
    this.element.hidden = versions.length === 0;
    fillEntries(this.list, versions.map((each) => this.entry(each)));
    this.panel.show();
  }

  /** The names of a version. */
  of(version) {
    return this.names.filter((each) => each.version === version).map(({ name }) => name);
  }

  entry({ name, version, setAtUs, author }) {
    const { panel } = this;
    const date = dateOf(setAtUs);
    const menu = button({ icon: "more", label: `Menu of ${name}`, kind: "quiet menu-button", "aria-haspopup": "menu" });
    menu.addEventListener("click", () => openMenu(menu, [
      { icon: "columns", text: "Compare with now…", onclick: () => panel.compare(name) },
      ...(panel.source.isWritable
        ? [
          { icon: "undo", text: "Go back to it…", onclick: () => panel.restore({ name }) },
          null,
          { icon: "remove", text: "Delete the name…", danger: true, onclick: () => this.remove(name, version) },
        ]
        : []),
    ]));
    return h(
      "li",
      { class: "entry", data: { name } },
      h(
        "div",
        { class: "entry-head" },
        h("strong", { text: name }),
        h("span", { text: `version ${count(version)}, by ${authorName(author)}` }),
        h("time", { datetime: date.toISOString(), text: moment(date) }),
      ),
      h(
        "div",
        { class: "group" },
        button({ icon: "view", text: "Look", "aria-label": `Look at ${name}`, onclick: () => panel.go(version) }),
        menu,
      ),
    );
  }

  remove(name, version) {
    openDialog({
      title: `Delete the name ${quoted(name)}?`,
      body: h("p", {
        text: `Version ${count(version)} stays as long as its commits are kept. After that it can’t be read any more.`,
      }),
      submit: "Delete the name",
      danger: true,
      onsubmit: async () => {
        await server().deleteVersion(this.panel.source.target, name).catch(asWords);
        notify(`Deleted the name ${quoted(name)}.`);
        await this.load();
      },
    });
  }
}
