"""Outlines: a naive model in which each list of siblings is a plain list, and the operations on it.

An item is at the top of a section or among the children of another item. `outline_steps` carries operations out.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from edits import Fields
from transfers import Refusal

MOST_DEPTH, MOST_CHILDREN = 64, 100_000
"""The limits of an outline that declares no others; an item at the top of a section has the depth 1."""


Reason = Literal["", "below_itself", "too_deep", "too_many_items", "has_children", "no_outline"]
"""What a refusal with FAILED_PRECONDITION is about: the detail `reason` of its status."""


class Refused(Refusal):
    """A transaction that changes nothing: its code, the field that is wrong, and the items that the message names from
    the top down, if it is about a path."""

    def __init__(self, code: str, field: str, message: str, path: Sequence[str] = (), reason: Reason = "") -> None:
        super().__init__(code, f"{message}: {' / '.join(path)}" if path else message)
        self.field, self.path, self.reason = field, tuple(path), reason


class Home(NamedTuple):
    """A list of siblings, by what has it."""

    kind: Literal["section", "item"]
    id: str


def top(section: str) -> Home:
    """The list at the top of a section."""
    return Home("section", section)


def under(item: str) -> Home:
    """The children of an item."""
    return Home("item", item)


@dataclass
class Item:
    """What an item has besides its place."""

    fields: Fields = field(default_factory=dict)
    content_version: int = 0
    placement_version: int = 0


@dataclass
class Outline:
    """One version of a collection, whole."""

    sections: list[str] = field(default_factory=list)
    lists: dict[Home, list[str]] = field(default_factory=dict)
    """The siblings of each list; every section and every item has one, which may be empty."""
    items: dict[str, Item] = field(default_factory=dict)
    section_fields: dict[str, Fields] = field(default_factory=dict)
    gone: dict[str, Home] = field(default_factory=dict)
    """The lists that items were in when they were last removed, as far as the history is kept."""
    version: int = 0
    is_outline: bool = True
    most_depth: int = MOST_DEPTH
    most_children: int = MOST_CHILDREN

    def copy(self) -> Outline:
        """A copy that shares nothing that changes."""
        new = dataclasses.replace(self)
        new.sections = list(self.sections)
        new.lists = {home: list(ids) for home, ids in self.lists.items()}
        new.items = dict(self.items)
        new.section_fields = dict(self.section_fields)
        new.gone = dict(self.gone)
        return new

    def has_same_content(self, other: Outline) -> bool:
        """Whether nothing differs that a reader sees."""
        return (
            self.sections == other.sections
            and self.lists == other.lists
            and self.section_fields == other.section_fields
            and all(self.items[id].fields == other.items[id].fields for id in self.items)
        )

    def home(self, id: str) -> Home:
        """The list that an item is in."""
        return next(home for home, ids in self.lists.items() if id in ids)

    def path(self, id: str) -> list[str]:
        """The ancestors of an item from the top down, and the item."""
        home = self.home(id)
        return [*(self.path(home.id) if home.kind == "item" else []), id]

    def section(self, id: str) -> str:
        """The section that an item is in, at whatever depth."""
        return self.home(self.path(id)[0]).id

    def section_of(self, home: Home) -> str:
        """The section that a list is in."""
        return home.id if home.kind == "section" else self.section(home.id)

    def subtree(self, id: str) -> Iterator[str]:
        """An item and its descendants, each before its children."""
        yield id
        for child in self.lists[under(id)]:
            yield from self.subtree(child)

    def height(self, id: str) -> int:
        """The number of levels of a subtree."""
        return 1 + max((self.height(child) for child in self.lists[under(id)]), default=0)

    def deepest(self, id: str) -> list[str]:
        """The path of the first of the deepest items of a subtree."""
        return max((self.path(each) for each in self.subtree(id)), key=len)

    def rows(self) -> list[tuple[str, int]]:
        """The items of all sections as they are shown, with their depths."""
        roots = (id for section in self.sections for id in self.lists[top(section)])
        return [(id, len(self.path(id))) for root in roots for id in self.subtree(root)]

    def take(self, id: str) -> None:
        """Takes an item out of its list, with all that is below it."""
        self.lists[self.home(id)].remove(id)

    def forget(self, id: str) -> None:
        """Removes what a removed item had; it is in no list any more."""
        del self.items[id], self.lists[under(id)]

    def nearest(self, id: str) -> Home | None:
        """The list of the nearest ancestor of an item that is gone: its children, or the top of its section. None if
        the history does not know, or the section is gone."""
        home = self.gone.get(id)
        if home is None or home in self.lists:
            return home
        return self.nearest(home.id) if home.kind == "item" else None


class Named(NamedTuple):
    """An item that an operation names, with the conditions that it has to meet, and what it gets."""

    id: str
    if_section: str | None = None
    if_parent: str | None = None
    """The parent that it must have; empty: it must be at the top of its section."""
    if_content_version: int | None = None
    if_placement_version: int | None = None
    set: tuple[tuple[str, int | None], ...] = ()
    """Its fields; None removes one."""
    after: str = ""
    before: str = ""
    """Of adopted items: between which siblings it was placed; empty if there was none."""


class Place(NamedTuple):
    """A placement among siblings."""

    kind: Literal["first", "last", "before", "after", "at"] = "last"
    anchor: str = ""
    place: int = 0
    if_missing: Literal["FAIL", "FIRST", "LAST"] = "FAIL"


LAST = Place()

Verb = Literal[
    "insert_items", "move_items", "update_items", "remove_items", "reorder_items", "adopt_items", "transfer_items",
    "insert_sections", "move_sections", "remove_sections",
]  # fmt: skip


@dataclass(frozen=True)
class Operation:
    """One operation; `items` are sections if its verb says so."""

    verb: Verb
    items: tuple[Named, ...]
    parent: str | None = None
    """The item below which the items go; empty: the top of a section. Of a reordering, whose children are reordered."""
    section: str | None = None
    to: Place = LAST
    if_cycle: Literal["FAIL", "SKIP", "BESIDE"] = "FAIL"
    if_parent_missing: Literal["FAIL", "NEAREST_ANCESTOR", "LAST"] = "FAIL"
    descendants: Literal["", "REMOVE", "PROMOTE", "REFUSE"] = ""
    only_if_empty: bool = False
    source: str = ""
    """Of a transfer: the collection that the items are taken out of."""

    @property
    def ids(self) -> list[str]:
        return [item.id for item in self.items]


SECTIONS = "stuvw"
"""The ids of the sections of drawn outlines."""


def drawn(text: str) -> Outline:
    """The outline of a text such as `a(bc(d))e|f`: ids of one letter, children in brackets, a bar between sections."""
    outline = Outline(sections=list(SECTIONS[: text.count("|") + 1]))
    for section, items in zip(outline.sections, text.split("|"), strict=True):
        outline.section_fields[section] = {}
        homes = [top(section)]
        outline.lists[homes[0]] = []
        for letter in items:
            if letter == "(":
                homes.append(under(outline.lists[homes[-1]][-1]))
            elif letter == ")":
                homes.pop()
            else:
                outline.lists[homes[-1]].append(letter)
                outline.lists[under(letter)] = []
                outline.items[letter] = Item()
    return outline


def drawing(outline: Outline) -> str:
    """The text of an outline, with all its sections."""

    def draw(home: Home) -> str:
        return "".join(id + (f"({draw(under(id))})" if outline.lists[under(id)] else "") for id in outline.lists[home])

    return "|".join(draw(top(section)) for section in outline.sections)
