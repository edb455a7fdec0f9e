// An earlier version of a list, read from the server. It does not change by itself, and can't be edited.

import { server } from "../shared/service.js";
import { sectionsAfter } from "../board/describe.js";
import { Source } from "../board/source.js";
import { WindowedSource } from "../board/windowed.js";

/** The most items of a page, where a version is read as a whole. */
const PAGE_SIZE = 5000;

/** A list as it was at a version: as a whole where the list is held as a whole, else through windows. */
export async function pastSource(source, version) {
  const past = source.isWhole ? new PastSource(source) : new PastWindows(source);
  await past.become(version);
  return past;
}

/** The sections of a list at a version, with all items. */
export async function sectionsAt(name, version) {
  const sections = new Map();
  for await (const page of server().pages(name, { at: { version }, pageSize: PAGE_SIZE })) {
    for (const { section, items } of page.sections) {
      const known = sections.get(section.id);
      if (known) known.items.push(...items);
      else sections.set(section.id, { ...section, items: [...items] });
    }
  }
  return [...sections.values()];
}

/** The sections of a large list at a version, without their items: those of now, with what has changed since taken back. */
export async function headsAt({ target, version: newest, serverSections }, version) {
  const { batch } = await server().diff(target, { version: newest }, { version });
  return sectionsAfter(serverSections, batch);
}

class PastSource extends Source {
  isWhole = true;
  list = [];

  constructor({ target, info, permissions }) {
    super(target, info, permissions);
  }

  get isEditable() {
    return false;
  }

  /** Shows a version; what is in both slides to its place. */
  async become(version) {
    this.list = await sectionsAt(this.target, version);
    this.pastVersion = version;
    this.version = version;
    this.showEdits();
    this.tell({ kind: "list", marks: new Map(), lines: [] });
  }

  showEdits() {
    this.sections = this.list.map(({ id, fields, items }) => (
      { id, fields, count: items.length, shown: this.filter ? this.shownOf(items).length : undefined }
    ));
  }

  window(column, { start, size }) {
    const items = this.shownOf(this.list.find(({ id }) => id === column.id)?.items ?? []);
    const first = Math.max(0, Math.min(start, items.length - size));
    return { start: first, rows: items.slice(first, first + size) };
  }

  locate() {
    return null;
  }

  ids(sectionId) {
    return this.shownOf(this.list.find(({ id }) => id === sectionId)?.items ?? []).map(({ id }) => id);
  }
}

/** The sections of a version of a large list are those of now with what has changed since taken back; its rows are read. */
class PastWindows extends WindowedSource {
  constructor(source) {
    super(source.target, source.info, source.permissions);
    this.source = source;
  }

  get isEditable() {
    return false;
  }

  async become(version) {
    const heads = await headsAt(this.source, version);
    this.pastVersion = version;
    this.version = version;
    const counts = await Promise.all(heads.map(({ id }) => this.count(id)));
    this.serverSections = heads.map(({ id, fields }, index) => ({ id, fields, count: counts[index] }));
    this.showEdits();
    this.tell({ kind: "list", marks: new Map(), lines: [] });
  }

  fetch(options) {
    return super.fetch({ ...options, at: { version: this.pastVersion } });
  }
}
