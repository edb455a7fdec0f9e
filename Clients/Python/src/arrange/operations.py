"""The edits of which transactions are made.

Each function makes one operation for ``Client.apply``. Sections are given by their ids; the default section has the
empty id. ``step`` and ``transfer`` make the steps of ``Client.transact``, which changes several collections.
"""

from ._generated import operations
from ._generated.operations import *  # noqa: F403
from .elements import (
    CyclePolicy,
    DescendantPolicy,
    IfMissing,
    ParentPolicy,
    Place,
    adopted,
    after,
    at,
    before,
    element,
    first,
    last,
    reference,
    step,
    transfer,
    update,
)

__all__ = [
    "CyclePolicy",
    "DescendantPolicy",
    "IfMissing",
    "ParentPolicy",
    "Place",
    "adopted",
    "after",
    "at",
    "before",
    "element",
    "first",
    "last",
    "reference",
    "step",
    "transfer",
    "update",
]
__all__ += operations.__all__
