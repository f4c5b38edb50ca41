"""Each matcher beside the acts that it leaves to another: by table, acts before, and the act."""

from __future__ import annotations

import functools

import pytest

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.judge.classification import MATCHERS
from dealerkit.judge.match import ActView
from dealerkit.judge.matchers import player
from dealerkit.procedure.advance import AgendaBuilder

BY_NAME = {matcher.__name__: matcher for matcher in (*MATCHERS, *player.MATCHERS)}


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
    work.now.act = Act.parse(act)
    return BY_NAME[matcher](ActView(work, work.now.act)) is not None


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
DEALER = [
    # the dealer's last act once more, with nothing in between (DP-17)
    ("holdem", "burn", "d burn", "d burn", "repeated", True),
    ("holdem", "burn", "d burn; d deal board 3 together", "d burn", "repeated", False),
    ("holdem", "burn", "d burn; d deal board 3 together", "d deal board", "repeated", True),
    ("holdem", "burn", "d burn; d deal board 3 together; s2 check", "d deal board", "repeated", False),
    ("holdem", "burn", "d burn", "d floor", "repeated", False),
    # an act of a step behind the players whose turn it is
    ("holdem", FLOP, "", "d burn", "early", True),
    ("holdem", FLOP, "", "d sweep", "early", False),  # nothing is bet yet
    ("holdem", FLOP, "s2 bet 4", "d sweep", "early", True),
    ("holdem", FLOP, "", "d deal board", "early", True),
    ("holdem", FLOP, "", "d gather", "early", True),
    ("holdem", FLOP, "s2 check; s3 check; s1 check", "d burn", "early", False),
    ("holdem", FLOP, "", "d floor", "early", False),
    ("holdem", FLOP, "", "d insert 20", "early", False),
    # an act of a later step, with no player to act before it
    ("holdem", "tap", "", "d deal board 3 together", "later_step", True),
    ("holdem", "tap", "", "d burn", "later_step", True),
    ("holdem", "tap", "", "d floor", "later_step", False),
    ("holdem", FLOP, "", "d burn", "later_step", False),
    ("holdem", "pitch", "", "d burn", "later_step", False),
    ("holdem", "first_riffle", "", "d strip", "later_step", True),
    # the first act of the next round, where nothing but the open step is left of this one
    ("holdem", "move_button", "", "d riffle", "next_round", True),
    ("holdem", "move_button", "", "d strip", "next_round", False),
    ("holdem", "gather", "", "d riffle", "next_round", False),
    ("holdem", FLOP, "", "d riffle", "next_round", False),
    # an act of a step that is done
    ("holdem", FLOP, "", "d tap", "not_asked", True),
    ("holdem", "burn", "d burn; d deal board 3 together", "d burn", "not_asked", True),
    ("holdem", "burn", "", "d floor", "not_asked", False),
    # cards picked up while they have to lie (BJ-90)
    ("blackjack", "bets", "s1 bet main 10; d close; d deal s1; d deal dealer", "d clear", "picked_up", True),
    ("blackjack", "bets", "s1 bet main 10", "d clear", "picked_up", False),
    ("blackjack", "bets", "s1 bet main 10; d close; d deal s1; d deal dealer", "d tap", "picked_up", False),
    ("holdem", FLOP, "", "d gather", "picked_up", False),
    # a step that waits for the players' answers (BJ-61)
    ("holdem", FLOP, "", "d deal board", "unanswered", False),
    # acts that are never a fault, and acts that always are
    ("holdem", FLOP, "", "d floor", "always_or_never", True),
    ("holdem", FLOP, "", "d burn", "always_or_never", False),
    ("holdem", FLOP, "", "d turn s1", "always_or_never", True),
    ("holdem", FLOP, "", "d merge s1 muck", "always_or_never", False),
    ("holdem", FLOP, "", "d putback s1", "always_or_never", False),
    ("holdem", FLOP, "", "d kill s1", "always_or_never", True),
    ("mini-baccarat", "deal", "d deal player; d deal banker", "d putback player", "always_or_never", True),
    # a step that may be done at any moment once it is due
    ("holdem", FLOP, "", "d tap", "floating", True),
    ("holdem", FLOP, "", "d burn", "floating", False),
    ("holdem", "pitch", "", "d tap", "floating", True),
    # an act from further on in the plan
    ("holdem", "pitch", "", "d deal s3", "further_on", True),
    ("holdem", "pitch", "", "d deal s2", "further_on", False),
    ("holdem", "pitch", "", "d burn", "further_on", False),
    ("holdem", FLOP, "", "d deal s1", "further_on", False),
    # a card whose place in the procedure nobody can know
    ("holdem", FLOP, "", "d burn", "unknowable", False),
    ("holdem", "burn", "", "d burn", "excused", False),
    ("holdem", "burn", "", "d burn", "remedy_left", False),
    ("holdem", "burn", "", "d burn", "remedy_passed_over", False),
]


@pytest.mark.parametrize(("matcher", "at", "before", "act", "answer"), ROWS)
def test_a_matcher_answers_for_its_own_acts_alone(matcher, at, before, act, answer):
    """And leaves the others to the next matchers."""
    table = table_on("holdem", at, tuple(filter(None, before.split("; "))))
    assert answers(matcher, table, act) is answer


@pytest.mark.parametrize(("game", "at", "before", "act", "matcher", "answer"), DEALER)
def test_a_dealers_act_too(game, at, before, act, matcher, answer):
    """Whichever matcher comes first."""
    table = table_on(game, at, tuple(filter(None, before.split("; "))))
    assert answers(matcher, table, act) is answer


OUT_OF_TURN = "play/out-of-turn"


@pytest.mark.parametrize(
    ("game", "at", "before", "act", "found", "owed"),
    [
        ("mini-baccarat", "", "", "s1 bet player 100", [], []),
        ("blackjack", "", "", "s1 bet main 10", [], []),
        ("five-card-stud", "", "", "s1 post ante 1", [], []),
        ("holdem", "", "", "s2 post 1", [], []),
        ("holdem", "", "", "s2 post 2", [OUT_OF_TURN], ["d return s2 bet 1"]),
        ("holdem", "", "", "s2 bet 5", [OUT_OF_TURN], ["d return s2 bet 5"]),
        ("holdem", "first_riffle", "", "s3 post 2", [], []),
        ("holdem", "first_riffle", "", "s1 straddle 4", [OUT_OF_TURN], ["d return s1 bet 4"]),
        ("holdem", "first_riffle", "", "s2 cut", [OUT_OF_TURN], []),
        ("red-dog", "", "", "s1 post ante 1", [OUT_OF_TURN], ["d return s1 ante 1"]),
        ("red-dog", "", "", "s1 bet 1", [OUT_OF_TURN], ["d return s1 bet 1"]),
        # bets brought in while cards are dealt, with nobody's act since the last card (DP-14): nothing is leapt over
        ("holdem", "pitch", "d deal s2", "d sweep", ["action/bets-pulled-in-early"], []),
        ("omaha", "pitch", "d deal s2", "d sweep", ["action/bets-pulled-in-early"], []),
    ],
)
def test_what_is_found_at_once_and_what_is_owed_for_it(game, at, before, act, found, owed):
    """A bettor's bets lie there for the next round, and a forced bet as far as it will be asked for; other chips come back."""
    table = dk.Table(game, seats=3, seed=3, button=1)
    if at:
        table.advance(at)
    for done in filter(None, before.split("; ")):
        table.push(done)
    assert [finding.code for finding in table.push(act)] == found
    assert [due.text for due in table.owed] == owed
