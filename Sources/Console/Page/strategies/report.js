// The report of a comparison: the page that the server has made, in a shadow root with the style of that page.

import { h } from "../shared/dom.js";

/** Shows the HTML of a report. */
export function showReport(html) {
  // The console's policy forbids a style in a document, but not one that a script makes.
  const style = new CSSStyleSheet();
  const rest = html.replace(/<style>([^]*?)<\/style>/, (_, text) => {
    style.replaceSync(text);
    return "";
  });
  const page = new DOMParser().parseFromString(rest, "text/html");
  const host = h("div", { class: "report-page" });
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [style];
  // The console has a main element and a heading of its own.
  root.append(...document.adoptNode(page.querySelector("main")).childNodes);
  root.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    if (!link) return;
    // The address is that of the console's page, which would be left.
    event.preventDefault();
    root.getElementById(link.getAttribute("href").slice(1))?.scrollIntoView();
  });
  return host;
}
