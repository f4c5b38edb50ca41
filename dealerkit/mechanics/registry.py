"""The registry of mechanics, which say what players may do. A mechanic is a generator function that games share.

The generator yields a question, `{seat: {move: allowed}}`: seat and move as they are written (`s3`, `bet player`), and `allowed`
any container of values. It is sent the act that came, legal or not, and yields the next question. Its return value becomes the
step's result. It never validates, since the judge compares act and question. It trusts `act.who`, keeps only state that the felt
does not show, changes nothing outside itself and is never copied. An open-ended mechanic (bets until the dealer closes) is sent
None when it is closed, and then must return.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Generator, Mapping
from typing import Any

import attrs

from dealerkit.facts import Situation
from dealerkit.felt import Act
from dealerkit.mechanics.setup_values import NO_KINDS, Kinds
from dealerkit.rules.entries import Branch
from dealerkit.rules.registries import Registry

Params = Branch
Moves = Mapping[str, Container[object]]
Ask = Mapping[str, Moves]
Run = Generator[Ask, "Act | None", Any]

NO_RULE = "no rule"
"""Key that `breaks` returns for an unasked act that breaks no rule."""

NOTHING: Container[object] = (None,)
"""Allowed values of a move without a number or card."""


class Everything:
    """A container of every value, for choices that cannot be checked, such as a card from an unseen hand."""

    def __contains__(self, value: object) -> bool:
        return True

    def __iter__(self) -> object:
        return iter(())


EVERYTHING = Everything()


def first_move(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    """Return the first of the open moves, as an act without a value: a check, a call or a pass.

    Args:
        now: Situation at the table.
        params: The step's parameters.
        seat: The seat, such as `s3`.
        moves: Moves open to the seat, each with its allowed values.
    """
    return Act.make(seat, *next(iter(moves)).split())


def first_amount(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    """Return the first move whose allowed amounts are a tuple, with its first amount; None if there is none.

    Args:
        now: Situation at the table.
        params: The step's parameters.
        seat: The seat, such as `s3`.
        moves: Moves open to the seat, each with its allowed values.
    """
    for move, amounts in moves.items():
        if isinstance(amounts, tuple):
            verb, *to = move.split()
            return Act.make(seat, verb, *to, n=amounts[0])
    return None


def pass_or_first(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    """Return a pass if the player may pass, else the first of the moves.

    Args:
        now: Situation at the table.
        params: The step's parameters.
        seat: The seat, such as `s3`.
        moves: Moves open to the seat, each with its allowed values.
    """
    return Act.make(seat, "pass") if "pass" in moves else first_move(now, params, seat, moves)


@attrs.frozen(eq=False)
class Mechanic:
    """A mechanic: a way of asking the players for their moves, which several games may share.

    Attributes:
        name: Word in `play:`.
        run: Generator function that asks the players.
        breaks: Function that returns the rule that an illegal act breaks, as a key of the step's `rules:` map.
        plain: Function that returns the act of a player who checks, calls or passes; None to let the dealer continue.
        verbs: Verbs of its players' acts, legal or not; they tell them from acts of the mechanics before and after it.
        keeps: State that the felt does not show, name to kind: given in `now.given` to begin in the middle.
        comes_to: Parts of its result, name to kind: given if a table is set up after it.
        result: Function that makes the result from these parts.
        hears: Verbs of the dealer that change the question, even during a remedy.
        hears_all: Whether the generator is also sent an act that a remedy follows, and the correcting acts. Other mechanics
            repeat their question as if the act had not happened.
        least: Smallest values of whole-number parameters, by name, unless 0.
        alone: Whether only the first seat to act acts: the others are then not asked any more.
        void: Keys of rules after whose breach the act does not stand, so that its cards and chips go back; `outside` stands for
            an act made while no step of the mechanic is open.
        answered: Whether the dealer's next act depends on the answer, so that this act came too early without it.
    """

    name: str
    run: Callable[[Situation, Params], Run]
    breaks: Callable[[Situation, Params, Ask, Act], str]
    plain: Callable[[Situation, Params, str, Moves], Act | None]
    verbs: frozenset[str]
    keeps: Kinds
    comes_to: Kinds
    result: Callable[[Situation, Params, Mapping[str, object]], object]
    hears: frozenset[str]
    hears_all: bool
    least: Mapping[str, int]
    alone: bool = False
    void: frozenset[str] = frozenset()
    answered: bool = False


MECHANICS: Registry[Mechanic] = Registry("mechanic")
"""Mechanics by their word in `play:`."""


def mechanic(
    name: str,
    breaks: Callable[[Situation, Params, Ask, Act], str] = lambda now, params, ask, act: "",
    plain: Callable[[Situation, Params, str, Moves], Act | None] = lambda now, params, seat, moves: None,
    verbs: str = "",
    keeps: Kinds = NO_KINDS,
    comes_to: Kinds = NO_KINDS,
    result: Callable[[Situation, Params, Mapping[str, object]], object] = lambda now, params, values: values,
    hears: str = "",
    *,
    hears_all: bool = False,
    least: Mapping[str, int] | None = None,
    alone: bool = False,
    void: str = "",
    answered: bool = False,
) -> Callable[[Callable[[Situation, Params], Run]], Callable[[Situation, Params], Run]]:
    """Register a mechanic under its word: the decorated generator function asks the players in a step with `play: NAME`.

    Its docstring documents the word, and names every parameter that it reads in backticks; the page of words is made of it.

    Args:
        name: Word in `play:`.
        breaks: Function that takes an act that nobody asked for, or that was not allowed, and returns the rule that it breaks: a
            key of the step's `rules:` map, such as `turn`; `NO_RULE` if it breaks none. By default the empty key: `play/illegal`.
        plain: Function that returns the act of a player who checks, calls or passes, such as the call in `betting`; None to let
            the dealer continue. The players of a perfect dealer act so. By default None.
        verbs: Verbs of its players' acts, legal or not, separated by spaces: `"check call bet raise fold"`. An act with another
            verb belongs to another step.
        keeps: State that the felt does not show, name to kind, for cases that begin in its middle (`mid:`), of `tricks`
            `{"leader": "seat?", "trumps": "suit?"}`. A kind that ends in `?` may be left out.
        comes_to: Parts of its result, name to kind, for cases that begin after it (`done:`): `{"word": "word"}` of `choice`.
        result: Function that makes the result from the parts in `comes_to`. By default a map of them.
        hears: The dealer's verbs that change the question, separated by spaces: `"kill sweep"` of `betting`, where a killed hand
            has no turn any more. Such acts are sent to the generator like the players' acts.
        hears_all: Whether the generator is also sent an act that a remedy follows, and the correcting acts. Other mechanics
            repeat their question as if the act had not happened.
        least: Smallest values of whole-number parameters, by name, unless 0: `{"down_to": 1}`.
        alone: Whether only the first seat to act acts, as in `straddle`: the others are then not asked any more.
        void: Keys of rules, separated by spaces, after whose breach the act does not stand: its cards and chips go back. In
            `draw` they are `"change outside"`: the first number of cards stands, and a draw before its time is void. `outside`
            stands for an act with one of its verbs while no step of it is open.
        answered: Whether the next act of the dealer depends on the answer, as a card depends on "hit": without an answer such an
            act comes too early.

    Returns:
        The decorator, which returns the generator function unchanged.

    Raises:
        ValueError: If another module has a mechanic of that name.

    >>> @mechanic("nod", lambda now, params, ask, act: "word" if act.who in ask else "turn", verbs="answer")
    ... def nod(now, params):
    ...     '''The seat in `who` says yes or no. Returns: the word.'''
    ...     act = yield {f"s{params['who']}": {"answer yes": NOTHING, "answer no": NOTHING}}
    ...     return "" if act is None else act.to[0]
    >>> word = MECHANICS.pop("nod")  # an example is not a word of the rule files
    >>> run = word.run(None, {"who": 2})
    >>> next(run)
    {'s2': {'answer yes': (None,), 'answer no': (None,)}}
    >>> word.breaks(None, {}, {"s2": {}}, Act.make("s1", "answer", "yes"))
    'turn'
    >>> try:
    ...     run.send(Act.make("s2", "answer", "yes"))
    ... except StopIteration as over:
    ...     print(over.value)
    yes
    """

    def register(run: Callable[[Situation, Params], Run]) -> Callable[[Situation, Params], Run]:
        word = Mechanic(
            name,
            run,
            breaks,
            plain,
            frozenset(verbs.split()),
            keeps,
            comes_to,
            result,
            frozenset(hears.split()),
            hears_all,
            least or {},
            alone,
            frozenset(void.split()),
            answered,
        )
        MECHANICS.add(name, word, run.__module__)
        return run

    return register
