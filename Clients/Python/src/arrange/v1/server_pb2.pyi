from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor
LOG_SEVERITY_CRITICAL: LogSeverity
LOG_SEVERITY_DEBUG: LogSeverity
LOG_SEVERITY_ERROR: LogSeverity
LOG_SEVERITY_INFO: LogSeverity
LOG_SEVERITY_NOTICE: LogSeverity
LOG_SEVERITY_TRACE: LogSeverity
LOG_SEVERITY_WARNING: LogSeverity

class AccessGrant(_message.Message):
    __slots__ = ["line", "may", "never", "pattern"]
    LINE_FIELD_NUMBER: _ClassVar[int]
    MAY_FIELD_NUMBER: _ClassVar[int]
    NEVER_FIELD_NUMBER: _ClassVar[int]
    PATTERN_FIELD_NUMBER: _ClassVar[int]
    line: int
    may: _containers.RepeatedScalarFieldContainer[str]
    never: _containers.RepeatedScalarFieldContainer[str]
    pattern: str
    def __init__(self, pattern: _Optional[str] = ..., may: _Optional[_Iterable[str]] = ..., never: _Optional[_Iterable[str]] = ..., line: _Optional[int] = ...) -> None: ...

class AccessIssuer(_message.Message):
    __slots__ = ["audience", "issuer", "principal_claim", "roles_claim"]
    AUDIENCE_FIELD_NUMBER: _ClassVar[int]
    ISSUER_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_CLAIM_FIELD_NUMBER: _ClassVar[int]
    ROLES_CLAIM_FIELD_NUMBER: _ClassVar[int]
    audience: str
    issuer: str
    principal_claim: str
    roles_claim: str
    def __init__(self, issuer: _Optional[str] = ..., audience: _Optional[str] = ..., principal_claim: _Optional[str] = ..., roles_claim: _Optional[str] = ...) -> None: ...

class AccessLimit(_message.Message):
    __slots__ = ["name", "value"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: int
    def __init__(self, name: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...

class AccessPrincipal(_message.Message):
    __slots__ = ["certificates", "limits", "name", "roles", "tokens", "users"]
    CERTIFICATES_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    ROLES_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    USERS_FIELD_NUMBER: _ClassVar[int]
    certificates: _containers.RepeatedScalarFieldContainer[str]
    limits: _containers.RepeatedCompositeFieldContainer[AccessLimit]
    name: str
    roles: _containers.RepeatedScalarFieldContainer[str]
    tokens: _containers.RepeatedCompositeFieldContainer[AccessTokenInfo]
    users: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, name: _Optional[str] = ..., roles: _Optional[_Iterable[str]] = ..., tokens: _Optional[_Iterable[_Union[AccessTokenInfo, _Mapping]]] = ..., certificates: _Optional[_Iterable[str]] = ..., users: _Optional[_Iterable[int]] = ..., limits: _Optional[_Iterable[_Union[AccessLimit, _Mapping]]] = ...) -> None: ...

class AccessRole(_message.Message):
    __slots__ = ["grants", "name"]
    GRANTS_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    grants: _containers.RepeatedCompositeFieldContainer[AccessGrant]
    name: str
    def __init__(self, name: _Optional[str] = ..., grants: _Optional[_Iterable[_Union[AccessGrant, _Mapping]]] = ...) -> None: ...

class AccessTokenInfo(_message.Message):
    __slots__ = ["expires_us"]
    EXPIRES_US_FIELD_NUMBER: _ClassVar[int]
    expires_us: int
    def __init__(self, expires_us: _Optional[int] = ...) -> None: ...

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

class CallerInfo(_message.Message):
    __slots__ = ["expires_us", "identified_by", "names", "permissions", "principal", "unrestricted"]
    EXPIRES_US_FIELD_NUMBER: _ClassVar[int]
    IDENTIFIED_BY_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    PERMISSIONS_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    UNRESTRICTED_FIELD_NUMBER: _ClassVar[int]
    expires_us: int
    identified_by: str
    names: _containers.RepeatedCompositeFieldContainer[NamePermissions]
    permissions: _containers.RepeatedScalarFieldContainer[str]
    principal: str
    unrestricted: bool
    def __init__(self, principal: _Optional[str] = ..., identified_by: _Optional[str] = ..., expires_us: _Optional[int] = ..., unrestricted: bool = ..., permissions: _Optional[_Iterable[str]] = ..., names: _Optional[_Iterable[_Union[NamePermissions, _Mapping]]] = ...) -> None: ...

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

class LogLine(_message.Message):
    __slots__ = ["number", "severity", "text"]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    SEVERITY_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    number: int
    severity: LogSeverity
    text: str
    def __init__(self, number: _Optional[int] = ..., severity: _Optional[_Union[LogSeverity, str]] = ..., text: _Optional[str] = ...) -> None: ...

class NamePermissions(_message.Message):
    __slots__ = ["name", "permissions"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    PERMISSIONS_FIELD_NUMBER: _ClassVar[int]
    name: str
    permissions: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, name: _Optional[str] = ..., permissions: _Optional[_Iterable[str]] = ...) -> None: ...

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

class ServerAccessRequest(_message.Message):
    __slots__ = ["containing", "limit"]
    CONTAINING_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    containing: str
    limit: int
    def __init__(self, containing: _Optional[str] = ..., limit: _Optional[int] = ...) -> None: ...

class ServerAccessResponse(_message.Message):
    __slots__ = ["file", "issuer", "limits", "principal_count", "principals", "roles", "unrestricted"]
    FILE_FIELD_NUMBER: _ClassVar[int]
    ISSUER_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    PRINCIPALS_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_COUNT_FIELD_NUMBER: _ClassVar[int]
    ROLES_FIELD_NUMBER: _ClassVar[int]
    UNRESTRICTED_FIELD_NUMBER: _ClassVar[int]
    file: str
    issuer: AccessIssuer
    limits: _containers.RepeatedCompositeFieldContainer[AccessLimit]
    principal_count: int
    principals: _containers.RepeatedCompositeFieldContainer[AccessPrincipal]
    roles: _containers.RepeatedCompositeFieldContainer[AccessRole]
    unrestricted: bool
    def __init__(self, unrestricted: bool = ..., file: _Optional[str] = ..., roles: _Optional[_Iterable[_Union[AccessRole, _Mapping]]] = ..., principals: _Optional[_Iterable[_Union[AccessPrincipal, _Mapping]]] = ..., principal_count: _Optional[int] = ..., limits: _Optional[_Iterable[_Union[AccessLimit, _Mapping]]] = ..., issuer: _Optional[_Union[AccessIssuer, _Mapping]] = ...) -> None: ...

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
    __slots__ = ["names"]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    names: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, names: _Optional[_Iterable[str]] = ...) -> None: ...

class ServerInfoResponse(_message.Message):
    __slots__ = ["caller", "counts", "features", "limits", "nodes", "server_id", "uptime_us", "version"]
    CALLER_FIELD_NUMBER: _ClassVar[int]
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    FEATURES_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    SERVER_ID_FIELD_NUMBER: _ClassVar[int]
    UPTIME_US_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    caller: CallerInfo
    counts: ServerCounts
    features: _containers.RepeatedScalarFieldContainer[str]
    limits: ServerLimits
    nodes: _containers.RepeatedCompositeFieldContainer[NodeInfo]
    server_id: str
    uptime_us: int
    version: str
    def __init__(self, version: _Optional[str] = ..., server_id: _Optional[str] = ..., uptime_us: _Optional[int] = ..., counts: _Optional[_Union[ServerCounts, _Mapping]] = ..., limits: _Optional[_Union[ServerLimits, _Mapping]] = ..., nodes: _Optional[_Iterable[_Union[NodeInfo, _Mapping]]] = ..., features: _Optional[_Iterable[str]] = ..., caller: _Optional[_Union[CallerInfo, _Mapping]] = ...) -> None: ...

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

class ServerLogRequest(_message.Message):
    __slots__ = ["after", "limit", "severity"]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    SEVERITY_FIELD_NUMBER: _ClassVar[int]
    after: int
    limit: int
    severity: LogSeverity
    def __init__(self, after: _Optional[int] = ..., limit: _Optional[int] = ..., severity: _Optional[_Union[LogSeverity, str]] = ...) -> None: ...

class ServerLogResponse(_message.Message):
    __slots__ = ["last", "lines", "missed", "server_id"]
    LAST_FIELD_NUMBER: _ClassVar[int]
    LINES_FIELD_NUMBER: _ClassVar[int]
    MISSED_FIELD_NUMBER: _ClassVar[int]
    SERVER_ID_FIELD_NUMBER: _ClassVar[int]
    last: int
    lines: _containers.RepeatedCompositeFieldContainer[LogLine]
    missed: int
    server_id: str
    def __init__(self, lines: _Optional[_Iterable[_Union[LogLine, _Mapping]]] = ..., last: _Optional[int] = ..., missed: _Optional[int] = ..., server_id: _Optional[str] = ...) -> None: ...

class SlotRange(_message.Message):
    __slots__ = ["first", "last"]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    LAST_FIELD_NUMBER: _ClassVar[int]
    first: int
    last: int
    def __init__(self, first: _Optional[int] = ..., last: _Optional[int] = ...) -> None: ...

class LogSeverity(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
