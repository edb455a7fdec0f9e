"""What `Views/Place` has to do, found by looking at all states of the lists.

Of all states in which the view shows exactly the old rows with the dragged ones in the gap, the one with the least
effect is taken. A state is any arrangement of the dragged items among the others, which never move, with the field of
the group and a prefix of the sort fields of a neighbour written to the dragged items. Nothing here knows how a server
finds the state.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from placing import (
    AUTO,
    BEFORE_NEXT,
    COLLECTION,
    EFFECTS,
    SECTION,
    SORT_FIELDS,
    TAKEN,
    Effect,
    Outcome,
    Readings,
    Refused,
    Request,
)
from shown import FIELDS, Collection, Fields, Part, Sections, State, View, evaluate, group_value, pair_values


@dataclass
class Gap:
    """A gap in a section of a part."""

    part: Part
    section: str
    rows: list[str]
    """The rows that are shown there, without the dragged ones."""
    index: int
    """How many of the rows are before the gap."""
    aims_at_next: bool
    behind_cap: list[str]
    """What the cap hides, without the dragged items."""
    ambiguous: bool = False

    @property
    def previous(self) -> str | None:
        return self.rows[self.index - 1] if self.index else None

    @property
    def next(self) -> str | None:
        return self.rows[self.index] if self.index < len(self.rows) else None

    @property
    def aimed(self) -> tuple[str | None, bool]:
        """The neighbour next to which the items go, and whether they go before it."""
        first, second = (self.next, self.previous) if self.aims_at_next else (self.previous, self.next)
        return (first, self.aims_at_next) if first is not None else (second, not self.aims_at_next)


class Look:
    """A view of a state, evaluated once for many requests."""

    def __init__(self, view: View, state: State) -> None:
        self.view, self.state = view, state
        self.whole = {
            (part.name, section): (part, items)
            for part in view
            for section, items in evaluate(part, state.get(part.collection, Collection((), {})))
        }
        self.where = {
            part.row(item): (part, section, index)
            for (_, section), (part, items) in self.whole.items()
            for index, item in enumerate(items if part.cap is None else items[: part.cap])
        }

    def split(self, row: str) -> tuple[Part, str]:
        """The part of a row or section, and its id there."""
        for part in self.view:
            if not part.name:
                return part, row
            if row.startswith(part.name + "/"):
                return part, row[len(part.name) + 1 :]
        raise Refused("NOT_FOUND", f"no part has {row}")


def resolve(look: Look, request: Request, readings: Readings = TAKEN) -> Outcome:
    """What the server has to answer, and the state that it has to lead to."""
    try:
        return _resolve(look, request, readings)
    except Refused as refusal:
        return Outcome(refusal.code, refusal.reason, refusal.missing)


def _resolve(look: Look, request: Request, readings: Readings) -> Outcome:
    dragged = _dragged(look, request)
    gap = _gap(look, request, [item for _, item in dragged])
    part = gap.part
    if not part.collection or any(not source for source, _ in dragged):
        raise Refused("FAILED_PRECONDITION", "fixed sections have no places")
    state = dict(look.state)
    target = state[part.collection]
    fields = dict(target.fields)
    coming = [item for source, item in dragged if source != part.collection]
    for source, item in dragged:
        if source != part.collection:
            if item in target.fields:
                raise Refused("ALREADY_EXISTS", f"{item} is in {part.collection}")
            fields[item] = request.new[0] if request.new else state[source].fields[item]
    if request.new:
        fields |= dict(zip(request.rows, request.new, strict=True))
    items = [item for _, item in dragged]
    homes = {item: _home(item, state.get(source), gap, target) for source, item in dragged}
    best = _least(target, fields, items, coming, gap, look, request, homes, readings)
    if best is None:
        raise Refused("FAILED_PRECONDITION", "no state of the lists shows this")
    flags, sections, written = best
    needed = {effect for effect, is_needed in zip((COLLECTION, SORT_FIELDS, SECTION), flags, strict=True) if is_needed}
    if missing := tuple(effect for effect in EFFECTS if effect in needed - request.allow):
        raise Refused("FAILED_PRECONDITION", f"needs {', '.join(missing)}", missing=missing)
    for source, item in dragged:
        if source and source != part.collection and not request.new:
            state[source] = _without(state[source], [item])
    state[part.collection] = Collection(sections, {**fields, **written})
    return _outcome(look, request, gap, items, fields, state)


def _dragged(look: Look, request: Request) -> list[tuple[str, str]]:
    """The items with their collections. A new item has none that is in the view."""
    if len(set(request.rows)) < len(request.rows) or not request.rows:
        raise Refused("INVALID_ARGUMENT", "rows are unique")
    if request.new:
        return [("new", item) for item in request.rows]
    dragged = []
    for row in request.rows:
        part, item = look.split(row)
        if part.collection and item not in look.state[part.collection].fields:
            raise Refused("NOT_FOUND", f"there is no {row}")
        dragged.append((part.collection, item))
    if len(set(dragged)) < len(dragged):
        raise Refused("INVALID_ARGUMENT", "two rows of one item")
    return dragged


def _gap(look: Look, request: Request, dragged: list[str]) -> Gap:
    """The gap as it is now: that of the neighbours that are still shown, next to the one that is aimed at."""
    before, after = look.where.get(request.previous), look.where.get(request.next)
    aims_at_next = _aims_at_next(look, request)
    ambiguous = False
    anchor: tuple[Part, str, int] | None
    if before and after:
        if before[:2] != after[:2] or before[2] > after[2]:
            ambiguous = True
        anchor, is_next = (after, True) if aims_at_next else (before, False)
    elif before or after:
        anchor, is_next = (before, False) if before else (after, True)
    elif request.previous or request.next:
        raise Refused("FAILED_PRECONDITION", "both neighbours are gone")
    else:
        anchor, is_next = None, False
    if anchor:
        part, section, index = anchor
    else:
        (part, section), index = look.split(request.section), -1
        if (part.name, section) not in look.whole:
            raise Refused("NOT_FOUND", f"there is no section {request.section}")
    whole = look.whole[part.name, section][1]
    gone = set(dragged) if part.collection else set()
    visible = whole if part.cap is None else whole[: part.cap]
    rows = [item for item in visible if item not in gone]
    behind = [item for item in whole[len(visible) :] if item not in gone]
    # A neighbour whose item is dragged, by this row or by one of another part, stands for the rows beside it.
    before_gap = visible if anchor is None else visible[: index + (0 if is_next else 1)]
    place = sum(item not in gone for item in before_gap)
    return Gap(part, section, rows, place, aims_at_next, behind, ambiguous)


def _aims_at_next(look: Look, request: Request) -> bool:
    """AUTO is before `next` if all rows come from below in the same section, and otherwise after `previous`."""
    if request.aim != AUTO:
        return request.aim == BEFORE_NEXT
    anchor = look.where.get(request.previous) or look.where.get(request.next)
    if anchor is None:
        return False
    places = [look.where.get(row) for row in request.rows]
    return all(place and place[:2] == anchor[:2] and place[2] > anchor[2] for place in places)


def _least(
    target: Collection,
    fields: dict[str, Fields],
    items: list[str],
    coming: list[str],
    gap: Gap,
    look: Look,
    request: Request,
    homes: dict[str, str],
    readings: Readings,
) -> tuple[tuple[bool, bool, bool], Sections, dict[str, Fields]] | None:
    """The state with the least effect: whether it needs COLLECTION, SORT_FIELDS and SECTION, and what it is."""
    part = gap.part
    hidden = {item for row, item in zip(request.rows, items, strict=True) if request.new or row not in look.where}
    others = _without(target, items)
    crosses = bool(coming) and not request.new
    best: tuple[Any, ...] | None = None
    taken = None
    writes = list(_writes(part, gap, fields, items, readings))
    for sections, changes_section in _arrangements(target, others, items, coming):
        aim = _aim(sections, items, gap, homes)
        for number, (written, of_sort, count) in enumerate(writes):
            flags = (crosses, of_sort, changes_section and part.layout != "sections")
            cost = (*flags, count, sections != target.sections, aim, number)
            if best is not None and cost > best:
                continue
            if _is_right(part, Collection(sections, {**fields, **written}), items, hidden, gap, readings):
                found = (flags, sections, written)
                assert cost != best or found == taken, f"two states have the least effect: {found} and {taken}"
                best, taken = cost, found
    return taken


def _writes(
    part: Part, gap: Gap, fields: dict[str, Fields], items: list[str], readings: Readings
) -> Iterator[tuple[dict[str, Fields], bool, int]]:
    """All fields that may be written: the items with new values, whether sort fields are among them, and how many."""
    fixed = part.filter.field if part.filter else None
    aimed, _ = gap.aimed
    sources = [aimed] if aimed is not None else []
    if readings.copies_from_either:
        sources += [each for each in (gap.previous, gap.next) if each is not None and each != aimed]
    choices = []
    for item in items:
        old = list(fields[item])
        grouped = list(old)
        if part.layout == "group":
            grouped[0] = group_value(gap.section)
        if part.layout == "pair":
            grouped = pair_values(gap.section)
        if part.layout in ("group", "pair"):
            is_fixed = fixed is not None and grouped[FIELDS.index(fixed)] != old[FIELDS.index(fixed)]
            if is_fixed and not readings.writes_filtered_groups:
                return
        found = {(grouped[0], grouped[1]): False}
        for source in sources:
            for length in range(1, len(part.sort) + 1):
                copied = list(grouped)
                for sort in part.sort[:length]:
                    index = FIELDS.index(sort.field)
                    copied[index] = fields[source][index]
                writes_fixed = fixed is not None and copied[FIELDS.index(fixed)] != grouped[FIELDS.index(fixed)]
                if readings.writes_filtered_groups or not writes_fixed:
                    found.setdefault((copied[0], copied[1]), True)
        choices.append([(item, new, of_sort, _differing(fields[item], new)) for new, of_sort in found.items()])
    for chosen in itertools.product(*choices):
        written = {item: new for item, new, _, count in chosen if count}
        yield written, any(of_sort for _, _, of_sort, _ in chosen), sum(count for _, _, _, count in chosen)


def _differing(old: Fields, new: Fields) -> int:
    return (old[0] != new[0]) + (old[1] != new[1])


def _arrangements(
    target: Collection, others: Collection, items: list[str], coming: list[str]
) -> Iterator[tuple[Sections, bool]]:
    """All ways to put the items among the others: each one that is in the collection in its own section, or else all in
    one section; and whether one of them changes its section."""
    own = {item: place[0] for item in items if (place := target.place(item))}
    names = [name for name, _ in others.sections]
    wanted = []
    for name in names:
        wanted.append(({item: own.get(item, name) for item in items}, False))
        if any(section != name for section in own.values()):
            wanted.append((dict.fromkeys(items, name), True))
    seen = set()
    for sections_of, changes in wanted:
        key = tuple(sections_of.values())
        if key in seen:
            continue
        seen.add(key)
        for sections in _placed(others.sections, items, sections_of):
            yield sections, changes


def _placed(sections: Sections, items: Sequence[str], section_of: dict[str, str]) -> Iterator[Sections]:
    """All ways to insert items into their sections."""
    if not items:
        yield sections
        return
    for number, (name, members) in enumerate(sections):
        if name == section_of[items[0]]:
            for place in range(len(members) + 1):
                section = (name, (*members[:place], items[0], *members[place:]))
                yield from _placed((*sections[:number], section, *sections[number + 1 :]), items[1:], section_of)


def _home(item: str, source: Collection | None, gap: Gap, target: Collection) -> str:
    """The section where an item goes without a neighbour: the one that is shown, or its own one; or, where it comes
    from another collection, the one of the same id, or else the first one."""
    if gap.part.layout == "sections":
        return gap.section
    place = target.place(item) or (source.place(item) if source else None)
    names = [name for name, _ in target.sections]
    return place[0] if place and place[0] in names else names[0]


def _aim(sections: Sections, items: list[str], gap: Gap, homes: dict[str, str]) -> tuple[Any, ...]:
    """How far the items are from where they are aimed at: the fewer other items between, the better; then in the
    section of the neighbour; then in the given order. Without a neighbour the end of the section is aimed at."""
    anchor, is_next = gap.aimed
    dragged = set(items)
    places: dict[str, tuple[int, str]] = {}
    before = 0
    order = []
    for name, members in sections:
        for item in members:
            places[item] = (before, name)
            if item in dragged:
                order.append(items.index(item))
            else:
                before += 1
    distances = []
    for item in reversed(items) if is_next and anchor is not None else items:
        count, name = places[item]
        if anchor is None:
            distances.append((name != homes[item], 0, -count))
        else:
            start, section = places[anchor]
            ahead = start - count if is_next else count - start - 1
            distances.append((ahead < 0, abs(ahead), name != section))
    return (distances, order)


def _is_right(
    part: Part, collection: Collection, items: list[str], hidden: set[str], gap: Gap, readings: Readings
) -> bool:
    """Whether the view shows the old rows with the dragged ones in the gap. What was not shown before the call, and is
    not shown by the filter afterwards, is looked at as if it were shown."""
    rows = dict(evaluate(part, collection, hidden)).get(gap.section)
    if rows is None:
        return False
    expected = [*gap.rows[: gap.index], *items, *gap.rows[gap.index :], *gap.behind_cap]
    limit = len(expected) if part.cap is None or readings.counts_rows_behind_caps else part.cap
    if rows[:limit] != expected[:limit]:
        return False
    return len(rows) == len(expected) and [row for row in rows if row in items] == items


def _without(collection: Collection, items: Sequence[str]) -> Collection:
    sections = tuple(
        (name, tuple(item for item in members if item not in items)) for name, members in collection.sections
    )
    return Collection(sections, {item: fields for item, fields in collection.fields.items() if item not in items})


def _outcome(
    look: Look, request: Request, gap: Gap, items: list[str], old: dict[str, Fields], state: dict[str, Collection]
) -> Outcome:
    part = gap.part
    collection = state[part.collection]
    shown = dict(evaluate(part, collection))
    visible = shown.get(gap.section, [])[: part.cap]
    effects = []
    for row, item in zip(request.rows, items, strict=True):
        place = collection.place(item)
        assert place is not None
        new = collection.fields[item]
        changed = [index for index in (0, 1) if new[index] != old[item][index]]
        hidden = "" if item in visible else "CAP" if part.shows(new) else "FILTER"
        written = {FIELDS[index]: value for index in changed if (value := new[index]) is not None}
        removed = [FIELDS[index] for index in changed if new[index] is None]
        effects.append(Effect(row, part.collection, *place, written, removed, hidden))
    return Outcome(
        effects=effects,
        writes=state != dict(look.state),
        ambiguous=gap.ambiguous,
        hidden_between=_hidden_between(look, gap, items),
        state=state,
    )


def _hidden_between(look: Look, gap: Gap, items: list[str]) -> int | None:
    collection = look.state[gap.part.collection]
    if gap.previous is None or gap.next is None or gap.part.sort:
        return None
    before, after = collection.place(gap.previous), collection.place(gap.next)
    if before is None or after is None or before[0] != after[0]:
        return None
    between = dict(collection.sections)[before[0]][before[1] + 1 : after[1]]
    return sum(item not in items and gap.part.row(item) not in look.where for item in between)
