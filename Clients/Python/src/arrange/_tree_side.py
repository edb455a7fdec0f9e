"""One of two batches of an outline that are composed, with names for lists that hold from OLD over MID, which is
between the two, to NEW.

The name of a list is ``i`` and the id of the item whose children it is. For the top of a section it is ``m`` and its
index in MID, or ``o`` and its index in OLD if the first batch deletes it, or ``n`` and its index in NEW if the second
inserts it. The sections themselves are ``r``. Such a name is also that of the item or the section.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from ._tree_batches import SECTIONS, TreeBatch, TreeInsert, TreePlace
from .errors import BatchError
from .values import Element

ROOT = "r"
"""The name of the list of sections."""


class Spot(NamedTuple):
    """A place by the name of its list."""

    list: str
    at: int


@dataclass
class _Named:
    """The indices that are named in a list, ascending, and how many others are before each of them."""

    places: list[int]
    others: list[int]


def by_list(spots: Iterable[Spot]) -> dict[str, _Named]:
    """The indices that are named in each list."""
    lists: dict[str, list[int]] = {}
    for spot in spots:
        lists.setdefault(spot.list, []).append(spot.at)
    for places in lists.values():
        places.sort()
    return {name: _Named(places, [at - index for index, at in enumerate(places)]) for name, places in lists.items()}


def _shifted(spot: Spot, leaving: dict[str, _Named], arriving: dict[str, _Named]) -> Spot:
    """Where something is when some others have gone and others have come."""
    gone, come = leaving.get(spot.list), arriving.get(spot.list)
    at = spot.at - (bisect_left(gone.places, spot.at) if gone else 0)
    return Spot(spot.list, at + (bisect_right(come.others, at) if come else 0))


class Side:
    """One of the batches."""

    def __init__(self, batch: TreeBatch, *, is_first: bool) -> None:
        self.batch, self._is_first = batch, is_first
        self._inserted_sections = {insert.at.at for insert in batch.inserts if insert.at.list == SECTIONS}
        # First the sections, whose indices name lists.
        self.deletes = [Spot(ROOT, place.at) for place in batch.deletes if place.list == SECTIONS]
        self.moves = [
            (Spot(ROOT, move.source.at), Spot(ROOT, move.target.at))
            for move in batch.moves
            if move.source.list == SECTIONS
        ]
        self._index([Spot(ROOT, at) for at in self._inserted_sections])
        deletes = [self.old(place) for place in batch.deletes]
        moves = [(self.old(move.source), self.new(move.target)) for move in batch.moves]
        self.unmoved = [(self.old(move.source), self.new(move.target)) for move in batch.unmoved]
        inserts = [self.new(insert.at) for insert in batch.inserts]
        self.deletes, self.moves = deletes, moves
        self._index(inserts)
        self.rows: dict[str, Spot] = {}
        """The places of all that is new, afterwards."""
        self.elements: dict[str, Element] = {}
        arriving = {name: set(named.places) for name, named in self.arriving.items()}
        for insert, spot in zip(batch.inserts, inserts, strict=True):
            self._add_rows(insert, spot, arriving)
        self._index(self.rows.values())
        self.fresh = {spot: name for name, spot in self.rows.items()}

    def _index(self, arriving: Iterable[Spot]) -> None:
        self.moved = dict(self.moves)
        self.arrived = {target: source for source, target in self.moves}
        self.deleted = set(self.deletes)
        self.leaving = by_list([*self.deletes, *self.moved])
        self.arriving = by_list([*self.arrived, *arriving])

    def _name(self, number: int) -> str:
        if not 0 <= number // 2 < len(self.batch.owners):
            raise BatchError("a list has no owner")
        return f"i{self.batch.owners[number // 2].id}"

    def old(self, place: TreePlace) -> Spot:
        """A place of the version before."""
        if place.list == SECTIONS:
            return Spot(ROOT, place.at)
        if place.list % 2:
            return Spot(self._name(place.list), place.at)
        section = Spot(ROOT, place.list // 2)
        if not self._is_first:
            return Spot(f"m{section.at}", place.at)
        return Spot(f"o{section.at}" if section in self.deleted else f"m{self.forward(section).at}", place.at)

    def new(self, place: TreePlace) -> Spot:
        """A place of the version afterwards."""
        if place.list == SECTIONS:
            return Spot(ROOT, place.at)
        if place.list % 2:
            return Spot(self._name(place.list), place.at)
        return Spot(self._new_section(place.list // 2), place.at)

    def _new_section(self, at: int) -> str:
        if self._is_first:
            return f"m{at}"
        return f"n{at}" if at in self._inserted_sections else f"m{self.backward(Spot(ROOT, at)).at}"

    def _add_rows(self, insert: TreeInsert, spot: Spot, arriving: dict[str, set[int]]) -> None:
        """The places of new ones: in the list of a new one they fill what those leave that move there."""
        above: list[str] = []
        following: dict[str, int] = {}
        is_section = insert.at.list == SECTIONS
        if not insert.rows or len(insert.rows) != len(insert.depths):
            raise BatchError("an insert has not as many depths as rows")
        for element, depth in zip(insert.rows, insert.depths, strict=True):
            name = f"i{element.id}" if above or not is_section else self._new_section(spot.at)
            if not 0 <= depth <= len(above) or (depth == 0 and above):
                raise BatchError("a new item has no parent")
            del above[depth:]
            if above:
                at = following.get(above[-1], 0)
                while at in arriving.get(above[-1], ()):
                    at += 1
                following[above[-1]] = at + 1
                self.rows[name] = Spot(above[-1], at)
            else:
                self.rows[name] = spot
            self.elements[name] = element
            above.append(name)

    def forward(self, spot: Spot) -> Spot:
        """Where something is afterwards that was at a place of a list that stays, and is not deleted itself."""
        return self.moved.get(spot) or _shifted(spot, self.leaving, self.arriving)

    def backward(self, spot: Spot) -> Spot:
        """Where something was before that is at a place, and is not new."""
        return self.arrived.get(spot) or _shifted(spot, self.arriving, self.leaving)
