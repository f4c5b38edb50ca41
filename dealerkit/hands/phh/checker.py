"""Recorded hands checked fast: clean, or with the first impossible action.

for hand in read_hands(path):
    if isinstance(hand, Hand):
        problem = check_hand(hand)
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from dealerkit.files.screen_text import count_of
from dealerkit.hands.phh.acts import UNLIMITED, amount_text
from dealerkit.hands.phh.hand import PhhHand
from dealerkit.hands.phh.playback import play
from dealerkit.hands.phh.problems import AMOUNT, ENDED, INCOMPLETE, STACKS, TURN, HandProblem
from dealerkit.hands.phh.replay import Replay
from dealerkit.hands.phh.terms import Terms, terms_of
from dealerkit.hands.phh.variants import settings
from dealerkit.hands.phh.winnings import Winnings, share_pots

_BY_READING = {AMOUNT, TURN, ENDED, INCOMPLETE}
"""Faults that may vanish under another reading of the limits."""


class HandOutcome(NamedTuple):
    """The outcome of a checked hand.

    Attributes:
        problem: The first impossible action or field; None if the hand is clean.
        replay: The hand, played as far as it goes.
        won: Chips that the seats won from the pots; None if the hand did not get that far.
        reading: Index in `Terms.limits` of the interpretation of the betting limits under which it was played.
    """

    problem: HandProblem | None
    replay: Replay
    won: Winnings | None
    reading: int = 0

    @property
    def stacks(self) -> list[int]:
        """The final stacks before rake, in smallest units, seat 1 first; winnings that depend on unknown cards are left out."""
        replay = self.replay
        won = self.won.split if self.won is not None else [0] * len(replay.stack)
        return [chips + more for chips, more in zip(replay.stack[1:], won[1:], strict=True)]


def check_hand(hand: PhhHand) -> HandProblem | None:
    """Return the first problem of a hand; None if it is clean.

    Raises:
        RecordError: If its fields do not make a hand: invalid amounts, rows of different lengths, a negative stack.
    """
    terms = terms_of(hand)
    stacks = _stacks(hand, terms)
    replay = Replay(hand, terms, stacks)
    problem = play(replay)
    if problem is None and len(replay.live) == 1 and "winnings" not in hand.raw:  # most hands: nobody called the last bet
        final = replay.stack[1:]
        final[replay.live[0] - 1] += sum(replay.put)
        stacks_written = hand.raw.get("finishing_stacks")
        if stacks_written is None or stacks_written == str(final) or hand.money("finishing_stacks") == final:
            return None
    return _outcome(hand, terms, stacks, replay, problem).problem


def outcome_of(hand: PhhHand) -> HandOutcome:
    """Play a hand again, share its pots, and compare the result with the end that the file states.

    Raises:
        RecordError: As `check_hand`.
    """
    terms = terms_of(hand)
    stacks = _stacks(hand, terms)
    replay = Replay(hand, terms, stacks)
    return _outcome(hand, terms, stacks, replay, play(replay))


def _outcome(hand: PhhHand, terms: Terms, stacks: list[int], replay: Replay, problem: HandProblem | None) -> HandOutcome:
    """Return the outcome of a hand under the first reading of the limits; if that is faulty, try the others too."""
    hand_outcome: HandOutcome | None = None
    for reading in range(len(terms.limits)):
        if reading:
            replay = Replay(hand, terms, stacks, reading)
            problem = play(replay)
        won = None
        if problem is None:
            won = share_pots(replay, terms.variant, 10**hand.decimals)
            problem = _end(hand, stacks, replay, won)
            if problem is None:
                return HandOutcome(None, replay, won, reading)
        if hand_outcome is None or hand_outcome.problem is None or _later(problem, hand_outcome.problem):
            hand_outcome = HandOutcome(problem, replay, won, reading)
        if problem.code not in _BY_READING:
            break
    assert hand_outcome is not None
    return hand_outcome


@functools.cache
def _raked() -> frozenset[str]:
    """Return the fields that show that the house may have taken rake."""
    return frozenset(settings()["raked"])


def _later(hand_problem: HandProblem, other: HandProblem) -> bool:
    """Return whether a problem comes after another; problems in the fields for the end of the hand come last."""
    return other.at >= 0 and (hand_problem.at < 0 or hand_problem.at > other.at)


def _stacks(hand: PhhHand, terms: Terms) -> list[int]:
    """Return the starting stacks.

    Raises:
        RecordError: If their number is not that of the players, or one is negative.
    """
    if "starting_stacks" not in hand.raw:
        hand.wrong("variant", "starting_stacks is missing", f"add it; {hand.variant.title} needs `starting_stacks`")
    stacks = hand.money("starting_stacks")
    if len(stacks) != terms.seats:
        hand.wrong(
            "starting_stacks",
            f"{count_of(len(stacks), 'stack')} for {count_of(terms.seats, 'player')}",
            "write one for each player",
        )
    if min(stacks) < 0:
        hand.wrong("starting_stacks", f"p{stacks.index(min(stacks)) + 1}'s starting stack is below zero")
    return stacks


def _end(hand: PhhHand, stacks: list[int], replay: Replay, won: Winnings) -> HandProblem | None:
    """Return the first difference between the stacks and winnings that the file states and the pots' result; None if they
    agree.
    """
    raw = hand.raw
    if "finishing_stacks" in raw:
        problem = _finish(hand, stacks, replay, won)
        if problem is not None:
            return problem
    if "winnings" not in raw:
        return None
    winnings = hand.money("winnings")
    if len(winnings) != len(stacks):
        hand.wrong("winnings", f"{len(winnings)} winnings for {count_of(len(stacks), 'player')}", "write one for each player")
    for seat, amount in enumerate(winnings, 1):
        if amount > won.most[seat] + replay.back[seat]:
            most = amount_text(won.most[seat], hand.decimals)
            return HandProblem(
                STACKS, -1, f"p{seat} wins {most} at most", f"p{seat} wins {amount_text(amount, hand.decimals)}", "winnings"
            )
    return None


def _finish(hand: PhhHand, stacks: list[int], replay: Replay, won: Winnings) -> HandProblem | None:
    final = hand.money("finishing_stacks")
    if len(final) != len(stacks):
        hand.wrong(
            "finishing_stacks",
            f"{len(final)} finishing stacks for {count_of(len(stacks), 'player')}",
            "write one for each player",
        )
    raked = not _raked().isdisjoint(hand.raw)
    wrong: tuple[int, int, int] | None = None
    for seat, chips in enumerate(final, 1):
        behind = replay.stack[seat]
        if behind > UNLIMITED // 2:
            continue
        least, most = behind + won.least[seat], behind + won.most[seat]
        if raked and won.most[seat]:
            least = behind  # the house may have taken rake from the winnings
        if not least <= chips <= most and (wrong is None or abs(chips - most) > abs(wrong[1] - wrong[2])):
            wrong = (seat, chips, most if chips > most else least)
    if wrong is not None:
        seat, chips, due = wrong
        stated, wanted = amount_text(chips, hand.decimals), amount_text(due, hand.decimals)
        return HandProblem(STACKS, -1, f"p{seat} finishes with {wanted}", f"p{seat} finishes with {stated}", "finishing_stacks")
    if max(*stacks, *final) < UNLIMITED // 2:
        before, after = sum(stacks), sum(final)
        if after > before or (after < before and not raked):
            return HandProblem(
                STACKS,
                -1,
                f"{amount_text(before, hand.decimals)} in all",
                f"{amount_text(after, hand.decimals)} in all",
                "finishing_stacks",
            )
    return None
