"""The facts of each fault (a kind of irregularity that the floor rules on), read from a table in place of the floor's questions.

Each function is registered under the name of its fault and returns the facts that the log and the felt show. It leaves the others
out, and the ruling then names those that it still needs.
"""

from __future__ import annotations

from collections.abc import Callable

from dealerkit.facts.situation import Situation, fact_named
from dealerkit.felt.acts import is_seat
from dealerkit.rules.entries import Branch
from dealerkit.rules.registries import Registry

Known = dict[str, object]

_NO_DECISION = ("cut", "dispute")
"""Players' verbs that are not decisions about the cards, for a game that does not list its decisions (`decides`)."""


Tell = Callable[[Situation], "Known | None"]

FAULTS: Registry[Tell] = Registry("fault")
"""Functions that return the facts of a fault at a table, by the fault; None as their result if the fault did not happen."""

DISPUTES: Registry[Tell] = Registry("fault at a showdown game")
"""The same functions for games with a showdown, in which a fault has other facts."""


def tells_fault(function: Tell) -> Tell:
    """Register a function that reads the facts of a fault from a table, under the function's name.

    It takes the situation and returns the known facts by name; None if the fault did not happen.
    """
    FAULTS.add(function.__name__, function, function.__module__)
    return function


def plain_faults(module: str, *faults: str, **facts: object) -> None:
    """Register faults whose facts are the same at every table.

    Args:
        module: Module that registers them.
        faults: Names of the faults.
        facts: Their facts; none if the ruling only has to know that the fault happened.
    """
    for fault in faults:
        FAULTS.add(fault, lambda now: dict(facts), module)


def teller(game: Branch, fault: str) -> Tell | None:
    """Return the function that reads the facts of a fault from a table, in a given game; None if there is none.

    Args:
        game: The game's file, as data.
        fault: Name of the fault.
    """
    return (DISPUTES if "showdown" in game else FAULTS).get(fault)


@tells_fault
def foreign_card(now: Situation) -> Known | None:
    """Return the facts of a card that does not belong to the pack, or whose back stands out (BI-21).

    Returns:
        Known facts, by name.
    """
    return {"flawed_cards": len(now.felt.flaws)}


@tells_fault
def cards_gathered(now: Situation) -> Known | None:
    """Return the facts of cards gathered in the middle of a hand (SG-06).

    Returns:
        No facts, as an empty map; None if the cards were not gathered.
    """
    return {} if now.log and now.log[-1].verb == "gather" else None


@tells_fault
def deal_error(now: Situation) -> Known | None:
    """Return the facts of a wrong deal among players (SG-06).

    `stands` of the game's felt names the fact after which it is too late; it is never too late while no player has a hand.

    Returns:
        Known facts, by name.
    """
    too_late = now.game.data["felt"].get("stands")
    if too_late and not _has_a_hand_out(now):
        return {"decided": False}
    if too_late:
        return {"decided": bool(fact_named(str(too_late))(now))}
    start = now.marks.get("hand", 0)
    verbs = now.game.data["felt"].get("decides")
    decided = any(act.seat and (act.verb in verbs if verbs else act.verb not in _NO_DECISION) for act in now.log[start:])
    return {"decided": decided}


def _has_a_hand_out(now: Situation) -> bool:
    """Return whether a player holds a card, or was dealt one in this hand."""
    held = any(now.felt.cards(f"s{seat}") for seat in range(1, now.felt.seats + 1))
    return held or any(act.verb == "deal" and is_seat(act.to[0]) for act in now.since("hand"))
