// The report of a comparison: tables, and drawn curves.

import { h } from "../shared/dom.js";
import { compact, count, counted, duration } from "../shared/format.js";
import { plot, swatch } from "./plot.js";

const precise = (number) => count(Number(number.toFixed(number < 10 ? 2 : 1)));
const time = (nanoseconds) => duration(nanoseconds / 1e9);

/** The figures of the tables: the name in the report, its heading, how it is shown, and whether more is better. */
const FIGURES = [
  ["keys_per_item_mean", "Keys for each item, mean", precise, false],
  ["keys_most", "Keys at once, most", count, false],
  ["key_bytes_longest", "Longest key, bytes", count, false],
  ["journal_bytes_mean", "Journal for each operation, bytes", precise, false],
  ["time_ns_mean", "Time for each operation, mean", time, false],
  ["room_left_median", "Room left, median", compact, true],
];

/** The curves that are drawn. */
const CURVES = [
  ["keys_per_operation", "Keys for each operation, mean so far", precise],
  ["key_bytes_longest", "Longest key so far, bytes", count],
];

/** The report as elements. */
export function showReport(report) {
  const labels = report.strategies.map(({ label }) => label);
  return [
    h("h2", { text: "In short" }),
    h(
      "p",
      {
        class: "hint",
        text: "The worst figure of each strategy in any workload: sooner or later a list meets the one that hurts. " +
          "The best in a row is in bold type.",
      },
    ),
    inShort(report, labels),
    bars(report),
    report.workloads.map((workload) => section(workload, labels)),
    download(report),
  ];
}

function isSound({ figures, problem, refusal }) {
  return !problem && !refusal && figures.refused === 0;
}

function inShort({ workloads }, labels) {
  const rows = FIGURES.map(([figure, heading, show, isMoreBetter]) => {
    const values = labels.map((label) => {
      const results = workloads.flatMap(({ results: all }) => all.filter(({ strategy }) => strategy === label));
      const known = results.map(({ figures }) => figures[figure]).filter((value) => typeof value === "number");
      if (known.length === 0) return null;
      return { value: isMoreBetter ? Math.min(...known) : Math.max(...known), isSound: results.every(isSound) };
    });
    return { heading, show, isMoreBetter, values };
  });
  return table("In short", ["Figure", ...labels], rows.map(row), "in-short");
}

/** A row of values, the best of them in bold type: of strategies that have done everything, where not all are the same. */
function row({ heading, show, isMoreBetter, values }) {
  const sound = values.filter((each) => each?.isSound).map(({ value }) => value);
  const best = isMoreBetter ? Math.max(...sound) : Math.min(...sound);
  const isOne = new Set(sound).size > 1;
  return [
    heading,
    ...values.map((each) => {
      if (!each) return "–";
      return isOne && each.isSound && each.value === best ? h("strong", { text: show(each.value) }) : show(each.value);
    }),
  ];
}

/** The bars that were missed; where all were held, how many. */
function bars({ bars: all }) {
  if (all.length === 0) return null;
  const missed = all.filter(({ held }) => !held);
  const limit = ({ least, most }) => [least === null ? null : `at least ${least}`, most === null ? null : `at most ${most}`];
  return [
    h("h2", { text: "Bars" }),
    h("p", {
      class: "small",
      text: missed.length === 0
        ? `All ${counted(all.length, "bar")} of the plan are held.`
        : `${count(missed.length)} of ${counted(all.length, "bar")} are missed:`,
    }),
    missed.length === 0
      ? null
      : table(
          "Missed bars",
          ["Workload", "Strategy", "Figure", "Value", "Bar"],
          missed.map((bar) => [
            bar.workload,
            bar.strategy,
            bar.figure,
            bar.value === null ? "–" : precise(bar.value),
            limit(bar).filter(Boolean).join(", "),
          ]),
          "bars",
        ),
  ];
}

function section({ label, kind, items, seeds, results }, labels) {
  const named = results.map((result) => ({ ...result, index: labels.indexOf(result.strategy) }));
  const heads = ["Strategy", ...FIGURES.map(([, heading]) => heading)];
  const rows = named.map((result) => [
    [swatch(result.index), result.strategy],
    ...FIGURES.map(([figure, , show]) => (typeof result.figures[figure] === "number" ? show(result.figures[figure]) : "–")),
  ]);
  const problems = named.filter((result) => !isSound(result)).map((result) =>
    h("p", {
      class: "problem",
      text: `${result.strategy}: ${result.problem ?? result.refusal ?? `${counted(result.figures.refused, "operation")} refused`}`,
    }),
  );
  const about = [label === kind ? null : kind, `${counted(items, "item")} at first`, counted(seeds, "seed")].filter(Boolean);
  return h(
    "section",
    { class: "workload block" },
    h("h3", { text: label }),
    h("p", { class: "hint", text: about.join(", ") }),
    problems,
    table(`Figures of ${label}`, heads, rows),
    h(
      "div",
      { class: "charts" },
      CURVES.map(([curve, title, show]) => plot(
        title,
        named
          .filter(({ curves }) => curves?.[curve]?.length > 0)
          .map(({ strategy, index, curves }) => ({ name: strategy, index, x: curves.operations, y: curves[curve] })),
        show,
      )),
    ),
  );
}

/** A table that scrolls by itself where the page is narrower. Numbers are in all columns but the first. */
function table(name, heads, rows, kind = "") {
  return h(
    "div",
    { class: "table-scroller", role: "region", tabindex: "0", "aria-label": name },
    h(
      "table",
      { class: `sample ${kind}` },
      h("thead", {}, h("tr", {}, heads.map((text, at) => h("th", { scope: "col", class: at > 0 ? "number" : "", text })))),
      h(
        "tbody",
        {},
        rows.map(([head, ...cells]) =>
          h("tr", {}, h("th", { scope: "row" }, head), cells.map((cell) => h("td", { class: "number" }, cell))),
        ),
      ),
    ),
  );
}

function download(report) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(report)], { type: "application/json" }));
  return h("p", {}, h("a", { class: "button", href: url, download: "comparison.json", text: "Save the report as JSON" }));
}
