"""Why a connection ended, as far as this side knows."""

from __future__ import annotations

import errno
import os
import socket
import ssl
from dataclasses import dataclass
from enum import Enum, auto

from .configuration import Address
from .errors import ArrangeError, Processed, StatusCode


class EndingKind(Enum):
    """The kinds of reasons."""

    UNKNOWN = auto()
    """The connection was closed without a reason."""
    UNGREETED = auto()
    """It was closed while something else than a greeting arrived."""
    BROKEN = auto()
    """A network error."""
    INSECURE = auto()
    """TLS does not trust the server, or is not trusted by it."""
    THEIRS = auto()
    """The server sent GOAWAY."""
    VIOLATION = auto()
    """The server broke the protocol."""
    VERSION = auto()
    """The server speaks another version of the protocol."""
    SILENT = auto()
    """The server did not greet in time."""
    VANISHED = auto()
    """Nothing arrived for too long."""
    LEFT = auto()
    """The client was closed."""


@dataclass(frozen=True)
class Ending:
    """Why a connection ended."""

    kind: EndingKind = EndingKind.UNKNOWN
    text: str = ""
    status: ArrangeError | None = None
    """The error of a GOAWAY."""

    @property
    def is_harmless(self) -> bool:
        """Whether the next connection is likely to succeed."""
        if self.status is not None:
            # A timeout on the server shows that the client, or the network, was stalled.
            return self.status.code in (StatusCode.OK, StatusCode.UNAVAILABLE, StatusCode.DEADLINE_EXCEEDED)
        return self.kind not in (EndingKind.INSECURE, EndingKind.VIOLATION, EndingKind.VERSION)

    @property
    def is_silence(self) -> bool:
        """Whether there was no greeting within the timeout."""
        return self.kind is EndingKind.SILENT

    def error(self, processed: Processed, server: Address) -> ArrangeError:
        """The error for the caller of a call in progress."""
        code = StatusCode.UNAVAILABLE
        retry_after = reason = None
        match self.kind:
            case EndingKind.UNKNOWN | EndingKind.LEFT:
                text = f"the connection to {server} was lost before the answer came"
            case EndingKind.BROKEN:
                text = f"the connection to {server} was lost: {self.text}"
            case EndingKind.INSECURE:
                text = f"there is no secure connection to {server}: {self.text}"
            case EndingKind.VANISHED:
                text = f"the connection to {server} was given up: {self.text}"
            case EndingKind.UNGREETED | EndingKind.SILENT:
                text = (
                    f"something answers at {server}, but it does not greet as arranged does; check the address and "
                    "the port"
                )
            case EndingKind.VERSION:
                code = StatusCode.UNIMPLEMENTED
                text = f"can't communicate with the server at {server}: {self.text}"
            case EndingKind.VIOLATION:
                code = StatusCode.INTERNAL
                text = (
                    f"what answers at {server} does not keep the protocol: {self.text}; is it arranged, in a version "
                    "that fits?"
                )
            case EndingKind.THEIRS:
                assert self.status is not None
                code, text = _refusal(self.status, server)
                retry_after, reason = self.status.retry_after, self.status.reason
        return ArrangeError(code, text, retry_after=retry_after, reason=reason, processed=processed)


def _refusal(status: ArrangeError, server: Address) -> tuple[StatusCode, str]:
    match status.code:
        case StatusCode.OK | StatusCode.UNAVAILABLE | StatusCode.DEADLINE_EXCEEDED:
            return StatusCode.UNAVAILABLE, f"the server at {server} ended the connection: {status.message}"
        case StatusCode.UNAUTHENTICATED:
            return (
                status.code,
                f"the server at {server} refused the connection: {status.message}; check the token",
            )
        case StatusCode.INVALID_ARGUMENT:
            return (
                StatusCode.INTERNAL,
                f"the server at {server} did not understand what it was sent: {status.message}; are the versions "
                "the same?",
            )
        case _:
            return status.code, f"the server at {server} refused the connection: {status.message}"


@dataclass(frozen=True)
class AttemptFailure:
    """Why an attempt to connect failed."""

    error: ArrangeError
    is_permanent: bool = False
    """Whether another attempt at once would fail in the same way."""
    is_final: bool = False
    """Whether waiting calls may not be retried either."""
    is_last: bool = False
    """Whether it was the last attempt of the waiting calls."""

    def after(self, earlier: AttemptFailure | None) -> AttemptFailure:
        """The failure of this attempt and of those at other addresses before it. Its error is the last one, unless an
        earlier one says more than that a server can't be reached."""
        if earlier is None:
            return self
        is_vague = self.error.code is StatusCode.UNAVAILABLE and earlier.error.code is not StatusCode.UNAVAILABLE
        return AttemptFailure(
            earlier.error if is_vague else self.error,
            is_permanent=self.is_permanent and earlier.is_permanent,
            is_final=self.is_final and earlier.is_final,
            is_last=self.is_last or earlier.is_last,
        )

    def error_of(self, addresses: int) -> ArrangeError:
        """The error for callers, after all addresses were tried."""
        error = self.error
        if addresses == 1 or error.code is not StatusCode.UNAVAILABLE:
            return error
        text = f"none of the {addresses} servers can be used; the last one: {error.message}"
        return ArrangeError(
            error.code, text, retry_after=error.retry_after, reason=error.reason, processed=error.processed
        )


def greeting_failure(ending: Ending, address: Address) -> AttemptFailure:
    """Why a connection ended before the greeting."""
    return AttemptFailure(
        ending.error(Processed.NOT_STARTED, address),
        # A server that does not greet in time is waited for only once: the next attempt would take as long.
        is_permanent=not ending.is_harmless or ending.is_silence,
        is_final=ending.kind is EndingKind.INSECURE,
        is_last=ending.is_silence,
    )


def connect_failure(error: Exception, address: Address, timeout: float) -> AttemptFailure:
    """Why no connection could be opened."""
    if isinstance(error, ssl.SSLError):
        ending = Ending(EndingKind.INSECURE, tls_reason(error))
        return AttemptFailure(ending.error(Processed.NOT_STARTED, address), is_permanent=True, is_final=True)
    is_permanent = False
    if isinstance(error, TimeoutError):
        text = (
            f"cannot reach {address}: no answer within {timeout:g} seconds; check the address, and whether a "
            "firewall is in the way"
        )
    elif isinstance(error, socket.gaierror):
        text = f'cannot resolve the host "{address.host}"; check the name'
    else:
        number = error.errno if isinstance(error, OSError) else None
        text = f"cannot reach {address}: {os_reason(error)}"
        is_refused = number in (errno.ECONNREFUSED, errno.ENOENT)
        # Several addresses were tried.
        if is_refused or (number is None and f"[Errno {errno.ECONNREFUSED}]" in str(error)):
            text += "; is arranged running there?"
        elif number in (errno.EACCES, errno.EPERM):
            text += "; ask for permission to use it"
            is_permanent = True
        else:
            text += "; check the address and the network"
    return AttemptFailure(ArrangeError(StatusCode.UNAVAILABLE, text), is_permanent=is_permanent, is_final=is_permanent)


def os_reason(error: Exception) -> str:
    """A short description: ``connection refused``."""
    if isinstance(error, OSError) and error.errno is not None and not isinstance(error, ssl.SSLError):
        text = os.strerror(error.errno)
        # The description continues a sentence.
        return text[:1].lower() + text[1:]
    return str(error) or type(error).__name__


def tls_reason(error: ssl.SSLError) -> str:
    """A short description of a failure of TLS."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"the server's certificate is not accepted: {error.verify_message}"
    return (error.reason or str(error)).lower().replace("_", " ")
