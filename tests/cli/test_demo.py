"""`dealerkit demo`: the main job, unattended."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.training.demo import Demo


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    """In a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)
    monkeypatch.setenv("COLUMNS", "100")


def shown() -> str:
    """What it prints."""
    result = CliRunner().invoke(main, ["demo"])
    assert result.exit_code == 0, result.output
    return result.output


def test_it_shows_the_whole_job():
    """A shoe's opening, a coup, slips with rule and remedy, rulings with steps, a dispute, a sheet and where it is."""
    text = shown()
    assert "loads the shoe" in text
    assert "ok  no finding" in text
    for scene in Demo().plan["scenes"]:
        assert scene["title"] in text
        if "finding" in scene:
            assert f"! {scene['finding']}" in text
    for sign in ("why: ", "rule: ", "> ", "floor: ", "us: ", "macau: "):
        assert sign in text
    assert "fixed at once" in text


def test_it_is_the_same_every_time():
    """Word for word."""
    assert shown() == shown()


def test_every_planted_slip_is_found_and_nothing_else():
    """As many findings as slips."""
    demo = Demo()
    for scene in demo.scenes():
        list(demo.play(scene))
    wanted = [scene["finding"] for scene in demo.plan["scenes"] if "finding" in scene]
    assert [one.code for one in demo.table.findings] == wanted
    assert len(demo.planted) == len(wanted)


def test_the_two_rule_sets_of_the_dispute_differ():
    """That is what the dispute is there to show."""
    first, second = Demo().rulings()
    assert first.outcome != second.outcome


def test_the_sheet_is_written_here():
    """An HTML page with the game's rules."""
    shown()
    page = Path(Demo().plan["sheet"]["file"]).read_text(encoding="utf-8")
    assert page.lstrip().lower().startswith("<!doctype html")
    assert "Drawing rules for the banker" in page


def test_where_nothing_can_be_written_it_goes_elsewhere(monkeypatch, tmp_path):
    """The folder for temporary files, and it says so."""
    spare = tmp_path / "spare"
    spare.mkdir()
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(spare))
    (tmp_path / Demo().plan["sheet"]["file"]).mkdir()
    text = shown()
    assert str(spare) in text.replace("\n", "").replace(" ", "") or str(spare) in text
    assert [path.name for path in spare.iterdir()] == [Demo().plan["sheet"]["file"]]


@pytest.mark.thorough
def test_a_terminal_of_letters_only(monkeypatch):
    """Everything is readable in ASCII."""
    import os
    import subprocess
    import sys

    env = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run([sys.executable, "-m", "dealerkit", "demo"], env=env, capture_output=True, check=False, timeout=300)
    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.isascii()
