"""Random steps from one outline to the next as lines of text, with their batches, what these look like in views, and
their composition: for other implementations of the same, which have to give the same text.

A line has ten fields with tabs between them: an outline; the next one; what was touched; the batch; its calls for a
view of an outline; its changes of rows; and again an outline, what was touched, and the batch to it from the second;
and the composition of the two batches. Ids have one letter, those of sections are capital ones.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

from outline import Home
from outline_batches import ROOT, Batch, Move, Spot, Tree, apply_batch, derive, preorder
from outline_composing import compose
from outline_views import (
    Call,
    InsertCall,
    MoveCall,
    OutlineView,
    RangeChange,
    RangeInsert,
    RangeMove,
    flat,
    sequential,
)

ITEMS, NEW_ITEMS = "abcdefghijklmn", "opqrstuvwxyz0123456789"
SECTIONS, NEW_SECTIONS = "ST", "UVWXYZ"

Change = TypeVar("Change")

MOST_STEPS = 5
"""The changes from one outline to the next at most."""


class Step(NamedTuple):
    """An outline, and all that was inserted, removed or placed since the one before."""

    tree: Tree
    touched: frozenset[Home]


class Editor:
    """Changes an outline at random."""

    def __init__(self, source: random.Random) -> None:
        self.source = source
        self.tree: dict[Home, list[Home]] = {ROOT: []}
        self.touched: set[Home] = set()
        self.fresh_items, self.fresh_sections = list(NEW_ITEMS), list(NEW_SECTIONS)
        self.used: list[Home] = []
        for id in SECTIONS[: source.randint(1, 2)]:
            self._insert(Home("section", id))
        for id in source.sample(ITEMS, source.randint(0, len(ITEMS))):
            self._insert(Home("item", id))

    def steps(self) -> Step:
        """The outline after some changes."""
        self.touched = set()
        for _ in range(self.source.randint(0, MOST_STEPS)):
            self._change()
        return Step({home: list(nodes) for home, nodes in self.tree.items()}, frozenset(self.touched))

    def _change(self) -> None:
        nodes = [node for node, _ in preorder(self.tree)]
        items = [node for node in nodes if node.kind == "item"]
        (kind,) = self.source.choices(("move", "insert", "remove", "promote", "touch", "section"), (8, 4, 2, 2, 1, 1))
        if kind == "section":
            self._change_section([node for node in nodes if node.kind == "section"])
        elif kind == "insert" or not items:
            gone = [node for node in self.used if node not in self.tree]
            is_again = gone and self.source.randrange(4) == 0
            if is_again:
                self._insert(self.source.choice(gone))
            elif self.fresh_items:
                self._insert(Home("item", self.fresh_items.pop(0)))
        else:
            node = self.source.choice(items)
            match kind:
                case "move":
                    self._take(node)
                    self._put(node)
                case "remove":
                    self._remove(node)
                case "promote":
                    siblings = self._siblings(node)
                    place = siblings.index(node)
                    self.touched |= set(self.tree[node])
                    siblings[place:place] = self.tree[node]
                    self.tree[node] = []
                    self._remove(node)
                case "touch":
                    self.touched.add(node)

    def _change_section(self, sections: list[Home]) -> None:
        node = self.source.choice(sections)
        if self.source.randrange(2) == 0 and self.fresh_sections:
            self._insert(Home("section", self.fresh_sections.pop(0)))
        elif self.source.randrange(2) == 0 and len(sections) > 1:
            self._remove(node)
        else:
            self._take(node)
            self._put(node)

    def _siblings(self, node: Home) -> list[Home]:
        return next(nodes for nodes in self.tree.values() if node in nodes)

    def _insert(self, node: Home) -> None:
        self.tree[node] = []
        self._put(node)
        if node.kind == "item":
            self.used.append(node)

    def _take(self, node: Home) -> None:
        self._siblings(node).remove(node)

    def _put(self, node: Home) -> None:
        """Puts what is in no list anywhere but below itself."""
        below = {node, *(each for each, _ in preorder(self.tree, node))}
        homes = [home for home in self.tree if home not in below and home != ROOT]
        siblings = self.tree[ROOT if node.kind == "section" else self.source.choice(homes)]
        siblings.insert(self.source.randint(0, len(siblings)), node)
        self.touched.add(node)

    def _remove(self, node: Home) -> None:
        self._take(node)
        for each in [node, *(each for each, _ in preorder(self.tree, node))]:
            del self.tree[each]
            self.touched.add(each)


def lines(count: int, seed: int) -> Iterator[str]:
    """Cases, each with a seed of its own."""
    for number in range(count):
        editor = Editor(random.Random(f"{seed} {number}"))
        old, middle, new = editor.steps(), editor.steps(), editor.steps()
        first, second = (
            derive(old.tree, middle.tree, middle.touched),
            derive(middle.tree, new.tree, new.touched),
        )
        composition = compose(first, second)
        if apply_batch(first, old.tree) != middle.tree or apply_batch(composition, old.tree) != new.tree:
            raise AssertionError(f"{drawing(old.tree)} {drawing(middle.tree)} {drawing(new.tree)}: it leads elsewhere")
        view = OutlineView(old.tree)
        calls = list(sequential(first, old.tree))
        for call in calls:
            view.perform(call)
        fields = (
            drawing(old.tree), drawing(middle.tree), _ids(middle.touched), text(first),
            " ".join(map(_call, calls)), " ".join(map(_range, flat(first, old.tree))),
            drawing(new.tree), _ids(new.touched), text(second), text(composition),
        )  # fmt: skip
        yield "\t".join(fields)


def drawing(tree: Tree, home: Home = ROOT) -> str:
    """An outline, with what is below something in brackets."""
    return "".join(node.id + (f"({drawing(tree, node)})" if tree[node] else "") for node in tree[home])


def _ids(nodes: frozenset[Home]) -> str:
    return "".join(sorted(node.id for node in nodes))


def text(batch: Batch) -> str:
    """A batch: what is deleted, inserted, moved and unmoved, sections first; and the owners by their ids."""
    parts = [f"-{_spot(spot)}" for spot in _sections_first(batch.deletes, lambda spot: spot)]
    parts += [
        f"+{_spot(insert.at)}:{_rows(insert.rows)}"
        for insert in _sections_first(batch.inserts, lambda insert: insert.at)
    ]
    for sign, moves in ((">", batch.moves), ("=", batch.unmoved)):
        parts += [_move(move, sign) for move in _sections_first(moves, lambda move: move.target)]
    for owner in sorted(owner for owner in batch.owners if owner.node.kind == "item"):
        places = (_spot(spot) if spot else "" for spot in (owner.source, owner.target))
        parts.append(f"@{owner.node.id}:{'>'.join(places)}")
    return " ".join(parts)


def _sections_first(changes: Iterable[Change], spot: Callable[[Change], Spot]) -> list[Change]:
    return sorted(changes, key=lambda each: spot(each).parent != ROOT)


def _spot(spot: Spot) -> str:
    return f"{'' if spot.parent == ROOT else spot.parent.id}.{spot.place}"


def _move(move: Move | MoveCall, sign: str = ">") -> str:
    return f"{_spot(move.source)}{sign}{_spot(move.target)}"


def _rows(rows: tuple[tuple[Home, int], ...]) -> str:
    return ",".join(f"{node.id}{depth}" for node, depth in rows)


def _call(call: Call) -> str:
    match call:
        case InsertCall(at, rows):
            return f"+{_spot(at)}:{_rows(rows)}"
        case MoveCall():
            return _move(call)
    return f"-{_spot(call.at)}"


def _range(change: RangeChange) -> str:
    match change:
        case RangeInsert(at, rows):
            return f"+{at}:{_rows(rows)}"
        case RangeMove(at, length, to, deeper):
            return f"{at}*{length}>{to}^{deeper}"
    return f"-{change.at}*{change.length}"
