from arrange.v1 import model_pb2 as _model_pb2
from arrange.v1 import views_pb2 as _views_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

BATCH_PROFILE_EXACT: BatchProfile
BATCH_PROFILE_TREE: BatchProfile
BATCH_PROFILE_UIKIT: BatchProfile
DESCRIPTOR: _descriptor.FileDescriptor
FOLLOWER_STATE_CURRENT: FollowerState
FOLLOWER_STATE_UNSPECIFIED: FollowerState
FOLLOWER_STATE_WAITING_FOR_CREDIT: FollowerState
FOLLOWER_STATE_WAITING_FOR_ROOM: FollowerState
SNAPSHOT_REASON_EPOCH_CHANGED: SnapshotReason
SNAPSHOT_REASON_FIRST: SnapshotReason
SNAPSHOT_REASON_HISTORY_TRIMMED: SnapshotReason
SNAPSHOT_REASON_PAST: SnapshotReason
SNAPSHOT_REASON_TOO_LARGE: SnapshotReason
SNAPSHOT_REASON_TOO_MANY_CHANGES: SnapshotReason
SNAPSHOT_REASON_UNSPECIFIED: SnapshotReason
SNAPSHOT_REASON_VIEW_CHANGED: SnapshotReason

class ChangeBatch(_message.Message):
    __slots__ = ["after", "before", "commits", "from_version", "item_deletes", "item_inserts", "item_keys", "item_moves", "item_placements", "item_updates", "items_unmoved", "keyed_items", "keyed_sections", "profile", "section_deletes", "section_inserts", "section_keys", "section_moves", "section_placements", "section_updates", "sections_unmoved"]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    COMMITS_FIELD_NUMBER: _ClassVar[int]
    FROM_VERSION_FIELD_NUMBER: _ClassVar[int]
    ITEMS_UNMOVED_FIELD_NUMBER: _ClassVar[int]
    ITEM_DELETES_FIELD_NUMBER: _ClassVar[int]
    ITEM_INSERTS_FIELD_NUMBER: _ClassVar[int]
    ITEM_KEYS_FIELD_NUMBER: _ClassVar[int]
    ITEM_MOVES_FIELD_NUMBER: _ClassVar[int]
    ITEM_PLACEMENTS_FIELD_NUMBER: _ClassVar[int]
    ITEM_UPDATES_FIELD_NUMBER: _ClassVar[int]
    KEYED_ITEMS_FIELD_NUMBER: _ClassVar[int]
    KEYED_SECTIONS_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    SECTIONS_UNMOVED_FIELD_NUMBER: _ClassVar[int]
    SECTION_DELETES_FIELD_NUMBER: _ClassVar[int]
    SECTION_INSERTS_FIELD_NUMBER: _ClassVar[int]
    SECTION_KEYS_FIELD_NUMBER: _ClassVar[int]
    SECTION_MOVES_FIELD_NUMBER: _ClassVar[int]
    SECTION_PLACEMENTS_FIELD_NUMBER: _ClassVar[int]
    SECTION_UPDATES_FIELD_NUMBER: _ClassVar[int]
    after: ListSize
    before: ListSize
    commits: int
    from_version: int
    item_deletes: _containers.RepeatedScalarFieldContainer[int]
    item_inserts: _containers.RepeatedCompositeFieldContainer[ItemInsert]
    item_keys: _containers.RepeatedScalarFieldContainer[bytes]
    item_moves: _containers.RepeatedScalarFieldContainer[int]
    item_placements: _containers.RepeatedScalarFieldContainer[int]
    item_updates: _containers.RepeatedCompositeFieldContainer[ItemUpdate]
    items_unmoved: _containers.RepeatedScalarFieldContainer[int]
    keyed_items: _containers.RepeatedScalarFieldContainer[int]
    keyed_sections: _containers.RepeatedScalarFieldContainer[int]
    profile: BatchProfile
    section_deletes: _containers.RepeatedScalarFieldContainer[int]
    section_inserts: _containers.RepeatedCompositeFieldContainer[SectionInsert]
    section_keys: _containers.RepeatedScalarFieldContainer[bytes]
    section_moves: _containers.RepeatedScalarFieldContainer[int]
    section_placements: _containers.RepeatedScalarFieldContainer[int]
    section_updates: _containers.RepeatedCompositeFieldContainer[SectionUpdate]
    sections_unmoved: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, profile: _Optional[_Union[BatchProfile, str]] = ..., from_version: _Optional[int] = ..., commits: _Optional[int] = ..., before: _Optional[_Union[ListSize, _Mapping]] = ..., after: _Optional[_Union[ListSize, _Mapping]] = ..., section_deletes: _Optional[_Iterable[int]] = ..., section_inserts: _Optional[_Iterable[_Union[SectionInsert, _Mapping]]] = ..., section_moves: _Optional[_Iterable[int]] = ..., section_updates: _Optional[_Iterable[_Union[SectionUpdate, _Mapping]]] = ..., item_deletes: _Optional[_Iterable[int]] = ..., item_inserts: _Optional[_Iterable[_Union[ItemInsert, _Mapping]]] = ..., item_moves: _Optional[_Iterable[int]] = ..., item_updates: _Optional[_Iterable[_Union[ItemUpdate, _Mapping]]] = ..., sections_unmoved: _Optional[_Iterable[int]] = ..., items_unmoved: _Optional[_Iterable[int]] = ..., keyed_sections: _Optional[_Iterable[int]] = ..., section_keys: _Optional[_Iterable[bytes]] = ..., keyed_items: _Optional[_Iterable[int]] = ..., item_keys: _Optional[_Iterable[bytes]] = ..., section_placements: _Optional[_Iterable[int]] = ..., item_placements: _Optional[_Iterable[int]] = ...) -> None: ...

class CommitAuthor(_message.Message):
    __slots__ = ["commits", "principal"]
    COMMITS_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    commits: int
    principal: str
    def __init__(self, principal: _Optional[str] = ..., commits: _Optional[int] = ...) -> None: ...

class Folding(_message.Message):
    __slots__ = ["items", "lazy", "sections"]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    LAZY_FIELD_NUMBER: _ClassVar[int]
    SECTIONS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedScalarFieldContainer[str]
    lazy: bool
    sections: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, lazy: bool = ..., items: _Optional[_Iterable[str]] = ..., sections: _Optional[_Iterable[str]] = ...) -> None: ...

class Follower(_message.Message):
    __slots__ = ["address", "client", "collection", "principal", "since_us", "state", "version"]
    ADDRESS_FIELD_NUMBER: _ClassVar[int]
    CLIENT_FIELD_NUMBER: _ClassVar[int]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    SINCE_US_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    address: str
    client: str
    collection: str
    principal: str
    since_us: int
    state: FollowerState
    version: int
    def __init__(self, collection: _Optional[str] = ..., principal: _Optional[str] = ..., client: _Optional[str] = ..., address: _Optional[str] = ..., since_us: _Optional[int] = ..., version: _Optional[int] = ..., state: _Optional[_Union[FollowerState, str]] = ...) -> None: ...

class FollowerCount(_message.Message):
    __slots__ = ["collection", "followers"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    FOLLOWERS_FIELD_NUMBER: _ClassVar[int]
    collection: str
    followers: int
    def __init__(self, collection: _Optional[str] = ..., followers: _Optional[int] = ...) -> None: ...

class FollowersRequest(_message.Message):
    __slots__ = ["collection", "limit"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    collection: str
    limit: int
    def __init__(self, collection: _Optional[str] = ..., limit: _Optional[int] = ...) -> None: ...

class FollowersResponse(_message.Message):
    __slots__ = ["counts", "followers"]
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    FOLLOWERS_FIELD_NUMBER: _ClassVar[int]
    counts: _containers.RepeatedCompositeFieldContainer[FollowerCount]
    followers: _containers.RepeatedCompositeFieldContainer[Follower]
    def __init__(self, followers: _Optional[_Iterable[_Union[Follower, _Mapping]]] = ..., counts: _Optional[_Iterable[_Union[FollowerCount, _Mapping]]] = ...) -> None: ...

class HiddenRows(_message.Message):
    __slots__ = ["children", "descendants", "row"]
    CHILDREN_FIELD_NUMBER: _ClassVar[int]
    DESCENDANTS_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    children: int
    descendants: int
    row: int
    def __init__(self, row: _Optional[int] = ..., children: _Optional[int] = ..., descendants: _Optional[int] = ...) -> None: ...

class ItemInsert(_message.Message):
    __slots__ = ["at", "item", "kept_from"]
    AT_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    KEPT_FROM_FIELD_NUMBER: _ClassVar[int]
    at: _model_pb2.Path
    item: _model_pb2.Element
    kept_from: _model_pb2.Path
    def __init__(self, at: _Optional[_Union[_model_pb2.Path, _Mapping]] = ..., item: _Optional[_Union[_model_pb2.Element, _Mapping]] = ..., kept_from: _Optional[_Union[_model_pb2.Path, _Mapping]] = ...) -> None: ...

class ItemRun(_message.Message):
    __slots__ = ["items", "kept", "kept_from"]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    KEPT_FIELD_NUMBER: _ClassVar[int]
    KEPT_FROM_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[_model_pb2.Element]
    kept: int
    kept_from: _model_pb2.Path
    def __init__(self, items: _Optional[_Iterable[_Union[_model_pb2.Element, _Mapping]]] = ..., kept_from: _Optional[_Union[_model_pb2.Path, _Mapping]] = ..., kept: _Optional[int] = ...) -> None: ...

class ItemUpdate(_message.Message):
    __slots__ = ["at", "fields_before", "item"]
    AT_FIELD_NUMBER: _ClassVar[int]
    FIELDS_BEFORE_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    at: _model_pb2.Path
    fields_before: int
    item: _model_pb2.Element
    def __init__(self, at: _Optional[_Union[_model_pb2.Path, _Mapping]] = ..., item: _Optional[_Union[_model_pb2.Element, _Mapping]] = ..., fields_before: _Optional[int] = ...) -> None: ...

class ListOwner(_message.Message):
    __slots__ = ["id", "new_at", "new_list", "old_at", "old_list"]
    ID_FIELD_NUMBER: _ClassVar[int]
    NEW_AT_FIELD_NUMBER: _ClassVar[int]
    NEW_LIST_FIELD_NUMBER: _ClassVar[int]
    OLD_AT_FIELD_NUMBER: _ClassVar[int]
    OLD_LIST_FIELD_NUMBER: _ClassVar[int]
    id: str
    new_at: int
    new_list: int
    old_at: int
    old_list: int
    def __init__(self, id: _Optional[str] = ..., old_list: _Optional[int] = ..., old_at: _Optional[int] = ..., new_list: _Optional[int] = ..., new_at: _Optional[int] = ...) -> None: ...

class ListSize(_message.Message):
    __slots__ = ["items", "sections"]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    SECTIONS_FIELD_NUMBER: _ClassVar[int]
    items: int
    sections: int
    def __init__(self, sections: _Optional[int] = ..., items: _Optional[int] = ...) -> None: ...

class NodeCounts(_message.Message):
    __slots__ = ["at", "children", "descendants", "list"]
    AT_FIELD_NUMBER: _ClassVar[int]
    CHILDREN_FIELD_NUMBER: _ClassVar[int]
    DESCENDANTS_FIELD_NUMBER: _ClassVar[int]
    LIST_FIELD_NUMBER: _ClassVar[int]
    at: int
    children: int
    descendants: int
    list: int
    def __init__(self, list: _Optional[int] = ..., at: _Optional[int] = ..., children: _Optional[int] = ..., descendants: _Optional[int] = ...) -> None: ...

class Progress(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class SectionInsert(_message.Message):
    __slots__ = ["at", "items", "kept_from", "section"]
    AT_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    KEPT_FROM_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    at: int
    items: _containers.RepeatedCompositeFieldContainer[ItemRun]
    kept_from: int
    section: _model_pb2.Element
    def __init__(self, at: _Optional[int] = ..., section: _Optional[_Union[_model_pb2.Element, _Mapping]] = ..., kept_from: _Optional[int] = ..., items: _Optional[_Iterable[_Union[ItemRun, _Mapping]]] = ...) -> None: ...

class SectionUpdate(_message.Message):
    __slots__ = ["at", "fields_before", "section"]
    AT_FIELD_NUMBER: _ClassVar[int]
    FIELDS_BEFORE_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    at: int
    fields_before: int
    section: _model_pb2.Element
    def __init__(self, at: _Optional[int] = ..., section: _Optional[_Union[_model_pb2.Element, _Mapping]] = ..., fields_before: _Optional[int] = ...) -> None: ...

class SnapshotPage(_message.Message):
    __slots__ = ["last", "page", "reason", "sections", "size"]
    LAST_FIELD_NUMBER: _ClassVar[int]
    PAGE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    SECTIONS_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    last: bool
    page: int
    reason: SnapshotReason
    sections: _containers.RepeatedCompositeFieldContainer[SnapshotSection]
    size: ListSize
    def __init__(self, reason: _Optional[_Union[SnapshotReason, str]] = ..., page: _Optional[int] = ..., last: bool = ..., size: _Optional[_Union[ListSize, _Mapping]] = ..., sections: _Optional[_Iterable[_Union[SnapshotSection, _Mapping]]] = ...) -> None: ...

class SnapshotSection(_message.Message):
    __slots__ = ["depths", "first_item", "hidden", "index", "items", "section"]
    DEPTHS_FIELD_NUMBER: _ClassVar[int]
    FIRST_ITEM_FIELD_NUMBER: _ClassVar[int]
    HIDDEN_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    depths: _containers.RepeatedScalarFieldContainer[int]
    first_item: int
    hidden: _containers.RepeatedCompositeFieldContainer[HiddenRows]
    index: int
    items: _containers.RepeatedCompositeFieldContainer[_model_pb2.Element]
    section: _model_pb2.Element
    def __init__(self, index: _Optional[int] = ..., section: _Optional[_Union[_model_pb2.Element, _Mapping]] = ..., first_item: _Optional[int] = ..., items: _Optional[_Iterable[_Union[_model_pb2.Element, _Mapping]]] = ..., depths: _Optional[_Iterable[int]] = ..., hidden: _Optional[_Iterable[_Union[HiddenRows, _Mapping]]] = ...) -> None: ...

class SubscribeRequest(_message.Message):
    __slots__ = ["at", "collection", "folding", "largest_batch_bytes", "name_authors", "order_keys", "own_request_prefix", "play_to", "profile", "progress_interval_us", "reload_threshold", "resume_token", "shortest_interval_us", "view"]
    AT_FIELD_NUMBER: _ClassVar[int]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    FOLDING_FIELD_NUMBER: _ClassVar[int]
    LARGEST_BATCH_BYTES_FIELD_NUMBER: _ClassVar[int]
    NAME_AUTHORS_FIELD_NUMBER: _ClassVar[int]
    ORDER_KEYS_FIELD_NUMBER: _ClassVar[int]
    OWN_REQUEST_PREFIX_FIELD_NUMBER: _ClassVar[int]
    PLAY_TO_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    PROGRESS_INTERVAL_US_FIELD_NUMBER: _ClassVar[int]
    RELOAD_THRESHOLD_FIELD_NUMBER: _ClassVar[int]
    RESUME_TOKEN_FIELD_NUMBER: _ClassVar[int]
    SHORTEST_INTERVAL_US_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    at: _model_pb2.VersionReference
    collection: str
    folding: Folding
    largest_batch_bytes: int
    name_authors: bool
    order_keys: bool
    own_request_prefix: bytes
    play_to: _model_pb2.VersionReference
    profile: BatchProfile
    progress_interval_us: int
    reload_threshold: int
    resume_token: bytes
    shortest_interval_us: int
    view: _views_pb2.View
    def __init__(self, collection: _Optional[str] = ..., resume_token: _Optional[bytes] = ..., profile: _Optional[_Union[BatchProfile, str]] = ..., reload_threshold: _Optional[int] = ..., shortest_interval_us: _Optional[int] = ..., largest_batch_bytes: _Optional[int] = ..., order_keys: bool = ..., progress_interval_us: _Optional[int] = ..., own_request_prefix: _Optional[bytes] = ..., view: _Optional[_Union[_views_pb2.View, _Mapping]] = ..., name_authors: bool = ..., at: _Optional[_Union[_model_pb2.VersionReference, _Mapping]] = ..., play_to: _Optional[_Union[_model_pb2.VersionReference, _Mapping]] = ..., folding: _Optional[_Union[Folding, _Mapping]] = ...) -> None: ...

class SubscribeResponse(_message.Message):
    __slots__ = ["authors", "batch", "epoch", "own_request_ids", "progress", "resume_token", "snapshot", "tree", "version", "window"]
    AUTHORS_FIELD_NUMBER: _ClassVar[int]
    BATCH_FIELD_NUMBER: _ClassVar[int]
    EPOCH_FIELD_NUMBER: _ClassVar[int]
    OWN_REQUEST_IDS_FIELD_NUMBER: _ClassVar[int]
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    RESUME_TOKEN_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    TREE_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    authors: _containers.RepeatedCompositeFieldContainer[CommitAuthor]
    batch: ChangeBatch
    epoch: int
    own_request_ids: _containers.RepeatedScalarFieldContainer[bytes]
    progress: Progress
    resume_token: bytes
    snapshot: SnapshotPage
    tree: TreeBatch
    version: int
    window: _views_pb2.WindowPlace
    def __init__(self, version: _Optional[int] = ..., epoch: _Optional[int] = ..., resume_token: _Optional[bytes] = ..., snapshot: _Optional[_Union[SnapshotPage, _Mapping]] = ..., batch: _Optional[_Union[ChangeBatch, _Mapping]] = ..., progress: _Optional[_Union[Progress, _Mapping]] = ..., tree: _Optional[_Union[TreeBatch, _Mapping]] = ..., own_request_ids: _Optional[_Iterable[bytes]] = ..., authors: _Optional[_Iterable[_Union[CommitAuthor, _Mapping]]] = ..., window: _Optional[_Union[_views_pb2.WindowPlace, _Mapping]] = ...) -> None: ...

class TreeBatch(_message.Message):
    __slots__ = ["after", "before", "commits", "counts", "deletes", "from_version", "inserts", "keyed", "keys", "moves", "owners", "placements", "section_deletes", "section_inserts", "section_moves", "section_updates", "sections_unmoved", "unmoved", "updates"]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    COMMITS_FIELD_NUMBER: _ClassVar[int]
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    DELETES_FIELD_NUMBER: _ClassVar[int]
    FROM_VERSION_FIELD_NUMBER: _ClassVar[int]
    INSERTS_FIELD_NUMBER: _ClassVar[int]
    KEYED_FIELD_NUMBER: _ClassVar[int]
    KEYS_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    OWNERS_FIELD_NUMBER: _ClassVar[int]
    PLACEMENTS_FIELD_NUMBER: _ClassVar[int]
    SECTIONS_UNMOVED_FIELD_NUMBER: _ClassVar[int]
    SECTION_DELETES_FIELD_NUMBER: _ClassVar[int]
    SECTION_INSERTS_FIELD_NUMBER: _ClassVar[int]
    SECTION_MOVES_FIELD_NUMBER: _ClassVar[int]
    SECTION_UPDATES_FIELD_NUMBER: _ClassVar[int]
    UNMOVED_FIELD_NUMBER: _ClassVar[int]
    UPDATES_FIELD_NUMBER: _ClassVar[int]
    after: ListSize
    before: ListSize
    commits: int
    counts: _containers.RepeatedCompositeFieldContainer[NodeCounts]
    deletes: _containers.RepeatedScalarFieldContainer[int]
    from_version: int
    inserts: _containers.RepeatedCompositeFieldContainer[TreeInsert]
    keyed: _containers.RepeatedScalarFieldContainer[int]
    keys: _containers.RepeatedScalarFieldContainer[bytes]
    moves: _containers.RepeatedScalarFieldContainer[int]
    owners: _containers.RepeatedCompositeFieldContainer[ListOwner]
    placements: _containers.RepeatedScalarFieldContainer[int]
    section_deletes: _containers.RepeatedScalarFieldContainer[int]
    section_inserts: _containers.RepeatedCompositeFieldContainer[TreeInsert]
    section_moves: _containers.RepeatedScalarFieldContainer[int]
    section_updates: _containers.RepeatedCompositeFieldContainer[SectionUpdate]
    sections_unmoved: _containers.RepeatedScalarFieldContainer[int]
    unmoved: _containers.RepeatedScalarFieldContainer[int]
    updates: _containers.RepeatedCompositeFieldContainer[TreeUpdate]
    def __init__(self, from_version: _Optional[int] = ..., commits: _Optional[int] = ..., before: _Optional[_Union[ListSize, _Mapping]] = ..., after: _Optional[_Union[ListSize, _Mapping]] = ..., owners: _Optional[_Iterable[_Union[ListOwner, _Mapping]]] = ..., section_deletes: _Optional[_Iterable[int]] = ..., section_inserts: _Optional[_Iterable[_Union[TreeInsert, _Mapping]]] = ..., section_moves: _Optional[_Iterable[int]] = ..., section_updates: _Optional[_Iterable[_Union[SectionUpdate, _Mapping]]] = ..., sections_unmoved: _Optional[_Iterable[int]] = ..., deletes: _Optional[_Iterable[int]] = ..., inserts: _Optional[_Iterable[_Union[TreeInsert, _Mapping]]] = ..., moves: _Optional[_Iterable[int]] = ..., updates: _Optional[_Iterable[_Union[TreeUpdate, _Mapping]]] = ..., unmoved: _Optional[_Iterable[int]] = ..., counts: _Optional[_Iterable[_Union[NodeCounts, _Mapping]]] = ..., keyed: _Optional[_Iterable[int]] = ..., keys: _Optional[_Iterable[bytes]] = ..., placements: _Optional[_Iterable[int]] = ...) -> None: ...

class TreeInsert(_message.Message):
    __slots__ = ["at", "depths", "list", "rows"]
    AT_FIELD_NUMBER: _ClassVar[int]
    DEPTHS_FIELD_NUMBER: _ClassVar[int]
    LIST_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    at: int
    depths: _containers.RepeatedScalarFieldContainer[int]
    list: int
    rows: _containers.RepeatedCompositeFieldContainer[_model_pb2.Element]
    def __init__(self, list: _Optional[int] = ..., at: _Optional[int] = ..., rows: _Optional[_Iterable[_Union[_model_pb2.Element, _Mapping]]] = ..., depths: _Optional[_Iterable[int]] = ...) -> None: ...

class TreeUpdate(_message.Message):
    __slots__ = ["at", "fields_before", "item", "list"]
    AT_FIELD_NUMBER: _ClassVar[int]
    FIELDS_BEFORE_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    LIST_FIELD_NUMBER: _ClassVar[int]
    at: int
    fields_before: int
    item: _model_pb2.Element
    list: int
    def __init__(self, list: _Optional[int] = ..., at: _Optional[int] = ..., item: _Optional[_Union[_model_pb2.Element, _Mapping]] = ..., fields_before: _Optional[int] = ...) -> None: ...

class FollowerState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class BatchProfile(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class SnapshotReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
