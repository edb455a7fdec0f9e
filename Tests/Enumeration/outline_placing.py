"""What `Views/Place` has to do in views of outlines, found by looking at all states.

The parent is decided first, as Documentation/views.md says. Then, of all places among its children, and all fields
that may be written, those are kept with which the view shows exactly the old rows with the dragged one in the gap,
followed by what is below it; and of these the one with the least effect is taken. Nothing here knows how a server
finds it.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from outline import Home, Item, Outline, top, under
from outline_cases import outlines, random_outline
from placing import AFTER_PREVIOUS, AIMS, BEFORE_NEXT, SECTION, SORT_FIELDS, Refused

PARENT = "PARENT"
SORTED, WANTED, GROUPED = "n", "m", "g"
"""The fields by which views sort, filter and group."""
VALUES = (1, 2, None)

Mode = Literal["all", "matches", "with ancestors", "with descendants"]
Layout = Literal["sections", "flat", "group"]


@dataclass(frozen=True)
class View:
    """A view of one outline."""

    layout: Layout = "sections"
    mode: Mode = "all"
    is_sorted: bool = False

    def text(self, name: str) -> str:
        words = [f'"{name}"', {"sections": "", "flat": "flat all", "group": f"group {GROUPED}"}[self.layout]]
        if self.mode != "all":
            words += [f"where {WANTED} = 1", "" if self.mode == "matches" else self.mode]
        words += [f"sort {SORTED}" if self.is_sorted else ""]
        return " ".join(word for word in words if word)

    @property
    def is_in_tree_order(self) -> bool:
        return self.layout == "sections" or not self.is_sorted

    @property
    def shows_tree(self) -> bool:
        return self.layout == "sections" and self.mode != "matches"


def views() -> list[View]:
    """All of them; `with` needs the collection's own sections, or shows what `matches` does not."""
    found = []
    for layout, mode, is_sorted in itertools.product(_LAYOUTS, _MODES, (False, True)):
        if layout == "sections" or mode != "with ancestors":
            found.append(View(layout, mode, is_sorted))
    return found


_LAYOUTS: tuple[Layout, ...] = ("sections", "flat", "group")
_MODES: tuple[Mode, ...] = ("all", "matches", "with ancestors", "with descendants")


@dataclass(frozen=True)
class Request:
    """A request to place one row, or an item with these fields."""

    row: str
    section: str
    previous: str = ""
    next: str = ""
    parent: str | None = None
    aim: str = AIMS[0]
    new: tuple[tuple[str, int], ...] = ()


@dataclass
class Outcome:
    """The least state, or the code of a refusal."""

    code: str = "OK"
    reason: str = ""
    needed: frozenset[str] = frozenset()
    """The effects that have to be allowed."""
    parent: str | None = None
    """The new parent, if it is another one."""
    writes: bool = False
    ambiguous: bool = False
    state: Outline | None = field(default=None, repr=False)


def value(outline: Outline, id: str, name: str) -> int | None:
    found = outline.items[id].fields.get(name)
    assert found is None or isinstance(found, int)
    return found


def _rank(number: int | None) -> tuple[bool, int]:
    return (number is None, number or 0)


def siblings(outline: Outline, view: View, home: Home) -> list[str]:
    """The items of a list in the order in which the view has them."""
    if view.layout == "sections" and view.is_sorted:
        return sorted(outline.lists[home], key=lambda id: _rank(value(outline, id, SORTED)))
    return list(outline.lists[home])


def in_order(outline: Outline, view: View, section: str) -> Iterator[str]:
    """The items of a section in the order of the tree."""

    def below(home: Home) -> Iterator[str]:
        for id in siblings(outline, view, home):
            yield id
            yield from below(under(id))

    return below(top(section))


def shows(outline: Outline, view: View, id: str) -> bool:
    def matches(each: str) -> bool:
        return view.mode == "all" or value(outline, each, WANTED) == 1

    if view.mode == "with ancestors":
        return any(map(matches, outline.subtree(id)))
    if view.mode == "with descendants":
        return any(map(matches, outline.path(id)))
    return matches(id)


def evaluate(outline: Outline, view: View) -> dict[str, list[str]]:
    """The rows of the sections of a view."""
    own = {
        section: [id for id in in_order(outline, view, section) if shows(outline, view, id)]
        for section in outline.sections
    }
    if view.layout == "sections":
        return own
    rows = [id for section in outline.sections for id in own[section]]
    if view.is_sorted:
        rows.sort(key=lambda id: _rank(value(outline, id, SORTED)))
    if view.layout == "flat":
        return {"all": rows}
    groups: dict[str, list[str]] = {}
    for id in sorted(rows, key=lambda id: _rank(value(outline, id, GROUPED))):
        groups.setdefault(group_id(value(outline, id, GROUPED)), []).append(id)
    return groups


def group_id(number: int | None) -> str:
    return "null" if number is None else str(number)


@dataclass
class Case:
    """A request, and what follows from it before anything is placed."""

    outline: Outline
    view: View
    request: Request

    def __post_init__(self) -> None:
        row = self.request.row
        self.is_new = row not in self.outline.items
        self.rows = evaluate(self.outline, self.view)
        self.subtree = [row] if self.is_new else list(self.outline.subtree(row))
        section = self.rows[self.request.section]
        going = set(self.subtree) if self.view.is_in_tree_order else {row}
        self.others = [id for id in section if id not in going]
        self.along = [id for id in section if id in going and id != row]
        self.index = self._index()
        self.aim = self._aim()

    def _index(self) -> int:
        request = self.request
        if request.previous:
            return self.others.index(request.previous) + 1
        return self.others.index(request.next) if request.next else len(self.others)

    def _aim(self) -> str:
        section, row = self.rows[self.request.section], self.request.row
        aim = self.request.aim
        if not self.request.previous or not self.request.next:
            # Directly next to the one that is there.
            aim = BEFORE_NEXT if self.request.next else AFTER_PREVIOUS
        elif aim == AIMS[0]:
            before = [id for id in section[: section.index(row)] if id in self.others] if row in section else None
            aim = BEFORE_NEXT if before is not None and len(before) >= self.index else AFTER_PREVIOUS
        return self.normal(aim)

    def normal(self, aim: str) -> str:
        """The aim, or the other one if there is no row on its side."""
        if aim == AFTER_PREVIOUS and not self.previous and self.next:
            return BEFORE_NEXT
        return AFTER_PREVIOUS if not self.next else aim

    @property
    def previous(self) -> str:
        return self.others[self.index - 1] if self.index else ""

    @property
    def next(self) -> str:
        return self.others[self.index] if self.index < len(self.others) else ""

    @property
    def aimed(self) -> str:
        return self.previous if self.aim == AFTER_PREVIOUS else self.next

    def without(self) -> Outline:
        """The outline without the row, and what is below it."""
        left = self.outline.copy()
        if not self.is_new:
            left.take(self.request.row)
        return left

    def is_in_gap(self, home: Home, place: int) -> bool:
        """Whether the row is in the gap at a place among siblings, whatever sort values it has."""
        left, row = self.without(), self.request.row
        ordered = {each: siblings(left, self.view, each) for each in left.lists}
        ordered[home].insert(place, row)

        def below(each: Home) -> Iterator[str]:
            for id in ordered[each]:
                yield id
                if id != row:
                    yield from below(under(id))

        found: list[str] = []
        for section in left.sections:
            wanted = self.view.layout != "sections" or section == self.request.section
            found += [id for id in below(top(section)) if wanted and (id == row or id in self.others)]
        return found == [*self.others[: self.index], row, *self.others[self.index :]]

    def is_among_children(self, home: Home) -> bool:
        children = self.without().lists[home]
        return any(self.is_in_gap(home, place) for place in range(len(children) + 1))

    def child(self, home: Home, id: str) -> str:
        """The item of a list that an item is, or is below; empty if there is none."""
        path = self.outline.path(id) if id else []
        return next((each for each in path if each in self.outline.lists[home]), "")

    def brought(self) -> list[str]:
        """The rows that go along, in the section where they come."""
        if not self.view.is_in_tree_order or self.is_new:
            return []
        if self.view.layout != "sections":
            return self.along
        below = set(self.subtree) - {self.request.row}
        return [id for rows in self.rows.values() for id in rows if id in below]


def resolve(outline: Outline, view: View, request: Request) -> Outcome:
    """What the server has to answer, and the state that it has to lead to."""
    try:
        return _resolve(Case(outline, view, request))
    except Refused as refused:
        return Outcome(refused.code, refused.reason)


def _resolve(case: Case) -> Outcome:
    outline, view, request, row = case.outline, case.view, case.request, case.request.row
    own = None if case.is_new else outline.home(row)
    ambiguous = False
    home: Home | None = None
    if request.parent is not None:
        home, ambiguous = _named(case, request.parent)
    elif own and view.is_in_tree_order and case.is_in_gap(own, siblings(outline, view, own).index(row)):
        pass
    elif view.is_in_tree_order:
        home = _decided(case, own)
    left, right = _siblings(case, home) if home else ("", "")
    is_pointed_at = request.parent is not None or (
        home is not None and view.shows_tree and _is_shown(case, home, (left, right))
    )
    if home:
        first, second = (left, right) if case.aim == AFTER_PREVIOUS else (right, left)
        source = first or second
    else:
        source = case.aimed
    best: tuple[object, Outline, bool] | None = None
    for state, of_sort, count in _writings(case, source):
        for place in range(len(case.without().lists[home]) + 1) if home else [None]:
            new = state.copy()
            if home and place is not None:
                if not case.is_new:
                    new.take(row)
                new.lists[home].insert(place, row)
            if not _is_right(case, new):
                continue
            moves = new.lists != outline.lists
            cost = (of_sort, count, moves, _distance(case, home, place, (left, right)), place or 0)
            if best is None or cost < best[0]:  # type: ignore[operator]
                best = (cost, new, of_sort)
    if best is None:
        raise Refused("FAILED_PRECONDITION", "no state of the outline shows this")
    _, new, of_sort = best
    needed = {SORT_FIELDS} if of_sort else set()
    parent = None
    if own and new.home(row) != own:
        after = new.home(row)
        if view.layout != "sections" and new.section(row) != outline.section(row):
            needed.add(SECTION)
        before, now = (each.id if each.kind == "item" else "" for each in (own, after))
        if before != now:
            parent = now
            if not is_pointed_at:
                needed.add(PARENT)
    if case.is_new and new.home(row).kind == "item":
        parent = new.home(row).id
    writes = not new.has_same_content(outline) if not case.is_new else True
    return Outcome("OK", "", frozenset(needed), parent, writes, ambiguous, new)


def _siblings(case: Case, home: Home) -> tuple[str, str]:
    """The siblings on both sides of the gap; where they are sorted, of those that are still shown when what is dragged
    is not below them."""
    left, view = case.without(), case.view
    above = [home.id, *case.outline.path(home.id)] if home.kind == "item" else []

    def stays(id: str) -> bool:
        return view.mode != "with ancestors" or not view.is_sorted or id in above or shows(left, view, id)

    before = next((id for id in reversed(case.others[: case.index]) if stays(id)), "")
    after = next((id for id in case.others[case.index :] if stays(id)), "")
    return case.child(home, before), case.child(home, after)


def _is_shown(case: Case, home: Home, neighbours: Sequence[str]) -> bool:
    """Whether the view shows what a list of siblings is below."""
    shown = {id for rows in case.rows.values() for id in rows}
    return home.id in shown if home.kind == "item" else all(id in shown for id in neighbours if id)


def _decided(case: Case, own: Home | None) -> Home:
    """The list of the row, that of the aimed row, or that of the next one."""
    outline = case.outline
    if own and case.is_among_children(own):
        return own
    if not case.aimed:
        if case.view.layout == "sections":
            return top(case.request.section)
        return top(outline.sections[0] if case.is_new else outline.section(case.request.row))
    home = outline.home(case.aimed)
    return home if case.is_among_children(home) else outline.home(case.next)


def _named(case: Case, parent: str) -> tuple[Home, bool]:
    """The list of the children of a named parent, with the gap moved into it; and whether that is a guess."""
    if not case.view.shows_tree:
        raise Refused("FAILED_PRECONDITION", "the part does not show the tree")
    if parent and parent not in case.rows[case.request.section]:
        raise Refused("NOT_FOUND", f"{parent} is not shown")
    if parent in case.subtree:
        raise Refused("FAILED_PRECONDITION", "below itself")
    home = under(parent) if parent else top(case.request.section)
    below = [index for index, id in enumerate(case.others) if case.child(home, id)]
    start = case.others.index(parent) + 1 if parent else 0
    end = below[-1] + 1 if below else start
    has_neighbours = bool(case.request.previous or case.request.next)
    old, place = case.index, min(max(case.index, start), end)
    ambiguous = has_neighbours and place != old
    if parent and not has_neighbours:
        place = end
    if start < place < end:
        child = case.child(home, case.others[place])
        if case.child(home, case.others[place - 1]) == child:
            rows = [index for index in below if case.child(home, case.others[index]) == child]
            ambiguous = ambiguous or bool(case.request.previous and case.request.next)
            is_before = case.aim == BEFORE_NEXT and child in case.others
            place = rows[0] if is_before else rows[-1] + 1
    case.index = place
    case.aim = case.normal(case.aim)
    return home, ambiguous


def _writings(case: Case, source: str) -> Iterator[tuple[Outline, bool, int]]:
    """The outline with the fields that may be written, whether sort fields are among them, and how many there are."""
    row = case.request.row
    new = case.outline.copy()
    if case.is_new:
        new.items[row] = Item(dict(case.request.new))
        new.lists[under(row)] = []
    old = dict(new.items[row].fields)
    fields = dict(old)
    if case.view.layout == "group" and group_id(fields.get(GROUPED)) != case.request.section:
        fields.pop(GROUPED, None)
        if case.request.section != "null":
            fields[GROUPED] = int(case.request.section)

    def written(fields: dict[str, int]) -> tuple[Outline, int]:
        state = new.copy()
        state.items[row] = Item(dict(fields))
        return state, sum(old.get(name) != fields.get(name) for name in {*old, *fields})

    state, count = written(fields)
    yield state, False, count
    if case.view.is_sorted and source:
        fields.pop(SORTED, None)
        if (copied := value(case.outline, source, SORTED)) is not None:
            fields[SORTED] = copied
        if fields.get(SORTED) != old.get(SORTED):
            state, count = written(fields)
            yield state, True, count


def _is_right(case: Case, new: Outline) -> bool:
    """Whether the view shows the old rows, and the dragged one in the gap with what is below it."""
    after = evaluate(new, case.view)
    shown = {id for rows in after.values() for id in rows}
    row, section = case.request.row, case.request.section
    going = {row, *(case.subtree if case.view.is_in_tree_order else ())}

    def left(rows: Sequence[str]) -> list[str]:
        # What was only there because of others below it goes with them.
        is_context = case.view.mode == "with ancestors"
        return [id for id in rows if not is_context or id in shown or value(new, id, WANTED) == 1]

    expected = [*left(case.others[: case.index]), row, *case.brought(), *left(case.others[case.index :])]
    if after.get(section, []) != expected:
        return False
    if case.view.layout == "group":
        return True
    return all(
        [id for id in after[name] if id not in going] == left([id for id in rows if id not in going])
        for name, rows in case.rows.items()
        if name != section
    )


def _distance(case: Case, home: Home | None, place: int | None, neighbours: tuple[str, str]) -> tuple[bool, int]:
    """How far the row is from the sibling on the side of the aim, or from that end of the list."""
    if home is None or place is None:
        return (False, 0)
    items = case.without().lists[home]
    if not case.aimed:
        return (False, len(items) - place)
    if case.aim == AFTER_PREVIOUS:
        ahead = place - (items.index(neighbours[0]) + 1 if neighbours[0] else 0)
    else:
        ahead = (items.index(neighbours[1]) if neighbours[1] else len(items)) - place
    return (ahead < 0, abs(ahead))


# Cases.


def states(source: random.Random, most: int) -> Iterator[Outline]:
    """All outlines of up to so many items in one section, with values that are drawn, and then any of two sections."""
    for count in range(1, most + 1):
        for outline in outlines(count):
            yield with_values(outline, source)
    while True:
        count = source.randint(2, most)
        yield with_values(random_outline(source, "abcdefgh"[:count]), source)


def with_values(outline: Outline, source: random.Random) -> Outline:
    for id in outline.items:
        fields = {SORTED: source.choice(VALUES), WANTED: source.choice((1, 1, 2)), GROUPED: source.choice((1, 2, None))}
        outline.items[id] = Item({name: number for name, number in fields.items() if number is not None})
    return outline


def requests(outline: Outline, view: View, source: random.Random) -> Iterator[Request]:
    """Each row into each gap, without a parent and with each one."""
    rows = evaluate(outline, view)
    shown = [id for each in rows.values() for id in each]
    for row in [*shown, "x"]:
        is_new = row == "x"
        going = {row} if is_new or not view.is_in_tree_order else set(outline.subtree(row))
        if is_new and not view.is_in_tree_order:
            continue
        new = ((WANTED, 1), (SORTED, source.choice((1, 2)))) if is_new else ()
        for section, members in rows.items():
            others = ["", *(id for id in members if id not in going), ""]
            for previous, following in itertools.pairwise(others):
                parents: list[str | None] = [None]
                if view.layout == "sections":
                    parents += ["", *(id for id in members if source.randrange(2))]
                for parent in parents:
                    aim = source.choice(AIMS)
                    if source.randrange(6) == 0:
                        yield Request(row, section, previous, "", parent, aim, new)
                    yield Request(row, section, previous, following, parent, aim, new)
