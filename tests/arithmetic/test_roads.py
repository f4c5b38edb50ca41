"""Roads: RO-01 to RO-05, on the screen and in data; the scorecard of a table."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections import Counter
from typing import Any

import pytest
from click.testing import CliRunner

import dealerkit as dk
from dealerkit.arithmetic.roads import RoadResult, beads, derived, runs
from dealerkit.cli.main import main as cli
from dealerkit.errors import RuleFileError
from dealerkit.games.baccarat.scorecard import scorecard
from dealerkit.rules.games import game
from dealerkit.rules.road_book import road_book
from dealerkit.table.playback import table_of
from dealerkit.table.record import read_record

HOUSE = """
set: four-rows
title: A house with four rows, a dot for naturals, and no cockroach road
extends: us
family: baccarat
procedures:
  mini-baccarat:
    roads:
      dots:
        natural: {when: {natural: [player, banker, both]}, letter: n, colour: black, corner: top-right, title: Natural}
      kept:
        bead_plate: {rows: 4, dots: [banker_pair, player_pair, natural]}
        big_road: {rows: 4}
        cockroach: null
"""


def shoes(count: int, *, sticky: float) -> list[list[RoadResult]]:
    """Made-up shoes; the more sticky, the longer their runs."""
    rng, made = random.Random(f"roads {sticky}"), []
    for _ in range(count):
        row: list[RoadResult] = []
        for _ in range(rng.randint(0, 90)):
            same = row and rng.random() < sticky
            row.append(RoadResult(row[-1].winner if same else rng.choice(("banker", "player", "tie"))))
        made.append(row)
    return made


@pytest.mark.parametrize("sticky", [0.1, 0.6, 0.9])
@pytest.mark.parametrize("rows", [1, 2, 6])
def test_ro_02_every_win_has_a_cell_of_its_own(rows, sticky):
    """However long the runs are: nothing lies upon another mark or outside the rows, a run is one piece, and no tie is lost."""
    for shoe in shoes(60, sticky=sticky):
        road = runs(shoe, rows)
        wins = [result.winner for result in shoe if result.winner != "tie"]
        assert [mark.what for mark in road.marks] == wins
        assert len({(mark.column, mark.row) for mark in road.marks}) == len(wins)
        assert all(mark.row < rows for mark in road.marks)
        ties = sum(result.winner == "tie" for result in shoe)
        assert sum(mark.ties for mark in road.marks) + road.waiting == ties
        for one, other in itertools.pairwise(road.marks):
            step = (other.column - one.column, other.row - one.row)
            assert step in ((0, 1), (1, 0)) if one.what == other.what else other.row == 0


def spelled_out(shoe: list[RoadResult], k: int) -> list[str]:
    """RO-03 and RO-04 word for word, columns and rows counted from 1, each mark from the whole road before it."""
    wins = [result.winner for result in shoe if result.winner != "tie"]
    found = []
    for at in range(1, len(wins) + 1):
        columns = [0, *(len(list(run)) for _, run in itertools.groupby(wins[:at]))]
        c = len(columns) - 1
        r = columns[c]
        if not ((c == k + 1 and r >= 2) or c >= k + 2):
            continue
        if r == 1:
            red = columns[c - 1] == columns[c - 1 - k]
        else:
            red = columns[c - k] >= r or columns[c - k] < r - 1
        found.append("regular" if red else "irregular")
    return found


@pytest.mark.parametrize("sticky", [0.1, 0.6, 0.9])
@pytest.mark.parametrize("k", [1, 2, 3])
def test_ro_03_ro_04_derived_marks_are_those_of_the_rule_word_for_word(k, sticky):
    """The colours of every made-up shoe, in order."""
    for shoe in shoes(60, sticky=sticky):
        assert [mark.what for mark in derived(shoe, 6, k).marks] == spelled_out(shoe, k)


def test_ro_05_derived_marks_are_laid_out_as_a_big_road_of_colours():
    """Red for banker and blue for player, the big road lies in the same cells."""
    for shoe in shoes(60, sticky=0.5):
        road = derived(shoe, 6, 1)
        alike = runs([RoadResult("banker" if mark.what == "regular" else "player") for mark in road.marks], 6)
        assert [mark[:2] for mark in road.marks] == [mark[:2] for mark in alike.marks]


def test_ro_01_the_bead_plate_is_read_down_its_columns():
    """The marks in the order of the cells are the coups in their order."""
    for shoe in shoes(20, sticky=0.3):
        assert [(mark.column * 6 + mark.row, mark.what) for mark in beads(shoe, 6).marks] == [
            (at, result.winner) for at, result in enumerate(shoe)
        ]


@pytest.fixture(scope="module")
def dealt(tmp_path_factory):
    """The record of a shoe and a half, dealt by a perfect dealer."""
    path = tmp_path_factory.mktemp("roads") / "shoe.txt"
    CliRunner().invoke(cli, ["play", "mini-baccarat", "--seed", "7", "--seats", "1", "--hands", "100", "--record", str(path)])
    return path


def test_the_scorecard_is_what_was_called_and_what_the_cards_were(dealt):
    """Against the record's own lines: the calls tell the winners, the shoe's order of cards the pairs."""
    record = read_record(dealt)
    table = table_of(record.header)
    calls: list[Any] = [[]]
    pairs: list[Any] = [Counter()]
    for line in record.lines:
        table.push(line.act)
        text = line.act.text
        if text == "d gather":
            calls.append([])
            pairs.append(Counter())
        elif text in ("d call player wins", "d call banker wins", "d call tie"):
            calls[-1].append(line.act.to[0])
            for side in ("player", "banker"):
                first = [table.felt.faces[card].letter for card in table.felt.cards(side)[:2]]
                pairs[-1][f"{side}_pair"] += first[0] == first[1]
    card = scorecard(record)
    assert [[result.winner for result in shoe] for shoe in card.shoes] == calls
    assert [Counter(dot for result in shoe for dot in result.dots) for shoe in card.shoes] == [+one for one in pairs]
    assert len(calls) == 2
    assert sum(pairs, Counter()).keys() == {"player_pair", "banker_pair"}


def results_after(table, *acts):
    """The scorecard of a table after further acts, as letters."""
    for act in acts:
        table.push(act)
    book = road_book(table.game)
    return [
        " ".join(book.marks[result.winner].letter for result in shoe) for shoe in scorecard(read_record(table.record())).shoes
    ]


def test_a_coup_is_on_the_scorecard_when_its_result_is_called():
    """Not before: a dealer who has to call it is not told. Called wrongly, it is still what the cards say."""
    table = dk.Table("mini-baccarat", seats=1, seed=7)
    table.advance("result")
    called = str(table.expected.dealer[0])
    assert results_after(table) == [""]
    right = {"d call tie": "T", "d call player wins": "P", "d call banker wins": "B"}
    wrong = next(act for act in right if act != called)
    assert results_after(table, wrong) == [right[called]]


def test_a_coup_that_is_void_is_no_coup():
    """BI-08: the shoe runs out; what was kept before stays."""
    case = "d burn up Ah"
    table = dk.Table("mini-baccarat", seats=1, options={"decks": 1, "cut_card_depth": 0, "burn_count": "fixed", "burn_fixed": 5})
    table.advance("first_card")
    table.push(case)
    cards = "d deal player 2h, d deal banker Kh, d deal player 7h, d deal banker 8s, d call player wins, d push player, d clear"
    table.advance("close")
    before = results_after(table, "d close", *cards.split(", "))
    assert before == ["P"]
    table.advance("close")
    void = "d close, d deal player 3h, d deal banker Qh, d deal player 6h, d deal banker 8c, d call player wins, f rule void_hand"
    assert results_after(table, *void.split(", ")) == before


def test_where_a_card_was_not_seen_the_call_decides():
    """Surveillance has the call and the player hand's pair, and nothing else."""
    table = dk.Table("mini-baccarat", seats=1)
    table.advance("close")
    acts = "d close, d deal player 4h, d deal banker ??, d deal player 4s, d deal banker ??, d call banker wins"
    for act in acts.split(", "):
        table.push(act)
    card = scorecard(read_record(table.record()))
    assert card.shoes == [[RoadResult("banker", ("player_pair",))]]


def test_a_house_keeps_its_own_roads(tmp_path):
    """Four rows, a dot for naturals and one road less: no line of Python. RO-02"""
    house = tmp_path / "four-rows.yaml"
    house.write_text(HOUSE, encoding="utf-8")
    book = road_book(game("mini-baccarat", house))
    assert [road.name for road in book.kept] == ["bead_plate", "big_road", "big_eye_boy", "small_road"]
    shoe = book.read("B B B B B P Bn")
    assert book.grid(book.kept[1], shoe) == [["B", "P", "B"], ["B", "", ""], ["B", "", ""], ["B", "B", ""]]
    assert book.grid(book.kept[0], shoe) == [["B", "B"], ["B", "P"], ["B", "Bn"], ["B", ""]]
    assert game("mini-baccarat", house).sha256 == game("mini-baccarat", "us").sha256, "the score decides nothing"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("natural: [player, banker, both]", "natural: [dealer]", "'natural' can't have this value"),
        ("{natural: [player, banker, both]}", "{lucky: true}", "unknown feature of the coup: 'lucky'"),
        ("letter: n", "letter: p", "the letter 'p' is already used for 'player_pair'"),
        ("big_road: {rows: 4}", "big_road: {rows: 4, back: 1}", "`back` and `plan: derived` can only be used together"),
        ("banker_pair, player_pair, natural", "banker_pair, nine", "unknown dot: 'nine'"),
        ("letter: n", "letter: nat", "one character that is not a digit"),
    ],
)
def test_what_a_house_writes_wrongly_is_said_at_its_place(tmp_path, old, new, said):
    """File and line, and what there is."""
    house = tmp_path / "four-rows.yaml"
    house.write_text(HOUSE.replace(old, new), encoding="utf-8")
    with pytest.raises(RuleFileError, match=re.escape(said)) as error:
        road_book(game("mini-baccarat", house))
    assert error.value.problems[0].file.endswith("four-rows.yaml")
    assert error.value.problems[0].line


def test_replay_shows_the_roads_as_they_stand_at_an_act(dealt):
    """The first shoe in the middle of it; the second at the end; both in JSON."""
    middle = CliRunner().invoke(cli, ["replay", str(dealt), "--at", "600", "--roads"])
    end = CliRunner().invoke(cli, ["replay", str(dealt), "--roads"])
    assert "The roads of shoe 1: " in middle.output
    assert "The roads of shoe 2: " in end.output
    made = json.loads(CliRunner().invoke(cli, ["replay", str(dealt), "--roads", "--json"]).output)["roads"]["shoes"]
    assert [len(shoe["coups"]) for shoe in made] == [len(shoe) for shoe in scorecard(read_record(dealt)).shoes]
    counts = made[0]["counts"]
    said = f"{len(made[0]['coups'])} coups: banker {counts['banker']}, player {counts['player']}, tie {counts['tie']}"
    last = 1 + read_record(dealt).acts.index(next(act for act in read_record(dealt).acts if act.text == "d gather"))
    assert said in CliRunner().invoke(cli, ["replay", str(dealt), "--at", str(last), "--roads"]).output


def test_a_wide_road_goes_on_in_a_further_band(dealt, monkeypatch):
    """On a narrow screen no column is lost and none is cut."""
    wide = CliRunner().invoke(cli, ["replay", str(dealt), "--roads", "--at", "1000"], env={"COLUMNS": "110"}).output
    narrow = CliRunner().invoke(cli, ["replay", str(dealt), "--roads", "--at", "1000"], env={"COLUMNS": "40"}).output
    assert "from column " in narrow

    def marks(output):
        roads = output[output.index("Bead plate") : output.index("B Banker;")]
        return Counter(re.findall(r"(?<=\s)[BPTrb][/\dbp]*(?=\s)", re.sub(r"[A-Z]?[a-z]{3,}.*", "", roads)))

    assert marks(narrow) == marks(wide)


def test_replay_of_a_game_without_roads_says_so(tmp_path):
    """An option that means nothing here is not passed over."""
    path = tmp_path / "nap.txt"
    CliRunner().invoke(cli, ["play", "nap", "--seed", "1", "--hands", "1", "--record", str(path)])
    told = CliRunner().invoke(cli, ["replay", str(path), "--roads"])
    assert told.exit_code == 2
    assert "Nap has none" in told.output


@pytest.mark.parametrize("said", ["show roads", "roads", "SHOW Roads", "scorecard"])
def test_in_a_walk_the_roads_are_shown(said, tmp_path):
    """A coup is there once it is called, and gone when the call is taken back."""
    lines = f"{said}\ntie\n{said}\nundo\n{said}\nq\n"
    told = CliRunner().invoke(
        cli, ["walk", "mini-baccarat", "--seed", "7", "--at", "result", "--record", str(tmp_path / "r.txt")], input=lines
    )
    assert re.findall(r"The roads of shoe 1: (.*)", told.output) == [
        "no coup yet",
        "1 coup: banker 0, player 0, tie 1",
        "no coup yet",
    ]
    assert "1 tie before the first win" in told.output


def test_a_walk_of_another_game_does_not_offer_them():
    """Help lists roads only where they are kept."""
    told = CliRunner().invoke(cli, ["walk", "nap", "--seed", "7", "--no-record"], input="help\nshow roads\nq\n")
    assert "Nap has no roads" in told.output
    assert "the roads of the shoe" not in told.output


def test_a_record_comes_from_standard_input_too(dealt):
    """`-` in the place of the file, for `replay` and for the score sheet."""
    for words in (["replay", "-", "--roads"], ["sheet", "mini-baccarat", "--doc", "roads", "--record", "-"]):
        named = CliRunner().invoke(cli, [str(dealt) if word == "-" else word for word in words])
        piped = CliRunner().invoke(cli, words, input=dealt.read_bytes())
        assert (piped.exit_code, piped.stdout) == (0, named.stdout)
