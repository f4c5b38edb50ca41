"""Facts worked out of others: given by amounts, asked as amounts, and said so."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.errors import Contradiction
from dealerkit.rulings import known_facts, rule
from dealerkit.rulings.desk import Desk
from dealerkit.rulings.formulas import FORMULAS
from dealerkit.rulings.openers import hand_shown
from dealerkit.rulings.wording import ruling_words

ALL_IN = {"structure": "no_limit", "acted_this_round": "yes"}


def run(*args, code=0, **more):
    """Run `rule` and return what it printed, in one line."""
    result = CliRunner().invoke(main, ["rule", *args], **more)
    assert result.exit_code == code, result.output
    return " ".join(result.stdout.split())


def test_a_per_cent_is_given_by_amounts_and_said():
    """BR-38: 40 over 100 is no full raise; in words and for programs."""
    args = ["raise_not_open", "--rules", "rrop", "-f", "structure=no_limit", "-f", "acted_this_round=yes", "-f", "bet_before=100",
            "-f", "bet_to_match=140", "-f", "raise_unit=100"]  # fmt: skip
    said = run(*args)
    assert "worked out: Size of the all-in compared with a full bet: 40 per cent (Bet before the short all-in 100" in said
    (ruling,) = json.loads(CliRunner().invoke(main, ["rule", *args, "--json"]).stdout)["rulings"]
    assert (ruling["outcome"], ruling["detail"]["worked_out"]) == ("raise_not_allowed", {"share_of_bet": 40})
    assert ruling["detail"]["changed_nothing"] == []


def test_a_per_cent_is_asked_for_as_amounts():
    """After the bets of the round; and in per cent where nobody knows them."""
    desk = Desk("raise_not_open", ["rrop"], ALL_IN)
    desk.answer("bets", None)
    for name, value in (("bet_before", "100"), ("bet_to_match", "140"), ("raise_unit", "100")):
        assert desk.question().name == name
        desk.answer(name, value)
    assert desk.question() is None
    assert desk.rulings[0].outcome == "raise_not_allowed"
    for _ in range(3):
        desk.back()
    desk.answer("bet_before", None)
    assert desk.question().name == "share_of_bet"
    desk.answer("share_of_bet", 100)
    assert desk.rulings[0].outcome == "raise_allowed"


def test_without_an_answer_the_amounts_are_named():
    """With what to type for each."""
    said = run("raise_not_open", "--rules", "rrop", *(part for one in ALL_IN for part in ("-f", f"{one}={ALL_IN[one]}")), code=1)
    assert "-f bet_before=..." in said
    assert "-f raise_unit=..." in said


@pytest.mark.parametrize(("fault", "facts"), [
    ("several_chips", {"share_of_raise": 30, "bet_to_match": "100", "smallest_wager": "200", "put_all": "160"}),
    ("several_chips", {"every_chip_needed": "no", "bet_to_match": "550", "put_all": "600", "least_chip": "100"}),
    ("drew_too_many", {"over_limit": "no", "cards_drawn": "4", "players_in": "5", "max_draw": "3", "max_draw_few": "5",
                       "few_players": "4"}),
    ("false_openers", {"openers_proved": "yes", "opening_hand": "low_pair"}),
])  # fmt: skip
def test_what_is_said_against_it_is_refused(fault, facts):
    """Both named."""
    with pytest.raises(Contradiction):
        rule({"fault": fault, **facts}, "rrop")


def test_a_per_cent_may_be_rounded():
    """66 and two thirds is 66 or 67."""
    facts = {"bet_to_match": "300", "smallest_wager": "600", "put_all": "500"}
    for share in (66, 67):
        assert rule({"fault": "several_chips", "share_of_raise": share, **facts}, "rrop").case == "half"


def test_dr_11_how_many_were_drawn_is_asked_and_not_whether_they_were_too_many():
    """Four with five players in; the game's own limits go before."""
    desk = Desk("drew_too_many", ["rrop"])
    asked = []
    while (fact := desk.question()) is not None:
        asked.append(fact.name)
        desk.answer(fact.name, {"cards_drawn": 4, "players_in": 5, "looked": False}[fact.name])
    assert "over_limit" not in asked
    assert desk.rulings[0].outcome == "corrected"
    told = CliRunner().invoke(main, ["rule", "drew_too_many", "--rules", "rrop", "-f", "cards_drawn=4", "-f", "players_in=5"])
    assert "changes nothing" not in told.stderr
    assert rule({"fault": "drew_too_many", "cards_drawn": 4, "players_in": 5, "max_draw": 4}, "rrop").outcome == "action_binding"


def test_dr_05_a_hand_is_read_from_cards_and_words():
    """The least that can open, and what cannot."""
    read = known_facts()["opening_hand"].read
    assert [read(said) for said in ("Jh Jd", "pair of aces", "2h 2d 3c 3s 9h", "Th Td 4c 5s 9h", "nothing", "trips")] == [
        "openers_pair", "openers_pair", "two_pairs", "low_pair", "nothing", "three",
    ]  # fmt: skip
    hands = {"Ah 2d 3s 4c 5c": "straight", "Ah Kd Qs Jc Tc": "straight", "Kh Ad 2s 3c 4c": "nothing", "2h 5h 7h 9h Kh": "flush",
             "Ah Ah": None, "Jk Kh": None, "As Ks Qs Js Ts": "straight_flush", "9h 9d 9s Kc Kh": "full_house"}  # fmt: skip
    assert {cards: hand_shown(cards) for cards in hands} == hands


def test_the_data_and_the_arithmetic_name_the_same_facts():
    """One without the other would never be worked out."""
    declared = known_facts()
    assert {name for name, fact in declared.items() if fact.worked_out_of} == set(FORMULAS)
    assert all(fact.worked_out_of for fact in declared.values() if fact.ask_those)


def test_the_first_motion_says_what_it_was_worked_out_of():
    """BR-35: the amounts are told, and what they came to is told with them."""
    told = {"put_first": 60, "in_front": 40, "bet_to_match": 100, "facing_bet": True}
    made = rule({"fault": "string_bet", **told}, "rrop")
    assert made.worked_out == {"first_motion_is": "call"}
    (said,) = ruling_words(made).worked_out
    assert said.made_of.startswith("Chips in the first motion 60, ")


@pytest.mark.parametrize("put", [45, 50, 100])
def test_of_a_blinds_option_the_share_is_what_the_bets_say(put):
    """BR-34: 100 in front, 200 the smallest raise; put in 45, it is 45 per cent of a raise, and not 72 of what lies there."""
    amounts = {"facing_bet": False, "in_front": 100, "put_all": put, "smallest_wager": 200}
    by_amounts = rule({"fault": "wager_too_small", "raise_said": False, **amounts}, "tda")
    by_bets = rule(
        {"fault": "wager_too_small", "raise_said": False, "bets": f"blinds 50/100, A 100, SB calls, BB puts {put}"}, "tda"
    )
    assert by_amounts.facts["share_of_raise"] == by_bets.facts["share_of_raise"] == put
