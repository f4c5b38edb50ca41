"""Each matcher of a player's act beside the acts that it leaves to another: by table, acts before, and the act."""

from __future__ import annotations

import functools

import pytest

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.judge.match import ActView
from dealerkit.judge.matchers import player
from dealerkit.procedure.advance import AgendaBuilder


@functools.cache
def table_on(game: str, at: str, acts: tuple[str, ...]) -> dk.Table:
    """Return a table for three at a step, after some acts."""
    table = dk.Table(game, seats=3, seed=3, button=1)
    if at:
        table.advance(at)
    for act in acts:
        table.push(act)
    return table


def answers(matcher: str, table: dk.Table, act: str) -> bool:
    """Return whether a matcher recognizes an act at a table."""
    work = AgendaBuilder(table.agenda, table.now.copy(), table.house, table._runs.trial())
    return getattr(player, matcher)(ActView(work, Act.parse(act))) is not None


FLOP = "flop_betting"
ROWS = [
    # chips and words of the seat whose turn it is
    ("motion", FLOP, "", "s2 put 5", True),
    ("motion", FLOP, "", "s2 say raise", True),
    ("motion", FLOP, "", "s3 put 5", False),
    ("motion", FLOP, "", "s2 bet 5", False),
    ("motion", "pitch", "", "s2 put 5", False),
    # further chips of the seat that acted last: until another acts, cards come, or the bets are brought in
    ("second_motion", FLOP, "s2 bet 4", "s2 put 4", True),
    ("second_motion", FLOP, "s2 put 4", "s2 put 4", True),
    ("second_motion", FLOP, "s2 say raise", "s2 put 4", True),
    ("second_motion", FLOP, "s2 bet 4; s3 raise 8", "s3 put 4", True),
    ("second_motion", FLOP, "s2 bet 4; s3 call", "s3 put 4", True),
    ("second_motion", FLOP, "s2 bet 4", "s2 bet 4", False),
    ("second_motion", FLOP, "s2 bet 4", "s3 put 4", False),
    ("second_motion", FLOP, "s2 bet 4; s3 call", "s2 put 4", False),
    ("second_motion", FLOP, "s2 check", "s2 put 4", False),
    ("second_motion", FLOP, "s2 bet 4; s3 fold", "s3 put 4", False),
    ("second_motion", FLOP, "s2 bet 4; s3 call; s1 call; d sweep", "s1 put 4", False),
    ("second_motion", FLOP, "s2 bet 4; s3 call; s1 call; d burn", "s1 put 4", False),
    ("second_motion", FLOP, "s2 bet 4; s3 call; s1 call; d deal board", "s1 put 4", False),
    ("second_motion", FLOP, "s2 bet 4; s3 call; s1 call; d tap", "s1 put 4", True),
    ("second_motion", "first_riffle", "", "s1 put 4", False),
    # words and disputes at any time
    ("words", FLOP, "", "s3 say nice", True),
    ("words", "pitch", "", "s3 dispute pot", True),
    ("words", FLOP, "", "s3 put 4", False),
    # a hand shown when the pot is nobody else's any more
    ("shown_after", FLOP, "s2 fold; s3 fold; d sweep", "s1 show", True),
    ("shown_after", FLOP, "s2 fold; s3 fold; d sweep", "s1 put 4", False),
    ("shown_after", FLOP, "s2 fold; s3 fold", "s1 fold", False),
    ("shown_after", FLOP, "s2 fold", "s1 show", False),
    ("shown_after", FLOP, "s2 check; s3 check; s1 check", "s1 show", False),
    # the next players' step while the dealer has something to do
    ("before_the_dealer", FLOP, "s2 check; s3 check; s1 check", "s2 check", True),
    ("before_the_dealer", FLOP, "s2 check; s3 check; s1 check", "s3 check", False),
    ("before_the_dealer", FLOP, "", "s2 check", False),
    ("before_the_dealer", "pitch", "", "s1 sitout", False),
    # an open step that may be passed over is not passed over by its own acts, nor by acts that the next one does not ask for
    ("past_the_open_step", FLOP, "", "s3 check", False),
    ("past_the_open_step", "pitch", "", "s1 call", False),
]


@pytest.mark.parametrize(("matcher", "at", "before", "act", "answer"), ROWS)
def test_a_matcher_answers_for_its_own_acts_alone(matcher, at, before, act, answer):
    """And leaves the others to the next matchers."""
    table = table_on("holdem", at, tuple(filter(None, before.split("; "))))
    assert answers(matcher, table, act) is answer
