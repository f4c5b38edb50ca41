"""Records judged at a table: every act against the procedure."""

from __future__ import annotations

import bisect
from pathlib import Path

import attrs

from dealerkit.catalogue.findings import in_words
from dealerkit.errors import OWN_ERROR_HINT, Impossible, RecordError, RuleFileError, UnfitRuleSet, UnknownName, own_error
from dealerkit.hands.checked_hand import UNKNOWN_SEAT, CheckedHand, Flaw, Unreadable
from dealerkit.hands.flaws import catalogued, explained, lost_hand, reason, unreadable_flaw
from dealerkit.judge import Finding
from dealerkit.rules.games import game
from dealerkit.table.playback import table_of
from dealerkit.table.record import Record, RecordLine
from dealerkit.table.rounds import round_section
from dealerkit.table.table import Table


def check_record(record: Record, rules: str | Path | None = None, usual: str | Path | None = None) -> CheckedHand:
    """Check every act of a record and return its findings and figures. An impossible act ends the check; earlier findings remain.

    Args:
        record: The record.
        rules: Name or path of the rule set to judge by; None for the record's own.
        usual: Name or path of the rule set for a record that names none, where `rules` is None.
    """
    header = record.header
    try:
        table = table_of(header, rules if rules is not None else usual if header.rules is None else None)
    except RecordError as error:
        return lost_hand(error, header.name)
    except (RuleFileError, UnknownName) as error:  # the record itself is fine
        asked = str(rules if rules is not None else usual)
        return CheckedHand(header.file, header.name, game(header.game).title, asked, 0, (), not_judged=_reason(error))
    trouble = record.broken
    push, seats = table.push, table.seats
    section = round_section(table.house.program)
    begun = set[int | None]()
    taken = list[int]()  # the places in the record, from 1, of the acts that were judged
    strange = list[Flaw]()
    for number, line in enumerate(record.lines, 1):
        if line.act.highest > seats:
            strange.append(_unknown_seat(line, number, table, record))
            continue
        try:
            push(line.act)
            taken.append(number)
            if section is not None:
                begun.add(table.now.marks.get(section.id))
        except Impossible as error:
            hint = "this line, or an earlier one, can't have happened"
            trouble = RecordError(header.file, line.line, str(error), hint)
            break
        except Exception as error:  # noqa: BLE001 - findings before this line remain
            trouble = RecordError(header.file, line.line, own_error(error), OWN_ERROR_HINT)
            break
    lines = [line.line for line in record.lines]
    findings = [_flaw(finding, table, record, taken) for finding in table.findings]
    if strange:
        findings = sorted([*findings, *strange], key=lambda flaw: flaw.act)
    acts = len(table.log)
    starts = sorted(mark for mark in begun if mark is not None and mark < acts)
    under = table.game.rules.name if table.game.rules is not None else ""
    findings = [attrs.evolve(flaw, round=_round_of(flaw.act, taken, starts), rules=under) for flaw in findings]
    unreadable = None
    if trouble is not None:
        what = reason(trouble)
        unreadable = Unreadable(header.file, header.name, trouble.line, what)
    elif record.torn:
        at = (lines[-1] if lines else header.line) + 1
        unreadable = Unreadable(header.file, header.name, at, record.torn_words)
    if unreadable is not None:
        findings.append(unreadable_flaw(unreadable, acts + len(strange) + 1, table.game))
    return CheckedHand(
        file=header.file,
        name=header.name,
        game=table.game.title,
        rules=under,
        acts=acts,
        findings=tuple(findings),
        unreadable=unreadable,
        changed=bool(header.hash) and rules is None and header.hash != table.game.sha256,
        hands=max(1, len(starts)),
    )


def _reason(error: RuleFileError | UnknownName) -> str:
    """Return the reason why a rule set cannot judge the game of a record, and what to do."""
    if not isinstance(error, UnfitRuleSet):
        return str(error)
    (problem,) = error.problems
    return f"{problem.message}; {problem.hint}"


def _round_of(act: int, taken: list[int], starts: list[int]) -> int:
    """Return the number of the coup, hand or deal that contains an act of the record, from 1; 0 before the first.

    Args:
        act: The act's place in the record, from 1.
        taken: The places of the acts that were judged.
        starts: For each round, the number of judged acts before it.
    """
    return bisect.bisect_left(starts, max(1, bisect.bisect_right(taken, act)))


def _unknown_seat(line: RecordLine, number: int, table: Table, record: Record) -> Flaw:
    """Return the finding that an act names a seat that the table does not have; such an act is not judged."""
    return Flaw(
        **explained(catalogued(UNKNOWN_SEAT)),
        file=record.header.file,
        hand=record.header.name,
        act=number,
        line=line.line,
        code=UNKNOWN_SEAT,
        expected=f"a seat from s1 to s{table.seats}",
        got=line.act.text,
        said=in_words(line.act.text),
        due=f"a seat from 1 to {table.seats}",
    )


def _flaw(finding: Finding, table: Table, record: Record, taken: list[int]) -> Flaw:
    act, root = taken[finding.act - 1] if 0 < finding.act <= len(taken) else 0, finding.because_of
    return Flaw(
        **explained(table.explain(finding), self_corrected=finding.self_corrected),
        file=record.header.file,
        hand=record.header.name,
        act=act or finding.act,
        line=record.lines[act - 1].line if act else record.header.line,
        code=finding.code,
        expected=finding.expected,
        got=finding.got,
        said=in_words(finding.got),
        due=in_words(finding.expected) if finding.expected else "",
        because_of=None
        if root is None
        else {"code": root[0], "act": taken[root[1] - 1] if 0 < root[1] <= len(taken) else root[1]},
    )
