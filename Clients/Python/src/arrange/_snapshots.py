"""Snapshots in pages."""

from __future__ import annotations

from .batches import ListSize, from_size
from .lists import Section, SectionedList
from .v1 import changes_pb2
from .values import from_element


class SnapshotPages:
    """Collects the pages of a snapshot."""

    def __init__(self) -> None:
        self._list = SectionedList()
        self._head: tuple[int, int, ListSize, int] | None = None
        """The version, epoch, size and reason, which all pages share."""
        self._count = 0

    @property
    def is_empty(self) -> bool:
        """Whether there is no page yet."""
        return self._head is None

    def append(self, page: changes_pb2.SnapshotPage, version: int, epoch: int) -> bool:
        """Adds the next page; false if it does not follow the previous ones.

        The first page starts over, whatever came before: a server that no longer has the older version continues with
        a newer one.
        """
        if page.page == 0:
            self._clear()
        head = (version, epoch, from_size(page.size), page.reason)
        if page.page != self._count or (self._head is not None and self._head != head):
            return False
        self._head = head
        self._count += 1
        sections = self._list.sections
        for run in page.sections:
            items = [from_element(item) for item in run.items]
            if run.first_item == 0 and run.index == len(sections):
                sections.append(Section(from_element(run.section), items))
            elif (
                sections
                and run.index == len(sections) - 1
                and run.first_item == len(sections[-1].items)
                and run.section.id == sections[-1].id
            ):
                sections[-1].items += items
            else:
                return False
        return True

    def take(self) -> SectionedList | None:
        """The whole list after the last page; ``None`` if its size is not the announced one."""
        result = self._list if self._head is not None and self._list.size == self._head[2] else None
        self._clear()
        return result

    def _clear(self) -> None:
        self._list, self._head, self._count = SectionedList(), None, 0
