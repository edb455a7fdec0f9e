"""The calls about views, order keys and the server itself."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import Any, TypeVar

from google.protobuf.message import Message

from ._session import Session
from ._streams import ServerStream
from .results import State
from .v1 import changes_pb2, collections_pb2, health_pb2, methods, server_pb2, strategies_pb2, views_pb2
from .v1.methods import Method
from .v1.operations_pb2 import Operation
from .values import checked_count, checked_text, several

Response = TypeVar("Response", bound=Message)


class Administration:
    """The calls about views, order keys and the server itself."""

    _session: Session
    _timeout: float | None

    async def _call(self, method: Method, request: Message, response: type[Response], **options: Any) -> Response:
        return await self._session.call(method, request, response, timeout=self._timeout, **options)

    # Views.

    async def define_view(self, name: str, view: views_pb2.View) -> views_pb2.ViewInfo:
        """Stores a view under a name, or redefines the view of that name: its subscribers get the changes."""
        request = views_pb2.DefineViewRequest(name=checked_text(name, "name"), view=view)
        return await self._call(methods.DEFINE_VIEW, request, views_pb2.ViewInfo)

    async def view(self, name: str) -> views_pb2.ViewInfo:
        """A stored view."""
        request = views_pb2.GetViewRequest(name=checked_text(name, "name"))
        return await self._call(methods.GET_VIEW, request, views_pb2.ViewInfo)

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

    async def delete_view(self, name: str) -> None:
        """Removes a stored view. Its collections are not affected."""
        request = views_pb2.DeleteViewRequest(name=checked_text(name, "name"))
        await self._call(methods.DELETE_VIEW, request, views_pb2.DeleteViewResponse)

    # Order keys.

    async def strategies(self) -> strategies_pb2.ListStrategiesResponse:
        """The ordering strategies that the server has, with the default one."""
        request = strategies_pb2.ListStrategiesRequest()
        return await self._call(methods.LIST_STRATEGIES, request, strategies_pb2.ListStrategiesResponse)

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

    async def explain(self, collection: str, *operations: Operation) -> collections_pb2.ExplainResponse:
        """What a transaction would write, without carrying it out, with statistics of the order keys."""
        request = collections_pb2.ExplainRequest(
            collection=checked_text(collection, "collection"), operations=operations
        )
        return await self._call(methods.EXPLAIN, request, collections_pb2.ExplainResponse)

    async def verify_keys(self, collection: str) -> collections_pb2.VerifyKeysResponse:
        """Checks all stored order keys of a collection."""
        request = collections_pb2.VerifyKeysRequest(collection=checked_text(collection, "collection"))
        return await self._call(methods.VERIFY_KEYS, request, collections_pb2.VerifyKeysResponse)

    # The server.

    async def server_info(self) -> server_pb2.ServerInfoResponse:
        """A description of the server, with its statistics and limits, and the nodes if it is one of several.

        Without the permission `admin` the statistics are 0, and there are no nodes.
        """
        request = server_pb2.ServerInfoRequest()
        return await self._call(methods.SERVER_INFO, request, server_pb2.ServerInfoResponse)

    async def ping(self) -> float:
        """The round-trip time to the server in seconds, without any work there."""
        return await self._session.ping(self._timeout)

    async def health(self, service: str = "") -> health_pb2.HealthCheckResponse:
        """Whether the server, or one service of it, can serve."""
        request = health_pb2.HealthCheckRequest(service=checked_text(service, "service"))
        return await self._call(methods.HEALTH_CHECK, request, health_pb2.HealthCheckResponse)

    async def watch_health(self, service: str = "") -> AsyncIterator[health_pb2.HealthCheckResponse]:
        """Whether the server can serve: the state, and then each change of it."""
        request = health_pb2.HealthCheckRequest(service=checked_text(service, "service"))
        stream = ServerStream(self._session, methods.HEALTH_WATCH, lambda: request, health_pb2.HealthCheckResponse)
        try:
            while (message := await stream.next()) is not None:
                yield message
        finally:
            stream.end()

    async def followers(self, collection: str = "", *, limit: int = 0) -> changes_pb2.FollowersResponse:
        """Who follows a collection or a stored view, or all of them without a name: the open subscriptions of those
        that the caller has the permission ``manage`` for, at most ``limit``, 100 for 0. The counts have all of them."""
        request = changes_pb2.FollowersRequest(
            collection=checked_text(collection, "collection"), limit=checked_count(limit, "limit")
        )
        return await self._call(methods.FOLLOWERS, request, changes_pb2.FollowersResponse)

    async def compare(self, plan: str = "") -> AsyncIterator[server_pb2.CompareResponse]:
        """Runs ordering strategies on the same workloads, by a plan in YAML or the standard plan.

        First come messages with the progress, then those with the pieces of the report, which is JSON. The end of the
        iterator ends the comparison; a lost connection ends it with ``UNAVAILABLE``.
        """
        request = server_pb2.CompareRequest(plan=checked_text(plan, "plan"))
        stream = ServerStream(
            self._session, methods.COMPARE, lambda: request, server_pb2.CompareResponse, reopens=False
        )
        try:
            while (message := await stream.next()) is not None:
                yield message
        finally:
            stream.end()

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
