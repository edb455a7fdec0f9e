"""What a view shows, evaluated naively as Documentation/views.md says.

Collections have sections, and items with two fields, `a` and `b`, whose values are 1, 2 or missing. A part shows one
collection, filtered, sorted, grouped and capped, or a fixed section.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

FIELDS = ("a", "b")
Fields = tuple[int | None, int | None]
"""The values of the two fields; None for a missing one."""
Sections = tuple[tuple[str, tuple[str, ...]], ...]
"""The sections of a collection with the ids of their items."""


class Collection(NamedTuple):
    """The state of a collection."""

    sections: Sections
    fields: dict[str, Fields]

    def place(self, item: str) -> tuple[str, int] | None:
        """The section of an item, and its index there."""
        for section, items in self.sections:
            if item in items:
                return section, items.index(item)
        return None

    def order(self) -> list[str]:
        """All items, section after section."""
        return [item for _, items in self.sections for item in items]


State = Mapping[str, Collection]
"""The collections by their names."""


class Filter(NamedTuple):
    """`field = value`, or `not field = value`, which holds for items without the field."""

    field: str
    negated: bool
    value: int

    def holds(self, fields: Fields) -> bool:
        return (fields[FIELDS.index(self.field)] == self.value) != self.negated

    def text(self) -> str:
        return f" where {'not ' if self.negated else ''}{self.field} = {self.value}"


class Sort(NamedTuple):
    """An order by a field. Items without it are last in either direction."""

    field: str
    descending: bool

    def key(self, fields: Fields) -> int:
        value = fields[FIELDS.index(self.field)]
        return 9 if value is None else -value if self.descending else value

    def text(self) -> str:
        return f"{self.field}{' desc' if self.descending else ''}"


class Part(NamedTuple):
    """A part of a view."""

    name: str
    """Empty for the only part of a view, whose rows have the ids of the items."""
    collection: str
    """Empty for a fixed section, whose id is `menu` and whose only row is `search`."""
    layout: str
    """`sections`, `flat` (one section `all`), `group`, which is by the field `a`, or `pair`, by `a` and `b`."""
    filter: Filter | None = None
    sort: tuple[Sort, ...] = ()
    cap: int | None = None
    declared: tuple[int | None, ...] = ()
    """Groups that are shown first, even when empty."""

    def row(self, id: str) -> str:
        """The id of the row of an item, or of a section."""
        return f"{self.name}/{id}" if self.name else id

    def shows(self, fields: Fields) -> bool:
        """Whether the filter holds."""
        return self.filter is None or self.filter.holds(fields)

    def key(self, fields: Fields) -> tuple[int, ...]:
        """What items are sorted by."""
        return tuple(sort.key(fields) for sort in self.sort)

    def uses(self) -> set[str]:
        """The fields on which the content depends."""
        used = {sort.field for sort in self.sort}
        if self.filter:
            used.add(self.filter.field)
        if self.layout in ("group", "pair"):
            used.add("a")
        if self.layout == "pair":
            used.add("b")
        return used

    def text(self, names: Mapping[str, str]) -> str:
        """The part in the language of views, with the names that the collections have on a server."""
        name = f"{self.name}: " if self.name else ""
        if not self.collection:
            return f"{name}fixed menu (search)"
        text = f"{name}{names[self.collection]}"
        if self.layout == "flat":
            text += " flat all"
        if self.layout in ("group", "pair"):
            text += " group a"
            if self.declared:
                text += " declare " + ", ".join("missing" if value is None else str(value) for value in self.declared)
            if self.layout == "pair":
                text += " by b"
        if self.filter:
            text += self.filter.text()
        if self.sort:
            text += " sort " + ", ".join(sort.text() for sort in self.sort)
        return text + (f" cap {self.cap}" if self.cap else "")


View = tuple[Part, ...]
Shown = list[tuple[str, list[str]]]
"""Sections with their rows."""


def view_text(view: View, names: Mapping[str, str]) -> str:
    """A view in its language."""
    return "\n".join(part.text(names) for part in view)


def group_id(value: int | None) -> str:
    """The id of a group's section."""
    return "null" if value is None else str(value)


def group_value(id: str) -> int | None:
    """The value of a group, by the id of its section."""
    return None if id == "null" else int(id)


def pair_id(first: int | None, second: int | None) -> str:
    """The id of the section of a pair of values."""
    return f"{group_id(first)}|{group_id(second)}"


def pair_values(id: str) -> list[int | None]:
    """The values of a pair, by the id of its section."""
    return [group_value(half) for half in id.split("|")]


def in_pairs(
    part: Part, kept: list[tuple[str, list[str]]], fields: Mapping[str, Fields]
) -> list[tuple[str, list[str]]]:
    """The sections of pairs of values that items have: by the first value, declared ones first, then by the second."""
    pairs: dict[Fields, list[str]] = {}
    for _, items in kept:
        for item in items:
            pairs.setdefault(fields[item], []).append(item)

    def place(pair: Fields) -> tuple[int, ...]:
        first, second = (9 if value is None else value for value in pair)
        is_declared = pair[0] in part.declared
        return (0, part.declared.index(pair[0]), second) if is_declared else (1, first, second)

    return [(pair_id(*pair), pairs[pair]) for pair in sorted(pairs, key=place)]


def evaluate(part: Part, collection: Collection, exempt: Iterable[str] = ()) -> Shown:
    """The sections of a part with their items before its cap. Exempt items are shown whatever the filter says."""
    if not part.collection:
        return [("menu", ["search"])]
    fields = collection.fields
    kept = [
        (section, [item for item in items if item in exempt or part.shows(fields[item])])
        for section, items in collection.sections
    ]
    if part.layout == "flat":
        kept = [("all", [item for _, items in kept for item in items])]
    if part.layout == "group":
        groups: dict[int | None, list[str]] = {value: [] for value in part.declared}
        found: dict[int | None, list[str]] = {}
        for _, items in kept:
            for item in items:
                value = fields[item][0]
                (groups if value in groups else found).setdefault(value, []).append(item)
        later = sorted(found, key=lambda value: 9 if value is None else value)
        kept = [(group_id(value), items) for value, items in [*groups.items(), *((key, found[key]) for key in later)]]
    if part.layout == "pair":
        kept = in_pairs(part, kept, fields)
    if part.sort:
        kept = [(section, sorted(items, key=lambda item: part.key(fields[item]))) for section, items in kept]
    return kept


def shown(view: View, state: State) -> Iterator[tuple[Part, str, list[str]]]:
    """The sections of a view, each with its part, its id in the part, and the ids of its items."""
    for part in view:
        for section, items in evaluate(part, state.get(part.collection, Collection((), {}))):
            yield part, section, items if part.cap is None else items[: part.cap]


def state_json(state: State) -> dict[str, Any]:
    """A state as JSON has it."""
    return {name: {"sections": collection.sections, "fields": collection.fields} for name, collection in state.items()}


def state_from(value: Mapping[str, Any]) -> dict[str, Collection]:
    """A state from JSON."""
    return {
        name: Collection(
            tuple((section, tuple(items)) for section, items in collection["sections"]),
            {item: (fields[0], fields[1]) for item, fields in collection["fields"].items()},
        )
        for name, collection in value.items()
    }
