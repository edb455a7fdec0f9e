// What leads from one version of a list to another: what was added, removed, moved and edited.

import { h } from "../shared/dom.js";
import { count, counted } from "../shared/format.js";
import { differencesOf } from "../board/describe.js";
import { server } from "../shared/service.js";
import { headsAt, sectionsAt } from "./past.js";

/** The kinds of differences, in the order in which they are shown, and their words. */
const KINDS = [["added", "Added"], ["removed", "Removed"], ["moved", "Moved"], ["edited", "Edited"]];
/** The most differences of a kind that are listed. */
const MOST_LISTED = 50;
/** The most items of a large list that are read for what they are called. */
const MOST_READ = 100;

/** What a batch does to a list as it was at a version, in words: [{ kind, text }]. */
export async function differencesFrom(source, version, batch) {
  if (source.isOutline) return source.differencesFrom(version, batch);
  if (!source.isWhole) return differencesOf(await windowsAt(source, version, batch), batch).differences;
  const sections = version === source.version ? source.base : await sectionsAt(source.target, version);
  const items = new Map(sections.flatMap((section) => section.items.map((item) => [item.id, item])));
  return differencesOf(sections, batch, (id) => items.get(id)).differences;
}

/** The sections of a large list at a version, with those items alone that a batch moves or removes, up to a number. */
async function windowsAt(source, version, batch) {
  const heads = await headsAt(source, version);
  const sections = heads.map(({ id, fields, count: number }) => ({ id, fields, count: number, items: [] }));
  const paths = pathsOf(batch).slice(0, MOST_READ);
  await Promise.all(paths.map(async ({ section, item }) => {
    const window = { section: heads[section].id, start: item, end: item + 1 };
    const page = await server().fetch(source.target, { section: window, pageSize: 1, at: { version } });
    sections[section].items[item] = page.sections[0]?.items[0];
  }));
  return sections;
}

/** Where the items are before a batch that it removes or moves. */
function pathsOf({ itemDeletes, itemMoves, itemInserts }) {
  const paths = itemInserts.map(({ keptFrom }) => keptFrom).filter(Boolean);
  for (let at = 0; at < itemMoves.length; at += 4) paths.push({ section: itemMoves[at], item: itemMoves[at + 1] });
  for (let at = 0; at < itemDeletes.length; at += 2) paths.push({ section: itemDeletes[at], item: itemDeletes[at + 1] });
  return paths;
}

/** Differences as an element: a sentence with their numbers, and a list of each kind. */
export function showDifferences(differences) {
  if (differences.length === 0) return h("p", { class: "small", text: "There is no difference." });
  const groups = KINDS.map(([kind, title]) => [title, differences.filter((each) => each.kind === kind)]);
  const found = groups.filter(([, group]) => group.length > 0);
  return h(
    "div",
    { class: "block differences" },
    h("p", { class: "small", text: `${found.map(([title, { length }]) => `${count(length)} ${title.toLowerCase()}`).join(", ")}.` }),
    found.map(([title, group]) => h(
      "section",
      { class: "block" },
      h("h3", { text: `${title} (${count(group.length)})` }),
      h(
        "ul",
        { class: "entries", "aria-label": title },
        group.slice(0, MOST_LISTED).map(({ text }) => h("li", { class: "entry", text })),
        group.length > MOST_LISTED
          ? h("li", { class: "entry", text: `and ${counted(group.length - MOST_LISTED, "other")}` })
          : null,
      ),
    )),
  );
}
