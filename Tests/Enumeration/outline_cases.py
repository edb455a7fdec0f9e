"""All small outlines, the operations that somebody who sees one can ask for, and what holds of each of them.

Ids count only as names, except where adopted items are ordered by them; so outlines that differ in their ids alone are
one case, and so are the same operations on them.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence

from outline import Home, Item, Named, Operation, Outline, Place, Refused, drawn, top, under
from outline_steps import Result

IDS, NEW_IDS = "abcdefgh", "xyz"
"""The ids of the items of an outline in the order in which they are shown, and of those that are inserted."""


def forests(count: int) -> Iterator[str]:
    """All forests of so many nodes, with a dot for each node."""
    if count == 0:
        yield ""
    for below in range(count):
        for children in forests(below):
            for rest in forests(count - 1 - below):
                yield "." + (f"({children})" if children else "") + rest


def outlines(count: int, sections: int = 1) -> Iterator[Outline]:
    """All outlines of so many items in so many sections."""
    for counts in itertools.product(range(count + 1), repeat=sections):
        if sum(counts) == count:
            for parts in itertools.product(*(list(forests(each)) for each in counts)):
                ids = iter(IDS)
                yield drawn("".join(next(ids) if each == "." else each for each in "|".join(parts)))


def random_outline(source: random.Random, ids: Sequence[str], sections: int = 2) -> Outline:
    """An outline of these items in any order, each below any one before it or at the top."""
    outline = drawn("|" * (sections - 1))
    homes = [top(section) for section in outline.sections]
    for id in source.sample(ids, len(ids)):
        siblings = outline.lists[source.choice(homes)]
        siblings.insert(source.randint(0, len(siblings)), id)
        outline.lists[under(id)] = []
        outline.items[id] = Item()
        homes.append(under(id))
    return outline


def operations(outline: Outline, new: str, *, several: bool = True) -> Iterator[Operation]:
    """What can be asked for by who sees an outline; an insert has this id. With `several`, also moves of two items,
    removals of two, reorderings and adoptions; they all are moves of one item one after the other."""
    yield from _inserts(outline, new)
    yield from _moves(outline)
    for id in outline.items:
        yield Operation("remove_items", (Named(id),))
        yield Operation("remove_items", (Named(id),), descendants="REMOVE")
        yield Operation("remove_items", (Named(id),), descendants="PROMOTE")
    if several:
        yield from _several(outline)


def _destinations(outline: Outline) -> Iterator[tuple[Home, Place]]:
    """The places of an outline: each list at its start, and behind each of its items."""
    for home, ids in outline.lists.items():
        yield home, Place("first")
        for id in ids:
            yield home, Place("after", id)


def _inserts(outline: Outline, new: str) -> Iterator[Operation]:
    for home, to in _destinations(outline):
        if home.kind == "section":
            yield Operation("insert_items", (Named(new),), section=home.id, parent="", to=to)
            continue
        yield Operation("insert_items", (Named(new),), parent=home.id, to=to)
        yield Operation("insert_items", (Named(new),), parent=home.id, to=to, if_parent_missing="NEAREST_ANCESTOR")
        at_last = to._replace(if_missing="LAST")
        yield Operation("insert_items", (Named(new),), home.id, "s", at_last, if_parent_missing="LAST")


def _moves(outline: Outline) -> Iterator[Operation]:
    for id in outline.items:
        for home, to in _destinations(outline):
            if to.anchor == id:
                continue
            if home.kind == "section":
                yield Operation("move_items", (Named(id),), section=home.id, parent="", to=to)
            else:
                yield from _to(home.id, (id,), to)
        if outline.sections != ["s"]:
            continue
        # Without a parent: that of the anchor.
        for anchor in outline.items:
            yield Operation("move_items", (Named(id),), to=Place("before", anchor))


def _to(parent: str, ids: Sequence[str], to: Place) -> Iterator[Operation]:
    """Moves to a parent, with each answer to what may be in the way."""
    items = tuple(map(Named, ids))
    yield Operation("move_items", items, parent, to=to)
    yield Operation("move_items", items, parent, to=to, if_cycle="SKIP", if_parent_missing="NEAREST_ANCESTOR")
    to = to._replace(if_missing="LAST")
    yield Operation("move_items", items, parent, to=to, if_cycle="BESIDE", if_parent_missing="LAST")


def _several(outline: Outline) -> Iterator[Operation]:
    for pair in itertools.permutations(outline.items, 2):
        for parent in outline.items:
            yield from _to(parent, pair, Place("last"))
        for section in outline.sections:
            yield Operation("move_items", tuple(map(Named, pair)), parent="", section=section, to=Place("first"))
        if pair[0] < pair[1]:
            yield Operation("remove_items", tuple(map(Named, pair)), descendants="REFUSE")
            yield Operation("remove_items", tuple(map(Named, pair)), descendants="REMOVE")
            yield Operation("remove_items", tuple(map(Named, pair)), descendants="PROMOTE")
        for parent in outline.items:
            adopted = (Named(pair[0]), Named(pair[1], after=pair[0]))
            yield Operation("adopt_items", adopted, parent, if_cycle="SKIP", if_parent_missing="NEAREST_ANCESTOR")
    for home, ids in outline.lists.items():
        for order in itertools.permutations(ids):
            if list(order) == ids:
                continue
            if home.kind == "item":
                yield Operation("reorder_items", tuple(map(Named, order)), parent=home.id)
            else:
                yield Operation("reorder_items", tuple(map(Named, order)), section=home.id)


# What holds.


def damage(outline: Outline) -> Iterator[str]:
    """What is wrong with an outline: a cycle, an orphan, an item in two places, or one that is too deep."""
    if outline.lists.keys() != {*map(top, outline.sections), *map(under, outline.items)}:
        yield "the lists are not those of the sections and items"
        return
    placed = [id for ids in outline.lists.values() for id in ids]
    if len(set(placed)) < len(placed) or set(placed) != outline.items.keys():
        yield "an item is in two places, or in none"
        return
    reached, level, depth = 0, [id for section in outline.sections for id in outline.lists[top(section)]], 0
    while level:
        reached, depth = reached + len(level), depth + 1
        level = [child for id in level for child in outline.lists[under(id)]]
    if reached < len(outline.items):
        yield "items are below themselves"
    if depth > outline.most_depth:
        yield f"the depth is {depth}"
    for id in outline.gone:
        home = outline.nearest(id)
        if home is not None and home not in outline.lists:
            yield f"the nearest ancestor of {id} is not there"


Parents = Mapping[str, str]
"""The parent of each item; of those at the top of a section it is the section with a slash."""


def parents_of(outline: Outline) -> dict[str, str]:
    """Who is whose parent, as the published rule sees it."""
    return {id: home.id if home.kind == "item" else f"/{home.id}" for home, ids in outline.lists.items() for id in ids}


def move_op(parents: Parents, child: str, parent: str) -> Parents:
    """A move by the published rule (Kleppmann, Mulligan, Gomes, Beresford: A highly-available move operation for
    replicated trees, 2021), for operations that arrive in their order: it does nothing if the child is the parent or an
    ancestor of it."""
    ancestor: str | None = parent
    while ancestor is not None:
        if ancestor == child:
            return parents
        ancestor = parents.get(ancestor)
    return {**parents, child: parent}


def wrong(outline: Outline, operation: Operation, result: Result | Refused) -> Iterator[str]:
    """What is wrong with what an operation did to an outline, whatever the model says it does."""
    if isinstance(result, Refused):
        yield from _wrong_refusal(outline, operation, result)
        return
    new, ids = result.outline, set(operation.ids)
    yield from damage(new)
    if result.changed == new.has_same_content(outline) or new.version != outline.version + result.changed:
        yield "the version does not say whether anything changed"
    named = ids | {child for id in ids & outline.items.keys() for child in outline.lists[under(id)]}
    if operation.verb != "remove_items" or operation.descendants == "REMOVE":
        named = ids
    for home in outline.lists.keys() & new.lists.keys():
        rest = [id for id in outline.lists[home] if id not in named and id in new.items]
        if [id for id in new.lists[home] if id not in named] != rest:
            yield f"what was not named is elsewhere in {home}"
    left = [id for each in result.skipped for id in each]
    if any(outline.home(id) != new.home(id) for id in left):
        yield "what was left out has moved"
    if operation.verb == "remove_items":
        gone = ids if operation.descendants == "PROMOTE" else {each for id in ids for each in outline.subtree(id)}
        if [id for id, _ in new.rows()] != [id for id, _ in outline.rows() if id not in gone]:
            yield "what is left is in another order"
    if operation.verb == "move_items":
        yield from _wrong_move(outline, operation, result, left)


def _goes_round(outline: Outline, operation: Operation) -> bool:
    """Whether an operation moves an item below itself, to a parent that it names."""
    is_there = operation.verb == "move_items" and operation.parent in outline.items
    return is_there and any(_is_below(outline, operation.parent, id) for id in operation.ids if id in outline.items)


def _is_below(outline: Outline, item: str | None, other: str) -> bool:
    return item in list(outline.subtree(other))


def _wrong_refusal(outline: Outline, operation: Operation, refused: Refused) -> Iterator[str]:
    if refused.reason == "below_itself" and operation.verb == "move_items":
        if operation.if_cycle != "FAIL":
            yield "a move is refused that says what to do"
        if operation.parent in outline.items and not _goes_round(outline, operation):
            yield "a move is refused that does not go round"
        if not refused.path or refused.path[0] not in operation.ids:
            yield "the path does not begin with what is moved"
    if (refused.code == "FAILED_PRECONDITION") != bool(refused.reason):
        yield "no reason is said, or one that nobody expects"
    if not refused.field.startswith(f"operations[0].{operation.verb}.") or refused.field.endswith("."):
        yield f"no field is named: {refused.field}"
    if refused.reason in ("too_deep", "too_many_items"):
        return  # The path is that which there would be.
    if any(id not in outline.items for id in refused.path):
        yield "the path names what is not there"
    elif any(outline.home(id) != under(parent) for parent, id in itertools.pairwise(refused.path)):
        yield "the path is none"


def _wrong_move(outline: Outline, operation: Operation, result: Result, left: Sequence[str]) -> Iterator[str]:
    new, moved = result.outline, [id for id in operation.ids if id not in left]
    for id in moved:
        # Another one that goes below it is new there.
        if [each for each in new.subtree(id) if each in set(outline.subtree(id))] != list(outline.subtree(id)):
            yield f"what is below {id} did not go along"
    if _goes_round(outline, operation) and operation.if_cycle == "FAIL":
        yield "a move below itself was not refused"
    if operation.if_cycle == "BESIDE" and _goes_round(outline, operation):
        for id in operation.ids:
            parent = outline.home(id)
            if _is_below(outline, operation.parent, id) and (id in left) == (parent.kind == "item"):
                yield f"{id} is left where it is, though it has a parent, or the other way round"
            if _is_below(outline, operation.parent, id) and id not in left:
                siblings = new.lists[outline.home(parent.id)]
                if siblings.index(id) != siblings.index(parent.id) + 1:
                    yield f"{id} is not behind what was its parent"
        return
    if operation.if_cycle == "BESIDE" and operation.parent not in outline.items:
        return  # Whether the list that is meant is below what is moved is not known here.
    homes = {new.home(id) for id in moved}
    if len(homes) > 1:
        yield "the items are in several lists"
    for home in homes:
        start = new.lists[home].index(moved[0]) if len(homes) == 1 else 0
        if len(homes) == 1 and new.lists[home][start : start + len(moved)] != moved:
            yield "the items do not follow each other"
    if operation.parent in outline.items:
        expected: Parents = parents_of(outline)
        for id in operation.ids:
            expected = move_op(expected, id, operation.parent)
        if parents_of(new) != expected:
            yield "the parents are not those of the published rule"
