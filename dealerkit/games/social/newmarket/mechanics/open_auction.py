"""An open auction: any player but the seller may call a higher price, until the dealer closes it; and the swap after it."""

from __future__ import annotations

from collections.abc import Container, Iterator
from fractions import Fraction

from dealerkit.facts import Situation
from dealerkit.facts.tables import in_turn
from dealerkit.felt import DEALER, Act, Number
from dealerkit.games.social.newmarket.facts import lowest_chip
from dealerkit.mechanics.registry import NO_RULE, NOTHING, Ask, Params, Run, first_move, mechanic, pass_or_first


class AtLeast:
    """The amounts that can be bid: from a minimum up, in whole chips of the lowest kind in play.

    Attributes:
        least: The smallest amount, as written.
        chip: The lowest chip, as written.
    """

    __slots__ = ("chip", "least")

    def __init__(self, least: Number, chip: Number) -> None:
        self.least, self.chip = least, chip

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int | Fraction) and value >= self.least and value % self.chip == 0

    def __iter__(self) -> Iterator[Number]:
        return iter([self.least + more * self.chip for more in range(3)])


class _Bids:
    """The bids of an open auction so far.

    Attributes:
        buyer: Seat of the standing bid; 0 before the first bid.
        price: The standing bid, in smallest chips.
        out: Seats that have said that they bid no more.
        over: Whether the dealer has closed the auction.
    """

    def __init__(self, now: Situation, params: Params) -> None:
        self.now, self.felt, self.chip = now, now.felt, _chip(now, params)
        self.buyer, self.price = int(now.given.get("bidder", 0)), 0
        if self.buyer:
            self.price = self.felt.units(now.given.get("bid", 0))
        self.out: set[int] = set()
        self.over = False

    def asked(self) -> Ask:
        """Return the open moves by seat: bids and passes, and the dealer's closing if no player raises."""
        written, chip = self.felt.written, self.chip
        bids = AtLeast(written((self.price // chip + 1) * chip), written(chip))
        asks: dict[str, dict[str, Container[object]]] = {}
        for seat in in_turn(self.now, self.felt.button)[:-1]:
            if seat != self.buyer and seat not in self.out:
                asks[f"s{seat}"] = {"bid": bids, "pass": NOTHING}
        if self.buyer:
            asks[DEALER] = {f"announce sold s{self.buyer}": (None, written(self.price))}
        else:
            asks[DEALER] = {"announce unsold": NOTHING}
        return asks

    def heard(self, act: Act) -> None:
        """Record a bid: in whole chips it stands if it is higher; of two equal bids at the same time, the bid of the first seat
        in order stands (NM-18).
        """
        if act.verb == "bid" and act.n is not None and act.seat != self.felt.button:
            amount = int(act.n * self.felt.layout.scale)
            if act.n % self.felt.written(self.chip):
                return  # the bid is refused (NM-E6)
            if amount > self.price or (amount == self.price and _first_of(self.now, act, self.buyer)):
                self.buyer, self.price = act.seat, amount
                self.out.discard(act.seat)
        elif act.verb == "pass":
            self.out.add(act.seat)
        elif act.verb == "announce" and act.to[:1] in (("sold",), ("unsold",)):
            self.over = True


def _chip(now: Situation, params: Params) -> int:
    """Return the lowest chip in play, in smallest chips."""
    return lowest_chip(now, params.get("chip", "0"))


def _first_of(now: Situation, act: Act, other: int) -> bool:
    """Return whether a bid that came together with an equal bid of another seat counts before it, clockwise from the dealer."""
    order = in_turn(now, now.felt.button)
    return "together" in act.manner and bool(other) and order.index(act.seat) < order.index(other)


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the rule that an act breaks, as a key of the step's `rules:`.

    `seller`: the dealer bids. `first`: the first bid is less than the lowest chip, or not in whole chips. `low`: a later bid is,
    or is not above the standing bid. `decided`: the dealer would change a decision. `sold`: the auction is closed in favour of
    another player than the highest bidder.
    """
    if act.verb == "answer":
        return "decided"
    if act.verb == "pass":
        return NO_RULE
    if act.verb != "bid":
        return "sold"
    if act.seat == now.felt.button:
        return "seller"
    standing = _standing(now, params)
    if act.n is not None and standing is not None and act.n == standing.n and "together" in act.manner:
        return NO_RULE
    if act.n is not None and act.n > 0 and act.n % now.felt.written(_chip(now, params)) == 0:
        open_bids = [bids for moves in ask.values() if isinstance(bids := moves.get("bid"), AtLeast)]
        least = open_bids[0].least if open_bids else 0
        above = standing is None or standing.n is None or act.n > standing.n
        if above and act.n >= least:
            return NO_RULE
    return "first" if standing is None and not now.given.get("bidder") else "low"


def _standing(now: Situation, params: Params) -> Act | None:
    """Return the highest valid bid of this hand so far; None if there is none."""
    chip = now.felt.written(_chip(now, params))
    calls = [act for act in now.since("hand") if act.verb == "bid" and act.seat != now.felt.button]
    bids = [act for act in calls if act.n is not None and act.n > 0 and act.n % chip == 0]
    return max(bids, key=lambda act: act.n or 0, default=None)


@mechanic(
    "open_auction",
    breaks=_broken,
    plain=pass_or_first,
    verbs="bid pass",
    keeps={"bidder": "seat?", "bid": "amount?"},
    comes_to={"buyer": "seat?", "price": "count?"},
)
def open_auction(now: Situation, params: Params) -> Run:
    """Let all players but the dealer bid, in no order, each above the bid before, until the dealer closes the auction (NM-15 to
    NM-18).

    Parameter `chip`: the lowest chip in play, in multiples of which bids are made; 0 for the smallest of the table.

    Returns:
        `buyer`, 0 if there was no bid, and `price` in smallest chips.
    """
    bids = _Bids(now, params)
    while not bids.over:
        act = yield bids.asked()
        if act is None:
            break
        bids.heard(act)
    return {"buyer": bids.buyer, "price": bids.price}


def _unswapped(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the rule that an act breaks: `bid` if it is a bid; `swap` if the exchange is still due or another player makes
    it.
    """
    return "bid" if act.verb == "bid" else "swap"


@mechanic("swap_hand", breaks=_unswapped, plain=first_move, verbs="swap")
def swap_hand(now: Situation, params: Params) -> Run:
    """Let the dealer, or the buyer, exchange hands with the hand on the table (NM-13, NM-19).

    Parameters: `who`, the player; `place`, the place of the hand on the table.

    Returns:
        The seat, as `seat`.
    """
    sold = now.results.get("auction") or {}
    seat = now.felt.button if params["who"] == "dealer" else int(sold.get("buyer", 0))
    move = f"swap {params['place']}"
    while seat:
        act = yield {f"s{seat}": {move: NOTHING}}
        if act is None or (act.seat == seat and act.move == move):
            break
    return {"seat": seat}
