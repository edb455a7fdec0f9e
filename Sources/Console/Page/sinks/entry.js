// One sink: what it does, and what can be done with it.

import { deleteSink, pauseSink, replaySink, resumeSink, testSink } from "/client/admin.js";
import { notify, openDialog, openMenu } from "../shared/dialogs.js";
import { button, fill, h } from "../shared/dom.js";
import { fillEntries } from "../shared/entries.js";
import { count, counted, dateOf, duration, moment, quoted } from "../shared/format.js";
import { inWords, server } from "../shared/service.js";
import { openSettings } from "./edit.js";

/** What deliveries are doing, and whether that is a problem. */
const STATES = {
  caught_up: ["caught up", false],
  sending: ["sending", false],
  waiting: ["waits to try again", true],
  paused: ["paused", true],
  denied: ["not allowed", true],
  unspecified: ["unknown", true],
};

/** Where a sink delivers to. */
export function targetOf({ url, postgres }) {
  return postgres ? `PostgreSQL, schema ${postgres.schema}` : url;
}

/** What a sink delivers. */
export function contentOf({ collections, view }) {
  return view ? `the view ${view}` : collections.join(", ");
}

/** A sink on the page. */
export class SinkEntry {
  /** - changed: called after the sink was changed. */
  constructor(changed) {
    this.changed = changed;
    this.title = h("h2", {});
    this.tag = h("span", { class: "tag" });
    this.facts = h("dl", { class: "facts" });
    this.problem = h("p", { class: "problem", hidden: true });
    this.answer = h("p", { class: "hint", role: "status" });
    this.test = button({ icon: "stream", text: "Send a test", onclick: () => this.sendTest() });
    this.pause = button({ text: "Pause", onclick: () => this.turn() });
    this.menu = button({ icon: "more", label: "Menu", kind: "quiet menu-button", "aria-haspopup": "menu" });
    this.menu.addEventListener("click", () => this.openMenu());
    this.rows = h("tbody");
    this.table = h(
      "table",
      { class: "sample" },
      h("caption", { class: "small muted", text: "Those that lag most come first." }),
      h("thead", {}, h("tr", {}, ["List", "State", "Delivered", "Newest", "Lag", ""].map((text) => (
        text ? h("th", { scope: "col", text }) : h("td")
      )))),
      this.rows,
    );
    this.element = h(
      "section",
      { class: "page-section block" },
      h("header", { class: "sink-head" }, this.title, this.tag),
      this.facts,
      this.problem,
      h("div", { class: "group" }, this.test, this.pause, this.menu),
      this.answer,
      this.table,
    );
  }

  /** Shows a state that was read. */
  take(status) {
    const text = JSON.stringify(status, (_, value) => (typeof value === "bigint" ? String(value) : value));
    if (text === this.text) return;
    this.text = text;
    this.status = status;
    const { sink, collections } = status;
    this.title.textContent = sink.name;
    this.element.setAttribute("aria-label", sink.name);
    this.element.dataset.name = sink.name;
    this.menu.setAttribute("aria-label", `Menu of ${sink.name}`);
    this.menu.title = `Menu of ${sink.name}`;
    this.pause.querySelector("span").textContent = sink.paused || this.pausedLists > 0 ? "Resume" : "Pause";
    this.showTag();
    const fact = (term, value) => h("div", {}, h("dt", { text: term }), h("dd", { text: value }));
    fill(
      this.facts,
      fact("delivers", contentOf(sink.settings)),
      fact("to", targetOf(sink.settings)),
      fact("as", sink.settings.mode === "commits" ? "each commit" : "merged changes"),
      fact("with the rights of", sink.definer || "the server"),
      fact("accepted", counted(status.deliveries, "message")),
      fact("failed", counted(status.failures, "attempt")),
    );
    const problem = sink.pauseReason || collections.find(({ error }) => error)?.error || "";
    this.problem.textContent = problem;
    this.problem.hidden = problem === "";
    this.table.hidden = collections.length === 0;
    fillEntries(this.rows, collections.map((each) => this.row(each)));
  }

  get pausedLists() {
    return this.status.collections.filter(({ state }) => state === "paused").length;
  }

  showTag() {
    const { sink, lagging, failing, collectionCount } = this.status;
    const [text, isBad] = sink.paused
      ? ["paused", true]
      : failing > 0
        ? [`${count(failing)} of ${counted(collectionCount, "list")} failing`, true]
        : lagging > 0
          ? [`${counted(lagging, "list")} to deliver`, false]
          : [`${counted(collectionCount, "list")}, all delivered`, false];
    this.tag.textContent = text;
    this.tag.classList.toggle("broken", isBad);
  }

  row({ collection, delivered, newest, state, lagUs, nextAttemptUs, attempts, error }) {
    const [text, isBad] = STATES[state] ?? STATES.unspecified;
    const next = state === "waiting" && nextAttemptUs > 0 ? `, at ${moment(dateOf(nextAttemptUs))}` : "";
    const tries = attempts > 0 ? ` after ${counted(attempts, "attempt")}` : "";
    return h(
      "tr",
      { data: { name: collection } },
      h("th", { scope: "row", text: collection }),
      h("td", { title: error || null }, h("span", { class: isBad ? "tag broken" : "tag", text: `${text}${tries}${next}` })),
      h("td", { class: "number", text: count(delivered) }),
      h("td", { class: "number", text: count(newest) }),
      h("td", { class: "number", text: lagUs > 0 ? duration(Number(lagUs) / 1e6) : "" }),
      h("td", {}, button({
        text: "Again…", kind: "quiet", "aria-label": `Deliver ${collection} again`, onclick: () => this.replay(collection),
      })),
    );
  }

  /** Calls the server, and shows what went wrong. */
  async call(body) {
    try {
      await body();
    } catch (error) {
      notify(inWords(error), { kind: "error" });
    }
    this.changed();
  }

  async sendTest() {
    this.test.disabled = true;
    this.answer.textContent = "Sending…";
    try {
      const { delivered, status, error, durationUs } = await testSink(server(), this.status.sink.name);
      const time = duration(Number(durationUs) / 1e6);
      this.answer.textContent = delivered
        ? `The receiver has accepted it after ${time}${status ? `, with status ${status}` : ""}.`
        : `It was not accepted: ${error}.`;
    } catch (error) {
      this.answer.textContent = inWords(error);
    } finally {
      this.test.disabled = false;
    }
  }

  turn() {
    const { name, paused } = this.status.sink;
    return this.call(() => (paused || this.pausedLists > 0 ? resumeSink(server(), name) : pauseSink(server(), name)));
  }

  replay(collection) {
    const { name } = this.status.sink;
    openDialog({
      title: `Deliver ${quoted(collection)} again?`,
      body: h("p", { text: "The receiver gets the whole list, and then its changes." }),
      submit: "Deliver it again",
      onsubmit: () => this.call(() => replaySink(server(), name, collection)),
    });
  }

  openMenu() {
    const { sink } = this.status;
    openMenu(this.menu, [
      { icon: "edit", text: "Edit…", onclick: () => openSettings(sink, this.changed) },
      null,
      { icon: "remove", text: "Delete…", danger: true, onclick: () => this.remove() },
    ]);
  }

  remove() {
    const { name } = this.status.sink;
    openDialog({
      title: `Delete the sink ${quoted(name)}?`,
      body: h("p", { text: "Nothing is delivered any more, and how far it was is forgotten. What was delivered stays." }),
      submit: "Delete the sink",
      danger: true,
      onsubmit: () => this.call(() => deleteSink(server(), name)),
    });
  }
}
