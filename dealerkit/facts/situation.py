"""The situation that facts, planners and mechanics look at: the felt, the log and the game in force."""

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
    """A game as it is in force: the resolved rule set, ready to be looked things up in.

    Attributes:
        id: The game's id.
        family: Its family.
        tables: Its tables of data.
        options: Option values in force.
        dealing: `house` or `seat`: who deals.
        data: The whole resolved file.
        memo: What has been worked out from the data and is kept.
    """

    id: str
    family: str
    tables: Branch
    options: Branch
    dealing: str
    data: Branch
    memo: dict[Any, Any] = attrs.field(factory=dict, eq=False, repr=False)

    def once(self, key: object, make: Callable[[GameData], T]) -> T:
        """Return something worked out from the data once and kept."""
        value = self.memo.get(key)
        if value is None:
            value = self.memo[key] = make(self)
        return value


class DealtRuling(RuledMotion, Protocol):
    """A ruling, as far as facts look at it: what it comes to (`undecided` if facts are missing), and the remedies that it has
    dealt.
    """

    @property
    def decided(self) -> bool:
        """Whether all facts are there that it needs."""

    @property
    def possible(self) -> Sequence[str]:
        """The outcomes that are still possible."""

    @property
    def to_deal(self) -> Sequence[str]:
        """The remedies to be dealt, by id."""


@attrs.frozen
class RuledOn:
    """A slip that was ruled on.

    Attributes:
        fault: What happened, by the name of its decision list.
        code: The finding; empty for what is nobody's slip.
        at: How long the log was then: the slip is its last act.
        cards: The cards that the slip moved.
        due: What was due instead, as text.
        ruling: The ruling that was given on it.
    """

    fault: str
    code: str
    at: int
    cards: tuple[int, ...]
    due: str = ""
    ruling: DealtRuling | None = None


Faced = tuple[range, bool, str, int]
"""Bounds of a seat's bet: the totals it may come to in smallest chips, whether the cap is reached, the street, and the most by
the pot; 0 without one.
"""


class MechanicTold:
    """Values that a mechanic hands to facts beside its question. Only the mechanic changes them; it begins with the earlier ones.

    Attributes:
        allowed: What the seat to act may make its bet in all, whether the cap is reached, the street, and the most by the pot.
        size: The bet of the street, in smallest chips; 0 where nothing was bet yet.
        barred: The seat that may not raise; 0 for none.
        meaning: What the words and chips of the last turn came to; None if there were none.
        asked: What was known when the rule set was asked what a motion comes to, by fault, with the length of the log then.
        play: The hand of turns under way, or played last.
    """

    __slots__ = ("allowed", "asked", "barred", "meaning", "play", "size")

    def __init__(self, earlier: MechanicTold | None = None) -> None:
        self.allowed: Faced | None = earlier.allowed if earlier is not None else None
        self.size: int = earlier.size if earlier is not None else 0
        self.barred: int = earlier.barred if earlier is not None else 0
        self.meaning: MotionMeaning | None = earlier.meaning if earlier is not None else None
        self.asked: dict[str, tuple[int, Mapping[str, object]]] = dict(earlier.asked) if earlier is not None else {}
        self.play: Any = earlier.play if earlier is not None else None


class Situation:
    """One table as facts see it.

    Attributes:
        felt: The felt.
        log: The acts so far.
        game: The game in force.
        results: What players' steps came to, by step id: the bets as they stood at the close, the contract ...
        before: The same of the round before, for what carries over.
        rounds: How often each repeated section has begun, within the section around it.
        starts: The felt's tick each time a repeated section began, within the section around it.
        marks: Where in the log each repeated section last began.
        ended: Where each of them had begun the time before.
        kept: What was last worked out about the cards, with the length of the log then; dropped when acts are taken back.
        act: The act that is being judged, for facts that choose a finding's code.
        given: What the open step was told where a table was set up in the middle; empty at all other times.
        asked: Who was to act before the act that is being judged, for the duties that follow from it.
        cache: What facts have worked out and may be asked for again. Each entry says what it holds for; it is never part of
            how the table stands, and dropped when acts are taken back.
        told: What the mechanic that was opened last tells facts beside its question.
        faced: What the seat to act could bet before the act that is being judged; None where the act was asked for.
        remark: What the felt noticed about an act, with the length of the log after it.
        slips: The slips of this table that were ruled on.
        mended: Which slip a remedy corrects, by the remedy's id.
        stakes: What each seat had in the pots when the floor last departed from a ruling, with the length of the log then;
            None if it never has.
        out_of_turn: The seats that were to act, where cards last came, and the acts out of turn since; None for none.

    The maps and tuples in it are never changed in place: whatever changes one puts another in its place.
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
        """Return another view of the same table: what is put into it shows in no other."""
        twin = object.__new__(Situation)
        twin.felt, twin.log, twin.game, twin.cache = self.felt, self.log, self.game, self.cache
        twin.follow(self)
        return twin

    def follow(self, other: Situation) -> None:
        """Take over how another view of the same table stands."""
        self.results, self.before, self.rounds, self.starts = other.results, other.before, other.rounds, other.starts
        self.marks, self.ended, self.given, self.told = other.marks, other.ended, other.given, other.told
        self.act, self.asked, self.faced, self.remark, self.kept = other.act, other.asked, other.faced, other.remark, other.kept
        self.slips, self.mended, self.stakes, self.out_of_turn = other.slips, other.mended, other.stakes, other.out_of_turn

    def elsewhere(self, felt: Felt, log: list[Act]) -> Situation:
        """Return the same view of another felt and log, as a trial has them; nothing worked out is taken over."""
        twin = self.copy()
        twin.felt, twin.log, twin.cache, twin.kept = felt, log, {}, None
        return twin

    def result_of(self, step: str) -> Any:
        """Return what a players' step before this one came to.

        Raises:
            MissingResult: If nobody knows, because the table was set up behind that step.
        """
        if step not in self.results:
            raise MissingResult(step)
        return self.results[step]

    def backwards(self, skip: int = 0) -> Iterator[Act]:
        """Yield the acts, the last one first; without so many of the last."""
        return itertools.islice(reversed(self.log), skip, None)

    def since(self, section: str) -> list[Act]:
        """Return the acts since a section last began."""
        return self.log[self.marks.get(section, 0) :]


Fact = Callable[[Situation], Any]

FACTS: Registry[Fact] = Registry("fact")
"""Every fact by name. A fact is a pure function of the situation; None means that it cannot be known."""


ONLY_WITH: Registry[tuple[str, tuple[str, ...]]] = Registry("limit of a fact by an option")
"""Facts that can hold only where an option has one of certain values: the fact's name, the option, the values."""

BY_OPTION: set[str] = set()
"""Those of them that the option alone decides: with such a value they always hold."""


def only_with(option: str, *values: str) -> Callable[[Fact], Fact]:
    """Say that a fact can hold only where an option has one of these values, so that a sheet leaves out what never happens.

    Args:
        option: The option.
        values: The values, as they are written; `true` and `false`.
    """

    def note(function: Fact) -> Fact:
        ONLY_WITH.add(function.__name__, (option, values), function.__module__)
        return function

    return note


ONLY_IN: Registry[Callable[[GameData], bool]] = Registry("limit of a fact by the game")
"""Facts that can hold only in some games: the fact's name, and what tells from a game's data whether it is one of them."""


def only_in(games: Callable[[GameData], bool]) -> Callable[[Fact], Fact]:
    """Say that a fact can hold only in some games, so that a sheet leaves out what never happens in the others.

    Args:
        games: Tells from a game's data whether it is one of them: `plays_high_and_low`.
    """

    def note(function: Fact) -> Fact:
        ONLY_IN.add(function.__name__, games, function.__module__)
        return function

    return note


def never_with(option: str, *values: str) -> Callable[[Fact], Fact]:
    """Say that a fact never holds where an option has one of these values, as 0 where that is none.

    Args:
        option: The option.
        values: The values, as they are written; `true` and `false`.
    """
    return only_in(lambda game: str(game.options.get(option)).lower() not in values)


REMARKED, UNASKED, SLIPPED = "remarked", "unasked", "slipped"
"""Oddities of an act: the felt remarked on it, or it says what is wrong with a card; nothing had asked for it; it came in a round
in which, at it or before, an act was not just the one due, or asked for.
"""

ONLY_OF: dict[Fact, str] = {}
"""Facts that can hold only of an act that is odd in this way: what must have happened for them to hold."""


def only_of(oddity: str) -> Callable[[Fact], Fact]:
    """Say that a fact can hold only of an act that is odd in this way, so that it is never asked of any other."""

    def note(function: Fact) -> Fact:
        ONLY_OF[function] = oddity
        return function

    return note


def can_hold(name: str, game: GameData) -> bool:
    """Return whether a fact, or `not FACT`, can hold at all in a game with its options in force."""
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
        function: Given the situation, returns whether the fact holds; None while that cannot be known, as with a card nobody has
            seen. Of an unknown fact neither it nor its opposite (`not NAME`) holds. It changes nothing, and reads nothing but the
            situation: the felt, the log, the game's options.

    Returns:
        The function as it was, to be called by other facts.

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
    """Register a fact that one option alone decides, under the name and the docstring of a function with nothing else in it.

    Args:
        option: The option.
        values: The values with which it holds, as they are written; `true` and `false`.
        usual: The value of a game without such an option.

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
    """Return the fact of that name; `not NAME` is its opposite.

    Raises:
        UnknownName: If there is none.
    """
    if name.startswith("not "):
        inner = fact_named(name[4:].strip())
        return lambda now: None if (value := inner(now)) is None else not value
    try:
        return FACTS[name]
    except KeyError:
        raise UnknownName(kind="fact", name=name, known=FACTS) from None
