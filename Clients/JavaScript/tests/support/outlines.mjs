// Random edits of an outline on a server, and what is to be seen of it.

/** The whole outline as the server has it, as sections with their rows, and its version. */
export async function fetched(client, name) {
  const sections = [];
  let version = 0;
  for await (const page of client.pages(name)) {
    version = page.collection.version;
    for (const { index, section, items } of page.sections) {
      sections[index] ??= { ...section, items: [] };
      sections[index].items.push(...items);
    }
  }
  return { sections, version };
}

const row = ({ id, fields, depth, childCount, descendantCount: descendants }) =>
  ({ id, n: fields.n, depth, childCount, descendants });

/** What somebody sees who has collapsed some of an outline. */
export function visible(sections, folding) {
  return sections.flatMap(({ items, ...section }) => {
    const childCount = items.filter(({ depth }) => depth === 1).length;
    const rows = [{ ...row(section), depth: 0, childCount, descendants: items.length }];
    let hidden = folding.hides({ id: section.id, isItem: false }) ? 0 : Infinity;
    for (const item of items) {
      if (item.depth > hidden) continue;
      hidden = folding.hides({ id: item.id, isItem: true }) ? item.depth : Infinity;
      rows.push(row(item));
    }
    return rows;
  });
}

/** The rows of a `TreeList` in the same form. */
export const rowsOfList = (list) => [...list.rows()].map(({ id, element: { fields }, depth, childCount, descendants }) =>
  ({ id, n: fields.n, depth, childCount, descendants }));

/** An operation that suits an outline, mostly. */
export function operation(random, sections, newId, mostItems) {
  const items = sections.flatMap(({ items: own }) => own.map(({ id }) => id));
  const some = (ids) => random.shuffled(ids).slice(0, 1 + random.below(3)).map((id) => ({ id }));
  const fields = () => ({ n: random.below(4) });
  const place = () => random.pick([
    { to: { first: true } }, {}, { to: { at: random.below(3) } },
    { to: { after: random.pick(items), ifAnchorMissing: "last" } },
  ]);
  const home = () => ({
    ...(random.chance(0.3) || !items.length ? { section: random.pick(sections).id } : { parent: random.pick(items) }),
    to: random.pick([{ first: true }, { last: true }, { at: random.below(3), ifAnchorMissing: "last" }]),
  });
  const kind = items.length > mostItems ? random.below(2) : sections.length ? random.below(14) : 4;
  const elements = () => Array.from({ length: 1 + random.below(3) }, () => ({ id: newId(), fields: fields() }));
  if (kind < 2 && items.length) {
    return { removeItems: { items: some(items), descendants: random.pick(["remove", "promote"]) } };
  }
  if (kind === 2 && sections.length > 1) return { removeSections: { sections: [{ id: random.pick(sections).id }] } };
  if (kind === 3) return { moveSections: { sections: [{ id: random.pick(sections).id }], to: { first: true } } };
  if (kind === 4) return { insertSections: { sections: [{ id: newId(), fields: fields() }] } };
  if (kind === 5) return { updateSections: { sections: [{ id: random.pick(sections).id, set: fields() }] } };
  if (kind < 8 && items.length) return { updateItems: { items: some(items).map((one) => ({ ...one, set: fields() })) } };
  if (kind < 12 && items.length) {
    const where = random.chance(0.3) ? place() : home();
    return { moveItems: { items: some(items), ...where, ifCycle: random.pick(["fail", "skip", "beside"]) } };
  }
  return { insertItems: { items: elements(), ...home() } };
}
