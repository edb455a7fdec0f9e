"""All small cases of outlines that take seconds, and mistakes that the checks of them notice."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import random
import unittest
import unittest.mock
from typing import Any

import outline_histories
import outlining
from outline import Named, Operation, Outline, drawn, top, under
from outline_batches import Batch, Tree, Unfit, apply_batch, derive, tree
from outline_cases import damage, forests, move_op, operations, outlines, parents_of, random_outline, wrong
from outline_composing import compose
from outline_steps import Result, apply


class EnumerationTests(unittest.TestCase):
    def test_the_number_of_outlines(self) -> None:
        self.assertEqual([len(list(forests(count))) for count in range(6)], [1, 1, 2, 5, 14, 42])
        self.assertEqual(len({str(outline.lists) for outline in outlines(3, sections=2)}), 14)

    def played(self, count: int, length: int, *, several: bool, sections: int = 1, depth: int = 64) -> None:
        findings, visited = outlining.Findings(), set[object]()
        for nodes in range(count + 1):
            for base in outlines(nodes, sections):
                base.most_depth = depth
                if all(level <= depth for _, level in base.rows()):
                    outlining.play(findings, base, length, several=several, visited=visited)
        self.assertEqual(findings.wrong, [])
        self.assertGreater(findings.counts["operations carried out"], 1000)

    def test_pairs(self) -> None:
        self.played(3, 2, several=True)
        self.played(4, 2, several=False)
        self.played(3, 2, several=False, sections=2)
        self.played(3, 2, several=False, depth=2)

    def test_triples(self) -> None:
        self.played(2, 3, several=True)
        self.played(3, 3, several=False)

    def test_the_published_rule(self) -> None:
        findings = outlining.Findings()
        for base in outlines(4):
            outlining.play_moves(findings, base, 3)
        self.assertEqual((findings.wrong, findings.counts["sequences of 3"]), ([], 14 * 16**3))

    def test_batches(self) -> None:
        findings = outlining.Findings()
        outlining.play_batches(findings, 3, 1)
        outlining.play_batches(findings, 2, 2, folded=False)
        outlining.play_fewest(findings, 3)
        self.assertEqual(findings.wrong, [])


MOVED_OTHERS = (
    "what was not named is elsewhere in Home(kind='section', id='s')",
    "the parents are not those of the published rule",
)


class CompositionTests(unittest.TestCase):
    def composed(self, *texts: str) -> Batch:
        """The composition of all batches from one outline to the next, in which everything counts as touched."""
        trees = [tree(drawn(text)) for text in texts]
        batch = functools.reduce(compose, (derive(old, new) for old, new in itertools.pairwise(trees)))
        self.assertEqual(batch, derive(trees[0], trees[-1]), texts)
        return batch

    def test_what_comes_to_nothing(self) -> None:
        self.assertEqual(self.composed("a(bc)d", "a(c)d(b)", "a(bc)d").count, 0)
        self.assertEqual(self.composed("a", "ax(y)", "a").count, 0)

    def test_below_something_that_goes(self) -> None:
        """The first batch names c by its place below b, and the second deletes a, of which it knows nothing."""
        self.assertEqual(self.composed("a(b)cd", "a(b(c))d", "d").count, 2)
        self.assertEqual(self.composed("a(b)c", "a(b(xc))", "").count, 2)
        self.assertEqual(self.composed("a(bc)", "a(b(c))", "ab", "b").count, 2)

    def test_below_something_new(self) -> None:
        batch = self.composed("ab", "x(a)b", "x(ya)b", "bx(y(a))")
        self.assertEqual([len(insert.rows) for insert in batch.inserts], [2])

    def test_an_id_that_is_used_again_has_another_list(self) -> None:
        """Its child is moved out of the one and into the other: a move, although its parent has the same id."""
        trees = [tree(drawn(text)) for text in ("a(b)c", "cb", "ca(b)")]
        batches = [derive(old, new) for old, new in itertools.pairwise(trees)]
        composition = compose(*batches)
        self.assertEqual((composition.count, len(composition.moves)), (3, 1))
        self.assertEqual(apply_batch(composition, trees[0]), trees[2])

    def test_all_of_single_operations(self) -> None:
        findings = outlining.Findings()
        outlining.play_composing(findings, 2, 3)
        outlining.play_composing(findings, 2, 2)
        self.assertEqual(findings.wrong, [])
        self.assertGreater(findings.counts["compositions"], 2000)

    def test_random_outlines(self) -> None:
        for number in range(150):
            source = random.Random(number)
            ids = "abcdefghij"
            first = source.sample(ids, source.randint(0, 8))
            second = [id for id in ids if id not in first or source.randrange(4)]
            # What has gone does not come back.
            third = [id for id in ids if (id in second and source.randrange(4)) or id not in {*first, *second}]
            trees = [tree(random_outline(source, each)) for each in (first, second, third)]
            batches = [derive(old, new) for old, new in itertools.pairwise(trees)]
            composition = compose(*batches)
            self.assertEqual(composition, derive(trees[0], trees[2]), number)
            findings = outlining.Findings()
            outlining.check_batch(findings, trees[0], trees[2])
            self.assertEqual(findings.wrong, [], number)


class HistoryTests(unittest.TestCase):
    def test_random_operations(self) -> None:
        counts, found = outline_histories.play(range(1, 13), 120)
        self.assertEqual(found, [])
        for name in ("skipped", "transfers", "compositions", "refused: FAILED_PRECONDITION", "refused: ABORTED"):
            self.assertGreater(counts[name], 5, name)

    def test_mistakes_are_noticed(self) -> None:
        def keeping(step: Any, outline: Outline, id: str) -> None:
            outline.take(id)

        with unittest.mock.patch("outline_steps._Step._forget", keeping):
            self.assertTrue(outline_histories.play([1], 120)[1])


class MistakeTests(unittest.TestCase):
    """What the checks would miss if they only compared the model with itself."""

    def finds(self, start: str, operation: Operation, end: str, *expected: str) -> None:
        """What is found if an operation leads to another outline."""
        outline = drawn(start)
        new = drawn(end)
        new.version = 1
        result = Result(new, True, [[]])
        self.assertEqual(list(wrong(outline, operation, result)), list(expected))

    def test_damage(self) -> None:
        outline = drawn("a(b)c")
        for lists in (
            {top("s"): ["c"], under("a"): ["b"], under("b"): ["a"], under("c"): []},
            {top("s"): ["a", "c", "b"], under("a"): ["b"], under("b"): [], under("c"): []},
            {top("s"): ["a", "c"], under("a"): [], under("b"): [], under("c"): []},
            {top("s"): ["a", "c"], under("a"): ["b"], under("b"): []},
        ):
            self.assertEqual(len(list(damage(dataclasses.replace(outline, lists=lists)))), 1, lists)
        self.assertEqual(list(damage(dataclasses.replace(outline, most_depth=1))), ["the depth is 2"])
        self.assertEqual(list(damage(outline)), [])

    def test_moves(self) -> None:
        move = Operation("move_items", (Named("b"),), "d")
        self.finds("a(b(c))d", move, "ad(b(c))")
        self.finds("a(b(c))d", move, "da(b(c))", *MOVED_OTHERS)

    def test_promoted_children_in_another_order(self) -> None:
        remove = Operation("remove_items", (Named("b"),), descendants="PROMOTE")
        self.finds("a(b(cd)e)", remove, "a(cde)")
        self.finds("a(b(cd)e)", remove, "a(dce)", "what is left is in another order")
        self.finds("a(b(cd)e)", remove, "a(ecd)", "what is left is in another order")

    def test_skipped_moves_that_are_not_those_of_the_rule(self) -> None:
        move = Operation("move_items", (Named("b"), Named("e")), "c", if_cycle="SKIP")
        outline = drawn("a(b(c))e")
        right = apply(outline, [move])
        self.assertEqual(list(wrong(outline, move, right)), [])
        elsewhere = apply(outline, [Operation("move_items", (Named("e"),), "b")])
        found = list(wrong(outline, move, Result(elsewhere.outline, True, [["b"]])))
        self.assertEqual(found, ["the parents are not those of the published rule"])

    def test_the_rule(self) -> None:
        parents = parents_of(drawn("a(b)c"))
        self.assertEqual(move_op(parents, "a", "b"), parents)
        self.assertEqual(move_op(parents, "a", "a"), parents)
        self.assertEqual(move_op(parents, "b", "c")["b"], "c")

    def test_batches_with_more_moves_than_needed(self) -> None:
        def wasteful(old: Tree, new: Tree) -> Batch:
            return derive(old, new, {under(id) for id in "bc"})

        findings = outlining.Findings()
        with unittest.mock.patch.object(outlining, "derive", wasteful):
            outlining.play_fewest(findings, 3)
        self.assertIn("abc -> bca: 2 moves, not 1", findings.wrong)

    def test_batches_that_are_wrong(self) -> None:
        def incomplete(old: Tree, new: Tree) -> Batch:
            return dataclasses.replace(derive(old, new), moves=())

        findings = outlining.Findings()
        with unittest.mock.patch.object(outlining, "derive", incomplete), self.assertRaises(Unfit):
            outlining.check_batch(findings, tree(drawn("a(b)")), tree(drawn("b")))
        self.assertIn("another parent is not named", findings.wrong[0])

    def test_operations_name_what_is_seen(self) -> None:
        def named(outline: Outline) -> set[str]:
            return {id for operation in operations(outline, "x") for id in operation.ids}

        self.assertEqual(named(drawn("a(b)")), {"a", "b", "x"})


if __name__ == "__main__":
    unittest.main()
