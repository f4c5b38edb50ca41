"""Stud in a card room: no button, the deal begins at the dealer's left every hand (DP-10)."""

from __future__ import annotations

import pytest

from dealerkit import Table, replay
from dealerkit.table.scene.reader import look

STUD = ("stud7", "stud7-hilo", "razz", "five-card-stud")


def first_cards(table: Table, hands: int) -> list[str]:
    """To whom the first card of each hand went."""
    firsts: list[str] = []
    while len(firsts) < hands:
        act = table.next_act()
        assert act is not None
        assert table.push(act) == (), act
        if act.verb == "deal" and not any(one.verb == "deal" for one in table.now.since("hand")[:-1]):
            firsts.append(act.to[0])
    return firsts


@pytest.mark.parametrize("game", STUD)
def test_dp_10_the_first_card_goes_to_the_dealers_left_every_hand(game: str) -> None:
    """Three hands, and nobody moves a button; the record of it is replayed."""
    table = Table(game, seats=4, seed=5)
    assert first_cards(table, 3) == ["s1", "s1", "s1"]
    assert not any(act.verb == "button" for act in table.log)
    assert replay(table.record()).log == table.log


def test_de_10_in_a_home_game_the_button_moves() -> None:
    """The deal begins at its left, one seat further each hand."""
    assert first_cards(Table("stud7", seats=4, seed=5, options={"setting": "home"}), 3) == ["s2", "s3", "s4"]


def test_a_stud_table_shows_neither_button_nor_board() -> None:
    """The board is drawn when the one card that all share is due; hold'em has both from the start."""
    table = Table("stud7", seats=4, seed=5)
    table.advance("pitch")
    assert [heap.place for heap in look(table, every=True).heaps if heap.kind == "board"] == []
    assert not any(seat.button for seat in look(table).seats)
    flop = Table("holdem", seats=4, seed=5)
    assert [heap.place for heap in look(flop).heaps if heap.kind == "board"] == ["board"]
    assert any(seat.button for seat in look(flop).seats)


def test_the_board_is_there_when_all_share_a_card() -> None:
    """RP-10: eight players who all stay, and one card in the middle for all."""
    table = Table("stud7", seats=8, seed=2)
    while not any(act.to[:1] == ("board",) for act in table.expected.dealer):
        act = table.next_act()
        assert act is not None
        table.push(act)
    assert [heap.place for heap in look(table).heaps if heap.kind == "board"] == ["board"]
