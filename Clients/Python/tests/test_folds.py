"""Random histories of lists and views on a server, folded by subscribers of all kinds."""

from __future__ import annotations

import asyncio
import random

import arrange
from arrange import Changes, Profile, SectionedList, UpdateOptions, WholeList, views

from .naive import Rows, apply_naively, rows
from .support import ServedCase, scale, seeded


class Subscriber:
    """A list that is folded from updates, twice: by the library and naively."""

    def __init__(self, name: str, updates: arrange.ListUpdates) -> None:
        self.name = name
        self.updates = updates
        self.list = SectionedList()
        self.naive: Rows = []
        self.version = -1
        self.batches = 0

    async def take(self) -> None:
        async with asyncio.timeout(30):
            update = await anext(self.updates)
        match update.content:
            case WholeList(whole):
                self.list = whole
                self.naive = rows(whole)
            case Changes(batch):
                self.batches += 1
                self.naive = apply_naively(self.naive, batch)
                self.list.apply(batch)
        self.version = update.version


def random_operation(source: random.Random, whole: SectionedList) -> arrange.Operation:
    """An operation that fits a list."""
    sections = [section.id for section in whole.sections]
    items = [item.id for item in whole.items]
    kind = source.randrange(10)
    if kind == 0 or not sections:
        return arrange.insert_sections([{"n": source.randint(0, 3)}], to=arrange.at(source.randint(0, len(sections))))
    section = source.choice(sections)
    if kind == 1:
        return arrange.move_sections([section], to=source.choice([arrange.first(), arrange.last()]))
    if kind == 2 and len(sections) > 3:
        return arrange.remove_sections([section])
    if kind == 3:
        return arrange.update_sections([arrange.update(section, {"n": source.randint(0, 3)})])
    if kind < 6 or not items:
        new: list[arrange.FieldsInput] = [
            {"n": source.randint(0, 5), "who": source.choice("ab")} for _ in range(source.randint(1, 4))
        ]
        return arrange.insert_items(new, section=section, to=source.choice([arrange.first(), arrange.last()]))
    chosen = source.sample(items, source.randint(1, min(4, len(items))))
    if kind == 6:
        return arrange.remove_items(chosen)
    if kind == 7:
        return arrange.update_items([arrange.update(id, {"n": source.randint(0, 5)}) for id in chosen])
    return arrange.move_items(chosen, section=section, to=source.choice([arrange.first(), arrange.last()]))


class FoldTests(ServedCase):
    async def test_random_histories(self) -> None:
        """After each step every subscriber has what the server has, also one that reads rarely."""
        source = seeded("histories on a server")
        for number in range(scale(8)):
            await self.run_history(source, f"history {number}")

    async def run_history(self, source: random.Random, name: str) -> None:
        client = self.client
        await client.create(name)
        view = views.view(
            views.fixed(views.row("menu"), [views.row("top")]),
            views.query(name, name="low", filter=views.field("n").is_less_than(3), sort=[views.sort("n")], cap=4),
            views.query(name, name="who", grouped=views.grouping("who", ["a"])),
        )
        await client.define_view(f"view of {name}", view)
        exact = UpdateOptions(sends_keys=True)
        subscribers = [
            Subscriber("exact", client.updates(name, options=exact)),
            Subscriber("uikit", client.updates(name, options=UpdateOptions(profile=Profile.UIKIT))),
            Subscriber("threshold", client.updates(name, options=UpdateOptions(reload_threshold=3))),
            Subscriber("view", client.updates(f"view of {name}")),
            Subscriber("inline", client.updates(view, options=UpdateOptions(profile=Profile.UIKIT))),
        ]
        info, whole = await client.read(name)
        for step in range(25):
            # A transaction that a removal made impossible is refused whole.
            operations = [random_operation(source, whole) for _ in range(source.randint(1, 3))]
            try:
                await client.apply(name, *operations)
            except arrange.ArrangeError as error:
                self.assertIn(error.code, (arrange.StatusCode.NOT_FOUND, arrange.StatusCode.OUT_OF_RANGE))
            info, whole = await client.read(name)
            view_info, view_whole = await client.read(view)
            for subscriber in subscribers:
                if step < 24 and source.random() < 0.4:
                    continue
                is_view = subscriber.name in ("view", "inline")
                wanted, version = (view_whole, view_info.version) if is_view else (whole, info.version)
                while subscriber.version < version:
                    await subscriber.take()
                self.check(subscriber, wanted)
        self.assertTrue(all(subscriber.batches for subscriber in subscribers))
        for subscriber in subscribers:
            await subscriber.updates.aclose()

    def check(self, subscriber: Subscriber, wanted: SectionedList) -> None:
        self.assertTrue(subscriber.list.shows_the_same(wanted), subscriber.name)
        self.assertEqual(rows(subscriber.list), subscriber.naive, subscriber.name)
