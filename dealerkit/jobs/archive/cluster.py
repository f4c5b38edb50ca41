"""Machines that judge chunks, through Dask: each works alone, on files that all of them can read.

If a worker is lost, another one judges its chunks again. Before it gets anything to judge, each worker is asked for its
fingerprint; a worker with other rule files or another version of dealerkit is reported by name and not used.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterable, Iterator
from typing import Any, Final

from distributed import Client, LocalCluster, get_worker
from distributed import wait as wait_for
from distributed.scheduler import KilledWorker

from dealerkit.errors import DealerkitError
from dealerkit.jobs.archive.chunks import without_text
from dealerkit.jobs.archive.environment import fingerprint
from dealerkit.jobs.archive.pool import Note, Pool, judge_or_say
from dealerkit.jobs.archive.values import Chunk, Judging
from dealerkit.jobs.worker_start import ctrl_c_waits

LOCAL: Final = "local:"
_TOGETHER: Final = 8
"""Chunks sent together: some thousand hands, so that the scheduler is no bottleneck."""
_EACH: Final = 3
"""Chunks under way for each processor of the cluster."""
_PATIENCE: Final = 5.0
"""Seconds between two checks that the workers are alive."""
_TRIES: Final = 4
"""Tries to begin our own cluster when a worker is lost at the start, and to ask workers when all are lost."""

Batch = list[tuple[int, Chunk]]


class NoCluster(DealerkitError):
    """There is no cluster at the address, or none of its workers has the same code and rules."""


class Cluster:
    """The workers of a cluster.

    Args:
        address: The address of the Dask scheduler, or `local:N` for N workers on this machine.
        how: Settings of the judgement.
        note: Called with a sentence about each worker that is not used, and each hand that crashed its worker.

    Raises:
        NoCluster: If there is no cluster, or none of its workers has this machine's code and rules.
    """

    def __init__(self, address: str, how: Judging, note: Note) -> None:
        self._how, self._note, self._sum = how, note, fingerprint(how)
        self._stack = contextlib.ExitStack()
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        try:
            if address.startswith(LOCAL):
                with ctrl_c_waits():  # a cluster that has not come up cannot be closed, and its workers are not who is stopped
                    local = _begun(_number(address.removeprefix(LOCAL)))
                    self._stack.callback(local.close)
                address = local.scheduler_address
            self._client = self._stack.enter_context(_client(address))
        except (OSError, ValueError) as error:
            self._stack.close()
            msg = f"no cluster answers at {address}: {error}"
            raise NoCluster(msg) from error
        except BaseException:
            self._stack.close()
            raise
        self._others = set[str]()
        self._batch: Batch = []
        self._out: dict[Any, tuple[Batch, list[str] | None]] = {}
        self._alone: Pool | None = None
        self._alone_out = 0
        try:
            self._ask()
        except BaseException:
            self.close()
            raise
        self.ahead = (_EACH + 1) * _TOGETHER * self._threads()

    def _ask(self) -> None:
        """Ask every worker for its code and rules. A lost worker does not answer; its successor does with its first batch."""
        for _ in range(_TRIES):
            run = self._client.run(fingerprint, self._how, on_error="return")
            lost = [worker for worker, its in run.items() if isinstance(its, OSError)]
            for worker, its in run.items():
                if its != self._sum and worker not in lost:
                    self._leave(
                        worker,
                        f"dealerkit can't be used on the cluster's scheduler ({its})" if isinstance(its, BaseException) else "",
                    )
            if self._sum in run.values() or not lost:
                break
            with contextlib.suppress(TimeoutError):
                self._client.wait_for_workers(1, timeout=_PATIENCE)
        if not self._ours():
            msg = "no worker in the cluster has the same rule files and dealerkit version as this computer"
            raise NoCluster(msg)

    def _leave(self, worker: str, why: str = "") -> None:
        """Note that a worker is not used."""
        if worker not in self._others:
            self._others.add(worker)
            self._note(f"the worker {worker} is not used: {why or 'its rule files or dealerkit version differ from those here'}")

    def _workers(self) -> dict[str, Any]:
        workers: dict[str, Any] = self._client.scheduler_info(n_workers=-1)["workers"]
        return workers

    def _ours(self) -> list[str]:
        """Return the workers that judge as we do."""
        return [worker for worker in self._workers() if worker not in self._others]

    def _threads(self) -> int:
        return max(1, sum(int(info["nthreads"]) for worker, info in self._workers().items() if worker not in self._others))

    def room(self) -> bool:
        """Return whether the cluster can take one more chunk now."""
        return len(self._batch) < _TOGETHER and len(self._out) < _EACH * self.ahead // ((_EACH + 1) * _TOGETHER)

    def give(self, number: int, chunk: Chunk) -> None:
        """Hand over a chunk to be judged; `wait` returns its result under this number."""
        self._batch.append((number, without_text(chunk, anywhere=True)))
        if len(self._batch) == _TOGETHER:
            self._send(self._batch)
            self._batch = []

    def _send(self, batch: Batch) -> None:
        where = self._ours() if self._others else None
        if where == []:
            msg = "the cluster has lost its last worker with the same rule files and dealerkit version"
            raise NoCluster(msg)
        future = self._client.submit(judge_there, batch, self._how, self._sum, pure=False, workers=where)
        self._out[future] = (batch, where)

    def wait(self) -> Iterable[tuple[int, bytes]]:
        """Wait until some chunks are judged; return the number and the packed result of each.

        Raises:
            NoCluster: If no worker with this machine's code and rules is left.
        """
        if self._batch:
            self._send(self._batch)
            self._batch = []
        done = list[tuple[int, bytes]]()
        while not done:
            if self._alone is not None and self._alone_out:
                done += self._alone.wait()
                self._alone_out -= len(done)
                break
            with contextlib.suppress(TimeoutError):
                wait_for(list(self._out), timeout=_PATIENCE, return_when="FIRST_COMPLETED")  # type: ignore[no-untyped-call]
            finished = [future for future in self._out if future.done()]
            for future in finished:
                done += self._taken(future)
            if not finished and self._others:
                self._send_again()
        return done

    def _taken(self, future: Any) -> Iterator[tuple[int, bytes]]:
        """Take in the results of a batch."""
        batch, _ = self._out.pop(future)
        try:
            worker, came = future.result()
        except KilledWorker:
            self._note("some hands crashed the workers checking them; dealerkit checks those hands here, one by one")
            self._alone = self._alone or Pool(self._how, 1, self._note)
            for number, chunk in batch:
                self._alone.give(number, chunk)
            self._alone_out += len(batch)
            return
        except Exception as error:
            if future.cancelled():
                self._send(batch)
                return
            msg = f"a worker failed: {type(error).__name__}: {error}"
            raise NoCluster(msg) from error
        if came is None:
            self._leave(worker)
            self._send(batch)
            return
        yield from zip((number for number, _ in batch), came, strict=True)

    def _send_again(self) -> None:
        """Send batches again whose workers are all gone."""
        there = set(self._ours())
        for future, (batch, where) in list(self._out.items()):
            if where is not None and there.isdisjoint(where):
                del self._out[future]
                future.cancel()
                self._send(batch)

    def close(self) -> None:
        """Disconnect from the cluster; shut it down if it was started here (`local:N`)."""
        if self._alone is not None:
            self._alone.close()
        with contextlib.suppress(Exception):  # what goes wrong when all is done
            self._client.cancel(list(self._out), force=True)
        with contextlib.suppress(Exception):
            self._stack.close()


def _begun(workers: int) -> LocalCluster:
    """Return a cluster on this machine. If a worker is lost at the start the cluster is too, and another is begun.

    Raises:
        OSError: If none comes up.
    """
    why = ""
    for _ in range(_TRIES):
        try:
            return _once_begun(workers)
        except RuntimeError as error:  # Dask's, whatever befell the worker
            why = str(error)
    msg = f"the workers don't start: {why}"
    raise OSError(msg)


def _once_begun(workers: int) -> LocalCluster:
    """Return a cluster on this machine.

    Its scheduler serves status pages, dashboard or not: at any free port, so that two clusters stand side by side,
    and for this machine alone.
    """
    return LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=workers,
        threads_per_worker=1,
        dashboard_address=None,
        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
        silence_logs=logging.CRITICAL,
    )


def _client(address: str) -> Client:
    return Client(address, timeout=10)  # type: ignore[no-untyped-call]


def _number(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 0 < int(text) < 513:
        msg = f"'{text}' is not a number of workers from 1 to 512"
        raise ValueError(msg)
    return int(text)


def judge_there(batch: Batch, how: Judging, ours: str) -> tuple[str, list[bytes] | None]:
    """Judge chunks on a worker of the cluster.

    Args:
        batch: The chunks with their numbers.
        how: Settings of the judgement.
        ours: The fingerprint of the calling machine's code and rules.

    Returns:
        The worker's address, and the packed result of each chunk; None if the worker's fingerprint differs.
    """
    address = str(get_worker().address)
    if fingerprint(how) != ours:
        return address, None
    return address, [judge_or_say(chunk, how) for _, chunk in batch]
