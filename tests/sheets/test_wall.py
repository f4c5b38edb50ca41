"""The poster: one page on any paper, with everything that a bettor reads from afar."""

from __future__ import annotations

import io

import attrs
import pypdf
import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.rules.games import game, games
from dealerkit.sheets.document import Control, Figure, Paper, inner, texts
from dealerkit.sheets.editions import edition
from dealerkit.sheets.editions.edition import EditionOrder
from dealerkit.sheets.editions.languages import make as in_languages
from dealerkit.sheets.editions.wall import EDITION, make, offered
from dealerkit.sheets.formats import render
from tests.sampling import daily_games

POSTERS = [name for name in games() if offered(game(name))]


def poster(name, rules=None, settings=None, **more):
    """The poster of a game."""
    return make(EditionOrder((game(name, rules, settings or {}),), **more))


@pytest.mark.parametrize("name", daily_games(3, of=POSTERS))
@pytest.mark.sample(3, rest="thorough")
def test_every_poster_is_one_page(name):
    """On A3, on A4 and on Letter; with a picture that is told in words."""
    for size in ("a3", "a4", "letter"):
        made = poster(name, paper=Paper(size))
        assert len(pypdf.PdfReader(io.BytesIO(render(made, "pdf")[0])).pages) == EDITION.pages == 1, size
    pictures = [one for outer in made.blocks for one in inner(outer) if isinstance(one, Figure)]
    assert pictures
    assert all(one.alt for one in pictures)


def test_games_at_home_have_none():
    """Nobody hangs a poster of Canasta on the wall of a casino."""
    assert "mini-baccarat" in POSTERS
    assert "holdem" in POSTERS
    assert "canasta" not in POSTERS


def test_what_is_paid_and_what_may_be_bet():
    """The numbers of the rule set in force, and of the options."""
    said = list(texts(poster("mini-baccarat")))
    assert {"8 to 1", "1 to 1 less 5% commission", "5000"} <= set(said)
    said = list(texts(poster("mini-baccarat", None, {"variant": "ez"})))
    assert "1 to 1 less 5% commission" not in said
    said = list(texts(poster("holdem", None, {"small_blind": "25", "big_blind": "50"})))
    assert {"25", "50", "no limit", "Big blind"} <= set(said)  # and not what the blind decides besides
    assert "Rake, in percent of the pot" not in said
    fixed = list(texts(poster("holdem", None, {"structure": "fixed_limit", "rake_percent": "5"})))
    assert {"fixed limit", "Bet on the early streets in fixed limit", "Rake, in percent of the pot", "5"} <= set(fixed)
    assert not [one for one in texts(poster("holdem", None, {"rake_cap": "5"})) if "Rake cap" in one]  # nothing is raked
    assert [one for one in texts(poster("holdem", None, {"rake_percent": "5", "rake_cap": "5"})) if "Rake cap" in one]


def test_what_no_bettor_sees_leaves_it_as_it_was():
    """An option of the dealer's moves nothing on the wall."""
    plain = render(poster("holdem"), "html")
    assert render(poster("holdem", None, {"tap": "no", "minimum_cut": "5", "count_stub": "every_hand"}), "html") == plain
    assert render(poster("holdem", None, {"small_blind": "2"}), "html") != plain


def test_large_print_of_a_poster_is_the_poster():
    """It is set as large as the paper allows already."""
    assert poster("holdem", paper=attrs.evolve(EDITION.paper, large=True)).paper == poster("holdem").paper


def test_the_letters_of_the_drawing_table_are_explained():
    """Nobody who reads N for the first time has to ask; where there is no such table nothing is explained."""
    said = list(texts(poster("mini-baccarat")))
    assert {"D: the hand draws a card (shaded)", "S: the hand stands", "N: natural, neither hand draws"} <= set(said)
    assert not [one for one in texts(poster("holdem")) if one.startswith(("D:", "N:"))]


@pytest.mark.parametrize("name", ["mini-baccarat", "holdem", "stud7-hilo", "courchevel"])
@pytest.mark.parametrize("lang", ["en", "en+zh-Hans"])
@pytest.mark.sample(1, most=3)
def test_a_house_with_all_its_marks_has_one_page(name: str, lang: str) -> None:
    """Name, address, number, edition and day above it, a note below it; two languages on the halves of a sheet."""
    control = Control(
        house="Riverside Card Room", number="RCR-1", edition="1", effective="1 December 2026", status="draft",
        address=("12 River Road", "Riverside"),
    )  # fmt: skip
    page = in_languages(EDITION, EditionOrder((game(name),), lang, control=control))
    assert len(pypdf.PdfReader(io.BytesIO(render(page, "pdf")[0])).pages) == 1
    assert page.paper.type_size >= EDITION.halves


def test_two_languages_on_small_paper_have_a_page_each_and_that_is_told() -> None:
    """On A4 the halves would be too small to be read from a wall."""
    typed = ["sheet", "mini-baccarat", "--doc", "wall", "--lang", "en+zh-Hans", "--format", "md"]
    small = CliRunner().invoke(main, [*typed, "--paper", "a4"])
    assert small.exit_code == 0
    assert "each language is on its own page" in small.stderr
    assert "--paper a3 has room for both" in small.stderr
    assert not CliRunner().invoke(main, typed).stderr


@pytest.mark.parametrize(
    ("name", "settings", "title"),
    [
        ("holdem", {"structure": "fixed_limit", "straddle": "button"}, "Who may straddle"),
        ("stud7", {"straddle": "under_the_gun"}, "Who may straddle"),
        ("holdem-short-deck", {"blinds_at": "button"}, "Small blind"),
        ("stud7", {"rake_percent": "5"}, "No flop, no drop"),
    ],
)
def test_what_decides_nothing_here_is_no_limit_and_no_rate(name, settings, title):
    """CO-44, DP-09, DP-27: an option says under which others it decides anything, and poster and rates go by that."""
    order = EditionOrder((game(name, None, settings),))
    assert title not in [*texts(make(order)), *texts(edition("rates").make(order))]
