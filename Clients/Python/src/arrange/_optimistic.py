"""A list with optimistic moves: the server's list, the pending moves, and the shown list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ._derive import derive, derive_touched
from ._following import Misfit
from ._placing import COMING, COMING_UNNAMED
from .batches import ChangeBatch, ItemChanges, ItemMove, Path
from .elements import IfMissing, Place, after, before, last
from .errors import ArrangeError, BatchError, StatusCode
from .lists import SectionedList
from .updates import Changes, ListUpdate, Progress, SnapshotReason, WholeList
from .v1 import collections_pb2, views_pb2

Find = Callable[[str], "Path | None"]

Content = WholeList | Changes | Progress
"""What an update has."""


@dataclass
class PendingMove:
    """A move of items that is not part of the server's list yet."""

    request_id: bytes
    ids: Sequence[str]
    section: str | None
    to: Place
    answered_version: int | None = None
    """The version in the server's answer."""
    placing: views_pb2.PlaceRowsRequest | None = None
    """The request that places the rows, if the list is a view."""
    may_be_in_list: bool = False
    """Whether a whole list came since it was sent, which does not say whether it has the move."""

    @classmethod
    def of(cls, request: collections_pb2.ApplyRequest | views_pb2.PlaceRowsRequest) -> PendingMove:
        """The move of a request that was stored. Raises ``ValueError`` if it has another form."""
        if isinstance(request, views_pb2.PlaceRowsRequest):
            to = last()
            if request.previous:
                to = after(request.previous, IfMissing.LAST)
            elif request.next:
                to = before(request.next, IfMissing.FIRST)
            return cls(request.request_id, list(request.rows), request.section, to, placing=request)
        if len(request.operations) != 1 or not request.operations[0].HasField("move_items"):
            raise ValueError("not a transaction with one move")
        message = request.operations[0].move_items
        section = message.section if message.HasField("section") else None
        ids = [reference.id for reference in message.items]
        return cls(request.request_id, ids, section, Place.of(message.to))

    def places(self, shown: SectionedList, find: Find) -> list[ItemMove]:
        """The effect of the move on a list, by the server's rules; empty if all items are in place. Raises the error
        with which the server would refuse the move."""
        sources = []
        for id in self.ids:
            source = find(id)
            if source is None:
                raise ArrangeError(StatusCode.NOT_FOUND, f'there is no item "{id}"')
            sources.append(source)
        if len(set(sources)) != len(sources):
            raise ArrangeError(StatusCode.INVALID_ARGUMENT, "an item is named twice")
        if not sources:
            raise ArrangeError(StatusCode.INVALID_ARGUMENT, "a move names at least one item")
        section = self._section(shown, sources[0], find)
        gap = self._gap(shown, section, sources, find)
        moves = [ItemMove(source, Path(section, gap + index)) for index, source in enumerate(sources)]
        return [] if all(move.source == move.target for move in moves) else moves

    def _section(self, shown: SectionedList, first: Path, find: Find) -> int:
        if self.section is not None:
            for index, section in enumerate(shown.sections):
                if section.id == self.section:
                    return index
            raise ArrangeError(StatusCode.NOT_FOUND, f'there is no section "{self.section}"')
        if self.to.kind in ("before", "after"):
            place = find(self.to.anchor)
            if place is not None:
                return place.section
        return first.section

    def _gap(self, shown: SectionedList, section: int, sources: Sequence[Path], find: Find) -> int:
        """The index of the first moved item in its section."""

        def without(gap: int) -> int:
            return gap - sum(source.section == section and source.item < gap for source in sources)

        end = without(len(shown.sections[section].items))
        kind = self.to.kind
        if kind in ("before", "after"):
            place = find(self.to.anchor)
            if place is not None and place.section == section:
                return without(place.item + (kind == "after"))
            if self.to.if_missing is IfMissing.FAIL:
                raise ArrangeError(StatusCode.NOT_FOUND, f'the anchor "{self.to.anchor}" is not there')
            kind = "first" if self.to.if_missing is IfMissing.FIRST else "last"
        if kind == "first":
            return 0
        if kind == "last":
            return end
        if not 0 <= self.to.index <= end:
            raise ArrangeError(StatusCode.OUT_OF_RANGE, f"index {self.to.index} is outside the section")
        return self.to.index


class ItemIndex:
    """Where the items of a list are, by their ids, kept up to date with its batches.

    An item's section is known, and its index approximately: a lookup starts at the last known index and searches
    outward, so it costs as much as the item has shifted since.
    """

    def __init__(self, source: SectionedList) -> None:
        self._sections: dict[str, int] = {}
        self._items: dict[str, tuple[str, int]] = {}
        for index in range(len(source.sections)):
            self._add_section(source, index)
        self._number_sections(source)

    def find(self, source: SectionedList, id: str, section: str | None = None) -> Path | None:
        """The path of an item in a list with the sections of the indexed one. ``section`` is where the item is, if it
        is not in the section that the indexed list has it in."""
        place = self._items.get(id)
        if place is None:
            return None
        index = self._sections[place[0] if section is None else section]
        items = source.sections[index].items
        low = min(place[1], len(items) - 1)
        high = low + 1
        while low >= 0 or high < len(items):
            if low >= 0:
                if items[low].id == id:
                    break
                low -= 1
            if high < len(items):
                if items[high].id == id:
                    low = high
                    break
                high += 1
        else:
            return None
        if section is None:
            self._items[id] = (place[0], low)
        return Path(index, low)

    def forget(self, batch: ChangeBatch, old: SectionedList) -> None:
        """A batch is about to be applied."""
        for path in batch.items.deletes:
            self._items.pop(old[path].id, None)
        for section in batch.sections.deletes:
            for item in old.sections[section].items:
                self._items.pop(item.id, None)

    def add(self, batch: ChangeBatch, new: SectionedList) -> None:
        """A batch was applied."""
        for insert in batch.sections.inserts:
            self._add_section(new, insert.at)
        arrivals: Iterable[Path] = (
            *(item.at for item in batch.items.inserts),
            *(move.target for move in batch.items.moves),
        )
        for path in arrivals:
            self._items[new[path].id] = (new.sections[path.section].id, path.item)
        if batch.sections.deletes or batch.sections.inserts or batch.sections.moves:
            self._number_sections(new)

    def _add_section(self, source: SectionedList, index: int) -> None:
        section = source.sections[index]
        for place, item in enumerate(section.items):
            self._items[item.id] = (section.id, place)

    def _number_sections(self, source: SectionedList) -> None:
        self._sections = {section.id: index for index, section in enumerate(source.sections)}


@dataclass
class _Overlay:
    """The shown list while there are pending moves."""

    list: SectionedList
    sections: dict[str, str]
    """The sections of items that moved."""


class OptimisticList:
    """The server's list, the pending moves, and the shown list, which is the server's with the moves applied.

    With each update the moves are applied again to the server's new list, and the difference between what was shown and
    what is shown now is reported. The effect that moves already had is not part of it.
    """

    def __init__(self) -> None:
        self._base = SectionedList()
        self._index: ItemIndex | None = None
        self._overlay: _Overlay | None = None
        self.version: int | None = None
        """The version of the server's list; ``None`` before it was loaded."""
        self.epoch = 0
        self.moves: list[PendingMove] = []
        """Pending moves, in order."""

    def load(self, base: SectionedList, version: int, epoch: int) -> None:
        """Begins with a list that was stored."""
        self._base, self.version, self.epoch = base, version, epoch

    def resume(self, moves: list[PendingMove]) -> None:
        """Takes moves that were pending when the list was stored; those that do not fit it are not shown."""
        self.moves = moves
        self._replay()

    @property
    def base(self) -> SectionedList:
        """The server's list, as far as it was received."""
        return self._base

    @property
    def shown(self) -> SectionedList:
        """The shown list."""
        return self._base if self._overlay is None else self._overlay.list

    def find(self, id: str) -> Path | None:
        """The path of an item in the shown list; ``None`` if it is not there."""
        return self._find(self._overlay, id)

    def _find(self, overlay: _Overlay | None, id: str) -> Path | None:
        if self._index is None:
            self._index = ItemIndex(self._base)
        if overlay is None:
            return self._index.find(self._base, id)
        return self._index.find(overlay.list, id, overlay.sections.get(id))

    def move(self, move: PendingMove) -> ChangeBatch | None:
        """Applies a move to the shown list. The changes; ``None`` if everything is in place, and the move has no
        effect. Raises the error with which the server would refuse the move."""
        places = move.places(self.shown, self.find)
        if not places:
            return None
        before = self.shown
        single = len(places) == 1
        # A move of one item is its own batch; that of several may need fewer moves than items.
        overlay = self._overlay
        if overlay is None:
            overlay = _Overlay(before.copy(), {})
        elif not single:
            overlay = _Overlay(before.copy(), dict(overlay.sections))
        effect = self._carry_out(places, overlay)
        self._overlay = overlay
        self.moves.append(move)
        return effect if single else derive(before, overlay.list)

    @staticmethod
    def _carry_out(places: list[ItemMove], overlay: _Overlay) -> ChangeBatch:
        size = overlay.list.size
        batch = ChangeBatch(size, size, items=ItemChanges(moves=places))
        section = overlay.list.sections[places[0].target.section].id
        for place in places:
            overlay.sections[overlay.list[place.source].id] = section
        overlay.list.apply_checked(batch)
        return batch

    def answered(self, request_id: bytes, version: int | None) -> ChangeBatch | None:
        """The server answered a move: with the version that contains it, or with a refusal."""
        for index, move in enumerate(self.moves):
            if move.request_id == request_id:
                if version is None:
                    del self.moves[index]
                else:
                    move.answered_version = 0 if version >= COMING and move.may_be_in_list else version
                return self._rebase(None, None, ())
        return None

    def take(self, update: ListUpdate) -> ChangeBatch | SnapshotReason | None:
        """Takes an update from the server: the visible changes, or why the list was replaced. Raises ``Misfit``."""
        content = update.content
        if isinstance(content, WholeList):
            # Versions of another history say nothing about the moves.
            is_other = update.epoch != self.epoch or content.reason is SnapshotReason.EPOCH_CHANGED
            if self.version is not None and is_other:
                self.moves = []
            self._base, self._index = content.list, None
            self.version, self.epoch = update.version, update.epoch
            self._settle(content, ())
            # Moves are sent one after the other.
            sent = next((move for move in self.moves if move.answered_version is None), None)
            if sent is not None:
                sent.may_be_in_list = True
            self._replay()
            return content.reason
        if self.version is None or update.epoch != self.epoch or update.version < self.version:
            raise Misfit
        batch = None
        if isinstance(content, Changes):
            if content.from_version != self.version:
                raise Misfit
            batch = content.batch
            try:
                self._base.check(batch)
            except BatchError:
                raise Misfit from None
        # Progress that only confirms a resume token may be older than an answer that was taken before it.
        is_news = batch is not None or update.version > self.version
        self.version = update.version
        if self._overlay is not None:
            return self._rebase(batch, content if is_news else None, update.own_request_ids)
        if batch is None:
            return None
        self._apply(batch)
        return batch or None

    def _rebase(self, batch: ChangeBatch | None, content: Content | None, own: Sequence[bytes]) -> ChangeBatch | None:
        if self._overlay is None:
            return None
        shown = self._overlay.list
        # The items that moves have moved, also a move that was refused just now, and those that they will move.
        touched = set(self._overlay.sections).union(*(move.ids for move in self.moves))
        if batch is not None:
            touched.update(_named(batch, self._base))
        before = self._paths(touched)
        if batch is not None:
            self._apply(batch)
        self._settle(content, own)
        self._replay()
        return derive_touched(shown, self.shown, before, self._paths(touched)) or None

    def _paths(self, ids: Iterable[str]) -> dict[str, Path]:
        """Where those of some items are that are shown."""
        paths = ((id, self.find(id)) for id in ids)
        return {id: path for id, path in paths if path is not None}

    def _settle(self, content: Content | None, own: Sequence[bytes]) -> None:
        """Drops the moves that the server's list contains; ``content`` is that of an update, if it has news."""
        newest = self.version or 0
        newest_coming = COMING_UNNAMED if isinstance(content, Changes) else COMING

        def is_pending(move: PendingMove) -> bool:
            version = move.answered_version
            if move.request_id in own:
                return False
            if version is None or version < COMING:
                return version is None or version > newest
            return content is None or version < newest_coming

        self.moves = [move for move in self.moves if is_pending(move)]

    def _replay(self) -> None:
        """Applies the pending moves to the server's list."""
        self._overlay = None
        if not self.moves:
            return
        overlay = _Overlay(self._base.copy(), {})
        for move in self.moves:
            # A move that the server would refuse by now is shown as if it were refused.
            try:
                places = move.places(overlay.list, lambda id: self._find(overlay, id))
            except ArrangeError:
                continue
            if places:
                self._carry_out(places, overlay)
        self._overlay = overlay

    def _apply(self, batch: ChangeBatch) -> None:
        if self._index is not None:
            self._index.forget(batch, self._base)
        self._base.apply_checked(batch)
        if self._index is not None:
            self._index.add(batch, self._base)


def _named(batch: ChangeBatch, old: SectionedList) -> Iterator[str]:
    """The items that a batch deletes, inserts, moves or updates, also with their sections."""
    for path in batch.items.deletes:
        yield old[path].id
    for move in batch.items.moves:
        yield old[move.source].id
    for section in batch.sections.deletes:
        yield from (item.id for item in old.sections[section].items)
    for insert in batch.items.inserts:
        if insert.element is not None:
            yield insert.element.id
    for inserted in batch.sections.inserts:
        for run in inserted.items:
            yield from (item.id for item in run.items)
            if run.kept is not None:
                start = run.kept
                yield from (item.id for item in old.sections[start.section].items[start.item : start.item + run.length])
    for update in batch.items.updates:
        yield update.element.id
