"""What subscriptions to flat lists and to outlines have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, Self, TypeVar

from ._streams import ServerStream
from .errors import ArrangeError, StatusCode, invalid
from .retry import RetryPolicy
from .v1 import changes_pb2, methods
from .values import checked_text, version_reference

if TYPE_CHECKING:
    from ._session import Session
    from .updates import UpdateOptions

MOST_BEGINNINGS = 3
"""How often in a row the whole list is requested because an update does not fit."""


class Misfit(Exception):
    """A message does not follow the ones before: the whole list is needed."""


class Update(Protocol):
    """An update of a list."""

    @property
    def resume_token(self) -> bytes:
        """The token to continue from."""


T = TypeVar("T", bound=Update)
T_co = TypeVar("T_co", bound=Update, covariant=True)


class Reader(Protocol[T_co]):
    """What turns the messages of a subscription into updates."""

    def take(self, message: changes_pb2.SubscribeResponse, *, is_first: bool) -> T_co | None:
        """The update that is complete with a message. ``is_first``: the stream was just opened. Raises ``Misfit``."""


@dataclass
class Subscription(ABC):
    """What a subscription asks for, and the token that it continues from.

    It is apart from the iterator, to which the stream must not refer: an iterator that is dropped at the end of a loop
    then ends its subscription at once, without waiting for the collector of cycles.
    """

    session: Session
    token: bytes
    name: str
    options: UpdateOptions
    at: int | str | None
    play_to: int | str | None

    def request(self) -> changes_pb2.SubscribeRequest:
        """The request that opens the stream, also after a lost connection."""
        request = self.options.request(self.session)
        request.collection = checked_text(self.name, "collection")
        request.resume_token = self.token
        if self.at is not None:
            request.at.CopyFrom(version_reference(self.at, "at"))
        if self.play_to is not None:
            request.play_to.CopyFrom(version_reference(self.play_to, "play_to"))
        self.complete(request)
        return request

    @abstractmethod
    def complete(self, request: changes_pb2.SubscribeRequest) -> None:
        """Adds what only such a subscription asks for."""


def checked_token(token: bytes | None) -> bytes:
    """The bytes of a resume token that was given, or none. Raises ``INVALID_ARGUMENT``."""
    if token is not None and not isinstance(token, bytes):
        raise invalid(f"a resume token has bytes, not {type(token).__name__}", "token")
    return token or b""


class Following(Generic[T]):
    """The updates of a subscription, over lost connections. What does not fit leads to the whole list."""

    def __init__(
        self, subscription: Subscription, reader: Reader[T], attempts: int | None, *, goes_on: bool = False
    ) -> None:
        self._reader = reader
        self._subscription = subscription
        policy = subscription.session.configuration.retry
        # The loss of the connection counts as the first failure.
        later = RetryPolicy(
            maximum_attempts=2**63 if attempts is None else max(attempts, 0) + 1,
            initial_backoff=policy.initial_backoff,
            maximum_backoff=policy.maximum_backoff,
            jitter=policy.jitter,
        )
        self._stream = ServerStream(
            subscription.session,
            methods.SUBSCRIBE,
            subscription.request,
            changes_pb2.SubscribeResponse,
            first_policy=later if goes_on else None,
            later_policy=later,
        )
        self._opening = 0
        self._beginnings = 0

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> T:
        while True:
            message = await self._stream.next()
            if message is None:
                raise StopAsyncIteration
            is_first = self._stream.openings != self._opening
            self._opening = self._stream.openings
            try:
                update = self._reader.take(message, is_first=is_first)
            except Misfit:
                self._begin_again()
                continue
            except ArrangeError:
                self._stream.end()
                raise
            if update is not None:
                # Only a batch proves that the list can be followed.
                if message.WhichOneof("content") in ("batch", "tree"):
                    self._beginnings = 0
                self._subscription.token = update.resume_token
                return update

    def _begin_again(self) -> None:
        self._beginnings += 1
        if self._beginnings > MOST_BEGINNINGS:
            self._stream.end()
            raise ArrangeError(
                StatusCode.INTERNAL,
                "the server repeatedly sent changes that do not fit the list; are the versions the same?",
            )
        self._subscription.token = b""
        self._stream.restart()

    def request_list(self) -> None:
        """The next update is the whole list: the last one did not fit the list of the reader."""
        self._begin_again()

    async def aclose(self) -> None:
        """Ends the subscription."""
        self._stream.end()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def __del__(self) -> None:
        # Not there if the constructor refused its arguments.
        if hasattr(self, "_stream"):
            self._stream.abandon()
