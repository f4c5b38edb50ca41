"""Every slip at every dealer's act, obeyed to the end of the round: how often finding, floor, hint, due act and menu contradict
each other, or chips end in a wrong place.

    python bench/obedience.py [--games G,G] [--rules R,R] [--blocks N] [--every N] [--out FILE] [--unfound FILE] [--known FILE]
    python bench/obedience.py --pairs [--draws N] [...]
    python bench/obedience.py --replay ID

Prints a row for each game and kind of slip. A slip without a finding is counted as allowed if a rule of the ledgers allows it,
else as unfound. `--every 5` tries one in five, different ones under each rule set. `--out` writes each distinct failure with
its frequency and a record, most frequent first; `--unfound` every slip without a finding, with the rule that allows it;
`--known` rewrites the file of current failures and keeps its causes; `--replay` prints one slip act by act. `--pairs` makes a
second slip after each, at the table's next due act, at random from all possible ones, which is one pair in twenty or so; pairs
without any finding are not compared.
"""

from __future__ import annotations

import argparse
import sys
import time
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import yaml

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.obedience.allowed import differences, not_allowed, rule_for, told_of
from tests.obedience.campaign import Clean, Outcome, clean, pairs, run, settings, trial_of, trials

_NEW = "not looked into yet"
_FOUND = ("tried", "refused", "at once", "late", "allowed", "unfound")
COLUMNS = (*_FOUND, "contradiction", "impossible", "stuck", "undone", "chips", "hint")


def cells(outcome: Outcome) -> list[str]:
    """Return the columns that a slip is counted in."""
    if outcome.refused:
        return ["refused"]
    whats = {failure.what for failure in outcome.failures}
    counts = ["tried"]
    counts += ["at once"] if outcome.found else ["late"] if outcome.late else []
    counts += ["unfound" if not outcome.second and not_allowed(outcome) else "allowed"] if outcome.unfound else []
    counts += ["contradiction"] if whats & {"contradiction", "mend"} else []
    counts += ["impossible"] if whats & {"impossible", "crash"} else []
    counts += ["stuck"] if whats & {"stuck", "endless"} else []
    counts += ["undone"] if whats & {"undone", "left"} else []
    counts += ["chips"] if whats & {"chips", "settled"} else []
    counts += ["hint"] if whats & {"hint", "menu", "expected"} else []
    return counts


def campaign(clean: Clean, every: int, alike: int, draws: int = 0) -> list[Outcome]:
    """Try the slips of a table, or one in `every`; each with `draws` second slips, if any."""
    failures = []
    first = zlib.crc32(str(clean.setting).encode())  # different slips under each rule set
    for at in clean.moments(alike):
        for number, trial in enumerate(pairs(clean, at, draws) if draws else trials(clean, at)):
            if (first + at + number) % every == 0:
                failures.append(run(trial))
    return failures


def main() -> int:
    """Run the campaign; return 1 if anything failed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", default="")
    parser.add_argument("--rules", default="")
    parser.add_argument("--blocks", type=int, default=1)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--alike", type=int, default=4)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--unfound", type=Path)
    parser.add_argument("--known", type=Path)
    parser.add_argument("--replay")
    parser.add_argument("--pairs", action="store_true")
    parser.add_argument("--draws", type=int, default=1)
    given = parser.parse_args()
    if given.replay:
        return replay(given.replay)
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    failing: dict[str, list[Outcome]] = defaultdict(list)
    unfound: list[Outcome] = []
    began = time.perf_counter()
    for setting in settings(given.blocks, tuple(filter(None, given.games.split(",")))):
        if given.rules and setting.rules not in given.rules.split(","):
            continue
        for outcome in campaign(clean(setting), given.every, given.alike, given.draws if given.pairs else 0):
            for cell in cells(outcome):
                counts[setting.game, outcome.trial.kind][cell] += 1
            if outcome.failures:
                failing[outcome.signature].append(outcome)
            if outcome.unfound and not given.pairs:
                unfound.append(outcome)
        print(f"# {setting}: {time.perf_counter() - began:.0f} s, {sum(map(len, failing.values()))} failing", file=sys.stderr)
    table(counts)
    if given.out:
        given.out.write_text(failures(failing), encoding="utf-8")
    if given.unfound:
        given.unfound.write_text("".join(f"{line}\n" for line in listed(unfound)), encoding="utf-8")
    whole = given.every == 1 and not given.games and not given.rules
    if given.known:
        given.known.write_text(known(failing, given.known, whole=whole), encoding="utf-8")
    return 1 if failing or any(not_allowed(outcome) for outcome in unfound) else 0


def table(counts: dict[tuple[str, str], Counter[str]]) -> None:
    """Print the counts."""
    print(f"{'game':18}{'kind':10}" + "".join(f"{name:>14}" for name in COLUMNS))
    total: Counter[str] = Counter()
    games: dict[str, Counter[str]] = defaultdict(Counter)
    for (game, kind), row in sorted(counts.items()):
        print(f"{game:18}{kind:10}" + "".join(f"{row[name]:14}" for name in COLUMNS))
        total += row
        games[game] += row
    for game, row in games.items():
        print(f"{game:18}{'all':10}" + "".join(f"{row[name]:14}" for name in COLUMNS))
    print(f"{'all':18}{'all':10}" + "".join(f"{total[name]:14}" for name in COLUMNS))


def failures(failing: dict[str, list[Outcome]]) -> str:
    """Return each distinct failure, the most frequent first, with its shortest record."""
    lines = []
    for signature, outcomes in sorted(failing.items(), key=lambda pair: -len(pair[1])):
        short = min(outcomes, key=lambda outcome: len(outcome.record))
        trial, first = short.trial, short.failures[0]
        others = [f"{failure.what} {failure.why}" for failure in short.failures[1:3]]
        lines += [
            f"{len(outcomes)} x {signature}",
            f"    {trial.id}",
            f"    due '{trial.due}', done '{trial.done}', found {list(short.found)}",
            f"    then {first.what} {first.why} at '{first.act}'; also {others}",
            f"    ... {' | '.join(short.record[max(0, trial.at - 6) :][:40])}",
            f"    games {dict(Counter(outcome.trial.clean.setting.game for outcome in outcomes).most_common(5))}",
        ]
    return "\n".join(lines) + "\n"


def listed(unfound: list[Outcome]) -> Iterator[str]:
    """Yield every slip without a finding, those that no rule allows first: id and seed, act and place, the differences from
    the clean round, and the rule that allows it.
    """
    for outcome in sorted(unfound, key=lambda outcome: not not_allowed(outcome)):
        trial = outcome.trial
        seed = trial.clean.setting.table().setup.seed
        yield f"{trial.id}, seed {seed}: '{trial.done}' for '{trial.due}' in {trial.clean.steps[trial.at]}"
        for difference in differences(outcome):
            entry = rule_for(difference, outcome)
            yield f"    {told_of(difference)}: " + (f"{entry.rule}, {entry.reason}" if entry else "no rule allows it")
        if not differences(outcome):
            yield "    the same in other numbers"


def known(failing: dict[str, list[Outcome]], file: Path, *, whole: bool) -> str:
    """Return the file of current failures by cause; causes written by hand are kept, and failures that no longer occur are
    removed after a full run.
    """
    before = yaml.safe_load(file.read_text(encoding="utf-8")) if file.exists() else {}
    causes = {signature: cause for cause, signatures in (before or {}).items() for signature in signatures}
    by_cause: dict[str, list[str]] = defaultdict(list)
    for signature in sorted({*failing, *(() if whole else causes)}):
        by_cause[causes.get(signature, _NEW)].append(signature)
    lines = [
        "# What fails today: cause, then signatures (family, step, kind of slip, what was wrong). It shall shrink to nothing."
    ]
    for cause, signatures in sorted(by_cause.items()):
        lines += [f"{_quoted(cause)}:", *(f"  - {_quoted(signature)}" for signature in signatures)]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def replay(name: str) -> int:
    """Print one slip act by act."""
    trial = trial_of(name)
    outcome = run(trial)
    print(f"due '{trial.due}' in {trial.clean.steps[trial.at]}; done instead: '{trial.done}'")
    table = trial.clean.setting.table()
    print(table.record().partition("\n\n")[0], dict(table.setup.settings))
    for number, text in enumerate(outcome.record):
        rulings = len(table.rulings)
        findings = table.push(text)
        mark = ">" if number in outcome.slipped else " "
        if number >= trial.at - 8:
            print(f"{mark} {number:3} {text:34} | {table.expected.step:34} next {table.next_act()}")
        for finding in findings:
            print(f"        ! {finding.code}: expected '{finding.expected}' got '{finding.got}'")
        for ruled in table.rulings[rulings:]:
            print(f"        = {ruled.ruling.fault} {ruled.ruling.case} {ruled.ruling.outcome} {ruled.ruling.to_deal}")
    for failure in outcome.failures:
        print("FAILS", failure)
    return 1 if outcome.failures else 0


if __name__ == "__main__":
    sys.exit(main())
