"""Blocks of a run over processes: dealt wherever there is room, handed back in order."""

from __future__ import annotations

import functools
import signal
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TypeVar

from dealerkit.errors import Impossible

T = TypeVar("T")

_AHEAD = 2
"""Blocks that wait for each process, so that none is idle."""


def in_order(deal: Callable[[int], T], jobs: int, start: Callable[..., None], *given: object) -> Generator[T, None, None]:
    """Deal block after block without end, and yield them in order; close the iterator to stop.

    Args:
        deal: Deals the block of a number, from 0; a function of a module.
        jobs: Processes; with 1 everything is dealt in this one.
        start: Called once in each process, with what is given, before it deals.
        *given: What it is given.

    Raises:
        Impossible: If a process was ended from outside.
    """
    if jobs == 1:
        start(*given)
        number = 0
        while True:
            yield deal(number)
            number += 1
    # Started again and not forked: a fork would take over locks that another thread of ours holds.
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=functools.partial(_ready, start, *given))
    waiting: deque[Future[T]] = deque()
    number = 0
    try:
        while True:
            while len(waiting) < jobs * (1 + _AHEAD):
                waiting.append(pool.submit(deal, number))
                number += 1
            yield waiting.popleft().result()
    except BrokenProcessPool:
        msg = "one of the processes was ended from outside, as happens when memory is short; try fewer --jobs"
        raise Impossible(msg) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _ready(start: Callable[..., None], *given: object) -> None:
    """Make a process ready. Ctrl-C reaches every process of the terminal; only the main process answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    start(*given)
