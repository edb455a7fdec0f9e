"""The decoder of frames."""

import unittest

from arrange._frames import FrameDecoder, FrameError, encode, length_prefix
from arrange.v1.frame_pb2 import Frame


class DecoderTests(unittest.TestCase):
    """Frames come out of any pieces of the bytes as they went in."""

    def test_every_split(self) -> None:
        frames = [Frame(), Frame(type=8, sequence=1), Frame(stream=3, body=b"x" * 200), Frame(type=4, body=b"")]
        data = b"".join(encode(frame) for frame in frames)
        for first in range(len(data) + 1):
            for second in range(first, len(data) + 1, 7):
                decoder = FrameDecoder(1000)
                found: list[Frame] = []
                for piece in (data[:first], data[first:second], data[second:]):
                    found += decoder.feed(piece)
                self.assertEqual(found, frames)
                self.assertFalse(decoder.has_partial_frame)

    def test_byte_by_byte(self) -> None:
        frame = Frame(stream=1, body=bytes(20_000))
        decoder = FrameDecoder(30_000)
        data = encode(frame)
        for index in range(len(data) - 1):
            self.assertEqual(list(decoder.feed(data[index : index + 1])), [])
            self.assertTrue(decoder.has_partial_frame)
        self.assertEqual(list(decoder.feed(data[-1:])), [frame])

    def test_refused(self) -> None:
        for data in (
            length_prefix(1001) + bytes(1001),
            length_prefix(1001),
            b"\x80\x00",
            b"\xff\xff\xff\xff\x01",
            b"\x02\xff\xff",
        ):
            with self.subTest(data=data[:5]), self.assertRaises(FrameError):
                list(FrameDecoder(1000).feed(data))

    def test_frames_before_a_broken_one(self) -> None:
        frames = FrameDecoder(1000).feed(encode(Frame(type=8)) + b"\x02\xff\xff")
        self.assertEqual(next(frames).type, 8)
        with self.assertRaises(FrameError):
            next(frames)

    def test_limit(self) -> None:
        frame = Frame(body=bytes(997))
        self.assertEqual(frame.ByteSize(), 1000)
        self.assertEqual(list(FrameDecoder(1000).feed(encode(frame))), [frame])
