// Copying a text.

import { labelled, notify, openDialog } from "./dialogs.js";
import { h } from "./dom.js";

/** Copies a text and says so. Where the browser does not allow it, as without a secure connection, it is shown to be copied. */
export async function copyText(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    notify(`Copied ${what}.`);
  } catch {
    const input = h("input", { type: "text", readonly: true, value: text, autofocus: true });
    openDialog({ title: `Copy ${what}`, body: labelled("Press Ctrl-C to copy it", input) });
  }
}

/** The address of a list, or of an item in it. */
export function linkTo(list, item) {
  const end = item === undefined ? "" : `?item=${encodeURIComponent(item)}`;
  return `${location.origin}${location.pathname}#/list/${encodeURIComponent(list)}${end}`;
}
