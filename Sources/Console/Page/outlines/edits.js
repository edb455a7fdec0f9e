// What people do to an outline: the operations, the forms for them, and what is said about it.

import { labelled, notify, openDialog } from "../shared/dialogs.js";
import { button, h } from "../shared/dom.js";
import { counted, quoted } from "../shared/format.js";
import { titleField, titleOf, updateOf } from "../shared/values.js";
import { FieldForm } from "../board/editing.js";

/** The longest title, in characters. */
const LONGEST_TITLE = 4000;

export class Edits {
  /** `list` is the TreeList that is shown, and `done` is called when a form was closed, with the id of what was added. */
  constructor(list, steps, done) {
    this.list = list;
    this.steps = steps;
    this.done = done;
  }

  /** Opens a dialog whose `onsubmit` can return the id of an item that was added. */
  async ask(dialog) {
    let added;
    const onsubmit = async (data) => {
      added = await dialog.onsubmit(data);
    };
    await openDialog({ ...dialog, onsubmit }).closed;
    this.done(added);
  }

  apply(operations) {
    return this.steps.apply(operations);
  }

  /** Sends operations, and says why where the server refuses them. */
  async perform(operations, refused) {
    try {
      return await this.apply(operations);
    } catch (error) {
      notify(`${refused} ${error.message}`, { kind: "error" });
      return null;
    }
  }

  /** Moves items, as the view says. */
  async move({ ids, section, parent, after }) {
    const home = parent === "" ? this.list.section(section) : this.list.find(parent);
    // Of what is below something that is not loaded, only the end is known.
    const first = home?.folded ? { last: true } : { first: true };
    const to = after === undefined ? first : { after, ifAnchorMissing: "last" };
    const items = ids.map((id) => ({ id }));
    const place = parent === "" ? { section, parent } : { parent };
    const name = ids.length === 1 ? quoted(this.titleOf(ids[0])) : counted(ids.length, "item");
    const move = { moveItems: { items, ...place, to, ifCycle: "skip" } };
    const answer = await this.perform([move], `${name} stays where it was.`);
    const skipped = answer?.operations[0].elements.filter((element) => element.skipped).length ?? 0;
    if (skipped > 0) notify(`${counted(skipped, "item")} stayed: by now the place is below it.`, { kind: "error" });
  }

  titleOf(id) {
    const node = this.list.find(id);
    return node ? titleOf(node.element) : id;
  }

  setDone({ element }, done) {
    return this.perform([{ updateItems: { items: [updateOf({ id: element.id }, { done })] } }], "Not saved.");
  }

  /** Asks for the title of a new item, and adds it: `place` is where, and `where` says it in words. */
  add(where, place) {
    const title = titleInput();
    this.ask({
      title: `Add item ${where}`,
      body: labelled("Title", title),
      submit: "Add item",
      onsubmit: async (data) => {
        const text = data.get("title").trim();
        if (text === "") throw new Error("Give the item a title, such as “Write it”.");
        const { operations } = await this.apply([{ insertItems: { items: [{ fields: { title: text } }], ...place } }]);
        return operations[0].elements[0].id;
      },
    });
  }

  addAfter(node) {
    this.add(`after ${quoted(titleOf(node.element))}`, { to: { after: node.id, ifAnchorMissing: "last" } });
  }

  addBelow(node) {
    const place = node.isItem ? { parent: node.id } : { section: node.id, parent: "" };
    this.add(node.isItem ? `below ${quoted(titleOf(node.element))}` : `to ${quoted(titleOf(node.element))}`, place);
  }

  addSection() {
    const title = titleInput();
    this.ask({
      title: "Add section",
      body: labelled("Title", title),
      submit: "Add section",
      onsubmit: async (data) => {
        const text = data.get("title").trim();
        if (text === "") throw new Error("Give the section a title, such as “To do”.");
        await this.apply([{ insertSections: { sections: [{ fields: { title: text } }] } }]);
      },
    });
  }

  /** Opens a form with the fields of an item or a section. */
  edit(node) {
    let { element } = node;
    const { isItem } = node;
    const form = new FieldForm(element.fields, titleField(element) ?? "title");
    this.ask({
      title: `Edit ${quoted(titleOf(element))}`,
      body: [form.element, button({ icon: "add", text: "Field", onclick: () => form.add() })],
      submit: "Save",
      onsubmit: async () => {
        const changes = form.changes();
        if (Object.keys(changes).length === 0) return;
        const updates = [updateOf(element, changes)];
        try {
          await this.apply([isItem ? { updateItems: { items: updates } } : { updateSections: { sections: updates } }]);
        } catch (error) {
          const now = isItem ? this.list.find(element.id) : this.list.section(element.id);
          if (error.code !== "ABORTED" || !now || now.element === element) throw error;
          // The form goes on from what the item is now, so that the next save is made with that in view.
          element = now.element;
          const differences = form.rebase(element.fields);
          const is = differences.length === 0 ? "" : ` It now has ${differences.join(", ")}.`;
          const advice = "Save again to have it as it is here, or cancel.";
          throw new Error(`Somebody else changed this in the meantime.${is} ${advice}`);
        }
      },
    });
    form.focus();
  }

  /** Asks, and then removes items with what is below them, or a section. */
  remove(nodes) {
    const [first] = nodes;
    const below = nodes.reduce((sum, { descendants }) => sum + descendants, 0);
    const what = nodes.length === 1 ? quoted(titleOf(first.element)) : counted(nodes.length, "item");
    const isSection = !first.isItem;
    const where = isSection ? "What is in it" : `What is below ${nodes.length === 1 ? "it" : "them"}`;
    const choice = h(
      "select",
      { name: "descendants" },
      h("option", { value: "remove", text: `Remove it as well: ${counted(below, "item")}` }),
      isSection ? null : h("option", { value: "promote", text: "Keep it, in the same place" }),
    );
    this.ask({
      title: `Remove ${what}?`,
      body: [
        below > 0 ? labelled(where, choice) : null,
        h("p", { text: "This is for everybody. It can be undone, and what was removed is in the bin." }),
      ],
      submit: "Remove",
      danger: true,
      onsubmit: async () => {
        const elements = nodes.map(({ id }) => ({ id }));
        const { version } = await this.apply([
          isSection
            ? { removeSections: { sections: elements } }
            : { removeItems: { items: elements, descendants: choice.value } },
        ]);
        this.steps.offer(version, `Removed ${what}.`);
      },
    });
  }
}

function titleInput() {
  return h("input", { name: "title", type: "text", maxlength: String(LONGEST_TITLE), autocomplete: "off", autofocus: true });
}
