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


def test_a_step_of_a_remedy_is_due_for_the_reason_of_the_ruling():
    """A flop without a burn is dealt again (FTR-24): neither the step said twice nor FTR-20 on too many cards."""
    table = dk.Table("holdem", seats=3, seed=7)
    table.advance("flop")
    for act in ("d tap", "d deal board 3", "d floor"):
        table.push(act)
    lines = {line.label: line.words for line in table_lines.hint(table, Talk.of(table.game))}
    [ruled] = table.rulings[-1].ruling.each
    assert ruled.remedies == ("RM-11",)
    assert lines["why: "] == ruled.because
    assert lines["how: "].startswith("Leave the burn card on the table")
    assert [line.words[:6] for line in table_lines.hint(table, Talk.of(table.game)) if line.label == "rule: "] == [
        "FTR-24",
        "FTR-28",
    ]


def test_a_step_of_the_procedure_has_its_own_reason():
    """The tap before the flop: no line says how, and FTR-02 stands under it."""
    table = dk.Table("holdem", seats=3, seed=7)
    table.advance("flop")
    lines = list(table_lines.hint(table, Talk.of(table.game)))
    assert "how: " not in {line.label for line in lines}
    assert [line.words[:6] for line in lines if line.label == "rule: "] == ["FTR-02", "DP-15:"]
