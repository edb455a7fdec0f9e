#!/usr/bin/python3
"""Carries out the commands of a scenario with the client for Python; Clients/scenarios/README.md describes them."""

from __future__ import annotations

import asyncio
import base64
import json
import pathlib
import sys
from collections.abc import Callable, Coroutine
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "src"))

from google.protobuf import json_format

import arrange
from arrange import ArrangeError, BatchError, SectionedList, StatusCode
from arrange.v1 import views_pb2

Json = dict[str, Any]

LOOK_AGAIN_SECONDS = 0.005
"""How often something is looked at that the library does not report."""


class DriverError(Exception):
    """A command that the driver can't understand."""


# Values.


def to_base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def read_value(value: Any) -> arrange.FieldValue:
    if not isinstance(value, dict):
        if isinstance(value, int) and not isinstance(value, bool):
            raise DriverError("an integer is a text")
        return value  # type: ignore[no-any-return]
    ((kind, content),) = value.items()
    match kind:
        case "int":
            return int(content)
        case "double":
            return float(content)
        case "bytes":
            return base64.b64decode(content)
        case "timestamp":
            return arrange.Timestamp(int(content))
    raise DriverError(f"there is no value {kind}")


def write_value(value: arrange.FieldValue) -> Any:
    match value:
        case None | bool() | str():
            return value
        case arrange.Timestamp(microseconds):
            return {"timestamp": str(microseconds)}
        case int():
            return {"int": str(value)}
        case float():
            return {"double": value}
        case bytes():
            return {"bytes": to_base64(value)}


def read_fields(fields: Json | None) -> dict[str, arrange.FieldValue]:
    return {name: read_value(value) for name, value in (fields or {}).items()}


def write_fields(fields: arrange.Fields) -> Json:
    return {name: write_value(value) for name, value in fields.items()}


def write_element(element: arrange.Element) -> Json:
    result: Json = {
        "id": element.id,
        "fields": write_fields(element.fields),
        "content_version": element.content_version,
    }
    if element.key:
        result["key"] = to_base64(element.key)
    if element.origin is not None:
        result["origin"] = {"collection": element.origin.collection}
        if element.origin.item:
            result["origin"]["item"] = element.origin.item
    return result


def write_list(value: SectionedList) -> Json:
    sections = []
    for section in value.sections:
        items = [write_element(item) for item in section.items]
        sections.append({**write_element(section.element), "items": items})
    return {"sections": sections}


def write_info(info: arrange.CollectionInfo) -> Json:
    return {
        "name": info.name,
        "strategy": info.strategy,
        "version": info.version,
        "section_count": info.section_count,
        "item_count": info.item_count,
        "fields": write_fields(info.fields),
    }


def write_placed(placed: arrange.PlacedElement) -> Json:
    result: Json = {"id": placed.id}
    if placed.item is not None:
        result["at"] = list(placed.item)
    if placed.section is not None:
        result["at"] = [placed.section]
    return result


def write_error(error: ArrangeError) -> Json:
    result: Json = {
        "code": error.code.name,
        "message": error.message,
        "processed": error.processed.name.lower(),
    }
    if error.field is not None:
        result["field"] = error.field
    if error.retry_after is not None:
        result["retry_after_ms"] = round(error.retry_after * 1000)
    return result


def read_place(place: Json | None) -> arrange.Place | None:
    if place is None:
        return None
    policy = arrange.IfMissing[place.get("if_missing", "fail").upper()]
    if "before" in place:
        return arrange.before(place["before"], policy)
    if "after" in place:
        return arrange.after(place["after"], policy)
    if "at" in place:
        return arrange.at(place["at"])
    return arrange.first() if place.get("first") else arrange.last()


def read_source(command: Json) -> arrange.Source:
    if "view" in command:
        return read_view(command["view"])
    name: str = command["collection"]
    return name


def read_view(view: Json) -> views_pb2.View:
    return json_format.ParseDict(view["definition"], views_pb2.View())


def read_operation(operation: Json) -> arrange.Operation:
    ((kind, content),) = operation.items()
    section, to = content.get("section"), read_place(content.get("to"))
    elements = content.get("items", content.get("sections", []))

    def new() -> list[Any]:
        return [arrange.element(each.get("id", ""), read_fields(each.get("fields"))) for each in elements]

    def references() -> list[Any]:
        return [arrange.reference(each["id"], each.get("if_content_version")) for each in elements]

    def updates() -> list[Any]:
        return [
            arrange.update(
                each["id"],
                read_fields(each.get("set")),
                remove=each.get("remove", []),
                replace_all=each.get("replace_all", False),
                if_content_version=each.get("if_content_version"),
            )
            for each in elements
        ]

    match kind:
        case "insert_items":
            return arrange.insert_items(new(), section=section, to=to)
        case "move_items":
            return arrange.move_items(references(), section=section, to=to)
        case "update_items":
            return arrange.update_items(updates())
        case "remove_items":
            return arrange.remove_items(references())
        case "reorder_items":
            return arrange.reorder_items(elements, section=section or "")
        case "insert_sections":
            return arrange.insert_sections(new(), to=to)
        case "move_sections":
            return arrange.move_sections(references(), to=to)
        case "update_sections":
            return arrange.update_sections(updates())
        case "remove_sections":
            return arrange.remove_sections(references(), only_if_empty=content.get("only_if_empty", False))
        case "reorder_sections":
            return arrange.reorder_sections(elements)
    raise DriverError(f"there is no operation {kind}")


def read_options(options: Json) -> arrange.UpdateOptions:
    result: Json = {}
    for name, value in options.items():
        match name:
            case "profile":
                result["profile"] = arrange.Profile(value)
            case "shortest_interval_ms" | "progress_interval_ms":
                result[name.removesuffix("_ms")] = value / 1000
            case "keys":
                result["sends_keys"] = value
            case "authors":
                result["names_authors"] = value
            case "own_request_prefix":
                result[name] = base64.b64decode(value)
            case "reload_threshold" | "largest_batch_bytes" | "reconnection_attempts":
                result[name] = value
            case _:
                raise DriverError(f"there is no option {name}")
    return arrange.UpdateOptions(**result)


# What commands refer to by name.


class ScenarioClient:
    """A client with the states that it reported."""

    def __init__(self, command: Json) -> None:
        policy = arrange.RetryPolicy()
        policy = arrange.RetryPolicy(
            maximum_attempts=command.get("attempts", policy.maximum_attempts),
            initial_backoff=command.get("backoff_ms", policy.initial_backoff * 1000) / 1000,
            maximum_backoff=command.get("max_backoff_ms", policy.maximum_backoff * 1000) / 1000,
        )
        standard = arrange.Configuration()
        configuration = arrange.Configuration(
            connect_timeout=command.get("connect_timeout_ms", standard.connect_timeout * 1000) / 1000,
            call_timeout=command.get("call_timeout_ms", standard.call_timeout * 1000) / 1000,
            retry=policy,
        )
        self.client = arrange.Client(command["server"], token=command.get("token"), configuration=configuration)
        self.seen: list[str] = []
        self.watch = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        async for state in self.client.connection_states():
            self.seen.append(state.status.value)

    def states(self) -> Json:
        return {"now": self.client.connection.status.value, "seen": self.seen}


class Stream:
    """A subscription with the list that its updates lead to."""

    def __init__(self, updates: arrange.ListUpdates, start: SectionedList) -> None:
        self.updates = updates
        self.list = start

    async def take(self, with_list: bool) -> Json:
        try:
            update = await anext(self.updates)
        except StopAsyncIteration:
            return {"update": "end"}
        result: Json = {
            "version": update.version,
            "epoch": str(update.epoch),
            "token": to_base64(update.resume_token),
        }
        match update.content:
            case arrange.WholeList(whole, reason):
                self.list = whole
                result |= {"update": "list", "reason": reason.name.lower()}
            case arrange.Changes(batch, start, commits):
                self.list.apply(batch)
                result |= {"update": "batch", "from": start, "commits": commits, "changes": len(batch)}
                result["own"] = [to_base64(id) for id in update.own_request_ids]
                result["authors"] = [
                    {"principal": author.principal, "commits": author.commits} for author in update.authors
                ]
            case arrange.Progress():
                result["update"] = "progress"
        if with_list:
            result["list"] = write_list(self.list)
        return result


class Screen:
    """A live list, and a copy that changes only by what is reported."""

    def __init__(self, live: arrange.LiveList) -> None:
        self.live = live
        self.copy = SectionedList()
        self.reports: list[Json] = []
        self.ended: Json | None = None
        self.task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        try:
            async for event in self.live:
                self._report(event)
        except ArrangeError as error:
            self._end(write_error(error))
        except BatchError as error:
            self._end({"code": "FOLD", "message": str(error)})

    def _end(self, error: Json) -> None:
        self.ended = error
        self.reports.append({"kind": "ended"})

    def _report(self, event: arrange.ListEvent) -> None:
        match event:
            case arrange.ListChanged(batch):
                self.copy.apply(batch)
                self.reports.append({"kind": "changes"})
            case arrange.ListReplaced():
                self.copy = self.live.list.copy()
                self.reports.append({"kind": "reload"})
            case arrange.MoveRefused(request_id, error):
                refused = {"request_id": to_base64(request_id), "error": write_error(error)}
                self.reports.append({"kind": "refused", **refused})
            case arrange.ConnectionChanged(state):
                self.reports.append({"kind": state.status.value})

    def move(self, command: Json) -> Json:
        move_rows = self.live.place if command.get("in_view") else self.live.move
        move = move_rows(command["items"], section=command.get("section"), to=read_place(command.get("to")))
        if move.changes is not None:
            self.copy.apply(move.changes)
        return {"changed": move.changes is not None, "request_id": to_base64(move.request_id)}

    def look(self) -> Json:
        result: Json = {
            "loaded": self.live.is_loaded,
            "version": self.live.version or 0,
            "pending": self.live.has_pending_moves,
            "list": write_list(self.live.list),
            "screen": write_list(self.copy),
            "reports": self.reports,
        }
        if self.ended is not None:
            result["ended"] = self.ended
        return result

    async def until(self, condition: Callable[[], bool]) -> Json:
        while not condition():
            await asyncio.sleep(LOOK_AGAIN_SECONDS)
        return self.look()

    async def close(self) -> None:
        await self.live.aclose()
        await self.task


class Driver:
    """Carries out commands and writes replies."""

    def __init__(self) -> None:
        self.clients: dict[str, ScenarioClient] = {}
        self.streams: dict[str, Stream] = {}
        self.screens: dict[str, Screen] = {}
        self.tasks: dict[int, asyncio.Task[None]] = {}

    async def run(self) -> None:
        reader = asyncio.StreamReader(limit=2**26)
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        while line := await reader.readline():
            command = json.loads(line)
            try:
                work = self.begin(command)
            except Exception as error:
                self.reply(command["id"], error)
                continue
            if isinstance(work, dict):
                self.reply(command["id"], work)
            else:
                self.tasks[command["id"]] = asyncio.create_task(self.finish(command["id"], work))
            if command["do"] == "quit":
                await asyncio.gather(*self.tasks.values(), return_exceptions=True)
                return
            # Calls are begun in the order of their commands.
            await asyncio.sleep(0)

    async def finish(self, id: int, work: Coroutine[Any, Any, Json]) -> None:
        try:
            self.reply(id, await work)
        except asyncio.CancelledError:
            self.reply(id, ArrangeError(StatusCode.CANCELLED, "the command was cancelled"))
        except Exception as error:
            self.reply(id, error)
        finally:
            self.tasks.pop(id, None)

    def reply(self, id: int, outcome: Json | Exception) -> None:
        reply: Json = {"id": id}
        match outcome:
            case dict():
                reply["ok"] = outcome
            case ArrangeError():
                reply["error"] = write_error(outcome)
            case BatchError():
                reply["error"] = {"code": "FOLD", "message": str(outcome)}
            case _:
                reply["error"] = {"code": "DRIVER", "message": f"{type(outcome).__name__}: {outcome}"}
        print(json.dumps(reply), flush=True)

    def begin(self, command: Json) -> Json | Coroutine[Any, Any, Json]:
        """Carries out what does not wait, and returns what does."""
        name = command["do"]
        match name:
            case "hello":
                return {"library": "python"}
            case "connect":
                self.clients[command["client"]] = ScenarioClient(command)
                return {}
            case "cancel":
                if (task := self.tasks.get(command["command"])) is not None:
                    task.cancel()
                return {}
            case "take":
                return self.streams[command["stream"]].take(command.get("list", False))
            case "end":
                return self.end(command)
            case "quit":
                return self.quit()
        if "list" in command and name != "follow":
            return self.on_screen(self.screens[command["list"]], command)
        scenario = self.clients[command["client"]]
        match name:
            case "states":
                return scenario.states()
            case "await_state":
                return self.await_state(scenario, command)
            case "open":
                return self.open(scenario.client, command)
            case "follow":
                self.screens[command["list"]] = Screen(scenario.client.live(read_source(command)))
                return {}
        return self.call(scenario.client, command)

    def on_screen(self, screen: Screen, command: Json) -> Json | Coroutine[Any, Any, Json]:
        live = screen.live
        match command["do"]:
            case "move":
                return screen.move(command)
            case "look":
                return screen.look()
            case "settle":
                version = command.get("version", 0)
                return screen.until(
                    lambda: live.is_loaded and (live.version or 0) >= version and not live.has_pending_moves
                )
            case "await_report":
                kind, after = command["kind"], command["after"]
                return screen.until(lambda: any(report["kind"] == kind for report in screen.reports[after:]))
            case "unfollow":
                return self.unfollow(screen)
        raise DriverError(f"there is no command {command['do']}")

    async def unfollow(self, screen: Screen) -> Json:
        await screen.close()
        return {}

    async def await_state(self, scenario: ScenarioClient, command: Json) -> Json:
        while command["state"] not in scenario.seen[command["after"] :]:
            await asyncio.sleep(LOOK_AGAIN_SECONDS)
        return scenario.states()

    def open(self, client: arrange.Client, command: Json) -> Json:
        start = SectionedList()
        if "list_of" in command:
            start = self.streams[command["list_of"]].list.copy()
        token = base64.b64decode(command["token"]) if "token" in command else None
        options = read_options(command.get("options", {}))
        self.streams[command["stream"]] = Stream(client.updates(read_source(command), token, options), start)
        return {}

    async def end(self, command: Json) -> Json:
        await self.streams[command["stream"]].updates.aclose()
        return {}

    async def call(self, client: arrange.Client, command: Json) -> Json:
        match command["do"]:
            case "close":
                await client.close()
                return {}
            case "create":
                fields = read_fields(command.get("fields"))
                info = await client.create(command["collection"], strategy=command.get("strategy", ""), fields=fields)
                return write_info(info)
            case "info":
                return write_info(await client.info(command["collection"]))
            case "delete":
                await client.delete(command["collection"])
                return {}
            case "collections":
                return {"names": [info.name async for info in client.collections(command.get("page_size", 0))]}
            case "apply":
                return await self.apply(client, command)
            case "fetch":
                return await self.fetch(client, command)
            case "history":
                return await self.history(client, command)
            case "define_view":
                await client.define_view(command["name"], read_view(command["view"]))
                return {}
            case "delete_view":
                await client.delete_view(command["name"])
                return {}
            case "strategies":
                return {"names": [strategy.name for strategy in (await client.strategies()).strategies]}
            case "server_info":
                return {"version": (await client.server_info()).version}
            case "ping":
                await client.ping()
                return {}
        raise DriverError(f"there is no command {command['do']}")

    async def apply(self, client: arrange.Client, command: Json) -> Json:
        request_id = base64.b64decode(command["request_id"]) if "request_id" in command else None
        result = await client.apply(
            command["collection"],
            *(read_operation(operation) for operation in command["operations"]),
            request_id=request_id,
            if_version=command.get("if_version"),
        )
        return {
            "version": result.version,
            "changed": result.changed,
            "repeated": result.replayed,
            "operations": [[write_placed(placed) for placed in operation] for operation in result.operations],
        }

    async def fetch(self, client: arrange.Client, command: Json) -> Json:
        whole, version, count = SectionedList(), 0, 0
        async for page in client.pages(read_source(command), page_size=command.get("page_size", 0)):
            version, count = page.collection.version, count + 1
            for run in page.slices:
                if run.index == len(whole.sections):
                    whole.sections.append(arrange.Section(run.element))
                whole.sections[run.index].items += run.items
        return {**write_list(whole), "version": version, "pages": count}

    async def history(self, client: arrange.Client, command: Json) -> Json:
        history = await client.history(
            command["collection"], command.get("from", 0), command.get("to"), limit=command.get("limit", 0)
        )
        commits = [
            {
                "version": commit.version,
                "request_id": to_base64(commit.request_id),
                "changes": commit.change_count or len(commit.changes),
            }
            for commit in history.commits
        ]
        return {"version": history.version, "commits": commits}

    async def quit(self) -> Json:
        for screen in self.screens.values():
            await screen.close()
        for scenario in self.clients.values():
            await scenario.client.close()
        return {}


if __name__ == "__main__":
    asyncio.run(Driver().run())
