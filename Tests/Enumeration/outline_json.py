"""Cases of batches of the kind `tree` for the client libraries: random versions of an outline, the batches between them
in the JSON of protobuf, and what the model makes of them.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from outline import Home
from outline_batches import ROOT, Batch, Insert, Spot, Tree, derive, parents, preorder
from outline_composing import compose
from outline_views import (
    Call,
    Counts,
    Folding,
    InsertCall,
    MoveCall,
    RangeChange,
    RangeInsert,
    RangeMove,
    Shown,
    derive_folded,
    flat,
    sequential,
    shown,
)

JSON = dict[str, Any]
"""An object of JSON."""

MOST_EDITS = 5
"""The edits of a step."""


def cases(count: int, seed: int) -> Iterator[JSON]:
    """So many random cases."""
    for number in range(seed, seed + count):
        yield _case(random.Random(number), number)


def _case(source: random.Random, number: int) -> JSON:
    versions, touched = [_random_tree(source)], []
    fresh = (Home("item", f"n{index}") for index in range(1000))
    for _ in range(2):
        # What went in the first step may come again in the second.
        again = [node for node in versions[0] if node.kind == "item" and node not in versions[-1]]
        tree, placed = _edited(source, versions[-1], fresh, again)
        versions.append(tree)
        touched.append(placed)
    old, middle, new = versions
    first, second = derive(old, middle, touched[0]), derive(middle, new, touched[1])
    inserted = {node for insert in second.inserts for node, _ in insert.rows}
    # An id that was deleted and is used again leaves more than one way to write the same.
    is_exact = not inserted & old.keys()
    before, after = _folding(source, old), _folding(source, old)
    folded = derive_folded(old, middle, before, after)
    seen = shown(old, before), shown(middle, after)
    return {
        "number": number,
        "versions": [_sections(tree) for tree in versions],
        "first": message(first, old, middle),
        "second": message(second, middle, new),
        "composed": message(compose(first, second), old, new) if is_exact else None,
        "calls": [_call(call) for call in sequential(first, old)],
        "ranges": [_range(change) for change in flat(first, old)],
        "folded": {
            "before": _folding_message(before),
            "after": _folding_message(after),
            "versions": [_sections(each.tree) for each in seen],
            "counts": [_counted(each) for each in seen],
            "batch": message(folded.batch, seen[0].tree, seen[1].tree, folded.counts),
        },
    }


# Versions.


def _random_tree(source: random.Random) -> dict[Home, list[Home]]:
    tree: dict[Home, list[Home]] = {ROOT: []}
    for index in range(source.randint(1, 3)):
        _put(source, tree, ROOT, Home("section", f"s{index}"))
    for index in range(source.randint(0, 14)):
        _put(source, tree, source.choice([home for home in tree if home != ROOT]), Home("item", f"i{index}"))
    return tree


def _put(source: random.Random, tree: dict[Home, list[Home]], home: Home, node: Home) -> None:
    tree[home].insert(source.randint(0, len(tree[home])), node)
    tree.setdefault(node, [])


def _edited(
    source: random.Random, old: Tree, fresh: Iterator[Home], again: list[Home]
) -> tuple[dict[Home, list[Home]], set[Home]]:
    """Another version, and what was placed on the way to it."""
    tree = {home: list(nodes) for home, nodes in old.items()}
    placed: set[Home] = set()
    for _ in range(source.randint(0, MOST_EDITS)):
        kind = source.choices(("insert", "move", "remove", "promote", "section"), (5, 8, 2, 2, 1))[0]
        items = [node for node in tree if node.kind == "item"]
        homes = [home for home in tree if home != ROOT]
        if kind == "section":
            _edit_sections(source, tree, placed, next(fresh))
        elif kind == "insert" and homes:
            node = again.pop() if again and source.randrange(4) == 0 else next(fresh)
            _put(source, tree, source.choice(homes), node)
        elif items:
            node = source.choice(items)
            siblings = tree[parents(tree)[node]]
            if kind == "move":
                below = {node, *(each for each, _ in preorder(tree, node))}
                siblings.remove(node)
                _put(source, tree, source.choice([home for home in homes if home not in below]), node)
                placed.add(node)
                continue
            place = siblings.index(node)
            siblings[place : place + 1] = tree[node] if kind == "promote" else []
            placed.update(tree[node] if kind == "promote" else ())
            gone = [] if kind == "promote" else [each for each, _ in preorder(tree, node)]
            for each in (node, *gone):
                del tree[each]
    return tree, placed & old.keys() & tree.keys()


def _edit_sections(source: random.Random, tree: dict[Home, list[Home]], placed: set[Home], fresh: Home) -> None:
    kind = source.choice(("insert", "move", "remove"))
    if kind == "insert" or not tree[ROOT]:
        _put(source, tree, ROOT, Home("section", fresh.id))
        return
    section = source.choice(tree[ROOT])
    tree[ROOT].remove(section)
    if kind == "move":
        _put(source, tree, ROOT, section)
        placed.add(section)
        return
    for node in [section, *(each for each, _ in preorder(tree, section))]:
        del tree[node]


def _folding(source: random.Random, tree: Tree) -> Folding:
    is_lazy = source.randrange(2) == 0
    nodes = [node for node in tree if node != ROOT and source.randrange(3) < (2 if is_lazy else 1)]
    return Folding(frozenset(nodes), is_lazy)


# Messages.


def message(batch: Batch, old: Tree, new: Tree, counts: Mapping[Home, Counts] | None = None) -> JSON:
    """The message `TreeBatch` of a batch."""
    rows = [node for node, _ in preorder(new)]
    rows += [node for node, _ in preorder(old) if node not in new]
    was_in, is_in = _spots(old), _spots(new)
    counted = sorted((rows.index(node), node) for node in counts or {})
    known = {owner.node: (owner.source, owner.target) for owner in batch.owners if owner.node.kind == "item"}
    # The lists of collapsed items have owners as well.
    known |= {
        node: (was_in.get(node), is_in[node])
        for node in _above(new, (node for _, node in counted))
        if node not in known
    }
    owners = sorted(known, key=rows.index)

    def position(spot: Spot | None, tree: Tree) -> list[int]:
        if spot is None:
            return [-1, -1]
        if spot.parent == ROOT:
            return [-1, spot.place]
        if spot.parent.kind == "section":
            return [2 * tree[ROOT].index(spot.parent), spot.place]
        return [2 * owners.index(spot.parent) + 1, spot.place]

    def insert(each: Insert) -> JSON:
        place = position(each.at, new)
        nodes = [{"id": node.id} for node, _ in each.rows]
        return {"list": place[0], "at": place[1], "rows": nodes, "depths": [depth for _, depth in each.rows]}

    result: JSON = {
        "before": _size(old),
        "after": _size(new),
        "owners": [
            dict(
                zip(
                    ("id", "oldList", "oldAt", "newList", "newAt"),
                    [node.id, *position(known[node][0], old), *position(known[node][1], new)],
                    strict=True,
                )
            )
            for node in owners
        ],
        "sectionDeletes": [spot.place for spot in batch.deletes if spot.parent == ROOT],
        "deletes": [number for spot in batch.deletes if spot.parent != ROOT for number in position(spot, old)],
        "sectionInserts": [insert(each) for each in batch.inserts if each.at.parent == ROOT],
        "inserts": [insert(each) for each in batch.inserts if each.at.parent != ROOT],
    }
    for sections, items, moves in (
        ("sectionMoves", "moves", batch.moves),
        ("sectionsUnmoved", "unmoved", batch.unmoved),
    ):
        result[sections] = [
            number for move in moves if move.source.parent == ROOT for number in (move.source.place, move.target.place)
        ]
        result[items] = [
            number
            for move in moves
            if move.source.parent != ROOT
            for number in (*position(move.source, old), *position(move.target, new))
        ]
    result["counts"] = [
        {
            **dict(zip(("list", "at"), position(is_in[node], new), strict=True)),
            "children": (counts or {})[node].children,
            "descendants": (counts or {})[node].descendants,
        }
        for _, node in counted
    ]
    return result


def _spots(tree: Tree) -> dict[Home, Spot]:
    return {node: Spot(home, place) for home, nodes in tree.items() for place, node in enumerate(nodes)}


def _above(tree: Tree, nodes: Iterable[Home]) -> set[Home]:
    """The items above some nodes."""
    holders = parents(tree)
    above: set[Home] = set()
    for node in nodes:
        while (node := holders[node]).kind == "item":
            above.add(node)
    return above


def _size(tree: Tree) -> JSON:
    sections = len(tree[ROOT])
    return {"sections": sections, "items": len(tree) - 1 - sections}


def _sections(tree: Tree) -> list[JSON]:
    return [
        {"id": section.id, "rows": [[node.id, depth + 1] for node, depth in preorder(tree, section)]}
        for section in tree[ROOT]
    ]


def _folding_message(folding: Folding) -> JSON:
    return {
        "lazy": folding.is_lazy,
        "items": sorted(node.id for node in folding.nodes if node.kind == "item"),
        "sections": sorted(node.id for node in folding.nodes if node.kind == "section"),
    }


def _counted(seen: Shown) -> list[JSON]:
    return [
        {node.kind: node.id, "children": counts.children, "descendants": counts.descendants}
        for node, counts in sorted(seen.counts.items())
    ]


# Renderings.


def _place(spot: Spot) -> JSON:
    return ({} if spot.parent == ROOT else {spot.parent.kind: spot.parent.id}) | {"at": spot.place}


def _call(call: Call) -> JSON:
    if isinstance(call, InsertCall):
        return {"kind": "insert", "to": _place(call.at), "rows": [[node.id, depth] for node, depth in call.rows]}
    if isinstance(call, MoveCall):
        return {"kind": "move", "from": _place(call.source), "to": _place(call.target)}
    return {"kind": "remove", "from": _place(call.at)}


def _range(change: RangeChange) -> JSON:
    if isinstance(change, RangeInsert):
        return {"kind": "insert", "at": change.at, "rows": [[node.id, depth] for node, depth in change.rows]}
    if isinstance(change, RangeMove):
        deeper = {"to": change.to, "deeper": change.deeper}
        return {"kind": "move", "at": change.at, "count": change.length} | deeper
    return {"kind": "remove", "at": change.at, "count": change.length}
