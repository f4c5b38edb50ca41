"""Effects on the pack as a whole: shuffle, cut, cut cards, shoe."""

from __future__ import annotations

from dealerkit.arithmetic import cuts
from dealerkit.felt.act_parts import ActParts, refused
from dealerkit.felt.felt import BOTTOM_CUT, SPARE_CUT, Felt
from dealerkit.files.screen_text import count_of


def _where_the_pack_is(felt: Felt) -> str:
    """Return the place that holds the whole pack while it is prepared: the start place, or the stock if that is empty."""
    start = felt.layout.start
    return start if felt.places[start] else felt.layout.stock


def shuffle(felt: Felt, act: ActParts) -> None:
    """Shuffle the whole pack."""
    felt.shuffle(_where_the_pack_is(felt))
    felt.moved = ()


def roll(felt: Felt, act: ActParts) -> None:
    """Put a cut card on the bottom of the squared pack, and turn the pack so that this cut card faces the dealer (BA-14)."""
    pack = felt.places[_where_the_pack_is(felt)]
    if BOTTOM_CUT not in pack:
        pack.insert(0, BOTTOM_CUT)
        if BOTTOM_CUT in felt.spare:
            felt.spare.remove(BOTTOM_CUT)
    felt.moved = ()


def insert(felt: Felt, act: ActParts) -> None:
    """Insert a cut card, with the given number of cards behind it on the side that is dealt last.

    A bettor inserts the spare cut card (BA-15); the dealer inserts the one from the bottom (BA-18).

    Raises:
        Impossible: If the pack has fewer cards than should lie behind the cut card.
    """
    pack = felt.places[_where_the_pack_is(felt)]
    behind = int(act.n or 0)
    cut = SPARE_CUT if act.seat else BOTTOM_CUT
    real = [card for card in pack if card >= 0]
    if behind > len(real):
        raise refused(act, f"the pack has only {count_of(len(real), 'card')}")
    if cut in pack:
        pack.remove(cut)
    if cut in felt.spare:
        felt.spare.remove(cut)
    at = count = 0
    while count < behind:
        count += pack[at] >= 0
        at += 1
    while at < len(pack) and behind and pack[at] < 0 and cut == BOTTOM_CUT:
        at += 1
    pack.insert(at, cut)
    felt.cut_out = False
    felt.moved = ()


def cut(felt: Felt, act: ActParts) -> None:
    """Cut the pack: the part behind the inserted cut card goes on top (BA-16), or a number of cards from the top goes under
    (CU-01).

    `d cut 15+10+20` is Scarne's cut: the ten cards under the top fifteen go on top, then twenty from the top go under (CU-12). A
    `false` cut leaves the order unchanged (CU-15).
    """
    pack = felt.places[_where_the_pack_is(felt)]
    if felt.deck:  # an order given for the deck is the order after the cut
        pack[:] = [SPARE_CUT] * (SPARE_CUT in pack) + [card for card in pack if card != SPARE_CUT]
    elif act.n is None and SPARE_CUT in pack:
        at = pack.index(SPARE_CUT)
        pack[:] = [SPARE_CUT, *pack[at + 1 :], *pack[:at]]
    elif "false" not in act.to:
        pack[:] = _cut(act, pack[::-1])[::-1]
    for card in pack:
        if card >= 0:
            felt.seen[card] = 0  # after the cut nobody knows where a seen card lies, even if the pack is not shuffled (NP-26)
    felt.moved = ()


def _cut(act: ActParts, order: list[int]) -> list[int]:
    """Return the cards in their order after a cut. Refuse the act if there are fewer cards than it lifts."""
    lifts = [int(part) for part in act.parts] if len(act.parts) == 3 else []
    try:
        return cuts.scarne(order, *lifts) if lifts else cuts.simple(order, len(order) // 2 if act.n is None else int(act.n))
    except ValueError:
        raise refused(act, f"the pack has only {count_of(len(order), 'card')}") from None


def load(felt: Felt, act: ActParts) -> None:
    """Put the pack into the shoe.

    Raises:
        Impossible: If the table has no shoe: cards are dealt from the place where the pack lies.
    """
    start, stock = felt.layout.start, felt.layout.stock
    if start == stock:
        raise refused(act, "there is no shoe")
    felt.places[stock] += felt.places[start]
    felt.places[start].clear()
    felt.moved = ()


def cut_card(felt: Felt, act: ActParts) -> None:
    """Lay the cut card aside after it was announced, wherever it lies."""
    stock, at_mouth = felt.places[felt.layout.stock], felt.cut_card_at_mouth()
    if BOTTOM_CUT in stock:
        stock.remove(BOTTOM_CUT)
        felt.spare.append(BOTTOM_CUT)
    if not felt.cut_out:  # it came out before the last card, unless it is at the mouth or no hand lies there
        in_hand = not at_mouth and any(felt.places[name] for name in felt.layout.cleared)
        felt.cut_out, felt.cut_at = True, felt.tick - in_hand
    felt.moved = ()
