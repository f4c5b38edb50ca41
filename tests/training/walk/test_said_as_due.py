"""What is due can be said in every way that the vocabulary has for it, and is understood as that act and no other; a word that is
not understood never passes in silence.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dealerkit import Table
from dealerkit.felt import Act
from dealerkit.rules.games import game as load
from dealerkit.rules.games import games
from dealerkit.table.bots import Bots, sensible
from dealerkit.table.rounds import Rounds
from dealerkit.training.walk.slips import due
from dealerkit.training.walk.talk import HeardTalk, Talk


def moments(name: str) -> Iterator[tuple[Table, Act]]:
    """Each step of a round with what is due of each verb in it, at the table as it stands then."""
    table = Table(name, seats=min(4, int(load(name).data["players"]["max"])), seed=11)
    players, rounds, seen = Bots(sensible), Rounds(table), set()
    while rounds.done < 1:
        acts = players.acts(table)
        act = None if acts else table.next_act()
        if act is not None:
            expected = due(table)
            assert expected is not None
            if (table.expected.step, act.verb) not in seen:
                seen.add((table.expected.step, act.verb))
                yield table, expected
            acts = [act]
        if not acts:
            return
        for one in acts:
            table.push(one)
        rounds.look(table)


def heard(line: str, table: Table) -> HeardTalk:
    """What a line means."""
    return Talk.of(table.game).hear(line, table)


@pytest.mark.thorough
@pytest.mark.sample(4)
@pytest.mark.parametrize("name", games())
def test_every_way_to_say_what_is_due_is_that_act(name: str) -> None:
    """Every phrase of the vocabulary for each step; with a word that nobody knows behind it nothing is done unasked."""
    wrong, tried = [], 0
    for table, expected in moments(name):
        for way in dict.fromkeys(Talk.of(table.game).ways(expected, table)):
            tried += 1
            meant, plain = heard(way, table), expected.plain
            if meant.guessed or [(act.what, act.n, act.face) for act in meant.acts] != [(plain.what, plain.n, plain.face)]:
                wrong.append(f"'{way}' for {expected}: {[act.text for act in meant.acts]} {meant.asks}")
            odd = heard(f"{way} zebra", table)
            if odd.acts:
                wrong.append(f"'{way} zebra': {[act.text for act in odd.acts]}")
    assert tried
    assert not wrong, "\n".join(wrong)


def at(name: str, step: str) -> Table:
    """A table of four seats at a step."""
    table = Table(name, seats=4, seed=3)
    table.advance(step)
    return table


@pytest.mark.parametrize(
    ("name", "step", "line", "act"),
    [
        ("thirty-one", "turns", "s2 takes the upcard", "s2 take pile"),
        ("thirty-one", "turns", "takes upcard", "s2 take pile"),
        ("thirty-one", "turns", "draws the upcard", "s2 take pile"),
        ("thirty-one", "turns", "s2 takes the discard pile", "s2 take pile"),
        ("thirty-one", "turns", "s2 takes a card", "s2 take pack"),
        ("canasta", "turns", "s1 takes the upcard", "s1 take pile"),
        ("mexican-sweat", "centre", "deal the kill card", "d deal kill_card"),
        ("mexican-sweat", "centre", "deal the card to beat", "d deal target"),
        ("mexican-sweat", "centre", "the centre card to beat", "d call target centre"),
        ("three-five-seven", "declare", "s1 is in", "s1 declare in"),
    ],
)
def test_the_act_that_was_said_is_done(name: str, step: str, line: str, act: str) -> None:
    """A card of the pile and not one of the pack, a card and not the naming of a hand."""
    assert [one.text for one in heard(line, at(name, step)).acts] == [act]


@pytest.mark.parametrize(
    ("line", "act"),
    [
        ("take 8 back from seat 1", "d collect s1 pot 8"),
        ("give 4 from the pot back to seat 2", "d return s2 pot 4"),
        ("give seat 2 the ante of 4 back", "d return s2 ante 4"),
        ("muck seat 2's hand", "d kill s2"),
        ("call seat 2's hand dead", "d kill s2 dead"),
        ("give seat 2's hand back out of the muck", "d move muck s2"),
        ("put seat 2's cards back in the stub", "d move s2 stub"),
        ("turn the board face up", "d turn board"),
        ("turn the board face down", "d turn board down"),
    ],
)
def test_what_puts_a_hand_of_poker_right_is_said_as_a_dealer_says_it(line: str, act: str) -> None:
    """Understood as it is said; and what the hint says to type is understood as well."""
    table = at("holdem", "showdown")
    assert [one.text for one in heard(line, table).acts] == [act]
    typed = Talk.of(table.game).said(Act.parse(act), table)
    assert typed != act.removeprefix("d ")
    assert [one.text for one in heard(typed, table).acts] == [act]


NOTHING = ("beat zebra card", "target deal", "s1", "s1 to the", "burn zebra", "tap zebra", "mark s1 zebra 3")


@pytest.mark.parametrize("line", NOTHING)
def test_a_word_that_stands_for_nothing_is_asked(line: str) -> None:
    """No hole of a phrase is filled by it, and none is left out."""
    for name in ("mexican-sweat", "holdem", "three-five-seven"):
        meant = heard(line, Table(name, seats=4, seed=3))
        assert meant.acts == (), name
        assert meant.asks


def test_words_around_shuffle_and_cut() -> None:
    """Where the wash is due a shuffle is asked about; a riffle that is due may be called so. A cut that is due is meant."""
    table = Table("holdem", seats=4, seed=3)
    asked = heard("shuffle", table)
    assert asked.acts == ()
    assert {acts[0].text for acts in asked.choices} == {"d wash", "d riffle"}
    table.push("d wash")
    assert [act.text for act in heard("shuffle up", table).acts] == ["d riffle"]
    while table.next_act() != Act.parse("d cut"):
        table.advance()
    for line in ("cut", "the cut", "cut the deck", "complete the cut"):
        assert [act.text for act in heard(line, table).acts] == ["d cut"], line
    assert heard("cut please", table).asks == "there is no one to offer the cut to now; name the seat"


def test_an_empty_pot_is_not_pushed_and_nobody_reads_all_hands() -> None:
    """It is said why, and nothing goes on the record."""
    table = at("holdem", "showdown")
    for line in ("read the hands", "d read hands pair"):
        meant = heard(line, table)
        assert meant.acts == ()
        assert "'hands' is not a seat or a place at this table" in meant.asks
    (push,) = heard("push the pot to seat 2", table).acts
    table.push(push)
    for line in ("push the pot to seat 2", "push it to s2", "push half to s2", "split the pot s1 s2"):
        meant = heard(line, table)
        assert meant.acts == (), line
        assert meant.asks == "the main pot is empty"
