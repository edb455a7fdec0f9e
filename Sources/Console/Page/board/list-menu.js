// The menu of a list beside its board.

import { openMenu } from "../shared/dialogs.js";
import { copyText, linkTo } from "../shared/clipboard.js";

/** What can be done with a list as a whole: entries of a menu. `isAll`: also what has a button of its own on wide screens. */
export function listEntries(page, isAll = true) {
  const { board, source, actions } = page;
  const isNow = board.source === source;
  const panels = page.panelButtons.map(({ panel }) => panel).filter((panel) => isAll || panel.isMinor);
  return [
    ...(isNow && board.isEditable
      ? [
        { icon: "undo", text: "Undo last change", onclick: () => actions.undo() },
        { icon: "redo", text: "Redo", onclick: () => actions.redo() },
      ]
      : []),
    { icon: "search", text: "Find…", onclick: () => page.finder.open() },
    source.isWhole && isNow
      ? { icon: "table", text: page.table ? "Show as a board" : "Show as a table", onclick: () => page.toggleTable() }
      : undefined,
    { icon: "view", text: "How items look…", onclick: () => page.openLook() },
    source.isCollection && source.may("manage")
      ? { icon: "edit", text: "Title and description…", onclick: () => page.rename() }
      : undefined,
    { icon: "link", text: "Copy link", onclick: () => copyText(linkTo(page.name), "the link to the list") },
    ...panels.map((panel) => ({ icon: panel.icon, text: panel.title, onclick: () => page.togglePanel(panel) })),
  ].filter((entry) => entry !== undefined);
}

export function openListMenu(anchor, page) {
  openMenu(anchor, listEntries(page));
}
