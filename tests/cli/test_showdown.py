"""`dealerkit showdown`: who wins what, in text and as a document."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest
from click.testing import CliRunner, Result

from dealerkit.cli.main import main

BOARD = ("--board", "Ah Kd 7c 7s 2d")
ANN, BO = ("--hand", "Ann=AdKc"), ("--hand", "Bo=7h6h")
DRAW = ("draw", "--hand", "Ann=AhKdQcJs9s")


def run(*args: str, code: int = 0) -> Result:
    """Run the command, and return what came of it."""
    result = CliRunner().invoke(main, ["showdown", *args], env={"COLUMNS": "100"})
    assert result.exit_code == code, result.output
    return result


def test_the_document_is_the_published_one():
    """Every key of the interface; amounts as decimal strings."""
    assert json.loads(run("holdem", *BOARD, *ANN, *BO, "--pot", "300.50", "--json").stdout) == {
        "game": "holdem",
        "board": ["Ah", "Kd", "7c", "7s", "2d"],
        "hands": {
            "Ann": {
                "cards": ["Ad", "Kc"],
                "high": {
                    "category": "two_pairs",
                    "name": "two pair, aces and kings",
                    "cards": ["Ah", "Ad", "Kd", "Kc", "7c"],
                },
                "low": None,
            },
            "Bo": {
                "cards": ["7h", "6h"],
                "high": {"category": "three_of_a_kind", "name": "three sevens", "cards": ["7s", "7h", "7c", "Ah", "Kd"]},
                "low": None,
            },
        },
        "winners": ["Bo"],
        "high_winners": ["Bo"],
        "low_winners": [],
        "shares": {"Ann": "0", "Bo": "300.5"},
        "pots": [
            {
                "amount": "300.5",
                "names": ["Ann", "Bo"],
                "high_winners": ["Bo"],
                "low_winners": [],
                "shares": {"Bo": "300.5"},
                "odd_chips": [],
            }
        ],
    }


def test_sd_14_side_pots_come_before_the_main_pot():
    """The text tells pots in the order in which they are awarded, with who contests them and the odd chip's way."""
    said = run(
        "holdem", *BOARD, "--hand", "Ann=AdQc", "--hand", "Bo=AcQh", "--hand", "Cy=7h6h", "--pot", "90", "--pot", "25:Ann,Bo"
    ).output
    assert said.index("Side pot 1: 25 (Ann, Bo)") < said.index("Main pot: 90 (all)")
    assert "Cy wins with three sevens, over Ann's two pair, aces and sevens" in said
    assert "odd chip of 1 to Ann, the nearest left of the button (SD-10)" in said


def test_hl_02_both_halves_are_told():
    """High and low, each with what it beat; hands of one name are told apart."""
    said = run(
        "omaha-hilo",
        "--board",
        "8h 6c 2d Ks Qs",
        "--hand",
        "Ann=As3sKhTd",
        "--hand",
        "Bo=Ac4dQhJh",
        "--pot",
        "405",
        "--unit",
        "5",
    ).output
    assert "Ann wins high with pair of kings, over Bo's pair of queens" in said
    assert "Ann wins low with eight-six low (8 6 3 2 A), over Bo's eight-six low (8 6 4 2 A)" in said


def test_hl_06_no_low_is_said():
    """High takes all."""
    said = run("stud7-hilo", "--hand", "Ann=AhAdKsKd9sTsJh", "--hand", "Bo=9h8d7cQsQdTdTc", "--pot", "5").output
    assert "no low qualifies: high takes all" in said
    assert "> Ann gets 5" in said


def test_sd_12_the_smallest_chip_decides_what_is_odd():
    """Chips of 5: 105 halves into 55 and 50; without a unit the cents of the amount decide."""
    hilo = ("high-low-draw", "--hand", "Ann=KsKhKd4c2s", "--hand", "Bo=7s5h4d3c2d", "--json")
    assert json.loads(run(*hilo, "--pot", "105", "--unit", "5").stdout)["shares"] == {"Ann": "55", "Bo": "50"}
    assert json.loads(run(*hilo, "--pot", "0.15").stdout)["shares"] == {"Ann": "0.08", "Bo": "0.07"}
    assert json.loads(run(*hilo, "--pot", "105").stdout)["pots"][0]["odd_chips"][0]["rule"] == "SD-12"


def test_without_a_pot_the_winner_is_told():
    """A floor person asks only which hand is better."""
    assert "Bo wins with three sevens" in run("holdem", *BOARD, *ANN, *BO).output


def test_house_options():
    """Wild cards, the bug and declarations by --set and --declare."""
    assert "five aces" in run("draw", "--hand", "Ann=Ah Ad 2c 2s Ac", "--set", "wild=2").output
    assert "three aces" in run("draw", "--hand", "Ann=Ah Ad Jk 9s 8c", "--set", "joker=bug").output
    hilo = ("high-low-draw", "--hand", "Ann=KsKhKd4c2s", "--hand", "Bo=7s5h4d3c2d", "--set", "high_low=declare", "--pot", "10")
    assert "> Ann gets 10" in run(*hilo, "--declare", "Ann=HIGH", "--declare", "Bo=high").output


@pytest.mark.parametrize(
    ("args", "what"),
    [
        (("holdm", *ANN), "did you mean holdem"),
        (("holdem", *ANN), "the board has no cards"),
        (("holdem", *BOARD, "--hand", "Ann=AhKc"), "Ah is in the board and in Ann"),
        (("holdem", *BOARD, *ANN, *ANN), "named twice"),
        (("holdem", *BOARD), "no hand given"),
        ((*DRAW, "--hand", "AhKd"), "not of the form"),
        ((*DRAW, "--hand", "A,B=2h3h4h5h7c"), "cannot be a name"),
        ((*DRAW, "--hand", "Bo=2h3h4h5hXX"), "is not a card"),
        ((*DRAW, "--pot", "-5"), "can't be below zero"),
        ((*DRAW, "--pot", "5:Zed"), "unknown hand: 'Zed'"),
        ((*DRAW, "--pot", "5:"), "name the players after the colon"),
        ((*DRAW, "--pot", "five"), "not a number"),
        ((*DRAW, "--pot", "7", "--unit", "5"), "not a whole number of chips"),
        ((*DRAW, "--pot", "7", "--unit", "0"), "more than zero"),
        ((*DRAW, "--pot", "7", "--unit", "-1"), "more than zero"),
        ((*DRAW, "--button", "Zed"), "unknown hand: 'Zed'"),
        ((*DRAW, "--set", "wild=jokers"), "is not a card"),
        ((*DRAW, "--set", "odd_chip=dealer"), "did you mean odd_chips"),
        ((*DRAW, "--declare", "Ann=high"), "players don't declare"),
    ],
)
def test_what_cannot_be_used(args, what):
    """Exit code 2 and a sentence; never a traceback."""
    result = run(*args, code=2)
    assert what in result.output
    assert "Traceback" not in result.output


def test_courchevel_takes_two_of_five():
    """It shows down as Omaha does, with five cards of one's own."""
    text = run("courchevel", *BOARD, "--hand", "Ann=AdKcQcQd3s", "--hand", "Bo=7h6h5h4h3h", "--pot", "7").output
    assert "Bo wins with three sevens" in text


def test_a_game_without_a_showdown_is_told_with_those_that_have_one():
    """No name is near, so all are said."""
    text = run("nap", "--hand", "Ann=2c", code=2).output
    assert "unknown game with a showdown: 'nap'; allowed: badugi, bomb-pot, courchevel," in text


BOMB = ["--board", "Ah Kd 7c 7s 2d", "--board", "Qs Jc Td 4h 3h", "--hand", "Ann=AdKc", "--hand", "Bo=7h6h"]


def test_each_of_two_boards_pays_its_half():
    """FTR-01: a bomb pot. What cannot be halved goes with the first board."""
    told = json.loads(run("bomb-pot", *BOMB, "--pot", "305", "--json").output)
    assert [board["pots"][0]["amount"] for board in told["boards"]] == ["153", "152"]
    assert [board["winners"] for board in told["boards"]] == [["Bo"], ["Ann"]]
    assert (told["winners"], told["shares"]) == (["Ann", "Bo"], {"Ann": "152", "Bo": "153"})
    said = run("bomb-pot", *BOMB, "--pot", "305").output
    assert said.index("Board 1 of 2") < said.index("Board 2 of 2") < said.index("In all")
    assert "Ann wins with ace-high straight, over Bo's queen high" in said


def test_a_board_may_be_run_more_than_once():
    """Where the players agree, any game with a board; side pots go board by board."""
    told = json.loads(run("holdem", *BOMB, "--pot", "10", "--pot", "5:Ann,Bo", "--json").output)
    assert [[pot["amount"] for pot in board["pots"]] for board in told["boards"]] == [["5", "3"], ["5", "2"]]


@pytest.mark.parametrize(("args", "said"), [
    (["bomb-pot", *BOMB[:2], *BOMB[4:]], "has 2 boards, not 1"),
    (["bomb-pot", *BOMB[:2], "--board", "Ah Qs Jc Td 4h", *BOMB[4:]], "Ah is twice in the board"),
    (["draw", "--board", "Ah", "--board", "Kh", "--hand", "Ann=2c3c4c5c6c"], "has no board"),
    (["bomb-pot", *BOMB[:2], "--board", "Qs Jc Td 4h", *BOMB[4:]], "the board has 4 cards"),
])  # fmt: skip
def test_boards_that_cannot_be(args, said):
    """One line, exit 2."""
    result = CliRunner().invoke(main, ["showdown", *args])
    assert result.exit_code == 2
    assert said in result.output


FOURS = {"A": "Ah Kh 9h 2h 3s", "B": "As Ks 9s 2s 4d", "C": "Ad Kd 9d 2d 3c", "D": "Qd Jd 9d 2d As", "E": "Ac Ad 3c 4c 5d"}


@pytest.mark.parametrize(
    ("names", "said", "told"),
    [
        ("AB", "B wins with ace-high four-flush (A K 9 2 4), over A's ace-high four-flush (A K 9 2 3)", True),
        ("AC", "A and C tie with ace-high four-flush", True),
        ("AD", "A wins with ace-high four-flush", True),
        ("AE", "A wins with ace-high four-flush", False),
    ],
)
def test_hr_14_where_four_flushes_meet_the_order_of_their_cards_is_said(names, said, told):
    """The suited cards first, then the fifth: the rule is a reading, so whoever loses by it is told; on screen and in JSON."""
    words = ["showdown", "draw", "--set", "four_flush_hand=true", *(f"--hand={name}={FOURS[name]}" for name in names)]
    text = " ".join(CliRunner().invoke(main, words).output.split())
    made = json.loads(CliRunner().invoke(main, [*words, "--json"]).output)
    assert said in text
    order = "between four-flushes the four cards of the suit are compared first"
    assert (order in text) is told
    assert [one["rule"] for one in made.get("compared", ())] == ["HR-14"] * told


def test_hr_14_a_side_pot_without_four_flushes_says_nothing_of_them():
    """Only where they meet: the side pot is between a four-flush and a pair."""
    words = ["showdown", "draw", "--set", "four_flush_hand=true", *(f"--hand={name}={FOURS[name]}" for name in "ABE")]
    text = CliRunner().invoke(main, [*words, "--pot", "30", "--pot", "10:A,E"]).output
    assert text.count("between four-flushes") == 1
    assert text.index("Main pot") < text.index("between four-flushes")


@pytest.mark.parametrize(
    ("words", "shares"),
    [
        (("holdem", "--pot", "305", "--tie", "Ann,Bo"), {"Ann": "153", "Bo": "152"}),  # SD-10: nearest left of the button
        (("holdem", "--pot", "305", "--tie", "Ann,Bo", "--button", "Ann"), {"Bo": "153", "Ann": "152"}),
        (("holdem", "--pot", "305", "--unit", "5", "--tie", "A,B"), {"A": "155", "B": "150"}),  # SD-12
        (("holdem", "--pot", "90", "--pot", "40:B,C", "--tie", "A,B"), {"A": "45", "B": "85"}),  # SD-14: C does not tie
        (("omaha-hilo", "--pot", "305", "--tie", "high=A", "--tie", "low=A,C"), {"A": "229", "C": "76"}),  # HL-02
        (("omaha-hilo", "--pot", "305", "--tie", "high=A,B"), {"A": "153", "B": "152"}),  # HL-06: no low
        (("razz", "--pot", "304", "--tie", "A,B"), {"A": "152", "B": "152"}),
    ],
)
def test_a_tie_that_is_told_without_cards(words, shares):
    """Who ties is enough to split a pot, names of one letter too."""
    assert json.loads(run(*words, "--json").stdout)["shares"] == shares
    told: Counter[str] = Counter()
    for name, amount in re.findall(r"(\w+) gets (\d+)", run(*words).stdout):
        told[name] += int(amount)
    assert {name: str(amount) for name, amount in told.items()} == shares


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("stud7", "--pot", "305", "--tie", "A,B"), "SD-11"),  # the odd chip goes by suit, and nobody knows the cards
        (("omaha-hilo", "--pot", "305", "--tie", "A,B"), "say which half"),
        (("holdem", "--pot", "305", "--tie", "low=A,B"), "half of the pot"),
        (("holdem", "--pot", "305:C", "--tie", "A,B"), "no winner is named"),
        (("holdem", "--tie", "A,B"), "--pot"),
        (("holdem", "--pot", "3", "--tie", "A,B", "--hand", "A=AsAd"), "--tie"),
        (("holdem", "--pot", "3", "--tie", ","), "form"),
        (("holdem", "--pot", "3", "--tie", "A", "--tie", "B"), "twice"),
        (("holdem", "--pot", "3", "--tie", "A,B", "--button", "Z"), "Z"),
    ],
)
def test_a_tie_that_cannot_be_split_so(words, said):
    """It says why."""
    assert said in run(*words, code=2).stderr


def test_the_house_decides_how_hands_rank(tmp_path):
    """The options of the rule set in force hold, and what is set by hand goes before them."""
    hands = ("--hand", "Ann=2c3d4h5s7c", "--hand", "Bo=Ac2d3h4s6c", "--pot", "5")
    assert json.loads(run("high-low-draw", *hands, "--json").stdout)["low_winners"] == ["Ann"]  # HL-03: the game's own scale
    mine = tmp_path / "mine.yaml"
    mine.write_text("set: mine\ntitle: Mine\nextends: rrop\noptions:\n  high-low-draw: {low_scale: ace_to_five}\n")
    assert json.loads(run("high-low-draw", *hands, "--rules", str(mine), "--json").stdout)["low_winners"] == ["Bo"]
    assert json.loads(run("high-low-draw", *hands, "--set", "low_scale=ace_to_five", "--json").stdout)["low_winners"] == ["Bo"]


FIVE = ("--hand", "Ann=Ah5d7c8c9c", "--hand", "Bo=KcKdQhQsTs", "--board", "2c 3d 4h Ks Qd", "--pot", "10")
FOUR = ("--hand", "Ann=Ah5d7c8c", "--hand", "Bo=KcKdQhQs", "--board", "2c 3d 4h Ks Qd", "--pot", "10")


def test_an_option_of_the_game_is_one_of_its_showdown():
    """HR-17: how many cards of one's own there are is set as `games` lists it; a hand of another number is refused."""
    assert json.loads(run("omaha-hilo", *FIVE, "--set", "hole_cards=5", "--json").stdout)["shares"] == {"Ann": "10", "Bo": "0"}
    assert "Ann has 4 cards; under these options a hand has 5" in run("omaha-hilo", *FOUR, "--set", "hole_cards=5", code=2).stderr
    assert "unknown value of hole_cards: '7'" in run("omaha-hilo", *FOUR, "--set", "hole_cards=7", code=2).stderr
    assert "unknown option of a showdown: 'hole_card'" in run("omaha-hilo", *FOUR, "--set", "hole_card=5", code=2).stderr


def test_a_path_names_a_game_that_is_shown_down(tmp_path):
    """A game of one's own is shown down as it is dealt, with its own options."""
    own = tmp_path / "own.yaml"
    own.write_text("extends: omaha\ngame: own\ntitle: Ours\nsummary: Omaha of five.\noptions: {hole_cards: {default: 5}}\n")
    assert json.loads(run(str(own), *FIVE, "--json").stdout)["winners"] == ["Ann"]
    assert "a hand has 5" in run(str(own), *FOUR, code=2).stderr


@pytest.mark.parametrize(
    ("qualifier", "hand", "low"),
    [("9", "Ah5d7c8c", "nine-five low"), ("8", "Ah5d7c8c", None), ("8", "Ah5d4c8h", "eight-four low"), ("7", "Ah5d4c8h", None)],
)
def test_a_low_qualifies_as_the_house_has_it(qualifier, hand, low):
    """HL-06: nine, eight or seven or better."""
    board = "2c 3d 9h Ks Qd" if "7c" in hand else "2c 3d 8c Ks Qd"
    shown = json.loads(
        run("omaha-hilo", "--board", board, "--hand", f"Ann={hand}", "--set", f"qualifier={qualifier}", "--json").stdout
    )
    told = shown["hands"]["Ann"]["low"]
    assert (told and told["name"]) == low


def test_a_game_without_hands_to_show_is_named_as_that():
    """Fan Tan shows no hands down; the games that do are listed."""
    assert "unknown game with a showdown: 'fan-tan'" in run("fan-tan", "--hand", "A=AhKd", code=2).stderr
