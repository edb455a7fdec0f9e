"""What a batch must satisfy so that applying it can't damage a list."""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from .batches import ChangeBatch, ListSize, Path, Profile
from .errors import BatchError

Place = TypeVar("Place", int, Path)


def check(batch: ChangeBatch, counts: Sequence[int]) -> None:
    """Raises ``BatchError`` if a batch does not fit a list whose sections have these numbers of items, or if it
    contradicts itself."""
    if batch.before != ListSize(len(counts), sum(counts)):
        raise BatchError(f"the list has the size {ListSize(len(counts), sum(counts))}, the batch is for {batch.before}")
    _check_sections(batch)
    _check_items(batch, counts)


def _check_sections(batch: ChangeBatch) -> None:
    changes, before, after = batch.sections, batch.before.sections, batch.after.sections
    _check_order("deleted sections", changes.deletes)
    _check_order("inserted sections", [insert.at for insert in changes.inserts])
    _check_order("moved sections", [move.target for move in changes.moves])
    _check_order("updated sections", [update.at for update in changes.updates])
    _check_order("keys of sections", [key.at for key in changes.keys])
    _check_once("a section of OLD", [*changes.deletes, *(move.source for move in changes.moves)])
    _check_once("a section of NEW", [insert.at for insert in changes.inserts] + [move.target for move in changes.moves])
    if before - len(changes.deletes) + len(changes.inserts) != after:
        raise BatchError("the numbers of sections do not add up")
    old = [*changes.deletes, *(move.source for move in changes.moves)]
    new = [insert.at for insert in changes.inserts] + [move.target for move in changes.moves]
    new += [update.at for update in changes.updates] + [key.at for key in changes.keys]
    if any(not 0 <= index < before for index in old) or any(not 0 <= index < after for index in new):
        raise BatchError("there is no such section")
    kept = []
    deleted, updated = set(changes.deletes), {update.at for update in changes.updates}
    for insert in changes.inserts:
        if insert.kept is not None:
            if batch.profile is not Profile.UIKIT or insert.kept not in deleted:
                raise BatchError(f"the section {insert.at} is kept from one that is not deleted")
            kept.append(insert.kept)
        elif insert.at in updated:
            raise BatchError(f"the section {insert.at} is inserted and updated")
    _check_once("a kept section", kept)


def _check_items(batch: ChangeBatch, counts: Sequence[int]) -> None:
    changes = batch.items
    _check_order("deleted items", changes.deletes)
    _check_order("inserted items", [insert.at for insert in changes.inserts])
    _check_order("moved items", [move.target for move in changes.moves])
    _check_order("updated items", [update.at for update in changes.updates])
    _check_order("keys of items", [key.at for key in changes.keys])
    leaving = [*changes.deletes, *(move.source for move in changes.moves)]
    coming = [insert.at for insert in changes.inserts] + [move.target for move in changes.moves]
    _check_once("an item of OLD", leaving)
    _check_once("an item of NEW", coming)
    deleted = set(batch.sections.deletes)
    for path in leaving:
        _check_old(path, 1, counts)
        if path.section in deleted:
            raise BatchError(f"the item {path} goes with its section")
    inserted = {insert.at for insert in batch.sections.inserts}
    for path in coming:
        if path.section in inserted:
            raise BatchError(f"the item {path} comes with its section")
    for section in batch.sections.inserts:
        for run in section.items:
            if run.kept is not None:
                if run.length < 1:
                    raise BatchError(f"a run of the section {section.at} is empty")
                _check_old(run.kept, run.length, counts)
    new_counts = _new_counts(batch, counts, coming)
    for path in (*coming, *(update.at for update in changes.updates), *(key.at for key in changes.keys)):
        if not 0 <= path.section < len(new_counts) or not 0 <= path.item < new_counts[path.section]:
            raise BatchError(f"there is no item {path} in the new list")
    if sum(new_counts) != batch.after.items or min(new_counts, default=0) < 0:
        raise BatchError("the numbers of items do not add up")
    _check_origins(batch, counts, deleted)
    _check_updates_of_new(batch)


def _check_order(what: str, places: Sequence[Place]) -> None:
    if any(a >= b for a, b in itertools.pairwise(places)):
        raise BatchError(f"the list of {what} is not in ascending order")


def _check_once(what: str, places: Iterable[Place]) -> None:
    places = list(places)
    if len(set(places)) != len(places):
        raise BatchError(f"{what} is named twice")


def _check_old(path: Path, count: int, counts: Sequence[int]) -> None:
    if not 0 <= path.section < len(counts) or not 0 <= path.item <= counts[path.section] - count:
        raise BatchError(f"there is no item {path} in the old list")


def _new_counts(batch: ChangeBatch, counts: Sequence[int], coming: Sequence[Path]) -> list[int]:
    """How many items each section of NEW has."""
    origins = section_origins(batch)
    new_counts = [0 if origin is None else counts[origin] for origin in origins]
    targets = {origin: index for index, origin in enumerate(origins) if origin is not None}
    for path in batch.items.deletes:
        new_counts[targets[path.section]] -= 1
    for move in batch.items.moves:
        new_counts[targets[move.source.section]] -= 1
    for path in coming:
        if not 0 <= path.section < len(new_counts):
            raise BatchError(f"there is no section for the item {path}")
        new_counts[path.section] += 1
    for insert in batch.sections.inserts:
        new_counts[insert.at] = sum(len(run.items) if run.kept is None else run.length for run in insert.items)
    return new_counts


def section_origins(batch: ChangeBatch) -> list[int | None]:
    """For each section of NEW its index in OLD, and ``None`` for inserted ones. The section lists must be valid."""
    changes = batch.sections
    sources = {move.target: move.source for move in changes.moves}
    inserted = {insert.at for insert in changes.inserts}
    gone = set(changes.deletes).union(sources.values())
    staying = (index for index in range(batch.before.sections) if index not in gone)
    return [
        None if index in inserted else sources[index] if index in sources else next(staying)
        for index in range(batch.after.sections)
    ]


def _kept(batch: ChangeBatch) -> Iterator[tuple[Path, int]]:
    for insert in batch.items.inserts:
        if insert.kept is not None:
            yield insert.kept, 1
    for section in batch.sections.inserts:
        for run in section.items:
            if run.kept is not None:
                yield run.kept, run.length


def _check_origins(batch: ChangeBatch, counts: Sequence[int], deleted: set[int]) -> None:
    """Each kept item leaves its place in OLD, and is kept once."""
    end = Path(-1, 0)
    for path, count in sorted(_kept(batch)):
        _check_old(path, count, counts)
        if path < end:
            raise BatchError(f"the item {path} is kept twice")
        end = Path(path.section, path.item + count)
        if path.section not in deleted:
            deletes = batch.items.deletes
            if bisect_left(deletes, end) - bisect_left(deletes, path) != count:
                raise BatchError(f"the item {path} is kept elsewhere and not deleted")


def _check_updates_of_new(batch: ChangeBatch) -> None:
    updated = {update.at for update in batch.items.updates}
    if not updated:
        return
    new = [insert.at for insert in batch.items.inserts if insert.kept is None]
    for section in batch.sections.inserts:
        index = 0
        for run in section.items:
            if run.kept is None:
                new += [Path(section.at, index + offset) for offset in range(len(run.items))]
            index += len(run.items) if run.kept is None else run.length
    if not updated.isdisjoint(new):
        raise BatchError("an inserted item is also updated")
