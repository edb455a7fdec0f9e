"""The calls of a client with an event loop. Generated from Protos by the command generate-protos. Do not edit."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import Any, TypeVar

from google.protobuf.message import Message

from .._session import Session
from .._streams import ServerStream
from ..results import CollectionInfo, from_info
from ..v1 import model_pb2, views_pb2, changes_pb2, collections_pb2, health_pb2, overlays_pb2, server_pb2, sinks_pb2, strategies_pb2, time_pb2, methods
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

    async def create(self, name: str, *, strategy: str = "", fields: FieldsInput | None = None, outline: model_pb2.OutlineSettings | None = None) -> CollectionInfo:
        """Creates an empty collection.

        Without a `strategy` the collection gets the server's default one. Ends with ALREADY_EXISTS if the name is taken,
        and with INVALID_ARGUMENT for a strategy that the server does not have.
        """
        request = collections_pb2.CreateCollectionRequest(name=checked_text(name, "name"), strategy=checked_text(strategy, "strategy"), fields=to_fields(fields, "fields"), outline=outline)
        return from_info(await self._call(methods.CREATE_COLLECTION, request, model_pb2.CollectionInfo))

    async def info(self, name: str) -> CollectionInfo:
        """Describes a collection or a stored view, without its content."""
        request = collections_pb2.GetCollectionRequest(name=checked_text(name, "name"))
        return from_info(await self._call(methods.GET_COLLECTION, request, model_pb2.CollectionInfo))

    async def update(self, name: str, set: FieldsInput | None = None, *, remove: Iterable[str] = (), replace_all: bool = False) -> CollectionInfo:
        """Changes the fields of the collection itself. Its content and its version do not change.

        Fields that `set` does not name keep their values, unless `remove` names them or `replace_all` is set.
        """
        request = collections_pb2.UpdateCollectionRequest(name=checked_text(name, "name"), set=to_fields(set, "set"), remove=several(remove, "remove"), replace_all=replace_all)
        return from_info(await self._call(methods.UPDATE_COLLECTION, request, model_pb2.CollectionInfo))

    async def delete(self, name: str) -> None:
        """Permanently deletes a collection with its content and its history."""
        request = collections_pb2.DeleteCollectionRequest(name=checked_text(name, "name"))
        await self._call(methods.DELETE_COLLECTION, request, collections_pb2.DeleteCollectionResponse)

    async def erase(self, collection: str, items: Iterable[str], *, delete_names: bool = False) -> collections_pb2.EraseResponse:
        """Removes items for good: from the collection, if it still has them, from its bin, and from what is kept of its history. The
        response comes when the files of the server have nothing of their content any more.

        The history begins anew with the commit that the call makes: no earlier version can be read, nothing of before can be undone or
        put back, a client that resumes from before gets the whole collection, and a transaction of before that is sent again is carried
        out again. Other items keep their present content. Ends with NOT_FOUND, and erases nothing, if neither the collection nor its
        history has one of the items, and with FAILED_PRECONDITION if a version has a name, because it would not stay
        readable: `delete_names` deletes the names.

        The ids of the items are not erased everywhere: an overlay of the collection may still name them. What else has the
        content: backups that were made before, collections to which the items were transferred, and clients.
        """
        request = collections_pb2.EraseRequest(collection=checked_text(collection, "collection"), items=several(items, "items"), delete_names=delete_names)
        return await self._call(methods.ERASE, request, collections_pb2.EraseResponse)

    async def explain(self, collection: str, *operations: Operation) -> collections_pb2.ExplainResponse:
        """Explains what a transaction would write, without carrying it out, with statistics of the order keys.

        Nothing is written. Without operations, only the statistics are returned.
        """
        request = collections_pb2.ExplainRequest(collection=checked_text(collection, "collection"), operations=operations)
        return await self._call(methods.EXPLAIN, request, collections_pb2.ExplainResponse)

    async def verify_keys(self, collection: str) -> collections_pb2.VerifyKeysResponse:
        """Checks all stored order keys of a collection.

        ChangeStrategy with `renew_keys` repairs them.
        """
        request = collections_pb2.VerifyKeysRequest(collection=checked_text(collection, "collection"))
        return await self._call(methods.VERIFY_KEYS, request, collections_pb2.VerifyKeysResponse)

    async def strategies(self) -> strategies_pb2.ListStrategiesResponse:
        """Lists the ordering strategies that the server has, with the default one.

        The strategies are in ascending order of the bytes of their names.
        """
        request = strategies_pb2.ListStrategiesRequest()
        return await self._call(methods.LIST_STRATEGIES, request, strategies_pb2.ListStrategiesResponse)

    async def server_info(self, names: Iterable[str] = ()) -> server_pb2.ServerInfoResponse:
        """Describes the server: its version, statistics and limits, and the nodes if it is one of several; and the caller: who it is,
        and what it may do.

        Without the permission `admin` the statistics are 0, and there are no nodes.
        """
        request = server_pb2.ServerInfoRequest(names=several(names, "names"))
        return await self._call(methods.SERVER_INFO, request, server_pb2.ServerInfoResponse)

    async def health(self, service: str = "") -> health_pb2.HealthCheckResponse:
        """Returns whether the server, or one service of it, can currently serve.

        Ends with NOT_FOUND if the server does not have the service.
        """
        request = health_pb2.HealthCheckRequest(service=checked_text(service, "service"))
        return await self._call(methods.HEALTH_CHECK, request, health_pb2.HealthCheckResponse)

    async def watch_health(self, service: str = "") -> AsyncIterator[health_pb2.HealthCheckResponse]:
        """Sends whether the server, or one service of it, can serve: the current state, and then each change of it.

        For a service that the server does not have, the state is SERVING_STATUS_SERVICE_UNKNOWN. A client without credit
        gets only the latest state when it has credit again, not each state in between. The stream ends only with the
        connection or the server; the client libraries then continue it on the next connection.
        """
        request = health_pb2.HealthCheckRequest(service=checked_text(service, "service"))
        stream = ServerStream(self._session, methods.HEALTH_WATCH, lambda: request, health_pb2.HealthCheckResponse)
        try:
            while (message := await stream.next()) is not None:
                yield message
        finally:
            stream.end()

    async def define_view(self, name: str, view: views_pb2.View) -> views_pb2.ViewInfo:
        """Stores a view under a name, or redefines the view of that name.

        The subscribers of a redefined view get the resulting changes. Ends with ALREADY_EXISTS if a collection has the
        name, with NOT_FOUND if a collection of the view does not exist, and with INVALID_ARGUMENT for an invalid
        definition.
        """
        request = views_pb2.DefineViewRequest(name=checked_text(name, "name"), view=view)
        return await self._call(methods.DEFINE_VIEW, request, views_pb2.ViewInfo)

    async def view(self, name: str) -> views_pb2.ViewInfo:
        """Returns a stored view.

        Ends with NOT_FOUND if there is no stored view of the name.
        """
        request = views_pb2.GetViewRequest(name=checked_text(name, "name"))
        return await self._call(methods.GET_VIEW, request, views_pb2.ViewInfo)

    async def delete_view(self, name: str) -> None:
        """Deletes a stored view. Its collections are not affected.

        Subscriptions to the view end with NOT_FOUND. The call ends with NOT_FOUND if there is no stored view of the name.
        """
        request = views_pb2.DeleteViewRequest(name=checked_text(name, "name"))
        await self._call(methods.DELETE_VIEW, request, views_pb2.DeleteViewResponse)

    async def parse_view(self, text: str = "", *, view: views_pb2.View | None = None, locate: str = "") -> views_pb2.ParseViewResponse:
        """Reads the text of a view, or writes a view as text. Looks at no collection and needs no permission. An error in the text
        is part of the response.
        """
        request = views_pb2.ParseViewRequest(text=checked_text(text, "text"), view=view, locate=checked_text(locate, "locate"))
        return await self._call(methods.PARSE_VIEW, request, views_pb2.ParseViewResponse)

    async def create_overlay(self, collection: str, overlay: str = "mine", *, shared: bool = False, principal: str = "") -> overlays_pb2.OverlayInfo:
        """Creates an overlay without entries.

        Ends with ALREADY_EXISTS if there is one of the name, with NOT_FOUND if there is no such collection, and with
        RESOURCE_EXHAUSTED if the principal has 1000 overlays of the collection, or it has 1000 shared ones.
        """
        request = overlays_pb2.CreateOverlayRequest(collection=checked_text(collection, "collection"), overlay=checked_text(overlay, "overlay"), shared=shared, principal=checked_text(principal, "principal"))
        return await self._call(methods.CREATE_OVERLAY, request, overlays_pb2.OverlayInfo)

    async def overlay(self, collection: str, overlay: str = "mine", *, shared: bool = False, principal: str = "", first: int = 0, limit: int = 0) -> overlays_pb2.GetOverlayResponse:
        """Returns the entries of an overlay in their sequence, a page per call.

        Ends with NOT_FOUND if there is no such overlay.
        """
        request = overlays_pb2.GetOverlayRequest(collection=checked_text(collection, "collection"), overlay=checked_text(overlay, "overlay"), shared=shared, principal=checked_text(principal, "principal"), first=checked_count(first, "first"), limit=checked_count(limit, "limit"))
        return await self._call(methods.GET_OVERLAY, request, overlays_pb2.GetOverlayResponse)

    async def overlays(self, collection: str, *, principal: str = "") -> overlays_pb2.ListOverlaysResponse:
        """Lists the shared overlays of a collection and those of one principal."""
        request = overlays_pb2.ListOverlaysRequest(collection=checked_text(collection, "collection"), principal=checked_text(principal, "principal"))
        return await self._call(methods.LIST_OVERLAYS, request, overlays_pb2.ListOverlaysResponse)

    async def reset_overlay(self, collection: str, overlay: str = "mine", items: Iterable[str] = (), *, shared: bool = False, principal: str = "", all: bool = False) -> overlays_pb2.OverlayInfo:
        """Removes entries, so that the items are where the collection has them. Items without an entry are left alone.

        Ends with NOT_FOUND if there is no such overlay.
        """
        request = overlays_pb2.ResetOverlayRequest(collection=checked_text(collection, "collection"), overlay=checked_text(overlay, "overlay"), items=several(items, "items"), shared=shared, principal=checked_text(principal, "principal"), all=all)
        return await self._call(methods.RESET_OVERLAY, request, overlays_pb2.OverlayInfo)

    async def delete_overlay(self, collection: str, overlay: str = "mine", *, shared: bool = False, principal: str = "") -> None:
        """Deletes an overlay. Subscriptions to views that show it end with NOT_FOUND, and so does the call if there is no such
        overlay.
        """
        request = overlays_pb2.DeleteOverlayRequest(collection=checked_text(collection, "collection"), overlay=checked_text(overlay, "overlay"), shared=shared, principal=checked_text(principal, "principal"))
        await self._call(methods.DELETE_OVERLAY, request, overlays_pb2.DeleteOverlayResponse)

    async def versions(self, collection: str) -> time_pb2.ListVersionsResponse:
        """Lists the versions with names, the newest first."""
        request = time_pb2.ListVersionsRequest(collection=checked_text(collection, "collection"))
        return await self._call(methods.LIST_VERSIONS, request, time_pb2.ListVersionsResponse)

    async def delete_version(self, collection: str, version_name: str) -> None:
        """Deletes a name. Commits that were kept because of it are trimmed with the next checkpoint.

        Ends with NOT_FOUND if there is no such name.
        """
        request = time_pb2.DeleteVersionRequest(collection=checked_text(collection, "collection"), version_name=checked_text(version_name, "version_name"))
        await self._call(methods.DELETE_VERSION, request, time_pb2.DeleteVersionResponse)

    async def empty_bin(self, collection: str) -> time_pb2.EmptyBinResponse:
        """Removes everything from the bin for good, in a commit that changes nothing else. With it goes the whole history up to
        now: earlier versions can't be read any more. The commits are removed from the store once the next checkpoint is
        complete, which begins at once.

        Ends with FAILED_PRECONDITION if a version has a name, because it would not stay readable.
        """
        request = time_pb2.EmptyBinRequest(collection=checked_text(collection, "collection"))
        return await self._call(methods.EMPTY_BIN, request, time_pb2.EmptyBinResponse)

    async def followers(self, collection: str = "", *, limit: int = 0) -> changes_pb2.FollowersResponse:
        """Lists the subscriptions that are currently open on this server.

        Without a name, these are the subscriptions to all collections and views. Only those to collections and views for
        which the caller has the permission `manage` are included. At most `limit` followers are listed; the counts include
        the others. It is fine to repeat this call every few seconds.
        """
        request = changes_pb2.FollowersRequest(collection=checked_text(collection, "collection"), limit=checked_count(limit, "limit"))
        return await self._call(methods.FOLLOWERS, request, changes_pb2.FollowersResponse)

    async def compare(self, plan: str = "", *, page: bool = False) -> AsyncIterator[server_pb2.CompareResponse]:
        """Compares ordering strategies by running them on the same workloads, and reports what each of them wrote.

        The plan is YAML; without one, the standard plan is used. The first messages report the progress; when all
        operations are done, messages with the pieces of the report follow, which is JSON. The comparison includes the
        strategies of this server. It uses lists of its own and does not touch collections. It occupies one processor, with
        low priority, until it is done. Cancelling the stream ends the comparison. It can't be resumed: if the connection
        is lost, the client libraries end it with UNAVAILABLE.

        Ends with PERMISSION_DENIED without the permission `admin`, with RESOURCE_EXHAUSTED if another comparison is
        running, and with INVALID_ARGUMENT for an invalid plan.
        """
        request = server_pb2.CompareRequest(plan=checked_text(plan, "plan"), page=page)
        stream = ServerStream(self._session, methods.COMPARE, lambda: request, server_pb2.CompareResponse, reopens=False)
        try:
            while (message := await stream.next()) is not None:
                yield message
        finally:
            stream.end()

    async def server_access(self, containing: str = "", *, limit: int = 0) -> server_pb2.ServerAccessResponse:
        """Tells who may do what: the roles and principals of the access file that is in force. Nothing in it is secret: of a token
        it has the expiry alone.

        Ends with PERMISSION_DENIED without the permission `admin`.
        """
        request = server_pb2.ServerAccessRequest(containing=checked_text(containing, "containing"), limit=checked_count(limit, "limit"))
        return await self._call(methods.SERVER_ACCESS, request, server_pb2.ServerAccessResponse)

    async def create_sink(self, name: str, settings: sinks_pb2.SinkSettings, *, paused: bool = False) -> sinks_pb2.SinkInfo:
        """Creates a sink. Its first message about each collection has the whole list, and those after it the changes.

        Ends with ALREADY_EXISTS if there is one of the name, with RESOURCE_EXHAUSTED if there are 100 sinks, and with NOT_FOUND if
        there is no such view.
        """
        request = sinks_pb2.CreateSinkRequest(name=checked_text(name, "name"), settings=settings, paused=paused)
        return await self._call(methods.CREATE_SINK, request, sinks_pb2.SinkInfo)

    async def sink(self, name: str) -> sinks_pb2.SinkInfo:
        """Describes a sink.

        Ends with NOT_FOUND if there is no such sink.
        """
        request = sinks_pb2.GetSinkRequest(name=checked_text(name, "name"))
        return await self._call(methods.GET_SINK, request, sinks_pb2.SinkInfo)

    async def sinks(self, containing: str = "") -> sinks_pb2.ListSinksResponse:
        """Lists the sinks that the caller may manage, in ascending order of the bytes of their names."""
        request = sinks_pb2.ListSinksRequest(containing=checked_text(containing, "containing"))
        return await self._call(methods.LIST_SINKS, request, sinks_pb2.ListSinksResponse)

    async def update_sink(self, name: str, settings: sinks_pb2.SinkSettings) -> sinks_pb2.SinkInfo:
        """Replaces the settings of a sink. Its positions are kept.

        Ends with NOT_FOUND if there is no such sink, and with FAILED_PRECONDITION if the configuration of the server declares it.
        """
        request = sinks_pb2.UpdateSinkRequest(name=checked_text(name, "name"), settings=settings)
        return await self._call(methods.UPDATE_SINK, request, sinks_pb2.SinkInfo)

    async def pause_sink(self, name: str) -> sinks_pb2.SinkInfo:
        """Pauses a sink: nothing is delivered until it is resumed. Requests that were sent are not taken back.

        Ends with NOT_FOUND if there is no such sink.
        """
        request = sinks_pb2.PauseSinkRequest(name=checked_text(name, "name"))
        return await self._call(methods.PAUSE_SINK, request, sinks_pb2.SinkInfo)

    async def resume_sink(self, name: str) -> sinks_pb2.SinkInfo:
        """Resumes a sink, also for collections for which the server has paused it. Deliveries that were to be tried again later are
        tried at once.

        Ends with NOT_FOUND if there is no such sink.
        """
        request = sinks_pb2.ResumeSinkRequest(name=checked_text(name, "name"))
        return await self._call(methods.RESUME_SINK, request, sinks_pb2.SinkInfo)

    async def replay_sink(self, sink: str, collection: str, *, after: int | None = None) -> sinks_pb2.SinkInfo:
        """Delivers the commits of a collection after a version again, or the whole list. Of a view it is always the whole. Returns the
        sink.

        Ends with NOT_FOUND if there is no such sink, or if it does not deliver the collection, and with OUT_OF_RANGE if the
        version is not kept.
        """
        request = sinks_pb2.ReplaySinkRequest(sink=checked_text(sink, "sink"), collection=checked_text(collection, "collection"), after=None if after is None else checked_count(after, "after"))
        return await self._call(methods.REPLAY_SINK, request, sinks_pb2.SinkInfo)

    async def test_sink(self, name: str) -> sinks_pb2.TestSinkResponse:
        """Sends a message of the type `arrange.test` at once, also if the sink is paused, and returns what became of it. With a mirror
        it connects and looks at the tables and the rights, and changes nothing.

        Ends with NOT_FOUND if there is no such sink.
        """
        request = sinks_pb2.TestSinkRequest(name=checked_text(name, "name"))
        return await self._call(methods.TEST_SINK, request, sinks_pb2.TestSinkResponse)

    async def delete_sink(self, name: str) -> sinks_pb2.SinkInfo:
        """Deletes a sink with its positions. Returns what it was.

        Ends with NOT_FOUND if there is no such sink, and with FAILED_PRECONDITION if the configuration of the server declares it.
        """
        request = sinks_pb2.DeleteSinkRequest(name=checked_text(name, "name"))
        return await self._call(methods.DELETE_SINK, request, sinks_pb2.SinkInfo)

    async def sink_status(self, name: str, *, limit: int = 0) -> sinks_pb2.SinkStatusResponse:
        """Says how far a sink has delivered its collections, on all nodes, those that lag most first.

        Ends with NOT_FOUND if there is no such sink.
        """
        request = sinks_pb2.SinkStatusRequest(name=checked_text(name, "name"), limit=checked_count(limit, "limit"))
        return await self._call(methods.SINK_STATUS, request, sinks_pb2.SinkStatusResponse)
