"""Score sheets: roads to be drawn in, columns to be written in; one sheet of paper."""

from __future__ import annotations

import io

import pypdf
import pytest

from dealerkit.rules.games import game, games
from dealerkit.sheets.document import Figure, TableBlock, texts
from dealerkit.sheets.editions.edition import EditionOrder
from dealerkit.sheets.editions.score import EDITION, make, offered
from dealerkit.sheets.formats import render

SCORED = [name for name in games() if offered(game(name))]


@pytest.mark.parametrize("name", SCORED)
@pytest.mark.sample(1, most=3)
def test_every_score_sheet_fits_on_a_sheet_of_paper(name):
    """Both sides of one; with a place for everybody."""
    made = make(EditionOrder((game(name),)))
    assert len(pypdf.PdfReader(io.BytesIO(render(made, "pdf")[0])).pages) <= EDITION.pages
    assert any(isinstance(one, Figure | TableBlock) for one in made.blocks)


def test_which_games_are_scored():
    """Baccarat by its roads, games at home by their marks; nobody scores a pot."""
    assert {"mini-baccarat", "canasta", "canasta-two", "all-fours", "golf"} <= set(SCORED)
    assert not {"holdem", "fan-tan", "red-dog"} & set(SCORED)


def test_bead_plate_and_big_road_are_there():
    """Each told in words for whoever cannot see it."""
    said = list(texts(make(EditionOrder((game("mini-baccarat"),)))))
    assert {"Bead plate", "Big road"} <= set(said)


def test_points_are_those_of_the_rules_in_force():
    """What a canasta is worth stands beside it."""
    said = list(texts(make(EditionOrder((game("canasta"),)))))
    assert {"Natural canastas (500 each)", "Mixed canastas (300 each)", "Red threes (100 each)", "Side 2"} <= set(said)
    assert "Player 1" in list(texts(make(EditionOrder((game("all-fours"),)))))
