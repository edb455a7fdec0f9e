"""Lists with optimistic moves."""

from __future__ import annotations

import asyncio
import contextlib

import arrange
from arrange import (
    ConnectionChanged,
    ListChanged,
    ListReplaced,
    LiveList,
    MoveRefused,
    Path,
    Place,
    StatusCode,
    _saved,
    views,
)

from .naive import rows
from .support import Proxy, ServedCase, scale, seeded, soon


class Screen:
    """A live list with a copy that changes only by what is reported."""

    def __init__(self, live: LiveList) -> None:
        self.live = live
        self.copy = live.list.copy()
        self.events: list[arrange.ListEvent] = []
        self.task = asyncio.create_task(self.run())

    async def run(self) -> None:
        async for event in self.live:
            self.events.append(event)
            match event:
                case ListChanged(batch):
                    self.copy.apply(batch)
                case ListReplaced():
                    self.copy = self.live.list.copy()

    def move(self, *ids: str, section: str | None = None, to: Place | None = None) -> arrange.LocalMove:
        move = self.live.move(ids, section=section, to=to)
        if move.changes is not None:
            self.copy.apply(move.changes)
        return move

    async def settle(self, version: int = 0) -> None:
        await soon(lambda: not self.live.has_pending_moves and (self.live.version or 0) >= version)

    @property
    def ids(self) -> list[list[str]]:
        return [[item.id for item in section.items] for section in self.live.sections]


class LiveTests(ServedCase):
    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        self.name = self.id()
        await self.client.create(self.name)
        await self.client.apply(
            self.name,
            arrange.insert_sections([arrange.element("todo"), arrange.element("done")]),
            arrange.insert_items([arrange.element(id) for id in "abcde"], section="todo"),
        )

    async def open(self, client: arrange.Client | None = None) -> Screen:
        live = (client or self.client).live(self.name)
        self.addAsyncCleanup(live.aclose)
        await live.load()
        return Screen(live)

    async def test_moves_are_not_reported_twice(self) -> None:
        screen = await self.open()
        for id in "edcab":
            screen.move(id, section="done", to=arrange.first())
        self.assertEqual(screen.ids, [[], ["b", "a", "c", "d", "e"]])
        screen.move("a", "e", section="todo")
        self.assertTrue(screen.live.has_pending_moves)
        await screen.settle()
        self.assertEqual(screen.ids, [["a", "e"], ["b", "c", "d"]])
        self.assertEqual(screen.events, [])
        _, whole = await self.client.read(self.name)
        self.assertTrue(screen.live.list.shows_the_same(whole))

    async def test_others_at_the_same_time(self) -> None:
        source = seeded("moves by two")
        screens = [await self.open(), await self.open(self.make_client())]
        for _ in range(scale(30)):
            for screen in screens:
                if source.random() < 0.7:
                    ids = source.sample("abcde", source.randint(1, 3))
                    screen.move(
                        *ids,
                        section=source.choice(["todo", "done"]),
                        to=source.choice([arrange.first(), arrange.last()]),
                    )
            if source.random() < 0.5:
                await asyncio.sleep(source.random() * 0.01)
            for screen in screens:
                self.assertEqual(rows(screen.copy), rows(screen.live.list))
        version = (await self.client.info(self.name)).version
        for screen in screens:
            await screen.settle()
        version = (await self.client.info(self.name)).version
        _, whole = await self.client.read(self.name)
        for screen in screens:
            await screen.settle(version)
            self.assertTrue(screen.live.list.shows_the_same(whole))
            self.assertTrue(screen.copy.shows_the_same(whole))

    async def test_refused(self) -> None:
        """A move of what is gone is undone, and then the refusal is told."""
        screen = await self.open()
        other = self.make_client()
        await other.apply(self.name, arrange.remove_items(["a"]))
        await soon(lambda: len(screen.live.sections[0].items) == 4)
        screen.task.cancel()
        await other.apply(self.name, arrange.remove_items(["b"]))
        move = screen.move("b", section="done")
        screen.task = asyncio.create_task(screen.run())
        await soon(lambda: any(isinstance(event, MoveRefused) for event in screen.events))
        await screen.settle(3)
        refused = [event for event in screen.events if isinstance(event, MoveRefused)]
        self.assertEqual([event.request_id for event in refused], [move.request_id])
        self.assertEqual(refused[0].error.code, StatusCode.NOT_FOUND)
        self.assertEqual(screen.ids, [["c", "d", "e"], []])
        self.assertEqual(rows(screen.copy), rows(screen.live.list))

    async def test_refused_at_once(self) -> None:
        live = self.client.live(self.name)
        with self.assertRaises(arrange.ArrangeError):
            live.move(["a"])
        screen = await self.open()
        for ids, section, to in (
            (["nobody"], None, None),
            (["a", "a"], None, None),
            ([], None, None),
            (["a"], "nowhere", None),
            (["a"], None, arrange.at(9)),
            (["a"], None, arrange.after("nobody")),
        ):
            with self.subTest(ids=ids, section=section), self.assertRaises(arrange.ArrangeError):
                screen.live.move(ids, section=section, to=to)
        self.assertIsNone(screen.move("a", to=arrange.first()).changes)
        self.assertFalse(screen.live.has_pending_moves)

    async def test_move_item(self) -> None:
        screen = await self.open()
        live = screen.live
        for source, target, wanted in (
            ((0, 0), (0, 2), [["b", "c", "a", "d", "e"], []]),
            ((0, 4), (0, 0), [["e", "b", "c", "a", "d"], []]),
            ((0, 1), (1, 0), [["e", "c", "a", "d"], ["b"]]),
            ((0, 0), (0, 3), [["c", "a", "d", "e"], ["b"]]),
            ((0, 0), (1, 1), [["a", "d", "e"], ["b", "c"]]),
        ):
            item = live.item(source)
            move = live.move_item(source, target)
            assert move.changes is not None
            screen.copy.apply(move.changes)
            self.assertEqual(screen.ids, wanted)
            self.assertEqual(live.path(item.id), target)
        for wrong in (((0, 3), (0, 0)), ((0, 0), (0, 3)), ((0, 0), (2, 0)), ((0, 0), (1, 3)), ((-1, 0), (0, 0))):
            with self.assertRaises(arrange.ArrangeError):
                live.move_item(*wrong)
        await screen.settle()
        self.assertEqual(screen.events, [])

    async def test_saved(self) -> None:
        screen = await self.open()
        self.assertEqual(screen.live.path("c"), Path(0, 2))
        saved = screen.live.save()
        await screen.live.aclose()
        await self.client.apply(self.name, arrange.remove_items(["c"]))
        live = self.client.live(self.name, saved=saved)
        self.addAsyncCleanup(live.aclose)
        self.assertEqual([item.id for item in live.list.items], list("abcde"))
        event = await live.next()
        assert isinstance(event, ListChanged)
        self.assertEqual(event.batch.items.deletes, [Path(0, 2)])
        self.assertEqual([item.id for item in live.list.items], list("abde"))
        self.assertIsNone(live.path("c"))
        source = seeded("damaged saved lists")
        for _ in range(scale(200)):
            damaged = bytearray(saved)
            damaged[source.randrange(len(damaged))] ^= 1 << source.randrange(8)
            # It is refused, or is another list.
            try:
                self.client.live(self.name, saved=bytes(damaged))
            except arrange.ArrangeError as error:
                self.assertEqual(error.code, StatusCode.INVALID_ARGUMENT)
        with self.assertRaises(arrange.ArrangeError):
            self.client.live(self.name, saved=b"")

    async def test_saved_moves(self) -> None:
        """Moves that were pending are saved with the list, shown when it is back, and made exactly once."""
        proxy = Proxy(self.server.port)
        async with proxy.running() as address:
            client = arrange.Client(address)
            self.addAsyncCleanup(client.close)
            screen = await self.open(client)
            # The first move is carried out, but the answer is lost.
            proxy.is_deaf = True
            screen.move("e", section="done")
            while (await self.client.info(self.name)).version < 2:
                await asyncio.sleep(0.002)
            screen.move("a", section="done", to=arrange.first())
            screen.move("d", to=arrange.before("b"))
            screen.move("b", to=arrange.after("gone", arrange.IfMissing.LAST), section="todo")
            screen.move("c", to=arrange.at(0))
            shown = [["c", "d", "b"], ["a", "e"]]
            self.assertEqual(screen.ids, shown)
            saved = screen.live.save()
            await screen.live.aclose()
        live = self.client.live(self.name, saved=saved)
        self.addAsyncCleanup(live.aclose)
        self.assertTrue(live.has_pending_moves)
        self.assertEqual([[item.id for item in section.items] for section in live.sections], shown)
        again = live.save()
        restored = Screen(live)
        await restored.settle()
        self.assertEqual(restored.ids, shown)
        self.assertEqual(restored.copy, live.list)
        # The first commit made the list.
        self.assertEqual((await self.client.info(self.name)).version, 1 + 5)
        await live.aclose()
        source = seeded("damaged saved moves")
        for _ in range(scale(200)):
            damaged = bytearray(again)
            damaged[source.randrange(len(damaged))] ^= 1 << source.randrange(8)
            with contextlib.suppress(arrange.ArrangeError):
                self.client.live(self.name, saved=bytes(damaged))
        # Restored twice, and made once all the same.
        screen = Screen(self.client.live(self.name, saved=again))
        self.addAsyncCleanup(screen.live.aclose)
        await screen.settle()
        self.assertEqual((await self.client.info(self.name)).version, 1 + 5)

    async def test_one_text_is_not_several_ids(self) -> None:
        screen = await self.open()
        for call in (
            lambda: screen.live.move("ab"),
            lambda: arrange.move_items("ab"),
            lambda: arrange.remove_items("ab"),
            lambda: arrange.reorder_items("ab"),
            lambda: arrange.move_sections("ab"),
            lambda: arrange.remove_sections("ab"),
            lambda: arrange.reorder_sections("ab"),
            lambda: arrange.update("a", remove="ab"),
            lambda: views.query("b", only="ab"),
            lambda: views.query("b", sections="ab"),
            lambda: views.field("f").is_one_of("ab"),
            lambda: views.grouping("f", "ab"),
        ):
            with self.assertRaises(arrange.ArrangeError) as caught:
                call()
            self.assertEqual(caught.exception.code, StatusCode.INVALID_ARGUMENT)
        await self.refused(StatusCode.INVALID_ARGUMENT, self.client.update(self.name, remove="ab"))
        await self.refused(StatusCode.INVALID_ARGUMENT, anext(self.client.backup("ab")))

    async def test_wrong_saved_list(self) -> None:
        """A list that is not that of the token leads to the whole list."""
        screen = await self.open()
        token = screen.live.resume_token
        await self.client.create("other")
        await self.client.apply("other", arrange.insert_items([{}]))
        async with self.client.live("other") as other:
            saved, _ = _saved.read(other.save())
        saved.resume_token = token
        # In the form of version 0.1: the list alone.
        live = self.client.live(self.name, saved=saved.SerializeToString())
        self.addAsyncCleanup(live.aclose)
        await self.client.apply(self.name, arrange.remove_items(["a"]))
        async with asyncio.timeout(30):
            event = await live.next()
        self.assertIsInstance(event, ListReplaced)
        self.assertEqual([item.id for item in live.list.items], list("bcde"))

    async def test_groups_of_two_fields_with_sums(self) -> None:
        for id, owner, points in (("a", "ann", 2), ("b", "bob", 3), ("c", "ann", 5)):
            change = arrange.update(id, {"owner": owner, "done": id == "b", "points": points})
            await self.client.apply(self.name, arrange.update_items([change]))
        grouped = views.grouping("done", [False, True], by=views.grouping("owner", ["ann", "bob"]))
        query = views.query(self.name, grouped=grouped, filter=views.field("owner").exists(), sums=["points"])
        _, whole = await self.client.read(views.view(query))
        found = [
            ([item.id for item in section.items], section.element.fields["sum points"]) for section in whole.sections
        ]
        self.assertEqual(found, [(["a", "c"], 7), ([], 0), ([], 0), (["b"], 3)])
        with self.assertRaises(arrange.ArrangeError):
            views.grouping("a", by=grouped)

    async def test_views(self) -> None:
        view = views.view(views.query(self.name, sort=[views.sort("n")]))
        async with self.client.live(view) as live:
            self.assertEqual(len(list(live.list.items)), 5)
            with self.assertRaises(arrange.ArrangeError) as caught:
                live.move(["a"])
            self.assertEqual(caught.exception.code, StatusCode.FAILED_PRECONDITION)

    async def open_view(self, saved: bytes | None = None) -> Screen:
        """A view of the items by their owners, without c, by their dates."""
        owners = {"a": "ann", "b": "ann", "d": "bob", "e": "bob"}
        for n, (id, owner) in enumerate(owners.items()):
            await self.client.apply(self.name, arrange.update_items([arrange.update(id, {"owner": owner, "n": n})]))
        has_owner = views.field("owner").exists()
        by_owner = views.grouping("owner", ["ann", "bob"])
        query = views.query(self.name, grouped=by_owner, filter=has_owner, sort=[views.sort("n")])
        await self.client.define_view(f"{self.name} by owner", views.view(query))
        live = self.client.live(f"{self.name} by owner", saved=saved)
        self.addAsyncCleanup(live.aclose)
        await live.load()
        screen = Screen(live)
        self.assertEqual(screen.ids, [["a", "b"], ["d", "e"]])
        return screen

    async def test_rows_of_a_view_are_placed(self) -> None:
        """A row is in the gap at once; what the server writes for that comes with its batch."""
        screen = await self.open_view()
        local = screen.live.place(["b"], section="=bob", to=arrange.first())
        assert local.changes is not None
        screen.copy.apply(local.changes)
        self.assertEqual(screen.ids, [["a"], ["b", "d", "e"]])
        self.assertTrue(screen.live.has_pending_moves)
        await soon(lambda: not screen.live.has_pending_moves)
        self.assertEqual(screen.ids, [["a"], ["b", "d", "e"]])
        self.assertEqual(rows(screen.copy), rows(screen.live.list))
        _, whole = await self.client.read(self.name)
        fields = {item.id: item.fields for item in whole.items}
        self.assertEqual([fields["b"]["owner"], fields["b"]["n"]], ["bob", 1], screen.events)
        self.assertEqual([item.id for item in whole.items], list("abcde"))
        self.assertFalse([event for event in screen.events if isinstance(event, MoveRefused)])

    async def test_a_placement_that_takes_more_goes_back_in_one_batch(self) -> None:
        screen = await self.open_view()

        def place(*allow: str) -> bytes:
            local = screen.live.place(["a"], section="=bob", to=arrange.last(), allow=allow)
            assert local.changes is not None
            screen.copy.apply(local.changes)
            self.assertEqual(screen.ids, [["b"], ["d", "e", "a"]])
            return local.request_id

        request_id = place()
        await soon(lambda: any(isinstance(event, MoveRefused) for event in screen.events))
        back, refused = screen.events
        assert isinstance(back, arrange.ListChanged) and isinstance(refused, MoveRefused)
        self.assertEqual([refused.request_id, refused.allow], [request_id, ("sort",)])
        self.assertEqual(screen.ids, [["a", "b"], ["d", "e"]])
        self.assertEqual(rows(screen.copy), rows(screen.live.list))
        place(*refused.allow)
        await soon(lambda: not screen.live.has_pending_moves)
        self.assertEqual(screen.ids, [["b"], ["d", "e", "a"]])
        _, whole = await self.client.read(self.name)
        self.assertEqual(next(item for item in whole.items if item.id == "a").fields["n"], 3)
        with self.assertRaises(arrange.ArrangeError):
            screen.live.place(["a"], allow=["all"])
        with self.assertRaises(arrange.ArrangeError):
            screen.live.place(["a"], to=arrange.after("nobody"))

    async def test_saved_placements(self) -> None:
        """Rows that were placed when the list was saved are placed once, by whoever goes on with it."""
        screen = await self.open_view()
        screen.task.cancel()
        live = screen.live
        local = live.place(["b"], section="=bob", to=arrange.first())
        self.assertIsNotNone(local.changes)
        saved = live.save()
        self.assertTrue(saved.startswith(b"\0\2"))
        await live.aclose()
        again = self.client.live(f"{self.name} by owner", saved=saved)
        self.addAsyncCleanup(again.aclose)
        self.assertEqual([[item.id for item in section.items] for section in again.sections], [["a"], ["b", "d", "e"]])
        following = Screen(again)
        await soon(lambda: not again.has_pending_moves)
        self.assertEqual(following.ids, [["a"], ["b", "d", "e"]])
        _, whole = await self.client.read(self.name)
        self.assertEqual(next(item for item in whole.items if item.id == "b").fields["owner"], "bob")

    async def test_lost_connection(self) -> None:
        """A move that was made while the server was away is sent once it is back."""
        proxy = Proxy(self.server.port)
        async with proxy.running() as address:
            retry = arrange.RetryPolicy(1000, 0.001, 0.01)
            client = arrange.Client(address, configuration=arrange.Configuration(retry=retry))
            self.addAsyncCleanup(client.close)
            screen = await self.open(client)
            # The observer of the connection has begun.
            await asyncio.sleep(0.01)
            for id in "abcde":
                proxy.break_all()
                screen.move(id, section="done")
                await asyncio.sleep(0.002)
            await screen.settle()
            self.assertEqual(screen.ids, [[], ["a", "b", "c", "d", "e"]])
            states = [event.state.status.value for event in screen.events if isinstance(event, ConnectionChanged)]
            self.assertEqual(states[:2], ["disconnected", "connected"])
            self.assertFalse([event for event in screen.events if isinstance(event, ListChanged)])

    async def test_deleted(self) -> None:
        screen = await self.open()
        await self.client.delete(self.name)
        error = await self.refused(StatusCode.NOT_FOUND, screen.task)
        self.assertEqual(str(error), str(await self.refused(StatusCode.NOT_FOUND, screen.live.next())))
        self.assertEqual(screen.ids[0], list("abcde"))
