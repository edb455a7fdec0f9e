"""Two batches of the kind `tree` that follow each other as one, computed from the two batches alone.

The result is the batch that would have been derived from the first outline to the last one, for all that was touched
in either step. A batch names elements by their positions, so this follows positions from OLD over MID to NEW. Ids are
known of the owners of lists, with all that is above them (`Batch.owners`), and of what is inserted.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from outline import Home
from outline_batches import ROOT, Batch, Insert, Move, Owner, Spot


class _Step:
    """One of the batches, by its positions before and after."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.moved = {move.source: move.target for move in batch.moves}
        self.arrived = {target: source for source, target in self.moved.items()}
        self.deleted = set(batch.deletes)
        self.leaving = _by_list([*batch.deletes, *self.moved])
        arriving = [*self.arrived, *(insert.at for insert in batch.inserts)]
        self.rows = dict(_rows(batch.inserts, _by_list(arriving)))
        """The new nodes with their positions afterwards."""
        self.new = {spot: node for node, spot in self.rows.items()}
        self.arriving = _by_list([*self.arrived, *self.rows.values()])

    def forward(self, spot: Spot) -> Spot:
        """Where something is afterwards that was at a position of a list which stays, and is not deleted itself."""
        if spot in self.moved:
            return self.moved[spot]
        place = spot.place - sum(left < spot.place for left in self.leaving.get(spot.parent, ()))
        for arrived in self.arriving.get(spot.parent, ()):
            place += arrived <= place
        return Spot(spot.parent, place)

    def backward(self, spot: Spot) -> Spot:
        """Where something was before that is at a position, and is not new."""
        if spot in self.arrived:
            return self.arrived[spot]
        place = spot.place - sum(arrived < spot.place for arrived in self.arriving.get(spot.parent, ()))
        for left in self.leaving.get(spot.parent, ()):
            place += left <= place
        return Spot(spot.parent, place)


def _by_list(spots: Iterable[Spot]) -> dict[Home, list[int]]:
    places: dict[Home, list[int]] = {}
    for spot in sorted(spots, key=lambda spot: spot.place):
        places.setdefault(spot.parent, []).append(spot.place)
    return places


def _rows(inserts: Iterable[Insert], arriving: dict[Home, list[int]]) -> Iterator[tuple[Home, Spot]]:
    """The positions of all new nodes: in the list of a new one they fill what is left by those that move there."""
    for insert in inserts:
        above: list[Home] = []
        following: dict[Home, int] = {}
        for node, depth in insert.rows:
            del above[depth:]
            if not above:
                yield node, insert.at
            else:
                place = following.get(above[-1], 0)
                while place in arriving.get(above[-1], ()):
                    place += 1
                following[above[-1]] = place + 1
                yield node, Spot(above[-1], place)
            above.append(node)


@dataclass
class _Node:
    """Something that was touched: where it was and is, as far as it was there."""

    old: Spot | None
    new: Spot | None
    node: Home | None = None
    """What it is, if that is known; of new ones it is."""


class _Composition:
    """What becomes of two batches."""

    def __init__(self, first: Batch, second: Batch) -> None:
        self.first, self.second = _Step(first), _Step(second)
        self.middle: dict[Home, Spot] = {}
        """Where owners are in between."""
        for owner in first.owners:
            if owner.target is not None:
                self.middle[owner.node] = owner.target
        for owner in second.owners:
            if owner.source is not None:
                self.middle[owner.node] = owner.source
        self.middle |= self.first.rows
        self.old = {owner.node: owner.source for owner in first.owners if owner.source is not None}
        self.new = {owner.node: owner.target for owner in second.owners if owner.target is not None}
        self.new |= self.second.rows

    def is_kept(self, spot: Spot) -> bool:
        """Whether something at a position of MID is in NEW: neither it nor anything above it is deleted."""
        while True:
            if spot in self.second.moved:
                return True
            if spot in self.second.deleted:
                return False
            if spot.parent == ROOT:
                return True
            spot = self.middle[spot.parent]

    def target(self, node: Home) -> Spot | None:
        """Where an owner is in NEW."""
        if node in self.new:
            return self.new[node]
        spot = self.middle.get(node)
        return self.second.forward(spot) if spot is not None and self.is_kept(spot) else None

    def source(self, node: Home) -> Spot | None:
        """Where an owner was in OLD."""
        if node in self.old:
            return self.old[node]
        spot = self.middle.get(node)
        return None if spot is None or spot in self.first.new else self.first.backward(spot)

    def nodes(self) -> Iterator[_Node]:
        """All that was touched and is in OLD or NEW."""
        first, second = self.first, self.second
        known: dict[Spot, _Node] = {}
        for spot in first.batch.deletes:
            yield _Node(spot, None)
        for move in (*first.batch.moves, *first.batch.unmoved):
            known[move.target] = _Node(move.source, None)
        for node, spot in first.rows.items():
            known[spot] = _Node(None, None, node)
        named = [*second.batch.deletes, *(move.source for move in (*second.batch.moves, *second.batch.unmoved))]
        for spot in named:
            if spot not in known:
                known[spot] = _Node(first.backward(spot), None)
        for spot, each in known.items():
            each.new = second.forward(spot) if self.is_kept(spot) else None
            if each.old is not None or each.new is not None:
                yield each
        for node, spot in second.rows.items():
            yield _Node(None, spot, node)

    def compose(self) -> Batch:
        nodes = list(self.nodes())
        both = [(node.old, node.new) for node in nodes if node.old is not None and node.new is not None]
        # What went back into something new with the id of what it was below moves.
        stays = set(_staying((pair for pair in both if self._is_left(pair[0].parent)), nodes))
        batch = Batch(
            before=self.first.batch.before,
            after=self.second.batch.after,
            deletes=tuple(
                self._in_old_order(
                    node.old
                    for node in nodes
                    if node.old is not None and node.new is None and self._is_left(node.old.parent)
                )
            ),
            inserts=tuple(self._inserts(nodes)),
            moves=tuple(self._in_order(Move(*pair) for pair in both if pair not in stays)),
            unmoved=tuple(self._in_order(Move(*pair) for pair in stays)),
        )
        owners: dict[Home, Owner] = {}
        above = {spot.parent for spot in (*batch.sources(), *batch.targets())}
        while above:
            node = above.pop()
            if node != ROOT and node not in owners:
                owners[node] = Owner(node, self.source(node), self.target(node))
                # Something new can have the id of something that is gone: then one is elsewhere than the other.
                above |= {spot.parent for spot in owners[node][1:] if spot is not None}
        return dataclasses.replace(batch, owners=frozenset(owners.values()))

    def _is_left(self, owner: Home) -> bool:
        """Whether something that had a list in OLD is in NEW, and not only something new with its id."""
        if owner == ROOT:
            return True
        return owner not in self.first.rows and owner in self.middle and self.is_kept(self.middle[owner])

    def _inserts(self, nodes: list[_Node]) -> list[Insert]:
        new = {node.node: node.new for node in nodes if node.old is None and node.new is not None and node.node}
        below: dict[Home, list[tuple[int, Home]]] = {}
        for node, spot in new.items():
            below.setdefault(spot.parent, []).append((spot.place, node))

        def rows(node: Home, depth: int) -> Iterator[tuple[Home, int]]:
            yield node, depth
            for _, child in sorted(below.get(node, [])):
                yield from rows(child, depth + 1)

        tops = [(spot, node) for node, spot in new.items() if spot.parent not in new]
        tops.sort(key=lambda top: self._path(top[0], self.target))
        return [Insert(spot, tuple(rows(node, 0))) for spot, node in tops]

    def _in_old_order(self, spots: Iterable[Spot]) -> list[Spot]:
        return sorted(spots, key=lambda spot: self._path(spot, self.source))

    def _in_order(self, moves: Iterable[Move]) -> list[Move]:
        return sorted(moves, key=lambda move: self._path(move.target, self.target))

    def _path(self, spot: Spot, place: Callable[[Home], Spot | None]) -> list[int]:
        """The indices of all that is above a position, and its own: what is shown first has the smaller ones."""
        if spot.parent == ROOT:
            return [spot.place]
        above = place(spot.parent)
        assert above is not None, f"nothing is known of {spot.parent}"
        return [*self._path(above, place), spot.place]


def _staying(pairs: Iterable[tuple[Spot, Spot]], nodes: Iterable[_Node]) -> Iterator[tuple[Spot, Spot]]:
    """Those that need no move: in each list the longest ascending chain of those that have as many untouched siblings
    before them in OLD as in NEW; of equally good choices the one with those that come first in OLD."""
    nodes = list(nodes)
    old, new = _by_list(node.old for node in nodes if node.old), _by_list(node.new for node in nodes if node.new)
    able: dict[Home, list[tuple[Spot, Spot]]] = {}
    for source, target in sorted(pairs, key=lambda pair: pair[0].place):
        before = source.place - sum(place < source.place for place in old[source.parent])
        after = target.place - sum(place < target.place for place in new[target.parent])
        if source.parent == target.parent and before == after:
            able.setdefault(source.parent, []).append((source, target))
    for candidates in able.values():
        length: list[int] = []
        for index in reversed(range(len(candidates))):
            rest = zip(candidates[index + 1 :], length, strict=True)
            length.insert(
                0, 1 + max((each for (_, at), each in rest if at.place > candidates[index][1].place), default=0)
            )
        left, last = max(length), -1
        for (source, target), each in zip(candidates, length, strict=True):
            if each == left and target.place > last:
                yield source, target
                left, last = left - 1, target.place


def compose(first: Batch, second: Batch) -> Batch:
    """One batch with the effect of two. Where the second inserts an id that the first has deleted, it stays a delete
    and an insert, and what was below it and is so again moves."""
    return _Composition(first, second).compose()
