"""HELLO and WELCOME."""

from __future__ import annotations

from google.protobuf.message import DecodeError

from ._frames import LARGEST_BY_DEFAULT, LARGEST_EVER
from .configuration import Configuration
from .v1.connection_pb2 import Hello, Welcome

MAGIC = 0x47525241
"""The number in HELLO that tells this protocol from others."""

VERSION = 1
"""The version of the wire that this client speaks."""


class GreetingError(Exception):
    """The server's greeting is not acceptable."""

    def __init__(self, text: str, *, is_version: bool = False) -> None:
        super().__init__(text)
        self.is_version = is_version
        """Whether the server speaks another version."""


def make_hello(configuration: Configuration, client_id: str) -> bytes:
    """The body of HELLO."""
    return Hello(
        magic=MAGIC,
        version_min=VERSION,
        version_max=VERSION,
        client_name=configuration.client_name,
        client_id=client_id,
        token=configuration.token or "",
        largest_frame=configuration.largest_frame,
    ).SerializeToString()


def read_welcome(body: bytes) -> Welcome:
    """The greeting of the server. Raises ``GreetingError``."""
    try:
        welcome = Welcome.FromString(body)
    except DecodeError:
        raise GreetingError("its greeting can't be read") from None
    if welcome.version != VERSION:
        raise GreetingError(f"it speaks the version {welcome.version} of the protocol", is_version=True)
    if not LARGEST_BY_DEFAULT <= welcome.largest_frame <= LARGEST_EVER:
        raise GreetingError(f"its greeting has a largest frame of {welcome.largest_frame} bytes")
    return welcome
