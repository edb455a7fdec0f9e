// A line over time, drawn in SVG.

import { h, setStyle, svg } from "../shared/dom.js";

const WIDTH = 300;
const HEIGHT = 72;

/** A figure with its course. `show` turns a value into text. */
export class Chart {
  constructor(title, show, { points = 60, seconds = 120 } = {}) {
    this.show = show;
    this.points = points;
    this.values = [];
    this.value = h("span", { class: "chart-value", text: "–" });
    this.area = svg("path", { class: "chart-area" });
    this.line = svg("path", { class: "chart-line" });
    this.top = h("span", { text: "" });
    this.drawing = svg(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": `${title}: no readings yet`,
      },
      this.area,
      svg("path", { class: "chart-base", d: `M0 ${HEIGHT - 0.5}H${WIDTH}` }),
      this.line,
    );
    this.title = title;
    this.element = h(
      "figure",
      { class: "chart" },
      h("figcaption", { class: "chart-head" }, h("h3", { text: title }), this.value),
      this.drawing,
      h("div", { class: "chart-foot" }, h("span", { text: `last ${seconds / 60} min` }), this.top),
    );
    setStyle(this.element, { margin: "0" });
  }

  /** Adds a value; NaN leaves a gap, such as for a time without any call. */
  push(value) {
    this.values.push(value);
    if (this.values.length > this.points) this.values.shift();
    const known = this.values.filter(Number.isFinite);
    const most = Math.max(...known, Number.EPSILON);
    this.value.textContent = Number.isFinite(value) ? this.show(value) : "–";
    this.top.textContent = known.length > 0 && most > Number.EPSILON ? `most ${this.show(most)}` : "";
    this.drawing.setAttribute("aria-label", `${this.title}: now ${this.value.textContent}, ${this.top.textContent}`);
    const step = WIDTH / (this.points - 1);
    const start = this.points - this.values.length;
    const runs = [];
    let run = null;
    this.values.forEach((each, index) => {
      if (!Number.isFinite(each)) {
        run = null;
        return;
      }
      if (!run) runs.push((run = []));
      run.push([(start + index) * step, HEIGHT - 2 - (each / most) * (HEIGHT - 8)]);
    });
    const path = (points) => points.map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
    this.line.setAttribute("d", runs.map((each) => path(each) + (each.length === 1 ? "h0.1" : "")).join(""));
    const foot = ([x]) => `L${x.toFixed(1)} ${HEIGHT}`;
    const closed = (points) => `${path(points)}${foot(points.at(-1))}${foot(points[0])}Z`;
    this.area.setAttribute("d", runs.filter((each) => each.length > 1).map(closed).join(""));
  }
}
