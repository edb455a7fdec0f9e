// Going back to an earlier version, with what that would change before it does.

import { labelled, openDialog } from "../shared/dialogs.js";
import { fill, h, loadStyle } from "../shared/dom.js";
import { count, quoted } from "../shared/format.js";
import { inWords, server } from "../shared/service.js";
import { differencesFrom, showDifferences } from "./differences.js";

/** Opens the dialog that takes a list back. `to` is a reference, { version } or { name }; `left` is called once it is done. */
export async function openRestore(page, to, left = () => {}) {
  await loadStyle("panels");
  const { source, actions } = page;
  const called = to.name === undefined ? `version ${count(to.version)}` : quoted(to.name);
  const keep = h(
    "select",
    { name: "keep" },
    h("option", { value: "none", text: "Everything as it was then" }),
    h("option", { value: "later_items", text: "As it was, and keep what was added since" }),
  );
  const result = h("div", { class: "block", role: "status" });
  let shown = null;
  let asked = 0;
  const preview = async () => {
    asked += 1;
    const number = asked;
    shown = null;
    fill(result, h("p", { class: "small", text: "Asking what would change…" }));
    try {
      const answer = await server().restore(source.target, to, { keep: keep.value, dryRun: true });
      const differences = answer.changed ? await differencesFrom(source, answer.version, answer.changes ?? answer.tree) : [];
      if (number !== asked) return;
      shown = answer;
      fill(result, h("h3", { text: "This would change:" }), showDifferences(differences));
    } catch (error) {
      if (number === asked) fill(result, h("p", { class: "problem", text: inWords(error) }));
    }
  };
  keep.addEventListener("change", preview);
  openDialog({
    title: `Go back to ${called}`,
    wide: true,
    body: [
      h("p", {
        class: "small",
        text:
          "The list gets the content of that version, in one commit that moves as little as possible. The history stays, the " +
          "commits of others as well, and it can be undone. What others have done since is taken back, too: look at what would change.",
      }),
      labelled("What it has then", keep),
      result,
    ],
    submit: "Go back",
    danger: true,
    onsubmit: async () => {
      if (!shown) throw new Error("What would change is not known yet. Wait for it, or choose another version.");
      if (!shown.changed) throw new Error("The list is as it was in that version: there is nothing to do.");
      try {
        await actions.ask({ restore: { to, keep: keep.value, ifVersion: shown.version } }, `Went back to ${called}.`);
      } catch (error) {
        if (error.code !== "ABORTED") throw new Error(inWords(error));
        preview();
        throw new Error("The list has changed in the meantime. Look at what would change now, and go back again.");
      }
      left();
    },
  });
  preview();
}
