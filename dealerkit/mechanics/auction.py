"""One round of bidding: a bid is overcalled only by a higher one."""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.facts.tables import in_turn
from dealerkit.felt import Act
from dealerkit.mechanics.registry import NOTHING, Ask, Moves, Params, Run, mechanic


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Which rule a bid breaks: `turn`, `overcall`, or the rule of the bid that had to come first."""
    if act.who not in ask:
        return "turn"
    bids = now.game.tables[params["bids"]]
    if act.verb != "bid" or act.to[0] not in bids:
        return "turn"
    needs = bids[act.to[0]].get("after")
    made = [other.to[0] for other in now.since("hand") if other.verb == "bid"]
    order = list(bids)
    over = max((order.index(bid) for bid in made if bid in bids), default=-1)
    if order.index(act.to[0]) <= over:
        return "overcall"
    return str(bids[act.to[0]].get("rule", "overcall")) if needs and needs not in made else "overcall"


def _pass(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    return Act.make(seat, "pass") if "pass" in moves else Act.make(seat, "bid", next(iter(moves)).split()[1])


@mechanic("auction", fault=_broken, plain=_pass)
def auction(now: Situation, params: Params) -> Run:
    """Everybody bids or passes once, from the dealer's left; the highest bid ends it at once (NP-07 to NP-14).

    `bids` names a table of the game, an ordered map with the lowest bid first: `{wellington: {tricks: 5, pays: 20,
    after: nap, rule: NP-12}}`; `after` is
    the bid that must have been made in this round. With `all_pass: dealer_must_bid_two` the dealer must bid when all the
    others have passed (NP-A1).

    Returns:
        The bid's own map with `bidder`, `seat` and `bid` added; None if all have passed.
    """
    bids = now.game.tables[params["bids"]]
    order = list(bids)
    made: list[str] = []
    best: tuple[str, str] | None = None
    seats = in_turn(now, now.felt.button)
    for place, number in enumerate(seats):
        seat = f"s{number}"
        over = order.index(best[1]) if best else -1
        open_bids = [bid for bid in order[over + 1 :] if not bids[bid].get("after") or bids[bid]["after"] in made]
        forced = place == len(seats) - 1 and best is None and params.get("all_pass") == "dealer_must_bid_two"
        moves = {f"bid {bid}": NOTHING for bid in (open_bids[:1] if forced else open_bids)}
        if not forced:
            moves["pass"] = NOTHING
        heard = False
        while not heard:
            act = yield {seat: moves}
            if act is None:
                return None
            heard = act.who == seat and act.verb in ("bid", "pass")
            if act.verb == "bid" and act.to[0] in bids and (best is None or order.index(act.to[0]) > order.index(best[1])):
                best = (act.who, act.to[0])
                made.append(act.to[0])
        if best and best[1] == order[-1]:
            break
    if best is None:
        return None
    return {**bids[best[1]], "bidder": int(best[0][1:]), "bid": best[1]}
