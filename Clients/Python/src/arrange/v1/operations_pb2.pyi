from arrange.v1 import model_pb2 as _model_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

CYCLE_POLICY_BESIDE: CyclePolicy
CYCLE_POLICY_FAIL: CyclePolicy
CYCLE_POLICY_SKIP: CyclePolicy
DESCENDANT_POLICY_PROMOTE: DescendantPolicy
DESCENDANT_POLICY_REFUSE: DescendantPolicy
DESCENDANT_POLICY_REMOVE: DescendantPolicy
DESCENDANT_POLICY_UNSPECIFIED: DescendantPolicy
DESCRIPTOR: _descriptor.FileDescriptor
PARENT_POLICY_FAIL: ParentPolicy
PARENT_POLICY_LAST: ParentPolicy
PARENT_POLICY_NEAREST_ANCESTOR: ParentPolicy

class AdoptItems(_message.Message):
    __slots__ = ["if_cycle", "if_parent_missing", "items", "parent", "section"]
    IF_CYCLE_FIELD_NUMBER: _ClassVar[int]
    IF_PARENT_MISSING_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    PARENT_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    if_cycle: CyclePolicy
    if_parent_missing: ParentPolicy
    items: _containers.RepeatedCompositeFieldContainer[AdoptedItem]
    parent: str
    section: str
    def __init__(self, items: _Optional[_Iterable[_Union[AdoptedItem, _Mapping]]] = ..., section: _Optional[str] = ..., parent: _Optional[str] = ..., if_parent_missing: _Optional[_Union[ParentPolicy, str]] = ..., if_cycle: _Optional[_Union[CyclePolicy, str]] = ...) -> None: ...

class AdoptedItem(_message.Message):
    __slots__ = ["after", "before", "fields", "id", "key"]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    FIELDS_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    after: str
    before: str
    fields: _containers.RepeatedCompositeFieldContainer[_model_pb2.Field]
    id: str
    key: bytes
    def __init__(self, id: _Optional[str] = ..., fields: _Optional[_Iterable[_Union[_model_pb2.Field, _Mapping]]] = ..., key: _Optional[bytes] = ..., after: _Optional[str] = ..., before: _Optional[str] = ...) -> None: ...

class ElementReference(_message.Message):
    __slots__ = ["id", "if_content_version", "if_parent", "if_placement_version", "if_section"]
    ID_FIELD_NUMBER: _ClassVar[int]
    IF_CONTENT_VERSION_FIELD_NUMBER: _ClassVar[int]
    IF_PARENT_FIELD_NUMBER: _ClassVar[int]
    IF_PLACEMENT_VERSION_FIELD_NUMBER: _ClassVar[int]
    IF_SECTION_FIELD_NUMBER: _ClassVar[int]
    id: str
    if_content_version: int
    if_parent: str
    if_placement_version: int
    if_section: str
    def __init__(self, id: _Optional[str] = ..., if_content_version: _Optional[int] = ..., if_section: _Optional[str] = ..., if_placement_version: _Optional[int] = ..., if_parent: _Optional[str] = ...) -> None: ...

class ElementUpdate(_message.Message):
    __slots__ = ["id", "if_content_version", "remove", "replace_all", "set"]
    ID_FIELD_NUMBER: _ClassVar[int]
    IF_CONTENT_VERSION_FIELD_NUMBER: _ClassVar[int]
    REMOVE_FIELD_NUMBER: _ClassVar[int]
    REPLACE_ALL_FIELD_NUMBER: _ClassVar[int]
    SET_FIELD_NUMBER: _ClassVar[int]
    id: str
    if_content_version: int
    remove: _containers.RepeatedScalarFieldContainer[str]
    replace_all: bool
    set: _containers.RepeatedCompositeFieldContainer[_model_pb2.Field]
    def __init__(self, id: _Optional[str] = ..., if_content_version: _Optional[int] = ..., set: _Optional[_Iterable[_Union[_model_pb2.Field, _Mapping]]] = ..., remove: _Optional[_Iterable[str]] = ..., replace_all: bool = ...) -> None: ...

class InsertItems(_message.Message):
    __slots__ = ["if_parent_missing", "items", "parent", "section", "to"]
    IF_PARENT_MISSING_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    PARENT_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    if_parent_missing: ParentPolicy
    items: _containers.RepeatedCompositeFieldContainer[NewElement]
    parent: str
    section: str
    to: _model_pb2.Placement
    def __init__(self, items: _Optional[_Iterable[_Union[NewElement, _Mapping]]] = ..., section: _Optional[str] = ..., to: _Optional[_Union[_model_pb2.Placement, _Mapping]] = ..., parent: _Optional[str] = ..., if_parent_missing: _Optional[_Union[ParentPolicy, str]] = ...) -> None: ...

class InsertSections(_message.Message):
    __slots__ = ["sections", "to"]
    SECTIONS_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    sections: _containers.RepeatedCompositeFieldContainer[NewElement]
    to: _model_pb2.Placement
    def __init__(self, sections: _Optional[_Iterable[_Union[NewElement, _Mapping]]] = ..., to: _Optional[_Union[_model_pb2.Placement, _Mapping]] = ...) -> None: ...

class MoveItems(_message.Message):
    __slots__ = ["if_cycle", "if_parent_missing", "items", "parent", "section", "to"]
    IF_CYCLE_FIELD_NUMBER: _ClassVar[int]
    IF_PARENT_MISSING_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    PARENT_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    if_cycle: CyclePolicy
    if_parent_missing: ParentPolicy
    items: _containers.RepeatedCompositeFieldContainer[ElementReference]
    parent: str
    section: str
    to: _model_pb2.Placement
    def __init__(self, items: _Optional[_Iterable[_Union[ElementReference, _Mapping]]] = ..., section: _Optional[str] = ..., to: _Optional[_Union[_model_pb2.Placement, _Mapping]] = ..., parent: _Optional[str] = ..., if_parent_missing: _Optional[_Union[ParentPolicy, str]] = ..., if_cycle: _Optional[_Union[CyclePolicy, str]] = ...) -> None: ...

class MoveSections(_message.Message):
    __slots__ = ["sections", "to"]
    SECTIONS_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    sections: _containers.RepeatedCompositeFieldContainer[ElementReference]
    to: _model_pb2.Placement
    def __init__(self, sections: _Optional[_Iterable[_Union[ElementReference, _Mapping]]] = ..., to: _Optional[_Union[_model_pb2.Placement, _Mapping]] = ...) -> None: ...

class NewElement(_message.Message):
    __slots__ = ["fields", "id"]
    FIELDS_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    fields: _containers.RepeatedCompositeFieldContainer[_model_pb2.Field]
    id: str
    def __init__(self, id: _Optional[str] = ..., fields: _Optional[_Iterable[_Union[_model_pb2.Field, _Mapping]]] = ...) -> None: ...

class Operation(_message.Message):
    __slots__ = ["adopt_items", "insert_items", "insert_sections", "move_items", "move_sections", "remove_items", "remove_sections", "reorder_items", "reorder_sections", "update_items", "update_sections"]
    ADOPT_ITEMS_FIELD_NUMBER: _ClassVar[int]
    INSERT_ITEMS_FIELD_NUMBER: _ClassVar[int]
    INSERT_SECTIONS_FIELD_NUMBER: _ClassVar[int]
    MOVE_ITEMS_FIELD_NUMBER: _ClassVar[int]
    MOVE_SECTIONS_FIELD_NUMBER: _ClassVar[int]
    REMOVE_ITEMS_FIELD_NUMBER: _ClassVar[int]
    REMOVE_SECTIONS_FIELD_NUMBER: _ClassVar[int]
    REORDER_ITEMS_FIELD_NUMBER: _ClassVar[int]
    REORDER_SECTIONS_FIELD_NUMBER: _ClassVar[int]
    UPDATE_ITEMS_FIELD_NUMBER: _ClassVar[int]
    UPDATE_SECTIONS_FIELD_NUMBER: _ClassVar[int]
    adopt_items: AdoptItems
    insert_items: InsertItems
    insert_sections: InsertSections
    move_items: MoveItems
    move_sections: MoveSections
    remove_items: RemoveItems
    remove_sections: RemoveSections
    reorder_items: ReorderItems
    reorder_sections: ReorderSections
    update_items: UpdateItems
    update_sections: UpdateSections
    def __init__(self, insert_items: _Optional[_Union[InsertItems, _Mapping]] = ..., move_items: _Optional[_Union[MoveItems, _Mapping]] = ..., update_items: _Optional[_Union[UpdateItems, _Mapping]] = ..., remove_items: _Optional[_Union[RemoveItems, _Mapping]] = ..., reorder_items: _Optional[_Union[ReorderItems, _Mapping]] = ..., adopt_items: _Optional[_Union[AdoptItems, _Mapping]] = ..., insert_sections: _Optional[_Union[InsertSections, _Mapping]] = ..., move_sections: _Optional[_Union[MoveSections, _Mapping]] = ..., update_sections: _Optional[_Union[UpdateSections, _Mapping]] = ..., remove_sections: _Optional[_Union[RemoveSections, _Mapping]] = ..., reorder_sections: _Optional[_Union[ReorderSections, _Mapping]] = ...) -> None: ...

class RemoveItems(_message.Message):
    __slots__ = ["descendants", "items"]
    DESCENDANTS_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    descendants: DescendantPolicy
    items: _containers.RepeatedCompositeFieldContainer[ElementReference]
    def __init__(self, items: _Optional[_Iterable[_Union[ElementReference, _Mapping]]] = ..., descendants: _Optional[_Union[DescendantPolicy, str]] = ...) -> None: ...

class RemoveSections(_message.Message):
    __slots__ = ["only_if_empty", "sections"]
    ONLY_IF_EMPTY_FIELD_NUMBER: _ClassVar[int]
    SECTIONS_FIELD_NUMBER: _ClassVar[int]
    only_if_empty: bool
    sections: _containers.RepeatedCompositeFieldContainer[ElementReference]
    def __init__(self, sections: _Optional[_Iterable[_Union[ElementReference, _Mapping]]] = ..., only_if_empty: bool = ...) -> None: ...

class ReorderItems(_message.Message):
    __slots__ = ["items", "parent", "section"]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    PARENT_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedScalarFieldContainer[str]
    parent: str
    section: str
    def __init__(self, section: _Optional[str] = ..., items: _Optional[_Iterable[str]] = ..., parent: _Optional[str] = ...) -> None: ...

class ReorderSections(_message.Message):
    __slots__ = ["sections"]
    SECTIONS_FIELD_NUMBER: _ClassVar[int]
    sections: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, sections: _Optional[_Iterable[str]] = ...) -> None: ...

class UpdateItems(_message.Message):
    __slots__ = ["items"]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[ElementUpdate]
    def __init__(self, items: _Optional[_Iterable[_Union[ElementUpdate, _Mapping]]] = ...) -> None: ...

class UpdateSections(_message.Message):
    __slots__ = ["sections"]
    SECTIONS_FIELD_NUMBER: _ClassVar[int]
    sections: _containers.RepeatedCompositeFieldContainer[ElementUpdate]
    def __init__(self, sections: _Optional[_Iterable[_Union[ElementUpdate, _Mapping]]] = ...) -> None: ...

class ParentPolicy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class CyclePolicy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class DescendantPolicy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
