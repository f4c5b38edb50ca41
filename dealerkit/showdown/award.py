"""The award of a pot: who wins it, and who gets the odd chip."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import attrs

from dealerkit.arithmetic.ranking import beats
from dealerkit.errors import ActError
from dealerkit.rules.rankings import Form, FormPart
from dealerkit.showdown.hands import Hand, MadeHand
from dealerkit.showdown.pots import OddChip, Pot, split

SUIT_ORDER = "cdhs"


@attrs.frozen
class Award:
    """The award of one pot.

    Attributes:
        pot: The pot.
        high_winners: Winners of the high half, or of the whole pot.
        low_winners: Winners of the low half, or of the whole pot in a game for low.
        shares: Each winner's sum, in the smallest chip in play.
        odd: The odd chips, in the order in which they were given out.
    """

    pot: Pot
    high_winners: tuple[str, ...]
    low_winners: tuple[str, ...]
    shares: Mapping[str, int]
    odd: tuple[OddChip, ...]


def _best(
    names: Iterable[str], hands: Mapping[str, MadeHand], part: FormPart, options: Mapping[str, str | bool]
) -> tuple[str, ...]:
    """Return the players with the best hand that counts; several if they tie. HR-13: suits never decide."""
    longer = options["kicker_vs_missing"] == "longer_wins"
    asked = [name for name in names if hands[name].value]
    return tuple(
        name
        for name in asked
        if not any(beats(hands[other].value, hands[name].value, part.ranker.order, longer_wins=longer) for other in asked)
    )


def _odd_order(
    hands: Mapping[str, Hand], half: str, part: FormPart, how: str, rule: Mapping[str, str]
) -> Callable[[Sequence[str]], list[OddChip]]:
    """Return a function that puts tied winners in the order in which they get odd chips, by the game's rule. SD-10, SD-11"""
    if how == "left_of_button":
        return lambda tied: [OddChip(name, rule["why"], rule["rule"]) for name in tied]
    order = part.ranker.order
    lowest = half == "low" and how == "card_by_suit"

    def key(name: str) -> tuple[int, int]:
        hand = hands[name].high if half == "high" else hands[name].low
        assert hand is not None
        cards = hands[name].cards if how == "card_by_suit" else hand.cards
        places = [(order.place(card.index), SUIT_ORDER.index(card.suit.value)) for card in cards if card.suit]
        return (min(places) if lowest else max(places)) if places else (0, 0)

    what = rule["low"] if lowest else rule["why"]
    return lambda tied: [OddChip(name, what, rule["rule"]) for name in sorted(tied, key=key, reverse=not lowest)]


def _claims(names: Sequence[str], half: str, declared: Mapping[str, str]) -> list[str]:
    return [name for name in names if not declared or declared[name] in {half, "both"}]


def winners(
    names: Sequence[str], hands: Mapping[str, Hand], form_: Form, declared: Mapping[str, str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the winners of the high half and those of the low half. HL-02, HL-05

    Where hands are declared, a player who declared both must win both halves outright; otherwise that player wins nothing.

    Args:
        names: The players.
        hands: Each player's made hands, by name.
        form_: The game's rules for the showdown.
        declared: Each player's declaration, `high`, `low` or `both`; empty in games without declarations.
    """
    standing = list(names)
    while True:
        halves = []
        for part, half in ((form_.high, "high"), (form_.low, "low")):
            made_hands = {name: getattr(hands[name], half) for name in standing}
            halves.append(_best(_claims(standing, half, declared), made_hands, part, form_.options) if part else ())
        high, low = halves
        failed = [name for name in standing if declared.get(name) == "both" and not (high == (name,) and low == (name,))]
        if not failed:
            return high, low
        standing = [name for name in standing if name not in failed]


def award(pot: Pot, hands: Mapping[str, Hand], form_: Form, declared: Mapping[str, str]) -> Award:
    """Return the award of one pot. SD-12: of two halves, high gets the odd chip; SD-13: each pot is split by itself.

    Args:
        pot: The pot.
        hands: Each player's made hands, by name.
        form_: The game's rules for the showdown.
        declared: Each player's declaration, `high`, `low` or `both`; empty in games without declarations.
    """
    high, low = winners(pot.names, hands, form_, declared)
    if not high and not low:  # all players declared both and none won both: the cards speak
        high, low = winners(pot.names, hands, form_, {})
    if not high and not low:  # no player has a hand that counts, so they all tie
        high, low = (pot.names, ()) if form_.high else ((), pot.names)
    how = str(form_.options["odd_chips"])
    return _shared(
        pot, high, low, form_, lambda names, half, part: _odd_order(hands, half, part, how, form_.odd_chips[how])(names)
    )


def award_told(pot: Pot, high: tuple[str, ...], low: tuple[str, ...], form_: Form) -> Award:
    """Return the award of one pot that is split among named winners, without their cards. SD-09 to SD-13

    Args:
        pot: The pot.
        high: Winners of the high half, or of all of it; in seat order from the left of the button.
        low: Winners of the low half, or of all of it in a game for low.
        form_: The game's rules for the showdown.

    Raises:
        ActError: If the odd chip depends on the cards, which are not known.
    """

    def first(names: Sequence[str], half: str, part: FormPart) -> list[OddChip]:
        how = str(form_.options["odd_chips"])
        if how == "left_of_button":
            return _odd_order({}, half, part, how, form_.odd_chips[how])(names)
        msg = (
            f"the odd chip goes to {form_.odd_chips[how]['why']} ({form_.odd_chips[how]['rule']}): "
            "name the cards of the tied players"
        )
        raise ActError(msg)

    return _shared(pot, high, low, form_, first)


def _shared(
    pot: Pot,
    high: tuple[str, ...],
    low: tuple[str, ...],
    form_: Form,
    first: Callable[[Sequence[str], str, FormPart], list[OddChip]],
) -> Award:
    """Split one pot; `first` gives the order of odd chips, and is called only if there are any."""
    lower = pot.amount // 2 if high and low else pot.amount if low else 0
    shares: Counter[str] = Counter()
    odd: list[OddChip] = []
    if high and low and high != low and pot.amount % 2:
        odd.append(OddChip("high", form_.odd_chips["halves"]["why"], form_.odd_chips["halves"]["rule"]))
    for names, half, part, amount in ((high, "high", form_.high, pot.amount - lower), (low, "low", form_.low, lower)):
        if names and part:
            got, chips = split(amount, names, first(names, half, part) if amount % len(names) else ())
            shares.update(got)
            odd += chips
    return Award(pot, high, low, {name: shares[name] for name in pot.names if name in shares}, tuple(odd))
