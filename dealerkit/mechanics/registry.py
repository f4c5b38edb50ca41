"""The registry of mechanics, which say what players may do. A mechanic is a generator that every game shares.

It yields `{seat: {move: allowed}}`, seat and move as they are written (`s3`, `bet player`), `allowed` any container of
values, and is sent
the act that came, legal or not. It trusts `act.who`, keeps only what the felt cannot tell, changes nothing outside
itself and is never
copied. It never validates: the judge compares. What it returns becomes the step's result. An open-ended mechanic (bets
until the dealer
closes) is sent None when it is closed, and then must return.
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
"""Key for an unasked act that breaks no rule."""

NOTHING: Container[object] = (None,)
"""Allowed values of a move without a number or card."""


class Everything:
    """A container of every value: for choices that cannot be checked, such as a card from an unseen hand."""

    def __contains__(self, value: object) -> bool:
        return True

    def __iter__(self) -> object:
        return iter(())


EVERYTHING = Everything()


def first_move(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    """Return the first open move that needs no value: the act of a player who checks, calls or passes.

    Args:
        now: Situation at the table.
        params: The step's parameters.
        seat: The seat, such as `s3`.
        moves: Moves of the seat.
    """
    return Act.make(seat, *next(iter(moves)).split())


def first_amount(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    """Return the first move with a short list of amounts, at the first amount; None if there is none.

    Args:
        now: Situation at the table.
        params: The step's parameters.
        seat: The seat, such as `s3`.
        moves: Moves of the seat.
    """
    for move, amounts in moves.items():
        if isinstance(amounts, tuple):
            verb, *to = move.split()
            return Act.make(seat, verb, *to, n=amounts[0])
    return None


def pass_or_first(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    """Return a pass where the player may pass, else the first of the moves.

    Args:
        now: Situation at the table.
        params: The step's parameters.
        seat: The seat, such as `s3`.
        moves: Moves of the seat.
    """
    return Act.make(seat, "pass") if "pass" in moves else first_move(now, params, seat, moves)


@attrs.frozen(eq=False)
class Mechanic:
    """One mechanic.

    Attributes:
        name: Word in `play:`.
        run: Starts the generator.
        breaks: Returns the rule that an illegal act breaks, as a key of the step's `rules:` map.
        plain: Returns the act of a player who checks, calls or passes; None to let the dealer continue.
        verbs: Verbs of players in it, legal or not, which set it apart from the mechanics before and after it.
        keeps: State that the felt does not show, name to kind: given in `now.given` to begin in the middle.
        comes_to: Parts of its result, name to kind, given where a table is set up after it.
        result: Makes the result from these parts.
        hears: Verbs of the dealer that change the question, even during a remedy.
        hears_all: Whether it receives an act that a remedy follows, and the correcting acts. Others repeat their question as if
            the act had not happened.
        least: Smallest value of a whole-number parameter, by its name, where that is not 0.
        alone: Whether the first to act acts alone: the others are not asked any more.
        void: Keys of rules by which a breaking act does not stand, so that its cards and chips go back; `outside` where no step
            of the mechanic is open.
        answered: Whether the dealer's next act depends on the answer, so that one without it came too early.
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
"""Every mechanic by its word."""


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
    """Register a mechanic under its word: the generator below asks the players in a step with `play: NAME`.

    Its docstring documents the word, and names every parameter that it reads in backticks; the page of words is made of it.

    Args:
        name: Word in `play:`.
        breaks: Is given an act that nobody asked for, or that was not allowed, and returns which of its rules that breaks: a
            key of the step's `rules:` map, as `turn`; `NO_RULE` where it breaks none. By default the empty key:
            `play/illegal`.
        plain: Returns the act of a player who checks, calls or passes, such as the call in `betting`; None to let the dealer
            continue. A perfect dealer's players do this. By default None.
        verbs: Verbs of players in it, legal or not, separated by spaces: `"check call bet raise fold"`. An act with another
            verb belongs to another step.
        keeps: State that the felt does not show, name to kind, for cases that begin in its middle (`mid:`), as
            `{"leader": "seat?", "trumps": "suit?"}` of `tricks`. A kind that ends in `?` may be left out.
        comes_to: Parts of its result, name to kind, for cases that begin after it (`done:`), as `{"word": "word"}` of `choice`.
        result: Makes the result from the parts in `comes_to`. By default a map of them.
        hears: The dealer's verbs that change what is asked, separated by spaces: `"kill sweep"` of `betting`, where a hand
            that is killed has no turn any more. They are sent to the generator like the players' acts.
        hears_all: Whether it also receives an act that a remedy follows, and the correcting acts. Others repeat their question
            as if the act had not happened.
        least: Smallest value of a whole-number parameter, by its name, where that is not 0, as `{"down_to": 1}`.
        alone: Whether the first to act acts alone, as in `straddle`: the others are not asked any more.
        void: Keys of rules by which a breaking act does not stand, separated by spaces: `"change outside"` of `draw`, where the
            first number stands, and no draw comes before its time. Its cards and chips go back; `outside` is an act of its
            verbs while no step of it is open.
        answered: Whether the dealer's next act depends on the answer, as a card on "hit": such an act without an answer came
            too early.

    Returns:
        The decorator, which returns the generator function as it was.

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
