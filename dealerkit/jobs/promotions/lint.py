"""Lint of a promotion's policy: open points and settings without effect, reported before a card is dealt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from dealerkit.errors import Problem
from dealerkit.jobs.promotions.clauses import CLAUSES
from dealerkit.jobs.promotions.files import clauses, policy_doc
from dealerkit.jobs.promotions.policy import BEATEN, Policy, policy_of
from dealerkit.jobs.promotions.words import asked, settled
from dealerkit.rules.doc import has
from dealerkit.rules.lint.common import unknown_findings
from dealerkit.rules.sets import catalogue
from dealerkit.rules.texts import text

LEAVER = "leaver"
FLOOR = "floor"
"""The clause that only the floor answers."""


def lint_policy(path: Path) -> Iterator[Problem]:
    """Yield the problems of a policy that can be used, such as open points and settings without effect.

    Raises:
        RuleFileError: If it cannot be used.
    """
    problems: list[Problem] = []
    doc = policy_doc(path, problems=problems)
    yield from problems
    policy = policy_of(doc)
    for name, entry in settled().items():
        place = tuple(str(entry["key"]).split("."))
        if "unset" in entry and not has(doc.data, place) and _matters(policy, name):
            yield doc.problem(place[:-1], text(entry["unset"]), str(entry.get("hint", "")))
    codes = catalogue().findings.data["findings"]
    yield from unknown_findings(doc, ("exclusions", "findings"), policy.void_on)
    for step in policy.steps:
        if step.finding and step.finding not in codes:
            yield doc.problem(("verification", step.name, "finding"), f"unknown finding: '{step.finding}'")
    if policy.goes_by == BEATEN and not policy.at_least[0]:
        yield doc.problem(
            ("hand",),
            "every beaten hand would win",
            "write the lowest beaten hand that qualifies as hand: {at_least: FIVE CARDS}",
        )
    if not policy.seed and not policy.each_window and policy.contribution is None and policy.kind != "until_hit":
        yield doc.problem(
            ("fund",), "the fund never receives any money", "write `seed` or `each_window` under `fund`, or add `contribution`"
        )


def _matters(policy: Policy, name: str) -> bool:
    """Return whether a clause can decide anything here: what becomes of the prize of one who has left, only where he must be
    present.
    """
    return name != LEAVER or policy.present != "no"


def lint_clauses(look: Callable[[], Iterable[str]] = lambda: CLAUSES) -> Iterator[Problem]:
    """Yield a problem for each clause of the catalogue without a function, and each function without a clause.

    Args:
        look: Returns the names of the functions.
    """
    doc, known = clauses(), set(look())
    for name in asked():
        if name not in known and name != FLOOR:
            yield doc.problem(("clauses", name), f"no check uses the clause '{name}'", of_key=True)
    for name in sorted(known - asked().keys()):
        yield doc.problem(("clauses",), f"the clause '{name}' is missing")
