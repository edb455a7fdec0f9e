"""The form in which a live list is stored: the list as the message of a subscription, and the pending moves."""

from __future__ import annotations

from google.protobuf.message import DecodeError, Message

from .v1 import changes_pb2, collections_pb2, views_pb2

_MARK = b"\0\1"
"""What the form begins with, the second byte being its number. Versions up to 0.1 stored the message of the list alone,
which never begins with 0."""

_MARK_WITH_ROWS = b"\0\2"
"""The same where some moves are of rows of a view: the pending moves are messages for ``Views/Place``."""

Move = collections_pb2.ApplyRequest | views_pb2.PlaceRowsRequest
"""The request of a pending move. Those of a list are all of one kind."""

_LENGTH_BYTES = 4
"""The bytes that state the length of a message, the highest one first."""


def write(list_message: changes_pb2.SubscribeResponse, moves: list[Move]) -> bytes:
    """The bytes of a list and of its pending moves."""
    parts = [_MARK_WITH_ROWS if any(isinstance(move, views_pb2.PlaceRowsRequest) for move in moves) else _MARK]
    messages: list[Message] = [list_message, *moves]
    for message in messages:
        body = message.SerializeToString()
        parts += [len(body).to_bytes(_LENGTH_BYTES, "big"), body]
    return b"".join(parts)


def read(saved: bytes) -> tuple[changes_pb2.SubscribeResponse, list[Move]]:
    """What ``write`` has written, in any version. Raises ``DecodeError`` for other bytes."""
    if not saved.startswith((_MARK, _MARK_WITH_ROWS)):
        return changes_pb2.SubscribeResponse.FromString(saved), []
    bodies = []
    start = len(_MARK)
    while start < len(saved):
        end = start + _LENGTH_BYTES + int.from_bytes(saved[start : start + _LENGTH_BYTES], "big")
        if end > len(saved):
            raise DecodeError("the bytes end within a message")
        bodies.append(saved[start + _LENGTH_BYTES : end])
        start = end
    if not bodies:
        raise DecodeError("there is no list")
    kind = views_pb2.PlaceRowsRequest if saved.startswith(_MARK_WITH_ROWS) else collections_pb2.ApplyRequest
    return changes_pb2.SubscribeResponse.FromString(bodies[0]), [kind.FromString(body) for body in bodies[1:]]
