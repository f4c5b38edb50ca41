"""Questions of the desk: nobody erred, nothing is undone, and the amounts are the ruling."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from dealerkit.cli.lint import words_of_the_engine
from dealerkit.cli.main import main
from dealerkit.desk import Desk
from dealerkit.rules.games import game
from dealerkit.rules.lint import lint
from dealerkit.rules.sets import rule_set
from dealerkit.rulings import known_faults, rule
from dealerkit.rulings.facts import is_question
from dealerkit.sheets import make_sheet

CLUB = """set: club
family: poker
sources:
  club: {title: Club rules, sections: [Floor]}
faults:
"""


@pytest.fixture
def run():
    """Run dealerkit."""
    return lambda *args, **more: CliRunner().invoke(main, args, **more)


def test_two_answers_of_one_rule_are_two():
    """QU-12: both cases rest on one rule and come to an answer, and still the desk has to know which."""
    asked = rule({"fault": "smallest_bet"}, rules="rrop")
    assert (asked.decided, asked.needs) == (False, ("structure",))


def test_an_amount_that_nobody_told_is_left_out_of_what_is_said_and_is_named():
    """The rule is said in words; what would tell the amount is asked at the desk, and can be passed."""
    made = rule({"fault": "smallest_bet", "structure": "no_limit"}, rules="rrop")
    assert (made.outcome, dict(made.amounts), made.lacks) == ("answer", {}, ("big_blind",))
    assert "{" not in made.say
    assert "Here that is" not in made.say
    told = rule({"fault": "smallest_bet", "structure": "no_limit", "big_blind": "2.50"}, rules="rrop")
    assert (dict(told.amounts), told.lacks) == ({"least": "2.50"}, ())
    assert told.say.endswith("Here that is 2.50.")
    desk = Desk("smallest_bet", ["rrop"], {"structure": "no_limit"})
    assert desk.question().name == "big_blind"
    desk.answer("big_blind", "?")
    assert desk.question() is None


def test_nobody_has_to_keep_his_hands_off_for_a_question(run):
    """A dispute freezes the table and has a time limit; a question has neither, and nothing in it is dead or undone."""
    assert rule({"fault": "string_bet"}, rules="rrop").freeze
    made = rule({"fault": "smallest_bet", "structure": "no_limit"}, rules="rrop")
    assert (made.freeze, made.window, made.steps, made.remedies) == ("", "", (), ())
    out = run("rule", "smallest_bet", "--rules", "rrop", "-f", "structure=no_limit", "-f", "big_blind=100").stdout
    assert "How much is the smallest bet?  [rrop]" in out.splitlines()
    assert out.splitlines()[1] == "Do: At least: 100."
    assert "Meanwhile:" not in out


def test_it_is_found_explained_and_printed_as_a_question(run):
    """`search`, `explain` and the sheets tell it apart from what goes wrong."""
    found = run("search", "smallest bet", "--kind", "question").stdout
    assert found.startswith("smallest_bet")
    assert "smallest_bet" not in run("search", "smallest bet", "--kind", "fault").stdout
    out = run("explain", "smallest_bet").stdout
    assert "(question)" in out
    assert "answered:" in out
    assert "{least}" not in out
    sheet = make_sheet(game("holdem", "rrop"))
    assert "smallest_bet" in {one.id for one in sheet.questions} - {one.id for one in sheet.faults}


@pytest.mark.parametrize(
    ("name", "case", "said"),
    [
        ("smallest_bet", "outcome: hand_dead", "nobody erred in a question"),
        ("smallest_bet", "outcome: answer", "the question is not answered"),
        ("smallest_bet", "outcome: answer, say: so, remedies: [RM-09]", "a question has nothing to undo"),
        ("string_bet", "outcome: answer, say: so", "'answer' is for questions"),
        ("smallest_bet", "outcome: answer, say: 'At least {least}.'", "'{least}' names no option"),
        ("smallest_bet", "outcome: answer, amounts: {least: big_blind}, say: 'At least {least}.'", ""),
    ],
)
def test_lint_keeps_questions_and_faults_apart(tmp_path, name, case, said):
    """A question undoes nothing and says something; a fault is ruled on."""
    file = tmp_path / "club.yaml"
    source = "source: {work: club, section: Floor, verified: read}"
    listed = f"  {name}:\n    title: Asked\n    cases:\n      otherwise: {{rule: MD-01, {case}, {source}}}\n"
    file.write_text(CLUB + listed, encoding="utf-8")
    found = [problem.message for problem in lint([file], words_of_the_engine())]
    assert any(said in message for message in found) if said else not found


def test_every_question_has_an_answer_in_every_set_that_hears_it():
    """A set that speaks of one names its amounts or words."""
    for name in ("rrop", "tda", "wsop-live"):
        asked = {fault for fault in rule_set(name).faults if is_question(fault)}
        assert asked
        for fault in asked:
            assert known_faults()[fault].title.endswith("?")
