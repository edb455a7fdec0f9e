"""When failed calls and connections are tried again."""

from __future__ import annotations

import random
from copy import copy
from dataclasses import dataclass

from .errors import ArrangeError, Processed, StatusCode


@dataclass(frozen=True)
class RetryPolicy:
    """When and how often an operation that failed temporarily is tried again.

    Calls are retried only if that is safe: if the server says that nothing was done, and otherwise only reads,
    and transactions, which carry a request id.
    """

    maximum_attempts: int = 20
    """The total number of attempts; 1: no retries.

    With the pauses of the default, 20 attempts take 15 to 29 seconds where no server can be reached, such as while
    all of them are restarted.
    """

    initial_backoff: float = 0.05
    """The pause before the second attempt, in seconds. Each further pause is twice as long."""

    maximum_backoff: float = 2.0
    """The longest pause, in seconds."""

    jitter: float = 0.5
    """The random part of each pause, so that many clients do not return at the same moment: from 0 to 1."""

    def pause(self, attempts: int, source: random.Random) -> float:
        """The pause in seconds after a number of failed attempts: exponential backoff with jitter."""
        doublings = min(max(attempts - 1, 0), 62)
        longest: float = min(self.initial_backoff * 2**doublings, self.maximum_backoff)
        return longest * (1 - min(max(self.jitter, 0.0), 1.0) * source.random())


class CallFailure(Exception):
    """The failure of one attempt to make a call."""

    def __init__(
        self,
        error: ArrangeError,
        *,
        is_final: bool = False,
        attempts: int = 1,
    ) -> None:
        super().__init__(error)
        self.error = error
        self.is_final = is_final
        """Whether a retry is pointless: attempts were already made, or the client was closed."""
        self.attempts = attempts
        """The number of attempts it stands for."""

    def copy(self) -> CallFailure:
        """The same failure for another caller: an exception that is raised collects a traceback."""
        return CallFailure(copy(self.error), is_final=self.is_final, attempts=self.attempts)


class CallRetry:
    """Decides whether a failed call is retried."""

    def __init__(self, policy: RetryPolicy, *, is_repeatable: bool, deadline: float) -> None:
        self.policy = policy
        self.is_repeatable = is_repeatable
        """Whether the call can be repeated without doing anything twice."""
        self.deadline = deadline
        self.attempts = 0
        self._is_unknown = False

    def failed(self, failure: CallFailure, now: float, source: random.Random) -> float:
        """The seconds to wait before the next attempt. Raises the error if there is to be none."""
        error = failure.error
        pause = self._pause(failure, now, source)
        # An earlier attempt may have taken effect, even if the last one was not started.
        if error.processed is Processed.UNKNOWN:
            self._is_unknown = True
        elif self._is_unknown and _says_nothing(error):
            error.processed = Processed.UNKNOWN
        if pause is None:
            raise error from None
        return pause

    def _pause(self, failure: CallFailure, now: float, source: random.Random) -> float | None:
        error = failure.error
        if failure.is_final:
            return None
        self.attempts += failure.attempts
        if self.attempts >= self.policy.maximum_attempts or not self._is_safe(error) or not _is_transient(error):
            return None
        pause = max(error.retry_after or 0.0, self.policy.pause(self.attempts, source))
        # An error with a reason is more helpful than a deadline that is certain to be missed.
        return pause if now + pause < self.deadline else None

    def _is_safe(self, error: ArrangeError) -> bool:
        if error.processed is Processed.NOT_STARTED:
            return True
        return error.processed is Processed.UNKNOWN and self.is_repeatable


def _is_transient(error: ArrangeError) -> bool:
    if error.code is StatusCode.RESOURCE_EXHAUSTED:
        return error.retry_after is not None
    return error.code is StatusCode.UNAVAILABLE


def _says_nothing(error: ArrangeError) -> bool:
    """Whether an error does not come from an answer about the request itself."""
    codes = (StatusCode.UNAVAILABLE, StatusCode.DEADLINE_EXCEEDED, StatusCode.RESOURCE_EXHAUSTED)
    return error.code in codes and error.processed is Processed.NOT_STARTED
