"""The index of disputes that a supervisor carries."""

from __future__ import annotations

import pytest

from dealerkit.rules.games import game
from dealerkit.rulings import known_faults
from dealerkit.rulings.decision_lists import decision_list
from dealerkit.rulings.facts import is_question
from dealerkit.sheets.build import make_sheet
from dealerkit.sheets.render import render

SETS = [("holdem", "rrop"), ("stud7", "tda"), ("mini-baccarat", "france")]


@pytest.mark.parametrize(("name", "rules"), SETS)
def test_every_fault_with_its_questions_in_order_and_its_rulings(name, rules):
    """As the desk asks them and the engine rules; what happens only in other forms of poker is left out."""
    dealt, known = game(name, rules), known_faults()
    made = make_sheet(dealt, "faults")
    form = dealt.data.get("showdown", {}).get("kind", "")
    mine = [fault for fault in dealt.rules.faults if form in (known[fault].forms or (form,))]
    assert [fault.id for fault in made.faults] == [name for name in mine if not is_question(name)]
    assert [fault.id for fault in made.questions] == [name for name in mine if is_question(name)]
    assert ("stud_upcards" in mine, "flop_count" in mine) == (name == "stud7", name == "holdem")
    for fault in (*made.faults, *made.questions):
        listed = decision_list(dealt.rules, fault.id)
        assert [str(question) for question, _ in fault.questions] == [fact.question for fact in listed.facts.values()]
    assert not made.procedure
    assert made.sources


def test_cases_for_another_form_are_left_out():
    """IR-14: what a stud table does with a shown card is not on a hold'em sheet."""
    cases = {
        name: {fault.id: {case.name for case in fault.cases} for fault in make_sheet(game(name, "rrop"), "faults").faults}
        for name in ("holdem", "stud7")
    }
    assert cases["holdem"]["card_exposed"] < cases["stud7"]["card_exposed"] | cases["holdem"]["card_exposed"]
    assert cases["stud7"]["card_exposed"] - cases["holdem"]["card_exposed"]


@pytest.mark.parametrize(("name", "book"), [("holdem", {"board"}), ("stud7", set()), ("badugi", {"draw"})])
def test_the_book_on_a_sheet_is_that_of_its_form(name, book):
    """The set's chapters on the board (FTR-20) and on the draw (DR-16) are printed for the forms that have one."""
    printed = {rule.id for chapter in make_sheet(game(name), "rules").rules for rule in chapter.rules}
    assert {"FTR-20": "board" in book, "DR-16": "draw" in book} == {rule: rule in printed for rule in ("FTR-20", "DR-16")}
    assert printed >= {"FTR-27", "FTR-28"}  # a stub falls in any form


@pytest.mark.parametrize("form", ["md", "html"])
def test_it_prints_without_braces_or_raw_names(form):
    """In both formats."""
    text = render(make_sheet(game("holdem", "tda"), "faults"), form)
    assert "Which card off the deck was it" in text
    assert "{" not in text.split("<style>")[-1].split("</style>")[-1]
