"""A naive model: lists of lists of texts, and batches applied one change after the other."""

from __future__ import annotations

import random

from arrange import ChangeBatch, Element, Path, Section, SectionedList

Rows = list[tuple[Element, list[Element]]]


def rows(source: SectionedList) -> Rows:
    """A list as rows that share nothing that can change."""
    return [(section.element, list(section.items)) for section in source.sections]


def apply_naively(old: Rows, batch: ChangeBatch) -> Rows:
    """The rows after a batch: what goes from the back, what comes from the front, then updates."""
    new = [(element, list(items)) for element, items in old]
    leaving = sorted([*batch.items.deletes, *(move.source for move in batch.items.moves)], reverse=True)
    for path in leaving:
        del new[path.section][1][path.item]
    rest = {index: row for index, row in enumerate(new)}
    moved = {move.target: rest[move.source] for move in batch.sections.moves}
    for index in sorted([*batch.sections.deletes, *(move.source for move in batch.sections.moves)], reverse=True):
        del new[index]
    coming = dict(moved)
    for insert in batch.sections.inserts:
        items: list[Element] = []
        for run in insert.items:
            if run.kept is None:
                items += run.items
            else:
                start = run.kept
                items += [old[start.section][1][start.item + offset] for offset in range(run.length)]
        element = insert.element
        if element is None:
            assert insert.kept is not None
            element = old[insert.kept][0]
        coming[insert.at] = (element, items)
    for index in sorted(coming):
        new.insert(index, coming[index])
    arriving: dict[Path, Element] = {
        move.target: old[move.source.section][1][move.source.item] for move in batch.items.moves
    }
    for item in batch.items.inserts:
        if item.element is not None:
            arriving[item.at] = item.element
        elif item.kept is not None:
            arriving[item.at] = old[item.kept.section][1][item.kept.item]
    for path in sorted(arriving):
        new[path.section][1].insert(path.item, arriving[path])
    for section_update in batch.sections.updates:
        new[section_update.at] = (section_update.element, new[section_update.at][1])
    for update in batch.items.updates:
        new[update.at.section][1][update.at.item] = update.element
    for section_key in batch.sections.keys:
        element, items = new[section_key.at]
        new[section_key.at] = (
            element._replace(key=section_key.key, placement_version=section_key.placement_version),
            items,
        )
    for key in batch.items.keys:
        items = new[key.at.section][1]
        items[key.at.item] = items[key.at.item]._replace(key=key.key, placement_version=key.placement_version)
    return new


def random_list(source: random.Random, most_sections: int, most_items: int) -> SectionedList:
    """A list of elements with unique ids."""
    ids = iter(source.sample(range(1000), most_sections * most_items + most_sections))
    sections = []
    for _ in range(source.randint(0, most_sections)):
        items = [Element(f"i{next(ids)}", {"n": source.randint(0, 2)}) for _ in range(source.randint(0, most_items))]
        sections.append(Section(Element(f"s{next(ids)}", {"n": source.randint(0, 2)}), items))
    return SectionedList(sections)


def random_edit(source: random.Random, old: SectionedList, fresh: list[int]) -> SectionedList:
    """The list after some random changes."""
    new = old.copy()
    for _ in range(source.randint(1, 6)):
        sections = new.sections
        kind = source.randrange(8)
        filled = [section for section in sections if section.items]
        fresh[0] += 1
        if kind == 0 or not sections:
            element = Element(f"s-new{fresh[0]}", {})
            items = [Element(f"i-new{fresh[0]}.{index}", {}) for index in range(source.randint(0, 3))]
            sections.insert(source.randint(0, len(sections)), Section(element, items))
        elif kind == 1:
            del sections[source.randrange(len(sections))]
        elif kind == 2:
            section = sections.pop(source.randrange(len(sections)))
            sections.insert(source.randint(0, len(sections)), section)
        elif kind == 3:
            section = source.choice(sections)
            section.element = section.element._replace(fields={"n": source.randint(0, 9)})
        elif kind == 4:
            items = source.choice(sections).items
            items.insert(source.randint(0, len(items)), Element(f"i-new{fresh[0]}", {"n": 0}))
        elif filled:
            items = source.choice(filled).items
            place = source.randrange(len(items))
            if kind == 5:
                del items[place]
            elif kind == 6:
                items[place] = items[place]._replace(fields={"n": source.randint(0, 9)})
            else:
                item = items.pop(place)
                target = source.choice(sections).items
                target.insert(source.randint(0, len(target)), item)
    return new
