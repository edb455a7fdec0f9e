"""Reads as many rows as a result may have, and says where to go on."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from ..client import Client, Source
from ..errors import ArrangeError, StatusCode
from ..results import Page
from .limits import MOST_CURSOR_CHARACTERS, MOST_RESULT_CHARACTERS, MOST_SCANNED_ITEMS
from .refusals import EXPIRED_CURSOR, Refusal
from .values import JSON


@dataclass
class Rendered:
    """What a result shows of a page."""

    parts: list[JSON]
    count: int
    """The number of rows in it."""


@dataclass
class Gathered:
    """What a result shows of a list, all of one version."""

    page: Page
    """The last page that was read."""
    parts: list[JSON]
    scanned: int
    """The number of items that were looked at."""
    cursor: str | None
    """Where to go on; ``None`` at the end of the list."""


async def gather(
    client: Client,
    source: Source,
    render: Callable[[Page], Rendered],
    *,
    limit: int,
    page_items: int,
    cursor: str | None,
    **window: Any,
) -> Gathered:
    """Reads pages until there are ``limit`` rows, or as many as a result may have.

    A page with more rows than there is room for is read again with fewer items, so that the token of the next page
    is exactly where the rows of the result end.
    """
    token = b"" if cursor is None else _decoded(cursor)
    parts: list[JSON] = []
    count = characters = scanned = 0
    while True:
        page = await _page(client, source, page_items, token, window)
        shown = render(page)
        size = sum(json_size(part) for part in shown.parts)
        fits = count + shown.count <= limit and characters + size <= MOST_RESULT_CHARACTERS
        if not fits and page_items > 1:
            page_items //= 2
            continue
        if not fits and count > 0:
            return Gathered(page, parts, scanned, _encoded(token))
        parts += shown.parts
        count += shown.count
        characters += size
        scanned += sum(len(run.items) for run in page.slices)
        token = page.next_page_token
        if not token:
            return Gathered(page, parts, scanned, None)
        if count >= limit or scanned >= MOST_SCANNED_ITEMS:
            return Gathered(page, parts, scanned, _encoded(token))


async def _page(client: Client, source: Source, items: int, token: bytes, window: dict[str, Any]) -> Page:
    try:
        async with aclosing(client.pages(source, page_size=items, page_token=token, **window)) as pages:
            return await anext(pages)
    except ArrangeError as error:
        if token and error.code is StatusCode.ABORTED:
            raise Refusal(EXPIRED_CURSOR) from None
        raise


def to_text(value: JSON) -> str:
    """The JSON that an agent reads."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def json_size(value: JSON) -> int:
    """The size of a value in characters of JSON."""
    return len(to_text(value))


def _encoded(token: bytes) -> str:
    return base64.urlsafe_b64encode(token).decode()


def _decoded(cursor: str) -> bytes:
    try:
        if len(cursor) > MOST_CURSOR_CHARACTERS:
            raise ValueError
        token = base64.b64decode(cursor, altchars=b"-_", validate=True)
    except (ValueError, binascii.Error):
        token = b""
    if not token:
        raise Refusal("the cursor is none that a result had: copy it unchanged, or begin again without it.")
    return token
