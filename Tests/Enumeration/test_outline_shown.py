"""Views over outlines, given cases whose results are obvious, and what holds for all small ones."""

from __future__ import annotations

import itertools
import random
import unittest
from typing import Any, get_args

import outlining
from outline import Item, Outline, drawn
from outline_cases import IDS, outlines, random_outline
from outline_shown import FIELD, Mode, Row, View, evaluate, tree_of


def with_values(text: str, **values: int) -> Outline:
    """A drawn outline, some of whose items have values."""
    outline = drawn(text)
    for id, value in values.items():
        outline.items[id] = Item({FIELD: value})
    return outline


def text(sections: dict[str, list[Row]]) -> str:
    """Rows with a dot for each level, and a star behind those that do not match."""
    return "|".join(
        " ".join("." * row.depth + row.id + "*" * row.is_context for row in rows) for rows in sections.values()
    )


class ViewTests(unittest.TestCase):
    def shows(self, outline: Outline, expected: str, **options: Any) -> None:
        if "wanted" in options:
            options["wanted"] = frozenset(options["wanted"])
        self.assertEqual(text(evaluate(outline, View(**options))), expected)

    def test_an_outline_as_it_is(self) -> None:
        self.shows(drawn("a(b(c))d|"), "a .b ..c d|")
        self.shows(drawn("a(b(c))d|"), "a b c d|", flat=True)

    def test_modes(self) -> None:
        outline = with_values("a(b(c)d)e(f)", c=1, e=1)
        self.shows(outline, "c e", wanted=[1])
        self.shows(outline, "a* .b* ..c e", wanted=[1], mode="with ancestors")
        self.shows(outline, "c e .f*", wanted=[1], mode="with descendants")

    def test_below_the_nearest_ancestor_that_is_shown(self) -> None:
        outline = with_values("a(b(c)d)", a=1, c=1)
        self.shows(outline, "a .c", wanted=[1])
        self.shows(outline, "a .b* ..c .d*", wanted=[1], mode="with descendants")

    def test_sorted_among_siblings(self) -> None:
        outline = with_values("a(bcd)e(f)g", a=2, e=1, b=3, c=1)
        self.shows(outline, "e .f a .c .b .d g", sort="ascending")
        self.shows(outline, "a .b .c .d e .f g", sort="descending")
        self.shows(outline, "c e a b d f g", sort="ascending", flat=True)

    def test_siblings_of_several_parents(self) -> None:
        outline = with_values("a(b(c)d)", a=9, c=2, d=1)
        self.shows(outline, "a .d .c", wanted=[9, 1, 2], sort="ascending")

    def test_groups_of_the_topmost(self) -> None:
        outline = with_values("a(b)c(d)e", a=2, b=1, c=1, d=2)
        self.shows(outline, "c .d|a .b|e", group="own")
        self.assertEqual(list(evaluate(outline, View(group="own"))), ["1", "2", "None"])
        self.shows(with_values("a(b)c(d)", a=2, c=1, b=5, d=5), "d|b", wanted=[5], group="parent")

    def test_caps_count_the_topmost(self) -> None:
        outline = with_values("a(bc)d(e)f", b=1, e=1)
        self.shows(outline, "a .b .c d .e", cap=2)
        self.shows(outline, "a b", cap=2, flat=True)
        self.shows(outline, "a* .b", wanted=[1], mode="with ancestors", cap=1)


class EveryViewTests(unittest.TestCase):
    def test_small_outlines(self) -> None:
        for base in outlines(4):
            for values in itertools.product((None, 1), repeat=4):
                given = {id: value for id, value in zip(IDS, values, strict=False) if value is not None}
                for id, value in given.items():
                    base.items[id] = Item({FIELD: value})
                self._check(base)
                base.items = {id: Item() for id in base.items}

    def _check(self, outline: Outline) -> None:
        matching = [id for id, _ in outline.rows() if outline.items[id].fields]
        for mode in get_args(Mode):
            view = View(frozenset([1]), mode)
            rows = evaluate(outline, view)["s"]
            self.assertEqual([row.id for row in rows if not row.is_context], matching)
            # Sorting and flattening show the same rows.
            for other in (View(view.wanted, mode, "descending"), View(view.wanted, mode, flat=True)):
                found = evaluate(outline, other)["s"]
                self.assertEqual({row[::2] for row in found}, {row[::2] for row in rows})
            if mode == "with ancestors":
                self.assertEqual([row.depth + 1 for row in rows], [len(outline.path(row.id)) for row in rows])
            for each in rows:
                if each.is_context:
                    related = outline.subtree(each.id) if mode == "with ancestors" else outline.path(each.id)
                    self.assertFalse(set(matching).isdisjoint(related))

    def test_batches_between_random_views(self) -> None:
        findings = outlining.Findings()
        for number in range(150):
            source = random.Random(number)
            versions = []
            for _ in range(2):
                outline = random_outline(source, IDS, 1)
                for id in source.sample(IDS, 4):
                    outline.items[id] = Item({FIELD: source.randrange(3)})
                versions.append(outline)
            view = View(
                frozenset([0, 1]), source.choice(get_args(Mode)), source.choice(("", "ascending")),
                source.choice(("", "own")), source.choice((None, 2)), source.randrange(3) == 0,
            )  # fmt: skip
            old, new = (tree_of(evaluate(outline, view)) for outline in versions)
            outlining.check_batch(findings, old, new)
        self.assertEqual(findings.wrong, [])


if __name__ == "__main__":
    unittest.main()
