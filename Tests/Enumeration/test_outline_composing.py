"""Composition of batches where ids are used again, and the cases that are written for other implementations."""

from __future__ import annotations

import pathlib
import unittest

import outline_vectors
from outline import drawn, top, under
from outline_batches import Move, Spot, apply_batch, derive, tree
from outline_composing import compose

VECTORS = pathlib.Path(__file__).parent.parent / "ChangesTests/Fixtures/outlines.tsv"


class ComposingTests(unittest.TestCase):
    def test_what_went_back_into_something_new_moves(self) -> None:
        """The item b is another one in the second batch, so that what is below both does not stay."""
        old, middle, new = (tree(drawn(text)) for text in ("b(c)d", "cd", "db(c)"))
        composition = compose(derive(old, middle), derive(middle, new))
        self.assertEqual(composition.deletes, (Spot(top("s"), 0),))
        self.assertEqual(composition.moves, (Move(Spot(under("b"), 0), Spot(under("b"), 0)),))
        self.assertEqual(apply_batch(composition, old), new)


class VectorTests(unittest.TestCase):
    def test_the_cases_of_other_implementations_are_current(self) -> None:
        """To be written again with `outlining.py vectors --cases 1000 --seed 1`."""
        self.assertEqual(list(outline_vectors.lines(1000, 1)), VECTORS.read_text().splitlines())


if __name__ == "__main__":
    unittest.main()
