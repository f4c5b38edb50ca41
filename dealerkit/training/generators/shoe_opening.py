"""Opening a shoe: the number of cards burned after the first, and the order of the steps before the first coup."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from random import Random
from string import ascii_lowercase

import attrs

from dealerkit.arithmetic.coup import burned_after
from dealerkit.cards import RANKS, Suit
from dealerkit.files.screen_text import count_of
from dealerkit.rules.doc import branch
from dealerkit.rules.entries import StepEntry
from dealerkit.rules.games import Game
from dealerkit.rules.texts import fill, text
from dealerkit.training.coups import packs_of
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.replies import CountReply, OrderReply

BURN = "burn"
_DEPTH = "cut_card_depth"
_WIDTH, _LINES, _LONGEST = 75, 3, 150


@attrs.frozen
class ShoeOpeningSituation:
    """A first card, or steps to be put in order.

    Attributes:
        card: The first card out of the shoe; empty if steps are asked for.
        about: Id of the step that is practised.
        way: The way of mixing the cards, if there are several; else empty.
        steps: Ids of the steps, in the right order.
        shown: The order on the screen, as positions, from 0, in `steps` followed by `foreign`.
        foreign: Steps that do not belong there, in words.
    """

    card: str = ""
    about: str = ""
    way: str = ""
    steps: tuple[str, ...] = ()
    shown: tuple[int, ...] = ()
    foreign: tuple[str, ...] = ()


class ShoeOpening(Generator[ShoeOpeningSituation]):
    """Exercises on opening a shoe.

    A cell, the unit that comes back after a wrong answer, is a rank of the first card, or a step; each way of mixing has its
    own steps.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the ranks, each with the number of cards burned as its class; or the steps, each with the kind of question."""
        if setting.told("ask") == BURN:
            return {f"first card {rank}": str(number) for rank in RANKS if (number := _burned(setting.game, rank)) is not None}
        ways = _ways(setting)
        return {f"{step.replace('_', ' ')}{f', {way}' if way else ''}": way for way in ways for step in _steps(setting, way)}

    def draw(self, setting: Setting, cell: str, rng: Random) -> ShoeOpeningSituation | None:
        """Draw a first card; or draw the cell's step, its neighbours and other steps, and some that do not belong there."""
        if setting.told("ask") == BURN:
            return ShoeOpeningSituation(card=cell[-1] + rng.choice([suit.value for suit in Suit]))
        name, _, way = cell.partition(", ")
        steps = _steps(setting, way)
        names = list(steps)
        at = names.index(name.replace(" ", "_"))
        chosen = {number for number in (at - 1, at, at + 1) if 0 <= number < len(names)}
        many = min(int(setting.told("steps", len(names))), len(names))
        chosen |= set(rng.sample([number for number in range(len(names)) if number not in chosen], max(0, many - len(chosen))))
        foreign = tuple(rng.sample(_foreign(setting, way, rng), int(setting.told("traps", 0))))
        kept = tuple(names[number] for number in sorted(chosen))
        shown = list(range(len(kept) + len(foreign)))
        rng.shuffle(shown)
        if [number for number in shown if number < len(kept)] == list(range(len(kept))):
            return None
        return ShoeOpeningSituation(about=names[at], way=way, steps=kept, shown=tuple(shown), foreign=foreign)

    def question(self, setting: Setting, given: ShoeOpeningSituation) -> Question:
        """Ask for the number of cards to burn, or for the letters of the steps in order."""
        if given.card:
            packs = packs_of(setting.game)
            shoe = f"A shoe of {count_of(packs, 'pack')}." if packs > 1 else "A shoe of one pack."
            return Question(
                (shoe, f"The first card is turned up: {given.card}"),
                "How many more cards are burned?",
                CountReply("a number of cards"),
            )
        steps = _steps(setting, given.way)
        texts = [*(steps[name] for name in given.steps), *given.foreign]
        lines = (
            [f"The cards are shuffled {given.way}." if given.way.startswith("by") else f"The shoe is made {given.way}."]
            if given.way
            else []
        )
        for letter, number in zip(ascii_lowercase, given.shown, strict=False):
            lines += textwrap.wrap(texts[number], _WIDTH, initial_indent=f"{letter}  ", subsequent_indent="   ")
        ask = "In which order are these steps done?"
        if given.foreign:
            many = len(given.foreign)
            ask += " One does not belong: leave it out." if many == 1 else f" {many} do not belong: leave them out."
        return Question(tuple(lines), ask, OrderReply(ascii_lowercase[: len(given.shown)], all=not given.foreign))

    def key(self, setting: Setting, given: ShoeOpeningSituation) -> Key:
        """Return the number in the burn table, or the order of steps in the game's procedure."""
        game = setting.game
        if given.card:
            number = _burned(game, given.card[0])
            whole = str(game.options["burn_count"]) in game.data["tables"].get("burn_whole", ())
            line = (
                f"The first card is one of the {number + 1} burned: {number} more."
                if whole and number is not None
                else f"{given.card} burns {number}."
            )
            return Key(
                (str(number),),
                setting.cited("burn"),
                (line, f"In this game: {game.answers().get('burn_count', '')}."),
                ("shoe/burn-count-wrong",),
            )
        letter = {number: sign for sign, number in zip(ascii_lowercase, given.shown, strict=False)}
        order = " ".join(letter[number] for number in range(len(given.steps)))
        known = _procedure(game)
        at = given.steps.index(given.about) if given.about else 0
        near = [number for number in (at, at + 1, at - 1) if 0 <= number < len(given.steps)]
        reasons = [(letter[number], known.get(given.steps[number], {}).get("why")) for number in near]
        lines = [f"{sign}: {text(why)}" for sign, why in reasons if why]
        out = [letter[len(given.steps) + at] for at in range(len(given.foreign))]
        working = [
            f"In order: {order.replace(' ', ', ')}"
            + (f"; {' and '.join(out)} do{'es' * (len(out) == 1)} not belong." if out else ".")
        ]
        working += [game.say(line)[:_LONGEST] for line in lines[: _LINES - 1]]
        cited = dict.fromkeys(rule for name in given.steps for rule in known.get(name, {}).get("cite", ()))
        return Key((order,), tuple(cited) or setting.drill.cite, tuple(working), _codes(known, given.about or given.steps[0]))

    def help(self, setting: Setting) -> tuple[str, ...]:
        """Return the burn table, or the steps in order."""
        if setting.told("ask") == BURN:
            return tuple(f"{rank:>2} burns {_burned(setting.game, rank)}" for rank in RANKS)
        return tuple(_steps(setting, _ways(setting)[0]).values())


def _ways(setting: Setting) -> list[str]:
    return list(setting.told("ways", {"": {}}))


def _burned(game: Game, rank: str) -> int | None:
    return burned_after(game.options, game.data["tables"], packs_of(game), rank)


def _procedure(game: Game) -> dict[str, StepEntry]:
    """Return the steps before the first coup, in the order of the procedure: those of each section before the first one that
    contains sections.
    """
    steps: dict[str, StepEntry] = {}
    for section in game.data["procedure"].values():
        for name, step in section["steps"].items():
            if "steps" in step:
                return steps
            steps[name] = step
    return steps


def _steps(setting: Setting, way: str) -> dict[str, str]:
    """Return the steps in words, as they are for a way of mixing."""
    game, texts = setting.game, {}
    instead = setting.told("ways", {}).get(way, {})
    for name, step in _procedure(game).items():
        for other, text_ in instead.get(name, {name: step["say"]}).items():
            texts[other] = game.say(text_)
    return texts


def _foreign(setting: Setting, way: str, rng: Random) -> list[str]:
    """Return steps that do not belong there: those in the file, a wrong depth of the cut card, and steps of other ways of
    mixing.
    """
    game, known = setting.game, _procedure(setting.game)
    here = set(_steps(setting, way).values())
    texts = [game.say(text_) for text_ in setting.told("foreign", [])]
    depths = [depth for depth in setting.told("depths", []) if depth != game.options.get(_DEPTH)]
    wrong = [text(step["say"]) for step in known.values() if f"{{{_DEPTH}}}" in text(step["say"])]
    if depths and wrong:
        texts.append(fill(wrong[0], {**game.values, _DEPTH: rng.choice(depths)}))
    for other in setting.told("ways", {}):
        texts += [text_ for text_ in _steps(setting, other).values() if text_ not in here]
    return list(dict.fromkeys(texts))


def _codes(known: Mapping[str, StepEntry], step: str) -> tuple[str, ...]:
    """Return the finding for skipping a step."""
    codes = branch(known.get(step, {}), "codes")
    listed = [code for when in ("skipped", "any") if isinstance(code := codes.get(when), str)]
    return (listed[0] if listed else f"step/{step}-skipped",)


GENERATOR = ShoeOpening()
