"""Effects of players who take cards from the stock or a pile, lay cards down in front, or buy cards from one another."""

from __future__ import annotations

from dealerkit.errors import Impossible
from dealerkit.felt.act_parts import ActParts, refused
from dealerkit.felt.effects.chips import seat_of, sold, transfer
from dealerkit.felt.effects.places import picked, shift
from dealerkit.felt.effects.stock import draw_to, words
from dealerkit.felt.felt import Felt
from dealerkit.files.screen_text import count_of


def take_down(felt: Felt, act: ActParts) -> str | None:
    """Let a player take chips from a spot or a pot that was won, or cards from a place.

    Without an amount, all chips are taken. `take trick` moves the won cards to the winner's pile. Cards from the stock or an open
    pile come into the hand: the named ones, the number given, or one. From a pile that is always taken whole, all come.

    Returns:
        Remark on the cards, such as `boxed` or `out-of-order` (all are in `dealerkit.felt.effects`); None if they are in order.

    Raises:
        Impossible: If fewer chips or cards lie there, or there is no such seat.
    """
    seat = seat_of(felt, act, act.who)
    place = act.to[0]
    if place in felt.rows or place not in felt.layout.places:
        row = felt.row(place)
        lies = 0 if place in felt.layout.pots else seat  # whose pot it is, the rules decide, not the felt
        transfer(felt, act, row, lies, felt.rows["stack"], seat, row[lies] if act.n is None else felt.units(act.n))
        return None
    spec = felt.layout.places[place]
    if spec.kind == "stock":
        felt.place(act.who)
        if felt.left() < act.count:
            raise refused(act, f"the {words(place)} has {count_of(felt.left(), 'card')} left")
        return draw_to(felt, act, act.who)
    lying = felt.cards(place)
    if spec.kind == "trick":
        pile = f"{act.who}.won"
        felt.place(pile)
        shift(felt, lying, place, pile)
        return None
    felt.place(act.who)
    odd = None
    if act.cards:
        cards, odd = picked(felt, act, place)
    elif not lying or (act.n is not None and not 1 <= act.n <= len(lying)):
        raise refused(act, f"the {words(place)} has {count_of(len(lying), 'card')}")
    else:
        cards = lying if spec.whole and act.n is None else lying[len(lying) - act.count :]
    shift(felt, cards, place, act.who)
    return odd


def _named(felt: Felt, act: ActParts, source: str) -> tuple[list[int], str | None]:
    """Return the cards of a place that an act names, and a remark as `picked` gives it. An act that names no card is refused."""
    if not act.cards:
        raise refused(act, "name the card")
    return picked(felt, act, source)


def pile_of(felt: Felt, who: str, word: str) -> str:
    """Return the full name of the pile that a seat means by a short word: its own pile, one of its side, or any place of that
    name.

    Args:
        felt: The felt.
        who: The seat, such as `s3`.
        word: Short name of the pile; the full name is accepted too.

    Raises:
        Impossible: If the seat has no such pile.
    """
    side = f"s{felt.layout.first_seat(int(who[1:]))}"
    for name in (f"{who}.{word}", f"{side}.{word}", word):
        if name in felt.places:
            return name
    mine = sorted(name.partition(".")[2] for name in felt.places if name.partition(".")[0] in (who, side) and "." in name)
    msg = f"{who} has no pile called '{word}'; known: {', '.join(dict.fromkeys(mine)) or 'none'}"
    raise Impossible(msg)


def lay(felt: Felt, act: ActParts) -> str | None:
    """Lay down cards in front of the player, on the named pile or else on the pile of their rank.

    The cards come from the hand; if two piles are named, from the first one.

    Returns:
        `duplicate` or `foreign` if the act names a card that cannot be there; otherwise None.

    Raises:
        Impossible: If the cards are not in the hand, lie there already, or leave open which pile they go to.
    """
    seat_of(felt, act, act.who)
    source = pile_of(felt, act.who, act.to[0]) if len(act.to) > 1 else act.who
    felt.place(source)
    if act.to:
        target = pile_of(felt, act.who, act.to[-1])
    else:
        ranks = felt.layout.melds
        pile = next((ranks[face.letter] for face in act.cards if face is not None and face.letter in ranks), None)
        if pile is None:
            raise refused(act, "name the pile: these cards can go on more than one")
        target = pile_of(felt, act.who, pile)
    if source == target:
        raise refused(act, "the cards are already there")
    cards, odd = _named(felt, act, source)
    shift(felt, cards, source, target)
    return odd


def buy(felt: Felt, act: ActParts) -> str | None:
    """Let a player buy chips from the house for money, or a card from another player for cards or money.

    In `s3 buy s2 7h Kh` the first card is the one bought: it comes from the other player's open cards, or else from that player's
    hand. The other cards are the price, paid from the buyer's hand. Players can also take their own open cards.

    Returns:
        `duplicate` or `foreign` if the act names a card that cannot be there; otherwise None.

    Raises:
        Impossible: If seller, card or price is missing, or the cards or chips are not there.
    """
    seat = seat_of(felt, act, act.who)
    if not act.to:
        sold(felt, act, seat)
        return None
    seller = f"s{seat_of(felt, act, act.to[0])}"
    if not act.cards or act.cards[0] is None:
        raise refused(act, "name the seller, the card and the price")
    wanted, *price = act.cards
    places = [f"{seller}.spread"] if seller == act.who else [f"{seller}.spread", seller, f"{seller}.money"]
    source, bought = _find(felt, act, wanted, places)
    paid: list[tuple[str, int]] = []
    for face in price:
        place, card = _find(felt, act, face, [f"{act.who}.money", act.who], [card for _, card in paid])
        paid.append((place, card))
    odd = felt.name_card(bought, wanted)
    for face, (_, card) in zip(price, paid, strict=True):
        odd = felt.name_card(card, face) or odd
    for place, card in paid:
        shift(felt, [card], place, f"{seller}.money" if f"{seller}.money" in felt.places else seller)
        felt.show(card, 1 << int(seller[1:]) | 1 << seat)
    shift(felt, [bought], source, act.who)
    felt.moved = [bought, *(card for _, card in paid)]
    return odd


def _find(felt: Felt, act: ActParts, face: object, places: list[str], without: list[int] | None = None) -> tuple[str, int]:
    """Return the first of some places with a card that has, or may have, this face, and that card. Refuse the act if there is
    none.
    """
    for known in (True, False):
        for place in places:
            for card in reversed(felt.places.get(place, ())):
                mine = felt.faces[card] if card >= 0 else None
                if card >= 0 and card not in (without or ()) and (mine is face if known else mine is None or face is None):
                    return place, card
    raise refused(act, f"there is no {face or 'card'} there")
