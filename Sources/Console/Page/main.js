// The frame of the console: which page is shown, and how the connection is.

import { openDialog, showFailure, signInButton } from "./shared/dialogs.js";
import { button, fill, h, loadStyle } from "./shared/dom.js";
import { count, dateOf, decoded, moment, quoted } from "./shared/format.js";
import { keptNames } from "./shared/kept.js";
import {
  caller, inWords, onConnection, server, signIn, signOut, token, watchAnswers, watchHealth,
} from "./shared/service.js";
import { setUpTheme } from "./shared/theme.js";

/** The style sheets of a board. */
const BOARD = ["board", "items", "dragging"];

/** The pages: their addresses, the link that they belong to, and the style sheets and the module that are loaded for them. */
const PAGES = [
  [/^#\/list\/([^?]+)(?:\?item=(.+))?$/, "lists", BOARD, () => import("./board/page.js")],
  [/^#\/(?:view\/(.+)|new-view(?:\?.*)?)$/, "lists", [...BOARD, "views"], () => import("./views/page.js")],
  [/^#\/strategies$/, "strategies", ["figures", "strategies"], () => import("./strategies/page.js")],
  [/^#\/sinks$/, "sinks", ["figures", "sinks"], () => import("./sinks/page.js")],
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

/** How the states of the connection look, and what they are called. */
const STATES = {
  connected: ["connected", "Connected"],
  connecting: ["connecting", "Connecting"],
  disconnected: ["lost", "Not connected"],
  silent: ["lost", "No answer"],
};

function lossInWords(state, problem) {
  if (state === "silent") return "The server does not answer at the moment. What you do is kept, and sent when it does.";
  if (problem?.code === "UNAUTHENTICATED" && token()) {
    return `${inWords(problem)} What you see and what you have typed stays here.`;
  }
  if (problem && problem.code !== "UNAVAILABLE" && problem.code !== "DEADLINE_EXCEEDED") return inWords(problem);
  return "The connection is lost. The page shows what it has, and connects again by itself.";
}

function setUpConnection() {
  const control = document.getElementById("connection");
  const text = document.getElementById("connection-text");
  const banner = document.getElementById("banner");
  let problem = null;
  let loss = null;
  onConnection((state, error) => {
    const [shown, words] = STATES[state] ?? STATES.connecting;
    control.dataset.state = shown;
    text.textContent = words;
    problem = state === "connected" ? null : error ?? problem;
    const isLost = shown === "lost";
    document.documentElement.toggleAttribute("data-lost", isLost);
    if (isLost) {
      loss = lossInWords(state, problem);
      fill(banner, loss, problem?.code === "UNAUTHENTICATED" ? signInButton() : null);
      banner.hidden = false;
    } else if (state === "connected" && banner.firstChild?.textContent === loss) banner.hidden = true;
  });
  onConnection((state) => state === "connected" && showPrincipal());
  control.addEventListener("click", () => openConnection(text.textContent, problem));
}

/** Who is signed in; nobody is where the server has no access file. */
let principal = "";
let signedIn = null;

async function showPrincipal() {
  const found = await caller();
  if (!found) return;
  signedIn = found;
  principal = found.principal;
  // Comparing strategies is all that there is on their page.
  const mayAdmin = found.permissions.has("admin");
  document.querySelector(".bar nav a[data-page=strategies]").hidden = !mayAdmin;
  document.querySelector(".bar nav a[data-page=sinks]").hidden = !mayAdmin && !found.permissions.has("manage");
  const isSomebody = principal !== "" && principal !== "anonymous";
  const place = document.getElementById("principal");
  place.textContent = isSomebody ? principal : principal === "" ? "" : "not signed in";
  place.hidden = principal === "";
}

/** How somebody was identified, for a sentence. */
const IDENTIFIED = {
  certificate: "by a certificate",
  token: "by a token of the access file",
  jwt: "by a signed token",
  user: "as the user of this machine",
};

/** Who is signed in, how, and until when. */
function inShort({ identifiedBy, expiresUs, permissions }) {
  if (principal === "anonymous") return "You are not signed in.";
  const how = IDENTIFIED[identifiedBy] ? `, ${IDENTIFIED[identifiedBy]}` : "";
  const until = expiresUs === undefined ? "" : `, until ${moment(dateOf(expiresUs))}`;
  const admin = permissions.has("admin") ? " You may also administer the server." : "";
  return `You are signed in as ${quoted(principal)}${how}${until}.${admin}`;
}

function openConnection(state, problem) {
  const input = h("input", { id: "token", name: "token", type: "password", autocomplete: "off", value: token() });
  openDialog({
    title: state,
    body: [
      h("p", { class: "small", text: problem ? inWords(problem) : `Server ${location.host}, over WebSocket.` }),
      principal === "" ? null : h("p", { text: inShort(signedIn) }),
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
      token() ? button({ text: "Sign out", onclick: () => signOut() }) : null,
    ],
    submit: "Sign in",
    onsubmit: (data) => {
      const text = data.get("token").trim();
      if (new TextEncoder().encode(text).length > LONGEST_TOKEN) {
        throw new Error(`A token has at most ${count(LONGEST_TOKEN)} bytes. Check what was copied.`);
      }
      if (text === "" && token()) signOut();
      else signIn(text);
    },
  });
}

setUpTheme(document.getElementById("theme"));
setUpConnection();
watchHealth(() => {});
if (keptNames("edits.").length > 0) import("./board/outbox.js").then(({ resumeOutboxes }) => resumeOutboxes());
watchAnswers();
addEventListener("hashchange", route);
addEventListener("keydown", async (event) => {
  if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (document.querySelector("dialog[open]")) return;
  const [{ openPalette }] = await Promise.all([import("./palette/palette.js"), loadStyle("palette")]);
  openPalette();
});
// A list that waited for it goes on as it is, with what was typed in it.
addEventListener("signed-in", ({ detail }) => detail.isAwaited && document.querySelector(".list-page") || route());
// With the tab goes what the server has not got yet.
addEventListener("beforeunload", (event) => keptNames("edits.").length > 0 && event.preventDefault());
addEventListener("pagehide", () => server().close());
addEventListener("pageshow", (event) => event.persisted && location.reload());
route();
