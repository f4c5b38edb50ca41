"""Facts that follow from the acts in turn: the gates after which no misdeal can be called, and the price after a slip."""

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
    """Read the acts in turn after the forced bets, one word an act; an amount may stand behind an act with chips.

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
    """Return whether two players have acted in turn on their hands, whatever they did; MD-13, MD-14.

    >>> action_reached(["fold", "fold"]), action_reached(["raise"])
    (True, False)
    """
    return len(acts) >= 2


def substantial_action_reached(acts: Sequence[str]) -> bool:
    """Return whether there have been two acts in turn with chips put in by one of them, or any three; Poker TDA 36.

    >>> substantial_action_reached(["fold", "fold"]), substantial_action_reached(["fold", "call"])
    (False, True)
    """
    return len(acts) >= 3 or (len(acts) == 2 and any(act in WITH_CHIPS for act in acts))


def live_action_reached(acts: Sequence[str]) -> bool:
    """Return whether there have been three acts in turn, or two that are not both folds or both checks; World Series live 105.

    >>> live_action_reached(["check", "check"]), live_action_reached(["check", "fold"])
    (False, True)
    """
    return len(acts) >= 3 or (len(acts) == 2 and tuple(acts) not in {("fold", "fold"), ("check", "check")})


def betting_started(acts: Sequence[str]) -> bool:
    """Return whether anybody has acted yet; MD-01, IR-13."""
    return bool(acts)


def strongest(acts: Sequence[str]) -> str:
    """Return the strongest effect of acts on the price for the players after them, a value of the fact `intervening`; BR-30.

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
    """Return the facts that follow from those given and are not among them.

    Raises:
        UnknownName: If a word among the acts is none.

    >>> derived({"acts": "fold"})
    {'action_reached': False, 'substantial_action_reached': False, 'live_action_reached': False, 'betting_started': True}
    >>> "action_reached" in derived({"acts": "fold", "action_reached": True})
    False
    """
    if "acts" not in facts:
        return {}
    acts = acts_of(str(facts["acts"]))
    return {name: reached(acts) for name, reached in GATES.items() if name not in facts}
