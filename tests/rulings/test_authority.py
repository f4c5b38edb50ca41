"""The authority that a rule set rests on, and a house's own choices."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealerkit.rules.sets import rule_set
from dealerkit.rulings import rule
from dealerkit.rulings.differences.authority import authority_of

BOXED = "faults: {boxed_card: {cases: {otherwise: {outcome: card_plays, remedies: [], say: The card plays.%s}}}}\n"
FACTS = {"fault": "boxed_card", "later_card_drawn": False}


def written(folder: Path, text: str, name: str = "ours") -> Path:
    """A rule set in a file of its own."""
    path = folder / f"{name}.yaml"
    path.write_text(f"set: {name}\n{text}", encoding="utf-8")
    return path


@pytest.mark.parametrize(("name", "authority"), [("us", "us"), ("tda", "tda"), ("cedar-room", "rrop"), ("lantern", "macau")])
def test_the_authority_of_a_set_is_the_nearest_that_is_no_house_s_own(name: str, authority: str) -> None:
    """A set of a tournament or a state is its own; that of a house is what it extends."""
    found = authority_of(rule_set(name))
    assert found is not None
    assert found.name == authority


def test_a_set_in_a_file_is_a_house_s_own(tmp_path: Path) -> None:
    """Whether it says so or not, and however many lie between; one that extends nothing rests on nothing."""
    written(tmp_path, "extends: tda\n")
    event = authority_of(rule_set(written(tmp_path, "extends: ./ours.yaml\n", "event")))
    assert event is not None
    assert event.name == "tda"
    assert authority_of(rule_set(written(tmp_path, "family: poker\n", "alone"))) is None


def test_what_a_house_chooses_is_cited_as_its_own(tmp_path: Path) -> None:
    """The decree that the set below it cites says something else; a work that the house's own file names is cited."""
    plain = rule(FACTS, "france")
    assert plain.source
    own = rule(FACTS, written(tmp_path, f"extends: france\n{BOXED % ''}"))
    assert (own.outcome, own.cite, own.source, own.verified) == ("card_plays", "House rule", {}, "read")
    cited = ", source: {work: pa-code-58, section: 627a.13}"
    assert rule(FACTS, written(tmp_path, f"extends: france\n{BOXED % cited}", "citing")).source["work"] == "pa-code-58"


def test_other_words_leave_a_ruling_to_its_source(tmp_path: Path) -> None:
    """Who says the same ruling in another way has chosen nothing."""
    text = "extends: france\nfaults: {boxed_card: {cases: {otherwise: {say: Out it goes.}}}}\n"
    assert rule(FACTS, written(tmp_path, text)).cite == rule(FACTS, "france").cite
