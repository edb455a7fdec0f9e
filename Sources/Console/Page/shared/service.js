// The connection of the page to its server, and errors in words that say what to do.

import { ArrangeError, connect } from "/client/arrange.js";
import { forgetKept } from "./kept.js";

const TOKEN = "arrange.token";
const NAME = "arrange console";
/** How often the page asks whether the server still answers, and how long an answer may take, in milliseconds. */
const PING_EVERY = 4000;
const PING_LIMIT = 3000;

let client;
/** Whether a server that is connected does not answer. */
let isSilent = false;
const listeners = new Set();
const waitingForSignIn = new Set();

/** The token of this tab; it is kept until the tab is closed. */
export function token() {
  try {
    return sessionStorage.getItem(TOKEN) ?? "";
  } catch {
    return "";
  }
}

/** The client of the page. */
export function server() {
  client ??= open();
  return client;
}

function open(text = token()) {
  const made = connect(undefined, { clientName: NAME, token: text, sendsTokenInClear: location.protocol === "http:" });
  made.onState(() => {
    if (made !== client) return;
    isSilent = false;
    tellState();
  });
  return made;
}

function tellState() {
  const { state, error } = server();
  for (const listener of listeners) listener(isSilent && state === "connected" ? "silent" : state, error);
}

/**
 * Calls a function with each state of the connection: those of the client, and "silent" where the server does not answer.
 * Returns a function that ends this.
 */
export function onConnection(listener) {
  listeners.add(listener);
  listener(server().state, server().error);
  return () => listeners.delete(listener);
}

/** Connects with another token. A page that waits for it goes on; others are shown anew. */
export function signIn(text) {
  try {
    sessionStorage.setItem(TOKEN, text);
  } catch {
    // Without storage the token is that of the page alone.
  }
  const before = client;
  client = undefined;
  client = open(text);
  isSilent = false;
  tellState();
  const isAwaited = waitingForSignIn.size > 0;
  for (const goOn of [...waitingForSignIn]) goOn();
  dispatchEvent(new CustomEvent("signed-in", { detail: { isAwaited } }));
  before?.close();
}

/** Connects as nobody in particular. What was typed and not sent is forgotten: the next person is another one. */
export function signOut() {
  forgetKept();
  try {
    sessionStorage.removeItem(TOKEN);
  } catch {
    // Then there is none.
  }
  client?.close();
  location.reload();
}

/** All permissions: what everybody has on a server without an access file. */
const ALL = ["read", "watch", "history", "move", "write", "create", "delete", "manage", "admin", "metrics"];

/**
 * Who the caller is, and what that principal may do with a list and with the server: { principal, permissions, identifiedBy,
 * expiresUs }. The principal is empty where the server has no access file; null where nothing can be found out.
 */
export async function caller(name = "") {
  const info = await server().serverInfo(name === "" ? {} : { names: [name] }).catch(() => null);
  if (!info?.caller) return null;
  const { unrestricted, principal, permissions: onServer, names, identifiedBy, expiresUs } = info.caller;
  const permissions = unrestricted ? ALL : [...onServer, ...names.flatMap((each) => each.permissions)];
  return { principal: unrestricted ? "" : principal, permissions: new Set(permissions), identifiedBy, expiresUs };
}

/** The most names about which the description of the server says what its caller may do. */
const MOST_NAMES = 100;

/** What the caller may do with lists: a map from their names to permissions; undefined where everybody may do everything. */
export async function permissionsOn(names) {
  const found = new Map();
  for (let start = 0; start < names.length; start += MOST_NAMES) {
    const { caller: known } = await server().serverInfo({ names: names.slice(start, start + MOST_NAMES) });
    if (known.unrestricted) return undefined;
    for (const { name, permissions } of known.names) found.set(name, new Set(permissions));
  }
  return found;
}

/** Whether the caller has one of some permissions on the server, as far as is known. */
export async function mayOnServer(...permissions) {
  const known = await caller();
  return known === null || permissions.some((permission) => known.permissions.has(permission));
}

/** Returns once somebody has signed in. */
export function whenSignedIn() {
  return new Promise((resolve) => {
    const goOn = () => {
      waitingForSignIn.delete(goOn);
      resolve();
    };
    waitingForSignIn.add(goOn);
  });
}

/** Asks again and again whether the server answers: a lost network says nothing by itself. */
export async function watchAnswers() {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, PING_EVERY));
    if (server().state !== "connected" || document.visibilityState !== "visible") continue;
    const asked = client;
    const wasSilent = isSilent;
    isSilent = await asked.ping({ timeoutMs: PING_LIMIT }).then(() => false, ({ code }) => code === "DEADLINE_EXCEEDED");
    if (isSilent !== wasSilent && asked === client) tellState();
  }
}

/** Keeps a stream open for as long as the page is there, so that a lost connection is noticed and made again. */
export async function watchHealth(listener) {
  for (;;) {
    try {
      for await (const health of server().watchHealth()) listener(health);
    } catch (error) {
      listener(null, error);
      if (error.code === "PERMISSION_DENIED") return;
      if (error.code === "UNAUTHENTICATED") await whenSignedIn();
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** Whether the counts of a server are all 0 since the caller may not see them: its own connection is among them otherwise. */
export function areHidden(counts) {
  return counts.connections === 0;
}

/** Whether there is no token, and the server keeps something from those who have none. */
export async function needsToken() {
  return token() === "" && areHidden((await server().serverInfo()).counts);
}

const ADVICE = {
  ABORTED: "Somebody else changed this in the meantime. Look at the new state and try again.",
  ALREADY_EXISTS: "Choose another name.",
  DEADLINE_EXCEEDED: "The server took too long. Try again.",
  PERMISSION_DENIED: "Sign in with a token that has this permission: the connection state at the top right.",
  RESOURCE_EXHAUSTED: "The server is at a limit. Try again in a moment, or with less at a time.",
  UNAUTHENTICATED: "Sign in with another token: the connection state at the top right.",
  UNAVAILABLE: "The server can't be reached. Check that it runs; the page connects again by itself.",
};

/** An error as a sentence for people, with what to do about it. */
export function inWords(error) {
  if (!(error instanceof ArrangeError)) return error?.message ?? String(error);
  const message = error.message.charAt(0).toUpperCase() + error.message.slice(1);
  const sentence = /[.?!…]$/.test(message) ? message : `${message}.`;
  const advice = ADVICE[error.code];
  return advice ? `${sentence} ${advice}` : sentence;
}

/** Whether a call failed since there is no such thing. */
export function isMissing(error) {
  return error instanceof ArrangeError && error.code === "NOT_FOUND";
}
