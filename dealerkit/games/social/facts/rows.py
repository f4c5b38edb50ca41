"""Facts about rows of cards built on the table in sequence, and the holders of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dealerkit.cards import Face
from dealerkit.facts.situation import Situation
from dealerkit.facts.tables import in_turn
from dealerkit.felt import DEALER, Act
from dealerkit.felt.acts import seat_number
from dealerkit.felt.verbs import verbs_that


def lying_in_rows(now: Situation) -> set[Face]:
    """Return the cards in the rows."""
    places, faces = now.felt.places, now.felt.faces
    return {
        face
        for name, spec in now.felt.layout.places.items()
        if spec.takes
        for card in places[name]
        if (face := faces[card]) is not None
    }


def next_in_rows(now: Situation, lying: set[Face] | None = None) -> dict[Face, str]:
    """Return the cards that continue a row now, each with its place.

    Args:
        now: The situation.
        lying: Cards in the rows; None to read them from the felt.
    """
    out = lying_in_rows(now) if lying is None else lying
    specs = now.felt.layout.places
    rows: dict[Face, str] = {}
    for name, spec in specs.items():
        if spec.takes and (not spec.after or out.issuperset(specs[spec.after].takes)):
            face = next((face for face in spec.takes if face not in out), None)
            if face is not None:
                rows[face] = name
    return rows


def follows_in_rows(now: Situation, face: Face, lying: set[Face]) -> dict[Face, str]:
    """Return the cards that can be played next because of a card just played, each with its place.

    Args:
        now: The situation.
        face: The card that was played.
        lying: Cards in the rows, including this card.
    """
    specs = now.felt.layout.places
    place = now.felt.layout.sequence[face]
    way = specs[place].takes
    after = next((other for other in way[way.index(face) + 1 :] if other not in lying), None)
    if after is not None:
        return {after: place}
    rows: dict[Face, str] = {}
    for name in opened_by(now)[place]:
        first = next((other for other in specs[name].takes if other not in lying), None)
        if first is not None:
            rows[first] = name
    return rows


def opened_by(now: Situation) -> Mapping[str, tuple[str, ...]]:
    """Return, by place, the places whose sequences may begin only when the sequence in that place is complete."""
    return now.game.once("rows opened", lambda _: _opened(now))


def _opened(now: Situation) -> Mapping[str, tuple[str, ...]]:
    specs = now.felt.layout.places
    return {name: tuple(other for other, spec in specs.items() if spec.takes and spec.after == name) for name in specs}


def firsts(now: Situation) -> set[Face]:
    """Return the cards that begin a row: the first cards of sequences that need not wait for another sequence."""
    return {face for spec in now.felt.layout.places.values() if spec.takes and not spec.after for face in spec.takes}


def held(now: Situation, seat: int) -> list[Face | None]:
    """Return the cards of a hand; None for an unknown card."""
    return [now.felt.faces[card] for card in now.felt.places[f"s{seat}"]]


def held_up(now: Situation) -> list[tuple[int, frozenset[Face]]]:
    """Return every pass of this hand: the seat, and the cards that it could have played at that time, had it held them."""
    acts = now.since("hand")
    played = {face for act in acts if act.verb == "play" for face in act.cards}
    lying: set[Face] = {face for face in lying_in_rows(now) if face not in played}  # the cards there when the table was set up
    holders: list[tuple[int, frozenset[Face]]] = []
    for act in acts:
        if act.verb == "play" and act.cards and act.cards[0] is not None:
            lying.add(act.cards[0])
        elif act.verb == "move" and seat_number(act.to[1]) and act.cards and act.cards[0] is not None:
            lying.discard(act.cards[0])
        elif act.verb == "pass" and act.seat:
            holders.append((act.seat, frozenset(next_in_rows(now, lying))))
    return holders


def denied(now: Situation, seat: int, but: Act | None = None) -> frozenset[Face]:
    """Return the cards that a seat cannot hold, because it passed at a time when they could have been played.

    A pass that the seat has since shown to be wrongful is left out, because it has been charged.

    Args:
        now: The situation.
        seat: The seat.
        but: An act to leave out of account: the act that shows the pass to be wrongful; None for none.
    """
    shows = [act for act in now.since("hand") if act.seat == seat and act.verb == "show" and act is not but]
    shown = {face for act in shows for face in act.cards}
    return frozenset(face for who, faces in held_up(now) if who == seat and shown.isdisjoint(faces) for face in faces)


def accused(now: Situation, seat: int) -> str:
    """Return the state of an accusation that a seat passed wrongfully, while part of its hand is unknown (FT-19).

    The accusation names the seat, or else means the seat that passed last before it.

    Args:
        now: The situation.
        seat: The seat.

    Returns:
        `claimed` after an accusation; `admitted` after the seat has then paid more than the chip for a pass; empty without an
        accusation,
        and after the seat has shown cards.
    """
    passed, last, stage = False, 0, ""
    for act in now.since("hand"):
        if act.verb == "pass" and act.seat:
            passed, last = passed or act.seat == seat, act.seat
        elif act.verb == "claim" and act.seat != seat:
            stage = "claimed" if passed and seat == (seat_number(act.to[-1]) or last) else stage
        elif act.seat == seat and stage:
            if act.verb == "show":
                stage = ""
            elif act.verb == "pay" or (act.verb == "post" and now.felt.units(act.n) > now.felt.units(1)):
                stage = "admitted"
    return stage if None in held(now, seat) else ""


def neighbours_unknown(now: Situation, seat: int) -> bool:
    """Return whether a seat that had passed has shown or played a card that begins a row, and the holder of a card next to it is
    unknown (FT-20).
    """
    out = {face for act in now.since("hand") if act.seat == seat and act.verb in ("show", "play") for face in act.cards}
    kept = {face for who, faces in held_up(now) if who == seat for face in faces}
    return any(not holder(now, other) for face in firsts(now) & out & kept for other in beside(now, face))


def holder(now: Situation, face: Face) -> int:
    """Return the seat that holds a card, or has played it in this hand; 0 if unknown."""
    faces, places = now.felt.faces, now.felt.places
    if face in faces:
        card = faces.index(face)
        for seat in range(1, now.felt.seats + 1):
            if card in places[f"s{seat}"]:
                return seat
    return next((act.seat for act in reversed(now.since("hand")) if act.verb == "play" and face in act.cards), 0)


def beside(now: Situation, first: Face) -> Iterator[Face]:
    """Yield the cards next to the first card of a row."""
    specs = now.felt.layout.places
    rows = {name for name, spec in specs.items() if first in spec.takes}
    for spec in specs.values():
        if spec.takes and spec.after in rows:
            yield spec.takes[0]


def hand_sizes(now: Situation) -> Mapping[int, int]:
    """Return the number of cards each seat holds."""
    return {seat: len(now.felt.places[f"s{seat}"]) for seat in range(1, now.felt.seats + 1)}


def seat_out(now: Situation) -> int:
    """Return the seat without cards while others have some; 0 while all seats have cards, or if the dealer has taken the
    hand in.
    """
    places = now.felt.places
    empty = [seat for seat in in_turn(now, now.felt.button) if not places[f"s{seat}"]]
    played = [seat for seat in empty if not _is_taken_in(now, f"s{seat}")] if len(empty) < now.felt.seats else []
    return played[0] if played else 0


def _is_taken_in(now: Situation, who: str) -> bool:
    """Return whether the last cards of a seat were taken by the dealer, and not played; cards that the dealer had put there
    himself do not count.
    """
    taken = 0
    for act in now.backwards():
        if act.who == who and act.verb == "play":
            break
        if act.who == DEALER and act.verb in _TAKING:
            taken += who in act.to[:1]
            taken -= taken > 0 and who in act.to[1:]
    return taken > 0


_TAKING = verbs_that("takes_back") | {"kill"}
