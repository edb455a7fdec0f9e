#!/usr/bin/env python3
"""Has several writers send random transactions to a server, half of them as frames and half over HTTP, and audits them.

    Tests/Enumeration/over_http.py [--transactions N] [--writers W] [--collections C] [--seed S]

The audit is that of `transacting.py`, with a server of its own ($ARRANGED): each answer and then the lists are what the
model says, whichever way a transaction took. Over HTTP a transaction takes the address that fits it: that of an item,
of one collection, or of several. Half of the reads are made over HTTP as well, and what a stream of events makes of
each list is what the server has at that version.

Needs the package of Clients/Python and python3-protobuf.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import importlib
import json
import pathlib
import random
import re
import socket
import sys
import time
import urllib.parse
from collections.abc import AsyncIterator, Mapping
from typing import Any

from serving import arrange, support
from transacting import Audit, ClientTransacting
from transfers import Refusal, Step, Transaction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Examples" / "http"))
follow: Any = importlib.import_module("follow")
"""The example, which folds batches in JSON with Python's standard library alone."""

PATIENCE_SECONDS = 30
"""The longest that an answer may take, and that a stream may take to have what was committed."""

MOST_COMPARED = 50
"""At how many of its versions what a stream of events makes of a list is compared with what the server has."""

Rows = dict[str, list[tuple[str, object]]]
"""The items of each section, with their field."""


class HTTPCalls:
    """Calls in JSON, each on a connection that no other call uses at the time."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.idle: list[http.client.HTTPConnection] = []

    async def call(self, method: str, path: str, body: object = None) -> Any:
        """The answer. Raises `Refusal` with the code of a problem."""
        return await asyncio.to_thread(self._call, method, path, body)

    def _call(self, method: str, path: str, body: object) -> Any:
        connection = (
            self.idle.pop()
            if self.idle
            else http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        )
        headers = {} if body is None else {"Content-Type": "application/json"}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        answer = json.loads(response.read())
        self.idle.append(connection)
        if response.status >= 400:
            raise Refusal(answer["code"], answer["detail"])
        return answer

    def close(self) -> None:
        """Closes the connections."""
        for connection in self.idle:
            connection.close()


def address(name: str, *parts: str) -> str:
    """The address of a collection, or of something in it."""
    return "/".join(["/v1/collections", *(urllib.parse.quote(part, safe="") for part in (name, *parts))])


def operation(step: Step) -> dict[str, Any]:
    """An operation as JSON."""
    place: dict[str, Any] = {"to": {"before": step.before} if step.before else {"last": True}}
    references = [{"id": id} for id in step.items]
    match step.kind:
        case "insert":
            new = [{"id": id, "fields": {"n": step.n}} for id in step.items]
            return {"insert_items": {"items": new, "section": step.section, **place}}
        case "move":
            return {"move_items": {"items": references, "section": step.section, **place}}
        case "update":
            return {"update_items": {"items": [{"id": id, "set": {"n": step.n}} for id in step.items]}}
        case "remove":
            return {"remove_items": {"items": references}}
        case "transfer":
            raise ValueError("a transfer is no operation")


class HTTPTransacting:
    """Carries out transactions over HTTP."""

    def __init__(self, calls: HTTPCalls, source: random.Random) -> None:
        self.calls, self.source = calls, source
        self.sent = {"item": 0, "apply": 0, "transact": 0}
        """How many transactions took each kind of address."""

    async def transact(self, transaction: Transaction, names: Mapping[str, str]) -> Mapping[str, int]:
        name = transaction[0].collection
        is_alone = all(step.kind != "transfer" and step.collection == name for step in transaction)
        if is_alone and len(transaction) == 1 and len(transaction[0].items) == 1:
            return await self._item(transaction[0], names)
        if is_alone and self.source.random() < 0.8:
            self.sent["apply"] += 1
            body = {"operations": [operation(step) for step in transaction]}
            answer = await self.calls.call("POST", address(names[name], "apply"), body)
            return {name: answer["version"]} if answer["changed"] else {}
        self.sent["transact"] += 1
        answer = await self.calls.call("POST", "/v1/transact", {"steps": [_step(step, names) for step in transaction]})
        own = {served: key for key, served in names.items()}
        return {own[each["name"]]: each["version"] for each in answer["collections"] if each["changed"]}

    async def _item(self, step: Step, names: Mapping[str, str]) -> Mapping[str, int]:
        self.sent["item"] += 1
        name, (id,) = names[step.collection], step.items
        place: dict[str, Any] = {"before": step.before} if step.before else {"last": True}
        match step.kind:
            case "insert":
                body = {"id": id, "fields": {"n": step.n}, "section": step.section, **place}
                answer = await self.calls.call("POST", address(name, "items"), body)
            case "move":
                answer = await self.calls.call(
                    "POST", address(name, "items", id, "move"), {"section": step.section, **place}
                )
            case "update":
                answer = await self.calls.call("PATCH", address(name, "items", id), {"set": {"n": step.n}})
            case _:
                answer = await self.calls.call("DELETE", address(name, "items", id))
        return {step.collection: answer["version"]} if answer["changed"] else {}


def _step(step: Step, names: Mapping[str, str]) -> dict[str, Any]:
    if step.kind != "transfer":
        return {"collection": names[step.collection], "operation": operation(step)}
    transfer: dict[str, Any] = {
        "items": [{"id": id} for id in step.items],
        "target": names[step.collection],
        "section": step.section,
        "to": {"before": step.before} if step.before else {"last": True},
    }
    return {"collection": names[step.source], "transfer_items": transfer}


class HalfOverHTTP:
    """Carries out each transaction by one of two ways, which is drawn."""

    def __init__(self, frames: ClientTransacting, over_http: HTTPTransacting, source: random.Random) -> None:
        self.frames, self.over_http, self.source = frames, over_http, source
        self.as_frames = 0

    async def transact(self, transaction: Transaction, names: Mapping[str, str]) -> Mapping[str, int]:
        if self.source.random() < 0.5:
            return await self.over_http.transact(transaction, names)
        self.as_frames += 1
        return await self.frames.transact(transaction, names)


class HTTPAudit(Audit):
    """An audit that reads half of the lists over HTTP."""

    def __init__(self, client: arrange.Client, calls: HTTPCalls, half: HalfOverHTTP, prefix: str) -> None:
        super().__init__(client, half, prefix, half.source)
        self.calls = calls
        self.compared = 0
        """How many versions of lists as streams of events make them were compared."""

    async def read(self, name: str) -> Rows:
        if self.source.random() < 0.5:
            return await super().read(name)
        answer = await self.calls.call("GET", address(self.names[name]))
        return {
            run["section"]["id"]: [(item["id"], item["fields"].get("n")) for item in run["items"]]
            for run in answer["sections"]
        }


class Follower:
    """A list as a stream of events makes it, at each version that it shows. It reads in a thread of its own."""

    def __init__(self, port: int, name: str) -> None:
        self.name = name
        self.following = follow.Following()
        self.versions: dict[int, list[list[str]]] = {}
        self.connection, self.answer = follow.request(f"http://127.0.0.1:{port}", address(name, "changes"))
        self.task = asyncio.create_task(asyncio.to_thread(self._read))

    def _read(self) -> None:
        for _, event, message in follow.events(self.answer):
            if event == "end":
                raise AssertionError(message)
            self.following.take(event, message)
            self.versions[self.following.version] = [
                [item["id"] for item in items] for _, items in self.following.sections
            ]

    async def until(self, version: int) -> None:
        """Waits until the list has a version."""
        await support.soon(lambda: self.task.done() or version in self.versions)
        if self.task.done():
            self.task.result()

    async def close(self) -> None:
        """Ends the stream."""
        if self.connection.sock:
            self.connection.sock.shutdown(socket.SHUT_RDWR)
        with contextlib.suppress(OSError, http.client.HTTPException):
            await self.task
        self.answer.close()
        self.connection.close()


@contextlib.asynccontextmanager
async def served() -> AsyncIterator[tuple[support.Server, int]]:
    """A server, and the port of its HTTP listener."""
    server = support.Server("--http", "127.0.0.1:0")
    try:
        found = re.search(r"speaks HTTP.*:(\d+)$", server.log, re.MULTILINE)
        assert found, server.log
        yield server, int(found[1])
    finally:
        server.close()


async def audit(
    source: random.Random, transactions: int, writers: int, collections: int
) -> tuple[HTTPAudit, HalfOverHTTP]:
    """Audits a server of its own. Raises AssertionError where something is wrong."""
    async with served() as (server, port), arrange.Client(server.address) as client:
        calls = HTTPCalls(port)
        half = HalfOverHTTP(ClientTransacting(client), HTTPTransacting(calls, source), source)
        audited = HTTPAudit(client, calls, half, f"half-{time.time_ns()}")
        async with contextlib.AsyncExitStack() as stack:
            stack.callback(calls.close)
            await audited.prepare(collections)
            followers = {name: Follower(port, served) for name, served in audited.names.items()}
            for follower in followers.values():
                stack.push_async_callback(follower.close)
            await audited.run(transactions, writers)
            for name, follower in followers.items():
                version = audited.state[name].version
                await follower.until(version)
                expected = [[item.id for item in items] for items in audited.state[name].sections.values()]
                assert follower.versions[version] == expected, f"{name} ends as {follower.versions[version]}"
                for each in source.sample(sorted(follower.versions), min(len(follower.versions), MOST_COMPARED)):
                    _, past = await client.read(follower.name, at=each)
                    expected = [[item.id for item in section.items] for section in past.sections]
                    assert follower.versions[each] == expected, f"{name} at version {each} is another one over HTTP"
                    audited.compared += 1
        return audited, half


async def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--transactions", type=int, default=10_000)
    parser.add_argument("--writers", type=int, default=4)
    parser.add_argument("--collections", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    source = random.Random(chosen.seed)
    start = time.monotonic()
    audited, half = await audit(source, chosen.transactions, chosen.writers, chosen.collections)
    sent = ", ".join(f"{count} by {kind}" for kind, count in half.over_http.sent.items())
    print(
        f"{audited.committed} transactions, {audited.refused} refused, {half.as_frames} as frames, over HTTP {sent},",
        f"{audited.batches} batches, {audited.compared} versions of streams compared, {time.monotonic() - start:.1f} s",
    )
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
