"""An archive judged, from one hand to as many as there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from dealerkit.hands.listing import Told
from dealerkit.jobs.archive.chunks import chunks
from dealerkit.jobs.archive.judging import judge_in_turn
from dealerkit.jobs.archive.values import ChunkJudged, Judging
from dealerkit.rules.sets import rule_set


def judged(paths: Iterable[Path], how: Judging | None = None, *, left_out: Told | None = None) -> Iterator[ChunkJudged]:
    """Judge files of records and hands; the hands come in the order of the sources, however many processes judge them.

    Args:
        paths: Files, pipes, folders, and `-` for standard input. Files may end in `.gz` or `.zst`.
        how: The rule sets to judge by, and which hands are told.
        left_out: Told what a folder holds that is not looked into, and why.

    Raises:
        FileNotFoundError: If a path does not exist.
        RecordError: If a folder has no file to check.
        UnknownName, RuleFileError: If a rule set that is asked for here cannot be used.
    """
    how = how if how is not None else Judging()
    for selector in (how.rules, how.usual):
        if selector is not None:
            rule_set(selector)
    for chunk in chunks(paths, left_out):
        yield from judge_in_turn(chunk, how)
