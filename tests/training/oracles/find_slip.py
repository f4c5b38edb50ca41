"""The answer of a drill by another method: find the slip."""

from __future__ import annotations

import attrs

from dealerkit.hands.record_check import check_record
from dealerkit.table.record import Record, RecordLine, read_record
from dealerkit.training.deals import sit
from dealerkit.training.disputes import said_outcome, said_remedy
from dealerkit.training.generators import Setting
from dealerkit.training.generators.find_slip import FindSlipSituation
from dealerkit.training.replies import PartsReply, SlipsReply


def proof(setting: Setting, given: FindSlipSituation) -> str:
    """Review the record as `check` reviews a file: it must have the planted finding, and no other."""
    table = sit(given.game, given.seating)
    rules = given.game.rules
    header = attrs.evolve(
        table.setup.header(),
        rules=rules.name if rules is not None else None,
        options={name: str(value) for name, value in given.game.options.items()},
    )
    record = read_record(Record(header, tuple(RecordLine(act, 0) for act in given.acts)).text())
    found = SlipsReply.write((flaw.act, flaw.code) for flaw in check_record(record).findings)
    if given.ruling is None:
        return found
    for act in given.acts:
        table.push(act)
    ruled = [one.ruling for one in table.rulings]
    if len(ruled) != 1:
        return found
    return PartsReply.join([found, said_outcome(ruled[0]), said_remedy(given.game.rules, ruled[0])])
