// What was typed on a board and not saved, which outlives the page of the list, and a reload.

import { keep, kept } from "../shared/kept.js";

export class Drafts {
  constructor(list) {
    this.name = `drafts.${list}`;
    this.all = kept(this.name) ?? {};
  }

  /** What was typed under a key, such as "item a"; undefined where nothing was. */
  get(key) {
    return Object.hasOwn(this.all, key) ? this.all[key] : undefined;
  }

  set(key, value) {
    if (value === undefined && this.get(key) === undefined) return;
    const { [key]: _, ...others } = this.all;
    this.all = value === undefined ? others : { ...others, [key]: value };
    keep(this.name, Object.keys(this.all).length === 0 ? undefined : this.all);
  }
}
