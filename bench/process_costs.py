"""What a command costs with all the processes that it starts: imported by benches, measures nothing by itself.

Linux hands what a command leaves behind over to us, so that nothing is missed: a server that ends after its client, with the
workers that it has waited for.
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
    """What came of a command, and what it took.

    Attributes:
        code: Its exit status; negative for a signal.
        said: The sum of what it wrote.
        size: How many bytes that were.
        wall: Seconds from call to end of its output.
        cpu: Seconds of the processor of all its processes.
        own: Those of the process that was called, with processes that it waited for itself.
        most: The most kilobytes that any one process took.
        last: The end of what it wrote.
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
    """Run a command and wait for all that it started.

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
    """Return the call of `dealerkit check` with these arguments."""
    return [sys.executable, "-m", "dealerkit", "check", *args]
