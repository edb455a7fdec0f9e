"""Batches: deriving, checking, applying."""

from __future__ import annotations

import copy
import itertools
import random
import unittest
from typing import Any

from arrange import (
    BatchError,
    ChangeBatch,
    Element,
    ItemChanges,
    ItemMove,
    ListSize,
    Path,
    Section,
    SectionedList,
    derive,
)
from arrange._derive import _longest_increasing, derive_touched

from .naive import apply_naively, random_edit, random_list, rows
from .support import scale, seeded


def make(*sections: str) -> SectionedList:
    """A list such as ``make("abc", "de")``."""
    return SectionedList(
        [Section(Element(f"section {index}"), [Element(id) for id in ids]) for index, ids in enumerate(sections)]
    )


class ItemsTests(unittest.TestCase):
    def test_all_items(self) -> None:
        whole = make("", "ab", "", "c")
        items = whole.items
        self.assertEqual(len(items), 3)
        self.assertEqual([items[index].id for index in range(-3, 3)], ["a", "b", "c", "a", "b", "c"])
        self.assertEqual([item.id for item in items[1:]], ["b", "c"])
        self.assertEqual([item.id for item in reversed(items)], ["c", "b", "a"])
        for index in (3, -4):
            with self.assertRaises(IndexError):
                items[index]
        whole.sections[0].items.append(Element("new"))
        self.assertEqual([item.id for item in items], ["new", "a", "b", "c"])
        self.assertFalse(make("", "").items)


class DeriveTests(unittest.TestCase):
    def test_random_lists(self) -> None:
        source = seeded("batches between random lists")
        fresh = [0]
        for _ in range(scale(3000)):
            old = random_list(source, 4, 5)
            new = random_edit(source, old, fresh)
            batch = derive(old, new)
            before = rows(old)
            folded = old.copy()
            folded.apply(batch)
            self.assertEqual(rows(folded), rows(new))
            self.assertEqual(apply_naively(before, batch), rows(new))
            self.assertEqual(rows(old), before)
            self.assertEqual(bool(batch), not old.shows_the_same(new))

    def test_touched_items(self) -> None:
        """Only items that are named move, and if all are named, it is the same batch."""
        source = seeded("batches of touched items")
        fresh = [0]
        for _ in range(scale(2000)):
            old = random_list(source, 3, 5)
            new = random_edit(source, old, fresh)
            before, after = places(old), places(new)
            whole = derive(old, new)
            self.assertEqual(len(derive_touched(old, new, dict(before), dict(after))), len(whole))
            changes = whole.items
            named = {old[path].id for path in (*changes.deletes, *(move.source for move in changes.moves))}
            named |= {
                new[path].id
                for path in (*(each.at for each in changes.inserts), *(each.at for each in changes.updates))
            }
            for sections, indices in (
                (old.sections, whole.sections.deletes),
                (new.sections, [insert.at for insert in whole.sections.inserts]),
            ):
                named |= {item.id for index in indices for item in sections[index].items}
            few = derive_touched(
                old,
                new,
                {id: path for id, path in before.items() if id in named},
                {id: path for id, path in after.items() if id in named},
            )
            self.assertEqual(few, whole)

    def test_many_changes_at_once(self) -> None:
        source = seeded("batches of many changes")
        old = SectionedList([Section(Element("s"), [Element(str(index)) for index in range(2000)])])
        for _ in range(scale(20)):
            new = old.copy()
            items = new.sections[0].items
            for _ in range(200):
                items.insert(source.randrange(len(items)), items.pop(source.randrange(len(items))))
            batch = derive(old, new)
            folded = old.copy()
            folded.apply(batch)
            self.assertEqual(rows(folded), rows(new))

    def test_fewest_moves(self) -> None:
        for order in itertools.permutations("abcde"):
            batch = derive(make("abcde"), make("".join(order)))
            longest = max(
                length
                for length in range(6)
                for part in itertools.combinations(order, length)
                if list(part) == sorted(part)
            )
            self.assertEqual(len(batch.items.moves), 5 - longest)
            self.assertEqual(len(batch), 5 - longest)

    def test_one_drag_is_one_move(self) -> None:
        batch = derive(make("abcd", "e"), make("bcd", "ea"))
        self.assertEqual(batch.items.moves, [ItemMove(Path(0, 0), Path(1, 1))])
        self.assertEqual(len(batch), 1)

    def test_longest_increasing(self) -> None:
        for values in itertools.permutations(range(6)):
            places = _longest_increasing(values)
            chosen = [values[place] for place in places]
            self.assertEqual(chosen, sorted(chosen))
            self.assertEqual(places, sorted(places))
            longest = max(
                length
                for length in range(7)
                for part in itertools.combinations(values, length)
                if list(part) == sorted(part)
            )
            self.assertEqual(len(places), longest)


def places(source: SectionedList) -> dict[str, Path]:
    """The paths of all items."""
    return {
        item.id: Path(index, place)
        for index, section in enumerate(source.sections)
        for place, item in enumerate(section.items)
    }


class CheckTests(unittest.TestCase):
    def test_damaged_batches(self) -> None:
        """A damaged batch is refused, and the list unchanged, or it leads to a list of the size that it says."""
        source = seeded("damaged batches")
        fresh = [0]
        refused = accepted = 0
        for _ in range(scale(3000)):
            old = random_list(source, 3, 4)
            batch = damage(source, derive(old, random_edit(source, old, fresh)))
            before = rows(old)
            try:
                old.apply(batch)
            except BatchError:
                refused += 1
                self.assertEqual(rows(old), before)
            else:
                accepted += 1
                self.assertEqual(old.size, batch.after)
                self.assertEqual(rows(old), apply_naively(before, batch))
        self.assertGreater(refused, accepted)

    def test_refused(self) -> None:
        size = ListSize(1, 3)

        def moving(*moves: tuple[int, int]) -> ChangeBatch:
            places = [ItemMove(Path(0, source), Path(0, target)) for source, target in moves]
            return ChangeBatch(size, size, items=ItemChanges(moves=places))

        make("abc").apply(moving((0, 2)))
        wrong = {
            "a move from nowhere": moving((3, 0)),
            "a move to nowhere": moving((0, 3)),
            "two moves of one": moving((0, 1), (0, 2)),
            "two moves to one place": moving((0, 1), (1, 1)),
            "not ascending": moving((0, 2), (2, 0)),
            "negative": moving((-1, 0)),
            "another size": ChangeBatch(ListSize(1, 4), ListSize(1, 4)),
            "a sum that is wrong": ChangeBatch(size, ListSize(1, 2)),
            "a section too many": ChangeBatch(size, ListSize(2, 3)),
        }
        for name, batch in wrong.items():
            with self.subTest(name):
                whole = make("abc")
                with self.assertRaises(BatchError):
                    whole.apply(batch)
                self.assertEqual(whole, make("abc"))


def damage(source: random.Random, batch: ChangeBatch) -> ChangeBatch:
    """The batch with one or two numbers or entries that are wrong."""
    batch = copy.deepcopy(batch)
    for _ in range(source.randint(1, 2)):
        changes = source.choice([batch.sections, batch.items])
        name = source.choice(["deletes", "inserts", "moves", "updates"])
        entries: list[Any] = getattr(changes, name)
        kind = source.randrange(5)
        if kind == 0 or not entries:
            batch.after = ListSize(
                batch.after.sections + source.randint(-1, 1), batch.after.items + source.choice([-1, 1])
            )
        elif kind == 1:
            entries.append(source.choice(entries))
        elif kind == 2:
            entries.pop(source.randrange(len(entries)))
        else:
            place = source.randrange(len(entries))
            entries[place] = bend(source, entries[place])
    return batch


def bend(source: random.Random, entry: Any) -> Any:
    """An entry with another number."""
    if isinstance(entry, int):
        return entry + source.choice([-1, 1, 5])
    if isinstance(entry, Path):
        return Path(entry.section + source.choice([-1, 0, 1]), entry.item + source.choice([-1, 1, 9]))
    numbers = [name for name in entry._fields if isinstance(getattr(entry, name), int | Path)]
    name = source.choice(numbers)
    return entry._replace(**{name: bend(source, getattr(entry, name))})
