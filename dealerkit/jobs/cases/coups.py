"""One coup and its bets, as the command `coup` tells them and as cases expect them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dealerkit.arithmetic.coup import Coup, CoupRules, settle
from dealerkit.cards import Face
from dealerkit.errors import ActError, check_name
from dealerkit.felt.numbers import read_number, written


def coup_told(dealt: Coup, faces: Sequence[Face]) -> dict[str, object]:
    """Return a coup as plain data: both hands with their totals, naturals, draws, the winner."""
    player, banker = [faces[0], faces[2]], [faces[1], faces[3]]
    rest = list(faces[4 : dealt.cards_used])
    if dealt.player_cards == 3:
        player.append(rest.pop(0))
    banker += rest
    return {
        "player": {"cards": list(map(str, player)), "initial": dealt.player_initial, "total": dealt.player_total},
        "banker": {"cards": list(map(str, banker)), "initial": dealt.banker_initial, "total": dealt.banker_total},
        "natural": dealt.natural,
        "draws": {"player": dealt.player_cards == 3, "banker": dealt.banker_cards == 3},
        "winner": dealt.winner,
        "cards_used": dealt.cards_used,
    }


def bet_told(bet: str, amount: object, dealt: Coup, under: CoupRules) -> dict[str, str]:
    """Settle one bet and return what it gets, as plain data.

    Args:
        bet: The bet's name, as `pays` of the game has it.
        amount: What was staked, as a number or its text; a whole number of the smallest unit that can be bet.
        dealt: The coup, with its winner and totals.
        under: The rules of the coup: what each bet pays, and the smallest unit.

    Returns:
        `bet`, `result`, and `stake`, `commission`, `net` and `paid` as text in the unit that the amount is in.

    Raises:
        UnknownName: If there is no such bet.
        ActError: If the amount is none that can be bet.
    """
    check_name("bet", bet, under.bets())
    units = Fraction(read_number(str(amount))) / under.unit
    if units <= 0 or units.denominator != 1:
        msg = f"'{amount}' cannot be bet; the smallest amount is {written(under.unit)}"
        raise ActError(msg)
    settled = settle(bet, units.numerator, dealt, under)
    money = {"stake": units.numerator, "commission": settled.commission, "net": settled.net, "paid": settled.paid}
    return {"bet": bet, "result": settled.result, **{name: written(value * under.unit) for name, value in money.items()}}
