"""The scorecard of a baccarat table: what each coup came to, by its cards, shoe by shoe. RO-01 to RO-05"""

from __future__ import annotations

from collections import Counter

import pytest

import dealerkit as dk
from dealerkit.arithmetic.roads import RoadResult
from dealerkit.games.baccarat.scorecard import Scorecard
from dealerkit.rules.road_book import road_book
from dealerkit.table.table import Table

POINTS = {**{str(number): number for number in range(2, 10)}, "A": 1}


def came(table: Table) -> RoadResult:
    """The result of the coup that lies there, counted from its cards."""
    letters = {side: [table.felt.faces[card].letter for card in table.felt.cards(side)] for side in ("player", "banker")}
    player, banker = (sum(POINTS.get(letter, 0) for letter in letters[side]) % 10 for side in ("player", "banker"))
    winner = "player" if player > banker else "banker" if banker > player else "tie"
    return RoadResult(winner, tuple(f"{side}_pair" for side in ("banker", "player") if letters[side][0] == letters[side][1]))


def shoes_of(card: Scorecard, table: Table) -> list[list[tuple[str, list[str]]]]:
    """The results on a card, the dots in order."""
    return [[(result.winner, sorted(result.dots)) for result in shoe] for shoe in card.called(table)]


def test_a_coup_is_on_the_card_from_its_call_on():
    """Once, and so after its cards are cleared; the next shoe begins another row."""
    table = dk.Table("mini-baccarat", seats=1, seed=3, options={"decks": 6})
    book = road_book(table.game)
    assert book is not None
    card = Scorecard(table, book)
    shoes: list[list[tuple[str, list[str]]]] = [[]]
    calls = 0
    while len(shoes) < 2 or len(shoes[1]) < 3:
        act = table.next_act()
        assert act is not None
        if act.verb == "load" and shoes[-1]:
            shoes.append([])
        table.push(act)
        card.look(table)
        if act.verb == "call" and act.to[-1] in ("wins", "tie"):
            result = came(table)
            shoes[-1].append((result.winner, sorted(result.dots)))
            calls += 1
        assert [shoe for shoe in shoes_of(card, table) if shoe] == [shoe for shoe in shoes if shoe]
    assert calls > 50
    dots = Counter(dot for shoe in shoes for _, marks in shoe for dot in marks)
    assert dots["player_pair"] > 1
    assert dots["banker_pair"] > 1


COUP = ["d close", "d deal player 9h", "d deal banker 2s", "d deal player Kd", "d deal banker Qs"]


@pytest.mark.parametrize(
    ("more", "winners"),
    [
        pytest.param([], [], id="not-called"),
        pytest.param(["d call player wins"], ["player"], id="called"),
        pytest.param(["d call banker wins"], ["player"], id="its-cards-decide-whatever-was-called"),
        pytest.param(["d call player wins", "d clear"], ["player"], id="cleared"),
        pytest.param(["d clear"], ["player"], id="cleared-without-a-call"),
        pytest.param(["f rule void_hand"], [], id="void"),
        pytest.param(["d call player wins", "f rule void_hand"], [], id="void-after-its-call"),
    ],
)
def test_what_makes_a_coup_one_of_the_card(more: list[str], winners: list[str]):
    """A natural nine against two: its cards, or its call; never a coup that was ruled void."""
    table = dk.Table("mini-baccarat", seats=1, seed=3)
    table.advance("close")
    book = road_book(table.game)
    assert book is not None
    card = Scorecard(table, book)
    for line in ["s1 bet player 100", *COUP, *more]:
        table.push(line)
        card.look(table)
    assert [result.winner for shoe in card.called(table) for result in shoe] == winners
