"""The levels of a walk, from easy to hard, read from `procedures/training/lessons/` and the house's file."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import attrs

from dealerkit.errors import check_name
from dealerkit.rules import data
from dealerkit.rules.doc import Doc
from dealerkit.rules.entries import Branch
from dealerkit.rules.files import read_file
from dealerkit.rules.games import Game
from dealerkit.rules.overlay import with_layers
from dealerkit.rules.rule_set import RuleSet
from dealerkit.rules.schema import checked
from dealerkit.rules.texts import text


@attrs.frozen(eq=False)
class WalkLevel:
    """A level of a walk.

    Attributes:
        number: From 1, the easiest.
        title: Its title, in a few words.
        at: Ids of the steps at which it may begin; the first that the game has is taken. Empty for the start of the game.
        settings: The values that an option may have, by option; the house's own value if it is among them, else the first.
        tray: Values of the chips in the tray, smallest first.
        stacks: Stacks of the seats in turn, in per cent of the game's usual stack; empty for the usual stack.
        asks: The kinds of question, in the order in which they are asked, with their frequency in per cent.
        patrons: The patrons' mistakes, with their frequency in per cent.
        words: Words that an answer may contain without a meaning of their own, by kind of answer.
        disputes: A patron's words in a dispute, by its subject.
        rules: Ids of the rules that the verdict cites, by question or patron's mistake.
        rounds: Number of rounds after which the walk is over and the dealer is relieved; 0 for no end.
    """

    number: int
    title: str
    at: tuple[str, ...]
    settings: Mapping[str, tuple[str, ...]]
    tray: tuple[Fraction, ...]
    stacks: tuple[int, ...]
    asks: Mapping[str, int]
    patrons: Mapping[str, int]
    words: Mapping[str, frozenset[str]]
    disputes: Mapping[str, str] = attrs.field(factory=dict)
    rules: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    rounds: int = 0


def stacks(game: Game, level_: WalkLevel, seats: int) -> list[str] | None:
    """Return the chips of each seat at a level, in whole units; None for the game's own.

    Args:
        game: The game, whose file has the full stack.
        level_: The level, with the stacks in per cent of a full one, in turn for the seats.
        seats: The number of seats taken.
    """
    if not level_.stacks:
        return None
    whole = Fraction(str(game.data["money"]["stack"]))
    return [str(max(1, int(whole * level_.stacks[seat % len(level_.stacks)] / 100))) for seat in range(seats)]


def lesson_doc(name: str, rules: RuleSet | None = None) -> Doc:
    """Return the document of a family's walk levels, with the house's changes.

    Args:
        name: The name of its file, without the suffix.
        rules: The house's rule set; None for no changes.

    Raises:
        RuleFileError: If a file of it cannot be used.
    """
    return checked(with_layers(read_file(data.lessons()[name]), rules, name), "lesson", ("families", "levels"))


def doc_of(game: Game) -> Doc | None:
    """Return the document of a game's walk levels; None if its family of games has none.

    Args:
        game: The game, with the house's rule set.

    Raises:
        RuleFileError: If a file of it cannot be used.
    """
    docs = (lesson_doc(name, game.rules) for name in data.lessons())
    return next((doc for doc in docs if game.family in doc.data["families"]), None)


def levels(game: Game) -> Mapping[int, WalkLevel]:
    """Return the levels of a game; empty if its family has none."""
    doc = doc_of(game)
    if doc is None:
        return {}
    return {
        int(at): _level(int(at), entry, doc.data)
        for at, entry in sorted(doc.data["levels"].items(), key=lambda pair: int(str(pair[0])))
    }


def level(game: Game, number: int) -> WalkLevel:
    """Return a level of a game.

    Raises:
        UnknownName: If it has no such level.
    """
    known = levels(game)
    check_name(f"level of {game.id}", number, known, "" if known else "levels are for poker and baccarat; leave --level out")
    return known[number]


def _level(number: int, entry: Branch, walk: Branch) -> WalkLevel:
    return WalkLevel(
        number=number,
        title=text(entry.get("title")),
        at=tuple(filter(None, str(entry.get("at", "")).split("|"))),
        settings={name: _values(value) for name, value in entry.get("set", {}).items()},
        tray=tuple(sorted(Fraction(str(chip)) for chip in walk.get("tray", ()))),
        stacks=tuple(entry.get("stacks", ())),
        asks=dict(entry.get("asks", {})),
        patrons=dict(entry.get("patrons", {})),
        words={kind: frozenset(map(str, those)) for kind, those in walk.get("words", {}).items()},
        disputes={what: text(phrase) for what, phrase in walk.get("disputes", {}).items()},
        rules={name: tuple(cited) for name, cited in walk.get("rules", {}).items()},
    )


def _values(value: object) -> tuple[str, ...]:
    values = value if isinstance(value, list) else [value]
    return tuple(map(as_typed, values))


def as_typed(value: object) -> str:
    """Return an option's value as typed text.

    >>> as_typed(True), as_typed("0.05")
    ('true', '0.05')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)
