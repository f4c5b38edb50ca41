"""Number of taps from the opening of the desk in a browser to the spoken words.

Each case of the rule sets' own tests is given to the pages by the taps of a user: its fault is described by a phrase of
`rulings/told` (one that the search knows, so that this does not measure how well stories are understood: `tellings.py` does),
every question is answered from the case, and one that the case does not answer with No, or with nobody. Words count as one tap
of any length, a button as one, a number or an amount as its digits and OK. The output is the median, the number in a hundred
cases with at most a given number of taps, and the cases with the most.

    python bench/taps.py [--list]
    python bench/taps.py --sealed

`--sealed` gives the sealed tellings of `data/tellings` to the pages instead, in their own words, and answers from them: this
also measures how well stories are understood. It shows none of them, and no figure of a single one: a fault that is not offered
counts as never reached.
"""

from __future__ import annotations

import math
import random
import statistics
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from dealerkit.errors import DealerkitError
from dealerkit.jobs.cases.files import read_cases, targets
from dealerkit.rules.games import game
from dealerkit.rules.sets import default_rules, rule_set, rule_sets
from dealerkit.rules.tellings import told
from dealerkit.rulings import Fact
from dealerkit.rulings.desk import Desk
from dealerkit.rulings.facts import known_faults
from dealerkit.rulings.games import game_facts
from dealerkit.rulings.story import fault_named, offer
from dealerkit.web.desk.questions import question

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.tellings import FAMILIES, family, rules_of

GOAL = 8
SAMPLE = 600


def disputes() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield a rule set and the facts of a case, for cases with one fault."""
    for name in rule_sets():
        rules = rule_set(name)
        for case in read_cases(targets([rules.path.parent]), None):
            facts = dict(case.data.get("facts") or {})
            if isinstance(facts.get("fault"), str) and facts["fault"] in rules.faults and facts["fault"] in known_faults():
                yield name, facts


def taps(rules: str, facts: Mapping[str, Any], phrase: str) -> int:
    """Return the number of taps of a dispute until it is ruled, or the floor decides."""
    fault = str(facts["fault"])
    count = 1  # the words
    offered = offer(phrase, (rules,))
    count += 1 if fault in {fault.name for fault in offered.faults} else 3  # searched again with other words, and then selected
    desk = Desk(fault, [rules])
    while (fact := desk.question()) is not None and not all(ruling.decided for ruling in desk.rulings):
        count += answer(desk, fact, facts)
    return count


def answer(desk: Desk, fact: Fact, facts: Mapping[str, Any]) -> int:
    """Answer a question from a case; return the number of taps."""
    asked = question(desk, fact)
    value = facts.get(fact.name)
    if value is None and fact.type == "bool":
        value = False
    try:
        desk.answer(fact.name, value)
    except DealerkitError:
        desk.answer(fact.name, None)
        return 1
    if value is None:
        return 1
    shown = desk.facts.get(fact.name, value)
    word = {True: "yes", False: "no"}.get(shown, str(shown)) if isinstance(shown, bool) else str(shown)
    if any(button.value == word for button in asked.buttons) or asked.kind == "choice":
        return 1
    if asked.kind in {"seats", "acts"}:
        return len(word.split()) + 1
    return 2 if asked.kind == "words" else len(word) + 1


def sealed_taps(story: Mapping[str, Any], gates: Mapping[str, Any]) -> float:
    """Return the number of taps of a sealed telling until it is ruled; infinite if its fault is not offered."""
    played = game(story["game"]) if "game" in story else None
    right = {story["fault"], *story.get("or", ())}
    rules = rules_of(played)
    named = fault_named(story["text"], rules, played)
    if named and named not in right:
        return math.inf
    count = 1 if named else 2  # the words; the choice of the fault
    if not named and not right & {fault.name for fault in offer(story["text"], rules, played).faults}:
        return math.inf
    answers = dict(story.get("answers", {}))
    answers.update(gates.get(answers.pop("gate", None), {}))
    fault = str(story["fault"])
    knows = {**known_faults()[fault].usual, **answers}
    desk = Desk(fault, list(rules) or [default_rules(fault)], game_facts(played, at_table=False) if played is not None else {})
    while (fact := desk.question()) is not None and not all(ruling.decided for ruling in desk.rulings):
        count += answer(desk, fact, knows)
    return count


def sealed() -> int:
    """Print the figures of the sealed tellings; return 1 if the goal is missed."""
    many: list[float] = []
    for name in FAMILIES:
        stories = family(name)
        many += [sealed_taps(story, stories.get("gates", {})) for story in stories["tellings"] if "fault" in story]
    many.sort()
    middle = statistics.median(many)
    print(f"{len(many)} sealed tellings; median {middle:g} taps (goal: {GOAL})")
    for most in (4, 6, 8, 12):
        print(f"  {most:>2} or fewer: {100 * sum(taps <= most for taps in many) / len(many):5.1f} in 100")
    print(f"  not offered: {100 * sum(math.isinf(taps) for taps in many) / len(many):5.1f} in 100")
    return int(middle > GOAL)


def main() -> int:
    """Print the figures; return 1 if the goal is missed."""
    if "--sealed" in sys.argv:
        return sealed()
    drawn = random.Random(17)
    blocks = list(disputes())
    drawn.shuffle(blocks)
    stories = told()
    counted = []
    for rules, facts in blocks[:SAMPLE]:
        story = stories.get(str(facts["fault"]))
        if story is not None:
            counted.append((taps(rules, facts, drawn.choice(story.told)), rules, facts))
    many = sorted(taps for taps, _, _ in counted)
    print(f"{len(many)} disputes; median {statistics.median(many):g} taps (goal: {GOAL})")
    for most in (4, 6, 8, 10, 12, 16):
        print(f"  {most:>2} or fewer: {100 * sum(taps <= most for taps in many) / len(many):5.1f} in 100")
    if "--list" in sys.argv:
        for needed_taps, rules, facts in sorted(counted, key=lambda item: -item[0])[:20]:
            print(f"  {needed_taps:>2}  {rules}: {known_faults()[str(facts['fault'])].title}  {facts}")
    return int(statistics.median(many) > GOAL)


if __name__ == "__main__":
    sys.exit(main())
