#!/usr/bin/env python3
"""Plays all pairs or triples of operations on all small outlines, in all orders, and checks what each of them does.

    Tests/Enumeration/outlining.py operations [--nodes N] [--sections S] [--length L] [--one] [--depth D] [--shard 0/2]
    Tests/Enumeration/outlining.py moves [--nodes N] [--length L]
    Tests/Enumeration/outlining.py batches [--nodes N] [--new M]
    Tests/Enumeration/outlining.py fewest [--nodes N]
    Tests/Enumeration/outlining.py composing [--nodes N] [--length L]
    Tests/Enumeration/outlining.py undo [--nodes N]
    Tests/Enumeration/outlining.py histories [--histories N] [--steps S] [--seed S]
    Tests/Enumeration/outlining.py vectors [--cases N] [--seed S]
    Tests/Enumeration/outlining.py json [--cases N] [--seed S]
    Tests/Enumeration/outlining.py compare [--nodes N] [--sections S] [--length L] [--depth D] [--shard 0/2] ADDRESS
    Tests/Enumeration/outlining.py compare-undo [--nodes N] [--shard 0/2] ADDRESS
    Tests/Enumeration/outlining.py compare-undo --random N [--seed S] [--depth D] [--children C] ADDRESS
    Tests/Enumeration/outlining.py compare-transfers [--random N] [--seed S] [--depth D] [--children C] ADDRESS

Operations are those that somebody can ask for who sees the outline as it was at first, so that the later ones find
other outlines than they expect. `operations` checks each step by itself (no cycle, no orphan, nothing else moved,
errors with their fields and paths), and the batch from the first outline to each one that pairs lead to, with its
renderings. `moves` compares moves that skip cycles with the published rule. `batches` derives, checks, applies and
renders the batches between an outline and all others of the same ids and some new ones, `fewest` compares the number of
their moves with the length of the shortest way by single moves, and `composing` the composition of the batches of
single operations with one that is derived at once. `undo` undoes each operation, alone and after each one of others.
`histories` are random, of two collections with limits, sections and transfers. Each prints what it counted, and ends
with 1 if anything was wrong. `vectors` prints random cases of batches, renderings and compositions, one a line, for
Tests/ChangesTests/Tree/TreeVectorTests.swift; `json` prints such cases as JSON, for the tests of client libraries.
`compare` plays all single operations, or pairs, on all outlines against a server, and compares what it does, and
`compare-undo` all the cases of `undo`, or random steps of several operations after several commits of others.
`compare-transfers` plays random transfers between two outlines and a flat list, and undoes them after what others do.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import functools
import itertools
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator

import outline_histories
import outline_json
import outline_vectors
from outline import MOST_CHILDREN, MOST_DEPTH, Home, Named, Operation, Outline, Refused, drawing, drawn
from outline_batches import Batch, Tree, apply_batch, broken_rules, derive, preorder, tree
from outline_cases import IDS, NEW_IDS, damage, forests, move_op, operations, outlines, parents_of, wrong
from outline_composing import compose
from outline_steps import apply
from outline_undo import Since, commits, overwritten, touched, undo
from outline_views import (
    Folding,
    OutlineView,
    RowList,
    apply_folded,
    derive_folded,
    descendants,
    flat,
    sequential,
    shown,
)

MOST_REPORTED = 10
"""How much of what is wrong is printed."""


class Findings:
    """What was counted, and what was wrong."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []

    def note(self, where: str, problems: Iterable[str]) -> None:
        self.wrong += (f"{where}: {problem}" for problem in problems)


# Operations one after the other.


def play(findings: Findings, base: Outline, length: int, *, several: bool, visited: set[object]) -> None:
    """Checks all sequences of so many operations that can be asked for by who sees an outline.

    An operation on an outline that was reached in several ways does the same, so it is carried out once; and so is one
    that another outline has seen in the same form (`visited`). The sequences are counted all the same.
    """
    states: dict[str, tuple[Outline, int]] = {_key(base): (base, 1)}
    for number in range(length):
        edits = list(operations(base, NEW_IDS[number], several=several))
        shapes = [_shape(operation) for operation in edits]
        following: dict[str, tuple[Outline, int]] = {}
        is_last = number == length - 1
        for state, ways in states.values():
            names = _names(state)
            form = _form(state, names)
            findings.counts[f"sequences of {number + 1}"] += ways * len(edits)
            for operation, (kind, ids) in zip(edits, shapes, strict=True):
                case = (form, kind, *(names.get(id, id) for id in ids))
                if case in visited:
                    if is_last:
                        continue
                else:
                    visited.add(case)
                    findings.counts["operations carried out"] += 1
                try:
                    result = apply(state, [operation])
                except Refused as refused:
                    findings.note(f"{drawing(state)} {operation}", wrong(state, operation, refused))
                    findings.note(f"{drawing(state)} {operation}", _wrongly_too_deep(state, operation, refused))
                    findings.counts[f"refused: {refused.code}"] += 1
                    new = state
                else:
                    findings.note(f"{drawing(state)} {operation}", wrong(state, operation, result))
                    new = result.outline
                if not is_last:
                    key = _key(new)
                    following[key] = (new, following.get(key, (new, 0))[1] + ways)
        states = following
        if number < 2:
            was = tree(base)
            for new in _distinct(state for state, _ in states.values()):
                check_batch(findings, was, tree(new))


def _wrongly_too_deep(outline: Outline, operation: Operation, refused: Refused) -> Iterator[str]:
    """What is wrong with a refusal for the depth."""
    if refused.reason != "too_deep":
        return
    outline = dataclasses.replace(outline, most_depth=MOST_DEPTH)
    deepest = max(depth for _, depth in apply(outline, [operation]).outline.rows())
    if max(deepest, *(depth for _, depth in outline.rows())) != deepest or len(refused.path) != deepest:
        yield "the path is not that of the deepest item"


def _distinct(found: Iterable[Outline]) -> Iterable[Outline]:
    """Outlines without those that differ only in what is gone."""
    return {drawing(outline): outline for outline in found}.values()


def _key(outline: Outline) -> str:
    """What an operation depends on: the lists, and where items were that are gone."""
    return f"{drawing(outline)} {sorted(outline.gone.items())}"


def _names(outline: Outline) -> dict[str, int]:
    """Numbers for the ids of an outline, by their order."""
    shown = [id for id, _ in outline.rows()]
    return {id: number for number, id in enumerate([*shown, *sorted(outline.gone.keys() - set(shown))])}


def _form(outline: Outline, names: dict[str, int]) -> tuple[object, ...]:
    """An outline with numbers in place of ids."""
    gone = (
        (names[id], home.kind, names.get(home.id, home.id))
        for id, home in outline.gone.items()
        if id not in outline.items
    )
    return (tuple(depth for _, depth in outline.rows()), len(outline.sections), _tops(outline), *sorted(gone, key=repr))


def _tops(outline: Outline) -> tuple[int, ...]:
    return tuple(len(ids) for home, ids in outline.lists.items() if home.kind == "section")


def _shape(operation: Operation) -> tuple[tuple[object, ...], tuple[str, ...]]:
    """What an operation is apart from the ids that it names, and these."""
    to = operation.to
    kind = (
        operation.verb, operation.section, to.kind, to.if_missing, operation.if_cycle, operation.if_parent_missing,
        operation.descendants, operation.parent is None, len(operation.items),
    )  # fmt: skip
    return kind, (*operation.ids, operation.parent or "", to.anchor, *(item.after for item in operation.items))


# Moves by the published rule.


def play_moves(findings: Findings, base: Outline, length: int) -> None:
    """Compares all sequences of moves that skip cycles with the published rule, in their order."""
    moves = [(child, parent) for child in base.items for parent in base.items]
    states = {tuple(sorted(parents_of(base).items())): (base, 1)}
    for number in range(length):
        following: dict[tuple[tuple[str, str], ...], tuple[Outline, int]] = {}
        for parents, (state, ways) in states.items():
            for child, parent in moves:
                operation = Operation("move_items", (Named(child),), parent, if_cycle="SKIP")
                new = apply(state, [operation]).outline
                expected = move_op(dict(parents), child, parent)
                findings.counts[f"sequences of {number + 1}"] += ways
                if parents_of(new) != expected:
                    findings.note(f"{drawing(state)} {child} below {parent}", ["it is not the published rule"])
                key = tuple(sorted(expected.items()))
                following[key] = (new, following.get(key, (new, 0))[1] + ways)
        states = following


# Batches.


def check_batch(findings: Findings, old: Tree, new: Tree) -> None:
    """Derives, checks, applies and renders the batch between two trees."""
    where = f"{_text(old)} -> {_text(new)}"
    batch = derive(old, new)
    findings.counts["batches"] += 1
    findings.counts["moves in batches"] += len(batch.moves)
    findings.note(where, broken_rules(batch, old, new))
    if apply_batch(batch, old) != new:
        findings.note(where, ["applied, the batch leads elsewhere"])
    view = OutlineView(old)
    calls = list(sequential(batch, old))
    for call in calls:
        view.perform(call)
    if view.tree != new or len(calls) != batch.count:
        findings.note(where, ["the calls lead elsewhere, or are not one for each change"])
    rows = RowList(list(preorder(old)))
    changes = list(flat(batch, old))
    for change in changes:
        rows.perform(change)
    if rows.rows != list(preorder(new)) or len(changes) != batch.count:
        findings.note(where, ["the ranges lead elsewhere, or are not one for each change"])


def check_folding(findings: Findings, old: Tree, new: Tree, before: Folding, after: Folding) -> None:
    """Checks what a subscriber sees who has collapsed nodes."""
    where = f"{_text(old)} -> {_text(new)}, {before} -> {after}"
    was, now = shown(old, before), shown(new, after)
    batch = derive_folded(old, new, before, after)
    findings.counts["folded batches"] += 1
    findings.note(where, broken_rules(batch.batch, was.tree, now.tree))
    seen = apply_folded(batch, was, after)
    if seen != now:
        findings.note(where, [f"the subscriber sees {seen}"])
    if any(descendants(seen, node) != sum(1 for _ in preorder(new, node)) for node in seen.tree):
        findings.note(where, ["the counts are others"])


def _text(tree: Tree) -> str:
    return " ".join(f"{'.' * depth}{node.id}" for node, depth in preorder(tree))


def trees_of(ids: str, new_count: int) -> Iterator[Outline]:
    """All outlines of some of the ids, and of as many new ones."""
    for count in range(len(ids) + 1):
        for kept in itertools.combinations(ids, count):
            for form in forests(count + new_count):
                for order in itertools.permutations([*kept, *NEW_IDS[:new_count]]):
                    places = [place for place, id in enumerate(order) if id in NEW_IDS]
                    if [order[place] for place in places] == list(NEW_IDS[:new_count]):  # New ones are alike.
                        following = iter(order)
                        yield drawn("".join(next(following) if each == "." else each for each in form))


def play_batches(findings: Findings, nodes: int, new_count: int, *, folded: bool = True) -> None:
    """Checks the batches from each outline to all others."""
    for count in range(nodes + 1):
        for base in outlines(count):
            old = tree(base)
            for added in range(new_count + 1):
                for new in trees_of(IDS[:count], added):
                    check_batch(findings, old, tree(new))
                    if folded and count + added <= nodes:
                        for id in base.items:
                            closed = Folding(frozenset({Home("item", id)}))
                            check_folding(findings, old, tree(new), closed, closed)
                            check_folding(findings, old, tree(new), closed, Folding())
                            check_folding(findings, old, tree(new), Folding(), closed)
                            check_folding(findings, old, tree(new), Folding(closed.nodes, True), Folding(is_lazy=True))


def play_composing(findings: Findings, nodes: int, length: int) -> None:
    """Compares the compositions of the batches of single operations with what is derived at once."""
    for count in range(nodes + 1):
        for base in outlines(count):
            _compose_after(findings, base, base, [], length)


def _compose_after(
    findings: Findings, base: Outline, outline: Outline, steps: list[tuple[Batch, set[Home]]], length: int
) -> None:
    if steps:
        batches = [batch for batch, _ in steps]
        touched = {node for _, nodes in steps for node in nodes}
        compositions = [functools.reduce(compose, batches)]
        if len(steps) > 2:
            compositions.append(compose(batches[0], functools.reduce(compose, batches[1:])))
        # What is deleted and then inserted again stays both.
        inserted = {node for batch in batches for insert in batch.inserts for node, _ in insert.rows}
        expected = derive(tree(base), tree(outline), touched)
        is_exact = not any(id in base.items for _, id in inserted)
        findings.counts["compositions" if is_exact else "compositions with ids that are used again"] += 1
        where = f"{drawing(base)} -> {drawing(outline)} in {len(steps)} steps"
        for composition in compositions:
            if is_exact and composition != expected:
                findings.note(where, ["the composition is another batch"])
            if apply_batch(composition, tree(base)) != tree(outline):
                findings.note(where, ["the composition leads elsewhere"])
    if len(steps) == length:
        return
    seen = set()
    for operation in operations(base, NEW_IDS[len(steps)], several=length < 3):
        with contextlib.suppress(Refused):
            result = apply(outline, [operation])
            placed = {
                Home("item", id)
                for id, item in result.outline.items.items()
                if result.changed and id in outline.items and item.placement_version == result.outline.version
            }
            case = (drawing(result.outline), frozenset(placed))
            if result.changed and case not in seen:
                seen.add(case)
                batch = derive(tree(outline), tree(result.outline), placed)
                _compose_after(findings, base, result.outline, [*steps, (batch, placed)], length)


# Undo.


def play_undo(findings: Findings, nodes: int) -> None:
    """Undoes each operation on each outline, alone and after one of others, and then undoes the undo."""
    for count in range(nodes + 1):
        for before in outlines(count):
            for operation, after in commits(before, NEW_IDS[0]):
                commit = touched(before, after)
                where = f"{drawing(before)}, {operation}"
                undone = undo(before, after, after, Since())
                findings.counts["undone"] += 1
                if undone.outline.lists != before.lists or undone.kept:
                    findings.note(where, ["undo does not lead back"])
                redone = undo(after, undone.outline, undone.outline, Since())
                if redone.outline.lists != after.lists or redone.kept:
                    findings.note(where, ["redo does not lead there again"])
                for other, now in commits(after, NEW_IDS[1]):
                    since = touched(after, now)
                    undone = undo(before, after, now, since)
                    findings.counts["undone after others"] += 1
                    findings.counts["of which something was kept"] += bool(undone.kept)
                    findings.note(f"{where}, {other}", damage(undone.outline))
                    findings.note(f"{where}, {other}", overwritten(now, since, undone, commit))
                    redone = undo(now, undone.outline, undone.outline, Since())
                    if redone.outline.lists != now.lists:
                        findings.note(f"{where}, {other}", ["redo does not lead there again"])


def play_fewest(findings: Findings, nodes: int) -> None:
    """Compares the moves of batches with the shortest ways by single moves of subtrees."""
    for count in range(nodes + 1):
        known: dict[str, dict[str, Outline]] = {}
        for base in outlines(count):
            old, level, seen = tree(base), {drawing(base): base}, {drawing(base)}
            distance = 0
            while level:
                following: dict[str, Outline] = {}
                for text, outline in level.items():
                    findings.counts["shortest ways"] += 1
                    moves = len(derive(old, tree(outline)).moves)
                    if moves != distance:
                        findings.note(f"{drawing(base)} -> {text}", [f"{moves} moves, not {distance}"])
                    if text not in known:
                        known[text] = _one_move_away(outline)
                    following |= {each: new for each, new in known[text].items() if each not in seen}
                seen |= following.keys()
                level, distance = following, distance + 1


def _one_move_away(outline: Outline) -> dict[str, Outline]:
    """What single moves of subtrees lead to."""
    found = {}
    for operation in operations(outline, "", several=False):
        if operation.verb == "move_items" and operation.if_cycle == "FAIL":
            with contextlib.suppress(Refused):
                new = apply(outline, [operation]).outline
                found[drawing(new)] = new
    return found


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("operations", "moves", "batches", "fewest", "composing", "undo"):
        command = commands.add_parser(name)
        command.add_argument(
            "--nodes", type=int, default=4 if name in ("batches", "composing", "undo") else 5, help="the items at most"
        )
        if name in ("operations", "moves", "composing"):
            length = 2 if name == "composing" else 3
            command.add_argument("--length", type=int, default=length, help="so many operations")
        if name == "operations":
            command.add_argument("--sections", type=int, default=1)
            command.add_argument("--depth", type=int, default=MOST_DEPTH, help="the limit of the depth")
            command.add_argument("--one", action="store_true", help="only operations on one item")
            command.add_argument("--shard", default="0/1", help="which of how many shards, such as 0/2")
        if name == "batches":
            command.add_argument("--new", type=int, default=2, help="the new items at most")
    command = commands.add_parser("compare")
    command.add_argument("--nodes", type=int, default=3, help="the items at most")
    command.add_argument("--length", type=int, default=1, choices=(1, 2), help="so many operations")
    command.add_argument("--sections", type=int, default=1)
    command.add_argument("--depth", type=int, default=MOST_DEPTH, help="the limit of the depth")
    command.add_argument("--one", action="store_true", help="only operations on one item")
    command.add_argument("--shard", default="0/1", help="which of how many shards, such as 0/2")
    command.add_argument("address")
    command = commands.add_parser("compare-undo")
    command.add_argument("--nodes", type=int, default=3, help="the items at most")
    command.add_argument("--shard", default="0/1", help="which of how many shards, such as 0/2")
    command.add_argument("--random", type=int, default=0, help="so many random cases, in place of all small ones")
    command.add_argument("--seed", type=int, default=1, help="that of the first random case")
    command.add_argument("--depth", type=int, default=MOST_DEPTH, help="the limit of the depth")
    command.add_argument("--children", type=int, default=MOST_CHILDREN, help="the limit of the number of children")
    command.add_argument("address")
    command = commands.add_parser("compare-transfers")
    command.add_argument("--random", type=int, default=1000, help="so many cases")
    command.add_argument("--seed", type=int, default=1, help="that of the first case")
    command.add_argument("--depth", type=int, default=MOST_DEPTH, help="the limit of the depth")
    command.add_argument("--children", type=int, default=MOST_CHILDREN, help="the limit of the number of children")
    command.add_argument("address")
    command = commands.add_parser("histories")
    command.add_argument("--histories", type=int, default=1000)
    command.add_argument("--steps", type=int, default=1000, help="the operations of each history")
    command.add_argument("--seed", type=int, default=1, help="that of the first history")
    for name in ("vectors", "json"):
        command = commands.add_parser(name)
        command.add_argument("--cases", type=int, default=1000)
        command.add_argument("--seed", type=int, default=1, help="that of the first case")
    return parser.parse_args()


def main() -> int:
    chosen, findings, start = options(), Findings(), time.monotonic()
    if chosen.command == "vectors":
        for line in outline_vectors.lines(chosen.cases, chosen.seed):
            print(line)
        return 0
    if chosen.command == "json":
        for case in outline_json.cases(chosen.cases, chosen.seed):
            print(json.dumps(case))
        return 0
    match chosen.command:
        case "operations":
            shard, shards = map(int, chosen.shard.split("/"))
            visited: set[object] = set()
            for count in range(chosen.nodes + 1):
                for number, base in enumerate(outlines(count, chosen.sections)):
                    base.most_depth = chosen.depth
                    is_legal = all(depth <= chosen.depth for _, depth in base.rows())
                    if is_legal and number % shards == shard:
                        findings.counts["outlines"] += 1
                        play(findings, base, chosen.length, several=not chosen.one, visited=visited)
        case "compare":
            # The client for Python is needed here only.
            from outline_comparing import cases, compare  # noqa: PLC0415

            shard, shards = map(int, chosen.shard.split("/"))
            several = not chosen.one
            found = cases(chosen.nodes, chosen.sections, chosen.depth, chosen.length, (shard, shards), several=several)
            findings.counts, findings.wrong = asyncio.run(compare(chosen.address, found, chosen.depth))
        case "compare-undo":
            import outline_undoing  # noqa: PLC0415

            limits = (chosen.depth, chosen.children)
            shard, shards = map(int, chosen.shard.split("/"))
            if chosen.random:
                steps = outline_undoing.random_cases(chosen.random, chosen.seed, *limits)
            else:
                steps = outline_undoing.small_cases(chosen.nodes, (shard, shards))
            findings.counts, findings.wrong = asyncio.run(outline_undoing.compare(chosen.address, steps, *limits))
        case "compare-transfers":
            import outline_transferring  # noqa: PLC0415

            seeds = range(chosen.seed, chosen.seed + chosen.random)
            limits = (chosen.depth, chosen.children)
            findings.counts, findings.wrong = asyncio.run(outline_transferring.compare(chosen.address, seeds, *limits))
        case "moves":
            for count in range(chosen.nodes + 1):
                for base in outlines(count):
                    findings.counts["outlines"] += 1
                    play_moves(findings, base, chosen.length)
        case "batches":
            play_batches(findings, chosen.nodes, chosen.new)
        case "composing":
            play_composing(findings, chosen.nodes, chosen.length)
        case "undo":
            play_undo(findings, chosen.nodes)
        case "fewest":
            play_fewest(findings, chosen.nodes)
        case "histories":
            seeds = range(chosen.seed, chosen.seed + chosen.histories)
            findings.counts, findings.wrong = outline_histories.play(seeds, chosen.steps)
    for name, count in findings.counts.items():
        print(f"{count:>12,} {name}")
    print(f"{len(findings.wrong):>12,} wrong, {time.monotonic() - start:.1f} s")
    for line in findings.wrong[:MOST_REPORTED]:
        print(line)
    return 1 if findings.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
