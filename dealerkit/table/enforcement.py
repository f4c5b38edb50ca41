"""The execution of a ruling at a table as it stands: which cards and chips go where, in which order, and who acts next.

>>> import dealerkit as dk
>>> t = dk.Table("holdem", seats=3, seed=4)
>>> t.advance("turn_burn")
>>> [finding.code for finding in t.push("d deal board")]
['burn/missed-before-street']
>>> for step in carried_out(t, t.rulings[-1].ruling).steps:
...     print(step)
the stub would have dealt, in order:  2s, 2d, 9c
the dealer calls the floor
the dealer moves 2s from the board to the burns
the dealer deals to board: 2d
seat 2 acts next
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from dealerkit.errors import Impossible
from dealerkit.facts.seats import entitled
from dealerkit.facts.slips import slip_called
from dealerkit.felt import FLOOR, Act
from dealerkit.felt.verbs import sentence
from dealerkit.procedure.agenda import items
from dealerkit.procedure.steps import DealerStep
from dealerkit.rulings import Ruling
from dealerkit.rulings.decision import remedy_steps
from dealerkit.table.table import Table

_MOST = 60
"""Most acts that carry out a remedy, betting included."""

_AHEAD = 2
"""Number of cards of the stub named besides those already dealt."""


def carried_out(table: Table, ruling: Ruling) -> Ruling:
    """Return the ruling with its steps as they happen at this table, and the amounts that go back to each seat.

    Args:
        table: A copy of the table; its hand is dealt further.
        ruling: Ruling on a slip at this table.

    Raises:
        UnknownName: If the ruling names a remedy that the rule set does not have.
    """
    rules = table.game.rules
    known = table.house.remedies
    if rules is None or not any(name in known and known[name].dealt for name in ruling.to_deal):
        return ruling
    code = next((finding.code for finding in reversed(table.floor.here) if table.floor.fault_of(finding) == ruling.fault), "")
    code = code or next((given.code for given in reversed(table.rulings) if given.ruling.fault == ruling.fault), "")
    before = table.felt.rows["stack"][:]
    steps = list(_order(table, code))
    try:
        steps += _acts(table, ruling, code)
    except Impossible:  # the hand has gone on since, and the remedy can no longer be dealt
        return ruling
    done = len(steps) > bool(steps)
    others = [words for name in ruling.remedies if not known[name].dealt for words in remedy_steps(rules, name)]
    after = table.felt.rows["stack"]
    back = {
        f"back_s{seat}": table.felt.money(more) for seat in range(1, table.seats + 1) if (more := after[seat] - before[seat]) > 0
    }
    return attrs.evolve(ruling, steps=(*steps, *others), amounts={**ruling.amounts, **back}) if done else ruling


def _order(table: Table, code: str) -> Iterator[str]:
    """Yield a sentence on the order in which the stub would have given cards since the slip; nothing if that is unknown."""
    felt, slip = table.felt, slip_called(table.now, code)
    if slip is None or not felt.known or slip.fault not in ("burn_error", "premature_board", "flop_count", "board_predealt"):
        return
    if any(act.verb in ("rebuild", "riffle") for act in table.log[slip.at :]):
        return
    came = sorted((card for card in slip.cards if felt.out[card]), key=felt.out.__getitem__)
    stub = [card for card in reversed(felt.places[felt.layout.stock]) if card >= 0][:_AHEAD]
    names = [face.name for card in [*came, *stub] if (face := felt.faces[card]) is not None]
    if names:
        yield f"the stub would have dealt, in order: {', '.join(names)}"


def _acts(table: Table, ruling: Ruling, code: str) -> list[str]:
    """Carry a ruling out and return a sentence for each act; all betting between two acts is one sentence."""
    steps = _ruled(table, ruling, code)
    again = ruling.fault == "premature_board"  # cards that came too early come again in their time
    hand, mixed = table.now.marks.get("hand", 0), False
    whole, goes_on = len(steps), ""
    for _ in range(_MOST):
        of_remedy = table.agenda.step is not None and table.agenda.step.remedy
        if not (of_remedy or again or _remedy_waits(table)) or table.now.marks.get("hand", 0) != hand:
            break
        act = table.next_act()
        if act is None or (act.verb == "award" and not of_remedy):
            break
        table.push(act)
        mixed = mixed or act.verb in ("rebuild", "gather")
        if act.seat:
            steps += [_BETTING] if steps[-1:] != [_BETTING] else []
            continue
        dealt = act.verb == "deal"
        if not (of_remedy or dealt or act.verb == "burn"):
            continue
        steps.append(sentence(act) + ("" if mixed else _cards_out(table, act)))
        if of_remedy or (again and dealt):
            whole = len(steps)
            goes_on = _who_goes_on(table, dealt_again=table.now.marks.get("hand", 0) != hand)
        again = again and (of_remedy or not dealt)
    return [*steps[:whole], *([goes_on] if goes_on else [])]


def _ruled(table: Table, ruling: Ruling, code: str) -> list[str]:
    """Call the floor if nobody has, and let it rule; return sentences on that."""
    known, steps = table.house.remedies, []
    if not any(act.verb == "floor" for act in table.log[_since(table) :]):
        table.push("d floor")
        steps.append("the dealer calls the floor")
    named = ruling.remedies if any(known[name].dealt for name in ruling.remedies) else ()
    table.push(Act.make(FLOOR, "rule", ruling.outcome, *([code] if code else []), *named))
    return steps


def _remedy_waits(table: Table) -> bool:
    """Return whether a remedy is still to come."""
    return any(isinstance(item, DealerStep) and item.remedy for item in items(table.agenda.stack))


def _cards_out(table: Table, act: Act) -> str:
    """Return the cards that an act without named cards brought, as `: 2d`; empty if they are unknown."""
    if act.verb not in ("burn", "deal") or act.cards or not table.felt.known:
        return ""
    names = [name for name in table.felt.names(table.felt.moved) if name != "??"]
    return f": {' '.join(names)}" if names else ""


_BETTING = "the betting is finished"


def _since(table: Table) -> int:
    """Return the length of the log at the last ruling."""
    return table.rulings[-1].act if table.rulings else 0


def _who_goes_on(table: Table, *, dealt_again: bool) -> str:
    """Return the sentence on who acts next: the players who are dealt in on a new hand, or the seat to act."""
    if dealt_again:
        dealt_in = ", ".join(str(seat) for seat in entitled(table.now))
        return f"cards are dealt again to seats {dealt_in}; the button stays at seat {table.felt.button}"
    asked = [seat[1:] for seat in table.expected.players]
    if len(asked) == 1:
        return f"seat {asked[0]} acts next"
    act = table.next_act()
    return f"next, {sentence(act)}" if act is not None else "the hand is over"
