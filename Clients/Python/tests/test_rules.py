"""Addresses, retries and keepalive: what needs no network."""

import math
import random
import unittest
from collections.abc import Callable
from typing import Any

from arrange import Address, ArrangeError, Client, Configuration, Processed, RetryPolicy, StatusCode, Timestamp
from arrange._keepalive import PARTIAL_FRAME_SECONDS, Keepalive, Vanished
from arrange._session import RequestIDs
from arrange.retry import CallFailure, CallRetry


class AddressTests(unittest.TestCase):
    def test_several(self) -> None:
        self.assertEqual(Address.parse_all("a,b:2,[::1]:3"), (Address("a"), Address("b", 2), Address("::1", 3)))
        self.assertEqual(Address.parse_all("unix:/a,b"), (Address(path="/a,b"),))
        secure = (Address("a", 1, is_secure=True), Address("b", 2, is_secure=True))
        self.assertEqual(Address.parse_all("tls:a:1,b:2"), secure)
        self.assertEqual(Address.parse_all("tls:a:1,tls:b:2"), secure)
        self.assertEqual(len(Address.parse_all(",".join(["a"] * 64))), 64)
        for text in ("", "a,", ",a", "a,,b", "a,tls:b", ",".join(["a"] * 65)):
            with self.subTest(text), self.assertRaises(ArrangeError):
                Address.parse_all(text)
        near, far = Address.parse("127.0.0.1"), Address.parse("example.org")
        Configuration(address=near, alternatives=(near,), token="t").check()
        with self.assertRaises(ArrangeError):
            Configuration(address=near, alternatives=(far,), token="t").check()

    def test_accepted(self) -> None:
        table = {
            "host": Address("host"),
            "127.0.0.1:7000": Address("127.0.0.1", 7000),
            "::1": Address("::1"),
            "[::1]": Address("::1"),
            "[::1]:7000": Address("::1", 7000),
            "tls:lists.example.org:7413": Address("lists.example.org", 7413, is_secure=True),
            "tls:[::1]:1": Address("::1", 1, is_secure=True),
            "unix:/run/arrange.sock": Address(path="/run/arrange.sock"),
        }
        for text, address in table.items():
            with self.subTest(text):
                self.assertEqual(Address.parse(text), address)

    def test_refused(self) -> None:
        wrong = (
            "",
            ":",
            "host:",
            "host:0",
            "host:65536",
            "host:-1",
            "host:1x",
            "host: 1",
            "a b",
            "[::1",
            "[]:1",
            "[::1]x",
        )
        for text in (*wrong, "unix:", "tls:", "host:١", "arrange://host"):
            with self.subTest(text), self.assertRaises(ArrangeError) as caught:
                Address.parse(text)
            self.assertEqual(caught.exception.field, "server")

    def test_token_in_clear(self) -> None:
        for text in ("127.0.0.1", "localhost", "[::1]", "unix:/x", "127.9.9.9", "tls:example.org"):
            Configuration(address=Address.parse(text), token="t").check()
        for text in ("example.org", "10.0.0.1"):
            with self.subTest(text), self.assertRaises(ArrangeError) as caught:
                Configuration(address=Address.parse(text), token="t").check()
            self.assertEqual(caught.exception.field, "token")
            Configuration(address=Address.parse(text), token="t", sends_token_in_clear=True).check()


class ConfigurationTests(unittest.TestCase):
    def test_times(self) -> None:
        for name in ("connect_timeout", "call_timeout", "keepalive", "keepalive_timeout"):
            for wrong in (math.nan, math.inf, -1, 0, "5", None):
                with self.subTest(name, wrong=wrong), self.assertRaises(ArrangeError) as caught:
                    Client(configuration=Configuration(**{name: wrong}))  # type: ignore[arg-type]
                self.assertEqual((caught.exception.code, caught.exception.field), (StatusCode.INVALID_ARGUMENT, name))


class ArgumentTests(unittest.IsolatedAsyncioTestCase):
    async def test_refused(self) -> None:
        """What can't be sent is refused with the name of its field, without a connection."""
        client: Any = Client("127.0.0.1:1")
        refused: dict[str, Callable[[], Any]] = {
            "from": lambda: client.history("board", -1),
            "to": lambda: client.history("board", last=2**64),
            "limit": lambda: client.history("board", limit="5"),
            "from_change": lambda: client.history("board", from_change=-1),
            "page_size": lambda: anext(client.collections(-1)),
            "section.end": lambda: anext(client.pages("board", section="", end=-1)),
            "around.before": lambda: anext(client.pages("board", around=("a", -1, 1))),
            "fields": lambda: client.create("board", fields="abc"),
            "set": lambda: client.update("board", [1]),
            "if_version": lambda: client.apply("board", if_version=-1),
            "collection": lambda: client.updates(5),
            "token": lambda: client.updates("board", token="abc"),
        }
        for field, call in refused.items():
            with self.subTest(field), self.assertRaises(ArrangeError) as caught:
                await call()
            self.assertEqual((caught.exception.code, caught.exception.field), (StatusCode.INVALID_ARGUMENT, field))


class RetryTests(unittest.TestCase):
    def test_pauses(self) -> None:
        policy = RetryPolicy(initial_backoff=0.1, maximum_backoff=1, jitter=0)
        pauses = [policy.pause(attempts, random.Random(1)) for attempts in (1, 2, 3, 4, 5, 10**9)]
        self.assertEqual(pauses, [0.1, 0.2, 0.4, 0.8, 1, 1])
        policy = RetryPolicy(initial_backoff=1, maximum_backoff=1, jitter=0.5)
        source = random.Random(1)
        pauses = [policy.pause(1, source) for _ in range(1000)]
        self.assertTrue(all(0.5 <= pause <= 1 for pause in pauses))
        self.assertGreater(max(pauses) - min(pauses), 0.4)

    def decide(self, failure: CallFailure, *, is_repeatable: bool = False, deadline: float = 100) -> float:
        retry = CallRetry(RetryPolicy(jitter=0), is_repeatable=is_repeatable, deadline=deadline)
        return retry.failed(failure, 0, random.Random(1))

    def error(self, code: StatusCode, processed: Processed, retry_after: float | None = None) -> CallFailure:
        return CallFailure(ArrangeError(code, "x", processed=processed, retry_after=retry_after))

    def test_decisions(self) -> None:
        unavailable, exhausted = StatusCode.UNAVAILABLE, StatusCode.RESOURCE_EXHAUSTED
        not_started = self.error(unavailable, Processed.NOT_STARTED)
        unknown = self.error(unavailable, Processed.UNKNOWN)
        self.assertEqual(self.decide(not_started), 0.05)
        self.assertEqual(self.decide(unknown, is_repeatable=True), 0.05)
        self.assertEqual(self.decide(self.error(exhausted, Processed.NOT_STARTED, 0.7)), 0.7)
        refused = [
            (unknown, False),
            (self.error(unavailable, Processed.DONE), True),
            (self.error(exhausted, Processed.NOT_STARTED), True),
            (self.error(StatusCode.INTERNAL, Processed.NOT_STARTED), True),
            (CallFailure(not_started.error, is_final=True), True),
            (CallFailure(not_started.error, attempts=RetryPolicy().maximum_attempts), True),
        ]
        for failure, is_repeatable in refused:
            with self.subTest(failure), self.assertRaises(ArrangeError):
                self.decide(failure, is_repeatable=is_repeatable)
        with self.assertRaises(ArrangeError):
            self.decide(not_started, deadline=0.05)

    def test_attempts(self) -> None:
        retry = CallRetry(RetryPolicy(maximum_attempts=3, jitter=0), is_repeatable=True, deadline=100)
        failure = self.error(StatusCode.UNAVAILABLE, Processed.UNKNOWN)
        self.assertEqual([retry.failed(failure, 0, random.Random(1)) for _ in range(2)], [0.05, 0.1])
        with self.assertRaises(ArrangeError):
            retry.failed(failure, 0, random.Random(1))

    def test_earlier_attempts(self) -> None:
        """If an earlier attempt may have taken effect, the call may have, unless the server answers otherwise."""
        for code, processed in (
            (StatusCode.DEADLINE_EXCEEDED, Processed.UNKNOWN),
            (StatusCode.UNAVAILABLE, Processed.UNKNOWN),
            (StatusCode.NOT_FOUND, Processed.NOT_STARTED),
        ):
            retry = CallRetry(RetryPolicy(jitter=0), is_repeatable=True, deadline=1)
            retry.failed(self.error(StatusCode.UNAVAILABLE, Processed.UNKNOWN), 0, random.Random(1))
            with self.assertRaises(ArrangeError) as caught:
                retry.failed(self.error(code, Processed.NOT_STARTED), 1, random.Random(1))
            self.assertEqual(caught.exception.processed, processed)

    def test_request_ids(self) -> None:
        ids = RequestIDs(random.Random(5))
        found = [ids.next() for _ in range(100)]
        self.assertEqual(len(set(found)), 100)
        self.assertTrue(all(len(id) == 16 and id.startswith(ids.prefix) for id in found))


class KeepaliveTests(unittest.TestCase):
    def test_silence(self) -> None:
        keepalive = Keepalive(30, 10)
        keepalive.heard(100, 1, False)
        self.assertEqual(keepalive.due, 130)
        self.assertFalse(keepalive.check(129))
        self.assertTrue(keepalive.check(130))
        self.assertEqual(keepalive.due, 140)
        self.assertFalse(keepalive.check(139))
        with self.assertRaises(Vanished):
            keepalive.check(140)
        keepalive.heard(139, 1, False)
        self.assertFalse(keepalive.check(140))

    def test_partial_frame(self) -> None:
        keepalive = Keepalive(1000, 10)
        keepalive.heard(0, 1, True)
        keepalive.heard(20, 0, True)
        self.assertEqual(keepalive.due, PARTIAL_FRAME_SECONDS)
        with self.assertRaises(Vanished):
            keepalive.check(PARTIAL_FRAME_SECONDS)
        keepalive.heard(21, 1, True)
        self.assertFalse(keepalive.check(PARTIAL_FRAME_SECONDS))

    def test_times_of_the_server(self) -> None:
        keepalive = Keepalive(30, 10)
        keepalive.shorten(0.001, 0.001)
        self.assertEqual(keepalive.due, 1)
        keepalive.shorten(500, 500)
        self.assertEqual(keepalive.due, 1)


class TimestampTests(unittest.TestCase):
    def test_round_trip(self) -> None:
        for microseconds in (0, 1, -1, 1_700_000_000_123_456, -62_135_596_800_000_000):
            moment = Timestamp(microseconds)
            self.assertEqual(Timestamp.of(moment.datetime), moment)
        with self.assertRaises(ArrangeError):
            Timestamp.of(Timestamp(0).datetime.replace(tzinfo=None))
        with self.assertRaises(OverflowError):
            _ = Timestamp(2**63 - 1).datetime
