"""A decision list as a tree of questions: the order of the questions, and the result of each answer.

A decision list holds the cases of a ruling with their conditions, of which the first that fits applies. Only facts that still
matter are asked, and none that the game itself decides. Answers with the same result share a branch.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import TypeAlias

import attrs

from dealerkit.errors import UnknownName
from dealerkit.rules.games import Game
from dealerkit.rules.texts import DEFAULT_LANGUAGE, fill, text, without
from dealerkit.rulings.conditions import Value
from dealerkit.rulings.decision_lists import Case, DecisionList, decision_list
from dealerkit.rulings.facts import Fact, fact_of
from dealerkit.rulings.games import can_happen, faults_of, game_facts, values_here
from dealerkit.rulings.outcome_words import ANSWER, OUTCOMES
from dealerkit.sheets.drawings.inks import data

MOST_WORDS = 3
"""Most values of a choice that are named one by one; more of them, if no case names any, are called `anything else`."""


@attrs.frozen
class TreeOutcome:
    """The end of a branch: the ruling that the answers lead to.

    Attributes:
        case: The case that applies; empty if none does.
        ruling: The ruling in a few words.
        say: The floor's words.
        rules: Ids of the rules.
    """

    case: str
    ruling: str
    say: str = ""
    rules: tuple[str, ...] = ()


@attrs.frozen
class TreeBranch:
    """An answer, or several with the same result.

    Attributes:
        answer: The answer in words.
        values: The values of the question's fact that lead here. Of values that the decision list treats alike, such as a range
            of numbers, there is only one.
        node: The next question or the end.
    """

    answer: str
    values: tuple[Value, ...]
    node: Node


@attrs.frozen
class TreeQuestion:
    """A question with its answers.

    Attributes:
        fact: The fact in question.
        text: The question.
        usual: A sentence with the answer that is assumed if nobody knows; may be empty.
        branches: The answers, at least two.
    """

    fact: str
    text: str
    usual: str
    branches: tuple[TreeBranch, ...]


Node: TypeAlias = TreeOutcome | TreeQuestion


def questions(game: Game, fault: str, lang: str = DEFAULT_LANGUAGE) -> Node:
    """Return a rule set's rulings on a fault as a tree of questions.

    Args:
        game: The game with its rule set and options in force.
        fault: A fault, or a question that the desk answers.
        lang: The language, as far as texts are translated.

    Raises:
        UnknownName: If the rule set does not rule on that fault in this game.
        RuleFileError: If the decision list cannot be used.

    >>> from dealerkit.rules.games import game
    >>> tree = questions(game("mini-baccarat"), "stuck_cards")
    >>> tree.text
    'Is it known in which order the cards came out of the shoe?'
    >>> [branch.node.ruling for branch in tree.branches]
    ['The mistake is corrected on the spot', 'Void: all bets are returned to the players']
    """
    if game.rules is None or fault not in game.rules.faults or not can_happen(game, fault):
        raise UnknownName(kind=f"fault in {game.id}", name=fault, known=faults_of(game))
    listed = decision_list(game.rules, fault, game.options)
    given = {name: value for name, value in game_facts(game, at_table=False).items() if name in listed.facts}
    return _Builder(game, listed, lang).node(given)


def outcomes(node: Node) -> Iterator[tuple[dict[str, Value], TreeOutcome]]:
    """Yield every path through a tree, once for each value in `TreeBranch.values`: the facts' values by name, and the end."""
    if isinstance(node, TreeOutcome):
        yield {}, node
        return
    for branch in node.branches:
        for value in branch.values:
            for answers, end in outcomes(branch.node):
                yield {node.fact: value, **answers}, end


class _Builder:
    """Makes the tree of one decision list; each state is visited only once."""

    def __init__(self, game: Game, listed: DecisionList, lang: str) -> None:
        self.game, self.listed, self.lang = game, listed, lang
        self._known: dict[tuple[int, frozenset[str]], Node] = {}

    def node(self, given: Mapping[str, Value]) -> Node:
        """Return the rest of the tree when some facts are known."""
        return self._node(self.listed.open(given), frozenset(given))

    def _node(self, left: int, known: frozenset[str]) -> Node:
        key = (left, known)
        if key not in self._known:
            self._known[key] = self._grown(left, known)
        return self._known[key]

    def _grown(self, left: int, known: frozenset[str]) -> Node:
        case = next((case for at, case in enumerate(self.listed.cases) if left >> at & 1), None)
        if case is None:
            return TreeOutcome("", self._word("none"))
        name = next((name for name in case.when if name not in known), None)
        if name is None:
            return self._outcome(case)
        fact = fact_of(self.listed.fault, name)
        branches: dict[Node, list[Value]] = {}
        for value in self._values(fact):
            branches.setdefault(self._node(left & self.listed.allowed(name, value), known | {name}), []).append(value)
        if len(branches) == 1:  # it makes no difference after all
            return next(iter(branches))
        named = {value for wanted in self.listed.conditions(name) for value in (wanted if isinstance(wanted, list) else [wanted])}
        tree_branches = tuple(
            TreeBranch(self._answer(fact, values, named), tuple(values), node) for node, values in branches.items()
        )
        usual = self._word("usual", answer=fact.short(fact.assume)) if fact.assume is not None else ""
        return TreeQuestion(name, fact.question, usual, tree_branches)

    def _values(self, fact: Fact) -> Sequence[Value]:
        """Return the possible values of a fact in this game: all words of a choice, else one of each kind."""
        if fact.type == "choice":
            return [value for value in values_here(self.game, fact.name, list(fact.values)) if isinstance(value, str)]
        return self.listed.values(fact.name)

    def _outcome(self, case: Case) -> TreeOutcome:
        word = str(case.data.get("outcome", ""))
        words = text(without(case.data.get("say"), (case.data.get("amounts") or {}).keys()), self.lang)
        say = fill(words, {**self.game.values, **self.game.answers(self.lang)})
        ruling = OUTCOMES.get(word, word.replace("_", " "))
        return TreeOutcome(case.name, "" if word == ANSWER and say else ruling, say, case.rules)

    def _answer(self, fact: Fact, values: Sequence[Value], named: set[object]) -> str:
        """Return the values of a branch in words."""
        if fact.type == "bool":
            return self._or(self._yes_or_no(fact, value) for value in values)
        if fact.type in {"int", "amount"}:
            return self._or(self._spans(fact, values))
        rest = [value for value in values if value not in named]
        lines = [fact.short(value) for value in values if value in named]
        if len(rest) > MOST_WORDS or fact.type != "choice":
            return self._or([*lines, self._word("else")] if rest else lines)
        return self._or([*lines, *map(fact.short, rest)])

    def _yes_or_no(self, fact: Fact, value: Value) -> str:
        answer = fact.answers.get("true" if value else "false")
        return answer or self._word("yes" if value else "no")

    def _spans(self, fact: Fact, values: Sequence[Value]) -> Iterator[str]:
        """Yield the numbers of a branch in words, as spans: each ends before the next number that a case distinguishes."""
        every = sorted(Decimal(str(value)) for value in self.listed.values(fact.name))
        chosen = {Decimal(str(value)) for value in values}
        at = 0
        while at < len(every):
            if every[at] not in chosen:
                at += 1
                continue
            end = at
            while end + 1 < len(every) and every[end + 1] in chosen:
                end += 1
            yield self._span(fact, every[at], every[end + 1] if end + 1 < len(every) else None)
            at = end + 1

    def _span(self, fact: Fact, low: Decimal, beyond: Decimal | None) -> str:
        """Return a span of numbers in words.

        Args:
            fact: The fact.
            low: First number of the span.
            beyond: First number after the span; None for no end.
        """
        if fact.type == "amount":
            half = low != low.to_integral_value()
            below, start = (beyond, low - Decimal("0.5")) if half else (beyond, low)
            if below is None:
                return self._word("over", low=start) if half else self._word("least", low=low)
            if below != below.to_integral_value():  # a number and a half stands for all above it, up to the next whole number
                last = below - Decimal("0.5")
                return str(low) if last == low else self._word("range", low=low, high=last)
            return self._word("between", low=start, high=below)
        if beyond is None and low != fact.high:
            return self._word("least", low=low)
        high = beyond - 1 if beyond is not None else low
        return str(low) if high == low else self._word("range", low=low, high=high)

    def _or(self, words: Iterator[str] | Sequence[str]) -> str:
        return self._word("or").join(words)

    def _word(self, name: str, **values: object) -> str:
        return fill(text(data("tree")["words"][name], self.lang), values)
