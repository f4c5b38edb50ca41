"""Facts about a hand of bids and tricks."""

from __future__ import annotations

from typing import TypedDict

from dealerkit.cards import Face
from dealerkit.facts.situation import Situation, fact, only_with


class Contract(TypedDict, total=False):
    """The result of an auction.

    Attributes:
        bidder: Seat that bid.
        bid: Word of the bid.
        tricks: Number of tricks to win; 0 for none at all.
        trumps: Whether there is a trump suit.
        pays: Payment of each other player to the bidder, as written in the game's table of bids.
        loss_factor: Factor by which the payment of a lost bid is multiplied.
    """

    bidder: int
    bid: str
    tricks: int
    trumps: bool
    pays: int | str
    loss_factor: int | str


def contract(now: Situation) -> Contract | None:
    """Return the auction's result; None if all have passed or there is no bid yet."""
    bid: Contract | None = now.results.get("bidding")
    return bid


def contract_made(now: Situation) -> bool | None:
    """Return whether the bidder has won enough tricks for the bid, or no trick if the bid was to lose all; None if not known.

    If the bidder revoked, the bid fails; if an opponent revoked, it succeeds (NP-A7).
    """
    bid, played = contract(now), now.results.get("tricks")
    if bid is None or played is None:
        return None
    revoked = played["revoked"]
    if revoked and now.game.options.get("revoke", "decides_contract") == "decides_contract":
        return bool(revoked[0] != bid["bidder"])
    won: int = played["won"][bid["bidder"]]
    wanted: int = bid["tricks"]
    return won == 0 if wanted == 0 else won >= wanted


@fact
def shuffle_due(now: Situation) -> bool:
    """Return whether the pack is to be shuffled: before the first deal or a repeated deal, and after a made contract that
    requires it (NP-26).

    With `between_deals: shuffle_when_short` it is shuffled if the cards that are left do not suffice for another deal, which is
    always so with a short pack.
    """
    before = now.log[now.marks.get("hand", 0) - 1 :][:1]  # none at a table that was set up before the deal passed
    if now.rounds.get("hand", 1) <= 1 or not before or before[0].verb != "button":  # the first hand, or one dealt again
        return True
    if now.game.options.get("between_deals", "cut_only") != "cut_only":
        return True
    last = now.before.get("settle")
    return bool(last and last["made"] and last["shuffles"])


@fact
def decided_contract(now: Situation) -> bool:
    """Return whether a player has bid."""
    return contract(now) is not None


@fact
def payment_open(now: Situation) -> bool:
    """Return whether the tricks are played and the payments are not complete (NP-21, NP-22)."""
    return decided_contract(now) and now.results.get("tricks") is not None and "settle" not in now.results


@fact
def revoke_shown(now: Situation) -> bool:
    """Return whether a player neither followed nor trumped in a trick that is gathered, and has played or holds a card of the
    suit led, so that the revoke is established during play (AF-34).
    """
    faces, cards = now.felt.faces, [face for face in map(now.felt.faces.__getitem__, now.felt.cards("upcard")) if face]
    trumps = cards[-1].suit if cards else None
    tricks: list[list[tuple[int, Face]]] = [[]]
    for act in now.since("hand"):
        if act.verb == "play" and act.cards and act.cards[0] is not None:
            tricks[-1].append((act.seat, act.cards[0]))
        elif act.verb == "move" and act.to[0] == "trick" and act.cards:
            tricks[-1] = [(seat, face) for seat, face in tricks[-1] if face is not act.cards[0]]
        elif act.verb == "take" and act.seat:
            tricks.append([])
    for at, trick in enumerate(tricks[:-1]):
        for seat, face in trick[1:]:
            led = trick[0][1].suit
            if face.suit in (led, trumps):
                continue
            later = [other for after in tricks[at + 1 :] for player, other in after if player == seat]
            held = [faces[card] for card in now.felt.cards(f"s{seat}")]
            if any(other is not None and other.suit is led for other in [*later, *held]):
                return True
    return False


@fact
@only_with("revoke", "replay")
def hand_replayed(now: Situation) -> bool:
    """Return whether a revoke was found and the house replays such a hand (NP-A7)."""
    played = now.results.get("tricks")
    return bool(played and played["revoked"] and now.game.options.get("revoke") == "replay")
