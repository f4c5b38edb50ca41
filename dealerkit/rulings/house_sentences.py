"""Sentences of the rule book under a house: the rule as it is written, or the ruling of a house that settles it otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from dealerkit.rules.doc import branch, value_at
from dealerkit.rules.entries import CaseEntry
from dealerkit.rules.games import Game
from dealerkit.rules.option_lines import RuleText
from dealerkit.rules.sets import RuleSet
from dealerkit.rules.texts import DEFAULT_LANGUAGE, EMPTY, Said, joined, without
from dealerkit.rulings.circumstances import circumstances, continued
from dealerkit.rulings.conditions import holds
from dealerkit.rulings.differences.authority import authority_of, overruled
from dealerkit.rulings.games import faults_in_force, game_facts, values_in_force

Say = Callable[[object], Said]
"""Says a text of a rule set about a game in one language, as `Voice.say` does on paper."""


def sentence_in_force(game: Game, rule: RuleText, say: Say | None = None, lang: str = DEFAULT_LANGUAGE) -> Said:
    """Return the text of a rule under the options and the rule set in force, for book, desk and drills.

    Under a house that settles disputes by the rule otherwise than the set that it builds on, and has not written the rule again,
    it is the house's ruling where it has others for all of them, the rule and its ruling where for some.

    Args:
        game: The game as it is dealt.
        rule: One of its rules, as `rule_texts` has them.
        say: Says a text; the game's own words in that language if left out.
        lang: The language.
    """
    say = say or (lambda value: Said(game.say(value, lang), lang))
    words = joined(map(say, rule.texts), " ")
    rules = game.rules
    base = authority_of(rules) if rules is not None and rule.of_set else None
    place = ("rules", rule.group, "rules", rule.rule)
    if rules is None or base is None or base is rules or value_at(base.doc.data, place) != value_at(rules.doc.data, place):
        return words
    other = overruled(rules)
    if not any(rule.rule in rules_of_case(rules, fault, name) for fault, names in other.items() for name in names):
        return words
    house = house_ruling(game, say, lang, rule.rule)
    if not house:
        return words
    kept = any(
        case["rule"] == rule.rule and name not in other.get(fault, ())
        for fault, entry in base.faults.items()
        for name, case in entry["cases"].items()
    )
    return joined([words, house], " ") if kept else house


def case_instead(now: Mapping[str, Mapping[str, object]], asked: Mapping[str, object]) -> str:
    """Return the name of the case that covers a case which the house has taken away; empty if none does.

    Args:
        now: The cases of the house, each with the facts it asks for.
        asked: The facts that the case asked for which is gone.
    """
    return next((name for name, wants in now.items() if wants.items() <= asked.items()), "")


def house_ruling(game: Game, say: Say, lang: str, rule: str) -> Said:
    """Return when a house rules otherwise than the set it extends on a rule's disputes, and the words it speaks; empty if it does
    not, or the game has no such dispute.

    Of a case that the house has taken away it is what the next one says that fits.

    Args:
        game: The game as the house deals it.
        say: Says a text.
        lang: The language.
        rule: The rule by which the cases are ruled, there or by the set below.
    """
    base = authority_of(game.rules) if game.rules is not None else None
    if game.rules is None or base is None:
        return EMPTY
    here, texts = faults_in_force(game), []
    for fault, names in overruled(game.rules).items():
        if fault not in here:
            continue
        ours = game.rules.faults[fault]["cases"]
        now, before = cases_here(game, ours), cases_here(game, base.faults[fault]["cases"])
        for name in names:
            asked = now.get(name) if name in ours else before.get(name)
            if asked is None or rule not in rules_of_case(game.rules, fault, name):
                continue
            fits = name if name in ours else case_instead(now, asked)
            words = words_of_case(say, ours[fits]) if fits else EMPTY
            if words:
                happened = [say(game.rules.faults[fault]["title"]), *map(continued, circumstances(lang, game, fault, asked))]
                texts.append(joined([joined(happened, ", "), words], ": "))
    return joined(texts, " ")


def words_of_case(say: Say, case: Mapping[str, object]) -> Said:
    """Return the floor's spoken words on a case, without sentences that need an unknown amount."""
    return say(without(case.get("say"), branch(case, "amounts").keys()))


def rules_of_case(rules: RuleSet, fault: str, name: str) -> Iterator[str]:
    """Yield the rules cited for a case by a house and by the set that it extends: a house with a rule of its own has overruled
    the other's.
    """
    base = authority_of(rules)
    for rule_set in (rules, base):
        case = rule_set.faults.get(fault, {}).get("cases", {}).get(name) if rule_set is not None else None
        if case is not None:
            yield case["rule"]


def cases_here(game: Game, cases: Mapping[str, CaseEntry]) -> Mapping[str, Mapping[str, object]]:
    """Return a fault's cases that can occur in a game, each with the facts that the game leaves open; without cases that an
    earlier one always covers.
    """
    known, facts = game_facts(game), dict[str, Mapping[str, object]]()
    for name, case in cases.items():
        wants = case.get("when") or {}
        left = {fact: wanted for fact, wanted in wants.items() if fact not in known}
        comes = all(holds(wants[fact], known[fact]) for fact in wants.keys() - left.keys())
        comes = comes and all(values_in_force(game, fact, wanted) for fact, wanted in left.items())
        if comes and not any(before.items() <= left.items() for before in facts.values()):
            facts[name] = left
    return facts
