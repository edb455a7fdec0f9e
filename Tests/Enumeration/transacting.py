#!/usr/bin/env python3
"""Has several writers send random transactions over several collections to a server, and audits what comes of them.

    Tests/Enumeration/transacting.py [--transactions N] [--writers W] [--collections C] [--seed S] ADDRESS
    Tests/Enumeration/transacting.py [OPTIONS] --kill-one-in R
    Tests/Enumeration/transacting.py [OPTIONS] --nodes N [--kill-one-in R]

Each round sends a transaction of each writer at the same time. With one writer, the model has to answer as the server
does, also where it refuses; with several ones the versions in the answers have to be an order in which it does. After
each round the lists are what the model has, and a subscriber to a view of all of them has had each item exactly once in
each of its batches. With --kill-one-in there is a server for this run alone ($ARRANGED), which is killed and started
again in one of so many rounds; the client sends its transactions again then. With --nodes there are several nodes for
this run alone, over a PostgreSQL of their own, and one of them is killed each time. Then the collections have several
owners, each writer and the subscriber are at a node of their own, and all that is said above holds as well.

Needs the package of Clients/Python and python3-protobuf.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import random
import sys
import time
from collections.abc import Mapping
from typing import Protocol

from nodes import Killer, Nodes, rotations
from serving import arrange, collections_pb2, support
from transfers import (
    Answered,
    Auditor,
    Item,
    Refusal,
    State,
    Step,
    Transaction,
    carry_out,
    empty_state,
    random_transaction,
    replay,
)

PATIENCE_SECONDS = 30
"""The longest that a subscriber may take to have what was committed."""


class Transacting(Protocol):
    """The call that is audited."""

    async def transact(self, transaction: Transaction, names: Mapping[str, str]) -> Mapping[str, int]:
        """Carries out a transaction. `names` has the name of each collection on the server; the result has, by the
        names of the transaction, the versions of those that changed. Raises `Refusal`."""


class ClientTransacting:
    """`Collections/Transact` by the client for Python, with one client after the other."""

    def __init__(self, *clients: arrange.Client) -> None:
        self.clients = itertools.cycle(clients)

    async def transact(self, transaction: Transaction, names: Mapping[str, str]) -> Mapping[str, int]:
        try:
            result = await next(self.clients).transact(*(_message(step, names) for step in transaction))
        except arrange.ArrangeError as error:
            raise Refusal(error.code.name, error.message) from error
        own = {name: key for key, name in names.items()}
        return {own[each.name]: each.version for each in result.collections if each.changed}


def _message(step: Step, names: Mapping[str, str]) -> collections_pb2.TransactionStep:
    """The step as the client takes it."""
    place = arrange.before(step.before) if step.before else arrange.last()
    name = names[step.collection]
    match step.kind:
        case "transfer":
            source = names[step.source]
            return arrange.transfer(source, step.items, name, section=step.section, to=place)
        case "insert":
            new = [arrange.element(id, {"n": step.n}) for id in step.items]
            operation = arrange.insert_items(new, section=step.section, to=place)
        case "move":
            operation = arrange.move_items(step.items, section=step.section, to=place)
        case "update":
            operation = arrange.update_items(arrange.update(id, {"n": step.n}) for id in step.items)
        case "remove":
            operation = arrange.remove_items(step.items)
    return arrange.step(name, operation)


class Audit:
    """Random transactions on collections of their own, with a model and a subscriber."""

    def __init__(
        self,
        client: arrange.Client,
        transacting: Transacting,
        prefix: str,
        source: random.Random,
        killer: Killer | None = None,
    ) -> None:
        self.client, self.transacting, self.prefix, self.source = client, transacting, prefix, source
        self.killer = killer or Killer(None, 0, source)
        self.fresh = itertools.count(1)
        self.names: dict[str, str] = {}
        self.state: State = {}
        self.committed = self.refused = self.batches = 0

    async def prepare(self, collections: int) -> None:
        """Creates the collections. Sections have no limits as long as the server has none."""
        self.state = empty_state(self.source, collections)
        for name, collection in self.state.items():
            self.names[name] = f"{self.prefix}-{name}"
            collection.limits = {}
            await self.client.create(self.names[name])
            sections = [arrange.element(section) for section in collection.sections]
            result = await self.client.apply(self.names[name], arrange.insert_sections(sections))
            collection.version = result.version

    async def run(self, transactions: int, writers: int) -> None:
        """Sends transactions, in rounds of one for each writer. Raises AssertionError where something is wrong."""
        response = await self.client.parse_view("\n".join(f"{name}: {self.names[name]}" for name in self.names))
        assert not response.HasField("error"), response.error.message
        auditor = Auditor(self.state)
        updates = self.client.updates(response.view, options=arrange.UpdateOptions(reload_threshold=100_000))
        following = Following(updates)
        async with contextlib.aclosing(updates):
            while self.committed + self.refused < transactions:
                await self._round(writers, auditor)
                async with asyncio.timeout(PATIENCE_SECONDS):
                    while not auditor.is_current or not self.batches:
                        auditor.shows(await following.next())
                        self.batches += 1
                await self._compare()

    async def _round(self, writers: int, auditor: Auditor) -> None:
        sent = [random_transaction(self.source, self.state, self.fresh, writers == 1) for _ in range(writers)]
        killing = asyncio.create_task(self.killer.round())
        results = await asyncio.gather(*(self._transact(transaction) for transaction in sent))
        await killing
        answered = []
        for transaction, result in zip(sent, results, strict=True):
            if isinstance(result, Refusal):
                self.refused += 1
                if writers == 1:
                    self._has_to_be_refused(transaction, result)
            else:
                self.committed += 1
                if result or writers == 1:
                    answered.append(Answered(transaction, result))
        for state in replay(self.state, answered):
            self.state = state
            auditor.committed(state)

    async def _transact(self, transaction: Transaction) -> Mapping[str, int] | Refusal:
        try:
            return await self.transacting.transact(transaction, self.names)
        except Refusal as refusal:
            return refusal

    def _has_to_be_refused(self, transaction: Transaction, refusal: Refusal) -> None:
        try:
            carry_out(self.state, transaction)
        except Refusal as expected:
            assert expected.code == refusal.code, f"{transaction}: {refusal.code} instead of {expected.code}"
            return
        raise AssertionError(f"{transaction} ends with {refusal.code}: {refusal}")

    async def read(self, name: str) -> dict[str, list[tuple[str, object]]]:
        """The items of each section of a collection, with their field, as the server has them."""
        _, found = await self.client.read(self.names[name])
        return {section.id: [(item.id, item.fields.get("n")) for item in section.items] for section in found.sections}

    async def _compare(self) -> None:
        for name, collection in self.state.items():
            rows = await self.read(name)
            expected = {section: [_shown(item) for item in items] for section, items in collection.sections.items()}
            assert rows == expected, f"{name} is {rows} instead of {expected}"


def _shown(item: Item) -> tuple[str, int]:
    return (item.id, item.n)


class Following:
    """A subscriber that folds its batches."""

    def __init__(self, updates: arrange.ListUpdates) -> None:
        self.updates = updates
        self.list = arrange.SectionedList()

    async def next(self) -> dict[str, list[str]]:
        """The items of each section after the next update."""
        content = (await anext(self.updates)).content
        if isinstance(content, arrange.WholeList):
            self.list = content.list
        elif isinstance(content, arrange.Changes):
            self.list.apply(content.batch)
        return {
            section.id: [item.id.removeprefix(section.id.partition("/")[0] + "/") for item in section.items]
            for section in self.list.sections
        }


async def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--transactions", type=int, default=10_000)
    parser.add_argument("--writers", type=int, default=4)
    parser.add_argument("--collections", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kill-one-in", type=int, default=0)
    parser.add_argument("--nodes", type=int, default=0)
    parser.add_argument("address", nargs="?")
    chosen = parser.parse_args()
    if (chosen.address is None) != bool(chosen.kill_one_in or chosen.nodes):
        parser.error("give the address of a server, or --kill-one-in or --nodes for servers of this run")
    server: support.Server | Nodes | None = None
    if chosen.nodes:
        server = Nodes(chosen.nodes, random.Random(chosen.seed))
    elif chosen.kill_one_in:
        server = support.Server()
    try:
        return await run(chosen, server)
    finally:
        if server:
            server.close()


async def run(chosen: argparse.Namespace, server: support.Server | Nodes | None) -> int:
    """Audits a server. Returns the exit code."""
    start = time.monotonic()
    async with contextlib.AsyncExitStack() as stack:
        configuration = arrange.Configuration(starts_at_first=True)
        clients = [
            await stack.enter_async_context(arrange.Client(address, configuration=configuration))
            for address in rotations(server.address if server else str(chosen.address))
        ]
        source = random.Random(chosen.seed)
        killer = Killer(server, chosen.kill_one_in, source)
        transacting = ClientTransacting(*clients)
        audit = Audit(clients[0], transacting, f"transfers-{time.time_ns()}", source, killer)
        await audit.prepare(chosen.collections)
        await audit.run(chosen.transactions, chosen.writers)
    seconds = time.monotonic() - start
    print(
        f"{audit.committed} transactions, {audit.refused} refused, {killer.kills} kills, {audit.batches} batches,",
        end=" ",
    )
    print(f"{seconds:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
