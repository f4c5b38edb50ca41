"""Effects that move cards from place to place, by the dealer and by players."""

from __future__ import annotations

from dealerkit.cards import Face
from dealerkit.errors import Impossible
from dealerkit.felt.act_parts import ActParts, refused
from dealerkit.felt.effects.chips import seat_of, street_back, take_up
from dealerkit.felt.effects.stock import draw_to, lying_in, place_name
from dealerkit.felt.felt import ALL, Felt
from dealerkit.files.screen_text import count_of


def pick(felt: Felt, act: ActParts, source: str) -> list[int]:
    """Return the cards of a place that an act means: the named ones, the one at the given position (counted from 1), or the last.

    Args:
        felt: The felt.
        act: The act.
        source: The place.

    Returns:
        Numbers of the cards in the pack.

    Raises:
        Impossible: If no card lies there, or not the named one.
    """
    return picked(felt, act, source)[0]


def picked(felt: Felt, act: ActParts, source: str) -> tuple[list[int], str | None]:
    """Return the cards of a place that an act means, and a remark on them.

    Args:
        felt: The felt.
        act: The act.
        source: The place.

    Returns:
        Numbers of the cards in the pack; and `duplicate` or `foreign` if naming an unknown card shows that it cannot be there,
        else None.

    Raises:
        Impossible: If no card lies there, or not the named one.
    """
    cards = felt.place(source)
    real = [card for card in cards if card >= 0]
    if not real:
        raise refused(act, f"there is no card {lying_in(felt, source)}")
    if act.cards:
        chosen: list[int] = []
        at = int(act.n) if act.n is not None and act.verb == "turn" else 0  # for other verbs it may be their number
        there = real[at - 1 : at] if at > 0 else real
        for named in act.cards:
            card = _meant(felt, there, chosen, named)
            if card < 0:
                raise refused(act, f"the {named} is not {lying_in(felt, source)}")
            chosen.append(card)
        faces = felt.faces
        odd = [felt.name_card(card, named) for card, named in zip(chosen, act.cards, strict=True) if faces[card] is None]
        return chosen, next(filter(None, odd), None)
    if act.n is not None:
        at = int(act.n)
        if not 1 <= at <= len(real):
            raise refused(act, f"{place_name(felt, source)} has {count_of(len(real), 'card')}")
        return [real[at - 1]], None
    return [real[-1]], None


def _meant(felt: Felt, lying: list[int], chosen: list[int], named: Face | None) -> int:
    """Return the uppermost card with the named face that is not chosen yet, else the uppermost unknown card; -1 for none."""
    faces, unknown = felt.faces, -1
    for card in reversed(lying):
        face = faces[card]
        if (named is None or face is named) and card not in chosen:
            return card
        if face is None and unknown < 0 and card not in chosen:
            unknown = card
    return unknown


def shift(felt: Felt, cards: list[int], source: str, target: str) -> None:
    """Move cards between two places. They lie face up or down as is usual in the new place.

    Args:
        felt: The felt.
        cards: The cards, by their numbers in the pack.
        source: Place that they leave.
        target: Place that they go to.
    """
    lie = felt.layout.places[target]
    owner = int(target[1:]) if lie.looks == "owner" and target[1:].isdecimal() else 0
    here, there = felt.places[source], felt.places[target]
    for card in cards:
        here.remove(card)
        there.append(card)
        if lie.face == "up":
            felt.up[card] = 1
            felt.seen[card] = ALL
        elif lie.kind != "board":
            felt.up[card] = 0
            if owner:
                felt.seen[card] |= 1 << owner
    felt.moved = cards


def move(felt: Felt, act: ActParts) -> None:
    """Move a card from one place to another: `d move player banker 9h`."""
    source, target = act.to
    felt.place(target)
    shift(felt, pick(felt, act, source), source, target)
    if target[1:].isdecimal():
        felt.folded &= ~(1 << int(target[1:]))  # a hand that is given back is live again


def discard(felt: Felt, act: ActParts) -> None:
    """Move a card from a place to the used cards.

    Raises:
        Impossible: If the card lies among the used cards already.
    """
    if act.to[0] == felt.layout.discards:
        raise refused(act, "the card is already there")
    shift(felt, pick(felt, act, act.to[0]), act.to[0], felt.layout.discards)


def pick_up(felt: Felt, act: ActParts) -> None:
    """Pick up a whole hand and put it with the used cards, before the other hands of the round.

    Raises:
        Impossible: If no cards lie there.
    """
    cards = felt.cards(act.to[0])
    if not cards or felt.layout.places[act.to[0]].kind != "hand":
        raise refused(act, "there is no hand there")
    felt.gone[act.to[0]] = tuple(cards)
    shift(felt, cards, act.to[0], felt.layout.discards)


def look(felt: Felt, act: ActParts) -> None:
    """Let the dealer alone look at the face-down cards of a place.

    Raises:
        Impossible: If no card lies face down there.
    """
    cards = [card for card in felt.cards(act.to[0]) if not felt.up[card]]
    if not cards:
        raise refused(act, "there is no face-down card there")
    for card in cards:
        felt.show(card, 1)
    felt.moved = ()


def hold(felt: Felt, act: ActParts) -> None:
    """Keep a drawn card aside, to be dealt as the next card.

    Raises:
        Impossible: If the table keeps no card for the next deal, or the card does not lie in the named place.
    """
    if "held" not in felt.places:
        msg = "this table has no place to keep a card for the next deal"
        raise Impossible(msg)
    cards = pick(felt, act, act.to[0])
    shift(felt, cards, act.to[0], "held")
    for card in cards:
        felt.out[card] = 0
    if felt.laid_by:
        street_back(felt)


def put_back(felt: Felt, act: ActParts) -> None:
    """Put a drawn card back on top of the stock."""
    cards = pick(felt, act, act.to[0])
    shift(felt, cards, act.to[0], felt.layout.stock)
    for card in cards:
        felt.out[card] = 0
    if felt.laid_by:
        street_back(felt)


def turn(felt: Felt, act: ActParts) -> None:
    """Turn cards face up, or with `down` face down: the named card; without one, all cards of a board, or with `up` all of a
    hand; otherwise the last card of a hand that lies face down.

    While all cards of a board lie face down, their order is unknown.
    """
    kind = felt.layout.places[act.to[0]].kind if act.to[0] in felt.layout.places else ""
    whole = (kind == "board" or (kind == "hand" and act.face == "up")) and not act.cards and act.n is None
    closed = [card for card in felt.place(act.to[0]) if card >= 0 and not felt.up[card]]
    if kind == "hand" and not (whole or act.cards or act.n is not None or act.face == "down") and closed:
        cards = closed[-1:]
    else:
        cards = felt.place(act.to[0])[:] if whole and felt.place(act.to[0]) else pick(felt, act, act.to[0])
    if whole and act.face == "down":
        felt.scramble(act.to[0])
    for card in cards:
        felt.up[card] = act.face != "down"
        if act.face != "down":
            felt.seen[card] = ALL
    felt.moved = cards
    felt.brought = ()


def gather(felt: Felt, act: ActParts) -> None:
    """Gather all cards at the place where the pack lies at the beginning, the used ones under the rest of the stock."""
    start = felt.layout.start
    target = felt.places[start]
    order: list[int] = []
    outside = [(name, cards) for name, cards in felt.places.items() if cards and name not in (start, felt.layout.stock)]
    felt.collected = tuple((name, tuple(cards)) for name, cards in outside)
    for _, cards in outside:
        order += [card for card in cards if card >= 0]
        cards.clear()
    for name in {felt.layout.stock, start}:
        order += [card for card in felt.places[name] if card >= 0]
        felt.places[name].clear()
    target += order
    felt.spare.clear()
    felt.released = felt.folded = felt.drawing = felt.bare = 0
    felt.put_before = felt.brought = felt.laid_by = ()
    for name in ("rake", "drop"):  # chips that were set aside go down the slot
        if name in felt.rows:
            felt.rows["stack"][0] += felt.rows[name][0]
            felt.rows[name][0] = 0
    if "pot" in felt.rows:  # chips still in a pot are dead money in the next hand
        felt.put = [sum(felt.rows[name][0] for name in felt.layout.pots), *[0] * felt.seats]
        felt.taken = {of: chips for of, chips in felt.taken.items() if of[0] not in felt.layout.pots}
    felt.deck.clear()
    felt.cut_out = False
    for card in order:
        felt.up[card] = 0
        felt.out[card] = 0
    felt.moved = ()


def clear(felt: Felt, act: ActParts) -> None:
    """Clear the cards of the round to the used cards, in order, and give the bets back to their bettors.

    Where bets may stay, only those that were paid go back. The next round begins with the bets that are put down from now on, and
    those that still lie there (BA-53, BA-55).
    """
    used = felt.places[felt.layout.discards]
    moved = []
    places = felt.places
    felt.collected = tuple([(name, tuple(places[name])) for name in felt.layout.cleared])
    for name in felt.layout.cleared:
        cards = places[name]
        moved += cards
        used += cards
        cards.clear()
    take_up(felt)
    felt.moved = moved


def fold(felt: Felt, act: ActParts) -> None:
    """Fold a player's hand: the cards go to the used cards.

    Raises:
        Impossible: If the player has no cards.
    """
    seat_of(felt, act, act.who)
    cards = felt.cards(act.who)
    if not cards and not felt.drawing >> act.seat & 1:
        raise refused(act, "there are no cards there")
    shift(felt, cards, act.who, felt.layout.discards)
    felt.released &= ~(1 << act.seat)
    felt.drawing &= ~(1 << act.seat)
    felt.folded |= 1 << act.seat


def play(felt: Felt, act: ActParts) -> str | None:
    """Play a player's card, from the hand or from a pile on the table, to its usual place or to a named one.

    Returns:
        `duplicate` or `foreign` if the act names a card that cannot be there; otherwise None.

    Raises:
        Impossible: If the card is in neither.
    """
    seat_of(felt, act, act.who)
    layout = felt.layout
    named = act.cards[0] if act.cards else None
    source = _played_from(felt, act, named)
    target = act.to[0] if act.to else layout.played if named is None else layout.sequence.get(named, layout.played)
    felt.place(target)
    remark = None
    cards = felt.cards(source)
    if named is not None and not any(felt.faces[card] is named for card in cards):
        unknown = [card for card in cards if felt.faces[card] is None]
        if not unknown:
            raise refused(act, f"the {named} is not in that hand")
        remark = felt.name_card(unknown[0], named)
    shift(felt, pick(felt, act, source), source, target)
    return remark


def _played_from(felt: Felt, act: ActParts, named: Face | None) -> str:
    """Return the place from which a card is played: the hand, or its pile of the tableau."""
    if act.who in felt.places:
        return act.who
    piles = [name for name, spec in felt.layout.places.items() if spec.kind == "tableau"]
    for pile in piles:
        if any(felt.faces[card] is named for card in felt.cards(pile)):
            return pile
    if named is None and len(piles) == 1:
        return piles[0]
    what = "name the card played" if named is None else f"the {named} is not in any pile"
    raise refused(act, what)


def turn_stock(felt: Felt, act: ActParts) -> str | None:
    """Turn the next card of the stock onto the played cards, for a player.

    Returns:
        Remark on the cards, such as `boxed` or `out-of-order` (all are in `dealerkit.felt.effects`); None if they are in order.

    Raises:
        Impossible: If another place than the stock is named, or the stock is empty.
    """
    seat_of(felt, act, act.who)
    if act.to[0] not in ("stock", felt.layout.stock):
        raise refused(act, "only the next card of the stock can be turned")
    return draw_to(felt, act, felt.layout.played)


def button(felt: Felt, act: ActParts) -> None:
    """Move the button, or the deal, to a seat."""
    felt.button = seat_of(felt, act, act.to[0])
    felt.moved = ()
