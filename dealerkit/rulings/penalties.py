"""Penalties: how far up a remedy's ladder of penalties a player goes, and what that costs the player (RM-29).

A penalty does not change a hand. The ladder stands in the remedy, one for each kind of game (`setting`), the mildest penalty
(rung) first. A case may name the rung at which it begins; each earlier warning or penalty of the same player is one rung more, up
to the last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from dealerkit.rules.texts import text
from dealerkit.rulings.conditions import Value

if TYPE_CHECKING:
    from dealerkit.rules.entries import CaseEntry, RemedyEntry

FACTS = ("setting", "earlier_penalties")
"""The facts that say how far up a player goes."""
HEARD = (*FACTS, "players_at_table", "penalty_rounds")
"""Everything that can be said of a penalty."""
ROUND = "round"
"""A rung that is counted in rounds: as many hands as there are players at the table, the offender among them (T 71-A)."""
HANDS = {
    "live": "The hand is live and play continues",
    "folded": "The fold stands; no other hand is touched",
    "none": "No hand is touched",
}
"""Sentences on what becomes of the hand, by the word of a case."""


@attrs.frozen
class Rung:
    """One penalty of a ladder.

    Attributes:
        name: Its id.
        title: The penalty in words.
        counted: `round` if it is counted in rounds of the table; empty otherwise.
    """

    name: str
    title: str
    counted: str = ""


@attrs.frozen
class Penalty:
    """The penalty of a player, and the fate of the hand.

    Attributes:
        hand: The fate of the hand, in words.
        rung: Id of the penalty on its ladder.
        player: The penalty in words.
        earlier: Number of the player's earlier warnings and penalties.
        further: Ids of the harder penalties that are left above it, mildest first.
        hands: Number of hands that the player misses, if it is counted in rounds and the number of players is known; else None.
    """

    hand: str
    rung: str
    player: str
    earlier: int
    further: tuple[str, ...]
    hands: int | None = None


def rungs(remedy: RemedyEntry, setting: object = None) -> tuple[Rung, ...]:
    """Return a remedy's ladder of penalties for a kind of game, the mildest first; empty if it has none.

    If there is no ladder for that kind of game, the remedy's first ladder applies.

    Args:
        remedy: The remedy.
        setting: Kind of game, a value of the fact `setting`; None if unknown.

    >>> ladders = {"cash": {"warning": {"title": "Warn him"}}, "tournament": {"round": {"title": "Out", "counted": "round"}}}
    >>> remedy = {"ladder": ladders}
    >>> [rung.name for rung in rungs(remedy, "tournament")], [rung.name for rung in rungs(remedy, "home")], rungs({})
    (['round'], ['warning'], ())
    """
    ladders = remedy.get("ladder") or {}
    ladder = ladders.get(str(setting)) or next(iter(ladders.values()), None) or {}
    return tuple(Rung(name, text(spec["title"]), str(spec.get("counted", ""))) for name, spec in ladder.items())


def missed_hands(players: int, rounds: int) -> int:
    """Return the number of hands that a penalty comes to: one for each player at the table, the offender included, in each round
    (T 71-A).

    Args:
        players: Number of players at the table.
        rounds: Number of rounds of the penalty.

    >>> missed_hands(9, 2)
    18
    """
    return players * rounds


def penalty(case: CaseEntry, remedies: Sequence[RemedyEntry], facts: Mapping[str, Value]) -> Penalty | None:
    """Return the penalty that a case gives the player; None if none of its remedies has a ladder.

    Args:
        case: The case: `penalty` names the rung at which it begins, by kind of game; `hand` is the fate of the hand.
        remedies: Its remedies, as the rule set has them.
        facts: The known facts: `setting`, `earlier_penalties`, `players_at_table`, `penalty_rounds`.
    """
    setting = facts.get("setting")
    ladder: tuple[Rung, ...] = next((steps for remedy in remedies if (steps := rungs(remedy, setting))), ())
    if not ladder:
        return None
    names = [rung.name for rung in ladder]
    least = (case.get("penalty") or {}).get(str(setting))
    earlier = facts.get("earlier_penalties", 0)
    assert isinstance(earlier, int)
    at = min((names.index(least) if least in names else 0) + earlier, len(ladder) - 1)
    players, rounds = facts.get("players_at_table"), facts.get("penalty_rounds", 1)
    counted = ladder[at].counted == ROUND and isinstance(players, int) and isinstance(rounds, int)
    return Penalty(
        hand=HANDS[str(case.get("hand", "live"))],
        rung=names[at],
        player=ladder[at].title,
        earlier=earlier,
        further=tuple(rung.title for rung in ladder[at + 1 :]),
        hands=missed_hands(players, rounds) if counted else None,  # type: ignore[arg-type]
    )


def ladder_words(remedy: RemedyEntry) -> Iterator[str]:
    """Yield a remedy's ladders of penalties in words, one line for each kind of game.

    >>> list(ladder_words({"ladder": {"cash": {"warning": {"title": "Warn him"}, "barring": {"title": "Bar him"}}}}))
    ['cash: Warn him; then: Bar him']
    """
    for kind in remedy.get("ladder") or {}:
        yield f"{kind}: " + "; then: ".join(rung.title for rung in rungs(remedy, kind))


def ladder_in_short(remedy: RemedyEntry, setting: object) -> str:
    """Return the names of the penalties on a remedy's ladder for a kind of game, in one text; empty if it has none.

    Args:
        remedy: The remedy.
        setting: Kind of game, a value of the fact `setting`.

    >>> ladder_in_short({"ladder": {"cash": {"warning": {"title": "Warn him"}, "barring": {"title": "Bar him"}}}}, "cash")
    'warning, then barring'
    """
    return ", then ".join(rung.name.replace("_", " ") for rung in rungs(remedy, setting))
