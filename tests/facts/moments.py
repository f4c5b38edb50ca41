"""Moments of the games' cases, and which of a game's facts hold at each.

    python -m tests.facts.moments             update the signs at the same moments, after an intended change
    python -m tests.facts.moments --draw N    select other moments, N of all games

`moments.yaml` has for each game its moments, each a case and a number of its lines, and for each fact one sign per moment, in
order: `+` it holds, `-` it does not, `?` it cannot be known, `.` it is not applicable to the act. Check the differences before
an update, together with the case, which begins with the rule that it proves. For each module of facts it has two letters per
moment: a hash of the answers of all its functions, as in `tests/obedience/answers.py`.
"""

from __future__ import annotations

import argparse
import heapq
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from dealerkit.facts import FACTS, Situation
from dealerkit.jobs.cases.run import GO_TO, new_table
from tests.obedience.answers import of_facts
from tests.obedience.snapshots import letters
from tests.table.moments import cases, lines_of, moment_at, push
from tests.yaml_files import data_of

FILE = Path(__file__).parent / "moments.yaml"
Moment = tuple[str, int]
"""A case, and a number of lines of its acts."""
SIGNS: Mapping[bool | None, str] = {True: "+", False: "-", None: "?"}
NOT_ASKED = "."


def facts_of(now: Situation) -> list[str]:
    """Return the facts named in the game's file."""
    return now.game.once("facts of its file", lambda game: sorted(FACTS.keys() & set(re.findall(r"\w+", repr(game.data)))))


def signs(now: Situation, names: Sequence[str]) -> dict[str, str]:
    """Return a sign for each fact."""
    told = {}
    for name in names:
        try:
            said = FACTS[name](now)
        except Exception:  # noqa: BLE001 - it needs the words of an announcement; or another family has a fact of that name
            told[name] = NOT_ASKED
        else:
            told[name] = SIGNS[said if said is None else bool(said)]
    return told


def kept() -> dict[str, dict[str, Any]]:
    """Return the content of the file, by game: its moments, and its facts with their signs."""
    found: dict[str, dict[str, Any]] = data_of(FILE)
    return {
        game: part | {rows: {name: row.replace(" ", "") for name, row in part[rows].items()} for rows in ("facts", "answers")}
        for game, part in found.items()
    }


def moments_of(part: Mapping[str, Any]) -> list[Moment]:
    """Return the moments of a game in order."""
    return [(case, int(line)) for case, lines in part["moments"].items() for line in str(lines).split()]


def every(rng: random.Random, share: float) -> Iterator[tuple[Moment, Situation]]:
    """Yield random moments, a given share of each case's."""
    for name, case in cases().items():
        if not re.match(r"[A-Z]{1,3}-|[a-z_]+/", name) or rng.random() > share:
            continue
        table, count, given = new_table(case), 0, len(lines_of(case, 0))
        for at, line in enumerate(lines_of(case), 1 - given):
            asked, passed = frozenset(table.ask), table.now.out_of_turn
            push(table, line)
            count = at
            now = table.now.copy()
            now.act, now.asked, now.out_of_turn = table.log[-1] if table.log else None, asked, passed
            if count >= 0 and not line.startswith(GO_TO):
                yield (name, count), now


def draw(number: int, share: float = 0.13) -> dict[str, list[Moment]]:
    """Return a number of moments, by game: each is the one with the most values of facts that are rare so far."""
    found = {(now.game.id, moment): signs(now, facts_of(now)) for moment, now in every(random.Random(1), share)}
    return chosen_of(found, number)


def chosen_of(found: Mapping[tuple[str, Moment], Mapping[str, str]], number: int) -> dict[str, list[Moment]]:
    """Return a number of the moments found, by game: as few as have each fact with both values, and then more in the same way."""
    shown: Counter[tuple[str, str]] = Counter()
    chosen: dict[str, list[Moment]] = defaultdict(list)
    waiting = [(-float(len(told)), key) for key, told in found.items()]
    heapq.heapify(waiting)
    while waiting and sum(map(len, chosen.values())) < number:
        worth, key = heapq.heappop(waiting)
        less = -sum(1 / (1 + shown[told]) ** 2 for told in found[key].items() if told[1] != NOT_ASKED)
        if less > worth and waiting and less > waiting[0][0]:  # it had a higher value when it was added
            heapq.heappush(waiting, (less, key))
            continue
        shown.update(found[key].items())
        chosen[key[0]].append(key[1])
    return chosen


def answered(now: Situation) -> dict[str, str]:
    """Return letters for the answers of each module's functions."""
    return {module: letters(repr(those)) for module, those in of_facts(now).items()}


def _in_tens(row: str) -> str:
    """Return a row of signs in groups of ten, broken into lines."""
    return " ".join(row[at : at + 10] for at in range(0, len(row), 10))


def write(chosen: Mapping[str, Sequence[Moment]]) -> None:
    """Determine the facts at these moments and write the file."""
    parts = {}
    for game, moments in sorted(chosen.items()):
        by_case: dict[str, list[int]] = defaultdict(list)
        for case, line in sorted(moments):
            by_case[case].append(line)
        told: dict[str, str] = defaultdict(str)
        answers: dict[str, str] = defaultdict(str)
        for at, (case, line) in enumerate((case, line) for case, lines in by_case.items() for line in lines):
            now = moment_at(case, line)
            for name, sign in signs(now, facts_of(now)).items():
                told[name] = told[name].ljust(at, NOT_ASKED) + sign
            for module, those in answered(now).items():
                answers[module] += those
        told = {name: _in_tens(row.ljust(len(moments), NOT_ASKED)) for name, row in sorted(told.items()) if {*row} != {NOT_ASKED}}
        parts[game] = {"moments": {case: " ".join(map(str, lines)) for case, lines in by_case.items()}, "facts": dict(told)}
        parts[game]["answers"] = {module: _in_tens(row) for module, row in sorted(answers.items())}
    FILE.write_text(yaml.safe_dump(parts, sort_keys=False, width=112), encoding="utf-8")


def main() -> None:
    """Update the signs, or select other moments."""
    parser = argparse.ArgumentParser(description="Moments of the games' cases, and the facts that hold in them.")
    parser.add_argument("--draw", type=int, default=0, metavar="N", help="other moments, so many of all the games")
    number = parser.parse_args().draw
    write(draw(number) if number else {game: moments_of(part) for game, part in kept().items()})


if __name__ == "__main__":
    main()
