"""Pot-limit: the largest legal wager, before and after the flop."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from random import Random

import attrs

from dealerkit.arithmetic.betting import Betting, Limits, counted_besides
from dealerkit.felt import Act
from dealerkit.felt.motions import Speech, Spot, meaning
from dealerkit.training.disputes import ruled
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.replies import AmountReply

DEEP = 1_000_000
"""Stack of every seat, more than any wager."""

FIRST_IN, LIMPERS, LATER = "first in before the flop", "after callers before the flop", "after the flop, no bet"
BET, BET_CALLED = "one bet", "a bet and callers"
RAISE, RAISE_CALLED, IN_FRONT = "a raise", "a raise and callers", "a raise with chips already in front"
SHORT_SMALL, SHORT_BIG, DEAD_SMALL = "short small blind", "short big blind", "dead small blind"
STRADDLE, ROUNDED, ILLEGAL = "straddle", "rounded up", "after an illegal open"
KINDS: Mapping[str, tuple[str, ...]] = {
    "not_opened": (FIRST_IN, LIMPERS, LATER),
    "bet": (BET, BET_CALLED),
    "raise": (RAISE, RAISE_CALLED, IN_FRONT),
    "unusual": (SHORT_SMALL, SHORT_BIG, DEAD_SMALL, STRADDLE, ROUNDED, ILLEGAL),
}


@attrs.frozen
class PotLimitSituation:
    """A round of pot-limit betting, up to a seat that may bet.

    Attributes:
        small: The small blind.
        big: The big blind.
        pot: Chips in the middle before this round; 0 before the flop.
        posted: The posts before the flop, by seat: small blind, big blind, straddle; without a dead small blind.
        acts: The acts since then: the seat, the word, and the seat's whole bet.
        seat: The seat to act.
        seats: The number of seats dealt in; the button is the last of them.
        chip: Chip to whose multiples wagers are rounded up; 1 for no rounding.
        straddled: Whether the last post is a straddle.
        said: The announced amount of the first wager, if it is not allowed; 0 if it is legal.
    """

    small: int
    big: int
    pot: int
    posted: tuple[tuple[int, int], ...]
    acts: tuple[tuple[int, str, int], ...]
    seat: int
    seats: int
    chip: int = 1
    straddled: bool = False
    said: int = 0

    @property
    def blinds(self) -> tuple[int, int]:
        """The amounts posted as small and as big blind, in chips."""
        rows = dict(self.posted)
        return rows.get(1, 0), rows.get(2, 0)


class PotLimit(Generator[PotLimitSituation]):
    """Exercises on the largest bet in pot limit.

    A cell, the unit that comes back after a wrong answer, is a kind of situation, such as `first in before the flop`.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the level's kinds of situation that the rules in force can answer; none unless the game is pot limit."""
        options = setting.game.options
        if options.get("structure") != "pot_limit":
            return {}
        kinds = list(KINDS[str(setting.told("ask", "not_opened"))])
        silent = setting.told("unanswered", {})
        for kind in list(kinds):
            if (
                set(silent.get(kind, ())) & set(setting.chain)
                or (kind == DEAD_SMALL and options.get("button_rule") != "dead")
                or (kind == STRADDLE and options.get("straddle") != "under_the_gun")
                or (kind in (STRADDLE, SHORT_SMALL, SHORT_BIG, DEAD_SMALL) and _as_big(setting))
            ):
                kinds.remove(kind)
        return dict.fromkeys(kinds, "")

    def draw(self, setting: Setting, cell: str, rng: Random) -> PotLimitSituation | None:
        """Draw blinds or a pot, and acts that the engine allows."""
        small, big = _stakes(setting, rng)
        count = rng.randint(4, 8)
        after = cell == LATER or cell in KINDS["bet"] or (cell in KINDS["raise"] and rng.random() < 0.5)
        posted: list[tuple[int, int]] = [] if after else [(1, small), (2, big)]
        pot = rng.randint(5, 60) * small if after else 0
        chip = int(str(setting.game.options.get("pot_chip", "0"))) or 1
        straddled = cell == STRADDLE
        if cell == SHORT_SMALL and small == 1:
            return None
        if cell == SHORT_SMALL:
            part = max(1, small // 5)
            posted[0] = (1, rng.randrange(part, max(2, small), part))
        elif cell == SHORT_BIG:
            posted[1] = (2, rng.randrange(max(1, small // 5), big, max(1, small // 5)))
        elif cell == DEAD_SMALL:
            del posted[0]
        elif straddled:
            posted.append((3, 2 * big))
        elif cell == ROUNDED:
            chip = max(chip, int(setting.told("round_to", 5)))
        given = PotLimitSituation(small, big, pot, tuple(posted), (), 0, count, chip, straddled)
        given_now = _play_to(setting, given, cell, rng)
        if given_now is None or (
            _as_big(setting) and not after and (given_now.seat in (1, 2) or 2 in {seat for seat, _, _ in given_now.acts})
        ):
            return None  # after the big blind has acted, the books leave open what the small blind counts as
        if cell == ROUNDED and _round(setting, attrs.evolve(given_now, chip=1)).raises(given_now.seat)[-1] % chip == 0:
            return None
        return given_now

    def question(self, setting: Setting, given: PotLimitSituation) -> Question:
        """Ask for the largest total wager of the seat to act."""
        title = f"{setting.game.title}, pot limit, {given.small}-{given.big}"
        lines = [f"{title}, before the flop" if given.posted else f"{title}; {given.pot} in the pot"]
        if given.posted:
            lines += _posts(given)
        lines += [_act_line(given, number) for number in range(len(given.acts))]
        lines += _house(setting, given)
        return Question(tuple(lines), f"Seat {given.seat} to act: what is the maximum total bet?", AmountReply())

    def key(self, setting: Setting, given: PotLimitSituation) -> Key:
        """Return the most that the seat may bet or raise to, from a betting round played in the engine."""
        round_ = _round(setting, given)
        most = round_.raises(given.seat)[-1]
        top, due = round_.top, round_.top - round_.bet[given.seat]
        lying = round_.pot + sum(round_.bet)
        besides = counted_besides_of(setting, given)
        counted = (
            f"{lying - besides} in the middle and in front, and {besides} for the blinds"
            if besides
            else f"{lying} in the middle and in front"
        )
        exact = top + lying + due
        rounded = f", rounded up {most}" if exact != most else ""
        working = [f"Bet to match: {top}. Pot: {counted}. To call: {due}.", f"{top} + {lying} + {due} = {exact}{rounded}."]
        if not top:
            working = [f"No bet yet: the pot, {lying}{rounded}."]
        if given.said:
            first = next(to for _, word, to in given.acts if word in ("bets", "raises to"))
            working.insert(
                0, f"An open of {given.said} is not allowed here: the amount is corrected to {first}, and counts as that."
            )
        short = bool(given.said) and given.said < first_legal(given)
        rules = setting.cited("maximum", *(["an open that is too small"] if short else []))
        return Key((str(most),), rules, tuple(working), ("action/pot-limit-maximum-wrong",))


def counted_besides_of(setting: Setting, given: PotLimitSituation) -> int:
    """Return the chips that the house counts as part of the pot although they are not in it, such as a short blind counted in
    full.

    Args:
        setting: The drill, its level and the game.
        given: The betting round.
    """
    if not given.posted or given.straddled:
        return 0
    full = setting.game.options.get("pot_limit_blinds") == "full"
    return counted_besides(given.small, given.big, given.blinds, as_big=_as_big(setting), full=full)


def first_legal(given: PotLimitSituation) -> int:
    """Return the smallest legal opening bet."""
    return 2 * max(given.big, *(chips for _, chips in given.posted), 0) if given.posted else given.big


def _as_big(setting: Setting) -> bool:
    return setting.game.options.get("pot_limit_small_blind") == "big_blind"


def _stakes(setting: Setting, rng: Random) -> tuple[int, int]:
    """Return the blinds: the house's own, or others from the level."""
    own = f"{setting.game.options['small_blind']}-{setting.game.options['big_blind']}"
    small, _, big = rng.choice([own, *setting.told("stakes", [])]).partition("-")
    return int(small), int(big)


def _round(setting: Setting, given: PotLimitSituation) -> Betting:
    """Return the engine's betting round after the acts."""
    bet = [0] * (given.seats + 1)
    stack = [0, *[DEEP] * given.seats]
    for seat, chips in given.posted:
        bet[seat] = chips
        if chips < (given.big if seat == 2 else given.small):
            stack[seat] = 0  # a short post: all-in
    live = list(range(1, given.seats + 1))
    if given.posted and given.posted[0][0] == 2:
        live.remove(1)  # nobody is there to post the small blind
    first = (4 if given.straddled else 3) if given.posted else 1
    order = [(first - 1 + step) % given.seats + 1 for step in range(given.seats)]
    top = max([*bet[1:], given.big]) if given.posted else 0
    round_ = Betting(
        stack,
        bet,
        live,
        [seat for seat in order if seat in live],
        Limits("pot_limit", given.big, pot_chip=given.chip),
        top=top,
        step=top if given.straddled else 0,
        bets=1 if given.posted else 0,
        pot=given.pot + counted_besides_of(setting, given),
    )
    for act in given.acts:
        _do(round_, act)
    return round_


def _do(round_: Betting, act: tuple[int, str, int]) -> None:
    seat, word, to = act
    if word == "folds":
        round_.folded([other for other in round_.live if other != seat])
        return
    stack, bet = round_.stack, round_.bet
    if word != "checks":
        stack[seat] -= to - bet[seat]
        bet[seat] = to  # type: ignore[index]
    round_.took(seat, round_.live)


def _play_to(setting: Setting, given: PotLimitSituation, cell: str, rng: Random) -> PotLimitSituation | None:
    """Let seats act until the situation belongs to the cell; return None if it is not reached."""
    acts: list[tuple[int, str, int]] = []
    plan = _plan(cell, rng, before=bool(given.posted))
    round_ = _round(setting, given)
    spoken = 0
    raiser = 0
    for word in plan:
        seat = round_.turn
        if not seat:
            return None
        if word == "round":  # the others fold until the action is on a seat with chips in front
            while round_.turn and not (round_.bet[round_.turn] and round_.turn != raiser):
                acts.append((round_.turn, "folds", 0))
                _do(round_, acts[-1])
            continue
        if word == "calls":
            act = (seat, "calls", round_.top) if round_.top > round_.bet[seat] else (seat, "checks", 0)
        elif word == "folds":
            act = (seat, "folds", 0) if round_.top > round_.bet[seat] else (seat, "checks", 0)
        else:
            to = _amount(round_, given, rng)
            if word == "illegal":
                spoken, to = _illegal(setting, given, round_, rng)
            act = (seat, "raises to" if round_.top else "bets", to)
            raiser = seat
        if act[1] in ("bets", "raises to") and act[2] not in round_.raises():
            return None
        acts.append(act)
        _do(round_, act)
    if not round_.turn or not round_.raises():
        return None
    return attrs.evolve(given, acts=tuple(acts), seat=round_.turn, said=spoken)


def _plan(cell: str, rng: Random, *, before: bool) -> list[str]:
    """Return the acts before the seat to act, in this module's words."""
    quiet = ["folds"] * rng.randint(0, 1)
    callers = ["calls"] * rng.randint(1, 2)
    opened = [*quiet, "wager"]
    plans: Mapping[str, list[str]] = {
        FIRST_IN: ["folds"] * rng.randint(0, 2),
        LIMPERS: [*quiet, *callers],
        LATER: ["folds"] * rng.randint(0, 3),
        BET: opened,
        BET_CALLED: [*opened, *callers],
        RAISE: [*opened, "wager"],
        RAISE_CALLED: [*opened, *["calls"] * rng.randint(0, 1), "wager", *callers],
        IN_FRONT: [*quiet, *(["wager"] if before else ["wager", "wager"]), *["calls"] * rng.randint(0, 1), "round"],
        ILLEGAL: [*quiet, "illegal", *["calls"] * rng.randint(0, 1)],
    }
    return plans.get(cell, [*quiet, *["calls"] * rng.randint(0, 1), *(["wager"] if rng.random() < 0.3 else [])])


def _amount(round_: Betting, given: PotLimitSituation, rng: Random) -> int:
    """Return a legal wager, often the pot, in whole small blinds if possible."""
    allowed = round_.raises()
    if not allowed:
        return 0
    if rng.random() < 0.3:
        return allowed[-1]
    to = rng.choice(allowed) // given.small * given.small
    return to if to in allowed else allowed[0]


def _illegal(setting: Setting, given: PotLimitSituation, round_: Betting, rng: Random) -> tuple[int, int]:
    """Return an announced opening bet that is too large or too small, and its amount by the rules in force."""
    seat, allowed = round_.turn, round_.raises()
    over = rng.random() < 0.7 or allowed[0] <= round_.top + 1
    spoken = allowed[-1] + rng.randint(1, 5) * given.small if over else rng.randrange(round_.top + 1, allowed[0])
    spot = Spot(
        seat=seat,
        stack=round_.stack[seat],
        top=round_.top,
        least=allowed[0],
        most=allowed[-1],
        front=round_.bet[seat],
        step=round_.step,
        structure="pot_limit",
        setting=str(setting.game.options["setting"]),
        pot=round_.pot + sum(round_.bet),
        live=len(round_.live),
        opening=True,
        speech=Speech.of(setting.rules.speech),
    )
    meant = meaning([Act.parse(f"s{seat} say raise to {spoken}")], spot, functools.partial(ruled, setting))
    return spoken, meant.to if meant.kind == "raise" else 0


def _posts(given: PotLimitSituation) -> list[str]:
    lines = []
    if not given.blinds[0]:
        lines.append("The small blind is dead: seat 1 is empty")
    for seat, chips in given.posted:
        full = {1: given.small, 2: given.big}.get(seat, chips)
        name = {1: "small blind", 2: "big blind"}.get(seat, "straddle")
        lines.append(f"Seat {seat} posts the {name}, {chips}" + (f" of {full}, all-in" if chips < full else ""))
    return lines


def _act_line(given: PotLimitSituation, number: int) -> str:
    seat, word, to = given.acts[number]
    if word in ("folds", "checks"):
        return f"Seat {seat} {word}"
    if given.said and word == "raises to" and all(act[1] != "raises to" for act in given.acts[:number]):
        return f"Seat {seat} says: raise to {given.said}"
    return f"Seat {seat} {word} {to}" if word != "calls" else f"Seat {seat} calls"


def _house(setting: Setting, given: PotLimitSituation) -> list[str]:
    """Return the house's options that matter here."""
    lines = []
    if given.posted and _as_big(setting):
        lines.append("House: the small blind counts as a big blind in the first pot")
    if given.said:
        lines.append(f"The first raise is checked before seat {given.seat} acts")
    if given.chip > 1:
        lines.append(f"House: pot bets are rounded up to the next {given.chip}")
    return lines


GENERATOR = PotLimit()
