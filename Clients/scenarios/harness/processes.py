"""The server and the drivers, as processes of their own."""
import asyncio
import collections
import json
import os
import pathlib
import re
import signal

ROOT = pathlib.Path(__file__).resolve().parents[3]

# The longest that a server may take to listen, or to stop, in seconds.
SERVER_LIMIT = 30
# The longest that a driver may take for a reply, in seconds.
REPLY_LIMIT = 20
# The lines of a log that are shown when something fails.
SHOWN_LINES = 30
# The longest line of a driver, in bytes.
LONGEST_LINE = 64 * 1024 * 1024


class Failure(Exception):
    """Something is not as a scenario says."""


def http_flags(address):
    """What makes a server serve HTTP as well, on a port that it chooses, for clients that reach it at an address."""
    return ["--http", "127.0.0.1:0", "--http-origins", address]


class Server:
    """An `arranged` with a data directory of its own. It can be stopped, killed and started again."""

    def __init__(self, program, directory, flags=()):
        self.program, self.directory, self.flags = program, directory, list(flags)
        self.process, self.port, self.http_port, self.starts = None, None, None, 0
        self.log = collections.deque(maxlen=SHOWN_LINES)

    async def start(self):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("ARRANGE_")}
        self.starts += 1
        self.process = await asyncio.create_subprocess_exec(
            str(self.program), "--data", str(self.directory / "data"), "--listen", "127.0.0.1:0", *self.flags,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT, env=environment)
        listening = asyncio.get_running_loop().create_future()
        self.reading = asyncio.ensure_future(self.read(self.process, listening))
        try:
            self.port = await asyncio.wait_for(listening, SERVER_LIMIT)
        except (TimeoutError, asyncio.TimeoutError):
            raise Failure("the server does not start:\n" + "\n".join(self.log)) from None

    async def read(self, process, listening):
        async for line in process.stdout:
            text = line.decode(errors="replace").rstrip()
            self.log.append(text)
            if found := re.search(r" speaks HTTP address=127\.0\.0\.1:(\d+)", text):
                self.http_port = int(found.group(1))
            found = re.search(r" listens on 127\.0\.0\.1:(\d+)", text)
            if found and not listening.done():
                listening.set_result(int(found.group(1)))
        if not listening.done():
            listening.set_exception(Failure("the server does not start:\n" + "\n".join(self.log)))

    async def stop(self, with_signal=signal.SIGTERM):
        """Stops it, and waits until it has ended."""
        self.send(with_signal)
        await self.ended()

    def send(self, with_signal):
        if self.process and self.process.returncode is None:
            self.process.send_signal(with_signal)

    async def ended(self):
        if self.process:
            try:
                await asyncio.wait_for(self.process.wait(), SERVER_LIMIT)
            except (TimeoutError, asyncio.TimeoutError):
                self.process.kill()
                raise Failure("the server does not stop") from None
            await self.reading


class Driver:
    """A driver of a client library; see README.md for what is said to it."""

    def __init__(self, command):
        self.command = command
        self.process = None
        self.number = 0
        self.waiting = {}
        self.errors = collections.deque(maxlen=SHOWN_LINES)

    async def start(self):
        try:
            self.process = await asyncio.create_subprocess_exec(
                *self.command, cwd=ROOT, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE, limit=LONGEST_LINE)
        except OSError as error:
            raise Failure(f"the driver {' '.join(self.command)} can't be started: {error}") from None
        self.reading = [asyncio.ensure_future(self.read()), asyncio.ensure_future(self.read_errors())]

    async def read(self):
        async for line in self.process.stdout:
            try:
                reply = json.loads(line)
                waiter = self.waiting.pop(reply["id"])
            except (ValueError, KeyError, TypeError):
                self.errors.append(f"(no reply to any command) {line.decode(errors='replace').rstrip()}")
                continue
            if not waiter.done():
                waiter.set_result(reply)
        for waiter in self.waiting.values():
            if not waiter.done():
                waiter.set_exception(Failure("the driver ended"))

    async def read_errors(self):
        async for line in self.process.stderr:
            self.errors.append(line.decode(errors="replace").rstrip())

    def send(self, verb, members):
        """Sends a command. The number of it, and a future with its reply: `ok` or `error`."""
        self.number += 1
        waiter = self.waiting[self.number] = asyncio.get_running_loop().create_future()
        line = json.dumps({"id": self.number, "do": verb, **members}, ensure_ascii=False)
        self.process.stdin.write(line.encode() + b"\n")
        return self.number, waiter

    async def reply(self, verb, waiter, limit=REPLY_LIMIT):
        """The reply to a command, once it is there."""
        try:
            reply = await asyncio.wait_for(waiter, limit)
        except (TimeoutError, asyncio.TimeoutError):
            raise Failure(f"no reply to {verb} within {limit} s") from None
        error = reply.get("error")
        if error and error.get("code") in ("DRIVER", "FOLD"):
            raise Failure(f"{verb}: {error['code']}: {error.get('message')}")
        return reply

    async def ask(self, verb, **members):
        """The `ok` of a command that has to succeed."""
        _, waiter = self.send(verb, members)
        reply = await self.reply(verb, waiter)
        if "ok" not in reply:
            raise Failure(f"{verb} ends with {json.dumps(reply.get('error'))}")
        return reply["ok"]

    async def quit(self):
        """Ends it; fails where it does not end by itself, with status 0."""
        if self.process is None or self.process.returncode is not None:
            return
        _, waiter = self.send("quit", {})
        await self.reply("quit", waiter)
        self.process.stdin.close()
        try:
            status = await asyncio.wait_for(self.process.wait(), REPLY_LIMIT)
        except (TimeoutError, asyncio.TimeoutError):
            raise Failure("the driver does not end after quit") from None
        if status:
            raise Failure(f"the driver ended with status {status}")

    def kill(self):
        if self.process and self.process.returncode is None:
            self.process.kill()
