"""Steps and sections by themselves: the code of a fault, when one begins, what it covers; the compiler's messages."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import dealerkit as dk
from dealerkit.errors import MissingParameter, RuleFileError
from dealerkit.felt import Act
from dealerkit.procedure.steps import Compiler, DealerStep, PlayerStep, Section, chosen

TABLE = dk.Table("holdem", seats=3, seed=3)
NOW = TABLE.now
"""Before a hand of hold'em, where `taps` holds and `not taps` does not."""

BURN = Act.parse("d burn")


def compiled(**parts: Any) -> DealerStep:
    """A dealer's step of these parts."""
    (step,) = Compiler().program({"one": {"do": "burn", **parts}}).nodes
    assert isinstance(step, DealerStep)
    return step


def played(**parts: Any) -> PlayerStep:
    """A players' step of these parts."""
    (step,) = Compiler().program({"one": {"play": "betting", **parts}}).nodes
    assert isinstance(step, PlayerStep)
    return step


def section(**parts: Any) -> Section:
    """A section of one step with these parts."""
    (part,) = Compiler().program({"one": {"title": "One", "steps": {"two": {"do": "burn"}}, **parts}}).nodes
    assert isinstance(part, Section)
    return part


@pytest.mark.parametrize(
    ("codes", "kind", "act", "code"),
    [
        ({}, "early", BURN, "step/one-early"),
        ({}, "again", BURN, "step/one-repeated"),
        ({"early": "a/early"}, "early", BURN, "a/early"),
        ({"early": "a/early"}, "skipped", None, "step/one-skipped"),
        ({"any": "a/any"}, "skipped", None, "a/any"),
        ({"any": "a/any", "early": "a/early"}, "early", BURN, "a/early"),
        ({"burn": "a/burn"}, "early", BURN, "a/burn"),
        ({"burn": "a/burn"}, "early", None, "step/one-early"),
        ({"burn": "a/burn", "early": "a/early"}, "early", Act.parse("d deal board"), "a/early"),
        ({"burn": {"early": "a/burned", "any": "a/burn"}}, "early", BURN, "a/burned"),
        ({"burn": {"early": "a/burned", "any": "a/burn"}}, "wrong", BURN, "a/burn"),
        ({"burn": {"early": "a/burned"}}, "wrong", BURN, "step/one-wrong"),
        ({"early": {"taps": "a/tapped", "otherwise": "a/silent"}}, "early", BURN, "a/tapped"),
        ({"early": {"not taps": "a/silent", "otherwise": "a/tapped"}}, "early", BURN, "a/tapped"),
        ({"early": {"not taps": "a/silent"}}, "early", BURN, "step/one-early"),
    ],
)
def test_a_fault_has_the_code_of_its_verb_its_kind_or_a_fact(codes, kind, act, code):
    """The step's own table first, by the verb of the act if there is one; else the generic code."""
    assert compiled(codes=codes).code(kind, NOW, act) == code


@pytest.mark.parametrize(
    ("over", "code"),
    [
        ({}, None),
        ({"other": "a/x"}, None),
        ({"burn": "a/x"}, "a/x"),
        ({"burn": {"burn": "a/verb"}}, "a/verb"),
        ({"burn": {"deal": "a/verb"}}, None),
        ({"burn": {"any": "a/any", "burn": "a/verb"}}, "a/any"),
        ({"burn": {"deal": "a/verb", "any": "a/any"}}, "a/any"),
        ({"burn": {"deal": "a/verb", "otherwise": "a/else"}}, "a/else"),
        ({"burn": {"taps": "a/fact", "otherwise": "a/else"}}, "a/fact"),
        ({"burn": {"draws_one_by_one": "a/fact", "otherwise": "a/else"}}, "a/else"),
        ({"burn": {"draws_one_by_one": "a/fact"}}, None),
        ({"burn": {"any": {"taps": "a/fact", "otherwise": "a/else"}}}, "a/fact"),
        ({"burn": {"any": {"not taps": "a/fact", "otherwise": "a/else"}}}, "a/else"),
        ({"burn": {"taps": {"not taps": "a/fact", "otherwise": "a/else"}}}, "a/else"),
    ],
)
def test_a_step_done_over_one_that_is_owed_has_the_code_of_what_is_missing(over, code):
    """By the missing verb, or a fact, or whatever it is; the first that fits."""
    missing = attrs.evolve(compiled(), id="burn")
    assert compiled(over=over).over_code(missing, BURN, NOW) == code


@pytest.mark.parametrize(
    ("table", "code"),
    [
        ({"taps": "a", "otherwise": "b"}, "a"),
        ({"otherwise": "b", "taps": "a"}, "a"),
        ({"not taps": "a", "otherwise": "b"}, "b"),
        ({"not taps": "a"}, None),
        ({"not taps": "a", "taps": "c"}, "c"),
    ],
)
def test_a_table_of_facts_is_read_up_to_the_first_that_holds(table, code):
    """`otherwise` comes last wherever it stands."""
    assert chosen(table, NOW) == code


@pytest.mark.parametrize(
    ("facts", "holds"),
    [(None, True), ("taps", True), ("not taps", False), (["taps", "not taps"], False), (["taps", "taps"], True)],
)
def test_a_step_or_section_is_due_where_all_its_facts_hold(facts, holds):
    """And a step that is not due has no plan and is open to no act."""
    parts = {"if": facts} if facts else {}
    step, part = compiled(**parts), section(**parts)
    assert (step.holds(NOW), played(**parts).holds(NOW), part.holds(NOW), part.begins(NOW)) == (holds,) * 4
    assert step.is_open_to(BURN, NOW) is holds
    assert [act.text for act in step.plan(NOW) or ()] == ["d burn"] * holds
    assert step.covers(BURN)


@pytest.mark.parametrize(
    ("facts", "repeat", "begins"), [(None, "not taps", False), (None, "taps", True), ("not taps", "taps", False)]
)
def test_a_repeated_section_begins_while_its_fact_holds(facts, repeat, begins):
    """Its condition and the fact that lets it begin again."""
    part = section(repeat=repeat, **({"if": facts} if facts else {}))
    assert part.begins(NOW) is begins
    assert part.holds(NOW) is (facts is None)


@pytest.mark.parametrize("act", ["d deal board", "s1 fold", "d tap"])
def test_an_act_with_another_verb_is_none_of_a_step(act):
    """A burn is no deal."""
    step = compiled()
    assert not step.covers(Act.parse(act))
    assert not step.is_open_to(Act.parse(act), NOW)


@pytest.mark.parametrize(("optional", "may"), [(None, False), (True, True), (False, False), ("taps", True), ("not taps", False)])
def test_a_step_may_be_left_out_where_it_says_so(optional, may):
    """Always, never, or while a fact holds."""
    parts = {} if optional is None else {"optional": optional}
    assert compiled(**parts).is_optional(NOW) is may


@pytest.mark.parametrize(
    ("parts", "passable", "optional", "beside"),
    [
        ({}, False, False, ""),
        ({"until": "close"}, True, False, "close"),
        ({"deadline": "deal"}, True, False, "deal"),
        ({"until": "close", "deadline": "deal"}, True, False, "close"),
        ({"optional": True}, True, True, ""),
        ({"passable": True}, True, False, ""),
    ],
)
def test_the_dealer_goes_on_without_players_who_may_be_passed(parts, passable, optional, beside):
    """A step that has an end of the dealer's, or a deadline, or need not be, holds nobody up."""
    step = played(**parts)
    assert (step.passable, step.optional, step.beside) == (passable, optional, beside)


@pytest.mark.parametrize(
    ("steps", "problems"),
    [
        ({"a": {"do": "burn"}, "b": {"play": "betting"}}, []),
        ({"a": {"do": "burnn"}}, [("procedure.a.do", "unknown 'do' word: 'burnn'; did you mean burn")]),
        ({"a": {"play": "bettin"}}, [("procedure.a.play", "unknown mechanic: 'bettin'; did you mean betting")]),
        ({"a": {"do": "burn", "if": "tapss"}}, [("procedure.a.if", "unknown fact: 'tapss'; did you mean taps")]),
        ({"a": {"do": "burn", "optional": "tapss"}}, [("procedure.a.optional", "unknown fact: 'tapss'")]),
        (
            {"a": {"do": "burn", "codes": {"early": {"tapss": "a/b", "otherwise": "a/c"}}}},
            [("procedure.a.codes.early.tapss", "unknown fact: 'tapss'")],
        ),
        ({"a": {"do": "burn", "codes": {"burn": {"early": "a/b", "any": "a/c"}}}}, []),
        ({"a": {"title": "A", "repeat": "tapss", "steps": {}}}, [("procedure.a.repeat", "unknown fact: 'tapss'")]),
        (
            {"a": {"title": "A", "if": "tapss", "steps": {"b": {"do": "burnn"}}}},
            [("procedure.a.if", "unknown fact: 'tapss'"), ("procedure.a.steps.b.do", "unknown 'do' word: 'burnn'")],
        ),
        ({"a": None, "b": {"do": "burn"}}, []),
    ],
)
def test_a_word_that_no_step_knows_is_told_where_it_stands(steps, problems):
    """All of them at once, each with its place."""
    found = []
    try:
        Compiler().program(steps)
    except RuleFileError as error:
        found = [(problem.path, problem.message) for problem in error.problems]
    assert [path for path, _ in found] == [path for path, _ in problems]
    assert all(message.startswith(start) for (_, message), (_, start) in zip(found, problems, strict=True)), found


@pytest.mark.parametrize(
    ("facts", "left", "holds"),
    [("taps", 0, True), ("not taps", 1, False), (["taps", "not draws_one_by_one"], 0, True), ("draws_one_by_one", 1, False)],
)
def test_a_fact_that_an_option_decides_is_not_asked_again(facts, left, holds):
    """In hold'em as it is: what holds for good is left out, what never holds closes the step."""
    (step,) = Compiler(game=NOW.game).program({"one": {"do": "burn", "if": facts}}).nodes
    assert isinstance(step, DealerStep)
    assert (len(step.when), step.holds(NOW)) == (left, holds)


def test_a_step_lies_in_the_sections_around_it():
    """Paths, the steps in order, and the sections within."""
    program = Compiler().program({"a": {"steps": {"b": {"do": "burn"}, "c": {"part": True, "steps": {"d": {"do": "tap"}}}}}})
    assert [step.path for step in program.walk()] == ["a.b", "a.c.d"]
    assert [(part.path, part.part) for part in program.sections()] == [("", False), ("a", False), ("a.c", True)]
    assert [step.remedy for step in program.walk()] == [False, False]
    (step,) = Compiler().program({"b": {"do": "burn", "say": "Burn", "title": "A burn"}}, "remedies").walk()
    assert (step.remedy, step.say, step.severity) == (True, "Burn", "minor")


def test_a_parameter_that_is_missing_is_told_with_its_word():
    """Of a dealer's step and of a players' step; what belongs to every step is no parameter."""
    for step, word in ((compiled(say="Burn"), "do: burn"), (played(say="Bet"), "play: betting")):
        with pytest.raises(MissingParameter, match=f"the step 'one' \\(`{word}`\\) needs the key `n:`"):
            step.params["n"]
        assert dict(step.params) == {}


def test_a_house_reads_which_fact_of_its_step_is_none(tmp_path):
    """A fact that is misspelt in `optional` is told like any other; it ended in an error of ours."""
    house = tmp_path / "house.yaml"
    house.write_text(
        "set: odd-facts\ntitle: A house with a fact that is none\nextends: rrop\n"
        "procedures:\n  holdem:\n    procedure:\n      hand:\n        steps:\n"
        "          extra: {do: tap, optional: tapss, title: Tap}\n",
        encoding="utf-8",
    )
    with pytest.raises(RuleFileError, match="unknown fact: 'tapss'; did you mean taps"):
        dk.Table("holdem", rules=str(house), seats=3)
