// Who may do what on the server: the access file that is in force.

import { serverAccess } from "/client/admin.js";
import { labelled } from "../shared/dialogs.js";
import { fill, h } from "../shared/dom.js";
import { count, dateOf, moment } from "../shared/format.js";
import { inWords, server } from "../shared/service.js";

/** How long it waits for more to be typed before it asks, in milliseconds. */
const PAUSE = 250;

/** The section with the roles and principals of the access file. */
export function accessSection(signal) {
  const place = h("div", { class: "block" });
  const words = h("input", { type: "search", autocomplete: "off" });
  const find = h("div", { class: "log-tools", hidden: true }, labelled("Principals with", words));
  let asked = 0;
  const read = async () => {
    const number = ++asked;
    try {
      const access = await serverAccess(server(), { containing: words.value.trim() });
      if (number !== asked) return;
      find.hidden = access.unrestricted;
      fill(place, access.unrestricted ? everybody() : content(access));
    } catch (error) {
      if (number === asked && !signal.aborted) fill(place, h("p", { class: "hint", text: inWords(error) }));
    }
  };
  let timer;
  words.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(read, PAUSE);
  });
  read();
  return h("section", { class: "page-section block" }, h("h2", { text: "Access" }), find, place);
}

function everybody() {
  return h("p", { class: "hint", text: "Everybody may do everything: the server has no access file." });
}

function content({ file, issuer, roles, principals, principalCount }) {
  const rest = principalCount - principals.length;
  return [
    h(
      "p",
      { class: "small muted" },
      `Of ${file}, which is changed there. Tokens are known by when they expire alone.`,
      issuer ? ` Signed tokens of ${issuer.issuer} for ${issuer.audience} are accepted.` : null,
    ),
    table(
      "Principals",
      ["Principal", "Roles", "Identified by", "Limits"],
      principals.map((each) => [
        each.name,
        each.roles.join(", "),
        credentials(each).join(", "),
        each.limits.map(({ name, value }) => `${name} ${count(value)}`).join(", "),
      ]),
    ),
    rest > 0 ? h("p", { class: "hint", text: `${count(rest)} more: say what is in their names.` }) : null,
    table(
      "Roles",
      ["Role", "On", "May", "Never", "Line"],
      roles.flatMap(({ name, grants }) =>
        grants.map(({ pattern, may, never, line }) => [name, pattern, may.join(", "), never.join(", "), count(line)]),
      ),
    ),
  ];
}

function credentials({ tokens, certificates, users }) {
  return [
    ...tokens.map(({ expiresUs }) => (expiresUs === undefined ? "a token" : `a token until ${moment(dateOf(expiresUs))}`)),
    ...certificates.map((text) => `the certificate ${text}`),
    ...users.map((id) => `the user ${id}`),
  ];
}

function table(title, heads, rows) {
  if (rows.length === 0) return h("p", { class: "hint", text: `${title}: none` });
  return h(
    "table",
    { class: "sample" },
    h("caption", { class: "small muted", text: title }),
    h("thead", {}, h("tr", {}, heads.map((text) => h("th", { scope: "col", text })))),
    h("tbody", {}, rows.map(([head, ...cells]) =>
      h("tr", {}, h("th", { scope: "row", text: head }), cells.map((text) => h("td", { text }))),
    )),
  );
}
