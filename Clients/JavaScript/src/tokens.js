// Tokens that a function gives: the next one is asked for before the one that is used expires.

/** How long before a token expires the next one is asked for, in milliseconds; half of its time where that is later. */
const MARGIN_MS = 30_000;

/** The least time of a token, in milliseconds, in which the next one is asked for: the server says when it has expired. */
const LEAST_MS = 500;

/**
 * The token for a new connection.
 *
 * @param {import("./connection").Connection} connection
 * @returns {Promise<string | undefined>}
 */
export async function tokenFor(connection) {
  const { core } = connection;
  const token = core.nextToken ?? (await core.token());
  core.nextToken = undefined;
  watch(connection, token);
  return token;
}

/**
 * Makes another connection with the next token in time, which replaces this one once the server has greeted.
 *
 * @param {import("./connection").Connection} connection
 * @param {string | undefined} token
 */
function watch(connection, token) {
  const { core } = connection;
  const left = timeLeft(token);
  if (!(left > LEAST_MS)) return;
  connection.renewal = core.clock.setTimeout(async () => {
    /** @type {string | undefined} */
    let next;
    try {
      next = await core.token();
    } catch {
      // There may be one the next time.
    }
    // It may have been lost, and another one be made, meanwhile.
    if (!connection.isReady) return;
    if (next && next !== token) {
      core.nextToken = next;
      core.connection().start();
    }
    watch(connection, token);
  }, Math.max(left - MARGIN_MS, left / 2));
}

/**
 * What a JWT says about itself; undefined where a token is none.
 *
 * @param {string | undefined} token
 * @returns {any}
 */
export function claimsOf(token) {
  try {
    const text = /** @type {string} */ (token).split(".")[1].replace(/-/g, "+").replace(/_/g, "/");
    return JSON.parse(atob(text));
  } catch {
    return undefined;
  }
}

/**
 * The milliseconds until a token expires, by the clock of this machine; NaN where it does not say.
 *
 * @param {string | undefined} token
 */
function timeLeft(token) {
  return claimsOf(token)?.exp * 1000 - Date.now();
}
