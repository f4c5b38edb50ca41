"""Facts about the last act of the betting that call for an act of the dealer: an act out of turn, a string bet, a short call."""

from __future__ import annotations

from dealerkit.facts.decisions import comes_to, ruling_of
from dealerkit.facts.situation import UNASKED, Situation, by_option, fact, never_with, only_of, only_with
from dealerkit.facts.tables import just_done
from dealerkit.facts.turns import is_action, out_of_turn, since_cards
from dealerkit.felt import Act
from dealerkit.felt.acts import seat_number
from dealerkit.games.poker.facts.disputes import common


def _began(now: Situation, acts: list[Act]) -> bool:
    """Return whether a run of acts out of turn begins the betting round."""
    return not any(is_action(act) for act in since_cards(now)[: -len(acts) + 1 or None])


@fact
@only_of(UNASKED)
def acted_out_of_turn(now: Situation) -> bool:
    """Return whether a player acted out of turn after others had begun the betting round (BR-30)."""
    acts = out_of_turn(now)
    return len(acts) == 1 and not _began(now, acts)


@fact
@only_of(UNASKED)
def passed_over(now: Situation) -> bool:
    """Return whether a second player after the seat in turn has acted although it is still that seat's turn (BR-31)."""
    acts = out_of_turn(now)
    return len({act.who for act in acts}) == 2 and len(acts) == 2 and not _began(now, acts)


@fact
@only_of(UNASKED)
def begun_out_of_turn(now: Situation) -> bool:
    """Return whether the first act of a betting round came from a seat that was not in turn (DP-18)."""
    acts = out_of_turn(now)
    return len(acts) == 1 and _began(now, acts)


@fact
def wrong_seat_pointed_to(now: Situation) -> bool:
    """Return whether the dealer gives the action to a seat that is not in turn: `d announce action s3` (DP-18)."""
    act = just_done(now)
    seats = [word for word in act.to[1:] if seat_number(word)]
    return act.to[0] == "action" and bool(seats) and bool(now.asked) and not now.asked & set(seats)


def _meaning_code(now: Situation, code: str) -> bool:
    understood = now.told.meaning
    return understood is not None and getattr(understood, "code", "") == code


@fact
def string_bet(now: Situation) -> bool:
    """Return whether chips were put in by several motions, without a word before, and not all of them count (BR-35)."""
    if _meaning_code(now, "action/string-bet-allowed"):
        return True
    act = just_done(now)
    earlier = since_cards(now)
    last = earlier[-1] if earlier else None
    again = last is not None and last.who == act.who and last.verb in ("put", "call") and act.who not in now.asked
    return again and comes_to(ruling_of(now, "string_bet", {}), ["stands"]) is not True


@fact
def overchip(now: Situation) -> bool:
    """Return whether a single chip larger than needed was put in without a word (BR-32)."""
    return _meaning_code(now, "action/overchip-misread")


@fact
def many_chips(now: Situation) -> bool:
    """Return whether several chips were put in without a word and count as another amount than they are worth (BR-33, BR-34)."""
    return _meaning_code(now, "action/multichip-misread")


@fact
def short_call(now: Situation) -> bool:
    """Return whether less than the call was put in by a player who has more chips (BR-36)."""
    return _meaning_code(now, "action/undercall-accepted")


@fact
def short_wager(now: Situation) -> bool:
    """Return whether less than the smallest bet or raise was put in by a player who has more chips (BR-36)."""
    if _meaning_code(now, "action/wager-too-small"):
        return True
    return _named_amount(now, "small")


@fact
@only_with("structure", "pot_limit")
def wager_over_the_pot(now: Situation) -> bool:
    """Return whether more than the pot was bet in pot limit (BR-41)."""
    limited = now.game.options.get("structure") == "pot_limit"
    return limited and (_named_amount(now, "large") or _meaning_code(now, "action/pot-limit-maximum-wrong"))


@fact
@only_with("structure", "fixed_limit")
def off_the_limit(now: Situation) -> bool:
    """Return whether a bet or raise in fixed limit is not of the street's size (BR-36)."""
    limited = now.game.options.get("structure") == "fixed_limit"
    return limited and (_named_amount(now, "large") or _named_amount(now, "small") or _meaning_code(now, "action/wrong-limit"))


@fact
def double_on_fourth(now: Situation) -> bool:
    """Return whether the upper limit was bet on fourth street, and the house does not allow it
    (stud/fourth-street-double-bet).
    """
    faced = now.faced
    return off_the_limit(now) and faced is not None and faced[2] == "fourth"


@fact
def betting_not_open(now: Situation) -> bool:
    """Return whether a player raised without the betting having been reopened to him (BR-08, BR-38)."""
    who = just_done(now).who
    # if False, the betting is closed because nobody is left to answer
    acted = any(act.who == who and is_action(act) for act in since_cards(now))
    return (acted and _named_amount(now, "closed") and not _capped(now)) or _meaning_code(now, "action/reopened-wrongly")


@fact
def over_the_cap(now: Situation) -> bool:
    """Return whether a raise is one more than the cap allows (BR-03)."""
    return (_named_amount(now, "closed") and _capped(now)) or _meaning_code(now, "action/raise-cap-exceeded")


def _capped(now: Situation) -> bool:
    faced = now.faced
    return bool(faced and faced[1])


def _named_amount(now: Situation, how: str) -> bool:
    """Return whether a bet or raise in turn named an amount that is too small, too large or not open to the seat, and that does
    not stand by the rules in force.

    Args:
        now: The situation.
        how: What is wrong with the amount: `small`, `large`, `closed`.
    """
    return _is_named(now, how) and not _stands(now, how)


def _stands(now: Situation, how: str) -> bool:
    """Return whether by the rule set in force a named bet or raise stands although it is too small, too large or not open.

    Args:
        now: The situation.
        how: What is wrong with the amount: `small`, `large`, `closed`.
    """
    act, amounts = just_done(now), now.faced[0] if now.faced is not None else range(0)
    top = max((bet for seat, bet in enumerate(now.felt.rows["bet"]) if seat != act.seat), default=0)
    facts: dict[str, object] = {
        **common(now),
        "facing_bet": act.verb == "raise" and top > 0,
        "said": act.verb,
        "raise_said": True,
        "sum_said": True,
        "last_chips": now.felt.rows["stack"][act.seat] == 0,
    }
    if how == "closed":
        facts |= {"acted_this_round": True, "heads_up": None}  # when the hand became heads-up is not known
    elif act.n is not None and amounts[0] > top:
        facts["share_of_raise"] = max(0, 100 * (now.felt.units(act.n) - top) // (amounts[0] - top))
    fault = {"small": "wager_too_small", "large": "wager_too_large"}.get(how)
    fault = fault or ("raise_over_cap" if _capped(now) else "raise_not_open")
    return comes_to(ruling_of(now, fault, facts), ["stands"]) is True


def _is_named(now: Situation, how: str) -> bool:
    act, allowed = just_done(now), now.faced
    if act.verb not in ("bet", "raise") or act.who not in now.asked or allowed is None:
        return False
    amounts: range = allowed[0]
    if not amounts:
        return how == "closed"
    if act.n is None:
        return False
    amount = now.felt.units(act.n)
    return amount < amounts[0] if how == "small" else amount > amounts[-1] if how == "large" else False


@fact
def not_all_in(now: Situation) -> bool:
    """Return whether the player who bet has chips left in the stack."""
    return now.felt.rows["stack"][just_done(now).seat] > 0


@fact
def went_all_in(now: Situation) -> bool:
    """Return whether a player has put in the last chips."""
    return just_done(now).seat > 0 and now.felt.rows["stack"][just_done(now).seat] == 0


@by_option("announce_bets", "true")
def house_announces() -> None:
    """Return whether the house wants bets and raises announced (option `announce_bets`)."""


@by_option("all_in_buttons", "true")
def house_marks_all_in() -> None:
    """Return whether the house marks a player who is all-in (option `all_in_buttons`)."""


@fact
@never_with("structure", "pot_limit")
def pot_counted(now: Situation) -> bool:
    """Return whether the pot was counted aloud in a game that is not pot limit (TDA 54-A)."""
    act = just_done(now)
    return "pot" in act.to and act.n is not None and now.game.options.get("structure") != "pot_limit"


@fact
def wrong_pot_announced(now: Situation) -> bool:
    """Return whether the dealer announced a wrong amount as the largest bet in pot limit (BR-41)."""
    act, allowed = just_done(now), now.told.allowed
    if (
        "pot" not in act.to
        or act.n is None
        or now.game.options.get("structure") != "pot_limit"
        or allowed is None
        or len(allowed) < 4
    ):
        return False
    return now.felt.said(act.n) != int(allowed[3])


@fact
def wager_misannounced(now: Situation) -> bool:
    """Return whether the dealer announced a bet or raise at an amount that no player has wagered (BR-43)."""
    act = just_done(now)
    if act.n is None or not {"bet", "raise"} & set(act.to):
        return False
    wager = next((past for past in now.backwards(1) if past.seat and past.n is not None), None)
    right = {*now.felt.rows["bet"], getattr(now.told.meaning, "to", 0), now.felt.said(wager.n) if wager else 0}
    return now.felt.said(act.n) not in right - {0}


@fact
def floor_was_not_called(now: Situation) -> bool:
    """Return whether the floor was not called in this hand (DH-07)."""
    return not any(act.verb == "floor" or act.who == "f" for act in now.since("hand"))


@fact
def time_was_up(now: Situation) -> bool:
    """Return whether a hand is taken in because its time ran out (DH-07)."""
    return "time" in just_done(now).to


@fact
def killed_for_time(now: Situation) -> bool:
    """Return whether a hand is taken in because its time ran out, without the floor."""
    return "time" in just_done(now).to and floor_was_not_called(now)
