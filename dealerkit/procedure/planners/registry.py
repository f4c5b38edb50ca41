"""The registry of `do` words: the acts due in a dealer's step, planned when the step opens."""

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
    """Return whether an act has the verb that was due, so that it is a wrong attempt at it.

    Args:
        params: The step's parameters.
        expected: The act that was due.
        act: The act that came.
    """
    return act.verb == expected.verb


def same_subject(params: Params, expected: Act, act: Act) -> bool:
    """Return whether an act has the verb and first word that were due, such as `d call winner`, so that it is a wrong attempt
    at it.

    Args:
        params: The step's parameters.
        expected: The act that was due.
        act: The act that came.
    """
    return act.verb == expected.verb and act.to[:1] == expected.to[:1]


def _never(params: Params, expected: Act, act: Act) -> bool:
    return False


def say_again(now: Situation, expected: Act, got: Act) -> Sequence[Act]:
    """Return the expected act: a wrong call is corrected by the right one.

    Args:
        now: Situation after the wrong act.
        expected: The act that was due.
        got: The act that came.
    """
    return (expected,)


def card_act(now: Situation, verb: str, card: int, *to: str, counted: bool = False) -> Act:
    """Return an act on one card of a place, named by its face if known, else by its position.

    Args:
        now: Situation at the table.
        verb: Verb of the act, such as `putback`.
        card: Number of the card in the pack.
        to: Places of the act; the card lies in the first.
        counted: Whether to give the position of the last card too, which an act without a position means.
    """
    face = now.felt.faces[card]
    if face is not None:
        return Act.make("d", verb, *to, cards=(face,))
    place = now.felt.cards(to[0])
    at = place.index(card) + 1
    return Act.make("d", verb, *to, n=at if counted or at < len(place) else None)


def no_amends(now: Situation, expected: Act, got: Act) -> Sequence[Act]:
    """Return no act, as the dealer alone cannot correct the slip.

    Args:
        now: Situation after the wrong act.
        expected: The act that was due.
        got: The act that came.
    """
    return ()


def push_right(now: Situation, expected: Act, got: Act) -> Sequence[Act]:
    """Return the acts that bring a wrong push back into the pot and push the missing sum; with the right seat only the
    difference moves.

    An unasked push comes back whole.

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
    """Return the act that turns up a card dealt face down by mistake; none if the place was wrong too.

    Args:
        now: The table after the card.
        expected: The card that was due.
        got: The card that was dealt.
    """
    return (Act.make("d", "turn", *got.to),) if got.to == expected.to and got.face == "down" != expected.face else ()


Cites = Callable[[Situation, Params, str], tuple[str, ...]]
"""Function of the step's parameters and the expected acts, as text, that returns the rules deciding this act; empty for the
step's own.
"""


def _step_says(now: Situation, params: Params, expected: str) -> tuple[str, ...]:
    return ()


def _words(text: str | frozenset[str]) -> frozenset[str]:
    return frozenset(text.split() if isinstance(text, str) else text)


def _none(now: Situation, params: Params) -> Sequence[Act]:
    return ()


@attrs.frozen(eq=False)
class Do:
    """One `do` word, and the decorator `do` that registers it: the function below works out what `do: NAME` asks of the dealer.

    The function returns the acts that are due, in order: none where the step asks for nothing now, None while that cannot be
    known (cards that nobody has seen). It looks at the felt, not at what was done before, so that a part that is done is not
    asked for again. What it gives back is never changed: a tuple that is kept costs nothing. Its docstring documents the word,
    and names every parameter that it reads in backticks; the page of words is made of it.

    Attributes:
        name: Word in `do:`.
        verbs: Verbs of its acts, separated by spaces: `"pay mark"`. An act with another verb never belongs to this step.
        covers: Given the step's parameters and an act with one of these verbs, returns whether the act belongs to the step: a
            `deal` to the board belongs to `deal_board` and not to `deal_cards`. By default it does.
        attempt: Given the parameters, the act due and the act that came, returns whether that was a wrong attempt at it, such
            as another amount to the same seat; else it is an act of its own, out of place. By default it is none.
        amend: Given the situation, the act due and the wrong attempt, returns the correcting acts: by default the act due
            (`say_again`), `push_right` for chips, `no_amends` where the dealer alone cannot correct it.
        undo: Whether `amend` also corrects an unasked act of this step, such as a bet taken from a winner; it then gets that
            act twice.
        reverses: Whether its acts take back what was moved though nothing asked for it; no rule file names such a word.
        waits: Given the situation, returns whether the act is too early while players are still to be asked before it, even in
            a step that is `passable`: a contested pot is pushed when all hands are shown or thrown in. By default never.
        same: Returns whether an act is the one due. By default, if both are the same *what*; `amend` compares the owners of
            chips.
        named: Whether each act of the plan is for a named seat, as in `pay`: an act further on in the plan is that one out of
            turn, and no wrong attempt at the first.
        standing: Whether its acts stay due until done, as of `pay_stake`, so that leaving them out again is the same slip.
        either: Returns whether two acts of the plan may come in either order, such as two halves of one pot.
        left: Given the situation, the plan and a wrong act, returns the rest of the plan. By default the other acts; shares of
            a pot are reckoned again from the chips in it.
        fresh: Whether the plan reads earlier acts, as of `third_card`, so that it is made again after a slip.
        reopens: Verbs of the dealer after which a passed step is planned again, separated by spaces: `"collect"` of `award`,
            since chips that come back into a pot are pushed again.
        shared: Whether it lays cards that all share and that stay there, such as a board: missing ones are owed.
        in_parts: Whether an act that names some cards of a place does only a part of the act due, such as one card of a flop
            turned up: the plan is read again after it.
        past: Given the situation, returns whether the time of an optional call is over: that of a third card when the next card
            goes to the other hand. By default a call may come late.
        cites: Given the situation, the parameters and the expected acts, as text, returns the rules that decide this very act,
            such as the one limit that a bet is against; findings cite them instead of the step's and the catalogue's.
        later: Given the situation, the acts since and an owed act, returns that act as changed by them: a bet swept into the
            pot is returned from there. None where it can no longer be done. By default it is unchanged.
        least: Smallest value of a whole-number parameter, by its name, where that is not 0, as `{"cards": 1}`.
        what: Where one motion has several planners, the values of the step's `what:` that this one answers, separated by
            spaces: `"extra street"` of `put_back`. It reads `params["what"]` to tell them apart.
        plan: The function below the decorator; without one nothing is ever due.
        one_by_one: Whether it plans one act after the other, as `draw_by_table`: `in_parts` and `fresh`.
        reckoned: Whether its owed acts are worked out from the chips that lie there, as of `settle_wagers`: `fresh` and `later`.

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
        """Register a planner under this word, and return it as it was."""
        word = attrs.evolve(self, plan=plan)
        for name in [with_what(self.name, what) for what in self.what.split()] or [self.name]:
            DO.add(name, word, plan.__module__)
        return plan


do = Do

DO: Registry[Do] = Registry("'do' word")
"""Every `do` word, with its `what` where there are several of it: `put_back, what: extra`."""
