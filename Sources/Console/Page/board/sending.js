// Sending items to another list: they leave this one and come to the other one in one transaction.

import { labelled, notify, openDialog } from "../shared/dialogs.js";
import { fill, h } from "../shared/dom.js";
import { quoted } from "../shared/format.js";
import { inWords, server } from "../shared/service.js";
import { titleOf } from "../shared/values.js";

/** The most lists and sections to choose from. */
const MOST_LISTS = 500;
const MOST_SECTIONS = 50;

/** Asks for a list and a section, and sends items there. */
export async function openSending(actions, ids) {
  const { target: name } = actions.source;
  let lists;
  try {
    const { collections } = await server().collections({ pageSize: MOST_LISTS });
    lists = collections.filter((info) => !info.isView && !info.outline && info.name !== name);
  } catch (error) {
    notify(inWords(error), { kind: "error" });
    return;
  }
  if (lists.length === 0) {
    notify("There is no other list to send it to.");
    return;
  }
  const titled = ({ name: id, fields }) => titleOf({ id, fields });
  const list = h("select", { name: "list", autofocus: true }, lists.map((info) => (
    h("option", { value: info.name, text: titled(info) === info.name ? info.name : `${titled(info)} (${info.name})` })
  )));
  const section = h("select", { name: "section" });
  const showSections = async () => {
    const chosen = list.value;
    fill(section, h("option", { value: "", text: "…" }));
    const heads = await sectionsOf(chosen).catch(() => []);
    if (list.value !== chosen) return;
    fill(section, heads.map((head) => h("option", { value: head.id, text: titleOf(head) || "The list itself" })));
  };
  list.addEventListener("change", showSections);
  await showSections();
  openDialog({
    title: `Send ${actions.naming(ids)}`,
    body: [labelled("To the list", list), labelled("Into the section", section)],
    submit: "Send",
    onsubmit: () => {
      if (section.options.length === 0) throw new Error("This list can’t be read, or has no sections yet.");
      send(actions, ids, list.value, section.value);
      actions.board.clearSelection();
    },
  });
}

/** The sections of a list, without their items. */
async function sectionsOf(name) {
  const { collection } = await server().fetch(name, { pageSize: 1 });
  const parts = [{ query: { collection: name, ownSections: true } }];
  const heads = Array.from({ length: Math.min(MOST_SECTIONS, collection.sectionCount) }, async (_, index) => {
    const page = await server().fetch({ parts, window: { section: index, start: 0, end: 0 } }, { pageSize: 1 });
    return page.sections.map(({ section }) => section);
  });
  return (await Promise.all(heads)).flat();
}

/** Sends items to the end of a section of another list, which is a step of this list. */
export function send(actions, ids, target, section) {
  const items = ids.map((id) => ({ id }));
  const transferItems = { items, target, section, to: { last: true } };
  actions.perform([{ transferItems }], `Sent ${actions.naming(ids)} to ${quoted(target)}.`);
}
