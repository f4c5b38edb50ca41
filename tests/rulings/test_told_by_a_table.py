"""Questions about seats and pots that a record answers: who acts first, who shows first, in what order the pots go."""

from __future__ import annotations

import pytest

from dealerkit.jobs.journal.disputes import told_of
from dealerkit.rulings import rule
from dealerkit.table.playback import replay
from dealerkit.table.record import one_record

HEAD = "# dealerkit record 1\ngame: {game}\nseats: 4\nstacks: 200 60 120 200\nbutton: 1\nseed: 7\n---\n"
SHUFFLE = ["d wash", "d riffle", "d riffle", "d strip 4", "d riffle", "d cut"]
BLINDS = ["s2 post 1", "s3 post 2"]
ROUND = [f"d deal s{seat}" for seat in (2, 3, 4, 1)]
HOLDEM = [*SHUFFLE, *BLINDS, *ROUND, *ROUND]
CALLED = ["s4 call", "s1 call", "s2 call", "s3 check", "d sweep"]
FLOP = ["d tap", "d burn", "d deal board 3 together"]


@pytest.fixture
def asked(tmp_path):
    """Ask something of a table after some acts."""

    def ask(question: str, acts: list[str], game: str = "holdem"):
        file = tmp_path / "hand.rec"
        file.write_text(HEAD.format(game=game) + "\n".join(acts) + "\n", encoding="utf-8")
        table = replay(one_record(file, None, None), None, None)
        told = told_of(table, [question])
        assert told.pop("faults") == [question]
        return rule({"fault": question, **told}, "rrop", said={}).amounts

    return ask


@pytest.mark.parametrize(
    ("acts", "first"),
    [
        (HOLDEM, 4),
        ([*HOLDEM, "s4 fold", "s1 raise 6"], 4),
        ([*HOLDEM, "s4 raise 200", "s1 call"], 4),
        ([*HOLDEM, "s4 fold", "s1 fold", "s2 call"], 4),
        ([*HOLDEM, *CALLED, *FLOP], 2),
        ([*HOLDEM, "s4 call", "s1 call", "s2 fold", "s3 check", "d sweep", *FLOP], 3),
        ([*HOLDEM, "s4 call", "s1 call", "s2 raise 60", "s3 call", "s4 call", "s1 call", "d sweep", *FLOP], 3),
    ],
)
def test_who_acts_first(asked, acts, first):
    """QU-17: left of the big blind, and left of the button later; whoever is all-in cannot, whoever has folded since could."""
    assert asked("first_to_act", acts) == {"first": f"seat {first}"}


def test_no_seat_is_named_while_the_upcards_are_dealt(asked):
    """QU-17: the lowest card is not known before everybody has one."""
    antes = [f"s{seat} post ante 1" for seat in (1, 2, 3, 4)]
    downs = [*SHUFFLE, *antes, *ROUND, *ROUND]
    ups = [f"d deal s{seat} up" for seat in (2, 3, 4, 1)]  # with this seed Ad, 4s, 3h, 3s
    assert asked("first_to_act", [*downs, *ups[:3]], "stud7") == {}
    assert asked("first_to_act", [*downs, *ups], "stud7") == {"first": "seat 4"}
    assert asked("first_to_act", [*downs, *ups], "razz") == {"first": "seat 3"}


def test_who_shows_first(asked):
    """QU-18: the last to bet on the last round, or who was first to act on it."""
    checked = ["s2 check", "s3 check", "s4 check", "s1 check"]
    assert asked("showdown_order", [*HOLDEM, *CALLED, *FLOP, *checked]) == {"first": "seat 2"}
    bet = ["s2 check", "s3 check", "s4 bet 10", "s1 call", "s2 fold", "s3 call"]
    assert asked("showdown_order", [*HOLDEM, *CALLED, *FLOP, *bet]) == {"first": "seat 4"}


def test_the_order_of_the_pots(asked):
    """QU-22, SD-14: two seats all-in for less make two side pots; nothing is told while bets lie before the seats."""
    all_in = [*HOLDEM, "s4 raise 200", "s1 call", "s2 call", "s3 call"]
    main, first, second = (
        "main pot 240 (seat 1, seat 2, seat 3, seat 4)",
        "side pot 1 180 (seat 1, seat 3, seat 4)",
        "side pot 2 160",
    )
    assert asked("order_of_pots", [*all_in, "d sweep"]) == {"pots": f"{second} (seat 1, seat 4), {first}, {main}"}
    assert asked("order_of_pots", all_in) == {}
    assert asked("order_of_pots", [*HOLDEM, *CALLED]) == {"pots": "main pot 8 (seat 1, seat 2, seat 3, seat 4)"}
