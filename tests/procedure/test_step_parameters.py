"""What a step has to say, may say and cannot say, read from the functions behind its word."""

from __future__ import annotations

import json

import pytest

from dealerkit.errors import MissingParameter
from dealerkit.felt import Act
from dealerkit.mechanics import MECHANICS
from dealerkit.procedure.compiled_game import compiled_game
from dealerkit.procedure.parameters import parameters, parameters_of
from dealerkit.procedure.planners import DO
from dealerkit.procedure.step_lint import lint_step
from dealerkit.procedure.steps import DealerStep, Parameters
from dealerkit.rules.doc import Doc
from dealerkit.rules.games import game, games
from dealerkit.rules.lint.common import nodes
from dealerkit.rules.sets import rule_set, rule_sets
from dealerkit.rules.step_words import do_word
from tests.procedure.word_readings import FILE, text

SIDES = ("left", "right")
SIZES = {"small": 1, "large": 2}


def planner(now, params):
    """Read some always, some under a condition, some only if they are said."""
    count, side = int(params["count"]), str(params["side"])
    if params.get("early"):
        return [params["place"]]
    both = SIDES.index(side), SIZES[params["size"]]
    rest = params["rest"] if "rest" in params else params["other"]
    return [count, both, rest, params.get("tone", "low"), now.game.tables[params["prices"]]]


ALWAYS = ["count", "side"]


@pytest.mark.parametrize(
    ("said", "missing"),
    [
        ({}, [*ALWAYS, "size", "other", "prices"]),
        ({"early": True}, [*ALWAYS, "place"]),
        ({"rest": 1}, [*ALWAYS, "size", "prices"]),
        ({"early": {"option": "early"}}, ALWAYS),  # nobody knows yet which way it goes
        ({"count": 1, "side": "left", "size": "small", "other": 2, "prices": "p"}, []),
    ],
)
def test_a_step_has_to_say_what_is_read_with_what_it_says_besides(said, missing):
    """A condition on another parameter counts only where that parameter is known."""
    assert parameters(planner).missing(said) == missing


def test_a_step_may_say_what_is_read():
    """Not what could only be read if it said something else."""
    read = parameters(planner)
    assert read.names == {"count", "side", "early", "place", "size", "rest", "other", "tone", "prices"}
    assert "place" not in read.known({"early": False})
    assert "size" not in read.known({"early": True})
    assert {"place", "size"} <= read.known({"early": {"option": "early"}})


def test_what_helpers_read_counts_too():
    """Those that are told by name what to read, and those that a parameter chooses."""
    assert parameters_of(DO["check"]).names == {"what"}
    scored = parameters_of(DO["score"])
    assert "card_points" in scored.known({"do": "score", "by": "high_low_jack_game"})
    assert "card_points" not in scored.known({"do": "score", "by": "gift"})


def test_every_word_reads_what_stands_in_the_list():
    """`python -m tests.procedure.word_readings` writes it again, where a word was meant to read something else."""
    now, then = (whole.removesuffix("\n").split("\n\n") for whole in (text(), FILE.read_text(encoding="utf-8")))
    assert [word for word in now if word not in then] == []
    assert [word for word in then if word not in now] == []


def test_what_a_value_can_be_is_known_from_what_is_done_with_it():
    """Made a number, looked up in a table or a row of the module, or in a table of the game."""
    read = parameters(planner)
    assert (set(read.whole), set(read.tables)) == ({"count"}, {"prices"})
    assert (read.can_be("size"), read.can_be("side"), read.can_be("tone")) == (["large", "small"], ["left", "right"], [])
    assert read.refused({"early": False, "size": "middle", "side": "left"}) == ["size"]
    assert read.refused({"early": True, "size": "middle", "side": "up"}) == []


def _steps():
    for name in games():
        yield from ((name, step) for _, _, step in nodes(game(name).doc, ("procedure",)))
    for name in rule_sets():
        rules = rule_set(name)
        for remedy in rules.remedies:
            yield from ((name, step) for _, _, step in nodes(rules.doc, ("remedies", remedy, "steps")))


STEPS = [(name, step) for name, step in _steps() if "do" in step or "play" in step]


def test_every_step_of_ours_is_in_order_and_none_could_say_less():
    """Taking away a parameter that has to be said is told of every step that says it, and so is a parameter that is misspelt."""
    taken = set()
    for name, step in {json.dumps(step): (name, step) for name, step in STEPS}.values():  # games share many a step
        doc = Doc.of({**(game(name).doc.data if name in games() else {}), "step": step})
        assert list(lint_step(doc, ("step",), step)) == [], name
        word = DO[do_word(step, DO)] if "do" in step else MECHANICS[step["play"]]
        for needed in parameters_of(word).missing({key: value for key, value in step.items() if key in ("do", "play", "what")}):
            less = {key: value for key, value in step.items() if key != needed}
            if less == step:
                continue  # another parameter stands in its place
            (problem,) = lint_step(doc, ("step",), less)
            assert f"needs the key `{needed}`" in problem.message
            spelled = Doc.of({**doc.data, "step": less})
            (problem,) = lint_step(spelled, ("step",), {**less, needed + "z": step[needed]})
            assert f"did you mean '{needed}'?" in f"{problem.message}; {problem.hint}"
            taken.add((word.name, needed))
    assert len(taken) > 25


@pytest.mark.parametrize(("word", "said"), [("call_total", {}), ("insert", {}), ("announce", {"what": "wild"})])
def test_what_lint_misses_a_table_would_miss(word, said):
    """A planner that is told too little stops for the very parameter; one that is told enough does not."""
    missing = parameters_of(DO[word]).missing(said)
    params = Parameters("open.step", {"do": word, **said})
    if missing:
        with pytest.raises(MissingParameter, match=f"`{missing[0]}:`"):
            DO[word].plan(None, params)
    else:
        assert DO[word].plan(None, params) == [Act.make("d", "announce", "wild")]


def test_what_may_be_laid_face_down_is_turned_up():
    """FTR-05, CA-14: where cards may be laid face down, to be turned together, a later step turns them up; in Cash none did, and
    the board lay face down all hand long.
    """
    laid = 0
    for name in games():
        steps = [step for step in compiled_game(game(name)).program.walk() if isinstance(step, DealerStep)]
        for at, step in enumerate(steps):
            if step.do.name == "deal_board" and step.params.get("together"):
                laid += 1
                turned = [later for later in steps[at + 1 :] if later.do.name == "turn_board" and later.params["what"] == "laid"]
                assert turned, step.path
    assert laid
