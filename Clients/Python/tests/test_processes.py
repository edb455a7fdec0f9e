"""Several event loops, threads and processes: what works, and what is refused."""

from __future__ import annotations

import asyncio
import os
import threading
import time
import traceback
import unittest
import warnings
from collections.abc import Callable

import arrange
from arrange import StatusCode, blocking

from .support import PATIENCE_SECONDS, Server


class ProcessCase(unittest.TestCase):
    server: Server

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)

    def setUp(self) -> None:
        self.name = self.id().rpartition(".")[2]
        with blocking.Client(self.server.address) as client:
            client.create(self.name)
            client.apply(self.name, arrange.insert_items([arrange.element(id) for id in "abc"]))

    def ids(self) -> list[str]:
        with blocking.Client(self.server.address) as client:
            return [item.id for item in client.read(self.name)[1].items]

    def assert_refused(self, work: Callable[[], object]) -> None:
        """What can't be in this loop or process fails at once."""
        with self.assertRaises(arrange.ArrangeError) as caught:
            work()
        self.assertEqual(caught.exception.code, StatusCode.FAILED_PRECONDITION, caught.exception)

    def in_fork(self, work: Callable[[], object]) -> None:
        """Runs something in a process that is forked from this one."""
        with warnings.catch_warnings():
            # Forking a process with threads is what this is about.
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            status = 1
            try:
                work()
                status = 0
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(status)
        self.assertEqual(os.waitpid(child, 0)[1], 0)


class LoopTests(ProcessCase):
    def test_a_client_belongs_to_its_first_loop(self) -> None:
        client = arrange.Client(self.server.address)
        live: list[arrange.LiveList] = []

        async def use() -> None:
            await client.info(self.name)
            live.append(client.live(self.name))
            await live[0].load()

        async def again() -> None:
            states = client.connection_states()
            for work in (client.info(self.name), anext(client.updates(self.name)), live[0].next(), anext(states)):
                with self.assertRaises(arrange.ArrangeError) as caught:
                    await work
                self.assertIn("another event loop", caught.exception.message)

        with asyncio.Runner() as first:
            first.run(use())
            asyncio.run(again())
            first.run(live[0].aclose())
            first.run(client.close())

    def test_each_loop_has_its_own(self) -> None:
        """Loops one after the other, and at the same time on several threads."""

        async def add(id: str) -> None:
            async with arrange.Client(self.server.address) as client:
                await client.apply(self.name, arrange.insert_items([arrange.element(id)]))

        asyncio.run(add("d"))
        threads = [threading.Thread(target=asyncio.run, args=(add(id),)) for id in "efgh"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE_SECONDS)
        self.assertEqual(sorted(self.ids()), list("abcdefgh"))


class ForkTests(ProcessCase):
    def test_client_that_was_made_before(self) -> None:
        """An unused client, such as of a module that is loaded before workers are forked, would give the same request
        ids to the transactions of all of them."""
        client = arrange.Client(self.server.address)

        async def add() -> None:
            await client.apply(self.name, arrange.insert_items([{}]))

        async def leave() -> None:
            await client.close()

        def work() -> None:
            self.assert_refused(lambda: asyncio.run(add()))
            asyncio.run(leave())

        self.in_fork(work)
        with asyncio.Runner() as runner:
            runner.run(add())
            self.in_fork(work)
            runner.run(add())
            runner.run(client.close())
        self.assertEqual(len(self.ids()), 5)

    def test_list_that_was_followed_before(self) -> None:
        async def follow() -> None:
            async with arrange.Client(self.server.address) as client, client.live(self.name) as live:
                updates = client.updates(self.name)
                await anext(updates)

                def work() -> None:
                    self.assert_refused(lambda: live.move(["a"]))
                    self.assert_refused(lambda: asyncio.run(live.next()))

                    async def read() -> None:
                        await anext(updates)

                    self.assert_refused(lambda: asyncio.run(read()))

                self.in_fork(work)
                # That of the parent goes on.
                live.move(["a"])
                await client.apply(self.name, arrange.insert_items([arrange.element("d")]))
                await anext(updates)
                await updates.aclose()

        asyncio.run(follow())
        self.assertIn("d", self.ids())

    def test_new_client(self) -> None:
        """A process that was forked makes a client of its own, with or without an event loop."""

        async def add() -> None:
            async with arrange.Client(self.server.address) as client:
                await client.apply(self.name, arrange.insert_items([arrange.element("d")]))

        def work() -> None:
            asyncio.run(add())
            with blocking.Client(self.server.address) as client:
                client.apply(self.name, arrange.insert_items([arrange.element("e")]))

        with blocking.Client(self.server.address) as client:
            client.info(self.name)
            self.in_fork(work)
            client.apply(self.name, arrange.insert_items([arrange.element("f")]))
        self.assertEqual(self.ids(), list("abcdef"))

    def test_list_that_was_saved(self) -> None:
        """A list goes on in another process with what was saved of it, with the moves that were pending."""
        with blocking.Client(self.server.address) as client, client.live(self.name) as live:
            live.move(["c"], to=arrange.first())
            saved = live.save()

        def work() -> None:
            with blocking.Client(self.server.address) as client, client.live(self.name, saved=saved) as live:
                self.assertEqual([item.id for item in live.list.items], list("cab"))
                while [item.id for item in client.read(self.name)[1].items] != list("cab"):
                    time.sleep(0.002)

        self.in_fork(work)
        self.assertEqual(self.ids(), list("cab"))


class ThreadTests(ProcessCase):
    def test_one_client_for_all_threads(self) -> None:
        errors: list[BaseException] = []

        def work(client: blocking.Client, number: int) -> None:
            try:
                with client.live(self.name) as live:
                    client.apply(self.name, arrange.insert_items([arrange.element(f"t{number}")]))
                    while live.path(f"t{number}") is None:
                        live.next()
            except BaseException as error:
                errors.append(error)

        with blocking.Client(self.server.address) as client:
            threads = [threading.Thread(target=work, args=(client, number)) for number in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(PATIENCE_SECONDS)
        self.assertEqual(errors, [])
        self.assertEqual(len(self.ids()), 11)
