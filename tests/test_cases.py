"""The cases that travel with the rule sets and the games: each comes out as its file says; and how cases are run."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from dealerkit.errors import RuleFileError
from dealerkit.hands.codes import codes_of
from dealerkit.jobs.cases import read_all, run_cases
from dealerkit.jobs.cases.coverage import Reached, uncovered
from dealerkit.jobs.cases.expectation import differences
from dealerkit.jobs.cases.files import targets
from dealerkit.jobs.cases.run import run
from dealerkit.rules.data import data_dir
from dealerkit.rulings.games import faults_of
from dealerkit.table.table import Table
from tests.gathered import holds_for_each
from tests.shipped_cases import shipped_cases

SHIPPED = {home: list(cases) for home, cases in itertools.groupby(shipped_cases(), key=lambda case: Path(case.file).parents[1])}
"""The cases that travel with the rule sets and the games, by the set or the family whose they are."""


class Drawn(Reached):
    """What a case reaches, and the findings and rulings that came up in a game which is not said to have them."""

    def __init__(self) -> None:
        super().__init__()
        self.unknown: set[str] = set()

    def found(self, table: Table) -> None:
        """Findings came up at a table."""
        super().found(table)
        self.unknown |= {finding.code for finding in table.findings} - codes_of(table.game)
        here = faults_of(table.game)
        self.unknown |= {
            f"{given.ruling.fault}: {given.ruling.case}"
            for given in table.rulings
            if given.ruling.case and given.ruling.case not in here.get(given.ruling.fault, {"cases": ()})["cases"]
        }


@pytest.mark.parametrize("home", SHIPPED, ids=lambda home: home.name)
def test_the_shipped_cases_come_out_as_they_say(home):
    """Rulings, coups and acts at a table: all of them, every day. Every finding and ruling is on the sheet of its game, and what
    a rule set of ours rules has a case.
    """
    reached = Drawn()

    def comes_out(case):
        reached.unknown.clear()
        assert run(case, reached).why == ""
        assert reached.unknown == set()

    holds_for_each(comes_out, SHIPPED[home], name=lambda case: f"{case.name} ({Path(case.file).name}:{case.line})")
    if (home / "set.yaml").is_file():
        assert [line for line in uncovered(targets([home]), reached)[0] if line.startswith(f"{home.name}:")] == []


def test_no_shipped_case_is_left_out():
    """What the tests above run is what `dealerkit test` runs."""
    assert sum(map(len, SHIPPED.values())) == len(read_all()[1])
    assert {path.parent.name for path in data_dir("rulings").glob("*/set.yaml")} <= {home.name for home in SHIPPED}


SHORT = {"MB,": "game: mini-baccarat,", "BOXED": "{fault: boxed_card, later_card_drawn: false}"}


def write(folder: Path, text: str, name: str = "cases.yaml") -> Path:
    """A file of cases; words of `SHORT` are written out."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    for word, long in SHORT.items():
        text = text.replace(word, long)
    path.write_text(text, encoding="utf-8")
    return path


def failed(folder: Path, case: str) -> str:
    """What is said about a case that does not come out as it says."""
    (result,) = run_cases([write(folder, f"cases:\n  - {case}\n")]).data
    assert not result.ok
    assert (result.file, result.line) == (str(folder / "cases.yaml"), 2)
    return result.why


@pytest.mark.parametrize(
    ("case", "why"),
    [
        pytest.param(
            "{name: A, rules: us, facts: BOXED, expect: {outcome: play_on, rules: [BI-03]}}",
            "outcome: expected play_on, got card_replaced",
            id="ruling",
        ),
        pytest.param(
            "{name: A, MB, coup: {cards: 7h Ks Th 6c, bets: {player: 100}}, expect: {winner: tie, bets: {player: 95}}}",
            "winner: expected tie, got player; bets.player.net: expected 95, got 100",
            id="coup",
        ),
        pytest.param(
            "{name: A, MB, at: rack, acts: [d check decks], expect: {ok: true, findings: []}}",
            "ok: expected true, got false; findings: expected nothing, got step/rack-skipped",
            id="findings",
        ),
        pytest.param(
            "{name: A, MB, at: rack, acts: [d check decks], expect: {findings: [{code: step/rack-skipped, severity: critical}]}}",
            "findings[1].severity: expected critical, got minor",
            id="severity",
        ),
        pytest.param(
            "{name: A, MB, at: deal, acts: [], expect: {expected: d burn, counts: {shoe: 1}, places: {player: 7h}}}",
            "expected: expected d burn, got d deal player; counts.shoe: expected 1, got 415; "
            "places.player: expected 7h, got nothing",
            id="table",
        ),
        pytest.param(
            "{name: A, MB, seats: 1, at: bets, acts: [s1 bet player 5001], expect: {ok: true}}",
            "acts[1]: 's1 bet player 5001': only 5000 is there",
            id="impossible",
        ),
        pytest.param(
            "{name: A, MB, seats: 1, at: bets, acts: [s1 bet player 10], "
            "expect: {chips: {s1: 5000}, spots: {player: {s1: 11}}, asks: [s2], step: deal, options: {decks: 6}}}",
            "chips.s1: expected 5000, got 4990; spots.player.s1: expected 11, got 10; asks[1]: expected s2, got s1; "
            "step: expected deal, got close; options.decks: expected 6, got 8",
            id="chips",
        ),
    ],
)
def test_what_is_different_is_said(tmp_path, case, why):
    """A failed case names each thing that was expected, and what came."""
    assert failed(tmp_path, case) == why


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ("{name: A, expect: {ok: true}}", "2:5: cases[0]: the case has nothing to test"),
        ("{name: A, facts: {fault: x}, acts: [d burn], expect: {}}", "2:5: cases[0]: a case can't have facts and acts together"),
        ("{name: A, acts: [d burn], expect: {ok: true}}", "2:5: cases[0]: the key 'game' is missing"),
        ("{name: A, game: mini-bacarat, acts: [d burn], expect: {ok: true}}", "2:21: cases[0].game: unknown game: 'mini-ba"),
        ("{name: A, rules: usa, facts: {fault: late_bet}, expect: {}}", "2:22: cases[0].rules: unknown rule set: 'usa'"),
        ("{name: A, rules: us, facts: {fault: late_bett}, expect: {}}", "2:33: cases[0].facts: unknown fault: 'late_bett'"),
        ("{name: A, rules: us, facts: {fault: late_bet, amount: 5}, expect: {}}", "2:33: cases[0].facts: unknown fact of"),
        ("{name: A, MB, set: {deks: 6}, acts: [d burn], expect: {}}", "cases[0].set.deks: unknown option of mini-baccarat:"),
        ("{name: A, MB, at: burnt, acts: [d burn], expect: {}}", "2:40: cases[0].at: unknown step: 'burnt'"),
        ("{name: A, MB, acts: [d burn, d brun], expect: {}}", "2:51: cases[0].acts[1]: unknown verb for the dealer: 'brun'"),
        ("{name: A, MB, acts: [-> brun], expect: {}}", "2:43: cases[0].acts[0]: unknown step: 'brun'"),
        ("{name: A, MB, acts: [d burn], expect: {okay: true}}", "cases[0].expect.okay: unknown expectation: 'okay'"),
        ("{name: A, MB, seats: 12, acts: [d burn], expect: {}}", "2:43: cases[0].seats: Mini baccarat is for 1 to 9 seats"),
        (
            "{name: A, MB, seats: 1, acts: [d check rack], expect: {chips: {s2: 5}}}",
            "cases[0].expect: unknown seat: 's2'",
        ),
        ("{name: A, MB, acts: [d check rack], expect: {places: {hand: 5h}}}", "unknown place: 'hand'"),
        ("{name: A, MB, acts: [d check rack], expect: {places: {player: 1h}}}", "'1h' is not a card"),
        ("{name: A, MB, coup: {cards: 7h Ks}, expect: {winner: tie}}", "cases[0].coup.cards: 2 cards are not enough"),
        ("{name: A, MB, coup: {cards: 7h Ks Th 6x}, expect: {winner: tie}}", "cases[0].coup.cards: '6x' is not a card"),
        ("{name: A, MB, coup: {bets: {tie: 5}}, expect: {winner: tie}}", "cases[0].coup: the cards of the coup are missing"),
        (
            "{name: A, MB, coup: {cards: 7h Ks Th 6c, bets: {ti: 5}}, expect: {winner: tie}}",
            "cases[0].coup.bets.ti: unknown bet: 'ti'",
        ),
        (
            "{name: A, MB, coup: {cards: 7h Ks Th 6c, bets: {tie: 0.001}}, expect: {winner: tie}}",
            "the smallest amount on this table is 0.01",
        ),
        ("{name: A, game: nap, coup: {cards: 7h Ks Th 6c}, expect: {winner: tie}}", "cases[0].game: unknown game of coups:"),
        ("{name: A, record: gone.rec, expect: {ok: true}}", "cases[0].record: "),
        ("{name: A, facts: {fault: late_bet}, expect: [ok]}", "cases[0].expect: expected a map"),
    ],
)  # fmt: skip
def test_a_case_that_cannot_be_tried_is_refused_with_its_place(tmp_path, case, said):
    """Names that nothing has, cards that are none, seats that nobody has: with file, line and column."""
    path = write(tmp_path, f"cases:\n  - {case}\n".replace("0.001", '"0.001"'))
    with pytest.raises(RuleFileError) as error:
        run_cases([path])
    assert said in str(error.value)
    assert str(error.value).startswith(f"{path}:2:")


def test_every_broken_case_is_told_at_once(tmp_path):
    """An author mends a file in one go."""
    text = """cases:
  - {name: A, game: mini-baccarat, at: nowhere, acts: [d burn], expect: {ok: true}}
  - {name: B, game: mini-baccarat, acts: [d brun], expect: {ok: true}}
"""
    with pytest.raises(RuleFileError) as error:
        run_cases([write(tmp_path, text)])
    assert [problem.line for problem in error.value.problems] == [2, 3]


@pytest.mark.parametrize(
    ("expect", "got", "said"),
    [
        ({"a": 1}, {"a": "1", "b": 2}, []),
        ({"a": True}, {"a": 1}, ["a: expected true, got 1"]),
        ({"a": None}, {"a": ""}, ["a: expected nothing, got nothing"]),
        ({"a": []}, {"a": ()}, []),
        ({"a": ["x"]}, {"a": ("x", "y")}, ["a: expected x, got x, y"]),
        ({"a": {"b": {"c": 1}}}, {"a": {"b": {}}}, ["a.b.c: expected 1, got nothing"]),
        ({"a": ["x"]}, {"a": "x"}, ["a: expected x, got x"]),
        ({"a": [{"b": 1}]}, {"a": [{"b": 2, "c": 3}]}, ["a[1].b: expected 1, got 2"]),
    ],
)
def test_only_what_a_case_names_is_compared(expect, got, said):
    """Maps may have more; lists not; true is not 1."""
    assert list(differences(expect, got)) == said


HOUSE = """
set: riverside
extends: us
title: Riverside
faults:
  boxed_card: {cases: {otherwise: {outcome: card_plays, remedies: []}}}
"""


def test_a_house_brings_its_own_cases(tmp_path):
    """A folder, or the house's one file with `cases` beside it; the set is named as it names itself, or by its path."""
    write(tmp_path, HOUSE, "riverside.yaml")
    write(
        tmp_path,
        "cases: [{name: one, rules: riverside, facts: BOXED, expect: {outcome: card_plays}}]",
        "cases/a.yaml",
    )
    write(
        tmp_path,
        "cases: [{name: two, rules: ../riverside.yaml, facts: BOXED, expect: {outcome: card_plays}}]",
        "cases/b.yaml",
    )
    for path in (tmp_path, tmp_path / "riverside.yaml"):
        report = run_cases([path])
        assert (report.passed, report.failed, report.uncovered) == (2, 0, ())


def test_what_no_case_of_a_house_reaches_is_listed(tmp_path):
    """Only what the house writes itself: the rest is its base's business."""
    write(tmp_path, HOUSE, "riverside.yaml")
    assert run_cases([tmp_path]).uncovered == ("riverside:boxed_card.otherwise",)


def test_the_rules_of_a_game_that_no_case_names_are_listed(tmp_path):
    """By the ids in the names of cases."""
    path = write(tmp_path, "cases: [{name: BA-45 a tie, game: mini-baccarat, coup: {cards: 6h 6s Kc Kd}, expect: {winner: tie}}]")
    report = run_cases([path])
    one_more = write(tmp_path, "cases: [{name: BA-44, game: mini-baccarat, coup: {cards: 6h 6s Kc Kd}, expect: {winner: tie}}]")
    assert report.uncovered_ours == run_cases([one_more]).uncovered_ours
    assert report.uncovered == ()


def test_what_no_case_reaches_of_a_house_s_own_game_is_listed_and_the_rest_is_a_number(tmp_path):
    """Whoever writes one case for a game over one of ours is not told of all the rules that come with dealerkit."""
    rules = "rules: {ours: {title: Ours, rules: {RB-01: A card is shown., RB-02: A card is hidden.}}}"
    write(tmp_path, f"extends: mini-baccarat\ngame: riverside\ntitle: Riverside\n{rules}", "riverside.yaml")
    case = f"{{name: RB-02 a tie, game: {tmp_path}/riverside.yaml, coup: {{cards: 6h 6s Kc Kd}}, expect: {{winner: tie}}}}"
    write(tmp_path, f"cases: [{case}]", "cases/a.yaml")
    report = run_cases([tmp_path])
    assert report.uncovered == ("riverside:RB-01",)
    assert report.uncovered_ours > 50
    shown = " ".join(" ".join(report.lines()).split())  # however wide the screen is
    assert shown.count("riverside:") == 1
    assert f"{report.uncovered_ours} of dealerkit's own rules are not in these cases; dealerkit has cases for them." in shown


def test_what_a_step_goes_by_and_nobody_told_is_asked_for(tmp_path):
    """A table set up behind a step whose result the count needs."""
    given = "{at: count, button: s3, places: {s1.won: Ac, upcard: Jd}, done: {begging: {word: stand}}}"
    case = f"{{name: A, game: all-fours, seats: 3, given: {given}, acts: [d mark s3 points jack 1], expect: {{ok: true}}}}"
    with pytest.raises(RuleFileError, match="count: this step needs the result of 'tricks'") as refused:
        run_cases([write(tmp_path, f"cases: [{case}]")])
    assert [one.path for one in refused.value.problems] == ["cases[0].given.done"]


def test_rules_are_for_cases_that_name_none(tmp_path):
    """So a house can run its cases under a draft of its rules."""
    house = write(tmp_path, HOUSE, "house/riverside.yaml")
    path = write(
        tmp_path,
        """cases:
  - {name: one, facts: {fault: boxed_card, later_card_drawn: false}, expect: {outcome: card_plays}}
  - {name: two, rules: us, facts: {fault: boxed_card, later_card_drawn: false}, expect: {outcome: card_replaced}}
""",
    )
    assert run_cases([path], house).failed == 0
    assert run_cases([path]).failed == 1


def test_a_record_is_a_case_too(tmp_path):
    """A record beside the file of cases is judged, as past disputes are."""
    record = "# dealerkit record 1\ngame: mini-baccarat\n---\nd check decks\n"
    write(tmp_path, record, "past.rec")
    path = write(
        tmp_path, "cases: [{name: past, record: past.rec, expect: {findings: [step/rack-skipped], expected: d check cut cards}}]"
    )
    assert run_cases([path]).failed == 0
    write(tmp_path, record + "d deal player\n", "past.rec")
    (result,) = run_cases([path]).data
    assert "past.rec:5" in result.why


def test_a_path_that_is_not_there(tmp_path):
    """Said with its name, as every broken file is."""
    with pytest.raises(RuleFileError, match="no such file or folder"):
        run_cases([tmp_path / "gone.yaml"])
