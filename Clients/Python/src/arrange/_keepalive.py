"""Notices a server that has vanished."""

from __future__ import annotations

PARTIAL_FRAME_SECONDS = 30.0
"""The timeout of a frame from its first byte to its last."""

LEAST_SECONDS = 1.0
"""The shortest silence that a server can make the client notice."""


class Vanished(Exception):
    """The connection is to be given up, for this reason."""


class Keepalive:
    """Asks after silence, and gives up after more of it. Knows no clock: times are passed in."""

    def __init__(self, interval: float, timeout: float) -> None:
        self._interval = interval
        self._timeout = timeout
        self._heard = 0.0
        self._pinged: float | None = None
        self._partial_since: float | None = None

    def shorten(self, interval: float, timeout: float) -> None:
        """The server announces its own times: a server that notices a silent client soon is noticed as soon."""
        self._interval = min(self._interval, max(interval, LEAST_SECONDS))
        self._timeout = min(self._timeout, max(timeout, LEAST_SECONDS))

    def heard(self, now: float, frames: int, has_partial_frame: bool) -> None:
        """Bytes arrived, with which a number of frames is complete."""
        self._heard = now
        self._pinged = None
        if not has_partial_frame:
            self._partial_since = None
        elif frames > 0 or self._partial_since is None:
            self._partial_since = now

    @property
    def due(self) -> float:
        """The time of the next check."""
        due = self._heard + self._interval if self._pinged is None else self._pinged + self._timeout
        if self._partial_since is not None:
            due = min(due, self._partial_since + PARTIAL_FRAME_SECONDS)
        return due

    def check(self, now: float) -> bool:
        """Whether PING is to be sent. Raises ``Vanished``."""
        if self._partial_since is not None and now >= self._partial_since + PARTIAL_FRAME_SECONDS:
            raise Vanished("a frame took too long to arrive")
        if self._pinged is not None:
            if now >= self._pinged + self._timeout:
                raise Vanished("nothing arrived for too long")
            return False
        if now < self._heard + self._interval:
            return False
        self._pinged = now
        return True
