"""Batches of outlines and their renderings, given differences that are obvious, and batches that are wrong."""

from __future__ import annotations

import dataclasses
import unittest

from outline import Home, drawn, top, under
from outline_batches import (
    Batch,
    Insert,
    Move,
    Spot,
    Tree,
    Unfit,
    apply_batch,
    broken_rules,
    derive,
    preorder,
    tree,
)
from outline_views import (
    Call,
    Counts,
    Folding,
    InsertCall,
    MoveCall,
    OutlineView,
    RangeChange,
    RangeInsert,
    RangeMove,
    RangeRemove,
    RemoveCall,
    RowList,
    Trap,
    apply_folded,
    derive_folded,
    flat,
    sequential,
    shown,
)


def trees(old: str, new: str) -> tuple[Tree, Tree]:
    return tree(drawn(old)), tree(drawn(new))


def node(id: str) -> Home:
    return under(id)


def nodes(ids: str) -> frozenset[Home]:
    return frozenset(map(node, ids))


class BatchTestCase(unittest.TestCase):
    def batch(self, old: str, new: str, touched: str | None = None) -> Batch:
        before, after = trees(old, new)
        batch = derive(before, after, None if touched is None else nodes(touched))
        self.assertEqual(list(broken_rules(batch, before, after)), [])
        self.assertEqual(apply_batch(batch, before), after)
        view, rows = OutlineView(before), RowList(list(preorder(before)))
        for call in sequential(batch, before):
            view.perform(call)
        for change in flat(batch, before):
            rows.perform(change)
        self.assertEqual((view.tree, rows.rows), (after, list(preorder(after))))
        return batch


class DerivingTests(BatchTestCase):
    def test_a_subtree_moves_as_one(self) -> None:
        batch = self.batch("a(b(cd)e)f", "a(e)f(b(cd))")
        self.assertEqual(batch.moves, (Move(Spot(under("a"), 0), Spot(under("f"), 0)),))
        self.assertEqual((batch.before, batch.after, batch.count), (7, 7, 1))

    def test_the_topmost_of_what_is_gone_or_new(self) -> None:
        self.assertEqual(self.batch("a(b(c))d", "d").deletes, (Spot(top("s"), 0),))
        batch = self.batch("d", "dx(y(z))")
        rows = ((node("x"), 0), (node("y"), 1), (node("z"), 2))
        self.assertEqual(batch.inserts, (Insert(Spot(top("s"), 1), rows),))

    def test_what_leaves_something_that_is_gone(self) -> None:
        batch = self.batch("a(b(c)d)", "c")
        self.assertEqual(batch.deletes, (Spot(top("s"), 0),))
        self.assertEqual(batch.moves, (Move(Spot(under("b"), 0), Spot(top("s"), 0)),))

    def test_what_is_gone_below_something_that_moves(self) -> None:
        batch = self.batch("a(b(c))", "b")
        self.assertEqual(batch.deletes, (Spot(top("s"), 0), Spot(under("b"), 0)))

    def test_what_goes_below_something_new(self) -> None:
        batch = self.batch("ab", "x(by(a))")
        self.assertEqual(batch.inserts, (Insert(Spot(top("s"), 0), ((node("x"), 0), (node("y"), 1))),))
        self.assertEqual(len(batch.moves), 2)

    def test_what_is_new_below_something_that_goes_below_something_new(self) -> None:
        batch = self.batch("a", "x(a(y))")
        self.assertEqual([insert.at for insert in batch.inserts], [Spot(top("s"), 0), Spot(under("a"), 0)])

    def test_parent_and_child_change_places(self) -> None:
        self.assertEqual(len(self.batch("a(b)", "b(a)").moves), 2)
        self.assertEqual(len(self.batch("a(b(c))", "b(a(c))").moves), 3)

    def test_the_fewest_moves_for_each_parent(self) -> None:
        self.assertEqual(len(self.batch("a(bcde)f(ghi)", "a(ebcd)f(hig)").moves), 2)
        batch = self.batch("abc", "bca")
        self.assertEqual(batch.moves, (Move(Spot(top("s"), 0), Spot(top("s"), 2)),))

    def test_of_equally_good_choices_the_first_stays(self) -> None:
        self.assertEqual(self.batch("ab", "ba").moves, (Move(Spot(top("s"), 1), Spot(top("s"), 0)),))

    def test_only_what_was_touched_moves(self) -> None:
        self.assertEqual(self.batch("ab", "ba", "a").moves, (Move(Spot(top("s"), 0), Spot(top("s"), 1)),))
        self.assertEqual(len(self.batch("abc", "cab", "ab").moves), 2)

    def test_sections(self) -> None:
        batch = self.batch("a(b)|c", "a|b(c)|")
        self.assertEqual([insert.at.place for insert in batch.inserts], [2])
        self.assertEqual(len(batch.moves), 2)
        before = tree(drawn("a|b"))
        swapped = {**before, next(iter(before)): [top("t"), top("s")]}
        self.assertEqual(len(derive(before, swapped).moves), 1)


class ApplyingTests(BatchTestCase):
    def test_batches_that_do_not_fit(self) -> None:
        old, new = trees("a(b)c", "a(c)x")
        batch = derive(old, new)
        for wrong in (
            dataclasses.replace(batch, before=3),
            dataclasses.replace(batch, after=9),
            dataclasses.replace(batch, deletes=(Spot(under("a"), 1),)),
            dataclasses.replace(batch, deletes=(*batch.deletes, *batch.deletes)),
            dataclasses.replace(batch, moves=(Move(Spot(top("s"), 1), Spot(under("q"), 0)),)),
            dataclasses.replace(batch, inserts=(Insert(Spot(top("s"), 5), ((node("x"), 0),)),)),
            dataclasses.replace(batch, inserts=(Insert(Spot(top("s"), 0), ((node("a"), 0),)),)),
            dataclasses.replace(batch, moves=(Move(Spot(top("s"), 0), Spot(under("a"), 0)),)),
        ):
            with self.assertRaises(Unfit):
                apply_batch(wrong, old)

    def test_rules(self) -> None:
        old, new = trees("a(b)c", "a(b)c")
        needless = Batch(4, 4, moves=(Move(Spot(top("s"), 1), Spot(under("a"), 0)),))
        self.assertEqual(list(broken_rules(needless, old, new)), ["a move ends elsewhere"])
        old, new = trees("a(b)c", "c")
        twice = Batch(4, 2, deletes=(Spot(top("s"), 0), Spot(under("a"), 0)))
        self.assertEqual(list(broken_rules(twice, old, new)), ["something is deleted below what is deleted"])
        self.assertEqual(list(broken_rules(Batch(4, 4), *trees("ab", "ba"))), ["what is not named is in another order"])


class RenderingTests(BatchTestCase):
    def calls(self, old: str, new: str) -> list[Call]:
        before, after = trees(old, new)
        return list(sequential(derive(before, after), before))

    def ranges(self, old: str, new: str) -> list[RangeChange]:
        before, after = trees(old, new)
        return list(flat(derive(before, after), before))

    def test_indices_are_those_of_their_turn(self) -> None:
        self.assertEqual(
            self.calls("abc(d)", "xca"),
            [
                InsertCall(Spot(top("s"), 0), ((node("x"), 0),)),
                MoveCall(Spot(top("s"), 3), Spot(top("s"), 1)),
                RemoveCall(Spot(under("c"), 0)),
                RemoveCall(Spot(top("s"), 3)),
            ],
        )

    def test_a_parent_is_there_before_its_children(self) -> None:
        calls = self.calls("a", "x(a(y))")
        self.assertEqual([type(call) for call in calls], [InsertCall, MoveCall, InsertCall])

    def test_what_stays_leaves_before_what_goes(self) -> None:
        calls = self.calls("a(b)", "b")
        self.assertEqual([type(call) for call in calls], [MoveCall, RemoveCall])

    def test_a_subtree_is_one_range(self) -> None:
        # Row 0 is the section.
        self.assertEqual(self.ranges("a(b(cd)e)f", "a(e)f(b(cd))"), [RangeMove(2, 3, 4, 0)])
        self.assertEqual(self.ranges("a(b(cd))e", "ae(b(cd))"), [RangeMove(2, 3, 3, 0)])
        self.assertEqual(self.ranges("a(b(c))", "ab(c)"), [RangeMove(2, 2, 2, -1)])
        self.assertEqual(self.ranges("a(b(c))d", "d"), [RangeRemove(1, 3)])
        rows = ((node("x"), 2), (node("y"), 3))
        self.assertEqual(self.ranges("ab", "a(x(y))b"), [RangeInsert(2, rows)])

    def test_views_trap(self) -> None:
        old = tree(drawn("a(b)c"))
        for call in (
            MoveCall(Spot(top("s"), 2), Spot(top("s"), 0)),
            MoveCall(Spot(top("s"), 0), Spot(top("s"), 2)),
            MoveCall(Spot(top("s"), 0), Spot(under("b"), 0)),
            MoveCall(Spot(top("s"), 0), Spot(under("q"), 0)),
            RemoveCall(Spot(under("c"), 0)),
            InsertCall(Spot(under("c"), 1), ((node("x"), 0),)),
            InsertCall(Spot(under("c"), 0), ((node("b"), 0),)),
        ):
            with self.assertRaises(Trap):
                OutlineView(old).perform(call)
        for change in (
            RangeMove(1, 1, 2, 0),
            RangeMove(1, 3, 1, 0),
            RangeMove(2, 1, 1, 3),
            RangeRemove(1, 1),
            RangeRemove(3, 2),
            RangeInsert(3, ((node("x"), 4),)),
            RangeInsert(2, ((node("x"), 1),)),
        ):
            with self.assertRaises(Trap):
                RowList(list(preorder(old))).perform(change)


class FoldingTests(BatchTestCase):
    def test_counts_alone_for_what_is_below(self) -> None:
        old, new = trees("a(b(c))d", "a(b(cx)y)d")
        closed = Folding(nodes("a"))
        batch = derive_folded(old, new, closed, closed)
        self.assertEqual((batch.batch.count, batch.counts), (0, {node("a"): Counts(2, 4)}))
        self.assertEqual(apply_folded(batch, shown(old, closed), closed), shown(new, closed))

    def test_expanding(self) -> None:
        old = tree(drawn("a(b(c))d"))
        batch = derive_folded(old, old, Folding(nodes("ab")), Folding(nodes("b")))
        self.assertEqual(batch.batch.inserts, (Insert(Spot(under("a"), 0), ((node("b"), 0),)),))
        self.assertEqual(batch.counts, {node("b"): Counts(1, 1)})

    def test_collapsing_sends_the_counts(self) -> None:
        old = tree(drawn("a(b(c))d"))
        batch = derive_folded(old, old, Folding(), Folding(nodes("a")))
        self.assertEqual((batch.batch.count, batch.counts), (1, {node("a"): Counts(1, 2)}))

    def test_into_and_out_of_what_is_collapsed(self) -> None:
        old, new = trees("a(b)c", "a(c)b")
        closed = Folding(nodes("a"))
        batch = derive_folded(old, new, closed, closed)
        self.assertEqual((len(batch.batch.deletes), len(batch.batch.inserts), batch.batch.moves), (1, 1, ()))
        self.assertEqual(batch.counts, {})

    def test_lazy_trees_begin_collapsed(self) -> None:
        new = tree(drawn("a(b(c))"))
        seen = shown(new, Folding(frozenset({top("s")}), is_lazy=True))
        self.assertEqual((seen.tree[top("s")], seen.tree[node("a")]), ([node("a")], []))
        self.assertEqual(seen.counts, {node("a"): Counts(1, 2)})


if __name__ == "__main__":
    unittest.main()
