"""Rulings stated in the texts of the dealer's card and the player's edition: in dealerkit's words, or those of a house that rules
differently.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from collections.abc import Set as AbstractSet

from dealerkit.hands.codes import codes_of
from dealerkit.judge.severity import line_of
from dealerkit.rules.entries import Branch, FindingEntry
from dealerkit.rulings.circumstances import circumstances, continued
from dealerkit.rulings.differences.authority import authority_of, overruled
from dealerkit.rulings.games import faults_in_force
from dealerkit.rulings.house_sentences import case_instead, cases_here, rules_of_case, words_of_case
from dealerkit.sheets.context import Context
from dealerkit.sheets.voice import EMPTY, Said


def with_rulings(context: Context, spec: Branch, written: Said, rules: Collection[str] = ()) -> Said:
    """Return a line's text followed by the rulings that it states, under the rule set in force.

    Args:
        context: The game, the language and the citations.
        spec: The line's data: `ruled` names the fault, `cases` the stated cases if not all of them.
        written: The line's other text; may be empty.
        rules: The rules that the line rests on; empty if it names none.
    """
    stated = [_stated(context, spec, fault, text, rules) for fault, text in (spec.get("ruled") or {}).items()]
    return context.voice.join(filter(None, [written, *stated]), " ") if stated else written


def _stated(context: Context, spec: Branch, fault: str, text: object, rules: Collection[str]) -> Said:
    """Return a line's statement of one fault: by the house in force, in its words if they differ; empty if it has removed the
    dispute.
    """
    house = context.game.rules
    base = authority_of(house) if house is not None else None
    if house is not None and base is not None and fault in base.faults and fault not in house.faults:
        return EMPTY
    return house_says(context, fault, rules, cases=spec.get("cases") or ()) or context.voice.say(text)


def house_says(
    context: Context, fault: str, rules: Collection[str] = (), *, cases: Collection[str] = (), titled: bool = True
) -> Said:
    """Return the floor's words on a fault if the house rules differently on a case that a text states; else an empty text.

    The result has the words for all cases of the text, both those that the house changes and the unchanged ones. A fault may have
    several findings, each with its own text. Such a text then states the cases under its own rules, and the cases under rules
    that no other finding has; if it has no rule of the fault, it states every case.

    Args:
        context: The game, the language and the citations.
        fault: The name of the fault.
        rules: The ids of the rules that the replaced text rests on; empty for all rules of the fault.
        cases: The cases that the text states, if they are listed; further cases of the house under the same rules are added.
        titled: Whether to include the fault's title.
    """
    game, say, join = context.game, context.voice.say, context.voice.join
    base = authority_of(game.rules) if game.rules is not None else None
    if game.rules is None or base is None or fault not in overruled(game.rules) or fault not in faults_in_force(game):
        return EMPTY
    ours, theirs = game.rules.faults[fault]["cases"], base.faults[fault]["cases"]
    by = {name: frozenset(rules_of_case(game.rules, fault, name)) for name in {**ours, **theirs}}
    if cases:
        own = frozenset().union(*(by[name] for name in cases if name in by))
        stated: AbstractSet[str] = {name for name in by if name in cases or (name not in theirs and by[name] & own)}
    else:
        stated = _by_findings(context, fault, rules, by)
    now, before = cases_here(game, ours), cases_here(game, theirs)
    stated = stated | {case_instead(now, before[name]) for name in stated if name in before and name not in ours}
    if not any(name in now or (name in before and name not in ours) for name in overruled(game.rules)[fault] if name in stated):
        return EMPTY
    texts = {name: words_of_case(say, ours[name]) for name in now if name in stated}
    rulings = [(_when(context, fault, now[name], first=not at), words) for at, (name, words) in enumerate(texts.items()) if words]
    ruled = join((join(filter(None, ruled), ": ") for ruled in rulings), " ")
    if not titled or not rulings:
        return ruled
    return join([say(game.rules.faults[fault]["title"]), ruled], ". " if rulings[0][0] else ": ")


def _by_findings(context: Context, fault: str, rules: Collection[str], by: Mapping[str, frozenset[str]]) -> AbstractSet[str]:
    """Return the names of a fault's cases for a text about some rules, without those of the fault's other findings.

    Args:
        context: The paper in the making.
        fault: The fault.
        rules: The rules.
        by: The rules of each case, from the house and the set below.
    """
    if all(each.isdisjoint(rules) for each in by.values()):
        return by.keys()
    lines = (line_of(context.findings, code) for code in codes_of(context.game))
    elsewhere = frozenset(rule for line in lines if fault in faults_of(line) for rule in line.get("cite") or ()).difference(rules)
    return {name for name, each in by.items() if each.isdisjoint(elsewhere)}


def _when(context: Context, fault: str, asked: Mapping[str, object], *, first: bool) -> Said:
    """Return the conditions of a case; for an unconditional one, the word for otherwise, or nothing if it is `first`."""
    if not asked:
        return EMPTY if first else context.voice.word("floor_otherwise")
    about = circumstances(context.voice.lang, context.game, fault, asked)
    return context.voice.join([*about[:1], *map(continued, about[1:])], ", ")


def faults_of(finding: FindingEntry) -> Iterator[str]:
    """Yield the names of the faults that a finding can be ruled on as: at the table, and in a dispute."""
    yield from (str(finding[key]) for key in ("fault", "dispute") if finding.get(key))
