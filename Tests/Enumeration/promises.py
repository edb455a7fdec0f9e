"""What the contract promises of an undo, compared with contents alone: it brings back what was, and overwrites nobody.

For every element and aspect, the value after the undo is the value before the undone commit if no later commit of
others touched that aspect, and otherwise unchanged. What others have undone themselves does not count. This is
written apart from the model, which says how that comes about, so that a mistake in one of them is noticed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from edits import SECTIONS, Content, Element
from undo import EXISTENCE, FIELD, PLACE, Aspect, Entry, Model, Plan, Scope, Step, kept_for_room, overfull


def broken(model: Model, scope: Scope, step: Step, found: Content, full: Collection[Aspect] = ()) -> Iterator[str]:
    """What is wrong with the content after a scope has undone a step of what the model has. `full` is what was kept
    because a section was full."""
    positions = [model.position(version) for version in step]
    head = model.content
    aspects = {aspect for position in positions for aspect in model.log[position].touched}
    elements = head.fields.keys() | found.fields.keys() | {aspect.element for aspect in aspects}
    settled: set[Element] = set()
    for element in sorted(elements):
        contents = (*model.versions[step[0] - 1 :], found)
        names = {name for content in contents for name in content.fields.get(element, ())}
        for what in (EXISTENCE, PLACE, *(FIELD + name for name in sorted(names))):
            aspect = Aspect(element, what)
            if what != EXISTENCE and (element not in found.fields or _is_renewed(model, positions, element)):
                continue
            free = [
                position
                for position in positions
                if _has_changed(model, position, aspect) and not _others(model, scope, aspect, position)
            ]
            wanted = _value(head, aspect)
            if aspect in full:
                free = []
            if free and _hindered(model, aspect, free[0], found):
                if len(step) > 1:
                    # Another commit of the step may be undone.
                    continue
            elif free:
                wanted = _value(_before(model, free[0]), aspect)
                settled.add(element)
            value = _value(found, aspect)
            if value != wanted:
                yield f"{aspect} is {value} instead of {wanted}"
    for name in head.lists.keys() & found.lists.keys():
        was, now = (
            [id for id in each.lists[name] if _element(name, id) not in settled and _is_in_both(head, found, name, id)]
            for each in (head, found)
        )
        if was != now:
            yield f"{name!r} has {now} instead of {was}, which the undone step has not placed"


def _element(name: str | None, id: str) -> Element:
    return Element("section" if name is SECTIONS else "item", id)


def _is_in_both(head: Content, found: Content, name: str | None, id: str) -> bool:
    return id in head.lists[name] and id in found.lists[name]


def _value(content: Content, aspect: Aspect) -> object:
    """Whether an element is there, the list that it is in, or the value of a field."""
    if aspect.element not in content.fields:
        return False if aspect.what == EXISTENCE else None
    if aspect.what == EXISTENCE:
        return True
    if aspect.what == PLACE:
        return content.parent(aspect.element)
    return content.fields[aspect.element].get(aspect.what.removeprefix(FIELD))


def _before(model: Model, position: int) -> Content:
    return model.versions[model.log[position].version - 1]


def _has_changed(model: Model, position: int, aspect: Aspect) -> bool:
    """Whether a commit has changed an aspect, or removed the element; what an insert wrote is part of the insert."""
    entry = model.log[position]
    if aspect in entry.touched:
        return True
    is_removed = aspect.element in _before(model, position).fields and aspect.element not in model.content.fields
    return is_removed and _has_touched(entry, aspect)


def _is_renewed(model: Model, positions: list[int], element: Element) -> bool:
    """Whether a step has removed an element and made it again, so that there were two of one id."""
    touched = [position for position in positions if Aspect(element, EXISTENCE) in model.log[position].touched]
    there = (model.versions[model.log[position].version] for position in touched)
    return len(touched) > 1 or any(
        element in _before(model, position).fields and element in after.fields
        for position, after in zip(touched, there, strict=True)
    )


def _has_touched(entry: Entry, aspect: Aspect) -> bool:
    return aspect in entry.touched or Aspect(aspect.element, EXISTENCE) in entry.touched


def _others(model: Model, scope: Scope, aspect: Aspect, position: int) -> bool:
    """Whether another scope has touched an aspect since; for existence, anything of the element."""
    aspects = {aspect}
    if aspect.what == EXISTENCE:
        aspects |= {each for entry in model.log for each in entry.touched if each.element == aspect.element}
    return any(model.touching(each, position, lambda entry: entry.scope != scope) for each in aspects)


def _hindered(model: Model, aspect: Aspect, position: int, found: Content) -> bool:
    """Whether an aspect can't become what it was, although nobody else has touched it: the section of an item is gone,
    or what was inserted has other elements in it."""
    before, element = _before(model, position), aspect.element
    if aspect.what.startswith(FIELD):
        return False
    if element not in before.fields:
        return element.kind == "section" and bool(found.lists.get(element.id))
    return before.parent(element) not in found.lists


def without_reason(model: Model, plan: Plan) -> Iterator[str]:
    """What is wrong with what was kept because a section was full, or with what was not."""
    for aspect in kept_for_room(plan):
        parents = {
            model.versions[version - 1].parent(aspect.element)
            for version in plan.step
            if aspect in model.log[model.position(version)].touched
            and aspect.element in model.versions[version - 1].fields
        }
        limiting = (model.content, plan.content)
        if not any(_is_full(plan.content, content, parent) for content in limiting for parent in parents):
            yield f"{aspect} was kept as if there were no room in {parents}"
    for section in overfull(model.content, plan.content):
        yield f"section {section!r} has {len(plan.content.lists[section])} items"


def _is_full(content: Content, limiting: Content, section: str | None) -> bool:
    """Whether a section takes no other item, with a limit that it has or had."""
    is_there = section in content.lists and section in limiting.lists
    return is_there and limiting.exceeds(section, len(content.lists[section]) + 1)
