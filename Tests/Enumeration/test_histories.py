"""Random histories: what has to hold for all of them, and smaller ones that fail as well."""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import random
import unittest

from edits import Content, carry_out
from histories import Act, Generator, shrink
from promises import broken
from transfers import Refusal
from undo import Aspect, Model, Plan, Reason, Scope, kept_for_room, stacks

ANN = Scope("ann", "ann-0")


class RandomTests(unittest.TestCase):
    def test_all_steps_of_one_scope(self) -> None:
        for seed in range(100):
            source = random.Random(seed)
            generator = Generator(source, [ANN])
            model = Model()
            for _ in range(source.randint(1, 40)):
                with contextlib.suppress(Refusal):
                    self.carry_out(model, dataclasses.replace(generator.next(model), below=0))
            before = [model.versions[step[0] - 1] for step in stacks(model.log, ANN).undo]
            there: list[Content] = [model.content]
            while (plan := model.plan(ANN)) is not None:
                self.assertEqual(plan.kept, {}, seed)
                model.carry_out(plan)
                there.append(model.content)
            self.assertEqual(there[1:], before[::-1], seed)
            for content in there[-2::-1]:
                plan = model.plan(ANN, redo=True)
                assert plan is not None, seed
                model.carry_out(plan)
                self.assertEqual((model.content, plan.kept), (content, {}), seed)

    def carry_out(self, model: Model, act: Act) -> Plan | None:
        if act.does == "apply":
            model.apply(act.scope, act.operations, act.group)
            return None
        step = model.step(act.scope, redo=act.does == "redo", below=act.below)
        plan = model.plan(act.scope, redo=act.does == "redo", of=step[-1]) if step else None
        if plan is not None:
            if not act.below:
                self.assertEqual(list(broken(model, act.scope, plan.step, plan.content, kept_for_room(plan))), [])
            model.carry_out(plan)
        return plan

    def test_the_promises_hold_for_three_users(self) -> None:
        reasons: collections.Counter[Reason] = collections.Counter()
        undone = redone = 0
        for seed in range(150):
            generator, model = Generator(random.Random(seed)), Model()
            for _ in range(80):
                act = generator.next(model)
                self.assertEqual(Act.of(act.json()), act)
                try:
                    plan = self.carry_out(model, act)
                except Refusal:
                    continue
                if plan is not None:
                    reasons.update(kept[0].reason for kept in plan.kept.values())
                    undone += len(plan.undone)
                    redone += plan.is_redo
        self.assertEqual(reasons.keys(), set(Reason))
        self.assertGreater(min(undone, redone), 300)

    def test_other_contents_break_a_promise(self) -> None:
        noticed: collections.Counter[str] = collections.Counter()
        for seed in range(60):
            source = random.Random(seed)
            generator, model = Generator(source), Model()
            for _ in range(60):
                act = generator.next(model)
                if act.does != "apply" and not act.below and (plan := model.plan(act.scope, redo=act.does == "redo")):
                    # Something that the step has not touched is changed as well.
                    elements = {aspect.element for version in plan.step for aspect in self.touched(model, version)}
                    other = carry_out(plan.content, generator.operations(plan.content))
                    changed = {
                        element
                        for element in plan.content.fields.keys() & other.content.fields.keys()
                        if plan.content.fields[element] != other.content.fields[element]
                    }
                    changed |= plan.content.fields.keys() ^ other.content.fields.keys() | other.placed
                    wrong = list(broken(model, act.scope, plan.step, other.content, kept_for_room(plan)))
                    if changed and not changed & elements and not other.placed:
                        self.assertTrue(wrong, (seed, changed))
                    noticed[str(bool(wrong))] += 1
                try:
                    self.carry_out(model, act)
                except Refusal:
                    continue
        self.assertGreater(noticed["True"], 300)

    def touched(self, model: Model, version: int) -> frozenset[Aspect]:
        return model.log[model.position(version)].touched


class ShrinkTests(unittest.IsolatedAsyncioTestCase):
    async def test_only_what_is_needed(self) -> None:
        generator, model = Generator(random.Random(4)), Model()
        acts = []
        for _ in range(60):
            acts.append(generator.next(model))
            if acts[-1].does == "apply":
                model.apply(acts[-1].scope, acts[-1].operations, acts[-1].group)

        async def fails(some: object) -> bool:
            assert isinstance(some, list)
            moves = sum(operation.verb == "move" for act in some for operation in act.operations)
            return moves > 1 and any(act.does == "undo" for act in some)

        found = await shrink(acts, fails)
        self.assertLessEqual(len(found), 3)
        self.assertTrue(await fails(found))
        self.assertTrue(all(len(operation.ids) == 1 for act in found for operation in act.operations))
        self.assertFalse(any(act.tries or act.group for act in found))


if __name__ == "__main__":
    unittest.main()
