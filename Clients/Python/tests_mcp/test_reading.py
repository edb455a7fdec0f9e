"""The tools that read: what they return, and that it is bounded."""

from __future__ import annotations

import base64
from typing import Any

import arrange
from arrange import Timestamp, views
from arrange.mcp.limits import (
    MOST_ROWS,
    MOST_SCANNED_ITEMS,
    MOST_SHOWN_CHANGES,
    MOST_VALUE_CHARACTERS,
)
from tests.support import scale, seeded

from .support import AgentCase, random_fields


def shown_items(results: list[dict[str, Any]]) -> list[tuple[str, str, int]]:
    """The section, the id and the index of all items in results of show."""
    return [
        (section["id"], item["id"], section["first_index"] + index)
        for result in results
        for section in result["sections"]
        for index, item in enumerate(section["items"])
    ]


class ShowTests(AgentCase):
    async def test_board(self) -> None:
        await self.make_board("shown")
        await self.client.update("shown", {"title": "A board"})
        async with self.agent() as agent:
            shown = await agent.call("show", list="shown")
        self.assertEqual((shown["kind"], shown["version"], shown["item_count"]), ("list", 1, 6))
        self.assertEqual((shown["fields"], shown["truncated"]), ({"title": "A board"}, False))
        self.assertEqual(
            shown["sections"][1],
            {
                "id": "s1",
                "fields": {},
                "content_version": 1,
                "index": 1,
                "item_count": 3,
                "first_index": 0,
                "items": [
                    {"id": f"1-{number}", "fields": {"title": f"Item {number}"}, "content_version": 1}
                    for number in range(3)
                ],
            },
        )

    async def test_parts(self) -> None:
        await self.make_board("parts", 2, 9)
        async with self.agent() as agent:
            shown = await agent.call("show", list="parts", section="s1", start=4, limit=3)
            self.assertEqual(shown_items([shown]), [("s1", f"1-{number}", number) for number in (4, 5, 6)])
            shown = await agent.call("show", list="parts", item="1-4", neighbours=1)
            self.assertEqual(shown_items([shown]), [("s1", f"1-{number}", number) for number in (3, 4, 5)])
            self.assertFalse(shown["truncated"])
            for wrong in ({"section": "s1", "item": "1-1"}, {"start": 1}, {"cursor": "?"}, {"cursor": "AAAA"}):
                self.assertTrue(await agent.refusal("show", list="parts", **wrong))
            self.assertIn("limit", await agent.refusal("show", list="parts", limit=MOST_ROWS + 1))
            self.assertIn('no section "gone"', await agent.refusal("show", list="parts", section="gone"))

    async def test_values(self) -> None:
        long = "x" * (MOST_VALUE_CHARACTERS + 1)
        fields: dict[str, arrange.FieldValue] = {
            "none": None,
            "whole": 2**63 - 1,
            "double": 2.0,
            "bytes": b"\x00\xff",
            "time": Timestamp(-1),
            "far": Timestamp(2**62),
            "long": long,
        }
        await self.client.create("values")
        await self.client.apply("values", arrange.insert_items([arrange.element("a", fields), arrange.element("b")]))
        async with self.agent() as agent:
            shown = (await agent.call("show", list="values"))["sections"][0]["items"][0]["fields"]
            self.assertEqual(
                shown,
                {
                    "none": None,
                    "whole": 2**63 - 1,
                    "double": 2.0,
                    "bytes": {"$bytes": base64.b64encode(b"\x00\xff").decode()},
                    "time": {"$timestamp": "1969-12-31T23:59:59.999999Z"},
                    "far": {"$timestamp": 2**62},
                    "long": f"{long[:-1]}… [truncated: 1000 of 1001 characters]",
                },
            )
            single = (await agent.call("show", list="values", item="a"))["sections"][0]["items"][0]["fields"]
            self.assertEqual(single["long"], long)
            # What was shown can be written.
            await agent.call("add", list="values", section="", items=[{"id": "c", "fields": single}])
        _, whole = await self.client.read("values")
        self.assertEqual(whole[0, 2].fields, fields)

    async def test_view(self) -> None:
        await self.make_board("viewed")
        view = views.view(views.query("viewed", name="all", filter=views.field("title").equals("Item 1")))
        await self.client.define_view("view", view)
        async with self.agent() as agent:
            shown = await agent.call("show", list="view")
            self.assertEqual(shown["kind"], "view")
            row = shown["sections"][1]["items"][0]
            self.assertEqual(row["origin"], {"list": "viewed", "section": "s1", "item": "1-1"})

    async def test_random_lists_come_whole_and_bounded(self) -> None:
        source = seeded("random lists for agents")
        async with self.agent() as agent:
            for number in range(scale(12)):
                name = f"random-{number}"
                await self.client.create(name)
                sections = [f"s{index}" for index in range(source.randrange(12))]
                if sections:
                    await self.client.apply(name, arrange.insert_sections([arrange.element(id) for id in sections]))
                for section in [*sections, ""]:
                    count = source.choice([0, 0, 1, 3, 20, 100])
                    if count:
                        items = [arrange.element(fields=random_fields(source)) for _ in range(count)]
                        await self.client.apply(name, arrange.insert_items(items, section=section))
                info, expected = await self.client.read(name)
                limit = source.choice([3, 20, 50, MOST_ROWS])
                first = await agent.call("show", list=name, limit=limit)
                # Others go on meanwhile; the rest is of the same version.
                await self.client.apply(name, arrange.insert_items([{}], to=arrange.first()))
                results = [first]
                if first["truncated"]:
                    results += await agent.all("show", list=name, limit=limit, **first["next"])
                self.assertEqual({result["version"] for result in results}, {info.version})
                self.assertEqual(
                    shown_items(results),
                    [
                        (section.id, item.id, index)
                        for section in expected.sections
                        for index, item in enumerate(section.items)
                    ],
                )
                for result in results:
                    rows = sum(max(1, len(section["items"])) for section in result["sections"])
                    self.assertLessEqual(rows, limit)
                self.assertEqual(
                    [section.id for section in expected.sections],
                    list(dict.fromkeys(section["id"] for result in results for section in result["sections"])),
                )

    async def test_cursor_that_has_expired(self) -> None:
        await self.make_board("expired")
        async with self.agent() as agent:
            first = await agent.call("show", list="expired", limit=1)
            self.server.stop()
            self.server.start()
            await self.client.apply("expired", arrange.insert_items([{}]))
            self.assertIn("without it", await agent.refusal("show", list="expired", limit=1, **first["next"]))


class ListsTests(AgentCase):
    async def test_lists(self) -> None:
        for name in ("teams/b", "teams/a", "team", "teams", "tz", "ä"):
            await self.client.create(name, fields={"title": name})
        await self.client.define_view("teams/view", views.view(views.query("team")))
        async with self.agent() as agent:
            self.assertEqual(
                [row["name"] for row in (await agent.call("lists"))["lists"]],
                ["team", "teams", "teams/a", "teams/b", "teams/view", "tz", "ä"],
            )
            results = await agent.all("lists", prefix="teams/", limit=1)
            self.assertEqual(
                [[(row["name"], row["kind"]) for row in result["lists"]] for result in results],
                [[("teams/a", "list")], [("teams/b", "list")], [("teams/view", "view")]],
            )
            self.assertEqual((await agent.call("lists", prefix="x"))["lists"], [])

    async def test_size(self) -> None:
        for number in range(4):
            fields: arrange.FieldsInput = {f"f{index}": "x" * MOST_VALUE_CHARACTERS for index in range(40)}
            await self.client.create(f"large/{number}", fields=fields)
        async with self.agent() as agent:
            results = await agent.all("lists", prefix="large/")
        self.assertEqual([len(result["lists"]) for result in results], [2, 2])


class SearchTests(AgentCase):
    async def test_text_and_condition(self) -> None:
        await self.client.create("found")
        await self.client.apply(
            "found",
            arrange.insert_sections([arrange.element("todo")]),
            arrange.insert_items([arrange.element("a", {"title": "Straße", "done": False, "n": 1})], section="todo"),
            arrange.insert_items(
                [arrange.element("b", {"note": "STRASSE", "done": True, "n": 2}), arrange.element("strasse", {"n": 3})]
            ),
        )
        async with self.agent() as agent:

            async def hits(**arguments: str) -> list[tuple[str, str]]:
                return [
                    (hit["section"], hit["id"])
                    for hit in (await agent.call("search", list="found", **arguments))["hits"]
                ]

            self.assertEqual(sorted(await hits(text="strasse")), [("", "b"), ("", "strasse"), ("todo", "a")])
            self.assertEqual(await hits(where="done"), [("", "b")])
            self.assertEqual(await hits(text="STRA", where="n < 2"), [("todo", "a")])
            self.assertEqual(await hits(text="nothing"), [])
            self.assertEqual(await hits(where="n > 1 sort n desc"), [("", "strasse"), ("", "b")])
            for wrong in ("n >", "n > 1; other: found", "n > 1\nwindow 0 0..<1", ""):
                self.assertTrue(await agent.refusal("search", list="found", where=wrong))
            self.assertIn('no collection "gone"', await agent.refusal("search", list="gone", where="done"))
            self.assertIn('"gone"', await agent.refusal("search", list="gone", text="done"))

    async def test_names_with_quotes(self) -> None:
        await self.make_board('the "list"', 1, 1)
        async with self.agent() as agent:
            found = await agent.call("search", list='the "list"', where='title = "Item 0"')
        self.assertEqual([hit["id"] for hit in found["hits"]], ["0-0"])

    async def test_random_searches_find_everything_and_are_bounded(self) -> None:
        source = seeded("random searches of agents")
        await self.client.create("searched")
        for _ in range(20):
            items = [arrange.element(fields=random_fields(source)) for _ in range(100)]
            await self.client.apply("searched", arrange.insert_items(items))
        _, whole = await self.client.read("searched")
        async with self.agent() as agent:
            for _ in range(scale(10)):
                text, limit = source.choice(["strasse", "pl", "plan", "漢", "none"]), source.choice([10, 50, MOST_ROWS])
                where = source.choice(["", "done", "not done"])
                results = await agent.all("search", list="searched", text=text, where=where, limit=limit)
                expected = [
                    item.id
                    for item in whole.items
                    if any(
                        isinstance(value, str) and text.casefold() in value.casefold() for value in item.fields.values()
                    )
                    and (not where or (item.fields.get("done") is True) == (where == "done"))
                ]
                self.assertEqual([hit["id"] for result in results for hit in result["hits"]], expected)
                self.assertTrue(all(len(result["hits"]) <= limit for result in results))

    async def test_long_lists_are_searched_in_several_calls(self) -> None:
        await self.client.create("long")
        for start in range(0, MOST_SCANNED_ITEMS + 5_000, 5_000):
            items = [arrange.element(f"i{start + number}") for number in range(5_000)]
            await self.client.apply("long", arrange.insert_items(items))
        async with self.agent() as agent:
            results = await agent.all("search", list="long", text=f"i{MOST_SCANNED_ITEMS + 1}")
        self.assertEqual([result["items_searched"] for result in results], [MOST_SCANNED_ITEMS, 5_000])
        self.assertEqual([len(result["hits"]) for result in results], [0, 1])


class HistoryTests(AgentCase):
    async def test_history(self) -> None:
        await self.make_board("history", 1, 2)
        await self.client.apply("history", arrange.update_items([arrange.update("0-0", {"title": "New"})]))
        await self.client.apply("history", arrange.move_items(["0-1"], to=arrange.first()))
        async with self.agent() as agent:
            results = await agent.all("history", list="history", limit=2)
        self.assertEqual([[commit["version"] for commit in result["commits"]] for result in results], [[3, 2], [1]])
        self.assertEqual(
            results[0]["commits"][0]["changes"],
            [
                {
                    "what": "item_moved",
                    "id": "0-1",
                    "from": {"section_index": 0, "index": 1},
                    "to": {"section_index": 0, "index": 0},
                }
            ],
        )
        changed = results[0]["commits"][1]["changes"][0]
        self.assertEqual((changed["before"], changed["after"]), ({"title": "Item 0"}, {"title": "New"}))

    async def test_bounds(self) -> None:
        await self.client.create("bounds")
        large: arrange.FieldsInput = {f"f{index}": "x" * MOST_VALUE_CHARACTERS for index in range(60)}
        for _ in range(6):
            await self.client.apply("bounds", arrange.insert_items([{} for _ in range(500)]))
            await self.client.apply("bounds", arrange.insert_items([large for _ in range(15)]))
        async with self.agent() as agent:
            results = await agent.all("history", list="bounds", limit=MOST_ROWS)
            self.assertEqual(
                [commit["version"] for result in results for commit in result["commits"]], list(range(12, 0, -1))
            )
            self.assertGreater(len(results), 1)
            first = results[-1]["commits"][-1]
            self.assertEqual((first["change_count"], len(first["changes"])), (501, MOST_SHOWN_CHANGES))
            empty = await agent.call("history", list="bounds", before=1)
            self.assertEqual((empty["commits"], empty["truncated"]), ([], False))
