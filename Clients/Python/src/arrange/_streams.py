"""Server streams that survive lost connections."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

from google.protobuf.message import DecodeError, Message

from . import _calls
from ._calls import StreamCall
from ._session import Session
from .errors import ArrangeError, StatusCode
from .retry import CallFailure, CallRetry, RetryPolicy
from .v1.methods import Method

Item = TypeVar("Item", bound=Message)

DEFAULT_WINDOW = 2
"""This many messages can be in transit or wait when the reader pauses."""


class ServerStream(Generic[Item]):
    """The messages of a server stream, in order: it is opened by the first read, and gets credit as its messages are
    consumed.

    When the connection is lost, the stream is opened again on the next one, with the request that ``request``
    makes then.
    """

    def __init__(
        self,
        session: Session,
        method: Method,
        request: Callable[[], Message],
        response: type[Item],
        *,
        first_policy: RetryPolicy | None = None,
        later_policy: RetryPolicy | None = None,
        reopens: bool = True,
    ) -> None:
        self._session = session
        self._method = method
        self._request = request
        self._response = response
        self._later_policy = later_policy or session.configuration.retry
        self._retry = self._fresh_retry(first_policy or session.configuration.retry)
        self._reopens = reopens
        self._call: StreamCall | None = None
        self._is_ended = False
        self._is_reading = False
        self.openings = 0
        """The number of times the stream was opened."""

    async def next(self) -> Item | None:
        """The next message; ``None`` after the server has ended the stream."""
        if self._is_reading:
            raise ArrangeError(StatusCode.FAILED_PRECONDITION, "the stream is read by another task")
        self._is_reading = True
        try:
            while not self._is_ended:
                call = self._call or self._open()
                if call.messages:
                    return self._take(call)
                if not call.is_finished:
                    call.waiter = self._session.loop.create_future()
                    try:
                        await call.waiter
                    finally:
                        call.waiter = None
                    continue
                self._call = None
                if call.end is None:
                    self._is_ended = True
                else:
                    await self._recover(call.end)
            return None
        finally:
            self._is_reading = False

    def _take(self, call: StreamCall) -> Item:
        body, credit = call.take()
        if credit is not None:
            self._session.grant(call, credit)
        self._retry = self._fresh_retry(self._later_policy)
        try:
            return self._response.FromString(body)
        except DecodeError:
            self.end()
            raise _calls.unreadable() from None

    def _open(self) -> StreamCall:
        self.openings += 1
        self._call = StreamCall(self._method, self._request().SerializeToString(), DEFAULT_WINDOW)
        self._session.start(self._call)
        return self._call

    async def _recover(self, failure: CallFailure) -> None:
        """Waits until the stream can be opened again."""
        try:
            if not self._reopens:
                raise failure.error
            pause = self._retry.failed(failure, self._session.loop.time(), self._session.random)
        except ArrangeError:
            self._is_ended = True
            raise
        await asyncio.sleep(pause)

    def restart(self) -> None:
        """Cancels the stream; the next message comes from a new one."""
        if self._call is not None:
            self._session.cancel(self._call)
            self._call = None

    def end(self) -> None:
        """Cancels the stream for good."""
        self.restart()
        self._is_ended = True

    def abandon(self) -> None:
        """Cancels the stream from any thread, as when its reader was dropped."""
        call, self._call = self._call, None
        loop = self._session.running_loop
        if call is not None and loop is not None:
            loop.call_soon_threadsafe(self._session.cancel, call)

    @staticmethod
    def _fresh_retry(policy: RetryPolicy) -> CallRetry:
        return CallRetry(policy, is_repeatable=True, deadline=_calls.NEVER)
