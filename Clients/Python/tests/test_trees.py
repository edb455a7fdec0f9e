"""Outlines: batches that are applied, checked, composed and rendered, and what is collapsed."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import random
import subprocess
import sys
import unittest
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from google.protobuf import json_format

from arrange import ArrangeError, BatchError, Element, ListSize
from arrange.trees import (
    MOST_FOLDED,
    SECTIONS,
    Folding,
    Hidden,
    InsertCall,
    ListOwner,
    MoveCall,
    NodeCounts,
    NodeKey,
    NodePlace,
    RowChange,
    RowInsert,
    RowMove,
    TreeBatch,
    TreeCall,
    TreeInsert,
    TreeList,
    TreeMove,
    TreeNode,
    TreePlace,
    TreeSection,
    TreeUpdate,
    compose,
    from_tree_batch,
    to_tree_batch,
)
from arrange.v1 import changes_pb2

from .naive_trees import Maker, OutlineView, Plain, Row, RowView, naive_batch, plain_rows, sections_of
from .support import REPOSITORY, scale, seeded


def rows(tree: TreeList) -> list[tuple[str, int, int]]:
    """Ids, contents and depths."""
    return [(node.id, _n(node.element), node.depth) for node in tree.rows()]


def _n(element: Element) -> int:
    n = element.fields.get("n", 0)
    assert isinstance(n, int)
    return n


def ids(rows: Iterable[tuple[str, int, int]]) -> list[Row]:
    """Ids with depths."""
    return [(id, depth) for id, _, depth in rows]


def received(batch: TreeBatch) -> TreeBatch:
    """A batch that was a message."""
    return from_tree_batch(changes_pb2.TreeBatch.FromString(to_tree_batch(batch).SerializeToString()))


class TreeCase(unittest.TestCase):
    def check_list(self, tree: TreeList) -> None:
        """Everything that a list says of itself is true."""
        nodes = list(tree.rows())
        self.assertEqual(tree.size, (len(tree.sections), len(nodes) - len(tree.sections)))
        self.assertEqual(tree.row_count, len(nodes))
        for row in (-1, len(nodes)):
            with self.assertRaises(IndexError):
                tree.row_at(row)
        shown = dict.fromkeys(nodes, 0)
        descendants = {node: node.hidden.descendants if node.hidden else 0 for node in nodes}
        for row, node in enumerate(nodes):
            self.assertIs(tree.row_at(row), node)
            self.assertEqual(tree.row_of(node), row)
            self.assertIs(tree.find(node.id) if node.is_item else tree.section(node.id), node)
            assert node.parent is not None
            self.assertIs(node.parent.children[node.index], node)
            self.assertEqual(node.depth, node.parent.depth + 1 if node.is_item else 0)
            above = node.parent
            while above in shown:
                shown[above] += 1
                descendants[above] += 1 + (node.hidden.descendants if node.hidden else 0)
                assert above.parent is not None
                above = above.parent
        for node in nodes:
            self.assertEqual((node.shown, node.descendants), (shown[node], descendants[node]))

    def apply(self, tree: TreeList, batch: TreeBatch) -> list[TreeNode]:
        """Applies a batch in all ways."""
        before = rows(tree)
        view, list_view = OutlineView(ids(before)), RowView(ids(before))
        tree.check(batch)
        calls, changes = tree.calls(batch), tree.row_changes(batch)
        for call in calls:
            view.perform(call)
        for change in changes:
            list_view.perform(change)
        self.assertEqual(rows(tree), before, "nothing has changed yet")
        count = len(batch) - len(batch.updates)
        self.assertEqual((len(calls), len(changes)), (count, count), "there is one call for each change")
        changed = tree.apply(batch)
        self.check_list(tree)
        self.assertEqual(view.rows, ids(rows(tree)))
        self.assertEqual(list_view.rows, ids(rows(tree)))
        return changed


class RandomTests(TreeCase):
    def test_a_batch_leads_from_one_tree_to_another(self) -> None:
        source = seeded("batches between random trees")
        maker = Maker(source)
        for _ in range(scale(200)):
            old = maker.tree(source.randint(0, 20))
            tree = TreeList(sections_of(old))
            self.check_list(tree)
            for _ in range(3):
                new = maker.edited(old)
                batch = received(naive_batch(source, old, new))
                before = tree.copy()
                nodes = {node.id: node for node in tree.rows()}
                changed = self.apply(tree, batch)
                self.assertEqual(rows(tree), plain_rows(new))
                self.assertEqual(rows(before), plain_rows(old))
                self.assertEqual([node.id for node in changed], [update.element.id for update in batch.updates])
                for node in tree.rows():
                    self.assertIs(nodes.get(node.id, node), node, "nodes stay the same objects")
                old = new

    def test_batches_are_composed_in_any_grouping(self) -> None:
        source = seeded("compositions of random batches")
        maker = Maker(source)
        for _ in range(scale(200)):
            versions = [maker.tree(source.randint(0, 16))]
            batches = []
            for _ in range(3):
                versions.append(maker.edited(versions[-1]))
                batches.append(received(naive_batch(source, *versions[-2:])))
            left = compose(compose(batches[0], batches[1]), batches[2])
            tree = TreeList(sections_of(versions[0]))
            self.apply(tree, left)
            self.assertEqual(rows(tree), plain_rows(versions[3]))
            self.assertEqual(compose(batches[0], compose(batches[1], batches[2])), left)
            self.assertEqual((received(left), left.commits), (left, 3))

    def test_a_batch_with_anything_wrong_changes_nothing(self) -> None:
        source = seeded("damaged batches of trees")
        maker = Maker(source)
        refused = 0
        for _ in range(scale(1000)):
            old = maker.tree(source.randint(3, 12))
            message = to_tree_batch(naive_batch(source, old, maker.edited(old, 6)))
            _damage(source, message)
            tree = TreeList(sections_of(old))
            following = naive_batch(source, old, maker.edited(old))
            with contextlib.suppress(BatchError):
                batch = from_tree_batch(message)
                compose(batch, dataclasses.replace(following, before=batch.after))
                compose(dataclasses.replace(following, after=batch.before), batch)
            try:
                batch = from_tree_batch(message)
                tree.apply(batch)
                self.assertEqual(tree.size, batch.after)
            except BatchError:
                self.assertEqual(rows(tree), plain_rows(old))
                refused += 1
            self.check_list(tree)
        self.assertGreater(refused, scale(450))


def _damage(source: random.Random, message: changes_pb2.TreeBatch) -> None:
    """Changes a number of a batch."""
    change = source.choice((-2, -1, 1, 2))
    lists = [
        numbers
        for numbers in (
            message.section_deletes,
            message.section_moves,
            message.sections_unmoved,
            message.deletes,
            message.moves,
            message.unmoved,
        )
        if numbers
    ]
    parts: list[Any] = [*message.owners, *message.section_inserts, *message.inserts, *message.updates]
    if source.randrange(5) == 0:
        size = source.choice((message.before, message.after))
        size.items += change
    elif lists and source.randrange(2):
        numbers = source.choice(lists)
        numbers[source.randrange(len(numbers))] += change
    elif parts:
        part = source.choice(parts)
        if isinstance(part, changes_pb2.TreeInsert) and source.randrange(2):
            part.depths[source.randrange(len(part.depths))] += change
        else:
            name = source.choice([each.name for each in part.DESCRIPTOR.fields if each.name.endswith(("list", "at"))])
            setattr(part, name, getattr(part, name) + change)


def drawn(text: str) -> Plain:
    """The outline of a text such as ``a(b)c``, in one section."""
    root = Plain("", children=[Plain("s")])
    above = [root.children[0]]
    for letter in text:
        if letter == "(":
            above.append(above[-1].children[-1])
        elif letter == ")":
            above.pop()
        else:
            above[-1].children.append(Plain(letter))
    return root


A = ListOwner("a", TreePlace(0, 0), TreePlace(0, 0))
B = ListOwner("b", TreePlace(1, 0), TreePlace(1, 0))


def by_hand(**lists: Any) -> TreeBatch:
    """A batch for ``a(b)c``."""
    return TreeBatch(**({"before": ListSize(1, 3), "after": ListSize(1, 3), "owners": [A, B]} | lists))


class CheckTests(TreeCase):
    def refused(self, message: str, **lists: Any) -> None:
        tree = TreeList(sections_of(drawn("a(b)c")))
        with self.assertRaisesRegex(BatchError, message):
            tree.apply(by_hand(**lists))
        self.assertEqual(rows(tree), plain_rows(drawn("a(b)c")))
        self.check_list(tree)

    def test_what_is_wrong_is_named(self) -> None:
        a, c, b = TreePlace(0, 0), TreePlace(0, 1), TreePlace(1, 0)
        x = Element("x")
        more = ListSize(1, 4)
        self.refused("the batch is for", before=more)
        self.refused("a is elsewhere", owners=[A._replace(old=c)])
        self.refused("a comes elsewhere", owners=[A._replace(new=c)])
        self.refused("a comes elsewhere", owners=[A._replace(new=None)])
        self.refused("a list was not there", deletes=[TreePlace(2, 0)])
        self.refused("named twice", deletes=[c, c])
        self.refused("nothing was at", deletes=[TreePlace(0, 2)])
        self.refused("nothing was at", deletes=[TreePlace(0, -1)])
        self.refused("below itself", moves=[TreeMove(a, TreePlace(3, 0))])
        self.refused("below something that is deleted", deletes=[a], moves=[TreeMove(c, b)])
        self.refused("deleted below something", deletes=[a, b])
        self.refused("inserted twice", after=more, inserts=[TreeInsert(TreePlace(0, 2), [x, x], [0, 1])])
        self.refused("there already", after=more, inserts=[TreeInsert(TreePlace(0, 2), [Element("b")], [0])])
        self.refused("no parent", after=more, inserts=[TreeInsert(TreePlace(0, 2), [x], [1])])
        self.refused("no parent", after=more, inserts=[TreeInsert(TreePlace(0, 2), [x, x], [0, 0])])
        self.refused("no parent", after=more, inserts=[TreeInsert(TreePlace(0, 2), [], [])])
        self.refused("no place", after=more, inserts=[TreeInsert(TreePlace(0, 3), [x], [0])])
        self.refused("among items", moves=[TreeMove(c, TreePlace(SECTIONS, 1))])
        self.refused("does not stay", unmoved=[TreeMove(a, c)])
        self.refused("something else", updates=[TreeUpdate(a, Element("c"))])
        self.refused("something else", updates=[TreeUpdate(a, Element("a"))] * 2)
        self.refused("counts are wrong", counts=[NodeCounts(c, 2, 1)])
        self.refused("nothing is at", counts=[NodeCounts(TreePlace(0, 2), 1, 1)])
        self.refused("do not add up", deletes=[c])
        self.refused(
            "inserted below something",
            after=ListSize(1, 5),
            owners=[ListOwner("x", None, TreePlace(0, 2))],
            inserts=[TreeInsert(TreePlace(0, 2), [x], [0]), TreeInsert(TreePlace(1, 0), [Element("y")], [0])],
        )

    def test_messages(self) -> None:
        for message in (
            changes_pb2.TreeBatch(deletes=[1]),
            changes_pb2.TreeBatch(moves=[0, 0]),
            changes_pb2.TreeBatch(section_moves=[1]),
            changes_pb2.TreeBatch(keyed=[0, 0]),
        ):
            with self.assertRaises(BatchError):
                from_tree_batch(message)

    def test_sections(self) -> None:
        element = Element("s")
        for section in (
            TreeSection(element, [Element("a")], [2]),
            TreeSection(element, [Element("a")], [0]),
            TreeSection(element, [Element("a")], []),
            TreeSection(element, [Element("a"), Element("a")], [1, 1]),
            TreeSection(element, [], [], {0: Hidden(1, 1)}),
        ):
            with self.assertRaises(BatchError):
                TreeList([section])


class ContentTests(TreeCase):
    def test_keys(self) -> None:
        tree = TreeList(sections_of(drawn("a(b)c")))
        keys = [NodeKey(TreePlace(SECTIONS, 0), b"1", 5), NodeKey(TreePlace(1, 0), b"2", 6)]
        tree.apply(received(by_hand(keys=keys, updates=[TreeUpdate(TreePlace(1, 0), Element("b", {"n": 3}))])))
        section, item = tree.section("s"), tree.find("b")
        assert section is not None and item is not None
        self.assertEqual((section.element.key, section.element.placement_version), (b"1", 5))
        self.assertEqual(item.element, Element("b", {"n": 3}, key=b"2", placement_version=6))

    def test_composition_keeps_the_newest_content(self) -> None:
        a, b, x = TreePlace(0, 0), TreePlace(1, 0), TreePlace(0, 2)
        first = by_hand(
            after=ListSize(1, 4),
            updates=[TreeUpdate(a, Element("a", {"n": 1}), 11), TreeUpdate(b, Element("b", {"n": 1}), 12)],
            inserts=[TreeInsert(x, [Element("x", {"n": 1})], [0])],
            keys=[NodeKey(TreePlace(0, 1), b"1", 4)],
            counts=[NodeCounts(TreePlace(0, 1), 1, 2)],
        )
        second = TreeBatch(
            before=ListSize(1, 4),
            after=ListSize(1, 3),
            owners=[A],
            deletes=[b],
            updates=[TreeUpdate(a, Element("a", {"n": 2}), 13), TreeUpdate(x, Element("x", {"n": 2}), 14)],
            keys=[NodeKey(x, b"2", 5)],
        )
        both = compose(first, second)
        self.assertEqual(both.updates, [TreeUpdate(a, Element("a", {"n": 2}), 11)])
        self.assertEqual(both.inserts[0].rows, [Element("x", {"n": 2}, key=b"2", placement_version=5)])
        self.assertEqual((both.keys, both.counts), (first.keys, first.counts))
        with self.assertRaises(BatchError):
            compose(first, first)

    def test_an_id_that_is_used_again_has_another_list_of_children(self) -> None:
        source = seeded("a composition with an id that is used again")
        first, second, third = drawn("a(b)c"), drawn("cb"), drawn("ca(b)")
        tree = TreeList(sections_of(first))
        tree.apply(compose(naive_batch(source, first, second), naive_batch(source, second, third)))
        self.assertEqual(rows(tree), plain_rows(third))
        self.check_list(tree)

    def test_a_subtree_that_moves_is_one_change(self) -> None:
        count = 10_000
        items = [Element("a"), Element("b"), *(Element(f"{index}") for index in range(count)), Element("c")]
        tree = TreeList([TreeSection(Element("s"), items, [1, 2, *[3] * count, 1])])
        size = ListSize(1, count + 3)
        batch = TreeBatch(size, size, owners=[A], moves=[TreeMove(TreePlace(1, 0), TreePlace(0, 2))])
        self.assertEqual(tree.row_changes(batch), [RowMove(2, count + 1, 3, -1)])
        tree.apply(batch)
        self.assertEqual(tree.row_at(4).id, "0")
        last = tree.find("9999")
        assert last is not None
        self.assertEqual(last.depth, 2)


class FoldingTests(TreeCase):
    def test_values(self) -> None:
        a, b = TreeNode(Element("a"), is_item=True), TreeNode(Element("b"), is_item=True)
        s = TreeNode(Element("s"), is_item=False)
        folding = Folding(frozenset("a"), frozenset("s"))
        self.assertEqual([folding.hides(node) for node in (a, b, s)], [True, False, True])
        toggled = folding.toggling(a).toggling(b).toggling(s)
        self.assertEqual(toggled, Folding(frozenset("b")))
        self.assertEqual(toggled.toggled(folding), (frozenset("ab"), frozenset("s")))
        lazy = Folding(frozenset("a"), lazy=True)
        self.assertEqual([lazy.hides(node) for node in (a, b, s)], [False, True, True])
        refused: list[Callable[[], object]] = [
            lambda: lazy.toggled(folding),
            lambda: Folding(frozenset(str(number) for number in range(MOST_FOLDED + 1))),
        ]
        for call in refused:
            with self.assertRaises(ArrangeError):
                call()


class ModelTests(TreeCase):
    """The cases of Tests/Enumeration, an independent model."""

    def test_the_model_has_the_same_results(self) -> None:
        count, seed = scale(250), seeded("cases of the model of outlines").randrange(2**30)
        script = REPOSITORY / "Tests" / "Enumeration" / "outlining.py"
        output = subprocess.run(
            [sys.executable, str(script), "json", "--cases", str(count), "--seed", str(seed)],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        cases = [json.loads(line) for line in output.splitlines()]
        self.assertEqual(len(cases), count)
        for case in cases:
            with self.subTest(case=case["number"]):
                self._check_renderings(case)
                self._check_composition(case)
                self._check_folding(case["folded"], case["versions"][1])
        self.assertGreater(sum(case["composed"] is not None for case in cases), count // 2)

    def _check_renderings(self, case: dict[str, Any]) -> None:
        first, second = _batch(case["first"]), _batch(case["second"])
        tree = TreeList(_sections(case["versions"][0]))
        self.assertEqual([_plain_call(call) for call in tree.calls(first)], case["calls"])
        self.assertEqual([_plain_change(change) for change in tree.row_changes(first)], case["ranges"])
        for batch, version in zip((first, second), case["versions"][1:], strict=True):
            self.apply(tree, batch)
            self.assertEqual(ids(rows(tree)), _rows(version))

    def _check_composition(self, case: dict[str, Any]) -> None:
        composed = compose(_batch(case["first"]), _batch(case["second"]))
        tree = TreeList(_sections(case["versions"][0]))
        if case["composed"] is None:
            # An id that is used again is there twice while calls are made.
            tree.apply(composed)
            self.check_list(tree)
        else:
            self.assertEqual(composed, _batch(case["composed"]))
            self.apply(tree, composed)
        self.assertEqual(ids(rows(tree)), _rows(case["versions"][2]))

    def _check_folding(self, folded: dict[str, Any], version: list[Any]) -> None:
        before, after = _folding(folded["before"]), _folding(folded["after"])
        is_same = before.lazy == after.lazy
        tree = TreeList(_sections(folded["versions"][0], folded["counts"][0]), before if is_same else after)
        if is_same:
            tree.folding = after
        self.apply(tree, _batch(folded["batch"]))
        self.assertEqual(ids(rows(tree)), _rows(folded["versions"][1]))
        if not is_same:
            return
        shown = {(node.is_item, node.id): node.hidden for node in tree.rows() if node.hidden}
        expected = {
            ("item" in each, each.get("item", each.get("section"))): Hidden(each["children"], each["descendants"])
            for each in folded["counts"][1]
        }
        self.assertEqual(shown, expected)
        whole = TreeList(_sections(version))
        for node in tree.rows():
            same = whole.find(node.id) if node.is_item else whole.section(node.id)
            assert same is not None
            self.assertEqual((node.descendants, node.child_count), (same.descendants, same.child_count))


def _batch(message: dict[str, Any]) -> TreeBatch:
    return from_tree_batch(json_format.ParseDict(message, changes_pb2.TreeBatch()))


def _folding(message: dict[str, Any]) -> Folding:
    return Folding(frozenset(message["items"]), frozenset(message["sections"]), message["lazy"])


def _sections(version: Sequence[dict[str, Any]], counts: Sequence[dict[str, Any]] = ()) -> list[TreeSection]:
    sections = []
    for section in version:
        found = [id for id, _ in section["rows"]]
        hidden = {}
        for each in counts:
            if each.get("section") == section["id"] or each.get("item") in found:
                row = found.index(each["item"]) if "item" in each else -1
                hidden[row] = Hidden(each["children"], each["descendants"])
        depths = [depth for _, depth in section["rows"]]
        sections.append(TreeSection(Element(section["id"]), [Element(id) for id in found], depths, hidden))
    return sections


def _rows(version: Sequence[dict[str, Any]]) -> list[Row]:
    return [(id, depth) for section in version for id, depth in ((section["id"], 0), *section["rows"])]


def _plain_place(place: NodePlace) -> dict[str, Any]:
    return ({} if place.kind == "sections" else {place.kind: place.id}) | {"at": place.at}


def _plain_call(call: TreeCall) -> dict[str, Any]:
    """A call as the model writes it."""
    if isinstance(call, InsertCall):
        inserted = [[row.element.id, row.depth] for row in call.rows]
        return {"kind": "insert", "to": _plain_place(call.target), "rows": inserted}
    if isinstance(call, MoveCall):
        return {"kind": "move", "from": _plain_place(call.source), "to": _plain_place(call.target)}
    return {"kind": "remove", "from": _plain_place(call.source)}


def _plain_change(change: RowChange) -> dict[str, Any]:
    if isinstance(change, RowInsert):
        return {"kind": "insert", "at": change.at, "rows": [[row.element.id, row.depth] for row in change.rows]}
    if isinstance(change, RowMove):
        at, length, to, deeper = change
        return {"kind": "move", "at": at, "count": length, "to": to, "deeper": deeper}
    return {"kind": "remove", "at": change.at, "count": change.length}


if __name__ == "__main__":
    unittest.main()
