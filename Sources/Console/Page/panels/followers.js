// Who follows a list: the subscriptions that are open at the moment.

import { emptyState } from "../shared/dialogs.js";
import { fill, h } from "../shared/dom.js";
import { authorName, count, counted, dateOf, moment } from "../shared/format.js";
import { inWords, server } from "../shared/service.js";

/** How often the followers are asked for, in milliseconds: the protocol has no subscription to them. */
const INTERVAL = 4000;
/** The most followers that are listed. */
const MOST_LISTED = 100;

const STATES = {
  waiting_for_credit: "reads slowly, or has stopped reading",
  waiting_for_room: "does not read what was sent",
};

/** Opens the panel with who follows a list. */
export function openFollowers({ name, source }) {
  return showFollowers(name, () => (source.info.isView ? 0 : source.version));
}

/**
 * Shows who follows a list or view, and what changes in that. `newest` returns the version that the list has, 0 where that is
 * not known. Returns the element, and what ends it.
 */
export function showFollowers(name, newest = () => 0) {
  const summary = h("p", { class: "hint", role: "status" });
  const list = h("ol", { class: "entries", "aria-label": "Followers" });
  let shown = "";
  const load = async () => {
    if (document.visibilityState !== "visible") return;
    try {
      const { followers, counts } = await server().followers(name, { limit: MOST_LISTED });
      const total = counts[0]?.followers ?? 0;
      const entries = followers.map((follower) => texts(follower, newest()));
      // What did not change stays in the page, with the focus and what is selected in it.
      const signature = JSON.stringify([entries, total]);
      if (signature === shown) return;
      shown = signature;
      summary.textContent = total === 0 ? "" : sentence(total, followers.length);
      fill(list, total === 0 ? h("li", {}, nobody()) : entries.map(entry));
    } catch (error) {
      shown = "";
      summary.textContent = inWords(error);
      fill(list);
    }
  };
  load();
  const timer = setInterval(load, INTERVAL);
  return { element: h("div", { class: "block" }, summary, list), close: () => clearInterval(timer) };
}

function sentence(total, listed) {
  const rest = total > listed ? `, the first ${count(listed)} of them are listed` : "";
  return `${counted(total, "subscription")}${rest}. An open page of this console is one.`;
}

function nobody() {
  return emptyState("Nobody to show", "Nobody follows, or your token has no permission to manage this list.");
}

function texts({ principal, client, address, sinceUs, version, state }, newest) {
  const behind = version > 0 && newest > version ? `, ${counted(newest - version, "version")} behind` : "";
  return {
    name: authorName(principal),
    client: client || "a client without a name",
    since: dateOf(sinceUs).toISOString(),
    facts: [
      `from ${address}`,
      version > 0 ? `was told version ${count(version)}${behind}` : null,
      STATES[state] ?? "reads what comes",
    ].filter(Boolean),
  };
}

function entry({ name, client, since, facts }) {
  return h(
    "li",
    { class: "entry" },
    h(
      "div",
      { class: "entry-head" },
      h("strong", { text: name }),
      h("span", { text: client }),
      h("time", { datetime: since, text: `since ${moment(new Date(since))}` }),
    ),
    h("ul", {}, facts.map((text) => h("li", { text }))),
  );
}
