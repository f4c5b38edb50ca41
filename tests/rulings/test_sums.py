"""The sums of rulings over all whole amounts: what goes back and what stays come to what was put in, and the pot is the pot."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from dealerkit.arithmetic.betting import Betting, Limits
from dealerkit.felt.bets import Customs, reckon
from dealerkit.rulings.amounts import amounts

CHIPS = st.integers(1, 10**6)


@given(pot=st.integers(0, 10**6), bet=CHIPS, more=st.integers(0, 10**6), chip=st.integers(1, 1000))
def test_br_41_a_pot_raise_calls_and_then_adds_all_that_lies_there(pot: int, bet: int, more: int, chip: int) -> None:
    """The most is the bet, and on top the pot, the bet and the call; a house's chip rounds it up by less than one chip."""
    line = f"pot {pot}, A bet {bet}, B call, C ?" if more % 2 else f"pot {pot}, A bet {bet}, C ?"
    lying = pot + bet * (2 if more % 2 else 1)
    exact = reckon(line, "pot_limit").amount("most")
    rounded = reckon(line, "pot_limit", Customs(pot_chip=Decimal(chip))).amount("most")
    assert exact == bet + lying + bet
    assert rounded is not None
    assert rounded % chip == 0
    assert 0 <= rounded - exact < chip
    assert f"= {exact}" in reckon(line, "pot_limit").how[-1]


@given(stacks=st.lists(CHIPS, min_size=3, max_size=3), bet=CHIPS)
def test_br_41_no_legal_amount_is_above_the_pot_or_the_stack(stacks: list[int], bet: int) -> None:
    """Whatever a seat may raise to lies between the least and the pot, and never beyond its chips."""
    bet = min(bet, stacks[0])
    round_ = Betting(
        [0, stacks[0] - bet, *stacks[1:]], [0, bet, 0, 0], {1, 2, 3}, [2, 3, 1], Limits("pot_limit", 2), top=bet, bets=1
    )
    legal = round_.raises(2)
    if legal:
        assert bet < legal[0] <= legal[-1] <= min(stacks[1], max(round_.full, round_.pot_bet(2)))


@given(price=CHIPS, front=st.integers(0, 10**6), put=CHIPS)
def test_br_38_what_stays_and_what_goes_back_is_what_was_put_in(price: int, front: int, put: int) -> None:
    """Of a raise that is not open the call stays and the rest goes back; nothing goes back of what is no more than the call."""
    facts = {"bet_to_match": Decimal(price), "in_front": Decimal(front), "put_all": Decimal(put)}
    told = amounts({"to": "to_call", "give_back": "over_the_call"}, facts)
    assert int(told["to"]) == price
    assert int(told.get("give_back", 0)) == max(0, front + put - price)


@given(cents=st.integers(0, 10**8))
def test_br_14_a_fraction_and_what_plays_come_to_the_wager(cents: int) -> None:
    """What plays is whole, and the part that goes back is less than a dollar."""
    told = amounts({"plays": "whole_dollars", "give_back": "fraction_of_it"}, {"put_all": Decimal(cents) / 100})
    plays, back = Decimal(told["plays"]), Decimal(told["give_back"])
    assert plays == int(plays)
    assert 0 <= back < 1
    assert plays + back == Decimal(cents) / 100


@given(straddle=CHIPS, blind=CHIPS)
def test_co_44_a_raise_over_a_straddle_is_a_straddle_or_a_blind_more(straddle: int, blind: int) -> None:
    """By the house's option, and a bets line comes to the same."""
    blind, straddle = min(blind, straddle), max(blind, straddle)
    facts = {"straddle_amount": Decimal(straddle), "big_blind": Decimal(blind)}
    line = f"blinds {blind}/{blind}, straddle {straddle}, A ?"
    for way, more in (("straddle", straddle), ("big_blind", blind)):
        told = amounts({"least": "over_straddle"}, {**facts, "raise_over_straddle": way})
        assert int(told["least"]) == straddle + more == reckon(line, customs=Customs(raise_over_straddle=way)).amount("least")
