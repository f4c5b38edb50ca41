"""Tables of findings that have a name: where they are put, what a house may change, and what is told of a wrong name."""

from __future__ import annotations

import re

import pytest

from dealerkit import Table
from dealerkit.cli.lint import words_of_the_engine
from dealerkit.errors import RuleFileError
from dealerkit.rules.code_tables import with_tables
from dealerkit.rules.data import data_dir
from dealerkit.rules.doc import Doc
from dealerkit.rules.files import read_file
from dealerkit.rules.games import game
from dealerkit.rules.lint.files import look
from dealerkit.rules.lint.games import unnamed_choices

HOLDEM = data_dir("procedures") / "poker" / "holdem.yaml"
GAMES = sorted([*data_dir("procedures").glob("*/*.yaml"), *data_dir("procedures").glob("*/base/*.yaml")])
HOUSE = """
set: corner
extends: tda
title: Corner
procedures:
  holdem:
    codes:
      burn_again: {otherwise: street/burn-per-board}
    procedure:
      hand:
        steps:
          flop: {steps: {board: {codes: {again: {stub_made_up: step/no-fault}}}}}
          pitch: {codes: {again: deal/wrong-number-of-cards}}
"""
BASE = """
game: {name}
extends: holdem
procedure:
  hand: {{steps: {{flop: {{steps: {{burn: {{codes: {codes}}}}}}}}}}}
"""


def codes(of, *path):
    """Return the codes of a step of a game."""
    node = {"steps": of.data["procedure"]}
    for name in path:
        node = node["steps"][name]
    return node["codes"]


def test_a_table_stands_where_it_is_named():
    """In a step, in a verb of a step, in a duty and in the felt; for every kind where the step names it for all."""
    table = {"aside": "step/no-fault", "otherwise": "burn/doubled"}
    doc = with_tables(
        Doc.of(
            {
                "codes": {"twice": table},
                "procedure": {
                    "part": {
                        "steps": {
                            "one": {"do": "burn", "codes": "twice"},
                            "two": {"do": "burn", "codes": {"again": "twice", "pay": {"wrong": "twice"}, "mark": "twice"}},
                            "three": {"do": "burn", "over": {"one": "twice", "two": {"mark": "burn/exposed", "any": "twice"}}},
                        }
                    }
                },
                "duties": {"first": {"on": {"burn": "always"}, "code": "twice"}},
                "felt": {"never": {"burn": "twice", "kill": "burn/exposed"}},
            }
        )
    )
    steps = doc.data["procedure"]["part"]["steps"]
    assert steps["one"]["codes"] == {"any": table}
    assert steps["two"]["codes"] == {"again": table, "pay": {"wrong": table}, "mark": {"any": table}}
    assert steps["three"]["over"] == {"one": table, "two": {"mark": "burn/exposed", "any": table}}
    assert doc.data["duties"]["first"]["code"] == table
    assert doc.data["felt"]["never"] == {"burn": table, "kill": "burn/exposed"}
    assert "codes" not in doc.data


def test_where_a_line_of_a_table_was_written_is_known():
    """Of every step that names it."""
    found = game("holdem").doc.origin(
        ("procedure", "hand", "steps", "flop", "steps", "burn", "codes", "again", "early_card_aside")
    )
    lines = HOLDEM.read_text(encoding="utf-8").splitlines()
    assert found.file == str(HOLDEM)
    assert lines[found.line - 1].strip() == "early_card_aside: step/no-fault"


def test_a_house_changes_a_table_or_one_place_that_names_it(tmp_path):
    """What it lays over a table holds for all that name it; what it lays over a step is laid over the table there alone."""
    house = tmp_path / "corner.yaml"
    house.write_text(HOUSE, encoding="utf-8")
    plain, changed = game("holdem", "tda"), game("holdem", house)
    burn = {"early_card_aside": "step/no-fault", "otherwise": "street/burn-per-board"}
    for street, step in (("flop", "burn"), ("turn", "turn_burn"), ("river", "river_burn")):
        assert codes(changed, "hand", street, step)["again"] == burn
    board = codes(plain, "hand", "flop", "board")["again"]
    assert codes(changed, "hand", "flop", "board")["again"] == {**board, "stub_made_up": "step/no-fault"}
    assert codes(changed, "hand", "pitch")["again"] == "deal/wrong-number-of-cards"
    assert codes(changed, "hand", "pitch")["misplaced"] == codes(plain, "hand", "pitch")["misplaced"]
    table = Table("holdem", seats=3, rules=house, seed=7)
    table.advance("flop")
    table.push("d tap")
    table.push("d burn")
    assert [finding.code for finding in table.push("d burn")] == ["street/burn-per-board"]


def test_lint_tells_a_name_that_nothing_has_and_a_table_that_nothing_names(tmp_path):
    """A table, a kind of fault, a finding, a fact, a name that is left over; what is written out as before is told, no error."""
    file = tmp_path / "corner.yaml"
    said = "{again: burn_agian, erly: burn/doubled, early: burn/tripled, wrong: {boards_open: street/burn-per-board}}"
    spare = "codes:\n  spare: {boards_opened: burn/doubled}\n"
    file.write_text(BASE.format(name="corner", codes=said) + spare, encoding="utf-8")
    looked = look([file], words_of_the_engine(), notes=False)
    assert {(one.line, one.message.partition(";")[0]) for one in looked.problems} == {
        (5, "unknown finding: 'burn/tripled'"),
        (5, "unknown kind of fault or verb: 'erly'"),
        (5, "unknown table of findings: 'burn_agian'"),
        (7, "the table 'spare' is not used in any step or duty, or under `felt`"),
        (7, "unknown fact: 'boards_opened'"),
    }
    assert [(one.line, one.message) for one in looked.old] == [(5, "findings that depend on facts can't be written here")]


def test_the_game_cannot_be_dealt_with_a_table_that_is_not_there(tmp_path):
    """It is said which, and where."""
    file = tmp_path / "corner.yaml"
    file.write_text(BASE.format(name="corner", codes="{again: burn_agian}"), encoding="utf-8")
    with pytest.raises(RuleFileError, match=r"corner\.yaml:5.*'burn_agian'") as caught:
        game(file)
    assert len(caught.value.problems) >= 1


def test_a_choice_that_is_written_out_works(tmp_path):
    """As files of a house had it before tables had names."""
    file = tmp_path / "corner.yaml"
    file.write_text(BASE.format(name="corner", codes="{again: {boards_open: street/burn-per-board}}"), encoding="utf-8")
    assert codes(game(file), "hand", "flop", "burn")["again"]["boards_open"] == "street/burn-per-board"


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_every_choice_of_our_own_games_has_a_name(file):
    """And each table a line above it that says in words when it is asked."""
    assert not [*unnamed_choices(read_file(file))]
    text = file.read_text(encoding="utf-8")
    for name in [name for name, table in read_file(file).data.get("codes", {}).items() if table is not None]:
        assert re.search(rf"^(#|  #) .*\n(codes:\n)?  {name}:$", text, re.MULTILINE), name
