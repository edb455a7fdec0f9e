"""The calls about views, order keys and the server itself."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable

from ._generated.calls import Calls
from ._streams import ServerStream
from .errors import invalid
from .results import State
from .v1 import collections_pb2, methods, server_pb2, views_pb2
from .values import checked_count, checked_text, several


class Administration(Calls):
    """The calls about views, order keys and the server itself."""

    # Views.

    async def views(self, page_size: int = 0) -> AsyncIterator[views_pb2.ViewInfo]:
        """All stored views, in ascending order of the bytes of their names."""
        request = views_pb2.ListViewsRequest(page_size=checked_count(page_size, "page_size"))
        while True:
            response = await self._call(methods.LIST_VIEWS, request, views_pb2.ListViewsResponse)
            for view in response.views:
                yield view
            if not response.next_page_token:
                return
            request.page_token = response.next_page_token

    # The log of the server.

    async def server_log(
        self, *, after: int = 0, limit: int = 0, severity: str = "trace"
    ) -> server_pb2.ServerLogResponse:
        """The newest lines of the log of the answering server, or those after the line with a number, the oldest first.

        ``severity`` is that of the least severe lines: "trace", "debug", "info", "notice", "warning", "error" or
        "critical". PERMISSION_DENIED without the permission `admin`.
        """
        request = server_pb2.ServerLogRequest(after=checked_count(after, "after"), limit=checked_count(limit, "limit"))
        try:
            request.MergeFrom(server_pb2.ServerLogRequest(severity=f"LOG_SEVERITY_{str(severity).upper()}"))
        except ValueError:
            raise invalid(f"the severity of a line is expected, not {severity!r}", "severity") from None
        return await self._call(methods.SERVER_LOG, request, server_pb2.ServerLogResponse)

    # Order keys.

    async def change_strategy(
        self, collection: str, strategy: str, *, renew_keys: bool = False, if_state: State | None = None
    ) -> collections_pb2.ChangeStrategyResponse:
        """Changes the ordering strategy of a collection, in one commit. Nothing moves, and nobody gets an update."""
        request = collections_pb2.ChangeStrategyRequest(
            collection=checked_text(collection, "collection"),
            strategy=checked_text(strategy, "strategy"),
            renew_keys=renew_keys,
        )
        if if_state is not None:
            request.if_version, request.if_history = if_state.version, if_state.history
        # A repetition has no effect, unless keys are to be renewed, or a certain version is required.
        return await self._call(
            methods.CHANGE_STRATEGY,
            request,
            collections_pb2.ChangeStrategyResponse,
            is_repeatable=not renew_keys and if_state is None,
        )

    async def rotate_keys(self, collection: str, *, limit: int = 0) -> int:
        """Gives all elements of a collection new order keys, a few at a time, while it is in use: ``limit`` in one
        step. The number of rekeyed elements."""
        request = collections_pb2.RotateKeysRequest(
            collection=checked_text(collection, "collection"), limit=checked_count(limit, "limit")
        )
        rekeyed = 0
        while True:
            response = await self._call(methods.ROTATE_KEYS, request, collections_pb2.RotateKeysResponse)
            rekeyed += response.rekeyed
            if response.remaining == 0:
                return rekeyed
            request.generation = response.generation

    # The server.

    async def ping(self) -> float:
        """The round-trip time to the server in seconds, without any work there."""
        return await self._session.ping(self._timeout)

    async def backup(self, collections: Iterable[str] = ()) -> AsyncIterator[bytes]:
        """The contents of the server, or of some collections, as of one moment: the bytes of a backup file, in pieces.

        A lost connection ends it with ``UNAVAILABLE``.
        """
        request = server_pb2.BackupRequest(collections=several(collections, "collections"))
        stream = ServerStream(self._session, methods.BACKUP, lambda: request, server_pb2.BackupResponse, reopens=False)
        try:
            while (message := await stream.next()) is not None:
                yield message.data
        finally:
            stream.end()
