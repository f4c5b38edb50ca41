"""Roads as drawings: the cells and marks that `dealerkit.arithmetic.roads` lays out, read without colour, told in words."""

from __future__ import annotations

import re

import pytest

from dealerkit.errors import Impossible
from dealerkit.rules.games import game
from dealerkit.rules.road_book import road_book
from dealerkit.sheets.drawings.inks import inks
from dealerkit.sheets.drawings.roads import roads
from dealerkit.sheets.voice import LANGUAGES

from .svg import SPACE, compiled, read

SHOE = "B B Tb P P Pp B T T P B B B B B B B P Pb P"


@pytest.fixture(scope="module")
def book():
    """The roads of the game."""
    return road_book(game("mini-baccarat"))


def cells(drawn, side):
    """The letters of a drawing with the squares they lie in: `{(row, column): letter}`."""
    found = {}
    for group in read(drawn).iter(f"{SPACE}g"):
        at = re.fullmatch(r"translate\(([\d.]+) ([\d.]+)\) scale\([\d.]+\)", group.get("transform", ""))
        if at:
            letters = [node.text for node in group.findall(f"{SPACE}text")]
            found[round(float(at[2]) / side), round(float(at[1]) / side)] = "/".join(letters)
    return found


@pytest.mark.parametrize("ink", inks())
def test_each_mark_is_in_its_square(book, ink):
    """RO-01 to RO-05: letter by letter as the roads are laid out, with the ties counted where there are several."""
    results = book.read(SHOE)
    drawn = roads(game("mini-baccarat"), results, ink_name=ink)
    for kept in book.kept:
        one = drawn[kept.name]
        side = (one.width - 0.4) / kept.columns
        laid = kept.lay_out(results)
        wanted = {
            (mark.row, mark.column): book.marks[mark.what].letter + (f"/{mark.ties}" if mark.ties > 1 else "")
            for mark in laid.marks
        }
        assert cells(one, side) == wanted
        assert wanted


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_road_is_told_in_words(book, lang):
    """What is written in each column, and of an empty one how large it is."""
    results = book.read(SHOE)
    drawn, empty = roads(game("mini-baccarat"), results, lang), roads(game("mini-baccarat"), None, lang)
    for kept in book.kept:
        grid = book.grid(kept, results)
        for row in grid:
            assert all(cell in drawn[kept.name].alt for cell in row)
        assert {str(kept.rows), str(kept.columns)} <= set(re.findall(r"\d+", empty[kept.name].alt))
    assert drawn["big_road"].alt.startswith("Big road" if lang == "en" else "大路")


def test_a_long_road_fits_the_room(book):
    """A shoe of runs that change every coup takes more columns than the form has: its squares are smaller."""
    results = book.read("B P " * 45)
    for one in roads(game("mini-baccarat"), results, room=180).values():
        assert one.width <= 180.01
    assert roads(game("mini-baccarat"), results)["big_road"].width <= 262.01


def test_a_game_without_roads():
    """A clear error."""
    with pytest.raises(Impossible):
        roads(game("nap"))


def test_the_same_bytes_and_typst(book):
    """Empty and filled."""
    results = book.read(SHOE)
    first, second = (roads(game("mini-baccarat"), results) for _ in range(2))
    assert first == second
    assert compiled(*first.values(), *roads(game("mini-baccarat")).values()).startswith(b"%PDF")
