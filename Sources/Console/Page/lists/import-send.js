// Makes a list of what was read from a file.

import { count, counted, quoted } from "../shared/format.js";
import { inWords, server } from "../shared/service.js";
import { sizeOf } from "./import-file.js";

/** The most elements in a transaction of an import, and the most bytes of their ids and fields: 512 KiB. */
const MOST_ELEMENTS = 500;
const MOST_BYTES = 512 * 1024;

/**
 * Makes a list with a name. `progressed` is called with the number of items that are in.
 *
 * Where the server refuses a part before any item is in, the list is deleted again. Throws an error that says what is there.
 */
export async function sendList(target, strategy, list, progressed) {
  try {
    await server().create(target, { strategy, fields: list.fields });
  } catch (error) {
    throw new Error(inWords(error));
  }
  let done = 0;
  let sending = [];
  try {
    const sections = list.sections.filter(({ id }) => id !== "").map(({ id, fields }) => ({ id, fields }));
    for (sending of parts(sections)) await server().apply(target, [{ insertSections: { sections: sending } }]);
    for (const { id, items } of list.sections) {
      for (sending of parts(items)) {
        await server().apply(target, [{ insertItems: { items: sending, section: id } }]);
        done += sending.length;
        progressed(done);
      }
    }
    return done;
  } catch (error) {
    const text = refusal(error, sending, list);
    if (done > 0) throw new Error(`${text} ${counted(done, "item")} of ${count(list.itemCount)} are in ${quoted(target)}.`);
    const isDeleted = await server().delete(target).then(() => true, () => false);
    throw new Error(isDeleted ? text : `${text} The list ${quoted(target)} is there, without items: delete it first.`);
  }
}

/** Elements in parts that fit a transaction. */
function* parts(elements) {
  let part = [];
  let bytes = 0;
  for (const element of elements) {
    const size = sizeOf(element);
    if (part.length === MOST_ELEMENTS || part.length > 0 && bytes + size > MOST_BYTES) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(element);
    bytes += size;
  }
  if (part.length > 0) yield part;
}

/** Why a part was refused: with the line of the element, and not with its place in the message to the server. */
export function refusal(error, part, list) {
  const place = /\b(?:items|sections)\[(\d+)\]/.exec(error.field ?? error.message)?.[1];
  const line = place === undefined ? undefined : list.lines.get(part[Number(place)]);
  const text = inWords(error).replace(/^operations\[\d+\][^\s:]*(?:: | )/i, "");
  return line === undefined ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : `Line ${line}: ${text}`;
}
