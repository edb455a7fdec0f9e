"""Calls against a server."""

from __future__ import annotations

import asyncio
import json
import math
from datetime import UTC, datetime

import arrange
from arrange import StatusCode, Timestamp, views
from arrange.v1 import model_pb2
from arrange.v1.collections_pb2 import ERASED_FILES_CLEAN
from arrange.v1.sinks_pb2 import SINK_MODE_COMMITS, PostgresMirror, SinkSettings

from .support import Proxy, ServedCase, Server, soon


class CallTests(ServedCase):
    async def test_every_call(self) -> None:
        client = self.client
        info = await client.create("every", strategy="lexorank", fields={"title": "A board"})
        self.assertEqual((info.name, info.strategy, info.fields), ("every", "lexorank", {"title": "A board"}))
        result = await client.apply(
            "every",
            arrange.insert_sections([arrange.element("todo"), {"title": "Done"}]),
            arrange.insert_items([arrange.element("a", {"n": 1}), {"n": 2}], section="todo"),
        )
        self.assertEqual((result.version, result.changed, result.replayed), (1, True, False))
        self.assertEqual([placed.section for placed in result.operations[0]], [0, 1])
        self.assertEqual([placed.item for placed in result.operations[1]], [(0, 0), (0, 1)])
        done, made = result.operations[0][1].id, result.operations[1][1].id
        await client.apply(
            "every",
            arrange.move_items(["a"], section=done, to=arrange.first()),
            arrange.update_items([arrange.update(made, {"n": 3, "x": None}, if_content_version=1)]),
            arrange.update_sections([arrange.update("todo", {"title": "To do"})]),
            arrange.adopt_items([arrange.adopted("b", {"n": 9}, after="a")], section=done),
            arrange.reorder_items(["b", "a"], section=done),
            arrange.reorder_sections([done, "todo"]),
        )
        info, whole = await client.read("every")
        self.assertEqual(info.version, 2)
        self.assertEqual([section.id for section in whole.sections], [done, "todo"])
        self.assertEqual([item.id for item in whole.items], ["b", "a", made])
        self.assertEqual(whole[1, 0].fields, {"n": 3, "x": None})
        await client.apply("every", arrange.move_sections(["todo"], to=arrange.before(done)))
        await client.apply("every", arrange.remove_items([arrange.reference("a")]))
        await client.apply("every", arrange.remove_sections(["todo"]))
        history = await client.history("every", 3, 4)
        self.assertEqual([commit.version for commit in history.commits], [3, 4])
        self.assertEqual(history.commits[0].changes[0].kind, arrange.ChangeKind.SECTION_MOVED)
        self.assertEqual((history.commits[0].changes[0].source, history.commits[0].changes[0].target), ((1, 0), (0, 0)))
        self.assertIsNone(history.commits[1].changes[0].target)
        self.assertEqual((await client.update("every", {"title": "B"}, remove=["x"])).fields, {"title": "B"})
        explained = await client.explain("every", arrange.insert_items([{"n": 1}], section=done))
        self.assertEqual(explained.write_count, 1)
        self.assertEqual((await client.verify_keys("every")).problem_count, 0)
        self.assertGreater(await client.rotate_keys("every", limit=1), 0)
        self.assertTrue((await client.change_strategy("every", "dense")).changed)
        self.assertIn("lexorank", [strategy.name for strategy in (await client.strategies()).strategies])
        server = await client.server_info()
        self.assertTrue(server.version)
        self.assertEqual(list(server.nodes), [])
        self.assertGreater(await client.ping(), 0)
        self.assertEqual((await client.health()).status, 1)
        async for health in client.watch_health():
            self.assertEqual(health.status, 1)
            break
        self.assertGreater(len(b"".join([piece async for piece in client.backup(["every"])])), 100)
        async with client.live("every"):
            followers = await client.followers("every", limit=1)
        self.assertEqual([(count.collection, count.followers) for count in followers.counts], [("every", 1)])
        self.assertEqual(followers.followers[0].client, "arrange-python")
        self.assertTrue((await client.server_access(limit=1)).unrestricted)
        log = await client.server_log(limit=1)
        self.assertEqual((len(log.lines), log.lines[0].number), (1, log.last))
        self.assertEqual(list((await client.server_log(after=log.last, severity="critical")).lines), [])
        await self.refused(StatusCode.INVALID_ARGUMENT, client.server_log(severity="loud"))
        plan = "{seeds: 1, repeats: 1, strategies: [dense], workloads: [{kind: append, items: 10, operations: 20}]}"
        report = json.loads(b"".join([message.report async for message in client.compare(plan)]))
        self.assertEqual(report["workloads"][0]["results"][0]["figures"]["operations"], 20)
        await self.refused(StatusCode.INVALID_ARGUMENT, anext(client.compare("x: 1")))
        settings = SinkSettings(url="http://10.0.0.1/", collections=["none/**"], secrets=["env:NO_SUCH_KEY"])
        sink = await client.create_sink("hooks", settings, paused=True)
        self.assertEqual((sink.name, sink.paused, list(sink.settings.collections)), ("hooks", True, ["none/**"]))
        settings.mode = SINK_MODE_COMMITS
        self.assertEqual((await client.update_sink("hooks", settings)).settings.mode, SINK_MODE_COMMITS)
        self.assertFalse((await client.resume_sink("hooks")).paused)
        self.assertTrue((await client.pause_sink("hooks")).paused)
        self.assertEqual([each.name for each in (await client.sinks("hook")).sinks], ["hooks"])
        self.assertFalse((await client.test_sink("hooks")).delivered)
        self.assertEqual((await client.sink_status("hooks")).collection_count, 0)
        await self.refused(StatusCode.NOT_FOUND, client.replay_sink("hooks", "every", after=1))
        await self.refused(StatusCode.NOT_FOUND, client.replay_sink("hooks", "every"))
        of_view = SinkSettings(url="http://10.0.0.1/", view="no-view", secrets=["env:NO_SUCH_KEY"])
        await self.refused(StatusCode.NOT_FOUND, client.create_sink("views", of_view))
        mirror = SinkSettings(
            postgres=PostgresMirror(connection="env:NO_SUCH_DATABASE", schema="lists", moves=True),
            collections=["none/**"],
        )
        self.assertEqual((await client.create_sink("mirror", mirror, paused=True)).settings, mirror)
        self.assertFalse((await client.test_sink("mirror")).delivered)
        mirror.url = "https://a.example/"
        await self.refused(StatusCode.INVALID_ARGUMENT, client.update_sink("mirror", mirror))
        await client.delete_sink("mirror")
        await client.delete_sink("hooks")
        await self.refused(StatusCode.NOT_FOUND, client.sink("hooks"))
        await client.delete("every")
        await self.refused(StatusCode.NOT_FOUND, client.info("every"))

    async def test_values(self) -> None:
        values: dict[str, arrange.FieldValue] = {
            "none": None,
            "yes": True,
            "no": False,
            "text": 'naïve "text"\n\ttwo lines \\ 漢字 🎉',
            "empty": "",
            "least": -(2**63),
            "most": 2**63 - 1,
            "zero": 0,
            "double": 0.1,
            "whole": 2.0,
            "tiny": 5e-324,
            "bytes": b"\x00\xff",
            "nothing": b"",
            "time": Timestamp(-1),
            "far": Timestamp(2**63 - 1),
        }
        moment = datetime(2024, 2, 29, 12, 30, 0, 123456, UTC)
        await self.client.create("values")
        await self.client.apply("values", arrange.insert_items([{**values, "moment": moment}]))
        _, whole = await self.client.read("values")
        fields = dict(whole[0, 0].fields)
        self.assertEqual(fields.pop("moment"), Timestamp.of(moment))
        self.assertEqual(fields, values)
        self.assertEqual({name: type(value) for name, value in fields.items()}, {n: type(v) for n, v in values.items()})

    async def test_values_that_cannot_be(self) -> None:
        wrong: list[object] = [2**63, math.nan, math.inf, "\ud800", [1], datetime(2024, 1, 1), Timestamp(2**63)]
        for value in wrong:
            with self.subTest(value), self.assertRaises(arrange.ArrangeError) as caught:
                arrange.element("a", {"x": value})  # type: ignore[dict-item]
            self.assertEqual(caught.exception.code, StatusCode.INVALID_ARGUMENT)

    async def test_refusals(self) -> None:
        await self.client.create("refusals")
        await self.refused(StatusCode.ALREADY_EXISTS, self.client.create("refusals"))
        move = arrange.move_items(["nobody"], to=arrange.before("x"))
        error = await self.refused(StatusCode.NOT_FOUND, self.client.apply("refusals", move))
        self.assertEqual(error.field, "operations[0].move_items.items[0].id")
        self.assertEqual(error.processed, arrange.Processed.NOT_STARTED)
        insert = arrange.insert_items([{}])
        result = await self.client.apply("refusals", insert)
        await self.client.apply("refusals", insert, if_state=result.state)
        await self.refused(StatusCode.ABORTED, self.client.apply("refusals", insert, if_state=result.state))
        await self.refused(StatusCode.ABORTED, self.client.apply("refusals", insert, if_version=1))
        self.assertEqual((await self.client.info("refusals")).version, 2)

    async def test_request_id(self) -> None:
        await self.client.create("request")
        first = await self.client.apply("request", arrange.insert_items([{}]), request_id=b"once")
        again = await self.client.apply("request", arrange.insert_items([{}]), request_id=b"once")
        self.assertEqual((first.replayed, again.replayed), (False, True))
        self.assertEqual(again.operations, first.operations)
        for wrong in (b"", bytes(65)):
            await self.refused(StatusCode.INVALID_ARGUMENT, self.client.apply("request", request_id=wrong))

    async def test_transactions_over_several_collections(self) -> None:
        for name in ("joint", "elsewhere"):
            await self.client.create(name)
        await self.client.apply("joint", arrange.insert_items([arrange.element(id, {"n": 1}) for id in "abc"]))
        transfer = arrange.transfer("joint", [arrange.reference("b", if_section="")], "elsewhere", to=arrange.first())
        insert = arrange.step("elsewhere", arrange.insert_items([arrange.element("new")]))
        info = await self.client.info("joint")
        result = await self.client.transact(transfer, insert, conditions={"joint": info.state}, request_id=b"once")
        self.assertEqual([(each.name, each.version) for each in result.collections], [("elsewhere", 1), ("joint", 2)])
        self.assertEqual([[element.id for element in step] for step in result.steps], [["b"], ["new"]])
        self.assertTrue((await self.client.transact(transfer, insert, request_id=b"once")).replayed)
        _, found = await self.client.read("elsewhere")
        self.assertEqual(
            [(item.id, item.placement_version) for item in found.sections[0].items], [("b", 1), ("new", 1)]
        )
        commits = (await self.client.history("joint")).commits
        self.assertEqual([change.transferred for change in commits[-1].changes], ["elsewhere"])
        self.assertEqual(commits[-1].transaction, (await self.client.history("elsewhere")).commits[-1].transaction)
        await self.refused(StatusCode.NOT_FOUND, self.client.transact(transfer))
        await self.refused(StatusCode.ABORTED, self.client.transact(insert, conditions={"joint": 1}))
        moved = arrange.move_items([arrange.reference("a", if_placement_version=7)], to=arrange.last())
        error = await self.refused(StatusCode.ABORTED, self.client.apply("joint", moved))
        self.assertEqual(error.field, "operations[0].move_items.items[0].if_placement_version")

    async def test_transfers_between_outlines(self) -> None:
        for name in ("plan", "book"):
            await self.client.create(name, outline=arrange.OutlineSettings().message())
        await self.client.create("flat")
        made = [arrange.insert_items([arrange.element("a")]), arrange.insert_items([arrange.element("b")], parent="a")]
        await self.client.apply("plan", *made, arrange.insert_items([arrange.element("c")], parent="b"))
        await self.client.apply("book", arrange.insert_items([arrange.element("x")]))
        missing = arrange.ParentPolicy.LAST
        result = await self.client.transact(
            arrange.transfer("plan", ["b"], "book", section="", parent="y", if_parent_missing=missing), stack="tab"
        )
        self.assertEqual([(each.id, each.parent) for each in result.steps[0]], [("b", "")])
        self.assertEqual(await self.levels("book"), [("x", 1), ("b", 1), ("c", 2)])
        self.assertTrue((await self.client.undo("plan", "tab")).changed)
        await self.client.transact(arrange.transfer("plan", ["a"], "book", parent="x"))
        self.assertEqual(await self.levels("book"), [("x", 1), ("a", 2), ("b", 3), ("c", 4)])
        there = arrange.transfer("book", ["b"], "flat")
        error = await self.refused(StatusCode.FAILED_PRECONDITION, self.client.transact(there))
        self.assertEqual((error.field, error.reason), ("steps[0].transfer_items.descendants", "has_children"))
        promote = arrange.DescendantPolicy.PROMOTE
        await self.client.transact(arrange.transfer("book", ["b"], "flat", descendants=promote))
        self.assertEqual(await self.levels("book"), [("x", 1), ("a", 2), ("c", 3)])
        below = arrange.transfer("book", ["c"], "flat", parent="b")
        error = await self.refused(StatusCode.FAILED_PRECONDITION, self.client.transact(below))
        self.assertEqual((error.field, error.reason), ("steps[0].transfer_items.parent", "no_outline"))

    async def levels(self, name: str) -> list[tuple[str, int]]:
        _, found = await self.client.read(name)
        return [(item.id, item.depth) for section in found.sections for item in section.items]

    async def test_undo(self) -> None:
        await self.client.create("undone")
        items = [arrange.element(id, {"n": 1}) for id in "abc"]
        await self.client.apply("undone", arrange.insert_items(items), stack="tab")
        edits = (arrange.move_items(["b"], to=arrange.last()), arrange.update_items([arrange.update("a", {"n": 2})]))
        for edit in edits:
            await self.client.apply("undone", edit, stack="tab", group=b"drag")
        await self.client.apply("undone", arrange.update_items([arrange.update("a", {"n": 3})]), stack="other")
        dry = await self.client.undo("undone", "tab", dry_run=True, expect=3)
        self.assertEqual((dry.undoes, dry.changed, dry.version), ((2, 3), True, 4))
        result = await self.client.undo("undone", "tab", request_id=b"undo")
        self.assertEqual((result.version, result.undone_count, result.kept_count), (5, 1, 1))
        self.assertEqual([(change.id, change.kind) for change in result.undone], [("b", arrange.ChangeKind.ITEM_MOVED)])
        (kept,) = result.kept
        self.assertEqual((kept.id, kept.field, kept.reason), ("a", "n", arrange.KeptReason.CHANGED))
        self.assertEqual((kept.by_version, kept.by, kept.collection), (4, "anonymous", ""))
        self.assertTrue((await self.client.undo("undone", "tab", request_id=b"undo")).replayed)
        self.assertTrue(result.can_undo and result.can_redo)
        again = await self.client.undo("undone", "tab", redo=True)
        self.assertEqual(again.undoes, (5,))
        _, found = await self.client.read("undone")
        self.assertEqual([item.id for item in found.sections[0].items], ["a", "c", "b"])
        commits = (await self.client.history("undone")).commits
        self.assertEqual([commit.undoes for commit in commits], [(), (), (), (), (2, 3), (5,)])
        self.assertEqual([commit.redo for commit in commits], [False] * 5 + [True])
        self.assertEqual((commits[1].stack, commits[1].group), (b"tab", b"drag"))
        await self.refused(StatusCode.ABORTED, self.client.undo("undone", "tab", expect=2))
        await self.refused(StatusCode.NOT_FOUND, self.client.undo("undone", "tab", of=4))
        await self.refused(StatusCode.INVALID_ARGUMENT, self.client.undo("undone", bytes(17)))

    async def test_pages(self) -> None:
        await self.client.create("pages")
        for section in range(3):
            await self.client.apply(
                "pages",
                arrange.insert_sections([arrange.element(str(section))]),
                arrange.insert_items([arrange.element(f"{section}.{n}") for n in range(50)], section=str(section)),
            )
        found: list[str] = []
        async for page in self.client.pages("pages", page_size=7):
            for run in page.slices:
                found += [item.id for item in run.items]
        self.assertEqual(found, [f"{section}.{n}" for section in range(3) for n in range(50)])
        part = [page async for page in self.client.pages("pages", section="1", start=3, end=5)]
        self.assertEqual([item.id for item in part[0].slices[0].items], ["1.3", "1.4"])
        part = [page async for page in self.client.pages("pages", around=("1.9", 1, 1))]
        self.assertEqual([item.id for item in part[0].slices[0].items], ["1.8", "1.9", "1.10"])
        names = [info.name async for info in self.client.collections(page_size=1)]
        self.assertIn("pages", names)

    async def test_more_calls_than_a_connection_takes(self) -> None:
        await self.client.create("many")
        results = await asyncio.gather(*(self.client.apply("many", arrange.insert_items([{}])) for _ in range(2000)))
        self.assertEqual(sorted(result.version for result in results), list(range(1, 2001)))

    async def test_placing_rows(self) -> None:
        await self.client.create("tasks")
        items = [arrange.element(id, {"n": n}) for n, id in enumerate("abc")]
        await self.client.apply("tasks", arrange.insert_items(items))
        view = views.view(views.query("tasks", sort=[views.sort("n")]))
        with self.assertRaises(arrange.ArrangeError) as caught:
            await self.client.place(view, ["c"], before="a")
        self.assertEqual(caught.exception.field, "allow[sort]")
        planned = await self.client.place(view, ["c"], before="a", allow=["sort"], dry_run=True)
        self.assertEqual(([*planned.applied], planned.effects[0].set[0].int_value), ([], 0))
        placed = await self.client.place(view, ["c"], before="a", allow=["sort"])
        self.assertEqual([commit.collection for commit in placed.applied], ["tasks"])
        _, shown = await self.client.read(view)
        self.assertEqual([item.id for item in shown.items], ["c", "a", "b"])
        with self.assertRaises(arrange.ArrangeError):
            await self.client.place(view, ["c"], before="a", allow=["anything"])

    async def test_placing_rows_of_outlines(self) -> None:
        await self.client.create("placed plan", outline=model_pb2.OutlineSettings())
        await self.client.apply(
            "placed plan",
            arrange.insert_items([arrange.element(id) for id in "abc"]),
            arrange.insert_items([arrange.element("x")], parent="a"),
        )
        view = views.view(views.query("placed plan"))
        planned = await self.client.place(view, ["c"], after="x", before="b", under="x", dry_run=True)
        self.assertEqual((planned.effects[0].parent, planned.effects[0].origin.depth), ("x", 3))
        with self.assertRaises(arrange.ArrangeError) as caught:
            await self.client.place(view, ["a"], after="c", under="x")
        self.assertEqual(caught.exception.reason, "below_itself")
        async with self.client.live(view) as live:
            # Those below go along, named or not.
            local = live.place(["a", "x"], to=arrange.last())
            assert local.changes is not None
            self.assertEqual([item.id for item in live.list.items], ["b", "c", "a", "x"])
            live.place(["c"], to=arrange.after("b"), under="b")
            async for _ in live:
                depths = [(item.id, item.origin.depth if item.origin else 0) for item in live.list.items]
                if not live.has_pending_moves and depths[1][1] == 2:
                    break
            self.assertEqual(depths, [("b", 1), ("c", 2), ("a", 1), ("x", 2)])

    async def test_overlays(self) -> None:
        await self.client.create("shared-list")
        await self.client.apply("shared-list", arrange.insert_items([arrange.element(id) for id in "abc"]))
        view = views.view(views.query("shared-list", own_overlay="mine"))
        with self.assertRaises(arrange.ArrangeError) as caught:
            await self.client.read(view)
        self.assertEqual(caught.exception.field, "view.parts[0].query.overlay")
        await self.client.create_overlay("shared-list")
        await self.client.create_overlay("shared-list", "triage", shared=True)
        placed = await self.client.place(view, ["c"], after="a", before="b")
        self.assertEqual((placed.overlay, [commit.collection for commit in placed.applied]), ("mine", ["shared-list"]))
        again = await self.client.place(view, ["c"], after="a", before="b")
        self.assertEqual([*again.applied], [])
        _, shown = await self.client.read(view)
        self.assertEqual([item.id for item in shown.items], ["a", "c", "b"])
        _, unchanged = await self.client.read(views.view(views.query("shared-list", overlay="triage")))
        self.assertEqual([item.id for item in unchanged.items], ["a", "b", "c"])
        page = await self.client.overlay("shared-list")
        self.assertEqual([(entry.item, [*entry.predecessors]) for entry in page.entries], [("c", ["a"])])
        found = await self.client.overlays("shared-list")
        self.assertEqual([(info.overlay, info.shared) for info in found.overlays], [("triage", True), ("mine", False)])
        info = await self.client.reset_overlay("shared-list", items=["c"])
        self.assertEqual(info.entries, 0)
        await self.client.delete_overlay("shared-list")
        with self.assertRaises(arrange.ArrangeError):
            views.query("shared-list", overlay="triage", own_overlay="mine")

    async def test_time(self) -> None:
        await self.client.create("diary")
        for id in "abc":
            await self.client.apply("diary", arrange.insert_items([arrange.element(id)]))
        await self.client.apply("diary", arrange.move_items(["c"], to=arrange.first()))
        _, past = await self.client.read("diary", at=2)
        self.assertEqual([item.id for item in past.items], ["a", "b"])
        diff = await self.client.diff("diary", 2, 4)
        past.apply(diff.batch)
        self.assertEqual([item.id for item in past.items], ["c", "a", "b"])
        self.assertEqual((diff.from_version, diff.to_version), (2, 4))
        named = await self.client.set_version("diary", "early", 1)
        self.assertEqual((named.version, named.name), (1, "early"))
        updates = [update async for update in self.client.updates("diary", at="early", play_to=3)]
        self.assertEqual([update.version for update in updates], [1, 2, 3])
        assert isinstance(updates[0].content, arrange.WholeList)
        self.assertEqual(updates[0].content.reason, arrange.SnapshotReason.PAST)
        tried = await self.client.restore("diary", "early", dry_run=True)
        self.assertTrue(tried.changes is not None and len(tried.changes.items.deletes) == 2)
        restored = await self.client.restore("diary", "early")
        self.assertEqual((restored.restored, restored.state.version, restored.changed), (1, 5, True))
        bin = [element async for element in self.client.bin("diary", page_size=1)]
        self.assertEqual([element.id for element in bin], ["c", "b"])
        await self.client.put_back("diary", *bin, stack="tab")
        self.assertTrue((await self.client.undo("diary", "tab")).changed)
        self.assertTrue((await self.client.undo("diary", "tab", redo=True)).changed)
        _, now = await self.client.read("diary")
        self.assertEqual([item.id for item in now.items], ["c", "a", "b"])
        found = await self.client.versions("diary")
        self.assertEqual([version.name for version in found.versions], ["early"])
        with self.assertRaises(arrange.ArrangeError) as caught:
            await self.client.empty_bin("diary")
        self.assertEqual(caught.exception.code, arrange.StatusCode.FAILED_PRECONDITION)
        await self.client.delete_version("diary", "early")
        self.assertEqual((await self.client.empty_bin("diary")).oldest_kept, 9)
        with self.assertRaises(arrange.ArrangeError) as caught:
            await self.client.read("diary", at=8)
        self.assertEqual(caught.exception.code, arrange.StatusCode.OUT_OF_RANGE)
        with self.assertRaises(arrange.ArrangeError) as caught:
            await self.client.erase("diary", ["nothing"])
        self.assertEqual(caught.exception.code, arrange.StatusCode.NOT_FOUND)
        erasure = await self.client.erase("diary", ["c"])
        self.assertEqual((list(erasure.removed), erasure.oldest_kept), (["c"], 10))
        self.assertEqual(erasure.files, ERASED_FILES_CLEAN)

    async def test_views(self) -> None:
        await self.client.create("source")
        items = [
            arrange.element(str(n), {"n": n, "done": n % 2 == 0, "who": "ann" if n < 3 else "bob"}) for n in range(6)
        ]
        await self.client.apply("source", arrange.insert_items(items))
        open_items = ~views.field("done").equals(True) & views.field("n").is_at_least(1)
        view = views.view(
            views.fixed(views.row("menu"), [views.row("new", {"title": "New"})]),
            views.query(
                "source",
                filter=open_items | views.field("n").is_one_of([0]),
                sort=[views.sort("n", descending=True)],
                grouped=views.grouping("who", ["cleo", "ann"]),
                cap=2,
                only=["n"],
            ),
        )
        parsed = await self.client.parse_view(view=view)
        again = await self.client.parse_view(parsed.text, locate="view.parts[1].query.cap")
        self.assertEqual(again.view, parsed.view)
        self.assertEqual(again.located.line, 2)
        wrong = await self.client.parse_view("source where")
        self.assertEqual((wrong.error.place.line, wrong.error.place.column, wrong.text), (1, 13, ""))
        await self.client.define_view("open", view)
        self.assertEqual((await self.client.view("open")).definition.parts[1].query.cap, 2)
        self.assertEqual([view.name async for view in self.client.views()], ["open"])
        for source in (view, "open"):
            info, whole = await self.client.read(source)
            self.assertTrue(info.is_view)
            shown = [[item.fields.get("n") for item in section.items] for section in whole.sections]
            self.assertEqual(shown, [[None], [], [1, 0], [5, 3]])
        self.assertEqual(whole[2, 0].origin, arrange.RowOrigin("source", "", "1"))
        await self.client.delete_view("open")
        await self.refused(StatusCode.NOT_FOUND, self.client.view("open"))

    async def test_filters(self) -> None:
        """Each condition shows the items that it describes."""
        await self.client.create("filters")
        values: dict[str, arrange.FieldValue] = {
            "one": 1,
            "two": 2,
            "half": 0.5,
            "ann": "Ann",
            "anna": "anna",
            "nil": None,
        }
        items = [arrange.element(id, {"x": value}) for id, value in values.items()]
        await self.client.apply("filters", arrange.insert_items([*items, arrange.element("none", {"y": 1})]))
        x = views.field("x")
        table: dict[str, views.Filter] = {
            "one two half ann anna nil": x.exists(),
            "none": ~x.exists(),
            "one": x.equals(1),
            "two half": x.differs_from(1) & (x.is_less_than(1) | x.is_greater_than(1)),
            "one half": x.is_at_most(1),
            "one two": x.is_at_least(1),
            "half": x.is_less_than(1),
            "two": x.is_greater_than(1),
            "ann": x.equals("ann", ignores_case=True),
            "anna": x.starts_with("an"),
            "ann anna": x.starts_with("an", ignores_case=True),
            "ann anna ": x.contains("N", ignores_case=True),
            "one ann": x.is_one_of([1, "Ann"]),
            "one two half ann anna nil none": views.all_of(),
            "": views.any_of(),
            "  ": x.is_reader(),
            "ann anna  ": x.is_reader(negated=True),
        }
        for ids, filter in table.items():
            with self.subTest(ids):
                view = views.view(views.query("filters", filter=filter, flat=views.row("all")), window=(0, 0, 100))
                _, whole = await self.client.read(view)
                self.assertEqual([item.id for item in whole.items], ids.split())
        with self.assertRaises(arrange.ArrangeError):
            views.query("filters", flat=views.row("a"), grouped=views.grouping("x"))

    async def test_cancelled(self) -> None:
        """A cancelled call stops waiting at once, and the connection serves the next ones."""
        await self.client.create("cancelled")
        calls = [asyncio.create_task(self.client.info("cancelled")) for _ in range(300)]
        await asyncio.sleep(0)
        for call in calls:
            call.cancel()
        results = await asyncio.gather(*calls, return_exceptions=True)
        self.assertTrue(all(isinstance(result, asyncio.CancelledError) for result in results))
        await asyncio.gather(*(self.client.info("cancelled") for _ in range(600)))

    async def test_deadlines(self) -> None:
        hurried = self.client.with_timeout(1e-9)
        await self.refused(StatusCode.DEADLINE_EXCEEDED, hurried.info("board"))
        proxy = Proxy(self.server.port)
        async with proxy.running() as address:
            client = arrange.Client(address)
            await client.ping()
            proxy.is_deaf = True
            error = await self.refused(StatusCode.DEADLINE_EXCEEDED, client.with_timeout(0.05).info("board"))
            self.assertEqual(error.processed, arrange.Processed.UNKNOWN)
            await self.refused(StatusCode.DEADLINE_EXCEEDED, client.with_timeout(0.05).ping())
            proxy.break_all()
            proxy.is_deaf = False
            await client.ping()
            await client.close()

    async def test_closed(self) -> None:
        await self.client.create("closed")
        calls = [asyncio.create_task(self.client.apply("closed", arrange.insert_items([{}]))) for _ in range(100)]
        stream = self.client.updates("closed")
        await anext(stream)
        await self.client.close()
        results = await asyncio.gather(*calls)
        self.assertEqual(sorted(result.version for result in results), list(range(1, 101)))
        await self.refused(StatusCode.FAILED_PRECONDITION, self.client.info("closed"))
        with self.assertRaises(arrange.ArrangeError):
            while True:
                await anext(stream)

    async def test_nobody_there(self) -> None:
        server = Server()
        server.close()
        client = arrange.Client(
            server.address, configuration=arrange.Configuration(retry=arrange.RetryPolicy(3, 0.001, 0.001))
        )
        error = await self.refused(StatusCode.UNAVAILABLE, client.info("board"))
        self.assertIn("is arranged running there?", error.message)
        self.assertEqual(error.processed, arrange.Processed.NOT_STARTED)
        self.assertEqual(client.connection.status, arrange.ConnectionStatus.DISCONNECTED)
        await client.close()
        patient = arrange.Client(server.address)
        error = await self.refused(StatusCode.DEADLINE_EXCEEDED, patient.with_timeout(0.05).info("board"))
        self.assertIn("is arranged running there?", error.message)
        self.assertEqual(error.processed, arrange.Processed.NOT_STARTED)
        await patient.close()

    async def test_server_that_restarts(self) -> None:
        """Calls that wait while the server restarts are made by the next one, each transaction once."""
        server = Server()
        self.addCleanup(server.close)
        client = arrange.Client(
            server.address, configuration=arrange.Configuration(retry=arrange.RetryPolicy(1000, 0.005, 0.02))
        )
        self.addAsyncCleanup(client.close)
        await client.create("board")
        calls = [asyncio.create_task(client.apply("board", arrange.insert_items([{}]))) for _ in range(500)]
        await soon(lambda: any(call.done() for call in calls))
        server.kill()
        await asyncio.to_thread(server.start)
        await asyncio.gather(*calls)
        _, whole = await client.read("board")
        self.assertEqual(len(whole.sections[0].items), 500)

    async def test_several_nodes(self) -> None:
        """When the node that a client uses is gone, its calls go on at the next address."""
        first, second = Proxy(self.server.port), Proxy(self.server.port)
        gone = Server()
        gone.close()
        await self.client.create("several")
        async with second.running() as there:
            async with first.running() as here:
                retry = arrange.RetryPolicy(maximum_attempts=5)
                configuration = arrange.Configuration(starts_at_first=True, retry=retry)
                client = arrange.Client(f"{gone.address},{here},{there}", configuration=configuration)
                self.addAsyncCleanup(client.close)
                await client.info("several")
                self.assertEqual((first.accepted, second.accepted), (1, 0))
            # The proxy has ended, with its connections.
            calls = [asyncio.create_task(client.apply("several", arrange.insert_items([{}]))) for _ in range(20)]
            await asyncio.gather(*calls)
            self.assertEqual((first.accepted, second.accepted), (1, 1))
        error = await self.refused(StatusCode.UNAVAILABLE, client.info("several"))
        self.assertIn("none of the 3 servers can be used", error.message)
        _, whole = await self.client.read("several")
        self.assertEqual(len(whole.sections[0].items), 20)

    async def test_states(self) -> None:
        proxy = Proxy(self.server.port)
        async with proxy.running() as address:
            client = arrange.Client(address)
            seen: list[str] = []

            async def watch() -> None:
                async for state in client.connection_states():
                    seen.append(state.status.value)

            watching = asyncio.create_task(watch())
            await asyncio.sleep(0)
            await client.ping()
            proxy.break_all()
            await soon(lambda: "disconnected" in seen)
            await client.ping()
            await client.close()
            await soon(watching)
        self.assertEqual(seen, ["idle", "connecting", "connected", "disconnected", "connected", "closed"])
