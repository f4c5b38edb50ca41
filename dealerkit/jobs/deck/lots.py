"""Draws with cards for the first dealer, the button and the seats, and how the deal passes (DE-07, DE-08, CU-17)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from dealerkit.arithmetic import cuts
from dealerkit.cards import RANKS, SUITS, Composition, Face
from dealerkit.errors import ActError
from dealerkit.files.screen_text import count_of
from dealerkit.jobs.deck.packs import decks_doc


@attrs.frozen
class FirstOf:
    """Cards dealt around face up until a card of a given rank falls (DE-07).

    Attributes:
        cards: Player and card, in order.
        winner: The player who got that card; empty if the cards ran out before.
    """

    cards: tuple[tuple[str, Face], ...]
    winner: str


@attrs.frozen
class LotDraw:
    """A draw for the highest card, or the lowest.

    Attributes:
        rounds: For each round, the card of each player.
        winner: The winner; empty if there is still a tie.
        tied: The players who tie, if there is no winner: they draw again.
        by_suit: Whether the suit decided.
    """

    rounds: tuple[Mapping[str, Face], ...]
    winner: str
    tied: tuple[str, ...] = ()
    by_suit: bool = False


def check_players(players: Sequence[str]) -> tuple[str, ...]:
    """Check the players' names, and return them trimmed, in seat order.

    Raises:
        ActError: If they are too few or too many, or one is named twice.
    """
    named = tuple(" ".join(name.split()) for name in players)
    limits = decks_doc().data["draw"]["players"]
    if not all(named):
        msg = "a player has no name"
        raise ActError(msg)
    if not limits["min"] <= len(named) <= limits["max"]:
        msg = f"name {limits['min']} to {limits['max']} players; you gave {len(named)}"
        raise ActError(msg)
    twice = next((name for at, name in enumerate(named) if name.casefold() in map(str.casefold, named[:at])), None)
    if twice is not None:
        msg = f"{twice} is named twice; use different names"
        raise ActError(msg)
    return named


def shuffled(seed: int, composition: Composition | None = None) -> list[Face]:
    """Return a deck shuffled from a seed, without its jokers, which decide no draw.

    Args:
        seed: The seed of the shuffle.
        composition: The deck; None for 52 cards.
    """
    cards = [face for face in (composition or Composition()).faces() if face.rank is not None]
    random.Random(seed).shuffle(cards)
    return cards


def first_rank() -> str:
    """Return the letter of the rank that decides the first deal, from `procedures/decks.yaml` (DE-07)."""
    return str(decks_doc().data["draw"]["first_of"])


def cited(what: str) -> str:
    """Return the ids of the rules behind one kind of draw, as `SG-02, CU-17`.

    Args:
        what: The kind of draw, a key of `draw.cite` in `procedures/decks.yaml`.
    """
    return ", ".join(decks_doc().data["draw"]["cite"][what])


def first_of(players: Sequence[str], cards: Iterable[Face], rank: str = "", start: str = "") -> FirstOf:
    """Deal cards around face up until a card of a given rank falls; the player who gets it deals first (DE-07).

    Args:
        players: Everybody, in seat order.
        cards: The cards, in the order in which they come.
        rank: The letter of the deciding rank; empty for the usual one, the jack.
        start: The player who gets the first card; empty for the first player.

    Raises:
        ActError: If a player or a rank does not exist, or cards come after the deciding one.
    """
    named, wanted = check_players(players), (rank or first_rank()).upper().replace("10", "T")
    if wanted not in RANKS or len(wanted) != 1:
        msg = f"'{rank}' is not a rank; write one of {' '.join(RANKS)}"
        raise ActError(msg)
    at = named.index(known(start, named)) if start else 0
    dealt: list[tuple[str, Face]] = []
    source = iter(cards)
    for number, face in enumerate(source):
        who = named[(at + number) % len(named)]
        dealt.append((who, face))
        if face.rank is not None and face.name[0] == wanted:
            return FirstOf(tuple(dealt), who)
    return FirstOf(tuple(dealt), "")


def known(name: str, players: Sequence[str]) -> str:
    """Return a player's name as it is in the list, ignoring capitals and extra spaces in `name`.

    Raises:
        ActError: If no player has that name.
    """
    player = next((known_name for known_name in players if known_name.casefold() == " ".join(name.split()).casefold()), None)
    if player is None:
        msg = f"unknown player: '{name}'; known: {', '.join(players)}"
        raise ActError(msg)
    return player


def _place(face: Face, *, by_suit: bool) -> tuple[int, int]:
    """Return the height of a card: its rank, the ace highest, then its suit if that decides."""
    if face.rank is None:
        msg = "a joker doesn't count; draw another card"
        raise ActError(msg)
    suits: Sequence[str] = decks_doc().data["draw"]["suits"]
    return (face.rank.place, suits.index(face.name[1]) if by_suit else 0)


def best_of(drawn: Mapping[str, Face], *, low: bool = False, by_suit: bool = False) -> list[str]:
    """Return the names of the players with the highest card, or the lowest; several names if they tie.

    Args:
        drawn: The card that each player drew, by the player's name.
        low: Whether the lowest card wins.
        by_suit: Whether suits break ties between cards of one rank.

    Raises:
        ActError: If one of the cards is a joker.
    """
    places = {name: _place(face, by_suit=by_suit) for name, face in drawn.items()}
    best = (min if low else max)(places.values())
    return [name for name, place in places.items() if place == best]


def high_card(
    cards: Mapping[str, Sequence[Face]], *, low: bool = False, by_suit: bool = False, put_back: bool = False
) -> LotDraw:
    """Decide a draw from the cards of each player, in the order of the rounds: those who tie draw again (SG-02, CU-17).

    Args:
        cards: The cards of each player, by name, in the order of the rounds.
        low: Whether the lowest wins.
        by_suit: Whether the suit decides between equal ranks, so that nobody draws again.
        put_back: Whether each card goes back after it is shown, as in cutting, so that the same card may come twice.

    Raises:
        ActError: If a card comes twice, somebody draws who does not tie, or a joker was drawn.
    """
    check_players(list(cards))
    drawn = [face for mine in cards.values() for face in mine]
    twice = next((face for at, face in enumerate(drawn) if face in drawn[:at]), None)
    if twice is not None and not put_back:
        msg = f"{twice} was drawn twice, but a deck has only one"
        raise ActError(msg)
    left = list(cards)
    rounds: list[dict[str, Face]] = []
    while left and all(len(cards[name]) > len(rounds) for name in left):
        at = len(rounds)
        rounds.append({name: cards[name][at] for name in left})
        left = best_of(rounds[-1], low=low, by_suit=by_suit)
        if len(left) == 1:
            break
    if not rounds:
        missing = next(name for name in left if not cards[name])
        msg = f"{missing} has no card"
        raise ActError(msg)
    depth = {name: sum(name in round_ for round_ in rounds) for name in cards}
    late = next((name for name in cards if len(cards[name]) > depth[name]), None)
    if late is not None and (len(left) == 1 or late not in left):
        msg = f"{late} has one card too many"
        raise ActError(msg)
    decided = by_suit and len(best_of(rounds[-1], low=low)) > 1
    if len(left) == 1:
        return LotDraw(tuple(rounds), left[0], by_suit=decided)
    return LotDraw(tuple(rounds), "", tuple(left))


def draw_from(order: Sequence[Face], players: Sequence[str], *, low: bool = False, by_suit: bool = False) -> LotDraw:
    """Let players draw from a shuffled deck, top card first, until one wins.

    Args:
        order: The shuffled deck, top card first.
        players: The names of the players, in seat order.
        low: Whether the lowest card wins.
        by_suit: Whether suits break ties between cards of one rank.

    Raises:
        ActError: If the deck runs out before somebody wins.
    """
    named, source = check_players(players), iter(order)
    cards: dict[str, list[Face]] = {name: [] for name in named}
    left = list(named)
    while True:
        for name in left:
            cards[name].append(_next(source))
        draw = high_card(cards, low=low, by_suit=by_suit)
        if draw.winner:
            return draw
        left = list(draw.tied)


def _next(source: Iterator[Face]) -> Face:
    face = next(source, None)
    if face is None:
        msg = "the deck ran out and there is still a tie: shuffle and draw again"
        raise ActError(msg)
    return face


def cut_for_high(
    order: Sequence[Face], lifts: Mapping[str, Sequence[int]], *, low: bool = False, by_suit: bool = False
) -> LotDraw:
    """Decide by cutting: each player lifts a packet, shows its bottom card, and puts it back; those who tie cut again (CU-17).

    Args:
        order: The deck, top card first; it is the same for every player.
        lifts: The numbers of cards that each player lifts, by name, in the order of the rounds.
        low: Whether the lowest wins.
        by_suit: Whether the suit decides between equal ranks.

    Raises:
        ActError: If somebody lifts no card, or more cards than there are.
    """
    cards: dict[str, list[Face]] = {}
    for name, mine in lifts.items():
        try:
            cards[name] = [cuts.shown(order, lift) for lift in mine]
        except ValueError as error:
            msg = f"{name}: {error}"
            raise ActError(msg) from None
    return high_card(cards, low=low, by_suit=by_suit, put_back=True)


def seat_cards(number: int) -> list[Face]:
    """Return the cards that stand for seats: ace for the first, then two, three and so on, of one suit and then of the next."""
    ranks = "A" + RANKS[:-1]
    return [Face.read(ranks[at % len(ranks)] + SUITS[-1 - at // len(ranks)]) for at in range(number)]


def seats_drawn(cards: Mapping[str, Face]) -> dict[str, int]:
    """Return the seat of each player by the seat card drawn.

    Raises:
        ActError: If a card is not a seat card of so many players, or comes twice.
    """
    named = check_players(list(cards))
    known_cards = seat_cards(len(named))
    seats: dict[str, int] = {}
    for name, face in cards.items():
        if face not in known_cards:
            msg = f"{face} is not a seat card; {count_of(len(named), 'player')} can draw {' '.join(map(str, known_cards))}"
            raise ActError(msg)
        seat = known_cards.index(face) + 1
        if seat in seats.values():
            msg = f"{face} was drawn twice"
            raise ActError(msg)
        seats[name] = seat
    return seats


@attrs.frozen
class DealTurn:
    """Dealer, cutter and first player of a hand dealt by a player.

    Attributes:
        dealer: The dealer.
        cutter: The player who is offered the cut: on the dealer's right (CU-08).
        first: The player on the dealer's left, who gets the first card and acts first (DE-05).
    """

    json_names = "dealer cut=cutter first_card=first"
    dealer: str
    cutter: str
    first: str


def turns(players: Sequence[str], dealer: str, hands: int) -> list[DealTurn]:
    """Return dealer, cutter and first player of the next hands: the deal moves one player to the left (DE-08).

    Args:
        players: The names of the players, in seat order.
        dealer: The name of the player who deals the first of the hands.
        hands: The number of hands to list.

    Raises:
        ActError: If nobody has the dealer's name.
    """
    named = check_players(players)
    at = named.index(known(dealer, named))
    size = len(named)
    return [DealTurn(named[(at + n) % size], named[(at + n - 1) % size], named[(at + n + 1) % size]) for n in range(hands)]
