"""The award of a pot: who wins it, and who gets the chip that cannot be split."""

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
        high_winners: Who won or shared the high half, or the whole.
        low_winners: Who won or shared the low half, or the whole of a game for low.
        shares: What each winner gets.
        odd: The chips that could not be split, in the order in which they went out.
    """

    pot: Pot
    high_winners: tuple[str, ...]
    low_winners: tuple[str, ...]
    shares: Mapping[str, int]
    odd: tuple[OddChip, ...]


def _best(
    names: Iterable[str], hands: Mapping[str, MadeHand], part: FormPart, options: Mapping[str, str | bool]
) -> tuple[str, ...]:
    """Return who has a hand that counts and that no other beats. HR-13: suits never decide."""
    longer = options["kicker_vs_missing"] == "longer_wins"
    asked = [one for one in names if hands[one].value]
    return tuple(
        one
        for one in asked
        if not any(beats(hands[other].value, hands[one].value, part.ranker.order, longer_wins=longer) for other in asked)
    )


def _odd_order(
    hands: Mapping[str, Hand], half: str, part: FormPart, how: str, said: Mapping[str, str]
) -> Callable[[Sequence[str]], list[OddChip]]:
    """Return who gets odd chips first among tied winners, by the form's rule. SD-10, SD-11"""
    if how == "left_of_button":
        return lambda tied: [OddChip(one, said["why"], said["rule"]) for one in tied]
    order = part.ranker.order
    lowest = half == "low" and how == "card_by_suit"

    def key(one: str) -> tuple[int, int]:
        made = hands[one].high if half == "high" else hands[one].low
        assert made is not None
        cards = hands[one].cards if how == "card_by_suit" else made.cards
        places = [(order.place(card.index), SUIT_ORDER.index(card.suit.value)) for card in cards if card.suit]
        return (min(places) if lowest else max(places)) if places else (0, 0)

    what = said["low"] if lowest else said["why"]
    return lambda tied: [OddChip(one, what, said["rule"]) for one in sorted(tied, key=key, reverse=not lowest)]


def _claims(names: Sequence[str], half: str, declared: Mapping[str, str]) -> list[str]:
    return [one for one in names if not declared or declared[one] in {half, "both"}]


def winners(
    names: Sequence[str], hands: Mapping[str, Hand], form_: Form, declared: Mapping[str, str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return who wins high and who wins low among these players. HL-02, HL-05

    Where hands are declared, who said both must win both outright; if not, the others win as if he were not there.

    Args:
        names: The players.
        hands: What each of them holds.
        form_: How the game shows down.
        declared: What each has declared, where hands are declared.
    """
    standing = list(names)
    while True:
        halves = []
        for part, half in ((form_.high, "high"), (form_.low, "low")):
            made = {one: getattr(hands[one], half) for one in standing}
            halves.append(_best(_claims(standing, half, declared), made, part, form_.options) if part else ())
        high, low = halves
        failed = [one for one in standing if declared.get(one) == "both" and not (high == (one,) and low == (one,))]
        if not failed:
            return high, low
        standing = [one for one in standing if one not in failed]


def award(pot: Pot, hands: Mapping[str, Hand], form_: Form, declared: Mapping[str, str]) -> Award:
    """Split one pot. SD-12: of the halves, high has the odd chip; SD-13: each pot by itself.

    Args:
        pot: The pot.
        hands: What each player holds.
        form_: How the game shows down.
        declared: What each has declared, where hands are declared; empty elsewhere.
    """
    high, low = winners(pot.names, hands, form_, declared)
    if not high and not low:  # everybody said both and nobody won both: the cards speak
        high, low = winners(pot.names, hands, form_, {})
    if not high and not low:  # nobody has a hand that counts: none is better than another
        high, low = (pot.names, ()) if form_.high else ((), pot.names)
    how = str(form_.options["odd_chips"])
    return _shared(
        pot, high, low, form_, lambda names, half, part: _odd_order(hands, half, part, how, form_.odd_chips[how])(names)
    )


def award_told(pot: Pot, high: tuple[str, ...], low: tuple[str, ...], form_: Form) -> Award:
    """Split one pot among winners who are told without their cards. SD-09 to SD-13

    Args:
        pot: The pot.
        high: Who ties for the high half, or for all of it; in seat order from the left of the button.
        low: Who ties for the low half, or in a game for low for all of it.
        form_: How the game shows down.

    Raises:
        ActError: If a chip cannot be split, and the cards say who gets it.
    """

    def first(names: Sequence[str], half: str, part: FormPart) -> list[OddChip]:
        how = str(form_.options["odd_chips"])
        if how == "left_of_button":
            return _odd_order({}, half, part, how, form_.odd_chips[how])(names)
        msg = (
            f"a chip cannot be split, and it goes to {form_.odd_chips[how]['why']} ({form_.odd_chips[how]['rule']}): "
            "name the cards of those who tie"
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
    """Split one pot; `first` says who gets chips that are over, and is asked only where there are some."""
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
    return Award(pot, high, low, {one: shares[one] for one in pot.names if one in shares}, tuple(odd))
