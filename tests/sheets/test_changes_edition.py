"""What is new since a version: everything that is otherwise is told as it was and as it is; where nothing is, that is said."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.rules.games import Game, game
from dealerkit.rules.page_data import page_data
from dealerkit.rulings import decide, known_facts
from dealerkit.rulings.conditions import told_apart
from dealerkit.rulings.decision_lists import decision_list
from dealerkit.rulings.facts import Fact
from dealerkit.rulings.games import can_fit, faults_in_force
from dealerkit.rulings.gates import GATES
from dealerkit.sheets.differences import changes
from dealerkit.sheets.disputes import known_here
from dealerkit.sheets.document import Document, Heading, TableBlock, plain, texts
from dealerkit.sheets.editions import EditionOrder
from dealerkit.sheets.editions.changes import make

HOUSE = """set: riverside
title: Riverside rules
house: Riverside
version: "{version}"
date: "{date}"
extends: us
family: baccarat
options: {{baccarat: {{decks: {decks}}}}}
{faults}"""
FAULT = """faults:
  late_bet:
    cases:
      otherwise:
        say: "Late money goes back at Riverside."
"""


def _file(folder: Path, name: str, decks: int = 8, faults: str = "", version: str = "1", date: str = "2026-01-01") -> Path:
    path = folder / name
    path.write_text(HOUSE.format(version=version, date=date, decks=decks, faults=faults), encoding="utf-8")
    return path


def _said(before: Game, after: Game) -> list[str]:
    return list(texts(make(EditionOrder((after,), before=(before,)))))


def test_an_option_is_told_as_it_was_and_as_it_is(tmp_path: Path) -> None:
    """Six packs in the place of eight: the option, the steps and rules that speak of it; from when and by whose authority."""
    old = game("mini-baccarat", _file(tmp_path, "old.yaml"))
    new = game("mini-baccarat", _file(tmp_path, "new.yaml", decks=6, version="2", date="2026-11-01"))
    said = _said(old, new)
    at = said.index("Packs in the shoe")
    assert said[at : at + 3] == ["Packs in the shoe", "8", "6"]
    assert (
        "Until now: Riverside rules, 1. From now on: Riverside rules, 2. In force from 2026-11-01. By authority of Riverside."
        in said
    )
    assert any("6 packs" in one for one in said)


def test_the_authority_of_an_option_is_the_house() -> None:
    """A limit, a unit of commission, a straddle: no decree of another country stands behind what a house has chosen. What a rule
    set itself says otherwise keeps the work that it cites.
    """
    limits = {"tie_maximum": "250", "commission_unit": "0.25", "free_coups": 2, "allow_opposed_bets": False}
    found = changes(*(EditionOrder((game("mini-baccarat", None, options),)).context() for options in ({}, limits)))
    rules = [one for one in found if one.part == "rules"]
    assert len(rules) > 3
    assert {one.source for one in rules} == {"House option"}
    found = changes(*(EditionOrder((game("mini-baccarat", rules),)).context() for rules in ("us", "france")))
    assert any(one.source not in ("", "House option") for one in found if one.part in ("rules", "rulings"))


def test_words_of_a_ruling_are_told(tmp_path: Path) -> None:
    """What a supervisor says from now on is new, too."""
    old, new = (game("mini-baccarat", _file(tmp_path, f"{name}.yaml", faults=text)) for name, text in (("a", ""), ("b", FAULT)))
    said = _said(old, new)
    assert "Late money goes back at Riverside." in said
    assert "This money came after the cards, so it's returned, win or lose." in said
    assert "A bet was changed after the first card" in said


def test_nothing_new_is_said(tmp_path: Path) -> None:
    """A version with another number and nothing else in it has changed nothing."""
    old = game("mini-baccarat", _file(tmp_path, "old.yaml"))
    new = game("mini-baccarat", _file(tmp_path, "new.yaml", version="2"))
    assert "Nothing has changed." in _said(old, new)
    assert changes(EditionOrder((old,)).context(), EditionOrder((new,)).context()) == ()


@pytest.mark.thorough
@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("name", "a", "b"), [("holdem", "rrop", "tda"), ("mini-baccarat", "us", "macau"), ("stud7", "rrop", "wsop-live")]
)
def test_every_ruling_that_is_otherwise_is_told(name: str, a: str, b: str) -> None:
    """Whatever the facts are: where the engine says otherwise under the two sets, the pair of rulings stands on the notice."""
    old, new = game(name, a), game(name, b)
    before, after = EditionOrder((old,)).context(), EditionOrder((new,)).context()
    told = {(one.about[0], one.old, one.new) for one in changes(before, after) if one.part == "rulings"}
    here = known_here(before), known_here(after)
    assert old.rules is not None
    assert new.rules is not None
    differing = 0
    for fault in faults_in_force(old).keys() & faults_in_force(new).keys():
        lists = [decision_list(one.rules, fault, one.options) for one in (old, new)]
        dice = random.Random(fault)
        declared = {fact: known_facts()[fact] for one in lists for fact in one.facts if fact not in GATES}
        gated = any(fact in GATES for one in lists for fact in one.facts)
        for _ in range(8):
            facts = {
                fact: dice.choice(_values(new, one, [want for listed in lists for want in listed.conditions(fact)]))
                for fact, one in declared.items()
            }
            facts |= {"acts": dice.choice(["none", "fold", "fold fold", "fold call", "call call call"])} if gated else {}
            rulings = [
                decide(one.rules, fault, {**facts, **known}, one.options) for one, known in zip((old, new), here, strict=True)
            ]
            if any(ruling.facts.get(fact, value) != value for ruling, known in zip(rulings, here, strict=True)
                   for fact, value in {**facts, **known}.items()):  # fmt: skip
                continue  # what follows from other facts goes first: this is another dispute than the dice said
            first, second = rulings
            if (first.outcome, first.remedies) != (second.outcome, second.remedies):
                words = [page_data("floor")["rulings"].get(ruling.outcome, {"en": ""})["en"] for ruling in rulings]
                assert any(
                    title == second.title and words[0] in (*was, "") and words[1] in (*now, "") for title, was, now in told
                ), (fault, facts)
                differing += 1
    assert differing > 3


def test_what_is_new_everywhere_stands_under_its_own_heading() -> None:
    """The notice of a house says first what is new in all its games, then what is in one of them alone."""
    names = ("holdem", "omaha")
    document = make(EditionOrder(tuple(game(name, "tda") for name in names), before=tuple(game(name, "rrop") for name in names)))
    assert [plain(one.text) for one in document.blocks if isinstance(one, Heading) and one.level == 1] == [
        "In all games",
        "Hold'em",
        "Omaha",
    ]


def test_no_id_stands_on_it() -> None:
    """It hangs where everybody reads it."""
    for said in _said(game("holdem", "rrop"), game("holdem", "cedar-room")):
        assert "_" not in said
        assert ".yaml" not in said


def test_since_is_a_file_a_name_or_a_version_in_the_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was put in force can be compared with, though its file says something else today."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEALERKIT_JOURNAL", str(tmp_path / "journal.db"))
    run = CliRunner().invoke
    house = (
        "house: Riverside\n"
        "document: {number: HR-7, edition: '%s', effective: 2026-12-01, status: in_force, approved_by: Ann Lee}\n"
        "games: {mini-baccarat: %s}\n"
    )
    Path("house.yaml").write_text(house % ("1", "us"), encoding="utf-8")
    made = run(main, ["sheet", "mini-baccarat", "--house", "house.yaml", "--doc", "incident", "--out", "card.md", "--adopt"])
    assert made.exit_code == 0, made.output
    Path("house.yaml").write_text(house % ("2", "france"), encoding="utf-8")
    for since in ("1", "us"):
        told = run(
            main, ["sheet", "mini-baccarat", "--house", "house.yaml", "--doc", "changes", "--since", since, "--format", "md"]
        )
        assert told.exit_code == 0, told.output
        assert "| **Packs in the shoe** | 8 | 6 |" in told.output
    unknown = run(main, ["sheet", "mini-baccarat", "--house", "house.yaml", "--doc", "changes", "--since", "9"])
    assert (unknown.exit_code, "'9'" in unknown.output) == (2, True)
    without = run(main, ["sheet", "mini-baccarat", "--doc", "changes"])
    assert (without.exit_code, "--since" in without.output) == (2, True)
    everything = run(main, ["sheet", "--all", "--house", "house.yaml", "--out", "papers", "--format", "md"])
    assert everything.exit_code == 0, everything.output
    assert not list(Path("papers").glob("*changes*"))


def _values(played: Game, fact: Fact, wanted: list[Any]) -> list[Any]:
    """The values of a fact that can come in a game: of those that nothing tells apart, one."""
    if fact.type != "choice":
        return fact.apart(wanted)
    return told_apart([value for value in fact.values if can_fit(played, {"when": {fact.name: value}})], wanted)


def _headings(document: Document) -> list[str]:
    return [plain(block.text) for block in document.blocks if isinstance(block, Heading) and block.level == 1]


def test_what_is_new_in_several_games_is_told_once() -> None:
    """Of a house: what two games have in common under both their names, then what each has of its own, and all as one by one."""
    names = ("mini-baccarat", "holdem", "omaha")
    old = tuple(game(name, "rrop" if name != "mini-baccarat" else None) for name in names)
    new = tuple(game(name, "tda" if name != "mini-baccarat" else None) for name in names)
    page = make(EditionOrder(new, before=old))
    heads = _headings(page)
    assert heads[0] == "Hold'em, Omaha"
    assert "Mini baccarat" not in heads
    assert "Nothing has changed in: Mini baccarat." in list(texts(page))
    rows = [
        [tuple(map(plain, one.lines)) for one in row]
        for table in page.blocks
        if isinstance(table, TableBlock)
        for row in table.rows
    ]
    for before, after in zip(old[1:], new[1:], strict=True):
        alone = make(EditionOrder((after,), before=(before,)))
        told = [
            [tuple(map(plain, one.lines)) for one in row]
            for table in alone.blocks
            if isinstance(table, TableBlock)
            for row in table.rows
        ]
        assert all(row in rows for row in told)
    assert len({str(row) for row in rows}) == len(rows)


def test_games_that_come_and_go_are_told() -> None:
    """A house that deals another game than it did says so, and compares neither with anything."""
    old, new = (game("omaha", "tda"), game("draw", "tda")), (game("omaha", "tda"), game("stud7", "tda"))
    page = make(EditionOrder(new, before=old))
    said = list(texts(page))
    assert _headings(page) == ["Seven-card stud", "No longer dealt"]
    assert "This game is new here." in said
    assert "Five-card draw" in said
    assert "Nothing has changed in: Omaha." in said


@pytest.mark.thorough
def test_a_house_is_told_of_as_a_whole(tmp_path: Path) -> None:
    """Typed as it is typed: all games of a house since another file, and under a rule set that is not for all of them."""
    for name, rules in (("old", "rrop"), ("new", "tda")):
        text = f"house: Riverside\ngames: {{mini-baccarat: us, holdem: {rules}, omaha: {rules}}}\n"
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    typed = ["sheet", str(tmp_path / "new.yaml"), "--doc", "changes", "--format", "md", "--since"]
    done = CliRunner().invoke(main, [*typed, str(tmp_path / "old.yaml")])
    assert done.exit_code == 0
    assert "\n## Hold'em, Omaha\n" in done.stdout
    done = CliRunner().invoke(main, [*typed, "rrop"])
    assert done.exit_code == 0
    assert "\n## In all games\n" in done.stdout
    assert "rrop is not a rule set for Mini baccarat" in done.stderr


OWN = """house: Quay Card Room
games: {holdem: rrop, omaha: rrop}
house_rules:
"""


def test_a_rule_of_the_house_that_no_fault_stands_behind_is_told_too(tmp_path: Path) -> None:
    """As it was and as it is, and not that nothing has changed; a rule that stays is not told."""
    old, new = tmp_path / "old.yaml", tmp_path / "new.yaml"
    stays = "  telephones: {title: Telephones, text: No telephone.}\n"
    old.write_text(f"{OWN}{stays}  back: {{title: Coming back, text: Within 60 minutes., games: [holdem]}}\n", encoding="utf-8")
    new.write_text(
        f"{OWN}{stays}  back: {{title: Coming back, text: Within 30 minutes., games: [holdem]}}\n"
        "  tips: {title: Tips, text: Tips are pooled., games: [holdem]}\n",
        encoding="utf-8",
    )
    for game_id, told in (("holdem", True), ("omaha", False)):
        out = tmp_path / f"{game_id}.md"
        asked = ["sheet", game_id, "--house", str(new), "--doc", "changes", "--since", str(old), "--out", str(out)]
        assert CliRunner().invoke(main, asked).exit_code == 0
        said = out.read_text(encoding="utf-8")
        assert ("Nothing has changed." not in said) == told
        assert ("| **Coming back** | Within 60 minutes. | Within 30 minutes. |" in said) == told
        assert ("| **Tips** | nothing | Tips are pooled. |" in said) == told
        assert "Telephones" not in said
