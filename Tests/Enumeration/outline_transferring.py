"""Plays random transfers between outlines and a flat list of a server, and compares what it does with the model.

A case is two outlines and a flat list, what is done to them one after the other, then a transfer as a step, and what
others do after it. Then the step is undone, and made again. The codes, fields, reasons and paths of what is refused are
compared as well.
"""

from __future__ import annotations

import asyncio
import dataclasses
import random
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from outline import Item, Operation, Outline, Refused, drawing, drawn, top, under
from outline_cases import random_outline
from outline_comparing import WORKERS, Worker, message, named, place
from outline_histories import Generator
from outline_steps import transact
from outline_undo import Part, Since, touched, undo_jointly
from serving import arrange, collections_pb2, model_pb2

OWN, OTHERS = "own", "others"
"""The stack whose step is undone, and that of the others."""

MOST_ITEMS = 8
"""The most items of an outline at first."""

PLAYED = ("insert_items", "move_items", "remove_items", "update_items")
"""The verbs of others. What the server moves to reorder items may be other ones than those of the model."""

World = Mapping[str, Outline]
Step = tuple[str, Operation]


class Case(NamedTuple):
    """What is done, as far as it is not refused."""

    world: dict[str, Outline]
    first: list[Step]
    transfer: Step
    others: list[Step]


def cases(seeds: Iterable[int], depth: int, children: int) -> Iterable[tuple[int, Case]]:
    """A case for each seed that makes one."""
    for seed in seeds:
        source = random.Random(seed)
        generator = Generator(source)
        world = {}
        for name in ("one", "two", "three"):
            count = source.randint(0 if generator.used else 1, MOST_ITEMS)
            ids = [f"{name[:2]}{number}" for number in range(count)]
            generator.used += ids
            world[name] = random_outline(source, ids) if name != "three" else _flat(ids)
            world[name].most_depth, world[name].most_children = depth, children
        if any(level > depth for each in world.values() for _, level in each.rows()) or any(
            len(ids) > children and home.kind == "item" for each in world.values() for home, ids in each.lists.items()
        ):
            continue
        now: World = world
        first: list[Step] = []
        for _ in range(source.randint(0, 4)):
            step = _step(generator, now, transfers=source.randrange(2) == 0)
            first.append(step)
            now = _after(now, step)
        for _ in range(20):
            transfer = _step(generator, now, transfers=True)
            if transfer[1].verb == "transfer_items" and (after := _after(now, transfer)) is not now:
                # What comes back to a flat list finds its place by other rules.
                is_simple = transfer[1].source != "three"
                others = []
                for _ in range(source.randint(0, 3) if is_simple else 0):
                    step = _step(generator, after, transfers=source.randrange(3) == 0)
                    others.append(step)
                    after = _after(after, step)
                yield seed, Case(world, first, transfer, others)
                break


def _flat(ids: list[str]) -> Outline:
    outline = drawn("|")
    outline.is_outline = False
    for id in ids:
        outline.items[id], outline.lists[under(id)] = Item(), []
        outline.lists[top(outline.sections[0])].append(id)
    return outline


def _step(generator: Generator, world: World, *, transfers: bool) -> Step:
    while True:
        name, other = generator.source.sample(sorted(world), 2)
        operation = generator.next(world[name], world[other], other)
        # Without items in both there is none.
        is_transfer = transfers and bool(world[name].items and world[other].items)
        if operation.verb == "transfer_items" if is_transfer else operation.verb in PLAYED:
            break
    # The versions of the server are others, and it forgets nothing when the model does.
    items = tuple(item._replace(if_placement_version=None) for item in operation.items)
    policy = "LAST" if operation.if_parent_missing == "NEAREST_ANCESTOR" else operation.if_parent_missing
    return name, dataclasses.replace(operation, items=items, if_parent_missing=policy)


def _after(world: World, step: Step) -> World:
    """The collections after a step; the same ones if it is refused or changes nothing."""
    try:
        new, _ = transact(world, [step])
    except Refused:
        return world
    return world if all(new[name] is world[name] for name in world) else new


def _drop_made_sections(outline: Outline, before: Outline) -> None:
    """Removes the default section again if a transfer made it, and it is empty; `outline_undo` knows no sections."""
    for section in [each for each in outline.sections if each not in before.sections]:
        if not outline.lists[top(section)]:
            outline.sections.remove(section)
            del outline.lists[top(section)], outline.section_fields[section]


class TransferWorker:
    """Plays cases with collections of its own."""

    def __init__(self, client: arrange.Client, prefix: str, depth: int, children: int) -> None:
        self.client, self.prefix = client, prefix
        self.limits = model_pb2.OutlineSettings(max_depth=depth, max_children=children)
        self.counts: Counter[str] = Counter()
        self.number = 0

    def name(self, name: str) -> str:
        return f"{self.prefix}-{self.number}-{name}"

    def next_name(self, name: str) -> str:
        """The name of a collection of the next case."""
        return f"{self.prefix}-{self.number + 1}-{name}"

    async def play_case(self, case: Case) -> list[str]:
        """What is wrong with what the server does."""
        self.number += 1
        self.counts["cases"] += 1
        for name, outline in case.world.items():
            await self.client.create(self.name(name), outline=self.limits if outline.is_outline else None)
            maker = Worker(self.client, self.name(name), 0)
            await maker.reset(outline)
        wrong: list[str] = []
        world: World = case.world
        for step in case.first:
            world, problems = await self._play(world, step, OTHERS)
            wrong += problems
        before = world
        world, problems = await self._play(world, case.transfer, OWN)
        after = world
        wrong += problems
        since = {name: Since(set[str](), set[str]()) for name in world}
        for step in case.others:
            new, problems = await self._play(world, step, OTHERS)
            wrong += problems
            for name in world:
                done = touched(world[name], new[name])
                since[name] = Since({*since[name].placed, *done.placed}, {*since[name].changed, *done.changed})
            world = new
        wrong += await self._undo(case.transfer, before, after, world, since)
        for name in world:
            await self.client.delete(self.name(name))
        return wrong

    async def _play(self, world: World, step: Step, stack: str) -> tuple[World, list[str]]:
        """The collections after a step, and what is wrong."""
        name, operation = step
        where = f"{step} on {[drawing(each) for each in world.values()]}"
        if operation.verb == "transfer_items":
            self.counts["transfers"] += 1
            steps = [self.transfer(name, operation)]
        else:
            steps = [arrange.step(self.name(name), message(operation))]
        try:
            expected: World | Refused = transact(world, [step])[0]
        except Refused as refused:
            expected = refused
        try:
            result = await self.client.transact(*steps, stack=stack)
        except arrange.ArrangeError as error:
            if not isinstance(expected, Refused):
                return world, [f"{where}: refused: {error}"]
            self.counts[f"refused: {expected.code} {expected.reason}"] += 1
            kind = "" if operation.verb == "transfer_items" else "operation."
            field = expected.field.replace("operations[0].", f"steps[0].{kind}")
            found, wanted = (error.code.name, error.field, error.reason or ""), (expected.code, field, expected.reason)
            wrong = [] if found == wanted else [f"{where}: {found} instead of {wanted}: {error.message}"]
            # Items of a flat list have no path.
            has_paths = all(world[each].is_outline for each in {name, operation.source or name})
            if has_paths and expected.path and not error.message.endswith(f": {' / '.join(expected.path)}"):
                wrong.append(f"{where}: the message does not end with {expected.path}: {error.message}")
            return world, wrong + [f"{where}: {problem}" for problem in await self._differences(world)]
        if isinstance(expected, Refused):
            return world, [f"{where}: it was done, and should end with {expected.code} {expected.field}"]
        wrong = await self._differences(expected)
        changed = {self.name(each) for each in world if expected[each] is not world[each]}
        if {each.name for each in result.collections if each.changed} != changed:
            wrong.append(f"changed are {result.collections}")
        if operation.verb == "transfer_items":
            if [each.id for each in result.steps[0]] != operation.ids:
                wrong.append(f"the result names {result.steps[0]}")
            wrong += await self._history(step, world, expected)
        return expected, [f"{where}: {problem}" for problem in wrong]

    def transfer(self, name: str, operation: Operation) -> collections_pb2.TransactionStep:
        left = arrange.DescendantPolicy[operation.descendants] if operation.descendants else None
        return arrange.transfer(
            self.name(operation.source),
            named(operation),
            self.name(name),
            section=operation.section,
            to=place(operation.to),
            parent=operation.parent,
            if_parent_missing=arrange.ParentPolicy[operation.if_parent_missing],
            descendants=left,
        )

    async def _history(self, step: Step, old: World, new: World) -> list[str]:
        """What is wrong with what the histories of both say of where items came from."""
        wrong, (target, operation) = [], step
        came = set(new[target].items) - set(old[target].items)
        for name, other, kind in (
            (target, operation.source, arrange.ChangeKind.ITEM_INSERTED),
            (operation.source, target, arrange.ChangeKind.ITEM_REMOVED),
        ):
            history = await self.client.history(self.name(name))
            changes = [each for each in history.commits[-1].changes if each.transferred]
            if {each.id for each in changes if each.transferred == self.name(other) and each.kind == kind} != came:
                wrong.append(f"the history of {name} says {changes}")
            if len(changes) != len(came):
                wrong.append(f"the history of {name} says {len(changes)} times that something was transferred")
        return wrong

    async def _undo(self, step: Step, before: World, after: World, now: World, since: Mapping[str, Since]) -> list[str]:
        target, operation = step
        names = (operation.source, target)
        came = set(after[target].items) - set(before[target].items)
        parts = {
            self.name(name): Part(before[name], after[name], now[name], since[name])
            for name in names
            if after[name] is not before[name]
        }
        undone = undo_jointly(parts, dict.fromkeys(came, (self.name(operation.source), self.name(target))))
        new = {name: undone[self.name(name)].outline if self.name(name) in undone else now[name] for name in now}
        for name in names:
            _drop_made_sections(new[name], before[name])
        wrong = []
        tried = await self.client.undo(self.name(target), OWN, dry_run=True)
        result = await self.client.undo(self.name(operation.source), OWN)
        self.counts["undone"] += 1
        expected = {(name, id, reason.name) for name, each in undone.items() for id, reason in each.kept.items()}
        for _, _, reason in expected:
            self.counts[f"kept: {reason}"] += 1
        found = {
            (each.collection, each.id, each.reason.name if isinstance(each.reason, arrange.KeptReason) else each.reason)
            for each in result.kept
            if each.kind >= arrange.ChangeKind.ITEM_INSERTED
        }
        if found != expected:
            wrong.append(f"kept were {found}, not {expected}")
        if (tried.undone, tried.kept, tried.changed) != (result.undone, result.kept, result.changed):
            wrong.append(f"a dry run said {tried}, and undo {result}")
        wrong += await self._differences(new)
        if result.changed:
            again = await self.client.undo(self.name(target), OWN, redo=True)
            self.counts["made again"] += 1
            if again.kept:
                wrong.append(f"redo has kept {again.kept}")
            wrong += [f"after redo {problem}" for problem in await self._differences(now)]
        where = f"undo of {step} from {[drawing(each) for each in before.values()]}"
        return [f"{where} in {[drawing(each) for each in now.values()]}: {problem}" for problem in wrong]

    async def _differences(self, world: World) -> list[str]:
        wrong = []
        for name, outline in world.items():
            found = await Worker(self.client, self.name(name), 0).read(is_flat=not outline.is_outline)
            if found != drawing(outline):
                wrong.append(f"{name} is {found}, not {drawing(outline)}")
        return wrong


async def compare(address: str, seeds: Iterable[int], depth: int, children: int) -> tuple[Counter[str], list[str]]:
    """Plays cases against a server. Returns what was counted, and what was wrong."""
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    found = iter(cases(seeds, depth, children))
    async with arrange.Client(address) as client:

        async def work(number: int) -> None:
            worker = TransferWorker(client, f"transferred-{time.time_ns()}-{number}", depth, children)
            for seed, case in found:
                wrong.extend(f"seed {seed}: {problem}" for problem in await worker.play_case(case))
            counts.update(worker.counts)

        await asyncio.gather(*(work(number) for number in range(WORKERS)))
    return counts, wrong
