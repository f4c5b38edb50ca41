"""Acts of a record without people's names: only words that the rules know are printed, since any other may be a name.

An act may carry words as they were spoken (`s4 say ...`, `d announce ...`, `d read s2 ...`). Only words that occur in the
game, its rule set and the names of hands are printed; others become `...`. Words of names in the record's header are left out
too, even if the rules know them: a dealer may be called Jack.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from dealerkit.errors import DealerkitError
from dealerkit.felt import Act, sentence
from dealerkit.felt.acts import is_seat
from dealerkit.rules.games import Game
from dealerkit.rules.rankings import spoken
from dealerkit.rulings import OUTCOMES

UNKNOWN = "..."
_WORDS = re.compile(r"[^\W\d_]+")
"""Words of any script; an apostrophe, as in O'Neil, separates two."""
_PROSE = frozenset({"title", "text", "say", "why", "note", "because", "question", "remedy", "help"})
"""Keys with prose, in which every word of the language may occur."""
_SHORT = 40


def quiet(game: Game, named: Iterable[str] = ()) -> Callable[[Act], str]:
    """Return a function that turns an act into a sentence without people's names: unknown words become `...`.

    Args:
        game: The game, whose words and rule set are known.
        named: Names of people; their words are left out even if the game knows them.
    """
    left_out = {word for text in named for word in _words(text)}
    known, of_players = (words - left_out for words in _known(game))

    def say(act: Act) -> str:
        kept = tuple(_kept(act.to, of_players if act.seat and act.verb == "say" else known))
        if kept == act.to:
            return sentence(act)
        try:
            return sentence(
                Act.make(act.who, act.verb, *kept, n=act.n, face=act.face, cards=act.cards, manner=act.manner, parts=act.parts)
            )
        except DealerkitError:
            return f"{'the dealer' if not act.seat else f'seat {act.seat}'}: {act.verb} {UNKNOWN}"

    return say


def _kept(text: Iterable[str], known: Collection[str]) -> Iterator[str]:
    """Yield the known words; a run of others becomes a single mark."""
    last = ""
    for word in text:
        last, before = word if is_seat(word) or all(part in known for part in _words(word)) else UNKNOWN, last
        if last != UNKNOWN or before != UNKNOWN:
            yield last


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORDS.findall(text)]


@functools.lru_cache(maxsize=16)
def _known(game: Game) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words that the game knows, and those of them that players say to act."""
    words = {*spoken(), "wins", "drew", *(word for outcome in OUTCOMES for word in _words(outcome.replace("_", " ")))}
    words.update(_in(dict(game.data)))
    speech = frozenset(_in(dict(game.rules.speech))) if game.rules is not None else frozenset[str]()
    return frozenset(words | speech), speech


def _in(node: object) -> Iterator[str]:
    """Yield the words in ids, verbs and short phrases of a part of the rule files."""
    if isinstance(node, Mapping):
        for key, value in node.items():
            if key not in _PROSE:
                yield from _words(str(key))
                yield from _in(value)
    elif isinstance(node, list | tuple):
        for part in node:
            yield from _in(part)
    elif isinstance(node, str) and len(node) <= _SHORT and "." not in node:
        yield from _words(node)
