"""The comparison with a server that there is, whose lists and views are real, and with a `place` that is played."""

from __future__ import annotations

import unittest
from collections.abc import Mapping

from cases import blocks
from comparing import Answer, Comparison, Lists, difference, fields_map
from placing import Outcome, Request
from resolving import Look, resolve
from serving import arrange, support, views_pb2
from shown import Part, State, View


class PlayedPlacing:
    """Places rows as the oracle does, and with a mistake where that is wanted."""

    def __init__(self, client: arrange.Client, mistake: str = "") -> None:
        self.client, self.mistake = client, mistake
        self.looks: dict[bytes, Look] = {}

    async def place(self, view: views_pb2.View, request: Request, names: Mapping[str, str], *, dry_run: bool) -> Answer:
        state = await Lists(self.client, "").read(names)
        outcome = resolve(Look(self.view_of(view, names), state), request)
        if not dry_run or self.mistake == "writes":
            await self.write(state, outcome, names)
        answer = outcome.json()
        if self.mistake == "code" and outcome.code == "FAILED_PRECONDITION":
            answer["code"] = "ABORTED"
        if self.mistake == "place":
            for effect in answer.get("effects", []):
                effect["at"] += 1
        return answer

    def view_of(self, view: views_pb2.View, names: Mapping[str, str]) -> View:
        """The view of a message; here all are a plain list, or a flat one with a cap."""
        query = view.parts[0].query
        name = next(name for name, served in names.items() if served == query.collection)
        is_flat = query.WhichOneof("layout") == "flat"
        return (Part("", name, "flat" if is_flat else "sections", cap=query.cap or None),)

    async def write(self, old: State, outcome: Outcome, names: Mapping[str, str]) -> None:
        if outcome.state is None or not outcome.writes:
            return
        for name, collection in outcome.state.items():
            for item in collection.fields.keys() - old[name].fields.keys():
                fields = fields_map(collection.fields[item])
                await self.client.apply(
                    names[name], arrange.insert_items([arrange.element(item, fields)], section="todo")
                )
            for section, items in collection.sections:
                for item in items:
                    await self.client.apply(names[name], arrange.move_items([item], section=section))


class ComparingTests(support.ServedCase):
    async def compared(self, mistake: str = "") -> Comparison:
        views = [(Part("", "one", "sections"),), (Part("", "one", "flat", cap=2),)]
        found = (block for block in blocks(2, 0, 1) if block.look.view in views)
        placing = PlayedPlacing(self.client, mistake)
        comparison = Comparison(self.client, placing, f"played-{mistake}", apply_one_in=9)
        await comparison.check(found, 100, 3)
        return comparison

    async def test_agreement(self) -> None:
        comparison = await self.compared()
        self.assertEqual(comparison.failures, [])
        self.assertGreater(comparison.applied, 9)

    async def test_mistakes_are_noticed(self) -> None:
        for mistake in ("code", "place", "writes"):
            self.assertTrue((await self.compared(mistake)).failures, mistake)

    async def test_views_show_what_the_server_shows(self) -> None:
        class Skipped:
            async def place(self, *_: object, **__: object) -> Answer:
                return {"code": "OK"}

        comparison = Comparison(self.client, Skipped(), "shown")
        for block in blocks(0, support.scale(3), 2):
            block.requests.clear()
            names = await comparison.lists.create(block.state)
            await comparison.check_block(block, names)
        self.assertEqual(comparison.failures, [])


class DifferenceTests(unittest.TestCase):
    def test_members_that_are_left_out_are_not_compared(self) -> None:
        refusal = Outcome("FAILED_PRECONDITION", missing=("SECTION",))
        self.assertEqual(difference(refusal, {"code": "FAILED_PRECONDITION"}), "")
        self.assertNotEqual(difference(refusal, {"code": "FAILED_PRECONDITION", "missing": []}), "")
        self.assertNotEqual(difference(refusal, {"code": "OK"}), "")


if __name__ == "__main__":
    unittest.main()
