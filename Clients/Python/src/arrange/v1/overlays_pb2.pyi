from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CreateOverlayRequest(_message.Message):
    __slots__ = ["collection", "overlay", "principal", "shared"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    OVERLAY_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    SHARED_FIELD_NUMBER: _ClassVar[int]
    collection: str
    overlay: str
    principal: str
    shared: bool
    def __init__(self, collection: _Optional[str] = ..., overlay: _Optional[str] = ..., shared: bool = ..., principal: _Optional[str] = ...) -> None: ...

class DeleteOverlayRequest(_message.Message):
    __slots__ = ["collection", "overlay", "principal", "shared"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    OVERLAY_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    SHARED_FIELD_NUMBER: _ClassVar[int]
    collection: str
    overlay: str
    principal: str
    shared: bool
    def __init__(self, collection: _Optional[str] = ..., overlay: _Optional[str] = ..., shared: bool = ..., principal: _Optional[str] = ...) -> None: ...

class DeleteOverlayResponse(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class GetOverlayRequest(_message.Message):
    __slots__ = ["collection", "first", "limit", "overlay", "principal", "shared"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OVERLAY_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    SHARED_FIELD_NUMBER: _ClassVar[int]
    collection: str
    first: int
    limit: int
    overlay: str
    principal: str
    shared: bool
    def __init__(self, collection: _Optional[str] = ..., overlay: _Optional[str] = ..., shared: bool = ..., principal: _Optional[str] = ..., first: _Optional[int] = ..., limit: _Optional[int] = ...) -> None: ...

class GetOverlayResponse(_message.Message):
    __slots__ = ["entries", "info"]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    INFO_FIELD_NUMBER: _ClassVar[int]
    entries: _containers.RepeatedCompositeFieldContainer[OverlayEntry]
    info: OverlayInfo
    def __init__(self, info: _Optional[_Union[OverlayInfo, _Mapping]] = ..., entries: _Optional[_Iterable[_Union[OverlayEntry, _Mapping]]] = ...) -> None: ...

class ListOverlaysRequest(_message.Message):
    __slots__ = ["collection", "principal"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    collection: str
    principal: str
    def __init__(self, collection: _Optional[str] = ..., principal: _Optional[str] = ...) -> None: ...

class ListOverlaysResponse(_message.Message):
    __slots__ = ["overlays"]
    OVERLAYS_FIELD_NUMBER: _ClassVar[int]
    overlays: _containers.RepeatedCompositeFieldContainer[OverlayInfo]
    def __init__(self, overlays: _Optional[_Iterable[_Union[OverlayInfo, _Mapping]]] = ...) -> None: ...

class OverlayEntry(_message.Message):
    __slots__ = ["item", "predecessors", "section"]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    PREDECESSORS_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    item: str
    predecessors: _containers.RepeatedScalarFieldContainer[str]
    section: str
    def __init__(self, item: _Optional[str] = ..., section: _Optional[str] = ..., predecessors: _Optional[_Iterable[str]] = ...) -> None: ...

class OverlayInfo(_message.Message):
    __slots__ = ["collection", "created_at_us", "entries", "overlay", "principal", "shared", "version"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_US_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    OVERLAY_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    SHARED_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    collection: str
    created_at_us: int
    entries: int
    overlay: str
    principal: str
    shared: bool
    version: int
    def __init__(self, collection: _Optional[str] = ..., overlay: _Optional[str] = ..., shared: bool = ..., principal: _Optional[str] = ..., created_at_us: _Optional[int] = ..., version: _Optional[int] = ..., entries: _Optional[int] = ...) -> None: ...

class ResetOverlayRequest(_message.Message):
    __slots__ = ["all", "collection", "items", "overlay", "principal", "shared"]
    ALL_FIELD_NUMBER: _ClassVar[int]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    OVERLAY_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    SHARED_FIELD_NUMBER: _ClassVar[int]
    all: bool
    collection: str
    items: _containers.RepeatedScalarFieldContainer[str]
    overlay: str
    principal: str
    shared: bool
    def __init__(self, collection: _Optional[str] = ..., overlay: _Optional[str] = ..., shared: bool = ..., principal: _Optional[str] = ..., items: _Optional[_Iterable[str]] = ..., all: bool = ...) -> None: ...
