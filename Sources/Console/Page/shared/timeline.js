// A list at an earlier version, made by going back over its commits.

/** A list as plain arrays, that commits can be taken back from. */
export class Timeline {
  /** - sections: [{ id, fields, items: [{ id, fields }] }], which are copied as far as they change. */
  constructor(sections) {
    this.sections = sections.map((section) => ({ id: section.id, fields: section.fields, items: [...section.items] }));
  }

  /**
   * Takes a commit back: its changes, the last one first, each at its place of the moment.
   *
   * Throws where the list is not the one that the commit led to.
   */
  undo(commit) {
    const { changes } = commit;
    for (let index = changes.length - 1; index >= 0; index -= 1) {
      this.undoChange(changes[index]);
      if (changes[index].kind !== "section_removed") continue;
      const number = itemsRemovedWith(changes, index);
      for (let item = index - number; item < index; item += 1) this.undoChange(changes[item]);
      index -= number;
    }
  }

  undoChange(change) {
    const { kind, id } = change;
    if (kind.startsWith("section")) {
      const section = change.to ? this.section(change.to.section, id) : null;
      if (kind === "section_inserted" || kind === "section_moved") this.sections.splice(change.to.section, 1);
      if (kind === "section_moved") this.sections.splice(change.from.section, 0, section);
      if (kind === "section_removed") {
        this.sections.splice(change.from.section, 0, { id, fields: change.before?.fields ?? {}, items: [] });
      }
      if (kind === "section_updated") {
        const at = (change.to ?? change.from).section;
        this.sections[at] = { ...this.section(at, id), fields: change.before?.fields ?? {} };
      }
      return;
    }
    const place = change.to ?? change.from;
    if (kind === "item_updated") {
      const items = this.sections[place.section].items;
      items[place.item] = { ...this.item(place, id), fields: change.before?.fields ?? {} };
      return;
    }
    const item = change.to ? this.item(change.to, id) : { id, fields: change.before?.fields ?? {} };
    if (change.to) this.sections[change.to.section].items.splice(change.to.item, 1);
    if (change.from) this.sections[change.from.section].items.splice(change.from.item, 0, item);
  }

  section(index, id) {
    const section = this.sections[index];
    if (section?.id !== id) throw new Error(`the section ${id} is not at index ${index}`);
    return section;
  }

  item({ section, item }, id) {
    const found = this.sections[section]?.items[item];
    if (found?.id !== id) throw new Error(`the item ${id} is not at ${section}.${item}`);
    return found;
  }
}

/**
 * How many changes before that of a removed section are its items. They come with their places in the section as it was,
 * while items that are removed by themselves come with those of the moment.
 */
function itemsRemovedWith(changes, index) {
  const { section } = changes[index].from;
  const isItem = (change) => change?.kind === "item_removed" && change.from.section === section;
  const last = changes[index - 1];
  if (!isItem(last)) return 0;
  const number = last.from.item + 1;
  for (let item = 0; item < number; item += 1) {
    const change = changes[index - number + item];
    if (!isItem(change) || change.from.item !== item) return 0;
  }
  return number;
}

/**
 * The operations that take a commit back on a list that has changed since.
 *
 * `before` is the Timeline at the version before the commit, `now` the list as it is. Elements go back beside the neighbour
 * that they had then and that is still there. Elements that are gone since are left alone.
 */
export function inverse(commit, before, now) {
  const places = new Map();
  before.sections.forEach((section, index) => {
    places.set(`s:${section.id}`, { index, section });
    section.items.forEach((item, at) => places.set(`i:${item.id}`, { section, at, item }));
  });
  const current = new Map();
  for (const section of now) {
    current.set(`s:${section.id}`, section);
    for (const item of section.items) current.set(`i:${item.id}`, { item, section: section.id });
  }
  const touched = new Map();
  for (const change of commit.changes) {
    touched.set(`${change.kind.startsWith("section") ? "s" : "i"}:${change.id}`, change.id);
  }
  const operations = [];
  const fieldsOf = (was, is) => (
    { set: was.fields, replaceAll: true, changed: JSON.stringify(keyed(was)) !== JSON.stringify(keyed(is)) }
  );
  for (const kind of ["s", "i"]) {
    const noun = kind === "s" ? "Sections" : "Items";
    const list = kind === "s" ? "sections" : "items";
    const order = [...touched].filter(([key]) => key.startsWith(kind)).sort(
      ([one], [other]) => place(places, one) - place(places, other),
    );
    for (const [key, id] of order) {
      const was = places.get(key);
      const is = current.get(key);
      if (!was) {
        if (is) operations.push({ [`remove${noun}`]: { [list]: [{ id }] } });
        continue;
      }
      const element = kind === "s" ? was.section : was.item;
      const to = placement(kind, was, before, current, operations);
      const where = kind === "s" ? { to } : { to, section: was.section.id };
      if (!is) operations.push({ [`insert${noun}`]: { [list]: [{ id, fields: element.fields }], ...where } });
      else {
        operations.push({ [`move${noun}`]: { [list]: [{ id }], ...where } });
        const { changed, ...update } = fieldsOf(element, kind === "s" ? is : is.item);
        if (changed) operations.push({ [`update${noun}`]: { [list]: [{ id, ...update }] } });
      }
      current.set(key, kind === "s" ? { ...element, items: [] } : { item: element, section: was.section.id });
    }
  }
  return operations;
}

function place(places, key) {
  const found = places.get(key);
  return found ? found.at ?? found.index : -1;
}

/** Fields in a form that can be compared. */
function keyed({ fields }) {
  return Object.entries(fields).map(
    ([name, value]) => [
      name,
      typeof value === "bigint" ? `${value}n` : value?.microseconds ? `${value.microseconds}t` : value,
    ],
  );
}

/** Behind the nearest element in front of it then that is there now, or at the start. */
function placement(kind, was, before, current) {
  const siblings = kind === "s" ? before.sections : was.section.items;
  for (let at = (kind === "s" ? was.index : was.at) - 1; at >= 0; at -= 1) {
    const found = current.get(`${kind}:${siblings[at].id}`);
    if (found && (kind === "s" || found.section === was.section.id)) {
      return { after: siblings[at].id, ifAnchorMissing: "last" };
    }
  }
  return { first: true };
}
