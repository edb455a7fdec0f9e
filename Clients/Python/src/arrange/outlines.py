"""Following an outline: what is shown of it, and then all of its changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ._following import Following, Misfit, Subscription, checked_token
from .batches import ListSize, from_size
from .errors import ArrangeError, BatchError, StatusCode
from .trees import Folding, Hidden, TreeBatch, TreeList, TreeSection, from_tree_batch
from .updates import CommitAuthor, Progress, SnapshotReason, UpdateOptions, from_authors, from_reason
from .v1 import changes_pb2, collections_pb2
from .values import Element, checked_text, from_element

if TYPE_CHECKING:
    from ._session import Session


@dataclass(frozen=True)
class WholeOutline:
    """What is shown of the whole outline, and why it is not a batch."""

    list: TreeList
    reason: SnapshotReason


@dataclass(frozen=True)
class OutlineChanges:
    """The changes since the previous update."""

    batch: TreeBatch
    from_version: int
    """The version of the previous update."""
    commits: int
    """The number of commits in the batch."""


@dataclass(frozen=True)
class OutlineUpdate:
    """One update of an outline."""

    version: int
    """The version of the outline after the update."""
    epoch: int
    """The random id of the collection's history."""
    resume_token: bytes
    """The token to continue from after this update with the same folding, also in another process."""
    content: WholeOutline | OutlineChanges | Progress
    own_request_ids: tuple[bytes, ...] = ()
    """The request ids of this client's transactions in a batch."""
    authors: tuple[CommitAuthor, ...] = ()
    """The authors of the commits in a batch, if requested; at most 16."""


@dataclass(frozen=True)
class OutlineDiff:
    """The changes from one version of an outline to another."""

    from_version: int
    to_version: int
    batch: TreeBatch


def from_outline_diff(message: collections_pb2.DiffResponse) -> OutlineDiff:
    """The changes in a message."""
    return OutlineDiff(message.from_version, message.to_version, from_tree_batch(message.tree))


class OutlineReader:
    """Turns the messages of a subscription into updates, as ``UpdateReader`` does for flat lists."""

    def __init__(self, folding: Folding) -> None:
        self._folding = folding
        self._pages: OutlinePages | None = None
        self._last: tuple[int, int, ListSize | None] | None = None
        """The version, epoch and size after the last update; ``None`` before the first one, when only the token
        determines the version, and when the whole outline was asked for."""

    def take(self, message: changes_pb2.SubscribeResponse, *, is_first: bool) -> OutlineUpdate | None:
        """The update that is complete with a message. ``is_first``: the stream was just opened. Raises ``Misfit``, and
        an ``ArrangeError`` if the server sends the changes of a flat list."""
        if is_first:
            self._pages = None
        try:
            match message.WhichOneof("content"):
                case "snapshot":
                    return self._take_page(message)
                case "tree":
                    return self._take_batch(message, is_first)
                case "progress":
                    size = None if self._last is None else self._last[2]
                    return self._update(message, Progress(), size)
                case "batch":
                    raise ArrangeError(
                        StatusCode.FAILED_PRECONDITION, "the collection is no outline; follow it with updates"
                    )
        except (BatchError, Misfit):
            pass
        self._pages, self._last = None, None
        raise Misfit

    def _take_page(self, message: changes_pb2.SubscribeResponse) -> OutlineUpdate | None:
        page = message.snapshot
        if page.page == 0:
            self._pages = OutlinePages(message)
        if self._pages is None:
            raise Misfit
        self._pages.append(message)
        if not page.last:
            return None
        whole = self._pages.take(self._folding)
        self._pages, self._last = None, None
        return self._update(message, WholeOutline(whole, from_reason(page.reason)), whole.size)

    def _take_batch(self, message: changes_pb2.SubscribeResponse, is_first: bool) -> OutlineUpdate:
        batch = from_tree_batch(message.tree)
        start = version = batch.from_version
        if self._last is not None:
            # On an open stream the server skips versions without visible changes. After a reopening, the batch must
            # begin at the token.
            version, _, size = self._last
            if (start != version if is_first else start < version) or (size is not None and batch.before != size):
                raise Misfit
        if start > message.version:
            raise Misfit
        return self._update(message, OutlineChanges(batch, version, batch.commits), batch.after)

    def _update(
        self,
        message: changes_pb2.SubscribeResponse,
        content: WholeOutline | OutlineChanges | Progress,
        size: ListSize | None,
    ) -> OutlineUpdate:
        if self._pages is not None or not message.resume_token:
            raise Misfit
        if self._last is not None and (message.epoch != self._last[1] or message.version < self._last[0]):
            raise Misfit
        self._last = (message.version, message.epoch, size)
        return OutlineUpdate(
            version=message.version,
            epoch=message.epoch,
            resume_token=message.resume_token,
            content=content,
            own_request_ids=tuple(message.own_request_ids),
            authors=from_authors(message),
        )


class OutlinePages:
    """Collects the pages of a snapshot of an outline."""

    def __init__(self, first: changes_pb2.SubscribeResponse) -> None:
        self._head = _head(first)
        self._sections: list[_Section] = []
        self._count = 0

    def append(self, message: changes_pb2.SubscribeResponse) -> None:
        """Adds the next page. Raises ``Misfit`` if it does not follow the previous ones."""
        if message.snapshot.page != self._count or _head(message) != self._head:
            raise Misfit
        self._count += 1
        for run in message.snapshot.sections:
            if run.index == len(self._sections):
                self._sections.append(_Section(from_element(run.section), [], [], {}))
            section = self._sections[-1] if self._sections else None
            if (
                section is None
                or run.index != len(self._sections) - 1
                or run.section.id != section.element.id
                or run.first_item != len(section.items)
                or len(run.depths) != len(run.items)
            ):
                raise Misfit
            for hidden in run.hidden:
                if not -1 <= hidden.row < len(run.items) or hidden.children < 0 or hidden.descendants < 0:
                    raise Misfit
                row = run.first_item + hidden.row if hidden.row >= 0 else -1
                section.hidden[row] = Hidden(hidden.children, hidden.descendants)
            section.items += map(from_element, run.items)
            section.depths += run.depths

    def take(self, folding: Folding) -> TreeList:
        """What is shown of the outline after the last page. Raises ``Misfit``, or ``BatchError``, if its rows are no
        outline, or not as many as announced."""
        whole = TreeList(
            [TreeSection(each.element, each.items, each.depths, each.hidden) for each in self._sections], folding
        )
        for node in whole.rows():
            if node.hidden is not None and (node.children or not folding.hides(node)):
                raise Misfit
        if whole.size != self._head[2]:
            raise Misfit
        return whole


@dataclass
class _Section:
    """A section of which there are some items."""

    element: Element
    items: list[Element]
    depths: list[int]
    hidden: dict[int, Hidden]


def _head(message: changes_pb2.SubscribeResponse) -> tuple[int, int, ListSize, int]:
    """The version, epoch, size and reason, which all pages share."""
    return message.version, message.epoch, from_size(message.snapshot.size), message.snapshot.reason


@dataclass
class _Subscription(Subscription):
    """What a subscription to an outline asks for."""

    folding: Folding

    def complete(self, request: changes_pb2.SubscribeRequest) -> None:
        """Adds what is collapsed."""
        request.profile = changes_pb2.BATCH_PROFILE_TREE
        folding = self.folding
        if folding != Folding():
            request.folding.lazy = folding.lazy
            request.folding.items.extend(sorted(folding.items))
            request.folding.sections.extend(sorted(folding.sections))


class OutlineUpdates(Following[OutlineUpdate]):
    """The updates of an outline; see ``Client.outline_updates``. It is an asynchronous iterator; closing or dropping it
    ends the subscription."""

    def __init__(
        self,
        session: Session,
        name: str,
        folding: Folding,
        token: bytes | None,
        options: UpdateOptions,
        *,
        at: int | str | None = None,
        play_to: int | str | None = None,
    ) -> None:
        checked_text(name, "collection")
        for id in (*folding.items, *folding.sections):
            checked_text(id, "folding")
        subscription = _Subscription(session, checked_token(token), name, options, at, play_to, folding)
        super().__init__(subscription, OutlineReader(folding), options.reconnection_attempts)
