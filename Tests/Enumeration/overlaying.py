#!/usr/bin/env python3
"""Has a server place rows in overlays of lists that others change, and compares what it shows with the replay.

    Tests/Enumeration/overlaying.py [--histories N] [--changes C] [--seed S] ADDRESS

Each history has a list of its own, with a shared overlay or one of the caller. Random changes of the list, placings in
a view of the overlay, and resets follow each other. After each of them the entries of the overlay are those of the
model, the list is what it was unless it was changed, and the view shows the replay, to who reads it and to a
subscriber that is told of changes alone.

Needs the package of Clients/Python and python3-protobuf.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections.abc import Mapping, Sequence

from overlay import MOST_PREDECESSORS, Base, Entry, place, random_change, replay
from serving import arrange, views_pb2

PATIENCE_SECONDS = 30
"""The longest that a subscriber may take to have what was committed."""


class History:
    """A list, an overlay of it, and what the model says of them."""

    def __init__(self, client: arrange.Client, name: str, source: random.Random) -> None:
        self.client, self.name, self.source = client, name, source
        self.base: Base = {"todo": [], "doing": []}
        self.entries: list[Entry] = []
        self.fresh = [0]
        self.shared = source.random() < 0.5
        self.overlay = "triage" if self.shared else "mine"
        query = (
            arrange.views.query(name, overlay=self.overlay)
            if self.shared
            else arrange.views.query(name, own_overlay="mine")
        )
        self.view: views_pb2.View = arrange.views.view(query)
        self.placings = self.unchanged = 0

    async def prepare(self) -> None:
        await self.client.create(self.name)
        await self.client.apply(self.name, arrange.insert_sections([arrange.element(name) for name in self.base]))
        await self.client.create_overlay(self.name, self.overlay, shared=self.shared)

    async def run(self, changes: int) -> None:
        async with self.client.live(self.view) as watched:
            for _ in range(changes):
                kind = self.source.randrange(8)
                if kind < 4:
                    await self.change()
                elif kind == 4 and self.entries:
                    await self.reset()
                else:
                    await self.place()
                await self.compare(watched)

    async def change(self) -> None:
        """Somebody else changes the list."""
        before = {name: list(items) for name, items in self.base.items()}
        random_change(self.source, self.base, self.fresh)
        old = {item: name for name, items in before.items() for item in items}
        new = {item: name for name, items in self.base.items() for item in items}
        for item in old.keys() - new.keys():
            await self.client.apply(self.name, arrange.remove_items([item]))
        for name, items in self.base.items():
            if items == before[name]:
                continue
            for item in items:
                # The one that has come or was moved is the only one whose removal makes both lists the same.
                if [each for each in items if each != item] != [each for each in before[name] if each != item]:
                    continue
                following = items[items.index(item) + 1 :]
                to = arrange.before(following[0]) if following else arrange.last()
                if item in old:
                    operation = arrange.move_items([item], section=name, to=to)
                else:
                    operation = arrange.insert_items([arrange.element(item)], section=name, to=to)
                await self.client.apply(self.name, operation)
                break

    async def reset(self) -> None:
        item = self.source.choice(self.entries).item
        self.entries = [entry for entry in self.entries if entry.item != item]
        info = await self.client.reset_overlay(self.name, self.overlay, [item], shared=self.shared)
        assert info.entries == len(self.entries), info

    async def place(self) -> None:
        section = self.source.choice(list(self.base))
        shown = replay(self.base, self.entries)[section]
        if not shown:
            return
        items = self.source.sample(shown, self.source.randint(1, min(3, len(shown))))
        rest = [each for each in shown if each not in items]
        gap = self.source.randint(0, len(rest))
        previous, following = [*rest[:gap]][-1:], rest[gap : gap + 1]
        placed = await self.client.place(
            self.view,
            rows=items,
            section=section,
            after=previous[0] if previous else "",
            before=following[0] if following else "",
            aim="after_previous",
        )
        assert placed.overlay == self.overlay, placed
        if [*rest[:gap], *items, *rest[gap:]] == shown:
            assert not placed.applied, placed
            self.unchanged += 1
            return
        assert len(placed.applied) == 1 and placed.applied[0].collection == self.name, placed
        self.entries = place(self.base, self.entries, items, section, previous[0] if previous else "")
        self.placings += 1

    async def compare(self, watched: arrange.LiveList) -> None:
        page = await self.client.overlay(self.name, self.overlay, shared=self.shared)
        found = [Entry(each.item, each.section, tuple(each.predecessors)) for each in page.entries]
        assert found == self.entries, f"the entries are {found}, not {self.entries}"
        assert all(len(entry.predecessors) <= MOST_PREDECESSORS for entry in found)
        _, list_ = await self.client.read(self.name)
        assert order(list_.sections) == self.base, f"the list is {order(list_.sections)}, not {self.base}"
        wanted = replay(self.base, self.entries)
        _, shown = await self.client.read(self.view)
        assert order(shown.sections) == wanted, f"the view is {order(shown.sections)}, not {wanted}"
        async with asyncio.timeout(PATIENCE_SECONDS):
            while order(watched.sections) != wanted:
                await watched.next()


def order(sections: Sequence[arrange.Section]) -> Mapping[str, list[str]]:
    return {section.id: [item.id for item in section.items] for section in sections}


async def run(address: str, histories: int, changes: int, seed: int) -> None:
    placings = unchanged = 0
    async with arrange.Client(address) as client:
        for number in range(histories):
            each = seed + number
            history = History(client, f"overlaying-{each}", random.Random(each))
            await history.prepare()
            try:
                await history.run(changes)
            except BaseException:
                print(f"seed {each}: {history.view}, {history.base}, {history.entries}", file=sys.stderr)
                raise
            await client.delete(history.name)
            placings += history.placings
            unchanged += history.unchanged
    print(
        f"{histories} histories from seed {seed}: {placings} placings, and {unchanged} in the same gap,"
        " are as the model says"
    )


def main() -> None:
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("address", metavar="ADDRESS")
    parser.add_argument("--histories", type=int, default=20)
    parser.add_argument("--changes", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    asyncio.run(run(options.address, options.histories, options.changes, options.seed))


if __name__ == "__main__":
    main()
