"""Facts about the dealer's last announcement, compared with how the table stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dealerkit.cards import Face, Suit
from dealerkit.facts.declarations import best_in, in_seats, several_are_in, wild_number
from dealerkit.facts.elimination import is_out
from dealerkit.facts.lapses import just_done
from dealerkit.facts.melds import pile_frozen
from dealerkit.facts.situation import GameData, Situation, fact
from dealerkit.facts.tricks import contract
from dealerkit.facts.upcard import UPCARD, trumps_fixed
from dealerkit.facts.wagers import turn_wins
from dealerkit.felt.acts import seat_number
from dealerkit.rules.entries import StepEntry

_NUMBERS: Mapping[str, int] = {"three": 3, "threes": 3, "five": 5, "fives": 5, "seven": 7, "sevens": 7}
"""Ranks that may be wild, as they are said."""


def _announced(now: Situation, *words: str) -> Sequence[str] | None:
    """Return what was announced after one of these first words; None if the announcement is about something else."""
    act = just_done(now)
    return act.to[1:] if act.to[0] in words else None


def _seats(words: Sequence[str]) -> list[int]:
    """Return the seats among the words."""
    return [seat for word in words if (seat := seat_number(word))]


# -- choices and sales --------------------------------------------------------------------------------------------------


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
    """Return whether an answer is announced that is not the one which was given in this hand: `d announce exchange` after
    keeping (NM-14).
    """
    word = just_done(now).to[0]
    if word not in now.game.once("choices", _choices):
        return False
    return not any(isinstance(result, Mapping) and result.get("word") == word for result in now.results.values())


@fact
def answer_was_given(now: Situation) -> bool:
    """Return whether the dealer has decided in this hand (NM-14)."""
    return any(isinstance(result, Mapping) and "word" in result for result in now.results.values())


@fact
def sale_misannounced(now: Situation) -> bool:
    """Return whether what is up for sale is given to somebody else than the highest bidder, at another price, to nobody
    although somebody has bid, or while no sale is open (NM-15, NM-17).
    """
    said = _announced(now, "sold", "unsold")
    if said is None:
        return False
    sale, price = now.results.get("auction"), just_done(now).n
    if sale is None:
        return True
    buyers = [sale["buyer"]] if sale["buyer"] else []
    return _seats(said) != buyers or (price is not None and now.felt.said(price) != sale["price"])


# -- contracts and trumps -----------------------------------------------------------------------------------------------


@fact
def contract_misannounced(now: Situation) -> bool:
    """Return whether another contract or bidder is named than the highest bid, or one is named while there is none (NP-10,
    NP-15).
    """
    said = _announced(now, "contract")
    if said is None:
        return False
    made = contract(now)
    return made is None or any(word not in (str(made["bid"]), f"s{made['bidder']}") for word in said)


def _suit_led(now: Situation, bidder: int) -> Suit | None:
    """Return the suit that the first lead makes trumps, or that was named for a joker; None before it, or if nobody can read
    it.
    """
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
    """Return whether a suit is announced as trumps that is not: none is yet, the contract has none, or it is another (NP-16,
    AF-13).
    """
    said = _announced(now, "trumps", "trump")
    if not said:
        return False
    cards = now.felt.places.get(UPCARD)
    if cards is not None:
        face = now.felt.faces[cards[-1]] if cards else None
        fixed = trumps_fixed(now)
        suit = face.suit if face is not None else None
        if fixed and cards and face is None:
            return False  # nobody can read it
    else:
        made = contract(now)
        fixed = made is not None and made.get("trumps") is not False
        suit = _suit_led(now, made["bidder"]) if made is not None and fixed else None
    return not fixed or suit is None or suit.name.lower() != said[0]


# -- losses, turns, declarations, piles ---------------------------------------------------------------------------------


@fact
def wrongly_named_out(now: Situation) -> bool:
    """Return whether a player is named as eliminated who is still in the game (TO-18, TO-19)."""
    said = _announced(now, "out")
    return said is not None and now.game.data.get("lives") is not None and any(not is_out(now, seat) for seat in _seats(said))


@fact
def turn_misannounced(now: Situation) -> bool:
    """Return whether a bet against the pot is announced to win or to lose, and it is the other way round (RD-08, RD-10)."""
    said = just_done(now).to[0]
    wins = turn_wins(now) if said in ("win", "wins", "lose", "loses") else None
    return wins is not None and wins is not said.startswith("win")


@fact
def wild_misannounced(now: Situation) -> bool:
    """Return whether another rank is announced as wild than everybody has cards, or none is (TFS-05)."""
    act = just_done(now)
    to = act.to
    if to[:2] in (("nothing", "wild"), ("none", "wild")):
        return True
    said = [_NUMBERS[word] for word in to if word in _NUMBERS] if "wild" in to else []
    if act.n is not None and to[:1] == ("wild",):
        said.append(int(act.n))
    return bool(said) and said != [wild_number(now)]


@fact
def declaration_misannounced(now: Situation) -> bool:
    """Return whether a player is announced as in who has declared out, or the other way round (TFS-07, TFS-08)."""
    act = just_done(now)
    if act.to[0] not in ("in", "out") or now.results.get("declare") is None:
        return False
    return any((seat in in_seats(now)) is not (act.to[0] == "in") for seat in _seats(act.to[1:]))


@fact
def winner_misannounced(now: Situation) -> bool:
    """Return whether another hand is announced as the best of those who are in (TFS-10, TFS-14)."""
    said = _announced(now, "winner")
    best = best_in(now) if said and several_are_in(now) else None
    return best is not None and bool(said) and sorted(best) != sorted(_seats(said or ()))


@fact
def strike_misannounced(now: Situation) -> bool:
    """Return whether a strike is announced for another player than the only one who is in (TFS-17)."""
    said = _announced(now, "strike")
    return said is not None and now.results.get("declare") is not None and _seats(said) != in_seats(now)[:2]


@fact
def freeze_misannounced(now: Situation) -> bool:
    """Return whether the discard pile is announced as frozen, and it is not (CN-10, CN-28)."""
    to = just_done(now).to
    return "frozen" in to and "pile" in to and not pile_frozen(now)
