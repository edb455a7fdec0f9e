"""What passes over a connection with HTTP/1.1, in pieces with the names that frames have in scenarios.

| what passes | name |
|---|---|
| a request | `OPEN`, with the name of the method that the address stands for |
| a part of a stream of events or of a long answer, with content | `DATA` |
| an answer, or the end of one that came in parts | `END` |
| the client closes the connection before it has the whole answer | `CANCEL` |
| the moments before the first request and the first answer of a connection, for nobody greets | `HELLO`, `WELCOME` |
"""
import re

from . import protos

TYPES = {name: number for number, name in protos.FRAME_TYPES.items()}
# The ends of methods by verbs and paths, those that scenarios name; others have the path itself.
METHODS = [
    (re.compile(pattern), method) for pattern, method in [
        (r"GET /v1/.*/changes(\?.*)?", "/Subscribe"),
        (r"PUT /v1/collections/[^/]+", "/Create"),
        (r"GET /v1/collections/[^/?]+(\?.*)?|POST /v1/query", "/Fetch"),
        (r"POST /v1/.*/apply", "/Apply"),
        (r"POST /v1/.*/place", "/Place"),
    ]
]


class Exchange:
    """The methods of the requests of one connection, and how many answers were passed on."""

    def __init__(self):
        self.methods, self.answered = [], 0


class Reader:
    """Takes the bytes of one direction apart. `feed` and `end` return pieces as `protos.FrameReader` does."""

    def __init__(self, exchange, is_answer):
        self.exchange, self.is_answer, self.buffer = exchange, is_answer, bytearray()
        self.has_begun, self.is_in_parts, self.answers = False, False, 0

    def feed(self, data):
        self.buffer += data
        pieces = []
        while piece := self.next():
            pieces += piece
        return pieces

    def end(self):
        """The pieces at the end of the direction."""
        is_cancelled = not self.is_answer and self.exchange.answered < len(self.exchange.methods)
        return [self.piece("CANCEL", b"", len(self.exchange.methods))] if is_cancelled else []

    def piece(self, kind, raw, stream=0):
        method = {"method": self.exchange.methods[-1]} if kind == "OPEN" else {}
        return {"type": TYPES.get(kind), "stream": stream, **method}, raw

    def next(self):
        """The next pieces; none where the bytes of one are not all there."""
        if self.is_in_parts:
            return self.next_part()
        head = self.buffer.find(b"\r\n\r\n") + 4
        if head < 4:
            return []
        lines = self.buffer[:head].decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        if self.is_answer and headers.get("transfer-encoding") == "chunked":
            self.is_in_parts = True
            return self.greeting("WELCOME") + [self.piece("", self.take(head), self.answers + 1)]
        end = head + int(headers.get("content-length", 0))
        if len(self.buffer) < end:
            return []
        if self.is_answer:
            self.answers += 1
            return self.greeting("WELCOME") + [self.piece("END", self.take(end), self.answers)]
        verb, path, _ = lines[0].split(" ", 2)
        method = next((method for pattern, method in METHODS if pattern.fullmatch(f"{verb} {path}")), path)
        self.exchange.methods.append(method)
        return self.greeting("HELLO") + [self.piece("OPEN", self.take(end), len(self.exchange.methods))]

    def greeting(self, kind):
        is_first, self.has_begun = not self.has_begun, True
        return [self.piece(kind, b"")] if is_first else []

    def next_part(self):
        line = self.buffer.find(b"\r\n")
        if line < 0:
            return []
        size = int(self.buffer[:line].split(b";")[0], 16)
        end = line + 2 + size + 2
        if len(self.buffer) < end:
            return []
        if not size:
            self.is_in_parts = False
            self.answers += 1
            return [self.piece("END", self.take(end), self.answers)]
        is_comment = self.buffer.startswith((b":", b"retry:"), line + 2)
        return [self.piece("" if is_comment else "DATA", self.take(end), self.answers + 1)]

    def take(self, count):
        raw = bytes(self.buffer[:count])
        del self.buffer[:count]
        return raw
