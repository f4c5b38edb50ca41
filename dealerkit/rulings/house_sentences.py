"""Sentences of the rule book under a house: the rule as it is written, or the ruling of a house that settles it otherwise."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from dealerkit.rules.doc import value_at
from dealerkit.rules.entries import FaultEntry
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
    """Return what a rule says under the options and the rule set in force. Book, desk and drills all have it from here.

    Under a house that settles disputes by the rule otherwise than the set that it builds on, and has not written the rule anew,
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
    if not any(rule.rule in _rules_of(rules, fault, name) for fault, names in other.items() for name in names):
        return words
    house = house_ruling(game, say, lang, rule=rule.rule)
    if not house:
        return words
    kept = any(
        case["rule"] == rule.rule and name not in other.get(fault, ())
        for fault, entry in base.faults.items()
        for name, case in entry["cases"].items()
    )
    return joined([words, house], " ") if kept else house


def house_ruling(
    game: Game, say: Say, lang: str, fault: str = "", elsewhere: Collection[str] = (), *, rule: str = "", titled: bool = True
) -> Said:
    """Return what a house says aloud of disputes it settles otherwise than the set by whose authority it rules: what happened
    and when, and what is said; nothing where it settles them alike, or where there is no such dispute in the game.

    Args:
        game: The game as the house deals it.
        say: Says a text.
        lang: The language.
        fault: The fault in question; empty for all of them.
        elsewhere: The ids of rules whose cases are told elsewhere and left out.
        rule: The rule by which the cases are ruled, there or by the set below; empty for any.
        titled: Whether it says what happened; where that stands beside it, only the circumstances are said.
    """
    if game.rules is None:
        return EMPTY
    here, said = faults_in_force(game), []
    for name, cases in overruled(game.rules).items():
        if name not in here or fault not in ("", name):
            continue
        entry = game.rules.faults[name]
        for one, asked in _cases_here(game, entry).items():
            case = entry["cases"][one]
            words = say(without(case.get("say"), (case.get("amounts") or {}).keys()))
            by = {*_rules_of(game.rules, name, one)}
            if words and one in cases and (not rule or rule in by) and by.isdisjoint(elsewhere):
                about = [say(entry["title"])] if titled else []
                about += circumstances(lang, game, name, asked)
                happened = joined([*about[:1], *map(continued, about[1:])], ", ")
                said.append(joined([happened, words], ": ") if happened else words)
    return joined(said, " ")


def _rules_of(rules: RuleSet, fault: str, name: str) -> Iterator[str]:
    """Yield the rules by which a house and the set that it builds on rule a case: a house that cites a rule of its own has
    overruled the other's all the same.
    """
    base = authority_of(rules)
    for one in (rules, base):
        case = one.faults.get(fault, {}).get("cases", {}).get(name) if one is not None else None
        if case is not None:
            yield case["rule"]


def _cases_here(game: Game, entry: FaultEntry) -> Mapping[str, Mapping[str, object]]:
    """Return the cases of a fault that can come in a game, each with what it asks that the game does not answer itself; none
    that an earlier one always meets.
    """
    known, found = game_facts(game), dict[str, Mapping[str, object]]()
    for name, case in entry["cases"].items():
        wants = case.get("when") or {}
        left = {fact: wanted for fact, wanted in wants.items() if fact not in known}
        comes = all(holds(wants[fact], known[fact]) for fact in wants.keys() - left.keys())
        comes = comes and all(values_in_force(game, fact, wanted) for fact, wanted in left.items())
        if comes and not any(before.items() <= left.items() for before in found.values()):
            found[name] = left
    return found
