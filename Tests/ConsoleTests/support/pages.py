"""The console as it stands in the directory, in front of an `arranged` that was built before.

The pages and the client are read anew with each request; everything else goes on to the server, also WebSockets. What the server
does to its files, joining modules and compressing them, is left out.
"""

import asyncio
import pathlib
import re
import threading

ROOT = pathlib.Path(__file__).resolve().parents[3]
FILES = {"/page/": ROOT / "Sources/Console/Page", "/client/": ROOT / "Clients/JavaScript"}
TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# The longest head of a request, in bytes.
LONGEST_HEAD = 65_536


def file_of(target):
    """The file for the target of a request; None where the server answers it."""
    path = target.split("?")[0]
    if path == "/":
        return FILES["/page/"] / "index.html"
    for start, directory in FILES.items():
        if path.startswith(start):
            return directory / path.removeprefix(start)
    return None


class Pages:
    """Serves the files at an address of its own. `upstream` returns the address of the server, as "HOST:PORT"."""

    def __init__(self, upstream):
        self.upstream = upstream
        self.loop = asyncio.new_event_loop()
        self.server = self.loop.run_until_complete(asyncio.start_server(self.serve, "127.0.0.1", 0, limit=LONGEST_HEAD))
        self.host = "127.0.0.1:%d" % self.server.sockets[0].getsockname()[1]
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    def close(self):
        asyncio.run_coroutine_threadsafe(self.end(), self.loop).result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()

    async def end(self):
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def serve(self, reader, writer):
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                file = file_of(head.split(b" ")[1].decode())
                if file is None:
                    await self.forward(head, reader, writer)
                    return
                writer.write(self.answer(file))
                await writer.drain()
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    def answer(self, file):
        if not file.is_file():
            return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
        content = file.read_bytes()
        fields = f"Content-Type: {TYPES[file.suffix]}\r\nContent-Length: {len(content)}\r\nCache-Control: no-cache"
        return f"HTTP/1.1 200 OK\r\n{fields}\r\nContent-Security-Policy: {POLICY}\r\n\r\n".encode() + content

    async def forward(self, head, reader, writer):
        """Passes a request on, and then whatever comes from either side."""
        host, port = self.upstream().split(":")
        try:
            server_reader, server_writer = await asyncio.open_connection(host, int(port))
        except OSError:
            writer.write(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            return
        head = head.replace(self.host.encode(), f"{host}:{port}".encode())
        if not re.search(rb"(?i)\r\nupgrade:", head):
            head = re.sub(rb"(?i)\r\nconnection:[^\r]*", b"", head)[:-2] + b"Connection: close\r\n\r\n"
        server_writer.write(head)
        await asyncio.gather(pipe(reader, server_writer), pipe(server_reader, writer))


async def pipe(reader, writer):
    try:
        while data := await reader.read(LONGEST_HEAD):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()
