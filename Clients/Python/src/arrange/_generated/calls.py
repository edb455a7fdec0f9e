"""The calls of a client with an event loop. Generated from Protos by the command generate-protos. Do not edit."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import Any, TypeVar

from google.protobuf.message import Message

from .._session import Session
from .._streams import ServerStream
from ..results import CollectionInfo, from_info
from ..v1 import model_pb2, views_pb2, changes_pb2, collections_pb2, health_pb2, server_pb2, strategies_pb2, methods
from ..v1.methods import Method
from ..v1.operations_pb2 import Operation
from ..values import FieldsInput, checked_count, checked_text, several, to_fields

Response = TypeVar("Response", bound=Message)


class Calls:
    """The calls whose functions need no more than the interface says."""

    _session: Session
    _timeout: float | None

    async def _call(self, method: Method, request: Message, response: type[Response], **options: Any) -> Response:
        return await self._session.call(method, request, response, timeout=self._timeout, **options)

    async def create(self, name: str, *, strategy: str = "", fields: FieldsInput | None = None) -> CollectionInfo:
        """Makes an empty collection. Ends with ALREADY_EXISTS where the name is taken."""
        request = collections_pb2.CreateCollectionRequest(name=checked_text(name, "name"), strategy=checked_text(strategy, "strategy"), fields=to_fields(fields, "fields"))
        return from_info(await self._call(methods.CREATE_COLLECTION, request, model_pb2.CollectionInfo))

    async def info(self, name: str) -> CollectionInfo:
        """What there is to know about a collection without reading its content."""
        request = collections_pb2.GetCollectionRequest(name=checked_text(name, "name"))
        return from_info(await self._call(methods.GET_COLLECTION, request, model_pb2.CollectionInfo))

    async def update(self, name: str, set: FieldsInput | None = None, *, remove: Iterable[str] = (), replace_all: bool = False) -> CollectionInfo:
        """Changes the fields of the collection itself. Its content and its version stay as they are."""
        request = collections_pb2.UpdateCollectionRequest(name=checked_text(name, "name"), set=to_fields(set, "set"), remove=several(remove, "remove"), replace_all=replace_all)
        return from_info(await self._call(methods.UPDATE_COLLECTION, request, model_pb2.CollectionInfo))

    async def delete(self, name: str) -> None:
        """Removes a collection with its content and its history, for good."""
        request = collections_pb2.DeleteCollectionRequest(name=checked_text(name, "name"))
        await self._call(methods.DELETE_COLLECTION, request, collections_pb2.DeleteCollectionResponse)

    async def explain(self, collection: str, *operations: Operation) -> collections_pb2.ExplainResponse:
        """Tells what a transaction would write, without carrying it out, and how the order keys are."""
        request = collections_pb2.ExplainRequest(collection=checked_text(collection, "collection"), operations=operations)
        return await self._call(methods.EXPLAIN, request, collections_pb2.ExplainResponse)

    async def verify_keys(self, collection: str) -> collections_pb2.VerifyKeysResponse:
        """Looks at all stored order keys. What is wrong is mended by ChangeStrategy with `renew_keys`."""
        request = collections_pb2.VerifyKeysRequest(collection=checked_text(collection, "collection"))
        return await self._call(methods.VERIFY_KEYS, request, collections_pb2.VerifyKeysResponse)

    async def strategies(self) -> strategies_pb2.ListStrategiesResponse:
        """The strategies that the server has, in ascending order of the bytes of their names."""
        request = strategies_pb2.ListStrategiesRequest()
        return await self._call(methods.LIST_STRATEGIES, request, strategies_pb2.ListStrategiesResponse)

    async def server_info(self) -> server_pb2.ServerInfoResponse:
        """What the server is, what it holds and what it takes."""
        request = server_pb2.ServerInfoRequest()
        return await self._call(methods.SERVER_INFO, request, server_pb2.ServerInfoResponse)

    async def health(self, service: str = "") -> health_pb2.HealthCheckResponse:
        """The state at this moment."""
        request = health_pb2.HealthCheckRequest(service=checked_text(service, "service"))
        return await self._call(methods.HEALTH_CHECK, request, health_pb2.HealthCheckResponse)

    async def watch_health(self, service: str = "") -> AsyncIterator[health_pb2.HealthCheckResponse]:
        """The state at this moment, and then each change of it. Ends only when the connection or the server does.
        A client without credit gets the latest state when it has credit again, not each one in between.
        """
        request = health_pb2.HealthCheckRequest(service=checked_text(service, "service"))
        stream = ServerStream(self._session, methods.HEALTH_WATCH, lambda: request, health_pb2.HealthCheckResponse)
        try:
            while (message := await stream.next()) is not None:
                yield message
        finally:
            stream.end()

    async def define_view(self, name: str, view: views_pb2.View) -> views_pb2.ViewInfo:
        """Stores a view. Where there is a view of the name it gets the new definition, and its subscribers see what that changes.
        Ends with ALREADY_EXISTS where a collection has the name, and with NOT_FOUND where a collection of the view is not there.
        """
        request = views_pb2.DefineViewRequest(name=checked_text(name, "name"), view=view)
        return await self._call(methods.DEFINE_VIEW, request, views_pb2.ViewInfo)

    async def view(self, name: str) -> views_pb2.ViewInfo:
        """A stored view. Ends with NOT_FOUND where there is none of the name."""
        request = views_pb2.GetViewRequest(name=checked_text(name, "name"))
        return await self._call(methods.GET_VIEW, request, views_pb2.ViewInfo)

    async def delete_view(self, name: str) -> None:
        """Removes a stored view. Its collections stay as they are; subscriptions to it end with NOT_FOUND."""
        request = views_pb2.DeleteViewRequest(name=checked_text(name, "name"))
        await self._call(methods.DELETE_VIEW, request, views_pb2.DeleteViewResponse)

    async def followers(self, collection: str = "", *, limit: int = 0) -> changes_pb2.FollowersResponse:
        """Who follows: the subscriptions that are open on this server at the moment. It shows those of the collections and views
        that the caller has the permission `manage` for, and leaves the others out. To repeat it every few seconds is fine.
        """
        request = changes_pb2.FollowersRequest(collection=checked_text(collection, "collection"), limit=checked_count(limit, "limit"))
        return await self._call(methods.FOLLOWERS, request, changes_pb2.FollowersResponse)

    async def compare(self, plan: str = "") -> AsyncIterator[server_pb2.CompareResponse]:
        """Runs ordering strategies, those of this server too, on the same workloads, and reports what each of them wrote. It works
        on lists of its own and touches no collection. It needs the permission `admin`. It takes one processor for as long as it
        takes, with low priority; one comparison runs at a time, and it ends when the stream is cancelled.
        """
        request = server_pb2.CompareRequest(plan=checked_text(plan, "plan"))
        stream = ServerStream(self._session, methods.COMPARE, lambda: request, server_pb2.CompareResponse, reopens=False)
        try:
            while (message := await stream.next()) is not None:
                yield message
        finally:
            stream.end()
