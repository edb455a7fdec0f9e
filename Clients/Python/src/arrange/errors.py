"""Errors of calls, connections and batches."""

from __future__ import annotations

from enum import IntEnum


class StatusCode(IntEnum):
    """The canonical status codes of gRPC, which calls end with."""

    OK = 0
    CANCELLED = 1
    UNKNOWN = 2
    INVALID_ARGUMENT = 3
    DEADLINE_EXCEEDED = 4
    NOT_FOUND = 5
    ALREADY_EXISTS = 6
    PERMISSION_DENIED = 7
    RESOURCE_EXHAUSTED = 8
    FAILED_PRECONDITION = 9
    ABORTED = 10
    OUT_OF_RANGE = 11
    UNIMPLEMENTED = 12
    INTERNAL = 13
    UNAVAILABLE = 14
    DATA_LOSS = 15
    UNAUTHENTICATED = 16

    @classmethod
    def of(cls, number: int) -> StatusCode:
        """The code of a number; ``UNKNOWN`` for a number that this version does not have."""
        try:
            return cls(number)
        except ValueError:
            return cls.UNKNOWN


class Processed(IntEnum):
    """Whether a call that failed took effect."""

    UNKNOWN = 0
    """It may have taken effect."""

    NOT_STARTED = 1
    """It changed nothing."""

    DONE = 2
    """It took effect; only the answer is missing."""


class ArrangeError(Exception):
    """The failure of a call, a subscription or a connection.

    ``message`` is a sentence for people; programs look at ``code``, ``reason`` and ``field``.
    """

    def __init__(
        self,
        code: StatusCode,
        message: str,
        *,
        field: str | None = None,
        reason: str | None = None,
        retry_after: float | None = None,
        processed: Processed = Processed.NOT_STARTED,
    ) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.field = field
        """The path of the refused field, such as ``operations[2].insert_items.items[0].id``."""
        self.reason = reason
        """A word that distinguishes the cases of one code."""
        self.retry_after = retry_after
        """The seconds after which a retry makes sense, if the server says so."""
        self.processed = processed
        """Whether the call took effect."""

    def __str__(self) -> str:
        field = f" (field: {self.field})" if self.field else ""
        return f"{self.code.name}: {self.message}{field}"


class BatchError(Exception):
    """A batch does not fit the list that it was applied to, or contradicts itself. The list is unchanged."""


def invalid(message: str, field: str) -> ArrangeError:
    """An error of the caller that was found without asking the server."""
    return ArrangeError(StatusCode.INVALID_ARGUMENT, message, field=field)


def no_past() -> ArrangeError:
    """The error for a server that answers with the newest version where an earlier one was asked for."""
    return ArrangeError(StatusCode.UNIMPLEMENTED, "the server can't read earlier versions; upgrade it", field="at")
