"""Smoke: every command once, in one process, in well under half a minute; for whoever is in the middle of a change.

    .venv/bin/python -m pytest tests/smoke.py

The calls are those that `.ci/run` makes of the wheel (`.ci/check_wheel.py`), each in the folder that the ones before it have
written to. What takes long of them is asked for less: one house's file is looked through and not all, one rule set's cases are
run, four papers are set and not sixteen. The everyday suite leaves this file out, since each call is proved there at length.
"""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import COMMANDS, main
from dealerkit.rules.data import data_dir

Call = tuple[list[str], str, set[int], str]
"""Arguments, what is typed, the exit codes that are right, words that the output must hold."""
WHEEL: dict[str, Any] = runpy.run_path(str(Path(__file__).resolve().parents[1] / ".ci/check_wheel.py"))
LESS: dict[str, list[Call]] = {"lint": [], "test": [(["test", str(data_dir("rulings") / "nsw")], "", {0}, "cases")]}
"""What stands for a call without paths."""


def calls() -> list[Call]:
    """The calls, in their order."""
    found = [one for call in WHEEL["CALLS"] for one in ([call] if len(call[0]) > 1 else LESS.get(call[0][0], [call]))]
    return found + WHEEL["PAPERS"][::5]


def wrong(call: Call) -> str:
    """What is wrong with what a call came to; nothing if it is right."""
    words, typed, codes, expected = call
    done = CliRunner().invoke(main, words, input=typed, prog_name="dealerkit", env={"COLUMNS": "200"})
    if done.exit_code not in codes or expected not in done.output:
        return f"dealerkit {' '.join(words)}: {done.exit_code}, without {expected!r}: {done.output}"
    paper = Path(words[-1])
    return f"{paper} is not a PDF" if paper.suffix == ".pdf" and not paper.read_bytes().startswith(b"%PDF-") else ""


def test_every_command_does_its_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them, one after the other; all that go wrong are told."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "home"))
    assert {call[0][0] for call in calls()} >= set(COMMANDS)
    failures = [trouble for call in calls() if (trouble := wrong(call))]
    assert not failures, "\n\n".join(failures)
