"""Catalogue entries for the `do:` words of a dealer's step: meaning, parameters, users."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import attrs

from dealerkit.catalogue.entries import Entry
from dealerkit.procedure.parameters import WordParameters, first_line, parameters_of, source_of
from dealerkit.procedure.planners import DO, Do
from dealerkit.procedure.word_help import told
from dealerkit.rules.data import PACKAGE
from dealerkit.rules.doc import SINGLE, parts
from dealerkit.rules.first_house_file import yaml_value
from dealerkit.rules.games import Game
from dealerkit.rules.sets import RuleSet
from dealerkit.rules.step_words import do_word

SEVERAL = "A motion made for several reasons; `what:` says which one"
"""Title of a word that has several meanings."""


@attrs.frozen
class WordUse:
    """A step that uses a word.

    Attributes:
        step: Data of the step.
        by: Id of the game or remedy that has the step.
        kind: `game` or `remedy`.
        where: File and line.
    """

    step: Mapping[str, object]
    by: str
    kind: str
    where: str


def step_words(games: Sequence[Game], sets: Sequence[RuleSet]) -> Iterator[Entry]:
    """Yield an entry for every `do:` word; words that differ only by `what:` share an entry.

    Args:
        games: Games whose steps are searched.
        sets: Rule sets whose remedies are searched.
    """
    uses: dict[str, list[WordUse]] = {}
    for use in _uses(games, sets):
        uses.setdefault(do_word(use.step, DO), []).append(use)
    named: dict[str, list[str]] = {}
    for word in DO:
        named.setdefault(word.partition(",")[0], []).append(word)
    for name, words in named.items():
        yield _entry(name, words, [use for word in words for use in uses.get(word, ())])


def _uses(games: Sequence[Game], sets: Sequence[RuleSet]) -> Iterator[WordUse]:
    for game in games:
        for place, step in _steps(game.data, ()):
            yield WordUse(step, game.id, "game", str(game.doc.origin(place)))
    seen: set[str] = set()
    for rules in sets:
        for name, remedy in rules.remedies.items():
            if name not in seen:
                seen.add(name)
                for place, step in _steps(remedy, ("remedies", name)):
                    yield WordUse(step, name, "remedy", str(rules.doc.origin(place)))


def _steps(value: object, place: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], Mapping[str, object]]]:
    """Yield every dealer's step within plain data, with its place."""
    return ((at, part) for at, part in parts(value, place) if part.__class__ not in SINGLE and _is_step(part))


def _is_step(part: object) -> bool:
    return isinstance(part, Mapping) and "do" in part and do_word(part, DO) in DO


def _entry(name: str, words: Sequence[str], uses: Sequence[WordUse]) -> Entry:
    kinds: dict[Do, list[str]] = {}
    for word in sorted(words, key=lambda word: word != name):  # the word without `what:` comes first
        kinds.setdefault(DO[word], []).append(word)
    first, *others = kinds
    title, _, rest = told(first.help).partition(". ") if not others else (SEVERAL, "", "")
    used = _example(uses)
    return Entry(
        name,
        "word",
        f"{title.rstrip('.')}.",
        rest,
        where=_stands(first),
        also=tuple(words),
        more={
            "words": [_meaning(named, do, alone=not others) for do, named in kinds.items()],
            "example": _flow(used.step, uses_of=parameters_of(DO[do_word(used.step, DO)])) if used is not None else "",
            "example_in": used.by if used is not None else "",
            "games": _by(uses, "game"),
            "remedies": _by(uses, "remedy"),
        },
    )


def _by(uses: Iterable[WordUse], kind: str) -> list[str]:
    return list(dict.fromkeys(use.by for use in uses if use.kind == kind))


def _meaning(words: Sequence[str], do: Do, *, alone: bool) -> dict[str, object]:
    """Return the meaning of a word, its verbs, and its parameters; `text` only for one of several meanings that differ by
    `what:`.
    """
    read = parameters_of(do)
    whats = [word.partition("what: ")[2] for word in words if "what: " in word]
    needs = list(dict.fromkeys([*(["what"] if whats else []), *read.missing({})]))
    may = sorted(read.names - set(needs) - ({"what"} if whats else set()))
    return {
        "what": whats,
        "text": "" if alone else told(do.help),
        "verbs": sorted(do.verbs),
        "needs": needs,
        "may": may,
        "instead": {name: others for name in needs if (others := _instead(read, name))},
        "values": {name: values for name in (*needs, *may) if (values := read.can_be(name))} | ({"what": whats} if whats else {}),
    }


def _instead(read: WordParameters, name: str) -> list[str]:
    """Return the parameters that can replace a compulsory one, which is then compulsory only without them."""
    needed = [reading.when for reading in read.readings if reading.name == name and reading.needed]
    if not all(needed):  # some place needs it, whatever other parameters are given
        return []
    return sorted({test.name for when in needed for test in when if test.name != name and test.test != "is" and not test.holds})


def _example(uses: Sequence[WordUse]) -> WordUse | None:
    """Return the shortest use among those with the most parameters, a game's before a remedy's; None for an unused word."""

    def rank(use: WordUse) -> tuple[bool, int, int]:
        read = parameters_of(DO[do_word(use.step, DO)])
        return use.kind != "game", -len(read.names & set(use.step)), len(_flow(use.step, read))

    return min(uses, key=rank, default=None)


def _flow(step: Mapping[str, object], uses_of: WordParameters) -> str:
    """Return a step's word and parameters as a rule file writes them."""
    told_to_it = {key: value for key, value in step.items() if key in ("do", "what") or key in uses_of.names}
    return ", ".join(f"{key}: {_yaml(value)}" for key, value in told_to_it.items())


def _yaml(value: object) -> str:
    return yaml_value(value) if isinstance(value, bool | int | str) else json.dumps(value, ensure_ascii=False, default=str)


def _stands(do: Do) -> str:
    """Return file and line of a word's planner; for our own files relative to the package's folder."""
    file = source_of(do.plan.__module__)
    shown = file.relative_to(PACKAGE.parent) if file.is_relative_to(PACKAGE) else file
    return f"{shown.as_posix()}:{first_line(do.plan)}"


def planner_files() -> set[Path]:
    """Return the source files with the planners of the `do:` words, those of all families of games included."""
    return {source_of(do.plan.__module__) for do in DO.values()}
