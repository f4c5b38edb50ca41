"""Disputes told by anybody: any fault, any fact, any value, in options, files and answers."""

from __future__ import annotations

import json
import random

import pytest

from dealerkit.rules.rule_set import rule_sets
from dealerkit.rulings.facts import known_facts, known_faults
from tests.attack.kinds import TOKENS, Attack, maybe, mutated, run

pytestmark = pytest.mark.campaign

FAULTS, FACTS, SETS = sorted(known_faults()), known_facts(), sorted(rule_sets())
ANSWERS = [
    "1",
    "2",
    "3",
    "9",
    "?",
    "back",
    "yes",
    "no",
    "",
    " ",
    "help",
    "quit",
    "it was seen",
    "²",
    "1.5",
    "-1",
    "call fold",
    "s1",
]


def value_of(name: str, rng: random.Random) -> str:
    """A value that a fact can have, or cannot."""
    fact, pick = FACTS[name], rng.random()
    if pick < 0.5 and fact.values:
        return rng.choice(fact.values)
    if pick < 0.8:
        return rng.choice(("yes", "no", "0", "1", "2", "3", "5", "12", "100", "0.5", "call fold", "Ah Kd", "s1 raise 40"))
    return rng.choice(TOKENS)


def test_facts_in_options(record_property):
    """A ruling, a question, or a message that says which fact is none."""

    def trial(rng: random.Random, say) -> None:
        facts = rng.sample(sorted(FACTS), rng.randint(0, 6))
        pairs = [word for name in facts for word in ("-f", f"{name}={value_of(name, rng)}")]
        sets = [word for name in rng.sample(SETS, rng.randint(0, 3)) for word in ("--rules", name)]
        fault = rng.choice(FAULTS) if rng.random() < 0.9 else rng.choice([token for token in TOKENS if token != "--help"])
        args = ["rule", *maybe(rng, 0.95, fault), *pairs, *sets, *maybe(rng, 0.7, "--json")]
        say(args)
        run(*args)

    Attack("facts", 150, record_property).run(trial)


def test_facts_in_a_file(record_property, tmp_path):
    """YAML or JSON, with something wrong in it."""
    path = tmp_path / "facts.yaml"

    def trial(rng: random.Random, say) -> None:
        facts = {name: value_of(name, rng) for name in rng.sample(sorted(FACTS), rng.randint(0, 6))}
        facts["fault"] = rng.choice(FAULTS)
        text = (
            json.dumps(facts, indent=1) if rng.random() < 0.3 else "\n".join(f"{name}: {value}" for name, value in facts.items())
        )
        bad = mutated(text.encode(), rng, [*FACTS, *FAULTS])
        say(repr(bad))
        path.write_bytes(bad)
        run("rule", "--facts", path, *maybe(rng, 0.5, "--json"))

    Attack("facts in a file", 60, record_property).run(trial)


def test_answers_at_the_desk(record_property):
    """`rule --ask` with any answers: it ends, with a ruling or without."""

    def trial(rng: random.Random, say) -> None:
        first = rng.choice((rng.choice(FAULTS).replace("_", " "), rng.choice(TOKENS), "card", "bet", "misdeal", "\x1b[2J", ""))
        typed = "\n".join([first, *(rng.choice([*ANSWERS, *TOKENS]) for _ in range(rng.randint(0, 30)))]) + "\n"
        args = ["rule", "--ask", *(word for name in rng.sample(SETS, rng.randint(0, 2)) for word in ("--rules", name))]
        say(f"{args} {typed!r}")
        run(*args, typed=typed)

    Attack("answers", 20, record_property).run(trial)
