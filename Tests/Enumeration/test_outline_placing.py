"""Placing rows in views of outlines: cases whose results are obvious, and the comparison with a server."""

from __future__ import annotations

import itertools
import os
import random
import unittest

from outline import Item, drawing, drawn
from outline_place_comparing import Placer, compare
from outline_placing import PARENT, Request, View, evaluate, requests, resolve, states, views
from placing import BEFORE_NEXT, SORT_FIELDS
from serving import support

TREE = View()


class OutlinePlacingTests(unittest.TestCase):
    def places(self, text: str, request: Request, expected: str, view: View = TREE, **values: dict[str, int]) -> None:
        outline = drawn(text)
        for id, fields in values.items():
            outline.items[id] = Item(dict(fields))
        outcome = resolve(outline, view, request)
        self.assertEqual(outcome.code, "OK", outcome.reason)
        assert outcome.state is not None
        self.assertEqual(drawing(outcome.state), expected)

    def test_the_pointer_says_the_parent(self) -> None:
        for parent, expected in (("b", "a(b(c(d)))"), ("a", "a(bc(d))"), ("", "a(b)c(d)")):
            self.places("a(b)c(d)", Request("c", "s", "b", "", parent), expected)

    def test_without_a_parent(self) -> None:
        # Among what it is beside, it stays there.
        self.places("a(b)cd", Request("d", "s", "b", "c"), "a(b)dc")
        self.places("a(bc)d", Request("c", "s", "a", "b"), "a(cb)d")
        # The gap is among the children of the row above.
        self.places("a(b)c", Request("c", "s", "a", "b"), "a(cb)")
        # It goes beside the aimed row.
        self.places("a(b)cd(e)", Request("e", "s", "b", "c"), "a(b)ecd")
        self.places("a(b)cd(e)", Request("e", "s", "b", "c", aim="AFTER_PREVIOUS"), "a(be)cd")

    def test_the_same_gap_writes_nothing(self) -> None:
        outcome = resolve(drawn("a(b)c"), TREE, Request("c", "s", "b", ""))
        self.assertFalse(outcome.writes)

    def test_hidden_siblings_stay(self) -> None:
        view = View(mode="with ancestors")
        wanted = {"m": 1}
        self.places("abcd", Request("d", "s", "a", ""), "abcd", view, a=wanted, d=wanted)
        self.places("abcd", Request("d", "s", "", "a"), "dabc", view, a=wanted, d=wanted)
        self.places("a(bc)d", Request("d", "s", "a", "c", "a", BEFORE_NEXT), "a(bdc)", view, c=wanted, d=wanted)
        # What is only there because of the row vanishes.
        self.places("a(b)c", Request("b", "s", "c", "", ""), "acb", view, b=wanted, c=wanted)

    def test_hidden_parents_have_to_be_allowed(self) -> None:
        outline = drawn("a(b)c(d)")
        for id in "bd":
            outline.items[id] = Item({"m": 1})
        outcome = resolve(outline, View(mode="matches"), Request("d", "s", "", "b"))
        self.assertEqual((outcome.needed, outcome.parent), ({PARENT}, "a"))

    def test_sorted_siblings(self) -> None:
        outline = drawn("a(bc)d")
        for id, number in (("b", 1), ("c", 2), ("d", 3)):
            outline.items[id] = Item({"n": number})
        outcome = resolve(outline, View(is_sorted=True), Request("d", "s", "b", "c", "a"))
        self.assertEqual(outcome.needed, {SORT_FIELDS})
        assert outcome.state is not None
        self.assertEqual(evaluate(outcome.state, View(is_sorted=True))["s"], ["a", "b", "d", "c"])

    def test_refusals(self) -> None:
        for view, request in (
            (TREE, Request("a", "s", "c", "", "b")),
            (View("flat"), Request("c", "all", "a", "b", "a")),
        ):
            self.assertEqual(resolve(drawn("a(b)c"), view, request).code, "FAILED_PRECONDITION")

    def test_others_stay(self) -> None:
        source = random.Random(5)
        for outline in itertools.islice(states(source, 4), 30):
            for view in views():
                for request in requests(outline, view, source):
                    outcome = resolve(outline, view, request)
                    if outcome.state is None:
                        continue
                    for home, ids in outline.lists.items():
                        rest = [id for id in ids if id != request.row]
                        self.assertEqual([id for id in outcome.state.lists[home] if id != request.row], rest)
                    for id, item in outline.items.items():
                        if id != request.row:
                            self.assertEqual(outcome.state.items[id], item)


class OutlinePlacingComparisonTests(support.ServedCase):
    async def test_small_outlines(self) -> None:
        scale = int(os.environ.get("ARRANGE_TEST_SCALE", "1"))
        seed = int(os.environ.get("ARRANGE_TEST_SEED", "1"))
        counts, wrong = await compare(
            self.client, f"placing-{seed}", seed=seed, count=24 * scale, most=4, carry_out_one_in=6
        )
        self.assertEqual(wrong, [], f"seed {seed}")
        self.assertGreater(counts["OK"], 5_000)
        self.assertGreater(counts["carried out"], 300)

    async def test_mistakes_are_noticed(self) -> None:
        outline = drawn("a(b)c")
        placer = Placer(self.client, "mistaken")
        await placer.prepare(outline)
        request = Request("c", "s", "b", "", "a")
        self.assertEqual(await placer.play(outline, TREE, request, carries_out=True), [])
        other = drawn("a(b)d")
        self.assertNotEqual(await placer.play(other, TREE, Request("d", "s", "b", "", "a"), carries_out=True), [])


if __name__ == "__main__":
    unittest.main()
