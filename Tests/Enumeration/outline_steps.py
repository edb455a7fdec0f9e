"""What operations do to outlines, naively: on plain lists, on a copy that counts if nothing is refused.

A move takes the subtree along. A transaction is carried out whole or not at all, on one outline or on several. The
model knows no order keys: adopted items are placed by their neighbours, as is documented for items whose keys are not
of the strategy.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from edits import LIMIT, moved_at_least
from outline import Home, Item, Named, Operation, Outline, Reason, Refused, Verb, top, under


@dataclass
class Result:
    """What a transaction did."""

    outline: Outline
    changed: bool
    skipped: list[list[str]]
    """For each operation, the items that were left where they are because they would have been below themselves."""


def apply(outline: Outline, operations: Sequence[Operation]) -> Result:
    """What operations do to an outline. Raises `Refused`."""
    new, skipped = transact({"": outline}, [("", operation) for operation in operations])
    return Result(new[""], new[""].version > outline.version, skipped)


World = Mapping[str, Outline]
"""Collections by their names."""


def transact(world: World, steps: Sequence[tuple[str, Operation]]) -> tuple[dict[str, Outline], list[list[str]]]:
    """The collections after a transaction, and what each step of it left out. Raises `Refused`.

    A step is an operation on a collection, of a transfer the one that the items go to.
    """
    new = {name: outline.copy() for name, outline in world.items()}
    for outline in new.values():
        outline.version += 1
    skipped = []
    for number, (name, operation) in enumerate(steps):
        source = new[operation.source] if operation.verb == "transfer_items" else None
        skipped.append(_Step(new[name], operation, f"operations[{number}].{operation.verb}.", source).carry_out())
    # What changed nothing, such as moves there and back, makes no version.
    return {name: world[name] if new[name].has_same_content(world[name]) else new[name] for name in world}, skipped


class _Step:
    """One operation that is carried out."""

    def __init__(self, outline: Outline, operation: Operation, prefix: str, source: Outline | None = None) -> None:
        self.outline, self.operation, self.prefix, self.source = outline, operation, prefix, source

    def carry_out(self) -> list[str]:
        """Changes the outline. Returns what was left where it is."""
        before = self.outline.copy()
        verbs: dict[Verb, Callable[[], list[str]]] = {
            "insert_items": self._insert,
            "move_items": self._move,
            "update_items": self._update,
            "remove_items": self._remove,
            "reorder_items": self._reorder,
            "adopt_items": self._adopt,
            "transfer_items": self._transfer,
            "insert_sections": self._insert_sections,
            "move_sections": self._move_sections,
            "remove_sections": self._remove_sections,
        }
        skipped = verbs[self.operation.verb]()
        self._check_limits(before)
        return skipped

    def _refused(self, code: str, field: str, message: str, path: Sequence[str] = (), reason: Reason = "") -> Refused:
        return Refused(code, self.prefix + field, message, path, reason)

    # The items that are named.

    def _locate(self, outline: Outline, *, are_apart: bool = False, id_field: str = ".id") -> list[str]:
        """The items, which have to exist and meet their conditions, each named once; with `are_apart`, none of them in
        another one. A reordering has a plain list of ids, without a field for each."""
        for number, item in enumerate(self.operation.items):
            if item.id not in outline.items:
                raise self._refused("NOT_FOUND", f"items[{number}]{id_field}", f"there is no item {item.id!r}")
            self._check_conditions(outline, item, f"items[{number}].")
        ids = self.operation.ids
        for number, id in enumerate(ids):
            if id in ids[:number]:
                raise self._refused("INVALID_ARGUMENT", f"items[{number}]{id_field}", f"{id!r} is named twice")
        for number, id in enumerate(ids):
            if are_apart and (within := set(outline.path(id)[:-1]) & set(ids)):
                path = outline.path(id)
                path = path[path.index(next(each for each in path if each in within)) :]
                raise self._refused("INVALID_ARGUMENT", f"items[{number}].id", "it goes along with another one", path)
        return ids

    def _check_conditions(self, outline: Outline, item: Named, field: str) -> None:
        home, now = outline.home(item.id), outline.items[item.id]
        conditions = (
            ("if_content_version", item.if_content_version, now.content_version),
            ("if_section", item.if_section, outline.section_of(home)),
            ("if_parent", item.if_parent, home.id if home.kind == "item" else ""),
            ("if_placement_version", item.if_placement_version, now.placement_version),
        )
        for name, wanted, found in conditions:
            if wanted is not None and wanted != found:
                message = f"it is {found!r}, and the item is here"
                raise self._refused("ABORTED", field + name, message, outline.path(item.id))

    # The list that items go to, and the gap there.

    def _target(self, leaving: Sequence[str]) -> Home:
        """The list that the items go to. `leaving` are items that move, whose first one is in it if nothing is said."""
        operation, outline = self.operation, self.outline
        if operation.parent and not outline.is_outline:
            raise self._refused("FAILED_PRECONDITION", "parent", "the collection is flat", reason="no_outline")
        if operation.parent and operation.section is not None and operation.if_parent_missing == "FAIL":
            message = "the section follows from the parent; it can only say where the items go without one"
            raise self._refused("INVALID_ARGUMENT", "section", message)
        if operation.parent in outline.items:
            return under(operation.parent)
        if operation.parent:
            return self._in_place_of(operation.parent, leaving)
        anchor = operation.to.anchor
        if anchor in outline.items and operation.section in (None, outline.section(anchor)):
            home = outline.home(anchor)  # The anchor implies the parent.
        elif operation.section is not None:
            home = self._top(operation.section)
        else:
            home = self._elsewhere(leaving)
        return top(outline.section_of(home)) if operation.parent == "" else home

    def _elsewhere(self, leaving: Sequence[str]) -> Home:
        """The list for items of which nothing is said: that of the first one, or the default section."""
        return self.outline.home(leaving[0]) if leaving else self._top("")

    def _top(self, section: str) -> Home:
        """The top of a section; the default one comes into being when it is first used."""
        if section == "" and "" not in self.outline.sections:
            self._make_section("")
        if section not in self.outline.sections:
            raise self._refused("NOT_FOUND", "section", f"there is no section {section!r}")
        return top(section)

    def _in_place_of(self, parent: str, leaving: Sequence[str]) -> Home:
        """The list for items whose parent is missing."""
        operation, outline = self.operation, self.outline
        if operation.if_parent_missing == "NEAREST_ANCESTOR" and (home := outline.nearest(parent)) is not None:
            return home
        if operation.section is not None:
            return self._top(operation.section)
        if operation.if_parent_missing == "LAST":
            return top(outline.section_of(self._elsewhere(leaving)))
        raise self._refused("NOT_FOUND", "parent", f"there is no item {parent!r}")

    def _gap(self, home: Home, leaving: Iterable[str]) -> int:
        """The index at which items go into a list without those that leave it."""
        ids, gone, to = self.outline.lists[home], set(leaving), self.operation.to
        rest = [id for id in ids if id not in gone]
        is_elsewhere = bool(self.operation.parent) and home != under(self.operation.parent or "")
        if to.anchor in ids and to.kind in ("before", "after"):
            before = ids[: ids.index(to.anchor) + (to.kind == "after")]
            return sum(id not in gone for id in before)
        if is_elsewhere:
            return len(rest)  # The parent is missing: its first place, or its third one, says nothing here.
        if to.kind == "at":
            if not 0 <= to.place <= len(rest):
                raise self._refused("OUT_OF_RANGE", "to.at", f"the list has places 0 to {len(rest)}")
            return to.place
        if to.kind in ("first", "last"):
            return 0 if to.kind == "first" else len(rest)
        if to.if_missing == "FAIL":
            raise self._refused("NOT_FOUND", f"to.{to.kind}", f"{to.anchor!r} is not there")
        return 0 if to.if_missing == "FIRST" else len(rest)

    # What verbs do.

    def _insert(self) -> list[str]:
        home = self._target([])
        gap = self._gap(home, [])
        self._check_new(self.operation.ids, self.outline.items)
        for item in self.operation.items:
            self._make(item)
        self.outline.lists[home][gap:gap] = self.operation.ids
        return []

    def _check_new(self, ids: Sequence[str], taken: Iterable[str]) -> None:
        for number, id in enumerate(ids):
            if id in taken or id in ids[:number]:
                raise self._refused("ALREADY_EXISTS", f"items[{number}].id", f"there is an item {id!r}")

    def _make(self, item: Named) -> None:
        fields = {name: value for name, value in item.set if value is not None}
        self.outline.items[item.id] = Item(fields, self.outline.version, self.outline.version)
        self.outline.lists[under(item.id)] = []

    def _place(self, id: str) -> None:
        item, version = self.outline.items[id], self.outline.version
        self.outline.items[id] = dataclasses.replace(item, placement_version=version)

    def _move(self) -> list[str]:
        ids = self._locate(self.outline, are_apart=True)
        home = self._target(ids)
        around = self._containing(ids, home)
        if around and self.operation.if_cycle == "FAIL":
            field = "parent" if self.operation.parent else f"to.{self.operation.to.kind}"
            path = self.outline.path(home.id)
            path = path[path.index(around[0]) :]
            raise self._refused("FAILED_PRECONDITION", field, "an item can't be below itself", path, "below_itself")
        ids = [id for id in ids if id not in around]
        gap = self._gap(home, ids)
        beside = around if self.operation.if_cycle == "BESIDE" else []
        beside = [id for id in beside if self.outline.home(id).kind == "item"]
        self._put(ids, home, gap)
        for id in beside:
            parent = self.outline.home(id)
            siblings = self.outline.home(parent.id)
            self._put([id], siblings, self.outline.lists[siblings].index(parent.id) + 1)
        return [id for id in around if id not in beside]

    def _containing(self, ids: Sequence[str], home: Home) -> list[str]:
        """Which of the items contain a list, so that they can't go there."""
        path = self.outline.path(home.id) if home.kind == "item" else []
        return [id for id in ids if id in path]

    def _put(self, ids: Sequence[str], home: Home, gap: int) -> None:
        """Puts items into a gap of a list, which counts without them."""
        old = {each: list(siblings) for each, siblings in self.outline.lists.items()}
        for id in ids:
            self.outline.take(id)
        self.outline.lists[home][gap:gap] = ids
        # A move to where the items are is none. Any other one places all that it names.
        if self.outline.lists != old:
            for id in ids:
                self._place(id)

    def _update(self) -> list[str]:
        outline = self.outline
        for id, item in zip(self._locate(outline), self.operation.items, strict=True):
            values = outline.items[id].fields | dict(item.set)
            fields = {name: value for name, value in values.items() if value is not None}
            if fields != outline.items[id].fields:
                outline.items[id] = dataclasses.replace(
                    outline.items[id], fields=fields, content_version=outline.version
                )
        return []

    def _remove(self) -> list[str]:
        ids = self._locate(self.outline)
        self._check_children(self.outline, ids)
        self._take_out(self.outline, ids, self.operation.descendants)
        return []

    def _check_children(self, outline: Outline, ids: Sequence[str]) -> None:
        """Checks that it is said what becomes of children."""
        for number, id in enumerate(ids):
            # What is named as well is removed by itself.
            left = [child for child in outline.lists[under(id)] if child not in ids]
            if left and self.operation.descendants in ("", "REFUSE"):
                field = f"items[{number}].id" if self.operation.descendants else "descendants"
                message = "it has children, of which the operation has to say what becomes"
                raise self._refused("FAILED_PRECONDITION", field, message, outline.path(left[0]), "has_children")

    def _take_out(self, outline: Outline, ids: Sequence[str], descendants: str) -> None:
        """Removes items, with what is below them unless that moves up."""
        for id in ids:
            if id not in outline.items:
                continue  # It went with one that it was below.
            home = outline.home(id)
            if descendants == "PROMOTE":
                children, index = outline.lists[under(id)], outline.lists[home].index(id)
                outline.lists[home][index:index] = children
                for child in children:
                    outline.items[child] = dataclasses.replace(outline.items[child], placement_version=outline.version)
                outline.lists[under(id)] = []
            self._forget(outline, id)

    def _forget(self, outline: Outline, id: str) -> None:
        """Removes an item with all that is below it."""
        for each in list(outline.subtree(id)):
            outline.gone[each] = outline.home(each)
        outline.take(id)
        for each in list(outline.subtree(id)):
            outline.forget(each)

    def _reorder(self) -> list[str]:
        operation, outline = self.operation, self.outline
        if operation.parent and operation.section is not None:
            raise self._refused("INVALID_ARGUMENT", "section", "the section follows from the parent")
        if operation.parent and operation.parent not in outline.items:
            raise self._refused("NOT_FOUND", "parent", f"there is no item {operation.parent!r}")
        home = under(operation.parent) if operation.parent else self._top(operation.section or "")
        ids = self._locate(outline, id_field="")
        for number, id in enumerate(ids):
            if outline.home(id) != home:
                raise self._refused("INVALID_ARGUMENT", f"items[{number}]", "it is here", outline.path(id))
        old, following = outline.lists[home], iter(ids)
        new = [next(following) if id in ids else id for id in old]
        for id in moved_at_least(old, new):
            self._place(id)
        outline.lists[home] = new
        return []

    def _adopt(self) -> list[str]:
        outline = self.outline
        new = [item for item in self.operation.items if item.id not in outline.items]
        ids = self.operation.ids
        for number, id in enumerate(ids):
            if id in ids[:number]:
                raise self._refused("INVALID_ARGUMENT", f"items[{number}].id", f"{id!r} is named twice")
        home = self._target([])
        around = self._containing([id for id in ids if id in outline.items], home)
        if around and self.operation.if_cycle == "FAIL":
            path = outline.path(home.id)
            path = path[path.index(around[0]) :]
            raise self._refused("FAILED_PRECONDITION", "parent", "an item can't be below itself", path, "below_itself")
        for item in new:
            self._make(item)
        adopted = [item for item in self.operation.items if item.id not in around]
        names = {item.id for item in adopted}
        siblings = _adopted([id for id in outline.lists[home] if id not in names], adopted)
        was = list(outline.lists[home])
        for item in adopted:
            if item not in new:
                was_in = outline.home(item.id)
                outline.take(item.id)
                if was_in != home:
                    self._place(item.id)
        for id in moved_at_least([id for id in was if id in siblings], [id for id in siblings if id in was]):
            self._place(id)
        outline.lists[home] = siblings
        return around

    def _transfer(self) -> list[str]:
        source, outline = self.source, self.outline
        assert source is not None
        was, had = outline.copy(), source.copy()
        takes_all = outline.is_outline and not self.operation.descendants
        ids = self._locate(source, are_apart=takes_all)
        if not takes_all:
            self._check_children(source, ids)
        trees = [list(source.subtree(id)) if takes_all else [id] for id in ids]
        for number, tree in enumerate(trees):
            for each in tree:
                if each in outline.items:
                    path = outline.path(each) if outline.is_outline else []
                    raise self._refused("ALREADY_EXISTS", f"items[{number}].id", "the target has it", path)
        home = self._target([])
        gap = self._gap(home, [])
        for each in (each for tree in trees for each in tree):
            outline.items[each] = dataclasses.replace(source.items[each], placement_version=outline.version)
            outline.lists[under(each)] = list(source.lists[under(each)]) if takes_all else []
        outline.lists[home][gap:gap] = ids
        self._check_limits(was)
        self._take_out(source, ids, "REMOVE" if takes_all else self.operation.descendants)
        try:
            self._check_limits(had, source)
        except Refused as refused:
            # What moved up found no room.
            raise self._refused(refused.code, "descendants", str(refused), refused.path, refused.reason) from None
        return []

    # Sections.

    def _make_section(self, id: str, set: Iterable[tuple[str, int | None]] = ()) -> None:
        self.outline.sections.append(id)
        self.outline.section_fields[id] = {name: value for name, value in set if value is not None}
        self.outline.lists[top(id)] = []

    def _section_gap(self, rest: Sequence[str]) -> int:
        to = self.operation.to
        if to.kind in ("before", "after") and to.anchor not in rest:
            raise self._refused("NOT_FOUND", f"to.{to.kind}", f"{to.anchor!r} is not there")
        match to.kind:
            case "first":
                return 0
            case "last":
                return len(rest)
            case "at":
                return to.place
        return rest.index(to.anchor) + (to.kind == "after")

    def _insert_sections(self) -> list[str]:
        gap, rest = self._section_gap(self.outline.sections), list(self.outline.sections)
        for number, section in enumerate(self.operation.items):
            if section.id in self.outline.sections:
                raise self._refused("ALREADY_EXISTS", f"sections[{number}].id", f"there is a section {section.id!r}")
            self._make_section(section.id, section.set)
        self.outline.sections = [*rest[:gap], *self.operation.ids, *rest[gap:]]
        return []

    def _locate_sections(self) -> list[str]:
        for number, id in enumerate(self.operation.ids):
            if id not in self.outline.sections:
                raise self._refused("NOT_FOUND", f"sections[{number}].id", f"there is no section {id!r}")
        return self.operation.ids

    def _move_sections(self) -> list[str]:
        ids = self._locate_sections()
        rest = [id for id in self.outline.sections if id not in ids]
        gap = self._section_gap(rest)
        self.outline.sections = [*rest[:gap], *ids, *rest[gap:]]
        return []

    def _remove_sections(self) -> list[str]:
        for number, id in enumerate(self._locate_sections()):
            if self.outline.lists[top(id)] and self.operation.only_if_empty:
                raise self._refused("FAILED_PRECONDITION", f"sections[{number}].id", f"section {id!r} has items")
            for item in list(self.outline.lists[top(id)]):
                self._forget(self.outline, item)
            self.outline.sections.remove(id)
            del self.outline.lists[top(id)], self.outline.section_fields[id]
        return []

    # Limits.

    def _check_limits(self, before: Outline, outline: Outline | None = None) -> None:
        """Refuses what is beyond a limit and was not already, or not as far."""
        outline = outline or self.outline
        for home, ids in outline.lists.items():
            if home.kind == "section":
                most = outline.section_fields[home.id].get(LIMIT, 0) or len(ids)
            else:
                most = outline.most_children
            if len(ids) > max(most, len(before.lists.get(home, ()))):
                field, path = ("parent", outline.path(home.id)) if home.kind == "item" else ("section", [])
                message = f"there would be {len(ids)} items, {most} are the most"
                raise self._refused("FAILED_PRECONDITION", field, message, path, "too_many_items")
        if len(outline.items) <= outline.most_depth:
            return
        # Of several that are as deep, the first one as they were shown before; new ones come after all others.
        shown = dict.fromkeys([*(id for id, _ in before.rows()), *outline.items])
        deeper = [
            path
            for path in map(outline.path, (id for id in shown if id in outline.items))
            if len(path) > outline.most_depth
            and (path[-1] not in before.items or len(path) > len(before.path(path[-1])))
        ]
        if deeper:
            path = max(deeper, key=len)
            number = next((number for number, id in enumerate(self.operation.ids) if id in path), 0)
            message = f"it would be at depth {len(path)}, {outline.most_depth} is the deepest"
            raise self._refused("FAILED_PRECONDITION", f"items[{number}].id", message, path, "too_deep")


def _adopted(rest: Sequence[str], adopted: Sequence[Named]) -> list[str]:
    """Siblings with those that were placed among them elsewhere: each directly behind the one that it was placed after,
    or else before the one that it was placed before, or else at the end. Those with the same position are in the
    order in which they name each other, or else in that of the bytes of their ids."""
    by_id = {item.id: item for item in adopted}

    def leads_round(item: Named) -> bool:
        seen = {item.id}
        while (item.after in by_id) and item.after not in seen:
            item = by_id[item.after]
            seen.add(item.id)
        return item.after in by_id

    behind: dict[str, list[Named]] = {}
    ahead: dict[str, list[Named]] = {}
    last: list[Named] = []
    for item in adopted:
        if item.after in rest or (item.after in by_id and not leads_round(item)):
            behind.setdefault(item.after, []).append(item)
        elif item.before in rest:
            ahead.setdefault(item.before, []).append(item)
        else:
            last.append(item)

    def in_order(items: Sequence[Named]) -> list[Named]:
        ordered = sorted(items, key=lambda item: item.id.encode())
        for item in list(ordered):
            names = [each.id for each in ordered]
            if item.before in names and names.index(item.before) < names.index(item.id):
                ordered.remove(item)
                ordered.insert(names.index(item.before), item)
        return ordered

    def with_followers(id: str) -> Iterator[str]:
        yield id
        for item in in_order(behind.get(id, [])):
            yield from with_followers(item.id)

    found: list[str] = []
    for id in rest:
        for item in in_order(ahead.get(id, [])):
            found += with_followers(item.id)
        found += with_followers(id)
    for item in in_order(last):
        found += with_followers(item.id)
    return found
