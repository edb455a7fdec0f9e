// The title and the description of a list. Its name stays: programs use it.

import { labelled, openDialog } from "../shared/dialogs.js";
import { h } from "../shared/dom.js";
import { quoted } from "../shared/format.js";
import { inWords, server } from "../shared/service.js";
import { descriptionOf } from "../shared/values.js";

/** The longest title and description, in characters. */
const LONGEST_TITLE = 4000;
const LONGEST_DESCRIPTION = 10_000;

/** Opens the dialog for the title and the description of a list. `done` gets what the list is now. */
export function openRename(info, done) {
  const before = { title: typeof info.fields.title === "string" ? info.fields.title : "", description: descriptionOf(info) };
  const title = h("input", { name: "title", type: "text", maxlength: String(LONGEST_TITLE), value: before.title, autofocus: true });
  const description = h(
    "textarea",
    { name: "description", rows: "4", maxlength: String(LONGEST_DESCRIPTION), value: before.description },
  );
  openDialog({
    title: `Describe ${quoted(info.name)}`,
    body: [
      labelled("Title", title, `Shown in place of the name, which stays ${quoted(info.name)}.`),
      labelled("Description", description, "What the list is for. Everybody who may read the list sees it."),
    ],
    submit: "Save",
    onsubmit: async (data) => {
      const set = {};
      const remove = [];
      for (const [name, was] of Object.entries(before)) {
        const text = data.get(name).trim();
        if (text !== was && text !== "") set[name] = text;
        if (text === "" && was !== "") remove.push(name);
      }
      if (Object.keys(set).length === 0 && remove.length === 0) return;
      try {
        done(await server().update(info.name, { set, remove }));
      } catch (error) {
        throw new Error(inWords(error));
      }
    },
  });
}
