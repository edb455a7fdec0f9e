#!/usr/bin/python3
"""Measures calls per second on one connection: reads, and transactions, each with many calls at the same time.

    Clients/Python/benchmarks/calls.py [--server HOST:PORT] [--calls N] [--at-once N] [--turns N] [--json]

Without a server it starts one of its own: ARRANGED, or what was built last. The figures are medians of the turns.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import pathlib
import statistics
import sys
import time
from collections.abc import Awaitable, Callable

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("src", ".")]

from google.protobuf.internal import api_implementation  # noqa: E402

import arrange  # noqa: E402
from tests.support import Server  # noqa: E402

COLLECTION = "benchmark of calls"


async def measure(call: Callable[[], Awaitable[object]], calls: int, at_once: int) -> tuple[float, float]:
    """The calls per second, and the microseconds of processor time that each takes of the client."""

    async def work() -> None:
        for _ in range(calls // at_once):
            await call()

    count = calls // at_once * at_once
    start, used = time.perf_counter(), time.process_time()
    await asyncio.gather(*(work() for _ in range(at_once)))
    return count / (time.perf_counter() - start), (time.process_time() - used) / count * 1e6


async def run(address: str, calls: int, at_once: int, turns: int) -> dict[str, dict[str, float]]:
    """For each kind of call how many there were in a second, and the processor time of the client."""
    report = {}
    async with arrange.Client(address) as client:
        await client.create(COLLECTION)
        await client.apply(
            COLLECTION, arrange.insert_items([arrange.element(str(n), {"title": "x"}) for n in range(100)])
        )
        move = arrange.move_items(["0"], to=arrange.last())

        async def read() -> None:
            async for _ in client.pages(COLLECTION, around=("50", 0, 0)):
                pass

        kinds: dict[str, Callable[[], Awaitable[object]]] = {
            "PING": client.ping,
            "Get": lambda: client.info(COLLECTION),
            "Fetch of one item": read,
            "Apply of one move": lambda: client.apply(COLLECTION, move),
        }
        for name, call in kinds.items():
            await measure(call, at_once, at_once)
            figures = [await measure(call, calls, at_once) for _ in range(turns)]
            rate, cost = (statistics.median(column) for column in zip(*figures, strict=True))
            report[name] = {"per_second": rate, "client_cpu_us": cost}
        await client.delete(COLLECTION)
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures calls per second on one connection.")
    parser.add_argument("--server", help="the server; without it one of its own")
    parser.add_argument("--calls", type=int, default=20_000, help="how many in a turn (20000)")
    parser.add_argument("--at-once", type=int, default=200, help="how many wait at the same time (200)")
    parser.add_argument("--turns", type=int, default=5, help="how often (5)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    arguments = parser.parse_args()
    server = None if arguments.server else Server()
    try:
        address = arguments.server or (server.address if server else "")
        report = asyncio.run(run(address, arguments.calls, arguments.at_once, arguments.turns))
    finally:
        if server is not None:
            server.close()
    runtime = api_implementation.Type()
    if arguments.json:
        print(json.dumps({"runtime": runtime, "calls": report}))
        return
    print(f"{arguments.calls} calls, {arguments.at_once} at once, {arguments.turns} turns, protobuf runtime {runtime}")
    for name, figures in report.items():
        speed, cpu = figures["per_second"], figures["client_cpu_us"]
        print(f"{name:20} {speed:9,.0f} calls/s, {cpu:5.0f} µs of processor time each")


if __name__ == "__main__":
    main()
