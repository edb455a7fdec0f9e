from arrange.v1 import changes_pb2 as _changes_pb2
from arrange.v1 import model_pb2 as _model_pb2
from arrange.v1 import operations_pb2 as _operations_pb2
from arrange.v1 import views_pb2 as _views_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

CHANGE_KIND_ITEM_INSERTED: ChangeKind
CHANGE_KIND_ITEM_MOVED: ChangeKind
CHANGE_KIND_ITEM_REMOVED: ChangeKind
CHANGE_KIND_ITEM_UPDATED: ChangeKind
CHANGE_KIND_SECTION_INSERTED: ChangeKind
CHANGE_KIND_SECTION_MOVED: ChangeKind
CHANGE_KIND_SECTION_REMOVED: ChangeKind
CHANGE_KIND_SECTION_UPDATED: ChangeKind
CHANGE_KIND_UNSPECIFIED: ChangeKind
DESCRIPTOR: _descriptor.FileDescriptor
ERASED_FILES_CLEAN: ErasedFiles
ERASED_FILES_DATABASE: ErasedFiles
ERASED_FILES_LATER: ErasedFiles
ERASED_FILES_UNSPECIFIED: ErasedFiles
KEPT_REASON_BELOW_ITSELF: KeptReason
KEPT_REASON_CHANGED: KeptReason
KEPT_REASON_FULL: KeptReason
KEPT_REASON_GONE: KeptReason
KEPT_REASON_ID_TAKEN: KeptReason
KEPT_REASON_NOT_EMPTY: KeptReason
KEPT_REASON_NOT_STORED: KeptReason
KEPT_REASON_PARENT_GONE: KeptReason
KEPT_REASON_PLACED: KeptReason
KEPT_REASON_SECTION_GONE: KeptReason
KEPT_REASON_TOO_DEEP: KeptReason
KEPT_REASON_UNDONE: KeptReason
KEY_WRITE_REASON_INSERTED: KeyWriteReason
KEY_WRITE_REASON_MOVED: KeyWriteReason
KEY_WRITE_REASON_REKEYED: KeyWriteReason
KEY_WRITE_REASON_UNSPECIFIED: KeyWriteReason
RESTORE_KEEP_LATER_ITEMS: RestoreKeep
RESTORE_KEEP_NONE: RestoreKeep

class ApplyRequest(_message.Message):
    __slots__ = ["collection", "group", "if_history", "if_version", "operations", "request_id", "stack"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    GROUP_FIELD_NUMBER: _ClassVar[int]
    IF_HISTORY_FIELD_NUMBER: _ClassVar[int]
    IF_VERSION_FIELD_NUMBER: _ClassVar[int]
    OPERATIONS_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    STACK_FIELD_NUMBER: _ClassVar[int]
    collection: str
    group: bytes
    if_history: int
    if_version: int
    operations: _containers.RepeatedCompositeFieldContainer[_operations_pb2.Operation]
    request_id: bytes
    stack: bytes
    def __init__(self, collection: _Optional[str] = ..., operations: _Optional[_Iterable[_Union[_operations_pb2.Operation, _Mapping]]] = ..., request_id: _Optional[bytes] = ..., if_version: _Optional[int] = ..., if_history: _Optional[int] = ..., stack: _Optional[bytes] = ..., group: _Optional[bytes] = ...) -> None: ...

class ApplyResponse(_message.Message):
    __slots__ = ["changed", "history", "operations", "rekeyed", "replayed", "version"]
    CHANGED_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    OPERATIONS_FIELD_NUMBER: _ClassVar[int]
    REKEYED_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    changed: bool
    history: int
    operations: _containers.RepeatedCompositeFieldContainer[OperationResult]
    rekeyed: int
    replayed: bool
    version: int
    def __init__(self, version: _Optional[int] = ..., changed: bool = ..., replayed: bool = ..., rekeyed: _Optional[int] = ..., operations: _Optional[_Iterable[_Union[OperationResult, _Mapping]]] = ..., history: _Optional[int] = ...) -> None: ...

class AroundWindow(_message.Message):
    __slots__ = ["after", "before", "item"]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    after: int
    before: int
    item: str
    def __init__(self, item: _Optional[str] = ..., before: _Optional[int] = ..., after: _Optional[int] = ...) -> None: ...

class Change(_message.Message):
    __slots__ = ["after", "before", "fields_left_out", "from_parent", "id", "kind", "to", "to_parent", "transferred"]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    FIELDS_LEFT_OUT_FIELD_NUMBER: _ClassVar[int]
    FROM_FIELD_NUMBER: _ClassVar[int]
    FROM_PARENT_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    TO_PARENT_FIELD_NUMBER: _ClassVar[int]
    TRANSFERRED_FIELD_NUMBER: _ClassVar[int]
    after: _model_pb2.FieldList
    before: _model_pb2.FieldList
    fields_left_out: bool
    from_parent: str
    id: str
    kind: ChangeKind
    to: _model_pb2.Path
    to_parent: str
    transferred: str
    def __init__(self, kind: _Optional[_Union[ChangeKind, str]] = ..., id: _Optional[str] = ..., to: _Optional[_Union[_model_pb2.Path, _Mapping]] = ..., before: _Optional[_Union[_model_pb2.FieldList, _Mapping]] = ..., after: _Optional[_Union[_model_pb2.FieldList, _Mapping]] = ..., fields_left_out: bool = ..., transferred: _Optional[str] = ..., from_parent: _Optional[str] = ..., to_parent: _Optional[str] = ..., **kwargs) -> None: ...

class ChangeStrategyRequest(_message.Message):
    __slots__ = ["collection", "if_history", "if_version", "renew_keys", "strategy"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    IF_HISTORY_FIELD_NUMBER: _ClassVar[int]
    IF_VERSION_FIELD_NUMBER: _ClassVar[int]
    RENEW_KEYS_FIELD_NUMBER: _ClassVar[int]
    STRATEGY_FIELD_NUMBER: _ClassVar[int]
    collection: str
    if_history: int
    if_version: int
    renew_keys: bool
    strategy: str
    def __init__(self, collection: _Optional[str] = ..., strategy: _Optional[str] = ..., renew_keys: bool = ..., if_version: _Optional[int] = ..., if_history: _Optional[int] = ...) -> None: ...

class ChangeStrategyResponse(_message.Message):
    __slots__ = ["changed", "rekeyed", "strategy", "version"]
    CHANGED_FIELD_NUMBER: _ClassVar[int]
    REKEYED_FIELD_NUMBER: _ClassVar[int]
    STRATEGY_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    changed: bool
    rekeyed: int
    strategy: str
    version: int
    def __init__(self, strategy: _Optional[str] = ..., version: _Optional[int] = ..., changed: bool = ..., rekeyed: _Optional[int] = ...) -> None: ...

class Commit(_message.Message):
    __slots__ = ["author", "change_count", "changes", "first_change", "group", "redo", "rekeyed", "request_id", "stack", "time_us", "transaction", "undoes", "version"]
    AUTHOR_FIELD_NUMBER: _ClassVar[int]
    CHANGES_FIELD_NUMBER: _ClassVar[int]
    CHANGE_COUNT_FIELD_NUMBER: _ClassVar[int]
    FIRST_CHANGE_FIELD_NUMBER: _ClassVar[int]
    GROUP_FIELD_NUMBER: _ClassVar[int]
    REDO_FIELD_NUMBER: _ClassVar[int]
    REKEYED_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    STACK_FIELD_NUMBER: _ClassVar[int]
    TIME_US_FIELD_NUMBER: _ClassVar[int]
    TRANSACTION_FIELD_NUMBER: _ClassVar[int]
    UNDOES_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    author: str
    change_count: int
    changes: _containers.RepeatedCompositeFieldContainer[Change]
    first_change: int
    group: bytes
    redo: bool
    rekeyed: int
    request_id: bytes
    stack: bytes
    time_us: int
    transaction: bytes
    undoes: _containers.RepeatedScalarFieldContainer[int]
    version: int
    def __init__(self, version: _Optional[int] = ..., time_us: _Optional[int] = ..., request_id: _Optional[bytes] = ..., rekeyed: _Optional[int] = ..., changes: _Optional[_Iterable[_Union[Change, _Mapping]]] = ..., first_change: _Optional[int] = ..., change_count: _Optional[int] = ..., author: _Optional[str] = ..., transaction: _Optional[bytes] = ..., stack: _Optional[bytes] = ..., group: _Optional[bytes] = ..., undoes: _Optional[_Iterable[int]] = ..., redo: bool = ...) -> None: ...

class CreateCollectionRequest(_message.Message):
    __slots__ = ["fields", "name", "outline", "strategy"]
    FIELDS_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    OUTLINE_FIELD_NUMBER: _ClassVar[int]
    STRATEGY_FIELD_NUMBER: _ClassVar[int]
    fields: _containers.RepeatedCompositeFieldContainer[_model_pb2.Field]
    name: str
    outline: _model_pb2.OutlineSettings
    strategy: str
    def __init__(self, name: _Optional[str] = ..., strategy: _Optional[str] = ..., fields: _Optional[_Iterable[_Union[_model_pb2.Field, _Mapping]]] = ..., outline: _Optional[_Union[_model_pb2.OutlineSettings, _Mapping]] = ...) -> None: ...

class DeleteCollectionRequest(_message.Message):
    __slots__ = ["name"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class DeleteCollectionResponse(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class DiffRequest(_message.Message):
    __slots__ = ["collection", "profile", "to"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    FROM_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    collection: str
    profile: _changes_pb2.BatchProfile
    to: _model_pb2.VersionReference
    def __init__(self, collection: _Optional[str] = ..., to: _Optional[_Union[_model_pb2.VersionReference, _Mapping]] = ..., profile: _Optional[_Union[_changes_pb2.BatchProfile, str]] = ..., **kwargs) -> None: ...

class DiffResponse(_message.Message):
    __slots__ = ["batch", "from_version", "to_version", "tree"]
    BATCH_FIELD_NUMBER: _ClassVar[int]
    FROM_VERSION_FIELD_NUMBER: _ClassVar[int]
    TO_VERSION_FIELD_NUMBER: _ClassVar[int]
    TREE_FIELD_NUMBER: _ClassVar[int]
    batch: _changes_pb2.ChangeBatch
    from_version: int
    to_version: int
    tree: _changes_pb2.TreeBatch
    def __init__(self, from_version: _Optional[int] = ..., to_version: _Optional[int] = ..., batch: _Optional[_Union[_changes_pb2.ChangeBatch, _Mapping]] = ..., tree: _Optional[_Union[_changes_pb2.TreeBatch, _Mapping]] = ...) -> None: ...

class EraseRequest(_message.Message):
    __slots__ = ["collection", "delete_names", "items"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    DELETE_NAMES_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    collection: str
    delete_names: bool
    items: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, collection: _Optional[str] = ..., items: _Optional[_Iterable[str]] = ..., delete_names: bool = ...) -> None: ...

class EraseResponse(_message.Message):
    __slots__ = ["deleted_names", "files", "oldest_kept", "other_nodes", "removed"]
    DELETED_NAMES_FIELD_NUMBER: _ClassVar[int]
    FILES_FIELD_NUMBER: _ClassVar[int]
    OLDEST_KEPT_FIELD_NUMBER: _ClassVar[int]
    OTHER_NODES_FIELD_NUMBER: _ClassVar[int]
    REMOVED_FIELD_NUMBER: _ClassVar[int]
    deleted_names: _containers.RepeatedScalarFieldContainer[str]
    files: ErasedFiles
    oldest_kept: int
    other_nodes: bool
    removed: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, removed: _Optional[_Iterable[str]] = ..., oldest_kept: _Optional[int] = ..., deleted_names: _Optional[_Iterable[str]] = ..., files: _Optional[_Union[ErasedFiles, str]] = ..., other_nodes: bool = ...) -> None: ...

class ExplainRequest(_message.Message):
    __slots__ = ["collection", "operations"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    OPERATIONS_FIELD_NUMBER: _ClassVar[int]
    collection: str
    operations: _containers.RepeatedCompositeFieldContainer[_operations_pb2.Operation]
    def __init__(self, collection: _Optional[str] = ..., operations: _Optional[_Iterable[_Union[_operations_pb2.Operation, _Mapping]]] = ...) -> None: ...

class ExplainResponse(_message.Message):
    __slots__ = ["gaps", "journal_bytes", "rekeyed", "statistics", "strategy", "version", "write_count", "writes"]
    GAPS_FIELD_NUMBER: _ClassVar[int]
    JOURNAL_BYTES_FIELD_NUMBER: _ClassVar[int]
    REKEYED_FIELD_NUMBER: _ClassVar[int]
    STATISTICS_FIELD_NUMBER: _ClassVar[int]
    STRATEGY_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    WRITES_FIELD_NUMBER: _ClassVar[int]
    WRITE_COUNT_FIELD_NUMBER: _ClassVar[int]
    gaps: _containers.RepeatedCompositeFieldContainer[Gap]
    journal_bytes: int
    rekeyed: int
    statistics: KeyStatistics
    strategy: str
    version: int
    write_count: int
    writes: _containers.RepeatedCompositeFieldContainer[KeyWrite]
    def __init__(self, strategy: _Optional[str] = ..., version: _Optional[int] = ..., journal_bytes: _Optional[int] = ..., rekeyed: _Optional[int] = ..., writes: _Optional[_Iterable[_Union[KeyWrite, _Mapping]]] = ..., write_count: _Optional[int] = ..., gaps: _Optional[_Iterable[_Union[Gap, _Mapping]]] = ..., statistics: _Optional[_Union[KeyStatistics, _Mapping]] = ...) -> None: ...

class FetchRequest(_message.Message):
    __slots__ = ["around", "at", "collection", "page_size", "page_token", "section", "view"]
    AROUND_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    around: AroundWindow
    at: _model_pb2.VersionReference
    collection: str
    page_size: int
    page_token: bytes
    section: SectionWindow
    view: _views_pb2.View
    def __init__(self, collection: _Optional[str] = ..., section: _Optional[_Union[SectionWindow, _Mapping]] = ..., around: _Optional[_Union[AroundWindow, _Mapping]] = ..., page_size: _Optional[int] = ..., page_token: _Optional[bytes] = ..., view: _Optional[_Union[_views_pb2.View, _Mapping]] = ..., at: _Optional[_Union[_model_pb2.VersionReference, _Mapping]] = ...) -> None: ...

class FetchResponse(_message.Message):
    __slots__ = ["collection", "next_page_token", "past", "sections", "window"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    PAST_FIELD_NUMBER: _ClassVar[int]
    SECTIONS_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    collection: _model_pb2.CollectionInfo
    next_page_token: bytes
    past: bool
    sections: _containers.RepeatedCompositeFieldContainer[SectionSlice]
    window: _views_pb2.WindowPlace
    def __init__(self, collection: _Optional[_Union[_model_pb2.CollectionInfo, _Mapping]] = ..., sections: _Optional[_Iterable[_Union[SectionSlice, _Mapping]]] = ..., next_page_token: _Optional[bytes] = ..., window: _Optional[_Union[_views_pb2.WindowPlace, _Mapping]] = ..., past: bool = ...) -> None: ...

class Gap(_message.Message):
    __slots__ = ["after", "before", "id"]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    after: GapRoom
    before: GapRoom
    id: str
    def __init__(self, id: _Optional[str] = ..., before: _Optional[_Union[GapRoom, _Mapping]] = ..., after: _Optional[_Union[GapRoom, _Mapping]] = ...) -> None: ...

class GapRoom(_message.Message):
    __slots__ = ["following", "nested"]
    FOLLOWING_FIELD_NUMBER: _ClassVar[int]
    NESTED_FIELD_NUMBER: _ClassVar[int]
    following: int
    nested: int
    def __init__(self, following: _Optional[int] = ..., nested: _Optional[int] = ...) -> None: ...

class GetCollectionRequest(_message.Message):
    __slots__ = ["name"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class HistoryRequest(_message.Message):
    __slots__ = ["collection", "from_change", "limit", "to"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    FROM_CHANGE_FIELD_NUMBER: _ClassVar[int]
    FROM_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    collection: str
    from_change: int
    limit: int
    to: int
    def __init__(self, collection: _Optional[str] = ..., to: _Optional[int] = ..., limit: _Optional[int] = ..., from_change: _Optional[int] = ..., **kwargs) -> None: ...

class HistoryResponse(_message.Message):
    __slots__ = ["commits", "oldest_kept", "version"]
    COMMITS_FIELD_NUMBER: _ClassVar[int]
    OLDEST_KEPT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    commits: _containers.RepeatedCompositeFieldContainer[Commit]
    oldest_kept: int
    version: int
    def __init__(self, oldest_kept: _Optional[int] = ..., version: _Optional[int] = ..., commits: _Optional[_Iterable[_Union[Commit, _Mapping]]] = ...) -> None: ...

class KeyProblem(_message.Message):
    __slots__ = ["explanation", "id", "item", "key", "section"]
    EXPLANATION_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    explanation: str
    id: str
    item: _model_pb2.Path
    key: bytes
    section: int
    def __init__(self, id: _Optional[str] = ..., item: _Optional[_Union[_model_pb2.Path, _Mapping]] = ..., section: _Optional[int] = ..., key: _Optional[bytes] = ..., explanation: _Optional[str] = ...) -> None: ...

class KeyStatistics(_message.Message):
    __slots__ = ["key_count", "longest_bytes", "total_bytes"]
    KEY_COUNT_FIELD_NUMBER: _ClassVar[int]
    LONGEST_BYTES_FIELD_NUMBER: _ClassVar[int]
    TOTAL_BYTES_FIELD_NUMBER: _ClassVar[int]
    key_count: int
    longest_bytes: int
    total_bytes: int
    def __init__(self, key_count: _Optional[int] = ..., total_bytes: _Optional[int] = ..., longest_bytes: _Optional[int] = ...) -> None: ...

class KeyWrite(_message.Message):
    __slots__ = ["after", "before", "id", "reason"]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    after: str
    before: str
    id: str
    reason: KeyWriteReason
    def __init__(self, id: _Optional[str] = ..., reason: _Optional[_Union[KeyWriteReason, str]] = ..., before: _Optional[str] = ..., after: _Optional[str] = ...) -> None: ...

class ListCollectionsRequest(_message.Message):
    __slots__ = ["page_size", "page_token"]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: bytes
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[bytes] = ...) -> None: ...

class ListCollectionsResponse(_message.Message):
    __slots__ = ["collections", "next_page_token"]
    COLLECTIONS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    collections: _containers.RepeatedCompositeFieldContainer[_model_pb2.CollectionInfo]
    next_page_token: bytes
    def __init__(self, collections: _Optional[_Iterable[_Union[_model_pb2.CollectionInfo, _Mapping]]] = ..., next_page_token: _Optional[bytes] = ...) -> None: ...

class OperationResult(_message.Message):
    __slots__ = ["elements"]
    ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    elements: _containers.RepeatedCompositeFieldContainer[PlacedElement]
    def __init__(self, elements: _Optional[_Iterable[_Union[PlacedElement, _Mapping]]] = ...) -> None: ...

class PlacedElement(_message.Message):
    __slots__ = ["id", "item", "key", "parent", "section", "skipped"]
    ID_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    PARENT_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    SKIPPED_FIELD_NUMBER: _ClassVar[int]
    id: str
    item: _model_pb2.Path
    key: bytes
    parent: str
    section: int
    skipped: bool
    def __init__(self, id: _Optional[str] = ..., key: _Optional[bytes] = ..., item: _Optional[_Union[_model_pb2.Path, _Mapping]] = ..., section: _Optional[int] = ..., parent: _Optional[str] = ..., skipped: bool = ...) -> None: ...

class RestoreRequest(_message.Message):
    __slots__ = ["collection", "dry_run", "if_history", "if_version", "keep", "request_id", "stack", "to"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    IF_HISTORY_FIELD_NUMBER: _ClassVar[int]
    IF_VERSION_FIELD_NUMBER: _ClassVar[int]
    KEEP_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    STACK_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    collection: str
    dry_run: bool
    if_history: int
    if_version: int
    keep: RestoreKeep
    request_id: bytes
    stack: bytes
    to: _model_pb2.VersionReference
    def __init__(self, collection: _Optional[str] = ..., to: _Optional[_Union[_model_pb2.VersionReference, _Mapping]] = ..., keep: _Optional[_Union[RestoreKeep, str]] = ..., request_id: _Optional[bytes] = ..., if_version: _Optional[int] = ..., if_history: _Optional[int] = ..., dry_run: bool = ..., stack: _Optional[bytes] = ...) -> None: ...

class RestoreResponse(_message.Message):
    __slots__ = ["changed", "changes", "history", "replayed", "restored", "tree", "version"]
    CHANGED_FIELD_NUMBER: _ClassVar[int]
    CHANGES_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    RESTORED_FIELD_NUMBER: _ClassVar[int]
    TREE_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    changed: bool
    changes: _changes_pb2.ChangeBatch
    history: int
    replayed: bool
    restored: int
    tree: _changes_pb2.TreeBatch
    version: int
    def __init__(self, restored: _Optional[int] = ..., version: _Optional[int] = ..., changed: bool = ..., replayed: bool = ..., history: _Optional[int] = ..., changes: _Optional[_Union[_changes_pb2.ChangeBatch, _Mapping]] = ..., tree: _Optional[_Union[_changes_pb2.TreeBatch, _Mapping]] = ...) -> None: ...

class RotateKeysRequest(_message.Message):
    __slots__ = ["collection", "generation", "limit"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    GENERATION_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    collection: str
    generation: int
    limit: int
    def __init__(self, collection: _Optional[str] = ..., generation: _Optional[int] = ..., limit: _Optional[int] = ...) -> None: ...

class RotateKeysResponse(_message.Message):
    __slots__ = ["generation", "rekeyed", "remaining", "version"]
    GENERATION_FIELD_NUMBER: _ClassVar[int]
    REKEYED_FIELD_NUMBER: _ClassVar[int]
    REMAINING_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    generation: int
    rekeyed: int
    remaining: int
    version: int
    def __init__(self, version: _Optional[int] = ..., rekeyed: _Optional[int] = ..., remaining: _Optional[int] = ..., generation: _Optional[int] = ...) -> None: ...

class SectionSlice(_message.Message):
    __slots__ = ["ancestors", "first_item", "index", "item_count", "items", "section"]
    ANCESTORS_FIELD_NUMBER: _ClassVar[int]
    FIRST_ITEM_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    ITEM_COUNT_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    ancestors: _containers.RepeatedScalarFieldContainer[str]
    first_item: int
    index: int
    item_count: int
    items: _containers.RepeatedCompositeFieldContainer[_model_pb2.Element]
    section: _model_pb2.Element
    def __init__(self, index: _Optional[int] = ..., section: _Optional[_Union[_model_pb2.Element, _Mapping]] = ..., item_count: _Optional[int] = ..., first_item: _Optional[int] = ..., items: _Optional[_Iterable[_Union[_model_pb2.Element, _Mapping]]] = ..., ancestors: _Optional[_Iterable[str]] = ...) -> None: ...

class SectionWindow(_message.Message):
    __slots__ = ["end", "section", "start"]
    END_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    end: int
    section: str
    start: int
    def __init__(self, section: _Optional[str] = ..., start: _Optional[int] = ..., end: _Optional[int] = ...) -> None: ...

class TransactRequest(_message.Message):
    __slots__ = ["conditions", "group", "request_id", "stack", "steps"]
    CONDITIONS_FIELD_NUMBER: _ClassVar[int]
    GROUP_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    STACK_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    conditions: _containers.RepeatedCompositeFieldContainer[VersionCondition]
    group: bytes
    request_id: bytes
    stack: bytes
    steps: _containers.RepeatedCompositeFieldContainer[TransactionStep]
    def __init__(self, steps: _Optional[_Iterable[_Union[TransactionStep, _Mapping]]] = ..., conditions: _Optional[_Iterable[_Union[VersionCondition, _Mapping]]] = ..., request_id: _Optional[bytes] = ..., stack: _Optional[bytes] = ..., group: _Optional[bytes] = ...) -> None: ...

class TransactResponse(_message.Message):
    __slots__ = ["collections", "replayed", "steps"]
    COLLECTIONS_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    collections: _containers.RepeatedCompositeFieldContainer[TransactedCollection]
    replayed: bool
    steps: _containers.RepeatedCompositeFieldContainer[OperationResult]
    def __init__(self, collections: _Optional[_Iterable[_Union[TransactedCollection, _Mapping]]] = ..., steps: _Optional[_Iterable[_Union[OperationResult, _Mapping]]] = ..., replayed: bool = ...) -> None: ...

class TransactedCollection(_message.Message):
    __slots__ = ["changed", "history", "name", "rekeyed", "version"]
    CHANGED_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    REKEYED_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    changed: bool
    history: int
    name: str
    rekeyed: int
    version: int
    def __init__(self, name: _Optional[str] = ..., version: _Optional[int] = ..., changed: bool = ..., rekeyed: _Optional[int] = ..., history: _Optional[int] = ...) -> None: ...

class TransactionStep(_message.Message):
    __slots__ = ["collection", "operation", "transfer_items"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    OPERATION_FIELD_NUMBER: _ClassVar[int]
    TRANSFER_ITEMS_FIELD_NUMBER: _ClassVar[int]
    collection: str
    operation: _operations_pb2.Operation
    transfer_items: TransferItems
    def __init__(self, collection: _Optional[str] = ..., operation: _Optional[_Union[_operations_pb2.Operation, _Mapping]] = ..., transfer_items: _Optional[_Union[TransferItems, _Mapping]] = ...) -> None: ...

class TransferItems(_message.Message):
    __slots__ = ["descendants", "if_parent_missing", "items", "parent", "section", "target", "to"]
    DESCENDANTS_FIELD_NUMBER: _ClassVar[int]
    IF_PARENT_MISSING_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    PARENT_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    descendants: _operations_pb2.DescendantPolicy
    if_parent_missing: _operations_pb2.ParentPolicy
    items: _containers.RepeatedCompositeFieldContainer[_operations_pb2.ElementReference]
    parent: str
    section: str
    target: str
    to: _model_pb2.Placement
    def __init__(self, items: _Optional[_Iterable[_Union[_operations_pb2.ElementReference, _Mapping]]] = ..., target: _Optional[str] = ..., section: _Optional[str] = ..., to: _Optional[_Union[_model_pb2.Placement, _Mapping]] = ..., parent: _Optional[str] = ..., if_parent_missing: _Optional[_Union[_operations_pb2.ParentPolicy, str]] = ..., descendants: _Optional[_Union[_operations_pb2.DescendantPolicy, str]] = ...) -> None: ...

class UndoRequest(_message.Message):
    __slots__ = ["collection", "dry_run", "expect", "of", "redo", "request_id", "stack"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    EXPECT_FIELD_NUMBER: _ClassVar[int]
    OF_FIELD_NUMBER: _ClassVar[int]
    REDO_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    STACK_FIELD_NUMBER: _ClassVar[int]
    collection: str
    dry_run: bool
    expect: int
    of: int
    redo: bool
    request_id: bytes
    stack: bytes
    def __init__(self, collection: _Optional[str] = ..., stack: _Optional[bytes] = ..., of: _Optional[int] = ..., redo: bool = ..., expect: _Optional[int] = ..., dry_run: bool = ..., request_id: _Optional[bytes] = ...) -> None: ...

class UndoResponse(_message.Message):
    __slots__ = ["can_redo", "can_undo", "changed", "collections", "history", "kept", "kept_count", "rekeyed", "replayed", "undoes", "undone", "undone_count", "version"]
    CAN_REDO_FIELD_NUMBER: _ClassVar[int]
    CAN_UNDO_FIELD_NUMBER: _ClassVar[int]
    CHANGED_FIELD_NUMBER: _ClassVar[int]
    COLLECTIONS_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    KEPT_COUNT_FIELD_NUMBER: _ClassVar[int]
    KEPT_FIELD_NUMBER: _ClassVar[int]
    REKEYED_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    UNDOES_FIELD_NUMBER: _ClassVar[int]
    UNDONE_COUNT_FIELD_NUMBER: _ClassVar[int]
    UNDONE_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    can_redo: bool
    can_undo: bool
    changed: bool
    collections: _containers.RepeatedCompositeFieldContainer[TransactedCollection]
    history: int
    kept: _containers.RepeatedCompositeFieldContainer[UndoneChange]
    kept_count: int
    rekeyed: int
    replayed: bool
    undoes: _containers.RepeatedScalarFieldContainer[int]
    undone: _containers.RepeatedCompositeFieldContainer[UndoneChange]
    undone_count: int
    version: int
    def __init__(self, version: _Optional[int] = ..., changed: bool = ..., replayed: bool = ..., undoes: _Optional[_Iterable[int]] = ..., undone: _Optional[_Iterable[_Union[UndoneChange, _Mapping]]] = ..., kept: _Optional[_Iterable[_Union[UndoneChange, _Mapping]]] = ..., undone_count: _Optional[int] = ..., kept_count: _Optional[int] = ..., can_undo: bool = ..., can_redo: bool = ..., rekeyed: _Optional[int] = ..., history: _Optional[int] = ..., collections: _Optional[_Iterable[_Union[TransactedCollection, _Mapping]]] = ...) -> None: ...

class UndoneChange(_message.Message):
    __slots__ = ["by", "by_version", "collection", "field", "id", "kind", "reason"]
    BY_FIELD_NUMBER: _ClassVar[int]
    BY_VERSION_FIELD_NUMBER: _ClassVar[int]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    by: str
    by_version: int
    collection: str
    field: str
    id: str
    kind: ChangeKind
    reason: KeptReason
    def __init__(self, kind: _Optional[_Union[ChangeKind, str]] = ..., id: _Optional[str] = ..., field: _Optional[str] = ..., reason: _Optional[_Union[KeptReason, str]] = ..., by_version: _Optional[int] = ..., by: _Optional[str] = ..., collection: _Optional[str] = ...) -> None: ...

class UpdateCollectionRequest(_message.Message):
    __slots__ = ["name", "remove", "replace_all", "set"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    REMOVE_FIELD_NUMBER: _ClassVar[int]
    REPLACE_ALL_FIELD_NUMBER: _ClassVar[int]
    SET_FIELD_NUMBER: _ClassVar[int]
    name: str
    remove: _containers.RepeatedScalarFieldContainer[str]
    replace_all: bool
    set: _containers.RepeatedCompositeFieldContainer[_model_pb2.Field]
    def __init__(self, name: _Optional[str] = ..., set: _Optional[_Iterable[_Union[_model_pb2.Field, _Mapping]]] = ..., remove: _Optional[_Iterable[str]] = ..., replace_all: bool = ...) -> None: ...

class VerifyKeysRequest(_message.Message):
    __slots__ = ["collection"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    collection: str
    def __init__(self, collection: _Optional[str] = ...) -> None: ...

class VerifyKeysResponse(_message.Message):
    __slots__ = ["checked", "order_only", "problem_count", "problems", "strategy", "version"]
    CHECKED_FIELD_NUMBER: _ClassVar[int]
    ORDER_ONLY_FIELD_NUMBER: _ClassVar[int]
    PROBLEMS_FIELD_NUMBER: _ClassVar[int]
    PROBLEM_COUNT_FIELD_NUMBER: _ClassVar[int]
    STRATEGY_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    checked: int
    order_only: bool
    problem_count: int
    problems: _containers.RepeatedCompositeFieldContainer[KeyProblem]
    strategy: str
    version: int
    def __init__(self, strategy: _Optional[str] = ..., version: _Optional[int] = ..., checked: _Optional[int] = ..., problem_count: _Optional[int] = ..., problems: _Optional[_Iterable[_Union[KeyProblem, _Mapping]]] = ..., order_only: bool = ...) -> None: ...

class VersionCondition(_message.Message):
    __slots__ = ["collection", "if_history", "if_version"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    IF_HISTORY_FIELD_NUMBER: _ClassVar[int]
    IF_VERSION_FIELD_NUMBER: _ClassVar[int]
    collection: str
    if_history: int
    if_version: int
    def __init__(self, collection: _Optional[str] = ..., if_version: _Optional[int] = ..., if_history: _Optional[int] = ...) -> None: ...

class KeptReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class ErasedFiles(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class RestoreKeep(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class ChangeKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class KeyWriteReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
