"""Extent of the proof of the options: options, values, clauses compared, rulings replayed, hands played, exceptions.

Every option of a game is set to every tested value, as in `tests/sheets/test_option_flip.py`. For each game: the number of
clauses that name the option's rule; how many of them are rulings beside one that asks the option, and how many are equal under
all values and listed with a reason; how often facts were replayed in the decision lists; the unlisted clauses, and the results
that differ from print. With `--hands`, hands that depend on each option are searched for too, among the cases of the rule files
and by dealing, as in `tests/sheets/test_hands_by_option.py`. Exit status 1 if anything is unlisted or differs.

    python bench/option_flip.py [GAME | GAME@SET]... [--hands]

Without a game: all of them, each under its own rule set; that takes ten minutes of processor time.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from dealerkit.rules.games import games
from tests.sheets.clauses import Flip, flipped, options_of
from tests.sheets.test_hands_by_option import UNTURNED, unturned
from tests.sheets.test_option_flip import UNMOVED, unmoved
from tests.sheets.turning import turns

COLUMNS = ("options", "values", "clauses", "alike", "listed", "replayed", "unlisted", "otherwise")


def counts(flips: Sequence[Flip]) -> list[int]:
    """Return the values of the columns for some options of a game."""
    listed = [(flip, unmoved(flip) & UNMOVED.get(flip.option, frozenset())) for flip in flips]
    return [
        len(flips),
        sum(flip.values for flip in flips),
        sum(len(flip.named) * flip.values for flip in flips),
        sum(len(flip.alike - flip.changed) for flip in flips),
        sum(len(clauses) for _, clauses in listed),
        sum(flip.replayed for flip in flips),
        sum(len(unmoved(flip) - clauses) for flip, clauses in listed),
        sum(len(flip.wrong) for flip in flips),
    ]


def row(title: str, cells: Sequence[object]) -> str:
    """Return a line of the table."""
    return f"{title:<28}" + "".join(f"{cell:>11}" for cell in cells)


def of_games(wanted: Sequence[str]) -> list[int]:
    """Print the counts of each game, and return the sums."""
    print(row("", COLUMNS))
    every = []
    for title in wanted:
        name, _, rules = title.partition("@")
        every.append(counts([flipped(name, rules or None, option) for option in options_of(name, rules or None)]))
        print(row(title, every[-1]), flush=True)
    sums = [sum(column) for column in zip(*every, strict=True)]
    print(row("all", sums))
    return sums


def of_hands(options: Sequence[str]) -> int:
    """Print the numbers of options and values with a hand, and return the number of values without one that are not listed."""
    flips = {option: turns(option) for option in options}
    missing = {option: unturned(option, hands) - UNTURNED.get(option, frozenset()) for option, hands in flips.items()}
    hands, with_hands = sum(map(len, flips.values())), sum(map(bool, flips.values()))
    print(f"{hands} hands turn on {with_hands} of {len(flips)} options; values of {len(UNTURNED)} are listed without one")
    for option, values in missing.items():
        if values:
            print(f"  no hand: {option}, {', '.join(sorted(values))}")
    return sum(map(len, missing.values()))


def main(args: Sequence[str]) -> int:
    """Print the figures; return 1 if anything is unlisted, differs or is missing."""
    named = [word for word in args if not word.startswith("-")]
    wanted = named or list(games())
    *_, unlisted, otherwise = of_games(wanted)
    options = {option for name in wanted for option in options_of(name.partition("@")[0], None)}
    missing = of_hands(sorted(options)) if "--hands" in args else 0
    return int(bool(unlisted or otherwise or missing))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
