// Strategies compared: a plan, its run on the server, and the report.

import { emptyState, showProblem, signInButton } from "../shared/dialogs.js";
import { announce, button, fill, h } from "../shared/dom.js";
import { count } from "../shared/format.js";
import { inWords, mayOnServer, server } from "../shared/service.js";
import { makePlans } from "./plans.js";
import { showReport } from "./report.js";

/** Shows the page in an element. Returns a function that closes it. */
export function show(place) {
  const page = new StrategiesPage(place);
  page.start();
  return () => page.abort?.abort();
}

function download(report) {
  const href = URL.createObjectURL(report);
  return h("p", {}, h("a", { class: "button", href, download: "comparison.json", text: "Save the report as JSON" }));
}

class StrategiesPage {
  constructor(place) {
    this.place = place;
    this.plan = h("select", { id: "plan-choice" });
    this.plan.addEventListener("change", () => this.choose());
    this.summary = h("span", { class: "hint" });
    this.text = h("textarea", {
      id: "plan-text",
      class: "mono plan",
      rows: "12",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      placeholder: "# Empty: the standard plan.",
      "aria-describedby": "plan-problem",
    });
    this.text.addEventListener("input", () => this.text.removeAttribute("aria-invalid"));
    this.problem = h("p", { class: "problem", id: "plan-problem", role: "alert", hidden: true });
    this.run = button({ text: "Compare", kind: "primary", onclick: () => this.compare() });
    this.stop = button({ text: "Cancel", onclick: () => this.abort?.abort() });
    this.bar = h("progress", { max: "1", value: "0", "aria-label": "Operations carried out" });
    this.state = h("p", { class: "run-state small", role: "status" });
    this.report = h("section", { class: "block report", "aria-label": "Report" });
    this.showRunning(false);
  }

  async start() {
    document.title = "Strategies – Arrange";
    this.build();
    this.readNames();
    if (await mayOnServer("admin")) return;
    const text = "The server compares strategies for a token with the permission admin.";
    fill(this.place, emptyState("Not for everybody", text, signInButton()));
  }

  build() {
    fill(
      this.place,
      h(
        "div",
        { class: "page" },
        h("header", { class: "page-head" }, h("h1", { text: "Strategies compared" })),
        h(
          "section",
          { class: "block", "aria-label": "Plan" },
          h(
            "p",
            {
              class: "small muted",
              text: "The same edits are made under several ordering strategies, on lists that are there for that alone. " +
                "The report says what each of them wrote.",
            },
          ),
          h("div", { class: "field" }, h("label", { for: "plan-choice", text: "Begin with" }), this.plan, this.summary),
          h("div", { class: "field" }, h("label", { for: "plan-text", text: "Plan, in YAML" }), this.text),
          this.problem,
          h("div", { class: "group" }, this.run, this.stop),
          this.bar,
          this.state,
        ),
        this.report,
      ),
    );
  }

  async readNames() {
    let names;
    try {
      names = (await server().strategies()).strategies.map(({ name }) => name);
    } catch {
      // The plan can be written by hand; the comparison itself will say what is wrong.
      names = [];
    }
    this.plans = makePlans(names);
    fill(this.plan, this.plans.map(({ title }, index) => h("option", { value: String(index), text: title })));
    if (this.text.value === "") this.choose();
  }

  choose() {
    const { text, summary } = this.plans[Number(this.plan.value)];
    this.text.value = text;
    this.text.removeAttribute("aria-invalid");
    this.summary.textContent = summary;
  }

  showRunning(isRunning) {
    const hadFocus = document.activeElement === (isRunning ? this.run : this.stop);
    this.run.hidden = isRunning;
    this.stop.hidden = !isRunning;
    this.bar.hidden = !isRunning;
    if (hadFocus) (isRunning ? this.stop : this.run).focus();
  }

  async compare() {
    const { signal } = (this.abort = new AbortController());
    this.problem.hidden = true;
    this.text.removeAttribute("aria-invalid");
    this.bar.value = 0;
    this.state.textContent = "Waiting for the server…";
    this.showRunning(true);
    const [reports, pages] = [[], []];
    try {
      for await (const { done, total, report, page } of server().compare(this.text.value, { page: true, signal })) {
        if (report.length > 0) reports.push(report);
        if (page.length > 0) pages.push(page);
        if (total > 0) this.showProgress(done, total);
      }
      fill(this.report, showReport(await new Blob(pages).text()), download(new Blob(reports, { type: "application/json" })));
      this.state.textContent = "Done. The report is below.";
    } catch (error) {
      this.state.textContent = signal.aborted ? "Cancelled. Nothing was kept." : "";
      if (!signal.aborted) {
        showProblem(this.problem, inWords(error));
        if (error.field === "plan") this.text.setAttribute("aria-invalid", "true");
      }
    } finally {
      this.showRunning(false);
    }
  }

  showProgress(done, total) {
    const before = Math.floor(this.bar.value * 4);
    this.bar.value = done / total;
    const percent = `${Math.floor((done / total) * 100)} %`;
    // The status is announced at each quarter, not with each message.
    if (Math.floor(this.bar.value * 4) > before) announce(percent);
    this.bar.setAttribute("aria-valuetext", `${count(done)} of ${count(total)} operations`);
    this.state.textContent = `${percent}: ${count(done)} of ${count(total)} operations`;
  }
}
