"""The client for programs without an event loop."""

from __future__ import annotations

import inspect
import os
import threading
import unittest
import warnings

import arrange
from arrange import ListChanged, StatusCode, WholeList, blocking

from .support import PATIENCE_SECONDS, Server


class BlockingTests(unittest.TestCase):
    server: Server

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)

    def setUp(self) -> None:
        self.client = blocking.Client(self.server.address)
        self.addCleanup(self.client.close)
        self.name = self.id()
        self.client.create(self.name)
        self.client.apply(self.name, arrange.insert_items([arrange.element(id) for id in "abc"]))

    def test_it_has_all_calls_with_their_signatures(self) -> None:
        for name, method in inspect.getmembers(arrange.Client, inspect.isfunction):
            if name.startswith("_"):
                continue
            own = getattr(blocking.Client, name)
            self.assertEqual(inspect.signature(own).parameters, inspect.signature(method).parameters, name)
            self.assertTrue(own.__doc__, name)
        self.assertEqual(inspect.signature(blocking.Client), inspect.signature(arrange.Client))

    def test_forked_process(self) -> None:
        """In a process that was forked, an inherited client fails at once, and a new one works."""
        self.client.info(self.name)
        updates = self.client.updates(self.name)
        live = self.client.live(self.name)
        next(updates)
        with warnings.catch_warnings():
            # Forking a process with threads is what this is about.
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            status = 1
            try:
                refused = 0
                for call in (lambda: self.client.info(self.name), lambda: next(updates), lambda: live.move(["a"])):
                    try:
                        call()
                    except arrange.ArrangeError as error:
                        refused += error.code is StatusCode.FAILED_PRECONDITION
                live.close()
                updates.close()
                self.client.close()
                del updates, live
                with blocking.Client(self.server.address) as own:
                    own.apply(self.name, arrange.insert_items([arrange.element(f"{refused} were refused")]))
                status = 0
            finally:
                os._exit(status)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual([item.id for item in self.client.read(self.name)[1].items][-1], "3 were refused")

    def test_calls(self) -> None:
        client = self.client
        self.assertEqual(client.info(self.name).item_count, 3)
        self.assertIn(self.name, [info.name for info in client.collections()])
        self.assertEqual(client.update(self.name, {"a": 1}).fields, {"a": 1})
        _, whole = client.read(self.name)
        self.assertEqual([item.id for item in whole.items], ["a", "b", "c"])
        self.assertEqual(sum(len(page.slices[0].items) for page in client.pages(self.name, page_size=2)), 3)
        self.assertEqual(len(client.history(self.name).commits), 1)
        self.assertEqual(client.explain(self.name, arrange.insert_items([{}])).write_count, 1)
        self.assertEqual(client.verify_keys(self.name).checked, 4)
        self.assertTrue(client.change_strategy(self.name, "dense").changed)
        client.change_strategy(self.name, "lexorank")
        self.assertGreater(client.rotate_keys(self.name), 0)
        self.assertTrue(client.strategies().default_strategy)
        self.assertTrue(client.server_info().version)
        self.assertGreater(client.ping(), 0)
        self.assertEqual(client.health().status, 1)
        with client.watch_health() as states:
            self.assertEqual(next(states).status, 1)
        self.assertGreater(sum(len(piece) for piece in client.backup()), 0)
        view = arrange.views.view(arrange.views.query(self.name))
        self.assertEqual(client.parse_view(view=view).text, f"{self.name}\n")
        client.define_view("view", view)
        self.assertEqual([found.name for found in client.views()], [client.view("view").name])
        client.delete_view("view")
        with self.assertRaises(arrange.ArrangeError) as caught:
            client.with_timeout(5).info("nothing")
        self.assertEqual(caught.exception.code, StatusCode.NOT_FOUND)
        client.delete(self.name)
        with client.connection_states() as connection:
            self.assertEqual(next(connection).status, arrange.ConnectionStatus.CONNECTED)
        self.assertEqual(client.connection.status, arrange.ConnectionStatus.CONNECTED)

    def test_updates(self) -> None:
        with self.client.updates(self.name) as updates:
            first = next(updates)
            assert isinstance(first.content, WholeList)
            self.client.apply(self.name, arrange.remove_items(["b"]))
            second = next(updates)
            assert isinstance(second.content, arrange.Changes)
            first.content.list.apply(second.content.batch)
            self.assertEqual([item.id for item in first.content.list.items], ["a", "c"])
        with self.client.updates(self.name, second.resume_token) as updates:
            self.client.apply(self.name, arrange.remove_items(["a"]))
            self.assertIsInstance(next(updates).content, arrange.Changes)

    def test_live(self) -> None:
        with self.client.live(self.name) as board:
            self.assertTrue(board.is_loaded)
            board.move(["c"], to=arrange.first())
            self.assertEqual([item.id for item in board.list.items], ["c", "a", "b"])
            board.move_item((0, 0), (0, 2))
            self.assertEqual([item.id for item in board.sections[0].items], ["a", "b", "c"])
            self.assertTrue(board.has_pending_moves)
            self.client.apply(self.name, arrange.insert_items([arrange.element("d")]))
            for event in board:
                if isinstance(event, ListChanged):
                    break
            self.assertEqual(board.path("d"), (0, 3))
            self.assertEqual(board.item((0, 3)).id, "d")
            saved = board.save()
            self.assertEqual(board.connection.status, arrange.ConnectionStatus.CONNECTED)
            self.assertTrue(board.resume_token)
        with self.client.live(self.name, saved=saved) as board:
            self.assertGreater(board.version or 0, 1)

    def test_threads(self) -> None:
        errors: list[Exception] = []

        def work() -> None:
            try:
                for _ in range(50):
                    self.client.apply(self.name, arrange.insert_items([{}]))
            except Exception as error:
                errors.append(error)

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE_SECONDS)
        self.assertEqual(errors, [])
        self.assertEqual(self.client.info(self.name).item_count, 403)

    def test_closed(self) -> None:
        updates = self.client.updates(self.name)
        next(updates)
        errors: list[Exception] = []

        def wait() -> None:
            try:
                next(updates)
            except Exception as error:
                errors.append(error)

        thread = threading.Thread(target=wait)
        thread.start()
        self.client.close()
        thread.join(PATIENCE_SECONDS)
        self.assertFalse(thread.is_alive())
        self.assertIsInstance(errors[0], arrange.ArrangeError)
        with self.assertRaises(arrange.ArrangeError):
            self.client.ping()
        self.client.close()
