"""The betting round of a table, written as a line of bets in the notation of `dealerkit.felt.bets`."""

from __future__ import annotations

from collections.abc import Iterator

from dealerkit.facts.hands import ACTIONS, live
from dealerkit.facts.seats import amount, blinds_of
from dealerkit.facts.situation import Situation
from dealerkit.felt import DEALER, Act
from dealerkit.felt.acts import seat_number
from dealerkit.files.screen_text import count_of

STRUCTURES = {"no_limit": "no-limit", "pot_limit": "pot-limit", "fixed_limit": "limit"}
_UNSETTLED = frozenset({"take", "return", "move"})
"""Acts after which the acts before them no longer explain the chips on the table."""
_TO = frozenset({"bet", "raise"})


def round_line(now: Situation) -> str | None:
    """Return the current or last betting round as a line of bets; None if the recorded acts do not account for the chips on the
    table.

    Folded seats are in the line, seats that were not dealt in are not. Chips put in without a word are written as chips if they
    are a seat's last act, else as the call, bet or raise that they counted as.
    """
    hand, felt = now.since("hand"), now.felt
    acts = this_round(hand)
    if any(act.verb in _UNSETTLED for act in acts):
        return None
    bets = list(_acts(now, acts))
    put: dict[int, int] = dict.fromkeys(range(1, felt.seats + 1), 0)
    for seat in put:
        put[seat] = felt.rows["bet"][seat]
    gone = [seat for act in acts for seat in (folds(act),) if seat]
    seats = sorted({*live(now), *gone})
    structure = STRUCTURES.get(str(now.game.options.get("structure", "no_limit")), "no-limit")
    pot = sum(felt.rows[name][0] for name in felt.layout.pots)
    pot += sum(sum(felt.rows[name]) for name in felt.layout.front if name != "bet")
    posted = any(act.verb in ("post", "straddle") and not act.to for act in acts)
    if structure == "limit" and not now.told.size:
        return None
    parts = [structure + (f" {felt.money(now.told.size)}" if structure == "limit" else ""), count_of(len(seats), "player")]
    if posted:
        parts.append(f"blinds {felt.money(amount(now, 'small_blind'))}/{felt.money(amount(now, 'big_blind'))}")
    elif structure != "limit" and now.told.size:
        parts.append(f"min {felt.money(now.told.size)}")
    if pot:
        parts.append(f"pot {felt.money(pot)}")
    parts += [f"seat {seat} has {felt.money(felt.rows['stack'][seat] + put[seat])}" for seat in seats]
    return ", ".join([*parts, *bets])


def this_round(hand: list[Act]) -> list[Act]:
    """Return the acts of the current betting round: those after the last deal, burn or sweep of chips that followed a player's
    action. Forced bets belong to the first round.

    Args:
        hand: Acts of the hand.
    """
    first = next((at for at, act in enumerate(hand) if act.seat and act.verb in ACTIONS), len(hand))
    ends = (at for at in range(len(hand) - 1, first, -1) if hand[at].who == DEALER and hand[at].verb in ("deal", "burn", "sweep"))
    return hand[next(ends, -1) + 1 :]


def folds(act: Act) -> int:
    """Return the seat whose hand an act takes out of play; 0 for none."""
    if act.seat:
        return act.seat if act.verb == "fold" else 0
    return seat_number(act.to[0]) if act.verb == "kill" and act.to else 0


def _acts(now: Situation, acts: list[Act]) -> Iterator[str]:
    """Yield the posts and actions, a part of the line for each act."""
    felt, blinds = now.felt, blinds_of(now)
    players = [act for act in acts if act.seat or folds(act)]
    front: dict[int, int] = {}
    folded: set[int] = set()
    for at, act in enumerate(players):
        seat = act.seat or folds(act)
        chips = felt.units(act.n) if act.n is not None else 0
        if folds(act):
            if seat not in folded:
                yield f"seat {seat} folds"
            folded.add(seat)
        elif act.verb == "post" and not act.to:
            kind = "sb" if seat == blinds.small and seat not in front else "bb" if seat == blinds.big else "posts"
            front[seat] = front.get(seat, 0) + chips
            yield f"seat {seat} {kind} {felt.money(chips)}"
        elif act.verb in ("straddle", "bringin"):
            front[seat] = chips
            yield f"seat {seat} {'straddle' if act.verb == 'straddle' else 'bring-in'} {felt.money(chips)}"
        elif act.verb in ("check", "call"):
            front[seat] = max(front.get(seat, 0), min(max(front.values(), default=0), felt.rows["bet"][seat]))
            yield f"seat {seat} {act.verb}"
        elif act.verb in _TO:
            front[seat] = chips
            all_in = at == _last_of(players, seat) and not felt.rows["stack"][seat]
            yield f"seat {seat} {'all-in' if all_in else act.verb} {felt.money(chips)}"
        elif act.verb == "put":
            front[seat] = front.get(seat, 0) + chips
            if at == len(players) - 1:
                yield f"seat {seat} puts " + "+".join(str(chip) for chip in act.parts or (act.n,))
            elif players[at + 1].seat != seat:
                yield f"seat {seat} {felt.money(front[seat])}"


def _last_of(players: list[Act], seat: int) -> int:
    return max(at for at, act in enumerate(players) if act.seat == seat)
