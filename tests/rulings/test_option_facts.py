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
from dealerkit.rulings.games import faults_in_force, faults_of, game_facts, told_options
from dealerkit.rulings.wording import ruling_words

OF_GAMES = [
    # BR-03, BR-04: raises of a round in fixed limit
    (
        "raise_cap",
        "3",
        "holdem",
        {"fault": "raises_allowed", "structure": "limit", "heads_up_since": "never"},
        "a bet and three raises.",
    ),
    (
        "raise_cap",
        "4",
        "holdem",
        {"fault": "raises_allowed", "structure": "limit", "heads_up_since": "never"},
        "a bet and four raises.",
    ),
    ("raise_cap", "none", "holdem", {"fault": "raises_allowed", "structure": "limit"}, "Any number"),
    (
        "raise_cap",
        "3",
        "draw",
        {"fault": "raise_over_cap", "raises_made": 3, "heads_up_since": "never"},
        "The betting is capped",
    ),
    (
        "raise_cap",
        "4",
        "draw",
        {"fault": "raise_over_cap", "raises_made": 3, "heads_up_since": "never"},
        "a bet and four raises",
    ),
    ("heads_up_uncapped", True, "stud7", {"fault": "raises_allowed", "heads_up_since": "before_cap"}, "no cap on raises"),
    ("heads_up_uncapped", False, "stud7", {"fault": "raises_allowed", "heads_up_since": "before_cap"}, "a bet and"),
    # BR-10, BR-38: short all-ins
    (
        "half_bet_rule",
        True,
        "stud7",
        {"fault": "raise_not_open", "share_of_bet": 50, "acted_this_round": True},
        "full raise on top",
    ),
    ("half_bet_rule", False, "stud7", {"fault": "raise_not_open", "share_of_bet": 50, "acted_this_round": True}, "call or fold"),
    (
        "reopens_by",
        "full_raise",
        "holdem",
        {"fault": "who_may_raise", "acted_this_round": True, "checked_short": False, "seats_told": False, "share_of_bet": 40},
        "not facing a full raise",
    ),
    (
        "reopens_by",
        "largest_raise",
        "holdem",
        {
            "fault": "who_may_raise",
            "acted_this_round": True,
            "checked_short": False,
            "seats_told": False,
            "largest_raise_faced": True,
        },
        "you may raise",
    ),
    # SD-10, SD-11: odd chips
    ("odd_chips", "left_of_button", "holdem", {"fault": "odd_chip", "split_by": "tie"}, "first seat left of the button"),
    ("odd_chips", "card_by_suit", "holdem", {"fault": "odd_chip", "split_by": "tie"}, "highest card by suit, all cards"),
    ("odd_chips", "card_of_hand", "holdem", {"fault": "odd_chip", "split_by": "tie"}, "in the five-card hand"),
    ("odd_chips", "card_by_suit", "razz", {"fault": "odd_chip", "split_by": "tie"}, "lowest card by suit"),
    ("odd_chips", "left_of_button", "razz", {"fault": "odd_chip", "split_by": "tie"}, "first seat left of the button"),
    # SD-04, FTR-29: the showdown
    ("all_in_face_up", True, "holdem", {"fault": "all_in_face_down"}, "all hands up"),
    ("all_in_face_up", False, "holdem", {"fault": "all_in_face_down"}, "may stay face down"),
    ("play_the_board", "said", "holdem", {"fault": "plays_board", "declared_board": True}, "you get your share"),
    (
        "play_the_board",
        "tabled",
        "holdem",
        {"fault": "plays_board", "declared_board": True, "all_shown": False},
        "you have no claim",
    ),
    # CO-31 to CO-33, CO-44, MD-11, MD-12: blinds, straddles, seats
    ("missed_blinds", "post", "holdem", {"fault": "missed_blinds", "missed": "both"}, "Wait for the big blind, or post"),
    ("missed_blinds", "none", "holdem", {"fault": "missed_blinds", "missed": "both"}, "Nothing"),
    ("missed_blinds", "none", "holdem", {"fault": "dealt_in_owing", "looked_at_hand": True}, "the hand is live"),
    ("missed_blinds", "none", "holdem", {"fault": "new_player", "joins_where": "elsewhere"}, "post nothing"),
    ("straddle", "none", "holdem", {"fault": "straddle_asked"}, "No straddle"),
    ("straddle", "under_the_gun", "holdem", {"fault": "straddle_asked"}, "left of the big blind"),
    ("straddle", "button", "holdem", {"fault": "straddle_asked"}, "the button may straddle"),
    ("deal_to", "present", "holdem", {"fault": "dealt_out_entitled", "present": False, "posted": False}, "That seat wasn't in"),
    (
        "deal_to",
        "all_seats",
        "holdem",
        {"fault": "dealt_out_entitled", "present": False, "posted": False, "acts": "none"},
        "Misdeal.",
    ),
    ("deal_to", "all_seats", "holdem", {"fault": "dealt_in_not_entitled", "seat_kind": "absent"}, "killed after the deal"),
    ("button_rule", "moving", "holdem", {"fault": "button_wrong", "found_later": True}, "no player loses a turn"),
    ("button_rule", "dead", "holdem", {"fault": "button_wrong", "found_later": True}, "moves to the right seat"),
    ("burn_place", "pot", "holdem", {"fault": "burn_place"}, "under the chips in the pot"),
    ("burn_place", "board", "holdem", {"fault": "burn_place"}, "under the board card"),
    ("joker", "bug", "holdem", {"fault": "joker", "found_in": "hand", "acted": True}, "it plays"),
    ("joker", "none", "holdem", {"fault": "joker", "found_in": "board", "acts": "bet call"}, "doesn't play"),
    # CU-04 to CU-08: the cut
    ("minimum_cut", 12, "holdem", {"fault": "cut_too_thin", "cut_cards": 11, "card_out": False}, "too thin"),
    ("minimum_cut", 10, "holdem", {"fault": "cut_too_thin", "cut_cards": 11, "card_out": False}, "deep enough"),
    ("cut_by", "anyone", "holdem", {"fault": "cut_declined"}, "No cut; we deal."),
    ("cut_by", "player", "holdem", {"fault": "cut_declined"}, "has to be cut"),
    # DR-11, DR-18, DR-19, DR-29: the draw
    ("max_draw", 4, "draw", {"fault": "drew_too_many", "cards_drawn": 4, "players_in": 5}, "You may draw that many"),
    (
        "max_draw",
        3,
        "draw",
        {"fault": "drew_too_many", "cards_drawn": 4, "players_in": 5, "looked": False},
        "only up to the limit",
    ),
    ("bottom_card", "completes_the_draw", "draw", {"fault": "stub_short", "completes_draw": True}, "the card plays"),
    ("bottom_card", "never", "draw", {"fault": "stub_short", "completes_draw": True}, "shuffle and cut"),
    ("reshuffle_pool", "earlier_rounds", "draw", {"fault": "stub_short", "completes_draw": False}, "earlier discards"),
    (
        "low_shown_card",
        "kept",
        "lowball-a5",
        {"fault": "card_exposed", "dealer_error": True, "street": "draw", "low_card": True},
        "you keep it",
    ),
    (
        "pitched_card",
        "kept",
        "draw",
        {"fault": "card_exposed", "dealer_error": True, "street": "draw", "wanted_pitched": True},
        "you keep that one",
    ),
    # QU-17, BR-21: boards of stud
    ("first_to_act_tie", "suit", "stud7", {"fault": "first_to_act", "round": "later"}, "the highest card by suit"),
    ("first_to_act_tie", "position", "stud7", {"fault": "first_to_act", "round": "later"}, "the one dealt first"),
    (
        "open_pair_bet",
        True,
        "stud7",
        {"fault": "stud_bet_size", "stud_street": "fourth", "open_pair": True, "split_by": "tie"},
        "Either",
    ),
    (
        "open_pair_bet",
        False,
        "stud7",
        {"fault": "stud_bet_size", "stud_street": "fourth", "open_pair": True},
        "even with an open pair",
    ),
    # BR-41: the first pot
    (
        "pot_limit_small_blind",
        "big_blind",
        "omaha",
        {"fault": "largest_bet", "bets": "pot-limit, blinds 5/10, A ?"},
        "The maximum is 40",
    ),
    (
        "pot_limit_small_blind",
        "itself",
        "omaha",
        {"fault": "largest_bet", "bets": "pot-limit, blinds 5/10, A ?"},
        "The maximum is 35",
    ),
    (
        "pot_limit_blinds",
        "full",
        "omaha",
        {"fault": "largest_bet", "bets": "pot-limit, blinds 100/200, big blind 150, A ?"},
        "counting full blinds",
    ),
]
"""An option, its value, a game, what is told, and what is said then; the words come from the list, the option from the game."""

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


@pytest.mark.parametrize(("name", "value", "of_game", "told", "says"), OF_GAMES)
@pytest.mark.parametrize("rules", ["rrop", "tda", "wsop-live"])
def test_what_is_ruled_is_what_the_game_s_option_says(rules, name, value, of_game, told, says):
    """Whatever set is in force, its lists ask the option and do not say again what it decides."""
    dealt = game(of_game, rules, {name: {True: "yes", False: "no"}.get(value, str(value))})
    facts = {"form": dealt.data["showdown"]["kind"], **told}
    said = decide(rule_set(rules), facts.pop("fault"), facts, dealt.options).say
    assert OWN_WORDS.get((rules, name, value), says) in said


OWN_WORDS = {
    ("tda", "button_rule", "moving"): "the button isn't moved back",  # T 34-A, however it moves
    ("tda", "button_rule", "dead"): "the button isn't moved back",
    ("wsop-live", "straddle", "under_the_gun"): "a raise to double the big blind",  # W 22, 165
    ("wsop-live", "straddle", "button"): "a raise to double the big blind",
    ("wsop-live", "pot_limit_blinds", "full"): "counting the small blind as a big blind",  # which is said first there
}
"""What a set of its own says instead, by option and value."""


def test_the_default_of_the_form_holds_where_nobody_has_chosen():
    """QU-13: in ace-to-five lowball it has to be announced; the World Series' money games play it there too."""
    wanted = (("rrop", "lowball_a5", "lowball"), ("rrop", "holdem", "otherwise"), ("wsop-live", "lowball_a5", "otherwise"))
    for rules, form, case in wanted:
        assert decide(rule_set(rules), "check_raise", {"form": form}).case == case


@pytest.mark.parametrize(
    ("said", "settings", "say"),
    [
        ({}, {}, "The hands may stay face down."),
        ({"setting": "tournament"}, {}, "No more betting: all hands up, please."),
        ({}, {"setting": "tournament"}, "No more betting: all hands up, please."),
        ({}, {"setting": "tournament", "all_in_face_up": "no"}, "The hands may stay face down."),
    ],
)
def test_a_default_follows_another_option(said, settings, say):
    """SD-04: in a tournament all-in hands are tabled, told at the desk or chosen by the house, unless it chose otherwise."""
    dealt = game("holdem", "rrop", settings)
    facts = {**game_facts(dealt, at_table=False), **said}
    assert decide(rule_set("rrop"), "all_in_face_down", facts, dealt.options).say == say
    if not said:  # the engine rules by the game's options alone
        assert decide(rule_set("rrop"), "all_in_face_down", {}, dealt.options).say == say


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
    ("rules", "says"), [("rrop", "even a fold"), ("tda", "with chips"), ("wsop-live", "both fold or both check")]
)
def test_md_13_says_what_the_gate_in_force_says(rules, says):
    """MD-13: one rule, the sentence of the option in force, and no sentence of another."""
    (said,) = [one for one in rule_texts(game("holdem", rules)) if one.rule == "MD-13"]
    assert [one for one in ("even a fold", "with chips", "both fold or both check") if one in str(said.texts)] == [says]


def test_what_options_rule_out_is_left_to_the_desk():
    """CO-42: chips are raced off in events; no paper of a cash game speaks of it, and the desk still hears it."""
    cash, event = game("holdem", "tda", {"setting": "cash"}), game("holdem", "tda")
    assert "chip_race" in faults_of(cash)
    assert "chip_race" not in faults_in_force(cash)
    assert "chip_race" in faults_in_force(event)
