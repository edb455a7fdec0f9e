"""Calls on their way to the server, and the reasons why they fail."""

from __future__ import annotations

import asyncio
import math
from collections import deque
from enum import Enum, auto
from typing import TYPE_CHECKING

from google.protobuf.message import DecodeError

from .errors import ArrangeError, Processed, StatusCode
from .retry import CallFailure
from .v1 import connection_pb2
from .v1.methods import Method

if TYPE_CHECKING:
    from ._connection import Connection

PING = Method("", True)
"""Not a method of the server, but the frame PING."""

NEVER = math.inf
"""The deadline of a call without one."""

MOST_REFUSALS = 3
"""The number of stopping servers that may refuse a call before it is no longer sent to the next one at once."""


class Call:
    """One attempt to get an answer from the server. It ends exactly once."""

    __slots__ = ("body", "connection", "deadline", "is_finished", "method", "refusals", "stream", "timer")

    def __init__(self, method: Method, body: bytes, deadline: float) -> None:
        self.method = method
        self.body = body
        self.deadline = deadline
        self.timer: asyncio.TimerHandle | None = None
        self.connection: Connection | None = None
        """The connection on which the call is open; ``None`` while it waits for one."""
        self.stream = 0
        self.refusals = 0
        self.is_finished = False

    @property
    def credit(self) -> int:
        """The initial credit of a server stream."""
        return 0

    def finish(self, body: bytes) -> None:
        """The call succeeded."""
        if self._end():
            self.succeeded(body)

    def fail(self, failure: CallFailure) -> None:
        """The call failed, unless it has already ended."""
        if self._end():
            self.failed(failure)

    def _end(self) -> bool:
        if self.is_finished:
            return False
        self.is_finished = True
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        return True

    def succeeded(self, body: bytes) -> None:
        raise NotImplementedError

    def failed(self, failure: CallFailure) -> None:
        raise NotImplementedError

    def receive(self, body: bytes) -> None:
        """A message of a server stream arrived."""


class UnaryCall(Call):
    """A call with one answer."""

    __slots__ = ("answer",)

    def __init__(self, method: Method, body: bytes, deadline: float, answer: asyncio.Future[bytes]) -> None:
        super().__init__(method, body, deadline)
        self.answer = answer

    def succeeded(self, body: bytes) -> None:
        if not self.answer.done():
            self.answer.set_result(body)

    def failed(self, failure: CallFailure) -> None:
        if not self.answer.done():
            self.answer.set_exception(failure)


class PingCall(Call):
    """A PING, answered by PONG with the seconds that it took."""

    __slots__ = ("answer", "sent_at")

    def __init__(self, deadline: float, answer: asyncio.Future[float]) -> None:
        super().__init__(PING, b"", deadline)
        self.answer = answer
        self.sent_at = 0.0

    def succeeded(self, body: bytes) -> None:
        if not self.answer.done():
            self.answer.set_result(self.answer.get_loop().time() - self.sent_at)

    def failed(self, failure: CallFailure) -> None:
        if not self.answer.done():
            self.answer.set_exception(failure)


class StreamCall(Call):
    """A call with a stream of answers. It holds no more messages than its credit allows."""

    __slots__ = ("consumed", "end", "granted", "messages", "waiter", "window")

    def __init__(self, method: Method, body: bytes, window: int) -> None:
        super().__init__(method, body, NEVER)
        self.window = window
        self.messages: deque[bytes] = deque()
        self.end: CallFailure | None = None
        """The failure with which the stream ended; ``None`` also for a normal end."""
        self.waiter: asyncio.Future[None] | None = None
        self.consumed = 0
        self.granted = window

    @property
    def credit(self) -> int:
        return self.window

    def receive(self, body: bytes) -> None:
        self.messages.append(body)
        self._wake()

    def succeeded(self, body: bytes) -> None:
        self._wake()

    def failed(self, failure: CallFailure) -> None:
        self.end = failure
        self._wake()

    def _wake(self) -> None:
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(None)

    def take(self) -> tuple[bytes, int | None]:
        """The next message, and the credit to grant for it; ``None`` if that can wait until half of the window
        is free, so that a fast stream does not need a frame for each message."""
        body = self.messages.popleft()
        self.consumed += 1
        wanted = self.consumed + self.window
        if self.is_finished or wanted - self.granted < (self.window + 1) // 2:
            return body, None
        self.granted = wanted
        return body, wanted


class Opening(Enum):
    """What became of a call that was to be opened."""

    TAKEN = auto()
    """It was sent, or has ended."""
    FULL = auto()
    """There is no room at the moment."""
    UNAVAILABLE = auto()
    """The connection accepts no more calls."""


class Stream:
    """One open stream."""

    __slots__ = ("call", "credit", "is_stream", "received")

    def __init__(self, call: Call) -> None:
        self.call: Call | None = call
        """``None`` when the caller has given up; END is still expected."""
        self.is_stream = call.method.is_stream
        self.credit = call.credit
        self.received = 0


def read_status(code: int, body: bytes) -> CallFailure:
    """The failure that END or GOAWAY tells."""
    try:
        status = connection_pb2.Status.FromString(body)
    except DecodeError:
        error = ArrangeError(
            StatusCode.of(code), "the server did not say why the call failed", processed=Processed.UNKNOWN
        )
        return CallFailure(error)
    details = {detail.name: detail.value for detail in status.details}
    try:
        processed = Processed(status.processed)
    except ValueError:
        processed = Processed.UNKNOWN
    error = ArrangeError(
        StatusCode.of(code),
        status.message,
        field=_text(details.get("field")),
        reason=_text(details.get("reason")),
        retry_after=status.retry_after_ms / 1000 if status.retry_after_ms else None,
        processed=processed,
    )
    return CallFailure(error)


def _text(value: bytes | None) -> str | None:
    return None if value is None else value.decode(errors="replace")


def cancelled() -> CallFailure:
    """The caller has given up."""
    return CallFailure(
        ArrangeError(StatusCode.CANCELLED, "the call was cancelled", processed=Processed.UNKNOWN), is_final=True
    )


def expired() -> CallFailure:
    """The caller's deadline has passed, and the server has not answered."""
    return CallFailure(
        ArrangeError(StatusCode.DEADLINE_EXCEEDED, "no answer arrived within the timeout", processed=Processed.UNKNOWN),
        is_final=True,
    )


def never_sent(reason: ArrangeError | None) -> CallFailure:
    """The caller's deadline has passed before the call was sent: there was no connection, for this reason, or no
    room on it."""
    text = "the timeout passed before the call could be made"
    if reason is not None:
        text += f": {reason.message}"
    return CallFailure(ArrangeError(StatusCode.DEADLINE_EXCEEDED, text), is_final=True)


def inherited() -> ArrangeError:
    """The client was made by the process that this one was forked from."""
    return ArrangeError(
        StatusCode.FAILED_PRECONDITION,
        "the client belongs to the process that this one was forked from; make one in each process",
    )


def closed() -> CallFailure:
    """The client was closed."""
    return CallFailure(
        ArrangeError(StatusCode.FAILED_PRECONDITION, "the client was closed; make a new one"), is_final=True
    )


def exhausted(text: str) -> CallFailure:
    """The call is beyond a limit."""
    return CallFailure(ArrangeError(StatusCode.RESOURCE_EXHAUSTED, text), is_final=True)


def unreadable() -> ArrangeError:
    """The server's message can't be read."""
    return ArrangeError(
        StatusCode.INTERNAL,
        "the server's answer can't be read, it may be of another version",
        processed=Processed.DONE,
    )
