"""What undo does to subtrees: the places of items, and whether they are there. Stacks, steps of several commits and
fields are those of `undo`.

What was removed and moved goes back first, parents before their children as they were; then what was inserted is
removed, children before their parents. Each item goes to the list that it was in, whatever has become of that list's
owner; what others have placed stays where it is.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import Enum, auto

from edits import LIMIT
from outline import Item, Outline, under


class Kept(Enum):
    """Why something was not undone."""

    PLACED = auto()
    """Others have placed it since, or removed it and made it again."""
    CHANGED = auto()
    """Others have changed what was inserted."""
    GONE = auto()
    """It does not exist any more."""
    ID_TAKEN = auto()
    """There is another item with its id."""
    SECTION_GONE = auto()
    """The section whose top it was at does not exist any more."""
    PARENT_GONE = auto()
    """The item that it was below does not exist any more, or is another one."""
    BELOW_ITSELF = auto()
    """The item that it was below is below it now."""
    TOO_DEEP = auto()
    """It would be deeper than the limit, and than it is."""
    FULL = auto()
    """The list that it was in has as many items as it takes."""
    NOT_EMPTY = auto()
    """There are items below what was inserted."""


@dataclass(frozen=True)
class Since:
    """What others have done since the commit."""

    placed: Collection[str] = ()
    """The items that they have inserted, moved, or removed."""
    changed: Collection[str] = ()
    """The items whose fields they have changed."""


@dataclass
class Undone:
    """The outline afterwards, and what was kept."""

    outline: Outline
    kept: dict[str, Kept]


def undo(before: Outline, after: Outline, now: Outline, since: Since) -> Undone:
    """Undoes the commit that led from one version to the next, in a version since."""
    return _Reversal(before, after, now, since).run()


def touched(old: Outline, new: Outline) -> Since:
    """What a commit has done, as others see it."""
    ids = old.items.keys() | new.items.keys()
    placed = {id for id in ids if id not in old.items or id not in new.items or _is_placed(old, new, id)}
    both = old.items.keys() & new.items.keys()
    return Since(placed, {id for id in both if old.items[id].fields != new.items[id].fields})


def _is_placed(old: Outline, new: Outline, id: str) -> bool:
    return new.items[id].placement_version != old.items[id].placement_version


class _Reversal:
    """One undo of one commit."""

    def __init__(self, before: Outline, after: Outline, now: Outline, since: Since) -> None:
        self.before, self.after, self.since = before, after, since
        self.outline = now.copy()
        self.outline.version += 1
        self.kept: dict[str, Kept] = {}
        self.others: set[str] = set()
        """Ids that belong to other items now."""

    def run(self) -> Undone:
        returning = [id for id, _ in self.before.rows() if self._is_returning(id)]
        self.pending = set(returning)
        """What is still to go back."""
        for id in returning:
            self.pending.remove(id)
            reason = self._obstacle(id)
            if reason is None:
                self._put_back(id)
            else:
                self.kept[id] = reason
        for id, _ in reversed(self.after.rows()):
            if id not in self.before.items:
                reason = self._obstacle_to_removal(id)
                if reason is None:
                    self._remove(id)
                else:
                    self.kept[id] = reason
        return Undone(self.outline, self.kept)

    def _is_returning(self, id: str) -> bool:
        """Whether the commit has removed or moved an item."""
        return id not in self.after.items or _is_placed(self.before, self.after, id)

    def _obstacle(self, id: str) -> Kept | None:
        """Why an item can't go back; None if it can."""
        outline = self.outline
        was_removed = id not in self.after.items
        if was_removed:
            if id in outline.items:
                self.others.add(id)
                return Kept.ID_TAKEN
            if id in self.since.placed:
                return Kept.GONE
        elif id not in outline.items:
            return Kept.GONE
        elif id in self.since.placed:
            return Kept.PLACED
        home = self.before.home(id)
        if home.kind == "section" and home.id not in outline.sections:
            return Kept.SECTION_GONE
        if home.kind == "item":
            if home.id not in outline.items or home.id in self.others:
                return Kept.PARENT_GONE
            if id in outline.path(home.id):
                return Kept.BELOW_ITSELF
        depth = len(outline.path(home.id)) + 1 if home.kind == "item" else 1
        deepest = depth - 1 + (1 if was_removed else outline.height(id))
        if deepest > outline.most_depth and (was_removed or depth > len(outline.path(id))):
            return Kept.TOO_DEEP
        if was_removed or outline.home(id) != home:
            most = outline.section_fields[home.id].get(LIMIT, 0) if home.kind == "section" else outline.most_children
            # What is about to leave the list makes room.
            if 0 < most <= sum(each not in self.pending for each in outline.lists[home]):
                return Kept.FULL
        return None

    def _put_back(self, id: str) -> None:
        """Puts an item behind the one that was before it, or the next one further up that is there, or else before the
        one that was behind it, or else at the start."""
        outline, home = self.outline, self.before.home(id)
        if id in outline.items:
            outline.take(id)
            outline.items[id] = dataclasses.replace(outline.items[id], placement_version=outline.version)
        else:
            fields = self.before.items[id].fields
            outline.items[id] = Item(fields, outline.version, outline.version)
            outline.lists[under(id)] = []
        old, siblings = self.before.lists[home], outline.lists[home]
        place = old.index(id)
        # What is still to go back does not count.
        there = [each for each in siblings if each not in self.pending]
        predecessor = next((each for each in reversed(old[:place]) if each in there), None)
        successor = next((each for each in old[place + 1 :] if each in there), None)
        if predecessor is not None:
            siblings.insert(siblings.index(predecessor) + 1, id)
        elif successor is not None:
            siblings.insert(siblings.index(successor), id)
        else:
            siblings.insert(0, id)

    def _obstacle_to_removal(self, id: str) -> Kept | None:
        """Why an item that was inserted can't be removed; None if it can."""
        if id not in self.outline.items:
            return Kept.GONE
        if id in self.since.placed:
            return Kept.PLACED
        if id in self.since.changed:
            return Kept.CHANGED
        return Kept.NOT_EMPTY if self.outline.lists[under(id)] else None

    def _remove(self, id: str) -> None:
        self.outline.gone[id] = self.outline.home(id)
        self.outline.take(id)
        self.outline.forget(id)


def overwritten(now: Outline, since: Since, undone: Undone, commit: Since) -> Iterator[str]:
    """What an undo has changed that it must not: what others have done, or what the commit has not touched."""
    new = undone.outline
    own = set(commit.placed) - set(undone.kept)
    for id in now.items:
        if id not in new.items and (id in since.placed or id not in own):
            yield f"{id} was removed"
        elif id in new.items and id not in own and new.home(id) != now.home(id):
            yield f"{id} has moved"
    for home in now.lists.keys() & new.lists.keys():
        rest = [id for id in now.lists[home] if id in new.items and id not in own]
        if [id for id in new.lists[home] if id in rest] != rest:
            yield f"what stays in {home} has another order"
    for id in set(new.items) - set(now.items):
        if id not in commit.placed:
            yield f"{id} has come"
