"""A server for the unit tests of your own code.

    import arrange.testing
    from arrange import blocking

    with arrange.testing.Server() as server, blocking.Client(server.address) as client:
        client.create("board")

It needs the program ``arranged``, on the ``PATH`` or named by the environment variable ``ARRANGED``, and no test
framework.
"""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import weakref
from types import TracebackType
from typing import Self

START_SECONDS = 30.0
"""The longest that a server may take to be ready, or to stop."""

POLL_SECONDS = 0.01
"""How often it is looked whether the server is ready."""

MOST_LOG_CHARACTERS = 4_000
"""The maximum length of the log in an error."""


class ServerError(Exception):
    """There is no server, or it did not start or stop. The text has the reason or its log."""


class Server:
    """A server with a temporary data directory, on a free port of this machine.

    It is ready when ``start`` returns, or the ``with`` begins. Everything is removed at the end of the ``with``, by
    ``close``, or when the process that made it ends in an orderly way; a process that was forked meanwhile ends
    nothing.

    ``arguments`` are further flags of ``arranged``, such as ``"--collections", "board"``. ``listen`` is its flag of the
    same name: ``127.0.0.1:0`` for a free port, ``tls:127.0.0.1:0``, or ``unix:`` for a socket in the temporary
    directory. ``program`` is the path of ``arranged``; without it the one that ``ARRANGED`` names, or that is on the
    ``PATH``.
    """

    def __init__(
        self, *arguments: str, listen: str = "127.0.0.1:0", program: str | os.PathLike[str] | None = None
    ) -> None:
        self._arguments = arguments
        self._program = find_program() if program is None else pathlib.Path(program)
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="arrange-"))
        """The temporary directory, with the data and the log."""
        self._listen = f"unix:{self.directory / 'socket'}" if listen == "unix:" else listen
        self._processes: list[subprocess.Popen[bytes]] = []
        self._end = weakref.finalize(self, _end, os.getpid(), self._processes, self.directory)

    @property
    def address(self) -> str:
        """The address for ``arrange.Client``; the same after a restart."""
        return self._listen

    @property
    def log(self) -> str:
        """What the server has logged since its last start."""
        file = self.directory / "log"
        return file.read_text(errors="replace") if file.exists() else ""

    def start(self) -> None:
        """Starts the server, on the address and with the data that it had before, and waits until it is ready."""
        if self._processes:
            raise ServerError("the server has started already")
        command = [str(self._program), "--data", str(self.directory / "data"), "--listen", self._listen]
        # What the environment says of other servers is not for this one.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("ARRANGE")}
        with (self.directory / "log").open("wb") as output:
            process = subprocess.Popen(
                [*command, *self._arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=environment,
            )
        self._processes.append(process)
        deadline = time.monotonic() + START_SECONDS
        while (match := re.search(r" listens on (.+), data in ", self.log)) is None:
            if process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise ServerError(f"the server did not start: {self.log[-MOST_LOG_CHARACTERS:]}")
            time.sleep(POLL_SECONDS)
        self._listen = match[1]

    def stop(self) -> None:
        """Asks the server to stop, and waits until it has. Its data stay for the next ``start``."""
        for process in self._processes:
            process.terminate()
            try:
                process.wait(START_SECONDS)
            except subprocess.TimeoutExpired:
                raise ServerError(f"the server did not stop: {self.log[-MOST_LOG_CHARACTERS:]}") from None
        self._processes.clear()

    def kill(self) -> None:
        """Kills the server without warning. Its data stay for the next ``start``."""
        _kill(self._processes)

    def close(self) -> None:
        """Ends the server, and removes its data."""
        self._end()

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def find_program() -> pathlib.Path:
    """The program ``arranged``: the one that the variable ``ARRANGED`` names, or that is on the ``PATH``."""
    named = os.environ.get("ARRANGED")
    found = named or shutil.which("arranged")
    if found is None:
        raise ServerError("there is no program arranged on the PATH; install it, or name it with ARRANGED=FILE")
    if not os.access(found, os.X_OK):
        raise ServerError(f"ARRANGED names {named}, which is no program")
    return pathlib.Path(found)


def _kill(processes: list[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        process.kill()
        process.wait()
    processes.clear()


def _end(owner: int, processes: list[subprocess.Popen[bytes]], directory: pathlib.Path) -> None:
    """Kills the server and removes its directory, in the process that made it."""
    if os.getpid() == owner:
        _kill(processes)
        shutil.rmtree(directory, ignore_errors=True)
