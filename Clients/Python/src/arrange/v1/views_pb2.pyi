from arrange.v1 import model_pb2 as _model_pb2
from arrange.v1 import operations_pb2 as _operations_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

COMPARISON_OPERATOR_EQUAL: ComparisonOperator
COMPARISON_OPERATOR_GREATER: ComparisonOperator
COMPARISON_OPERATOR_GREATER_OR_EQUAL: ComparisonOperator
COMPARISON_OPERATOR_LESS: ComparisonOperator
COMPARISON_OPERATOR_LESS_OR_EQUAL: ComparisonOperator
COMPARISON_OPERATOR_NOT_EQUAL: ComparisonOperator
COMPARISON_OPERATOR_UNSPECIFIED: ComparisonOperator
DESCRIPTOR: _descriptor.FileDescriptor
FILTER_CONTEXT_ANCESTORS: FilterContext
FILTER_CONTEXT_DESCENDANTS: FilterContext
FILTER_CONTEXT_MATCHES: FilterContext
GROUP_ORDER_ASCENDING: GroupOrder
GROUP_ORDER_BEST_ITEM: GroupOrder
GROUP_ORDER_DESCENDING: GroupOrder
HIDDEN_BECAUSE_CAP: HiddenBecause
HIDDEN_BECAUSE_FILTER: HiddenBecause
HIDDEN_BECAUSE_SHOWN: HiddenBecause
HIDDEN_BECAUSE_WINDOW: HiddenBecause
MISSING_VALUES_FIRST: MissingValues
MISSING_VALUES_LAST: MissingValues
PLACE_AIM_AFTER_PREVIOUS: PlaceAim
PLACE_AIM_AUTOMATIC: PlaceAim
PLACE_AIM_BEFORE_NEXT: PlaceAim
PLACE_EFFECT_COLLECTION: PlaceEffect
PLACE_EFFECT_GROUP_FIELD: PlaceEffect
PLACE_EFFECT_PARENT: PlaceEffect
PLACE_EFFECT_PLACE: PlaceEffect
PLACE_EFFECT_SECTION: PlaceEffect
PLACE_EFFECT_SORT_FIELDS: PlaceEffect
PLACE_EFFECT_UNSPECIFIED: PlaceEffect
SORT_DIRECTION_ASCENDING: SortDirection
SORT_DIRECTION_DESCENDING: SortDirection
VIEW_RIGHTS_DEFINER: ViewRights
VIEW_RIGHTS_READER: ViewRights

class ChosenSections(_message.Message):
    __slots__ = ["sections"]
    SECTIONS_FIELD_NUMBER: _ClassVar[int]
    sections: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, sections: _Optional[_Iterable[str]] = ...) -> None: ...

class Comparison(_message.Message):
    __slots__ = ["field", "ignores_case", "operator", "value"]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    IGNORES_CASE_FIELD_NUMBER: _ClassVar[int]
    OPERATOR_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    field: str
    ignores_case: bool
    operator: ComparisonOperator
    value: Value
    def __init__(self, field: _Optional[str] = ..., operator: _Optional[_Union[ComparisonOperator, str]] = ..., value: _Optional[_Union[Value, _Mapping]] = ..., ignores_case: bool = ...) -> None: ...

class DefineViewRequest(_message.Message):
    __slots__ = ["name", "view"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    name: str
    view: View
    def __init__(self, name: _Optional[str] = ..., view: _Optional[_Union[View, _Mapping]] = ...) -> None: ...

class DeleteViewRequest(_message.Message):
    __slots__ = ["name"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class DeleteViewResponse(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class Filter(_message.Message):
    __slots__ = ["steps"]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    steps: _containers.RepeatedCompositeFieldContainer[FilterStep]
    def __init__(self, steps: _Optional[_Iterable[_Union[FilterStep, _Mapping]]] = ...) -> None: ...

class FilterStep(_message.Message):
    __slots__ = ["all_of", "any_of", "comparison", "contains", "exists", "has_prefix", "is_one_of", "negate", "principal"]
    ALL_OF_FIELD_NUMBER: _ClassVar[int]
    ANY_OF_FIELD_NUMBER: _ClassVar[int]
    COMPARISON_FIELD_NUMBER: _ClassVar[int]
    CONTAINS_FIELD_NUMBER: _ClassVar[int]
    EXISTS_FIELD_NUMBER: _ClassVar[int]
    HAS_PREFIX_FIELD_NUMBER: _ClassVar[int]
    IS_ONE_OF_FIELD_NUMBER: _ClassVar[int]
    NEGATE_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    all_of: int
    any_of: int
    comparison: Comparison
    contains: TextMatch
    exists: str
    has_prefix: TextMatch
    is_one_of: Membership
    negate: bool
    principal: PrincipalComparison
    def __init__(self, exists: _Optional[str] = ..., comparison: _Optional[_Union[Comparison, _Mapping]] = ..., has_prefix: _Optional[_Union[TextMatch, _Mapping]] = ..., contains: _Optional[_Union[TextMatch, _Mapping]] = ..., is_one_of: _Optional[_Union[Membership, _Mapping]] = ..., all_of: _Optional[int] = ..., any_of: _Optional[int] = ..., negate: bool = ..., principal: _Optional[_Union[PrincipalComparison, _Mapping]] = ...) -> None: ...

class FixedSection(_message.Message):
    __slots__ = ["items", "section"]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[ViewRow]
    section: ViewRow
    def __init__(self, section: _Optional[_Union[ViewRow, _Mapping]] = ..., items: _Optional[_Iterable[_Union[ViewRow, _Mapping]]] = ...) -> None: ...

class GetViewRequest(_message.Message):
    __slots__ = ["name"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class Grouping(_message.Message):
    __slots__ = ["by", "declared", "field", "of_parent", "order"]
    BY_FIELD_NUMBER: _ClassVar[int]
    DECLARED_FIELD_NUMBER: _ClassVar[int]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    OF_PARENT_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    by: SecondGrouping
    declared: _containers.RepeatedCompositeFieldContainer[Value]
    field: str
    of_parent: bool
    order: GroupOrder
    def __init__(self, field: _Optional[str] = ..., declared: _Optional[_Iterable[_Union[Value, _Mapping]]] = ..., order: _Optional[_Union[GroupOrder, str]] = ..., by: _Optional[_Union[SecondGrouping, _Mapping]] = ..., of_parent: bool = ...) -> None: ...

class ListViewsRequest(_message.Message):
    __slots__ = ["page_size", "page_token"]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: bytes
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[bytes] = ...) -> None: ...

class ListViewsResponse(_message.Message):
    __slots__ = ["next_page_token", "views"]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    VIEWS_FIELD_NUMBER: _ClassVar[int]
    next_page_token: bytes
    views: _containers.RepeatedCompositeFieldContainer[ViewInfo]
    def __init__(self, views: _Optional[_Iterable[_Union[ViewInfo, _Mapping]]] = ..., next_page_token: _Optional[bytes] = ...) -> None: ...

class Membership(_message.Message):
    __slots__ = ["field", "values"]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    field: str
    values: _containers.RepeatedCompositeFieldContainer[Value]
    def __init__(self, field: _Optional[str] = ..., values: _Optional[_Iterable[_Union[Value, _Mapping]]] = ...) -> None: ...

class ParseViewRequest(_message.Message):
    __slots__ = ["locate", "text", "view"]
    LOCATE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    locate: str
    text: str
    view: View
    def __init__(self, text: _Optional[str] = ..., view: _Optional[_Union[View, _Mapping]] = ..., locate: _Optional[str] = ...) -> None: ...

class ParseViewResponse(_message.Message):
    __slots__ = ["error", "located", "text", "view"]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    LOCATED_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    error: ViewTextError
    located: ViewTextPlace
    text: str
    view: View
    def __init__(self, view: _Optional[_Union[View, _Mapping]] = ..., text: _Optional[str] = ..., error: _Optional[_Union[ViewTextError, _Mapping]] = ..., located: _Optional[_Union[ViewTextPlace, _Mapping]] = ...) -> None: ...

class PlaceRowsRequest(_message.Message):
    __slots__ = ["aim", "allow", "dry_run", "group", "items", "name", "next", "parent", "previous", "request_id", "rows", "section", "seen", "stack", "view"]
    AIM_FIELD_NUMBER: _ClassVar[int]
    ALLOW_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    GROUP_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    NEXT_FIELD_NUMBER: _ClassVar[int]
    PARENT_FIELD_NUMBER: _ClassVar[int]
    PREVIOUS_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    SEEN_FIELD_NUMBER: _ClassVar[int]
    STACK_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    aim: PlaceAim
    allow: _containers.RepeatedScalarFieldContainer[PlaceEffect]
    dry_run: bool
    group: bytes
    items: _containers.RepeatedCompositeFieldContainer[_operations_pb2.NewElement]
    name: str
    next: str
    parent: str
    previous: str
    request_id: bytes
    rows: _containers.RepeatedScalarFieldContainer[str]
    section: str
    seen: bytes
    stack: bytes
    view: View
    def __init__(self, name: _Optional[str] = ..., view: _Optional[_Union[View, _Mapping]] = ..., rows: _Optional[_Iterable[str]] = ..., section: _Optional[str] = ..., previous: _Optional[str] = ..., next: _Optional[str] = ..., aim: _Optional[_Union[PlaceAim, str]] = ..., seen: _Optional[bytes] = ..., allow: _Optional[_Iterable[_Union[PlaceEffect, str]]] = ..., dry_run: bool = ..., request_id: _Optional[bytes] = ..., items: _Optional[_Iterable[_Union[_operations_pb2.NewElement, _Mapping]]] = ..., stack: _Optional[bytes] = ..., group: _Optional[bytes] = ..., parent: _Optional[str] = ...) -> None: ...

class PlaceRowsResponse(_message.Message):
    __slots__ = ["ambiguous", "applied", "effects", "overlay"]
    AMBIGUOUS_FIELD_NUMBER: _ClassVar[int]
    APPLIED_FIELD_NUMBER: _ClassVar[int]
    EFFECTS_FIELD_NUMBER: _ClassVar[int]
    OVERLAY_FIELD_NUMBER: _ClassVar[int]
    ambiguous: bool
    applied: _containers.RepeatedCompositeFieldContainer[PlacedCommit]
    effects: _containers.RepeatedCompositeFieldContainer[RowEffect]
    overlay: str
    def __init__(self, applied: _Optional[_Iterable[_Union[PlacedCommit, _Mapping]]] = ..., effects: _Optional[_Iterable[_Union[RowEffect, _Mapping]]] = ..., ambiguous: bool = ..., overlay: _Optional[str] = ...) -> None: ...

class PlacedCommit(_message.Message):
    __slots__ = ["collection", "history", "replayed", "version"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    collection: str
    history: int
    replayed: bool
    version: int
    def __init__(self, collection: _Optional[str] = ..., version: _Optional[int] = ..., history: _Optional[int] = ..., replayed: bool = ...) -> None: ...

class PrincipalComparison(_message.Message):
    __slots__ = ["field", "operator"]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    OPERATOR_FIELD_NUMBER: _ClassVar[int]
    field: str
    operator: ComparisonOperator
    def __init__(self, field: _Optional[str] = ..., operator: _Optional[_Union[ComparisonOperator, str]] = ...) -> None: ...

class RowEffect(_message.Message):
    __slots__ = ["hidden", "hidden_between", "origin", "parent", "removed", "row", "set", "to"]
    FROM_FIELD_NUMBER: _ClassVar[int]
    HIDDEN_BETWEEN_FIELD_NUMBER: _ClassVar[int]
    HIDDEN_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    PARENT_FIELD_NUMBER: _ClassVar[int]
    REMOVED_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    SET_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    hidden: HiddenBecause
    hidden_between: int
    origin: _model_pb2.RowOrigin
    parent: str
    removed: _containers.RepeatedScalarFieldContainer[str]
    row: str
    set: _containers.RepeatedCompositeFieldContainer[_model_pb2.Field]
    to: _model_pb2.Path
    def __init__(self, row: _Optional[str] = ..., to: _Optional[_Union[_model_pb2.Path, _Mapping]] = ..., set: _Optional[_Iterable[_Union[_model_pb2.Field, _Mapping]]] = ..., removed: _Optional[_Iterable[str]] = ..., hidden: _Optional[_Union[HiddenBecause, str]] = ..., hidden_between: _Optional[int] = ..., origin: _Optional[_Union[_model_pb2.RowOrigin, _Mapping]] = ..., parent: _Optional[str] = ..., **kwargs) -> None: ...

class SecondGrouping(_message.Message):
    __slots__ = ["declared", "field", "order"]
    DECLARED_FIELD_NUMBER: _ClassVar[int]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    declared: _containers.RepeatedCompositeFieldContainer[Value]
    field: str
    order: GroupOrder
    def __init__(self, field: _Optional[str] = ..., declared: _Optional[_Iterable[_Union[Value, _Mapping]]] = ..., order: _Optional[_Union[GroupOrder, str]] = ...) -> None: ...

class ShownFields(_message.Message):
    __slots__ = ["fields"]
    FIELDS_FIELD_NUMBER: _ClassVar[int]
    fields: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, fields: _Optional[_Iterable[str]] = ...) -> None: ...

class ShownOverlay(_message.Message):
    __slots__ = ["name", "own"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    OWN_FIELD_NUMBER: _ClassVar[int]
    name: str
    own: bool
    def __init__(self, name: _Optional[str] = ..., own: bool = ...) -> None: ...

class SortDescriptor(_message.Message):
    __slots__ = ["digits_last", "direction", "field", "ignores_case", "missing", "natural", "numbers_last"]
    DIGITS_LAST_FIELD_NUMBER: _ClassVar[int]
    DIRECTION_FIELD_NUMBER: _ClassVar[int]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    IGNORES_CASE_FIELD_NUMBER: _ClassVar[int]
    MISSING_FIELD_NUMBER: _ClassVar[int]
    NATURAL_FIELD_NUMBER: _ClassVar[int]
    NUMBERS_LAST_FIELD_NUMBER: _ClassVar[int]
    digits_last: bool
    direction: SortDirection
    field: str
    ignores_case: bool
    missing: MissingValues
    natural: bool
    numbers_last: bool
    def __init__(self, field: _Optional[str] = ..., direction: _Optional[_Union[SortDirection, str]] = ..., missing: _Optional[_Union[MissingValues, str]] = ..., numbers_last: bool = ..., natural: bool = ..., ignores_case: bool = ..., digits_last: bool = ...) -> None: ...

class TextMatch(_message.Message):
    __slots__ = ["field", "ignores_case", "text"]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    IGNORES_CASE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    field: str
    ignores_case: bool
    text: str
    def __init__(self, field: _Optional[str] = ..., text: _Optional[str] = ..., ignores_case: bool = ...) -> None: ...

class Value(_message.Message):
    __slots__ = ["bool_value", "bytes_value", "double_value", "int_value", "null_value", "string_value", "timestamp_us"]
    BOOL_VALUE_FIELD_NUMBER: _ClassVar[int]
    BYTES_VALUE_FIELD_NUMBER: _ClassVar[int]
    DOUBLE_VALUE_FIELD_NUMBER: _ClassVar[int]
    INT_VALUE_FIELD_NUMBER: _ClassVar[int]
    NULL_VALUE_FIELD_NUMBER: _ClassVar[int]
    STRING_VALUE_FIELD_NUMBER: _ClassVar[int]
    TIMESTAMP_US_FIELD_NUMBER: _ClassVar[int]
    bool_value: bool
    bytes_value: bytes
    double_value: float
    int_value: int
    null_value: _model_pb2.NullValue
    string_value: str
    timestamp_us: int
    def __init__(self, null_value: _Optional[_Union[_model_pb2.NullValue, str]] = ..., bool_value: bool = ..., int_value: _Optional[int] = ..., double_value: _Optional[float] = ..., string_value: _Optional[str] = ..., bytes_value: _Optional[bytes] = ..., timestamp_us: _Optional[int] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ["may_move", "parts", "rights", "window"]
    MAY_MOVE_FIELD_NUMBER: _ClassVar[int]
    PARTS_FIELD_NUMBER: _ClassVar[int]
    RIGHTS_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    may_move: bool
    parts: _containers.RepeatedCompositeFieldContainer[ViewPart]
    rights: ViewRights
    window: ViewWindow
    def __init__(self, parts: _Optional[_Iterable[_Union[ViewPart, _Mapping]]] = ..., window: _Optional[_Union[ViewWindow, _Mapping]] = ..., rights: _Optional[_Union[ViewRights, str]] = ..., may_move: bool = ...) -> None: ...

class ViewInfo(_message.Message):
    __slots__ = ["created_at_us", "definer", "definition", "name"]
    CREATED_AT_US_FIELD_NUMBER: _ClassVar[int]
    DEFINER_FIELD_NUMBER: _ClassVar[int]
    DEFINITION_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    created_at_us: int
    definer: str
    definition: View
    name: str
    def __init__(self, name: _Optional[str] = ..., definition: _Optional[_Union[View, _Mapping]] = ..., created_at_us: _Optional[int] = ..., definer: _Optional[str] = ...) -> None: ...

class ViewPart(_message.Message):
    __slots__ = ["fixed", "name", "query"]
    FIXED_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    QUERY_FIELD_NUMBER: _ClassVar[int]
    fixed: FixedSection
    name: str
    query: ViewQuery
    def __init__(self, name: _Optional[str] = ..., fixed: _Optional[_Union[FixedSection, _Mapping]] = ..., query: _Optional[_Union[ViewQuery, _Mapping]] = ...) -> None: ...

class ViewQuery(_message.Message):
    __slots__ = ["cap", "collection", "context", "filter", "flat", "grouped", "only", "overlay", "own_sections", "sections", "sort", "sums"]
    CAP_FIELD_NUMBER: _ClassVar[int]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    CONTEXT_FIELD_NUMBER: _ClassVar[int]
    FILTER_FIELD_NUMBER: _ClassVar[int]
    FLAT_FIELD_NUMBER: _ClassVar[int]
    GROUPED_FIELD_NUMBER: _ClassVar[int]
    ONLY_FIELD_NUMBER: _ClassVar[int]
    OVERLAY_FIELD_NUMBER: _ClassVar[int]
    OWN_SECTIONS_FIELD_NUMBER: _ClassVar[int]
    SECTIONS_FIELD_NUMBER: _ClassVar[int]
    SORT_FIELD_NUMBER: _ClassVar[int]
    SUMS_FIELD_NUMBER: _ClassVar[int]
    cap: int
    collection: str
    context: FilterContext
    filter: Filter
    flat: ViewRow
    grouped: Grouping
    only: ShownFields
    overlay: ShownOverlay
    own_sections: bool
    sections: ChosenSections
    sort: _containers.RepeatedCompositeFieldContainer[SortDescriptor]
    sums: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, collection: _Optional[str] = ..., sections: _Optional[_Union[ChosenSections, _Mapping]] = ..., own_sections: bool = ..., flat: _Optional[_Union[ViewRow, _Mapping]] = ..., grouped: _Optional[_Union[Grouping, _Mapping]] = ..., filter: _Optional[_Union[Filter, _Mapping]] = ..., sort: _Optional[_Iterable[_Union[SortDescriptor, _Mapping]]] = ..., cap: _Optional[int] = ..., only: _Optional[_Union[ShownFields, _Mapping]] = ..., sums: _Optional[_Iterable[str]] = ..., overlay: _Optional[_Union[ShownOverlay, _Mapping]] = ..., context: _Optional[_Union[FilterContext, str]] = ...) -> None: ...

class ViewRow(_message.Message):
    __slots__ = ["fields", "id"]
    FIELDS_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    fields: _containers.RepeatedCompositeFieldContainer[_model_pb2.Field]
    id: str
    def __init__(self, id: _Optional[str] = ..., fields: _Optional[_Iterable[_Union[_model_pb2.Field, _Mapping]]] = ...) -> None: ...

class ViewTextError(_message.Message):
    __slots__ = ["field", "message", "place"]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    field: str
    message: str
    place: ViewTextPlace
    def __init__(self, message: _Optional[str] = ..., place: _Optional[_Union[ViewTextPlace, _Mapping]] = ..., field: _Optional[str] = ...) -> None: ...

class ViewTextPlace(_message.Message):
    __slots__ = ["column", "line"]
    COLUMN_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    column: int
    line: int
    def __init__(self, line: _Optional[int] = ..., column: _Optional[int] = ...) -> None: ...

class ViewWindow(_message.Message):
    __slots__ = ["around", "end", "section", "start"]
    AROUND_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    around: WindowAnchor
    end: int
    section: int
    start: int
    def __init__(self, section: _Optional[int] = ..., start: _Optional[int] = ..., end: _Optional[int] = ..., around: _Optional[_Union[WindowAnchor, _Mapping]] = ...) -> None: ...

class WindowAnchor(_message.Message):
    __slots__ = ["after", "before", "item"]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    after: int
    before: int
    item: str
    def __init__(self, item: _Optional[str] = ..., before: _Optional[int] = ..., after: _Optional[int] = ...) -> None: ...

class WindowPlace(_message.Message):
    __slots__ = ["anchor", "first_item", "section", "section_items"]
    ANCHOR_FIELD_NUMBER: _ClassVar[int]
    FIRST_ITEM_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    SECTION_ITEMS_FIELD_NUMBER: _ClassVar[int]
    anchor: str
    first_item: int
    section: int
    section_items: int
    def __init__(self, anchor: _Optional[str] = ..., section: _Optional[int] = ..., first_item: _Optional[int] = ..., section_items: _Optional[int] = ...) -> None: ...

class PlaceAim(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class PlaceEffect(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class HiddenBecause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class ViewRights(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class FilterContext(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class GroupOrder(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class SortDirection(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class MissingValues(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class ComparisonOperator(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
