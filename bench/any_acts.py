"""One to three acts of the whole grammar at random moments of clean rounds, obeyed to the end: how many are not corrected.

    python bench/any_acts.py [--games G,G] [--rules R,R] [--hands N] [--first N] [--block N] [--out FILE]
    python bench/any_acts.py --wrong-winner [--games G,G] [--rules R,R] [--every N]
    python bench/any_acts.py --replay ID

Prints a row for each game: hands tried, hands failed, and kinds of failure, by the words of `WRONG` in
`tests/obedience/any_acts.py`. `--out` writes each kind of failure, the most frequent first, with three records of it. `--first`
is the number of the first hand, to try other hands; `--block` selects the tables of each game and rule set: block 0 has the
house's own options and players who do not fold, others have a random house and random players. `--replay` prints one hand act
by act. `--wrong-winner` pushes the pot to every seat that does not win it, at every moment (or one in `--every`) of a hand of
each form of poker; the result is right if the push is found major or worse, is returned, and all stacks end as in the clean
hand.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

import attrs

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.obedience.any_acts import WRONG, AnyOutcome, AnyTrial, run, trials
from tests.obedience.campaign import Setting, clean, settings
from tests.obedience.wrong_winner import POKER, pushes, wrong_after


def main() -> int:
    """Run the campaign; return 1 if anything failed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", default="")
    parser.add_argument("--rules", default="")
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--block", type=int, default=0)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--replay")
    parser.add_argument("--wrong-winner", action="store_true")
    parser.add_argument("--every", type=int, default=1)
    given = parser.parse_args()
    if given.replay:
        return replay(given.replay)
    games, rules = (tuple(filter(None, names.split(","))) for names in (given.games, given.rules))
    if given.wrong_winner:
        return wrong_winner(games, rules, given.every)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    failing: dict[str, list[AnyOutcome]] = defaultdict(list)
    began = time.perf_counter()
    for setting in (attrs.evolve(setting, block=given.block) for setting in settings(1, games)):
        if rules and setting.rules not in rules:
            continue
        for trial in trials(setting, given.hands, given.first):
            outcome = run(trial)
            row = counts[setting.game]
            row["hands"] += 1
            row["failed"] += bool(outcome.failures)
            row.update({failure.what for failure in outcome.failures})
            if outcome.failures:
                first = outcome.failures[0]
                failing[f"{first.what} {first.why}".strip()].append(outcome)
        failed = sum(map(len, failing.values()))
        print(f"# {setting}: {time.perf_counter() - began:.0f} s, {failed} failing", file=sys.stderr)
    table(counts)
    if given.out:
        given.out.write_text(failures(failing), encoding="utf-8")
    return 1 if failing else 0


def wrong_winner(games: Sequence[str], rules: Sequence[str], every: int) -> int:
    """Push the pot to the wrong seats; return 1 if anything was not corrected."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for setting in settings(1, games or POKER):
        if rules and setting.rules not in rules:
            continue
        for push in itertools.islice(pushes(setting), 0, None, every):
            wrong = wrong_after(push)
            counts[setting.game].update(pushes=1, failed=bool(wrong))
            if wrong:
                print(f"{push.id}: {wrong}")
    print(f"{'game':20}{'pushes':>10}{'failed':>10}")
    for game, row in [*counts.items(), ("all", sum(counts.values(), Counter()))]:
        print(f"{game:20}{row['pushes']:10}{row['failed']:10}")
    return 1 if any(row["failed"] for row in counts.values()) else 0


def table(counts: dict[str, Counter[str]]) -> None:
    """Print the counts."""
    columns = ("hands", "failed", *WRONG)
    print(f"{'game':20}" + "".join(f"{name:>14}" for name in columns))
    for game, row in [*counts.items(), ("all", sum(counts.values(), Counter()))]:
        print(f"{game:20}" + "".join(f"{row[name]:14}" for name in columns))


def failures(failing: dict[str, list[AnyOutcome]]) -> str:
    """Return each kind of failure, the most frequent first, with three of its shortest hands."""
    lines = []
    for kind, outcomes in sorted(failing.items(), key=lambda pair: -len(pair[1])):
        lines.append(f"{len(outcomes)} x {kind}")
        for outcome in sorted(outcomes, key=lambda outcome: (len(outcome.done), len(outcome.record)))[:3]:
            done = "; ".join(f"{at}: {act.text}" for at, act in outcome.done)
            lines.append(f"    {outcome.trial.id}: {done}; found {list(outcome.found)}; at '{outcome.failures[0].act}'")
    return "\n".join(lines) + "\n"


def replay(name: str) -> int:
    """Print one hand act by act, from shortly before the first inserted act."""
    game, rules, block, number = name.split("/")
    setting = Setting(game, "" if rules == "own" else rules, int(block))
    outcome = run(AnyTrial(clean(setting), int(number)))
    table_ = setting.table()
    done = dict(outcome.done)
    for at, text in enumerate(outcome.record):
        rulings = len(table_.rulings)
        findings = table_.push(text)
        if at < min(done, default=0) - 6:
            continue
        print(f"{'>' if at in done else ' '} {at:3} {text:34} | {table_.expected.step:34} next {table_.next_act()}")
        for finding in findings:
            print(f"        ! {finding.code}: expected '{finding.expected}' got '{finding.got}'")
        for ruled in table_.rulings[rulings:]:
            print(f"        = {ruled.ruling.fault} {ruled.ruling.case} {ruled.ruling.outcome} {ruled.ruling.to_deal}")
    for failure in outcome.failures:
        print("FAILS", failure)
    return 1 if outcome.failures else 0


if __name__ == "__main__":
    sys.exit(main())
