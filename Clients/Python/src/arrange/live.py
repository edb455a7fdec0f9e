"""A list that is always ready to be shown."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from google.protobuf.message import DecodeError

from . import _saved
from ._following import MOST_BEGINNINGS, Misfit
from ._generated.operations import move_items
from ._optimistic import OptimisticList, PendingMove
from ._placing import aim_value, effect_values, effects_to_allow, name_of, version_of
from ._session import ConnectionState, ConnectionStatus
from .batches import Path, Profile, to_size
from .elements import IfMissing, Place, after, first, last
from .errors import ArrangeError, StatusCode, invalid
from .events import ConnectionChanged, ListChanged, ListEvent, ListReplaced, LocalMove, MoveRefused
from .lists import Section, SectionedList
from .updates import Changes, ListUpdate, ListUpdates, SnapshotReason, UpdateOptions, UpdateReader, WholeList
from .v1 import changes_pb2, collections_pb2, methods, views_pb2
from .values import Element, checked_text, several, to_element

if TYPE_CHECKING:
    from ._session import Session

MOST_PENDING_MOVES = 10_000
"""The maximum number of moves that the server has not confirmed."""

PROGRESS_SECONDS = 0.5
"""The maximum time for which a move without effect may be shown: the longest time until the server sends progress."""


class LiveList:
    """A list that follows the server, with optimistic moves; see ``Client.live``.

    It changes only while its next event is awaited, and in ``move``, so the code between two events always sees the
    list that the last event led to. Events are the changes by others; the effect of a move is not reported again, and
    if the server's list is different, the difference is reported as one batch.
    """

    def __init__(
        self,
        session: Session,
        name: str,
        view: views_pb2.View | None = None,
        *,
        options: UpdateOptions | None = None,
        saved: bytes | None = None,
    ) -> None:
        self._session = session
        self._name = name
        self._view = view
        options = options or UpdateOptions()
        if options.profile is not Profile.EXACT:
            raise invalid("a live list has batches of the profile EXACT", "options.profile")
        self._options = replace(options, progress_interval=options.progress_interval or PROGRESS_SECONDS)
        self._list = OptimisticList()
        self._token = b""
        self._events: deque[ListEvent] = deque()
        self._update: ListUpdate | None = None
        self._was_taken = asyncio.Event()
        self._needs_list = False
        self._requests: deque[_saved.Move] = deque()
        self._has_request = asyncio.Event()
        self._answers: deque[tuple[bytes, int | ArrangeError, tuple[str, ...]]] = deque()
        self._connections: deque[ConnectionState] = deque()
        self._is_ended = False
        self._error: Exception | None = None
        self._news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._beginnings = 0
        self._is_waiting = False
        if saved is not None:
            self._restore(saved)

    # The list.

    @property
    def is_loaded(self) -> bool:
        """Whether the list was loaded."""
        return self._list.version is not None

    @property
    def version(self) -> int | None:
        """The version of the server's list; ``None`` before it was loaded. The shown list may be ahead by moves."""
        return self._list.version

    @property
    def list(self) -> SectionedList:
        """The shown list. It must not be changed; the next event changes it in place."""
        return self._list.shown

    @property
    def sections(self) -> Sequence[Section]:
        """The shown sections with their items, including empty ones."""
        return self._list.shown.sections

    def path(self, id: str) -> Path | None:
        """The path of a shown item; ``None`` if it is not in the list."""
        return self._list.find(id)

    def item(self, path: tuple[int, int]) -> Element:
        """The shown item at a path."""
        return self._list.shown[path]

    @property
    def has_pending_moves(self) -> bool:
        """Whether moves are pending."""
        return bool(self._list.moves)

    @property
    def resume_token(self) -> bytes:
        """The token of the last update that the list contains."""
        return self._token

    @property
    def connection(self) -> ConnectionState:
        """The state of the connection to the server."""
        return self._session.state

    # Storage.

    def save(self) -> bytes:
        """The server's list as received so far, with the token to continue from: the argument ``saved`` of
        ``Client.live`` in another process. Pending moves are part of it: the list shows them again, and sends them with
        the same request ids, so that none is made twice. Use what is saved once, and save again later."""
        if self._list.version is None:
            raise ArrangeError(StatusCode.FAILED_PRECONDITION, "the list has not been received yet")
        base = self._list.base
        page = changes_pb2.SnapshotPage(reason=changes_pb2.SNAPSHOT_REASON_FIRST, last=True, size=to_size(base.size))
        for index, section in enumerate(base.sections):
            page.sections.add(
                index=index,
                section=to_element(section.element),
                items=[to_element(item) for item in section.items],
            )
        message = changes_pb2.SubscribeResponse(
            version=self._list.version, epoch=self._list.epoch, resume_token=self._token, snapshot=page
        )
        return _saved.write(message, [self._request(move) for move in self._list.moves])

    def _restore(self, saved: bytes) -> None:
        try:
            message, requests = _saved.read(saved)
            update = UpdateReader().take(message, is_first=True)
            moves = [PendingMove.of(request) for request in requests]
            if any(name_of(request) != self._name for request in requests):
                raise ValueError("moves of another list")
        except (DecodeError, Misfit, ValueError):
            update = None
        if update is None or not isinstance(update.content, WholeList):
            raise invalid("these bytes are not a saved list; begin without them", "saved")
        self._list.load(update.content.list, update.version, update.epoch)
        self._token = update.resume_token
        self._list.resume(moves)
        self._requests.extend(self._request(move) for move in moves)

    # Moves.

    def move(self, ids: Sequence[str], *, section: str | None = None, to: Place | None = None) -> LocalMove:
        """Moves items in the shown list, and sends the move to the server.

        Any number of moves can be pending; they are sent one after the other, and again with the same request id if the
        connection is lost. Raises the error with which the server would refuse the move on the shown list. Rows of a
        view are moved by ``place``.
        """
        self._check_no_view(ids)
        return self._move(ids, section, to)

    def place(
        self,
        rows: Sequence[str],
        *,
        section: str | None = None,
        to: Place | None = None,
        under: str | None = None,
        aim: str = "automatic",
        allow: Sequence[str] = (),
    ) -> LocalMove:
        """Shows rows of a view in a gap at once, and has the server place them there; see ``Client.place``.

        The gap is between the rows that are shown on both sides. If it takes more than ``allow`` has, such as another
        section of the collection, the rows go back in one batch, and ``MoveRefused.allow`` has the effects that would
        do. Otherwise as ``move``.

        In a view of an outline rows move with the rows below them, which are shown in the gap as well; those may be
        named or not. How deep rows are then shown comes with the answer.
        """
        block, named = self._with_rows_below(list(several(rows, "rows")))
        wanted, effects = aim_value(aim), effect_values(allow)

        def placing(move: PendingMove) -> views_pb2.PlaceRowsRequest:
            path = self._list.find(move.ids[0])
            assert path is not None
            shown = self._list.shown.sections[path.section]
            end = path.item + len(move.ids)
            return views_pb2.PlaceRowsRequest(
                name=self._name,
                view=self._view,
                rows=named,
                section=shown.id,
                previous=shown.items[path.item - 1].id if path.item > 0 else "",
                next=shown.items[end].id if end < len(shown.items) else "",
                parent=None if under is None else checked_text(under, "parent"),
                aim=wanted,
                allow=effects,
                seen=self._token,
                request_id=move.request_id,
            )

        return self._move(block, section, to, placing, is_sent=under is not None)

    def _with_rows_below(self, ids: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
        """Rows with those that are below them in an outline, and those among them that have to be named."""
        below: dict[str, list[str]] = {}
        for id in ids:
            path = self.path(id)
            origin = None if path is None else self.item(path).origin
            if path is None or origin is None or not origin.depth:
                continue
            below[id] = []
            items = self._list.shown.sections[path.section].items
            for index in range(path.item + 1, len(items)):
                place = items[index].origin
                if place is None or place.depth <= origin.depth:
                    break
                below[id].append(items[index].id)
        along = {id for each in below.values() for id in each}
        named = [id for id in ids if id not in along]
        return [each for id in named for each in (id, *below.get(id, ()))], named

    def _move(
        self,
        ids: Sequence[str],
        section: str | None,
        to: Place | None,
        placing: Callable[[PendingMove], views_pb2.PlaceRowsRequest] | None = None,
        *,
        is_sent: bool = False,
    ) -> LocalMove:
        """Moves items; with ``is_sent`` also where everything is in place, since a row may go below another one."""
        if not self.is_loaded:
            raise ArrangeError(StatusCode.FAILED_PRECONDITION, "the list has not been received yet")
        if len(self._list.moves) >= MOST_PENDING_MOVES:
            raise ArrangeError(
                StatusCode.RESOURCE_EXHAUSTED, f"{MOST_PENDING_MOVES} moves are pending; wait until some are confirmed"
            )
        place = last() if to is None else to
        move = PendingMove(self._session.next_request_id(), list(several(ids, "ids")), section, place)
        request = self._request(move)
        changes = self._list.move(move)
        if changes is not None or is_sent:
            if placing is not None:
                request = move.placing = placing(move)
            self._requests.append(request)
            self._has_request.set()
        return LocalMove(move.request_id, changes)

    def _request(self, move: PendingMove) -> _saved.Move:
        """The request of a move."""
        if move.placing is not None:
            return move.placing
        return collections_pb2.ApplyRequest(
            collection=self._name,
            operations=[move_items(move.ids, section=move.section, to=move.to)],
            request_id=move.request_id,
        )

    def move_item(self, source: tuple[int, int], target: tuple[int, int]) -> LocalMove:
        """Moves an item from its path to the path that it has afterwards.

        The place is recorded as the one after the preceding item, or as the first one: others change the list at the
        same time. If that item is gone when the move is carried out, the item goes to the end of the section.
        """
        sections = self._list.shown.sections
        is_inside = 0 <= source[0] < len(sections) and 0 <= source[1] < len(sections[source[0]].items)
        if not is_inside or not 0 <= target[0] < len(sections):
            raise ArrangeError(StatusCode.OUT_OF_RANGE, f"there is no item {source}, or no section {target[0]}")
        section = sections[target[0]]
        if not 0 <= target[1] <= len(section.items) - (source[0] == target[0]):
            raise ArrangeError(StatusCode.OUT_OF_RANGE, f"{target[1]} is outside of the section")
        preceding = target[1] - 1
        if source[0] == target[0] and source[1] <= preceding:
            preceding += 1
        place = first() if preceding < 0 else after(section.items[preceding].id, IfMissing.LAST)
        return self.move([self.item(source).id], section=section.id, to=place)

    def _check_no_view(self, ids: Sequence[str]) -> None:
        for id in ids:
            path = self.path(id)
            origin = None if path is None else self.item(path).origin
            if origin is not None and origin.item:
                raise ArrangeError(
                    StatusCode.FAILED_PRECONDITION,
                    f'"{id}" is a row of a view; use place, or move the item "{origin.item}" in "{origin.collection}"',
                )
        if self._view is not None:
            raise ArrangeError(StatusCode.FAILED_PRECONDITION, "this is a view; use place")

    # Following.

    def __aiter__(self) -> LiveList:
        return self

    async def __anext__(self) -> ListEvent:
        event = await self.next()
        if event is None:
            raise StopAsyncIteration
        return event

    async def next(self) -> ListEvent | None:
        """The next event, which the list already contains; ``None`` when the subscription has ended."""
        if self._is_waiting:
            raise ArrangeError(StatusCode.FAILED_PRECONDITION, "the list is followed by another task")
        self._is_waiting = True
        try:
            self._start()
            while not self._events:
                if not self._take_news():
                    if self._is_ended:
                        if self._error is not None:
                            raise self._error
                        return None
                    self._news.clear()
                    await self._news.wait()
            return self._events.popleft()
        finally:
            self._is_waiting = False

    async def load(self) -> None:
        """Waits until the list is there. Events until then, except the first one, are still delivered."""
        skipped: list[ListEvent] = []
        while not self.is_loaded:
            event = await self.next()
            if event is None:
                raise ArrangeError(StatusCode.UNAVAILABLE, "the subscription ended before the list came")
            if not isinstance(event, ListReplaced):
                skipped.append(event)
        self._events.extendleft(reversed(skipped))

    async def aclose(self) -> None:
        """Ends the subscription. Moves that are not answered may or may not be carried out."""
        self._is_ended = True
        self._news.set()
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def __aenter__(self) -> LiveList:
        try:
            await self.load()
        except BaseException:
            await self.aclose()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def _start(self) -> None:
        loop = self._session.loop
        if self._tasks or self._is_ended:
            return
        jobs = (self._follow(), self._send(), self._observe())
        self._tasks = [loop.create_task(self._work(job)) for job in jobs]

    async def _work(self, job: Coroutine[Any, Any, None]) -> None:
        """Carries out a job; its error is that of the list."""
        try:
            await job
        except Exception as error:
            self._error = error
            self._is_ended = True
            self._news.set()

    def _take_news(self) -> bool:
        """Takes one piece of news; false if there is none."""
        if self._answers:
            request_id, answer, allow = self._answers.popleft()
            changes = self._list.answered(request_id, answer if isinstance(answer, int) else None)
            if changes is not None:
                self._events.append(ListChanged(changes))
            if isinstance(answer, ArrangeError):
                self._events.append(MoveRefused(request_id, answer, allow))
            return True
        if self._update is not None:
            update, self._update = self._update, None
            self._take(update)
            self._was_taken.set()
            return True
        if self._connections:
            self._events.append(ConnectionChanged(self._connections.popleft()))
            return True
        return False

    def _take(self, update: ListUpdate) -> None:
        try:
            changes = self._list.take(update)
        except Misfit:
            self._beginnings += 1
            self._needs_list = True
            return
        self._token = update.resume_token
        if isinstance(changes, SnapshotReason):
            self._events.append(ListReplaced(changes if self._beginnings == 0 else None))
        elif changes is not None:
            self._events.append(ListChanged(changes))
        # Only a batch proves that the list can be followed.
        if isinstance(update.content, Changes):
            self._beginnings = 0

    async def _follow(self) -> None:
        """Reads updates, each when the one before was taken."""
        updates = ListUpdates(self._session, self._name, self._view, self._token, self._options)
        try:
            async for update in updates:
                self._was_taken.clear()
                self._update = update
                self._news.set()
                await self._was_taken.wait()
                if self._needs_list:
                    self._needs_list = False
                    if self._beginnings > MOST_BEGINNINGS:
                        raise ArrangeError(
                            StatusCode.INTERNAL,
                            "the server repeatedly sent changes that do not fit the list; are the versions the same?",
                        )
                    updates.request_list()
        finally:
            await updates.aclose()
        self._is_ended = True
        self._news.set()

    async def _send(self) -> None:
        """Sends moves, one after the other."""
        while True:
            while not self._requests:
                self._has_request.clear()
                await self._has_request.wait()
            request = self._requests[0]
            outcome = await self._outcome(request)
            allow: tuple[str, ...] = ()
            if isinstance(outcome, ArrangeError) and isinstance(request, views_pb2.PlaceRowsRequest):
                allow = effects_to_allow(outcome, request.allow)
            self._answers.append((request.request_id, outcome, allow))
            self._requests.popleft()
            self._news.set()

    async def _outcome(self, request: _saved.Move) -> int | ArrangeError:
        """Makes a move, and repeats it while its outcome is unknown: it has a request id."""
        while True:
            try:
                if isinstance(request, views_pb2.PlaceRowsRequest):
                    placed = await self._session.call(methods.PLACE_ROWS, request, views_pb2.PlaceRowsResponse)
                    return version_of(placed)
                response = await self._session.call(methods.APPLY, request, collections_pb2.ApplyResponse)
                return response.version
            except ArrangeError as error:
                is_temporary = error.code in (StatusCode.UNAVAILABLE, StatusCode.DEADLINE_EXCEEDED)
                if error.code is StatusCode.RESOURCE_EXHAUSTED and error.retry_after is not None:
                    is_temporary = True
                if not is_temporary:
                    return error
            await asyncio.sleep(self._session.configuration.retry.maximum_backoff)

    async def _observe(self) -> None:
        """Notices when the connection is lost, and when there is one again."""
        is_lost = False
        async for state in self._session.states():
            if state.status is ConnectionStatus.DISCONNECTED and not is_lost:
                is_lost = True
            elif state.status is ConnectionStatus.CONNECTED and is_lost:
                is_lost = False
            else:
                continue
            # A reader that was told nothing of a loss and its end needs to know neither.
            if len(self._connections) == 2:
                self._connections.clear()
            self._connections.append(state)
            self._news.set()
