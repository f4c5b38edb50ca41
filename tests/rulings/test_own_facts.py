"""A house with a dispute of its own: a fault and two facts that no other rule set knows, ruled on, found and printed under it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealerkit.catalogue.lookup import explain, find
from dealerkit.cli.lint import words_of_the_engine
from dealerkit.cli.main import main
from dealerkit.cli.shell.answer import answer
from dealerkit.errors import RuleFileError, UnknownName
from dealerkit.jobs.cases import run_cases
from dealerkit.jobs.cases.classes import every_class
from dealerkit.rules.doc import Doc
from dealerkit.rules.games import game
from dealerkit.rules.lint.files import lint
from dealerkit.rules.sets import catalogue, facts_as_they_were, facts_doc, facts_under, rule_set
from dealerkit.rulings import known_facts, known_faults, rule
from dealerkit.rulings.complaint import faults_like
from dealerkit.rulings.differences.rulings import outcome_differences
from dealerkit.rulings.fault_names import faults_named
from dealerkit.rulings.story import Offer, fault_named, offer
from dealerkit.sheets.document import texts
from dealerkit.sheets.editions import EDITIONS, EditionOrder
from dealerkit.sheets.editions.languages import make

FACTS = """\
facts:
  phone_use:
    type: choice
    values: [call, message, glance]
    title: What the phone was used for
    question: What did the player do with the phone?
    answers: {call: spoke on it, message: read or wrote a message, glance: looked at it and put it away}
  phone_warned:
    type: bool
    assume: false
    title: The player was warned about the phone
    question: Was the player warned about the phone before today?
"""
FAULTS = """\
faults:
  phone_at_table:
    title: A telephone in the hand of a player with cards
    words: [phone beside live cards, texting during a hand]
    family: poker
    facts: [phone_use, phone_warned]
    cases:
      spoke:
        {when: {phone_use: call}, rule: HC-07, outcome: hand_dead, remedies: [RM-06], say: "No calls with cards; it is dead."}
      again:
        {when: {phone_use: message, phone_warned: true}, rule: HC-07, outcome: hand_dead, remedies: [RM-06], say: "It is dead."}
      otherwise: {rule: HC-08, outcome: play_on, say: "Please put the phone away. Play on."}
"""
REST = """\
rules:
  telephones:
    title: Telephones
    rules: {HC-07: Who speaks on a phone with cards loses the hand., HC-08: Who only looks at it puts it away.}
sources:
  harbour-rules: {title: Harbour Club rules, edition: "3", verified: read}
"""
HEAD = "set: harbour\ntitle: Harbour Club\nextends: rrop\nsource: {work: harbour-rules}\n"
CASES = """\
cases:
  - {name: HC-07 a call kills, rules: HOUSE, facts: {fault: phone_at_table, phone_use: call}, expect: {rules: [HC-07]}}
  - name: HC-07 a second message kills
    rules: HOUSE
    facts: {fault: phone_at_table, phone_use: message, phone_warned: true}
    expect: {case: again, outcome: hand_dead}
  - {name: HC-08 a first message, rules: HOUSE, facts: {fault: phone_at_table, phone_use: message}, expect: {outcome: play_on}}
"""
GLANCE = (
    "  - {name: HC-08 a glance, rules: HOUSE, facts: {fault: phone_at_table, phone_use: glance}, expect: {outcome: play_on}}\n"
)


def _written(at: Path) -> Path:
    file = at / "harbour.yaml"
    file.write_text(HEAD + FACTS + FAULTS + REST, encoding="utf-8")
    (at / "cases").mkdir()
    (at / "cases" / "harbour.yaml").write_text((CASES + GLANCE).replace("HOUSE", str(file)), encoding="utf-8")
    return file


@pytest.fixture(autouse=True)
def _one_moment() -> None:
    """Read the files of cases at each proof: they are written while a test runs."""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The house's file, with its cases beside it."""
    return _written(tmp_path)


@pytest.fixture(scope="module")
def shared_house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, for tests that write nothing: what is collected of it, which takes long, is collected once."""
    return _written(tmp_path_factory.mktemp("harbour"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The same house as a folder: its facts and its lists in files of their own."""
    made = tmp_path / "harbour"
    made.mkdir()
    for name, text in (("set", HEAD + REST), ("facts", FACTS), ("conduct", f"source: {{work: harbour-rules}}\n{FAULTS}")):
        (made / f"{name}.yaml").write_text(text, encoding="utf-8")
    return made


def test_it_is_ruled_on_like_any_other(shared_house):
    """What is missing is asked for in the house's words, what is usual is taken, and the ruling cites the house's rule."""
    asked = rule({"fault": "phone_at_table"}, rules=shared_house)
    assert asked.needs == ("phone_use",)
    detail = asked.as_json()["detail"]
    assert isinstance(detail, dict)
    assert detail["questions"] == [
        {
            "fact": "phone_use",
            "type": "choice",
            "question": "What did the player do with the phone?",
            "answers": {"call": "spoke on it", "message": "read or wrote a message", "glance": "looked at it and put it away"},
        }
    ]
    ruled = rule({"fault": "phone_at_table", "phone_use": "message"}, rules=shared_house)
    assert (ruled.outcome, ruled.rules, ruled.assumed) == ("play_on", ("HC-08",), {"phone_warned": False})
    assert rule({"fault": "phone_at_table", "phone_use": "call"}, rules=shared_house).remedies == ("RM-06",)


def test_a_folder_has_them_too(folder):
    """In files of their own, read together."""
    assert rule({"fault": "phone_at_table", "phone_use": "call"}, rules=folder).outcome == "hand_dead"
    assert lint([folder], words_of_the_engine()) == []


def test_a_set_on_it_inherits_them(house, tmp_path):
    """An event of the house asks the same questions, and may ask them in other words."""
    event = tmp_path / "event.yaml"
    question = "facts: {phone_use: {question: What was the telephone used for?}}\n"
    event.write_text(f"set: event\ntitle: An event\nextends: ./harbour.yaml\n{question}", encoding="utf-8")
    (asked,) = rule({"fault": "phone_at_table"}, rules=event).questions
    assert asked["question"] == "What was the telephone used for?"
    answers = asked["answers"]
    assert isinstance(answers, dict)
    assert list(answers) == ["call", "message", "glance"]


def test_a_fact_of_ours_is_asked_in_the_words_of_the_house(tmp_path):
    """As long as it stays the fact that it is; under other sets nothing changes."""
    file = tmp_path / "plain.yaml"
    said = "facts: {clock_tie: {question: Did hand and clock end together?}}\n"
    file.write_text(f"set: plain\ntitle: Plain\nextends: rrop\n{said}", encoding="utf-8")
    with facts_under(rule_set(file)):
        assert known_facts()["clock_tie"].question == "Did hand and clock end together?"
        assert known_facts()["clock_tie"].type == "bool"
    assert known_facts()["clock_tie"].question != "Did hand and clock end together?"


def test_under_other_sets_nothing_of_it_shows(shared_house):
    """Not even after the house has ruled."""
    rule({"fault": "phone_at_table"}, rules=shared_house)
    assert "phone_at_table" not in known_faults()
    assert "phone_use" not in known_facts()
    assert "phone_use" not in catalogue().facts.data["facts"]
    with pytest.raises(UnknownName):
        rule({"fault": "phone_at_table"}, rules="rrop")
    with pytest.raises(UnknownName):
        rule({"fault": "phone_used", "phone_use": "call"}, rules="rrop")
    assert "phone_at_table" not in [one.fault.name for one in faults_like("texting during a hand", [rule_set("rrop")])]
    assert "phone_at_table" not in [hit.entry.id for hit in find("phone", rules="rrop")]


def test_two_sets_compared_know_both(house):
    """Under the other set the desk says that it does not rule on it, and does not call it unknown."""
    with facts_under(rule_set(house)), pytest.raises(UnknownName, match="rrop") as said:
        rule({"fault": "phone_at_table"}, rules="rrop")
    assert said.type.__name__ == "NotRuledOn"


@pytest.mark.parametrize(
    "words", ["texting during a hand", "phone at table", "phone_at_table", "A TELEPHONE IN THE HAND of a player with cards"]
)
def test_the_desk_knows_its_names(shared_house, words):
    """Its id, its title and the words that people say for it."""
    assert faults_named(words, [str(shared_house)]) == ["phone_at_table"]
    assert fault_named(words, [str(shared_house)]) == "phone_at_table"


def test_a_story_finds_it(shared_house):
    """In words that nobody wrote down, too."""
    assert offer("he was texting beside live cards during the hand", [str(shared_house)]).faults[0].name == "phone_at_table"
    assert find("texting during a hand", rules=shared_house)[0].entry.id == "phone_at_table"


def test_it_is_explained(shared_house):
    """With its questions, and the file and line of the house."""
    (fault,) = explain("phone_at_table", rules=shared_house)
    assert fault.see == ("phone_use", "phone_warned")
    assert fault.where.endswith("harbour.yaml:18")
    (fact,) = explain("phone_use", rules=shared_house)
    assert fact.where.endswith("harbour.yaml:6")
    assert fact.text == "What did the player do with the phone?"


@pytest.mark.parametrize("edition", ["floor", "book"])
@pytest.mark.sample(2, rest="thorough")
def test_paper_has_it(shared_house, edition):
    """What the floor asks and rules stands on its list and in the book; under our own set it does not."""
    made = "\n".join(texts(make(EDITIONS[edition], EditionOrder((game("holdem", shared_house),)))))
    assert "A telephone in the hand of a player with cards" in made
    assert "What the phone was used for: spoke on it" in made
    assert "No calls with cards; it is dead." in made


def test_lint_has_nothing_against_it(shared_house):
    """Neither against the set nor against its cases."""
    assert lint([shared_house, shared_house.parent / "cases"], words_of_the_engine()) == []


def test_its_cases_run(house):
    """A house's own examples come out as they say; one that does not is told."""
    assert (run_cases([house]).passed, run_cases([house]).failed) == (4, 0)
    cases = house.parent / "cases" / "harbour.yaml"
    cases.write_text(cases.read_text(encoding="utf-8").replace("rules: [HC-07]", "rules: [HC-08]"), encoding="utf-8")
    assert run_cases([house]).failed == 1


@pytest.mark.thorough
def test_prove_walks_its_facts(house):
    """Each class of facts wants a case: without the one of the glance, it says which is missing."""
    rules = rule_set(house)
    with facts_under(rules):
        assert every_class(rules, ["phone_at_table"]).against == ()
        cases = house.parent / "cases" / "harbour.yaml"
        cases.write_text(CASES.replace("HOUSE", str(house)), encoding="utf-8")
        (missing,) = every_class(rules, ["phone_at_table"]).against
    assert any("looked at it and put it away" in fact for fact in missing.facts)


def test_a_dead_case_of_it_is_told(house):
    """As of any list."""
    never = "      never: {when: {phone_use: call, phone_warned: true}, rule: HC-07, outcome: play_on}\n      otherwise:"
    house.write_text(house.read_text(encoding="utf-8").replace("      otherwise:", never), encoding="utf-8")
    assert [one.path for one in lint([house], words_of_the_engine())] == ["faults.phone_at_table.cases.never"]


def test_an_event_that_rules_otherwise_is_compared(house, tmp_path, runner):
    """What it makes of the house's own dispute is told by the house's facts, and in its words."""
    event = tmp_path / "event.yaml"
    otherwise = "faults: {phone_at_table: {cases: {spoke: {outcome: play_on, remedies: []}}}}\n"
    event.write_text(f"set: event\ntitle: An event\nextends: ./harbour.yaml\n{otherwise}", encoding="utf-8")
    (found,) = outcome_differences(rule_set(house), rule_set(event), ["phone_at_table"]).differences
    assert (found.old.outcome, found.new.outcome) == ("hand_dead", "play_on")
    told = runner("rules", "diff", str(house), str(event), "--outcomes", "phone_at_table")
    assert "What the phone was used for: spoke on it" in told


def test_what_is_ours_stays_what_it_is(house):
    """A fact of ours that is declared anew is refused at its line, wherever the set is used."""
    text = house.read_text(encoding="utf-8")
    house.write_text(
        text.replace("facts:\n  phone_use", "facts:\n  street: {type: int, title: Street}\n  phone_use", 1), encoding="utf-8"
    )
    with pytest.raises(
        RuleFileError, match=r"harbour\.yaml:6:18: facts\.street\.type: all rule sets already have the fact 'street'"
    ):
        rule({"fault": "phone_at_table"}, rules=house)


def test_an_old_case_is_ruled_by_the_facts_of_its_day(house):
    """The catalogue of another day, with what the house has of its own laid over it."""
    before = json.loads(json.dumps(facts_doc().data))
    before["facts"]["form"]["title"] = "Form as it was"
    with facts_as_they_were(Doc.of(before)), facts_under(rule_set(house)):
        assert known_facts()["form"].title == "Form as it was"
        assert "phone_use" in known_facts()
        assert rule({"fault": "phone_at_table", "phone_use": "call"}, rules=house).outcome == "hand_dead"


def test_a_set_that_was_kept_has_them(house, monkeypatch):
    """Read again as an earlier run has laid it over its base."""
    rule_set(house)
    monkeypatch.setattr("dealerkit.rules.sets._sets", {})
    assert rule({"fault": "phone_at_table", "phone_use": "call"}, rules=house).outcome == "hand_dead"
    assert list(rule_set(house).declared["facts"]) == ["phone_use", "phone_warned"]


def test_the_commands_know_them(shared_house, runner):
    """`rule`, `search` and `explain` by name and in words; without the house they know nothing of it."""
    ruled = runner("rule", "texting during a hand", "-f", "phone_use=call", "--rules", str(shared_house), "--json")
    assert json.loads(ruled)["rulings"][0]["rules"] == ["HC-07"]
    assert "-f phone_use=glance" in runner("rule", "phone_at_table", "--rules", str(shared_house), code=1)
    assert runner("search", "texting during a hand", "--kind", "fault", "--rules", str(shared_house)).startswith("phone_at_table")
    assert "phone_at_table" not in runner("search", "texting during a hand", "--kind", "fault", code=None)
    assert "glance   looked at it" in runner("explain", "phone_use", "--rules", str(shared_house))
    assert "player with cards" not in runner("rule", "phone_at_table", "--json", code=1)


@pytest.fixture
def runner(monkeypatch):
    """Runs a command and returns what it prints."""

    def run(*args: str, code: int | None = 0) -> str:
        result = CliRunner().invoke(main, args)
        assert code is None or result.exit_code == code, result.output
        return result.output

    return run


def test_the_journal_tells_it_in_the_houses_words(house, tmp_path):
    """A case on it is shown and printed with the titles that the house gave, also when the house's file is gone."""
    journal = str(tmp_path / "book")

    def told(*line: str) -> str:
        made = CliRunner().invoke(main, ["journal", *line, "--journal", journal])
        assert made.exit_code == 0, made.output
        return made.output

    told("begin", "--house", "Harbour Club", "--zone", "UTC")
    facts = ("-f", "phone_use=message", "-f", "phone_warned=yes")
    told("open", "phone_at_table", *facts, "--rules", str(house))
    house.unlink()
    for line in (("show", "1"), ("report", "1")):
        said = " ".join(told(*line).split())
        assert "A telephone in the hand of a player with cards" in said
        assert "The player was warned about the phone: yes" in said


def test_tab_offers_it_under_the_houses_set_alone(shared_house):
    """Fault, facts and values, after `--rules` and without it."""

    def offered(line: str) -> list[str]:
        return [f"{lead}{name}" for _, lead, found in [answer(line.split(" "))] for name, _ in found]

    under = f"rule --rules {shared_house} phone_at_table"
    assert offered(f"rule --rules {shared_house} phone_at") == ["phone_at_table"]
    assert offered(f"{under} -f phone_") == ["phone_use=", "phone_warned="]
    assert offered(f"{under} -f phone_use=m") == ["phone_use=message"]
    assert offered(f"explain --rules {shared_house} phone_at") == ["phone_at_table"]
    assert offered("rule phone_at") == offered("rule phone_at_table -f phone_u") == []


TOLD = """\
    often: 3
    told:
      - he was whispering to his stock broker
    unlike:
      advice_given: "there somebody helps him play; here he only speaks on it"
"""


def test_it_is_told_and_told_apart_like_any_other(house):
    """A phrase of its own finds it first, and what it is taken for is offered with how to tell the two apart."""
    house.write_text(house.read_text(encoding="utf-8").replace("    cases:\n", TOLD + "    cases:\n", 1), encoding="utf-8")
    assert lint([house]) == []
    said, rules = "whispering to the broker", rule_set(house)
    found = faults_like(said, [rules])
    assert found[0].fault.name == "phone_at_table"
    assert "phone_at_table" not in {one.fault.name for one in faults_like(said, [rule_set("rrop")])}
    with facts_under(rules):
        known = known_faults()
        offered = Offer((known["phone_at_table"], known["advice_given"]))
        said = "differs from 2: there somebody helps him play; here he only speaks on it"
        assert offered.apart(known["phone_at_table"]) == [said]


@pytest.mark.parametrize(
    ("said", "wrong", "told"),
    [
        ("advice_given:", "advice_givn:", "unknown fault: 'advice_givn'"),
        ("he was whispering to his stock broker", "his friend told him to call", "already describes the fault 'advice_given'"),
    ],
)
def test_what_is_wrong_with_how_it_is_told(house, said, wrong, told):
    """At its line, as in the files that tell the faults of all sets."""
    text = house.read_text(encoding="utf-8").replace("    cases:\n", TOLD + "    cases:\n", 1)
    house.write_text(text.replace(said, wrong), encoding="utf-8")
    (problem,) = lint([house])
    assert told in problem.message
    line = next(number for number, row in enumerate(house.read_text(encoding="utf-8").splitlines(), 1) if wrong in row)
    assert problem.line == line
