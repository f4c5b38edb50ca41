"""A game outside dealerkit: it stands on a table of ours, brings its own rule set, and is tried by cases from any folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealerkit.cli.lint import words_of_the_engine
from dealerkit.errors import UnknownName
from dealerkit.jobs.cases import run_cases
from dealerkit.jobs.cases.classes import proofs
from dealerkit.rules.games import find_game, game
from dealerkit.rules.lint.files import lint
from dealerkit.rules.sets import rule_set
from dealerkit.table.table import Table

GAME = """
game: ours
extends: nap
title: Ours
rulings: ./table.yaml
procedure: {hand: {steps: {tricks: {rules: {follow: tricks/ours}}}}}
"""
TABLE = """
set: our-table
title: Our table
extends: social
source: {work: our-book}
findings:
  tricks/ours:
    {title: The suit is not followed, severity: major, why: It is owed., remedy: Back., cite: [NP-17], source: "5", fault: held}
faults:
  held:
    title: A suit is held back at ours
    words: [held back at ours]
    family: social
    facts: []
    cases:
      otherwise: {rule: NP-17, outcome: corrected, remedies: [RS-50], say: Follow., because: It is owed., source: "5"}
sources:
  our-book: {title: Our book, verified: read}
"""
CASES = """
cases:
  - name: NP-17 a suit is held back
    game: ../ours.yaml
    seats: 3
    given:
      {at: tricks, button: s3, places: {s1: Ah Kh Qh Jh Tc, s2: Th 9c Jd Qd Kd, s3: 5}, done: {bidding: {bid: two, bidder: s1}}}
    acts: [s1 play Ah, s2 play 9c]
    expect: {findings: [tricks/ours]}
  - name: NP-17 the same at the desk
    rules: ../table.yaml
    facts: {fault: held}
    expect: {outcome: corrected, rules: [NP-17]}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The game, its rule set and its cases, in a folder that nobody stands in."""
    for name, text in (("ours.yaml", GAME), ("table.yaml", TABLE), ("cases/ours.yaml", CASES)):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def told(*paths: Path) -> list[str]:
    """What lint says of files."""
    return [f"{Path(one.file).name}:{one.line}: {one.message}" for one in lint(paths, words_of_the_engine())]


def test_its_own_rule_set_is_counted_from_its_file(folder):
    """From any folder, NP-17: the finding that the set brings is known, by lint, at the table and to the cases."""
    made = game(folder / "ours.yaml")
    assert made.rules is not None
    assert made.rules.name == "our-table"
    assert told(folder / "ours.yaml", folder / "cases" / "ours.yaml") == []
    report = run_cases([folder / "cases"])
    assert (report.passed, report.failed) == (2, 0), report.data


def test_its_rule_set_is_found_wherever_the_table_goes_on(folder, monkeypatch):
    """NP-17: what a table is asked of the game's own set (the fault of a finding) is found from another folder, too."""
    monkeypatch.chdir(folder)
    table = Table("ours.yaml", seats=3, seed=7)
    monkeypatch.chdir(folder.parent)
    table.advance("bidding")
    own = rule_set(str(table.game.data["rulings"]))
    assert (own.name, own.findings["tricks/ours"]["fault"]) == ("our-table", "held")


def test_what_is_wrong_with_its_rule_set_is_told_with_the_game(folder):
    """One that is not there, and one with a case that rules nothing known."""
    (folder / "ours.yaml").write_text(GAME.replace("./table.yaml", "./tabel.yaml"), encoding="utf-8")
    assert "tabel.yaml" in " ".join(told(folder / "ours.yaml"))
    (folder / "ours.yaml").write_text(GAME, encoding="utf-8")
    (folder / "table.yaml").write_text(TABLE.replace("outcome: corrected", "outcome: corected"), encoding="utf-8")
    assert any(one.startswith("table.yaml:") and "corected" in one for one in told(folder / "ours.yaml"))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("game: ../ours.yaml", "game: ../our.yaml", "ours.yaml:4: there is no such file"),
        ("[tricks/ours]", "[tricks/mine]", "ours.yaml:9: unknown finding: 'tricks/mine'"),
        ("fault: held}", "fault: hold}", "ours.yaml:12: unknown fault: 'hold'"),
        ("rules: [NP-17]", "rules: [NP-77]", "NP-77"),
    ],
)
def test_lint_knows_what_a_case_may_name(folder, old, new, said):
    """A game, a finding, a fault and a rule that there is not."""
    (folder / "cases" / "ours.yaml").write_text(CASES.replace(old, new), encoding="utf-8")
    assert any(said in one for one in told(folder / "cases" / "ours.yaml"))


@pytest.mark.parametrize("base", ["home", "table"])
def test_a_game_may_stand_on_a_table_of_ours(base, tmp_path):
    """What the games of a family have in common is named like a game, and is none by itself."""
    assert find_game(base, tmp_path / "ours.yaml").is_file()
    with pytest.raises(UnknownName):
        find_game(base)


def test_a_house_stands_on_another_house(tmp_path, monkeypatch):
    """BI-03 over a file of one's own: lint and the proofs find the set in the middle, which no name finds."""
    monkeypatch.chdir(tmp_path)
    head = "title: A house\nsources: {our-book: {title: Our book, verified: read}}\n"
    (tmp_path / "quay.yaml").write_text(f"set: quay\nextends: us\n{head}", encoding="utf-8")
    (tmp_path / "far").mkdir()
    ruled = "{outcome: card_plays, remedies: [], because: So we say., say: It plays., source: {work: our-book, section: '1'}}"
    pier = f"set: pier\nextends: ../quay.yaml\n{head}faults: {{boxed_card: {{cases: {{otherwise: {ruled}}}}}}}\n"
    (tmp_path / "far" / "pier.yaml").write_text(pier, encoding="utf-8")
    assert told(tmp_path / "far" / "pier.yaml") == []
    (proved,) = proofs([tmp_path / "far" / "pier.yaml"]).data
    (every,) = [one for one in proved.properties if one.name == "every class has a case"]
    assert {one.fault for one in every.against} == {"boxed_card"}
