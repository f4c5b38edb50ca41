"""Debts that are due now, before the plan continues: read by the next act, the expectation, hints, menus and planted slips."""

from __future__ import annotations

from collections.abc import Collection
from itertools import takewhile

from dealerkit.facts import Situation
from dealerkit.facts.hands import SEATS
from dealerkit.facts.tables import deck_lies_together
from dealerkit.felt import FLOOR, Act
from dealerkit.felt.acts import is_seat
from dealerkit.felt.verbs import verbs_that
from dealerkit.judge.reversal import AS_IT_LAY
from dealerkit.procedure.agenda import Agenda, Debt
from dealerkit.procedure.boards import is_short
from dealerkit.procedure.planning_again import can_be


def owed_now(agenda: Agenda, now: Situation, mended: Collection[int] = (), asked: Collection[str] = ()) -> tuple[Act, ...]:
    """Return the owed acts that come before the plan continues, in order.

    These are due: chips, until they lie right, reported or not; a button that was moved unasked; corrections of wrong calls and
    layouts; a card on which the next act depends; a card that may come late, once its player is to act (TDA 37); and acts whose
    deadline is the open step. Debts that a remedy corrects are left to the remedy. Once a deck is gathered, no card is due from
    it, and none goes back out of it.

    Args:
        agenda: Agenda of the table.
        now: Situation at the table.
        mended: Numbers of the findings whose ruling has a remedy that moves cards: that remedy replaces the cards they lack.
        asked: Seats that are to act.
    """
    books, place = agenda.books, agenda.place
    if place is not None and place.step.remedy:  # earlier moves are left to the remedy
        ruled = max((slip.at for slip in now.slips), default=0)
        since = [debt for debt in books.debts if debt.step is AS_IT_LAY and debt.found > ruled]
        # these have time until the remedy is done
        wanted = [debt for debt in since if not (debt.is_money or debt.acts[0].verb == "button")]
    else:
        over = {step.id for step in agenda.passed} | ({place.step.id} if place is not None else set())
        wanted = [debt for debt in books.debts if _is_wanted(debt, agenda, now, mended, asked, over)]
    return tuple(dict.fromkeys(act for debt in wanted for act in still_due(debt, now) if can_be(act, now)))


def _is_wanted(
    debt: Debt, agenda: Agenda, now: Situation, mended: Collection[int], asked: Collection[str], over: Collection[str]
) -> bool:
    """Return whether a debt is due before the plan continues.

    Args:
        debt: The debt.
        agenda: Agenda of the table.
        now: Situation at the table.
        mended: Numbers of the findings whose ruling has a remedy that moves cards.
        asked: Seats that are to act.
        over: Ids of the dealer's steps that were passed or are open.
    """
    if debt.finding < 0:
        of_asked = any(act.verb == "deal" and act.to[0] in asked for act in debt.acts)
        return bool(debt.deadline) and (debt.is_money or of_asked or debt.deadline in over)
    if _readies_the_deck(debt, agenda, now):
        return agenda.open is None or not agenda.open.step.remedy  # a hand may have to be shown first
    if debt.is_money or (debt.step.do.reverses and debt.acts[0].verb == "button"):
        return True
    if debt.round != agenda.round.begun or _is_lost_in_the_deck(debt, now):
        return False
    if debt.step.params.get("piecemeal") and not debt.amends:  # the players wait for these cards, even after a ruling
        return set(debt.acts) <= set(debt.step.plan(now) or ())
    return debt.amends or (debt.finding not in mended and _play_hangs_on(debt, agenda, now))


def _play_hangs_on(debt: Debt, agenda: Agenda, now: Situation) -> bool:
    """Return whether play cannot continue without the owed act: a missing card, or a card that must go back into the stub before
    the next one can be dealt.
    """
    place = agenda.place
    if debt.step.do.in_parts or (place is not None and place.acts[0].verb == "deal" and not can_be(place.acts[0], now)):
        return True
    if debt.acts[0].verb != "deal":
        return False
    if bool(agenda.books.may) or _is_of_all(debt, now):
        return True
    return is_short(debt, agenda.passed, now) or _is_a_whole_street(debt, now)


def _is_of_all(debt: Debt, now: Situation) -> bool:
    """Return whether the owed cards are the dealer's hand or those in the middle, and none of them lies there: every player's bet
    depends on them. Cards of a round that was cleared since are no longer missing.
    """
    place = debt.acts[0].to[0]
    since = now.log[debt.at or max(0, debt.found - 1) :]
    return not (is_seat(place) or now.felt.cards(place) or any(act.verb == "clear" for act in since))


def _is_lost_in_the_deck(debt: Debt, now: Situation) -> bool:
    """Return whether an owed card is back in the deck, which was gathered since, so that it is neither dealt any more nor laid
    back in its place. Chips are not asked about.
    """
    comes = debt.acts[0].verb in ("deal", "burn")
    if comes and deck_lies_together(now):
        return True
    return (comes or debt.step is AS_IT_LAY) and any(act.verb == "gather" for act in now.log[debt.found :])


def _is_a_whole_street(debt: Debt, now: Situation) -> bool:
    """Return whether each live hand is or was owed a card, and nobody has ruled since: a whole street was left out, and the
    betting depends on it.
    """
    if any(act.who == FLOOR for act in now.log[debt.found :]):
        return False
    hands = {name for name in SEATS[1 : now.felt.seats + 1] if now.felt.places.get(name)}
    came = takewhile(lambda act: act.verb == "deal", now.log[debt.found :])
    return len(hands) > 1 and hands <= {act.to[0] for act in (*debt.acts, *came) if act.verb == "deal"}


_BEFORE_CARDS, _BRINGS_CARDS = verbs_that("before_cards"), verbs_that("brings_cards")
_OF_THE_PACK, _MAKES_READY = verbs_that("of_the_pack"), verbs_that("makes_ready")
_OF_THE_SHUFFLE = _OF_THE_PACK & verbs_that("mixes")


def _readies_the_deck(debt: Debt, agenda: Agenda, now: Situation) -> bool:
    """Return whether the owed act is the gathering of a hand's cards or a shuffle, and no card has been dealt or loaded into a
    shoe since. A part of the shuffle counts only if the whole shuffle was left out. A card dealt during the shuffle is
    gathered with the others.
    """
    if debt.acts[0].verb == "gather" and agenda.place is not None and agenda.place.acts[0].verb in _OF_THE_PACK:
        return all(act.verb != "gather" for act in now.log[max(debt.at, debt.found) :])
    since = debt.at
    if debt.acts[0].verb == "gather":  # the gathering takes in stray cards from before the hand or before the shuffle
        verbs = {act.verb for act in now.log[since:]}
        since = len(now.log) if verbs.isdisjoint({"gather", *_MAKES_READY}) else max(since, now.begun)
    if any(act.verb in _BRINGS_CARDS for act in now.log[since:]):
        return False
    if debt.acts[0].verb in _BEFORE_CARDS:  # the next round asks for the act too, so it may have been done since
        return all(act.verb != debt.acts[0].verb for act in now.log[max(debt.at, debt.found) :])
    done = {act.verb for act in now.log[now.begun : debt.at + 1]}
    return debt.acts[0].verb in _OF_THE_SHUFFLE and _MAKES_READY.isdisjoint(done)


def still_due(debt: Debt, now: Situation) -> tuple[Act, ...]:
    """Return the acts of a debt that are still due, as the felt is now.

    Acts of a remedy that is worked out from the felt, and turns of cards, are worked out again; acts on chips are adjusted to
    where the chips lie now.
    """
    do = debt.step.do
    anew = not debt.amends and (do.in_parts or (debt.step.remedy and do.standing))
    plan = tuple(debt.step.plan(now) or ()) if anew else ()
    if plan or do.later is None:
        return plan if anew else debt.acts
    since = now.log[debt.at or debt.found :]
    moved = [(owed, do.later(now, since, owed)) for owed in debt.acts]
    return tuple(act for owed, act in moved if act is not None and not (anew and act is owed))
