"""The ranks of hands with cards: every example is what the game's ranking makes of it, in that order."""

from __future__ import annotations

import itertools
import re

import pytest

from dealerkit.arithmetic.ranking import name as hand_name
from dealerkit.arithmetic.ranking.order import category
from dealerkit.errors import Impossible
from dealerkit.rules.games import game, games
from dealerkit.rules.rankings import forms
from dealerkit.sheets.drawings.hands import form_of, hands, ranked
from dealerkit.sheets.drawings.inks import inks
from dealerkit.sheets.drawings.letters import width

from .svg import SPACE, compiled, labels, read

LANGUAGES = ("en", "zh-Hans", "zh-Hant")
NEEDS_WILD = {"five_of_a_kind"}
GAMES = [one for one in games() if one in forms() or "showdown" in game(one).data]


def parts(played):
    """The halves of a showdown."""
    shows = form_of(played)
    return [part for part in (shows.high, shows.low) if part is not None]


@pytest.mark.parametrize("name", GAMES)
def test_hands_stand_in_the_order_in_which_they_win(name):
    """Each beats the next one, by the game's own ranking; all kinds of hands are there that can be held."""
    played = game(name)
    for part in parts(played):
        rows = list(ranked(played, part))
        values = [part.ranker.value([face.index for face in row.faces]) for row in rows]
        assert all(values)
        assert all(one > other for one, other in itertools.pairwise(values))
        assert all(len(set(row.faces)) == len(row.faces) for row in rows)
        if part.ranker.order.low and part.name != "badugi":
            continue
        order = part.ranker.order
        assert {category(value, order) for value in values} == set(order.categories) - (NEEDS_WILD if not order.wild else set())


@pytest.mark.parametrize("name", GAMES)
def test_what_makes_a_hand_is_underlined(name):
    """The cards that are underlined make the hand by themselves: without the others it is of the same kind."""
    played = game(name)
    for part in parts(played):
        order = part.ranker.order
        for row in ranked(played, part):
            whole = [face.index for face in row.faces]
            made = part.ranker.value(whole[: row.makes])
            if row.makes < len(whole) and category(part.ranker.value(whole), order) != "four_flush":
                assert category(made, order) == category(part.ranker.value(whole), order)


def test_short_deck_puts_a_flush_over_a_full_house():
    """As procedures/ranking.yaml has it, and no card below six is shown."""
    played = game("holdem-short-deck")
    rows = list(ranked(played, form_of(played).high))
    titles = [row.title for row in rows]
    assert titles.index("Flush") < titles.index("Full house")
    assert {face.letter for row in rows for face in row.faces} <= set("AKQJT9876")


def test_house_options_move_the_table():
    """WC-05: five of a kind where a card is wild, whichever it is; no other example holds a wild card by chance."""
    wild = game("holdem", None, {"wild": "2"})
    rows = list(ranked(wild, form_of(wild).high))
    assert rows[0].title == "Five of a kind"
    assert [face.letter for face in rows[0].faces].count("2") == 1
    assert all("2" not in {face.letter for face in row.faces} for row in rows[1:])
    for rank in "3456789TJQKA":
        some = game("holdem", None, {"wild": rank})
        held = len(list(ranked(some, form_of(some).high)))
        assert held == (10 if rank in "AKQJT" else 11), rank  # a royal flush needs the ranks from ten to ace


def test_a_qualifier_shuts_out_hands():
    """HL-06: of eight or better no nine is shown, and the last one that qualifies is named."""
    played = game("omaha-hilo")
    part = form_of(played).low
    rows = list(ranked(played, part))
    assert rows[0].title == "5-4-3-2-A"
    assert rows[-1].title == "8-7-6-5-4"
    assert rows[-1].note == "the last that qualifies"
    assert list(hands(played)) == ["high", "low"]
    for most, worst in (("7", "7-6-5-4-3"), ("9", "9-8-7-6-5")):
        other = game("omaha-hilo", None, {"qualifier": most})
        last = list(ranked(other, form_of(other).low))[-1]
        assert (last.title, last.note) == (worst, "the last that qualifies")


def test_the_best_low_is_what_dealers_call_the_wheel():
    """The first row of the lowest scale is the hand with that name."""
    played = game("razz")
    part = form_of(played).low
    first = next(iter(ranked(played, part)))
    assert hand_name(part.ranker.value([face.index for face in first.faces]), part.ranker.order, part.words) == "wheel"


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", GAMES)
def test_the_picture_tells_what_it_shows(name):
    """Title, note and every card in the words; nothing sticks out; no English in Chinese."""
    played = game(name)
    for lang in LANGUAGES:
        drawn = hands(played, lang)
        assert drawn == hands(played, lang)
        for part, one in zip(parts(played), drawn.values(), strict=True):
            root = read(one)
            said = labels(one)
            for row in ranked(played, part, lang):
                assert row.title in one.alt
                assert row.note in one.alt
                assert row.title.split()[0] in " ".join(said)
            for node in root.iter(f"{SPACE}text"):
                if node.get("text-anchor") != "middle":
                    size = float(node.get("font-size", "0"))
                    end = float(node.get("x", "0")) + width(node.text or "", size, bold=node.get("font-weight") == "bold")
                    assert end <= one.width + 0.01
            if lang != "en":
                assert re.findall(r"[A-Za-z]{2,}", " ".join([*said, one.alt])) == []


def test_a_game_in_which_no_hands_are_compared():
    """A clear error."""
    with pytest.raises(Impossible):
        hands(game("nap"))


def test_typst_draws_them():
    """In every ink."""
    assert compiled(*(one for ink in inks() for one in hands(game("omaha-hilo"), ink_name=ink).values())).startswith(b"%PDF")
