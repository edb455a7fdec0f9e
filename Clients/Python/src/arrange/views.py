"""Views: lists that the server derives from collections.

view = views.view(views.query("board", filter=~views.field("done").equals(True), sort=[views.sort("due")], cap=3))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .errors import invalid
from .v1 import views_pb2
from .v1.views_pb2 import View, ViewPart, ViewRow
from .values import FieldInput, FieldsInput, checked_text, set_value, several, to_fields


@dataclass(frozen=True)
class Filter:
    """A condition on the fields of an item. Conditions are combined with ``&``, ``|`` and ``~``."""

    steps: tuple[views_pb2.FilterStep, ...]
    """The condition in postfix notation."""

    def __and__(self, other: Filter) -> Filter:
        return all_of(self, other)

    def __or__(self, other: Filter) -> Filter:
        return any_of(self, other)

    def __invert__(self) -> Filter:
        return Filter((*self.steps, views_pb2.FilterStep(negate=True)))


def all_of(*filters: Filter) -> Filter:
    """All of some conditions hold; true if there is none."""
    steps = [step for each in filters for step in each.steps]
    return Filter((*steps, views_pb2.FilterStep(all_of=len(filters))))


def any_of(*filters: Filter) -> Filter:
    """One of some conditions holds; false if there is none."""
    steps = [step for each in filters for step in each.steps]
    return Filter((*steps, views_pb2.FilterStep(any_of=len(filters))))


@dataclass(frozen=True)
class field:
    """A field in a condition. A condition on a field that an item does not have does not hold."""

    name: str

    def exists(self) -> Filter:
        """The item has the field; its value may be ``None``."""
        return Filter((views_pb2.FilterStep(exists=checked_text(self.name, "exists")),))

    def equals(self, value: FieldInput, *, ignores_case: bool = False) -> Filter:
        """The value equals another one."""
        return self._compare(views_pb2.COMPARISON_OPERATOR_EQUAL, value, ignores_case)

    def differs_from(self, value: FieldInput, *, ignores_case: bool = False) -> Filter:
        """The value is another one."""
        return self._compare(views_pb2.COMPARISON_OPERATOR_NOT_EQUAL, value, ignores_case)

    def is_less_than(self, value: FieldInput, *, ignores_case: bool = False) -> Filter:
        """The value is less than another one."""
        return self._compare(views_pb2.COMPARISON_OPERATOR_LESS, value, ignores_case)

    def is_at_most(self, value: FieldInput, *, ignores_case: bool = False) -> Filter:
        """The value is less than another one or equal to it."""
        return self._compare(views_pb2.COMPARISON_OPERATOR_LESS_OR_EQUAL, value, ignores_case)

    def is_greater_than(self, value: FieldInput, *, ignores_case: bool = False) -> Filter:
        """The value is greater than another one."""
        return self._compare(views_pb2.COMPARISON_OPERATOR_GREATER, value, ignores_case)

    def is_at_least(self, value: FieldInput, *, ignores_case: bool = False) -> Filter:
        """The value is greater than another one or equal to it."""
        return self._compare(views_pb2.COMPARISON_OPERATOR_GREATER_OR_EQUAL, value, ignores_case)

    def starts_with(self, text: str, *, ignores_case: bool = False) -> Filter:
        """The value is a text that begins with another one."""
        return Filter((views_pb2.FilterStep(has_prefix=self._text(text, ignores_case)),))

    def contains(self, text: str, *, ignores_case: bool = False) -> Filter:
        """The value is a text that contains another one."""
        return Filter((views_pb2.FilterStep(contains=self._text(text, ignores_case)),))

    def is_one_of(self, values: Iterable[FieldInput]) -> Filter:
        """The value equals one of some values."""
        member = views_pb2.Membership(field=self.name, values=[_value(value) for value in several(values, "is_one_of")])
        return Filter((views_pb2.FilterStep(is_one_of=member),))

    def is_reader(self, *, negated: bool = False) -> Filter:
        """The value is the name of the principal that reads the view, or, negated, another text."""
        operator = views_pb2.COMPARISON_OPERATOR_NOT_EQUAL if negated else views_pb2.COMPARISON_OPERATOR_EQUAL
        principal = views_pb2.PrincipalComparison(field=self.name, operator=operator)
        return Filter((views_pb2.FilterStep(principal=principal),))

    def _compare(self, operator: views_pb2.ComparisonOperator, value: FieldInput, ignores_case: bool) -> Filter:
        comparison = views_pb2.Comparison(
            field=checked_text(self.name, "field"), operator=operator, value=_value(value), ignores_case=ignores_case
        )
        return Filter((views_pb2.FilterStep(comparison=comparison),))

    def _text(self, text: str, ignores_case: bool) -> views_pb2.TextMatch:
        return views_pb2.TextMatch(
            field=checked_text(self.name, "field"), text=checked_text(text, "text"), ignores_case=ignores_case
        )


def _value(value: FieldInput) -> views_pb2.Value:
    message = views_pb2.Value()
    set_value(message, value, "value")
    return message


def sort(
    name: str,
    *,
    descending: bool = False,
    missing_first: bool = False,
    numbers_last: bool = False,
    natural: bool = False,
    ignores_case: bool = False,
) -> views_pb2.SortDescriptor:
    """An order by a field. ``natural``: runs of digits in texts compare as numbers."""
    return views_pb2.SortDescriptor(
        field=name,
        direction=views_pb2.SORT_DIRECTION_DESCENDING if descending else views_pb2.SORT_DIRECTION_ASCENDING,
        missing=views_pb2.MISSING_VALUES_FIRST if missing_first else views_pb2.MISSING_VALUES_LAST,
        numbers_last=numbers_last,
        natural=natural,
        ignores_case=ignores_case,
    )


def row(id: str = "", fields: FieldsInput | None = None) -> ViewRow:
    """A section or an item that is given in the view."""
    return ViewRow(id=id, fields=to_fields(fields))


def grouping(
    name: str,
    declared: Iterable[FieldInput] = (),
    *,
    order: views_pb2.GroupOrder = views_pb2.GROUP_ORDER_ASCENDING,
    by: views_pb2.Grouping | None = None,
) -> views_pb2.Grouping:
    """One section for each value of a field; ``declared`` ones are there also if they are empty.

    With ``by``, a grouping as well, there is one section for each pair of values of both fields.
    """
    values = [_value(value) for value in several(declared, "declared")]
    message = views_pb2.Grouping(field=name, declared=values, order=order)
    if by is not None:
        if by.HasField("by"):
            raise invalid("items are grouped by one or two fields", "query.grouped.by")
        message.by.CopyFrom(views_pb2.SecondGrouping(field=by.field, declared=by.declared, order=by.order))
    return message


def fixed(section: ViewRow, items: Iterable[ViewRow] = (), *, name: str = "") -> ViewPart:
    """A section that is given in the view."""
    return ViewPart(name=name, fixed=views_pb2.FixedSection(section=section, items=several(items, "fixed.items")))


def query(
    collection: str,
    *,
    name: str = "",
    sections: Iterable[str] | None = None,
    flat: ViewRow | None = None,
    grouped: views_pb2.Grouping | None = None,
    filter: Filter | None = None,
    sort: Iterable[views_pb2.SortDescriptor] = (),
    cap: int | None = None,
    only: Iterable[str] | None = None,
    overlay: str | None = None,
    own_overlay: str | None = None,
    sums: Iterable[str] = (),
) -> ViewPart:
    """Items of a collection: in the collection's own sections, in one section with ``flat``, or in groups.

    ``cap`` is the maximum number of items of each section, ``only`` the fields that are shown.
    ``overlay`` is the shared overlay in whose order they are shown, and ``own_overlay`` one of the reader, such as
    ``"mine"``. ``sums`` are the fields whose sums the sections have, as their field ``"sum NAME"``.
    """
    if overlay is not None and own_overlay is not None:
        raise invalid("a query shows one overlay, a shared one or the reader's own", "query.overlay")
    if flat is not None and grouped is not None:
        raise invalid("a query is flat or grouped, not both", "query.layout")
    message = views_pb2.ViewQuery(
        collection=collection, sort=several(sort, "query.sort"), sums=several(sums, "query.sums")
    )
    if flat is not None:
        message.flat.CopyFrom(flat)
    elif grouped is not None:
        message.grouped.CopyFrom(grouped)
    else:
        message.own_sections = True
    if sections is not None:
        message.sections.CopyFrom(views_pb2.ChosenSections(sections=several(sections, "query.sections")))
    if filter is not None:
        message.filter.CopyFrom(views_pb2.Filter(steps=filter.steps))
    if cap is not None:
        message.cap = cap
    if only is not None:
        message.only.CopyFrom(views_pb2.ShownFields(fields=several(only, "query.only")))
    if overlay is not None:
        message.overlay.CopyFrom(views_pb2.ShownOverlay(name=checked_text(overlay, "query.overlay")))
    if own_overlay is not None:
        own = views_pb2.ShownOverlay(name=checked_text(own_overlay, "query.own_overlay"), own=True)
        message.overlay.CopyFrom(own)
    return ViewPart(name=name, query=message)


def view(
    *parts: ViewPart,
    window: tuple[int, int, int] | None = None,
    with_rights_of_definer: bool = False,
    may_move: bool = False,
) -> View:
    """A view of parts, whose sections follow each other.

    ``window`` is the index of a section, and those of the first item and after the last item, that alone are shown.
    ``may_move`` lets rows of a view with the rights of its definer be placed.
    """
    rights = views_pb2.VIEW_RIGHTS_DEFINER if with_rights_of_definer else views_pb2.VIEW_RIGHTS_READER
    message = View(parts=parts, rights=rights, may_move=may_move)
    if window is not None:
        section, start, end = window
        message.window.CopyFrom(views_pb2.ViewWindow(section=section, start=start, end=end))
    return message
