"""An event loop on a thread of its own, and iterators that wait for it."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import CancelledError
from typing import Any, Generic, TypeVar

from ._calls import inherited
from .errors import ArrangeError, StatusCode

T = TypeVar("T")


class LoopThread:
    """An event loop on a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="arrange-client", daemon=True)
        self._thread.start()
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._is_closed = False

    @property
    def is_inherited(self) -> bool:
        """Whether this process was forked from the one with the thread, which does not exist here, so that nothing on
        the loop would ever be carried out."""
        return self._process != os.getpid()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Waits until a coroutine has finished on the loop."""
        if self.is_inherited:
            work.close()
            raise inherited()
        with self._lock:
            if self._is_closed:
                work.close()
                raise ArrangeError(StatusCode.FAILED_PRECONDITION, "the client was closed; make a new one")
            future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except CancelledError:
            raise ArrangeError(StatusCode.CANCELLED, "the client was closed while it waited") from None
        except BaseException:
            # Such as KeyboardInterrupt in this thread.
            future.cancel()
            raise

    def close(self, last: Coroutine[Any, Any, None]) -> None:
        """Runs a last coroutine, cancels all others and ends the thread. Does nothing in a forked process."""
        if self.is_inherited:
            last.close()
            return
        with self._lock:
            if self._is_closed:
                last.close()
                return
            self._is_closed = True
        asyncio.run_coroutine_threadsafe(self._finish(last), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    @staticmethod
    async def _finish(last: Coroutine[Any, Any, None]) -> None:
        await last
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.get_running_loop().shutdown_asyncgens()


class BlockingIterator(Generic[T]):
    """An iterator that blocks until the next element is there. ``close``, or the end of a ``with``, ends it."""

    def __init__(self, thread: LoopThread, make: Callable[[], AsyncIterator[T]]) -> None:
        self._thread = thread

        async def start() -> AsyncIterator[T]:
            return make()

        self._elements = thread.run(start())

    def __iter__(self) -> BlockingIterator[T]:
        return self

    def __next__(self) -> T:
        async def step() -> tuple[T] | None:
            # An exception that ends an iterator can't leave a coroutine.
            try:
                return (await anext(self._elements),)
            except StopAsyncIteration:
                return None

        element = self._thread.run(step())
        if element is None:
            raise StopIteration
        return element[0]

    def close(self) -> None:
        """Ends the iterator, and a subscription with it."""
        if self._thread.is_inherited:
            return
        closing = getattr(self._elements, "aclose", None)
        if closing is not None:
            self._thread.run(closing())

    def __enter__(self) -> BlockingIterator[T]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
