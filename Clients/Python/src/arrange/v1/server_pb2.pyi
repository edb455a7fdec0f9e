from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class BackupRequest(_message.Message):
    __slots__ = ["collections"]
    COLLECTIONS_FIELD_NUMBER: _ClassVar[int]
    collections: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, collections: _Optional[_Iterable[str]] = ...) -> None: ...

class BackupResponse(_message.Message):
    __slots__ = ["data"]
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: bytes
    def __init__(self, data: _Optional[bytes] = ...) -> None: ...

class CompareRequest(_message.Message):
    __slots__ = ["page", "plan"]
    PAGE_FIELD_NUMBER: _ClassVar[int]
    PLAN_FIELD_NUMBER: _ClassVar[int]
    page: bool
    plan: str
    def __init__(self, plan: _Optional[str] = ..., page: bool = ...) -> None: ...

class CompareResponse(_message.Message):
    __slots__ = ["done", "page", "report", "total"]
    DONE_FIELD_NUMBER: _ClassVar[int]
    PAGE_FIELD_NUMBER: _ClassVar[int]
    REPORT_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    done: int
    page: bytes
    report: bytes
    total: int
    def __init__(self, done: _Optional[int] = ..., total: _Optional[int] = ..., report: _Optional[bytes] = ..., page: _Optional[bytes] = ...) -> None: ...

class NodeInfo(_message.Message):
    __slots__ = ["address", "id", "is_self", "lag_ms", "lease_ms", "name", "problem", "replicas", "slots"]
    ADDRESS_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    IS_SELF_FIELD_NUMBER: _ClassVar[int]
    LAG_MS_FIELD_NUMBER: _ClassVar[int]
    LEASE_MS_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    PROBLEM_FIELD_NUMBER: _ClassVar[int]
    REPLICAS_FIELD_NUMBER: _ClassVar[int]
    SLOTS_FIELD_NUMBER: _ClassVar[int]
    address: str
    id: str
    is_self: bool
    lag_ms: int
    lease_ms: int
    name: str
    problem: str
    replicas: int
    slots: _containers.RepeatedCompositeFieldContainer[SlotRange]
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., address: _Optional[str] = ..., slots: _Optional[_Iterable[_Union[SlotRange, _Mapping]]] = ..., lease_ms: _Optional[int] = ..., is_self: bool = ..., replicas: _Optional[int] = ..., lag_ms: _Optional[int] = ..., problem: _Optional[str] = ...) -> None: ...

class ServerCounts(_message.Message):
    __slots__ = ["active_calls", "collections", "commits", "connection_bytes", "connections", "connections_ended_for_memory", "dropped_log_lines", "free_bytes", "log_bytes", "open_collections", "refused_connections", "store_bytes"]
    ACTIVE_CALLS_FIELD_NUMBER: _ClassVar[int]
    COLLECTIONS_FIELD_NUMBER: _ClassVar[int]
    COMMITS_FIELD_NUMBER: _ClassVar[int]
    CONNECTIONS_ENDED_FOR_MEMORY_FIELD_NUMBER: _ClassVar[int]
    CONNECTIONS_FIELD_NUMBER: _ClassVar[int]
    CONNECTION_BYTES_FIELD_NUMBER: _ClassVar[int]
    DROPPED_LOG_LINES_FIELD_NUMBER: _ClassVar[int]
    FREE_BYTES_FIELD_NUMBER: _ClassVar[int]
    LOG_BYTES_FIELD_NUMBER: _ClassVar[int]
    OPEN_COLLECTIONS_FIELD_NUMBER: _ClassVar[int]
    REFUSED_CONNECTIONS_FIELD_NUMBER: _ClassVar[int]
    STORE_BYTES_FIELD_NUMBER: _ClassVar[int]
    active_calls: int
    collections: int
    commits: int
    connection_bytes: int
    connections: int
    connections_ended_for_memory: int
    dropped_log_lines: int
    free_bytes: int
    log_bytes: int
    open_collections: int
    refused_connections: int
    store_bytes: int
    def __init__(self, collections: _Optional[int] = ..., open_collections: _Optional[int] = ..., connections: _Optional[int] = ..., active_calls: _Optional[int] = ..., commits: _Optional[int] = ..., connection_bytes: _Optional[int] = ..., refused_connections: _Optional[int] = ..., connections_ended_for_memory: _Optional[int] = ..., dropped_log_lines: _Optional[int] = ..., store_bytes: _Optional[int] = ..., free_bytes: _Optional[int] = ..., log_bytes: _Optional[int] = ...) -> None: ...

class ServerInfoRequest(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class ServerInfoResponse(_message.Message):
    __slots__ = ["counts", "limits", "nodes", "server_id", "uptime_us", "version"]
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    SERVER_ID_FIELD_NUMBER: _ClassVar[int]
    UPTIME_US_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    counts: ServerCounts
    limits: ServerLimits
    nodes: _containers.RepeatedCompositeFieldContainer[NodeInfo]
    server_id: str
    uptime_us: int
    version: str
    def __init__(self, version: _Optional[str] = ..., server_id: _Optional[str] = ..., uptime_us: _Optional[int] = ..., counts: _Optional[_Union[ServerCounts, _Mapping]] = ..., limits: _Optional[_Union[ServerLimits, _Mapping]] = ..., nodes: _Optional[_Iterable[_Union[NodeInfo, _Mapping]]] = ...) -> None: ...

class ServerLimits(_message.Message):
    __slots__ = ["elements_per_transaction", "fetch_page_size", "field_bytes_per_element", "fields_per_element", "history_commits", "id_length", "largest_frame", "list_page_size", "operations_per_transaction"]
    ELEMENTS_PER_TRANSACTION_FIELD_NUMBER: _ClassVar[int]
    FETCH_PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    FIELDS_PER_ELEMENT_FIELD_NUMBER: _ClassVar[int]
    FIELD_BYTES_PER_ELEMENT_FIELD_NUMBER: _ClassVar[int]
    HISTORY_COMMITS_FIELD_NUMBER: _ClassVar[int]
    ID_LENGTH_FIELD_NUMBER: _ClassVar[int]
    LARGEST_FRAME_FIELD_NUMBER: _ClassVar[int]
    LIST_PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    OPERATIONS_PER_TRANSACTION_FIELD_NUMBER: _ClassVar[int]
    elements_per_transaction: int
    fetch_page_size: int
    field_bytes_per_element: int
    fields_per_element: int
    history_commits: int
    id_length: int
    largest_frame: int
    list_page_size: int
    operations_per_transaction: int
    def __init__(self, largest_frame: _Optional[int] = ..., operations_per_transaction: _Optional[int] = ..., elements_per_transaction: _Optional[int] = ..., fetch_page_size: _Optional[int] = ..., list_page_size: _Optional[int] = ..., history_commits: _Optional[int] = ..., id_length: _Optional[int] = ..., fields_per_element: _Optional[int] = ..., field_bytes_per_element: _Optional[int] = ...) -> None: ...

class SlotRange(_message.Message):
    __slots__ = ["first", "last"]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    LAST_FIELD_NUMBER: _ClassVar[int]
    first: int
    last: int
    def __init__(self, first: _Optional[int] = ..., last: _Optional[int] = ...) -> None: ...
