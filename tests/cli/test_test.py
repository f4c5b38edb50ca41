"""`dealerkit test`: the cases run from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealerkit.cli.main import main
from dealerkit.jobs.cases import run_cases
from dealerkit.rules.data import data_dir

GOOD = "{name: BA-45 a tie, game: mini-baccarat, coup: {cards: 6h 6s Kc Kd}, expect: {winner: tie}}"
BAD = "{name: BA-44 a win, game: mini-baccarat, coup: {cards: 7h 6s Kc Kd}, expect: {winner: tie, natural: both}}"


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run the command on cases, and return what came of it."""
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)

    def invoke(*cases: str, args: tuple[str, ...] = (), code: int = 0) -> Result:
        path = tmp_path / "cases.yaml"
        path.write_text("cases:\n" + "".join(f"  - {case}\n" for case in cases), encoding="utf-8")
        result = CliRunner().invoke(main, ["test", str(path), *args], env={"COLUMNS": "100"})
        assert result.exit_code == code, result.output
        return result

    return invoke


def test_all_is_well(run):
    """Exit 0, and the count."""
    assert run(GOOD).stdout.startswith("The case came out as expected.\n")


def test_a_case_that_fails(run):
    """Exit 1; the case with its place, and what was different."""
    said = run(GOOD, BAD, code=1).stdout
    assert "cases.yaml:3: BA-44 a win" in said.replace("\n    ", " ")
    assert "    winner: expected tie, got player\n    natural: expected both, got none\n" in said
    assert "1 of 2 cases did not come out as expected." in said


def test_a_record_under_a_rule_set_for_other_games_fails_alone(run, tmp_path):
    """The case is named, and the others are tried."""
    text = "# dealerkit record 1\ngame: mini-baccarat\nseats: 1\nseed: 1\n---\n"
    (tmp_path / "shoe.rec").write_text(text, encoding="utf-8")
    result = run("{name: BA-01 a shoe, rules: tda, record: shoe.rec, expect: {findings: []}}", GOOD, code=1)
    said = " ".join(result.stdout.split())
    assert "cases.yaml:2: BA-01 a shoe" in said
    assert "this rule set is for games of the family 'poker', but the game is of the family 'baccarat'" in said
    assert "1 of 2 cases did not come out as expected." in said


def test_json(run):
    """The document of DESIGN section 5."""
    document = json.loads(run(GOOD, BAD, args=("--json",), code=1).stdout)
    assert list(document) == ["passed", "failed", "cases", "uncovered", "uncovered_ours"]
    assert (document["passed"], document["failed"]) == (1, 1)
    assert [case["ok"] for case in document["cases"]] == [True, False]
    assert list(document["cases"][1]) == ["name", "file", "line", "ok", "why"]
    assert document["cases"][1]["line"] == 3
    assert document["uncovered"] == []
    assert document["uncovered_ours"] > 50


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "cases:\n  - {name: A, game: mini-baccarat, acts: [d brun], expect: {}}\n",
            ":2:43: cases[0].acts[0]: unknown verb",
        ),
        ("cases:\n  - {name: A, game: mini-baccarat, acts: [d burn], expct: {}}\n", "cases[0].expct: unknown key"),
        ("cases: [\n", ":2:1: "),
        ("cases: 8:1\n", ":1:8: "),
    ],
)
def test_a_broken_file_of_cases(tmp_path, text, said):
    """Exit 2, nothing on standard output, the place on standard error."""
    path = tmp_path / "cases.yaml"
    path.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["test", str(path), "--json"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert str(path) in result.stderr


def test_no_such_file():
    """Exit 2."""
    result = CliRunner().invoke(main, ["test", "gone.yaml"])
    assert result.exit_code == 2
    assert "gone.yaml" in result.stderr


def test_a_folder_without_cases(tmp_path: Path):
    """Not an error: it says so."""
    result = CliRunner().invoke(main, ["test", str(tmp_path)])
    assert (result.exit_code, result.stdout) == (0, "No cases are here.\n")


@pytest.mark.slow
def test_the_shipped_cases_stand_whatever_house_is_at_home_here(monkeypatch):
    """DEALERKIT_RULES is for a house's own work; what we ship is tried as it was written.

    That all of them come out so is proved case by case in `tests/test_cases.py`; here those that the house would change are run.
    """
    monkeypatch.setenv("DEALERKIT_RULES", "france")
    asked = []

    def some(paths, rules, tell):
        asked.append((paths, rules))
        return run_cases([data_dir("procedures") / "baccarat" / "cases"], rules)

    monkeypatch.setattr("dealerkit.jobs.cases.run_cases", some)
    result = CliRunner().invoke(main, ["test", "--json"])
    assert result.exit_code == 0, result.stderr
    told = json.loads(result.stdout)
    assert (told["failed"], told["passed"] > 100) == (0, True)
    assert asked == [((), None)]
