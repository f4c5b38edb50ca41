"""The rules of coups, compiled from a game's file: points, draws, the tableau, and the pay table with its conditions and odds.

This module and `dealerkit.arithmetic.coup`, which uses its results, import nothing else of this package.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

Place: TypeAlias = tuple[str | int, ...]
"""Place in a game's file: `("tables", "tableau", "3", 8)`."""

Problems: TypeAlias = list[tuple[Place, str]]
"""Problems found so far: the place of each, and a message."""

ReadOption: TypeAlias = Callable[[str, object], object]
"""Function that takes an option and a written value and returns the value; raises `ValueError` for a value that the option cannot
have.
"""

_TOTALS: Final[frozenset[object]] = frozenset(range(10))
_YES_NO: Final[frozenset[object]] = frozenset({True, False})

FEATURES: Final[Mapping[str, frozenset[object]]] = {
    "winner": frozenset({"player", "banker", "tie"}),
    "natural": frozenset({"none", "player", "banker", "both"}),
    "player_natural": _YES_NO,
    "banker_natural": _YES_NO,
    "player_cards": frozenset({2, 3}),
    "banker_cards": frozenset({2, 3}),
    "player_total": _TOTALS,
    "banker_total": _TOTALS,
    "margin": _TOTALS,
    "player_pair": _YES_NO,
    "banker_pair": _YES_NO,
    "either_pair": _YES_NO,
}
"""Features of a coup that pay lines can test, with their possible answers."""

PAIR_FEATURES: Final = frozenset({"player_pair", "banker_pair", "either_pair"})


class BadTables(ValueError):
    """Raised when a game's tables cannot be compiled.

    Attributes:
        problems: All problems: place in the game's file, and message.
    """

    def __init__(self, problems: Iterable[tuple[Place, str]]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{'.'.join(map(str, path))}: {what}" for path, what in self.problems))


class PayLine(NamedTuple):
    """A line of a pay table that is in force.

    Attributes:
        place: Its index in the bet's list in the game's file, from 0.
        when: For each tested feature of the coup, the answers that fit.
        result: `win`, `lose` or `push`.
        up: First number of the odds, `up` to `down`; 0 unless the bet wins.
        down: Second number of the odds.
        commission: Whether a win by this line bears commission.
        text: The line's own wording in the game's file, for print; None for none.
    """

    place: int
    when: Mapping[str, frozenset[object]]
    result: str
    up: int
    down: int
    commission: bool
    text: object


class PayRule(NamedTuple):
    """A row of the printed pay table.

    Attributes:
        bet: The bet's name.
        when: Condition of the row, in words.
        pays: `8 to 1`, `1 to 1 less 5% commission`, `push` or `loses`.
        text: The line's own wording in the game's file, to be printed instead of `when`; None for none.
    """

    bet: str
    when: str
    pays: str
    text: object


LOSES: Final = PayLine(place=-1, when={}, result="lose", up=0, down=1, commission=False, text=None)


def read_odds(text: object) -> tuple[int, int]:
    """Return odds as a pair of numbers: `8 to 1`, `8:1`, `19 to 20`, `0.95 to 1`, and `9 for 1`, which is 8 to 1. BA-67

    Returns:
        Two whole numbers without a common factor, `(8, 1)`.

    Raises:
        ValueError: If the text is not odds.

    >>> read_odds("8 to 1"), read_odds("9 for 1"), read_odds("0.95 to 1")
    ((8, 1), (8, 1), (19, 20))
    """
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(to|:|for)\s*([1-9]\d*)\s*", str(text))
    share = Fraction(match[1]) / int(match[3]) - (match[2] == "for") if match else Fraction(-1)
    if share < 0:
        msg = f"'{text}' is not odds; write them as \"8 to 1\""
        raise ValueError(msg)
    return share.numerator, share.denominator


def _span(text: object) -> frozenset[int]:
    """Return the whole numbers 0 to 9 in a text: `0-5`, `4+`, `7` or a list of these."""
    if isinstance(text, (list, tuple)):
        return frozenset[int]().union(*map(_span, text))
    match = re.fullmatch(r"(\d)(?:-(\d)|(\+))?", str(text))
    span = range(int(match[1]), 10 if match[3] else int(match[2] or match[1]) + 1) if match else range(0)
    if not span:
        msg = f"'{text}' is not a total; write 7, 0-5, 4+ or a list of totals"
        raise ValueError(msg)
    return frozenset(span)


def _answers(feature: str, wanted: object) -> frozenset[object]:
    """Return the answers to a feature that meet a condition."""
    known = FEATURES[feature]
    if isinstance(wanted, (list, tuple)):
        return frozenset[object]().union(*(_answers(feature, value) for value in wanted))
    allowed: frozenset[object]
    if known == _YES_NO:
        allowed = frozenset({wanted}) if isinstance(wanted, bool) else frozenset()
    elif known <= _TOTALS:
        allowed = frozenset(_span(wanted)) & known if not isinstance(wanted, bool) else frozenset()
    else:
        allowed = frozenset({str(wanted)}) & known
    if not allowed:
        some = "true or false" if known == _YES_NO else ", ".join(sorted(map(str, known)))
        msg = f"'{feature}' can't be '{wanted}'; allowed: {some}"
        raise ValueError(msg)
    return allowed


def as_written(_: str, value: object) -> object:
    """Return an option's value unchanged: the reader of values for options that list none."""
    return value


def _in_force(options: Mapping[str, object], name: str, wanted: object, read: ReadOption) -> bool:
    """Return whether an option has one of the values in a line.

    Raises:
        ValueError: If the option can never have one of them.
    """
    values = wanted if isinstance(wanted, (list, tuple)) else [wanted]
    return str(options[name]).lower() in {str(read(name, value)).lower() for value in values}


def read_number(value: object) -> Fraction | None:
    """Return the exact number in a text such as `0.05` or `1/20`; None if the text is not a number."""
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        return None


def read_points(tables: Mapping[str, object], problems: Problems) -> Mapping[str, int]:
    """Return the points of each rank, 0 to 9, by the rank's letter. BA-26

    Args:
        tables: Tables of a game's file; `points` is read.
        problems: List to which problems are added.
    """
    points = tables.get("points")
    if not isinstance(points, Mapping) or not points:
        problems.append((("tables", "points"), "the card values are missing: list the points of each rank"))
        return {}
    for rank, value in points.items():
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 9:
            problems.append((("tables", "points", str(rank)), f"'{value}' is not a card value from 0 to 9"))
    return {str(rank): value if isinstance(value, int) else 0 for rank, value in points.items()}


def read_natural(tables: Mapping[str, object], problems: Problems) -> int:
    """Return the lowest two-card total that ends the coup. BA-28

    Args:
        tables: Tables of a game's file; `natural` is read.
        problems: List to which problems are added.
    """
    natural = tables.get("natural")
    if isinstance(natural, int) and not isinstance(natural, bool) and 1 <= natural <= 10:
        return natural
    problems.append((("tables", "natural"), f"'{natural}' is not a total from 1 to 9; write 10 for a game without naturals"))
    return 8


def read_player_draws(tables: Mapping[str, object], problems: Problems) -> tuple[bool, ...]:
    """Return for each total, 0 to 9, whether the player hand draws. BA-32, BA-33

    Args:
        tables: Tables of a game's file; `player_draws` is read.
        problems: List to which problems are added.
    """
    try:
        draws = _span(tables.get("player_draws"))
    except ValueError as error:
        problems.append((("tables", "player_draws"), str(error)))
        draws = frozenset()
    return tuple(total in draws for total in range(10))


def read_tableau(tables: Mapping[str, object], natural: int, problems: Problems) -> tuple[bool, ...]:
    """Return whether the banker hand draws, for each of its totals and each third card of the player hand. BA-35 to BA-41

    Totals that are naturals may be left out of the file.

    Args:
        tables: Tables of a game's file; `tableau` is read.
        natural: Lowest total with which two cards end a coup.
        problems: List to which problems are added.

    Returns:
        110 cells, 11 for each banker's total from 0 to 9: whether the banker hand draws if the player hand stood, then for each
        third card of 0 to 9 points.
    """
    rows = tables.get("tableau")
    named = {str(total): row for total, row in rows.items()} if isinstance(rows, Mapping) else {}
    cells: list[bool] = []
    for total in range(10):
        row = named.pop(str(total), None)
        if row is None and total >= natural:
            row = ["S"] * 11  # never looked up: a natural has ended the coup
        path = ("tables", "tableau", str(total))
        if not isinstance(row, (list, tuple)) or len(row) != 11:
            problems.append((path, "each row needs eleven cells: player stood, then player's third card 0 to 9"))
            row = ["S"] * 11
        for column, cell in enumerate(row):
            if cell not in ("D", "S"):  # a tuple and not a set, because a cell may be unhashable
                problems.append(((*path, column), f"'{cell}' is not allowed here; write D (draws) or S (stands)"))
            cells.append(cell == "D")
    problems.extend((("tables", "tableau", total), "the drawing table has no row for this total") for total in named)
    return tuple(cells)


def read_pays(
    tables: Mapping[str, object], options: Mapping[str, object], problems: Problems, read: ReadOption = as_written
) -> Mapping[str, tuple[PayLine, ...]]:
    """Return the pay lines that the options leave in force, in order, by bet. The other lines are checked too.

    Args:
        tables: Tables of a game's file; `pays` is read.
        options: The options in force, by name.
        problems: List to which problems are added.
        read: Function that reads an option's value in a line.
    """
    pays = tables.get("pays")
    if not isinstance(pays, Mapping):
        problems.append((("tables", "pays"), "the pay table is missing: add a list of pay lines for each bet"))
        return {}
    compiled = {}
    for bet, lines in pays.items():
        path = ("tables", "pays", str(bet))
        if not isinstance(lines, (list, tuple)):
            problems.append((path, "expected a list of pay lines for the bet"))
            lines = []
        read_lines = (_PayLineReader((*path, at), options, read, problems).line(at, raw) for at, raw in enumerate(lines))
        compiled[str(bet)] = tuple(line for line in read_lines if line is not None)
    return compiled


class _PayLineReader:
    """Reader of one line of a pay table; it notes each problem at its own place."""

    def __init__(self, path: Place, options: Mapping[str, object], read: ReadOption, problems: Problems) -> None:
        self.path, self.options, self.read, self.problems = path, options, read, problems

    def wrong(self, what: str, *keys: str) -> None:
        """Note a problem.

        Args:
            what: The message.
            keys: Keys within the line that lead to the problem.
        """
        self.problems.append(((*self.path, *keys), what))

    def line(self, place: int, raw: object) -> PayLine | None:
        """Return the compiled line; None if an option in it has another value, or the line cannot be used."""
        if not isinstance(raw, Mapping):
            self.wrong("expected a pay line {when: {...}, pays: ...}, with odds, push or lose after `pays`")
            return None
        for key in raw.keys() - {"when", "pays", "commission", "text"}:
            self.wrong(f"unknown key '{key}'; allowed: when, pays, commission, text", str(key))
        before = len(self.problems)
        when, fits = self._when(raw.get("when", {}))
        result, up, down = self._pays(raw)
        commission = raw.get("commission", False)
        if not isinstance(commission, bool):
            self.wrong(f"`commission` must be true or false, not '{commission}'", "commission")
        if not fits or len(self.problems) > before:
            return None
        return PayLine(place, when, result, up, down, bool(commission), raw.get("text"))

    def _when(self, conditions: object) -> tuple[Mapping[str, frozenset[object]], bool]:
        """Return the line's conditions on the coup, and whether its conditions on options hold."""
        if not isinstance(conditions, Mapping):
            self.wrong("expected conditions such as {winner: banker, banker_cards: 3}", "when")
            return {}, False
        when: dict[str, frozenset[object]] = {}
        fits = True
        for name, wanted in conditions.items():
            try:
                if name in FEATURES:
                    when[name] = _answers(name, wanted)
                elif name in self.options:
                    fits = _in_force(self.options, name, wanted, self.read) and fits
                else:
                    self.wrong(f"unknown feature or option: '{name}'; {_meant(name)}", "when", str(name))
            except ValueError as error:
                self.wrong(str(error), "when", str(name))
        return when, fits

    def _pays(self, raw: Mapping[str, object]) -> tuple[str, int, int]:
        """Return the result of the line, and its odds."""
        if "pays" not in raw:
            self.wrong("the key 'pays' is missing; write odds, push or lose")
            return "lose", 0, 1
        pays = raw["pays"]
        if isinstance(pays, Mapping):  # {option: tie_pays}, not replaced by the option's value yet
            name = pays.get("option")
            if name not in self.options:
                self.wrong(f"unknown option '{name}' under `pays`", "pays")
                return "lose", 0, 1
            pays = self.options[str(name)]
        if pays in ("push", "lose"):
            return str(pays), 0, 1
        try:
            return "win", *read_odds(pays)
        except ValueError as error:
            self.wrong(f"{error}, or push, or lose", "pays")
            return "lose", 0, 1


def _meant(name: object) -> str:
    """Return a hint: the nearest feature, or all features."""
    near = difflib.get_close_matches(str(name), FEATURES, n=1)
    return f"did you mean {near[0]}?" if near else f"known features: {', '.join(FEATURES)}"


def words(when: Mapping[str, frozenset[object]]) -> str:
    """Return a condition in a dealer's words.

    >>> words({"winner": frozenset({"banker"}), "banker_total": frozenset({7}), "banker_cards": frozenset({3})})
    'banker wins with a three-card 7'
    """
    conditions, totals = [], dict(when)
    won = totals.pop("winner", frozenset())
    if won:
        hands = _some(won - {"tie"})
        conditions.append(" or ".join(([f"{hands} wins"] if hands else []) + (["tie"] if "tie" in won else [])))
    for side in ("player", "banker"):
        cards, total = totals.pop(f"{side}_cards", frozenset()), totals.pop(f"{side}_total", frozenset())
        if cards or total:
            many = f"{_some(cards).replace('2', 'two').replace('3', 'three')}-card " if cards else ""
            points = _some(total) if total else "hand"
            conditions.append(f"with a {many}{points}" if won == {side} else f"{side} a {many}{points}")
        if True in totals.get(f"{side}_natural", frozenset()) and won & {side, "tie"}:
            conditions.append("with a natural")
            del totals[f"{side}_natural"]
    conditions.extend(_clause(feature, answers) for feature, answers in totals.items())
    return " ".join(conditions) or "any other coup"


def _clause(feature: str, answers: frozenset[object]) -> str:
    """Return one condition in words."""
    some = _some(answers)
    if feature == "margin":
        return f"by {some}"
    if feature == "natural":
        return {"none": "no natural", "both": "both hands natural"}.get(some, f"{some} natural")
    side, _, what = feature.partition("_")
    return f"{'' if answers == {True} else 'no '}{side} {what}"


def _some(answers: frozenset[object]) -> str:
    """Return answers in words: `4 to 7`, `6`, `banker or player`; nothing for none."""
    numbers = sorted(answer for answer in answers if isinstance(answer, int))
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]} to {numbers[-1]}"
    return " or ".join([str(number) for number in numbers] or sorted(str(answer) for answer in answers))
