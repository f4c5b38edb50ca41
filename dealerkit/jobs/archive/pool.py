"""Worker processes that judge chunks. If a process dies, another one judges its chunk again.

Each process has one chunk in work and one waiting, so that it is never idle; a thread sends the chunks, so that the calling
process is never blocked.
"""

from __future__ import annotations

import contextlib
import os
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerProcess, SpawnProcess
from typing import Any, Final

import attrs

from dealerkit.errors import OWN_ERROR_HINT, DealerkitError, RecordError, own_error
from dealerkit.hands.check import lost
from dealerkit.jobs.archive.chunks import without_text
from dealerkit.jobs.archive.judging import judge, told_of
from dealerkit.jobs.archive.values import Chunk, ChunkJudged, Judging, Piece
from dealerkit.jobs.worker_start import begin_server, context, deaf_to_ctrl_c, settle

_WAITING: Final = 2
"""Chunks that a process is given at once."""
_AHEAD: Final = 16
"""Chunks for each process that are judged, or on their way, ahead of the next to report."""
_TIMES: Final = 2
"""Processes lost at the same hand after which the hand is left out."""
_TRIES: Final = 8
"""Processes lost at a chunk after which the chunk is left out."""

Note = Callable[[str], object]
"""Takes a sentence about the run, for the screen."""


class CannotStart(DealerkitError):
    """Worker processes cannot be started."""


@attrs.define
class _Task:
    """A chunk to judge.

    Attributes:
        number: Its number.
        chunk: The chunk.
        ended: The number of processes lost, by hand.
        spared: The places of hands that are left out.
        tries: The number of processes lost at this chunk.
        at: The hand that was begun last, where that is told.
    """

    number: int
    chunk: Chunk
    ended: dict[int, int] = attrs.Factory(dict)
    spared: set[int] = attrs.Factory(set)
    tries: int = 0
    at: int = -1

    def again(self) -> None:
        """Count a process that was lost while it judged this chunk."""
        self.tries += 1
        if self.at >= 0:
            self.ended[self.at] = self.ended.get(self.at, 0) + 1
            if self.ended[self.at] >= _TIMES:
                self.spared.add(self.at)
            self.at = -1


class _Worker:
    """A worker process, and the chunks given to it."""

    def __init__(self, how: Judging) -> None:
        begin_server()
        self.ends, there = context().Pipe()
        self.process: ForkServerProcess | SpawnProcess = context().Process(
            target=work, args=(there, how, dict(os.environ)), daemon=True
        )
        with deaf_to_ctrl_c():
            self.process.start()
        there.close()
        self.tasks = deque[_Task]()
        self.ready = False
        self._out: queue.SimpleQueue[object] = queue.SimpleQueue()
        self._sends = threading.Thread(target=_sent, args=(self.ends, self._out), daemon=True)
        self._sends.start()

    def give(self, task: _Task) -> None:
        """Let it judge a chunk, after those that it has."""
        self.tasks.append(task)
        self._out.put((task.chunk, frozenset(task.spared), task.tries > 0))

    def end(self) -> None:
        """Kill the process."""
        self._out.put(None)
        self.process.kill()
        self.process.join()
        # Its thread first: the number of a closed end goes to the next pipe, and what it still sends would reach another process.
        self._sends.join()
        self.ends.close()


def _sent(ends: Connection, out: queue.SimpleQueue[object]) -> None:
    """Send the messages of a queue, in order."""
    with contextlib.suppress(OSError, ValueError):
        while (message := out.get()) is not None:
            ends.send(message)


class Pool:
    """Processes that judge chunks.

    Args:
        how: Settings of the judgement.
        jobs: The number of processes.
        note: Called with a sentence when a process has died.
    """

    def __init__(self, how: Judging, jobs: int, note: Note) -> None:
        self._how, self._jobs, self._note = how, jobs, note
        self.ahead = _AHEAD * jobs
        self._stillborn = 0
        self._workers: list[_Worker] = []

    def room(self) -> bool:
        """Return whether there is a process that has nothing waiting."""
        return not self._workers or any(len(worker.tasks) < _WAITING for worker in self._workers)

    def give(self, number: int, chunk: Chunk) -> None:
        """Hand over a chunk to be judged; `wait` returns its result under this number.

        Args:
            number: The number under which `wait` returns the result.
            chunk: The chunk.
        """
        if not self._workers:
            self._workers = [_Worker(self._how) for _ in range(self._jobs)]
        self._give(_Task(number, without_text(chunk)))

    def _give(self, task: _Task) -> None:
        min(self._workers, key=lambda worker: len(worker.tasks)).give(task)

    def wait(self) -> list[tuple[int, bytes]]:
        """Wait until some chunks are judged; return the number and the packed result of each.

        Raises:
            CannotStart: If no process comes up.
        """
        done = list[tuple[int, bytes]]()
        while not done and any(worker.tasks for worker in self._workers):
            ready = set(wait([end for worker in self._workers for end in (worker.ends, worker.process.sentinel)]))
            for at, worker in enumerate(self._workers):
                if worker.ends in ready:
                    done += self._take_message(worker)
                if worker.process.sentinel in ready:
                    done += self._take_message(worker)  # what it said before
                    done += self._ended(at, worker)
        return done

    def _take_message(self, worker: _Worker) -> Iterator[tuple[int, bytes]]:
        """Take in a message of a process."""
        with contextlib.suppress(EOFError, OSError):
            while worker.ends.poll():
                message: Any = worker.ends.recv()
                if message is None:
                    worker.ready = True
                    self._stillborn = 0
                elif isinstance(message, int):
                    worker.tasks[0].at = message
                else:
                    yield worker.tasks.popleft().number, message

    def _ended(self, at: int, worker: _Worker) -> Iterator[tuple[int, bytes]]:
        """Replace a lost process, and give out its chunks again."""
        code = worker.process.exitcode
        why = f"signal {-code}" if code is not None and code < 0 else f"exit {code}"
        worker.end()
        if not worker.ready:
            self._stillborn += 1
            if self._stillborn > 3 * len(self._workers):
                msg = f"the judging processes don't start ({why}); try --jobs 1"
                raise CannotStart(msg)
        self._workers[at] = _Worker(self._how)
        tasks = list(worker.tasks)
        if tasks:
            self._note(f"a process that was judging hands stopped ({why}); its hands are judged again")
        if tasks and worker.ready:
            tasks[0].again()
            if tasks[0].tries >= _TRIES:
                yield tasks[0].number, _left_out(tasks.pop(0).chunk).packed()
        for task in tasks:
            self._give(task)

    def close(self) -> None:
        """End the processes."""
        for worker in self._workers:
            worker.end()


def _left_out(chunk: Chunk) -> ChunkJudged:
    """Return the result of a chunk that could not be judged."""
    file, line, size = (
        (chunk.file, chunk.line + 1, chunk.stop - chunk.start)
        if isinstance(chunk, Piece)
        else (chunk.paths[0], 0, sum(size for size, _ in chunk.stamps))
    )
    files = int(chunk.first) if isinstance(chunk, Piece) else len(chunk.paths)
    and_more = "" if isinstance(chunk, Piece) else f", to {chunk.paths[-1]}"
    what = f"the processes judging {size} bytes from here on{and_more} stopped {_TRIES} times"
    error = RecordError(file, line, what, "the hands in them were not judged", passing=True)
    return ChunkJudged((told_of(error, lost(error)),), files=files, size=size, passing=True)


def work(ends: Connection, how: Judging, environment: Mapping[str, str]) -> None:
    """Judge chunks until there are none left: the main function of a worker process.

    Args:
        ends: The connection that chunks come from and results go to.
        how: Settings of the judgement.
        environment: The environment variables of the calling process.
    """
    settle(environment)
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        ends.send(None)
        while True:
            chunk, spared, careful = ends.recv()
            ends.send(judge_or_say(chunk, how, spared, ends.send if careful else None))


def judge_or_say(
    chunk: Chunk, how: Judging, spared: frozenset[int] = frozenset(), before: Callable[[int], None] | None = None
) -> bytes:
    """Judge a chunk, and return its packed result; a bug in dealerkit becomes a finding on that chunk and stops no other.

    Args:
        chunk: The chunk.
        how: Settings of the judgement.
        spared: The places in the chunk, from 0, of hands to skip.
        before: Called with the place of each hand before it is judged; None for no call.
    """
    try:
        return judge(chunk, how, spared, before).packed()
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - one bad chunk must not silence an archive
        file, line = (chunk.file, chunk.line + 1) if isinstance(chunk, Piece) else (chunk.paths[0], 0)
        record_error = RecordError(file, line, own_error(error), OWN_ERROR_HINT)
        return ChunkJudged((told_of(record_error, lost(record_error)),)).packed()
