// The batches of a list as they arrive.

import { emptyState } from "../shared/dialogs.js";
import { fill, h } from "../shared/dom.js";
import { authorName, count, counted, timeOfDay } from "../shared/format.js";

/** Opens the panel with what has arrived since the list was opened. */
export function openStream(page) {
  const element = h("div", { class: "block" });
  const show = () => {
    const entries = page.log.map(entry);
    fill(
      element,
      entries.length === 0
        ? emptyState(
          "No changes yet",
          "Changes of this list appear here as they arrive, from whoever makes them. Move an item, for example.",
        )
        : [
            h(
              "p",
              {
                class: "hint",
                text: "What arrived since you opened the list, the newest first. One batch can merge several commits.",
              },
            ),
            h("ol", { class: "entries", "aria-label": "Batches" }, entries),
          ],
    );
  };
  show();
  return { element, changed: show };
}

function entry({ kind, update, from, lines, isOwn, time }) {
  const commits = update.commits ?? Math.max(0, update.version - from);
  const names = (update.authors ?? []).map(({ principal }) => authorName(principal));
  const who = isOwn ? "you" : names.length > 0 ? names.join(", ") : null;
  const title = kind === "list" ? `Version ${count(update.version)}` : `Version ${count(from)} → ${count(update.version)}`;
  return h(
    "li",
    { class: "entry" },
    h(
      "div",
      { class: "entry-head" },
      h("strong", { text: title }),
      kind !== "list" && commits > 1 ? h("span", { text: `${counted(commits, "commit")} in one batch` }) : null,
      who ? h("span", { text: `by ${who}` }) : null,
      h("time", { datetime: time.toISOString(), text: timeOfDay(time) }),
    ),
    h("ul", {}, (lines.length > 0 ? lines : ["Nothing visible changed"]).map((text) => h("li", { text }))),
  );
}
