"""What the floor may choose: each choice says what it does to cards and to chips."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.rules.sets import rule_set, rule_sets
from dealerkit.rules.texts import text
from dealerkit.rulings import rule


def left_to_the_floor(name):
    """Every choice in the cases of a rule set, with its fault."""
    for fault, entry in rule_set(name).faults.items():
        for case in (entry.get("cases") or {}).values():
            yield from ((fault, text(choice)) for choice in (case or {}).get("choices") or ())


@pytest.mark.parametrize("name", rule_sets())
def test_each_choice_says_what_it_does_to_cards_and_chips(name):
    """A set that offers a choice of its own words says it under `choices`."""
    known = rule_set(name).choices
    silent = sorted({choice for _, choice in left_to_the_floor(name) if set(known.get(choice, ())) != {"cards", "chips"}})
    assert not silent, f"add them to rulings/{name}/choices.yaml"


def test_nothing_is_said_of_a_choice_that_there_is_not():
    """Whatever stands under `choices` is offered in some case of some rule set."""
    offered = {choice for name in rule_sets() for _, choice in left_to_the_floor(name)}
    assert {choice for name in rule_sets() for choice in rule_set(name).choices} <= offered


def test_the_choices_stand_below_each_other_with_what_they_do():
    """BI-03, BI-07: in words and for programs; the list of the choices is what it was."""
    told = CliRunner().invoke(main, ["rule", "boxed_card", "--rules", "us", "-f", "later_card_drawn=yes"]).stdout
    assert (
        "- void the coup and return the bets\n        cards: are put in the discard holder\n        chips: every bet is returned"
        in told
    )
    detail: Any = rule({"fault": "boxed_card", "later_card_drawn": True}, "us").as_json()["detail"]
    assert detail["choices"] == ["void the coup and return the bets", "let the coup stand"]
    assert set(detail["effects"]["let the coup stand"]) == {"cards", "chips"}


def test_a_house_says_what_its_own_choice_does(tmp_path):
    """Under `choices` of its file; a choice of which nothing is said is shown alone."""
    case = next(iter(name for name, case in rule_set("us").faults["boxed_card"]["cases"].items() if case.get("choices")))
    house = tmp_path / "mine.yaml"
    house.write_text(
        f"set: mine\nextends: us\nchoices: {{toss a coin: {{cards: stay, chips: stay too}}}}\n"
        f"faults: {{boxed_card: {{cases: {{{case}: {{choices: [toss a coin, ask the manager]}}}}}}}}\n",
        encoding="utf-8",
    )
    args = ["rule", "boxed_card", "--rules", str(house), "-f", "later_card_drawn=yes"]
    told = CliRunner().invoke(main, args).stdout
    assert "    - toss a coin\n        cards: stay\n        chips: stay too\n    - ask the manager\n  weigh:" in told
