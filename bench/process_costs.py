"""Costs of a command with all its processes: a module for benches, without a measurement of its own.

Linux reparents the orphans of a command to us, so that nothing is missed: a server that ends after its client, with its
workers.
"""

from __future__ import annotations

import ctypes
import dataclasses
import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

_ADOPT = 36
"""`PR_SET_CHILD_SUBREAPER` of `prctl`."""


@dataclasses.dataclass
class Costs:
    """The result of a command, and its costs.

    Attributes:
        code: Its exit status; negative for a signal.
        said: The hash of its output.
        size: Number of bytes of its output.
        wall: Seconds from call to end of its output.
        cpu: Processor seconds of all its processes.
        own: Processor seconds of the called process, with processes that it waited for itself.
        most: The most kilobytes of any process.
        last: The end of its output.
    """

    code: int
    said: str
    size: int
    wall: float
    cpu: float
    own: float
    most: int
    last: str


def costs_of(call: Sequence[str], meanwhile: Callable[[int], object] | None = None) -> Costs:
    """Run a command and wait for all its processes.

    Args:
        call: The command.
        meanwhile: Called once, with the command's process id, after it was started.
    """
    ctypes.CDLL(None).prctl(_ADOPT, 1, 0, 0, 0)
    digest, size, last = hashlib.sha256(), 0, b""
    began = time.perf_counter()
    process = subprocess.Popen(call, stdout=subprocess.PIPE)
    if meanwhile is not None:
        meanwhile(process.pid)
    assert process.stdout is not None
    with process.stdout as stream:
        while block := stream.read(1 << 16):
            digest.update(block)
            size += len(block)
            last = (last + block)[-400:]
    wall = time.perf_counter() - began
    code, cpu, own, most = 0, 0.0, 0.0, 0
    while True:
        try:
            pid, status, used = os.wait4(-1, 0)
        except ChildProcessError:
            break
        cpu += used.ru_utime + used.ru_stime
        most = max(most, used.ru_maxrss)
        if pid == process.pid:
            own = used.ru_utime + used.ru_stime
            code = process.returncode = os.waitstatus_to_exitcode(status)
    return Costs(code, digest.hexdigest(), size, wall, cpu, own, most, last.decode("utf-8", "replace"))


def checking(*args: str) -> list[str]:
    """Return the command line of `dealerkit check` with these arguments."""
    return [sys.executable, "-m", "dealerkit", "check", *args]
