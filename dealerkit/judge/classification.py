"""The place of an act in the procedure, and drafts of findings on it, before the act happens."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.felt import DEALER, Act
from dealerkit.felt.verbs import verbs_that
from dealerkit.judge.findings import MOVED, UNEXPECTED, Draft, texts
from dealerkit.judge.match import ActView, Match, Matcher, Move
from dealerkit.judge.matchers import player
from dealerkit.judge.matchers.debts import further_on, made_good, made_good_late, owed_exactly, taken_off
from dealerkit.judge.matchers.due_act import due_act
from dealerkit.judge.matchers.exemptions import (
    always_or_never,
    excused,
    is_drawn_elsewhere,
    mixes_cards,
    remedy_left,
    remedy_passed_over,
)
from dealerkit.judge.matchers.later_step import floating, later_step, next_round, said_early, unanswered, unknowable
from dealerkit.judge.matchers.restart import begins_anew, dealt_again, note_taken
from dealerkit.judge.matchers.stray_act import early, not_asked, picked_up, repeated
from dealerkit.judge.reversal import AS_IT_LAY, as_it_lay, found_again, puts_back
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Debt
from dealerkit.procedure.compiled_game import CHIPS_BACK

MATCHERS: tuple[Matcher, ...] = (
    remedy_left,
    remedy_passed_over,
    begins_anew,
    excused,
    owed_exactly,
    taken_off,
    due_act,
    made_good,
    dealt_again,
    picked_up,
    unknowable,
    further_on,
    floating,
    said_early,
    unanswered,
    later_step,
    next_round,
    repeated,
    made_good_late,
    early,
    always_or_never,
    not_asked,
)
"""The matchers of a dealer's act, in the order in which they are tried: the first that returns a match decides.

First *what* the act is, then *how* it was done. `docs/engine.md` has one line on each.
"""


def classify(work: AgendaBuilder, act: Act, drafts: Sequence[Draft]) -> Match:
    """Return the place of an act in the procedure, and drafts of the findings on it, before it happens.

    Args:
        work: Working copy of the agenda (the steps to come and the acts due); it is moved on to the step that the act belongs to.
        act: A dealer's or a player's act other than the next one due.
        drafts: Drafts of findings on the act so far.

    Returns:
        The place, the drafts, and the change to make to the working copy after the act.
    """
    note_taken(work, act)
    here = Move(work, act, [*drafts])
    # No step asks for such acts, except to put back cards that were taken out of their place.
    foreign = (is_drawn_elsewhere(work, act) or mixes_cards(work, act)) and not puts_back(work, act)
    matchers = player.MATCHERS if act.who != DEALER else () if foreign else MATCHERS
    view = ActView(work, act, tuple(here.drafts))
    for matcher in matchers:
        match = matcher(view)
        if match is None:
            continue
        here.take(match)
        if not match.onward:
            mixed = match.drafts and act.who == DEALER and act.verb in _ORDERS and _are_to_come(work)
            return match._replace(drafts=_graver(work, act, match.drafts)) if mixed else match
        here.drafts, view = [*match.drafts], view._replace(drafts=match.drafts)
    here.drafts.append(_unexpected(work, act))
    return here.match()


def _unexpected(work: AgendaBuilder, act: Act) -> Draft:
    """Return the draft on a dealer's act that fits nowhere; cards and chips moved with it are owed back to their places."""
    draft = Draft(work.step, UNEXPECTED, texts(work.plan), act.text)
    back = () if _is_out_of_play(work, act) else as_it_lay(work.now, act)
    if back is not None:
        work.debts = found_again(work, act, back)
    if back is None or back or (act.verb in _ORDERS and _are_to_come(work)):
        draft.severity = MOVED
    if CHIPS_BACK.covers(act):
        draft.amend = (CHIPS_BACK, act)
    elif back:
        draft.owed = Debt(AS_IT_LAY, back, len(back), amends=True, round=work.round.begun)
    return draft


def _is_out_of_play(work: AgendaBuilder, act: Act) -> bool:
    """Return whether a card that lay face up in the shoe went straight to the burned and used cards, where it belongs (BJI-01,
    BI-03).
    """
    layout = work.now.felt.layout
    of_shoe = "odd_cards" not in work.house.felt  # elsewhere a game says what an odd card is
    return of_shoe and "boxed" in act.manner and act.to == (layout.burns,) == (layout.discards,)


def _are_to_come(work: AgendaBuilder) -> bool:
    """Return whether cards are out and chips are bet, so that the order of the cards still to be dealt counts."""
    felt = work.now.felt
    if not any(cards for name, cards in felt.places.items() if felt.layout.places[name].kind in ("hand", "board")):
        return False
    at_stake = (*felt.layout.pots, *felt.layout.front, *work.house.felt.get("spots", ()))
    return any(any(felt.rows[name]) for name in at_stake if name in felt.rows)


_ORDERS = (verbs_that("mixes") | verbs_that("orders_stub")) - verbs_that("clears")


def _graver(work: AgendaBuilder, act: Act, drafts: Sequence[Draft]) -> tuple[Draft, ...]:
    """Return the drafts on an act that mixed cards still to be dealt; minor ones are raised to the severity `MOVED`."""
    for draft in drafts:
        known = work.house.catalogue.get(draft.code, {}).get("severity", "minor")
        if draft.got == act.text and not draft.severity and known == "minor":
            draft.severity = MOVED
    return tuple(drafts)
