"""The situation that facts, planners and mechanics read: the felt, the log and the game in force."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import attrs

from dealerkit.errors import MissingResult, UnknownName
from dealerkit.felt import Act, Felt
from dealerkit.felt.motions import MotionMeaning, RuledMotion
from dealerkit.rules.entries import Branch
from dealerkit.rules.registries import Registry

T = TypeVar("T")


@attrs.frozen
class GameData:
    """A game in force: the resolved rule set, ready for look-ups.

    Attributes:
        id: Id of the game.
        family: Family of the game.
        tables: Its tables of data.
        options: Values of the options in force, by name.
        dealing: Dealer of the game: `house` or `seat`.
        data: The whole resolved file.
        memo: Cache of values computed from the data.
    """

    id: str
    family: str
    tables: Branch
    options: Branch
    dealing: str
    data: Branch
    memo: dict[Any, Any] = attrs.field(factory=dict, eq=False, repr=False)

    def once(self, key: object, make: Callable[[GameData], T]) -> T:
        """Return a value computed from the game's data; it is computed once and cached.

        Args:
            key: Key of the value in the game's memo.
            make: Function that computes the value from the game.
        """
        value = self.memo.get(key)
        if value is None:
            value = self.memo[key] = make(self)
        return value


class DealtRuling(RuledMotion, Protocol):
    """The parts of a ruling that facts read: those of `RuledMotion`, whether it is decided, and the remedies to be dealt."""

    @property
    def decided(self) -> bool:
        """Whether all facts that the ruling needs are known."""

    @property
    def possible(self) -> Sequence[str]:
        """Outcomes that the ruling can still have while facts are missing."""

    @property
    def to_deal(self) -> Sequence[str]:
        """Ids of the remedies to be dealt."""


@attrs.frozen
class RuledOn:
    """A slip, or another event, with the ruling on it.

    Attributes:
        fault: Name of the fault, and so of its decision list in the rule set.
        code: Code of the finding; empty for an event without a slip.
        at: Number of acts in the log after the slip, which is the last of them.
        cards: Numbers of the cards that the slip moved.
        due: The acts that were due, as text; empty if none was.
        ruling: The ruling on it; None for none.
        back: Acts that lay what the slip moved back as it lay; empty if it moved nothing that goes back by hand.
    """

    fault: str
    code: str
    at: int
    cards: tuple[int, ...]
    due: str = ""
    ruling: DealtRuling | None = None
    back: tuple[Act, ...] = ()


Faced = tuple[range, bool, str, int]
"""Limits of a seat's bet: its legal totals in smallest chips, whether the cap is reached, the street, and the largest total by
the pot limit (0 without one).
"""


class MechanicTold:
    """Values that a mechanic (the generator that asks the players) passes to facts besides its question. Only the mechanic
    changes them; it starts with those of the mechanic before.

    Attributes:
        allowed: Limits of the bet of the seat to act; see `Faced`.
        size: Bet of the street, in smallest chips; 0 before the first.
        barred: Seat that may not raise; 0 for none.
        meaning: Meaning of the words and chips of the last turn; None for none.
        asked: By fault, the facts with which the rule set was last asked about words or chips, after the number of acts in the
            log at that time.
        play: Current or last hand in which players take turns, as its mechanic keeps it.
        turns: Number of acts in the log when the hand began, and the verbs of its players' acts in turn, first to last: `check`,
            `call`, `bet`, `raise`, `fold`.
    """

    __slots__ = ("allowed", "asked", "barred", "meaning", "play", "size", "turns")

    def __init__(self, earlier: MechanicTold | None = None) -> None:
        self.allowed: Faced | None = earlier.allowed if earlier is not None else None
        self.size: int = earlier.size if earlier is not None else 0
        self.barred: int = earlier.barred if earlier is not None else 0
        self.meaning: MotionMeaning | None = earlier.meaning if earlier is not None else None
        self.asked: dict[str, tuple[int, Mapping[str, object]]] = dict(earlier.asked) if earlier is not None else {}
        self.play: Any = earlier.play if earlier is not None else None
        self.turns: tuple[int, tuple[str, ...]] = earlier.turns if earlier is not None else (0, ())


class Situation:
    """One table as facts see it. Its maps and tuples are never changed in place, only replaced.

    Attributes:
        felt: The felt.
        log: The acts so far.
        game: The game in force.
        results: Results of players' steps, by step id: the bets at the close, the contract ...
        before: Results of the round before, for state that carries over.
        rounds: How often each repeated section has begun, within the section around it.
        starts: For each repeated section, the number of cards that had left the stock each time it began, within the section
            around it.
        marks: Number of acts in the log when each repeated section last began.
        ended: Number of acts in the log when each of them last began before that.
        kept: Last computed state of the cards, with the length of the log then; dropped when acts are taken back.
        act: Act under judgement, for facts that choose a finding's code.
        given: State given to the open step if the table was set up in the middle of it; empty at all other times.
        asked: Seats to act before the act under judgement, for the duties that follow from it.
        cache: Computed values of facts, each with its own conditions. It is not part of the table's state, and dropped when acts
            are taken back.
        told: Values that the last opened mechanic passes to facts besides its question.
        faced: Limits of the bet of the seat to act before the act under judgement; None if the act was asked for.
        remark: Remark of the felt on an act, with the length of the log after it.
        slips: Slips of this table with a ruling.
        mended: Slip that a remedy corrects, by the remedy's id.
        stakes: Each seat's chips in the pots when the floor last departed from a ruling, with the length of the log then; None if
            it never has.
        out_of_turn: The seats that were to act, the index of the last card dealt in the log, and the acts out of turn since; None
            for none.
    """

    __slots__ = (
        "act", "asked", "before", "cache", "ended", "faced", "felt", "game", "given", "kept", "log", "marks", "mended",
        "out_of_turn", "remark", "results", "rounds", "slips", "stakes", "starts", "told",
    )  # fmt: skip

    def __init__(self, felt: Felt, game: GameData) -> None:
        self.felt = felt
        self.game = game
        self.log: list[Act] = []
        self.results: Branch = {}
        self.before: Branch = {}
        self.rounds: Mapping[str, int] = {}
        self.starts: Mapping[str, Sequence[int]] = {}
        self.marks: Mapping[str, int] = {}
        self.ended: Mapping[str, int] = {}
        self.act: Act | None = None
        self.kept: tuple[int, Any, Any] | None = None
        self.cache: dict[str, Any] = {}
        self.asked: frozenset[str] = frozenset()
        self.given: Branch = {}
        self.told = MechanicTold()
        self.faced: Faced | None = None
        self.remark: tuple[int, str] = (0, "")
        self.slips: tuple[RuledOn, ...] = ()
        self.mended: Mapping[str, RuledOn | None] = {}
        self.stakes: tuple[int, Mapping[int, int]] | None = None
        self.out_of_turn: tuple[tuple[frozenset[str], int], tuple[Act, ...]] | None = None

    def copy(self) -> Situation:
        """Return an independent situation of the same table: its fields can be set without changing this one."""
        twin = object.__new__(Situation)
        twin.felt, twin.log, twin.game, twin.cache = self.felt, self.log, self.game, self.cache
        twin.follow(self)
        return twin

    def follow(self, other: Situation) -> None:
        """Copy the fields of another situation of the same table into this one."""
        self.results, self.before, self.rounds, self.starts = other.results, other.before, other.rounds, other.starts
        self.marks, self.ended, self.given, self.told = other.marks, other.ended, other.given, other.told
        self.act, self.asked, self.faced, self.remark, self.kept = other.act, other.asked, other.faced, other.remark, other.kept
        self.slips, self.mended, self.stakes, self.out_of_turn = other.slips, other.mended, other.stakes, other.out_of_turn

    def elsewhere(self, felt: Felt, log: list[Act]) -> Situation:
        """Return this situation with another felt and log, for a trial, and an empty cache."""
        twin = self.copy()
        twin.felt, twin.log, twin.cache, twin.kept = felt, log, {}, None
        return twin

    def result_of(self, step: str) -> Any:
        """Return the result of an earlier players' step, such as the bets at the close of betting.

        Args:
            step: Id of the step.

        Raises:
            MissingResult: If it is unknown, because the table was set up after that step.
        """
        if step not in self.results:
            raise MissingResult(step)
        return self.results[step]

    def backwards(self, skip: int = 0) -> Iterator[Act]:
        """Yield the acts of the log, the last one first.

        Args:
            skip: Number of last acts to leave out.
        """
        return itertools.islice(reversed(self.log), skip, None)

    @property
    def begun(self) -> int:
        """Length of the log when the last repeated section began; 0 if none has."""
        return max(self.marks.values(), default=0)

    def since(self, section: str) -> list[Act]:
        """Return the acts since a repeated section last began.

        Args:
            section: Id of the section.
        """
        return self.log[self.marks.get(section, 0) :]


Fact = Callable[[Situation], Any]

FACTS: Registry[Fact] = Registry("fact")
"""Every fact by name. A fact is a pure function of the situation; None is unknown."""


ONLY_WITH: Registry[tuple[str, tuple[str, ...]]] = Registry("limit of a fact by an option")
"""Facts that can hold only with certain values of an option: by the fact's name, the option and those values."""

BY_OPTION: set[str] = set()
"""Facts of `ONLY_WITH` that the option alone decides: with such a value they always hold."""


def only_with(option: str, *values: str) -> Callable[[Fact], Fact]:
    """Register that a fact can be true only if an option has one of these values, so that sheets of other tables leave it out.

    Args:
        option: Name of the option.
        values: Values as written; `true` and `false`.
    """

    def note(function: Fact) -> Fact:
        ONLY_WITH.add(function.__name__, (option, values), function.__module__)
        return function

    return note


ONLY_IN: Registry[Callable[[GameData], bool]] = Registry("limit of a fact by the game")
"""Facts that only some games have: by the fact's name, a function that returns whether a game, given its data, is one of them."""


def only_in(games: Callable[[GameData], bool]) -> Callable[[Fact], Fact]:
    """Register that only some games have a fact, so that sheets of the others leave it out.

    Args:
        games: Function that returns whether a game, given its data, is one of them, such as `plays_high_and_low`.
    """

    def note(function: Fact) -> Fact:
        ONLY_IN.add(function.__name__, games, function.__module__)
        return function

    return note


def never_with(option: str, *values: str) -> Callable[[Fact], Fact]:
    """Register that a fact is never true if an option has one of these values, such as 0 for none.

    Args:
        option: Name of the option.
        values: Values as written; `true` and `false`.
    """
    return only_in(lambda game: str(game.options.get(option)).lower() not in values)


REMARKED, UNASKED, SLIPPED = "remarked", "unasked", "slipped"
"""Oddities of an act: the felt remarked on it, or it names a flaw of a card; it was neither due nor asked for; it belongs to a
round with a slip so far, the act itself included.
"""

ONLY_OF: dict[Fact, str] = {}
"""Facts that can hold only at an odd act, each with the oddity."""


def only_of(oddity: str) -> Callable[[Fact], Fact]:
    """Register that a fact can hold only at acts that are out of the ordinary in one way, so that it is not tested at other acts.

    Args:
        oddity: The way: a constant of this module, such as `UNASKED`.
    """

    def note(function: Fact) -> Fact:
        ONLY_OF[function] = oddity
        return function

    return note


def can_hold(name: str, game: GameData) -> bool:
    """Return whether a fact can hold at all in a game with its options in force.

    Args:
        name: Name of a fact, or `not NAME` for its opposite.
        game: The game in force.
    """
    if name.startswith("not "):
        plain = name[4:].strip()
        return not can_hold(plain, game) or plain not in BY_OPTION
    option, values = ONLY_WITH.get(name, ("", ()))
    if option and str(game.options.get(option)).lower() not in values:
        return False
    return name not in ONLY_IN or ONLY_IN[name](game)


def fact(function: Fact) -> Fact:
    """Register a fact under its function's name, for `if:`, `repeat:`, `codes:`, duties and `ends:` of the rule files.

    Its docstring documents it on the page of words: a sentence that is true where the fact holds, with the rule's id.

    Args:
        function: Takes the situation and returns whether the fact holds, or None while that cannot be known, as with a card that
            nobody has seen. Of an unknown fact neither it nor its opposite (`not NAME`) holds. It changes nothing, and reads only
            the situation: the felt, the log, the game's options.

    Returns:
        The same function, so that other facts can call it.

    Raises:
        ValueError: If there is another fact of that name.

    >>> @fact
    ... def two_seats(now):
    ...     '''The table has just two seats (an example).'''
    ...     return now.felt.seats == 2
    >>> from types import SimpleNamespace
    >>> now = SimpleNamespace(felt=SimpleNamespace(seats=3))
    >>> fact_named("two_seats")(now), fact_named("not two_seats")(now)
    (False, True)
    >>> del FACTS["two_seats"]  # an example is not a fact of the rule files
    """
    FACTS.add(function.__name__, function, function.__module__)
    return function


def by_option(option: str, *values: str, usual: str = "") -> Callable[[Callable[[], None]], Fact]:
    """Register a fact that depends on one option only. The decorated function has no body; its name and docstring become the
    fact's.

    Args:
        option: Name of the option.
        values: Values with which the fact holds, as written; `true` and `false`.
        usual: Value assumed in a game without this option.

    >>> @by_option("lamps", "2", "3")
    ... def lit_well():
    ...     '''The table has more lamps than one (an example).'''
    >>> from types import SimpleNamespace
    >>> [lit_well(SimpleNamespace(game=SimpleNamespace(options={"lamps": count}))) for count in (1, 2)]
    [False, True]
    >>> del FACTS["lit_well"], ONLY_WITH["lit_well"]  # an example is not a fact of the rule files
    >>> BY_OPTION.remove("lit_well")
    """

    def register(named: Callable[[], None]) -> Fact:
        def holds(now: Situation) -> bool:
            return str(now.game.options.get(option, usual)).lower() in values

        BY_OPTION.add(named.__name__)
        return fact(only_with(option, *values)(functools.update_wrapper(holds, named)))

    return register


def fact_named(name: str) -> Fact:
    """Return the fact of that name; for `not NAME` its opposite.

    Raises:
        UnknownName: If there is no such fact.
    """
    if name.startswith("not "):
        inner = fact_named(name[4:].strip())
        return lambda now: None if (value := inner(now)) is None else not value
    try:
        return FACTS[name]
    except KeyError:
        raise UnknownName(kind="fact", name=name, known=FACTS) from None
