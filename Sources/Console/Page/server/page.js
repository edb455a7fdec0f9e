// The state of the server: health, what it holds, and its metrics over time.

import { showFailure } from "../shared/dialogs.js";
import { fill, h } from "../shared/dom.js";
import { bytes, compact, count, duration } from "../shared/format.js";
import { areHidden, inWords, mayOnServer, server, token } from "../shared/service.js";
import { accessSection } from "./access.js";
import { backupSection, nodesSection } from "./admin.js";
import { Chart } from "./chart.js";
import { logSection } from "./log.js";
import { buckets, quantile, readMetrics, sum } from "./metrics.js";

/** How often the metrics are read, in milliseconds, and how many readings a chart shows: two minutes. */
const INTERVAL = 2000;
const POINTS = 60;

/** Shows the state of the server in an element. Returns a function that closes it. */
export function show(place) {
  const page = new ServerPage(place);
  page.start();
  return () => page.close();
}

const rate = (number) => `${number >= 10 || number === 0 ? compact(Math.round(number)) : number.toFixed(1)}/s`;

/** The charts: a title, how a value is shown, and how it follows from two readings and the seconds between them. */
const CHARTS = [
  [
    "Calls",
    rate,
    (now, before, seconds) => (sum(now, "arrange_calls_total") - sum(before, "arrange_calls_total")) / seconds,
  ],
  [
    "Commits",
    rate,
    (now, before, seconds) => (sum(now, "arrange_commits_total") - sum(before, "arrange_commits_total")) / seconds,
  ],
  [
    "Duration of calls, 99th percentile",
    duration,
    (now, before) => between(now, before, "arrange_call_duration_seconds", 0.99),
  ],
  ["Flush of the journal, median", duration, (now, before) => between(now, before, "arrange_flush_duration_seconds", 0.5)],
  [
    "Commit to delivery, 99th percentile",
    duration,
    (now, before) => between(now, before, "arrange_delivery_duration_seconds", 0.99),
  ],
  ["Longest lag of a subscriber", duration, (now) => sum(now, "arrange_unserved_lag_seconds")],
  ["Subscriptions", compact, (now) => sum(now, "arrange_subscriptions")],
  ["Connections", compact, (now) => sum(now, "arrange_connections")],
  ["Memory", bytes, (now) => sum(now, "process_resident_memory_bytes")],
  [
    "Processor",
    (share) => `${Math.round(share * 100)} %`,
    (now, before, seconds) => (sum(now, "process_cpu_seconds_total") - sum(before, "process_cpu_seconds_total")) / seconds,
  ],
];

function between(now, before, name, share) {
  return quantile(share, buckets(now, name), buckets(before, name));
}

class ServerPage {
  constructor(place) {
    this.place = place;
    this.abort = new AbortController();
    this.health = h("div", { class: "health" }, h("span", { text: "Asking the server…" }));
    this.figures = h("dl", { class: "figures" });
    this.figuresHint = h("p", {
      class: "hint",
      text: "What the server holds is shown to a token with the permission admin. Sign in: the connection state at the top right.",
      hidden: true,
    });
    this.admin = h("div");
    this.operators = h("div");
    this.nodes = h("div");
    this.state = h("div");
    this.charts = CHARTS.map(
      ([title, show]) => new Chart(title, show, { points: POINTS, seconds: (POINTS * INTERVAL) / 1000 }),
    );
    this.chartList = h("div", { class: "charts" }, this.charts.map(({ element }) => element));
    this.metrics = h(
      "section",
      { class: "page-section", hidden: true },
      h("h2", { text: "Last two minutes" }),
      this.state,
      this.chartList,
    );
  }

  start() {
    document.title = "Server – Arrange";
    fill(
      this.place,
      h(
        "div",
        { class: "page" },
        h("header", { class: "page-head" }, h("h1", { text: "Server" })),
        this.health,
        this.figures,
        this.figuresHint,
        this.admin,
        this.nodes,
        this.metrics,
        this.operators,
      ),
    );
    this.watch();
    this.offer();
    this.timer = setInterval(() => this.read(), INTERVAL);
  }

  close() {
    clearInterval(this.timer);
    this.abort.abort();
  }

  /** Shows what the caller may have, and reads it. */
  async offer() {
    const [isAdmin, hasMetrics] = await Promise.all([mayOnServer("admin"), mayOnServer("admin", "metrics")]);
    if (this.abort.signal.aborted) return;
    if (isAdmin) {
      const { signal } = this.abort;
      fill(this.admin, backupSection(signal));
      fill(this.operators, accessSection(signal), logSection(signal));
    }
    this.hasMetrics = hasMetrics;
    this.metrics.hidden = !hasMetrics;
    this.read();
  }

  async watch() {
    try {
      for await (const health of server().watchHealth({ signal: this.abort.signal })) this.showHealth(health);
    } catch (error) {
      if (!this.abort.signal.aborted) this.showHealth(null, inWords(error));
    }
  }

  showHealth(health, problem) {
    const isServing = health?.status === "serving";
    // Where the server can't be asked, nothing is known about its state.
    this.health.classList.toggle("bad", health !== null && !isServing);
    const slow = health?.slowStrategies ?? [];
    fill(
      this.health,
      h("strong", { text: health === null ? "State not known" : isServing ? "Serving" : "Not serving" }),
      h(
        "span",
        {
          class: "muted",
          text: problem ?? (
            isServing
              ? "Lists can be read and changed."
              : "The server is starting, stopping, or can’t store safely any more. Its log says why."
          ),
        },
      ),
      slow.map(
        ({ collection, strategy }) => h(
          "span",
          { class: "tag broken", text: `${collection}: the strategy ${strategy} does not answer` },
        ),
      ),
    );
  }

  async read() {
    if (this.isReading || document.visibilityState !== "visible") return;
    this.isReading = true;
    try {
      const metrics = this.hasMetrics ? readMetrics(token()).catch((error) => error) : null;
      const [info, found] = await Promise.all([server().serverInfo(), metrics]);
      this.showInfo(info);
      if (found instanceof Error) showFailure(this.state, { message: `The metrics can’t be read: ${found.message}` });
      else if (found) this.showMetrics(found);
    } catch (error) {
      this.showHealth(null, inWords(error));
    } finally {
      this.isReading = false;
    }
  }

  showInfo({ version, uptimeUs, counts, nodes }) {
    fill(this.nodes, nodesSection(nodes ?? []));
    const figure = (term, text) => h("div", { class: "figure" }, h("dt", { text: term }), h("dd", { text }));
    const always = [figure("version", version), figure("running for", duration(uptimeUs / 1e6))];
    const isHidden = areHidden(counts);
    this.figuresHint.hidden = !isHidden;
    if (isHidden) {
      fill(this.figures, always);
      return;
    }
    fill(
      this.figures,
      always,
      figure("collections", count(counts.collections)),
      figure("in memory", count(counts.openCollections)),
      figure("connections", count(counts.connections)),
      figure("commits since start", compact(counts.commits)),
      figure("on disk", bytes(counts.storeBytes + counts.logBytes)),
      figure("refused connections", count(counts.refusedConnections)),
    );
  }

  showMetrics(now) {
    const time = performance.now();
    const before = this.before;
    fill(this.state, "");
    if (before) {
      const seconds = (time - this.time) / 1000;
      CHARTS.forEach(([, , value], index) => this.charts[index].push(value(now, before, seconds)));
    }
    this.before = now;
    this.time = time;
  }
}
