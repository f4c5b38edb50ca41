"""Rulings as card and players' page state them: in our words, or in those of a house that rules otherwise."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from dealerkit.hands.codes import codes_of
from dealerkit.judge.severity import line_of
from dealerkit.rules.entries import Branch, FindingEntry
from dealerkit.rulings.differences.authority import overruled
from dealerkit.rulings.house_sentences import house_ruling
from dealerkit.sheets.context import Context
from dealerkit.sheets.voice import EMPTY, Said


def with_rulings(context: Context, spec: Branch, written: Said, rules: Collection[str] = ()) -> Said:
    """Return a line's text with what it states of rulings (`ruled`) behind it, each as the house in force rules.

    Args:
        context: The paper in the making.
        spec: The line's data.
        written: What the line says besides; may be empty.
        rules: The rules on which the line rests; none where it names none.
    """
    stated = [house_says(context, fault, rules) or context.voice.say(text) for fault, text in (spec.get("ruled") or {}).items()]
    return context.voice.join(filter(None, [written, *stated]), " ") if stated else written


def house_says(context: Context, fault: str, rules: Collection[str] = (), *, titled: bool = True) -> Said:
    """Return what a house says aloud where it rules otherwise on a fault; nothing where it does not.

    Of a fault that has several findings each tells the cases by the rules that it rests on, all of them those by rules that none
    of them names, and one that rests on no rule of the fault's all its cases.

    Args:
        context: The paper in the making.
        fault: The fault.
        rules: The rules on which the text rests in whose place it stands; none for all that the fault is ruled by.
        titled: Whether it says what happened.
    """
    game = context.game
    if game.rules is None or fault not in overruled(game.rules):
        return EMPTY
    findings = (line_of(context.findings, code) for code in codes_of(game))
    others = {rule for found in findings if fault in faults_of(found) for rule in found.get("cite") or ()}
    rests = any(case["rule"] in rules for case in game.rules.faults[fault]["cases"].values())
    theirs = others.difference(rules) if rests else frozenset[str]()
    return house_ruling(game, context.voice.say, context.voice.lang, fault, theirs, titled=titled)


def faults_of(finding: FindingEntry) -> Iterator[str]:
    """Yield the fault that a finding is ruled on as: at the table, and if somebody disputes it."""
    yield from (str(finding[key]) for key in ("fault", "dispute") if finding.get(key))
