"""What undo and redo have to do: a naive model that keeps every version of a list whole.

A change is undone if nobody else has touched the same aspect of the same element since: one of its fields, its place,
or its existence. Then the aspect is again what it was before the commit; otherwise it is left as it is. What others
have touched and have undone themselves counts as untouched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple

from edits import SECTIONS, Content, Element, Operation, carry_out


class Scope(NamedTuple):
    """Whose steps undo takes back: those of a principal in a stack that its client has chosen."""

    principal: str
    stack: str


class Aspect(NamedTuple):
    """Something of an element that can change by itself."""

    element: Element
    what: str
    """`EXISTENCE`, `PLACE`, or `FIELD` and the name of a field."""

    def __str__(self) -> str:
        return f"{self.what} of {self.element}"


EXISTENCE, PLACE, FIELD = "existence", "place", "field "
"""Existence includes everything else: what is removed and put back is touched in all aspects."""


class Reason(Enum):
    """Why something was not undone."""

    CHANGED = auto()
    """A field has been written since, of what was inserted any field."""
    PLACED = auto()
    """The element has been moved since, or removed and made again."""
    GONE = auto()
    """The element does not exist any more."""
    ID_TAKEN = auto()
    """There is another element with the id of the one that was removed."""
    SECTION_GONE = auto()
    """The section to which an item would go back does not exist any more."""
    NOT_EMPTY = auto()
    """Items are in the section that was inserted."""
    FULL = auto()
    """The section to which an item would go back has as many items as it takes."""


class Kept(NamedTuple):
    """Why something was not undone."""

    reason: Reason
    version: int
    """The newest commit since the step that prevents it."""
    principal: str
    """Who made that."""


@dataclass(frozen=True)
class Readings:
    """Decisions where the contract can be read in two ways; each can be turned around to see what depends on it."""

    compares_values: bool = False
    """Whether a field is restored whenever it has the value that the commit wrote, also if others have written another
    one and that one again."""
    counts_undone: bool = False
    """Whether what others have touched and then undone counts as touched."""


TAKEN = Readings()
"""The readings that are compared."""


@dataclass(frozen=True)
class Entry:
    """What happened to the list: a commit, or an undo or redo that had nothing to change."""

    version: int
    """The version of the list afterwards."""
    scope: Scope
    touched: frozenset[Aspect] = frozenset()
    group: str = ""
    undoes: Sequence[int] = ()
    """Of undo and redo: the versions that were undone, in ascending order."""
    is_redo: bool = False
    restored: Mapping[Aspect, int] = field(default_factory=dict)
    """Of undo and redo: how many entries of the log there were when the aspects became what they now are again."""

    @property
    def is_commit(self) -> bool:
        return bool(self.touched)

    def key(self, aspect: Aspect) -> Aspect | None:
        """The aspect by which an aspect was touched: itself, or the existence of its element."""
        for key in (aspect, Aspect(aspect.element, EXISTENCE)):
            if key in self.touched:
                return key
        return None


Step = tuple[int, ...]
"""The versions of the commits that are undone together, in ascending order."""


class Stacks(NamedTuple):
    """What a scope can undo and redo, the next one last."""

    undo: list[Step]
    redo: list[Step]


def stacks(log: Iterable[Entry], scope: Scope) -> Stacks:
    """The stacks of a scope, which follow from what has happened."""
    undo: list[Step] = []
    redo: list[Step] = []
    open_group = ""
    for entry in log:
        if entry.scope != scope:
            continue
        if entry.undoes:
            source, target = (redo, undo) if entry.is_redo else (undo, redo)
            if not entry.is_commit and source[-1] != entry.undoes:
                continue  # What is below others stays there if nothing can be done.
            source.remove(tuple(entry.undoes))
            if entry.is_commit:
                target.append((entry.version,))
            open_group = ""
            continue
        redo.clear()
        if entry.group and entry.group == open_group:
            undo[-1] = (*undo[-1], entry.version)
        else:
            undo.append((entry.version,))
        open_group = entry.group
    return Stacks(undo, redo)


@dataclass(frozen=True)
class Plan:
    """What an undo or a redo does."""

    scope: Scope
    step: Step
    is_redo: bool
    content: Content
    """The content afterwards."""
    placed: frozenset[Element]
    renewed: frozenset[Element]
    """Elements that it removes, and makes again as they were before that."""
    undone: frozenset[Aspect]
    kept: Mapping[Aspect, Sequence[Kept]]
    """What was not undone, with what prevents that. Where several things do, each of them is true."""
    restored: Mapping[Aspect, int]


def kept_for_room(plan: Plan) -> frozenset[Aspect]:
    """What a plan leaves where it is for want of room."""
    return frozenset(aspect for aspect, kept in plan.kept.items() if kept[0].reason == Reason.FULL)


@dataclass
class Model:
    """A list with all that has happened to it."""

    readings: Readings = TAKEN
    versions: list[Content] = field(default_factory=lambda: [Content()])
    """The content of each version, from 0."""
    log: list[Entry] = field(default_factory=list)

    def copy(self) -> Model:
        """A copy that can go on for itself."""
        return Model(self.readings, list(self.versions), list(self.log))

    @property
    def version(self) -> int:
        return len(self.versions) - 1

    @property
    def content(self) -> Content:
        """The newest content."""
        return self.versions[-1]

    def apply(
        self, scope: Scope, operations: Sequence[Operation], group: str = "", placed: frozenset[Element] | None = None
    ) -> bool:
        """Carries out a transaction. Returns whether it changed anything; raises `Refusal`.

        `placed` is what it placed, if that is known; a list can be reordered by moving these or other elements.
        """
        outcome = carry_out(self.content, operations)
        touched = self._commit(outcome.content, outcome.placed if placed is None else placed)
        if touched:
            self.log.append(Entry(self.version, scope, touched, group))
        return bool(touched)

    def step(self, scope: Scope, *, redo: bool = False, below: int = 0) -> Step | None:
        """The step that is undone or redone next, or the one so many below it; None if there is no such step."""
        found = stacks(self.log, scope)
        steps = found.redo if redo else found.undo
        return steps[-1 - below] if below < len(steps) else None

    def plan(
        self, scope: Scope, *, redo: bool = False, of: int | None = None, full: frozenset[Aspect] | None = None
    ) -> Plan | None:
        """What an undo or a redo does, of the newest step or of the one of a commit; None if there is no such step.

        `full` is what does not go back since there is no room. Where several elements compete for it, nothing is said
        of which of them go back; without it, any of them do.
        """
        found = stacks(self.log, scope)
        steps = found.redo if redo else found.undo
        index = next((index for index, step in enumerate(steps) if of in step), None if of else len(steps) - 1)
        if index is None or index < 0:
            return None
        later = {version for step in steps[index + 1 :] for version in step}
        plan = _Reversal(self, scope, later, full or frozenset()).plan(steps[index], redo)
        while full is None and (section := next(overfull(self.content, plan.content), None)) is not None:
            here = (aspect for aspect in plan.undone if aspect.element.id in plan.content.lists[section])
            arrivals = {
                aspect for aspect in here if aspect.what in (EXISTENCE, PLACE) and aspect.element.kind == "item"
            }
            plan = _Reversal(self, scope, later, kept_for_room(plan) | {max(arrivals)}).plan(steps[index], redo)
        return plan

    def carry_out(self, plan: Plan, placed: frozenset[Element] | None = None) -> bool:
        """Undoes or redoes. Returns whether that changed anything."""
        touched = self._commit(plan.content, plan.placed if placed is None else placed, plan.renewed)
        self.log.append(Entry(self.version, plan.scope, touched, "", plan.step, plan.is_redo, restored=plan.restored))
        return bool(touched)

    def _commit(
        self, content: Content, placed: frozenset[Element], renewed: frozenset[Element] = frozenset()
    ) -> frozenset[Aspect]:
        explain(self.content, content, placed | renewed)
        if content == self.content and not renewed:
            return frozenset()  # Moves there and back are nothing.
        touched = aspects_touched(self.content, content, placed)
        touched |= {Aspect(element, EXISTENCE) for element in renewed}
        if touched:
            self.versions.append(content)
        return touched

    def position(self, version: int) -> int:
        """The index in the log of the commit that made a version."""
        return next(index for index, entry in enumerate(self.log) if entry.is_commit and entry.version == version)

    def touching(self, aspect: Aspect, position: int, is_other: Callable[[Entry], bool]) -> list[list[Entry]]:
        """What of others is in effect that has touched an aspect since an entry of the log, the newest last. Each is a
        commit, and the commits that have made it again."""
        before: list[list[list[Entry]]] = []
        effective: list[list[Entry]] = []
        for entry in self.log[position + 1 :]:
            before.append(effective)
            key = entry.key(aspect)
            if key is None or not is_other(entry):
                continue
            until = entry.restored.get(key, -1)
            if until <= position or self.readings.counts_undone:
                # What is as it was before the entry is not what that entry made of it.
                effective = [*effective, [entry]]
                continue
            effective = before[until - position - 1]
            if entry.is_redo and effective:
                effective = [*effective[:-1], [*effective[-1], entry]]
        return effective


def aspects_touched(old: Content, new: Content, placed: frozenset[Element]) -> frozenset[Aspect]:
    """What a commit has touched that placed these elements and led from one content to another one."""
    touched = {Aspect(element, EXISTENCE) for element in old.fields.keys() ^ new.fields.keys()}
    for element in old.fields.keys() & new.fields.keys():
        before, after = old.fields[element], new.fields[element]
        names = [name for name in before.keys() | after.keys() if before.get(name) != after.get(name)]
        touched |= {Aspect(element, FIELD + name) for name in names}
        if element in placed:
            touched.add(Aspect(element, PLACE))
    return frozenset(touched)


def explain(old: Content, new: Content, placed: frozenset[Element]) -> None:
    """Raises AssertionError if more than these elements have another place: elements that are in both and not placed
    are in the same list, in the same order."""
    stay = (old.fields.keys() & new.fields.keys()) - placed
    for name in old.lists.keys() & new.lists.keys():
        kind = Element("section", "").kind if name is SECTIONS else Element("item", "").kind
        was, now = ([id for id in each.lists[name] if Element(kind, id) in stay] for each in (old, new))
        assert was == now, f"{name!r} had {was} and has {now}, where others were placed: {sorted(placed)}"
    for element in stay:
        was_in, is_in = old.parent(element), new.parent(element)
        assert was_in == is_in, f"{element} went from {was_in!r} to {is_in!r} without being placed"


def overfull(old: Content, new: Content) -> Iterator[str]:
    """The sections that have got more items than they take, by the limit from before and by the one they have now."""
    for name in new.lists.keys() & old.lists.keys():
        count = len(new.lists[name])
        if (
            name is not SECTIONS
            and count > len(old.lists[name])
            and all(each.exceeds(name, count) for each in (old, new))
        ):
            yield name


def has_moved(old: Content, new: Content) -> bool:
    """Whether any element that is in both is elsewhere."""
    try:
        explain(old, new, frozenset())
    except AssertionError:
        return True
    return False


class _Reversal:
    """One undo or redo."""

    def __init__(self, model: Model, scope: Scope, later: set[int], full: frozenset[Aspect]) -> None:
        self.model, self.scope, self.full = model, scope, full
        self.later = later
        """The own commits above the step on the stack."""
        self.content = model.content.copy()
        self.moved: set[Element] = set()
        self.removed: set[Element] = set()
        self.undone: set[Aspect] = set()
        self.kept: dict[Aspect, Sequence[Kept]] = {}
        self.restored: dict[Aspect, int] = {}

    def plan(self, step: Step, is_redo: bool) -> Plan:
        for version in reversed(step):
            self._undo(version)
        moved = self.moved & self.content.fields.keys() & self.model.content.fields.keys()
        placed = frozenset(moved if has_moved(self.model.content, self.content) else ())
        renewed = frozenset(self.removed & self.content.fields.keys() & self.model.content.fields.keys())
        undone, kept, restored = frozenset(self.undone), self.kept, self.restored
        return Plan(self.scope, step, is_redo, self.content, placed, renewed, undone, kept, restored)

    def _undo(self, version: int) -> None:
        """Undoes a commit: what was removed and placed first, sections before items, then fields, and at last what was
        inserted, items before sections."""
        position = self.model.position(version)
        before, after = self.model.versions[version - 1], self.model.versions[version]
        inserted: list[Aspect] = []
        back: list[Aspect] = []
        fields: list[Aspect] = []
        for aspect in sorted(self.model.log[position].touched):
            if Aspect(aspect.element, EXISTENCE) in self.model.log[position].touched and aspect.what != EXISTENCE:
                continue  # It was removed and made again.
            if aspect.what == PLACE or (aspect.what == EXISTENCE and aspect.element in before.fields):
                back.append(aspect)
            elif aspect.what == EXISTENCE:
                inserted.append(aspect)
            else:
                fields.append(aspect)
        for kind in ("section", "item"):
            self._put_back([aspect for aspect in back if aspect.element.kind == kind], before, after, position)
        for aspect in fields:
            self._restore_field(aspect, before, after, position)
        for aspect in inserted:  # Items are before sections.
            self._remove(aspect, position)

    def _put_back(self, aspects: Iterable[Aspect], before: Content, after: Content, position: int) -> None:
        """Puts elements that were removed or moved back to their places."""
        leaving: dict[str | None, set[str]] = {}
        for aspect in aspects:
            element = aspect.element
            parent = before.parent(element)
            is_removed = aspect.what == EXISTENCE and element not in after.fields
            if aspect.what == EXISTENCE and not is_removed:
                kept = self._obstacle_to_all(element, position)
            elif is_removed and element in self.content.fields:
                kept = self._because(Reason.ID_TAKEN, aspect, position)
            else:
                kept = self._obstacle(aspect, position, is_back=is_removed)
            if not kept and parent not in self.content.lists:
                assert parent is not None
                kept = self._because(Reason.SECTION_GONE, Aspect(Element("section", parent), EXISTENCE), position)
            if not kept and aspect in self.full:
                kept = [Kept(Reason.FULL, 0, "")]
            if self._keep(aspect, kept, position):
                continue
            if is_removed:
                self.content.add(element, before.fields[element])
            else:
                self.content.take(element)
                if aspect.what == EXISTENCE:
                    self.content.fields[element] = dict(before.fields[element])
                    self.removed.add(element)
                self.moved.add(element)
            leaving.setdefault(parent, set()).add(element.id)
        # From the end, so that elements which follow each other stay together.
        for parent, ids in leaving.items():
            for id in reversed(before.lists[parent]):
                if id in ids:
                    self._insert(id, before.lists[parent], self.content.lists[parent])

    def _insert(self, id: str, old: Sequence[str], ids: list[str]) -> None:
        """Puts an element behind the next one before it in the old list that is still there, else before the one that
        followed it, else at the start."""
        index = old.index(id)
        for predecessor in reversed(old[:index]):
            if predecessor in ids:
                ids.insert(ids.index(predecessor) + 1, id)
                return
        successor = old[index + 1] if index + 1 < len(old) else None
        ids.insert(ids.index(successor) if successor in ids else 0, id)

    def _restore_field(self, aspect: Aspect, before: Content, after: Content, position: int) -> None:
        name = aspect.what.removeprefix(FIELD)
        now, was, written = (
            None if aspect.element not in each.fields else each.fields[aspect.element].get(name)
            for each in (self.content, before, after)
        )
        kept = self._obstacle(aspect, position)
        if kept and self.model.readings.compares_values and aspect.element in self.content.fields and now == written:
            kept = []
        if self._keep(aspect, kept, position):
            return
        fields = self.content.fields[aspect.element]
        fields.pop(name, None)
        if was is not None:
            fields[name] = was

    def _remove(self, aspect: Aspect, position: int) -> None:
        """Removes an element that was inserted, if nobody else has touched it."""
        element = aspect.element
        kept = self._obstacle_to_all(element, position)
        if not kept and element.kind == "section" and self.content.lists[element.id]:
            kept = self._items_within(element.id, position)
        if not self._keep(aspect, kept, position):
            self.content.remove(element)
            self.removed.add(element)

    def _items_within(self, section: str, position: int) -> list[Kept]:
        """Who has put the items of a section there, or is why those are kept that were inserted with it."""
        kept: list[Kept] = []
        for id in self.content.lists[section]:
            item = Element("item", id)
            kept += (each for each in self._because(Reason.NOT_EMPTY, Aspect(item, PLACE), position) if each.version)
            # Whoever has placed it last, also as an undo, is a reason as well.
            kept += (
                Kept(Reason.NOT_EMPTY, entry.version, entry.scope.principal)
                for entry in self._newest(Aspect(item, PLACE), position)
            )
            for what in (EXISTENCE, PLACE):
                kept += (each._replace(reason=Reason.NOT_EMPTY) for each in self.kept.get(Aspect(item, what), ()))
        return kept or [Kept(Reason.NOT_EMPTY, 0, "")]

    def _keep(self, aspect: Aspect, kept: Sequence[Kept], position: int) -> bool:
        """Notes what becomes of a change. Returns whether it is kept."""
        if kept:
            self.kept[aspect] = kept
            return True
        self.undone.add(aspect)
        self.restored[aspect] = position
        return False

    def _obstacle(self, aspect: Aspect, position: int, *, is_back: bool = False) -> list[Kept]:
        """Why an aspect can't become what it was before an entry of the log; nothing if it can. `is_back` is whether it
        is the existence of an element that was removed."""
        is_gone = aspect.element not in self.content.fields
        touching = self.model.touching(aspect, position, self._is_other)
        if not touching and is_back == is_gone:
            return []
        if is_gone:
            return self._because(Reason.GONE, aspect, position)
        if not aspect.what.startswith(FIELD):
            return self._because(Reason.PLACED, aspect, position)
        kept = self._because(Reason.CHANGED, aspect, position)
        if aspect not in touching[-1][0].touched:
            # The element was removed and made again, and the field written with it.
            kept += self._because(Reason.PLACED, aspect, position)
        return kept

    def _obstacle_to_all(self, element: Element, position: int) -> list[Kept]:
        """Why an element that was inserted can't be removed, as something of it has been touched; nothing if it can."""
        own = {each for entry in self.model.log[position:] for each in entry.touched if each.element == element}
        return [kept for aspect in sorted(own) for kept in self._obstacle(aspect, position)]

    def _is_other(self, entry: Entry) -> bool:
        return entry.scope != self.scope or entry.version in self.later

    def _because(self, reason: Reason, aspect: Aspect, position: int) -> list[Kept]:
        """A reason, with the newest entry since one of the log that has touched an aspect, of others if possible: what
        of others is in effect, or the newest one of all, since either is true."""
        touching = self.model.touching(aspect, position, self._is_other)
        found = [*touching[-1], *self._newest(aspect, position, self._is_other)] if touching else []
        found = found or self._newest(aspect, position)
        return [Kept(reason, entry.version, entry.scope.principal) for entry in found] or [Kept(reason, 0, "")]

    def _newest(
        self, aspect: Aspect, position: int, counts: Callable[[Entry], bool] = lambda entry: True
    ) -> list[Entry]:
        """The newest entry since one of the log that has touched an aspect."""
        return [entry for entry in self.model.log[position + 1 :] if entry.key(aspect) and counts(entry)][-1:]
