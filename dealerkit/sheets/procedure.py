"""The dealer's procedure on a sheet: each step, why it is there, and what is found against whoever leaves it out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from dealerkit.catalogue.findings import line_of
from dealerkit.facts import FACTS
from dealerkit.facts.situation import BY_OPTION, can_hold
from dealerkit.hands.codes import codes_in, happens, step_codes
from dealerkit.judge.findings import UNTOLD
from dealerkit.procedure.setup import game_data
from dealerkit.sheets.context import Context
from dealerkit.sheets.model import Part, Step, Wrong
from dealerkit.sheets.voice import EMPTY, Said, human

ALWAYS = "always"
_OPTION = re.compile(r" \(option \w+(?:, ([^)]*))?\)")


def with_reason(step: Step) -> Said:
    """Return what is done at a step, and why where that is told, each a sentence of its own.

    >>> from types import SimpleNamespace
    >>> str(with_reason(SimpleNamespace(say=Said("Spread the deck"), why=Said("No back is marked"))))
    'Spread the deck. No back is marked'
    """
    if not step.why:
        return step.say
    stop = "" if step.say.endswith((".", "!", "?", "。", "！", "？")) else "。" if step.say.lang.startswith("zh") else "."
    gap = "" if step.say.lang.startswith("zh") else " "
    return Said(f"{step.say}{stop}{gap}{step.why}", step.say.lang)


def procedure(context: Context) -> tuple[Part, ...]:
    """Return the sections of the procedure with their steps, numbered through."""
    return tuple(_Walk(context).parts(context.part("procedure"), ("procedure",), 0, EMPTY, ()))


def skipped_code(codes: Any) -> str:
    """Return the code of a step that is left out, as a rule; empty where it is the generic one."""
    found = codes.get("skipped", codes.get("any")) if isinstance(codes, Mapping) else codes
    found = found.get("otherwise", found) if isinstance(found, Mapping) else found
    return next((code for code in codes_in(found) if code not in UNTOLD), "")


class _Walk:
    """One walk through a procedure."""

    def __init__(self, context: Context) -> None:
        self.context, self.voice, self.game = context, context.voice, game_data(context.game)
        self.number = 0

    def parts(
        self, nodes: Mapping[str, Any], place: tuple[str, ...], level: int, title: Said, notes: tuple[Said, ...]
    ) -> Iterator[Part]:
        """Yield a section in parts: its steps up to a section inside it, that section, and what follows."""
        steps: list[Step] = []
        begun = False
        for name, node in nodes.items():
            if not isinstance(node, Mapping):
                continue
            here = (*place, name)
            if not happens(node, self.game):
                continue
            if "steps" not in node:
                steps.append(self._step(name, node, here))
                continue
            if steps or (title and not begun):
                yield self._part(title, level, notes, steps, begun=begun)
                steps, begun = [], True
            inner = self.voice.say(node.get("title")) if node.get("title") else Said(human(name))
            yield from self.parts(node["steps"], (*here, "steps"), level + 1, inner, self._section_notes(node))
        if steps or (title and not begun):
            yield self._part(title, level, notes, steps, begun=begun)

    def _part(self, title: Said, level: int, notes: tuple[Said, ...], steps: list[Step], *, begun: bool) -> Part:
        if begun and title:
            return Part(Said(self.voice.word("continued", title=title), title.lang), level, (), tuple(steps))
        return Part(title, level, notes, tuple(steps))

    def _section_notes(self, node: Mapping[str, Any]) -> tuple[Said, ...]:
        notes = list(self._conditions(node.get("if")))
        repeat = node.get("repeat")
        if repeat == ALWAYS:
            notes.append(self.voice.word("repeats_always"))
        elif repeat:
            notes.append(self.voice.word("repeats", fact=_fact(str(repeat))))
        return tuple(notes)

    def _conditions(self, names: Any) -> Iterator[Said]:
        for name in [names] if isinstance(names, str) else names or ():
            plain = name.removeprefix("not ")
            if plain in BY_OPTION or not can_hold(plain, self.game):
                continue  # it always holds here, or never, and goes without saying
            negated = name.startswith("not ")
            yield self.voice.word("not_if" if negated else "only_if", fact=_fact(name.removeprefix("not ")))

    def _step(self, name: str, node: Mapping[str, Any], place: tuple[str, ...]) -> Step:
        self.number += 1
        players = "play" in node
        said = node.get("say") or node.get("title")
        codes = [code for code in dict.fromkeys(step_codes(node, self.game)) if code not in UNTOLD]
        first = skipped_code(node.get("codes"))
        left_out = None if players or node.get("optional") is True else self._wrong(first, name, node)
        return Step(
            number=self.number,
            id=name,
            who="players" if players else "dealer",
            say=self.voice.say(said) if said else Said(human(name)),
            why=self.voice.say(node.get("why")),
            notes=tuple(self._notes(node)),
            cite=tuple(node.get("cite") or ()),
            left_out=left_out,
            wrong=tuple(self._wrong(code, name, node) for code in codes if code != first),
            departure=self.context.departures.at("game", *place),
        )

    def _notes(self, node: Mapping[str, Any]) -> Iterator[Said]:
        yield from self._conditions(node.get("if"))
        optional = node.get("optional")
        if optional is True:
            yield self.voice.word("optional")
        elif isinstance(optional, str):
            key = "optional_unless" if optional.startswith("not ") else "optional_if"
            yield self.voice.word(key, fact=_fact(optional.removeprefix("not ")))
        for key in ("any_order", "floating"):
            if node.get(key) is True:
                yield self.voice.word(key)

    def _wrong(self, code: str, name: str, node: Mapping[str, Any]) -> Wrong:
        """Say a finding: the catalogue's, or the generic one of a step that has no code of its own."""
        code = code or f"step/{name}-skipped"
        known = self.context.findings
        entry = line_of(known, code)
        severity = str((known.get(code) or {}).get("severity") or node.get("severity") or "minor")
        skipped = code not in known and code == f"step/{name}-skipped"
        title = self.voice.word("left_out_title") if skipped else self.voice.say(entry.get("title"))
        return Wrong(code, title, severity, self.voice.word(f"severity_{severity}"))


def _fact(name: str) -> Said:
    """Say a fact: the first sentence of what documents it."""
    function = FACTS.get(name)
    said = (function.__doc__ or "").strip() if function is not None else ""
    sentence = " ".join(said.split()).partition(". ")[0].rstrip(".").replace("`", "")
    return Said(_OPTION.sub(_without, sentence) or human(name), "en")


def _without(found: re.Match[str]) -> str:
    """A parenthesis without the name of an option, which stands in the table of options."""
    return f" ({found[1]})" if found[1] else ""
