"""Facts that depend on a ruling: what the rule set in force decides on the facts at the table."""

from __future__ import annotations

from dealerkit.errors import DealerkitError
from dealerkit.facts.decisions import GROUPS, comes_to, ruling_in_force, ruling_of, ruling_on
from dealerkit.facts.situation import SLIPPED, DealtRuling, Situation, fact, only_of
from dealerkit.games.poker.facts.deal import burn_is_made, deal_is_done, one_card_shown, shown, shown_again
from dealerkit.games.poker.facts.disputes import common
from dealerkit.rules.sets import rule_set

# -- a card exposed in the deal ----------------------------------------------------------------------------------------


def _exchanged(now: Situation) -> bool:
    """Return whether the ruling on an exposed card is an exchange after the deal; the table's `exchanges` name such remedies."""
    words = now.game.data["felt"].get("exchanges", ("card_replaced",))
    return comes_to(ruling_on(now, "card_exposed"), words) is True


@fact
def shown_card_is_exchanged(now: Situation) -> bool:
    """Return whether a single card was exposed, and by the rule set in force it is replaced after the deal (DP-11, IR-15)."""
    return one_card_shown(now) and _exchanged(now)


@fact
def shown_card_is_the_burn(now: Situation) -> bool:
    """Return whether the card exposed in the deal already is the burn for the flop, or will become it (DP-11)."""
    return one_card_shown(now) and (burn_is_made(now) or _exchanged(now))


@fact
@only_of(SLIPPED)
def shown_card_replaced(now: Situation) -> bool:
    """Return whether an exposed card that is to be exchanged after the deal is replaced during the deal (DP-11)."""
    return shown_again(now) and not deal_is_done(now) and _exchanged(now)


@fact
@only_of(SLIPPED)
def shown_card_moved_early(now: Situation) -> bool:
    """Return whether an exposed card that is to be exchanged after the deal is taken out of the hand during the deal (DP-11)."""
    act = now.act
    if act is None or not one_card_shown(now) or act.to[0] != shown(now)[0][1]:
        return False
    return not deal_is_done(now) and _exchanged(now)


# -- a misdeal ---------------------------------------------------------------------------------------------------------


def _odd_faults(now: Situation) -> set[str]:
    """Return the faults of the cards seen in this hand: a duplicate, or a card that differs from the rest of the deck."""
    acts = now.since("hand")
    named = [card for act in acts if act.verb in ("deal", "burn") for card in act.cards if card is not None]
    twice = now.game.data["equipment"]["pack"].get("decks", 1) == 1 and len(named) > len(set(named))
    odd = now.game.data["felt"].get("odd_cards", {})
    faults = {str(odd[word]) for act in acts for word in act.manner if word in odd}
    return faults | ({str(odd.get("duplicate", "duplicate_card"))} if twice else set())


def _named_fault(now: Situation, code: str) -> str:
    """Return the fault or dispute to which the catalogue assigns a finding; empty for none."""
    try:
        entry = rule_set(str(now.game.data.get("rulings", ""))).findings.get(code, {})
    except DealerkitError:
        return ""
    return str(entry.get("fault") or entry.get("dispute") or "")


def _may_end(ruling: DealtRuling | None) -> bool:
    """Return whether a ruling ends the hand, or may end it depending on facts that the table does not know."""
    return ruling is not None and not GROUPS["ends"].isdisjoint({ruling.outcome, *ruling.possible})


@fact
def misdeal_too_late(now: Situation) -> bool:
    """Return whether a misdeal is declared although, by the rule set in force, no slip of this hand is a misdeal, or it is too
    late to declare one (MD-02).
    """
    act = now.act
    if act is None or act.to[0] != "misdeal" or now.felt.flaws:
        return False
    begun = now.marks.get("hand", 0)
    ruled = [slip for slip in now.slips if slip.at > begun]
    if any(_may_end(ruling_in_force(now, slip)) for slip in ruled):
        return False
    faults = _odd_faults(now) | {_named_fault(now, word) for word in act.to[1:] if "/" in word}
    if any(_may_end(ruling_on(now, fault)) for fault in faults - {slip.fault for slip in ruled} if fault):
        return False
    return comes_to(ruling_of(now, "misdeal_called_late", common(now)), ["ends"]) is False
