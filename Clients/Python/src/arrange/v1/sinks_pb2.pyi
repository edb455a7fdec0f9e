from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor
SINK_MODE_COMMITS: SinkMode
SINK_MODE_MERGED: SinkMode
SINK_STATE_CAUGHT_UP: SinkState
SINK_STATE_DENIED: SinkState
SINK_STATE_PAUSED: SinkState
SINK_STATE_SENDING: SinkState
SINK_STATE_UNSPECIFIED: SinkState
SINK_STATE_WAITING: SinkState

class CreateSinkRequest(_message.Message):
    __slots__ = ["name", "paused", "settings"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    PAUSED_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    name: str
    paused: bool
    settings: SinkSettings
    def __init__(self, name: _Optional[str] = ..., settings: _Optional[_Union[SinkSettings, _Mapping]] = ..., paused: bool = ...) -> None: ...

class DeleteSinkRequest(_message.Message):
    __slots__ = ["name"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class GetSinkRequest(_message.Message):
    __slots__ = ["name"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class ListSinksRequest(_message.Message):
    __slots__ = ["containing"]
    CONTAINING_FIELD_NUMBER: _ClassVar[int]
    containing: str
    def __init__(self, containing: _Optional[str] = ...) -> None: ...

class ListSinksResponse(_message.Message):
    __slots__ = ["sinks"]
    SINKS_FIELD_NUMBER: _ClassVar[int]
    sinks: _containers.RepeatedCompositeFieldContainer[SinkInfo]
    def __init__(self, sinks: _Optional[_Iterable[_Union[SinkInfo, _Mapping]]] = ...) -> None: ...

class PauseSinkRequest(_message.Message):
    __slots__ = ["name"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class PostgresMirror(_message.Message):
    __slots__ = ["connection", "moves", "schema"]
    CONNECTION_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    SCHEMA_FIELD_NUMBER: _ClassVar[int]
    connection: str
    moves: bool
    schema: str
    def __init__(self, connection: _Optional[str] = ..., schema: _Optional[str] = ..., moves: bool = ...) -> None: ...

class ReplaySinkRequest(_message.Message):
    __slots__ = ["after", "collection", "sink"]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    SINK_FIELD_NUMBER: _ClassVar[int]
    after: int
    collection: str
    sink: str
    def __init__(self, collection: _Optional[str] = ..., sink: _Optional[str] = ..., after: _Optional[int] = ...) -> None: ...

class ResumeSinkRequest(_message.Message):
    __slots__ = ["name"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class SinkInfo(_message.Message):
    __slots__ = ["created_at_us", "definer", "name", "pause_reason", "paused", "settings"]
    CREATED_AT_US_FIELD_NUMBER: _ClassVar[int]
    DEFINER_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    PAUSED_FIELD_NUMBER: _ClassVar[int]
    PAUSE_REASON_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    created_at_us: int
    definer: str
    name: str
    pause_reason: str
    paused: bool
    settings: SinkSettings
    def __init__(self, name: _Optional[str] = ..., settings: _Optional[_Union[SinkSettings, _Mapping]] = ..., created_at_us: _Optional[int] = ..., definer: _Optional[str] = ..., paused: bool = ..., pause_reason: _Optional[str] = ...) -> None: ...

class SinkProgress(_message.Message):
    __slots__ = ["attempts", "collection", "delivered", "error", "lag_us", "newest", "next_attempt_us", "state"]
    ATTEMPTS_FIELD_NUMBER: _ClassVar[int]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    DELIVERED_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    LAG_US_FIELD_NUMBER: _ClassVar[int]
    NEWEST_FIELD_NUMBER: _ClassVar[int]
    NEXT_ATTEMPT_US_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    attempts: int
    collection: str
    delivered: int
    error: str
    lag_us: int
    newest: int
    next_attempt_us: int
    state: SinkState
    def __init__(self, collection: _Optional[str] = ..., delivered: _Optional[int] = ..., newest: _Optional[int] = ..., state: _Optional[_Union[SinkState, str]] = ..., lag_us: _Optional[int] = ..., attempts: _Optional[int] = ..., next_attempt_us: _Optional[int] = ..., error: _Optional[str] = ...) -> None: ...

class SinkSettings(_message.Message):
    __slots__ = ["allowed_addresses", "collections", "mode", "postgres", "secrets", "url", "view"]
    ALLOWED_ADDRESSES_FIELD_NUMBER: _ClassVar[int]
    COLLECTIONS_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    POSTGRES_FIELD_NUMBER: _ClassVar[int]
    SECRETS_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    allowed_addresses: _containers.RepeatedScalarFieldContainer[str]
    collections: _containers.RepeatedScalarFieldContainer[str]
    mode: SinkMode
    postgres: PostgresMirror
    secrets: _containers.RepeatedScalarFieldContainer[str]
    url: str
    view: str
    def __init__(self, url: _Optional[str] = ..., collections: _Optional[_Iterable[str]] = ..., mode: _Optional[_Union[SinkMode, str]] = ..., secrets: _Optional[_Iterable[str]] = ..., allowed_addresses: _Optional[_Iterable[str]] = ..., postgres: _Optional[_Union[PostgresMirror, _Mapping]] = ..., view: _Optional[str] = ...) -> None: ...

class SinkStatusRequest(_message.Message):
    __slots__ = ["limit", "name"]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    limit: int
    name: str
    def __init__(self, name: _Optional[str] = ..., limit: _Optional[int] = ...) -> None: ...

class SinkStatusResponse(_message.Message):
    __slots__ = ["collection_count", "collections", "deliveries", "failing", "failures", "lagging", "missing_nodes", "sink"]
    COLLECTIONS_FIELD_NUMBER: _ClassVar[int]
    COLLECTION_COUNT_FIELD_NUMBER: _ClassVar[int]
    DELIVERIES_FIELD_NUMBER: _ClassVar[int]
    FAILING_FIELD_NUMBER: _ClassVar[int]
    FAILURES_FIELD_NUMBER: _ClassVar[int]
    LAGGING_FIELD_NUMBER: _ClassVar[int]
    MISSING_NODES_FIELD_NUMBER: _ClassVar[int]
    SINK_FIELD_NUMBER: _ClassVar[int]
    collection_count: int
    collections: _containers.RepeatedCompositeFieldContainer[SinkProgress]
    deliveries: int
    failing: int
    failures: int
    lagging: int
    missing_nodes: int
    sink: SinkInfo
    def __init__(self, sink: _Optional[_Union[SinkInfo, _Mapping]] = ..., collection_count: _Optional[int] = ..., lagging: _Optional[int] = ..., failing: _Optional[int] = ..., deliveries: _Optional[int] = ..., failures: _Optional[int] = ..., collections: _Optional[_Iterable[_Union[SinkProgress, _Mapping]]] = ..., missing_nodes: _Optional[int] = ...) -> None: ...

class TestSinkRequest(_message.Message):
    __slots__ = ["name"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class TestSinkResponse(_message.Message):
    __slots__ = ["delivered", "duration_us", "error", "status"]
    DELIVERED_FIELD_NUMBER: _ClassVar[int]
    DURATION_US_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    delivered: bool
    duration_us: int
    error: str
    status: int
    def __init__(self, delivered: bool = ..., status: _Optional[int] = ..., error: _Optional[str] = ..., duration_us: _Optional[int] = ...) -> None: ...

class UpdateSinkRequest(_message.Message):
    __slots__ = ["name", "settings"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    name: str
    settings: SinkSettings
    def __init__(self, name: _Optional[str] = ..., settings: _Optional[_Union[SinkSettings, _Mapping]] = ...) -> None: ...

class SinkMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class SinkState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
