"""One test for many equal proofs of small things.

A test costs pytest some milliseconds; thousands of faster cases are gathered into one test for each file, set or family. The
report is complete: each failed thing is named, with its error and place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def holds_for_each(proof: Callable[[T], None], things: Iterable[T], name: Callable[[T], str] = str) -> None:
    """Try a proof for each of several things, without stopping at the first error.

    Args:
        proof: Raises if it does not hold for the thing it is given.
        things: The things, at least one.
        name: Returns a thing's name for the report.

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
