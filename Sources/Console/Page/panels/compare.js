// Two versions of a list, compared.

import { labelled, openDialog } from "../shared/dialogs.js";
import { button, fill, h, loadStyle } from "../shared/dom.js";
import { count, quoted } from "../shared/format.js";
import { inWords, server } from "../shared/service.js";
import { differencesFrom, showDifferences } from "./differences.js";

/** What stands for the newest version. */
const NOW = "now";

/** A version as it was typed: a number, a name, or now. Returns undefined for now. */
export function referenceOf(text, names = []) {
  const word = text.trim();
  if (names.includes(word)) return { name: word };
  if (word === "" || word.toLowerCase() === NOW) return undefined;
  return /^\d+$/.test(word) ? { version: Number(word) } : { name: word };
}

/** Opens the dialog that compares versions. `from` and `to` are numbers or names of versions; without `to`, the newest. */
export async function openComparison({ source, name }, { from, to = NOW, names = [] }) {
  await loadStyle("panels");
  const list = h("datalist", { id: "compared-versions" }, [NOW, ...names].map((value) => h("option", { value })));
  const input = (value) => h("input", { type: "text", value: String(value), list: list.id, autocomplete: "off" });
  const start = input(from);
  const end = input(to);
  const result = h("div", { class: "block", role: "status" });
  let asked = 0;
  const compare = async () => {
    asked += 1;
    const number = asked;
    fill(result, h("p", { class: "small", text: "Comparing…" }));
    try {
      const first = referenceOf(start.value, names) ?? { version: source.version };
      const options = source.isOutline ? { profile: "tree" } : {};
      const answer = await server().diff(name, first, referenceOf(end.value, names), options);
      const { fromVersion, toVersion, batch, tree } = answer;
      const differences = await differencesFrom(source, fromVersion, batch ?? tree);
      if (number !== asked) return;
      const title = `From version ${count(fromVersion)} to version ${count(toVersion)}:`;
      fill(result, h("p", { class: "small", text: title }), showDifferences(differences));
    } catch (error) {
      if (number === asked) fill(result, h("p", { class: "problem", text: inWords(error) }));
    }
  };
  for (const each of [start, end]) {
    each.addEventListener("change", compare);
    each.addEventListener("keydown", (event) => event.key === "Enter" && (event.preventDefault(), compare()));
  }
  openDialog({
    title: `Compare versions of ${quoted(name)}`,
    wide: true,
    body: [
      h("p", { class: "hint", text: `A version is a number, a name, or “${NOW}”.` }),
      h("div", { class: "pair" }, labelled("From", start), labelled("To", end)),
      list,
      button({ text: "Compare", onclick: compare }),
      result,
    ],
  });
  compare();
}
