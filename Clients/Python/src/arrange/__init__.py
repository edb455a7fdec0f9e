"""A client for Arrange, the service for lists that people put in order.

    import asyncio
    import arrange

    async def main() -> None:
        async with arrange.Client("127.0.0.1:7411") as client, client.live("board") as board:
            async for event in board:
                print(board.version, [item.id for item in board.list.items])

    asyncio.run(main())

``arrange.blocking`` has the same for programs without an event loop. ``arrange.v1`` has the messages of the
specification.
"""

from . import views
from ._derive import derive
from ._generated import operations as _operations
from ._generated.operations import *  # noqa: F403
from ._session import ConnectionState, ConnectionStatus
from .batches import (
    ChangeBatch,
    ItemChanges,
    ItemInsert,
    ItemKey,
    ItemMove,
    ItemRun,
    ItemUpdate,
    ListSize,
    Path,
    Profile,
    SectionChanges,
    SectionInsert,
    SectionKey,
    SectionMove,
    SectionUpdate,
)
from .client import Client, Source
from .configuration import DEFAULT_PORT, Address, Configuration
from .elements import (
    CyclePolicy,
    DescendantPolicy,
    IfMissing,
    ParentPolicy,
    Place,
    adopted,
    after,
    at,
    before,
    element,
    first,
    last,
    reference,
    step,
    transfer,
    update,
)
from .errors import ArrangeError, BatchError, Processed, StatusCode
from .events import ConnectionChanged, ListChanged, ListEvent, ListReplaced, LocalMove, MoveRefused
from .lists import Items, Section, SectionedList
from .live import LiveList
from .outlines import OutlineChanges, OutlineDiff, OutlineUpdate, OutlineUpdates, WholeOutline
from .results import (
    ApplyResult,
    Change,
    ChangeKind,
    CollectionInfo,
    Commit,
    History,
    KeptReason,
    OutlineSettings,
    Page,
    PlacedElement,
    RestoreResult,
    Slice,
    State,
    TransactedCollection,
    TransactResult,
    UndoneChange,
    UndoResult,
    VersionDiff,
)
from .retry import RetryPolicy
from .updates import (
    Changes,
    CommitAuthor,
    ListUpdate,
    ListUpdates,
    Progress,
    SnapshotReason,
    UpdateOptions,
    WholeList,
)
from .v1.operations_pb2 import Operation
from .values import Element, Fields, FieldsInput, FieldValue, RowOrigin, Timestamp

__all__ = [
    "DEFAULT_PORT",
    "Address",
    "ApplyResult",
    "ArrangeError",
    "BatchError",
    "Change",
    "ChangeBatch",
    "ChangeKind",
    "Changes",
    "Client",
    "CollectionInfo",
    "Commit",
    "CommitAuthor",
    "Configuration",
    "ConnectionChanged",
    "ConnectionState",
    "ConnectionStatus",
    "CyclePolicy",
    "DescendantPolicy",
    "Element",
    "FieldValue",
    "Fields",
    "FieldsInput",
    "History",
    "IfMissing",
    "ItemChanges",
    "ItemInsert",
    "ItemKey",
    "ItemMove",
    "ItemRun",
    "ItemUpdate",
    "Items",
    "KeptReason",
    "ListChanged",
    "ListEvent",
    "ListReplaced",
    "ListSize",
    "ListUpdate",
    "ListUpdates",
    "LiveList",
    "LocalMove",
    "MoveRefused",
    "Operation",
    "OutlineChanges",
    "OutlineDiff",
    "OutlineSettings",
    "OutlineUpdate",
    "OutlineUpdates",
    "Page",
    "ParentPolicy",
    "Path",
    "Place",
    "PlacedElement",
    "Processed",
    "Profile",
    "Progress",
    "RestoreResult",
    "RetryPolicy",
    "RowOrigin",
    "Section",
    "SectionChanges",
    "SectionInsert",
    "SectionKey",
    "SectionMove",
    "SectionUpdate",
    "SectionedList",
    "Slice",
    "SnapshotReason",
    "Source",
    "State",
    "StatusCode",
    "Timestamp",
    "TransactResult",
    "TransactedCollection",
    "UndoResult",
    "UndoneChange",
    "UpdateOptions",
    "VersionDiff",
    "WholeList",
    "WholeOutline",
    "adopted",
    "after",
    "at",
    "before",
    "derive",
    "element",
    "first",
    "last",
    "reference",
    "step",
    "transfer",
    "update",
    "views",
]
__all__ += _operations.__all__
