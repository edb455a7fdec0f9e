"""What a ``LiveList`` reports."""

from __future__ import annotations

from dataclasses import dataclass

from ._session import ConnectionState
from .batches import ChangeBatch
from .errors import ArrangeError
from .updates import SnapshotReason


@dataclass(frozen=True)
class ListChanged:
    """The list changed by a batch, which is not empty."""

    batch: ChangeBatch


@dataclass(frozen=True)
class ListReplaced:
    """The list was replaced; everything must be read again."""

    reason: SnapshotReason | None
    """Why the server sent the whole list; ``None`` if an update did not fit the list."""


@dataclass(frozen=True)
class MoveRefused:
    """The server refused an optimistic move. Its effect was undone before, by a batch of its own."""

    request_id: bytes
    error: ArrangeError
    allow: tuple[str, ...] = ()
    """The effects with which rows of a view could be placed there: ``place`` with the same arguments and this ``allow``
    makes the move again, once somebody agrees. Empty if that is not the cause."""


@dataclass(frozen=True)
class ConnectionChanged:
    """The server became unreachable, or reachable again. The list stays, and items can still be moved."""

    state: ConnectionState


ListEvent = ListChanged | ListReplaced | MoveRefused | ConnectionChanged
"""What a ``LiveList`` reports."""


@dataclass(frozen=True)
class LocalMove:
    """The effect of an optimistic move."""

    request_id: bytes
    """Identifies the move if it is refused."""
    changes: ChangeBatch | None
    """The changes of the list, which are not reported as an event; ``None`` if everything was in place, and nothing is
    sent."""
