"""Best play and the house edge of the rules in force, against published figures."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dealerkit.games.pit.blackjack.best_play import UP_CARDS, BestPlay, StrategyRow, best_play
from dealerkit.games.pit.blackjack.terms import BlackjackTerms
from tests.sampling import daily, first_daily

LATE: dict[str, object] = {"soft17": "hit", "surrender": "late"}
EUROPE: dict[str, object] = {"hole_card": "none", "natural_takes": "all"}

BY_TOTAL = [
    (1, LATE, "0.013"),
    (2, LATE, "0.328"),
    (4, LATE, "0.480"),
    (6, LATE, "0.530"),
    (8, LATE, "0.555"),
    (1, {"surrender": "late"}, "-0.161"),
    (2, {"surrender": "late"}, "0.144"),
    (4, {"surrender": "late"}, "0.287"),
    (6, {"surrender": "late"}, "0.333"),
    (8, {"surrender": "late"}, "0.357"),
    (8, {**LATE, "double_after_split": False}, "0.699"),
    (8, {**LATE, "double_on": "10-11"}, "0.751"),
    (8, {**LATE, "max_hands": 2}, "0.609"),
    (8, {**LATE, "resplit_aces": True}, "0.485"),
    (8, {**LATE, "hit_split_aces": True}, "0.375"),
    (8, {"soft17": "hit", **EUROPE}, "0.758"),
    (8, {"soft17": "hit"}, "0.646"),
    (8, {**LATE, "blackjack_pays": "6 to 5"}, "1.913"),
    (1, {**LATE, "double_after_split": False}, "0.156"),
    (1, {**LATE, "double_on": "10-11"}, "0.314"),
    (1, {**LATE, "max_hands": 2}, "0.041"),
    (1, {**LATE, "resplit_aces": True}, "-0.019"),
    (1, {**LATE, "hit_split_aces": True}, "-0.117"),
    (1, {"soft17": "hit", **EUROPE}, "0.162"),
    (1, {"soft17": "hit"}, "0.044"),
    (1, {**LATE, "blackjack_pays": "6 to 5"}, "1.407"),
    (6, {"max_hands": 2}, "0.460"),
    (6, {**EUROPE, "double_on": "9-11", "max_hands": 2}, "0.665"),
    (1, {"blackjack_pays": "6 to 5", "max_hands": 2, "surrender": "late"}, "1.263"),
]
"""Decks, what differs from our defaults, and the edge in per cent."""


def played(decks: int, **options: object) -> BestPlay:
    """Best play of a game with some options that are not at their default."""
    return best_play(BlackjackTerms.of({"decks": decks, **options}))


@pytest.mark.parametrize(("decks", "options", "percent"), first_daily(daily(BY_TOTAL, 5, first=3), 1))
def test_the_edge_by_total_is_the_published_one(decks, options, percent):
    """A fresh shoe each round, played by total.

    Source: github.com/hhoppe/blackjack, its results of exact analysis and of simulation without a cut card, both to 0.001.
    """
    assert played(decks, **options).edge * 100 == pytest.approx(float(percent), abs=0.001)


@pytest.mark.parametrize(
    ("decks", "options", "returns"),
    first_daily(
        daily(
            [
                (1, {}, "0.001839"),
                (1, {"double_after_split": False}, "0.000423"),
                (1, {"soft17": "hit"}, "-0.000072"),
                (1, {"soft17": "hit", "double_after_split": False}, "-0.001513"),
                (2, {"soft17": "hit"}, "-0.003797"),
                (2, {"soft17": "hit", "double_after_split": False}, "-0.005252"),
                (5, {}, "-0.003804"),
                (5, {"double_after_split": False}, "-0.005225"),
                (5, {"soft17": "hit"}, "-0.005918"),
                (5, {"soft17": "hit", "double_after_split": False}, "-0.007366"),
                (6, {"soft17": "hit", **EUROPE}, "-0.0072705"),
                (6, {"soft17": "hit", **EUROPE, "double_after_split": False}, "-0.0086975"),
                (8, {"soft17": "hit", **EUROPE}, "-0.007562"),
                (8, {"soft17": "hit", **EUROPE, "double_after_split": False}, "-0.0089865"),
            ],
            5,
        ),
        1,
    ),
)
def test_the_worth_of_a_round_by_all_cards_is_the_published_one(decks, options, returns):
    """Played by every card of the hand; to four places, since the author leaves out some cards of split hands that we count.

    Source: wizardofodds.com, Blackjack appendix 9, "Expected return of game".
    """
    found = best_play(BlackjackTerms.of({"decks": decks, **options}), by_every_card=True).by_cards
    assert found == pytest.approx(float(returns), abs=0.00001)


@pytest.mark.parametrize(
    ("hand", "stand", "hit", "double"),
    [
        ((1, 2), -0.661732, -0.067808, -0.593281),
        ((2, 3), -0.659375, -0.291565, -1.318751),
        ((1, 4), -0.658818, -0.153931, -0.619882),
        ((4, 5), -0.654533, -0.070215, -0.395771),
        ((1, 6), -0.482815, -0.199899, -0.527213),
        ((5, 6), -0.634013, 0.172946, 0.240259),
        ((1, 7), -0.101015, -0.108386, -0.357778),
    ],
)
def test_the_worth_of_two_cards_against_an_ace(hand, stand, hit, double):
    """One deck, dealer stands on soft 17, no natural; to 0.00005 of a bet, since hands of more than three cards are taken from
    differences. Source: wizardofodds.com, Blackjack appendix 9.
    """
    seen = best_play(BlackjackTerms(decks=1), by_every_card=True).hands[hand, 1]
    assert [seen[name] for name in ("stand", "hit", "double")] == pytest.approx([stand, hit, double], abs=5e-5)


CHART = {
    **{StrategyRow("hard", total): "S" * 10 for total in range(17, 21)},
    StrategyRow("hard", 16): "SSSSSHHRRR",
    StrategyRow("hard", 15): "SSSSSHHHRH",
    StrategyRow("hard", 14): "SSSSSHHHHH",
    StrategyRow("hard", 13): "SSSSSHHHHH",
    StrategyRow("hard", 12): "HHSSSHHHHH",
    StrategyRow("hard", 11): "DDDDDDDDDH",
    StrategyRow("hard", 10): "DDDDDDDDHH",
    StrategyRow("hard", 9): "HDDDDHHHHH",
    **{StrategyRow("hard", total): "H" * 10 for total in range(5, 9)},
    StrategyRow("soft", 20): "S" * 10,
    StrategyRow("soft", 19): "S" * 10,
    StrategyRow("soft", 18): "SDDDDSSHHH",
    StrategyRow("soft", 17): "HDDDDHHHHH",
    StrategyRow("soft", 16): "HHDDDHHHHH",
    StrategyRow("soft", 15): "HHDDDHHHHH",
    StrategyRow("soft", 14): "HHHDDHHHHH",
    StrategyRow("soft", 13): "HHHDDHHHHH",
    StrategyRow("pair", 1): "P" * 10,
    StrategyRow("pair", 10): "S" * 10,
    StrategyRow("pair", 9): "PPPPPSPPSS",
    StrategyRow("pair", 8): "P" * 10,
    StrategyRow("pair", 7): "PPPPPPHHHH",
    StrategyRow("pair", 6): "PPPPPHHHHH",
    StrategyRow("pair", 5): "DDDDDDDDHH",
    StrategyRow("pair", 4): "HHHPPHHHHH",
    StrategyRow("pair", 3): "PPPPPPHHHH",
    StrategyRow("pair", 2): "PPPPPPHHHH",
}
"""Up-cards 2 to 10, then the ace."""
LETTERS = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R"}


def test_basic_strategy_of_a_shoe_is_the_printed_one():
    """Six decks, dealer stands on soft 17, late surrender.

    Source: the chart of four to eight decks of en.wikipedia.org, Blackjack, "Basic strategy".
    """
    table = played(6, surrender="late").strategy
    assert {kind: "".join(LETTERS[cell[0]] for cell in table[kind]) for kind in CHART} == CHART


@pytest.mark.parametrize(
    ("kind", "up", "decision"),
    [
        pytest.param(StrategyRow("hard", 11), 1, "double", id="11-against-an-ace"),
        pytest.param(StrategyRow("soft", 18), 2, "double", id="soft-18-against-2"),
        pytest.param(StrategyRow("soft", 19), 6, "double", id="soft-19-against-6"),
        pytest.param(StrategyRow("hard", 15), 1, "surrender", id="15-against-an-ace"),
        pytest.param(StrategyRow("hard", 17), 1, "surrender", id="17-against-an-ace"),
        pytest.param(StrategyRow("pair", 8), 1, "surrender", id="eights-against-an-ace"),
    ],
)
def test_bj_76_a_dealer_who_hits_soft_17_changes_six_cells(kind, up, decision):
    """Source: the same page, on the dealer who draws on soft 17."""
    column = UP_CARDS.index(up)
    assert played(6, **LATE).strategy[kind][column][0] == decision
    assert played(6, surrender="late").strategy[kind][column][0] != decision


BETTER: list[dict[str, object]] = [
    {"surrender": "late"},
    {"resplit_aces": True},
    {"hit_split_aces": True},
    {"blackjack_pays": "2 to 1"},
]
WORSE: list[dict[str, object]] = [
    {"double_after_split": False},
    {"max_hands": 3},
    {"double_on": "9-11"},
    {"soft17": "hit"},
    EUROPE,
]
"""What leaves the player more to choose, or pays more, than our defaults; and what leaves or pays less."""


@pytest.mark.parametrize("options", first_daily(daily(BETTER, 1), 1))
def test_options_that_a_player_gains_by_lower_the_edge(options):
    """Each against the one that does not. BJ-43 to BJ-56, BJ-84"""
    assert played(6, **options).edge < played(6).edge


@pytest.mark.parametrize("options", first_daily(daily(WORSE, 1), 1))
def test_options_that_a_player_loses_by_raise_the_edge(options):
    """Each against the one that does not. BJ-43 to BJ-56, BJ-84"""
    assert played(6, **options).edge > played(6).edge


@pytest.mark.thorough
def test_early_surrender_is_worth_more_than_late_and_less_without_the_ace():
    """BJ-54"""
    late, early = (played(6, surrender=when) for when in ("late", "early"))
    kept = played(6, surrender="early", surrender_vs_ace=False)
    assert early.edge < kept.edge < late.edge


@pytest.mark.thorough
def test_bj_71_a_natural_that_takes_first_bets_only_costs_what_a_look_costs():
    """Looked for or not, nobody loses more than the first bet; `busted_and_one` lies between that and `all`."""
    looked, late, one, everything = (
        played(6, **options).edge
        for options in (
            {},
            {"hole_card": "no_peek"},
            {"hole_card": "none", "natural_takes": "busted_and_one"},
            EUROPE,
        )
    )
    assert looked == late < one < everything


@pytest.mark.thorough
def test_naturals_at_even_money_cost_half_a_bet_each():
    """3 to 2 and 1 to 1 differ by half a unit for every natural that the dealer does not match. BJ-84"""
    three, one = played(8).edge, played(8, blackjack_pays="1 to 1").edge
    aces, tens, cards = 32, 128, 416
    mine = Fraction(2 * aces * tens, cards * (cards - 1))
    both = mine * Fraction(2 * (aces - 1) * (tens - 1), (cards - 2) * (cards - 3))
    assert one - three == pytest.approx(float((mine - both) / 2))
