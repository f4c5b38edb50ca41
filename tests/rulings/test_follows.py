"""What follows from what was said: other names, facts that others settle, exceptions nobody speaks of, and nonsense refused."""

from __future__ import annotations

from decimal import Decimal

import pytest

from dealerkit.errors import DealerkitError, UnknownName
from dealerkit.rules.sets import facts_doc, rule_set
from dealerkit.rulings import decide, known_facts, known_faults, rule
from dealerkit.rulings.derivation import derive
from dealerkit.rulings.desk import Desk
from dealerkit.rulings.given_facts import renamed

POKER = ("rrop", "tda", "wsop-live")


def test_what_was_said_outright_stays_as_it_was_said():
    """A street settles a gate only where nobody has said whether there was action; the acts go before the street."""
    assert rule({"fault": "button_wrong", "street": "flop"}, rules="rrop").outcome == "play_on"
    assert rule({"fault": "button_wrong", "street": "flop", "action_reached": False}, rules="rrop").outcome == "misdeal"
    assert rule({"fault": "button_wrong", "street": "flop", "acts": []}, rules="rrop").outcome == "misdeal"


@pytest.mark.parametrize("fault", [name for name, fault in known_faults().items() if fault.also])
def test_another_name_of_a_fact_is_that_fact(fault):
    """Whatever the fact can be can be said by its other names; the fact's own name goes before them."""
    for word, fact in known_faults()[fault].also.items():
        value = known_facts()[fact].apart([])[0] if known_facts()[fact].type != "text" else "call"
        assert renamed(fault, {word: value}) == {fact: value}
        assert renamed(fault, {word: value, fact: value})[fact] == value


@pytest.mark.parametrize("name", POKER)
@pytest.mark.parametrize("acts", [[], ["fold"], ["fold", "fold"], ["check", "call"], ["check", "check", "check"]])
def test_the_acts_behind_are_those_of_the_dispute(name, acts):
    """BR-31: the acts after a player was passed over, said as such or as how many, come to the same ruling."""
    told = rule({"fault": "skipped", "acts": acts}, rules=name)
    assert told.outcome == rule({"fault": "skipped", "acts_behind": acts}, rules=name).outcome != "undecided"
    if name != "tda":
        assert told.outcome == rule({"fault": "skipped", "acted_behind": len(acts)}, rules=name).outcome


def test_what_the_first_motion_came_to_follows_from_the_chips():
    """BR-35: short, the call, or more; nothing where an amount is missing."""
    wanted = ["first_motion_is"]
    for put, word in ((60, "short_of_call"), (100, "call"), (101, "more_than_call")):
        assert derive({"put_first": Decimal(put), "bet_to_match": Decimal(100)}, wanted) == {"first_motion_is": word}
    assert derive({"put_first": Decimal(60)}, wanted) == {}


def test_what_follows_from_a_fact_that_followed_is_known_too():
    """MD-14: with live action there was betting, so a card was out; the desk does not ask for it."""
    assert derive({"live_action_reached": True}, ["card_out"]) == {"card_out": True}
    ruling = decide(rule_set("rrop"), "wrong_dealer", {"live_action_reached": True})
    assert (ruling.outcome, ruling.facts["card_out"], ruling.needs) == ("play_on", True, ())


def test_a_rule_for_a_full_account_says_nothing_at_the_desk():
    """Before the deal nobody had acted, where the dispute is told in full."""
    assert derive({"street": "deal"}, ["betting_started"]) == {}
    assert derive({"street": "deal"}, ["betting_started"], written=True) == {"betting_started": False}


def test_the_acts_after_a_slip_say_nothing_of_the_gates():
    """BR-31: nobody behind has acted yet; whether there was betting before is not known from that."""
    wanted = {"players_acted_behind", "card_out"}
    assert derive({"acts": "none"}, wanted) == {"players_acted_behind": 0}
    assert derive({"acts": "fold"}, wanted) == {"players_acted_behind": 1}


def test_the_desk_asks_for_an_exception_that_a_written_dispute_does_not_speak_of():
    """A joker may lie on the board: it is asked at the table, and assumed not to where the dispute says nothing of it."""
    facts = {"acts": ["call"], "acted": True}
    assert decide(rule_set("rrop"), "joker", facts).needs == ("found_in",)
    assert "found_in" in Desk("joker", ["rrop"], facts).needs
    ruling = rule({"fault": "joker", **facts}, rules="rrop")
    assert (ruling.outcome, ruling.assumed["found_in"]) == ("hand_dead", "hand")


def test_a_slip_in_the_deal_may_be_noticed_later():
    """A written dispute about the deal that tells of no act has none; at the desk it is asked."""
    facts = {"street": "deal", "deck_position": 1}
    assert rule({"fault": "card_exposed", **facts}, rules="tda").outcome == "misdeal"
    assert decide(rule_set("tda"), "card_exposed", facts).needs == ("substantial_action_reached",)


def test_nothing_follows_for_a_fact_that_no_list_asks_for():
    """Every fact that others settle is one that some rule set rules on."""
    asked = {fact for fault in known_faults().values() for fact in fault.facts}
    assert set(facts_doc().data["follows"]) <= asked


@pytest.mark.parametrize(
    ("facts", "rules"),
    [
        (5, "rrop"),
        ({None: 1, "fault": "joker"}, "rrop"),
        ({"fault": "joker"}, None),
        ({"fault": "joker"}, []),
        ({"fault": "boxed_card", "count": 99}, "rrop"),
        ({"fault": "boxed_card", "count": "two"}, "rrop"),
        ({"fault": "boxed_card", "acts": ["jump"]}, "rrop"),
        ({"fault": "skipped", "acts": ["check", 5]}, "rrop"),
        ({"fault": "skipped", "acted_behind": "many"}, "rrop"),
        ({"fault": None}, "rrop"),
        ({"faults": 5}, "rrop"),
        ({"fault": "joker", "street": 3.5}, "rrop"),
    ],
)
def test_nonsense_is_refused_in_words(facts, rules):
    """No traceback of ours: an error that names what was wrong and what there is."""
    with pytest.raises(UnknownName) as error:
        rule(facts, rules=rules)
    assert isinstance(error.value, DealerkitError)
    assert any(words in str(error.value) for words in ("known: ", "allowed: ", "did you mean"))
