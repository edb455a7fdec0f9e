"""The tools that write. Each of them says what must still be so, and changes nothing where it is not."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from .. import elements, operations
from ..client import Client
from ..elements import Place
from ..results import ApplyResult, KeptReason, UndoneChange
from ..v1.operations_pb2 import Operation
from .limits import MOST_SHOWN_CHANGES, MOST_WRITTEN_ITEMS
from .read_tools import ListName
from .refusals import Refusal
from .values import JSON, fields_from_json

STACK = "mcp"
"""The stack on which changes by agents are steps that can be undone; it belongs to the principal as well."""

FIRST_WITH_PLACES = (0, 4)
"""The first version of the server that checks in which section an item is."""

Fields = dict[str, Any]

After = Annotated[str | None, Field(description="The id of the item directly after which they go.")]
Before = Annotated[str | None, Field(description="The id of the item directly before which they go.")]
At = Annotated[
    Literal["first", "last"] | None, Field(description="The end of the section to which they go, without an anchor.")
]
ExpectedVersion = Annotated[
    int | None,
    Field(
        ge=0,
        description="The version of the list that was seen. Any change of the list since, by anybody, then makes the "
        "call fail.",
    ),
]
ExpectedContentVersion = Annotated[
    int, Field(ge=0, description="The content_version of the item that was seen: its fields must not have changed.")
]


class NewItem(BaseModel):
    """An item to add."""

    model_config = ConfigDict(extra="forbid")

    id: str = Field("", description="The id, which must be new in the list. Without one the server makes one.")
    fields: Fields = Field(
        default_factory=dict,
        description="The fields by their names, such as title. Values are null, true, false, numbers, texts, "
        '{"$timestamp": "2026-03-01T09:30:00Z"} or {"$bytes": "BASE64"}.',
    )


class WriteTools:
    """The tools that write, for one client."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def add(
        self,
        list: ListName,
        items: Annotated[list[NewItem], Field(min_length=1, max_length=MOST_WRITTEN_ITEMS)],
        section: Annotated[
            str,
            Field(description="The section, which must exist; an empty text is the section without an id."),
        ],
        after: After = None,
        before: Before = None,
        at: At = None,
        expected_version: ExpectedVersion = None,
    ) -> JSON:
        """Adds items to a section of a list, in the given order: all of them or none.

        They go after or before an item, which must be in the section, or to its first or last place; by default they
        go to the last place. Nothing is added if an id is taken, if the anchor is not in the section, or if the
        section is full.
        """
        new = [elements.element(item.id, fields_from_json(item.fields)) for item in items]
        operation = operations.insert_items(new, section=section, to=_place(after, before, at))
        return await self._apply(list, operation, expected_version)

    async def move(
        self,
        list: ListName,
        items: Annotated[
            list[str],
            Field(min_length=1, max_length=MOST_WRITTEN_ITEMS, description="The ids of the items, in their new order."),
        ],
        expected_section: Annotated[
            str,
            Field(description="The id of the section in which the items were seen: all of them must still be there."),
        ],
        section: Annotated[
            str | None, Field(description="The section to move to; by default that of the anchor, or their own.")
        ] = None,
        after: After = None,
        before: Before = None,
        at: At = None,
        expected_version: ExpectedVersion = None,
    ) -> JSON:
        """Moves items so that they follow each other in the given order: all of them or none.

        They go after or before an item, or to the first or last place of a section; by default they go to the last
        place. Nothing moves if an item is no longer in the expected section, or if the anchor is gone.
        """
        await self._require_places()
        seen = [elements.reference(item, if_section=expected_section) for item in items]
        operation = operations.move_items(seen, section=section, to=_place(after, before, at))
        return await self._apply(list, operation, expected_version)

    async def update(
        self,
        list: ListName,
        item: Annotated[str, Field(description="The id of the item.")],
        expected_content_version: ExpectedContentVersion,
        set: Annotated[
            Fields | None, Field(description="New values of fields by their names; other fields stay as they are.")
        ] = None,
        unset: Annotated[list[str] | None, Field(description="The names of the fields to remove.")] = None,
        expected_version: ExpectedVersion = None,
    ) -> JSON:
        """Changes fields of an item. Nothing changes if its fields are no longer those that were seen.

        A text that show has cut ("[truncated: …]") must not be written back: show the single item first.
        """
        if not set and not unset:
            raise Refusal("update takes new values in set, names of fields in unset, or both.")
        change = elements.update(
            item,
            fields_from_json(set or {}),
            remove=unset or [],
            if_content_version=expected_content_version,
        )
        return await self._apply(list, operations.update_items([change]), expected_version)

    async def remove(
        self,
        list: ListName,
        items: Annotated[
            dict[str, ExpectedContentVersion],
            Field(
                min_length=1,
                max_length=MOST_WRITTEN_ITEMS,
                description="The ids of the items, each with the content_version that was seen.",
            ),
        ],
        expected_version: ExpectedVersion = None,
    ) -> JSON:
        """Removes items: all of them or none. Nothing is removed if the fields of one have changed since."""
        seen = [elements.reference(item, version) for item, version in items.items()]
        return await self._apply(list, operations.remove_items(seen), expected_version)

    async def undo(
        self,
        list: ListName,
        version: Annotated[
            int, Field(ge=1, description="The version that the call of add, move, update or remove has returned.")
        ],
    ) -> JSON:
        """Takes back one earlier change that add, move, update or remove made, in a new commit.

        What others have changed since is not overwritten: it is listed in `kept`, with the reason and who it was. Only
        changes by agents with the same rights can be taken back.
        """
        result = await self._client.undo(list, STACK, of=version)
        is_cut = max(result.undone_count, result.kept_count) > MOST_SHOWN_CHANGES
        return {
            "list": list,
            "version": result.version,
            "changed": result.changed,
            "undone_count": result.undone_count,
            "undone": [_undone_row(change) for change in result.undone[:MOST_SHOWN_CHANGES]],
            "kept_count": result.kept_count,
            "kept": [_undone_row(change) for change in result.kept[:MOST_SHOWN_CHANGES]],
            "truncated": is_cut,
            **({"note": "truncated: for what became of the rest show the list."} if is_cut else {}),
        }

    async def _require_places(self) -> None:
        """Refuses to move with a server that would ignore the expected section."""
        version = (await self._client.server_info()).version
        match = re.match(r"(\d+)\.(\d+)", version)
        if match is not None and (int(match[1]), int(match[2])) < FIRST_WITH_PLACES:
            raise Refusal(
                f"the server has version {version}, which does not check expected_section; nothing was changed; "
                "ask the person who set up arrange-mcp to upgrade it."
            )

    async def _apply(self, list: str, operation: Operation, expected_version: int | None) -> JSON:
        result = await self._client.apply(list, operation, if_version=expected_version, stack=STACK)
        return _result_row(list, result)


def _place(after: str | None, before: str | None, at: str | None) -> Place:
    """The place that three arguments name."""
    if sum(each is not None for each in (after, before, at)) > 1:
        raise Refusal("a place is one of after, before and at; give one of them.")
    if after is not None:
        return elements.after(after)
    if before is not None:
        return elements.before(before)
    return elements.first() if at == "first" else elements.last()


def _result_row(list: str, result: ApplyResult) -> JSON:
    return {
        "list": list,
        "version": result.version,
        "changed": result.changed,
        "items": [
            {"id": placed.id}
            if placed.item is None
            else {"id": placed.id, "section_index": placed.item.section, "index": placed.item.item}
            for elements in result.operations
            for placed in elements
        ],
    }


def _undone_row(change: UndoneChange) -> JSON:
    row: JSON = {"what": change.kind.name.lower(), "id": change.id}
    if change.field:
        row["field"] = change.field
    if change.reason != KeptReason.UNDONE:
        row["reason"] = change.reason.name.lower() if isinstance(change.reason, KeptReason) else "unknown"
        row["by"] = change.by
        row["by_version"] = change.by_version
    return row
