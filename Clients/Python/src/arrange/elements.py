"""What operations name: elements, new or existing, and places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from .errors import invalid
from .v1 import model_pb2
from .v1.collections_pb2 import TransactionStep, TransferItems
from .v1.operations_pb2 import AdoptedItem, ElementReference, ElementUpdate, NewElement, Operation
from .values import FieldsInput, checked_text, several, to_fields


class IfMissing(Enum):
    """What happens if the anchor of a place has vanished."""

    FAIL = 0
    """The transaction ends with ``NOT_FOUND``."""
    FIRST = 1
    """The elements go to the start of their list."""
    LAST = 2
    """The elements go to the end of their list."""


class ParentPolicy(Enum):
    """What happens if the parent of a place does not exist."""

    FAIL = 0
    """The transaction ends with ``NOT_FOUND``."""
    NEAREST_ANCESTOR = 1
    """The items go below the nearest ancestor of the parent that is still there, or to the top of its section."""
    LAST = 2
    """The items go to the end of their section."""


class CyclePolicy(Enum):
    """What happens with items that contain the place to which they are to be moved."""

    FAIL = 0
    """The transaction ends with ``FAILED_PRECONDITION``."""
    SKIP = 1
    """They stay where they are."""
    BESIDE = 2
    """They go directly behind their parents."""


class DescendantPolicy(Enum):
    """What becomes of the children of an item that is removed."""

    REMOVE = 1
    """They are removed with all that is below them."""
    PROMOTE = 2
    """They take the place of the item."""
    REFUSE = 3
    """The transaction ends with ``FAILED_PRECONDITION`` if there are any."""


@dataclass(frozen=True)
class Place:
    """Where elements go among their siblings; see ``first``, ``last``, ``before``, ``after`` and ``at``."""

    kind: str
    anchor: str = ""
    index: int = 0
    if_missing: IfMissing = IfMissing.FAIL

    @classmethod
    def of(cls, message: model_pb2.Placement) -> Place:
        """The place of a message."""
        if_missing = IfMissing(message.if_anchor_missing)
        match message.WhichOneof("place"):
            case "first":
                return first()
            case "before":
                return before(message.before, if_missing)
            case "after":
                return after(message.after, if_missing)
            case "at":
                return at(message.at)
            case _:
                return last()

    def message(self) -> model_pb2.Placement:
        """The message of the place."""
        policy = model_pb2.AnchorPolicy.Name(self.if_missing.value)
        match self.kind:
            case "first":
                return model_pb2.Placement(first=True, if_anchor_missing=policy)
            case "last":
                return model_pb2.Placement(last=True, if_anchor_missing=policy)
            case "before":
                return model_pb2.Placement(before=checked_text(self.anchor, "to.before"), if_anchor_missing=policy)
            case "after":
                return model_pb2.Placement(after=checked_text(self.anchor, "to.after"), if_anchor_missing=policy)
            case _:
                if not -(2**63) <= self.index < 2**63:
                    raise invalid(f"{self.index} is no index", "to.at")
                return model_pb2.Placement(at=self.index, if_anchor_missing=policy)


def first() -> Place:
    """To the start."""
    return Place("first")


def last() -> Place:
    """To the end."""
    return Place("last")


def before(anchor: str, if_missing: IfMissing = IfMissing.FAIL) -> Place:
    """Directly before an element."""
    return Place("before", anchor, if_missing=if_missing)


def after(anchor: str, if_missing: IfMissing = IfMissing.FAIL) -> Place:
    """Directly after an element."""
    return Place("after", anchor, if_missing=if_missing)


def at(index: int) -> Place:
    """To an index. For a move it is the index that the first moved element has afterwards."""
    return Place("at", index=index)


def element(id: str = "", fields: FieldsInput | None = None) -> NewElement:
    """An item or a section to insert. Without an id the server makes one."""
    return NewElement(id=checked_text(id, "id"), fields=to_fields(fields))


def reference(
    id: str,
    if_content_version: int | None = None,
    *,
    if_section: str | None = None,
    if_placement_version: int | None = None,
    if_parent: str | None = None,
) -> ElementReference:
    """An existing element, with the content version and the place that it must have."""
    message = ElementReference(id=checked_text(id, "id"))
    if if_content_version is not None:
        message.if_content_version = _version(if_content_version, "if_content_version")
    if if_section is not None:
        message.if_section = checked_text(if_section, "if_section")
    if if_placement_version is not None:
        message.if_placement_version = _version(if_placement_version, "if_placement_version")
    if if_parent is not None:
        message.if_parent = checked_text(if_parent, "if_parent")
    return message


def update(
    id: str,
    set: FieldsInput | None = None,
    *,
    remove: Iterable[str] = (),
    replace_all: bool = False,
    if_content_version: int | None = None,
) -> ElementUpdate:
    """New values for some fields of an existing element.

    ``replace_all`` removes all fields that ``set`` does not name.
    """
    message = ElementUpdate(
        id=checked_text(id, "id"),
        set=to_fields(set),
        remove=[checked_text(name, "remove") for name in several(remove, "remove")],
        replace_all=replace_all,
    )
    if if_content_version is not None:
        message.if_content_version = _version(if_content_version, "if_content_version")
    return message


def adopted(
    id: str,
    fields: FieldsInput | None = None,
    *,
    key: bytes = b"",
    after: str = "",
    before: str = "",
) -> AdoptedItem:
    """An item that was placed elsewhere, such as by a client that was offline."""
    return AdoptedItem(
        id=checked_text(id, "id"),
        fields=to_fields(fields),
        key=key,
        after=checked_text(after, "after"),
        before=checked_text(before, "before"),
    )


NewElements = Iterable[NewElement | FieldsInput]
"""Elements to insert: the results of ``element``, or only their fields."""

References = Iterable[ElementReference | str]
"""Existing elements: the results of ``reference``, or only their ids."""


def to_element(item: NewElement | FieldsInput) -> NewElement:
    """The element to insert that a caller has given, or whose fields."""
    if isinstance(item, NewElement):
        return item
    if isinstance(item, Mapping):
        return element(fields=item)
    raise invalid(f"an element to insert is made by element(), or its fields, not {type(item).__name__}", "items")


def to_reference(item: ElementReference | str) -> ElementReference:
    """The reference that a caller has given, or whose id."""
    return item if isinstance(item, ElementReference) else reference(item)


def step(collection: str, operation: Operation) -> TransactionStep:
    """An operation on one of the collections of a transaction."""
    return TransactionStep(collection=checked_text(collection, "collection"), operation=operation)


def transfer(
    collection: str,
    items: References,
    target: str,
    *,
    section: str | None = None,
    to: Place | None = None,
    parent: str | None = None,
    if_parent_missing: ParentPolicy = ParentPolicy.FAIL,
    descendants: DescendantPolicy | None = None,
) -> TransactionStep:
    """Hands items of a collection to another one, ``target``, where they follow each other in the given order.

    They keep their ids, their fields and their content versions. From one outline to another an item goes with
    everything below it.

    ``section``: The id of the section there. When left out: the section of the anchor, and without an anchor the
    default section.

    ``to``: The position in the section, or among the children of the parent. When left out: at the end.

    ``parent``: The id of the item below which the items go, if the target is an outline; empty: the top of the section.
    When left out: the parent of the anchor, and without an anchor the top of the section.

    ``if_parent_missing``: What happens if the parent does not exist.

    ``descendants``: What becomes of the children of the items, except those that are named as well, in the collection
    that the items leave: the items then go without them. When left out: everything below the items goes along, for
    which the target has to be an outline.
    """
    message = TransferItems(
        items=[to_reference(each) for each in several(items, "items")],
        target=checked_text(target, "target"),
    )
    if section is not None:
        message.section = checked_text(section, "section")
    if to is not None:
        message.to.CopyFrom(to.message())
    if parent is not None:
        message.parent = checked_text(parent, "parent")
    message.if_parent_missing = ParentPolicy(if_parent_missing).value  # type: ignore[assignment]
    if descendants is not None:
        message.descendants = DescendantPolicy(descendants).value  # type: ignore[assignment]
    return TransactionStep(collection=checked_text(collection, "collection"), transfer_items=message)


def _version(version: int, field: str) -> int:
    if not 0 <= version < 2**64:
        raise invalid(f"{version} is no version", field)
    return version
