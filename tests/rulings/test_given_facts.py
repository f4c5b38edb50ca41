"""A fact can hold two of a thing: two cards shown, one hand short while another is over, boxed cards on two streets."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.errors import Contradiction, UnknownName
from dealerkit.rulings import known_facts, known_faults, rule
from dealerkit.rulings.desk import Desk

SHOWN = ["rule", "card_exposed", "--rules", "rrop", "-f", "acts=none"]


@pytest.mark.parametrize("said", [["deck_position=7 and 9"], ["deck_position=9,7"], ["deck_position=7", "-f", "deck_position=9"]])
def test_md_04_two_cards_shown_are_told_by_their_places(said):
    """However they are written; the count follows from them."""
    result = CliRunner().invoke(main, [*SHOWN, "-f", *said, "--json"])
    (ruling,) = json.loads(result.stdout)["rulings"]
    assert (result.exit_code, ruling["outcome"], ruling["rules"]) == (0, "misdeal", ["MD-04"])
    assert ruling["detail"]["facts"] | {"exposed_count": 2, "deck_position": 7} == ruling["detail"]["facts"]


def test_fewer_than_were_named_are_refused():
    """Three may have been shown where two places are known, but not one."""
    facts = {"fault": "card_exposed", "acts": "none", "deck_position": "7, 9"}
    assert rule({**facts, "exposed_count": 3}, "rrop").outcome == "misdeal"
    with pytest.raises(Contradiction, match="exposed_count=1 and deck_position=7 and 9"):
        rule({**facts, "exposed_count": 1}, "rrop")
    with pytest.raises(UnknownName, match="unknown value of deck_position: '99'"):
        rule({**facts, "deck_position": "7, 99"}, "rrop")
    assert CliRunner().invoke(main, ["rule", "surplus_card", "-f", "side=player", "-f", "side=banker"]).exit_code == 2


def test_at_the_desk_two_places_answer_two_questions():
    """And both are taken back."""
    desk = Desk("card_exposed", ["rrop"], {"acts": "none", "street": "deal"})
    desk.answer("deck_position", "7 and 9")
    assert (desk.question(), desk.rulings[0].outcome) == (None, "misdeal")
    while desk.back():
        pass
    assert not desk.facts.keys() & {"deck_position", "exposed_count"}


def test_boxed_cards_on_two_streets_are_no_misdeal():
    """MD-05, IR-08: by the second one there has been action; both on one street are told by how many they were."""
    assert rule({"fault": "boxed_card", "street": ["deal", "flop"]}, "rrop").facts["boxed_count"] == 2
    assert rule({"fault": "boxed_card", "street": "flop and deal"}, "tda").outcome == "card_replaced"


def test_what_may_be_several_is_counted_by_a_number():
    """The fact that counts is one that the fault knows."""
    for fault in known_faults().values():
        for how in fault.several.values():
            assert known_facts()[how["counts"]].type == "int"
            assert how["counts"] in fault.facts
