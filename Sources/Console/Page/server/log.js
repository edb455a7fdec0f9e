// The newest lines of the server's log.

import { serverLog } from "/client/admin.js";
import { emptyState, labelled } from "../shared/dialogs.js";
import { fill, h } from "../shared/dom.js";
import { counted } from "../shared/format.js";
import { inWords, server } from "../shared/service.js";

/** How often new lines are asked for, in milliseconds, how many lines are shown, and how many come in one answer. */
const INTERVAL = 2000;
const MOST_SHOWN = 500;
const MOST_READ = 1000;

const SEVERITIES = ["trace", "debug", "info", "notice", "warning", "error", "critical"];

/** The section with the log, which goes on until `signal` is aborted. */
export function logSection(signal) {
  const log = new LogView();
  const timer = setInterval(() => log.read(), INTERVAL);
  signal.addEventListener("abort", () => clearInterval(timer));
  log.read();
  return log.element;
}

class LogView {
  constructor() {
    this.state = h("p", { class: "hint", role: "status" });
    this.list = h("ol", { class: "log", tabindex: "0", "aria-label": "Lines of the log, the newest first" });
    this.severity = h(
      "select",
      { onchange: () => this.again() },
      SEVERITIES.map((word) => h("option", { value: word, text: word })),
    );
    this.severity.value = "info";
    this.words = h("input", { type: "search", autocomplete: "off", oninput: () => this.show() });
    this.element = h(
      "section",
      { class: "page-section block" },
      h("h2", { text: "Log" }),
      h("div", { class: "log-tools" }, labelled("From severity", this.severity), labelled("Lines with", this.words)),
      this.state,
      this.list,
    );
    this.clear();
  }

  clear() {
    this.lines = [];
    this.last = 0;
    this.serverId = undefined;
    this.missed = 0;
  }

  /** Reads other lines. */
  again() {
    this.clear();
    this.read();
  }

  async read() {
    if (document.visibilityState !== "visible" || this.isReading) return;
    this.isReading = true;
    const severity = this.severity.value;
    try {
      const found = await serverLog(server(), { after: this.last, limit: MOST_READ, severity });
      // The severity may have been changed meanwhile.
      if (severity === this.severity.value) this.take(found);
    } catch (error) {
      this.state.textContent = inWords(error);
    } finally {
      this.isReading = false;
    }
    if (severity !== this.severity.value) this.read();
  }

  take({ lines, last, missed, serverId }) {
    if (this.serverId !== undefined && this.serverId !== serverId) {
      // The lines of another run have numbers of their own: its newest ones are read from the beginning.
      this.clear();
      this.serverId = serverId;
      this.read();
      return;
    }
    const isFirst = this.serverId === undefined;
    Object.assign(this, { last, serverId, missed: this.missed + missed });
    this.lines = [...this.lines, ...lines].slice(-MOST_SHOWN);
    if (isFirst || lines.length > 0) this.show();
  }

  show() {
    const words = this.words.value.trim().toLowerCase();
    const shown = this.lines.filter(({ text }) => text.toLowerCase().includes(words)).reverse();
    this.state.textContent =
      `${counted(shown.length, "line")}${words ? ` of ${this.lines.length}` : ""}, the newest first` +
      `${this.missed > 0 ? `; ${counted(this.missed, "line")} came too fast to be kept` : ""}`;
    if (shown.length === 0) fill(this.list, h("li", {}, emptyState("Nothing to show", "There are no such lines.")));
    else fill(this.list, shown.map(({ severity, text }) => h("li", { class: `log-${severity}`, text })));
  }
}
