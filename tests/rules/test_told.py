"""How people tell what went wrong: every phrase belongs to one fault that there is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import yaml

from dealerkit.errors import RuleFileError
from dealerkit.rules import cache_database, data
from dealerkit.rules.games import game, games
from dealerkit.rules.lint.files import lint
from dealerkit.rules.tellings import bounds, folded, told, told_often
from dealerkit.rules.tellings import phrases as all_phrases
from dealerkit.rulings import known_faults
from dealerkit.rulings.complaint import faults_like, game_told

ROOT = Path(__file__).resolve().parents[2]


def test_every_fault_is_told_in_phrases():
    """None is found by its name alone, as a hand that cannot be played out once was (MD-01, IR-02); each story, and what it is
    taken for, is of a fault that there is.
    """
    assert set(told()) == set(known_faults())
    assert all(set(story.unlike) <= set(known_faults()) for story in told().values())


def test_how_often_a_fault_is_told_of_is_kept_by_itself():
    """It is what stands with the phrases; once as often is not said."""
    assert told_often() == {fault: story.often for fault, story in told().items() if story.often != 1}
    assert told_often()


@pytest.mark.parametrize(
    ("said", "told_of"),
    [
        ("told: {no_such: {told: [x]}}", "unknown fault: 'no_such'"),
        ("told: {string_bet: {told: [x], unlike: {no_such: y}}}", "unknown fault: 'no_such'"),
        ("told: {string_bet: {told: [x, ' X ']}}", "already describes the fault 'string_bet'"),
        ("told: {string_bet: {told: []}}", "must have at least 1"),
        ("told: {string_bet: {words: [x]}}", "words"),
        (
            "told: {out_of_turn: {told: [x], tells: {no_such: {asked: [y]}}}}",
            "unknown fact of the fault 'out_of_turn': 'no_such'",
        ),
        ("told: {out_of_turn: {told: [x], tells: {early_act: {words: {rise: [y]}}}}}", "unknown value of early_act: 'rise'"),
        ("elsewhere: {bowls: {says: []}}", "must have at least 1"),
        ("elsewhere: {bowls: {told: []}}", "must have at least 1"),
        ("elsewhere: {bowls: {says: [bowls]}}\nknown: {poker: much}", "much"),
    ],
)
def test_lint_says_what_is_wrong(tmp_path, said, told_of):
    """File, line and column, and what to do."""
    path = tmp_path / "mine.yaml"
    path.write_text(said)
    problems = lint([path])
    assert any(told_of in str(problem) for problem in problems), problems
    assert all(problem.line <= 2 for problem in problems)


def test_one_fault_is_told_in_one_file(tmp_path, monkeypatch):
    """Two files that tell of one fault are refused, with both places."""
    (tmp_path / "told").mkdir()
    for name in ("a", "b"):
        (tmp_path / "told" / f"{name}.yaml").write_text("told: {string_bet: {told: [" + name + "]}}")
    whole = data.data_dir

    def elsewhere(name: str) -> Path:
        return tmp_path if name == "rulings" else whole(name)

    monkeypatch.setattr(data, "data_dir", elsewhere)
    with pytest.raises(RuleFileError, match="already in another file"):
        told()


def test_words_of_other_games_are_those_of_no_game_of_ours():
    """Every family has its limit, and the families that are named are ours."""
    from dealerkit.rules.sets import families

    found = bounds()
    assert set(found.known) == set(families())
    assert {game.family for game in found.games.values()} - {""} <= set(families())
    assert set(found.against) == {"", *families()}


def test_every_game_is_known_by_a_name():
    """In its own family, so that a story that names it is ruled on under it; and no two games by one."""
    found = [matter for matter in bounds().games.values() if matter.family]
    of = {name: matter.family for matter in found for name in matter.games if name != matter.family}
    assert of == {name: game(name).family for name in games()}
    names = [called for matter in found for known in matter.games.values() for called in known]
    assert len(names) == len(set(names))
    for matter in found:
        for name, known in matter.games.items():
            for called in known:
                assert game_told(f"they sat down, {called}, and") == (matter.family, name if name in games() else ""), called


@pytest.mark.parametrize(
    ("story", "told"),
    [
        ("in Hold 'em he mucked out of turn", ("poker", "holdem")),
        ("Omaha eight or better, the low was read wrongly", ("poker", "omaha-hilo")),
        ("we play poker, omaha", ("poker", "omaha")),
        ("first holdem and then omaha", ("poker", "")),
        ("first canasta and then holdem", ("", "")),
        ("at baccarat a card fell", ("baccarat", "mini-baccarat")),
        ("we deal 3-5-7", ("pot", "three-five-seven")),
        ("she took a nap and we dealt her in", ("", "")),
        ("he bet thirty-one into a short deck", ("", "")),
        ("a cash game", ("", "")),
        ("", ("", "")),
    ],
)
def test_a_story_names_its_game(story, told):
    """Only by names that mean nothing else."""
    assert game_told(story) == told


def test_no_story_that_is_measured_with_is_among_the_phrases():
    """What the bounds are measured with was not taken over into them."""
    stories = yaml.safe_load((ROOT / "bench" / "data" / "unknown.yaml").read_text(encoding="utf-8"))["stories"]
    known = {folded(phrase) for phrases in bounds().told.values() for phrase in phrases}
    assert not known & {folded(story["text"]) for story in stories}
    assert not known & {folded(phrase) for _, phrase in all_phrases()}


def test_the_limit_is_higher_for_a_question():
    """And where nobody knows what is dealt it is the lowest of all."""
    found = bounds()
    assert found.least(["what", "happened"], "poker") > found.least(["he", "folded"], "poker") > found.least(["he"], "")


def test_what_happens_often_is_likelier(tmp_path, monkeypatch):
    """Of two faults that a story fits alike, the one that is told of more often stands first."""
    (tmp_path / "told").mkdir()
    for name in ("facts.yaml", "elsewhere.yaml"):
        (tmp_path / name).write_text((data.data_dir("rulings") / name).read_text(encoding="utf-8"), encoding="utf-8")
    whole = data.data_dir
    monkeypatch.setattr(data, "data_dir", lambda name: tmp_path if name == "rulings" else whole(name))
    monkeypatch.setattr(cache_database, "_MADE", {})  # not what a test has asked before of our own files
    first = set()
    for at, often in enumerate(("string_bet", "undercall"), start=1):
        stories = {
            name: f"{{told: [flibbertigibbet], often: {5 if name == often else 1}}}" for name in ("string_bet", "undercall")
        }
        lines = "".join(f"  {name}: {story}\n" for name, story in stories.items())
        (tmp_path / "told" / f"{often}.yaml").write_text(f"told:\n{lines}", encoding="utf-8")
        os.utime(tmp_path / "told", (at, at))  # a clock may stand still between two changes of a folder
        first.add(faults_like("flibbertigibbet")[0].fault.name)
        (tmp_path / "told" / f"{often}.yaml").unlink()
    assert first == {"string_bet", "undercall"}
