"""A naive list of sections and items with fields, and the operations that change it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from transfers import Refusal

Kind = Literal["item", "section"]


class Element(NamedTuple):
    """An item or a section."""

    kind: Kind
    id: str

    def __str__(self) -> str:
        return f"{self.kind} {self.id!r}"


Fields = dict[str, int]

LIMIT = "item_limit"
"""The field of a section that says how many items it takes, if it is more than 0."""

SECTIONS = None
"""The name of the list of the sections among `Content.lists`."""


@dataclass
class Content:
    """One version of a list, whole."""

    lists: dict[str | None, list[str]] = field(default_factory=lambda: {SECTIONS: []})
    """The ids of the sections, and, by the id of each section, those of its items."""
    fields: dict[Element, Fields] = field(default_factory=dict)
    """The elements, with their fields."""

    def copy(self) -> Content:
        """A copy that shares nothing."""
        lists = {name: list(ids) for name, ids in self.lists.items()}
        return Content(lists, {element: dict(fields) for element, fields in self.fields.items()})

    def parent(self, element: Element) -> str | None:
        """The name of the list that an element is in."""
        if element.kind == "section":
            return SECTIONS
        return next(name for name, ids in self.lists.items() if name is not SECTIONS and element.id in ids)

    def take(self, element: Element) -> None:
        """Takes an element out of its list."""
        self.lists[self.parent(element)].remove(element.id)

    def remove(self, element: Element) -> None:
        """Removes an element, a section with its items."""
        self.take(element)
        del self.fields[element]
        if element.kind == "section":
            for id in self.lists.pop(element.id):
                del self.fields[Element("item", id)]

    def add(self, element: Element, fields: Fields) -> None:
        """Makes an element that is in no list yet."""
        self.fields[element] = dict(fields)
        if element.kind == "section":
            self.lists[element.id] = []

    def exceeds(self, section: str | None, count: int) -> bool:
        """Whether a section does not take so many items."""
        limit = 0 if section is SECTIONS else self.fields[Element("section", section)].get(LIMIT, 0)
        return 0 < limit < count

    def json(self) -> list[Any]:
        """The content as messages and files show it."""
        return [[section, self._row("section", section), self._rows(section)] for section in self.lists[SECTIONS]]

    def _rows(self, section: str) -> list[Any]:
        return [[id, self._row("item", id)] for id in self.lists[section]]

    def _row(self, kind: Kind, id: str) -> Fields:
        return dict(sorted(self.fields[Element(kind, id)].items()))


@dataclass(frozen=True)
class Operation:
    """An operation on items or sections."""

    verb: Literal["insert", "move", "update", "remove", "reorder"]
    kind: Kind
    ids: tuple[str, ...]
    section: str = ""
    """Of items: the section that they go to, or that is reordered."""
    place: Literal["first", "last", "before", "after"] = "last"
    anchor: str = ""
    set: tuple[tuple[str, int | None], ...] = ()
    """The fields of inserted and updated elements; None removes a field."""

    def elements(self) -> Iterator[Element]:
        return (Element(self.kind, id) for id in self.ids)

    @property
    def target(self) -> str | None:
        """The name of the list that the elements are put in."""
        return SECTIONS if self.kind == "section" else self.section


class Outcome(NamedTuple):
    """What a transaction does."""

    content: Content
    placed: frozenset[Element]
    """The elements that existed before and were moved."""


def carry_out(content: Content, operations: Sequence[Operation]) -> Outcome:
    """What the operations do to a list. Raises `Refusal`."""
    new, placed = content.copy(), set[Element]()
    for operation in operations:
        placed |= _carry_out(new, operation)
    return Outcome(new, frozenset(element for element in placed if element in content.fields and element in new.fields))


def _carry_out(content: Content, operation: Operation) -> set[Element]:
    elements = list(operation.elements())
    if operation.verb != "insert":
        for element in elements:
            if element not in content.fields:
                raise Refusal("NOT_FOUND", f"there is no {element}")
    is_twice = len(set(elements)) < len(elements)
    if is_twice and operation.verb != "insert":
        raise Refusal("INVALID_ARGUMENT", "an id occurs twice")
    match operation.verb:
        case "insert":
            anchored = _anchored(content, operation, [])
            if is_twice or any(element in content.fields for element in elements):
                raise Refusal("ALREADY_EXISTS", "an id is taken")
            _check_room(content, operation)
            for element in elements:
                content.add(element, {name: value for name, value in operation.set if value is not None})
            content.lists[operation.target][:] = anchored
        case "move":
            before = content.copy().lists
            anchored = _anchored(content, operation, elements)
            _check_room(content, operation)
            for element in elements:
                content.take(element)
            content.lists[operation.target][:] = anchored
            # A move to where the elements are is none. Any other one places all that it names.
            return set(elements) if content.lists != before else set()
        case "update":
            for element in elements:
                fields = content.fields[element] | dict(operation.set)
                content.fields[element] = {name: value for name, value in fields.items() if value is not None}
        case "remove":
            for element in elements:
                content.remove(element)
        case "reorder":
            return _reorder(content, operation)
    return set()


def _anchored(content: Content, operation: Operation, leaving: Sequence[Element]) -> list[str]:
    """The target list with the elements of the operation at their place."""
    if operation.target == "" and "" not in content.lists:
        # The default section comes into being when it is first used.
        content.add(Element("section", ""), {})
        content.lists[SECTIONS].append("")
    if operation.target not in content.lists:
        raise Refusal("NOT_FOUND", f"there is no section {operation.target!r}")
    gone = {element.id for element in leaving}
    ids = [id for id in content.lists[operation.target] if id not in gone]
    match operation.place:
        case "first":
            index = 0
        case "last":
            index = len(ids)
        case _ if operation.anchor not in ids:
            raise Refusal("NOT_FOUND", f"there is no {operation.anchor!r} beside which the elements could be")
        case "before":
            index = ids.index(operation.anchor)
        case "after":
            index = ids.index(operation.anchor) + 1
    return [*ids[:index], *operation.ids, *ids[index:]]


def _check_room(content: Content, operation: Operation) -> None:
    """A section takes no items beyond its limit."""
    old = content.lists[operation.target]
    after = len({*old, *operation.ids})
    if after > len(old) and content.exceeds(operation.target, after):
        raise Refusal("FAILED_PRECONDITION", f"section {operation.target!r} is full")


def _reorder(content: Content, operation: Operation) -> set[Element]:
    """Gives the elements the places that they have together, in another order."""
    if operation.target not in content.lists:
        raise Refusal("NOT_FOUND", f"there is no section {operation.target!r}")
    ids = content.lists[operation.target]
    if not set(operation.ids) <= set(ids):
        raise Refusal("INVALID_ARGUMENT", "an item is in another section")
    following = iter(operation.ids)
    new = [next(following) if id in operation.ids else id for id in ids]
    moved = moved_at_least(ids, new)
    ids[:] = new
    return {Element(operation.kind, id) for id in moved}


def moved_at_least(old: Sequence[str], new: Sequence[str]) -> set[str]:
    """The fewest of some ids that have to be moved so that one order of them becomes another one; where there are
    several such sets, any of them."""
    ranks = {id: rank for rank, id in enumerate(old)}
    chains: list[list[str]] = [[]]
    for id in new:
        before = max((chain for chain in chains if not chain or ranks[chain[-1]] < ranks[id]), key=len)
        chains.append([*before, id])
    longest = max(chains, key=len)
    return set(new) - set(longest)
