"""What calls return."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

from ._tree_batches import TreeBatch, from_tree_batch
from .batches import ChangeBatch, Path, from_batch
from .lists import Section
from .v1 import collections_pb2, model_pb2
from .values import Element, Fields, Timestamp, from_element, from_fields


@dataclass(frozen=True)
class State:
    """The state of a collection: a version, and the history that it is one of."""

    version: int
    history: int


@dataclass(frozen=True)
class OutlineSettings:
    """What makes a collection an outline, whose items can have children."""

    max_depth: int = 0
    """The largest depth of an item; 0: 64."""
    max_children: int = 0
    """The largest number of children of an item; 0: 100000."""

    def message(self) -> model_pb2.OutlineSettings:
        """The message of the settings."""
        return model_pb2.OutlineSettings(max_depth=self.max_depth, max_children=self.max_children)


@dataclass(frozen=True)
class CollectionInfo:
    """The description of a collection or of a view, without its content."""

    name: str
    """Empty for a view that was given with the request."""
    strategy: str
    """The ordering strategy; empty for a view."""
    fields: Fields
    version: int
    epoch: int
    created_at: Timestamp
    section_count: int
    item_count: int
    is_view: bool
    problem: str
    """In a list, why a view can't be shown."""
    history: int
    outline: OutlineSettings | None = None
    """The limits of an outline; None if the collection is flat."""

    @property
    def state(self) -> State:
        """For a transaction that is valid only for this state."""
        return State(self.version, self.history)


def from_info(message: model_pb2.CollectionInfo) -> CollectionInfo:
    """The description in a message."""
    return CollectionInfo(
        name=message.name,
        strategy=message.strategy,
        fields=from_fields(message.fields),
        version=message.version,
        epoch=message.epoch,
        created_at=Timestamp(message.created_at_us),
        section_count=message.section_count,
        item_count=message.item_count,
        is_view=message.is_view,
        problem=message.problem,
        history=message.history,
        outline=OutlineSettings(message.outline.max_depth, message.outline.max_children)
        if message.HasField("outline")
        else None,
    )


@dataclass(frozen=True)
class PlacedElement:
    """An element of an operation, and where it is after the whole transaction."""

    id: str
    key: bytes
    """The order key; empty if the element was removed."""
    item: Path | None
    """The place of an item."""
    section: int | None
    """The index of a section."""
    parent: str = ""
    """The parent of an item of an outline; empty at the top of its section."""
    skipped: bool = False
    """Whether it was left where it is, because it would have been below itself."""


@dataclass(frozen=True)
class ApplyResult:
    """What a transaction did."""

    version: int
    """The version of the collection after it."""
    changed: bool
    """Whether anything changed. If not, no version was made."""
    replayed: bool
    """Whether this is the stored answer to an earlier request with the same request id."""
    rekeyed: int
    """The number of elements that did not move and got another order key."""
    operations: tuple[tuple[PlacedElement, ...], ...]
    """For each operation its elements."""
    history: int

    @property
    def state(self) -> State:
        """For a transaction that is valid only for this state."""
        return State(self.version, self.history)


def from_apply(message: collections_pb2.ApplyResponse) -> ApplyResult:
    """The result in a message."""
    return ApplyResult(
        version=message.version,
        changed=message.changed,
        replayed=message.replayed,
        rekeyed=message.rekeyed,
        operations=tuple(tuple(_placed(element) for element in operation.elements) for operation in message.operations),
        history=message.history,
    )


@dataclass(frozen=True)
class TransactedCollection:
    """A collection after a transaction that named it."""

    name: str
    version: int
    changed: bool
    """Whether anything changed in it. If nothing did, no version was made."""
    rekeyed: int
    """The number of elements that did not move and got another order key."""
    history: int

    @property
    def state(self) -> State:
        """For a transaction that is valid only for this state."""
        return State(self.version, self.history)


@dataclass(frozen=True)
class TransactResult:
    """The result of a transaction for several collections."""

    collections: tuple[TransactedCollection, ...]
    """The collections that it named, in ascending order of the bytes of their names."""
    steps: tuple[tuple[PlacedElement, ...], ...]
    """For each step its elements; for a transfer those in the collection to which the items went."""
    replayed: bool
    """Whether this is the stored answer to an earlier request with the same request id."""


def from_transact(message: collections_pb2.TransactResponse) -> TransactResult:
    """The result in a message."""
    return TransactResult(
        collections=tuple(_transacted(each) for each in message.collections),
        steps=tuple(tuple(_placed(element) for element in step.elements) for step in message.steps),
        replayed=message.replayed,
    )


class KeptReason(IntEnum):
    """Why a change was not undone."""

    UNDONE = 0
    """It was undone."""
    CHANGED = 1
    """Somebody has written the field since the step, or a field of an element that the step inserted."""
    PLACED = 2
    """Somebody has moved the element since the step, or has removed it and inserted it again."""
    GONE = 3
    """The element is not there any more, or somebody has used the id of a removed one and removed that again."""
    ID_TAKEN = 4
    """There is an element with the id of the removed one."""
    SECTION_GONE = 5
    """The section in which the item was is not there any more."""
    NOT_EMPTY = 6
    """The section that the step inserted has items, or the item has children."""
    FULL = 7
    """The section in which the item was, or the item below which it was, has as many items as its limit allows."""
    NOT_STORED = 8
    """The step removed so much that the content was not kept with it."""
    PARENT_GONE = 9
    """The item below which the item was is not there any more, or is another one with the same id."""
    BELOW_ITSELF = 10
    """The item below which the item was is below it now."""
    TOO_DEEP = 11
    """The item, or one below it, would be deeper than the outline allows."""


@dataclass(frozen=True)
class UndoneChange:
    """A change of a step, and what became of it."""

    kind: ChangeKind
    """What the step had done."""
    id: str
    field: str
    """The name of the field, if the step had changed fields."""
    reason: KeptReason | int
    """Why it was kept; a number if this client does not know the reason."""
    by_version: int
    """The newest commit since the step that is the reason; 0 if there is none."""
    by: str
    """The principal that made that commit; empty if unknown."""
    collection: str
    """The collection of the change, if the step is a transaction over several collections; else empty."""


@dataclass(frozen=True)
class UndoResult:
    """What was undone."""

    version: int
    changed: bool
    """Whether anything changed, or would change in a dry run. If nothing did, no version was made."""
    replayed: bool
    """Whether this is the stored answer to an earlier request with the same request id."""
    undoes: tuple[int, ...]
    """The commits of the step; none if there is no step."""
    undone: tuple[UndoneChange, ...]
    """The changes that were undone, at most 1000 of them."""
    kept: tuple[UndoneChange, ...]
    """The changes that were kept, at most 1000 of them."""
    undone_count: int
    kept_count: int
    can_undo: bool
    """Whether there are steps to undo afterwards; for a dry run, now."""
    can_redo: bool
    """Whether there are steps to make again afterwards; for a dry run, now."""
    rekeyed: int
    """The number of other elements that got another order key."""
    history: int
    collections: tuple[TransactedCollection, ...]
    """If the step is a transaction over several collections: all of them that took part."""

    @property
    def state(self) -> State:
        """For a transaction that is valid only for this state."""
        return State(self.version, self.history)


def from_undo(message: collections_pb2.UndoResponse) -> UndoResult:
    """The result in a message."""
    return UndoResult(
        version=message.version,
        changed=message.changed,
        replayed=message.replayed,
        undoes=tuple(message.undoes),
        undone=tuple(_undone(change) for change in message.undone),
        kept=tuple(_undone(change) for change in message.kept),
        undone_count=message.undone_count,
        kept_count=message.kept_count,
        can_undo=message.can_undo,
        can_redo=message.can_redo,
        rekeyed=message.rekeyed,
        history=message.history,
        collections=tuple(_transacted(each) for each in message.collections),
    )


def _transacted(message: collections_pb2.TransactedCollection) -> TransactedCollection:
    return TransactedCollection(message.name, message.version, message.changed, message.rekeyed, message.history)


def _undone(message: collections_pb2.UndoneChange) -> UndoneChange:
    reason: KeptReason | int = message.reason
    if int(message.reason) in set(KeptReason):
        reason = KeptReason(message.reason)
    return UndoneChange(
        kind=_change_kind(message.kind),
        id=message.id,
        field=message.field,
        reason=reason,
        by_version=message.by_version,
        by=message.by,
        collection=message.collection,
    )


def _placed(message: collections_pb2.PlacedElement) -> PlacedElement:
    place = message.WhichOneof("place")
    return PlacedElement(
        id=message.id,
        key=message.key,
        item=_path(message.item) if place == "item" else None,
        section=message.section if place == "section" else None,
        parent=message.parent,
        skipped=message.skipped,
    )


@dataclass(frozen=True)
class Slice:
    """A section and a run of its items."""

    index: int
    """The index of the section."""
    element: Element
    """The section itself."""
    item_count: int
    """The number of items of the whole section."""
    first_item: int
    """The index, in the section, of the first item of the run."""
    items: list[Element]
    ancestors: list[str] = field(default_factory=list)
    """The ids of the ancestors of the first item of the run, from the top down."""


@dataclass(frozen=True)
class Page:
    """A page of a read. All pages of one read are of one version."""

    collection: CollectionInfo
    slices: list[Slice]
    next_page_token: bytes
    """The token of the next page; empty on the last one."""


def from_page(message: collections_pb2.FetchResponse) -> Page:
    """The page in a message."""
    return Page(
        collection=from_info(message.collection),
        slices=[
            Slice(
                index=run.index,
                element=from_element(run.section),
                item_count=run.item_count,
                first_item=run.first_item,
                items=[from_element(item) for item in run.items],
                ancestors=list(run.ancestors),
            )
            for run in message.sections
        ],
        next_page_token=message.next_page_token,
    )


@dataclass(frozen=True)
class VersionDiff:
    """The changes from one version of a collection to another."""

    from_version: int
    to_version: int
    batch: ChangeBatch


def from_diff(message: collections_pb2.DiffResponse) -> VersionDiff:
    """The changes in a message."""
    return VersionDiff(message.from_version, message.to_version, from_batch(message.batch))


@dataclass(frozen=True)
class RestoreResult:
    """What came of taking a collection back to an earlier version."""

    restored: int
    """The version whose content the collection has."""
    state: State
    """The state of the collection afterwards."""
    changed: bool
    repeated: bool
    changes: ChangeBatch | None
    """What would change; only of a dry run in a flat collection."""
    tree: TreeBatch | None = None
    """What would change; only of a dry run in an outline."""


def from_restore(message: collections_pb2.RestoreResponse) -> RestoreResult:
    """The result in a message."""
    return RestoreResult(
        restored=message.restored,
        state=State(message.version, message.history),
        changed=message.changed,
        repeated=message.replayed,
        changes=from_batch(message.changes) if message.HasField("changes") else None,
        tree=from_tree_batch(message.tree) if message.HasField("tree") else None,
    )


def add_page(sections: list[Section], page: Page) -> None:
    """Adds a page of a read of everything to the sections of the pages before."""
    for run in page.slices:
        if run.index == len(sections):
            sections.append(Section(run.element))
        sections[run.index].items += run.items


class ChangeKind(IntEnum):
    """What a change of a commit did."""

    UNSPECIFIED = 0
    SECTION_INSERTED = 1
    SECTION_MOVED = 2
    SECTION_UPDATED = 3
    SECTION_REMOVED = 4
    ITEM_INSERTED = 5
    ITEM_MOVED = 6
    ITEM_UPDATED = 7
    ITEM_REMOVED = 8


@dataclass(frozen=True)
class Change:
    """One change of one element. Paths are those of the moment; for a section ``item`` is 0."""

    kind: ChangeKind
    id: str
    source: Path | None
    """Where the element was. The field ``from`` of the specification, which is a keyword of Python."""
    target: Path | None
    """Where the element came to be."""
    before: Fields | None
    """The fields before, if they changed."""
    after: Fields | None
    """The fields after, if they changed."""
    fields_left_out: bool
    """Whether the fields before were not kept, since the transaction removed too much."""
    transferred: str = ""
    """The collection from which an inserted item was transferred, or to which a removed one was; empty if it was not,
    and if the caller may not see that collection."""
    source_parent: str = ""
    """The parent that an item of an outline had; empty at the top of its section."""
    target_parent: str = ""
    """The parent that it got."""


@dataclass(frozen=True)
class Commit:
    """One transaction that became durable."""

    version: int
    time: Timestamp
    request_id: bytes
    author: str
    rekeyed: int
    changes: tuple[Change, ...]
    first_change: int
    """The number of changes of the commit before these."""
    change_count: int
    """If the commit comes in parts, the number of its changes; else 0."""
    transaction: bytes = b""
    """The id that the commits of one transaction for several collections have in common; empty for any other commit."""
    stack: bytes = b""
    """The stack on which it is a step; empty if it can't be undone."""
    group: bytes = b""
    """What joins it to other commits of the stack; empty if it is a step of its own."""
    undoes: tuple[int, ...] = ()
    """The commits that it undoes; none if it was not made by an undo."""
    redo: bool = False
    """Whether it makes again what was undone."""


@dataclass(frozen=True)
class History:
    """Commits of a collection, in ascending order of versions, without gaps."""

    oldest_kept: int
    """The oldest version whose commit is still kept."""
    version: int
    """The newest version."""
    commits: tuple[Commit, ...]


def from_history(message: collections_pb2.HistoryResponse) -> History:
    """The history in a message."""
    return History(
        oldest_kept=message.oldest_kept,
        version=message.version,
        commits=tuple(
            Commit(
                version=commit.version,
                time=Timestamp(commit.time_us),
                request_id=commit.request_id,
                author=commit.author,
                rekeyed=commit.rekeyed,
                changes=tuple(_change(change) for change in commit.changes),
                first_change=commit.first_change,
                change_count=commit.change_count,
                transaction=commit.transaction,
                stack=commit.stack,
                group=commit.group,
                undoes=tuple(commit.undoes),
                redo=commit.redo,
            )
            for commit in message.commits
        ),
    )


def _change_kind(number: int) -> ChangeKind:
    try:
        return ChangeKind(number)
    except ValueError:
        return ChangeKind.UNSPECIFIED


def _change(message: collections_pb2.Change) -> Change:
    return Change(
        kind=_change_kind(message.kind),
        id=message.id,
        source=_path(getattr(message, "from")) if message.HasField("from") else None,
        target=_path(message.to) if message.HasField("to") else None,
        before=from_fields(message.before.fields) if message.HasField("before") else None,
        after=from_fields(message.after.fields) if message.HasField("after") else None,
        fields_left_out=message.fields_left_out,
        transferred=message.transferred,
        source_parent=message.from_parent,
        target_parent=message.to_parent,
    )


def _path(message: model_pb2.Path) -> Path:
    return Path(message.section, message.item)
