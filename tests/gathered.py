"""One test for many: a proof that is the same for each of many small things is one test, and not as many as there are things.

To pytest each test costs some milliseconds, whatever it proves; thousands of cases that take less than that are gathered into one
test a file, a set or a family. Nothing is lost in the report: each thing for which the proof does not hold is told by its name,
with what was wrong and where.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def holds_for_each(proof: Callable[[T], None], things: Iterable[T], name: Callable[[T], str] = str) -> None:
    """Try a proof for each of several things, all of them whatever comes of the first.

    Args:
        proof: Raises if it does not hold for the thing it is given.
        things: What it is tried for; at least one.
        name: What a thing is called in the report.

    Raises:
        ExceptionGroup: With every error, its thing's name as a note.
    """
    wrong: list[Exception] = []
    tried = 0
    for thing in things:
        tried += 1
        try:
            proof(thing)
        except Exception as error:  # noqa: BLE001 - whatever it is, the others are tried too
            error.add_note(f"for {name(thing)}")
            wrong.append(error)
    assert tried, "there is nothing to try"
    if wrong:
        said = f"{len(wrong)} of {tried}: {', '.join(error.__notes__[-1].removeprefix('for ') for error in wrong)}"
        raise ExceptionGroup(said, wrong)
