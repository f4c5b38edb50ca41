"""The dealer's procedure on paper: each step, with its reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dealerkit.facts.situation import GameData
from dealerkit.hands.codes import happens
from dealerkit.procedure.setup import game_data
from dealerkit.sheets.context import Context
from dealerkit.sheets.model import Part, PrintedStep
from dealerkit.sheets.voice import EMPTY, Said, Voice, human


def with_reason(step: PrintedStep) -> Said:
    """Return a step's action, and its reason if it has one, each a sentence.

    >>> from types import SimpleNamespace
    >>> str(with_reason(SimpleNamespace(say=Said("Spread the deck"), why=Said("No back is marked"))))
    'Spread the deck. No back is marked'
    """
    if not step.why:
        return step.say
    stop = "" if step.say.endswith((".", "!", "?", "。", "！", "？")) else "。" if step.say.lang.startswith("zh") else "."
    gap = "" if step.say.lang.startswith("zh") else " "
    return Said(f"{step.say}{stop}{gap}{step.why}", step.say.lang)


def is_printed(node: Mapping[str, object], game: GameData, voice: Voice) -> bool:
    """Return whether a step or section is printed: it can happen under the options in force, and some of its text applies.

    Args:
        node: The step or section, as the game's file has it.
        game: The game, with its options in force.
        voice: The sheet's language and texts.
    """
    worth = node.get("worth")
    scores = not isinstance(worth, Mapping) or worth.get(node.get("chosen")) != 0 or "fixing" in node
    return happens(node, game) and scores and not voice.is_silent(node.get("say"))


def rules_of(node: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the ids of the rules that a step or a duty, as the game's file has it, rests on."""
    return tuple(node.get("cite") or ())


def procedure(context: Context) -> tuple[Part, ...]:
    """Return the sections of the dealer's procedure with their printed steps, which are numbered from 1 through all sections."""
    return tuple(_Walk(context).parts(context.part("procedure"), EMPTY))


class _Walk:
    """A pass through a procedure."""

    def __init__(self, context: Context) -> None:
        self.voice, self.game = context.voice, game_data(context.game)
        self.number = 0

    def parts(self, nodes: Mapping[str, object], title: Said) -> Iterator[Part]:
        """Yield a section in parts: its steps before an inner section, that section, and the rest."""
        steps: list[PrintedStep] = []
        headed = begun = False
        for name, node in nodes.items():
            if not isinstance(node, Mapping) or not is_printed(node, self.game, self.voice):
                continue
            if "steps" not in node:
                steps.append(self._step(name, node))
                continue
            if steps or (title and not headed):
                yield self._part(title, steps, begun=begun)
                steps, headed, begun = [], True, begun or bool(steps)
            inner = self.voice.say(node.get("title")) if node.get("title") else Said(human(name))
            yield from self.parts(node["steps"], inner)
        if steps or (title and not headed):
            yield self._part(title, steps, begun=begun)

    def _part(self, title: Said, steps: list[PrintedStep], *, begun: bool) -> Part:
        if begun and title:
            title = Said(self.voice.word("continued", title=title), title.lang)
        return Part(title, tuple(steps))

    def _step(self, name: str, node: Mapping[str, object]) -> PrintedStep:
        self.number += 1
        text = node.get("say") or node.get("title")
        words = self.voice.sentence(f"step/{name}", self.voice.say(text) if text else Said(human(name)))
        return PrintedStep(self.number, name, words, self.voice.say(node.get("why")), rules_of(node))
