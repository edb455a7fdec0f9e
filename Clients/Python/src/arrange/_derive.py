"""The batch between two lists."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from .batches import (
    ChangeBatch,
    ItemInsert,
    ItemMove,
    ItemRun,
    ItemUpdate,
    Path,
    SectionInsert,
    SectionMove,
    SectionUpdate,
)
from .lists import SectionedList
from .values import Element

BLOCK = 256
"""This many elements are compared at once."""


def derive(old: SectionedList, new: SectionedList) -> ChangeBatch:
    """The batch of the profile ``exact`` that takes one list to another, with as few moves as possible. Elements are
    identified by their ids. O(n) for lists of n items, and O(k log k) for the k items between the first and the last
    difference of each section."""
    batch = ChangeBatch(old.size, new.size)
    _derive_sections(batch, old, new)
    _Items(batch, old, new).derive()
    return batch


def derive_touched(
    old: SectionedList, new: SectionedList, before: dict[str, Path], after: dict[str, Path]
) -> ChangeBatch:
    """The batch between two lists where it is known which items can have changed, and where they are in each list.

    All others keep their order and do not move. All items of sections that only one of the lists has are among those
    that can have changed. O(sections + k log k) for k such items.
    """
    batch = ChangeBatch(old.size, new.size)
    _derive_sections(batch, old, new)
    items = _Items(batch, old, new)
    items.before = before
    items.after = sorted((path, new[path]) for path in after.values())
    items.match()
    return batch


def _derive_sections(batch: ChangeBatch, old: SectionedList, new: SectionedList) -> None:
    changes = batch.sections
    places = {section.id: index for index, section in enumerate(old.sections)}
    staying = []
    for index, section in enumerate(new.sections):
        origin = places.pop(section.id, None)
        if origin is None:
            # The items follow.
            changes.inserts.append(SectionInsert(index, element=section.element))
            continue
        staying.append((origin, index))
        if not section.element.shows_the_same(old.sections[origin].element):
            changes.updates.append(SectionUpdate(index, section.element))
    changes.deletes = sorted(places.values())
    unmoved = set(_longest_increasing([origin for origin, _ in staying]))
    changes.moves = [SectionMove(*pair) for place, pair in enumerate(staying) if place not in unmoved]


class _Items:
    """The changes of items between two lists, given those of the sections."""

    def __init__(self, batch: ChangeBatch, old: SectionedList, new: SectionedList) -> None:
        self.batch = batch
        self.old = old
        self.new = new
        deleted = set(batch.sections.deletes)
        targets = {section.id: index for index, section in enumerate(new.sections)}
        # For each section of OLD its index in NEW.
        self.targets = {
            index: targets[section.id] for index, section in enumerate(old.sections) if index not in deleted
        }
        self.inserted = {insert.at for insert in batch.sections.inserts}
        # Items of OLD and NEW that can have changed.
        self.before: dict[str, Path] = {}
        self.after: list[tuple[Path, Element]] = []

    def derive(self) -> None:
        for index, section in enumerate(self.old.sections):
            if index in self.targets:
                self._compare(index, section.items, self.targets[index])
            else:
                self._leave(index, section.items, 0)
        for at in self.inserted:
            self._arrive(at, self.new.sections[at].items, 0)
        self.after.sort(key=lambda pair: pair[0])
        self.match()

    def _compare(self, index: int, old: list[Element], target: int) -> None:
        new = self.new.sections[target].items
        shorter = min(len(old), len(new))
        start = 0
        while start < shorter:
            # Lists compare blocks of the same elements faster than a loop does.
            if old[start : start + BLOCK] == new[start : start + BLOCK]:
                start = min(start + BLOCK, shorter)
                continue
            stop = min(start + BLOCK, shorter)
            while start < stop and old[start].id == new[start].id:
                self._update(old[start], new[start], Path(target, start))
                start += 1
            if start < stop:
                break
        end = 0
        while end < shorter - start:
            stop = min(end + BLOCK, shorter - start)
            if old[len(old) - stop : len(old) - end] == new[len(new) - stop : len(new) - end]:
                end = stop
                continue
            while end < stop and old[-1 - end].id == new[-1 - end].id:
                end += 1
                self._update(old[-end], new[-end], Path(target, len(new) - end))
            if end < stop:
                break
        self._leave(index, old[start : len(old) - end], start)
        self._arrive(target, new[start : len(new) - end], start)

    def _leave(self, section: int, items: Sequence[Element], start: int) -> None:
        for offset, item in enumerate(items):
            self.before[item.id] = Path(section, start + offset)

    def _arrive(self, section: int, items: Sequence[Element], start: int) -> None:
        for offset, item in enumerate(items):
            self.after.append((Path(section, start + offset), item))

    def _update(self, old: Element, new: Element, at: Path) -> None:
        if old is not new and not old.shows_the_same(new):
            self.batch.items.updates.append(ItemUpdate(at, new))

    def match(self) -> None:
        changes = self.batch.items
        unchanged_before = _unchanged(self.before.values())
        unchanged_after = _unchanged(path for path, _ in self.after)
        pairs: list[ItemMove] = []
        rows: dict[int, list[tuple[Element, Path | None]]] = {at: [] for at in self.inserted}
        for at, item in self.after:
            origin = self.before.pop(item.id, None)
            if origin is not None:
                self._update(self.old[origin], item, at)
            if at.section in self.inserted:
                rows[at.section].append((item, origin))
                if origin is not None and origin.section in self.targets:
                    changes.deletes.append(origin)
            elif origin is None:
                changes.inserts.append(ItemInsert(at, element=item))
            elif origin.section not in self.targets:
                changes.inserts.append(ItemInsert(at, kept=origin))
            else:
                pairs.append(ItemMove(origin, at))
        changes.deletes += [path for path in self.before.values() if path.section in self.targets]
        changes.deletes.sort()
        self.batch.sections.inserts = [
            insert._replace(items=_runs(rows[insert.at])) for insert in self.batch.sections.inserts
        ]
        changes.updates.sort(key=lambda update: update.at)
        changes.moves = self._moves(pairs, unchanged_before, unchanged_after)

    def _moves(self, pairs: list[ItemMove], before: dict[Path, int], after: dict[Path, int]) -> list[ItemMove]:
        """Those of the pairs, which are in the order of NEW, that move; the others keep their order. An item can only
        stay if the same number of unchanged items is before it in both lists."""
        candidates: dict[int, list[int]] = {}
        for place, pair in enumerate(pairs):
            stays = self.targets[pair.source.section] == pair.target.section
            if stays and before[pair.source] == after[pair.target]:
                candidates.setdefault(pair.target.section, []).append(place)
        unmoved: set[int] = set()
        for places in candidates.values():
            chosen = _longest_increasing([pairs[place].source.item for place in places])
            unmoved.update(places[index] for index in chosen)
        return [pair for place, pair in enumerate(pairs) if place not in unmoved]


def _unchanged(paths: Iterable[Path]) -> dict[Path, int]:
    """For each of some paths the number of items before it, in its section, that are not among them."""
    counts: dict[Path, int] = {}
    section = place = -1
    for path in sorted(paths):
        if path.section != section:
            section, place = path.section, 0
        counts[path] = path.item - place
        place += 1
    return counts


def _runs(rows: Sequence[tuple[Element, Path | None]]) -> list[ItemRun]:
    """The items of an inserted section as runs that are as long as possible."""
    runs: list[ItemRun] = []
    fresh: list[Element] = []
    for item, origin in rows:
        last = runs[-1] if runs else None
        if origin is None:
            if last is None or last.kept is not None:
                fresh = []
                runs.append(ItemRun(items=fresh))
            fresh.append(item)
        elif last is not None and last.kept is not None and origin == (last.kept.section, last.kept.item + last.length):
            runs[-1] = last._replace(length=last.length + 1)
        else:
            runs.append(ItemRun(kept=origin, length=1))
    return runs


def _longest_increasing(values: Sequence[int]) -> list[int]:
    """The places of a longest increasing subsequence of distinct values."""
    tails: list[int] = []
    tail_places: list[int] = []
    previous: list[int] = []
    for place, value in enumerate(values):
        length = bisect_left(tails, value)
        previous.append(tail_places[length - 1] if length > 0 else -1)
        tails[length : length + 1] = [value]
        tail_places[length : length + 1] = [place]
    result: list[int] = []
    place = tail_places[-1] if tail_places else -1
    while place >= 0:
        result.append(place)
        place = previous[place]
    return result[::-1]
