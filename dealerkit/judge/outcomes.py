"""The outcome watch: states of the felt that no table may come to, whatever step is open. It uses no steps and no plans.

After an unasked act the felt is compared with the duties that the game marks with `outcome: true`: chips, cards and hands as
they lie. Their findings take precedence over those of steps, and the agenda goes back to its state before the act, so that no
step is lost; chips given out of a pot are owed back into it. The act due next is exempt.
"""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.felt import Act
from dealerkit.judge.findings import Draft
from dealerkit.judge.reversal import AS_IT_LAY
from dealerkit.procedure.compiled_game import CompiledGame


def outcomes(house: CompiledGame, now: Situation, act: Act, *, remarked: bool) -> list[Draft]:
    """Return the draft on a forbidden state of the felt after an act, the first in the game's order; empty if there is none.

    Args:
        house: Compiled game in force.
        now: Situation after the act.
        act: The act, which was not asked for.
        remarked: Whether the felt has a remark on the act itself.
    """
    for duty in house.likely.get((act.verb, False, remarked), ()):
        if duty.outcome and duty.comes(now, act):
            return [Draft(None, duty.code(now), duty.say, act.text, severity=duty.severity, amend=(AS_IT_LAY, act))]
    return []
