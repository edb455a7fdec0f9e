"""The model of transfers, given transactions whose results are obvious, and servers that make mistakes."""

from __future__ import annotations

import itertools
import random
import unittest

from transfers import (
    Answered,
    Auditor,
    Collection,
    Item,
    Refusal,
    State,
    Step,
    after_kill,
    carry_out,
    empty_state,
    random_transaction,
    replay,
)


def state(one: str, two: str = "", limit: int = 100) -> State:
    """Two collections; the items of the first one are in its section `todo`, those of the second in `doing`."""
    return {
        "one": Collection({"todo": [Item(id) for id in one], "doing": []}),
        "two": Collection({"todo": [], "doing": [Item(id) for id in two]}, {"doing": limit}),
    }


def order(found: State) -> str:
    return " ".join("".join(item.id for item in items) for each in found.values() for items in each.sections.values())


class ModelTests(unittest.TestCase):
    def refused(self, code: str, found: State, *steps: Step) -> None:
        with self.assertRaises(Refusal) as caught:
            carry_out(found, steps)
        self.assertEqual(caught.exception.code, code)

    def test_transfer(self) -> None:
        old = carry_out(state("abc", "xy"), (Step("update", "one", ("b",), n=3),))
        new = carry_out(old, (Step("transfer", "two", ("c", "b"), "doing", "y", source="one"),))
        self.assertEqual(order(new), "a   xcby")
        self.assertEqual(new["two"].sections["doing"][2], Item("b", 3, 2))
        self.assertEqual((new["one"].version, new["two"].version), (2, 1))

    def test_values_that_come_back(self) -> None:
        old = carry_out(state("abc", "xy"), (Step("update", "one", ("b",), n=3),))
        there, back = Step("update", "one", ("b",), n=1), Step("update", "one", ("b",), n=3)
        self.assertEqual(carry_out(old, (there, back)), old)
        self.assertEqual(carry_out(old, (there, Step("remove", "two", ("x",)), back))["one"], old["one"])
        self.assertEqual(carry_out(carry_out(old, (there,)), (back,))["one"].version, 3)

    def test_all_or_nothing(self) -> None:
        old = state("abc", "xb")
        move = Step("transfer", "two", ("a",), "doing", source="one")
        self.refused("ALREADY_EXISTS", old, move, Step("transfer", "two", ("b",), "doing", source="one"))
        self.refused("NOT_FOUND", old, move, Step("remove", "one", ("a",)))
        self.assertEqual(order(old), "abc   xb")
        freed = Step("remove", "two", ("b",)), Step("transfer", "two", ("b",), "doing", source="one")
        self.assertEqual(order(carry_out(old, freed)), "ac   xb")

    def test_refusals(self) -> None:
        old = state("abc", "xy", 2)
        self.refused("FAILED_PRECONDITION", old, Step("transfer", "two", ("a",), "doing", source="one"))
        self.refused("NOT_FOUND", old, Step("transfer", "two", ("a",), "todo", "x", source="one"))
        self.refused("NOT_FOUND", old, Step("transfer", "three", ("a",), "todo", source="one"))
        self.refused("NOT_FOUND", old, Step("transfer", "two", ("a",), "done", source="one"))
        self.refused("INVALID_ARGUMENT", old, Step("transfer", "two", ("a", "a"), "todo", source="one"))
        self.refused("INVALID_ARGUMENT", old, Step("transfer", "one", ("a",), "todo", source="one"))

    def test_full_sections_swap(self) -> None:
        there = Step("transfer", "two", ("a",), "doing", source="one")
        back = Step("transfer", "one", ("x",), "todo", source="two")
        self.assertEqual(order(carry_out(state("a", "xy", 2), (there, back))), "x   ya")

    def test_nothing_is_no_commit(self) -> None:
        there = Step("transfer", "two", ("a",), "todo", source="one")
        back = Step("transfer", "one", ("a",), "todo", source="two")
        self.assertEqual(carry_out(state("a"), (there, back)), state("a"))

    def test_random_transactions_lose_and_copy_nothing(self) -> None:
        codes = set()
        for seed in range(200):
            source, fresh = random.Random(seed), itertools.count(1)
            found = empty_state(source, 3)
            for _ in range(40):
                transaction = random_transaction(source, found, fresh)
                try:
                    new = carry_out(found, transaction)
                except Refusal as refusal:
                    codes.add(refusal.code)
                    continue
                if all(step.kind in ("transfer", "move", "update") for step in transaction):
                    self.assertEqual(sorted(order(new).replace(" ", "")), sorted(order(found).replace(" ", "")))
                found = new
        self.assertEqual(codes, {"NOT_FOUND", "ALREADY_EXISTS", "FAILED_PRECONDITION"})


class AuditTests(unittest.TestCase):
    def setUp(self) -> None:
        self.there = (Step("transfer", "two", ("a",), "doing", source="one"),)
        self.removal = (Step("remove", "one", ("b",)),)

    def test_versions_order_the_transactions_of_several_writers(self) -> None:
        answered = [Answered(self.removal, {"one": 2}), Answered(self.there, {"one": 1, "two": 1})]
        self.assertEqual(order(replay(state("abc", "x"), answered)[-1]), "c   xa")
        with self.assertRaises(AssertionError):
            replay(state("abc", "x"), [Answered(self.there, {"one": 1, "two": 2})])
        with self.assertRaises(AssertionError):
            replay(state("abc", "x"), [Answered(self.there, {"one": 1})])

    def test_kills_leave_whole_transactions(self) -> None:
        old = state("abc", "x")
        pending = [self.there, self.removal]
        for done in ((), (self.there,), (self.removal,), (self.there, self.removal)):
            new = old
            for transaction in done:
                new = carry_out(new, transaction)
            found = {name: collection.sections for name, collection in new.items()}
            self.assertEqual(after_kill(old, pending, found), new)
        half = carry_out(old, (Step("remove", "one", ("a",)),))
        with self.assertRaises(AssertionError):
            after_kill(old, pending, {name: collection.sections for name, collection in half.items()})

    def test_subscribers_never_have_items_twice_or_not_at_all(self) -> None:
        old = state("ab", "x")
        new = carry_out(old, self.there)
        for one, two, message in (("ab", "xa", "twice: \\['a'\\]"), ("b", "x", "neither: \\['a'\\]")):
            auditor = Auditor(old)
            auditor.committed(new)
            auditor.shows({"one/todo": "ab", "one/doing": "", "two/todo": "", "two/doing": "x"})
            with self.assertRaisesRegex(AssertionError, message):
                auditor.shows({"one/todo": one, "one/doing": "", "two/todo": "", "two/doing": two})
            auditor.shows({"one/todo": "b", "one/doing": "", "two/todo": "", "two/doing": "xa"})
            with self.assertRaises(AssertionError):
                auditor.shows({"one/todo": "ab", "one/doing": "", "two/todo": "", "two/doing": "x"})


if __name__ == "__main__":
    unittest.main()
