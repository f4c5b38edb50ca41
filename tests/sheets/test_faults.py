"""The index of disputes that a supervisor carries."""

from __future__ import annotations

import pytest

from dealerkit.rules.games import game
from dealerkit.rulings.lists import decision_list
from dealerkit.sheets import make_sheet, render

SETS = [("holdem", "rrop"), ("stud7", "tda"), ("mini-baccarat", "france")]


@pytest.mark.parametrize(("name", "rules"), SETS)
def test_every_fault_with_its_questions_in_order_and_its_rulings(name, rules):
    """As the desk asks them and the engine rules."""
    dealt = game(name, rules)
    made = make_sheet(dealt, "faults")
    assert [fault.id for fault in made.faults] == list(dealt.rules.faults)
    for fault in made.faults:
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


@pytest.mark.parametrize("form", ["md", "html"])
def test_it_prints_without_braces_or_raw_names(form):
    """In both formats."""
    text = render(make_sheet(game("holdem", "tda"), "faults"), form)
    assert "Which card off the deck was it" in text
    assert "{" not in text.split("<style>")[-1].split("</style>")[-1]
