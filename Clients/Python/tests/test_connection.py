"""The client against a server that says what the test wants."""

from __future__ import annotations

import asyncio

import arrange
from arrange import ArrangeError, Processed, StatusCode
from arrange._frames import encode
from arrange.v1 import changes_pb2, connection_pb2, frame_pb2, model_pb2
from arrange.v1.frame_pb2 import Frame

from .scripted import WELCOME, Peer, Script, ScriptedCase
from .support import soon


async def serve(peer: Peer) -> None:
    """Greets, and answers every call."""
    await peer.greet()
    while True:
        await peer.answer()


class GreetingTests(ScriptedCase):
    async def test_hello(self) -> None:
        hellos = []

        async def script(peer: Peer) -> None:
            hellos.append(await peer.greet())
            frame = await peer.answer()
            self.assertEqual(frame.method, "arrange.v1.Collections/Get")
            self.assertEqual(frame.stream, 1)
            self.assertGreater(frame.timeout_us, 1_000_000)
            await peer.expect(frame_pb2.FRAME_TYPE_GOAWAY)

        client = await self.play(script)
        self.assertEqual((await client.info("board")).name, "board")
        await client.close()
        self.assertEqual(hellos[0].magic, 0x47525241)
        self.assertEqual(len(hellos[0].client_id), 16)

    async def test_silent(self) -> None:
        async def script(peer: Peer) -> None:
            while await peer.next() is not None:
                pass

        client = await self.play(script, connect_timeout=2)
        error = await self.refused(StatusCode.UNAVAILABLE, client.info("board"))
        self.assertIn("does not greet", error.message)
        self.assertEqual(self.played, 1)

    async def test_another_program(self) -> None:
        async def script(peer: Peer) -> None:
            peer.send_bytes(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            await peer.next()

        client = await self.play(script)
        error = await self.refused(StatusCode.UNAVAILABLE, client.info("board"))
        self.assertIn("does not greet", error.message)

    async def test_wrong_greetings(self) -> None:
        for welcome, code in (
            (connection_pb2.Welcome(version=2, largest_frame=1_048_576), StatusCode.UNIMPLEMENTED),
            (connection_pb2.Welcome(version=1, largest_frame=100), StatusCode.INTERNAL),
        ):

            async def script(peer: Peer, welcome: connection_pb2.Welcome = welcome) -> None:
                await peer.greet(welcome)
                await peer.next()

            client = await self.play(script)
            await self.refused(code, client.info("board"))

    async def test_wrong_token(self) -> None:
        async def script(peer: Peer) -> None:
            await peer.expect(frame_pb2.FRAME_TYPE_HELLO)
            peer.go_away(StatusCode.UNAUTHENTICATED, 0, "the token is unknown")
            await peer.next()

        client = await self.play(script)
        error = await self.refused(StatusCode.UNAUTHENTICATED, client.info("board"))
        self.assertIn("check the token", error.message)
        self.assertEqual(self.played, 1)

    async def test_calls_without_a_request_id_wait_for_the_greeting(self) -> None:
        async def close(peer: Peer) -> None:
            await peer.expect(frame_pb2.FRAME_TYPE_HELLO)

        async def script(peer: Peer) -> None:
            await peer.greet()
            frame = await peer.expect(frame_pb2.FRAME_TYPE_OPEN)
            peer.end(frame.stream, body=model_pb2.CollectionInfo(name="new").SerializeToString())
            await peer.next()

        client = await self.play(close, script)
        self.assertEqual((await client.create("new")).name, "new")


class ViolationTests(ScriptedCase):
    """A server that breaks the protocol is told so, and its connection closed."""

    async def test_violations(self) -> None:
        end, data = frame_pb2.FRAME_TYPE_END, frame_pb2.FRAME_TYPE_DATA
        wrong: dict[str, bytes] = {
            "an end of nothing": encode(Frame(type=end, stream=9)),
            "data of nothing": encode(Frame(type=data, stream=9, sequence=1)),
            "data of a call": encode(Frame(type=data, stream=1, sequence=1)),
            "an unknown frame": encode(Frame(type=77)),
            "a frame of clients": encode(Frame(type=frame_pb2.FRAME_TYPE_OPEN, stream=3)),
            "a second greeting": encode(Frame(type=frame_pb2.FRAME_TYPE_WELCOME, body=WELCOME.SerializeToString())),
            "a PING of a stream": encode(Frame(type=frame_pb2.FRAME_TYPE_PING, stream=1)),
            "a frame that is too large": b"\xff\xff\xff\x07",
            "no frame": b"\x02\xff\xff",
        }
        for name, data_sent in wrong.items():
            with self.subTest(name):
                reasons: list[str] = []

                async def script(peer: Peer, sent: bytes = data_sent, reasons: list[str] = reasons) -> None:
                    await peer.greet()
                    await peer.expect(frame_pb2.FRAME_TYPE_OPEN)
                    peer.send_bytes(sent)
                    frame = await peer.expect(frame_pb2.FRAME_TYPE_GOAWAY)
                    reasons.append(connection_pb2.Status.FromString(frame.body).message)
                    assert await peer.next() is None

                client = await self.play(script)
                error = await self.refused(StatusCode.INTERNAL, client.info("board"))
                await client.close()
                await soon(lambda reasons=reasons: len(reasons) == 1)  # type: ignore[misc]
                self.assertIn(reasons[0], error.message)

    async def test_more_data_than_credit(self) -> None:
        async def script(peer: Peer) -> None:
            await peer.greet()
            frame = await peer.expect(frame_pb2.FRAME_TYPE_OPEN)
            self.assertEqual(frame.credit, 2)
            for sequence in (1, 2, 3):
                peer.send(Frame(type=frame_pb2.FRAME_TYPE_DATA, stream=frame.stream, sequence=sequence))
            await peer.expect(frame_pb2.FRAME_TYPE_GOAWAY)

        client = await self.play(script, attempts=1)
        stream = client.updates("board", options=arrange.UpdateOptions(reconnection_attempts=0))
        await self.refused(StatusCode.INTERNAL, anext(stream))

    async def test_unknown_frames_to_ignore(self) -> None:
        async def script(peer: Peer) -> None:
            await peer.greet()
            peer.send(Frame(type=77, flags=frame_pb2.FRAME_FLAG_IGNORE_IF_UNKNOWN))
            await serve_calls(peer)

        async def serve_calls(peer: Peer) -> None:
            while True:
                await peer.answer()

        client = await self.play(script)
        await client.info("board")

    async def test_unreadable_answer(self) -> None:
        async def script(peer: Peer) -> None:
            await peer.greet()
            frame = await peer.expect(frame_pb2.FRAME_TYPE_OPEN)
            peer.end(frame.stream, body=b"\xff\xff")
            await peer.next()

        client = await self.play(script)
        error = await self.refused(StatusCode.INTERNAL, client.info("board"))
        self.assertEqual(error.processed, Processed.DONE)


class LossTests(ScriptedCase):
    async def test_retries(self) -> None:
        """A read is made again, a call without a request id is not."""

        async def lose(peer: Peer) -> None:
            await peer.greet()
            await peer.expect(frame_pb2.FRAME_TYPE_OPEN)

        client = await self.play(lose, lose, serve)
        self.assertEqual((await client.info("board")).name, "board")
        self.assertEqual(self.played, 3)
        client = await self.play(lose)
        error = await self.refused(StatusCode.UNAVAILABLE, client.delete("board"))
        self.assertEqual(error.processed, Processed.UNKNOWN)
        error = await self.refused(StatusCode.UNAVAILABLE, client.info("board"))
        self.assertEqual(error.processed, Processed.UNKNOWN)

    async def test_same_request_id(self) -> None:
        bodies = []

        async def lose(peer: Peer) -> None:
            await peer.greet()
            bodies.append((await peer.expect(frame_pb2.FRAME_TYPE_OPEN)).body)

        client = await self.play(lose)
        await self.refused(StatusCode.UNAVAILABLE, client.apply("board", arrange.insert_items([{}])))
        self.assertEqual(len(bodies), 5)
        self.assertEqual(len(set(bodies)), 1)

    async def test_server_that_stops(self) -> None:
        """Calls that were not accepted are made on the next connection, those that were are answered."""

        async def stop(peer: Peer) -> None:
            await peer.greet()
            first = await peer.expect(frame_pb2.FRAME_TYPE_OPEN)
            await peer.expect(frame_pb2.FRAME_TYPE_OPEN)
            peer.go_away(StatusCode.UNAVAILABLE, first.stream)
            peer.end(first.stream, body=model_pb2.CollectionInfo(name="first").SerializeToString())
            assert await peer.next() is None

        client = await self.play(stop, serve)
        first, second = await asyncio.gather(client.info("a"), client.info("b"))
        self.assertEqual({first.name, second.name}, {"first", "board"})

    async def test_pause_of_the_server(self) -> None:
        """RESOURCE_EXHAUSTED is tried again when the server says after which time, and not otherwise."""

        def busy(retry_after_ms: int) -> Script:
            async def script(peer: Peer) -> None:
                await peer.greet()
                frame = await peer.expect(frame_pb2.FRAME_TYPE_OPEN)
                status = connection_pb2.Status(
                    message="busy", retry_after_ms=retry_after_ms, processed=connection_pb2.PROCESSED_NOT_STARTED
                )
                peer.end(frame.stream, StatusCode.RESOURCE_EXHAUSTED, status.SerializeToString())
                await serve_rest(peer)

            return script

        async def serve_rest(peer: Peer) -> None:
            while True:
                await peer.answer()

        client = await self.play(busy(1))
        self.assertEqual((await client.info("board")).name, "board")
        client = await self.play(busy(0))
        error = await self.refused(StatusCode.RESOURCE_EXHAUSTED, client.info("board"))
        self.assertIsNone(error.retry_after)

    async def test_long_pause_of_a_server_that_leaves(self) -> None:
        """All calls share the pauses between attempts to connect, so that a server can't ask for long ones."""

        async def leave(peer: Peer) -> None:
            await peer.expect(frame_pb2.FRAME_TYPE_HELLO)
            body = connection_pb2.Status(message="full", retry_after_ms=3_600_000).SerializeToString()
            peer.send(Frame(type=frame_pb2.FRAME_TYPE_GOAWAY, status=StatusCode.UNAVAILABLE, body=body))
            await peer.next()

        client = await self.play(leave, serve)
        await soon(client.info("board"))
        self.assertEqual(self.played, 2)

    async def test_close_waits_for_no_call_that_was_given_up(self) -> None:
        have_come = asyncio.Event()

        async def script(peer: Peer) -> None:
            await peer.greet()
            for _ in range(2):
                await peer.expect(frame_pb2.FRAME_TYPE_OPEN)
            have_come.set()
            while await peer.next() is not None:
                pass

        client = await self.play(script)
        calls = [asyncio.create_task(client.info(name)) for name in "ab"]
        await soon(have_come.wait())
        calls[0].cancel()
        closing = asyncio.create_task(client.close())
        await asyncio.sleep(0)
        self.assertFalse(closing.done())
        calls[1].cancel()
        await soon(closing)
        results = await asyncio.gather(*calls, return_exceptions=True)
        self.assertTrue(all(isinstance(result, asyncio.CancelledError) for result in results))

    async def test_keepalive(self) -> None:
        """A server that answers PING is there, one that does not is given up."""

        async def answer_pings(peer: Peer) -> None:
            await peer.greet()
            await peer.expect(frame_pb2.FRAME_TYPE_OPEN)
            for _ in range(3):
                ping = await peer.expect(frame_pb2.FRAME_TYPE_PING)
                peer.send(Frame(type=frame_pb2.FRAME_TYPE_PONG, sequence=ping.sequence))
            await peer.expect(frame_pb2.FRAME_TYPE_PING)
            assert await peer.next() is None

        client = await self.play(answer_pings, serve, keepalive=0.02)
        self.assertEqual((await client.info("board")).name, "board")
        self.assertEqual(self.played, 2)

    async def test_pong(self) -> None:
        async def script(peer: Peer) -> None:
            await peer.greet()
            peer.send(Frame(type=frame_pb2.FRAME_TYPE_PING, sequence=42))
            await peer.answer()
            self.assertEqual((await peer.expect(frame_pb2.FRAME_TYPE_PONG)).sequence, 42)
            await peer.next()

        client = await self.play(script)
        await client.info("board")
        await client.close()

    async def test_cancel(self) -> None:
        async def script(peer: Peer) -> None:
            await peer.greet()
            frame = await peer.expect(frame_pb2.FRAME_TYPE_OPEN)
            self.assertEqual((await peer.expect(frame_pb2.FRAME_TYPE_CANCEL)).stream, frame.stream)
            peer.end(frame.stream, StatusCode.CANCELLED)
            await serve_rest(peer)

        async def serve_rest(peer: Peer) -> None:
            while True:
                await peer.answer()

        client = await self.play(script)
        with self.assertRaises(TimeoutError):
            async with asyncio.timeout(0.05):
                await client.info("board")
        await client.info("board")
        self.assertEqual(self.played, 1)


class StreamTests(ScriptedCase):
    async def test_credit(self) -> None:
        """Without a reader there are two messages, and more credit comes only as they are consumed."""
        granted: list[int] = []

        async def script(peer: Peer) -> None:
            await peer.greet()
            stream = (await peer.expect(frame_pb2.FRAME_TYPE_OPEN)).stream
            credit, sent = 2, 0
            while True:
                while sent < credit:
                    sent += 1
                    message = changes_pb2.SubscribeResponse(version=sent, resume_token=b"t")
                    if sent == 1:
                        message.snapshot.CopyFrom(
                            changes_pb2.SnapshotPage(last=True, reason=changes_pb2.SNAPSHOT_REASON_FIRST, size={})
                        )
                    else:
                        message.progress.SetInParent()
                    body = message.SerializeToString()
                    peer.send(Frame(type=frame_pb2.FRAME_TYPE_DATA, stream=stream, sequence=sent, body=body))
                credit = (await peer.expect(frame_pb2.FRAME_TYPE_CREDIT)).credit
                granted.append(credit)

        client = await self.play(script)
        stream = client.updates("board")
        await anext(stream)
        await asyncio.sleep(0.02)
        self.assertEqual(granted, [3])
        for version in range(2, 50):
            self.assertEqual((await anext(stream)).version, version)
        await soon(lambda: len(granted) == 49)
        await stream.aclose()

    async def test_updates_that_do_not_fit(self) -> None:
        """An update that does not follow leads to the whole list; again and again, to an error."""

        async def script(peer: Peer) -> None:
            await peer.greet()
            while True:
                frame = await peer.next()
                if frame is None:
                    return
                if frame.type != frame_pb2.FRAME_TYPE_OPEN:
                    continue
                batch = changes_pb2.ChangeBatch(from_version=9, before={"sections": 1}, after={})
                page = changes_pb2.SnapshotPage(last=True, reason=changes_pb2.SNAPSHOT_REASON_FIRST, size={})
                messages = [
                    changes_pb2.SubscribeResponse(version=1, resume_token=b"t", snapshot=page),
                    changes_pb2.SubscribeResponse(version=10, resume_token=b"t", batch=batch),
                ]
                for sequence, message in enumerate(messages, 1):
                    body = message.SerializeToString()
                    peer.send(Frame(type=frame_pb2.FRAME_TYPE_DATA, stream=frame.stream, sequence=sequence, body=body))
                while True:
                    cancel = await peer.next()
                    if cancel is None:
                        return
                    if cancel.type == frame_pb2.FRAME_TYPE_CANCEL:
                        peer.end(frame.stream, StatusCode.CANCELLED)
                        break

        client = await self.play(script)
        stream = client.updates("board")
        count = 0
        with self.assertRaises(ArrangeError) as caught:
            async for update in stream:
                self.assertIsInstance(update.content, arrange.WholeList)
                count += 1
        self.assertEqual(caught.exception.code, StatusCode.INTERNAL)
        self.assertEqual(count, 4)
