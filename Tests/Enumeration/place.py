#!/usr/bin/env python3
"""Compares `Views/Place` with an enumeration of all states of small lists.

    Tests/Enumeration/place.py cases [OPTIONS]      print the cases with what is expected, a line of JSON for each view
    Tests/Enumeration/place.py count [OPTIONS]      only count them, by outcome
    Tests/Enumeration/place.py compare [OPTIONS] [ADDRESS]
                                                    ask a server, with dry_run, and print what differs; without an
                                                    address one that is started for it ($ARRANGED)

`compare` needs the package of Clients/Python and python3-protobuf. Two shards take two processors:
`place.py compare --shard 0/2 & place.py compare --shard 1/2`.
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import json
import sys
import time

from cases import blocks
from resolving import resolve
from shown import state_json, view_text

ALL_UP_TO, DRAWN = 2, 300
"""The states unless told otherwise: all of two items, and 300 larger ones. That is more than a million cases."""


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("cases", "count", "compare"):
        command = commands.add_parser(name)
        command.add_argument("--all-up-to", type=int, default=ALL_UP_TO, help="all states of so many items")
        command.add_argument("--drawn", type=int, default=DRAWN, help="so many states of three to six items besides")
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--shard", default="0/1", help="which of how many shards, such as 0/2")
        command.add_argument("--limit", type=int, default=0, help="end after so many cases")
        if name == "compare":
            command.add_argument("address", nargs="?")
            command.add_argument("--failures", type=int, default=10, help="end after so many differences")
            command.add_argument("--apply", type=int, default=0, help="carry out one of so many requests; 0: none")
    return parser.parse_args()


def main() -> int:
    chosen = options()
    shard, shards = map(int, chosen.shard.split("/"))
    source = blocks(chosen.all_up_to, chosen.drawn, chosen.seed, shard, shards)
    if chosen.command == "compare":
        from comparing import compare  # noqa: PLC0415

        return asyncio.run(compare(source, chosen.address, chosen.limit, chosen.failures, chosen.apply))
    start, count = time.monotonic(), 0
    outcomes: collections.Counter[str] = collections.Counter()
    for block in source:
        answers = [(request, resolve(block.look, request)) for request in block.requests]
        count += len(answers)
        if chosen.command == "cases":
            text = view_text(block.look.view, {name: name for name in block.state})
            found = [{"request": request.json(), "expected": answer.json()} for request, answer in answers]
            print(json.dumps({"state": state_json(block.state), "view": text, "cases": found}))
        outcomes.update(
            " ".join(
                [
                    answer.code,
                    *answer.missing,
                    "" if answer.missing or answer.code != "OK" else f"writes={answer.writes}",
                ]
            )
            for _, answer in answers
        )
        if chosen.limit and count >= chosen.limit:
            break
    seconds = time.monotonic() - start
    for outcome, times in outcomes.most_common():
        print(f"{times:10} {outcome}", file=sys.stderr)
    print(f"{count} cases in {seconds:.1f} s, {count / seconds:.0f} a second", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
