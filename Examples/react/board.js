// A board in React: live, and its cards are dragged with a mouse, or moved with Alt and the arrow keys.

import { connect } from "@arrange/client";
import { Arrange, useList, useMove } from "@arrange/client/react";
import { createElement as h, memo, StrictMode, useState } from "react";

const place = new URLSearchParams(location.search);
const client = connect(place.get("server") ?? "ws://127.0.0.1:7412/arrange");

function Board() {
  const { sections, isLoaded, isPending, offline, error } = useList();
  const [refusal, setRefusal] = useState();
  const move = useMove(undefined, { onRefused: ({ error }) => setRefusal(error) });
  const problem = error ?? offline ?? refusal;
  return h("main", null,
    h("p", { role: "status" }, problem?.message ?? (isLoaded ? "" : "Loading…")),
    h("div", null, sections.map((section, index) => h(Column, {
      key: section.id, section, move, isPending, previous: sections[index - 1]?.id, next: sections[index + 1]?.id,
    }))));
}

const titleOf = ({ id, fields }) => String(fields.title ?? id);

// Sections and items that did not change are the same objects as before, so that memo skips them.
const Column = memo(({ section, move, isPending, previous, next }) => {
  const { id, items } = section;
  const drop = (to) => (event) => {
    event.preventDefault();
    event.stopPropagation();
    const card = event.dataTransfer.getData("text/plain");
    if (card !== to.before) move(card, { ...to, section: id });
  };
  return h("section", { "data-section": id, onDragOver: (event) => event.preventDefault(), onDrop: drop({ last: true }) },
    h("h2", null, titleOf(section)),
    h("ol", null, items.map((item, index) => h(Card, {
      key: item.id, item, isPending: isPending(item.id), drop,
      moveBy: (key) => {
        const to = {
          ArrowUp: index > 0 && { before: items[index - 1].id },
          ArrowDown: index < items.length - 1 && { after: items[index + 1].id },
          ArrowLeft: previous && { section: previous, last: true },
          ArrowRight: next && { section: next, last: true },
        }[key];
        if (to) move(item.id, to);
        return Boolean(to);
      },
    }))));
});

function Card({ item, isPending, drop, moveBy }) {
  return h("li", {
    "data-id": item.id, "data-pending": isPending ? "" : undefined, tabIndex: 0, draggable: true,
    onDragStart: (event) => event.dataTransfer.setData("text/plain", item.id),
    onDragOver: (event) => event.preventDefault(),
    onDrop: drop({ before: item.id }),
    onKeyDown: (event) => event.altKey && moveBy(event.key) && event.preventDefault(),
  }, titleOf(item));
}

globalThis.ReactDOM.createRoot(document.querySelector("#board")).render(
  h(StrictMode, null, h(Arrange, { client, source: place.get("list") ?? "board" }, h(Board))),
);
