"""Losses of a hand in games in which the lowest hand loses."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.facts import Situation
from dealerkit.facts.elimination import is_out, losses, playing
from dealerkit.facts.tables import in_turn
from dealerkit.felt import Act
from dealerkit.games.social.thirty_one.facts import suit_total
from dealerkit.procedure.planners.registry import Params, do, no_amends, same_verb
from dealerkit.procedure.planners.scores import Scored, scorer


@scorer
def lowest_total_loses(now: Situation, params: Params) -> list[Scored] | None:
    """Score a loss for the lowest total, a double one if its holder had ended the hand by a knock and the house wants it (option
    `knock_costs`; TO-16, TO-17, TO-21).

    Several equal lowest hands lose one each, but a knocker among them is spared, or loses two if all equal hands lose; if all
    hands are equal and no player had knocked, none loses (TO-A2). The game's options name other choices of a house (TO-A3, TO-A4,
    TO-A12).
    """
    played, options = now.results.get("turns"), now.game.options
    totals_by_seat = {seat: suit_total(now, seat) for seat in playing(now)}
    if len(totals_by_seat) < 2:
        return []  # no other player is left
    totals = {seat: total for seat, total in totals_by_seat.items() if total is not None}
    if played is None or not totals or len(totals) < len(totals_by_seat):
        return None
    box, knocker = str(now.game.data["lives"]["box"]), int(played["knocked"])
    blitz = played["ended"] == "blitz"
    low = min(totals.values())
    losers = [seat for seat, total in totals.items() if total == low]
    tie = len(losers) > 1
    ties = options.get("tie_lowest", "knocker_spared")
    if tie and (ties == "none_lose" or (len(losers) == len(totals) and not knocker)):
        losers = []
    elif tie and ties == "knocker_spared":
        losers = [seat for seat in losers if seat != knocker]
    doubles = options.get("knock_costs", "two") == "two" and (not blitz or options.get("double_after_blitz"))
    twice = knocker if knocker in losers and doubles else 0
    what = "lowest"
    if blitz and options.get("blitz_charges") == "all_others":
        best, what = max(totals.values()), "blitz"
        losers = [seat for seat, total in totals.items() if total < best]
    return [
        (seat, box, "doubled", now.felt.units(_units(now, seat))) if seat == twice else (seat, box, what, now.felt.units(1))
        for seat in losers
    ]


def _units(now: Situation, seat: int) -> int:
    """Return the number of losses in a double loss: two, unless the house stops it at the last corner (TO-A3)."""
    last = int(now.game.data["lives"]["out_at"]) - 1
    had = losses(now, seat) // now.felt.layout.scale
    if now.game.options.get("double_at_last_corner") == "stop_at_four" and had < last:
        return min(2, last - had)
    return 2


def _stake_back(now: Situation, expected: Act, got: Act) -> Sequence[Act]:
    """Return the act that gives back a stake taken from a player who is still in the game."""
    return (Act.make("d", "return", *got.to, n=got.n),) if got is expected else ()


@do("stakes_of_the_eliminated", "collect", lambda params, act: "pot" in act.to, amend=_stake_back, undo=True, reopens="mark")
def stakes_of_the_eliminated(now: Situation, params: Params) -> list[Act]:
    """Plan the move of an eliminated player's stake to the centre: `d collect s3 pot 1` (TO-19)."""
    felt = now.felt
    return [
        Act.make("d", "collect", f"s{seat}", "pot", n=felt.written(felt.rows["stack"][seat]))
        for seat in in_turn(now, felt.button)
        if is_out(now, seat) and felt.rows["stack"][seat] > 0
    ]


@do("stakes_to_the_last", "award", attempt=same_verb, amend=no_amends)
def stakes_to_the_last(now: Situation, params: Params) -> list[Act]:
    """Plan the push of all stakes to the last player in the game: `d award s2 4` (TO-20)."""
    left, pot = playing(now), now.felt.rows["pot"][0]
    return [Act.make("d", "award", f"s{left[0]}", n=now.felt.written(pot))] if len(left) == 1 and pot else []


@do("announce_out", "announce", lambda params, act: act.to[:1] == ("out",), reopens="mark")
def announce_out(now: Situation, params: Params) -> list[Act]:
    """Plan the announcement of a player eliminated by this hand: `d announce out s3`."""
    marked = {int(act.to[0][1:]) for act in now.since("hand") if act.verb == "mark"}
    named = {act.to[1] for act in now.since("hand") if act.verb == "announce" and act.to[:1] == ("out",)}
    return [
        Act.make("d", "announce", "out", f"s{seat}")
        for seat in in_turn(now, now.felt.button)
        if seat in marked and is_out(now, seat) and f"s{seat}" not in named
    ]
