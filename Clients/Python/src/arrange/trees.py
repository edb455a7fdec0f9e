"""Outlines: lists whose items can have children, the batches that change them, and what is collapsed in them.

``Client.outline_updates`` follows one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

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
    from_tree_batch,
    to_tree_batch,
)
from ._tree_calls import (
    InsertCall,
    MoveCall,
    NodePlace,
    RemoveCall,
    RowChange,
    RowInsert,
    RowMove,
    RowRemove,
    TreeCall,
    TreeRow,
    calls_of,
    row_changes_of,
)
from ._tree_compose import compose
from ._tree_nodes import Hidden, TreeNode, below, grown, hide, link, unlink
from ._tree_plan import Plan
from .batches import ListSize
from .errors import BatchError, invalid
from .values import Element

__all__ = [
    "MOST_FOLDED",
    "SECTIONS",
    "Folding",
    "Hidden",
    "InsertCall",
    "ListOwner",
    "MoveCall",
    "NodeCounts",
    "NodeKey",
    "NodePlace",
    "RemoveCall",
    "RowChange",
    "RowInsert",
    "RowMove",
    "RowRemove",
    "TreeBatch",
    "TreeCall",
    "TreeInsert",
    "TreeList",
    "TreeMove",
    "TreeNode",
    "TreePlace",
    "TreeRow",
    "TreeSection",
    "TreeUpdate",
    "compose",
    "from_tree_batch",
    "to_tree_batch",
]

MOST_FOLDED = 10_000
"""The most ids of items and sections that a folding can name."""


@dataclass(frozen=True)
class Folding:
    """What is collapsed in an outline. Raises ``INVALID_ARGUMENT`` for more than ``MOST_FOLDED`` ids."""

    items: frozenset[str] = frozenset()
    sections: frozenset[str] = frozenset()
    lazy: bool = False
    """Whether the nodes named are those that are expanded, and all others are collapsed; otherwise those named are
    collapsed."""

    def __post_init__(self) -> None:
        count = len(self.items) + len(self.sections)
        if count > MOST_FOLDED:
            raise invalid(f"at most {MOST_FOLDED} ids can be named, not {count}", "folding")

    def hides(self, node: TreeNode) -> bool:
        """Whether a node is collapsed."""
        return (node.id in (self.items if node.is_item else self.sections)) != self.lazy

    def toggling(self, node: TreeNode) -> Folding:
        """The folding with which a node that is collapsed is expanded, and the other way round."""
        if node.is_item:
            return Folding(self.items ^ {node.id}, self.sections, self.lazy)
        return Folding(self.items, self.sections ^ {node.id}, self.lazy)

    def toggled(self, before: Folding) -> tuple[frozenset[str], frozenset[str]]:
        """The ids of the items and of the sections that are collapsed here or in another folding, but not in both.
        Raises ``INVALID_ARGUMENT`` if only one of them is lazy."""
        if before.lazy != self.lazy:
            raise invalid("a folding can't become lazy, or not lazy", "folding")
        return self.items ^ before.items, self.sections ^ before.sections


@dataclass
class TreeSection:
    """A section with its items in the order in which they are shown, each before its children."""

    element: Element
    items: Sequence[Element] = ()
    depths: Sequence[int] = ()
    """The depth of each item, from 1."""
    hidden: Mapping[int, Hidden] = field(default_factory=dict)
    """What is below collapsed items, by their indices in ``items``; -1 is the section."""


class TreeList:
    """An outline. Batches change it in place; take a ``copy`` of what has to stay.

    Raises ``BatchError`` if depths are wrong, or an id is there twice. O(n).
    """

    def __init__(self, sections: Iterable[TreeSection] = (), folding: Folding | None = None) -> None:
        self._root = TreeNode(Element(""), is_item=False)
        self._items: dict[str, TreeNode] = {}
        self._folding = folding or Folding()
        # What was collapsed, or expanded, before the folding was replaced.
        self._toggled: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
        for section in sections:
            nodes = grown([section.element, *section.items], [0, *section.depths], is_section=True)
            if nodes is None:
                raise BatchError("an item has no parent")
            self._root.children.append(nodes[0])
            link(nodes[0], self._root)
            for node in nodes[1:]:
                if self._items.setdefault(node.id, node) is not node:
                    raise BatchError(f"the item {node.id} is in two places")
            for row, hidden in section.hidden.items():
                if not -1 <= row < len(section.items):
                    raise BatchError("counts are for no row")
                hide(nodes[row + 1], hidden)

    @property
    def sections(self) -> Sequence[TreeNode]:
        """The sections."""
        return self._root.children

    @property
    def size(self) -> ListSize:
        """The number of sections, and of items that are shown."""
        sections = len(self._root.children)
        return ListSize(sections, self._root.shown - sections)

    def find(self, id: str) -> TreeNode | None:
        """The item with an id."""
        return self._items.get(id)

    def section(self, id: str) -> TreeNode | None:
        """The section with an id."""
        return next((section for section in self.sections if section.id == id), None)

    @property
    def row_count(self) -> int:
        """The number of rows: sections, and items that are shown."""
        return self._root.shown

    def rows(self) -> Iterator[TreeNode]:
        """All rows in their order. The list must not change meanwhile."""
        return below(self._root)

    def row_at(self, row: int) -> TreeNode:
        """The row with an index, as fast as there are siblings before each of its ancestors."""
        if not 0 <= row < self._root.shown:
            raise IndexError(f"there is no row {row} of {self._root.shown}")
        nodes = iter(self._root.children)
        while True:
            node = next(nodes)
            if row == 0:
                return node
            if row <= node.shown:
                row, nodes = row - 1, iter(node.children)
            else:
                row -= 1 + node.shown

    def row_of(self, node: TreeNode) -> int:
        """The index of a row, likewise."""
        row = -1
        while node.parent is not None:
            row += 1
            for sibling in node.parent.children:
                if sibling is node:
                    break
                row += 1 + sibling.shown
            node = node.parent
        return row

    @property
    def folding(self) -> Folding:
        """What is collapsed. To be set before a batch is applied that leads to another folding: it shows what was
        expanded, and takes away what was collapsed. A subscription with another folding begins with the whole
        outline."""
        return self._folding

    @folding.setter
    def folding(self, folding: Folding) -> None:
        items, sections = folding.toggled(self._folding)
        self._toggled = (self._toggled[0] | items, self._toggled[1] | sections)
        self._folding = folding

    def copy(self) -> TreeList:
        """A list that can be changed without changing this one."""
        sections = []
        for section in self.sections:
            nodes = list(below(section))
            depths: dict[TreeNode, int] = {section: 0}
            for node in nodes:
                assert node.parent is not None
                depths[node] = depths[node.parent] + 1
            hidden = {row: node.hidden for row, node in enumerate([section, *nodes], -1) if node.hidden is not None}
            elements = [node.element for node in nodes]
            sections.append(TreeSection(section.element, elements, [depths[node] for node in nodes], hidden))
        copy = TreeList(sections, self._folding)
        copy._toggled = self._toggled
        return copy

    def check(self, batch: TreeBatch) -> None:
        """Raises ``BatchError`` if a batch does not fit this list, or contradicts itself."""
        self._plan(batch)

    def calls(self, batch: TreeBatch) -> list[TreeCall]:
        """A batch as calls for a view of an outline, one for each change, to be called before it is applied.

        They are made one after the other: each index is that of its turn. No node is ever below itself.
        """
        return list(calls_of(self._plan(batch)))

    def row_changes(self, batch: TreeBatch) -> list[RowChange]:
        """A batch as changes of rows, for a list that only knows rows with depths: a subtree is one range."""
        return list(row_changes_of(self._plan(batch)))

    def apply(self, batch: TreeBatch) -> list[TreeNode]:
        """Applies a batch, in O(k d) for k changes of nodes with d ancestors, and as much as a copy of each list of
        siblings that changes. Returns the nodes whose elements or counts are others.

        Raises ``BatchError`` if the batch does not fit; the list is then unchanged.
        """
        plan = self._plan(batch)
        for node in [*(each.node for each in plan.deleted), *(each.node for each in plan.moved)]:
            unlink(node)
        for node, children in plan.lists.items():
            node.children = children
        for departure in plan.deleted:
            for node in [departure.node, *below(departure.node)]:
                if node.is_item:
                    del self._items[node.id]
        for arrival in (*plan.moved, *plan.inserted):
            link(arrival.node, arrival.home)
        self._items.update(plan.fresh)
        for node, element in plan.updates.items():
            node.element = element
        self._take_counts(plan)
        return list(dict.fromkeys([*plan.updates, *(node for node, _ in plan.counts)]))

    def _plan(self, batch: TreeBatch) -> Plan:
        return Plan(batch, self._root, self._items)

    def _take_counts(self, plan: Plan) -> None:
        items, sections = self._toggled
        self._toggled = (frozenset(), frozenset())
        for node in [*map(self.find, items), *map(self.section, sections)]:
            if node is not None and not self._folding.hides(node):
                hide(node, None)
        for counted, hidden in plan.counts:
            is_hidden = hidden.descendants > 0 and self._folding.hides(counted)
            hide(counted, hidden if is_hidden else None)
