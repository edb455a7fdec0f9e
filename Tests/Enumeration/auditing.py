"""Compares what a server does with what the model of undo says, one round of steps after the other."""

from __future__ import annotations

import asyncio
import dataclasses
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from edits import Content, Element, Operation
from histories import Act
from nodes import Killer
from promises import broken, without_reason
from transfers import Refusal
from undo import TAKEN, Aspect, Entry, Kept, Model, Readings, Reason, Scope, stacks

NO_STEP = 1_000_000
"""A version that no history has."""


class Difference(AssertionError):
    """A server does something else than the model."""


@dataclass(frozen=True)
class Answer:
    """The answer to an undo or a redo."""

    version: int
    changed: bool
    step: tuple[int, ...] = ()
    undone: frozenset[Aspect] = frozenset()
    kept: Mapping[Aspect, Kept] = dataclasses.field(default_factory=dict)
    can_undo: bool = False
    can_redo: bool = False


@dataclass(frozen=True)
class Commit:
    """A commit in the history of a server."""

    version: int
    request: bytes
    scope: Scope
    group: str
    undoes: tuple[int, ...]
    is_redo: bool
    placed: frozenset[Element]
    """What it moved."""


class Lists(Protocol):
    """A list on a server, which several users change."""

    async def apply(self, scope: Scope, operations: Sequence[Operation], group: str, request: bytes) -> int | None:
        """Carries out a transaction. Returns the version that it made, if it changed anything; raises `Refusal`."""

    async def undo(self, scope: Scope, *, redo: bool, of: int | None, tries: bool, request: bytes) -> Answer:
        """Undoes or redoes, or only says what that would do. Raises `Refusal`."""

    async def commits(self, after: int) -> list[Commit]:
        """The commits after a version."""

    async def content(self) -> Content:
        """The newest content."""


@dataclass
class Sent:
    """What one user has sent, and what came of it."""

    act: Act
    request: bytes
    of: int | None = None
    result: int | Answer | Refusal | None = None
    tried: Answer | Refusal | None = None
    """What would have come of it before."""
    commit: Commit | None = None

    def __str__(self) -> str:
        return f"{self.act.json()} ({self.of})" if self.of else self.act.json()


class Audit:
    """One history on a server, and in the model."""

    def __init__(self, lists: Lists, readings: Readings = TAKEN, killer: Killer | None = None) -> None:
        self.lists, self.model, self.killer = lists, Model(readings), killer
        self.requests = itertools.count(1)
        self.acts: list[Act] = []
        """What was done, in the order in which it was carried out as far as that is known."""
        self.counts: Counter[str] = Counter()

    async def round(self, acts: Sequence[Act]) -> None:
        """Sends steps at the same time. Raises `Difference`."""
        sent = [self._prepared(act) for act in acts]
        if len(sent) == 1 and acts[0].tries:
            sent[0].tried = await self._undo(sent[0], tries=True)
        self.acts += acts
        killing = asyncio.create_task(self.killer.round()) if self.killer else None
        results = await asyncio.gather(*map(self._send, sent))
        if killing:
            await killing
        commits = {commit.request: commit for commit in await self.lists.commits(self.model.version)}
        for each, result in zip(sent, results, strict=True):
            each.result, each.commit = result, commits.pop(each.request, None)
        if commits:
            raise Difference(f"nobody has asked for {list(commits.values())}")
        before, content = self.model, await self.lists.content()
        order = self._explain(sent, content)
        self.acts[-len(order) :] = [each.act for each in order]
        for each in order:
            self._count(each)
        if len(order) == 1:
            self._check_promises(before, order[0], content)

    def _prepared(self, act: Act) -> Sent:
        of = None
        if act.below:
            step = self.model.step(act.scope, redo=act.does == "redo", below=act.below)
            of = step[-1] if step else NO_STEP
        return Sent(act, f"r{next(self.requests)}".encode(), of)

    async def _send(self, sent: Sent) -> int | Answer | Refusal | None:
        if sent.act.does != "apply":
            return await self._undo(sent, tries=False)
        try:
            return await self.lists.apply(sent.act.scope, sent.act.operations, sent.act.group, sent.request)
        except Refusal as refusal:
            return refusal

    async def _undo(self, sent: Sent, *, tries: bool) -> Answer | Refusal:
        request = b"tries" + sent.request if tries else sent.request
        redo = sent.act.does == "redo"
        try:
            return await self.lists.undo(sent.act.scope, redo=redo, of=sent.of, tries=tries, request=request)
        except Refusal as refusal:
            return refusal

    def _explain(self, sent: Sequence[Sent], content: Content) -> Sequence[Sent]:
        """Carries the steps out in the model, in the order of their versions. Where these leave it open, since a step
        has changed nothing, it is an order in which the model answers the same."""
        differences: list[Difference] = []
        for order in itertools.permutations(sent):
            versions = [each.commit.version for each in order if each.commit]
            if versions != sorted(versions):
                continue
            model = self.model.copy()
            try:
                for each in order:
                    _carry_out(model, each)
                _same(f"the content after {order[-1]}", content.json(), model.content.json())
            except Difference as difference:
                differences.append(difference)
            else:
                self.model = model
                return order
        raise differences[0]

    def _check_promises(self, before: Model, sent: Sent, content: Content) -> None:
        """Whether an undo has left alone what it must not touch, whatever the model has made of it."""
        if not isinstance(sent.result, Answer) or not sent.result.step or sent.of:
            return
        wrong = list(broken(before, sent.act.scope, sent.result.step, content, _full(sent.result)))
        self.counts["broken promises"] += len(wrong)
        if wrong and before.readings == TAKEN:
            raise Difference(f"after {sent}: {'; '.join(wrong)}")

    def _count(self, sent: Sent) -> None:
        self.counts["steps"] += 1
        if isinstance(sent.result, Refusal):
            self.counts["refused"] += 1
        elif isinstance(sent.result, Answer):
            self.counts["undone"] += len(sent.result.undone)
            self.counts["kept"] += len(sent.result.kept)
            if sent.result.step and not sent.result.changed:
                self.counts["without effect"] += 1


def _same(what: str, found: object, expected: object) -> None:
    if found != expected:
        raise Difference(f"{what} is {found} instead of {expected}")


def _carry_out(model: Model, sent: Sent) -> None:
    """Carries out a step, and compares it with what the server did."""
    try:
        entry = _undo(model, sent) if sent.act.does != "apply" else _apply(model, sent)
    except Difference:
        raise
    except AssertionError as error:
        raise Difference(f"{sent}: {error}") from error
    _same(f"whether {sent} made a commit", sent.commit is not None, entry is not None and entry.is_commit)
    if entry is not None and sent.commit is not None:
        expected = Commit(
            version=entry.version,
            request=sent.request,
            scope=entry.scope,
            group=entry.group,
            undoes=tuple(entry.undoes),
            is_redo=entry.is_redo,
            placed=sent.commit.placed,
        )
        _same(f"the commit of {sent}", sent.commit, expected)


def _apply(model: Model, sent: Sent) -> Entry | None:
    placed = sent.commit.placed if sent.commit else None
    try:
        changed = model.apply(sent.act.scope, sent.act.operations, sent.act.group, placed)
    except Refusal as refusal:
        found = sent.result.code if isinstance(sent.result, Refusal) else sent.result
        _same(f"the end of {sent}", found, refusal.code)
        return None
    _same(f"the version after {sent}", _told(sent.result), model.version if changed else None)
    return model.log[-1] if changed else None


def _told(result: object) -> object:
    return f"{result.code}: {result}" if isinstance(result, Refusal) else result


def _undo(model: Model, sent: Sent) -> Entry | None:
    act = sent.act
    before = stacks(model.log, act.scope)
    full = _full(sent.result) if isinstance(sent.result, Answer) else None
    plan = model.plan(act.scope, redo=act.does == "redo", of=sent.of, full=full)
    kept: Mapping[Aspect, Sequence[Kept]] = {}
    if plan is None:
        if sent.of:
            _same(f"the end of {sent}", isinstance(sent.result, Refusal) and sent.result.code, "NOT_FOUND")
            return None
        expected = Answer(model.version, False)
    else:
        _same(f"what {sent} has kept for want of room", list(without_reason(model, plan)), [])
        changed = model.carry_out(plan, sent.commit.placed if sent.commit else None)
        expected, kept = Answer(model.version, changed, plan.step, plan.undone), plan.kept
    after = stacks(model.log, act.scope)
    for what, result, left in (("would be", sent.tried, before), ("is", sent.result, after)):
        if result is None:
            continue
        if not isinstance(result, Answer):
            raise Difference(f"{sent} {what} {_told(result)}")
        version = result.version if result is sent.tried else model.version
        can_undo, can_redo = bool(left.undo), bool(left.redo)
        expected = dataclasses.replace(expected, version=version, can_undo=can_undo, can_redo=can_redo)
        wrong = list(_differences(result, expected, kept))
        if wrong:
            raise Difference(f"what {what} the answer to {sent}: {'; '.join(wrong)}")
    return model.log[-1] if plan is not None else None


def _full(answer: Answer) -> frozenset[Aspect]:
    return frozenset(aspect for aspect, kept in answer.kept.items() if kept.reason == Reason.FULL)


def _differences(found: Answer, expected: Answer, kept: Mapping[Aspect, Sequence[Kept]]) -> Iterator[str]:
    for name in ("version", "changed", "step", "can_undo", "can_redo"):
        if getattr(found, name) != getattr(expected, name):
            yield f"{name} is {getattr(found, name)} instead of {getattr(expected, name)}"
    for aspect in sorted(found.undone ^ expected.undone):
        yield f"{aspect} is {'' if aspect in found.undone else 'not '}among what was undone"
    for aspect in sorted(found.kept.keys() | kept.keys()):
        if (
            aspect in found.kept
            and aspect in kept
            and found.kept[aspect].reason == kept[aspect][0].reason == Reason.FULL
        ):
            continue  # Whoever has filled the section.
        if found.kept.get(aspect) not in kept.get(aspect, ()):
            yield f"{aspect} was kept for {found.kept.get(aspect)} instead of {list(kept.get(aspect, ()))}"
