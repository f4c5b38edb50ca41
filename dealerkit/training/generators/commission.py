"""Commission on winning banker bets: its amount, and the payment."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from random import Random

import attrs

from dealerkit.files.screen_text import count_of
from dealerkit.rules.coups import coup_rules
from dealerkit.rules.games import Game
from dealerkit.training.coups import in_paying_order
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.money import as_put_down, digits, plain, said
from dealerkit.training.replies import AmountReply, PartsReply

TAKEN, PAID = "commission", "paid"


@attrs.frozen
class CommissionSituation:
    """Winning bets on the banker.

    Attributes:
        bets: Seat and stake of each bet, in order of payment.
        chips: Each bet in words, if it is shown in chips; else empty.
    """

    bets: tuple[tuple[int, int], ...]
    chips: tuple[str, ...] = ()


class Commission(Generator[CommissionSituation]):
    """Exercises on the commission of banker bets.

    A cell, the unit that comes back after a wrong answer, is a size of bet, small or large, in multiples of the level's
    amount. A game without commission has no cells.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return a cell for small bets and one for large bets, in multiples of the level's amount."""
        if not bears_commission(setting.game):
            return {}
        seats = int(setting.told("seats", 1))
        many = f", {count_of(seats, 'seat')}" if seats > 1 else ""
        return {f"{size} multiples of {_step(setting)}{many}": "" for size in ("small", "large")}

    def draw(self, setting: Setting, cell: str, rng: Random) -> CommissionSituation | None:
        """Draw for each seat, in order of payment, a bet that is a multiple of the level's amount."""
        step = _step(setting)
        steps = max(2, int(setting.told("most", 1000)) // step)
        low, high = (1, steps // 2) if cell.startswith("small") else (steps // 2, steps)
        seats = in_paying_order(setting.game, rng.sample(range(1, 10), int(setting.told("seats", 1))))
        bets = tuple((seat, step * rng.randint(max(1, low), high)) for seat in seats)
        if setting.told("show") != "chips":
            return CommissionSituation(bets)
        colours = [int(colour) for colour in setting.told("chips", [1, 5, 25, 100, 500])]
        return CommissionSituation(bets, tuple(said(as_put_down(stake, colours, rng)) for _, stake in bets))

    def question(self, setting: Setting, given: CommissionSituation) -> Question:
        """Ask for commission and payment of each bet, in the dealer's order."""
        bets = given.chips or tuple(str(stake) for _, stake in given.bets)
        posted = f"Commission {way(setting.game)}."
        method = _method(setting.game)
        labels = {TAKEN: "the commission" if method == "deduct" else "the commission to mark", PAID: "the payout"}
        asked = ", then ".join(labels[part] for part in _ORDER[method])
        if len(given.bets) == 1:
            return Question(
                (f"The banker wins. Bet on banker: {bets[0]}", posted), f"{asked[0].upper()}{asked[1:]}?", _reply(setting, given)
            )
        lines = [f"seat {seat}: {bet}" for (seat, _), bet in zip(given.bets, bets, strict=True)]
        return Question(
            ("The banker wins. Bets on banker:", *lines, posted),
            f"For each bet in paying order: {asked}?",
            _reply(setting, given),
        )

    def key(self, setting: Setting, given: CommissionSituation) -> Key:
        """Return commission and payment of each bet, settled as the game does."""
        rules = coup_rules(setting.game)
        order = _ORDER[_method(setting.game)]
        amounts, working = [], []
        for _, stake in given.bets:
            units = int(Fraction(stake) / rules.unit)
            taken = rules.commission(units) * rules.unit
            paid = stake - taken if rules.deducts else Fraction(stake)
            amounts += [digits({TAKEN: taken, PAID: paid}[part]) for part in order]
            working.append(_worked(setting.game, stake, taken))
        codes = {TAKEN: ("coup/wrong-payout",) if rules.deducts else ("commission/not-marked",), PAID: ("coup/wrong-payout",)}
        return Key(
            (PartsReply.join(amounts),),
            setting.drill.cite,
            tuple(working[:_LINES]),
            codes[TAKEN],
            by_part=tuple(codes[part] for part in order) * len(given.bets),
        )

    def help(self, setting: Setting) -> tuple[str, ...]:
        """Return a quick way to work out the commission in one's head."""
        if Fraction(str(setting.game.options["commission_rate"])) == Fraction(1, 20):
            return ("ten per cent, then half of it", "0.25 for each 5, 1.25 for each 25, 5 for each 100")
        return (f"{_percent(setting.game)} per cent of the bet",)


_LINES = 3
_ORDER = {"deduct": (TAKEN, PAID), "mark": (PAID, TAKEN), "mark_one_pay_one": (TAKEN, PAID)}
"""Order of the dealer's two acts on a bet, by the way of taking commission (BA-63)."""


def bears_commission(game: Game) -> bool:
    """Return whether winning banker bets are charged commission in the form of the game that is dealt."""
    return any(line.commission for line in coup_rules(game).pays.get("banker", ()))


def way(game: Game) -> str:
    """Return how the house takes commission, in words: the rate, the rounding if it matters, and the time."""
    options = game.options
    rate, unit = Fraction(str(options["commission_rate"])), Fraction(str(options["commission_unit"]))
    step = Fraction(str(options.get("stake_step", 0)))
    exact = step and (step * rate / unit).denominator == 1
    if options["commission_method"] == "deduct" and exact and rate == Fraction(1, 20):
        return f"taken by paying 19 to 20: bets are multiples of {digits(step)}"
    rounded = "" if exact or unit == coup_rules(game).unit else f", {_rounding(game)}"
    return f"{_percent(game)} per cent{rounded}, {_WHEN[_method(game)]}"


_HOW = {"nearest": "to the nearest", "up": "up to the next", "down": "down to the last"}
_WHEN = {
    "deduct": "taken from the payout",
    "mark": "paid in full, then marked",
    "mark_one_pay_one": "marked first, then paid in full",
}


def _rounding(game: Game) -> str:
    return f"{_HOW[str(game.options['commission_rounding'])]} {digits(Fraction(str(game.options['commission_unit'])))}"


def _method(game: Game) -> str:
    return str(game.options["commission_method"])


def _step(setting: Setting) -> int:
    """Return the unit of bets: the level's, combined with the house's step if it has one (BA-72)."""
    step, house = int(setting.told("multiples_of", 25)), Fraction(str(setting.game.options.get("stake_step", 0)))
    return math.lcm(step, house.numerator) if house.denominator == 1 and house else step


def _reply(setting: Setting, given: CommissionSituation) -> PartsReply:
    labels = {TAKEN: TAKEN if _method(setting.game) == "deduct" else "marked", PAID: PAID}
    parts = [(part, seat) for seat, _ in given.bets for part in _ORDER[_method(setting.game)]]
    return PartsReply(
        tuple((labels[part] + (f", seat {seat}" if len(given.bets) > 1 else ""), AmountReply()) for part, seat in parts)
    )


def _worked(game: Game, stake: int, taken: Fraction) -> str:
    rate = Fraction(str(game.options["commission_rate"]))
    exact = stake * rate
    working = (
        f"A tenth of {stake} is {digits(Fraction(stake, 10))}, half of that {digits(exact)}"
        if rate == Fraction(1, 20)
        else f"{stake} x {plain(rate)} = {plain(exact)}"
    )
    rounded = f", {_rounding(game)} {digits(taken)}" if exact != taken else ""
    paid = f"{stake} less {digits(taken)} is {digits(stake - taken)}"
    return f"{working}{rounded}; " + (f"{paid}." if _method(game) == "deduct" else f"{stake} is paid and {digits(taken)} marked.")


def _percent(game: Game) -> str:
    return plain(Fraction(str(game.options["commission_rate"])) * 100)


GENERATOR = Commission()
