"""The registry of `do` words: planners of the acts due in a dealer's step, called when the step opens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs

from dealerkit.facts import Situation
from dealerkit.felt import Act
from dealerkit.felt.acts import is_seat
from dealerkit.rules.entries import Branch
from dealerkit.rules.registries import Registry
from dealerkit.rules.step_words import with_what

Params = Branch
Plan = Callable[[Situation, Params], "Sequence[Act] | None"]
Covers = Callable[[Params, Act], bool]
Attempt = Callable[[Params, Act, Act], bool]
Same = Callable[[Act, Act], bool]
Left = Callable[[Situation, Sequence[Act], Act], "list[Act]"]
Amend = Callable[[Situation, Act, Act], Sequence[Act]]
Waits = Callable[[Situation], bool]
Later = Callable[[Situation, Sequence[Act], Act], "Act | None"]


def _any(params: Params, act: Act) -> bool:
    return True


def _same_what(expected: Act, act: Act) -> bool:
    return expected.what == act.what


def to_a_seat(params: Params, act: Act) -> bool:
    """Return whether the first target of an act is a seat.

    Args:
        params: The step's parameters.
        act: The act.
    """
    return is_seat(act.to[0])


def same_verb(params: Params, expected: Act, act: Act) -> bool:
    """Return whether an act has the verb of the act that was due, and is therefore a wrong attempt at it.

    Args:
        params: The step's parameters.
        expected: The act that was due.
        act: The act that came.
    """
    return act.verb == expected.verb


def same_subject(params: Params, expected: Act, act: Act) -> bool:
    """Return whether an act has the verb and first target of the act that was due, such as `d call winner`, and is therefore a
    wrong attempt at it.

    Args:
        params: The step's parameters.
        expected: The act that was due.
        act: The act that came.
    """
    return act.verb == expected.verb and act.to[:1] == expected.to[:1]


def _never(params: Params, expected: Act, act: Act) -> bool:
    return False


def say_again(now: Situation, expected: Act, got: Act) -> Sequence[Act]:
    """Return the expected act as the correction: a wrong call is corrected by the right one.

    Args:
        now: Situation after the wrong act.
        expected: The act that was due.
        got: The act that came.
    """
    return (expected,)


def card_act(now: Situation, verb: str, card: int, *to: str, counted: bool = False) -> Act:
    """Return the dealer's act on one card of a place: it names the card's face if that is known, else its position from 1.

    Args:
        now: Situation at the table.
        verb: Verb of the act, such as `putback`.
        card: Number of the card in the pack.
        to: Places of the act; the card lies in the first.
        counted: Whether to give the position even of the last card, which an act without a position means.
    """
    face = now.felt.faces[card]
    if face is not None:
        return Act.make("d", verb, *to, cards=(face,))
    place = now.felt.cards(to[0])
    at = place.index(card) + 1
    return Act.make("d", verb, *to, n=at if counted or at < len(place) else None)


def no_amends(now: Situation, expected: Act, got: Act) -> Sequence[Act]:
    """Return no correction, as the dealer alone cannot correct the slip.

    Args:
        now: Situation after the wrong act.
        expected: The act that was due.
        got: The act that came.
    """
    return ()


def push_right(now: Situation, expected: Act, got: Act) -> Sequence[Act]:
    """Return the acts that bring a wrong push back into the pot and push the right sum; if the seat was right, only the
    difference moves.

    A push that was not due comes back whole.

    Args:
        now: Situation after the wrong push.
        expected: The push that was due; `got` itself if none was.
        got: The push that was made.
    """
    wrong, right = now.felt.units(got.n or 0), 0 if expected is got else now.felt.units(expected.n or 0)
    if got.to == expected.to:
        wrong, right = max(0, wrong - right), max(0, right - wrong)
    pot = got.to[1] if len(got.to) > 1 else "pot"
    back = (Act.make("d", "collect", got.to[0], pot, n=now.felt.written(wrong)),) if wrong else ()
    return (*back, Act.make("d", "award", *expected.to, n=now.felt.written(right))) if right else back


def turn_up(now: Situation, expected: Act, got: Act) -> Sequence[Act]:
    """Return the act that turns up a card that was dealt face down by mistake.

    Args:
        now: Situation after the card.
        expected: The deal that was due.
        got: The deal that was made.

    Returns:
        The act, in a sequence; an empty one if the card went to a wrong place too.
    """
    return (Act.make("d", "turn", *got.to),) if got.to == expected.to and got.face == "down" != expected.face else ()


Cites = Callable[[Situation, Params, str], tuple[str, ...]]
"""Function that takes the situation, the step's parameters and the expected acts as text, and returns the ids of the rules that
decide this very act; empty for those of the step.
"""


def _step_says(now: Situation, params: Params, expected: str) -> tuple[str, ...]:
    return ()


def _words(text: str | frozenset[str]) -> frozenset[str]:
    return frozenset(text.split() if isinstance(text, str) else text)


def _none(now: Situation, params: Params) -> Sequence[Act]:
    return ()


@attrs.frozen(eq=False)
class Do:
    """One `do` word, and the decorator `do` that registers it: the decorated function plans the acts that `do: NAME` asks of the
    dealer.

    The function returns the acts that are due, in order: none if the step asks for nothing now, None while that cannot be known
    (cards that nobody has seen). It works them out from the felt and not from earlier acts, so that a finished part is not asked
    for again. Its result is never changed, so it may return a cached tuple. Its docstring documents the word, and names every
    parameter that it reads in backticks; the page of words is made of it.

    Attributes:
        name: Word in `do:`.
        verbs: Verbs of its acts, separated by spaces: `"pay mark"`. An act with another verb never belongs to this step.
        covers: Function that takes the step's parameters and an act with one of these verbs, and returns whether the act belongs
            to the step: a `deal` to the board belongs to `deal_board` and not to `deal_cards`. By default it does.
        attempt: Function that takes the parameters, the act due and the act that came, and returns whether that was a wrong
            attempt at it, such as another amount to the same seat; otherwise it counts as a separate act, out of place. By
            default it is not an attempt.
        amend: Function that takes the situation, the act due and the wrong attempt, and returns the correcting acts: by default
            the act due (`say_again`), `push_right` for chips, `no_amends` if the dealer alone cannot correct it.
        undo: Whether `amend` also corrects an unasked act of this step, such as a bet taken from a winner; it is then given that
            act twice.
        reverses: Whether its acts lay cards and chips back as they lay before a slip, and so settle what is owed back for it.
        waits: Function that takes the situation and returns whether the act is too early while players are still to be asked,
            even in a step that is `passable`: a contested pot is pushed when all hands are shown or thrown in. By default never.
        same: Function that returns whether an act is the one due. By default, if both have the same actor, verb and targets;
            `amend` compares the owners of chips.
        named: Whether each act of the plan is for a named seat, as in `pay`: a later act of the plan is then that act out of
            turn, and not a wrong attempt at the first.
        standing: Whether its acts stay due until done, as with `pay_stake`, so that leaving them out again is the same slip.
        either: Function that returns whether two acts of the plan may come in either order, such as two halves of one pot.
        left: Function that takes the situation, the plan and a wrong act, and returns the rest of the plan. By default the other
            acts; shares of a pot are worked out again from the chips in it.
        fresh: Whether the plan depends on earlier acts, as with `third_card`, so that it is made again after a slip.
        reopens: Verbs of the dealer after which a passed step is planned again, separated by spaces: `"collect"` of `award`,
            since chips that come back into a pot are pushed again.
        shared: Whether it lays cards that all players share and that stay, such as a board: missing cards are then owed.
        in_parts: Whether an act that names only some cards of a place does a part of the act due, such as one card of a flop
            turned up: the plan is made again after it.
        past: Function that takes the situation and returns whether the time of an optional call is over: the call for a third
            card, once the next card goes to the other hand. By default a call may come late.
        cites: Function that takes the situation, the parameters and the expected acts as text, and returns the rules that decide
            this very act, such as the one limit that a bet breaks; findings cite them instead of the step's and the catalogue's.
        later: Function that takes the situation, the acts since and an owed act, and returns the owed act as it is now: a bet
            swept into the pot is returned from there. None if it can no longer be done. By default it is unchanged.
        least: Smallest values of whole-number parameters, by name, unless 0: `{"cards": 1}`.
        what: If one word has several planners, the values of the step's `what:` that this one serves, separated by spaces:
            `"extra street"` of `put_back`. It reads `params["what"]` to tell them apart.
        plan: The decorated function; without one nothing is ever due.
        one_by_one: Whether it plans one act at a time, as `draw_by_table` does: `in_parts` and `fresh`.
        reckoned: Whether its owed acts are worked out from the chips on the layout, as with `settle_wagers`: `fresh` and `later`.

    >>> @do("knock", "tap", lambda params, act: act.to == (params["on"],), amend=no_amends)
    ... def knock(now, params):
    ...     '''The dealer knocks on a place: `d tap shoe`. Parameter `on`.'''
    ...     return [Act.make("d", "tap", params["on"])]
    >>> word = DO.pop("knock")  # an example is not a word of the rule files
    >>> word.plan(None, {"on": "shoe"}), sorted(word.verbs), word.help
    ([Act('d tap shoe')], ['tap'], 'The dealer knocks on a place: `d tap shoe`. Parameter `on`.')
    >>> word.covers({"on": "shoe"}, Act.make("d", "tap", "shoe")), word.covers({"on": "shoe"}, Act.make("d", "tap", "rack"))
    (True, False)
    """

    name: str
    verbs: frozenset[str] = attrs.field(converter=_words)
    covers: Covers = _any
    attempt: Attempt = _never
    amend: Amend = say_again
    undo: bool = False
    reverses: bool = False
    waits: Waits = lambda now: False
    same: Same = _same_what
    named: bool = False
    standing: bool = False
    either: Same = lambda due, other: False
    left: Left | None = None
    fresh: bool = False
    reopens: frozenset[str] = attrs.field(default="", converter=_words)
    shared: bool = False
    in_parts: bool = False
    past: Waits = lambda now: False
    cites: Cites = _step_says
    later: Later | None = None
    least: Mapping[str, int] = attrs.field(factory=dict)
    what: str = ""
    plan: Plan = _none
    one_by_one: bool = attrs.field(init=False)
    reckoned: bool = attrs.field(init=False)

    @one_by_one.default
    def _one_by_one(self) -> bool:
        return self.in_parts and self.fresh

    @reckoned.default
    def _reckoned(self) -> bool:
        return self.fresh and self.later is not None

    @property
    def help(self) -> str:
        """The meaning of the word: its planner's docstring."""
        return (self.plan.__doc__ or "").strip()

    def __call__(self, plan: Plan) -> Plan:
        """Register a planner under this word, and return it unchanged."""
        word = attrs.evolve(self, plan=plan)
        for name in [with_what(self.name, what) for what in self.what.split()] or [self.name]:
            DO.add(name, word, plan.__module__)
        return plan


do = Do

DO: Registry[Do] = Registry("'do' word")
"""Every `do` word, by its name; if a word has several planners, by name and `what`: `put_back, what: extra`."""
