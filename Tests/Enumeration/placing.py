"""The requests and answers of `Views/Place`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from shown import Collection, Fields

SECTION, SORT_FIELDS, COLLECTION = "SECTION", "SORT_FIELDS", "COLLECTION"
EFFECTS = (SECTION, SORT_FIELDS, COLLECTION)
"""What has to be allowed, the least first."""

AUTO, AFTER_PREVIOUS, BEFORE_NEXT = "AUTO", "AFTER_PREVIOUS", "BEFORE_NEXT"
AIMS = (AUTO, AFTER_PREVIOUS, BEFORE_NEXT)


class Refused(Exception):
    """Nothing changes, and this is the code."""

    def __init__(self, code: str, reason: str, *, missing: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.code, self.reason, self.missing = code, reason, missing


@dataclass(frozen=True)
class Readings:
    """Decisions where the contract can be read in two ways; each can be turned around to see what depends on it."""

    copies_from_either: bool = False
    """Whether sort fields may be copied from the neighbour that is not aimed at."""
    counts_rows_behind_caps: bool = True
    """Whether a row that lands behind a full cap has to be before the rows that the cap already hid."""
    writes_filtered_groups: bool = True
    """Whether the group's field and sort fields may be written although the filter uses them, as long as the row stays
    shown."""


TAKEN = Readings()
"""The readings that are compared."""


@dataclass(frozen=True)
class Request:
    """A request to place rows in a gap, or to insert items there."""

    rows: tuple[str, ...]
    section: str
    previous: str = ""
    next: str = ""
    aim: str = AUTO
    allow: frozenset[str] = frozenset()
    new: tuple[Fields, ...] = ()
    """The fields of the items to insert, whose ids are then `rows`."""

    def json(self) -> dict[str, Any]:
        value = {"rows": self.rows, "section": self.section, "previous": self.previous, "next": self.next}
        more = {"aim": self.aim, "allow": sorted(self.allow)}
        return value | more | ({"new": self.new} if self.new else {})

    @classmethod
    def of(cls, value: dict[str, Any]) -> Request:
        new = tuple((fields[0], fields[1]) for fields in value.get("new", ()))
        rows, allow = tuple(value["rows"]), frozenset(value["allow"])
        return cls(rows, value["section"], value["previous"], value["next"], value["aim"], allow, new)


class Effect(NamedTuple):
    """What happens to one row: in which section its item is afterwards, at which index there, and what is written."""

    row: str
    collection: str
    section: str
    at: int
    set: dict[str, int]
    removed: list[str]
    hidden: str
    """Why the row is not shown: `FILTER`, `CAP`, or nothing."""


@dataclass
class Outcome:
    """The least state, or the code of a refusal."""

    code: str = "OK"
    reason: str = ""
    missing: tuple[str, ...] = ()
    """The effects that are needed and not allowed."""
    effects: list[Effect] = field(default_factory=list)
    writes: bool = False
    ambiguous: bool = False
    hidden_between: int | None = None
    """Items of one section that are not shown, between both neighbours; None where rows have no places to count."""
    state: dict[str, Collection] | None = None

    def json(self) -> dict[str, Any]:
        if self.code != "OK":
            return {"code": self.code, "missing": self.missing}
        effects = [effect._asdict() for effect in self.effects]
        more = {"hidden_between": self.hidden_between, "effects": effects}
        return {"code": self.code, "writes": self.writes, "ambiguous": self.ambiguous} | more
