"""`dealerkit drill --from` as a room uses it: asked, on paper, kept; no name on screen, on paper or in the store."""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result
from freezegun import freeze_time

from dealerkit.cli.main import main
from dealerkit.training.planted_slips import AskedGame, plant_in
from dealerkit.training.store import TrainingStore
from tests.cli.pseudo_terminal import PseudoTerminal
from tests.training.replied import choices

pytestmark = pytest.mark.thorough

NAMES = ("maria", "ostrow", "bobby", "zoë")


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    """Every room in a folder and with a training file of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)
    monkeypatch.delenv("DEALERKIT_TRAINEE", raising=False)
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def record(tmp_path) -> Path:
    """A hand with two burns before the flop, and names wherever a record has them."""
    head, _, acts = plant_in(AskedGame("holdem"), "burn/doubled", Random("11")).record().text().partition("---\n")
    acts = acts.replace("d burn\n", "d burn  # Maria again\nd announce bobby ostrow\n", 1)
    path = tmp_path / "maria.txt"
    path.write_text(f"{head}table: Ostrow 4\ndealer: Maria Ostrow\nid: Zoë\n---\n{acts}", encoding="utf-8")
    return path


def drill(*args: str, said: str = "", code: int = 0) -> Result:
    """Sit down, and type these lines."""
    result = CliRunner().invoke(main, ["drill", "--from", *args], input=said)
    assert result.exit_code == code, result.output
    return result


def right(record: Path) -> list[str]:
    """The letters of the right answers, in order."""
    from dealerkit.training.refresher import refresher

    found = []
    for _, item in refresher(record).asked:
        found.append(next(choice.key for choice in choices(item.question.reply) if choice.word == item.key.answers[0]))
    return found


def test_a_slip_of_the_room_is_asked_until_it_is_right(record):
    """The table just before it; what was missed comes back, with rule and working."""
    keys = right(record)
    bad = next(letter for letter in "abc" if letter != keys[0])
    told = drill("maria.txt", said="\n".join([bad, *keys[1:], keys[0]]) + "\n").output
    assert f"{len(keys)} exercise" in told
    assert "What does the dealer do now?" in told
    assert "wrong: " in told
    assert told.count("right\n") == len(keys)
    assert "Saved." in told
    assert not [name for name in NAMES if name in told.lower().replace("maria.txt", "")]


def test_nothing_of_a_person_is_kept(record):
    """In the training file stand code, answer and rules; neither a name of the record nor the file's."""
    keys = right(record)
    with freeze_time("2026-03-02 18:00"):
        drill("maria.txt", "--as", "Ann", said="\n".join(keys) + "\n")
    (path,) = Path("home").glob("*.db")
    with contextlib.closing(sqlite3.connect(path)) as connection:
        dump = "\n".join(connection.iterdump()).lower()
    assert "room/incidents" in dump
    assert "burn/doubled" in dump
    assert not [name for name in NAMES if name in dump]
    with TrainingStore.open(now=lambda: datetime(2026, 3, 9, tzinfo=UTC)) as store:
        answers = list(store.answers("Ann"))
        assert [one.source for one in answers] == ["computed"] * len(keys)
        assert {one.drill for one in answers} == {"room/incidents"}
        assert answers[0].at == "2026-03-02T18:00:00.000Z"
        assert "burn/doubled" in {cell.cell for cell in store.due("Ann")}
    assert "The room's own slips" in CliRunner().invoke(main, ["progress", "Ann"]).output


def test_a_slip_is_told_by_its_name(record):
    """What is weakest is said in words, on the screen of the drill and in progress; no level comes next."""
    keys = right(record)
    bad = [next(letter for letter in "abc" if letter != key) for key in keys]
    told = drill("maria.txt", "--as", "Ann", "--help-mode", "practice", said="\n".join(bad) + "\n").output
    assert "burn/doubled" not in told
    assert "next: " not in told
    focus = CliRunner().invoke(main, ["progress", "Ann"]).output
    assert re.search(r"in focus +[A-Z][a-z]", focus)
    page = CliRunner().invoke(main, ["progress", "Ann", "--html", "ann.html"])
    assert page.exit_code == 0
    assert "<strong>burn/" not in Path("ann.html").read_text(encoding="utf-8")


def test_on_paper_with_the_key_apart(record):
    """One copy number on both, and no name on either."""
    for form in ("md", "html"):
        drill("maria.txt", "--sheet", "3", "--seed", "4", "--out", f"p.{form}")
        paper, key = (Path(name).read_text(encoding="utf-8") for name in (f"p.{form}", f"p-key.{form}"))
        assert "What does the dealer do now?" in paper
        assert "What does the dealer do now?" not in key
        assert not [name for name in NAMES if name in (paper + key).lower()]
    copies = {text.partition("copy ")[2][:8] for text in (Path("p.md").read_text("utf-8"), Path("p-key.md").read_text("utf-8"))}
    assert len(copies) == 1


def test_as_one_document(record):
    """Answers as any drill gives them; talk goes to standard error."""
    keys = right(record)
    made = json.loads(drill("maria.txt", "--json", "--no-record", said="\n".join(keys) + "\n").stdout)
    assert (made["from"], made["asked"], made["items"], made["right"], made["done"]) == (
        "records",
        len(keys),
        len(keys),
        len(keys),
        True,
    )
    assert not [name for name in NAMES if name in json.dumps(made, ensure_ascii=False).lower()]
    assert not Path("home").exists()


def test_help_modes_and_a_number_of_items(record):
    """In an exam nothing is said and nothing comes back; `--items` takes the first, `--seed` another order."""
    bad = next(letter for letter in "abc" if letter != right(record)[0])
    made = json.loads(drill("maria.txt", "--items", "1", "--help-mode", "exam", "--json", said=f"{bad}\n").stdout)
    assert (made["items"], made["right"], made["done"], made["mode"]) == (1, 0, True, "exam")
    told = drill("maria.txt", "--items", "1", "--help-mode", "exam", said=f"{bad}\n").output
    assert "wrong" not in told


def test_findings_and_a_folder_do_as_well(record):
    """What `check --json` wrote, and the folder that the record lies in."""
    Path("found.json").write_text(CliRunner().invoke(main, ["check", "maria.txt", "--json"]).stdout, encoding="utf-8")
    one = json.loads(drill("maria.txt", "--json", said="").stdout)["asked"]
    assert json.loads(drill("found.json", "--json", said="").stdout)["asked"] == one
    assert json.loads(drill(".", "--json", said="").stdout)["asked"] == one


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("nonesuch.txt",), "nonesuch.txt: the file can't be read"),
        (("maria.txt", "poker/next-step"), "leave out ID"),
        (("maria.txt", "--level", "2", "--game", "omaha"), "leave out --level, --game"),
        (("maria.txt", "--rules", "nonesuch"), "nonesuch"),
        (("clean.txt",), "no dealer slip was found"),
        (("torn.json",), "torn.json:1:14"),
    ],
)
def test_what_cannot_be_asked_is_told(record, args, said):
    """Exit code 2, and what to do."""
    CliRunner().invoke(main, ["play", "holdem", "--seed", "3", "--hands", "1", "--record", "clean.txt"])
    Path("torn.json").write_text('{"findings": ', encoding="utf-8")
    assert said in drill(*args, code=2).output


def test_at_a_terminal_one_key_answers(record, tmp_path):
    """80 by 24; `q` leaves."""
    keys = right(record)
    with PseudoTerminal("drill", "--from", "maria.txt", cwd=tmp_path, DEALERKIT_HOME=str(tmp_path / "home")) as terminal:
        for number, key in enumerate(keys, 1):
            shown = terminal.read("     > ")
            assert f"{number}. Hold'em" in shown
            terminal.keys(key.encode())
        assert terminal.end() == 0
        assert "Saved." in terminal.text
