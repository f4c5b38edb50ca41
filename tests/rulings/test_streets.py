"""The street of a dispute: which one is meant, in stud too, and before and after the game."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.errors import UnknownName
from dealerkit.facts.faults import DISPUTES
from dealerkit.rulings import known_facts, known_faults, rule
from dealerkit.rulings.desk import Desk
from dealerkit.rulings.facts import fact_of
from dealerkit.table.table import Table

STUD = ("third", "fourth", "fifth", "sixth", "seventh")


def test_the_question_says_which_street_is_meant():
    """The one whose betting was open, or for an early street the one that came too early."""
    assert "the street being bet" in known_facts()["street"].question
    assert fact_of("premature_board", "street").question == "Which street was dealt too early?"
    asked = Desk("premature_board", ["rrop"], {"board_out": True}).question()
    assert (asked.name, asked.title) == ("street", "Street that was dealt too early")
    out = CliRunner().invoke(main, ["rule", "premature_board", "--rules", "rrop"]).stdout
    assert "? Which street was dealt too early?" in out
    assert "Which street was dealt too early?" in CliRunner().invoke(main, ["explain", "premature_board"]).stdout


def test_what_can_never_have_come_too_early_is_refused():
    """FTR-21: before the flop the street that came too early was the flop; a record that tells of the burn alone stands."""
    with pytest.raises(UnknownName, match=r"unknown street that was dealt too early: 'preflop'.*Known: flop, turn, river"):
        rule({"fault": "premature_board", "street": "preflop"}, "rrop")
    assert rule({"fault": "premature_board", "street": "preflop", "board_out": False}, "rrop", said={}).outcome == "corrected"


SPELLED = {
    "5th street": "fifth",
    "Third Street": "third",
    "pre-flop": "preflop",
    "before the game": "before_game",
    "7th": "seventh",
}


@pytest.mark.parametrize(("said", "street"), SPELLED.items())
def test_a_street_is_read_as_people_write_it(said, street):
    """Numbers and words."""
    assert known_facts()["street"].read(said) == street


@pytest.mark.parametrize("street", STUD[1:])
def test_from_fourth_street_on_there_has_been_action(street):
    """MD-14: the betting of third street is over."""
    assert rule({"fault": "button_wrong", "street": street}, "rrop").outcome == "play_on"


def test_every_question_of_a_fault_is_of_one_of_its_facts():
    """A question of its own for a fact that no list of the fault asks for would never be put."""
    for fault in known_faults().values():
        assert set(fault.asks) <= set(fault.facts), fault.name
        for name, own in fault.asks.items():
            assert set(own.get("values", ())) <= set(known_facts()[name].values)


def test_a_table_of_stud_tells_its_street():
    """By the cards in the hands."""
    table = Table("stud7", rules="rrop", seats=3, seed=3)
    seen = []
    for _ in range(60):
        act = table.next_act()
        if act is None or (table.felt.places["s1"] and len(table.felt.places["s1"]) > 5):
            break
        table.push(act)
        seen.append(str((DISPUTES["premature_board"](table.now) or {}).get("street")))
    assert [*dict.fromkeys(seen)][:3] == ["third", "fourth", "fifth"]
