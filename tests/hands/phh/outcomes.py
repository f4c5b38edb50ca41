"""Findings of the installed dealerkit in recorded hands, one line each: run by `test_compiled.py` in two builds, and compared.

    python outcomes.py HANDS CHANGED

HANDS is a folder of `.phh` and `.phhs` files; every hand is also checked with one of its actions changed, CHANGED times. Any
exception except a `RecordError` is an internal error and ends the run.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from dealerkit.errors import RecordError
from dealerkit.hands.phh.checker import check_hand, outcome_of
from dealerkit.hands.phh.hand import PhhHand, parse_hand, read_hands

STRANGE = [
    "",
    "#",
    "p1",
    "p0 f",
    "p99 cc",
    "p2 cbr 1e9",
    "p3 cbr 999999999999999999",
    "d db ????",
    "d dh p1 AsAs",
    "p1 sm -",
    "d db Zz",
    "p1 f f",
]
ENDS = ["finishing_stacks", "winnings", "starting_stacks", "antes", "blinds_or_straddles"]
WRONG = ["[]", "[-1]", "[1, 2, 3]", "'x'", "[inf, inf]", "[99999999999999999999]", "true", "[[1]]"]


def outcome(hand: PhhHand) -> str:
    """Return the whole result of a hand, on one line."""
    try:
        found = outcome_of(hand)
        assert (check_hand(hand) is None) is (found.problem is None)
    except RecordError as error:
        return f"{error}"
    replay = found.replay
    return f"{found.problem} {found.won} {found.reading} {found.stacks} {replay.hole} {replay.board} {replay.live} {replay.put}"


def changed(hand: PhhHand, rng: random.Random) -> str:
    """Return a hand with one action removed, doubled, moved or distorted, or with a wrong field."""
    raw, actions = dict(hand.raw), list(hand.actions)
    at = rng.randrange(len(actions) + 1)
    kind = rng.randrange(5)
    if kind == 0:
        del actions[at : at + 1]
    elif kind == 1:
        actions[at:at] = actions[at : at + 1]
    elif kind == 2:
        actions.insert(at, rng.choice(STRANGE))
    elif kind == 3:
        actions.insert(at, actions.pop(rng.randrange(len(actions))))
    else:
        raw[rng.choice(ENDS)] = rng.choice(WRONG)
    raw["actions"] = "[" + ", ".join(f"'{one}'" for one in actions) + "]"
    return "".join(f"{key} = {value}\n" for key, value in raw.items())


def lines(folder: Path, times: int) -> Iterator[str]:
    """Yield a line for each hand, and for each of its changes."""
    for file in sorted(folder.rglob("*.phh*")):
        for hand in read_hands(file):
            if isinstance(hand, RecordError):
                yield f"{hand}"
                continue
            yield f"{file.name} {hand.name} {outcome(hand)}"
            for time in range(times):
                text = changed(hand, random.Random(f"{file.name} {hand.name} {time}"))
                try:
                    yield outcome(parse_hand(text))
                except RecordError as error:
                    yield f"{error}"


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in lines(Path(sys.argv[1]), int(sys.argv[2])))
