"""What a person reads of a hand names no step, no id and no act in notation: `walk`, `replay`, `check`, `play` of every game."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from dealerkit import Table
from dealerkit.cli.main import main
from dealerkit.felt.verbs import VERBS
from dealerkit.table.bots import Bots, sensible
from dealerkit.training.walk.hands import Dealing
from tests.sampling import daily_games

DEALERS = "|".join(sorted({name for role, name in VERBS if role in "df"}))
REFUSED = {
    "an act in quotes": re.compile(r"'(?:[df]|s\d+) [a-z]+"),
    "an act in notation": re.compile(rf"\b[df] (?:{DEALERS})\b"),
    "a place or step by its id": re.compile(r"\b[a-z]+(?:_[a-z]+)+\b"),
    "a pot or pile by its id": re.compile(r"\b(?:side|board|pile)-\d"),
    "an owed act as it is typed": re.compile(r"still owed: .*\bs\d"),
    "an article before a seat": re.compile(r"\bthe (?:s\d|seat \d)"),
    "a template": re.compile(r"[{}]|\bthe hands? of the hands?\b|\bNone\b(?! was)|\bMake good\b"),
}
"""What stands nowhere on a screen that a person reads."""
CODE = re.compile(r"\b[a-z]+/[\w-]+")
"""A finding's code, which stands beside its sentence so that it can be looked up."""
TYPED = re.compile(r"^(dealer> .*|\s+say: .*)$")
"""What was typed, and what a hint says is to be typed."""
LISTED = re.compile(r"^(\s+(?:\d+|due:)  ?)(?:[dsf]\d*) .*?   ")
"""A record's own line, which `replay` prints before its sentence."""


def wrong(screen: str) -> list[str]:
    """The lines of a screen that nobody should have to read, each with what is wrong with it."""
    lines = [CODE.sub("", LISTED.sub(r"\1", line)) for line in screen.splitlines() if not TYPED.match(line)]
    return [f"{what}: {line.strip()}" for line in lines for what, pattern in REFUSED.items() if pattern.search(line)]


def test_the_patterns_refuse_what_stood_there():
    """Each of them fails on a screen that was seen."""
    seen = [
        "  'd kill s2': no cards lie there",
        "    planted: act 2, 'd deal s2' where 'd riffle' was due",
        "  28 of 28 missing: d deal seat 2 (7 times)",
        "  still owed: card for the s3",
        "  still owed: collect s1 pot 12",
        "  pushes 12 to seat 1 side-1",
        "  the dealer deals to kill_card",
        "  the dealer reads the hand of the hands",
    ]
    assert all(wrong(line) for line in seen)
    assert not wrong(
        "    34  d award s2 4   the dealer pushes 4 to seat 2\ndealer> d deal s2\n  ! step/next_board-early   too early"
    )


@pytest.mark.sample(4, most=2)
@pytest.mark.parametrize("slips", [0, 6], ids=["clean", "slips"])
@pytest.mark.parametrize("game", daily_games(5))
def test_a_hand_is_told_in_words(game, slips, tmp_path, monkeypatch):
    """A hand without a slip, and one with some, as they are dealt, replayed, checked and played."""
    monkeypatch.chdir(tmp_path)
    table = Table(game, seats=min(4, Table(game).seats), seed=3)
    list(Dealing(table, Bots(sensible), slips=slips).hands(1))
    (tmp_path / "hand.txt").write_text(table.record())
    typed = "".join(f"{act}\nhint\n" for act in table.log if act.who != "s") + "show table\nfindings\n"

    def screen(*words: object, said: str = "") -> str:
        env = {"DEALERKIT_RULES": None, "COLUMNS": "300"}
        return CliRunner().invoke(main, [str(word) for word in words], input=said, env=env).output

    at = ["--seed", 3, "--seats", table.seats]
    screens = {
        "walk": screen("walk", game, *at, "--no-record", "--plain", said=typed),
        "replay": screen("replay", "hand.txt"),
        "check": screen("check", "hand.txt"),
        "play": screen("play", game, *at, "--hands", 1, *(["--slips", slips] if slips else [])),
    }
    for name, shown in screens.items():
        assert len(shown) > 30, name
        assert wrong(shown) == [], name
