"""As much of the wire as a measurement needs: frames out, the status of frames in. No protobuf runtime."""

import socket

HELLO, WELCOME, OPEN, DATA, END, CANCEL, CREDIT, PING, PONG, GOAWAY = range(1, 11)
MAGIC = 0x47525241


def varint(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def number(field, value):
    """A field with a number; it is written even where it is 0."""
    return varint(field << 3) + varint(value)


def data(field, value):
    """A field with bytes, a text or a message."""
    if isinstance(value, str):
        value = value.encode()
    return varint(field << 3 | 2) + varint(len(value)) + value


def frame(kind, stream=0, method=None, sequence=0, body=b""):
    content = b""
    if stream:
        content += number(1, stream)
    content += number(2, kind)
    if method:
        content += data(4, method)
    if sequence:
        content += number(8, sequence)
    if body:
        content += data(15, body)
    return varint(len(content)) + content


def hello(name="peers"):
    magic = varint(1 << 3 | 5) + MAGIC.to_bytes(4, "little")
    return frame(HELLO, body=magic + number(2, 1) + number(3, 1) + data(4, name))


def read_varint(buffer, offset):
    result = shift = 0
    while True:
        byte = buffer[offset]
        offset += 1
        result |= (byte & 0x7F) << shift
        if byte < 0x80:
            return result, offset
        shift += 7


def fields(buffer):
    """The fields of a message as (number, value): numbers, and bytes."""
    offset = 0
    while offset < len(buffer):
        tag, offset = read_varint(buffer, offset)
        if tag & 7 == 0:
            value, offset = read_varint(buffer, offset)
        elif tag & 7 == 2:
            length, offset = read_varint(buffer, offset)
            value = buffer[offset : offset + length]
            offset += length
        elif tag & 7 == 5:
            value = buffer[offset : offset + 4]
            offset += 4
        else:
            value = buffer[offset : offset + 8]
            offset += 8
        yield tag >> 3, value


class WireError(Exception):
    pass


class Connection:
    """A connection that makes calls one after the other, or many at once."""

    def __init__(self, port, greet=True, timeout=60):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = bytearray()
        self.stream = 0
        if greet:
            self.socket.sendall(hello())
            if self.frame().get(2) != WELCOME:
                raise WireError("no WELCOME")

    def close(self):
        self.socket.close()

    def frame(self):
        """The next frame, as a dictionary of its fields."""
        while True:
            content = self.take()
            if content is not None:
                return dict(fields(content))
            self.fill()

    def fill(self):
        received = self.socket.recv(1 << 18)
        if not received:
            raise WireError("the server closed the connection")
        self.buffer += received

    def take(self):
        if not self.buffer:
            return None
        try:
            length, start = read_varint(self.buffer, 0)
        except IndexError:
            return None
        if len(self.buffer) < start + length:
            return None
        content = bytes(self.buffer[start : start + length])
        del self.buffer[: start + length]
        return content

    def call(self, method, body=b""):
        """The body of the answer."""
        self.stream += 1
        self.socket.sendall(frame(OPEN, self.stream, method, body=body))
        answer = self.frame()
        while answer.get(2) == PING:
            self.socket.sendall(frame(PONG, sequence=answer.get(8, 0)))
            answer = self.frame()
        if answer.get(2) != END or answer.get(6, 0) != 0:
            raise WireError(f"{method}: {answer}")
        return answer.get(15, b"")

    def replay(self, frames, window):
        """Sends frames of calls, `window` of them under way at most, and waits for all answers."""
        sent = ended = 0
        count = len(frames)
        while ended < count:
            if sent < count and sent - ended < window:
                until = min(count, ended + window)
                self.socket.sendall(b"".join(frames[sent:until]))
                sent = until
            self.fill()
            ended += self.take_answers()

    def take_answers(self):
        """How many calls have ended well among what has come."""
        buffer, offset, ended = self.buffer, 0, 0
        size = len(buffer)
        while offset < size:
            start = offset
            length = buffer[offset]
            offset += 1
            if length >= 0x80:
                if offset >= size:
                    offset = start
                    break
                length = length & 0x7F | buffer[offset] << 7
                offset += 1
            if length >= 1 << 14:
                raise WireError("an answer is longer than expected")
            if offset + length > size:
                offset = start
                break
            # The stream, then the type, and then the body: a status would come before that.
            place = offset + 1
            while buffer[place] >= 0x80:
                place += 1
            if buffer[offset] != 0x08 or buffer[place + 1] != 0x10 or buffer[place + 2] != END:
                raise WireError(f"not an answer: {bytes(buffer[offset : offset + length])!r}")
            if place + 3 < offset + length and buffer[place + 3] != 0x7A:
                raise WireError(f"a call failed: {bytes(buffer[offset : offset + length])!r}")
            offset += length
            ended += 1
        del buffer[:offset]
        return ended
