"""A server that says what a test wants."""

from __future__ import annotations

import asyncio
import unittest
from collections.abc import Awaitable, Callable

import arrange
from arrange import ArrangeError, Configuration, RetryPolicy, StatusCode
from arrange._frames import FrameDecoder, encode
from arrange.v1 import connection_pb2, frame_pb2, model_pb2
from arrange.v1.frame_pb2 import Frame

from .support import PATIENCE_SECONDS

WELCOME = connection_pb2.Welcome(
    version=1, server_id="x", largest_frame=1_048_576, most_calls=256, most_subscriptions=4096
)


class Peer:
    """The server's side of one connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._decoder = FrameDecoder(2**24)
        self._frames: list[Frame] = []

    async def next(self) -> Frame | None:
        """The next frame of the client; ``None`` when it has closed."""
        while not self._frames:
            data = await self._reader.read(65536)
            if not data:
                return None
            self._frames += self._decoder.feed(data)
        return self._frames.pop(0)

    async def expect(self, kind: int) -> Frame:
        """The next frame, which has to be of a type."""
        frame = await self.next()
        assert frame is not None and frame.type == kind, f"not of type {kind}: {frame}"
        return frame

    def send(self, *frames: Frame) -> None:
        self._writer.write(b"".join(encode(frame) for frame in frames))

    def send_bytes(self, data: bytes) -> None:
        self._writer.write(data)

    async def greet(self, welcome: connection_pb2.Welcome = WELCOME) -> connection_pb2.Hello:
        hello = await self.expect(frame_pb2.FRAME_TYPE_HELLO)
        self.send(Frame(type=frame_pb2.FRAME_TYPE_WELCOME, body=welcome.SerializeToString()))
        return connection_pb2.Hello.FromString(hello.body)

    def end(self, stream: int, status: int = 0, body: bytes = b"") -> None:
        self.send(Frame(type=frame_pb2.FRAME_TYPE_END, stream=stream, status=status, body=body))

    def go_away(self, status: StatusCode, accepted: int, message: str = "why") -> None:
        body = connection_pb2.Status(message=message).SerializeToString()
        self.send(Frame(type=frame_pb2.FRAME_TYPE_GOAWAY, status=status, sequence=accepted, body=body))

    async def answer(self, name: str = "board") -> Frame:
        """Answers the next call, which is Collections/Get."""
        frame = await self.expect(frame_pb2.FRAME_TYPE_OPEN)
        self.end(frame.stream, body=model_pb2.CollectionInfo(name=name).SerializeToString())
        return frame

    def close(self) -> None:
        self._writer.transport.abort()


Script = Callable[[Peer], Awaitable[None]]


class ScriptedCase(unittest.IsolatedAsyncioTestCase):
    """Tests with a server that plays one script for each connection."""

    async def asyncSetUp(self) -> None:
        self.failures: list[BaseException] = []
        self.played = 0

    async def play(
        self, *scripts: Script, connect_timeout: float = 5, keepalive: float = 30, attempts: int = 5
    ) -> arrange.Client:
        """A client of a server that plays a script for each connection; the last one for all further ones."""

        async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            script = scripts[min(self.played, len(scripts) - 1)]
            self.played += 1
            peer = Peer(reader, writer)
            try:
                await script(peer)
            except (OSError, asyncio.CancelledError):
                pass
            except BaseException as error:
                self.failures.append(error)
            finally:
                peer.close()

        server = await asyncio.start_server(accept, "127.0.0.1", 0)
        self.addCleanup(server.close)
        host, port = server.sockets[0].getsockname()
        configuration = Configuration(
            retry=RetryPolicy(attempts, 0.001, 0.005),
            connect_timeout=connect_timeout,
            keepalive=keepalive,
            keepalive_timeout=keepalive,
        )
        client = arrange.Client(f"{host}:{port}", configuration=configuration)
        self.addAsyncCleanup(client.close)
        return client

    async def asyncTearDown(self) -> None:
        self.assertEqual(self.failures, [])

    async def refused(self, code: StatusCode, work: Awaitable[object]) -> ArrangeError:
        with self.assertRaises(ArrangeError) as caught:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await work
        self.assertEqual(caught.exception.code, code, caught.exception)
        return caught.exception
