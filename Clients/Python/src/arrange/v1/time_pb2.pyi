from arrange.v1 import collections_pb2 as _collections_pb2
from arrange.v1 import model_pb2 as _model_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class BinElement(_message.Message):
    __slots__ = ["author", "fields", "id", "is_section", "items", "parent", "removed_at_us", "removed_by", "section"]
    AUTHOR_FIELD_NUMBER: _ClassVar[int]
    FIELDS_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    IS_SECTION_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    PARENT_FIELD_NUMBER: _ClassVar[int]
    REMOVED_AT_US_FIELD_NUMBER: _ClassVar[int]
    REMOVED_BY_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    author: str
    fields: _containers.RepeatedCompositeFieldContainer[_model_pb2.Field]
    id: str
    is_section: bool
    items: int
    parent: str
    removed_at_us: int
    removed_by: int
    section: str
    def __init__(self, id: _Optional[str] = ..., is_section: bool = ..., fields: _Optional[_Iterable[_Union[_model_pb2.Field, _Mapping]]] = ..., section: _Optional[str] = ..., items: _Optional[int] = ..., removed_by: _Optional[int] = ..., removed_at_us: _Optional[int] = ..., author: _Optional[str] = ..., parent: _Optional[str] = ...) -> None: ...

class DeleteVersionRequest(_message.Message):
    __slots__ = ["collection", "version_name"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    VERSION_NAME_FIELD_NUMBER: _ClassVar[int]
    collection: str
    version_name: str
    def __init__(self, collection: _Optional[str] = ..., version_name: _Optional[str] = ...) -> None: ...

class DeleteVersionResponse(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class EmptyBinRequest(_message.Message):
    __slots__ = ["collection"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    collection: str
    def __init__(self, collection: _Optional[str] = ...) -> None: ...

class EmptyBinResponse(_message.Message):
    __slots__ = ["oldest_kept"]
    OLDEST_KEPT_FIELD_NUMBER: _ClassVar[int]
    oldest_kept: int
    def __init__(self, oldest_kept: _Optional[int] = ...) -> None: ...

class ListBinRequest(_message.Message):
    __slots__ = ["collection", "page_size", "page_token"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    collection: str
    page_size: int
    page_token: bytes
    def __init__(self, collection: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[bytes] = ...) -> None: ...

class ListBinResponse(_message.Message):
    __slots__ = ["elements", "next_page_token"]
    ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    elements: _containers.RepeatedCompositeFieldContainer[BinElement]
    next_page_token: bytes
    def __init__(self, elements: _Optional[_Iterable[_Union[BinElement, _Mapping]]] = ..., next_page_token: _Optional[bytes] = ...) -> None: ...

class ListVersionsRequest(_message.Message):
    __slots__ = ["collection"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    collection: str
    def __init__(self, collection: _Optional[str] = ...) -> None: ...

class ListVersionsResponse(_message.Message):
    __slots__ = ["versions"]
    VERSIONS_FIELD_NUMBER: _ClassVar[int]
    versions: _containers.RepeatedCompositeFieldContainer[NamedVersion]
    def __init__(self, versions: _Optional[_Iterable[_Union[NamedVersion, _Mapping]]] = ...) -> None: ...

class NamedVersion(_message.Message):
    __slots__ = ["author", "name", "set_at_us", "version"]
    AUTHOR_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SET_AT_US_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    author: str
    name: str
    set_at_us: int
    version: int
    def __init__(self, name: _Optional[str] = ..., version: _Optional[int] = ..., set_at_us: _Optional[int] = ..., author: _Optional[str] = ...) -> None: ...

class PutBackRequest(_message.Message):
    __slots__ = ["collection", "elements", "request_id", "stack"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    STACK_FIELD_NUMBER: _ClassVar[int]
    collection: str
    elements: _containers.RepeatedCompositeFieldContainer[RemovedElement]
    request_id: bytes
    stack: bytes
    def __init__(self, collection: _Optional[str] = ..., elements: _Optional[_Iterable[_Union[RemovedElement, _Mapping]]] = ..., request_id: _Optional[bytes] = ..., stack: _Optional[bytes] = ...) -> None: ...

class RemovedElement(_message.Message):
    __slots__ = ["id", "is_section", "removed_by"]
    ID_FIELD_NUMBER: _ClassVar[int]
    IS_SECTION_FIELD_NUMBER: _ClassVar[int]
    REMOVED_BY_FIELD_NUMBER: _ClassVar[int]
    id: str
    is_section: bool
    removed_by: int
    def __init__(self, id: _Optional[str] = ..., is_section: bool = ..., removed_by: _Optional[int] = ...) -> None: ...

class SetVersionRequest(_message.Message):
    __slots__ = ["collection", "version", "version_name"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    VERSION_NAME_FIELD_NUMBER: _ClassVar[int]
    collection: str
    version: _model_pb2.VersionReference
    version_name: str
    def __init__(self, collection: _Optional[str] = ..., version_name: _Optional[str] = ..., version: _Optional[_Union[_model_pb2.VersionReference, _Mapping]] = ...) -> None: ...
