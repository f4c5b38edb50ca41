"""Effects of players on their own hand: some cards laid aside, some swapped for open cards."""

from __future__ import annotations

from dealerkit.cards import Face
from dealerkit.felt.act_parts import ActParts, refused
from dealerkit.felt.effects.chips import seat_of
from dealerkit.felt.effects.places import picked, shift
from dealerkit.felt.felt import Felt
from dealerkit.files.screen_text import count_of


def lay_aside(felt: Felt, act: ActParts) -> str | None:
    """Move cards of a player's hand to the used cards without turning them: the named ones, or as many of the last ones as the
    act says.

    Returns:
        `duplicate` or `foreign` if the act names a card that cannot be there; otherwise None.

    Raises:
        Impossible: If the hand has fewer cards, or lacks a named one.
    """
    seat_of(felt, act, act.who)
    cards = felt.cards(act.who)
    if act.cards or not cards:
        laid, odd = picked(felt, act, act.who)
    else:
        count = act.count
        if not 1 <= count <= len(cards):
            raise refused(act, f"the hand has {count_of(len(cards), 'card')}")
        laid, odd = cards[-count:], None
    shift(felt, laid, act.who, felt.layout.discards)
    return odd


def swap(felt: Felt, act: ActParts) -> str | None:
    """Exchange cards of a player's hand for cards of the board.

    Named cards that are in the hand are given; the other named cards are taken from the board, or from the used cards if they lie
    there. If the cards are unknown, the first is given and the others are taken. With a place named, the whole hand is exchanged
    for the cards there.

    Returns:
        `duplicate` or `foreign` if the act names a card that cannot be there; otherwise None.

    Raises:
        Impossible: If no card is named, or a card lies neither in the hand nor in a place that it could be taken from.
    """
    seat = seat_of(felt, act, act.who)
    if act.to:
        _swap_hand(felt, act, seat)
        return None
    felt.place("board")
    used = felt.layout.discards
    moves: list[tuple[int, str, str]] = []
    if not act.cards:
        raise refused(act, "name the cards, your own first: s1 swap Ah 7d")
    for at, face in enumerate(act.cards):
        taken = [card for card, _, _ in moves]
        sources = (act.who, "board", used) if at == 0 else ("board", act.who, used)
        exchanged = _find_card(felt, face, sources, taken)
        if exchanged is None:
            named = "a card" if face is None else f"the {face}"
            raise refused(act, f"{named} is not in that hand or on the board")
        card, source = exchanged
        moves.append((card, source, "board" if source == act.who else act.who))
    odd = None
    for (card, source, target), face in zip(moves, act.cards, strict=True):
        odd = felt.name_card(card, face) or odd
        shift(felt, [card], source, target)
    felt.moved = [card for card, _, _ in moves]
    return odd


def _swap_hand(felt: Felt, act: ActParts, seat: int) -> None:
    """Lay the hand face down in a place, and give the player the cards that lay there."""
    place = act.to[0]
    felt.place(place)
    if felt.layout.places[place].kind == "stock" or place == act.who or not felt.cards(place):
        raise refused(act, f"there is no hand at {place} to exchange for")
    old, new = felt.cards(act.who), felt.cards(place)
    felt.places[place], felt.places[act.who] = old, new
    for card in old:
        felt.up[card] = 0
    for card in new:
        felt.up[card] = 0
        felt.seen[card] |= 1 << seat
    felt.moved = new


def _find_card(felt: Felt, face: Face | None, sources: tuple[str, ...], taken: list[int]) -> tuple[int, str] | None:
    """Return a card with this face and its place; if no known card has it, an unknown card. None if there is neither."""
    for known in (True, False) if face is not None else (False,):
        for source in sources:
            for card in felt.cards(source):
                if card not in taken and (felt.faces[card] is face if known else felt.faces[card] is None or face is None):
                    return card, source
    return None
