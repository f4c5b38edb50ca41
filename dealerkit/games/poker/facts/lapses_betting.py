"""Facts for duties about the last act in the betting: a string bet, a wrong amount."""

from __future__ import annotations

from dealerkit.facts.decisions import comes_to, ruling_of
from dealerkit.facts.situation import UNASKED, Situation, by_option, fact, never_with, only_of, only_with
from dealerkit.facts.tables import just_done
from dealerkit.facts.turns import is_action, out_of_turn, since_cards
from dealerkit.felt import Act
from dealerkit.felt.acts import seat_number
from dealerkit.games.poker.facts.disputes import common


def _began(now: Situation, acts: list[Act]) -> bool:
    """Return whether a row of acts out of turn is what a round began with."""
    return not any(is_action(act) for act in since_cards(now)[: -len(acts) + 1 or None])


@fact
@only_of(UNASKED)
def acted_out_of_turn(now: Situation) -> bool:
    """Return whether a player acted who was not to act, after others had begun the round (BR-30)."""
    acts = out_of_turn(now)
    return len(acts) == 1 and not _began(now, acts)


@fact
@only_of(UNASKED)
def passed_over(now: Situation) -> bool:
    """Return whether the second player behind a seat that was to act has acted (BR-31)."""
    acts = out_of_turn(now)
    return len({act.who for act in acts}) == 2 and len(acts) == 2 and not _began(now, acts)


@fact
@only_of(UNASKED)
def begun_out_of_turn(now: Situation) -> bool:
    """Return whether the first act of a round came from a seat that was not to begin it (DP-18)."""
    acts = out_of_turn(now)
    return len(acts) == 1 and _began(now, acts)


@fact
def wrong_seat_pointed_to(now: Situation) -> bool:
    """Return whether the dealer gives the action to a seat that is not to act: `d announce action s3` (DP-18)."""
    act = just_done(now)
    seats = [word for word in act.to[1:] if seat_number(word)]
    return act.to[0] == "action" and bool(seats) and bool(now.asked) and not now.asked & set(seats)


def _meaning_code(now: Situation, code: str) -> bool:
    understood = now.told.meaning
    return understood is not None and getattr(understood, "code", "") == code


@fact
def string_bet(now: Situation) -> bool:
    """Return whether chips were put in in more than one motion, without a word before, and not all of them stand (BR-35)."""
    if _meaning_code(now, "action/string-bet-allowed"):
        return True
    act = just_done(now)
    earlier = since_cards(now)
    last = earlier[-1] if earlier else None
    again = last is not None and last.who == act.who and last.verb in ("put", "call") and act.who not in now.asked
    return again and comes_to(ruling_of(now, "string_bet", {}), ["stands"]) is not True


@fact
def overchip(now: Situation) -> bool:
    """Return whether one chip larger than needed was put in without a word (BR-32)."""
    return _meaning_code(now, "action/overchip-misread")


@fact
def many_chips(now: Situation) -> bool:
    """Return whether several chips were put in without a word, and come to something else than what lies there (BR-33, BR-34)."""
    return _meaning_code(now, "action/multichip-misread")


@fact
def short_call(now: Situation) -> bool:
    """Return whether less than the call was put in, and not as the last chips (BR-36)."""
    return _meaning_code(now, "action/undercall-accepted")


@fact
def short_wager(now: Situation) -> bool:
    """Return whether less than the smallest bet or raise was put in, and not as the last chips (BR-36)."""
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
    """Return whether the upper limit was bet on fourth street, where the house does not have it so
    (stud/fourth-street-double-bet).
    """
    faced = now.faced
    return off_the_limit(now) and faced is not None and faced[2] == "fourth"


@fact
def betting_not_open(now: Situation) -> bool:
    """Return whether a player raised to whom the betting had not been reopened (BR-08, BR-38)."""
    who = just_done(now).who
    acted = any(act.who == who and is_action(act) for act in since_cards(now))  # else only nobody is left who could answer
    return (acted and _named_amount(now, "closed") and not _capped(now)) or _meaning_code(now, "action/reopened-wrongly")


@fact
def over_the_cap(now: Situation) -> bool:
    """Return whether a raise more than the cap allows (BR-03)."""
    return (_named_amount(now, "closed") and _capped(now)) or _meaning_code(now, "action/raise-cap-exceeded")


def _capped(now: Situation) -> bool:
    faced = now.faced
    return bool(faced and faced[1])


def _named_amount(now: Situation, how: str) -> bool:
    """Return whether a named bet or raise was in turn, and too small, too large, or not open to the seat; not one that stands by
    the rules in force.
    """
    return _is_named(now, how) and not _stands(now, how)


def _stands(now: Situation, how: str) -> bool:
    """Return whether the rule set in force lets a named bet or raise stand that is too small, too large, or not open."""
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
        facts |= {"acted_this_round": True, "heads_up": None}  # since when two are left is not known
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
    """Return whether the player who bet has chips behind."""
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
    """Return whether the house marks who is all-in (option `all_in_buttons`)."""


@fact
@never_with("structure", "pot_limit")
def pot_counted(now: Situation) -> bool:
    """Return whether the pot was counted aloud in a game in which it limits nothing (TDA 54-A)."""
    act = just_done(now)
    return "pot" in act.to and act.n is not None and now.game.options.get("structure") != "pot_limit"


@fact
def wrong_pot_announced(now: Situation) -> bool:
    """Return whether the most that may be bet was announced wrongly in pot limit (BR-41)."""
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
    """Return whether a bet or raise was announced as another amount than anybody's wager comes to (BR-43)."""
    act = just_done(now)
    if act.n is None or not {"bet", "raise"} & set(act.to):
        return False
    wager = next((past for past in now.backwards(1) if past.seat and past.n is not None), None)
    right = {*now.felt.rows["bet"], getattr(now.told.meaning, "to", 0), now.felt.said(wager.n) if wager else 0}
    return now.felt.said(act.n) not in right - {0}


@fact
def floor_was_not_called(now: Situation) -> bool:
    """Return whether nobody has called the floor in this hand (DH-07)."""
    return not any(act.verb == "floor" or act.who == "f" for act in now.since("hand"))


@fact
def time_was_up(now: Situation) -> bool:
    """Return whether a hand is taken in because its time was up: who may say so is a matter of the clock (DH-07)."""
    return "time" in just_done(now).to


@fact
def killed_for_time(now: Situation) -> bool:
    """Return whether a hand is taken in because its time was up, without the floor."""
    return "time" in just_done(now).to and floor_was_not_called(now)
