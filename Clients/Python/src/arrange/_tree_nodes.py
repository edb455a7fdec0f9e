"""The nodes of an outline: its root, its sections and its items, with how much is below each of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .values import Element


class Hidden(NamedTuple):
    """What is below a collapsed item or section."""

    children: int
    descendants: int


class TreeNode:
    """A section or an item of an outline.

    It is the same object as long as it is in its list, and changes with it. One that was removed has no meaning any
    more.
    """

    __slots__ = ("children", "descendants", "element", "hidden", "is_item", "parent", "shown")

    def __init__(self, element: Element, *, is_item: bool) -> None:
        self.element = element
        self.is_item = is_item
        """Whether it is an item, and no section."""
        self.parent: TreeNode | None = None
        """The item or the section that it is below. That of a section is the root, which is no node to be shown."""
        self.children: list[TreeNode] = []
        """Nothing, if it is collapsed."""
        self.shown = 0
        """How many rows are below it: without what is below collapsed items."""
        self.descendants = 0
        """How many items are below it, whether they are shown or not."""
        self.hidden: Hidden | None = None
        """What is below it while it is collapsed; ``None`` if nothing is."""

    @property
    def id(self) -> str:
        """The id of the element."""
        return self.element.id

    @property
    def depth(self) -> int:
        """0 for a section, 1 for an item at the top of it."""
        depth, node = -1, self.parent
        while node is not None:
            depth, node = depth + 1, node.parent
        return depth

    @property
    def index(self) -> int:
        """The index among its siblings."""
        return -1 if self.parent is None else self.parent.children.index(self)

    @property
    def child_count(self) -> int:
        """How many children it has, whether they are shown or not."""
        return len(self.children) if self.hidden is None else self.hidden.children

    def __repr__(self) -> str:
        return f"<{self.id}: {self.descendants} below>"


def _count(node: TreeNode | None, shown: int, descendants: int) -> None:
    while node is not None:
        node.shown += shown
        node.descendants += descendants
        node = node.parent


def unlink(node: TreeNode) -> None:
    """Takes a node from its parent. It stays among the children."""
    _count(node.parent, -1 - node.shown, -1 - node.descendants)
    node.parent = None


def link(node: TreeNode, parent: TreeNode) -> None:
    """Gives a node a parent. It has to come among the children."""
    node.parent = parent
    _count(parent, 1 + node.shown, 1 + node.descendants)


def hide(node: TreeNode, hidden: Hidden | None) -> None:
    """Sets what is below a collapsed node, or that it is none."""
    change = (hidden.descendants if hidden else 0) - (node.hidden.descendants if node.hidden else 0)
    node.hidden = hidden
    _count(node, 0, change)


def grown(rows: Sequence[Element], depths: Sequence[int], *, is_section: bool) -> list[TreeNode] | None:
    """A new node with those below it, in their order. ``None`` if the depths are wrong."""
    nodes = [TreeNode(element, is_item=not is_section or index > 0) for index, element in enumerate(rows)]
    if not nodes or len(depths) != len(nodes) or depths[0] != 0:
        return None
    above: list[TreeNode] = []
    for node, depth in zip(nodes, depths, strict=True):
        if not 0 <= depth <= len(above) or (depth == 0 and above):
            return None
        del above[depth:]
        if above:
            node.parent = above[-1]
            above[-1].children.append(node)
        above.append(node)
    # From the last one, so that each number is right when it is added.
    for node in reversed(nodes):
        if node.parent is not None:
            node.parent.shown += 1 + node.shown
            node.parent.descendants += 1 + node.descendants
    return nodes


def below(node: TreeNode) -> Iterator[TreeNode]:
    """What is below a node, in the order in which it is shown."""
    levels = [iter(node.children)]
    while levels:
        following = next(levels[-1], None)
        if following is None:
            levels.pop()
        else:
            yield following
            levels.append(iter(following.children))
