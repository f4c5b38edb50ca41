"""Facts about a dealer's announcements of an answer, a contract or trumps, compared with what happened at the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dealerkit.cards import Face, Suit
from dealerkit.facts.announcements import announced
from dealerkit.facts.situation import GameData, Situation, fact
from dealerkit.facts.tables import just_done
from dealerkit.games.social.all_fours.facts import UPCARD, trumps_fixed
from dealerkit.games.social.facts.tricks import contract
from dealerkit.rules.entries import StepEntry


def _choices(game: GameData) -> frozenset[str]:
    """Return the answers that the choices of a game offer."""

    def words(node: StepEntry) -> Iterator[str]:
        if node.get("play") == "choice":
            yield from node["words"]
        for inner in (node.get("steps") or {}).values():
            yield from words(inner or {})

    return frozenset(word for node in game.data["procedure"].values() for word in words(node))


@fact
def answer_misannounced(now: Situation) -> bool:
    """Return whether the dealer announces another answer than was given in this hand: `d announce exchange` after keeping
    (NM-14).
    """
    word = just_done(now).to[0]
    if word not in now.game.once("choices", _choices):
        return False
    return not any(isinstance(result, Mapping) and result.get("word") == word for result in now.results.values())


@fact
def answer_was_given(now: Situation) -> bool:
    """Return whether a choice has been answered in this hand (NM-14)."""
    return any(isinstance(result, Mapping) and "word" in result for result in now.results.values())


@fact
def contract_misannounced(now: Situation) -> bool:
    """Return whether the dealer announces a wrong contract or bidder, or a contract when there is none (NP-10, NP-15)."""
    words = announced(now, "contract")
    if words is None:
        return False
    bid = contract(now)
    return bid is None or any(word not in (str(bid["bid"]), f"s{bid['bidder']}") for word in words)


def _suit_led(now: Situation, bidder: int) -> Suit | None:
    """Return the trump suit made by the first lead, or named for a joker; None before it, or if the card is unknown."""
    played, given = now.results.get("tricks"), now.given.get("trumps")
    if played is not None or given is not None:
        suit: Suit | None = given if played is None else played["trumps"]
        return suit
    led: Face | None = None
    for act in now.since("hand"):
        if act.verb == "play" and act.seat == bidder and act.cards:
            led = led or act.cards[0]
        elif act.verb == "move" and act.to[0] == "trick" and led in act.cards:
            led = None
        elif act.verb == "name" and led is not None and led.suit is None:
            return next((suit for suit in Suit if suit.name.lower() == act.to[0]), None)
    return led.suit if led is not None else None


@fact
def trumps_misannounced(now: Situation) -> bool:
    """Return whether the dealer announces a wrong trump suit, or one when there is none (NP-16, AF-13)."""
    words = announced(now, "trumps", "trump")
    if not words:
        return False
    cards = now.felt.places.get(UPCARD)
    if cards is not None:
        face = now.felt.faces[cards[-1]] if cards else None
        fixed = trumps_fixed(now)
        suit = face.suit if face is not None else None
        if fixed and cards and face is None:
            return False  # the card is unreadable
    else:
        bid = contract(now)
        fixed = bid is not None and bid.get("trumps") is not False
        suit = _suit_led(now, bid["bidder"]) if bid is not None and fixed else None
    return not fixed or suit is None or suit.name.lower() != words[0]
