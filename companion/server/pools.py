"""Thread pools that answer requests; a request that waits too long for a thread is refused."""

import asyncio
import contextlib
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Answer = TypeVar("Answer")


class Busy(Exception):
    """No thread was free in time: nothing has been done."""


class Late(Exception):
    """A thread is still at work, and nobody knows for how long."""


class Pool:
    """A fixed number of threads, and a queue of limited length in front of them."""

    def __init__(
        self,
        name: str,
        threads: int,
        *,
        most_waiting: int,
        patience: float,
        seconds: float,
        nice: int = 0,
    ) -> None:
        """Create the threads.

        Work that no thread has begun after `patience` seconds is refused, and has changed nothing.
        Work that takes longer than `seconds` waits for something that is away.
        """
        self.most_waiting, self.waiting = most_waiting, 0
        self.patience, self.seconds = patience, seconds
        self._threads = ThreadPoolExecutor(
            threads, thread_name_prefix=name, initializer=_give_way, initargs=(nice,)
        )

    async def run(self, work: Callable[[], Answer]) -> Answer:
        """Run `work` in a thread and return its answer.

        Raise `Busy` or `Late` when that takes too long.
        """
        if self.waiting >= self.most_waiting:
            raise Busy
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[Answer] = loop.create_future()
        self.waiting += 1
        job = self._threads.submit(work)
        job.add_done_callback(lambda done: loop.call_soon_threadsafe(_settle, answered, done))
        hurry = loop.call_later(self.patience, self._hurry, job, answered)
        try:
            return await answered
        finally:
            hurry.cancel()
            self.waiting -= 1

    def _hurry(self, job: "Future[Answer]", answered: "asyncio.Future[Answer]") -> None:
        """Cancel work that has not begun after `patience` seconds, in the event loop.

        Work that has begun gets the rest of its `seconds`.
        """
        if not job.cancel() and not answered.done():
            loop = answered.get_loop()
            loop.call_later(self.seconds - self.patience, _give_up, answered)


def _settle(answered: "asyncio.Future[Answer]", job: "Future[Answer]") -> None:
    if answered.done():
        return  # it was told to wait no longer
    if job.cancelled():
        answered.set_exception(Busy())
    elif error := job.exception():
        answered.set_exception(error)
    else:
        answered.set_result(job.result())


def _give_up(answered: "asyncio.Future[Answer]") -> None:
    if not answered.done():
        answered.set_exception(Late())


def _give_way(nice: int) -> None:
    """Lower this thread's priority, where threads have priorities of their own."""
    if nice:
        with contextlib.suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)
