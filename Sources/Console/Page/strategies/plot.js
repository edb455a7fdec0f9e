// Curves of several strategies over the operations, drawn in SVG.

import { h, svg } from "../shared/dom.js";
import { count } from "../shared/format.js";

const WIDTH = 300;
const HEIGHT = 120;
/** How many lines look different; further ones begin again. */
const LOOKS = 6;

/** The sample of a line, as in the plots. */
export function swatch(index) {
  const line = svg("path", { class: `series series-${index % LOOKS}`, d: "M1 6H23" });
  return svg("svg", { viewBox: "0 0 24 12", class: "swatch", "aria-hidden": "true" }, line);
}

/** A figure with a line for each of some series: { name, index, x, y }. Null where there is none. */
export function plot(title, series, show) {
  if (series.length === 0) return null;
  const most = Math.max(...series.flatMap(({ y }) => y), Number.EPSILON);
  const last = Math.max(...series.flatMap(({ x }) => x), 1);
  const point = ([x, y], at) =>
    `${at ? "L" : "M"}${((x / last) * WIDTH).toFixed(1)} ${(HEIGHT - 2 - (y / most) * (HEIGHT - 8)).toFixed(1)}`;
  const ends = series.map(({ name, y }) => `${name} ${show(y.at(-1))}`).join(", ");
  return h(
    "figure",
    { class: "chart plot" },
    h("figcaption", { class: "chart-head" }, h("h4", { text: title })),
    svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": `${title}; at the end: ${ends}` },
      svg("path", { class: "chart-base", d: `M0 ${HEIGHT - 0.5}H${WIDTH}` }),
      series.map(({ index, x, y }) =>
        svg("path", { class: `series series-${index % LOOKS}`, d: x.map((at, place) => [at, y[place]]).map(point).join("") }),
      ),
    ),
    h(
      "div",
      { class: "chart-foot" },
      h("span", { text: `0 to ${count(last)} operations` }),
      h("span", { text: `most ${show(most)}` }),
    ),
    h("p", { class: "legend" }, series.map(({ name, index }) => h("span", {}, swatch(index), name))),
  );
}
