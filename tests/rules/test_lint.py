"""Lint: one slip at a time in good files, and what is said about it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.rules import data
from dealerkit.rules.lint.defined_names import known_names
from dealerkit.rules.lint.files import Vocabulary, lint, look
from dealerkit.rules.lint.reports import LintReport
from dealerkit.rules.lint.sets import implies

WORDS = Vocabulary(
    do={"check", "burn", "burn, what: surplus", "say", "deal", "wave"},
    play={"wager"},
    facts={"cards_left", "stopped"},
    outcomes={"burned", "plays", "kept"},
    sums={"to_call"},
)
GOOD_CASES = """
cases:
  - name: TI-01 it was seen
    rules: base
    facts: {fault: surplus, seen: true, phase: deal}
    expect: {outcome: burned, rules: [TI-01]}
  - {name: TY-02 no burn, game: toy, acts: [], expect: {findings: [burn/missed]}}
"""


def test_good_files_are_left_in_peace(toys: Path) -> None:
    """Those of the toy, with the words of the engine and without."""
    assert lint() == []
    words = Vocabulary(
        do={"check", "burn", "say", "deal", "wave"},
        play={"wager"},
        facts={"cards_left", "stopped"},
        outcomes={"burned", "plays", "kept"},
        sums={"to_call"},
    )
    assert lint(words=words) == []


GAME, BASE, FAULTS = "procedures/toys/toy.yaml", "rulings/base/set.yaml", "rulings/base/faults.yaml"
FACTS, FINDINGS, REMEDIES = "rulings/facts.yaml", "rulings/findings.yaml", "rulings/remedies.yaml"
TWO_LANGUAGES = "title: {en: Opening, zh-Hans: 开局}\n    why: {en: Why, zh-Hant: 何}"
OTHER, CASES = "rulings/other/set.yaml", "rulings/base/cases/all.yaml"


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        # The game
        (GAME, "game: toy\n", "game: toi\n", "the key 'game' is 'toi', but the file's name is 'toy'"),
        (GAME, "default: 8, rule: TY-01}", "default: 8}", "the option has no `rule`"),
        (GAME, "default: 8, rule: TY-01}", "default: 8, rule: TY-99}", "unknown rule: 'TY-99'"),
        (GAME, "[base, other]", "[base, others]", "unknown rule set: 'others'; did you mean 'other'?"),
        (GAME, "{option: packs}", "{option: pack}", "unknown option: 'pack'; did you mean 'packs'?"),
        (GAME, "cite: [TY-04]", "cite: [TY-40]", "unknown rule: 'TY-40'"),
        (GAME, "skipped: burn/missed", "skipped: burn/mist", "unknown finding: 'burn/mist'; did you mean 'burn/missed'?"),
        (GAME, "until: close", "until: closed", "unknown step: 'closed'; did you mean 'close'?"),
        (GAME, "deadline: deal", "deadline: dealt", "unknown step: 'dealt'; did you mean 'deal'?"),
        (GAME, "      bets: {play", "      burn: {play", "two steps have the name 'burn' (the first is at "),
        (GAME, "{TY-03: Bets", "{TY-01: Bets", "two rules have the id TY-01 (the first is at "),
        (GAME, "Burn {burns}.", "Burn {burn}.", "'{burn}' is not the name of an option; did you mean 'burns'?"),
        (GAME, "title: Opening", TWO_LANGUAGES, "no translation into zh-Hans"),
        (GAME, "title: Opening", TWO_LANGUAGES, "no translation into zh-Hant"),
        (GAME, "work: book", "work: boook", "unknown work: 'boook'; did you mean 'book'?"),
        (GAME, "{do: deal, cite", "{do: deal, any_order: {option: packs}, cite", "or {option: NAME}, not 4"),
        (GAME, "default: 1, rule", "default: 11, rule", "'11' is not allowed; allowed: a whole number from 0 to 10"),
        (GAME, "{do: deal,", "{do: deel,", "unknown ''do' word': 'deel'"),
        (GAME, "{play: wager,", "{play: wagers,", "unknown mechanic: 'wagers'; did you mean 'wager'?"),
        (GAME, "repeat: cards_left", "repeat: card_left", "unknown fact: 'card_left'; did you mean 'cards_left'?"),
        (GAME, "if: not stopped", "if: not stoped", "unknown fact: 'stoped'; did you mean 'stopped'?"),
        # Rule sets
        (BASE, "{packs: 4}", "{packs: 5}", "'5' is not a value of the option 'packs'; allowed: 8, 6, 4"),
        (BASE, "{toy: {packs: 4}}", "{tory: {packs: 4}}", "unknown game: 'tory'; did you mean 'toy'?"),
        (BASE, "{packs: 4}", "{irregularities: other}", "a rule set can't set the option that names the rule set"),
        (FAULTS, "  surplus:\n", "  surpluss:\n", "unknown fault: 'surpluss'; did you mean 'surplus'?"),
        (FAULTS, "{seen: true,", "{sean: true,", "unknown fact: 'sean'; did you mean 'seen'?"),
        (FAULTS, "[deal, draw]", "[deal, drawn]", "the fact 'phase' can't be 'drawn'; allowed: deal, draw, settle"),
        (FAULTS, "{seen: true,", "{seen: maybe,", "the fact 'seen' can't be 'maybe'; write true or false"),
        (FAULTS, "{seen: true,", "{count: few,", "the fact 'count' can't be 'few'; write a whole number such as 2, 1-3 or 2+"),
        (FAULTS, "[RT-01]", "[RT-02]", "unknown remedy: 'RT-02'; did you mean 'RT-01'?"),
        (FAULTS, "outcome: burned", "outcome: burnt", "unknown outcome: 'burnt'; did you mean 'burned'?"),
        (FAULTS, "outcome: burned", "outcome: burned\n        amounts: {to: to_cal}", "unknown amount or fact: 'to_cal'"),
        (FAULTS, '        source: {work: book, section: "3", verified: read}\n', "", "no source"),
        (FAULTS, "      otherwise:", "      last:", "the case 'otherwise' is missing"),
        (FAULTS, "      otherwise:", "      last:", "the case has no `when`, so it always applies"),
        (FAULTS, "rule: TI-02,", "when: {seen: true}, rule: TI-02,", "the case 'otherwise' can't have a `when`"),
        (FAULTS, "rule: TI-02,", "rules: [TI-77], rule: TI-02,", "unknown rule: 'TI-77'"),
        (OTHER, "before: otherwise,", "", "this case comes after 'otherwise', so it never applies; add `before: otherwise`"),
        (OTHER, "when: {count: 1}", "when: {seen: true, phase: draw}", "'seen' comes first and covers the same facts"),
        (OTHER, "  toy:\n", "  toi:\n", "unknown game: 'toi'; did you mean 'toy'?"),
        (OTHER, "before: burn", "before: bern", "`before: bern` refers to a name that is not here; known: check, burn"),
        # Catalogues
        (FACTS, "facts: [seen, count, phase]", "facts: [seen, counts]", "unknown fact: 'counts'; did you mean 'count'?"),
        (FACTS, "facts: [seen, count, phase]", "facts: [seen, count, phase], under: {packz: 8}", "unknown fact: 'packz'"),
        (FACTS, "facts: [seen, count, phase]", "facts: [seen, count, phase], under: {packs: 77}", "'packs' can't be '77'"),
        (FACTS, "{type: choice, values: [deal, draw, settle],", "{type: choice,", "'values' is missing for `type: choice`"),
        (FACTS, "{type: int,", "{type: int, assume: none,", "the fact 'count' can't be 'none'"),
        (FACTS, "[deal, draw, settle],", "[deal, draw, settle], answers: {dealt: yes},", "is not one of the values of 'phase'"),
        (FINDINGS, "cite: [TY-02]", "cite: [TY-22]", "unknown rule: 'TY-22'; did you mean 'TY-02'?"),
        (FINDINGS, "cite: [TY-02]", "fault: shortage", "unknown fault: 'shortage'"),
        (FINDINGS, ',\n                source: {work: book, section: "2", verified: read}', "", "no source"),
        (REMEDIES, "{do: burn,", "{do: bern,", "unknown ''do' word': 'bern'; did you mean 'burn'?"),
        (REMEDIES, "{do: burn,", "{do: burn, what: surplis,", "can't be used with `do: burn`; did you mean 'surplus'?"),
        (REMEDIES, "when: now", "then: {end: coop}", "unknown section: 'coop'; did you mean 'coups'?"),
        # Cases
        (CASES, "rules: base", "rules: bass", "unknown rule set: 'bass'"),
        (CASES, "game: toy", "game: toi", "unknown game: 'toi'; did you mean 'toy'?"),
        (CASES, "fault: surplus", "fault: surplis", "unknown fault: 'surplis'; did you mean 'surplus'?"),
        (CASES, "seen: true,", "sean: true,", "unknown fact: 'sean'; did you mean 'seen'?"),
        (CASES, "rules: [TI-01]", "rules: [TI-10]", "unknown rule: 'TI-10'"),
        (CASES, "[burn/missed]", "[burn/mist]", "unknown finding: 'burn/mist'; did you mean 'burn/missed'?"),
        (CASES, "TY-02 no burn", "TI-01 it was seen", "two cases have the name 'TI-01 it was seen' (the first is number 1)"),
    ],
)  # fmt: skip
def test_a_slip_is_found(toys: Path, file: str, old: str, new: str, said: str) -> None:
    """Where it was made, and with what was meant where that can be told."""
    path = toys / file
    (toys / CASES).parent.mkdir()
    (toys / CASES).write_text(GOOD_CASES, encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    problems = lint(words=WORDS)
    found = [problem for problem in problems if said.replace("''do' word'", "'do' word") in f"{problem.message}; {problem.hint}"]
    assert found, "\n".join(map(str, problems))
    assert all(problem.line for problem in found)
    assert found[0].file == str(path)


def test_what_an_option_can_be_is_known_though_its_game_cannot_be_put_together(toys: Path) -> None:
    """A fault asks a value that the option never has: that is told beside what is wrong with the game, and names no stranger."""
    for file, old, new in (
        (GAME, "default: 1, rule", "default: 11, rule"),
        (FACTS, "facts: [seen, count, phase]", "facts: [seen, count, phase], under: {packs: 77}"),
    ):
        path = toys / file
        path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    told = [problem.message for problem in lint(words=WORDS)]
    assert "the fact 'packs' can't be '77'" in told
    assert not [one for one in told if "unknown fact:" in one]


SLIPS_OF_FACTS = {
    "unknown-type": ("type: bool", "type: boolean", "did you mean 'bool'?"),
    "no-yaml": ("facts:\n", "facts: {\n", "add the missing comma, bracket or quote"),
}


@pytest.mark.parametrize("slip", SLIPS_OF_FACTS)
def test_a_slip_in_the_catalogue_of_facts_is_told_alone(toys: Path, slip: str) -> None:
    """No fact has a name then: each rule set and case said so, 13,270 times, and the slip stood somewhere among them."""
    old, new, hint = SLIPS_OF_FACTS[slip]
    path = toys / FACTS
    (toys / CASES).parent.mkdir()
    (toys / CASES).write_text(GOOD_CASES, encoding="utf-8")
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    for paths in ((), (toys / CASES,), (path, toys / GAME)):
        looked = look(paths, WORDS)
        assert [(problem.file, problem.hint) for problem in looked.problems] == [(str(path), hint)]
        (left_out,) = looked.left_out
        assert left_out.startswith("2 rule sets and 1 game were not checked")
    *_, count, left_out = LintReport(looked.problems, looked.old, None, looked.left_out).lines()
    assert count == "1 problem"
    assert left_out.startswith("  2 rule sets and 1 game")


def test_a_slip_in_the_facts_of_a_house_is_told_alone(toys: Path, put) -> None:
    """A type that no fact has ended in an error of the program's own; a case of the house named the slip a second time."""
    head = put(
        "house/set.yaml",
        "set: house\nextends: base\n"
        "facts: {lamp: {type: boolean, title: The lamp was on, question: Was the lamp on?}}\n"
        "faults: {dark: {title: No light, facts: [lamp], family: toys, cases: {otherwise: {rule: HR-01, outcome: plays}}}}\n",
    )
    put(
        "house/cases/dark.yaml",
        "cases: [{name: HR-01, rules: ../../house, facts: {fault: dark, lamp: true}, expect: {outcome: plays}}]\n",
    )
    looked = look([head.parent], WORDS)
    assert [problem.message for problem in looked.problems] == ["'boolean' is not allowed here"]
    assert looked.left_out == (
        "The rulings on 1 dispute were not checked, because these facts have problems. Correct the facts and run lint again.",
    )


def test_the_files_that_slips_are_put_into_have_none(toys: Path) -> None:
    """Nothing is said of them before."""
    (toys / CASES).parent.mkdir()
    (toys / CASES).write_text(GOOD_CASES, encoding="utf-8")
    assert lint(words=WORDS) == []


def test_a_house_answers_for_its_own_slips_only(toys: Path, put) -> None:
    """What is wrong with its base is the base's own."""
    base = toys / FAULTS
    base.write_text(base.read_text(encoding="utf-8").replace("[RT-01]", "[RT-09]"), encoding="utf-8")
    good = put("house.yaml", "set: house\nextends: base\n")
    assert lint([good]) == []
    bad = put("house.yaml", "set: house\nextends: base\nfaults: {surplus: {cases: {otherwise: {remedies: [RT-08]}}}}\n")
    assert [problem.message for problem in lint([bad])] == ["unknown remedy: 'RT-08'"]
    assert [problem.message for problem in lint([toys / "rulings/base"])] == ["unknown remedy: 'RT-09'"]


def test_a_house_that_shadows_a_case_of_its_base_hears_of_it(put, toys: Path) -> None:
    """Although the line that is never reached now is the base's."""
    house = put("house.yaml", "set: house\nextends: base\nfaults: {surplus: {cases: {seen: {when: {phase: null}}}}}\n")
    assert lint([house]) == []
    wide = "wide: {when: {seen: true}, rule: HR-01, outcome: plays, before: seen, source: {work: book, verified: read}}"
    house.write_text(f"set: house\nextends: base\nfaults: {{surplus: {{cases: {{{wide}}}}}}}\n", encoding="utf-8")
    (one,) = lint([house])
    assert "'wide' comes first and covers the same facts" in one.message


def test_paths_may_be_of_any_kind(toys: Path, put, tmp_path: Path) -> None:
    """Folders, parts of sets, games and catalogues; and a file that is nothing is told so."""
    assert lint([toys]) == []
    assert lint([toys / FAULTS, toys / GAME, toys / FACTS, toys / FINDINGS, toys / OTHER]) == []
    (one,) = lint([put("odd.yaml", "hello: world\n")])
    assert one.message == "the first key does not show what kind of rule file this is"
    put("club/house.yaml", "set: house\nextends: bass\n")
    put("club/torn.yaml", "a: [\n")
    put("club/notes.txt", "[")
    assert [Path(problem.file).name for problem in lint([tmp_path / "club"])] == ["house.yaml", "torn.yaml"]


@pytest.mark.parametrize(
    ("narrow", "wide", "expected"),
    [
        ({"a": True}, {}, True),
        ({}, {"a": True}, False),
        ({"a": True, "b": 1}, {"a": True}, True),
        ({"a": 1}, {"a": True}, False),
        ({"a": "x"}, {"a": ["x", "y"]}, True),
        ({"a": ["x", "z"]}, {"a": ["x", "y"]}, False),
        ({"a": 3}, {"a": "2+"}, True),
        ({"a": "2-3"}, {"a": "2+"}, True),
        ({"a": "2+"}, {"a": "2-9"}, False),
        ({"a": [2, "4-5"]}, {"a": "2-5"}, True),
        ({"a": "1-3"}, {"a": ["1-2", 3]}, False),  # true, but not told from the ends alone
    ],
)
def test_one_condition_implies_another(narrow: dict[str, object], wide: dict[str, object], expected: bool) -> None:
    """If whatever meets the first meets the second; in doubt it does not."""
    assert implies(narrow, wide) is expected


def test_one_bad_removal_does_not_hide_the_rest(tmp_path):
    """What cannot be laid over the base is said together with what is wrong in the rest of the file."""
    house = tmp_path / "house.yaml"
    house.write_text(
        "set: house\nextends: us\ntitle: A house\nfaults:\n  boxed_card:\n    cases:\n      seen: null\n"
        "      mine: {when: {no_such_fact: true}, rule: BI-03, outcome: card_wobbles, because: x,\n"
        "             source: {work: nowhere, section: '1', verified: read}, before: otherwise}\n"
        "findings:\n  coup/wrong-payout: {severity: terrible}\n",
        encoding="utf-8",
    )
    result = CliRunner().invoke(main, ["lint", str(house), "--json"], env={"DEALERKIT_RULES": ""})
    assert result.exit_code == 1
    said = [(problem["line"], problem["message"]) for problem in json.loads(result.stdout)["errors"]]
    assert (7, "'seen' can't be removed, because the file in `extends` does not have it") in said
    assert (8, "unknown fact: 'no_such_fact'") in said
    assert (8, "unknown outcome: 'card_wobbles'") in said
    assert (9, "unknown work: 'nowhere'") in said
    assert (11, "'terrible' is not allowed here") in said


def test_no_two_faults_share_a_title(tmp_path):
    """Whoever chooses between them sees the titles alone."""
    path = tmp_path / "facts.yaml"
    path.write_text("facts: {}\nfaults:\n  one: {title: It went wrong}\n  two: {title: It went wrong}\n")
    assert any("the fault 'one' has the same title" in str(problem) and problem.line == 4 for problem in lint([path]))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("base", "a rule set with the name 'base' already exists; choose another name"),
        ("Bay House", "'Bay House' is not a valid name (use only letters, digits, - and _); use only letters"),
    ],
)
def test_a_house_needs_a_name_of_its_own(toys: Path, put, name: str, said: str) -> None:
    """Commands and records name a set by it; `rules new` refuses the same names."""
    (problem,) = lint([put("house.yaml", f"set: {name}\nextends: base\n")])
    assert said in f"{problem.message}; {problem.hint}"
    assert (problem.line, problem.column) == (1, 6)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("options: {toy: packs 3}", "expected a map, not 'packs 3'; write `key: value` lines under it, indented"),
        (
            "procedures: {toy: {procedure: {opne: {steps: {knock: {before: burn, do: burn}}}}}}",
            "`before: burn` refers to a name that is not here; nothing else is in 'opne'; check the name's indentation",
        ),
        (
            "procedures: {toy: {procedure: {open: {steps: {knock: {after: burn, doo: burn}}}}}}",
            "'steps' or 'do' or 'play' or 'like'; did you mean 'do' instead of 'doo'?",
        ),
        (
            "procedures: {toy: {procedure: {open: {steps: {knock: {after: burn, do: burn, codes: {skiped: burn/mist}}}}}}}",
            "unknown finding: 'burn/mist'; did you mean 'burn/missed'?",
        ),
        (
            "procedures: {toy: {procedure: {open: {steps: {knock: {after: burn, do: bern}}}}}}",
            "unknown 'do' word: 'bern'; did you mean 'burn'?",
        ),
        ("precedence: [nothing_like]", "unknown outcome: 'nothing_like'; known: burned, kept, plays"),
        (
            "findings: {burn/missed: {source: {work: bok, section: 1}}}",
            "unknown work: 'bok'; did you mean 'book'? List your own works under `sources:`",
        ),
    ],
)
def test_what_a_house_says_wrongly_is_told_where_it_stands_and_what_to_do(toys: Path, put, text: str, said: str) -> None:
    """What it lays over a game is looked at like a game."""
    file = put("house.yaml", f"set: house\nextends: base\n{text}\n")
    told = [problem for problem in lint([file], WORDS) if said in f"{problem.message}; {problem.hint}"]
    assert [(problem.file, problem.line) for problem in told] == [(str(file), 3)]


def test_a_game_that_changes_gives_other_names(tmp_path, monkeypatch):
    """What a game's file gave is kept only as long as the file is the same; one that is no game gives nothing."""
    shipped = data.data_dir
    shutil.copytree(shipped("procedures"), tmp_path / "procedures")
    monkeypatch.setattr(data, "data_dir", lambda kind: tmp_path / kind if kind == "procedures" else shipped(kind))
    file = tmp_path / "procedures" / "pot" / "red-dog.yaml"
    text = file.read_text(encoding="utf-8")
    assert "pass_fee" in known_names().options
    more = "options:\n  brand_new: {title: New, values: [one, other], default: one, rule: RD-02}\n"
    file.write_text(text.replace("options:\n", more, 1), encoding="utf-8")
    assert "brand_new" in known_names().options
    file.write_text(text.replace("options:\n", f"{more}  broken: 1\n", 1), encoding="utf-8")
    assert {"brand_new", "pass_fee"}.isdisjoint(known_names().options)
