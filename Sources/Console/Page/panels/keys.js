// The order keys of a list, and its ordering strategy.

import { notify, openDialog } from "../shared/dialogs.js";
import { announce, button, fill, h } from "../shared/dom.js";
import { bytes, count, counted } from "../shared/format.js";
import { inWords, server } from "../shared/service.js";

/** How many keys are renewed with one call. */
const STEP = 1000;

export function openKeys(page) {
  const panel = new KeysPanel(page);
  panel.load();
  return { element: panel.element, changed: () => panel.loadSoon() };
}

class KeysPanel {
  constructor(page) {
    this.page = page;
    this.figures = h("dl", { class: "figures" });
    this.about = h("div", { class: "block" });
    this.result = h("div", { class: "block", role: "status" });
    this.actions = h("div", { class: "group" });
    this.element = h("div", { class: "block" }, this.about, this.figures, this.actions, this.result);
  }

  loadSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), 400);
  }

  async load() {
    try {
      const [answer, known, info] = await Promise.all(
        [server().explain(this.page.name), server().strategies(), server().get(this.page.name)],
      );
      this.strategies = known.strategies;
      this.strategy = info.strategy;
      this.page.source.info = { ...this.page.source.info, strategy: info.strategy };
      this.page.showFacts();
      this.show(answer.statistics);
    } catch (error) {
      fill(this.result, h("p", { class: "problem", text: inWords(error) }));
    }
  }

  show(statistics) {
    const [name] = this.strategy.split(":");
    const found = this.strategies.find((each) => each.name === name);
    fill(
      this.about,
      h("h3", { text: this.strategy }),
      h(
        "p",
        {
          class: "small",
          text: found
            ? `${capital(found.summary)}`
            : "The server does not have this strategy: the list can be read, but not changed.",
        },
      ),
      found?.keyForm === "rank"
        ? h(
          "p",
          { class: "hint", text: "Keys follow from places: an edit renumbers everything behind it, and nothing is stored." },
        )
        : null,
    );
    const { keyCount, totalBytes, longestBytes } = statistics;
    const figure = (term, text) => h("div", { class: "figure" }, h("dt", { text: term }), h("dd", { text }));
    fill(
      this.figures,
      figure("keys", count(keyCount)),
      figure("bytes together", bytes(totalBytes)),
      figure("bytes each, mean", keyCount > 0 ? (totalBytes / keyCount).toFixed(1) : "–"),
      figure("longest key", totalBytes > 0 ? `${longestBytes} B` : "–"),
    );
    fill(
      this.actions,
      button({ text: "Change strategy…", onclick: () => this.change() }),
      name === "lexorank" ? button({ text: "Renew keys", onclick: () => this.rotate() }) : null,
      button({ icon: "check", text: "Verify keys", onclick: () => this.verify() }),
    );
  }

  async verify() {
    await this.attempt(async () => {
      fill(this.result, h("p", { text: "Verifying…" }));
      const answer = await server().verifyKeys(this.page.name);
      const problems = answer.problems.slice(0, 20).map(
        (problem) => h("li", { class: "entry", text: `${problem.id}: ${problem.explanation}` }),
      );
      fill(
        this.result,
        h("p", {
          text:
            answer.problemCount === 0
              ? `All ${counted(answer.checked, "key")} are right: each is valid and greater than the one before it.`
              : `${count(answer.problemCount)} of ${counted(answer.checked, "key")} are wrong. New keys for all mend them: ` +
                "“Change strategy” has a box for that.",
        }),
        problems.length > 0 ? h("ol", { class: "entries" }, problems) : null,
      );
    });
  }

  /** Gives all elements keys of the next bucket, some at a time. Nothing moves meanwhile. */
  async rotate() {
    await this.attempt(async () => {
      const bar = h("progress", { value: "0", max: "1", "aria-label": "Keys renewed" });
      const text = h("p", { text: "Renewing keys…" });
      fill(this.result, text, bar);
      let done = 0;
      let generation;
      for (;;) {
        const answer = await server().rotateKeys(this.page.name, { generation, limit: STEP });
        generation = answer.generation;
        done += answer.rekeyed;
        bar.value = done / Math.max(1, done + answer.remaining);
        text.textContent = answer.remaining > 0
          ? `${count(done)} renewed, at most ${count(answer.remaining)} left`
          : `Renewed ${counted(done, "key")}. Nothing moved.`;
        if (answer.remaining === 0) break;
      }
      announce(text.textContent);
      this.loadSoon();
    });
  }

  async attempt(body) {
    try {
      await body();
    } catch (error) {
      fill(this.result, h("p", { class: "problem", text: inWords(error) }));
    }
  }

  change() {
    const summary = h("p", { class: "hint" });
    const parameters = h("div", { class: "block" });
    const select = h(
      "select",
      { id: "strategy-choice", name: "strategy" },
      this.strategies.map(
        ({ name }) => h("option", { value: name, text: name, selected: name === this.strategy.split(":")[0] }),
      ),
    );
    const renew = h("input", { type: "checkbox", name: "renew", id: "strategy-renew" });
    const show = () => {
      const found = this.strategies.find(({ name }) => name === select.value);
      summary.textContent = capital(found.summary);
      fill(
        parameters,
        found.parameters.map((each) =>
          h(
            "div",
            { class: "field" },
            h("label", { for: `parameter-${each.name}`, text: each.name }),
            h(
              "input",
              {
                id: `parameter-${each.name}`,
                name: `p:${each.name}`,
                type: "number",
                min: each.minimum,
                max: each.maximum,
                value: String(each.standard),
              },
            ),
            h(
              "span",
              {
                class: "hint",
                text: `${capital(each.summary)} ${each.minimum} to ${each.maximum}; usually ${each.standard}.`,
              },
            ),
          ),
        ),
      );
    };
    select.addEventListener("change", show);
    show();
    openDialog({
      title: "Change the ordering strategy",
      body: [
        h(
          "p",
          {
            class: "small",
            text:
              `All ${counted(this.page.source.itemCount, "item")} get keys of the other strategy in one commit. ` +
              "Nothing moves, and those who follow the list notice nothing.",
          },
        ),
        h("div", { class: "field" }, h("label", { for: "strategy-choice", text: "Strategy" }), select, summary),
        parameters,
        h("label", { class: "check small" }, renew, "New keys for all, also where the strategy stays the same"),
      ],
      submit: "Change",
      onsubmit: async (data) => {
        const found = this.strategies.find(({ name }) => name === select.value);
        const chosen = found.parameters
          .map(({ name, standard }) => [name, Number(data.get(`p:${name}`)), standard])
          .filter(([, value, standard]) => value !== standard)
          .map(([name, value]) => `${name}=${value}`);
        const strategy = chosen.length > 0 ? `${select.value}:${chosen.join(",")}` : select.value;
        try {
          const answer = await server().changeStrategy(this.page.name, strategy, { renewKeys: renew.checked });
          notify(
            answer.changed
              ? `The strategy is ${answer.strategy} now; ${counted(answer.rekeyed, "element")} got new keys.`
              : "Nothing changed: the list has this strategy.",
          );
        } catch (error) {
          throw new Error(inWords(error));
        }
        this.load();
      },
    });
  }
}

function capital(text) {
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
