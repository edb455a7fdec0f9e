"""The words of placing rows in a view: the aim, and the effects that are allowed."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ._saved import Move
from .errors import ArrangeError, invalid
from .v1 import views_pb2
from .values import several

COMING = 2**64
"""In place of the version of an answer, for a view, whose versions are its own: what was written comes with the batch
that has the request id, or is in the next whole list, or came before the next progress."""

COMING_UNNAMED = COMING + 1
"""The same for a view whose batches have no request ids: it comes with the next update."""

_AIMS = {
    "automatic": views_pb2.PLACE_AIM_AUTOMATIC,
    "after_previous": views_pb2.PLACE_AIM_AFTER_PREVIOUS,
    "before_next": views_pb2.PLACE_AIM_BEFORE_NEXT,
}
_EFFECTS = {
    "place": views_pb2.PLACE_EFFECT_PLACE,
    "group": views_pb2.PLACE_EFFECT_GROUP_FIELD,
    "section": views_pb2.PLACE_EFFECT_SECTION,
    "sort": views_pb2.PLACE_EFFECT_SORT_FIELDS,
    "collection": views_pb2.PLACE_EFFECT_COLLECTION,
    "parent": views_pb2.PLACE_EFFECT_PARENT,
}


def aim_value(aim: str) -> views_pb2.PlaceAim:
    """The value of an aim."""
    if aim not in _AIMS:
        raise invalid(f"the aim is one of {', '.join(_AIMS)}", "aim")
    return _AIMS[aim]


def effect_values(allow: Iterable[str]) -> list[views_pb2.PlaceEffect]:
    """The values of effects."""
    effects = list(several(allow, "allow"))
    if unknown := [effect for effect in effects if effect not in _EFFECTS]:
        raise invalid(f"{unknown[0]!r} is no effect; there are {', '.join(_EFFECTS)}", "allow")
    return [_EFFECTS[effect] for effect in effects]


def effects_to_allow(error: ArrangeError, allowed: Iterable[views_pb2.PlaceEffect]) -> tuple[str, ...]:
    """The effects to allow if rows are placed again after a refusal; empty if that is not the cause."""
    missing = re.fullmatch(r"allow\[(.+)\]", error.field or "")
    if missing is None:
        return ()
    given = set(allowed)
    return (*(name for name, value in _EFFECTS.items() if value in given), *missing[1].split(","))


def name_of(request: Move) -> str:
    return request.name if isinstance(request, views_pb2.PlaceRowsRequest) else request.collection


def version_of(placed: views_pb2.PlaceRowsResponse) -> int:
    """The version from which on a view has what was placed: one of its own, which the answer does not have."""
    commit = placed.applied[0] if placed.applied else None
    # If nothing was written, the view has what it had.
    if commit is None or (not commit.collection and commit.replayed):
        return 0
    return COMING if commit.collection else COMING_UNNAMED
