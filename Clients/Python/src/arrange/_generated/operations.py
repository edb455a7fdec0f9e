"""The operations of transactions. Generated from Protos by the command generate-protos. Do not edit."""

from __future__ import annotations

from collections.abc import Iterable

from ..elements import CyclePolicy, DescendantPolicy, NewElements, ParentPolicy, Place, References, to_element, to_reference
from ..v1.operations_pb2 import (
    AdoptedItem,
    ElementUpdate,
    AdoptItems,
    InsertItems,
    InsertSections,
    MoveItems,
    MoveSections,
    RemoveItems,
    RemoveSections,
    ReorderItems,
    ReorderSections,
    UpdateItems,
    UpdateSections,
    Operation,
)
from ..values import checked_text, several

__all__ = [
    "adopt_items",
    "insert_items",
    "insert_sections",
    "move_items",
    "move_sections",
    "remove_items",
    "remove_sections",
    "reorder_items",
    "reorder_sections",
    "update_items",
    "update_sections",
]


def insert_items(items: NewElements, *, section: str | None = None, to: Place | None = None, parent: str | None = None, if_parent_missing: ParentPolicy = ParentPolicy.FAIL) -> Operation:
    """Inserts items so that they follow each other in the given order.

    ``items``: The items, at least one.

    ``section``: The id of the section, which must exist, except for the default section, which has the empty id.
    When left out: the section of the anchor, and without an anchor the default section.

    ``to``: The position in the section, or among the children of the parent. When left out: at the end.

    ``parent``: The id of the item below which the items go, in an outline; empty: the top of the section. When left out: the
    parent of the anchor, and without an anchor the top of the section. The section follows from a parent, so that
    `section` can only be named as well to say where the items go if the parent is missing. Refused with
    FAILED_PRECONDITION if the collection is flat.

    ``if_parent_missing``: What happens if the parent does not exist.
    """
    message = InsertItems(items=[to_element(each) for each in several(items, "items")])
    if section is not None:
        message.section = checked_text(section, "section")
    if to is not None:
        message.to.CopyFrom(to.message())
    if parent is not None:
        message.parent = checked_text(parent, "parent")
    message.if_parent_missing = ParentPolicy(if_parent_missing).value  # type: ignore[assignment]
    return Operation(insert_items=message)


def move_items(items: References, *, section: str | None = None, to: Place | None = None, parent: str | None = None, if_parent_missing: ParentPolicy = ParentPolicy.FAIL, if_cycle: CyclePolicy = CyclePolicy.FAIL) -> Operation:
    """Moves items, possibly from several sections, so that they follow each other in the given order. In an outline, what
    is below an item goes along.

    ``items``: The items, at least one.

    ``section``: The id of the section, which must exist, except for the default section, which has the empty id.
    When left out: the section of the anchor, and without an anchor the section of the first item.

    ``to``: The position in the section, or among the children of the parent. When left out: at the end.

    ``parent``: The id of the item below which the items go, in an outline; empty: the top of the section. When left out: the
    parent of the anchor, and without an anchor that of the first item, or the top of the section that is named. The
    section follows from a parent, so that `section` can only be named as well to say where the items go if the parent
    is missing. Refused with FAILED_PRECONDITION if the collection is flat.

    ``if_parent_missing``: What happens if the parent does not exist.

    ``if_cycle``: What happens with items that contain the place, so that they can't go there.
    """
    message = MoveItems(items=[to_reference(each) for each in several(items, "items")])
    if section is not None:
        message.section = checked_text(section, "section")
    if to is not None:
        message.to.CopyFrom(to.message())
    if parent is not None:
        message.parent = checked_text(parent, "parent")
    message.if_parent_missing = ParentPolicy(if_parent_missing).value  # type: ignore[assignment]
    message.if_cycle = CyclePolicy(if_cycle).value  # type: ignore[assignment]
    return Operation(move_items=message)


def update_items(items: Iterable[ElementUpdate]) -> Operation:
    """Changes fields of items.

    ``items``: The items with their new fields, at least one.
    """
    message = UpdateItems(items=several(items, "items"))
    return Operation(update_items=message)


def remove_items(items: References, *, descendants: DescendantPolicy | None = None) -> Operation:
    """Removes items.

    ``items``: The items, at least one.

    ``descendants``: What becomes of the children of the items, except those that are named as well. Has to be said if there are any.
    """
    message = RemoveItems(items=[to_reference(each) for each in several(items, "items")])
    if descendants is not None:
        message.descendants = DescendantPolicy(descendants).value  # type: ignore[assignment]
    return Operation(remove_items=message)


def adopt_items(items: Iterable[AdoptedItem], *, section: str = "", parent: str | None = None, if_parent_missing: ParentPolicy = ParentPolicy.FAIL, if_cycle: CyclePolicy = CyclePolicy.FAIL) -> Operation:
    """Adopts items that were placed elsewhere, such as by an offline client, with the order keys that they got there.
    Existing items are moved and keep their fields, others are inserted.

    No item is refused because of its position. The positions of all items of the operation are determined together,
    before any of them gets another key, so that their order in the request does not matter:

    An item whose key belongs to the collection's strategy and lies between the keys of `after` and `before` is placed
    by its key. It keeps the key if no other element has it. Otherwise it is placed directly after the element that has
    the same key, after items of the operation that were placed there in the same way, and gets another key; of equal
    keys, the item with the smaller bytes of the id comes first. Neighbours in the list count with their current keys,
    items of the operation with the keys in the request.

    Any other item is placed directly after `after`, or else directly before `before`, and gets another key. Items that
    were placed after it follow it. Items with the same position are in the order of their keys; or, without keys of
    the strategy, in the order in which they name each other in `before`; or else in the order of the bytes of their
    ids.

    An item whose neighbours are both gone, and whose key does not determine a position, is placed at the end; for the
    strategy "dense" at the index that its key contains.

    The result contains the keys.

    ``items``: The items, at least one.

    ``section``: The id of the section of all the items, which must exist, except for the default section, which has the empty id.

    ``parent``: The id of the item below which the items go, in an outline; empty, or left out: the top of the section. The section
    follows from a parent, so that `section` can only be named as well to say where the items go if the parent is
    missing. Refused with FAILED_PRECONDITION if the collection is flat.

    ``if_parent_missing``: What happens if the parent does not exist.

    ``if_cycle``: What happens with items that contain the place, so that they can't go there.
    """
    message = AdoptItems(items=several(items, "items"), section=checked_text(section, "section"))
    if parent is not None:
        message.parent = checked_text(parent, "parent")
    message.if_parent_missing = ParentPolicy(if_parent_missing).value  # type: ignore[assignment]
    message.if_cycle = CyclePolicy(if_cycle).value  # type: ignore[assignment]
    return Operation(adopt_items=message)


def reorder_items(items: Iterable[str], *, section: str = "", parent: str = "") -> Operation:
    """Puts the named items of one section, or children of one item, into the given order. They take the positions that they
    occupy together now; other items do not move and keep their keys. As few other keys as possible are written, and the
    result contains all of them.

    ``items``: The ids of the items in their new order, at least one.

    ``section``: The id of the section of all the items; empty: the default section.

    ``parent``: The id of the item whose children the items are; empty: they are at the top of the section. The section follows from
    a parent: only one of the two is named.
    """
    message = ReorderItems(section=checked_text(section, "section"), parent=checked_text(parent, "parent"), items=[checked_text(each, "items") for each in several(items, "items")])
    return Operation(reorder_items=message)


def insert_sections(sections: NewElements, *, to: Place | None = None) -> Operation:
    """Inserts sections so that they follow each other in the given order.

    ``sections``: The sections, at least one.

    ``to``: The position in the collection. When left out: at the end.
    """
    message = InsertSections(sections=[to_element(each) for each in several(sections, "sections")])
    if to is not None:
        message.to.CopyFrom(to.message())
    return Operation(insert_sections=message)


def move_sections(sections: References, *, to: Place | None = None) -> Operation:
    """Moves sections with their items so that they follow each other in the given order.

    ``sections``: The sections, at least one. An empty id names the default section.

    ``to``: The position in the collection. When left out: at the end.
    """
    message = MoveSections(sections=[to_reference(each) for each in several(sections, "sections")])
    if to is not None:
        message.to.CopyFrom(to.message())
    return Operation(move_sections=message)


def update_sections(sections: Iterable[ElementUpdate]) -> Operation:
    """Changes fields of sections.

    ``sections``: The sections with their new fields, at least one. An empty id names the default section.
    """
    message = UpdateSections(sections=several(sections, "sections"))
    return Operation(update_sections=message)


def remove_sections(sections: References, *, only_if_empty: bool = False) -> Operation:
    """Removes sections with their items.

    ``sections``: The sections, at least one. An empty id names the default section.

    ``only_if_empty``: Whether the operation ends with FAILED_PRECONDITION if a section has items. Otherwise the items are removed with
    their section.
    """
    message = RemoveSections(sections=[to_reference(each) for each in several(sections, "sections")], only_if_empty=only_if_empty)
    return Operation(remove_sections=message)


def reorder_sections(sections: Iterable[str]) -> Operation:
    """Puts the named sections into the given order. They take the positions that they occupy together now; other sections
    do not move and keep their keys. As few other keys as possible are written, and the result contains all of them.

    ``sections``: The ids of the sections in their new order, at least one. An empty id names the default section.
    """
    message = ReorderSections(sections=[checked_text(each, "sections") for each in several(sections, "sections")])
    return Operation(reorder_sections=message)
