// The frame of the console: which page is shown, and how the connection is.

import { openDialog, showFailure } from "./shared/dialogs.js";
import { button, h, loadStyle } from "./shared/dom.js";
import { count, decoded } from "./shared/format.js";
import { inWords, onConnection, server, signIn, token, watchHealth } from "./shared/service.js";
import { setUpTheme } from "./shared/theme.js";

/** The style sheets of a board. */
const BOARD = ["board", "items", "dragging"];

/** The pages: their addresses, the link that they belong to, and the style sheets and the module that are loaded for them. */
const PAGES = [
  [/^#\/list\/(.+)$/, "lists", BOARD, () => import("./board/page.js")],
  [/^#\/(?:view\/(.+)|new-view(?:\?.*)?)$/, "lists", [...BOARD, "views"], () => import("./views/page.js")],
  [/^#\/strategies$/, "strategies", ["figures", "strategies"], () => import("./strategies/page.js")],
  [/^#\/server$/, "server", ["figures"], () => import("./server/page.js")],
  [/^/, "lists", ["lists", "figures"], () => import("./lists/page.js")],
];

/** The longest token that a server takes, in bytes. */
const LONGEST_TOKEN = 4096;

let close = null;
let shown = 0;

async function route() {
  const main = document.getElementById("main");
  shown += 1;
  const number = shown;
  close?.();
  close = null;
  document.getElementById("banner").hidden = true;
  document.querySelector(".menu")?.remove();
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  const [pattern, section, styles, load] = PAGES.find(([each]) => each.test(location.hash));
  const parts = pattern.exec(location.hash).slice(1).map((part) => part && decoded(part));
  document.title = "Arrange";
  for (const link of document.querySelectorAll(".bar nav a")) {
    if (link.dataset.page === section) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const place = h("div", { class: "place" });
  main.replaceChildren(place);
  try {
    const [page] = await Promise.all([load(), ...styles.map(loadStyle)]);
    if (number !== shown) return;
    close = page.show(place, ...parts);
    // Who came by a link goes on reading at the new page.
    if (number > 1) main.focus({ preventScroll: true });
  } catch (error) {
    showFailure(place, { message: `This part of the console can’t be loaded: ${error.message}` }, () => location.reload());
  }
}

function setUpConnection() {
  const control = document.getElementById("connection");
  const text = document.getElementById("connection-text");
  const banner = document.getElementById("banner");
  let problem = null;
  let loss = null;
  onConnection((state, error) => {
    const isConnected = state === "connected";
    const isLost = state === "disconnected";
    control.dataset.state = isConnected ? "connected" : isLost ? "lost" : "connecting";
    text.textContent = isConnected ? "Connected" : isLost ? "Not connected" : "Connecting";
    problem = isConnected ? null : error ?? problem;
    document.documentElement.toggleAttribute("data-lost", isLost);
    if (isLost) {
      loss = problem && problem.code !== "UNAVAILABLE" && problem.code !== "DEADLINE_EXCEEDED"
        ? inWords(problem)
        : "The connection is lost. The page shows what it has, and connects again by itself.";
      banner.textContent = loss;
      banner.hidden = false;
    } else if (isConnected && banner.textContent === loss) banner.hidden = true;
  });
  control.addEventListener("click", () => openConnection(text.textContent, problem));
}

function openConnection(state, problem) {
  const input = h("input", { id: "token", name: "token", type: "password", autocomplete: "off", value: token() });
  openDialog({
    title: state,
    body: [
      h("p", { class: "small", text: problem ? inWords(problem) : `Server ${location.host}, over WebSocket.` }),
      h(
        "div",
        { class: "field" },
        h("label", { for: "token", text: "Token" }),
        input,
        h(
          "span",
          { class: "hint", text: "Only needed where the server has an access file. This tab keeps it until it is closed." },
        ),
      ),
      token() ? button({ text: "Sign out", onclick: () => signIn("") }) : null,
    ],
    submit: "Sign in",
    onsubmit: (data) => {
      const text = data.get("token").trim();
      if (new TextEncoder().encode(text).length > LONGEST_TOKEN) {
        throw new Error(`A token has at most ${count(LONGEST_TOKEN)} bytes. Check what was copied.`);
      }
      signIn(text);
    },
  });
}

setUpTheme(document.getElementById("theme"));
setUpConnection();
watchHealth(() => {});
addEventListener("hashchange", route);
addEventListener("pagehide", () => server().close());
addEventListener("pageshow", (event) => event.persisted && location.reload());
route();
