"""Rule sets: folders and files, what they extend, and what they share."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealerkit.errors import RuleFileError, UnknownName
from dealerkit.rules import sets
from dealerkit.rules.sets import RuleSet, catalogue, default_rules, rule_set, rule_sets

pytestmark = pytest.mark.usefixtures("toys")


def test_a_set_is_a_folder_with_all_its_files() -> None:
    """Head and faults put together, the catalogues laid under them."""
    base = rule_set("base")
    assert (base.name, base.title, base.chain, base.family, base.house) == ("base", "The base", ("base",), "toys", None)
    assert list(base.faults["surplus"]["cases"]) == ["seen", "otherwise"]
    assert base.findings["burn/missed"]["severity"] == "minor"
    assert list(base.remedies) == ["RT-01"]
    assert list(base.sources) == ["book"]
    assert base.options == {"toy": {"packs": 4}}
    assert rule_sets() == ["base", "other"]


def test_a_set_has_what_it_extends_and_its_own() -> None:
    """Title and name are its own, family, rulings and options are handed down."""
    other = rule_set("other")
    assert (other.name, other.title, other.chain, other.family) == ("other", "other", ("other", "base"), "toys")
    cases = other.faults["surplus"]["cases"]
    assert list(cases) == ["seen", "one", "otherwise"]
    assert (cases["seen"]["outcome"], cases["seen"]["rule"]) == ("kept", "TI-01")
    assert other.findings["burn/missed"]["severity"] == "major"
    assert rule_set("base").findings["burn/missed"]["severity"] == "minor"
    where = other.doc.where
    assert where["faults", "surplus", "cases", "seen", "outcome"].file.endswith("other/set.yaml")
    assert where["faults", "surplus", "cases", "seen", "rule"].file.endswith("base/faults.yaml")
    assert where["findings", "burn/missed", "why"].file.endswith("findings.yaml")


def test_a_house_may_be_one_file_anywhere(put) -> None:
    """That extends a set of ours by name, or another file by its path from here."""
    house = put("club/house.yaml", "set: club\nextends: other\nhouse: The Club\nversion: 3\n")
    event = put("club/events/open.yaml", "set: open\nextends: ../house.yaml\nfaults: {surplus: {cases: {one: null}}}\n")
    opened = rule_set(event)
    assert opened.chain == ("open", "club", "other", "base")
    assert (opened.house, opened.doc.data.get("version")) == ("The Club", None)
    assert list(opened.faults["surplus"]["cases"]) == ["seen", "otherwise"]
    assert rule_set(str(house)).chain == ("club", "other", "base")


def test_a_house_may_be_a_folder_anywhere(put, tmp_path: Path) -> None:
    """By the folder, or by the head in it."""
    put("club/set.yaml", "set: club\nextends: base\n")
    put("club/more.yaml", "findings: {burn/missed: {severity: critical}}\n")
    for selector in (tmp_path / "club", str(tmp_path / "club") + "/", tmp_path / "club/set.yaml"):
        assert rule_set(selector).findings["burn/missed"]["severity"] == "critical"
    put("empty/readme.txt", "nothing")
    with pytest.raises(RuleFileError, match="this folder has no rule set"):
        rule_set(tmp_path / "empty")


def test_two_files_of_a_set_may_not_say_the_same_thing(put, tmp_path: Path) -> None:
    """Both places are named, and every such clash."""
    put("club/set.yaml", "set: club\nextends: base\ntitle: One\n")
    put("club/a.yaml", "findings: {burn/missed: {severity: critical}}\n")
    put("club/b.yaml", "title: Two\nfindings: {burn/missed: {severity: minor}}\n")
    with pytest.raises(RuleFileError) as caught:
        rule_set(tmp_path / "club")
    said = [str(problem).replace(f"{tmp_path}/club/", "") for problem in caught.value.problems]
    assert said == [
        "b.yaml:1:1: title: 'title' appears twice (the first is at set.yaml:3); remove one of them",
        "b.yaml:2:12: findings.burn/missed: 'burn/missed' appears twice (the first is at a.yaml:1); remove one of them",
    ]


def test_every_file_of_a_set_is_read_before_it_is_refused(put, tmp_path: Path) -> None:
    """All that is wrong with a set is said at once."""
    put("club/set.yaml", "set: club\nset: again\n")
    put("club/a.yaml", "faults: [\n")
    with pytest.raises(RuleFileError) as caught:
        rule_set(tmp_path / "club")
    assert [Path(problem.file).name for problem in caught.value.problems] == ["a.yaml", "set.yaml"]


def test_the_hash_ignores_prose_and_names(put) -> None:
    """An overlay that changes nothing is the same rules under another name; one that changes an outcome is not."""
    base = rule_set("base").sha256
    assert rule_set(put("a.yaml", "set: a\nextends: base\ntitle: A\nhouse: H\nsources: {mine: {title: Mine}}\n")).sha256 == base
    cases = "extends: base\nfaults: {surplus: {title: T, cases: {seen: {because: B}}}}\n"
    assert rule_set(put("b.yaml", "set: b\n" + cases)).sha256 == base
    assert rule_set(put("c.yaml", "set: c\n" + cases.replace("because", "outcome"))).sha256 != base
    assert (
        rule_set(put("d.yaml", "set: d\nextends: base\nfaults: {surplus: {cases: {seen: {after: otherwise}}}}\n")).sha256 != base
    )


def test_a_set_is_read_once_and_again_when_a_file_changes(toys: Path) -> None:
    """Whichever file it is: its own, its base's, a catalogue's, or one that is new in the folder."""
    other = rule_set("other")
    assert rule_set("other") is other
    findings = toys / "rulings/findings.yaml"
    findings.write_text(
        findings.read_text(encoding="utf-8") + "  burn/twice: {title: Twice, severity: minor}\n", encoding="utf-8"
    )
    assert list(rule_set("other").findings) == ["burn/missed", "burn/twice"]
    (toys / "rulings/base/more.yaml").write_text("remedies: {RT-02: {title: T, steps: {b: {do: burn}}}}\n", encoding="utf-8")
    assert list(rule_set("other").remedies) == ["RT-01", "RT-02"]


def test_names_that_nothing_has() -> None:
    """The nearest is suggested; a name is not looked for in other folders."""
    with pytest.raises(UnknownName, match="did you mean base"):
        rule_set("bass")
    with pytest.raises(UnknownName):
        rule_set("..")


def test_the_catalogues_are_checked(toys: Path) -> None:
    """All four, with all that is wrong."""
    assert list(catalogue().facts.data["facts"]) == ["seen", "count", "phase"]
    (toys / "rulings/facts.yaml").write_text("facts: {x: {type: bool}}\n", encoding="utf-8")
    (toys / "rulings/remedies.yaml").write_text("remedy: {}\n", encoding="utf-8")
    with pytest.raises(RuleFileError) as caught:
        catalogue()
    assert len(caught.value.problems) == 3


def test_the_game_knows_a_new_file_in_its_rule_set(toys: Path) -> None:
    """A file that is added to a set's folder changes the games under it."""
    from dealerkit.rules.games import game

    assert game("toy", "base").rules is game("toy", "base").rules
    (toys / "rulings/base/more.yaml").write_text("remedies: {RT-02: {title: T, steps: {b: {do: burn}}}}\n", encoding="utf-8")
    rules = game("toy", "base").rules
    assert rules is not None
    assert "RT-02" in rules.remedies


def test_only_a_set_that_mentions_a_fault_is_read_to_know_whether_it_rules_on_it(put, monkeypatch) -> None:
    """The first by name that extends none and rules on it; a fault that nobody rules on falls to the rule set of all."""
    put("data/rulings/abroad/set.yaml", "set: abroad\ntitle: Abroad\n# surplus is known here, and not ruled on\n")
    put("data/rulings/alone/set.yaml", "set: alone\ntitle: Alone\nfaults: {}\n")
    read: list[object] = []

    def reading(name: str) -> RuleSet:
        read.append(name)
        return rule_set(name)

    monkeypatch.setattr(sets, "rule_set", reading)
    assert (default_rules("surplus"), read) == ("base", ["abroad", "base"])
    assert default_rules("no\udcffsuch") == "us"
