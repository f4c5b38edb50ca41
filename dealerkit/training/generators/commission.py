"""Commission on winning banker bets: what it comes to, and what is paid."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from fractions import Fraction
from random import Random

import attrs

from dealerkit.rules.coups import coup_rules
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.replies import Amount, Parts, written

_PARTS = (("commission", Amount()), ("paid now", Amount()))
_ROUNDED = {"nearest": ROUND_HALF_UP, "up": ROUND_CEILING, "down": ROUND_FLOOR}


@attrs.frozen
class Situation:
    """Winning bets on the banker.

    Attributes:
        bets: Seat to stake, in the order in which they are paid.
    """

    bets: tuple[tuple[int, int], ...]


class Commission(Generator[Situation]):
    """Cells are the sizes of the bets, by the multiple that they are of."""

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return small and large bets of the level's multiple."""
        step = int(setting.told("multiples_of", 25))
        seats = int(setting.told("seats", 1))
        many = f", {seats} seats" if seats > 1 else ""
        return {f"{size} multiples of {step}{many}": "" for size in ("small", "large")}

    def draw(self, setting: Setting, cell: str, rng: Random) -> Situation | None:
        """Draw a bet of the level's multiple for each seat, in paying order."""
        step, most = int(setting.told("multiples_of", 25)), int(setting.told("most", 1000))
        steps = max(2, most // step)
        low, high = (1, steps // 2) if cell.startswith("small") else (steps // 2, steps)
        seats = sorted(rng.sample(range(1, 10), int(setting.told("seats", 1))))
        if setting.game.options.get("payment_order") != "from_left":
            seats.reverse()
        return Situation(tuple((seat, step * rng.randint(max(1, low), high)) for seat in seats))

    def question(self, setting: Setting, given: Situation) -> Question:
        """Ask for commission and payment, or for all payments in order."""
        options = setting.game.options
        posted = f"commission {_percent(options['commission_rate'])} per cent, {_method(options)}"
        chips = [_chips(setting, stake) if setting.told("show") == "chips" else str(stake) for _, stake in given.bets]
        if len(given.bets) == 1:
            return Question(
                (f"The banker wins. Bet on banker: {chips[0]}", posted), "Commission, and what is paid now?", Parts(_PARTS)
            )
        lines = [f"seat {seat}: {bet}" for (seat, _), bet in zip(given.bets, chips, strict=True)]
        parts = tuple((f"{what}, seat {seat}", Amount()) for seat, _ in given.bets for what in ("commission", "paid"))
        return Question(
            ("The banker wins. Bets on banker:", *lines, posted), "Commission and payment of each, in paying order?", Parts(parts)
        )

    def key(self, setting: Setting, given: Situation) -> Key:
        """Settle each bet as the game does."""
        rules = coup_rules(setting.game)
        amounts, working = [], []
        for _, stake in given.bets:
            units = int(Fraction(stake) / rules.unit)
            taken = rules.commission(units) * rules.unit
            paid = stake - taken if rules.deducts else Fraction(stake)
            amounts += [_text(taken), _text(paid)]
            tenth = Fraction(stake, 10)
            working.append(_worked(setting, stake, taken, tenth))
        rule = ("BA-63", "BA-65", "BA-66")
        code = "coup/wrong-payout" if rules.deducts else "commission/not-marked"
        return Key((Parts.join(amounts),), rule, tuple(working[:3]), (code,))

    def proof(self, setting: Setting, given: Situation) -> str:
        """Take the share in decimals and round it as posted."""
        options = setting.game.options
        rate, unit = Decimal(str(options["commission_rate"])), Decimal(str(options["commission_unit"]))
        amounts = []
        for _, stake in given.bets:
            taken = (rate * stake / unit).quantize(Decimal(1), _ROUNDED[str(options["commission_rounding"])]) * unit
            amounts += [written(taken), written(stake - taken if options["commission_method"] == "deduct" else Decimal(stake))]
        return " | ".join(amounts)

    def help(self, setting: Setting) -> tuple[str, ...]:
        """Return how the share is taken in the head."""
        if Fraction(str(setting.game.options["commission_rate"])) == Fraction(1, 20):
            return ("ten per cent, then half of it", "0.25 for each 5, 1.25 for each 25, 5 for each 100")
        return (f"{_percent(setting.game.options['commission_rate'])} per cent of the bet",)


def _worked(setting: Setting, stake: int, taken: Fraction, tenth: Fraction) -> str:
    rate = Fraction(str(setting.game.options["commission_rate"]))
    exact = stake * rate
    way = (
        f"a tenth of {stake} is {_text(tenth)}, half of that {_text(tenth / 2)}"
        if rate == Fraction(1, 20)
        else f"{stake} x {_text(rate)} = {_text(exact)}"
    )
    rounded = f", {setting.game.options['commission_rounding']} {_text(taken)}" if exact != taken else ""
    return f"{way}{rounded}; {stake} less {_text(taken)} is {_text(stake - taken)}."


def _method(options: Mapping[str, object]) -> str:
    return "kept back from each payment" if options["commission_method"] == "deduct" else "paid in full and marked"


def _chips(setting: Setting, stake: int) -> str:
    """Return a stake as chips, the largest first."""
    rest, found = stake, []
    for colour in sorted(map(int, setting.told("chips", [1, 5, 25, 100, 500])), reverse=True):
        many, rest = divmod(rest, colour)
        if many:
            found.append(f"{many} x {colour}")
    return ", ".join(found)


def _percent(rate: object) -> str:
    return _text(Fraction(str(rate)) * 100)


def _text(amount: Fraction) -> str:
    """Return an amount in digits; every amount here has a finite number of them."""
    return written(Decimal(amount.numerator) / Decimal(amount.denominator))


GENERATOR = Commission()
