"""Cards and chips that a dealer has moved unasked, and the acts that lay them back where they lay (SD-18)."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.judge.reversal import AS_IT_LAY, as_it_lay, lie_alike
from tests.table.moments import cases, table_at

POTS = "SD-14 a side pot is built, and grows on the next street"
BETS = ["-> turn_betting", "s2 bet 10", "s3 call"]
SHOWN = ["-> show", "s2 show"]
COUP = "BI-12 coup/late-bet-accepted, a withdrawn bet was let go"
DEALT = ["s1 bet banker 50", "d close", "d deal player 7h"]
BOXES = "BA-62 at the end of the shoe the boxes are collected in any order"
ROWS: list[tuple[str, list[str], str, list[str] | None]] = [
    # chips: to and from a stack, a bet, a pot; what is in the rack was a stack's
    (POTS, [], "d collect s2 5", ["d pay s2 5"]),
    (POTS, [], "d return s2 pot 4", ["d collect s2 pot 4"]),
    (POTS, [], "d return s2 side-1 4", ["d collect s2 side-1 4"]),
    (POTS, [], "d award s2 pot 40", ["d collect s2 pot 40"]),
    (POTS, [], "d build side-1 10", ["d build pot side-1 10"]),
    (POTS, [], "d build pot side-1 20", ["d build side-1 pot 20"]),
    (POTS, [], "d rake 2", ["d build pot rake 2"]),
    (POTS, BETS, "d return s2 bet 10", ["d restore s2 bet 10"]),
    (POTS, BETS, "d return s3 bet 4", ["d restore s3 bet 4"]),
    (BOXES, [], "d collect s1 5", ["d pay s1 5"]),
    (POTS, [], "d build pot side-1 60", ["d build side-1 pot 60"]),
    (POTS, [], "d award s2 10", ["d collect s2 pot 10"]),
    (POTS, [], "d collect s2 side-1 4", ["d return s2 side-1 4"]),
    (POTS, BETS, "d restore s2 bet 5", ["d return s2 bet 5"]),
    (POTS, BETS, "d restore s2 bet 1", ["d return s2 bet 1"]),
    (POTS, BETS, "d return s2 bet 1", ["d restore s2 bet 1"]),
    (POTS, [], "d return s2 pot 1", ["d collect s2 pot 1"]),
    (POTS, [], "d build pot side-1 1", ["d build side-1 pot 1"]),
    (POTS, [], "d collect s2 1", ["d pay s2 1"]),
    (POTS, BETS, "d collect s3 bet 4", ["d pay s3 bet 4"]),
    (BOXES, [], "d pay s1 5", ["d collect s1 5"]),
    (BOXES, [], "d pay s1 player 5", ["d collect s1 player 5"]),
    (COUP, DEALT, "d take s1 banker 20", ["d return s1 banker 20"]),
    (COUP, DEALT, "d take s1 banker", ["d return s1 banker 50"]),
    (COUP, DEALT, "d return s1 banker 20", ["d restore s1 banker 20"]),
    (COUP, DEALT, "s1 take banker 50", ["d restore s1 banker 50"]),
    # what is marked as owed
    (BOXES, [], "d mark s1 commission 5", ["d mark s1 commission -5"]),
    (BOXES, [], "d mark s1 commission -1", ["d mark s1 commission 1"]),
    # cards: a card that was face up in a hand is turned up again; the stub gets its own order back
    (POTS, [], "d move s2 burns", ["d move burns s2"]),
    (POTS, [], "d move board s4", ["d move s4 board"]),
    (POTS, [], "d putback board", ["d move stub board"]),
    (POTS, [], "d deal board", ["d move board stub"]),
    (POTS, [], "d kill s2", ["d move muck s2", "d move muck s2"]),
    (POTS, [], "d move stub burns 1", ["d move burns stub"]),
    (POTS, SHOWN, "d kill s2", ["d move muck s2", "d move muck s2", "d turn s2 1", "d turn s2 2"]),
    # one act if it brings all back, else card by card; what was shown is turned up again
    (POTS, [], "d merge board muck", ["d merge muck board"]),
    (POTS, [], "d merge s2 s3", ["d move s3 s2", "d move s3 s2"]),
    (POTS, SHOWN, "d merge s2 muck", ["d merge muck s2", "d turn s2 1", "d turn s2 2"]),
    (POTS, SHOWN, "d merge s2 s3", ["d move s3 s2", "d move s3 s2", "d turn s2 1", "d turn s2 2"]),
    (POTS, SHOWN, "d move s2 s3 1", ["d move s3 s2", "d turn s2 2"]),
    (POTS, [], "d move s2 s3 1", ["d move s3 s2"]),
    (COUP, DEALT, "d merge player banker", ["d merge banker player"]),
    (COUP, DEALT, "d discard player", ["d move discard_rack player"]),
    # the button, where there was one
    (POTS, [], "d button s2", ["d button s1"]),
    (BOXES, [], "d button s1", None),
    # sixty cards come back one by one; more would be another deal, and so is a shoe whose order is gone
    (COUP, DEALT, "d deal player 60", ["d move player shoe"] * 60),
    (COUP, DEALT, "d deal player 61", None),
    (COUP, DEALT, "d merge shoe banker", None),
    (COUP, DEALT, "d gather", None),
    # nothing has moved, or it cannot be done
    (POTS, [], "d tap", []),
    (POTS, [], "d sweep", []),
    (POTS, [], "d return s2 pot 41", []),
    # bets that were brought in are the players', and no act lays them out again
    (POTS, BETS, "d sweep", None),
]


@pytest.mark.parametrize(("case", "more", "act", "back"), [pytest.param(*row, id=f"{row[2]} {len(row[1])}") for row in ROWS])
def test_it_is_laid_back_by_these_acts(case: str, more: list[str], act: str, back: list[str] | None) -> None:
    """And when they are done, everything lies as it lay."""
    table = table_at(case, None, [*cases()[case].data["acts"], *more] if case == POTS else more)
    before = table.felt.copy()
    acts = as_it_lay(table.now, Act.parse(act))
    assert (acts if acts is None else [one.text for one in acts]) == back
    after = before.copy()
    for one in [Act.parse(act), *acts] if acts else []:
        one.effect(after, one)
    assert lie_alike(before, after, order=False)
    shown = [card for name in ("board", "s2") for card in before.places.get(name, ())]
    assert [after.up[card] for card in shown] == [before.up[card] for card in shown]


def test_the_first_card_of_the_pack_is_turned_up_again_like_any_other() -> None:
    """A shown hand of which one card has the number 0, as the others have theirs, goes into the muck and back."""
    table = dk.Table("holdem", seed=10, seats=3)
    table.advance("show")
    assert 0 in table.felt.places["s2"]
    table.push("s2 show")
    acts = as_it_lay(table.now, Act.parse("d kill s2"))
    assert acts is not None
    assert [act.text for act in acts if act.verb == "turn"] == ["d turn s2 1", "d turn s2 2"]


@pytest.mark.parametrize(
    "taken",
    [["d putback board"], ["d merge s2 stub"], ["d putback board", "d merge s2 stub"], ["d merge s2 stub", "d putback board"]],
)
def test_cards_that_are_owed_out_of_the_stub_are_found_where_they_lie_now(taken: list[str]) -> None:
    """SD-18: cards lie wrongly in the stub, and another comes out of its bottom; obeyed, all lies as it lay."""
    table = table_at(POTS, None, [*cases()[POTS].data["acts"], *SHOWN])
    before = table.felt.copy()
    hand = table.felt.places["s2"][:]
    for act in (*taken, "d move stub burns 1"):
        assert "step/unexpected" in [finding.code for finding in table.push(act)]
    assert not lie_alike(before, table.felt, order=False)
    while table.owed:
        assert table.push(table.owed[0]) == ()
    assert lie_alike(before, table.felt, order=False)
    assert [table.felt.up[card] for card in hand] == [True, True]


@pytest.mark.parametrize(
    ("given", "back"),
    [("d return s2 pot 4", ["d restore s2 pot 4"]), ("d return s2 pot", []), ("d return s2 bet 4", []), ("d award s2 4", [])],
)
def test_only_chips_of_a_pot_with_their_number_are_put_back_into_it(given: str, back: list[str]) -> None:
    """SD-18: chips of a bet are not a pot's, and an act that tells no number tells nobody how many it were."""
    table, got = table_at(POTS), Act.parse(given)
    assert [act.text for act in AS_IT_LAY.do.amend(table.now, got, got)] == back
