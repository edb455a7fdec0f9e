"""The form in which a live list is stored: the list as the message of a subscription, and the pending moves."""

from __future__ import annotations

from google.protobuf.message import DecodeError, Message

from .v1 import changes_pb2, collections_pb2

_MARK = b"\0\1"
"""What the form begins with, the second byte being its number. Versions up to 0.1 stored the message of the list alone,
which never begins with 0."""

_LENGTH_BYTES = 4
"""The bytes that state the length of a message, the highest one first."""


def write(list_message: changes_pb2.SubscribeResponse, moves: list[collections_pb2.ApplyRequest]) -> bytes:
    """The bytes of a list and of its pending moves."""
    parts = [_MARK]
    messages: list[Message] = [list_message, *moves]
    for message in messages:
        body = message.SerializeToString()
        parts += [len(body).to_bytes(_LENGTH_BYTES, "big"), body]
    return b"".join(parts)


def read(saved: bytes) -> tuple[changes_pb2.SubscribeResponse, list[collections_pb2.ApplyRequest]]:
    """What ``write`` has written, in any version. Raises ``DecodeError`` for other bytes."""
    if not saved.startswith(_MARK):
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
    return (
        changes_pb2.SubscribeResponse.FromString(bodies[0]),
        [collections_pb2.ApplyRequest.FromString(body) for body in bodies[1:]],
    )
