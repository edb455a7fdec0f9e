// The connection of the page to its server, and errors in words that say what to do.

import { ArrangeError, connect } from "/client/arrange.js";

const TOKEN = "arrange.token";
const NAME = "arrange console";

let client;
const listeners = new Set();

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

function open() {
  const made = connect(undefined, { clientName: NAME, token: token(), sendsTokenInClear: location.protocol === "http:" });
  made.onState((state, error) => {
    if (made === client) for (const listener of listeners) listener(state, error);
  });
  return made;
}

/** Calls a function with each state of the connection. Returns a function that ends this. */
export function onConnection(listener) {
  listeners.add(listener);
  listener(server().state, server().error);
  return () => listeners.delete(listener);
}

/** Connects with another token; empty: as nobody in particular. */
export function signIn(text) {
  try {
    if (text) sessionStorage.setItem(TOKEN, text);
    else sessionStorage.removeItem(TOKEN);
  } catch {
    // Without storage a token can't be kept over the reload.
  }
  client?.close();
  location.reload();
}

/** Keeps a stream open for as long as the page is there, so that a lost connection is noticed and made again. */
export async function watchHealth(listener) {
  for (;;) {
    try {
      for await (const health of server().watchHealth()) listener(health);
    } catch (error) {
      listener(null, error);
      if (error.code === "UNAUTHENTICATED" || error.code === "PERMISSION_DENIED") return;
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
