"""Values of fields as JSON, in the form that ``arrange --json`` has, and cut where they are long."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from ..errors import invalid
from ..values import Fields, FieldValue, Timestamp
from .limits import MOST_VALUE_CHARACTERS

JSON = dict[str, Any]
"""An object of JSON."""


def to_json(value: FieldValue, *, whole: bool = False) -> Any:
    """The JSON of a value. A long text is cut and ends with a remark that says so, unless it is to be ``whole``."""
    match value:
        case str():
            return value if whole else _cut(value)
        case bytes():
            text = base64.b64encode(value).decode()
            return {"$bytes": text if whole else _cut(text)}
        case Timestamp():
            try:
                moment = value.datetime
            except OverflowError:
                return {"$timestamp": value.microseconds}
            return {"$timestamp": moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ").rjust(27, "0")}
        case _:
            return value


def _cut(text: str) -> str:
    if len(text) <= MOST_VALUE_CHARACTERS:
        return text
    return f"{text[:MOST_VALUE_CHARACTERS]}… [truncated: {MOST_VALUE_CHARACTERS} of {len(text)} characters]"


def fields_to_json(fields: Fields, *, whole: bool = False) -> JSON:
    """The JSON of fields."""
    return {name: to_json(value, whole=whole) for name, value in fields.items()}


def fields_from_json(fields: Mapping[str, Any]) -> dict[str, FieldValue]:
    """The fields that an agent has given. Raises an error for what is no value."""
    return {name: _from_json(name, value) for name, value in fields.items()}


def _from_json(name: str, value: Any) -> FieldValue:
    match value:
        case None | bool() | int() | float() | str():
            return value
        case {"$bytes": str(text)} if len(value) == 1:
            try:
                return base64.b64decode(text, validate=True)
            except binascii.Error:
                raise invalid("$bytes takes base 64 with padding", name) from None
        case {"$timestamp": int(microseconds)} if len(value) == 1 and not isinstance(microseconds, bool):
            return Timestamp(microseconds)
        case {"$timestamp": str(text)} if len(value) == 1:
            try:
                return Timestamp.of(datetime.fromisoformat(text))
            except ValueError:
                raise invalid("$timestamp takes a time such as 2026-03-01T09:30:00Z", name) from None
        case _:
            raise invalid(
                'a value is null, true, false, a number, a text, {"$bytes": "BASE64"} or {"$timestamp": "TIME"}', name
            )
