"""Sentences of the rule book under a house: the rule as written, or the house's ruling if it settles disputes by it otherwise."""

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
    """Return the text of a rule under the options and the rule set in force, for the book, for disputes and for drills.

    If a house settles disputes by the rule otherwise than the set that it extends, and has not rewritten the rule, the text is
    the house's ruling (if that covers all such disputes), or the rule followed by the ruling (if it covers some).

    Args:
        game: The game as it is dealt.
        rule: One of its rules, as from `rule_texts`.
        say: Function that returns a text in the language; None for the game's own.
        lang: Language tag.
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
    """Return the name of the first of a house's cases that covers a case which the house has removed; empty if none does.

    Args:
        now: The conditions of the house's cases, by the case's name.
        asked: The conditions of the removed case.
    """
    return next((name for name, wants in now.items() if wants.items() <= asked.items()), "")


def house_ruling(game: Game, say: Say, lang: str, rule: str) -> Said:
    """Return a text on how a house settles disputes by a rule otherwise than the set it extends: under which conditions, and the
    words to say. Empty if it does not, or the game has no such dispute.

    For a case that the house has removed, the text gives the ruling of the next case that fits.

    Args:
        game: The game as the house deals it.
        say: Function that returns a text in the language.
        lang: Language tag.
        rule: Id of the rule, cited in the case by the house or by the set it extends.
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
    """Return the words that the floor says in a case, without sentences that need an unknown amount.

    Args:
        say: Function that returns a text in the language.
        case: The case as it is written.
    """
    return say(without(case.get("say"), branch(case, "amounts").keys()))


def rules_of_case(rules: RuleSet, fault: str, name: str) -> Iterator[str]:
    """Yield the ids of the rules cited for a case, by a house and by the set that it extends: a house that cites a rule of its
    own has overruled the other's.

    Args:
        rules: The house's rule set.
        fault: Name of the fault.
        name: Name of the case.
    """
    base = authority_of(rules)
    for rule_set in (rules, base):
        case = rule_set.faults.get(fault, {}).get("cases", {}).get(name) if rule_set is not None else None
        if case is not None:
            yield case["rule"]


def cases_here(game: Game, cases: Mapping[str, CaseEntry]) -> Mapping[str, Mapping[str, object]]:
    """Return the conditions of each case that can occur in a game, by the case's name; without cases that an earlier one always
    covers.

    Conditions on facts that the game settles are left out.

    Args:
        game: The game.
        cases: The cases of one fault, by name.
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
