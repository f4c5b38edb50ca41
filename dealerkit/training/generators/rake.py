"""Rake and drop: the house's share of a pot by the posted scale, and the winner's share."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random

import attrs

from dealerkit.arithmetic.rounding import raked
from dealerkit.files.screen_text import count_of
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.money import digits
from dealerkit.training.phrases import listed
from dealerkit.training.replies import AmountReply, AmountsReply, PartsReply

NOTHING, TAKEN = "nothing", "something"
UNDER, CAPPED, UNCALLED = "under the cap", "at the cap", "a bet that nobody called"
NO_FLOP, SMALL, INEXACT = "no flop", "a pot under the threshold", "rounded"
DROP, NO_DROP = "a drop", "a pot under the threshold of the drop"
SHORT, SPLIT, BOMB, TIME = "short-handed", "a split pot", "a bomb pot", "a time game"
KINDS: Mapping[str, tuple[str, ...]] = {
    "cap": (UNDER, CAPPED, UNCALLED),
    "steps": (NO_FLOP, SMALL, INEXACT, UNCALLED),
    "drop": (DROP, NO_DROP, NO_FLOP, UNCALLED),
    "unusual": (SHORT, SPLIT, BOMB, TIME),
}
SCALE = ("rake_percent", "rake_cap", "rake_step", "rake_from", "drop", "drop_from")


@attrs.frozen
class RakeSituation:
    """A hand that was played.

    Attributes:
        pot: Chips in the middle, without an uncalled bet.
        uncalled: Uncalled chips in front of the bettor.
        flop: Whether a flop was dealt.
        players: The number of players dealt in.
        winners: The seats that share the pot, in order from the left of the button.
        kind: The cell it was drawn for.
    """

    pot: int
    uncalled: int
    flop: bool
    players: int
    winners: tuple[int, ...]
    kind: str


class Rake(Generator[RakeSituation]):
    """Exercises on the rake of a pot.

    A cell, the unit that comes back after a wrong answer, is a kind of pot that the posted scale treats by itself.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the kinds of pots that the posted scale distinguishes, each with whether anything is taken."""
        scale = _scale(setting)
        free = bool(setting.game.options["no_flop_no_drop"])
        answers = {}
        for kind in KINDS[str(setting.told("ask", "cap"))]:
            missing = {
                CAPPED: not scale["rake_cap"],
                SMALL: not scale["rake_from"],
                INEXACT: not scale["rake_step"],
                DROP: not scale["drop"],
                NO_DROP: not (scale["drop"] and scale["drop_from"]),
                SHORT: not setting.told("short_handed") or _own(setting),
            }
            if not missing.get(kind, False):
                never = kind == NO_DROP and scale["drop_from"] <= scale["rake_from"]
                answers[kind] = NOTHING if never or (kind == NO_FLOP and free) or kind in (SMALL, TIME) else TAKEN
        return answers

    def draw(self, setting: Setting, cell: str, rng: Random) -> RakeSituation | None:
        """Draw a pot of the kind."""
        scale, step = _scale(setting), int(setting.told("multiples_of", 1))
        most = int(setting.told("most", 250))
        pot = rng.randrange(6, most, step)
        if cell in (SMALL, NO_DROP):
            bound = scale["rake_from" if cell == SMALL else "drop_from"]
            pot = rng.randrange(max(1, int(bound) // 3), int(bound))
        elif cell == NO_FLOP:
            pot = rng.randrange(6, max(7, most // 4), step)
        winners = tuple(sorted(rng.sample(range(1, 9), 2))) if cell == SPLIT else (rng.randint(1, 8),)
        players = rng.randint(6, 9)
        if cell == SHORT:
            players = rng.randint(2, max(int(row["up_to"]) for row in setting.told("short_handed")))
        besides = cell == UNCALLED or (cell in (SMALL, NO_DROP) and rng.random() < 0.5)
        uncalled = rng.randint(2, 30) * step if besides else 0
        given = RakeSituation(pot, uncalled, cell != NO_FLOP, players, winners, cell)
        rate = scale["rake_percent"] / 100
        exact, cap, unit = pot * rate, scale["rake_cap"], scale["rake_step"] or 1
        fits = {
            UNDER: not cap or _taken(setting, given)[0] < cap,
            CAPPED: exact >= cap,
            INEXACT: exact % unit != 0 and (not cap or exact < cap) and exact >= unit,
            DROP: pot >= scale["drop_from"],
            SHORT: players > 1,
        }
        if not fits.get(cell, True) or (cell not in (SMALL, NO_FLOP, NO_DROP, TIME) and pot < scale["rake_from"]):
            return None
        if self.cells(setting)[cell] == TAKEN and not any(_taken(setting, given)):
            return None
        return given

    def question(self, setting: Setting, given: RakeSituation) -> Question:
        """Show the posted scale and the hand, and ask for rake, drop and the pushed amount."""
        lines = [*_posted(setting, given), ""]
        lines += [f"{given.players} players were dealt in.", _story(given)]
        if given.uncalled:
            lines.append(f"In the middle: {given.pot + given.uncalled}, of which {given.uncalled} is an uncalled bet.")
        else:
            lines.append(f"In the middle: {given.pot}.")
        if len(given.winners) > 1:
            lines.append(f"Seats {listed(given.winners)} split the pot; seat {given.winners[0]} is first left of the button.")
        parts: list[tuple[str, AmountReply | AmountsReply]] = [("rake", AmountReply())]
        if _scale(setting)["drop"]:
            parts.append(("drop", AmountReply()))
        many = len(given.winners) > 1
        parts.append(
            (f"to seats {listed(given.winners)}", AmountsReply()) if many else ("to the winner of the pot", AmountReply())
        )
        return Question(
            tuple(lines), "What is the rake, and what is pushed (not counting a returned bet)?", PartsReply(tuple(parts))
        )

    def key(self, setting: Setting, given: RakeSituation) -> Key:
        """Return rake, drop and the winners' share by the scale in force, as the table takes them."""
        scale, unit = _scale(setting), _chip(setting)
        rake, drop = _taken(setting, given)
        left = (given.pot - rake - drop) / unit
        each, odd = divmod(int(left), len(given.winners))
        shares = [(each + (number < odd)) * unit for number in range(len(given.winners))]
        answer = [digits(rake), *([digits(drop)] if scale["drop"] else []), " ".join(map(digits, shares))]
        codes = ("rake/no-flop-no-drop",) if given.kind == NO_FLOP and not rake else ("rake/wrong-amount",)
        by_answer = {}
        if drop:
            forgotten = [answer[0], "0", digits(given.pot - rake)]
            by_answer[PartsReply.join(forgotten)] = ("drop/jackpot-missed",)
        rules = setting.cited("rake", *(["drop"] if scale["drop"] else []))
        return Key((PartsReply.join(answer),), rules, _worked(setting, given, rake, drop, shares), codes, by_answer)


def _posted_values(setting: Setting) -> Mapping[str, object]:
    """Return the scale: the house's own if it takes a rake or a drop, else the level's."""
    options, scale = setting.game.options, {} if _own(setting) else setting.told("scale", {})
    return {name: scale.get(name, options[name]) for name in SCALE}


def _own(setting: Setting) -> bool:
    """Return whether the house has a scale of its own."""
    return any(Fraction(str(setting.game.options[name])) for name in ("rake_percent", "drop"))


def _rounding(setting: Setting) -> str:
    """Return the rounding of the rake, one of `ROUNDINGS`; a house without a step rounds down to whole chips."""
    return str(setting.game.options["rake_rounding"]) if _posted_values(setting)["rake_step"] != "0" else "down"


_HOW = {"down": "rounded down", "nearest": "rounded, a half up,", "up": "rounded up"}


def _scale(setting: Setting) -> dict[str, Fraction]:
    return {name: Fraction(str(value)) for name, value in _posted_values(setting).items()}


def _chip(setting: Setting) -> int:
    return int(setting.told("chip", 1))


def _cap(setting: Setting, given: RakeSituation) -> Fraction:
    """Return the cap for the number of players, which the level may lower."""
    if given.kind == SHORT:
        for row in setting.told("short_handed", []):
            if given.players <= int(row["up_to"]):
                return Fraction(str(row["cap"]))
    return _scale(setting)["rake_cap"]


def _taken(setting: Setting, given: RakeSituation) -> tuple[Fraction, Fraction]:
    """Return rake and drop, in money."""
    scale = _scale(setting)
    if given.kind == TIME or (not given.flop and setting.game.options["no_flop_no_drop"]):
        return Fraction(0), Fraction(0)
    cents = 100  # the scale may have fractions of a chip
    sums = {name: int(value * cents) for name, value in {**scale, "rake_cap": _cap(setting, given)}.items()}
    step = sums["rake_step"] or _chip(setting) * cents
    rate = scale["rake_percent"] / 100
    rake = raked(given.pot * cents, rate, step=step, cap=sums["rake_cap"], least=sums["rake_from"], rounding=_rounding(setting))
    due = sums["drop"] if given.pot * cents >= max(1, sums["drop_from"]) else 0
    return Fraction(rake, cents), Fraction(min(due, given.pot * cents - rake), cents)


def _posted(setting: Setting, given: RakeSituation) -> list[str]:
    """Return the scale as it is posted on the wall."""
    scale, free = _scale(setting), setting.game.options["no_flop_no_drop"]
    if given.kind == TIME:
        return ["House: players pay time in this game; nothing is taken from the pots."]
    cap = f", maximum {digits(scale['rake_cap'])}" if scale["rake_cap"] else ""
    step = f", {_HOW[_rounding(setting)]} to a multiple of {digits(scale['rake_step'])}" if scale["rake_step"] else ""
    lines = [f"House: rake {digits(scale['rake_percent'])} per cent{cap}{step}."]
    if given.kind == SHORT:
        lines += [
            f"With {count_of(row['up_to'], 'player')} or fewer, the maximum is {row['cap']}."
            for row in setting.told("short_handed", [])
        ]
    if scale["rake_from"]:
        lines.append(f"Pots under {digits(scale['rake_from'])} are not raked.")
    if scale["drop"]:
        threshold = f" from pots of {digits(scale['drop_from'])} or more" if scale["drop_from"] else ""
        lines.append(f"Drop for the promotion: {digits(scale['drop'])}{threshold}.")
    lines.append("No flop, no drop." if free else "Rake and drop are taken even without a flop.")
    return lines


def _story(given: RakeSituation) -> str:
    if given.kind == BOMB:
        return "A bomb pot: everyone has anted, and the flop was dealt at once."
    return "The river was dealt." if given.flop else "There was no call before the flop."


def _worked(setting: Setting, given: RakeSituation, rake: Fraction, drop: Fraction, shares: list[int]) -> tuple[str, ...]:
    scale, cap = _scale(setting), _cap(setting, given)
    lines = []
    if given.kind == TIME:
        lines.append("Players who pay time pay nothing from the pot.")
    elif not given.flop and setting.game.options["no_flop_no_drop"]:
        lines.append("There was no flop: nothing is taken.")
    else:
        exact = given.pot * scale["rake_percent"] / 100
        why = f"; the cap is {digits(cap)}" if cap and exact > cap else ""
        if given.pot < scale["rake_from"]:
            why = "; the pot is under the threshold"
        lines.append(
            f"{digits(scale['rake_percent'])} per cent of {given.pot} is {digits(exact)}{why}: the rake is {digits(rake)}."
        )
        if scale["drop"]:
            reached = "reaches" if given.pot >= scale["drop_from"] else "does not reach"
            bound = digits(scale["drop_from"])
            lines.append(f"The pot before the rake, {given.pot}, {reached} {bound}: the drop is {digits(drop)}.")
    taken = [digits(part) for part in (rake, drop) if part]
    less = " less " + " less ".join(taken) if taken else ""
    pushed = " and ".join(digits(Fraction(share)) for share in shares)
    lines.append(f"{given.pot}{less}: {pushed} {'is' if len(shares) == 1 else 'are'} pushed.")
    return tuple(lines)


GENERATOR = Rake()
