"""The disputes in tellers' words that the desk's search is measured with: as they were sealed, and well made."""

import hashlib
import json
from itertools import chain
from pathlib import Path

from dealerkit.rules.sets import rule_set, rule_sets
from dealerkit.rulings import known_facts
from tests.yaml_files import data_of

TELLINGS = Path(__file__).parents[2] / "bench" / "data" / "tellings"
SEALED = (TELLINGS / "SEAL").read_text(encoding="utf-8").split()
FAMILIES = {path.stem: data_of(path) for path in sorted(TELLINGS.glob("*.yaml"))}


def test_they_are_as_they_were_sealed() -> None:
    """A telling that is changed after the search was made fits the search, and measures nothing."""
    sums = dict(zip(SEALED[1::2], SEALED[::2], strict=True))
    assert sums == {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in TELLINGS.glob("*.yaml")}


def test_each_names_faults_that_are_ruled_on() -> None:
    """The right fault of a telling is one that some rule set rules on."""
    known = set(chain.from_iterable(rule_set(name).faults for name in rule_sets()))
    since = json.loads((TELLINGS / "since.json").read_text(encoding="utf-8"))
    assert {one["fault"] for one in since.values()} <= known
    known |= set(since)
    for family, made in FAMILIES.items():
        for told in made["tellings"]:
            named = {told["fault"], *told.get("or", ())} if "fault" in told else {*told.get("faults", ()), *told.get("or", ())}
            assert named <= known, (family, told["id"])


def test_each_answers_what_the_desk_can_ask() -> None:
    """What a teller would answer is told in facts of the catalogue, with values that they can have."""
    facts = known_facts()
    for family, made in FAMILIES.items():
        for told in made["tellings"]:
            told_of = dict(told.get("answers", {}))
            told_of.update(made["gates"][gate] if (gate := told_of.pop("gate", None)) else {})
            for name, value in told_of.items():
                assert name in facts, (family, told["id"], name)
                facts[name].read(str(value).lower() if isinstance(value, bool) else str(value))


def test_there_are_as_many_as_were_asked_for() -> None:
    """Three to each of fifty faults of poker, sixty of baccarat, sixty of the rest, fifty unknown, twenty-five of two faults."""
    assert {family: len(made["tellings"]) for family, made in FAMILIES.items()} == {
        "poker": 150,
        "baccarat": 60,
        "home": 60,
        "two": 25,
        "unknown": 50,
    }
    for made in FAMILIES.values():
        for key in ("id", "text"):
            assert len({told[key] for told in made["tellings"]}) == len(made["tellings"])
