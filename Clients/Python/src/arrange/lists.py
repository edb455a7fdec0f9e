"""Sectioned lists, and how batches are applied to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar, overload

from . import _checks
from .batches import ChangeBatch, ListSize, Path
from .values import Element

T = TypeVar("T")

MOST_SINGLE_EDITS = 16
"""Up to this many edits of one Python list are made one by one, more of them by building the list anew."""


@dataclass(slots=True)
class Section:
    """A section with its items."""

    element: Element
    """The id and the fields of the section itself."""
    items: list[Element] = field(default_factory=list)

    @property
    def id(self) -> str:
        """The id of the section."""
        return self.element.id


class Items(Sequence[Element]):
    """All items of a list, section after section: they can be counted, indexed and iterated. It shows the list as it is
    at each moment, and costs nothing to make; an index costs as much as the list has sections."""

    __slots__ = ("_sections",)

    def __init__(self, sections: Sequence[Section]) -> None:
        self._sections = sections

    def __len__(self) -> int:
        return sum(len(section.items) for section in self._sections)

    def __iter__(self) -> Iterator[Element]:
        for section in self._sections:
            yield from section.items

    @overload
    def __getitem__(self, index: int) -> Element: ...

    @overload
    def __getitem__(self, index: slice) -> list[Element]: ...

    def __getitem__(self, index: int | slice) -> Element | list[Element]:
        if isinstance(index, slice):
            return list(self)[index]
        rest = index + len(self) if index < 0 else index
        if rest >= 0:
            for section in self._sections:
                if rest < len(section.items):
                    return section.items[rest]
                rest -= len(section.items)
        raise IndexError(f"there is no item {index} of {len(self)}")

    def __repr__(self) -> str:
        return repr(list(self))


@dataclass(slots=True)
class SectionedList:
    """A list of sections, each with its items."""

    sections: list[Section] = field(default_factory=list)

    @property
    def size(self) -> ListSize:
        """The number of sections, and of all items."""
        return ListSize(len(self.sections), len(self.items))

    @property
    def items(self) -> Items:
        """All items, section after section."""
        return Items(self.sections)

    def __getitem__(self, path: tuple[int, int]) -> Element:
        """The item at a path: the index of the section, and the index in it."""
        section, item = path
        return self.sections[section].items[item]

    def copy(self) -> SectionedList:
        """A list that can be changed without changing this one."""
        return SectionedList([Section(section.element, list(section.items)) for section in self.sections])

    def shows_the_same(self, other: SectionedList) -> bool:
        """Whether both have the same ids, fields and origins in the same order."""
        return len(self.sections) == len(other.sections) and all(
            mine.element.shows_the_same(theirs.element)
            and len(mine.items) == len(theirs.items)
            and all(a.shows_the_same(b) for a, b in zip(mine.items, theirs.items, strict=True))
            for mine, theirs in zip(self.sections, other.sections, strict=True)
        )

    def check(self, batch: ChangeBatch) -> None:
        """Raises ``BatchError`` if a batch does not fit this list."""
        _checks.check(batch, [len(section.items) for section in self.sections])

    def apply(self, batch: ChangeBatch) -> None:
        """Applies a batch. Raises ``BatchError`` if it does not fit; the list is then unchanged."""
        self.check(batch)
        self.apply_checked(batch)

    def apply_checked(self, batch: ChangeBatch) -> None:
        """Applies a batch that ``check`` accepts."""
        sections = self.sections
        # Everything that is kept is taken from OLD before anything changes.
        moved_sections = [(move.target, sections[move.source]) for move in batch.sections.moves]
        coming = moved_sections + [
            (insert.at, self._inserted(batch, index)) for index, insert in enumerate(batch.sections.inserts)
        ]
        arrivals = [(move.target, self[move.source]) for move in batch.items.moves]
        for item in batch.items.inserts:
            if item.kept is not None:
                arrivals.append((item.at, self[item.kept]))
            elif item.element is not None:
                arrivals.append((item.at, item.element))
        leaving = [*batch.items.deletes, *(move.source for move in batch.items.moves)]

        for index, places in _by_section(leaving):
            remove_at(sections[index].items, places)
        remove_at(sections, sorted([*batch.sections.deletes, *(move.source for move in batch.sections.moves)]))
        insert_at(sections, sorted(coming, key=lambda pair: pair[0]))
        elements = dict(arrivals)
        for index, places in _by_section(elements):
            insert_at(sections[index].items, [(place, elements[Path(index, place)]) for place in places])
        for section_update in batch.sections.updates:
            sections[section_update.at].element = section_update.element
        for update in batch.items.updates:
            sections[update.at.section].items[update.at.item] = update.element
        for section_key in batch.sections.keys:
            section = sections[section_key.at]
            section.element = section.element._replace(
                key=section_key.key, placement_version=section_key.placement_version
            )
        for key in batch.items.keys:
            items = sections[key.at.section].items
            items[key.at.item] = items[key.at.item]._replace(key=key.key, placement_version=key.placement_version)

    def _inserted(self, batch: ChangeBatch, index: int) -> Section:
        """An inserted section with its items."""
        insert = batch.sections.inserts[index]
        element = insert.element
        if element is None:
            assert insert.kept is not None
            element = self.sections[insert.kept].element
        items: list[Element] = []
        for run in insert.items:
            if run.kept is None:
                items += run.items
            else:
                items += self.sections[run.kept.section].items[run.kept.item : run.kept.item + run.length]
        return Section(element, items)


def _by_section(paths: Iterable[Path]) -> Iterator[tuple[int, list[int]]]:
    """The indices of paths in ascending order, section by section."""
    groups: dict[int, list[int]] = {}
    for path in paths:
        groups.setdefault(path.section, []).append(path.item)
    for section, places in groups.items():
        yield section, sorted(places)


def remove_at(values: list[T], places: Sequence[int]) -> None:
    """Removes the values at ascending places."""
    if len(places) <= MOST_SINGLE_EDITS:
        for place in reversed(places):
            del values[place]
        return
    rest: list[T] = []
    start = 0
    for place in places:
        rest += values[start:place]
        start = place + 1
    rest += values[start:]
    values[:] = rest


def insert_at(values: list[T], arrivals: Sequence[tuple[int, T]]) -> None:
    """Inserts values so that they are at ascending places afterwards."""
    if len(arrivals) <= MOST_SINGLE_EDITS:
        for place, value in arrivals:
            values.insert(place, value)
        return
    result: list[T] = []
    start = 0
    for place, value in arrivals:
        stop = start + place - len(result)
        result += values[start:stop]
        result.append(value)
        start = stop
    result += values[start:]
    values[:] = result
