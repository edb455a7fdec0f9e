"""Random histories of several users who change one list, undo and redo, and smaller ones that fail as well."""

from __future__ import annotations

import dataclasses
import json
import random
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from edits import LIMIT, SECTIONS, Content, Element, Kind, Operation, carry_out
from transfers import Refusal
from undo import Model, Scope, stacks

USERS = ("ann", "bob", "cyd")

FIELDS, VALUES = ("f", "g", "h"), 4
"""The fields of elements, and how many values they have."""

GROWING_TO = {"section": 4, "item": 12}
"""The number of elements up to which inserts are as frequent as moves."""

REUSED_IDS = 8
"""One of so many inserted ids is one that may have been there and removed."""


@dataclass(frozen=True)
class Act:
    """What one user does."""

    scope: Scope
    does: Literal["apply", "undo", "redo"]
    operations: tuple[Operation, ...] = ()
    group: str = ""
    below: int = 0
    """Of undo and redo: how many steps are above the one that is meant."""
    tries: bool = False
    """Whether an undo or a redo is first asked for without being carried out."""

    def json(self) -> str:
        """The act as a line."""
        value = dataclasses.asdict(self)
        value["scope"] = list(self.scope)
        value["operations"] = [
            {name: part for name, part in dataclasses.asdict(operation).items() if part not in ("", ())}
            for operation in self.operations
        ]
        return json.dumps({name: part for name, part in value.items() if part not in ("", [], False, 0)})

    @classmethod
    def of(cls, line: str) -> Act:
        """The act of a line."""
        value = json.loads(line)
        operations = tuple(_operation(each) for each in value.pop("operations", ()))
        return cls(Scope(*value.pop("scope")), operations=operations, **value)


def _operation(value: dict[str, Any]) -> Operation:
    pairs = tuple((name, number) for name, number in value.pop("set", ()))
    return Operation(ids=tuple(value.pop("ids")), set=pairs, **value)


@dataclass
class Generator:
    """A source of acts, which depend on a model of what has happened."""

    source: random.Random
    scopes: list[Scope] = field(default_factory=list)
    """Whose steps there are. A scope without a name of the stack changes the list without being able to undo it."""
    fresh: int = 0
    groups: dict[Scope, str] = field(default_factory=dict)
    """The groups of which each scope has begun the steps."""
    unwinding: tuple[Scope, Literal["undo", "redo"], int] | None = None
    """Who undoes or redoes, and how often still."""

    limits: bool | None = None
    """Whether sections get limits; None: in some histories."""

    def __post_init__(self) -> None:
        if self.limits is None:
            self.limits = self.source.randrange(4) == 0
        if not self.scopes:
            self.scopes = [
                Scope(user, f"{user}-{number}") for user in USERS for number in range(self.source.randint(1, 2))
            ]
            if self.source.randrange(4) == 0:
                self.scopes.append(Scope(USERS[-1], ""))

    def next(self, model: Model, scope: Scope | None = None) -> Act:
        """The next act, of one scope if that is given."""
        if self.unwinding and self.unwinding[2] and scope in (None, self.unwinding[0]):
            scope, does, left = self.unwinding
            self.unwinding = (scope, does, left - 1)
            return self._back(scope, does)
        scope = scope or self.source.choice(self.scopes)
        if not scope.stack:
            return Act(scope, "apply", self.operations(model.content))
        found = stacks(model.log, scope)
        if self.source.randrange(40) == 0 and len(found.undo) > 1:
            count = self.source.randint(1, len(found.undo))
            redoes = bool(found.redo) and self.source.randrange(2) == 0
            self.unwinding = (scope, "redo" if redoes else "undo", count)
        kind = self.source.choices(["apply", "undo", "redo"], [6, 3, 2 if found.redo else 0.3])[0]
        if kind != "apply":
            below = 1 if self.source.randrange(20) == 0 else 0
            return self._back(scope, "undo" if kind == "undo" else "redo", below)
        if self.groups.get(scope) and self.source.randrange(3):
            group = self.groups[scope]
        else:
            self.fresh += 1
            group = f"g{self.fresh}" if self.source.randrange(4) == 0 else ""
        self.groups[scope] = group
        return Act(scope, "apply", self.operations(model.content), group)

    def _back(self, scope: Scope, does: Literal["undo", "redo"], below: int = 0) -> Act:
        self.groups[scope] = ""
        return Act(scope, does, below=below, tries=self.source.randrange(4) == 0)

    def operations(self, content: Content) -> tuple[Operation, ...]:
        """A transaction that can be carried out. It places each element at most once."""
        operations: list[Operation] = []
        used: set[Element] = set()
        for _ in range(self.source.choice([1, 1, 1, 1, 2, 3])):
            operation = self._operation(content, used)
            try:
                new = carry_out(content, [operation]).content
            except Refusal:
                continue
            if used & (new.fields.keys() - content.fields.keys()):
                continue  # Something that was removed would be there again.
            if operation.verb != "update":
                used.update(operation.elements())
            used |= content.fields.keys() - new.fields.keys() | new.fields.keys() - content.fields.keys()
            content = new
            operations.append(operation)
        return tuple(operations) or (self._insert("section", content),)

    def _operation(self, content: Content, used: set[Element]) -> Operation:
        kind: Kind = "section" if self.source.randrange(5) == 0 else "item"
        if not content.lists[SECTIONS]:
            kind = "section"
        known = [element for element in sorted(content.fields) if element.kind == kind]
        free = [element.id for element in known if element not in used and not self._holds_used(content, element, used)]
        growing = 5 if len(known) < GROWING_TO[kind] else 1
        removing = (2 if kind == "item" else 1) if len(known) > 1 else 0
        verbs = {"insert": growing, "move": 5, "update": 5, "remove": removing, "reorder": 1}
        verb = self.source.choices(list(verbs), list(verbs.values()))[0]
        if verb == "insert" or not free:
            return self._insert(kind, content)
        several = self.source.sample(free, self.source.choice([1, 1, min(2, len(free)), min(3, len(free))]))
        match verb:
            case "update":
                count = self.source.choice([1, 1, 1, 2])
                return Operation("update", kind, tuple(several), set=self._fields(kind, count, removes=True))
            case "remove":
                return Operation("remove", kind, tuple(several[: self.source.choice([1, 1, 2])]))
            case "reorder":
                section = content.parent(Element(kind, several[0]))
                listed = [id for id in content.lists[section] if id in free]
                self.source.shuffle(listed)
                count = self.source.randint(1, len(listed))
                return Operation("reorder", kind, tuple(listed[:count]), section or "")
        section = self._section(content)
        return self._placed(Operation("move", kind, tuple(several), section if kind == "item" else ""), content)

    def _holds_used(self, content: Content, element: Element, used: set[Element]) -> bool:
        return element.kind == "section" and any(Element("item", id) in used for id in content.lists[element.id])

    def _insert(self, kind: Kind, content: Content) -> Operation:
        ids = [self._id(kind) for _ in range(self.source.choice([1, 1, 1, 2]))]
        section = self._section(content) if kind == "item" else ""
        return self._placed(Operation("insert", kind, tuple(ids), section, set=self._fields(kind, 2)), content)

    def _id(self, kind: Kind) -> str:
        if self.fresh and self.source.randrange(REUSED_IDS) == 0:
            return f"{kind[0]}{self.source.randint(1, self.fresh)}"
        self.fresh += 1
        return f"{kind[0]}{self.fresh}"

    def _section(self, content: Content) -> str:
        return "" if self.source.randrange(20) == 0 else self.source.choice(content.lists[SECTIONS] or [""])

    def _placed(self, operation: Operation, content: Content) -> Operation:
        ids = content.lists.get(operation.target, [])
        anchors = [id for id in ids if id not in operation.ids]
        if not anchors or self.source.randrange(3) == 0:
            return dataclasses.replace(operation, place="first" if self.source.randrange(2) else "last")
        anchor = self.source.choice(anchors)
        if self.source.randrange(2):
            return dataclasses.replace(operation, place="before", anchor=anchor)
        return dataclasses.replace(operation, place="after", anchor=anchor)

    def _fields(self, kind: Kind, count: int, *, removes: bool = False) -> tuple[tuple[str, int | None], ...]:
        names = self.source.sample(FIELDS, count)
        if kind == "section" and self.limits and self.source.randrange(2):
            names[-1] = LIMIT
        return tuple((name, self._value(removes)) for name in names)

    def _value(self, removes: bool) -> int | None:
        return None if removes and self.source.randrange(6) == 0 else self.source.randrange(VALUES)


# Smaller histories.


Fails = Callable[[Sequence[Act]], Awaitable[bool]]
"""Whether a history fails."""


async def shrink(acts: Sequence[Act], fails: Fails, tries: int = 2000) -> list[Act]:
    """A history from which nothing can be left out without it ceasing to fail, or what is left after so many tries."""
    found, size = list(acts), len(acts)
    while size and tries > 0:
        smaller = None
        for candidate in _smaller(found, size):
            tries -= 1
            if await fails(candidate):
                smaller = list(candidate)
                break
            if tries <= 0:
                break
        if smaller is None:
            size //= 2
        else:
            found = smaller
            size = min(size, len(found))
    return found


def _smaller(acts: list[Act], size: int) -> Iterator[list[Act]]:
    """Histories without some acts that follow each other; at last also without parts of one act."""
    for start in range(0, len(acts), size):
        yield [*acts[:start], *acts[start + size :]]
    if size > 1:
        return
    for index, act in enumerate(acts):
        for simpler in _simpler(act):
            yield [*acts[:index], simpler, *acts[index + 1 :]]


def _simpler(act: Act) -> Iterator[Act]:
    if act.tries:
        yield dataclasses.replace(act, tries=False)
    if act.below:
        yield dataclasses.replace(act, below=0)
    if act.group:
        yield dataclasses.replace(act, group="")
    for index, operation in enumerate(act.operations):
        rest = [*act.operations[:index], *act.operations[index + 1 :]]
        if rest:
            yield dataclasses.replace(act, operations=tuple(rest))
        for id in operation.ids if len(operation.ids) > 1 else ():
            fewer = tuple(each for each in operation.ids if each != id)
            yield _with(act, index, dataclasses.replace(operation, ids=fewer))
        for pair in operation.set if len(operation.set) > 1 or operation.verb == "insert" else ():
            pairs = tuple(each for each in operation.set if each != pair)
            yield _with(act, index, dataclasses.replace(operation, set=pairs))
        if operation.place in ("before", "after"):
            yield _with(act, index, dataclasses.replace(operation, place="last", anchor=""))


def _with(act: Act, index: int, operation: Operation) -> Act:
    operations = list(act.operations)
    operations[index] = operation
    return dataclasses.replace(act, operations=tuple(operations))
