"""Smoke tests: every command once, in one process, in well under half a minute; for use during a change.

    .venv/bin/python -m pytest tests/smoke.py

The calls are those of `.ci/run` for the wheel (`.ci/check_wheel.py`), each in the folder with the output of the calls before
it. Slow calls are reduced: one house's file is linted and not all, one rule set's cases are run, four papers are made and not
sixteen. The everyday suite does not include this file, since each call is tested there in detail.
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
"""Arguments, input, allowed exit statuses, words that the output must have."""
WHEEL: dict[str, Any] = runpy.run_path(str(Path(__file__).resolve().parents[1] / ".ci/check_wheel.py"))
LESS: dict[str, list[Call]] = {"lint": [], "test": [(["test", str(data_dir("rulings") / "nsw")], "", {0}, "cases")]}
"""Replacements for calls without paths."""


def calls() -> list[Call]:
    """Return the calls, in order."""
    found = [one for call in WHEEL["CALLS"] for one in ([call] if len(call[0]) > 1 else LESS.get(call[0][0], [call]))]
    return found + WHEEL["PAPERS"][::5]


def wrong(call: Call) -> str:
    """Return the error in a call's result; empty for none."""
    words, typed, codes, expected = call
    done = CliRunner().invoke(main, words, input=typed, prog_name="dealerkit", env={"COLUMNS": "200"})
    if done.exit_code not in codes or expected not in done.output:
        return f"dealerkit {' '.join(words)}: {done.exit_code}, without {expected!r}: {done.output}"
    paper = Path(words[-1])
    return f"{paper} is not a PDF" if paper.suffix == ".pdf" and not paper.read_bytes().startswith(b"%PDF-") else ""


def test_every_command_does_its_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them, one after the other; all errors are reported."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "home"))
    assert {call[0][0] for call in calls()} >= set(COMMANDS)
    failures = [trouble for call in calls() if (trouble := wrong(call))]
    assert not failures, "\n\n".join(failures)
