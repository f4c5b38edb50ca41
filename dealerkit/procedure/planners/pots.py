"""Planners of the chips of a betting round: the sweep of the bets, and the return of an uncalled bet."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.facts import Situation
from dealerkit.facts.hands import uncalled
from dealerkit.felt import Act
from dealerkit.procedure.planners.registry import Params, do

_SWEEP = Act.make("d", "sweep")


@do("sweep", "sweep", standing=True)
def sweep(now: Situation, params: Params) -> list[Act]:
    """Plan the sweep of the bets in front of the players into the pot, if there are any (DP-14)."""
    felt = now.felt
    return [_SWEEP] if any(any(felt.rows[name]) for name in felt.layout.front) else []


def _in_front(params: Params, act: Act) -> bool:
    return act.to[1:] in (("bet",), ("ante",), ("dead",))


def fetched(now: Situation, expected: Act, got: Act) -> Sequence[Act]:
    """Return the act that brings chips back into the pot after they were pushed to a seat other than their owner's.

    Args:
        now: Situation after the wrong act.
        expected: The return of chips that was due.
        got: The act that came instead.

    Returns:
        The act, in a sequence; empty if nothing need come back.
    """
    if got.verb != "award" or got.to[0] == expected.to[0]:
        return ()
    lacks = now.felt.units(expected.n) - now.felt.rows["pot"][0]
    return (Act.make("d", "collect", got.to[0], "pot", n=now.felt.written(lacks)),) if lacks > 0 else ()


def _put_back(now: Situation, expected: Act, got: Act) -> Sequence[Act]:
    """Return the act that puts chips back in front of their owner: chips returned unasked, or the surplus of a return."""
    if got.n is None or got.verb != "return":
        return fetched(now, expected, got)
    more = now.felt.units(got.n) - (0 if expected is got else now.felt.units(expected.n))
    return (Act.make("d", "restore", *got.to, n=now.felt.written(more)),) if more > 0 else ()


def out_of_the_pot(now: Situation, since: Sequence[Act], owed: Act) -> Act | None:
    """Return the act that pays an owed return of chips out of the pot, after the bets were swept: `d return s3 pot 40`.

    If the bet was to be put back in front of its owner, the act brings those chips into the pot instead: `d collect s3 pot 40`.

    Args:
        now: Situation at the table.
        since: Acts since the return was owed.
        owed: The owed return of chips, from the bet or the pot.

    Returns:
        The act; None if the owner has already won that much with the pot, or if the cards have been gathered.
    """
    verbs = {act.verb for act in since}
    if owed.verb == "restore":
        swept = Act.make("d", "collect", owed.to[0], "pot", n=owed.n) if "sweep" in verbs else owed
        return None if "gather" in verbs else swept
    if owed.to[1:] != ("pot",):
        if "sweep" not in verbs:
            return owed
        owed = Act.make("d", "return", owed.to[0], "pot", n=owed.n)
    had = 0
    for act in since:
        if act.verb in ("award", "collect") and act.to[0] == owed.to[0]:
            had += now.felt.units(act.n) if act.verb == "award" else -now.felt.units(act.n)
    return None if "gather" in verbs or had >= now.felt.units(owed.n) else owed


def _the_rest(now: Situation, plan: Sequence[Act], got: Act) -> list[Act]:
    """Return the acts that return unmatched chips still in front of players."""
    return list(return_uncalled(now, {}) or ())


@do("return_uncalled", "return", _in_front, amend=_put_back, undo=True, standing=True, left=_the_rest, later=out_of_the_pot)
def return_uncalled(now: Situation, params: Params) -> list[Act]:
    """Plan the return of the unmatched part of a bet to its owner (RM-22): `d return s3 bet 40`."""
    seat, more = uncalled(now)
    return [Act.make("d", "return", f"s{seat}", "bet", n=now.felt.written(more))] if more else []
