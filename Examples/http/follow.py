#!/usr/bin/env python3
"""Follows a list over HTTP with nothing but Python's standard library: reads its changes as server-sent events, applies each to
plain lists, and checks the counts. When the connection is lost or the server stops, it goes on from the last event.

    Examples/http/follow.py [URL [NAME [BATCHES]]]

A token can be given in ARRANGE_TOKEN.
"""
import http.client
import json
import os
import sys
import time
import urllib.parse

import lists

# How long to wait before the next attempt, in seconds.
PAUSE = 1
# After how long without a byte a stream is given up, in seconds: the server sends a comment every 15 seconds.
SILENCE = 40


class Refused(Exception):
    """The server does not serve the list, and trying again would not help. `problem` is what it says."""

    def __init__(self, problem):
        super().__init__(problem.get("detail", "the stream has ended"))
        self.problem = problem


class Following:
    """A list of sections, each with its items, as the stream of events makes it."""

    def __init__(self):
        self.sections, self.coming, self.version, self.last_id = [], [], 0, ""

    def take(self, event, message):
        if event == "list":
            self.page(message["snapshot"])
        elif event == "batch":
            self.apply(message["batch"])
        # Until the last page of a list came, the list and its version are those of before.
        if "resume_token" in message:
            self.version = message["version"]

    def page(self, page):
        self.coming = [*self.coming, page] if page["page"] else [page]
        if page["last"]:
            self.sections = lists.joined(self.coming)
            lists.check(self.sections, page["size"])

    def apply(self, batch):
        if batch["from_version"] < self.version:
            raise ValueError(f"a batch from version {batch['from_version']} for a list at {self.version}")
        self.sections = lists.applied(self.sections, batch)

    def __str__(self):
        return " | ".join(f"{s['id']}: {' '.join(i['id'] for i in items)}" for s, items in self.sections)


def request(url, path, last_id="", token=""):
    """Asks for a stream of events, those after the last one: the connection, and the answer that has them."""
    parts = urllib.parse.urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.netloc, timeout=SILENCE)
    headers = {"Accept": "text/event-stream"}
    if last_id:
        headers["Last-Event-ID"] = last_id
    if token:
        headers["Authorization"] = f"Bearer {token}"
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    if answer.status != 200:
        problem = {"detail": f"the status is {answer.status} {answer.reason}"}
        if answer.headers.get_content_type() == "application/problem+json":
            problem = json.load(answer)
        # Too many connections, or a server that stops: that can be over in a moment.
        if answer.status in (429, 503):
            raise OSError(problem["detail"])
        raise Refused(problem)
    return connection, answer


def events(answer, last_id=""):
    """The events of an answer: each with its id, its name and its data."""
    event = {}
    for line in answer:
        line = line.decode().rstrip("\n")
        if line:
            field, _, value = line.partition(": ")
            event[field] = value
        elif "data" in event:
            last_id = event.get("id", last_id)
            yield last_id, event.get("event", "message"), json.loads(event["data"])
            event = {}
        else:
            event = {}


def follow(url, name):
    """All events of a list, each with the list that it leads to, over lost connections and restarts of the server."""
    following, token = Following(), os.environ.get("ARRANGE_TOKEN", "")
    path = f"/v1/collections/{urllib.parse.quote(name, safe='')}/changes"
    while True:
        try:
            connection, answer = request(url, path, following.last_id, token)
            for last_id, event, data in events(answer, following.last_id):
                if event == "end":
                    if data.get("code") != "UNAVAILABLE":
                        raise Refused(data)
                    break
                following.take(event, data)
                following.last_id = last_id
                yield event, following
        except (OSError, http.client.HTTPException):
            if not following.last_id:
                raise
        time.sleep(PAUSE)


def main(url="http://127.0.0.1:7412", name="board", batches="0"):
    left = int(batches) or -1
    for event, following in follow(url, name):
        print(f"{event}, version {following.version}: {following}", flush=True)
        left -= event == "batch"
        if not left:
            break


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (Refused, OSError, ValueError, http.client.HTTPException) as error:
        sys.exit(f"follow.py: {error}")
    except KeyboardInterrupt:
        pass
