"""The form of a claim, typed or filled in from a record, and its reading."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import attrs

from dealerkit.cards import Face, read_cards
from dealerkit.errors import ActError
from dealerkit.felt.numbers import read_number
from dealerkit.files.screen_text import count_of
from dealerkit.jobs.promotions.claims import Asked, ClaimedHand
from dealerkit.jobs.promotions.hands import natural, worth
from dealerkit.jobs.promotions.policy import Policy

MOST_SEATS = 40


@attrs.frozen
class ToldClaim:
    """The form of a claim, as it was filled in and before it is read. None means unknown.

    Attributes:
        game: The game's id.
        hole: The player's own cards.
        board: The community cards.
        hands: The other hands that were shown, by seat.
        table: The table.
        seat: The seat.
        who: The player's name or pseudonym.
        shown_down: Whether there was a showdown.
        dealt: The seats that were dealt in, as `1-6,8`.
        players: The number of players dealt in.
        pot: The amount in the pot.
        uncalled: The uncalled part of the pot, as an amount.
        codes: The codes of the hand's findings.
        talk: Whether there was talk about the promotion.
        big_blind: The big blind of the game, as an amount.
        room: The seats that had cards at the other tables, as `1-6,8`, by table.
        settings: Options of the game by name, such as `wild` or `joker`.
    """

    game: str
    hole: str | Sequence[str]
    board: str | Sequence[str] = ""
    hands: Mapping[int, str | Sequence[str]] = attrs.field(factory=dict)
    table: str | None = None
    seat: int | None = None
    who: str | None = None
    shown_down: bool | None = True
    dealt: str | None = None
    players: int | None = None
    pot: str | None = None
    uncalled: str | None = None
    codes: tuple[str, ...] = ()
    talk: bool = False
    big_blind: str | None = None
    room: Mapping[str, str] | None = None
    settings: Mapping[str, object] = attrs.field(factory=dict)


def read(form: ToldClaim, policy: Policy) -> Asked:
    """Read the form of a claim.

    Raises:
        UnknownName: If there is no such game or option.
        ActError: If a card is invalid or appears twice, a hand has the wrong number of cards, or a seat was not dealt in.
    """
    form_ = natural(form.game, form.settings, as_played=policy.as_played)
    own = f"seat {form.seat}" if form.seat else "the hand"
    if form.seat in form.hands:
        msg = f"seat {form.seat} is both the claiming seat and one of the other hands"
        raise ActError(msg)
    hands: dict[str, list[Face | None]] = {own: read_cards(form.hole)}
    hands |= {f"seat {seat}": read_cards(cards) for seat, cards in form.hands.items()}
    values = worth(form_, hands, read_cards(form.board))
    faces = {whose: tuple(card for card in cards if card is not None) for whose, cards in hands.items()}
    dealt = seats(form.dealt) if form.dealt is not None else None
    _dealt_in(form, dealt)
    return Asked(
        game=form.game,
        title=form_.title,
        table=form.table,
        seat=form.seat,
        who=form.who,
        hole=faces[own],
        board=tuple(card for card in read_cards(form.board) if card is not None),
        worth=values[own],
        others=tuple(ClaimedHand(seat, faces[f"seat {seat}"], values[f"seat {seat}"]) for seat in form.hands),
        shown_down=form.shown_down,
        dealt=dealt,
        count=len(dealt) if dealt is not None else form.players,
        pot=_pot(form, policy),
        codes=form.codes,
        talk=form.talk,
        big_blind=policy.chips(read_number(form.big_blind.strip()), "big blind") if form.big_blind else None,
        room=_room(form),
    )


def _dealt_in(form: ToldClaim, dealt: Sequence[int] | None) -> None:
    """Refuse a hand of a seat that had no cards."""
    if dealt is None:
        shown = len(form.hands) + 1
        if form.players is not None and form.players < shown:
            msg = f"the form says {count_of(form.players, 'player')} dealt in, but names {count_of(shown, 'hand')}"
            raise ActError(msg)
        return
    if form.players is not None and form.players != len(dealt):
        msg = f"the cards went to {count_of(len(dealt), 'seat')}, but the form says {count_of(form.players, 'player')}"
        raise ActError(msg)
    for seat in (form.seat, *form.hands):
        if seat is not None and seat not in dealt:
            msg = f"seat {seat} was not dealt in; the seats dealt in are {', '.join(map(str, dealt))}"
            raise ActError(msg)


def _room(form: ToldClaim) -> tuple[tuple[str, tuple[int, ...]], ...] | None:
    """Return the seats of the other tables.

    Raises:
        ActError: If the claimed hand's own table is among them, or a seat is none.
    """
    if form.room is None:
        return None
    if form.table in form.room:
        msg = f"{form.table} is the claim's own table; list only the other tables in the room"
        raise ActError(msg)
    return tuple((table, seats(listed)) for table, listed in form.room.items())


def _pot(form: ToldClaim, policy: Policy) -> int | None:
    """Return the pot without uncalled bets. HH-14"""
    if form.pot is None:
        return None
    whole = policy.chips(read_number(form.pot.strip()), "pot")
    uncalled = policy.chips(read_number(form.uncalled.strip()), "uncalled") if form.uncalled else 0
    if uncalled > whole:
        msg = f"an uncalled bet of {form.uncalled} cannot be part of a pot of {form.pot}"
        raise ActError(msg)
    return whole - uncalled


def seats(text: str) -> tuple[int, ...]:
    """Read a list of seat numbers and ranges.

    Raises:
        ActError: If the text cannot be read, or a seat appears twice.

    >>> seats("1-3, 8")
    (1, 2, 3, 8)
    """
    numbers: list[int] = []
    for part in text.replace(",", " ").split():
        match = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2}))?", part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 0 < first <= last <= MOST_SEATS:
            msg = f"'{part}' is not a seat; write the seats dealt in, such as 1-6,8"
            raise ActError(msg)
        numbers += range(first, last + 1)
    if len(set(numbers)) != len(numbers):
        msg = f"a seat is named twice in '{text}'"
        raise ActError(msg)
    if not numbers:
        msg = "no seat named; write the seats dealt in, such as 1-6,8"
        raise ActError(msg)
    return tuple(sorted(numbers))
