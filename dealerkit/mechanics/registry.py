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
"""Word of a mechanic for an act that nothing asked for, and that breaks no rule."""

NOTHING: Container[object] = (None,)
"""For moves that are made with nothing: neither number nor card."""


class Everything:
    """Allows any value: for choices that cannot be checked, such as a card from a hand that nobody has seen."""

    def __contains__(self, value: object) -> bool:
        return True

    def __iter__(self) -> object:
        return iter(())


EVERYTHING = Everything()


def first_move(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    """Return the first of the moves that are open, made with nothing: what a player does who only wants to go on.

    Args:
        now: Situation at the table.
        params: The step's parameters.
        seat: The seat, such as `s3`.
        moves: What it may do.
    """
    return Act.make(seat, *next(iter(moves)).split())


def first_amount(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    """Return the first of the moves that are made with one of a few amounts, with the first of these; None if there is none.

    Args:
        now: Situation at the table.
        params: The step's parameters.
        seat: The seat, such as `s3`.
        moves: What it may do.
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
        moves: What it may do.
    """
    return Act.make(seat, "pass") if "pass" in moves else first_move(now, params, seat, moves)


@attrs.frozen(eq=False)
class Mechanic:
    """One mechanic.

    Attributes:
        name: The word in `play:`.
        run: Starts the generator.
        breaks: Says which of its rules an illegal act breaks, as a key of the step's `rules:` map.
        plain: What a player who only wants to go on does; None to let the dealer go on.
        verbs: What players do in it, allowed or not: by these it is told from the mechanics before and after it.
        keeps: What it keeps that the felt cannot tell, name to kind: what it must be told to begin in the middle, in
            `now.given`.
        comes_to: What can be told of its result, name to kind, where a table is set up after it.
        result: Makes the result of what was told.
        hears: What the dealer does that changes what is asked, even while a remedy is under way.
        hears_all: Whether it hears of an act that a remedy follows, and of what puts that right. For others such an act has not
            happened: they ask again what they had asked.
        least: The smallest whole number that a parameter can be, by its name, where that is not 0.
        alone: Whether the first to act acts alone: the others are not asked any more.
        void: The rules by which an act that breaks them does not stand, so that what it has moved goes back; `outside` where no
            step of the mechanic is open.
        answered: Whether what the dealer does next hangs on the answer, so that an act that could only follow from one has not
            waited for it.
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
    """Register a mechanic under its word: the generator below becomes what `play: NAME` asks of players.

    Its docstring documents the word, and names every parameter that it reads in backticks; the page of words is made of it.

    Args:
        name: The word in `play:`.
        breaks: Is given an act that nobody asked for, or that was not allowed, and returns which of its rules that breaks: a
            key of the step's `rules:` map, as `turn`; `NO_RULE` where it breaks none. By default the empty key:
            `play/illegal`.
        plain: What a player does who only wants to go on, as the call in `betting`; None to let the dealer go on. A perfect
            dealer's players do this. By default nothing.
        verbs: What players do in it, allowed or not, separated by spaces: `"check call bet raise fold"`. An act with another
            verb belongs to another step.
        keeps: What it keeps in mind that the felt cannot tell, name to kind, for cases that begin in its middle (`mid:`), as
            `{"leader": "seat?", "trumps": "suit?"}` of `tricks`. A kind that ends in `?` may be left out.
        comes_to: What can be told of its result, name to kind, for cases that begin after it (`done:`), as `{"word": "word"}` of
            `choice`.
        result: Makes its result out of what `comes_to` was told. By default it is what was told.
        hears: The dealer's verbs that change what is asked, separated by spaces: `"kill sweep"` of `betting`, where a hand
            that is killed has no turn any more. They are sent to the generator like the players' acts.
        hears_all: Whether it is sent an act that a remedy follows as well, and what puts that right. For others such an act
            has not happened: they ask again what they had asked.
        least: The smallest whole number that a parameter can be, by its name, where that is not 0, as `{"down_to": 1}`.
        alone: Whether the first to act acts alone, as in `straddle`: the others are not asked any more.
        void: The rules by which an act that breaks them does not stand, separated by spaces: `"change outside"` of `draw`, where
            the first number stands, and nobody draws before the draw. Cards and chips that it has moved go back; `outside` is
            an act of its verbs while no step of it is open.
        answered: Whether what the dealer does next hangs on the answer, as a card on "hit": an act that could only follow from
            one has not waited for it.

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
