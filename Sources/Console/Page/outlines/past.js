// An outline for the panels beside it, and as it was at earlier versions.

import { TreeList } from "/client/src/tree-list.js";
import { server } from "../shared/service.js";
import { treeDifferences } from "./differences.js";

/** The most items of a page, where a version is read as a whole. */
const PAGE_SIZE = 5000;

/** The outline at a version, whole. */
export async function outlineAt(name, version) {
  const sections = new Map();
  for await (const page of server().pages(name, { at: { version }, pageSize: PAGE_SIZE })) {
    for (const { section, items } of page.sections) {
      if (!sections.has(section.id)) sections.set(section.id, { ...section, items: [], depths: [] });
      const known = sections.get(section.id);
      for (const item of items) {
        known.items.push(item);
        known.depths.push(item.depth);
      }
    }
  }
  return new TreeList([...sections.values()]);
}

/** What the panels ask of a list. */
export class OutlineSource {
  isCollection = true;
  isOutline = true;
  isWhole = true;

  constructor(page) {
    this.page = page;
    this.target = page.name;
    this.info = page.info;
    this.isWritable = page.isWritable;
  }

  may(permission) {
    return this.page.may(permission);
  }

  get version() {
    return this.page.outline.version;
  }

  /** The sections, with all items of each, as far as they are loaded. */
  get base() {
    const sections = [];
    for (const { element, isItem } of this.page.list.rows()) {
      if (isItem) sections.at(-1).items.push(element);
      else sections.push({ ...element, items: [] });
    }
    return sections;
  }

  get sections() {
    return this.page.list.sections.map(({ element }) => element);
  }

  /** The item with an id, as far as it is loaded. */
  item(id) {
    return this.page.list.find(id)?.element;
  }

  async past(version) {
    const past = new PastOutline(this.target);
    await past.become(version);
    return past;
  }

  /** What a batch does to the outline as it was at a version. */
  async differencesFrom(version, batch) {
    const before = await outlineAt(this.target, version);
    const after = before.copy();
    after.apply(batch);
    return treeDifferences(before, after);
  }
}

/** An earlier version, which does not change by itself. */
class PastOutline {
  list = new TreeList();

  constructor(name) {
    this.name = name;
  }

  /** Shows a version. */
  async become(version) {
    this.list.replace(await outlineAt(this.name, version));
    this.pastVersion = version;
    this.onchange?.();
  }
}
