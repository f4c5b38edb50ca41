"""Fast start of worker processes: a server process imports the modules once, and is copied for each worker.

    begin_server()                     # early, so that it imports in parallel
    process = context().Process(target=work, args=(ends, how, dict(os.environ)))

The server (Python's fork server) is a new process, not a copy of the calling one, so that it inherits no locks of threads. On
systems without a fork server, each worker is a new process that imports the modules itself.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import multiprocessing
import os
import signal
import sys
import tempfile
from collections.abc import Iterator, Mapping
from multiprocessing.context import ForkServerContext, SpawnContext
from typing import Final

from dealerkit.files.late_modules import late_imports

with late_imports():  # not every system has them
    from multiprocessing import forkserver, resource_tracker

_SAFE_PATH: Final = "PYTHONSAFEPATH"
_NEEDED: Final = "dealerkit.jobs.archive.pool"
"""The module that a worker needs, with all that it imports."""

_UNSAFE: Final = (3, 11, 1)
"""Before this Python every user of the machine could talk to such a server (CVE-2022-42919)."""
_LONGEST: Final = 60
"""Most bytes of the path of the folder for scratch files; in a longer one the server's socket does not fit."""


@functools.cache
def context() -> ForkServerContext | SpawnContext:
    """Return the multiprocessing context that starts workers: `forkserver`, or `spawn` if that cannot be used here."""
    if "forkserver" not in multiprocessing.get_all_start_methods() or sys.version_info < _UNSAFE:
        return multiprocessing.get_context("spawn")
    try:
        fits = len(os.fsencode(tempfile.gettempdir())) <= _LONGEST
    except OSError:
        fits = False
    return multiprocessing.get_context("forkserver") if fits else multiprocessing.get_context("spawn")


def begin_server() -> None:
    """Start the fork server, if it is not running; it imports the modules while the caller continues."""
    chosen = context()
    if not isinstance(chosen, ForkServerContext):
        return
    chosen.set_forkserver_preload([_NEEDED])
    with deaf_to_ctrl_c(), _no_modules_of_this_folder():
        forkserver.ensure_running()


@contextlib.contextmanager
def _no_modules_of_this_folder() -> Iterator[None]:
    """Context in which a Python that is started imports nothing from the working folder."""
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before


@contextlib.contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """Context in which new processes are started so that they ignore Ctrl-C, which is meant for the calling process."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not the main thread, which is who hears it
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def ctrl_c_waits() -> Iterator[None]:
    """Context that postpones Ctrl-C to its end; threads and processes started within never receive it.

    On systems that cannot postpone signals, it does nothing.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # the process that starts it hears Ctrl-C from then on
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def settle(environment: Mapping[str, str]) -> None:
    """Set up a new worker process: give it the environment of the process that asked for it, and tune its garbage collector.

    Args:
        environment: The environment variables of that process. They are passed because the fork server, which the worker is
            copied from, may have started before some of them were set.
    """
    os.environ.clear()
    os.environ.update(environment)
    # What was imported lives as long as the worker: nobody need look for garbage in it, which would copy its memory besides.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 10)
