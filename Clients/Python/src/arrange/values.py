"""Elements of lists and the values of their fields."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from .errors import invalid
from .v1 import model_pb2, views_pb2

T = TypeVar("T")

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SMALLEST_INT = -(2**63)
_LARGEST_INT = 2**63 - 1

LARGEST_VERSION = 2**64 - 1
"""The highest version of a collection."""


def version_reference(version: int | str, field: str) -> model_pb2.VersionReference:
    """The message that names a version, by its number or its name. Raises ``INVALID_ARGUMENT`` with the field."""
    if isinstance(version, str):
        return model_pb2.VersionReference(name=checked_text(version, field))
    return model_pb2.VersionReference(version=checked_count(version, field, LARGEST_VERSION))


class Timestamp(NamedTuple):
    """A moment, with the full range of the wire, which is larger than that of ``datetime``."""

    microseconds: int
    """Microseconds since 1970-01-01T00:00:00Z; negative before."""

    @classmethod
    def of(cls, moment: datetime) -> Timestamp:
        """The timestamp of a ``datetime`` with a time zone."""
        if moment.tzinfo is None:
            raise invalid(f"{moment!r} has no time zone; give it one, such as datetime.timezone.utc", "value")
        return cls((moment - _EPOCH) // timedelta(microseconds=1))

    @property
    def datetime(self) -> datetime:
        """The moment in UTC. Raises ``OverflowError`` outside of the years 1 to 9999."""
        return _EPOCH + timedelta(microseconds=self.microseconds)


FieldValue = None | bool | int | float | str | bytes | Timestamp
"""The value of a field. ``None`` is a field without a value, which is not the same as no field."""

FieldInput = FieldValue | datetime
"""A value that is accepted for a field. A ``datetime`` needs a time zone."""

Fields = Mapping[str, FieldValue]
"""The fields of an element by their names."""

FieldsInput = Mapping[str, FieldInput]
"""Fields of a request."""


class RowOrigin(NamedTuple):
    """The element that a row of a view shows."""

    collection: str
    section: str
    item: str
    """Empty if the row is a section of the view."""
    depth: int = 0
    """The depth of the item in an outline, from 1 at the top of its section, if the view shows what is below items
    below them; otherwise 0."""
    context: bool = False
    """Whether the item is only shown because of one below it that the filter shows."""


class Element(NamedTuple):
    """An item or a section at one version."""

    id: str
    fields: Fields = MappingProxyType({})
    content_version: int = 0
    """The version of the collection at which the fields changed last."""
    key: bytes = b""
    """The order key, if keys were requested."""
    origin: RowOrigin | None = None
    """In a view, the element that the row shows."""
    placement_version: int = 0
    """The version that placed the element last, if keys were requested; 0 if unknown."""
    depth: int = 0
    """The depth of an item of an outline that was fetched: 1 at the top of its section; otherwise 0."""
    child_count: int = 0
    """The number of its children."""
    descendant_count: int = 0
    """The number of items below it, at all depths."""

    def shows_the_same(self, other: Element) -> bool:
        """Whether both have the same id, fields and origin."""
        return self.id == other.id and self.fields == other.fields and self.origin == other.origin


def set_value(message: model_pb2.Field | views_pb2.Value, value: FieldInput, field: str) -> None:
    """Sets the value of a message. ``field`` is the path for errors."""
    if value is None:
        message.null_value = model_pb2.NULL_VALUE
    elif isinstance(value, bool):
        message.bool_value = value
    elif isinstance(value, int):
        if not _SMALLEST_INT <= value <= _LARGEST_INT:
            raise invalid(f"{value} is outside of the 64-bit integers", field)
        message.int_value = value
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise invalid(f"{value} is not finite", field)
        message.double_value = value
    elif isinstance(value, str):
        message.string_value = checked_text(value, field)
    elif isinstance(value, bytes):
        message.bytes_value = value
    elif isinstance(value, Timestamp):
        if not _SMALLEST_INT <= value.microseconds <= _LARGEST_INT:
            raise invalid(f"{value.microseconds} microseconds are outside of the 64-bit integers", field)
        message.timestamp_us = value.microseconds
    elif isinstance(value, datetime):
        message.timestamp_us = Timestamp.of(value).microseconds
    else:
        raise invalid(
            f"a value can't be of the type {type(value).__name__}; use None, bool, int, float, str, bytes, "
            "Timestamp or datetime",
            field,
        )


def get_value(message: model_pb2.Field | views_pb2.Value) -> FieldValue:
    """The value of a message; ``None`` also for a kind of value that this version does not have."""
    match message.WhichOneof("value"):
        case "string_value":
            return message.string_value
        case "int_value":
            return message.int_value
        case "bool_value":
            return message.bool_value
        case "double_value":
            return message.double_value
        case "bytes_value":
            return message.bytes_value
        case "timestamp_us":
            return Timestamp(message.timestamp_us)
        case _:
            return None


def checked_count(count: int, field: str, most: int = _LARGEST_INT) -> int:
    """The number, if it can be sent: an integer from 0."""
    if not isinstance(count, int) or not 0 <= count <= most:
        raise invalid(f"an integer from 0 to {most} is expected, not {count!r}", field)
    return count


def checked_text(text: str, field: str) -> str:
    """The text, if it can be sent."""
    if not isinstance(text, str):
        raise invalid(f"a text is expected, not {type(text).__name__}", field)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise invalid("the text has a surrogate, which UTF-8 does not have", field) from None
    return text


def several(values: Iterable[T], field: str) -> Iterable[T]:
    """The values, unless they are a single text, which would count as one value for each of its characters."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise invalid(f"several values are expected, such as a list, not {type(values).__name__}", field)
    return values


def to_fields(fields: FieldsInput | None, field: str = "fields") -> list[model_pb2.Field]:
    """The messages of fields. ``field`` is the path for errors."""
    messages: list[model_pb2.Field] = []
    if fields is None:
        return messages
    if not isinstance(fields, Mapping):
        raise invalid(f"fields are names with their values, not {type(fields).__name__}", field)
    for name, value in fields.items():
        message = model_pb2.Field(name=checked_text(name, field))
        set_value(message, value, f"{field}[{name!r}]")
        messages.append(message)
    return messages


def from_fields(messages: Iterable[model_pb2.Field]) -> dict[str, FieldValue]:
    """The fields of messages."""
    return {message.name: get_value(message) for message in messages}


def from_element(message: model_pb2.Element) -> Element:
    """The element of a message."""
    origin = None
    if message.HasField("origin"):
        origin = RowOrigin(
            message.origin.collection,
            message.origin.section,
            message.origin.item,
            message.origin.depth,
            message.origin.context,
        )
    return Element(
        message.id,
        from_fields(message.fields),
        message.content_version,
        message.key,
        origin,
        message.placement_version,
        message.depth,
        message.child_count,
        message.descendant_count,
    )


def to_element(element: Element) -> model_pb2.Element:
    """The message of an element."""
    message = model_pb2.Element(
        id=element.id,
        fields=to_fields(element.fields),
        content_version=element.content_version,
        key=element.key,
        placement_version=element.placement_version,
        depth=element.depth,
        child_count=element.child_count,
        descendant_count=element.descendant_count,
    )
    if element.origin is not None:
        message.origin.CopyFrom(
            model_pb2.RowOrigin(
                collection=element.origin.collection,
                section=element.origin.section,
                item=element.origin.item,
                depth=element.origin.depth,
                context=element.origin.context,
            )
        )
    return message
