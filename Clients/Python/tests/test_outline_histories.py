"""Random histories of outlines on a server, for those who have collapsed some of them and those who have not."""

from __future__ import annotations

import asyncio
import random

import arrange
from arrange import OutlineChanges, Progress, StatusCode, UpdateOptions, WholeOutline, blocking
from arrange.trees import Folding, TreeList
from arrange.v1.collections_pb2 import TransactionStep

from .support import PATIENCE_SECONDS, ServedCase, scale, seeded


class OutlineFollower:
    """What somebody has of an outline who follows it."""

    def __init__(self, client: arrange.Client, name: str, options: UpdateOptions, folding: Folding) -> None:
        self._client, self._name, self._options = client, name, options
        self.folding = folding
        self.list = TreeList()
        self.version = -1
        self.kinds: set[type] = set()
        self._token: bytes | None = None
        self._updates = client.outline_updates(name, options=options, folding=folding)

    async def reach(self, version: int) -> None:
        while self.version < version:
            async with asyncio.timeout(PATIENCE_SECONDS):
                update = await anext(self._updates)
            match update.content:
                case WholeOutline(whole):
                    self.list = whole
                case OutlineChanges(batch):
                    self.list.apply(batch)
            self.kinds.add(type(update.content))
            self.version, self._token = update.version, update.resume_token

    async def resume(self, folding: Folding) -> None:
        """Goes on from the token; with another folding it gets the whole outline."""
        await self.close()
        self.folding = folding
        options = self._options
        self._updates = self._client.outline_updates(self._name, self._token, options, folding=folding)

    async def close(self) -> None:
        await self._updates.aclose()

    @property
    def rows(self) -> list[tuple[str, object, int, int, int]]:
        """Ids, contents, depths, and how much is below, shown or not."""
        return [
            (node.id, node.element.fields.get("n"), node.depth, node.child_count, node.descendants)
            for node in self.list.rows()
        ]


def visible(whole: arrange.SectionedList, folding: Folding) -> list[tuple[str, object, int, int, int]]:
    """What is shown of an outline, of which everything is known."""
    found: list[tuple[str, object, int, int, int]] = []
    for section in whole.sections:
        tops = sum(item.depth == 1 for item in section.items)
        found.append((section.id, section.element.fields.get("n"), 0, tops, len(section.items)))
        is_collapsed = (section.id in folding.sections) != folding.lazy
        deepest = 0 if is_collapsed else len(section.items)
        for item in section.items:
            if item.depth > deepest:
                continue
            is_collapsed = (item.id in folding.items) != folding.lazy
            deepest = item.depth if is_collapsed else len(section.items)
            found.append((item.id, item.fields.get("n"), item.depth, item.child_count, item.descendant_count))
    return found


MOST_ITEMS = 60
"""The most items of a random outline; beyond it, some are removed."""


class Editor:
    """Makes random operations that suit an outline, mostly. Ids are never used twice."""

    def __init__(self, source: random.Random) -> None:
        self.source, self._count = source, 0

    def _id(self) -> str:
        self._count += 1
        return f"i{self._count}"

    def ids(self) -> frozenset[str]:
        """Ids of which some are used now, and some later."""
        return frozenset(f"i{self.source.randint(1, 80)}" for _ in range(40))

    def operation(self, whole: arrange.SectionedList) -> arrange.Operation:
        source = self.source
        sections = [section.id for section in whole.sections]
        items = [item.id for item in whole.items]
        fields = {"n": source.randint(0, 3)}
        kind = source.randrange(12) if len(items) < MOST_ITEMS else 0
        chosen = source.sample(items, min(len(items), source.randint(1, 3)))
        if kind == 0 and items:
            descendants = source.choice([arrange.DescendantPolicy.REMOVE, arrange.DescendantPolicy.PROMOTE])
            return arrange.remove_items(chosen, descendants=descendants)
        if kind == 1 or not sections:
            return arrange.insert_sections([arrange.element(self._id(), fields)], to=arrange.first())
        if kind == 2 and len(sections) > 1:
            return arrange.remove_sections([source.choice(sections)])
        if kind == 3:
            return arrange.move_sections([source.choice(sections)])
        if kind == 4:
            return arrange.update_sections([arrange.update(source.choice(sections), fields)])
        if kind < 7 and items:
            return arrange.update_items([arrange.update(id, fields) for id in chosen])
        to = source.choice([arrange.first(), arrange.last()])
        parent = source.choice(items) if items and source.random() < 0.7 else None
        section = None if parent else source.choice(sections)
        if kind < 10 and items:
            cycle = source.choice(list(arrange.CyclePolicy))
            return arrange.move_items(chosen, section=section, parent=parent, to=to, if_cycle=cycle)
        new = [arrange.element(self._id(), fields) for _ in range(source.randint(1, 3))]
        return arrange.insert_items(new, section=section, parent=parent, to=to)

    def transfer(
        self, name: str, whole: arrange.SectionedList, other: str, target: arrange.SectionedList
    ) -> TransactionStep:
        """Hands an item, with what is below it or without, to another outline."""
        source, items = self.source, [item.id for item in target.items]
        parent = source.choice(items) if items and source.random() < 0.7 else None
        return arrange.transfer(
            name,
            [source.choice([item.id for item in whole.items])],
            other,
            section=None if parent else "first",
            parent=parent,
            to=source.choice([arrange.first(), arrange.last()]),
            descendants=source.choice([None, None, *arrange.DescendantPolicy]),
        )


class ServerTests(ServedCase):
    async def test_random_edits(self) -> None:
        source = seeded("outlines on a server")
        kinds: set[type] = set()
        for number in range(scale(5)):
            kinds |= await self.run_history(source, f"plan {number}")
        self.assertEqual(kinds, {WholeOutline, OutlineChanges, Progress})

    async def run_history(self, source: random.Random, name: str) -> set[type]:
        client, editor = self.client, Editor(source)
        other = f"{name}, the other"
        for each in (name, other):
            await client.create(each, outline=arrange.OutlineSettings(max_depth=8).message())
            await client.apply(each, arrange.insert_sections([arrange.element("first")]))
        threshold = UpdateOptions(reload_threshold=source.choice([2, 1000]))
        folding = UpdateOptions(reload_threshold=1000)
        followers = [
            OutlineFollower(client, name, threshold, Folding()),
            OutlineFollower(client, name, folding, Folding(editor.ids(), frozenset(["first"]))),
            OutlineFollower(client, name, folding, Folding(editor.ids(), frozenset(["", "first"]), lazy=True)),
        ]
        beside = OutlineFollower(client, other, folding, Folding())
        _, whole = await client.read(name)
        _, kept = await client.read(other)
        for step in range(50):
            try:
                if whole.items and source.random() < 0.15:
                    await client.transact(editor.transfer(name, whole, other, kept))
                elif kept.items and source.random() < 0.3 and any(each.id == "first" for each in whole.sections):
                    await client.transact(editor.transfer(other, kept, name, whole))
                else:
                    await client.apply(name, *(editor.operation(whole) for _ in range(source.randint(1, 2))))
            except arrange.ArrangeError as error:
                expected = (StatusCode.NOT_FOUND, StatusCode.FAILED_PRECONDITION, StatusCode.INVALID_ARGUMENT)
                self.assertIn(error.code, expected, error)
            info, whole = await client.read(name)
            there, kept = await client.read(other)
            # Several transactions come as one batch.
            if step < 49 and source.random() < 0.4:
                continue
            if source.random() < 0.1:
                follower = source.choice(followers)
                await follower.resume(follower.folding)
            if source.random() < 0.1:
                await followers[1].resume(Folding(editor.ids()))
            for follower in followers:
                await follower.reach(info.version)
                self.assertEqual(follower.rows, visible(whole, follower.list.folding))
            await beside.reach(there.version)
            self.assertEqual(beside.rows, visible(kept, beside.list.folding))
        for follower in (*followers, beside):
            await follower.close()
        return set[type]().union(*(follower.kinds for follower in followers))

    async def test_other_lists(self) -> None:
        await self.client.create("flat")
        await self.refused(StatusCode.FAILED_PRECONDITION, anext(self.client.outline_updates("flat")))
        await self.refused(StatusCode.NOT_FOUND, anext(self.client.outline_updates("nothing")))
        await self.client.create("plan", outline=arrange.OutlineSettings().message())
        await self.refused(StatusCode.FAILED_PRECONDITION, anext(self.client.updates("plan")))

    async def test_time(self) -> None:
        await self.client.create("past", outline=arrange.OutlineSettings().message())
        await self.client.apply("past", arrange.insert_items([arrange.element(id) for id in "abc"]))
        await self.client.apply("past", arrange.move_items(["a"], parent="b"))
        await self.client.apply("past", arrange.move_items(["c"], parent="a"))
        shown = []
        async for update in self.client.outline_updates("past", at=1, play_to=3):
            if isinstance(update.content, WholeOutline):
                tree = update.content.list
            elif isinstance(update.content, OutlineChanges):
                tree.apply(update.content.batch)
            shown.append([(node.id, node.depth) for node in tree.rows()][1:])
        self.assertEqual(
            shown,
            [[("a", 1), ("b", 1), ("c", 1)], [("b", 1), ("a", 2), ("c", 1)], [("b", 1), ("a", 2), ("c", 3)]],
        )
        diff = await self.client.outline_diff("past", 3, 1)
        tree.apply(diff.batch)
        self.assertEqual([(node.id, node.depth) for node in tree.rows()][1:], shown[0])
        self.assertEqual((diff.from_version, diff.to_version), (3, 1))
        await self.refused(StatusCode.FAILED_PRECONDITION, self.client.diff("past", 1))

    async def test_blocking(self) -> None:
        def follow() -> list[list[tuple[str, int]]]:
            found = []
            with blocking.Client(self.server.address) as client:
                client.create("blocking", outline=arrange.OutlineSettings().message())
                client.apply("blocking", arrange.insert_items([arrange.element("a"), arrange.element("b")]))
                with client.outline_updates("blocking", folding=Folding(frozenset("b"))) as updates:
                    content = next(updates).content
                    assert isinstance(content, WholeOutline)
                    found.append([(node.id, node.depth) for node in content.list.rows()])
                    client.apply("blocking", arrange.move_items(["a"], parent="b"))
                    batch = next(updates).content
                    assert isinstance(batch, OutlineChanges)
                    content.list.apply(batch.batch)
                    found.append([(node.id, node.depth) for node in content.list.rows()])
            return found

        self.assertEqual(await asyncio.to_thread(follow), [[("", 0), ("a", 1), ("b", 1)], [("", 0), ("b", 1)]])
