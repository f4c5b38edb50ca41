"""Planners of remedies: what a ruling makes the dealer do. Cards and chips go back by the dealer's own acts, never by
rewinding.
"""

from __future__ import annotations

from dealerkit.arithmetic.coup import next_to_draw
from dealerkit.facts import Situation
from dealerkit.facts.coup import SIDES, card_values, drawn, hands, points_of, rules_of, spots
from dealerkit.felt import Act, Number
from dealerkit.procedure.planners.registry import Params, do, no_amends


def _card(now: Situation, verb: str, card: int, *to: str) -> Act:
    """An act about one card of a place: by its name if it is known, else by its position."""
    face = now.felt.faces[card]
    if face is not None:
        return Act.make("d", verb, *to, cards=(face,))
    place = now.felt.cards(to[0])
    return Act.make("d", verb, *to, n=place.index(card) + 1)


@do("move_surplus", "move", amend=no_amends)
def move_surplus(now: Situation, params: Params) -> list[Act]:
    """The surplus card of one hand becomes a card of the other (BI-01). Parameters `from`, `to`."""
    return [
        _card(now, "move", card, place, params["to"]).plain for place, card in hands(now).surplus[:1] if place == params["from"]
    ]


@do("discard_surplus", "discard", amend=no_amends)
def discard_surplus(now: Situation, params: Params) -> list[Act]:
    """Surplus cards go to the used cards (BI-02)."""
    return [Act.make("d", "discard", place) for place, _ in hands(now).surplus]


@do("hold_surplus", "hold", amend=no_amends)
def hold_surplus(now: Situation, params: Params) -> list[Act]:
    """Surplus cards that nobody has seen are kept as the next cards (BI-02)."""
    return [Act.make("d", "hold", place) for place, _ in hands(now).surplus]


@do("rearrange", "move", amend=no_amends, standing=True)
def rearrange(now: Situation, params: Params) -> list[Act]:
    """The cards of the deal are moved to where the order out of the shoe puts them (BI-06). Parameter `order`: the places in that
    order; player, banker, player, banker if left out. Two equal cards that lie in each other's place may stay there.
    """
    out = now.felt.out
    order = [str(place) for place in params.get("order", ("player", "banker", "player", "banker"))]
    lying = sorted(((card, place) for place in SIDES for card in drawn(now, place)), key=lambda pair: out[pair[0]])
    points: dict[str, list[int]] = {side: [] for side in SIDES}
    moves: list[Act] = []
    for at, (card, place) in enumerate(lying):
        if at < len(order):
            due = order[at]
        else:
            following = next_to_draw(points["player"], points["banker"], rules_of(now.game))
            if following is None:
                break
            due = SIDES[following]
        if place != due:
            move = _card(now, "move", card, place, due)
            back = next((one for one in moves if one.cards == move.cards and one.to == move.to[::-1]), None)
            if not move.cards or back is None:
                moves.append(move)
            else:
                moves.remove(back)
        point = points_of(now, [card])[0]
        if point is None:
            break
        points[due].append(point)
    return moves


@do("return_bets", "return", amend=no_amends)
def return_bets(now: Situation, params: Params) -> list[Act]:
    """Every bet of the coup goes back to whoever made it (BI-08)."""
    felt = now.felt
    return [
        Act.make("d", "return", f"s{seat}", name, n=felt.written(felt.rows[name][seat]))
        for seat in range(1, felt.seats + 1)
        for name in spots(now.game)
        if felt.rows[name][seat]
    ]


def late_chips(now: Situation) -> list[tuple[int, str, int]]:
    """Chips that came after betting was closed (positive) or were withdrawn then (negative): seat, spot, amount."""
    taken = now.results.get("bets")
    if taken is None:
        return []
    return [
        (seat, name, more)
        for name in spots(now.game)
        for seat in range(1, now.felt.seats + 1)
        if (more := now.felt.rows[name][seat] - taken[name][seat])
    ]


@do("return_late", "return", amend=no_amends)
def return_late(now: Situation, params: Params) -> list[Act]:
    """Chips that were put down late go back, win or lose (BI-12)."""
    return [
        Act.make("d", "return", f"s{seat}", name, n=now.felt.written(more)) for seat, name, more in late_chips(now) if more > 0
    ]


@do("restore_bet", "restore", amend=no_amends)
def restore_bet(now: Situation, params: Params) -> list[Act]:
    """A bet that was withdrawn late is put back where it stood (BI-12)."""
    return [
        Act.make("d", "restore", f"s{seat}", name, n=now.felt.written(-more)) for seat, name, more in late_chips(now) if more < 0
    ]


@do("burn_rest", "burn", amend=no_amends)
def burn_rest(now: Situation, params: Params) -> list[Act] | None:
    """The cards still missing from the burn are burned before betting closes (BI-19)."""
    burned = now.felt.places[now.felt.layout.burns]
    due = card_values(now, burned[:1])
    return None if due is None else [Act.make("d", "burn")] * max(0, due + 1 - len(burned))


@do("restore_board", "move", amend=no_amends)
def restore_board(now: Situation, params: Params) -> list[Act]:
    """The cards that were swept last lie on the board again (CA-17). Parameter `n`: how many lie there, default 4."""
    used = now.felt.layout.discards
    missing = int(params.get("n", 4)) - len(now.felt.cards("board"))
    return [Act.make("d", "move", used, "board")] * max(0, missing)


@do("withdraw_marks", "mark", amend=no_amends)
def withdraw_marks(now: Situation, params: Params) -> list[Act]:
    """What was marked in this hand comes off again (SG-06)."""
    marked: dict[tuple[str, ...], Number] = {}
    for act in now.since("hand"):
        if act.who == "d" and act.verb == "mark":
            marked[act.to] = marked.get(act.to, 0) + (act.n or 0)
    return [Act.make("d", "mark", *to, n=-n) for to, n in marked.items() if n]


def _boxed(now: Situation) -> tuple[str, int] | None:
    """The place and card of the last boxed card that was dealt."""
    felt = now.felt
    last = max((card for card in range(len(felt.out)) if felt.out[card]), key=felt.out.__getitem__, default=None)
    if last is None:
        return None
    place = next((name for name, cards in felt.places.items() if last in cards), None)
    return None if place is None or not felt.layout.places[place].cleared else (place, last)


@do("discard_boxed", "discard", amend=no_amends)
def discard_boxed(now: Situation, params: Params) -> list[Act]:
    """The card that lay face up in the shoe goes to the used cards (BI-03)."""
    found = _boxed(now)
    return [] if found is None else [Act.make("d", "discard", found[0])]


@do("deal_replacement", "deal", amend=no_amends)
def deal_replacement(now: Situation, params: Params) -> list[Act]:
    """The next card takes the place of the one just taken away (BI-03)."""
    last = now.log[-1] if now.log else None
    return [Act.make("d", "deal", last.to[0])] if last is not None and last.verb == "discard" else []
