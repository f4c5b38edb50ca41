"""Rules of a game against the house, compiled from its file: wagers, players' decisions, the dealer's draws, and payments.

A box is a player's betting place; after a split it holds several hands. One entry in the file becomes a place for cards and a
row of chips for each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import attrs

from dealerkit.arithmetic.conditions import ConditionReader, Features, HandCondition, PaymentLine, Told, holds_any
from dealerkit.arithmetic.first_cards import BETS, SideBetLine, side_bet_lines
from dealerkit.arithmetic.ranked_hands import by_ranking
from dealerkit.arithmetic.ranking import name as name_of
from dealerkit.arithmetic.ranking.ranker import MOST
from dealerkit.arithmetic.readings import COMMON, READINGS, CardReading
from dealerkit.arithmetic.rounding import whole
from dealerkit.errors import Problem, RuleFileError, UnknownName, no_such
from dealerkit.rules.box_rows import children, is_against_the_house
from dealerkit.rules.doc import Doc, Place, branch
from dealerkit.rules.entries import Branch
from dealerkit.rules.game_options import read_setting
from dealerkit.rules.games import Game
from dealerkit.rules.rankings import rank_letter, ranking, rankings
from dealerkit.rules.rankings import words as words_of

DEALER_HAND = "dealer"
"""Place of the dealer's own hand."""

BOARD = "board"
"""Place of the cards that all hands share."""


class Multiples(NamedTuple):
    """Multiples of another wager among which a player may choose.

    Attributes:
        condition: Condition under which they are in force.
        times: The multiples, ascending.
    """

    condition: HandCondition
    times: tuple[int, ...]


@attrs.frozen(eq=False)
class Wager:
    """A wager of a hand or of a box.

    Attributes:
        name: Its name, which is also the name of its row of chips.
        opened: When it can be made: `betting` (before the deal), `word` (with a player's decision), or `offer` (to all players).
        of: Wager by which it is measured, such as the main bet for a double; empty for an independent one. Before the deal it is
            as large as that wager.
        share: Its size as a share of that wager; the largest share if less is allowed.
        less: Whether the player may put less than that share.
        times: Multiples of that wager that the player may choose from, of which the first in force count; empty if there is no
            such choice.
        rounding: Direction of rounding if the largest amount is not a whole number of chips.
        limits: Smallest and largest amount of an independent wager, in money; 0 as the largest for no limit.
        box: Whether it belongs to the box as a whole, not to each of its hands.
        open: Conditions of which one must hold for the wager to be allowed.
        unless: Conditions of which none may hold.
    """

    name: str
    opened: str
    of: str
    share: Fraction
    less: bool
    times: tuple[Multiples, ...]
    rounding: str
    limits: tuple[Fraction, Fraction]
    box: bool
    open: tuple[HandCondition, ...]
    unless: tuple[HandCondition, ...]

    def multiples(self, features: Told) -> tuple[int, ...]:
        """Return the multiples in force for a hand with these features, ascending; none if no line is in force."""
        return next((line.times for line in self.times if line.condition.holds(features)), ())


@attrs.frozen(eq=False)
class Word:
    """A decision that a player can announce about a hand, such as `hit` or `double`.

    Attributes:
        name: The spoken word: `hit`.
        open: Conditions of which one must hold; empty if options in force forbid the word.
        unless: Conditions of which none may hold.
        wager: Wager that it requires; empty if it costs nothing.
        unpaid: Word that counts instead if a card has come but the wager was not put down; empty if the word counts all the same.
        cards: Number of cards that the dealer deals to the hand at once.
        ends: Whether it is the last decision about the hand.
        new_hand: Whether it splits the hand, so that the hand's last card begins another hand of the box.
        shows: Whether the player first turns up a hand that lies face down.
        offered: Conditions under which it is said during an offer to all players, not in turn.
        usual: Conditions under which a sensible player says it.
        most: Conditions under which a sensible player puts the largest amount allowed, not the smallest, if the wager has several
            multiples.
    """

    name: str
    open: tuple[HandCondition, ...]
    unless: tuple[HandCondition, ...]
    wager: str
    unpaid: str
    cards: int
    ends: bool
    new_hand: bool
    shows: bool
    offered: tuple[HandCondition, ...]
    usual: tuple[HandCondition, ...]
    most: tuple[HandCondition, ...]

    def is_offered(self, answers: Told) -> bool:
        """Return whether the word is said about a hand during an offer to all players, not in turn.

        Args:
            answers: Known features of the hand.
        """
        return holds_any(self.offered, answers)

    def is_open(self, answers: Told) -> bool:
        """Return whether the word may be said about a hand; a condition whose features are unknown does not forbid it.

        Args:
            answers: Known features of the hand.
        """
        return may_be(self.open, self.unless, answers)


def may_be(is_open: Sequence[HandCondition], unless: Sequence[HandCondition], answers: Told) -> bool:
    """Return whether at least one of the opening conditions may hold, and no forbidding condition is known to hold.

    Args:
        is_open: Conditions of which one must hold, or at least not be known to fail.
        unless: Conditions that forbid it.
        answers: Known features of the hand.
    """
    for condition in is_open:
        if condition.holds(answers) is not False:
            return not holds_any(unless, answers)
    return False


@attrs.frozen(eq=False)
class Boxes:
    """The rules of a game against the house, under the options in force.

    Attributes:
        cards: Number of cards that a hand begins with.
        board: Number of cards that all hands share.
        children: Names of the hands that a box may have besides its first.
        reading: How the cards of a hand are valued: totals, single ranks, or an order of hands.
        features: Features of a hand that conditions can test.
        over: Conditions under which there is nothing more to decide about a hand.
        wagers: Wagers by name; in this order their chips lie, starting nearest the bettor.
        words: Players' decisions by the spoken word, in the order in which they are offered.
        pays: For each wager, the lines of its pay table.
        bonus: For each wager with a bonus, the lines of what is paid in addition, whether the wager wins or loses.
        side_bets: For each side bet on the first cards, the lines of its pay table in force.
        draws: Totals on which the dealer draws: the hard totals, then the soft totals.
        unit: Smallest amount that the house pays out, in smallest chips; payments are multiples of it.
        rounding: Direction in which a payment that is not a multiple of the unit is rounded.
        scale: Number of smallest chips in one unit of money.
    """

    cards: int
    board: int
    children: tuple[str, ...]
    reading: CardReading
    features: Features
    over: tuple[HandCondition, ...]
    wagers: Mapping[str, Wager]
    words: Mapping[str, Word]
    pays: Mapping[str, tuple[PaymentLine, ...]]
    bonus: Mapping[str, tuple[PaymentLine, ...]]
    side_bets: Mapping[str, tuple[SideBetLine, ...]]
    draws: tuple[frozenset[object], frozenset[object]]
    unit: int
    rounding: str
    scale: Fraction

    @property
    def main(self) -> str:
        """Name of the bet without which a box has no hand: the first wager that can be made before the deal."""
        return next(name for name, wager in self.wagers.items() if wager.opened == "betting")

    def row(self, wager: str, child: str) -> str:
        """Return the name of the row of chips for a wager of one hand.

        Args:
            wager: Name of the wager.
            child: Name of the hand within its box; empty for the first.
        """
        return f"{wager}-{child}" if child else wager

    def winnings(self, stake: int, up: int, down: int) -> int:
        """Return the winnings of a stake, in smallest chips, rounded as the house does (BJ-87).

        Args:
            stake: The stake, in smallest chips.
            up: First number of the odds, 3 in 3 to 2.
            down: Second number of the odds.
        """
        return stake * up if down == 1 else whole(stake * up, down * self.unit, self.rounding) * self.unit

    def half_kept(self, stake: int, unit: object) -> int:
        """Return how much of a stake the house keeps if the player gives up half of it (surrenders), in smallest chips.

        Normally the half that goes back is rounded like winnings (BJ-88). If the house has a unit for the half that it keeps,
        that half is rounded down to a multiple of the unit instead (WAR-08).

        Args:
            stake: The stake, in smallest chips.
            unit: The house's unit for its half, as an amount of money; None if it has none.
        """
        if unit is None:
            return stake - self.part(stake, Fraction(1, 2))
        step = int(Fraction(str(unit)) * self.scale) or 1
        return stake // (2 * step) * step

    def part(self, stake: int, share: Fraction, rounding: str = "") -> int:
        """Return a share of a stake, in smallest chips, rounded to a multiple of the smallest amount that the house pays out.

        Args:
            stake: The stake, in smallest chips.
            share: The share, such as 1/2.
            rounding: Direction of rounding, one of `ROUNDINGS`; empty for the house's own.
        """
        return whole(stake * share.numerator, share.denominator * self.unit, rounding or self.rounding) * self.unit


def boxes_of(game: Game) -> Boxes:
    """Return the compiled rules of a game against the house.

    Raises:
        RuleFileError: If its file cannot be used; with every problem in it.
    """
    compiler = _BoxCompiler(game)
    boxes = compiler.boxes()
    if compiler.problems:
        raise RuleFileError(compiler.problems)
    return boxes


class _BoxCompiler:
    """Compiler of one game's boxes; it collects the problems."""

    def __init__(self, game: Game) -> None:
        self.game, self.data, self.problems = game, game.data, list[Problem]()
        self.reading, self.named = self._reading()
        words = frozenset[object](branch(self.data, "words")) | {"none"}
        self.features: Features = {**COMMON, **self.reading.features, **self.reading.against, "word": words}
        self.reader = ConditionReader(self.features, game.options, self._same, self.complain)

    def _reading(self) -> tuple[CardReading, Mapping[str, Branch]]:
        """Return the game's reading, and the conditions for the names of its hands: `royal_flush`, `{made: flush}`."""
        raw, spec = self.data.get("reading"), branch(self.data, "boxes")
        if not isinstance(raw, Mapping):
            name = str(raw)
            if name not in READINGS:
                self.complain(("reading",), no_such("reading", name, READINGS))
            return READINGS.get(name, READINGS["count"]), {}
        name = str(raw.get("order"))
        if name not in rankings():
            self.complain(("reading", "order"), no_such("order of hands", name, rankings()))
            return READINGS["count"], {}
        order, say = ranking(name), words_of(name)
        named: dict[str, Branch] = {kind: {"made": kind} for kind in order.order.categories}
        for head, title in say.special.items():
            kind, _, top = head.partition(" ")
            named[title.replace(" ", "_")] = {"made": kind, "top": rank_letter(int(top))}
        cards = int(str(spec.get("cards", 1))) + int(str(spec.get("board", 0)))
        if cards > MOST:
            self.complain(("boxes",), f"a hand has {cards} cards, community cards included; the maximum is {MOST}")
        least = {str(feature): str(hand) for feature, hand in branch(raw, "least").items()}
        against = DEALER_HAND in branch(branch(self.data, "felt"), "places")
        for feature, hand in least.items():
            try:
                by_ranking(order, cards, {feature: hand}, str)
            except ValueError as error:
                self.complain(("reading", "least", feature), str(error))
                least = {}
        return by_ranking(order, cards, least, lambda value: name_of(value, order.order, say), against=against), named

    def complain(self, place: Place, what: str) -> None:
        """Note a problem at its place in the game's file."""
        self.problems.append(self.game.doc.problem(place, what))

    def _same(self, option: str, value: object) -> bool:
        try:
            meant = read_setting(self.game.choices[option], value)
        except UnknownName as error:
            raise ValueError(str(error)) from None
        return str(meant).lower() == str(self.game.options[option]).lower()

    def boxes(self) -> Boxes:
        """Return the compiled rules."""
        spec, money = branch(self.data, "boxes"), branch(self.data, "money")
        scale = 1 / Fraction(str(money.get("unit", "1")))
        unit = Fraction(str(self.game.options.get("payout_unit", 0))) * scale
        wagers = {name: self._wager(name, branch(self.data["wagers"], name)) for name in branch(self.data, "wagers")}
        if not any(wager.opened == "betting" for wager in wagers.values()):
            self.complain(("boxes",), "every wager has `by`, so players can't bet before the deal; remove it from at least one")
        words = {name: self._word(name, branch(self.data["words"], name)) for name in branch(self.data, "words")}
        for name, word in words.items():
            if word.wager and word.wager not in wagers:
                self.complain(("words", name, "wager"), no_such("wager", word.wager, wagers))
        return Boxes(
            cards=int(str(spec.get("cards", 1))),
            board=int(str(spec.get("board", 0))),
            children=tuple(children(self.data)),
            reading=self.reading,
            features=self.features,
            over=self.reader.conditions(spec.get("over", ()), ("boxes", "over")),
            wagers=wagers,
            words=words,
            pays=self._pays(wagers),
            bonus=self._bonus(wagers),
            side_bets=self._side_bets(wagers),
            draws=self._draws(),
            unit=int(unit) or 1,
            rounding=str(self.game.options.get("payout_rounding", "up")),
            scale=scale,
        )

    def _unless(self, spec: Branch, place: Place) -> tuple[tuple[HandCondition, ...], tuple[HandCondition, ...]]:
        entry = spec.get("open", {})
        if isinstance(entry, Mapping):
            condition = self.reader.condition(entry, (*place, "open"))
            is_open: tuple[HandCondition, ...] = (condition,) if condition is not None else ()
        else:
            is_open = self.reader.conditions(entry, (*place, "open"))
        return is_open, self.reader.conditions(spec.get("unless", ()), (*place, "unless"))

    def _wager(self, name: str, spec: Branch) -> Wager:
        place: Place = ("wagers", name)
        of = str(spec.get("of", ""))
        if of and of not in self.data["wagers"]:
            self.complain((*place, "of"), no_such("wager", of, self.data["wagers"]))
        for key in ("share", "less", "times", "minimum", "maximum", "step") if of and "by" not in spec else ():
            if key in spec:
                self.complain(
                    (*place, key), f"'{name}' is made before the deal and is as large as '{of}'; remove `{key}`, or add `by`"
                )
        is_open, unless = self._unless(spec, place)
        return Wager(
            name,
            str(spec.get("by", "betting")),
            of,
            Fraction(str(spec.get("share", "1"))),
            bool(spec.get("less", False)),
            tuple(self._multiples(spec.get("times", ()), (*place, "times"))),
            str(spec.get("rounding", "")),
            (Fraction(str(spec.get("minimum", 0))), Fraction(str(spec.get("maximum", 0)))),
            bool(spec.get("box") or spec.get("side")),
            is_open,
            unless,
        )

    def _multiples(self, raw: Sequence[object], place: Place) -> Iterator[Multiples]:
        """Yield the multiples of a wager, with the condition of each; those that an option in force rules out are left out."""
        lines = raw if any(isinstance(line, Mapping) for line in raw) else [{"times": raw}] if raw else []
        for at, line in enumerate(lines):
            spec = line if isinstance(line, Mapping) else {"times": [line]}
            condition = self.reader.condition(spec.get("when", {}), (*place, at, "when"))
            if condition is not None:
                yield Multiples(condition, tuple(sorted(int(str(number)) for number in spec.get("times", ()))))

    def _word(self, name: str, spec: Branch) -> Word:
        place: Place = ("words", name)
        is_open, unless = self._unless(spec, place)
        unpaid = str(spec.get("unpaid", ""))
        if unpaid and unpaid not in self.data["words"]:
            self.complain((*place, "unpaid"), no_such("word", unpaid, self.data["words"]))
        return Word(
            name,
            is_open,
            unless,
            str(spec.get("wager", "")),
            unpaid,
            int(str(spec.get("cards", 0))),
            bool(spec.get("ends", False)),
            bool(spec.get("new_hand", False)),
            bool(spec.get("shows", False)),
            self.reader.conditions(spec.get("offered", ()), (*place, "offered")),
            self.reader.conditions(spec.get("usual", ()), (*place, "usual")),
            self.reader.conditions(spec.get("most", ()), (*place, "most")),
        )

    def _pays(self, wagers: Mapping[str, Wager]) -> dict[str, tuple[PaymentLine, ...]]:
        pays = branch(self.data, "pays")
        compiled: dict[str, tuple[PaymentLine, ...]] = {}
        for name, lines in pays.items():
            if name not in wagers:
                self.complain(("pays", name), f"'{name}' is under `pays`, but is not one of the `wagers`")
            compiled[name] = tuple(self._lines(lines, ("pays", name)))
        for name in wagers:
            if name not in pays and name not in branch(branch(self.data, "tables"), "side_bets"):
                self.complain(("wagers", name), f"the wager '{name}' has no payout under `pays`")
        return compiled

    def _bonus(self, wagers: Mapping[str, Wager]) -> dict[str, tuple[PaymentLine, ...]]:
        compiled: dict[str, tuple[PaymentLine, ...]] = {}
        for name, lines in branch(self.data, "bonus").items():
            if name not in wagers:
                self.complain(("bonus", name), no_such("wager", name, wagers))
            compiled[name] = tuple(self._lines(lines, ("bonus", name)))
            if any(line.result != "win" for line in compiled[name]):
                self.complain(("bonus", name), "a bonus can't lose or push; give odds on each of its lines")
        return compiled

    def _lines(self, raw: object, place: Place) -> Iterator[PaymentLine]:
        """Yield the lines of a wager, with a line for each column of a pay table; those of another wager if it is paid alike."""
        if isinstance(raw, Mapping):
            pays, like = branch(self.data, "pays"), str(raw.get("like"))
            if isinstance(pays.get(like), Sequence):
                yield from self._lines(pays[like], ("pays", like))
            else:
                self.complain((*place, "like"), no_such("wager with lines", like, pays))
            return
        if not isinstance(raw, list | tuple):
            self.complain(place, "expected a list of pay lines for the wager")
            return
        for at, entry in enumerate(raw):
            for line in self._columns(entry, (*place, at)):
                if (compiled := self.reader.line(line, (*place, at))) is not None:
                    yield compiled

    def _columns(self, entry: object, place: Place) -> Iterator[object]:
        """Yield a line as it is written; if it is a pay table, a line for each of its columns, with the figure under it."""
        if not isinstance(entry, Mapping) or "of" not in entry:
            yield entry
            return
        figures = str(entry.get("pays")).split("-")
        if len(figures) != len(entry["of"]):
            self.complain(
                (*place, "pays"), f"expected a figure for each hand under `of`, such as 40-30-6, not '{entry.get('pays')}'"
            )
            return
        plain = {key: value for key, value in entry.items() if key != "of"}
        for at, (column, figure) in enumerate(zip(entry["of"], figures, strict=True)):
            if not isinstance(column, Mapping) and column not in self.named:
                self.complain((*place, "of", at), no_such("hand", str(column), self.named))
                continue
            asks = column if isinstance(column, Mapping) else self.named[column]
            up, _, down = figure.partition("/")
            yield {**plain, "when": {**branch(entry, "when"), **asks}, "pays": f"{up} to {down or 1}"}

    def _side_bets(self, wagers: Mapping[str, Wager]) -> dict[str, tuple[SideBetLine, ...]]:
        tables = branch(self.data, "tables")
        for name in branch(tables, "side_bets"):
            for where, known in (("wager", wagers), ("side bet on first cards", BETS)):
                if name not in known:
                    self.complain(("tables", "side_bets", name), no_such(where, name, known))
        return side_bet_lines(tables, self.game.options)

    def _draws(self) -> tuple[frozenset[object], frozenset[object]]:
        draws = branch(self.data, "draws")
        if not draws:
            return frozenset(), frozenset()
        table = draws.get(str(draws.get("by")))
        if not isinstance(table, Mapping):
            self.complain(("draws", "by"), no_such("drawing table", str(draws.get("by")), [key for key in draws if key != "by"]))
            return frozenset(), frozenset()
        totals = []
        for kind in ("hard", "soft"):
            read = self.reader.condition({"total": table.get(kind, ())}, ("draws", str(draws.get("by")), kind))
            totals.append(read.asks["total"] if read is not None else frozenset[object]())
        return totals[0], totals[1]


def problems_of(doc: Doc, game: Game) -> Iterator[Problem]:
    """Yield problems in the boxes, wagers, words and pay lines of a game."""
    if is_against_the_house(doc.data):
        try:
            boxes_of(game)
        except RuleFileError as error:
            yield from error.problems
