"""A seat's motions (its words and chips), given a meaning by the rule set in force for the bet that it faces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from dealerkit.arithmetic.betting import Betting
from dealerkit.facts import Situation
from dealerkit.facts.decisions import ruling_of
from dealerkit.facts.hands import live
from dealerkit.felt import Act
from dealerkit.felt.motions import Decide, MotionMeaning, Speech, Spot, meaning
from dealerkit.felt.motions.spot import RuledMotion


@attrs.frozen
class AsItLies:
    """The ruling of a rule set that has no rules on players' words and chips: the chips count as they lie."""

    outcome: str = "floor_discretion"
    amounts: Mapping[str, str] = attrs.field(factory=dict)
    rules: tuple[str, ...] = ()
    remedies: tuple[str, ...] = ()
    because: str = ""


def _decide(now: Situation) -> Decide:
    def ask(fault: str, facts: Mapping[str, object]) -> RuledMotion:
        now.told.asked[fault] = (len(now.log), facts)  # kept in case the motion is disputed
        return ruling_of(now, fault, facts) or AsItLies()

    return ask


_STRUCTURES = {"fixed_limit": "limit"}


def spot_of(now: Situation, round_: Betting) -> Spot:
    """Return the situation of the seat to act: price, limits and stack before its first motion."""
    felt, options, seat = now.felt, now.game.options, round_.turn
    raises = round_.raises()
    most = round_.bet[seat] + round_.stack[seat]
    can = round_.may_raise(seat)
    limits = round_.limits
    capped = limits.cap is not None and round_.bets >= limits.cap and not can
    pots = sum(felt.rows[name][0] for name in felt.layout.pots)
    return Spot(
        seat=seat,
        stack=round_.stack[seat],
        top=round_.top,
        least=round_.full if limits.structure != "fixed_limit" else max(round_.full, 1),
        most=raises[-1] if raises else min(most, round_.full),
        front=round_.bet[seat],
        step=round_.step,
        structure=_STRUCTURES.get(limits.structure, limits.structure),
        setting=str(options.get("setting", "cash")),
        pot=pots + sum(round_.bet[1:]),
        live=len(live(now)),
        opening=round_.bets == 1,
        acted=not can and not capped and bool(raises) is False and round_.top > 0,
        open=can or not round_.top,
        capped=capped,
        raises=max(0, round_.bets - 1),
        chips=felt.layout.chips,
        unit=1,
        scale=felt.layout.scale,
        speech=_speech(now),
    )


def _speech(now: Situation) -> Speech:
    speech: Speech = now.game.once("speech made", lambda game: Speech.of(game.memo.get("speech", {})))
    return speech


def meant(now: Situation, motions: Sequence[Act], spot: Spot) -> MotionMeaning:
    """Return the meaning of a seat's words and chips under the rule set in force, and note it for the judge.

    Args:
        now: Situation at the table.
        motions: The seat's words and chips, in order.
        spot: Situation of the seat before the first of them.
    """
    meaning_now = meaning(motions, spot, _decide(now))
    now.told.meaning = meaning_now
    return meaning_now
