// What those who run the server find here: a backup to take away, and its nodes.

import { notify } from "../shared/dialogs.js";
import { button, h } from "../shared/dom.js";
import { bytes, counted } from "../shared/format.js";
import { inWords, server } from "../shared/service.js";

/** The largest backup that is handed to the browser, in bytes: it is held in memory until then. */
const LARGEST_BACKUP = 1024 ** 3;

/** The name of the file for a backup. */
export function backupName(date) {
  return `arrange-${date.toISOString().slice(0, 16).replace("T", "-").replace(":", "")}.backup`;
}

/** The section with the button that takes a backup. `signal` ends one that is being read. */
export function backupSection(signal) {
  const state = h("p", { class: "hint", role: "status" });
  const take = button({ icon: "export", text: "Download a backup", onclick: () => read() });
  const read = async () => {
    take.disabled = true;
    try {
      const parts = [];
      let size = 0;
      for await (const { data } of server().backup({ signal })) {
        parts.push(data);
        size += data.length;
        if (size > LARGEST_BACKUP) throw new Error("It is too large for a browser. Use the command: arrange backup FILE");
        state.textContent = `${bytes(size)} read`;
      }
      const href = URL.createObjectURL(new Blob(parts, { type: "application/octet-stream" }));
      const link = h("a", { href, download: backupName(new Date()) });
      document.body.append(link);
      link.click();
      link.remove();
      setTimeout(() => URL.revokeObjectURL(href), 10_000);
      state.textContent = `A backup of ${bytes(size)}. The command “arrange restore” restores it.`;
    } catch (error) {
      state.textContent = "";
      if (!signal.aborted) notify(`The backup was not made: ${inWords(error)}`, { kind: "error" });
    } finally {
      take.disabled = false;
    }
  };
  return h(
    "section",
    { class: "page-section block" },
    h("h2", { text: "Backup" }),
    h("p", { class: "small muted", text: "All lists and views as of one moment, with their histories. Nothing stops meanwhile." }),
    h("div", { class: "group" }, take),
    state,
  );
}

/** The nodes of a service of several, as a table; null where there is one alone. */
export function nodesSection(nodes) {
  if (nodes.length === 0) return null;
  const slotsOf = ({ slots }) => slots.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const row = (node) => h(
    "tr",
    {},
    h("th", { scope: "row", text: `${node.name || node.id}${node.isSelf ? " (this one)" : ""}` }),
    h("td", { text: node.address }),
    h("td", { class: "number", text: counted(slotsOf(node), "slot") }),
    h("td", { class: "number", text: `${node.lagMs} ms` }),
    h("td", { text: node.problem }),
  );
  return h(
    "section",
    { class: "page-section block" },
    h("h2", { text: "Nodes" }),
    h(
      "table",
      { class: "sample" },
      h("thead", {}, h("tr", {}, ["Node", "Address", "Owns", "Lag", "Problem"].map((text) => h("th", { scope: "col", text })))),
      h("tbody", {}, nodes.map(row)),
    ),
  );
}
