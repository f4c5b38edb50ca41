"""The blocks of a run (equal parts, such as some shoes) spread over processes: dealt by any free one, returned in order."""

from __future__ import annotations

import functools
import itertools
import signal
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar

from dealerkit.errors import Impossible

P = TypeVar("P")
T = TypeVar("T")

_AHEAD = 2
"""Blocks that wait for each process, so that none is idle."""


_DEAL: list[Callable[[int], Any]] = []
"""The function that deals a block in this process."""


def in_order(dealer: Callable[[P], Callable[[int], T]], plan: P, jobs: int) -> Generator[T, None, None]:
    """Deal block after block without end, and yield them in order; close the iterator to stop.

    Args:
        dealer: Function that is called with the plan, once in each process, and returns the function that deals the block with a
            given number, from 0. It must be at the top level of a module, so that it can be pickled.
        plan: The plan of the run.
        jobs: The number of processes; with 1, everything is dealt in this process.

    Raises:
        Impossible: If a worker process was killed.
    """
    if jobs == 1:
        yield from map(dealer(plan), itertools.count())
    # Started again and not forked: a fork would take over locks that another thread of ours holds.
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=functools.partial(_ready, dealer, plan))
    waiting: deque[Future[T]] = deque()
    number = 0
    try:
        while True:
            while len(waiting) < jobs * (1 + _AHEAD):
                waiting.append(pool.submit(_block, number))
                number += 1
            yield waiting.popleft().result()
    except BrokenProcessPool:
        msg = "one of the processes was stopped from outside, perhaps for lack of memory; try fewer --jobs"
        raise Impossible(msg) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _ready(dealer: Callable[[P], Callable[[int], object]], plan: P) -> None:
    """Set up a process. Ctrl-C reaches every process of the terminal; only the main process answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _DEAL[:] = [dealer(plan)]


def _block(number: int) -> Any:
    return _DEAL[0](number)
