// What an undo has left as it is: each change, why it stays, and whose it is.

import { openDialog } from "../shared/dialogs.js";
import { h, loadStyle } from "../shared/dom.js";
import { authorName, count, counted, quoted } from "../shared/format.js";

/** The most changes that are listed. */
const MOST_LISTED = 200;

/** What a step had done to an element, for “… stays”. */
const DONE = { inserted: "what was added", removed: "what was removed", moved: "its place", updated: "its fields" };

/** Why a change stays; `who` made the commit that is the reason. */
const REASONS = {
  changed: (who, field) => `${who} changed ${field ? "it" : "its fields"} since`,
  placed: (who) => `${who} moved it since`,
  gone: (who) => `${who} removed it since`,
  id_taken: (who) => `${who} made another element with its id`,
  section_gone: (who) => `${who} removed its section`,
  not_empty: () => "there are items in it by now",
  full: () => "there is no room where it was",
  not_stored: () => "the removal was too large for the history to have what it removed",
  parent_gone: (who) => `${who} removed the item that it was below`,
  below_itself: (who) => `${who} moved the item that it was below to below it`,
  too_deep: () => "it would be too deep",
};

/** A kept change in words. `name` is what the element is called. */
export function keptInWords({ kind, field, reason, by, byVersion, collection }, name) {
  const what = field ? `its ${field}` : DONE[kind.split("_")[1]] ?? "it";
  const who = byVersion > 0 ? authorName(by) : "somebody";
  const why = REASONS[reason]?.(who, field) ?? reason;
  const where = collection ? ` in ${quoted(collection)}` : "";
  return `${quoted(name)}${where}: ${what} stays, since ${why}${byVersion > 0 ? ` (version ${count(byVersion)})` : ""}.`;
}

/** Opens a dialog with what an undo or redo has left as it is. `nameOf` tells what an element is called. */
export async function openKept({ kept, keptCount, undoneCount }, { redo, nameOf }) {
  await loadStyle("panels").catch(() => {});
  const listed = kept.slice(0, MOST_LISTED);
  openDialog({
    title: "What stays as it is",
    body: [
      h("p", {
        class: "small",
        text:
          `${counted(undoneCount, "change")} ${undoneCount === 1 ? "was" : "were"} ${redo ? "made again" : "undone"}. What others ` +
          "have done since is theirs, and is not overwritten.",
      }),
      h("ol", { class: "entries", "aria-label": "Changes that stay" }, listed.map((change) => (
        h("li", { class: "entry", text: keptInWords(change, nameOf(change.id)) })
      ))),
      keptCount > listed.length ? h("p", { class: "hint", text: `and ${count(keptCount - listed.length)} more` }) : null,
    ],
  });
}
