"""The floor rules in words, cards are named where it matters which is meant, and a hint says nothing that is not understood."""

from __future__ import annotations

import contextlib
import io

import pytest

from dealerkit import Table
from dealerkit.cli.walk.conversation import Conversation
from dealerkit.felt import Act
from dealerkit.training.walk.felt_text import letters
from dealerkit.training.walk.session import Session
from dealerkit.training.walk.talk import Talk


def conversation(table: Table) -> Conversation:
    """A walk at a table as it stands, nobody else playing."""
    return Conversation(Session(table), at_once=True, menus=False, show=letters, hands=0, plain=True)


def typed(talk: Conversation, line: str) -> str:
    """What a line typed at the walk is answered with, on one line."""
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        talk.take(line)
    return " ".join(told.getvalue().split())


def baccarat(*acts: str) -> Table:
    """A coup with one bet on the player, after some acts."""
    table = Table("mini-baccarat", seats=1)
    table.advance("bets")
    for act in ("s1 bet player 100", "d close", *acts):
        table.push(act)
    return table


WON = ("d deal player 7h", "d deal banker Ks", "d deal player Th", "d deal banker 6c", "d call player wins", "d push player")


def test_a_dispute_after_which_the_dealer_goes_on_is_hinted():
    """RM-26: the bet is paid although it is disputed; the hint was a traceback."""
    talk = conversation(baccarat(*WON, "s1 dispute result", "d pay s1 player 100"))
    assert "due: call the floor" in typed(talk, "hint")
    typed(talk, "call the floor")
    told = typed(talk, "hint")
    assert "say: the floor rules play on" in told
    assert "f rule" not in told
    typed(talk, "the floor rules play on")
    assert talk.session.table.log[-1] == Act.parse("f rule play_on")


def test_a_card_that_is_to_be_moved_is_named():
    """BA-61 BI-06: both player cards came first; of two cards the right one goes: said without it, the last went to and fro."""
    talk = conversation(baccarat("d deal player 7h", "d deal player Ks", "d deal banker Th", "d deal banker 6c"))
    said = []
    for _ in range(2):
        said.append(typed(talk, "hint").partition("say: ")[2].partition(" how:")[0])
        typed(talk, said[-1])
    assert said == ["move Ks from player to banker", "move Th from banker to player"]
    assert typed(talk, "hint").startswith("due: call player 7")


@pytest.mark.parametrize(
    ("said", "act"),
    [
        ("card for the player 2h", "d deal player 2h"),
        ("move 7h from player to banker", "d move player banker 7h"),
        ("the floor rules: void hand", "f rule void_hand"),
        ("the floor rules the mistake is corrected on the spot", "f rule corrected"),
        ("floor decides play on", "f rule play_on"),
    ],
)
def test_cards_and_rulings_are_said_in_words(said, act):
    """Cards are named behind any phrase; the outcome of a ruling is its word or its sentence."""
    table = baccarat("d deal player 7h")
    assert Talk.of(table.game).hear(said, table).acts == (Act.parse(act),)


def test_a_place_of_several_words_is_understood():
    """RP-08: 'out of play' has a small word in its name."""
    table = Table("red-dog", seats=3)
    heard = Talk.of(table.game).hear("move 9h from out of play to s1", table)
    assert heard.acts == (Act.parse("d move out_of_play s1 9h"),)


def killed_and_short() -> Table:
    """Two hands face a bet: one has been killed although nobody folded it, and the flop has come short besides."""
    table = Table("holdem", seats=3, button=1)
    table.advance("preflop")
    for act in ("s1 call", "d kill s3"):
        table.push(act)
    return table


def test_the_floors_question_is_put_in_words():
    """IR-02: what the floor can rule stands there as it is said, and saying it is the ruling on that finding."""
    talk = conversation(killed_and_short())
    told = typed(talk, "hint")
    assert "due: call the floor" in told
    typed(talk, "call the floor")
    told = typed(talk, "hint")
    choices = "the floor says: 'the floor rules hand live' or 'the floor rules hand dead'"
    assert told == f"due: the floor decides; everyone waits {choices}"
    told = typed(talk, "the floor rules hand live")
    assert "the floor rules: hand live (" in told
    assert talk.session.table.log[-1].text == "f rule hand_live showdown/live-hand-killed"


def test_what_the_floor_has_to_choose_is_due_until_it_has():
    """IR-02: the hint told the dealer to wait for the floor, and the next act was the flop; what is due is one of the choices."""
    table = Table("holdem", seats=3, button=1)
    table.advance("flop")
    for act in ("d kill s3", "d floor"):
        table.push(act)
    talk = conversation(table)
    due = table.next_act()
    assert due == table.floor.choice == Act.parse("f rule hand_live showdown/live-hand-killed")
    assert "due: the floor decides" in typed(talk, "hint")
    table.push(due)
    assert table.floor.choice is None
    assert table.next_act() != due
    assert "the floor decides" not in typed(talk, "hint")


def test_a_floor_that_may_choose_lets_play_go_on():
    """MD-08: a card out of its order to another seat than the button is left to the floor."""
    table = Table("holdem", "tda", seats=4, button=1)
    table.advance("pitch")
    for act in ("d deal s2", "d deal s2", "d floor"):
        table.push(act)
    assert "play_on" in table.floor.outcomes
    assert table.next_act() == Act.make("f", "rule", "play_on", "deal/wrong-number-of-cards")


def test_an_answer_at_red_dog_is_no_fault_in_a_walk_either():
    """RD-15: whoever is asked whether to stop may say no; the walk refused it."""
    table = Table("red-dog", seats=3, seed=7)
    table.advance("stop")
    talk = conversation(table)
    assert "not done" not in typed(talk, "s1 says no")
    assert table.log[-1] == Act.parse("s1 answer no")
    typed(talk, "s2 would stop")
    assert table.log[-1] == Act.parse("s2 answer stop")
    assert table.findings == []
