"""The tools that read."""

from __future__ import annotations

import json
from contextlib import aclosing
from typing import Annotated, Any

from pydantic import Field

from ..client import Client, Source
from ..results import Change, CollectionInfo, Commit, Page, Slice
from ..v1 import views_pb2
from ..values import Element
from .limits import (
    LISTED_PAGE_NAMES,
    MOST_COMMIT_CHARACTERS,
    MOST_RESULT_CHARACTERS,
    MOST_ROWS,
    MOST_SHOWN_CHANGES,
    SCANNED_PAGE_ITEMS,
    USUAL_ROWS,
)
from .reading import Gathered, Rendered, gather, json_size
from .refusals import Refusal
from .values import JSON, fields_to_json, to_json

Parts = list[JSON]

ListName = Annotated[str, Field(description="The name of the list, as the tool lists returns it.")]
Limit = Annotated[int, Field(ge=1, le=MOST_ROWS, description="The maximum number of rows in the result.")]
Cursor = Annotated[
    str | None,
    Field(description="The cursor of a truncated result, to go on; all other arguments as in that call."),
]


class ReadTools:
    """The tools that read, for one client."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def lists(
        self,
        prefix: Annotated[str, Field(description="Only lists whose names begin with this.")] = "",
        after: Annotated[str, Field(description="Only lists whose names come after this one, to go on.")] = "",
        limit: Limit = USUAL_ROWS,
    ) -> JSON:
        """Lists the lists and the views, in the order of their names.

        A view is a list derived from others. It is shown like a list; what is seen in it is changed in the list that
        the `origin` of a row names.
        """
        found: Parts = []
        size = 0
        async with aclosing(self._client.collections(page_size=LISTED_PAGE_NAMES)) as infos:
            async for info in infos:
                if not info.name.startswith(prefix):
                    if info.name.encode() > prefix.encode():
                        break
                    continue
                if info.name.encode() <= after.encode():
                    continue
                row = _list_row(info)
                size += json_size(row)
                if found and (len(found) == limit or size > MOST_RESULT_CHARACTERS):
                    return {"lists": found, **_truncated("lists", after=found[-1]["name"])}
                found.append(row)
        return {"lists": found, "truncated": False}

    async def show(
        self,
        list: ListName,
        section: Annotated[
            str | None, Field(description="Only this section; an empty text is the section without an id.")
        ] = None,
        start: Annotated[int, Field(ge=0, description="The index in the section to begin at, with `section`.")] = 0,
        item: Annotated[
            str | None, Field(description="Only this item, with its long values whole, and its neighbours.")
        ] = None,
        neighbours: Annotated[
            int, Field(ge=0, le=(MOST_ROWS - 1) // 2, description="With `item`: so many before and after it.")
        ] = 0,
        limit: Limit = USUAL_ROWS,
        cursor: Cursor = None,
    ) -> JSON:
        """Shows a list or a view: its sections in their order, with their items in their order.

        Each item has the `content_version` that update and remove ask for, and its section's `id` is what move asks
        for. `first_index` is the index of the first shown item in its section, `item_count` the number of all items
        there. Long texts are cut and then end with "[truncated: …]"; show the single item for all of it.
        """
        window: dict[str, Any] = {}
        if item is not None:
            if section is not None:
                raise Refusal("show takes a section or an item, not both.")
            window["around"] = (item, neighbours, neighbours)
            limit = 2 * neighbours + 1
        elif section is not None:
            window["section"], window["start"] = section, start
        elif start:
            raise Refusal("start is an index in a section: give the section as well.")

        def render(page: Page) -> Rendered:
            parts = [_section_row(run, page.collection.is_view, item) for run in page.slices]
            return Rendered(parts, sum(max(1, len(run.items)) for run in page.slices))

        gathered = await gather(self._client, list, render, limit=limit, page_items=limit, cursor=cursor, **window)
        info = gathered.page.collection
        return {
            "list": list,
            "kind": "view" if info.is_view else "list",
            "version": info.version,
            "fields": fields_to_json(info.fields),
            "section_count": info.section_count,
            "item_count": info.item_count,
            "sections": _merged(gathered.parts),
            **_ending("show", gathered),
        }

    async def search(
        self,
        list: ListName,
        text: Annotated[str, Field(description="A text that a field or the id contains, in upper or lower case.")] = "",
        where: Annotated[
            str,
            Field(
                description='A condition on fields in the language of views, such as: owner = "ann" and not done '
                'and due < time"2026-02-01"; or: title contains~ "plan". `sort due desc` may follow.'
            ),
        ] = "",
        limit: Limit = USUAL_ROWS,
        cursor: Cursor = None,
    ) -> JSON:
        """Searches the items of a list by a text, a condition, or both.

        The hits come in the order of the list with the ids of their sections. Views are searched by text alone.
        """
        if not text and not where:
            raise Refusal("search takes a text, a condition in where, or both.")
        source: Source = await self._condition(list, where) if where else list
        wanted = text.casefold()

        def render(page: Page) -> Rendered:
            hits = [_hit(run, element) for run in page.slices for element in run.items if _matches(element, wanted)]
            return Rendered(hits, len(hits))

        gathered = await gather(
            self._client,
            source,
            render,
            limit=limit,
            page_items=SCANNED_PAGE_ITEMS if text else limit,
            cursor=cursor,
        )
        return {
            "list": list,
            "version": gathered.page.collection.version,
            "hits": gathered.parts,
            "items_searched": gathered.scanned,
            **_ending("search", gathered),
        }

    async def _condition(self, list: str, where: str) -> views_pb2.View:
        """The view of the items of a list for which a condition holds."""
        answer = await self._client.parse_view(f"{json.dumps(list, ensure_ascii=False)} where {where}")
        if answer.HasField("error"):
            raise Refusal(
                f"the condition can't be read: {answer.error.message}; a condition is such as: "
                'owner = "ann" and not done.'
            )
        parts = answer.view.parts
        if len(parts) != 1 or answer.view.HasField("window") or parts[0].query.collection != list:
            raise Refusal("where takes one condition on the items of the list, and no further part of a view.")
        return answer.view

    async def history(
        self,
        list: ListName,
        before: Annotated[
            int | None, Field(ge=1, description="Only commits before this version, to go on; else the newest.")
        ] = None,
        limit: Limit = USUAL_ROWS,
    ) -> JSON:
        """Shows the newest commits of a list, the newest first: who changed what, and when.

        An update has the fields `before` and `after`. Of a commit with many changes only the first are shown;
        `change_count` is the number of all of them.
        """
        newest = (await self._client.info(list)).version
        newest = newest if before is None else min(newest, before - 1)
        first = max(1, newest - limit + 1)
        commits: dict[int, JSON] = {}
        oldest_kept = 1
        while first <= newest:
            history = await self._client.history(list, first, newest, limit=limit)
            oldest_kept = history.oldest_kept
            for commit in history.commits:
                commits[commit.version] = _commit_row(commit)
            if not history.commits or history.commits[-1].version >= newest:
                break
            # The answer was cut to fit a frame.
            first = history.commits[-1].version + 1
        shown: Parts = []
        size = 0
        for version in sorted(commits, reverse=True):
            size += json_size(commits[version])
            if shown and size > MOST_RESULT_CHARACTERS:
                break
            shown.append(commits[version])
        result: JSON = {"list": list, "oldest_kept": oldest_kept, "commits": shown}
        last = shown[-1]["version"] if shown else 0
        return result | (_truncated("history", before=last) if last > oldest_kept else {"truncated": False})


def _list_row(info: CollectionInfo) -> JSON:
    row: JSON = {
        "name": info.name,
        "kind": "view" if info.is_view else "list",
        "fields": fields_to_json(info.fields),
        "version": info.version,
        "section_count": info.section_count,
        "item_count": info.item_count,
    }
    if info.problem:
        row["problem"] = info.problem
    return row


def _section_row(run: Slice, is_view: bool, whole_item: str | None) -> JSON:
    return {
        "id": run.element.id,
        "fields": fields_to_json(run.element.fields),
        "content_version": run.element.content_version,
        "index": run.index,
        "item_count": run.item_count,
        "first_index": run.first_item,
        "items": [_item_row(element, is_view, whole=element.id == whole_item) for element in run.items],
    }


def _item_row(element: Element, is_view: bool, *, whole: bool = False) -> JSON:
    row: JSON = {
        "id": element.id,
        "fields": fields_to_json(element.fields, whole=whole),
        "content_version": element.content_version,
    }
    if is_view and element.origin is not None:
        origin = element.origin
        row["origin"] = {"list": origin.collection, "section": origin.section, "item": origin.item}
    return row


def _merged(parts: Parts) -> Parts:
    """The sections of several pages; one that was cut between two pages is one again."""
    sections: Parts = []
    for part in parts:
        if sections and sections[-1]["index"] == part["index"]:
            sections[-1]["items"] += part["items"]
        else:
            sections.append(part)
    return sections


def _matches(element: Element, wanted: str) -> bool:
    """Whether the id or a text of an item contains a text, which is case folded."""
    texts = (value for value in element.fields.values() if isinstance(value, str))
    return wanted in element.id.casefold() or any(wanted in text.casefold() for text in texts)


def _hit(run: Slice, element: Element) -> JSON:
    row = _item_row(element, is_view=False)
    origin = element.origin
    return (
        {**row, "section": run.element.id} if origin is None else {**row, "id": origin.item, "section": origin.section}
    )


def _commit_row(commit: Commit) -> JSON:
    changes: Parts = []
    size = 0
    for change in commit.changes[:MOST_SHOWN_CHANGES]:
        row = _change_row(change)
        size += json_size(row)
        if changes and size > MOST_COMMIT_CHARACTERS:
            break
        changes.append(row)
    return {
        "version": commit.version,
        "time": to_json(commit.time)["$timestamp"],
        "author": commit.author,
        "change_count": commit.change_count or len(commit.changes),
        "changes": changes,
    }


def _change_row(change: Change) -> JSON:
    row: JSON = {"what": change.kind.name.lower(), "id": change.id}
    for name, path in (("from", change.source), ("to", change.target)):
        if path is not None:
            row[name] = {"section_index": path.section, "index": path.item}
    for name, fields in (("before", change.before), ("after", change.after)):
        if fields is not None:
            row[name] = fields_to_json(fields)
    if change.transferred:
        row["other_list"] = change.transferred
    return row


def _ending(tool: str, gathered: Gathered) -> JSON:
    return {"truncated": False} if gathered.cursor is None else _truncated(tool, cursor=gathered.cursor)


def _truncated(tool: str, **arguments: Any) -> JSON:
    """The members of a result that was cut, which say how to go on."""
    names = " and ".join(arguments)
    return {
        "truncated": True,
        "next": arguments,
        "note": f"truncated: for the rest call {tool} again with the same arguments and {names} as in `next`.",
    }
