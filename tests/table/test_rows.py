"""Small parts of the table, each as rows: who played, what a ruling comes to, who advises, what is locked, what a pane shows."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from dealerkit.cards import read_cards
from dealerkit.errors import Impossible, RecordError
from dealerkit.felt import Act
from dealerkit.felt.acts import MANNERS
from dealerkit.table import enforcement
from dealerkit.table.bots import ADVICE, SENSE, advice, sensible
from dealerkit.table.record import locks
from dealerkit.table.scene import reader
from dealerkit.table.scene.screen.canvas import CellCanvas, StyledSpan
from dealerkit.table.scene.screen.page import _lines, answer_room, sheet
from dealerkit.table.table import Table

# Who played


@pytest.mark.parametrize(
    ("log", "count", "by"),
    [
        ("", 0, ()),
        ("", 2, (0, 0)),
        ("s1 play Ah", 1, (1,)),
        ("s1 play Ah; s2 play Kh", 1, (2,)),
        ("s1 play Ah; s2 play Kh", 2, (1, 2)),
        ("s1 play Ah; d tap; s3 play Kh", 2, (1, 3)),
        ("s1 play Ah", 2, (0, 0)),
        ("s1 play Ah; d tap; d tap; d tap", 1, (1,)),
        ("s1 play Ah; d tap; d tap; d tap; d tap", 1, (0,)),
        ("s4 play 2c; s1 play Ah; s2 play Kh; s3 play 3h", 3, (1, 2, 3)),
    ],
)
def test_who_played_the_cards_of_a_trick(log, count, by):
    """The last ones to play, in order; where the log does not tell them all, nobody is named, and every card has its cell."""
    table: Any = SimpleNamespace(log=[Act.parse(text) for text in log.split("; ") if text])
    assert reader._played_by(table, count) == by


# Rulings carried out


@attrs.frozen
class FakeRuling:
    """As much of a ruling as its execution reads."""

    fault: str = "misdeal"
    remedies: tuple[str, ...] = ("RM-01", "RM-02")
    to_deal: tuple[str, ...] = ("RM-01",)
    steps: tuple[str, ...] = ("in general",)
    amounts: dict[str, str] = attrs.field(factory=dict)


def ruled(**parts: Any) -> Any:
    """A table of two seats whose first remedy is dealt and whose second is told."""
    fields: dict[str, Any] = {
        "game": SimpleNamespace(rules="rules"),
        "house": SimpleNamespace(remedies={"RM-01": SimpleNamespace(dealt=True), "RM-02": SimpleNamespace(dealt=False)}),
        "floor": SimpleNamespace(here=(), fault_of=lambda finding: finding.fault),
        "rulings": [],
        "felt": SimpleNamespace(rows={"stack": [0, 10, 10]}, money=str),
        "seats": 2,
    }
    return SimpleNamespace(**{**fields, **parts})


@pytest.mark.parametrize(
    ("order", "acts", "steps"),
    [
        ((), (), ("in general",)),
        (("order",), (), ("in general",)),
        ((), ("call",), ("in general",)),
        (("order",), ("call",), ("order", "call", "told RM-02")),
        ((), ("call", "deal"), ("call", "deal", "told RM-02")),
    ],
)
def test_the_steps_of_a_ruling(monkeypatch, order, acts, steps):
    """As they happen if something is done at this table; in general where only the stub's order or the floor's call is left."""

    def happen(table: Any, *_: object) -> list[str]:
        table.felt.rows["stack"][2] += 3
        return list(acts)

    monkeypatch.setattr(enforcement, "_order", lambda *_: iter(order))
    monkeypatch.setattr(enforcement, "_acts", happen)
    monkeypatch.setattr(enforcement, "remedy_steps", lambda _, name: [f"told {name}"])
    found: Any = enforcement.carried_out(ruled(), FakeRuling(amounts={"pot": "9"}))  # type: ignore[arg-type]
    assert found.steps == steps
    assert found.amounts == ({"pot": "9"} if steps == ("in general",) else {"pot": "9", "back_s2": "3"})


def test_a_ruling_that_cannot_be_carried_out_stays_as_it_is(monkeypatch):
    """Nothing is dealt without a rule set, or a remedy that is dealt; where the hand has gone on, the words stay general."""

    def fails(*_: object) -> list[str]:
        msg = "gone on"
        raise Impossible(msg)

    ruling: Any = FakeRuling()
    monkeypatch.setattr(enforcement, "_order", lambda *_: iter(("order",)))
    monkeypatch.setattr(enforcement, "_acts", fails)
    assert enforcement.carried_out(ruled(), ruling) is ruling
    monkeypatch.setattr(enforcement, "_acts", lambda *_: ["call", "deal"])
    for told in (("RM-02",), ("RM-99",), ()):
        other: Any = FakeRuling(to_deal=told)
        assert enforcement.carried_out(ruled(), other) is other
    assert enforcement.carried_out(ruled(game=SimpleNamespace(rules=None)), ruling) is ruling


@pytest.mark.parametrize(
    ("log", "parts", "fault", "named"),
    [
        ("d burn; d deal board", {}, "burn_error", "Kc, Ah, 5d, 4d"),
        ("d burn; d deal board", {"out": [2, 0, 0, 0, 0, 0]}, "burn_error", "Ah, 5d, 4d"),
        ("d burn; d deal board", {"out": [0, 0, 0, 0, 0, 0]}, "premature_board", "5d, 4d"),
        ("d burn; d deal board", {"known": False}, "burn_error", ""),
        ("d burn; d deal board", {}, "misdeal", ""),
        ("d burn; d riffle", {}, "burn_error", ""),
        ("d riffle; d burn", {}, "burn_error", "Kc, Ah, 5d, 4d"),
        ("d burn; d burn", None, "burn_error", ""),
    ],
)
def test_the_order_of_the_stub_since_a_slip(monkeypatch, log, parts, fault, named):
    """FTR-25: the cards that came out since, as they came, and the next two; nothing of a stub unknown or shuffled since."""
    fields: dict[str, Any] = {
        "known": True,
        "out": [2, 1, 0, 0, 0, 0],
        "faces": read_cards("Ah Kc 3d 4d 5d 6d"),
        "places": {"stub": [2, 3, -1, 4]},
        "layout": SimpleNamespace(stock="stub"),
    }
    felt = SimpleNamespace(**{**fields, **(parts or {})})
    slip = None if parts is None else SimpleNamespace(fault=fault, at=1, cards=(0, 1))
    monkeypatch.setattr(enforcement, "slip_called", lambda *_: slip)
    table: Any = SimpleNamespace(felt=felt, now=None, log=[Act.parse(text) for text in log.split("; ")])
    assert list(enforcement._order(table, "code")) == ([f"the stub would have dealt, in order: {named}"] if named else [])


# Bots


def test_who_advises_and_who_plays(monkeypatch):
    """The adviser of the open mechanic, and its player of the family before that of all games; without one, nobody does."""
    act = Act.parse("s1 pass")
    monkeypatch.setitem(ADVICE, "trying", lambda table, seat: (act, f"{seat} may"))
    monkeypatch.setitem(SENSE, "trying", lambda *_: act)
    other = Act.parse("s1 fold")
    monkeypatch.setitem(SENSE, "trying odd", lambda *_: other)

    def table(name: str, family: str = "poker") -> Any:
        mechanic = SimpleNamespace(mechanic=SimpleNamespace(name=name))
        return SimpleNamespace(players=mechanic, now=SimpleNamespace(game=SimpleNamespace(family=family)))

    closed: Any = SimpleNamespace(players=None)
    chance: Any = None
    assert advice(table("trying"), "s1") == (act, "s1 may")
    assert advice(table("nothing of ours"), "s1") is None
    assert advice(closed, "s1") is None
    assert sensible(table("trying"), "s1", {}, chance) is act
    assert sensible(table("trying", "odd"), "s1", {}, chance) is other
    assert sensible(table("nothing of ours"), "s1", {}, chance) is None
    assert sensible(closed, "s1", {}, chance) is None


# Locks


@pytest.mark.parametrize(
    ("error", "holder"), [(None, None), (OSError("no locks here"), None), (BlockingIOError("locked"), ": process 7")]
)
def test_who_holds_a_record(monkeypatch, tmp_path, error, holder):
    """Nobody on a disk without locks; another session is named, and the record refused."""

    def flock(_: object, how: int) -> None:
        assert how == 6
        if error is not None:
            raise error

    stream: Any = object()
    monkeypatch.setattr(locks, "_holder", lambda _: ": process 7")
    monkeypatch.setattr(locks, "fcntl", SimpleNamespace(LOCK_EX=2, LOCK_NB=4, flock=flock))
    assert locks.held_elsewhere(stream) == holder
    if holder is None:
        locks.lock(stream, tmp_path)
    else:
        with pytest.raises(RecordError, match="this record is open in another session: process 7; end that session first"):
            locks.lock(stream, tmp_path)
    monkeypatch.setattr(locks, "fcntl", None)
    assert locks.held_elsewhere(stream) is None


# Panes


@pytest.mark.parametrize(
    ("width", "height", "room"),
    [
        (80, 24, (78, 12)),
        (111, 60, (109, 12)),
        (112, 24, (35, 12)),
        (117, 25, (36, 12)),
        (171, 50, (53, 25)),
        (240, 51, (53, 25)),
    ],
)
def test_the_room_of_an_answer(width, height, room):
    """Twelve rows below the felt, or half of the rows beside it."""
    assert answer_room(width, height) == room


@pytest.mark.parametrize(("many", "shown"), [(0, 0), (1, 1), (7, 7), (8, 8), (9, 8), (40, 8)])
def test_a_sheet_leaves_the_prompts_row(many, shown):
    """The heading, then as many lines as there are rows but two."""
    lines = [f"line {number}" for number in range(many)]
    rows = sheet(lines, 20, 10, "Heading").rows()
    assert rows == [" Heading", *(f" {line}" for line in lines[:shown]), *[""] * (9 - shown)]


@pytest.mark.parametrize(
    ("many", "room", "whole_by", "rows"),
    [
        (2, 3, "", ["a", "b"]),
        (3, 3, "", ["a", "b", "c"]),
        (4, 3, "", ["a", "b", "... 2 more lines"]),
        (4, 3, "why", ["a", "b", "... 2 more lines: type why"]),
        (2, 1, "", ["... 2 more lines"]),
        (2, 0, "", []),
        (2, -1, "", []),
        (0, 2, "", []),
    ],
)
def test_lines_and_a_word_on_those_left_out(many, room, whole_by, rows):
    """The last row of the room says how many are missing, and how to see them."""
    canvas = CellCanvas(40, 7)
    lines = [(StyledSpan(letter),) for letter in "abcd"[:many]]
    assert _lines(canvas, lines, 2, 1, 36, room, whole_by) == 1 + len(rows)
    assert canvas.rows() == ["", *(f"  {row}" for row in rows), *[""] * (6 - len(rows))]


# Acts done in an odd way


@pytest.mark.parametrize("manner", MANNERS)
def test_an_odd_manner_is_judged(monkeypatch, manner):
    """An act that was asked for is judged if it was done in a way that can be wrong; together and pitched say only how."""
    seen: list[Act] = []

    def odd(_: Table, act: Act, _remark: object) -> tuple[()]:
        seen.append(act)
        return ()

    monkeypatch.setattr(Table, "_odd", odd)
    table = Table("holdem", seats=3, seed=3)
    table.advance("preflop")
    table.push(f"{next(iter(table.ask))} call {manner}")
    assert [act.manner for act in seen] == ([] if manner in {"together", "pitched"} else [(manner,)])
