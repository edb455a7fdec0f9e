// Lists of entries that are made anew while somebody may be at one of them.

import { fill } from "./dom.js";

const CONTROLS = "a[href], button, input, select, textarea";

const nameOf = (control) => control.ariaLabel ?? control.textContent;

/**
 * Replaces the entries of a list, which have their names in `data-name`. What has the focus keeps it: the control of the
 * same name in the entry of the same name. Where that entry is gone, its neighbour has the focus.
 */
export function fillEntries(list, entries) {
  const { activeElement } = document;
  const index = [...list.children].findIndex((each) => each.contains(activeElement));
  const { name } = list.children[index]?.dataset ?? {};
  const control = index < 0 ? "" : nameOf(activeElement);
  fill(list, entries);
  if (index < 0) return;
  const same = [...list.children].find((each) => each.dataset.name === name);
  const next = same ?? list.children[Math.min(index, list.childElementCount - 1)];
  const controls = [...next?.querySelectorAll(CONTROLS) ?? []];
  ((same && controls.find((each) => nameOf(each) === control)) ?? controls[0])?.focus({ preventScroll: same !== undefined });
}
