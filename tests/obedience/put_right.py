"""Tables dealt up to a slip, and their cards, chips and findings after it."""

from __future__ import annotations

from typing import Any

import attrs

import dealerkit as dk
from tests.obedience.players import SteadyPlayers


@attrs.frozen
class Slip:
    """A slip.

    Attributes:
        id: Its name.
        game, rules, seats, seed, options: The table.
        to: The step of the slip.
        acts: The acts of the slip.
        found: The first finding.
        due: The due acts after the slip and the floor's ruling, in order; empty for any.
    """

    id: str
    game: str
    to: str
    acts: tuple[str, ...]
    found: str
    rules: str | None = None
    seats: int | None = None
    seed: int = 3
    options: dict[str, Any] = attrs.field(factory=dict)
    due: tuple[str, ...] = ()


def table_at_step(slip: Slip) -> tuple[dk.Table, SteadyPlayers]:
    """Return the table at the step of a slip."""
    table = dk.Table(slip.game, slip.rules, seats=slip.seats, seed=slip.seed, options=slip.options)
    players = SteadyPlayers()
    for _ in range(600):
        step = table.agenda.step
        if step is not None and f".{step.path}".endswith(f".{slip.to}"):
            return table, players
        for act in players.acts(table) or [table.next_act()]:
            assert act is not None
            assert table.push(act) == ()
    msg = f"no step {slip.to}"
    raise AssertionError(msg)


def obeyed(table: dk.Table, players: SteadyPlayers) -> list[str]:
    """Do the due acts, and the players' choices, until the cards are gathered; return the findings."""
    found: list[str] = []
    for _ in range(400):
        due = table.next_act()
        by_floor = due is not None and (due.who == "f" or due.verb == "floor")
        step = table.agenda.step
        acts = [] if by_floor or due in table.owed or (step is not None and step.remedy) else players.acts(table)
        for act in acts or [due]:
            assert act is not None, "nothing is due"
            found += [f"{act}: {finding.code}" for finding in table.push(act)]
            if act.who == "d" and act.verb == "gather":
                return found
    msg = "the cards are never gathered"
    raise AssertionError(msg)


def deal_upto(table: dk.Table, players: SteadyPlayers, verb: str) -> None:
    """Deal without a slip until an act of the dealer's with a verb is due."""
    for _ in range(900):
        due = table.next_act()
        acts = players.acts(table) or [due]
        if due is not None and due.who == "d" and due.verb == verb and acts == [due]:
            return
        for act in acts:
            assert act is not None
            assert table.push(act) == (), act
    msg = f"no '{verb}' comes"
    raise AssertionError(msg)


def money(table: dk.Table) -> list[int]:
    """Return the chips of each seat, including the layout."""
    return [sum(row[seat] for row in table.felt.rows.values()) for seat in range(1, table.seats + 1)]


def codes(table: dk.Table, *acts: str) -> list[str]:
    """Push acts; return the codes of their findings."""
    return [finding.code for act in acts for finding in table.push(act)]
