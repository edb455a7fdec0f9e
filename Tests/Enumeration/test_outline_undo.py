"""Undo of subtrees, given cases whose results are obvious, and all small ones."""

from __future__ import annotations

import unittest

import outline_undoing
import outlining
from outline import Named, Operation, Outline, Place, drawing, drawn
from outline_steps import apply
from outline_undo import Kept, Since, Undone, overwritten, touched, undo
from test_outline import insert, move, remove


def after(outline: Outline, *operations: Operation) -> Outline:
    """The outline after commits of one operation each."""
    for operation in operations:
        outline = apply(outline, [operation]).outline
    return outline


class UndoTests(unittest.TestCase):
    def undo(self, start: str | Outline, commit: Operation, *others: Operation) -> Undone:
        before = drawn(start) if isinstance(start, str) else start
        committed = after(before, commit)
        now, placed, changed = committed, set[str](), set[str]()
        for operation in others:
            new = after(now, operation)
            since = touched(now, new)
            placed |= set(since.placed)
            changed |= set(since.changed)
            now = new
        since = Since(placed, changed)
        undone = undo(before, committed, now, since)
        self.assertEqual(list(overwritten(now, since, undone, touched(before, committed))), [])
        return undone

    def gives(self, start: str, end: str, commit: Operation, *others: Operation, **kept: Kept) -> None:
        undone = self.undo(start, commit, *others)
        self.assertEqual((drawing(undone.outline), undone.kept), (end, kept))

    def test_the_subtree_goes_back_as_it_is_now(self) -> None:
        move_b = move("b", parent="d")
        self.gives("a(b(c)e)d", "a(b(cx)e)d", move_b, insert("x", parent="b"))
        self.gives("a(b(c)e)d", "a(b(c)e)d", move_b, move("d", to=Place("first")), move("d"))

    def test_what_others_have_placed_stays(self) -> None:
        self.gives("a(b)cd", "ac(b)d", move("b", parent="d"), move("b", parent="c"), b=Kept.PLACED)

    def test_its_old_parent_moved_along(self) -> None:
        self.gives("a(b)cd", "c(a(b))d", move("b", parent="d"), move("a", parent="c"))

    def test_its_old_parent_is_gone(self) -> None:
        self.gives("a(b)cd", "cd(b)", move("b", parent="d"), remove("a"), b=Kept.PARENT_GONE)

    def test_its_old_parent_is_below_it(self) -> None:
        self.gives("a(b)c", "cb(a)", move("b", parent=""), move("a", parent="b"), b=Kept.BELOW_ITSELF)

    def test_parent_and_child_changed_places(self) -> None:
        before = drawn("a(b(c))")
        committed = apply(before, [move("b", parent="", to=Place("last")), move("a", parent="b")]).outline
        undone = undo(before, committed, committed, Since())
        self.assertEqual((drawing(committed), drawing(undone.outline)), ("b(ca)", "a(b(c))"))

    def test_a_subtree_that_was_removed(self) -> None:
        self.gives("a(b(cd)e)", "a(b(cd)e)", remove("b", "REMOVE"))
        taken = (remove("b", "REMOVE"), insert("b", section="s", parent=""))
        self.gives("a(b(cd)e)", "a(e)b", *taken, b=Kept.ID_TAKEN, c=Kept.PARENT_GONE, d=Kept.PARENT_GONE)
        self.gives("a(b(cd))", "a(b(d))c", remove("b", "REMOVE"), insert("c", section="s", parent=""), c=Kept.ID_TAKEN)

    def test_promoted_children(self) -> None:
        promote = remove("b", "PROMOTE")
        self.gives("a(xb(cd)e)", "a(xb(cd)e)", promote)
        self.gives("a(b(cd)e)f", "a(b(d)e)f(c)", promote, move("c", parent="f"), c=Kept.PLACED)
        self.gives("a(b(cd)e)", "a(yb(cd)e)", promote, insert("y", to=Place("after", "d")))

    def test_what_others_have_put_below_what_was_inserted(self) -> None:
        self.gives("a", "ax(y)", insert("x", section="s"), insert("y", parent="x"), x=Kept.NOT_EMPTY)
        self.gives("a(b)", "a(b)", insert("x", parent="a", to=Place("first")))

    def test_limits(self) -> None:
        before = drawn("a(bc)d(e)")
        before.most_depth, before.most_children = 3, 2
        undone = self.undo(before, move("b", parent="d"), insert("x", parent="a"))
        self.assertEqual((drawing(undone.outline), undone.kept), ("a(cx)d(eb)", {"b": Kept.FULL}))
        undone = self.undo(before, move("b", parent=""), move("a", parent="d"), insert("x", parent="b"))
        self.assertEqual((drawing(undone.outline), undone.kept), ("d(ea(c))b(x)", {"b": Kept.TOO_DEEP}))

    def test_what_leaves_makes_room(self) -> None:
        cases = [
            # The limits are met again when all has gone back.
            (3, 9, "a(b(x))c(d)", [move("x", parent=""), move("c", parent="x")]),
            (9, 2, "a(bc)d", [move("b", parent="d"), insert("x", parent="a")]),
            (9, 2, "a(bc)d", [remove("a", "PROMOTE"), insert("x", parent="d"), move("b", parent="x")]),
        ]
        for depth, children, start, commit in cases:
            before = drawn(start)
            before.most_depth, before.most_children = depth, children
            committed = apply(before, commit).outline
            undone = undo(before, committed, committed, Since())
            self.assertEqual((drawing(undone.outline), undone.kept), (start, {}))
            redone = undo(committed, undone.outline, undone.outline, Since())
            self.assertEqual((drawing(redone.outline), redone.kept), (drawing(committed), {}))

    def test_random_steps_are_undone_and_made_again(self) -> None:
        for depth, children in ((4, 3), (5, 4), (64, 100)):
            for case in outline_undoing.random_cases(100, 1, depth, children):
                committed = apply(case.base, case.step).outline
                undone = undo(case.base, committed, committed, Since())
                self.assertEqual((undone.outline.lists, undone.kept), (case.base.lists, {}), case)
                redone = undo(committed, undone.outline, undone.outline, Since())
                self.assertEqual((redone.outline.lists, redone.kept), (committed.lists, {}), case)

    def test_a_section_that_is_gone(self) -> None:
        gone = Operation("remove_sections", (Named("s"),))
        self.gives("a|b", "ba", move("a", parent="", section="t"), gone, a=Kept.SECTION_GONE)

    def test_all_small_cases(self) -> None:
        findings = outlining.Findings()
        outlining.play_undo(findings, 3)
        self.assertEqual(findings.wrong, [])
        self.assertGreater(findings.counts["undone after others"], 1000)


if __name__ == "__main__":
    unittest.main()
