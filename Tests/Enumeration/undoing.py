#!/usr/bin/env python3
"""Has three users change lists on a server, undo and redo at random, and compares it with the model after each step.

    Tests/Enumeration/undoing.py [--histories N] [--steps S] [--seed S] [--together T] [--at-once H]
    Tests/Enumeration/undoing.py [OPTIONS] --kill-one-in R
    Tests/Enumeration/undoing.py [OPTIONS] --nodes N [--kill-one-in R]
    Tests/Enumeration/undoing.py [OPTIONS] --replay FILE

There is a server for this run alone ($ARRANGED), or several nodes over a PostgreSQL of their own, where each user is
at a node of their own. Each answer, what was undone and what was kept and why, each commit, and then the content are
as the model says; and whatever the model says, nothing of others is overwritten. With --together, so many users send
a step at the same time, and the versions say in which order they were carried out. With --kill-one-in, a server or a
node is killed and started again in one of so many rounds; clients then send their steps again.

A history that differs is made smaller and printed, a line of JSON for each step, as --replay reads them. A history is
drawn from its number, which counts up from --seed. Needs the package of Clients/Python and python3-protobuf.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hashlib
import itertools
import pathlib
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from auditing import Answer, Audit, Commit, Difference
from edits import SECTIONS, Content, Element, Operation
from histories import USERS, Act, Generator, shrink
from nodes import Killer, Nodes, rotations
from serving import arrange, operations_pb2, support
from transfers import Refusal
from undo import EXISTENCE, FIELD, PLACE, Aspect, Kept, Readings, Reason, Scope

VERBS = {"INSERTED": EXISTENCE, "REMOVED": EXISTENCE, "MOVED": PLACE}
"""What changes by a change of each kind; by all others a field."""

MOST_TRIES = 400
"""How often a smaller history is tried."""


Result = TypeVar("Result")


class ClientLists:
    """A list on a server, with a client of each user."""

    def __init__(self, clients: Mapping[str, arrange.Client], name: str) -> None:
        self.clients, self.name = clients, name

    async def apply(self, scope: Scope, operations: Sequence[Operation], group: str, request: bytes) -> int | None:
        edits = [to_message(operation) for operation in operations]
        client = self.clients[scope.principal]
        result = await _answered(
            lambda: client.apply(self.name, *edits, request_id=request, stack=scope.stack, group=group)
        )
        return result.version if result.changed else None

    async def undo(self, scope: Scope, *, redo: bool, of: int | None, tries: bool, request: bytes) -> Answer:
        client = self.clients[scope.principal]
        result = await _answered(
            lambda: client.undo(self.name, scope.stack, redo=redo, of=of, dry_run=tries, request_id=request)
        )
        if (result.undone_count, result.kept_count) != (len(result.undone), len(result.kept)):
            raise Difference(f"the counts are not those of the changes: {result}")
        return Answer(
            result.version,
            result.changed,
            result.undoes,
            frozenset(_aspect(change) for change in result.undone),
            {_aspect(change): _kept(change) for change in result.kept},
            result.can_undo,
            result.can_redo,
        )

    async def commits(self, after: int) -> list[Commit]:
        history = await _answered(lambda: self.clients[USERS[0]].history(self.name, after + 1))
        return [_commit(commit) for commit in history.commits if commit.version > after]

    async def content(self) -> Content:
        _, found = await _answered(lambda: self.clients[USERS[0]].read(self.name))
        content = Content()
        for section in found.sections:
            content.lists[SECTIONS].append(section.id)
            content.lists[section.id] = [item.id for item in section.items]
            content.fields[Element("section", section.id)] = _numbers(section.element)
            content.fields |= {Element("item", item.id): _numbers(item) for item in section.items}
        return content


async def _answered(call: Callable[[], Awaitable[Result]]) -> Result:
    """The answer to a call, which is made again while the nodes that are left take over what the killed one had."""
    end = time.monotonic() + support.PATIENCE_SECONDS
    while True:
        try:
            return await call()
        except arrange.ArrangeError as error:
            if error.code != arrange.StatusCode.UNAVAILABLE or time.monotonic() > end:
                raise Refusal(error.code.name, str(error)) from error


def to_message(operation: Operation) -> operations_pb2.Operation:
    """The operation as the client takes it."""
    is_item, anchor = operation.kind == "item", operation.anchor
    match operation.place:
        case "first":
            place = arrange.first()
        case "last":
            place = arrange.last()
        case "before":
            place = arrange.before(anchor)
        case "after":
            place = arrange.after(anchor)
    fields = {name: value for name, value in operation.set if value is not None}
    match operation.verb:
        case "insert":
            new = [arrange.element(id, fields) for id in operation.ids]
            if is_item:
                return arrange.insert_items(new, section=operation.section, to=place)
            return arrange.insert_sections(new, to=place)
        case "move" if is_item:
            return arrange.move_items(operation.ids, section=operation.section, to=place)
        case "move":
            return arrange.move_sections(operation.ids, to=place)
        case "update":
            removed = [name for name, value in operation.set if value is None]
            updates = [arrange.update(id, fields, remove=removed) for id in operation.ids]
            return arrange.update_items(updates) if is_item else arrange.update_sections(updates)
        case "remove":
            return arrange.remove_items(operation.ids) if is_item else arrange.remove_sections(operation.ids)
        case "reorder" if is_item:
            return arrange.reorder_items(operation.ids, section=operation.section)
        case "reorder":
            return arrange.reorder_sections(operation.ids)


def _numbers(element: arrange.Element) -> dict[str, int]:
    return {name: value for name, value in element.fields.items() if isinstance(value, int)}


def _element(kind: arrange.ChangeKind, id: str) -> Element:
    return Element("section" if kind.name.startswith("SECTION") else "item", id)


def _aspect(change: arrange.UndoneChange) -> Aspect:
    verb = change.kind.name.rpartition("_")[2]
    return Aspect(_element(change.kind, change.id), VERBS.get(verb, FIELD + change.field))


def _kept(change: arrange.UndoneChange) -> Kept:
    name = str(getattr(change.reason, "name", change.reason))
    if name not in Reason.__members__:
        raise Difference(f"there is no such reason: {change}")
    return Kept(Reason[name], change.by_version, change.by)


def _commit(commit: arrange.Commit) -> Commit:
    moved = (arrange.ChangeKind.ITEM_MOVED, arrange.ChangeKind.SECTION_MOVED)
    return Commit(
        version=commit.version,
        request=commit.request_id,
        scope=Scope(commit.author, commit.stack.decode()),
        group=commit.group.decode(),
        undoes=commit.undoes,
        is_redo=commit.redo,
        placed=frozenset(_element(change.kind, change.id) for change in commit.changes if change.kind in moved),
    )


# The histories of a run.


class Run:
    """Histories on servers of this run."""

    def __init__(self, clients: Mapping[str, arrange.Client], chosen: argparse.Namespace, killer: Killer) -> None:
        self.clients, self.chosen, self.killer = clients, chosen, killer
        self.readings = Readings(**{name: True for name in chosen.readings.split(",") if name})
        self.prefix = f"undo-{time.time_ns()}"
        self.lists = itertools.count(1)
        self.counts: Counter[str] = Counter(
            {name: 0 for name in ("steps", "undone", "kept", "broken promises", "differences")}
        )

    async def run(self) -> None:
        """Plays all histories, some of them at the same time."""
        numbers = iter(range(self.chosen.seed, self.chosen.seed + self.chosen.histories))
        await asyncio.gather(*(self._play_each(numbers) for _ in range(self.chosen.at_once)))

    async def _play_each(self, numbers: Iterator[int]) -> None:
        for number in numbers:
            if self.counts["differences"] >= self.chosen.differences:
                return
            audit = await self._audit(self.killer)
            try:
                await self._play(audit, random.Random(number))
            except Difference as difference:
                self.counts["differences"] += 1
                await self._explain(f"history {number}", audit.acts, difference)
            self.counts += audit.counts

    async def _audit(self, killer: Killer | None) -> Audit:
        lists = ClientLists(self.clients, f"{self.prefix}-{next(self.lists)}")
        try:
            await _answered(lambda: self.clients[USERS[0]].create(lists.name))
        except Refusal as refusal:
            # The answer to the first call may have got lost.
            if refusal.code != "ALREADY_EXISTS":
                raise
        return Audit(lists, self.readings, killer)

    async def _play(self, audit: Audit, source: random.Random) -> None:
        generator = Generator(source)
        while audit.counts["steps"] < self.chosen.steps:
            if self.chosen.together == 1:
                acts = [generator.next(audit.model)]
            else:
                scopes = source.sample(generator.scopes, min(self.chosen.together, len(generator.scopes)))
                acts = [generator.next(audit.model, scope) for scope in scopes]
            await audit.round(acts)

    async def _explain(self, name: str, acts: Sequence[Act], difference: Difference) -> None:
        print(f"{name}, {len(acts)} steps: {difference}")
        found = await self.replay(acts)
        if found is None:
            print("These steps, one after the other, do not differ:")
        else:
            acts = await shrink(acts, self._differs, MOST_TRIES)
            found = await self.replay(acts)
            print(f"{len(acts)} steps: {found}")
        print("\n".join(act.json() for act in acts), flush=True)

    async def _differs(self, acts: Sequence[Act]) -> bool:
        return await self.replay(acts) is not None

    async def replay(self, acts: Sequence[Act]) -> Difference | None:
        """Carries out steps one after the other. Returns how the server differs."""
        audit = await self._audit(None)
        try:
            for act in acts:
                await audit.round([act])
        except Difference as difference:
            return difference
        return None


def access(directory: pathlib.Path) -> dict[str, str]:
    """Writes an access file, in which each user may do everything. Returns the tokens."""
    tokens = {user: f"the-token-of-{user}-in-audits" for user in USERS}
    lines = ["roles:", '  user: [{ on: "**", may: [all] }]', "principals:"]
    for user, token in tokens.items():
        digest = hashlib.sha256(token.encode()).hexdigest()
        lines.append(f"  {user}: {{ roles: [user], tokens: [{{ sha256: {digest} }}] }}")
    (directory / "access.yaml").write_text("\n".join([*lines, ""]))
    return tokens


async def run(chosen: argparse.Namespace) -> int:
    """Plays histories. Returns the exit code."""
    start = time.monotonic()
    source = random.Random(chosen.seed)
    directory = pathlib.Path(tempfile.mkdtemp(prefix="arrange-access-"))
    tokens = access(directory)
    arguments = ("--access", str(directory / "access.yaml"))
    server = Nodes(chosen.nodes, source, *arguments) if chosen.nodes else support.Server(*arguments)
    try:
        async with contextlib.AsyncExitStack() as stack:
            clients = {}
            for (user, token), address in zip(tokens.items(), itertools.cycle(rotations(server.address))):
                configuration = arrange.Configuration(starts_at_first=True, token=token)
                client = arrange.Client(address, configuration=configuration)
                clients[user] = await stack.enter_async_context(client)
            killer = Killer(server, chosen.kill_one_in, source)
            histories = Run(clients, chosen, killer)
            if chosen.replay:
                acts = [Act.of(line) for line in chosen.replay.read_text().splitlines() if line]
                difference = await histories.replay(acts)
                print(difference or "no difference")
                return 1 if difference else 0
            await histories.run()
    finally:
        server.close()
        shutil.rmtree(directory)
    figures = ", ".join(f"{count} {name}" for name, count in histories.counts.items())
    print(f"{figures}, {killer.kills} kills, {time.monotonic() - start:.1f} s")
    return 1 if histories.counts["differences"] else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--histories", type=int, default=100)
    parser.add_argument("--steps", type=int, default=100, help="the steps of each history")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--together", type=int, default=1, help="the users who send a step at the same time")
    parser.add_argument("--at-once", type=int, default=4, help="the histories that are played at the same time")
    parser.add_argument("--kill-one-in", type=int, default=0)
    parser.add_argument("--nodes", type=int, default=0)
    parser.add_argument("--differences", type=int, default=3, help="end after so many")
    parser.add_argument("--readings", default="", help="the readings to turn around, with commas between them")
    parser.add_argument("--replay", type=pathlib.Path, help="a file with the steps of one history")
    return asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
