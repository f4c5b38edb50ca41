"""Lint of a rule set's own facts and faults, which must not contradict the shared ones."""

from __future__ import annotations

from collections.abc import Iterator

from dealerkit.errors import Problem
from dealerkit.rules.doc import Doc
from dealerkit.rules.lint.common import DefinedNames, Vocabulary, dangling
from dealerkit.rules.lint.sets import lint_facts
from dealerkit.rules.lint.tellings import lint_facts_told
from dealerkit.rules.own_facts import laid_over
from dealerkit.rules.sets import RuleSet, facts_doc
from dealerkit.rules.tellings import folded, phrases
from dealerkit.rules.texts import text


def lint_own_facts(rules: RuleSet, words: Vocabulary, known: DefinedNames) -> Iterator[Problem]:
    """Yield problems of the facts and faults that a rule set defines itself, other than those of their shape.

    Args:
        rules: The rule set.
        words: Words and checks of the engine.
        known: Names that all rule sets define.
    """
    ours = facts_doc()
    with_own = laid_over(ours, (rules,))
    yield from set(lint_facts(with_own, words, known.chosen)) - set(lint_facts(ours, words, known.chosen))
    for name in rules.declared.get("facts", {}).keys() - ours.data["facts"].keys():
        if name in known.chosen:
            hint = "rename the fact; a case can use the option directly"
            yield rules.doc.problem(("facts", name), f"an option already has the name '{name}'", hint, of_key=True)
        elif "worked_out_of" in with_own.data["facts"][name]:
            text = "`worked_out_of` can't be used for a rule set's own fact"
            yield rules.doc.problem(
                ("facts", name, "worked_out_of"), text, "remove `worked_out_of`, and write a `question` instead", of_key=True
            )
        elif "question" not in with_own.data["facts"][name]:
            hint = "add a `question` for the floor to answer"
            yield rules.doc.problem(("facts", name), f"the fact '{name}' has no `question`", hint, of_key=True)
    yield from _shared_words(rules, ours, with_own)
    yield from _stories(rules, with_own)


def _stories(rules: RuleSet, with_own: Doc) -> Iterator[Problem]:
    """Yield a problem for each unknown fault that a story compares its fault with, and for a phrase that two faults share."""
    others = {folded(phrase): name for name, phrase in phrases()}
    for name, fault in rules.declared.get("faults", {}).items():
        for other in fault.get("unlike", {}):
            yield from dangling(
                rules.doc, ("faults", name, "unlike", other), "fault", other, with_own.data["faults"], of_key=True
            )
        whole = with_own.data["faults"].get(name, {})
        yield from lint_facts_told(rules.doc, ("faults", name), fault, whole, with_own.data["facts"])
        for at, phrase in enumerate(fault.get("told", ())):
            if others.get(folded(phrase), name) != name:
                text = f"the phrase '{phrase}' already describes the fault '{others[folded(phrase)]}'"
                yield rules.doc.problem(("faults", name, "told", at), text, "add words that tell the two faults apart")


def _shared_words(rules: RuleSet, ours: Doc, with_own: Doc) -> Iterator[Problem]:
    """Yield a problem for each word for a set's own fault that already stands for another fault of the same games."""
    taken = {
        _folded(phrase): (name, fault.get("family", ""))
        for name, fault in ours.data["faults"].items()
        for phrase in (name, fault["title"], *fault.get("words", ()))
    }
    for name in rules.declared.get("faults", {}).keys() - ours.data["faults"].keys():
        family = with_own.data["faults"][name].get("family", "")
        for at, own_phrase in enumerate(with_own.data["faults"][name].get("words", ())):
            other, dealt = taken.get(_folded(own_phrase), ("", ""))
            if other and (not dealt or not family or dealt == family):
                hint = "add words that tell the two faults apart"
                yield rules.doc.problem(
                    ("faults", name, "words", at), f"'{text(own_phrase)}' already describes the fault '{other}'", hint
                )


def _folded(value: object) -> str:
    return text(value).casefold().replace("_", " ")
