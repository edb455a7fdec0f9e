"""The client."""

from __future__ import annotations

import random
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from ._administration import Administration
from ._placing import aim_value, effect_values
from ._session import ConnectionState, Session
from .batches import Profile
from .configuration import Address, Configuration, check_seconds
from .errors import invalid, no_past
from .lists import SectionedList
from .live import LiveList
from .outlines import OutlineDiff, OutlineUpdates, from_outline_diff
from .results import (
    ApplyResult,
    CollectionInfo,
    History,
    Page,
    RestoreResult,
    State,
    TransactResult,
    UndoResult,
    VersionDiff,
    add_page,
    from_apply,
    from_diff,
    from_history,
    from_info,
    from_page,
    from_restore,
    from_transact,
    from_undo,
)
from .trees import Folding
from .updates import ListUpdates, UpdateOptions
from .v1 import changes_pb2, collections_pb2, methods, time_pb2, views_pb2
from .v1.collections_pb2 import TransactionStep
from .v1.operations_pb2 import NewElement, Operation
from .values import LARGEST_VERSION, checked_count, checked_text, several, version_reference

Source = str | views_pb2.View
"""The name of a collection or of a stored view, or a view without a name."""

MOST_REQUEST_ID_BYTES = 64
"""The longest request id."""

MOST_STACK_BYTES = 16
"""The longest id of a stack, and of a group."""


class Client(Administration):
    """A client of an Arrange server.

    One client is enough for a program: it has one connection for any number of concurrent calls. It connects on the
    first call, and reconnects when the connection is lost. It belongs to the event loop on which it is first used, and
    to the process that made it: elsewhere its calls raise ``FAILED_PRECONDITION``.

    Calls that fail temporarily are retried within their timeout if that can't do anything twice: reads, transactions,
    which always carry a request id, and everything that the server says it did not start. Other calls raise an
    ``ArrangeError`` whose ``processed`` says whether they took effect. A cancelled task stops waiting at once, and the
    server is told to stop the work.

        async with Client("127.0.0.1:7411") as client:
            await client.create("board")
            await client.apply("board", insert_items([{"title": "Write it"}]))
    """

    def __init__(
        self,
        server: str | None = None,
        *,
        token: str | None = None,
        tls: ssl.SSLContext | None = None,
        configuration: Configuration | None = None,
        source: random.Random | None = None,
    ) -> None:
        """A client that connects when it is first used.

        ``server`` is ``HOST:PORT``, ``tls:HOST:PORT`` or ``unix:PATH``; without it the address is that of the
        configuration, which is ``127.0.0.1:7411`` unless set. Several addresses with commas between them are those of
        the nodes of one service. ``configuration`` has everything else.
        ``source`` is the source of jitter and request ids: two clients of one server must not draw the same numbers.
        """
        base = configuration or Configuration()
        addresses = base.addresses if server is None else Address.parse_all(server)
        base = replace(
            base,
            address=addresses[0],
            alternatives=addresses[1:],
            token=base.token if token is None else token,
            tls=base.tls if tls is None else tls,
        )
        self._session = Session(base, source or random.SystemRandom())
        self._timeout: float | None = None

    def with_timeout(self, seconds: float) -> Client:
        """A client with another timeout of calls, which shares the connection of this one."""
        check_seconds(seconds, "timeout")
        other = Client.__new__(Client)
        other._session, other._timeout = self._session, seconds
        return other

    async def close(self) -> None:
        """Lets calls in progress finish, ends subscriptions and waiting calls, and closes the connection."""
        await self._session.close()

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def connection(self) -> ConnectionState:
        """The state of the connection."""
        return self._session.state

    def connection_states(self) -> AsyncIterator[ConnectionState]:
        """The state of the connection, and each later one."""
        return self._session.states()

    # Collections.

    async def collections(self, page_size: int = 0) -> AsyncGenerator[CollectionInfo, None]:
        """All collections and stored views, in ascending order of the bytes of their names."""
        request = collections_pb2.ListCollectionsRequest(page_size=checked_count(page_size, "page_size"))
        while True:
            response = await self._call(methods.LIST_COLLECTIONS, request, collections_pb2.ListCollectionsResponse)
            for message in response.collections:
                yield from_info(message)
            if not response.next_page_token:
                return
            request.page_token = response.next_page_token

    # Content.

    async def apply(
        self,
        collection: str,
        *operations: Operation,
        request_id: bytes | None = None,
        if_version: int | None = None,
        if_state: State | None = None,
        stack: str | bytes = b"",
        group: str | bytes = b"",
    ) -> ApplyResult:
        """Changes the content of a collection: all operations or none, in one commit. When this returns, the change is
        on disk.

        A transaction without a request id gets one, so that it can be retried without taking effect twice. If the
        collection does not have the given version or state, the call ends with ``ABORTED``. With ``stack``, any id of
        at most 16 bytes, the commit can be undone with ``undo``; commits in a row with the same ``group`` are undone
        together.
        """
        request = collections_pb2.ApplyRequest(
            collection=checked_text(collection, "collection"),
            operations=operations,
            request_id=self._request_id(request_id),
            stack=_stack_id(stack, "stack"),
            group=_stack_id(group, "group"),
        )
        if if_state is not None:
            if if_version is not None:
                raise invalid("a condition is a version or a state, not both", "if_version")
            request.if_version, request.if_history = if_state.version, if_state.history
        elif if_version is not None:
            request.if_version = checked_count(if_version, "if_version", LARGEST_VERSION)
        return from_apply(await self._call(methods.APPLY, request, collections_pb2.ApplyResponse))

    async def transact(
        self,
        *steps: TransactionStep,
        conditions: Mapping[str, State | int] = MappingProxyType({}),
        request_id: bytes | None = None,
        stack: str | bytes = b"",
        group: str | bytes = b"",
    ) -> TransactResult:
        """Changes several collections: all steps or none, in one commit for each collection that changes. When this
        returns, the change is on disk.

        Steps are made by ``step`` and ``transfer``. ``conditions`` are the states or versions that collections must
        have; otherwise the call ends with ``ABORTED``. A transaction without a request id gets one, so that it can be
        retried without taking effect twice. ``stack`` and ``group`` are those of ``apply``.
        """
        request = collections_pb2.TransactRequest(
            steps=steps,
            request_id=self._request_id(request_id),
            stack=_stack_id(stack, "stack"),
            group=_stack_id(group, "group"),
        )
        for name, condition in conditions.items():
            message = request.conditions.add(collection=checked_text(name, "conditions"))
            if isinstance(condition, State):
                message.if_version, message.if_history = condition.version, condition.history
            else:
                message.if_version = checked_count(condition, "conditions", LARGEST_VERSION)
        return from_transact(await self._call(methods.TRANSACT, request, collections_pb2.TransactResponse))

    async def undo(
        self,
        collection: str,
        stack: str | bytes,
        *,
        redo: bool = False,
        of: int | None = None,
        expect: int | None = None,
        dry_run: bool = False,
        request_id: bytes | None = None,
    ) -> UndoResult:
        """Undoes the newest step of a stack, or makes one again, and nothing that others did since.

        The stack is that of ``apply``, and belongs to the principal of this client as well. ``of`` is the version of a
        commit of another step; if the step is not that of the version ``expect``, the call ends with ``ABORTED``. The
        result says what was undone, and what was kept, why and whose it is. Servers before version 0.5.0 end the call
        with ``UNIMPLEMENTED``.
        """
        request = collections_pb2.UndoRequest(
            collection=checked_text(collection, "collection"),
            stack=_stack_id(stack, "stack"),
            redo=redo,
            dry_run=dry_run,
            request_id=self._request_id(request_id),
        )
        if of is not None:
            request.of = checked_count(of, "of", LARGEST_VERSION)
        if expect is not None:
            request.expect = checked_count(expect, "expect", LARGEST_VERSION)
        return from_undo(await self._call(methods.UNDO, request, collections_pb2.UndoResponse))

    def _request_id(self, given: bytes | None) -> bytes:
        if given is None:
            return self._session.next_request_id()
        if not 0 < len(given) <= MOST_REQUEST_ID_BYTES:
            raise invalid(f"a request id has 1 to {MOST_REQUEST_ID_BYTES} bytes", "request_id")
        return given

    async def pages(
        self,
        source: Source,
        *,
        section: str | None = None,
        start: int = 0,
        end: int | None = None,
        around: tuple[str, int, int] | None = None,
        page_size: int = 0,
        page_token: bytes = b"",
        at: int | str | None = None,
    ) -> AsyncGenerator[Page, None]:
        """Reads a collection or a view page by page, all of one version.

        ``section`` restricts the read to a section, from ``start`` to before ``end``; ``around`` to an item and the
        given numbers of items before and after it. ``page_token``, the ``next_page_token`` of an earlier page,
        continues its read; that ends with ``ABORTED`` if the server no longer keeps the version. ``at`` is an earlier
        version of a collection, or its name; its elements have no order keys; ``OUT_OF_RANGE`` if it is no longer kept.
        """
        request = collections_pb2.FetchRequest(page_size=checked_count(page_size, "page_size"), page_token=page_token)
        _set_source(request, source)
        if section is not None:
            if around is not None:
                raise invalid("a window is a section or around an item, not both", "window")
            request.section.CopyFrom(
                collections_pb2.SectionWindow(
                    section=checked_text(section, "section"), start=checked_count(start, "section.start")
                )
            )
            if end is not None:
                request.section.end = checked_count(end, "section.end")
        elif around is not None:
            item, before, after = around
            request.around.CopyFrom(
                collections_pb2.AroundWindow(
                    item=checked_text(item, "around.item"),
                    before=checked_count(before, "around.before"),
                    after=checked_count(after, "around.after"),
                )
            )
        if at is not None:
            request.at.CopyFrom(version_reference(at, "at"))
        while True:
            response = await self._call(methods.FETCH, request, collections_pb2.FetchResponse)
            # A server that can't read earlier versions reads the newest one.
            if at is not None and not response.past:
                raise no_past()
            page = from_page(response)
            yield page
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def read(self, source: Source, *, at: int | str | None = None) -> tuple[CollectionInfo, SectionedList]:
        """Reads a whole collection or view, or with ``at`` what it was at an earlier version."""
        result = SectionedList()
        info = None
        async for page in self.pages(source, at=at):
            info = page.collection
            add_page(result.sections, page)
        assert info is not None
        return info, result

    async def place(
        self,
        view: Source,
        rows: Iterable[str] = (),
        *,
        items: Iterable[NewElement] = (),
        section: str = "",
        after: str = "",
        before: str = "",
        under: str | None = None,
        aim: str = "automatic",
        allow: Iterable[str] = (),
        seen: bytes = b"",
        dry_run: bool = False,
        request_id: bytes | None = None,
    ) -> views_pb2.PlaceRowsResponse:
        """Moves rows of a view into the gap after one row and before another, or inserts items there.

        ``after`` and ``before`` are the rows seen on both sides; without either the gap is at the end of ``section``,
        or of what is below ``under``. ``under`` is for parts that show what is below what in an outline: the row below
        which they go, ``""`` for the top of the section. Without it they stay below what they are below, if the gap
        permits that, and otherwise go beside a neighbour.
        ``aim`` is ``"automatic"``, ``"after_previous"`` or ``"before_next"``. What it takes is what shows exactly that
        with the least effect. If that is more than another place or the value of a group, ``allow`` has to have
        ``"section"``, ``"sort"``, ``"collection"`` or ``"parent"``; the field of the error lists what is missing. With
        ``dry_run`` nothing changes. ``seen`` is the resume token of the list as it was seen.
        """
        name, definition = _name_and_view(view)
        wanted, effects = aim_value(aim), effect_values(allow)
        if request_id is not None and not 0 < len(request_id) <= MOST_REQUEST_ID_BYTES:
            raise invalid(f"a request id has 1 to {MOST_REQUEST_ID_BYTES} bytes", "request_id")
        request = views_pb2.PlaceRowsRequest(
            name=name,
            view=definition,
            rows=[checked_text(row, f"rows[{index}]") for index, row in enumerate(several(rows, "rows"))],
            items=several(items, "items"),
            section=checked_text(section, "section"),
            previous=checked_text(after, "previous"),
            next=checked_text(before, "next"),
            parent=None if under is None else checked_text(under, "parent"),
            aim=wanted,
            allow=effects,
            seen=seen,
            dry_run=dry_run,
            request_id=self._session.next_request_id() if request_id is None else request_id,
        )
        return await self._call(methods.PLACE_ROWS, request, views_pb2.PlaceRowsResponse)

    async def diff(
        self, collection: str, first: int | str, last: int | str | None = None, *, profile: Profile = Profile.EXACT
    ) -> VersionDiff:
        """The changes from one version of a collection to another, which may be the earlier one; without a last one to
        the newest."""
        form = changes_pb2.BATCH_PROFILE_UIKIT if profile is Profile.UIKIT else changes_pb2.BATCH_PROFILE_EXACT
        return from_diff(await self._diff(collection, first, last, form))

    async def outline_diff(self, collection: str, first: int | str, last: int | str | None = None) -> OutlineDiff:
        """The changes from one version of an outline to another, as `diff` has those of a flat collection."""
        return from_outline_diff(await self._diff(collection, first, last, changes_pb2.BATCH_PROFILE_TREE))

    async def _diff(
        self, collection: str, first: int | str, last: int | str | None, profile: changes_pb2.BatchProfile
    ) -> collections_pb2.DiffResponse:
        request = collections_pb2.DiffRequest(collection=checked_text(collection, "collection"), profile=profile)
        # The field "from" has the name of a keyword.
        getattr(request, "from").CopyFrom(version_reference(first, "from"))
        if last is not None:
            request.to.CopyFrom(version_reference(last, "to"))
        return await self._call(methods.DIFF, request, collections_pb2.DiffResponse)

    async def set_version(self, collection: str, name: str, version: int | str | None = None) -> time_pb2.NamedVersion:
        """Gives a version a name, by which it can be read as long as it has it; without a version the newest."""
        request = time_pb2.SetVersionRequest(
            collection=checked_text(collection, "collection"), version_name=checked_text(name, "version_name")
        )
        if version is not None:
            request.version.CopyFrom(version_reference(version, "version"))
        return await self._call(methods.SET_VERSION, request, time_pb2.NamedVersion)

    async def restore(
        self,
        collection: str,
        to: int | str,
        *,
        keep_later: bool = False,
        dry_run: bool = False,
        request_id: bytes | None = None,
        if_state: State | None = None,
        stack: str | bytes = b"",
    ) -> RestoreResult:
        """Takes a collection back to an earlier version, in one commit with the fewest moves.

        With ``keep_later`` the items that were inserted since stay, with their sections. With ``dry_run`` nothing
        changes, and the result has the changes. The stack is that of ``apply``.
        """
        request = collections_pb2.RestoreRequest(
            collection=checked_text(collection, "collection"),
            to=version_reference(to, "to"),
            keep=collections_pb2.RESTORE_KEEP_LATER_ITEMS if keep_later else collections_pb2.RESTORE_KEEP_NONE,
            request_id=self._request_id(request_id),
            dry_run=dry_run,
            stack=_stack_id(stack, "stack"),
        )
        if if_state is not None:
            request.if_version, request.if_history = if_state.version, if_state.history
        return from_restore(await self._call(methods.RESTORE, request, collections_pb2.RestoreResponse))

    async def bin(self, collection: str, page_size: int = 0) -> AsyncIterator[time_pb2.BinElement]:
        """What was removed from a collection and is not there again, the newest first."""
        request = time_pb2.ListBinRequest(
            collection=checked_text(collection, "collection"), page_size=checked_count(page_size, "page_size")
        )
        while True:
            response = await self._call(methods.LIST_BIN, request, time_pb2.ListBinResponse)
            for element in response.elements:
                yield element
            if not response.next_page_token:
                return
            request.page_token = response.next_page_token

    async def put_back(
        self,
        collection: str,
        *elements: time_pb2.BinElement,
        request_id: bytes | None = None,
        stack: str | bytes = b"",
    ) -> ApplyResult:
        """Puts elements that ``bin`` has listed back at their old neighbours, in one commit.

        The stack is that of ``apply``.
        """
        request = time_pb2.PutBackRequest(
            collection=checked_text(collection, "collection"),
            elements=[
                time_pb2.RemovedElement(id=element.id, is_section=element.is_section, removed_by=element.removed_by)
                for element in elements
            ],
            request_id=self._request_id(request_id),
            stack=_stack_id(stack, "stack"),
        )
        return from_apply(await self._call(methods.PUT_BACK, request, collections_pb2.ApplyResponse))

    async def history(
        self,
        collection: str,
        first: int = 0,
        last: int | None = None,
        *,
        limit: int = 0,
        from_change: int = 0,
    ) -> History:
        """Reads the commits between two versions, both included; without a last one up to the newest."""
        request = collections_pb2.HistoryRequest(
            collection=checked_text(collection, "collection"),
            limit=checked_count(limit, "limit"),
            from_change=checked_count(from_change, "from_change"),
        )
        # The field "from" has the name of a keyword.
        setattr(request, "from", checked_count(first, "from", LARGEST_VERSION))
        if last is not None:
            request.to = checked_count(last, "to", LARGEST_VERSION)
        return from_history(await self._call(methods.HISTORY, request, collections_pb2.HistoryResponse))

    # Following.

    def updates(
        self,
        source: Source,
        token: bytes | None = None,
        options: UpdateOptions | None = None,
        *,
        at: int | str | None = None,
        play_to: int | str | None = None,
    ) -> ListUpdates:
        """Follows a collection or a view: the list, and then all of its changes.

            async for update in client.updates("board"):
                match update.content:
                    case WholeList(whole):
                        board = whole
                    case Changes(batch):
                        board.apply(batch)

        A slow loop gets fewer and larger batches: at most two messages are buffered for it, followed by one batch with
        everything since. When the connection is lost or the server stops, the updates continue once there is a server
        again, with exactly the changes that were missed. ``token`` is the resume token of the last update that was
        applied; with it the updates continue from there.

        With ``at`` the updates do not follow a collection, but show that version as a whole list and then, with
        ``play_to``, the changes after it up to that version, one commit at a time, and end.

        The iterator raises ``NOT_FOUND`` if the collection does not exist or is deleted, and ``OUT_OF_RANGE`` if a
        version is not kept.
        """
        name, view = _name_and_view(source)
        return ListUpdates(self._session, name, view, token, options or UpdateOptions(), at=at, play_to=play_to)

    def outline_updates(
        self,
        collection: str,
        token: bytes | None = None,
        options: UpdateOptions | None = None,
        *,
        folding: Folding | None = None,
        at: int | str | None = None,
        play_to: int | str | None = None,
    ) -> OutlineUpdates:
        """Follows an outline: what is shown of it, and then all of its changes.

            async for update in client.outline_updates("plan"):
                match update.content:
                    case WholeOutline(whole):
                        plan = whole
                    case OutlineChanges(batch):
                        plan.apply(batch)

        Of what is below something that ``folding`` collapses, only its counts are sent. To collapse or expand
        something, leave the loop and follow the outline again: a token of another folding leads to the whole outline.
        The profile of the options does not count. All else is as with ``updates``.

        The iterator raises ``FAILED_PRECONDITION`` if the collection is no outline.
        """
        collapsed = folding or Folding()
        asked = options or UpdateOptions()
        return OutlineUpdates(self._session, collection, collapsed, token, asked, at=at, play_to=play_to)

    def live(self, source: Source, *, options: UpdateOptions | None = None, saved: bytes | None = None) -> LiveList:
        """A list that follows a collection or a view, with optimistic moves.

            async with client.live("board") as board:
                async for event in board:
                    show(board.sections)

        ``saved`` is the result of ``LiveList.save``: the list is then there at once, continues from its version, and
        sends the moves that were pending.
        """
        name, view = _name_and_view(source)
        return LiveList(self._session, name, view, options=options, saved=saved)


def _name_and_view(source: Source) -> tuple[str, views_pb2.View | None]:
    """The name of a source, and the view if it is one without a name."""
    if isinstance(source, views_pb2.View):
        return "", source
    if isinstance(source, str):
        return checked_text(source, "collection"), None
    raise invalid("a source is the name of a collection or a view, or a view", "collection")


def _set_source(request: collections_pb2.FetchRequest, source: Source) -> None:
    name, view = _name_and_view(source)
    if view is None:
        request.collection = name
    else:
        request.view.CopyFrom(view)


def _stack_id(given: str | bytes, field: str) -> bytes:
    stack = given.encode() if isinstance(given, str) else given
    if len(stack) > MOST_STACK_BYTES:
        raise invalid(f"the id of a stack or of a group has at most {MOST_STACK_BYTES} bytes", field)
    return stack
