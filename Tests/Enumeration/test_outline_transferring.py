"""The comparison of transfers of outlines with a server: it agrees, and mistakes are noticed."""

from __future__ import annotations

from outline import Named, Operation, drawn
from outline_transferring import Case, TransferWorker, compare
from serving import support


class OutlineTransferringTests(support.ServedCase):
    async def test_random_cases(self) -> None:
        names = set()
        for depth, children in ((4, 3), (64, 100)):
            counts, wrong = await compare(self.server.address, range(1, 301), depth, children)
            self.assertEqual(wrong, [])
            self.assertGreater(counts["undone"], 100)
            names |= set(counts)
        self.assertGreater(len([name for name in names if name.startswith("kept: ")]), 4)
        self.assertGreater(len([name for name in names if name.startswith("refused: ")]), 6)

    async def test_mistakes_are_noticed(self) -> None:
        worker = TransferWorker(self.client, "transferred", 64, 100)
        transfer = Operation("transfer_items", (Named("b"),), source="one", parent="x")
        world = {"one": drawn("a(b)c"), "two": drawn("x"), "three": drawn("t")}
        world["three"].is_outline = False
        self.assertEqual(await worker.play_case(Case(world, [], ("two", transfer), [])), [])
        wrong = Operation("transfer_items", (Named("c"),), source="one", parent="x")
        step = worker.transfer("two", wrong)
        worker.transfer = lambda name, operation: step  # type: ignore[method-assign]
        step.collection, step.transfer_items.target = worker.next_name("one"), worker.next_name("two")
        problems = await worker.play_case(Case(world, [], ("two", transfer), []))
        self.assertTrue(any("two is x(c), not x(b)" in each for each in problems), problems)
