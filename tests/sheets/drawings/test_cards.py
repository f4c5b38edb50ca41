"""Cards as drawings: every face, each told in words, the suits told apart without colour."""

from __future__ import annotations

import pytest

from dealerkit.cards import FACES, Face
from dealerkit.errors import ActError, UnknownName
from dealerkit.sheets.drawings.cards import BACK, card, cards
from dealerkit.sheets.drawings.inks import inks
from dealerkit.table.scene import named

from .svg import SPACE, compiled, labels, read

LANGUAGES = ("en", "zh-Hans", "zh-Hant")
ALL = [*FACES, BACK]


@pytest.mark.parametrize("ink", inks())
def test_every_card_is_drawn_and_no_two_alike(ink):
    """Fifty-two faces, the joker and the back, large and small, in every ink; none has a label that needs a font."""
    for compact in (False, True):
        drawn = {code: card(code, ink_name=ink, compact=compact) for code in ALL}
        assert len({one.svg for one in drawn.values()}) == len(ALL) == 54
        for code, one in drawn.items():
            read(one)
            assert labels(one) == []
            assert card(code, ink_name=ink, compact=compact).svg == one.svg


def test_each_card_is_named_as_the_scene_names_it():
    """The alternative text is what a screen reader says of a card elsewhere."""
    assert {code: card(code).alt for code in FACES} == {code: named(face) for code, face in FACES.items()}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_card_has_its_own_name(lang):
    """In every language, and in Chinese without English."""
    names = [card(code, lang=lang).alt for code in ALL]
    assert len(set(names)) == 54
    if lang != "en":
        assert not any(sign.isascii() and sign.isalpha() for name in names for sign in name if sign not in "AKQJ")


@pytest.mark.parametrize(("letter", "count"), [("A", 1), *((str(number), number) for number in range(2, 10)), ("T", 10)])
def test_a_card_has_as_many_pips_as_it_says(letter, count):
    """Besides the two at its corners; the inner line of an ace is none."""
    for suit in "cdhs":
        pips = [
            node
            for node in read(card(letter + suit)).iter(f"{SPACE}path")
            if (node.get("d") or "").startswith("M") and node.get("fill") != "none"
        ]
        own = {node.get("d") for node in pips}
        assert len(own) == 1
        assert len(pips) == count + 2


def test_red_and_black_are_told_apart_without_colour():
    """In black ink the red suits are outlines: no fill of a red pip is black, every fill of a black one is."""
    for code, face in FACES.items():
        if face.suit is None:
            continue
        fills = {node.get("fill") for node in read(card(code, ink_name="mono", compact=True)).iter(f"{SPACE}path")} - {"none"}
        assert fills == ({"#ffffff"} if face.suit.value in "dh" else {"#000000"})


def test_four_colours_are_four():
    """A pack of four colours has one for each suit."""
    fills = [
        {node.get("fill") for node in read(card(code, ink_name="four", compact=True)).iter(f"{SPACE}path")} - {"none"}
        for code in ("5c", "5d", "5h", "5s")
    ]
    assert len(set(map(tuple, fills))) == 4


def test_a_row_lies_in_order_and_in_its_frame():
    """A row is as wide as its cards; an overlapping one is narrower; it is told in order."""
    row, fan = cards("Ah Kd ??", width=10, gap=2), cards("Ah Kd ??", width=10, overlap=0.5)
    assert (row.width, fan.width) == (34, 20)
    assert row.alt == "Cards: ace of hearts, king of diamonds, card face down"
    assert cards([Face.read("Ah"), None]).alt == "Cards: ace of hearts, card face down"
    assert cards("", lang="zh-Hans").alt == "没有牌"
    read(row)
    read(fan)


def test_a_real_card_has_its_size():
    """Two and a half inches by three and a half."""
    assert (card("Ah").width, card("Ah").height) == (63.5, 88.9)


def test_what_is_no_card_and_no_ink():
    """A clear error."""
    with pytest.raises(ActError):
        card("Xx")
    with pytest.raises(UnknownName):
        card("Ah", ink_name="sepia")


def test_typst_draws_every_card():
    """In all inks; twice the same bytes."""
    drawn = [card(code, ink_name=ink, width=20) for ink in inks() for code in ALL]
    assert compiled(*drawn).startswith(b"%PDF")
