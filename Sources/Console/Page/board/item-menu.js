// The menu of an item, with the other button of the mouse or the key for menus.

import { openMenu } from "../shared/dialogs.js";
import { copyText, linkTo } from "../shared/clipboard.js";

/** Opens the menu of the item of a row, at a point of the screen or below the row. */
export function openItemMenu({ board, commands, list }, row, point) {
  const { item } = row;
  const { id } = item;
  const entries = [
    board.isWritable ? { icon: "edit", text: "Edit", onclick: () => commands.edit(row) } : undefined,
    board.isEditable ? { icon: "move", text: "Move to…", onclick: () => commands.moveItems(board.group(id)) } : undefined,
    board.isWritable && typeof item.fields.done === "boolean"
      ? { icon: "check", text: item.fields.done ? "Mark as not done" : "Mark as done", onclick: () => commands.toggleDone(row) }
      : undefined,
    list ? { icon: "link", text: "Copy link", onclick: () => copyText(linkTo(list, id), "the link to the item") } : undefined,
    { icon: "key", text: `Copy id ${shortened(id)}`, onclick: () => copyText(id, `the id ${id}`) },
    ...(board.isWritable
      ? [null, { icon: "remove", text: "Remove", danger: true, onclick: () => commands.actions.removeItems(board.group(id)) }]
      : []),
  ].filter((entry) => entry !== undefined);
  openMenu(row, entries, point);
}

/** An id, for an entry of a menu. */
function shortened(id) {
  return id.length > 16 ? `${id.slice(0, 15)}…` : id;
}
