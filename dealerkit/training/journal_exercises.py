"""A room's own disputes from its journal: fault and facts as recorded, ruled on by the rules in force today.

No text of the journal is taken over: no name, table, note or reason. Shown are the facts that the rules know, in the rules' own
words, and the floor's decision as one of the outcomes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import attrs

from dealerkit.errors import DealerkitError, JournalError
from dealerkit.jobs.journal.cases import JournalCase, cases
from dealerkit.jobs.journal.retrial import under
from dealerkit.jobs.journal.rulesets import present_rules
from dealerkit.jobs.journal.store import Journal
from dealerkit.rules.games import Game, game, games
from dealerkit.rules.rule_set import RuleSet
from dealerkit.rules.sets import rule_set
from dealerkit.rulings import OUTCOMES, UNDECIDED, Ruling, rule
from dealerkit.training.calibration.paper import OPEN
from dealerkit.training.calibration.paper import CalibrationCase as Dispute
from dealerkit.training.disputes import granted, item_of, told
from dealerkit.training.drills import courses
from dealerkit.training.items import Item

DRILL = "room/disputes"
"""Id under which answers to these disputes are saved and scheduled."""
LEVEL = 1


@attrs.frozen
class RoomCase:
    """A dispute of the journal, ruled on by today's rules.

    Attributes:
        number: The case's number in the journal.
        game: The game's id, if the journal names a known game; else empty.
        facts: The facts by name, `fault` among them.
        rules: The rule set that rules on it today.
        ruling: The ruling.
        decided: The outcome that the floor decided on, a name of `OUTCOMES`; empty if there is none.
    """

    number: str
    game: str
    facts: Mapping[str, object]
    rules: RuleSet
    ruling: Ruling
    decided: str

    @property
    def house(self) -> str:
        """A sentence that the floor decided differently from the rules in force; empty if it did not."""
        if not self.decided or self.decided == self.ruling.outcome:
            return ""
        return f"The floor decided differently here: {OUTCOMES.get(self.decided, self.decided)}."


@attrs.frozen
class Cases:
    """The disputes of a journal.

    Attributes:
        found: The disputes that can be asked, oldest first.
        left_out: Number of other disputes, by the reason why they cannot be asked.
    """

    found: tuple[RoomCase, ...]
    left_out: Mapping[str, int]


def journal_disputes(path: Path, rules: str | Path | None = None) -> Cases:
    """Read the disputes of a journal, and rule on them by today's rules.

    Args:
        path: The journal's file.
        rules: The rule set to rule by; None for each case's own in its present version.

    Raises:
        JournalError: If the journal cannot be used.
        UnknownName, RuleFileError: If the rule set cannot be used.
    """
    over = rule_set(rules) if rules is not None else None
    left_out: Counter[str] = Counter()
    exercises = []
    with Journal.open(path) as journal:
        for case in cases(journal):
            exercise = _of(case, over)
            if isinstance(exercise, str):
                left_out[exercise] += 1
            else:
                exercises.append(exercise)
    return Cases(tuple(exercises), dict(left_out))


def _of(case: JournalCase, over: RuleSet | None) -> RoomCase | str:
    """Return a case of the journal as a dispute, or the reason why it is not one."""
    if case.removed:
        return "removed for good"
    if not case.faults:
        return "the case names no fault"
    in_force = case.said.get("rules_in_force") or {}
    rules = over or present_rules(str(in_force.get("selector", "")))
    if rules is None:
        return "the rule set no longer exists; name one with --rules"
    facts = {"fault": case.faults[0], **case.facts}
    try:
        ruling = rule(facts, rules, said={}) if len(case.faults) == 1 else under(case, rules).ruling
    except DealerkitError:
        ruling = None
    if ruling is None or ruling.fault not in rules.faults:
        return f"{rules.name} has no rule for the dispute"
    if ruling.outcome in (UNDECIDED, OPEN):
        return "the rules leave it to the floor, or need a fact that was not noted"
    named = str(case.said.get("game", ""))
    facts["fault"] = ruling.fault
    return RoomCase(case.number, named if named in games() else "", facts, rules, ruling, case.outcome)


def played(case: RoomCase) -> Game:
    """Return the game of a dispute; if the journal does not say, the first dealt under its rules.

    Raises:
        JournalError: If no game is dealt under them.
    """
    names = [case.game, *(course.game for course in courses()), *games()]
    for name in dict.fromkeys(name for name in names if name):
        if case.rules.serves(game(name).data):
            return attrs.evolve(game(name), rules=case.rules)
    raise JournalError(case.number, f"dealerkit has no game for the rule set {case.rules.name}")


def item(case: RoomCase) -> Item:
    """Return a dispute as an exercise that asks for ruling and remedy by the rules in force.

    If the floor decided differently, the explanation of the answer says so.

    Args:
        case: The dispute.
    """
    rng = Random(f"{case.number}:{case.ruling.fault}")
    return item_of(case.rules, case.ruling, case.house, _shown(case), DRILL, f"case {case.number}", rng)


def _shown(case: RoomCase) -> Iterator[str]:
    yield f"{played(case).title}, rules {case.rules.name}"
    yield from told(case.facts, case.ruling.title)
    yield from told({"fault": "", **granted(case.ruling)})[1:]


def for_calibration(path: Path, rules: str | Path | None = None) -> tuple[RuleSet, list[Dispute]]:
    """Return the disputes of a journal for a calibration paper, and the rule set that most of them are under.

    Args:
        path: The journal's file.
        rules: The rule set to rule by; None for each case's own in its present version.

    Raises:
        JournalError: If the journal cannot be used, or has nothing to ask.
    """
    cases = journal_disputes(path, rules).found
    if not cases:
        raise JournalError(
            str(path), "the journal has no dispute that the rules settle", "`dealerkit journal list` shows its cases"
        )
    most = Counter(case.rules.name for case in cases).most_common(1)[0][0]
    mine = [case for case in cases if case.rules.name == most]
    return mine[0].rules, [Dispute(case.facts, case.house) for case in mine]
