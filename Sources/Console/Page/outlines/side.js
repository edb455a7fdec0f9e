// The panels that can stand beside an outline: those of a flat list.

import { notify } from "../shared/dialogs.js";
import { button, fill, h, loadStyle } from "../shared/dom.js";
import { OutlineSource } from "./past.js";

/** Each opens with what it asks of a page, and returns its element, what it does with changes, and what closes it. */
const PANELS = {
  History: async (page) => (await import("../panels/history.js")).openHistory(page),
  Bin: async (page) => (await import("../panels/bin.js")).openBin(page),
};

export class Side {
  constructor(page) {
    this.page = page;
    this.element = h("aside", { class: "panel", hidden: true });
    page.element.append(this.element);
    const source = new OutlineSource(page);
    /** The page, as the panels of a flat list know one. */
    this.known = {
      name: page.name,
      title: page.title,
      source,
      actions: page.steps,
      get isClosed() {
        return page.isClosed;
      },
      showBoard: (shown) => page.showPast(shown === source ? undefined : shown),
    };
  }

  /** Opens the panel with a title, or closes it. */
  async toggle(title) {
    const isOpen = this.panel?.title === title;
    this.close();
    if (isOpen) return;
    try {
      await Promise.all(["panels", "figures"].map(loadStyle));
      const made = await PANELS[title](this.known);
      if (this.panel || this.page.isClosed) {
        made.close?.();
        return;
      }
      this.panel = { ...made, title };
    } catch (error) {
      notify(`${title} can’t be shown: ${error.message}`, { kind: "error" });
      return;
    }
    this.element.hidden = false;
    this.element.setAttribute("aria-label", title);
    fill(
      this.element,
      h(
        "header",
        { class: "panel-head" },
        h("h2", { text: title }),
        button({ icon: "close", label: `Close ${title}`, kind: "quiet", onclick: () => this.close(true) }),
      ),
      h("div", { class: "panel-body", tabindex: "0", role: "region", "aria-label": title }, this.panel.element),
    );
    this.show(title);
  }

  close(restores = false) {
    if (!this.panel) return;
    const { title, close } = this.panel;
    this.panel = undefined;
    close?.();
    this.element.hidden = true;
    this.show(undefined);
    if (restores) this.page.panelButtons.find((control) => control.textContent === title)?.focus();
  }

  /** Shows which panel is open. */
  show(title) {
    this.page.element.classList.toggle("with-panel", title !== undefined);
    for (const control of this.page.panelButtons) {
      control.setAttribute("aria-pressed", String(control.textContent === title));
    }
  }

  /** The outline has changed. */
  changed() {
    this.panel?.changed?.();
  }
}
