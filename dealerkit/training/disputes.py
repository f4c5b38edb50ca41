"""Disputes as exercises: the facts in words, rulings and remedies to choose from, the right answer by the rules in force.

Only facts that the rules know are shown, in the rules' own words; names and remarks from a case are never taken over.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from dealerkit.cards import read_cards
from dealerkit.errors import DealerkitError
from dealerkit.rules.games import game
from dealerkit.rules.rule_set import RuleSet
from dealerkit.rules.sets import rule_set
from dealerkit.rules.texts import text
from dealerkit.rulings import OUTCOMES, Ruling, decide, known_facts, known_faults, rule
from dealerkit.rulings.facts import Fact
from dealerkit.rulings.gates import acts_of
from dealerkit.rulings.given_facts import renamed
from dealerkit.training.drills import calibration
from dealerkit.training.generators import Setting
from dealerkit.training.items import Item, Key, Question
from dealerkit.training.narration import wrapped
from dealerkit.training.replies import Choice, OneOfReply, PartsReply

ASK = "What is the ruling, and what does the dealer do?"
RULING, REMEDY = "ruling", "remedy"
"""Names of the two parts of the answer."""
NOTHING = "there is nothing to fix"
_KEYS = "abcdefgh"
_WIDTH = 76


def sets_asked(setting: Setting) -> Sequence[RuleSet]:
    """Return the rule sets that a level asks about side by side; if it names none, the one in force.

    A house's own rule set takes the place of the one it extends.

    Args:
        setting: The drill at its level.
    """
    named = setting.told("sets", ())
    in_force = next((name for name in setting.chain if name in named), "")
    return [setting.rules if name == in_force else rule_set(name) for name in named] or [setting.rules]


def ruled_by(setting: Setting, rules: RuleSet, facts: Mapping[str, object]) -> Ruling:
    """Return a rule set's ruling, under the options with which the game is dealt there.

    Args:
        setting: The drill at its level.
        rules: One of `sets_asked`.
        facts: The facts by name, `fault` among them.
    """
    dealt = setting.game if rules is setting.rules else game(setting.game.id, rules.name)
    return rule(facts, rules, options=dealt.options)


def set_of(setting: Setting, ruling: Ruling) -> RuleSet:
    """Return the rule set that a ruling comes from, one of `sets_asked`; a house's own file cannot be found by name.

    Args:
        setting: The drill at its level.
        ruling: The ruling.
    """
    return next(rules for rules in sets_asked(setting) if rules.name == ruling.rules_set)


def ruled(setting: Setting, fault: str, facts: Mapping[str, object]) -> Ruling:
    """Return the ruling on a fault, under the rule set and the options in force.

    Args:
        setting: The drill at its level.
        fault: The name of the fault.
        facts: The facts by name.
    """
    return decide(setting.rules, fault, facts, setting.game.options)


def said_outcome(ruling: Ruling) -> str:
    """Return a ruling's outcome in words."""
    return ruling.outcome.replace("_", " ")


def said_remedy(rules: RuleSet | None, ruling: Ruling) -> str:
    """Return the title of a ruling's first remedy; if it has none, the words that there is nothing to fix.

    Args:
        rules: The rule set, which has the titles; None for none.
        ruling: The ruling.
    """
    known = rules.remedies if rules is not None else {}
    titles = [text(known[name]["title"]) for name in ruling.to_deal if name in known]
    return titles[0] if titles else NOTHING


def told(facts: Mapping[str, object], title: str = "", *, played: bool = False) -> list[str]:
    """Return facts in words, a line each, the fault first.

    Args:
        facts: The facts by name, `fault` among them; unknown facts and impossible values are left out.
        title: The fault's title, if it is the house's own.
        played: Whether facts about the game being played are included.

    >>> told({"fault": "boxed_card", "face_seen": "no", "who": "Ann Lee"})
    ['A card was face up among the cards still to be dealt.', 'The face of the card was seen: no, the card has stayed face down']
    """
    fault = known_faults().get(str(facts.get("fault")))
    shown = [f"{title if fault is None else fault.title}."]
    for name, value in renamed(str(facts.get("fault")), facts).items():
        fact = known_facts().get(name)
        if fact is None or (fact.of_game and not played):
            continue
        words = _in_words(fact, value)
        if words:
            shown += wrapped(f"{fact.title}: {words}", _WIDTH, "   ")
    return shown


def _in_words(fact: Fact, value: object) -> str:
    """Return a fact's value in words; empty if it is unknown or impossible."""
    try:
        read = fact.read(value)
        if read is None:
            return ""
        if fact.name == "acts":
            return ", ".join(acts_of(str(read))) or "nobody has acted"
        if fact.type == "cards":
            return " ".join(map(str, read_cards(str(read))))
    except (DealerkitError, ValueError):
        return ""
    if fact.type == "text":
        return ""
    words = fact.answer(read)
    if fact.unit and fact.unit not in fact.title.lower():
        return f"{words} {fact.unit}"
    return words if words in fact.answers.values() else words.replace("_", " ")


def granted(ruling: Ruling) -> dict[str, object]:
    """Return the facts that were assumed because nobody gave them, and on which the ruling depends."""
    turning = {change.fact for change in ruling.would_change}
    return {name: value for name, value in ruling.assumed.items() if name in turning}


def question_of(shown: Iterable[str], outcomes: Sequence[str], remedies: Sequence[str]) -> Question:
    """Return the question of a dispute: the facts, and a ruling and a remedy to choose.

    Args:
        shown: The story, line by line.
        outcomes: Outcomes to choose from, in words, the right one among them.
        remedies: Titles of remedies to choose from, the right one among them.
    """
    meaning = {outcome.replace("_", " "): words for outcome, words in OUTCOMES.items()}
    parts = ((RULING, one_of(outcomes, meaning)), (REMEDY, one_of(remedies)))
    return Question(tuple(shown), ASK, PartsReply(parts))


def one_of(words: Sequence[str], labels: Mapping[str, str] | None = None) -> OneOfReply:
    """Return a choice among words, each with a letter as its key.

    Args:
        words: The words, in order.
        labels: Labels on screen and paper, where they differ from the word.
    """
    labels_ = labels or {}
    return OneOfReply(tuple(Choice(key, word, labels_.get(word, "")) for key, word in zip(_KEYS, words, strict=False)))


def key_of(rules: RuleSet, ruling: Ruling, more: Sequence[str] = ()) -> Key:
    """Return the right answer to a dispute: ruling and remedy by the rules, with the reason.

    Args:
        rules: The rule set in force.
        ruling: The ruling.
        more: Lines to show before the reason after a wrong answer.
    """
    why = ruling.because or ruling.say or OUTCOMES[ruling.outcome]
    working = tuple(row for text in (*more, why) for row in wrapped(text, _WIDTH, ""))
    answer = PartsReply.join((said_outcome(ruling), said_remedy(rules, ruling)))
    return Key((answer,), ruling.rules, working, codes_of_fault(rules, ruling.fault))


def item_of(rules: RuleSet, ruling: Ruling, house: str, shown: Iterable[str], drill: str, seed: str, rng: Random) -> Item:
    """Return a dispute as an exercise.

    Args:
        rules: The rules in force.
        ruling: The ruling.
        house: A decision of this house that differs from the ruling, in words; empty if there is none.
        shown: The dispute, line by line.
        drill: Id of the drill under which its answers are saved.
        seed: The seed, which identifies the exercise.
        rng: The random source for the choices.
    """
    outcomes, remedies = picks(rules, ruling, rng, calibration()["choices"])
    question = question_of(shown, outcomes, remedies)
    key = key_of(rules, ruling, [house] if house else [])
    return Item(drill, 1, seed, ruling.fault.replace("_", " "), said_outcome(ruling), question, key)


def codes_of_fault(rules: RuleSet, fault: str) -> tuple[str, ...]:
    """Return the code of the finding that raises this fault, as a tuple of one; empty if there is none.

    Args:
        rules: The rule set.
        fault: The name of the fault.
    """
    codes = (code for code, entry in rules.findings.items() if fault in (entry.get("dispute"), entry.get("fault")))
    return tuple(codes)[:1]


def picks(rules: RuleSet, ruling: Ruling, rng: Random, count: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return outcomes and remedies to choose from, each with the right one among them.

    The wrong ones come from the same decision list first, then from lists of the same chapter, then from any. At most one
    remedy by which nothing is done is offered, so that nobody has to guess between two.

    Args:
        rules: The rule set in force.
        ruling: The ruling.
        rng: The random source.
        count: Number of outcomes, and of remedies.
    """
    own, chapter = _of_list(rules, ruling.fault), _chapter(rules, ruling.fault)
    near = [_of_list(rules, fault) for fault in sorted(rules.faults) if _chapter(rules, fault) == chapter]
    far = [_of_list(rules, fault) for fault in sorted(rules.faults) if _chapter(rules, fault) != chapter]
    outcomes = [own[0], [word for row, _ in near for word in row], [word for row, _ in far for word in row]]
    remedies = [[NOTHING, *own[1]], [word for _, row in near for word in row], [word for _, row in far for word in row]]
    right = said_remedy(rules, ruling)
    idle = {NOTHING, *(text(entry["title"]) for entry in rules.remedies.values() if entry.get("told"))}
    gone = idle - {right if right in idle else NOTHING}
    done = [[remedy for remedy in group if remedy not in gone] for group in remedies]
    return _several(said_outcome(ruling), outcomes, rng, count), _several(right, done, rng, count)


def among_four(right: str, others: Iterable[str], rng: Random) -> tuple[str, ...]:
    """Return the right choice and three others, or as many as there are, in random order.

    Args:
        right: The right choice.
        others: The wrong choices to draw from.
        rng: The random source.
    """
    rest = [word for word in others if word != right]
    choices = [right, *rng.sample(rest, min(3, len(rest)))]
    rng.shuffle(choices)
    return tuple(choices)


def _chapter(rules: RuleSet, fault: str) -> str:
    """Return the chapter of a decision list: the letters of its first rule's id."""
    first: Mapping[str, object] = next(iter(rules.faults[fault]["cases"].values()))
    return str(first.get("rule", "")).partition("-")[0]


@functools.lru_cache(maxsize=512)
def _of_list(rules: RuleSet, fault: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the outcomes and the titles of first remedies in a decision list."""
    cases = [case for case in rules.faults[fault]["cases"].values() if case]
    outcomes = dict.fromkeys(str(case["outcome"]).replace("_", " ") for case in cases)
    named = [next(iter(case.get("remedies") or ()), "") for case in cases]
    return tuple(outcomes), tuple(dict.fromkeys(text(rules.remedies[name]["title"]) for name in named if name in rules.remedies))


def _several(right: str, groups: Sequence[Iterable[str]], rng: Random, count: int) -> tuple[str, ...]:
    """Return the right choice and others, preferably from the first groups, in random order.

    Args:
        right: The right choice.
        groups: Groups of other choices, best first.
        rng: The random source.
        count: Number of choices.
    """
    choices = [right]
    for group in groups:
        rest = [word for word in dict.fromkeys(group) if word not in choices]
        choices += rng.sample(rest, len(rest))
    choices = choices[:count]
    rng.shuffle(choices)
    return tuple(choices)
