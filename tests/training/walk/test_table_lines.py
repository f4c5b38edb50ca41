"""What is told beside acts, as lines that a terminal prints and a browser sets."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.felt.verbs import sentence
from dealerkit.training.walk import table_lines
from dealerkit.training.walk.talk import Talk
from dealerkit.training.walk.wording import to_dealer


@pytest.mark.parametrize("game", ["mini-baccarat", "holdem", "draw", "red-dog"])
def test_a_hint_tells_what_is_due_how_it_is_said_why_and_by_which_rule(game: str) -> None:
    """In this order, and what it says to say is understood as the act that is due."""
    table = dk.Table(game, seats=3, seed=7)
    for _ in range(5):
        table.advance()
    talk = Talk.of(table.game)
    act = table_lines.coming(table)
    assert act is not None
    lines = list(table_lines.hint(table, talk))
    labels = [line.label for line in lines]
    due = next(line for line in lines if line.label == "due: ")
    assert due.words.startswith(to_dealer(sentence(act)))
    said = next(line for line in lines if line.label == "say: ")
    heard = talk.hear(said.words, table)
    assert [one.plain for one in heard.acts] == [act.plain]
    assert labels.index("due: ") < labels.index("say: ")
    assert "why: " in labels or "rule: " in labels


def test_a_hint_at_a_slip_tells_what_is_still_owed_and_a_ruling_is_told_in_its_order() -> None:
    """First the outcome, and under it the rest."""
    table = dk.Table("mini-baccarat", seats=2, seed=7)
    table.advance("deal")
    table.push("d deal banker")
    lines = list(table_lines.hint(table, Talk.of(table.game)))
    assert lines
    assert all(line.words for line in lines)
    for ruled in table.rulings:
        told = list(table_lines.ruling(ruled))
        assert told[0].label == "floor: "
        assert [line.depth for line in told] == [1, *[2] * (len(told) - 1)]
