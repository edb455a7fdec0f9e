"""What views get from a batch of an outline: single calls, or changes of ranges of rows. Each is legal at its turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from ._tree_nodes import TreeNode
from ._tree_plan import Arrival, Plan, path_of
from .values import Element


class TreeRow(NamedTuple):
    """An element with its depth."""

    element: Element
    depth: int


class NodePlace(NamedTuple):
    """An index among the children of an item, at the top of a section, or among the sections."""

    kind: Literal["item", "section", "sections"]
    id: str
    """Of the item or the section."""
    at: int


class InsertCall(NamedTuple):
    """New nodes: the first of them with the depth 0, and what comes with it."""

    target: NodePlace
    rows: Sequence[TreeRow]


class MoveCall(NamedTuple):
    """A node moves with all that is below it. The index of the target counts without it."""

    source: NodePlace
    target: NodePlace


class RemoveCall(NamedTuple):
    """A node goes with all that is below it."""

    source: NodePlace


class RowInsert(NamedTuple):
    """New rows, with their depths in the list."""

    at: int
    rows: Sequence[TreeRow]


class RowMove(NamedTuple):
    """A subtree moves: rows that follow each other."""

    at: int
    length: int
    """The number of rows."""
    to: int
    """The index of the first of them afterwards."""
    deeper: int
    """By how much all of them are deeper afterwards."""


class RowRemove(NamedTuple):
    """A subtree goes: rows that follow each other."""

    at: int
    length: int
    """The number of rows."""


TreeCall = InsertCall | MoveCall | RemoveCall
"""A call for a view of an outline."""

RowChange = RowInsert | RowMove | RowRemove
"""A change of a list of rows."""


class _Draft:
    """An outline while calls are made: what differs from the one that it was."""

    def __init__(self, root: TreeNode) -> None:
        self._root = root
        self._children: dict[TreeNode, list[TreeNode]] = {}
        self._parents: dict[TreeNode, TreeNode | None] = {}
        self._sizes: dict[TreeNode, int] = {}

    def children(self, node: TreeNode) -> list[TreeNode]:
        return self._children.get(node, node.children)

    def parent(self, node: TreeNode) -> TreeNode | None:
        return self._parents.get(node, node.parent)

    def size(self, node: TreeNode) -> int:
        """The number of rows of a subtree."""
        return self._sizes.get(node, 1 + node.shown)

    def place(self, node: TreeNode) -> NodePlace:
        parent = self._parent(node)
        at = self.children(parent).index(node)
        if parent is self._root:
            return NodePlace("sections", "", at)
        return NodePlace("item" if parent.is_item else "section", parent.id, at)

    def row(self, node: TreeNode) -> int:
        row = -1
        while (parent := self.parent(node)) is not None:
            row += 1
            for sibling in self.children(parent):
                if sibling is node:
                    break
                row += self.size(sibling)
            node = parent
        return row

    def depth(self, node: TreeNode) -> int:
        depth = -1
        while (parent := self.parent(node)) is not None:
            depth, node = depth + 1, parent
        return depth

    def take(self, node: TreeNode) -> None:
        parent = self._parent(node)
        own = self._own(parent)
        own.remove(node)
        self._resize(parent, -self.size(node))
        self._parents[node] = None

    def put(self, node: TreeNode, parent: TreeNode, previous: TreeNode | None) -> None:
        """Puts a node behind a child of a parent, or first."""
        own = self._own(parent)
        own.insert(0 if previous is None else own.index(previous) + 1, node)
        self._parents[node] = parent
        self._resize(parent, self.size(node))

    def _parent(self, node: TreeNode) -> TreeNode:
        parent = self.parent(node)
        assert parent is not None
        return parent

    def _own(self, node: TreeNode) -> list[TreeNode]:
        if node not in self._children:
            self._children[node] = list(node.children)
        return self._children[node]

    def _resize(self, node: TreeNode | None, change: int) -> None:
        while node is not None:
            self._sizes[node] = self.size(node) + change
            node = self.parent(node)


def _ordered(plan: Plan) -> list[tuple[TreeNode, Arrival | None]]:
    """What comes to places, from the top of NEW down, and then what goes, from the last one of OLD."""
    owners = plan.batch.owners
    arrivals = [*plan.moved, *plan.inserted]
    arrivals.sort(key=lambda each: path_of(owners, each.at, is_old=False))
    departures = sorted(plan.deleted, key=lambda each: path_of(owners, each.at, is_old=True), reverse=True)
    return [*((each.node, each) for each in arrivals), *((each.node, None) for each in departures)]


def _perform(plan: Plan, draft: _Draft, node: TreeNode, arrival: Arrival | None) -> None:
    if arrival is None or arrival.insert is None:
        draft.take(node)
    if arrival is not None:
        # The sibling before it is in its place already.
        at = arrival.at.at
        draft.put(node, arrival.home, plan.children(arrival.home)[at - 1] if at else None)


def _rows(arrival: Arrival, depth: int) -> list[TreeRow]:
    """The rows of an insert, whose first one has a depth."""
    assert arrival.insert is not None
    return [
        TreeRow(row, depth + deeper) for row, deeper in zip(arrival.insert.rows, arrival.insert.depths, strict=True)
    ]


def calls_of(plan: Plan) -> Iterator[TreeCall]:
    """The calls that lead from OLD to NEW, one for each change."""
    draft = _Draft(plan.root)
    for node, arrival in _ordered(plan):
        if arrival is not None and arrival.insert is not None:
            _perform(plan, draft, node, arrival)
            yield InsertCall(draft.place(node), _rows(arrival, 0))
            continue
        source = draft.place(node)
        _perform(plan, draft, node, arrival)
        yield RemoveCall(source) if arrival is None else MoveCall(source, draft.place(node))


def row_changes_of(plan: Plan) -> Iterator[RowChange]:
    """The same for a list of rows."""
    draft = _Draft(plan.root)
    for node, arrival in _ordered(plan):
        if arrival is not None and arrival.insert is not None:
            _perform(plan, draft, node, arrival)
            yield RowInsert(draft.row(node), _rows(arrival, draft.depth(node)))
            continue
        at, count, depth = draft.row(node), draft.size(node), draft.depth(node)
        _perform(plan, draft, node, arrival)
        if arrival is None:
            yield RowRemove(at, count)
        else:
            yield RowMove(at, count, draft.row(node), draft.depth(node) - depth)
