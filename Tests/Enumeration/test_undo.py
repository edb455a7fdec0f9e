"""The model of undo, given histories whose results are obvious, and what holds for random ones."""

from __future__ import annotations

import unittest
from typing import Any

from edits import LIMIT, SECTIONS, Element, Kind, Operation, carry_out, moved_at_least
from promises import broken, without_reason
from transfers import Refusal
from undo import Aspect, Model, Plan, Readings, Reason, Scope, kept_for_room, stacks

ANN, BOB, CYD = (Scope(name, f"{name}-0") for name in ("ann", "bob", "cyd"))
OTHER = Scope("ann", "ann-1")
"""Another stack of the same principal."""


def item(id: str) -> Element:
    return Element("item", id)


def section(id: str) -> Element:
    return Element("section", id)


def reasons(plan: Plan) -> dict[Aspect, tuple[Reason, str]]:
    """Why something was kept, and who is the reason."""
    return {aspect: (kept[0].reason, kept[0].principal) for aspect, kept in plan.kept.items()}


class Board:
    """A list with sections `todo` and `doing`, whose items have letters as ids and a field `n`."""

    def __init__(self, todo: str, doing: str = "", readings: Readings | None = None) -> None:
        self.model = Model(readings or Readings())
        setup = Scope("setup", "")
        self.model.apply(setup, [Operation("insert", "section", ("todo", "doing"))])
        for name, ids in (("todo", todo), ("doing", doing)):
            for id in ids:
                self.model.apply(setup, [Operation("insert", "item", (id,), name, set=(("n", 0),))])

    def __str__(self) -> str:
        """The ids, such as `todo ab|doing c`."""
        lists = self.model.content.lists
        return "|".join(f"{name} {''.join(lists[name])}".strip() for name in lists[SECTIONS])

    def apply(self, scope: Scope, *operations: Operation, group: str = "") -> bool:
        return self.model.apply(scope, operations, group)

    def insert(self, scope: Scope, ids: str, after: str = "", section: str = "todo", **options: str) -> bool:
        return self.apply(scope, self.to("insert", "item", tuple(ids), section, after), **options)

    def move(self, scope: Scope, ids: str, after: str = "", section: str = "todo", **options: str) -> bool:
        return self.apply(scope, self.to("move", "item", tuple(ids), section, after), **options)

    def to(self, verb: Any, kind: Kind, ids: tuple[str, ...], section: str, after: str) -> Operation:
        """An operation that puts elements behind one, or at the start."""
        fields = (("n", 0),) if verb == "insert" else ()
        return Operation(verb, kind, ids, section, "after" if after else "first", after, fields)

    def set(self, scope: Scope, id: str, n: int | None, name: str = "n", **options: str) -> bool:
        return self.apply(scope, Operation("update", "item", (id,), set=((name, n),)), **options)

    def remove(self, scope: Scope, *ids: str) -> bool:
        return self.apply(scope, Operation("remove", "item", ids))

    def remove_section(self, scope: Scope, id: str) -> bool:
        return self.apply(scope, Operation("remove", "section", (id,)))

    def insert_section(self, scope: Scope, id: str) -> bool:
        return self.apply(scope, Operation("insert", "section", (id,)))

    def n(self, id: str, name: str = "n") -> int | None:
        return self.model.content.fields[item(id)].get(name)

    def undo(self, scope: Scope, *, redo: bool = False, below: int = 0) -> Plan:
        step = self.model.step(scope, redo=redo, below=below)
        plan = self.model.plan(scope, redo=redo, of=step[-1] if step and below else None)
        assert plan is not None, "nothing is left"
        wrong = [] if below else list(broken(self.model, scope, plan.step, plan.content, kept_for_room(plan)))
        assert not wrong or self.model.readings != Readings(), wrong
        self.model.carry_out(plan)
        return plan

    def redo(self, scope: Scope) -> Plan:
        return self.undo(scope, redo=True)


class FieldTests(unittest.TestCase):
    def test_the_value_from_before(self) -> None:
        board = Board("a")
        board.set(ANN, "a", 1)
        board.set(BOB, "a", 5, "m")
        plan = board.undo(ANN)
        self.assertEqual((board.n("a"), board.n("a", "m")), (0, 5))
        self.assertEqual((plan.undone, plan.kept), ({Aspect(item("a"), "field n")}, {}))

    def test_a_value_of_others_is_kept(self) -> None:
        board = Board("a")
        board.set(ANN, "a", 1)
        board.set(BOB, "a", 2)
        board.set(CYD, "a", 3)
        plan = board.undo(ANN)
        self.assertEqual(board.n("a"), 3)
        self.assertEqual(reasons(plan), {Aspect(item("a"), "field n"): (Reason.CHANGED, "cyd")})
        self.assertEqual(plan.undone, frozenset())

    def test_fields_that_were_not_there(self) -> None:
        board = Board("a")
        board.set(ANN, "a", 1, "m")
        board.set(ANN, "a", None)
        board.undo(ANN)
        self.assertEqual((board.n("a"), board.n("a", "m")), (0, 1))
        board.undo(ANN)
        self.assertEqual(board.n("a", "m"), None)
        self.assertNotIn("m", board.model.content.fields[item("a")])

    def test_own_values_are_taken_back_one_by_one(self) -> None:
        board = Board("a")
        for n in (1, 2, 3):
            board.set(ANN, "a", n)
        found = []
        for _ in range(3):
            board.undo(ANN)
            found.append(board.n("a"))
        for _ in range(3):
            board.redo(ANN)
            found.append(board.n("a"))
        self.assertEqual(found, [2, 1, 0, 1, 2, 3])

    def test_the_same_value_written_by_others(self) -> None:
        for readings, left in ((Readings(), 2), (Readings(compares_values=True), 1)):
            board = Board("a", readings=readings)
            board.set(ANN, "a", 1)
            board.set(ANN, "a", 2)
            board.set(BOB, "a", 3)
            board.set(BOB, "a", 2)
            board.undo(ANN)
            self.assertEqual(board.n("a"), left, readings)

    def test_what_others_have_undone(self) -> None:
        for readings, left in ((Readings(), 0), (Readings(counts_undone=True), 1)):
            board = Board("a", readings=readings)
            board.set(ANN, "a", 1)
            board.set(BOB, "a", 3)
            board.undo(BOB)
            self.assertEqual(board.n("a"), 1)
            board.undo(ANN)
            self.assertEqual(board.n("a"), left, readings)

    def test_others_undo_something_from_before(self) -> None:
        board = Board("a")
        board.set(BOB, "a", 1)
        board.set(ANN, "a", 2)
        board.undo(ANN)
        board.undo(BOB)
        plan = board.redo(ANN)
        self.assertEqual(board.n("a"), 0)
        self.assertEqual(reasons(plan), {Aspect(item("a"), "field n"): (Reason.CHANGED, "bob")})

    def test_fields_of_what_is_gone(self) -> None:
        board = Board("ab")
        board.set(ANN, "a", 1)
        board.set(ANN, "a", 1, "m")
        board.remove(BOB, "a")
        plan = board.undo(ANN)
        self.assertEqual(reasons(plan), {Aspect(item("a"), "field m"): (Reason.GONE, "bob")})
        board.insert(BOB, "a")
        plan = board.undo(ANN)
        self.assertEqual(reasons(plan), {Aspect(item("a"), "field n"): (Reason.CHANGED, "bob")})
        self.assertEqual(board.n("a"), 0)

    def test_fields_of_sections(self) -> None:
        board = Board("a")
        board.apply(ANN, Operation("update", "section", ("todo",), set=(("n", 1),)))
        board.move(BOB, "a", section="doing")
        board.undo(ANN)
        self.assertEqual(board.model.content.fields[section("todo")], {})


class MoveTests(unittest.TestCase):
    def test_behind_the_old_predecessor(self) -> None:
        board = Board("abcd")
        board.move(ANN, "c")
        board.insert(BOB, "x", after="b")
        board.undo(ANN)
        self.assertEqual(str(board), "todo abcxd|doing")

    def test_the_old_predecessor_is_elsewhere(self) -> None:
        board = Board("abcd")
        board.move(ANN, "c")
        board.move(BOB, "a", after="d")
        board.undo(ANN)
        self.assertEqual(str(board), "todo bcda|doing")

    def test_the_next_predecessor_that_is_there(self) -> None:
        board = Board("abcd", "e")
        board.move(ANN, "c", after="e", section="doing")
        board.move(BOB, "b", section="doing")
        board.undo(ANN)
        self.assertEqual(str(board), "todo acd|doing be")

    def test_before_the_old_successor(self) -> None:
        board = Board("abcd")
        board.move(ANN, "b", after="d")
        board.remove(BOB, "a")
        board.insert(BOB, "xy")
        board.move(BOB, "y", after="d")
        board.undo(ANN)
        self.assertEqual(str(board), "todo xbcdy|doing")

    def test_first_in_a_section_whose_neighbours_are_gone(self) -> None:
        board = Board("abcd")
        board.move(ANN, "b", after="d")
        board.remove(BOB, "a", "c")
        board.insert(BOB, "x")
        board.undo(ANN)
        self.assertEqual(str(board), "todo bxd|doing")

    def test_a_place_of_others_is_kept(self) -> None:
        board = Board("abc")
        board.move(ANN, "c")
        board.move(BOB, "c", after="a")
        plan = board.undo(ANN)
        self.assertEqual(str(board), "todo acb|doing")
        self.assertEqual(reasons(plan), {Aspect(item("c"), "place"): (Reason.PLACED, "bob")})

    def test_a_place_that_others_gave_back(self) -> None:
        for readings, left in ((Readings(), "abc"), (Readings(counts_undone=True), "cab")):
            board = Board("abc", readings=readings)
            board.move(ANN, "c")
            board.move(BOB, "c", after="a")
            board.undo(BOB)
            board.undo(ANN)
            self.assertEqual(str(board), f"todo {left}|doing")

    def test_own_moves_one_by_one(self) -> None:
        board = Board("abc")
        board.move(ANN, "c")
        board.move(ANN, "c", after="a")
        board.move(ANN, "a", section="doing")
        found = []
        for _ in range(3):
            board.undo(ANN)
            found.append(str(board))
        for _ in range(3):
            board.redo(ANN)
            found.append(str(board))
        order = ["todo acb|doing", "todo cab|doing", "todo abc|doing"]
        self.assertEqual(found, [*order, order[1], order[0], "todo cb|doing a"])

    def test_a_section_that_is_gone(self) -> None:
        board = Board("ab", "c")
        board.move(ANN, "a", after="c", section="doing")
        board.remove_section(BOB, "todo")
        plan = board.undo(ANN)
        self.assertEqual(str(board), "doing ca")
        self.assertEqual(reasons(plan), {Aspect(item("a"), "place"): (Reason.SECTION_GONE, "bob")})

    def test_several_stay_together(self) -> None:
        board = Board("abcd")
        board.move(ANN, "ab", after="d")
        board.insert(BOB, "x")
        board.undo(ANN)
        self.assertEqual(str(board), "todo xabcd|doing")
        board = Board("abcd")
        board.move(ANN, "db", section="doing")
        board.insert(BOB, "x", after="a")
        board.undo(ANN)
        self.assertEqual(str(board), "todo abxcd|doing")

    def test_one_of_several_is_kept(self) -> None:
        board = Board("abcd")
        board.move(ANN, "bc", section="doing")
        board.move(BOB, "b", after="d")
        plan = board.undo(ANN)
        self.assertEqual(str(board), "todo adbc|doing")
        self.assertEqual(plan.kept.keys(), {Aspect(item("b"), "place")})
        self.assertEqual(plan.undone, {Aspect(item("c"), "place")})

    def test_sections(self) -> None:
        board = Board("a", "b")
        board.insert_section(BOB, "done")
        board.apply(ANN, board.to("move", "section", ("todo",), "", "done"))
        board.move(BOB, "b", section="todo")
        board.insert_section(BOB, "last")
        board.undo(ANN)
        self.assertEqual(str(board), "todo ba|doing|done|last")

    def test_reordered(self) -> None:
        board = Board("abcde")
        board.apply(ANN, Operation("reorder", "item", ("e", "d", "b"), "todo"))
        self.assertEqual(str(board), "todo aecdb|doing")
        board.undo(ANN)
        self.assertEqual(str(board), "todo abcde|doing")

    def test_what_is_there_already(self) -> None:
        board = Board("abc")
        board.move(ANN, "b", after="c")
        board.move(BOB, "c")
        self.assertEqual(str(board), "todo cab|doing")
        version = board.model.version
        plan = board.undo(ANN)
        self.assertEqual((str(board), board.model.version), ("todo cab|doing", version))
        self.assertEqual(plan.kept, {})


class ExistenceTests(unittest.TestCase):
    def test_inserted(self) -> None:
        board = Board("ab")
        board.insert(ANN, "x", after="a")
        board.set(BOB, "a", 1)
        board.undo(ANN)
        self.assertEqual(str(board), "todo ab|doing")
        board.redo(ANN)
        self.assertEqual(str(board), "todo axb|doing")

    def test_inserted_and_changed_by_others(self) -> None:
        board = Board("a")
        for id, reason in (("x", Reason.CHANGED), ("y", Reason.PLACED)):
            board.insert(ANN, id)
            if reason == Reason.CHANGED:
                board.set(BOB, id, 1)
            else:
                board.move(BOB, id, after="a")
            plan = board.undo(ANN)
            self.assertIn(item(id), board.model.content.fields)
            self.assertEqual(reasons(plan), {Aspect(item(id), "existence"): (reason, "bob")})

    def test_inserted_and_changed_by_oneself(self) -> None:
        board = Board("a")
        board.insert(ANN, "x")
        board.set(ANN, "x", 1)
        board.move(ANN, "x", after="a")
        for _ in range(3):
            board.undo(ANN)
        self.assertEqual(str(board), "todo a|doing")
        for _ in range(3):
            board.redo(ANN)
        self.assertEqual((str(board), board.n("x")), ("todo ax|doing", 1))

    def test_inserted_and_not_where_it_came_from(self) -> None:
        board = Board("a", "b")
        board.insert(ANN, "x", section="doing")
        board.move(ANN, "x")
        board.remove_section(BOB, "doing")
        plan = board.undo(ANN)
        self.assertEqual(reasons(plan), {Aspect(item("x"), "place"): (Reason.SECTION_GONE, "bob")})
        board.undo(ANN)
        self.assertEqual(str(board), "todo a")

    def test_inserted_and_made_again_by_others(self) -> None:
        board = Board("a")
        board.insert(ANN, "x")
        board.remove(BOB, "x")
        board.insert(BOB, "x")
        plan = board.undo(ANN)
        self.assertEqual(reasons(plan), {Aspect(item("x"), "existence"): (Reason.PLACED, "bob")})

    def test_inserted_and_removed_by_others(self) -> None:
        board = Board("a")
        board.insert(ANN, "x")
        board.remove(BOB, "x")
        plan = board.undo(ANN)
        self.assertEqual(reasons(plan), {Aspect(item("x"), "existence"): (Reason.GONE, "bob")})

    def test_removed(self) -> None:
        board = Board("abc")
        board.set(BOB, "b", 7)
        board.remove(ANN, "b")
        board.insert(BOB, "x", after="a")
        board.undo(ANN)
        self.assertEqual((str(board), board.n("b")), ("todo abxc|doing", 7))
        board.redo(ANN)
        self.assertEqual(str(board), "todo axc|doing")

    def test_what_was_done_before_it_was_removed(self) -> None:
        board = Board("abc")
        board.set(ANN, "b", 7)
        board.move(ANN, "b")
        board.remove(ANN, "b")
        for _ in range(3):
            board.undo(ANN)
        self.assertEqual((str(board), board.n("b")), ("todo abc|doing", 0))

    def test_an_id_that_is_taken(self) -> None:
        board = Board("abc")
        board.remove(ANN, "a", "b")
        board.insert(BOB, "b", section="doing")
        plan = board.undo(ANN)
        self.assertEqual(str(board), "todo ac|doing b")
        self.assertEqual(reasons(plan), {Aspect(item("b"), "existence"): (Reason.ID_TAKEN, "bob")})

    def test_removed_from_a_section_that_is_gone(self) -> None:
        board = Board("abc")
        board.remove(ANN, "b")
        board.remove_section(BOB, "todo")
        plan = board.undo(ANN)
        self.assertEqual(str(board), "doing")
        self.assertEqual(reasons(plan), {Aspect(item("b"), "existence"): (Reason.SECTION_GONE, "bob")})

    def test_sections_come_back_with_their_items(self) -> None:
        board = Board("abc", "d")
        board.set(BOB, "b", 4)
        board.remove_section(ANN, "todo")
        self.assertEqual(str(board), "doing d")
        board.insert(BOB, "a", section="doing")
        plan = board.undo(ANN)
        self.assertEqual((str(board), board.n("b")), ("todo bc|doing ad", 4))
        self.assertEqual(reasons(plan), {Aspect(item("a"), "existence"): (Reason.ID_TAKEN, "bob")})

    def test_sections_and_items_of_others(self) -> None:
        board = Board("ab")
        board.insert_section(ANN, "done")
        board.move(BOB, "a", section="done")
        plan = board.undo(ANN)
        self.assertEqual(str(board), "todo b|doing|done a")
        self.assertEqual(reasons(plan), {Aspect(section("done"), "existence"): (Reason.NOT_EMPTY, "bob")})

    def test_sections_that_others_have_emptied(self) -> None:
        board = Board("ab")
        board.insert_section(ANN, "done")
        board.move(BOB, "a", section="done")
        board.move(BOB, "a")
        board.undo(ANN)
        self.assertEqual(str(board), "todo ab|doing")

    def test_a_section_and_what_went_there_in_one_commit(self) -> None:
        board = Board("abc")
        board.apply(
            ANN,
            Operation("insert", "section", ("done",)),
            Operation("move", "item", ("b",), "done"),
            Operation("remove", "section", ("todo",)),
        )
        self.assertEqual(str(board), "doing|done b")
        board.insert(BOB, "x", section="done")
        plan = board.undo(ANN)
        self.assertEqual(str(board), "todo abc|doing|done x")
        self.assertEqual(plan.kept.keys(), {Aspect(section("done"), "existence")})

    def test_the_default_section(self) -> None:
        board = Board("a")
        board.insert(ANN, "x", section="")
        self.assertEqual(str(board), "todo a|doing|x")
        board.undo(ANN)
        self.assertEqual(str(board), "todo a|doing")


class LimitTests(unittest.TestCase):
    def limited(self, board: Board, limit: int) -> None:
        board.apply(CYD, Operation("update", "section", ("todo",), set=((LIMIT, limit),)))

    def test_nothing_goes_back_to_a_full_section(self) -> None:
        board = Board("abc")
        board.move(ANN, "ac", section="doing")
        self.limited(board, 2)
        plan = board.undo(ANN)
        self.assertEqual(len(board.model.content.lists["todo"]), 2)
        self.assertEqual({kept[0].reason for kept in plan.kept.values()}, {Reason.FULL})
        self.assertEqual(list(without_reason(board.model, plan)), [])

    def test_what_leaves_makes_room(self) -> None:
        board = Board("ab", "c")
        self.limited(board, 2)
        board.apply(ANN, Operation("remove", "item", ("a",)), Operation("insert", "item", ("x",), "todo"))
        board.move(ANN, "b", section="doing")
        board.move(ANN, "c")
        for _ in range(3):
            self.assertEqual(board.undo(ANN).kept, {})
        self.assertEqual(str(board), "todo ab|doing c")

    def test_other_decisions_are_noticed(self) -> None:
        board = Board("abc")
        board.move(ANN, "ac", section="doing")
        plan = board.model.plan(ANN, full=frozenset([Aspect(item("a"), "place")]))
        assert plan
        self.assertIn("as if there were no room", next(without_reason(board.model, plan)))
        self.limited(board, 2)
        plan = board.model.plan(ANN, full=frozenset())
        assert plan
        self.assertIn("has 3 items", next(without_reason(board.model, plan)))

    def test_operations(self) -> None:
        board = Board("ab", "c")
        self.limited(board, 2)
        for operation in (Operation("insert", "item", ("x",), "todo"), Operation("move", "item", ("c",), "todo")):
            with self.assertRaisesRegex(Refusal, "full"):
                board.apply(BOB, operation)
        self.assertTrue(board.move(BOB, "b"))


class StackTests(unittest.TestCase):
    def test_nothing(self) -> None:
        board = Board("a")
        self.assertIsNone(board.model.plan(ANN))
        self.assertIsNone(board.model.plan(ANN, redo=True))
        board.set(BOB, "a", 1)
        self.assertIsNone(board.model.plan(ANN))

    def test_a_new_commit_clears_redo(self) -> None:
        board = Board("a")
        board.set(ANN, "a", 1)
        board.undo(ANN)
        self.assertFalse(board.set(ANN, "a", 0))
        board.set(BOB, "a", 5, "m")
        board.set(OTHER, "a", 6, "k")
        self.assertIsNotNone(board.model.plan(ANN, redo=True))
        board.set(ANN, "a", 2)
        self.assertIsNone(board.model.plan(ANN, redo=True))
        board.undo(ANN)
        self.assertEqual(board.n("a"), 0)
        self.assertIsNone(board.model.plan(ANN))

    def test_stacks_of_one_principal(self) -> None:
        board = Board("a")
        board.set(ANN, "a", 1)
        board.set(OTHER, "a", 2)
        plan = board.undo(ANN)
        self.assertEqual(reasons(plan), {Aspect(item("a"), "field n"): (Reason.CHANGED, "ann")})
        board.undo(OTHER)
        self.assertEqual(board.n("a"), 1)

    def test_what_changes_nothing_is_passed(self) -> None:
        board = Board("ab")
        board.set(ANN, "a", 1)
        board.set(ANN, "b", 1)
        board.set(BOB, "b", 2)
        version = board.model.version
        board.undo(ANN)
        self.assertEqual(board.model.version, version)
        self.assertIsNone(board.model.plan(ANN, redo=True))
        board.undo(ANN)
        self.assertEqual((board.n("a"), board.n("b")), (0, 2))
        board.redo(ANN)
        self.assertEqual((board.n("a"), board.n("b")), (1, 2))
        self.assertEqual(stacks(board.model.log, ANN).redo, [])

    def test_redo_keeps_what_others_did(self) -> None:
        board = Board("abc")
        board.move(ANN, "c")
        board.undo(ANN)
        board.move(BOB, "c", section="doing")
        plan = board.redo(ANN)
        self.assertEqual(str(board), "todo ab|doing c")
        self.assertEqual(reasons(plan), {Aspect(item("c"), "place"): (Reason.PLACED, "bob")})

    def test_redo_of_a_part(self) -> None:
        board = Board("ab")
        board.apply(ANN, Operation("update", "item", ("a", "b"), set=(("n", 1),)))
        board.set(BOB, "b", 2)
        board.undo(ANN)
        self.assertEqual((board.n("a"), board.n("b")), (0, 2))
        plan = board.redo(ANN)
        self.assertEqual((board.n("a"), board.n("b"), plan.kept), (1, 2, {}))

    def test_groups(self) -> None:
        board = Board("abc")
        board.set(ANN, "b", 9, group="g0")
        board.move(ANN, "c", group="g1")
        board.set(BOB, "a", 5)
        board.set(ANN, "c", 1, group="g1")
        board.set(ANN, "c", 2, group="g1")
        plan = board.undo(ANN)
        self.assertEqual((str(board), board.n("c"), board.n("b"), board.n("a")), ("todo abc|doing", 0, 9, 5))
        self.assertEqual(len(plan.step), 3)
        board.redo(ANN)
        self.assertEqual((str(board), board.n("c")), ("todo cab|doing", 2))

    def test_others_within_a_group(self) -> None:
        board = Board("a")
        board.set(ANN, "a", 1, group="g")
        board.set(BOB, "a", 2)
        board.set(ANN, "a", 3, group="g")
        plan = board.undo(ANN)
        self.assertEqual(board.n("a"), 2)
        self.assertEqual(reasons(plan), {Aspect(item("a"), "field n"): (Reason.CHANGED, "bob")})

    def test_a_group_that_makes_an_element_again(self) -> None:
        board = Board("abc")
        board.set(ANN, "b", 7, group="g")
        board.apply(ANN, Operation("remove", "item", ("b",)), group="g")
        board.insert(ANN, "b", after="c", group="g")
        board.undo(ANN)
        self.assertEqual((str(board), board.n("b")), ("todo abc|doing", 0))
        board.redo(ANN)
        self.assertEqual((str(board), board.n("b")), ("todo acb|doing", 0))

    def test_a_group_that_goes_on_after_an_undo_is_another_step(self) -> None:
        board = Board("a")
        board.set(ANN, "a", 1, group="g")
        board.undo(ANN)
        board.redo(ANN)
        board.set(ANN, "a", 2, group="g")
        self.assertEqual(len(stacks(board.model.log, ANN).undo), 2)


class OlderStepTests(unittest.TestCase):
    def test_what_own_later_steps_have_changed_is_kept(self) -> None:
        board = Board("ab")
        board.apply(ANN, Operation("update", "item", ("a", "b"), set=(("n", 1),)))
        board.set(ANN, "b", 2)
        plan = board.undo(ANN, below=1)
        self.assertEqual((board.n("a"), board.n("b")), (0, 2))
        self.assertEqual(reasons(plan), {Aspect(item("b"), "field n"): (Reason.CHANGED, "ann")})
        self.assertEqual(stacks(board.model.log, ANN).undo, [(plan.step[0] + 1,)])
        board.undo(ANN)
        self.assertEqual((board.n("a"), board.n("b")), (0, 1))
        board.redo(ANN)
        self.assertEqual((board.n("a"), board.n("b")), (0, 2))
        board.redo(ANN)
        self.assertEqual((board.n("a"), board.n("b")), (1, 2))

    def test_one_that_has_no_effect_stays(self) -> None:
        board = Board("ab")
        board.set(ANN, "a", 1)
        board.set(ANN, "b", 1)
        board.set(BOB, "a", 2)
        board.undo(ANN, below=1)
        self.assertEqual(len(stacks(board.model.log, ANN).undo), 2)

    def test_there_is_no_such_step(self) -> None:
        board = Board("a")
        board.set(ANN, "a", 1)
        self.assertIsNone(board.model.step(ANN, below=1))
        self.assertIsNone(board.model.plan(ANN, of=1))


class EditTests(unittest.TestCase):
    def test_refused(self) -> None:
        content = Board("ab", "c").model.content
        cases = [
            ("NOT_FOUND", Operation("move", "item", ("x",), "todo")),
            ("NOT_FOUND", Operation("move", "item", ("a",), "done")),
            ("NOT_FOUND", Operation("move", "item", ("a",), "todo", "after", "c")),
            ("NOT_FOUND", Operation("reorder", "item", ("a",), "done")),
            ("ALREADY_EXISTS", Operation("insert", "item", ("c",), "todo")),
            ("ALREADY_EXISTS", Operation("insert", "item", ("x", "x"), "todo")),
            ("INVALID_ARGUMENT", Operation("update", "item", ("a", "a"))),
            ("INVALID_ARGUMENT", Operation("reorder", "item", ("c", "a"), "todo")),
        ]
        for code, operation in cases:
            with self.assertRaises(Refusal) as caught:
                carry_out(content, [Operation("remove", "item", ("b",)), operation])
            self.assertEqual(caught.exception.code, code, operation)
        self.assertIn(item("b"), content.fields)

    def test_moves_to_the_same_place_place_nothing(self) -> None:
        content = Board("abc").model.content
        outcome = carry_out(content, [Operation("move", "item", ("a", "b"), "todo", "before", "c")])
        self.assertEqual((outcome.content, outcome.placed), (content, frozenset()))
        outcome = carry_out(content, [Operation("move", "item", ("a", "c"), "todo", "first")])
        self.assertEqual(outcome.placed, {item("a"), item("c")})

    def test_moves_there_and_back_are_nothing(self) -> None:
        board = Board("ab")
        there = Operation("move", "item", ("a",), "todo")
        self.assertFalse(board.apply(ANN, there, Operation("move", "item", ("a",), "todo", "first")))

    def test_the_fewest_moves(self) -> None:
        self.assertEqual(moved_at_least("abcde", "eabcd"), {"e"})
        self.assertEqual(len(moved_at_least("abcde", "edcba")), 4)
        self.assertEqual(moved_at_least("abc", "abc"), set())

    def test_moves_that_are_not_named(self) -> None:
        board = Board("ab", "c")
        for operation in (
            Operation("move", "item", ("a",), "doing"),
            Operation("move", "item", ("a",), "todo"),
            Operation("reorder", "section", ("doing", "todo")),
        ):
            with self.assertRaises(AssertionError):
                board.model.copy().apply(ANN, [operation], placed=frozenset())


if __name__ == "__main__":
    unittest.main()
