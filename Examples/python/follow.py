#!/usr/bin/python3
"""Follows a list, over lost connections and restarts of the server.

    Examples/python/follow.py [SERVER [NAME [CHANGES]]]
"""
import sys

import arrange
from arrange import blocking


def main(server="127.0.0.1:7411", name="board", changes="0"):
    left = int(changes) or -1
    with blocking.Client(server) as client, client.live(name) as board:
        show(board)
        for event in board:
            if isinstance(event, arrange.ListChanged | arrange.ListReplaced):
                show(board)
                left -= 1
                if left == 0:
                    break


def show(board):
    lines = (f"{section.id}: {' '.join(item.id for item in section.items)}" for section in board.sections)
    print(f"version {board.version}: {' | '.join(lines)}", flush=True)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except arrange.ArrangeError as error:
        sys.exit(f"follow.py: {error}")
