"""What words and chips mean: one row a motion, each named after the rule it shows, under both rule sets where they differ."""

from __future__ import annotations

import functools
import random
from typing import Any

import attrs
import pytest

from dealerkit.errors import ActError
from dealerkit.felt import Act
from dealerkit.felt.motions import MotionMeaning, Speech, Spot, meaning
from dealerkit.rules.sets import rule_set
from dealerkit.rulings import decide

CHIPS = (5000, 1000, 500, 100, 25, 5, 1)


@functools.cache
def under(rules):
    """The rulings of a set."""
    found = rule_set(rules)
    return lambda fault, facts: decide(found, fault, facts)


@functools.cache
def speech(rules):
    """The words of a set."""
    return Speech.of(rule_set(rules).speech)


def spot(**told):
    """A seat with 2,000 behind, facing a bet of 100 in no-limit; `rules` in place of its words."""
    rules = told.pop("rules", "rrop")
    given = {"seat": 4, "stack": 2000, "top": 100, "chips": CHIPS, "pot": 150, "speech": speech(rules), **told}
    given.setdefault("least", 2 * given["top"] if given["top"] else 100)
    given.setdefault("most", given.get("front", 0) + given["stack"])
    return Spot(**given)


def means(text, rules, **told) -> MotionMeaning:
    """The meaning of motions written as `say raise, put 500+100`."""
    motions = [Act.parse(f"s4 {one.strip()}") for one in text.split(",") if one.strip()]
    return meaning(motions, spot(rules=rules, **told), under(rules))


OPEN = {"top": 0, "least": 100, "pot": 300}
BIG_BLIND = {"front": 100, "top": 100, "least": 200, "stack": 1900}
BLINDS = {"top": 2, "least": 4, "pot": 3, "stack": 200, "chips": (100, 25, 5, 1)}
LIMIT = {"structure": "limit", "top": 20, "least": 40, "most": 40, "pot": 50, "stack": 500}
ALL_IN_15 = {"structure": "limit", "top": 15, "least": 35, "most": 35, "stack": 500}
ALL_IN_5 = {"structure": "limit", "top": 5, "least": 20, "most": 20, "stack": 500}
LIMIT_OPEN = {"structure": "limit", "top": 0, "least": 20, "most": 20, "pot": 50, "stack": 500}
POT = {"structure": "pot_limit", "top": 2, "least": 4, "most": 7, "pot": 3, "stack": 200, "chips": (100, 25, 5, 1)}
NEEDED = {"top": 300, "least": 600}
BET_1200 = {"top": 1200, "least": 2400, "stack": 9000}
BET_1000 = {"top": 1000, "least": 2000, "stack": 9000, "pot": 1500}
TO_1100 = {"top": 1100, "least": 1700, "stack": 9000}
TO_1400 = {"top": 1400, "least": 2800, "stack": 9000}
TO_1050 = {"top": 1050, "least": 2100}
TO_600 = {"top": 600, "front": 50, "least": 1150, "stack": 9000}
RAISED = {"top": 300, "least": 500, "front": 100, "opening": False}
SHUT = {"open": False, "acted": True}
LATE = {"setting": "tournament"}
BOTH = ("rrop", "tda")

# name, sets, spot, motions, kind, comes to, back, owed
ROWS = [
    # One larger chip
    ("BR-32 one larger chip facing a bet is a call", BOTH, {}, "put 500", "call", 100, 400, 0),
    ("BR-32 one larger chip facing a blind is a call", BOTH, BLINDS, "put 25", "call", 2, 23, 0),
    ("BR-32 with no bet the whole chip is the bet", BOTH, OPEN, "put 500", "bet", 500, 0, 0),
    ("BR-32 the big blind owes nothing, so the chip raises", BOTH, BIG_BLIND, "put 500", "raise", 600, 0, 0),
    ("BR-32 raise said and one chip: all that it allows", BOTH, {}, "say raise, put 500", "raise", 500, 0, 0),
    ("BR-32 raise said after the chip does not count", BOTH, {}, "put 500, say raise", "call", 100, 400, 0),
    ("BR-32 in limit the chip bets no more than the limit", BOTH, LIMIT_OPEN, "put 100", "bet", 20, 80, 0),
    ("BR-32 in limit one larger chip is a call", BOTH, LIMIT, "put 100", "call", 20, 80, 0),
    ("BR-32 in pot-limit the chip plays up to the pot", ("tda",), POT, "say raise, put 25", "raise", 7, 18, 0),
    ("BR-32 a blind in front counts towards the call", BOTH, RAISED, "put 500", "call", 300, 300, 0),
    ("BR-36 raise said and a chip below the least", BOTH, BET_1000, "say raise, put 1000", "raise", 2000, 0, 1000),
    # Several chips
    ("BR-33 the exact chips are a call", BOTH, {}, "put 4x25", "call", 100, 0, 0),
    ("BR-33 every chip needed: half a raise on top raises", ("rrop",), NEEDED, "put 2x250", "raise", 600, 0, 100),
    ("BR-33 every chip needed: a call", ("tda",), NEEDED, "put 2x250", "call", 300, 200, 0),
    ("BR-33 two chips for a bet of 1,200 are a call", BOTH, BET_1200, "put 1000+500", "call", 1200, 300, 0),
    ("BR-33 two of 1,000 for a bet of 1,200", ("rrop",), BET_1200, "put 2x1000", "raise", 2400, 0, 400),
    ("BR-33 two of 1,000 for a bet of 1,200", ("tda",), BET_1200, "put 2x1000", "call", 1200, 800, 0),
    ("BR-34 half of a raise is made a raise", BOTH, BET_1000, "put 1000+500", "raise", 2000, 0, 500),
    ("BR-34 less than half of a raise is a call", BOTH, BET_1000, "put 1000+4x100", "call", 1000, 400, 0),
    ("BR-34 an amount alone counts like chips", ("tda",), BET_1000, "say fourteen hundred", "call", 1000, 0, 1000),
    ("BR-36 an amount alone above the call is a raise", ("rrop",), BET_1000, "say fourteen hundred", "raise", 2000, 0, 2000),
    ("BR-34 raise said makes it a raise", BOTH, BET_1000, "say raise, put 1000+4x100", "raise", 2000, 0, 600),
    ("BR-33 a full raise lies there", BOTH, {}, "put 2x100+50", "raise", 250, 0, 0),
    ("BR-33 last chips that are not all needed", BOTH, {"stack": 130}, "put 100+25+5", "raise", 130, 0, 0),
    ("BR-15 last chips that are all needed are a call", BOTH, {"stack": 80}, "put 25+25+25+5", "call", 80, 0, 0),
    ("BR-33 an amount whose chips nobody knows", BOTH, {}, "put 160", "raise", 200, 0, 40),
    ("BR-33 limit: a bet and a half is completed", BOTH, LIMIT, "put 5+25", "raise", 40, 0, 10),
    ("BR-33 limit: less than a bet and a half is a call", BOTH, LIMIT, "put 5x5+1", "call", 20, 6, 0),
    ("BR-21 limit: more than the limit goes back", BOTH, LIMIT, "put 2x25+2x5", "raise", 40, 20, 0),
    # The tournament rules' own examples, 45 and 46: blinds 250-500 raised to 1,100; opened for 1,400; blinds 25-50 raised to 600
    ("BR-33 T 45 1-B: 500 and 1,000 are all needed", ("tda",), TO_1100, "put 500+1000", "call", 1100, 400, 0),
    ("BR-34 T 45 2: 1,000 and five of 100", ("tda",), TO_1100, "put 1000+5x100", "raise", 1700, 0, 200),
    ("BR-34 T 45 3: 1,000 and three of 100", ("tda",), TO_1100, "put 1000+3x100", "call", 1100, 200, 0),
    ("BR-34 T 45 4-A: 1,000 and three of 500", ("tda",), TO_1400, "put 1000+3x500", "raise", 2800, 0, 300),
    ("BR-34 T 45 4-B: 1,000 and two of 500", ("tda",), TO_1400, "put 1000+2x500", "call", 1400, 600, 0),
    ("BR-33 T 45 4-B: as last chips", ("tda",), {**TO_1400, "stack": 2000}, "put 1000+2x500", "raise", 2000, 0, 0),
    ("BR-33 T 45-A: last chips, all needed", ("tda",), {**TO_1050, "stack": 2000}, "put 2x1000", "call", 1050, 950, 0),
    ("BR-32 T 44: the last chip is a call too", BOTH, {"stack": 500}, "put 500", "call", 100, 400, 0),
    ("BR-32 T 46 1.1: one chip onto the blind", ("tda",), TO_600, "put 1000", "call", 600, 450, 0),
    ("BR-33 T 46 1.2a: two of 500 onto the blind", ("tda",), TO_600, "put 2x500", "call", 600, 450, 0),
    ("BR-33 T 46 1.2b: 100 and 500 onto the blind", ("tda",), TO_600, "put 100+500", "call", 600, 50, 0),
    ("BR-34 T 46 1.3: 1,000 and 500 onto the blind", ("tda",), TO_600, "put 1000+500", "raise", 1550, 0, 0),
    ("BR-17 T 43-B: raise and an amount is the total", BOTH, {**BET_1000, "top": 2000, "least": 4000}, "say raise eight thousand",
     "raise", 8000, 0, 8000),
    # Several motions
    ("BR-35 the second motion goes back", BOTH, {}, "put 100, put 200", "call", 100, 200, 0),
    ("BR-35 the second motion is not a raise after a short first", BOTH, {}, "put 25, put 200", "call", 100, 125, 0),
    ("BR-35 two motions may make one call", BOTH, {}, "put 50, put 2x25", "call", 100, 0, 0),
    ("BR-35 with no bet the first motion is the bet", BOTH, OPEN, "put 100, put 500", "bet", 100, 500, 0),
    ("BR-35 an amount said first covers the motions", BOTH, {}, "say raise 400, put 100, put 3x100", "raise", 400, 0, 0),
    ("BR-35 raise said in a cash game", ("rrop",), {}, "say raise, put 100, put 3x100", "raise", 400, 0, 0),
    ("BR-35 raise said in a tournament", ("rrop",), LATE, "say raise, put 100, put 3x100", "raise", 200, 200, 0),
    ("BR-35 raise said, one motion", ("tda",), {}, "say raise, put 100, put 3x100", "raise", 200, 200, 0),
    ("BR-35 the first motion raised, the second goes back", BOTH, {}, "put 2x100+50, put 500", "raise", 250, 500, 0),
    ("BR-35 the first motion was one chip, the second goes back", BOTH, {}, "put 500, put 500", "call", 100, 900, 0),
    ("BR-35 limit: raise said fixes the amount", BOTH, LIMIT, "say raise, put 20, put 20", "raise", 40, 0, 0),
    # Too little
    ("BR-36 a short call is made good", ("rrop",), RAISED, "put 100", "call", 300, 0, 100),
    ("BR-36 a short call of a raise is the floor's", ("tda",), RAISED, "put 100", "open", 200, 0, 0),
    ("BR-36 a short call heads-up", BOTH, {**RAISED, "live": 2}, "put 100", "call", 300, 0, 100),
    ("BR-36 a short call of the opening bet", BOTH, {**RAISED, "opening": True}, "put 100", "call", 300, 0, 100),
    ("BR-36 call said with too little", BOTH, RAISED, "say call, put 100", "call", 300, 0, 100),
    ("BR-36 a number short of the opening bet", BOTH, {"opening": True}, "say 50 chips", "call", 100, 0, 100),
    ("BR-36 a bet below the least", BOTH, OPEN, "put 2x25", "bet", 100, 0, 50),
    ("BR-36 a raise said below the least", BOTH, {}, "say raise 150", "raise", 200, 0, 200),
    ("BR-11 all-in below the least", BOTH, {"stack": 150}, "say all-in", "raise", 150, 0, 150),
    ("BR-15 all-in below the bet is a call", BOTH, {"stack": 60}, "say all-in, put 60", "call", 60, 0, 0),
    ("BR-15 call said with fewer chips than the bet", BOTH, {"stack": 60}, "say call", "call", 60, 0, 60),
    # Words
    ("BR-17 fold", BOTH, {}, "say fold", "fold", 0, 0, 0),
    ("BR-17 check", BOTH, OPEN, "say check", "check", 0, 0, 0),
    ("BR-17 call", BOTH, {}, "say call", "call", 100, 0, 100),
    ("BR-17 raise with chips to follow is not decided", BOTH, {}, "say raise", "open", 0, 0, 0),
    ("BR-17 raise to an amount", BOTH, {}, "say raise 400", "raise", 400, 0, 400),
    ("BR-17 make it an amount", BOTH, {}, "say make it 400", "raise", 400, 0, 400),
    ("BR-17 the amount may be said after the word", BOTH, {}, "say raise, say to 400", "raise", 400, 0, 400),
    ("BR-17 raise by an amount goes on top", BOTH, {}, "say raise by 400", "raise", 500, 0, 500),
    ("BR-17 a number that is the call is a call", BOTH, {}, "say a hundred", "call", 100, 0, 100),
    ("BR-17 call with no bet is a check", BOTH, OPEN, "say call", "check", 0, 0, 0),
    ("BR-17 raise with no bet is a bet", BOTH, OPEN, "say raise 400", "bet", 400, 0, 400),
    ("BR-17 raise with no bet and too few chips", BOTH, OPEN, "say raise, put 2x25", "bet", 100, 0, 50),
    ("QU-14 a knock is a check", BOTH, OPEN, "say knocks", "check", 0, 0, 0),
    ("QU-14 a tap facing a bet leaves call or fold", BOTH, {}, "say taps the table", "open", 0, 0, 0),
    ("QU-14 a tap facing a bet, and chips for a raise", BOTH, {}, "say tap, put 4x100", "call", 100, 300, 0),
    ("QU-14 a wave facing a bet is the floor's", BOTH, {}, "say waves it on", "open", 0, 0, 0),
    ("QU-14 a nod with nothing to match is the floor's", BOTH, OPEN, "say nods", "open", 0, 0, 0),
    ("QU-14 who asks for time has not acted", BOTH, {}, "say time please", "open", 0, 0, 0),
    ("QU-14 who asks for time may still raise", BOTH, {}, "say time, put 2x100+50", "raise", 250, 0, 0),
    ("QU-14 fingers are a number", BOTH, {"top": 100, "least": 200, "pot": 300}, "say five fingers", "raise", 500, 0, 500),
    ("QU-05 complete in limit makes up the bet", BOTH, ALL_IN_5, "say complete", "raise", 20, 0, 20),
    ("BR-17 complete with nothing to match is a bet", BOTH, OPEN, "say complete, put 4x25", "bet", 100, 0, 0),
    ("BR-17 check facing a bet leaves call or fold", BOTH, {}, "say check", "open", 0, 0, 0),
    ("BR-17 check facing a bet, and chips for a raise", BOTH, {}, "say check, put 4x100", "call", 100, 300, 0),
    ("BR-17 bet facing a bet is a raise", BOTH, {}, "say bet 300", "raise", 300, 0, 300),
    ("BR-17 call and raise is a call", BOTH, {}, "say call and raise 400", "call", 100, 0, 100),
    ("BR-17 limit: raise fixes its amount", BOTH, LIMIT, "say raise", "raise", 40, 0, 40),
    ("BR-16 words go before chips: call", BOTH, {}, "say call, put 4x100", "call", 100, 300, 0),
    ("BR-16 words go before chips: raise", BOTH, {}, "say raise 400, put 500", "raise", 400, 100, 0),
    ("BR-16 words go before chips: fold", BOTH, {}, "say fold, put 100", "fold", 0, 100, 0),
    ("BR-16 an amount after the chips", ("rrop",), OPEN, "put 500, say 200 chips", "bet", 200, 300, 0),
    ("BR-16 an amount after the chips", ("tda",), OPEN, "put 500, say 200 chips", "bet", 500, 0, 0),
    ("BR-16 call said after too few chips", BOTH, RAISED, "put 100, say call", "call", 300, 0, 100),
    ("BR-17 words that are none of the betting", BOTH, {}, "say hello, put 100", "call", 100, 0, 0),
    # Amounts that are not clear, pots
    ("BR-40 five, with 5,000 in the pot", ("tda",), {**OPEN, "pot": 5000, "stack": 9000}, "say bet five", "bet", 5000, 0, 5000),
    ("BR-40 five, with 4,999 in the pot", ("tda",), {**OPEN, "pot": 4999, "stack": 9000}, "say bet five", "bet", 500, 0, 500),
    ("BR-40 five, as it was said", ("rrop",), {**OPEN, "pot": 5000, "stack": 9000}, "say bet five", "bet", 500, 0, 500),
    ("BR-40 forty, with one legal meaning", BOTH, BLINDS, "say forty", "raise", 40, 0, 40),
    ("BR-41 pot in pot-limit with blinds 1-2 is 7", BOTH, POT, "say pot", "raise", 7, 0, 7),
    ("BR-41 more than the pot goes back to it", BOTH, POT, "say raise 30, put 25+5", "raise", 7, 23, 0),
    ("BR-41 chips beyond the pot go back", BOTH, POT, "put 5x5", "raise", 7, 18, 0),
    ("BR-41 all-in in pot-limit is the pot", BOTH, POT, "say all-in", "raise", 7, 0, 7),
    ("BR-41 pot in no-limit is a raise of what the chips say", BOTH, {}, "say pot, put 4x100", "raise", 400, 0, 0),
    ("BR-41 pot in no-limit is not an amount", BOTH, {}, "say pot", "open", 0, 0, 0),
    ("BR-41 pot in no-limit is the least at least", BOTH, OPEN, "say pot, put 2x25", "bet", 100, 0, 50),
    # What may be done at all
    ("BR-38 not open: the raise is a call", BOTH, {**SHUT, "share": 40}, "say raise 400", "call", 100, 0, 100),
    ("BR-38 not open: chips beyond the call", BOTH, SHUT, "put 4x100", "call", 100, 300, 0),
    ("BR-38 several short wagers that add up open it", BOTH, {**SHUT, "share": 100}, "put 4x100", "raise", 400, 0, 0),
    ("BR-08 limit, not open", BOTH, {**LIMIT, **SHUT, "share": 49}, "say raise", "call", 20, 0, 20),
    ("BR-09 limit, to be completed", BOTH, {**LIMIT, "top": 25, "open": False, "share": 25}, "say raise", "raise", 40, 0, 40),
    ("BR-10 limit, half a bet opens", BOTH, {**LIMIT, **SHUT, "share": 50}, "say raise", "raise", 40, 0, 40),
    ("BR-10 a full raise goes on top of an all-in of 15", BOTH, ALL_IN_15, "say raise", "raise", 35, 0, 35),
    ("BR-39 bet 100, all-in 140: at least 240", BOTH, {"top": 140, "least": 240}, "say raise 200", "raise", 240, 0, 240),
    ("BR-39 bet 100, all-in 140: 200 is more than half", BOTH, {"top": 140, "least": 240}, "put 4x50", "raise", 240, 0, 40),
    ("BR-03 limit, the raises are used up", BOTH, {**LIMIT, "capped": True, "raises": 3}, "say raise", "call", 20, 0, 20),
    (
        "BR-05 limit, heads-up in time", ("rrop",),
        {**LIMIT, "capped": True, "raises": 3, "heads_up_since": "before_cap"}, "say raise", "raise", 40, 0, 40,
    ),
    (
        "BR-07 limit, heads-up in a hand only", ("tda",),
        {**LIMIT, "capped": True, "raises": 3, "heads_up_since": "before_cap"}, "say raise", "call", 20, 0, 20,
    ),
    (
        "BR-07 limit, the last two of the event", ("tda",),
        {**LIMIT, "capped": True, "raises": 3, "last_two": True}, "say raise", "raise", 40, 0, 40,
    ),
    ("BR-12 chips below the smallest that plays go back", BOTH, {"unit": 5}, "put 100+3x1", "call", 100, 3, 0),
    ("BR-13 many small chips do not play either", BOTH, {"unit": 25}, "put 100+20x5", "call", 100, 100, 0),
    ("BR-15 all-in is of the chips that play", BOTH, {"unit": 25, "stack": 1012}, "say all-in", "raise", 1000, 0, 1000),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "told", "text", "expected"),
    [
        pytest.param(rules, told, text, (kind, to, back, owed), id=f"{name} [{rules}]")
        for name, sets, told, text, kind, to, back, owed in ROWS
        for rules in sets
    ],
)
def test_motions(rules, told, text, expected):
    """What the motions come to, what goes back and what is owed."""
    found = means(text, rules, **told)
    assert (found.kind, found.to, found.back, found.owed) == expected, found


ODD = [
    ("BR-32 a larger chip", "put 500", {}, "oversized_chip", "action/overchip-misread"),
    ("BR-34 less than half", "put 100+25", {}, "several_chips", "action/multichip-misread"),
    ("BR-35 two motions", "put 100, put 200", {}, "string_bet", "action/string-bet-allowed"),
    ("BR-35 two motions after raise", "say raise, put 100, put 200", LATE, "string_bet", "action/string-bet-allowed"),
    ("BR-36 a short call", "put 25", {"live": 2}, "undercall", "action/undercall-accepted"),
    ("BR-36 a short call with the word", "say call, put 25", {}, "undercall", "action/undercall-accepted"),
    ("BR-36 a bet below the least", "put 25+5", OPEN, "wager_too_small", "action/wager-too-small"),
    ("BR-36 a raise below the least", "say raise, put 100+25", {}, "wager_too_small", "action/wager-too-small"),
    ("BR-16 call said with more", "say call, put 4x100", {}, "words", "action/multichip-misread"),
    ("BR-21 beyond the limit", "put 2x25+2x5", LIMIT, "wager_too_large", "action/wrong-limit"),
    ("BR-41 beyond the pot", "put 5x5", POT, "wager_too_large", "action/pot-limit-maximum-wrong"),
    ("BR-38 not open", "put 4x100", SHUT, "raise_not_open", "action/reopened-wrongly"),
    ("BR-03 capped", "say raise, put 40", {**LIMIT, "capped": True, "raises": 3}, "raise_over_cap", "action/raise-cap-exceeded"),
    ("BR-13 small chips", "put 100+1", {"unit": 5}, "short_chips", ""),
    ("BR-17 nothing odd about a call", "put 4x25", {}, "", ""),
    ("BR-33 nothing odd about a raise in chips", "put 4x100", {}, "", ""),
    ("BR-32 nothing odd about a chip that is bet", "put 500", OPEN, "", ""),
    ("BR-35 nothing odd about an amount said first", "say raise 400, put 100, put 3x100", {}, "", ""),
]


@pytest.mark.parametrize(("text", "told", "fault", "code"), [pytest.param(*row[1:], id=row[0]) for row in ODD])
def test_what_decided_it_and_the_finding_if_it_is_let_stand(text, told, fault, code):
    """The fault is named only where it makes something else of what lies there."""
    found = means(text, "tda", **told)
    assert (found.fault, found.code) == (fault, code), found


def test_br_35_an_announced_raise_is_complete_when_no_more_may_follow():
    """In a cash game chips may follow until the hands rest; in a tournament one motion is all."""
    assert not means("say raise", "rrop").complete
    assert not means("say raise, put 100", "rrop").complete
    assert means("say raise, put 100", "rrop").owed == 100
    assert means("say raise, put 100", "tda").complete
    assert means("say raise, put 2x100", "rrop").complete


def test_br_17_what_was_said_is_complete_before_the_chips_come():
    """Said in turn it is done; the chips are owed."""
    found = means("say raise 400", "rrop")
    assert found.complete
    assert found.owed == 400


def test_br_36_the_floor_is_left_what_the_text_leaves_to_it():
    """Nothing is decided, nothing goes back, and the ruling says why."""
    found = means("put 100", "tda", **RAISED)
    assert (found.kind, found.complete, found.outcome, found.fault) == ("open", False, "floor_discretion", "undercall")
    assert found.because


def test_a_ruling_comes_with_its_rules_remedies_and_reason():
    """So that the record, the judge and a printed ruling say the same."""
    found = means("put 100", "rrop", **RAISED)
    assert (found.rules, found.remedies, found.outcome) == (("BR-36",), ("RM-21",), "call")
    assert found.because.endswith("cheaper.")


def test_chips_are_written_one_by_one_or_by_number():
    """Five of a hundred are `5x100`; what no two hands can push is refused."""
    assert Act.parse("s4 put 5x100+25").parts == (100, 100, 100, 100, 100, 25)
    assert Act.parse("s4 put 5x100+25").n == 525
    for text in ("s4 put 0x100", "s4 put 5x", "s4 put 1001x1", "s4 put 2xx5"):
        with pytest.raises(ActError):
            Act.parse(text)


def test_amounts_are_read_in_the_unit_of_the_record():
    """0.25 is 25 smallest chips where the record counts in dollars and the smallest chip is a cent."""
    found = means("say raise 4.50, put 5", "tda", top=200, least=400, scale=100, chips=(500, 100, 25))
    assert (found.kind, found.to, found.back) == ("raise", 450, 50)


HOUSE = """\
set: riverboat
extends: tda
faults:
  several_chips:
    cases:
      needed: null
      half: {when: {share_of_raise: 75-99}}
  oversized_chip:
    cases:
      facing: {when: {structure: limit}}
      one_chip_raises:
        before: otherwise
        when: {facing_bet: true}
        rule: BR-32
        outcome: raise
        amounts: {to: whole_chip}
        source: {work: dealerkit-reading, verified: "no"}
  string_bet:
    cases:
      call_first: {outcome: action_binding, amounts: {to: null, counts: all_motions}}
speech:
  said:
    raise: {also: [bump it]}
    call: {also: [see you]}
  numbers: {nickel: 500}
"""


def test_a_house_changes_the_meaning_without_a_line_of_code(tmp_path):
    """Half becomes three quarters, a single chip raises, a second motion counts, and the house's words are heard."""
    house = tmp_path / "riverboat.yaml"
    house.write_text(HOUSE, encoding="utf-8")
    rows: list[tuple[str, dict[str, Any], tuple[str, int], tuple[str, int]]] = [
        ("put 1000+5x100", BET_1000, ("raise", 2000), ("call", 1000)),
        ("put 1000+8x100", BET_1000, ("raise", 2000), ("raise", 2000)),
        ("put 2x250", {**NEEDED, "most": 2000}, ("call", 300), ("call", 300)),
        ("put 500", {}, ("call", 100), ("raise", 500)),
        ("put 100", LIMIT, ("call", 20), ("call", 20)),
        ("put 100, put 200", {}, ("call", 100), ("raise", 300)),
        ("say see you", {}, ("open", 0), ("call", 100)),
        ("say raise nickel", {}, ("open", 0), ("raise", 500)),
    ]
    for text, told, tda, theirs in rows:
        was, is_now = means(text, "tda", **told), means(text, house, **told)
        assert (was.kind, was.to) == tda, text
        assert (is_now.kind, is_now.to) == theirs, text


def test_a_set_that_lacks_a_ruling_leaves_it_to_the_floor():
    """Whatever outcome comes back, the meaning is one that can be carried out."""

    @attrs.frozen
    class Silent:
        outcome: str = "undecided"
        amounts: dict[str, str] = attrs.field(factory=dict)
        rules: tuple[str, ...] = ()
        remedies: tuple[str, ...] = ()
        because: str = ""

    for text in ("put 500", "put 100, put 100", "put 25", "put 4x100", "say pot", "say check", "put 1"):
        found = meaning([Act.parse(f"s4 {one.strip()}") for one in text.split(",")], spot(), lambda fault, facts: Silent())
        assert found.kind == "open", text
        assert not found.complete


SAYINGS = [
    "fold", "check", "call", "raise", "bet", "pot", "all-in", "raise 40", "raise to 400", "make it 150", "forty", "five",
    "two hundred", "bet five", "raise by 20", "hello", "call 10", "bet 100000", "raise 0.5", "check raise", "twenty more",
]  # fmt: skip


def any_spot(rng):
    """A spot such as a betting round can come to, and some that it cannot."""
    structure = rng.choice(["limit", "no_limit", "pot_limit"])
    stack, top = rng.choice([1, 7, 60, 400, 5000]), rng.choice([0, 0, 2, 20, 100, 900])
    front = rng.choice([0, 0, top // 2, top])
    least = top + rng.choice([2, 20, 100])
    most = {"limit": least, "no_limit": front + stack, "pot_limit": least + rng.choice([0, 30, 500])}[structure]
    return Spot(
        seat=4, stack=stack, top=top, least=least, most=min(most, front + stack), front=front, structure=structure,
        setting=rng.choice(["cash", "tournament", "home"]), pot=rng.choice([0, 3, 150, 5000]), live=rng.choice([2, 3, 9]),
        opening=rng.random() < 0.5, acted=rng.random() < 0.5, open=rng.random() < 0.8, share=rng.choice([0, 49, 50, 100]),
        capped=rng.random() < 0.2, raises=rng.randrange(5),
        heads_up_since=rng.choice(["never", "before_cap", "after_cap"]), chips=rng.choice([CHIPS, (), (100, 25)]),
        unit=rng.choice([1, 1, 5, 25]), scale=rng.choice([1, 1, 100]), speech=speech("rrop"),
    )  # fmt: skip


def any_motions(rng):
    """Words and chips in any order."""
    for _ in range(rng.randrange(5)):
        if rng.random() < 0.45:
            yield Act.parse(f"s4 say {rng.choice(SAYINGS)}")
        else:
            chips = "+".join(str(rng.choice([*CHIPS, 0, 37, 0.5])) for _ in range(rng.randrange(1, 4)))
            yield Act.parse(f"s4 put {chips}")


@pytest.mark.sample(4)
@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize("seed", range(4))
def test_any_motions_have_a_meaning(rules, seed):
    """Never an exception; the wager is between nothing and all there is, and the chips add up."""
    rng = random.Random(f"motions {seed}")
    kinds = set()
    for _ in range(150):
        faced, motions = any_spot(rng), list(any_motions(rng))
        found = meaning(motions, faced, under(rules))
        told = f"{[str(act) for act in motions]} {faced}"
        put = sum(int(chip * faced.scale) for act in motions if act.verb == "put" for chip in act.parts or (act.n,))
        assert 0 <= found.to <= faced.front + faced.stack, told
        assert found.back >= 0, told
        assert found.owed >= 0, told
        assert not (found.back and found.owed), told
        assert faced.front + put + found.owed - found.back == found.to, told
        assert found.kind != "check" or not faced.facing, told
        assert found.kind != "call" or faced.facing, told
        assert found.kind not in {"bet", "raise"} or found.to > faced.top, told
        kinds.add(found.kind)
    assert kinds == {"fold", "check", "call", "bet", "raise", "open"}
