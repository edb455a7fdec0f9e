"""What a batch does to an outline, found and checked before anything changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from ._tree_batches import SECTIONS, ListOwner, TreeBatch, TreeInsert, TreePlace
from ._tree_nodes import Hidden, TreeNode, grown
from .errors import BatchError
from .lists import insert_at, remove_at
from .values import Element


class Arrival(NamedTuple):
    """A node that comes to a place."""

    node: TreeNode
    home: TreeNode
    """The node whose child it becomes."""
    at: TreePlace
    insert: TreeInsert | None = None


class Departure(NamedTuple):
    """A node that goes from a place, while its parent stays."""

    node: TreeNode
    at: TreePlace


def path_of(owners: list[ListOwner], place: TreePlace, *, is_old: bool) -> list[int]:
    """The indices of a place from the top down, by the owners of a batch that fits."""
    path = [place.at]
    while place.list % 2 == 1 and place.list != SECTIONS:
        owner = owners[place.list // 2]
        above = owner.old if is_old else owner.new
        if above is None:
            raise BatchError("a list is nowhere")
        place = above
        path.append(place.at)
    if place.list != SECTIONS:
        path.append(place.list // 2)
    return path[::-1]


class Plan:
    """What a batch does to an outline. Raises ``BatchError`` if it does not fit it, or contradicts itself."""

    def __init__(self, batch: TreeBatch, root: TreeNode, items: Mapping[str, TreeNode]) -> None:
        self.batch, self.root, self.items = batch, root, items
        self.deleted: list[Departure] = []
        self.moved: list[Arrival] = []
        self.inserted: list[Arrival] = []
        self.fresh: dict[str, TreeNode] = {}
        """All new items by their ids."""
        self.lists: dict[TreeNode, list[TreeNode]] = {}
        """The new children of each node that gets others."""
        self.updates: dict[TreeNode, Element] = {}
        self.counts: list[tuple[TreeNode, Hidden]] = []
        self._fates: dict[TreeNode, Literal["deleted", "moved", "unmoved"]] = {}
        self._fresh_nodes: set[TreeNode] = set()
        self._new_owners: list[TreeNode | None] = []

        size = (len(root.children), root.shown - len(root.children))
        if batch.before != size:
            raise BatchError(f"the list has {size[0]} sections and {size[1]} items, the batch is for {batch.before}")
        self._old_owners = [items.get(owner.id) if owner.old else None for owner in batch.owners]
        for owner, node in zip(batch.owners, self._old_owners, strict=True):
            if owner.old and (node is None or self._old_at(owner.old) is not node):
                raise BatchError(f"the item {owner.id} is elsewhere")
        self._grow()
        self._arrange()
        self._check_fates()
        self._check_places()
        self._find_contents()
        self._check_size()

    def children(self, node: TreeNode) -> list[TreeNode]:
        """The children of a node in NEW."""
        return self.lists.get(node, node.children)

    def _old_list(self, number: int) -> TreeNode:
        if number == SECTIONS:
            return self.root
        owners: Sequence[TreeNode | None] = self._old_owners if number % 2 else self.root.children
        node = owners[number // 2] if 0 <= number // 2 < len(owners) else None
        if node is None:
            raise BatchError("a list was not there")
        return node

    def _new_list(self, number: int) -> TreeNode:
        if number == SECTIONS:
            return self.root
        owners: Sequence[TreeNode | None] = self._new_owners if number % 2 else self.children(self.root)
        node = owners[number // 2] if 0 <= number // 2 < len(owners) else None
        if node is None:
            raise BatchError("a list is not there")
        return node

    def _old_at(self, place: TreePlace) -> TreeNode:
        nodes = self._old_list(place.list).children
        if not 0 <= place.at < len(nodes):
            raise BatchError("nothing was at a place")
        return nodes[place.at]

    def _new_at(self, place: TreePlace) -> TreeNode:
        nodes = self.children(self._new_list(place.list))
        if not 0 <= place.at < len(nodes):
            raise BatchError("nothing is at a place")
        return nodes[place.at]

    def _take(self, place: TreePlace, fate: Literal["deleted", "moved", "unmoved"]) -> TreeNode:
        node = self._old_at(place)
        if node in self._fates:
            raise BatchError(f"{node.id} is named twice")
        self._fates[node] = fate
        return node

    def _grow(self) -> None:
        """Makes the nodes that are new."""
        for insert in self.batch.inserts:
            is_section = insert.at.list == SECTIONS
            nodes = grown(insert.rows, insert.depths, is_section=is_section)
            if nodes is None:
                raise BatchError("a new item has no parent")
            for node in nodes:
                if node.is_item and self.fresh.setdefault(node.id, node) is not node:
                    raise BatchError(f"the item {node.id} is inserted twice")
            self._fresh_nodes.update(nodes)
            self.inserted.append(Arrival(nodes[0], self.root, insert.at, insert))

    def _arrange(self) -> None:
        """Finds the new children of all nodes that get others, and first the sections, whose new indices name lists."""
        batch = self.batch
        self.deleted = [Departure(self._take(place, "deleted"), place) for place in batch.deletes]
        moved = [(self._take(move.source, "moved"), move) for move in batch.moves]
        for move in batch.unmoved:
            self._take(move.source, "unmoved")
        leaving: dict[TreeNode, list[int]] = {}
        for place in (*batch.deletes, *(move.source for move in batch.moves)):
            leaving.setdefault(self._old_list(place.list), []).append(place.at)
        sections = [(move.target.at, node) for node, move in moved if move.target.list == SECTIONS]
        sections += [(each.at.at, each.node) for each in self.inserted if each.at.list == SECTIONS]
        self._rearrange(self.root, leaving.pop(self.root, []), sections)
        self._new_owners = [
            self.fresh.get(owner.id, self.items.get(owner.id)) if owner.new else None for owner in batch.owners
        ]
        self.moved = [Arrival(node, self._new_list(move.target.list), move.target) for node, move in moved]
        self.inserted = [each._replace(home=self._new_list(each.at.list)) for each in self.inserted]
        arriving: dict[TreeNode, list[tuple[int, TreeNode]]] = {}
        for each in (*self.moved, *self.inserted):
            if each.node.is_item == (each.at.list == SECTIONS):
                raise BatchError("a section is among items, or an item among sections")
            if each.at.list != SECTIONS:
                arriving.setdefault(each.home, []).append((each.at.at, each.node))
        for node in leaving.keys() | arriving.keys():
            self._rearrange(node, leaving.get(node, []), arriving.get(node, []))

    def _rearrange(self, node: TreeNode, leaving: list[int], arriving: list[tuple[int, TreeNode]]) -> None:
        if not leaving and not arriving:
            return
        children = list(node.children)
        arriving.sort(key=lambda arrival: arrival[0])
        places = [at for at, _ in arriving]
        count = len(children) - len(leaving) + len(arriving)
        if len(set(places)) < len(places) or any(not 0 <= at < count for at in places):
            raise BatchError(f"there is no place for a child of {node.id}")
        remove_at(children, sorted(leaving))
        insert_at(children, arriving)
        self.lists[node] = children

    def is_gone(self, node: TreeNode | None) -> bool:
        """Whether something of OLD goes."""
        while node is not None:
            fate = self._fates.get(node)
            if fate == "deleted":
                return True
            if fate == "moved":
                return False
            node = node.parent
        return False

    def _check_fates(self) -> None:
        """Only the topmost of what goes and of what is new is named, and what comes to a place is below a section."""
        for node, _ in self.deleted:
            if self.is_gone(node.parent):
                raise BatchError(f"{node.id} is deleted below something that is")
        for each in self.inserted:
            if each.home in self._fresh_nodes:
                raise BatchError(f"{each.node.id} is inserted below something that is")
        homes = {each.node: each.home for each in (*self.moved, *self.inserted)}
        right = {self.root}
        for start in homes:
            path: set[TreeNode] = set()
            node = start
            while node not in right:
                parent = homes.get(node, node.parent)
                if node in path or parent is None:
                    raise BatchError(f"{start.id} would be below itself")
                if self._fates.get(node) == "deleted":
                    raise BatchError(f"{start.id} would be below something that is deleted")
                path.add(node)
                node = parent
            right |= path
        for id in self.fresh:
            same = self.items.get(id)
            if same is not None and not self.is_gone(same):
                raise BatchError(f"the item {id} is there already")

    def _check_places(self) -> None:
        """The owners have the places in NEW that the batch says, and so has what did not move."""
        for owner, old, new in zip(self.batch.owners, self._old_owners, self._new_owners, strict=True):
            if not (self._new_at(owner.new) is new if owner.new else self.is_gone(old)):
                raise BatchError(f"the item {owner.id} comes elsewhere")
        for move in self.batch.unmoved:
            if self._new_at(move.target) is not self._old_at(move.source):
                raise BatchError("what did not move does not stay")

    def _find_contents(self) -> None:
        """Finds what elements become."""
        for update in self.batch.updates:
            node = self._new_at(update.at)
            if update.element.id != node.id or node in self._fresh_nodes or node in self.updates:
                raise BatchError(f"the update of {update.element.id} is for something else")
            self.updates[node] = update.element
        for counts in self.batch.counts:
            if not 0 <= counts.children <= counts.descendants:
                raise BatchError("counts are wrong")
            self.counts.append((self._new_at(counts.at), Hidden(counts.children, counts.descendants)))
        for key in self.batch.keys:
            node = self._new_at(key.at)
            element = self.updates.get(node, node.element)
            self.updates[node] = element._replace(key=key.key, placement_version=key.placement_version)

    def _check_size(self) -> None:
        items = self.batch.before.items + len(self.fresh)
        items -= sum(node.shown + node.is_item for node, _ in self.deleted)
        items += sum(1 + each.node.shown for each in self.moved if self.is_gone(each.node.parent))
        if self.batch.after != (len(self.children(self.root)), items):
            raise BatchError("the sizes do not add up")
