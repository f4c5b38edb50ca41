"""One coup, by the ledger's section 1.5 to 1.13; each test is named after the rule it checks."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from dealerkit.arithmetic.coup import (
    BANKER,
    PLAYER,
    Coup,
    CoupRules,
    Settlement,
    TooFewCards,
    next_to_draw,
    payout_lines,
    play,
    settle,
    tally,
)
from dealerkit.arithmetic.paytable import BadTables, read_odds
from tests.arithmetic.baccarat_tables import CELLS, OPTIONS, POINTS, TABLES, points, rules

RULES = rules()


def coup(cards: str, under: CoupRules = RULES) -> Coup:
    """Deal these ranks, player first."""
    return play(points(cards), under, [card[0] for card in cards.split()])


def cell_rule(banker: int, column: str) -> str:
    """The ledger's id of a cell."""
    if banker == 7:
        return "BA-41"
    if column == "stood":
        return "BA-35"
    return "BA-36" if banker < 3 else f"BA-{34 + banker}"


def cells():
    """The 88 cells as test parameters, named after their rule."""
    for banker, row in CELLS.items():
        for column, cell in zip([*map(str, range(10)), "stood"], row.replace(" ", ""), strict=True):
            verb = "draws" if cell == "D" else "stands"
            yield pytest.param(banker, column, cell == "D", id=f"{cell_rule(banker, column)}-{banker}-against-{column}-{verb}")


@pytest.mark.parametrize(("banker", "column", "draws"), list(cells()))
def test_the_88_cells(banker, column, draws):
    """The banker hand draws exactly where the printed table says so, however the totals were made up."""
    third = None if column == "stood" else int(column)
    assert RULES.draws(banker, third) is draws
    for first in range(10):
        bank = [first, (banker - first) % 10]
        if third is None:
            for stands in (6, 7):
                assert next_to_draw([first, (stands - first) % 10], bank, RULES) == (BANKER if draws else None)
        else:
            for total in range(6):
                hand = [first, (total - first) % 10]
                assert next_to_draw(hand, bank, RULES) == PLAYER
                assert next_to_draw([*hand, third], bank, RULES) == (BANKER if draws else None)


def test_57_of_the_88_cells_draw():
    """Drill keys, section 5.1: the banker draws in 57 of 88 cells."""
    assert sum(RULES.tableau[: 8 * 11]) == 57


@pytest.mark.parametrize(("player", "banker"), [(p, b) for p in range(10) for b in range(10) if max(p, b) >= 8])
def test_ba_28_nobody_draws_against_a_natural(player, banker):
    """A two-card 8 or 9 of either hand ends the coup."""
    assert next_to_draw([player, 0], [0, banker], RULES) is None
    assert play([player, 0, 0, banker, 5, 5], RULES).cards_used == 4


@pytest.mark.parametrize(("total", "draws"), [(total, total <= 5) for total in range(8)])
def test_ba_32_33_player_draws_on_0_to_5(total, draws):
    """Player total 6 or 7 stands, 0 to 5 draws one card."""
    assert (next_to_draw([total, 0], [0, 7], RULES) == PLAYER) is draws


def test_ba_61_the_first_four_cards_alternate():
    """Player, banker, player, banker."""
    hands: tuple[list[int], list[int]] = ([], [])
    order = []
    for _ in range(4):
        order.append(next_to_draw(hands[PLAYER], hands[BANKER], RULES))
        hands[order[-1]].append(0)
    assert order == [PLAYER, BANKER, PLAYER, BANKER]
    assert next_to_draw([1, 2], [], RULES) == BANKER
    assert next_to_draw([], [1, 2], RULES) == PLAYER


def test_ba_42_there_is_no_second_round_of_drawing():
    """A hand has at most three cards."""
    assert next_to_draw([0, 0, 0], [0, 0, 0], RULES) is None
    assert next_to_draw([0, 0, 0, 0], [0, 0, 0], RULES) is None


def test_ba_43_the_table_is_read_with_the_third_card_alone():
    """Player 2 + 3 and a third card of 8 make 3; the banker's 3 is read against 8, not 3, and stands."""
    assert next_to_draw([2, 3, 8], [3, 0], RULES) is None
    assert next_to_draw([2, 3, 0], [6, 0], RULES) is None  # a third card counting 0 is not the same as no third card
    assert next_to_draw([2, 3, 0], [5, 0], RULES) is None
    assert next_to_draw([6, 0], [5, 0], RULES) == BANKER


def test_bi_01_a_third_card_the_player_should_not_have_is_not_read():
    """The player hand stands on 6: a card it got all the same leaves the banker as if it had stood."""
    assert next_to_draw([6, 0, 8], [3, 0], RULES) == BANKER
    assert next_to_draw([6, 0, 6], [6, 0], RULES) is None


def test_natural_and_player_draws_are_data():
    """A house that calls only a 9 natural, or draws on 6, gets what its file says."""
    nines = rules({"natural": 9, "tableau": {**TABLES["tableau"], "8": ["S"] * 11}})
    assert next_to_draw([8, 0], [2, 0], nines) == BANKER
    assert next_to_draw([8, 0], [9, 0], nines) is None
    sixes = rules({"player_draws": "0-6"})
    assert next_to_draw([6, 0], [7, 0], sixes) == PLAYER
    assert next_to_draw([6, 0], [7, 0], rules({"player_draws": ["0-4", 6]})) == PLAYER


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        pytest.param("7 K T 6", ("player", 7, 6, 2, 2, "none"), id="BA-44-seven-beats-six"),
        pytest.param("6 2 K 4", ("tie", 6, 6, 2, 2, "none"), id="BA-45-equal-totals-tie"),
        pytest.param("4 8 5 Q", ("player", 9, 8, 2, 2, "both"), id="BA-29-natural-9-beats-natural-8"),
        pytest.param("3 A 5 7", ("tie", 8, 8, 2, 2, "both"), id="BA-29-equal-naturals-tie"),
        pytest.param("2 9 3 K", ("banker", 5, 9, 2, 2, "banker"), id="BA-30-natural-beats-what-is-no-natural"),
        pytest.param("2 3 K 4 6", ("player", 8, 7, 3, 2, "none"), id="BA-30-three-card-8-is-no-natural"),
        pytest.param("7 8 8 9 K", ("banker", 5, 7, 3, 2, "none"), id="BA-27-only-the-units-digit-counts"),
        pytest.param("6 5 K K 9", ("player", 6, 4, 2, 3, "none"), id="BA-35-player-stood-banker-draws-on-5"),
        pytest.param("A 3 A K 8", ("banker", 0, 3, 3, 2, "none"), id="BA-37-banker-3-stands-against-8"),
        pytest.param("7 K 7 6 6 K", ("banker", 0, 6, 3, 3, "none"), id="BA-40-banker-6-draws-against-6"),
    ],
)
def test_a_coup_from_the_shoe(cards, expected):
    """Winner, totals, cards of each hand and naturals; what lies behind in the shoe changes nothing."""
    for dealt in (coup(cards), coup(cards + " 9 9 9")):
        assert dealt.cards_used == len(cards.split())
        found = dealt.winner, dealt.player_total, dealt.banker_total, dealt.player_cards, dealt.banker_cards, dealt.natural
        assert found == expected


@pytest.mark.parametrize(
    ("cards", "needs"),
    [
        ("", "first card of the player hand"),
        ("7 K T", "second card of the banker hand"),
        ("2 K 3 7", "the player hand has 5 and draws a third card"),
        ("7 K T 5", "the banker hand has 5 against a player hand that stands on 7 and draws a third card"),
        ("2 K 3 3 4", "the banker hand has 3 against a player's third card of 4 and draws a third card"),
    ],
)
def test_too_few_cards_say_what_is_missing(cards, needs):
    """A coup that cannot be finished names the card it waits for."""
    with pytest.raises(TooFewCards, match=needs) as caught:
        play(points(cards), RULES)
    assert caught.value.have == len(cards.split())


@pytest.mark.parametrize("seed", range(20))
def test_play_follows_next_to_draw(seed):
    """Dealing a whole coup at once and card by card come to the same, under any tableau."""
    rng = random.Random(seed)
    tableau = TABLES["tableau"] if seed < 10 else {str(total): rng.choices("DS", k=11) for total in range(8)}
    under = rules({"tableau": tableau})
    for _ in range(300):
        shoe = [rng.choice(list(POINTS)) for _ in range(6)]
        hands: tuple[list[str], list[str]] = ([], [])
        values: tuple[list[int], list[int]] = ([], [])
        for card in shoe:
            side = next_to_draw(*values, under)
            if side is None:
                break
            hands[side].append(card)
            values[side].append(POINTS[card])
        assert next_to_draw(*values, under) is None
        dealt = play([POINTS[card] for card in shoe], under, shoe)
        assert dealt is tally(*values, under, *hands)
        assert dealt.cards_used == len(hands[0]) + len(hands[1])
        assert dealt.player_total == sum(values[0]) % 10
        assert dealt.banker_total == sum(values[1]) % 10
        assert dealt.player_pair is (hands[0][0] == hands[0][1])
        assert dealt.banker_pair is (hands[1][0] == hands[1][1])


def test_hands_are_read_as_they_lie():
    """A card that should not have been drawn counts in the total, until a ruling takes it away."""
    assert tally([9, 0, 4], [3, 4], RULES).player_total == 3
    assert tally([9, 0, 4], [3, 4], RULES).natural == "none"
    with pytest.raises(ValueError, match="two or three cards, not 2 and 4"):
        tally([1, 2], [1, 2, 3, 4], RULES)


# Every bet.


def result(bet: str, cards: str, stake: int = 100, under: CoupRules = RULES) -> tuple[str, int]:
    """Result and net of a bet on a coup."""
    settled = settle(bet, stake, coup(cards, under), under)
    return settled.result, settled.net


@pytest.mark.parametrize(
    ("bet", "cards", "expected"),
    [
        pytest.param("player", "7 K T 6", ("win", 100), id="BA-48-player-1-to-1"),
        pytest.param("player", "K 7 6 K", ("lose", -100), id="BA-52-player-loses"),
        pytest.param("player", "6 2 K 4", ("push", 0), id="BA-53-player-pushes-on-a-tie"),
        pytest.param("banker", "K 7 6 K", ("win", 95), id="BA-49-banker-1-to-1-less-5-percent"),
        pytest.param("banker", "7 K T 6", ("lose", -100), id="BA-52-banker-loses"),
        pytest.param("banker", "6 2 K 4", ("push", 0), id="BA-53-banker-pushes-on-a-tie"),
        pytest.param("tie", "6 2 K 4", ("win", 800), id="BA-51-tie-8-to-1"),
        pytest.param("tie", "7 K T 6", ("lose", -100), id="BA-52-tie-loses"),
        pytest.param("dragon7", "K 2 6 2 3", ("win", 4000), id="BA-73-three-card-7"),
        pytest.param("dragon7", "K 3 6 4", ("lose", -100), id="BA-73-two-card-7-loses"),
        pytest.param("dragon7", "K 2 7 2 3", ("lose", -100), id="BA-73-7-7-tie-loses"),
        pytest.param("panda8", "2 3 K 4 6", ("win", 2500), id="BA-74-three-card-8"),
        pytest.param("panda8", "8 3 K 4", ("lose", -100), id="BA-74-natural-8-loses"),
        pytest.param("panda8", "2 3 K 2 6 3", ("lose", -100), id="BA-74-8-8-tie-loses"),
        pytest.param("super6", "2 6 K K 2", ("win", 1200), id="BA-75-two-card-6"),
        pytest.param("super6", "K 5 K K 4 A", ("win", 1200), id="BA-75-three-card-6"),
        pytest.param("super6", "6 6 K K", ("lose", -100), id="BA-75-6-6-tie-loses"),
        pytest.param("super6", "6 K K 5 9", ("lose", -100), id="BA-75-player-6-loses"),
        pytest.param("player_pair", "4 K 4 7", ("win", 1100), id="BA-76-player-pair-whatever-the-result"),
        pytest.param("player_pair", "K 3 Q 4 5", ("lose", -100), id="BA-76-K-Q-is-no-pair"),
        pytest.param("player_pair", "K 4 7 4 9", ("lose", -100), id="BA-76-the-other-hands-pair-loses"),
        pytest.param("player_pair", "3 K 2 7 3", ("lose", -100), id="BA-76-a-pair-with-the-third-card-loses"),
        pytest.param("banker_pair", "K 4 9 4", ("win", 1100), id="BA-76-banker-pair"),
        pytest.param("banker_pair", "K K 7 T 9", ("lose", -100), id="BA-76-K-T-is-no-pair"),
        pytest.param("either_pair", "4 K 4 7", ("win", 500), id="BA-76-either-pair-player"),
        pytest.param("either_pair", "K 4 9 4", ("win", 500), id="BA-76-either-pair-banker"),
        pytest.param("either_pair", "4 4 4 4", ("win", 500), id="BA-76-either-pair-both-pays-once"),
        pytest.param("either_pair", "7 K T 6", ("lose", -100), id="BA-76-no-pair"),
        pytest.param("dragon_bonus_player", "9 2 K 2", ("win", 100), id="BA-77-natural-9-by-5-pays-1-to-1"),
        pytest.param("dragon_bonus_player", "9 8 K K", ("win", 100), id="BA-77-natural-9-over-natural-8"),
        pytest.param("dragon_bonus_player", "8 8 K K", ("push", 0), id="BA-77-natural-tie-pushes"),
        pytest.param("dragon_bonus_player", "6 6 K K", ("lose", -100), id="BA-77-other-tie-loses"),
        pytest.param("dragon_bonus_player", "7 8 K K", ("lose", -100), id="BA-77-loses-to-a-natural"),
        pytest.param("dragon_bonus_player", "7 5 K K 8", ("win", 100), id="BA-77-two-cards-by-4"),
        pytest.param("dragon_bonus_banker", "7 K K 6", ("lose", -100), id="BA-77-banker-loses"),
        pytest.param("dragon_bonus_banker", "K 9 K K", ("win", 100), id="BA-77-banker-natural"),
        pytest.param("dragon_bonus_banker", "9 9 K K", ("push", 0), id="BA-77-banker-natural-tie"),
    ],
)
def test_every_bet(bet, cards, expected):
    """Each bet wins, loses and pushes where its definition says, and is paid its odds."""
    assert result(bet, cards) == expected


@pytest.mark.parametrize("side", ["player", "banker"])
@pytest.mark.parametrize(
    ("margin", "pays"), [(9, 30), (8, 10), (7, 6), (6, 4), (5, 2), (4, 1), (3, -1), (2, -1), (1, -1), (0, -1)]
)
def test_ba_77_dragon_bonus_by_margin(side, margin, pays):
    """A hand that wins without a natural is paid by how much it wins."""
    high, low = [0, 0, margin], [0, 0, 0]
    won = tally(high, low, RULES) if side == "player" else tally(low, high, RULES)
    assert settle(f"dragon_bonus_{side}", 500, won, RULES).net == 500 * pays
    other = "banker" if side == "player" else "player"
    assert settle(f"dragon_bonus_{other}", 500, won, RULES).net == -500


@pytest.mark.parametrize(("tie_pays", "net"), [("8 to 1", 800), ("9 to 1", 900), ("9:1", 900), ("9 for 1", 800)])
def test_ba_67_tie_odds(tie_pays, net):
    """The tie is paid as the option says; 9 for 1 is 8 to 1."""
    assert result("tie", "6 2 K 4", under=rules(tie_pays=tie_pays)) == ("win", net)


# Commission.


@pytest.mark.parametrize(
    ("stake", "commission", "net"),
    [
        ("25", "1.25", "23.75"),
        ("85", "4.25", "80.75"),
        ("185", "9.25", "175.75"),
        ("1225", "61.25", "1163.75"),
        ("2375", "118.75", "2256.25"),
        ("100", "5", "95"),
        ("0.10", "0.01", "0.09"),
        ("0.09", "0", "0.09"),
        ("0.30", "0.02", "0.28"),
        ("33.33", "1.67", "31.66"),
        ("33.29", "1.66", "31.63"),
    ],
)
def test_ba_49_commission_to_the_cent(stake, commission, net):
    """Drill 4's examples, and cents: 5 per cent of the stake, half a cent up (BA-A7)."""
    won = coup("K 7 6 K")
    settled = settle("banker", int(Fraction(stake) * 100), won, RULES)
    assert settled.commission == Fraction(commission) * 100
    assert settled.net == Fraction(net) * 100
    assert settled.pays == Fraction(stake) * 100


@pytest.mark.parametrize(
    ("unit", "stake", "nearest", "up", "down"),
    [
        ("0.25", "85", "4.25", "4.25", "4.25"),
        ("0.25", "83", "4.25", "4.25", "4"),
        ("0.25", "82.50", "4.25", "4.25", "4"),
        ("0.25", "82", "4", "4.25", "4"),
        ("1", "10", "1", "1", "0"),
        ("1", "9", "0", "1", "0"),
        ("1", "20", "1", "1", "1"),
        ("1", "21", "1", "2", "1"),
        ("0.05", "0.5", "0.05", "0.05", "0"),
        ("5", "150", "10", "10", "5"),
    ],
)
def test_ba_65_rounding_applies_to_the_commission(unit, stake, nearest, up, down):
    """The commission is rounded to the unit, a half up; the stake is never rounded."""
    won = coup("K 7 6 K")
    for rounding, commission in (("nearest", nearest), ("up", up), ("down", down)):
        under = rules(commission_unit=unit, commission_rounding=rounding)
        settled = settle("banker", int(Fraction(stake) * 100), won, under)
        assert settled.commission == Fraction(commission) * 100
        assert settled.net == Fraction(stake) * 100 - settled.commission


@pytest.mark.parametrize("stake", [5, 20, 100, 12345, 99999])
@pytest.mark.parametrize("rate", ["0.05", "0.04", "1/20", "0.025", "0"])
def test_ba_66_rate_against_exact_fractions(rate, stake):
    """Whatever the rate: exact, then rounded once."""
    exact = Fraction(rate) * stake
    settled = settle("banker", stake, coup("K 7 6 K"), rules(commission_rate=rate))
    assert settled.commission == math.floor(exact + Fraction(1, 2))
    assert abs(settled.commission - exact) <= Fraction(1, 2)


@pytest.mark.parametrize("method", ["mark", "mark_one_pay_one"])
def test_ba_63_marked_commission_is_paid_in_full_and_owed(method):
    """Pay 100 and mark 5: the bettor is 95 better off either way."""
    settled = settle("banker", 10000, coup("K 7 6 K"), rules(commission_method=method))
    assert settled == Settlement("win", 10000, 500, 9500, 10000)
    assert settle("banker", 10000, coup("K 7 6 K"), RULES) == Settlement("win", 10000, 500, 9500, 9500)


def test_ba_49_no_commission_on_a_losing_or_pushed_bet():
    """Nor on a winning player bet."""
    assert settle("banker", 10000, coup("7 K T 6"), RULES) == Settlement("lose", 0, 0, -10000, 0)
    assert settle("banker", 10000, coup("6 2 K 4"), RULES) == Settlement("push", 0, 0, 0, 0)
    assert settle("player", 10000, coup("7 K T 6"), RULES) == Settlement("win", 10000, 0, 10000, 10000)


def test_ba_69_ez_pays_evens_and_pushes_on_a_three_card_7():
    """No commission either way (BA-A10); a two-card 7 and a 7-7 tie are ordinary."""
    ez = rules(variant="ez")
    assert settle("banker", 10000, coup("K 7 6 K"), ez) == Settlement("win", 10000, 0, 10000, 10000)
    assert settle("banker", 10000, coup("K 2 6 2 3"), ez) == Settlement("push", 0, 0, 0, 0)
    assert result("banker", "K 3 6 4", under=ez) == ("win", 100)
    assert result("banker", "K 2 7 2 3", under=ez) == ("push", 0)
    assert result("player", "K 2 6 2 3", under=ez) == ("lose", -100)
    assert result("dragon7", "K 2 6 2 3", under=ez) == ("win", 4000)


def test_ba_70_super_6_pays_half_on_6():
    """Two or three cards; every other banker win pays evens without commission."""
    half = rules(variant="super6")
    assert result("banker", "2 6 K K 2", under=half) == ("win", 50)
    assert result("banker", "K 5 K K 4 A", under=half) == ("win", 50)
    assert result("banker", "K 7 6 K", under=half) == ("win", 100)
    assert result("banker", "6 6 K K", under=half) == ("push", 0)


@pytest.mark.parametrize(
    ("unit", "stake", "net"), [("0.01", 500, 250), ("0.01", 25, 13), ("1", 5, 3), ("1", 1, 1), ("0.5", 5, 3)]
)
def test_ba_a11_half_an_odd_stake_is_paid_up(unit, stake, net):
    """Exact while the smallest unit allows it, and then up to the next amount that can be paid (BI-14, New South Wales 5.7)."""
    half = rules(variant="super6", unit=unit, commission_unit=unit)
    assert settle("banker", stake, coup("2 6 K K 2"), half).net == net


def test_odds_of_any_kind_can_be_paid():
    """France pays 19 to 20; a house may pay 0.95 to 1 (BA-63)."""
    for pays in ("19 to 20", "0.95 to 1"):
        under = rules({"pays": {"banker": [{"when": {"winner": "banker"}, "pays": pays}]}})
        assert settle("banker", 10000, coup("K 7 6 K"), under) == Settlement("win", 9500, 0, 9500, 9500)


# What cannot be settled.


def test_pair_bets_need_ranks():
    """Points alone do not tell a pair: K-Q counts 0 twice."""
    blind = play(points("K 3 Q 4 5"), RULES)
    assert blind.player_pair is None
    assert settle("player", 100, blind, RULES).result == "lose"
    for bet in ("player_pair", "banker_pair", "either_pair"):
        with pytest.raises(ValueError, match="needs the ranks"):
            settle(bet, 100, blind, RULES)


def test_unknown_bets_and_negative_stakes_are_refused():
    """A caller's mistake is a ValueError that says what there is."""
    with pytest.raises(ValueError, match="unknown bet: 'bankr'; known: player, banker, tie"):
        settle("bankr", 100, coup("7 K T 6"), RULES)
    with pytest.raises(ValueError, match="below zero"):
        settle("banker", -1, coup("7 K T 6"), RULES)
    assert settle("banker", 0, coup("7 K T 6"), RULES).net == 0


LINE = ("tables", "pays", "tie", 0)


@pytest.mark.parametrize(
    ("change", "place", "message"),
    [
        ({"points": {"A": 11}}, ("tables", "points", "A"), "0 to 9"),
        ({"points": None}, ("tables", "points"), "missing"),
        ({"natural": "eight"}, ("tables", "natural"), "not a total"),
        ({"player_draws": "6-2"}, ("tables", "player_draws"), "is not a total"),
        ({"player_draws": None}, ("tables", "player_draws"), "is not a total"),
        ({"tableau": None}, ("tables", "tableau", "0"), "eleven cells"),
        ({"tableau": {**TABLES["tableau"], "3": ["D"] * 10}}, ("tables", "tableau", "3"), "eleven cells"),
        ({"tableau": {**TABLES["tableau"], "3": [*["D"] * 10, {}]}}, ("tables", "tableau", "3", 10), "write D"),
        ({"tableau": {**TABLES["tableau"], "12": ["D"] * 11}}, ("tables", "tableau", "12"), "no row for this total"),
        ({"pays": None}, ("tables", "pays"), "missing"),
        ({"pays": {"tie": "8 to 1"}}, ("tables", "pays", "tie"), "list of pay lines"),
        ({"pays": {"tie": ["8 to 1"]}}, LINE, "expected a pay line"),
        (
            {"pays": {"tie": [{"when": {"winer": "tie"}, "pays": "8 to 1"}]}},
            (*LINE, "when", "winer"),
            "unknown feature or option",
        ),
        (
            {"pays": {"tie": [{"when": {"winner": "draw"}, "pays": "8 to 1"}]}},
            (*LINE, "when", "winner"),
            "can't be 'draw'",
        ),
        (
            {"pays": {"tie": [{"when": {"player_pair": 1}, "pays": "8 to 1"}]}},
            (*LINE, "when", "player_pair"),
            "true or false",
        ),
        (
            {"pays": {"tie": [{"when": {"player_cards": 4}, "pays": "8 to 1"}]}},
            (*LINE, "when", "player_cards"),
            "allowed: 2, 3",
        ),
        (
            {"pays": {"tie": [{"when": {"margin": "a lot"}, "pays": "8 to 1"}]}},
            (*LINE, "when", "margin"),
            "is not a total",
        ),
        ({"pays": {"tie": [{"when": {}, "pays": "8-1"}]}}, (*LINE, "pays"), "not odds"),
        ({"pays": {"tie": [{"when": "tie", "pays": "8 to 1"}]}}, (*LINE, "when"), "when"),
        ({"pays": {"tie": [{"pays": {"option": "odds"}}]}}, (*LINE, "pays"), "unknown option 'odds'"),
        (
            {"pays": {"tie": [{"pays": "8 to 1", "commission": "5%"}]}},
            (*LINE, "commission"),
            "true or false",
        ),
        ({"pays": {"tie": [{"pays": "8 to 1", "odds": 3}]}}, (*LINE, "odds"), "unknown key 'odds'"),
    ],
)
def test_tables_that_cannot_be_used_say_where(change, place, message):
    """Every problem carries its place in the game's file."""
    with pytest.raises(BadTables, match=message) as caught:
        rules(change)
    assert place in [where for where, _ in caught.value.problems]


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"commission_rate": "five"}, "commission_rate"),
        ({"commission_rate": "-0.05"}, "commission_rate"),
        ({"commission_unit": "0"}, "commission_unit"),
        ({"commission_unit": "0.001"}, "commission_unit"),
        ({"commission_rounding": "sideways"}, "commission_rounding"),
        ({"commission_method": "later"}, "commission_method"),
        ({"payout_unit": "-0.01"}, "payout_unit"),
        ({"payout_unit": "0.005"}, "payout_unit"),
        ({"payout_unit": "five"}, "payout_unit"),
        ({"payout_rounding": "sideways"}, "payout_rounding"),
    ],
)
def test_options_that_cannot_be_used_say_which(options, name):
    """So does every option."""
    with pytest.raises(BadTables) as caught:
        rules(**options)
    assert [where for where, _ in caught.value.problems] == [("options", name)]


def test_all_problems_are_told_at_once():
    """An author mends a file in one go."""
    with pytest.raises(BadTables) as caught:
        CoupRules({"points": {"A": 11}, "natural": 0}, {"commission_method": "later"}, unit="0")
    assert len(caught.value.problems) >= 12


@pytest.mark.parametrize("unit", ["0", "-1", "chip"])
def test_a_smallest_amount_that_is_none_is_told_by_itself(unit):
    """Amounts of a cent are not found wrong for its sake."""
    with pytest.raises(BadTables) as caught:
        rules(unit=unit, commission_unit="0.01", payout_unit="0.01")
    assert list(caught.value.problems) == [(("money", "unit"), f"'{unit}' is not an amount above zero")]


# The printed pay table.


def rows(under: CoupRules, *bets: str) -> list[tuple[str, str, str]]:
    """The rows of these bets, without their own wording."""
    return [row[:3] for row in payout_lines(under, bets or None)]


def test_the_pay_table_is_printed_as_it_is_in_force():
    """Each variant prints its own banker lines."""
    assert rows(RULES, "player", "banker", "tie") == [
        ("player", "player wins", "1 to 1"),
        ("player", "tie", "push"),
        ("banker", "banker wins", "1 to 1 less 5% commission"),
        ("banker", "tie", "push"),
        ("tie", "tie", "8 to 1"),
    ]
    assert rows(rules(variant="ez"), "banker") == [
        ("banker", "banker wins with a three-card 7", "push"),
        ("banker", "banker wins", "1 to 1"),
        ("banker", "tie", "push"),
    ]
    assert rows(rules(variant="super6"), "banker")[0] == ("banker", "banker wins with a 6", "1 to 2")
    marked = rules(commission_method="mark", commission_rate="0.045")
    assert rows(marked, "banker")[0] == ("banker", "banker wins", "1 to 1, 4.5% commission marked")
    assert rows(RULES, "dragon_bonus_player")[:3] == [
        ("dragon_bonus_player", "player wins with a natural", "1 to 1"),
        ("dragon_bonus_player", "tie with a natural", "push"),
        ("dragon_bonus_player", "player wins by 9", "30 to 1"),
    ]
    assert {row.bet for row in payout_lines(RULES)} == set(RULES.bets())


@pytest.mark.parametrize(
    ("when", "words"),
    [
        ({}, "any other coup"),
        ({"winner": ["player", "tie"]}, "player wins or tie"),
        ({"winner": "banker", "margin": "4+"}, "banker wins by 4 to 9"),
        ({"banker_cards": 3, "player_total": [6, 7]}, "player a 6 or 7 banker a three-card hand"),
        ({"natural": "none"}, "no natural"),
        ({"natural": "both"}, "both hands natural"),
        ({"natural": "player"}, "player natural"),
        ({"player_pair": False, "banker_pair": True}, "no player pair banker pair"),
    ],
)
def test_conditions_in_words(when, words):
    """Any condition can be printed."""
    under = rules({"pays": {"bet": [{"when": when, "pays": "3 to 2"}]}})
    assert rows(under) == [("bet", words, "3 to 2")]


def test_a_line_may_bring_its_own_wording():
    """It is handed on as it stands, in as many languages as it has."""
    text = {"en": "Dragon", "zh-Hans": "龙七"}
    under = rules({"pays": {"bet": [{"when": {"banker_total": 7}, "pays": "40 to 1", "text": text}, {"pays": "lose"}]}})
    assert [row.text for row in payout_lines(under)] == [text, None]
    assert payout_lines(under)[1].pays == "loses"


@pytest.mark.parametrize("text", ["8", "8-1", "eight to one", "8 to 0", "-8 to 1", "8 to 1 to 1", "0.5 for 1", "", None, 8])
def test_what_is_not_odds(text):
    """Odds are written `8 to 1`."""
    with pytest.raises(ValueError, match="is not odds"):
        read_odds(text)


def test_rules_know_their_bets_and_options():
    """What was given, and the defaults of the rest."""
    assert RULES.bets()[:3] == ["player", "banker", "tie"]
    assert RULES.options == {
        **OPTIONS,
        "commission_rate": "0.05",
        "commission_unit": "0.01",
        "commission_rounding": "nearest",
        "commission_method": "deduct",
        "payout_unit": "0",
        "payout_rounding": "up",
    }
