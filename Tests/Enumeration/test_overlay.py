"""The replay of overlays, given histories whose results are obvious, and what holds for random ones."""

from __future__ import annotations

import random
import unittest

from overlay import MOST_PREDECESSORS, Base, Entry, place, random_change, random_placing, replay


def base(todo: str, doing: str = "") -> Base:
    return {"todo": list(todo), "doing": list(doing)}


def order(found: Base) -> str:
    return "|".join("".join(items) for items in found.values())


class ReplayTests(unittest.TestCase):
    def setUp(self) -> None:
        self.entries = place(base("abcde"), [], ["d"], "todo", "a")

    def test_placed_items_follow_their_predecessors(self) -> None:
        self.assertEqual(self.entries, [Entry("d", "todo", ("a",))])
        self.assertEqual(order(replay(base("abcde"), self.entries)), "adbce|")
        self.assertEqual(order(replay(base("bcade"), self.entries)), "bcade|")

    def test_no_entries_are_the_base_order(self) -> None:
        self.assertEqual(order(replay(base("abc", "de"), [])), "abc|de")

    def test_inserts_of_others_are_beside_their_base_neighbours(self) -> None:
        self.assertEqual(order(replay(base("abxcyde"), self.entries)), "adbxcye|")

    def test_the_next_predecessor_that_is_there(self) -> None:
        entries = place(base("abcde"), [], ["e"], "todo", "c")
        self.assertEqual(entries[0].predecessors, ("c", "b", "a"))
        self.assertEqual(order(replay(base("abde"), entries)), "abed|")
        self.assertEqual(order(replay(base("abde", "c"), entries)), "abed|c")
        self.assertEqual(order(replay(base("xde"), entries)), "xde|")

    def test_entries_are_void_in_another_section(self) -> None:
        self.assertEqual(order(replay(base("abce", "fd"), self.entries)), "abce|fd")
        self.assertEqual(order(replay(base("abce"), self.entries)), "abce|")
        self.assertEqual(order(replay(base("abcde"), self.entries)), "adbce|")

    def test_the_start_of_a_section(self) -> None:
        entries = place(base("abc"), [], ["c"], "todo")
        self.assertEqual(order(replay(base("xabc"), entries)), "cxab|")

    def test_several_items_in_the_given_order(self) -> None:
        entries = place(base("abcde"), [], ["e", "b"], "todo", "c")
        self.assertEqual(order(replay(base("abcde"), entries)), "acebd|")

    def test_later_entries_come_closer(self) -> None:
        entries = place(base("abcde"), self.entries, ["e"], "todo", "a")
        self.assertEqual(order(replay(base("abcde"), entries)), "aedbc|")

    def test_predecessors_that_were_placed_themselves(self) -> None:
        entries = place(base("abcde"), self.entries, ["b"], "todo", "d")
        self.assertEqual(order(replay(base("abcde"), entries)), "adbce|")
        self.assertEqual(order(replay(base("bcdea"), entries)), "ceadb|")

    def test_a_limited_number_of_predecessors(self) -> None:
        items = "abcdefghijklm"
        entries = place(base(items), [], ["a"], "todo", "m")
        self.assertEqual("".join(entries[0].predecessors), items[:0:-1][:MOST_PREDECESSORS])

    def test_random_histories(self) -> None:
        for seed in range(300):
            source, fresh = random.Random(seed), [0]
            list_, entries = base(""), list[Entry]()
            for _ in range(30):
                if source.randrange(2):
                    random_change(source, list_, fresh)
                    continue
                before = replay(list_, entries)
                entries = random_placing(source, list_, entries)
                after = replay(list_, entries)
                for section, items in list_.items():
                    self.assertEqual(sorted(after[section]), sorted(items), (seed, before))
                self.assertEqual(len({entry.item for entry in entries}), len(entries))
                unplaced = {item for items in list_.values() for item in items} - {entry.item for entry in entries}
                for section, items in list_.items():
                    kept = [item for item in items if item in unplaced]
                    self.assertEqual([item for item in after[section] if item in unplaced], kept)

    def test_items_that_leave_do_not_take_others_along(self) -> None:
        entries = place(base("abc"), [], ["c"], "todo")
        entries = place(base("abc"), entries, ["b"], "todo", "c")
        self.assertEqual(order(replay(base("abc"), entries)), "cba|")
        entries = place(base("abc"), entries, ["c"], "todo", "a")
        self.assertEqual(order(replay(base("abc"), entries)), "bac|")

    def test_base_places_are_in_base_order(self) -> None:
        entries = [Entry("c", "todo", ("gone",)), Entry("d", "todo", ("gone",)), Entry("b", "todo", ("e",))]
        self.assertEqual(order(replay(base("abcde"), entries)), "acdeb|")

    def test_what_was_just_placed_is_shown_there(self) -> None:
        for seed in range(2000):
            source, fresh = random.Random(seed), [0]
            list_, entries = base(""), list[Entry]()
            for _ in range(source.randint(5, 20)):
                random_change(source, list_, fresh)
            for _ in range(20):
                if source.randrange(3) == 0:
                    random_change(source, list_, fresh)
                section = source.choice([name for name, items in list_.items() if items] or ["todo"])
                shown = replay(list_, entries)[section]
                if not shown:
                    continue
                items = source.sample(shown, min(len(shown), source.randint(1, 3)))
                rest = [each for each in shown if each not in items]
                previous = source.choice(["", *rest])
                entries = place(list_, entries, items, section, previous)
                start = rest.index(previous) + 1 if previous else 0
                rest[start:start] = items
                self.assertEqual(replay(list_, entries)[section], rest, seed)


if __name__ == "__main__":
    unittest.main()
