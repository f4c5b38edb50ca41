"""The wording of findings in recorded hands, from the catalogue or the game's rules.

Clean hands, the bulk of an archive, do not need it: it is imported at the first finding.
"""

from __future__ import annotations

import functools
from typing import Any

import attrs

from dealerkit.catalogue.findings import Explained, explain
from dealerkit.errors import RecordError
from dealerkit.hands.checked_hand import UNREADABLE, CheckedHand, Flaw, Unreadable
from dealerkit.hands.phh.hand import PhhHand
from dealerkit.hands.phh.problems import OF_PLAY, HandProblem
from dealerkit.hands.phh.to_record import dealt_again
from dealerkit.hands.phh.words import in_words
from dealerkit.hands.readers.reader import ConvertedHand
from dealerkit.judge import Finding
from dealerkit.rules.games import Game
from dealerkit.rules.sets import catalogue
from dealerkit.rules.texts import text


def with_problem(hand: PhhHand, checked: CheckedHand, problem: HandProblem) -> CheckedHand:
    """Return a checked hand in PHH with a problem added as a finding.

    Args:
        hand: The hand.
        checked: The checked hand before the finding.
        problem: The problem.
    """
    line = hand.line_of(problem.field or "actions", min(problem.at, checked.acts - 1))
    known, at_table = catalogued(problem.code), _told_at_a_table(hand, problem)
    both = {name: getattr(at_table, name) or getattr(known, name) for name in ("title", "why", "remedy", "cite")}
    flaw = Flaw(
        **explained(attrs.evolve(known, **both)),
        file=hand.file,
        hand=hand.name,
        act=problem.at + 1,
        line=line,
        code=problem.code,
        expected=problem.expected,
        got=problem.got,
        round=1,
        said=in_words(problem.got),
        due=in_words(problem.expected),
    )
    unreadable = None
    if problem.code == UNREADABLE:
        unreadable = Unreadable(hand.file, hand.name, line, f"{problem.got}; expected {problem.expected}")
    return attrs.evolve(checked, findings=(flaw,), unreadable=unreadable)


def with_discrepancies(hand: ConvertedHand, checked: CheckedHand) -> CheckedHand:
    """Return a checked hand with findings added for the figures of its text that do not add up, one at most for each action.

    Args:
        hand: The hand, read from another program's format.
        checked: The checked hand, with the findings in its actions.
    """
    lines = {flaw.line for flaw in checked.findings}
    more = []
    for discrepancy in hand.discrepancies:
        line = hand.line + discrepancy.line
        act = sum(1 for other in hand.lines if other <= line)
        if line not in lines:
            known = explained(catalogued(discrepancy.code))
            more.append(
                Flaw(
                    **known,
                    file=hand.file,
                    hand=hand.name,
                    act=act,
                    line=line,
                    code=discrepancy.code,
                    expected=discrepancy.due,
                    got=discrepancy.got,
                    round=1,
                    said=discrepancy.got,
                    due=discrepancy.due,
                )
            )
    return attrs.evolve(checked, findings=(*checked.findings, *more))


_NOTHING = Explained("", "", "", "", (), {})


def _told_at_a_table(hand: PhhHand, problem: HandProblem) -> Explained:
    """Return the explanation of a problem by the game's rules, if dealing the hand again at a table finds it at the same
    action.

    Where the record itself is impossible (a card that appears twice, an act after the end), only a table finding with the same
    code explains it: another finding at that action, such as a flop too early, is a different matter.
    """
    try:
        drive = dealt_again(hand)
    except RecordError:
        return _NOTHING
    finding = drive.finding
    if finding is None or drive.found_at != problem.at or (problem.code not in OF_PLAY and finding.code != problem.code):
        return _NOTHING
    return drive.table.explain(finding)


def lost_hand(error: RecordError, name: str = "") -> CheckedHand:
    """Return the checked hand for an unreadable record, or for one with an unusable header.

    Args:
        error: The problem.
        name: The record's own id or number, if it has one.
    """
    hand = name or error.hand
    unreadable = Unreadable(error.file, hand, error.line, reason(error))
    return CheckedHand(error.file, hand, "", "", 0, (unreadable_flaw(unreadable, 0, None),), unreadable)


def reason(error: RecordError) -> str:
    """Return the sentence about an unreadable record.

    Args:
        error: The problem.
    """
    where = f"column {error.column}: " if error.column else ""
    return f"{where}{error.message}" + (f"; {error.hint}" if error.hint else "")


@functools.cache
def catalogued(code: str) -> Explained:
    """Return the explanation of a code from the common catalogue, which no game's rules change."""
    entry = catalogue().findings.data["findings"].get(code, {})
    title, why, remedy = (text(entry.get(key, "")) for key in ("title", "why", "remedy"))
    return Explained(title or code, str(entry.get("severity", "major")), why, remedy, tuple(entry.get("cite", ())), {})


def unreadable_flaw(lost: Unreadable, act: int, game: Game | None) -> Flaw:
    """Return the finding that a part of a record could not be read.

    Args:
        lost: The unreadable part.
        act: Number of its first act in the record, from 1.
        game: The game whose rules explain it; None if unknown.
    """
    known = (
        catalogued(UNREADABLE)
        if game is None or game.rules is None
        else explain(game, Finding(UNREADABLE, "", "", lost.what, act))
    )
    file, hand, line, what = lost.file, lost.hand, lost.line, lost.what
    return Flaw(**explained(known), file=file, hand=hand, act=act, line=line, code=UNREADABLE, expected="", got=what, said=what)


def explained(known: Explained, *, self_corrected: bool = False) -> dict[str, Any]:
    """Return the explanation of a finding as fields of a `Flaw`: title, severity, reason, remedy, citation, and whether it was
    corrected.

    Args:
        known: The catalogue's explanation.
        self_corrected: Whether it was corrected before the next player acted.
    """
    return {**attrs.asdict(known, filter=attrs.filters.exclude("source"), recurse=False), "self_corrected": self_corrected}
