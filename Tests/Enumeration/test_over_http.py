"""Half of the operations as frames and half over HTTP: they agree with the model, and mistakes are noticed."""

from __future__ import annotations

import unittest
import unittest.mock
from collections.abc import Mapping

from over_http import HTTPTransacting, audit
from serving import support
from transfers import Step, Transaction


class OverHTTPTests(unittest.IsolatedAsyncioTestCase):
    async def test_agreement(self) -> None:
        for writers in (1, 4):
            source = support.seeded(f"over_http, {writers} writers")
            audited, half = await audit(source, support.scale(300), writers, 3)
            self.assertGreater(min(audited.committed, audited.batches, audited.compared, half.as_frames), 10)
            self.assertGreater(min(audited.refused, *half.over_http.sent.values()), 0, half.over_http.sent)

    async def test_mistakes_are_noticed(self) -> None:
        """A server that takes the last place for the first one over HTTP, or does nothing there."""

        async def mistaken(self: HTTPTransacting, step: Step, names: Mapping[str, str]) -> Mapping[str, int]:
            return await right(self, step._replace(before=""), names)

        async def idle(self: HTTPTransacting, transaction: Transaction, names: Mapping[str, str]) -> Mapping[str, int]:
            return {}

        right = HTTPTransacting._item
        for name, mistake in (("_item", mistaken), ("transact", idle)):
            with (
                self.subTest(name),
                unittest.mock.patch.object(HTTPTransacting, name, mistake),
                self.assertRaises(AssertionError),
            ):
                await audit(support.seeded("over_http, mistakes"), 300, 1, 2)
