"""A scene in sentences, for a screen reader and for screens without a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dealerkit.cards import SUITS, Face
from dealerkit.files.screen_text import count_of
from dealerkit.table.scene.values import Chips, Heap, Lying, Scene, Seat

_RANKS = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_SUITS = dict(zip(SUITS, ("clubs", "diamonds", "hearts", "spades"), strict=True))


def named(face: Face) -> str:
    """Return a card in words: `ace of hearts`, `10 of clubs`.

    >>> named(Face.read("Ah")), named(Face.read("Tc")), named(Face.read("Jk"))
    ('ace of hearts', '10 of clubs', 'joker')
    """
    if face.suit is None:
        return "joker"
    return f"{_RANKS.get(face.letter, face.letter)} of {_SUITS[face.suit.value]}"


def told(scene: Scene) -> Iterator[str]:
    """Yield the scene as sentences, one a line: progress, the middle of the table, then seat by seat.

    >>> from dealerkit.table.table import Table
    >>> from dealerkit.table.scene.reader import look
    >>> table = Table("mini-baccarat", seats=1, seed=7)
    >>> table.advance("deal")
    >>> table.push("d deal player")
    ()
    >>> for line in told(look(table)): print(line)
    Mini baccarat, coup 1, step 8 of 24.
    Shoe (cut card in): 411 cards.
    Player: 4 of clubs.
    ...
    """
    status = scene.status
    where = [status.game, status.round, status.part, f"step {status.step} of {status.steps}" if status.step else ""]
    yield f"{', '.join(word for word in where if word)}."
    if status.mends:
        yield "A slip is being fixed."
    if status.owed:
        yield f"Owed: {'; '.join(status.owed)}."
    for heap in scene.of(0):
        yield f"{_first(heap.title)}{_notes(heap)}: {lying_words(heap)}."
    if scene.cut_out:
        yield "The cut card is out."
    for chips in scene.chips_of(0, "pot", "house", "spot", "front"):
        of = f" ({named(chips.face)})" if chips.face is not None else ""
        yield f"{_first(chips.title)}{of}: {chips.amount}."
    for seat in scene.seats:
        yield from _seat(scene, seat)


def _seat(scene: Scene, seat: Seat) -> Iterator[str]:
    marks = [scene.deals] * seat.button + list(seat.standing)
    words = [f"Seat {seat.number}{_listed(marks)}"]
    chips = [
        f"{lying.title} {lying.amount}"
        for lying in (*scene.chips_of(seat.number, "stack", "front", "spot"), *_marks(scene, seat))
    ]
    parts = [f"{heap.title}{_notes(heap)} {lying_words(heap)}" for heap in scene.of(seat.number)]
    words += [*parts, ", ".join(chips)]
    if seat.said:
        words.append(seat.said)
    yield f"{'; '.join(word for word in words if word)}."
    if seat.acts:
        all_in = ", all-in" if seat.to_call_is_all_in else ""
        yield f"Seat {seat.number} is to act{f', {seat.to_call} to call{all_in}' if seat.to_call else ''}."


def _marks(scene: Scene, seat: Seat) -> Iterator[Chips]:
    return (mark for mark in scene.marks if mark.seat == seat.number)


def lying_words(heap: Heap) -> str:
    """Return the cards of a place in words: those that the viewer sees, in order, and the number of the others."""
    if not heap.cards:
        return count_of(heap.count, "card") if heap.count else "no cards"
    if len(heap.cards) < heap.count:
        return f"{count_of(heap.count, 'card')}, on top {_cards(heap.cards)}"
    return _cards(heap.cards)


def _cards(cards: Sequence[Lying]) -> str:
    parts = [named(card.face) + (f" by seat {card.by}" if card.by else "") for card in cards if card.up and card.face is not None]
    known = [named(card.face) for card in cards if not card.up and card.face is not None]
    if known:
        parts.append(f"face down {', '.join(known)}")
    hidden = len(cards) - sum(1 for card in cards if card.face is not None)
    if hidden:
        parts.append(f"{hidden} more face down" if parts else "1 card face down" if hidden == 1 else f"{hidden} cards face down")
    return ", ".join(parts)


def _notes(heap: Heap) -> str:
    return _listed(heap.notes)


def _listed(words: Sequence[str]) -> str:
    return f" ({', '.join(words)})" if words else ""


def _first(words: str) -> str:
    return words[:1].upper() + words[1:]
