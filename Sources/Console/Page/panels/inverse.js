// What takes a commit of anybody back, whenever that was made, on a list that has changed since.

/**
 * The operations that take a commit back on a list that has changed since.
 *
 * `before` has the sections with their items at the version before the commit, `now` those of the list as it is. Elements go back beside the neighbour
 * that they had then and that is still there. Elements that are gone since are left alone.
 */
export function inverse(commit, before, now) {
  const places = new Map();
  before.forEach((section, index) => {
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
  const siblings = kind === "s" ? before : was.section.items;
  for (let at = (kind === "s" ? was.index : was.at) - 1; at >= 0; at -= 1) {
    const found = current.get(`${kind}:${siblings[at].id}`);
    if (found && (kind === "s" || found.section === was.section.id)) {
      return { after: siblings[at].id, ifAnchorMissing: "last" };
    }
  }
  return { first: true };
}
