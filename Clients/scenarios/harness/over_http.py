#!/usr/bin/python3
"""Carries out the commands of scenarios with JSON over HTTP, as a program does that has no client library but `requests`: with the
client of Examples/http. README.md describes the commands."""
import base64
import datetime
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Examples" / "http"))
sys.dont_write_bytecode = True

import lists  # noqa: E402
from client import NEWS, Changes, Client, LiveList, Problem, Work, quoted, until  # noqa: E402

# How long a command that was cancelled has to end by itself, in seconds.
MOMENT = 0.2
# The commands that only begin something or look at something: they are carried out before the next one is read.
AT_ONCE = {"hello", "connect", "states", "close", "cancel", "open", "end", "follow", "move", "look", "unfollow", "quit"}
# The fields of a subscription that parameters of its address, and a header, stand for.
FIELDS = {"Last-Event-ID": "resume_token", "threshold": "reload_threshold", "largest": "largest_batch_bytes"}

# Values: from commands to the service (read), and from there to replies (write).


def read_members(value):
    """Members of a command, of which only the values of fields, and one name, are others in the service."""
    if isinstance(value, list):
        return [read_members(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        "if_anchor_missing" if name == "if_missing" else name: (read_fields if name in ("fields", "set") else read_members)(inner)
        for name, inner in value.items()}


def read_fields(fields):
    return {name: read_value(value) for name, value in fields.items()}


def read_value(value):
    if not isinstance(value, dict):
        return value
    ((kind, content),) = value.items()
    if kind == "double":
        return content
    return {"$timestamp": int(content)} if kind == "timestamp" else {"$integer" if kind == "int" else "$bytes": content}


def write_fields(fields):
    return {name: write_value(value) for name, value in fields.items()}


def write_value(value):
    if isinstance(value, float):
        return {"double": value}
    if isinstance(value, int) and not isinstance(value, bool):
        return {"int": str(value)}
    if not isinstance(value, dict):
        return value
    ((kind, content),) = value.items()
    if kind == "$timestamp":
        since = datetime.datetime.fromisoformat(content) - datetime.datetime.fromisoformat("1970-01-01T00:00:00Z")
        return {"timestamp": str(since // datetime.timedelta(microseconds=1))}
    return {"int" if kind == "$integer" else "bytes": content}


def read_token(text):
    return base64.urlsafe_b64encode(base64.b64decode(text)).decode().rstrip("=")


def write_token(token):
    return base64.b64encode(base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))).decode()


def write_request_id(id):
    """A request id is shown as a text, or as bytes where it is none."""
    return id["$bytes"] if isinstance(id, dict) else base64.b64encode(id.encode()).decode()


def write_element(element):
    found = {"id": element["id"], "fields": write_fields(element["fields"]), "content_version": int(element["content_version"])}
    if "key" in element:
        found["key"] = write_token(element["key"])
    if "origin" in element:
        found["origin"] = {name: element["origin"][name] for name in ("collection", "item") if element["origin"][name]}
    return found


def write_list(sections):
    return {"sections": [
        {**write_element(section), "items": [write_element(item) for item in items]} for section, items in sections]}


def write_placed(element):
    at = element.get("item", {"section": element["section"]} if "section" in element else {})
    return {"id": element["id"], **({"at": list(at.values())} if at else {})}


def write_update(message):
    found = {"update": "progress", "version": message["version"], "epoch": str(int(message["epoch"], 16)),
             "token": write_token(message["resume_token"])}
    if "snapshot" in message:
        return {**found, "update": "list", "reason": message["snapshot"]["reason"]}
    if "batch" in message:
        batch = message["batch"]
        found |= {"update": "batch", "from": batch["from_version"], "commits": batch["commits"]}
        found |= {"changes": lists.change_count(batch), "authors": message.get("authors", [])}
        found["own"] = [write_request_id(id) for id in message.get("own_request_ids", [])]
    return found


def write_error(error):
    """A problem of a call; a batch that can't be applied, or a command that can't be carried out."""
    if not isinstance(error, Problem):
        return {"code": "FOLD" if isinstance(error, ValueError) else "DRIVER", "message": f"{type(error).__name__}: {error}"}
    found = {"code": error.code, "message": str(error), "processed": error.processed}
    found |= {name: error.others[name] for name in ("field", "retry_after_ms") if name in error.others}
    return {**found, "field": FIELDS.get(found["field"], found["field"])} if "field" in found else found


def collection(command):
    return f"/collections/{quoted(command['collection'])}"


def source(command):
    """The path of a list, and the text of a view that has no path of its own."""
    return ("/query", command["view"]["text"]) if "view" in command else (collection(command), None)


class Driver:
    """Carries out commands, each that waits beside the others, and writes replies. The commands are in the order of README.md."""

    def __init__(self):
        self.clients, self.streams, self.live_lists, self.works, self.answered = {}, {}, {}, {}, set()

    def run(self):
        for line in sys.stdin:
            command = json.loads(line)
            if command["do"] in AT_ONCE:
                self.carry_out(command)
            else:
                self.works[command["id"]] = Work(self.carry_out, command)

    def carry_out(self, command):
        try:
            self.reply(command["id"], ok=getattr(self, command["do"])(command) or {})
        except Exception as error:
            self.reply(command["id"], error=write_error(error))

    def reply(self, id, **outcome):
        """Replies to a command, once: a cancelled one may end after it was said to."""
        with NEWS:
            if id not in self.answered:
                self.answered.add(id)
                print(json.dumps({"id": id, **outcome}), flush=True)

    def client(self, command):
        return self.clients[command["client"]]

    def hello(self, _):
        return {"library": "http"}

    def connect(self, command):
        times = ("call_timeout", "connect_timeout", "backoff", "max_backoff")
        given = {name: command[f"{name}_ms"] / 1000 for name in times if f"{name}_ms" in command}
        given |= {name: command[name] for name in ("token", "attempts") if name in command}
        self.clients[command["client"]] = Client(command["server"], **given)

    def states(self, command):
        return {"now": self.client(command).states[-1], "seen": self.client(command).states}

    def await_state(self, command):
        until(lambda: command["state"] in self.client(command).states[command["after"]:])
        return self.states(command)

    def close(self, command):
        self.client(command).close()

    def cancel(self, command):
        work = self.works[command["command"]]
        work.cancel()
        work.join(MOMENT)
        self.reply(command["command"], error=write_error(Problem("CANCELLED", "the answer is not waited for", "unknown")))

    def quit(self, _):
        for client in self.clients.values():
            client.close()
        for work in self.works.values():
            work.join()

    def create(self, command):
        body = read_members({name: command[name] for name in ("strategy", "fields") if name in command})
        # An address can't have a name that is empty.
        where = ("PUT", collection(command)) if command["collection"] else ("POST", "/Collections/Create")
        info = self.client(command).ask(*where, body)
        return {**info, "fields": write_fields(info["fields"])}

    def info(self, command):
        info = self.client(command).ask("GET", f"{collection(command)}/info")
        return {**info, "fields": write_fields(info["fields"])}

    def delete(self, command):
        self.client(command).ask("DELETE", collection(command))

    def collections(self, command):
        pages = self.client(command).pages("/collections", page_size=command.get("page_size"))
        return {"names": [info["name"] for page in pages for info in page["collections"]]}

    def apply(self, command):
        client = self.client(command)
        body = {name: read_members(command[name]) for name in ("operations", "if_version") if name in command}
        request_id = base64.b64decode(command["request_id"]).decode() if "request_id" in command else client.new_id()
        result = client.ask("POST", f"{collection(command)}/apply", body, request_id)
        placed = [[write_placed(element) for element in operation["elements"]] for operation in result["operations"]]
        return {"version": result["version"], "changed": result["changed"], "repeated": result["replayed"], "operations": placed}

    def fetch(self, command):
        pages = list(self.client(command).pages(*source(command), page_size=command.get("page_size")))
        return {**write_list(lists.joined(pages)), "version": pages[-1]["collection"]["version"], "pages": len(pages)}

    def history(self, command):
        parameters = {name: command.get(name) for name in ("from", "to", "limit")}
        history = self.client(command).ask("GET", f"{collection(command)}/history", **parameters)
        return {"version": history["version"], "commits": [
            {"version": commit["version"], "request_id": write_request_id(commit.get("request_id", "")),
             "changes": commit["change_count"] or len(commit.get("changes", []))} for commit in history["commits"]]}

    def define_view(self, command):
        self.client(command).ask("PUT", f"/views/{quoted(command['name'])}", {"view": command["view"]["text"]})

    def delete_view(self, command):
        self.client(command).ask("DELETE", f"/views/{quoted(command['name'])}")

    def strategies(self, command):
        return {"names": [strategy["name"] for strategy in self.client(command).ask("GET", "/strategies")["strategies"]]}

    def server_info(self, command):
        return self.client(command).ask("GET", "/server")

    def ping(self, command):
        self.client(command).ask("GET", "/health")

    def open(self, command):
        options, token, (path, view) = command.get("options", {}), command.get("token"), source(command)
        own = options.get("own_request_prefix")
        parameters = {
            "view": view, "own": own and base64.b64decode(own).decode(), "profile": options.get("profile"),
            "threshold": options.get("reload_threshold"), "largest": options.get("largest_batch_bytes"),
            "interval": options.get("shortest_interval_ms", 0) / 1000, "progress": options.get("progress_interval_ms", 0) / 1000,
            **{name: json.dumps(options.get(name, False)) for name in ("keys", "authors")}}
        sections = self.streams[command["list_of"]].sections if "list_of" in command else []
        self.streams[command["stream"]] = Changes(
            self.client(command), path, token and read_token(token), sections, options.get("reconnection_attempts"), **parameters)

    def take(self, command):
        changes = self.streams[command["stream"]]
        message = changes.next()
        found = write_update(message) if message else {"update": "end"}
        return {**found, "list": write_list(changes.sections)} if command.get("list") else found

    def end(self, command):
        self.streams[command["stream"]].end()

    def follow(self, command):
        self.live_lists[command["list"]] = LiveList(self.client(command), *source(command))

    def move(self, command):
        where = {"section": command.get("section"), "to": read_members(command.get("to"))}
        id = self.live_lists[command["list"]].move(command["items"], **where, in_view=command.get("in_view", False))
        return {"changed": id is not None, "request_id": write_request_id(id or "")}

    def look(self, command):
        live = self.live_lists[command["list"]]
        with NEWS:
            found = {"loaded": live.version is not None, "version": live.version or 0, "pending": bool(live.moves)}
            found |= {"list": write_list(live.shown()), "screen": write_list(live.sections), "reports": []}
            for kind, id, problem in live.reports:
                refused = {"request_id": write_request_id(id), "error": write_error(problem)} if kind == "refused" else {}
                found["reports"].append({"kind": kind, **refused})
                found |= {"ended": write_error(problem)} if kind == "ended" else {}
            return found

    def settle(self, command):
        live = self.live_lists[command["list"]]
        until(lambda: live.version is not None and live.version >= command.get("version", 0) and not live.moves)
        return self.look(command)

    def await_report(self, command):
        live = self.live_lists[command["list"]]
        until(lambda: any(kind == command["kind"] for kind, *_ in live.reports[command["after"]:]))
        return self.look(command)

    def unfollow(self, command):
        self.live_lists[command["list"]].close()


if __name__ == "__main__":
    Driver().run()
