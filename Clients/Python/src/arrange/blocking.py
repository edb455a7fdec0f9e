"""The client for programs without an event loop: each call blocks its thread until it is answered.

    from arrange import blocking

    with blocking.Client("127.0.0.1:7411") as client, client.live("board") as board:
        for event in board:
            print(board.version, [item.id for item in board.list.items])

A client runs an event loop on a thread of its own. Any number of threads may use it at the same time; a ``LiveList`` or
an iterator belongs to one of them. A process that is forked needs a client of its own: calls of an inherited one raise
``FAILED_PRECONDITION``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from . import client as _client
from . import live as _live
from ._generated.blocking import BlockingCalls
from ._loop_thread import LoopThread
from ._session import ConnectionState
from ._waiting import iterates, waits
from .batches import Path
from .client import Source
from .elements import Place
from .events import ListEvent, LocalMove
from .lists import Section, SectionedList
from .updates import UpdateOptions
from .values import Element

P = ParamSpec("P")


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
        """Shows rows of a view in a gap, and has the server place them there; see ``arrange.LiveList.place``."""

        async def place() -> LocalMove:
            return self._live.place(rows, section=section, to=to, under=under, aim=aim, allow=allow)

        return self._thread.run(place())

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
        if self._thread.is_inherited:
            return
        self._thread.run(self._live.aclose())

    def __enter__(self) -> LiveList:
        try:
            self.load()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _wraps_client(make: Callable[P, _client.Client]) -> Callable[[Any], Callable[Concatenate[Client, P], None]]:
    """Gives a method the signature and the documentation with which an ``arrange.Client`` is made."""
    return wraps(make.__init__)


class Client(BlockingCalls):
    """A client of an Arrange server; see ``arrange.Client``, whose methods these are."""

    @_wraps_client(_client.Client)
    def __init__(self, *arguments: Any, **named: Any) -> None:
        self._client = _client.Client(*arguments, **named)
        self._thread = LoopThread()

    def with_timeout(self, seconds: float) -> Client:
        """A client with another timeout of calls, which shares the connection and the thread of this one."""
        other = Client.__new__(Client)
        other._client = self._client.with_timeout(seconds)
        other._thread = self._thread
        return other

    def close(self) -> None:
        """Lets calls in progress finish, ends everything else, and closes the connection."""
        self._thread.close(self._client.close())

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def connection(self) -> ConnectionState:
        """The state of the connection."""
        state: ConnectionState = self._client.connection
        return state

    def live(self, source: Source, *, options: UpdateOptions | None = None, saved: bytes | None = None) -> LiveList:
        """A list that follows a collection or a view, with optimistic moves."""
        return LiveList(self._thread, lambda: self._client.live(source, options=options, saved=saved))

    connection_states = iterates(_client.Client.connection_states)
    updates = iterates(_client.Client.updates)
    outline_updates = iterates(_client.Client.outline_updates)

    collections = iterates(_client.Client.collections)
    apply = waits(_client.Client.apply)
    transact = waits(_client.Client.transact)
    undo = waits(_client.Client.undo)
    pages = iterates(_client.Client.pages)
    read = waits(_client.Client.read)
    place = waits(_client.Client.place)
    diff = waits(_client.Client.diff)
    outline_diff = waits(_client.Client.outline_diff)
    bin = iterates(_client.Client.bin)
    put_back = waits(_client.Client.put_back)
    restore = waits(_client.Client.restore)
    set_version = waits(_client.Client.set_version)
    history = waits(_client.Client.history)
    views = iterates(_client.Client.views)
    server_log = waits(_client.Client.server_log)
    change_strategy = waits(_client.Client.change_strategy)
    rotate_keys = waits(_client.Client.rotate_keys)
    ping = waits(_client.Client.ping)
    backup = iterates(_client.Client.backup)
