"""Hands in PHH with something wrong in them: told for that hand, and the hands round it are judged as ever."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.attack.kinds import Attack, mutated, run, some

pytestmark = pytest.mark.campaign

HANDS = some((Path(__file__).parents[1] / "data" / "phh").glob("*.phh*"))
KEYS = [
    *("variant", "antes", "blinds_or_straddles", "bring_in", "small_bet", "big_bet", "min_bet", "starting_stacks", "actions"),
    *("players", "seats", "hand", "finishing_stacks"),
]
WORDS = [*KEYS, "'NT'", "'FT'", "'PO'", "'F7S'", "'F2L3D'", "'p1 cbr 5'", "'d db ??'", "'d dh p1 ????'", "'p9 f'", "inf", "nan"]
GOOD = """
[{}]
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [9, 9]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p1 f', 'p2 cbr 500']
"""


def hands() -> list[bytes]:
    """One hand after the other, without the line that begins it."""
    found = []
    for path in HANDS:
        parts = path.read_bytes().split(b"\n[") if path.suffix == ".phhs" else [path.read_bytes()]
        found += [part.partition(b"]\n")[2] if path.suffix == ".phhs" else part for part in parts[:60]]
    return [hand for hand in found if hand.strip()]


def test_a_bad_hand_costs_nobody_else_anything(record_property, tmp_path):
    """In a file of several, between two that can be read."""
    path, all_hands = tmp_path / "a.phhs", hands()

    def trial(rng: random.Random, say) -> None:
        bad = mutated(rng.choice(all_hands), rng, WORDS)
        say(repr(bad))
        path.write_bytes(GOOD.format("first").encode() + b"[2]\n" + bad + b"\n" + GOOD.format("last").encode())
        told = json.loads(run("check", path, "--json", codes=(1,)).stdout)["findings"]
        for hand in ("first", "last"):
            assert [one["code"] for one in told if one["hand"] == hand] == ["record/actor-out-of-turn"]

    Attack("phh", 60, record_property).run(trial)


def test_what_can_be_converted_can_be_checked(record_property, tmp_path):
    """A hand that is broken is refused or becomes a record, and that record can be read."""
    path, out, all_hands = tmp_path / "a.phh", tmp_path / "out.rec", hands()

    def trial(rng: random.Random, say) -> None:
        bad = mutated(rng.choice(all_hands), rng, WORDS)
        say(repr(bad))
        path.write_bytes(bad)
        out.unlink(missing_ok=True)
        if run("convert", path, out, "--json").exit_code == 0:
            assert "record/unreadable" not in run("check", out, "--json", codes=(0, 1)).stdout
            run("convert", out, "-", codes=(0, 1, 2))

    Attack("phh converted", 60, record_property).run(trial)
