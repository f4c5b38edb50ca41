"""Effects that take cards out of the stock: deal and burn."""

from __future__ import annotations

from dealerkit.cards import Face
from dealerkit.felt.act_parts import ActParts, refused
from dealerkit.felt.effects.chips import next_street
from dealerkit.felt.felt import ALL, Felt
from dealerkit.files.screen_text import count_of


def words(place: str | None) -> str:
    """Return a place's name as people say it, such as `discard rack`."""
    return (place or "").replace("_", " ")


def place_name(felt: Felt, place: str) -> str:
    """Return a place as it stands in a sentence: `seat 2's hand`, `seat 2's jacks`, `the dealer's hand`, `the muck`."""
    name, _, part = words(place).partition(".")
    owner = f"seat {name[1:]}" if name[1:].isdecimal() else f"the {name}"
    if felt.layout.places[place].kind == "hand":
        return f"{owner}'s {part} hand" if part else f"{owner}'s hand"
    return f"{owner}'s {part}" if part else owner


def lying_in(felt: Felt, place: str) -> str:
    """Return the words for a place with its preposition: `in the dealer's hand`, `on the board`."""
    return f"{'on' if felt.layout.places[place].kind == 'board' else 'in'} {place_name(felt, place)}"


def _find(felt: Felt, stock: list[int], named: Face, skip: set[int]) -> int:
    """Return the index of a named card in the stock, from the bottom, searched from the top; -1 if it is missing."""
    for at in range(len(stock) - 1, -1, -1):
        card = stock[at]
        if card >= 0 and felt.faces[card] is named and card not in skip:
            return at
    return -1


def _sources(felt: Felt) -> tuple[list[int], list[int]]:
    """Return the stock, and the used cards that serve when the stock has run out."""
    return felt.places[felt.layout.stock], felt.places[felt.layout.discards]


def _check_draw(felt: Felt, act: ActParts, count: int) -> None:
    """Refuse an impossible draw before any card has moved."""
    stock, used = _sources(felt)
    if len(stock) > count + 1 and not act.cards:  # two cards of the stock may be cut cards
        return
    held = felt.places.get("held", ())
    if felt.left() + len(held) + len(used) < count:
        raise refused(act, f"the {words(felt.layout.stock)} has {count_of(felt.left() + len(held), 'card')} left")
    if not felt.known or not act.cards or "foreign" in act.manner:
        return
    taken: set[int] = set()
    for named in act.cards:
        if named is None:
            continue
        at = next(
            (
                card
                for card in [*reversed(held), *reversed(stock)]
                if card >= 0 and felt.faces[card] is named and card not in taken
            ),
            None,
        )
        if at is None and felt.left():
            elsewhere = [name for name, cards in felt.places.items() if cards is not stock]
            where = next((name for name in elsewhere if any(c >= 0 and felt.faces[c] is named for c in felt.places[name])), None)
            tail = (
                f"; it is {lying_in(felt, where)}"
                if where
                else "; this pack has no more of them"
                if taken
                else "; this pack has none"
            )
            raise refused(act, f"the {named} is not in the {words(felt.layout.stock)}{tail}")
        if at is not None:
            taken.add(at)


def _draw(felt: Felt, named: Face | None) -> tuple[int, str | None]:
    """Take the next card out of the stock; return it and a remark."""
    remark: str | None = None
    held = felt.places.get("held")
    stock, used = _sources(felt)
    source = held or stock
    while source and source[-1] < 0:  # the cut card comes out together with the card under it
        felt.spare.append(source.pop())
        if not felt.cut_out:
            felt.cut_out, felt.cut_at = True, felt.tick
        remark = "cut-card"
    if not source:
        source, remark = used, "elsewhere"
    card = source[-1]
    face = felt.faces[card]
    if named is not None and face is not named:
        if face is None:
            remark = felt.name_card(card, named) or remark
            source.pop()
        else:
            at = _find(felt, source, named, set())
            if at < 0:
                source.pop()
            else:
                card = source.pop(at)
                remark = "out-of-order"
    else:
        source.pop()
    if felt.up[card] and source is stock:
        remark = "boxed"
    if felt.fresh:
        felt.dealt_from()
    felt.tick += 1
    felt.out[card] = felt.tick
    return card, remark


def _draw_flawed(felt: Felt, act: ActParts, named: Face | None) -> tuple[int, str | None]:
    """Take the next card, which the act may call flawed; return it and a remark."""
    flaw = next((word for word in act.manner if word in ("foreign", "wrong-back", "damaged")), None)
    if flaw is None:
        return _draw(felt, named)
    card, odd = _draw(felt, None if flaw == "foreign" else named)
    felt.flaws[card] = flaw
    if flaw == "foreign":  # a foreign card lay in the stock, whatever card should have been there
        felt.faces[card] = named
    return card, "flawed" if odd is None else odd


def deal(felt: Felt, act: ActParts) -> str | None:
    """Deal cards from the top of the stock to a hand or place.

    Returns:
        Remark on the cards, such as `boxed` or `out-of-order` (all are in `dealerkit.felt.effects`); None if they are in order.
    """
    return draw_to(felt, act, act.to[0])


def draw_to(felt: Felt, act: ActParts, to: str) -> str | None:
    """Move cards from the top of the stock to a hand or place, for the dealer or a seat.

    Args:
        felt: The felt.
        act: The act, with the number of cards, their side and their names.
        to: The hand or place.

    Returns:
        Remark on the cards, such as `boxed` or `out-of-order` (all are in `dealerkit.felt.effects`); None if they are in order.
    """
    target = felt.place(to)
    spec = felt.layout.places[to]
    face = act.face or spec.face
    count = act.count
    _check_draw(felt, act, count)
    if felt.brought:
        next_street(felt)
    mask = ALL if face == "up" else (1 << int(to[1:]) if spec.looks == "owner" and to[1:].isdecimal() else 0)
    names = act.cards or (None,) * count
    remark: str | None = "boxed" if "boxed" in act.manner else None
    moved = []
    for named in names:
        card, odd = _draw_flawed(felt, act, named) if act.manner else _draw(felt, named)
        felt.up[card] = face == "up"
        felt.seen[card] |= mask
        target.append(card)
        moved.append(card)
        remark = odd or remark
    felt.moved = moved
    if (felt.returned or felt.drawing) and to[1:].isdecimal():
        felt.returned &= ~(1 << int(to[1:]))
        felt.drawing &= ~(1 << int(to[1:]))
    return remark


def burn(felt: Felt, act: ActParts) -> str | None:
    """Burn the top card: to the burn pile, or to a named place, face down unless the act says `up`.

    Returns:
        Remark on the cards, such as `boxed` or `out-of-order` (all are in `dealerkit.felt.effects`); None if they are in order.
    """
    count = act.count
    pile = felt.place(act.to[0]) if act.to else felt.places[felt.layout.burns]
    _check_draw(felt, act, count)
    up = act.face == "up"
    remark: str | None = None
    moved = []
    for named in act.cards or (None,) * count:
        card, odd = _draw_flawed(felt, act, named) if act.manner else _draw(felt, named)
        felt.up[card] = up
        if up:
            felt.seen[card] = ALL
        pile.append(card)
        moved.append(card)
        remark = odd or remark
    felt.moved = moved
    return remark
