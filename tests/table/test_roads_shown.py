"""The roads of a table's shoes as letters on a terminal, and as rows and columns in JSON."""

from __future__ import annotations

import re
from typing import Any

import attrs
import pytest

from dealerkit.arithmetic.roads import RoadResult
from dealerkit.files import screen_text
from dealerkit.rules.games import game
from dealerkit.rules.road_book import RoadBook, road_book
from dealerkit.table.reports import RoadsReport

WINNERS = {"b": "banker", "p": "player", "t": "tie"}
DOTS = {"x": "banker_pair", "y": "player_pair"}
SHOE = "t bx b pxy t t b b b b b b b p b b p p b t p b"
"""Winners by their letters, with pairs behind them: a tie first, a run of seven."""


def report(*shoes: str, roads: str = "") -> RoadsReport:
    """A report on shoes, with some of the roads alone."""
    played = game("mini-baccarat")
    book = road_book(played)
    assert isinstance(book, RoadBook)
    kept = tuple(road for road in book.kept if not roads or road.name in roads)
    results = [[RoadResult(WINNERS[one[0]], tuple(DOTS[dot] for dot in one[1:])) for one in shoe.split()] for shoe in shoes]
    return RoadsReport(played, attrs.evolve(book, kept=kept), results)


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen of a hundred columns, whoever runs the tests."""
    monkeypatch.setenv("COLUMNS", "100")


def lines(*shoes: str, roads: str = "") -> list[str]:
    """What is on the terminal, without colours."""
    return [screen_text.unstyled(line) for line in report(*shoes, roads=roads).lines()]


def test_the_shoe_that_is_dealt_is_drawn():
    """Its number and counts, then each road; the first tie waits for a win, and a run of seven turns at the bottom."""
    assert lines("", SHOE, roads="bead_plate big_road") == [
        "The roads of shoe 2: 22 coups: banker 13, player 5, tie 4; banker pair 2, player pair 1",
        "",
        "  Bead plate",
        "    T   B B B",
        "    Bb  B P T",
        "    B   B B P",
        "    Pbp B B B",
        "    T   B P .",
        "    T   B P .",
        "",
        "  Big road",
        "    B/ P/2 B P B P B/ P B",
        "    B  .   B . B P .  . .",
        "    .  .   B . . . .  . .",
        "    .  .   B . . . .  . .",
        "    .  .   B . . . .  . .",
        "    .  .   B B . . .  . .",
        "",
        "  B Banker; P Player; T Tie; b Banker pair; p Player pair; / a tie after this win, /2 two ties",
    ]


@pytest.mark.parametrize(
    ("roads", "legend"),
    [
        ("bead_plate", ["B Banker; P Player; T Tie; b Banker pair; p Player pair"]),
        ("big_road", ["B Banker; P Player; T Tie; / a tie after this win, /2 two ties"]),
        ("small_road", ["derived roads: r regular, red; i irregular, blue"]),
        (
            "big_road small_road",
            [
                "B Banker; P Player; T Tie; / a tie after this win, /2 two ties",
                "derived roads: r regular, red; i irregular, blue",
            ],
        ),
    ],
)
def test_only_signs_of_the_roads_that_are_kept_are_explained(roads, legend):
    """Pairs are marked on the bead plate, ties behind a win on the big road."""
    found = lines(SHOE, roads=roads)
    assert [line.strip() for line in found[-len(legend) :]] == legend
    assert found[-len(legend) - 1] == ""


def test_what_is_not_there_yet_is_said():
    """No coup, no mark, ties before the first win; without a pair none is counted."""
    assert lines(SHOE, "") == ["The roads of shoe 2: no coup yet"]
    assert lines("t t", roads="big_road")[:5] == [
        "The roads of shoe 1: 2 coups: banker 0, player 0, tie 2",
        "",
        "  Big road",
        "    no mark yet",
        "    2 ties before the first win",
    ]
    assert lines("b", roads="big_road")[0] == "The roads of shoe 1: 1 coup: banker 1, player 0, tie 0"
    assert not any("before the first win" in line for line in lines("t b", roads="big_road"))


@pytest.mark.parametrize(("width", "starts"), [(80, []), (25, []), (24, [9]), (17, [6])])
def test_columns_beyond_the_screen_follow_in_a_further_band(monkeypatch, width, starts):
    """As many as fit; a further band says with which column it begins."""
    monkeypatch.setattr(screen_text, "width", lambda: width)
    found = lines(SHOE, roads="big_road")[3:-2]
    first = found[0].split() + (found[7].split() if starts else [])
    assert first == ["B/", "P/2", "B", "P", "B", "P", "B/", "P", "B"]
    assert [line.split() for line in found if "column" in line] == [["from", "column", f"{start}:"] for start in starts]
    assert len(found) == 6 + 7 * len(starts)
    assert max(len(part) for line in found for part in line.split("\n")) <= width


def test_colours_repeat_the_letters():
    """Red bankers, blue players, green ties; nothing else has one."""
    colour = re.compile(rf"{screen_text.ESCAPE}\[(\d+)m([^\ue000]*)")
    painted = colour.findall("\n".join([*report(SHOE, roads="big_road").lines()][3:-2]))
    assert {(code, letters[0]) for code, letters in painted if code != "0"} == {("31", "B"), ("34", "P")}
    assert [code for code, _ in painted].count("0") == len(painted) / 2 == 18
    beads = colour.findall("\n".join([*report("b t p", roads="bead_plate").lines()][3:-2]))
    assert [bead for bead in beads if bead[0] != "0"] == [("31", "B"), ("32", "T"), ("34", "P")]


def test_every_shoe_is_in_the_data():
    """Rows and columns from 1, results in order, pairs where the road marks them, ties that wait."""
    shoes: Any = report("t t", "bx t p", roads="bead_plate big_road").as_json()["shoes"]
    first, second = shoes
    assert first["counts"] == {"banker": 0, "player": 0, "tie": 2, "banker_pair": 0, "player_pair": 0}
    assert first["roads"]["big_road"] == {"rows": 6, "marks": [], "ties_waiting": 2}
    assert second["coups"] == [
        {"winner": "banker", "dots": ["banker_pair"]},
        {"winner": "tie", "dots": []},
        {"winner": "player", "dots": []},
    ]
    assert second["counts"] == {"banker": 1, "player": 1, "tie": 1, "banker_pair": 1, "player_pair": 0}
    assert second["roads"]["bead_plate"]["marks"] == [
        {"column": 1, "row": 1, "mark": "banker", "ties": 0, "dots": ["banker_pair"]},
        {"column": 1, "row": 2, "mark": "tie", "ties": 0, "dots": []},
        {"column": 1, "row": 3, "mark": "player", "ties": 0, "dots": []},
    ]
    assert second["roads"]["big_road"]["marks"] == [
        {"column": 1, "row": 1, "mark": "banker", "ties": 1, "dots": []},
        {"column": 2, "row": 1, "mark": "player", "ties": 0, "dots": []},
    ]
