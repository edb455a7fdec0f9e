"""The core of a client: its connections, and the calls that wait for one."""

from __future__ import annotations

import asyncio
import os
import random
import ssl
from collections import deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from google.protobuf.message import DecodeError, Message

from . import _calls
from ._calls import Call, Opening, PingCall, UnaryCall
from ._connection import Connection
from ._ending import AttemptFailure, connect_failure
from ._greeting import make_hello
from .configuration import Address, Configuration
from .errors import ArrangeError, Processed, StatusCode
from .retry import CallFailure, CallRetry
from .v1.methods import Method

Response = TypeVar("Response", bound=Message)
Answer = TypeVar("Answer")

MOST_WAITING = 65_536
"""The maximum number of calls that wait for a connection, or for room on it."""

MOST_STATES = 16
"""The number of changes of the connection that are kept for a slow reader; beyond it the oldest are dropped."""


class ConnectionStatus(Enum):
    """The kinds of ``ConnectionState``."""

    IDLE = "idle"
    """No call has needed a connection yet."""
    CONNECTING = "connecting"
    """The first connection is being opened."""
    CONNECTED = "connected"
    """The server has greeted."""
    DISCONNECTED = "disconnected"
    """The connection was lost or could not be opened. New attempts are made as long as something needs it."""
    CLOSED = "closed"
    """The client was closed."""


@dataclass(frozen=True)
class ConnectionState:
    """Whether there is a connection to the server."""

    status: ConnectionStatus
    error: ArrangeError | None = None
    """Why there is none, if it was lost."""


class RequestIDs:
    """The request ids of one client: 8 random bytes that all of them share, and a number that counts up from a
    random one."""

    def __init__(self, source: random.Random) -> None:
        self.prefix = source.getrandbits(64).to_bytes(8, "big")
        self._next = source.getrandbits(64)

    def next(self) -> bytes:
        """An unused id."""
        number = self._next
        self._next = (number + 1) % 2**64
        return self.prefix + number.to_bytes(8, "big")


class Session:
    """The state shared by all calls of a client. Everything is used on one event loop only."""

    def __init__(self, configuration: Configuration, source: random.Random) -> None:
        configuration.check()
        self.configuration = configuration
        self.random = source
        count = len(configuration.addresses)
        # The index of the address of the current connection, or of the next one.
        self._address = 0 if configuration.starts_at_first or count == 1 else source.randrange(count)
        self.request_ids = RequestIDs(source)
        self.state = ConnectionState(ConnectionStatus.IDLE)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._process = os.getpid()
        self._readers: set[asyncio.Queue[ConnectionState]] = set()
        self._waiting: deque[Call] = deque()
        self._current: Connection | None = None
        self._connections: set[Connection] = set()
        self._round: asyncio.Task[None] | None = None
        self._is_closed = False
        self._all_closed: asyncio.Future[None] | None = None
        self.hello = make_hello(configuration, self.request_ids.prefix.hex())

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The event loop of the client: the first one that it was used on."""
        return self._own_loop()

    def _own_loop(self) -> asyncio.AbstractEventLoop:
        """The event loop of the client. Raises an error on any other one, and in a forked process."""
        self._check_process()
        running = asyncio.get_running_loop()
        if self._loop is None:
            self._loop = running
        elif self._loop is not running:
            raise ArrangeError(
                StatusCode.FAILED_PRECONDITION, "the client belongs to another event loop; make one for each loop"
            )
        return running

    @property
    def running_loop(self) -> asyncio.AbstractEventLoop | None:
        """The event loop of the client; ``None`` if it was not used yet, was closed, or is one of the process that this
        one was forked from."""
        loop = self._loop
        return None if loop is None or loop.is_closed() or self._process != os.getpid() else loop

    def _check_process(self) -> None:
        """Raises an error in a process that was forked from the one of the client: both would use its connection, and
        give the same request ids to different transactions."""
        if self._process != os.getpid():
            raise _calls.inherited()

    def next_request_id(self) -> bytes:
        """An unused request id."""
        self._check_process()
        return self.request_ids.next()

    # Calls.

    async def call(
        self,
        method: Method,
        request: Message,
        response: type[Response],
        *,
        timeout: float | None = None,
        is_repeatable: bool | None = None,
    ) -> Response:
        """Makes a unary call, and retries it if that is safe and may help."""
        body = request.SerializeToString()
        repeatable = method.is_repeatable if is_repeatable is None else is_repeatable

        def make(deadline: float, answer: asyncio.Future[bytes]) -> UnaryCall:
            return UnaryCall(method, body, deadline, answer)

        answer = await self._answer(make, timeout, repeatable)
        try:
            return response.FromString(answer)
        except DecodeError:
            raise _calls.unreadable() from None

    async def ping(self, timeout: float | None = None) -> float:
        """The round-trip time of PING in seconds."""
        return await self._answer(PingCall, timeout, True)

    async def _answer(
        self,
        make: Callable[[float, asyncio.Future[Answer]], Call],
        timeout: float | None,
        is_repeatable: bool,
    ) -> Answer:
        """Makes calls until one succeeds or further attempts are pointless."""
        loop = self.loop
        deadline = loop.time() + (self.configuration.call_timeout if timeout is None else timeout)
        retry: CallRetry | None = None
        while True:
            answer: asyncio.Future[Answer] = loop.create_future()
            call = make(deadline, answer)
            self.start(call)
            try:
                return await answer
            except asyncio.CancelledError:
                self.cancel(call)
                raise
            except CallFailure as failure:
                if retry is None:
                    retry = CallRetry(self.configuration.retry, is_repeatable=is_repeatable, deadline=deadline)
                pause = retry.failed(failure, loop.time(), self.random)
            await asyncio.sleep(pause)

    def start(self, call: Call) -> None:
        """Sends a call, now or when there is room for it."""
        if call.is_finished:
            return
        if self._is_closed:
            call.fail(_calls.closed())
            return
        if call.timer is None and call.deadline < _calls.NEVER:
            call.timer = self.loop.call_at(call.deadline, self._expired, call)
        if not self._waiting and self._current is not None:
            opening = self._current.open(call)
            if opening is Opening.TAKEN:
                return
            if opening is Opening.UNAVAILABLE:
                self._retire(self._current)
        if len(self._waiting) >= MOST_WAITING:
            text = f"{MOST_WAITING} calls wait for their turn already; make fewer at the same time"
            call.fail(_calls.exhausted(text))
            return
        self._waiting.append(call)
        self._want_connection()

    def cancel(self, call: Call) -> None:
        """The caller of a call has given up."""
        if call.is_finished:
            return
        if call.connection is not None:
            call.connection.cancel(call.stream)
        call.fail(_calls.cancelled())

    def grant(self, call: Call, credit: int) -> None:
        """The reader of a server stream has room for more messages."""
        if call.connection is not None:
            call.connection.grant(call.stream, credit)

    def _expired(self, call: Call) -> None:
        call.timer = None
        connection = call.connection
        if connection is None:
            call.fail(_calls.never_sent(self.state.error))
            return
        connection.cancel(call.stream)
        call.fail(_calls.expired())

    def serve_waiting(self) -> None:
        """Sends waiting calls as long as the connection has room."""
        waiting = self._waiting
        while waiting and self._current is not None:
            call = waiting[0]
            if not call.is_finished:
                opening = self._current.open(call)
                if opening is Opening.FULL:
                    return
                if opening is Opening.UNAVAILABLE:
                    self._retire(self._current)
                    break
            waiting.popleft()
        self._want_connection()

    def _fail_waiting(self, failure: CallFailure) -> None:
        waiting, self._waiting = self._waiting, deque()
        for call in waiting:
            call.fail(failure.copy())

    # Connections.

    def _want_connection(self) -> None:
        """Begins a round of attempts to connect, if calls wait for it."""
        if self._current is not None or self._round is not None or self._is_closed:
            return
        if any(not call.is_finished for call in self._waiting):
            self._round = self.loop.create_task(self._connect())

    async def _connect(self) -> None:
        """One round: until a server has greeted, or the policy's attempts are used up. All calls share the attempts
        and the pauses between them, so that a server that comes back is not overloaded."""
        policy = self.configuration.retry
        attempts = 0
        try:
            while True:
                attempts += 1
                if self.state.status is ConnectionStatus.IDLE:
                    self._become(ConnectionState(ConnectionStatus.CONNECTING))
                failure = await self._try_all_addresses()
                if failure is None:
                    self._become(ConnectionState(ConnectionStatus.CONNECTED))
                    return
                if failure.is_permanent or attempts >= policy.maximum_attempts:
                    # The attempts of the round count for every call that waited for it.
                    count = 1 if failure.is_permanent and not failure.is_last else policy.maximum_attempts
                    error = failure.error_of(len(self.configuration.addresses))
                    self._fail_waiting(CallFailure(error, is_final=failure.is_final, attempts=count))
                    return
                # Every call waits for the round: a server may ask for no longer pause than the policy's longest.
                asked = min(failure.error.retry_after or 0.0, policy.maximum_backoff)
                await asyncio.sleep(max(policy.pause(attempts, self.random), asked))
                if all(call.is_finished for call in self._waiting):
                    return
        finally:
            self._round = None
            self._want_connection()

    async def _try_all_addresses(self) -> AttemptFailure | None:
        """One attempt: at each of the addresses in turn, without pauses."""
        addresses = self.configuration.addresses
        failure: AttemptFailure | None = None
        for _ in addresses:
            attempt = await self._attempt_to_connect(addresses[self._address])
            if attempt is None:
                return None
            self._go_on()
            self._become(ConnectionState(ConnectionStatus.DISCONNECTED, attempt.error))
            failure = attempt.after(failure)
        return failure

    def _go_on(self) -> None:
        """The next connection is to the next address: a node whose connection was lost is likely to be gone."""
        self._address = (self._address + 1) % len(self.configuration.addresses)

    async def _attempt_to_connect(self, address: Address) -> AttemptFailure | None:
        timeout = self.configuration.connect_timeout
        loop = self.loop
        try:
            async with asyncio.timeout(timeout):
                if address.path is not None:
                    _, connection = await loop.create_unix_connection(lambda: Connection(self, address), address.path)
                else:
                    tls = self._tls() if address.is_secure else None
                    _, connection = await loop.create_connection(
                        lambda: Connection(self, address), address.host, address.port, ssl=tls
                    )
        except (OSError, ValueError) as error:
            return connect_failure(error, address, timeout)
        return await connection.greeted

    def _tls(self) -> ssl.SSLContext:
        return self.configuration.tls or ssl.create_default_context()

    def opened(self, connection: Connection) -> None:
        """A connection is open. Calls are sent on it, although only the greeting shows that there is a server."""
        self._connections.add(connection)
        if self._is_closed:
            connection.retire()
            return
        self._current = connection
        self.serve_waiting()

    def leaves(self, connection: Connection) -> None:
        """A connection accepts no more calls."""
        if self._current is not connection:
            return
        self._current = None
        if connection.welcome is not None:
            self._go_on()
            error = connection.ending.error(Processed.NOT_STARTED, connection.address)
            self._become(ConnectionState(ConnectionStatus.DISCONNECTED, error))
        self._want_connection()

    def _retire(self, connection: Connection) -> None:
        self.leaves(connection)
        connection.retire()

    def closed(self, connection: Connection) -> None:
        """A connection is closed; its calls were notified."""
        self._connections.discard(connection)
        self._report_closed()

    async def close(self) -> None:
        """Lets calls in progress finish, ends everything else, and closes the connections."""
        if self._loop is None or self._process != os.getpid():
            self._is_closed = True
            return
        loop = self.loop
        if self._all_closed is None:
            self._is_closed = True
            self._all_closed = loop.create_future()
            self._become(ConnectionState(ConnectionStatus.CLOSED))
            self._fail_waiting(_calls.closed())
            self._current = None
            if self._round is not None:
                self._round.cancel()
            for connection in list(self._connections):
                connection.leave()
            self._report_closed()
        await asyncio.shield(self._all_closed)

    def _report_closed(self) -> None:
        if self._all_closed is not None and not self._connections and not self._all_closed.done():
            self._all_closed.set_result(None)

    # The state of the connection.

    def _become(self, state: ConnectionState) -> None:
        if self.state == state or self.state.status is ConnectionStatus.CLOSED:
            return
        self.state = state
        for reader in self._readers:
            if reader.full():
                reader.get_nowait()
            reader.put_nowait(state)

    async def states(self) -> AsyncIterator[ConnectionState]:
        """The current state of the connection, and each later one."""
        self._own_loop()
        queue: asyncio.Queue[ConnectionState] = asyncio.Queue(MOST_STATES)
        queue.put_nowait(self.state)
        self._readers.add(queue)
        try:
            while True:
                state = await queue.get()
                yield state
                if state.status is ConnectionStatus.CLOSED:
                    return
        finally:
            self._readers.discard(queue)
