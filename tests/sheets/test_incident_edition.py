"""The blank report of an incident: one page, with the seats and boxes of the game."""

from __future__ import annotations

import io

import pypdf
import pytest

from dealerkit.rules.games import game, games
from dealerkit.sheets.document import Control, Figure, Paper, TableBlock, inner, plain, texts
from dealerkit.sheets.editions import EDITIONS, EditionOrder
from dealerkit.sheets.editions.incident import EDITION, make
from dealerkit.sheets.formats import render

SIDE_BETS = dict.fromkeys(("dragon7", "panda8", "super6", "player_pair", "banker_pair"), "true")
HOUSE = Control(
    house="Cedar Room", address=("1 Long Street", "Rivertown"), number="F-12", edition="3", effective="2026-11-01",
    status="in force", prepared_by="A. Reader", approved_by="B. Writer", copy="amber tide",
)  # fmt: skip


def test_it_lists_seats_and_boxes_of_its_game() -> None:
    """A row a seat; a column a bet that is offered, or what lies before a player; a row a place for cards that is nobody's."""
    tables = _tables("mini-baccarat")
    assert ["Seat", "Player", "Banker", "Tie"] in [head for head, _ in tables]
    assert [first for head, rows in tables if head[:2] == ["Seat", "Player"] for first in rows] == list("123456789")
    assert ["Shoe", "Player", "Banker", "Discard rack"] in [rows for _, rows in tables]
    tables = _tables("holdem")
    assert ["Seat", "Hand", "Bet"] in [head for head, _ in tables]
    assert any("Board" in rows for _, rows in tables)


def test_a_side_bet_that_is_offered_has_its_column() -> None:
    """What the house offers is what can be disputed there."""
    heads = [head for head, _ in _tables("mini-baccarat", {"dragon7": "true"})]
    assert ["Seat", "Player", "Banker", "Tie", "Dragon 7"] in heads


def test_the_table_is_drawn_to_draw_in() -> None:
    """The game's own table is on it, and told in words for whoever does not see it."""
    (figure,) = [
        one for outer in make(EditionOrder((game("mini-baccarat"),))).blocks for one in inner(outer) if isinstance(one, Figure)
    ]
    assert "Seats 1 to 9" in figure.alt
    assert figure.svg.startswith("<svg")


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize(
    ("name", "options"), [("mini-baccarat", {}), ("mini-baccarat", SIDE_BETS), ("holdem", {}), ("stud7", {})]
)
@pytest.mark.sample(1, most=3)
def test_it_is_one_page(name: str, options: dict[str, str], size: str) -> None:
    """However much the head of the house takes, on A4 and on Letter."""
    known = game(name)
    asked = game(name, None, {option: value for option, value in options.items() if option in known.choices})
    document = make(
        EditionOrder((asked,), paper=Paper(size, points=EDITION.paper.points, margin=EDITION.paper.margin), control=HOUSE)
    )
    (pdf,) = render(document, "pdf")
    assert len(pypdf.PdfReader(io.BytesIO(pdf)).pages) == 1


def test_it_is_for_games_of_a_house_and_says_no_name_of_a_file() -> None:
    """A game at home has nobody to report to; what stands on the page are words."""
    for name in games():
        offered = EDITIONS["incident"].offered(game(name))
        assert offered is (game(name).data.get("dealing") == "house")
        if offered:
            assert not any("_" in said for said in texts(make(EditionOrder((game(name),)))))


def _tables(name: str, options: dict[str, str] | None = None) -> list[tuple[list[str], list[str]]]:
    """The tables of a report: head, and what each row begins with."""
    blocks = [one for outer in make(EditionOrder((game(name, None, options or {}),))).blocks for one in inner(outer)]
    return [
        ([plain(line) for cell in one.head for line in cell.lines], ["".join(map(plain, row[0].lines)) for row in one.rows])
        for one in blocks
        if isinstance(one, TableBlock)
    ]
