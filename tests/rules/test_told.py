"""How people tell what went wrong: every phrase belongs to one fault that there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealerkit.errors import RuleFileError
from dealerkit.rules import data
from dealerkit.rules.lint import lint
from dealerkit.rules.told import told
from dealerkit.rulings import known_faults


def test_every_story_is_of_a_fault():
    """And so is what it is taken for."""
    assert set(told()) <= set(known_faults())
    assert all(set(story.unlike) <= set(known_faults()) for story in told().values())


@pytest.mark.parametrize(
    ("said", "told_of"),
    [
        ("told: {no_such: {told: [x]}}", "no fault is called 'no_such'"),
        ("told: {string_bet: {told: [x], unlike: {no_such: y}}}", "no fault is called 'no_such'"),
        ("told: {string_bet: {told: [x, ' X ']}}", "told of string_bet already"),
        ("told: {string_bet: {told: []}}", "at least 1 are wanted"),
        ("told: {string_bet: {words: [x]}}", "words"),
    ],
)
def test_lint_says_what_is_wrong(tmp_path, said, told_of):
    """File, line and column, and what to do."""
    path = tmp_path / "mine.yaml"
    path.write_text(said)
    problems = lint([path])
    assert any(told_of in str(problem) for problem in problems), problems
    assert all(problem.line == 1 for problem in problems)


def test_one_fault_is_told_in_one_file(tmp_path, monkeypatch):
    """Two files that tell of one fault are refused, with both places."""
    (tmp_path / "told").mkdir()
    for name in ("a", "b"):
        (tmp_path / "told" / f"{name}.yaml").write_text("told: {string_bet: {told: [" + name + "]}}")
    whole = data.data_dir

    def elsewhere(name: str) -> Path:
        return tmp_path if name == "rulings" else whole(name)

    monkeypatch.setattr(data, "data_dir", elsewhere)
    with pytest.raises(RuleFileError, match="another file already"):
        told()
