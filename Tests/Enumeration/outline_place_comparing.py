"""Asks a running server to place rows in views of outlines, and compares its answers with what is expected."""

from __future__ import annotations

import itertools
import random
from collections import Counter

from outline import Item, Outline, drawing, drawn, top, under
from outline_comparing import making
from outline_placing import PARENT, Outcome, Request, View, requests, resolve, states, views
from placing import SECTION, SORT_FIELDS
from serving import arrange, model_pb2, views_pb2

WORDS = {SORT_FIELDS: "sort", SECTION: "section", PARENT: "parent"}
AIMS = {"AUTO": "automatic", "AFTER_PREVIOUS": "after_previous", "BEFORE_NEXT": "before_next"}


class Placer:
    """Plays cases with an outline of its own."""

    def __init__(self, client: arrange.Client, name: str) -> None:
        self.client, self.name = client, name
        self.counts: Counter[str] = Counter()
        self.parsed: dict[View, views_pb2.View] = {}

    async def prepare(self, outline: Outline) -> None:
        """Makes the outline."""
        await self.client.create(self.name, outline=model_pb2.OutlineSettings())
        fields = [arrange.update(id, dict(item.fields)) for id, item in outline.items.items() if item.fields]
        await self.client.apply(self.name, *making(outline), *([arrange.update_items(fields)] if fields else []))

    async def close(self) -> None:
        await self.client.delete(self.name)

    async def play(self, outline: Outline, view: View, request: Request, *, carries_out: bool) -> list[str]:
        """What is wrong with what the server does. An outline that was changed is made anew."""
        expected = resolve(outline, view, request)
        self.counts[expected.code] += 1
        wrong = await self._ask(view, request, expected, [], dry_run=True)
        if expected.code != "OK" or not expected.writes or not carries_out or wrong:
            return wrong
        self.counts["carried out"] += 1
        wrong += await self._ask(view, request, expected, sorted(expected.needed), dry_run=False)
        assert expected.state is not None
        found = await self.read(len(outline.sections))
        if drawing(found) != drawing(expected.state):
            wrong.append(f"the outline is {drawing(found)}, not {drawing(expected.state)}")
        elif not found.has_same_content(expected.state):
            wrong.append("other fields were written")
        await self.close()
        await self.prepare(outline)
        return wrong

    async def _ask(
        self, view: View, request: Request, expected: Outcome, allow: list[str], *, dry_run: bool
    ) -> list[str]:
        if view not in self.parsed:
            response = await self.client.parse_view(view.text(self.name))
            assert not response.HasField("error"), response.error.message
            self.parsed[view] = response.view
        items = [arrange.element(request.row, dict(request.new))] if request.new else []
        try:
            placed = await self.client.place(
                self.parsed[view],
                [] if items else [request.row],
                items=items,
                section=request.section,
                after=request.previous,
                before=request.next,
                under=request.parent,
                aim=AIMS[request.aim],
                allow=[WORDS[effect] for effect in allow],
                dry_run=dry_run,
            )
        except arrange.ArrangeError as error:
            missing = set((error.field or "").removeprefix("allow[").removesuffix("]").split(","))
            wanted = {WORDS[effect] for effect in expected.needed}
            if wanted and not allow and error.code.name == "FAILED_PRECONDITION" and missing == wanted:
                return []
            if expected.code == error.code.name and not wanted:
                return []
            return [f"it ends with {error.code.name} {error.field}: {error}, not {expected.code} {sorted(wanted)}"]
        if expected.code != "OK":
            return [f"it is done, and should end with {expected.code}: {expected.reason}"]
        if expected.needed and not allow:
            return [f"it is done without {sorted(expected.needed)}"]
        effect = placed.effects[0]
        parent = effect.parent if effect.HasField("parent") else None
        wrong = [] if parent == expected.parent else [f"the parent is said to be {parent!r}, not {expected.parent!r}"]
        if placed.ambiguous != expected.ambiguous:
            wrong.append(f"ambiguous is {placed.ambiguous}")
        if not dry_run and bool(placed.applied) != expected.writes:
            wrong.append(f"{len(placed.applied)} commits")
        return wrong

    async def read(self, sections: int) -> Outline:
        """The outline as it is now."""
        outline = drawn("|" * (sections - 1))
        async for page in self.client.pages(self.name):
            for run in page.slices:
                path: list[str] = []
                for item in run.items:
                    del path[item.depth - 1 :]
                    home = under(path[-1]) if path else top(outline.sections[run.index])
                    outline.lists[home].append(item.id)
                    outline.lists[under(item.id)] = []
                    outline.items[item.id] = Item(
                        {name: value for name, value in item.fields.items() if isinstance(value, int)}
                    )
                    path.append(item.id)
        return outline


async def compare(
    client: arrange.Client, prefix: str, *, seed: int, count: int, most: int, carry_out_one_in: int
) -> tuple[Counter[str], list[str]]:
    """Plays so many outlines of up to so many items, in all views. Returns what was counted, and what was wrong."""
    source = random.Random(seed)
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for number, outline in enumerate(itertools.islice(states(source, most), count)):
        placer = Placer(client, f"{prefix}-{number}")
        await placer.prepare(outline)
        for view in views():
            for request in requests(outline, view, source):
                carries_out = source.randrange(carry_out_one_in) == 0
                problems = await placer.play(outline, view, request, carries_out=carries_out)
                values = {id: dict(item.fields) for id, item in outline.items.items()}
                where = f"{drawing(outline)} {values}\n  {view.text('plan')}\n  {request}"
                wrong += (f"{where}: {problem}" for problem in problems)
        await placer.close()
        counts += placer.counts
        if len(wrong) >= 10:
            break
    return counts, wrong
