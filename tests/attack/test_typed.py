"""Lines typed at the walk: nonsense, half of it, what nobody would say; nothing breaks, and the record holds what was told."""

from __future__ import annotations

import json
import random
import re

import pytest

from dealerkit.felt import VERBS
from dealerkit.rules import data
from dealerkit.rules.files import read_file
from tests.attack.kinds import TOKENS, Attack, maybe, mutated, run
from tests.attack.tables import GAMES

pytestmark = pytest.mark.campaign

TALK = read_file(data.data_dir("procedures") / "talk.yaml").data["talk"]
PHRASES = sorted({phrase for part in TALK.values() for said in part.get("phrases", {}).values() for phrase in said})
COMMANDS = ["hint", "why", "menu", "undo", "show", "findings", "save", "help", "1", "2", "3", "yes", "", "# note"]
SLOTS = {
    "seat": ("seat 1", "s2", "seat three", "s9", "him"),
    "amount": ("5", "$1,000", "2.5", "100", "0", "all", "1/2"),
    "n": ("1", "14", "416", "two", "-3"),
    "times": ("twice", "3", "hundred"),
    "card": ("Ah", "10d", "joker", "??", "the ace", "7 of hearts"),
    "hand": ("player", "banker", "board", "s1"),
    "place": ("muck", "stub", "shoe", "burns", "nowhere"),
    "spot": ("tie", "player", "pot", "bet"),
    "word": ("misdeal", "hello", "rotten"),
}


def line_of(rng: random.Random) -> str:
    """Something a person might type."""
    pick = rng.random()
    if pick < 0.25:
        return "hint" if rng.random() < 0.3 else rng.choice(COMMANDS)
    if pick < 0.65:
        said = re.sub(r"\{(\w+?)\??\}", lambda found: rng.choice(SLOTS.get(found[1], TOKENS)), rng.choice(PHRASES))
        return said if rng.random() < 0.7 else ", ".join([said, rng.choice(PHRASES)])
    if pick < 0.85:
        role, verb = rng.choice(list(VERBS))
        words = [rng.choice(["s1", "s2", "pot", "player", "5", "Ah", "down", *TOKENS]) for _ in range(rng.randint(0, 3))]
        return " ".join([f"s{rng.randint(1, 9)}" if role == "s" else role, verb, *words])
    return " ".join(rng.choice(TOKENS) for _ in range(rng.randint(1, 5)))


@pytest.mark.thorough
def test_what_is_typed_at_the_walk(record_property, tmp_path):
    """It goes on after every line; the record can be checked, and has the findings that were told."""
    path = tmp_path / "a.rec"

    def trial(rng: random.Random, say) -> None:
        path.unlink(missing_ok=True)
        typed = ("\n".join(line_of(rng) for _ in range(rng.randint(1, 40))) + "\nfindings\nquit\n").encode("utf-8", "replace")
        if rng.random() < 0.3:
            typed = mutated(typed, rng)
        name = rng.choice(GAMES)
        args = ["walk", name, "--seed", rng.randrange(1000), "--record", path, *maybe(rng, 0.2, "--menu")]
        args += maybe(rng, 0.2, "--bettors", "none") + maybe(rng, 0.2, "--findings", "end")
        say(f"{args} {typed!r}")
        walked = run(*args, typed=typed, codes=(0, 1, 2))
        if not path.exists():
            assert walked.exit_code == 2
            return
        told = json.loads(run("check", path, "--json", codes=(0, 1)).stdout)
        assert not told["unreadable"]
        taken_back = re.search(rb"(?im)^\s*(u|undo)\b", typed) is not None  # and counts as done all the same
        assert walked.exit_code == 2 or bool(told["findings"]) == (walked.exit_code == 1) or (taken_back and not told["findings"])
        run("replay", path, codes=(0, 1))

    Attack("typed lines", 12, record_property).run(trial)
