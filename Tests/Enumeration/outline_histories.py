"""Random operations on outlines of any size, also such that are refused, and what holds for histories of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from edits import LIMIT
from outline import Home, Named, Operation, Outline, Place, Refused, drawing, drawn, under
from outline_batches import Batch, Tree, apply_batch, broken_rules, derive, preorder, tree
from outline_cases import damage, wrong
from outline_composing import compose
from outline_steps import Result, transact
from outline_views import OutlineView, RowList, flat, sequential

ONE_IN = 12
"""How often an operation names what is not there, or asks for what it can't get."""


class Generator:
    """Makes operations on outlines that it is shown."""

    def __init__(self, source: random.Random) -> None:
        self.source = source
        self.fresh = 0
        self.used: list[str] = []
        """The ids that there were."""

    def next(self, outline: Outline, other: Outline, name: str) -> Operation:
        """An operation on an outline, which may take items out of another collection of this name."""
        choose = self.source.choices
        kinds = ("insert", "move", "several", "update", "remove", "reorder", "adopt", "transfer", "section")
        (kind,) = choose(kinds, (6, 12, 4, 1, 3, 3, 2, 1, 1))
        if kind == "insert" or not outline.items:
            return Operation("insert_items", self._new(self.source.randint(1, 3)), **self._destination(outline))
        ids = self._ids(outline, 1 if kind == "move" else self.source.randint(1, 4))
        match kind:
            case "update":
                set = (("n", self.source.randrange(3)),)
                return Operation("update_items", tuple(Named(id, set=set) for id in ids))
            case "remove":
                options: dict[str, Any] = {"descendants": choose(("", "REMOVE", "PROMOTE", "REFUSE"), (2, 2, 4, 1))[0]}
                return Operation("remove_items", tuple(map(Named, ids)), **options)
            case "reorder":
                return self._reorder(outline)
            case "adopt":
                items = [*map(Named, ids), *self._new(1)]
                neighbours = [*outline.items, ""]
                named = [
                    item._replace(after=self.source.choice(neighbours), before=self.source.choice(neighbours))
                    for item in items
                ]
                cycle = {"if_cycle": self.source.choice(("FAIL", "SKIP"))}
                return Operation("adopt_items", tuple(named), **self._destination(outline) | {"to": Place()} | cycle)
            case "transfer" if other.items:
                ids = self._ids(other, self.source.randint(1, 2))
                left: dict[str, Any] = {"descendants": choose(("", "REMOVE", "PROMOTE", "REFUSE"), (4, 1, 2, 1))[0]}
                given = tuple(map(Named, ids))
                return Operation("transfer_items", given, source=name, **left, **self._destination(outline))
            case "section":
                return self._sections(outline)
        named = [Named(id, **self._conditions(outline, id)) for id in ids]
        cycle = {"if_cycle": self.source.choice(("FAIL", "SKIP", "BESIDE"))}
        return Operation("move_items", tuple(named), **self._destination(outline) | cycle)

    def _new(self, count: int) -> tuple[Named, ...]:
        items = []
        for _ in range(count):
            self.fresh += 1
            items.append(Named(f"i{self.fresh}", set=(("n", 0),)))
        self.used += [item.id for item in items]
        return tuple(items)

    def _ids(self, outline: Outline, count: int) -> list[str]:
        ids = self.source.sample(list(outline.items), min(count, len(outline.items)))
        return [self.source.choice(self.used) if self.source.randrange(ONE_IN * 2) == 0 else id for id in ids]

    def _destination(self, outline: Outline) -> dict[str, Any]:
        """Where items go: any list, or a parent that may be gone."""
        home = self.source.choice(list(outline.lists))
        ids = outline.lists[home] or [""]
        kind = self.source.choice(("first", "last", "before", "after", "at"))
        if kind in ("before", "after") and ids == [""]:
            kind = "last"
        anchor = self.source.choice(ids) if kind in ("before", "after") else ""
        if self.source.randrange(ONE_IN) == 0 and anchor:
            anchor = self.source.choice(self.used)
        if_missing = self.source.choice(("FAIL", "FIRST", "LAST"))
        to = Place(kind, anchor, self.source.randint(0, len(ids)), if_missing)  # type: ignore[arg-type]
        options: dict[str, Any] = {"to": to}
        options["if_parent_missing"] = self.source.choice(("FAIL", "NEAREST_ANCESTOR", "LAST"))
        if anchor and self.source.randrange(3) == 0:
            return options
        if home.kind == "section":
            options["section"] = home.id
            if self.source.randrange(2):
                options["parent"] = ""
        else:
            is_any = self.source.randrange(ONE_IN) == 0 and self.used
            options["parent"] = self.source.choice(self.used) if is_any else home.id
            if options["if_parent_missing"] != "FAIL" and self.source.randrange(2):
                options["section"] = self.source.choice(outline.sections)
        return options

    def _conditions(self, outline: Outline, id: str) -> dict[str, Any]:
        if self.source.randrange(4) or id not in outline.items:
            return {}
        home = outline.home(id)
        is_met = self.source.randrange(4) > 0
        return {
            "if_section": outline.section_of(home) if is_met else "nowhere",
            "if_parent": home.id if home.kind == "item" else "",
            "if_placement_version": outline.items[id].placement_version,
        }

    def _reorder(self, outline: Outline) -> Operation:
        home = max(
            self.source.sample(list(outline.lists), min(4, len(outline.lists))),
            key=lambda home: len(outline.lists[home]),
        )
        ids = self.source.sample(outline.lists[home], self.source.randint(0, len(outline.lists[home])))
        if not ids or self.source.randrange(ONE_IN) == 0:
            ids += self._ids(outline, 1)
        if home.kind == "item":
            return Operation("reorder_items", tuple(map(Named, ids)), parent=home.id)
        return Operation("reorder_items", tuple(map(Named, ids)), section=home.id)

    def _sections(self, outline: Outline) -> Operation:
        section = self.source.choice(outline.sections)
        match self.source.randrange(4):
            case 0 if len(outline.sections) > 2:
                return Operation("remove_sections", (Named(section),), only_if_empty=self.source.randrange(2) == 0)
            case 1 if len(outline.sections) < 6:
                self.fresh += 1
                limit = (LIMIT, self.source.choice((None, 3, 6)))
                return Operation("insert_sections", (Named(f"s{self.fresh}", set=(limit,)),), to=Place("first"))
        return Operation("move_sections", (Named(section),), to=Place(self.source.choice(("first", "last"))))


class History:
    """Two collections that change at random, with what was found wrong."""

    def __init__(self, source: random.Random, *, most_items: int = 40) -> None:
        self.source, self.most_items = source, most_items
        self.generator = Generator(source)
        self.world = {"one": drawn("|"), "two": drawn("|")}
        for outline in self.world.values():
            outline.most_depth, outline.most_children = source.choice((3, 5, 64)), source.choice((3, 8, 100))
        self.world["two"].is_outline = source.randrange(3) > 0
        self.last: dict[str, tuple[Tree, Batch, set[Home]]] = {}
        self.counts: Counter[str] = Counter()

    def step(self) -> Iterator[str]:
        """Carries out an operation, and returns what is wrong."""
        name, other = self.source.sample(list(self.world), 2)
        outline = self.world[name]
        operation = self.generator.next(outline, self.world[other], other)
        if len(outline.items) > self.most_items:
            operation = Operation(
                "remove_items", (Named(self.source.choice(list(outline.items))),), descendants="REMOVE"
            )
        self.counts["operations"] += 1
        where = f"{operation} on {drawing(outline)}"
        try:
            world, skipped = transact(self.world, [(name, operation)])
        except Refused as refused:
            self.counts[f"refused: {refused.code}"] += 1
            if operation.verb not in ("transfer_items", "insert_sections", "move_sections", "remove_sections"):
                yield from (f"{where}: {problem}" for problem in wrong(outline, operation, refused))
            return
        new = world[name]
        result = Result(new, new.version > outline.version, skipped)
        self.counts["skipped"] += len(skipped[0])
        if operation.verb.endswith("_items") and operation.verb != "transfer_items":
            yield from (f"{where}: {problem}" for problem in wrong(outline, operation, result))
        before = sorted(id for each in self.world.values() for id in each.items)
        after = sorted(id for each in world.values() for id in each.items)
        if operation.verb == "transfer_items":
            self.counts["transfers"] += 1
            gone = set(before) - set(after)
            if len(before) - len(after) != len(gone) or (gone and operation.descendants != "REMOVE"):
                yield f"{where}: an item is in both, or in none"
        for each, outline in world.items():
            yield from (f"{where}: {problem}" for problem in damage(outline))
            if outline.version > self.world[each].version:
                yield from (f"{where}: {problem}" for problem in self._follow(each, self.world[each], outline))
        self.world = world

    def _follow(self, name: str, old: Outline, new: Outline) -> Iterator[str]:
        """Checks the batch of a commit, and that of it and the one before."""
        was, now = tree(old), tree(new)
        touched = {
            under(id) for id, item in new.items.items() if id in old.items and item.placement_version == new.version
        } | {Home("section", id) for id in new.sections if id in old.sections}
        batch = derive(was, now, touched)
        self.counts["batches"] += 1
        yield from broken_rules(batch, was, now)
        if apply_batch(batch, was) != now:
            yield "the batch leads elsewhere"
        view, rows = OutlineView(was), RowList(list(preorder(was)))
        for call in sequential(batch, was):
            view.perform(call)
        for change in flat(batch, was):
            rows.perform(change)
        if view.tree != now or rows.rows != list(preorder(now)):
            yield "a rendering leads elsewhere"
        if name in self.last:
            first, before, touched_before = self.last[name]
            composition, expected = compose(before, batch), derive(first, now, touched_before | touched)
            is_again = bool(first.keys() & {node for insert in batch.inserts for node, _ in insert.rows})
            if composition != expected and not is_again:
                yield "the composition is another batch"
            if apply_batch(composition, first) != now:
                yield "the composition leads elsewhere"
            self.counts["compositions"] += 1
        self.last[name] = (was, batch, touched)


def play(seeds: Sequence[int], steps: int) -> tuple[Counter[str], list[str]]:
    """Plays a history for each seed. Returns what was counted and what was wrong."""
    counts: Counter[str] = Counter()
    found: list[str] = []
    for seed in seeds:
        history = History(random.Random(seed))
        for _ in range(steps):
            problems = [f"seed {seed}: {problem}" for problem in history.step()]
            found += problems
            if problems:
                break
        counts += history.counts
    return counts, found
