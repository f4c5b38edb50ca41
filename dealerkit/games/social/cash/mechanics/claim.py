"""Calls that any player may make at any time.

The first call in the record counts; the word `together` marks a call made at the same instant as the call before it.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

from dealerkit.facts import Situation
from dealerkit.facts.partners import members, partners, side_of, sides
from dealerkit.felt import Act
from dealerkit.felt.acts import seat_number
from dealerkit.games.social.cash.facts import PartnersCall, about
from dealerkit.mechanics.card_choices import Own
from dealerkit.mechanics.registry import NO_RULE, NOTHING, Ask, Params, Run, first_move, mechanic

CALL = {"caller": "seat?", "word": "word?", "about": "seat?"}
"""Parameters of a call that counts, each with its kind."""


def _calls(now: Situation, params: Params) -> Mapping[str, Mapping[str, object]]:
    calls: Mapping[str, Mapping[str, object]] = now.game.tables[params["calls"]]
    return calls


def others(now: Situation, seat: int) -> list[int]:
    """Return the seats of the other sides."""
    return [other for side in range(1, sides(now) + 1) if side != side_of(now, seat) for other in members(now, side)]


def call_moves(now: Situation, params: Params, seat: int) -> dict[str, Container[object]]:
    """Return the calls that a seat may make: for its partner's hand (CA-19), or against another side, which is named if there are
    several (CA-22).

    Args:
        now: The situation.
        params: The step's parameters.
        seat: The seat, from 1.
    """
    moves: dict[str, Container[object]] = {}
    for word, calls in _calls(now, params).items():
        spoken = calls["speaks"]
        seats = partners(now, seat) if spoken == "for" else others(now, seat)
        if spoken == "for" or sides(now) == 2:
            moves[f"claim {word}"] = NOTHING
        moves |= {f"claim {word} s{other}": NOTHING for other in seats}
    return moves


def call_of(now: Situation, params: Params, act: Act) -> PartnersCall | None:
    """Return the game's call that an act makes; None if it makes none.

    Args:
        now: The situation.
        params: The step's parameters.
        act: The act.
    """
    if act.verb != "claim" or act.move not in call_moves(now, params, act.seat):
        return None
    named = seat_number(act.to[1]) if len(act.to) > 1 else 0
    spoken = _calls(now, params)[act.to[0]]["speaks"]
    whom = named or (partners(now, act.seat) if spoken == "for" else others(now, act.seat))[0]
    return {"caller": act.seat, "word": act.to[0], "about": whom}


def wrong_call(now: Situation, params: Params, act: Act) -> str:
    """Return the rule that a call breaks, as a key of the step's `rules:`.

    `word`: there is no such call. `own`: it is made for a hand other than the partner's. `whom`: the accused side is missing or
    wrong.

    Args:
        now: The situation.
        params: The step's parameters.
        act: The call.
    """
    calls = _calls(now, params).get(act.to[0])
    if calls is None:
        return "word"
    return "own" if calls["speaks"] == "for" else "whom"


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the rule that an act breaks, as a key of the step's `rules:`.

    A call that comes too late breaks none; it only has no effect. `swap`: cards are swapped although play has stopped. `show`: a
    player shows a hand that proves nothing.
    """
    if act.verb == "claim":
        return NO_RULE
    return "swap" if act.verb in ("swap", "pass", "answer") else "show"


@mechanic("claim", breaks=_broken, plain=first_move, verbs="show claim", comes_to=CALL)
def claim(now: Situation, params: Params) -> Run:
    """Let the players whose hands prove a call show them, in any order (CA-20, CA-21).

    Parameters: `of` names the step in which the call was made, `calls` a table of all calls. Until a hand is shown, a call that
    was made at the same instant takes its place if it comes first in order (`simultaneous`, CA-A4).

    Returns:
        The call that counted: `caller`, `word`, `about`.
    """
    felt, call = now.felt, now.result_of(params["of"])
    shown: set[int] = set()
    while left := [seat for seat in about(now, call) if seat not in shown and felt.cards(f"s{seat}")]:
        hands = {seat: [felt.faces[card] for card in felt.cards(f"s{seat}")] for seat in left}
        act = yield {f"s{seat}": {"show": Own(hand, whole_only=True)} for seat, hand in hands.items()}
        if act is None:
            break
        if act.verb == "show":
            shown.add(act.seat)
            continue
        other = call_of(now, params, act)
        if other and "together" in act.manner and not shown and other["word"] == params["simultaneous"] != call["word"]:
            call = other
    return call
