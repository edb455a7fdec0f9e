"""Frames: their encoding, and the methods that they call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from google.protobuf.message import DecodeError

from .v1 import frame_pb2

LARGEST_BY_DEFAULT = 1_048_576
"""The largest frame, in bytes, unless WELCOME says otherwise."""

LARGEST_EVER = 16_777_216
"""The largest frame, in bytes, that any server accepts."""

MOST_LENGTH_BYTES = 4
"""The bytes of the longest length prefix."""

MOST_HEAD_BYTES = 192
"""The bytes that a frame takes at most in addition to its body."""


class FrameError(Exception):
    """The bytes of the server are not frames."""


class Method(NamedTuple):
    """A method of the server."""

    name: str
    is_repeatable: bool = False
    """Whether the call can be repeated without doing anything twice."""
    is_stream: bool = False


PING = Method("", True)
"""Not a method of the server, but the frame PING."""

CREATE = Method("arrange.v1.Collections/Create")
GET = Method("arrange.v1.Collections/Get", True)
LIST = Method("arrange.v1.Collections/List", True)
UPDATE = Method("arrange.v1.Collections/Update")
DELETE = Method("arrange.v1.Collections/Delete")
APPLY = Method("arrange.v1.Collections/Apply", True)
FETCH = Method("arrange.v1.Collections/Fetch", True)
HISTORY = Method("arrange.v1.Collections/History", True)
CHANGE_STRATEGY = Method("arrange.v1.Collections/ChangeStrategy")
ROTATE_KEYS = Method("arrange.v1.Collections/RotateKeys", True)
EXPLAIN = Method("arrange.v1.Collections/Explain", True)
VERIFY_KEYS = Method("arrange.v1.Collections/VerifyKeys", True)
SUBSCRIBE = Method("arrange.v1.Changes/Subscribe", True, True)
LIST_STRATEGIES = Method("arrange.v1.Strategies/List", True)
SERVER_INFO = Method("arrange.v1.Server/Info", True)
BACKUP = Method("arrange.v1.Server/Backup", True, True)
HEALTH_CHECK = Method("arrange.v1.Health/Check", True)
HEALTH_WATCH = Method("arrange.v1.Health/Watch", True, True)
DEFINE_VIEW = Method("arrange.v1.Views/Define")
GET_VIEW = Method("arrange.v1.Views/Get", True)
LIST_VIEWS = Method("arrange.v1.Views/List", True)
DELETE_VIEW = Method("arrange.v1.Views/Delete")


def length_prefix(length: int) -> bytes:
    """A length as a varint."""
    prefix = bytearray()
    while length >= 0x80:
        prefix.append(length & 0x7F | 0x80)
        length >>= 7
    prefix.append(length)
    return bytes(prefix)


_SHORT_PREFIXES = [length_prefix(length) for length in range(1024)]


def encode(frame: frame_pb2.Frame) -> bytes:
    """A frame after its length."""
    data = frame.SerializeToString()
    length = len(data)
    return (_SHORT_PREFIXES[length] if length < 1024 else length_prefix(length)) + data


class FrameDecoder:
    """Splits a stream of bytes into frames. It holds at most one incomplete frame."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._pieces: list[bytes] = []
        self._size = 0
        self._needed = 0

    @property
    def has_partial_frame(self) -> bool:
        """Whether an incomplete frame is held."""
        return bool(self._pieces)

    def feed(self, data: bytes) -> Iterator[frame_pb2.Frame]:
        """The frames that are complete with these bytes. Raises ``FrameError`` at the first that is none."""
        if self._pieces:
            self._pieces.append(data)
            self._size += len(data)
            if self._size < self._needed:
                return
            data = b"".join(self._pieces)
            self._pieces = []
        position, end = 0, len(data)
        while position < end:
            start, length = self._length(data, position)
            stop = start + length
            if length < 0 or stop > end:
                self._pieces = [data[position:]]
                self._size = end - position
                self._needed = self._size + 1 if length < 0 else stop - position
                return
            try:
                frame = frame_pb2.Frame.FromString(data[start:stop])
            except DecodeError:
                raise FrameError("a frame can't be parsed") from None
            position = stop
            yield frame

    def _length(self, data: bytes, position: int) -> tuple[int, int]:
        """Where the frame begins, and its length; -1 if the length is not complete."""
        length = 0
        for count in range(MOST_LENGTH_BYTES):
            if position + count == len(data):
                return position, -1
            byte = data[position + count]
            length |= (byte & 0x7F) << 7 * count
            if byte < 0x80:
                if byte == 0 and count > 0:
                    raise FrameError("a length is not in its shortest form")
                if length > self._limit:
                    raise FrameError(f"a frame of {length} bytes is larger than {self._limit}")
                return position + count + 1, length
        raise FrameError("a length has more than four bytes")
