"""The tools that write: what they do, and that they do nothing when things are no longer as they were seen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mcp import Client as McpClient

import arrange
from arrange.mcp.limits import MOST_SHOWN_CHANGES, MOST_WRITTEN_ITEMS
from arrange.mcp.server import make_server
from arrange.v1 import server_pb2

from .support import Agent, AgentCase


class WriteTests(AgentCase):
    async def ids(self, list: str) -> dict[str, list[str]]:
        _, whole = await self.client.read(list)
        return {section.id: [item.id for item in section.items] for section in whole.sections}

    async def test_add(self) -> None:
        await self.make_board("add")
        async with self.agent() as agent:
            new = [{"id": "a", "fields": {"title": "A"}}, {}]
            result = await agent.call("add", list="add", section="s1", items=new, before="1-1")
            self.assertEqual((result["version"], result["changed"]), (2, True))
            made = result["items"][1]["id"]
            self.assertEqual(result["items"][0], {"id": "a", "section_index": 1, "index": 1})
            await agent.call("add", list="add", section="s0", items=[{"id": "b"}], at="first")
            await agent.call("add", list="add", section="s0", items=[{"id": "c"}], after="0-2")
            await agent.call("add", list="add", section="", items=[{"id": "d"}], expected_version=4)
            expected = {"s0": ["b", "0-0", "0-1", "0-2", "c"], "s1": ["1-0", "a", made, "1-1", "1-2"], "": ["d"]}
            self.assertEqual(await self.ids("add"), expected)

            for sentence, wrong in (
                ("already an item", {"items": [{"id": "e"}, {"id": "a"}]}),
                ("the anchor", {"after": "1-0"}),
                ('no section "gone"', {"section": "gone"}),
                ("show the list again", {"expected_version": 1}),
                ("one of after, before and at", {"after": "0-0", "at": "last"}),
                ("a value is null", {"items": [{"fields": {"x": [1]}}]}),
                ("items.0.title", {"items": [{"title": "forgot the fields"}]}),
                ("items", {"items": [{}] * (MOST_WRITTEN_ITEMS + 1)}),
                ("items", {"items": []}),
            ):
                arguments: dict[str, Any] = {"section": "s0", "items": [{}]} | wrong
                self.assertIn(sentence, await agent.refusal("add", list="add", **arguments))
            self.assertEqual(await self.ids("add"), expected)

    async def test_full_section(self) -> None:
        await self.make_board("full")
        await self.client.apply("full", arrange.update_sections([arrange.update("s0", {"item_limit": 3})]))
        async with self.agent() as agent:
            refusal = await agent.refusal("add", list="full", section="s0", items=[{}])
        self.assertIn("FAILED_PRECONDITION", refusal)
        self.assertIn("nothing was changed", refusal)

    async def test_move(self) -> None:
        await self.make_board("move")
        async with self.agent() as agent:
            await agent.call("move", list="move", items=["0-2", "0-0"], expected_section="s0", after="1-0")
            self.assertEqual(await self.ids("move"), {"s0": ["0-1"], "s1": ["1-0", "0-2", "0-0", "1-1", "1-2"]})
            await agent.call("move", list="move", items=["1-2"], expected_section="s1", section="s0", at="first")
            result = await agent.call("move", list="move", items=["1-2"], expected_section="s0", before="0-1")
            self.assertEqual((result["changed"], result["version"]), (False, 3))
            expected = await self.ids("move")

            # Somebody else was faster.
            refusal = await agent.refusal("move", list="move", items=["1-1", "1-2"], expected_section="s1", at="first")
            self.assertIn('item "1-2" is at index 0 of section "s0"', refusal)
            self.assertIn("nothing was changed; show the list again and decide anew.", refusal)
            changes: tuple[dict[str, Any], ...] = (
                {"expected_section": "gone"},
                {"after": "gone"},
                {"section": "gone"},
                {"items": ["gone"]},
                {"items": []},
                {"expected_version": 1},
            )
            for wrong in changes:
                arguments = {"items": ["0-0"], "expected_section": "s1", "section": "s0"} | wrong
                self.assertTrue(await agent.refusal("move", list="move", **arguments))
            self.assertEqual(await self.ids("move"), expected)
            # What must be so can't be left out.
            self.assertIn("expected_section", await agent.refusal("move", list="move", items=["0-0"]))

    async def test_older_server(self) -> None:
        """One that does not check sections moves nothing, and one without undo does not offer it."""
        await self.make_board("old")

        class Older(arrange.Client):
            def with_timeout(self, seconds: float) -> arrange.Client:
                return self

            async def server_info(self, names: Iterable[str] = ()) -> server_pb2.ServerInfoResponse:
                return server_pb2.ServerInfoResponse(version="0.3.9")

        async with Older(self.server.address) as client, McpClient(make_server(client, is_read_only=False)) as mcp:
            refusal = await Agent(mcp).refusal("move", list="old", items=["0-0"], expected_section="s1", section="s1")
            self.assertNotIn("undo", [tool.name for tool in (await mcp.list_tools()).tools])
        self.assertIn("0.3.9", refusal)
        self.assertEqual((await self.client.info("old")).version, 1)

    async def test_update(self) -> None:
        await self.make_board("update")
        async with self.agent() as agent:
            seen: dict[str, Any] = {"list": "update", "item": "0-0", "expected_content_version": 1}
            result = await agent.call("update", **seen, set={"done": True}, unset=["title"])
            self.assertEqual(result["version"], 2)
            refusal = await agent.refusal("update", **seen, set={"title": "over what somebody else wrote"})
            self.assertIn("content version 2, not 1", refusal)
            self.assertIn("nothing was changed; show the list again", refusal)
            self.assertIn("update takes", await agent.refusal("update", **seen))
            self.assertIn(
                "expected_content_version", await agent.refusal("update", list="update", item="0-0", set={"n": 1})
            )
        _, whole = await self.client.read("update")
        self.assertEqual(whole[0, 0].fields, {"done": True})

    async def test_remove(self) -> None:
        await self.make_board("remove")
        await self.client.apply("remove", arrange.update_items([arrange.update("0-1", {"n": 1})]))
        async with self.agent() as agent:
            self.assertIn(
                "content version 2, not 1", await agent.refusal("remove", list="remove", items={"0-0": 1, "0-1": 1})
            )
            self.assertEqual((await self.ids("remove"))["s0"], ["0-0", "0-1", "0-2"])
            result = await agent.call("remove", list="remove", items={"0-0": 1, "0-1": 2})
            self.assertEqual(result["items"], [{"id": "0-0"}, {"id": "0-1"}])
            self.assertEqual((await self.ids("remove"))["s0"], ["0-2"])
            self.assertTrue(await agent.refusal("remove", list="remove", items={"0-2": None}))
            self.assertTrue(await agent.refusal("remove", list="remove", items={}))

    async def require_undo(self) -> None:
        if "undo" not in (await self.client.server_info()).features:
            self.skipTest("the server has no undo")

    async def test_undo(self) -> None:
        await self.require_undo()
        await self.make_board("undo")
        async with self.agent() as agent:
            self.assertIn("undo", [tool.name for tool in (await agent.client.list_tools()).tools])
            moved = await agent.call("move", list="undo", items=["0-0", "0-1"], expected_section="s0", section="s1")
            added = await agent.call("add", list="undo", section="s0", items=[{"id": "new"}])
            await self.client.apply("undo", arrange.move_items(["0-1"], to=arrange.first()))

            # Its own change goes back, and what somebody else did since stays.
            undone = await agent.call("undo", list="undo", version=moved["version"])
            self.assertEqual(undone["undone"], [{"what": "item_moved", "id": "0-0"}])
            self.assertEqual([(kept["id"], kept["reason"]) for kept in undone["kept"]], [("0-1", "placed")])
            self.assertEqual(await self.ids("undo"), {"s0": ["0-0", "0-2", "new"], "s1": ["0-1", "1-0", "1-1", "1-2"]})
            await agent.call("undo", list="undo", version=added["version"])
            self.assertEqual((await self.ids("undo"))["s0"], ["0-0", "0-2"])

            # Neither twice, nor what others did.
            for version in (added["version"], 1):
                self.assertIn("nothing was changed", await agent.refusal("undo", list="undo", version=version))

    async def test_undo_of_much_is_bounded(self) -> None:
        await self.require_undo()
        await self.make_board("much", 1, 0)
        async with self.agent() as agent:
            items = [{"fields": {"n": number}} for number in range(MOST_WRITTEN_ITEMS)]
            added = await agent.call("add", list="much", section="s0", items=items)
            undone = await agent.call("undo", list="much", version=added["version"])
        self.assertEqual((undone["undone_count"], undone["truncated"]), (MOST_WRITTEN_ITEMS, True))
        self.assertEqual(len(undone["undone"]), MOST_SHOWN_CHANGES)
        self.assertIn("show the list", undone["note"])

    async def test_view_is_not_written(self) -> None:
        await self.make_board("source")
        await self.client.define_view("derived", arrange.views.view(arrange.views.query("source")))
        async with self.agent() as agent:
            refusal = await agent.refusal("move", list="derived", items=["0-0"], expected_section="s0", at="last")
        self.assertIn("nothing was changed", refusal)

    async def test_annotations_and_read_only(self) -> None:
        async with self.agent() as agent:
            tools = {tool.name: tool.annotations for tool in (await agent.client.list_tools()).tools}
            self.assertIn("decide anew", agent.client.instructions or "")
        self.assertEqual(
            {name for name, hints in tools.items() if hints is not None and hints.read_only_hint},
            {"lists", "show", "search", "history"},
        )
        self.assertEqual(
            {name for name, hints in tools.items() if hints is not None and hints.destructive_hint},
            {"update", "remove", *({"undo"} & tools.keys())},
        )
        await self.make_board("kept")
        async with self.agent(is_read_only=True) as agent:
            self.assertEqual(
                [tool.name for tool in (await agent.client.list_tools()).tools], ["lists", "show", "search", "history"]
            )
            self.assertIn("remove", await agent.refusal("remove", list="kept", items={"0-0": 1}))
        self.assertEqual((await self.client.info("kept")).version, 1)
