// Dialogs, menus and notices.

import { announce, button, fill, h } from "./dom.js";
import { keep, kept } from "./kept.js";

/** How long a notice stays, in milliseconds. One with an action stays longer, and any stays while it is pointed at. */
const NOTICE_TIME = 6000;
const NOTICE_TIME_WITH_ACTION = 15000;
/** The most notices at a time. */
const MOST_NOTICES = 3;

/**
 * Opens a dialog.
 *
 * `onsubmit` gets the form's data and the dialog; what it throws is shown in the dialog, which then stays open. Returns the
 * dialog; `closed` of it is a promise of whether it was submitted. What was typed in texts with a name comes back when the
 * dialog is opened again, unless it was submitted or cancelled: another page closes it as well. `ondismiss` is called where it
 * was submitted or cancelled.
 */
export function openDialog({ title, body, submit, danger = false, onsubmit, ondismiss, wide = false, cancel = "Cancel" }) {
  const key = `dialog ${location.hash} ${title}`;
  const dismiss = () => {
    keep(key, undefined);
    ondismiss?.();
    dialog.close();
  };
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const confirm = submit
    ? h("button", { type: "submit", class: `button ${danger ? "danger" : "primary"}` }, h("span", { text: submit }))
    : null;
  const form = h(
    "form",
    { method: "dialog", novalidate: true },
    h(
      "header",
      { class: "dialog-head" },
      h("h2", { id: "dialog-title", text: title }),
      button({ icon: "close", label: "Close", kind: "quiet", onclick: dismiss }),
    ),
    h("div", { class: "dialog-body" }, body, problem),
    h(
      "footer",
      { class: "dialog-foot" },
      button({ text: submit ? cancel : "Close", onclick: dismiss }),
      confirm,
    ),
  );
  const dialog = h("dialog", { class: wide ? "dialog wide" : "dialog", "aria-labelledby": "dialog-title" }, form);
  let submitted = false;
  let busy = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    problem.hidden = true;
    try {
      await onsubmit?.(new FormData(form), dialog);
      submitted = true;
      dismiss();
    } catch (error) {
      showProblem(problem, error.message ?? String(error));
    } finally {
      busy = false;
    }
  });
  const texts = [...form.querySelectorAll(":is(input[type=text], textarea)[name]")];
  const typed = kept(key) ?? {};
  for (const text of texts) if (Object.hasOwn(typed, text.name)) text.value = typed[text.name];
  form.addEventListener("input", () => (
    keep(key, texts.length > 0 ? Object.fromEntries(texts.map(({ name, value }) => [name, value])) : undefined)
  ));
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    dismiss();
  });
  const focused = document.activeElement;
  dialog.closed = new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
      resolve(submitted);
    });
  });
  document.body.append(dialog);
  dialog.showModal();
  const first = dialog.querySelector("[autofocus]") ?? dialog.querySelector(".dialog-body input, .dialog-body select");
  first?.focus();
  // What is proposed is replaced by what is typed.
  first?.select?.();
  return dialog;
}

/** Opens a list of keys: `help` has for each what is pressed, and what it does. */
export function openKeys(text, help) {
  openDialog({
    title: "Keyboard",
    body: [
      h("p", { class: "muted small", text }),
      // On small screens it scrolls, with the keyboard as well.
      h(
        "dl",
        { class: "keys", tabindex: "0" },
        help.map(([keys, effect]) => [h("dt", {}, keys.map((key) => [h("kbd", { text: key }), " "])), h("dd", { text: effect })]),
      ),
    ],
  });
}

/** Shows an error message in its place. */
export function showProblem(place, text) {
  place.textContent = text;
  place.hidden = false;
}

/** A labelled field of a form. */
export function labelled(text, control, hint) {
  const id = `field-${labelled.next++}`;
  control.id = id;
  const description = hint ? h("span", { class: "hint", id: `${id}-hint`, text: hint }) : null;
  if (description) control.setAttribute("aria-describedby", description.id);
  return h("div", { class: "field" }, h("label", { for: id, text }), control, description);
}
labelled.next = 1;

/**
 * Opens a menu below a button, or at a point of the screen. Each entry has `text`, `icon` and `onclick`; null stands for a line
 * between entries.
 */
export function openMenu(anchor, entries, point) {
  document.querySelector(".menu")?.remove();
  const menu = h("div", { class: "menu", role: "menu", "aria-label": anchor.getAttribute("aria-label") ?? "Menu" });
  const isButton = anchor.matches("button");
  const close = (restore = true) => {
    menu.remove();
    if (isButton) anchor.setAttribute("aria-expanded", "false");
    removeEventListener("pointerdown", outside, true);
    if (restore) anchor.focus({ preventScroll: true });
  };
  const outside = (event) => {
    if (!menu.contains(event.target) && (point || !anchor.contains(event.target))) close(false);
  };
  for (const entry of entries) {
    if (!entry) {
      menu.append(h("div", { class: "menu-line", role: "separator" }));
      continue;
    }
    const item = button({
      icon: entry.icon,
      text: entry.text,
      kind: entry.danger ? "menu-item danger-text" : "menu-item",
      role: "menuitem",
      onclick: () => {
        close();
        entry.onclick();
      },
    });
    menu.append(item);
  }
  menu.addEventListener("keydown", (event) => {
    const items = [...menu.querySelectorAll("[role=menuitem]")];
    const at = items.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to !== undefined) items[(to + items.length) % items.length].focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.getElementById("main").append(menu);
  const place = point ? new DOMRect(point.x, point.y, 0, 0) : anchor.getBoundingClientRect();
  const left = Math.min(place.left, innerWidth - menu.offsetWidth - 8);
  const below = place.bottom + 4 + menu.offsetHeight <= innerHeight;
  menu.style.left = `${Math.max(8, left)}px`;
  menu.style.top = `${below ? place.bottom + 4 : Math.max(8, place.top - menu.offsetHeight - 4)}px`;
  if (isButton) anchor.setAttribute("aria-expanded", "true");
  addEventListener("pointerdown", outside, true);
  menu.querySelector("[role=menuitem]").focus();
}

/**
 * Shows a notice, with an action to take back what was done, for example.
 *
 * `kind` is "" or "error". With `isKept` it stays until it is dismissed, as for a text that is nowhere else any more. It is
 * announced to screen readers as well.
 */
export function notify(text, { kind = "", action, onaction, isKept = false } = {}) {
  const tray = document.getElementById("notices");
  const notice = h("div", { class: `notice ${kind}` }, h("span", { text }));
  let timer = 0;
  const close = () => {
    clearTimeout(timer);
    notice.remove();
  };
  const wait = () => {
    clearTimeout(timer);
    if (isKept) return;
    timer = setTimeout(close, action ? NOTICE_TIME_WITH_ACTION : NOTICE_TIME);
  };
  if (action) {
    const act = button({
      text: action,
      kind: "notice-action",
      onclick: () => {
        close();
        onaction();
      },
    });
    notice.append(act);
  }
  notice.append(button({ icon: "close", label: "Dismiss", kind: "quiet notice-close", onclick: close }));
  notice.addEventListener("pointerenter", () => clearTimeout(timer));
  notice.addEventListener("pointerleave", wait);
  notice.addEventListener("focusin", () => clearTimeout(timer));
  notice.addEventListener("focusout", wait);
  if (kind !== "error") for (const old of tray.querySelectorAll(".notice:not(.error)")) old.remove();
  tray.append(notice);
  while (tray.children.length > MOST_NOTICES) tray.firstChild.remove();
  announce(action ? `${text} ${action} is available.` : text);
  wait();
  return { close };
}

/** A place that says there is nothing yet, and what to do. */
export function emptyState(title, text, ...actions) {
  return h(
    "div",
    { class: "empty" },
    h("p", { class: "empty-title", text: title }),
    h("p", { class: "muted", text }),
    actions.length > 0 ? h("div", { class: "empty-actions" }, actions) : null,
  );
}

/** A button that opens the dialog to sign in. */
export function signInButton() {
  return button({ text: "Sign in", kind: "primary", onclick: () => document.getElementById("connection").click() });
}

/** Replaces the content of a place by an error and a button to try again. */
export function showFailure(place, error, retry) {
  fill(
    place,
    h(
      "div",
      { class: "empty", role: "alert" },
      h("p", { class: "empty-title", text: "That did not work" }),
      h("p", { text: error.message ?? String(error) }),
      retry ? button({ text: "Try again", onclick: retry }) : null,
    ),
  );
}
