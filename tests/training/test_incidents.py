"""A room's own slips as exercises: the table just before, no name on it, the act that was due."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.felt import Act
from dealerkit.files.plain_data import as_plain
from dealerkit.rules.sets import catalogue
from dealerkit.rules.texts import text
from dealerkit.table.record import one_record
from dealerkit.table.table import Table
from dealerkit.training.answers import Answer, instant
from dealerkit.training.incidents import of_record
from dealerkit.training.items import Item
from dealerkit.training.planted_slips import AskedGame, plant_in
from dealerkit.training.refresher import refresher
from dealerkit.training.store import TrainingStore
from dealerkit.training.structure import structured
from tests.training.replied import choices


def incidents(path: Path) -> list[Item]:
    """The exercises of a file."""
    return [item for _, item in refresher(path).asked]


@pytest.fixture
def record(tmp_path) -> Path:
    """A record of a hand with two burns before the flop, and names in it."""
    made = plant_in(AskedGame("holdem"), "burn/doubled", Random("11"))
    head, _, acts = made.record().text().partition("---\n")
    acts = acts.replace("d burn\n", "d burn  # Maria again\n")
    path = tmp_path / "tuesday.txt"
    path.write_text(f"{head}table: 4\ndealer: Maria\ndate: 2024-05-01\n---\n{acts}", encoding="utf-8")
    return path


def test_a_slip_comes_back_as_the_table_before_it(record):
    """What was due is right, what was done is offered and wrong, and counts under its code."""
    (item,) = incidents(record)
    assert item.cell == "burn/doubled"
    assert "burn/doubled" in item.key.codes
    assert item.key.answers[0] in [choice.word for choice in choices(item.question.reply)]
    assert item.judge(item.key.answers[0]) == 1
    assert item.key.by_answer
    assert structured(Item, as_plain(item)) == item


TOLD = ("burn/doubled", "street/no-tap", "showdown/live-hand-killed", "pot/wrong-winner", "deal/seat-not-entitled")


@pytest.mark.parametrize("code", TOLD)
def test_why_is_told_to_its_end(tmp_path, code):
    """However many lines it takes."""
    made = plant_in(AskedGame("holdem"), code, Random("5"))
    path = tmp_path / "slip.txt"
    path.write_text(made.record().text(), encoding="utf-8")
    item = next(one for one in incidents(path) if one.cell == code)
    why = text(catalogue().findings.data["findings"][code]["why"])
    assert " ".join(item.key.working).endswith(" ".join(why.split()))


def test_the_same_act_again_is_counted(tmp_path):
    """Ten burns at the beginning of a shoe are one entry, as in `demo`; on a page they are ten acts."""
    path = tmp_path / "shoe.txt"
    acts = Table("mini-baccarat", seed=1)
    acts.advance(to="deal")
    acts.push(Act.parse("d deal banker"))
    path.write_text(acts.record(), encoding="utf-8")
    (item,) = incidents(path)
    shown = " ".join(item.question.show)
    burns = [act for act in acts.log if act.verb == "burn" and not act.face]
    assert len(burns) > 2
    assert f" burns ({len(burns)} times)" in shown
    assert shown.count("burns") == 2


def test_no_name_is_taken_over(record):
    """Dealer, table, date and notes stay in the room."""
    (item,) = incidents(record)
    assert not any(word in str(as_plain(item)) for word in ("Maria", "2024", "tuesday"))


def test_a_findings_document_names_what_is_asked(record, tmp_path):
    """What `check --json` wrote does as well as the record."""
    found = tmp_path / "findings.json"
    found.write_text(CliRunner().invoke(main, ["check", str(record), "--json"]).stdout, encoding="utf-8")
    assert incidents(found) == incidents(record)


def test_a_clean_record_has_nothing_to_ask(tmp_path):
    """No slip, no exercise."""
    path = tmp_path / "clean.txt"
    CliRunner().invoke(main, ["play", "holdem", "--seed", "3", "--hands", "1", "--record", str(path)])
    assert incidents(path) == []


def test_an_answer_can_be_kept_and_is_due_again(record, tmp_path):
    """An exercise made of a record has a drill's id and a level, so that its answer is stored and its code scheduled."""
    (item,) = incidents(record)
    at = datetime(2026, 3, 2, 12, tzinfo=UTC)
    with TrainingStore.open(tmp_path / "training.db", now=lambda: at) as store:
        session = store.begin("find", "Ann")
        store.keep(
            Answer(
                at=instant(at), session=session, trainee="Ann", drill=item.drill, level=item.level, cell=item.cell,
                seed=item.seed, game="holdem", rules="", fingerprint="", version="1", mode="guided", given="",
                expected=item.key.answers[0], right=False, score="0", codes=item.key.codes_for(""),
            )
        )  # fmt: skip
        (due,) = store.due("Ann", now=at + timedelta(days=2))
    assert (due.drill, due.cell) == (item.drill, "burn/doubled")


def test_the_exercises_of_a_record_by_itself(record):
    """What a walk hands over needs no file: of some acts, under a drill's id of its own."""
    (item,) = incidents(record)
    one = one_record(record)
    number = int(item.seed.split("/")[1])
    assert [made.question for made in of_record(one, acts={number})] == [item.question]
    assert list(of_record(one, acts={number + 1})) == []
    assert next(of_record(one, drill="walk/again")).drill == "walk/again"
