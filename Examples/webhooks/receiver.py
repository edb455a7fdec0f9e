"""Receives the webhooks of a sink, and keeps the lists in memory. It needs nothing but Python.

    KEY=$(cat key) python3 receiver.py 8000
"""

import base64
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
    name = message["collection"]
    if message["type"] == "arrange.list":
        lists[name] = (message["to"], message.get("sections"))
    elif message["from"] == lists.get(name, ("", None))[0]:
        lists[name] = (message["to"], changed(lists[name][1], message["changes"]))
    elif message["to"] != lists.get(name, ("", None))[0]:
        return 409  # Something is missing: the server sends the whole list.
    return 204


def place(elements, element, after):
    """Puts an element directly behind the one with an id, or first."""
    index = next((i + 1 for i, each in enumerate(elements) if each["id"] == after), 0)
    elements.insert(index, element)


def changed(sections, changes):
    """The list after changes, which are carried out one after the other. Outlines have `parent` in their places."""
    if sections is None:
        return None  # The list was too large for a message, and has to be read over HTTP.
    sections = [{**each, "items": list(each["items"])} for each in sections]

    def holder(id):
        return next(each for each in sections if any(item["id"] == id for item in each["items"]))

    def take(elements, id):
        return elements.pop(next(i for i, each in enumerate(elements) if each["id"] == id))

    for change in changes:
        kind, id = change["change"], change["id"]
        if kind == "section_inserted":
            place(sections, {"id": id, "fields": change["fields"], "items": []}, change["to"]["after"])
        elif kind == "section_moved":
            place(sections, take(sections, id), change["to"]["after"])
        elif kind == "section_removed":
            take(sections, id)
        elif kind == "section_updated":
            next(each for each in sections if each["id"] == id)["fields"] = change["fields"]
        elif kind == "item_removed":
            take(holder(id)["items"], id)
        elif kind == "item_updated":
            section = holder(id)
            section["items"] = [
                {**item, "fields": change["fields"]} if item["id"] == id else item for item in section["items"]
            ]
        else:
            if kind == "item_moved":
                item = take(holder(id)["items"], id)
            else:
                item = {"id": id, "fields": change["fields"]}
            to = change["to"]
            section = next(each for each in sections if each["id"] == to["section"])
            place(section["items"], item, to["after"])
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
