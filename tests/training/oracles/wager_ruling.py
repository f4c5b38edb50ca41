"""The answer of a drill by another method: exercises on the meaning of a wager."""

from __future__ import annotations

from collections.abc import Mapping

from dealerkit.rules.entries import CaseEntry
from dealerkit.training.generators import Setting
from dealerkit.training.generators.wager_ruling import EARLY, REOPENED, WagerRulingSituation, _facts_short


def proof(setting: Setting, given: WagerRulingSituation) -> str:
    """Read the lists of the rule set's file in order, with facts and sums computed here."""
    if given.cell in EARLY:
        act, between = EARLY[given.cell]
        return str(_read(setting, "out_of_turn", {"early_act": act, "intervening": between})["outcome"])
    if given.cell in REOPENED:
        return _open_by_hand(given)
    if given.cell.startswith("short call"):
        outcome = str(_read(setting, "undercall", _facts_short(given))["outcome"])
        return "open" if outcome == "floor_discretion" else outcome
    return _by_hand(setting, given)


def _read(setting: Setting, fault: str, facts: Mapping[str, object]) -> CaseEntry:
    """Return the first case of a list that fits, from the file."""
    cases: Mapping[str, CaseEntry] = setting.rules.doc.data["faults"][fault]["cases"]
    for case in cases.values():
        if case and all(_holds(wanted, facts.get(name)) for name, wanted in (case.get("when") or {}).items()):
            return case
    return {"outcome": "undecided"}


def _holds(wanted: object, got: object) -> bool:
    if isinstance(wanted, list):
        return any(_holds(one, got) for one in wanted)
    if isinstance(got, int) and not isinstance(got, bool) and not isinstance(wanted, bool):
        low, to, high = str(wanted).partition("-")
        if low.endswith("+"):
            return got >= int(low[:-1])
        return int(low) <= got <= int(high) if to else got == int(low)
    return wanted == got


def _by_hand(setting: Setting, given: WagerRulingSituation) -> str:
    """Convert chips to facts and facts to a sum, without the engine's own readings."""
    need, facing = given.top - given.front, given.top > 0
    house = str(setting.game.options["setting"])
    motions = [list(row) for row in given.motions]
    first = sum(motions[0])
    if len(motions) > 1 and sum(map(sum, motions)) > need:
        where = "call" if first == need else "short_of_call" if first < need else "more_than_call"
        facts = {
            "sum_said": False,
            "raise_said": bool(given.said),
            "setting": house,
            "facing_bet": facing,
            "first_motion_is": where,
        }
        case = _read(setting, "string_bet", facts)
        if "counts" not in (case.get("amounts") or {}):
            return _said(given, case, first)
        motions = [motions[0]] if case["amounts"]["counts"] == "first_motion" else [[chip for row in motions for chip in row]]
    chips = motions[0]
    total = sum(chips)
    if total == need:
        return f"call | {given.top}"
    over = max(0, given.front + total - given.top)
    facts = {
        "facing_bet": facing,
        "raise_said": bool(given.said),
        "structure": "no_limit",
        "every_chip_needed": total - min(chips) < need,
        "last_chips": False,
        "share_of_raise": over * 100 // (given.step or given.big),
    }
    fault = "oversized_chip" if len(chips) == 1 else "several_chips"
    if not facing and fault == "several_chips":
        return f"bet | {total}"
    return _said(given, _read(setting, fault, facts), total)


def _said(given: WagerRulingSituation, case: CaseEntry, total: int) -> str:
    """Return the result of a case in the file for the chips."""
    lies = given.front + total
    sums = {
        "to_call": given.top,
        "minimum_raise": given.least,
        "full_bet": given.least,
        "as_it_lies": lies,
        "all_motions": lies,
        "first_motion": given.front + total,
        "whole_chip": lies,
        "most_the_chip_allows": lies,
        "raise_with_the_chip": lies,
    }
    kind = str(case["outcome"])
    if kind not in ("call", "raise", "bet"):
        return "open | 0"
    to = sums[str((case.get("amounts") or {}).get("to", "as_it_lies"))]
    if kind != "call" and to < given.least:
        to = given.least
    return f"{kind} | {to}"


def _open_by_hand(given: WagerRulingSituation) -> str:
    """QU-03: has it acted, and does its addition amount to a full raise?"""
    mine = [to for seat, to in given.acts if seat == given.front]
    if not mine:
        return "raise"
    steps = [given.acts[0][1]]
    price = given.acts[0][1]
    for _, to in given.acts[1:]:
        if to - price >= steps[-1]:
            steps.append(to - price)
        price = max(price, to)
    return "raise" if price - mine[-1] >= steps[0] and price - mine[-1] >= steps[-1] else "no"
