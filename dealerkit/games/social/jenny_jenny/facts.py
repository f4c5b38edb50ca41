"""Facts about games in which a card of each rank is collected; the game's tables `money` and `set` list the ranks."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.cards import Face
from dealerkit.facts.situation import Situation, fact, only_with
from dealerkit.facts.tables import just_done


def ranks_wanted(now: Situation) -> frozenset[str]:
    """Return the letters of the ranks of a whole set."""
    return now.game.once("set of ranks", lambda game: frozenset(str(game.tables["set"]).split()))


def money_letters(now: Situation) -> frozenset[str]:
    """Return the letters of the ranks that are money: court cards and jokers."""
    return now.game.once("money", lambda game: frozenset(str(game.tables["money"]).split()))


def known_hand(now: Situation, seat: int) -> list[Face]:
    """Return the known cards of a seat's hand."""
    felt = now.felt
    return [face for card in felt.place(f"s{seat}") if card >= 0 and (face := felt.faces[card]) is not None]


def to_spread(now: Situation, hand: Sequence[Face]) -> list[Face]:
    """Return the duplicates of a hand: every card after the first of its rank (JJ-07)."""
    met = set(money_letters(now))
    spread = []
    for face in hand:
        if face.letter not in met:
            met.add(face.letter)
        elif face.letter not in money_letters(now):
            spread.append(face)
    return spread


def is_sorted(now: Situation, hand: Sequence[Face]) -> bool:
    """Return whether a hand has no money and no duplicate (JJ-08)."""
    letters = {face.letter for face in hand}
    return len(letters) == len(hand) and letters.isdisjoint(money_letters(now))


def ranks_held(now: Situation, seat: int) -> int:
    """Return the number of ranks of the set that a seat holds."""
    return len({face.letter for face in known_hand(now, seat)} & ranks_wanted(now))


@fact
@only_with("buy_held_rank", "allow")
def bought_held_rank(now: Situation) -> bool:
    """Return whether a player has bought a card of a rank already held: it is allowed, and the dealer points it out (JJ-A3)."""
    act = just_done(now)
    if not act.to or not act.cards or act.cards[0] is None or act.to[0] == act.who:
        return False
    letters = [face.letter for face in known_hand(now, act.seat)]
    bought = bool(now.log) and now.log[-1] is act  # then the hand already has the card
    return letters.count(act.cards[0].letter) > bought


@fact
def claim_won(now: Situation) -> bool:
    """Return whether a player has called a whole set, or has won with the most ranks (JJ-19, JJ-A4)."""
    played = now.results.get("turns")
    return bool(played and played["ended"] in ("called", "ranks"))


@fact
def turns_without_a_winner(now: Situation) -> bool:
    """Return whether the stock is empty and all players have passed in succession, so that the game ends without a winner
    (JJ-A4).
    """
    played = now.results.get("turns")
    return bool(played and played["ended"] == "passed")
