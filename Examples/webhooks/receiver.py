"""Receives the webhooks of a sink, and keeps the lists in memory. It needs nothing but Python.

    KEY=$(cat key) python3 receiver.py 8000
"""

import base64
import copy
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock

KEY = base64.b64decode(os.environ["KEY"].strip().removeprefix("whsec_"))
LARGEST = 1 << 20


def is_signed(headers, body):
    """Whether one of the signatures is right, and the message is not older than five minutes."""
    try:
        fresh = abs(time.time() - int(headers["webhook-timestamp"])) < 300
    except (TypeError, ValueError):
        return False
    content = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    right = "v1," + base64.b64encode(hmac.new(KEY, content, hashlib.sha256).digest()).decode()
    given = headers["webhook-signature"].split()
    return fresh and any(hmac.compare_digest(each, right) for each in given)


def receive(lists, message):
    """Exactly once, by one comparison: a message counts if it begins where the last one has ended."""
    if message["type"] == "arrange.test":
        return 204
    name = message.get("view", message.get("collection"))
    if message["type"] == "arrange.list":
        lists[name] = (message["to"], nested(message.get("sections")))
    elif message["from"] == lists.get(name, ("", None))[0]:
        lists[name] = (message["to"], changed(lists[name][1], message["changes"]))
    elif message["to"] != lists.get(name, ("", None))[0]:
        return 409  # Something is missing: the server sends the whole list.
    return 204


def nested(sections):
    """A list as it was sent. In an outline, where items have depths, those below an item are its `items`."""
    for section in sections or []:
        above = [section]
        items, section["items"] = section["items"], []
        for item in items:
            del above[item.pop("depth", 1):]
            above[-1].setdefault("items", []).append(item)
            above.append(item)
    return sections


def place(elements, element, after):
    """Puts an element directly behind the one with an id, or first."""
    index = 0 if after is None else 1 + [each["id"] for each in elements].index(after)
    elements.insert(index, element)


def take(elements, id):
    """Removes the element with an id."""
    return elements.pop([each["id"] for each in elements].index(id))


def siblings(elements, id):
    """The items among which one is, somewhere below the elements."""
    for each in elements:
        items = each.get("items", [])
        if any(item["id"] == id for item in items):
            return items
        found = siblings(items, id)
        if found is not None:
            return found
    return None


def named(elements, id):
    return next(each for each in elements if each["id"] == id)


def changed(sections, changes):
    """The list after changes, which are carried out one after the other."""
    if sections is None:
        return None  # The list was too large for a message, and has to be read over HTTP.
    sections = copy.deepcopy(sections)
    for change in changes:
        (what, how), id = change["change"].split("_"), change["id"]
        if what == "section":
            elements = sections
        else:
            elements = siblings(sections, id)
        if how == "updated":
            named(elements, id)["fields"] = change["fields"]
            continue
        new = {"id": id, "fields": change.get("fields")} if how == "inserted" else take(elements, id)
        if how == "removed":
            continue
        to = change["to"]
        if what == "section":
            new.setdefault("items", [])
            place(sections, new, to["after"])
        elif "parent" in to:
            parent = named(siblings(sections, to["parent"]), to["parent"])
            place(parent.setdefault("items", []), new, to["after"])
        else:
            place(named(sections, to["section"])["items"], new, to["after"])
    return sections


class Receiver(BaseHTTPRequestHandler):
    """One request at a time changes the lists. What is to survive a restart is written before the answer."""

    protocol_version = "HTTP/1.1"
    lists = {}
    lock = Lock()

    def do_POST(self):
        length = int(self.headers.get("content-length", 0))
        body = self.rfile.read(length) if length <= LARGEST else b""
        status = 401
        if is_signed(self.headers, body):
            with Receiver.lock:
                status = receive(Receiver.lists, json.loads(body))
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver).serve_forever()
