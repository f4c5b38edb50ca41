"""Faults from the cases of rules and games, which plant the finding of their name; the table is obeyed from there.

These faults cannot occur in a clean round (a boxed card, a dispute, a bet after the close). There is no clean round to compare
chips with; but obedience must not lead to another finding, and there must always be a next act.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import attrs

import dealerkit as dk
from dealerkit.errors import ActError, Impossible
from dealerkit.felt import Act
from dealerkit.jobs.cases.files import RuleCase
from dealerkit.jobs.cases.run import table_after
from dealerkit.table.rounds import Rounds
from tests.obedience.players import SteadyPlayers
from tests.shipped_cases import shipped_cases

_MOST = 1500
"""Number of obeyed acts, more than any round has."""
COMES_TO = {"play/DR-20": "draw/openers-not-proved"}
"""Later findings of a fault at the showdown, even with obedience: openers that were split silently can no longer be proved
(DR-28). This is a finding on the player, and its ruling is obeyed like any other.
"""
_AFTER = 3
"""Number of obeyed acts after the end of the round, for findings on unsettled matters."""


@attrs.frozen
class Planted:
    """A fault that a case plants.

    Attributes:
        case: The case.
        code: The code of the last finding on an act of the dealer's.
    """

    case: RuleCase
    code: str

    @property
    def id(self) -> str:
        """The code and the case."""
        return f"{self.code} ({self.case.name})"


def _findings(case: RuleCase) -> list[str]:
    """Return the codes that a case of acts expects."""
    expected = case.data["expect"].get("findings") or []
    listed = expected if isinstance(expected, list) else [expected]
    return [one if isinstance(one, str) else str(one.get("code", "")) for one in listed]


@cache
def planted() -> tuple[Planted, ...]:
    """Return every fault that a case plants by an act of the dealer's, in the order of the files."""
    found = []
    for case in shipped_cases():
        if case.kind != "acts" or not _findings(case):
            continue
        acts = [line for line in case.data["acts"] if not line.startswith("->")]
        if acts and acts[-1].split()[0] == "d":
            found.append(Planted(case, _findings(case)[-1]))
    return tuple(found)


def own_faults(of_each: int) -> Iterator[Planted]:
    """Yield `of_each` faults of each code; all for 0."""
    tried: dict[str, int] = {}
    for one in planted():
        tried[one.code] = tried.get(one.code, 0) + 1
        if not of_each or tried[one.code] <= of_each:
            yield one


def obeyed(one: Planted) -> str:
    """Plant a fault and obey to the end of the round; return the contradiction, empty for none."""
    table = table_after(one.case)
    rounds, players = Rounds(table), SteadyPlayers()
    rounds.look(table)
    ended, after = rounds.done, 0
    try:
        for _ in range(_MOST):
            acts = _due(table, players)
            over = rounds.done > ended
            if not acts:
                return "" if over or table.ask or not table.agenda.stack else f"stuck at {table.expected.step}"
            for act in acts:
                found = table.push(act)
                if found and found[0].code.startswith("record/"):
                    return ""  # a card that the case has not laid out cannot be named
                if found and found[0].code != COMES_TO.get(one.code):
                    return f"{found[0].code} at '{act}'"
                rounds.look(table)
            after += over
            if after >= _AFTER:
                return ""
    except (Impossible, ActError) as error:
        short = "given" in one.case.data and "cards left" in str(error)  # the case has laid out no more
        return "" if short else f"impossible: {error}"
    return "" if "given" in one.case.data else "the round does not end"  # perhaps no hand has the card that all wait for


def _due(table: dk.Table, players: SteadyPlayers) -> list[Act]:
    """Return the next acts: the due ones of floor and dealer, the chosen ones of players."""
    due = table.next_act()
    by_floor = due is not None and (due.who == "f" or due.verb == "floor")
    remedy = bool(table.expected.dealer) and table.expected.step.partition(".")[0].isupper()
    if not by_floor and not remedy and due not in table.owed:
        acts = players.acts(table)
        if acts:
            return acts
        waits = table.players is not None and not table.players.passable and due is not None and not due.seat
        if waits and table.ask:
            return []  # the case has not laid out the cards that a player would need to continue
    return [] if due is None else [due]
