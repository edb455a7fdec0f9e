"""Batches of the kind `tree`: the difference of two versions of an outline, by (parent, index) in OLD and NEW.

Sections are nodes below the root, and items below a section or an item. What is not named keeps its parent, and its
order among those of its siblings that are not named either; it takes along what is below it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from outline import Home, Outline

ROOT = Home("section", "/")
"""What has the sections; no section has this id here."""

Tree = Mapping[Home, Sequence[Home]]
"""The children of the root and of every node."""


def tree(outline: Outline) -> Tree:
    """The nodes of an outline."""
    items = {home: [Home("item", id) for id in ids] for home, ids in outline.lists.items()}
    return {ROOT: [Home("section", id) for id in outline.sections], **items}


def parents(tree: Tree) -> dict[Home, Home]:
    """The parent of each node."""
    return {node: home for home, nodes in tree.items() for node in nodes}


def preorder(tree: Tree, node: Home = ROOT, depth: int = 0) -> Iterator[tuple[Home, int]]:
    """What is below a node in the order in which it is shown, with its depth: that of its children is 0."""
    for child in tree[node]:
        yield child, depth
        yield from preorder(tree, child, depth + 1)


class Spot(NamedTuple):
    """A position among siblings."""

    parent: Home
    place: int


class Insert(NamedTuple):
    """A new node with all that is new below it and below nothing else that was there; a new node further down that is
    below one which was there is an insert of its own."""

    at: Spot
    rows: tuple[tuple[Home, int], ...]
    """The node with the depth 0, and what comes with it."""


class Move(NamedTuple):
    """A node that was there and has another place."""

    source: Spot
    target: Spot


class Owner(NamedTuple):
    """What has a list that a batch names, or is above one: where it is in OLD and in NEW. None if it is not there."""

    node: Home
    source: Spot | None
    target: Spot | None


@dataclass(frozen=True)
class Batch:
    """What leads from OLD to NEW. Deletes and the sources of moves are positions in OLD, everything else is in NEW. All
    lists are in the order in which their elements are shown, in OLD the deletes, and in NEW the others."""

    before: int
    """The number of nodes, so that a batch that does not fit is noticed before anything is touched."""
    after: int
    deletes: tuple[Spot, ...] = ()
    """Of what is removed, the topmost nodes: those whose parents stay."""
    inserts: tuple[Insert, ...] = ()
    moves: tuple[Move, ...] = ()
    unmoved: tuple[Move, ...] = ()
    """What was touched and keeps its parent, and its order among those that are not named."""
    owners: frozenset[Owner] = frozenset()
    """All that is above a position that is named, in the version of that position: so that batches can be composed."""

    def sources(self) -> list[Spot]:
        """The positions in OLD that are named."""
        return [*self.deletes, *(move.source for move in (*self.moves, *self.unmoved))]

    def targets(self) -> list[Spot]:
        """The positions in NEW that are named."""
        return [*(insert.at for insert in self.inserts), *(move.target for move in (*self.moves, *self.unmoved))]

    @property
    def count(self) -> int:
        return len(self.deletes) + len(self.inserts) + len(self.moves)


def derive(old: Tree, new: Tree, touched: Collection[Home] | None = None) -> Batch:
    """The batch between two versions. If it is said what was touched, only that moves; it has to be all that was
    placed."""
    was_in, is_in = parents(old), parents(new)
    both = was_in.keys() & is_in.keys()
    stays: set[Home] = set()
    for home in old.keys() & new.keys():
        common = [node for node in old[home] if is_in.get(node) == home]
        stays |= staying(common, [node for node in new[home] if was_in.get(node) == home], touched)
    source, target = _spots(old), _spots(new)
    named = stays if touched is None else stays & set(touched)
    batch = Batch(
        before=len(was_in),
        after=len(is_in),
        deletes=tuple(source[node] for node, _ in preorder(old) if node not in is_in and (was_in[node] in new)),
        inserts=tuple(
            Insert(target[node], ((node, 0), *_new_below(node, old, new)))
            for node, _ in preorder(new)
            if node not in was_in and is_in[node] in old
        ),
        moves=tuple(Move(source[node], target[node]) for node, _ in preorder(new) if node in both - stays),
        unmoved=tuple(Move(source[node], target[node]) for node, _ in preorder(new) if node in named),
    )
    above: set[Home] = set()
    for spots, holders in ((batch.sources(), was_in), (batch.targets(), is_in)):
        for spot in spots:
            node = spot.parent
            while node != ROOT:
                above.add(node)
                node = holders[node]
    return dataclasses.replace(
        batch, owners=frozenset(Owner(node, source.get(node), target.get(node)) for node in above)
    )


def _spots(tree: Tree) -> dict[Home, Spot]:
    return {node: Spot(home, index) for home, nodes in tree.items() for index, node in enumerate(nodes)}


def _new_below(node: Home, old: Tree, new: Tree, depth: int = 1) -> Iterator[tuple[Home, int]]:
    for child in new[node]:
        if child not in old:
            yield child, depth
            yield from _new_below(child, old, new, depth + 1)


def staying(old: Sequence[Home], new: Sequence[Home], touched: Collection[Home] | None = None) -> set[Home]:
    """As many as possible of some siblings that keep their order, all of them that were not touched; of equally good
    choices the one with those that come first in OLD."""
    rank = {node: index for index, node in enumerate(new)}
    fixed = [] if touched is None else [node for node in old if node not in touched]
    place = {node: index for index, node in enumerate(old)}
    able = [
        node for node in old if all((place[node] <= place[other]) == (rank[node] <= rank[other]) for other in fixed)
    ]
    # The length of the longest ascending chain that begins with a node.
    length: dict[Home, int] = {}
    for node in reversed(able):
        length[node] = 1 + max((length[other] for other in length if rank[other] > rank[node]), default=0)
    chain: list[Home] = []
    for node in able:
        left = max(length.values(), default=0) - len(chain)
        if length[node] == left and (not chain or rank[node] > rank[chain[-1]]):
            chain.append(node)
    return set(chain)


class Unfit(Exception):
    """A batch that is not for this list, or breaks a rule."""


class _Node:
    """A node of a list that a batch is applied to."""

    def __init__(self, key: Home) -> None:
        self.key = key
        self.children: list[_Node] = []


def apply_batch(batch: Batch, old: Tree) -> Tree:
    """NEW, by the positions of a batch alone: written apart from what derives it. Raises `Unfit`."""
    nodes = {key: _Node(key) for key in old}
    for key, children in old.items():
        nodes[key].children = [nodes[child] for child in children]
    if len(nodes) - 1 != batch.before:
        raise Unfit(f"the list has {len(nodes) - 1} nodes, the batch is for {batch.before}")

    def at(spot: Spot) -> _Node:
        if spot.parent not in nodes or not 0 <= spot.place < len(nodes[spot.parent].children):
            raise Unfit(f"there is nothing at {spot}")
        return nodes[spot.parent].children[spot.place]

    deleted = [at(spot) for spot in batch.deletes]
    moved = [at(move.source) for move in batch.moves]
    if len({id(node) for node in deleted + moved}) < len(deleted) + len(moved):
        raise Unfit("a position is named twice")
    for node in deleted + moved:
        for parent in nodes.values():
            parent.children = [child for child in parent.children if child is not node]
    gone = deleted[:]
    while gone:
        # All that was to stay has left it; its ids are free.
        node = gone.pop()
        gone += node.children
        del nodes[node.key]
    arrivals: list[tuple[Spot, _Node]] = [(move.target, node) for move, node in zip(batch.moves, moved, strict=True)]
    for insert in batch.inserts:
        above: list[_Node] = []
        for key, depth in insert.rows:
            if key in nodes:
                raise Unfit(f"{key} is there already")
            nodes[key] = _Node(key)
            if depth > len(above):
                raise Unfit("a row of an insert has no parent")
            del above[depth:]
            if above:
                above[-1].children.append(nodes[key])
            above.append(nodes[key])
        arrivals.append((insert.at, nodes[insert.rows[0][0]]))
    for spot, node in sorted(arrivals, key=lambda arrival: arrival[0].place):
        if spot.parent not in nodes or spot.place > len(nodes[spot.parent].children):
            raise Unfit(f"there is no place {spot}")
        nodes[spot.parent].children.insert(spot.place, node)

    new: dict[Home, list[Home]] = {}

    def collect(node: _Node) -> None:
        if node.key in new:
            raise Unfit(f"{node.key} is in two places")
        new[node.key] = [child.key for child in node.children]
        for child in node.children:
            collect(child)

    collect(nodes[ROOT])
    if len(new) - 1 != batch.after:
        raise Unfit(f"the list has {len(new) - 1} nodes afterwards, the batch says {batch.after}")
    return new


def broken_rules(batch: Batch, old: Tree, new: Tree) -> Iterator[str]:
    """The rules that a batch between two versions breaks, except that it leads to NEW."""
    was_in, is_in = parents(old), parents(new)
    taken = [*batch.deletes, *(move.source for move in batch.moves)]
    given = [*(insert.at for insert in batch.inserts), *(move.target for move in batch.moves)]
    for spots, where in ((taken, old), (given, new)):
        if len(set(spots)) < len(spots):
            yield "a position is named twice"
        if any(spot.parent not in where or spot.place >= len(where[spot.parent]) for spot in spots):
            yield "a position is out of bounds"
            return
    for spot in batch.deletes:
        if old[spot.parent][spot.place] in is_in:
            yield "something is deleted that is still there"
        if spot.parent not in new:
            yield "something is deleted below what is deleted"
    for insert in batch.inserts:
        if insert.rows[0][0] != new[insert.at.parent][insert.at.place] or insert.at.parent not in old:
            yield "something is inserted elsewhere, or below what is inserted"
        if any(key in was_in for key, _ in insert.rows):
            yield "something is inserted that was there"
    named = set()
    for move in batch.moves:
        node = old[move.source.parent][move.source.place]
        named.add(node)
        if new[move.target.parent][move.target.place] != node:
            yield "a move ends elsewhere"
    for node in was_in.keys() & is_in.keys():
        if was_in[node] != is_in[node] and node not in named:
            yield "another parent is not named"
    for home in old.keys() & new.keys():
        left = [node for node in old[home] if node in is_in and is_in[node] == home and node not in named]
        if left != [node for node in new[home] if node in left]:
            yield "what is not named is in another order"
    inserted, moved = [insert.at for insert in batch.inserts], [move.target for move in batch.moves]
    for spots, where in ((list(batch.deletes), old), (inserted, new), (moved, new)):
        rows = [node for node, _ in preorder(where)]
        shown = [rows.index(where[spot.parent][spot.place]) for spot in spots]
        if shown != sorted(shown):
            yield "a list is not in order"
