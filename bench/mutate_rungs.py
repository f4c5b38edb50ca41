"""How much of the judge's ladder the cases hold in place: every rung is broken, once at a time.

    python bench/mutate_rungs.py [PATH]... [--rung NAME]...

A rung is broken by taking it out of its tuple, and by exchanging it with the next. Then those cases are run in which it did
anything, up to the first that fails: the others cannot tell. PATH is a file or folder of cases; without
one, the cases of the procedures that come with dealerkit.

Prints for each change the case that noticed it, or `NOBODY` and of how many. Leaves with 1 if nobody noticed that a rung
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

LADDERS = {"dealer": import_module("dealerkit.judge.location"), "player": import_module("dealerkit.judge.rungs.player")}
"""Whose acts, and the module that has the tuple."""

AT_A_TABLE = ("acts", "record")
"""Cases in which anything is judged."""

Change = tuple[str, str, tuple[Any, ...], tuple[str, ...]]
"""Whose ladder, what was changed, the rungs then, and the names of those that were moved."""


@contextmanager
def ladder(whose: str, rungs: Sequence[Any]) -> Iterator[None]:
    """Judge with other rungs for a while."""
    module: Any = LADDERS[whose]
    before = module.RUNGS
    module.RUNGS = tuple(rungs)
    try:
        yield
    finally:
        module.RUNGS = before


def passes(case: RuleCase) -> bool:
    """Whether a case comes out as it says."""
    try:
        return run(case, Reached()).ok
    except DealerkitError:
        return False
    except Exception:  # noqa: BLE001 - a broken ladder may break anything, and then it was noticed
        return False


def removals() -> Iterator[Change]:
    """Take out each rung."""
    for whose, module in LADDERS.items():
        for at, rung in enumerate(module.RUNGS):
            yield whose, f"{rung.__name__}: taken out", module.RUNGS[:at] + module.RUNGS[at + 1 :], (rung.__name__,)


def exchanges() -> Iterator[Change]:
    """Exchange each rung with the next."""
    for whose, module in LADDERS.items():
        rungs = module.RUNGS
        for at in range(len(rungs) - 1):
            one, other = rungs[at], rungs[at + 1]
            names = one.__name__, other.__name__
            yield whose, f"{names[0]} and {names[1]}: exchanged", (*rungs[:at], other, one, *rungs[at + 2 :]), names


def decided(cases: Sequence[RuleCase]) -> dict[tuple[str, str], list[RuleCase]]:
    """Run all cases, and return by ladder and rung those in which it did anything."""
    found: dict[tuple[str, str], list[RuleCase]] = {}
    for case in cases:
        seen: dict[tuple[str, str], None] = {}

        def noting(whose: str, rung: Any, seen: dict[tuple[str, str], None] = seen) -> Any:
            def noted(work: Any, act: Any, drafts: list[Any]) -> Any:
                before = len(drafts), work.step
                after = rung(work, act, drafts)
                if after is not None or before != (len(drafts), work.step):
                    seen[whose, rung.__name__] = None
                return after

            noted.__name__ = rung.__name__
            return noted

        dealers, players = ([noting(whose, rung) for rung in module.RUNGS] for whose, module in LADDERS.items())
        with ladder("dealer", dealers), ladder("player", players):
            if not passes(case):
                print(f"mutate: '{case.name}' fails as it is", file=sys.stderr)
                continue
        for key in seen:
            found.setdefault(key, []).append(case)
    return found


def main(args: list[str]) -> int:
    """Print who noticed what; return 1 if a rung can be taken out and nobody notices."""
    began = time.perf_counter()
    wanted = {args[at + 1] for at, word in enumerate(args[:-1]) if word == "--rung"}
    paths = [one for at, one in enumerate(args) if one != "--rung" and (not at or args[at - 1] != "--rung")]
    cases = [case for case in read_all(paths or [data_dir("procedures")])[1] if case.kind in AT_A_TABLE]
    by_rung = decided(cases)
    unnoticed = 0
    for whose, what, rungs, names in (*removals(), *exchanges()):
        if wanted and wanted.isdisjoint(names):
            continue
        tries = {(case.file, case.number): case for name in names for case in by_rung.get((whose, name), ())}
        with ladder(whose, rungs):
            noticed = next((case for case in tries.values() if not passes(case)), None)
        unnoticed += noticed is None and len(names) == 1
        print(f"{whose}: {what}: {noticed.name if noticed else f'NOBODY of {len(tries)}'}", flush=True)
    print(f"mutate: {len(cases)} cases, {time.perf_counter() - began:.0f} s")
    return int(unnoticed > 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
