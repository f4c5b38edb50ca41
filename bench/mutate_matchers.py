"""How many of the judge's matchers the cases hold in place: each is broken, once at a time.

    python bench/mutate_matchers.py [PATH]... [--matcher NAME]...

A matcher is broken by taking it out of its tuple, and by exchanging it with the next. Then those cases are run in which it did
anything, up to the first that fails: the others cannot tell. PATH is a file or folder of cases; without
one, the cases of the procedures that come with dealerkit.

Prints for each change the case that noticed it, or `NOBODY` and of how many. Exit status 1 if nobody noticed that a matcher
was taken out. An exchange that nobody notices is no fault by itself: the two may never both have something to say.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from dealerkit.errors import DealerkitError
from dealerkit.jobs.cases import RuleCase, read_all
from dealerkit.jobs.cases.coverage import Reached
from dealerkit.jobs.cases.run import run
from dealerkit.rules.data import data_dir

ORDERS = {"dealer": import_module("dealerkit.judge.classification"), "player": import_module("dealerkit.judge.matchers.player")}
"""Whose acts, and the module that has the tuple."""

AT_A_TABLE = ("acts", "record")
"""Cases in which anything is judged."""

Change = tuple[str, str, tuple[Any, ...], tuple[str, ...]]
"""Whose act, what was changed, the matchers then, and the names of those that were moved."""


@contextmanager
def judged_by(whose: str, matchers: Sequence[Any]) -> Iterator[None]:
    """Judge with other matchers for a while."""
    module: Any = ORDERS[whose]
    before = module.MATCHERS
    module.MATCHERS = tuple(matchers)
    try:
        yield
    finally:
        module.MATCHERS = before


def passes(case: RuleCase) -> bool:
    """Whether a case comes out as it says."""
    try:
        return run(case, Reached()).ok
    except DealerkitError:
        return False
    except Exception:  # noqa: BLE001 - broken matchers may break anything, and then it was noticed
        return False


def removals() -> Iterator[Change]:
    """Take out each matcher."""
    for whose, module in ORDERS.items():
        for at, matcher in enumerate(module.MATCHERS):
            yield whose, f"{matcher.__name__}: taken out", module.MATCHERS[:at] + module.MATCHERS[at + 1 :], (matcher.__name__,)


def exchanges() -> Iterator[Change]:
    """Exchange each matcher with the next."""
    for whose, module in ORDERS.items():
        matchers = module.MATCHERS
        for at in range(len(matchers) - 1):
            matcher, other = matchers[at], matchers[at + 1]
            names = matcher.__name__, other.__name__
            yield whose, f"{names[0]} and {names[1]}: exchanged", (*matchers[:at], other, matcher, *matchers[at + 2 :]), names


def decided(cases: Sequence[RuleCase]) -> dict[tuple[str, str], list[RuleCase]]:
    """Run all cases, and return by whose act it was and by matcher those in which it did anything."""
    deciding: dict[tuple[str, str], list[RuleCase]] = {}
    for case in cases:
        seen: dict[tuple[str, str], None] = {}

        def noting(whose: str, matcher: Any, seen: dict[tuple[str, str], None] = seen) -> Any:
            def noted(view: Any) -> Any:
                match = matcher(view)
                if match is not None:
                    seen[whose, matcher.__name__] = None
                return match

            noted.__name__ = matcher.__name__
            return noted

        dealers, players = ([noting(whose, matcher) for matcher in module.MATCHERS] for whose, module in ORDERS.items())
        with judged_by("dealer", dealers), judged_by("player", players):
            if not passes(case):
                print(f"mutate: '{case.name}' fails as it is", file=sys.stderr)
                continue
        for key in seen:
            deciding.setdefault(key, []).append(case)
    return deciding


def main(args: list[str]) -> int:
    """Print who noticed what; return 1 if a matcher can be taken out and nobody notices."""
    began = time.perf_counter()
    wanted = {args[at + 1] for at, word in enumerate(args[:-1]) if word == "--matcher"}
    paths = [word for at, word in enumerate(args) if word != "--matcher" and (not at or args[at - 1] != "--matcher")]
    cases = [case for case in read_all(paths or [data_dir("procedures")])[1] if case.kind in AT_A_TABLE]
    by_matcher = decided(cases)
    unnoticed = 0
    for whose, what, matchers, names in (*removals(), *exchanges()):
        if wanted and wanted.isdisjoint(names):
            continue
        tries = {(case.file, case.number): case for name in names for case in by_matcher.get((whose, name), ())}
        with judged_by(whose, matchers):
            noticed = next((case for case in tries.values() if not passes(case)), None)
        unnoticed += noticed is None and len(names) == 1
        print(f"{whose}: {what}: {noticed.name if noticed else f'NOBODY of {len(tries)}'}", flush=True)
    print(f"mutate: {len(cases)} cases, {time.perf_counter() - began:.0f} s")
    return int(unnoticed > 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
