"""Drafts on one act become one finding where they are one slip, and what is missing over several acts is added up."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.judge import severity
from dealerkit.judge.findings import Draft, in_all, merged, texts
from dealerkit.judge.reversal import AS_IT_LAY
from dealerkit.procedure.agenda import Debt


def owed(*acts: str) -> Debt:
    """Return a debt of these acts."""
    return Debt(AS_IT_LAY, tuple(map(Act.parse, acts)), len(acts))


def draft(code: str, expected: str, debt: Debt | None = None) -> Draft:
    """Return a draft on a payment."""
    return Draft(AS_IT_LAY, code, expected, "d clear", owed=debt)


def told(drafts: list[Draft]) -> list[tuple[str, str, int]]:
    """Return of each draft its code, what was due, and the number of its debts."""
    return [(one.code, one.expected, (one.owed is not None) + len(one.also)) for one in drafts]


TAKE, PAY = owed("d take s1 player 50"), owed("d pay s2 banker 95")


@pytest.mark.parametrize(
    ("drafts", "findings"),
    [
        pytest.param(
            [
                draft("coup/left-unsettled", "2 of 3 missing: d take s1 player 50", TAKE),
                draft("coup/left-unsettled", "d pay", PAY),
            ],
            [("coup/left-unsettled", "d take s1 player 50, d pay", 2)],
            id="two-steps-left-out-are-one-slip",
        ),
        pytest.param(
            [draft("coup/left-unsettled", "d take", TAKE), draft("coup/left-unsettled", "d pay")],
            [("coup/left-unsettled", "d take", 1), ("coup/left-unsettled", "d pay", 0)],
            id="what-owes-nothing-is-a-slip-of-its-own",
        ),
        pytest.param(
            [draft("coup/left-unsettled", "d take"), draft("coup/left-unsettled", "d pay", PAY)],
            [("coup/left-unsettled", "d take, d pay", 1)],
            id="what-owes-is-joined-to-what-owes-nothing",
        ),
        pytest.param(
            [draft("step/skipped", "d take", TAKE), draft("step/skipped", "d pay", PAY)],
            [("step/skipped", "d take", 1), ("step/skipped", "d pay", 1)],
            id="steps-without-a-code-of-their-own-are-told-apart",
        ),
    ],
)
def test_drafts_are_one_finding_where_they_are_one_slip(drafts: list[Draft], findings: list[tuple[str, str, int]]) -> None:
    """BA-54: several bets that were left unsettled when the cards were cleared."""
    assert told(merged(drafts)) == findings


def test_a_sum_is_told_only_over_several_payments() -> None:
    """BA-48: chips that an act does not number are not counted."""
    felt = dk.Table("mini-baccarat", seats=3).felt
    assert in_all([TAKE], felt) == ""
    assert in_all([TAKE, owed("d take s2 tie 10", "d take s3 tie")], felt) == "the house is short 60 in all"
    assert in_all([TAKE, PAY, owed("d pay s3 tie 80")], felt) == "the seats are short 175 in all"
    assert texts(list(map(Act.parse, ("d burn", "d deal board", "d burn")))) == "d burn (2 times), d deal board"


@pytest.mark.parametrize(
    ("code", "entry"),
    [
        ("step/rack-skipped", "step/skipped"),
        ("step/pay-wrong-amount", "step/wrong-amount"),
        ("step/anything", "step/unexpected"),
        ("play/NP-17", "play/illegal"),
        ("play/out-of-turn", "play/out-of-turn"),
    ],
)
def test_a_code_without_an_entry_is_as_grave_as_its_kind(code: str, entry: str) -> None:
    """The catalogue has one entry for all steps that were skipped, and one for all choices against the rules."""
    known = dk.Table("holdem").house.catalogue
    assert known[entry]
    assert severity.line_of(known, code) == known[entry]
    assert severity.line_of({}, code) == {}


def test_no_other_family_has_a_kind() -> None:
    """A code that is not in the catalogue says of a street or a coup no more than its name."""
    known = dk.Table("holdem").house.catalogue
    assert severity.line_of(known, "street/skipped") == {}
