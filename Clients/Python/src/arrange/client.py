"""The client."""

from __future__ import annotations

import random
import ssl
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from ._administration import Administration
from ._session import ConnectionState, Session
from .configuration import Address, Configuration, check_seconds
from .errors import invalid
from .lists import SectionedList
from .live import LiveList
from .results import (
    ApplyResult,
    CollectionInfo,
    History,
    Page,
    State,
    TransactResult,
    add_page,
    from_apply,
    from_history,
    from_info,
    from_page,
    from_transact,
)
from .updates import ListUpdates, UpdateOptions
from .v1 import collections_pb2, methods, views_pb2
from .v1.collections_pb2 import TransactionStep
from .v1.operations_pb2 import NewElement, Operation
from .values import LARGEST_VERSION, checked_count, checked_text, several

Source = str | views_pb2.View
"""The name of a collection or of a stored view, or a view without a name."""

MOST_REQUEST_ID_BYTES = 64
"""The longest request id."""

_AIMS = {
    "automatic": views_pb2.PLACE_AIM_AUTOMATIC,
    "after_previous": views_pb2.PLACE_AIM_AFTER_PREVIOUS,
    "before_next": views_pb2.PLACE_AIM_BEFORE_NEXT,
}
_EFFECTS = {
    "place": views_pb2.PLACE_EFFECT_PLACE,
    "group": views_pb2.PLACE_EFFECT_GROUP_FIELD,
    "section": views_pb2.PLACE_EFFECT_SECTION,
    "sort": views_pb2.PLACE_EFFECT_SORT_FIELDS,
    "collection": views_pb2.PLACE_EFFECT_COLLECTION,
}


class Client(Administration):
    """A client of an Arrange server.

    One client is enough for a program: it has one connection for any number of concurrent calls. It connects on the
    first call, and reconnects when the connection is lost. It belongs to the event loop on which it is first used.

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

    async def collections(self, page_size: int = 0) -> AsyncIterator[CollectionInfo]:
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
    ) -> ApplyResult:
        """Changes the content of a collection: all operations or none, in one commit. When this returns, the change is
        on disk.

        A transaction without a request id gets one, so that it can be retried without taking effect twice. If the
        collection does not have the given version or state, the call ends with ``ABORTED``.
        """
        request = collections_pb2.ApplyRequest(
            collection=checked_text(collection, "collection"),
            operations=operations,
            request_id=self._request_id(request_id),
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
    ) -> TransactResult:
        """Changes several collections: all steps or none, in one commit for each collection that changes. When this
        returns, the change is on disk.

        Steps are made by ``step`` and ``transfer``. ``conditions`` are the states or versions that collections must
        have; otherwise the call ends with ``ABORTED``. A transaction without a request id gets one, so that it can be
        retried without taking effect twice.
        """
        request = collections_pb2.TransactRequest(steps=steps, request_id=self._request_id(request_id))
        for name, condition in conditions.items():
            message = request.conditions.add(collection=checked_text(name, "conditions"))
            if isinstance(condition, State):
                message.if_version, message.if_history = condition.version, condition.history
            else:
                message.if_version = checked_count(condition, "conditions", LARGEST_VERSION)
        return from_transact(await self._call(methods.TRANSACT, request, collections_pb2.TransactResponse))

    def _request_id(self, given: bytes | None) -> bytes:
        if given is None:
            return self._session.request_ids.next()
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
    ) -> AsyncIterator[Page]:
        """Reads a collection or a view page by page, all of one version.

        ``section`` restricts the read to a section, from ``start`` to before ``end``; ``around`` to an item and the
        given numbers of items before and after it.
        """
        request = collections_pb2.FetchRequest(page_size=checked_count(page_size, "page_size"))
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
        while True:
            page = from_page(await self._call(methods.FETCH, request, collections_pb2.FetchResponse))
            yield page
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def read(self, source: Source) -> tuple[CollectionInfo, SectionedList]:
        """Reads a whole collection or view."""
        result = SectionedList()
        info = None
        async for page in self.pages(source):
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
        aim: str = "automatic",
        allow: Iterable[str] = (),
        seen: bytes = b"",
        dry_run: bool = False,
        request_id: bytes | None = None,
    ) -> views_pb2.PlaceRowsResponse:
        """Moves rows of a view into the gap after one row and before another, or inserts items there.

        ``after`` and ``before`` are the rows seen on both sides; without either the gap is at the end of ``section``.
        ``aim`` is ``"automatic"``, ``"after_previous"`` or ``"before_next"``. What it takes is what shows exactly that
        with the least effect. If that is more than another place or the value of a group, ``allow`` has to have
        ``"section"``, ``"sort"`` or ``"collection"``; the field of the error lists what is missing. With ``dry_run``
        nothing changes. ``seen`` is the resume token of the list as it was seen.
        """
        name, definition = _name_and_view(view)
        if aim not in _AIMS:
            raise invalid(f"the aim is one of {', '.join(_AIMS)}", "aim")
        effects = list(several(allow, "allow"))
        if unknown := [effect for effect in effects if effect not in _EFFECTS]:
            raise invalid(f"{unknown[0]!r} is no effect; there are {', '.join(_EFFECTS)}", "allow")
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
            aim=_AIMS[aim],
            allow=[_EFFECTS[effect] for effect in effects],
            seen=seen,
            dry_run=dry_run,
            request_id=self._session.request_ids.next() if request_id is None else request_id,
        )
        return await self._call(methods.PLACE_ROWS, request, views_pb2.PlaceRowsResponse)

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

    def updates(self, source: Source, token: bytes | None = None, options: UpdateOptions | None = None) -> ListUpdates:
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

        The iterator raises ``NOT_FOUND`` if the collection does not exist or is deleted.
        """
        name, view = _name_and_view(source)
        return ListUpdates(self._session, name, view, token, options or UpdateOptions())

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
