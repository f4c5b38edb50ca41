"""Conditions on the features of a hand, and the lines of a wager, as a game's file writes them."""

from __future__ import annotations

import pytest

from dealerkit.arithmetic.conditions import (
    YES_NO,
    ConditionReader,
    HandCondition,
    PaymentLine,
    answers,
    holds_any,
)

TOTALS = frozenset(range(2, 32))
FEATURES = {
    "total": TOTALS,
    "soft": YES_NO,
    "pair": frozenset({"none", "value", "rank"}),
    "dealer_up": frozenset("A23456789TJQK"),
}


def same(name, value):
    """Whether an option has a value; one that no option has is refused."""
    if value == "never":
        msg = f"{name} is never that"
        raise ValueError(msg)
    return value == {"hole_card": "peek", "decks": 6}[name]


def reader():
    """A reader, and what it complains of."""
    said: list[tuple[tuple[str | int, ...], str]] = []
    options = {"hole_card": "peek", "decks": 6}
    return ConditionReader(FEATURES, options, same, lambda place, text: said.append((place, text))), said


@pytest.mark.parametrize(
    ("feature", "wanted", "fitting"),
    [
        pytest.param("total", "17+", range(17, 32), id="and-more"),
        pytest.param("total", "31+", [31], id="the-most-and-more"),
        pytest.param("total", "9-11", [9, 10, 11], id="from-to"),
        pytest.param("total", "30-99", [30, 31], id="further-than-there-are"),
        pytest.param("total", 12, [12], id="a-number"),
        pytest.param("total", ["4", "9-10"], [4, 9, 10], id="a-list"),
        pytest.param("soft", True, [True], id="true"),
        pytest.param("soft", False, [False], id="false"),
        pytest.param("pair", "rank", ["rank"], id="a-word"),
        pytest.param("pair", ["rank", "value"], ["rank", "value"], id="words"),
        pytest.param("dealer_up", "7", ["7"], id="a-rank-is-no-number"),
    ],
)
def test_answers_that_meet_a_condition(feature, wanted, fitting):
    """The answers that there are, and no others."""
    assert answers(feature, wanted, FEATURES[feature]) == frozenset(fitting)


@pytest.mark.parametrize(
    ("feature", "wanted", "hint"),
    [
        pytest.param("total", "32+", "allowed: 2 to 31", id="too-much"),
        pytest.param("total", "11-9", "allowed: 2 to 31", id="backwards"),
        pytest.param("total", "many", "allowed: 2 to 31", id="a-word"),
        pytest.param("total", True, "allowed: 2 to 31", id="a-truth"),
        pytest.param("soft", "1", "allowed: true or false", id="a-number-for-a-truth"),
        pytest.param("pair", "suited", "allowed: none, rank, value", id="another-word"),
        pytest.param("total", ["9", "1"], "allowed: 2 to 31", id="one-of-a-list"),
    ],
)
def test_a_condition_that_never_holds_is_refused(feature, wanted, hint):
    """With what the feature is."""
    with pytest.raises(ValueError, match=hint):
        answers(feature, wanted, FEATURES[feature])


BOTH = HandCondition({"total": frozenset({20, 21}), "soft": frozenset({False})})


@pytest.mark.parametrize(
    ("answers", "holds"),
    [
        pytest.param({"total": 20, "soft": False}, True, id="both-fit"),
        pytest.param({"total": 20, "soft": True}, False, id="one-does-not"),
        pytest.param({"total": 20}, None, id="one-is-unknown"),
        pytest.param({"total": 19}, False, id="one-is-unknown-and-the-other-does-not-fit"),
        pytest.param({"soft": True}, False, id="the-first-is-unknown-and-the-other-does-not-fit"),
        pytest.param({"total": None, "soft": False}, None, id="none-is-unknown"),
        pytest.param({}, None, id="nothing-known"),
    ],
)
def test_a_condition_may_be_unknown_yet(answers, holds):
    """It fails as soon as one feature does."""
    assert BOTH.holds(answers) is holds


def test_one_condition_of_several_is_enough():
    """Features that nobody knows hold for none."""
    eight, nine = (HandCondition({"total": frozenset({total})}) for total in (8, 9))
    soft = HandCondition({"soft": frozenset({True})})
    assert holds_any([eight, nine], {"total": 9})
    assert not holds_any([eight, nine], {"total": 7})
    assert holds_any([soft, nine], {"total": 9})
    assert not holds_any([soft], {"total": 9})
    assert not holds_any([], {})


@pytest.mark.parametrize(
    ("raw", "asks"),
    [
        pytest.param({"total": "20+", "hole_card": "peek"}, {"total": frozenset(range(20, 32))}, id="an-option-in-force"),
        pytest.param({"hole_card": "none", "total": 20}, None, id="an-option-that-is-not"),
        pytest.param({"hole_card": "none", "decks": 6}, None, id="two-options-of-which-the-first-is-not"),
        pytest.param({"hole_card": "peek", "decks": 8}, None, id="two-options-of-which-the-second-is-not"),
        pytest.param({"decks": [8, 6]}, {}, id="one-of-several-values"),
        pytest.param({"decks": [8, 4]}, None, id="none-of-several-values"),
        pytest.param({}, {}, id="nothing-asked"),
    ],
)
def test_options_are_decided_when_a_condition_is_compiled(raw, asks):
    """What is not in force is left out, and that is no fault."""
    read, said = reader()
    condition = read.condition(raw, ())
    assert (None if condition is None else condition.asks, said) == (asks, [])


@pytest.mark.parametrize(
    ("raw", "place", "text"),
    [
        pytest.param(["total"], (3,), "expected a condition such as", id="no-map"),
        pytest.param({"totl": 20}, (3, "totl"), "did you mean total", id="a-name-misspelt"),
        pytest.param({"zzz": 20}, (3, "zzz"), "known features: total, soft", id="a-name-unlike-any"),
        pytest.param({"total": 99}, (3, "total"), "can't be '99'", id="an-answer-that-is-none"),
        pytest.param({"decks": ["never", 6]}, (3, "decks"), "decks is never", id="a-value-that-an-option-never-has"),
    ],
)
def test_a_faulty_condition_is_told_at_its_place(raw, place, text):
    """And is none."""
    read, said = reader()
    assert read.condition(raw, (3,)) is None
    ((at, complaint),) = said
    assert at == place
    assert text in complaint


def test_a_list_of_conditions_holds_those_in_force():
    """Each fault has the number of its condition."""
    read, said = reader()
    conditions = read.conditions([{"total": 20}, {"decks": 8}, {"soft": True}], ("stands",))
    assert [condition.asks for condition in conditions] == [{"total": {20}}, {"soft": {True}}]
    assert said == []
    assert read.conditions([{"total": 20}, {"total": 1}], ("stands",))[0].asks == {"total": {20}}
    assert said[0][0] == ("stands", 1, "total")
    assert read.conditions({"total": 20}, ("stands",)) == ()
    assert said[1] == (("stands",), "expected a list of conditions such as [{total: 21+}]")


ALWAYS = HandCondition({})
LINES = [
    ("odds", {"pays": "3 to 2"}, PaymentLine(ALWAYS, "win", 3, 2, at_once=False)),
    ("push", {"pays": "push"}, PaymentLine(ALWAYS, "push", 0, 1, at_once=False)),
    ("lost at once", {"pays": "lose", "at": "at_once"}, PaymentLine(ALWAYS, "lose", 0, 1, at_once=True)),
    ("at the end", {"pays": "lose", "at": "at_end"}, PaymentLine(ALWAYS, "lose", 0, 1, at_once=False)),
    ("a half", {"pays": "half_back", "unit": "chip"}, PaymentLine(ALWAYS, "half_back", 0, 1, at_once=False, unit="chip")),
    (
        "a condition",
        {"when": {"total": 21}, "pays": "1 to 1", "text": "21 is paid"},
        PaymentLine(HandCondition({"total": frozenset({21})}), "win", 1, 1, at_once=False),
    ),
    ("an option that is not in force", {"when": {"decks": 8}, "pays": "1 to 1"}, None),
]


@pytest.mark.parametrize(("raw", "line"), [pytest.param(*row[1:], id=row[0]) for row in LINES])
def test_the_line_of_a_wager(raw, line):
    """What it pays, when, and whether at once."""
    read, said = reader()
    assert read.line(raw, ("main", 0)) == line
    assert said == []


@pytest.mark.parametrize(
    ("raw", "place", "text", "left"),
    [
        pytest.param("push", ("main", 0), "expected a pay line", False, id="no-map"),
        pytest.param({"when": {}}, ("main", 0), "expected a pay line", False, id="without-pays"),
        pytest.param({"pays": "push", "paid": 1}, ("main", 0, "paid"), "unknown key 'paid'", True, id="another-key"),
        pytest.param({"pays": "push", "at": "noon"}, ("main", 0, "at"), "'noon' is not allowed here", True, id="another-time"),
        pytest.param({"pays": "much"}, ("main", 0, "pays"), "or push, lose or half_back", False, id="no-odds"),
        pytest.param(
            {"pays": "push", "when": {"total": 1}}, ("main", 0, "when", "total"), "can't be '1'", False, id="no-such-total"
        ),
    ],
)
def test_a_faulty_line_is_told_at_its_place(raw, place, text, left):
    """And left out where nothing could be paid by it."""
    read, said = reader()
    assert (read.line(raw, ("main", 0)) is not None) == left
    ((at, complaint),) = said
    assert at == place
    assert text in complaint
