"""What may be done is judged one value at a time; the whole list is worked out only for whoever reads it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import dealerkit as dk
from dealerkit.cards import Face
from dealerkit.felt import Act
from dealerkit.games.social.canasta.facts.melds import melded
from dealerkit.games.social.canasta.mechanics.draw_or_pile import DrawOrPile
from dealerkit.games.social.canasta.mechanics.melds import Meld
from dealerkit.games.social.canasta.mechanics.side_melds import SideMelds
from dealerkit.games.social.mechanics.lazy_values import Family, Judged, OpenMoves, was_allowed
from dealerkit.games.social.mechanics.turns import Play, play_of
from dealerkit.mechanics.card_choices import Held, SomeOf
from dealerkit.procedure.mid_game import MidGame

KINGS = "Kc Kd Kh"


class Even(Judged):
    """Even numbers, and how often somebody asked."""

    __slots__ = ("asked", "numbers")

    def __init__(self, log: list[Act], *numbers: int) -> None:
        super().__init__(log)
        self.asked, self.numbers = 0, numbers

    def fits(self, value: object) -> bool:
        """Whether it is even."""
        self.asked += 1
        return isinstance(value, int) and value % 2 == 0

    def values(self) -> Iterator[int]:
        """Its numbers."""
        return iter(self.numbers)


def table(phase: str = "", hand: str = "Ks 9c 9d 8c 7h", **places: str) -> dk.Table:
    """Canasta, seat 1 to play."""
    there = {"s1": hand, "s2": "4h 5h", "s3": "4d 5d", "s4": "4c 5c", "pile": "9h", "s1.kings": KINGS} | places
    mid = {"turn": "s1"} | ({"phase": phase} if phase else {})
    return dk.Table("canasta", given=MidGame.read({"at": "turns", "button": "s4", "places": there, "mid": mid}))


def play(of: dk.Table) -> Play:
    """The hand of turns at a table."""
    found = play_of(of.now)
    assert found is not None
    return found


def lying(of: dk.Table) -> SideMelds:
    """What the side to play has melded."""
    phase = play(of).turn.now
    assert isinstance(phase, Meld | DrawOrPile)
    return phase.state.lying


def test_a_value_is_judged_once_and_remembered_after_the_act() -> None:
    """What was said before the act is what is told after it; before anybody asked, nothing was allowed."""
    log: list[Act] = []
    even = Even(log, 0, 1, 2, 3, 4)
    assert not even.stood(2)
    assert 2 in even
    assert 2 in even
    assert even.asked == 1
    log.append(Act.parse("d shuffle"))
    assert was_allowed(even, 2)
    assert even.asked == 1
    assert 2 in even  # the table may lie otherwise by now
    assert even.asked == 2
    assert list(even) == [0, 2, 4]


def test_a_family_of_moves_is_made_when_one_of_them_is_looked_for() -> None:
    """A move that stands by itself is found without it; one that is nowhere is not open."""
    made: list[int] = []

    def make() -> dict[str, Any]:
        made.append(1)
        return {"meld aces": (1,)}

    moves = OpenMoves({"all": Family(make), "discard": Held([Face.read("Ac")])}, [])
    assert moves.plain
    assert Face.read("Ac") in moves["discard"]
    assert not made
    assert "meld aces" in moves
    assert "all" not in list(moves)
    assert list(moves) == ["meld aces", "discard"]
    assert len(made) == 1
    with pytest.raises(KeyError):
        moves["meld kings"]


def test_moves_without_a_value_are_not_open() -> None:
    """A move that nothing can be done with is not told to anybody."""
    assert not OpenMoves({"say": Even([], 1, 3)}, [])
    assert list(OpenMoves({"say": Even([], 1, 2), "ask": Even([], 1)}, [])) == ["say"]


def test_play_goes_on_without_a_list_of_melds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A draw, a meld and a discard are judged though nobody can list what may be melded or whether the pile may be taken."""

    def refuse(*_: object) -> Any:
        msg = "nobody has asked for this"
        raise AssertionError(msg)

    it = table()
    monkeypatch.setattr(Meld, "candidates", refuse)
    monkeypatch.setattr(DrawOrPile, "why_not", refuse)
    for act in ("s1 take pack 9s", "s1 meld 9c 9d 9s", "s1 meld Ks", "s1 discard 8c", "s2 take pack", "s2 discard 4h"):
        assert it.push(act) == (), act


def test_the_list_is_there_for_whoever_reads_it() -> None:
    """For hints and for players of ours, with the melds that need a pile named."""
    it = table("meld", "Ks 9c 9d 9s 2c 7h")
    assert list(it.ask["s1"]) == ["meld", "meld kings", "meld nines", "discard"]
    assert {str(value) for value in it.ask["s1"]["meld"]} >= {"Ks"}  # type: ignore[attr-defined]


def test_the_melds_of_a_side_are_read_again_after_an_act_that_changes_them() -> None:
    """A meld of the side, and cards that the dealer moves; not a draw, a discard or a meld of the other side."""
    it = table("meld")
    mine = lying(it)
    assert set(mine.melded) == {"K"}
    before = mine.melded
    it.push("s1 discard 8c")
    assert mine.melded is before
    it.push("s2 take pack Qc")
    assert mine.melded is before
    it.push("d move s1.kings s1 Kh")
    assert mine.melded == melded(it.now, 1)
    assert len(mine.melded["K"]) == 2


def test_a_meld_that_names_a_pile_of_the_other_side_is_seen_there() -> None:
    """CN-42: it is against the rules, and it lies there."""
    it = table(hand="Ks 9c 9d 8c 7h", s2="Kd 5h 6h 7h")
    mine = lying(it)
    assert len(mine.melded["K"]) == 3
    it.push("s1 take pack Qc")
    it.push("s1 discard 8c")
    it.push("s2 take pack Qd")
    it.push("s2 meld Kd s1.kings")
    assert mine.melded == melded(it.now, 1)


def test_some_of_certain_cards() -> None:
    """One or several together, each as often as it is there."""
    red = SomeOf([Face.read("3h"), Face.read("3h"), Face.read("3d")])
    heart, diamond = Face.read("3h"), Face.read("3d")
    assert heart in red
    assert (heart, diamond) in red
    assert (heart, heart) in red
    assert (diamond, diamond) not in red
    assert None not in red
    assert () not in red
    assert list(red) == [heart, diamond]


def test_a_hand_is_kept_as_it_was() -> None:
    """What may be discarded hangs on the hand before the act, not on what is left after it."""
    it = table("discard")
    cards = it.ask["s1"]["discard"]
    it.push("s1 discard 8c")
    assert Face.read("8c") in cards
    assert Face.read("Ah") not in cards
    assert None not in cards
