"""Irregularities of baccarat: a coup up to a slip, then the ruling and the dealer's steps."""

from __future__ import annotations

import functools
import itertools
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from string import ascii_lowercase
from typing import TypedDict

import attrs

from dealerkit.arithmetic.coup import BANKER, PLAYER, next_to_draw
from dealerkit.rules.coups import coup_rules
from dealerkit.rules.texts import text
from dealerkit.rulings import OUTCOMES, Ruling
from dealerkit.rulings.decision_lists import decision_list
from dealerkit.training.coups import from_the_shoe, packs_of, total
from dealerkit.training.disputes import ASK, ruled
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.replies import AnyOfReply, OneOfReply, PartsReply, choices

_ROUNDS = 300
_WIDTH = 75
_HANDS = {PLAYER: "player", BANKER: "banker", None: "nobody"}


@attrs.frozen
class IrregularitySituation:
    """A coup up to a slip.

    Attributes:
        name: The name of the situation in the drill's file.
        player: The Player's cards before the slip.
        banker: The Banker's cards before the slip.
        card: The card that the slip is about.
        facts: The facts for the ruling, by name.
        offered: The dealer's steps to choose from.
    """

    name: str
    player: tuple[str, ...]
    banker: tuple[str, ...]
    card: str
    facts: Mapping[str, object]
    offered: tuple[str, ...]


class Irregularity(Generator[IrregularitySituation]):
    """Exercises on ruling on an irregularity in baccarat.

    A cell, the unit that comes back after a wrong answer, is a situation of the drill's file with one choice of the facts
    that may vary; its class is the ruling.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the situations on which the rule set has a ruling; the class is the ruling."""
        return {cell: answer[0] for cell, answer in _answers(setting).items()}

    def draw(self, setting: Setting, cell: str, rng: Random) -> IrregularitySituation | None:
        """Deal until the coup fits the situation; None after many failed deals."""
        name, spec = _situation(setting, cell)
        either = next(facts for cell_, facts in _variants(setting, name) if cell_ == cell)
        for _ in range(_ROUNDS):
            cards = from_the_shoe(rng, packs_of(setting.game), 8)
            dealt = _lie(setting, spec["lies"], cards)
            if dealt is not None and _fits(setting, spec, dealt):
                player, banker, card = dealt
                facts = {**_counted(setting, spec, player, banker), **either}
                return IrregularitySituation(name, player, banker, card, facts, _offered(setting, cell, rng))
        return None

    def question(self, setting: Setting, given: IrregularitySituation) -> Question:
        """Describe the coup and the slip; ask for ruling and steps."""
        spec, phrases = setting.told("situations")[given.name], setting.told("told", {})
        sentences = [text(spec["slip"])]
        if spec.get("seen") or given.facts.get("face_seen"):
            sentences.append(f"The card is {given.card}.")
        if given.facts.get("count", 1) == 2:
            sentences.append("A second card has come out with it.")
        sentences += [text(phrases[name][str(value).lower()]) for name, value in given.facts.items() if name in phrases]
        lines = (
            f"Player  {' '.join(given.player)}",
            f"Banker  {' '.join(given.banker)}",
            *textwrap.wrap(" ".join(sentences), _WIDTH),
        )
        outcomes = _outcomes(setting)
        steps = {step: _step(setting, step) for step in given.offered}
        parts = PartsReply(
            (
                ("ruling", OneOfReply(choices(outcomes, "123456789"[: len(outcomes)]))),
                ("steps", AnyOfReply(choices(steps, ascii_lowercase[: len(steps)]))),
            )
        )
        return Question((setting.rules.title, *lines), ASK, parts)

    def key(self, setting: Setting, given: IrregularitySituation) -> Key:
        """Return ruling and steps by the decision lists; the drawing rules decide about a missing card."""
        spec = setting.told("situations")[given.name]
        points = coup_rules(setting.game).points
        hands = f"Player {total(given.player, points)}; banker {total(given.banker, points)}."
        due = _due(setting, given.player, given.banker)
        if "fault" not in spec:
            outcome, steps = _by_drawing(due, spec.get("to"))
            working: tuple[str, ...] = (
                hands,
                f"Under the drawing rules {'both hands are complete' if due == 'nobody' else f'the {due} is due a card'}.",
            )
            rules: Sequence[str] = setting.told("drawing", {}).get(due, setting.drill.cite)
        else:
            ruling = _ruled(setting, spec["fault"], given.facts)
            outcome, steps, rules = ruling.outcome, ruling.to_deal, ruling.rules
            working = (hands, ruling.because, f"{'. '.join(ruling.steps)}." if ruling.steps else f"{OUTCOMES[outcome]}.")
        answer = " ".join(step for step in given.offered if step in steps) or AnyOfReply.NONE
        return Key((PartsReply.join((outcome, answer)),), tuple(rules), working, (spec.get("code", "coup/wrong-result"),))

    def help(self, setting: Setting) -> tuple[str, ...]:
        """Return the ruling on each situation of the level."""
        answers = _answers(setting)
        apart: dict[str, set[tuple[str, tuple[str, ...]]]] = {}
        for cell, answer in answers.items():
            apart.setdefault(cell.partition("; ")[0], set()).add(answer)
        named = {name if len(apart[name := cell.partition("; ")[0]]) == 1 else cell: answer for cell, answer in answers.items()}
        rows = []
        for title, (outcome, steps) in named.items():
            done = ", ".join(_step(setting, step) for step in steps)
            line = f"{title}: {_outcomes(setting)[outcome]}" + (f"; {done}" if done else "")
            rows += textwrap.wrap(line, _WIDTH, subsequent_indent="    ")
        return tuple(rows)


class _SituationEntry(TypedDict, total=False):
    """A kind of irregularity in the drill's file: the card's place and hand, the next card due, the known facts."""

    lies: str
    side: str
    next: list[str]
    coup: dict[str, object]


def _situation(setting: Setting, cell: str) -> tuple[str, _SituationEntry]:
    name = cell.partition("; ")[0]
    spec: _SituationEntry = setting.told("situations")[name]
    return name, spec


def _variants(setting: Setting, name: str) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the cells of a situation: every combination of those facts that may vary and that the rule set asks for."""
    spec = setting.told("situations")[name]
    rules, fault = setting.rules, spec.get("fault", spec.get("like"))
    asked = decision_list(rules, fault, setting.game.options).facts if fault in rules.faults else {}
    phrases = setting.told("told", {})
    facts = {
        fact: value
        for fact, value in {**setting.told("facts", {}), **spec.get("facts", {})}.items()
        if fact in asked or (fact in phrases and not isinstance(value, list))
    }
    either = [fact for fact, value in facts.items() if isinstance(value, list)]
    for values in itertools.product(*(facts[fact] for fact in either)):
        words = "".join(f"; {fact.replace('_', ' ')}: {_word(value)}" for fact, value in zip(either, values, strict=True))
        yield name + words, {**facts, **dict(zip(either, values, strict=True))}


def _word(value: object) -> str:
    return "yes" if value is True else "no" if value is False else str(value)


@functools.lru_cache(maxsize=32)
def _answers(setting: Setting) -> Mapping[str, tuple[str, tuple[str, ...]]]:
    """Return every cell with its ruling and its steps; situations on which the rule set does not decide are left out."""
    answers: dict[str, tuple[str, tuple[str, ...]]] = {}
    rules = setting.game.rules
    for name in setting.told("ask", ()):
        spec = setting.told("situations")[name]
        if rules is None or ("fault" in spec and spec["fault"] not in rules.faults):
            continue
        for cell, facts in _variants(setting, name):
            if "fault" not in spec:
                answers[cell] = _by_drawing(spec["next"][0], spec.get("to"))
                continue
            ruling = _ruled(setting, spec["fault"], {**_typical(spec), **facts})
            if ruling.decided:
                answers[cell] = ruling.outcome, ruling.to_deal
    return answers


def _typical(spec: _SituationEntry) -> dict[str, object]:
    """Return the facts that always follow from a situation's cards."""
    fourth = spec["lies"] == "drawn" and spec.get("side") == "player"
    usual = {"player_stood": False, "natural": False, "banker_must_draw": False, "card_number": 4 if fourth else 3}
    return {**usual, **spec.get("coup", {}), **({"side": spec["side"]} if "side" in spec else {})}


def _ruled(setting: Setting, fault: str, facts: Mapping[str, object]) -> Ruling:
    asked = decision_list(setting.rules, fault, setting.game.options).facts
    return ruled(setting, fault, {name: value for name, value in facts.items() if name in asked})


def _by_drawing(due: str, to: str | None) -> tuple[str, tuple[str, ...]]:
    """Return the ruling and steps if the drawing rules decide: the card due is dealt, unless it is the card in question."""
    return ("play_on", ()) if due == (to or "nobody") else ("corrected", (f"draw_{due}",))


def _lie(setting: Setting, how: str, cards: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...], str] | None:
    """Return cards laid out for a situation: the Player's, the Banker's, and the next card; None if they do not fit."""
    player, banker, rest = [cards[0], cards[2]], [cards[1], cards[3]], list(cards[4:])
    if how == "three":
        return (cards[0], cards[2]), (cards[1],), cards[3]
    due = _due(setting, player, banker)
    if due == "player" and how in ("drawn", "complete"):
        player.append(rest.pop(0))
        due = _due(setting, player, banker)
    if due == "banker" and how == "complete":
        banker.append(rest.pop(0))
    return tuple(player), tuple(banker), rest[0]


def _due(setting: Setting, player: Sequence[str], banker: Sequence[str]) -> str:
    rules = coup_rules(setting.game)
    points = [[rules.points[card[0]] for card in hand] for hand in (player, banker)]
    return _HANDS[next_to_draw(points[0], points[1], rules)]


def _fits(setting: Setting, spec: _SituationEntry, dealt: tuple[tuple[str, ...], tuple[str, ...], str]) -> bool:
    player, banker, _ = dealt
    if spec["lies"] == "three":
        return True
    if "next" in spec and _due(setting, player, banker) not in spec["next"]:
        return False
    facts = _counted(setting, spec, player, banker)
    fourth = spec["lies"] != "drawn" or spec.get("side") != "player" or len(player) == 3
    return fourth and all(facts[name] == value for name, value in spec.get("coup", {}).items())


def _counted(setting: Setting, spec: _SituationEntry, player: Sequence[str], banker: Sequence[str]) -> dict[str, object]:
    """Return the facts that follow from the cards."""
    if len(banker) < 2:
        return {}
    rules = coup_rules(setting.game)
    counts = [sum(rules.points[card[0]] for card in hand[:2]) % 10 for hand in (player, banker)]
    natural = max(counts) >= rules.natural
    facts: dict[str, object] = {
        "player_stood": not natural and not rules.player_draws[counts[0]],
        "natural": natural,
        "banker_must_draw": _due(setting, player, banker) == "banker",
    }
    if "side" in spec:
        hand = {"player": player, "banker": banker}[spec["side"]]
        facts |= {"side": spec["side"], "card_number": len(hand) + 1}
    return facts


def _offered(setting: Setting, cell: str, rng: Random) -> tuple[str, ...]:
    """Draw the steps to choose from: the right ones, and others, preferably those that are right in other cells of the level."""
    right = _answers(setting)[cell][1]
    here = {step for _, steps in _answers(setting).values() for step in steps}
    known = list(dict.fromkeys([*setting.told("steps", {}), *right]))
    others = [step for step in known if step not in right]
    rng.shuffle(others)
    others.sort(key=lambda step: step not in here)
    chosen = {*right, *others[: max(0, int(setting.told("offered", 5)) - len(right))]}
    return tuple(step for step in known if step in chosen)


def _outcomes(setting: Setting) -> dict[str, str]:
    """Return the rulings to choose from, including the house's own that the drill's file does not name."""
    named = {word: text(title) for word, title in setting.told("outcomes", {}).items()}
    for outcome, _ in _answers(setting).values():
        named.setdefault(outcome, OUTCOMES.get(outcome, outcome))
    return named


def _step(setting: Setting, step: str) -> str:
    rules = setting.game.rules
    named = setting.told("steps", {}).get(step)
    if named is None and rules is not None and step in rules.remedies:
        named = rules.remedies[step].get("title")
    return text(named) or step


GENERATOR = Irregularity()
