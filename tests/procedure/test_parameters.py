"""What a step has to say and does not is told by step, word and name; it is no fault of the program."""

from __future__ import annotations

from pathlib import Path

import pytest

import dealerkit as dk
from dealerkit.errors import MissingParameter

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
    with pytest.raises(MissingParameter, match=r"the step 'hand\.extra' \(`do: shuffle_again`\) has to say `from:`"):
        table.advance("hand.extra")
