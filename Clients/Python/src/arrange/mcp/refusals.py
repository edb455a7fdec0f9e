"""What an agent is told when a call fails: one sentence that says what is wrong and what to do."""

from __future__ import annotations

from ..errors import ArrangeError, Processed, StatusCode

_ADVICE = {
    StatusCode.NOT_FOUND: "see lists for the names of lists, show for the ids in them, history for versions",
    StatusCode.ALREADY_EXISTS: "show what is there, and choose another id or update it",
    StatusCode.FAILED_PRECONDITION: "show the list again and decide anew",
    StatusCode.ABORTED: "show the list again and decide anew",
    StatusCode.RESOURCE_EXHAUSTED: "ask for less, or wait",
    StatusCode.PERMISSION_DENIED: "ask the person who set up arrange-mcp for the permission",
    StatusCode.UNAUTHENTICATED: "ask the person who set up arrange-mcp for a valid token",
    StatusCode.UNAVAILABLE: "try again later",
    StatusCode.DEADLINE_EXCEEDED: "try again later",
    StatusCode.UNIMPLEMENTED: "the server is older than arrange-mcp and has to be upgraded",
}

EXPIRED_CURSOR = (
    "the list has changed since and the server no longer keeps the version of the cursor: begin again without it, "
    "or go on with section and start"
)


class Refusal(Exception):
    """A call that a tool refuses itself. Its text is the sentence for the agent."""


def sentence(error: ArrangeError, *, is_write: bool) -> str:
    """The sentence for the failure of a call."""
    parts = [str(error).rstrip(".")]
    if is_write:
        parts.append(_effect(error))
    if error.processed is not Processed.UNKNOWN and error.code in _ADVICE:
        parts.append(_ADVICE[error.code])
    return "; ".join(parts) + "."


def _effect(error: ArrangeError) -> str:
    match error.processed:
        case Processed.NOT_STARTED:
            return "nothing was changed"
        case Processed.DONE:
            return "the change was made: show the list before anything else"
        case _:
            return "the change may have been made: show the list before you repeat it"
