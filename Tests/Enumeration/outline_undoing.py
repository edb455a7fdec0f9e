"""Undoes steps on small outlines of a server, and compares what comes of it with what the model says.

A case is an outline, a step on it, and what others have done since. Which items a commit has moved is read from the
history; everything else, the model knows by itself. Then the step is made again, and undone once more.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import random
import time
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from outline import Operation, Outline, Refused, drawing
from outline_cases import NEW_IDS, outlines, random_outline
from outline_comparing import WORKERS, Worker, message
from outline_histories import Generator
from outline_steps import apply
from outline_undo import Kept, Since, commits, touched, undo
from serving import arrange, model_pb2

OWN, OTHERS = "own", "others"
"""The stack whose step is undone, and that of the others."""

MOST_ITEMS = 10
"""The most items of a random outline."""

PLAYED = ("insert_items", "move_items", "remove_items", "reorder_items")
"""The verbs of random operations. Of adopted items the model knows only those whose neighbours agree."""


class Case(NamedTuple):
    """A step, and what others do after it; what is refused then is left out."""

    base: Outline
    step: tuple[Operation, ...]
    others: tuple[Operation, ...]


def small_cases(nodes: int, shard: tuple[int, int]) -> Iterator[Case]:
    """All steps of one operation on outlines of so many items, alone and after all single operations of others."""
    number = 0
    for count in range(nodes + 1):
        for base in outlines(count):
            for operation, after in commits(base, NEW_IDS[0]):
                for others in ((), *((other,) for other, _ in commits(after, NEW_IDS[1]))):
                    number += 1
                    if number % shard[1] == shard[0]:
                        yield Case(base, (operation,), others)


def random_cases(count: int, seed: int, depth: int, children: int) -> Iterator[Case]:
    """Steps of several operations with limits, after several commits of others."""
    for number in range(seed, seed + count):
        source = random.Random(number)
        generator = Generator(source)
        ids = [f"a{each}" for each in range(source.randint(1, MOST_ITEMS))]
        base = random_outline(source, ids)
        generator.used = list(ids)
        (base.most_depth, base.most_children) = (depth, children)
        if any(level > depth for _, level in base.rows()) or any(len(each) > children for each in base.lists.values()):
            continue
        after, step = _draw(generator, base, source.randint(1, 3))
        if not step or not apply(base, step).changed:
            continue
        others: list[Operation] = []
        for _ in range(source.randint(0, 3)):
            after, more = _draw(generator, after, 1)
            others += more
        yield Case(base, tuple(step), tuple(others))


def _draw(generator: Generator, outline: Outline, count: int) -> tuple[Outline, list[Operation]]:
    found: list[Operation] = []
    for _ in range(count):
        operation = generator.next(outline, outline, "")
        if operation.verb in PLAYED:
            # The versions of the server are others.
            items = tuple(item._replace(if_placement_version=None) for item in operation.items)
            operation = dataclasses.replace(operation, items=items)
            if operation.if_parent_missing == "NEAREST_ANCESTOR":
                # The collection remembers items of earlier cases.
                operation = dataclasses.replace(operation, if_parent_missing="LAST")
            with contextlib.suppress(Refused):
                new = apply(outline, [operation]).outline
                # The model knows no sections that come and go.
                if new.sections == outline.sections:
                    outline = new
                    found.append(operation)
    return outline, found


class UndoWorker(Worker):
    """Plays cases with a collection of its own."""

    def __init__(self, client: arrange.Client, name: str, depth: int, children: int) -> None:
        super().__init__(client, name, depth)
        self.children = children

    async def prepare(self) -> None:
        limits = model_pb2.OutlineSettings(max_depth=self.depth, max_children=self.children)
        await self.client.create(self.name, outline=limits)

    async def play_case(self, case: Case) -> list[str]:
        """What is wrong with what the server does."""
        await self.reset(case.base)
        after = await self._commit(case.base, case.step, OWN)
        now, placed, changed = after, set[str](), set[str]()
        for operation in case.others:
            new = await self._commit(now, (operation,), OTHERS)
            since = touched(now, new)
            placed |= set(since.placed)
            changed |= set(since.changed)
            now = new
        expected = undo(case.base, after, now, Since(placed, changed))
        self.counts["undone"] += 1
        self.counts["of which something was kept"] += bool(expected.kept)
        for reason in expected.kept.values():
            self.counts[f"kept: {reason.name}"] += 1
        count = len(set(touched(case.base, after).placed)) - len(expected.kept)
        wrong = await self._undo(drawing(expected.outline), expected.kept, count, redo=False)
        if drawing(expected.outline) != drawing(now):
            for redo, outline in ((True, now), (False, expected.outline)):
                wrong += await self._undo(drawing(outline), {}, None, redo=redo)
        return wrong

    async def _undo(self, shown: str, kept: dict[str, Kept], count: int | None, *, redo: bool) -> list[str]:
        wrong, what = [], "redo" if redo else "undo"
        tried = await self.client.undo(self.name, OWN, redo=redo, dry_run=True)
        result = await self.client.undo(self.name, OWN, redo=redo)
        reasons = {each.id: getattr(each.reason, "name", str(each.reason)) for each in result.kept}
        if reasons != {id: reason.name for id, reason in kept.items()}:
            wrong.append(f"{what} has kept {reasons}, not {kept}")
        if count is not None and result.undone_count != count:
            wrong.append(f"{result.undone_count} changes were undone, not {count}: {result.undone}")
        if (tried.undone, tried.kept, tried.changed) != (result.undone, result.kept, result.changed):
            wrong.append(f"a dry run said {tried}, and {what} {result}")
        if (found := await self.read()) != shown:
            wrong.append(f"{what} has led to {found}, not {shown}")
        return wrong

    async def _commit(self, outline: Outline, operations: tuple[Operation, ...], stack: str) -> Outline:
        """Carries operations out, and returns the outline with the placings that the server has made."""
        new = apply(outline, operations).outline
        result = await self.client.apply(self.name, *map(message, operations), stack=stack)
        if not result.changed:
            return outline
        history = await self.client.history(self.name, result.version)
        moved = {change.id for change in history.commits[0].changes if change.kind == arrange.ChangeKind.ITEM_MOVED}
        version = outline.version + 1
        for id, item in new.items.items():
            was = outline.items[id].placement_version if id in outline.items else version
            placed = version if id in moved else was
            new.items[id] = dataclasses.replace(item, placement_version=placed)
        new.version = version
        return new


async def compare(address: str, cases: Iterator[Case], depth: int, children: int) -> tuple[Counter[str], list[str]]:
    """Plays cases against a server. Returns what was counted, and what was wrong."""
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    async with arrange.Client(address) as client:

        async def work(number: int) -> None:
            worker = UndoWorker(client, f"undone-{time.time_ns()}-{number}", depth, children)
            await worker.prepare()
            for case in cases:
                problems = await worker.play_case(case)
                wrong.extend(f"{drawing(case.base)!r} {case.step} {case.others}: {problem}" for problem in problems)
            counts.update(worker.counts)
            await client.delete(worker.name)

        await asyncio.gather(*(work(number) for number in range(WORKERS)))
    return counts, wrong
