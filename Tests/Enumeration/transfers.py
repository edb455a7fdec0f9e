"""A naive model of transactions over several collections, a generator of them, and an auditor of what servers do.

All or nothing: the steps of a transaction are carried out in the order of the request on a copy, and the copy counts if
none of them fails. A transfer takes items, with id, fields and content version, out of one collection into another, so
that an item is never in both and never in neither.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

MOST_COLLECTIONS = 16
"""The collections of a transaction."""


class Refusal(Exception):
    """A transaction that changes nothing, with the code that it ends with."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Item(NamedTuple):
    """An item with what it takes along."""

    id: str
    n: int = 0
    """Its only field."""
    content_version: int = 1
    """How often its fields were set; of the server's version only that a transfer keeps it is compared."""


@dataclass
class Collection:
    """Sections with their items, and how many these may be."""

    sections: dict[str, list[Item]]
    limits: dict[str, int] = field(default_factory=dict)
    version: int = 0

    def copy(self) -> Collection:
        """A copy that shares no list."""
        sections = {name: list(items) for name, items in self.sections.items()}
        return Collection(sections, self.limits, self.version)

    def find(self, id: str) -> tuple[list[Item], int] | None:
        """The section of an item, and its index there."""
        for items in self.sections.values():
            for index, item in enumerate(items):
                if item.id == id:
                    return items, index
        return None

    def take(self, id: str) -> Item:
        """Takes an item out."""
        found = self.find(id)
        if found is None:
            raise Refusal("NOT_FOUND", f"there is no {id}")
        return found[0].pop(found[1])

    def put(self, items: Sequence[Item], section: str, before: str) -> None:
        """Puts items before another one, or at the end of a section."""
        if section not in self.sections:
            raise Refusal("NOT_FOUND", f"there is no section {section}")
        target = self.sections[section]
        index = len(target)
        if before:
            index = next((index for index, item in enumerate(target) if item.id == before), -1)
            if index < 0:
                raise Refusal("NOT_FOUND", f"there is no {before} in {section}")
        target[index:index] = items


class Step(NamedTuple):
    """One operation on one collection."""

    kind: Literal["insert", "move", "update", "remove", "transfer"]
    collection: str
    """The collection that is changed; of a transfer the one that the items go to."""
    items: tuple[str, ...]
    section: str = ""
    before: str = ""
    """The item of the section before which the items go; empty: at its end."""
    source: str = ""
    """The collection that a transfer takes the items out of."""
    n: int = 0
    """The field of inserted or updated items."""

    def collections(self) -> set[str]:
        return {self.collection, self.source} - {""}


Transaction = tuple[Step, ...]
State = dict[str, Collection]


def carry_out(state: State, transaction: Transaction) -> State:
    """The state after a transaction. Raises `Refusal`."""
    named = {name for step in transaction for name in step.collections()}
    if len(named) > MOST_COLLECTIONS or any(
        len(set(step.items)) < len(step.items) or not step.items or step.source == step.collection
        for step in transaction
    ):
        raise Refusal("INVALID_ARGUMENT", "too many collections, an id twice, or a transfer within a collection")
    if unknown := named - state.keys():
        raise Refusal("NOT_FOUND", f"there is no collection {min(unknown)}")
    new = state | {name: state[name].copy() for name in named}
    for step in transaction:
        _carry_out(new, step, state)
    for name in sorted(named):
        changed, old = new[name], state[name]
        if changed.sections == old.sections:
            continue
        changed.version += 1
        for section, limit in changed.limits.items():
            count = len(changed.sections[section])
            if count > limit and count > len(old.sections[section]):
                raise Refusal("FAILED_PRECONDITION", f"{section} has {count} of at most {limit} items")
    return new


def _carry_out(state: State, step: Step, old: State) -> None:
    target = state[step.collection]
    match step.kind:
        case "insert":
            target.put([], step.section, step.before)
            _check_free(target, step.items)
            target.put([Item(id, step.n) for id in step.items], step.section, step.before)
        case "move":
            target.put([target.take(id) for id in step.items], step.section, step.before)
        case "remove":
            for id in step.items:
                target.take(id)
        case "update":
            for id in step.items:
                found = target.find(id)
                if found is None:
                    raise Refusal("NOT_FOUND", f"there is no {id}")
                items, index = found
                if items[index].n != step.n:
                    items[index] = Item(id, step.n, items[index].content_version + 1)
                # A value that is the one of before the transaction again was not changed by it.
                before = old[step.collection].find(id)
                if before and before[0][before[1]].n == step.n:
                    items[index] = before[0][before[1]]
        case "transfer":
            taken = [state[step.source].take(id) for id in step.items]
            _check_free(target, step.items)
            target.put(taken, step.section, step.before)


def _check_free(target: Collection, ids: Iterable[str]) -> None:
    for id in ids:
        if target.find(id):
            raise Refusal("ALREADY_EXISTS", f"{id} is taken")


# Random transactions.

GROWING_TO = 40
"""The items of a collection up to which there are more inserts than removals."""


def random_transaction(
    source: random.Random, state: State, fresh: Iterable[int], takes_ids: bool = True
) -> Transaction:
    """Some steps, most of them transfers. Some can't be carried out: items that an earlier step has taken away, ids
    that are taken, full sections, anchors in other sections.

    `takes_ids` is whether one in ten inserts has an id that is taken in its collection. Beside other writers, who may
    take the item away before, such an insert would be legal, and the id would be in two collections.
    """
    numbers = iter(fresh)
    return tuple(_random_step(source, state, numbers, takes_ids) for _ in range(source.choice([1, 1, 1, 2, 3])))


def _random_step(source: random.Random, state: State, numbers: Iterable[int], takes_ids: bool) -> Step:
    name = source.choice(sorted(state))
    into = source.choice(sorted(state))
    section = source.choice(sorted(state[into].sections))
    anchors = [item.id for item in state[into].sections[section]]
    before = source.choice(anchors) if anchors and source.randrange(2) else ""
    ids = [item.id for items in state[name].sections.values() for item in items]
    changing = "remove" if len(ids) > GROWING_TO else "insert"
    kind = source.choice(["transfer", "transfer", "transfer", "insert", "move", "remove", "update", changing])
    if kind == "insert" or not ids:
        taken = [item.id for items in state[into].sections.values() for item in items]
        takes = takes_ids and taken and source.randrange(10) == 0
        id = source.choice(taken) if takes else f"i{next(iter(numbers))}"
        return Step("insert", into, (id,), section, before, n=source.randrange(4))
    chosen = tuple(source.sample(ids, source.randint(1, min(3, len(ids)))))
    if kind == "remove":
        return Step("remove", name, chosen[:1])
    if kind == "update":
        return Step("update", name, chosen, n=source.randrange(4))
    if kind == "transfer" and into != name:
        return Step("transfer", into, chosen, section, before, source=name)
    section = source.choice(sorted(state[name].sections))
    anchors = [item.id for item in state[name].sections[section] if item.id not in chosen]
    return Step("move", name, chosen, section, source.choice(["", *anchors]))


def empty_state(source: random.Random, count: int) -> State:
    """Collections with two sections, some of which have limits."""
    limits = [{}, {"doing": 3}, {"todo": 8, "doing": 5}]
    return {f"c{number}": Collection({"todo": [], "doing": []}, source.choice(limits)) for number in range(count)}


# What servers do.


class Answered(NamedTuple):
    """A transaction that a server has answered, with the versions of the collections that it changed."""

    transaction: Transaction
    versions: Mapping[str, int]


def replay(state: State, answered: Iterable[Answered]) -> list[State]:
    """The states after each of some transactions of several writers, carried out in the order of their versions. Where
    these leave it open, since a transaction has left a collection as it was, it is an order in which the model answers
    the same. Raises AssertionError if there is none, or if the versions are in no order."""
    wrong: list[str] = []
    states = _replay(state, list(answered), wrong)
    assert states is not None, "; ".join(wrong[:10])
    return states


def _replay(state: State, left: Sequence[Answered], wrong: list[str]) -> list[State] | None:
    """The states, or what is wrong with each order that was tried."""
    if not left:
        return []
    ready = [each for each in left if all(state[name].version + 1 == at for name, at in each.versions.items())]
    if not ready:
        wrong.append(f"no transaction continues { ({name: each.version for name, each in state.items()}) }")
    for each in ready:
        try:
            new = carry_out(state, each.transaction)
        except Refusal as refusal:
            wrong.append(f"{each} has to end with {refusal.code}: {refusal}")
            continue
        changed = {name: new[name].version for name in new if new[name].version != state[name].version}
        if changed != dict(each.versions):
            wrong.append(f"{each} changes {changed}")
            continue
        rest = _replay(new, [other for other in left if other is not each], wrong)
        if rest is not None:
            return [new, *rest]
    return None


def after_kill(state: State, pending: Sequence[Transaction], found: Mapping[str, Mapping[str, list[Item]]]) -> State:
    """The state that explains what a server has after a kill: some of the transactions without an answer were carried
    out, each whole, in some order. Raises AssertionError if none does."""
    for count in range(len(pending) + 1):
        for order in itertools.permutations(pending, count):
            new = state
            try:
                for transaction in order:
                    new = carry_out(new, transaction)
            except Refusal:
                continue
            if all(found[name] == collection.sections for name, collection in new.items()):
                return new
    raise AssertionError(f"no order of the transactions without an answer leads to {found}")


class Auditor:
    """Follows a view of all collections: in each of its versions each item is in one of them, as the model says.

    A subscriber may skip versions, as batches are merged, and transactions that have no collection in common become
    visible in any order. What it has has to be a version of each collection, none older than the one before, in which
    each transaction is whole: in all of its collections, or in none.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.contents = {name: [_rows(name, collection)] for name, collection in state.items()}
        """The contents of each collection since the version that the subscriber had last, oldest first."""
        self.first = {name: collection.version for name, collection in state.items()}
        """The versions of the first of them."""
        self.wholes: list[dict[str, int]] = []
        """The versions that transactions over several collections made."""

    def committed(self, state: State) -> None:
        """The model has carried out a transaction."""
        made = {name: each.version for name, each in state.items() if each.version != self.state[name].version}
        for name in made:
            self.contents[name].append(_rows(name, state[name]))
        if len(made) > 1:
            self.wholes.append(made)
        self.state = state

    @property
    def is_current(self) -> bool:
        """Whether the subscriber has seen the last state, or one like it."""
        return all(contents[0] == contents[-1] for contents in self.contents.values())

    def shows(self, rows: Mapping[str, Sequence[str]]) -> None:
        """The subscriber has these rows in each section `collection/section`. Raises AssertionError."""
        found = {name: list(items) for name, items in rows.items()}
        places = []
        for contents in self.contents.values():
            own = {section: found[section] for section in contents[0]}
            places.append([place for place, content in enumerate(contents) if content == own])
        for chosen in itertools.product(*places):
            at = {name: self.first[name] + place for name, place in zip(self.contents, chosen, strict=True)}
            if all(len({at[name] >= version for name, version in whole.items()}) == 1 for whole in self.wholes):
                self._forget(at)
                return
        ids = [id for items in rows.values() for id in items]
        twice = {id for id in ids if ids.count(id) > 1}
        known = {id for contents in self.contents.values() for items in contents[-1].values() for id in items}
        raise AssertionError(f"twice: {sorted(twice)}, neither: {sorted(known - set(ids))}; no later state is {found}")

    def _forget(self, at: Mapping[str, int]) -> None:
        for name, version in at.items():
            del self.contents[name][: version - self.first[name]]
            self.first[name] = version
        self.wholes = [whole for whole in self.wholes if any(at[name] < version for name, version in whole.items())]


def _rows(name: str, collection: Collection) -> dict[str, list[str]]:
    return {f"{name}/{section}": [item.id for item in items] for section, items in collection.sections.items()}
