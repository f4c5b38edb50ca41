"""A pay table read cell by cell: odds, conditions and points, and the limits of each."""

from __future__ import annotations

import pytest

from dealerkit.arithmetic.paytable import (
    PayLine,
    Problems,
    read_natural,
    read_number,
    read_odds,
    read_pays,
    read_player_draws,
    read_points,
    read_tableau,
    words,
)

OPTIONS = {"variant": "ez", "tie_pays": "9 to 1", "side": True}
BANKER = {"winner": frozenset({"banker"})}


@pytest.mark.parametrize(
    ("text", "odds"),
    [
        ("8 to 1", (8, 1)),
        ("8:1", (8, 1)),
        (" 8  to 1 ", (8, 1)),
        ("6 to 4", (3, 2)),
        ("0.95 to 1", (19, 20)),
        ("9 for 1", (8, 1)),
        ("3 for 2", (1, 2)),
        ("1 for 1", (0, 1)),
        ("0 to 1", (0, 1)),
        ("1 to 10", (1, 10)),
    ],
)
def test_ba_67_odds(text, odds):
    """`for` counts the stake in; fractions are brought to their lowest terms."""
    assert read_odds(text) == odds


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        pytest.param({"when": {"winner": "banker"}, "pays": "push"}, PayLine(0, BANKER, "push", 0, 1, False, None), id="push"),
        pytest.param({"when": {"winner": "banker"}, "pays": "lose"}, PayLine(0, BANKER, "lose", 0, 1, False, None), id="lose"),
        pytest.param({"pays": "3 to 2"}, PayLine(0, {}, "win", 3, 2, False, None), id="odds"),
        pytest.param({"pays": "1 to 1", "commission": True}, PayLine(0, {}, "win", 1, 1, True, None), id="commission"),
        pytest.param({"pays": {"option": "tie_pays"}}, PayLine(0, {}, "win", 9, 1, False, None), id="odds-of-an-option"),
        pytest.param({"pays": "push", "text": "Tie"}, PayLine(0, {}, "push", 0, 1, False, "Tie"), id="wording"),
        pytest.param({"when": {"variant": "ez"}, "pays": "push"}, PayLine(0, {}, "push", 0, 1, False, None), id="in-force"),
        pytest.param({"when": {"variant": "EZ"}, "pays": "push"}, PayLine(0, {}, "push", 0, 1, False, None), id="capitals"),
        pytest.param(
            {"when": {"variant": ["super6", "ez"]}, "pays": "push"}, PayLine(0, {}, "push", 0, 1, False, None), id="one-of-two"
        ),
        pytest.param({"when": {"side": "true"}, "pays": "push"}, PayLine(0, {}, "push", 0, 1, False, None), id="yes"),
        pytest.param({"when": {"variant": "super6"}, "pays": "push"}, None, id="not-in-force"),
        pytest.param({"when": {"variant": "super6", "side": True}, "pays": "push"}, None, id="the-second-alone-in-force"),
        pytest.param({"when": {"side": True, "variant": "super6"}, "pays": "push"}, None, id="the-first-alone-in-force"),
        pytest.param(
            {"when": {"margin": "4+", "player_cards": [2, 3]}, "pays": "push"},
            PayLine(0, {"margin": frozenset(range(4, 10)), "player_cards": frozenset({2, 3})}, "push", 0, 1, False, None),
            id="features",
        ),
        pytest.param(
            {"when": {"player_cards": "3+", "player_pair": False}, "pays": "push"},
            PayLine(0, {"player_cards": frozenset({3}), "player_pair": frozenset({False})}, "push", 0, 1, False, None),
            id="a-span-further-than-the-feature",
        ),
    ],
)
def test_a_pay_line(raw, line):
    """Every field of it; a line that the options leave out is none, and no problem."""
    problems: Problems = []
    read = read_pays({"pays": {"bet": [raw]}}, OPTIONS, problems)
    assert (read, problems) == ({"bet": (line,) if line else ()}, [])


def test_a_line_keeps_its_place_in_the_file():
    """Also behind one that is not in force."""
    lines = [{"when": {"variant": "super6"}, "pays": "1 to 2"}, {"pays": "1 to 1"}, {"pays": "push"}]
    assert [line.place for line in read_pays({"pays": {"bet": lines}}, OPTIONS, [])["bet"]] == [1, 2]


@pytest.mark.parametrize(
    ("raw", "keys"),
    [
        ({"when": {"winner": "banker"}}, ()),
        ({"pays": "8-1"}, ("pays",)),
        ({"pays": {"option": "odds"}}, ("pays",)),
        ({"pays": "push", "commission": 1}, ("commission",)),
        ({"pays": "push", "when": "tie"}, ("when",)),
        ({"pays": "push", "when": {"winer": "tie"}}, ("when", "winer")),
        ({"pays": "push", "when": {"margin": True}}, ("when", "margin")),
        ({"pays": "push", "when": {"margin": "6-2"}}, ("when", "margin")),
        ({"pays": "push", "when": {"player_cards": [2, 4]}}, ("when", "player_cards")),
        ({"pays": "push", "when": {"player_pair": "true"}}, ("when", "player_pair")),
        ({"pays": "push", "when": {"winner": "draw"}}, ("when", "winner")),
        ("push", ()),
    ],
)
def test_a_line_with_a_problem_is_told_once_and_left_out(raw, keys):
    """At its own place; the lines beside it are read."""
    problems: Problems = []
    read = read_pays({"pays": {"bet": [{"pays": "push"}, raw, {"pays": "1 to 1"}]}}, OPTIONS, problems)
    assert [line.place for line in read["bet"]] == [0, 2]
    assert [place for place, _ in problems] == [("tables", "pays", "bet", 1, *keys)]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("winer", "unknown feature or option: 'winer'; did you mean winner?"),
        ("banker_card", "unknown feature or option: 'banker_card'; did you mean banker_cards?"),
        ("weather", "unknown feature or option: 'weather'; known features: winner, natural, player_natural, "),
    ],
)
def test_an_unknown_feature_is_told_with_the_nearest(name, hint):
    """Or, where none is near, with all."""
    problems: Problems = []
    read_pays({"pays": {"bet": [{"when": {name: True}, "pays": "push"}]}}, OPTIONS, problems)
    assert [text.startswith(hint) for _, text in problems] == [True]


@pytest.mark.parametrize(
    ("name", "wanted", "allowed"),
    [("player_pair", "yes", "true or false"), ("player_cards", 4, "2, 3"), ("winner", "draw", "banker, player, tie")],
)
def test_an_answer_that_cannot_be_is_told_with_those_that_can(name, wanted, allowed):
    """For a truth its two values, for all others the list."""
    problems: Problems = []
    read_pays({"pays": {"bet": [{"when": {name: wanted}, "pays": "push"}]}}, OPTIONS, problems)
    assert [text for _, text in problems] == [f"'{name}' can't be '{wanted}'; allowed: {allowed}"]


def test_an_option_that_can_never_be_so_is_a_problem():
    """The reader of the game's options says which values there are."""

    def read(name, value):
        if value == "never":
            msg = f"{name} is never that"
            raise ValueError(msg)
        return value

    problems: Problems = []
    line = {"when": {"variant": "never"}, "pays": "push"}
    assert read_pays({"pays": {"bet": [line]}}, OPTIONS, problems, read) == {"bet": ()}
    assert problems == [(("tables", "pays", "bet", 0, "when", "variant"), "variant is never that")]


@pytest.mark.parametrize("natural", range(1, 11))
def test_ba_28_a_natural(natural):
    """From 1 to 9, or 10 for none."""
    problems: Problems = []
    assert (read_natural({"natural": natural}, problems), problems) == (natural, [])


@pytest.mark.parametrize("natural", [0, 11, -1, True, "8", None])
def test_ba_28_no_natural(natural):
    """Told, and read as 8."""
    problems: Problems = []
    assert read_natural({"natural": natural}, problems) == 8
    assert [place for place, _ in problems] == [("tables", "natural")]


@pytest.mark.parametrize(("value", "fits"), [(0, True), (9, True), (-1, False), (10, False), (True, False), ("5", False)])
def test_ba_26_points(value, fits):
    """A card counts 0 to 9."""
    problems: Problems = []
    points = read_points({"points": {"A": 1, "K": value}}, problems)
    assert points["A"] == 1
    assert [place for place, _ in problems] == ([] if fits else [("tables", "points", "K")])
    if fits:
        assert points == {"A": 1, "K": value}


@pytest.mark.parametrize("points", [None, {}, [1, 2]])
def test_no_points_at_all(points):
    """They are missing."""
    problems: Problems = []
    assert read_points({"points": points}, problems) == {}
    assert [place for place, _ in problems] == [("tables", "points")]


@pytest.mark.parametrize(
    ("text", "totals"),
    [
        ("0-5", range(6)),
        ("4+", range(4, 10)),
        ("9+", [9]),
        ("5-5", [5]),
        (7, [7]),
        (0, [0]),
        (["0-2", "7", "9+"], [0, 1, 2, 7, 9]),
        ("5-4", []),
        ("10", []),
        (None, []),
    ],
)
def test_ba_32_totals_on_which_the_player_hand_draws(text, totals):
    """A total, two and all between, or one and all above; nothing else."""
    problems: Problems = []
    assert read_player_draws({"player_draws": text}, problems) == tuple(total in totals for total in range(10))
    assert [place for place, _ in problems] == ([] if totals else [("tables", "player_draws")])


def test_ba_35_every_cell_of_the_tableau_stands_at_its_place():
    """One cell that draws, at each place in turn; rows of naturals may be left out."""
    for total in range(8):
        for column in range(11):
            rows = {str(row): ["S"] * 11 for row in range(8)}
            rows[str(total)][column] = "D"
            problems: Problems = []
            cells = read_tableau({"tableau": rows}, 8, problems)
            assert (len(cells), [at for at, cell in enumerate(cells) if cell], problems) == (110, [11 * total + column], [])


@pytest.mark.parametrize(
    ("natural", "change", "places"),
    [
        (8, {}, []),
        (9, {}, ["8"]),
        (10, {}, ["8", "9"]),
        (10, {"8": ["D"] * 11, "9": ["D"] * 11}, []),
        (8, {"3": ["D"] * 10}, ["3"]),
        (8, {"3": ["D"] * 12}, ["3"]),
        (8, {"8": ["D"] * 11}, []),
        (8, {"10": ["D"] * 11}, ["10"]),
    ],
)
def test_rows_of_the_tableau_that_are_needed(natural, change, places):
    """Those below a natural, each of eleven cells."""
    problems: Problems = []
    read_tableau({"tableau": {**{str(row): ["S"] * 11 for row in range(8)}, **change}}, natural, problems)
    assert [place[2] for place, _ in problems] == places


@pytest.mark.parametrize(
    ("when", "said"),
    [
        ({"winner": ["player", "banker"]}, "banker or player wins"),
        ({"winner": ["player", "banker", "tie"]}, "banker or player wins or tie"),
        ({"winner": "player", "player_cards": 3}, "player wins with a three-card hand"),
        ({"winner": "player", "banker_cards": 2}, "player wins banker a two-card hand"),
        ({"player_cards": [2, 3]}, "player a two or three-card hand"),
        ({"player_total": 6}, "player a 6"),
        ({"player_total": [6, 7]}, "player a 6 or 7"),
        ({"player_total": [5, 6, 7]}, "player a 5 to 7"),
        ({"player_total": [4, 6, 7]}, "player a 4 or 6 or 7"),
        ({"winner": "banker", "banker_natural": True}, "banker wins with a natural"),
        ({"winner": "tie", "player_natural": True}, "tie with a natural"),
        ({"winner": "player", "banker_natural": True}, "player wins banker natural"),
        ({"winner": "banker", "banker_natural": False}, "banker wins no banker natural"),
        ({"either_pair": True}, "either pair"),
        ({"natural": "banker"}, "banker natural"),
        ({"margin": 4}, "by 4"),
    ],
)
def test_a_condition_as_a_dealer_says_it(when, said):
    """What wins comes first, then with which hand."""
    line = read_pays({"pays": {"bet": [{"when": when, "pays": "push"}]}}, {}, [])["bet"][0]
    assert words(line.when) == said


@pytest.mark.parametrize(("text", "number"), [("0.05", (1, 20)), ("1/20", (1, 20)), (3, (3, 1)), ("1/0", None), ("five", None)])
def test_exact_numbers(text, number):
    """None for text that is none."""
    read = read_number(text)
    assert (read and (read.numerator, read.denominator)) == number
