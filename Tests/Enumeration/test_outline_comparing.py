"""The comparison of outlines with a server: it agrees, and mistakes are noticed."""

from __future__ import annotations

import asyncio
import dataclasses
import subprocess

from outline import Named, Operation, Outline, Place, Refused, drawn
from outline_comparing import Worker, cases, compare, message
from outline_steps import apply
from serving import arrange, support


class OutlineComparingTests(support.ServedCase):
    async def agree(self, nodes: int, sections: int, depth: int, length: int, shard: tuple[int, int]) -> int:
        found = cases(nodes, sections, depth, length, shard, several=True)
        counts, wrong = await compare(self.server.address, found, depth)
        self.assertEqual(wrong, [])
        return counts["cases"]

    async def test_single_operations(self) -> None:
        self.assertGreater(await self.agree(2, 1, 64, 1, (0, 1)), 90)
        self.assertGreater(await self.agree(3, 1, 64, 1, (0, 8)), 50)
        self.assertGreater(await self.agree(3, 1, 2, 1, (0, 8)), 10)
        self.assertGreater(await self.agree(2, 2, 64, 1, (0, 4)), 50)

    async def test_pairs(self) -> None:
        self.assertGreater(await self.agree(3, 1, 64, 2, (0, 200)), 50)

    async def test_a_server_that_is_killed(self) -> None:
        server = support.Server()
        self.addCleanup(server.close)
        base = drawn("a(b(c)d)e|f(g)")
        moving = Operation("move_items", (Named("b"),), parent="g", to=Place("first"))
        removing = Operation("remove_items", (Named("a"),), descendants="REMOVE")
        for step in range(5):
            async with arrange.Client(server.address) as client:
                worker = Worker(client, f"outline-{step}", 64)
                await worker.prepare()
                self.assertEqual(await worker.play(base, [moving, removing]), [])
            server.kill()
            server.start()
            async with arrange.Client(server.address) as client:
                read = Worker(client, f"outline-{step}", 64)
                self.assertEqual(await read.read(), "e|f(g(b(c)))")
                # Where the parent was is known from before the end.
                below = Operation("insert_items", (Named("x"),), "d", "t", if_parent_missing="NEAREST_ANCESTOR")
                await client.apply(read.name, message(below))
                self.assertEqual(await read.read(), "ex|f(g(b(c)))")
        server.stop()
        command = [str(support.program()), "verify", "--data", str(server.directory / "data")]
        verified = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
        self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)

    async def test_mistakes_are_noticed(self) -> None:
        worker = Worker(self.client, "outline", 64)
        await worker.prepare()
        outline = drawn("a(b)c")
        move = Operation("move_items", (Named("c"),), parent="a", to=Place("first"))
        self.assertEqual(await worker.play(outline, [move]), [])
        # The collection is another one than is thought.
        worker.has = "a(b)c"
        self.assertTrue(any("changed is" in each for each in await worker.play(outline, [move])))
        worker.has = "ab(c)"
        self.assertTrue(any("the outline is" in each for each in await worker.play(drawn("ab(c)"), [move])))
        refused = Operation("move_items", (Named("a"),), parent="b")
        self.assertEqual(await worker.play(outline, [refused]), [])
        problems = await worker._refused(dataclasses.replace(refused, if_cycle="SKIP"), _refusal(outline, refused))
        self.assertTrue(any("it was done" in each for each in problems))
        problems = await worker._refused(dataclasses.replace(refused, parent="x"), _refusal(outline, refused))
        self.assertTrue(any("instead of" in each for each in problems))


def _refusal(outline: Outline, operation: Operation) -> Refused:
    try:
        apply(outline, [operation])
    except Refused as refused:
        return refused
    raise AssertionError("it is not refused")
