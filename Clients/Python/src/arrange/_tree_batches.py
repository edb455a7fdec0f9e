"""Batches of outlines: one coalesced set of changes between two versions of a list whose items can have children."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .batches import ListSize, from_size, to_size
from .errors import BatchError
from .v1 import changes_pb2
from .values import Element, from_element, to_element

SECTIONS = -1
"""In place of a list: the sections themselves."""


class TreePlace(NamedTuple):
    """The place of an item or a section."""

    list: int
    """2 k is the top of the section with the index k, in OLD for places in OLD and in NEW for places in NEW, and
    2 k + 1 are the children of ``owners[k]``; ``SECTIONS`` is the list of sections."""
    at: int
    """The index in the list."""


class ListOwner(NamedTuple):
    """An item whose children are a list that a batch names, or that is above such an item."""

    id: str
    old: TreePlace | None
    """``None`` if it was not there."""
    new: TreePlace | None
    """``None`` if it is not there."""


class TreeInsert(NamedTuple):
    """An item or a section that is inserted with everything below it that is new and below nothing else that was there.

    Items that move to one of its lists have their own places there; the rows fill the others.
    """

    at: TreePlace
    """The place in NEW."""
    rows: Sequence[Element]
    """Each behind its parent, and behind what is below its previous sibling."""
    depths: Sequence[int]
    """How much deeper than the first of them each of the rows is."""


class TreeMove(NamedTuple):
    """An item or a section that moves with everything below it."""

    source: TreePlace
    """The place in OLD."""
    target: TreePlace
    """The place in NEW."""


class TreeUpdate(NamedTuple):
    """An item or a section whose fields changed."""

    at: TreePlace
    """The place in NEW."""
    element: Element
    fields_before: int = 0
    """A hash of the fields before, for the composition of batches."""


class NodeCounts(NamedTuple):
    """How much is below a collapsed item or section."""

    at: TreePlace
    """The place in NEW."""
    children: int
    descendants: int
    """At all depths."""


class NodeKey(NamedTuple):
    """The order key and the placement version of an item or a section that came to a place."""

    at: TreePlace
    """The place in NEW."""
    key: bytes
    placement_version: int = 0
    """0 if unknown."""


@dataclass
class TreeBatch:
    """The changes that take an outline from one version, OLD, to a later one, NEW.

    Deletes and the sources of moves are places in OLD, all others are places in NEW. In each list the changes of
    sections come first. An item that is in both versions and has another parent is a move, also out of something that
    is deleted and to something that is inserted. Of what is deleted and inserted, only the topmost items are named.
    """

    before: ListSize
    """The size of OLD: its sections, and its items at all depths."""
    after: ListSize
    """The size of NEW."""
    from_version: int = 0
    commits: int = 0
    owners: list[ListOwner] = field(default_factory=list)
    deletes: list[TreePlace] = field(default_factory=list)
    inserts: list[TreeInsert] = field(default_factory=list)
    moves: list[TreeMove] = field(default_factory=list)
    updates: list[TreeUpdate] = field(default_factory=list)
    unmoved: list[TreeMove] = field(default_factory=list)
    """What was touched but kept its parent and its place relative to its siblings, for the composition of batches."""
    counts: list[NodeCounts] = field(default_factory=list)
    """Of what is collapsed, where they are others than before."""
    keys: list[NodeKey] = field(default_factory=list)

    def __len__(self) -> int:
        """The number of changes. An insert counts as one, whatever the number of its rows."""
        return len(self.deletes) + len(self.inserts) + len(self.moves) + len(self.updates)

    def __bool__(self) -> bool:
        """Whether anything changes besides counts and order keys."""
        return len(self) > 0


def from_tree_batch(message: changes_pb2.TreeBatch) -> TreeBatch:
    """The batch of a message. Raises ``BatchError`` if its lists of numbers have wrong lengths."""
    keyed = _places(message.keyed)
    if len(keyed) != len(message.keys) or len(message.placements) not in (0, len(message.keys)):
        raise BatchError("there are more places than keys, or fewer")
    return TreeBatch(
        before=from_size(message.before),
        after=from_size(message.after),
        from_version=message.from_version,
        commits=message.commits,
        owners=[
            ListOwner(owner.id, _place(owner.old_list, owner.old_at), _place(owner.new_list, owner.new_at))
            for owner in message.owners
        ],
        deletes=[TreePlace(SECTIONS, at) for at in message.section_deletes] + _places(message.deletes),
        inserts=[
            TreeInsert(
                TreePlace(SECTIONS if index < len(message.section_inserts) else insert.list, insert.at),
                [from_element(row) for row in insert.rows],
                list(insert.depths),
            )
            for index, insert in enumerate([*message.section_inserts, *message.inserts])
        ],
        moves=_section_moves(message.section_moves) + _moves(message.moves),
        updates=[
            TreeUpdate(TreePlace(SECTIONS, each.at), from_element(each.section), each.fields_before)
            for each in message.section_updates
        ]
        + [
            TreeUpdate(TreePlace(each.list, each.at), from_element(each.item), each.fields_before)
            for each in message.updates
        ],
        unmoved=_section_moves(message.sections_unmoved) + _moves(message.unmoved),
        counts=[NodeCounts(TreePlace(each.list, each.at), each.children, each.descendants) for each in message.counts],
        keys=[NodeKey(*key) for key in zip(keyed, message.keys, message.placements or [0] * len(keyed), strict=True)],
    )


def to_tree_batch(batch: TreeBatch) -> changes_pb2.TreeBatch:
    """The message of a batch."""
    message = changes_pb2.TreeBatch(
        before=to_size(batch.before),
        after=to_size(batch.after),
        from_version=batch.from_version,
        commits=batch.commits,
        section_deletes=[place.at for place in batch.deletes if place.list == SECTIONS],
        deletes=[number for place in batch.deletes if place.list != SECTIONS for number in place],
        counts=[
            changes_pb2.NodeCounts(list=at.list, at=at.at, children=children, descendants=descendants)
            for at, children, descendants in batch.counts
        ],
        keyed=[number for key in batch.keys for number in key.at],
        keys=[key.key for key in batch.keys],
        placements=[key.placement_version for key in batch.keys],
    )
    nowhere = (-1, -1)
    for owner in batch.owners:
        (old_list, old_at), (new_list, new_at) = owner.old or nowhere, owner.new or nowhere
        message.owners.add(id=owner.id, old_list=old_list, old_at=old_at, new_list=new_list, new_at=new_at)
    for insert in batch.inserts:
        inserts = message.section_inserts if insert.at.list == SECTIONS else message.inserts
        rows = [to_element(row) for row in insert.rows]
        inserts.add(list=insert.at.list, at=insert.at.at, rows=rows, depths=insert.depths)
    for at, element, before in batch.updates:
        if at.list == SECTIONS:
            message.section_updates.add(at=at.at, section=to_element(element), fields_before=before)
        else:
            message.updates.add(list=at.list, at=at.at, item=to_element(element), fields_before=before)
    for moves, sections, items in (
        (batch.moves, message.section_moves, message.moves),
        (batch.unmoved, message.sections_unmoved, message.unmoved),
    ):
        for source, target in moves:
            if source.list == SECTIONS:
                sections.extend((source.at, target.at))
            else:
                items.extend((*source, *target))
    return message


def _place(number: int, at: int) -> TreePlace | None:
    return TreePlace(number, at) if at >= 0 else None


def _places(numbers: Sequence[int]) -> list[TreePlace]:
    if len(numbers) % 2 != 0:
        raise BatchError("a place has no index")
    values = list(numbers)
    return [TreePlace(*pair) for pair in zip(values[::2], values[1::2], strict=True)]


def _moves(numbers: Sequence[int]) -> list[TreeMove]:
    places = _places(numbers)
    if len(places) % 2 != 0:
        raise BatchError("a move has no target")
    return [TreeMove(*pair) for pair in zip(places[::2], places[1::2], strict=True)]


def _section_moves(numbers: Iterable[int]) -> list[TreeMove]:
    values = [TreePlace(SECTIONS, number) for number in numbers]
    if len(values) % 2 != 0:
        raise BatchError("a move has no target")
    return [TreeMove(*pair) for pair in zip(values[::2], values[1::2], strict=True)]
