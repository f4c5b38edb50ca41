"""Facts that follow from the players' acts in turn: the cut-offs (gates) after which no misdeal can be called, and the effect of
later acts on the price for a player who acted out of turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal

from dealerkit.errors import UnknownName

Value = str | int | bool | Decimal

WITHOUT_CHIPS = ("fold", "check")
WITH_CHIPS = ("bet", "call", "raise", "complete", "all-in")
_OTHER_WORDS = {"pass": "check", "knock": "check", "folds": "fold", "checks": "check", "bets": "bet", "calls": "call"}
_OTHER_WORDS |= {
    "raises": "raise",
    "reraise": "raise",
    "allin": "all-in",
    "all_in": "all-in",
    "shove": "all-in",
    "completes": "complete",
}
NOBODY = frozenset({"", "none", "nobody", "nothing", "no"})


def acts_of(text: str) -> tuple[str, ...]:
    """Return the acts in turn after the forced bets, one word for each act; an amount that follows an act is dropped.

    Args:
        text: The acts, separated by spaces or commas; `none` for none.

    Raises:
        UnknownName: If a word is not an act.

    >>> acts_of("fold, call raise"), acts_of("none")
    (('fold', 'call', 'raise'), ())
    >>> acts_of("bet 20, raise to 60, fold")
    ('bet', 'raise', 'fold')
    """
    if text.strip().casefold() in NOBODY:
        return ()
    acts: list[str] = []
    for word in text.casefold().replace(",", " ").split():
        if acts and acts[-1] in WITH_CHIPS and (word == "to" or word.replace(".", "", 1).isdecimal()):
            continue
        act = _OTHER_WORDS.get(word, word)
        if act not in (*WITHOUT_CHIPS, *WITH_CHIPS):
            raise UnknownName(kind="act", name=word, known=[*WITHOUT_CHIPS, *WITH_CHIPS])
        acts.append(act)
    return tuple(acts)


def action_reached(acts: Sequence[str]) -> bool:
    """Return whether there have been two acts in turn, whatever they were (MD-13, MD-14).

    >>> action_reached(["fold", "fold"]), action_reached(["raise"])
    (True, False)
    """
    return len(acts) >= 2


def substantial_action_reached(acts: Sequence[str]) -> bool:
    """Return whether there have been two acts in turn with chips put in by one of them, or any three (Poker TDA 36).

    >>> substantial_action_reached(["fold", "fold"]), substantial_action_reached(["fold", "call"])
    (False, True)
    """
    return len(acts) >= 3 or (len(acts) == 2 and any(act in WITH_CHIPS for act in acts))


def live_action_reached(acts: Sequence[str]) -> bool:
    """Return whether there have been three acts in turn, or two that are not both folds or both checks (World Series live 105).

    >>> live_action_reached(["check", "check"]), live_action_reached(["check", "fold"])
    (False, True)
    """
    return len(acts) >= 3 or (len(acts) == 2 and tuple(acts) not in {("fold", "fold"), ("check", "check")})


def betting_started(acts: Sequence[str]) -> bool:
    """Return whether anybody has acted yet (MD-01, IR-13)."""
    return bool(acts)


def strongest(acts: Sequence[str]) -> str:
    """Return the strongest effect that acts have on the price for the players after them, as a value of the fact `intervening`
    (BR-30).

    >>> strongest(["fold", "call"]), strongest(["check"]), strongest([])
    ('call', 'check_or_fold', 'not_yet')
    """
    if not acts:
        return "not_yet"
    if {"bet", "raise", "complete", "all-in"} & set(acts):
        return "bet_or_raise"
    return "call" if "call" in acts else "check_or_fold"


GATES: Mapping[str, Callable[[Sequence[str]], bool]] = {
    "action_reached": action_reached,
    "substantial_action_reached": substantial_action_reached,
    "live_action_reached": live_action_reached,
    "betting_started": betting_started,
}
"""The facts that follow from the fact `acts`, by name."""

SINCE: Mapping[str, Callable[[Sequence[str]], Value]] = {
    "players_acted_behind": len,
    "substantial_behind": substantial_action_reached,
    "acted_on_it": betting_started,
    "intervening": strongest,
}
"""Facts that follow from `acts` where no gate is asked for: there the acts are those that came after the slip."""


def derived(facts: Mapping[str, Value]) -> dict[str, Value]:
    """Return the facts that follow from the acts and are not given themselves.

    Args:
        facts: The given facts; those without `acts` have no consequences.

    Raises:
        UnknownName: If a word among the acts is not an act.

    >>> derived({"acts": "fold"})
    {'action_reached': False, 'substantial_action_reached': False, 'live_action_reached': False, 'betting_started': True}
    >>> "action_reached" in derived({"acts": "fold", "action_reached": True})
    False
    """
    if "acts" not in facts:
        return {}
    acts = acts_of(str(facts["acts"]))
    return {name: reached(acts) for name, reached in GATES.items() if name not in facts}
