"""Following lists on a server."""

from __future__ import annotations

import asyncio
import contextlib
import gc

import arrange
from arrange import Changes, ListUpdate, SectionedList, StatusCode, UpdateOptions, WholeList

from .naive import rows
from .support import PATIENCE_SECONDS, Proxy, ServedCase, Server


class Follower:
    """A list that is folded from updates."""

    def __init__(self, updates: arrange.ListUpdates, start: SectionedList | None = None) -> None:
        self.updates = updates
        self.list = start or SectionedList()
        self.version = -1

    async def next(self) -> ListUpdate:
        async with asyncio.timeout(30):
            update = await anext(self.updates)
        match update.content:
            case WholeList(whole):
                self.list = whole
            case Changes(batch):
                self.list.apply(batch)
        self.version = update.version
        return update

    async def catch_up(self, version: int) -> None:
        while self.version < version:
            await self.next()


class UpdateTests(ServedCase):
    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        self.name = self.id()
        await self.client.create(self.name)
        await self.add("a", "b", "c")

    async def add(self, *ids: str) -> int:
        operation = arrange.insert_items([arrange.element(id) for id in ids])
        return (await self.client.apply(self.name, operation)).version

    def follow(self, token: bytes | None = None, options: UpdateOptions | None = None) -> Follower:
        return Follower(self.client.updates(self.name, token, options))

    async def test_list_and_batches(self) -> None:
        follower = self.follow()
        update = await follower.next()
        self.assertIsInstance(update.content, WholeList)
        result = await self.client.apply(self.name, arrange.move_items(["c"], to=arrange.first()), request_id=b"other")
        update = await follower.next()
        assert isinstance(update.content, Changes)
        self.assertEqual((update.version, update.content.from_version, update.content.commits), (result.version, 1, 1))
        self.assertEqual(len(update.content.batch.items.moves), 1)
        self.assertEqual(update.own_request_ids, ())
        await self.client.apply(self.name, arrange.remove_items(["c"]))
        update = await follower.next()
        self.assertEqual(len(update.own_request_ids), 1)
        self.assertEqual([item.id for item in follower.list.items], ["a", "b"])

    async def test_slow_reader(self) -> None:
        """A reader that pauses gets what was buffered, and then one batch with all the rest."""
        follower = self.follow()
        await follower.next()
        for index in range(60):
            version = await self.add(f"x{index}")
        count = 0
        while follower.version < version:
            await follower.next()
            count += 1
        self.assertLessEqual(count, 4)
        self.assertEqual(follower.list.size.items, 63)

    async def test_threshold(self) -> None:
        follower = self.follow(options=UpdateOptions(reload_threshold=2))
        await follower.next()
        await self.add("x", "y", "z")
        update = await follower.next()
        assert isinstance(update.content, WholeList)
        self.assertEqual(update.content.reason, arrange.SnapshotReason.TOO_MANY_CHANGES)

    async def test_options(self) -> None:
        options = UpdateOptions(names_authors=True, sends_keys=True, progress_interval=0.01, own_request_prefix=b"mine")
        follower = self.follow(options=options)
        await follower.next()
        self.assertTrue(follower.list[0, 0].key)
        await self.client.apply(self.name, arrange.move_items(["a"]), request_id=b"mine 1")
        update = await follower.next()
        self.assertEqual(update.own_request_ids, (b"mine 1",))
        self.assertEqual(update.authors, (arrange.CommitAuthor("anonymous", 1),))
        _, whole = await self.client.read(self.name)
        self.assertEqual(rows(follower.list), rows(whole))
        for wrong in (
            UpdateOptions(reload_threshold=-1),
            UpdateOptions(shortest_interval=-1),
            UpdateOptions(largest_batch_bytes=1),
        ):
            with self.assertRaises(arrange.ArrangeError):
                await self.follow(options=wrong).next()

    async def test_resume(self) -> None:
        follower = self.follow()
        update = await follower.next()
        await follower.updates.aclose()
        await self.add("x")
        version = await self.add("y")
        other = Follower(self.client.updates(self.name, update.resume_token), follower.list)
        update = await other.next()
        assert isinstance(update.content, Changes)
        self.assertEqual((update.version, update.content.commits), (version, 2))
        self.assertEqual([item.id for item in other.list.items], ["a", "b", "c", "x", "y"])
        await self.refused(StatusCode.INVALID_ARGUMENT, self.follow(b"no token").next())

    async def test_deleted(self) -> None:
        follower = self.follow()
        await follower.next()
        await self.client.delete(self.name)
        await self.refused(StatusCode.NOT_FOUND, follower.next())
        await self.refused(StatusCode.NOT_FOUND, self.follow().next())

    async def test_lost_connections(self) -> None:
        proxy = Proxy(self.server.port)
        async with proxy.running() as address:
            client = arrange.Client(
                address, configuration=arrange.Configuration(retry=arrange.RetryPolicy(1000, 0.001, 0.01))
            )
            follower = Follower(client.updates(self.name))
            for index in range(20):
                version = await self.add(f"x{index}")
                if index % 3 == 0:
                    proxy.break_all()
                await follower.catch_up(version)
                self.assertEqual(follower.list.size.items, 4 + index)
            self.assertGreater(proxy.accepted, 5)
            await client.close()

    async def test_server_that_stops(self) -> None:
        """Updates go on with the next server, with a batch where there is a token."""
        server = Server()
        self.addCleanup(server.close)
        client = arrange.Client(
            server.address, configuration=arrange.Configuration(retry=arrange.RetryPolicy(1000, 0.005, 0.02))
        )
        self.addAsyncCleanup(client.close)
        await client.create("board")
        follower = Follower(client.updates("board"))
        await follower.next()
        for stop in (server.stop, server.kill):
            await asyncio.to_thread(stop)
            await asyncio.to_thread(server.start)
            result = await client.apply("board", arrange.insert_items([{}]))
            update = await follower.next()
            self.assertIsInstance(update.content, Changes)
            self.assertEqual(update.version, result.version)

    async def test_loops_that_end_early(self) -> None:
        """A loop that ends by break, an error, a timeout or cancellation ends its subscription at once, without the
        collector of cycles."""

        async def leave() -> None:
            async for _ in self.client.updates(self.name):
                break

        async def fail() -> None:
            async for _ in self.client.updates(self.name):
                raise ValueError

        async def forever() -> None:
            async for _ in self.client.updates(self.name):
                pass

        async def time_out() -> None:
            async with asyncio.timeout(0.02):
                await forever()

        async def cancel() -> None:
            task = asyncio.create_task(forever())
            await asyncio.sleep(0.02)
            task.cancel()
            await task

        gc.disable()
        self.addCleanup(gc.enable)
        for end in (leave, fail, time_out, cancel):
            for _ in range(5):
                with contextlib.suppress(ValueError, TimeoutError, asyncio.CancelledError):
                    await end()
            async with asyncio.timeout(PATIENCE_SECONDS):
                while (await self.client.followers(self.name)).followers:
                    await asyncio.sleep(0.002)

    async def test_snapshot_in_pages(self) -> None:
        for _ in range(40):
            await self.client.apply(self.name, arrange.insert_items([{"text": "x" * 1000} for _ in range(100)]))
        follower = self.follow(options=UpdateOptions(largest_batch_bytes=65_536))
        await follower.next()
        self.assertEqual(follower.list.size.items, 4003)
        _, whole = await self.client.read(self.name)
        self.assertTrue(follower.list.shows_the_same(whole))
