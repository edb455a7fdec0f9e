"""Outlines as plain nodes, the batches between them found in the simplest way, and views that stop at illegal calls."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from arrange import Element, ListSize
from arrange.trees import (
    SECTIONS,
    InsertCall,
    ListOwner,
    MoveCall,
    NodePlace,
    RowChange,
    RowInsert,
    RowMove,
    RowRemove,
    TreeBatch,
    TreeCall,
    TreeInsert,
    TreeMove,
    TreePlace,
    TreeSection,
    TreeUpdate,
)

Row = tuple[str, int]
"""An id with its depth."""


@dataclass
class Plain:
    """A node; the root has the sections."""

    id: str
    n: int = 0
    children: list[Plain] = field(default_factory=list)

    @property
    def element(self) -> Element:
        return Element(self.id, {"n": self.n})


@dataclass
class Spot:
    """Where a node is."""

    node: Plain
    parent: Plain
    index: int
    depth: int


def walk(node: Plain, depth: int = 0) -> Iterator[Spot]:
    """All that is below a node, each before its children."""
    for index, child in enumerate(node.children):
        yield Spot(child, node, index, depth)
        yield from walk(child, depth + 1)


def plain_rows(root: Plain) -> list[tuple[str, int, int]]:
    """Ids, contents and depths."""
    return [(spot.node.id, spot.node.n, spot.depth) for spot in walk(root)]


def size_of(root: Plain) -> ListSize:
    """The number of sections, and of items."""
    return ListSize(len(root.children), len(list(walk(root))) - len(root.children))


def sections_of(root: Plain) -> list[TreeSection]:
    """What a ``TreeList`` is made of."""
    sections = []
    for section in root.children:
        spots = list(walk(section, 1))
        elements = [spot.node.element for spot in spots]
        sections.append(TreeSection(section.element, elements, [spot.depth for spot in spots]))
    return sections


class Maker:
    """Makes random trees, with ids that were never there."""

    def __init__(self, source: random.Random) -> None:
        self.source, self._count = source, 0

    def node(self, prefix: str = "i") -> Plain:
        self._count += 1
        return Plain(f"{prefix}{self._count}")

    def put(self, parent: Plain, child: Plain) -> None:
        parent.children.insert(self.source.randint(0, len(parent.children)), child)

    def tree(self, items: int) -> Plain:
        root = Plain("")
        homes = [self.node("s") for _ in range(self.source.randint(1, 4))]
        for section in homes:
            self.put(root, section)
        for _ in range(items):
            home = self.source.choice(homes)
            homes.append(self.node())
            self.put(home, homes[-1])
        return root

    def edited(self, old: Plain, edits: int | None = None) -> Plain:
        """Another version of a tree."""
        root = copy.deepcopy(old)
        for _ in range(self.source.randint(0, 6) if edits is None else edits):
            spots = list(walk(root))
            homes = [spot.node for spot in spots]
            kind = self.source.choice(("section", "insert", "insert", "update", "remove", "promote", *["move"] * 5))
            if kind == "section" and self.source.randrange(2):
                self.put(root, self.node("s"))
            elif kind == "section" and root.children:
                section = root.children.pop(self.source.randrange(len(root.children)))
                if self.source.randrange(2):
                    self.put(root, section)
            elif kind == "insert" and homes:
                self.put(self.source.choice(homes), self.node())
            elif kind == "update" and homes:
                self.source.choice(homes).n += 1
            elif items := [spot for spot in spots if spot.depth > 0]:
                self._take(self.source.choice(items), homes, kind)
        return root

    def _take(self, spot: Spot, homes: Sequence[Plain], kind: str) -> None:
        spot.parent.children[spot.index : spot.index + 1] = spot.node.children if kind == "promote" else []
        if kind == "move":
            below = {id(spot.node), *(id(each.node) for each in walk(spot.node))}
            self.put(self.source.choice([home for home in homes if id(home) not in below]), spot.node)


def naive_batch(source: random.Random, old: Plain, new: Plain) -> TreeBatch:
    """The batch between two trees. Not as few move as possible: in each list those stay that are behind all that stay
    before them."""
    was, now = {spot.node.id: spot for spot in walk(old)}, {spot.node.id: spot for spot in walk(new)}
    stays: set[str] = set()
    for home in (old, *(spot.node for spot in was.values())):
        last = -1
        for child in home.children:
            spot = now.get(child.id)
            if spot and spot.parent.id == home.id and spot.index > last:
                stays.add(child.id)
                last = spot.index
    deletes = [spot for id, spot in was.items() if id not in now and (spot.depth == 0 or spot.parent.id in now)]
    inserts = [spot for id, spot in now.items() if id not in was and (spot.depth == 0 or spot.parent.id in was)]
    both = [spot for id, spot in now.items() if id in was]
    moves = [spot for spot in both if spot.node.id not in stays]
    unmoved = [spot for spot in both if spot.node.id in stays and source.randrange(3) == 0]
    updates = [spot for spot in both if was[spot.node.id].node.n != spot.node.n]
    above: set[str] = set()
    named = [(was, spot) for spot in deletes] + [(was, was[spot.node.id]) for spot in (*moves, *unmoved)]
    named += [(now, spot) for spot in (*inserts, *moves, *unmoved, *updates)]
    for spots, spot in named:
        each = spot
        while each.depth > 1:
            above.add(each.parent.id)
            each = spots[each.parent.id]
    owners = [id for id in dict.fromkeys([*now, *was]) if id in above]

    def place(spot: Spot, root: Plain) -> TreePlace:
        if spot.depth == 0:
            return TreePlace(SECTIONS, spot.index)
        if spot.depth == 1:
            return TreePlace(2 * next(i for i, each in enumerate(root.children) if each is spot.parent), spot.index)
        return TreePlace(2 * owners.index(spot.parent.id) + 1, spot.index)

    def insert(spot: Spot) -> TreeInsert:
        rows, depths = [spot.node.element], [0]

        def add(node: Plain, depth: int) -> None:
            for child in node.children:
                if child.id not in was:
                    rows.append(child.element)
                    depths.append(depth)
                    add(child, depth + 1)

        add(spot.node, 1)
        return TreeInsert(place(spot, new), rows, depths)

    def move(spot: Spot) -> TreeMove:
        return TreeMove(place(was[spot.node.id], old), place(spot, new))

    def sections_first(spots: Sequence[Spot]) -> list[Spot]:
        return sorted(spots, key=lambda spot: spot.depth > 0)

    return TreeBatch(
        before=size_of(old),
        after=size_of(new),
        commits=1,
        owners=[
            ListOwner(
                id,
                place(was[id], old) if id in was else None,
                place(now[id], new) if id in now else None,
            )
            for id in owners
        ],
        deletes=[place(spot, old) for spot in sections_first(deletes)],
        inserts=[insert(spot) for spot in sections_first(inserts)],
        moves=[move(spot) for spot in sections_first(moves)],
        updates=[TreeUpdate(place(spot, new), spot.node.element) for spot in sections_first(updates)],
        unmoved=[move(spot) for spot in sections_first(unmoved)],
    )


# Views.


class Trap(Exception):
    """What a view stops with."""


class OutlineView:
    """A view of an outline that asks for each index to be legal at its turn, and for a subtree to stay one."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._root = Plain("")
        self._nodes: dict[tuple[bool, str], Plain] = {}
        self._root.children = self._grow(rows, is_below_root=True)

    @property
    def rows(self) -> list[Row]:
        return [(spot.node.id, spot.depth) for spot in walk(self._root)]

    def perform(self, call: TreeCall) -> None:
        match call:
            case InsertCall(target, rows):
                is_section = target.kind == "sections"
                grown = self._grow([(row.element.id, row.depth) for row in rows], is_below_root=is_section)
                if len(grown) != 1:
                    raise Trap("an insert has not one node at the top")
                self._give(target, grown[0])
            case MoveCall(place, target):
                node = self._take(place)
                home = self._list(target)
                if home is node or any(spot.node is home for spot in walk(node)):
                    raise Trap(f"{node.id} would be below itself")
                self._give(target, node)
            case _:
                node = self._take(call.source)
                gone = [node, *(spot.node for spot in walk(node))]
                self._nodes = {key: each for key, each in self._nodes.items() if all(each is not one for one in gone)}

    def _list(self, place: NodePlace) -> Plain:
        if place.kind == "sections":
            return self._root
        key = (place.kind == "item", place.id)
        if key not in self._nodes:
            raise Trap(f"there is no {place.kind} {place.id}")
        return self._nodes[key]

    def _grow(self, rows: Sequence[Row], *, is_below_root: bool) -> list[Plain]:
        tops: list[Plain] = []
        above: list[Plain] = []
        for id, depth in rows:
            key = (not is_below_root or depth > 0, id)
            if key in self._nodes or depth > len(above):
                raise Trap(f"{id} is there already, or nowhere")
            self._nodes[key] = Plain(id)
            del above[depth:]
            (above[-1].children if above else tops).append(self._nodes[key])
            above.append(self._nodes[key])
        return tops

    def _take(self, place: NodePlace) -> Plain:
        home = self._list(place)
        if not 0 <= place.at < len(home.children):
            raise Trap(f"there is nothing at {place}")
        return home.children.pop(place.at)

    def _give(self, place: NodePlace, node: Plain) -> None:
        home = self._list(place)
        if not 0 <= place.at <= len(home.children):
            raise Trap(f"there is no place {place}")
        home.children.insert(place.at, node)


class RowView:
    """A virtual list of rows that asks for each change to be one of whole subtrees."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = list(rows)

    def perform(self, change: RowChange) -> None:
        match change:
            case RowInsert(at, rows):
                self._put(at, [(row.element.id, row.depth) for row in rows])
            case RowMove(at, length, to, deeper):
                self._put(to, [(id, depth + deeper) for id, depth in self._take(at, length)])
            case RowRemove(at, length):
                self._take(at, length)

    def _take(self, at: int, length: int) -> list[Row]:
        taken = self.rows[at : at + length]
        if at < 0 or length < 1 or len(taken) < length:
            raise Trap(f"there are no {length} rows at {at}")
        following = self.rows[at + length : at + length + 1]
        if any(depth <= taken[0][1] for _, depth in taken[1:]) or any(depth > taken[0][1] for _, depth in following):
            raise Trap(f"the {length} rows at {at} are not one subtree")
        del self.rows[at : at + length]
        return taken

    def _put(self, at: int, rows: Sequence[Row]) -> None:
        above = self.rows[at - 1][1] if at else -1
        if not 0 <= at <= len(self.rows) or not 0 <= rows[0][1] <= above + 1:
            raise Trap(f"a row at {at} would have no parent")
        if at < len(self.rows) and self.rows[at][1] > rows[0][1]:
            raise Trap(f"the row at {at} would be below another one")
        self.rows[at:at] = rows
