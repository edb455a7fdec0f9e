"""The order that an overlay gives a list, replayed from its entries, and a generator of random histories.

An overlay is an order of one's own over a list that others change. It has an entry for each item that was placed in it:
the section where it was then, and the ids before it, the nearest first.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import NamedTuple

MOST_PREDECESSORS = 8
"""The predecessors that an entry records."""

Base = dict[str, list[str]]
"""The list: the items of each section."""


class Entry(NamedTuple):
    """An item that was placed, in the order of an overlay."""

    item: str
    section: str
    """Where the item was when it was placed. The entry is void while it is in another section, or deleted."""
    predecessors: tuple[str, ...]
    """What was before it, the nearest first. Empty for the start of the section, which is then its place."""


def replay(base: Base, entries: Iterable[Entry]) -> Base:
    """The order of an overlay: the base order without the placed items, then, in the sequence of the entries, each item
    directly behind the first of its predecessors that is in its section by then, or else at its base place."""
    return _replay(base, entries)[0]


def _replay(base: Base, entries: Iterable[Entry]) -> tuple[Base, dict[str, str]]:
    """The order, and behind which item each entry was put; nothing for the start of the section."""
    valid = [entry for entry in entries if entry.item in base.get(entry.section, ())]
    # Where an item is that has a place of the base order.
    based = {item for items in base.values() for item in items} - {entry.item for entry in valid}
    order = {section: [item for item in items if item in based] for section, items in base.items()}
    anchors: dict[str, str] = {}
    for entry in valid:
        items = order[entry.section]
        anchor = next((each for each in entry.predecessors if each in items), "")
        if not anchor and entry.predecessors:
            before = base[entry.section][: base[entry.section].index(entry.item)]
            anchor = next((each for each in reversed(before) if each in based), "")
            based.add(entry.item)
        items.insert(items.index(anchor) + 1 if anchor else 0, entry.item)
        anchors[entry.item] = anchor
    return order, anchors


def place(base: Base, entries: list[Entry], items: list[str], section: str, previous: str = "") -> list[Entry]:
    """The entries after items of a section were placed behind another one, or at its start. Each gets a new entry,
    later than all others. Entries that were put behind one of the items record their predecessors again: of what is
    shown before them what was there at their turn, so that they stay where they are when the items leave."""
    order, anchors = _replay(base, entries)
    shown = [item for item in order[section] if item not in items]
    kept: list[Entry] = []
    there = set(base[section]) - anchors.keys()
    for entry in entries:
        if entry.item in items:
            continue
        if anchors.get(entry.item) in items:
            before = [item for item in shown[: shown.index(entry.item)] if item in there]
            kept.append(entry._replace(predecessors=_recorded(before)))
        else:
            kept.append(entry)
        there.add(entry.item)
    start = shown.index(previous) + 1 if previous else 0
    for count, item in enumerate(items):
        assert item in base[section], f"{item} is not in {section}"
        kept.append(Entry(item, section, _recorded([*shown[:start], *items[:count]])))
    return kept


def _recorded(before: list[str]) -> tuple[str, ...]:
    return tuple(before[::-1][:MOST_PREDECESSORS])


def random_change(source: random.Random, base: Base, fresh: list[int]) -> None:
    """A change of the list by others: an insert, a move, or a deletion."""
    filled = [items for items in base.values() if items]
    into = source.choice(list(base.values()))
    kind = source.randrange(3)
    if kind == 0 or not filled:
        fresh[0] += 1
        into.insert(source.randint(0, len(into)), f"i{fresh[0]}")
        return
    items = source.choice(filled)
    item = items.pop(source.randrange(len(items)))
    if kind == 1:
        into.insert(source.randint(0, len(into)), item)


def random_placing(source: random.Random, base: Base, entries: list[Entry]) -> list[Entry]:
    """The entries after some items were placed, or, now and then, reset."""
    section = source.choice(list(base))
    if source.randrange(8) == 0 and entries:
        gone = source.choice(entries).item
        return [entry for entry in entries if entry.item != gone]
    if not base[section]:
        return entries
    items = source.sample(base[section], source.randint(1, min(3, len(base[section]))))
    rest = [item for item in replay(base, entries)[section] if item not in items]
    return place(base, entries, items, section, source.choice(["", *rest]))
