"""The table as one viewer sees it: cards that the viewer has not seen read `??`, in the places as well as in the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from dealerkit.cards import UNKNOWN
from dealerkit.felt import VERBS, Act, Felt


@attrs.frozen
class View:
    """A table as one seat sees it.

    Attributes:
        places: Card names by place, in order; `??` if the seat has not seen the card. A stock is only counted.
        counts: Number of cards by place.
        chips: Chips by row as text, one cell a seat, cell 0 the house.
        marks: Marks by row.
        log: The acts, with `??` for cards that the seat has not seen.
    """

    places: Mapping[str, tuple[str, ...]]
    counts: Mapping[str, int]
    chips: Mapping[str, tuple[str, ...]]
    marks: Mapping[str, tuple[str, ...]]
    log: tuple[str, ...]

    def __str__(self) -> str:
        lines = [
            f"{name}: {' '.join(cards) or '-'} ({self.counts[name]})" for name, cards in self.places.items() if self.counts[name]
        ]
        return "\n".join(lines)


def see(felt: Felt, log: Sequence[Act], before: Felt, seat: int) -> View:
    """Return a seat's view of the table.

    Args:
        felt: The felt now.
        log: The acts so far.
        before: The felt before the first act; it is changed.
        seat: The seat, from 1; 0 for a viewer who sees only face-up cards.
    """
    mask = 1 << seat if seat else 1 << 30
    hidden = {name for name, spec in felt.layout.places.items() if spec.kind == "stock"}
    places = {
        name: tuple(_name(felt, card, mask) for card in felt.cards(name)) if name not in hidden else () for name in felt.places
    }
    return View(
        places,
        {name: len(felt.cards(name)) for name in felt.places},
        {name: tuple(map(felt.money, row)) for name, row in felt.rows.items()},
        {name: tuple(map(felt.money, row)) for name, row in felt.marks.items()},
        _seen_log(log, before, mask),
    )


def _name(felt: Felt, card: int, mask: int) -> str:
    face = felt.faces[card]
    return face.name if face is not None and felt.seen[card] & mask else UNKNOWN


def _seen_log(log: Sequence[Act], felt: Felt, mask: int) -> tuple[str, ...]:
    """Return the acts as a viewer saw them: `??` for each named card that the viewer could not see at the time."""
    lines = []
    opened = max((at for at, act in enumerate(log) if VERBS[role(act), act.verb].opens), default=-1)
    for at, act in enumerate(log):
        act.effect(felt, act)
        sealed = at > opened and VERBS[role(act), act.verb].sealed and not mask >> act.seat & 1
        lines.append(f"{act.who} {act.verb} {UNKNOWN}" if sealed else _seen(act, felt, felt.moved, mask))
    return tuple(lines)


def role(act: Act) -> str:
    """Return the role of an act's verb: `d` for the dealer's, `f` for the floor's, `s` for a seat's."""
    return "s" if act.seat else act.who


def _seen(act: Act, felt: Felt, moved: Sequence[int], mask: int) -> str:
    if not act.cards or len(moved) != len(act.cards):
        return act.text
    cards = [face if felt.seen[card] & mask else None for card, face in zip(moved, act.cards, strict=True)]
    return Act.make(act.who, act.verb, *act.to, n=act.n, face=act.face, cards=cards, manner=act.manner, parts=act.parts).text
