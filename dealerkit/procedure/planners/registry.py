"""The registry of `do` words: the acts that a dealer's step asks for, planned when the step opens."""

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
    """Return whether an act is for a seat, which it names first.

    Args:
        params: The step's parameters.
        act: The act.
    """
    return is_seat(act.to[0])


def same_verb(params: Params, expected: Act, act: Act) -> bool:
    """Return whether an act is of the kind that was due, whatever else it says: a wrong attempt at it.

    Args:
        params: The step's parameters.
        expected: What was due.
        act: What was done instead.
    """
    return act.verb == expected.verb


def same_subject(params: Params, expected: Act, act: Act) -> bool:
    """Return whether an act is of the kind that was due and begins with the same word, as `d call winner`: a wrong attempt at it.

    Args:
        params: The step's parameters.
        expected: What was due.
        act: What was done instead.
    """
    return act.verb == expected.verb and act.to[:1] == expected.to[:1]


def _never(params: Params, expected: Act, act: Act) -> bool:
    return False


def say_again(now: Situation, expected: Act, got: Act) -> Sequence[Act]:
    """Return the expected act: what was said wrongly is said again, rightly.

    Args:
        now: The table after the wrong act.
        expected: What was due.
        got: What was done instead.
    """
    return (expected,)


def card_act(now: Situation, verb: str, card: int, *to: str, counted: bool = False) -> Act:
    """Return an act about one card of a place, told by its name if known, else by its position.

    Args:
        now: Situation at the table.
        verb: What is done with the card, such as `putback`.
        card: The card's number in the pack.
        to: The places of the act; the card lies in the first.
        counted: Whether its position is told also of the last card, which is meant where nothing is said.
    """
    face = now.felt.faces[card]
    if face is not None:
        return Act.make("d", verb, *to, cards=(face,))
    place = now.felt.cards(to[0])
    at = place.index(card) + 1
    return Act.make("d", verb, *to, n=at if counted or at < len(place) else None)


def no_amends(now: Situation, expected: Act, got: Act) -> Sequence[Act]:
    """Return no act, because nothing the dealer does alone puts the slip right.

    Args:
        now: The table after the wrong act.
        expected: What was due.
        got: What was done instead.
    """
    return ()


def push_right(now: Situation, expected: Act, got: Act) -> Sequence[Act]:
    """Return the acts that bring a wrong push back into the pot and push what lacks; with the right seat only the difference
    moves.

    What nobody asked for comes back whole.

    Args:
        now: The table after the wrong push.
        expected: The push that was due; `got` itself if nobody asked for one.
        got: The push that was made.
    """
    wrong, right = now.felt.units(got.n or 0), 0 if expected is got else now.felt.units(expected.n or 0)
    if got.to == expected.to:
        wrong, right = max(0, wrong - right), max(0, right - wrong)
    pot = got.to[1] if len(got.to) > 1 else "pot"
    back = (Act.make("d", "collect", got.to[0], pot, n=now.felt.written(wrong)),) if wrong else ()
    return (*back, Act.make("d", "award", *expected.to, n=now.felt.written(right))) if right else back


def turn_up(now: Situation, expected: Act, got: Act) -> Sequence[Act]:
    """Return the act that turns up a card dealt face down where it should lie face up; nothing if another place was due.

    Args:
        now: The table after the card.
        expected: The card that was due.
        got: The card that was dealt.
    """
    return (Act.make("d", "turn", *got.to),) if got.to == expected.to and got.face == "down" else ()


Cites = Callable[[Situation, Params, str], tuple[str, ...]]
"""Given the step's parameters and what was expected, as text, the rules that decide this act; none where the step's own do."""


def _step_says(now: Situation, params: Params, expected: str) -> tuple[str, ...]:
    return ()


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


@attrs.frozen(eq=False)
class Do:
    """One `do` word.

    Attributes:
        name: The word.
        plan: The acts that are due, in order; empty if none is; None while that cannot be known. It must hold for any felt. What
            it gives back is never changed: a tuple that is kept costs nothing.
        verbs: The verbs it can ask for.
        covers: Whether an act with one of these verbs is of the step's kind.
        attempt: Whether an act other than the one due is a wrong attempt at it.
        amend: What puts a wrong attempt right.
        same: Whether an act is the one that is due; by default, if it is the same *what*.
        named: Whether each act of the plan is for somebody by name, so that one further on is that one out of turn, and
        no wrong attempt.
        standing: Whether what it asks for stays to be done until it is done, so that leaving it out again is the same slip.
        either: Whether two acts of the plan may come in either order.
        undo: Whether `amend` also puts right an act that nobody asked for; it is then given that act with nothing due.
        waits: Whether it is too early while players are still to be asked before it, though the dealer might pass them over.
        fresh: Whether its plan reads what has been done already, so that it is planned again after a slip.
        reopens: The dealer's acts after which it is asked for again though it has passed, if it then finds something to do.
        shared: Whether it lays cards that all share and that stay there: where fewer lie, the rest is owed.
        in_parts: Whether an act that names some cards of a place does only a part of what is due, so that its plan is read again.
        past: Whether it is too late for what it says, though it was asked for once and need not be said.
        cites: The rules that decide the very act, where they are not all those of its step.
        later: What an act that is owed has become after the acts since it was left out, in order; None where it can no longer be
            done. By default it stays what it was.
        left: What is left of the plan when an act of it has been done wrongly; by default the rest as it was.
        least: The smallest whole number that a parameter can be, by its name, where that is not 0.
    """

    name: str
    plan: Plan
    verbs: frozenset[str] = attrs.field(converter=_words)
    covers: Covers = _any
    attempt: Attempt = _never
    amend: Amend = say_again
    undo: bool = False
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

    @property
    def help(self) -> str:
        """The meaning of the word: its planner's docstring."""
        return (self.plan.__doc__ or "").strip()


DO: Registry[Do] = Registry("'do' word")
"""Every `do` word, with its `what` where there are several of it: `put_back, what: extra`."""


def do(
    name: str,
    verbs: str,
    covers: Covers = _any,
    attempt: Attempt = _never,
    amend: Amend = say_again,
    *,
    undo: bool = False,
    waits: Waits = lambda now: False,
    same: Same = _same_what,
    named: bool = False,
    standing: bool = False,
    either: Same = lambda due, other: False,
    left: Left | None = None,
    fresh: bool = False,
    reopens: str = "",
    shared: bool = False,
    in_parts: bool = False,
    past: Waits = lambda now: False,
    cites: Cites = _step_says,
    later: Later | None = None,
    least: Mapping[str, int] | None = None,
    what: str = "",
) -> Callable[[Plan], Plan]:
    """Register a planner under its word: the function below works out what `do: NAME` asks of the dealer.

    It returns the acts that are due, in order: none where the step asks for nothing now, None while that cannot be known (cards
    that nobody has seen). It looks at the felt, not at what was done before, so that a part that is done is not asked for again.
    Its docstring documents the word, and names every parameter that it reads in backticks; the page of words is made of it.

    Args:
        name: The word in `do:`.
        verbs: The verbs that it can ask for, separated by spaces: `"pay mark"`. An act with another verb is never of this
            step.
        covers: Given the step's parameters and an act with one of these verbs, says whether the act is of this step: a `deal`
            to the board is of `deal_board` and not of `deal_cards`. By default it is.
        attempt: Given parameters, the act that is due and the act that came, says whether that was a wrong attempt at it, as
            another amount to the same seat; else it is an act of its own, out of place. By default it is none.
        amend: Given the situation, the act that was due and the wrong attempt, returns what puts it right: by default what
            was due (`say_again`), `push_right` for chips, `no_amends` where the dealer alone can do nothing.
        undo: Whether `amend` also puts right an act of this step that nobody asked for, as a bet taken from a winner; it is
            then given that act twice.
        waits: Given the situation, whether it is too early while players are still to be asked before it, even those of a step
            that is `passable`: a pot that several are in for is pushed when all hands are shown or thrown in. By default never.
        same: Whether an act is the one that is due. By default, if both are the same *what*; `amend` compares whose chips
            they are.
        named: Whether each act of the plan is for somebody by name, as in `pay`: an act further on in the plan is that one
            out of turn, and no wrong attempt at the first.
        standing: Whether what it asks for stays to be done until it is done, as `pay_stake`, so that leaving it out again is
            the same slip.
        either: Whether two acts of the plan may come in either order, as two halves of one pot.
        left: Given the situation, the plan and an act that was done wrongly, returns what is left of the plan. By default the
            rest as it was; shares of a pot are reckoned anew from what lies there.
        fresh: Whether the plan reads what has been done already, as `third_card`, so that it is made again after a slip.
        reopens: The dealer's verbs after which the step is asked for again though it has passed, separated by spaces:
            `"collect"` of `award`, since chips that come back into a pot are pushed again.
        shared: Whether it lays cards that all share and that stay there, as a board: where fewer lie, the rest is owed.
        in_parts: Whether an act that names some cards of a place does only a part of what is due, as one card of a flop turned
            up: the plan is read again after it.
        past: Given the situation, whether it is too late for what it says, though it was asked for once and need not be said:
            a third card is called for when the next one goes to the other hand. By default it may be said late.
        cites: Given the situation, the parameters and what was expected, as text, returns the rules that decide this very
            act, as the one limit that a bet is against; findings cite them instead of the step's and the catalogue's.
        later: Given the situation, the acts since and an act that is owed, returns what that has become: a bet that was swept
            into the pot is returned from there. None where it can no longer be done. By default it stays what it was.
        least: The smallest whole number that a parameter can be, by its name, where that is not 0, as `{"cards": 1}`.
        what: Where one motion has several planners, the values of the step's `what:` that this one answers, separated by
            spaces: `"extra street"` of `put_back`. It reads `params["what"]` to tell them apart.

    Returns:
        The decorator, which returns the planner as it was.

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

    def register(plan: Plan) -> Plan:
        word = Do(
            name,
            plan,
            verbs,
            covers,
            attempt,
            amend,
            undo,
            waits,
            same,
            named,
            standing,
            either,
            left,
            fresh,
            reopens,
            shared,
            in_parts,
            past,
            cites,
            later,
            least or {},
        )
        for each in [with_what(name, value) for value in what.split()] or [name]:
            DO.add(each, word, plan.__module__)
        return plan

    return register
