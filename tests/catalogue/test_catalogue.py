"""Everything that has a name can be explained and found, with where it stands and who says otherwise."""

from __future__ import annotations

import json
import re

import pytest

from dealerkit.catalogue.entries import KINDS
from dealerkit.catalogue.lookup import entries, explain, find
from dealerkit.errors import UnknownName
from dealerkit.rules.data import data_dir
from dealerkit.rules.first_house_file import new_rules
from dealerkit.rulings.complaint import faults_like


@pytest.fixture(scope="module")
def known():
    """All entries under all sets."""
    return entries()


def test_every_entry_says_where_it_stands(known):
    """File and line for everything but the words of rulings; each has a title, and JSON can hold it."""
    for entry in known:
        assert entry.kind in KINDS
        assert entry.title
        assert entry.kind == "outcome" or re.search(r"\.(yaml|py):\d+$", entry.where), entry
        json.dumps(entry.as_json())
    assert len({(entry.id, entry.kind, entry.game) for entry in known}) == len(known)


def test_the_line_is_the_line(known):
    """What is at the line names the entry."""
    root = data_dir("rulings").parent
    for entry in known:
        if entry.kind in {"finding", "remedy", "fact", "fault", "work"}:
            file, _, number = entry.where.rpartition(":")
            lines = (root / file).read_text(encoding="utf-8").splitlines()
            assert lines[int(number) - 1].strip().startswith(f"{entry.id}:"), entry.where


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("BI-03", "rule"),
        ("bi03", "rule"),
        ("RB-02", "remedy"),
        ("coup/wrong-result", "finding"),
        ("Coup Wrong Result", "finding"),
        ("surplus_card", "fault"),
        ("face_seen", "fact"),
        ("tie pays", "option"),
        ("mini-baccarat.tie_pays", "option"),
        ("mini-baccarat", "game"),
        ("macau", "set"),
        ("floor_discretion", "outcome"),
        ("pa-code-58", "work"),
        ("play/BI-12", "finding"),
    ],
)
def test_a_name_is_explained_however_it_is_written(name, kind):
    """Case, spaces and signs do not matter."""
    assert explain(name)[0].kind == kind


def test_steps_of_players_leave_no_gap_among_those_of_a_remedy(known):
    """BJI-38: RJ-23 has a step of the players between two of the dealer's."""
    told = {one.id: one.text.split("; ") for one in known if one.kind == "remedy"}
    assert len(told["RJ-23"]) == 3
    assert all(all(steps) for name, steps in told.items() if len(steps) > 1), told


def test_a_rule_gathers_rulings_findings_and_departures():
    """A card face up: ruled in three ways, against it one finding; Macau changes the outcome at a line of its own."""
    (rule,) = explain("BI-03")
    assert {case.rules_set: case.outcome for case in rule.cases if case.case == "otherwise"} == {
        "us": "card_replaced",
        "spain": "card_replaced",
        "macau": "card_plays",
    }
    assert "shoe/face-up-card-used" in rule.see
    change = next(one for one in rule.departures if one.rules_set == "macau" and one.path.endswith("otherwise.outcome"))
    assert (change.kind, change.old, change.new, change.base) == ("changed", "card_replaced", "card_plays", "us")
    assert "macau/irregularities.yaml:" in change.where
    assert "us/irregularities.yaml:" in change.base_where


def test_under_one_set_the_rulings_are_all_of_that_set():
    """What a set inherits is shown as its own."""
    (fault,) = explain("surplus_card", rules="macau")
    assert {case.rules_set for case in fault.cases} == {"macau"}
    assert fault.cases[-1].case == "otherwise"
    assert "us/irregularities.yaml" in fault.cases[0].where


def test_an_option_says_which_sets_fix_it():
    """Decks: six in France."""
    (option,) = [entry for entry in explain("mini-baccarat.decks") if entry.kind == "option"]
    assert {one.rules_set: one.new for one in option.departures} == {"france": "6"}
    assert option.more["value"] == "8"
    assert explain("mini-baccarat.decks", rules="france")[0].more["value"] == "6"


@pytest.mark.parametrize(("name", "kind"), [("exchange/swept-too-soon", "finding"), ("RS-01", "remedy")])
def test_what_only_one_set_has_is_explained_without_naming_the_set(name, kind):
    """A finding and a remedy of the games at home, that no other rule set has."""
    assert [entry.kind for entry in explain(name)] == [kind]


def test_a_code_without_an_entry_of_its_own_is_made_of_its_parts():
    """A step's slip is told as its kind of slip; an illegal choice with its rule."""
    (finding,) = explain("step/offer-skipped")
    assert (finding.id, finding.title) == ("step/offer-skipped", "A step was left out")
    assert "{" not in f"{finding.title} {finding.text} {finding.more['remedy']}"
    assert [entry.id for entry in explain("play/BI-13")] == ["play/BI-13", "BI-13"]


def test_a_house_departs_from_its_base_with_file_and_line(tmp_path):
    """One overlay file: the finding's new severity and the ruling's new remedy, each with both places."""
    house = tmp_path / "riverside.yaml"
    house.write_text(
        "set: riverside\nextends: us\nfindings:\n  coup/wrong-payout: {severity: critical}\n"
        "faults:\n  stuck_cards:\n    cases:\n      order_known: null\n",
        encoding="utf-8",
    )
    (finding,) = explain("coup/wrong-payout", rules=house)
    assert finding.severity == "critical"
    (change,) = finding.departures
    assert (change.old, change.new) == ("major", "critical")
    assert change.where.endswith("riverside.yaml:4")
    assert "findings.yaml:" in change.base_where
    (rule,) = explain("BI-09", rules=house)
    assert [(one.kind, one.path) for one in rule.departures] == [("removed", "faults.stuck_cards.cases.order_known")]
    assert [case.case for case in rule.cases] == ["otherwise"]


@pytest.mark.parametrize("options", ["{}", "{mini-baccarat: {}}", "{baccarat: {}, mini-baccarat: {}}"])
@pytest.mark.sample(3, rest="thorough")
def test_a_house_that_fixes_no_option_yet_is_explained_and_searched(tmp_path, options):
    """The file that `dealerkit rules new` begins lists every option, commented out."""
    house = tmp_path / "harbour.yaml"
    house.write_text(f"set: harbour\nextends: us\noptions: {options}\n", encoding="utf-8")
    (fault,) = explain("late_bet", rules=house)
    assert fault.departures == ()
    assert find("past posting", rules=house)[0].entry.id == "late_bet"


def test_a_house_as_it_is_begun_is_explained(tmp_path):
    """Nothing is decided in it, so that it departs from nothing."""
    house = tmp_path / "harbour.yaml"
    house.write_text(new_rules("harbour", "us", tmp_path), encoding="utf-8")
    (entry,) = explain("mini-baccarat", rules=house)
    assert entry.departures == ()


def test_an_unknown_name_is_told_with_the_nearest():
    """A slip of the finger in an id."""
    with pytest.raises(UnknownName, match="surplus_card"):
        explain("surplus_crad")


@pytest.mark.parametrize(
    ("sought", "first"),
    [
        ("boxd cards", "boxed_card"),
        ("RB-06", "RB-06"),
        ("pressing", "late_bet"),
        ("cards on the floor", "card_off_table"),
        ("he went back for more", "string_bet"),
    ],
)
def test_a_search_puts_the_best_fit_first(sought, first):
    """Plurals, slips, words of the trade, and stories as they are told at the desk."""
    assert find(sought)[0].entry.id == first


@pytest.mark.parametrize(("sought", "among"), [("comission rounding", "commission_rounding"), ("wrong payouts", "/wrong-payout")])
def test_what_went_wrong_and_what_is_written_of_it_stand_side_by_side(sought, among):
    """The best fault and the best of the rest are the first two."""
    first, second = find(sought)[:2]
    assert first.entry.kind == "fault"
    assert second.entry.id.endswith(among)  # games against the house and baccarat each have one of that name


def test_a_search_for_a_fault_is_the_search_of_the_desk():
    """One search behind both: the same faults in the same order."""
    story = "the dealer put the turn out before seat four had acted"
    assert [hit.entry.id for hit in find(story, kinds=["fault", "question"])[:4]] == [
        one.fault.name for one in faults_like(story)[:4]
    ]


@pytest.mark.parametrize(
    ("sought", "first", "foreign"),
    [
        ("lowball, one hand has a card too many before the draw", "wrong_count", "surplus_card"),
        ("lowball player short one card before drawing", "missing_card", "card_before_close"),
    ],
)
def test_a_game_that_the_words_name_narrows_the_family(sought, first, foreign):
    """MD-07: lowball is poker; no fault of a shoe is among what is found."""
    found = [hit.entry.id for hit in find(sought, kinds=["fault"])]
    assert found[0] == first
    assert foreign not in found
    assert foreign in [hit.entry.id for hit in find(sought.replace("lowball", ""), kinds=["fault"])]


def test_a_search_can_be_narrowed():
    """By kind and by number."""
    assert {hit.entry.kind for hit in find("burn", kinds=["remedy"])} == {"remedy"}
    assert len(find("card", limit=3)) == 3
    assert find("zzzzzz") == []


def test_a_finding_that_only_one_rule_set_has_is_in_the_catalogue_too():
    """What a set adds of its own can be explained and searched for like any other."""
    from dealerkit.rules.sets import rule_set, rule_sets

    named = {entry.id for entry in entries() if entry.kind == "finding"}
    assert {code for name in rule_sets() for code in rule_set(name).findings} <= named
