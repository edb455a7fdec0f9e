"""One connection: the rules of the protocol on the client's side."""

from __future__ import annotations

import asyncio
import ssl
from enum import Enum, auto
from typing import TYPE_CHECKING, cast

from . import _calls
from ._calls import Call, Opening, PingCall, Stream
from ._ending import AttemptFailure, Ending, EndingKind, greeting_failure, os_reason, tls_reason
from ._frames import LARGEST_BY_DEFAULT, LARGEST_EVER, MOST_HEAD_BYTES, FrameDecoder, FrameError, encode
from ._greeting import GreetingError, read_welcome
from ._keepalive import Keepalive, Vanished
from .configuration import Address
from .errors import Processed, StatusCode
from .retry import CallFailure
from .v1 import connection_pb2, frame_pb2
from .v1.frame_pb2 import Frame

if TYPE_CHECKING:
    from ._session import Session

HIGHEST_STREAM = 2**32 - 1

LINGERING_SECONDS = 2.0
"""How long a finished connection waits for its last frames to be sent."""


class State(Enum):
    """The state of a connection."""

    OPENING = auto()
    GREETING = auto()
    """HELLO was sent, and perhaps calls; WELCOME must arrive."""
    SERVING = auto()
    LEAVING = auto()
    """No new calls can be opened; the open ones finish."""
    CLOSED = auto()


class Connection(asyncio.Protocol):
    """One connection of a session."""

    def __init__(self, session: Session, address: Address) -> None:
        self._session = session
        self.address = address
        self._loop = session.loop
        self._transport: asyncio.Transport | None = None
        self._decoder = FrameDecoder(session.configuration.largest_frame)
        self._state = State.OPENING
        self._streams: dict[int, Stream] = {}
        self._highest = 0
        self._accepted = HIGHEST_STREAM
        self._calls = 0
        self._subscriptions = 0
        self._output: list[bytes] = []
        self._is_writable = True
        configuration = session.configuration
        self._keepalive = Keepalive(configuration.keepalive, configuration.keepalive_timeout)
        self._timer: asyncio.TimerHandle | None = None
        self._pings: dict[int, PingCall] = {}
        self._last_ping = 0
        self.ending = Ending()
        self.welcome: connection_pb2.Welcome | None = None
        self.greeted: asyncio.Future[AttemptFailure | None] = self._loop.create_future()
        """``None`` when the server has greeted, else why it has not."""

    # Events of the transport.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._state = State.GREETING
        self._timer = self._loop.call_later(self._session.configuration.connect_timeout, self._silent)
        self._send(Frame(type=frame_pb2.FRAME_TYPE_HELLO, body=self._session.hello))
        self._session.opened(self)

    def data_received(self, data: bytes) -> None:
        count = 0
        try:
            for frame in self._decoder.feed(data):
                if self._state is State.CLOSED:
                    return
                count += 1
                self._receive(frame)
        except FrameError as error:
            self._violation(str(error))
            return
        self._keepalive.heard(self._loop.time(), count, self._decoder.has_partial_frame)

    def pause_writing(self) -> None:
        self._is_writable = False

    def resume_writing(self) -> None:
        self._is_writable = True
        self._session.serve_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.ending.kind is EndingKind.UNKNOWN:
            if isinstance(exc, ssl.SSLError):
                self.ending = Ending(EndingKind.INSECURE, tls_reason(exc))
            elif exc is not None:
                self.ending = Ending(EndingKind.BROKEN, os_reason(exc))
            elif self.welcome is None and self._decoder.has_partial_frame:
                self.ending = Ending(EndingKind.UNGREETED)
        self._transport = None
        self._close()
        self._session.closed(self)

    # Calls.

    def open(self, call: Call) -> Opening:
        """Sends a call if there is room for it."""
        if self._state is not State.SERVING and self._state is not State.GREETING:
            return Opening.UNAVAILABLE
        if self._highest == HIGHEST_STREAM:
            return Opening.UNAVAILABLE
        # Output that the network does not accept yet stays small: calls wait in the queue, where they cost little.
        if not self._is_writable:
            return Opening.FULL
        if isinstance(call, PingCall):
            self._ping(call)
            return Opening.TAKEN
        welcome = self.welcome
        # Until the greeting nobody knows whether there is a server that may have carried it out.
        if welcome is None and not call.method.is_repeatable:
            return Opening.FULL
        limit = (welcome.largest_frame if welcome else LARGEST_BY_DEFAULT) - MOST_HEAD_BYTES
        if len(call.body) > limit:
            # WELCOME may allow larger frames.
            if welcome is None and len(call.body) <= LARGEST_EVER:
                return Opening.FULL
            text = f"the request takes {len(call.body)} bytes, the server takes {limit}; send it in several parts"
            call.fail(_calls.exhausted(text))
            return Opening.TAKEN
        timeout = 0
        if call.deadline < _calls.NEVER:
            timeout = max(int((call.deadline - self._loop.time()) * 1_000_000), 1)
        if call.method.is_stream:
            if self._subscriptions >= (welcome.most_subscriptions if welcome else 4096):
                text = "the server takes no more subscriptions on this connection; end some, or use another client"
                call.fail(_calls.exhausted(text))
                return Opening.TAKEN
            self._subscriptions += 1
        elif self._calls >= (welcome.most_calls if welcome else 256):
            return Opening.FULL
        else:
            self._calls += 1
        self._highest += 1
        call.connection, call.stream = self, self._highest
        self._streams[self._highest] = Stream(call)
        frame = Frame(
            type=frame_pb2.FRAME_TYPE_OPEN,
            stream=self._highest,
            method=call.method.name,
            timeout_us=timeout,
            credit=call.credit,
            body=call.body,
        )
        self._send(frame)
        return Opening.TAKEN

    def cancel(self, stream: int) -> None:
        """The caller of a call has given up. The stream keeps its slot until END arrives, unless the connection is
        closed since nobody waits for another answer."""
        entry = self._streams.get(stream)
        if entry is not None and entry.call is not None:
            entry.call = None
            self._send(Frame(type=frame_pb2.FRAME_TYPE_CANCEL, stream=stream))
            self._finish_if_idle()

    def grant(self, stream: int, credit: int) -> None:
        """The reader of a server stream has room for more messages."""
        entry = self._streams.get(stream)
        if entry is not None and entry.call is not None and credit > entry.credit:
            entry.credit = credit
            self._send(Frame(type=frame_pb2.FRAME_TYPE_CREDIT, stream=stream, credit=credit))

    def _ping(self, call: PingCall) -> None:
        self._last_ping += 1
        self._pings[self._last_ping] = call
        call.connection, call.sent_at = self, self._loop.time()
        self._send(Frame(type=frame_pb2.FRAME_TYPE_PING, sequence=self._last_ping))

    def leave(self) -> None:
        """Closes the connection once its unary calls have ended. Server streams end at once."""
        for stream, entry in list(self._streams.items()):
            call = entry.call
            if entry.is_stream and call is not None:
                self.cancel(stream)
                call.fail(_calls.closed())
        if self._state is State.CLOSED:
            return
        self._go_away(StatusCode.OK, "the client leaves")
        self.ending = Ending(EndingKind.LEFT)
        self.retire()

    def retire(self) -> None:
        """Closes the connection, which accepts no more calls, once nobody waits for an open one."""
        if self._state in (State.GREETING, State.SERVING):
            self._state = State.LEAVING
        self._finish_if_idle()

    # Frames.

    def _receive(self, frame: Frame) -> None:
        kind = frame.type
        if self.welcome is None:
            self._receive_first(frame)
        elif kind == frame_pb2.FRAME_TYPE_END:
            self._end(frame)
        elif kind == frame_pb2.FRAME_TYPE_DATA:
            self._data(frame)
        elif kind in (frame_pb2.FRAME_TYPE_PING, frame_pb2.FRAME_TYPE_PONG, frame_pb2.FRAME_TYPE_GOAWAY):
            if frame.stream != 0:
                self._violation("a frame about the connection names a stream")
            elif kind == frame_pb2.FRAME_TYPE_PING:
                self._send(Frame(type=frame_pb2.FRAME_TYPE_PONG, sequence=frame.sequence))
            elif kind == frame_pb2.FRAME_TYPE_PONG:
                call = self._pings.pop(frame.sequence, None)
                if call is not None:
                    call.finish(b"")
            else:
                self._received_go_away(frame)
        elif kind <= frame_pb2.FRAME_TYPE_GOAWAY or not frame.flags & frame_pb2.FRAME_FLAG_IGNORE_IF_UNKNOWN:
            self._violation(f"it sent a frame of the type {kind}")

    def _receive_first(self, frame: Frame) -> None:
        """WELCOME, or GOAWAY in its place."""
        if frame.stream != 0 or frame.type not in (frame_pb2.FRAME_TYPE_WELCOME, frame_pb2.FRAME_TYPE_GOAWAY):
            self._violation("its first frame is not a greeting")
            return
        if frame.type == frame_pb2.FRAME_TYPE_GOAWAY:
            self._received_go_away(frame)
            return
        try:
            welcome = read_welcome(frame.body)
        except GreetingError as error:
            self._violation(str(error), EndingKind.VERSION if error.is_version else EndingKind.VIOLATION)
            return
        self.welcome = welcome
        if welcome.keepalive_ms > 0:
            self._keepalive.shorten(welcome.keepalive_ms / 1000, welcome.keepalive_timeout_ms / 1000)
        if self._state is State.GREETING:
            self._state = State.SERVING
            if not self.greeted.done():
                self.greeted.set_result(None)
        self._watch()
        self._session.serve_waiting()

    def _end(self, frame: Frame) -> None:
        entry = self._streams.pop(frame.stream, None)
        if entry is None:
            # A server that sent GOAWAY still refuses calls that were already sent to it.
            if not self._accepted < frame.stream <= self._highest:
                self._violation(f"it ended the stream {frame.stream}, which is not open")
            return
        if entry.is_stream:
            self._subscriptions -= 1
        else:
            self._calls -= 1
        call = entry.call
        if call is not None:
            if frame.status == 0:
                call.finish(frame.body)
            else:
                call.fail(_calls.read_status(frame.status, frame.body))
        if self._state is State.LEAVING:
            self._finish_if_idle()
        else:
            self._session.serve_waiting()

    def _data(self, frame: Frame) -> None:
        entry = self._streams.get(frame.stream)
        if entry is None:
            self._violation(f"it sent data for the stream {frame.stream}, which is not open")
            return
        is_next = entry.received < entry.credit and frame.sequence == entry.received + 1
        if not entry.is_stream or not is_next:
            self._violation(f"it sent data for the stream {frame.stream} that is not allowed")
            return
        entry.received += 1
        # Messages that were in transit when the caller gave up are dropped.
        if entry.call is not None:
            entry.call.receive(frame.body)

    def _received_go_away(self, frame: Frame) -> None:
        self.ending = Ending(EndingKind.THEIRS, status=_calls.read_status(frame.status, frame.body).error)
        self._accepted = min(frame.sequence, HIGHEST_STREAM)
        if self._state in (State.GREETING, State.SERVING):
            self._state = State.LEAVING
        self._session.leaves(self)
        self._tell_greeting()
        lost = [stream for stream in self._streams if stream > self._accepted]
        self._lose([(self._streams.pop(stream), Processed.NOT_STARTED) for stream in lost])
        self._finish_if_idle()

    # The end.

    def _violation(self, text: str, kind: EndingKind = EndingKind.VIOLATION) -> None:
        """Ends the connection with GOAWAY, since the server broke the protocol."""
        self._go_away(StatusCode.INVALID_ARGUMENT, text)
        self._give_up(Ending(kind, text))

    def _give_up(self, ending: Ending) -> None:
        if self.ending.kind is EndingKind.UNKNOWN:
            self.ending = ending
        self._close()

    def _go_away(self, code: StatusCode, text: str) -> None:
        status = connection_pb2.Status(message=text)
        frame = Frame(type=frame_pb2.FRAME_TYPE_GOAWAY, status=code, body=status.SerializeToString())
        self._send(frame)

    def _close(self) -> None:
        """Notifies all callers that no answer will come any more, and closes the transport."""
        if self._state is State.CLOSED:
            return
        self._state = State.CLOSED
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._session.leaves(self)
        self._tell_greeting()
        entries = list(self._streams.values())
        self._streams.clear()
        self._lose([(entry, Processed.UNKNOWN) for entry in entries])
        for call in list(self._pings.values()):
            call.fail(self._lost(Processed.UNKNOWN))
        self._pings.clear()
        self._flush()
        transport = self._transport
        if transport is not None:
            transport.close()
            self._loop.call_later(LINGERING_SECONDS, transport.abort)

    def _finish_if_idle(self) -> None:
        if self._state is State.LEAVING and all(entry.call is None for entry in self._streams.values()):
            self._close()

    def _tell_greeting(self) -> None:
        if self.greeted.done():
            return
        failure = greeting_failure(self.ending, self.address)
        self.greeted.set_result(failure)

    def _lose(self, entries: list[tuple[Stream, Processed]]) -> None:
        """Notifies the callers of calls that get no answer on this connection."""
        for entry, processed in entries:
            if entry.is_stream:
                self._subscriptions -= 1
            else:
                self._calls -= 1
            call = entry.call
            if call is None or call.is_finished:
                continue
            call.connection = None
            is_refused = processed is Processed.NOT_STARTED and self.ending.is_harmless
            if is_refused and call.refusals < _calls.MOST_REFUSALS:
                # A server that is about to stop did not start the call: it is sent to the next one.
                call.refusals += 1
                self._session.start(call)
            else:
                call.fail(self._lost(processed))

    def _lost(self, processed: Processed) -> CallFailure:
        error = self.ending.error(processed, self.address)
        # Nothing else may be tried with the next address.
        is_alone = len(self._session.configuration.addresses) == 1
        is_final = is_alone and (self.ending.is_silence or self.ending.kind is EndingKind.INSECURE)
        return CallFailure(error, is_final=is_final)

    # Output.

    def _send(self, frame: Frame) -> None:
        if not self._output:
            self._loop.call_soon(self._flush)
        self._output.append(encode(frame))

    def _flush(self) -> None:
        if self._output and self._transport is not None:
            self._transport.write(b"".join(self._output))
        self._output.clear()

    # Time.

    def _silent(self) -> None:
        self._give_up(Ending(EndingKind.SILENT))

    def _watch(self) -> None:
        """Sets the timer for the next thing that is due."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_at(self._keepalive.due, self._tick)

    def _tick(self) -> None:
        try:
            if self._keepalive.check(self._loop.time()):
                self._send(Frame(type=frame_pb2.FRAME_TYPE_PING, sequence=0))
        except Vanished as vanished:
            self._give_up(Ending(EndingKind.VANISHED, str(vanished)))
            return
        self._watch()
