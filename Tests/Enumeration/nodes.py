"""Several nodes over a PostgreSQL of their own, for audits that kill some of them."""

from __future__ import annotations

import asyncio
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile
import time
from typing import Protocol

from serving import support

LATEST_KILL_SECONDS = 0.005
"""The longest time between the beginning of a round and a kill."""


DATABASE = """
set -euo pipefail
. Scripts/dependencies
. Scripts/postgresql
start_postgresql "$1"
printf '%s\\n' "$ARRANGE_JOURNAL" "$PGPASSFILE"
cat >/dev/null
stop_postgresql
"""


class Database:
    """A PostgreSQL that ends with this process."""

    def __init__(self, directory: pathlib.Path) -> None:
        # The server may run as another user.
        directory.mkdir(mode=0o755)
        self._process = subprocess.Popen(
            ["bash", "-c", DATABASE, "bash", str(directory)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=support.REPOSITORY,
            text=True,
        )
        assert self._process.stdout is not None
        self.journal = self._process.stdout.readline().strip()
        self.passwords = self._process.stdout.readline().strip()
        if not self.passwords:
            raise AssertionError("PostgreSQL did not start")

    def stop(self) -> None:
        self._process.communicate()


class Nodes:
    """Nodes that share one database. One of them is killed, and started again, as if they were one server."""

    def __init__(self, count: int, source: random.Random, *arguments: str) -> None:
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="arrange-nodes-"))
        self.directory.chmod(0o755)
        self._source, self._arguments = source, arguments
        self._ports = [0] * count
        self._processes: list[subprocess.Popen[str] | None] = [None] * count
        self._database: Database | None = None
        try:
            self._database = Database(self.directory / "database")
            self.start()
        except BaseException:
            self.close()
            raise

    def start(self) -> None:
        """Starts the nodes that do not run, on the ports that they had before."""
        assert self._database is not None
        environment = {name: value for name, value in os.environ.items() if not name.startswith("ARRANGE")}
        environment["PGPASSFILE"] = self._database.passwords
        for node, process in enumerate(self._processes):
            if process is not None and process.poll() is None:
                continue
            log = self.directory / f"log{node}"
            with log.open("w") as output:
                started = subprocess.Popen(
                    [
                        str(support.program()),
                        *("--journal", self._database.journal, "--node-name", f"n{node + 1}"),
                        *("--listen", f"127.0.0.1:{self._ports[node]}"),
                        *self._arguments,
                    ],
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    env=environment,
                    text=True,
                )
            self._processes[node] = started
            self._ports[node] = _port(started, log)

    @property
    def address(self) -> str:
        """All addresses, as clients take them."""
        return ",".join(f"127.0.0.1:{port}" for port in self._ports)

    def kill(self) -> None:
        """Kills one of the nodes without warning."""
        process = self._source.choice(self._processes)
        assert process is not None
        process.kill()
        process.wait()

    def close(self) -> None:
        """Ends everything and removes the data."""
        for process in self._processes:
            if process is not None:
                process.kill()
                process.wait()
        if self._database is not None:
            self._database.stop()
        shutil.rmtree(self.directory, ignore_errors=True)


def _port(process: subprocess.Popen[str], log: pathlib.Path) -> int:
    """The port of a node that has just been started."""
    end = time.monotonic() + support.PATIENCE_SECONDS
    while time.monotonic() < end and process.poll() is None:
        match = re.search(r" listens on \S*?:(\d+),", log.read_text())
        if match is not None:
            return int(match[1])
        time.sleep(0.01)
    raise AssertionError(f"the node did not start: {log.read_text()}")


class Killable(Protocol):
    """A server, or several, one of which ends."""

    def kill(self) -> None: ...

    def start(self) -> None: ...


class Killer:
    """Kills a server, or one of several, in one of so many rounds of an audit, and starts it again. Without a server or
    a number it does nothing."""

    def __init__(self, server: Killable | None, one_in: int, source: random.Random) -> None:
        self.server, self.one_in, self.source = server, one_in, source
        self.kills = 0
        self._turn = asyncio.Lock()

    async def round(self) -> None:
        """Called at the beginning of a round, while clients send what belongs to it."""
        if self.server is None or not self.one_in or self.source.randrange(self.one_in):
            return
        async with self._turn:
            await asyncio.sleep(self.source.random() * LATEST_KILL_SECONDS)
            self.server.kill()
            await asyncio.to_thread(self.server.start)
            self.kills += 1


def rotations(address: str) -> list[str]:
    """The addresses of several clients, each of which begins with another node, and goes on with the next one."""
    addresses = address.split(",")
    return [",".join(addresses[first:] + addresses[:first]) for first in range(len(addresses))]
