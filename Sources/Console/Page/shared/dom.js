// Elements, icons and live announcements.

const SVG = "http://www.w3.org/2000/svg";

/** The paths of icons, drawn on a grid of 16 by 16 with strokes. */
const ICONS = {
  add: "M8 3v10M3 8h10",
  back: "M10 3 5 8l5 5",
  check: "m3 8.5 3.2 3.2L13 5",
  close: "m4 4 8 8M12 4l-8 8",
  columns: "M2.5 3h3v10h-3zM6.5 3h3v7h-3zM10.5 3h3v9h-3z",
  dark: "M12.8 9.6A5.3 5.3 0 0 1 6.4 3.2a5.3 5.3 0 1 0 6.4 6.4z",
  down: "m4 6 4 4 4-4",
  edit: "m3 13 .7-2.8L10.6 3.3l2.1 2.1-6.9 6.9z",
  export: "M8 10V2.5M5 5.3l3-2.8 3 2.8M3 10.5V13h10v-2.5",
  grip: "M6 3.5v.01M10 3.5v.01M6 8v.01M10 8v.01M6 12.5v.01M10 12.5v.01",
  help: "M6 6.2a2 2 0 1 1 2.8 1.8c-.5.3-.8.7-.8 1.3M8 11.7v.01M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8",
  history: "M2.5 8a5.5 5.5 0 1 0 1.8-4.1M2.5 2.5v2.3h2.3M8 5v3.3l2 1.4",
  import: "M8 2.5V10M5 7.2 8 10l3-2.8M3 10.5V13h10v-2.5",
  key: "M9.7 6.3a2.7 2.7 0 1 0-1.1 2.2l3.9 4M10.6 10.5l1.4-1.3",
  light:
    "M8 5.3a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4M8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9" +
    "M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9",
  more: "M3.5 8v.01M8 8v.01M12.5 8v.01",
  link: "M6.7 9.3 9.3 6.7M7.3 4.7l1.4-1.4a2.8 2.8 0 0 1 4 4l-1.4 1.4M8.7 11.3l-1.4 1.4a2.8 2.8 0 0 1-4-4l1.4-1.4",
  move: "M3 4.5h7M3 8h5M3 11.5h7M12 5.5v6M10.2 9.7 12 11.5l1.8-1.8",
  people:
    "M6 8a2.3 2.3 0 1 0 0-4.6A2.3 2.3 0 0 0 6 8M2 13c0-2.2 1.8-3.6 4-3.6s4 1.4 4 3.6M10.5 3.7a2.1 2.1 0 0 1 0 4" +
    "M11.6 9.7c1.5.4 2.4 1.6 2.4 3.3",
  redo: "M13 6.5H6.5a3 3 0 0 0 0 6H10M13 6.5l-3-3M13 6.5l-3 3",
  remove: "M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.5 8.5h6l.5-8.5",
  rows: "M2.5 3h11v2.5h-11zM2.5 7h11v2.5h-11zM2.5 11h11v2.5h-11z",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M10.4 10.4l3.1 3.1",
  stream: "M2 8h2.5l1.7-4.5L9 12.5l1.7-4.5H14",
  system: "M2.5 3.5h11v7.5h-11zM6 13.5h4M8 11v2.5",
  table: "M2.5 3h11v10h-11zM2.5 6.3h11M2.5 9.7h11M6.5 3v10",
  undo: "M3 6.5h6.5a3 3 0 0 1 0 6H6M3 6.5 6 3.5M3 6.5l3 3",
  view: "M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8M8 6.3a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4",
};

/**
 * Makes an element.
 *
 * Properties that begin with "on" are listeners; `class`, `text`, `data` and `style` are what they say; others are
 * attributes, left out where they are false, null or undefined. Styles are set through the object model, since the
 * page's policy allows no style attributes.
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name === "text") element.textContent = value;
    else if (name === "value") element.value = value;
    else if (name === "checked") element.checked = value;
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "style") setStyle(element, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

/** Sets styles and custom properties. */
export function setStyle(element, values) {
  for (const [name, value] of Object.entries(values)) element.style.setProperty(name, value);
}

/** Appends nodes and texts; lists are flattened, null and false are left out. */
export function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/** Replaces the content of an element. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/** An icon; it says nothing to a screen reader, so what holds it needs a name. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** An SVG element with attributes. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  append(element, children);
  return element;
}

/** A button with an icon, a text, or both. Without a text, `label` names it, which is also its tooltip. */
export function button({ icon: name, text, label, kind = "", onclick, ...others }) {
  return h(
    "button",
    {
      type: "button",
      class: `button ${kind} ${text ? "" : "button-icon"}`.replace(/\s+/g, " ").trim(),
      "aria-label": text ? null : label,
      title: text ? null : label,
      onclick,
      ...others,
    },
    name ? icon(name) : null,
    text ? h("span", { text }) : null,
  );
}

const styles = new Map();

/** Loads a style sheet of the folder `style`. Returns once its rules hold. */
export function loadStyle(name) {
  if (!styles.has(name)) {
    const loaded = new Promise((resolve, reject) => {
      const href = `${document.querySelector("meta[name=files]").content}style/${name}.css`;
      const onerror = () => {
        styles.delete(name);
        reject(new Error(`the file ${href} is not there`));
      };
      document.head.append(h("link", { rel: "stylesheet", href, onload: resolve, onerror }));
    });
    styles.set(name, loaded);
  }
  return styles.get(name);
}

/** Says something to screen readers. The same text twice is said twice. */
export function announce(text) {
  const region = document.getElementById("announcer");
  if (!region) return;
  region.replaceChildren(h("span", { text }));
}

/** Whether motion is wanted. */
export function allowsMotion() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether an event comes from a control that has keys and clicks of its own. */
export function isInControl(target) {
  return target instanceof Element && target.closest("input, textarea, select, button, a, [contenteditable]") !== null;
}

/** The longest time to a frame, in milliseconds: a page that is not on the screen has none. */
const LONGEST_FRAME = 100;

/** Returns with the next frame. */
export function nextFrame() {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      resolve();
    };
    const frame = requestAnimationFrame(done);
    const timer = setTimeout(done, LONGEST_FRAME);
  });
}

/** Runs the last of several calls, once `milliseconds` have passed without another one. */
export function debounce(milliseconds, body) {
  let timer = 0;
  const run = (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => body(...values), milliseconds);
  };
  run.cancel = () => clearTimeout(timer);
  return run;
}
