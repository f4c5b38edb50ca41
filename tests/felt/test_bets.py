"""The bets of a round told in a line: every example of the ledger, what cannot be understood, and two other engines."""

from __future__ import annotations

import random
import warnings
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from dealerkit.errors import BetsError
from dealerkit.felt.bets import Customs, reckon
from dealerkit.felt.bets.line import VERBS
from dealerkit.felt.bets.reckoning import KINDS
from dealerkit.games.poker.facts.round_line import round_line
from dealerkit.rulings.facts import known_faults
from dealerkit.rulings.round_facts import customs, facts_of
from dealerkit.table.table import Table
from tests.arithmetic.test_betting_oracle import begin, move, ours, reason, said, theirs


def amounts(line, structure="", customs=None):
    """Price, unit, least and most of a line, as numbers; None for what nobody can tell."""
    found = reckon(line, structure, customs or Customs())
    return tuple(None if (one := found.amount(name)) is None else int(one) for name in ("price", "unit", "least", "most"))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("blinds 50/100, raise 260, raise 480", (480, 220, 700, None), id="QU-01-not-double-the-bet"),
        pytest.param("bet 100, all-in 140", (140, 100, 240, None), id="QU-02-short-all-in"),
        pytest.param("bet 300, all-in 500, all-in 650, all-in 800", (800, 300, 1100, None), id="QU-02-several-short-all-ins"),
        pytest.param(
            "blinds 50/100, A has 60, A bb, B call", (100, 100, 200, None), id="QU-11-a-short-blind-costs-the-whole-one"
        ),
        pytest.param("blinds 50/100, B all-in 60", (100, 100, 200, None), id="QU-11-a-short-all-in-under-the-blind"),
        pytest.param("blinds 5/10, C straddle 20", (20, 20, 40, None), id="CO-44-a-straddle-is-the-unit"),
        pytest.param("min 100, check, all-in 60", (60, 100, 160, None), id="QU-04-short-of-the-smallest-bet"),
        pytest.param("I check, J all-in 7, K ?", (7, None, None, None), id="QU-04-nobody-told-the-smallest-bet"),
        pytest.param("all-in 7, all-in 10", (10, None, None, None), id="QU-02-nor-does-a-second-all-in-tell-it"),
        pytest.param("all-in 7, raise 30", (30, 23, 53, None), id="QU-02-a-raise-with-chips-behind-does"),
        pytest.param("PLO 2/5, A raise 15, B ?", (15, 10, 25, 52), id="QU-07-blinds-beside-the-structure"),
        pytest.param("5/10 pot-limit, A limps, B ?", (10, 10, 20, 45), id="QU-07-blinds-before-it-and-a-limp"),
        pytest.param("pot-limit, pot 100, bet 50", (50, 50, 100, 250), id="QU-07-pot-100-bet-50"),
        pytest.param("pot-limit, blinds 5/10", (10, 10, 20, 35), id="QU-07-first-in-counting-chips"),
        pytest.param("pot-limit, blinds 5/10, heads-up, A raise 30", (30, 20, 50, 90), id="first-is-small-blind"),
        pytest.param("pot-limit, blinds 5/10, 3 players, A 30, B call, C 100", (100, 70, 170, 330), id="last-two-are-blinds"),
        pytest.param("limit 20, all-in 15", (15, 20, 35, 35), id="QU-05-15-to-35"),
        pytest.param("limit 20, all-in 8", (8, 20, 20, 20), id="QU-05-under-half-is-completed"),
        pytest.param("limit 20, bet 20, all-in 28, all-in 31", (31, 20, 51, 51), id="QU-05-two-short-ones-add-up-to-half"),
        pytest.param("limit, bet 10, raise 20", (20, 10, 30, 30), id="BR-11-the-first-bet-tells-the-size"),
    ],
)
def test_the_examples_of_the_books(line, expected):
    """As QU-01 to QU-12 have them."""
    assert amounts(line) == expected


def test_what_the_line_leaves_out_can_be_told_beside_it():
    """QU-04, QU-05: the smallest bet, and the bet of the street; what the line says itself comes first."""
    assert reckon("I check, J all-in 7, K ?", minimum=Decimal(10)).amount("least") == 17
    assert reckon("A all-in 30", "limit", size=Decimal(40)).amount("least") == 70
    assert reckon("min 10, A all-in 7", minimum=Decimal(50)).amount("least") == 17


@pytest.mark.parametrize(
    ("line", "closed"),
    [
        ("limit 60, A bet 60, B all-in 90, A ?", "nobody_answers"),
        ("limit 60, A bet 60, B all-in 90, C call, A ?", ""),
        ("A bet 60, B all-in 90, A ?", "nobody_answers"),
        ("limit 10, A bet 10, B raise 20, C raise 30, D raise 40, A ?", "capped"),
        ("limit 10, A bet 10, B raise 20, C raise 30, A ?", ""),
    ],
)
def test_what_closes_the_betting_to_everybody_is_said(line, closed):
    """QU-06, QU-09: the raises are used up, or nobody has chips to answer with."""
    found = reckon(line, customs=Customs(raise_cap=3))
    assert found.closed == closed
    assert not (closed and found.may_raise)


def test_a_blind_that_has_not_acted_is_in_no_pot_that_it_would_have_to_call():
    """QU-22: its chips lie dead in the main pot; a big blind that owes nothing is in."""
    found = reckon("blinds 50/100, X raise 400, Y all-in 150, Z call")
    assert [(int(pot.amount), pot.names) for pot in found.pots] == [(600, ("X", "Y", "Z")), (500, ("X", "Z"))]
    assert found.taken_out == ("small blind", "big blind")
    assert reckon("blinds 50/100, X call, Y all-in 30").taken_out == ("small blind",)


@pytest.mark.parametrize(
    ("customs", "line", "most"),
    [
        pytest.param(Customs(), "blinds 5/10", 35, id="chips"),
        pytest.param(Customs(pot_limit_small_blind="big_blind"), "blinds 5/10", 40, id="little-blind-as-big"),
        pytest.param(Customs(pot_limit_blinds="full"), "blinds 5/10, A has 4, A bb", 35, id="tda-full-blinds"),
        pytest.param(Customs(), "blinds 5/10, A has 4, A bb", 29, id="what-was-posted"),
        pytest.param(Customs(pot_chip=Decimal(25)), "pot 110, bet 50", 275, id="rounded-up-to-the-chip"),
    ],
)
def test_the_first_pot_is_counted_as_the_house_counts_it(customs, line, most):
    """QU-07: R counts chips or the little blind as a big one, T full blinds; a house may round up."""
    assert amounts(line, "pot_limit", customs)[3] == most


def test_the_reckoning_of_a_rounded_pot_ends_at_the_sum_that_is_said():
    """BR-41: the last figure of the sentence is the most that may be bet, rounded up by the house's chip."""
    exact = reckon("PLO 2/5, A raise 15, B ?")
    rounded = reckon("PLO 2/5, A raise 15, B ?", customs=Customs(pot_chip=Decimal(5)))
    assert exact.how[-1].endswith("15 + 37 = 52")
    assert rounded.how[-1].endswith("15 + 37 = 52, rounded up to the next 5: 55")
    assert rounded.amount("most") == 55


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("A bet 100, C raise 300", "raise"),
        ("A check, C bet 300", "bet"),
        ("A bet 100, C all-in 80", "call"),
        ("A bet 100, C all-in 180", "raise"),
        ("A check, C all-in 80", "bet"),
        ("A bet 100, C 250", "raise"),
        ("A bet 100, C call", "call"),
    ],
)
def test_what_the_act_in_dispute_is(line, kind):
    """BR-30: a fold, check, call, bet or raise by what the chips come to, not by the word."""
    assert reckon(line, disputes=("raise", "bet", "call", "all_in", "to")).kind == kind


@pytest.mark.parametrize(
    ("line", "may", "may_not"),
    [
        ("A 100, B raise 200, C all-in 250, D call", ("A",), ("B",)),
        ("A 100, B all-in 140, C call", (), ("A",)),
        ("A 100, B all-in 140, C all-in 200, D call", ("A",), ()),
        ("min 100, A check, B all-in 60, A?", (), ("A",)),
        ("limit 20, A 20, B all-in 29, A?", (), ("A",)),
        ("limit 20, A 20, B all-in 30, C call", ("A",), ()),
        ("limit 20, A 20, B all-in 30, A?", (), ("A",)),
        ("A 100, B all-in 300, A?", (), ("A",)),
    ],
)
def test_who_may_still_raise(line, may, may_not):
    """QU-03 to QU-05, QU-09: what the seat has to add now against the unit; nobody raises whom nobody can answer."""
    found = reckon(line)
    named = {one.name for one in found.seats} & {"A", "B", "C", "D"}
    assert tuple(one for one in found.may_raise if one in named) == may
    assert tuple(one for one in found.may_not if one in named) == may_not


def test_the_last_act_may_be_what_is_in_dispute():
    """Chips without a word, or an act that is none: it has not been counted, and its chips are told."""
    found = reckon("A 300, B puts 200+300")
    assert (found.disputed, found.about, found.every_chip_needed) == (True, "B", False)
    assert [found.amount(name) for name in ("price", "least", "put_all")] == [Decimal(300), Decimal(600), Decimal(500)]
    assert reckon("A 300, B puts 250+100").every_chip_needed is True
    assert reckon("A 100, B puts 100 then 200").amount("put_first") == 100
    assert reckon("A 100, B call 60").disputed
    assert reckon("A 100, B raise 150").disputed
    assert not reckon("A 100, B raise 200").disputed
    assert reckon("A 100, B raise 200", disputes=("raise",)).disputed


BEHIND = [", V call", ", V folds", ", V call, W call", ", V folds, W call"]


@pytest.mark.parametrize(
    ("fault", "line", "about"),
    [
        ("wager_too_large", "pot-limit, pot 500, U bet 700", "U"),
        ("wager_too_large", "pot-limit, pot 500, T check, U all-in 900", "U"),
        ("wager_too_large", "limit 20, U bet 50", "U"),
        ("pot_miscounted", "pot-limit, pot 500, U bet 400", "U"),
        ("wager_too_small", "blinds 100/200, U raise 300", "U"),
        ("wager_too_small", "blinds 100/200, T raise 600, U all-in 700", "U"),
        ("wager_too_small", "min 200, T check, U bet 100", "U"),
        ("several_chips", "blinds 200/400, U puts 500+100", "U"),
        ("oversized_chip", "blinds 200/400, T raise 800, U puts 5000", "U"),
        ("string_bet", "T bet 100, U puts 100 then 300", "U"),
        ("chips_over_line", "T bet 100, U puts 300", "U"),
        ("undercall", "T bet 100, U call 60", "U"),
        ("undercall", "T bet 100, U 60", "U"),
        ("accepted_action", "T all-in 100, U call 60", "U"),
        ("words", "min 400, pot 5000, U says 5", "U"),
        ("raise_not_open", "T bet 100, U raise 300", "U"),
        ("raise_not_open", "U bet 100, T all-in 140, S call, U raise 400", "U"),
        ("raise_over_cap", "limit 20, S bet 20, T raise 40, U raise 60", "U"),
    ],
)
def test_what_is_done_behind_an_act_in_dispute_changes_nothing_of_it(fault, line, about):
    """BR-33 to BR-41: the act is found by what the fault can be about, not by its place in the line."""
    disputes = known_faults()[fault].disputes
    alone = reckon(line, disputes=disputes)
    assert (alone.disputed, alone.about) == (True, about)
    for behind in BEHIND:
        found = reckon(line + behind, disputes=disputes)
        assert (found.disputed, found.about) == (True, about), behind
        assert found.amounts == alone.amounts, behind
        assert (found.last_chips, found.every_chip_needed, found.acted) == (
            alone.last_chips,
            alone.every_chip_needed,
            alone.acted,
        ), behind
        assert found.how[0] == f"in dispute: {line.rpartition(', ')[2]}", behind


def test_a_kind_of_act_is_in_dispute_before_a_verb_and_the_last_of_them():
    """The all-in behind a raise that was too small is not what a raise that is too small is about."""
    small, shut = (known_faults()[fault].disputes for fault in ("wager_too_small", "raise_not_open"))
    assert reckon("blinds 100/200, A raise 300, B all-in 900, C call", disputes=small).about == "A"
    assert reckon("blinds 100/200, A raise 300, B raise 350, C call", disputes=small).about == "B"
    assert reckon("A bet 100, B all-in 140, A raise 400, C raise 900", disputes=shut).about == "A"
    with pytest.raises(BetsError, match="may be a call or a raise"):
        reckon("A bet 100, B puts 300, C raise 900", disputes=shut)


def test_every_kind_that_a_fault_names_is_known_and_so_is_every_verb():
    """What `disputes` of the catalogue of faults names is what the reckoning can find."""
    known = {*KINDS, *VERBS.values(), "to"}
    assert {one for fault in known_faults().values() for one in fault.disputes} <= known
    assert {one for fault in known_faults().values() for one in fault.disputes} >= set(KINDS)


@pytest.mark.parametrize("told", ["big blind 150", "BB 150", "the big blind posts 150", "A bb 150"])
def test_what_a_blind_posted_is_told_before_the_first_act(told):
    """TDA 54-B: it lies there, and nobody has acted; behind an act the same words are what the blind did."""
    found = reckon(f"pot-limit, blinds 100/200, {told}, C ?", customs=Customs(pot_limit_blinds="full"))
    assert [int(found.amounts[name]) for name in ("pot", "price", "most")] == [250, 200, 700]
    assert not any(seat.acted for seat in found.seats)
    assert reckon("blinds 100/200, C raise 400, big blind 400").amounts["pot"] == 900


def test_nobody_sits_where_the_small_blind_is_dead():
    """It is nobody who can still raise, and counts in full where short blinds do."""
    for told in ("small blind 0", "SB 0"):
        found = reckon(f"pot-limit, blinds 100/200, {told}, A ?", customs=Customs(pot_limit_blinds="full"))
        assert found.may_raise == ("A", "big blind")
        assert found.amounts["most"] == 700


@pytest.mark.parametrize(
    ("line", "alone"),
    [("blinds 5/10", True), ("A sb 5, B bb 10, C ?", True), ("blinds 5/10, straddle 20, A ?", False), ("min 10, A bet 20", False),
     ("blinds 5/10, A raise 20", False), ("bring-in 5, A ?", False)],
)  # fmt: skip
def test_only_blinds_are_the_first_pot(line, alone):
    """QU-07: what is said of full blinds is true of no bet of a later street."""
    assert reckon(line).blinds_alone is alone


def test_side_pots_are_told_with_who_is_in_them():
    """QU-22, SD-14: a layer is the level of an all-in player times those who are in, dead chips below."""
    found = reckon("pot 30, A all-in 100, B all-in 250, C call 250, D folds")
    assert [(int(pot.amount), pot.names) for pot in found.pots] == [(330, ("A", "B", "C")), (300, ("B", "C"))]
    assert reckon("2 players, A all-in 100, B call").returned is None


@pytest.mark.parametrize(
    ("line", "column", "said"),
    [
        ("A 100, B rase 200", 10, "'rase' is not an action or an amount"),
        ("A 100,200", 3, "can be one amount or two"),
        ("A 100, B raise 100", 8, "not a raise"),
        ("A", 1, "has no action in it"),
        ("blinds 100/50", 1, "small blind has to come first"),
        ("A 100, B check", 8, "can't check"),
        ("ante 10, A 20", 1, "total of the antes"),
        ("A 100, B all-in", 8, "has no amount"),
        ("A folds, A 100", 10, "has folded"),
        ("A has 50, A bet 100", 11, "has only 50"),
        ("A 100, B puts 500, C call", 8, "may be a call or a raise"),
        ("A 100 B raise 200", 7, "'B' is not an action or an amount"),
        ("limit, A all-in 15", 1, "bet size for this street"),
        ("A 100, B call 200", 8, "a call is 100"),
        ("A 99999999999999", 3, "too large an amount"),
        ("no-limit, pot-limit, A 10", 11, "appears twice"),
        ("99 players, A 10", 1, "can't be in a hand"),
    ],
)
def test_what_cannot_be_understood_is_refused_with_its_column(line, column, said):
    """And with what to do."""
    with pytest.raises(BetsError) as wrong:
        reckon(line)
    assert wrong.value.column == column
    assert said in wrong.value.message
    assert wrong.value.hint


SETTING = [
    "50/100",
    "blinds 5/10",
    "2 players",
    "3 players",
    "straddle 20",
    "C straddle 40",
    "A bb",
    "B sb",
    "bring-in 5",
    "pot-limit",
]
SETTING += [
    "limit 20",
    "limit",
    "pot 30",
    "A has 60",
    "min 10",
    "ante 5",
    "3x25",
    "by",
    "+",
    "then 5",
    "1k",
    "\u0661",
    "\u00b2",
    "(",
    "raise by 5",
]
WHO = ["A", "B", "C", "D", "seat 3", "big blind", "small blind", ""]
DID = ["raise", "bet", "call", "check", "fold", "all-in", "puts", "has", "?", ""]


@pytest.mark.parametrize("seed", range(60))
def test_no_line_is_too_odd_to_be_read_or_refused(seed):
    """Whatever is told, in whatever order: a round comes of it, or an error with a column within the line."""
    rng = random.Random(seed)
    for _ in range(40):
        parts = [
            rng.choice(SETTING)
            if rng.random() < 0.4
            else f"{rng.choice(WHO)} {rng.choice(DID)} {rng.choice(['', '20', '50', '100', '300', '7.5'])}"
            for _ in range(rng.randint(1, 9))
        ]
        line = ", ".join(parts)
        for structure in ("", "pot_limit", "limit"):
            found, wrong = outcome(line, structure)
            assert (found is None) != (wrong is None)
            assert wrong is None or 1 <= wrong.column <= len(line)


def outcome(line, structure):
    """The round, or what is wrong with the line."""
    try:
        return reckon(line, structure), None
    except BetsError as wrong:
        return None, wrong


def _told(state, start, acts, structure, street):
    """A line for the round as it stood when the street began, and what has been done since."""
    stacks, bets, middle, order = start
    seats = [at for at, alive in enumerate(stacks) if alive is not None]
    parts = [f"{len(seats)} players"]
    if structure == "fixed_limit":
        parts.append(f"limit {street}")
    else:
        parts.append(structure.replace("_", "-"))
    if not any(bets):
        parts.append("min 10")
    else:
        parts.append("blinds 5/10")
        small, big = order[-2:]
        parts += [f"seat {small + 1} has {stacks[small] + bets[small]}", f"seat {big + 1} has {stacks[big] + bets[big]}"]
        parts += [f"seat {small + 1} sb", f"seat {big + 1} bb"]
    parts.append(f"pot {middle}")
    parts += [
        f"seat {at + 1} has {stacks[at] + bets[at]}" for at in order if at in seats and not (any(bets) and at in order[-2:])
    ]
    return ", ".join([*parts, *acts, f"seat {state.actor_index + 1}?"])


@pytest.mark.sample(3)
@pytest.mark.parametrize("structure", ["no_limit", "pot_limit", "fixed_limit"])
@pytest.mark.parametrize("seed", range(40))
def test_told_rounds_are_as_the_engine_and_pokerkit_have_them(structure, seed):
    """At every act of a random hand: the least, the most and whether the seat may raise, told in a line (QU-01 to QU-07)."""
    rng = random.Random(seed)
    stacks = tuple(rng.choice([rng.randint(12, 60), rng.randint(20, 200), 1000]) for _ in range(rng.randint(2, 6)))
    compared = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        state = begin(structure, stacks)
        while state.status and state.actor_index is not None:
            street, now = state.street_index, ours(state, structure)
            cap = None if structure != "fixed_limit" else 4 if any(state.bets) else 3  # theirs: the blind is no bet
            customs = Customs(raise_cap=cap, heads_up_uncapped=False, half_bet_rule=False)
            alive = [stack if state.statuses[at] else None for at, stack in enumerate(state.stacks)]
            order = [seat - 1 for seat in now.order]
            start = (alive, list(state.bets), state.total_pot_amount - sum(state.bets), order)
            acts: list[str] = []
            while state.status and (state.actor_index is not None or now.turn) and state.street_index == street:
                if state.actor_index is None or not now.turn or now.turn != state.actor_index + 1:
                    return
                seat = now.turn
                found = reckon(_told(state, start, acts, structure, now.limits.size), customs=customs)
                (mine,) = (one for one in found.seats if one.name == f"seat {seat}")
                us = said(now)[2:]
                had = now.bet[seat] + now.stack[seat]
                least, most = (min(had, int(found.amount(name))) for name in ("least", "most"))
                assert ((least, most) if mine.may_raise else (0, 0)) == us, (acts, start)
                if said(now) != theirs(state):
                    assert reason(state, now)
                    return
                assert us == theirs(state)[2:]
                compared += 1
                front, live = now.bet[seat], set(now.live)
                move(state, now, rng)
                to = now.bet[seat]
                if seat in live - set(now.live):
                    acts.append(f"seat {seat} folds")
                elif to > front and not now.stack[seat]:
                    acts.append(f"seat {seat} all-in {to}")
                else:
                    acts.append(f"seat {seat} {to}" if to > front else f"seat {seat} check")
    assert compared


@pytest.mark.sample(5, most=1)
@pytest.mark.parametrize("structure", ["no_limit", "pot_limit", "fixed_limit"])
@pytest.mark.parametrize(
    ("name", "rules"), [("holdem", "rrop"), ("holdem", "tda"), ("omaha", "wsop-live"), ("stud7", "rrop"), ("razz", "tda")]
)
def test_a_table_told_in_a_line_allows_what_the_table_allows(name, rules, structure):
    """At every choice of players who act at random: least, most, and whether the seat may raise (QU-01 to QU-07)."""
    assert sum(_compared(name, rules, structure, seed) for seed in range(12)) > 60


def _compared(name, rules, structure, seed):
    """Play a hand at random, and compare before every act; how many were compared."""
    rng = random.Random(seed)
    # short stacks only: with long ones limit stud may allow two sizes, 4 or 8, where the line tells one
    stacks = list(range(1, rng.randint(2, 6) + 1))
    table = Table(name, rules=rules, seats=len(stacks), seed=seed, stacks=stacks, options={"structure": structure})
    compared = 0
    for _ in range(400):
        asked = next(((seat, moves) for seat, moves in table.ask.items() if {"call", "check", "raise", "bet"} & set(moves)), None)
        if asked is None:
            act = table.next_act()
            if act is None:
                break
            table.push(act)
            continue
        seat, moves = asked
        wager: Any = moves.get("raise") or moves.get("bet")
        ends = (wager.amounts[0], wager.amounts[-1]) if wager and wager.amounts else None
        line = round_line(table.floor.now)
        assert line
        found = reckon(f"{line}, seat {seat[1:]}?", customs=customs(table.game.rules, table.game.options))
        (mine,) = (one for one in found.seats if one.name == f"seat {seat[1:]}")
        had = mine.front + mine.behind
        told = (
            tuple(table.felt.units(Fraction(min(had, found.amount(end)))) for end in ("least", "most"))
            if mine.may_raise
            else None
        )
        assert told == ends, line
        compared += 1
        word = rng.choice([move for move in moves if move in ("call", "check", "raise", "bet", "fold")])
        if word in ("bet", "raise"):
            word += f" {table.felt.money(rng.choice([ends[0], ends[0], ends[1], rng.randint(*ends)]))}"
        elif word == "fold" and rng.random() < 0.5:
            word = "check" if "check" in moves else "call"
        table.push(f"{seat} {word}")
    return compared


def test_a_number_without_its_unit_is_not_yet_a_wager():
    """BR-40: it is told last, its chips lie where they lay, and the rule set weighs it against the pot."""
    found = reckon("min 400, pot 4900, B says 5")
    assert (found.disputed, found.about, found.amount("said"), found.amount("put_all")) == (True, "B", Decimal(5), None)
    told = facts_of(found, {}, (1, 100, 1000))
    assert (told["amount_meanings"], told["lowest_meaning"], told["highest_meaning"]) == (2, 500, 500)
    assert facts_of(reckon("min 400, pot 5000, B says 5"), {}, (1, 100, 1000))["highest_meaning"] == 5000
    with pytest.raises(BetsError, match="may be a call"):
        reckon("min 400, B says 5, C call")
