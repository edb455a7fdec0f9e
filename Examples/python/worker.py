#!/usr/bin/python3
"""Does something for each item that arrives in the section "done", also for those that arrive while it does not run.

    Examples/python/worker.py SERVER NAME STATE [ITEMS]
"""
import os
import pathlib
import sys

import arrange
from arrange import blocking

SECTION = "done"


def main(server, name, state, items="0"):
    left = int(items) or -1
    file = pathlib.Path(state)
    saved = file.read_bytes() if file.exists() else None
    # What was saved is the list as the worker has last seen it, with the token from which it continues.
    with blocking.Client(server) as client, client.live(name, saved=saved) as board:
        print(f"{'continues' if saved else 'begins'} at version {board.version}", flush=True)
        done = arrived(board)
        save(file, board)
        for event in board:
            if not isinstance(event, arrange.ListChanged | arrange.ListReplaced):
                continue
            for item in arrived(board).values():
                if item.id not in done:
                    # A worker that is killed before the list is saved does this again when it is started.
                    print(f"done: {item.fields['title']}", flush=True)
                    left -= 1
            done = arrived(board)
            save(file, board)
            if left == 0:
                return


def arrived(board):
    return {item.id: item for section in board.sections if section.id == SECTION for item in section.items}


def save(file, board):
    """Replaces the file in one step: it has the old state or the new one, whenever the worker ends."""
    other = file.with_suffix(".new")
    with other.open("wb") as output:
        output.write(board.save())
        output.flush()
        os.fsync(output.fileno())
    other.replace(file)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except arrange.ArrangeError as error:
        sys.exit(f"worker.py: {error}")
