"""A first house file: good as it stands, and good whichever line of it is decided."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from dealerkit.errors import RuleFileError, UnknownName
from dealerkit.rules.first_house_file import new_rules
from dealerkit.rules.games import game, games_under
from dealerkit.rules.lint.files import lint
from dealerkit.rules.option_values import CHOOSES_THE_SET
from dealerkit.rules.sets import rule_set, rule_sets
from dealerkit.rulings.differences.texts import text_differences
from tests.sampling import daily


def decided(text: str, number: int) -> str:
    """Take the `# ` off one line."""
    lines = text.splitlines()
    lines[number] = lines[number].replace("# ", "", 1)
    return "\n".join(lines) + "\n"


def open_lines(text: str) -> list[int]:
    """Number the lines of options that can be decided."""
    lines = text.splitlines()
    return [number for number, line in enumerate(lines) if line.startswith("    # ")]


@pytest.mark.usefixtures("toys")
def test_every_option_is_listed_with_what_it_allows() -> None:
    """With the value in force under the base, not the game's own default."""
    text = new_rules("club", "base")
    assert "## Packs. Allowed: 8, 6, 4. (TY-01)\n    # packs: 4\n" in text
    assert "## Cards burned. Allowed: a whole number from 0 to 10. (TY-02)\n    # burns: 1\n" in text
    assert '    # tie_pays: "8 to 1"\n' in text
    assert '    # rate: "0.05"\n' in text
    assert "    # free: false\n" in text
    options = {line.split()[1].rstrip(":") for line in text.splitlines() if line.startswith("    # ")}
    assert options == set(game("toy").choices) - {CHOOSES_THE_SET}


@pytest.mark.usefixtures("toys")
def test_the_example_of_a_ruling_is_good_too(put) -> None:
    """All of it taken out of its comment at once, head included."""
    text = new_rules("club", "base")
    lines = [line.removeprefix("# ") if line.startswith("# ") else line for line in text.splitlines()]
    house = put("club.yaml", "\n".join(lines) + "\n")
    assert lint([house]) == []
    club = rule_set(house)
    assert club.faults["surplus"]["cases"]["seen"]["because"] == "The reason for your house's ruling."
    assert (club.house, club.doc.data["version"]) == ("Club", "1")


@pytest.mark.thorough
@pytest.mark.sample(3)
@pytest.mark.parametrize("base", daily(rule_sets(), 8, first=7, keep=("us", "tda")))
def test_a_new_file_changes_nothing_and_any_line_of_it_can_be_decided(base: str, tmp_path: Path) -> None:
    """Of every rule set that comes with dealerkit, option by option."""
    text = new_rules("club", base)
    file = tmp_path / "club.yaml"
    file.write_text(text, encoding="utf-8")
    assert text_differences(base, file).found == ()
    assert rule_set(file).sha256 == rule_set(base).sha256
    assert lint([file]) == []
    names = games_under(rule_set(base))
    before = {name: game(name, base).options for name in names}
    numbers = open_lines(text)
    chosen = random.Random(base).sample(numbers, min(6, len(numbers)))
    for these in [*([number] for number in chosen), numbers]:  # a few by themselves, and all at once
        made = text
        for number in these:
            made = decided(made, number)
        file.write_text(made, encoding="utf-8")
        assert any(rule_set(file).options.values()) or not numbers, these
        for name in names:
            assert game(name, file).options == before[name], "what is decided is what was in force"


@pytest.mark.usefixtures("toys")
def test_a_base_may_be_a_file(put, tmp_path: Path) -> None:
    """Named by its path from where the new file will lie."""
    put("club.yaml", "set: club\nextends: base\n")
    beside = put("event.yaml", new_rules("event", tmp_path / "club.yaml", tmp_path))
    assert rule_set(beside).chain == ("event", "club", "base")
    below = put("events/open.yaml", new_rules("open", tmp_path / "club.yaml", tmp_path / "events"))
    assert rule_set(below).chain == ("open", "club", "base")


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("name", ["", "a b", "../x", "-x", "base"])
def test_a_name_must_be_one_and_be_free(name: str) -> None:
    """It is the name of a file, and of a rule set."""
    with pytest.raises(RuleFileError):
        new_rules(name, "base")


@pytest.mark.usefixtures("toys")
def test_an_unknown_base_is_refused() -> None:
    """With the nearest."""
    with pytest.raises(UnknownName, match="did you mean base"):
        new_rules("club", "bass")


@pytest.mark.usefixtures("toys")
def test_what_differs_between_two_sets() -> None:
    """Rulings, findings, options in force and the steps of games, each with both places."""
    found = {(".".join(map(str, one.path)), one.kind): one for one in text_differences("base", "other").found}
    assert set(found) == {
        ("faults.surplus.cases.seen.outcome", "changed"),
        ("faults.surplus.cases.one.when.count", "added"),
        ("faults.surplus.cases.one.rule", "added"),
        ("faults.surplus.cases.one.outcome", "added"),
        ("faults.surplus.cases.one.source.work", "added"),
        ("faults.surplus.cases.one.source.section", "added"),
        ("faults.surplus.cases.one.source.verified", "added"),
        ("faults.surplus.cases.one", "moved"),
        ("findings.burn/missed.severity", "changed"),
        ("games.toy.procedure.open.steps.burn.severity", "added"),
        ("games.toy.procedure.open.steps.wave.do", "added"),
        ("games.toy.procedure.open.steps.wave.cite", "added"),
        ("games.toy.procedure.open.steps.wave", "moved"),
    }
    severity = found["findings.burn/missed.severity", "changed"]
    assert (severity.old, severity.new) == ("minor", "major")
    assert severity.old_origin is not None
    assert severity.new_origin is not None
    assert severity.old_origin.file.endswith("findings.yaml")
    assert severity.new_origin.file.endswith("other/set.yaml")


@pytest.mark.usefixtures("toys")
def test_an_option_differs_from_the_value_that_was_in_force(put) -> None:
    """Whoever fixed it: a set, or the game's own default."""
    house = put("club.yaml", 'set: club\nextends: base\noptions: {toy: {packs: 6, tie_pays: "9:1"}}\n')
    packs, tie = text_differences("base", house).found
    assert (packs.path, packs.old, packs.new) == (("games", "toy", "options", "packs"), 4, 6)
    assert (tie.old, tie.new) == ("8 to 1", "9 to 1")
    assert packs.old_origin is not None
    assert tie.old_origin is not None
    assert packs.old_origin.file.endswith("base/set.yaml")
    assert tie.old_origin.file.endswith("toy.yaml")
    assert packs.new_origin is not None
    assert packs.new_origin.line == 3


@pytest.mark.usefixtures("toys")
def test_two_games_can_be_compared() -> None:
    """Leaf by leaf."""
    assert text_differences("toy", "toy").found == ()
