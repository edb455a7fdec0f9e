"""Frames and their encoding."""

from __future__ import annotations

from collections.abc import Iterator

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
