"""The results of linting all our rule files, cached between runs."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs

from dealerkit.errors import Problem
from dealerkit.rules.lint.files import Looked, Vocabulary, look
from dealerkit.rules.lint.kept_results import kept_until_a_change


def look_through_ours(words: Callable[[], Vocabulary], *, notes: bool, tell: Callable[[str], None] | None = None) -> Looked:
    """Return the problems and notes of dealerkit's own files, from the cache if they are unchanged.

    Args:
        words: Function that returns the words and checks of the engine; called only if files have changed.
        notes: Whether to make notes too.
        tell: Function called with the name of each part before it is checked; None for none.
    """
    name = f"lint {'with notes' if notes else 'without notes'}, seen from {Path.cwd()}"
    with _garbage_left():
        cached = kept_until_a_change(name, lambda: attrs.asdict(look((), words(), notes=notes, tell=tell)))
    problems, taken, remarks, old = (
        tuple(Problem(**entry) for entry in cached[part]) for part in ("problems", "notes", "remarks", "old")
    )
    return Looked(problems, taken, remarks, old, tuple(cached["left_out"]))


@contextlib.contextmanager
def _garbage_left() -> Iterator[None]:
    """Let the garbage collector run seldom: it would take a fifth of the time, and resolved games stay in use."""
    before = gc.get_threshold()
    gc.set_threshold(200_000, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
