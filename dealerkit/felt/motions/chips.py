"""The meaning of chips without an announced amount: one larger chip, several chips, several motions, too few."""

from __future__ import annotations

import attrs

from dealerkit.felt.motions.spot import Spot
from dealerkit.felt.motions.turn import ChipPile, MotionTurn, Read, ruled_as, total


def chips(turn: MotionTurn) -> Read:
    """Return the meaning of the chips that the player pushed forward, as a wager not yet checked for legality.

    Args:
        turn: The seat's words and chips in this turn.
    """
    spot, pile = turn.spot, turn.pile
    if not pile.rows:
        return Read("open", spot.front, complete=False)
    if len(pile.rows) > 1 and pile.total > spot.need:
        return _several_motions(turn)
    return _one_motion(turn)


def _several_motions(turn: MotionTurn) -> Read:
    """Return the reading of several motions: the rule set decides how many of them count, or their total; BR-35, TDA 42, 56."""
    whole, ruled = turn.pile, turn.ask("string_bet")
    if "counts" not in ruled.amounts:
        return ruled_as(turn, "string_bet", ruled, turn.lies)
    turn.pile = whole.up_to(total(ruled, "counts", turn.lies) - turn.spot.front)
    read = _one_motion(turn).resting_on(tuple(ruled.rules))
    if turn.pile.total == whole.total:
        return read
    return attrs.evolve(read, fault="string_bet", ruled=ruled)


def _one_motion(turn: MotionTurn) -> Read:
    """Return the reading of chips that came forward together, or count as if they had."""
    spot, pile = turn.spot, turn.pile
    if turn.announced:
        return _after_announcement(turn, pile)
    if pile.total == spot.need:
        return Read("call", turn.lies, spot.speech.rules("call"))
    if pile.total < spot.need:
        return ruled_as(turn, "undercall", turn.ask("undercall"), turn.lies)
    if pile.one_chip:
        return ruled_as(turn, "oversized_chip", turn.ask("oversized_chip"), turn.lies)
    if not spot.facing:
        return Read(spot.wager, turn.lies, spot.speech.rules("bet"))
    return ruled_as(turn, "several_chips", turn.ask("several_chips"), turn.lies)


def _after_announcement(turn: MotionTurn, pile: ChipPile) -> Read:
    """Return the reading of chips that follow a bet or raise announced without its amount: they are the amount, unless they are
    one larger chip; BR-32.
    """
    spot = turn.spot
    if pile.one_chip and pile.total > spot.need:
        return ruled_as(turn, "oversized_chip", turn.ask("oversized_chip"), turn.lies)
    full = min(spot.least, spot.owned)
    return Read(spot.wager, turn.lies, spot.speech.rules("announced"), complete=turn.lies >= full or not _may_go_on(turn, spot))


def _may_go_on(turn: MotionTurn, spot: Spot) -> bool:
    """Return whether the rule set would let a further motion count; BR-35."""
    return turn.pile.total < spot.behind and turn.ask("string_bet", motions=2).outcome == "action_binding"
