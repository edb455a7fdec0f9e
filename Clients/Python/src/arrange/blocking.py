"""The client for programs without an event loop: each call blocks its thread until it is answered.

    from arrange import blocking

    with blocking.Client("127.0.0.1:7411") as client, client.live("board") as board:
        for event in board:
            print(board.version, [item.id for item in board.list.items])

A client runs an event loop on a thread of its own. Any number of threads may use it at the same time; a ``LiveList`` or
an iterator belongs to one of them.
"""

from __future__ import annotations

import random
import ssl
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import TracebackType

from . import client as _client
from . import live as _live
from ._loop_thread import BlockingIterator, LoopThread
from ._session import ConnectionState
from .batches import Path
from .client import Source
from .configuration import Configuration
from .events import ListEvent, LocalMove
from .lists import Section, SectionedList
from .operations import Place
from .results import ApplyResult, CollectionInfo, History, Page, State
from .updates import ListUpdate, UpdateOptions
from .v1 import collections_pb2, health_pb2, server_pb2, strategies_pb2, views_pb2
from .v1.operations_pb2 import Operation
from .values import Element, FieldsInput


class LiveList:
    """A list that follows the server; see ``arrange.LiveList``. It changes only while its thread waits for an event,
    and in ``move``."""

    def __init__(self, thread: LoopThread, make: Callable[[], _live.LiveList]) -> None:
        self._thread = thread

        async def start() -> _live.LiveList:
            return make()

        self._live = thread.run(start())

    @property
    def is_loaded(self) -> bool:
        """Whether the list was loaded."""
        return self._live.is_loaded

    @property
    def version(self) -> int | None:
        """The version of the server's list; ``None`` before it was loaded."""
        return self._live.version

    @property
    def list(self) -> SectionedList:
        """The shown list. It must not be changed; the next event changes it in place."""
        return self._live.list

    @property
    def sections(self) -> Sequence[Section]:
        """The shown sections with their items, including empty ones."""
        return self._live.sections

    def path(self, id: str) -> Path | None:
        """The path of a shown item; ``None`` if it is not in the list."""
        return self._live.path(id)

    def item(self, path: tuple[int, int]) -> Element:
        """The shown item at a path."""
        return self._live.item(path)

    @property
    def has_pending_moves(self) -> bool:
        """Whether moves are pending."""
        return self._live.has_pending_moves

    @property
    def resume_token(self) -> bytes:
        """The token of the last update that the list contains."""
        return self._live.resume_token

    @property
    def connection(self) -> ConnectionState:
        """The state of the connection to the server."""
        return self._live.connection

    def save(self) -> bytes:
        """The list with the token to continue from; see ``arrange.LiveList.save``."""
        return self._live.save()

    def move(self, ids: Sequence[str], *, section: str | None = None, to: Place | None = None) -> LocalMove:
        """Moves items in the shown list, and sends the move to the server; see ``arrange.LiveList.move``."""

        async def move() -> LocalMove:
            return self._live.move(ids, section=section, to=to)

        return self._thread.run(move())

    def move_item(self, source: tuple[int, int], target: tuple[int, int]) -> LocalMove:
        """Moves an item from its path to the path that it has afterwards."""

        async def move() -> LocalMove:
            return self._live.move_item(source, target)

        return self._thread.run(move())

    def load(self) -> None:
        """Waits until the list is there."""
        self._thread.run(self._live.load())

    def next(self) -> ListEvent | None:
        """The next event, which the list already contains; ``None`` when the subscription has ended."""
        return self._thread.run(self._live.next())

    def __iter__(self) -> Iterator[ListEvent]:
        while (event := self.next()) is not None:
            yield event

    def close(self) -> None:
        """Ends the subscription."""
        self._thread.run(self._live.aclose())

    def __enter__(self) -> LiveList:
        try:
            self.load()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class Client:
    """A client of an Arrange server; see ``arrange.Client``, whose methods these are."""

    def __init__(
        self,
        server: str | None = None,
        *,
        token: str | None = None,
        tls: ssl.SSLContext | None = None,
        configuration: Configuration | None = None,
        source: random.Random | None = None,
    ) -> None:
        self._client = _client.Client(server, token=token, tls=tls, configuration=configuration, source=source)
        self._thread = LoopThread()
        self._run = self._thread.run

    def with_timeout(self, seconds: float) -> Client:
        """A client with another timeout of calls, which shares the connection and the thread of this one."""
        other = Client.__new__(Client)
        other._client = self._client.with_timeout(seconds)
        other._thread, other._run = self._thread, self._run
        return other

    def close(self) -> None:
        """Lets calls in progress finish, ends everything else, and closes the connection."""
        self._thread.close(self._client.close())

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def connection(self) -> ConnectionState:
        """The state of the connection."""
        return self._client.connection

    def connection_states(self) -> BlockingIterator[ConnectionState]:
        """The state of the connection, and each later one."""
        return BlockingIterator(self._thread, self._client.connection_states)

    def create(self, name: str, *, strategy: str = "", fields: FieldsInput | None = None) -> CollectionInfo:
        """Creates an empty collection."""
        return self._run(self._client.create(name, strategy=strategy, fields=fields))

    def info(self, name: str) -> CollectionInfo:
        """The description of a collection or a stored view."""
        return self._run(self._client.info(name))

    def collections(self, page_size: int = 0) -> BlockingIterator[CollectionInfo]:
        """All collections and stored views."""
        return BlockingIterator(self._thread, lambda: self._client.collections(page_size))

    def update(
        self,
        name: str,
        set: FieldsInput | None = None,
        *,
        remove: Iterable[str] = (),
        replace_all: bool = False,
    ) -> CollectionInfo:
        """Changes the fields of the collection itself."""
        return self._run(self._client.update(name, set, remove=remove, replace_all=replace_all))

    def delete(self, name: str) -> None:
        """Removes a collection with its content and its history, for good."""
        self._run(self._client.delete(name))

    def apply(
        self,
        collection: str,
        *operations: Operation,
        request_id: bytes | None = None,
        if_version: int | None = None,
        if_state: State | None = None,
    ) -> ApplyResult:
        """Changes the content of a collection: all operations or none, in one commit."""
        return self._run(
            self._client.apply(collection, *operations, request_id=request_id, if_version=if_version, if_state=if_state)
        )

    def pages(
        self,
        source: Source,
        *,
        section: str | None = None,
        start: int = 0,
        end: int | None = None,
        around: tuple[str, int, int] | None = None,
        page_size: int = 0,
    ) -> BlockingIterator[Page]:
        """Reads a collection or a view page by page, all of one version."""
        return BlockingIterator(
            self._thread,
            lambda: self._client.pages(
                source, section=section, start=start, end=end, around=around, page_size=page_size
            ),
        )

    def read(self, source: Source) -> tuple[CollectionInfo, SectionedList]:
        """Reads a whole collection or view."""
        return self._run(self._client.read(source))

    def history(
        self, collection: str, first: int = 0, last: int | None = None, *, limit: int = 0, from_change: int = 0
    ) -> History:
        """Reads the commits between two versions, both included."""
        return self._run(self._client.history(collection, first, last, limit=limit, from_change=from_change))

    def updates(
        self, source: Source, token: bytes | None = None, options: UpdateOptions | None = None
    ) -> BlockingIterator[ListUpdate]:
        """Follows a collection or a view: the list, and then all of its changes."""
        return BlockingIterator(self._thread, lambda: self._client.updates(source, token, options))

    def live(self, source: Source, *, options: UpdateOptions | None = None, saved: bytes | None = None) -> LiveList:
        """A list that follows a collection or a view, with optimistic moves."""
        return LiveList(self._thread, lambda: self._client.live(source, options=options, saved=saved))

    def define_view(self, name: str, view: views_pb2.View) -> views_pb2.ViewInfo:
        """Stores a view under a name, or redefines the view of that name."""
        return self._run(self._client.define_view(name, view))

    def view(self, name: str) -> views_pb2.ViewInfo:
        """A stored view."""
        return self._run(self._client.view(name))

    def views(self, page_size: int = 0) -> BlockingIterator[views_pb2.ViewInfo]:
        """All stored views."""
        return BlockingIterator(self._thread, lambda: self._client.views(page_size))

    def delete_view(self, name: str) -> None:
        """Removes a stored view."""
        self._run(self._client.delete_view(name))

    def strategies(self) -> strategies_pb2.ListStrategiesResponse:
        """The ordering strategies that the server has, with the default one."""
        return self._run(self._client.strategies())

    def change_strategy(
        self, collection: str, strategy: str, *, renew_keys: bool = False, if_state: State | None = None
    ) -> collections_pb2.ChangeStrategyResponse:
        """Changes the ordering strategy of a collection."""
        return self._run(self._client.change_strategy(collection, strategy, renew_keys=renew_keys, if_state=if_state))

    def rotate_keys(self, collection: str, *, limit: int = 0) -> int:
        """Gives all elements of a collection new order keys. The number of rekeyed elements."""
        return self._run(self._client.rotate_keys(collection, limit=limit))

    def explain(self, collection: str, *operations: Operation) -> collections_pb2.ExplainResponse:
        """What a transaction would write, without carrying it out."""
        return self._run(self._client.explain(collection, *operations))

    def verify_keys(self, collection: str) -> collections_pb2.VerifyKeysResponse:
        """Checks all stored order keys of a collection."""
        return self._run(self._client.verify_keys(collection))

    def server_info(self) -> server_pb2.ServerInfoResponse:
        """A description of the server, with its statistics and limits."""
        return self._run(self._client.server_info())

    def ping(self) -> float:
        """The round-trip time to the server in seconds."""
        return self._run(self._client.ping())

    def health(self, service: str = "") -> health_pb2.HealthCheckResponse:
        """Whether the server, or one service of it, can serve."""
        return self._run(self._client.health(service))

    def watch_health(self, service: str = "") -> BlockingIterator[health_pb2.HealthCheckResponse]:
        """Whether the server can serve: the state, and then each change of it."""
        return BlockingIterator(self._thread, lambda: self._client.watch_health(service))

    def backup(self, collections: Iterable[str] = ()) -> BlockingIterator[bytes]:
        """The bytes of a backup file of the server, or of some collections, in pieces."""
        return BlockingIterator(self._thread, lambda: self._client.backup(collections))
