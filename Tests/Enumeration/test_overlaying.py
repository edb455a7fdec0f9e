"""The comparison of overlays with a server: it agrees, and notices mistakes."""

from __future__ import annotations

import random

from overlay import Entry
from overlaying import History
from serving import support


class OverlayingTests(support.ServedCase):
    async def history(self, seed: int) -> History:
        history = History(self.client, f"overlay-{seed}", random.Random(seed))
        await history.prepare()
        await history.run(support.scale(40))
        return history

    async def test_agreement(self) -> None:
        histories = [await self.history(seed) for seed in range(4)]
        self.assertGreater(sum(history.placings for history in histories), 0)

    async def test_other_entries_are_noticed(self) -> None:
        history = await self.history(7)
        history.entries.append(Entry("nobody", "todo", ()))
        async with self.client.live(history.view) as watched:
            with self.assertRaisesRegex(AssertionError, "the entries are"):
                await history.compare(watched)
