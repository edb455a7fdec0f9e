// The dialog that makes a sink, or changes one.

import { createSink, updateSink } from "/client/admin.js";
import { labelled, notify, openDialog } from "../shared/dialogs.js";
import { h } from "../shared/dom.js";
import { quoted } from "../shared/format.js";
import { inWords, server } from "../shared/service.js";

const words = (text) => text.split(/\s+/).filter((each) => each !== "");
const joined = (list) => (list ?? []).join(" ");

function text(name, value, more = {}) {
  return h("input", { name, type: "text", autocomplete: "off", spellcheck: "false", value, ...more });
}

/** What a webhook needs. */
function webhookFields({ url, secrets, allowedAddresses }) {
  return h(
    "div",
    { class: "block" },
    labelled("Address", text("url", url ?? "", { inputmode: "url" }), "Where messages are sent to: https://…"),
    labelled(
      "Keys",
      text("secrets", joined(secrets)),
      "Where the server finds the keys that sign messages: env:NAME, or file:PATH. Never the keys themselves.",
    ),
    labelled(
      "Private networks",
      text("allowed", joined(allowedAddresses)),
      "Which of them may be reached, such as 10.1.0.0/16. Usually none.",
    ),
  );
}

/** What a mirror needs. */
function mirrorFields({ postgres }) {
  return h(
    "div",
    { class: "block" },
    labelled(
      "Connection",
      text("connection", postgres?.connection ?? ""),
      "Where the server finds the connection string: env:NAME, or file:PATH.",
    ),
    labelled("Schema", text("schema", postgres?.schema ?? ""), "Of the tables. It is made if need be, and belongs to this sink."),
    labelled("Moves", h(
      "select",
      { name: "moves" },
      h("option", { value: "", text: "not kept" }),
      h("option", { value: "yes", text: "each one is added to a table", selected: postgres?.moves }),
    )),
  );
}

/** The settings that a form says, with those that it does not ask for as they were. */
function settingsOf(data, before, isMirror) {
  const settings = { ...before, collections: words(data.get("collections")), mode: data.get("mode") };
  const view = data.get("view").trim();
  if (view !== "" || before.view) settings.view = view;
  if (isMirror) {
    const [connection, schema] = [data.get("connection").trim(), data.get("schema").trim()];
    return { ...settings, postgres: { connection, schema, moves: data.get("moves") !== "" } };
  }
  return {
    ...settings,
    url: data.get("url").trim(),
    secrets: words(data.get("secrets")),
    allowedAddresses: words(data.get("allowed")),
  };
}

/**
 * Opens the dialog for a sink.
 *
 * - sink: the one to change; null makes a new one.
 * - done: called when it is made or changed.
 */
export function openSettings(sink, done) {
  const before = sink?.settings ?? { mode: "merged" };
  const option = (value, words, chosen) => h("option", { value, text: words, selected: value === chosen });
  const kind = h("select", { name: "kind" }, option("webhook", "a webhook"), option("mirror", "a PostgreSQL database"));
  const isMirror = () => (sink ? Boolean(before.postgres) : kind.value === "mirror");
  const [webhook, mirror] = [webhookFields(before), mirrorFields(before)];
  const show = () => {
    webhook.hidden = isMirror();
    mirror.hidden = !isMirror();
  };
  kind.addEventListener("change", show);
  show();
  openDialog({
    title: sink ? `Change the sink ${quoted(sink.name)}` : "New sink",
    body: [
      sink ? null : labelled("Name", text("name", "", { maxlength: "64", autofocus: true }), "Such as “search”."),
      sink ? null : labelled("Deliver to", kind),
      labelled(
        "Lists",
        text("collections", joined(before.collections)),
        "Names, with * for what is between slashes, and ** for anything: board/** menu",
      ),
      labelled("View", text("view", before.view ?? ""), "Or the name of a saved view, in place of lists."),
      labelled("Messages", h(
        "select",
        { name: "mode" },
        option("merged", "merged: all changes since the last message", before.mode),
        option("commits", "each commit by itself", before.mode),
      )),
      webhook,
      mirror,
    ],
    submit: sink ? "Save" : "Create the sink",
    onsubmit: async (data) => {
      const settings = settingsOf(data, before, isMirror());
      const name = sink?.name ?? data.get("name").trim();
      if (name === "") throw new Error("Give the sink a name, such as “search”.");
      try {
        if (sink) await updateSink(server(), name, settings);
        else await createSink(server(), name, settings);
      } catch (error) {
        throw new Error(inWords(error));
      }
      notify(sink ? `Changed the sink ${quoted(name)}.` : `The sink ${quoted(name)} delivers from now on.`);
      done();
    },
  });
}
