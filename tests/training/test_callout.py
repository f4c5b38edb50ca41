"""Call-out: what the patrons do fits together, what is due is what the rules in force say, and no card is named."""

from __future__ import annotations

import functools
import itertools
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from dealerkit.arithmetic.coup import play, settle
from dealerkit.rules.coups import coup_rules
from dealerkit.training.callout import Ask, Call, calls
from dealerkit.training.callout.poker import WAYS
from dealerkit.training.drills import drill
from dealerkit.training.exercises import at_level

POKER, BACCARAT = drill("callout/poker"), drill("callout/baccarat")
HANDS = 12


@functools.cache
def hands(level: int = 1, game: str = "holdem", rules: str = "rrop", seed: str = "7", count: int = HANDS) -> list[list[Call]]:
    """Hands of poker as they are called out."""
    row = (call for call in calls(at_level(POKER, level, game, rules), seed) if isinstance(call, Call))
    taken = itertools.takewhile(lambda call: call.hand <= count, row)
    return [list(group) for _, group in itertools.groupby(taken, key=lambda call: call.hand)]


@pytest.mark.sample(3)
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_prices_follow_from_what_was_said(level):
    """The price that the dealer names, reckoned again from nothing but the lines: posts, bets, raises, calls."""
    seen = 0
    for hand in hands(level):
        bets, stacks = dict[int, int](), dict[int, int]()
        for call in hand:
            said, told = " ".join(call.say), " ".join(call.reveal)
            if call is hand[0]:
                stacks = {int(seat): int(chips) for seat, chips in re.findall(r"seat (\d+) (\d+)[,.]", said)}
                for seat, post in re.findall(r"[Ss]eat (\d+) posts (\d+)", said):
                    bets[int(seat)] = int(post)
            who = re.match(r"Seat (\d+)", call.say[0])
            seat = int(who[1]) if who else 0
            top, had = max(bets.values(), default=0), bets.get(seat, 0)
            acted = re.search(r"Say: (?:(bet|raise to) (\d+)|(call))|All-in, (\d+) in all", told)
            binding = re.search(r"out of turn \((\w+)\)", said) if "The action is binding" in told else None
            if acted and acted[2]:
                bets[seat] = int(acted[2])
            elif acted or (binding and binding[1] == "call"):
                bets[seat] = min(top, stacks.get(seat, 10**9))
            if change := re.search(r"Give back (\d+)\.", told):
                thrown = sum(map(int, re.findall(r"\d+", said.partition("throws in")[2])))
                assert thrown - int(change[1]) == bets[seat] - had or not thrown
            if "brings the bets" in told or re.search(r"deals (?:3 )?to board", told):
                stacks = {one: chips - bets.get(one, 0) for one, chips in stacks.items()}
                bets = {}
            for number, price in re.findall(r"Point to seat (\d+): (\d+|nothing) to call", told):
                seen += 1
                owed = max(bets.values(), default=0) - bets.get(int(number), 0)
                left = stacks.get(int(number), 10**9) - bets.get(int(number), 0)
                assert str(min(owed, left) or "nothing") == price, (hand[0].say, call)
    assert seen > 5 * HANDS


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", ["holdem", "omaha", "draw", "triple-draw-27", "badugi", "lowball-a5"])
def test_nothing_hangs_on_a_card(game):
    """No card is named, neither in a draw nor by a dealer who deals one."""
    for hand in hands(4, game, count=6):
        text = " ".join(row for call in hand for row in (*call.say, *call.reveal))
        assert not re.search(r"\b[2-9TJQKA][shdc]\b", text)


@pytest.mark.slow
def test_every_way_of_a_level_comes():
    """Big chips, short calls, string bets, acts out of turn, questions: all of it within forty hands."""
    cells = Counter(call.cell for level in (2, 3, 4) for hand in hands(level, count=40) for call in hand)
    told = POKER.level(1).told["cells"]
    assert not [name for name in told.values() if not cells[name] and name != "another turn"]
    weighted = {name for level in POKER.levels.values() for ways in level.told["ways"].values() for name in ways}
    assert weighted == set(WAYS)


@pytest.mark.parametrize(
    ("cell", "rules", "said"),
    [
        ("one big chip", {"BR-32"}, "Say: call."),
        ("string bet", {"BR-35"}, "Say: call."),
        ("short call", {"BR-36"}, "Say: call."),
        ("raise, and one chip", {"BR-16", "BR-17", "BR-32"}, "Say: raise to"),
        ("out of turn", {"BR-30"}, "Stop. Action is on seat"),
    ],
)
def test_what_is_due_rests_on_the_rules(cell, rules, said):
    """Under the tournament rules each of these is what the ledger says, with its rule and its slip."""
    found = [call for level in (3, 4) for hand in hands(level, rules="tda", count=40) for call in hand if call.cell == cell]
    assert found
    for call in found:
        assert rules & set(call.rules), call
        assert call.reveal[0].startswith(said), call
        assert call.codes


def test_a_big_chip_gives_change():
    """One chip without a word is the call, and what lies over it goes back (BR-32)."""
    for hand in hands(3, rules="tda", count=40):
        price = ""
        for call in hand:
            if call.cell == "one big chip":
                chip = int(re.findall(r"single (\d+)", call.say[0])[0])
                assert f"Return {chip - int(price)}." in call.reveal
            found = re.findall(r"Point to seat \d+: (\d+) to call", " ".join(call.reveal))
            price = found[-1] if found else price


def test_another_rule_set_gives_another_ruling():
    """What several chips come to is not the same under every set."""

    def said(rules):
        found: dict[Any, Any] = {}
        for hand in hands(3, rules=rules, count=60):
            for call in hand:
                if call.cell == "several chips":
                    found.setdefault(call.say, call.reveal[0].partition(" ")[2].split(" ")[0])
        return found

    assert {"raise"} <= set(said("rrop").values())
    assert {"BR-33", "BR-34"} & {
        rule for hand in hands(3, rules="tda", count=60) for call in hand if call.cell == "several chips" for rule in call.rules
    }


@pytest.mark.sample(2)
@pytest.mark.parametrize("structure", ["no_limit", "pot_limit"])
def test_the_pot_is_counted_only_where_it_limits_the_bets(structure):
    """Asked for it, the dealer says the sum in pot limit, and nowhere else (DP-12)."""
    game = {"no_limit": "holdem", "pot_limit": "omaha"}[structure]
    told = [call for hand in hands(4, game, count=40) for call in hand if call.cell == "how much is in the pot"]
    assert told
    for call in told:
        assert bool(re.fullmatch(r"[\d.,]+", call.reveal[0])) is (structure == "pot_limit")


def test_the_same_seed_calls_out_the_same():
    """And another seed another hand."""
    assert hands(4, count=3) == hands(4, count=3)
    assert hands(4, count=3) != hands(4, seed="8", count=3)


# -- baccarat --


def coups(
    level: int, keys: str, rules: str = "us", settings: dict[str, str] | None = None, count: int = 8
) -> Iterator[Call | Ask]:
    """Coups as they are called out, with these keys for what is asked."""
    row, answers = calls(at_level(BACCARAT, level, None, rules), "3"), itertools.cycle(keys)
    one, asked = next(row), 0
    while asked < count:
        yield one
        asked += isinstance(one, Call) and one.cell == "payouts"
        one = row.send(next(answers) if isinstance(one, Ask) else "")


COUPS = {"player": "9h 2c Th 3d", "banker": "2c 9h 3d Th 5s", "tie": "9h 9c Th Td"}


@pytest.mark.parametrize(("key", "winner"), [("p", "player"), ("b", "banker"), ("t", "tie")])
def test_payouts_are_those_of_the_rules(key, winner):
    """Each bet settled again by itself, from cards that give this winner."""
    game = at_level(BACCARAT, 1, None, "us").game
    under = coup_rules(game)
    faces = COUPS[winner].split()
    coup = play([under.points[face[0]] for face in faces], under, [face[0] for face in faces])
    assert coup.winner == winner
    bets: dict[tuple[int, str], int] = {}
    for one in coups(1, key):
        if not isinstance(one, Call):
            continue
        if one.cell == "taking bets":
            bets = {}
            for row in one.say:
                seat = int(re.findall(r"Seat (\d+)", row)[0])
                bets |= {(seat, bet): int(stake) for stake, bet in re.findall(r"(\d+) on (\w+)", row)}
            for bet in ("player", "banker", "tie"):
                whole = sum(stake for (_, name), stake in bets.items() if name == bet)
                assert f" {whole or 'nothing'} on {bet}" in one.reveal[0].lower()
            continue
        assert len(one.reveal) == len(bets) + 1
        for (seat, bet), stake in bets.items():
            mine = [row for row in one.reveal if row.startswith(f"Seat {seat}: ")]
            (row,) = [row for row in mine if row.partition(";")[0].removesuffix(" stays.").rstrip(".").endswith(bet)]
            found = settle(bet, int(Fraction(stake) / under.unit), coup, under)
            if found.result == "lose":
                assert row == f"Seat {seat}: takes {stake} from {bet}."
            elif found.result == "push":
                assert row.endswith("stays.")
            else:
                assert Fraction(re.findall(r"pays ([\d.]+)", row)[0].rstrip(".")) == found.paid * under.unit


def test_a_patron_who_does_not_bet_is_passed_over():
    """At mini baccarat somebody at the table may sit a coup out: the coup is called out with the bets of the others."""
    row = calls(at_level(BACCARAT, 2, "mini-baccarat"), "1")
    one, called = next(row), 0
    while called < 12:
        called += isinstance(one, Call) and one.cell == "taking bets"
        one = row.send(next(iter(one.keys)) if isinstance(one, Ask) else "")


def test_losers_are_taken_before_winners_are_paid():
    """BA-64: all that is lost, then in paying order."""
    for one in coups(2, "b"):
        if isinstance(one, Call) and one.cell == "payouts":
            kinds = ["takes" in row for row in one.reveal[1:]]
            assert kinds == sorted(kinds, reverse=True)


def test_only_what_the_payouts_hang_on_is_asked():
    """With commission the winner is enough; where a banker's seven of three cards is a push, points and cards are asked."""
    assert {one.question for one in coups(1, "b") if isinstance(one, Ask)} == {"Deal the coup with your cards. Who wins?"}
    asked: list[Any] = []
    row, one = calls(at_level(BACCARAT, 1, None, "us", {"variant": "ez"}), "3"), None
    one = next(row)
    while len(asked) < 3:
        reply = ""
        if isinstance(one, Ask):
            asked.append(one.question)
            reply = "b" if "b" in one.keys else "7" if "7" in one.keys else "3"
        one = row.send(reply)
    assert asked[1:] == ["With what total?", "With how many cards?"]
    assert isinstance(one, Call)
    assert not [line for line in one.reveal if "pays" in line and "banker" in line]


def test_a_late_bet_is_ruled_on():
    """Under the rules in force, with their rule (BI-12)."""
    late = [one for one in coups(3, "p", count=40) if isinstance(one, Call) and one.cell == "a bettor makes a mistake"]
    assert late
    assert {one.rules for one in late} == {("BI-12",)}
    assert {one.reveal[0] for one in late} == {"The action is not binding; any chips it moved are returned."}
