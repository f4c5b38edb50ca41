"""Facts for steps and duties that depend on a ruling: how the rule set in force rules, as far as the table can tell."""

from __future__ import annotations

from dealerkit.errors import DealerkitError
from dealerkit.facts.decisions import GROUPS, comes_to, ruling_in_force, ruling_of, ruling_on
from dealerkit.facts.situation import SLIPPED, DealtRuling, Situation, fact, only_of
from dealerkit.games.poker.facts.deal import burn_is_made, deal_is_done, one_card_shown, shown, shown_again
from dealerkit.games.poker.facts.disputes import common
from dealerkit.rules.sets import rule_set

# -- a card shown in the deal ------------------------------------------------------------------------------------------


def _exchanged(now: Situation) -> bool:
    """Return whether the ruling is the exchange after the deal; the remedies that do it are the table's `exchanges`."""
    words = now.game.data["felt"].get("exchanges", ("card_replaced",))
    return comes_to(ruling_on(now, "card_exposed"), words) is True


@fact
def shown_card_is_exchanged(now: Situation) -> bool:
    """Return whether one card was shown, and by the ruling it is replaced when the deal is done (DP-11, IR-15)."""
    return one_card_shown(now) and _exchanged(now)


@fact
def shown_card_is_the_burn(now: Situation) -> bool:
    """Return whether the card that was shown in the deal is the burn for the flop, or is going to be (DP-11)."""
    return one_card_shown(now) and (burn_is_made(now) or _exchanged(now))


@fact
@only_of(SLIPPED)
def shown_card_replaced(now: Situation) -> bool:
    """Return whether the seat whose card was shown gets another before the deal is done, though it is exchanged only then
    (DP-11).
    """
    return shown_again(now) and not deal_is_done(now) and _exchanged(now)


@fact
@only_of(SLIPPED)
def shown_card_moved_early(now: Situation) -> bool:
    """Return whether a shown card is taken out of a hand before the deal is done, though it is exchanged only then (DP-11)."""
    act = now.act
    if act is None or not one_card_shown(now) or act.to[0] != shown(now)[0][1]:
        return False
    return not deal_is_done(now) and _exchanged(now)


# -- a misdeal ---------------------------------------------------------------------------------------------------------


def _odd_faults(now: Situation) -> set[str]:
    """Return the faults of cards in this hand: a duplicate, or a card that can be told from the others."""
    acts = now.since("hand")
    named = [card for act in acts if act.verb in ("deal", "burn") for card in act.cards if card is not None]
    twice = now.game.data["equipment"]["pack"].get("decks", 1) == 1 and len(named) > len(set(named))
    odd = now.game.data["felt"].get("odd_cards", {})
    faults = {str(odd[word]) for act in acts for word in act.manner if word in odd}
    return faults | ({str(odd.get("duplicate", "duplicate_card"))} if twice else set())


def _named_fault(now: Situation, code: str) -> str:
    """Return the fault of a finding, by the catalogue."""
    try:
        entry = rule_set(str(now.game.data.get("rulings", ""))).findings.get(code, {})
    except DealerkitError:
        return ""
    return str(entry.get("fault") or entry.get("dispute") or "")


def _may_end(ruling: DealtRuling | None) -> bool:
    """Return whether a ruling ends the hand, or may do so once the floor has seen what the table cannot tell."""
    return ruling is not None and not GROUPS["ends"].isdisjoint({ruling.outcome, *ruling.possible})


@fact
def misdeal_too_late(now: Situation) -> bool:
    """Return whether a misdeal is declared, and nothing that happened in this hand is one by the rule set in force, or not any
    more (MD-02).
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
