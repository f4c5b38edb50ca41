"""Lint of each file that comes with dealerkit, by itself: every one is known for what it is, and nothing is wrong with it."""

from __future__ import annotations

import pytest

from dealerkit.cli.lint import words_of_the_engine
from dealerkit.rules import data
from dealerkit.rules.files import read_file
from dealerkit.rules.game_paper import game_of, is_paper
from dealerkit.rules.lint.files import built_on, kind_of, lint, look
from tests.sampling import daily

FOLDERS = tuple(data.data_dir(name) for name in ("procedures", "rulings", "templates"))
SHIPPED = sorted(path for folder in FOLDERS for path in folder.rglob("*.yaml"))
OF_THE_PROGRAM = sorted(path for path in FOLDERS[0].glob("*.yaml") if path.stem != "house")
WRONG = [
    ("decks", "rulings: {deck_short: {}}", "rulings: {deck_shrot: {}}", "unknown fault: 'deck_shrot'"),
    ("decks", "faulty:", "faulty:\n    rmedy: no", "unknown key 'rmedy'"),
    ("decks", "missing: Which cards are missing?", "mising: Which?", "unknown word of `finds`: 'mising'"),
    ("decks", "first_of: [DE-07]", "first_of: [DE-77]", "unknown rule: 'DE-77'"),
    ("decks", "options: {least: minimum_cut", "options: {least: minimal_cut", "unknown option: 'minimal_cut'"),
    ("ranking", "best: high", "best: hihg", "'hihg' is not allowed here"),
    ("talk", "    courtesies:", "    curtesies:", "unknown key 'curtesies'"),
    ("gestures", "say: Burn}", "sya: Burn}", "unknown key 'sya'"),
    ("phh", "structure: no_limit", "structure: limitless", "'limitless' is not allowed here"),
    ("demo", "seed: 5", "sed: 5", "unknown key 'sed'"),
    ("people", "hours: 12", "huors: 12", "unknown key 'huors'"),
]


@pytest.fixture(scope="module")
def words():
    """The words of the engine."""
    return words_of_the_engine()


def test_every_shipped_file_is_known_for_what_it_is():
    """A part of a rule set is known by its folder, a family's table by the games that are built on it, where it has any yet."""
    kinds = {path: kind_of(read_file(path)) for path in SHIPPED}
    unknown = [path for path in SHIPPED if kinds[path] is None and not (path.parent / "set.yaml").is_file()]
    games = [path for path in SHIPPED if kinds[path] == "procedure" and not built_on(path)]
    assert unknown == []
    dealt = {path.parent for path in SHIPPED if kinds[path] == "procedure" and path.parent.name != "base"}
    assert not [path for path in games if path.parent == FOLDERS[0] or (path.parent.name == "base" and path.parents[1] in dealt)]
    papers = [path for path in SHIPPED if is_paper(path) and path.parent.name == "base"]
    assert all(built_on(game_of(path)) for path in papers if path.parents[1] in dealt)


@pytest.mark.parametrize("path", OF_THE_PROGRAM, ids=lambda path: path.stem)
def test_a_file_of_the_program_has_nothing_wrong_with_it(path, words):
    """Decks, people, speech, gestures, rankings, the Poker Hand History and the demo."""
    assert lint([path], words) == []


@pytest.mark.parametrize(("name", "old", "new", "said"), WRONG, ids=[f"{row[0]}: {row[2]}" for row in WRONG])
def test_a_slip_in_a_file_of_the_program_is_found(tmp_path, words, name, old, new, said):
    """VD-01: a check of a deck looks for what the list of decks says, so a wrong name there is told with its line."""
    text = (FOLDERS[0] / f"{name}.yaml").read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / f"{name}.yaml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert said in "\n".join(map(str, lint([file], words)))


def test_what_is_no_rule_file_is_told_what_it_is(words):
    """Words of paper and a family's table pass, and lint says what reads them."""
    shown = {
        path: look([path], words).remarks for path in (FOLDERS[2] / "wall.yaml", FOLDERS[2] / "new" / "rules" / "families.yaml")
    }
    assert all("`dealerkit sheet`" in one.message for remarks in shown.values() for one in remarks)
    assert all(shown.values())


NOT_YET = ("shoe-table.yaml", "shoe-table.paper.yaml", "pit-table.yaml")
"""A table on which no game that ships is built yet: by itself it is not a whole game."""
BY_ITSELF = [path for path in SHIPPED if path.name not in NOT_YET]


@pytest.mark.thorough
@pytest.mark.parametrize(
    "path",
    daily(BY_ITSELF, 40),
    ids=lambda path: str(path.relative_to(FOLDERS[0].parent)),
)
def test_each_shipped_file_by_itself_has_nothing_wrong_with_it(path, words):
    """As `dealerkit lint FILE` looks at it."""
    found = look([path], words)
    assert found.problems == ()
