"""Number of the judge's matchers whose removal or exchange makes a case fail.

    python bench/mutate_matchers.py [PATH]... [--matcher NAME]...

Each matcher is removed from its tuple, and exchanged with the next. Then the cases with a result of that matcher are run, up to
the first failure: other cases cannot differ. PATH is a file or folder of cases; without one, the cases of dealerkit's
procedures are run.

Prints for each change the case that failed, or `NOBODY` with the number of cases. Exit status 1 if a removal made no case fail.
An exchange without effect is not an error by itself: perhaps no act concerns both matchers.
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
"""The acting person, with the module that has the tuple."""

AT_A_TABLE = ("acts", "record")
"""Cases with judged acts."""

Change = tuple[str, str, tuple[Any, ...], tuple[str, ...]]
"""The acting person, the change, the changed matchers, and the names of the moved ones."""


@contextmanager
def judged_by(whose: str, matchers: Sequence[Any]) -> Iterator[None]:
    """Judge with other matchers temporarily."""
    module: Any = ORDERS[whose]
    before = module.MATCHERS
    module.MATCHERS = tuple(matchers)
    try:
        yield
    finally:
        module.MATCHERS = before


def passes(case: RuleCase) -> bool:
    """Return whether a case passes."""
    try:
        return run(case, Reached()).ok
    except DealerkitError:
        return False
    except Exception:  # noqa: BLE001 - broken matchers may raise anything, which counts as a failure
        return False


def removals() -> Iterator[Change]:
    """Yield the removal of each matcher."""
    for whose, module in ORDERS.items():
        for at, matcher in enumerate(module.MATCHERS):
            yield whose, f"{matcher.__name__}: taken out", module.MATCHERS[:at] + module.MATCHERS[at + 1 :], (matcher.__name__,)


def exchanges() -> Iterator[Change]:
    """Yield the exchange of each matcher with the next."""
    for whose, module in ORDERS.items():
        matchers = module.MATCHERS
        for at in range(len(matchers) - 1):
            matcher, other = matchers[at], matchers[at + 1]
            names = matcher.__name__, other.__name__
            yield whose, f"{names[0]} and {names[1]}: exchanged", (*matchers[:at], other, matcher, *matchers[at + 2 :]), names


def decided(cases: Sequence[RuleCase]) -> dict[tuple[str, str], list[RuleCase]]:
    """Run all cases, and return the cases with a result of each matcher, by acting person and matcher."""
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
    """Print the first failing case of each change; return 1 if a removal makes no case fail."""
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
