"""Results of blackjack hands, looked up by the cards that come next: players' by a table of decisions, the dealer's by
the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from dealerkit.games.pit.blackjack.best_play import UP_CARDS, StrategyRow
from dealerkit.games.pit.blackjack.dealer_hands import ACE, TEN, total_of
from dealerkit.games.pit.blackjack.terms import BlackjackTerms

Numbers: TypeAlias = npt.NDArray[np.int64]
Codes: TypeAlias = npt.NDArray[np.int16]

DONE, DOUBLED, SURRENDERED, NATURAL, SPLIT, OPEN = range(6)
"""Ends of a looked-up hand: with one bet on it, with two, given up, as a natural, to be split, or not finished yet."""

STATES: Final = tuple((total, False) for total in range(4, 22)) + tuple((total, True) for total in range(12, 22))
"""States of a hand that is not bust: its total, and whether it is soft."""
_BUST: Final = len(STATES)


def _state(hard: int, *, ace: bool) -> int:
    """Return the state of a hand by its sum with aces as one."""
    total = total_of(hard, ace=ace)
    return _BUST if total > 21 else STATES.index((total, total != hard))


_NEXT: Final = np.array(
    [
        *(
            [_state((total - 10 if soft else total) + value, ace=soft or value == ACE) for value in range(1, 11)]
            for total, soft in STATES
        ),
        [_BUST] * 10,
    ],
    np.int64,
)
"""State of a hand after a card, by the state before and the card's value."""

_TOTALS: Final = np.array([*(total for total, _ in STATES), 0], np.int64)
_DIGITS: Final = np.array([np.arange(1000) // 100, np.arange(1000) // 10 % 10, np.arange(1000) % 10])


def _played(state: int, hits: npt.NDArray[np.bool_]) -> Codes:
    """Return the codes of the results when a hand is played on with each sequence of three cards.

    Args:
        state: State of the hand.
        hits: Whether the player hits, by state.
    """
    states, used = np.full(1000, state), np.zeros(1000, np.int64)
    for cards in _DIGITS:
        drawing = hits[states]
        states = np.where(drawing, _NEXT[states, cards], states)
        used += drawing
    return code_of(np.where(hits[states], states, _TOTALS[states]), used, np.where(hits[states], OPEN, DONE))


def code_of(total: object, used: object, kind: object) -> Codes:
    """Return codes for results: the total (0 if bust) or the state of an unfinished hand, the number of cards used,
    and the end.
    """
    code = np.asarray(total) + 32 * np.asarray(used) + 128 * np.asarray(kind)
    return np.asarray(code, np.int16)


@attrs.frozen(eq=False)
class PlayTables:
    """Results of hands, looked up by card values from 0 (an ace) to 9 (a ten). All results but the dealer's are codes of
    `code_of`.

    Attributes:
        first: Result of a hand, by up-card, its two cards and the next three.
        split: The same for a split hand that is not split again.
        split_aces: The same for split aces.
        on: Result of an unfinished hand, by up-card, its state and the next three cards.
        dealer: The dealer's total, by up-card, the other card and the next three; 22 for a natural.
        dealer_on: The total of a dealer who draws on, by the state and the next three cards.
        splits: Whether a pair is split, by up-card and the pair's value.
        unlike: Result of two tens of unlike ranks, by up-card and the next three cards, if only like ranks are split.
    """

    first: Codes
    split: Codes
    split_aces: Codes
    on: Codes
    dealer: Codes
    dealer_on: Codes
    splits: npt.NDArray[np.bool_]
    unlike: Codes

    @classmethod
    def of(cls, terms: BlackjackTerms, strategy: Mapping[StrategyRow, tuple[tuple[str, ...], ...]]) -> PlayTables:
        """Return the tables for a strategy.

        Args:
            terms: The rules in force.
            strategy: Decisions of every row against each of `UP_CARDS`, as in `BestPlay.strategy`.
        """
        ups = [UP_CARDS.index(value) for value in range(1, 11)]
        first, split, aces, on = (np.empty((10, rows, 1000), np.int16) for rows in (100, 100, 100, len(STATES)))
        splits, unlike = np.zeros((10, 10), np.bool_), np.empty((10, 1000), np.int16)
        for up, column in enumerate(ups):
            hits = np.zeros(len(STATES) + 1, np.bool_)
            for state, (total, soft) in enumerate(STATES):
                if total < 21:
                    hits[state] = strategy[StrategyRow("soft" if soft else "hard", total)][column][-1] == "hit"
            for state in range(len(STATES)):
                on[up, state] = _played(state, hits)
            for low, high in np.ndindex(10, 10):
                state = _state(low + high + 2, ace=ACE in (low + 1, high + 1))
                total, soft = STATES[state]
                row = StrategyRow("soft" if soft else "hard", total)
                wanted = strategy[row][column] if total < 21 else ("stand",)
                if low == high:
                    splits[up, low] = strategy[StrategyRow("pair", low + 1)][column][0] == "split"
                chosen = strategy[StrategyRow("pair", low + 1)][column] if low == high else wanted
                first[up, low * 10 + high] = _first(state, chosen[0], hits, on[up])
                if low == high == TEN - 1:
                    unlike[up] = _first(state, next(decision for decision in chosen if decision != "split"), hits, on[up])
                if total == 21:
                    first[up, low * 10 + high] = code_of(22, 0, NATURAL)
                allowed = [
                    decision
                    for decision in wanted
                    if (decision != "double" or terms.double_after_split)
                    and (decision != "surrender" or terms.surrender_after_split)
                ]
                split[up, low * 10 + high] = _first(state, allowed[0], hits, on[up])
                calm = next(decision for decision in allowed if decision != "double") if terms.hit_split_aces else "stand"
                aces[up, low * 10 + high] = _first(state, calm, hits, on[up])
        return cls(first.ravel(), split.ravel(), aces.ravel(), on.ravel(), *_dealer_tables(terms), splits.ravel(), unlike.ravel())


def _first(state: int, decision: str, hits: npt.NDArray[np.bool_], on: Codes) -> Codes:
    """Return the results of a hand of two cards after a first decision, for each sequence of three next cards."""
    if decision == "split":
        return code_of(0, np.zeros(1000), SPLIT)
    if decision == "surrender":
        return code_of(0, np.zeros(1000), SURRENDERED)
    if decision == "double":
        return code_of(_TOTALS[_NEXT[state, _DIGITS[0]]], np.ones(1000), DOUBLED)
    if decision == "hit" and not hits[state]:
        forced = hits.copy()
        forced[state] = True
        return _played(state, forced)
    return on[state] if decision == "hit" or not hits[state] else code_of(_TOTALS[state], np.zeros(1000), DONE)


def _dealer_tables(terms: BlackjackTerms) -> tuple[Codes, Codes]:
    """Return the dealer's results, for `dealer` and `dealer_on` of `PlayTables` (BJ-74 to BJ-77)."""
    draws = [total < 17 or (total == 17 and soft and terms.hits_soft_17) for total, soft in STATES]
    hits = np.array([*draws, False])
    on = np.array([_played(state, hits) for state in range(len(STATES))])
    rows = []
    for up, hole in np.ndindex(10, 10):
        state = _state(up + hole + 2, ace=ACE in (up + 1, hole + 1))
        rows.append(code_of(22, np.zeros(1000), NATURAL) if STATES[state][0] == 21 else on[state])
    return np.array(rows).ravel(), on.ravel()
