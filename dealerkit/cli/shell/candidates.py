"""Words that complete a command line, by kind: games, rule sets, faults and so on.

Each function takes the values typed so far, by option or argument, and the beginning of the word being typed. It gives pairs
of a possible word and its description, which may be empty.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Final

from dealerkit.cli.variables import RULES
from dealerkit.rules import data
from dealerkit.rules.cache import keep, kept
from dealerkit.rules.files import Stamp, is_path, stamp

if TYPE_CHECKING:
    from dealerkit.rules.options import Option
    from dealerkit.rulings.facts import Fact

Typed = Mapping[str, Sequence[str]]
"""Words typed before: the values of each option, under each of its names, and of each argument."""
Candidate = tuple[str, str]
"""A possible word, and its description, which may be empty."""


def games(_typed: Typed, _value: str) -> Iterable[Candidate]:
    """Return dealerkit's own games."""
    from dealerkit.rules.games import games as known

    return _plain(known())


def rule_sets(_typed: Typed, value: str) -> Iterable[Candidate]:
    """Return dealerkit's own rule sets; after a comma, for the last name of the list."""
    from dealerkit.rules.rule_set import rule_sets as known

    before = value[: value.rfind(",") + 1]
    return ((before + name, "") for name in known())


def options(typed: Typed, value: str) -> Iterator[Candidate]:
    """Yield the options of the typed game (`decks=`); once a name and `=` are typed, its values (`decks=6`)."""
    from dealerkit.rules.games import game
    from dealerkit.rules.texts import text

    named = _first(typed, "game", "--game", "what")
    if not named:
        return
    known = game(named, _first(typed, "--rules") or None).choices
    name, sign, _ = value.partition("=")
    if sign:
        yield from ((f"{name}={word}", "") for word in (_values_of(known[name]) if name in known else ()))
    else:
        yield from ((f"{option_.name}=", text(option_.title)) for option_ in known.values())


def _values_of(option: Option) -> Iterator[str]:
    """Yield the values of an option as typed, if they are few: `yes` and `no`, the words of a choice, whole numbers."""
    from dealerkit.rules.texts import shown

    if option.kind == "choice":
        yield from map(shown, option.values)
    elif option.kind == "whole" and option.high - option.low < _MOST_NUMBERS:
        yield from map(str, range(int(option.low), int(option.high) + 1))


def faults(typed: Typed, _value: str) -> Iterator[Candidate]:
    """Yield the faults that can be ruled on under the typed rule sets."""
    from dealerkit.rulings.facts import known_faults

    with _under(typed):
        yield from [(name, fault_.title) for name, fault_ in known_faults().items()]


def _under(typed: Typed) -> AbstractContextManager[None]:
    """Context in which the facts and faults of the typed rule sets are known; an unknown set adds none."""
    from dealerkit.errors import DealerkitError
    from dealerkit.rules.sets import facts_under, rule_set

    named = [*typed.get("--rules", ()), *typed.get("a", ()), *typed.get("b", ())] or [os.environ.get(RULES, "")]
    with contextlib.suppress(DealerkitError, OSError):
        return facts_under(*(rule_set(part) for names_ in named for part in names_.split(",") if part))
    return contextlib.nullcontext()


def facts(typed: Typed, value: str) -> Iterator[Candidate]:
    """Yield the facts of the typed fault, or all facts; once a name and `=` are typed, that fact's values."""
    with _under(typed):
        yield from list(_facts(typed, value))


def _facts(typed: Typed, value: str) -> Iterator[Candidate]:
    from dealerkit.rulings.facts import fact_of, known_facts, known_faults

    fault = _first(typed, "fault")
    name, sign, _ = value.partition("=")
    known = known_facts()
    if sign:
        if name in known:
            yield from ((f"{name}={word}", meaning) for word, meaning in _values(fact_of(fault, name)))
        return
    asked = known_faults()[fault].facts if fault in known_faults() else known
    yield from ((f"{name_}=", fact_of(fault, name_).title) for name_ in asked)


def _values(fact: Fact) -> Iterator[Candidate]:
    if fact.type == "bool":
        yield from ((word, fact.answers.get(value, "")) for word, value in (("yes", "true"), ("no", "false")))
    elif fact.type == "int" and fact.high is not None and fact.high - fact.low < _MOST_NUMBERS:
        yield from ((str(number), fact.unit) for number in range(fact.low, fact.high + 1))
    else:
        yield from ((word, fact.answers.get(word, "")) for word in fact.values)


_MOST_NUMBERS: Final = 20
"""Most numbers offered as values; of a wider range none is offered."""


def findings(_typed: Typed, _value: str) -> Iterable[Candidate]:
    """Return the codes of all findings."""
    from dealerkit.catalogue.store import CatalogueStore

    return CatalogueStore.of().titles("finding")


def findings_and_families(typed: Typed, value: str) -> Iterator[Candidate]:
    """Yield the families of findings, such as `burn`, and the codes of all findings."""
    codes = dict(findings(typed, value))
    yield from _plain(dict.fromkeys(code.partition("/")[0] for code in codes))
    yield from codes.items()


def everything(typed: Typed, value: str) -> Iterable[Candidate]:
    """Return every name that `dealerkit explain` knows, with the faults of the typed rule sets."""
    from dealerkit.catalogue.store import CatalogueStore

    return dict([*faults(typed, value), *CatalogueStore.of().titles()]).items()


def steps(typed: Typed, _value: str) -> Iterator[Candidate]:
    """Yield the steps and sections of the typed game."""
    named = _first(typed, "game")
    if named:
        yield from _kept(f"steps {named}", _rule_files, lambda: _steps(named))


def _steps(named: str) -> list[Candidate]:
    from dealerkit.procedure.compiled_game import compiled_game
    from dealerkit.rules.games import game

    paths = [step.path for step in compiled_game(game(named)).program.walk()]
    return _plain(dict.fromkeys(part for path in paths for part in path.split(".")))


def _kept(name: str, files: Callable[[], list[Stamp]], make: Callable[[], list[Candidate]]) -> list[Candidate]:
    """Return candidates from a cache, since finding them takes long; if a file of the user's own is among the sources, find
    them each time.

    Args:
        name: The name in the cache.
        files: The files that they come from, with their present stamps.
        make: Finds them.
    """
    rows = kept(name)
    if rows is None:
        seen, rows = files(), make()
        if not is_path(name):
            keep(name, seen, rows)
    return [(name_, title) for name_, title in rows]


def _rule_files() -> list[Stamp]:
    from dealerkit.rules.cache_database import rule_files

    return rule_files()


def drills(_typed: Typed, _value: str) -> Iterable[Candidate]:
    """Return every drill, by its whole id and by the part without its course."""
    known = [*data.drills(), *data.drills_apart()]
    return _plain([*(name.split("/")[-1] for name in known), *known])


def games_and_drills(typed: Typed, value: str) -> Iterator[Candidate]:
    """Yield the games and drills that can be observed."""
    yield from games(typed, value)
    yield from drills(typed, value)


def syllabuses(_typed: Typed, _value: str) -> Iterable[Candidate]:
    """Return every syllabus of an exam."""
    from dealerkit.training.exams.syllabus import syllabuses as known

    return _plain(known())


def policies(_typed: Typed, _value: str) -> Iterable[Candidate]:
    """Return every policy of a promotion."""
    from dealerkit.jobs.promotions.files import policies as known

    return _plain(known())


def outcomes(_typed: Typed, _value: str) -> Iterable[Candidate]:
    """Return every outcome of a ruling, with its meaning."""
    from dealerkit.rulings.outcome_words import OUTCOMES

    return OUTCOMES.items()


def packs(_typed: Typed, _value: str) -> Iterable[Candidate]:
    """Return every pack that can be verified."""

    def make() -> list[Candidate]:
        from dealerkit.jobs.deck.packs import pack_names

        return _plain(pack_names())

    return _kept("packs of the command line", _rule_files, make)


def editions(_typed: Typed, _value: str) -> Iterable[Candidate]:
    """Return every edition of the house rules."""

    def make() -> list[Candidate]:
        from dealerkit.sheets.editions import EDITIONS

        return [(name, edition_.title) for name, edition_ in EDITIONS.items()]

    folder = data.PACKAGE / "sheets" / "editions"
    rows = _kept("editions of the command line", lambda: [stamp(path) for path in (folder, *sorted(folder.glob("*.py")))], make)
    return [*rows, ("promotion", "the policy of a high hand or a bad beat")]


def languages(_typed: Typed, _value: str) -> Iterable[Candidate]:
    """Return the languages besides English."""
    from dealerkit.rules.texts import DEFAULT_LANGUAGE
    from dealerkit.sheets.locales import locales

    return [(lang, locale_.title) for lang, locale_ in locales().items() if lang != DEFAULT_LANGUAGE]


def settings(_typed: Typed, _value: str) -> Iterable[Candidate]:
    """Return the settings of `dealerkit config`."""
    from dealerkit.cli.settings_file import SAYS

    return SAYS.items()


def values_of_a_setting(typed: Typed, value: str) -> Iterable[Candidate]:
    """Return the possible values of the typed setting."""
    from dealerkit.cli.settings_file import WORDS

    name = _first(typed, "name")
    if name in WORDS:
        return _plain(WORDS[name])
    return {"game": games, "rules": rule_sets, "house": rule_sets}.get(name, _nothing)(typed, value)


def _nothing(_typed: Typed, _value: str) -> Iterable[Candidate]:
    return ()


def _plain(names: Iterable[str]) -> list[Candidate]:
    return [(name, "") for name in names]


def _first(typed: Typed, *names: str) -> str:
    """Return the last typed value of the first named option or argument that has one; empty if none has."""
    return next((typed[name][-1] for name in names if typed.get(name)), "")


CANDIDATES: Final[Mapping[str, Callable[[Typed, str], Iterable[Candidate]]]] = {
    "game": games,
    "game or drill": games_and_drills,
    "rule set": rule_sets,
    "option": options,
    "fault": faults,
    "fact": facts,
    "finding": findings,
    "finding or family": findings_and_families,
    "name": everything,
    "step": steps,
    "drill": drills,
    "syllabus": syllabuses,
    "policy": policies,
    "outcome": outcomes,
    "pack": packs,
    "edition": editions,
    "language": languages,
    "setting": settings,
    "value of a setting": values_of_a_setting,
}
"""Function that finds the candidates, by the kinds of `tree.KINDS`."""

PATHS: Final = frozenset({"game", "rule set", "game or drill", "value of a setting", "drill", "syllabus", "policy", "edition"})
"""The kinds for which a path is also possible."""
