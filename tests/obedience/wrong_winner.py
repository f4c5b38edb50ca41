"""The pot pushed to a seat that does not win it, at any moment of a hand of poker, then obedience: the finding is major or
worse, and the pot is returned and goes to its winner. `bench/any_acts.py --wrong-winner` tries them all; a few are tried every
day.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from dealerkit.errors import ActError, Impossible
from dealerkit.felt import DEALER, Act
from dealerkit.rules.games import game as game_of
from dealerkit.rules.games import games
from tests.obedience.campaign import Clean, Setting, clean, table_at

POKER = tuple(name for name in games() if game_of(name).family == "poker")
"""Every form of poker."""
_MOST = 900
_GRAVE = frozenset({"major", "critical"})


@attrs.frozen
class WrongPush:
    """A pot pushed to a seat in a clean hand.

    Attributes:
        clean: The clean rounds; the first hand is tried.
        at: Number of acts before the push.
        seat: The seat that gets the pot.
    """

    clean: Clean
    at: int
    seat: int

    @property
    def id(self) -> str:
        """The id, from which it can be made again."""
        return f"{self.clean.setting}/{self.at}/s{self.seat}"


def winners(made: Clean) -> set[int]:
    """Return the seats that were pushed chips in the clean hand."""
    return {int(act.to[0][1:]) for act in made.acts[: made.ends[0]] if act.who == DEALER and act.verb == "award"}


def pushes(setting: Setting) -> Iterator[WrongPush]:
    """Yield every wrong push at a table: at each moment with chips in the pot, to each seat that does not win."""
    made = clean(setting)
    table, _, _ = table_at(made, 0)
    wrong = sorted(set(range(1, table.seats + 1)) - winners(made))
    for at, act in enumerate(made.acts[: made.ends[0]]):
        if table.felt.rows["pot"][0] and not any(past.verb == "award" for past in made.acts[:at]):
            yield from (WrongPush(made, at, seat) for seat in wrong)
        table.push(act)


def wrong_after(push: WrongPush) -> str:
    """Return the error after a wrong push and obedience; empty for none."""
    made = push.clean
    table, rounds, _ = table_at(made, push.at)
    players = made.setting.players()
    found = table.push(Act.make(DEALER, "award", f"s{push.seat}", n=table.felt.written(table.felt.rows["pot"][0])))
    if not any(table.explain(finding).severity in _GRAVE for finding in found):
        return f"told as {[finding.code for finding in found] or 'nothing'}"
    for _ in range(_MOST):
        due = table.next_act()
        by_floor = due is not None and (due.who == "f" or due.verb == "floor")
        acts = [] if by_floor or due in table.owed or table.agenda.step is not None else players.acts(table)
        if not acts and due is None:
            return "nothing is due"
        for act in acts or [due]:
            assert act is not None
            try:
                again = table.push(act)
            except (Impossible, ActError) as error:
                return f"'{act}' was due: {error}"
            if again:
                return f"'{act}' was due, and is {again[0].code}"
            if rounds.look(table):
                have, had = table.felt.rows["stack"], [made.wealth[1]["house"][0], *made.wealth[1]["seats"]]
                return "" if list(have)[1:] == had[1:] else f"stacks {have[1:]}, not {had[1:]}"
    return "the hand does not end"
