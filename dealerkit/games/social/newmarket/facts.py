"""Facts about runs of a suit that go up through all hands, and about the spare hand on the table."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from fractions import Fraction

from dealerkit.cards import RANKS, Face, Suit
from dealerkit.facts.announcements import announced, seats_in
from dealerkit.facts.ending import hands_played
from dealerkit.facts.situation import GameData, Situation, by_option, fact, only_with
from dealerkit.facts.tables import just_done
from dealerkit.felt import Act, read_number
from dealerkit.games.social.facts.rows import held

COLOURS: Mapping[Suit, str] = {Suit.CLUBS: "black", Suit.DIAMONDS: "red", Suit.HEARTS: "red", Suit.SPADES: "black"}


@functools.cache
def next_higher(face: Face) -> Face | None:
    """Return the next card of a suit, with the two low and the ace high; None after the ace."""
    at = RANKS.index(face.letter)
    return Face.read(RANKS[at + 1] + face.name[1]) if at + 1 < len(RANKS) else None


def played_so_far(now: Situation) -> list[Face | None]:
    """Return the cards played in this hand, in order; None for an unknown card."""
    felt = now.felt
    return [felt.faces[card] for card in felt.places[felt.layout.played]]


def last_play(now: Situation) -> Act | None:
    """Return the last play of this hand that was not taken back; None before the first."""
    back = 0
    for act in reversed(now.since("hand")):
        if act.verb == "move" and act.to[0] == now.felt.layout.played:
            back += 1
        elif act.verb == "play":
            if not back:
                return act
            back -= 1
    return None


def unanswered(now: Situation) -> set[Face]:
    """Return the cards called for in this hand and not yet played; a player who plays one later has held it back."""
    faces: set[Face] = set()
    acts = now.since("hand")
    played = [act.cards[0] for act in acts if act.verb == "play" and act.cards]
    lay = [face for face in played_so_far(now) if face is not None and face not in played]  # when the table was set up
    out: set[Face] = set(lay)
    last = lay[-1] if lay else None
    for face in played:
        if face is None:
            continue
        called = next_higher(last) if last is not None else None
        if called is not None and called is not face and called not in out:
            faces.add(called)
        out.add(face)
        last = face
    return faces


def lowest_chip(now: Situation, chip: object = "0") -> int:
    """Return the lowest chip in play, in smallest chips (NM-16, NM-A10).

    Args:
        now: The situation.
        chip: The house's lowest chip, as written; 0 for the smallest chip of the table.
    """
    return max(1, int(Fraction(read_number(str(chip))) * now.felt.layout.scale))


def lowest_of_suits(now: Situation, seat: int) -> dict[Suit, Face]:
    """Return the lowest card of each suit that a seat is known to hold."""
    lowest: dict[Suit, Face] = {}
    for face in held(now, seat):
        if face is not None and face.suit is not None:
            low = lowest.get(face.suit)
            if low is None or face.index < low.index:
                lowest[face.suit] = face
    return lowest


def pay_cards(now: Situation) -> Mapping[Face, str]:
    """Return the pay cards, each with the name of its pot (table `pay_cards`)."""
    return now.game.once("pay cards", _pay_cards)


def _pay_cards(game: GameData) -> Mapping[Face, str]:
    return {Face.read(str(card)): str(pot) for pot, card in game.tables.get("pay_cards", {}).items()}


@fact
def dealer_keeps(now: Situation) -> bool:
    """Return whether the dealer has kept the dealt hand, so that the hand on the table is for sale (NM-14, NM-15)."""
    return bool((now.results.get("decide") or {}).get("word") == "keep")


@fact
def dealer_exchanges(now: Situation) -> bool:
    """Return whether the dealer exchanges the dealt hand for the hand on the table (NM-13)."""
    return bool((now.results.get("decide") or {}).get("word") == "exchange")


@fact
def hand_sold(now: Situation) -> bool:
    """Return whether a player has bought the hand on the table (NM-19)."""
    return bool((now.results.get("auction") or {}).get("buyer"))


@fact
def widow_was_seen(now: Situation) -> bool:
    """Return whether the dealer has looked at the hand on the table before deciding, so that there is no exchange (NM-12)."""
    bit = 1 << now.felt.button
    return any(now.felt.seen[card] & bit for card in now.felt.cards("widow"))


@by_option("ante_time", "before_deal")
def antes_before_the_deal() -> None:
    """Return whether the antes are put on the pay cards before the cards are dealt (option `ante_time`, NM-09)."""


@by_option("ante_time", "after_deal")
def antes_after_the_deal() -> None:
    """Return whether the antes are put on the pay cards after the cards are dealt (option `ante_time`, NM-09)."""


@fact
def pot_handed_over(now: Situation) -> bool:
    """Return whether the dealer pushes a pot to the player who has just played its card (NM-31), who need not take it."""
    act, played = now.act, last_play(now)
    if act is None or act.verb != "award" or played is None or not played.cards:
        return False
    face = played.cards[0]
    whole = act.n is None or now.felt.units(act.n) == now.felt.rows.get(act.to[-1], [0])[0]
    return whole and face is not None and (act.to[0], act.to[-1]) == (played.who, pay_cards(now).get(face))


@fact
def looked_at_widow(now: Situation) -> bool:
    """Return whether a player looks at the hand on the table, which no player may see (NM-12, NM-20, NM-A7)."""
    return just_done(now).to[:1] == ("widow",)


@fact
@only_with("final_pots", "split")
def final_pots_split(now: Situation) -> bool:
    """Return whether the game ends with this hand, and the house divides the chips left on the pay cards (NM-A9)."""
    return now.game.options.get("final_pots") == "split" and hands_played(now)


@fact
def sale_misannounced(now: Situation) -> bool:
    """Return whether the dealer announces the hand on the table as sold to another player than the highest bidder, at a wrong
    price, to nobody despite a bid, or when no sale is open (NM-15, NM-17).
    """
    words = announced(now, "sold", "unsold")
    if words is None:
        return False
    sale, price = now.results.get("auction"), just_done(now).n
    if sale is None:
        return True
    buyers = [sale["buyer"]] if sale["buyer"] else []
    return seats_in(words) != buyers or (price is not None and now.felt.said(price) != sale["price"])
