"""The runner's own connection to the server: past the proxy and without any client library. It makes the changes of others,
and says what the lists really are."""
import asyncio
import base64

from . import protos
from .processes import Failure

MAGIC = 0x47525241
# How often, and after how many seconds each, the server is asked whether connections have ended.
MOST_LOOKS, LOOK_SECONDS = 1000, 0.01
# The most items in a page of a read.
PAGE_SIZE = 5000
# The largest frame that is taken, in bytes.
LARGEST_FRAME = 16 * 1024 * 1024


class CallError(Failure):
    """A call that did not end well."""

    def __init__(self, frame):
        status = protos.decode("Status", frame.get("body", b""))
        self.code = protos.STATUS_CODES[frame.get("status", 0)]
        super().__init__(f"{self.code}: {status.get('message', '')}")


class Direct:
    """A connection that makes unary calls, any number at a time."""

    def __init__(self, reader, writer, port):
        self.reader, self.writer, self.port = reader, writer, port
        self.stream = 0
        self.waiting = {}
        self.is_closed = False
        self.receiving = asyncio.ensure_future(self.receive())

    @classmethod
    async def connect(cls, port, token=""):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        hello = {"magic": MAGIC, "version_min": 1, "version_max": 1, "client_name": "scenarios", "token": token,
                 "largest_frame": LARGEST_FRAME}
        writer.write(protos.frame(type=1, body=protos.encode("Hello", hello)))
        return cls(reader, writer, port)

    async def receive(self):
        frames = protos.FrameReader()
        try:
            while data := await self.reader.read(65536):
                for frame, _ in frames.feed(data):
                    kind = protos.FRAME_TYPES.get(frame.get("type"))
                    if kind == "PING":
                        self.writer.write(protos.frame(type=9, sequence=frame.get("sequence", 0)))
                    elif kind == "END":
                        waiter = self.waiting.pop(frame["stream"], None)
                        if waiter and not waiter.done():
                            waiter.set_result(frame)
        except OSError:
            pass
        self.is_closed = True
        for waiter in self.waiting.values():
            if not waiter.done():
                waiter.set_exception(self.lost())

    def lost(self):
        return ConnectionError("the server closed the connection of the runner")

    async def call(self, method, request, message, answer):
        """One call, such as `Collections/Apply`, with the names of the messages of request and answer."""
        if self.is_closed:
            raise self.lost()
        self.stream += 1
        waiter = self.waiting[self.stream] = asyncio.get_running_loop().create_future()
        self.writer.write(protos.frame(type=3, stream=self.stream, method=f"arrange.v1.{method}",
                                       body=protos.encode(message, request)))
        frame = await waiter
        if frame.get("status", 0):
            raise CallError(frame)
        return protos.decode(answer, frame.get("body", b""))

    async def close(self):
        self.receiving.cancel()
        self.writer.close()

    # Calls in the form of the driver's protocol.

    async def create(self, collection, strategy=""):
        return await self.call("Collections/Create", {"name": collection, "strategy": strategy},
                               "CreateCollectionRequest", "CollectionInfo")

    async def board(self, sections, collection="board", strategy=""):
        """Makes a collection with some sections and items, given by their ids, in one commit."""
        await self.create(collection, strategy)
        operations = [{"insert_sections": {"sections": [{"id": id, "fields": {"title": f"Section {id}"}} for id in sections]}}]
        for id, items in sections.items():
            if items:
                new = [{"id": item, "fields": {"title": f"Item {item}"}} for item in items]
                operations.append({"insert_items": {"items": new, "section": id}})
        await self.apply(collection, operations)

    async def change_strategy(self, collection, strategy):
        await self.call("Collections/ChangeStrategy", {"collection": collection, "strategy": strategy},
                        "ChangeStrategyRequest", "ChangeStrategyResponse")

    async def delete(self, collection):
        await self.call("Collections/Delete", {"name": collection}, "DeleteCollectionRequest", "DeleteCollectionResponse")

    async def apply(self, collection, operations):
        request = {"collection": collection, "operations": [operation(one) for one in operations]}
        return await self.call("Collections/Apply", request, "ApplyRequest", "ApplyResponse")

    async def define_view(self, name, view):
        await self.call("Views/Define", {"name": name, "view": view["definition"]}, "DefineViewRequest", "ViewInfo")

    async def delete_view(self, name):
        await self.call("Views/Delete", {"name": name}, "DeleteViewRequest", "DeleteViewResponse")

    async def update_collection(self, collection, fields):
        request = {"name": collection, "set": field_list(fields)}
        await self.call("Collections/Update", request, "UpdateCollectionRequest", "CollectionInfo")

    async def info(self, collection):
        return await self.call("Collections/Get", {"name": collection}, "GetCollectionRequest", "CollectionInfo")

    async def server_info(self):
        return await self.call("Server/Info", {}, "ServerInfoRequest", "ServerInfoResponse")

    async def alone(self):
        """Returns once the server has no other connection."""
        for _ in range(MOST_LOOKS):
            connections = (await self.server_info()).get("counts", {}).get("connections", 1)
            if connections == 1:
                return
            await asyncio.sleep(LOOK_SECONDS)
        raise Failure(f"the server still has {connections} connections")

    async def occupy(self):
        """Takes one more connection of the server, once nobody else has one."""
        await self.alone()
        self.occupant = await Direct.connect(self.port)
        await self.occupant.server_info()

    async def vacate(self):
        await self.occupant.close()

    async def fetch(self, collection="", view=None):
        """The version of a list, and the list in the form of the driver's protocol."""
        request = {"page_size": PAGE_SIZE}
        if view:
            request["view"] = view["definition"]
        else:
            request["collection"] = collection
        sections = []
        while True:
            page = await self.call("Collections/Fetch", request, "FetchRequest", "FetchResponse")
            for run in page.get("sections", []):
                if run.get("index", 0) == len(sections):
                    sections.append({**element(run["section"]), "items": []})
                sections[run.get("index", 0)]["items"] += [element(item) for item in run.get("items", [])]
            token = page.get("next_page_token")
            if not token:
                return page["collection"].get("version", 0), {"sections": sections}
            request["page_token"] = token


def base64_text(data):
    return base64.b64encode(data).decode()


def element(message):
    """An ELEMENT of the driver's protocol."""
    found = {"id": message.get("id", ""), "fields": {}, "content_version": message.get("content_version", 0)}
    for field in message.get("fields", []):
        found["fields"][field.get("name", "")] = field_value(field)
    if message.get("key"):
        found["key"] = base64_text(message["key"])
    if origin := message.get("origin"):
        found["origin"] = {name: origin[name] for name in ("collection", "item") if origin.get(name)}
    return found


def field_value(field):
    if "bool_value" in field:
        return field["bool_value"]
    if "int_value" in field:
        return {"int": str(field["int_value"])}
    if "double_value" in field:
        return {"double": field["double_value"]}
    if "string_value" in field:
        return field["string_value"]
    if "bytes_value" in field:
        return {"bytes": base64_text(field["bytes_value"])}
    if "timestamp_us" in field:
        return {"timestamp": str(field["timestamp_us"])}
    return None


def field_list(fields):
    """Fields of the driver's protocol as messages."""
    return [{"name": name, **field_message(value)} for name, value in fields.items()]


def field_message(value):
    if value is None:
        return {"null_value": 0}
    if isinstance(value, bool):
        return {"bool_value": value}
    if isinstance(value, str):
        return {"string_value": value}
    kind, content = next(iter(value.items()))
    return {{"int": "int_value", "double": "double_value", "bytes": "bytes_value", "timestamp": "timestamp_us"}[kind]: content}


def operation(one):
    """An operation of the driver's protocol as a message."""
    kind, body = next(iter(one.items()))
    message = dict(body)
    for name in ("items", "sections"):
        if name in message and not kind.startswith("reorder"):
            message[name] = [
                {key: field_list(value) if key in ("fields", "set") else value for key, value in entry.items()}
                for entry in message[name]
            ]
    if "to" in message:
        place = dict(message["to"])
        if policy := place.pop("if_missing", None):
            place["if_anchor_missing"] = f"ANCHOR_POLICY_{policy.upper()}"
        message["to"] = place
    return {kind: message}
