"""The answer of a drill by another method: draws."""

from __future__ import annotations

from dealerkit.training.generators import Setting
from dealerkit.training.generators.draw_replacements import (
    _NUMBERS,
    BURNS,
    FOLDED,
    RUNNING,
    DrawReplacementsSituation,
    _keyed,
    _size,
)
from dealerkit.training.replies import AnyOfReply


def proof(setting: Setting, given: DrawReplacementsSituation) -> str | None:
    """Count cards and piles one by one."""
    options, asked = setting.game.options, setting.told("ask")
    if asked == "number":
        allowed = "max_draw_few" if given.players <= int(options["few_players"]) else "max_draw"
        hand = ["kept"] * given.held
        for _ in range(min(given.aside, int(options[allowed]))):
            hand.pop()
        return str(len(range(len(hand), _size(setting))))
    if asked == "ruling":
        return _by_hand(setting, given)
    last = options.get("bottom_card") == "completes_the_draw"
    wanted = [seat for seat, many in given.asked for _ in range(many)]
    stub, out = given.stub, 0
    for at, _ in enumerate(wanted):
        if stub == 1 and not (last and at == len(wanted) - 1):
            break
        stub, out = stub - 1, out + 1
    heaps = [name for _, name, _ in _keyed(given)]
    if out == len(wanted):
        pool = []
    elif options["reshuffle_pool"] == "earlier_rounds":
        pool = [name for name in heaps if name != RUNNING]
    else:
        pool = [RUNNING] if RUNNING in heaps else []
        rest = [[FOLDED, *_NUMBERS], [BURNS]]
        while rest and not _covers(1 + sum(many for name, many in given.heaps if name in pool), len(wanted) - out, last=last):
            pool += [name for name in rest.pop(0) if name in heaps]
    said = " ".join(name for name in heaps if name in pool) or AnyOfReply.NONE
    return said if asked == "pool" else f"{out} | {said}"


def _covers(have: int, due: int, *, last: bool) -> bool:
    return have > due or (last and have == due)


def _by_hand(setting: Setting, given: DrawReplacementsSituation) -> str | None:
    """Return the ledger's literal result: DR-12, DR-18, DR-29."""
    facts, options = dict(given.facts), setting.game.options
    if "acted_behind" in facts:
        return "first" if facts["acted_behind"] or facts["card_in_answer"] else "new"
    if "completes_draw" in facts:
        return "dealt" if facts["completes_draw"] and options.get("bottom_card") == "completes_the_draw" else "reshuffled"
    if facts.get("street") != "draw":
        return None
    wish = "request" in given.kind and options.get("pitched_card") == "kept"
    low = "low" in given.kind and options.get("low_shown_card") == "kept"
    return "kept" if wish or low else "replaced"
