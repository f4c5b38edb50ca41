"""Facts about the dealer's last announcement, compared with how the table stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dealerkit.facts.declarations import best_in, in_seats, several_are_in, wild_number
from dealerkit.facts.situation import Situation, fact
from dealerkit.facts.tables import just_done
from dealerkit.facts.wagers import turn_wins
from dealerkit.felt.acts import seat_number

_NUMBERS: Mapping[str, int] = {"three": 3, "threes": 3, "five": 5, "fives": 5, "seven": 7, "sevens": 7}
"""Ranks that may be wild, as they are said."""


def announced(now: Situation, *words: str) -> Sequence[str] | None:
    """Return what was announced after one of these first words; None if the announcement is about something else."""
    act = just_done(now)
    return act.to[1:] if act.to[0] in words else None


def seats_in(words: Sequence[str]) -> list[int]:
    """Return the seats among the words."""
    return [seat for word in words if (seat := seat_number(word))]


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
    return any((seat in in_seats(now)) is not (act.to[0] == "in") for seat in seats_in(act.to[1:]))


@fact
def winner_misannounced(now: Situation) -> bool:
    """Return whether another hand is announced as the best of those who are in (TFS-10, TFS-14)."""
    said = announced(now, "winner")
    best = best_in(now) if said and several_are_in(now) else None
    return best is not None and bool(said) and sorted(best) != sorted(seats_in(said or ()))


@fact
def strike_misannounced(now: Situation) -> bool:
    """Return whether a strike is announced for another player than the only one who is in (TFS-17)."""
    said = announced(now, "strike")
    return said is not None and now.results.get("declare") is not None and seats_in(said) != in_seats(now)[:2]
