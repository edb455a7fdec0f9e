"""The states, views and requests of the enumeration.

All states of few items come with all views of one part; fields that a view does not use are the same in all of them, so
that states that differ by these alone come once. States of up to six items, and views of two parts, are drawn from a
source of randomness.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from placing import AIMS, AUTO, EFFECTS, Request
from resolving import Look
from shown import Collection, Fields, Filter, Part, Sections, Sort, State, View

VALUES = (1, 2, None)
MOST_ITEMS = 6
SECTIONS = ("todo", "doing")
FILTERS = (None, Filter("a", False, 1), Filter("b", False, 1), Filter("b", True, 1))
SORTS: tuple[tuple[Sort, ...], ...] = (
    (),
    (Sort("a", False),),
    (Sort("a", True),),
    (Sort("b", False),),
    (Sort("b", True),),
    (Sort("a", False), Sort("b", True)),
)
CAPS = (None, 1, 2)
LAYOUTS: tuple[tuple[str, tuple[int | None, ...]], ...] = (
    ("sections", ()),
    ("flat", ()),
    ("group", ()),
    ("group", (2, None, 1)),
    ("pair", ()),
    ("pair", (2, None)),
)
SECOND = (
    Part("y", "one", "sections"),
    Part("y", "one", "flat", Filter("a", False, 2), (Sort("b", False),), 2),
    Part("y", "one", "group", declared=(1, 2)),
    Part("y", "two", "sections"),
    Part("y", "two", "flat", sort=(Sort("a", True),)),
    Part("y", "two", "group", Filter("b", True, 1), (), 1, (1, 2, None)),
    Part("y", "", "fixed"),
)
"""The second parts of stitched views."""

ALLOWED = tuple(
    frozenset(chosen) for length in range(len(EFFECTS) + 1) for chosen in itertools.combinations(EFFECTS, length)
)
ALLOWS_ALL_IN = 2
"""Of so many requests one allows all effects; the others allow any of them."""
PAIRS_IN, INSERTS_IN, STALE_IN = 4, 8, 16
"""Of so many requests for one row there is one for several rows, for an insert, and for a gap that is gone."""


def parts(name: str = "", collection: str = "one") -> list[Part]:
    """All parts of the grammar: layout, filter, sort and cap."""
    return [
        Part(name, collection, layout, filter, sort, cap, declared)
        for layout, declared in LAYOUTS
        for filter in FILTERS
        for sort in SORTS
        for cap in CAPS
    ]


def stitched() -> list[View]:
    """All views of two parts."""
    return [(first, second) for first in parts("x") for second in SECOND]


def splits(items: tuple[str, ...]) -> Iterator[Sections]:
    """All ways to have items, in their order, in the two sections."""
    for count in range(len(items) + 1):
        yield ((SECTIONS[0], items[:count]), (SECTIONS[1], items[count:]))


def names(count: int, prefix: str = "i") -> tuple[str, ...]:
    return tuple(f"{prefix}{number}" for number in range(1, count + 1))


def small_states(count: int) -> Iterator[State]:
    """All states with so many items. Their ids do not matter, and are those of their order."""
    items = names(count)
    for values in itertools.product(itertools.product(VALUES, VALUES), repeat=count):
        for sections in splits(items):
            yield {"one": Collection(sections, dict(zip(items, values, strict=True)))}


def random_collection(source: random.Random, count: int, prefix: str) -> Collection:
    items = names(count, prefix)
    fields: dict[str, Fields] = {item: (source.choice(VALUES), source.choice(VALUES)) for item in items}
    return Collection(source.choice(list(splits(items))), fields)


def random_state(source: random.Random, *, of_two: bool) -> State:
    state = {"one": random_collection(source, source.randint(3, MOST_ITEMS), "i")}
    if of_two:
        # One in eight has an id that both have.
        prefix = "i" if source.randrange(8) == 0 else "j"
        state["two"] = random_collection(source, source.randint(0, 3), prefix)
    return state


@dataclass(frozen=True)
class Block:
    """Requests to one view of one state."""

    state: State
    look: Look
    requests: list[Request]


def requests(look: Look, source: random.Random) -> Iterator[Request]:
    """Each row into each gap of the view with each aim, and some requests for several rows, for inserts, and of stale
    gaps."""
    rows = list(look.where)
    if any(part.collection == "" for part in look.view):
        rows = [row for row in rows if source.randrange(4) == 0 or row != "y/search"]
    hidden = [
        part.row(item)
        for part in look.view
        if part.collection
        for item in look.state[part.collection].fields
        if part.row(item) not in look.where
    ]
    for row in rows:
        for gap in gaps(look, (row,)):
            for aim in AIMS:
                yield _allowing(replace(gap, aim=aim), source)
            if source.randrange(PAIRS_IN) == 0 and len(rows) > 1:
                several = tuple(source.sample(rows, 2 if source.randrange(4) or len(rows) < 3 else 3))
                ids = [look.split(each) for each in several]
                if len({(part.collection, item) for part, item in ids}) == len(several):
                    pair = source.choice(list(gaps(look, several)))
                    yield _allowing(replace(pair, aim=source.choice(AIMS)), source)
            if source.randrange(STALE_IN) == 0:
                yield _allowing(_stale(look, row, source), source)
            if source.randrange(INSERTS_IN) == 0 and gap.section.rpartition("/")[2] != "menu":
                new: Fields = (source.choice(VALUES), source.choice(VALUES))
                into = source.choice(list(gaps(look, ())))
                yield _allowing(replace(into, rows=("new",), new=(new,), aim=source.choice(AIMS)), source)
    for row in hidden[:1]:
        for gap in gaps(look, (row,)):
            yield _allowing(gap, source)


def gaps(look: Look, dragged: tuple[str, ...]) -> Iterator[Request]:
    """All gaps of the view, between the rows that stay."""
    for (_, section), (part, items) in look.whole.items():
        visible = items if part.cap is None else items[: part.cap]
        rows = ["", *(row for row in map(part.row, visible) if row not in dragged), ""]
        for previous, following in itertools.pairwise(rows):
            yield Request(dragged, part.row(section), previous, following, AUTO)


def _stale(look: Look, row: str, source: random.Random) -> Request:
    """A gap whose neighbours are not next to each other, crossed, in different sections, or gone."""
    rows = [each for each in look.where if each != row] + ["gone"]
    previous, following = (*source.sample(rows, 2),) if len(rows) > 1 else (rows[0], "")
    section = source.choice([part.row(section) for (_, section), (part, _) in look.whole.items()])
    return Request((row,), section, previous, following, source.choice(AIMS))


def _allowing(request: Request, source: random.Random) -> Request:
    allow = ALLOWED[-1] if source.randrange(ALLOWS_ALL_IN) else source.choice(ALLOWED)
    return replace(request, allow=allow)


def blocks(all_up_to: int, drawn: int, seed: int, shard: int = 0, shards: int = 1) -> Iterator[Block]:
    """All small states, and so many drawn ones, of one of several shards; the same for the same seed."""
    number = 0
    single: list[View] = [(part,) for part in parts()]
    for count in range(1, all_up_to + 1):
        for state in small_states(count):
            number += 1
            if number % shards == shard:
                fitting = [view for view in single if _is_canonical(state, view[0])]
                yield from _blocks(state, fitting, random.Random(f"{seed} {number}"))
    double = stitched()
    for drawing in range(drawn):
        if drawing % shards != shard:
            continue
        source = random.Random(f"{seed} drawn {drawing}")
        if source.randrange(2):
            yield from _blocks(random_state(source, of_two=False), source.sample(single, 60), source)
        else:
            yield from _blocks(random_state(source, of_two=True), source.sample(double, 30), source)


def _blocks(state: State, views: list[View], source: random.Random) -> Iterator[Block]:
    for view in views:
        look = Look(view, state)
        if found := list(requests(look, source)):
            yield Block(state, look, found)


def _is_canonical(state: State, part: Part) -> bool:
    """Whether fields that the part does not use have their first value."""
    used = part.uses()
    rest = [index for index, name in enumerate(("a", "b")) if name not in used]
    return all(fields[index] == VALUES[0] for fields in state["one"].fields.values() for index in rest)
