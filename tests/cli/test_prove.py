"""`dealerkit prove` from the command line: what is printed, as text and as JSON, and with what it leaves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealerkit.cli.main import main

ROW = "because: Seen., say: It is burned., source: {work: pa-code-58, section: 627a.13}"
CLEAN = f"""set: riverside
title: Riverside
family: baccarat
faults:
  boxed_card:
    title: A card was face up in the shoe
    cases:
      late: {{when: {{later_card_drawn: true}}, outcome: play_on, rule: BI-03, {ROW}}}
      otherwise: {{outcome: card_replaced, rule: BI-03, remedies: [RB-13], {ROW}}}
"""
CASES = """cases:
  - {name: a, rules: ../riverside.yaml, facts: {fault: boxed_card, later_card_drawn: true}, expect: {outcome: play_on}}
  - {name: b, rules: ../riverside.yaml, facts: {fault: boxed_card, later_card_drawn: false}, expect: {outcome: card_replaced}}
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A small set of which everything is proved."""
    path = tmp_path / "riverside.yaml"
    path.write_text(CLEAN, encoding="utf-8")
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "all.yaml").write_text(CASES, encoding="utf-8")
    return path


def prove(*args: object, code: int = 0) -> Result:
    """Run the command, and return what came of it."""
    result = CliRunner().invoke(main, ["prove", *map(str, args)], env={"COLUMNS": "120"})
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result


def test_all_holds(house):
    """Exit 0, a line a property, with how much was looked at."""
    said = prove(house).stdout
    assert said.startswith("Riverside  [riverside]\n")
    assert said.count("ok  ") == 6
    assert "Every combination of facts has a case. (2 classes of facts)" in said
    assert "!" not in said


def test_what_does_not_hold_is_shown_by_facts(house):
    """Exit 1; the fault by its title, what is wrong, and the facts as the desk says them."""
    (house.parent / "cases" / "all.yaml").write_text(CASES.rpartition("  - ")[0], encoding="utf-8")
    said = prove(house, code=1).stdout
    assert "  !   A case proves each class of facts. (2 classes of facts)\n" in said
    assert "      - A card was face up in the shoe: no case proves that ruling\n" in said
    assert "Later cards were drawn: no, the mistake was noticed before the next card" in said


def test_as_json(house):
    """One document: each set, each property, what speaks against it; the same exit status."""
    found = json.loads(prove(house, "--json").stdout)
    assert found["holds"] is True
    (row,) = found["sets"]
    assert (row["set"], row["holds"]) == ("riverside", True)
    assert [one["name"] for one in row["properties"]][:2] == ["total", "no dead case"]
    assert all(one["against"] == [] for one in row["properties"])
    (house.parent / "cases" / "all.yaml").write_text("cases: []\n", encoding="utf-8")
    spoilt = json.loads(prove(house, "--json", code=1).stdout)
    assert spoilt["holds"] is False
    (wrong,) = [one for one in spoilt["sets"][0]["properties"] if not one["holds"]]
    assert wrong["name"] == "every class has a case"
    assert wrong["against"][0]["fault"] == "boxed_card"


def test_held_against_another_set(tmp_path):
    """What differs is told with both rulings; `--but-for` takes rules with a comma between them."""
    path = tmp_path / "riverside.yaml"
    path.write_text(
        "set: riverside\ntitle: Riverside\nextends: us\nfamily: baccarat\n"
        "faults: {boxed_card: {cases: {otherwise: {outcome: card_plays, rule: BI-03, remedies: []}}}}\n",
        encoding="utf-8",
    )
    assert _holds(path, "--same-as", "us")["same as us"] is False
    assert _holds(path, "--same-as", "us", "--but-for", "BI-03,BI-04")["differs only in the named rules"] is True
    assert _holds(path, "--same-as", "us", "--but-for", "BI-04")["differs only in the named rules"] is False


def _holds(*args: object) -> dict[str, bool]:
    """Which properties hold; the few cases of the set leave most classes unproved, so the command leaves with 1."""
    return {one["name"]: one["holds"] for one in json.loads(prove(*args, "--json", code=1).stdout)["sets"][0]["properties"]}


def test_what_cannot_be_proved_is_refused(tmp_path):
    """A set that there is not, a file that cannot be read, an option that belongs to another: exit 2, and no property."""
    assert "unknown rule set: 'rropp'" in prove("rropp", code=2).output
    assert "--but-for needs --same-as" in prove("rrop", "--but-for", "MD-02", code=2).output
    path = tmp_path / "mine.yaml"
    path.write_text("set: mine\ntitle: Mine\nextends: uss\n", encoding="utf-8")
    assert f"{path}:3:10" in prove(path, code=2).output
