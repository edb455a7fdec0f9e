"""The comparison of undo in outlines with a server: it agrees, and mistakes are noticed."""

from __future__ import annotations

from outline import Named, Operation, drawn
from outline_undoing import Case, UndoWorker, compare, random_cases, small_cases
from serving import support


class OutlineUndoingTests(support.ServedCase):
    async def test_small_cases(self) -> None:
        counts, wrong = await compare(self.server.address, small_cases(3, (7, 120)), 64, 100)
        self.assertEqual(wrong, [])
        self.assertGreater(counts["of which something was kept"], 20)

    async def test_random_cases(self) -> None:
        reasons = set()
        for depth, children in ((4, 3), (64, 100)):
            counts, wrong = await compare(
                self.server.address, random_cases(1000, 1000, depth, children), depth, children
            )
            self.assertEqual(wrong, [])
            reasons |= {name for name in counts if name.startswith("kept: ")}
        self.assertGreater(len(reasons), 4)

    async def test_mistakes_are_noticed(self) -> None:
        worker = UndoWorker(self.client, "undone", 64, 100)
        await worker.prepare()
        case = Case(drawn("a(b)c"), (Operation("move_items", (Named("b"),), parent="c"),), ())
        self.assertEqual(await worker.play_case(case), [])
        problems = await worker._undo("ac(b)", {}, 2, redo=True)
        self.assertTrue(any("were undone, not 2" in each for each in problems), problems)
        problems = await worker._undo("ac(b)", {}, 1, redo=False)
        self.assertTrue(any("has led to a(b)c" in each for each in problems), problems)
