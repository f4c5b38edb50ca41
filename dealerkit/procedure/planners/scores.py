"""Scores: the marks that the dealer writes down after a hand, in the order of counting."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dealerkit.facts import Situation
from dealerkit.felt import Act
from dealerkit.procedure.planners.registry import Params, do, same_verb
from dealerkit.rules.registries import Registry

Scored = tuple[int, str, str, int]
"""Seat, box, reason (empty for plain points), number of marks."""
Scorer = Callable[[Situation, Params], "Sequence[Scored] | None"]

SCORERS: Registry[Scorer] = Registry("scorer")
"""Scorers by their word in `by:`: functions that return marks in the order of counting, or None while unknown."""


def scorer(function: Scorer) -> Scorer:
    """Register a scorer (a function that works out the marks for a hand) under its name, for `by:` of the word `score`."""
    SCORERS.add(function.__name__, function, function.__module__)
    return function


def _wrong_score(params: Params, expected: Act, act: Act) -> bool:
    """Return whether an act marks for the same reason as the mark due, or without a box, and is therefore a wrong
    attempt at it.
    """
    return act.verb == "mark" and (not act.to[1:] or act.to[2:] == expected.to[2:])


def _is_box(params: Params, act: Act) -> bool:
    """Return whether the act marks in the step's box, or names none."""
    box = params.get("box")
    return box is None or not act.to[1:] or box in act.to[1:2]


def _correction(now: Situation, expected: Act, got: Act) -> Sequence[Act]:
    """Return the marks that correct a wrong one: its removal and the right mark, or the difference of a wrong number."""
    off = Act.make("d", got.verb, *got.to, n=-(got.n or 0))
    if expected is got:  # an unasked mark
        return (off,)
    if expected.what == got.what:
        return (Act.make("d", got.verb, *got.to, n=(expected.n or 0) - (got.n or 0)),)
    return (off, expected)


@do("score", "mark", _is_box, attempt=_wrong_score, amend=_correction, undo=True, named=True)
def score(now: Situation, params: Params) -> list[Act] | None:
    """Plan the marks for the points of a hand, one after the other: `d mark s2 points high 1`. Parameters `by`: the scorer, which
    works them out; `box`: the box in which they are marked.

    Returns:
        The acts due, in order; None while they cannot be known.
    """
    scored = SCORERS[params["by"]](now, params)
    if scored is None:
        return None
    felt = now.felt
    return [
        Act.make("d", "mark", f"s{seat}", *(word for word in (box, why) if word), n=felt.written(many))
        for seat, box, why, many in scored
        if many
    ]


def _same_mark(expected: Act, act: Act) -> bool:
    """Return whether two marks are for the same seat, box and number, whatever their reason."""
    return act.verb == expected.verb and act.to[:2] == expected.to[:2] and act.n == expected.n


@do("score_in_any_words", "mark", _is_box, attempt=same_verb, amend=_correction, undo=True, same=_same_mark, named=True)
def score_in_any_words(now: Situation, params: Params) -> Sequence[Act] | None:
    """Plan the same marks as `score`, accepted with any reason: two losses are two, whether `lowest` or `doubled`. Parameters as
    of `score`: `by`, `box`.

    Returns:
        The acts due, in order; None while they cannot be known.
    """
    return score(now, params)
