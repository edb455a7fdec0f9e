"""What undo does to subtrees: the places of items, and whether they are there. Stacks, steps of several commits and
fields are those of `undo`.

What was inserted is removed first, children before their parents, as far as there is nothing below it; so it makes
room. Then what was removed and moved goes back, parents before their children as they were, and then the rest of what
was inserted is removed. Each item goes to the list that it was in, whatever has become of that list's owner; what
others have placed stays where it is.

What is about to leave does not count for the limits. If some of it is kept in the end, so that a limit is exceeded,
everything is done once more, and it does count.
"""

from __future__ import annotations

import contextlib
import dataclasses
import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType

from edits import LIMIT
from outline import Home, Item, Operation, Outline, Refused, drawing, under
from outline_cases import operations
from outline_steps import apply


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


NO_HALVES: Mapping[str, Kept] = MappingProxyType({})


@dataclass
class Undone:
    """The outline afterwards, and what was kept."""

    outline: Outline
    kept: dict[str, Kept]


def undo(before: Outline, after: Outline, now: Outline, since: Since, halves: Mapping[str, Kept] = NO_HALVES) -> Undone:
    """Undoes the commit that led from one version to the next, in a version since.

    `halves` are items that were transferred and are kept, because the other collection keeps its half.
    """
    reversal = _Reversal(before, after, now, since, halves, is_strict=False)
    undone = reversal.run()
    if reversal.is_within_limits():
        return undone
    return _Reversal(before, after, now, since, halves, is_strict=True).run()


@dataclass(frozen=True)
class Part:
    """What a transaction has done to one of its collections, and what others have done since."""

    before: Outline
    after: Outline
    now: Outline
    since: Since


def undo_jointly(parts: Mapping[str, Part], transferred: Mapping[str, tuple[str, str]]) -> dict[str, Undone]:
    """Undoes a transaction over several collections. Of each item that was `transferred` from one of two collections to
    the other, both halves are undone, or none."""
    halves: dict[str, dict[str, Kept]] = {name: {} for name in parts}
    while True:
        undone: dict[str, Undone] = {}
        is_settled = True
        for name in sorted(parts):
            part = parts[name]
            undone[name] = undo(part.before, part.after, part.now, part.since, halves[name])
            for id, reason in undone[name].kept.items():
                if id in transferred and name in transferred[id]:
                    (other,) = set(transferred[id]) - {name}
                    if id not in halves[name] and id not in halves[other]:
                        halves[other][id] = reason
                        is_settled = False
        if is_settled:
            return undone


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

    def __init__(
        self,
        before: Outline,
        after: Outline,
        now: Outline,
        since: Since,
        halves: Mapping[str, Kept],
        *,
        is_strict: bool,
    ) -> None:
        self.before, self.after, self.since, self.is_strict = before, after, since, is_strict
        self.halves = halves
        self.outline = now.copy()
        self.outline.version += 1
        self.kept: dict[str, Kept] = {}
        self.filled: set[Home] = set()
        """Lists that had room only without what is about to leave them."""
        self.deepened: set[str] = set()
        """Items that were not too deep only without what is about to leave them."""
        self.others: set[str] = set()
        """Ids that belong to other items now."""

    def run(self) -> Undone:
        inserted = [id for id, _ in reversed(self.after.rows()) if self._is_inserted(id)]
        left = [id for id in inserted if not self._is_removed(id)]
        returning = [id for id, _ in self.before.rows() if self._is_returning(id)]
        self.kept = {id: reason for id in returning if (reason := self._own_obstacle(id))}
        self.pending = {id for id in returning if id not in self.kept}
        """What is still to go back."""
        self.leaving: set[str] = set()
        """What is left of what was inserted, and is removed when all below it has gone back."""
        for id in left:
            if self._obstacle_to_removal(id) == Kept.NOT_EMPTY and not self._staying(id):
                self.leaving.add(id)
        for id in returning:
            if id in self.pending:
                self.pending.remove(id)
                reason = self._obstacle(id)
                if reason is None:
                    self._put_back(id)
                else:
                    self.kept[id] = reason
        for id in left:
            if not self._is_removed(id):
                reason = self._obstacle_to_removal(id)
                assert reason is not None
                self.kept[id] = reason
        self.kept |= {id: reason for id, reason in self.halves.items() if self._has_half(id)}
        return Undone(self.outline, self.kept)

    def _is_inserted(self, id: str) -> bool:
        """Whether the commit has inserted an item, which is no half that has to be kept."""
        return id not in self.before.items and id not in self.halves

    def _has_half(self, id: str) -> bool:
        return (id in self.before.items) != (id in self.after.items)

    def _is_returning(self, id: str) -> bool:
        """Whether the commit has removed or moved an item."""
        return id not in self.after.items or _is_placed(self.before, self.after, id)

    def _own_obstacle(self, id: str) -> Kept | None:
        """Why an item can't go back, wherever it was; None if it can."""
        if id not in self.after.items:
            if id in self.halves:
                self.others.add(id)
                return self.halves[id]
            if id in self.outline.items:
                self.others.add(id)
                return Kept.ID_TAKEN
            return Kept.GONE if id in self.since.placed else None
        if id not in self.outline.items:
            return Kept.GONE
        return Kept.PLACED if id in self.since.placed else None

    def _obstacle(self, id: str) -> Kept | None:
        """Why an item can't go back to where it was; None if it can."""
        outline = self.outline
        was_removed = id not in self.after.items
        home = self.before.home(id)
        if home.kind == "section" and home.id not in outline.sections:
            return Kept.SECTION_GONE
        if home.kind == "item":
            if home.id not in outline.items or home.id in self.others:
                return Kept.PARENT_GONE
            if id in outline.path(home.id):
                return Kept.BELOW_ITSELF
        depth = len(outline.path(home.id)) + 1 if home.kind == "item" else 1
        if was_removed or depth > len(outline.path(id)):
            if depth - 1 + (1 if was_removed else self._height(id)) > outline.most_depth:
                return Kept.TOO_DEEP
            if not was_removed and depth - 1 + outline.height(id) > outline.most_depth:
                self.deepened.add(id)
        if was_removed or outline.home(id) != home:
            most = self._most(home)
            if len(self._staying_in(home)) >= most:
                return Kept.FULL
            if len(outline.lists[home]) >= most:
                self.filled.add(home)
        return None

    def _most(self, home: Home) -> int:
        """The most items of a list."""
        if home.kind == "item":
            return self.outline.most_children
        return self.outline.section_fields[home.id].get(LIMIT, 0) or sys.maxsize

    def is_within_limits(self) -> bool:
        """Whether nothing is beyond a limit because what was about to leave has stayed."""
        outline = self.outline
        is_full = any(home in outline.lists and len(outline.lists[home]) > self._most(home) for home in self.filled)
        return not is_full and not any(
            len(outline.path(id)) - 1 + outline.height(id) > outline.most_depth for id in self.deepened
        )

    def _height(self, id: str) -> int:
        """The number of levels of an item and what is below it, without what is about to leave."""
        return 1 + max(map(self._height, self._staying(id)), default=0)

    def _staying(self, id: str) -> list[str]:
        return self._staying_in(under(id))

    def _staying_in(self, home: Home) -> list[str]:
        """The items of a list that are not about to leave it, or in a strict undo all of them."""
        if self.is_strict:
            return self.outline.lists[home]
        return [id for id in self.outline.lists[home] if id not in self.pending and id not in self.leaving]

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

    def _is_removed(self, id: str) -> bool:
        """Removes an item that was inserted, if it can be removed."""
        if self._obstacle_to_removal(id) is not None:
            return False
        self._remove(id)
        return True

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


def commits(outline: Outline, new: str) -> Iterator[tuple[Operation, Outline]]:
    """All operations on an outline that change it, with what they lead to; one of those that do the same."""
    seen = set()
    for operation in operations(outline, new):
        with contextlib.suppress(Refused):
            result = apply(outline, [operation])
            case = (drawing(result.outline), frozenset(touched(outline, result.outline).placed))
            if result.changed and case not in seen:
                seen.add(case)
                yield operation, result.outline
