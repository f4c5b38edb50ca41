"""The gates after which no misdeal can be called, and several faults in one hand."""

from __future__ import annotations

from typing import Any

import pytest

from dealerkit.errors import Contradiction, UnknownName
from dealerkit.rules.sets import rule_set
from dealerkit.rulings import rule
from dealerkit.rulings.gates import GATES, action_reached, acts_of, derived, live_action_reached, substantial_action_reached
from dealerkit.table.table import Table

# The ledger's table: acts in turn after the forced bets, action, substantial action.
TABLE = [
    ("none", False, False),
    ("fold", False, False),
    ("raise", False, False),
    ("fold fold", True, False),
    ("call fold", True, True),
    ("fold call", True, True),
    ("raise fold", True, True),
    ("fold fold fold", True, True),
    ("check check", True, False),
    ("check check check", True, True),
]


@pytest.mark.parametrize(("acts", "action", "substantial"), TABLE)
def test_md_13_and_tda_36_the_gates_of_the_ledger(acts, action, substantial):
    """Two acts of any kind are action; substantial action takes chips in one of two, or three."""
    assert action_reached(acts_of(acts)) is action
    assert substantial_action_reached(acts_of(acts)) is substantial
    assert derived({"acts": acts})["action_reached"] is action


def test_the_live_gate_lies_between_the_two():
    """Two folds or two checks are none; a check and a fold are, though no chip moved."""
    assert [live_action_reached(acts_of(said)) for said in ("fold fold", "check check", "check fold", "fold call")] == [
        False, False, True, True,
    ]  # fmt: skip
    assert live_action_reached(acts_of("fold fold fold"))


def test_acts_are_read_as_people_write_them():
    """Commas, other endings and a list do not matter; a word that is no act is told."""
    assert acts_of("Folds, raises all-in") == ("fold", "raise", "all-in")
    ruling = rule({"fault": "first_card_wrong_seat", "acts": ["fold", "fold"]}, rules="tda")
    assert (ruling.outcome, ruling.facts["substantial_action_reached"]) == ("misdeal", False)
    with pytest.raises(UnknownName, match="flod"):
        rule({"fault": "first_card_wrong_seat", "acts": "flod"}, rules="rrop")


def test_acts_and_what_is_said_of_them_do_not_contradict_each_other():
    """MD-13: with two acts there has been action; whoever says otherwise is told both."""
    assert rule({"fault": "button_wrong", "acts": "call call", "action_reached": True}, rules="rrop").outcome == "play_on"
    with pytest.raises(Contradiction, match="action_reached=no and acts=call call can't both be right"):
        rule({"fault": "button_wrong", "acts": "call call", "action_reached": "no"}, rules="rrop")


def test_the_gate_is_asked_for_where_nobody_says_how_far_it_went():
    """Each set asks its own question."""
    assert rule({"fault": "first_card_wrong_seat"}, rules="rrop").needs == ("action_reached",)
    assert rule({"fault": "first_card_wrong_seat"}, rules="tda").needs == ("substantial_action_reached",)


def test_two_faults_that_both_leave_the_hand_alive_are_both_ruled_on():
    """One wins, the other stands beside it; after a misdeal there is nothing beside it."""
    facts = {"acts": "none", "deck_position": 5, "identifiable": True}
    ruling = rule({"faults": ["player_drops_card", "card_exposed"], **facts}, rules="rrop")
    assert (ruling.outcome, [one.outcome for one in ruling.beside]) == ("card_replaced", ["hand_live"])
    detail: Any = ruling.as_json()["detail"]
    assert detail["beside"][0]["rules"] == ["IR-20"]
    ended = rule({"faults": "card_exposed, first_card_wrong_seat", **facts}, rules="rrop")
    assert (ended.outcome, ended.beside) == ("misdeal", ())


# Same facts, both sets: where the published rules differ.
DIFFERENT = [
    ({"fault": "first_card_wrong_seat", "acts": "fold fold"}, "play_on", "misdeal"),
    ({"fault": "joker", "found_in": "hand", "acted": False, "acts": "none"}, "card_replaced", "misdeal"),
    ({"fault": "extra_cards", "betting_started": False, "card_identified": True, "acts": "none"}, "corrected", "misdeal"),
    ({"fault": "button_wrong", "acts": "none"}, "misdeal", "corrected"),
    ({"fault": "button_wrong", "found_later": True}, "corrected", "play_on"),
    ({"fault": "flop_count", "acted_on_it": False}, "board_redealt", "corrected"),
    (
        {"fault": "burn_error", "street": "flop", "burn_count": 0, "board_seen": True, "acted_on_it": False},
        "board_redealt",
        "corrected",
    ),
    ({"fault": "burn_error", "street": "turn", "burn_count": 2, "acted_on_it": True}, "board_stands", "board_stands"),
    ({"fault": "burn_error", "street": "turn", "burn_count": 2, "acted_on_it": False}, "corrected", "floor_discretion"),
    ({"fault": "premature_board", "street": "turn"}, "card_does_not_play", "board_redealt"),
    ({"fault": "all_in_face_down"}, "play_on", "corrected"),
    (
        {
            "fault": "wrong_award",
            "award_error": "arithmetic",
            "next_hand_started": True,
            "next_hand_action": False,
            "pot_rebuildable": True,
        },
        "play_on",
        "pot_awarded",
    ),
    (
        {"fault": "cards_forward", "facing_bet": False, "acted_behind": False, "identifiable": True},
        "hand_live",
        "hand_dead",
    ),
]


@pytest.mark.parametrize(("facts", "rrop", "tda"), DIFFERENT)
def test_where_the_published_sets_differ(facts, rrop, tda):
    """One dispute, two floors."""
    assert rule(facts, rules="rrop").outcome == rrop
    assert rule(facts, rules="tda").outcome == tda


def test_sd_11_the_odd_chip_in_stud_goes_by_other_cards():
    """The same outcome and remedy; which cards are compared is not the same."""
    facts = {"fault": "odd_chip", "form": "stud7"}
    assert "all cards counted" in rule(facts, rules="rrop").say
    assert "five-card" in rule(facts, rules="tda").say


# -- one fact for the gate of the set in force -------------------------------------------------------------------------


def house(folder, text):
    """Write a house's own file."""
    path = folder / "club.yaml"
    path.write_text(f"set: club\nfamily: poker\n{text}", encoding="utf-8")
    return path


@pytest.mark.parametrize(("base", "gate"), [("rrop", "substantial_action"), ("tda", "action"), ("wsop-live", "action")])
@pytest.mark.parametrize("acts", ["none", "fold fold", "fold check", "fold call", "fold fold fold"])
def test_md_02_a_house_moves_the_gate_by_its_option_alone(tmp_path, base, gate, acts):
    """Rulings, the question that is asked and the words of the desk all follow from the option `gate`."""
    club = house(tmp_path, f"extends: {base}\noptions:\n  poker: {{gate: {gate}}}\n")
    reached = GATES[f"{gate}_reached"](acts_of(acts))
    ruling = rule({"fault": "first_card_wrong_seat", "acts": acts}, rules=club)
    assert ruling.outcome == ("play_on" if reached else "misdeal")
    asked = rule({"fault": "first_card_wrong_seat"}, rules=club)
    assert asked.needs == (f"{gate}_reached",)
    other = {"action": "rrop", "substantial_action": "tda"}[gate]
    assert ruling.window == rule({"fault": "first_card_wrong_seat", "acts": acts}, rules=other).window
    assert asked.window == rule({"fault": "first_card_wrong_seat"}, rules=other).window


@pytest.mark.parametrize("rules", ["rrop", "tda", "wsop-live"])
@pytest.mark.parametrize(("in_time", "outcome"), [(True, "misdeal"), (False, "play_on")])
def test_md_15_that_it_is_in_time_can_be_told_as_such(rules, in_time, outcome):
    """Whatever the gate of the set is; what is said of the acts outright goes before it."""
    assert rule({"fault": "first_card_wrong_seat", "in_time": in_time}, rules=rules).outcome == outcome
    both = {"fault": "first_card_wrong_seat", "in_time": not in_time, f"{gate_of(rules)}_reached": not in_time}
    assert rule(both, rules=rules).outcome == outcome


def gate_of(rules):
    """The gate of one of the sets here."""
    return {"rrop": "action", "tda": "substantial_action", "wsop-live": "live_action"}[rules]


@pytest.mark.parametrize("gate", ["action", "substantial_action", "live_action"])
@pytest.mark.parametrize("rules", ["rrop", "tda", "wsop-live"])
def test_md_02_the_gate_of_a_table_is_that_of_its_rulings(gate, rules):
    """A table with another gate than its rule set rules by its own, and says `deal/misdeal-after-gate` by the same."""
    for acts in (["s4 fold", "s5 fold"], ["s4 fold", "s5 call"]):
        table = Table("holdem", rules=rules, seats=6, button=1, seed=3, options={"gate": gate})
        table.advance("preflop")
        for act in acts:
            table.push(act)
        reached = GATES[f"{gate}_reached"](acts_of(" ".join(act.split()[1] for act in acts)))
        assert table.floor.decided("first_card_wrong_seat").outcome == ("play_on" if reached else "misdeal")


@pytest.mark.parametrize("name", ["tda", "wsop-live"])
def test_no_set_says_its_gate_a_second_time(name):
    """The cases of every set go by `in_time`; which gate that is stands in one option."""
    for fault, entry in rule_set(name).faults.items():
        for case, data in entry["cases"].items():
            assert not [fact for fact in data.get("when", {}) if fact in GATES and fact != "betting_started"], (fault, case)
