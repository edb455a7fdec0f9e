"""The audit of a server whose transactions over several collections are played: by one commit after the other."""

from __future__ import annotations

import asyncio
import random
import unittest
from collections.abc import Mapping

from nodes import Killer, Nodes
from serving import arrange, support
from transacting import Audit, ClientTransacting
from transfers import Collection, Item, Refusal, State, Transaction, carry_out


class PlayedTransacting:
    """Carries out transactions as the model does, with a commit for each collection: a transfer is two of them, one
    after the other, which an audit has to notice."""

    def __init__(self, client: arrange.Client, *, takes_first: bool = True) -> None:
        self.client, self.takes_first = client, takes_first
        self.turn = asyncio.Lock()

    async def transact(self, transaction: Transaction, names: Mapping[str, str]) -> Mapping[str, int]:
        async with self.turn:
            old = await self.read(names)
            new = carry_out(old, transaction)
            changed = {name: new[name] for name in new if new[name].version != old[name].version}
            for name in sorted(
                changed, key=lambda name: _size(new[name]) - _size(old[name]), reverse=not self.takes_first
            ):
                await self.write(names[name], old[name], new[name])
            return {name: collection.version for name, collection in changed.items()}

    async def read(self, names: Mapping[str, str]) -> State:
        state = {}
        for name, served in names.items():
            info, found = await self.client.read(served)
            sections = {section.id: [_item(item) for item in section.items] for section in found.sections}
            state[name] = Collection(sections, version=info.version)
        return state

    async def write(self, name: str, old: Collection, new: Collection) -> None:
        before = {item.id: item for items in old.sections.values() for item in items}
        after = {item.id: item for items in new.sections.values() for item in items}
        operations = []
        if gone := before.keys() - after.keys():
            operations.append(arrange.remove_items(sorted(gone)))
        for section, items in new.sections.items():
            for item in items:
                fields = {"n": item.n}
                if item.id in before:
                    operations.append(arrange.move_items([item.id], section=section))
                    operations.append(arrange.update_items([arrange.update(item.id, fields)]))
                else:
                    operations.append(arrange.insert_items([arrange.element(item.id, fields)], section=section))
        await self.client.apply(name, *operations)


def _size(collection: Collection) -> int:
    return sum(map(len, collection.sections.values()))


def _item(element: arrange.Element) -> Item:
    n = element.fields.get("n")
    assert isinstance(n, int)
    return Item(element.id, n)


class AuditTests(support.ServedCase):
    async def audited(
        self,
        name: str,
        transacting: PlayedTransacting,
        *,
        writers: int = 1,
        collections: int = 3,
    ) -> Audit:
        audit = Audit(self.client, transacting, name, random.Random(name))
        await audit.prepare(collections)
        await audit.run(support.scale(200), writers)
        return audit

    async def test_agreement(self) -> None:
        for writers in (1, 4):
            audit = await self.audited(
                f"writers-{writers}", PlayedTransacting(self.client), writers=writers, collections=1
            )
            self.assertGreater(min(audit.committed, audit.refused, audit.batches), 10)

    async def test_commits_one_after_the_other_are_noticed(self) -> None:
        for takes_first in (True, False):
            transacting = PlayedTransacting(self.client, takes_first=takes_first)
            with self.assertRaisesRegex(AssertionError, "no later state"):
                await self.audited(f"apart-{takes_first}", transacting)

    async def test_other_refusals_are_noticed(self) -> None:
        class Refusing(PlayedTransacting):
            async def transact(self, transaction: Transaction, names: Mapping[str, str]) -> Mapping[str, int]:
                raise Refusal("ABORTED", "no")

        with self.assertRaisesRegex(AssertionError, "ABORTED"):
            await self.audited("refusing", Refusing(self.client))

    async def test_kills(self) -> None:
        server = support.Server()
        self.addCleanup(server.close)
        async with arrange.Client(server.address) as client:
            killer = Killer(server, 10, random.Random(1))
            audit = Audit(client, PlayedTransacting(client), "kills", random.Random(1), killer)
            await audit.prepare(1)
            await audit.run(support.scale(100), 2)
        self.assertGreater(killer.kills, 0)


class NodesTests(unittest.IsolatedAsyncioTestCase):
    async def test_owners_that_are_killed(self) -> None:
        nodes = Nodes(3, random.Random(1))
        self.addCleanup(nodes.close)
        async with arrange.Client(nodes.address) as client, arrange.Client(nodes.address) as other:
            killer = Killer(nodes, 10, random.Random(1))
            audit = Audit(client, ClientTransacting(client, other), "owners", random.Random(1), killer)
            await audit.prepare(4)
            await audit.run(support.scale(100), 3)
        self.assertGreater(min(audit.committed, killer.kills, audit.batches), 0)
