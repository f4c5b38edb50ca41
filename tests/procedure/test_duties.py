"""Duties by themselves: which acts are of a kind, what settles one, when it is late, which may come at all; what is misspelt."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import dealerkit as dk
from dealerkit.errors import RuleFileError
from dealerkit.facts.situation import REMARKED, SLIPPED, UNASKED
from dealerkit.felt import Act
from dealerkit.procedure.duties import Duty, Pending, duties, likely, loud, verbs_minded
from dealerkit.procedure.steps import Compiler

GAME = dk.Table("holdem", seats=3, seed=3).now.game
ASKED, ODD = frozenset({UNASKED}), frozenset[str]()


def compiled(**parts: Any) -> Duty:
    """A duty that a fold brings, with these parts."""
    spec = {"on": {"fold": "always"}, "code": "hand/x", **parts}
    watch = duties({"duties": {"one": spec}}, Compiler())
    ((duty,), *_) = watch.values()
    return duty


def pending(duty: Duty, owner: str = "s2", place: str = "") -> Pending:
    """The duty as it is open, brought by a seat while seat 3 was to act."""
    return Pending(duty, "hand/x", owner, frozenset({"s3"}), duty.cures, place)


@pytest.mark.parametrize(
    ("pattern", "act", "fits"),
    [
        ("d tap", "d tap", True),
        ("d tap", "d burn", False),
        ("d tap|burn", "d burn", True),
        ("d show", "s2 show", False),
        ("d", "d burn", True),
        ("d", "s2 fold", False),
        ("f", "f rule misdeal", True),
        ("f", "d burn", False),
        ("s", "s1 check", True),
        ("s", "d burn", False),
        ("s fold", "s1 check", False),
        ("s action", "s1 check", True),
        ("s action", "s1 show", False),
        ("owner", "s2 check", True),
        ("owner", "s3 check", False),
        ("turn", "s3 check", True),
        ("turn", "s2 check", False),
        ("turn", "s1 check", False),
        ("others", "s3 check", True),
        ("others", "s2 check", False),
        ("others", "d burn", False),
        ("d deal board", "d deal board", True),
        ("d deal board", "d deal s1", False),
        ("d tap table", "d tap", False),
        ("d deal owner", "d deal s2", True),
        ("d deal owner", "d deal s3", False),
        ("d deal same", "d deal s4", True),
        ("d deal same", "d deal s2", False),
    ],
)
def test_an_act_is_of_the_kind_that_a_duty_names(pattern, act, fits):
    """Who, what and where; `owner` is the seat that brought it, `turn` who was to act then, `same` the place of that act."""
    duty = compiled(do=[pattern], before=[pattern])
    done = Act.parse(act)
    assert duty.cures[0].fits(done, "s2", frozenset({"s3"}), "s4") is fits
    is_open = pending(duty, place="s4")
    assert is_open.is_late(done) is fits
    assert (is_open.after(done) is None) is fits


@pytest.mark.parametrize(
    ("parts", "acts", "left"),
    [
        ({"do": ["d tap", "d burn"]}, ["d burn"], None),
        ({"do": ["d tap", "d burn"]}, ["d kill s1"], 2),
        ({"do": ["d tap", "d burn"], "all": True}, ["d burn"], 1),
        ({"do": ["d tap", "d burn"], "all": True}, ["d burn", "d burn"], 1),
        ({"do": ["d tap", "d burn"], "all": True}, ["d burn", "d tap"], None),
        ({"do": ["d tap"], "done": "taps", "all": True}, ["d tap"], 1),
        ({"do": ["d tap"], "done": "taps"}, ["d tap"], None),
    ],
)
def test_a_duty_is_settled_by_one_of_its_cures_or_by_all(parts, acts, left):
    """With `all` each is needed; and where facts say when it is done, no act alone settles it."""
    rest: Pending | None = pending(compiled(**parts))
    for act in acts:
        assert rest is not None
        rest = rest.after(Act.parse(act))
    assert (rest if rest is None else len(rest.left)) == left


@pytest.mark.parametrize(
    ("parts", "waits", "by_place"),
    [
        ({}, False, False),
        ({"do": ["d tap"]}, True, False),
        ({"done": "taps"}, True, False),
        ({"do": ["d deal same"]}, True, True),
        ({"do": ["d deal owner", "d deal same"]}, True, True),
    ],
)
def test_a_duty_without_a_cure_is_a_slip_at_once(parts, waits, by_place):
    """What has a cure, or a fact that says when it is done, waits for it."""
    duty = compiled(**parts)
    assert (duty.waits, pending(duty).by_place) == (waits, by_place)


@pytest.mark.parametrize(
    ("parts", "absent", "comes"),
    [
        ({}, ASKED, True),
        ({"unplanned": True}, ASKED, False),
        ({"unplanned": True}, ODD, True),
        ({"if": "acted_out_of_turn"}, ASKED, False),
        ({"if": "acted_out_of_turn"}, ODD, True),
        ({"on": {"fold": ["acted_out_of_turn"]}}, ASKED, False),
        ({"on": {"fold": ["acted_out_of_turn"]}}, ODD, True),
        ({"on": {"fold": ["acted_out_of_turn", "boxed_card_came"]}}, ASKED, True),
        ({"if": ["boxed_card_came", "acted_out_of_turn"]}, ASKED, False),
        ({"if": "draws_one_by_one"}, ODD, False),  # no option of hold'em
        ({"on": {"fold": ["draws_one_by_one"]}}, ODD, False),
        ({"on": {"fold": ["draws_one_by_one", "boxed_card_came"]}}, ODD, True),
    ],
)
def test_a_duty_comes_only_of_acts_that_can_bring_it(parts, absent, comes):
    """Every further fact has to be possible, and one of those that the verb needs."""
    assert compiled(**parts).may_come("fold", GAME, absent) is comes


def test_what_an_ordinary_act_cannot_bring_is_not_asked_about():
    """After an act that was due, and after one that was not; and before and after a slip of the round."""
    watch = duties(
        {
            "duties": {
                "always": {"on": {"fold": "always", "check": "always"}, "code": "a/a"},
                "odd": {"on": {"fold": ["acted_out_of_turn"]}, "code": "a/b"},
                "marked": {"on": {"deal": ["boxed_card_came"]}, "code": "a/c"},
                "later": {"on": {"deal": ["shown_card_replaced"]}, "code": "a/d"},
            }
        },
        Compiler(),
    )
    names = {key: [duty.id for duty in those] for key, those in likely(watch, GAME).items()}
    assert names == {
        ("fold", False, False): ["always", "odd"],
        ("fold", False, True): ["always", "odd"],
        ("fold", True, False): ["always"],
        ("fold", True, True): ["always"],
        **{("check", planned, marked): ["always"] for planned in (False, True) for marked in (False, True)},
        ("deal", False, False): ["later"],
        ("deal", False, True): ["marked", "later"],
        ("deal", True, False): ["later"],
        ("deal", True, True): ["marked", "later"],
    }
    clean, after_a_slip = ({verb: [duty.id for duty in those] for verb, those in found.items()} for found in loud(watch, GAME))
    assert clean == {"fold": ["always"], "check": ["always"]}
    assert after_a_slip == {"fold": ["always"], "check": ["always"], "deal": ["later"]}
    assert {SLIPPED, REMARKED, UNASKED} == {"slipped", "remarked", "unasked"}


def test_the_dealers_verbs_that_matter_are_those_that_bring_or_settle_a_duty():
    """A seat's cure is none of the dealer's; a state of the felt that may not be is looked at after any act."""
    watch = duties(
        {
            "duties": {
                "brought": {"on": {"burn": "always"}, "do": ["d tap|count", "s fold"], "code": "a/a"},
                "state": {"on": {"wash": "always", "burn": "always"}, "code": "a/b", "outcome": True},
            }
        },
        Compiler(),
    )
    assert verbs_minded(watch) == {"burn", "tap", "count"}


@pytest.mark.parametrize(
    ("parts", "problems"),
    [
        ({}, []),
        ({"do": ["d tap", "owner handle", "turn fold", "others action same"]}, []),
        ({"do": ["x tap"]}, [("duties.one.do[0]", "unknown actor of a duty: 'x'")]),
        ({"do": ["d tap", "d tapp"]}, [("duties.one.do[1]", "unknown verb: 'tapp'; did you mean tap")]),
        ({"before": ["s fold|foldd"]}, [("duties.one.before[0]", "unknown verb: 'foldd'; did you mean fold")]),
        ({"before": ["s actio"]}, [("duties.one.before[0]", "unknown verb: 'actio'; did you mean action")]),
        ({"on": {"fold tapp": "always"}}, [("duties.one.on.fold tapp", "unknown verb: 'tapp'")]),
        ({"on": {"fold": ["tapss"]}}, [("duties.one.on.fold", "unknown fact: 'tapss'; did you mean taps")]),
        ({"if": "tapss"}, [("duties.one.if", "unknown fact: 'tapss'")]),
        ({"done": "tapss"}, [("duties.one.done", "unknown fact: 'tapss'")]),
        ({"by": "tapss"}, [("duties.one.by", "unknown fact: 'tapss'")]),
        ({"by": ["ruled_otherwise", "taps"]}, []),
        ({"code": {"taps": "a/b", "otherwise": "a/c"}}, []),
        ({"code": {"tapss": "a/b", "otherwise": "a/c"}}, [("duties.one.code.tapss", "unknown fact: 'tapss'")]),
        ({"asks": "burn"}, []),
        ({"asks": "burnn"}, [("duties.one.asks", "unknown 'do' word: 'burnn'; did you mean burn")]),
        ({"ruled": {"boxed_card": "ends"}, "unless": {"wrong_award": ["stands"]}}, []),
        ({"ruled": {"boxed_cart": "ends"}}, [("duties.one.ruled.boxed_cart", "unknown fault seen at the table")]),
        ({"unless": {"boxed_cart": "ends"}}, [("duties.one.unless.boxed_cart", "unknown fault seen at the table")]),
    ],
)
def test_a_word_that_a_duty_does_not_know_is_told_where_it_stands(parts, problems):
    """Each with its place, and none where all is known."""
    found = []
    try:
        compiled(**parts)
    except RuleFileError as error:
        found = [(problem.path, problem.message) for problem in error.problems]
    assert [path for path, _ in found] == [path for path, _ in problems]
    assert all(message.startswith(start) for (_, message), (_, start) in zip(found, problems, strict=True)), found


@pytest.mark.parametrize(
    ("ruled", "unless", "comes"),
    [
        ({}, {}, True),
        ({"boxed_card": "ends"}, {}, True),
        ({"boxed_card": ["stands"]}, {}, False),
        ({"boxed_card": ["stands", "misdeal"]}, {}, True),
        ({"boxed_card": "ends"}, {"boxed_card": "ends"}, False),
        ({}, {"boxed_card": ["stands"]}, True),
    ],
)
def test_a_duty_comes_where_the_rule_set_rules_so(ruled, unless, comes, monkeypatch):
    """Here it rules a misdeal (MD-05): what `ruled` needs has to fit, and what `unless` names must not."""
    table = dk.Table("holdem", "tda", seats=3, seed=3)
    table.advance("pitch")
    given = table.now.game.memo["decide"]("boxed_card", {"boxed_count": 2, "acts": []})
    assert given.possible == ("misdeal",)
    monkeypatch.setattr("dealerkit.procedure.duties.ruling_on", lambda now, fault: given)
    assert compiled(ruled=ruled, unless=unless).is_ruled(table.now) is comes


def test_the_code_is_that_of_the_first_fact_that_holds():
    """A table of codes is read with the felt as it lies; a plain code is that code."""
    table = dk.Table("holdem", seats=3, seed=3)
    by_fact = compiled(code={"taps": "a/taps", "otherwise": "a/else"})
    assert by_fact.code(table.now) == "a/taps"
    silent = attrs.evolve(by_fact, codes={"not taps": "a/silent", "otherwise": "a/else"})
    assert silent.code(table.now) == "a/else"
    assert compiled(code="a/b").code(table.now) == "a/b"


@pytest.mark.parametrize(
    ("parts", "comes"),
    [
        ({}, True),
        ({"on": {"fold": ["taps"]}}, True),
        ({"on": {"fold": ["not taps"]}}, False),
        ({"on": {"fold": ["not taps", "taps"]}}, True),
        ({"if": ["taps"]}, True),
        ({"if": ["taps", "not taps"]}, False),
        ({"on": {"fold": ["taps"]}, "if": "not taps"}, False),
    ],
)
def test_a_duty_comes_if_one_fact_of_its_verb_holds_and_all_others_do(parts, comes):
    """The facts beside a verb are each enough; those of `if` all have to hold. In hold'em the dealer taps (FTR-02)."""
    table = dk.Table("holdem", seats=3, seed=3)
    assert compiled(**parts).comes(table.now, Act.parse("s1 fold")) is comes
