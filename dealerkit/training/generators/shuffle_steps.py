"""Before the first card: the order of deck check, wash, riffles, strip, cut and posts, or the step that is missing."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from random import Random
from string import ascii_lowercase

import attrs

from dealerkit.rules.doc import branch
from dealerkit.rules.entries import StepEntry
from dealerkit.rules.games import Game
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.replies import OneOfReply, OrderReply, choices

MISSING = "missing"
_WIDTH = 75
"""Most characters of a step among several choices."""


@attrs.frozen
class ShuffleStepsSituation:
    """Steps to put in order, or steps in order with one missing.

    Attributes:
        deck: The kind of deck, such as `used deck`.
        about: The id of the step that is practised.
        steps: The ids of the steps in question, in the order of the procedure.
        shown: The order on the screen, as positions, from 0, in `steps` followed by `foreign`.
        foreign: Steps that do not belong there, in words.
    """

    deck: str
    about: str
    steps: tuple[str, ...]
    shown: tuple[int, ...]
    foreign: tuple[str, ...] = ()


class ShuffleSteps(Generator[ShuffleStepsSituation]):
    """Exercises on the order of the shuffle.

    A cell, the unit that comes back after a wrong answer, is a step of the shuffle of a kind of deck.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the steps for each kind of deck that the level asks about; the class is the kind of deck."""
        decks = setting.told("kinds", ["used deck"])
        never = setting.told("never_missing", []) if setting.told("ask") == MISSING else []  # other steps replace these
        return {
            f"{deck}: {step.replace('_', ' ')}": deck for deck in decks for step in _steps(setting, deck) if step not in never
        }

    def draw(self, setting: Setting, cell: str, rng: Random) -> ShuffleStepsSituation | None:
        """Draw some steps, the cell's own among them, and steps that do not belong there."""
        deck, _, name = cell.partition(": ")
        names, about = list(_steps(setting, deck)), name.replace(" ", "_")
        others = [text_ for text_ in _foreign(setting, deck) if text_ not in _steps(setting, deck).values()]
        if setting.told("ask") == MISSING:
            foreign = tuple(rng.sample(others, min(3, len(others))))
            shown = list(range(1 + len(foreign)))
            rng.shuffle(shown)
            return ShuffleStepsSituation(deck, about, tuple(names), tuple(shown), foreign)
        many = min(int(setting.told("steps", 6)), len(names))
        rest = rng.sample([step for step in names if step != about], many - 1)
        kept = tuple(step for step in names if step == about or step in rest)
        foreign = tuple(rng.sample(others, min(int(setting.told("traps", 0)), len(others))))
        shown = list(range(len(kept) + len(foreign)))
        rng.shuffle(shown)
        return None if shown == sorted(shown) else ShuffleStepsSituation(deck, about, kept, tuple(shown), foreign)

    def question(self, setting: Setting, given: ShuffleStepsSituation) -> Question:
        """Ask for the letters of the steps in order, or for the missing step."""
        steps = _steps(setting, given.deck)
        if setting.told("ask") == MISSING:
            lines = [f"A {given.deck}. The dealer does the following, in this order:"]
            for step, text_ in steps.items():
                if step != given.about:
                    lines += textwrap.wrap(text_, _WIDTH, initial_indent="-  ", subsequent_indent="   ")
            texts = [steps[given.about], *given.foreign]
            titles = [texts[number] for number in given.shown]
            return Question(tuple(lines), "Which step is missing?", OneOfReply(choices(titles, "1234"[: len(titles)])))
        texts = [*(steps[step] for step in given.steps), *given.foreign]
        lines = [f"A {given.deck}, before the first card of a hand."]
        for letter, number in zip(ascii_lowercase, given.shown, strict=False):
            lines += textwrap.wrap(texts[number], _WIDTH, initial_indent=f"{letter}  ", subsequent_indent="   ")
        ask = "In which order are these steps done?"
        if given.foreign:
            many = len(given.foreign)
            ask += " One does not belong: leave it out." if many == 1 else f" {many} do not belong: leave them out."
        return Question(tuple(lines), ask, OrderReply(ascii_lowercase[: len(given.shown)], all=not given.foreign))

    def key(self, setting: Setting, given: ShuffleStepsSituation) -> Key:
        """Return the order in the game's procedure; a step allowed at any time is right anywhere before the first card."""
        known = dict(_procedure(setting.game))
        about = known.get(given.about, {})
        cited = tuple(about.get("cite", ())) or setting.drill.cite
        names = list(_steps(setting, given.deck))
        if setting.told("ask") == MISSING:
            at = names.index(given.about)
            before = f"after: {_text(setting, given, names[at - 1])}" if at else "at the beginning"
            working = (f"The missing step: {_text(setting, given, given.about)}.", f"Its place: {before}.")
            return Key((_steps(setting, given.deck)[given.about],), cited, working, _codes(about, given.about))
        letter = {number: sign for sign, number in zip(ascii_lowercase, given.shown, strict=False)}
        signs = {step: letter[number] for number, step in enumerate(given.steps)}
        orders = [" ".join(signs[step] for step in row) for row in _orders(given.steps, known)]
        lines_ = [f"In order: {orders[0].replace(' ', ', ')}."]
        if len(orders) > 1:
            free = [signs[step] for step in given.steps if known.get(step, {}).get("anytime")]
            lines_.append(f"{', '.join(free)} may come at any time before the first card.")
        if given.foreign:
            out = [letter[len(given.steps) + number] for number in range(len(given.foreign))]
            lines_.append(f"{', '.join(sorted(out))} {'does' if len(out) == 1 else 'do'} not belong.")
        return Key(tuple(orders), cited, tuple(lines_), _codes(about, given.about))

    def help(self, setting: Setting) -> tuple[str, ...]:
        """Return the steps in order."""
        deck = str(setting.told("kinds", ["used deck"])[0])
        return tuple(_steps(setting, deck).values())


def _procedure(game: Game) -> Iterator[tuple[str, StepEntry]]:
    """Yield the steps of a hand up to the first card, in the order of the procedure, sections expanded."""

    def walked(steps: Mapping[str, StepEntry]) -> Iterator[tuple[str, StepEntry]]:
        for name, step in steps.items():
            if "steps" in step:
                yield from walked(step["steps"])
            else:
                yield name, step

    for name, step in walked(game.data["procedure"]["hand"]["steps"]):
        yield name, step
        if name == "pitch":
            return


def _steps(setting: Setting, deck: str) -> dict[str, str]:
    """Return the house's steps for a kind of deck, in words; some kinds have a few other steps, or leave some out."""
    game, texts = setting.game, {}
    changes = setting.told("decks", {}).get(deck, {})
    wanted = set(setting.told("always", []))
    for option, steps in setting.told("by_option", {}).items():
        wanted |= set(steps.get(str(game.options.get(option)), []))
    for name, step in _procedure(game):
        if name in changes:
            for other, text_ in (changes[name] or {}).items():
                texts[other] = game.say(text_)
        elif name in wanted:
            texts[name] = game.say(step["say"])
    return texts


def _foreign(setting: Setting, deck: str) -> list[str]:
    """Return steps that do not belong there: those in the file, and steps for other kinds of deck."""
    texts = [setting.game.say(text_) for text_ in setting.told("foreign", [])]
    for other in setting.told("decks", {}):
        if other != deck:
            texts += [text_ for step, text_ in _steps(setting, other).items() if step not in setting.told("no_traps", [])]
    return list(dict.fromkeys(texts))


def _orders(steps: tuple[str, ...], known: Mapping[str, Mapping[str, object]]) -> list[tuple[str, ...]]:
    """Return every right order, the procedure's own first."""
    rows = [steps]
    for step in steps:
        if known.get(step, {}).get("anytime"):
            last = 0 if "pitch" not in steps else 1
            for row in list(rows):
                rest = [step_ for step_ in row if step_ != step]
                rows += [(*rest[:at], step, *rest[at:]) for at in range(len(rest) + 1 - last)]
    return list(dict.fromkeys(rows))


def _text(setting: Setting, given: ShuffleStepsSituation, step: str) -> str:
    return _steps(setting, given.deck)[step].rstrip(".")


def _codes(step: StepEntry, name: str) -> tuple[str, ...]:
    """Return the finding for skipping a step."""
    codes = branch(step, "codes")
    for when in ("skipped", "any", "early"):
        code_ = codes.get(when)
        code_ = code_.get("otherwise") if isinstance(code_, Mapping) else code_
        if isinstance(code_, str) and code_ != "step/no-fault":
            return (code_,)
    return (f"step/{name}-skipped",)


GENERATOR = ShuffleSteps()
