"""Agents for the tests."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pathlib
import random
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import TextContent

import arrange
from arrange.mcp.limits import MOST_RESULT_CHARACTERS
from arrange.mcp.server import make_server
from arrange.testing import START_SECONDS
from tests.support import ServedCase

COMMAND = [sys.executable, "-m", "arrange.mcp"]


def environment(**variables: str) -> dict[str, str]:
    """The environment of the program, without what the tests themselves were told."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ARRANGE")}
    return kept | variables


class Agent:
    """What the tests want from a client of the SDK."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The result of a tool, which has to fit."""
        result = await self.client.call_tool(tool, arguments)
        content = result.content[0]
        assert isinstance(content, TextContent) and not result.is_error, content
        assert isinstance(result.structured_content, dict)
        # A note, a cursor and the description of the list come on top of the rows.
        assert len(content.text) <= MOST_RESULT_CHARACTERS + 10_000, len(content.text)
        return result.structured_content

    async def refusal(self, tool: str, **arguments: Any) -> str:
        """The sentence with which a tool refuses something."""
        result = await self.client.call_tool(tool, arguments)
        content = result.content[0]
        assert isinstance(content, TextContent) and result.is_error, content
        assert "\n" not in content.text, content.text
        return content.text

    async def all(self, tool: str, **arguments: Any) -> list[dict[str, Any]]:
        """The result of a tool, and those for the rest of it, as the results say that one goes on."""
        results = [await self.call(tool, **arguments)]
        while results[-1]["truncated"]:
            assert "truncated" in results[-1]["note"]
            results.append(await self.call(tool, **arguments | results[-1]["next"]))
        return results


class AgentCase(ServedCase):
    """Tests of the tools, in the process."""

    @contextlib.asynccontextmanager
    async def agent(self, *, is_read_only: bool = False) -> AsyncIterator[Agent]:
        async with Client(make_server(self.client, is_read_only=is_read_only)) as client:
            yield Agent(client)

    async def make_board(self, name: str, sections: int = 2, items: int = 3) -> None:
        """A board with the items ``0-0``, ``0-1`` and so on in the sections ``s0``, ``s1`` and so on."""
        await self.client.create(name)
        await self.client.apply(
            name,
            arrange.insert_sections([arrange.element(f"s{section}") for section in range(sections)]),
            *(
                arrange.insert_items(
                    [arrange.element(f"{section}-{item}", {"title": f"Item {item}"}) for item in range(items)],
                    section=f"s{section}",
                )
                for section in range(sections)
                if items
            ),
        )


def random_fields(source: random.Random) -> dict[str, arrange.FieldValue]:
    """Fields, most of them short, some of them as large as they can be."""
    fields: dict[str, arrange.FieldValue] = {"title": source.choice(["Plan", "plän", "STRASSE", "straße", "", "x"])}
    if source.random() < 0.3:
        fields["done"] = source.random() < 0.5
    if source.random() < 0.1:
        fields["text"] = source.choice(["漢", "x", '"']) * source.choice([999, 1_000, 1_001, 10_000])
    elif source.random() < 0.03:
        fields |= {f"f{number}": "y" * 990 for number in range(60)}
    return fields


@contextlib.contextmanager
def service(*arguments: str, **variables: str) -> Iterator[str]:
    """The program over HTTP on a free port; its address."""
    process = subprocess.Popen(
        [*COMMAND, "--http", "127.0.0.1:0", *arguments],
        stderr=subprocess.PIPE,
        text=True,
        env=environment(**variables),
    )
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        match = re.fullmatch(r"arrange-mcp listens on (http://\S+)\n", line)
        assert match is not None, line
        yield match[1]
    finally:
        process.terminate()
        _, rest = process.communicate(timeout=START_SECONDS)
        assert process.returncode == 0, (process.returncode, rest)


@contextlib.asynccontextmanager
async def agent_over_http(address: str, token: str | None = None, mode: str = "auto") -> AsyncIterator[Agent]:
    """An agent of a service."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=START_SECONDS) as http,
        Client(streamable_http_client(address, http_client=http), mode=mode) as client,
    ):
        yield Agent(client)


@contextlib.asynccontextmanager
async def agent_over_stdio(*arguments: str, mode: str = "auto", **variables: str) -> AsyncIterator[Agent]:
    """An agent that starts the program itself."""
    parameters = StdioServerParameters(
        command=COMMAND[0], args=[*COMMAND[1:], *arguments], env=environment(**variables)
    )
    async with Client(parameters, mode=mode) as client:
        yield Agent(client)


async def run_program(*arguments: str, **variables: str) -> tuple[int, str, str]:
    """Runs the program without anybody at its standard input: the status, and what it printed."""
    process = await asyncio.create_subprocess_exec(
        *COMMAND,
        *arguments,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=environment(**variables),
    )
    async with asyncio.timeout(START_SECONDS):
        output, errors = await process.communicate()
    assert process.returncode is not None
    return process.returncode, output.decode(), errors.decode()


def token_file(directory: pathlib.Path, text: str) -> str:
    """A file with a token in it."""
    file = directory / "token"
    file.write_text(text)
    return str(file)
