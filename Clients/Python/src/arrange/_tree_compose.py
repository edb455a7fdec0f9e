"""Two batches of an outline that follow each other as one, made from the two alone."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ._tree_batches import (
    SECTIONS,
    ListOwner,
    NodeCounts,
    NodeKey,
    TreeBatch,
    TreeInsert,
    TreeMove,
    TreePlace,
    TreeUpdate,
)
from ._tree_side import ROOT, Side, Spot, by_list
from .errors import BatchError
from .values import Element

T = TypeVar("T")
Pair = tuple[Spot, Spot]
Finder = Callable[[str], Spot | None]


def compose(first: TreeBatch, second: TreeBatch) -> TreeBatch:
    """Two batches that follow each other as one.

    It is the one that leads at once from the first version to the last, except that an id which the first deletes and
    the second inserts stays deleted and inserted, and is there twice while the calls of the batch are made; and that an
    update stays which leads back to the fields before. Raises ``BatchError`` if the batches do not follow each other.
    """
    if first.after != second.before:
        raise BatchError(f"the batches do not follow each other: the second is for {second.before}")
    return _Composition(first, second).compose()


@dataclass
class _Touched:
    """Something that was touched: where it was and is, as far as it was there."""

    old: Spot | None = None
    new: Spot | None = None
    name: str | None = None
    """Of what is new."""


class _Composition:
    def __init__(self, first: TreeBatch, second: TreeBatch) -> None:
        self._first, self._second = Side(first, is_first=True), Side(second, is_first=False)
        # Where owners are in MID, were in OLD, and are in NEW, as far as a batch says it.
        self._middle: dict[str, Spot] = {}
        self._old: dict[str, Spot] = {}
        self._new: dict[str, Spot] = {}
        for owner in first.owners:
            if owner.old:
                self._old[f"i{owner.id}"] = self._first.old(owner.old)
            if owner.new:
                self._middle[f"i{owner.id}"] = self._first.new(owner.new)
        for owner in second.owners:
            if owner.old:
                self._middle[f"i{owner.id}"] = self._second.old(owner.old)
            if owner.new:
                self._new[f"i{owner.id}"] = self._second.new(owner.new)
        self._middle |= self._first.rows
        self._new |= self._second.rows

    def _in_middle(self, name: str) -> Spot | None:
        return Spot(ROOT, int(name[1:])) if name[0] == "m" else self._middle.get(name)

    def _is_kept(self, spot: Spot) -> bool:
        """Whether something at a place of MID is in NEW: neither it nor anything above it is deleted."""
        for _ in range(len(self._middle) + 2):
            if spot in self._second.moved:
                return True
            if spot in self._second.deleted:
                return False
            if spot.list == ROOT:
                return True
            spot = _known(self._in_middle(spot.list))
        raise BatchError("an item is below itself")

    def _target(self, name: str) -> Spot | None:
        """Where something is in NEW that has a list."""
        if name in self._new:
            return self._new[name]
        spot = self._in_middle(name)
        return self._second.forward(spot) if spot is not None and self._is_kept(spot) else None

    def _source(self, name: str) -> Spot | None:
        """Where something was in OLD that has a list."""
        if name[0] == "o":
            return Spot(ROOT, int(name[1:]))
        if name in self._old:
            return self._old[name]
        spot = self._in_middle(name)
        return None if spot is None or spot in self._first.fresh else self._first.backward(spot)

    def _touched(self) -> Iterator[_Touched]:
        """All that was touched and is in OLD or NEW."""
        first, second = self._first, self._second
        for spot in first.deletes:
            yield _Touched(old=spot)
        known = {target: _Touched(old=source) for source, target in (*first.moves, *first.unmoved)}
        known |= {spot: _Touched(name=name) for name, spot in first.rows.items()}
        for spot in (*second.deletes, *(source for source, _ in (*second.moves, *second.unmoved))):
            if spot not in known:
                known[spot] = _Touched(old=first.backward(spot))
        for spot, each in known.items():
            each.new = second.forward(spot) if self._is_kept(spot) else None
            if each.old or each.new:
                yield each
        for name, spot in second.rows.items():
            yield _Touched(new=spot, name=name)

    def compose(self) -> TreeBatch:
        touched = list(self._touched())
        both = [(each.old, each.new) for each in touched if each.old and each.new]
        # The list of something new is another one, also where it has an id that is used again.
        stays = set(_staying((pair for pair in both if self._is_left(pair[0].list)), touched))
        deletes = [each.old for each in touched if each.old and not each.new and self._is_left(each.old.list)]
        deletes = self._in_order(deletes, lambda spot: spot, self._source)
        moves = self._in_order((pair for pair in both if pair not in stays), lambda pair: pair[1])
        unmoved = self._in_order(stays, lambda pair: pair[1])
        # Before the inserts, since they change the elements of these.
        updates, counts, keys = self._contents()
        inserts = self._inserts(touched)
        owners = self._owners(
            [
                *deletes,
                *(spot for pair in (*moves, *unmoved) for spot in pair),
                *(spot for spot, _, _ in inserts),
                *updates,
                *counts,
                *keys,
            ]
        )
        numbers = {name: 2 * index + 1 for index, name in enumerate(owners)}

        def number(spot: Spot, find: Finder) -> TreePlace:
            if spot.list == ROOT:
                return TreePlace(SECTIONS, spot.at)
            if spot.list in numbers:
                return TreePlace(numbers[spot.list], spot.at)
            return TreePlace(2 * _known(find(spot.list)).at, spot.at)

        def old(spot: Spot) -> TreePlace:
            return number(spot, self._source)

        def new(spot: Spot) -> TreePlace:
            return number(spot, self._target)

        def owner(name: str) -> ListOwner:
            source, target = self._source(name), self._target(name)
            return ListOwner(name[1:], old(source) if source else None, new(target) if target else None)

        first, second = self._first.batch, self._second.batch
        return TreeBatch(
            before=first.before,
            after=second.after,
            from_version=first.from_version,
            commits=first.commits + second.commits,
            owners=[owner(name) for name in owners],
            deletes=_sections_first(map(old, deletes), lambda place: place),
            inserts=_sections_first(
                (TreeInsert(new(spot), rows, depths) for spot, rows, depths in inserts), lambda insert: insert.at
            ),
            moves=_sections_first(
                (TreeMove(old(source), new(target)) for source, target in moves), lambda move: move.source
            ),
            updates=_sections_first(
                (update._replace(at=new(spot)) for spot, update in updates.items()), lambda update: update.at
            ),
            unmoved=_sections_first(
                (TreeMove(old(source), new(target)) for source, target in unmoved), lambda move: move.source
            ),
            counts=[each._replace(at=new(spot)) for spot, each in counts.items()],
            keys=[key._replace(at=new(spot)) for spot, key in keys.items()],
        )

    def _is_left(self, name: str) -> bool:
        """Whether what had a list in OLD is in NEW, and not only something new with its id."""
        if name == ROOT:
            return True
        spot = self._in_middle(name)
        return name not in self._first.rows and spot is not None and self._is_kept(spot)

    def _inserts(self, touched: Iterable[_Touched]) -> list[tuple[Spot, list[Element], list[int]]]:
        """What is new, the topmost nodes with all that is new below them."""
        fresh = {each.name: each.new for each in touched if each.old is None and each.new and each.name}
        below: dict[str, list[tuple[int, str]]] = {}
        for name, spot in fresh.items():
            below.setdefault(spot.list, []).append((spot.at, name))
        elements = self._first.elements | self._second.elements
        tops = [(name, spot) for name, spot in fresh.items() if spot.list not in fresh]
        inserts = []
        for top, spot in self._in_order(tops, lambda each: each[1]):
            rows: list[Element] = []
            depths: list[int] = []
            rest = [(top, 0)]
            while rest:
                name, depth = rest.pop()
                rows.append(elements[name])
                depths.append(depth)
                rest += [(child, depth + 1) for _, child in sorted(below.get(name, ()), reverse=True)]
            inserts.append((spot, rows, depths))
        return inserts

    def _contents(self) -> tuple[dict[Spot, TreeUpdate], dict[Spot, NodeCounts], dict[Spot, NodeKey]]:
        """The updates, counts and keys of both. Those of new elements go to these."""
        first, second = self._first, self._second
        updates: dict[Spot, TreeUpdate] = {}
        counts: dict[Spot, NodeCounts] = {}
        keys: dict[Spot, NodeKey] = {}
        for update in first.batch.updates:
            if spot := self._forward(update.at):
                updates[spot] = update
        for count in first.batch.counts:
            if spot := self._forward(count.at):
                counts[spot] = count
        for key in first.batch.keys:
            if spot := self._forward(key.at):
                keys[spot] = key
        for update in second.batch.updates:
            spot = second.new(update.at)
            if name := self._new_of_first(spot):
                first.elements[name] = update.element
                continue
            before = updates[spot].fields_before if spot in updates else update.fields_before
            updates[spot] = update._replace(fields_before=before)
            if update.element.key:
                # The element has its newest key.
                keys.pop(spot, None)
        counts |= {second.new(count.at): count for count in second.batch.counts}
        for key in second.batch.keys:
            spot = second.new(key.at)
            if name := self._new_of_first(spot):
                first.elements[name] = first.elements[name]._replace(
                    key=key.key, placement_version=key.placement_version
                )
            else:
                keys[spot] = key
        return self._by_spot(updates), self._by_spot(counts), self._by_spot(keys)

    def _forward(self, place: TreePlace) -> Spot | None:
        spot = self._first.new(place)
        return self._second.forward(spot) if self._is_kept(spot) else None

    def _new_of_first(self, spot: Spot) -> str | None:
        if spot in self._second.fresh:
            return None
        return self._first.fresh.get(self._second.backward(spot))

    def _by_spot(self, values: dict[Spot, T]) -> dict[Spot, T]:
        return dict(self._in_order(values.items(), lambda pair: pair[0]))

    def _owners(self, spots: Iterable[Spot]) -> list[str]:
        """The items that have the lists of places, and all above them, in OLD and in NEW."""
        names = {spot.list: None for spot in spots if spot.list[0] == "i"}
        rest = list(names)
        while rest:
            name = rest.pop()
            for spot in (self._source(name), self._target(name)):
                if spot and spot.list[0] == "i" and spot.list not in names:
                    names[spot.list] = None
                    rest.append(spot.list)
        ordered: dict[str, None] = {}
        for find in (self._target, self._source):
            found = [(name, spot) for name in names if (spot := find(name))]
            ordered |= dict.fromkeys(name for name, _ in self._in_order(found, lambda pair: pair[1], find))
        return list(ordered)

    def _in_order(self, things: Iterable[T], spot: Callable[[T], Spot], find: Finder | None = None) -> list[T]:
        """Some things in the order in which their places are shown: in NEW, unless ``find`` is that of OLD."""
        place = find or self._target
        # Nothing is deeper than there are owners, unless one is below itself.
        most = len(self._old) + len(self._middle) + len(self._new)

        def path(thing: T) -> list[int]:
            each = spot(thing)
            indices = [each.at]
            while each.list != ROOT:
                if len(indices) > most + 1:
                    raise BatchError("an item is below itself")
                each = _known(place(each.list))
                indices.append(each.at)
            return indices[::-1]

        return sorted(things, key=path)


def _known(spot: Spot | None) -> Spot:
    if spot is None:
        raise BatchError("a batch contradicts itself, or the other one")
    return spot


def _sections_first(values: Iterable[T], place: Callable[[T], TreePlace]) -> list[T]:
    return sorted(values, key=lambda value: place(value).list != SECTIONS)


def _staying(pairs: Iterable[Pair], touched: Sequence[_Touched]) -> Iterator[Pair]:
    """Those that need no move: in each list the longest ascending chain of those that have as many untouched siblings
    before them in OLD as in NEW; of equally good choices the one with those that come first in OLD."""
    old = by_list(each.old for each in touched if each.old)
    new = by_list(each.new for each in touched if each.new)
    able: dict[str, list[Pair]] = {}
    for pair in sorted(pairs, key=lambda pair: pair[0].at):
        source, target = pair
        if source.list == target.list:
            before = source.at - bisect_left(old[source.list].places, source.at)
            if before == target.at - bisect_left(new[target.list].places, target.at):
                able.setdefault(source.list, []).append(pair)
    for candidates in able.values():
        yield from _longest_chain(candidates)


def _longest_chain(pairs: Sequence[Pair]) -> Iterator[Pair]:
    """The longest chain of pairs, which are in the order of OLD, whose indices in NEW ascend."""
    # For each length the largest index in NEW with which a chain of this length begins, negated so that they ascend.
    starts: list[int] = []
    lengths: list[int] = []
    for _, target in reversed(pairs):
        length = bisect_left(starts, -target.at)
        starts[length : length + 1] = [-target.at]
        lengths.append(length + 1)
    left, last = len(starts), -1
    for pair, length in zip(pairs, reversed(lengths), strict=True):
        if length == left and pair[1].at > last:
            yield pair
            left, last = left - 1, pair[1].at
