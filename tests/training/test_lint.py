"""Drills of a house with something under `with:` that cannot be used: told with file and line, and never a fault of ours."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.rules import data
from dealerkit.training.drills import drill
from dealerkit.training.exercises import exercises, setting
from dealerkit.training.generators.find_slip import FindSlip

WRONG = [
    ("stud/bring-in-and-first", ("levels", 2, "with", "forms"), 1),
    ("poker/find-the-slip", ("with", "families"), None),
    ("poker/find-the-slip", ("with", "families"), [1]),
    ("poker/find-the-slip", ("with", "families"), {"x": [{}]}),
    ("coup-walk", ("with", "at"), [1]),
    ("coup-walk", ("levels", 3, "with", "until"), [1]),
    ("mock-audition", ("with", "questions"), None),
    ("mock-audition", ("with", "drawn"), None),
]


def changed(tmp_path: Path, name: str, place: tuple[object, ...], value: object) -> Path:
    """Write a copy of a drill of ours, as a house's own, with one value changed."""
    (found,) = [path for one, path in data.drills().items() if one == name or one.rpartition("/")[2] == name]
    made = yaml.safe_load(found.read_text(encoding="utf-8"))
    inner = made
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    path = tmp_path / "own.yaml"
    path.write_text(yaml.safe_dump(made, sort_keys=False, allow_unicode=True), encoding="utf-8")
    return path


@pytest.mark.parametrize(("name", "place", "value"), WRONG)
def test_what_stands_under_with_and_cannot_be_used_is_told(tmp_path, name, place, value):
    """With the file, and the line of the level."""
    path = changed(tmp_path, name, place, value)
    told = CliRunner().invoke(main, ["lint", str(path)])
    assert told.exit_code in {1, 2}
    assert "own.yaml:" in told.output
    assert "with" in told.output
    assert "went wrong in dealerkit" not in told.output


def test_an_exercise_that_cannot_be_made_of_it_is_the_file_s_fault(tmp_path):
    """Whoever does not lint first is told the same when the drill begins."""
    path = changed(tmp_path, "poker/find-the-slip", ("with", "families"), [1])
    told = CliRunner().invoke(main, ["drill", str(path), "--items", "1"], input="q\n")
    assert told.exit_code == 2
    assert "own.yaml:" in told.stderr
    assert "cannot use the settings under `with`" in told.stderr


def test_a_drill_of_no_game_is_told(tmp_path):
    """There is nothing to be asked of."""
    told = CliRunner().invoke(main, ["lint", str(changed(tmp_path, "poker/find-the-slip", ("games",), []))])
    assert told.exit_code in {1, 2}
    assert "games" in told.output
    assert "went wrong in dealerkit" not in told.output


def broken(self, setting):
    """Go wrong as a mistake in a generator would."""
    raise KeyError


def test_what_goes_wrong_in_a_drill_of_ours_is_no_fault_of_its_file(monkeypatch):
    """It is ours, and is told as that."""
    where = setting("poker/find-the-slip", 1)
    assert where.drill.is_ours(1)
    monkeypatch.setattr(FindSlip, "cells", broken)
    with pytest.raises(KeyError):
        next(exercises(where, "1"))


def test_a_house_s_drill_is_not_ours(tmp_path):
    """Also where it only extends one."""
    path = tmp_path / "own.yaml"
    path.write_text("drill: own/one\nextends: poker/find-the-slip\n", encoding="utf-8")
    assert not drill(path).is_ours(1)
