"""Amounts of money in a ruling. Each amount in a case's `amounts` is a fact, a sum computed here from facts, or a multiple of
one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from dealerkit.arithmetic.rounding import whole
from dealerkit.files.late_modules import late_imports
from dealerkit.files.screen_text import count_of
from dealerkit.rulings import game_order
from dealerkit.rulings.chip_race import REST_EARNS
from dealerkit.rulings.odd_chips import ODD_CHIPS
from dealerkit.rulings.seats import FIRST, seat_named

if TYPE_CHECKING:
    from dealerkit.rules.entries import MultipleEntry

with late_imports():  # for commission alone
    import fractions

Sum = Callable[[Mapping[str, object]], "Decimal | str | None"]
"""Works an amount out of the facts, or names seats; None where they do not tell it."""

Source: TypeAlias = "str | MultipleEntry"
"""Where an amount of a case comes from: a fact, a sum, a multiple of one (`{times: 10, of: largest_bet}`), or a sum of a chip
race with the rest that earns a chip (`{of: race_chips, rest_earns: 1/2}`).
"""

IN_WORDS = {
    "to": "total wager",
    "counts": "amount that counts",
    "commission": "commission",
    "give_back": "give back",
    "put_back": "put back",
    "plays": "amount in play",
    "least": "at least",
    "chip": "rounded up to the next",
    "to_winner": "to the winner",
    "out_of_play": "out of play",
    "to_come_back": "must be returned",
    "to_bring": "to bring",
    "each_half": "for each half",
    "keeps": "amount kept",
    "post": "total to post",
    "live": "live part",
    "dead": "dead part, in the middle",
    "wait": "waits",
    "mover": "who moves",
    "to_seat": "to",
    "higher": "places higher",
    "chips": "to win",
    "winners": "one chip each to",
    "saved": "one chip also to",
    "most": "at most",
    "size": "at most",
    "players": "with",
    "price": "total to match",
    "unit": "last full bet or raise",
    "add": "to add",
    "may_raise": "may raise",
    "may_not": "may call or fold",
    "shorts": "short wagers",
    "back": "returned",
    "pot": "in the pot",
    "made": "raises made",
    "first": "first",
    "odd_chip": "the odd chip",
    "next": "total of the next raise",
    "last": "total of the last raise",
    "short": "short by",
    "hands": "hands missed",
    "out": "assumed out",
    "shares": "each gets",
}
"""Words for the amounts of a ruling, by name; an amount that is not here is said by its name."""


def in_words(name: str) -> str:
    """Return the name of an amount in words.

    >>> in_words("to"), in_words("half_pot"), in_words("back_s3")
    ('total wager', 'half pot', 'back to seat 3')
    """
    if name.startswith("back_s"):
        return f"back to seat {name.removeprefix('back_s')}"
    return IN_WORDS.get(name, name.replace("_", " "))


def is_money(amount: str) -> bool:
    """Return whether an amount of a ruling is a sum of money; if not, it is a seat, or words on what may be done.

    Args:
        amount: The amount as text.

    >>> is_money("12.50"), is_money("seat 4")
    (True, False)
    """
    return amount.replace(".", "", 1).isdecimal()


def _commission(facts: Mapping[str, object], *, rounding: str) -> Decimal | None:
    """Round the exact commission to what the rack can pay; BA-65."""
    due, unit = facts.get("commission_due"), facts.get("commission_unit")
    if not isinstance(due, Decimal) or not isinstance(unit, Decimal) or not unit:
        return None
    steps = fractions.Fraction(due) / fractions.Fraction(unit)
    return whole(steps.numerator, steps.denominator, rounding) * unit


def _owned(facts: Mapping[str, object]) -> Decimal | None:
    """Return the largest wager that the player's chips allow, those in front and those behind (BR-15); None if unknown."""
    front, behind = facts.get("in_front"), facts.get("chips_behind")
    return front + behind if isinstance(front, Decimal) and isinstance(behind, Decimal) else None


def _wager(facts: Mapping[str, object], *, fact: str) -> Decimal | None:
    """Return the amount of one fact, at most what the player has."""
    given, owned = facts.get(fact), _owned(facts)
    if not isinstance(given, Decimal):
        return None
    return given if owned is None else min(given, owned)


def _with_front(facts: Mapping[str, object], *, fact: str) -> Decimal | None:
    """Return the wager when chips are added to those in front."""
    chips, front, owned = facts.get(fact), facts.get("in_front"), _owned(facts)
    if not isinstance(chips, Decimal) or not isinstance(front, Decimal):
        return None
    return front + chips if owned is None else min(front + chips, owned)


def _most_the_chip_allows(facts: Mapping[str, object]) -> Decimal | None:
    """Return the wager made by a chip, limited to the largest legal wager if that is known; BR-21, BR-41."""
    came_to, most = _with_front(facts, fact="chip_value"), facts.get("largest_wager")
    return min(came_to, most) if came_to is not None and isinstance(most, Decimal) else came_to


def _raise_with_the_chip(facts: Mapping[str, object]) -> Decimal | None:
    """Return the raise that was announced and made with one chip: the chip's amount, and the smallest raise at least; BR-32,
    BR-36.
    """
    chip, least = _most_the_chip_allows(facts), _wager(facts, fact="smallest_wager")
    return max(chip, least) if chip is not None and least is not None else chip


def _full_raise_on_top(facts: Mapping[str, object]) -> Decimal | None:
    """Return the smallest raise: as given, or a full bet or raise on top of the price; BR-10, BR-39."""
    price, unit = facts.get("bet_to_match"), facts.get("raise_unit")
    least = facts.get("smallest_wager", price + unit if isinstance(price, Decimal) and isinstance(unit, Decimal) else None)
    return _wager({**facts, "smallest_wager": least}, fact="smallest_wager")


def _last_raise(facts: Mapping[str, object]) -> Decimal | None:
    """Return the amount of the last raise of a round in limit: the next one, and a bet for each that may follow; BR-03."""
    least, bet, bets_made, cap = (facts.get(name) for name in ("smallest_wager", "bet_of_street", "bets_made", "raise_cap"))
    if not (isinstance(least, Decimal) and isinstance(bet, Decimal) and isinstance(bets_made, int) and str(cap).isdecimal()):
        return None
    return least + bet * (int(str(cap)) - bets_made) if bets_made <= int(str(cap)) else None


def _whole_dollars(facts: Mapping[str, object]) -> Decimal | None:
    """Return the playing part of a wager in a game of whole dollars; BR-14."""
    put = facts.get("put_all")
    return Decimal(int(put)) if isinstance(put, Decimal) else None


def _fraction(facts: Mapping[str, object]) -> Decimal | None:
    """Return the part of a dollar in a wager; BR-14."""
    put, plays = facts.get("put_all"), _whole_dollars(facts)
    return put - plays if isinstance(put, Decimal) and plays is not None else None


def _rounding_chip(facts: Mapping[str, object]) -> Decimal | None:
    """Return the chip that pot bets are rounded up to; None where they are exactly the pot; BR-41."""
    chip = facts.get("pot_chip")
    return chip if isinstance(chip, Decimal) and chip else None


def _over_straddle(facts: Mapping[str, object]) -> Decimal | None:
    """Return the smallest raise over a straddle: as much again, or a big blind more if the house rules so."""
    straddle, blind = facts.get("straddle_amount"), facts.get("big_blind")
    more = blind if facts.get("raise_over_straddle") == "big_blind" else straddle
    return straddle + more if isinstance(straddle, Decimal) and isinstance(more, Decimal) else None


def _largest_straddle(facts: Mapping[str, object]) -> Decimal | None:
    """Return the largest straddle that a house takes; None where it takes one size alone, two big blinds; CO-44."""
    most, blind = facts.get("straddle_most"), facts.get("big_blind")
    return most * blind if isinstance(most, int) and most > DOUBLE and isinstance(blind, Decimal) else None


def _cap_of_hand(facts: Mapping[str, object]) -> Decimal | None:
    """Return the most that a player bets in a hand, where the house has such a cap; BR-45."""
    cap, blind = facts.get("hand_cap"), facts.get("big_blind")
    return cap * blind if isinstance(cap, int) and cap and isinstance(blind, Decimal) else None


def _straddle_in_words(facts: Mapping[str, object]) -> str | None:
    """Return the largest straddle in big blinds; CO-44."""
    most = facts.get("straddle_most")
    return f"{most} big blinds" if isinstance(most, int) else None


def _straddle_players_in_words(facts: Mapping[str, object]) -> str | None:
    """Return with how many players somebody may straddle; CO-44."""
    fewest = facts.get("straddle_players")
    return f"{count_of(fewest, 'player')} or more" if isinstance(fewest, int) else None


DOUBLE = 2
"""Big blinds of the usual straddle."""
MOVES_CHIPS = ("call", "bet", "raise")
"""The acts out of turn that move chips."""


def _early_wager(facts: Mapping[str, object], *, chips: bool = False) -> Decimal | None:
    """Return the amount of an act out of turn, or of its chips; None if it moved none; BR-30."""
    if facts.get("early_act") not in MOVES_CHIPS:
        return None
    put = facts.get("put_all")
    return (put if isinstance(put, Decimal) else None) if chips else _with_front(facts, fact="put_all")


def _over_the_call(facts: Mapping[str, object]) -> Decimal | None:
    """Return the surplus over a call when a raise is not allowed, which goes back; None if there is none; BR-08, BR-38."""
    lies, price = _with_front(facts, fact="put_all"), facts.get("bet_to_match")
    return lies - price if lies is not None and isinstance(price, Decimal) and lies > price else None


def _smallest_buy_in(facts: Mapping[str, object]) -> Decimal | None:
    """Return the smallest buy-in of the game: as it was told, or as the house has fixed it (option `buy_in_least`); CO-22."""
    given, fixed = facts.get("minimum_buy_in"), facts.get("buy_in_least")
    if isinstance(given, Decimal):
        return given
    return Decimal(fixed) if isinstance(fixed, int) and fixed else None


def _smaller_buy_in(facts: Mapping[str, object]) -> Decimal | None:
    """Return the playing part of chips bought without announcement: the smallest buy-in, and no more than was bought; CO-18."""
    bought, least = facts.get("bought_amount"), _smallest_buy_in(facts)
    if least is None:
        return None
    return min(bought, least) if isinstance(bought, Decimal) else least


def _off_the_table(facts: Mapping[str, object]) -> Decimal | None:
    """Return the sum taken off the table: as given, or the loss of a stack since it was last seen in full; CO-19."""
    given, before, now = facts.get("carried_amount"), facts.get("stack_before"), facts.get("stack_now")
    if isinstance(given, Decimal):
        return given
    lacking = before - now if isinstance(before, Decimal) and isinstance(now, Decimal) else Decimal(0)
    return lacking if lacking > 0 else None


def _room(facts: Mapping[str, object]) -> Decimal | None:
    """Return how much may be added up to the largest buy-in of the game; CO-22."""
    most, now = facts.get("maximum_buy_in"), facts.get("stack_now")
    return max(most - now, Decimal(0)) if isinstance(most, Decimal) and isinstance(now, Decimal) else None


def _half_the_pot(facts: Mapping[str, object]) -> Decimal | None:
    """Return half of a pot that is dealt for twice; CO-26."""
    pot = facts.get("pot_amount")
    return pot / 2 if isinstance(pot, Decimal) else None


SUMS: Mapping[str, Sum] = {
    # What a wager comes to in all on its round, earlier chips in front included.
    "to_call": partial(_wager, fact="bet_to_match"),
    "minimum_raise": partial(_wager, fact="smallest_wager"),
    "full_bet": partial(_wager, fact="smallest_wager"),
    "most_allowed": partial(_wager, fact="largest_wager"),
    "all_in": _owned,
    "as_said": partial(_wager, fact="amount_said"),
    "whole_chip": partial(_with_front, fact="chip_value"),
    "most_the_chip_allows": _most_the_chip_allows,
    "raise_with_the_chip": _raise_with_the_chip,
    "first_motion": partial(_with_front, fact="put_first"),
    "all_motions": partial(_with_front, fact="put_all"),
    "as_it_lies": partial(_with_front, fact="put_all"),
    "full_raise_on_top": _full_raise_on_top,
    "last_raise": _last_raise,
    "whole_dollars": _whole_dollars,
    "fraction_of_it": _fraction,
    "rounding_chip": _rounding_chip,
    "over_straddle": _over_straddle,
    "largest_straddle": _largest_straddle,
    "cap_of_hand": _cap_of_hand,
    "straddle_in_words": _straddle_in_words,
    "straddle_players_in_words": _straddle_players_in_words,
    "early_wager": _early_wager,
    "over_the_call": _over_the_call,
    "chips_of_early_act": partial(_early_wager, chips=True),
    # Buying in, and chips that left the table
    "smallest_buy_in": _smallest_buy_in,
    "smallest_buy_in_of_it": _smaller_buy_in,
    "off_the_table": _off_the_table,
    "room_to_maximum": _room,
    "half_the_pot": _half_the_pot,
    **game_order.SUMS,
    # Commission
    "commission_nearest": partial(_commission, rounding="nearest"),
    "commission_up": partial(_commission, rounding="up"),
    "commission_down": partial(_commission, rounding="down"),
    # Seats
    **{name: seat_named(who) for name, (who, _) in FIRST.items()},
    **{name: words for name, (words, _) in ODD_CHIPS.items()},
}

FACTS_OF: Mapping[str, tuple[str, ...]] = {
    **game_order.ASSUMED,
    **dict.fromkeys(("commission_nearest", "commission_up", "commission_down"), ("commission_due", "commission_unit")),
    **dict.fromkeys(
        ("whole_chip", "most_the_chip_allows", "raise_with_the_chip", "first_motion", "all_motions", "as_it_lies", "all_in"),
        ("in_front",),
    ),
    "last_raise": ("raise_cap",),
    **dict.fromkeys(("smallest_buy_in", "smallest_buy_in_of_it"), ("buy_in_least",)),
    "rounding_chip": ("pot_chip",),
    "over_straddle": ("raise_over_straddle", "big_blind"),
    "largest_straddle": ("straddle_most", "big_blind"),
    "cap_of_hand": ("hand_cap", "big_blind"),
    "straddle_in_words": ("straddle_most",),
    "straddle_players_in_words": ("straddle_players",),
    **dict.fromkeys(("early_wager", "over_the_call"), ("in_front",)),
    **dict.fromkeys(("to_call", "minimum_raise", "full_bet", "most_allowed", "as_said"), ("in_front",)),
}
"""The facts behind a sum of which something may be assumed when nobody says."""


TELLING: Mapping[str, tuple[str, ...]] = {
    **game_order.TELLING,
    "full_raise_on_top": ("bet_to_match", "raise_unit"),
    "last_raise": ("bets_made",),
    "whole_dollars": ("put_all",),
    "over_straddle": ("straddle_amount",),
    **dict.fromkeys(("smallest_buy_in", "smallest_buy_in_of_it"), ("minimum_buy_in",)),
    "off_the_table": ("carried_amount",),
    "room_to_maximum": ("maximum_buy_in", "stack_now"),
    **{name: work for name, (_, work) in (*FIRST.items(), *ODD_CHIPS.items())},
}
"""The facts that a sum is worked out of, to be asked for where a question hangs on it."""
ASKED_ALWAYS = frozenset({*FIRST, *ODD_CHIPS, "whole_dollars"})
"""Sums without which a ruling on a fault says little, as those that name seats: what tells them is asked for there too."""


def made_of(source: Source) -> str:
    """Return the name of the fact or sum that an amount consists of, or is a multiple of.

    >>> made_of("to_call"), made_of({"times": 10, "of": "largest_bet"})
    ('to_call', 'largest_bet')
    """
    return source if isinstance(source, str) else str(source["of"])


def worth(source: Source, facts: Mapping[str, object]) -> object:
    """Return the value of an amount, computed from the facts; None if the facts do not suffice.

    Args:
        source: The name of a fact or sum, or a map that makes a multiple of one (`times`, `of`), from which `less` is taken off.
        facts: The known facts.

    Returns:
        Money as a Decimal; for some sums a whole number, or words such as a seat.

    >>> worth({"times": 40, "of": "bring_in_bet"}, {"bring_in_bet": Decimal(5)})
    Decimal('200')
    >>> lacking = {"times": 40, "of": "bring_in_bet", "less": "bought_amount"}
    >>> worth(lacking, {"bring_in_bet": Decimal(5), "bought_amount": Decimal(150)})
    Decimal('50')
    """
    name = made_of(source)
    if isinstance(source, Mapping) and REST_EARNS in source:
        facts = {**facts, REST_EARNS: source["rest_earns"]}
    value = SUMS[name](facts) if name in SUMS else facts.get(name)
    times = source.get("times") if isinstance(source, Mapping) else None
    whole = value * times if times is not None and isinstance(value, Decimal) else value
    return _lacking(whole, facts.get(source["less"])) if isinstance(source, Mapping) and "less" in source else whole


def _lacking(whole: object, there: object) -> Decimal | None:
    """Return the missing part of a sum; None if nothing is missing, or the present part is unknown."""
    return whole - there if isinstance(whole, Decimal | int) and isinstance(there, Decimal) and there < whole else None


def amounts(wanted: Mapping[str, Source], facts: Mapping[str, object]) -> dict[str, str]:
    """Return those amounts of a case that the facts suffice for, by name: money as decimal text, a seat by its name or number.

    Args:
        wanted: For each amount, by name, the fact or sum that it consists of, or a multiple of one.
        facts: The known facts.

    >>> amounts({"to": "whole_chip"}, {"chip_value": Decimal(500), "in_front": Decimal(10), "chips_behind": Decimal(900)})
    {'to': '510'}
    >>> amounts({"commission": "commission_up"}, {"commission_due": Decimal("1.05"), "commission_unit": Decimal("0.25")})
    {'commission': '1.25'}
    """
    reasons: dict[str, str] = {}
    for name, source in wanted.items():
        value = worth(source, facts)
        if isinstance(value, Decimal | int) and not isinstance(value, bool):
            reasons[name] = format(value, "f" if isinstance(value, Decimal) else "d")
        elif isinstance(value, str) and value:
            reasons[name] = value
    return reasons
