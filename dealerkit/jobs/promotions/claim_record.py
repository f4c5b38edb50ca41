"""A claim filled in from the record of a table: the hands dealt and shown, the pot, the findings."""

from __future__ import annotations

from pathlib import Path

import attrs

from dealerkit.errors import RecordError
from dealerkit.facts.hands import live
from dealerkit.games.poker.facts.showdown import tabled
from dealerkit.jobs.promotions.claim_form import ToldClaim
from dealerkit.rules.rankings import options as ranking_options
from dealerkit.table.playback import push, table_of
from dealerkit.table.record import Record, one_record
from dealerkit.table.rounds import Rounds
from dealerkit.table.table import Table


@attrs.define
class DealtHand:
    """A hand of a record.

    Attributes:
        first: The number of its first act, from 1.
        last: The number of its last act.
        seats: The seats that were dealt in.
        shown: The hands that lay face up when two or more players were in, by seat, and the board as it was then.
        pot: The most that lay in the pots, in smallest chips.
    """

    first: int
    last: int = 0
    seats: set[int] = attrs.field(factory=set)
    shown: dict[int, tuple[list[str], list[str]]] = attrs.field(factory=dict)
    pot: int = 0


@attrs.frozen
class Recorded:
    """A claim filled in from a record.

    Attributes:
        told: The form of the claim.
        codes: The codes of the findings in the hand.
        acts: The numbers of the hand's first and last act, from 1.
        text: The text of the record, to attach to the claim.
    """

    told: ToldClaim
    codes: tuple[str, ...]
    acts: tuple[int, int]
    text: str


def recorded(file: Path, seat: int, hand: str | None = None, act: int | None = None) -> Recorded:
    """Fill in a claim from a record: for the hand that an act belongs to, or else the last one in which the seat showed its
    cards.

    Args:
        file: The record's file.
        seat: The claiming player's seat, from 1.
        hand: The id or number of the record in the file; None for the last.
        act: The number of an act of the hand, from 1; None for the last hand that the seat showed.

    Raises:
        RecordError: If the record cannot be read, or that seat did not show a hand in it.
    """
    record = one_record(file, hand, act)
    table, hands = _through(record)
    dealt = _chosen(record, hands, seat, act)
    spec = table.game.data.get("showdown") or {}
    if not spec.get("form"):
        raise RecordError(str(file), record.header.line, f"{table.game.title} has no showdown of hands", "name another record")
    felt = table.felt
    hole, board = dealt.shown[seat]
    codes = tuple(dict.fromkeys(finding.code for finding in table.findings if dealt.first <= finding.act <= dealt.last))
    claim = ToldClaim(
        game=str(spec["form"]),
        hole=hole,
        board=board,
        hands={other: cards for other, (cards, _) in dealt.shown.items() if other != seat},
        table=record.header.notes.get("table"),
        seat=seat,
        shown_down=True,
        dealt=",".join(map(str, sorted(dealt.seats))),
        pot=felt.money(dealt.pot),
        codes=codes,
        big_blind=str(table.game.options["big_blind"]) if "big_blind" in table.game.options else None,
        settings={name: value for name, value in table.game.options.items() if name in ranking_options()},
    )
    return Recorded(claim, codes, (dealt.first, dealt.last), record.text())


def _through(record: Record) -> tuple[Table, list[DealtHand]]:
    """Replay a record, and note for each hand what a claim needs."""
    table = table_of(record.header)
    rounds = Rounds(table)
    hands = [DealtHand(1)]
    for number, line in enumerate(record.lines, 1):
        here = hands[-1]
        push(table, line, record.header.file)
        felt, act = table.felt, line.act
        here.last = number
        if act.verb == "deal" and act.to and act.to[0][:1] == "s" and act.to[0][1:].isdecimal():
            here.seats.add(int(act.to[0][1:]))
        here.pot = max(here.pot, sum(felt.rows[name][0] for name in felt.layout.pots))
        if act.verb == "show":
            _note_shown(table, here)
        if rounds.look(table):
            hands.append(DealtHand(number + 1))
    return table, hands


def _note_shown(table: Table, here: DealtHand) -> None:
    """Note the hands that are face up, if more than one player was in: without that there is no showdown. HH-01"""
    felt = table.felt
    if len(live(table.now)) < 2 and not here.shown:
        return
    board = [str(felt.faces[card] or "??") for card in felt.places.get("board", ())]
    for seat in range(1, felt.seats + 1):
        if seat not in here.shown and tabled(table.now, seat):
            here.shown[seat] = ([str(felt.faces[card] or "??") for card in felt.places[f"s{seat}"]], board)


def _chosen(record: Record, hands: list[DealtHand], seat: int, act: int | None) -> DealtHand:
    header = record.header
    if act is not None:
        mine = [dealt_hand for dealt_hand in hands if dealt_hand.first <= act <= dealt_hand.last]
        if mine and seat in mine[0].shown:
            return mine[0]
        where = f"the hand at act {act}"
    else:
        mine = [dealt_hand for dealt_hand in hands if seat in dealt_hand.shown]
        if mine:
            return mine[-1]
        where = "this record"
    hint = "only a hand tabled at the showdown can be claimed"
    raise RecordError(header.file, header.line, f"seat {seat} did not table a hand in {where}", hint, hand=header.name)
