"""Questions of the desk: nobody erred, nothing is undone, and the amounts are the ruling."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from dealerkit.cli.lint import words_of_the_engine
from dealerkit.cli.main import main
from dealerkit.errors import UnknownName
from dealerkit.rules import data
from dealerkit.rules.files import read_file
from dealerkit.rules.games import game
from dealerkit.rules.lint.files import lint
from dealerkit.rules.sets import rule_set
from dealerkit.rulings import rule
from dealerkit.rulings.desk import Desk
from dealerkit.rulings.facts import is_question
from dealerkit.sheets.disputes import moments
from dealerkit.sheets.editions.edition import EditionOrder

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


def test_what_plays_of_a_fraction_is_asked_for_where_nobody_told_it():
    """BR-14: the ruling moves chips, so it names how many, or asks what came forward."""
    asked = rule({"fault": "short_chips", "chip_kind": "fraction"}, rules="rrop")
    assert (asked.outcome, asked.lacks) == ("corrected", ("put_all",))
    told = rule({"fault": "short_chips", "chip_kind": "fraction", "put_all": "12.50"}, rules="rrop")
    assert (dict(told.amounts), told.lacks) == ({"plays": "12", "give_back": "0.50"}, ())


def test_two_answers_of_one_rule_are_two():
    """QU-12: both cases rest on one rule and come to an answer, and still the desk has to know which."""
    assert Desk("smallest_bet", ["rrop"]).needs == ["structure"]
    assert rule({"fault": "smallest_bet"}, rules="rrop").assumed == {"structure": "no_limit"}  # and says so, where nobody asks


def test_an_amount_that_nobody_told_is_left_out_of_what_is_said_and_is_named():
    """The rule is said in words; what would tell the amount is asked at the desk, and can be passed."""
    made = rule({"fault": "smallest_bet", "structure": "no_limit"}, rules="rrop")
    assert (made.outcome, dict(made.amounts), made.lacks) == ("answer", {}, ("big_blind",))
    assert "{" not in made.say
    assert "The minimum is" not in made.say
    told = rule({"fault": "smallest_bet", "structure": "no_limit", "big_blind": "2.50"}, rules="rrop")
    assert (dict(told.amounts), told.lacks) == ({"least": "2.50"}, ())
    assert told.say.endswith("The minimum is 2.50.")
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
    assert "How much is the minimum bet?  [rrop]" in out.splitlines()
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
    (asked,) = [
        dispute
        for moment in moments(EditionOrder((game("holdem", "rrop"),)).context())
        for dispute in moment.disputes
        if dispute.fault == "smallest_bet"
    ]
    assert all(one.say and not one.ruling for one in asked.decisions)


@pytest.mark.parametrize(
    ("name", "case", "said"),
    [
        ("smallest_bet", "outcome: hand_dead", "the outcome 'hand_dead' can't be used for a question"),
        ("smallest_bet", "outcome: answer", "the key 'say' with the answer is missing"),
        ("smallest_bet", "outcome: answer, say: so, remedies: [RM-09]", "because there is nothing to undo"),
        ("string_bet", "outcome: answer, say: so", "the outcome 'answer' can only be used for a question"),
        ("smallest_bet", "outcome: answer, say: 'At least {least}.'", "'{least}' is not the name of an option"),
        ("smallest_bet", "outcome: answer, amounts: {least: big_blind}, say: 'At least {least}.'", ""),
    ],
)
@pytest.mark.sample(3, rest="thorough")
def test_lint_keeps_questions_and_faults_apart(tmp_path, name, case, said):
    """A question undoes nothing and says something; a fault is ruled on."""
    file = tmp_path / "club.yaml"
    source = "source: {work: club, section: Floor, verified: read}"
    listed = f"  {name}:\n    title: Asked\n    cases:\n      otherwise: {{rule: MD-01, {case}, {source}}}\n"
    file.write_text(CLUB + listed, encoding="utf-8")
    found = [problem.message for problem in lint([file], words_of_the_engine())]
    assert any(said in message for message in found) if said else not found


def test_every_set_answers_what_its_base_answers():
    """A set that extends another hears the same questions."""
    asked = {name: {fault for fault in rule_set(name).faults if is_question(fault)} for name in ("rrop", "tda", "wsop-live")}
    assert asked["rrop"]
    assert asked["rrop"] <= asked["tda"] & asked["wsop-live"]


BETS_AND_POTS = [*(f"QU-{number:02}" for number in range(1, 14)), "QU-22"]


@pytest.mark.parametrize("rules", ["rrop", "tda", "wsop-live"])
@pytest.mark.parametrize("rule_id", BETS_AND_POTS)
def test_each_question_has_a_case_for_and_one_against_in_each_set(rules, rule_id):
    """At least two cases named after it, that come to different answers."""
    doc = read_file(data.data_dir("rulings") / rules / "cases" / "questions.yaml")
    named = [case for case in doc.data["cases"] if case["name"].startswith(rule_id)]
    assert len({(case["expect"]["case"], str(case["facts"])) for case in named}) > 1
    answers = {(case["expect"]["case"], str(case["expect"].get("amounts"))) for case in named}
    assert len(answers) > 1 or (rule_id, rules) == ("QU-13", "wsop-live")  # there a check-raise is allowed everywhere
    assert {case["rules"] for case in named} == {rules}


@pytest.mark.parametrize(
    ("name", "facts", "asked"),
    [
        ("smallest_raise", {"structure": "no_limit"}, ["bets"]),
        ("raise_not_open", {"structure": "no_limit", "acted_this_round": True}, ["bets", "share_of_bet"]),
        ("smallest_raise", {"structure": "no_limit", "bets": "A 100, B raise 200"}, []),
    ],
)
def test_the_desk_asks_for_the_bets_once_and_they_may_be_passed(name, facts, asked):
    """One question for all amounts, and where nobody can tell them, what it was before."""
    desk = Desk(name, ["rrop"], facts)
    questions = []
    while (fact := desk.question()) is not None:
        questions.append(fact.name)
        desk.answer(fact.name, "?")
    assert [name for name in questions if name != "bet_before"] == asked


def test_bets_that_cannot_be_are_refused_at_the_desk_and_asked_again(run):
    """With the column; the right line then answers."""
    said = "A 100, B rase 200\nA 100, B all-in 140\n"
    out = run("rule", "smallest_raise", "--ask", "--rules", "rrop", "-f", "structure=no_limit", input=said).stdout
    assert "column 10: 'rase' is not an action or an amount" in out
    assert "The minimum raise is to 240." in out


def test_a_yes_or_no_question_guesses_no_answer():
    """IR-08: `maybe` is neither; both answers are named instead of the one that looks like it."""
    with pytest.raises(UnknownName, match=r"unknown value of later_card_drawn: 'maybe'; allowed: yes or no$"):
        rule({"fault": "boxed_card", "later_card_drawn": "maybe"}, rules="us")
