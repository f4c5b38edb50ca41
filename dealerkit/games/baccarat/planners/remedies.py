"""Planners of remedies in a coup: cards and bets go back to their places."""

from __future__ import annotations

from dealerkit.arithmetic.coup import next_to_draw
from dealerkit.facts import Situation
from dealerkit.facts.layout_limits import spots
from dealerkit.facts.slips import last_slip, since_slip, slip_act
from dealerkit.felt import Act
from dealerkit.games.baccarat.facts.coup import SIDES, card_values, drawn, hands, points_of, rules_of
from dealerkit.procedure.planners.registry import Params, card_act, do, no_amends


@do("take_out", "move discard hold", amend=no_amends, standing=True, what="surplus")
def take_surplus(now: Situation, params: Params) -> list[Act]:
    """Plan the removal of surplus cards from a hand. Parameter `verb`: `move` moves the first surplus card from the hand `from`
    to the hand `to` (BI-01); `discard` moves all of them to the used cards; `hold` keeps those that nobody has seen as the next
    cards (BI-02).
    """
    verb, surplus = str(params["verb"]), hands(now).surplus
    if verb == "move":
        source, target = str(params["from"]), str(params["to"])
        return [card_act(now, verb, card, place, target, counted=True).plain for place, card in surplus[:1] if place == source]
    uppermost = {cards[-1] for cards in now.felt.places.values() if cards}
    return [Act.make("d", verb, place) if card in uppermost else card_act(now, verb, card, place) for place, card in surplus]


@do("put_back", "move discard", amend=no_amends, standing=True, what="order")
def rearrange(now: Situation, params: Params) -> list[Act]:
    """Plan the moves of dealt cards to the hands that should have had them by the order out of the shoe (BI-06). Parameter
    `order`: the places of the first cards, in that order.

    Two equal cards that have changed places may stay. A card that neither hand may draw is discarded (BI-02).
    """
    out = now.felt.out
    order = [str(place) for place in params["order"]]
    lying = sorted(((card, place) for place in SIDES for card in drawn(now, place)), key=lambda pair: out[pair[0]])
    points: dict[str, list[int]] = {side: [] for side in SIDES}
    moves: list[Act] = []
    for at, (card, place) in enumerate(lying):
        if at < len(order):
            due = order[at]
        else:
            following = next_to_draw(points["player"], points["banker"], rules_of(now.game))
            if following is None:
                return [*moves, *(card_act(now, "discard", card, place, counted=True) for card, place in lying[at:])]
            due = SIDES[following]
        if place != due:
            move = card_act(now, "move", card, place, due, counted=True)
            back = next((earlier for earlier in moves if earlier.cards == move.cards and earlier.to == move.to[::-1]), None)
            if not move.cards or back is None:
                moves.append(move)
            else:
                moves.remove(back)
        point = points_of(now, [card])[0]
        if point is None:
            break
        points[due].append(point)
    return moves


def late_chips(now: Situation) -> list[tuple[int, str, int]]:
    """Return the chips added after betting was closed (positive) or withdrawn after it (negative): seat, spot and amount in
    smallest chips.
    """
    taken = now.results.get("bets")
    if taken is None:
        return []
    return [
        (seat, name, more)
        for name in spots(now.game)
        for seat in range(1, now.felt.seats + 1)
        if (more := now.felt.rows[name][seat] - taken[name][seat])
    ]


@do("return_chips", "return restore", amend=no_amends, what="all late withdrawn")
def return_bets(now: Situation, params: Params) -> list[Act]:
    """Plan the return of bets of the coup to their owners. Parameter `what`: `all`, every bet (BI-08); `late`, bets added after
    betting was closed, whether they win or lose; `withdrawn`, bets taken up after it was closed, which go back on their spots
    (BI-12).
    """
    which, felt = params["what"], now.felt
    if which == "all":
        chips = [(seat, name, felt.rows[name][seat]) for seat in range(1, felt.seats + 1) for name in spots(now.game)]
    else:
        chips = late_chips(now)
    verb, sign = ("restore", -1) if which == "withdrawn" else ("return", 1)
    return [Act.make("d", verb, f"s{seat}", name, n=felt.written(sign * n)) for seat, name, n in chips if sign * n > 0]


@do("burn", "burn", amend=no_amends, standing=True, what="first_card")
def burn_rest(now: Situation, params: Params) -> list[Act] | None:
    """Plan those burns after the first card of a shoe that were left out (BI-19)."""
    burned = now.felt.places[now.felt.layout.burns]
    due = card_values(now, burned[:1])
    return None if due is None else [Act.make("d", "burn")] * max(0, due + 1 - len(burned))


@do("deal_missing", "deal", amend=no_amends, standing=True, what="last")
def deal_instead(now: Situation, params: Params) -> list[Act]:
    """Plan the card that replaces one which lay face up in the shoe and was taken out (BI-03), unless the replacement came before
    the removal.
    """
    slip = last_slip(now, "boxed_card")
    act = slip_act(now, slip)
    if slip is None or act is None or any(card in now.felt.places[act.to[0]] for card in slip.cards):
        return []
    came = any(past.verb == "deal" and past.to == act.to for past in since_slip(now, slip))
    return [] if came else [Act.make("d", "deal", act.to[0])]
