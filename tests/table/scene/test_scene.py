"""The scene of a table: all that lies there is in it, and nothing that whoever looks has not seen."""

from __future__ import annotations

import re
from collections import Counter

import attrs
import pytest

import dealerkit as dk
from dealerkit.cards import UNKNOWN
from dealerkit.table.scene import SQUARED, eyes, look, named, told
from tests.table.scene.at_tables import GAMES, moments

IDS = re.compile(r"\bs\d+\b|_|\b[a-z]+/[a-z]|\?\?|\{")
"""What a person must not read: seats by their names in acts, names with strokes, finding codes, unknown cards, templates."""


@pytest.mark.sample(4, most=3)
@pytest.mark.parametrize("game", GAMES)
def test_a_seat_sees_in_the_scene_what_its_view_shows_it(game: str) -> None:
    """The mask decides, for each seat and for somebody who sees only what lies open; no card is lost from its place."""
    for table in moments(game, every=23, hands=1):
        for seat in (0, 1, table.seats):
            view = table.view(seat)
            for heap in look(table, eyes(table, seat)).heaps:
                names = tuple(card.face.name if card.face is not None else UNKNOWN for card in heap.cards)
                assert heap.count == view.counts[heap.place]
                if heap.kind not in SQUARED:
                    assert names == view.places[heap.place]
                elif names:
                    assert names == view.places[heap.place][-1:]


@pytest.mark.sample(4, most=3)
@pytest.mark.parametrize("game", GAMES)
def test_everything_that_lies_there_is_in_the_scene(game: str) -> None:
    """Every card in its place, every chip of every row, every mark; the sums are the table's."""
    for table in moments(game, every=13):
        scene, felt = look(table), table.felt
        assert {heap.place: heap.count for heap in scene.heaps if heap.count} == {
            name: len(felt.cards(name)) for name in felt.places if felt.cards(name)
        }
        lying = {(name, seat): felt.money(chips) for name, row in felt.rows.items() for seat, chips in enumerate(row) if chips}
        assert {(one.row, one.seat): one.amount for one in scene.chips if one.amount != "0"} == lying
        marked = {(name, seat): felt.money(mark) for name, row in felt.marks.items() for seat, mark in enumerate(row) if mark}
        assert {(one.row, one.seat): one.amount for one in scene.marks if one.amount != "0"} == marked


@pytest.mark.sample(4, most=3)
@pytest.mark.parametrize("game", GAMES)
def test_the_scene_in_sentences_names_every_open_card_and_no_id(game: str) -> None:
    """A screen reader says what lies open, card for card, and what a person says: seat 3, not a name of the record's."""
    for table in moments(game, every=13):
        scene = look(table)
        lines = list(told(scene))
        text = "\n".join(lines)
        assert not IDS.search(text), IDS.search(text)
        lying = Counter(named(card.face) for heap in scene.heaps for card in heap.cards if card.face is not None)
        said = Counter(re.findall(r"joker|\b(?:10|[2-9]|jack|queen|king|ace) of (?:clubs|diamonds|hearts|spades)", text))
        assert {name: said[name] for name in lying if said[name] < lying[name]} == {}
        assert len([line for line in lines if re.match(r"Seat \d+[;. (]", line)]) >= table.seats
        assert sum(" is to act" in line for line in lines) == sum(seat.acts for seat in scene.seats)


def test_a_scene_is_a_value() -> None:
    """Looking twice sees the same; an act that is taken back leaves the same scene; nothing in it can be changed."""
    table = dk.Table("holdem", seats=4, seed=3)
    table.advance("flop")
    before = look(table)
    table.advance()
    assert look(table) != before
    table.pop()
    assert look(table) == before
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        before.status = None  # type: ignore[misc]


def test_the_status_says_where_the_table_stands() -> None:
    """Game, hand, part, step of so many, whose turn it is and what it takes to call."""
    table = dk.Table("holdem", "rrop", seats=3, seed=3)
    for _ in range(200):
        scene = look(table)
        if scene.status.part == "The flop" and not scene.status.dealer_waits:
            break
        act = table.next_act()
        assert act is not None
        table.push(act)
    assert (scene.status.game, scene.status.rules, scene.status.round) == ("Hold'em", "rrop", "hand 1")
    assert 1 < scene.status.step < scene.status.steps
    table = dk.Table("holdem", seats=3, seed=3)
    table.advance("preflop")
    (turn,) = [seat for seat in look(table).seats if seat.acts]
    assert (turn.to_call, turn.to_call_is_all_in, look(table).status.dealer_waits) == ("2", False, True)


def test_what_is_owed_is_told_in_words() -> None:
    """After a wrong call of the total: the call that is due, as a sentence."""
    table = dk.Table("mini-baccarat", seats=2, seed=7)
    table.advance("deal")
    for _ in range(4):
        table.advance()
    table.push("d call player 9")
    assert look(table).status.owed == ("calls player 4",)
    table.push("d call player 4")
    assert look(table).status.owed == ()


def test_what_is_missing_and_was_not_found_is_not_given_away() -> None:
    """Only what has been told as a slip stands under what is owed."""
    for table in moments("holdem", every=5, hands=1):
        assert look(table).status.owed == ()


def test_melds_say_what_they_are() -> None:
    """Cards by rank at the side's first seat, a full meld by its name, the frozen pile as frozen, cards for sale as that."""
    kinds, notes, titles = set(), set(), set()
    for game in ("canasta", "jenny-jenny", "all-fours"):
        for table in moments(game, every=3):
            for heap in look(table).heaps:
                kinds.add(heap.kind)
                notes |= set(heap.notes)
                titles.add(heap.title)
    assert {"meld", "stock", "discards", "hand", "pile", "trick", "board"} <= kinds
    assert {"frozen"} <= notes
    assert notes & {"natural canasta", "mixed canasta"}
    assert {"for sale", "tricks won", "red threes", "discard pile", "upcard"} <= titles


def test_a_pot_on_a_card_knows_its_card() -> None:
    """Newmarket's pots lie on cards of another pack."""
    faces = {one.face.name for table in moments("newmarket") for one in look(table).chips if one.face is not None}
    assert faces == {"Ah", "Kc", "Qd", "Js"}
