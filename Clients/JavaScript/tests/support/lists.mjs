// Random lists, and what is done to them in the simplest way.

import { decode, encode } from "../../src/codec.js";

let number = 0;

function element(random, prefix) {
  return { id: `${prefix}${number++}`, fields: { n: random.below(3) }, contentVersion: 1, key: new Uint8Array(0) };
}

/** A list with some sections, also empty ones. */
export function randomList(random, sections = 5, items = 8) {
  return Array.from({ length: random.below(sections) }, () => ({
    ...element(random, "s"),
    items: Array.from({ length: random.below(items) }, () => element(random, "i")),
  }));
}

/** Another list that is made of one by some edits; the first one stays as it is. */
export function edited(random, before, edits = 1 + random.below(6)) {
  const list = before.map((section) => ({ ...section, items: [...section.items] }));
  for (; edits > 0; edits--) {
    const kind = random.below(10);
    const from = random.pick(list);
    if (kind === 0) {
      const items = Array.from({ length: random.below(4) }, () => element(random, "i"));
      list.splice(random.below(list.length + 1), 0, { ...element(random, "s"), items });
    } else if (!from) {
      continue;
    } else if (kind === 1) {
      list.splice(list.indexOf(from), 1);
    } else if (kind === 2) {
      list.splice(random.below(list.length), 0, ...list.splice(list.indexOf(from), 1));
    } else if (kind === 3) {
      list[list.indexOf(from)] = { ...from, fields: { n: random.below(3) } };
    } else if (kind < 6) {
      from.items.splice(random.below(from.items.length + 1), 0, element(random, "i"));
    } else if (from.items.length === 0) {
      continue;
    } else if (kind === 6) {
      from.items.splice(random.below(from.items.length), 1);
    } else if (kind === 7) {
      const at = random.below(from.items.length);
      from.items[at] = { ...from.items[at], fields: { n: random.below(3) } };
    } else {
      const [item] = from.items.splice(random.below(from.items.length), 1);
      const to = random.pick(list);
      to.items.splice(random.below(to.items.length + 1), 0, item);
    }
  }
  return list;
}

/** What of a list is shown. */
export function shown(list) {
  return list.map(({ id, fields, items }) => ({
    id, fields: { ...fields }, items: items.map((item) => ({ id: item.id, fields: { ...item.fields } })),
  }));
}

/** A batch without changes. */
export function emptyBatch(list) {
  const size = { sections: list.length, items: list.reduce((sum, { items }) => sum + items.length, 0) };
  return decode("ChangeBatch", encode("ChangeBatch", { before: size, after: size }));
}

/** How many changes a batch has. */
export function changeCount(batch) {
  return (
    batch.sectionDeletes.length + batch.sectionInserts.length + batch.sectionMoves.length / 2 +
    batch.sectionUpdates.length + batch.itemDeletes.length / 2 + batch.itemInserts.length +
    batch.itemMoves.length / 4 + batch.itemUpdates.length
  );
}

/** Numbers by twos. */
function pairs(numbers) {
  return Array.from({ length: numbers.length / 2 }, (_, index) => numbers.slice(2 * index, 2 * index + 2));
}

const byPlace = (a, b) => a[0] - b[0] || a[1] - b[1];

/** Applies a batch as Documentation/batches.md says to do it by hand: one removal and one insertion after the other. */
export function applyByHand(before, batch) {
  const list = before.map((section) => ({ ...section, items: [...section.items] }));
  const itemMoves = pairs(batch.itemMoves);
  const sources = itemMoves.filter((_, index) => index % 2 === 0);
  const targets = itemMoves.filter((_, index) => index % 2 === 1);
  const sectionMoves = pairs(batch.sectionMoves);
  const old = ({ section, item }) => before[section].items[item];

  for (const [section, item] of [...pairs(batch.itemDeletes), ...sources].sort(byPlace).reverse()) {
    list[section].items.splice(item, 1);
  }
  const taken = new Map(sectionMoves.map(([from]) => [from, list[from]]));
  for (const index of [...batch.sectionDeletes, ...taken.keys()].sort((a, b) => b - a)) list.splice(index, 1);
  const arriving = sectionMoves.map(([from, to]) => [to, taken.get(from)]);
  for (const { at, section, keptFrom, items } of batch.sectionInserts) {
    const content = items.flatMap((run) => {
      if (!run.keptFrom) return run.items;
      return before[run.keptFrom.section].items.slice(run.keptFrom.item, run.keptFrom.item + run.kept);
    });
    arriving.push([at, { ...(section ?? before[keptFrom]), items: [...content] }]);
  }
  for (const [at, section] of arriving.sort(byPlace)) list.splice(at, 0, section);
  const coming = targets.map(([section, item], index) => {
    return [section, item, old({ section: sources[index][0], item: sources[index][1] })];
  });
  for (const { at, item, keptFrom } of batch.itemInserts) coming.push([at.section, at.item, item ?? old(keptFrom)]);
  for (const [section, at, item] of coming.sort(byPlace)) list[section].items.splice(at, 0, item);
  for (const { at, section } of batch.sectionUpdates) list[at] = { ...section, items: list[at].items };
  for (const { at, item } of batch.itemUpdates) list[at.section].items[at.item] = item;
  return list;
}
