"""The address of the server, and the behaviour of a client."""

from __future__ import annotations

import ipaddress
import re
import ssl
from dataclasses import dataclass, field, replace

from .errors import ArrangeError, invalid
from .retry import RetryPolicy

DEFAULT_PORT = 7411
"""The default port of a server."""


MOST_ADDRESSES = 64
"""The maximum number of addresses in a text."""

MOST_SECONDS = 1e9
"""A time that is given has fewer seconds than this."""


def check_seconds(seconds: float, field: str) -> None:
    """Raises an error if a time is none for which something can be waited."""
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not is_number or not 0 < seconds < MOST_SECONDS:
        raise invalid(f"{seconds!r} is no time; give seconds, more than 0 and fewer than {MOST_SECONDS:,.0f}", field)


@dataclass(frozen=True)
class Address:
    """Where a server is."""

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    path: str | None = None
    """The path of a Unix socket, which is used instead of host and port."""
    is_secure: bool = False
    """Whether the connection uses TLS."""

    @classmethod
    def parse(cls, text: str) -> Address:
        """The address of ``HOST:PORT``, ``HOST``, ``[ADDRESS]:PORT`` for IPv6, each with ``tls:`` before it for
        TLS, or of ``unix:PATH``."""
        if text.startswith("unix:"):
            if text == "unix:":
                raise _malformed(text)
            return cls(path=text.removeprefix("unix:"))
        is_secure = text.startswith("tls:")
        rest = text.removeprefix("tls:")
        port = str(DEFAULT_PORT)
        if rest.startswith("["):
            match = re.fullmatch(r"\[([^\[\]]+)\](?::(.*))?", rest, re.DOTALL)
            if match is None:
                raise _malformed(text)
            host, port = match[1], port if match[2] is None else match[2]
        elif rest.count(":") == 1:
            host, port = rest.split(":")
        else:
            host = rest
        is_port = re.fullmatch("[0-9]{1,5}", port) is not None and 1 <= int(port) <= 65535
        if not is_port or not host or re.search(r"\s", host) or "/" in host:
            raise _malformed(text)
        return cls(host=host, port=int(port), is_secure=is_secure)

    @classmethod
    def parse_all(cls, text: str) -> tuple[Address, ...]:
        """The addresses of a service, with commas between them. A ``tls:`` before the first one counts for all. The
        path of a Unix socket may contain commas, so nothing can follow it."""
        if text.startswith("unix:"):
            return (cls.parse(text),)
        parts = text.split(",")
        if len(parts) > MOST_ADDRESSES:
            raise invalid(f"{len(parts)} server addresses were given; {MOST_ADDRESSES} are enough", "server")
        is_secure = text.startswith("tls:")
        if not is_secure and any(part.startswith("tls:") for part in parts):
            raise invalid(
                f'"{text}" has an address with TLS after one without; put tls: before the first one', "server"
            )
        addresses = [cls.parse(part) for part in parts]
        return tuple(replace(address, is_secure=is_secure and address.path is None) for address in addresses)

    @property
    def is_local(self) -> bool:
        """Whether what is sent stays on this machine."""
        if self.path is not None or self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    def __str__(self) -> str:
        if self.path is not None:
            return self.path
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def _malformed(text: str) -> ArrangeError:
    return invalid(
        f'"{text}" is no server; write HOST:PORT such as 127.0.0.1:{DEFAULT_PORT}, tls:HOST:PORT, or unix:PATH',
        "server",
    )


@dataclass(frozen=True)
class Configuration:
    """The address of the server, and the behaviour of a client."""

    address: Address = field(default_factory=Address)

    alternatives: tuple[Address, ...] = ()
    """Further addresses of the same service, whose nodes all serve everything. When a node can't be reached, or leaves,
    the client connects to the next one at once."""

    starts_at_first: bool = False
    """Whether the first connection is to ``address``. Otherwise it is to any of the addresses, so that many clients are
    spread over the nodes."""

    tls: ssl.SSLContext | None = None
    """Whom to trust, and which certificate to present, if the address is secure; ``None`` for the system's
    authorities."""

    token: str | None = None
    """The secret that identifies the client."""

    sends_token_in_clear: bool = False
    """Whether the token may be sent to another machine without TLS."""

    client_name: str = "arrange-python"
    """The name of the program, for the server's logs: at most 128 bytes."""

    connect_timeout: float = 5.0
    """The timeout of one connection attempt, and then of the server's greeting, in seconds."""

    call_timeout: float = 30.0
    """The timeout of a call in seconds, including retries and the wait for a connection."""

    largest_frame: int = 1_048_576
    """The largest frame, in bytes, that the client accepts: 16,384 to 16,777,216."""

    retry: RetryPolicy = field(default_factory=RetryPolicy)
    """The retry policy of calls and connections."""

    keepalive: float = 30.0
    """The silence, in seconds, after which the server is asked whether it is there."""

    keepalive_timeout: float = 10.0
    """The further silence, in seconds, after which the connection is given up."""

    @property
    def addresses(self) -> tuple[Address, ...]:
        """The addresses of the service."""
        return (self.address, *self.alternatives)

    def check(self) -> None:
        """Raises an error if no connection may be made with this configuration."""
        if not 16_384 <= self.largest_frame <= 16_777_216:
            raise invalid("the largest frame has 16384 to 16777216 bytes", "largest_frame")
        check_seconds(self.connect_timeout, "connect_timeout")
        check_seconds(self.call_timeout, "call_timeout")
        check_seconds(self.keepalive, "keepalive")
        check_seconds(self.keepalive_timeout, "keepalive_timeout")
        for address in self.addresses:
            if self.tls is not None and not address.is_secure:
                raise invalid("a TLS context needs an address with tls: before it", "tls")
            in_clear = self.token and not address.is_secure and not address.is_local
            if in_clear and not self.sends_token_in_clear:
                raise invalid(
                    f"the token would travel to {address.host} without encryption; connect with TLS, or allow it "
                    "with sends_token_in_clear",
                    "token",
                )
