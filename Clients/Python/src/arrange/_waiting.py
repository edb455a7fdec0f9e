"""Methods of a client with an event loop as methods that block."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from ._loop_thread import BlockingIterator, LoopThread

P = ParamSpec("P")
T = TypeVar("T")


class Waiting:
    """A client whose methods are those of another one, which runs on a thread of its own."""

    _client: Any
    _thread: LoopThread


def waits(method: Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]) -> Callable[Concatenate[Any, P], T]:
    """A method with the signature and the documentation of another one that blocks until that has finished."""

    @wraps(method)
    def wait(self: Waiting, /, *arguments: P.args, **named: P.kwargs) -> T:
        return self._thread.run(method(self._client, *arguments, **named))

    return wait


def iterates(
    method: Callable[Concatenate[Any, P], AsyncIterator[T]],
) -> Callable[Concatenate[Any, P], BlockingIterator[T]]:
    """A method with the signature and the documentation of another one, whose iterator blocks."""

    @wraps(method)
    def iterate(self: Waiting, /, *arguments: P.args, **named: P.kwargs) -> BlockingIterator[T]:
        return BlockingIterator(self._thread, lambda: method(self._client, *arguments, **named))

    return iterate
