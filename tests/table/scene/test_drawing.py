"""Every game drawn at many points of its hands: all that lies open is on the screen, nothing hidden is, nothing sticks out."""

from __future__ import annotations

import re
from collections import Counter

import attrs
import pytest

import dealerkit as dk
from dealerkit.table.scene import Scene, eyes, look
from dealerkit.table.scene.screen import Notes, ShownSlip, Signs, cells, page
from tests.sampling import daily_games
from tests.table.scene.at_tables import GAMES, moments

SIZES = ((80, 24), (120, 40))
CARD = re.compile(r"(?:[2-9TJQKA][♣♦♥♠]|Jk)")
NOTATION = re.compile(r"\bs\d+\b|\?\?|_|\b[a-z]+/[a-z]")
SIGNS = Signs()
NOTES = Notes(acts=("the dealer burns 10", "seat 3 bets 20"))


def rows(scene: Scene, width: int, height: int, notes: Notes = NOTES, signs: Signs = SIGNS) -> list[str]:
    """A screen as text."""
    return page(scene, notes, signs, width, height).rows()


def drawn(scene: Scene, width: int, height: int, notes: Notes) -> str:
    """A screen, seen to lie within its size."""
    lines = rows(scene, width, height, notes)
    assert len(lines) == height
    assert lines[-1] == ""  # the prompt's
    assert max(map(cells, lines)) <= width
    return "\n".join(lines)


def check(scene: Scene, width: int, height: int, notes: Notes = NOTES) -> None:
    """See that a scene is on the screen, whole, and nothing else."""
    text = drawn(scene, width, height, notes)
    faces = [card.face for heap in scene.heaps for card in heap.cards] + [one.face for one in scene.chips]
    known = Counter(Signs().name(face) for face in faces if face is not None)
    assert Counter(CARD.findall(text)) == known, text
    said = Counter(re.findall(r"[\d.]+\d|\d", text))
    for one in (*scene.chips, *scene.marks):
        if one.amount != "0":
            assert said[one.amount.lstrip("-")], (one, text)
            assert one.face is not None or one.kind == "stack" or one.title in text, (one, text)
    for seat in scene.seats:
        assert re.search(rf"\b{seat.number}\b", text), (seat, text)
    assert not NOTATION.search(text), NOTATION.search(text)
    assert ("▸" in text) == any(seat.acts for seat in scene.seats)


@pytest.mark.sample(4, most=1)
@pytest.mark.parametrize("game", daily_games(6, of=GAMES))
def test_everything_that_lies_open_is_drawn(game: str) -> None:
    """Every card that the dealer sees, every chip, every seat; no card more; nothing of the record's words."""
    for table in moments(game, every=7):
        scene = look(table)
        for size in SIZES:
            check(scene, *size)


@pytest.mark.sample(4, most=1)
@pytest.mark.parametrize("game", daily_games(6, first=1, of=GAMES))
def test_a_slip_takes_nothing_off_the_felt(game: str) -> None:
    """Also where it is told at length, and something is owed: the felt stays whole, and the slip can be read."""
    words = "what was wrong " * 8
    slip = ShownSlip("major", words, words, ("BA-01",), tuple(f"{number}. {words}" for number in range(1, 6)))
    for table in moments(game, every=17):
        scene = look(table)
        scene = attrs.evolve(scene, status=attrs.evolve(scene.status, owed=("takes the bet of seat 2",)))
        check(scene, 80, 24, attrs.evolve(NOTES, slips=(slip,), found=1))
        text = "\n".join(rows(scene, 80, 24, attrs.evolve(NOTES, slips=(slip,), found=1)))
        assert "owed: takes the bet of seat 2" in text
        assert "major: what was wrong" in text


@pytest.mark.sample(3, most=1)
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (111, 24), (112, 24), (160, 50)], ids=str)
def test_any_size_from_the_least_on_is_used(size: tuple[int, int]) -> None:
    """Also between and beyond the two that are tried with every game."""
    for game in ("mini-baccarat", "omaha-hilo", "canasta", "golf", "fan-tan"):
        for table in moments(game, every=29):
            check(look(table), *size)


@pytest.mark.parametrize("game", ["jenny-jenny", "stud7", "nap"])
def test_who_sees_only_what_lies_open_is_drawn_nothing_else(game: str) -> None:
    """The mask decides here, too."""
    for table in moments(game, every=17):
        hidden = look(table, eyes(table, 0))
        check(hidden, 80, 24)


@pytest.mark.parametrize("game", ["holdem", "canasta", "fan-tan", "golf", "mini-baccarat"])
def test_a_screen_without_signs_gets_letters(game: str) -> None:
    """Nothing but ASCII, and the same cards."""
    for table in moments(game, every=31):
        scene = look(table)
        text = "\n".join(rows(scene, 80, 24, signs=Signs(suits=False)))
        assert text.isascii()
        known = {card.face.name for heap in scene.heaps for card in heap.cards if card.face is not None}
        assert all(name in text for name in known)


def test_the_slip_stands_beside_its_ruling() -> None:
    """At 80 columns in two columns under the felt, at 120 in the pane beside it; long ones are cut with a word about it."""
    table = dk.Table("holdem", seats=9, seed=1)
    slip = ShownSlip(
        "major", "No card was burned", "It protects the stub", ("DP-16",), ("floor: the flop stands", "1. burn now " + "x " * 300)
    )
    notes = Notes(acts=("the dealer deals the flop",), slips=(slip,), found=3, whole_by="why")
    small, large = rows(look(table), 80, 24, notes), rows(look(table), 120, 40, notes)
    assert any("major: No card was burned" in row and row.index("floor: the flop stands") > 30 for row in small)
    assert any("more lines: type why" in row for row in small)
    assert any("slips 3" in row for row in small)
    assert any(row.find("major: No card was burned") > 70 for row in large)
    assert "".join(large).count("x ") > 90


def test_what_a_person_typed_cannot_move_the_cursor() -> None:
    """Signs that a screen would obey are text, wherever they come from."""
    table = dk.Table("holdem", seats=2, seed=1)
    notes = Notes(acts=("seat 1 says \x1b[2Jboo\r\x07",), answer=("\x1b]0;x\x07",))
    for width, height in SIZES:
        painted = "".join(page(look(table), notes, Signs(), width, height).painted())
        assert set(re.findall(r"\x1b.", painted)) <= {"\x1b["}
        assert not re.search(r"\x1b\[(?![\d;]*m)", painted)
        assert "\r" not in painted
        assert "\x07" not in painted


def test_without_colour_nothing_is_lost() -> None:
    """Colour only repeats: without it weight and text are left."""
    table = dk.Table("mini-baccarat", seats=3, seed=7)
    for _ in range(30):
        table.advance()
    canvas = page(look(table), NOTES, Signs(), 80, 24)
    plain = "\n".join(canvas.painted(colour=False))
    assert not re.search(r"\x1b\[[\d;]*3\d", plain)
    assert re.sub(r"\x1b\[[\d;]*m", "", plain).split("\n")[1:] == canvas.rows()[1:]


@pytest.mark.parametrize(("game", "seats"), [("holdem", 9), ("holdem", 6), ("stud7", 8), ("draw", 8)])
@pytest.mark.sample(2, rest="thorough")
def test_seats_keep_their_places_through_a_hand(game: str, seats: int) -> None:
    """DP-10: cards go round by the seats. Where they take more room on 80 columns they are drawn smaller, and no seat moves."""
    table = dk.Table(game, seats=seats, seed=3)
    far: set[tuple[str, ...]] = set()
    for _ in range(90):
        lines = [re.findall(r"Seat (\d+)", line) for line in rows(look(table), 80, 24)[1:]]
        far.add(tuple(next(line for line in lines if line)))
        calm = next((f"{who} {move}" for who, moves in table.ask.items() for move in ("check", "call") if move in moves), None)
        table.push(table.next_act() or calm or f"{next(iter(table.ask))} {next(iter(next(iter(table.ask.values()))))}")
    assert len(far) == 1
