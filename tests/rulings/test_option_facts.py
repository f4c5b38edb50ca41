"""Options of a game are facts of rulings: known, never asked of a person, and part of what would make it otherwise."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.errors import UnknownName
from dealerkit.rules.games import game
from dealerkit.rules.option_facts import option_facts
from dealerkit.rules.option_lines import rule_texts
from dealerkit.rules.sets import rule_set
from dealerkit.rulings.decision import decide
from dealerkit.rulings.facts import known_facts
from dealerkit.rulings.games import faults_in_force, faults_of, told_options
from dealerkit.rulings.wording import ruling_words

HOUSE = """set: ours
title: Ours
extends: rrop
options: {holdem: {check_raise: false}}
"""


def test_a_house_that_bars_the_check_raise_is_ruled_on_by_its_option(tmp_path):
    """BR-01: the option decides, wherever it was set: in the house's file, for its game, or by hand."""
    house = tmp_path / "ours.yaml"
    house.write_text(HOUSE, encoding="utf-8")
    assert dk.rule({"fault": "check_raise"}, rules=house).say.startswith("No.")
    assert dk.rule({"fault": "check_raise", "form": "omaha"}, rules=house).say.startswith("Yes")
    assert decide(rule_set("rrop"), "check_raise", {}, {"check_raise": False}).say.startswith("No.")
    dealt = game("holdem", "rrop", {"check_raise": "no"})
    assert decide(rule_set("rrop"), "check_raise", {}, dealt.options).rules == ("BR-01", "QU-13")


def test_the_default_of_the_form_holds_where_nobody_has_chosen():
    """QU-13: in ace-to-five lowball it has to be announced; the World Series' money games play it there too."""
    wanted = (("rrop", "lowball_a5", "lowball"), ("rrop", "holdem", "otherwise"), ("wsop-live", "lowball_a5", "otherwise"))
    for rules, form, case in wanted:
        assert decide(rule_set(rules), "check_raise", {"form": form}).case == case


def test_an_option_is_told_as_the_house_s_and_not_as_taken_for_granted():
    """It stands by its meaning in a line of its own, and the other value among what would make it otherwise."""
    ruling = decide(rule_set("rrop"), "check_raise", {}, {"check_raise": False})
    words = ruling_words(ruling)
    assert [(one.name, one.value) for one in words.chosen] == [("check_raise", "no")]
    assert "check_raise" not in {one.name for one in words.assumed}
    assert ("check_raise", "yes") in [(one.name, one.values) for one in words.otherwise]


def test_an_option_that_a_list_does_not_ask_is_no_fact_of_the_ruling():
    """A game has dozens of them; a ruling is made from those that its list reads."""
    ruling = dk.rule({"fault": "boxed_card", "check_raise": False}, rules="rrop")
    assert "check_raise" not in ruling.facts


def test_options_are_read_as_people_type_them():
    """One that no game has, or a value that none allows, is refused by its name."""
    assert told_options({"check_raise": "no", "deal_to": "all_seats"}) == {"check_raise": False, "deal_to": "all_seats"}
    with pytest.raises(UnknownName, match="check_rais"):
        told_options({"check_rais": "no"})
    with pytest.raises(UnknownName, match="perhaps"):
        told_options({"check_raise": "perhaps"})


def test_every_option_of_every_game_is_a_fact_with_its_values():
    """What an option allows, the fact can be; what its default is, the fact assumes, form by form where they differ."""
    known = known_facts()
    for name in option_facts():
        assert name in known
    for dealt in map(game, ("holdem", "lowball-a5", "stud7", "mini-baccarat", "nap")):
        for name, option in dealt.choices.items():
            fact = known[name]
            if fact.of_option:
                assert fact.can_be(dealt.options[name])
                assert fact.type != "bool" or set(option.values) <= {True, False}


@pytest.mark.parametrize(
    ("rules", "says"), [("rrop", "a fold too"), ("tda", "put chips in"), ("wsop-live", "both fold or both check")]
)
def test_md_13_says_what_the_gate_in_force_says(rules, says):
    """MD-13: one rule, the sentence of the option in force, and no sentence of another."""
    (said,) = [one for one in rule_texts(game("holdem", rules)) if one.rule == "MD-13"]
    assert len(said.texts) == 1
    assert says in str(said.texts[0])
    assert said.hangs_on == {"gate"}


def test_what_options_rule_out_is_left_to_the_desk():
    """CO-42: chips are raced off in events; no paper of a cash game speaks of it, and the desk still hears it."""
    cash, event = game("holdem", "tda", {"setting": "cash"}), game("holdem", "tda")
    assert "chip_race" in faults_of(cash)
    assert "chip_race" not in faults_in_force(cash)
    assert "chip_race" in faults_in_force(event)
