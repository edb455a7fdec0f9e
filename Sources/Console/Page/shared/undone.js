// What is said about a step that was undone, or made again.

import { notify } from "./dialogs.js";
import { counted } from "./format.js";
import { inWords } from "./service.js";

/** Says what became of a step. `nameOf` tells what an element is called. */
export function tellUndone(answer, { redo = false, nameOf }) {
  const word = wordOf(redo);
  const { undoes, changed, kept, keptCount } = answer;
  const why = { action: "What stays", onaction: () => showKept(answer, { redo, nameOf }) };
  if (undoes.length === 0) notify(`There is nothing to ${redo ? "redo" : "undo"}.`);
  else if (!changed) {
    const reason = keptCount === 0 ? "there is nothing left of it" : `${othersOf(kept)} changed it since, and that stays`;
    notify(`Not ${word.toLowerCase()}: ${reason}.`, { kind: "error", ...(keptCount === 0 ? {} : why) });
  } else if (keptCount === 0) notify(`${word}.`);
  else notify(`${word}, except for what ${othersOf(kept)} changed since: ${counted(keptCount, "change")}.`, why);
}

/** Says why a step was not undone. */
export function tellNotUndone(error, { redo = false }) {
  notify(`Not ${wordOf(redo).toLowerCase()}: ${inWords(error)}`, { kind: "error" });
}

const wordOf = (redo) => (redo ? "Done again" : "Undone");

/** Shows what an undo has left as it is, with the reasons, and whose it is. */
async function showKept(answer, options) {
  const { openKept } = await import("../board/kept-changes.js");
  openKept(answer, options);
}

/** Whose later changes stay, for “… has changed”. */
function othersOf(kept) {
  const names = [...new Set(kept.map(({ by }) => by).filter(Boolean))];
  if (names.length === 0) return "somebody else has";
  return names.length === 1 ? `${names[0]} has` : `${names.slice(0, -1).join(", ")} and ${names.at(-1)} have`;
}
