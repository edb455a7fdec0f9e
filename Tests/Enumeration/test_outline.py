"""The model of outlines, given operations whose results are obvious."""

from __future__ import annotations

import unittest
from typing import Any

from edits import LIMIT
from outline import Named, Operation, Outline, Place, Refused, Verb, drawing, drawn, top, under
from outline_steps import apply, transact

FIRST = Place("first")


def after(anchor: str, **options: Any) -> Place:
    return Place("after", anchor, **options)


def before(anchor: str, **options: Any) -> Place:
    return Place("before", anchor, **options)


def at(index: int) -> Place:
    return Place("at", place=index)


def op(verb: Verb, ids: str, **options: Any) -> Operation:
    """An operation on items whose ids are letters."""
    return Operation(verb, tuple(map(Named, ids)), **options)


def insert(ids: str, **options: Any) -> Operation:
    return op("insert_items", ids, **options)


def move(ids: str, **options: Any) -> Operation:
    return op("move_items", ids, **options)


def remove(ids: str, descendants: Any = "") -> Operation:
    return op("remove_items", ids, descendants=descendants)


class OutlineTestCase(unittest.TestCase):
    def gives(self, start: str | Outline, after: str, *operations: Operation) -> Outline:
        """Carries out a transaction, whose result is the outline of a text."""
        result = apply(drawn(start) if isinstance(start, str) else start, operations)
        self.assertEqual(drawing(result.outline), after)
        return result.outline

    def refuses(
        self, start: str | Outline, code: str, field: str, *operations: Operation, path: str | None = None
    ) -> None:
        outline = drawn(start) if isinstance(start, str) else start
        text = drawing(outline)
        with self.assertRaises(Refused) as refused:
            apply(outline, operations)
        self.assertEqual((refused.exception.code, refused.exception.field), (code, field), refused.exception)
        if path is not None:
            self.assertEqual("".join(refused.exception.path), path)
        self.assertEqual(drawing(outline), text, "a refused transaction changes nothing")


class InsertTests(OutlineTestCase):
    def test_below_a_parent(self) -> None:
        self.gives("a(b)", "a(bxy)", insert("xy", parent="a"))
        self.gives("a(b)", "a(xb)", insert("x", parent="a", to=FIRST))
        self.gives("a(bc)", "a(bxc)", insert("x", parent="a", to=at(1)))
        self.gives("ab", "ab(x)", insert("x", parent="b"))

    def test_anchors_imply_the_parent(self) -> None:
        self.gives("a(bc)d", "a(bxc)d", insert("x", to=after("b")))
        self.gives("a(bc)d", "a(xbc)d", insert("x", section="s", to=before("b")))
        self.gives("a(bc)d", "axd", remove("bc"), insert("x", to=after("a")))

    def test_the_top_of_a_section(self) -> None:
        self.gives("a(b)|c", "a(b)|cx", insert("x", section="t"))
        self.gives("a(b)|c", "xa(b)|c", insert("x", section="s", parent="", to=FIRST))
        self.gives("a|c", "a|c|x", insert("x"))

    def test_the_anchor_is_elsewhere(self) -> None:
        self.refuses(
            "a(b)c", "NOT_FOUND", "operations[0].insert_items.to.after", insert("x", parent="c", to=after("b"))
        )
        self.refuses("a(b)", "NOT_FOUND", "operations[0].insert_items.to.after", insert("x", parent="", to=after("b")))
        self.refuses(
            "a(b)|", "NOT_FOUND", "operations[0].insert_items.to.after", insert("x", section="t", to=after("b"))
        )
        self.gives("a(b)c(d)", "a(b)c(xd)", insert("x", parent="c", to=after("b", if_missing="FIRST")))

    def test_no_parent(self) -> None:
        field = "operations[0].insert_items.parent"
        self.refuses("a", "NOT_FOUND", field, insert("x", parent="z"))
        self.refuses("a", "NOT_FOUND", field, insert("x", parent="z", if_parent_missing="NEAREST_ANCESTOR"))
        self.refuses("a", "OUT_OF_RANGE", "operations[0].insert_items.to.at", insert("x", parent="a", to=at(1)))
        self.refuses(
            "a", "INVALID_ARGUMENT", "operations[0].insert_items.section", insert("x", parent="a", section="s")
        )

    def test_ids_that_are_taken(self) -> None:
        self.refuses("a(b)", "ALREADY_EXISTS", "operations[0].insert_items.items[1].id", insert("xb", parent="a"))
        self.refuses("a", "ALREADY_EXISTS", "operations[0].insert_items.items[1].id", insert("xx"))

    def test_all_or_nothing(self) -> None:
        self.refuses("a", "NOT_FOUND", "operations[1].insert_items.parent", insert("x"), insert("y", parent="z"))


class MissingParentTests(OutlineTestCase):
    def gone(self, start: str, *operations: Operation) -> Outline:
        return apply(drawn(start), operations).outline

    def test_the_nearest_ancestor(self) -> None:
        nearest = {"if_parent_missing": "NEAREST_ANCESTOR"}
        self.gives(self.gone("a(b(c)d)", remove("b", "REMOVE")), "a(dx)", insert("x", parent="c", to=FIRST, **nearest))
        self.gives(self.gone("a(b(c)d)", remove("a", "REMOVE")), "x", insert("x", parent="c", **nearest))
        self.gives(self.gone("a(b(c))d", remove("b", "PROMOTE")), "a(cx)d", insert("x", parent="b", **nearest))

    def test_anchors_that_are_still_there(self) -> None:
        outline = self.gone("a(b(cd)e)", remove("b", "PROMOTE"))
        self.gives(outline, "a(cxde)", insert("x", parent="b", to=after("c"), if_parent_missing="NEAREST_ANCESTOR"))

    def test_where_the_ancestors_were_at_last(self) -> None:
        outline = self.gone("a(b(c))d", remove("c"), move("b", parent="d"), remove("b"))
        self.gives(outline, "ad(x)", insert("x", parent="c", if_parent_missing="NEAREST_ANCESTOR"))

    def test_the_section_is_gone(self) -> None:
        outline = self.gone("a(b)|c", op("remove_sections", "s"))
        refusing = insert("x", parent="b", if_parent_missing="NEAREST_ANCESTOR")
        self.refuses(outline, "NOT_FOUND", "operations[0].insert_items.parent", refusing)
        self.gives(outline, "cx", insert("x", parent="b", section="t", if_parent_missing="NEAREST_ANCESTOR"))

    def test_the_end(self) -> None:
        last = {"if_parent_missing": "LAST"}
        self.gives("a|b", "a|bx", insert("x", parent="z", section="t", to=FIRST, **last))
        self.gives("a(b)c", "acb", move("b", parent="z", to=FIRST, **last))
        self.gives("a", "a|x", insert("x", parent="z", **last))


class MoveTests(OutlineTestCase):
    def test_the_subtree_goes_along(self) -> None:
        self.gives("a(b(c)d)e", "a(d)e(b(c))", move("b", parent="e"))
        self.gives("a(b(c)d)|e", "a(d)|b(c)e", move("b", section="t", to=FIRST))

    def test_several(self) -> None:
        self.gives("a(bc)d(e)f", "a(c)f(bd(e))", move("bd", parent="f"))
        self.gives("abc", "cba", move("cba", to=FIRST))
        self.gives("a(bcd)", "a(dbc)", move("d", to=before("b")))

    def test_without_a_destination_it_stays_among_its_siblings(self) -> None:
        self.gives("a(bcd)e", "a(cdb)e", move("b"))
        self.gives("a(bcd)e", "a(dbc)e", move("d", to=FIRST))
        self.gives("a(bcd)e", "a(cbd)e", move("b", to=at(1)))
        self.gives("a(bc)d", "a(c)db", move("b", parent=""))

    def test_indent_and_outdent(self) -> None:
        self.gives("ab(c)", "a(b(c))", move("b", parent="a"))
        self.gives("a(b(c)d)", "a(d)b(c)", move("b", to=after("a")))

    def test_one_inside_another(self) -> None:
        refused = ("INVALID_ARGUMENT", "operations[0].move_items.items[1].id")
        self.refuses("a(b(c))d", *refused, move("ac", parent="d"), path="abc")
        self.refuses("a(b)d", *refused, move("aa", parent="d"))

    def test_a_move_to_where_it_is(self) -> None:
        outline = drawn("a(bc)d")
        for operation in (
            move("b", to=before("c")),
            move("bc", parent="a"),
            move("d", to=after("a")),
            move("a", to=at(0)),
        ):
            result = apply(outline, [operation])
            self.assertFalse(result.changed, operation)
            self.assertIs(result.outline, outline)

    def test_placement_versions(self) -> None:
        outline = self.gives("a(b(c))d", "ad(b(c))", move("b", parent="d"))
        self.assertEqual([outline.items[id].placement_version for id in "abcd"], [0, 1, 0, 0])

    def test_conditions(self) -> None:
        fields = "operations[0].move_items.items[0]."
        wanted = (Named("b", if_section="t"), Named("b", if_parent=""), Named("b", if_placement_version=7))
        for named, name in zip(wanted, ("if_section", "if_parent", "if_placement_version"), strict=True):
            operation = Operation("move_items", (named,), parent="c")
            self.refuses("a(b)c|", "ABORTED", fields + name, operation, path="ab")
        met = Named("b", if_section="s", if_parent="a", if_placement_version=0, if_content_version=0)
        self.gives("a(b)c|", "ac(b)|", Operation("move_items", (met,), parent="c"))


class CycleTests(OutlineTestCase):
    def test_refused_with_the_path(self) -> None:
        self.refuses(
            "x(a(b(c)))", "FAILED_PRECONDITION", "operations[0].move_items.parent", move("a", parent="c"), path="abc"
        )
        self.refuses("a(b)", "FAILED_PRECONDITION", "operations[0].move_items.parent", move("a", parent="a"), path="a")
        self.refuses(
            "a(b)", "FAILED_PRECONDITION", "operations[0].move_items.to.after", move("a", to=after("b")), path="a"
        )

    def test_skipped(self) -> None:
        result = apply(drawn("a(b)c"), [move("ca", parent="b", if_cycle="SKIP")])
        self.assertEqual((drawing(result.outline), result.skipped), ("a(b(c))", [["a"]]))
        result = apply(drawn("a(b)c"), [move("a", parent="b", if_cycle="SKIP")])
        self.assertEqual((result.changed, result.skipped), (False, [["a"]]))

    def test_beside(self) -> None:
        """The nearest ancestor that is not in the subtree is the parent of what is moved."""
        self.gives("x(a(b(c))y)z", "x(y)a(b(c))z", move("a", parent="c", if_cycle="BESIDE"))
        self.gives("x(a(b)y)z", "x(y)a(b(z))", move("za", parent="b", if_cycle="BESIDE"))
        result = apply(drawn("a(b)c"), [move("a", parent="b", if_cycle="BESIDE")])
        self.assertEqual((result.changed, result.skipped), (False, [["a"]]))

    def test_the_nearest_ancestor_is_below(self) -> None:
        outline = apply(drawn("a(b(c))"), [remove("c")]).outline
        options = {"parent": "c", "if_parent_missing": "NEAREST_ANCESTOR"}
        self.refuses(outline, "FAILED_PRECONDITION", "operations[0].move_items.parent", move("a", **options), path="ab")
        self.gives(outline, "a(b)", move("a", if_cycle="SKIP", **options))


class RemoveTests(OutlineTestCase):
    def test_descendants(self) -> None:
        self.gives("a(b(cd)e)", "a(e)", remove("b", "REMOVE"))
        self.gives("a(b(cd)e)", "a(cde)", remove("b", "PROMOTE"))
        self.refuses(
            "a(b(cd)e)",
            "FAILED_PRECONDITION",
            "operations[0].remove_items.items[0].id",
            remove("b", "REFUSE"),
            path="abc",
        )
        self.refuses("a(b)", "FAILED_PRECONDITION", "operations[0].remove_items.descendants", remove("a"), path="ab")
        self.gives("a(b)", "a", remove("b"))

    def test_several_of_a_subtree(self) -> None:
        self.gives("a(b(cd)e)", "", remove("ab", "REMOVE"))
        self.gives("a(b(cd)e)f", "cdef", remove("ab", "PROMOTE"))
        self.gives("a(b(cd)e)f", "cdef", remove("ba", "PROMOTE"))
        self.gives("a(bc)d", "d", remove("abc"))
        self.gives("a(bc)d", "d", remove("bca", "REFUSE"))

    def test_promoted_children_are_placed(self) -> None:
        outline = self.gives("a(b(c(d)))", "a(c(d))", remove("b", "PROMOTE"))
        self.assertEqual([outline.items[id].placement_version for id in "acd"], [0, 1, 0])

    def test_sections(self) -> None:
        self.gives("a(b)|c", "c", op("remove_sections", "s"))
        refused = op("remove_sections", "s", only_if_empty=True)
        self.refuses("a(b)|c", "FAILED_PRECONDITION", "operations[0].remove_sections.sections[0].id", refused)
        self.gives("a(b)|c", "c|a(b)", op("move_sections", "t", to=FIRST))
        self.gives("a", "|a", op("insert_sections", "t", to=before("s")))


class UpdateTests(OutlineTestCase):
    def test_only_its_own_fields(self) -> None:
        operation = Operation("update_items", (Named("b", set=(("n", 1),)),))
        outline = self.gives("a(b)", "a(b)", operation)
        self.assertEqual((outline.items["b"].fields, outline.items["b"].content_version), ({"n": 1}, 1))
        self.assertEqual(outline.items["a"].content_version, 0)
        self.assertFalse(apply(outline, [operation]).changed)


class ReorderTests(OutlineTestCase):
    def test_within_one_parent(self) -> None:
        self.gives("a(bcd)e", "a(dcb)e", op("reorder_items", "dcb", parent="a"))
        self.gives("a(bcd)e", "a(dcb)e", op("reorder_items", "db", parent="a"))
        self.gives("a(b)cd", "dca(b)", op("reorder_items", "dca", section="s"))

    def test_others(self) -> None:
        refused = ("INVALID_ARGUMENT", "operations[0].reorder_items.items[1]")
        self.refuses("a(bc)d", *refused, op("reorder_items", "bd", parent="a"), path="d")
        self.refuses("a(bc)d", *refused, op("reorder_items", "dc", section="s"), path="ac")
        self.refuses("a", "NOT_FOUND", "operations[0].reorder_items.parent", op("reorder_items", "a", parent="z"))


class AdoptTests(OutlineTestCase):
    def adopt(self, *items: Named, **options: Any) -> Operation:
        return Operation("adopt_items", items, **options)

    def test_between_neighbours(self) -> None:
        self.gives("a(bc)", "a(bxyc)", self.adopt(Named("y", after="x"), Named("x", after="b", before="c"), parent="a"))
        self.gives("a(bc)", "a(xbc)", self.adopt(Named("x", before="b"), parent="a"))
        self.gives("a(b)", "a(bx)", self.adopt(Named("x", after="z", before="z"), parent="a"))
        self.gives("ab(c)", "a(b(c))", self.adopt(Named("b"), parent="a"))

    def test_a_subtree_that_was_made_elsewhere(self) -> None:
        self.gives("a", "ax(y(z))", self.adopt(Named("x", after="a"), section="s"),
                   self.adopt(Named("y"), parent="x"), self.adopt(Named("z"), parent="y"))  # fmt: skip

    def test_cycles(self) -> None:
        result = apply(drawn("a(b)"), [self.adopt(Named("a"), Named("x"), parent="b", if_cycle="SKIP")])
        self.assertEqual((drawing(result.outline), result.skipped), ("a(b(x))", [["a"]]))
        self.refuses(
            "a(b)", "FAILED_PRECONDITION", "operations[0].adopt_items.parent", self.adopt(Named("a"), parent="b")
        )

    def test_one_inside_another(self) -> None:
        self.gives("a(b)c", "c(ab)", self.adopt(Named("a"), Named("b", after="a"), parent="c"))


class LimitTests(OutlineTestCase):
    def limited(self, start: str, **limits: int) -> Outline:
        outline = drawn(start)
        outline.most_depth = limits.get("depth", 64)
        outline.most_children = limits.get("children", 100_000)
        outline.section_fields["s"] = {LIMIT: limits.get("section", 0)}
        return outline

    def test_depth(self) -> None:
        outline = self.limited("a(b(c))d(e)", depth=3)
        self.gives(outline, "a(b(c))d(e(x))", insert("x", parent="e"))
        refused = ("FAILED_PRECONDITION", "operations[0].move_items.items[0].id")
        self.refuses(outline, *refused, move("d", parent="b"), path="abde")
        self.refuses(outline, *refused, move("a", parent="d"), path="dabc")
        self.refuses(outline, "FAILED_PRECONDITION", "operations[0].insert_items.items[0].id", insert("x", parent="c"))

    def test_what_was_too_deep_before(self) -> None:
        outline = self.limited("a(b(c(d)))e", depth=2)
        self.gives(outline, "ae(b(c(d)))", move("b", parent="e"))
        self.refuses(outline, "FAILED_PRECONDITION", "operations[0].move_items.items[0].id", move("e", parent="b"))

    def test_children(self) -> None:
        outline = self.limited("a(bc)d(e(fg))", children=2)
        self.refuses(
            outline, "FAILED_PRECONDITION", "operations[0].insert_items.parent", insert("x", parent="a"), path="a"
        )
        self.gives(outline, "a(cb)d(e(fg))", move("b"))
        self.gives(outline, "a(bc)d(fg)", remove("e", "PROMOTE"))
        self.refuses(self.limited("a(b(cd)e)", children=2), "FAILED_PRECONDITION",
                     "operations[0].remove_items.parent", remove("b", "PROMOTE"))  # fmt: skip

    def test_sections_count_what_is_at_their_top(self) -> None:
        outline = self.limited("a(bc)d", section=2)
        self.gives(outline, "a(bcx)d", insert("x", parent="a"))
        self.refuses(outline, "FAILED_PRECONDITION", "operations[0].move_items.section", move("b", parent=""))
        self.refuses(outline, "FAILED_PRECONDITION", "operations[0].remove_items.section", remove("a", "PROMOTE"))


class TransferTests(OutlineTestCase):
    def test_with_the_subtree(self) -> None:
        world = {"one": drawn("a(b(c))d"), "two": drawn("x(y)")}
        world["one"].items["c"].content_version = 5
        new, _ = transact(world, [("two", op("transfer_items", "b", source="one", parent="x", to=FIRST))])
        self.assertEqual([drawing(new[name]) for name in ("one", "two")], ["ad", "x(b(c)y)"])
        self.assertEqual((new["two"].items["c"].content_version, new["two"].items["c"].placement_version), (5, 1))
        self.assertEqual(new["one"].nearest("c"), under("a"))

    def refused(self, world: dict[str, Outline], operation: Operation) -> tuple[str, str]:
        with self.assertRaises(Refused) as refused:
            transact(world, [("two", operation)])
        return refused.exception.code, "".join(refused.exception.path)

    def test_refused(self) -> None:
        world = {"one": drawn("a(b(c))d"), "two": drawn("x(c)")}
        self.assertEqual(self.refused(world, op("transfer_items", "a", source="one")), ("ALREADY_EXISTS", "xc"))
        self.assertEqual(self.refused(world, op("transfer_items", "ab", source="one")), ("INVALID_ARGUMENT", "ab"))
        world["two"] = drawn("x")
        world["two"].is_outline = False
        self.assertEqual(self.refused(world, op("transfer_items", "b", source="one")), ("FAILED_PRECONDITION", "abc"))
        refusing = op("transfer_items", "b", source="one", descendants="REFUSE")
        self.assertEqual(self.refused(world, refusing), ("FAILED_PRECONDITION", "abc"))
        refused = self.refused(world, op("transfer_items", "d", source="one", parent="x"))
        self.assertEqual(refused, ("FAILED_PRECONDITION", ""))
        new, _ = transact(world, [("two", op("transfer_items", "d", source="one", section="s"))])
        self.assertEqual([drawing(new[name]) for name in ("one", "two")], ["a(b(c))", "xd"])

    def test_without_what_is_below(self) -> None:
        for is_outline in (True, False):
            for descendants, ids, left, expected in (
                ("PROMOTE", "b", "a(ce)d", "xb"),
                ("REMOVE", "b", "a(e)d", "xb"),
                ("REMOVE", "cb", "a(e)d", "xcb"),
                ("REFUSE", "bc", "a(e)d", "xbc"),
            ):
                world = {"one": drawn("a(b(c)e)d"), "two": drawn("x")}
                world["two"].is_outline = is_outline
                operation = op("transfer_items", ids, source="one", descendants=descendants, section="s")
                new, _ = transact(world, [("two", operation)])
                self.assertEqual([drawing(new[name]) for name in ("one", "two")], [left, expected])

    def test_children_that_find_no_room(self) -> None:
        world = {"one": drawn("a(b(cde))"), "two": drawn("x")}
        world["one"].most_children = 2
        with self.assertRaises(Refused) as refused:
            transact(world, [("two", op("transfer_items", "b", source="one", section="s", descendants="PROMOTE"))])
        self.assertEqual(refused.exception.field, "operations[0].transfer_items.descendants")
        self.assertEqual(refused.exception.reason, "too_many_items")


class ReasonTests(OutlineTestCase):
    def test_what_has_the_same_code(self) -> None:
        flat, low = drawn("a(b)"), drawn("a(b)")
        flat.is_outline = False
        low.most_depth, low.most_children = 2, 1
        for outline, operation, reason in (
            (low, move("a", parent="b"), "below_itself"),
            (low, insert("x", parent="b"), "too_deep"),
            (low, insert("x", parent="a"), "too_many_items"),
            (low, remove("a"), "has_children"),
            (flat, insert("x", parent="a"), "no_outline"),
            (low, insert("x", parent="z"), ""),
        ):
            with self.assertRaises(Refused) as refused:
                apply(outline, [operation])
            self.assertEqual(refused.exception.reason, reason)


class ReadingTests(unittest.TestCase):
    def test_paths_and_rows(self) -> None:
        outline = drawn("a(b(c)d)|e")
        self.assertEqual(outline.path("c"), ["a", "b", "c"])
        self.assertEqual((outline.section("c"), outline.section("e"), outline.home("e")), ("s", "t", top("t")))
        self.assertEqual(outline.rows(), [("a", 1), ("b", 2), ("c", 3), ("d", 2), ("e", 1)])
        self.assertEqual((outline.height("a"), outline.deepest("a")), (3, ["a", "b", "c"]))


if __name__ == "__main__":
    unittest.main()
