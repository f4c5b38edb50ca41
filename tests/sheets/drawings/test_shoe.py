"""The cut and the shoe as a drawing: by the options in force, in every language."""

from __future__ import annotations

import re

import pytest

from dealerkit.errors import Impossible
from dealerkit.rules.games import game, games
from dealerkit.sheets.drawings.inks import inks
from dealerkit.sheets.drawings.letters import width
from dealerkit.sheets.drawings.shoe import ORDER, shoe, shoe_of

from .svg import SPACE, compiled, labels, read

LANGUAGES = ("en", "zh-Hans", "zh-Hant")


def numbers(settings, lang="en"):
    """Every number on the drawing of a shoe under some options."""
    return set(re.findall(r"\d+", " ".join(labels(shoe(game("mini-baccarat", None, settings), lang)))))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_options_are_on_the_picture(lang):
    """BA-02, BA-18, BA-56: packs, cards, the cards on both sides of the cut card, coups after it."""
    assert {"8", "416", "52", "364", "10"} <= numbers({}, lang)
    assert {"6", "312", "14", "298", "2"} <= numbers({"decks": "6", "cut_card_depth": "14", "coups_after_cut_card": "2"}, lang)


def test_the_cut_card_stands_to_scale():
    """Its place along the bar is its place among the cards."""
    for depth in (0, 14, 104, 208):
        root = read(shoe(game("mini-baccarat", None, {"cut_card_depth": str(depth)}), ink_name="colour"))
        (slab,) = (node for node in root.iter(f"{SPACE}rect") if float(node.get("width", "0")) == 1.8)
        assert float(slab.get("x", "")) == pytest.approx(178.2 * (416 - depth) / 416, abs=0.01)


def test_bj_24_a_deck_dealt_from_the_hand_has_a_top_and_no_shoe():
    """BJ-19: two packs with a quarter behind the cut card; a continuous shuffler is not cut at all (BJ-23)."""
    drawn = labels(shoe(game("blackjack", None, {"deal_style": "pitch"})))
    assert {"top", "bottom"} <= set(drawn)
    assert "comes out first" not in drawn
    assert "comes out first" in labels(shoe(game("blackjack")))
    with pytest.raises(Impossible, match="not cut"):
        shoe(game("blackjack", None, {"deal_style": "csm"}))


@pytest.mark.parametrize(
    ("how", "after_ten", "after_ace"),
    [
        ("face_value_court_10", 10, 1),
        ("point_value", 0, 1),
        ("ace_11", 10, 11),
        ("number_of_decks", 7, 7),
        ("whole_face_value", 9, 0),
    ],
)
def test_burned_after_the_first_card(how, after_ten, after_ace):
    """BA-22, and the whole set of order 83/2011 in which the first card is one of it."""
    found = shoe_of(game("mini-baccarat", None, {"burn_count": how}))
    assert (found.burned["T"], found.burned["A"]) == (after_ten, after_ace)
    assert list(found.burned) == list(ORDER)
    drawn = shoe(game("mini-baccarat", None, {"burn_count": how}))
    if after_ten != after_ace:
        said = [label for label in labels(drawn) if label.isdigit()]
        assert [int(label) for label in said[-14:-1]] == list(found.burned.values())


def test_a_pack_cut_by_hand():
    """CU-10, DP-08: fewest cards of a cut at both ends, no shoe, nothing burned before the deal."""
    found = shoe_of(game("holdem", None, {"minimum_cut": "12"}))
    assert (found.packs, found.cards, found.minimum, found.behind, found.burned, found.shoe) == (1, 52, 12, 0, {}, False)
    assert "The cut: anywhere but in the 12 cards at each end" in labels(shoe(game("holdem", None, {"minimum_cut": "12"})))
    assert shoe_of(game("holdem-short-deck")).cards == 36


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_game_that_is_cut_is_drawn(lang):
    """No label sticks out; no English in Chinese."""
    drawn = 0
    for name in games():
        try:
            made = shoe(game(name), lang)
        except Impossible:
            continue
        drawn += 1
        for node in read(made).iter(f"{SPACE}text"):
            x, size = float(node.get("x", "0")) + 0.2, float(node.get("font-size", "0"))
            across = width(node.text or "", size, bold=node.get("font-weight") == "bold")
            start = x - {"middle": across / 2, "end": across}.get(node.get("text-anchor", ""), 0)
            assert start >= -0.01
            assert start + across <= made.width + 0.01
        if lang != "en":
            assert re.findall(r"[A-Za-z]{2,}", " ".join([*labels(made), made.alt])) == []
    assert drawn > 20


def test_the_same_bytes_and_typst():
    """In every ink."""
    made = [shoe(game("mini-baccarat"), lang, ink_name=ink) for ink in inks() for lang in LANGUAGES]
    assert made == [shoe(game("mini-baccarat"), lang, ink_name=ink) for ink in inks() for lang in LANGUAGES]
    assert compiled(*made).startswith(b"%PDF")
