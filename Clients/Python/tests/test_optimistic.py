"""Optimistic moves against a model of a server."""

from __future__ import annotations

import random
import unittest

import arrange
from arrange import (
    Changes,
    Element,
    ListUpdate,
    Path,
    Progress,
    SectionedList,
    SnapshotReason,
    WholeList,
    derive,
)
from arrange._following import Misfit
from arrange._optimistic import OptimisticList, PendingMove
from arrange._placing import COMING

from .naive import random_edit, random_list, rows
from .support import scale, seeded


class Model:
    """A server that answers and reports in any order."""

    def __init__(self, source: random.Random, start: SectionedList, is_view: bool) -> None:
        self.source = source
        self.is_view = is_view
        self.list = start
        self.version = 1
        self.reported = (start.copy(), 1)
        self.pending: list[PendingMove] = []
        self.answers: list[tuple[bytes, int | None]] = []
        self.own: list[bytes] = []

    def change(self, fresh: list[int]) -> None:
        self.list = random_edit(self.source, self.list, fresh)
        self.version += 1

    def carry_out(self) -> None:
        """Carries out the next move, or refuses it."""
        move = self.pending.pop(0)
        paths = {
            item.id: Path(index, place)
            for index, section in enumerate(self.list.sections)
            for place, item in enumerate(section.items)
        }
        try:
            places = move.places(self.list, paths.get)
        except arrange.ArrangeError:
            self.answers.append((move.request_id, None))
            return
        if places:
            before = self.list.copy()
            items = [before[place.source] for place in places]
            for item in items:
                for section in self.list.sections:
                    if item in section.items:
                        section.items.remove(item)
            target = places[0].target
            self.list.sections[target.section].items[target.item : target.item] = items
            self.version += 1
            self.own.append(move.request_id)
        # The versions of a view are not in the answers.
        written = COMING if places else 0
        self.answers.append((move.request_id, written if self.is_view else self.version))

    def update(self, can_be_whole: bool) -> ListUpdate:
        """Everything since the last update."""
        before, version = self.reported
        own, self.own = tuple(self.own), []
        self.reported = (self.list.copy(), self.version)
        content: Changes | WholeList | Progress
        if can_be_whole and self.source.random() < 0.05:
            content = WholeList(self.list.copy(), SnapshotReason.TOO_MANY_CHANGES)
        elif before.shows_the_same(self.list):
            content = Progress()
        else:
            content = Changes(derive(before, self.list), version, self.version - version)
        return ListUpdate(self.version, 1, b"token", content, own)


class OptimisticTests(unittest.TestCase):
    def test_random_orders(self) -> None:
        """In whatever order answers and updates arrive: what is reported leads to what is shown, moves are not reported
        again, and in the end the list is the server's."""
        source = seeded("optimistic lists against a model")
        for _ in range(scale(400)):
            self.run_once(source)

    def run_once(self, source: random.Random) -> None:
        start = random_list(source, 3, 4)
        model = Model(source, start.copy(), is_view=source.random() < 0.5)
        shown = OptimisticList()
        shown.take(ListUpdate(1, 1, b"token", WholeList(start.copy(), SnapshotReason.FIRST)))
        screen = start.copy()
        fresh = [0]
        is_alone = source.random() < 0.3
        reports = 0
        for step in range(40):
            is_ending = step >= 25
            kind = source.randrange(6)
            if kind == 0 and not is_ending and not is_alone:
                model.change(fresh)
            elif kind == 1 and not is_ending:
                self.move(source, model, shown, screen, step)
            elif kind == 2 and model.pending and not (model.is_view and model.answers):
                # Moves are sent one after the other, each after the answer to the one before.
                model.carry_out()
            elif kind == 3 and model.answers:
                id, version = model.answers.pop(0)
                before = shown.shown.copy()
                changes = shown.answered(id, version)
                self.assertEqual(changes is None, before.shows_the_same(shown.shown))
                if changes is not None:
                    screen.apply(changes)
                    reports += 1
            elif kind == 4:
                # A snapshot does not say which moves it contains, so they are applied once more until the answers.
                reports += self.take(model.update(can_be_whole=not is_alone), shown, screen)
            elif kind == 5:
                # The stream resumed with a token of the newest version that was reported.
                reports += self.take(ListUpdate(model.reported[1], 1, b"token", Progress()), shown, screen)
            self.assertEqual(rows(screen), rows(shown.shown))
        while model.pending or model.answers:
            if not model.answers:
                model.carry_out()
            changes = shown.answered(*model.answers.pop(0))
            if changes is not None:
                screen.apply(changes)
                reports += 1
        for _ in range(2):
            reports += self.take(model.update(can_be_whole=False), shown, screen)
        self.assertEqual(shown.moves, [])
        self.assertEqual(rows(shown.shown), rows(model.list))
        self.assertEqual(rows(screen), rows(model.list))
        if is_alone:
            self.assertEqual(reports, 0)

    def move(
        self, source: random.Random, model: Model, shown: OptimisticList, screen: SectionedList, step: int
    ) -> None:
        items = [item.id for item in shown.shown.items]
        if not items:
            return
        ids = source.sample(items, source.randint(1, min(3, len(items))))
        places = [arrange.first(), arrange.last(), arrange.at(source.randint(0, 3))]
        places += [arrange.after(source.choice(items), arrange.IfMissing.LAST), arrange.before(source.choice(items))]
        section = source.choice([None, source.choice(shown.shown.sections).id])
        move = PendingMove(str(step).encode(), ids, section, source.choice(places))
        try:
            changes = shown.move(move)
        except arrange.ArrangeError:
            return
        if changes is not None:
            screen.apply(changes)
            model.pending.append(PendingMove(move.request_id, move.ids, move.section, move.to))
        for path in (shown.find(id) for id in items):
            assert path is not None
        self.assertEqual([shown.find(id) for id in ids], [path_of(shown.shown, id) for id in ids])

    def take(self, update: ListUpdate, shown: OptimisticList, screen: SectionedList) -> int:
        before = shown.shown.copy()
        changes = shown.take(update)
        if not isinstance(changes, SnapshotReason):
            self.assertEqual(changes is None, before.shows_the_same(shown.shown))
        if isinstance(changes, SnapshotReason):
            screen.sections = shown.shown.copy().sections
        elif changes is not None:
            screen.apply(changes)
            return 1
        return 0

    def test_misfits(self) -> None:
        shown = OptimisticList()
        start = SectionedList([arrange.Section(Element("s"), [Element("a")])])
        batch = derive(start, SectionedList())
        with self.assertRaises(Misfit):
            shown.take(ListUpdate(2, 1, b"t", Changes(batch, 1, 1)))
        shown.take(ListUpdate(1, 1, b"t", WholeList(start, SnapshotReason.FIRST)))
        for update in (
            ListUpdate(3, 1, b"t", Changes(batch, 2, 1)),
            ListUpdate(2, 2, b"t", Changes(batch, 1, 1)),
            ListUpdate(0, 1, b"t", Progress()),
            ListUpdate(2, 1, b"t", Changes(derive(SectionedList(), start), 1, 1)),
        ):
            with self.assertRaises(Misfit):
                shown.take(update)
        self.assertIsNotNone(shown.take(ListUpdate(2, 1, b"t", Changes(batch, 1, 1))))


def path_of(source: SectionedList, id: str) -> Path | None:
    for index, section in enumerate(source.sections):
        for place, item in enumerate(section.items):
            if item.id == id:
                return Path(index, place)
    return None
