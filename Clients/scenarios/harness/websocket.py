"""The server's end of a WebSocket, as a stream of bytes: clients of browsers go through the proxy like all others."""
import asyncio
import base64
import hashlib
import struct

from .processes import Failure

# Appended to the client's key (RFC 6455).
MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
SUBPROTOCOL = "arrange.v1"
PATH = "/arrange"
# The longest head of a request, in bytes, and the longest message.
LONGEST_HEAD = 16 * 1024
LONGEST_MESSAGE = 32 * 1024 * 1024

BINARY, CLOSE, PING, PONG = 2, 8, 9, 10


async def accept(reader, writer):
    """Answers the opening handshake. A reader and a writer of the bytes within the messages."""
    head = await reader.readuntil(b"\r\n\r\n")
    if len(head) > LONGEST_HEAD:
        raise Failure("the opening handshake of the WebSocket is too long")
    request, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    if request.split()[:2] != ["GET", PATH] or headers.get("upgrade", "").lower() != "websocket":
        raise Failure(f"no opening handshake of a WebSocket at {PATH}: {request}")
    if headers.get("sec-websocket-protocol") != SUBPROTOCOL:
        raise Failure(f"the client does not ask for the subprotocol {SUBPROTOCOL}")
    digest = hashlib.sha1(headers["sec-websocket-key"].encode() + MAGIC).digest()
    writer.write(
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + f"Sec-WebSocket-Protocol: {SUBPROTOCOL}\r\n".encode()
        + b"Sec-WebSocket-Accept: " + base64.b64encode(digest) + b"\r\n\r\n")
    return Reader(reader, writer), Writer(writer)


def message(kind, data):
    """A message in one frame without a mask."""
    size = len(data)
    if size < 126:
        return bytes([0x80 | kind, size]) + data
    if size < 1 << 16:
        return bytes([0x80 | kind, 126]) + struct.pack(">H", size) + data
    return bytes([0x80 | kind, 127]) + struct.pack(">Q", size) + data


class Reader:
    """What the client sends in binary messages, split or not."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    async def read(self, _):
        """The bytes of the next frame of a message; none at the end."""
        while True:
            try:
                first, second = await self.reader.readexactly(2)
                size = second & 0x7F
                if size == 126:
                    size, = struct.unpack(">H", await self.reader.readexactly(2))
                elif size == 127:
                    size, = struct.unpack(">Q", await self.reader.readexactly(8))
                if not second & 0x80 or size > LONGEST_MESSAGE:
                    return b""
                mask = await self.reader.readexactly(4)
                masked = await self.reader.readexactly(size)
            except asyncio.IncompleteReadError:
                return b""
            data = bytes(byte ^ mask[index & 3] for index, byte in enumerate(masked))
            kind = first & 0x0F
            if kind == CLOSE:
                self.writer.write(message(CLOSE, data))
                return b""
            if kind == PING:
                self.writer.write(message(PONG, data))
            elif kind in (0, BINARY) and data:
                return data


class Writer:
    """Sends each piece of bytes as a binary message."""

    def __init__(self, writer):
        self.writer, self.transport = writer, writer.transport

    def write(self, data):
        self.writer.write(message(BINARY, data))

    async def drain(self):
        await self.writer.drain()

    def close(self):
        self.writer.close()

    async def wait_closed(self):
        await self.writer.wait_closed()
