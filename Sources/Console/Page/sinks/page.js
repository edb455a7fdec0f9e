// Sinks: what is delivered elsewhere, how far that is, and what went wrong.

import { sinks, sinkStatus } from "/client/admin.js";
import { emptyState, showFailure } from "../shared/dialogs.js";
import { button, fill, h } from "../shared/dom.js";
import { fillEntries } from "../shared/entries.js";
import { inWords, server } from "../shared/service.js";
import { openSettings } from "./edit.js";
import { SinkEntry } from "./entry.js";

/** How often the page asks, in milliseconds; and the most lists of a sink that it shows, those that lag most first. */
const INTERVAL = 2000;
const MOST_LISTS = 10;

/** Shows the sinks in an element. Returns a function that closes the page. */
export function show(place) {
  const page = new SinksPage(place);
  page.start();
  return () => page.close();
}

class SinksPage {
  /** By the names of the sinks. */
  entries = new Map();

  constructor(place) {
    this.place = place;
    this.list = h("div", { class: "sinks" });
    this.add = button({ icon: "add", text: "New sink", kind: "primary", onclick: () => this.create() });
  }

  start() {
    document.title = "Sinks – Arrange";
    fill(
      this.place,
      h(
        "div",
        { class: "page" },
        h("header", { class: "page-head" }, h("h1", { text: "Sinks" }), this.add),
        h("p", {
          class: "small muted",
          text: "A sink delivers the changes of lists elsewhere, in order. A receiver that was away gets what it missed.",
        }),
        this.list,
      ),
    );
    this.read();
    this.timer = setInterval(() => this.read(), INTERVAL);
  }

  close() {
    this.isClosed = true;
    clearInterval(this.timer);
  }

  create() {
    openSettings(null, () => this.read());
  }

  async read() {
    if (this.isReading || (this.entries.size > 0 && document.visibilityState !== "visible")) return;
    this.isReading = true;
    try {
      const found = (await sinks(server())).sinks;
      // One that is deleted meanwhile is gone when it is read again.
      const states = await Promise.all(
        found.map(({ name }) => sinkStatus(server(), name, { limit: MOST_LISTS }).catch(() => null)),
      );
      if (!this.isClosed) this.show(states.filter((each) => each !== null));
    } catch (error) {
      if (this.isClosed) return;
      this.entries.clear();
      this.add.hidden = error.code === "PERMISSION_DENIED";
      showFailure(this.list, { message: inWords(error) }, () => this.read());
    } finally {
      this.isReading = false;
    }
  }

  show(states) {
    this.add.hidden = false;
    const names = new Set(states.map(({ sink }) => sink.name));
    for (const name of this.entries.keys()) if (!names.has(name)) this.entries.delete(name);
    for (const state of states) {
      const { name } = state.sink;
      if (!this.entries.has(name)) this.entries.set(name, new SinkEntry(() => this.read()));
      this.entries.get(name).take(state);
    }
    const elements = states.map(({ sink }) => this.entries.get(sink.name).element);
    const isSame = elements.length > 0 && elements.length === this.list.children.length
      && elements.every((each, index) => each === this.list.children[index]);
    if (isSame) return;
    if (elements.length > 0) fillEntries(this.list, elements);
    else if (!this.list.querySelector(".empty")) {
      fill(this.list, emptyState("No sinks yet", "Have the changes of lists sent to an address of yours, as webhooks."));
    }
  }
}
