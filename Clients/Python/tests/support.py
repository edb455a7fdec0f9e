"""Servers, seeds and proxies for the tests."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pathlib
import random
import unittest
from collections.abc import AsyncIterator, Awaitable, Callable

import arrange
import arrange.testing

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]

PATIENCE_SECONDS = 30
"""The longest that a test waits for something that has to happen."""


def scale(count: int) -> int:
    """A number of repetitions, longer or shorter with ARRANGE_TEST_SCALE."""
    return max(1, round(count * float(os.environ.get("ARRANGE_TEST_SCALE", "1"))))


def seeded(name: str) -> random.Random:
    """A source of randomness. Its seed is printed, and taken from ARRANGE_TEST_SEED."""
    seed = int(os.environ.get("ARRANGE_TEST_SEED") or random.SystemRandom().getrandbits(32))
    print(f"{name}: ARRANGE_TEST_SEED={seed}", flush=True)
    return random.Random(seed)


def program() -> pathlib.Path:
    """The server: ARRANGED, or what was built last."""
    if "ARRANGED" in os.environ:
        return pathlib.Path(os.environ["ARRANGED"])
    for configuration in ("release", "debug"):
        found = REPOSITORY / ".build" / configuration / "arranged"
        if found.exists():
            return found
    raise unittest.SkipTest("there is no server: build it with swift build --product arranged, or set ARRANGED")


class Server(arrange.testing.Server):
    """A server that runs until it is closed."""

    def __init__(self, *arguments: str, listen: str = "127.0.0.1:0") -> None:
        super().__init__(*arguments, listen=listen, program=program())
        self.start()

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])


class ServedCase(unittest.IsolatedAsyncioTestCase):
    """Tests with a server for all of them, and a client for each."""

    server: Server
    client: arrange.Client

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)

    async def asyncSetUp(self) -> None:
        self.client = self.make_client()

    def make_client(self, configuration: arrange.Configuration | None = None) -> arrange.Client:
        client = arrange.Client(self.server.address, configuration=configuration)
        self.addAsyncCleanup(client.close)
        return client

    async def refused(self, code: arrange.StatusCode, work: Awaitable[object]) -> arrange.ArrangeError:
        """The error of a call that must fail with a code."""
        with self.assertRaises(arrange.ArrangeError) as caught:
            await work
        self.assertEqual(caught.exception.code, code, caught.exception)
        return caught.exception


async def soon(work: Awaitable[object] | Callable[[], bool]) -> None:
    """Waits for something that has to happen."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        if callable(work):
            while not work():
                await asyncio.sleep(0.002)
        else:
            await work


class Proxy:
    """Passes connections on to a server, and breaks them."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.accepted = 0
        self.is_deaf = False
        """Whether what the server sends is dropped."""
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[str]:
        """Runs the proxy; its address."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        host, port = self._server.sockets[0].getsockname()
        try:
            yield f"{host}:{port}"
        finally:
            self._server.close()
            self.break_all()

    def break_all(self) -> None:
        """Breaks all connections."""
        for writer in list(self._writers):
            writer.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        try:
            other_reader, other_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, other_writer}
        await asyncio.gather(self._pass_on(reader, other_writer, False), self._pass_on(other_reader, writer, True))
        self._writers -= {writer, other_writer}

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_answer: bool) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if is_answer and self.is_deaf:
                    continue
                writer.write(data)
                await writer.drain()
        writer.transport.abort()
