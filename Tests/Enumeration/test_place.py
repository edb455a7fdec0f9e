"""The oracle of placing, given cases whose answers are obvious."""

from __future__ import annotations

import json
import random
import unittest

from cases import blocks, gaps, requests, stitched
from placing import EFFECTS, TAKEN, Outcome, Readings, Request
from resolving import Look, resolve
from shown import (
    Collection,
    Fields,
    Filter,
    Part,
    Sort,
    State,
    View,
    evaluate,
    shown,
    state_from,
    state_json,
    view_text,
)

ALL = frozenset(EFFECTS)


def collection(todo: str, doing: str = "", **fields: Fields) -> Collection:
    """Two sections of items whose ids are letters. Their fields are 1 unless given."""
    sections = (("todo", tuple(todo)), ("doing", tuple(doing)))
    return Collection(sections, {item: fields.get(item, (1, 1)) for item in todo + doing})


def place(
    state: State,
    view: View,
    rows: str,
    section: str,
    previous: str = "",
    next: str = "",
    *,
    aim: str = "AUTO",
    allow: frozenset[str] = ALL,
    new: tuple[Fields, ...] = (),
    readings: Readings = TAKEN,
) -> Outcome:
    request = Request(tuple(rows.split()), section, previous, next, aim, allow, new)
    return resolve(Look(view, state), request, readings)


def order(outcome: Outcome, name: str = "one") -> str:
    """The items of a collection, its sections with a bar between them."""
    assert outcome.state is not None, outcome.reason
    return "|".join("".join(items) for _, items in outcome.state[name].sections)


PLAIN: View = (Part("", "one", "sections"),)
FLAT: View = (Part("", "one", "flat"),)
GROUPED: View = (Part("", "one", "group"),)
OPEN: View = (Part("", "one", "sections", Filter("b", False, 1)),)


class ViewTests(unittest.TestCase):
    def test_groups_and_missing_values(self) -> None:
        source = collection("abcd", "e", b=(2, 1), c=(None, 1), d=(2, 1))
        found = evaluate(Part("", "one", "group"), source)
        self.assertEqual(found, [("1", ["a", "e"]), ("2", ["b", "d"]), ("null", ["c"])])
        declared = evaluate(Part("", "one", "group", Filter("a", True, 2), declared=(2, None)), source)
        self.assertEqual(declared, [("2", []), ("null", ["c"]), ("1", ["a", "e"])])

    def test_sorts_are_stable_and_missing_values_last(self) -> None:
        source = collection("abcd", b=(None, 1), c=(2, 1))
        for descending, expected in ((False, "adcb"), (True, "cadb")):
            found = evaluate(Part("", "one", "flat", sort=(Sort("a", descending),)), source)
            self.assertEqual("".join(found[0][1]), expected)

    def test_caps_and_stitched_parts(self) -> None:
        view = (Part("x", "one", "flat", cap=2), Part("y", "", "fixed"), Part("z", "one", "sections"))
        found = [(part.row(section), items) for part, section, items in shown(view, {"one": collection("abc", "d")})]
        sections = [("x/all", ["a", "b"]), ("y/menu", ["search"]), ("z/todo", ["a", "b", "c"]), ("z/doing", ["d"])]
        self.assertEqual(found, sections)

    def test_texts(self) -> None:
        first = Part("x", "one", "group", Filter("b", True, 1), (Sort("b", True), Sort("a", False)), 3, (2, None))
        text = view_text((first, Part("y", "", "fixed")), {"one": "board"})
        expected = "x: board group a declare 2, missing where not b = 1 sort b desc, a cap 3\ny: fixed menu (search)"
        self.assertEqual(text, expected)


class PlaceTests(unittest.TestCase):
    def test_own_section(self) -> None:
        outcome = place({"one": collection("abcd")}, PLAIN, "d", "todo", "a", "b", allow=frozenset())
        self.assertEqual(order(outcome), "adbc|")
        self.assertTrue(outcome.writes)

    def test_same_gap_writes_nothing(self) -> None:
        state = {"one": collection("ahbicd", h=(1, 2), i=(1, 2))}
        outcome = place(state, OPEN, "b", "todo", "a", "c", aim="AFTER_PREVIOUS")
        self.assertEqual((outcome.code, outcome.writes, order(outcome)), ("OK", False, "ahbicd|"))

    def test_aims_among_hidden_items(self) -> None:
        state = {"one": collection("ahibc", h=(1, 2), i=(1, 2))}
        for aim, expected in (("AUTO", "ahicb|"), ("AFTER_PREVIOUS", "achib|"), ("BEFORE_NEXT", "ahicb|")):
            outcome = place(state, OPEN, "c", "todo", "a", "b", aim=aim)
            self.assertEqual((order(outcome), outcome.hidden_between), (expected, 2))
        down = place({"one": collection("cahib", h=(1, 2), i=(1, 2))}, OPEN, "c", "todo", "a", "b")
        self.assertEqual(order(down), "achib|")

    def test_another_section_is_needed(self) -> None:
        state = {"one": collection("ab", "cd")}
        outcome = place(state, FLAT, "a", "all", "c", "d", allow=frozenset())
        self.assertEqual((outcome.code, outcome.missing), ("FAILED_PRECONDITION", ("SECTION",)))
        self.assertEqual(order(place(state, FLAT, "a", "all", "c", "d")), "b|cad")
        # Who drags into a section that is shown has named it.
        self.assertEqual(order(place(state, PLAIN, "a", "doing", "c", "d", allow=frozenset())), "b|cad")

    def test_border_of_sections_in_a_flat_view(self) -> None:
        state = {"one": collection("ab", "cd")}
        self.assertEqual(order(place(state, FLAT, "a", "all", "b", "c", allow=frozenset())), "ba|cd")
        self.assertEqual(order(place(state, FLAT, "d", "all", "b", "c", allow=frozenset())), "ab|dc")

    def test_groups_keep_the_section(self) -> None:
        state = {"one": collection("a", "bc", b=(2, 1), c=(2, 1))}
        outcome = place(state, GROUPED, "a", "2", "", "b", allow=frozenset())
        self.assertEqual((order(outcome), outcome.effects[0].set), ("a|bc", {"a": 2}))
        missing = place(state, GROUPED, "a", "2", "b", "c", allow=frozenset())
        self.assertEqual(missing.missing, ("SECTION",))
        self.assertEqual(order(place(state, GROUPED, "a", "2", "b", "c")), "|bac")

    def test_group_of_missing_values_removes_the_field(self) -> None:
        state = {"one": collection("ab", b=(None, 1))}
        outcome = place(state, GROUPED, "a", "null", "", "b", allow=frozenset())
        self.assertEqual((order(outcome), outcome.effects[0].removed), ("ab|", ["a"]))

    def test_empty_declared_group(self) -> None:
        view = (Part("", "one", "group", declared=(2,)),)
        outcome = place({"one": collection("ab")}, view, "a", "2", allow=frozenset())
        self.assertEqual((order(outcome), outcome.effects[0].set), ("ab|", {"a": 2}))
        self.assertEqual(place({"one": collection("ab")}, GROUPED, "a", "2").code, "NOT_FOUND")

    def test_only_ties_move_in_sorted_parts(self) -> None:
        view = (Part("", "one", "flat", sort=(Sort("a", False),)),)
        state = {"one": collection("abcd", c=(2, 1), d=(2, 1))}
        self.assertEqual(order(place(state, view, "b", "all", "", "a", allow=frozenset())), "bacd|")
        between = place(state, view, "b", "all", "c", "d", allow=frozenset())
        self.assertEqual(between.missing, ("SORT_FIELDS",))
        written = place(state, view, "b", "all", "c", "d")
        self.assertEqual((order(written), written.effects[0].set), ("acbd|", {"a": 2}))

    def test_shortest_prefix(self) -> None:
        view = (Part("", "one", "flat", sort=(Sort("a", False), Sort("b", False))),)
        state = {"one": collection("abcd", a=(1, 1), b=(1, None), c=(2, 2), d=(2, None))}
        outcome = place(state, view, "c", "all", "a", "b", aim="AFTER_PREVIOUS")
        self.assertEqual(outcome.effects[0].set, {"a": 1})
        tied = place(state, view, "d", "all", "a", "b", aim="AFTER_PREVIOUS")
        self.assertEqual((order(tied), tied.effects[0].set), ("adbc|", {"a": 1}))
        state = {"one": collection("abcd", a=(1, 1), b=(1, 2), c=(2, 2), d=(2, None))}
        both = place(state, view, "d", "all", "a", "b", aim="AFTER_PREVIOUS")
        self.assertEqual((order(both), both.effects[0].set), ("abcd|", {"a": 1, "b": 1}))

    def test_fields_of_filters_are_written_for_groups(self) -> None:
        state = {"one": collection("ab", b=(None, 1))}
        view = (Part("", "one", "group", Filter("a", True, 2)),)
        turned = place(state, view, "a", "null", "", "b", readings=Readings(writes_filtered_groups=False))
        self.assertEqual((turned.code, turned.missing), ("FAILED_PRECONDITION", ()))
        outcome = place(state, view, "a", "null", "", "b")
        self.assertEqual(outcome.effects[0].removed, ["a"])

    def test_behind_a_full_cap(self) -> None:
        view = (Part("", "one", "sections", cap=2),)
        outcome = place({"one": collection("a", "bcd")}, view, "a", "doing", "c", "")
        self.assertEqual((order(outcome), outcome.effects[0].hidden), ("|bcad", "CAP"))
        own = place({"one": collection("abcd")}, view, "a", "todo", "b", "")
        self.assertEqual((order(own), own.effects[0].hidden), ("bacd|", ""))

    def test_transfers(self) -> None:
        view = (Part("x", "one", "sections"), Part("y", "two", "sections"))
        state = {"one": collection("ab"), "two": collection("uv")}
        missing = place(state, view, "x/a", "y/todo", "y/u", "y/v", allow=frozenset(["SECTION"]))
        self.assertEqual(missing.missing, ("COLLECTION",))
        outcome = place(state, view, "x/a", "y/todo", "y/u", "y/v", allow=frozenset(["COLLECTION"]))
        self.assertEqual((order(outcome), order(outcome, "two")), ("b|", "uav|"))
        taken = place({"one": collection("ab"), "two": collection("av")}, view, "x/a", "y/todo", "", "y/a")
        self.assertEqual(taken.code, "ALREADY_EXISTS")

    def test_one_item_in_two_parts(self) -> None:
        view = (Part("x", "one", "flat", cap=2), Part("y", "one", "sections"))
        state = {"one": collection("abc")}
        self.assertEqual(order(place(state, view, "y/c", "x/all", "", "x/a")), "cab|")
        self.assertEqual(order(place(state, view, "x/a", "y/todo", "y/a", "y/b")), "abc|")

    def test_fixed_sections_refuse(self) -> None:
        view = (Part("x", "one", "flat"), Part("y", "", "fixed"))
        state = {"one": collection("ab")}
        for rows, section, previous in (("x/a", "y/menu", "y/search"), ("y/search", "x/all", "x/b")):
            self.assertEqual(place(state, view, rows, section, previous).code, "FAILED_PRECONDITION")

    def test_several_rows(self) -> None:
        state = {"one": collection("abcd", "ef")}
        self.assertEqual(order(place(state, PLAIN, "d a", "todo", "b", "c")), "bdac|ef")
        self.assertEqual(order(place(state, FLAT, "d e", "all", "c", "f", allow=frozenset())), "abcd|ef")
        self.assertEqual(order(place(state, FLAT, "a e", "all", "b", "c")), "baecd|f")

    def test_inserts(self) -> None:
        state = {"one": collection("ab", "c", b=(2, 1), c=(2, 2))}
        outcome = place(state, GROUPED, "n", "2", "b", "c", new=((None, None),), allow=frozenset())
        self.assertEqual((order(outcome), outcome.effects[0].set), ("abn|c", {"a": 2}))
        hidden = place(state, OPEN, "n", "todo", "a", "b", new=((1, 2),), allow=frozenset())
        self.assertEqual((order(hidden), hidden.effects[0].hidden), ("anb|c", "FILTER"))

    def test_gaps_that_are_no_longer_there(self) -> None:
        state = {"one": collection("abcd", "ef")}
        self.assertEqual(order(place(state, PLAIN, "d", "todo", "a", "c", aim="AFTER_PREVIOUS")), "adbc|ef")
        self.assertEqual(order(place(state, PLAIN, "d", "todo", "a", "c", aim="BEFORE_NEXT")), "abdc|ef")
        self.assertEqual(order(place(state, PLAIN, "d", "todo", "gone", "b", aim="AFTER_PREVIOUS")), "adbc|ef")
        crossed = place(state, PLAIN, "d", "todo", "b", "a")
        self.assertEqual((order(crossed), crossed.ambiguous), ("dabc|ef", True))
        apart = place(state, PLAIN, "d", "todo", "a", "f", aim="BEFORE_NEXT")
        self.assertEqual((order(apart), apart.ambiguous), ("abc|edf", True))
        self.assertEqual(place(state, PLAIN, "d", "todo", "gone", "away").code, "FAILED_PRECONDITION")
        self.assertEqual(place(state, PLAIN, "gone", "todo", "a", "b").code, "NOT_FOUND")

    def test_rows_that_are_no_longer_shown(self) -> None:
        outcome = place({"one": collection("ahb", h=(1, 2))}, OPEN, "h", "todo", "b", "")
        self.assertEqual((order(outcome), outcome.effects[0].hidden), ("abh|", "FILTER"))


class PropertyTests(unittest.TestCase):
    """What has to hold for all cases. That the least state is the only one is an assertion of the oracle itself."""

    def test_hidden_and_other_items_stay(self) -> None:
        for block in blocks(1, 12, 7):
            for request in block.requests:
                outcome = resolve(block.look, request)
                if outcome.state is None:
                    continue
                dragged = {row.rpartition("/")[2] for row in request.rows}
                for name, old in block.state.items():
                    new = outcome.state[name]
                    rest = [[item for item in items if item not in dragged] for _, items in old.sections]
                    self.assertEqual(
                        rest, [[item for item in items if item not in dragged] for _, items in new.sections]
                    )
                    for item in set(old.fields) - dragged:
                        self.assertEqual(old.fields[item], new.fields[item])

    def test_own_gaps_write_nothing(self) -> None:
        source = random.Random(3)
        view = source.choice(stitched())
        looks = [Look(view, {"one": collection("abc", "de", b=(2, 1), d=(None, 2)), "two": collection("uv", "w")})]
        looks += [block.look for block in blocks(1, 10, 8)]
        for look in looks:
            for row, (part, section, index) in look.where.items():
                for gap in gaps(look, (row,)):
                    rows = [each for each, place in look.where.items() if place[:2] == (part, section)]
                    neighbours = ["", *rows, ""][index], ["", *rows, ""][index + 2]
                    here = (gap.section, gap.previous, gap.next) == (part.row(section), *neighbours)
                    if here and part.collection:
                        outcome = resolve(look, gap)
                        self.assertEqual((outcome.code, outcome.writes), ("OK", False), (look.state, look.view, gap))

    def test_cases_are_the_same_again(self) -> None:
        for block in blocks(1, 2, 5):
            self.assertEqual(state_from(json.loads(json.dumps(state_json(block.state)))), dict(block.state))
            for request in block.requests:
                self.assertEqual(Request.of(json.loads(json.dumps(request.json()))), request)
        first, second = ([block.requests for block in blocks(1, 4, 9)] for _ in range(2))
        self.assertEqual(first, second)
        self.assertTrue(list(requests(Look(PLAIN, {"one": collection("ab")}), random.Random(1))))


if __name__ == "__main__":
    unittest.main()
