"""Rounds dealt at a table, one after the other, by a dealer without errors to simulated players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from dealerkit.felt import Act
from dealerkit.table.bots import Players
from dealerkit.table.rounds import Rounds
from dealerkit.table.table import Table

_MOST = 3000
"""Most acts in a round."""


@attrs.frozen
class DealtRound:
    """A round that was dealt.

    Attributes:
        number: The number of the round at this table, from 1.
        acts: Its acts in order.
        cards: Place on the felt -> the cards that last lay there face up before they were cleared, such as `Kh`.
        net: The net win of the house and each seat, in smallest chips; the house first.
        scored: The scores of the house and each seat, all boxes together.
        findings: The codes of the findings in it; a dealer without errors leaves none.
    """

    number: int
    acts: Sequence[Act]
    cards: Mapping[str, Sequence[str]]
    net: tuple[int, ...]
    scored: tuple[int, ...]
    findings: tuple[str, ...]


def rounds_at(table: Table, players: Players, most: int) -> Iterator[DealtRound]:
    """Deal rounds from a table's present state, until enough are dealt or the game is over.

    Args:
        table: The table.
        players: The simulated players.
        most: The most rounds to deal, 1 or more.

    Raises:
        Impossible: If the dealer's next step cannot be done on the felt.
    """
    for number in range(1, most + 1):
        first, flagged = len(table.log), len(table.findings)
        owned, marked = wealth(table), _marked(table)
        rounds = Rounds(table)
        cards: dict[str, Sequence[str]] = {}
        for _ in range(_MOST):
            acts = players.acts(table)
            if not acts:
                due = table.next_act()
                acts = [due] if due is not None else []
            if not acts:
                break
            for act in acts:
                table.push(act)
            _see(table, cards)
            if rounds.look(table):
                break
        if len(table.log) == first:
            return
        yield DealtRound(
            number,
            tuple(table.log[first:]),
            cards,
            tuple(now - was for now, was in zip(wealth(table), owned, strict=True)),
            tuple(now - was for now, was in zip(_marked(table), marked, strict=True)),
            tuple(finding.code for finding in table.findings[flagged:]),
        )


def wealth(table: Table) -> list[int]:
    """Return the chips of the house (its rack) and of each seat (its bets on the layout included), in smallest chips."""
    rows = table.felt.rows
    return [rows["stack"][0], *(sum(row[seat] for row in rows.values()) for seat in range(1, table.seats + 1))]


def _marked(table: Table) -> list[int]:
    """Return the scores of the house and of each seat, all boxes together."""
    boxes = [*table.felt.marks.values(), [0] * (table.seats + 1)]
    return [sum(box[seat] for box in boxes) for seat in range(table.seats + 1)]


def _see(table: Table, cards: dict[str, Sequence[str]]) -> None:
    """Remember the face-up cards on the layout before they are taken away."""
    felt = table.felt
    for name, spec in felt.layout.places.items():
        if spec.kind in ("hand", "board") and felt.places[name]:
            open_ = [face.name for card in felt.cards(name) if felt.up[card] and (face := felt.faces[card]) is not None]
            if open_:
                cards[name] = open_
