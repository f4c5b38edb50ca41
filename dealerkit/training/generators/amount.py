"""Making an amount: the fewest chips for it, from the colours in the tray."""

from __future__ import annotations

import functools
import math
import textwrap
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from random import Random

import attrs

from dealerkit.arithmetic.coup import settle, tally
from dealerkit.files.screen_text import count_of
from dealerkit.rules.coups import coup_rules
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.generators.commission import bears_commission, way
from dealerkit.training.items import Key, Question
from dealerkit.training.money import as_put_down, digits, said
from dealerkit.training.replies import ChipsReply, in_chips

PAY, CHANGE, CASH, COLOUR_UP, PAYOUT = "pay", "change", "cash", "colour_up", "payout"
_LINES, _WIDTH = 3, 75


@attrs.frozen
class AmountSituation:
    """An amount to make from chips.

    Attributes:
        job: Reason for the amount: one of `jobs` of the drill's file.
        amount: The amount, in the money's unit.
        tray: Values of the colours that may be used, largest first.
        missing: The value of the colour that is missing in the tray; None if none is.
        brought: The chips on the table in words: the chip to change, the chips that a bettor brings, or those of the bet.
        stake: The bet, if the amount is its payout; else 0.
    """

    job: str
    amount: Decimal
    tray: tuple[Decimal, ...]
    missing: Decimal | None = None
    brought: str = ""
    stake: int = 0


class MakeTheAmount(Generator[AmountSituation]):
    """Exercises on making an amount with the fewest chips.

    A cell, the unit that comes back after a wrong answer, is a job (a payout, change, ...) with the colour that is missing.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return a cell for each job with each colour that may be missing; each job is a class."""
        jobs = {}
        for job in setting.told("jobs", [PAY]):
            for missing in setting.told("may_be_missing", [""]):
                jobs[job.replace("_", " ") + (f", no {missing}s" if missing else "")] = str(job)
        return jobs

    def draw(self, setting: Setting, cell: str, rng: Random) -> AmountSituation | None:
        """Draw an amount that the tray can pay; None if this attempt gave none."""
        job, _, rest = cell.partition(", no ")
        job = job.replace(" ", "_")
        missing = Decimal(rest[:-1]) if rest else None
        held_back = {Decimal(str(worth)) for worth in setting.told("not_paid", [])}
        tray = tuple(sorted((Decimal(str(worth)) for worth in setting.told("tray")), reverse=True))
        paid = tuple(worth for worth in tray if worth != missing and worth not in held_back)
        whole = [int(worth) for worth in tray if worth == int(worth) and worth not in held_back]
        least, most = int(setting.told("least", 1)), int(setting.told("most", 100))
        if job == CHANGE:
            chip = rng.choice([worth for worth in tray if least <= worth and any(small < worth for small in paid)])
            want = rng.choice([worth for worth in paid if worth < chip][:2])
            return AmountSituation(
                job, chip, tuple(worth for worth in paid if worth <= want), missing, f"{digits(chip)}|{digits(want)}"
            )
        if job == CASH:
            return _payable(AmountSituation(job, Decimal(rng.randrange(least // 20 * 20 + 20, most, 20)), paid, missing))
        if job == COLOUR_UP:
            small = sorted(whole)[: max(2, len(whole) // 2 + 1)]
            chips = {worth: rng.randint(3, 19) for worth in sorted(rng.sample(small, 2), reverse=True)}
            amount = sum(worth * many for worth, many in chips.items())
            return (
                _payable(AmountSituation(job, Decimal(amount), paid, missing, said(chips))) if least <= amount <= most else None
            )
        if job == PAYOUT:
            return self._payout(setting, rng, paid, whole)
        return _payable(AmountSituation(job, Decimal(rng.randint(least, most)), paid, missing))

    def _payout(self, setting: Setting, rng: Random, paid: tuple[Decimal, ...], whole: list[int]) -> AmountSituation | None:
        """Draw a winning bet on the banker in several colours that the house can pay from this tray."""
        step, rules = int(setting.told("multiples_of", 5)), coup_rules(setting.game)
        stake = step * rng.randint(int(setting.told("least", 1)) // step + 1, int(setting.told("most", 100)) // step)
        chips = as_put_down(stake, whole, rng)
        won = (
            settle("banker", int(Fraction(stake) / rules.unit), tally([0, 0], [4, 4], rules, "TJ", "44"), rules).paid * rules.unit
        )
        amount = Decimal(digits(won))
        return _payable(AmountSituation(PAYOUT, amount, paid, None, said(chips), stake)) if len(chips) > 1 else None

    def question(self, setting: Setting, given: AmountSituation) -> Question:
        """Show the tray and the amount."""
        locked = {Decimal(str(worth)) for worth in setting.told("not_paid", [])}
        lines = [f"In the tray: {', '.join(digits(worth) for worth in sorted(_shown(setting, given)))}."]
        if locked:
            lines.append(
                f"Chips of {', '.join(digits(worth) for worth in sorted(locked))} leave the tray only with a supervisor there."
            )
        amount = digits(given.amount)
        if given.job == CHANGE:
            chip, want = given.brought.split("|")
            lines.append(f"A bettor wants a {chip} chip changed, with no chip over {want}.")
        elif given.job == CASH:
            lines.append(f"A bettor buys in with {amount} in cash; the cash is spread and counted.")
        elif given.job == COLOUR_UP:
            lines.append(f"A bettor colours up {given.brought}.")
        elif given.job == PAYOUT:
            lines.append(f"The banker wins 8 to 0. Bet on banker: {given.brought}.")
            if bears_commission(setting.game):
                lines.append(f"Commission {way(setting.game)}.")
        else:
            lines.append(f"Pay {amount}.")
        asked = "Which chips do you pay now? Use the fewest." if given.job == PAYOUT else "Which chips? Use the fewest."
        return Question(tuple(part for line in lines for part in textwrap.wrap(line, _WIDTH)), asked, ChipsReply())

    def key(self, setting: Setting, given: AmountSituation) -> Key:
        """Return as right every way to make the amount with the fewest chips."""
        unit = _unit(given.tray)
        ways = _fewest(int(given.amount / unit), tuple(int(worth / unit) for worth in given.tray))
        answers = tuple(
            in_chips({worth: many for worth, many in zip(given.tray, counts, strict=True) if many}) for counts in ways
        )
        chips = sum(ways[0])
        counted = " + ".join(f"{many} x {digits(worth)}" for worth, many in zip(given.tray, ways[0], strict=True) if many)
        working = [f"{counted} = {digits(given.amount)}: {count_of(chips, 'chip')}."]
        if given.job == PAYOUT:
            rules = coup_rules(setting.game)
            less = given.stake - Fraction(given.amount)
            kept = (
                f"{given.stake} less {digits(less)} is {digits(given.amount)}"
                if less
                else f"{digits(given.amount)} is paid in full"
            )
            working.insert(
                0,
                f"The bet is {given.stake}; {kept}."
                + (" The commission is marked." if bears_commission(setting.game) and not rules.deducts else ""),
            )
        if given.job == COLOUR_UP:
            working.insert(0, f"{given.brought}: {digits(given.amount)}.")
        rules_of, codes_of = setting.told("rules", {}), setting.told("codes", {})
        return Key(
            answers,
            tuple(rules_of.get(given.job, setting.drill.cite)),
            tuple(working[:_LINES]),
            tuple(codes_of.get(given.job, setting.drill.codes)),
        )

    def help(self, setting: Setting) -> tuple[str, ...]:
        """Return the method for the fewest chips."""
        lines = ["begin with the largest colour that goes into the amount, and go down"]
        if setting.told("may_be_missing"):
            lines.append("with a colour missing, check whether one large chip fewer saves chips")
        if PAYOUT in setting.told("jobs", ()) and bears_commission(setting.game):
            lines.append(f"work out the payout first: commission {way(setting.game)}")
        return tuple(lines)


def _shown(setting: Setting, given: AmountSituation) -> list[Decimal]:
    return [worth for each in setting.told("tray") if (worth := Decimal(str(each))) != given.missing]


def _unit(tray: tuple[Decimal, ...]) -> Decimal:
    """Return the largest amount of which every colour is a multiple."""
    scale = Decimal(10) ** min(int(worth.as_tuple().exponent) for worth in tray) if tray else Decimal(1)
    scale = min(scale, Decimal(1))
    return scale * functools.reduce(math.gcd, (int(worth / scale) for worth in tray))


def _payable(given: AmountSituation) -> AmountSituation | None:
    """Return the situation if its amount can be made from the tray; else None."""
    unit = _unit(given.tray)
    if not given.amount or given.amount % unit:
        return None
    return given if _fewest(int(given.amount / unit), tuple(int(worth / unit) for worth in given.tray)) else None


@functools.lru_cache(maxsize=1024)
def _fewest(amount: int, colours: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return every way to make an amount with the fewest chips: the number of chips of each colour, largest first."""
    best: list[tuple[int, ...]] = []
    fewest = [math.inf]

    def go(at: int, left: int, counts: tuple[int, ...], used: int) -> None:
        if not left:
            if used < fewest[0]:
                best.clear()
                fewest[0] = used
            best.append(counts + (0,) * (len(colours) - at))
            return
        if at == len(colours):
            return
        for many in range(left // colours[at], -1, -1):
            rest = left - many * colours[at]
            after = colours[at + 1] if at + 1 < len(colours) else 0
            least = used + many + (-(-rest // after) if after and rest else 0)
            if least > fewest[0] or (rest and not after):
                break
            go(at + 1, rest, (*counts, many), used + many)

    go(0, amount, (), 0)
    return tuple(best)


GENERATOR = MakeTheAmount()
