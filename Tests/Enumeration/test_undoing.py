"""The audit of undo, with played servers: it agrees with one like the model, and notices the mistakes of others."""

from __future__ import annotations

import dataclasses
import random
import unittest
from collections.abc import Callable, Sequence
from typing import Any

from auditing import Answer, Audit, Commit, Difference
from edits import Content, Operation, carry_out
from histories import Act, Generator, shrink
from serving import support
from transfers import Refusal
from undo import FIELD, PLACE, TAKEN, Model, Plan, Readings, Scope, stacks

Mistake = Callable[[Model, Plan], Plan]
"""What is done in place of what the model plans."""


class PlayedLists:
    """A list that is a model, with a mistake."""

    def __init__(self, mistake: Mistake, readings: Readings = TAKEN) -> None:
        self.model, self.mistake = Model(readings), mistake
        self.history: list[Commit] = []

    async def apply(self, scope: Scope, operations: Sequence[Operation], group: str, request: bytes) -> int | None:
        if not self.model.apply(scope, operations, group):
            return None
        self.note(request)
        return self.model.version

    async def undo(self, scope: Scope, *, redo: bool, of: int | None, tries: bool, request: bytes) -> Answer:
        model = self.model.copy()
        plan = model.plan(scope, redo=redo, of=of)
        changed = False
        if plan is not None:
            plan = self.mistake(model, plan)
            changed = self.carry_out(model, plan)
        elif of:
            raise Refusal("NOT_FOUND", "there is no such step")
        left = stacks((self.model if tries else model).log, scope)
        answer = Answer(model.version, changed, can_undo=bool(left.undo), can_redo=bool(left.redo))
        if plan is not None:
            answer = dataclasses.replace(answer, step=plan.step, undone=plan.undone)
            kept = {aspect: each[0] for aspect, each in plan.kept.items()}
            answer = dataclasses.replace(answer, kept=kept)
        if not tries:
            self.model = model
            if changed:
                self.note(request)
        return answer

    def carry_out(self, model: Model, plan: Plan) -> bool:
        return model.carry_out(plan)

    def note(self, request: bytes) -> None:
        entry = self.model.log[-1]
        placed = frozenset(aspect.element for aspect in entry.touched if aspect.what == PLACE)
        self.history.append(
            Commit(entry.version, request, entry.scope, entry.group, tuple(entry.undoes), entry.is_redo, placed)
        )

    async def commits(self, after: int) -> list[Commit]:
        return [commit for commit in self.history if commit.version > after]

    async def content(self) -> Content:
        return self.model.content


class Stuck(PlayedLists):
    """Goes on with the same step after an undo without effect."""

    def carry_out(self, model: Model, plan: Plan) -> bool:
        changed = model.carry_out(plan)
        if not changed:
            model.log.pop()
        return changed


class Merging(PlayedLists):
    """Has one stack for all that a principal does."""

    async def apply(self, scope: Scope, operations: Sequence[Operation], group: str, request: bytes) -> int | None:
        version = await super().apply(Scope(scope.principal, "one"), operations, group, request)
        if version is not None:
            self.history[-1] = dataclasses.replace(self.history[-1], scope=scope)
        return version

    async def undo(self, scope: Scope, *, redo: bool, of: int | None, tries: bool, request: bytes) -> Answer:
        return await super().undo(Scope(scope.principal, "one"), redo=redo, of=of, tries=tries, request=request)


class Attempting(PlayedLists):
    """Carries out what is only to be tried."""

    async def undo(self, scope: Scope, *, redo: bool, of: int | None, tries: bool, request: bytes) -> Answer:
        return await super().undo(scope, redo=redo, of=of, tries=False, request=request)


def right(model: Model, plan: Plan) -> Plan:
    return plan


def silent(model: Model, plan: Plan) -> Plan:
    """Does not say what is kept."""
    return dataclasses.replace(plan, kept={})


def overwriting(model: Model, plan: Plan) -> Plan:
    """Restores fields whatever others have written."""
    content, before = plan.content.copy(), model.versions[plan.step[0] - 1]
    for aspect in plan.kept:
        was = before.fields.get(aspect.element, {}).get(aspect.what.removeprefix(FIELD))
        if aspect.what.startswith(FIELD) and aspect.element in content.fields and was is not None:
            content.fields[aspect.element][aspect.what.removeprefix(FIELD)] = was
    return dataclasses.replace(plan, content=content)


def misplacing(model: Model, plan: Plan) -> Plan:
    """Puts what goes back to another place."""
    content = plan.content.copy()
    for element in plan.placed:
        ids = content.lists[content.parent(element)]
        ids.remove(element.id)
        ids.append(element.id)
    return dataclasses.replace(plan, content=content)


def anonymous(model: Model, plan: Plan) -> Plan:
    """Names nobody."""
    nobody = {aspect: [kept[0]._replace(principal="")] for aspect, kept in plan.kept.items()}
    return dataclasses.replace(plan, kept=nobody)


def meddling(model: Model, plan: Plan) -> Plan:
    """Changes something else as well, if there is something."""
    others = [element for element in plan.content.fields if element not in {each.element for each in plan.undone}]
    if not others:
        return plan
    operation = Operation("update", others[0].kind, (others[0].id,), set=(("z", 1),))
    return dataclasses.replace(plan, content=carry_out(plan.content, [operation]).content)


class AuditTests(unittest.IsolatedAsyncioTestCase):
    async def audited(self, lists: PlayedLists, number: int, together: int = 1) -> Audit:
        audit, source = Audit(lists), random.Random(number)
        generator = Generator(source)
        for _ in range(support.scale(60)):
            scopes = source.sample(generator.scopes, min(together, len(generator.scopes)))
            await audit.round([generator.next(audit.model, scope) for scope in scopes])
        return audit

    async def test_agreement(self) -> None:
        for together in (1, 3):
            for number in range(5):
                audit = await self.audited(PlayedLists(right), number, together)
                self.assertGreater(audit.counts["undone"], 0)
                self.assertEqual(audit.counts["broken promises"], 0)

    async def noticed(self, kind: type[PlayedLists], mistake: Mistake, readings: Readings = TAKEN) -> str:
        """The first difference in some histories."""
        for number in range(20):
            try:
                await self.audited(kind(mistake, readings), number)
            except Difference as difference:
                return str(difference)
        return ""

    async def test_mistakes_are_noticed(self) -> None:
        for mistake in (silent, overwriting, misplacing, anonymous, meddling):
            self.assertTrue(await self.noticed(PlayedLists, mistake), mistake)
        for kind in (Stuck, Merging, Attempting):
            self.assertTrue(await self.noticed(kind, right), kind)
        self.assertTrue(await self.noticed(PlayedLists, right, Readings(counts_undone=True)))

    async def test_values_that_are_equal_are_noticed(self) -> None:
        ann, bob = Scope("ann", "a"), Scope("bob", "b")
        audit = Audit(PlayedLists(right, Readings(compares_values=True)))
        inserted = Operation("insert", "section", ("s",))
        values = [Operation("update", "section", ("s",), set=(("n", n),)) for n in range(3)]
        for scope, operation in ((bob, inserted), (ann, values[1]), (ann, values[2]), (bob, values[1])):
            await audit.round([Act(scope, "apply", (operation,))])
        await audit.round([Act(ann, "undo")])
        with self.assertRaisesRegex(Difference, "field n of section 's' is among what was undone"):
            await audit.round([Act(ann, "undo")])

    async def test_the_content_tells_what_an_answer_does_not(self) -> None:
        self.assertIn("instead of", await self.noticed(PlayedLists, meddling))

    async def test_commits_that_nobody_has_asked_for_are_noticed(self) -> None:
        lists = PlayedLists(right)
        audit = Audit(lists)
        lists.model.apply(Scope("eve", "e"), [Operation("insert", "section", ("s",))])
        lists.note(b"eve")
        with self.assertRaisesRegex(Difference, "nobody has asked"):
            await audit.round([Act(Scope("ann", "a"), "undo")])

    async def test_promises_are_checked_whatever_the_model_says(self) -> None:
        """The model has the same mistake as the server."""

        class Blind(Model):
            def plan(self, scope: Scope, **options: Any) -> Plan | None:
                plan = super().plan(scope, **options)
                return plan and overwriting(self, plan)

            def copy(self) -> Blind:
                return Blind(self.readings, list(self.versions), list(self.log))

        found = ""
        for number in range(20):
            lists = PlayedLists(right)
            audit, generator = Audit(lists), Generator(random.Random(number))
            lists.model, audit.model = Blind(), Blind()
            try:
                for _ in range(60):
                    await audit.round([generator.next(audit.model)])
            except Difference as difference:
                found = str(difference)
                break
        self.assertRegex(found, "after .*undo.*: field . of .* instead of")

    async def test_failing_histories_become_small(self) -> None:
        async def fails(acts: Sequence[Act]) -> bool:
            audit = Audit(PlayedLists(overwriting))
            try:
                for act in acts:
                    await audit.round([act])
            except Difference:
                return True
            return False

        acts: list[Act] = []
        for number in range(20):
            audit, generator = Audit(PlayedLists(overwriting)), Generator(random.Random(number))
            try:
                for _ in range(60):
                    await audit.round([generator.next(audit.model)])
            except Difference:
                acts = audit.acts
                break
        small = await shrink(acts, fails)
        self.assertLess(len(small), 7, small)
        self.assertTrue(await fails(small))


if __name__ == "__main__":
    unittest.main()
