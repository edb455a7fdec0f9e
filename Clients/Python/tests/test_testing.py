"""The server for tests of other people's code."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import warnings
from unittest import mock

import arrange
from arrange import blocking, testing

from .support import program


class ServerTests(unittest.TestCase):
    def server(self, *arguments: str, listen: str = "127.0.0.1:0") -> testing.Server:
        return testing.Server(*arguments, listen=listen, program=program())

    def test_restarts(self) -> None:
        for listen in ("127.0.0.1:0", "unix:"):
            with self.subTest(listen), self.server("--collections", "board", listen=listen) as server:
                address = server.address
                with blocking.Client(address) as client:
                    client.apply("board", arrange.insert_items([arrange.element("a")]))
                    for end in (server.stop, server.kill):
                        end()
                        server.start()
                        self.assertEqual(client.info("board").item_count, 1)
                self.assertEqual(server.address, address)
                with self.assertRaises(testing.ServerError):
                    server.start()
            self.assertFalse(server.directory.exists())
            server.close()

    def test_several(self) -> None:
        with self.server() as first, self.server() as second:
            self.assertNotEqual(first.address, second.address)
            with blocking.Client(first.address) as client:
                client.create("board")
            with blocking.Client(second.address) as client:
                self.assertEqual(list(client.collections()), [])

    def test_server_that_does_not_start(self) -> None:
        server = self.server("--default-strategy", "none")
        with self.assertRaisesRegex(testing.ServerError, "none"):
            server.start()
        with self.assertRaises(testing.ServerError), server:
            pass
        self.assertFalse(server.directory.exists())

    def test_environment_is_not_that_of_another_server(self) -> None:
        with (
            mock.patch.dict(os.environ, {"ARRANGE_COLLECTIONS": "other"}),
            self.server() as server,
            blocking.Client(server.address) as client,
        ):
            self.assertEqual(list(client.collections()), [])

    def test_program_that_is_found(self) -> None:
        found = program()
        with mock.patch.dict(os.environ, {"ARRANGED": str(found)}):
            self.assertEqual(testing.find_program(), found)
        with tempfile.TemporaryDirectory() as directory:
            link = pathlib.Path(directory) / "arranged"
            link.symlink_to(found)
            with mock.patch.dict(os.environ, {"PATH": directory}):
                os.environ.pop("ARRANGED", None)
                self.assertEqual(testing.find_program(), link)
        with mock.patch.dict(os.environ, {"PATH": "/nonexistent"}):
            os.environ.pop("ARRANGED", None)
            with self.assertRaisesRegex(testing.ServerError, "ARRANGED"):
                testing.Server()
        with (
            mock.patch.dict(os.environ, {"ARRANGED": "/nonexistent"}),
            self.assertRaisesRegex(testing.ServerError, "/nonexistent"),
        ):
            testing.Server()

    def test_program_that_forgets_it(self) -> None:
        """A process that ends without closing its server leaves neither the server nor its data."""
        script = (
            "from arrange import testing\n"
            "server = testing.Server()\n"
            "server.start()\n"
            "print(server._processes[0].pid, server.directory)\n"
        )
        environment = {**os.environ, "ARRANGED": str(program())}
        output = subprocess.run(
            [sys.executable, "-c", script], env=environment, check=True, capture_output=True, text=True
        ).stdout
        process, directory = output.split()
        self.assertFalse(pathlib.Path(f"/proc/{process}").exists())
        self.assertFalse(pathlib.Path(directory).exists())

    def test_forked_process(self) -> None:
        with self.server() as server:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)
                child = os.fork()
            if child == 0:
                server.close()
                os._exit(0)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            with blocking.Client(server.address) as client:
                client.create("board")
