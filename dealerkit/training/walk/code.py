"""The code of a walk, with which the same cards, the same players and the same patrons' mistakes come again.

It has some twenty characters, for whiteboard and telephone: none looks like another, capitals do not matter, hyphens are for
reading. It contains game, rule set, options, seats, seed, level, help mode and first step, and a hash of the rules in force, so
that a change in them is noticed; the last character checks the others. Names are stored as hashes and looked up again, so that
a code survives new games, rule sets and options.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import attrs

from dealerkit.errors import DealerkitError
from dealerkit.procedure.compiled_game import compiled_game
from dealerkit.rules.games import Game, games
from dealerkit.rules.games import game as load
from dealerkit.rules.options import Option, make_option
from dealerkit.rules.sets import rule_set, rule_sets
from dealerkit.training.action.levels import as_typed
from dealerkit.training.help_modes import MODES

SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without I, L, O and U, which are mistaken for 1, 1, 0 and V."""
_TAKEN_FOR: Final = str.maketrans("ILO", "110")
VERSION: Final = 1
_WRITTEN: Final = "0123456789. to"
"""Characters with which amounts and odds are written."""
_SEED_BITS: Final = (20, 40)
"""Sizes of a seed in bits; the smaller one is used if the seed fits."""


class NoCode(DealerkitError):
    """Raised if a walk cannot be written as a code, because a part of it does not fit."""


class BadCode(DealerkitError):
    """Raised if a code has a wrong or missing character, or names something unknown."""


@attrs.frozen
class Plan:
    """The plan of a walk: everything that reproduces it.

    Attributes:
        game: The game's id.
        rules: The rule set's name; None for the game's own.
        settings: The typed options, as text.
        seats: Number of players at the table.
        seed: Seed of the shuffles and the players.
        level: The level of the walk; 0 for none.
        mode: One of `MODES`.
        step: The step or section at which it begins; empty for the start.
        bots: Whether bots play; otherwise the dealer says what the players do.
    """

    game: str
    rules: str | None
    settings: Mapping[str, str]
    seats: int
    seed: int
    level: int = 0
    mode: str = "guided"
    step: str = ""
    bots: bool = True


@attrs.frozen
class FoundCode:
    """The walk that a code stands for.

    Attributes:
        plan: The walk.
        same: Whether the rules in force are those under which the code was made.
    """

    plan: Plan
    same: bool


def encode(plan: Plan, sha256: str) -> str:
    """Return the code of a walk.

    Args:
        plan: The walk.
        sha256: The hash of the rules in force at its table.

    Raises:
        NoCode: If a part of the plan does not fit; the error names it.
    """
    bits = _CodeBits()
    bits.put(VERSION, 3)
    bits.put(_print(_of_ours(plan.game, games(), "a game"), 12), 12)
    bits.put(0 if plan.rules is None else _print(_of_ours(plan.rules, rule_sets(), "a rule set"), 10), 10)
    bits.put(int(sha256[:4], 16) >> 1, 15)
    bits.put(_fits(plan.seats, 4, "this many seats"), 4)
    bits.put(_fits(plan.level, 3, "this level"), 3)
    bits.put(MODES.index(plan.mode), 2)
    bits.put(plan.bots, 1)
    wide = plan.seed >= 1 << _SEED_BITS[0]
    bits.put(wide, 1)
    bits.put(_fits(plan.seed, _SEED_BITS[wide], "a seed this long"), _SEED_BITS[wide])
    bits.put(bool(plan.step), 1)
    if plan.step:
        bits.put(_print(plan.step, 24), 24)
    if len(plan.settings) > 7:
        msg = f"too many options for a code: {len(plan.settings)}"
        raise NoCode(msg)
    bits.put(len(plan.settings), 3)
    known = _options(load(plan.game, plan.rules)) if plan.settings else {}
    for name, value in sorted(plan.settings.items()):
        _put_option(bits, known, name, value)
    signs = bits.signs()
    code = _in_fours(signs + SIGNS[_check(map(SIGNS.index, signs))])
    try:
        same = decode(code).plan == attrs.evolve(plan, settings=_written(plan))
    except BadCode:
        same = False
    if not same:  # two names may have the same hash
        msg = "one of the names can't be used in a code"
        raise NoCode(msg)
    return code


def _written(plan: Plan) -> dict[str, str]:
    """Return the options of a plan in the form of a code: `true` instead of `yes`."""
    known = _options(load(plan.game, plan.rules)) if plan.settings else {}
    return {name: as_typed(known[name].read(value)) for name, value in sorted(plan.settings.items())}


def decode(code: str) -> FoundCode:
    """Return the walk that a code stands for.

    Args:
        code: The code as typed; capitals, spaces and hyphens make no difference.

    Raises:
        BadCode: If a character is missing or wrong, a later dealerkit made the code, or it names something unknown.
    """
    signs = "".join(code.upper().split()).replace("-", "").translate(_TAKEN_FOR)
    strange = next((sign for sign in signs if sign not in SIGNS), "")
    if strange or len(signs) < 4:
        what = f"a code never has '{strange}'" if strange else "the code is too short"
        raise BadCode(_code_error(code, what))
    values = [SIGNS.index(sign) for sign in signs]
    if _check(values[:-1]) != values[-1]:
        raise BadCode(_code_error(code, "a character is missing or wrong"))
    bits = _CodeBits.of(values[:-1])
    version = bits.take(3)
    if version != VERSION:
        raise BadCode(_code_error(code, "the code was made by a different version of dealerkit"))
    try:
        plan, print_ = _read(bits, code)
    except IndexError:
        raise BadCode(_code_error(code, "the end is missing")) from None
    if bits.left:
        raise BadCode(_code_error(code, "there are extra characters at the end"))
    sha256 = load(plan.game, plan.rules, dict(plan.settings)).sha256
    return FoundCode(plan, print_ == int(sha256[:4], 16) >> 1)


def _read(bits: _CodeBits, code: str) -> tuple[Plan, int]:
    """Return the plan, and the hash of its rules."""
    name = _named(bits.take(12), games(), 12, "game", code)
    rules = bits.take(10)
    selector = _named(rules, _sets_for(name), 10, "rule set", code) if rules else None
    print_ = bits.take(15)
    seats, level, mode, bots = bits.take(4), bits.take(3), MODES[bits.take(2)], bool(bits.take(1))
    seed = bits.take(_SEED_BITS[bits.take(1)])
    step = bits.take(24) if bits.take(1) else 0
    count = bits.take(3)
    game_ = load(name, selector)
    known = _options(game_)
    settings = dict(_take_option(bits, known, code) for _ in range(count))
    at = _named(step, _steps(game_), 24, "step", code) if step else ""
    return Plan(name, selector, settings, seats, seed, level, mode, at, bots), print_


def _sets_for(name: str) -> Iterator[str]:
    """Yield the rule sets under which a game may be dealt; sets of other families may have the same hash."""
    dealt = load(name).data
    yield from (rules for rules in rule_sets() if rule_set(rules).serves(dealt))


def _steps(game: Game) -> Iterator[str]:
    """Yield the names of all steps and sections of a game's procedure at which a walk can begin."""
    for step in compiled_game(game).program.walk():
        parts = step.path.split(".")
        yield from (".".join(parts[at:end]) for at in range(len(parts)) for end in range(at + 1, len(parts) + 1))


def _options(game: Game) -> dict[str, Option]:
    return {name: make_option(name, spec) for name, spec in game.data.get("options", {}).items()}


def _put_option(bits: _CodeBits, known: Mapping[str, Option], name: str, value_text: str) -> None:
    option = known.get(name)
    if option is None:
        msg = f"the option {name} can't be used in a code"
        raise NoCode(msg)
    value = option.read(value_text)
    bits.put(_print(name, 12), 12)
    if option.kind == "choice":
        bits.put(_fits(option.values.index(value), 6, f"the value of {name}"), 6)
        return
    number = str(value)
    whole = number.isdecimal() and int(number) < 1 << 24 and str(int(number)) == number
    bits.put(not whole, 1)
    if whole:
        bits.put(int(number), 24)
        return
    if any(sign not in _WRITTEN for sign in number):
        msg = f"{name}={value_text} can't be used in a code"
        raise NoCode(msg)
    bits.put(_fits(len(number), 4, f"a {name} this long"), 4)
    for sign in number:
        bits.put(_WRITTEN.index(sign), 4)


def _take_option(bits: _CodeBits, known: Mapping[str, Option], code: str) -> tuple[str, str]:
    name = _named(bits.take(12), known, 12, "option", code)
    option = known[name]
    if option.kind != "choice":
        if not bits.take(1):
            return name, str(bits.take(24))
        return name, "".join(_WRITTEN[bits.take(4) % len(_WRITTEN)] for _ in range(bits.take(4)))
    at = bits.take(6)
    if at >= len(option.values):
        raise BadCode(_code_error(code, f"{name} no longer has that value"))
    value = option.values[at]
    return name, as_typed(value)


def _of_ours(name: str, known: Iterable[str], what: str) -> str:
    if name not in known:
        msg = f"{what} of your own can't be used in a code; share the file '{name}' and the seed"
        raise NoCode(msg)
    return name


def _fits(value: int, bits: int, what: str) -> int:
    if not 0 <= value < 1 << bits:
        msg = f"{what} can't be used in a code"
        raise NoCode(msg)
    return value


def _print(name: str, bits: int) -> int:
    """Return a hash of a name, a number from 1 with a given number of bits."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") % ((1 << bits) - 1) + 1


def _named(print_: int, known: Iterable[str], bits: int, what: str, code: str) -> str:
    name_ = next((name for name in known if _print(name, bits) == print_), None)
    if name_ is None:
        raise BadCode(_code_error(code, f"this dealerkit does not have the {what} in the code"))
    return name_


def _code_error(code: str, what: str) -> str:
    shown = code if len(code) <= 40 else f"{code[:40]}..."
    return f"'{shown}' is not a valid walk code: {what}"


def _in_fours(signs: str) -> str:
    return "-".join(signs[at : at + 4] for at in range(0, len(signs), 4))


def _check(values: Iterable[int]) -> int:
    """Return the check character, which detects every single wrong character and every exchange of two neighbours.

    It is a sum in the field of 32 elements, each character times another power of the field's generator (as in Reed-Solomon
    codes).
    """
    total = 0
    for value in values:
        total ^= value
        total <<= 1  # times the generator, modulo x^5 + x^2 + 1
        if total & 32:
            total ^= 0b100101
    return total


class _CodeBits:
    """A sequence of numbers, each with its own number of bits."""

    def __init__(self) -> None:
        self._bits: list[int] = []

    @classmethod
    def of(cls, values: Iterable[int]) -> _CodeBits:
        bits = cls()
        for value in values:
            bits.put(value, 5)
        bits._bits.reverse()
        return bits

    def put(self, value: int, bits: int) -> None:
        self._bits += [int(value) >> at & 1 for at in reversed(range(bits))]

    def take(self, bits: int) -> int:
        """Return the next number.

        Raises:
            IndexError: If there is none.
        """
        value = 0
        for _ in range(bits):
            value = value << 1 | self._bits.pop()
        return value

    @property
    def left(self) -> bool:
        """Return whether more is left than the padding of the last character."""
        return len(self._bits) >= 5 or any(self._bits)

    def signs(self) -> str:
        bits = [*self._bits, *[0] * (-len(self._bits) % 5)]
        return "".join(SIGNS[int("".join(map(str, bits[at : at + 5])), 2)] for at in range(0, len(bits), 5))
