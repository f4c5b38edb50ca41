"""Tables as drawings: whatever the felt of a game has is there, named, and no two boxes overlap."""

from __future__ import annotations

import itertools
import json
import re

import pytest

from dealerkit.rules.box_rows import children
from dealerkit.rules.games import Game, game, games
from dealerkit.sheets.drawings.inks import inks
from dealerkit.sheets.drawings.letters import LEADING, widest
from dealerkit.sheets.drawings.tables import DrawnPiece, apart, laid_out, layout

from .svg import compiled, labels, read

SIDE_BETS = (
    "dragon7",
    "panda8",
    "super6",
    "player_pair",
    "banker_pair",
    "either_pair",
    "dragon_bonus_player",
    "dragon_bonus_banker",
)
TABLES = [
    *((name, {}) for name in games()),
    ("mini-baccarat", dict.fromkeys(SIDE_BETS, "true")),
    ("mini-baccarat", {"dragon7": "true", "panda8": "true"}),
]
LANGUAGES = ("en", "zh-Hans", "zh-Hant")


def named(table) -> str:
    """A table's name in the test's id."""
    name, settings = table
    return f"{name}-{len(settings)}"


@pytest.mark.sample(4)
def test_a_table_turned_round_for_the_players(table):
    """The dealer is at its head, every box across from where it was, none over another; labels stay the same way up."""
    made, turned = laid_out(table), laid_out(table, seen_from="players")
    for one, other in itertools.combinations(turned.pieces, 2):
        assert far(one, other) or all(apart(a, b) for a in convex(one) for b in convex(other))
    for before, after in zip(made.pieces, turned.pieces, strict=True):
        assert (before.turn, before.lines, before.size) == (after.turn, after.lines, after.size)
        for axis, whole in ((0, made.width), (1, made.height)):
            ends = [point[axis] for point in before.outline]
            there = [point[axis] for point in after.outline]
            assert (min(there), max(there)) == pytest.approx((whole - max(ends), whole - min(ends)))
    drawn = layout(table, seen_from="players")
    read(drawn)
    assert ("players' side" in drawn.alt) is made.felt.house


@pytest.fixture(scope="module", params=TABLES, ids=named)
def table(request) -> Game:
    """A game, as it is or with side bets."""
    return game(request.param[0], None, request.param[1])


def convex(piece: DrawnPiece) -> list[tuple[tuple[float, float], ...]]:
    """The convex parts of a box: a sector is cut into narrow ones."""
    if piece.kind != "spot":
        return [piece.outline]
    half = len(piece.outline) // 2
    outer, inner = piece.outline[:half], piece.outline[half:][::-1]
    return [(outer[at], outer[at + 1], inner[at + 1], inner[at]) for at in range(half - 1)]


def far(one: DrawnPiece, other: DrawnPiece) -> bool:
    """Whether upright boxes round two pieces do not touch."""
    return any(
        max(point[axis] for point in a.outline) <= min(point[axis] for point in b.outline)
        for a, b in ((one, other), (other, one))
        for axis in (0, 1)
    )


def test_no_two_boxes_overlap_and_all_lie_on_the_picture(table):
    """Compared corner by corner; boxes lie alike whatever they are called."""
    made = laid_out(table)
    for one, other in itertools.combinations(made.pieces, 2):
        assert far(one, other) or all(apart(a, b) for a in convex(one) for b in convex(other)), (
            one.name,
            one.seat,
            other.name,
            other.seat,
        )
    assert all(0 <= x <= made.width and 0 <= y <= made.height for piece in made.pieces for x, y in piece.outline)


def test_every_label_fits_its_box(table):
    """By the table of widths, in every language; none is cut, none too small to be read."""
    shorts = {thing.name: [thing.short] for thing in laid_out(table).felt.things if thing.short}
    for piece in (piece for lang in LANGUAGES for piece in laid_out(table, lang).pieces):
        xs = [x for x, _ in piece.outline]
        ys = [y for _, y in piece.outline]
        room = max(max(xs) - min(xs), max(ys) - min(ys))
        assert widest(piece.lines, piece.size) <= room
        assert len(piece.lines) * piece.size * LEADING <= room
        said = "".join(piece.lines).replace(" ", "")
        wanted = {label.replace(" ", "") for label in (piece.title, str(piece.seat), *shorts.get(piece.name, ()))}
        assert said in wanted
        assert piece.size >= 1.9


def test_whatever_the_felt_has_is_on_the_picture(table):
    """Places, bets, chips and marks of the game's file, each with a box; at every seat what every seat has."""
    felt = table.data["felt"]
    made = laid_out(table)
    names = {piece.name for piece in made.pieces}
    places = {name for name, spec in felt["places"].items() if spec is not None} - {felt.get("start"), "held"}
    spots = {name for name, spec in (felt.get("spots") or {}).items() if (spec or {}).get("offered", True)}
    rows = {*(felt.get("rows") or ()), *(felt.get("pots") or ())} - {"ante", "dead"}
    melds = set((felt.get("melds") or {}).values())
    piles = {*(felt.get("piles") or {}), *(felt.get("side_piles") or {})} - melds - {*children(table.data)}
    house = table.data["dealing"] == "house"
    marks = set(felt.get("marks") or ()) if house else set()
    assert places | spots | rows | piles | marks <= names
    assert ("rack" in names) is house
    assert ("dealer" in names) is house
    assert ("button" in names) is (house and bool(table.data.get("button")))
    own = {piece.name for piece in made.pieces if piece.seat} - {"button"}
    for name in own:
        assert [piece.seat for piece in made.pieces if piece.name == name and piece.seat] == sorted(
            range(1, made.felt.seats + 1)
        ) or (name in spots)
    for seat in range(1, made.felt.seats + 1):
        assert {piece.name for piece in made.pieces if piece.seat == seat} >= own


def test_insurance_is_a_line_along_all_boxes_where_it_is_offered():
    """BJ-05: between the boxes and the dealer; a hand that was split has no place of its own."""
    made = laid_out(game("blackjack"))
    (line,) = (piece for piece in made.pieces if piece.name == "insurance")
    boxes = [piece for piece in made.pieces if piece.name == "main"]
    assert [piece.seat for piece in boxes] == [*range(1, 8)]
    assert min(x for x, _ in line.outline) < min(x for piece in boxes for x, _ in piece.outline) + 20
    assert line.middle[1] > max(piece.middle[1] for piece in boxes if piece.seat == 4)
    assert not {"second", "third", "fourth"} & {piece.name for piece in made.pieces}
    without = laid_out(game("blackjack", None, {"insurance": "no"}))
    assert "insurance" not in {piece.name for piece in without.pieces}


@pytest.mark.parametrize(("style", "title"), [("shoe", "Shoe"), ("pitch", "Deck in the hand"), ("csm", "Shuffler")])
def test_bj_24_the_felt_shows_what_the_cards_are_dealt_from(style, title):
    """A shoe, the deck in the dealer's hand, or the shuffler that takes the cards back (BJ-23)."""
    made = laid_out(game("blackjack", None, {"deal_style": style}))
    assert [thing.title for thing in made.felt.things if thing.name == "shoe"] == [title]


def test_the_bets_lie_outward_from_the_bettor_in_the_order_of_the_file():
    """BA-08: player, then banker, then tie; the first is nearest to the seat."""
    made = laid_out(game("mini-baccarat"))
    for seat in range(1, 10):
        at = {piece.name: piece.middle for piece in made.pieces if piece.seat == seat}
        x, y = next(piece.outline[0] for piece in made.pieces if piece.kind == "seat" and piece.seat == seat)
        far = [((at[name][0] - x) ** 2 + (at[name][1] - y) ** 2) for name in ("player", "banker", "tie")]
        assert far == sorted(far)


def test_seats_go_clockwise_from_the_dealers_left():
    """The dealer looks from the foot of the picture: seat 1 is at the left, the last one at the right."""
    for name in ("holdem", "mini-baccarat"):
        made = laid_out(game(name))
        seats = [piece.middle for piece in made.pieces if piece.kind == "seat"]
        assert seats[0][0] < made.width / 2 < seats[-1][0]
        cx, cy = made.width / 2, made.height / 2
        turns = [(a[0] - cx) * (b[1] - cy) - (a[1] - cy) * (b[0] - cx) for a, b in itertools.pairwise(seats)]
        assert all(turn > 0 for turn in turns)


@pytest.mark.sample(4)
def test_the_words_tell_what_the_picture_shows(table):
    """Every title stands in the alternative text; the same bytes each time."""
    for lang in LANGUAGES:
        drawn = layout(table, lang)
        read(drawn)
        assert layout(table, lang) == drawn
        for piece in laid_out(table, lang).pieces:
            if piece.kind not in {"seat", "mark"}:
                assert piece.title in drawn.alt


def test_a_chinese_table_has_no_english(table):
    """Where the game has a title in Chinese, everything on its table has one."""
    drawn = [layout(table, lang) for lang in LANGUAGES[1:]]
    said = " ".join([*(label for one in drawn for label in labels(one)), *(one.alt for one in drawn)])
    assert re.findall(r"[A-Za-z]{2,}", said) == []


HOSTILE = '<script>alert("1")</script> & \\ ]]> #{x} $y$ \u202e\x1b[31m'


def test_house_text_stays_text(tmp_path):
    """A title with markup, quotes and signs that a screen obeys is printed as it is, in a box and in the words."""
    house = {"set": "house", "extends": "us", "procedures": {"mini-baccarat": {"felt": {"spots": {"tie": {"title": HOSTILE}}}}}}
    file = tmp_path / "house.yaml"
    file.write_text(json.dumps(house), encoding="utf-8")
    drawn = layout(game("mini-baccarat", file))
    read(drawn)
    assert "<script" not in drawn.svg
    for sign in "\u202e\x1b":
        assert sign not in drawn.svg
        assert sign not in drawn.alt
    assert r"\u202e\x1b[31m" in drawn.alt
    assert '<script>alert("1")</script>' in drawn.alt
    assert "<script>" in "".join(labels(drawn))
    assert compiled(drawn).startswith(b"%PDF")


def test_ten_thousand_characters_are_cut_in_the_box_and_told_in_the_words(tmp_path):
    """A title that no box has room for ends in an ellipsis; nothing overlaps, and the whole of it is in the alternative text."""
    for long in ("x" * 10_000, "long " * 2_000, "庄" * 10_000):
        house = {"set": "house", "extends": "us", "procedures": {"mini-baccarat": {"felt": {"spots": {"tie": {"title": long}}}}}}
        file = tmp_path / "house.yaml"
        file.write_text(json.dumps(house), encoding="utf-8")
        made = laid_out(game("mini-baccarat", file))
        ties = [piece for piece in made.pieces if piece.name == "tie"]
        assert all(piece.lines[-1].endswith("…") for piece in ties)
        for one, other in itertools.combinations(made.pieces, 2):
            assert far(one, other) or all(apart(a, b) for a in convex(one) for b in convex(other))
        assert long.strip() in layout(game("mini-baccarat", file)).alt


def test_typst_draws_every_table():
    """In every ink."""
    for ink in inks():
        assert compiled(*(layout(game(name), ink_name=ink) for name in games())).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, {"Blackjack pays 3 to 2", "The dealer stands on soft 17", "Insurance pays 2 to 1"}),
        ({"blackjack_pays": "6 to 5", "soft17": "hit"}, {"Blackjack pays 6 to 5", "The dealer draws on soft 17"}),
    ],
)
def test_bj_05_the_layout_prints_what_a_natural_is_paid_and_the_rule_on_soft_17(options, words):
    """As they are in force; the line for insurance says its odds, and is gone with the insurance."""
    titles = {piece.title for piece in laid_out(game("blackjack", settings=options)).pieces}
    assert words <= titles
    without = {piece.title for piece in laid_out(game("blackjack", settings={**options, "insurance": "false"})).pieces}
    assert titles - without == {"Insurance pays 2 to 1"}
