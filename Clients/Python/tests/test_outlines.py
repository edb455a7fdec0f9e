"""Following outlines: what fits and what does not, and lost connections."""

from __future__ import annotations

import asyncio
import random
import unittest
from collections.abc import Callable, Sequence
from typing import Any

import arrange
from arrange import (
    OutlineChanges,
    OutlineUpdate,
    Progress,
    SnapshotReason,
    StatusCode,
    UpdateOptions,
    WholeOutline,
)
from arrange._following import Misfit
from arrange.outlines import OutlineReader
from arrange.trees import Folding, Hidden, TreeBatch, TreeInsert, TreeList, TreePlace, to_tree_batch
from arrange.v1 import changes_pb2, frame_pb2
from arrange.v1.changes_pb2 import HiddenRows, SnapshotPage, SnapshotSection, SubscribeResponse
from arrange.v1.frame_pb2 import Frame
from arrange.v1.model_pb2 import Element

from .naive_trees import Maker, Plain, naive_batch, plain_rows, sections_of, size_of, walk
from .scripted import Peer, ScriptedCase
from .support import PATIENCE_SECONDS, scale, seeded

EPOCH = 7
TOKEN = b"t"


def drawn(text: str) -> Plain:
    """An outline of one section, such as ``a(b)c``."""
    root = Plain("", children=[Plain("s")])
    above = [root.children[0]]
    for letter in text:
        if letter == "(":
            above.append(above[-1].children[-1])
        elif letter == ")":
            above.pop()
        else:
            above[-1].children.append(Plain(letter))
    return root


TREE = drawn("a(b)")


def message(version: int, *, epoch: int = EPOCH, token: bytes = TOKEN, **content: Any) -> SubscribeResponse:
    """A message as it comes from a server."""
    made = SubscribeResponse(version=version, epoch=epoch, resume_token=token, **content)
    return SubscribeResponse.FromString(made.SerializeToString())


def progress(version: int, **rest: Any) -> SubscribeResponse:
    return message(version, progress=changes_pb2.Progress(), **rest)


def tree(start: int, version: int, batch: TreeBatch, **rest: Any) -> SubscribeResponse:
    content = to_tree_batch(batch)
    content.from_version, content.commits = start, max(0, version - start)
    return message(version, tree=content, **rest)


def nothing(of: Plain = TREE) -> TreeBatch:
    """A batch that changes nothing."""
    return TreeBatch(size_of(of), size_of(of))


def run(index: int, id: str, items: Sequence[str], depths: Sequence[int], start: int = 0) -> SnapshotSection:
    elements = [Element(id=item) for item in items]
    return SnapshotSection(index=index, section=Element(id=id), first_item=start, items=elements, depths=depths)


def hiding(of: SnapshotSection, row: int, children: int = 1, descendants: int = 1) -> SnapshotSection:
    of.hidden.append(HiddenRows(row=row, children=children, descendants=descendants))
    return of


def runs_of(root: Plain) -> list[SnapshotSection]:
    """The sections of a whole snapshot."""
    return [
        run(index, section.element.id, [item.id for item in section.items], section.depths)
        for index, section in enumerate(sections_of(root))
    ]


def page(
    version: int,
    size: tuple[int, int],
    *sections: SnapshotSection,
    number: int = 0,
    last: bool = True,
    reason: changes_pb2.SnapshotReason = changes_pb2.SNAPSHOT_REASON_FIRST,
    **rest: Any,
) -> SubscribeResponse:
    """A page of a snapshot of so many sections and items."""
    made = SnapshotPage(page=number, last=last, sections=sections, reason=reason)
    made.size.sections, made.size.items = size
    return message(version, snapshot=made, **({} if last else {"token": b""}) | rest)


def whole(version: int, root: Plain, **rest: Any) -> SubscribeResponse:
    size = size_of(root)
    return page(version, (size.sections, size.items), *runs_of(root), **rest)


def rows(shown: TreeList) -> list[tuple[str, int]]:
    """Ids and depths."""
    return [(node.id, node.depth) for node in shown.rows()]


ONE = (1, 1)
TWO = (1, 2)


def first_of_two(*runs: SnapshotSection, size: tuple[int, int] = ONE, **rest: Any) -> SubscribeResponse:
    return page(5, size, *runs, last=False, **rest)


MISFITS: dict[str, Callable[[], list[SubscribeResponse]]] = {
    "another epoch": lambda: [progress(5, epoch=8)],
    "an older version": lambda: [progress(3)],
    "no token": lambda: [progress(5, token=b"")],
    "no content": lambda: [message(5)],
    "a batch of another epoch": lambda: [tree(4, 5, nothing(), epoch=8)],
    "a batch of an older version": lambda: [tree(3, 3, nothing())],
    "a batch before the version": lambda: [tree(3, 5, nothing())],
    "a batch from behind its version": lambda: [tree(6, 5, nothing())],
    "a batch without a token": lambda: [tree(4, 5, nothing(), token=b"")],
    "a batch for another size": lambda: [tree(4, 5, nothing(drawn("a")))],
    "a batch with half a place": lambda: [message(5, tree=changes_pb2.TreeBatch(from_version=4, deletes=[0]))],
    "an outline without a token": lambda: [whole(5, TREE, token=b"")],
    "an outline of another size": lambda: [page(5, ONE, *runs_of(TREE))],
    "a page in the middle": lambda: [whole(5, TREE, number=1)],
    "a page left out": lambda: [first_of_two(run(0, "s", "a", [1])), page(5, ONE, number=2)],
    "a page of another version": lambda: [first_of_two(run(0, "s", "a", [1])), page(6, ONE, number=1)],
    "a page of another epoch": lambda: [first_of_two(run(0, "s", "a", [1])), page(5, ONE, number=1, epoch=8)],
    "a page with another size": lambda: [first_of_two(), page(5, TWO, *runs_of(TREE), number=1)],
    "a page with another reason": lambda: [
        first_of_two(run(0, "s", "a", [1])),
        page(5, ONE, number=1, reason=changes_pb2.SNAPSHOT_REASON_TOO_LARGE),
    ],
    "a batch between pages": lambda: [first_of_two(run(0, "s", "a", [1])), tree(5, 5, nothing())],
    "progress between pages": lambda: [first_of_two(run(0, "s", "a", [1])), progress(5)],
    "a section left out": lambda: [page(5, ONE, run(1, "s", "a", [1]))],
    "an item left out": lambda: [page(5, ONE, run(0, "s", "a", [1], start=1))],
    "another section that goes on": lambda: [
        first_of_two(run(0, "s", "a", [1]), size=TWO),
        page(5, TWO, run(0, "t", "c", [1], start=1), number=1),
    ],
    "another index of a section that goes on": lambda: [
        first_of_two(run(0, "s", "a", [1]), size=TWO),
        page(5, TWO, run(2, "s", "c", [1], start=1), number=1),
    ],
    "a section that went on before": lambda: [
        page(5, (2, 2), run(0, "s", "a", [1]), run(1, "t", "", []), run(0, "s", "c", [1], start=1))
    ],
    "too few depths": lambda: [page(5, ONE, run(0, "s", "a", []))],
    "too many depths": lambda: [page(5, ONE, run(0, "s", "a", [1, 1]))],
    "the depths of another page": lambda: [
        first_of_two(run(0, "s", "a", []), size=TWO),
        page(5, TWO, run(0, "s", "c", [1, 1], start=1), number=1),
    ],
    "an item at the depth of sections": lambda: [page(5, ONE, run(0, "s", "a", [0]))],
    "an item without a parent": lambda: [page(5, ONE, run(0, "s", "a", [2]))],
    "an item that is there twice": lambda: [page(5, TWO, run(0, "s", "aa", [1, 1]))],
    "counts for a row of another page": lambda: [
        first_of_two(hiding(run(0, "s", "c", [1]), 1), size=TWO),
        page(5, TWO, run(0, "s", "a", [1], start=1), number=1),
    ],
    "counts for a row before the section": lambda: [page(5, (1, 0), hiding(run(0, "t", "", []), -2))],
    "counts for an expanded section": lambda: [page(5, (1, 0), hiding(run(0, "s", "", []), -1))],
    "counts for an expanded item": lambda: [page(5, TWO, hiding(run(0, "s", "ac", [1, 1]), 1))],
    "fewer children than none": lambda: [page(5, ONE, hiding(run(0, "s", "a", [1]), 0, children=-1))],
    "fewer items below than none": lambda: [page(5, ONE, hiding(run(0, "s", "a", [1]), 0, descendants=-1))],
    "something below a collapsed item": lambda: [page(5, TWO, hiding(run(0, "s", "ab", [1, 2]), 0))],
}
"""What does not follow the outline ``a(b)`` at version 4, with the items ``a`` and the sections ``t`` collapsed."""


class ReaderTests(unittest.TestCase):
    def read(self, reader: OutlineReader, *messages: SubscribeResponse, is_first: bool = False) -> OutlineUpdate:
        """The update that the last message makes; those before make none."""
        for each in messages[:-1]:
            self.assertIsNone(reader.take(each, is_first=is_first))
            is_first = False
        update = reader.take(messages[-1], is_first=is_first)
        assert update is not None
        return update

    def outline(self, update: OutlineUpdate) -> TreeList:
        assert isinstance(update.content, WholeOutline)
        return update.content.list

    def test_random_batches(self) -> None:
        source = seeded("outlines that are followed")
        maker = Maker(source)
        for _ in range(scale(30)):
            root = maker.tree(source.randint(0, 20))
            reader = OutlineReader(Folding())
            update = self.read(reader, *pages(source, 1, root), is_first=True)
            shown = self.outline(update)
            self.assertEqual((update.version, update.epoch, update.resume_token), (1, EPOCH, TOKEN))
            self.assertEqual(rows(shown), [(id, depth) for id, _, depth in plain_rows(root)])
            for version in range(2, 12, 2):
                new = maker.edited(root)
                sent = tree(version - 1, version + 1, naive_batch(source, root, new))
                sent.own_request_ids.append(b"mine")
                sent.authors.add(principal="ann", commits=2)
                update = self.read(reader, sent)
                assert isinstance(update.content, OutlineChanges)
                self.assertEqual((update.version, update.content.from_version), (version + 1, version - 1))
                self.assertEqual((update.content.commits, update.own_request_ids), (2, (b"mine",)))
                self.assertEqual(update.authors, (arrange.CommitAuthor("ann", 2),))
                shown.apply(update.content.batch)
                self.assertEqual([node.id for node in shown.rows()], [spot.node.id for spot in walk(new)])
                root = new

    def test_versions_without_changes(self) -> None:
        reader = OutlineReader(Folding())
        self.read(reader, whole(1, TREE), is_first=True)
        self.assertEqual(self.read(reader, progress(3)).content, Progress())
        update = self.read(reader, tree(5, 6, nothing()))
        assert isinstance(update.content, OutlineChanges)
        self.assertEqual((update.content.from_version, update.version), (3, 6))

    def test_a_snapshot_begins_again(self) -> None:
        reader = OutlineReader(Folding())
        reason = changes_pb2.SNAPSHOT_REASON_HISTORY_TRIMMED
        update = self.read(reader, first_of_two(run(0, "s", "x", [1])), whole(6, TREE, reason=reason), is_first=True)
        assert isinstance(update.content, WholeOutline)
        self.assertEqual(update.content.reason, SnapshotReason.HISTORY_TRIMMED)
        self.assertEqual(rows(update.content.list), [("s", 0), ("a", 1), ("b", 2)])
        # One that was cut off is forgotten when the stream is opened again.
        self.assertIsNone(reader.take(first_of_two(run(0, "s", "x", [1])), is_first=False))
        self.assertEqual(self.read(reader, tree(6, 7, nothing()), is_first=True).version, 7)
        self.assertEqual(self.outline(self.read(reader, whole(2, TREE), is_first=True)).size, size_of(TREE))

    def test_what_is_below_collapsed_rows_is_counted(self) -> None:
        reader = OutlineReader(Folding(frozenset("ad"), frozenset("t")))
        shown = self.outline(
            self.read(
                reader,
                page(1, (2, 3), hiding(run(0, "s", "ab", [1, 1]), 0, 2, 5), last=False),
                page(
                    1,
                    (2, 3),
                    hiding(run(0, "s", "d", [2], start=2), 0),
                    hiding(run(1, "t", "", []), -1, 3, 4),
                    number=1,
                ),
                is_first=True,
            )
        )
        counts = [(node.id, node.child_count, node.descendants) for node in shown.rows()]
        self.assertEqual(counts, [("s", 2, 9), ("a", 2, 5), ("b", 1, 2), ("d", 1, 1), ("t", 3, 4)])
        batch = TreeBatch(shown.size, shown.size)
        batch.counts.append(arrange.trees.NodeCounts(TreePlace(0, 0), 1, 1))
        update = self.read(reader, tree(1, 2, batch))
        assert isinstance(update.content, OutlineChanges)
        shown.apply(update.content.batch)
        node = shown.find("a")
        assert node is not None
        self.assertEqual(node.hidden, Hidden(1, 1))

    def test_misfits(self) -> None:
        for what, messages in MISFITS.items():
            with self.subTest(what):
                reader = OutlineReader(Folding(frozenset("a"), frozenset("t")))
                self.read(reader, whole(4, TREE), is_first=True)
                with self.assertRaises(Misfit):
                    for each in messages():
                        self.assertIsNone(reader.take(each, is_first=False))
                # Nothing of before counts any more.
                self.assertEqual(self.read(reader, progress(2, epoch=9), is_first=True).version, 2)

    def test_a_stream_that_is_opened_again_begins_at_the_token(self) -> None:
        reader = OutlineReader(Folding())
        self.read(reader, whole(4, TREE), is_first=True)
        with self.assertRaises(Misfit):
            reader.take(tree(5, 6, nothing()), is_first=True)
        # Of what was stored, only the token says which version it has.
        update = self.read(OutlineReader(Folding()), tree(5, 6, nothing()), is_first=True)
        assert isinstance(update.content, OutlineChanges)
        self.assertEqual(update.content.from_version, 5)

    def test_a_batch_of_a_flat_list(self) -> None:
        with self.assertRaises(arrange.ArrangeError) as caught:
            OutlineReader(Folding()).take(message(1, batch=changes_pb2.ChangeBatch()), is_first=True)
        self.assertEqual(caught.exception.code, StatusCode.FAILED_PRECONDITION)


def pages(source: random.Random, version: int, root: Plain) -> list[SubscribeResponse]:
    """A snapshot that is cut anywhere."""
    runs: list[list[SnapshotSection]] = [[]]
    for index, section in enumerate(sections_of(root)):
        start = 0
        while start == 0 or start < len(section.items):
            end = min(len(section.items), start + source.randint(1, 6))
            ids = [item.id for item in section.items[start:end]]
            runs[-1].append(run(index, section.element.id, ids, section.depths[start:end], start))
            if source.randrange(2):
                runs.append([])
            if not section.items:
                break
            start = end
    size = size_of(root)
    return [
        page(version, (size.sections, size.items), *each, number=number, last=number == len(runs) - 1)
        for number, each in enumerate(runs)
    ]


class StreamTests(ScriptedCase):
    """Subscriptions of a server that says what a test wants."""

    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        self.requests: list[changes_pb2.SubscribeRequest] = []

    async def send(self, peer: Peer, *messages: SubscribeResponse) -> int:
        """Answers the next subscription."""
        frame = await peer.next()
        while frame is not None and frame.type != frame_pb2.FRAME_TYPE_OPEN:
            frame = await peer.next()
        if frame is None:
            return 0
        self.requests.append(changes_pb2.SubscribeRequest.FromString(frame.body))
        for sequence, each in enumerate(messages, 1):
            body = each.SerializeToString()
            peer.send(Frame(type=frame_pb2.FRAME_TYPE_DATA, stream=frame.stream, sequence=sequence, body=body))
        return frame.stream

    async def test_it_goes_on_after_a_lost_connection(self) -> None:
        batch = TreeBatch(size_of(TREE), arrange.ListSize(1, 3))
        batch.inserts.append(TreeInsert(TreePlace(0, 0), [arrange.Element("c")], [0]))

        async def lose(peer: Peer) -> None:
            await peer.greet()
            await self.send(peer, whole(4, TREE, token=b"4"), page(9, ONE, last=False))
            # What was sent has come when its credit comes.
            await peer.expect(frame_pb2.FRAME_TYPE_CREDIT)
            await peer.expect(frame_pb2.FRAME_TYPE_CREDIT)

        async def serve(peer: Peer) -> None:
            await peer.greet()
            await self.send(peer, tree(4, 5, batch))
            await peer.next()

        client = await self.play(lose, serve)
        folding = Folding(frozenset("xy"), frozenset("t"), lazy=True)
        options = UpdateOptions(reload_threshold=7, names_authors=True, profile=arrange.Profile.UIKIT)
        # Everything that is shown is named, since the folding is lazy.
        async with client.outline_updates("plan", options=options, folding=folding) as updates:
            first = await anext(updates)
            assert isinstance(first.content, WholeOutline)
            second = await anext(updates)
            assert isinstance(second.content, OutlineChanges)
            first.content.list.apply(second.content.batch)
            self.assertEqual(rows(first.content.list), [("s", 0), ("c", 1), ("a", 1), ("b", 2)])
        before, after = self.requests
        self.assertEqual((before.resume_token, after.resume_token), (b"", b"4"))
        for request in self.requests:
            self.assertEqual((request.collection, request.profile), ("plan", changes_pb2.BATCH_PROFILE_TREE))
            self.assertEqual((request.reload_threshold, request.name_authors), (7, True))
            self.assertEqual((list(request.folding.items), list(request.folding.sections)), (["x", "y"], ["t"]))
            self.assertTrue(request.folding.lazy)

    async def test_it_goes_on_from_a_token(self) -> None:
        async def serve(peer: Peer) -> None:
            await peer.greet()
            await self.send(peer, tree(4, 5, nothing()))
            await peer.next()

        client = await self.play(serve)
        async with client.outline_updates("plan", b"mine") as updates:
            self.assertEqual((await anext(updates)).version, 5)
        self.assertEqual(self.requests[0].resume_token, b"mine")
        self.assertFalse(self.requests[0].HasField("folding"))

    async def test_updates_that_do_not_fit(self) -> None:
        """An update that does not follow leads to the whole outline; again and again, to an error."""

        async def script(peer: Peer) -> None:
            await peer.greet()
            while stream := await self.send(peer, whole(4, TREE), tree(4, 5, nothing(drawn("a")))):
                frame = await peer.next()
                while frame is not None and frame.type != frame_pb2.FRAME_TYPE_CANCEL:
                    frame = await peer.next()
                peer.end(stream, StatusCode.CANCELLED)

        client = await self.play(script)
        count = 0
        with self.assertRaises(arrange.ArrangeError) as caught:
            async with asyncio.timeout(PATIENCE_SECONDS):
                async for update in client.outline_updates("plan"):
                    self.assertIsInstance(update.content, WholeOutline)
                    count += 1
        self.assertEqual((caught.exception.code, count), (StatusCode.INTERNAL, 4))
        self.assertEqual([request.resume_token for request in self.requests], [b""] * 4)

    async def test_a_flat_list(self) -> None:
        async def serve(peer: Peer) -> None:
            await peer.greet()
            await self.send(peer, message(1, batch=changes_pb2.ChangeBatch()))
            await peer.expect(frame_pb2.FRAME_TYPE_CREDIT)
            await peer.expect(frame_pb2.FRAME_TYPE_CANCEL)

        client = await self.play(serve)
        updates = client.outline_updates("plan")
        await self.refused(StatusCode.FAILED_PRECONDITION, anext(updates))
        with self.assertRaises(StopAsyncIteration):
            await anext(updates)

    async def test_arguments(self) -> None:
        client = await self.play()
        for arguments in (("\ud800",), ("plan", "text")):
            with self.assertRaises(arrange.ArrangeError):
                client.outline_updates(*arguments)
        with self.assertRaises(arrange.ArrangeError):
            client.outline_updates("plan", folding=Folding(frozenset(["\ud800"])))
