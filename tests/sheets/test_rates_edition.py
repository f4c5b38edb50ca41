"""Bets, chances and what the house takes: printed to four places from exact counts, and no page without anything on it."""

from __future__ import annotations

import io
from fractions import Fraction
from itertools import combinations
from math import comb

import pypdf
import pytest

from dealerkit.arithmetic.odds import full_shoe, odds
from dealerkit.rules.coups import coup_rules
from dealerkit.rules.games import game
from dealerkit.rules.reports.odds import percent
from dealerkit.sheets.document import Heading, TableBlock, inner, plain, texts
from dealerkit.sheets.editions import EDITIONS, EditionOrder
from dealerkit.sheets.editions.rates import make
from dealerkit.sheets.formats import render
from tests.sampling import daily_games

SIDE_BETS = dict.fromkeys(("dragon7", "panda8", "player_pair", "banker_pair", "either_pair", "dragon_bonus_player"), "true")


def test_published_figures_of_baccarat_stand_on_the_paper() -> None:
    """Eight packs: the published chances and edges of the three bets (casino ledger 1.16), the edge with ties counted."""
    rows = _rows("mini-baccarat")
    assert rows["Player"][-4:] == ["44.6247%", "45.8597%", "9.5156%", "1.2351%"]
    assert rows["Banker"][-4:] == ["45.8597%", "44.6247%", "9.5156%", "1.0579%"]
    assert rows["Tie"][-1] == "14.3596%"
    assert rows["Tie"][0] == "8 to 1"


@pytest.mark.parametrize(
    "options", [{}, {"decks": "6"}, {"tie_pays": "9 to 1"}, {"variant": "super6"}, {"variant": "ez", **SIDE_BETS}]
)
def test_every_bet_in_force_has_its_exact_figures(options: dict[str, str]) -> None:
    """Shoe, variant, pay table and side bets in force: each bet offered is there, and no other, with what the engine counts."""
    played = game("mini-baccarat", None, options)
    rules = coup_rules(played)
    found = odds(rules, full_shoe(rules.points, int(played.options["decks"])))
    rows = _rows("mini-baccarat", options)
    offered = {name: spec["title"]["en"] for name, spec in played.data["felt"]["spots"].items() if spec.get("offered", True)}
    for bet, title in offered.items():
        row = found.bets[bet]
        shares = [percent(Fraction(part, found.total)) for part in (row.win, row.lose, row.push)]
        assert rows[title][-4:] == [*shares, percent(row.edge)]
    others = {spec["title"]["en"] for name, spec in played.data["felt"]["spots"].items() if name not in offered}
    assert not others & rows.keys()


def test_a_bet_with_several_prices_has_each_line_with_its_chance() -> None:
    """The lines of a side bet add up to the chance that it wins or pushes."""
    played = game("mini-baccarat", None, SIDE_BETS)
    rules = coup_rules(played)
    found = odds(rules, full_shoe(rules.points, 8))
    table = next(one for one in _tables("mini-baccarat", SIDE_BETS) if "When" in _head(one))
    said = [[plain(line) for cell in row for line in cell.lines][-3:] for row in table.rows]
    ways = found.bets["dragon_bonus_player"].ways
    assert said == [[way.when, way.pays, percent(Fraction(way.count, found.total))] for way in ways]


@pytest.mark.parametrize(("name", "cards"), [("holdem", 7), ("draw", 5), ("stud7", 7)])
@pytest.mark.thorough
def test_hands_add_up_to_all_ways_to_draw_them(name: str, cards: int) -> None:
    """The counts of a showdown's hands are exact: they add up, and four of them are known from everywhere."""
    table = next(one for one in _tables(name) if "Hand" in _head(one))
    counts = {plain(row[0].lines[0]): int(plain(row[1].lines[0]).replace(",", "")) for row in table.rows}
    assert sum(counts.values()) == comb(52, cards)
    assert counts["Royal flush"] == {5: 4, 7: 4324}[cards]
    assert counts["Full house"] == {5: 3744, 7: 3_473_184}[cards]


def test_rake_and_drop_are_those_in_force() -> None:
    """Nothing taken is said in a sentence; what is taken, with its cap and the rest that hangs on it, and no more."""
    assert "The house takes nothing from the pot." in list(texts(make(EditionOrder((game("holdem"),)))))
    taken = _rows("holdem", {"rake_percent": "5", "rake_cap": "4"})
    assert taken["Rake, in percent of the pot"] == ["5"]
    assert taken["Maximum rake (0: no limit)"] == ["4"]
    assert "Drop for a promotion" not in taken
    assert _rows("holdem", {"drop": "1", "drop_from": "10"})["Minimum pot for a promotional drop"] == ["10"]


def test_stakes_fit_the_betting_structure() -> None:
    """Bets of fixed limit are told where the limit is fixed."""
    assert "Bet on the early streets in fixed limit" not in _rows("holdem")
    assert _rows("stud7")["Bet on the early streets in fixed limit"] == ["4"]


def test_commission_is_told_where_there_is_one() -> None:
    """The variants without commission say nothing of it."""
    assert _rows("mini-baccarat")["Commission on a winning banker bet"] == ["5%"]
    assert not any("ommission on" in label for label in _rows("mini-baccarat", {"variant": "ez"}))


@pytest.mark.parametrize("name", daily_games(6))
@pytest.mark.sample(3, rest="thorough")
def test_it_is_offered_where_it_says_something_and_only_there(name: str) -> None:
    """No empty page; and of a game without bets and chances none at all. Where it is offered it is a page."""
    document = make(EditionOrder((game(name),)))
    parts = [plain(one.text) for one in document.blocks if isinstance(one, Heading)]
    assert EDITIONS["rates"].offered(game(name)) is (parts not in ([], ["Stakes"]))
    assert not any("_" in said for said in texts(document))


@pytest.mark.parametrize(
    ("name", "options"),
    [("mini-baccarat", SIDE_BETS), pytest.param("stud7-hilo", {}, marks=pytest.mark.slow), ("lowball-27", {}), ("red-dog", {})],
)
def test_it_is_one_page(name: str, options: dict[str, str]) -> None:
    """Side bets or high and low: one page."""
    (pdf,) = render(make(EditionOrder((game(name, None, options),))), "pdf")
    assert len(pypdf.PdfReader(io.BytesIO(pdf)).pages) == 1


def _tables(name: str, options: dict[str, str] | None = None) -> list[TableBlock]:
    blocks = [one for outer in make(EditionOrder((game(name, None, options or {}),))).blocks for one in inner(outer)]
    return [one for one in blocks if isinstance(one, TableBlock)]


def _head(table: TableBlock) -> list[str]:
    return [plain(line) for cell in table.head for line in cell.lines]


def _rows(name: str, options: dict[str, str] | None = None) -> dict[str, list[str]]:
    """Every row by what it begins with; of two the first."""
    found: dict[str, list[str]] = {}
    for table in _tables(name, options):
        for row in table.rows:
            label, *rest = [" ".join(map(plain, cell.lines)) for cell in row]
            found.setdefault(label, rest)
    return found


@pytest.mark.parametrize(("name", "unseen"), [("holdem", 47), ("holdem-short-deck", 31)])
def test_cards_that_help_are_counted_one_by_one(name: str, unseen: int) -> None:
    """Of every two cards that may come at last, those with one of nine that help: as a player counts them, pair by pair."""
    rows = {
        plain(row[0].lines[0]): [plain(one.lines[0]) for one in row[1:]]
        for block in make(EditionOrder((game(name),))).blocks
        for table in inner(block)
        if isinstance(table, TableBlock) and len(table.head) == 4 and plain(table.head[0].lines[0]) == "Outs"
        for row in table.rows
    }
    either = sum(1 for pair in combinations(range(unseen), 2) if min(pair) < 9)
    assert rows["9"] == [
        percent(Fraction(9, unseen)),
        percent(Fraction(9, unseen - 1)),
        percent(Fraction(either, comb(unseen, 2))),
    ]


def test_a_call_of_half_the_pot_must_win_a_quarter() -> None:
    """One paid to win four: the pot, the bet and the call itself; a house without pots reckons no calls."""
    said = list(texts(make(EditionOrder((game("holdem"),)))))
    at = said.index("1/2")
    assert said[at + 1] == percent(Fraction(1, 4))
    assert "Pot odds: how often a call must win" not in list(texts(make(EditionOrder((game("mini-baccarat"),)))))


def test_what_hangs_on_two_boards_or_on_cards_of_the_hand_is_not_told() -> None:
    """A card that helps on one board of two, or with two cards of four, is another count: nothing stands there."""
    for name in ("bomb-pot", "omaha", "stud7"):
        assert "Outs" not in list(texts(make(EditionOrder((game(name),)))))
