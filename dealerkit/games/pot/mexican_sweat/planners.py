"""Planners of games in which hands are turned up: the cards in the centre, the calls, dead hands."""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.facts.hands import live
from dealerkit.felt import Act
from dealerkit.games.pot.mexican_sweat.facts import BEAT, KILL, KILLED, TARGET, Rolled, outcome, target, turner
from dealerkit.procedure.planners.registry import Params, do, no_amends, same_subject, same_verb, turn_up


def _in_the_centre(params: Params, act: Act) -> bool:
    return act.to[0] in (KILL, TARGET)


def _in_the_other_place(params: Params, expected: Act, act: Act) -> bool:
    return act.verb == "deal" and _in_the_centre(params, act) and act.to != expected.to


@do("deal_centre", "deal", _in_the_centre, attempt=_in_the_other_place, amend=turn_up)
def deal_centre(now: Situation, params: Params) -> list[Act]:
    """Plan two cards face up in the centre: the kill card, then the card to beat (MS-07)."""
    return [Act.make("d", "deal", place) for place in (KILL, TARGET) if not now.felt.places[place]]


@do("put_back", "move", _in_the_centre, amend=no_amends, what="centre")
def right_centre(now: Situation, params: Params) -> list[Act]:
    """Plan the exchange of the centre cards if the card dealt first is at the wrong place: `d move target kill_card 9h`."""
    felt = now.felt
    lying = sorted((felt.out[card], card, place) for place in (KILL, TARGET) for card in felt.cards(place))
    acts = []
    for (_, card, place), due in zip(lying, (KILL, TARGET), strict=False):
        if place != due:
            face = felt.faces[card]
            acts.append(Act.make("d", "move", place, due, cards=() if face is None else (face,)))
    return acts


def _called_otherwise(params: Params, expected: Act, act: Act) -> bool:
    return act.verb == "call" and act.to[:1] in (("kill",), ("beat",), ("not",), ("out",))


@do("call_roll", "call", lambda params, act: _called_otherwise(params, act, act), attempt=_called_otherwise)
def call_roll(now: Situation, params: Params) -> list[Act]:
    """Plan the call of a turn's result: `d call kill`, `beat`, `not yet` or `out` (MS-12, MS-14, MS-17, MS-18)."""
    word = {KILLED: ("kill",), BEAT: ("beat",), "ran_out": ("out",), "not_yet": ("not", "yet")}.get(outcome(now))
    return [Act.make("d", "call", *word)] if word else []


@do("call_target", "call", lambda params, act: act.to[:1] == ("target",), attempt=same_subject)
def call_target(now: Situation, params: Params) -> list[Act]:
    """Plan the announcement of the hand to beat: `d call target s2`, or `d call target centre` (MS-16, MS-A4)."""
    seat = target(now)[0]
    return [Act.make("d", "call", "target", f"s{seat}" if seat else "centre")] if turner(now) else []


@do("kill_rolled", "kill", amend=no_amends, standing=True)
def kill_rolled(now: Situation, params: Params) -> list[Act]:
    """Plan that a hand that is out is taken in: `d kill s2` (MS-08, MS-17, MS-18)."""
    last = now.results.get("roll")
    if not isinstance(last, Rolled) or not now.felt.places[f"s{last.seat}"]:
        return []
    return [Act.make("d", "kill", f"s{last.seat}")]


@do("award_last", "award", attempt=same_verb, amend=no_amends, standing=True, reopens="collect")
def award_last(now: Situation, params: Params) -> list[Act]:
    """Plan the push of the pot to the last player with cards (DP-27)."""
    felt = now.felt
    last = live(now)
    lying = felt.rows["pot"][0]
    return [Act.make("d", "award", f"s{last[0]}", n=felt.written(lying))] if len(last) == 1 and lying else []


@do("kill_hand", "kill", amend=no_amends, standing=True, what="looker")
def kill_looker(now: Situation, params: Params) -> list[Act]:
    """Plan that the hand of a player who looked at a card too early goes to the muck, while its chips stay
    (MS-06): `d kill s3`.
    """
    who = next((act.who for act in reversed(now.log) if act.verb == "look" and act.seat), "")
    return [Act.make("d", "kill", who)] if who and now.felt.places[who] else []
