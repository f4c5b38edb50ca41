"""Rolling: a player turns up own cards one by one until they beat the target, are killed, or are all up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dealerkit.cards import Face
from dealerkit.facts import Situation
from dealerkit.facts.hands import live
from dealerkit.felt import Act
from dealerkit.games.pot.mexican_sweat.facts import (
    BEAT,
    GONE,
    KILLED,
    NOT_YET,
    RAN_OUT,
    Rolled,
    exposed,
    last_roll,
    may_look,
    outcome,
    standing_of,
    stands,
    turner,
)
from dealerkit.mechanics.card_choices import Unnamed
from dealerkit.mechanics.registry import Ask, Moves, Params, Run, mechanic


class Next(Unnamed):
    """The choice of the next card of a hand, named or not; the felt checks that a named card really is the next one."""

    def __contains__(self, value: object) -> bool:
        return value in (None, 1) or isinstance(value, Face)

    def __str__(self) -> str:
        return "the next card"


NEXT = Next()


class OneOfMany:
    """The choice of a single card among several: by its name, by its number from 1, or without either the last one."""

    __slots__ = ("count",)

    def __init__(self, count: int) -> None:
        self.count = count

    def __contains__(self, value: object) -> bool:
        return value is None or isinstance(value, Face) or (isinstance(value, int) and 1 <= value <= self.count)

    def __iter__(self) -> Iterator[int | None]:
        return iter((None, *range(1, self.count + 1)))

    def __str__(self) -> str:
        return "one card"


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the rule that an act breaks, as a key of the step's `rules:`.

    `killed`: a dead hand turns another card. `stop`: so does a hand that has beaten the target. `two`: several cards are turned
    at once. `turn`: another seat is in turn. `bet`: no betting is open.
    """
    if act.verb != "turn":
        return "bet"
    if act.who in ask and "turn" in ask[act.who]:
        return "two"
    last = now.results.get("roll")
    if isinstance(last, Rolled) and last.seat == act.seat and outcome(now) in (KILLED, BEAT):
        return "killed" if outcome(now) == KILLED else "stop"
    return "turn"


def _next(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    return Act.make(seat, "turn") if "turn" in moves else None


def _ended(now: Situation, params: Params, result: Mapping[str, object]) -> Rolled:
    seat = int(str(result["seat"]))
    standing = ((seat, tuple(exposed(now, seat))),) if result["outcome"] == BEAT else ()
    return Rolled(now.marks.get("hand", 0), seat, 0, str(result["outcome"]), standing)


@mechanic(
    "roll",
    breaks=_broken,
    plain=_next,
    verbs="turn look",
    keeps={"turner": "seat", "standing": "seat?"},
    comes_to={"seat": "seat", "outcome": "word"},
    result=_ended,
    hears="kill",
)
def roll(now: Situation, params: Params) -> Run:
    """Play a player's turn: cards are turned one at a time, in the order of the deal, until they beat the target (the hand to
    beat) or are all up; a card of the kill rank ends the turn at once (MS-10 to MS-18, MS-A9). Before the first card, each player
    may look at a card of his own if the house allows it (MS-23).

    Returns:
        The completed turn, with the hands that have beaten a target so far.
    """
    felt, before, standing, seat = now.felt, last_roll(now), stands(now), turner(now)
    who = f"s{seat}"
    counted = exposed(now, seat) if seat else []
    came_to = standing_of(now, counted) if counted else NOT_YET
    previous = before.seat if before is not None else int(now.given.get("standing") or 0)
    while came_to == NOT_YET:
        if not seat or seat not in live(now):
            came_to = GONE
            break
        if all(felt.up[card] for card in felt.cards(who)):
            came_to = RAN_OUT
            break
        ask: dict[str, dict[str, object]] = {who: {"turn": NEXT}}
        for other in live(now):
            if may_look(now, other):
                ask.setdefault(f"s{other}", {})["look"] = OneOfMany(len(felt.cards(f"s{other}")))
        act = yield ask  # type: ignore[misc]
        if act is None:
            break
        fresh = [card for card in exposed(now, seat) if card not in counted] if seat in live(now) else []
        for card in sorted(fresh, key=felt.cards(who).index):
            counted.append(card)
            came_to = standing_of(now, counted)
            if came_to != NOT_YET:
                break
    if came_to == BEAT:
        standing = (*standing, (seat, tuple(counted)))
    return Rolled(now.marks.get("hand", 0), seat, previous, came_to, standing)
