"""Every way a rule file can be wrong: one broken file in `tests/broken/`, and beside it what is said about it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

import pytest

from dealerkit.cli.lint import words_of_the_engine
from dealerkit.errors import DealerkitError, RuleFileError
from dealerkit.jobs.promotions.policy import policy
from dealerkit.procedure.planners import DO
from dealerkit.procedure.step_lint import lint_step
from dealerkit.rules.files import read_file
from dealerkit.rules.games import game
from dealerkit.rules.lint.files import Vocabulary, lint
from dealerkit.rules.schema import Kind, check
from dealerkit.rules.sets import rule_set

BROKEN = Path(__file__).parent.parent / "broken"
FILES = sorted(path for path in BROKEN.glob("*/*.yaml") if path.with_suffix(".txt").exists() and path.parent.name != "dealt")
DEALT = sorted(BROKEN.glob("dealt/*.yaml"))
HELPERS = {"circle-other-half"}
OF_TOYS = ("say", "deal", "wave")


def said_about(file: Path) -> str:
    """Use a file for what it is meant for, and return everything that is said against it."""
    kind = file.parent.name
    try:
        if kind == "house":
            rule_set(file)
            game("toy", rules=file)
        elif kind == "game":
            game(file)
        elif kind == "steps":
            if problems := lint([file], Vocabulary(do={*DO, *OF_TOYS}, step=lint_step)):
                raise RuleFileError(problems)
        elif kind == "promotion":
            policy(file)
        elif problems := check(read_file(file), cast("Kind", kind)):
            raise RuleFileError(problems)
    except DealerkitError as error:
        return without_folders(str(error)) + "\n"
    return ""


def without_folders(said: str) -> str:
    """Return what is said with the files' names alone."""
    return re.sub(r"[^\s:(]*/(?=[a-z0-9-]+(/set)?\.yaml)", "", said)


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_broken_file_is_refused_in_words_that_help(file: Path) -> None:
    """With every problem, its file, line and column, and what to do about it."""
    assert said_about(file) == file.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("file", DEALT, ids=lambda file: file.stem)
def test_lint_passes_nothing_that_cannot_be_dealt(file: Path) -> None:
    """Of houses and games over ours: what would stop a table, or pass in silence, is told with its line."""
    found = lint([file], words_of_the_engine())
    assert without_folders("".join(f"{one}\n" for one in found)) == file.with_suffix(".txt").read_text(encoding="utf-8")
    assert found
    assert all(one.file.endswith(file.name) and one.line for one in found)


def test_every_broken_file_has_its_message() -> None:
    """A file without one would not be tested."""
    without = {path.stem for path in BROKEN.glob("*/*.yaml") if not path.with_suffix(".txt").exists()}
    assert without == HELPERS
    assert len(FILES) > 80


def test_every_problem_names_a_line(toys: Path) -> None:
    """Only a file that cannot be read as text has none."""
    for file in FILES:
        lines = said_about(file).splitlines()
        assert lines
        whole = {"empty", "only-comments", "binary", "utf-16", "base-is-no-file"}
        assert all(re.match(r"[a-z0-9-]+\.yaml:\d+:\d+: ", line) for line in lines) or file.stem in whole, lines
