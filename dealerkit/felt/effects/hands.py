"""Effects on players' hands: shown, thrown forward, killed, discarded for a draw; and the shuffling of the stub."""

from __future__ import annotations

from dealerkit.felt.act_parts import ActParts, refused
from dealerkit.felt.effects.chips import seat_of, street_back
from dealerkit.felt.effects.places import picked, shift, turn_stock
from dealerkit.felt.felt import ALL, Felt
from dealerkit.files.screen_text import count_of


def _hand(felt: Felt, act: ActParts, seat: str) -> list[int]:
    seat_of(felt, act, seat)
    cards = felt.cards(seat)
    if not cards:
        raise refused(act, "there are no cards there")
    return cards


def show(felt: Felt, act: ActParts) -> str | None:
    """Turn a player's hand face up on the table, or only the named cards.

    Returns:
        `duplicate` or `foreign` if the act names a card that cannot be there; otherwise None.
    """
    cards, odd = _hand(felt, act, act.who), None
    if act.cards:
        cards, odd = picked(felt, act, act.who)
    for card in cards:
        felt.up[card] = 1
        felt.seen[card] = ALL
    felt.released &= ~(1 << act.seat)
    felt.moved = cards
    return odd


def flash(felt: Felt, act: ActParts) -> str | None:
    """Let the other players see a player's hand, or only the named cards, without tabling it.

    Returns:
        `duplicate` or `foreign` if the act names a card that cannot be there; otherwise None.
    """
    cards, odd = felt.cards(act.who), None
    if act.cards:
        cards, odd = picked(felt, act, act.who)
    for word in act.to:
        seat = int(word[1:]) if word[:1] == "s" and word[1:].isdecimal() else 0
        for card in cards if 0 < seat <= felt.seats else ():
            felt.show(card, 1 << seat)
    felt.moved = cards
    return odd


def turn_next(felt: Felt, act: ActParts) -> str | None:
    """Turn cards face up for a player: the next card of the stock, or the next face-down cards of the player's own hand in the
    order in which they were dealt.

    Returns:
        `duplicate` or `foreign` if the act names a card that cannot be there, `out-of-order` if a named card was not the next
        one; otherwise None.

    Raises:
        Impossible: If not enough cards lie face down there, or the named card does not.
    """
    if act.to:
        return turn_stock(felt, act)
    down = [card for card in _hand(felt, act, act.who) if not felt.up[card]]
    if act.count > len(down) or not act.count:
        raise refused(act, f"that hand has {count_of(len(down), 'card')} face down")
    odd = None
    named = act.cards or (None,) * act.count
    cards = down[: act.count]
    for at, (card, face) in enumerate(zip(cards, named, strict=True)):
        if face is not None and felt.faces[card] is not None and felt.faces[card] is not face:
            other = next((lying for lying in down if felt.faces[lying] is face), None)
            if other is None:
                raise refused(act, f"the {face} is not face down in that hand")
            cards[at], odd = other, "out-of-order"
    for card, face in zip(cards, named, strict=True):
        odd = felt.name_card(card, face) or odd
        felt.up[card] = 1
        felt.seen[card] = ALL
    felt.moved = cards
    felt.brought = ()
    return odd


def look(felt: Felt, act: ActParts) -> str | None:
    """Let a player look at one face-down card of the player's own hand, or at the cards of a place. Without a number the last
    card of the hand is meant.

    Returns:
        `duplicate` or `foreign` if the act names a card that cannot be there; otherwise None.

    Raises:
        Impossible: If there is no such card.
    """
    if act.to:
        seat, lying = seat_of(felt, act, act.who), felt.cards(act.to[0])
        if not lying or felt.layout.places[act.to[0]].kind == "stock":
            raise refused(act, "there are no cards there to look at")
        for each in lying:
            felt.show(each, 1 << seat)
        felt.moved = lying
        return None
    down = [card for card in _hand(felt, act, act.who) if not felt.up[card]]
    number = len(felt.cards(act.who)) if act.n is None else int(act.n)
    if act.n is None and down:
        card = down[-1]
    elif 1 <= number <= len(felt.cards(act.who)):
        card = felt.cards(act.who)[number - 1]
    else:
        raise refused(act, f"the hand has {count_of(len(felt.cards(act.who)), 'card')}")
    odd = felt.name_card(card, act.cards[0]) if act.cards else None
    felt.show(card, 1 << act.seat)
    felt.moved = [card]
    return odd


def release(felt: Felt, act: ActParts) -> None:
    """Throw a player's hand forward face down; it is dead only when the dealer takes it in (SD-05)."""
    _hand(felt, act, act.who)
    felt.released |= 1 << act.seat
    felt.moved = ()


def kill(felt: Felt, act: ActParts) -> None:
    """Take a hand into the muck, face down."""
    cards = _hand(felt, act, act.to[0])
    seat = int(act.to[0][1:])
    shift(felt, cards, act.to[0], felt.layout.discards)
    felt.released &= ~(1 << seat)
    if len(act.to) > 1 or any(felt.rows.get("bet", ())):  # the hand is out of the betting, as if it had folded
        felt.folded |= 1 << seat


def draw(felt: Felt, act: ActParts) -> str | None:
    """Lay cards of a player's hand aside, face down, to be replaced by the same number of cards (DR-12).

    Returns:
        `duplicate` or `foreign` if the act names a card that cannot be there; otherwise None.

    Raises:
        Impossible: If the hand has fewer cards, or the number differs from the number of named cards.
    """
    cards, odd = _hand(felt, act, act.who), None
    if act.cards and act.n not in (None, len(act.cards)):
        raise refused(act, f"the number is {act.n}, but you named {count_of(len(act.cards), 'card')}")
    if act.cards:
        cards, odd = picked(felt, act, act.who)
    else:
        count = int(act.n or 0)
        if count > len(cards):
            raise refused(act, f"the hand has {count_of(len(cards), 'card')}")
        cards = cards[len(cards) - count :]
    shift(felt, cards, act.who, "discards" if "discards" in felt.places else felt.layout.discards)
    felt.brought = ()
    if not felt.places[act.who]:
        felt.drawing |= 1 << act.seat
    return odd


def stand_pat(felt: Felt, act: ActParts) -> None:
    """Let a player keep all cards at the draw. With this act the betting before the draw is over."""
    felt.brought = ()
    felt.moved = ()


def merge(felt: Felt, act: ActParts) -> None:
    """Move all cards of one place to another."""
    source, target = act.to
    felt.place(target)
    shift(felt, felt.cards(source), source, target)


def rebuild(felt: Felt, act: ActParts) -> None:
    """Put cards back into the stub and shuffle it face down."""
    stock = felt.places[felt.layout.stock]
    sources = [source for source in act.to if source != felt.layout.stock]
    for source in sources:
        felt.place(source)
    for source in sources:
        cards = felt.cards(source)
        for card in cards[: max(0, len(cards) - felt.layout.places[source].keeps)]:
            felt.places[source].remove(card)
            stock.append(card)
            felt.up[card] = 0
        if not felt.cards(source):  # a cut card that lay with these cards goes along
            stock += felt.places[source]
            felt.places[source].clear()
    kept, felt.deck = felt.deck, []
    felt.shuffle(felt.layout.stock)
    felt.deck = kept
    if act.face == "up":
        for card in stock:
            if card >= 0:
                felt.seen[card] = ALL
    if felt.laid_by:
        street_back(felt)
    felt.moved = ()


def away(felt: Felt, act: ActParts) -> None:
    """Note that a player sits out (`sitout`) or comes back (`sitin`)."""
    seat = seat_of(felt, act, act.who)
    if act.verb == "sitout":
        felt.away |= 1 << seat
        felt.returned &= ~(1 << seat)
    else:
        felt.away &= ~(1 << seat)
        felt.returned |= 1 << seat
    felt.moved = ()
