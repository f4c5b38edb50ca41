"""The outcome watch: what no table may come to, whatever step is open. It knows no steps and no plans.

After an act that nothing had asked for, the felt is held against the duties that the game marks with `outcome: true`: chips,
cards and hands as they lie. What they find stands before what the steps say, and the table stands where it stood before the act,
so that no step drops away because of it; chips given out of a pot go back into it. An act that was just the one due brings
none of them about.
"""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.felt import Act
from dealerkit.judge.findings import Draft
from dealerkit.judge.reversal import AS_IT_LAY
from dealerkit.procedure.compiled_game import CompiledGame


def outcomes(house: CompiledGame, now: Situation, act: Act, *, remarked: bool) -> list[Draft]:
    """Return what an act has brought about that no table may come to; the first that the game names, or nothing.

    Args:
        house: What is in force.
        now: The table after the act.
        act: The act, which nothing had asked for.
        remarked: Whether something about the act itself was odd.
    """
    for duty in house.likely.get((act.verb, False, remarked), ()):
        if duty.outcome and duty.comes(now, act):
            return [Draft(None, duty.code(now), duty.say, act.text, severity=duty.severity, amend=(AS_IT_LAY, act))]
    return []
