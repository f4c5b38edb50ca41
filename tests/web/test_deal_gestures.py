"""What hands do is an act, and every act can be done by hand; the drawn table has everything that lies on it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import cast

import pytest

import dealerkit as dk
from dealerkit.errors import ActError, Impossible
from dealerkit.felt import Act
from dealerkit.rules.games import game as load
from dealerkit.rules.games import games
from dealerkit.table.bots import players_named
from dealerkit.table.scene import look, told
from dealerkit.training.walk.session import Session, said_shortly
from dealerkit.training.walk.slips import slips
from dealerkit.training.walk.talk import Talk
from dealerkit.web.deal.felt import card_sheet, drawn
from dealerkit.web.deal.gestures import Hands, TouchedThing, Way, hands_of
from dealerkit.web.deal.table_page import next_way
from dealerkit.web.tables import LiveTable


def session_of(name: str, seed: int = 5) -> Session:
    """A table at which players play by themselves."""
    people = load(name, None, {}).data["players"]
    table = dk.Table(name, seats=min(int(people["max"]), max(int(people["min"]), 3)), seed=seed)
    return Session(table, players_named("bots"))


def perfectly(session: Session, rounds: int) -> Iterator[Act]:
    """Each act that a perfect dealer does next, until so many rounds are over; it is done when the next one is asked for."""
    while session.rounds.done < rounds:
        session.players_act()
        act = session.table.next_act()
        if act is None or session.rounds.done >= rounds:
            return
        yield act
        session.do(act)


def done_by(hands: Hands, way: Way, things: tuple[TouchedThing, ...]) -> Act:
    """The act that somebody does who goes a way."""
    by = {thing.id: thing for thing in things}
    take, put = by.get(way.take), by.get(way.put)
    if way.button:
        return hands.act(next(one for one in hands.buttons if one.id == way.button), take, None, way.given)
    assert take is not None
    gesture = next(one for one in hands.between(take, put, card="card" in way.given) if one.say == way.say)
    return hands.act(gesture, take, put, way.given)


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", games())
def test_every_act_of_a_dealer_can_be_done_by_hand(name: str) -> None:
    """Two rounds of every game: whatever is due is touched, and what is touched is that act."""
    session = session_of(name)
    hands = hands_of(session.table.game)
    for act in perfectly(session, 2):
        things = drawn(session.table).things
        way = hands.way(act, things)
        assert way is not None, act
        done = done_by(hands, way, things)
        assert done.plain == act.plain or (done.move == act.move and done.n is None)
        assert not session.table.judge(done).findings


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", games())
def test_everything_that_lies_on_a_table_is_drawn_and_told(name: str) -> None:
    """At every tenth act: each place with cards, each sum of chips, each mark has its box; no two things have one name."""
    session = session_of(name)
    for number, _ in enumerate(perfectly(session, 1)):
        if number % 10:
            continue
        scene, table = look(session.table), drawn(session.table)
        names = [thing.id for thing in table.things]
        assert len(names) == len(set(names))
        assert table.told == tuple(told(look(session.table, every=True)))
        boxes = {box.thing.id: box for box in table.boxes}
        for heap in scene.heaps:
            box = boxes[f"cards {heap.place}"]
            assert box.count == heap.count
            assert {card.symbol for card in box.cards} >= {
                f"c-{card.face.name}" for card in heap.cards[-26:] if card.face is not None
            }
        for chips in scene.chips:
            same = [
                box for box in boxes.values() if box.amount == chips.amount and box.thing.name in (chips.row, f"s{chips.seat}")
            ]
            assert chips.kind == "stack" or same, chips
        for seat in scene.seats:
            assert f"seat s{seat.number}" in boxes
        assert all(box.label for box in boxes.values())


SLIPS, OBEYED = 8, 8
"""So many slips a game are tried, and after each so many acts are obeyed."""


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", games())
def test_what_puts_a_slip_right_is_marked_and_can_be_done(name: str) -> None:
    """Whatever the dealer has to do after a slip has its mark, and whoever does what is marked does what is due."""
    rng = random.Random(name)
    acts = sum(1 for _ in perfectly(session_of(name), 1))
    for _ in range(SLIPS):
        session = session_of(name)
        for _ in zip(range(rng.randrange(1, acts + 1)), perfectly(session, 1), strict=False):
            pass
        made = [one.act for one in slips(session.table) if one.act.who == "d"]
        try:
            session.say(rng.choice(made or [Act.parse("d floor")]))
        except Impossible:
            continue  # it cannot happen, and no harm was done
        obey_marks(session)


def obey_marks(session: Session) -> None:
    """Do what is marked, some acts long."""
    table, live = session.table, cast("LiveTable", SimpleNamespace(session=session, talk=Talk.of(session.table.game)))
    for _ in range(OBEYED):
        session.players_act()
        due = table.next_act()
        if due is None or session.rounds.done:
            return
        if due.who == "d":
            known = len(table.findings)
            drawing, hands = drawn(table), hands_of(table.game)
            way = next_way(live, drawing, hands)
            assert way is not None, due
            done = Act.parse(way.act) if way.act else done_by(hands, way, drawing.things)
            session.say(done)
            assert len(table.findings) == known, f"{done} for {due}: {table.findings[-1].code}"
        else:
            session.do(due)


def test_a_card_of_the_board_goes_to_the_burns() -> None:
    """A street was dealt without a burn: the card is laid to the burns by hand, not into the muck."""
    session = session_of("holdem")
    for act in perfectly(session, 1):
        if act.verb == "deal" and act.to == ("board",):
            break
    session.say(act)
    while (due := session.table.next_act()) is None or due.verb != "burn":
        session.say(due) if due is not None else session.players_act()
    session.say(Act.parse("d deal board"))
    session.players_act()
    hands, things = hands_of(session.table.game), drawn(session.table).things
    by = {thing.id: thing for thing in things}
    card = by["cards board"].cards[-1]
    (laid,) = hands.between(by["cards board"], by["cards burns"], card=True)
    act = hands.act(laid, by["cards board"], by["cards burns"], {"card": card})
    assert act.text == f"d move board burns {card}"
    assert act == session.table.next_act()
    (used,) = hands.between(by["cards board"], by["cards muck"], card=True)
    assert hands.act(used, by["cards board"], by["cards muck"], {"card": card}).verb == "discard"


def test_a_hand_that_was_ruled_dead_is_taken_in_as_any_other() -> None:
    """By hand and in words nobody says why; on record it stands as the floor has ruled."""
    session = session_of("razz")
    for act in perfectly(session, 1):
        if act.text == "d deal s1 up" and any(one.verb == "burn" for one in session.table.log):
            break
    session.say(act)
    session.say(Act.parse("d deal s1"))
    session.players_act()
    due = session.table.next_act()
    assert due is not None
    assert due.text == "d kill s1 dead"
    way = hands_of(session.table.game).way(said_shortly(due), drawn(session.table).things)
    assert way is not None
    done = session.say(done_by(hands_of(session.table.game), way, drawn(session.table).things))
    assert done.act == due
    assert done.findings == ()


def test_a_chip_is_as_large_alone_as_in_a_stack() -> None:
    """One chip, two stacks, a whole row: what is drawn has the same pixels to a unit, whatever lies beside it."""
    session = session_of("mini-baccarat")
    drawings = {box.chips for _ in perfectly(session, 2) for box in drawn(session.table).boxes}
    sizes = re.compile(r'width="([0-9.]+)" height="([0-9.]+)" viewBox="0 0 ([0-9.]+) ([0-9.]+)"')
    scales = set()
    for drawing in drawings - {""}:
        wide, high, across, down = sizes.findall(drawing)[0]
        scales |= {round(float(wide) / float(across), 2), round(float(high) / float(down), 2)}
    assert len(drawings) > 5
    assert len(scales) == 1


def test_a_table_has_no_button_of_another_game() -> None:
    """What canasta says of its pile, Mexican Sweat of its kill card and Nap of its contract is said at these games alone."""
    saying = {name: {button.say for button in hands_of(load(name)).buttons} for name in games()}
    assert {name for name in saying if "The pile is frozen" in saying[name]} == {"canasta", "canasta-two"}
    for said, where in {
        "Kill card": "mexican-sweat", "That beats it": "mexican-sweat", "Call a win": "red-dog", "Contract": "nap",
        "Is out": "thirty-one", "Open your hands": "three-five-seven", "Agree on signals": "cash",
    }.items():  # fmt: skip
        assert {name for name in saying if said in saying[name]} == {where}, said


def test_a_gesture_can_be_wrong() -> None:
    """What is physically possible can be done: a card to the wrong hand, a bet paid that lost, a hand killed."""
    session = session_of("mini-baccarat", 7)
    session.table.advance("deal")
    hands, things = hands_of(session.table.game), drawn(session.table).things
    by = {thing.id: thing for thing in things}
    shoe, banker = by["cards shoe"], by["cards banker"]
    first = next(hands.between(shoe, banker))
    assert hands.act(first, shoe, banker, {}).text == "d deal banker"
    assert hands.act(first, shoe, banker, {"n": "2", "face": "down"}).text == "d deal banker 2 down"
    bet, rack = by["spot s1 player"], by["rack"]
    pay = next(hands.between(rack, bet))
    assert pay.asks == ("amount",)
    assert hands.act(pay, rack, bet, {"amount": "95"}).text == "d pay s1 player 95"
    with pytest.raises(ActError):
        hands.act(pay, rack, bet, {})
    assert [one.say for one in hands.between(bet, None)][:3] == ["Take it", "Pay it", "Give it back"]


def test_the_sheet_of_cards_has_every_card_once() -> None:
    """And nothing in it runs, loads or is larger than a page may be."""
    sheet = card_sheet("colour")
    assert sheet.count("<symbol ") == 54
    assert len(sheet) < 60_000
    assert "script" not in sheet
    assert "href" not in sheet


def test_what_is_said_and_what_is_done() -> None:
    """Calls are said, hands do the others; as much as lies there is offered only where all of it is meant."""
    hands = hands_of(load("mini-baccarat", None, {}))
    spoken = {button.say: button.is_spoken for button in hands.buttons}
    assert {name: spoken[name] for name in ("No more bets", "Player has", "Clear the cards", "Push player forward")} == {
        "No more bets": True,
        "Player has": True,
        "Clear the cards": False,
        "Push player forward": False,
    }
    assert {one.say for one in hands.gestures if one.as_much} == {"Pay it", "Return part of it"}


@pytest.mark.thorough
def test_the_cut_card_is_drawn_where_it_lies() -> None:
    """In the shoe while it is in it, beside it once it has come out; a deck without one has none."""
    session = session_of("mini-baccarat")
    cuts = [box.cut for _ in perfectly(session, 200) for box in drawn(session.table).boxes if box.kind == "stock"]
    assert {"in", "out"} <= set(cuts)
    assert {box.cut for box in drawn(session_of("golf").table).boxes} == {""}


@pytest.mark.parametrize(
    ("style", "title", "says"),
    [
        ("shoe", "shoe", "Load the shoe"),
        ("pitch", "Deck in the hand", "Take the deck in hand"),
        ("csm", "Shuffler", "Load the shuffler"),
    ],
)
def test_bj_24_the_felt_says_what_the_cards_are_dealt_from(style, title, says):
    """The place, its sentence and the button for loading are called as on the drawing; no other name is offered (BJ-23)."""
    table = dk.Table("blackjack", seats=2, seed=3, options={"deal_style": style})
    table.advance("bets")
    page = drawn(table)
    assert [box.title for box in page.near if box.thing.name == "shoe"] == [title]
    assert any(line.startswith(title.capitalize()) for line in page.told)
    assert [button.say for button in hands_of(table.game).buttons if button.act[1] == "load"] == [says]
    assert [act.text for act in Talk.of(table.game).plainly(says.lower(), table)] == ["d load"]
