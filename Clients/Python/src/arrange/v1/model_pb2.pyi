from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

ANCHOR_POLICY_FAIL: AnchorPolicy
ANCHOR_POLICY_FIRST: AnchorPolicy
ANCHOR_POLICY_LAST: AnchorPolicy
DESCRIPTOR: _descriptor.FileDescriptor
NULL_VALUE: NullValue

class CollectionInfo(_message.Message):
    __slots__ = ["created_at_us", "epoch", "fields", "history", "is_view", "item_count", "name", "outline", "problem", "section_count", "stored_bytes", "strategy", "version"]
    CREATED_AT_US_FIELD_NUMBER: _ClassVar[int]
    EPOCH_FIELD_NUMBER: _ClassVar[int]
    FIELDS_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    IS_VIEW_FIELD_NUMBER: _ClassVar[int]
    ITEM_COUNT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    OUTLINE_FIELD_NUMBER: _ClassVar[int]
    PROBLEM_FIELD_NUMBER: _ClassVar[int]
    SECTION_COUNT_FIELD_NUMBER: _ClassVar[int]
    STORED_BYTES_FIELD_NUMBER: _ClassVar[int]
    STRATEGY_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    created_at_us: int
    epoch: int
    fields: _containers.RepeatedCompositeFieldContainer[Field]
    history: int
    is_view: bool
    item_count: int
    name: str
    outline: OutlineSettings
    problem: str
    section_count: int
    stored_bytes: int
    strategy: str
    version: int
    def __init__(self, name: _Optional[str] = ..., strategy: _Optional[str] = ..., fields: _Optional[_Iterable[_Union[Field, _Mapping]]] = ..., version: _Optional[int] = ..., epoch: _Optional[int] = ..., created_at_us: _Optional[int] = ..., section_count: _Optional[int] = ..., item_count: _Optional[int] = ..., is_view: bool = ..., problem: _Optional[str] = ..., history: _Optional[int] = ..., stored_bytes: _Optional[int] = ..., outline: _Optional[_Union[OutlineSettings, _Mapping]] = ...) -> None: ...

class Element(_message.Message):
    __slots__ = ["child_count", "content_version", "depth", "descendant_count", "fields", "id", "key", "origin", "placement_version"]
    CHILD_COUNT_FIELD_NUMBER: _ClassVar[int]
    CONTENT_VERSION_FIELD_NUMBER: _ClassVar[int]
    DEPTH_FIELD_NUMBER: _ClassVar[int]
    DESCENDANT_COUNT_FIELD_NUMBER: _ClassVar[int]
    FIELDS_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    PLACEMENT_VERSION_FIELD_NUMBER: _ClassVar[int]
    child_count: int
    content_version: int
    depth: int
    descendant_count: int
    fields: _containers.RepeatedCompositeFieldContainer[Field]
    id: str
    key: bytes
    origin: RowOrigin
    placement_version: int
    def __init__(self, id: _Optional[str] = ..., fields: _Optional[_Iterable[_Union[Field, _Mapping]]] = ..., content_version: _Optional[int] = ..., key: _Optional[bytes] = ..., origin: _Optional[_Union[RowOrigin, _Mapping]] = ..., placement_version: _Optional[int] = ..., depth: _Optional[int] = ..., child_count: _Optional[int] = ..., descendant_count: _Optional[int] = ...) -> None: ...

class Field(_message.Message):
    __slots__ = ["bool_value", "bytes_value", "double_value", "int_value", "name", "null_value", "string_value", "timestamp_us"]
    BOOL_VALUE_FIELD_NUMBER: _ClassVar[int]
    BYTES_VALUE_FIELD_NUMBER: _ClassVar[int]
    DOUBLE_VALUE_FIELD_NUMBER: _ClassVar[int]
    INT_VALUE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    NULL_VALUE_FIELD_NUMBER: _ClassVar[int]
    STRING_VALUE_FIELD_NUMBER: _ClassVar[int]
    TIMESTAMP_US_FIELD_NUMBER: _ClassVar[int]
    bool_value: bool
    bytes_value: bytes
    double_value: float
    int_value: int
    name: str
    null_value: NullValue
    string_value: str
    timestamp_us: int
    def __init__(self, name: _Optional[str] = ..., null_value: _Optional[_Union[NullValue, str]] = ..., bool_value: bool = ..., int_value: _Optional[int] = ..., double_value: _Optional[float] = ..., string_value: _Optional[str] = ..., bytes_value: _Optional[bytes] = ..., timestamp_us: _Optional[int] = ...) -> None: ...

class FieldList(_message.Message):
    __slots__ = ["fields"]
    FIELDS_FIELD_NUMBER: _ClassVar[int]
    fields: _containers.RepeatedCompositeFieldContainer[Field]
    def __init__(self, fields: _Optional[_Iterable[_Union[Field, _Mapping]]] = ...) -> None: ...

class OutlineSettings(_message.Message):
    __slots__ = ["max_children", "max_depth"]
    MAX_CHILDREN_FIELD_NUMBER: _ClassVar[int]
    MAX_DEPTH_FIELD_NUMBER: _ClassVar[int]
    max_children: int
    max_depth: int
    def __init__(self, max_depth: _Optional[int] = ..., max_children: _Optional[int] = ...) -> None: ...

class Path(_message.Message):
    __slots__ = ["item", "section"]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    item: int
    section: int
    def __init__(self, section: _Optional[int] = ..., item: _Optional[int] = ...) -> None: ...

class Placement(_message.Message):
    __slots__ = ["after", "at", "before", "first", "if_anchor_missing", "last"]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    IF_ANCHOR_MISSING_FIELD_NUMBER: _ClassVar[int]
    LAST_FIELD_NUMBER: _ClassVar[int]
    after: str
    at: int
    before: str
    first: bool
    if_anchor_missing: AnchorPolicy
    last: bool
    def __init__(self, first: bool = ..., last: bool = ..., before: _Optional[str] = ..., after: _Optional[str] = ..., at: _Optional[int] = ..., if_anchor_missing: _Optional[_Union[AnchorPolicy, str]] = ...) -> None: ...

class RowOrigin(_message.Message):
    __slots__ = ["collection", "context", "depth", "item", "section"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    CONTEXT_FIELD_NUMBER: _ClassVar[int]
    DEPTH_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    collection: str
    context: bool
    depth: int
    item: str
    section: str
    def __init__(self, collection: _Optional[str] = ..., section: _Optional[str] = ..., item: _Optional[str] = ..., depth: _Optional[int] = ..., context: bool = ...) -> None: ...

class VersionReference(_message.Message):
    __slots__ = ["name", "version"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    name: str
    version: int
    def __init__(self, version: _Optional[int] = ..., name: _Optional[str] = ...) -> None: ...

class NullValue(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class AnchorPolicy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
