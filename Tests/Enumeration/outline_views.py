"""What list views get from a batch of the kind `tree`: single calls for a view of an outline, ranges of flat rows for a
virtual list, and what is sent of subtrees that are collapsed. With views that stop at an illegal index.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from outline import Home
from outline_batches import ROOT, Batch, Spot, Tree, apply_batch, derive, parents, preorder

Rows = tuple[tuple[Home, int], ...]
"""Nodes with their depths, as they are shown."""


class Trap(Exception):
    """What a view stops with."""


# Calls that are made one after the other.


class InsertCall(NamedTuple):
    """Puts a node with all that comes with it at an index."""

    at: Spot
    rows: Rows


class MoveCall(NamedTuple):
    """Moves a node with its subtree; the target counts without it."""

    source: Spot
    target: Spot


class RemoveCall(NamedTuple):
    """Removes a node with its subtree."""

    at: Spot


Call = InsertCall | MoveCall | RemoveCall


def sequential(batch: Batch, old: Tree) -> Iterator[Call]:
    """The calls that lead from OLD to NEW, each with indices of the list that the calls before it have left.

    From the top of NEW down, each node that arrives goes behind the sibling before it, which is in place already: its
    parent, and all that is above that, have their final places, so that no node is moved below itself. What is deleted
    is removed at last, when all that stays has left it.
    """
    new = apply_batch(batch, old)
    now = {home: list(nodes) for home, nodes in old.items()}
    is_in = parents(new)
    sources = {new[move.target.parent][move.target.place] for move in batch.moves}
    inserts = {insert.rows[0][0]: insert.rows for insert in batch.inserts}
    holders = parents(old)
    for node, _ in preorder(new):
        if node not in sources and node not in inserts:
            continue
        home = is_in[node]
        if node in sources:
            source = Spot(holders[node], now[holders[node]].index(node))
            now[source.parent].remove(node)
        index = new[home].index(node)
        place = now[home].index(new[home][index - 1]) + 1 if index else 0
        now[home].insert(place, node)
        holders[node] = home
        if node in sources:
            yield MoveCall(source, Spot(home, place))
        else:
            above: list[Home] = []
            for key, depth in inserts[node]:
                now[key] = []
                del above[depth:]
                if above:
                    now[above[-1]].append(key)
                    holders[key] = above[-1]
                above.append(key)
            yield InsertCall(Spot(home, place), inserts[node])
    for spot in reversed(batch.deletes):
        node = old[spot.parent][spot.place]
        index = now[spot.parent].index(node)
        del now[spot.parent][index]
        yield RemoveCall(Spot(spot.parent, index))


class OutlineView:
    """A view of an outline that asks for each index to be legal at its turn, and for a subtree to stay one."""

    def __init__(self, tree: Tree) -> None:
        self.tree = {home: list(nodes) for home, nodes in tree.items()}

    def perform(self, call: Call) -> None:
        match call:
            case InsertCall(at, rows):
                self._insert(at, rows)
            case MoveCall(source, target):
                node = self._take(source)
                if target.parent in {node, *(each for each, _ in preorder(self.tree, node))}:
                    raise Trap(f"{node} would be below itself")
                self._give(target, node)
            case RemoveCall(at):
                node = self._take(at)
                for each in [node, *(each for each, _ in preorder(self.tree, node))]:
                    del self.tree[each]

    def _take(self, spot: Spot) -> Home:
        if spot.parent not in self.tree or not 0 <= spot.place < len(self.tree[spot.parent]):
            raise Trap(f"there is nothing at {spot}")
        return self.tree[spot.parent].pop(spot.place)

    def _give(self, spot: Spot, node: Home) -> None:
        if spot.parent not in self.tree or not 0 <= spot.place <= len(self.tree[spot.parent]):
            raise Trap(f"there is no place {spot}")
        self.tree[spot.parent].insert(spot.place, node)

    def _insert(self, at: Spot, rows: Rows) -> None:
        above: list[Home] = []
        for node, depth in rows:
            if node in self.tree or depth > len(above) or (depth == 0 and above):
                raise Trap(f"{node} is there already, or nowhere")
            del above[depth:]
            if above:
                self.tree[above[-1]].append(node)
            self.tree[node] = []
            above.append(node)
        self._give(at, rows[0][0])


# Flat rows with depths.


class RangeInsert(NamedTuple):
    """New rows."""

    at: int
    rows: Rows


class RangeMove(NamedTuple):
    """A subtree that moves: its first row, the number of its rows, where its first row is afterwards, and by how much
    all of them are deeper."""

    at: int
    length: int
    to: int
    deeper: int


class RangeRemove(NamedTuple):
    """Rows that are gone."""

    at: int
    length: int


RangeChange = RangeInsert | RangeMove | RangeRemove


def flat(batch: Batch, old: Tree) -> Iterator[RangeChange]:
    """The same calls for a list of rows: each is one change of a range, however large the subtree is."""
    view = OutlineView(old)
    for call in sequential(batch, old):
        before = list(preorder(view.tree))
        place = {node: row for row, (node, _) in enumerate(before)}
        if isinstance(call, InsertCall):
            view.perform(call)
            rows = list(preorder(view.tree))
            row = next(row for row, (node, _) in enumerate(rows) if node == call.rows[0][0])
            yield RangeInsert(row, tuple(rows[row : row + len(call.rows)]))
            continue
        spot = call.source if isinstance(call, MoveCall) else call.at
        node = view.tree[spot.parent][spot.place]
        count = 1 + sum(1 for _ in preorder(view.tree, node))
        view.perform(call)
        if isinstance(call, RemoveCall):
            yield RangeRemove(place[node], count)
            continue
        rows = list(preorder(view.tree))
        row = next(row for row, (each, _) in enumerate(rows) if each == node)
        yield RangeMove(place[node], count, row, rows[row][1] - before[place[node]][1])


class RowList:
    """A virtual list of rows that asks for each change to be one of whole subtrees."""

    def __init__(self, rows: Sequence[tuple[Home, int]]) -> None:
        self.rows = list(rows)

    def perform(self, change: RangeChange) -> None:
        match change:
            case RangeInsert(at, rows):
                self._put(at, rows)
            case RangeMove(at, count, to, deeper):
                self._put(to, [(node, depth + deeper) for node, depth in self._take(at, count)])
            case RangeRemove(at, count):
                self._take(at, count)

    def _take(self, at: int, count: int) -> list[tuple[Home, int]]:
        taken = self.rows[at : at + count]
        if at < 0 or count < 1 or len(taken) < count:
            raise Trap(f"there are no {count} rows at {at}")
        following = self.rows[at + count : at + count + 1]
        if any(depth <= taken[0][1] for _, depth in taken[1:]) or any(depth > taken[0][1] for _, depth in following):
            raise Trap(f"the {count} rows at {at} are not one subtree")
        del self.rows[at : at + count]
        return taken

    def _put(self, at: int, rows: Sequence[tuple[Home, int]]) -> None:
        if not 0 <= at <= len(self.rows):
            raise Trap(f"there is no row {at}")
        above = self.rows[at - 1][1] if at else -1
        if not 0 <= rows[0][1] <= above + 1:
            raise Trap(f"a row at {at} would have the depth {rows[0][1]} below one of {above}")
        if at < len(self.rows) and self.rows[at][1] > rows[0][1]:
            raise Trap(f"the row at {at} would be below another one")
        self.rows[at:at] = rows
        for (_, depth), (_, next_depth) in zip(self.rows, self.rows[1:], strict=False):
            if next_depth > depth + 1:
                raise Trap("a row has no parent")


# Collapsed subtrees.


class Counts(NamedTuple):
    """What a collapsed row says of what is below it."""

    children: int = 0
    descendants: int = 0


@dataclass(frozen=True)
class Folding:
    """What a subscriber does not see: what is below these nodes, or, of a lazy tree, below all others."""

    nodes: frozenset[Home] = frozenset()
    is_lazy: bool = False
    """Whether the nodes are those that are expanded; then new ones are collapsed."""

    def hides(self, node: Home) -> bool:
        return (node in self.nodes) != self.is_lazy


class Shown(NamedTuple):
    """What a subscriber sees."""

    tree: Tree
    counts: dict[Home, Counts]
    """For each collapsed node with something below it."""


def shown(tree: Tree, folding: Folding) -> Shown:
    """What is left of a tree."""
    left: dict[Home, list[Home]] = {}
    counts: dict[Home, Counts] = {}

    def visit(node: Home) -> None:
        if node != ROOT and folding.hides(node):
            left[node] = []
            if tree[node]:
                counts[node] = Counts(len(tree[node]), sum(1 for _ in preorder(tree, node)))
            return
        left[node] = list(tree[node])
        for child in tree[node]:
            visit(child)

    visit(ROOT)
    return Shown(left, counts)


class FoldedBatch(NamedTuple):
    """A batch of what is seen, and the counts of collapsed nodes that are others."""

    batch: Batch
    counts: dict[Home, Counts]


def derive_folded(old: Tree, new: Tree, before: Folding, after: Folding) -> FoldedBatch:
    """The batch of a subscriber, who may have collapsed and expanded nodes in between."""
    was, now = shown(old, before), shown(new, after)
    changed = {
        node: now.counts.get(node, Counts())
        for node in now.tree
        if node != ROOT and after.hides(node) and now.counts.get(node, Counts()) != was.counts.get(node, Counts())
    }
    return FoldedBatch(derive(was.tree, now.tree), changed)


def apply_folded(batch: FoldedBatch, was: Shown, after: Folding) -> Shown:
    """What a subscriber sees afterwards, by what it was sent and what it has folded itself."""
    tree = apply_batch(batch.batch, was.tree)
    counts = {node: counts for node, counts in (was.counts | batch.counts).items() if counts.descendants}
    return Shown(tree, {node: each for node, each in counts.items() if node in tree and after.hides(node)})


def descendants(seen: Shown, node: Home) -> int:
    """The number of descendants of a node, by what is seen."""
    if node in seen.counts:
        return seen.counts[node].descendants
    return sum(1 + descendants(seen, child) for child in seen.tree[node])
