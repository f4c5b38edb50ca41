"""A single round of bidding in which a bid is overcalled only by a higher one."""

from __future__ import annotations

from collections.abc import Container, Mapping
from fractions import Fraction

from dealerkit.errors import no_such
from dealerkit.facts import Situation
from dealerkit.facts.tables import in_turn
from dealerkit.felt import Act
from dealerkit.games.social.facts.tricks import contract, contract_made, hand_replayed
from dealerkit.mechanics.payments import PaidHand, Payment, paid, settles
from dealerkit.mechanics.registry import NOTHING, Ask, Moves, Params, Run, mechanic, pass_or_first
from dealerkit.mechanics.setup_values import NotGiven
from dealerkit.rules.entries import Branch

Bids = Mapping[str, Branch]


def _called(act: Act) -> str:
    """Return the word of a bid; empty if it has none."""
    return act.to[0] if act.verb == "bid" and act.to else ""


class AuctionStanding:
    """The bids of an auction so far.

    Attributes:
        bids: Bids of the game, the lowest first, each with its entry in the table of bids.
        made: Words of the bids that counted, in order.
        best: Seat (`s3`) and word of the standing bid; None before the first.
    """

    __slots__ = ("best", "bids", "made")

    def __init__(self, bids: Bids) -> None:
        self.bids = bids
        self.made: list[str] = []
        self.best: tuple[str, str] | None = None

    def over(self, bid: str) -> bool:
        """Return whether a bid is higher than the standing bid (NP-10)."""
        order = list(self.bids)
        return self.best is None or order.index(bid) > order.index(self.best[1])

    def open(self) -> list[str]:
        """Return the bids that are allowed now, the lowest first (NP-10 to NP-13)."""
        return [
            bid for bid, terms in self.bids.items() if self.over(bid) and (not terms.get("after") or terms["after"] in self.made)
        ]

    def count(self, act: Act | None) -> None:
        """Count an act: a bid that is higher than the standing bid becomes the standing bid; any other act counts as a pass.

        Args:
            act: The act; None for a seat that is passed over.
        """
        bid = _called(act) if act is not None else ""
        if act is not None and bid in self.bids and self.over(bid):
            self.best = (act.who, bid)
            self.made.append(bid)

    def stands(self, bidder: int, bid: str) -> None:
        """Set up a standing bid, and before it the bids that it depends on.

        Args:
            bidder: Seat of the bidder.
            bid: Word of the bid.

        Raises:
            NotGiven: If there is no such bid.
        """
        if bid not in self.bids:
            raise NotGiven(("bid",), no_such("bid", bid, self.bids))
        self.best = (f"s{bidder}", bid)
        chain = [bid]
        while needed := self.bids[chain[0]].get("after"):
            chain.insert(0, needed)
        self.made += chain

    def with_bid(self, act: Act) -> AuctionStanding:
        """Return the standing of the auction after a further act."""
        then = AuctionStanding(self.bids)
        then.made, then.best = self.made[:], self.best
        then.count(act)
        return then

    @property
    def over_all(self) -> bool:
        """Whether no higher bid is possible (NP-A8)."""
        return self.best is not None and self.best[1] == list(self.bids)[-1]


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the rule that an act breaks, as a key of the step's `rules:`.

    `over`: the highest bid has ended the bidding. `again`: each player speaks only once. `turn`: another player is to speak.
    `bid`: there is no such bid. `forced`: the dealer may not pass. `overcall`: it is not higher than the standing bid. For a bid
    that needs another bid before it, the rule of that bid.
    """
    bids: Bids = now.game.tables[params["bids"]]
    spoken = [past for past in now.since("hand") if past.verb in ("bid", "pass")]
    bids_made = [_called(past) for past in spoken if past.verb == "bid"]
    if act.who not in ask:
        if not ask:
            return "over" if bids_made and bids_made[-1] == list(bids)[-1] else "turn"
        return "again" if any(past.who == act.who for past in spoken) else "turn"
    if act.verb == "pass":
        return "forced"
    if act.verb != "bid":
        return "turn"
    bid = _called(act)
    if bid not in bids:
        return "bid"
    needs = bids[bid].get("after")
    order = list(bids)
    over = max((order.index(bid) for bid in bids_made if bid in bids), default=-1)
    if order.index(bid) > over and needs and needs not in bids_made:
        return str(bids[bid].get("rule", "overcall"))
    return "overcall"


def _moves(standing: AuctionStanding) -> dict[str, Container[object]]:
    """Return the open bids of the seat in turn, and the pass."""
    return {f"bid {bid}": NOTHING for bid in standing.open()} | {"pass": NOTHING}


def _contract(now: Situation, params: Params, resumed: Branch) -> Mapping[str, object] | None:
    """Return the result of the auction: bidder and bid, or neither if all have passed."""
    if not resumed:
        return None
    if len(resumed) < 2:
        missing = ({"bid", "bidder"} - set(resumed)).pop()
        raise NotGiven((), f"{missing} is missing; if everyone has passed, leave out both")
    standing = AuctionStanding(now.game.tables[params["bids"]])
    standing.stands(resumed["bidder"], resumed["bid"])
    return {**standing.bids[resumed["bid"]], **resumed}


@mechanic(
    "auction",
    breaks=_broken,
    plain=pass_or_first,
    verbs="bid pass",
    keeps={"turn": "seat?", "bid": "word?", "bidder": "seat?"},
    comes_to={"bid": "word?", "bidder": "seat?"},
    result=_contract,
)
def auction(now: Situation, params: Params) -> Run:
    """Let each player bid or pass once, from the dealer's left; the highest possible bid ends the auction at once (NP-07 to
    NP-14).

    Parameters: `bids` names a table of the game, an ordered map with the lowest bid first, as `{wellington: {tricks: 5, pays: 20,
    after: nap, rule: NP-12}}`, in which `after` is the bid that must have been made in this round; `dealer_bids` gives, by the
    house's `all_pass`, the bid that the dealer must make after all others have passed, if any (NP-A1).

    A bid that was out of turn or not allowed is refused: that seat is asked in its turn, or asked again. If the next seat speaks
    instead, the bid stands if it is higher than the standing bid.

    A table set up in the middle is given the seat in `turn`, and the standing `bid` with its `bidder`.

    Returns:
        The bid's entry in the table, with `bidder` and `bid` added; None if all have passed.

    Raises:
        NotGiven: If a table is set up in the middle of it with a bid that no bidder can have made.
    """
    standing = AuctionStanding(now.game.tables[params["bids"]])
    seats = [f"s{number}" for number in in_turn(now, now.felt.button)]
    bids_heard: dict[str, Act] = {}
    given = now.given
    place = seats.index(f"s{given['turn']}") if "turn" in given else 0
    if ("bid" in given) is not ("bidder" in given):
        raise NotGiven((), "a standing bid needs a bidder: give both or neither")
    if "bid" in given:
        standing.stands(given["bidder"], given["bid"])
        if f"s{given['bidder']}" not in seats[:place]:
            raise NotGiven(("bidder",), f"s{given['bidder']} bids after {seats[place]}, so can't have bid yet")
    forced = (params.get("dealer_bids") or {}).get(params.get("all_pass"))
    while place < len(seats) and not standing.over_all:
        seat = seats[place]
        last = place == len(seats) - 1
        moves = _moves(standing)
        if last and standing.best is None and forced is not None:
            moves = {f"bid {forced}": NOTHING}
        ask: dict[str, Moves] = {seat: moves}
        if seat in bids_heard and not last:
            ask[seats[place + 1]] = _moves(standing.with_bid(bids_heard[seat]))
        act = yield ask
        if act is None:
            return None
        if act.verb not in ("bid", "pass"):
            continue
        if act.who == seat and act.move in moves:
            standing.count(act)
            place += 1
        elif act.who in ask and act.who != seat and act.move in ask[act.who]:
            standing.count(bids_heard[seat])
            standing.count(act)
            place += 2
        elif act.who == seat or act.who in seats[place + 1 :]:
            bids_heard[act.who] = act
    if standing.best is None:
        return None
    bidder, bid = standing.best
    return {**standing.bids[bid], "bidder": int(bidder[1:]), "bid": bid}


@paid
def contract_payment(now: Situation, params: Params) -> list[Payment]:
    """Make every other player pay the bidder the value of the bid, or the bidder pay each of them (NP-21 to NP-23)."""
    bid = contract(now)
    won = contract_made(now)
    if bid is None or won is None or hand_replayed(now):
        return []
    bidder: int = bid["bidder"]
    worth = Fraction(bid["pays"])
    if not won and bid.get("loss_factor"):
        worth *= Fraction(str(bid["loss_factor"]))
    amount = now.felt.units(worth)
    others = [seat for seat in range(1, now.felt.seats + 1) if seat != bidder]
    return [(seat, bidder, amount) if won else (bidder, seat, amount) for seat in others]


@settles("contract_payment")
def contract_settled(now: Situation) -> PaidHand:
    """Return the payment of the contract for later steps: the rule about a lost bid, and for the next deal, whether the bid was
    made and the pack is to be shuffled.
    """
    bid, won = contract(now), contract_made(now)
    shuffles = bool(bid and bid.get("shuffles_after"))
    return PaidHand("lost" if won is False else "pay", {"made": bool(won), "shuffles": shuffles})
