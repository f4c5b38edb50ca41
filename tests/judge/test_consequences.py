"""One cause, one root: what follows from a slip says from which."""

from __future__ import annotations

import json

from click.testing import CliRunner

import dealerkit as dk
from dealerkit.cli.main import main


def left_unsettled() -> dk.Table:
    """A loser was not taken before the winner was paid, and lies there still when the cards are cleared."""
    table = dk.Table("mini-baccarat", seats=2, options={})
    table.advance("bets")
    for act in ("s1 bet player 200", "s2 bet banker 100", "d close", "d deal player 9h", "d deal banker 2c", "d deal player Kh"):
        table.push(act)
    table.push("d deal banker 4d")
    table.advance("take")
    for act in ("d pay s1 player 200", "d clear"):
        table.push(act)
    return table


def test_bets_left_unsettled_follow_from_the_slip_that_left_them() -> None:
    """BA-52, BA-54: the second finding names the first."""
    first, second = left_unsettled().findings
    assert (first.code, first.because_of) == ("coup/paid-before-losers-taken", None)
    assert (second.code, second.because_of) == ("coup/left-unsettled", (first.code, first.act))


def test_check_tells_what_follows_from_what(tmp_path) -> None:
    """In JSON as data, on screen in words; the acts are those of the record."""
    path = tmp_path / "coup.rec"
    path.write_text(left_unsettled().record(), encoding="utf-8")
    document = json.loads(CliRunner().invoke(main, ["check", "--json", str(path)]).stdout)
    first, second = document["findings"]
    assert first["because_of"] is None
    assert second["because_of"] == {"code": first["code"], "act": first["act"]}
    shown = " ".join(CliRunner().invoke(main, ["check", str(path)]).stdout.split())
    assert f"caused by {first['code']}, act {first['act']}" in shown


def test_a_ruling_not_carried_out_follows_from_the_slip_it_was_on() -> None:
    """RM-15: the card that waits is not shuffled in before the river; that follows from the turn that came too early."""
    table = dk.Table("holdem", "rrop", seats=3)
    table.advance("flop_betting")
    acts = "s2 check, d tap, d burn, d deal board Kd, d floor, f rule card_does_not_play, d move board aside Kd, s3 check"
    acts += ", s1 check, d burn, d deal board, s2 check, s3 check, s1 check, d tap, d burn, d deal board"
    for act in acts.split(", "):
        table.push(act)
    (left,) = [one for one in table.findings if one.code == "floor/ruling-not-carried-out"]
    assert left.because_of is not None
    assert left.because_of[0] == "street/early-turn"
