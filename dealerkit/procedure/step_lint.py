"""Lint of a step's parameters for its `do` or `play` word: missing ones, unread ones, impossible values."""

from __future__ import annotations

import difflib
import functools
import re
import sys
from collections.abc import Iterator, Mapping

from dealerkit.errors import Problem
from dealerkit.files.screen_text import either
from dealerkit.mechanics import MECHANICS
from dealerkit.procedure.parameters import WordParameters, parameters_of, texts_in
from dealerkit.procedure.planners import DO
from dealerkit.rules.doc import Doc, Place
from dealerkit.rules.mentions import mentioned
from dealerkit.rules.registries import is_ours
from dealerkit.rules.schemas.game import DEALER_STEP, PLAYER_STEP
from dealerkit.rules.step_words import do_word, whats

_MECHANICS = "mechanics"
"""Name of a module with mechanics, or of its folder."""

OF_STEPS: Mapping[str, frozenset[str]] = {
    "do": frozenset(DEALER_STEP["properties"]),
    "play": frozenset(PLAYER_STEP["properties"]),
}
"""Keys that any step of the dealer (`do`) or the players (`play`) may have."""


def lint_step(doc: Doc, place: Place, step: Mapping[str, object]) -> Iterator[Problem]:
    """Yield the problems in the parameters of a step: missing ones, those that nothing reads, and impossible values. Nothing is
    yielded if the step's word is unknown.

    Args:
        doc: The document.
        place: Keys that lead to the step in the document.
        step: Data of the step.
    """
    kind = "play" if "play" in step else "do"
    word = do_word(step, DO) if kind == "do" else str(step["play"])
    read = _parameters(kind, word)
    if read is None:
        return
    known = read.known(step)
    of_word = {"what"} if whats(str(step.get("do")), DO) else set()
    unread = [name for name in step if name not in known | of_word and name not in OF_STEPS[kind]]
    missing = read.missing(step)
    if missing:  # the other parameters depend on the missing one
        unread = [name for name in unread if name not in read.names]
    for name in missing:
        if difflib.get_close_matches(name, unread):
            continue  # read under another name, and reported under that
        values = read.can_be(name)
        hint = f"add {name}: {either(values)}" if values else f"add {name}: ...; docs/words/ lists the keys of `{kind}: {word}`"
        yield doc.problem(place, f"`{kind}: {word}` needs the key `{name}`", hint, of_key=True)
    for name in unread:
        yield doc.problem((*place, name), *_unread(read, f"`{kind}: {word}`", name, [*known, *OF_STEPS[kind]]), of_key=True)
    for name in read.refused(step):
        values = read.can_be(name)
        near = difflib.get_close_matches(str(step[name]), values)
        hint = f"did you mean '{near[0]}'?" if near else "allowed: " + ", ".join(values)
        yield doc.problem((*place, name), f"`{name}` of `{kind}: {word}` can't be '{step[name]}'", hint)
    yield from _not_whole(doc, place, step, read)
    yield from _no_table(doc, place, step, read)
    if kind == "play":
        yield from _no_rule(doc, place, step, word)


@functools.cache
def _parameters(kind: str, word: str) -> WordParameters | None:
    """Return the parameters of a word; None if there is no such word."""
    registered = DO.get(word) if kind == "do" else MECHANICS.get(word)
    return parameters_of(registered) if registered is not None else None


def _unread(read: WordParameters, word: str, name: str, known: list[str]) -> tuple[str, str]:
    """Return the message on a parameter that no function reads, and the hint."""
    if name in read.names:
        return f"{word} does not use `{name}` with the step's other keys", f"remove `{name}`"
    near = difflib.get_close_matches(name, known)
    own = sorted(read.names)
    hint = (
        f"did you mean '{near[0]}'?" if near else "allowed: " + ", ".join(own) if own else f"remove `{name}`; {word} has no keys"
    )
    return f"`{name}` is not a key of {word}", hint


def _not_whole(doc: Doc, place: Place, step: Mapping[str, object], read: WordParameters) -> Iterator[Problem]:
    """Yield a problem for each value of a whole-number parameter, alone or in a list, that is not a whole number or is
    too small.
    """
    for name in sorted((read.whole | read.wholes) & step.keys()):
        value, least = step[name], read.least.get(name, 0)
        if name in read.whole:
            yield from _no_number(doc, (*place, name), value, least)
        elif isinstance(value, list) and value:
            for at, listed in enumerate(value):
                yield from _no_number(doc, (*place, name, at), listed, least)
        else:
            yield doc.problem((*place, name), "expected a list of whole numbers", "write [1, 1] for two times one")


def _no_number(doc: Doc, place: Place, value: object, least: int) -> Iterator[Problem]:
    if mentioned(value) is not None:
        return
    if isinstance(value, bool) or not str(value).removeprefix("-").isdecimal():
        shown = f"'{value}'" if isinstance(value, str | int) else "a list or a map"
        yield doc.problem(place, f"expected a whole number, not {shown}", "write a whole number, or {option: NAME}")
    elif int(str(value)) < least:
        yield doc.problem(place, f"{value} is below the minimum", f"write {least} or more")


def _no_rule(doc: Doc, place: Place, step: Mapping[str, object], word: str) -> Iterator[Problem]:
    """Yield a problem for each key of a step's `rules:` that its mechanic never reports as broken."""
    rules = step.get("rules")
    if not isinstance(rules, Mapping):
        return
    for key in rules:
        # a word of `choice` that was said once more
        if key not in _rule_keys() and key.removesuffix("_again") not in _words_of(doc):
            documented = re.findall(r"`([a-z_]+)`", MECHANICS[word].breaks.__doc__ or "")
            near = difflib.get_close_matches(key, documented)
            listed = "allowed: " + ", ".join(documented) if documented else f"remove '{key}'"
            hint = f"did you mean '{near[0]}'?" if near else listed
            what = f"'{key}' is not a name under `rules` of `play: {word}`"
            yield doc.problem((*place, "rules", key), what, hint, of_key=True)


@functools.cache
def _rule_keys() -> frozenset[str]:
    """Return every string in the code of the mechanics; their keys for broken rules are among them."""
    modules = {word.breaks.__module__ for word in MECHANICS.values()} | {
        name for name in sys.modules if _MECHANICS in name.split(".") and is_ours(name)
    }
    return frozenset(text for name in modules for text in texts_in(name))


@functools.lru_cache(maxsize=64)
def _words_of(doc: Doc) -> frozenset[str]:
    """Return the words in the steps and tables of a game, which may be its own keys for broken rules."""
    words: set[str] = set()

    def gather(value: object) -> None:
        if isinstance(value, Mapping):
            for key, inner in value.items():
                if key not in ("rules", "say", "why", "title"):
                    words.add(str(key))
                    gather(inner)
        elif isinstance(value, list):
            for inner in value:
                gather(inner)
        else:
            words.add(str(value))

    for part in ("procedure", "tables", "options"):
        gather(doc.data.get(part))
    return frozenset(words)


def _no_table(doc: Doc, place: Place, step: Mapping[str, object], read: WordParameters) -> Iterator[Problem]:
    """Yield a problem for each table that a step names and the game lacks. Steps of remedies are not tested, since they belong to
    no game.
    """
    tables = doc.data.get("tables")
    if "game" not in doc.data or not isinstance(tables, Mapping):
        return
    for name in sorted(read.tables & step.keys()):
        value = step[name]
        if isinstance(value, str) and value not in tables:
            near = difflib.get_close_matches(value, tables)
            hint = f"did you mean '{near[0]}'?" if near else "allowed: " + ", ".join(tables)
            yield doc.problem((*place, name), f"the game has no table '{value}'", hint)
