// What changed, in words.

import { count, counted, quoted } from "../shared/format.js";
import { equalValues, textOf, titleOf } from "../shared/values.js";

/** The most changes of a batch that are described one by one. */
const MOST_LINES = 12;
/** The most fields that are described with their values, and the longest value, in characters. */
const MOST_VALUES = 2;
const LONGEST_VALUE = 40;

/**
 * Describes a batch against the list that it is going to be applied to.
 *
 * Returns lines, and marks: a map from the ids of items to what happened to them.
 */
export function describeBatch(sections, batch) {
  const { differences, marks } = differencesOf(sections, batch);
  return { lines: shortened(differences.map(({ text }) => text)), marks, changes: differences.length };
}

/**
 * What a batch does to a list: `differences`, each { kind, text } with the kind added, removed, moved or edited, and `marks`, as
 * for `describeBatch`. Items of `sections` may be missing, which are then called “an item”. `before` finds an item of before by
 * its id, so that edits are told with their fields.
 */
export function differencesOf(sections, batch, before = () => undefined) {
  const differences = [];
  const tell = (kind, text) => differences.push({ kind, text });
  const marks = new Map();
  const after = sectionsAfter(sections, batch);
  const section = (index) => quoted(titleOf(after[index] ?? { id: "?", fields: {} }));
  const item = ({ section: s, item: i }) => sections[s]?.items[i];
  const name = (element) => (element ? quoted(titleOf(element)) : "an item");
  for (const index of batch.sectionDeletes) {
    if (!batch.sectionInserts.some((insert) => insert.keptFrom === index)) {
      const number = sections[index].count ?? sections[index].items.length;
      tell("removed", `Removed section ${name(sections[index])} with ${counted(number, "item")}`);
    }
  }
  for (const insert of batch.sectionInserts) {
    const added = insert.items.flatMap((run) => run.items);
    for (const each of added) marks.set(each.id, "new");
    if (!insert.section) continue;
    const including = added.length > 0 ? ` with ${counted(added.length, "item")}` : "";
    tell("added", `Added section ${name(insert.section)} at ${insert.at + 1}${including}`);
  }
  for (let at = 0; at < batch.sectionMoves.length; at += 2) {
    const moved = sections[batch.sectionMoves[at]];
    tell("moved", `Moved section ${name(moved)} to ${batch.sectionMoves[at + 1] + 1}`);
  }
  for (const { at, section: changed } of batch.sectionUpdates) tell("edited", `Changed section ${name(changed)} at ${at + 1}`);
  const kept = new Set(
    batch.itemInserts.filter((insert) => insert.keptFrom).map(({ keptFrom }) => `${keptFrom.section}.${keptFrom.item}`),
  );
  for (let at = 0; at < batch.itemDeletes.length; at += 2) {
    const path = { section: batch.itemDeletes[at], item: batch.itemDeletes[at + 1] };
    if (!kept.has(`${path.section}.${path.item}`)) {
      tell("removed", `Removed ${name(item(path))} from ${name(sections[path.section])}`);
    }
  }
  for (const { at, item: added, keptFrom } of batch.itemInserts) {
    const element = added ?? item(keptFrom);
    if (element) marks.set(element.id, added ? "new" : "moved");
    tell(
      added ? "added" : "moved",
      `${added ? "Added" : "Moved"} ${name(element)} ${added ? "in" : "to"} ${section(at.section)} at ${at.item + 1}`,
    );
  }
  const moves = batch.itemMoves;
  for (let at = 0; at < moves.length; at += 4) {
    const moved = item({ section: moves[at], item: moves[at + 1] });
    if (moved) marks.set(moved.id, "moved");
    const from = titleOf(sections[moves[at]] ?? { id: "", fields: {} });
    const way = from === titleOf(after[moves[at + 2]] ?? { id: "", fields: {} })
      ? `in ${section(moves[at + 2])} from ${moves[at + 1] + 1} to ${moves[at + 3] + 1}`
      : `from ${quoted(from)} to ${section(moves[at + 2])} at ${moves[at + 3] + 1}`;
    tell("moved", `Moved ${name(moved)} ${way}`);
  }
  for (const { at, item: updated } of batch.itemUpdates) {
    if (!marks.has(updated.id)) marks.set(updated.id, "edited");
    const was = before(updated.id);
    tell("edited", `Edited ${name(updated)} in ${section(at.section)}${was ? changedFields({ before: was, after: updated }) : ""}`);
  }
  return { differences, marks };
}

/** The first lines, and how many more there are. */
export function shortened(lines) {
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES - 1), `and ${count(lines.length - MOST_LINES + 1)} more`];
}

/** The sections as they are after a batch. */
export function sectionsAfter(sections, batch) {
  const removed = new Set(batch.sectionDeletes);
  const arrivals = batch.sectionInserts.map((insert) => [insert.at, insert.section ?? sections[insert.keptFrom]]);
  for (let at = 0; at < batch.sectionMoves.length; at += 2) {
    removed.add(batch.sectionMoves[at]);
    arrivals.push([batch.sectionMoves[at + 1], sections[batch.sectionMoves[at]]]);
  }
  const after = sections.filter((_, index) => !removed.has(index));
  for (const [at, section] of arrivals.sort(([one], [other]) => one - other)) after.splice(at, 0, section);
  for (const { at, section } of batch.sectionUpdates) after[at] = section;
  return after;
}

/**
 * Describes a commit. `titles` maps ids of elements to what they are called now, `places` says for each change in which
 * sections it began and ended.
 */
export function describeCommit(commit, titles, places = []) {
  // Items of an outline that are below another one.
  const called = (parent) => (parent ? quoted(titles.get(parent) ?? parent) : undefined);
  const placesOf = ({ fromParent, toParent }, { from, to } = {}) => (
    { from: called(fromParent) ?? from, to: called(toParent) ?? to, isSameParent: fromParent === toParent }
  );
  const lines = commit.changes.map((change, index) => {
    const known = (change.after ?? change.before)?.fields;
    const name = quoted(known ? titleOf({ id: change.id, fields: known }) : titles.get(change.id) ?? change.id);
    const [element, verb] = change.kind.split("_");
    if (element === "section") return sectionLine(verb, name, change);
    return itemLine(verb, name, change, placesOf(change, places[index]));
  });
  if (lines.length === 0) {
    return [commit.rekeyed > 0 ? `Gave ${counted(commit.rekeyed, "element")} new order keys` : "Changed order keys only"];
  }
  return shortened(lines);
}

function sectionLine(verb, name, { from, to, before, after }) {
  if (verb === "inserted") return `Added section ${name} at ${to.section + 1}`;
  if (verb === "removed") return `Removed section ${name}`;
  if (verb === "moved") return `Moved section ${name} from ${from.section + 1} to ${to.section + 1}`;
  return `Edited section ${name}${changedFields({ before, after })}`;
}

function itemLine(verb, name, { from, to, before, after }, places) {
  const start = places.from ?? `section ${from?.section + 1}`;
  const end = places.to ?? `section ${to?.section + 1}`;
  if (verb === "inserted") return `Added ${name} to ${end} at ${to.item + 1}`;
  if (verb === "removed") return `Removed ${name} from ${start}`;
  if (verb !== "moved") return `Edited ${name}${changedFields({ before, after })}`;
  const stays = places.isSameParent && from.section === to.section;
  if (stays) return `Moved ${name} in ${end} from ${from.item + 1} to ${to.item + 1}`;
  return `Moved ${name} from ${start} to ${end} at ${to.item + 1}`;
}

/**
 * Names the sections of the changes of a commit. `order` has the titles of the sections after the commit, by their index,
 * and has those before it afterwards.
 */
export function sectionsOf(commit, order, titles) {
  const places = [];
  const titled = (path) => (path && order[path.section] !== undefined ? quoted(order[path.section]) : undefined);
  for (let index = commit.changes.length - 1; index >= 0; index -= 1) {
    const { kind, id, from, to, before } = commit.changes[index];
    const end = titled(to);
    if (kind === "section_inserted" || kind === "section_moved") order.splice(to.section, 1);
    if (kind === "section_moved" || kind === "section_removed") {
      order.splice(from.section, 0, before ? titleOf({ id, fields: before.fields }) : titles.get(id) ?? id);
    }
    if (kind === "section_updated") order[(to ?? from).section] = titleOf({ id, fields: before?.fields ?? {} });
    places[index] = { from: titled(from), to: end };
  }
  return places;
}

/** Which fields changed: with their values where these are few and short. */
function changedFields({ before, after }) {
  const was = before?.fields ?? {};
  const is = after?.fields ?? {};
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => !(name in was && name in is && equalValues(was[name], is[name])),
  );
  if (names.length === 0) return "";
  if (names.length > MOST_VALUES) return `: ${names.slice(0, 4).join(", ")}`;
  const text = (fields, name) => (name in fields ? quoted(excerpt(textOf(fields[name]))) : "nothing");
  return `: ${names.map((name) => `${name} from ${text(was, name)} to ${text(is, name)}`).join(", ")}`;
}

function excerpt(text) {
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
}
