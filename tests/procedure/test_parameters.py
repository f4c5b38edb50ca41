"""What a step has to say and does not is told by step, word and name; it is no fault of the program."""

from __future__ import annotations

from pathlib import Path

import pytest

import dealerkit as dk
from dealerkit.errors import MissingParameter
from dealerkit.games.social.mechanics import tricks
from dealerkit.procedure.parameters import first_line, parameters_of, source_of
from dealerkit.procedure.planners import DO

HOUSE = """
set: short-worded
title: A house whose step says too little
extends: rrop
procedures:
  holdem:
    procedure:
      hand:
        steps:
          extra: {do: shuffle_again, what: apart, title: Shuffle in what waits}
"""


def test_a_parameter_that_is_not_said_is_told_with_its_step(tmp_path: Path) -> None:
    """A step without a parameter that its planner reads ended a hand with an error of ours."""
    house = tmp_path / "house.yaml"
    house.write_text(HOUSE, encoding="utf-8")
    table = dk.Table("holdem", rules=str(house), seats=3, seed=3)
    with pytest.raises(MissingParameter, match=r"the step 'hand\.extra' \(`do: shuffle_again`\) needs the key `from:`"):
        table.advance("hand.extra")


def test_a_compiled_module_is_read_where_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its source lies beside its machine code, whatever Python and system that is for."""
    place = Path(tricks.__file__)
    monkeypatch.setattr(tricks, "__file__", str(place.with_name("tricks.cpython-311-x86_64-linux-gnu.so")))
    assert source_of(tricks.__name__) == place


def test_a_planner_is_shown_with_the_line_on_which_it_begins() -> None:
    """Its first decorator's, as Python counts it; also where a function registers several words."""
    found = {name: first_line(word.plan) for name, word in DO.items()}
    assert found == {name: word.plan.__code__.co_firstlineno for name, word in DO.items()}


def test_what_has_no_name_begins_on_no_line_of_its_own() -> None:
    """A lambda is shown with the file that it is in."""
    assert first_line(lambda: None) == 1


def test_the_values_of_a_parameter_are_those_that_its_planner_tells_apart() -> None:
    """Of a table that is looked up in, and those that are asked for before it; of no other parameter, and nothing else."""
    assert parameters_of(DO["put_back, what: early"]).can_be("what") == ["ahead", "early", "extra", "street"]
    words = {name: parameters_of(word) for name, word in DO.items()}
    refused = [
        (name, parameter, value)
        for name, read in words.items()
        for parameter in read.names
        for value in read.can_be(parameter)
        if parameter in read.refused({parameter: value})
    ]
    assert refused == []


def test_every_word_of_a_step_has_its_meaning() -> None:
    """`docs/words.md` is made of them."""
    assert [name for name, word in DO.items() if not word.help] == []
