#!/usr/bin/python3
"""A client of Arrange without any library of Arrange: the official protobuf runtime and a socket.

    Examples/wire/board.py [HOST [PORT [NAME]]]

It connects with TLS where the environment says whom to trust: ARRANGE_CA, and ARRANGE_CERT and ARRANGE_KEY for what to show.
"""
import importlib
import os
import pathlib
import socket
import ssl
import subprocess
import sys
import tempfile
import types

from google.protobuf.internal.decoder import _DecodeVarint32
from google.protobuf.internal.encoder import _VarintBytes

PROTOS = pathlib.Path(__file__).resolve().parents[2] / "Protos"


def generate():
    """Makes Python of the specification; gives all messages and constants of it."""
    with tempfile.TemporaryDirectory() as directory:
        files = sorted(PROTOS.glob("arrange/v1/*.proto"))
        subprocess.run(["protoc", f"-I{PROTOS}", f"--python_out={directory}", *files], check=True)
        # As packages, they come before those of a client library that is installed.
        for package in ("arrange", "arrange/v1"):
            pathlib.Path(directory, package, "__init__.py").touch()
        sys.path.insert(0, directory)
        modules = [importlib.import_module(f"arrange.v1.{file.stem}_pb2") for file in files]
    return types.SimpleNamespace(**{name: value for module in modules for name, value in vars(module).items()})


pb = generate()


class ArrangeError(Exception):
    """A call, or the whole connection, that did not end well."""

    def __init__(self, code, status):
        self.code, self.status = code, status
        field = "".join(f" (field: {d.value.decode()})" for d in status.details if d.name == "field")
        super().__init__(f"status {code}: {status.message}{field}")


class Arrange:
    """A connection: frames, each after its length as a varint."""

    def __init__(self, host, port, token=""):
        self.socket = socket.create_connection((host, port), timeout=10)
        if "ARRANGE_CA" in os.environ:
            context = ssl.create_default_context(cafile=os.environ["ARRANGE_CA"])
            if "ARRANGE_CERT" in os.environ:
                context.load_cert_chain(os.environ["ARRANGE_CERT"], os.environ["ARRANGE_KEY"])
            self.socket = context.wrap_socket(self.socket, server_hostname=host)
        self.received = b""
        self.stream = 0
        hello = pb.Hello(magic=0x47525241, version_min=1, version_max=1, client_name="wire-example",
                         token=token)
        self.send(pb.Frame(type=pb.FRAME_TYPE_HELLO, body=hello.SerializeToString()))
        self.welcome = pb.Welcome.FromString(self.receive(pb.FRAME_TYPE_WELCOME).body)

    def send(self, frame):
        data = frame.SerializeToString()
        self.socket.sendall(_VarintBytes(len(data)) + data)

    def receive(self, wanted):
        """The next frame of the wanted type. Answers PING, and stops at GOAWAY."""
        while True:
            frame = self.next_frame()
            if frame.type == wanted:
                return frame
            if frame.type == pb.FRAME_TYPE_PING:
                self.send(pb.Frame(type=pb.FRAME_TYPE_PONG, sequence=frame.sequence))
            elif frame.type == pb.FRAME_TYPE_GOAWAY:
                raise ArrangeError(frame.status, pb.Status.FromString(frame.body))

    def next_frame(self):
        while True:
            try:
                size, start = _DecodeVarint32(self.received, 0)
                if len(self.received) >= start + size:
                    frame = pb.Frame.FromString(self.received[start:start + size])
                    self.received = self.received[start + size:]
                    return frame
            except IndexError:
                pass  # Not even the length is complete.
            data = self.socket.recv(65536)
            if not data:
                raise ConnectionError("the server closed the connection")
            self.received += data

    def call(self, method, request, response):
        """A call with one answer: OPEN with the request, END with the response or a Status."""
        self.stream += 1
        method, body = f"arrange.v1.Collections/{method}", request.SerializeToString()
        self.send(pb.Frame(type=pb.FRAME_TYPE_OPEN, stream=self.stream, method=method, body=body))
        end = self.receive(pb.FRAME_TYPE_END)
        if end.status:
            raise ArrangeError(end.status, pb.Status.FromString(end.body))
        return response.FromString(end.body)

    def apply(self, collection, *operations):
        request = pb.ApplyRequest(collection=collection, operations=operations)
        return self.call("Apply", request, pb.ApplyResponse)


def item(id, title):
    return pb.NewElement(id=id, fields=[pb.Field(name="title", string_value=title)])


def main(host="127.0.0.1", port="7411", name="wire-board"):
    client = Arrange(host, int(port))
    print(f"connected, version {client.welcome.version} of the wire")
    request = pb.CreateCollectionRequest(name=name, strategy="lexorank")
    created = client.call("Create", request, pb.CollectionInfo)
    print(f"created {created.name} with strategy {created.strategy}")

    # One transaction: a section and three items in it. All of it happens, or nothing.
    section = pb.InsertSections(sections=[pb.NewElement(id="todo")])
    items = [item("write", "Write it"), item("read", "Read it"), item("ship", "Ship it")]
    insert = pb.InsertItems(items=items, section="todo")
    result = client.apply(name, pb.Operation(insert_sections=section), pb.Operation(insert_items=insert))
    print(f"inserted {len(result.operations[1].elements)} items, now at version {result.version}")

    # What a person does with a finger.
    move = pb.MoveItems(items=[pb.ElementReference(id="ship")], to=pb.Placement(before="write"))
    client.apply(name, pb.Operation(move_items=move))
    content = client.call("Fetch", pb.FetchRequest(collection=name), pb.FetchResponse)
    print(f"{content.collection.name}, version {content.collection.version}")
    for slice in content.sections:
        print(f"  {slice.section.id}: {', '.join(item.id for item in slice.items)}")

    # What can't be done is said in words, and with the path of the field at fault.
    move.to.before = "nobody"
    try:
        client.apply(name, pb.Operation(move_items=move))
    except ArrangeError as error:
        print(error)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (ArrangeError, OSError) as error:
        sys.exit(f"board.py: {error}")
