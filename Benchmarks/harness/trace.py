"""Recorded editing sessions as frames: every character is an item of a list."""

import gzip
import json
import os

from .wire import OPEN, data, frame, number

FILE = "traces/automerge-paper.json.gz"


def find():
    """The recorded session; None where it is not beside the project."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    shared = os.environ.get("ARRANGE_SHARED") or os.path.join(os.path.dirname(root), "shared")
    path = os.path.join(shared, FILE)
    return path if os.path.exists(path) else None


def read(path):
    """The edits of a session, as (position, removed, inserted), and the text at the end."""
    with gzip.open(path) as file:
        recorded = json.load(file)
    edits = [tuple(patch) for transaction in recorded["txns"] for patch in transaction["patches"]]
    if recorded["startContent"]:
        edits.insert(0, (0, 0, recorded["startContent"]))
    return edits, recorded["endContent"]


def shorten(edits, count):
    """The first edits, and the text after them."""
    text = []
    for position, removed, inserted in edits[:count]:
        text[position : position + removed] = inserted
    return edits[:count], "".join(text)


def frames(edits, collection="text"):
    """One call of Apply for each edit. Inserts say the index, removals the id."""
    method = "arrange.v1.Collections/Apply"
    head = data(1, collection)
    ids, result = [], []
    for position, removed, inserted in edits:
        operations = b""
        if removed:
            gone = ids[position : position + removed]
            del ids[position : position + removed]
            items = b"".join(data(1, data(1, id)) for id in gone)
            operations += data(2, data(4, items))
        if inserted:
            new = [f"c{len(result)}" if len(inserted) == 1 else f"c{len(result)}.{place}"
                   for place in range(len(inserted))]
            ids[position:position] = new
            items = b"".join(data(1, data(1, id) + data(2, data(1, "t") + data(6, character)))
                             for id, character in zip(new, inserted))
            operations += data(2, data(1, items + data(2, "") + data(3, number(5, position))))
        result.append(frame(OPEN, len(result) + 1, method, body=head + operations))
    return result
