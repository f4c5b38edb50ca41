"""The judgement of an archive of any size."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from typing import Protocol

from dealerkit.hands.listing import OtherFiles, Told
from dealerkit.jobs.archive.chunks import chunks
from dealerkit.jobs.archive.judging import judge_in_turn
from dealerkit.jobs.archive.pool import Note, Pool, judge_or_say
from dealerkit.jobs.archive.run_file import JudgedChunks
from dealerkit.jobs.archive.values import Chunk, ChunkJudged, Judging
from dealerkit.rules.sets import rule_set


class Judges(Protocol):
    """A place that judges chunks: this process, several processes, or a cluster.

    Attributes:
        ahead: Number of chunks judged, or on their way, ahead of the next to report.
    """

    ahead: int

    def room(self) -> bool:
        """Return whether one more chunk can be handed over now."""

    def give(self, number: int, chunk: Chunk) -> None:
        """Hand over a chunk to be judged; `wait` returns its result under this number."""

    def wait(self) -> Iterable[tuple[int, bytes]]:
        """Wait until some chunks are judged; return the number and the packed result of each."""

    def close(self) -> None:
        """Stop all judging."""


def judged(
    paths: Iterable[Path | str],
    how: Judging | None = None,
    *,
    jobs: int = 1,
    resume: Path | None = None,
    by: Callable[[Judging, Note], Judges] | None = None,
    left_out: Told | None = None,
    passed: OtherFiles | None = None,
    note: Note | None = None,
) -> Generator[ChunkJudged, None, None]:
    """Judge files of records and hands; the results come in the order of the sources, whatever the number of processes.

    Args:
        paths: Files, pipes, folders, addresses of them in object storage, and `-` for standard input. Files
            may end in `.gz` or `.zst`.
        how: The rule sets to judge by, and which hands to report; None for the defaults.
        jobs: The number of processes.
        resume: A file that keeps the results of chunks, so that a stopped run continues; created if missing. None to keep
            nothing.
        by: What judges instead of this machine's processes, such as `cluster.Cluster`.
        left_out: Called with each thing in a folder that is skipped, and why.
        passed: Counts the files in folders that are not records.
        note: Called with a sentence about each process that died, and about chunks judged again because something has changed.

    Raises:
        FileNotFoundError: If a path does not exist.
        RecordError: If a folder has no file to check.
        UnknownName, RuleFileError: If a rule set that is asked for here cannot be used.
        NoZstandard: If a file that was named cannot be unpacked here.
        CannotResume: If the `resume` file cannot be used.
        CannotStart: If the processes cannot be started.
    """
    how = how if how is not None else Judging()
    note = note if note is not None else _nobody
    for selector in (how.rules, how.usual):
        if selector is not None:
            rule_set(selector)
    cut = chunks(paths, left_out, passed)
    if jobs == 1 and resume is None and by is None:
        for chunk in cut:
            yield from judge_in_turn(chunk, how)
        return
    with contextlib.ExitStack() as stack:
        kept = None if resume is None else stack.enter_context(JudgedChunks(resume, how, note))
        judges: Judges
        if by is not None:
            judges = by(how, note)
        else:
            judges = _Here(how) if jobs == 1 else Pool(how, jobs, note)
        stack.callback(judges.close)
        yield from _in_order(cut, judges, kept)


def _nobody(_sentence: str) -> None:
    """Ignore a message."""


def _in_order(cut: Iterator[Chunk], judges: Judges, kept: JudgedChunks | None) -> Iterator[ChunkJudged]:
    """Have chunks judged, and yield the results in their order."""
    done: dict[int, bytes] = {}
    out: dict[int, Chunk] = {}
    given = reported = 0
    more = True
    while more or reported < given:
        while more and given - reported < judges.ahead and judges.room():
            chunk = next(cut, None)
            if chunk is None:
                more = False
                break
            known = kept.get(chunk) if kept is not None else None
            if known is not None:
                done[given] = known
            else:
                judges.give(given, chunk)
                out[given] = chunk
            given += 1
        if out and reported not in done:
            for number, came in judges.wait():
                done[number] = came
                chunk = out.pop(number)
                if kept is not None and ChunkJudged.lasts(came):
                    kept.put(chunk, came)
        while reported in done:
            yield ChunkJudged.unpacked(done.pop(reported))
            reported += 1


class _Here:
    """This process."""

    ahead = 8

    def __init__(self, how: Judging) -> None:
        self._how = how
        self._given: list[tuple[int, Chunk]] = []

    def room(self) -> bool:
        """Return whether nothing is waiting."""
        return not self._given

    def give(self, number: int, chunk: Chunk) -> None:
        """Take a chunk."""
        self._given.append((number, chunk))

    def wait(self) -> Iterable[tuple[int, bytes]]:
        """Judge the chunks in this process."""
        number, chunk = self._given.pop()
        return [(number, judge_or_say(chunk, self._how))]

    def close(self) -> None:
        """Do nothing."""
