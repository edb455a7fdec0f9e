"""The messages of Protos/arrange/v1, read from the files themselves: dictionaries to bytes and back."""
import base64
import pathlib
import re
import struct

PROTOS = pathlib.Path(__file__).resolve().parents[3] / "Protos" / "arrange" / "v1"

TOKEN = re.compile(r'"[^"]*"|[\w.]+|[{}();=<>\[\],-]')
VARINTS = {"int32", "int64", "uint32", "uint64", "bool"}
FIXED = {"fixed32": "<I", "fixed64": "<Q", "double": "<d", "float": "<f"}


class ProtoError(Exception):
    """Bytes that are no message, or a member that a message does not have."""


def read_files():
    """All messages, each with its fields by number, and all enums with their numbers by name."""
    messages, enums = {}, {}
    for file in sorted(PROTOS.glob("*.proto")):
        text = re.sub(r"//[^\n]*", "", file.read_text(encoding="utf-8"))
        tokens = TOKEN.findall(text)
        position = 0
        while position < len(tokens):
            word = tokens[position]
            if word in ("message", "enum"):
                end = closing(tokens, position + 2)
                body = tokens[position + 3:end]
                if word == "message":
                    messages[tokens[position + 1]] = fields(body)
                else:
                    enums[tokens[position + 1]] = values(body)
                position = end
            elif word == "service":
                position = closing(tokens, position + 2)
            position += 1
    return messages, enums


def closing(tokens, opening):
    """The index of the bracket that closes the one at `opening`."""
    depth = 0
    for index in range(opening, len(tokens)):
        depth += {"{": 1, "}": -1}.get(tokens[index], 0)
        if depth == 0:
            return index
    raise ProtoError("a bracket is not closed")


def fields(tokens):
    """Number → (name, type, repeated) of a message; members of a oneof are fields as any other."""
    found, line = {}, []
    for token in tokens:
        if token == "{":
            line = []
        elif token == ";":
            repeated = line[0] == "repeated"
            kind, name, _, number = line[repeated:repeated + 4]
            found[int(number)] = (name, kind, repeated)
            line = []
        elif token != "}":
            line.append(token)
    return found


def values(tokens):
    return {name: int(number) for name, _, number in
            (line.split() for line in " ".join(tokens).split(";") if line.strip())}


MESSAGES, ENUMS = read_files()
NUMBERS = {name: {field[0]: number for number, field in fields.items()} for name, fields in MESSAGES.items()}


def varint(number):
    number &= 0xFFFFFFFFFFFFFFFF
    encoded = bytearray()
    while number > 0x7F:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)


def read_varint(data, position):
    """The number at a position, and the position after it; IndexError where the data ends before."""
    number = shift = 0
    while True:
        byte = data[position]
        position += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, position
        shift += 7
        if shift > 63:
            raise ProtoError("a number has more than ten bytes")


def encode(message, members):
    """The bytes of a message. Values may be as in protobuf's JSON: numbers and bytes as text, enums by name."""
    encoded = bytearray()
    for name, value in members.items():
        number = NUMBERS[message].get(name)
        if number is None:
            raise ProtoError(f"{message} has no member {name}")
        _, kind, repeated = MESSAGES[message][number]
        for single in value if repeated else [value]:
            encoded += encode_field(number, kind, single)
    return bytes(encoded)


def encode_field(number, kind, value):
    if kind in ENUMS or kind in VARINTS:
        number_of_value = ENUMS[kind][value] if isinstance(value, str) and kind in ENUMS else int(value or 0)
        return varint(number << 3) + varint(number_of_value)
    if kind in FIXED:
        value = float(value) if kind in ("double", "float") else int(value)
        packed = struct.pack(FIXED[kind], value)
        return varint(number << 3 | (5 if len(packed) == 4 else 1)) + packed
    if kind == "string":
        data = value.encode()
    elif kind == "bytes":
        data = base64.b64decode(value) if isinstance(value, str) else value
    else:
        data = encode(kind, value)
    return varint(number << 3 | 2) + varint(len(data)) + data


def decode(message, data):
    """The members of a message that are on the wire; those that are not are left out, as defaults are."""
    members, position = {}, 0
    known = MESSAGES[message]
    while position < len(data):
        tag, position = read_varint(data, position)
        wire = tag & 7
        if wire == 0:
            raw, position = read_varint(data, position)
        elif wire in (1, 5):
            size = 8 if wire == 1 else 4
            raw, position = data[position:position + size], position + size
        elif wire == 2:
            size, position = read_varint(data, position)
            raw, position = data[position:position + size], position + size
            if len(raw) != size:
                raise ProtoError(f"{message} ends within a member")
        else:
            raise ProtoError(f"{message} has a member of the wire type {wire}")
        if tag >> 3 not in known:
            continue
        name, kind, repeated = known[tag >> 3]
        if repeated:
            packed = wire == 2 and (kind in VARINTS or kind in ENUMS or kind in FIXED)
            members.setdefault(name, []).extend(unpack(kind, raw) if packed else [decode_value(kind, raw)])
        else:
            members[name] = decode_value(kind, raw)
    return members


def unpack(kind, data):
    position, found = 0, []
    while position < len(data):
        if kind in FIXED:
            size = struct.calcsize(FIXED[kind])
            raw, position = data[position:position + size], position + size
        else:
            raw, position = read_varint(data, position)
        found.append(decode_value(kind, raw))
    return found


def decode_value(kind, raw):
    if kind == "bool":
        return raw != 0
    if kind in ("int32", "int64"):
        return raw - (1 << 64) if raw >= 1 << 63 else raw
    if kind in VARINTS or kind in ENUMS:
        return raw
    if kind in FIXED:
        return struct.unpack(FIXED[kind], raw)[0]
    if kind == "string":
        return bytes(raw).decode()
    return bytes(raw) if kind == "bytes" else decode(kind, raw)


class FrameReader:
    """Takes bytes as they come; gives the frames that are complete, with their bytes."""

    def __init__(self):
        self.data = bytearray()

    def feed(self, data):
        """All frames that are complete now: pairs of their members and their bytes, length included."""
        self.data += data
        found, position = [], 0
        while True:
            try:
                size, start = read_varint(self.data, position)
            except IndexError:
                break
            if len(self.data) < start + size:
                break
            raw = bytes(self.data[position:start + size])
            found.append((decode("Frame", raw[start - position:]), raw))
            position = start + size
        del self.data[:position]
        return found

    def end(self):
        """What follows from the end of the bytes: nothing."""
        return []


def frame(**members):
    """The bytes of a frame, length included."""
    data = encode("Frame", members)
    return varint(len(data)) + data


FRAME_TYPES = {number: name.removeprefix("FRAME_TYPE_") for name, number in ENUMS["FrameType"].items()}
STATUS_CODES = (
    "OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED "
    "RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS "
    "UNAUTHENTICATED"
).split()
