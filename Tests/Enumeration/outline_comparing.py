"""Plays operations on small outlines against a server, and compares what it does with what the model does.

A case is an outline, perhaps an operation that somebody else has carried out on it, and the operation. Each worker has
a collection of its own, which it brings to the outline of the case again if an operation has changed it.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Iterator, Sequence

from outline import Home, Named, Operation, Outline, Place, Refused, drawing, top, under
from outline_cases import NEW_IDS, operations, outlines
from outline_steps import apply
from serving import arrange, model_pb2, operations_pb2

WORKERS = 24
"""So many cases are played at the same time."""


def cases(
    nodes: int, sections: int, depth: int, length: int, shard: tuple[int, int], *, several: bool
) -> Iterator[tuple[Outline, tuple[Operation, ...]]]:
    """All sequences of so many operations that can be asked for by who sees one of the outlines. Of the first
    operations that lead to the same outline, one is played."""
    number = 0
    for count in range(nodes + 1):
        for base in outlines(count, sections):
            base.most_depth = depth
            if any(level > depth for _, level in base.rows()):
                continue
            for operation in operations(base, NEW_IDS[0], several=several):
                number += 1
                if length == 1 and number % shard[1] == shard[0]:
                    yield base, (operation,)
            if length > 1:
                yield from _pairs(base, shard, several=several)


def _pairs(base: Outline, shard: tuple[int, int], *, several: bool) -> Iterator[tuple[Outline, tuple[Operation, ...]]]:
    seen, number = set(), 0
    for first in operations(base, NEW_IDS[0], several=several):
        with contextlib.suppress(Refused):
            state = apply(base, [first]).outline
            key = (drawing(state), tuple(sorted(state.gone)))
            if key in seen:
                continue
            seen.add(key)
            for second in operations(base, NEW_IDS[1], several=several):
                number += 1
                if number % shard[1] == shard[0]:
                    yield base, (first, second)


def message(operation: Operation) -> arrange.Operation:
    """The operation as the client takes it."""
    to = place(operation.to)
    policy = arrange.ParentPolicy[operation.if_parent_missing]
    cycle = arrange.CyclePolicy[operation.if_cycle]
    section, parent = operation.section, operation.parent
    references = named(operation)
    match operation.verb:
        case "insert_items":
            return arrange.insert_items(
                [arrange.element(item.id, dict(item.set)) for item in operation.items],
                section=section, to=to, parent=parent, if_parent_missing=policy,
            )  # fmt: skip
        case "move_items":
            return arrange.move_items(
                references, section=section, to=to, parent=parent, if_parent_missing=policy, if_cycle=cycle
            )
        case "update_items":
            return arrange.update_items([arrange.update(item.id, dict(item.set)) for item in operation.items])
        case "remove_items":
            descendants = arrange.DescendantPolicy[operation.descendants] if operation.descendants else None
            return arrange.remove_items(references, descendants=descendants)
        case "reorder_items":
            return arrange.reorder_items(operation.ids, section=section or "", parent=parent or "")
        case "adopt_items":
            return arrange.adopt_items(
                [arrange.adopted(item.id, after=item.after, before=item.before) for item in operation.items],
                section=section or "", parent=parent, if_parent_missing=policy, if_cycle=cycle,
            )  # fmt: skip
        case _:
            raise AssertionError(operation.verb)


def named(operation: Operation) -> list[operations_pb2.ElementReference]:
    """What an operation names, with the conditions, as the client takes it."""
    return [_reference(item) for item in operation.items]


def _reference(item: Named) -> operations_pb2.ElementReference:
    return arrange.reference(
        item.id,
        item.if_content_version,
        if_section=item.if_section,
        if_parent=item.if_parent,
        if_placement_version=item.if_placement_version,
    )


def place(to: Place) -> arrange.Place:
    """A placement as the client takes it."""
    if_missing = arrange.IfMissing[to.if_missing]
    match to.kind:
        case "first":
            return arrange.first()
        case "last":
            return arrange.last()
        case "at":
            return arrange.at(to.place)
        case "before":
            return arrange.before(to.anchor, if_missing)
        case "after":
            return arrange.after(to.anchor, if_missing)


def making(outline: Outline) -> list[arrange.Operation]:
    """What makes an outline in an empty collection."""
    made = [arrange.insert_sections([arrange.element(id) for id in outline.sections])]

    def fill(home: Home) -> None:
        if ids := outline.lists[home]:
            section, parent = (home.id, None) if home.kind == "section" else (None, home.id)
            new = [arrange.element(id) for id in ids]
            made.append(arrange.insert_items(new, section=section, parent=parent))
        for id in ids:
            fill(under(id))

    for section in outline.sections:
        fill(top(section))
    return made


class Worker:
    """Plays cases with a collection of its own."""

    def __init__(self, client: arrange.Client, name: str, depth: int) -> None:
        self.client, self.name, self.depth = client, name, depth
        self.sections: list[str] = []
        self.has: str | None = None
        """The drawing of what the collection has; None: not known."""
        self.counts: Counter[str] = Counter()

    async def prepare(self) -> None:
        outline = model_pb2.OutlineSettings(max_depth=self.depth)
        await self.client.create(self.name, outline=outline)

    async def play(self, base: Outline, steps: Sequence[Operation]) -> list[str]:
        """What is wrong with what the server does."""
        if self.has != drawing(base) or len(steps) > 1:
            await self.reset(base)
        wrong, outline = [], base
        for operation in steps:
            self.counts["operations"] += 1
            try:
                expected = apply(outline, [operation])
            except Refused as refused:
                self.counts[f"refused: {refused.code}"] += 1
                wrong += await self._refused(operation, refused)
            else:
                wrong += await self._done(operation, expected.outline, expected.changed, expected.skipped[0])
                outline = expected.outline
        shown = await self.read()
        if shown != drawing(outline):
            wrong.append(f"the outline is {shown}, not {drawing(outline)}")
        self.has = shown
        return wrong

    async def reset(self, base: Outline) -> None:
        removing = [arrange.remove_sections(self.sections)] if self.sections else []
        await self.client.apply(self.name, *removing, *making(base))
        self.sections, self.has = base.sections, drawing(base)

    async def _refused(self, operation: Operation, expected: Refused) -> list[str]:
        try:
            await self.client.apply(self.name, message(operation))
        except arrange.ArrangeError as error:
            found = (error.code.name, error.field, error.reason or "")
            wanted = (expected.code, expected.field, expected.reason)
            wrong = [] if found == wanted else [f"{found} instead of {wanted}: {error.message}"]
            if expected.path and not error.message.endswith(f": {' / '.join(expected.path)}"):
                wrong.append(f"the message does not end with {' / '.join(expected.path)}: {error.message}")
            return wrong
        return [f"it was done, and should end with {expected.code} {expected.field}: {expected}"]

    async def _done(self, operation: Operation, new: Outline, changed: bool, skipped: list[str]) -> list[str]:
        try:
            result = await self.client.apply(self.name, message(operation))
        except arrange.ArrangeError as error:
            return [f"it ends with {error}"]
        wrong = []
        if result.changed != changed:
            wrong.append(f"changed is {result.changed}")
        placed = result.operations[0]
        if [each.id for each in placed] != operation.ids:
            wrong.append(f"the result names {[each.id for each in placed]}")
        if [each.id for each in placed if each.skipped] != skipped:
            wrong.append(f"left out were {[each.id for each in placed if each.skipped]}, not {skipped}")
        for each in placed:
            if each.id not in new.items:
                if each.item is not None:
                    wrong.append(f"{each.id} is there")
                continue
            home = new.home(each.id)
            parent = home.id if home.kind == "item" else ""
            index = new.lists[home].index(each.id)
            if each.item is None or (each.parent, each.item.item) != (parent, index):
                wrong.append(f"{each.id} is said to be at {each.item} below {each.parent!r}")
            elif new.sections[each.item.section] != new.section(each.id):
                wrong.append(f"{each.id} is said to be in section {each.item.section}")
        return wrong

    async def read(self, *, is_flat: bool = False) -> str:
        """The drawing of the collection, read in pages of two items."""
        texts: dict[int, str] = {}
        depths: dict[int, int] = {}
        path: list[str] = []
        async for page in self.client.pages(self.name, page_size=2):
            for run in page.slices:
                text, depth = texts.get(run.index, ""), depths.get(run.index, 1)
                if run.items:
                    if run.first_item == 0:
                        path = []
                    depths_differ = not is_flat and len(run.ancestors) != run.items[0].depth - 1
                    if path[: len(run.ancestors)] != run.ancestors or depths_differ:
                        text += f"<{run.ancestors} instead of {path}>"
                for item in run.items:
                    level = 1 if is_flat else item.depth
                    text += "(" if level > depth else ")" * (depth - level)
                    text, depth = text + item.id, level
                    path = [*path[: level - 1], item.id]
                texts[run.index], depths[run.index] = text, depth
        return "|".join(text + ")" * (depths[index] - 1) for index, text in sorted(texts.items()))


async def compare(
    address: str, found: Iterator[tuple[Outline, tuple[Operation, ...]]], depth: int
) -> tuple[Counter[str], list[str]]:
    """Plays cases against a server. Returns what was counted, and what was wrong."""
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    async with arrange.Client(address) as client:

        async def work(number: int) -> None:
            worker = Worker(client, f"outlines-{time.time_ns()}-{number}", depth)
            await worker.prepare()
            for base, steps in found:
                counts["cases"] += 1
                problems = await worker.play(base, steps)
                wrong.extend(f"{drawing(base)!r} {steps}: {problem}" for problem in problems)
            counts.update(worker.counts)
            await client.delete(worker.name)

        await asyncio.gather(*(work(number) for number in range(WORKERS)))
    return counts, wrong
