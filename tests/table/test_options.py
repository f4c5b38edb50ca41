"""Options decide what the table does, not only what is printed: side bets on the layout, and whose rulings hold."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.cards import Face, read_cards
from dealerkit.rules.games import game as load
from dealerkit.rules.games import games
from dealerkit.rules.options import make_option
from dealerkit.table.bots import Bots, sensible
from tests.attack.tables import clean


def _values() -> list[tuple[str, str, str]]:
    """Every value that an option may be set to instead of its own, where it is one of several, game by game."""
    return [
        (name, option, str(value))
        for name in games()
        for option, spec in load(name).data["options"].items()
        if (made := make_option(option, spec)).kind == "choice"
        for value in made.values
        if str(value) != str(spec["default"]).lower()
    ]


def _beside(name: str, option: str, value: str) -> dict[str, object]:
    """Return other values of the options that exclude this one with the values they have."""
    choices = load(name).data["options"]
    barred = (choices[option].get("not_with") or {}).get(value) or {}
    return {other: next(one for one in choices[other]["values"] if one != bar) for other, bar in barred.items()}


def cards(text: str) -> list[Face]:
    """Cards in the order in which they leave the shoe, the first card and its burn before them."""
    return [face for face in read_cards("Ac Ks " + text) if face is not None]


# Cards of a coup in shoe order; the bet, what it is paid for a stake of 10 (0: it loses).
SIDE_BETS = [
    pytest.param("panda8", "2h Tc 3h 2c 3s 5d", 250, id="BA-74 player wins with a three-card 8"),
    pytest.param("panda8", "8h Tc Th 2c", 0, id="BA-74 a natural 8 loses"),
    pytest.param("super6", "Th 4c 6h 2c", 0, id="BA-75 six all loses"),
    pytest.param("super6", "Th Tc 2h 6c Td", 120, id="BA-75 banker wins with 6"),
    pytest.param("dragon7", "Th 2c 2h 2d 2s 3c", 400, id="BA-73 banker wins with a three-card 7"),
    pytest.param("dragon7", "Th 3c 6h 4d", 0, id="BA-73 a two-card 7 loses"),
    pytest.param("player_pair", "9h 2c 9d 4c", 110, id="BA-76 nine and nine"),
    pytest.param("player_pair", "Kh 2c Qd 7c", 0, id="BA-76 king and queen are not a pair"),
    pytest.param("banker_pair", "9h 2c Td 2d", 110, id="BA-76 two and two"),
    pytest.param("banker_pair", "9h 2c 9d 4c", 0, id="BA-76 the player's pair is not the banker's"),
    pytest.param("either_pair", "9h 2c Td 2d", 50, id="BA-76 the banker's pair is one of the two"),
    pytest.param("either_pair", "9h 2c Td 4d", 0, id="BA-76 no pair"),
    pytest.param("dragon_bonus_player", "9h Tc Td Td", 10, id="BA-77 a natural pays even money, however wide the margin"),
    pytest.param("dragon_bonus_player", "Th Tc 2h Td 7d Th", 300, id="BA-77 nine to nothing on three cards"),
    pytest.param("dragon_bonus_banker", "Th Tc Kh 2d Td 6c", 100, id="BA-77 eight to nothing on three cards"),
    pytest.param("dragon_bonus_banker", "9h Tc Td Td", 0, id="BA-77 the other hand wins"),
]


@pytest.mark.parametrize(("bet", "coup", "pays"), SIDE_BETS)
def test_a_side_bet_that_is_offered_is_taken_and_paid_at_the_table(bet: str, coup: str, pays: int) -> None:
    """The right act passes in silence; another amount, or taking a winner, is a finding."""
    acts = {}
    for wrong in (False, True):
        table = dk.Table("mini-baccarat", seats=1, deck=cards(coup), options={bet: True})
        table.advance("bets")
        assert table.push(f"s1 bet {bet} 10") == ()
        table.advance("take" if not pays else "pay")
        due = [act.text for act in table.plan() if act.to[-1] == bet]
        assert due == ([f"d pay s1 {bet} {pays}"] if pays else [f"d take s1 {bet} 10"])
        acts[wrong] = table.push(f"d pay s1 {bet} {pays + 10}" if wrong else due[0])
    assert acts[False] == ()
    only_the_number_of_cards = bet in ("dragon7", "panda8") and not pays  # the hand has two cards, not three
    wrong_code = "coup/three-card-bet-paid-on-two" if only_the_number_of_cards else "coup/wrong-payout"
    assert [finding.code for finding in acts[True]] == [wrong_code]


def test_dragon_bonus_natural_tie_gives_the_bet_back() -> None:
    """BA-77, BA-55: equal naturals push, so nothing is taken and nothing is paid, and the bet lies there for the next coup."""
    table = dk.Table("mini-baccarat", seats=1, deck=cards("9h 9c Td Ts"), options={"dragon_bonus_player": True})
    table.advance("bets")
    table.push("s1 bet dragon_bonus_player 10")
    table.advance("clear")
    assert not any(act.verb in ("take", "pay") for act in table.log)
    table.advance()
    lies = table.felt.rows["dragon_bonus_player"][1]
    assert lies == 1000
    assert table.felt.rows["stack"][1] + lies == table.setup.stacks[1]


@pytest.mark.parametrize(
    "bet",
    [
        "dragon7",
        "panda8",
        "super6",
        "player_pair",
        "banker_pair",
        "either_pair",
        "dragon_bonus_player",
        "dragon_bonus_banker",
    ],
)
def test_a_side_bet_that_is_not_offered_is_no_bet(bet: str) -> None:
    """BA-73 to BA-78: off unless the house offers it; chips put there are no bet, and nobody is paid for them."""
    table = dk.Table("mini-baccarat", seats=1, seed=1)
    table.advance("bets")
    assert [finding.step for finding in table.push(f"s1 bet {bet} 10")] == ["bets"]
    table.advance("clear")
    assert not any(act.verb in ("take", "pay") for act in table.log)
    table = dk.Table("mini-baccarat", seats=1, seed=1, options={bet: True})
    table.advance("bets")
    assert table.push(f"s1 bet {bet} 10") == ()


def surplus(irregularities: str) -> tuple[str, list[str]]:
    """How a card too many that everybody has seen is ruled on, and what is expected then."""
    options = {"irregularities": irregularities, "burn_count": "face_value_court_10"}  # the ace burns one
    table = dk.Table("mini-baccarat", seats=1, deck=cards("9h 2c Td 5c 4s"), options=options)
    table.advance("bets")
    table.push("s1 bet player 100")
    table.advance("result")
    assert [finding.code for finding in table.push("d deal banker")] == ["coup/drawn-on-natural"]
    (given,) = table.rulings
    return given.ruling.rules_set, [act.text for act in table.plan()]


@pytest.mark.parametrize("name", ["us", "france", "spain", "macau", "nsw", "louisiana"])
def test_the_option_chooses_whose_rulings_hold(name: str) -> None:
    """BI-01 to BI-22: a ruling belongs to a profile and names it; its remedy is what the dealer does next."""
    assert surplus(name) == (name, ["d discard banker"])


@pytest.mark.parametrize(
    ("name", "outcome"),
    [("us", "card_replaced"), ("spain", "card_replaced"), ("macau", "card_plays"), ("france", "card_replaced")],
)
def test_bi_03_a_boxed_card_is_ruled_on_by_the_set_that_was_chosen(name: str, outcome: str) -> None:
    """Only in Macau does a card that lay face up in the shoe play."""
    table = dk.Table("mini-baccarat", seats=1, options={"irregularities": name}, seed=5)
    table.advance("bets")
    table.push("s1 bet player 100")
    table.advance("deal")
    table.push("d deal player boxed")
    assert [(given.ruling.rules_set, given.ruling.outcome) for given in table.rulings] == [(name, outcome)]


@pytest.mark.sample(40, most=14)
@pytest.mark.parametrize(("name", "option", "value"), _values())
def test_at_a_full_table_nobody_is_accused_whatever_the_house_has_chosen(name: str, option: str, value: str) -> None:
    """Where the game takes so many seats, or as many as the pack then serves, a perfect dealer deals a hand without a slip."""
    options = {**_beside(name, option, value), option: value}
    players = load(name, None, options).data["players"]
    seats = dk.Table(name, options=options).seats if players.get("all_served") else int(players["max"])
    table = dk.Table(name, seats=seats, seed=5, options=options)
    for act in clean(table, Bots(sensible, 5), 1):
        assert table.push(act) == (), act.text
