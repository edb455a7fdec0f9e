"""Following a list: the whole list, and then all of its changes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from ._following import Following, Misfit, Subscription, checked_token
from ._snapshots import SnapshotPages
from .batches import ChangeBatch, ListSize, Profile, from_batch
from .errors import BatchError, invalid, no_past
from .lists import SectionedList
from .v1 import changes_pb2, views_pb2

if TYPE_CHECKING:
    from ._session import Session


class SnapshotReason(IntEnum):
    """Why the whole list was sent."""

    UNSPECIFIED = 0
    FIRST = 1
    """The subscription begins."""
    TOO_MANY_CHANGES = 2
    """There were more changes than the threshold."""
    TOO_LARGE = 3
    """A batch would have been larger than a snapshot, or than the largest batch."""
    HISTORY_TRIMMED = 4
    """The changes since the token are no longer kept."""
    EPOCH_CHANGED = 5
    """The collection has another history, such as after a restore."""
    VIEW_CHANGED = 6
    """The view has another definition."""
    PAST = 7
    """The version was asked for."""


@dataclass(frozen=True)
class WholeList:
    """The whole list, and why it is not a batch."""

    list: SectionedList
    reason: SnapshotReason


@dataclass(frozen=True)
class Changes:
    """The changes since the previous update."""

    batch: ChangeBatch
    from_version: int
    """The version of the previous update."""
    commits: int
    """The number of commits in the batch. A redefined view can change without one, and the versions of a view with the
    rights of its definer count no commits."""


@dataclass(frozen=True)
class Progress:
    """The version advanced and nothing visible changed."""


@dataclass(frozen=True)
class CommitAuthor:
    """Who made commits of a batch, and how many."""

    principal: str
    commits: int


@dataclass(frozen=True)
class ListUpdate:
    """One update of a collection, or of a view."""

    version: int
    """The version of the list after the update."""
    epoch: int
    """The random id of the collection's history. The same for all views."""
    resume_token: bytes
    """The token to continue from after this update, also in another process. Store it together with the list."""
    content: WholeList | Changes | Progress
    own_request_ids: tuple[bytes, ...] = ()
    """The request ids of this client's transactions in a batch."""
    authors: tuple[CommitAuthor, ...] = ()
    """The authors of the commits in a batch, if requested; at most 16."""


@dataclass(frozen=True)
class UpdateOptions:
    """The form of updates."""

    profile: Profile = Profile.EXACT
    reload_threshold: int = 100
    """The maximum number of changes in a batch, at most 100,000; beyond it the whole list is sent."""
    shortest_interval: float = 0.0
    """The shortest time between two batches in seconds, at most an hour."""
    largest_batch_bytes: int = 0
    """The maximum number of bytes of a batch, at least 4,096; 0 for as many as a frame can hold."""
    sends_keys: bool = False
    """Whether elements are sent with their order keys."""
    progress_interval: float = 0.0
    """How often to send progress when the version advances without a visible change; 0: every 10 seconds."""
    own_request_prefix: bytes | None = None
    """The prefix of the subscriber's own request ids; ``None`` for the one that the client uses."""
    names_authors: bool = False
    """Whether batches name the authors of their commits."""
    reconnection_attempts: int | None = None
    """The number of consecutive failed reconnection attempts after which the updates end; ``None`` for no limit. The
    client's retry policy applies to the first connection."""

    def request(self, session: Session) -> changes_pb2.SubscribeRequest:
        """The request without a list and a token."""
        prefix = session.request_ids.prefix if self.own_request_prefix is None else self.own_request_prefix
        is_uikit = self.profile is Profile.UIKIT
        # The server knows the limits; what is negative can't even be sent.
        try:
            return changes_pb2.SubscribeRequest(
                profile=changes_pb2.BATCH_PROFILE_UIKIT if is_uikit else changes_pb2.BATCH_PROFILE_EXACT,
                reload_threshold=self.reload_threshold,
                shortest_interval_us=round(self.shortest_interval * 1_000_000),
                largest_batch_bytes=self.largest_batch_bytes,
                order_keys=self.sends_keys,
                progress_interval_us=round(self.progress_interval * 1_000_000),
                own_request_prefix=prefix,
                name_authors=self.names_authors,
            )
        except (OverflowError, TypeError, ValueError) as error:
            raise invalid(f"the options can't be sent: {error}", "options") from None


def from_reason(number: int) -> SnapshotReason:
    """The reason of a message; one that is not known is none."""
    try:
        return SnapshotReason(number)
    except ValueError:
        return SnapshotReason.UNSPECIFIED


def from_authors(message: changes_pb2.SubscribeResponse) -> tuple[CommitAuthor, ...]:
    """The authors of commits that a message names."""
    return tuple(CommitAuthor(author.principal, author.commits) for author in message.authors)


class UpdateReader:
    """Turns the messages of a subscription into updates: pages are joined, and a batch must follow the last update."""

    def __init__(self, *, is_past: bool = False) -> None:
        self._is_past = is_past
        self._snapshot = SnapshotPages()
        self._last: tuple[int, int, ListSize | None] | None = None
        """The version, epoch and size after the last update; ``None`` before the first one, when only the token
        determines the version."""

    def take(self, message: changes_pb2.SubscribeResponse, *, is_first: bool) -> ListUpdate | None:
        """The update that is complete with a message. ``is_first``: the stream was just opened. Raises ``Misfit``."""
        if is_first:
            self._snapshot = SnapshotPages()
        kind = message.WhichOneof("content")
        if kind == "snapshot":
            return self._take_page(message)
        if not self._snapshot.is_empty or not message.resume_token:
            raise Misfit
        last = self._last
        if last is not None and (message.epoch != last[1] or message.version < last[0]):
            raise Misfit
        size = last[2] if last is not None else None
        content: Changes | Progress = Progress()
        if kind == "batch":
            content, size = self._take_batch(message, is_first)
        elif kind != "progress":
            raise Misfit
        self._last = (message.version, message.epoch, size)
        return _update(message, content)

    def _take_page(self, message: changes_pb2.SubscribeResponse) -> ListUpdate | None:
        if not self._snapshot.append(message.snapshot, message.version, message.epoch):
            raise Misfit
        if not message.snapshot.last:
            return None
        whole = self._snapshot.take()
        if whole is None or not message.resume_token:
            raise Misfit
        self._last = (message.version, message.epoch, whole.size)
        reason = from_reason(message.snapshot.reason)
        # A server that can't read earlier versions shows the newest one.
        if self._is_past and reason is SnapshotReason.FIRST:
            raise no_past()
        return _update(message, WholeList(whole, reason))

    def _take_batch(self, message: changes_pb2.SubscribeResponse, is_first: bool) -> tuple[Changes, ListSize]:
        try:
            batch = from_batch(message.batch)
        except BatchError:
            raise Misfit from None
        start = version = message.batch.from_version
        if self._last is not None:
            # On an open stream the server skips versions without visible changes. After a reopening, the batch must
            # begin at the token.
            version, _, size = self._last
            if (start != version if is_first else start < version) or (size is not None and batch.before != size):
                raise Misfit
        # A redefined view shows something else at the same version.
        if start > message.version:
            raise Misfit
        return Changes(batch, version, message.batch.commits), batch.after


def _update(message: changes_pb2.SubscribeResponse, content: WholeList | Changes | Progress) -> ListUpdate:
    return ListUpdate(
        version=message.version,
        epoch=message.epoch,
        resume_token=message.resume_token,
        content=content,
        own_request_ids=tuple(message.own_request_ids),
        authors=from_authors(message),
    )


@dataclass
class _Subscription(Subscription):
    """What a subscription to a collection or a view asks for."""

    view: views_pb2.View | None

    def complete(self, request: changes_pb2.SubscribeRequest) -> None:
        """Adds the view."""
        if self.view is not None:
            request.view.CopyFrom(self.view)


class ListUpdates(Following[ListUpdate]):
    """The updates of a collection or a view; see ``Client.updates``. It is an asynchronous iterator; closing or
    dropping it ends the subscription."""

    def __init__(
        self,
        session: Session,
        name: str,
        view: views_pb2.View | None,
        token: bytes | None,
        options: UpdateOptions,
        *,
        at: int | str | None = None,
        play_to: int | str | None = None,
        goes_on: bool = False,
    ) -> None:
        subscription = _Subscription(session, checked_token(token), name, options, at, play_to, view)
        reader = UpdateReader(is_past=at is not None)
        super().__init__(subscription, reader, options.reconnection_attempts, goes_on=goes_on)
