"""`dealerkit rules` and `dealerkit lint`: what they print, write and refuse."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.rules.sets import rule_set, rule_sets


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run a command in a folder of its own and return what it printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)

    def command(*args, code=0):
        result = CliRunner().invoke(main, list(args))
        assert result.exit_code == code, result.output
        return result.stdout if code < 2 else result.stderr

    return command


def test_new_writes_a_file_that_changes_nothing(run, tmp_path):
    """And says what to do next; it never writes over a file."""
    run("rules", "new", "riverside", "--from", "us")
    text = (tmp_path / "riverside.yaml").read_text(encoding="utf-8")
    assert text.splitlines()[3:5] == ["set: riverside", "extends: us"]
    assert run("rules", "diff", "us", "riverside.yaml") == "us and riverside.yaml say the same.\n"
    assert run("lint", "riverside.yaml").startswith("ok  ")
    said = run("rules", "new", "riverside", "--from", "us", code=2)
    assert "riverside.yaml already exists" in said
    assert (tmp_path / "riverside.yaml").read_text(encoding="utf-8") == text


def test_new_can_print_or_write_elsewhere(run, tmp_path):
    """`-` is standard output; the base may be a file."""
    assert run("rules", "new", "riverside", "--from", "us", "--out", "-").startswith("## House rules of Riverside")
    assert list(tmp_path.iterdir()) == []
    run("rules", "new", "club", "--from", "france", "--out", "first.yaml")
    run("rules", "new", "event", "--from", "first.yaml", "--out", "second.yaml")
    assert rule_set(tmp_path / "second.yaml").chain == ("event", "club", "france", "us")


def test_new_where_nothing_can_be_written(run):
    """Or from what is not there: exit 2, in words."""
    assert "unknown rule set: 'ussr'" in run("rules", "new", "x", "--from", "ussr", code=2)
    assert "nowhere" in run("rules", "new", "x", "--from", "us", "--out", "nowhere/x.yaml", code=2)
    assert "is not a valid rule-set name" in run("rules", "new", "a b", "--from", "us", code=2)


def test_list_names_every_set(run):
    """With what it extends, as text and as JSON."""
    rows = json.loads(run("rules", "list", "--json"))
    assert [row["name"] for row in rows] == rule_sets()
    (france,) = [row for row in rows if row["name"] == "france"]
    assert (france["extends"], france["family"], france["sha256"]) == ("us", "baccarat", rule_set("france").sha256)
    assert all(name in run("rules", "list") for name in rule_sets())


def test_diff_gives_both_values_and_both_places(run, tmp_path):
    """As text a person can follow to the line, and as JSON."""
    house = tmp_path / "house.yaml"
    house.write_text("set: house\nextends: us\noptions:\n  mini-baccarat:\n    decks: 6\n", encoding="utf-8")
    found = json.loads(run("rules", "diff", "us", "house.yaml", "--json"))
    (one,) = found["differences"]
    assert (one["path"], one["kind"], one["old"], one["new"]) == ("games.mini-baccarat.options.decks", "changed", 8, 6)
    assert one["new_at"] == {"file": "house.yaml", "line": 5, "column": 12}
    assert one["old_at"]["file"].endswith("mini-baccarat.yaml")
    text = " ".join(run("rules", "diff", "us", "house.yaml").split())
    assert "1 difference " in text
    assert "+ 6 (house.yaml:5)" in text
    assert "now after" in run("rules", "diff", "us", "france")


def test_what_comes_with_dealerkit_is_named_from_its_own_folder(run):
    """Wherever dealerkit is installed, no folder of that machine stands in an answer."""
    told = run("rules", "diff", "us", "macau")
    assert "(rulings/us/" in told
    assert "(rulings/macau/" in told
    assert "in: procedures/baccarat/mini-baccarat.paper.yaml:" in run("explain", "BA-52")
    assert "/dealerkit" not in told + run("explain", "boxed_card") + run("explain", "france")
    found = json.loads(run("rules", "diff", "us", "macau", "--json"))["differences"]
    assert {one["new_at"]["file"].split("/")[0] for one in found if one["new_at"]} <= {"rulings", "procedures"}


def test_diff_of_what_cannot_be_read(run, tmp_path):
    """Exit 2, with file, line and column."""
    (tmp_path / "house.yaml").write_text("set: house\nextends: [us]\n", encoding="utf-8")
    assert "house.yaml:2:10" in run("rules", "diff", "us", "house.yaml", code=2)
    assert "unknown rule set: 'them'" in run("rules", "diff", "us", "them", code=2)


def test_lint_says_everything_at_once(run, tmp_path):
    """Exit 1; every problem has its place."""
    ruling = "faults: {surplus_card: {cases: {settled: {remedies: [RB-99]}}}}\n"
    text = "set: house\nextends: us\noptions: {mini-baccarat: {decks: 99}}\n"
    (tmp_path / "house.yaml").write_text(text + ruling, encoding="utf-8")
    errors = json.loads(run("lint", "house.yaml", "--json", code=1))["errors"]
    assert [(error["file"], error["line"], error["path"]) for error in errors] == [
        ("house.yaml", 3, "options.mini-baccarat.decks"),
        ("house.yaml", 4, "faults.surplus_card.cases.settled.remedies[0]"),
    ]
    assert errors[0].keys() == {"file", "line", "column", "path", "message", "hint"}
    said = run("lint", "house.yaml", code=1)
    assert "house.yaml:3:" in said
    assert said.endswith("2 problems\n")


def test_lint_of_what_is_not_there(run):
    """Exit 2: nothing was looked at."""
    assert "nowhere.yaml" in run("lint", "nowhere.yaml", code=2)


@pytest.mark.slow
@pytest.mark.usefixtures("keeping")
def test_lint_of_all_that_comes_with_dealerkit(run):
    """Nothing to say: shape, names, sources and translations of every file we ship."""
    assert json.loads(run("lint", "--json")) == {"errors": [], "old": []}


@pytest.mark.thorough
def test_diff_of_outcomes_tells_what_is_ruled_otherwise_with_an_example(run):
    """MD-13: facts in words, both rulings, their rules and places; as text and as JSON."""
    said = run("rules", "diff", "rrop", "tda", "--outcomes", "first_card_wrong_seat")
    assert said.splitlines()[0] == "rrop -> tda: 1 different ruling on 1 fault, over 1 fault and 3 classes of facts"
    assert "Action in turn after the forced bets: fold fold" in said
    assert "rrop  play_on, RM-09   MD-15, MD-10 (otherwise, rulings/rrop/deal.yaml:" in said
    found = json.loads(run("rules", "diff", "rrop", "tda", "--outcomes", "--json"))
    assert (found["a"], found["b"], found["only_a"]) == ("rrop", "tda", [])
    assert {row["fault"] for row in found["differences"]} > {"first_card_wrong_seat", "several_chips"}
    assert run("rules", "diff", "us", "us", "--outcomes") == (
        "us and us give the same rulings, over 20 faults and 65 classes of facts.\n"
    )


def test_diff_of_outcomes_names_what_only_one_set_rules_on(run):
    """And refuses a fault that neither has, or one without --outcomes."""
    assert "Only us rules on surplus_card, card_drawn_in_error" in run("rules", "diff", "us", "rrop", "--outcomes")
    assert "did you mean wrong_count" in run("rules", "diff", "rrop", "tda", "--outcomes", "wrong_coun", code=2)
    assert "a FAULT needs --outcomes" in run("rules", "diff", "rrop", "tda", "wrong_count", code=2)
