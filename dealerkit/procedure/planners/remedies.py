"""Planners of remedies: the acts that a ruling asks of the dealer. Cards and chips go back by the dealer's own acts; the program
never rewinds the table.
"""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.facts.slips import last_slip, since_slip, slip_act, the_slip
from dealerkit.felt import Act, Number
from dealerkit.procedure.planners.registry import Params, card_act, do, no_amends


@do("correct_marks", "mark", amend=no_amends, what="hand")
def unmark(now: Situation, params: Params) -> list[Act]:
    """Plan the correction of the marks of a hand: all of them come off again (SG-06): `d mark s2 points -1`. Parameter `what`:
    `hand`.
    """
    marked: dict[tuple[str, ...], Number] = {}
    for act in now.since("hand"):
        if act.verb == "mark":
            marked[act.to] = marked.get(act.to, 0) + (act.n or 0)
    return [Act.make("d", "mark", *to, n=-n) for to, n in marked.items() if n]


@do(
    "call_floor",
    "floor slip",
    same=lambda expected, act: act.verb in ("floor", "slip"),
    amend=no_amends,
    standing=True,
    what="own_slip",
)
def own_up(now: Situation, params: Params) -> list[Act]:
    """Plan the dealer's admission of a slip, or the call for the floor, before anything is corrected (RM-26): `d floor`."""
    owned_up = any(act.verb in ("floor", "slip") or act.who == "f" for act in since_slip(now, the_slip(now, params)))
    return [] if owned_up else [Act.make("d", "floor")]


@do("take_out", "discard", amend=no_amends, standing=True, what="boxed")
def take_boxed(now: Situation, params: Params) -> list[Act]:
    """Plan the removal from the round of a card that lay face up in the shoe; the step that dealt it asks for another (BI-03,
    BJI-01). Once the card has been moved elsewhere it stays, and one that was dealt onto the used cards lies right.
    """
    slip = last_slip(now, "boxed_card")
    act = slip_act(now, slip)
    if slip is None or act is None or act.verb != "deal" or act.to[0] == now.felt.layout.discards:
        return []
    if any(past.verb == "deal" and past.to != act.to for past in now.log[slip.at :]):
        return []
    return [card_act(now, "discard", card, act.to[0]) for card in slip.cards if card in now.felt.places[act.to[0]]]
