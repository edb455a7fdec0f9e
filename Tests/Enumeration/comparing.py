"""Asks a running server for each case, and compares its answers with what is expected."""

from __future__ import annotations

import asyncio
import itertools
import sys
import time
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from cases import Block
from placing import Outcome, Request
from resolving import resolve
from serving import arrange, support, views_pb2
from shown import FIELDS, Collection, Fields, State, shown, state_json, view_text

AT_ONCE = 64
"""Requests that wait for their answers at the same time."""
KEPT_STATES = 8
"""Lists that are there at the same time; older ones are deleted."""

Answer = Mapping[str, Any]
"""What a server answered, in the form of `Outcome.json`. A member that a server does not tell is left out, and not
compared."""


class Placing(Protocol):
    """The call that is compared."""

    async def place(self, view: views_pb2.View, request: Request, names: Mapping[str, str], *, dry_run: bool) -> Answer:
        """Places rows, or inserts items. `names` has for each collection the name that it has on the server; the
        collections of effects are named as in the case, `one` and `two`."""


class ClientPlacing:
    """`Views/Place` by the client for Python."""

    def __init__(self, client: arrange.Client) -> None:
        self.client = client

    async def place(self, view: views_pb2.View, request: Request, names: Mapping[str, str], *, dry_run: bool) -> Answer:
        words = {"SECTION": "section", "SORT_FIELDS": "sort", "COLLECTION": "collection"}
        originals = {served: name for name, served in names.items()}
        place: dict[str, Any] = {"rows": request.rows}
        if request.new:
            place = {
                "items": [
                    arrange.element(row, fields_map(fields))
                    for row, fields in zip(request.rows, request.new, strict=True)
                ]
            }
        aim = {"AUTO": "automatic", "AFTER_PREVIOUS": "after_previous", "BEFORE_NEXT": "before_next"}[request.aim]
        try:
            answer = await self.client.place(
                view,
                **place,
                section=request.section,
                after=request.previous,
                before=request.next,
                aim=aim,
                allow=[words[effect] for effect in request.allow],
                dry_run=dry_run,
            )
        except arrange.ArrangeError as error:
            named = (error.field or "").removeprefix("allow[").removesuffix("]").split(",")
            is_effect = (error.field or "").startswith("allow[")
            missing = [effect for effect, word in words.items() if is_effect and word in named]
            return {"code": error.code.name, "missing": missing}
        hidden = ["", "FILTER", "CAP", "WINDOW"]
        effects = [
            {
                "row": effect.row,
                "collection": originals[effect.origin.collection],
                "section": effect.origin.section,
                "set": {field.name: field.int_value for field in effect.set},
                "removed": list(effect.removed),
                "hidden": hidden[effect.hidden],
            }
            for effect in answer.effects
        ]
        return {
            "code": "OK",
            "ambiguous": answer.ambiguous,
            "hidden_between": answer.effects[0].hidden_between,
            "effects": effects,
        }


class Lists:
    """The lists of the cases on a server."""

    def __init__(self, client: arrange.Client, prefix: str) -> None:
        self.client, self.prefix = client, prefix
        self.numbers = itertools.count(1)
        self.kept: list[dict[str, str]] = []

    async def create(self, state: State) -> dict[str, str]:
        """Creates the collections of a state. Returns their names."""
        number = next(self.numbers)
        names = {name: f"{self.prefix}-{number}-{name}" for name in state}
        for name, collection in state.items():
            await self.client.create(names[name])
            operations = [arrange.insert_sections([arrange.element(section) for section, _ in collection.sections])]
            for section, items in collection.sections:
                if items:
                    elements = [arrange.element(item, fields_map(collection.fields[item])) for item in items]
                    operations.append(arrange.insert_items(elements, section=section))
            await self.client.apply(names[name], *operations)
        self.kept.append(names)
        if len(self.kept) > KEPT_STATES:
            for name in self.kept.pop(0).values():
                await self.client.delete(name)
        return names

    async def read(self, names: Mapping[str, str]) -> State:
        """The collections as they are now."""
        state = {}
        for name, served in names.items():
            _, found = await self.client.read(served)
            sections = tuple((section.id, tuple(item.id for item in section.items)) for section in found.sections)
            fields = {item.id: fields_of(item.fields) for section in found.sections for item in section.items}
            state[name] = Collection(sections, fields)
        return state


def fields_map(fields: Fields) -> dict[str, int]:
    return {name: value for name, value in zip(FIELDS, fields, strict=True) if value is not None}


def fields_of(fields: Mapping[str, Any]) -> Fields:
    return (fields.get("a"), fields.get("b"))


def difference(expected: Outcome, answer: Answer) -> str:
    """What an answer has that is not expected, or nothing."""
    wanted = expected.json()
    for name, value in wanted.items():
        if name == "effects":
            found = answer.get(name, [])
            if len(found) != len(value):
                return f"{len(found)} effects instead of {len(value)}"
            for one, other in zip(value, found, strict=True):
                for member in one.keys() & other.keys():
                    if one[member] != other[member]:
                        return f"{one['row']}: {member} is {other[member]!r} instead of {one[member]!r}"
        elif name in answer and value is not None and sorted_texts(answer[name]) != sorted_texts(value):
            return f"{name} is {answer[name]!r} instead of {value!r}"
    return "" if "code" in answer else "no code"


def sorted_texts(value: Any) -> Any:
    return sorted(value) if isinstance(value, list | tuple) else value


class Comparison:
    """The cases of a run, with what differs."""

    def __init__(self, client: arrange.Client, placing: Placing, prefix: str, apply_one_in: int = 0) -> None:
        self.client, self.placing, self.apply_one_in = client, placing, apply_one_in
        self.lists = Lists(client, prefix)
        self.cases = self.applied = 0
        self.failures: list[str] = []

    async def check(self, source: Iterable[Block], limit: int, most_failures: int) -> None:
        """Checks blocks until there were enough cases or failures. The lists of consecutive blocks are the same."""
        state: State | None = None
        names: dict[str, str] = {}
        for block in source:
            if block.state is not state:
                state = block.state
                names = await self.lists.create(state)
            await self.check_block(block, names)
            if (limit and self.cases >= limit) or len(self.failures) >= most_failures:
                break
        if state is not None and names in self.lists.kept and await self.lists.read(names) != dict(state):
            self.failures.append(f"requests with dry_run changed the lists of {state_json(state)}")

    async def check_block(self, block: Block, names: Mapping[str, str]) -> None:
        text = view_text(block.look.view, names)
        view = await self.parse(text)
        _, found = await self.client.read(view)
        rows = [(section.id, [item.id for item in section.items]) for section in found.sections]
        expected = [
            (part.row(section), [part.row(item) for item in items])
            for part, section, items in shown(block.look.view, block.state)
        ]
        if rows != expected:
            self.failures.append(f"{text!r} shows {rows} instead of {expected} of {state_json(block.state)}")
            return
        for group in batched(block.requests, AT_ONCE):
            await asyncio.gather(*(self.check_request(block, view, request, names) for request in group))

    async def check_request(
        self, block: Block, view: views_pb2.View, request: Request, names: Mapping[str, str]
    ) -> None:
        expected = resolve(block.look, request)
        self.cases += 1
        carries_out = self.apply_one_in and self.cases % self.apply_one_in == 0
        wrong = difference(expected, await self.placing.place(view, request, names, dry_run=True))
        if not wrong and carries_out:
            wrong = await self.carry_out(block, request, expected)
        if wrong:
            text = view_text(block.look.view, {name: name for name in names})
            self.failures.append(f"{wrong}\n  {text!r}\n  {state_json(block.state)}\n  {request.json()}")

    async def carry_out(self, block: Block, request: Request, expected: Outcome) -> str:
        """Places rows in lists of their own, and looks at them afterwards."""
        self.applied += 1
        lists = Lists(self.client, f"{self.lists.prefix}-applied-{self.applied}")
        names = await lists.create(block.state)
        versions = [(await self.client.info(name)).version for name in names.values()]
        view = await self.parse(view_text(block.look.view, names))
        wrong = difference(expected, await self.placing.place(view, request, names, dry_run=False))
        found = await lists.read(names)
        wanted = dict(block.state) if expected.state is None else expected.state
        if not wrong and found != wanted:
            wrong = f"the lists are {state_json(found)} instead of {state_json(wanted)}"
        if not wrong and not expected.writes:
            after = [(await self.client.info(name)).version for name in names.values()]
            wrong = "" if after == versions else "there is a commit that changes nothing"
        for name in names.values():
            await self.client.delete(name)
        return wrong

    async def parse(self, text: str) -> views_pb2.View:
        response = await self.client.parse_view(text)
        assert not response.HasField("error"), f"{text}: {response.error.message}"
        return response.view


def batched(requests: list[Request], size: int) -> Iterable[list[Request]]:
    return (requests[start : start + size] for start in range(0, len(requests), size))


async def compare(
    source: Iterable[Block], address: str | None, limit: int, most_failures: int, apply_one_in: int
) -> int:
    """Compares with a server, or one that is started for it. Returns the exit code."""
    start = time.monotonic()
    server = support.Server() if address is None else None
    try:
        async with arrange.Client(server.address if server else address) as client:
            prefix = f"enumeration-{time.time_ns()}"
            comparison = Comparison(client, ClientPlacing(client), prefix, apply_one_in)
            await comparison.check(source, limit, most_failures)
    finally:
        if server:
            server.close()
    seconds = time.monotonic() - start
    for failure in comparison.failures:
        print(failure, file=sys.stderr)
    print(
        f"{comparison.cases} cases, {comparison.applied} of them carried out, {len(comparison.failures)} differ,",
        end=" ",
    )
    print(f"{seconds:.1f} s, {comparison.cases / seconds:.0f} a second")
    return 1 if comparison.failures else 0
