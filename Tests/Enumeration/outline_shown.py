"""What views over outlines show: a tree of rows, or flat rows without parents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from outline import Home, Outline, top, under
from outline_batches import ROOT, Tree

Mode = Literal["matches", "with ancestors", "with descendants"]

FIELD = "n"
"""The field by which views filter, sort and group."""


@dataclass(frozen=True)
class View:
    """A part of a view over an outline."""

    wanted: frozenset[int | None] | None = None
    """The values of the field of items that match, None for those without it; all match if it is None itself."""
    mode: Mode = "matches"
    sort: Literal["", "ascending", "descending"] = ""
    """Items without the field come last."""
    group: Literal["", "own", "parent"] = ""
    """By the field of the topmost rows, or of their parents in the outline."""
    cap: int | None = None
    """Of a section, so many of the topmost rows, with what is below them; of flat rows, so many."""
    flat: bool = False


class Row(NamedTuple):
    """A row, with its depth in the view, which is 0 for the topmost ones and for all of a flat view."""

    id: str
    depth: int
    is_context: bool
    """Whether it does not match, and is shown because of one that does."""


def value(outline: Outline, id: str) -> int | None:
    """The field of an item."""
    return outline.items[id].fields.get(FIELD)


def evaluate(outline: Outline, view: View) -> dict[str, list[Row]]:
    """The rows of each section. Sections are those of the outline, or a group for each value that there is."""
    return _Evaluation(outline, view).sections()


class _Evaluation:
    def __init__(self, outline: Outline, view: View) -> None:
        self.outline, self.view = outline, view
        self.order = [id for id, _ in outline.rows()]
        self.matching = {id for id in self.order if view.wanted is None or value(outline, id) in view.wanted}
        self.shown = {id for id in self.order if self._is_shown(id)}

    def _is_shown(self, id: str) -> bool:
        if id in self.matching:
            return True
        match self.view.mode:
            case "with ancestors":
                return not self.matching.isdisjoint(self.outline.subtree(id))
            case "with descendants":
                return not self.matching.isdisjoint(self.outline.path(id))
        return False

    def parent(self, id: str) -> str | None:
        """The row below which an item is shown: the nearest of its ancestors that is shown."""
        return next((each for each in reversed(self.outline.path(id)[:-1]) if each in self.shown), None)

    def sections(self) -> dict[str, list[Row]]:
        sections: dict[str, list[Row]] = {}
        if not self.view.group:
            sections = {section: [] for section in self.outline.sections}
        tops = [id for id in self.order if id in self.shown and self.parent(id) is None]
        for section, ids in self._divided(tops).items():
            if self.view.flat:
                below = [each for id in ids for each in self.outline.subtree(id) if each in self.shown]
                rows = [Row(id, 0, id not in self.matching) for id in self._sorted(below)]
                sections[section] = rows[: self.view.cap]
            else:
                chosen = self._sorted(ids)[: self.view.cap]
                sections[section] = [row for id in chosen for row in self._below(id, 0)]
        return sections

    def _divided(self, tops: Sequence[str]) -> dict[str, list[str]]:
        """The topmost rows of each section."""
        divided: dict[str, list[str]] = {}
        if self.view.group:
            for id in sorted(tops, key=lambda id: _rank(self._group(id))):
                divided.setdefault(str(self._group(id)), []).append(id)
        else:
            for id in tops:
                divided.setdefault(self.outline.section(id), []).append(id)
        return divided

    def _group(self, id: str) -> int | None:
        if self.view.group == "own":
            return value(self.outline, id)
        home = self.outline.home(id)
        return value(self.outline, home.id) if home.kind == "item" else None

    def _sorted(self, ids: Sequence[str]) -> list[str]:
        """Siblings in their order; equal ones in that of the outline."""
        in_order = sorted(ids, key=self.order.index)
        match self.view.sort:
            case "":
                return in_order
            case "ascending":
                return sorted(in_order, key=lambda id: _rank(value(self.outline, id)))
        return sorted(in_order, key=lambda id: _rank(value(self.outline, id), -1))

    def _below(self, id: str, depth: int) -> Iterator[Row]:
        yield Row(id, depth, id not in self.matching)
        for child in self._sorted([each for each in self.shown if self.parent(each) == id]):
            yield from self._below(child, depth + 1)


def _rank(value: int | None, sign: int = 1) -> tuple[bool, int]:
    return (value is None, sign * (value or 0))


def tree_of(sections: dict[str, list[Row]]) -> Tree:
    """The rows as a tree, from which batches are derived as from those of an outline."""
    lists: dict[Home, list[Home]] = {ROOT: [top(section) for section in sections]}
    for section, rows in sections.items():
        lists[top(section)] = []
        above: list[Home] = [top(section)]
        for row in rows:
            del above[row.depth + 1 :]
            lists[above[-1]].append(under(row.id))
            lists[under(row.id)] = []
            above.append(under(row.id))
    return lists
