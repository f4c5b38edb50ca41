"""Facts that follow from the bets of a betting round: if `bets` are given, these are not asked for. `dealerkit.felt.bets`
computes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, Final

import attrs

from dealerkit.errors import Contradiction
from dealerkit.files.late_modules import late_imports
from dealerkit.rules.sets import RuleSet
from dealerkit.rulings.conditions import Value
from dealerkit.rulings.facts import known_facts, known_faults
from dealerkit.rulings.formulas import amount, share_of_raise

with late_imports():  # nothing is worked out where no bets are given
    from dealerkit.felt import bets
    from dealerkit.felt.bets import meanings

MEASURED: Final = frozenset({"smallest_wager", "raise_unit", "seats_open", "seats_closed"})
"""Facts that nobody can tell of a round whose smallest bet nobody said, where every wager was an all-in."""
MINIMUM: Final = "big_blind"
"""The fact that is asked for then."""

BETS: Final = "bets"
"""The fact that holds the line."""


def options_of_bets() -> tuple[str, ...]:
    """Return the names of the options by which a house limits bets and adds them up.

    >>> "pot_chip" in options_of_bets()
    True
    """
    return tuple(field.name for field in attrs.fields(bets.Customs))


FORM: Final = "form"
"""The fact that says which form of game is dealt."""
RAISE_CAP: Final = "raise_cap"
"""The option, and the fact, of how many raises a round of fixed limit has."""


def customs(rule_set: RuleSet, options: Mapping[str, object] | None = None, form: str = "") -> bets.Customs:
    """Return how a house limits bets and adds them up: by options of the game, else by those that the set fixes for all its
    games.

    The default number of raises is the usual one for the form of game.

    Args:
        rule_set: The rule set.
        options: Options of the game in force, by name; None for those of the set alone.
        form: The form of game, a value of the fact `form`; empty if unknown.

    >>> from dealerkit.rules.sets import rule_set
    >>> customs(rule_set("tda")).pot_limit_blinds, customs(rule_set("wsop-live")).pot_limit_small_blind
    ('full', 'big_blind')
    """
    cap = known_facts()[RAISE_CAP]
    usual = {RAISE_CAP: cap.assume_by_form.get(form or str(known_facts()[FORM].assume), cap.assume)}
    settings = {**usual, **rule_set.options.get(rule_set.family or "", {}), **(options or {})}
    meant: dict[str, Any] = {}
    for field in attrs.fields(bets.Customs):
        if field.name not in settings:
            continue
        value = settings[field.name]
        if field.name == "raise_cap":
            meant[field.name] = int(str(value)) if str(value).isdecimal() else None
        elif field.name == "pot_chip":
            meant[field.name] = _decimal(value)
        else:
            meant[field.name] = value
    return bets.Customs(**meant)


def _decimal(value: object) -> Decimal:
    try:
        return Decimal(str(value))
    except InvalidOperation:
        return Decimal(0)


def _names(names: tuple[str, ...]) -> str | None:
    return ", ".join(names) or None


def _facing(round_: bets.BetRound) -> bool | None:
    price = round_.amount("price")
    return None if price is None else price > (round_.amount("front") or 0)


def _share_of_raise(round_: bets.BetRound) -> int | None:
    """Per cent of the smallest raise that the chips in dispute come to beyond the call; BR-34."""
    names = {"put_all": "put_all", "bet_to_match": "price", "smallest_wager": "least", "in_front": "front"}
    return share_of_raise({fact: money for fact, name in names.items() if (money := round_.amount(name)) is not None})


def _share_of_bet(round_: bets.BetRound) -> int | None:
    """Per cent of a full bet that the player it is about has to add; BR-08, BR-38."""
    unit, faced = round_.amount("unit"), round_.amount("faced")
    return None if unit is None or faced is None or not unit or not round_.about else int(100 * faced // unit)


def _pots(round_: bets.BetRound) -> str | None:
    """Return the pots in words, the last side pot first, as they are awarded; SD-14.

    >>> from dealerkit.felt.bets import reckon
    >>> _pots(reckon("A all-in 100, B all-in 250, C 250"))
    'side pot 300 (B, C), main pot 300 (A, B, C)'
    """
    last = len(round_.pots) - 1
    called = ["main pot", *(f"side pot {at}" if last > 1 else "side pot" for at in range(1, last + 1))]
    lines = [f"{name} {pot.amount} ({', '.join(pot.names)})" for name, pot in zip(called, round_.pots, strict=False)]
    return ", ".join(reversed(lines)) or None


def _shorts(round_: bets.BetRound) -> str | None:
    """Return the meaning of the short wagers, in words; QU-02, QU-05."""
    lines = (
        f"{wager.name}'s {wager.to} {'counts as a full raise' if wager.counts else 'is not a raise'}" for wager in round_.short
    )
    return "; ".join(lines) or None


def _clear(round_: bets.BetRound) -> list[bets.ToldSeat]:
    """Return the players of whom it is known whether the betting is open to them: all, or where nobody knows the smallest bet
    those who have not acted.
    """
    return [seat for seat in round_.seats if not (round_.minimum_missing and seat.acted)]


def _checked_short(round_: bets.BetRound) -> bool:
    """Return whether somebody has checked and now has less than the smallest bet to add; QU-04."""
    unit = round_.amount("unit")
    return unit is not None and any(seat.acted and not seat.front and 0 < seat.faces < unit for seat in round_.seats)


TOLD: Final[Mapping[str, Callable[[bets.BetRound], Value | None]]] = {
    "bet_to_match": lambda round_: round_.amount("price"),
    "in_front": lambda round_: round_.amount("front"),
    "chips_behind": lambda round_: round_.amount("behind"),
    "smallest_wager": lambda round_: round_.amount("least"),
    "largest_wager": lambda round_: round_.amount("most"),
    "amount_said": lambda round_: round_.amount("said"),
    "said": lambda round_: "amount" if round_.amount("said") is not None else None,
    "raise_unit": lambda round_: round_.amount("unit"),
    "put_first": lambda round_: round_.amount("put_first"),
    "put_all": lambda round_: round_.amount("put_all"),
    "chip_value": lambda round_: round_.amount("chip"),
    "big_blind": lambda round_: round_.line.big,
    "bet_of_street": lambda round_: round_.amount("smallest_bet") if round_.structure == "limit" else None,
    "pot_counted": lambda round_: round_.amount("pot"),
    "to_add": lambda round_: round_.amount("faced") if round_.about else None,
    "uncalled_amount": lambda round_: round_.returned[1] if round_.returned else None,
    "structure": lambda round_: round_.line.structure or None,
    "early_act": lambda round_: round_.kind or None,
    "facing_bet": _facing,
    "share_of_raise": _share_of_raise,
    "share_of_bet": _share_of_bet,
    "every_chip_needed": lambda round_: round_.every_chip_needed,
    "last_chips": lambda round_: round_.last_chips if round_.disputed else None,
    "largest_raise_faced": lambda round_: round_.about in round_.may_raise if round_.about and round_.acted else None,
    "acted_this_round": lambda round_: round_.acted if round_.about else None,
    "raises_made": lambda round_: round_.raises,
    "bets_made": lambda round_: round_.bets,
    "closed_by": lambda round_: round_.closed or "nothing",
    "taken_out": lambda round_: _names(round_.taken_out) if round_.pots else None,
    "opening_bet": lambda round_: round_.opening,
    "heads_up": lambda round_: round_.heads_up,
    "short_allin": lambda round_: bool(round_.short),
    "short_wagers": _shorts,
    "seats_open": lambda round_: _names(tuple(seat.name for seat in _clear(round_) if seat.may_raise)),
    "seats_closed": lambda round_: _names(tuple(seat.name for seat in _clear(round_) if not seat.may_raise)),
    "pots": _pots,
    "side_pots": lambda round_: len(round_.pots) - 1 if round_.pots else None,
    "seats_told": lambda round_: bool(round_.seats) or None,
    "checked_short": _checked_short,
    "others_all_in": lambda round_: round_.alone,
    "first_in": lambda round_: round_.blinds_alone,
}
"""By fact, what a round tells of it; None where it does not."""


def round_of(
    rule_set: RuleSet, fault: str, given: Mapping[str, Value], options: Mapping[str, object] | None = None
) -> bets.BetRound | None:
    """Return the betting round that the fact `bets` describes; None if it is not given.

    Args:
        rule_set: The rule set, which may say how bets are limited.
        fault: The name of the fault.
        given: The given facts, by name.
        options: The options in force, by name; None for those of the set alone.

    Raises:
        BetsError: If the bets cannot be understood.
    """
    line = given.get(BETS)
    if not isinstance(line, str):
        return None
    known = known_faults().get(fault)
    size, minimum = (amount(given, name) for name in ("bet_of_street", "big_blind"))
    disputes = known.disputes if known else ()
    ways = customs(rule_set, options, str(given.get(FORM) or ""))
    return bets.reckon(line, str(given.get("structure") or ""), ways, disputes, size=size, minimum=minimum)


def _meant(round_: bets.BetRound, stands_for: Iterable[int]) -> dict[str, Value]:
    """Return the possible values of a number without a unit, weighed against the pot; BR-40, TDA 57.

    >>> from dealerkit.felt.bets import reckon
    >>> sorted(_meant(reckon("min 100, pot 1000, B says 5"), (1, 100, 1000)).items())
    [('amount_meanings', 2), ('highest_meaning', Decimal('500')), ('lowest_meaning', Decimal('500'))]
    """
    stated, least, pot = (round_.amount(name) for name in ("said", "least", "pot"))
    if stated is None or least is None or pot is None:
        return {}
    most, price, scale = round_.amount("most"), round_.amount("faced"), 10**4
    meant = meanings.meanings(
        [int(stated * times * scale) for times in stands_for],
        least=int(least * scale),
        most=None if most is None else int(most * scale),
        price=int((round_.amount("price") or 0) * scale) if price else 0,
        pot=int(pot * scale),
    )
    if not meant.legal:
        return {"amount_meanings": 0}
    lowest, highest = (plainly(Decimal(worth) / scale) for worth in (meant.legal[0], meant.highest))
    return {"amount_meanings": min(9, len(meant.legal)), "lowest_meaning": lowest, "highest_meaning": highest}


def plainly(value: Decimal) -> Decimal:
    """Return an amount without zeros at the end of its decimals.

    >>> plainly(Decimal("500.0000"))
    Decimal('500')
    """
    whole = value.to_integral_value()
    return whole if value == whole else value.normalize()


def facts_of(round_: bets.BetRound, given: Mapping[str, Value], stands_for: Iterable[int] = ()) -> dict[str, Value]:
    """Return the facts that follow from a round of betting; the same facts, if given as well, must agree.

    Args:
        round_: The round.
        given: The other given facts, by name.
        stands_for: Factors by which a spoken number without its unit may be multiplied, such as 1000; from `speech` of a rule
            set.

    Raises:
        Contradiction: If a given fact differs from what follows from the bets.

    >>> from dealerkit.felt.bets import reckon
    >>> facts_of(reckon("A 300, B puts 200+300"), {})["share_of_raise"]
    66
    """
    facts = {name: value for name, tell in TOLD.items() if (value := tell(round_)) is not None} | _meant(round_, stands_for)
    for name, value in facts.items():
        if name in given and given[name] != value:
            because = f"going by the bets, the answer is: {known_facts()[name].short(value)}"
            raise Contradiction(name, known_facts()[name].short(given[name]), BETS, round_.line.text, because)
    return facts
