"""A retrial of an old case: under the rules of its day, or under other rules."""

from __future__ import annotations

import attrs

from dealerkit.errors import DealerkitError, JournalError
from dealerkit.files.plain_data import as_plain
from dealerkit.jobs.journal.cases import JournalCase
from dealerkit.jobs.journal.disputes import findings, replayed, same
from dealerkit.jobs.journal.rulesets import kept_facts, kept_game, kept_rules
from dealerkit.jobs.journal.store import Journal
from dealerkit.rules.entries import Branch
from dealerkit.rules.sets import RuleSet, facts_as_they_were
from dealerkit.rulings import Ruling, rule


@attrs.frozen
class Again:
    """A case judged again.

    Attributes:
        rules: The name of the rule set.
        sha256: Its hash.
        ruling: The ruling now; None if there can be none.
        why_not: Why there can be no ruling; empty if there is one.
        same: Whether outcome, rules and remedies are those proposed at the time.
        findings: The findings of the attached record now, as maps with `act`, `code` and `title`; None without a record.
        same_findings: Whether they are the findings of that time.
    """

    rules: str
    sha256: str
    ruling: Ruling | None
    why_not: str = ""
    same: bool = False
    findings: tuple[object, ...] | None = None
    same_findings: bool = True

    @property
    def outcome(self) -> str:
        """The outcome now; empty if there is no ruling."""
        return self.ruling.outcome if self.ruling is not None else ""


def _key(ruling: Branch | None) -> tuple[object, ...]:
    return (ruling["outcome"], list(ruling["rules"]), list(ruling["remedies"])) if ruling else ("", [], [])


def as_it_was(journal: Journal, case: JournalCase) -> Again:
    """Judge a case again under the rule set and the facts stored when it was opened.

    Raises:
        JournalError: If the case names no rules, or the journal does not have them.
    """
    in_force = case.said.get("rules_in_force")
    if not in_force:
        what = f"case {case.number} was opened without rules"
        raise JournalError(str(journal.path), what, "name a rule set to judge it under with --rules")
    rules = kept_rules(journal, in_force["kept"])
    attached = next((entry for entry in case.entries if entry.kind == "attached" and entry.body), None)
    with facts_as_they_were(kept_facts(journal, in_force["facts_kept"])):
        if attached is not None and attached.said.get("game_kept"):
            return _record_again(journal, case, dict(attached.said), rules)
        return under(case, rules)


def _record_again(journal: Journal, case: JournalCase, attached: Branch, rules: RuleSet) -> Again:
    table = replayed(str(attached["text"]), int(attached["at"]), kept_game(journal, str(attached["game_kept"])))
    findings_now = tuple(as_plain(findings(table)))
    again = under(case, rules) if case.faults else Again(rules.name, rules.sha256, None, same=True)
    return attrs.evolve(again, findings=findings_now, same_findings=same(findings_now, attached["findings"]))


def under(case: JournalCase, rules: RuleSet) -> Again:
    """Judge a case again under a rule set, with the facts that it was opened with."""
    if not case.faults:
        return Again(rules.name, rules.sha256, None, "the case names no fault")
    try:
        ruling = rule({"faults": list(case.faults), **case.facts}, rules, said={})
    except DealerkitError as error:
        return Again(rules.name, rules.sha256, None, str(error))
    return Again(rules.name, rules.sha256, ruling, same=_key(as_plain(ruling)) == _key(case.ruling))
