"""A proxy between clients and the server that reads the frames as they pass, counts them, and breaks connections where it
is told to."""
import asyncio
import socket

from . import http_frames, protos, websocket

# How much is read from a connection at a time, in bytes.
CHUNK = 65536


class Rule:
    """What is done when a certain frame passes.

    `on` says which: `from` ("client" or "server"), `frame` (such as "OPEN"), `method` (the end of its stream's method) and
    `nth` (of those that fit, from 1). `do` is "cut" or "stall"; `where` is "before", "middle" or "after" the frame.
    """

    def __init__(self, on, do, where="before", reset=False, times=1):
        self.on, self.do, self.where, self.reset, self.left = on, do, where, reset, times
        self.nth = on.get("nth", 1)
        self.seen = 0
        self.fired = asyncio.Event()

    def meets(self, passing):
        """Whether it is to be carried out at a frame."""
        if not self.left or not fits(self.on, passing):
            return False
        self.seen += 1
        if self.seen < self.nth:
            return False
        self.left -= 1
        self.seen = 0
        if not self.left:
            self.fired.set()
        return True


class Storm:
    """Breaks connections again and again: after a random number of frames, at a random place."""

    do, fired = "cut", None

    def __init__(self, random, least, most, resets=True):
        self.random, self.least, self.most, self.resets = random, least, most, resets
        self.cuts = 0
        self.draw()

    def draw(self):
        self.left = self.random.randint(self.least, self.most)
        self.where = self.random.choice(["before", "middle", "after"])
        self.reset = self.resets and self.random.random() < 0.5

    def meets(self, passing):
        self.left -= 1
        return self.left < 0

    def carried_out(self):
        self.cuts += 1
        self.draw()


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def fits(on, passing):
    return (
        on.get("from", passing["from"]) == passing["from"]
        and on.get("frame", passing["frame"]) == passing["frame"]
        and passing["method"].endswith(on.get("method", ""))
    )


class Link:
    """One connection of a client, and the one to the server that belongs to it."""

    def __init__(self, number, client, server):
        self.number, self.client, self.server = number, client, server
        self.methods = {}
        self.exchange = http_frames.Exchange()
        self.moving = asyncio.Event()
        self.moving.set()
        self.is_open = True

    def close(self, reset=False):
        self.is_open = False
        self.moving.set()
        for _, writer in (self.client, self.server):
            if reset:
                writer.transport.abort()
            else:
                writer.close()


class Proxy:
    """Listens on a port of its own and passes connections on to `upstream`, also those that come as WebSockets, or those with HTTP,
    whose parts have the names of frames."""

    def __init__(self, takes_websocket=False, is_http=False):
        self.upstream, self.takes_websocket, self.is_http = None, takes_websocket, is_http
        self.rules, self.links, self.passed = [], [], []
        self.storm = None
        self.accepted = 0
        self.changed = asyncio.Event()
        self.is_dropping = False
        self.tasks = set()
        self.port = free_port()
        # Bound to a certain port, a socket keeps it while it does not listen.
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(("127.0.0.1", self.port))
        self.accepting = None

    @property
    def address(self):
        """What clients connect to."""
        host = f"127.0.0.1:{self.port}"
        if self.is_http:
            return f"http://{host}"
        return f"ws://{host}{websocket.PATH}" if self.takes_websocket else host

    # What a scenario tells it.

    def accept(self):
        """Takes connections, as at the beginning."""
        self.is_dropping = False
        if not self.accepting:
            self.socket.listen(64)
            self.socket.setblocking(False)
            self.accepting = asyncio.ensure_future(self.accept_all())

    def refuse(self):
        """Connections are refused by the system from now on, as where nothing listens. The port stays the proxy's."""
        if self.accepting:
            self.accepting.cancel()
            self.accepting = None
            self.socket.shutdown(socket.SHUT_RD)

    def drop(self):
        """Connections are accepted and closed at once."""
        self.is_dropping = True

    def cut(self, reset=False):
        """Closes all connections."""
        for link in self.open_links():
            link.close(reset)
        self.notify()

    def stall(self):
        """Passes nothing on any more in the connections that are open, and leaves them open."""
        for link in self.open_links():
            link.moving.clear()

    def resume(self):
        for link in self.open_links():
            link.moving.set()

    def open_links(self):
        return [link for link in self.links if link.is_open]

    def count(self, on):
        """How many frames have passed that fit."""
        return sum(fits(on, passing) for passing in self.passed)

    async def wait(self, condition):
        """Returns once a condition is true of the proxy."""
        while not condition():
            self.changed.clear()
            await self.changed.wait()

    def close(self):
        self.refuse()
        self.cut()
        self.socket.close()
        for task in self.tasks:
            task.cancel()

    # What it does.

    def notify(self):
        self.changed.set()

    async def accept_all(self):
        loop = asyncio.get_running_loop()
        while True:
            client, _ = await loop.sock_accept(self.socket)
            self.accepted += 1
            task = asyncio.ensure_future(self.serve(client))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
            self.notify()

    async def serve(self, client):
        if self.is_dropping:
            return client.close()
        try:
            upstream = await asyncio.open_connection("127.0.0.1", self.upstream)
        except OSError:
            # As if the client had reached the server itself.
            return client.close()
        ends = await asyncio.open_connection(sock=client)
        if self.takes_websocket:
            try:
                ends = await websocket.accept(*ends)
            except (OSError, EOFError):
                upstream[1].close()
                return ends[1].close()
        link = Link(self.accepted, ends, upstream)
        self.links.append(link)
        self.notify()
        await asyncio.gather(
            self.pump(link, link.client[0], link.server[1], "client"),
            self.pump(link, link.server[0], link.client[1], "server"),
        )
        link.close()
        for _, writer in (link.client, link.server):
            try:
                await writer.wait_closed()
            except OSError:
                pass
        self.notify()

    async def pump(self, link, reader, writer, sender):
        """Passes on what one side sends, frame by frame."""
        frames = http_frames.Reader(link.exchange, sender == "server") if self.is_http else protos.FrameReader()
        try:
            while data := await reader.read(CHUNK):
                for frame, raw in frames.feed(data):
                    await link.moving.wait()
                    if not link.is_open:
                        return
                    await self.forward(link, writer, sender, frame, raw)
                await writer.drain()
        except (OSError, protos.ProtoError):
            pass
        await link.moving.wait()
        if link.is_open:
            for frame, raw in frames.end():
                await self.forward(link, writer, sender, frame, raw)
            link.close()

    async def forward(self, link, writer, sender, frame, raw):
        kind = protos.FRAME_TYPES.get(frame.get("type"), "UNKNOWN")
        stream = frame.get("stream", 0)
        if kind == "OPEN":
            link.methods[stream] = frame.get("method", "")
        passing = {"link": link.number, "from": sender, "frame": kind, "stream": stream,
                   "method": link.methods.get(stream, "")}
        rule = next((rule for rule in self.all_rules() if rule.meets(passing)), None)
        if rule is None or rule.where == "after":
            writer.write(raw)
        elif rule.where == "middle":
            writer.write(raw[:len(raw) // 2])
        # Before anybody may be woken, so that the frame is among those that passed.
        if rule is None or rule.where == "after":
            self.passed.append(passing)
            link.exchange.answered += kind == "END"
        if rule is not None:
            await writer.drain()
            if rule.do == "stall":
                link.moving.clear()
            else:
                link.close(rule.reset and rule.where != "after")
            if rule is self.storm:
                rule.carried_out()
        self.notify()

    def all_rules(self):
        return self.rules + ([self.storm] if self.storm else [])
