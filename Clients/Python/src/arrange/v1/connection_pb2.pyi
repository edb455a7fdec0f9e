from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor
PROCESSED_DONE: Processed
PROCESSED_NOT_STARTED: Processed
PROCESSED_UNKNOWN: Processed

class Hello(_message.Message):
    __slots__ = ["client_id", "client_name", "largest_frame", "magic", "token", "version_max", "version_min"]
    CLIENT_ID_FIELD_NUMBER: _ClassVar[int]
    CLIENT_NAME_FIELD_NUMBER: _ClassVar[int]
    LARGEST_FRAME_FIELD_NUMBER: _ClassVar[int]
    MAGIC_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    VERSION_MAX_FIELD_NUMBER: _ClassVar[int]
    VERSION_MIN_FIELD_NUMBER: _ClassVar[int]
    client_id: str
    client_name: str
    largest_frame: int
    magic: int
    token: str
    version_max: int
    version_min: int
    def __init__(self, magic: _Optional[int] = ..., version_min: _Optional[int] = ..., version_max: _Optional[int] = ..., client_name: _Optional[str] = ..., client_id: _Optional[str] = ..., token: _Optional[str] = ..., largest_frame: _Optional[int] = ...) -> None: ...

class Metadata(_message.Message):
    __slots__ = ["entries"]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    entries: _containers.RepeatedCompositeFieldContainer[MetadataEntry]
    def __init__(self, entries: _Optional[_Iterable[_Union[MetadataEntry, _Mapping]]] = ...) -> None: ...

class MetadataEntry(_message.Message):
    __slots__ = ["name", "value"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: bytes
    def __init__(self, name: _Optional[str] = ..., value: _Optional[bytes] = ...) -> None: ...

class Status(_message.Message):
    __slots__ = ["details", "message", "processed", "retry_after_ms"]
    DETAILS_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    PROCESSED_FIELD_NUMBER: _ClassVar[int]
    RETRY_AFTER_MS_FIELD_NUMBER: _ClassVar[int]
    details: _containers.RepeatedCompositeFieldContainer[StatusDetail]
    message: str
    processed: Processed
    retry_after_ms: int
    def __init__(self, message: _Optional[str] = ..., details: _Optional[_Iterable[_Union[StatusDetail, _Mapping]]] = ..., retry_after_ms: _Optional[int] = ..., processed: _Optional[_Union[Processed, str]] = ...) -> None: ...

class StatusDetail(_message.Message):
    __slots__ = ["name", "value"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: bytes
    def __init__(self, name: _Optional[str] = ..., value: _Optional[bytes] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ["keepalive_ms", "keepalive_timeout_ms", "largest_frame", "most_calls", "most_subscriptions", "server_id", "version"]
    KEEPALIVE_MS_FIELD_NUMBER: _ClassVar[int]
    KEEPALIVE_TIMEOUT_MS_FIELD_NUMBER: _ClassVar[int]
    LARGEST_FRAME_FIELD_NUMBER: _ClassVar[int]
    MOST_CALLS_FIELD_NUMBER: _ClassVar[int]
    MOST_SUBSCRIPTIONS_FIELD_NUMBER: _ClassVar[int]
    SERVER_ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    keepalive_ms: int
    keepalive_timeout_ms: int
    largest_frame: int
    most_calls: int
    most_subscriptions: int
    server_id: str
    version: int
    def __init__(self, version: _Optional[int] = ..., server_id: _Optional[str] = ..., largest_frame: _Optional[int] = ..., most_calls: _Optional[int] = ..., most_subscriptions: _Optional[int] = ..., keepalive_ms: _Optional[int] = ..., keepalive_timeout_ms: _Optional[int] = ...) -> None: ...

class Processed(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
