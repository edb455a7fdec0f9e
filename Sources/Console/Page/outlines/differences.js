// What leads from one version of an outline to another, in words.

import { outsideAscent } from "/client/src/diff.js";
import { counted, quoted } from "../shared/format.js";
import { equalValues, titleOf } from "../shared/values.js";

/**
 * The differences: each { kind, text } with the kind added, removed, moved or edited. Of what is below something new or gone
 * only the number is told.
 */
export function treeDifferences(before, after) {
  const differences = [];
  const tell = (kind, text) => differences.push({ kind, text });
  const moved = movedIn(before, after);
  for (const node of before.rows()) {
    const { descendants, isItem } = node;
    if (twin(after, node) || (isItem && !twin(after, node.parent))) continue;
    tell("removed", `Removed ${called(node)}${isItem ? ` from ${placeOf(node)}` : ""}${including(descendants)}`);
  }
  for (const node of after.rows()) {
    const { descendants, isItem, element } = node;
    const old = twin(before, node);
    if (!old) {
      if (isItem && !twin(before, node.parent)) continue;
      const where = `${isItem ? ` to ${placeOf(node)}` : ""} at ${node.index + 1}`;
      tell("added", `Added ${called(node)}${where}${including(descendants)}`);
      continue;
    }
    if (moved.has(node)) {
      const way = isSame(old.parent, node.parent)
        ? `${isItem ? ` in ${placeOf(node)}` : ""} from ${old.index + 1} to ${node.index + 1}`
        : ` from ${placeOf(old)} to ${placeOf(node)} at ${node.index + 1}`;
      tell("moved", `Moved ${called(node)}${way}`);
    }
    if (!areEqual(old.element.fields, element.fields)) tell("edited", `Edited ${called(node)}`);
  }
  return differences;
}

/** The same section or item in another outline. */
const twin = (list, { id, isItem }) => (isItem ? list.find(id) : list.section(id));

const isSame = (a, b) => a.id === b.id && a.isItem === b.isItem;

const called = ({ element, isItem }) => `${isItem ? "" : "section "}${quoted(titleOf(element))}`;

const placeOf = ({ parent }) => quoted(titleOf(parent.element));

const including = (number) => (number > 0 ? ` with ${counted(number, "item")} below` : "");

/** The nodes with another parent, and as few of the others as have moved among their siblings. */
function movedIn(before, after) {
  const moved = new Set();
  const sort = (siblings) => {
    const stayed = [];
    for (const node of siblings) {
      const old = twin(before, node);
      if (old && isSame(old.parent, node.parent)) stayed.push({ node, index: old.index });
      else if (old) moved.add(node);
    }
    outsideAscent(stayed.map(({ index }) => index)).forEach((isOutside, at) => isOutside && moved.add(stayed[at].node));
  };
  sort(after.sections);
  for (const { children } of after.rows()) sort(children);
  return moved;
}

function areEqual(a, b) {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => name in b && equalValues(a[name], b[name]));
}
