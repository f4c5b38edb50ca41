"""What is due is open to whoever has to do it: nothing that the table asks for is refused or found, also where legality is asked
first, as on a page, and where hands are quicker than the words of the floor.
"""

from __future__ import annotations

import pytest

from dealerkit.felt import FLOOR, Act
from dealerkit.rules.games import games
from dealerkit.training.walk.legality import barred
from tests.obedience.campaign import Outcome, Setting, one_a_step, run, table_at


def obeyed_without_words(outcome: Outcome) -> str:
    """Do again what was done after a slip, but for the words of the floor where it only decides a question, and nothing that it
    makes void begins with them.

    Returns:
        What was refused or found then; empty if nothing was.
    """
    trial = outcome.trial
    table, _, _ = table_at(trial.clean, trial.at)
    slipped = trial.at + len(trial.wrong)
    for at, text in enumerate(outcome.record[trial.at : outcome.ended or None], trial.at):
        act = Act.parse(text)
        if act.who == FLOOR and table.floor.question is not None and not table.floor.begins:
            continue
        against = barred(table, act) if at >= slipped else None
        if against is not None:
            return f"{trial.id}: '{trial.done}' for '{trial.due}': {act} is not open ({against.rule}), due is {table.next_act()}"
        found = table.push(act)
        if found and at >= slipped and not outcome.late:
            return f"{trial.id}: '{trial.done}' for '{trial.due}': {act}: {found[0].code}"
    return ""


@pytest.mark.sample(8, most=2)
@pytest.mark.parametrize("game", games())
def test_what_is_due_is_open_and_right(game: str) -> None:
    """A slip at each kind of step of a game, and what is due then to the round's end: with the floor's words, and without."""
    outcomes = [outcome for trial in one_a_step(Setting(game, "", 0)) if not (outcome := run(trial)).refused]
    assert outcomes
    wrong = [f"{outcome.trial.id}: {one.what} {one.why} at '{one.act}'" for outcome in outcomes for one in outcome.failures]
    wrong += filter(None, map(obeyed_without_words, outcomes))
    assert not wrong, "\n".join(wrong)
