"""Change batches: one coalesced set of changes between two versions of a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from .errors import BatchError
from .v1 import changes_pb2, model_pb2
from .values import Element, from_element


class Path(NamedTuple):
    """The place of an item: the index of its section, and its index in the section."""

    section: int
    item: int


class ListSize(NamedTuple):
    """The size of a list."""

    sections: int
    items: int
    """In all sections together."""


class Profile(Enum):
    """What batches are made for."""

    EXACT = "exact"
    """As few moves as possible."""
    UIKIT = "uikit"
    """Without the moves that ``UITableView`` and ``UICollectionView`` can't make."""


class ItemRun(NamedTuple):
    """Items of an inserted section that follow each other."""

    items: Sequence[Element] = ()
    """New items."""
    kept: Path | None = None
    """The place in OLD of the first of items that the list had; they followed each other."""
    length: int = 0
    """The number of kept items."""


class SectionInsert(NamedTuple):
    """A section that comes with all its items."""

    at: int
    """The index in NEW."""
    element: Element | None = None
    """The section, if it is new."""
    kept: int | None = None
    """The index in OLD of the section, if the list had it."""
    items: Sequence[ItemRun] = ()


class SectionMove(NamedTuple):
    """A section that moves with all its items."""

    source: int
    """The index in OLD."""
    target: int
    """The index in NEW."""


class SectionUpdate(NamedTuple):
    """A section whose fields changed."""

    at: int
    """The index in NEW."""
    element: Element


class SectionKey(NamedTuple):
    """The order key and the placement version of a section that came to a place."""

    at: int
    """The index in NEW."""
    key: bytes
    placement_version: int = 0
    """0 if unknown."""


class ItemInsert(NamedTuple):
    """An item that comes to a section that the list had."""

    at: Path
    """The place in NEW."""
    element: Element | None = None
    """The item, if it is new."""
    kept: Path | None = None
    """The place in OLD of the item, if the list had it."""


class ItemMove(NamedTuple):
    """An item that moves."""

    source: Path
    """The place in OLD."""
    target: Path
    """The place in NEW."""


class ItemUpdate(NamedTuple):
    """An item whose fields changed."""

    at: Path
    """The place in NEW."""
    element: Element


class ItemKey(NamedTuple):
    """The order key and the placement version of an item that came to a place."""

    at: Path
    """The place in NEW."""
    key: bytes
    placement_version: int = 0
    """0 if unknown."""


@dataclass
class SectionChanges:
    """The changes of sections, each list in ascending order: deletes by OLD, everything else by NEW."""

    deletes: list[int] = field(default_factory=list)
    inserts: list[SectionInsert] = field(default_factory=list)
    moves: list[SectionMove] = field(default_factory=list)
    updates: list[SectionUpdate] = field(default_factory=list)
    keys: list[SectionKey] = field(default_factory=list)


@dataclass
class ItemChanges:
    """The changes of items, each list in ascending order: deletes by OLD, everything else by NEW."""

    deletes: list[Path] = field(default_factory=list)
    inserts: list[ItemInsert] = field(default_factory=list)
    moves: list[ItemMove] = field(default_factory=list)
    updates: list[ItemUpdate] = field(default_factory=list)
    keys: list[ItemKey] = field(default_factory=list)


@dataclass
class ChangeBatch:
    """The changes that take a list from one version, OLD, to a later one, NEW.

    Deletes and the sources of moves are positions in OLD; inserts, the targets of moves and updates are positions in
    NEW. No position refers to a list in between, so the order in which a batch is read does not matter.
    """

    before: ListSize
    """The size of OLD."""
    after: ListSize
    """The size of NEW."""
    sections: SectionChanges = field(default_factory=SectionChanges)
    items: ItemChanges = field(default_factory=ItemChanges)
    profile: Profile = Profile.EXACT

    def __len__(self) -> int:
        """The number of changes. An inserted section is one change, whatever the number of its items."""
        return sum(
            len(changes.deletes) + len(changes.inserts) + len(changes.moves) + len(changes.updates)
            for changes in (self.sections, self.items)
        )

    def __bool__(self) -> bool:
        """Whether anything visible changes. A batch that only has order keys is false."""
        return len(self) > 0


def from_size(message: changes_pb2.ListSize) -> ListSize:
    """The size of a message."""
    return ListSize(message.sections, message.items)


def to_size(size: ListSize) -> changes_pb2.ListSize:
    """The message of a size."""
    return changes_pb2.ListSize(sections=size.sections, items=size.items)


def from_batch(message: changes_pb2.ChangeBatch) -> ChangeBatch:
    """The batch of a message. Raises ``BatchError`` if its lists of numbers have wrong lengths."""
    deleted, moved = _paths(message.item_deletes), _paths(message.item_moves)
    if len(moved) % 2 != 0 or len(message.section_moves) % 2 != 0:
        raise BatchError("a move has no target")
    keyed = _paths(message.keyed_items)
    if len(keyed) != len(message.item_keys) or len(message.keyed_sections) != len(message.section_keys):
        raise BatchError("there are more places than keys, or fewer")
    section_placements = _placements(message.section_placements, len(message.section_keys))
    item_placements = _placements(message.item_placements, len(message.item_keys))
    is_uikit = message.profile == changes_pb2.BATCH_PROFILE_UIKIT
    section_moves = list(message.section_moves)
    return ChangeBatch(
        before=from_size(message.before),
        after=from_size(message.after),
        sections=SectionChanges(
            deletes=list(message.section_deletes),
            inserts=[_section_insert(insert) for insert in message.section_inserts],
            moves=[SectionMove(*pair) for pair in zip(section_moves[::2], section_moves[1::2], strict=True)],
            updates=[SectionUpdate(update.at, from_element(update.section)) for update in message.section_updates],
            keys=[
                SectionKey(*key)
                for key in zip(message.keyed_sections, message.section_keys, section_placements, strict=True)
            ],
        ),
        items=ItemChanges(
            deletes=deleted,
            inserts=[_item_insert(insert) for insert in message.item_inserts],
            moves=[ItemMove(*pair) for pair in zip(moved[::2], moved[1::2], strict=True)],
            updates=[ItemUpdate(_path(update.at), from_element(update.item)) for update in message.item_updates],
            keys=[ItemKey(*key) for key in zip(keyed, message.item_keys, item_placements, strict=True)],
        ),
        profile=Profile.UIKIT if is_uikit else Profile.EXACT,
    )


def _placements(versions: Sequence[int], count: int) -> list[int]:
    """The placement version for each key. Servers that do not know them send none."""
    if len(versions) not in (0, count):
        raise BatchError("there are more keys than placement versions, or fewer")
    return list(versions) or [0] * count


def _section_insert(message: changes_pb2.SectionInsert) -> SectionInsert:
    items = [
        ItemRun(kept=_path(run.kept_from), length=run.kept)
        if run.HasField("kept_from")
        else ItemRun(items=[from_element(item) for item in run.items])
        for run in message.items
    ]
    match message.WhichOneof("source"):
        case "section":
            return SectionInsert(message.at, element=from_element(message.section), items=items)
        case "kept_from":
            return SectionInsert(message.at, kept=message.kept_from, items=items)
        case _:
            raise BatchError("an insert has no section")


def _item_insert(message: changes_pb2.ItemInsert) -> ItemInsert:
    match message.WhichOneof("source"):
        case "item":
            return ItemInsert(_path(message.at), element=from_element(message.item))
        case "kept_from":
            return ItemInsert(_path(message.at), kept=_path(message.kept_from))
        case _:
            raise BatchError("an insert has no item")


def _path(message: model_pb2.Path) -> Path:
    return Path(message.section, message.item)


def _paths(numbers: Sequence[int]) -> list[Path]:
    if len(numbers) % 2 != 0:
        raise BatchError("a place has no index")
    values = list(numbers)
    return [Path(*pair) for pair in zip(values[::2], values[1::2], strict=True)]
